/*
 * integration_tiles_test.c: the solver by tiles against the oracle and the bucket queue, on every
 * instruction set of this processor, and what it keeps of a map. Looks inside, so that no test is
 * passed by the bucket queue alone.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "oracle.h"
#include "random.h"

#include "flow/flow.h"
#include "integration/integration.h"

/* Builds for debugging and sanitizers are many times slower, and what they look for is not in the
 * number of maps. */
#if defined(NDEBUG)
#define SHORT_FORM_MAPS 500
#define HAS_TIME true
#else
#define SHORT_FORM_MAPS 50
#define HAS_TIME false
#endif

#define SIDE_MAX 300
#define GOALS_MAX 100

static const throng_isa isas[] = {THRONG_ISA_SSE41, THRONG_ISA_AVX2, THRONG_ISA_AVX512,
                                  THRONG_ISA_NEON};
#define ISA_COUNT ((int)(sizeof isas / sizeof *isas))

/* A map on the instruction set that is tested, and the bucket queue on the same. `solved` and
 * `flow` are what throng_solve makes, `flow_scalar` what throng_flow makes of the bucket queue's
 * field. */
typedef struct pair {
    throng_context *wide, *scalar;
    throng_cost_field *cost, *cost_scalar;
    throng_solver *solver, *solver_scalar;
    throng_integration_field *field, *field_scalar, *solved;
    throng_flow_field *flow, *flow_scalar;
    int32_t width, height;
} pair;

static throng_context *context_of(throng_isa isa)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    throng_context *context = NULL;
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    return context;
}

static void make(throng_context *context, int32_t width, int32_t height, const uint8_t *costs,
                 throng_cost_field **cost, throng_solver **solver, throng_integration_field **field)
{
    const throng_grid grid = throng_grid_default(width, height);
    *cost = test_cost_create(context, width, height, costs);
    assert_int_equal(throng_solver_create(context, width, height, solver), THRONG_OK);
    assert_int_equal(throng_integration_create(context, &grid, field), THRONG_OK);
}

static pair pair_create(throng_isa isa, int32_t width, int32_t height, const uint8_t *costs)
{
    pair p = {.wide = context_of(isa), .scalar = context_of(THRONG_ISA_SCALAR)};
    p.width = width;
    p.height = height;
    make(p.wide, width, height, costs, &p.cost, &p.solver, &p.field);
    make(p.scalar, width, height, costs, &p.cost_scalar, &p.solver_scalar, &p.field_scalar);
    const throng_grid grid = throng_grid_default(width, height);
    assert_int_equal(throng_integration_create(p.wide, &grid, &p.solved), THRONG_OK);
    assert_int_equal(throng_flow_create(p.wide, &grid, &p.flow), THRONG_OK);
    assert_int_equal(throng_flow_create(p.scalar, &grid, &p.flow_scalar), THRONG_OK);
    return p;
}

static void pair_destroy(pair *p)
{
    throng_integration_destroy(p->field);
    throng_integration_destroy(p->field_scalar);
    throng_integration_destroy(p->solved);
    throng_flow_destroy(p->flow);
    throng_flow_destroy(p->flow_scalar);
    throng_solver_destroy(p->solver);
    throng_solver_destroy(p->solver_scalar);
    throng_cost_destroy(p->cost);
    throng_cost_destroy(p->cost_scalar);
    assert_int_equal(throng_context_destroy(p->wide), THRONG_OK);
    assert_int_equal(throng_context_destroy(p->scalar), THRONG_OK);
}

static void edit(pair *p, throng_rect cells, uint8_t cost)
{
    assert_int_equal(throng_cost_fill(p->cost, cells, cost), THRONG_OK);
    assert_int_equal(throng_cost_fill(p->cost_scalar, cells, cost), THRONG_OK);
}

static void commit(pair *p)
{
    assert_int_equal(throng_cost_commit(p->cost), THRONG_OK);
    assert_int_equal(throng_cost_commit(p->cost_scalar), THRONG_OK);
}

/* Fails unless throng_solve gives what throng_integrate and throng_flow give, or refuses as they do
 * and leaves the directions as they were. */
