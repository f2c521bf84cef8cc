/*
 * integration_range_test.c: the longest maps, and distances that reach and exceed 32 bits.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define LONG_SIDE THRONG_SIDE_MAX

/* The largest distance that a field may hold. */
static const uint64_t distance_max = 4294967294u;

static void a_corridor_of_the_longest_side_is_solved(void **state)
{
    (void)state;
    for (int is_tall = 0; is_tall < 2; is_tall++) {
        test_world world =
            test_world_create(is_tall ? 1 : LONG_SIDE, is_tall ? LONG_SIDE : 1, NULL);
        assert_result(throng_cost_fill(world.cost, test_whole(world.grid), 254), THRONG_OK);
        assert_result(throng_cost_commit(world.cost), THRONG_OK);
        for (int is_far = 0; is_far < 2; is_far++) {
            const int32_t at = is_far ? LONG_SIDE - 1 : 0;
            const throng_cell goal = {is_tall ? 0 : at, is_tall ? at : 0};
            test_world_solve(&world, &goal, 1);
            const uint32_t *values = throng_integration_values(world.integration);
            const uint8_t *codes = throng_flow_codes(world.flow);
            const uint8_t onwards = is_tall ? (is_far ? THRONG_FLOW_S : THRONG_FLOW_N)
                                            : (is_far ? THRONG_FLOW_E : THRONG_FLOW_W);
            for (int32_t i = 0; i < LONG_SIDE; i++) {
                assert_true(values[i] == 2540u * (uint32_t)abs(i - at));
                assert_int_equal(codes[i], i == at ? THRONG_FLOW_NONE : onwards);
            }
        }
        test_world_destroy(&world);
    }
}

/*
 * A serpentine of cost 254 in rows 0, 2, 4, ... of the longest side, then cells of cost 1 that
 * bring the distance of the cell `end` to exactly `target`. 4294967294 / 2540 = 1690932 cells of
 * cost 254 fill 104 rows, so 209 rows are enough.
 */
#define ROW_COUNT 211
#define WAY_COUNT ((ROW_COUNT + 1) / 2 * LONG_SIDE + ROW_COUNT / 2)

static int32_t cell_index(int32_t x, int32_t y)
{
    return y * LONG_SIDE + x;
}

static void draw_serpentine(uint8_t *costs)
{
    memset(costs, 254, (size_t)LONG_SIDE * ROW_COUNT);
    for (int32_t y = 1; y < ROW_COUNT; y += 2) {
        memset(costs + cell_index(0, y), THRONG_WALL, LONG_SIDE);
        costs[cell_index(y % 4 == 1 ? LONG_SIDE - 1 : 0, y)] = 254;
    }
}

/* The i-th cell of the way from (0, 0), which runs east in row 0, down the gap, west in row 2... */
static int32_t cell_of_way(int32_t i)
{
    const int32_t row_pair = i / (LONG_SIDE + 1), rest = i % (LONG_SIDE + 1);
    const int32_t along = row_pair % 2 == 0 ? rest : LONG_SIDE - 1 - rest;
    if (rest == LONG_SIDE)
        return cell_index(row_pair % 2 == 0 ? LONG_SIDE - 1 : 0, 2 * row_pair + 1);
    return cell_index(along, 2 * row_pair);
}

/* Cuts the way after the cell whose distance is `target`, a multiple of 10, lowering the costs of
 * the last cells to meet it. Returns the index of that cell on the way. */
static int32_t cut_serpentine(uint8_t *costs, uint64_t target)
{
    uint64_t left = target;
    int32_t i = 0;
    while (left >= 2540) {
        left -= 2540;
        i++;
    }
    if (left > 0) {
        i++;
        costs[cell_of_way(i)] = (uint8_t)(left / 10);
    }
    for (int32_t k = i + 1; k < WAY_COUNT; k++)
        costs[cell_of_way(k)] = THRONG_WALL;
    return i;
}

static throng_result solve_from_the_corner(test_world *world)
{
    return throng_integrate(world->solver, world->cost, &(throng_cell){0, 0}, 1,
                            world->integration);
}

