/* Scenes with a cast: one terrain, and for each party a layer of it, fields and a group. */
#include "run.h"
#include "spread.h"

#include <math.h>
#include <stdlib.h>

/* Places of a lattice on which agents stand this many radii apart do not touch, whichever way they
 * are moved by the jitter. */
#define LATTICE_RADII 2.4f
#define JITTER_RADII 0.15f

/* What is farther from danger is safe, in units of D: 40 m. */
#define FEARED 400

/* Twice a second somebody looks where the danger is. */
#define FLIGHT_STEPS (TOOL_RUN_RATE / 2)

static int32_t share_of(const tool_run *run, int32_t party, int64_t total)
{
    const int64_t count = run->map.cast[party].count * run->options.agents / total;
    return count > 0 ? (int32_t)count : 1;
}

/* How many agents each party gets, of those that were asked for. */
static void count_agents(tool_run *run)
{
    int64_t total = 0;
    for (int32_t p = 0; p < run->party_count; p++)
        total += run->map.cast[p].count;
    if (run->options.agents == 0)
        run->options.agents = total;
    int64_t sum = 0;
    for (int32_t p = 0; p < run->party_count; p++)
        sum += run->result.parties[p].agents = share_of(run, p, total);
    run->options.agents = sum;
}

static bool open_terrain(tool_run *run)
{
    const throng_grid *grid = &run->map.grid;
    const throng_rect all = {0, 0, grid->width, grid->height};
    const tool_engine *engine = &run->engine;
    return tool_engine_check(engine, throng_terrain_create(engine->context, grid, &run->terrain)) &&
           tool_engine_check(engine, throng_terrain_write(run->terrain, all, run->map.terrain,
                                                          (size_t)grid->width));
}

static bool solve_goal(tool_run *run, int32_t number)
{
    const throng_rect to = run->map.cast[number].to;
    tool_goals *area = &run->area[number];
    for (int32_t i = 0; i < to.width * to.height; i++) {
        const throng_cell goal = {to.x + i % to.width, to.y + i / to.width};
        if (!tool_goals_add(area, goal))
            return false;
    }
    /* Repairs, which congestion makes, need to know all goals. */
    return tool_engine_check(&run->engine, throng_integration_reserve_goals(
                                               run->fields[number].integration, area->count)) &&
           tool_fields_solve(&run->engine, &run->fields[number], area->cells, area->count);
}

static bool open_fields(tool_run *run, int32_t number)
{
    const tool_party *party = &run->map.cast[number];
    throng_mover_desc mover = throng_mover_desc_default();
    for (int32_t id = 0; id < 256; id++)
        mover.cost[id] = id == party->closed_id ? THRONG_WALL : run->map.cost[TOOL_LAYER_LAND][id];
    /* Whoever fits into one cell may stand in every cell; others need their clearance. */
    if (party->radius > 0.5f)
        mover.radius_256 = (int32_t)ceilf(party->radius * 256.0f);
    if (!tool_fields_open_layer(&run->engine, run->terrain, &mover, &run->fields[number]))
        return false;
    if (party->flees > 0 && run->danger == NULL &&
        !tool_engine_check(&run->engine,
                           throng_danger_create(run->engine.context, &run->map.grid, &run->danger)))
        return false;
    return party->to.width == 0 || solve_goal(run, number);
}

/* The danger is where the agents of another party are. */
static bool flee(tool_run *run, int32_t number)
{
    const tool_fields *fields = &run->fields[number];
    throng_integration_desc desc = throng_integration_desc_default();
    tool_goals cells = {NULL, 0, 0};
    throng_crowd_view view;
    bool is_good = tool_engine_check(&run->engine, throng_crowd_read(run->crowd, &view));
    for (int32_t i = 0; is_good && i < view.count; i++) {
        throng_cell cell;
        if (view.group[i] == run->map.cast[number].flees - 1 &&
            throng_cost_cell_of(fields->cost, (throng_point){view.x[i], view.y[i]}, &cell))
            is_good = tool_goals_add(&cells, cell);
    }
    desc.goals = cells.cells;
    desc.goal_count = cells.count;
    desc.limit = FEARED;
    is_good =
        is_good && tool_engine_check(&run->engine,
                                     throng_danger_solve(run->danger, fields->solver, fields->cost,
                                                         &desc, THRONG_DANGER_PERCENT,
                                                         fields->integration, fields->flow));
    tool_goals_free(&cells);
    return is_good;
}

static bool mind_crowds(tool_run *run, int32_t number)
{
    const tool_fields *fields = &run->fields[number];
    const throng_congestion_field field = {fields->integration, fields->flow};
    return tool_engine_check(&run->engine,
                             throng_congestion_update(run->congestion[number], run->crowd,
                                                      1.0f / TOOL_RUN_RATE, fields->solver, &field,
                                                      1, NULL));
}

bool tool_run_turn_cast(tool_run *run, int32_t step)
{
    bool is_good = true;
    for (int32_t p = 0; p < run->party_count && is_good; p++) {
        if (run->map.cast[p].flees > 0 && step % FLIGHT_STEPS == 0)
            is_good = flee(run, p);
        if (run->congestion[p] != NULL)
            is_good = is_good && mind_crowds(run, p);
    }
    return is_good;
}

