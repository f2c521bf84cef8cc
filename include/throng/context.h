/*
 * context.h: how the library gets memory, threads and a place to complain.
 *
 * A context is small, and many may live side by side. Every other object is made from one and must
 * be destroyed before it. The library has no globals: two contexts share
 * nothing, and objects of several may be used together.
 */
#ifndef THRONG_CONTEXT_H
#define THRONG_CONTEXT_H

#include <throng/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_context throng_context;

/* Instruction sets. All of them give the same bits; they differ in speed only. */
typedef enum throng_isa {
    THRONG_ISA_BEST = 0, /* the widest that this CPU, its operating system and this build have */
    THRONG_ISA_SCALAR = 1,
    THRONG_ISA_SSE41 = 2,
    THRONG_ISA_AVX2 = 3,
    THRONG_ISA_AVX512 = 4,
    THRONG_ISA_NEON = 5
} throng_isa;

/* The steps of the pipeline, in order; STEP is a whole step of a crowd. */
typedef enum throng_stage {
    THRONG_STAGE_COST = 0,
    THRONG_STAGE_INTEGRATION = 1,
    THRONG_STAGE_FLOW = 2,
    THRONG_STAGE_SAMPLE = 3,
    THRONG_STAGE_NEIGHBOURS = 4,
    THRONG_STAGE_STEER = 5,
    THRONG_STAGE_MOVE = 6,
    THRONG_STAGE_STEP = 7
} throng_stage;

/* The host's memory. Both functions NULL (the default) means malloc and free. They are called from
 * *_create, *_reserve and *_destroy only, on the calling thread. */
typedef struct throng_allocator {
    /* Returns `bytes` (> 0) of memory aligned to `alignment` (a power of two, at most 64), or NULL.
     */
    void *(*allocate)(size_t bytes, size_t alignment, void *user);
    /* Takes back what allocate returned, never NULL, with the same `bytes`. */
    void (*release)(void *memory, size_t bytes, void *user);
    void *user;
} throng_allocator;

/* Work on the blocks begin .. end - 1 of something. */
typedef void throng_task_function(int32_t begin, int32_t end, void *data);

typedef enum throng_tasks_mode {
    THRONG_TASKS_NONE = 0, /* everything on the calling thread (the default) */
    /* OpenMP, if this build has it: THRONG_ERROR_TASKS otherwise. Its idle workers spin unless the
     * environment says OMP_WAIT_POLICY=passive, which is better wherever cores are shared. In a
     * child that was forked after the context was made everything runs on the calling thread; a
     * context made in such a child must not ask for OpenMP if the parent had used it (libgomp would
     * hang). */
    THRONG_TASKS_OPENMP = 1,
    THRONG_TASKS_HOST = 2 /* the two callbacks below */
} throng_tasks_mode;

/* Threads. Work is cut into blocks by the data alone, so their number changes no bit. */
typedef struct throng_tasks {
    throng_tasks_mode mode;
    int32_t worker_count; /* threads to use, 1..256; with 1 nothing leaves the calling thread */
    /* HOST: make sure that function(begin, end, data) is called so that every block of
     * 0 .. block_count - 1 is covered exactly once, in any order, on any threads. Returns a handle
     * for finish, or NULL if all of it has already run. */
    void *(*enqueue)(throng_task_function *function, int32_t block_count, void *data, void *user);
    /* HOST: returns when all of the work behind `handle` (not NULL) is done. */
    void (*finish)(void *handle, void *user);
    void *user;
} throng_tasks;

typedef struct throng_context_desc {
    size_t struct_size; /* set by throng_context_desc_init; catches a forgotten initialiser */
    throng_isa isa;     /* default THRONG_ISA_BEST */
    throng_allocator allocator;
    throng_tasks tasks;
    /* Gets one sentence for every refused call, on the thread that made it. NULL (the default):
     * silence. The text lives until the callback returns. */
    void (*log)(throng_result result, const char *sentence, void *user);
    void *log_user;
    /* Called on the calling thread when a stage begins (true) and ends (false): a hook for the
     * host's profiler. NULL (the default): none. */
    void (*profile)(throng_stage stage, bool begins, void *user);
    void *profile_user;
} throng_context_desc;

/* Fills `desc` with the defaults. `struct_size` is the caller's sizeof(throng_context_desc). */
THRONG_API void throng_context_desc_init(throng_context_desc *desc, size_t struct_size);

static inline throng_context_desc throng_context_desc_default(void)
{
    throng_context_desc desc;
    throng_context_desc_init(&desc, sizeof desc);
    return desc;
}

/* Makes a context. `desc` may be NULL for the defaults. ARGUMENT: a NULL `out`, an uninitialised or
 * inconsistent desc. ISA: the instruction set is not to be had. TASKS: OpenMP is not. MEMORY. */
THRONG_API throng_result throng_context_create(const throng_context_desc *desc,
                                               throng_context **out);

/* Destroys a context. NULL is allowed. IN_USE: objects made from it are still alive. */
THRONG_API throng_result throng_context_destroy(throng_context *context);

/* The instruction set that the context computes with, never BEST. */
THRONG_API throng_isa throng_context_isa(const throng_context *context);

/* True if this build and this CPU have `isa`. BEST and SCALAR always are. */
THRONG_API bool throng_isa_is_usable(throng_isa isa);

/* True if this build holds kernels for `isa`, whether or not this CPU can run them. */
THRONG_API bool throng_isa_is_built(throng_isa isa);

/* The spelling used everywhere: "best scalar sse41 avx2 avx512 neon"; "?" for other values. */
THRONG_API const char *throng_isa_name(throng_isa isa);

/* "cost integration flow sample neighbours steer move step"; "?" for other values. */
THRONG_API const char *throng_stage_name(throng_stage stage);

/* True if this build can do THRONG_TASKS_OPENMP. */
THRONG_API bool throng_has_openmp(void);

#ifdef __cplusplus
}
#endif

#endif
