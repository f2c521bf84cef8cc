/*
 * integration_tiles_test.c: the solver by tiles against the oracle and the bucket queue, on every
 * instruction set of this processor, and what it keeps of a map. Looks inside, so that no test is
 * passed by the bucket queue alone.
 */
#include "tile_pair.h"

/* Builds for debugging and sanitizers are many times slower, and what they look for is not in the
 * number of maps. */
#if defined(NDEBUG)
#define SHORT_FORM_MAPS 500
#else
#define SHORT_FORM_MAPS 50
#endif

#define SIDE_MAX 300
#define GOALS_MAX 100

static int32_t any_goals(test_random *random, int32_t width, int32_t height, throng_cell *goals)
{
    const int32_t count =
        test_random_int(random, 0, 3) > 0 ? test_random_int(random, 1, 3) : GOALS_MAX;
    for (int32_t i = 0; i < count; i++)
        goals[i] = (throng_cell){test_random_int(random, 0, width - 1),
                                 test_random_int(random, 0, height - 1)};
    return count;
}

static void check_against_oracle(const pair *p, const uint8_t *costs, const throng_cell *goals,
                                 int32_t goal_count, uint64_t *distances)
{
    int32_t cells[GOALS_MAX];
    for (int32_t i = 0; i < goal_count; i++)
        cells[i] = goals[i].y * p->width + goals[i].x;
    test_oracle_solve(&(test_ground){p->width, p->height, costs}, cells, goal_count, distances);
    const uint32_t *values = throng_integration_values(p->field);
    for (int32_t i = 0; i < p->width * p->height; i++)
        assert_true(values[i] == (distances[i] == TEST_UNREACHABLE ? THRONG_UNREACHABLE
                                                                   : (uint32_t)distances[i]));
}

static void tiles_give_the_distances_of_the_oracle(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    const uint64_t seed = test_seed("integration_tiles", 41);
    const int map_count = test_is_full() ? 5000 : SHORT_FORM_MAPS;
    uint8_t *costs = malloc(SIDE_MAX * SIDE_MAX);
    uint64_t *distances = malloc(SIDE_MAX * SIDE_MAX * sizeof *distances);
    assert_non_null(costs);
    assert_non_null(distances);
    traces sum = {0, 0, 0};
    int refused_count = 0;
    for (int m = 0; m < map_count; m++) {
        test_random random = {seed + (uint64_t)m * 1000003u};
        const int32_t width = test_random_int(&random, 1, SIDE_MAX);
        const int32_t height = test_random_int(&random, 1, SIDE_MAX);
        throng_cell goals[GOALS_MAX];
        test_map_any(&random, width, height, costs);
        const int32_t goal_count = any_goals(&random, width, height, goals);
        pair p = pair_create(isa, width, height, costs);
        if (solve_both(&p, goals, goal_count) == THRONG_OK) {
            check_against_oracle(&p, costs, goals, goal_count, distances);
            const traces t = traces_of(&p);
            sum.visited_count += t.visited_count;
            sum.slid_count += t.slid_count;
            sum.winding_count += t.winding_count;
        } else {
            refused_count++;
        }
        pair_destroy(&p);
    }
    print_message(
        "%d maps, %d of them without a goal: %d tiles visited, %d slid, %d of corridors\n",
        map_count, refused_count, sum.visited_count, sum.slid_count, sum.winding_count);
    assert_true(sum.visited_count > 3 * map_count && sum.slid_count > map_count / 10);
    assert_true(refused_count < map_count / 2);
    free(costs);
    free(distances);
}

/* A maze in the left part of an open map. */
static void corridors_and_open_ground_share_a_map(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    test_random random = {test_seed("mixed", 43)};
    enum { WIDTH = 290, MAZE = 129, HEIGHT = 140 };
    uint8_t *costs = malloc(WIDTH * HEIGHT), *maze = malloc(MAZE * HEIGHT);
    assert_non_null(costs);
    assert_non_null(maze);
    for (int prices = 0; prices < TEST_PRICES_COUNT; prices++) {
        test_map_make(&random, WIDTH, HEIGHT, TEST_WALLS_NOISE, 5, prices, costs);
        test_map_make(&random, MAZE, HEIGHT, TEST_WALLS_MAZE, 0, prices, maze);
        for (int32_t y = 0; y < HEIGHT; y++)
            memcpy(costs + y * WIDTH, maze + y * MAZE, MAZE);
        pair p = pair_create(isa, WIDTH, HEIGHT, costs);
        for (int i = 0; i < 10; i++) {
            throng_cell goals[GOALS_MAX];
            const int32_t goal_count = any_goals(&random, WIDTH, HEIGHT, goals);
            solve_both(&p, goals, goal_count);
        }
        const throng_cell goal = {WIDTH - 1, 0};
        edit(&p, (throng_rect){WIDTH - 1, 0, 1, 1}, 1);
        commit(&p);
        assert_int_equal(solve_both(&p, &goal, 1), THRONG_OK);
        assert_true(traces_of(&p).winding_count > 0);
        pair_destroy(&p);
    }
    free(costs);
    free(maze);
}

