/* Yardsticks: how fast this machine reads memory, one thread, in the cache of a core and beyond all
 * caches. It sums, which nobody can leave out, in as wide registers as there are. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define IN_WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#if !defined(IN_WIDEST)
#define IN_WIDEST
#endif

/* Bytes in a register file's worth of sums, so that additions do not wait for each other. */
#define SUMS 32

typedef struct memory {
    uint64_t *words;
    size_t count;
    uint64_t sum;
} memory;

static bench_world *open_memory(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_world_open(scene, way, "empty:16");
    memory *m = calloc(1, sizeof *m);
    if (!world || !m)
        return NULL;
    m->count = (size_t)scene->count * 1024 / sizeof *m->words;
    m->words = aligned_alloc(64, m->count * sizeof *m->words);
    if (!m->words) {
        bench_check(THRONG_ERROR_MEMORY, scene->name);
        return NULL;
    }
    for (size_t i = 0; i < m->count; i++)
        m->words[i] = i;
    world->own = m;
    world->items = (double)m->count;
    world->unit = "words";
    return world;
}

IN_WIDEST static uint64_t sum_up(const uint64_t *words, size_t count)
{
    uint64_t sums[SUMS] = {0}, total = 0;
    for (size_t i = 0; i + SUMS <= count; i += SUMS)
        for (size_t k = 0; k < SUMS; k++)
            sums[k] += words[i + k];
    for (size_t k = 0; k < SUMS; k++)
        total += sums[k];
    return total;
}

static void read_all(bench_world *w, int part)
{
    (void)part;
    memory *m = w->own;
    m->sum = sum_up(m->words, m->count);
}

static uint64_t hash(const bench_world *w)
{
    return ((const memory *)w->own)->sum;
}

#define SCENE(name_, kib_)                                                                         \
    {                                                                                              \
        .name = "memory/" name_, .open = open_memory, .work = read_all, .hash = hash,              \
        .ways = BENCH_ONLY_SCALAR, .parts = 1, .threads_most = 1, .item_bytes = 8.0f,              \
        .count = kib_                                                                              \
    }

/* KiB: a quarter of a common second-level cache, and more than a core's share of any third. */
const bench_scene bench_yardstick_scenes[] = {
    SCENE("read-256k", 256), SCENE("read-1g", 1024 * 1024), {.name = NULL}};
