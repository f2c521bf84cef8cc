/* integration.h and flow.h, called wrongly. */
#include "misuse.h"

static const throng_rect all = {0, 0, MISUSE_SIDE, MISUSE_SIDE};
static const throng_cell goal = {7, 7};

static void making_things_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    throng_context *context = world->context;
    host *host = &world->host;
    throng_integration_field *integration = UNTOUCHED;
    throng_flow_field *flow = UNTOUCHED;
    throng_solver *solver = UNTOUCHED;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    assert_refused(host, throng_integration_create(NULL, &world->grid, &integration), argument,
                   NULL);
    assert_refused(host, throng_integration_create(context, NULL, &integration), argument, "grid");
    assert_refused(host, throng_integration_create(context, &world->grid, NULL), argument, "out");
    assert_refused(host, throng_flow_create(NULL, &world->grid, &flow), argument, NULL);
    assert_refused(host, throng_flow_create(context, NULL, &flow), argument, "grid");
    assert_refused(host, throng_flow_create(context, &world->grid, NULL), argument, "out");
    assert_refused(host, throng_solver_create(NULL, 8, 8, &solver), argument, NULL);
    assert_refused(host, throng_solver_create(context, 8, 8, NULL), argument, "out");
    static const int32_t sides[] = {0, -1, THRONG_SIDE_MAX + 1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        assert_refused(host, throng_solver_create(context, sides[i], 8, &solver), argument,
                       "width");
        assert_refused(host, throng_solver_create(context, 8, sides[i], &solver), argument,
                       "height");
    }
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_integration_create(context, &world->grid, &integration),
                   THRONG_ERROR_MEMORY, "memory");
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_flow_create(context, &world->grid, &flow), THRONG_ERROR_MEMORY,
                   "memory");
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_solver_create(context, 8, 8, &solver), THRONG_ERROR_MEMORY,
                   "memory");
    assert_ptr_equal(integration, UNTOUCHED);
    assert_ptr_equal(flow, UNTOUCHED);
    assert_ptr_equal(solver, UNTOUCHED);
}

static void assert_solve_refused(misuse_world *world, const throng_cell *goals, int32_t goal_count,
                                 throng_result wanted, const char *word)
{
    const uint64_t hash = throng_integration_hash(world->integration);
    assert_refused(
        &world->host,
        throng_integrate(world->solver, world->cost, goals, goal_count, world->integration), wanted,
        word);
    assert_true(throng_integration_is_solved(world->integration));
    assert_int_equal(throng_integration_hash(world->integration), hash);
    /* The flow field goes on being up to date. */
    assert_ok(throng_flow(world->cost, world->integration, world->flow));
}

static void goals_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    static const throng_cell off[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MAX, INT32_MIN}};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        const throng_cell goals[] = {goal, off[i]};
        assert_solve_refused(world, goals, 2, argument, "goals");
    }
    assert_solve_refused(world, &goal, 0, argument, "goal_count");
    assert_solve_refused(world, &goal, -1, argument, "goal_count");
    assert_solve_refused(world, NULL, 1, argument, "goals");
    const throng_cell walls[] = {{3, 3}, {3, 3}};
    assert_solve_refused(world, walls, 2, THRONG_ERROR_GOAL, "goals");
}

static void areas_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_cell goals[4], kept[4];
    fill_untouched(&goals);
    memcpy(kept, goals, sizeof kept);
    int32_t count = 77;
    const throng_rect rect = {0, 0, 2, 2}, all = {0, 0, 64, 64};
    const throng_point in = {1.5f, 1.5f};
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    assert_refused(host, throng_goals_in_rect(NULL, rect, goals, 4, &count), argument, NULL);
    assert_refused(host, throng_goals_in_disc(NULL, in, 1, goals, 4, &count), argument, NULL);
    assert_refused(host, throng_goals_in_rect(world->cost, rect, goals, 4, NULL), argument,
                   "count");
    assert_refused(host, throng_goals_in_rect(world->cost, rect, goals, -1, &count), argument,
                   "capacity");
    static const throng_rect empty[] = {{0, 0, 0, 1}, {0, 0, 1, 0}, {0, 0, INT32_MIN, 1}};
    for (size_t k = 0; k < sizeof empty / sizeof *empty; k++)
        assert_refused(host, throng_goals_in_rect(world->cost, empty[k], goals, 4, &count),
                       argument, "rect");
    assert_refused(host,
                   throng_goals_in_disc(world->cost, (throng_point){NAN, 0}, 1, goals, 4, &count),
                   argument, "centre");
    static const float radii[] = {-1.0f, NAN, INFINITY};
    for (size_t k = 0; k < sizeof radii / sizeof *radii; k++)
        assert_refused(host, throng_goals_in_disc(world->cost, in, radii[k], goals, 4, &count),
                       argument, "radius");
    assert_refused(host, throng_goals_in_rect(world->cost, all, goals, 4, &count),
                   THRONG_ERROR_CAPACITY, "capacity");
    assert_int_equal(count, 77);
    assert_memory_equal(goals, kept, sizeof goals);
}

