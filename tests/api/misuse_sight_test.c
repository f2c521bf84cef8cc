/* sight.h, called wrongly. */
#include "misuse.h"

static throng_sight_field *sight;

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    assert_ok(throng_sight_create(world->context, &world->grid, &sight));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_sight_destroy(sight));
    return misuse_teardown(state);
}

static void making_a_sight_field_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_sight_field *field = UNTOUCHED;
    throng_grid grid = throng_grid_default(0, 4);
    assert_false(throng_sight_is_current(NULL, world->cost));
    assert_false(throng_sight_is_current(sight, NULL));
    assert_false(throng_sight_is_current(sight, world->cost)); /* it holds no result */
    assert_refused(host, throng_sight_create(NULL, &world->grid, &field), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_sight_create(world->context, NULL, &field), THRONG_ERROR_ARGUMENT,
                   "grid");
    assert_refused(host, throng_sight_create(world->context, &grid, &field), THRONG_ERROR_ARGUMENT,
                   "width");
    assert_refused(host, throng_sight_create(world->context, &world->grid, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    /* The object, two arrays of beams, and three pairs of bit maps. */
    for (int64_t n = 1; n <= 9; n++) {
        host->memory.fail_at = host->memory.calls + n;
        assert_refused(host, throng_sight_create(world->context, &world->grid, &field),
                       THRONG_ERROR_MEMORY, "memory");
    }
    host->memory.fail_at = host->memory.calls + 10;
    assert_ptr_equal(field, UNTOUCHED);
    assert_ok(throng_sight_create(world->context, &world->grid, &field));
    assert_ok(throng_sight_destroy(field));
    host->memory.fail_at = 0;
    assert_ok(throng_sight_destroy(NULL));
}

static void lines_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    bool seen[1];
    fill_untouched(&seen);
    const throng_point in = {1.5f, 1.5f};
    static const float places[] = {INFINITY, -INFINITY, NAN};
    static const float radii[] = {-1.0f, -1e-30f, 64.1f, INFINITY, NAN};
    assert_refused(host, throng_line_of_sight(NULL, in, in, 0, seen), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_line_of_sight(world->cost, in, in, 0, NULL), THRONG_ERROR_ARGUMENT,
                   "out");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const throng_point wide = {places[i], 1.5f}, high = {1.5f, places[i]};
        assert_refused(host, throng_line_of_sight(world->cost, wide, in, 0, seen),
                       THRONG_ERROR_ARGUMENT, "from");
        assert_refused(host, throng_line_of_sight(world->cost, high, in, 0, seen),
                       THRONG_ERROR_ARGUMENT, "from");
        assert_refused(host, throng_line_of_sight(world->cost, in, wide, 0, seen),
                       THRONG_ERROR_ARGUMENT, "to is");
        assert_refused(host, throng_line_of_sight(world->cost, in, high, 0, seen),
                       THRONG_ERROR_ARGUMENT, "to is");
    }
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        assert_refused(host, throng_line_of_sight(world->cost, in, in, radii[i], seen),
                       THRONG_ERROR_ARGUMENT, "radius");
    assert_untouched(&seen);
    assert_ok(throng_line_of_sight(world->cost, in, in, 64.0f, seen));
    assert_false(seen[0]);
}

static void lines_between_cells_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    bool seen[1];
    fill_untouched(&seen);
    const throng_cell in = {1, 1};
    static const throng_cell off[] = {{-1, 1}, {1, -1}, {8, 1}, {1, 8}, {INT32_MAX, INT32_MIN}};
    static const int32_t radii[] = {-1, INT32_MIN, THRONG_SIGHT_RADIUS_MAX + 1, INT32_MAX};
    assert_refused(host, throng_line_of_sight_cells(NULL, in, in, 0, seen), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_line_of_sight_cells(world->cost, in, in, 0, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        assert_refused(host, throng_line_of_sight_cells(world->cost, off[i], in, 0, seen),
                       THRONG_ERROR_ARGUMENT, "from");
        assert_refused(host, throng_line_of_sight_cells(world->cost, in, off[i], 0, seen),
                       THRONG_ERROR_ARGUMENT, "to is");
        assert_refused(host, throng_sight(world->cost, &off[i], 1, 0, sight), THRONG_ERROR_ARGUMENT,
                       "goals[0]");
    }
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        assert_refused(host, throng_line_of_sight_cells(world->cost, in, in, radii[i], seen),
                       THRONG_ERROR_ARGUMENT, "radius_256");
        assert_refused(host, throng_sight(world->cost, &in, 1, radii[i], sight),
                       THRONG_ERROR_ARGUMENT, "radius_256");
    }
    assert_untouched(&seen);
    assert_false(throng_sight_is_solved(sight));
}