static void solve_in_one_call(pair *p, const throng_cell *goals, int32_t goal_count)
{
    const size_t cells = (size_t)p->width * (size_t)p->height;
    const uint64_t before = throng_fnv1a(THRONG_FNV_OFFSET, p->flow->codes, cells);
    const throng_result result =
        throng_solve(p->solver, p->cost, goals, goal_count, p->solved, p->flow);
    assert_int_equal(result, throng_integrate(p->solver_scalar, p->cost_scalar, goals, goal_count,
                                              p->field_scalar));
    if (result != THRONG_OK) {
        assert_true(throng_fnv1a(THRONG_FNV_OFFSET, p->flow->codes, cells) == before);
        return;
    }
    assert_int_equal(throng_flow(p->cost_scalar, p->field_scalar, p->flow_scalar), THRONG_OK);
    assert_memory_equal(p->solved->distance, p->field_scalar->distance, cells * sizeof(uint32_t));
    assert_memory_equal(p->flow->codes, p->flow_scalar->codes, cells);
    assert_memory_equal(p->flow->quads, p->flow_scalar->quads,
                        (size_t)throng_quad_count(&p->flow->grid) * sizeof(uint16_t));
}

/* Solves both; fails unless result and values are equal. */
static throng_result solve_both(pair *p, const throng_cell *goals, int32_t goal_count)
{
    solve_in_one_call(p, goals, goal_count);
    const throng_result result = throng_integrate(p->solver, p->cost, goals, goal_count, p->field);
    assert_int_equal(result, throng_integrate(p->solver_scalar, p->cost_scalar, goals, goal_count,
                                              p->field_scalar));
    if (result != THRONG_OK)
        return result;
    const uint32_t *got = throng_integration_values(p->field);
    const uint32_t *wanted = throng_integration_values(p->field_scalar);
    for (int32_t i = 0; i < p->width * p->height; i++)
        if (got[i] != wanted[i])
            fail_msg("%d x %d: D(%d, %d) is %u, not %u", p->width, p->height, i % p->width,
                     i / p->width, got[i], wanted[i]);
    return result;
}

/* What the last solve of the wide solver did. */
typedef struct traces {
    int32_t visited_count, slid_count, winding_count;
} traces;

static traces traces_of(const pair *p)
{
    traces t = {0, 0, 0};
    const throng_tile_maps *maps = &p->cost->tiles;
    for (int32_t i = 0; i < maps->columns * maps->rows; i++) {
        const throng_tile *tile = &p->solver->tiles.tile[i];
        const bool is_visited = tile->stage == THRONG_TILE_VISITED;
        t.visited_count += is_visited;
        t.slid_count += is_visited && tile->is_written;
        t.winding_count += is_visited && maps->map[i].is_winding;
    }
    return t;
}

/* ---- the distances ----------------------------------------------------------------------------
 */

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

/* Corridors three cells wide, up and down, of costs `low` to 254. */
static void draw_wide_serpentine(test_random *random, int32_t width, int32_t height, int32_t low,
                                 uint8_t *costs)
{
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const int32_t bend = y / 4 % 2 == 0 ? width - 3 : 0;
            const bool is_wall = y % 4 == 3 && (x < bend || x >= bend + 3);
            costs[y * width + x] =
                is_wall ? THRONG_WALL : (uint8_t)test_random_int(random, low, 254);
        }
}

