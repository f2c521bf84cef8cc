#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t bench_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    return throng_mix(*state);
}

float bench_random_unit(uint64_t *state)
{
    return (float)(bench_random(state) >> 40) * (1.0f / 16777216.0f);
}

uint64_t bench_hash(uint64_t hash, const void *bytes, size_t count)
{
    return throng_fnv1a(hash, bytes, count);
}

bool bench_check(throng_result result, const char *what)
{
    if (result != THRONG_OK)
        fprintf(stderr, "%s: %s\n", what, throng_result_text(result));
    return result == THRONG_OK;
}

static void *allocate(size_t bytes, size_t alignment, void *user)
{
    ((bench_world *)user)->allocations++;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void release(void *memory, size_t bytes, void *user)
{
    (void)bytes;
    (void)user;
    free(memory);
}

static bool paint(const bench_world *world, bool has_goal_in_corner)
{
    const bench_ground *ground = &world->ground;
    const throng_rect all = {0, 0, ground->width, ground->height};
    const throng_rect corner = {ground->goal.x - 1, ground->goal.y - 1, 3, 3};
    return bench_check(throng_cost_write(world->cost, all, ground->costs, (size_t)ground->width),
                       "write") &&
           (!has_goal_in_corner || bench_check(throng_cost_fill(world->cost, corner, 1), "fill")) &&
           bench_check(throng_cost_commit(world->cost), "commit");
}

static bool make_fields(bench_world *w, bool has_goal_in_corner)
{
    const throng_grid grid = throng_grid_default(w->ground.width, w->ground.height);
    w->goal = w->ground.goal;
    return bench_check(throng_cost_create(w->context, &grid, &w->cost), "cost field") &&
           bench_check(throng_solver_create(w->context, grid.width, grid.height, &w->solver),
                       "solver") &&
           bench_check(throng_integration_create(w->context, &grid, &w->integration),
                       "integration field") &&
           bench_check(throng_flow_create(w->context, &grid, &w->flow), "flow field") &&
           paint(w, has_goal_in_corner) &&
           bench_check(throng_integrate(w->solver, w->cost, &w->goal, 1, w->integration),
                       "integrate") &&
           bench_check(throng_flow(w->cost, w->integration, w->flow), "flow");
}

static bench_world *open_world(const bench_scene *scene, bench_way way, const char *map,
                               bool has_goal_in_corner)
{
    bench_world *world = calloc(1, sizeof *world);
    if (!world) {
        bench_check(THRONG_ERROR_MEMORY, scene->name);
        return NULL;
    }
    world->scene = scene;
    throng_context_desc desc = throng_context_desc_default();
    if (scene->is_world_per_way)
        desc.isa = bench_way_isa(way);
    desc.allocator.allocate = allocate;
    desc.allocator.release = release;
    desc.allocator.user = world;
    if (!bench_ground_make(map, &world->ground))
        return NULL;
    if (has_goal_in_corner)
        world->ground.goal = (throng_cell){2, 2};
    if (!bench_check(throng_context_create(&desc, &world->context), "context") ||
        !make_fields(world, has_goal_in_corner))
        return NULL; /* what was made goes with the program, which ends now */
    world->allocations_at_start = world->allocations;
    return world;
}

bench_world *bench_world_open(const bench_scene *scene, bench_way way, const char *map)
{
    return open_world(scene, way, map, false);
}

bench_world *bench_world_open_corner(const bench_scene *scene, bench_way way, const char *kind)
{
    char map[32];
    snprintf(map, sizeof map, "%s:%d", kind, (int)scene->side);
    return open_world(scene, way, map, true);
}

bench_world *bench_map_open(const bench_scene *scene, bench_way way)
{
    return open_world(scene, way, scene->map, false);
}

bool bench_scene_is_there(const bench_scene *scene)
{
    return !scene->map || bench_ground_is_there(scene->map);
}

bench_facts bench_look(const bench_world *world)
{
    bench_facts facts = {
        .unit = "cells",
        .is_broken = world->is_broken,
        .neighbours = world->neighbours,
        .spared = world->spared,
        .allocations = (double)(world->allocations - world->allocations_at_start),
    };
    if (world->items > 0.0) {
        facts.items = world->items;
        facts.unit = world->unit;
    } else if (world->crowd) {
        facts.items = (double)world->crowd->count;
        facts.unit = "agents";
        facts.bytes_an_item =
            (double)throng_crowd_bytes(world->crowd) / (double)world->crowd->desc.agent_capacity;
    } else if (world->point_count > 0) {
        facts.items = (double)world->point_count;
        facts.unit = "agents";
    } else {
        facts.items = (double)throng_grid_cells(&world->cost->grid);
    }
    return facts;
}
