/*
 * solve_many_test.c: many fields in one call are the fields of many calls, on any number of
 * threads, and so is one field that threads share.
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

enum { BIG_WIDTH = 1100, BIG_HEIGHT = 1000, BIG_GOALS = 3 };

/* Counts the rounds of tiles that are given to the threads. */
static int round_count;
static throng_tasks threads;

static void *enqueue_counted(throng_task_function *function, int32_t block_count, void *data,
                             void *user)
{
    round_count++;
    return threads.enqueue(function, block_count, data, user);
}

/* The hash of a solve for the goals up to `limit`; 0 if it was refused. */
static uint64_t solve_big(throng_isa isa, int32_t worker_count, const uint8_t *costs,
                          const throng_integration_desc *goals)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    if (worker_count > 1) {
        threads = crowd_tasks(worker_count);
        desc.tasks = threads;
        desc.tasks.enqueue = enqueue_counted;
    }
    throng_context *context;
    throng_solver *solver;
    throng_integration_field *field;
    const throng_grid grid = throng_grid_default(BIG_WIDTH, BIG_HEIGHT);
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    throng_cost_field *cost = test_cost_create(context, grid.width, grid.height, costs);
    assert_int_equal(throng_solver_create(context, grid.width, grid.height, &solver), THRONG_OK);
    assert_int_equal(throng_integration_create(context, &grid, &field), THRONG_OK);
    uint64_t hash = 0;
    for (int i = 0; i < 2; i++) { /* what the first leaves behind must not matter */
        const throng_result result = throng_integrate_with(solver, cost, goals, field);
        assert_true(result == THRONG_OK || result == THRONG_ERROR_RANGE);
        assert_true(i == 0 || throng_integration_hash(field) == hash);
        hash = throng_integration_hash(field);
    }
    assert_int_equal(throng_integration_destroy(field), THRONG_OK);
    assert_int_equal(throng_solver_destroy(solver), THRONG_OK);
    assert_int_equal(throng_cost_destroy(cost), THRONG_OK);
    assert_int_equal(throng_context_destroy(context), THRONG_OK);
    return hash;
}

/* Unless kernels are scalar, whose directions take as long as the distances. */
static void a_small_map_is_solved_on_one_thread(void **state)
{
    (void)state;
    threads = crowd_tasks(2);
    throng_context_desc desc = throng_context_desc_default();
    desc.tasks = threads;
    desc.tasks.enqueue = enqueue_counted;
    throng_context *context;
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    for (int is_big = 0; is_big < 2; is_big++) {
        const throng_grid grid = throng_grid_default(1024, is_big ? 1024 : 960);
        throng_cost_field *cost = test_cost_create(context, grid.width, grid.height, NULL);
        throng_solver *solver;
        throng_integration_field *field;
        throng_flow_field *flow;
        assert_int_equal(throng_solver_create(context, grid.width, grid.height, &solver),
                         THRONG_OK);
        assert_int_equal(throng_integration_create(context, &grid, &field), THRONG_OK);
        assert_int_equal(throng_flow_create(context, &grid, &flow), THRONG_OK);
        const throng_cell goal = {3, 5};
        round_count = 0;
        assert_int_equal(throng_solve(solver, cost, &goal, 1, field, flow), THRONG_OK);
        assert_int_equal(round_count > 0,
                         is_big || throng_context_isa(context) == THRONG_ISA_SCALAR);
        assert_int_equal(throng_flow_destroy(flow), THRONG_OK);
        assert_int_equal(throng_integration_destroy(field), THRONG_OK);
        assert_int_equal(throng_solver_destroy(solver), THRONG_OK);
        assert_int_equal(throng_cost_destroy(cost), THRONG_OK);
    }
    assert_int_equal(throng_context_destroy(context), THRONG_OK);
}

static void compare_shared(const uint8_t *costs, const throng_integration_desc *goals)
{
    static const throng_isa isas[] = {THRONG_ISA_SSE41, THRONG_ISA_AVX2, THRONG_ISA_AVX512,
                                      THRONG_ISA_NEON};
    static const int32_t worker_counts[] = {2, 3, 8};
    const uint64_t wanted = solve_big(THRONG_ISA_SCALAR, 1, costs, goals);
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++)
        for (size_t w = 0; w < 3 && throng_isa_is_usable(isas[i]); w++) {
            round_count = 0;
            assert_true(solve_big(isas[i], worker_counts[w], costs, goals) == wanted);
            assert_true(round_count > 10);
        }
}

static void threads_that_share_a_field_give_the_same_field(void **state)
{
    (void)state;
    test_random random = {test_seed("shared", 32)};
    uint8_t *costs = malloc((size_t)BIG_WIDTH * BIG_HEIGHT);
    assert_non_null(costs);
    static const test_walls walls[] = {TEST_WALLS_NOISE, TEST_WALLS_ROOMS, TEST_WALLS_NOISE};
    static const test_prices prices[] = {TEST_PRICES_SMALL, TEST_PRICES_CLUSTERED,
                                         TEST_PRICES_UNIFORM};
    for (int m = 0; m < 3; m++) {
        test_map_make(&random, BIG_WIDTH, BIG_HEIGHT, walls[m], 15, prices[m], costs);
        throng_cell goals[BIG_GOALS];
        uint32_t dear[BIG_GOALS];
        for (int i = 0; i < BIG_GOALS; i++) {
            goals[i] = (throng_cell){test_random_int(&random, 0, BIG_WIDTH - 1),
                                     test_random_int(&random, 0, BIG_HEIGHT - 1)};
            costs[goals[i].y * BIG_WIDTH + goals[i].x] = 1;
            dear[i] = 2 * (uint32_t)test_random_int(&random, 0, 20000);
        }
        throng_integration_desc desc = throng_integration_desc_default();
        desc.goals = goals;
        desc.goal_count = BIG_GOALS;
        compare_shared(costs, &desc);
        desc.prices = dear;
        desc.limit = m == 1 ? 200000 : THRONG_UNREACHABLE;
        compare_shared(costs, &desc);
        dear[0] = dear[1] = dear[2] = 4294967294u; /* RANGE: no field at all */
        assert_true(solve_big(THRONG_ISA_BEST, 3, costs, &desc) ==
                    solve_big(THRONG_ISA_SCALAR, 1, costs, &desc));
    }
    free(costs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_calls_and_one_give_the_same_fields),
        cmocka_unit_test(a_small_map_is_solved_on_one_thread),
        cmocka_unit_test(threads_that_share_a_field_give_the_same_field),
    };
    return cmocka_run_group_tests_name("solve_many", tests, NULL, NULL);
}
