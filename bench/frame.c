/* Whole frames of a game: a tower goes up or comes down near the goal, the fields are repaired, and
 * everybody walks a step. */
#include "world.h"

#define AWAY 20

static void frame(bench_world *w, int part)
{
    const throng_rect place = {w->goal.x + AWAY, w->goal.y + AWAY / 2, 3, 3};
    const uint8_t *below = w->ground.costs + place.y * w->ground.width + place.x;
    if (part % 2 == 0)
        bench_check(throng_cost_fill(w->cost, place, THRONG_WALL), "fill");
    else
        bench_check(throng_cost_write(w->cost, place, below, (size_t)w->ground.width), "write");
    bench_check(throng_cost_commit(w->cost), "commit");
    bench_check(throng_integration_repair(w->solver, w->cost, &place, 1, w->integration), "repair");
    bench_check(throng_flow(w->cost, w->integration, w->flow), "flow");
    bench_check(throng_crowd_step(w->crowd, BENCH_STEP), "step");
}

/* An even number of frames leaves the map as it was. */
#define FRAMES 20

static uint64_t hash(const bench_world *w)
{
    return throng_crowd_hash(w->crowd, THRONG_STAGE_STEP);
}

#define SCENE(name_, count_, side_)                                                                \
    {                                                                                              \
        .name = "frame/" name_, .open = bench_crowd_scene_open, .prepare = bench_crowd_restore,    \
        .work = frame, .hash = hash, .ways = BENCH_SHIPPED, .is_world_per_way = true,              \
        .parts = FRAMES, .threads_most = 2, .side = side_, .count = count_, .layout = BENCH_DISC,  \
        .passes = 4                                                                                \
    }

const bench_scene bench_frame_scenes[] = {SCENE("crowd-1k", 1000, 128),
                                          SCENE("crowd-10k", 10000, 512),
                                          SCENE("crowd-100k", 100000, 1024),
                                          {.name = NULL}};