static void null_objects_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    const uint64_t hash = throng_integration_hash(world->integration);
    const uint64_t flow_hash = throng_flow_hash(world->flow);
    assert_refused(host, throng_integrate(NULL, world->cost, &goal, 1, world->integration),
                   argument, NULL);
    assert_refused(host, throng_integrate(world->solver, NULL, &goal, 1, world->integration),
                   argument, "cost");
    assert_refused(host, throng_integrate(world->solver, world->cost, &goal, 1, NULL), argument,
                   "out");
    assert_refused(host, throng_integrate(NULL, NULL, NULL, 1, NULL), argument, NULL);
    assert_refused(host, throng_flow(NULL, world->integration, world->flow), argument, NULL);
    assert_refused(host, throng_flow(world->cost, NULL, world->flow), argument, NULL);
    assert_refused(host, throng_flow(world->cost, world->integration, NULL), argument, NULL);
    assert_refused(host, throng_flow(NULL, NULL, NULL), argument, NULL);
    assert_int_equal(throng_integration_hash(world->integration), hash);
    assert_int_equal(throng_flow_hash(world->flow), flow_hash);
    assert_ok(throng_solver_destroy(NULL));
    assert_ok(throng_integration_destroy(NULL));
    assert_ok(throng_flow_destroy(NULL));
}

static void grids_that_differ_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    for (int i = 0; i < 5; i++) {
        throng_grid grid = world->grid;
        grid.width += i == 0;
        grid.height += i == 1;
        grid.cell_size += i == 2;
        grid.origin_x += (float)(i == 3);
        grid.origin_y += (float)(i == 4);
        throng_integration_field *integration;
        throng_flow_field *flow;
        assert_ok(throng_integration_create(world->context, &grid, &integration));
        assert_ok(throng_flow_create(world->context, &grid, &flow));
        assert_refused(host, throng_integrate(world->solver, world->cost, &goal, 1, integration),
                       THRONG_ERROR_SHAPE, "cost");
        assert_false(throng_integration_is_solved(integration));
        assert_refused(host, throng_flow(world->cost, integration, world->flow), THRONG_ERROR_SHAPE,
                       "integration");
        assert_refused(host, throng_flow(world->cost, world->integration, flow), THRONG_ERROR_SHAPE,
                       "out");
        assert_false(throng_flow_is_solved(flow));
        assert_ok(throng_flow_destroy(flow));
        assert_ok(throng_integration_destroy(integration));
    }
}

static void values_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    uint32_t values[MISUSE_SIDE * MISUSE_SIDE] = {0};
    const uint64_t hash = throng_integration_hash(world->integration);
    throng_integration_desc desc = throng_integration_desc_default();
    desc.values = values;
    desc.goals = &goal;
    assert_refused(host,
                   throng_integrate_with(world->solver, world->cost, &desc, world->integration),
                   THRONG_ERROR_ARGUMENT, "values");
    desc.goals = NULL;
    desc.goal_count = 1;
    assert_refused(
        host, throng_solve_with(world->solver, world->cost, &desc, world->integration, world->flow),
        THRONG_ERROR_ARGUMENT, "values");
    desc.goal_count = 0;
    values[63] = 4294967293u;
    assert_refused(host,
                   throng_integrate_with(world->solver, world->cost, &desc, world->integration),
                   THRONG_ERROR_ARGUMENT, "values[63]");
    for (int i = 0; i < MISUSE_SIDE * MISUSE_SIDE; i++)
        values[i] = i == 3 * MISUSE_SIDE + 3 ? 0 : THRONG_UNREACHABLE; /* the wall */
    assert_refused(host,
                   throng_integrate_with(world->solver, world->cost, &desc, world->integration),
                   THRONG_ERROR_GOAL, "values");
    assert_int_equal(throng_integration_hash(world->integration), hash);
    values[0] = 4;
    host->memory.closed = true;
    assert_ok(
        throng_solve_with(world->solver, world->cost, &desc, world->integration, world->flow));
    host->memory.closed = false;
    assert_int_equal(throng_integration_at(world->integration, (throng_cell){1, 0}), 14);
}

