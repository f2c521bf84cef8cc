/* regions.h, called wrongly. */
#include "misuse.h"

static throng_regions *regions;

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    assert_ok(throng_regions_create(world->context, &world->grid, &regions));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_regions_destroy(regions));
    return misuse_teardown(state);
}

static void making_regions_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_regions *out = UNTOUCHED;
    const throng_grid grid = throng_grid_default(4, -4);
    assert_refused(host, throng_regions_create(NULL, &world->grid, &out), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_regions_create(world->context, NULL, &out), THRONG_ERROR_ARGUMENT,
                   "grid");
    assert_refused(host, throng_regions_create(world->context, &grid, &out), THRONG_ERROR_ARGUMENT,
                   "height");
    assert_refused(host, throng_regions_create(world->context, &world->grid, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    for (int64_t n = 1; n <= 6; n++) {
        host->memory.fail_at = host->memory.calls + n;
        assert_refused(host, throng_regions_create(world->context, &world->grid, &out),
                       THRONG_ERROR_MEMORY, "memory");
    }
    host->memory.fail_at = 0;
    assert_ptr_equal(out, UNTOUCHED);
    assert_ok(throng_regions_destroy(NULL));
}

static void building_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_regions *other;
    const throng_grid grid = throng_grid_default(MISUSE_SIDE + 1, MISUSE_SIDE);
    const throng_rect changed = {0, 0, 1, 1};
    assert_refused(host, throng_regions_build(world->cost, NULL), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_regions_build(NULL, regions), THRONG_ERROR_ARGUMENT, "cost");
    assert_ok(throng_regions_create(world->context, &grid, &other));
    assert_refused(host, throng_regions_build(world->cost, other), THRONG_ERROR_SHAPE, "grid");
    assert_refused(host, throng_regions_update(world->cost, &changed, 1, other), THRONG_ERROR_SHAPE,
                   "grid");
    assert_ok(throng_regions_destroy(other));
    assert_refused(host, throng_regions_update(world->cost, &changed, 1, regions),
                   THRONG_ERROR_NOT_SOLVED, "built");
    assert_ok(throng_cost_fill(world->cost, changed, 2));
    assert_refused(host, throng_regions_build(world->cost, regions), THRONG_ERROR_NOT_COMMITTED,
                   "commit");
    assert_int_equal(throng_regions_count(regions), 0);
}

static void updating_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    static const throng_rect off[] = {{0, 0, 0, 1},  {-1, 0, 1, 1},       {0, 0, 9, 1},
                                      {0, 7, 1, 2},  {8, 8, 1, 1},        {INT32_MAX, 0, 2, 1},
                                      {0, 0, 1, -1}, {1, 1, INT32_MAX, 1}};
    const throng_rect changed = {2, 2, 1, 1};
    host->memory.closed = true;
    assert_ok(throng_regions_build(world->cost, regions));
    assert_ok(throng_cost_fill(world->cost, changed, THRONG_WALL));
    assert_refused(host, throng_regions_update(world->cost, &changed, 1, regions),
                   THRONG_ERROR_NOT_COMMITTED, "commit");
    assert_ok(throng_cost_commit(world->cost));
    assert_refused(host, throng_regions_update(world->cost, &changed, 1, NULL),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_regions_update(NULL, &changed, 1, regions), THRONG_ERROR_ARGUMENT,
                   "cost");
    assert_refused(host, throng_regions_update(world->cost, NULL, 1, regions),
                   THRONG_ERROR_ARGUMENT, "changed");
    assert_refused(host, throng_regions_update(world->cost, &changed, -1, regions),
                   THRONG_ERROR_ARGUMENT, "count");
    assert_refused(host, throng_regions_update(world->cost, &changed, 0, regions),
                   THRONG_ERROR_ARGUMENT, "count");
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        const throng_rect both[2] = {changed, off[i]};
        assert_refused(host, throng_regions_update(world->cost, both, 2, regions),
                       THRONG_ERROR_ARGUMENT, "changed[1]");
    }
    assert_int_equal(throng_regions_at(regions, (throng_cell){2, 2}), 0);
    assert_ok(throng_regions_update(world->cost, &changed, 1, regions));
    assert_int_equal(throng_regions_at(regions, (throng_cell){2, 2}), -1);
    host->memory.closed = false;
    throng_cost_field *other;
    assert_ok(throng_cost_create(world->context, &world->grid, &other));
    assert_refused(host, throng_regions_update(other, &changed, 1, regions),
                   THRONG_ERROR_OUT_OF_DATE, "another");
    assert_ok(throng_cost_destroy(other));
}

static void questions_about_nothing_have_answers(void **state)
{
    misuse_world *world = *state;
    static const throng_cell off[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MIN, INT32_MAX}};
    const throng_cell in = {1, 1};
    throng_cell nearest = {5, 5};
    assert_int_equal(throng_regions_grid(NULL).width, 0);
    assert_int_equal(throng_regions_count(NULL), 0);
    assert_int_equal(throng_regions_at(NULL, in), -1);
    assert_int_equal(throng_regions_size(NULL, 0), 0);
    assert_false(throng_is_reachable(NULL, in, in));
    assert_false(throng_regions_nearest(NULL, in, in, &nearest));
    assert_false(throng_regions_nearest(regions, in, in, &nearest));
    assert_ok(throng_regions_build(world->cost, regions));
    assert_false(throng_regions_nearest(regions, in, in, NULL));
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        assert_int_equal(throng_regions_at(regions, off[i]), -1);
        assert_false(throng_is_reachable(regions, in, off[i]));
        assert_false(throng_is_reachable(regions, off[i], off[i]));
        assert_false(throng_regions_nearest(regions, off[i], in, &nearest));
    }
    assert_true(nearest.x == 5 && nearest.y == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(making_regions_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(building_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(updating_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(questions_about_nothing_have_answers, setup, teardown),
    };
    return cmocka_run_group_tests_name("misuse of regions.h", tests, NULL, NULL);
}
