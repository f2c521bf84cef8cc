/* The whole pipeline of a crowd: twenty steps from one state, so that every measurement holds the
 * one step in twenty that puts the arrays into another order. */
#include "peers.h"
#include "world.h"

/* The same discs where ours stand, on a map without walls. */
static void *open_peer(const bench_world *w)
{
    const throng_agents *a = &w->crowd->agents;
    const bench_discs discs = {.count = w->crowd->count,
                               .x = a->x,
                               .y = a->y,
                               .radius = a->radius[0],
                               .range = 2.0f * a->reach[0],
                               .side = (float)w->scene->side,
                               .dt = BENCH_STEP,
                               .goal_x = (float)w->goal.x,
                               .goal_y = (float)w->goal.y,
                               .max_speed = a->max_speed[0],
                               .max_acceleration = 4.0f * a->max_speed[0]};
    return bench_crowd_peers[w->way]->open(&discs);
}

static void prepare(bench_world *w)
{
    bench_crowd_restore(w);
    if (w->way != BENCH_DETOUR)
        return;
    if (!w->peer)
        w->peer = open_peer(w);
    w->is_broken = !w->peer;
    if (w->peer)
        bench_crowd_peers[w->way]->prepare(w->peer);
}

static void step(bench_world *w, int part)
{
    (void)part;
    if (w->way != BENCH_DETOUR)
        bench_check(throng_crowd_step(w->crowd, BENCH_STEP), "step");
    else if (w->peer)
        bench_crowd_peers[w->way]->work(w->peer);
}

static uint64_t hash(const bench_world *w)
{
    if (w->way == BENCH_DETOUR)
        return bench_hash(BENCH_HASH_START, bench_crowd_peers[w->way]->x(w->peer),
                          (size_t)w->crowd->count * sizeof(float));
    return throng_crowd_hash(w->crowd, THRONG_STAGE_STEP);
}

#define SCENE(name_, layout_, count_, ways_) SIZED(name_, layout_, count_, ways_, 1024)
#define SIZED(name_, layout_, count_, ways_, side_) PASSES(name_, layout_, count_, ways_, side_, 0)
#define PASSES(name_, layout_, count_, ways_, side_, passes_)                                      \
    WHOLE(name_, layout_, count_, ways_, side_, passes_, false, 0)
#define WHOLE(name_, layout_, count_, ways_, side_, passes_, behaves_, asleep_)                    \
    {                                                                                              \
        .name = "step/" name_, .open = bench_crowd_scene_open, .prepare = prepare, .work = step,   \
        .hash = hash, .ways = ways_, .own_bits = 1u << BENCH_DETOUR, .parts = BENCH_PARTS_MAX,     \
        .threads_most = 2, .side = side_, .count = count_, .layout = layout_, .passes = passes_,   \
        .behaves = behaves_, .asleep = asleep_                                                     \
    }

const bench_scene bench_step_scenes[] = {
    PASSES("parting-1k", BENCH_DISC, 1000, BENCH_EACH_ISA | 1u << BENCH_DETOUR, 128, 4),
    PASSES("parting-10k", BENCH_DISC, 10000, BENCH_EACH_ISA | 1u << BENCH_DETOUR, 1024, 4),
    PASSES("parting-100k", BENCH_DISC, 100000, BENCH_EACH_ISA, 1024, 4),
    WHOLE("behaving-100k", BENCH_DISC, 100000, BENCH_EACH_ISA, 1024, 4, true, 0),
    WHOLE("half-asleep-100k", BENCH_DISC, 100000, BENCH_EACH_ISA, 1024, 4, false, 50),
    WHOLE("mostly-asleep-100k", BENCH_DISC, 100000, BENCH_EACH_ISA, 1024, 4, false, 90),
    WHOLE("asleep-100k", BENCH_DISC, 100000, BENCH_EACH_ISA, 1024, 4, false, 100),
    SIZED("crowd-1k", BENCH_DISC, 1000, BENCH_EACH_ISA | 1u << BENCH_DETOUR, 128),
    SCENE("crowd-10k", BENCH_DISC, 10000, BENCH_EACH_ISA | 1u << BENCH_DETOUR),
    SCENE("clumps-10k", BENCH_CLUMPS, 10000, BENCH_ONLY_WIDE),
    SCENE("straggler-10k", BENCH_STRAGGLER, 10000, BENCH_ONLY_WIDE),
    SCENE("crowd-100k", BENCH_DISC, 100000, BENCH_EACH_ISA),
    SCENE("clumps-100k", BENCH_CLUMPS, 100000, BENCH_ONLY_WIDE),
    SCENE("straggler-100k", BENCH_STRAGGLER, 100000, BENCH_ONLY_WIDE),
    SCENE("crowd-1m", BENCH_DISC, 1000000, BENCH_EACH_ISA),
    SCENE("clumps-1m", BENCH_CLUMPS, 1000000, BENCH_ONLY_WIDE),
    SCENE("straggler-1m", BENCH_STRAGGLER, 1000000, BENCH_ONLY_WIDE),
    {.name = NULL}};
