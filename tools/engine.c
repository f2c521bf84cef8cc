#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void keep_sentence(throng_result result, const char *sentence, void *user)
{
    tool_engine *engine = user;
    (void)result;
    snprintf(engine->sentence, sizeof engine->sentence, "%s", sentence);
}

static void time_stage(throng_stage stage, bool begins, void *user)
{
    tool_engine *engine = user;
    const uint64_t now = engine->clock();
    if (begins) {
        engine->stage_began[stage] = now;
        return;
    }
    engine->stage_ns[stage] += now - engine->stage_began[stage];
    engine->stage_calls[stage]++;
}

bool tool_engine_open(tool_engine *engine, throng_isa isa, int32_t thread_count)
{
    memset(engine, 0, sizeof *engine);
    engine->clock = tool_now;
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    desc.log = keep_sentence;
    desc.log_user = engine;
    desc.profile = time_stage;
    desc.profile_user = engine;
    if (thread_count > 1) {
        desc.tasks.mode = THRONG_TASKS_OPENMP;
        desc.tasks.worker_count = thread_count;
    }
    return tool_engine_check(engine, throng_context_create(&desc, &engine->context));
}

void tool_engine_close(tool_engine *engine)
{
    throng_context_destroy(engine->context);
    engine->context = NULL;
}

bool tool_engine_check(const tool_engine *engine, throng_result result)
{
    if (result == THRONG_OK)
        return true;
    const bool has_sentence = engine->sentence[0] != '\0';
    return tool_fail("%s", has_sentence ? engine->sentence : throng_result_text(result));
}

double tool_engine_ms(const tool_engine *engine, throng_stage stage)
{
    return (double)engine->stage_ns[stage] * 1e-6;
}

static bool open_fields(tool_engine *engine, throng_grid grid, tool_fields *out)
{
    throng_context *context = engine->context;
    return tool_engine_check(
               engine, throng_solver_create(context, grid.width, grid.height, &out->solver)) &&
           tool_engine_check(engine,
                             throng_integration_create(context, &grid, &out->integration)) &&
           tool_engine_check(engine, throng_flow_create(context, &grid, &out->flow));
}

bool tool_fields_open(tool_engine *engine, const tool_map *map, tool_layer layer, tool_fields *out)
{
    memset(out, 0, sizeof *out);
    const throng_grid grid = map->grid;
    throng_layer_desc desc = throng_layer_desc_default();
    memcpy(desc.cost, map->cost[layer], sizeof desc.cost);
    const throng_rect all = {0, 0, grid.width, grid.height};
    if (!tool_engine_check(engine, throng_cost_create(engine->context, &grid, &out->own)))
        return false;
    out->cost = out->own;
    return tool_engine_check(engine, throng_cost_derive(out->own, all, map->terrain,
                                                        (size_t)grid.width, &desc)) &&
           tool_engine_check(engine, throng_cost_commit(out->own)) &&
           open_fields(engine, grid, out);
}

bool tool_fields_open_layer(tool_engine *engine, throng_terrain *terrain,
                            const throng_mover_desc *mover, tool_fields *out)
{
    memset(out, 0, sizeof *out);
    if (!tool_engine_check(engine, throng_layer_create(terrain, mover, &out->layer)))
        return false;
    out->cost = throng_layer_cost(out->layer);
    throng_mover_desc point = *mover;
    point.radius_256 = 0;
    if (mover->radius_256 > 0 &&
        !tool_engine_check(engine, throng_layer_create(terrain, &point, &out->walls)))
        return false;
    return open_fields(engine, throng_terrain_grid(terrain), out);
}

void tool_fields_close(tool_fields *fields)
{
    throng_flow_destroy(fields->flow);
    throng_integration_destroy(fields->integration);
    throng_solver_destroy(fields->solver);
    throng_layer_destroy(fields->layer);
    throng_layer_destroy(fields->walls);
    throng_cost_destroy(fields->own);
    memset(fields, 0, sizeof *fields);
}

bool tool_fields_solve(tool_engine *engine, tool_fields *fields, const throng_cell *goals,
                       int32_t goal_count)
{
    return tool_engine_check(engine, throng_integrate(fields->solver, fields->cost, goals,
                                                      goal_count, fields->integration)) &&
           tool_engine_check(engine, throng_flow(fields->cost, fields->integration, fields->flow));
}

tool_reach tool_fields_reach(const tool_fields *fields)
{
    const throng_grid grid = throng_integration_grid(fields->integration);
    const uint32_t *values = throng_integration_values(fields->integration);
    const size_t count = (size_t)grid.width * (size_t)grid.height;
    tool_reach reach = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        if (values[i] == THRONG_UNREACHABLE)
            continue;
        reach.cell_count++;
        reach.sum += values[i];
        if (values[i] > reach.largest)
            reach.largest = values[i];
    }
    return reach;
}

bool tool_goals_add(tool_goals *goals, throng_cell cell)
{
    if (goals->count == goals->capacity) {
        const int32_t capacity = goals->capacity > 0 ? 2 * goals->capacity : 16;
        throng_cell *grown = realloc(goals->cells, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return tool_fail("there is no memory for %d goals", capacity);
        goals->cells = grown;
        goals->capacity = capacity;
    }
    goals->cells[goals->count++] = cell;
    return true;
}

bool tool_goals_parse(tool_goals *goals, const char *text)
{
    throng_cell cell;
    return tool_parse_cell(text, "--goal", &cell) && tool_goals_add(goals, cell);
}

void tool_goals_free(tool_goals *goals)
{
    free(goals->cells);
    memset(goals, 0, sizeof *goals);
}

bool tool_goals_check(const tool_goals *goals, const tool_map *map)
{
    for (int32_t i = 0; i < goals->count; i++) {
        const throng_cell goal = goals->cells[i];
        if (goal.x < 0 || goal.y < 0 || goal.x >= map->grid.width || goal.y >= map->grid.height)
            return tool_fail("--goal %d,%d is off the map; expected 0,0..%d,%d", goal.x, goal.y,
                             map->grid.width - 1, map->grid.height - 1);
    }
    return true;
}
