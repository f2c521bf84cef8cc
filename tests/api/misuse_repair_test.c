/* Repairs and batches of integration.h and flow.h, called wrongly. */
#include "misuse.h"

static const throng_cell goal = {7, 7};
static const throng_rect one = {1, 1, 1, 1};

/* Everything that a refused repair must leave alone. */
typedef struct results {
    uint64_t integration, flow;
} results;

static results results_of(const misuse_world *world)
{
    return (results){throng_integration_hash(world->integration), throng_flow_hash(world->flow)};
}

static void assert_same_results(const misuse_world *world, results before)
{
    assert_true(throng_integration_is_solved(world->integration));
    assert_true(throng_integration_hash(world->integration) == before.integration);
    assert_true(throng_flow_hash(world->flow) == before.flow);
}

static throng_result repair(misuse_world *world, const throng_rect *changed, int32_t count)
{
    return throng_integration_repair(world->solver, world->cost, changed, count,
                                     world->integration);
}

static throng_result set_goals(misuse_world *world, const throng_cell *goals, int32_t count)
{
    return throng_integration_set_goals(world->solver, world->cost, goals, count,
                                        world->integration);
}

static void edit(misuse_world *world, uint8_t cost)
{
    assert_ok(throng_cost_fill(world->cost, one, cost));
    assert_ok(throng_cost_commit(world->cost));
}

static void rectangles_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const results before = results_of(world);
    static const throng_rect wrong[] = {{-1, 0, 1, 1}, {0, -1, 1, 1}, {8, 0, 1, 1},
                                        {0, 8, 1, 1},  {0, 0, 0, 1},  {0, 0, 1, 0},
                                        {0, 0, 9, 1},  {0, 0, 1, 9},  {1, 1, INT32_MAX, INT32_MAX},
                                        {0, 0, -1, 1}, {0, 0, 1, -1}, {INT32_MIN, 0, 1, 1}};
    edit(world, 9);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const throng_rect rects[] = {one, wrong[i]};
        assert_refused(host, repair(world, rects, 2), THRONG_ERROR_ARGUMENT, "changed[1]");
    }
    assert_refused(host, repair(world, &one, -1), THRONG_ERROR_ARGUMENT, "count");
    assert_refused(host, repair(world, NULL, 1), THRONG_ERROR_ARGUMENT, "changed");
    assert_refused(host, repair(world, NULL, 0), THRONG_ERROR_ARGUMENT, "edited");
    assert_same_results(world, before);
    host->memory.closed = true;
    assert_ok(repair(world, &one, 1));
    assert_ok(repair(world, NULL, 0));
    host->memory.closed = false;
    assert_int_not_equal(throng_integration_hash(world->integration), before.integration);
}

static void goals_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const results before = results_of(world);
    const throng_cell off[] = {goal, {8, 0}}, wall = {3, 3};
    assert_refused(host, set_goals(world, off, 2), THRONG_ERROR_ARGUMENT, "goals[1]");
    assert_refused(host, set_goals(world, &goal, 0), THRONG_ERROR_ARGUMENT, "goal_count");
    assert_refused(host, set_goals(world, &goal, -1), THRONG_ERROR_ARGUMENT, "goal_count");
    assert_refused(host, set_goals(world, NULL, 1), THRONG_ERROR_ARGUMENT, "goals");
    assert_refused(host, set_goals(world, &wall, 1), THRONG_ERROR_GOAL, "goals");
    throng_cell many[65];
    for (int32_t i = 0; i < 65; i++)
        many[i] = goal;
    assert_refused(host, set_goals(world, many, 65), THRONG_ERROR_CAPACITY, "goal_count");
    assert_ok(throng_integration_reserve_goals(world->integration, 65));
    assert_ok(set_goals(world, many, 65));
    assert_same_results(world, before);
}

