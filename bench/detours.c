/* What fields cost that lead around crowds and away from danger, and those that end nearby. */
#include "world.h"

#include <throng/throng.h>

#include <stdlib.h>

typedef struct detours {
    throng_terrain *terrain;
    throng_layer *layer;
    throng_congestion *congestion;
    throng_danger *danger;
} detours;

/* The crowd's map as a layer, its fields and its group on that. */
static bool make_layer(bench_world *w)
{
    detours *own = w->own;
    throng_mover_desc mover = throng_mover_desc_default();
    for (int32_t id = 1; id < 256; id++)
        mover.cost[id] = (uint8_t)id; /* ids are costs */
    const throng_rect whole = {0, 0, w->ground.width, w->ground.height};
    throng_group_desc group;
    if (!bench_check(throng_terrain_create(w->context, &w->cost->grid, &own->terrain), "terrain") ||
        !bench_check(
            throng_terrain_write(own->terrain, whole, w->ground.costs, (size_t)w->ground.width),
            "write") ||
        !bench_check(throng_layer_create(own->terrain, &mover, &own->layer), "layer") ||
        !bench_check(throng_solve(w->solver, throng_layer_cost(own->layer), &w->goal, 1,
                                  w->integration, w->flow),
                     "solve") ||
        !bench_check(throng_crowd_get_group(w->crowd, 0, &group), "group"))
        return false;
    group.cost = throng_layer_cost(own->layer);
    return bench_check(throng_crowd_set_group(w->crowd, 0, &group), "group");
}

static bench_world *open_congestion(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_crowd_scene_open(scene, way);
    detours *own = calloc(1, sizeof *own);
    if (!world || !own)
        return NULL;
    world->own = own;
    throng_congestion_desc desc = throng_congestion_desc_default();
    desc.price = 4; /* so that every square in which somebody stands changes its price */
    if (!make_layer(world) ||
        !bench_check(throng_congestion_create(own->layer, &desc, &own->congestion), "congestion"))
        return NULL;
    world->allocations_at_start = world->allocations; /* what is made here is no step's */
    return world;
}

/* No prices yet; they rise for seconds from then on, so that each update changes most of them. */
static void forget(bench_world *w)
{
    const detours *own = w->own;
    throng_rect changed[1];
    int32_t count;
    bench_check(throng_congestion_clear(own->congestion), "clear");
    bench_check(throng_layer_update(own->layer, changed, 1, &count), "layer");
    bench_check(throng_solve(w->solver, throng_layer_cost(own->layer), &w->goal, 1, w->integration,
                             w->flow),
                "solve");
}

static void update(bench_world *w, int part)
{
    (void)part;
    const detours *own = w->own;
    const throng_congestion_field field = {w->integration, w->flow};
    throng_congestion_changes changes;
    bench_check(
        throng_congestion_update(own->congestion, w->crowd, 0.1f, w->solver, &field, 1, &changes),
        "update");
    w->is_broken = w->is_broken || changes.rect_count == 0;
}

static uint64_t hash_congestion(const bench_world *w)
{
    const detours *own = w->own;
    return throng_cost_hash(throng_layer_cost(own->layer)) ^
           throng_integration_hash(w->integration) ^ throng_flow_hash(w->flow);
}

static bench_world *open_danger(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_map_open(scene, way);
    detours *own = calloc(1, sizeof *own);
    if (!world || !own)
        return NULL;
    world->own = own;
    return bench_check(throng_danger_create(world->context, &world->cost->grid, &own->danger),
                       "danger")
               ? world
               : NULL;
}

static void flee(bench_world *w, int part)
{
    (void)part;
    const detours *own = w->own;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &w->goal;
    desc.goal_count = 1;
    bench_check(throng_danger_solve(own->danger, w->solver, w->cost, &desc, THRONG_DANGER_PERCENT,
                                    w->integration, w->flow),
                "danger");
}

static uint64_t hash_fields(const bench_world *w)
{
    return throng_integration_hash(w->integration) ^ throng_flow_hash(w->flow);
}

/* Of two places by turns, so that one is left behind. */
static void solve_near(bench_world *w, int part)
{
    throng_integration_desc desc = throng_integration_desc_default();
    const throng_cell away = {w->ground.width - 1 - w->goal.x / 2, w->goal.y / 2};
    const throng_cell goals[2] = {part ? away : w->goal, w->goal};
    desc.goals = goals;
    desc.goal_count = 1;
    desc.limit = (uint32_t)w->scene->count;
    if (throng_cost_at(w->cost, goals[0]) == THRONG_WALL)
        desc.goals = &goals[1];
    bench_check(throng_solve_with(w->solver, w->cost, &desc, w->integration, w->flow), "solve");
}

static void solve_first(bench_world *w)
{
    solve_near(w, 0);
}

#define LIMITED(name_, map_, limit_)                                                               \
    {                                                                                              \
        .name = "limited/" name_, .open = bench_map_open, .prepare = solve_first,                  \
        .work = solve_near, .hash = hash_fields, .ways = BENCH_SHIPPED, .is_world_per_way = true,  \
        .parts = 2, .threads_most = 1, .map = map_, .count = limit_                                \
    }

#define CONGESTION(name_, count_, side_)                                                           \
    {                                                                                              \
        .name = "congestion/" name_, .open = open_congestion, .prepare = forget, .work = update,   \
        .hash = hash_congestion, .ways = BENCH_SHIPPED, .is_world_per_way = true, .parts = 10,     \
        .threads_most = 1, .side = side_, .count = count_, .layout = BENCH_DISC, .passes = 4       \
    }

#define DANGER(map_)                                                                               \
    {                                                                                              \
        .name = "danger/" map_, .open = open_danger, .work = flee, .hash = hash_fields,            \
        .ways = BENCH_SHIPPED, .is_world_per_way = true, .parts = 1, .threads_most = 1,            \
        .map = map_                                                                                \
    }

const bench_scene bench_detours_scenes[] = {CONGESTION("crowd-10k", 10000, 512),
                                            CONGESTION("crowd-100k", 100000, 512),
                                            DANGER("random:256"),
                                            DANGER("random:1024"),
                                            DANGER("open:1024"),
                                            LIMITED("random:1024-300", "random:1024", 300),
                                            LIMITED("open:1024-300", "open:1024", 300),
                                            LIMITED("open:1024-2000", "open:1024", 2000),
                                            {.name = NULL}};