static void a_solver_too_small_is_refused(void **state)
{
    misuse_world *world = *state;
    throng_solver *right = world->solver;
    const int32_t sides[][2] = {{7, 8}, {8, 7}, {1, 1}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        assert_ok(throng_solver_create(world->context, sides[i][0], sides[i][1], &world->solver));
        assert_solve_refused(world, &goal, 1, THRONG_ERROR_CAPACITY, "solver");
        assert_ok(throng_solver_destroy(world->solver));
    }
    assert_ok(throng_solver_create(world->context, 100, 9, &world->solver));
    assert_ok(throng_integrate(world->solver, world->cost, &goal, 1, world->integration));
    assert_ok(throng_solver_destroy(world->solver));
    world->solver = right;
}

static void edits_must_be_committed_and_solved_again(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_rect one = {1, 1, 1, 1};
    const uint64_t hash = throng_integration_hash(world->integration);
    const uint64_t flow_hash = throng_flow_hash(world->flow);
    assert_ok(throng_cost_fill(world->cost, one, 7));
    assert_refused(host, throng_integrate(world->solver, world->cost, &goal, 1, world->integration),
                   THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_refused(host, throng_flow(world->cost, world->integration, world->flow),
                   THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_ok(throng_cost_commit(world->cost));
    assert_refused(host, throng_flow(world->cost, world->integration, world->flow),
                   THRONG_ERROR_OUT_OF_DATE, "integration");
    assert_int_equal(throng_integration_hash(world->integration), hash);
    assert_int_equal(throng_flow_hash(world->flow), flow_hash);
    assert_ok(throng_integrate(world->solver, world->cost, &goal, 1, world->integration));
    assert_ok(throng_flow(world->cost, world->integration, world->flow));
}

static void a_field_of_another_map_is_refused(void **state)
{
    misuse_world *world = *state;
    throng_cost_field *twin;
    assert_ok(throng_cost_create(world->context, &world->grid, &twin));
    const throng_rect wall = {3, 3, 1, 1};
    assert_ok(throng_cost_fill(twin, wall, THRONG_WALL));
    assert_ok(throng_cost_commit(twin));
    assert_int_equal(throng_cost_revision(twin), throng_cost_revision(world->cost));
    assert_refused(&world->host, throng_flow(twin, world->integration, world->flow),
                   THRONG_ERROR_OUT_OF_DATE, "integration");
    assert_ok(throng_cost_destroy(twin));
}

static void a_field_without_a_result_is_refused(void **state)
{
    misuse_world *world = *state;
    throng_integration_field *empty;
    const throng_cell cell = {0, 0};
    const uint64_t flow_hash = throng_flow_hash(world->flow);
    assert_ok(throng_integration_create(world->context, &world->grid, &empty));
    assert_refused(&world->host, throng_flow(world->cost, empty, world->flow),
                   THRONG_ERROR_NOT_SOLVED, "integration");
    assert_int_equal(throng_flow_hash(world->flow), flow_hash);
    assert_false(throng_integration_is_solved(empty));
    assert_null(throng_integration_values(empty));
    assert_int_equal(throng_integration_hash(empty), 0);
    assert_int_equal(throng_integration_at(empty, cell), THRONG_UNREACHABLE);
    assert_ok(throng_integration_destroy(empty));
    throng_flow_field *none;
    assert_ok(throng_flow_create(world->context, &world->grid, &none));
    assert_false(throng_flow_is_solved(none));
    assert_null(throng_flow_codes(none));
    assert_int_equal(throng_flow_hash(none), 0);
    assert_int_equal(throng_flow_at(none, cell), THRONG_FLOW_NONE);
    assert_ok(throng_flow_destroy(none));
}

static void a_range_error_leaves_no_result(void **state)
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
    assert_ok(throng_integrate(solver, cost, &first, 1, integration));
    misuse_write_endless(cost);
    assert_refused(&world->host, throng_integrate(solver, cost, &first, 1, integration),
                   THRONG_ERROR_RANGE, "4294967294");
    assert_false(throng_integration_is_solved(integration));
    assert_null(throng_integration_values(integration));
    assert_int_equal(throng_integration_hash(integration), 0);
    assert_int_equal(throng_integration_at(integration, first), THRONG_UNREACHABLE);
    assert_refused(&world->host, throng_flow(cost, integration, flow), THRONG_ERROR_NOT_SOLVED,
                   "integration");
    /* The solver is as good as new. */
    assert_ok(throng_integrate(world->solver, world->cost, &goal, 1, world->integration));
    const uint64_t hash = throng_integration_hash(world->integration);
    assert_ok(throng_integrate(solver, world->cost, &goal, 1, world->integration));
    assert_int_equal(throng_integration_hash(world->integration), hash);
    assert_ok(throng_flow_destroy(flow));
    assert_ok(throng_integration_destroy(integration));
    assert_ok(throng_solver_destroy(solver));
    assert_ok(throng_cost_destroy(cost));
}

static void questions_about_nothing_have_harmless_answers(void **state)
{
    misuse_world *world = *state;
    const throng_cell cell = {0, 0};
    static const throng_cell off[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MIN, INT32_MAX}};
    assert_int_equal(throng_integration_grid(NULL).width, 0);
    assert_int_equal(throng_flow_grid(NULL).width, 0);
    assert_false(throng_integration_is_solved(NULL));
    assert_false(throng_flow_is_solved(NULL));
    assert_null(throng_integration_values(NULL));
    assert_null(throng_flow_codes(NULL));
    assert_int_equal(throng_integration_hash(NULL), 0);
    assert_int_equal(throng_flow_hash(NULL), 0);
    assert_int_equal(throng_integration_at(NULL, cell), THRONG_UNREACHABLE);
    (void)throng_flow_at(NULL, cell);
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        assert_int_equal(throng_integration_at(world->integration, off[i]), THRONG_UNREACHABLE);
        assert_int_equal(throng_flow_at(world->flow, off[i]), THRONG_FLOW_WALL);
    }
    for (int code = 0; code < 256; code++) {
        const throng_cell step = throng_flow_step((uint8_t)code);
        const bool is_step = code >= THRONG_FLOW_E && code <= THRONG_FLOW_NE;
        assert_int_equal(step.x != 0 || step.y != 0, is_step);
        assert_true(step.x >= -1 && step.x <= 1 && step.y >= -1 && step.y <= 1);
    }
}

