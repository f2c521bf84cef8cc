/* Motion: one substep's worth, for a crowd on its way. */
#include "crowd/move.h"

#include "world.h"

static void move(bench_world *w, int part)
{
    (void)part;
    throng_move_job job = {&w->crowd->agents, w->crowd->groups, BENCH_STEP, w->context->cpu_quirks};
    w->context->kernels.move(&job, 0, w->crowd->count);
}

static uint64_t hash(const bench_world *w)
{
    return throng_crowd_stage_hash(w->crowd, THRONG_STAGE_MOVE);
}

const bench_scene bench_move_scenes[] = {{.name = "move/crowd-100k",
                                          .open = bench_crowd_scene_open,
                                          .prepare = bench_crowd_restore,
                                          .work = move,
                                          .hash = hash,
                                          .ways = BENCH_EACH_ISA,
                                          .parts = 1,
                                          .threads_most = 1,
                                          .side = 1024,
                                          .count = 100000,
                                          .layout = BENCH_DISC},
                                         {.name = NULL}};
