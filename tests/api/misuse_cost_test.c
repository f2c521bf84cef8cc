/* cost.h, called wrongly. */
#include "misuse.h"

static const throng_rect all = {0, 0, MISUSE_SIDE, MISUSE_SIDE};

/* What an edit that fails must leave alone. */
typedef struct cost_state {
    uint64_t hash, revision;
    bool is_committed;
} cost_state;

static cost_state state_of(const throng_cost_field *field)
{
    const cost_state state = {throng_cost_hash(field), throng_cost_revision(field),
                              throng_cost_is_committed(field)};
    return state;
}

static void assert_unchanged(const throng_cost_field *field, cost_state before)
{
    const cost_state after = state_of(field);
    assert_true(before.hash == after.hash && before.revision == after.revision &&
                before.is_committed == after.is_committed);
}

static void assert_grid_refused(misuse_world *world, throng_grid grid, const char *word)
{
    throng_cost_field *cost = UNTOUCHED;
    throng_integration_field *integration = UNTOUCHED;
    throng_flow_field *flow = UNTOUCHED;
    host *host = &world->host;
    assert_refused(host, throng_cost_create(world->context, &grid, &cost), THRONG_ERROR_ARGUMENT,
                   word);
    assert_refused(host, throng_integration_create(world->context, &grid, &integration),
                   THRONG_ERROR_ARGUMENT, word);
    assert_refused(host, throng_flow_create(world->context, &grid, &flow), THRONG_ERROR_ARGUMENT,
                   word);
    assert_ptr_equal(cost, UNTOUCHED);
    assert_ptr_equal(integration, UNTOUCHED);
    assert_ptr_equal(flow, UNTOUCHED);
}

static void grids_out_of_range_are_refused(void **state)
{
    misuse_world *world = *state;
    static const int32_t sides[] = {0, -1, THRONG_SIDE_MAX + 1, INT32_MIN, INT32_MAX};
    static const float sizes[] = {0.0f, -1.0f, 0.0009f, 1000.5f, INFINITY, NAN};
    static const float origins[] = {-1.1e6f, 1.1e6f, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        assert_grid_refused(world, throng_grid_default(sides[i], 4), "width");
        assert_grid_refused(world, throng_grid_default(4, sides[i]), "height");
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        throng_grid grid = world->grid;
        grid.cell_size = sizes[i];
        assert_grid_refused(world, grid, "cell_size");
    }
    for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
        throng_grid grid = world->grid;
        grid.cell_size = 100.0f;
        grid.origin_x = origins[i];
        assert_grid_refused(world, grid, "origin_x");
        grid.origin_x = 0.0f;
        grid.origin_y = origins[i];
        assert_grid_refused(world, grid, "origin_y");
    }
}

static void making_a_cost_field_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    throng_cost_field *field = UNTOUCHED;
    host *host = &world->host;
    assert_refused(host, throng_cost_create(NULL, &world->grid, &field), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_cost_create(world->context, NULL, &field), THRONG_ERROR_ARGUMENT,
                   "grid");
    assert_refused(host, throng_cost_create(world->context, &world->grid, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_cost_create(world->context, &world->grid, &field),
                   THRONG_ERROR_MEMORY, "memory");
    assert_ptr_equal(field, UNTOUCHED);
}

