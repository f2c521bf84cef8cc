/* Memory is taken where the headers say, given back whole, and its lack is survived everywhere. */
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

static scenario *make_scenario(void)
{
    scenario *self = malloc(sizeof *self);
    assert_non_null(self);
    scenario_prepare(self);
    return self;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    scenario *self = make_scenario();
    int64_t refused = 0;
    for (int64_t n = 1;; n++) {
        host host;
        host_init(&host);
        host.memory.fail_at = n;
        const throng_result result = scenario_create(self, &host.desc);
        if (result == THRONG_OK) {
            scenario_destroy(self);
            host_assert_clean(&host);
            assert_true(host.memory.calls < n);
            break;
        }
        assert_int_equal(result, THRONG_ERROR_MEMORY);
        assert_true(host.memory.calls >= n);
        assert_int_equal(host.log.count, 1);
        assert_int_equal(host.log.result, THRONG_ERROR_MEMORY);
        host_assert_clean(&host);
        refused++;
    }
    /* One each for the context and its six objects, and one for the reserve, at the very least. */
    assert_true(refused >= 8);
    print_message("%lld allocations failed one by one\n", (long long)refused);
    free(self);
}

static void work_takes_and_gives_back_nothing(void **state)
{
    (void)state;
    scenario *self = make_scenario();
    host host;
    scenario_hashes hashes;
    host_init(&host);
    assert_ok(scenario_create(self, &host.desc));
    host.memory.closed = true;
    scenario_work(self, 10, &hashes);
    host.memory.closed = false;
    scenario_destroy(self);
    host_assert_clean(&host);
    free(self);
}

static void what_memory_held_before_changes_no_bit(void **state)
{
    (void)state;
    host host;
    scenario_hashes a, b, c;
    host_init(&host);
    scenario_run(&host.desc, 10, &a);
    host_assert_clean(&host);
    host_init(&host);
    host.memory.fill = 0xFF; /* floats that are NaN, counts that are -1 */
    scenario_run(&host.desc, 10, &b);
    host_assert_clean(&host);
    scenario_run(NULL, 10, &c); /* malloc and free */
    scenario_assert_equal(&a, &b, "memory filled with 0xFF");
    scenario_assert_equal(&a, &c, "no allocator");
}

static void a_refused_reserve_leaves_the_crowd_as_it_was(void **state)
{
    (void)state;
    scenario *self = make_scenario();
    scenario_hashes before, after;
    host host;
    host_init(&host);
    assert_ok(scenario_create(self, &host.desc));
    scenario_work(self, 3, &before);
    const size_t bytes = throng_crowd_bytes(self->crowd);
    int64_t refused = 0;
    for (int64_t n = 1;; n++) {
        const uint64_t hash = throng_crowd_hash(self->crowd, THRONG_STAGE_STEP);
        host.memory.fail_at = host.memory.calls + n;
        const throng_result result = throng_crowd_reserve(self->crowd, 4 * SCENARIO_AGENTS, 50);
        assert_int_equal(throng_crowd_hash(self->crowd, THRONG_STAGE_STEP), hash);
        assert_int_equal(throng_crowd_count(self->crowd), SCENARIO_AGENTS);
        if (result == THRONG_OK)
            break;
        assert_int_equal(result, THRONG_ERROR_MEMORY);
        assert_int_equal(throng_crowd_bytes(self->crowd), bytes);
        refused++;
    }
    host.memory.fail_at = 0;
    assert_true(refused >= 1);
    assert_true(throng_crowd_bytes(self->crowd) > bytes);
    scenario_work(self, 3, &after);
    scenario_destroy(self);
    host_assert_clean(&host);

    /* The same six steps without any reserve in between. */
    scenario_hashes plain;
    assert_ok(scenario_create(self, NULL));
    scenario_work(self, 3, &plain);
    scenario_assert_equal(&before, &plain, "before the reserve");
    scenario_work(self, 3, &plain);
    scenario_assert_equal(&after, &plain, "after the reserve");
    scenario_destroy(self);
    free(self);
}

/* The bytes that the headers promise, for a map of 1000 x 1000. A page and 16 bytes a row more are
 * forgiven. */
static void objects_are_as_big_as_the_headers_say(void **state)
{
    (void)state;
    const throng_grid grid = throng_grid_default(1000, 1000);
    const int64_t cells = 1000000, slack = 4096 + 16 * 1000;
    throng_context *context;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_path_finder *finder;
    host host;
    host_init(&host);
    assert_ok(throng_context_create(&host.desc, &context));
    int64_t before = host.memory.live_bytes;
    assert_true(before <= slack);
    assert_ok(throng_cost_create(context, &grid, &cost));
    const int64_t tiles = throng_context_isa(context) == THRONG_ISA_SCALAR ? 0 : 16 * 16;
    const int64_t cost_bytes = 2 * cells + 9280 * tiles;
    assert_in_range(host.memory.live_bytes - before, cost_bytes, cost_bytes + slack);
    before = host.memory.live_bytes;
    assert_ok(throng_solver_create(context, 1000, 1000, &solver));
    const int64_t tile_bytes = 10308 * tiles + (tiles ? 68 * 1024 : 0);
    assert_in_range(host.memory.live_bytes - before, 8 * cells + tile_bytes,
                    8 * cells + 7 * cells / 10 + tile_bytes + slack);
    before = host.memory.live_bytes;
    assert_ok(throng_integration_create(context, &grid, &integration));
    assert_in_range(host.memory.live_bytes - before, 4 * cells, 4 * cells + slack);
    before = host.memory.live_bytes;
    assert_ok(throng_flow_create(context, &grid, &flow));
    assert_in_range(host.memory.live_bytes - before, 3 * cells, 3 * cells + slack);
    before = host.memory.live_bytes;
    assert_ok(throng_path_finder_create(context, 1000, 1000, &finder));
    assert_in_range(host.memory.live_bytes - before, 1, 17 * cells + slack);
    assert_ok(throng_path_finder_destroy(finder));
    assert_ok(throng_flow_destroy(flow));
    assert_ok(throng_integration_destroy(integration));
    assert_ok(throng_solver_destroy(solver));
    assert_ok(throng_cost_destroy(cost));
    assert_ok(throng_context_destroy(context));
    host_assert_clean(&host);
}

static void a_crowd_reports_the_bytes_that_it_holds(void **state)
{
    (void)state;
    scenario *self = make_scenario();
    host host;
    host_init(&host);
    assert_ok(scenario_create(self, &host.desc));
    const int64_t all = host.memory.live_bytes;
    const int64_t bytes = (int64_t)throng_crowd_bytes(self->crowd);
    assert_ok(throng_crowd_destroy(self->crowd));
    self->crowd = NULL;
    assert_int_equal(all - host.memory.live_bytes, bytes);
    scenario_destroy(self);
    host_assert_clean(&host);
    free(self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(work_takes_and_gives_back_nothing),
        cmocka_unit_test(what_memory_held_before_changes_no_bit),
        cmocka_unit_test(a_refused_reserve_leaves_the_crowd_as_it_was),
        cmocka_unit_test(objects_are_as_big_as_the_headers_say),
        cmocka_unit_test(a_crowd_reports_the_bytes_that_it_holds),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