static void a_field_may_be_solved_over_and_over(void **state)
{
    misuse_world *world = *state;
    const throng_cell goals[] = {goal, goal, {3, 3}, goal};
    const uint64_t hash = throng_integration_hash(world->integration);
    assert_ok(throng_cost_fill(world->cost, all, 3));
    assert_ok(throng_cost_commit(world->cost));
    assert_ok(throng_integrate(world->solver, world->cost, &goal, 1, world->integration));
    assert_int_not_equal(throng_integration_hash(world->integration), hash);
    const throng_rect wall = {3, 3, 1, 1};
    assert_ok(throng_cost_fill(world->cost, all, 1));
    assert_ok(throng_cost_fill(world->cost, wall, THRONG_WALL));
    assert_ok(throng_cost_commit(world->cost));
    assert_ok(throng_integrate(world->solver, world->cost, goals, 4, world->integration));
    assert_int_equal(throng_integration_hash(world->integration), hash);
}

int main(void)
{
#define with_world(test) cmocka_unit_test_setup_teardown(test, misuse_setup, misuse_teardown)
    const struct CMUnitTest tests[] = {
        with_world(making_things_wrongly_is_refused),
        with_world(goals_of_no_sense_are_refused),
        with_world(areas_of_no_sense_are_refused),
        with_world(null_objects_are_refused),
        with_world(grids_that_differ_are_refused),
        with_world(values_of_no_sense_are_refused),
        with_world(a_solver_too_small_is_refused),
        with_world(edits_must_be_committed_and_solved_again),
        with_world(a_field_of_another_map_is_refused),
        with_world(a_field_without_a_result_is_refused),
        with_world(a_range_error_leaves_no_result),
        with_world(questions_about_nothing_have_harmless_answers),
        with_world(a_field_may_be_solved_over_and_over),
    };
    return cmocka_run_group_tests_name("misuse_fields", tests, NULL, NULL);
}