static void one_solver_serves_maps_of_every_shape(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    static const int32_t shapes[][2] = {{200, 200}, {400, 100}, {40000 / 3, 3}, {16384, 2},
                                        {2, 16384}, {63, 65},   {1, 1}};
    throng_context *context = context_of(isa), *scalar = context_of(THRONG_ISA_SCALAR);
    throng_solver *solver = NULL;
    assert_int_equal(throng_solver_create(context, 200, 200, &solver), THRONG_OK);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const throng_grid grid = throng_grid_default(shapes[i][0], shapes[i][1]);
        /* Also of a map that was prepared for other kernels. */
        for (int is_foreign = 0; is_foreign < 2; is_foreign++) {
            throng_cost_field *cost =
                test_cost_create(is_foreign ? scalar : context, grid.width, grid.height, NULL);
            throng_integration_field *field = NULL;
            assert_int_equal(throng_integration_create(context, &grid, &field), THRONG_OK);
            const throng_cell goal = {grid.width / 2, grid.height / 2};
            assert_int_equal(throng_integrate(solver, cost, &goal, 1, field), THRONG_OK);
            for (int32_t y = 0; y < grid.height; y++)
                for (int32_t x = 0; x < grid.width; x++) {
                    const int32_t dx = abs(x - goal.x), dy = abs(y - goal.y);
                    const int32_t least = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
                    assert_int_equal(throng_integration_at(field, (throng_cell){x, y}),
                                     10 * most + 4 * least);
                }
            throng_integration_destroy(field);
            throng_cost_destroy(cost);
        }
    }
    throng_solver_destroy(solver);
    throng_context_destroy(context);
    throng_context_destroy(scalar);
}

/* Few visits are allowed, so that the bucket queue takes over in the middle. */
static void the_bucket_queue_finishes_what_takes_too_many_visits(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    enum { SIDE = 250 };
    test_random random = {test_seed("visits", 44)};
    uint8_t *costs = malloc(SIDE * SIDE);
    assert_non_null(costs);
    for (int prices = 0; prices < TEST_PRICES_COUNT; prices++) {
        test_map_make(&random, SIDE, SIDE, TEST_WALLS_NOISE, 20, prices, costs);
        const throng_cell goals[] = {{0, 0}, {SIDE - 1, SIDE - 1}};
        costs[0] = costs[SIDE * SIDE - 1] = 1;
        pair p = pair_create(isa, SIDE, SIDE, costs);
        assert_int_equal(p.solver->tiles.visits_per_tile, THRONG_VISITS_PER_TILE);
        p.solver->tiles.visits_per_tile = 1;
        assert_int_equal(solve_both(&p, goals, 2), THRONG_OK);
        assert_int_equal(p.solver->job.phase, THRONG_JOB_CELLS_CHECK);
        assert_true(traces_of(&p).visited_count > 4);
        p.solver->tiles.visits_per_tile = THRONG_VISITS_PER_TILE;
        assert_int_equal(solve_both(&p, goals, 2), THRONG_OK);
        assert_int_equal(p.solver->job.phase, THRONG_JOB_TILES_OUT);
        pair_destroy(&p);
    }
    free(costs);
}

/* What a follower was told, and the rows as it saw them. */
typedef struct told {
    const uint32_t *distance;
    uint32_t *seen;
    int32_t width, height, row_end, call_count;
} told;

static void look_at_rows(void *data, int32_t row_end)
{
    told *t = data;
    assert_in_range(row_end, t->row_end + 1, t->height);
    const size_t first = (size_t)t->row_end * (size_t)t->width;
    const size_t last = (size_t)row_end * (size_t)t->width;
    memcpy(t->seen + first, t->distance + first, (last - first) * sizeof *t->seen);
    t->row_end = row_end;
    t->call_count++;
}