static void rectangles_off_the_map_are_refused(void **state)
{
    misuse_world *world = *state;
    static const throng_rect rects[] = {
        {0, 0, 0, 1},         {0, 0, 1, 0},
        {-1, 0, 1, 1},        {0, -1, 1, 1},
        {0, 0, 9, 1},         {0, 0, 1, 9},
        {8, 0, 1, 1},         {0, 8, 1, 1},
        {4, 4, 5, 1},         {4, 4, 1, 5},
        {0, 0, -1, 1},        {1, 1, INT32_MAX, 1},
        {1, 1, 1, INT32_MAX}, {INT32_MAX, 0, 2, 1},
        {0, INT32_MAX, 1, 2}, {INT32_MIN, 0, INT32_MIN, 1},
    };
    host *host = &world->host;
    uint8_t costs[MISUSE_SIDE * MISUSE_SIDE];
    memset(costs, 5, sizeof costs);
    const throng_layer_desc desc = throng_layer_desc_default();
    const cost_state before = state_of(world->cost);
    for (size_t i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        assert_refused(host, throng_cost_fill(world->cost, rects[i], 2), THRONG_ERROR_ARGUMENT,
                       "cells");
        assert_refused(host, throng_cost_write(world->cost, rects[i], costs, SIZE_MAX / 64),
                       THRONG_ERROR_ARGUMENT, "cells");
        assert_refused(host, throng_cost_derive(world->cost, rects[i], costs, SIZE_MAX / 64, &desc),
                       THRONG_ERROR_ARGUMENT, "cells");
        fill_untouched(&costs);
        assert_refused(host, throng_cost_read(world->cost, rects[i], costs, SIZE_MAX / 64),
                       THRONG_ERROR_ARGUMENT, "cells");
        assert_untouched(&costs);
    }
    assert_unchanged(world->cost, before);
}

static void costs_of_zero_change_nothing(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const cost_state before = state_of(world->cost);
    uint8_t costs[MISUSE_SIDE * MISUSE_SIDE];
    memset(costs, 5, sizeof costs);
    costs[sizeof costs - 1] = 0;
    const throng_point centre = {4.0f, 4.0f};
    assert_refused(host, throng_cost_fill(world->cost, all, 0), THRONG_ERROR_ARGUMENT, "cost");
    assert_refused(host, throng_cost_write(world->cost, all, costs, MISUSE_SIDE),
                   THRONG_ERROR_ARGUMENT, "costs");
    assert_refused(host, throng_cost_stamp_disc(world->cost, centre, 2.0f, 0),
                   THRONG_ERROR_ARGUMENT, "cost");
    throng_layer_desc desc = throng_layer_desc_default();
    desc.cost[5] = 0;
    assert_refused(host, throng_cost_derive(world->cost, all, costs, MISUSE_SIDE, &desc),
                   THRONG_ERROR_ARGUMENT, "desc");
    assert_unchanged(world->cost, before);
    /* A zero that the terrain does not use is nobody's business. */
    desc = throng_layer_desc_default();
    desc.cost[6] = 0;
    assert_ok(throng_cost_derive(world->cost, all, costs, MISUSE_SIDE, &desc));
    assert_false(throng_cost_is_committed(world->cost));
}

static void null_arrays_and_short_rows_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const cost_state before = state_of(world->cost);
    uint8_t costs[MISUSE_SIDE * MISUSE_SIDE];
    memset(costs, 5, sizeof costs);
    const throng_layer_desc desc = throng_layer_desc_default();
    const size_t row_bytes = MISUSE_SIDE - 1;
    assert_refused(host, throng_cost_write(world->cost, all, NULL, 8), THRONG_ERROR_ARGUMENT,
                   "costs");
    assert_refused(host, throng_cost_read(world->cost, all, NULL, 8), THRONG_ERROR_ARGUMENT,
                   "costs");
    assert_refused(host, throng_cost_derive(world->cost, all, NULL, 8, &desc),
                   THRONG_ERROR_ARGUMENT, "terrain");
    assert_refused(host, throng_cost_derive(world->cost, all, costs, 8, NULL),
                   THRONG_ERROR_ARGUMENT, "desc");
    assert_refused(host, throng_cost_write(world->cost, all, costs, row_bytes),
                   THRONG_ERROR_ARGUMENT, "row_bytes");
    assert_refused(host, throng_cost_derive(world->cost, all, costs, row_bytes, &desc),
                   THRONG_ERROR_ARGUMENT, "row_bytes");
    fill_untouched(&costs);
    assert_refused(host, throng_cost_read(world->cost, all, costs, row_bytes),
                   THRONG_ERROR_ARGUMENT, "row_bytes");
    assert_untouched(&costs);
    assert_unchanged(world->cost, before);
}