static void null_objects_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const results before = results_of(world);
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    throng_solver *solver = world->solver;
    const throng_cost_field *cost = world->cost;
    throng_integration_field *field = world->integration;
    assert_refused(host, throng_integration_repair(NULL, cost, &one, 1, field), argument, NULL);
    assert_refused(host, throng_integration_repair(solver, NULL, &one, 1, field), argument, "cost");
    assert_refused(host, throng_integration_repair(solver, cost, &one, 1, NULL), argument, "field");
    assert_refused(host, throng_integration_set_goals(NULL, cost, &goal, 1, field), argument, NULL);
    assert_refused(host, throng_integration_set_goals(solver, NULL, &goal, 1, field), argument,
                   "cost");
    assert_refused(host, throng_integration_set_goals(solver, cost, &goal, 1, NULL), argument,
                   "field");
    assert_refused(host, throng_solve(NULL, cost, &goal, 1, field, world->flow), argument, NULL);
    assert_refused(host, throng_solve(solver, NULL, &goal, 1, field, world->flow), argument,
                   "cost");
    assert_refused(host, throng_solve(solver, cost, &goal, 1, NULL, world->flow), argument,
                   "integration");
    assert_refused(host, throng_solve(solver, cost, &goal, 1, field, NULL), argument, "flow");
    assert_refused(host, throng_integration_reserve_goals(NULL, 1), argument, NULL);
    assert_refused(host, throng_integration_reserve_goals(field, -1), argument, "goal_capacity");
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_integration_reserve_goals(field, 1000), THRONG_ERROR_MEMORY,
                   "memory");
    assert_ok(repair(world, &one, 1));
    assert_same_results(world, before);
}

static throng_result set_goals_with(misuse_world *world, const throng_integration_desc *desc)
{
    return throng_integration_set_goals_with(world->solver, world->cost, desc, world->integration);
}

static throng_result solve_with(misuse_world *world, const throng_integration_desc *desc)
{
    return throng_solve_with(world->solver, world->cost, desc, world->integration, world->flow);
}

static throng_result integrate_with(misuse_world *world, const throng_integration_desc *desc)
{
    return throng_integrate_with(world->solver, world->cost, desc, world->integration);
}

static throng_result solve_job_with(misuse_world *world, const throng_integration_desc *desc)
{
    throng_solve_job job = {.solver = world->solver,
                            .cost = world->cost,
                            .integration = world->integration,
                            .flow = world->flow,
                            .desc = desc};
    return throng_solve_many(world->context, &job, 1);
}

static void descs_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const results before = results_of(world);
    static throng_result (*const calls[])(misuse_world *, const throng_integration_desc *) = {
        set_goals_with, solve_with, integrate_with, solve_job_with};
    const throng_cell wall = {3, 3}, off = {8, 0};
    const uint32_t odd = 7, even = 8;
    throng_cell many[65];
    uint32_t prices[65] = {2};
    for (int32_t i = 0; i < 65; i++)
        many[i] = goal;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        throng_integration_desc desc = {0}; /* was never initialised */
        assert_refused(host, calls[c](world, &desc), THRONG_ERROR_ARGUMENT, "desc");
        desc = throng_integration_desc_default();
        assert_refused(host, calls[c](world, &desc), THRONG_ERROR_ARGUMENT, "goal_count");
        desc.goals = &goal;
        desc.goal_count = 1;
        desc.prices = &odd;
        assert_refused(host, calls[c](world, &desc), THRONG_ERROR_ARGUMENT, "prices[0]");
        desc.prices = &even;
        desc.goals = &off;
        assert_refused(host, calls[c](world, &desc), THRONG_ERROR_ARGUMENT, "goals[0]");
        desc.goals = &wall;
        assert_refused(host, calls[c](world, &desc), THRONG_ERROR_GOAL, "goals");
        desc.goals = many;
        desc.prices = prices;
        desc.goal_count = 65;
        assert_refused(host, calls[c](world, &desc), THRONG_ERROR_CAPACITY, "reserve_goals");
    }
    const uint32_t values[MISUSE_SIDE * MISUSE_SIDE] = {0};
    throng_integration_desc valued = throng_integration_desc_default();
    valued.values = values;
    assert_refused(host, set_goals_with(world, &valued), THRONG_ERROR_ARGUMENT, "values");
    const throng_integration_desc good = throng_integration_desc_default();
    assert_refused(host, set_goals_with(world, NULL), THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host, solve_with(world, NULL), THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host, integrate_with(world, NULL), THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host,
                   throng_integration_set_goals_with(NULL, world->cost, &good, world->integration),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_integrate_with(NULL, world->cost, &good, world->integration),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host,
                   throng_solve_with(NULL, world->cost, &good, world->integration, world->flow),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host,
                   throng_solve_with(world->solver, world->cost, &good, world->integration, NULL),
                   THRONG_ERROR_ARGUMENT, "flow");
    throng_integration_desc_init(NULL, sizeof good);
    assert_same_results(world, before);
}

