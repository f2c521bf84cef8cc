/* Neighbours: separation alone over agents that stand anyhow, sorting alone, and both where
 * thousands stand in one cell. */
#include "peers.h"
#include "world.h"

#include <math.h>
#include <stdio.h>

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
    throng_separation_job job = {
        &crowd->neighbours, crowd->agents.push_x, crowd->agents.push_y, {NULL, NULL}};
    w->context->kernels.separate(&job, 0, crowd->neighbours.count);
}

static void sort(bench_world *w, int part)
{
    (void)part;
    w->crowd->is_sorted = false;
    throng_crowd_sort(w->crowd);
}

/* Our inverse root is up to a thousandth too small, and sums in another order have other last bits:
 * whoever is off by more than two thousandths a neighbour, where the greatest push of one is 1, has
 * computed something else. */
static bool is_same_but_for_bits(const bench_world *w, const bench_crowd_peer *peer)
{
    const throng_neighbours *n = &w->crowd->neighbours;
    const float *x = peer->x(w->peer), *y = peer->y(w->peer);
    float off = 0.0f;
    for (int32_t i = 0; i < n->count; i++) {
        off = fmaxf(off, fabsf(w->crowd->agents.push_x[n->place[i]] - x[i]));
        off = fmaxf(off, fabsf(w->crowd->agents.push_y[n->place[i]] - y[i]));
    }
    if ((double)off <= 2e-3 * w->neighbours)
        return true;
    fprintf(stderr, "%s: a push is off by %g\n", w->scene->name, (double)off);
    return false;
}

/* Gets the agents in the order in which they are sorted, which is the best for a search in a tree.
 */
static void open_peer(bench_world *w)
{
    const bench_crowd_peer *peer = bench_crowd_peers[w->way];
    const throng_neighbours *n = &w->crowd->neighbours;
    const bench_discs discs = {.count = n->count,
                               .x = n->x,
                               .y = n->y,
                               .radius = w->crowd->agents.radius[0],
                               .range = 2.0f * n->reach[0] * n->unit,
                               .side = (float)w->scene->side,
                               .dt = BENCH_STEP};
    separate(w, 0);
    w->peer = peer->open(&discs);
    if (w->peer)
        peer->work(w->peer);
    w->is_broken = !w->peer || !is_same_but_for_bits(w, peer);
}

static void sort_and_separate(bench_world *w, int part)
{
    if (w->way == BENCH_NANOFLANN) {
        if (!w->peer)
            open_peer(w);
        if (!w->is_broken)
            bench_crowd_peers[w->way]->work(w->peer);
        return;
    }
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
    if (w->way == BENCH_NANOFLANN)
        return bench_hash(BENCH_HASH_START, bench_crowd_peers[w->way]->x(w->peer),
                          (size_t)w->crowd->count * sizeof(float));
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
        .hash = hash_, .ways = ways_, .own_bits = 1u << BENCH_NANOFLANN, .parts = 1,               \
        .threads_most = threads_, .side = side_, .count = count_, .neighbours = neighbours_,       \
        .layout = layout_                                                                          \
    }
#define SEPARATION(name_, count_, side_, neighbours_)                                              \
    SCENE(name_, BENCH_ANYHOW, count_, side_, neighbours_, NULL, separate, hash_pushes,            \
          BENCH_EACH_ISA, 1)
#define SORT(name_, count_, side_)                                                                 \
    SCENE(name_, BENCH_ANYHOW, count_, side_, 6, stay, sort, hash_order, BENCH_ONLY_SCALAR, 2)
#define BOTH(name_, layout_, count_, side_)                                                        \
    SCENE(name_, layout_, count_, side_, 6, stay, sort_and_separate, hash_pushes,                  \
          BENCH_EACH_ISA | 1u << BENCH_NANOFLANN, 1)

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
                                               BOTH("sorted-too-100k", BENCH_ANYHOW, 100000, 120),
                                               BOTH("one-cell-4096", BENCH_ONE_CELL, 4096, 8),
                                               {.name = NULL}};