static void a_forgotten_layer_desc_is_caught(void **state)
{
    misuse_world *world = *state;
    static const uint8_t terrain[MISUSE_SIDE * MISUSE_SIDE];
    const cost_state before = state_of(world->cost);
    const size_t right = sizeof(throng_layer_desc);
    for (int i = 0; i < MISUSE_WRONG_SIZES; i++) {
        throng_layer_desc desc = throng_layer_desc_default();
        desc.struct_size = misuse_wrong_size(right, i);
        assert_refused(&world->host, throng_cost_derive(world->cost, all, terrain, 8, &desc),
                       THRONG_ERROR_ARGUMENT, "desc");
    }
    throng_layer_desc_init(NULL, right);
    assert_unchanged(world->cost, before);
}

static void discs_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    const cost_state before = state_of(world->cost);
    static const float radii[] = {-1.0f, -1e-30f, 1.1e7f, INFINITY, NAN};
    static const float places[] = {INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
        const throng_point centre = {4.0f, 4.0f};
        assert_refused(&world->host, throng_cost_stamp_disc(world->cost, centre, radii[i], 9),
                       THRONG_ERROR_ARGUMENT, "radius");
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const throng_point wide = {places[i], 4.0f}, high = {4.0f, places[i]};
        assert_refused(&world->host, throng_cost_stamp_disc(world->cost, wide, 1.0f, 9),
                       THRONG_ERROR_ARGUMENT, "centre");
        assert_refused(&world->host, throng_cost_stamp_disc(world->cost, high, 1.0f, 9),
                       THRONG_ERROR_ARGUMENT, "centre");
    }
    assert_unchanged(world->cost, before);
}

static void discs_that_touch_no_cell_change_nothing_and_succeed(void **state)
{
    misuse_world *world = *state;
    const uint64_t hash = throng_cost_hash(world->cost);
    static const throng_point centres[] = {{-1e30f, 4.0f}, {3e38f, -3e38f}, {4.0f, 4.0f}};
    for (size_t i = 0; i < sizeof centres / sizeof centres[0]; i++)
        assert_ok(throng_cost_stamp_disc(world->cost, centres[i], 0.25f, 9));
    assert_int_equal(throng_cost_hash(world->cost), hash);
    assert_ok(throng_cost_stamp_disc(world->cost, centres[2], 1e7f, 9));
    for (int32_t i = 0; i < MISUSE_SIDE * MISUSE_SIDE; i++) {
        const throng_cell cell = {i % MISUSE_SIDE, i / MISUSE_SIDE};
        assert_int_equal(throng_cost_at(world->cost, cell), 9);
    }
}

static void null_fields_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    uint8_t costs[MISUSE_SIDE * MISUSE_SIDE];
    memset(costs, 5, sizeof costs);
    const throng_point centre = {4.0f, 4.0f};
    const throng_layer_desc desc = throng_layer_desc_default();
    assert_ok(throng_cost_destroy(NULL));
    assert_refused(host, throng_cost_fill(NULL, all, 1), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_cost_write(NULL, all, costs, 8), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_cost_read(NULL, all, costs, 8), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_cost_stamp_disc(NULL, centre, 1.0f, 1), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_cost_derive(NULL, all, costs, 8, &desc), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_cost_commit(NULL), THRONG_ERROR_ARGUMENT, NULL);
}

