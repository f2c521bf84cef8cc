/* Integration: one destination on every class of map; with the map prepared and, one-shot, from an
 * array of costs; alone and with its flow field. */
#include "flow/flow.h"

#include "integration/integration.h"
#include "peers.h"
#include "plain.h"
#include "world.h"

static int32_t goal_of(const bench_world *w)
{
    return w->goal.y * w->ground.width + w->goal.x;
}

static bench_world *open_fields(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_world_open(scene, way, scene->map);
    const bench_field_peer *peer = bench_field_peers[way];
    if (!world)
        return NULL;
    const bench_ground *ground = &world->ground;
    bool is_good = true;
    if (way == BENCH_HEAP) {
        world->heap = bench_heap_create(ground->width * ground->height);
        is_good = world->heap != NULL;
    } else if (peer) {
        world->peer = peer->open(ground->width, ground->height, ground->costs);
        is_good = world->peer != NULL;
    }
    return is_good || bench_check(THRONG_ERROR_MEMORY, scene->name) ? world : NULL;
}

/* The distances of everybody else lie where ours would. */
static void solve_otherwise(bench_world *w, int32_t neighbours)
{
    const bench_ground *ground = &w->ground;
    uint32_t *distance = w->integration->distance;
    if (w->way == BENCH_HEAP)
        bench_heap_solve(w->heap, ground->width, ground->height, ground->costs, goal_of(w),
                         neighbours, distance);
    else
        bench_field_peers[w->way]->solve(w->peer, goal_of(w), distance);
}

static void integrate(bench_world *w, int part)
{
    (void)part;
    if (w->way >= BENCH_HEAP)
        solve_otherwise(w, 8);
    else
        bench_check(throng_integrate(w->solver, w->cost, &w->goal, 1, w->integration), "integrate");
}

static void start_anew(bench_world *w, int part)
{
    const bench_ground *ground = &w->ground;
    const throng_rect all = {0, 0, ground->width, ground->height};
    bench_check(throng_cost_write(w->cost, all, ground->costs, (size_t)ground->width), "write");
    bench_check(throng_cost_commit(w->cost), "commit");
    integrate(w, part);
}

static void integrate_4(bench_world *w, int part)
{
    (void)part;
    solve_otherwise(w, 4);
}

/* Others get the plain kernels for the directions. */
static void solve(bench_world *w, int part)
{
    (void)part;
    if (w->way >= BENCH_HEAP) {
        const throng_flow_job job = {w->ground.width, w->ground.height, w->integration->distance,
                                     w->cost->cost,   w->cost->moves,   w->flow->codes,
                                     w->flow->quads};
        solve_otherwise(w, 8);
        bench_kernels_plain.flow(&job, 0, job.height);
        bench_kernels_plain.quads(&job, 0, 1);
        bench_kernels_plain.quads(&job, job.height, job.height + 1);
    } else {
        bench_check(throng_solve(w->solver, w->cost, &w->goal, 1, w->integration, w->flow),
                    "solve");
    }
}

static uint64_t hash(const bench_world *w)
{
    return throng_integration_hash(w->integration);
}

static uint64_t hash_flow(const bench_world *w)
{
    const throng_grid *grid = &w->flow->grid;
    const uint64_t first = bench_hash(throng_integration_hash(w->integration), w->flow->codes,
                                      (size_t)grid->width * (size_t)grid->height);
    return bench_hash(first, w->flow->quads,
                      (size_t)throng_quad_count(grid) * sizeof *w->flow->quads);
}

#define OTHERS (1u << BENCH_HEAP | 1u << BENCH_PRIORITY_QUEUE | 1u << BENCH_BOOST)

/* Bytes a cell: the cost is read, the distance written; directions read distance, cost and moves,
 * and write a code and a quad of two bytes. */
#define SCENE(name_, map_, work_, hash_, ways_, bytes_)                                            \
    {                                                                                              \
        .name = name_, .open = open_fields, .work = work_, .hash = hash_, .ways = ways_,           \
        .is_world_per_way = true, .parts = 1, .threads_most = 1, .item_bytes = bytes_, .map = map_ \
    }
#define FIELD(map_) SCENE("integration/" map_, map_, integrate, hash, BENCH_SHIPPED | OTHERS, 5.0f)
#define ONE_SHOT(map_)                                                                             \
    SCENE("integration/" map_ "-one-shot", map_, start_anew, hash, BENCH_SHIPPED, 5.0f)
#define SOLVE(map_) SCENE("solve/" map_, map_, solve, hash_flow, BENCH_SHIPPED | OTHERS, 14.0f)

/* A real map's name is that of its file; its family is left out. */
#define REAL(family_, name_)                                                                       \
    SCENE("integration/" name_, family_ "/" name_, integrate, hash,                                \
          BENCH_SHIPPED | 1u << BENCH_HEAP, 5.0f),                                                 \
        SCENE("solve/" name_, family_ "/" name_, solve, hash_flow,                                 \
              BENCH_SHIPPED | 1u << BENCH_HEAP, 14.0f)

const bench_scene bench_integration_scenes[] = {FIELD("random:64"),
                                                FIELD("open:64"),
                                                ONE_SHOT("random:64"),
                                                SOLVE("random:64"),
                                                FIELD("random:256"),
                                                FIELD("random:1024"),
                                                FIELD("random:4096"),
                                                FIELD("open:256"),
                                                FIELD("open:1024"),
                                                FIELD("open:4096"),
                                                FIELD("terrain:256"),
                                                FIELD("terrain:1024"),
                                                FIELD("rooms:1024"),
                                                FIELD("maze:255"),
                                                FIELD("maze:1023"),
                                                FIELD("spiral:255"),
                                                FIELD("spiral:1023"),
                                                ONE_SHOT("random:256"),
                                                ONE_SHOT("random:1024"),
                                                ONE_SHOT("open:1024"),
                                                ONE_SHOT("terrain:1024"),
                                                SOLVE("random:256"),
                                                SOLVE("random:1024"),
                                                SOLVE("open:1024"),
                                                SOLVE("terrain:1024"),
                                                SOLVE("rooms:1024"),
                                                SCENE("integration/random:256-4-neighbours",
                                                      "random:256", integrate_4, hash,
                                                      1u << BENCH_HEAP, 5.0f),
                                                REAL("wc3maps512", "nighthaven"),
                                                REAL("wc3maps512", "icecrown"),
                                                REAL("sc1", "Archipelago"),
                                                REAL("sc1", "AcrosstheCape"),
                                                REAL("bg512", "AR0011SR"),
                                                REAL("cities", "NewYork_0_1024"),
                                                {.name = NULL}};
