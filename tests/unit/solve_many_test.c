/*
 * solve_many_test.c: many fields in one call are the fields of many calls, on any number of
 * threads.
 */
#include "world.h"

#include <stdlib.h>

#include "crowd_workers.h"
#include "maps.h"
#include "random.h"

enum { JOBS = 9, SIDE = 120 };

typedef struct fleet {
    throng_context *context;
    throng_cost_field *costs[2];
    throng_solver *solvers[JOBS];
    throng_integration_field *fields[JOBS];
    throng_flow_field *flows[JOBS];
} fleet;

static void fleet_create(fleet *f, const throng_tasks *tasks, const uint8_t *costs)
{
    throng_context_desc desc = throng_context_desc_default();
    if (tasks)
        desc.tasks = *tasks;
    assert_int_equal(throng_context_create(&desc, &f->context), THRONG_OK);
    const throng_grid grid = throng_grid_default(SIDE, SIDE);
    for (int32_t i = 0; i < 2; i++)
        f->costs[i] = test_cost_create(f->context, SIDE, SIDE, costs + i * SIDE * SIDE);
    for (int32_t i = 0; i < JOBS; i++) {
        assert_int_equal(throng_solver_create(f->context, SIDE, SIDE, &f->solvers[i]), THRONG_OK);
        assert_int_equal(throng_integration_create(f->context, &grid, &f->fields[i]), THRONG_OK);
        assert_int_equal(throng_flow_create(f->context, &grid, &f->flows[i]), THRONG_OK);
    }
}

static void fleet_destroy(fleet *f)
{
    for (int32_t i = 0; i < JOBS; i++) {
        assert_int_equal(throng_flow_destroy(f->flows[i]), THRONG_OK);
        assert_int_equal(throng_integration_destroy(f->fields[i]), THRONG_OK);
        assert_int_equal(throng_solver_destroy(f->solvers[i]), THRONG_OK);
    }
    for (int32_t i = 0; i < 2; i++)
        assert_int_equal(throng_cost_destroy(f->costs[i]), THRONG_OK);
    assert_int_equal(throng_context_destroy(f->context), THRONG_OK);
}

/* Solved one by one, then each job of both kinds of batch compared with that. */
static void solve_and_compare(fleet *one, fleet *many, const throng_cell *goals)
{
    throng_integrate_job integrate[JOBS];
    throng_solve_job solve[JOBS];
    for (int32_t i = 0; i < JOBS; i++) {
        const throng_cost_field *cost = many->costs[i % 2];
        integrate[i] = (throng_integrate_job){.solver = many->solvers[i],
                                              .cost = cost,
                                              .goals = &goals[i],
                                              .goal_count = 2,
                                              .out = many->fields[i]};
        solve[i] = (throng_solve_job){.solver = many->solvers[i],
                                      .cost = cost,
                                      .goals = &goals[i],
                                      .goal_count = 2,
                                      .integration = many->fields[i],
                                      .flow = many->flows[i]};
        assert_int_equal(
            throng_integrate(one->solvers[i], one->costs[i % 2], &goals[i], 2, one->fields[i]),
            THRONG_OK);
        assert_int_equal(throng_flow(one->costs[i % 2], one->fields[i], one->flows[i]), THRONG_OK);
    }
    assert_int_equal(throng_integrate_many(many->context, integrate, JOBS), THRONG_OK);
    for (int32_t i = 0; i < JOBS; i++)
        assert_true(throng_integration_hash(many->fields[i]) ==
                    throng_integration_hash(one->fields[i]));
    assert_int_equal(throng_solve_many(many->context, solve, JOBS), THRONG_OK);
    for (int32_t i = 0; i < JOBS; i++) {
        assert_true(throng_integration_hash(many->fields[i]) ==
                    throng_integration_hash(one->fields[i]));
        assert_true(throng_flow_hash(many->flows[i]) == throng_flow_hash(one->flows[i]));
        assert_int_equal(integrate[i].result, THRONG_OK);
        assert_int_equal(solve[i].result, THRONG_OK);
    }
}

static void many_calls_and_one_give_the_same_fields(void **state)
{
    (void)state;
    test_random random = {test_seed("solve many", 14)};
    uint8_t *costs = malloc(2 * SIDE * SIDE);
    assert_non_null(costs);
    static const int32_t worker_counts[] = {0, 1, 2, 3, 8, 32};
    for (size_t n = 0; n < sizeof worker_counts / sizeof *worker_counts; n++) {
        throng_cell goals[JOBS + 1];
        for (int32_t i = 0; i < 2; i++)
            test_map_any(&random, SIDE, SIDE, costs + i * SIDE * SIDE);
        for (int32_t i = 0; i <= JOBS; i++) {
            goals[i] = (throng_cell){test_random_int(&random, 0, SIDE - 1),
                                     test_random_int(&random, 0, SIDE - 1)};
            for (int32_t map = 0; map < 2; map++)
                costs[map * SIDE * SIDE + goals[i].y * SIDE + goals[i].x] = 2;
        }
        fleet one, many;
        const throng_tasks tasks = crowd_tasks(worker_counts[n] > 0 ? worker_counts[n] : 1);
        fleet_create(&one, NULL, costs);
        fleet_create(&many, worker_counts[n] > 0 ? &tasks : NULL, costs);
        solve_and_compare(&one, &many, goals);
        fleet_destroy(&one);
        fleet_destroy(&many);
    }
    free(costs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_calls_and_one_give_the_same_fields),
    };
    return cmocka_run_group_tests_name("solve_many", tests, NULL, NULL);
}