static void stale_fields_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const results before = results_of(world);
    assert_ok(throng_cost_fill(world->cost, one, 9));
    assert_refused(host, repair(world, &one, 1), THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_refused(host, set_goals(world, &goal, 1), THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_ok(throng_cost_commit(world->cost));
    assert_refused(host, set_goals(world, &goal, 1), THRONG_ERROR_OUT_OF_DATE, "cost");
    assert_refused(host, throng_flow(world->cost, world->integration, world->flow),
                   THRONG_ERROR_OUT_OF_DATE, "integration");
    assert_same_results(world, before);

    /* Another map, and a field without a result. */
    throng_cost_field *twin;
    throng_integration_field *empty;
    assert_ok(throng_cost_create(world->context, &world->grid, &twin));
    assert_ok(throng_integration_create(world->context, &world->grid, &empty));
    assert_refused(host,
                   throng_integration_repair(world->solver, twin, &one, 1, world->integration),
                   THRONG_ERROR_OUT_OF_DATE, "another");
    assert_refused(host,
                   throng_integration_set_goals(world->solver, twin, &goal, 1, world->integration),
                   THRONG_ERROR_OUT_OF_DATE, "another");
    assert_refused(host, throng_integration_repair(world->solver, world->cost, &one, 1, empty),
                   THRONG_ERROR_NOT_SOLVED, "field");
    assert_refused(host, throng_integration_set_goals(world->solver, world->cost, &goal, 1, empty),
                   THRONG_ERROR_NOT_SOLVED, "field");
    assert_false(throng_integration_is_solved(empty));
    assert_ok(throng_integration_destroy(empty));
    assert_ok(throng_cost_destroy(twin));

    /* A repair brings the field up to date. */
    assert_same_results(world, before);
    assert_ok(repair(world, &one, 1));
    assert_ok(throng_flow(world->cost, world->integration, world->flow));
    assert_ok(set_goals(world, &goal, 1));
}

static void shapes_and_solvers_that_do_not_fit_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const results before = results_of(world);
    throng_grid grid = world->grid;
    grid.width++;
    throng_integration_field *wider;
    throng_flow_field *wider_flow;
    throng_solver *narrow;
    assert_ok(throng_integration_create(world->context, &grid, &wider));
    assert_ok(throng_flow_create(world->context, &grid, &wider_flow));
    assert_ok(throng_solver_create(world->context, 8, 7, &narrow));
    assert_refused(host, throng_integration_repair(world->solver, world->cost, &one, 1, wider),
                   THRONG_ERROR_SHAPE, "field");
    assert_refused(host, throng_integration_set_goals(world->solver, world->cost, &goal, 1, wider),
                   THRONG_ERROR_SHAPE, "field");
    assert_refused(host,
                   throng_integration_repair(narrow, world->cost, &one, 1, world->integration),
                   THRONG_ERROR_CAPACITY, "solver");
    assert_refused(host,
                   throng_integration_set_goals(narrow, world->cost, &goal, 1, world->integration),
                   THRONG_ERROR_CAPACITY, "solver");
    assert_refused(host,
                   throng_solve(narrow, world->cost, &goal, 1, world->integration, world->flow),
                   THRONG_ERROR_CAPACITY, "solver");
    assert_refused(host, throng_solve(world->solver, world->cost, &goal, 1, wider, world->flow),
                   THRONG_ERROR_SHAPE, "integration");
    assert_refused(
        host, throng_solve(world->solver, world->cost, &goal, 1, world->integration, wider_flow),
        THRONG_ERROR_SHAPE, "flow");
    assert_same_results(world, before);
    assert_ok(throng_solver_destroy(narrow));
    assert_ok(throng_flow_destroy(wider_flow));
    assert_ok(throng_integration_destroy(wider));
}

enum { JOBS = 4 };

typedef struct fleet {
    throng_solver *solvers[JOBS];
    throng_integration_field *fields[JOBS];
    throng_flow_field *flows[JOBS];
    throng_cell goals[JOBS];
    throng_integrate_job integrate[JOBS];
    throng_solve_job solve[JOBS];
} fleet;

static void fleet_create(misuse_world *world, fleet *f)
{
    for (int32_t i = 0; i < JOBS; i++) {
        assert_ok(throng_solver_create(world->context, 8, 8, &f->solvers[i]));
        assert_ok(throng_integration_create(world->context, &world->grid, &f->fields[i]));
        assert_ok(throng_flow_create(world->context, &world->grid, &f->flows[i]));
        f->goals[i] = (throng_cell){i, 2 * i};
        f->integrate[i] = (throng_integrate_job){.solver = f->solvers[i],
                                                 .cost = world->cost,
                                                 .goals = &f->goals[i],
                                                 .goal_count = 1,
                                                 .out = f->fields[i],
                                                 .result = THRONG_SAME_CELL};
        f->solve[i] = (throng_solve_job){.solver = f->solvers[i],
                                         .cost = world->cost,
                                         .goals = &f->goals[i],
                                         .goal_count = 1,
                                         .integration = f->fields[i],
                                         .flow = f->flows[i],
                                         .result = THRONG_SAME_CELL};
    }
}

