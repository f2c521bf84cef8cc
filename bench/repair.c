/* Repair: a wall of one cell or a tower of 3 x 3 goes up not far from the goal, or comes down
 * again, and the fields follow. bench/repair_times gives medians over many places, which this does
 * not. */
#include "world.h"

/* Cells from the goal to the tower: what lies behind it is changed, and no more. */
#define AWAY 20

static throng_rect place_of(const bench_world *w)
{
    const int32_t side = w->scene->count;
    return (throng_rect){w->goal.x + AWAY, w->goal.y + AWAY / 2, side, side};
}

/* Twice: up and down, so that the map is what it was. */
static void repair(bench_world *w, int part)
{
    const throng_rect place = place_of(w);
    const uint8_t *below = w->ground.costs + place.y * w->ground.width + place.x;
    if (part == 0)
        bench_check(throng_cost_fill(w->cost, place, THRONG_WALL), "fill");
    else
        bench_check(throng_cost_write(w->cost, place, below, (size_t)w->ground.width), "write");
    bench_check(throng_cost_commit(w->cost), "commit");
    bench_check(throng_integration_repair(w->solver, w->cost, &place, 1, w->integration), "repair");
    bench_check(throng_flow(w->cost, w->integration, w->flow), "flow");
}

static uint64_t hash(const bench_world *w)
{
    return throng_integration_hash(w->integration) ^ throng_flow_hash(w->flow);
}

#define SCENE(name_, map_, side_)                                                                  \
    {                                                                                              \
        .name = "repair/" name_, .open = bench_map_open, .work = repair, .hash = hash,             \
        .ways = BENCH_SHIPPED, .is_world_per_way = true, .parts = 2, .threads_most = 1,            \
        .map = map_, .count = side_                                                                \
    }

const bench_scene bench_repair_scenes[] = {SCENE("random:64-cell", "random:64", 1),
                                           SCENE("random:256-cell", "random:256", 1),
                                           SCENE("random:256-tower", "random:256", 3),
                                           SCENE("random:1024-cell", "random:1024", 1),
                                           SCENE("random:1024-tower", "random:1024", 3),
                                           SCENE("open:1024-tower", "open:1024", 3),
                                           {.name = NULL}};
