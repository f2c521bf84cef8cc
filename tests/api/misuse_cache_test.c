/* cache.h, called wrongly. */
#include "misuse.h"

static throng_cache *cache;

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    assert_ok(throng_cache_create(world->context, &world->grid, 2, 3, &cache));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_cache_destroy(cache));
    return misuse_teardown(state);
}

static void making_a_cache_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_cache *out = UNTOUCHED;
    const throng_grid grid = throng_grid_default(0, 4);
    static const int32_t fields[] = {0, -1, THRONG_CACHE_FIELDS_MAX + 1, INT32_MIN, INT32_MAX};
    assert_refused(host, throng_cache_create(NULL, &world->grid, 2, 3, &out), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_cache_create(world->context, NULL, 2, 3, &out),
                   THRONG_ERROR_ARGUMENT, "grid");
    assert_refused(host, throng_cache_create(world->context, &grid, 2, 3, &out),
                   THRONG_ERROR_ARGUMENT, "width");
    assert_refused(host, throng_cache_create(world->context, &world->grid, 2, 3, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        assert_refused(host, throng_cache_create(world->context, &world->grid, fields[i], 3, &out),
                       THRONG_ERROR_ARGUMENT, "field_capacity");
    assert_refused(host, throng_cache_create(world->context, &world->grid, 2, 0, &out),
                   THRONG_ERROR_ARGUMENT, "goal_capacity");
    assert_refused(host, throng_cache_create(world->context, &world->grid, 2, -3, &out),
                   THRONG_ERROR_ARGUMENT, "goal_capacity");
    int64_t refused = 0;
    for (int64_t n = 1;; n++) {
        host->memory.fail_at = host->memory.calls + n;
        host->log.count = 0;
        /* More goals than a field has room for by itself, so that they are reserved too. */
        if (throng_cache_create(world->context, &world->grid, 2, 100, &out) == THRONG_OK)
            break;
        assert_int_equal(host->log.count, 1);
        assert_int_equal(host->log.result, THRONG_ERROR_MEMORY);
        assert_ptr_equal(out, UNTOUCHED);
        refused++;
    }
    host->memory.fail_at = 0;
    assert_true(refused >= 10);
    assert_ok(throng_cache_destroy(out));
    assert_ok(throng_cache_destroy(NULL));
}

static void asking_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    static const throng_cell goals[4] = {{0, 0}, {1, 0}, {2, 0}, {4, 0}}, wall = {3, 3};
    static const throng_cell off[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MIN, INT32_MAX}};
    throng_cached out;
    fill_untouched(&out);
    assert_refused(host, throng_cache_get(NULL, world->solver, world->cost, goals, 1, &out),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_cache_get(cache, NULL, world->cost, goals, 1, &out),
                   THRONG_ERROR_ARGUMENT, "solver");
    assert_refused(host, throng_cache_get(cache, world->solver, NULL, goals, 1, &out),
                   THRONG_ERROR_ARGUMENT, "cost");
    assert_refused(host, throng_cache_get(cache, world->solver, world->cost, NULL, 1, &out),
                   THRONG_ERROR_ARGUMENT, "goals");
    assert_refused(host, throng_cache_get(cache, world->solver, world->cost, goals, 0, &out),
                   THRONG_ERROR_ARGUMENT, "goal");
    assert_refused(host, throng_cache_get(cache, world->solver, world->cost, goals, 1, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    assert_refused(host, throng_cache_get(cache, world->solver, world->cost, goals, 4, &out),
                   THRONG_ERROR_CAPACITY, "goals");
    assert_refused(host, throng_cache_get(cache, world->solver, world->cost, &wall, 1, &out),
                   THRONG_ERROR_GOAL, NULL);
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        assert_refused(host, throng_cache_get(cache, world->solver, world->cost, &off[i], 1, &out),
                       THRONG_ERROR_ARGUMENT, "goals[0]");
    throng_cost_field *other;
    const throng_grid grid = throng_grid_default(MISUSE_SIDE, MISUSE_SIDE + 1);
    assert_ok(throng_cost_create(world->context, &grid, &other));
    assert_refused(host, throng_cache_get(cache, world->solver, other, goals, 1, &out),
                   THRONG_ERROR_SHAPE, "grid");
    assert_ok(throng_cost_destroy(other));
    assert_untouched(&out);
    assert_int_equal(throng_cache_count(cache).misses, 0);
    host->memory.closed = true;
    assert_ok(throng_cache_get(cache, world->solver, world->cost, goals, 3, &out));
    assert_ok(throng_cache_get(cache, world->solver, world->cost, goals, 3, &out));
    host->memory.closed = false;
    assert_true(out.is_hit);
    assert_ok(throng_cost_fill(world->cost, (throng_rect){0, 5, 1, 1}, 2));
    fill_untouched(&out);
    assert_refused(host, throng_cache_get(cache, world->solver, world->cost, goals, 1, &out),
                   THRONG_ERROR_NOT_COMMITTED, "commit");
    assert_untouched(&out);
}

static void asking_with_prices_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    static const throng_cell goals[2] = {{0, 0}, {0, 0}};
    static const uint32_t prices[2] = {4, 7};
    throng_integration_desc desc = throng_integration_desc_default(), none = {0};
    throng_cached out;
    fill_untouched(&out);
    assert_refused(host, throng_cache_get_with(NULL, world->solver, world->cost, &desc, &out),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_cache_get_with(cache, world->solver, world->cost, NULL, &out),
                   THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host, throng_cache_get_with(cache, world->solver, world->cost, &none, &out),
                   THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host, throng_cache_get_with(cache, world->solver, world->cost, &desc, &out),
                   THRONG_ERROR_ARGUMENT, "goals");
    static const uint32_t values[MISUSE_SIDE * MISUSE_SIDE];
    desc.values = values;
    assert_refused(host, throng_cache_get_with(cache, world->solver, world->cost, &desc, &out),
                   THRONG_ERROR_ARGUMENT, "values");
    desc.values = NULL;
    desc.goals = goals;
    desc.goal_count = 2;
    desc.prices = prices;
    assert_refused(host, throng_cache_get_with(cache, world->solver, world->cost, &desc, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    assert_refused(host, throng_cache_get_with(cache, NULL, world->cost, &desc, &out),
                   THRONG_ERROR_ARGUMENT, "solver");
    /* Even where the other price of the cell is the one that counts. */
    assert_refused(host, throng_cache_get_with(cache, world->solver, world->cost, &desc, &out),
                   THRONG_ERROR_ARGUMENT, "prices[1]");
    assert_untouched(&out);
    assert_int_equal(throng_cache_count(cache).misses, 0);
}

static void repairing_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_cell goal = {0, 0};
    const throng_rect changed = {5, 5, 1, 1}, off = {8, 0, 1, 1};
    throng_cached got;
    assert_ok(throng_cache_get(cache, world->solver, world->cost, &goal, 1, &got));
    const uint64_t since = throng_cost_revision(world->cost);
    assert_ok(throng_cost_fill(world->cost, changed, THRONG_WALL));
    assert_refused(host, throng_cache_repair(cache, world->solver, world->cost, since, &changed, 1),
                   THRONG_ERROR_NOT_COMMITTED, "commit");
    assert_ok(throng_cost_commit(world->cost));
    assert_refused(host, throng_cache_repair(NULL, world->solver, world->cost, since, &changed, 1),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_cache_repair(cache, NULL, world->cost, since, &changed, 1),
                   THRONG_ERROR_ARGUMENT, "solver");
    assert_refused(host, throng_cache_repair(cache, world->solver, NULL, since, &changed, 1),
                   THRONG_ERROR_ARGUMENT, "cost");
    assert_refused(host, throng_cache_repair(cache, world->solver, world->cost, since, NULL, 1),
                   THRONG_ERROR_ARGUMENT, "changed");
    assert_refused(host,
                   throng_cache_repair(cache, world->solver, world->cost, since, &changed, -1),
                   THRONG_ERROR_ARGUMENT, "count");
    assert_refused(host, throng_cache_repair(cache, world->solver, world->cost, since, &off, 1),
                   THRONG_ERROR_ARGUMENT, "changed[0]");
    assert_refused(host, throng_cache_repair(cache, world->solver, world->cost, since, NULL, 0),
                   THRONG_ERROR_ARGUMENT, NULL);
    host->memory.closed = true;
    assert_ok(throng_cache_repair(cache, world->solver, world->cost, since, &changed, 1));
    assert_ok(throng_cache_get(cache, world->solver, world->cost, &goal, 1, &got));
    host->memory.closed = false;
    assert_true(got.is_hit);
}

static void questions_about_nothing_have_answers(void **state)
{
    (void)state;
    assert_int_equal(throng_cache_grid(NULL).width, 0);
    assert_int_equal(throng_cache_grid(cache).width, MISUSE_SIDE);
    assert_int_equal(throng_cache_count(NULL).misses, 0);
    assert_int_equal(throng_cache_count(NULL).field_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(making_a_cache_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(asking_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(asking_with_prices_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(repairing_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(questions_about_nothing_have_answers, setup, teardown),
    };
    return cmocka_run_group_tests_name("misuse of cache.h", tests, NULL, NULL);
}