static void fleet_destroy(fleet *f)
{
    for (int32_t i = 0; i < JOBS; i++) {
        assert_ok(throng_flow_destroy(f->flows[i]));
        assert_ok(throng_integration_destroy(f->fields[i]));
        assert_ok(throng_solver_destroy(f->solvers[i]));
    }
}

/* Nothing was run, and no result written. */
static void assert_idle(const fleet *f)
{
    for (int32_t i = 0; i < JOBS; i++) {
        assert_int_equal(f->integrate[i].result, THRONG_SAME_CELL);
        assert_int_equal(f->solve[i].result, THRONG_SAME_CELL);
        assert_false(throng_integration_is_solved(f->fields[i]));
        assert_false(throng_flow_is_solved(f->flows[i]));
    }
}

static void jobs_may_not_share(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    fleet f;
    fleet_create(world, &f);
    f.integrate[3].solver = f.solve[3].solver = f.solvers[1];
    assert_refused(host, throng_integrate_many(world->context, f.integrate, JOBS), argument,
                   "jobs[3].solver");
    assert_refused(host, throng_solve_many(world->context, f.solve, JOBS), argument,
                   "jobs[3].solver");
    f.integrate[3].solver = f.solve[3].solver = f.solvers[3];
    f.integrate[2].out = f.solve[2].integration = f.fields[0];
    assert_refused(host, throng_integrate_many(world->context, f.integrate, JOBS), argument,
                   "jobs[2].out");
    assert_refused(host, throng_solve_many(world->context, f.solve, JOBS), argument,
                   "jobs[2].integration");
    f.integrate[2].out = f.solve[2].integration = f.fields[2];
    f.solve[1].flow = f.flows[0];
    assert_refused(host, throng_solve_many(world->context, f.solve, JOBS), argument,
                   "jobs[1].flow");
    f.solve[1].flow = f.flows[1];
    assert_idle(&f);
    assert_refused(host, throng_integrate_many(NULL, f.integrate, JOBS), argument, NULL);
    assert_refused(host, throng_solve_many(NULL, f.solve, JOBS), argument, NULL);
    assert_refused(host, throng_integrate_many(world->context, NULL, 1), argument, "jobs");
    assert_refused(host, throng_solve_many(world->context, NULL, 1), argument, "jobs");
    assert_refused(host, throng_integrate_many(world->context, f.integrate, -1), argument,
                   "job_count");
    assert_refused(host, throng_solve_many(world->context, f.solve, -1), argument, "job_count");
    assert_idle(&f);
    /* What was refused has let go of everything. */
    host->memory.closed = true;
    assert_ok(throng_integrate_many(world->context, NULL, 0));
    assert_ok(throng_solve_many(world->context, NULL, 0));
    assert_ok(throng_integrate_many(world->context, f.integrate, JOBS));
    assert_ok(throng_solve_many(world->context, f.solve, JOBS));
    host->memory.closed = false;
    fleet_destroy(&f);
}

static void a_job_that_is_refused_keeps_no_other_from_running(void **state)
{
    misuse_world *world = *state;
    fleet f;
    fleet_create(world, &f);
    const throng_cell wall = {3, 3}, off = {8, 8};
    f.solve[0].goals = f.integrate[0].goals = &wall;
    f.solve[2].goals = f.integrate[2].goals = &off;
    f.solve[3].solver = NULL;
    f.integrate[3].out = NULL;
    assert_int_equal(throng_integrate_many(world->context, f.integrate, JOBS), THRONG_ERROR_GOAL);
    assert_int_equal(world->host.log.count, 3);
    assert_int_equal(f.integrate[3].result, THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_solve_many(world->context, f.solve, JOBS), THRONG_ERROR_GOAL);
    assert_int_equal(world->host.log.count, 6);
    assert_int_equal(f.solve[0].result, THRONG_ERROR_GOAL);
    assert_int_equal(f.solve[1].result, THRONG_OK);
    assert_int_equal(f.solve[2].result, THRONG_ERROR_ARGUMENT);
    assert_int_equal(f.solve[3].result, THRONG_ERROR_ARGUMENT);
    for (int32_t i = 0; i < JOBS; i++) {
        assert_int_equal(throng_integration_is_solved(f.fields[i]), i == 1);
        assert_int_equal(throng_flow_is_solved(f.flows[i]), i == 1);
    }
    assert_ok(
        throng_solve(world->solver, world->cost, &f.goals[1], 1, world->integration, world->flow));
    assert_true(throng_integration_hash(world->integration) ==
                throng_integration_hash(f.fields[1]));
    assert_true(throng_flow_hash(world->flow) == throng_flow_hash(f.flows[1]));
    fleet_destroy(&f);
}