static void rows_are_told_of_once_they_are_final(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    enum { WIDTH = 250, HEIGHT = 300 };
    test_random random = {test_seed("followers", 45)};
    uint8_t *costs = malloc(WIDTH * HEIGHT);
    uint32_t *seen = malloc(WIDTH * HEIGHT * sizeof *seen);
    assert_non_null(costs);
    assert_non_null(seen);
    for (int prices = 0; prices < TEST_PRICES_COUNT; prices++) {
        test_map_make(&random, WIDTH, HEIGHT, TEST_WALLS_NOISE, 20, prices, costs);
        const throng_cell goal = {WIDTH / 2, HEIGHT / 2};
        costs[goal.y * WIDTH + goal.x] = 1;
        pair p = pair_create(isa, WIDTH, HEIGHT, costs);
        told t = {p.field->distance, seen, WIDTH, HEIGHT, 0, 0};
        p.solver->follow = look_at_rows;
        p.solver->follower = &t;
        assert_int_equal(throng_integrate(p.solver, p.cost, &goal, 1, p.field), THRONG_OK);
        p.solver->follow = NULL;
        assert_int_equal(t.call_count, (HEIGHT + THRONG_TILE - 1) / THRONG_TILE);
        assert_int_equal(t.row_end, HEIGHT);
        assert_memory_equal(seen, p.field->distance, WIDTH * HEIGHT * sizeof *seen);
        pair_destroy(&p);
    }
    free(costs);
    free(seen);
}

/* Tiles are written in groups of 16, 1024 cells wide, whose directions depend on each other. */
static void wide_maps_are_written_in_groups(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    const int32_t widths[] = {1024, 1025, 1040, 1087, 1088, 2049, 2112, 2300};
    enum { WIDTHS = (int)(sizeof widths / sizeof widths[0]), WIDEST = 2300, HIGHEST = 150 };
    test_random random = {test_seed("groups", 46)};
    uint8_t *costs = malloc(WIDEST * HIGHEST);
    assert_non_null(costs);
    int32_t slid_count = 0;
    for (int m = 0; m < WIDTHS * TEST_PRICES_COUNT; m++) {
        const int32_t width = widths[m % WIDTHS], height = test_random_int(&random, 1, HIGHEST);
        test_map_make(&random, width, height, TEST_WALLS_NOISE, 20, m / WIDTHS, costs);
        throng_cell goals[GOALS_MAX];
        const int32_t goal_count = any_goals(&random, width, height, goals);
        pair p = pair_create(isa, width, height, costs);
        if (solve_both(&p, goals, goal_count) == THRONG_OK)
            slid_count += traces_of(&p).slid_count;
        pair_destroy(&p);
    }
    print_message("%d tiles slid\n", slid_count);
    assert_true(slid_count > 0);
    free(costs);
}

static void scalar_contexts_keep_no_tiles(void **state)
{
    (void)state;
    throng_context *context = context_of(THRONG_ISA_SCALAR);
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *field;
    make(context, 200, 200, NULL, &cost, &solver, &field);
    assert_null(cost->tiles.map);
    assert_null(solver->tiles.tile);
    throng_integration_destroy(field);
    throng_solver_destroy(solver);
    throng_cost_destroy(cost);
    throng_context_destroy(context);
}

int main(void)
{
    static const pair_test each[] = {
        {"tiles_give_the_distances_of_the_oracle", tiles_give_the_distances_of_the_oracle},
        {"corridors_and_open_ground_share_a_map", corridors_and_open_ground_share_a_map},
        {"one_solver_serves_maps_of_every_shape", one_solver_serves_maps_of_every_shape},
        {"the_bucket_queue_finishes_what_takes_too_many_visits",
         the_bucket_queue_finishes_what_takes_too_many_visits},
        {"rows_are_told_of_once_they_are_final", rows_are_told_of_once_they_are_final},
        {"wide_maps_are_written_in_groups", wide_maps_are_written_in_groups},
    };
    const struct CMUnitTest tests[] = {cmocka_unit_test(scalar_contexts_keep_no_tiles)};
    return pair_run(each, sizeof each / sizeof *each) +
           cmocka_run_group_tests_name("scalar", tests, NULL, NULL);
}
