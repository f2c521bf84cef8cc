/* What is asked of the ground beside distances: what a goal sees, a mover's layer, regions. None of
 * it has kernels of its own for an instruction set. bench/ground_times measures the same and more
 * against an integration, by turns. */
#include "world.h"

#include <throng/throng.h>

#include <stdlib.h>

typedef struct places {
    throng_sight_field *sight;
    throng_regions *regions;
    throng_terrain *terrain;
    throng_layer *layer;
} places;

static throng_rect whole(const bench_world *w)
{
    return (throng_rect){0, 0, w->ground.width, w->ground.height};
}

static bool write_terrain(bench_world *w)
{
    const places *own = w->own;
    return bench_check(
        throng_terrain_write(own->terrain, whole(w), w->ground.costs, (size_t)w->ground.width),
        "terrain");
}

static bool make_layer(bench_world *w)
{
    places *own = w->own;
    throng_mover_desc mover = throng_mover_desc_default();
    for (int32_t id = 1; id < 256; id++)
        mover.cost[id] = (uint8_t)id; /* ids are costs */
    mover.radius_256 = w->scene->count;
    return bench_check(throng_terrain_create(w->context, &w->cost->grid, &own->terrain),
                       "terrain") &&
           write_terrain(w) &&
           bench_check(throng_layer_create(own->terrain, &mover, &own->layer), "layer");
}

static bench_world *open_places(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_map_open(scene, way);
    places *own = calloc(1, sizeof *own);
    if (!world || !own)
        return NULL;
    world->own = own;
    const throng_grid *grid = &world->cost->grid;
    return bench_check(throng_sight_create(world->context, grid, &own->sight), "sight") &&
                   bench_check(throng_regions_create(world->context, grid, &own->regions),
                               "regions") &&
                   make_layer(world)
               ? world
               : NULL;
}

/* As on a map that has just been edited: a wall has come and gone. */
static void look(bench_world *w, int part)
{
    (void)part;
    const places *own = w->own;
    const throng_rect goal = {w->goal.x, w->goal.y, 1, 1};
    bench_check(throng_cost_fill(w->cost, goal, THRONG_WALL), "fill");
    bench_check(throng_cost_fill(w->cost, goal, 1), "fill");
    bench_check(throng_cost_commit(w->cost), "commit");
    bench_check(throng_sight(w->cost, &w->goal, 1, w->scene->count, own->sight), "sight");
}

static uint64_t hash_sight(const bench_world *w)
{
    const places *own = w->own;
    return throng_sight_hash(own->sight);
}

/* All cells, of which none costs anything else than before. */
static void update_layer(bench_world *w, int part)
{
    (void)part;
    const places *own = w->own;
    throng_rect changed[4];
    int32_t count;
    write_terrain(w);
    bench_check(throng_layer_update(own->layer, changed, 4, &count), "layer");
}

static uint64_t hash_layer(const bench_world *w)
{
    const places *own = w->own;
    return throng_cost_hash(throng_layer_cost(own->layer));
}

static void find_regions(bench_world *w, int part)
{
    (void)part;
    const places *own = w->own;
    bench_check(throng_regions_build(w->cost, own->regions), "regions");
}

static uint64_t hash_regions(const bench_world *w)
{
    const places *own = w->own;
    uint64_t hash = BENCH_HASH_START;
    for (int32_t y = 0; y < w->ground.height; y++)
        for (int32_t x = 0; x < w->ground.width; x++) {
            const int32_t region = throng_regions_at(own->regions, (throng_cell){x, y});
            hash = bench_hash(hash, &region, sizeof region);
        }
    return hash;
}

/* `radius_` in 1/256 of a cell. */
#define SCENE(name_, map_, work_, hash_, radius_)                                                  \
    {                                                                                              \
        .name = name_, .open = open_places, .work = work_, .hash = hash_,                          \
        .ways = 1u << BENCH_SCALAR, .is_world_per_way = true, .parts = 1, .threads_most = 1,       \
        .map = map_, .count = radius_                                                              \
    }

const bench_scene bench_places_scenes[] = {
    SCENE("sight/open:1024", "open:1024", look, hash_sight, 0),
    SCENE("sight/open:1024-disc", "open:1024", look, hash_sight, 100),
    SCENE("sight/random:1024", "random:1024", look, hash_sight, 0),
    SCENE("layer/open:1024-200", "open:1024", update_layer, hash_layer, 200),
    SCENE("layer/random:1024-200", "random:1024", update_layer, hash_layer, 200),
    SCENE("regions/open:1024", "open:1024", find_regions, hash_regions, 0),
    SCENE("regions/random:1024", "random:1024", find_regions, hash_regions, 0),
    {.name = NULL}};