/* Every distance is the oracle's; if one does not fit there is a range error and no result. */
static void assert_fits_or_is_refused(test_world *world, const uint8_t *costs, uint64_t *distances)
{
    const test_ground ground = {LONG_SIDE, ROW_COUNT, costs};
    const uint64_t largest = test_oracle_solve(&ground, &(int32_t){0}, 1, distances);
    test_world_write(world, costs);
    const throng_result result = solve_from_the_corner(world);
    if (largest <= distance_max) {
        assert_result(result, THRONG_OK);
        const uint32_t *values = throng_integration_values(world->integration);
        const size_t cell_count = (size_t)LONG_SIDE * ROW_COUNT;
        for (size_t i = 0; i < cell_count; i++)
            assert_true(values[i] == (distances[i] == TEST_UNREACHABLE ? THRONG_UNREACHABLE
                                                                       : (uint32_t)distances[i]));
        return;
    }
    assert_result(result, THRONG_ERROR_RANGE);
    assert_false(throng_integration_is_solved(world->integration));
    assert_null(throng_integration_values(world->integration));
    assert_true(throng_integration_hash(world->integration) == 0);
    assert_true(throng_integration_at(world->integration, (throng_cell){0, 0}) ==
                THRONG_UNREACHABLE);
    assert_result(throng_flow(world->cost, world->integration, world->flow),
                  THRONG_ERROR_NOT_SOLVED);
}

typedef struct serpentine {
    test_world world;
    uint8_t *costs;
    uint64_t *distances;
} serpentine;

static serpentine serpentine_create(void)
{
    const size_t cell_count = (size_t)LONG_SIDE * ROW_COUNT;
    serpentine serpentine;
    serpentine.world = test_world_create(LONG_SIDE, ROW_COUNT, NULL);
    serpentine.costs = malloc(cell_count);
    serpentine.distances = malloc(cell_count * sizeof *serpentine.distances);
    assert_non_null(serpentine.costs);
    assert_non_null(serpentine.distances);
    return serpentine;
}

static void serpentine_destroy(serpentine *serpentine)
{
    test_world_destroy(&serpentine->world);
    free(serpentine->costs);
    free(serpentine->distances);
}

static void a_way_beyond_32_bits_is_a_range_error(void **state)
{
    (void)state;
    serpentine serpentine = serpentine_create();
    draw_serpentine(serpentine.costs);
    assert_fits_or_is_refused(&serpentine.world, serpentine.costs, serpentine.distances);
    assert_false(throng_integration_is_solved(serpentine.world.integration));

    /* The solver and the field are as good as new afterwards. */
    assert_result(throng_cost_fill(serpentine.world.cost, (throng_rect){4, 0, 1, 1}, THRONG_WALL),
                  THRONG_OK);
    assert_result(throng_cost_commit(serpentine.world.cost), THRONG_OK);
    assert_result(solve_from_the_corner(&serpentine.world), THRONG_OK);
    assert_int_equal(throng_integration_at(serpentine.world.integration, (throng_cell){3, 0}),
                     7620);
    assert_true(throng_integration_at(serpentine.world.integration, (throng_cell){5, 0}) ==
                THRONG_UNREACHABLE);
    serpentine_destroy(&serpentine);
}

static void distances_are_exact_to_the_last_value(void **state)
{
    (void)state;
    /* The end of the way, and beside it a room of two cells, for a last diagonal of 14: 4294967294
     * is the largest value that fits. Of its cells the one beside the way has 4294967290, so steps
     * that would exceed 32 bits are looked at and not needed. */
    const struct {
        uint64_t target;
        bool has_room;
        bool fits;
    } ends[] = {{4294967280u, true, true},
                {4294967290u, false, true},
                {4294967290u, true, false},
                {4294967300u, false, false}};
    serpentine serpentine = serpentine_create();
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        draw_serpentine(serpentine.costs);
        const int32_t end = cut_serpentine(serpentine.costs, ends[i].target);
        const int32_t cell = cell_of_way(end), before = cell_of_way(end - 1);
        if (ends[i].has_room) {
            /* Onwards, aside and between: a 2 x 2 block with the end of the way in a corner. */
            serpentine.costs[cell + (cell - before)] = 1;
            serpentine.costs[cell + LONG_SIDE] = 1;
            serpentine.costs[cell + (cell - before) + LONG_SIDE] = 1;
        }
        assert_fits_or_is_refused(&serpentine.world, serpentine.costs, serpentine.distances);
        assert_true(serpentine.distances[cell] == ends[i].target);
        assert_int_equal(throng_integration_is_solved(serpentine.world.integration), ends[i].fits);
    }
    serpentine_destroy(&serpentine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corridor_of_the_longest_side_is_solved),
        cmocka_unit_test(a_way_beyond_32_bits_is_a_range_error),
        cmocka_unit_test(distances_are_exact_to_the_last_value),
    };
    return cmocka_run_group_tests_name("integration range", tests, NULL, NULL);
}
