/* Many fields: destinations all over one map, each with its flow field, in one call. */
#include "world.h"

#include <stdlib.h>

static bool make_job(bench_world *w, throng_solve_job *job, uint64_t *chance)
{
    const throng_grid *grid = &w->cost->grid;
    throng_cell *goal = malloc(sizeof *goal);
    if (!goal)
        return bench_check(THRONG_ERROR_MEMORY, "goal");
    do {
        goal->x = (int32_t)(bench_random(chance) % (uint64_t)grid->width);
        goal->y = (int32_t)(bench_random(chance) % (uint64_t)grid->height);
    } while (throng_integration_at(w->integration, *goal) == THRONG_UNREACHABLE);
    *job = (throng_solve_job){.cost = w->cost, .goals = goal, .goal_count = 1};
    return bench_check(throng_solver_create(w->context, grid->width, grid->height, &job->solver),
                       "solver") &&
           bench_check(throng_integration_create(w->context, grid, &job->integration),
                       "integration field") &&
           bench_check(throng_flow_create(w->context, grid, &job->flow), "flow field");
}

static bench_world *open_many(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_world_open(scene, way, scene->map);
    throng_solve_job *jobs = calloc((size_t)scene->count, sizeof *jobs);
    uint64_t chance = 8;
    if (!world || !jobs)
        return NULL;
    for (int32_t i = 0; i < scene->count; i++)
        if (!make_job(world, &jobs[i], &chance))
            return NULL;
    world->own = jobs;
    world->unit = "cells";
    world->items = (double)scene->count * (double)throng_grid_cells(&world->cost->grid);
    return world;
}

static void solve_many(bench_world *w, int part)
{
    (void)part;
    bench_check(throng_solve_many(w->context, w->own, w->scene->count), "solve_many");
}

static uint64_t hash(const bench_world *w)
{
    const throng_solve_job *jobs = w->own;
    uint64_t hash = BENCH_HASH_START;
    for (int32_t i = 0; i < w->scene->count; i++) {
        const uint64_t own[2] = {throng_integration_hash(jobs[i].integration),
                                 throng_flow_hash(jobs[i].flow)};
        hash = bench_hash(hash, own, sizeof own);
    }
    return hash;
}

#define SCENE(name_, map_, count_)                                                                 \
    {                                                                                              \
        .name = "many/" name_, .open = open_many, .work = solve_many, .hash = hash,                \
        .ways = BENCH_SHIPPED, .is_world_per_way = true, .parts = 1, .threads_most = 2,            \
        .item_bytes = 14.0f, .map = map_, .count = count_                                          \
    }

const bench_scene bench_many_scenes[] = {SCENE("random:256-x16", "random:256", 16),
                                         SCENE("open:256-x16", "open:256", 16),
                                         SCENE("random:1024-x4", "random:1024", 4),
                                         {.name = NULL}};
