/* Rectangles and discs as goals, against a look at every cell. */
#include "world.h"

#include <string.h>

#include "random.h"

#define WIDTH 40
#define HEIGHT 30
#define CELLS (WIDTH * HEIGHT)

static test_world open_random(test_random *random)
{
    test_world world = test_world_create(WIDTH, HEIGHT, NULL);
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            if (test_random_int(random, 0, 3) == 0)
                assert_result(throng_cost_fill(world.cost, (throng_rect){x, y, 1, 1}, THRONG_WALL),
                              THRONG_OK);
    assert_result(throng_cost_commit(world.cost), THRONG_OK);
    return world;
}

static bool is_in_rect(throng_rect rect, throng_cell cell)
{
    return cell.x >= rect.x && cell.y >= rect.y && cell.x - rect.x < rect.width &&
           cell.y - rect.y < rect.height;
}

/* All in 1/256 of a cell, which are whole numbers here. */
static bool is_in_disc(const int32_t centre[2], int32_t radius, throng_cell cell)
{
    const int64_t dx = cell.x * 256 + 128 - centre[0], dy = cell.y * 256 + 128 - centre[1];
    return dx * dx + dy * dy <= (int64_t)radius * radius;
}

static void expect_cells(const test_world *world, const bool *wanted, const throng_cell *goals,
                         int32_t count)
{
    int32_t k = 0;
    for (int32_t i = 0; i < CELLS; i++) {
        const throng_cell cell = {i % WIDTH, i / WIDTH};
        if (!wanted[i] || throng_cost_at(world->cost, cell) == THRONG_WALL)
            continue;
        assert_true(k < count && goals[k].x == cell.x && goals[k].y == cell.y);
        k++;
    }
    assert_int_equal(k, count);
}

static void rectangles_are_their_passable_cells(void **state)
{
    (void)state;
    test_random random = {test_seed("goal areas, rectangles", 1)};
    test_world world = open_random(&random);
    for (int32_t trial = 0; trial < 300; trial++) {
        throng_cell goals[CELLS];
        bool wanted[CELLS];
        int32_t count = -1, counted = -1;
        const throng_rect rect = {test_random_int(&random, -20, WIDTH + 5),
                                  test_random_int(&random, -20, HEIGHT + 5),
                                  trial % 50 ? test_random_int(&random, 1, 60) : INT32_MAX,
                                  trial % 50 ? test_random_int(&random, 1, 60) : INT32_MAX};
        for (int32_t i = 0; i < CELLS; i++)
            wanted[i] = is_in_rect(rect, (throng_cell){i % WIDTH, i / WIDTH});
        assert_result(throng_goals_in_rect(world.cost, rect, NULL, 0, &counted), THRONG_OK);
        assert_result(throng_goals_in_rect(world.cost, rect, goals, counted, &count), THRONG_OK);
        assert_int_equal(count, counted);
        expect_cells(&world, wanted, goals, count);
    }
    test_world_destroy(&world);
}

static void discs_are_the_cells_whose_centres_they_hold(void **state)
{
    (void)state;
    test_random random = {test_seed("goal areas, discs", 2)};
    test_world world = open_random(&random);
    for (int32_t trial = 0; trial < 300; trial++) {
        throng_cell goals[CELLS];
        bool wanted[CELLS];
        int32_t count = -1;
        /* Steps of half a cell put centres of cells on the rim. */
        const int32_t step = trial % 3 ? 1 : 128;
        const int32_t centre[2] = {step * test_random_int(&random, -2000 / step, 12000 / step),
                                   step * test_random_int(&random, -2000 / step, 10000 / step)};
        const int32_t radius = step * test_random_int(&random, 0, (trial % 2 ? 600 : 6000) / step);
        for (int32_t i = 0; i < CELLS; i++)
            wanted[i] = is_in_disc(centre, radius, (throng_cell){i % WIDTH, i / WIDTH});
        const throng_point point = {(float)centre[0] / 256.0f, (float)centre[1] / 256.0f};
        assert_result(
            throng_goals_in_disc(world.cost, point, (float)radius / 256.0f, goals, CELLS, &count),
            THRONG_OK);
        expect_cells(&world, wanted, goals, count);
    }
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_are_their_passable_cells),
        cmocka_unit_test(discs_are_the_cells_whose_centres_they_hold),
    };
    return cmocka_run_group_tests_name("areas as goals", tests, NULL, NULL);
}
