#include "scenario.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "maps.h"
#include "random.h"

enum { SEED = 2026 };

static const throng_cell goals[] = {{80, 60}, {81, 60}, {4, 5}};

/* Cells of 0.7 m and a crooked origin, so that world and cell coordinates differ in every digit. */
static throng_grid make_grid(void)
{
    throng_grid grid = throng_grid_default(SCENARIO_WIDTH, SCENARIO_HEIGHT);
    grid.cell_size = 0.7f;
    grid.origin_x = -13.3f;
    grid.origin_y = 101.7f;
    return grid;
}

static throng_point centre_of(throng_grid grid, throng_cell cell)
{
    throng_point point;
    point.x = grid.origin_x + ((float)cell.x + 0.5f) * grid.cell_size;
    point.y = grid.origin_y + ((float)cell.y + 0.5f) * grid.cell_size;
    return point;
}

static void prepare_ground(scenario_input *input)
{
    test_random random = {SEED};
    test_map_make(&random, SCENARIO_WIDTH, SCENARIO_HEIGHT, TEST_WALLS_NOISE, 15, TEST_PRICES_SMALL,
                  input->costs);
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++)
        input->costs[goals[i].y * SCENARIO_WIDTH + goals[i].x] = 1;
}

/* Agents in passable cells, some of them on top of each other, every seventh with a speed so small
 * that products of it are denormal. */
static void prepare_agents(scenario_input *input)
{
    test_random random = {SEED + 1};
    for (int32_t i = 0; i < SCENARIO_AGENTS; i++) {
        throng_cell cell;
        do {
            cell.x = test_random_int(&random, 0, SCENARIO_WIDTH - 1);
            cell.y = test_random_int(&random, 0, SCENARIO_HEIGHT - 1);
        } while (input->costs[cell.y * SCENARIO_WIDTH + cell.x] == THRONG_WALL);
        const bool is_slow = i % 7 == 0;
        const throng_point place = centre_of(input->grid, cell);
        throng_agent_desc *agent = &input->agents[i];
        *agent = throng_agent_desc_default();
        agent->x = place.x + test_random_float(&random, -0.3f, 0.3f);
        agent->y = place.y + test_random_float(&random, -0.3f, 0.3f);
        agent->radius = test_random_float(&random, 0.1f, 0.3f);
        agent->max_speed = is_slow ? 3e-38f : test_random_float(&random, 0.5f, 3.0f);
        agent->max_acceleration = is_slow ? 2e-38f : 0.0f;
        agent->velocity_x = is_slow ? 1e-39f : test_random_float(&random, -1.0f, 1.0f);
        agent->mass = test_random_float(&random, 40.0f, 120.0f);
        agent->group = i % 2;
        agent->user = (uint64_t)i;
    }
}

void scenario_prepare(scenario *self)
{
    memset(self, 0, sizeof *self);
    scenario_input *input = &self->input;
    input->grid = make_grid();
    prepare_ground(input);
    prepare_agents(input);
    test_random random = {SEED + 2};
    const float side = input->grid.cell_size * SCENARIO_WIDTH;
    for (int i = 0; i < SCENARIO_POINTS; i++) {
        input->points_x[i] = input->grid.origin_x + test_random_float(&random, -5.0f, side + 5.0f);
        input->points_y[i] = input->grid.origin_y + test_random_float(&random, -5.0f, side + 5.0f);
    }
    for (int i = 0; i < SCENARIO_QUERIES; i++) {
        const throng_cell cell = {2 * i, i};
        input->query_centres[i] = centre_of(input->grid, cell);
        input->query_radii[i] = 0.37f * (float)i;
    }
    for (int i = 0; i < SCENARIO_STAMPS; i++) {
        const throng_cell cell = {20 + 7 * i, 30};
        input->stamps[i] = centre_of(input->grid, cell);
    }
}

static throng_result write_ground(scenario *self)
{
    const throng_rect all = {0, 0, SCENARIO_WIDTH, SCENARIO_HEIGHT};
    const throng_result result =
        throng_cost_write(self->cost, all, self->input.costs, SCENARIO_WIDTH);
    return result == THRONG_OK ? throng_cost_commit(self->cost) : result;
}

static throng_result add_agents(scenario *self)
{
    throng_result result = THRONG_OK;
    for (int32_t i = 0; i < SCENARIO_AGENTS && result == THRONG_OK; i++) {
        throng_agent_id id;
        result = throng_crowd_add(self->crowd, &self->input.agents[i], &id, NULL);
    }
    return result;
}

