/* Neighbours: separation alone over agents that stand anyhow, sorting alone, and both where
 * thousands stand in one cell. */
#include "world.h"

static bench_world *open_standing(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_world_open_corner(scene, way, "empty");
    if (!world || !bench_crowd_open(world) || !bench_crowd_save(world))
        return NULL;
    throng_crowd_sort(world->crowd);
    return world;
}

static void separate(bench_world *w, int part)
{
    (void)part;
    throng_crowd *crowd = w->crowd;
    throng_separation_job job = {&crowd->neighbours, crowd->agents.push_x, crowd->agents.push_y};
    w->context->kernels.separate(&job, 0, crowd->neighbours.count);
}

static void sort(bench_world *w, int part)
{
    (void)part;
    w->crowd->is_sorted = false;
    throng_crowd_sort(w->crowd);
}

static void sort_and_separate(bench_world *w, int part)
{
    sort(w, part);
    separate(w, part);
}

/* Sorting again and again would put the arrays into the order now and then. */
static void stay(bench_world *w)
{
    w->crowd->sort_count = 0;
}

static uint64_t hash_pushes(const bench_world *w)
{
    return throng_crowd_stage_hash(w->crowd, THRONG_STAGE_NEIGHBOURS);
}

static uint64_t hash_order(const bench_world *w)
{
    const throng_neighbours *n = &w->crowd->neighbours;
    return bench_hash(BENCH_HASH_START, n->index, (size_t)n->count * sizeof *n->index);
}

#define SCENE(name_, layout_, count_, side_, neighbours_, prepare_, work_, hash_, ways_, threads_) \
    {                                                                                              \
        .name = "neighbours/" name_, .open = open_standing, .prepare = prepare_, .work = work_,    \
        .hash = hash_, .ways = ways_, .parts = 1, .threads_most = threads_, .side = side_,         \
        .count = count_, .neighbours = neighbours_, .layout = layout_                              \
    }
#define SEPARATION(name_, count_, side_, neighbours_)                                              \
    SCENE(name_, BENCH_ANYHOW, count_, side_, neighbours_, NULL, separate, hash_pushes,            \
          BENCH_EACH_ISA, 1)
#define SORT(name_, count_, side_)                                                                 \
    SCENE(name_, BENCH_ANYHOW, count_, side_, 6, stay, sort, hash_order, BENCH_ONLY_SCALAR, 2)
#define BOTH(name_, layout_, count_, side_)                                                        \
    SCENE(name_, layout_, count_, side_, 6, stay, sort_and_separate, hash_pushes, BENCH_EACH_ISA, 1)

/* The side fits count agents with so many neighbours each, in circles of 0.48 m. */
const bench_scene bench_neighbours_scenes[] = {SEPARATION("6-1k", 1000, 16, 6),
                                               SEPARATION("1", 100000, 300, 1),
                                               SEPARATION("6", 100000, 120, 6),
                                               SEPARATION("20", 100000, 70, 20),
                                               SEPARATION("40", 100000, 50, 40),
                                               SORT("sort-1k", 1000, 16),
                                               SORT("sort-100k", 100000, 120),
                                               SORT("sort-1m", 1000000, 360),
                                               BOTH("sorted-too-10k", BENCH_ANYHOW, 10000, 40),
                                               BOTH("one-cell-4096", BENCH_ONE_CELL, 4096, 8),
                                               {.name = NULL}};