static void looking_wrongly_keeps_the_last_result(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_cell goals[3] = {{1, 1}, {6, 6}, {8, 8}}, wall = {3, 3};
    host->memory.closed = true;
    assert_ok(throng_sight(world->cost, goals, 2, 0, sight));
    host->memory.closed = false;
    const uint64_t hash = throng_sight_hash(sight);
    assert_refused(host, throng_sight(world->cost, goals, 1, 0, NULL), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_sight(NULL, goals, 1, 0, sight), THRONG_ERROR_ARGUMENT, "cost");
    assert_refused(host, throng_sight(world->cost, NULL, 1, 0, sight), THRONG_ERROR_ARGUMENT,
                   "goals");
    assert_refused(host, throng_sight(world->cost, goals, 0, 0, sight), THRONG_ERROR_ARGUMENT,
                   "goal");
    assert_refused(host, throng_sight(world->cost, goals, -5, 0, sight), THRONG_ERROR_ARGUMENT,
                   "goal");
    assert_refused(host, throng_sight(world->cost, goals, 3, 0, sight), THRONG_ERROR_ARGUMENT,
                   "goals[2]");
    assert_refused(host, throng_sight(world->cost, &wall, 1, 0, sight), THRONG_ERROR_GOAL, "goal");
    throng_sight_field *other;
    const throng_grid grid = throng_grid_default(MISUSE_SIDE, MISUSE_SIDE + 1);
    assert_ok(throng_sight_create(world->context, &grid, &other));
    assert_refused(host, throng_sight(world->cost, goals, 1, 0, other), THRONG_ERROR_SHAPE, "grid");
    assert_ok(throng_sight_destroy(other));
    assert_ok(throng_cost_fill(world->cost, (throng_rect){0, 0, 1, 1}, 2));
    bool seen[1];
    fill_untouched(&seen);
    assert_refused(host, throng_sight(world->cost, goals, 1, 0, sight), THRONG_ERROR_NOT_COMMITTED,
                   "commit");
    assert_refused(host, throng_line_of_sight_cells(world->cost, goals[0], goals[1], 0, seen),
                   THRONG_ERROR_NOT_COMMITTED, "commit");
    assert_refused(
        host,
        throng_line_of_sight(world->cost, (throng_point){1, 1}, (throng_point){2, 2}, 0, seen),
        THRONG_ERROR_NOT_COMMITTED, "commit");
    assert_untouched(&seen);
    assert_true(throng_sight_hash(sight) == hash);
}

static void questions_about_nothing_have_answers(void **state)
{
    (void)state;
    static const throng_cell off[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MIN, INT32_MAX}};
    assert_false(throng_sight_is_solved(NULL));
    assert_false(throng_sight_at(NULL, off[0]));
    assert_null(throng_sight_words(NULL));
    assert_true(throng_sight_hash(NULL) == 0);
    assert_int_equal(throng_sight_grid(NULL).width, 0);
    misuse_world *world = *state;
    const throng_cell goal = {1, 1};
    assert_ok(throng_sight(world->cost, &goal, 1, 0, sight));
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        assert_false(throng_sight_at(sight, off[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(making_a_sight_field_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_of_no_sense_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_between_cells_of_no_sense_are_refused, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(looking_wrongly_keeps_the_last_result, setup, teardown),
        cmocka_unit_test_setup_teardown(questions_about_nothing_have_answers, setup, teardown),
    };
    return cmocka_run_group_tests_name("misuse of sight.h", tests, NULL, NULL);
}