static throng_result make_crowd(scenario *self)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = self->input.grid;
    desc.agent_capacity = 100;
    desc.group_capacity = 1;
    desc.hash_stages = true;
    throng_result result = throng_crowd_create(self->context, &desc, &self->crowd);
    if (result == THRONG_OK)
        result = throng_crowd_reserve(self->crowd, SCENARIO_AGENTS, 2);
    throng_group_desc group = throng_group_desc_default();
    group.cost = self->cost;
    group.integration = self->integration;
    group.flow = self->flow;
    for (int32_t i = 0; i < 2 && result == THRONG_OK; i++) {
        int32_t index;
        group.wall_rule = i == 0 ? THRONG_WALL_RULE_DROP : THRONG_WALL_RULE_REPEL;
        result = throng_crowd_add_group(self->crowd, &group, &index);
    }
    return result == THRONG_OK ? add_agents(self) : result;
}

static throng_result make_all(scenario *self, const throng_context_desc *desc)
{
    const throng_grid grid = self->input.grid;
    throng_result result = throng_context_create(desc, &self->context);
    if (result == THRONG_OK)
        result = throng_cost_create(self->context, &grid, &self->cost);
    if (result == THRONG_OK)
        result = write_ground(self);
    if (result == THRONG_OK)
        result = throng_solver_create(self->context, grid.width, grid.height, &self->solver);
    if (result == THRONG_OK)
        result = throng_integration_create(self->context, &grid, &self->integration);
    if (result == THRONG_OK)
        result = throng_flow_create(self->context, &grid, &self->flow);
    if (result == THRONG_OK)
        result = throng_builder_create(self->context, &grid, &self->builder);
    if (result == THRONG_OK)
        result = throng_builder_reserve_goals(self->builder, 100);
    if (result == THRONG_OK)
        result = throng_path_finder_create(self->context, grid.width, grid.height, &self->finder);
    return result == THRONG_OK ? make_crowd(self) : result;
}

throng_result scenario_create(scenario *self, const throng_context_desc *desc)
{
    const throng_result result = make_all(self, desc);
    if (result != THRONG_OK)
        scenario_destroy(self);
    return result;
}

void scenario_destroy(scenario *self)
{
    assert_ok(throng_crowd_destroy(self->crowd));
    assert_ok(throng_path_finder_destroy(self->finder));
    assert_ok(throng_builder_destroy(self->builder));
    assert_ok(throng_flow_destroy(self->flow));
    assert_ok(throng_integration_destroy(self->integration));
    assert_ok(throng_solver_destroy(self->solver));
    assert_ok(throng_cost_destroy(self->cost));
    assert_ok(throng_context_destroy(self->context));
    self->crowd = NULL;
    self->builder = NULL;
    self->finder = NULL;
    self->flow = NULL;
    self->integration = NULL;
    self->solver = NULL;
    self->cost = NULL;
    self->context = NULL;
}

static uint64_t hash_floats(const float *x, const float *y, size_t count)
{
    return test_hash_bytes((const uint8_t *)x, count * sizeof *x) ^
           3 * test_hash_bytes((const uint8_t *)y, count * sizeof *y);
}

static void sample(scenario *self, scenario_hashes *out)
{
    throng_points points;
    memset(&points, 0, sizeof points);
    points.count = SCENARIO_POINTS;
    points.x = self->input.points_x;
    points.y = self->input.points_y;
    throng_vectors headings = {self->headings_x, self->headings_y, 0};
    throng_sample_desc desc = throng_sample_desc_default();
    desc.terrain = self->cost;
    const throng_flow_field *fields[] = {self->flow};
    assert_ok(throng_sample(self->context, fields, 1, &desc, &points, headings));
    out->sample = hash_floats(self->headings_x, self->headings_y, SCENARIO_POINTS);
}

/* The answers about places: they compute with floats too. */
static void ask_places(scenario *self, scenario_hashes *out)
{
    uint64_t hash = 0;
    for (int i = 0; i < SCENARIO_POINTS; i++) {
        const throng_point point = {self->input.points_x[i], self->input.points_y[i]};
        throng_cell cell = {-1, -1};
        throng_point place = {0.0f, 0.0f};
        hash = 31 * hash + (uint64_t)throng_cost_cell_of(self->cost, point, &cell);
        hash = 31 * hash + (uint64_t)throng_cost_nearest_free(self->cost, point, &place);
        hash = 31 * hash + (uint64_t)(cell.x + 1000 * cell.y);
        hash = 31 * hash + hash_floats(&place.x, &place.y, 1);
        bool is_seen = false;
        assert_ok(throng_line_of_sight(self->cost, self->input.query_centres[i % SCENARIO_QUERIES],
                                       point, self->input.query_radii[i % SCENARIO_QUERIES] / 16,
                                       &is_seen));
        hash = 31 * hash + is_seen;
    }
    out->places = hash;
}

static void search(scenario *self, scenario_hashes *out)
{
    int32_t count = 0;
    uint32_t total = 0;
    assert_ok(throng_path(self->finder, self->cost, goals[2], goals[0], NULL, self->path,
                          SCENARIO_CELLS, &count, &total));
    out->path = total;
    for (int32_t i = 0; i < count; i++)
        out->path = 31 * out->path + (uint64_t)(self->path[i].x + 1000 * self->path[i].y);
}