static bool can_start(const tool_run *run, int32_t number, throng_cell cell)
{
    const tool_fields *fields = &run->fields[number];
    if (run->map.cast[number].to.width == 0)
        return throng_cost_at(fields->cost, cell) != THRONG_WALL;
    return throng_integration_at(fields->integration, cell) != THRONG_UNREACHABLE;
}

/* Where agents of the party may start: places of a lattice over its rectangle from which there is a
 * way. The caller frees them. */
static throng_point *list_places(const tool_run *run, int32_t number, int32_t *count)
{
    const tool_party *party = &run->map.cast[number];
    const float apart = LATTICE_RADII * party->radius;
    const int32_t columns = (int32_t)((float)party->from.width / apart);
    const int32_t rows = (int32_t)((float)party->from.height / apart);
    throng_point *places = tool_alloc((size_t)columns * (size_t)rows + 1, sizeof *places);
    *count = 0;
    for (int32_t i = 0; places != NULL && i < columns * rows; i++) {
        const throng_point place = {(float)party->from.x + ((float)(i % columns) + 0.5f) * apart,
                                    (float)party->from.y + ((float)(i / columns) + 0.5f) * apart};
        const throng_cell cell = {(int32_t)place.x, (int32_t)place.y};
        if (can_start(run, number, cell))
            places[(*count)++] = place;
    }
    return places;
}

static bool add_agent(tool_run *run, int32_t number, throng_point place, uint64_t *chance)
{
    const tool_party *party = &run->map.cast[number];
    const float jitter = JITTER_RADII * party->radius;
    throng_agent_desc desc = throng_agent_desc_default();
    throng_agent_id id;
    desc.x = place.x + jitter * (2.0f * tool_random_unit(chance) - 1.0f);
    desc.y = place.y + jitter * (2.0f * tool_random_unit(chance) - 1.0f);
    desc.radius = party->radius;
    desc.mass = desc.mass * (party->radius * party->radius) /
                (TOOL_AGENT_RADIUS * TOOL_AGENT_RADIUS); /* by the area of its disc */
    desc.max_speed = party->speed * (0.9f + 0.2f * tool_random_unit(chance));
    desc.group = number;
    desc.user = (uint64_t)throng_crowd_count(run->crowd);
    if (!tool_engine_check(&run->engine, throng_crowd_add(run->crowd, &desc, &id, NULL)))
        return false;
    if (run->first_agent[number] == THRONG_AGENT_NONE)
        run->first_agent[number] = id;
    return true;
}

static bool add_agents(tool_run *run, int32_t number, uint64_t *chance)
{
    int32_t place_count = 0;
    const int32_t wanted = run->result.parties[number].agents;
    throng_point *places = list_places(run, number, &place_count);
    bool is_good = places != NULL;
    if (is_good && place_count < wanted)
        is_good = tool_fail("--agents: %d of the %s are asked for, and where they start is room "
                            "for %d",
                            wanted, run->map.cast[number].name, place_count);
    for (int32_t i = 0; is_good && i < wanted; i++) {
        const int32_t k = i + (int32_t)(tool_random(chance) % (uint64_t)(place_count - i));
        const throng_point place = places[k];
        places[k] = places[i];
        is_good = add_agent(run, number, place, chance);
    }
    free(places);
    return is_good;
}

static bool add_party(tool_run *run, int32_t number, uint64_t *chance)
{
    const tool_party *party = &run->map.cast[number];
    const throng_congestion_desc congestion = throng_congestion_desc_default();
    if (!tool_run_add_group(run, number) || !add_agents(run, number, chance))
        return false;
    if (party->minds_crowds &&
        !tool_engine_check(&run->engine,
                           throng_congestion_create(run->fields[number].layer, &congestion,
                                                    &run->congestion[number])))
        return false;
    if (party->behave == NULL)
        return true;
    throng_behaviour_desc desc = throng_behaviour_desc_default();
    party->behave(&desc);
    if (party->quarry > 0)
        desc.target.agent = desc.threat.agent = run->first_agent[party->quarry - 1];
    return tool_engine_check(&run->engine, throng_crowd_set_behaviour(run->crowd, number, &desc));
}

/* Where the picture has its rings. */
static bool mark_goals(tool_run *run)
{
    bool is_good = true;
    for (int32_t p = 0; p < run->party_count && is_good; p++) {
        const throng_rect to = run->map.cast[p].to;
        const throng_cell middle = {to.x + to.width / 2, to.y + to.height / 2};
        is_good = to.width == 0 || tool_goals_add(&run->options.points, middle);
    }
    return is_good;
}

bool tool_run_prepare_cast(tool_run *run)
{
    if (run->options.points.count > 0)
        return tool_fail("--goal: the parties of %s have goals of their own", run->map.name);
    run->party_count = run->map.party_count;
    count_agents(run);
    bool is_good = open_terrain(run) && tool_run_open_crowd(run);
    uint64_t chance = run->options.seed;
    for (int32_t p = 0; p < run->party_count && is_good; p++)
        is_good = open_fields(run, p) && add_party(run, p, &chance);
    return is_good && mark_goals(run);
}
