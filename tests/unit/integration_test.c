/*
 * integration_test.c: distances by hand, against the oracle on random maps, and refusals that leave
 * the last result alone.
 */
#include "world.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "maps.h"
#include "oracle.h"

#define SIDE_MAX 300
#define GOALS_MAX 100

/* `wanted` holds the values row by row; -1 stands for THRONG_UNREACHABLE. */
static void assert_values(const test_world *world, const int64_t *wanted)
{
    for (int32_t y = 0; y < world->grid.height; y++)
        for (int32_t x = 0; x < world->grid.width; x++) {
            const int64_t value = wanted[y * world->grid.width + x];
            const uint32_t got = throng_integration_at(world->integration, (throng_cell){x, y});
            if (got != (value < 0 ? THRONG_UNREACHABLE : (uint32_t)value))
                fail_msg("D(%d, %d) is %" PRIu32 ", not %" PRId64, x, y, got, value);
        }
}

static void one_pays_for_the_ground_one_walks_out_of(void **state)
{
    (void)state;
    uint8_t costs[4];
    test_draw("1359", costs);
    test_world world = test_world_create(4, 1, costs);
    const throng_cell goal = {1, 0};
    test_world_solve(&world, &goal, 1);
    /* Out of the 1: 10. Out of the 5: 50. Out of the 9 onto the 5: 90 more. The goal's 3 is free.
     */
    assert_values(&world, (const int64_t[]){10, 0, 50, 140});
    test_world_destroy(&world);
}

static void a_diagonal_needs_both_cells_beside_it(void **state)
{
    (void)state;
    uint8_t costs[9];
    test_world world = test_world_create(3, 3, NULL);
    const throng_cell goal = {0, 0};
    test_world_solve(&world, &goal, 1);
    assert_values(&world, (const int64_t[]){0, 10, 20, 10, 14, 24, 20, 24, 28});
    test_draw(".#."
              "..."
              "...",
              costs);
    test_world_write(&world, costs);
    test_world_solve(&world, &goal, 1);
    /* (1, 1) may not cut the corner of the wall: 20 over (0, 1). */
    assert_values(&world, (const int64_t[]){0, -1, 40, 10, 20, 30, 20, 24, 34});
    test_draw(".#."
              "#.."
              "...",
              costs);
    test_world_write(&world, costs);
    test_world_solve(&world, &goal, 1);
    assert_values(&world, (const int64_t[]){0, -1, -1, -1, -1, -1, -1, -1, -1});
    test_world_destroy(&world);
}

static void the_nearest_of_many_goals_counts(void **state)
{
    (void)state;
    uint8_t costs[7];
    test_draw("....#..", costs);
    test_world world = test_world_create(7, 1, costs);
    /* Twice the same, and one on the wall, which is skipped. */
    const throng_cell goals[] = {{0, 0}, {3, 0}, {0, 0}, {4, 0}};
    test_world_solve(&world, goals, 4);
    assert_values(&world, (const int64_t[]){0, 10, 10, 0, -1, -1, -1});
    test_world_destroy(&world);
}

typedef struct bench {
    test_world world;      /* of the map in hand */
    throng_solver *solver; /* one for all maps, so that nothing of the last one may linger */
    uint8_t *costs;
    uint64_t *distances;
    int32_t goal_cells[GOALS_MAX];
    throng_cell goals[GOALS_MAX];
    int32_t goal_count;
} bench;

/* A corridor is walked at once from either end and from goals in between, which may wait for their
 * price when a walk comes by, or be passed before; 60 of its cells of cost 7 are more than a ring
 * of buckets holds. With `values`, the goals are initial values instead. */
static void a_corridor_belongs_to_the_nearest_goal(void **state)
{
    (void)state;
    enum { LENGTH = 3000, GOALS = 5 };
    const throng_cell goals[GOALS] = {{0, 0}, {LENGTH - 1, 0}, {1000, 0}, {1010, 0}, {2000, 0}};
    static const uint32_t prices[][GOALS] = {
        {0, 3000, 70000, 69800, 2 * LENGTH * 70}, {50000, 0, 4000, 4000, 0}, {9000, 2, 4, 900, 70}};
    uint8_t *costs = malloc(LENGTH);
    uint32_t *values = malloc(LENGTH * sizeof *values);
    assert_non_null(costs);
    assert_non_null(values);
    memset(costs, 7, LENGTH);
    test_world world = test_world_create(LENGTH, 1, costs);
    for (int round = 0; round < 6; round++) {
        const uint32_t *price = prices[round % 3];
        throng_integration_desc desc = throng_integration_desc_default();
        memset(values, 0xff, LENGTH * sizeof *values);
        for (int i = 0; i < GOALS; i++)
            values[goals[i].x] = price[i];
        desc.goals = round < 3 ? goals : NULL;
        desc.goal_count = round < 3 ? GOALS : 0;
        desc.prices = round < 3 ? price : NULL;
        desc.values = round < 3 ? NULL : values;
        assert_int_equal(throng_integrate_with(world.solver, world.cost, &desc, world.integration),
                         THRONG_OK);
        for (int32_t x = 0; x < LENGTH; x++) {
            uint32_t wanted = UINT32_MAX;
            for (int i = 0; i < GOALS; i++) {
                const uint32_t sum = price[i] + 70 * (uint32_t)abs(x - goals[i].x);
                wanted = sum < wanted ? sum : wanted;
            }
            assert_int_equal(throng_integration_at(world.integration, (throng_cell){x, 0}), wanted);
        }
    }
    free(costs);
    free(values);
    test_world_destroy(&world);
}

