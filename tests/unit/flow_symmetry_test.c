/*
 * flow_symmetry_test.c: a mirrored or turned map has mirrored or turned distances, to the last bit,
 * and directions that are as good: the tie rule itself knows east from west.
 */
#include "world.h"

#include <inttypes.h>
#include <stdlib.h>

#include "maps.h"
#include "oracle.h"

#define SIDE_MAX 80
#define GOALS_MAX 5

/* The eight symmetries of the square: bit 0 mirrors x, bit 1 mirrors y, bit 2 swaps them first. */
enum { SYMMETRY_COUNT = 8 };

static throng_cell move_cell(int symmetry, int32_t width, int32_t height, throng_cell cell)
{
    if (symmetry & 4) {
        cell = (throng_cell){cell.y, cell.x};
        const int32_t swapped = width;
        width = height;
        height = swapped;
    }
    if (symmetry & 1)
        cell.x = width - 1 - cell.x;
    if (symmetry & 2)
        cell.y = height - 1 - cell.y;
    return cell;
}

static test_world moved_world(int symmetry, int32_t width, int32_t height, const uint8_t *costs,
                              const throng_cell *goals, int32_t goal_count)
{
    static uint8_t moved[SIDE_MAX * SIDE_MAX];
    const int32_t to_width = symmetry & 4 ? height : width,
                  to_height = symmetry & 4 ? width : height;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const throng_cell to = move_cell(symmetry, width, height, (throng_cell){x, y});
            moved[to.y * to_width + to.x] = costs[y * width + x];
        }
    throng_cell moved_goals[GOALS_MAX];
    for (int32_t i = 0; i < goal_count; i++)
        moved_goals[i] = move_cell(symmetry, width, height, goals[i]);
    test_world world = test_world_create(to_width, to_height, moved);
    test_world_solve(&world, moved_goals, goal_count);
    return world;
}

/* The direction of the moved cell, moved back, must be a legal step of least sum. */
static void assert_same_cell(int symmetry, const test_world *world, const test_world *moved,
                             throng_cell cell)
{
    const int32_t width = world->grid.width, height = world->grid.height;
    const throng_cell to = move_cell(symmetry, width, height, cell);
    const uint32_t value = throng_integration_at(world->integration, cell);
    const uint32_t moved_value = throng_integration_at(moved->integration, to);
    if (value != moved_value)
        fail_msg("symmetry %d: D(%d, %d) is %" PRIu32 ", moved %" PRIu32, symmetry, cell.x, cell.y,
                 value, moved_value);
    const uint8_t code = throng_flow_at(world->flow, cell);
    const uint8_t moved_code = throng_flow_at(moved->flow, to);
    if (code == THRONG_FLOW_NONE || code == THRONG_FLOW_WALL) {
        assert_int_equal(moved_code, code);
        return;
    }
    const throng_cell step = throng_flow_step(moved_code);
    const throng_cell target = {to.x + step.x, to.y + step.y};
    const uint32_t weight = moved_code <= THRONG_FLOW_N ? 10 : 14;
    assert_true(throng_integration_at(moved->integration, target) +
                    weight * throng_cost_at(moved->cost, to) ==
                value);
}

static void symmetric_maps_have_symmetric_fields(void **state)
{
    (void)state;
    test_random random = {test_seed("symmetry", 1)};
    static uint8_t costs[SIDE_MAX * SIDE_MAX];
    const int rounds = test_is_full() ? 1000 : 100;
    for (int round = 0; round < rounds; round++) {
        const int32_t width = test_random_int(&random, 1, SIDE_MAX);
        const int32_t height = test_random_int(&random, 1, SIDE_MAX);
        test_map_any(&random, width, height, costs);
        throng_cell goals[GOALS_MAX];
        const int32_t goal_count = test_random_int(&random, 1, GOALS_MAX);
        for (int32_t i = 0; i < goal_count; i++) {
            goals[i] = (throng_cell){test_random_int(&random, 0, width - 1),
                                     test_random_int(&random, 0, height - 1)};
            costs[goals[i].y * width + goals[i].x] = 2;
        }
        test_world world = test_world_create(width, height, costs);
        test_world_solve(&world, goals, goal_count);
        for (int symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
            test_world moved = moved_world(symmetry, width, height, costs, goals, goal_count);
            for (int32_t y = 0; y < height; y++)
                for (int32_t x = 0; x < width; x++)
                    assert_same_cell(symmetry, &world, &moved, (throng_cell){x, y});
            test_world_destroy(&moved);
        }
        test_world_destroy(&world);
    }
}

/* Without ties the codes themselves must follow the symmetry. */
static void directions_without_ties_are_symmetric(void **state)
{
    (void)state;
    static const char map[] = "1..#..."
                              ".2.#.9."
                              "..3..#."
                              ".#....8";
    uint8_t costs[28];
    test_draw(map, costs);
    const throng_cell goal = {6, 0};
    const test_ground ground = {7, 4, costs};
    uint64_t distances[28];
    test_oracle_solve(&ground, &(int32_t){6}, 1, distances);
    test_world world = test_world_create(7, 4, costs);
    test_world_solve(&world, &goal, 1);
    int unique_count = 0;
    for (int symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
        test_world moved = moved_world(symmetry, 7, 4, costs, &goal, 1);
        for (int32_t cell = 0; cell < 28; cell++) {
            const int32_t x = cell % 7, y = cell / 7;
            if (distances[cell] == TEST_UNREACHABLE || distances[cell] == 0)
                continue;
            int best_count = 0;
            for (int code = 1; code <= 8; code++)
                if (test_step_is_legal(&ground, x, y, code))
                    best_count += distances[cell + test_step_y[code] * 7 + test_step_x[code]] +
                                      test_step_cost(&ground, x, y, code) ==
                                  distances[cell];
            if (best_count != 1)
                continue;
            unique_count++;
            const throng_cell step =
                throng_flow_step(throng_flow_at(world.flow, (throng_cell){x, y}));
            const throng_cell from = move_cell(symmetry, 7, 4, (throng_cell){x, y});
            const throng_cell to = move_cell(symmetry, 7, 4, (throng_cell){x + step.x, y + step.y});
            const throng_cell moved_step = throng_flow_step(throng_flow_at(moved.flow, from));
            assert_int_equal(from.x + moved_step.x, to.x);
            assert_int_equal(from.y + moved_step.y, to.y);
        }
        test_world_destroy(&moved);
    }
    assert_true(unique_count > 50);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetric_maps_have_symmetric_fields),
        cmocka_unit_test(directions_without_ties_are_symmetric),
    };
    return cmocka_run_group_tests_name("flow symmetry", tests, NULL, NULL);
}
