/*
 * flow_test.c: codes against the definition, walks against distances, and when a field is refused.
 */
#include "world.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "maps.h"
#include "oracle.h"

#define SIDE_MAX 120
#define GOALS_MAX 12

static void codes_step_where_their_names_say(void **state)
{
    (void)state;
    static const struct {
        uint8_t code;
        int32_t x, y;
    } steps[] = {
        {THRONG_FLOW_E, 1, 0},    {THRONG_FLOW_S, 0, 1},   {THRONG_FLOW_W, -1, 0},
        {THRONG_FLOW_N, 0, -1},   {THRONG_FLOW_SE, 1, 1},  {THRONG_FLOW_SW, -1, 1},
        {THRONG_FLOW_NW, -1, -1}, {THRONG_FLOW_NE, 1, -1},
    };
    for (int code = 0; code < 256; code++) {
        throng_cell wanted = {0, 0};
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
            if (steps[i].code == code)
                wanted = (throng_cell){steps[i].x, steps[i].y};
        const throng_cell step = throng_flow_step((uint8_t)code);
        assert_int_equal(step.x, wanted.x);
        assert_int_equal(step.y, wanted.y);
    }
}

static void assert_codes(const test_world *world, const char *wanted)
{
    /* Digits are codes, and # is a wall. */
    for (int32_t y = 0; y < world->grid.height; y++)
        for (int32_t x = 0; x < world->grid.width; x++) {
            const char mark = wanted[y * world->grid.width + x];
            const int code = throng_flow_at(world->flow, (throng_cell){x, y});
            if (code != (mark == '#' ? THRONG_FLOW_WALL : mark - '0'))
                fail_msg("code at (%d, %d) is %d, not %c", x, y, code, mark);
        }
}

static void ties_go_to_the_lowest_code(void **state)
{
    (void)state;
    test_world world = test_world_create(5, 5, NULL);
    test_world_solve(&world, &(throng_cell){2, 2}, 1);
    /* (1, 0): 24 by S then SE, or SE then S. */
    assert_codes(&world, "52226"
                         "15263"
                         "11033"
                         "18473"
                         "84447");
    /* Four goals round the middle: E before S, W and N. */
    const throng_cell around[] = {{2, 1}, {1, 2}, {2, 3}, {3, 2}};
    test_world_solve(&world, around, 4);
    assert_int_equal(throng_flow_at(world.flow, (throng_cell){2, 2}), THRONG_FLOW_E);
    test_world_destroy(&world);
}

static void descent_counts_the_step_as_well(void **state)
{
    (void)state;
    uint8_t costs[15];
    test_draw("....."
              ".999."
              ".....",
              costs);
    test_world world = test_world_create(5, 3, costs);
    test_world_solve(&world, &(throng_cell){4, 1}, 1);
    /* From (2, 1) the neighbour of least D is (3, 0) or (3, 2) with 14, by 14 * 9 = 126: 140. North
     * is 24 + 90 = 114, and so is south, but S has the lower code. */
    assert_codes(&world, "11152"
                         "52210"
                         "11184");
    test_world_destroy(&world);
}

static void assert_codes_are_literal(const test_world *world, const test_ground *ground,
                                     const uint64_t *distances)
{
    const uint8_t *codes = throng_flow_codes(world->flow);
    for (int32_t y = 0; y < ground->height; y++)
        for (int32_t x = 0; x < ground->width; x++) {
            const int32_t cell = y * ground->width + x;
            const int wanted = test_oracle_code(ground, distances, x, y);
            if (codes[cell] != wanted)
                fail_msg("%d x %d: code at (%d, %d) is %d, not %d", ground->width, ground->height,
                         x, y, codes[cell], wanted);
            const bool has_way = distances[cell] != TEST_UNREACHABLE && distances[cell] > 0;
            assert_int_equal(codes[cell] >= 1 && codes[cell] <= 8, has_way);
        }
    assert_true(throng_flow_hash(world->flow) ==
                test_hash_bytes(codes, (size_t)ground->width * (size_t)ground->height));
}

/* Follows the codes from every cell to its goal and adds up what the walk costs. */
static void assert_walks_cost_their_distance(const test_world *world, const test_ground *ground,
                                             const uint64_t *distances)
{
    const int32_t cell_count = ground->width * ground->height;
    for (int32_t start = 0; start < cell_count; start++) {
        if (distances[start] == TEST_UNREACHABLE)
            continue;
        uint64_t cost = 0;
        int32_t x = start % ground->width, y = start / ground->width, step_count = 0;
        for (;; step_count++) {
            const int code = throng_flow_at(world->flow, (throng_cell){x, y});
            if (code == THRONG_FLOW_NONE)
                break;
            assert_true(step_count < cell_count && code <= THRONG_FLOW_NE);
            assert_true(test_step_is_legal(ground, x, y, code));
            cost += test_step_cost(ground, x, y, code);
            x += test_step_x[code];
            y += test_step_y[code];
        }
        if (distances[y * ground->width + x] != 0 || cost != distances[start])
            fail_msg("%d x %d: the walk from cell %d costs %" PRIu64 ", and D is %" PRIu64,
                     ground->width, ground->height, start, cost, distances[start]);
    }
}