static void choose_goals(test_random *random, bench *bench, int32_t width, int32_t height)
{
    bench->goal_count = test_random_int(random, 0, 2) == 0 ? test_random_int(random, 1, GOALS_MAX)
                                                           : test_random_int(random, 1, 3);
    for (int32_t i = 0; i < bench->goal_count; i++) {
        bench->goals[i] = (throng_cell){test_random_int(random, 0, width - 1),
                                        test_random_int(random, 0, height - 1)};
        if (i > 0 && test_random_int(random, 0, 9) == 0)
            bench->goals[i] = bench->goals[test_random_int(random, 0, i - 1)];
        bench->goal_cells[i] = bench->goals[i].y * width + bench->goals[i].x;
    }
}

/* Cells connected with a goal by straight steps; no diagonal connects more. */
static int32_t count_connected(const bench *bench, int32_t width, int32_t height)
{
    const int32_t cell_count = width * height;
    bool *is_seen = calloc((size_t)cell_count, sizeof *is_seen);
    int32_t *queue = malloc((size_t)cell_count * sizeof *queue);
    assert_non_null(is_seen);
    assert_non_null(queue);
    int32_t count = 0;
    for (int32_t i = 0; i < bench->goal_count; i++) {
        const int32_t cell = bench->goal_cells[i];
        if (bench->costs[cell] != THRONG_WALL && !is_seen[cell]) {
            is_seen[cell] = true;
            queue[count++] = cell;
        }
    }
    for (int32_t head = 0; head < count; head++) {
        const int32_t x = queue[head] % width, y = queue[head] / width;
        for (int code = 1; code <= 4; code++) {
            const int32_t to_x = x + test_step_x[code], to_y = y + test_step_y[code];
            if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height)
                continue;
            const int32_t to = to_y * width + to_x;
            if (bench->costs[to] == THRONG_WALL || is_seen[to])
                continue;
            is_seen[to] = true;
            queue[count++] = to;
        }
    }
    free(is_seen);
    free(queue);
    return count;
}

static void assert_equals_oracle(bench *bench, int round)
{
    const int32_t width = bench->world.grid.width, height = bench->world.grid.height;
    const test_ground ground = {width, height, bench->costs};
    test_oracle_solve(&ground, bench->goal_cells, bench->goal_count, bench->distances);
    const uint32_t *values = throng_integration_values(bench->world.integration);
    const int32_t cell_count = width * height;
    int32_t reached = 0;
    for (int32_t i = 0; i < cell_count; i++) {
        const uint32_t wanted = bench->distances[i] == TEST_UNREACHABLE
                                    ? THRONG_UNREACHABLE
                                    : (uint32_t)bench->distances[i];
        reached += values[i] != THRONG_UNREACHABLE;
        if (values[i] != wanted)
            fail_msg("map %d, %d x %d: D(%d, %d) is %" PRIu32 ", not %" PRIu32, round, width,
                     height, i % width, i / width, values[i], wanted);
    }
    assert_int_equal(reached, count_connected(bench, width, height));
    assert_true(throng_integration_hash(bench->world.integration) ==
                test_hash_values(values, (size_t)cell_count));
}

static bool has_free_goal(const bench *bench)
{
    for (int32_t i = 0; i < bench->goal_count; i++)
        if (bench->costs[bench->goal_cells[i]] != THRONG_WALL)
            return true;
    return false;
}

/* Sides are mostly small, where corners and edges are, and up to SIDE_MAX now and then. */
static int32_t random_side(test_random *random)
{
    return test_random_int(random, 1, test_random_int(random, 1, SIDE_MAX));
}

