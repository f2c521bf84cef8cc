#include "world.h"

#include "flow/flow.h"

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

static bool paint(const bench_world *world, const bench_ground *ground)
{
    size_t cells = (size_t)ground->side * (size_t)ground->side;
    uint8_t *costs = malloc(cells);
    uint64_t chance = 1;
    if (!costs)
        return bench_check(THRONG_ERROR_MEMORY, "costs");
    for (size_t i = 0; i < cells; i++) {
        int32_t k = (int32_t)(bench_random(&chance) % 100) - ground->walls;
        costs[i] = k < 0 ? THRONG_WALL : 1;
        if (ground->is_rough && k >= 0)
            costs[i] = k < 15 ? 3 : k < 22 ? 6 : 1;
    }
    throng_rect all = {0, 0, ground->side, ground->side};
    throng_rect goal = {ground->goal.x - 1, ground->goal.y - 1, 3, 3};
    bool is_good =
        bench_check(throng_cost_write(world->cost, all, costs, (size_t)ground->side), "write") &&
        bench_check(throng_cost_fill(world->cost, goal, 1), "fill") &&
        bench_check(throng_cost_commit(world->cost), "commit");
    free(costs);
    return is_good;
}

static bool make_fields(bench_world *w, const bench_ground *ground)
{
    throng_grid grid = throng_grid_default(ground->side, ground->side);
    w->goal = ground->goal;
    return bench_check(throng_cost_create(w->context, &grid, &w->cost), "cost field") &&
           bench_check(throng_solver_create(w->context, ground->side, ground->side, &w->solver),
                       "solver") &&
           bench_check(throng_integration_create(w->context, &grid, &w->integration),
                       "integration field") &&
           bench_check(throng_flow_create(w->context, &grid, &w->flow), "flow field") &&
           paint(w, ground) &&
           bench_check(throng_integrate(w->solver, w->cost, &w->goal, 1, w->integration),
                       "integrate") &&
           bench_check(throng_flow(w->cost, w->integration, w->flow), "flow");
}

bench_world *bench_world_open(const bench_scene *scene, const bench_ground *ground)
{
    bench_world *world = calloc(1, sizeof *world);
    if (!world) {
        bench_check(THRONG_ERROR_MEMORY, scene->name);
        return NULL;
    }
    world->scene = scene;
    throng_context_desc desc = throng_context_desc_default();
    desc.allocator.allocate = allocate;
    desc.allocator.release = release;
    desc.allocator.user = world;
    if (!bench_check(throng_context_create(&desc, &world->context), "context") ||
        !make_fields(world, ground))
        return NULL; /* what was made goes with the program, which ends now */
    world->allocations_at_start = world->allocations;
    return world;
}

bench_facts bench_look(const bench_world *world)
{
    bench_facts facts = {
        .neighbours = world->neighbours,
        .spared = world->spared,
        .allocations = (double)(world->allocations - world->allocations_at_start),
    };
    if (world->crowd) {
        facts.items = (double)world->crowd->count;
        facts.is_of_agents = true;
        facts.bytes_an_item =
            (double)throng_crowd_bytes(world->crowd) / (double)world->crowd->desc.agent_capacity;
    } else if (world->point_count > 0) {
        facts.items = (double)world->point_count;
        facts.is_of_agents = true;
    } else {
        facts.items = (double)throng_grid_cells(&world->cost->grid);
    }
    return facts;
}