static void query(scenario *self, scenario_hashes *out)
{
    const scenario_input *input = &self->input;
    out->query = 0;
    for (int i = 0; i < SCENARIO_QUERIES; i++) {
        int32_t count = 0;
        assert_ok(throng_crowd_query_radius(self->crowd, input->query_centres[i],
                                            input->query_radii[i], self->found, SCENARIO_AGENTS,
                                            &count));
        for (int32_t k = 0; k < count; k++)
            out->query = 31 * out->query + self->found[k];
    }
    throng_crowd_report report;
    memset(&report, 0, sizeof report);
    assert_ok(throng_crowd_inspect(self->crowd, &report));
    assert_int_equal(report.in_wall, 0);
    assert_int_equal(report.agents, SCENARIO_AGENTS);
    out->report =
        hash_floats(&report.max_overlap, &report.max_overlap, 1) + (uint64_t)report.overlapping;
}

static void solve(scenario *self, scenario_hashes *out)
{
    const int32_t goal_count = (int32_t)(sizeof goals / sizeof goals[0]);
    assert_ok(throng_integrate(self->solver, self->cost, goals, goal_count, self->integration));
    assert_ok(throng_flow(self->cost, self->integration, self->flow));
    out->integration = throng_integration_hash(self->integration);
    out->flow = throng_flow_hash(self->flow);
}

static void build(scenario *self, throng_rect changed)
{
    assert_ok(throng_builder_begin_repair(self->builder, self->cost, &changed, 1, NULL,
                                          self->integration, self->flow));
    for (bool is_done = false; !is_done;)
        assert_ok(throng_builder_continue(self->builder, 3000, &is_done));
}

/* After stamp `i`, whose centre is that of cell (20 + 7 * i, 30) and whose disc is 1.6 cells wide.
 */
static void repair(scenario *self, int i, scenario_hashes *out)
{
    const throng_rect changed = {18 + 7 * i, 28, 5, 5};
    if (i % 2 == 0) {
        assert_ok(
            throng_integration_repair(self->solver, self->cost, &changed, 1, self->integration));
        assert_ok(throng_flow(self->cost, self->integration, self->flow));
    } else {
        build(self, changed);
    }
    out->integration = throng_integration_hash(self->integration);
    out->flow = throng_flow_hash(self->flow);
}

void scenario_work(scenario *self, int steps, scenario_hashes *out)
{
    memset(out, 0, sizeof *out);
    solve(self, out);
    for (int i = 0; i < steps; i++) {
        assert_ok(throng_crowd_step(self->crowd, 1.0f / 30.0f));
        if (i % 4 != 3)
            continue;
        /* A wall falls from the sky, here and there on agents' heads. */
        const int stamp = i / 4 % SCENARIO_STAMPS;
        const throng_point place = self->input.stamps[stamp];
        assert_ok(throng_cost_stamp_disc(self->cost, place, 1.13f, THRONG_WALL));
        assert_ok(throng_cost_commit(self->cost));
        if (stamp % 2 == 0)
            repair(self, stamp, out);
        else
            solve(self, out);
    }
    assert_ok(throng_crowd_step(self->crowd, 1.0f / 60.0f));
    out->cost = throng_cost_hash(self->cost);
    sample(self, out);
    ask_places(self, out);
    search(self, out);
    query(self, out);
    for (int i = 0; i < 8; i++)
        out->stages[i] = throng_crowd_hash(self->crowd, (throng_stage)i);
}

void scenario_run(const throng_context_desc *desc, int steps, scenario_hashes *out)
{
    scenario *self = malloc(sizeof *self);
    assert_non_null(self);
    scenario_prepare(self);
    assert_ok(scenario_create(self, desc));
    scenario_work(self, steps, out);
    scenario_destroy(self);
    free(self);
}

static int compare(const char *who, const char *what, uint64_t a, uint64_t b)
{
    if (a == b)
        return 0;
    print_error("%s: %s differs, %016llx and %016llx\n", who, what, (unsigned long long)a,
                (unsigned long long)b);
    return 1;
}

void scenario_assert_equal(const scenario_hashes *a, const scenario_hashes *b, const char *who)
{
    int differences = 0;
    differences += compare(who, "cost", a->cost, b->cost);
    differences += compare(who, "integration", a->integration, b->integration);
    differences += compare(who, "flow", a->flow, b->flow);
    differences += compare(who, "sample", a->sample, b->sample);
    differences += compare(who, "path", a->path, b->path);
    differences += compare(who, "query", a->query, b->query);
    differences += compare(who, "places", a->places, b->places);
    differences += compare(who, "report", a->report, b->report);
    for (int i = 0; i < 8; i++)
        differences += compare(who, throng_stage_name((throng_stage)i), a->stages[i], b->stages[i]);
    assert_int_equal(differences, 0);
}
