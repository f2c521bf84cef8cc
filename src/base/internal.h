/* What every stage needs: the context, memory, polite refusal, bits of a hash. */
#ifndef THRONG_BASE_INTERNAL_H
#define THRONG_BASE_INTERNAL_H

#include <throng/context.h>

#include <stdatomic.h>

#include "kernels.h"

struct throng_context {
    throng_allocator allocator;
    throng_tasks tasks;
    void (*log)(throng_result result, const char *sentence, void *user);
    void *log_user;
    void (*profile)(throng_stage stage, bool begins, void *user);
    void *profile_user;
    throng_kernels kernels;
    uint32_t cpu_quirks;     /* THRONG_CPU_SLOW_* */
    int64_t process;         /* in which the context was made */
    atomic_int object_count; /* alive objects made from this context */
    atomic_uint_fast64_t
        last_serial; /* names of fields and of solves, so that stale ones are known */
};

/* Logs one sentence and returns `result`. `context` may be NULL: then nobody hears it. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
throng_result
throng_refuse(const throng_context *context, throng_result result, const char *format, ...);

/* Memory through the host's allocator, aligned to 64 bytes; NULL if there is none or if count *
 * size does not fit. `throng_give` takes NULL. */
void *throng_take(const throng_context *context, uint64_t count, size_t size);
void throng_give(const throng_context *context, void *memory, uint64_t count, size_t size);

/* The same for an array that kernels look up in: with THRONG_KERNEL_PAD zero bytes on either side.
 */
void *throng_take_padded(const throng_context *context, uint64_t count, size_t size);
void throng_give_padded(const throng_context *context, void *memory, uint64_t count, size_t size);

/* Takes and zeroes an object and counts it as one of the context's. */
void *throng_object_take(throng_context *context, size_t size);
void throng_object_give(throng_context *context, void *object, size_t size);

/* A number that this context has not given before. */
uint64_t throng_next_serial(throng_context *context);

/* Copies the caller's desc over `desc`, which holds the defaults. False if struct_size is not that
 * of any version of this desc. `struct_size` is the first member of every desc. */
bool throng_desc_read(void *desc, size_t size, const void *from);

/* Writes the first `struct_size` bytes of a default desc. */
void throng_desc_write(void *to, size_t struct_size, const void *desc, size_t size);

/* Checks every number of a grid and logs the first that is out of range. */
throng_result throng_grid_check(const throng_context *context, const throng_grid *grid);

/* What every object that lies on a grid refuses to be made of: no context, no place for the object,
 * a grid that is out of range. */
throng_result throng_create_check(const throng_context *context, const throng_grid *grid,
                                  const void *out);

/* Checks the sides of a map alone, for scratch that has no place in the world. */
throng_result throng_sides_check(const throng_context *context, int32_t width, int32_t height);

static inline bool throng_grid_equal(const throng_grid *a, const throng_grid *b)
{
    return a->width == b->width && a->height == b->height && a->cell_size == b->cell_size &&
           a->origin_x == b->origin_x && a->origin_y == b->origin_y;
}

/* 1 / cell_size, whatever the host's rounding is. */
float throng_cells_per_metre(const throng_grid *grid);

static inline uint64_t throng_grid_cells(const throng_grid *grid)
{
    return (uint64_t)grid->width * (uint64_t)grid->height;
}

static inline bool throng_is_finite(float value)
{
    return value - value == 0.0f;
}

static inline void throng_profile(const throng_context *context, throng_stage stage, bool begins)
{
    if (context->profile)
        context->profile(stage, begins, context->profile_user);
}

#define THRONG_FNV_OFFSET 14695981039346656037u

/* FNV-1a (Fowler, Noll, Vo), 64 bits, continued from `hash`. */
static inline uint64_t throng_fnv1a(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

/* Spreads the bits of a word (the finaliser of splitmix64, Steele, Lea and Flood 2014). */
static inline uint64_t throng_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
}

/* throng_random in two parts, for many numbers of one seed. Weyl steps of odd constants keep zeroes
 * apart, which the finaliser maps to themselves. */
static inline uint64_t throng_random_begin(uint64_t seed)
{
    return throng_mix(seed + 0x9e3779b97f4a7c15u);
}

static inline uint64_t throng_random_end(uint64_t begun, uint64_t stream, uint64_t counter)
{
    uint64_t word = throng_mix(begun + stream * 0xd1b54a32d192ed03u);
    return throng_mix(word + (counter + 1) * 0x9e3779b97f4a7c15u);
}

#endif
