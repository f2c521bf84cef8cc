#include "run.h"
#include "spread.h"

/* A goal is a disc of at least this many cells (radius 2), and of one more cell for so many agents.
 * Whoever comes when it is full settles round those who are there, so it need not hold everybody:
 * with fewer agents per cell those who come first settle on the rim and the middle stays empty,
 * with more they press on one another to get in (10,000 agents on the fortress, 60 s: with 100 per
 * cell 5801 arrived, with 20 6156; with 5 a quarter of the disc stayed empty). */
#define GOAL_CELLS_LEAST 21
#define AGENTS_PER_GOAL_CELL 20

/* Unless somebody asks for another number. */
#define AGENTS_ON_MAPS 10000
#define SECONDS_ON_MAPS 60.0

static bool choose_goals(tool_run *run)
{
    tool_goals *points = &run->options.points;
    if (!tool_goals_check(points, &run->map))
        return false;
    if (points->count == 0) {
        for (int32_t i = 0; i < run->map.goal_count; i++) {
            if (!tool_goals_add(points, run->map.goals[i]))
                return false;
        }
    }
    if (points->count == 0 && !tool_spread_find_goal(&run->engine, &run->fields[0], points))
        return false;
    const int32_t each = (int32_t)(run->options.agents / AGENTS_PER_GOAL_CELL / points->count);
    return tool_spread_grow(run->fields[0].cost, points,
                            each > GOAL_CELLS_LEAST ? each : GOAL_CELLS_LEAST, &run->area[0]);
}

bool tool_run_open_crowd(tool_run *run)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = run->map.grid;
    desc.agent_capacity = (int32_t)run->options.agents;
    desc.group_capacity = TOOL_PARTIES_MAX;
    return tool_engine_check(&run->engine,
                             throng_crowd_create(run->engine.context, &desc, &run->crowd));
}

bool tool_run_add_group(tool_run *run, int32_t party)
{
    throng_group_desc group = throng_group_desc_default();
    group.cost = run->fields[party].cost;
    group.walls = throng_layer_cost(run->fields[party].walls);
    const bool has_way = run->map.cast == NULL || run->map.cast[party].to.width > 0 ||
                         run->map.cast[party].flees > 0;
    if (has_way) {
        group.integration = run->fields[party].integration;
        group.flow = run->fields[party].flow;
    }
    int32_t number = 0;
    return tool_engine_check(&run->engine, throng_crowd_add_group(run->crowd, &group, &number));
}

/* One party, all over the map. */
static bool prepare_map(tool_run *run)
{
    tool_run_options *options = &run->options;
    if (options->agents == 0)
        options->agents = AGENTS_ON_MAPS;
    run->party_count = 1;
    return tool_fields_open(&run->engine, &run->map, TOOL_LAYER_LAND, &run->fields[0]) &&
           choose_goals(run) &&
           tool_fields_solve(&run->engine, &run->fields[0], run->area[0].cells,
                             run->area[0].count) &&
           tool_run_open_crowd(run) && tool_run_add_group(run, 0) &&
           tool_spread_agents(&run->engine, &run->fields[0], run->crowd, (int32_t)options->agents,
                              options->seed);
}

bool tool_run_prepare(tool_run *run)
{
    tool_run_options *options = &run->options;
    if (!tool_map_load(options->map_words, &run->map))
        return false;
    if (options->seconds < 0.0)
        options->seconds = run->map.cast != NULL ? run->map.seconds : SECONDS_ON_MAPS;
    return tool_engine_open(&run->engine, options->isa, (int32_t)options->threads) &&
           (run->map.cast != NULL ? tool_run_prepare_cast(run) : prepare_map(run));
}
