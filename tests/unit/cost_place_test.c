/*
 * cost_place_test.c: the nearest free place, by hand and against a search through every cell.
 */
#include "world.h"

#include <math.h>
#include <stdlib.h>

#include "maps.h"

/* "A hair inside": no deeper into the cell than this, in cells. */
static const double hair = 1.0 / 32.0;

static void assert_place(const throng_cost_field *cost, float x, float y, float wanted_x,
                         float wanted_y)
{
    throng_point place = {-99, -99};
    assert_true(throng_cost_nearest_free(cost, (throng_point){x, y}, &place));
    throng_cell cell;
    assert_true(throng_cost_cell_of(cost, place, &cell));
    assert_int_not_equal(throng_cost_at(cost, cell), THRONG_WALL);
    if (fabs(place.x - wanted_x) > hair || fabs(place.y - wanted_y) > hair)
        fail_msg("(%f, %f) is moved to (%f, %f), not (%f, %f)", (double)x, (double)y,
                 (double)place.x, (double)place.y, (double)wanted_x, (double)wanted_y);
}

static void a_free_point_stays(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 3, 3, NULL);
    const float places[] = {0.0f, 0.3f, 1.0f, 2.999f};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            throng_point place;
            assert_true(
                throng_cost_nearest_free(cost, (throng_point){places[i], places[j]}, &place));
            assert_true(place.x == places[i] && place.y == places[j]);
        }
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void a_point_in_a_wall_goes_to_the_nearest_border(void **state)
{
    (void)state;
    uint8_t costs[25];
    test_draw("....."
              "....."
              "..##."
              "....."
              ".....",
              costs);
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 5, 5, costs);
    assert_place(cost, 2.2f, 2.5f, 2.0f, 2.5f);
    assert_place(cost, 3.7f, 2.6f, 4.0f, 2.6f);
    assert_place(cost, 2.6f, 2.1f, 2.6f, 2.0f);
    assert_place(cost, 3.4f, 2.9f, 3.4f, 3.0f);
    /* Half a metre to both sides: the lower row wins; at the left end a third way ties. */
    assert_place(cost, 3.0f, 2.5f, 3.0f, 2.0f);
    assert_place(cost, 2.5f, 2.5f, 2.5f, 2.0f);
    /* Off the map. */
    assert_place(cost, -3.0f, 1.5f, 0.0f, 1.5f);
    assert_place(cost, 9.0f, -2.0f, 5.0f, 0.0f);
    assert_place(cost, 2.5f, 1e6f, 2.5f, 5.0f);
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void there_is_no_place_without_a_free_cell(void **state)
{
    (void)state;
    const float huge = (float)HUGE_VAL, nothing = huge - huge;
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 4, 4, NULL);
    throng_point place = {-99, -99};
    assert_false(throng_cost_nearest_free(cost, (throng_point){nothing, 1}, &place));
    assert_false(throng_cost_nearest_free(cost, (throng_point){1, huge}, &place));
    assert_result(throng_cost_fill(cost, (throng_rect){0, 0, 4, 4}, THRONG_WALL), THRONG_OK);
    assert_false(throng_cost_nearest_free(cost, (throng_point){1, 1}, &place));
    assert_true(place.x == -99.0f && place.y == -99.0f);
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* Distance in cells from a point, in cells, to the square of a cell. */
static double distance_to_cell(double x, double y, int32_t cell_x, int32_t cell_y)
{
    const double dx = x < cell_x ? cell_x - x : x > cell_x + 1 ? x - cell_x - 1 : 0;
    const double dy = y < cell_y ? cell_y - y : y > cell_y + 1 ? y - cell_y - 1 : 0;
    return sqrt(dx * dx + dy * dy);
}

static void assert_place_is_nearest(const throng_cost_field *cost, throng_point point)
{
    const throng_grid grid = throng_cost_grid(cost);
    const double x = ((double)point.x - grid.origin_x) / grid.cell_size;
    const double y = ((double)point.y - grid.origin_y) / grid.cell_size;
    double least = HUGE_VAL;
    for (int32_t cell_y = 0; cell_y < grid.height; cell_y++)
        for (int32_t cell_x = 0; cell_x < grid.width; cell_x++)
            if (throng_cost_at(cost, (throng_cell){cell_x, cell_y}) != THRONG_WALL)
                least = fmin(least, distance_to_cell(x, y, cell_x, cell_y));
    throng_point place;
    throng_cell cell;
    assert_int_equal(throng_cost_nearest_free(cost, point, &place), least < HUGE_VAL);
    if (least == HUGE_VAL)
        return;
    assert_true(throng_cost_cell_of(cost, place, &cell));
    assert_int_not_equal(throng_cost_at(cost, cell), THRONG_WALL);
    const double place_x = ((double)place.x - grid.origin_x) / grid.cell_size;
    const double place_y = ((double)place.y - grid.origin_y) / grid.cell_size;
    /* A hair inside in x and in y, and what floats lose at these magnitudes. */
    const double distance = hypot(place_x - x, place_y - y);
    if (distance > least + 1.5 * hair)
        fail_msg("(%f, %f) in cells is moved by %f to (%f, %f); the nearest cell is %f away", x, y,
                 distance, place_x, place_y, least);
}

static void the_place_is_the_nearest_of_all(void **state)
{
    (void)state;
    test_random random = {test_seed("places", 1)};
    throng_context *context = test_context_create();
    const int rounds = test_is_full() ? 1000 : 150;
    for (int round = 0; round < rounds; round++) {
        throng_grid grid =
            throng_grid_default(test_random_int(&random, 1, 24), test_random_int(&random, 1, 24));
        grid.cell_size = test_random_float(&random, 0.25f, 4);
        grid.origin_x = test_random_float(&random, -50, 50);
        grid.origin_y = test_random_float(&random, -50, 50);
        uint8_t costs[24 * 24];
        test_map_make(&random, grid.width, grid.height, TEST_WALLS_NOISE,
                      test_random_int(&random, 30, 100), TEST_PRICES_ONE, costs);
        throng_cost_field *cost = NULL;
        assert_result(throng_cost_create(context, &grid, &cost), THRONG_OK);
        assert_result(throng_cost_write(cost, test_whole(grid), costs, (size_t)grid.width),
                      THRONG_OK);
        for (int i = 0; i < 60; i++) {
            const float margin = i % 2 ? 0.0f : 40.0f;
            const throng_point point = {
                grid.origin_x + grid.cell_size *
                                    test_random_float(&random, -margin, (float)grid.width + margin),
                grid.origin_y + grid.cell_size * test_random_float(&random, -margin,
                                                                   (float)grid.height + margin)};
            assert_place_is_nearest(cost, point);
        }
        assert_result(throng_cost_destroy(cost), THRONG_OK);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_point_stays),
        cmocka_unit_test(a_point_in_a_wall_goes_to_the_nearest_border),
        cmocka_unit_test(there_is_no_place_without_a_free_cell),
        cmocka_unit_test(the_place_is_the_nearest_of_all),
    };
    return cmocka_run_group_tests_name("cost places", tests, NULL, NULL);
}