static void codes_are_exact_descent_on_random_maps(void **state)
{
    (void)state;
    test_random random = {test_seed("descent", 1)};
    static uint8_t costs[SIDE_MAX * SIDE_MAX];
    static uint64_t distances[SIDE_MAX * SIDE_MAX];
    const int rounds = test_is_full() ? 3000 : 300;
    for (int round = 0; round < rounds; round++) {
        const int32_t width = test_random_int(&random, 1, test_random_int(&random, 1, SIDE_MAX));
        const int32_t height = test_random_int(&random, 1, test_random_int(&random, 1, SIDE_MAX));
        test_map_any(&random, width, height, costs);
        int32_t cells[GOALS_MAX];
        throng_cell goals[GOALS_MAX];
        const int32_t goal_count = test_random_int(&random, 1, GOALS_MAX);
        for (int32_t i = 0; i < goal_count; i++) {
            goals[i] = (throng_cell){test_random_int(&random, 0, width - 1),
                                     test_random_int(&random, 0, height - 1)};
            cells[i] = goals[i].y * width + goals[i].x;
        }
        if (costs[cells[0]] == THRONG_WALL)
            costs[cells[0]] = 1;
        const test_ground ground = {width, height, costs};
        test_oracle_solve(&ground, cells, goal_count, distances);
        test_world world = test_world_create(width, height, costs);
        test_world_solve(&world, goals, goal_count);
        assert_codes_are_literal(&world, &ground, distances);
        assert_walks_cost_their_distance(&world, &ground, distances);
        test_world_destroy(&world);
    }
}

static void a_field_without_a_result_says_so(void **state)
{
    (void)state;
    test_world world = test_world_create(3, 2, NULL);
    assert_result(throng_flow(world.cost, world.integration, world.flow), THRONG_ERROR_NOT_SOLVED);
    assert_false(throng_flow_is_solved(world.flow));
    assert_null(throng_flow_codes(world.flow));
    assert_true(throng_flow_hash(world.flow) == 0);
    assert_int_equal(throng_flow_at(world.flow, (throng_cell){1, 1}), THRONG_FLOW_NONE);
    assert_int_equal(throng_flow_at(world.flow, (throng_cell){3, 1}), THRONG_FLOW_WALL);
    assert_int_equal(throng_flow_grid(world.flow).height, 2);

    test_world_solve(&world, &(throng_cell){0, 0}, 1);
    assert_true(throng_flow_is_solved(world.flow));
    const throng_cell outside[] = {{-1, 0}, {0, -1}, {3, 0}, {0, 2}, {INT32_MIN, INT32_MAX}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_int_equal(throng_flow_at(world.flow, outside[i]), THRONG_FLOW_WALL);
    test_world_destroy(&world);
}

static void edit(throng_cost_field *cost, uint8_t price)
{
    assert_result(throng_cost_fill(cost, (throng_rect){1, 1, 1, 1}, price), THRONG_OK);
}

static void refusals_keep_the_last_result(void **state)
{
    (void)state;
    test_world world = test_world_create(5, 4, NULL), other = test_world_create(4, 5, NULL);
    throng_cost_field *twin = test_cost_create(world.context, 5, 4, NULL);
    const throng_cell goal = {0, 0};
    test_world_solve(&world, &goal, 1);
    test_world_solve(&other, &goal, 1);
    const uint64_t hash = throng_flow_hash(world.flow);
#define assert_refused(cost, integration, wanted)                                                  \
    do {                                                                                           \
        assert_result(throng_flow(cost, integration, world.flow), wanted);                         \
        assert_true(throng_flow_hash(world.flow) == hash);                                         \
    } while (0)
    assert_refused(other.cost, other.integration, THRONG_ERROR_SHAPE);
    assert_refused(world.cost, other.integration, THRONG_ERROR_SHAPE);
    assert_refused(NULL, world.integration, THRONG_ERROR_ARGUMENT);
    assert_refused(world.cost, NULL, THRONG_ERROR_ARGUMENT);
    /* Equal costs, but not the field that was solved on. */
    assert_refused(twin, world.integration, THRONG_ERROR_OUT_OF_DATE);
    edit(world.cost, 9);
    assert_refused(world.cost, world.integration, THRONG_ERROR_NOT_COMMITTED);
    assert_result(throng_cost_commit(world.cost), THRONG_OK);
    assert_refused(world.cost, world.integration, THRONG_ERROR_OUT_OF_DATE);
#undef assert_refused
    test_world_solve(&world, &goal, 1);
    assert_true(throng_flow_hash(world.flow) != hash);
    assert_result(throng_cost_destroy(twin), THRONG_OK);
    test_world_destroy(&other);
    test_world_destroy(&world);
}

/* A grid that lies elsewhere, or has other cells, is another grid. */
static void grids_of_equal_shape_elsewhere_are_refused(void **state)
{
    (void)state;
    test_world world = test_world_create(5, 4, NULL);
    test_world_solve(&world, &(throng_cell){0, 0}, 1);
    for (int i = 0; i < 3; i++) {
        throng_grid grid = throng_grid_default(5, 4);
        *(i == 0 ? &grid.cell_size : i == 1 ? &grid.origin_x : &grid.origin_y) = 2.0f;
        throng_flow_field *flow = NULL;
        assert_result(throng_flow_create(world.context, &grid, &flow), THRONG_OK);
        assert_result(throng_flow(world.cost, world.integration, flow), THRONG_ERROR_SHAPE);
        assert_false(throng_flow_is_solved(flow));
        assert_result(throng_flow_destroy(flow), THRONG_OK);
    }
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_step_where_their_names_say),
        cmocka_unit_test(ties_go_to_the_lowest_code),
        cmocka_unit_test(descent_counts_the_step_as_well),
        cmocka_unit_test(codes_are_exact_descent_on_random_maps),
        cmocka_unit_test(a_field_without_a_result_says_so),
        cmocka_unit_test(refusals_keep_the_last_result),
        cmocka_unit_test(grids_of_equal_shape_elsewhere_are_refused),
    };
    return cmocka_run_group_tests_name("flow", tests, NULL, NULL);
}
