/* Motion: one substep's worth, for a crowd on its way. */
#include "crowd/move.h"

#include "world.h"

static void move(bench_world *w, int part)
{
    (void)part;
    throng_move_job job = {
        &w->crowd->agents, w->crowd->groups, BENCH_STEP, w->context->cpu_quirks, NULL, NULL};
    w->context->kernels.move(&job, 0, w->crowd->count);
}

static uint64_t hash(const bench_world *w)
{
    return throng_crowd_stage_hash(w->crowd, THRONG_STAGE_MOVE);
}

#define SCENE(name_, count_, side_)                                                                \
    {                                                                                              \
        .name = "move/" name_, .open = bench_crowd_scene_open, .prepare = bench_crowd_restore,     \
        .work = move, .hash = hash, .ways = BENCH_EACH_ISA, .parts = 1, .threads_most = 1,         \
        .side = side_, .count = count_, .layout = BENCH_DISC                                       \
    }

const bench_scene bench_move_scenes[] = {SCENE("crowd-1k", 1000, 128),
                                         SCENE("crowd-10k", 10000, 512),
                                         SCENE("crowd-100k", 100000, 1024),
                                         {.name = NULL}};