static void a_job_whose_distances_do_not_fit_says_so(void **state)
{
    misuse_world *world = *state;
    const throng_grid grid = misuse_endless_grid();
    const throng_cell first = {0, 0};
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    assert_ok(throng_cost_create(world->context, &grid, &cost));
    assert_ok(throng_solver_create(world->context, grid.width, grid.height, &solver));
    assert_ok(throng_integration_create(world->context, &grid, &integration));
    assert_ok(throng_flow_create(world->context, &grid, &flow));
    misuse_write_endless(cost);
    throng_solve_job jobs[] = {
        {solver, cost, &first, 1, integration, flow, THRONG_OK, NULL},
        {world->solver, world->cost, &goal, 1, world->integration, world->flow, THRONG_OK, NULL}};
    assert_refused(&world->host, throng_solve_many(world->context, jobs, 2), THRONG_ERROR_RANGE,
                   "4294967294");
    assert_int_equal(jobs[0].result, THRONG_ERROR_RANGE);
    assert_int_equal(jobs[1].result, THRONG_OK);
    assert_false(throng_integration_is_solved(integration));
    assert_false(throng_flow_is_solved(flow));
    assert_refused(&world->host, throng_solve(solver, cost, &first, 1, integration, flow),
                   THRONG_ERROR_RANGE, "4294967294");
    assert_false(throng_flow_is_solved(flow));
    assert_ok(throng_flow_destroy(flow));
    assert_ok(throng_integration_destroy(integration));
    assert_ok(throng_solver_destroy(solver));
    assert_ok(throng_cost_destroy(cost));
}

/* Fields of two contexts that have made as many things each. */
static void fields_of_another_context_are_told_apart(void **state)
{
    (void)state;
    throng_context *context[2];
    throng_cost_field *cost[2];
    throng_solver *solver[2];
    throng_integration_field *integration[2];
    throng_flow_field *flow[2];
    const throng_grid grid = throng_grid_default(8, 8);
    const throng_cell goals[2] = {{0, 0}, {7, 7}};
    for (int i = 0; i < 2; i++) {
        assert_ok(throng_context_create(NULL, &context[i]));
        assert_ok(throng_cost_create(context[i], &grid, &cost[i]));
        assert_ok(throng_solver_create(context[i], 8, 8, &solver[i]));
        assert_ok(throng_integration_create(context[i], &grid, &integration[i]));
        assert_ok(throng_flow_create(context[i], &grid, &flow[i]));
        assert_ok(throng_solve(solver[i], cost[i], &goals[i], 1, integration[i], flow[i]));
    }
    assert_int_equal(throng_flow(cost[0], integration[1], flow[0]), THRONG_ERROR_OUT_OF_DATE);
    assert_int_equal(throng_integration_repair(solver[0], cost[1], NULL, 0, integration[0]),
                     THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_flow(cost[1], integration[1], flow[0]));
    assert_true(throng_flow_hash(flow[0]) == throng_flow_hash(flow[1]));
    for (int i = 0; i < 2; i++) {
        assert_ok(throng_flow_destroy(flow[i]));
        assert_ok(throng_integration_destroy(integration[i]));
        assert_ok(throng_solver_destroy(solver[i]));
        assert_ok(throng_cost_destroy(cost[i]));
        assert_ok(throng_context_destroy(context[i]));
    }
}

int main(void)
{
#define with_world(test) cmocka_unit_test_setup_teardown(test, misuse_setup, misuse_teardown)
    const struct CMUnitTest tests[] = {
        with_world(rectangles_of_no_sense_are_refused),
        with_world(goals_of_no_sense_are_refused),
        with_world(descs_of_no_sense_are_refused),
        with_world(null_objects_are_refused),
        with_world(stale_fields_are_refused),
        cmocka_unit_test(fields_of_another_context_are_told_apart),
        with_world(shapes_and_solvers_that_do_not_fit_are_refused),
        with_world(jobs_may_not_share),
        with_world(a_job_that_is_refused_keeps_no_other_from_running),
        with_world(a_job_whose_distances_do_not_fit_says_so),
    };
    return cmocka_run_group_tests_name("misuse_repair", tests, NULL, NULL);
}