static void distances_equal_those_of_a_binary_heap(void **state)
{
    (void)state;
    test_random random = {test_seed("oracle", 1)};
    bench bench = {0};
    bench.costs = malloc(SIDE_MAX * SIDE_MAX);
    bench.distances = malloc(SIDE_MAX * SIDE_MAX * sizeof *bench.distances);
    assert_non_null(bench.costs);
    assert_non_null(bench.distances);
    throng_context *context = test_context_create();
    assert_result(throng_solver_create(context, SIDE_MAX, SIDE_MAX, &bench.solver), THRONG_OK);
    const int rounds = test_is_full() ? 5000 : 500;
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
        const int32_t width = random_side(&random), height = random_side(&random);
        test_map_any(&random, width, height, bench.costs);
        bench.world = test_world_create(width, height, bench.costs);
        for (int solve = 0; solve < 2; solve++) {
            choose_goals(&random, &bench, width, height);
            throng_integration_field *field = bench.world.integration;
            const uint64_t hash = throng_integration_hash(field);
            const throng_result result = throng_integrate(bench.solver, bench.world.cost,
                                                          bench.goals, bench.goal_count, field);
            if (has_free_goal(&bench)) {
                assert_result(result, THRONG_OK);
                assert_equals_oracle(&bench, round);
            } else {
                assert_result(result, THRONG_ERROR_GOAL);
                assert_true(throng_integration_hash(field) == hash);
                refused++;
            }
        }
        test_world_destroy(&bench.world);
    }
    print_message("%d maps, %d solves refused because all goals are walls\n", rounds, refused);
    assert_true(refused > 0);
    assert_result(throng_solver_destroy(bench.solver), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
    free(bench.costs);
    free(bench.distances);
}

/* A commit renews only what was edited, and must leave nothing stale beside it. */
static void edits_and_commits_equal_a_fresh_map(void **state)
{
    (void)state;
    enum { SIDE = 40 };
    test_random random = {test_seed("commits", 1)};
    static uint8_t costs[SIDE * SIDE];
    static uint64_t distances[SIDE * SIDE];
    bench bench = {.costs = costs, .distances = distances};
    const int rounds = test_is_full() ? 400 : 40;
    for (int round = 0; round < rounds; round++) {
        const int32_t width = test_random_int(&random, 1, SIDE);
        const int32_t height = test_random_int(&random, 1, SIDE);
        test_map_any(&random, width, height, costs);
        bench.world = test_world_create(width, height, costs);
        bench.solver = bench.world.solver;
        for (int edit = 0; edit < 12; edit++) {
            for (int32_t n = test_random_int(&random, 1, 4); n > 0; n--) {
                const int32_t x = test_random_int(&random, 0, width - 1);
                const int32_t y = test_random_int(&random, 0, height - 1);
                const throng_rect cells = {x, y, test_random_int(&random, 1, width - x),
                                           test_random_int(&random, 1, (height - y + 2) / 3)};
                const bool is_wall = test_random_int(&random, 0, 1) == 0;
                assert_result(throng_cost_fill(bench.world.cost, cells, is_wall ? THRONG_WALL : 2),
                              THRONG_OK);
            }
            assert_result(throng_cost_commit(bench.world.cost), THRONG_OK);
            assert_result(throng_cost_read(bench.world.cost, test_whole(bench.world.grid), costs,
                                           (size_t)width),
                          THRONG_OK);
            choose_goals(&random, &bench, width, height);
            if (!has_free_goal(&bench))
                continue;
            assert_result(throng_integrate(bench.solver, bench.world.cost, bench.goals,
                                           bench.goal_count, bench.world.integration),
                          THRONG_OK);
            assert_equals_oracle(&bench, round);
        }
        test_world_destroy(&bench.world);
    }
}

static void a_field_without_a_result_says_so(void **state)
{
    (void)state;
    test_world world = test_world_create(3, 2, NULL);
    const throng_integration_field *field = world.integration;
    assert_false(throng_integration_is_solved(field));
    assert_null(throng_integration_values(field));
    assert_true(throng_integration_hash(field) == 0);
    assert_true(throng_integration_at(field, (throng_cell){0, 0}) == THRONG_UNREACHABLE);
    assert_int_equal(throng_integration_grid(field).width, 3);
    test_world_destroy(&world);
}

