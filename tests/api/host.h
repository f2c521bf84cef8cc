/*
 * host.h: a host that watches what the library does with its memory, its log and its threads.
 */
#ifndef TEST_API_HOST_H
#define TEST_API_HOST_H

#include <throng/throng.h>

/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>

/* An allocator that counts, checks every promise of context.h and fills what it gives with `fill`.
 */
typedef struct host_memory {
    int64_t calls;       /* of allocate so far */
    int64_t live_blocks; /* given and not taken back */
    int64_t live_bytes;
    int64_t fail_at; /* this call of allocate, counted from 1, returns NULL; 0: none does */
    bool closed;     /* nothing may be allocated or released now */
    int64_t broken;  /* promises broken: see `fault` */
    char fault[160]; /* the first of them */
    uint8_t fill;    /* uninitialised memory holds this byte */
    pthread_t owner; /* the only thread that may call */
} host_memory;

/* What the log callback was given. */
typedef struct host_log {
    int count;
    throng_result result;
    char sentence[512];
} host_log;

typedef struct host {
    host_memory memory;
    host_log log;
    throng_context_desc desc; /* with the allocator and the log of this host */
} host;

/* Prepares `self`, which must not move afterwards. */
void host_init(host *self);

/* Fails the test unless every promise about memory was kept and everything was given back. */
void host_assert_clean(const host *self);

/* Ways to run the library's blocks. */
typedef enum host_tasks_kind {
    HOST_TASKS_IN_PLACE, /* enqueue does everything and returns no handle */
    HOST_TASKS_LATE,     /* finish does everything, block by block, from the last to the first */
    HOST_TASKS_PTHREADS  /* worker_count threads take blocks of three */
} host_tasks_kind;

typedef struct host_tasks {
    host_tasks_kind kind;
    int32_t worker_count;
    int64_t enqueued;         /* calls of enqueue */
    int64_t blocks;           /* run in all */
    unsigned worker_fp_state; /* x86: MXCSR of the threads, 0 = the usual one */
} host_tasks;

/* Points desc->tasks at `tasks`, which must outlive the context. */
void host_use_tasks(throng_context_desc *desc, host_tasks *tasks);

/* Refusal: the result is `wanted`, the log got exactly one sentence with that result, and the
 * sentence has `word` in it and ends in a full stop. `word` NULL: no context is known to the call,
 * so that nothing can be logged and nothing is asked of the log. */
#define assert_refused(self, call, wanted, word)                                                   \
    do {                                                                                           \
        (self)->log.count = 0;                                                                     \
        host_check_refusal((self), (call), (wanted), (word), #call, __FILE__, __LINE__);           \
    } while (0)
void host_check_refusal(const host *self, throng_result result, throng_result wanted,
                        const char *word, const char *call, const char *file, int line);

#define assert_ok(call) assert_int_equal((call), THRONG_OK)

#endif