static void windows_slide_along_a_dear_serpentine(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    test_random random = {test_seed("serpentine", 42)};
    enum { SIDE = 250 };
    uint8_t *costs = malloc(SIDE * SIDE);
    assert_non_null(costs);
    for (int32_t low = 54; low <= 254; low += 100) {
        draw_wide_serpentine(&random, SIDE, SIDE, low, costs);
        pair p = pair_create(isa, SIDE, SIDE, costs);
        const throng_cell goals[] = {{0, 0}, {SIDE / 2, SIDE / 2}, {SIDE - 1, SIDE - 1}};
        for (int g = 0; g < 3; g++) {
            assert_int_equal(solve_both(&p, &goals[g], 1), THRONG_OK);
            const traces t = traces_of(&p);
            assert_int_equal(t.visited_count, 16);
            assert_true(t.slid_count > 10);
        }
        pair_destroy(&p);
    }
    free(costs);
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

/* ---- the range --------------------------------------------------------------------------------
 */

/* Makes the cells walls whose distance is above `limit`: no shorter way leads through them. */
static void cut_beyond(pair *p, uint8_t *costs, const uint64_t *distances, uint64_t limit)
{
    for (int32_t i = 0; i < p->width * p->height; i++)
        if (distances[i] > limit)
            costs[i] = THRONG_WALL;
    const throng_rect all = {0, 0, p->width, p->height};
    assert_int_equal(throng_cost_write(p->cost, all, costs, (size_t)p->width), THRONG_OK);
    assert_int_equal(throng_cost_write(p->cost_scalar, all, costs, (size_t)p->width), THRONG_OK);
    commit(p);
}

static void distances_beyond_32_bits_are_refused(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    if (!HAS_TIME && isa != THRONG_ISA_AVX2)
        skip();
    /* 104 corridors of 16384 cells of cost 254, each three rows and a wall, pass 4294967294. */
    enum { WIDTH = THRONG_SIDE_MAX, HEIGHT = 4 * 105 };
    const uint64_t most = 4294967294u;
    test_random random = {1};
    const size_t cell_count = (size_t)WIDTH * HEIGHT;
    uint8_t *costs = malloc(cell_count);
    uint64_t *distances = malloc(cell_count * sizeof *distances);
    assert_non_null(costs);
    assert_non_null(distances);
    draw_wide_serpentine(&random, WIDTH, HEIGHT, 254, costs);
    const int32_t goal_index = 0;
    assert_true(test_oracle_solve(&(test_ground){WIDTH, HEIGHT, costs}, &goal_index, 1, distances) >
                most + 1000000);
    uint64_t beyond = UINT64_MAX;
    for (size_t i = 0; i < cell_count; i++)
        if (distances[i] > most && distances[i] < beyond)
            beyond = distances[i];
    pair p = pair_create(isa, WIDTH, HEIGHT, costs);
    const throng_cell goal = {0, 0};
    assert_int_equal(solve_both(&p, &goal, 1), THRONG_ERROR_RANGE);
    cut_beyond(&p, costs, distances, beyond);
    assert_int_equal(solve_both(&p, &goal, 1), THRONG_ERROR_RANGE);
    cut_beyond(&p, costs, distances, most);
    assert_int_equal(solve_both(&p, &goal, 1), THRONG_OK);
    assert_true(traces_of(&p).slid_count > 1000);
    pair_destroy(&p);
    free(costs);
    free(distances);
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

/* A map far larger than the caches, in the long form: rough ground, and one corridor of cost 254.
 */
static void a_large_map_is_that_of_the_bucket_queue(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    const int32_t side = test_is_full() ? 4096 : 700;
    test_random random = {test_seed("large", 45)};
    uint8_t *costs = malloc((size_t)side * (size_t)side);
    assert_non_null(costs);
    const throng_cell goal = {0, 0};
    for (int is_corridor = 0; is_corridor < 2; is_corridor++) {
        test_map_make(&random, side, side, is_corridor ? TEST_WALLS_COMB : TEST_WALLS_NOISE, 20,
                      is_corridor ? TEST_PRICES_DEAR : TEST_PRICES_SMALL, costs);
        costs[0] = 1;
        pair p = pair_create(isa, side, side, costs);
        /* A comb of 4096 teeth is longer than 32 bits hold. */
        assert_int_equal(solve_both(&p, &goal, 1),
                         is_corridor && side == 4096 ? THRONG_ERROR_RANGE : THRONG_OK);
        pair_destroy(&p);
    }
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
    static const struct {
        const char *name;
        CMUnitTestFunction function;
    } each[] = {
        {"tiles_give_the_distances_of_the_oracle", tiles_give_the_distances_of_the_oracle},
        {"windows_slide_along_a_dear_serpentine", windows_slide_along_a_dear_serpentine},
        {"corridors_and_open_ground_share_a_map", corridors_and_open_ground_share_a_map},
        {"one_solver_serves_maps_of_every_shape", one_solver_serves_maps_of_every_shape},
        {"the_bucket_queue_finishes_what_takes_too_many_visits",
         the_bucket_queue_finishes_what_takes_too_many_visits},
        {"rows_are_told_of_once_they_are_final", rows_are_told_of_once_they_are_final},
        {"a_large_map_is_that_of_the_bucket_queue", a_large_map_is_that_of_the_bucket_queue},
        {"distances_beyond_32_bits_are_refused", distances_beyond_32_bits_are_refused},
    };
    int failed = 0;
    for (int i = 0; i < ISA_COUNT; i++) {
        struct CMUnitTest tests[sizeof each / sizeof *each];
        size_t count = 0;
        if (!throng_isa_is_usable(isas[i])) {
            print_message("%s is not to be had here.\n", throng_isa_name(isas[i]));
            continue;
        }
        for (size_t t = 0; t < sizeof each / sizeof *each; t++)
            tests[count++] = (struct CMUnitTest){each[t].name, each[t].function, NULL, NULL,
                                                 (void *)(uintptr_t)&isas[i]};
        failed += _cmocka_run_group_tests(throng_isa_name(isas[i]), tests, count, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(scalar_contexts_keep_no_tiles)};
    return failed + cmocka_run_group_tests_name("scalar", tests, NULL, NULL);
}