static void off_the_map_nothing_is_reached(void **state)
{
    (void)state;
    test_world world = test_world_create(3, 2, NULL);
    test_world_solve(&world, &(throng_cell){1, 1}, 1);
    const throng_cell outside[] = {{-1, 0}, {0, -1}, {3, 0}, {0, 2}, {INT32_MAX, INT32_MIN}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_true(throng_integration_at(world.integration, outside[i]) == THRONG_UNREACHABLE);
    test_world_destroy(&world);
}

static void refusals_keep_the_last_result(void **state)
{
    (void)state;
    test_world world = test_world_create(6, 4, NULL);
    test_world other = test_world_create(4, 6, NULL);
    throng_solver *little = NULL;
    assert_result(throng_solver_create(world.context, 6, 3, &little), THRONG_OK);
    const throng_cell goal = {2, 2}, wall = {5, 3};
    assert_result(throng_cost_fill(world.cost, (throng_rect){5, 3, 1, 1}, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(world.cost), THRONG_OK);
    test_world_solve(&world, &goal, 1);
    const uint64_t hash = throng_integration_hash(world.integration);

    const throng_cell walls[] = {wall, wall}, outside[] = {goal, {6, 0}, goal};
    const throng_cell above[] = {{0, -1}}, below[] = {{0, 4}};
    const struct {
        throng_solver *solver;
        const throng_cost_field *cost;
        const throng_cell *goals;
        int32_t goal_count;
        throng_result wanted;
    } calls[] = {
        {world.solver, world.cost, walls, 1, THRONG_ERROR_GOAL},
        {world.solver, world.cost, walls, 2, THRONG_ERROR_GOAL},
        {world.solver, world.cost, outside, 3, THRONG_ERROR_ARGUMENT},
        {world.solver, world.cost, above, 1, THRONG_ERROR_ARGUMENT},
        {world.solver, world.cost, below, 1, THRONG_ERROR_ARGUMENT},
        {world.solver, world.cost, &goal, 0, THRONG_ERROR_ARGUMENT},
        {world.solver, world.cost, &goal, -1, THRONG_ERROR_ARGUMENT},
        {world.solver, world.cost, NULL, 1, THRONG_ERROR_ARGUMENT},
        {world.solver, other.cost, &goal, 1, THRONG_ERROR_SHAPE},
        {little, world.cost, &goal, 1, THRONG_ERROR_CAPACITY},
        {world.solver, NULL, &goal, 1, THRONG_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        assert_result(throng_integrate(calls[i].solver, calls[i].cost, calls[i].goals,
                                       calls[i].goal_count, world.integration),
                      calls[i].wanted);
        assert_true(throng_integration_is_solved(world.integration));
        assert_true(throng_integration_hash(world.integration) == hash);
    }
    assert_result(throng_cost_fill(world.cost, (throng_rect){0, 0, 1, 1}, 9), THRONG_OK);
    assert_result(throng_integrate(world.solver, world.cost, &goal, 1, world.integration),
                  THRONG_ERROR_NOT_COMMITTED);
    assert_true(throng_integration_hash(world.integration) == hash);
    assert_result(throng_cost_commit(world.cost), THRONG_OK);
    assert_result(throng_integrate(world.solver, world.cost, &goal, 1, world.integration),
                  THRONG_OK);
    assert_true(throng_integration_hash(world.integration) != hash);

    assert_result(throng_solver_destroy(little), THRONG_OK);
    test_world_destroy(&other);
    test_world_destroy(&world);
}

static void solvers_and_fields_refuse_shapes_out_of_range(void **state)
{
    (void)state;
    const int32_t sides[][2] = {{0, 1}, {1, 0}, {-1, 1}, {16385, 1}, {1, 16385}};
    throng_context *context = test_context_create();
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        throng_solver *solver = NULL;
        throng_integration_field *field = NULL;
        const throng_grid grid = throng_grid_default(sides[i][0], sides[i][1]);
        assert_result(throng_solver_create(context, grid.width, grid.height, &solver),
                      THRONG_ERROR_ARGUMENT);
        assert_result(throng_integration_create(context, &grid, &field), THRONG_ERROR_ARGUMENT);
        assert_null(solver);
        assert_null(field);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_pays_for_the_ground_one_walks_out_of),
        cmocka_unit_test(a_diagonal_needs_both_cells_beside_it),
        cmocka_unit_test(the_nearest_of_many_goals_counts),
        cmocka_unit_test(distances_equal_those_of_a_binary_heap),
        cmocka_unit_test(edits_and_commits_equal_a_fresh_map),
        cmocka_unit_test(a_corridor_belongs_to_the_nearest_goal),
        cmocka_unit_test(a_field_without_a_result_says_so),
        cmocka_unit_test(off_the_map_nothing_is_reached),
        cmocka_unit_test(refusals_keep_the_last_result),
        cmocka_unit_test(solvers_and_fields_refuse_shapes_out_of_range),
    };
    return cmocka_run_group_tests_name("integration", tests, NULL, NULL);
}