static void questions_about_nothing_have_harmless_answers(void **state)
{
    misuse_world *world = *state;
    const throng_cell cell = {0, 0};
    const throng_point inside = {0.5f, 0.5f};
    throng_cell found;
    throng_point place;
    fill_untouched(&found);
    fill_untouched(&place);
    const throng_grid grid = throng_cost_grid(NULL);
    assert_true(grid.width == 0 && grid.height == 0 && grid.cell_size == 0.0f);
    assert_true(grid.origin_x == 0.0f && grid.origin_y == 0.0f);
    assert_false(throng_cost_is_committed(NULL));
    assert_int_equal(throng_cost_revision(NULL), 0);
    assert_int_equal(throng_cost_at(NULL, cell), THRONG_WALL);
    assert_int_equal(throng_cost_hash(NULL), 0);
    assert_false(throng_cost_cell_of(NULL, inside, &found));
    assert_false(throng_cost_nearest_free(NULL, inside, &place));
    assert_false(throng_cost_cell_of(world->cost, inside, NULL));
    assert_false(throng_cost_nearest_free(world->cost, inside, NULL));
    assert_untouched(&found);
    assert_untouched(&place);
}

static void places_off_the_map_and_no_places(void **state)
{
    misuse_world *world = *state;
    static const throng_point off[] = {{-0.001f, 1.0f}, {8.0f, 1.0f},     {1.0f, -0.001f},
                                       {1.0f, 8.0f},    {3e38f, 1.0f},    {NAN, 1.0f},
                                       {1.0f, NAN},     {INFINITY, 1.0f}, {1.0f, -INFINITY}};
    static const throng_cell cells[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MIN, INT32_MAX}};
    throng_cell found;
    throng_point place;
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        fill_untouched(&found);
        fill_untouched(&place);
        assert_false(throng_cost_cell_of(world->cost, off[i], &found));
        assert_untouched(&found);
        const bool is_finite = isfinite(off[i].x) && isfinite(off[i].y);
        assert_int_equal(throng_cost_nearest_free(world->cost, off[i], &place), is_finite);
        if (!is_finite)
            assert_untouched(&place);
        else
            assert_true(throng_cost_cell_of(world->cost, place, &found));
    }
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        assert_int_equal(throng_cost_at(world->cost, cells[i]), THRONG_WALL);
    assert_ok(throng_cost_fill(world->cost, all, THRONG_WALL));
    const throng_point inside = {4.0f, 4.0f};
    fill_untouched(&place);
    assert_false(throng_cost_nearest_free(world->cost, inside, &place));
    assert_untouched(&place);
}

static void a_cost_field_in_use_stays(void **state)
{
    misuse_world *world = *state;
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world->grid;
    throng_crowd *crowd;
    int32_t index;
    throng_group_desc group = throng_group_desc_default();
    group.cost = world->cost;
    group.integration = world->integration;
    group.flow = world->flow;
    assert_ok(throng_crowd_create(world->context, &desc, &crowd));
    assert_ok(throng_crowd_add_group(crowd, &group, &index));
    host *host = &world->host;
    assert_refused(host, throng_cost_destroy(world->cost), THRONG_ERROR_IN_USE, "field");
    assert_refused(host, throng_integration_destroy(world->integration), THRONG_ERROR_IN_USE,
                   "field");
    assert_refused(host, throng_flow_destroy(world->flow), THRONG_ERROR_IN_USE, "field");
    assert_ok(throng_crowd_destroy(crowd));
}

int main(void)
{
#define with_world(test) cmocka_unit_test_setup_teardown(test, misuse_setup, misuse_teardown)
    const struct CMUnitTest tests[] = {
        with_world(grids_out_of_range_are_refused),
        with_world(making_a_cost_field_wrongly_is_refused),
        with_world(rectangles_off_the_map_are_refused),
        with_world(costs_of_zero_change_nothing),
        with_world(null_arrays_and_short_rows_are_refused),
        with_world(a_forgotten_layer_desc_is_caught),
        with_world(discs_of_no_sense_are_refused),
        with_world(discs_that_touch_no_cell_change_nothing_and_succeed),
        with_world(null_fields_are_refused),
        with_world(questions_about_nothing_have_harmless_answers),
        with_world(places_off_the_map_and_no_places),
        with_world(a_cost_field_in_use_stays),
    };
    return cmocka_run_group_tests_name("misuse_cost", tests, NULL, NULL);
}
