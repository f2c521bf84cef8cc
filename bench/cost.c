/* Cost: what committing a map prepares for the solvers, all of it anew or where a cell was edited.
 */
#include "cost/cost.h"

#include "world.h"

static void edit_all(bench_world *w)
{
    const bench_ground *ground = &w->ground;
    const throng_rect all = {0, 0, ground->width, ground->height};
    bench_check(throng_cost_write(w->cost, all, ground->costs, (size_t)ground->width), "write");
}

/* To a wall and back by turns would leave one hash in two: the cell gets the cost that it has. */
static void edit_cell(bench_world *w)
{
    const throng_cell cell = w->goal;
    bench_check(throng_cost_fill(w->cost, (throng_rect){cell.x, cell.y, 1, 1},
                                 throng_cost_at(w->cost, cell)),
                "fill");
}

static void commit(bench_world *w, int part)
{
    (void)part;
    bench_check(throng_cost_commit(w->cost), "commit");
}

static uint64_t hash(const bench_world *w)
{
    return bench_hash(BENCH_HASH_START, w->cost->moves, (size_t)throng_grid_cells(&w->cost->grid));
}

#define SCENE(name_, map_, prepare_)                                                               \
    {                                                                                              \
        .name = "cost/" name_, .open = bench_map_open, .prepare = prepare_, .work = commit,        \
        .hash = hash, .ways = BENCH_SHIPPED, .is_world_per_way = true, .parts = 1,                 \
        .threads_most = 1, .item_bytes = 2.0f, .map = map_                                         \
    }

const bench_scene bench_cost_scenes[] = {SCENE("random:64", "random:64", edit_all),
                                         SCENE("random:256", "random:256", edit_all),
                                         SCENE("random:1024", "random:1024", edit_all),
                                         SCENE("random:1024-cell", "random:1024", edit_cell),
                                         {.name = NULL}};
