/* The whole pipeline of a crowd: twenty steps from one state, so that every measurement holds the
 * one step in twenty that puts the arrays into another order. */
#include "world.h"

static void step(bench_world *w, int part)
{
    (void)part;
    bench_check(throng_crowd_step(w->crowd, BENCH_STEP), "step");
}

static uint64_t hash(const bench_world *w)
{
    return throng_crowd_hash(w->crowd, THRONG_STAGE_STEP);
}

#define SCENE(name_, layout_, count_, ways_) SIZED(name_, layout_, count_, ways_, 1024)
#define SIZED(name_, layout_, count_, ways_, side_)                                                \
    {                                                                                              \
        .name = "step/" name_, .open = bench_crowd_scene_open, .prepare = bench_crowd_restore,     \
        .work = step, .hash = hash, .ways = ways_, .parts = BENCH_PARTS_MAX, .threads_most = 2,    \
        .side = side_, .count = count_, .layout = layout_                                          \
    }

const bench_scene bench_step_scenes[] = {
    SIZED("crowd-1k", BENCH_DISC, 1000, BENCH_EACH_ISA, 128),
    SCENE("crowd-10k", BENCH_DISC, 10000, BENCH_EACH_ISA),
    SCENE("clumps-10k", BENCH_CLUMPS, 10000, BENCH_ONLY_WIDE),
    SCENE("straggler-10k", BENCH_STRAGGLER, 10000, BENCH_ONLY_WIDE),
    SCENE("crowd-100k", BENCH_DISC, 100000, BENCH_EACH_ISA),
    SCENE("clumps-100k", BENCH_CLUMPS, 100000, BENCH_ONLY_WIDE),
    SCENE("straggler-100k", BENCH_STRAGGLER, 100000, BENCH_ONLY_WIDE),
    SCENE("crowd-1m", BENCH_DISC, 1000000, BENCH_EACH_ISA),
    SCENE("clumps-1m", BENCH_CLUMPS, 1000000, BENCH_ONLY_WIDE),
    SCENE("straggler-1m", BENCH_STRAGGLER, 1000000, BENCH_ONLY_WIDE),
    {.name = NULL}};
