#include "json.h"
#include "run.h"

#include <inttypes.h>
#include <stdio.h>

/* Milliseconds of a stage: per call for what is done once per destination, per step for the rest.
 */
static double stage_ms(const tool_run *run, throng_stage stage)
{
    const double calls = stage <= THRONG_STAGE_FLOW ? (double)run->engine.stage_calls[stage]
                                                    : (double)run->result.steps;
    return calls > 0.0 ? tool_engine_ms(&run->engine, stage) / calls : 0.0;
}

static double ms_per_step(const tool_run *run)
{
    return run->result.steps > 0 ? (double)run->result.wall_ns * 1e-6 / run->result.steps : 0.0;
}

/* Simulated time over time spent; 0 if nothing was simulated. */
static double pace(const tool_run *run)
{
    const double ms = ms_per_step(run);
    return ms > 0.0 ? 1000.0 / TOOL_RUN_RATE / ms : 0.0;
}

static int32_t count_goal_cells(const tool_run *run)
{
    int32_t count = 0;
    for (int32_t p = 0; p < run->party_count; p++)
        count += run->area[p].count;
    return count;
}

static void print_json_parties(const tool_run *run, tool_json *json)
{
    tool_json_begin(json, "parties", '[');
    for (int32_t p = 0; p < run->party_count; p++) {
        const tool_run_party *party = &run->result.parties[p];
        tool_json_begin(json, NULL, '{');
        tool_json_string(json, "name", run->map.cast[p].name);
        tool_json_int(json, "members", party->agents);
        tool_json_int(json, "members_arrived", party->arrived);
        tool_json_number(json, "last_arrival_s", party->last_arrival);
        tool_json_end(json, '}');
    }
    tool_json_end(json, ']');
}

void tool_run_print_json(const tool_run *run)
{
    const tool_run_result *result = &run->result;
    tool_json json = {0, false};
    tool_json_begin(&json, NULL, '{');
    tool_json_string(&json, "map", run->map.name);
    tool_json_int(&json, "width", run->map.grid.width);
    tool_json_int(&json, "height", run->map.grid.height);
    tool_json_begin(&json, "goals", '[');
    for (int32_t i = 0; i < run->options.points.count; i++)
        tool_json_cell(&json, NULL, run->options.points.cells[i]);
    tool_json_end(&json, ']');
    tool_json_int(&json, "goal_cells", count_goal_cells(run));
    tool_json_string(&json, "isa", throng_isa_name(throng_context_isa(run->engine.context)));
    tool_json_int(&json, "threads", run->options.threads);
    tool_json_int(&json, "agents", result->end.agents);
    tool_json_int(&json, "arrived", result->end.arrived);
    tool_json_int(&json, "quarantined", result->end.quarantined);
    tool_json_number(&json, "seconds", (double)result->steps / TOOL_RUN_RATE);
    tool_json_int(&json, "steps", result->steps);
    tool_json_number(&json, "ms_per_step", ms_per_step(run));
    tool_json_number(&json, "times_real_time", pace(run));
    tool_json_begin(&json, "stage_ms", '{');
    for (throng_stage stage = THRONG_STAGE_COST; stage <= THRONG_STAGE_STEP; stage++)
        tool_json_number(&json, throng_stage_name(stage), stage_ms(run, stage));
    tool_json_end(&json, '}');
    if (run->map.cast != NULL)
        print_json_parties(run, &json);
    tool_json_int(&json, "wall_violations", result->wall_violations);
    tool_json_number(&json, "max_overlap", (double)result->max_overlap);
    tool_json_number(&json, "end_overlap", (double)result->end.max_overlap);
    tool_json_int(&json, "overlapping_pairs", result->end.overlapping);
    tool_json_hash(&json, "integration_fnv1a64",
                   throng_integration_hash(run->fields[0].integration));
    tool_json_hash(&json, "flow_fnv1a64", throng_flow_hash(run->fields[0].flow));
    tool_json_hash(&json, "state_hash", result->state_hash);
    tool_json_uint(&json, "seed", run->options.seed);
    tool_json_end(&json, '}');
}

static void print_stage(const tool_run *run, throng_stage stage)
{
    const bool is_field = stage <= THRONG_STAGE_FLOW;
    const double ms = stage_ms(run, stage);
    const double items = is_field ? (double)run->map.grid.width * (double)run->map.grid.height
                                  : (double)run->result.end.agents;
    char rate[16] = "-";
    if (ms > 0.0)
        tool_format_count(items / ms * 1000.0, rate, sizeof rate);
    printf("  %-12s %10.3f %12s %s/s\n", throng_stage_name(stage), ms, rate,
           is_field ? "cells" : "agents");
}

static void print_goals(const tool_run *run)
{
    const tool_goals *points = &run->options.points;
    printf("goals            ");
    for (int32_t i = 0; i < points->count && i < TOOL_MAP_GOALS_MAX; i++)
        printf("%d,%d  ", points->cells[i].x, points->cells[i].y);
    printf("%s(%d cells in all)\n", points->count > TOOL_MAP_GOALS_MAX ? "... " : "",
           count_goal_cells(run));
}

void tool_run_print_table(const tool_run *run)
{
    const tool_run_result *result = &run->result;
    printf("map              %s, %d x %d cells\n", run->map.name, run->map.grid.width,
           run->map.grid.height);
    print_goals(run);
    printf("isa, threads     %s, %d\n", throng_isa_name(throng_context_isa(run->engine.context)),
           (int)run->options.threads);
    printf("simulated        %.1f s, %d steps, seed %" PRIu64 "\n\n",
           (double)result->steps / TOOL_RUN_RATE, result->steps, run->options.seed);
    printf("  %-12s %10s %12s\n", "stage", "ms", "speed");
    for (throng_stage stage = THRONG_STAGE_COST; stage <= THRONG_STAGE_STEP; stage++)
        print_stage(run, stage);
    printf("  (cost, integration, flow: once per destination; the rest: per step)\n\n");
    printf("one step         %.3f ms, %.1f times real time\n", ms_per_step(run), pace(run));
    printf("agents           %d\n", result->end.agents);
    printf("arrived          %d, %.1f %%\n", result->end.arrived,
           result->end.agents > 0 ? 100.0 * result->end.arrived / result->end.agents : 0.0);
    for (int32_t p = 0; run->map.cast != NULL && p < run->party_count; p++) {
        const tool_run_party *party = &run->result.parties[p];
        printf("  %-14s %d of %d arrived, the last of them after %.1f s\n", run->map.cast[p].name,
               party->arrived, party->agents, party->last_arrival);
    }
    printf("wall violations  %" PRId64 "\n", result->wall_violations);
    if (result->end.quarantined > 0)
        printf("quarantined      %d\n", result->end.quarantined);
    printf("overlap          %d pairs at the end, the deepest %.1f %% of its sum of radii (%.1f %% "
           "in any "
           "look)\n",
           result->end.overlapping, 100.0 * (double)result->end.max_overlap,
           100.0 * (double)result->max_overlap);
    printf("state hash       %016" PRIx64 "\n", result->state_hash);
    if (run->options.png_path != NULL)
        printf("picture          %s\n", run->options.png_path);
    if (run->options.video_path != NULL)
        printf("video            %s\n", run->options.video_path);
}
