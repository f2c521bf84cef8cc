/* Paths: so many units, each by A* of its own, all to one destination. */
#include <throng/path.h>

#include "world.h"

#include <stdlib.h>

typedef struct units {
    throng_path_finder *finder;
    throng_cell *from, *cells;
    int32_t capacity;
    uint64_t hash; /* of all costs and lengths */
} units;

/* Anywhere with a way to the goal. */
static void put_units(const bench_world *w, units *u)
{
    uint64_t chance = 7;
    for (int32_t i = 0; i < w->scene->count;) {
        const throng_cell cell = {
            (int32_t)(bench_random(&chance) % (uint64_t)w->ground.width),
            (int32_t)(bench_random(&chance) % (uint64_t)w->ground.height),
        };
        if (throng_integration_at(w->integration, cell) != THRONG_UNREACHABLE)
            u->from[i++] = cell;
    }
}

static bench_world *open_units(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_world_open(scene, way, scene->map);
    if (!world)
        return NULL;
    const int32_t width = world->ground.width, height = world->ground.height;
    units *u = calloc(1, sizeof *u);
    if (u) {
        u->capacity = width * height;
        u->from = malloc((size_t)scene->count * sizeof *u->from);
        u->cells = malloc((size_t)u->capacity * sizeof *u->cells);
    }
    if (!u || !u->from || !u->cells) {
        bench_check(THRONG_ERROR_MEMORY, scene->name);
        return NULL;
    }
    put_units(world, u);
    world->own = u;
    world->items = (double)scene->count;
    world->unit = "paths";
    return bench_check(throng_path_finder_create(world->context, width, height, &u->finder),
                       "path finder")
               ? world
               : NULL;
}

static void find_paths(bench_world *w, int part)
{
    (void)part;
    units *u = w->own;
    u->hash = BENCH_HASH_START;
    for (int32_t i = 0; i < w->scene->count; i++) {
        int32_t count = 0;
        uint32_t cost = 0;
        const throng_result result = throng_path(u->finder, w->cost, u->from[i], w->goal, NULL,
                                                 u->cells, u->capacity, &count, &cost);
        if (result != THRONG_SAME_CELL)
            bench_check(result, "path");
        u->hash = bench_hash(u->hash, &cost, sizeof cost);
    }
}

static uint64_t hash(const bench_world *w)
{
    return ((const units *)w->own)->hash;
}

#define SCENE(name_, map_, count_)                                                                 \
    {                                                                                              \
        .name = "path/" name_, .open = open_units, .work = find_paths, .hash = hash,               \
        .ways = BENCH_ONLY_SCALAR, .parts = 1, .threads_most = 1, .map = map_, .count = count_     \
    }

const bench_scene bench_path_scenes[] = {SCENE("random:64-10", "random:64", 10),
                                         SCENE("random:256-1", "random:256", 1),
                                         SCENE("random:256-10", "random:256", 10),
                                         SCENE("random:256-100", "random:256", 100),
                                         SCENE("random:256-1000", "random:256", 1000),
                                         SCENE("random:1024-10", "random:1024", 10),
                                         {.name = NULL}};
