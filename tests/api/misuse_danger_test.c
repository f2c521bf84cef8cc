/* danger.h, called wrongly. */
#include "misuse.h"

static throng_danger *danger;

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    assert_ok(throng_danger_create(world->context, &world->grid, &danger));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_danger_destroy(danger));
    return misuse_teardown(state);
}

static void making_a_danger_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_danger *out = UNTOUCHED;
    const throng_grid grid = throng_grid_default(0, 4);
    assert_refused(host, throng_danger_create(NULL, &world->grid, &out), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_danger_create(world->context, NULL, &out), THRONG_ERROR_ARGUMENT,
                   "grid");
    assert_refused(host, throng_danger_create(world->context, &grid, &out), THRONG_ERROR_ARGUMENT,
                   "width");
    assert_refused(host, throng_danger_create(world->context, &world->grid, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    for (int64_t n = 1; n <= 2; n++) {
        host->memory.fail_at = host->memory.calls + n;
        assert_refused(host, throng_danger_create(world->context, &world->grid, &out),
                       THRONG_ERROR_MEMORY, "memory");
    }
    host->memory.fail_at = 0;
    assert_ptr_equal(out, UNTOUCHED);
    assert_ok(throng_danger_destroy(NULL));
}

/* What the world's objects make of a desc and a percentage. */
static throng_result solve(misuse_world *w, const throng_integration_desc *desc, int32_t percent)
{
    return throng_danger_solve(danger, w->solver, w->cost, desc, percent, w->integration, w->flow);
}

static void fleeing_wrongly_is_refused(void **state)
{
    misuse_world *w = *state;
    host *host = &w->host;
    static const throng_cell goal = {0, 0}, off = {8, 0}, wall = {3, 3};
    static const uint32_t odd = 7, values[MISUSE_SIDE * MISUSE_SIDE];
    throng_integration_desc desc = throng_integration_desc_default(), none = {0};
    const uint64_t before = throng_integration_hash(w->integration) ^ throng_flow_hash(w->flow);
    assert_refused(
        host, throng_danger_solve(NULL, w->solver, w->cost, &desc, 120, w->integration, w->flow),
        THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host,
                   throng_danger_solve(danger, NULL, w->cost, &desc, 120, w->integration, w->flow),
                   THRONG_ERROR_ARGUMENT, "solver");
    assert_refused(host, solve(w, NULL, 120), THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host, solve(w, &none, 120), THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host, solve(w, &desc, 120), THRONG_ERROR_ARGUMENT, "goal");
    desc.goals = &goal;
    desc.goal_count = 1;
    assert_refused(
        host, throng_danger_solve(danger, w->solver, NULL, &desc, 120, w->integration, w->flow),
        THRONG_ERROR_ARGUMENT, "cost");
    assert_refused(host, throng_danger_solve(danger, w->solver, w->cost, &desc, 120, NULL, w->flow),
                   THRONG_ERROR_ARGUMENT, "integration");
    static const int32_t percents[] = {100, 0, -120, 1001, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++)
        assert_refused(host, solve(w, &desc, percents[i]), THRONG_ERROR_ARGUMENT, "percent");
    desc.prices = &odd;
    assert_refused(host, solve(w, &desc, 120), THRONG_ERROR_ARGUMENT, "prices[0]");
    desc.prices = NULL;
    desc.goals = &off;
    assert_refused(host, solve(w, &desc, 120), THRONG_ERROR_ARGUMENT, "goals[0]");
    desc.goals = &wall;
    assert_refused(host, solve(w, &desc, 120), THRONG_ERROR_GOAL, NULL);
    desc.goals = NULL;
    desc.goal_count = 0;
    desc.values = values;
    assert_refused(host, solve(w, &desc, 120), THRONG_ERROR_ARGUMENT, "values");
    assert_true((throng_integration_hash(w->integration) ^ throng_flow_hash(w->flow)) == before);
}

static void objects_that_do_not_fit_are_refused(void **state)
{
    misuse_world *w = *state;
    host *host = &w->host;
    const throng_cell goal = {0, 0};
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &goal;
    desc.goal_count = 1;
    const throng_grid grid = throng_grid_default(MISUSE_SIDE, MISUSE_SIDE + 1);
    throng_danger *other;
    throng_flow_field *flow;
    throng_cost_field *cost;
    throng_integration_field *field;
    assert_ok(throng_danger_create(w->context, &grid, &other));
    assert_ok(throng_flow_create(w->context, &grid, &flow));
    assert_ok(throng_cost_create(w->context, &grid, &cost));
    assert_ok(throng_integration_create(w->context, &grid, &field));
    assert_refused(
        host, throng_danger_solve(other, w->solver, w->cost, &desc, 120, w->integration, w->flow),
        THRONG_ERROR_SHAPE, "danger");
    assert_refused(
        host, throng_danger_solve(danger, w->solver, w->cost, &desc, 120, w->integration, flow),
        THRONG_ERROR_SHAPE, "flow");
    assert_refused(host,
                   throng_danger_solve(danger, w->solver, w->cost, &desc, 120, field, w->flow),
                   THRONG_ERROR_SHAPE, "integration");
    assert_refused(host, throng_danger_solve(other, w->solver, cost, &desc, 120, field, flow),
                   THRONG_ERROR_CAPACITY, "solver");
    assert_ok(throng_cost_destroy(cost));
    assert_ok(throng_integration_destroy(field));
    assert_ok(throng_flow_destroy(flow));
    assert_ok(throng_danger_destroy(other));
    assert_ok(throng_cost_fill(w->cost, (throng_rect){0, 5, 1, 1}, 2));
    assert_refused(host, solve(w, &desc, 120), THRONG_ERROR_NOT_COMMITTED, "commit");
    assert_ok(throng_cost_commit(w->cost));
    host->memory.closed = true;
    assert_ok(solve(w, &desc, 120));
    host->memory.closed = false;
    /* Such a field has no goals to repair it by. */
    const throng_rect changed = {0, 5, 1, 1};
    assert_refused(host, throng_integration_repair(w->solver, w->cost, &changed, 1, w->integration),
                   THRONG_ERROR_CAPACITY, "values");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(making_a_danger_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(fleeing_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(objects_that_do_not_fit_are_refused, setup, teardown),
    };
    return cmocka_run_group_tests_name("misuse of danger.h", tests, NULL, NULL);
}
