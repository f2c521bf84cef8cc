/*
 * path_maps_test.c: paths over maps made from a seed, against the oracle and the integration field;
 * costs at the edge of 32 bits; no allocation in a query.
 */
#include "maps.h"
#include "oracle.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

/* Longest side of a random map. */
#define SIDE 40

/* Calls of the allocator below, and what it has given and not got back. */
static int64_t allocation_count;
static size_t held_bytes;

static void *count_and_allocate(size_t bytes, size_t alignment, void *user)
{
    (void)user;
    allocation_count++;
    held_bytes += bytes;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void count_and_release(void *memory, size_t bytes, void *user)
{
    (void)user;
    allocation_count++;
    held_bytes -= bytes;
    free(memory);
}

static throng_context *counting_context(void)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.allocator.allocate = count_and_allocate;
    desc.allocator.release = count_and_release;
    throng_context *context = NULL;
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    return context;
}

/* Distances to one goal without diagonals, by sweeps until nothing changes. */
static void solve_4_connected(const test_ground *ground, throng_cell goal, uint64_t *distances)
{
    const int32_t cell_count = ground->width * ground->height;
    for (int32_t i = 0; i < cell_count; i++)
        distances[i] = TEST_UNREACHABLE;
    distances[goal.y * ground->width + goal.x] = 0;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int32_t n = 0; n < 2 * cell_count; n++) {
            const int32_t i = n < cell_count ? n : 2 * cell_count - 1 - n;
            const int32_t x = i % ground->width, y = i / ground->width;
            for (int code = 1; code <= 4 && ground->costs[i] != THRONG_WALL; code++) {
                if (!test_step_is_legal(ground, x, y, code))
                    continue;
                const uint64_t to =
                    distances[i + test_step_y[code] * ground->width + test_step_x[code]];
                if (to == TEST_UNREACHABLE ||
                    to + test_step_cost(ground, x, y, code) >= distances[i])
                    continue;
                distances[i] = to + test_step_cost(ground, x, y, code);
                has_changed = true;
            }
        }
    }
}

static uint8_t cost_of(const test_ground *ground, throng_cell cell)
{
    return ground->costs[(int64_t)cell.y * ground->width + cell.x];
}

static uint64_t distance_of(const test_ground *ground, const uint64_t *distances, throng_cell cell)
{
    return distances[(int64_t)cell.y * ground->width + cell.x];
}

/* Fails unless the path leads from end to end by legal steps that sum up to `total_cost`. */
static void assert_legal(const test_ground *ground, throng_cell from, throng_cell to,
                         int32_t code_count, const throng_cell *cells, int32_t count,
                         uint64_t total_cost)
{
    assert_int_equal(cells[0].x, from.x);
    assert_int_equal(cells[0].y, from.y);
    assert_int_equal(cells[count - 1].x, to.x);
    assert_int_equal(cells[count - 1].y, to.y);
    uint64_t sum = 0;
    for (int32_t i = 1; i < count; i++) {
        const int32_t x = cells[i - 1].x, y = cells[i - 1].y;
        int code = 1;
        while (code <= code_count &&
               (cells[i].x != x + test_step_x[code] || cells[i].y != y + test_step_y[code]))
            code++;
        assert_in_range(code, 1, code_count);
        assert_true(test_step_is_legal(ground, x, y, code));
        sum += test_step_cost(ground, x, y, code);
    }
    assert_int_equal(sum, total_cost);
}

/* Everything that one random map is asked for. */
typedef struct asker {
    test_random random;
    throng_context *context;
    throng_path_finder *finder; /* for the largest map, used for all of them */
    uint8_t costs[SIDE * SIDE];
    uint64_t distances[SIDE * SIDE];
    throng_cell cells[SIDE * SIDE];
    throng_cell again[SIDE * SIDE];
    int64_t results[THRONG_SAME_CELL + 1]; /* how often each was right */
} asker;

static throng_result wanted_result(const asker *self, const test_ground *ground, throng_cell from,
                                   throng_cell to)
{
    if (cost_of(ground, from) == THRONG_WALL)
        return THRONG_ERROR_BLOCKED;
    if (cost_of(ground, to) == THRONG_WALL)
        return THRONG_ERROR_GOAL;
    if (from.x == to.x && from.y == to.y)
        return THRONG_SAME_CELL;
    if (distance_of(ground, self->distances, from) == TEST_UNREACHABLE)
        return THRONG_ERROR_NO_PATH;
    return THRONG_OK;
}

static void ask_once(asker *self, const test_ground *ground, const throng_cost_field *cost,
                     throng_cell from, throng_cell to, throng_connectivity connectivity)
{
    throng_path_desc desc = throng_path_desc_default();
    desc.connectivity = connectivity;
    const throng_result wanted = wanted_result(self, ground, from, to);
    int32_t count = -1;
    uint32_t total_cost = 77;
    assert_int_equal(throng_path(self->finder, cost, from, to, &desc, self->cells, SIDE * SIDE,
                                 &count, &total_cost),
                     wanted);
    self->results[wanted]++;
    if (wanted != THRONG_OK && wanted != THRONG_SAME_CELL)
        return;
    assert_int_equal(total_cost, distance_of(ground, self->distances, from));
    assert_legal(ground, from, to, connectivity == THRONG_CONNECTIVITY_4 ? 4 : 8, self->cells,
                 count, total_cost);

    /* The same question has the same answer, whatever the finder has seen; too little room changes
     * nothing but the result. */
    int32_t count_again = 0;
    assert_int_equal(throng_path(self->finder, cost, from, to, &desc, self->again, count - 1,
                                 &count_again, NULL),
                     THRONG_ERROR_CAPACITY);
    assert_int_equal(count_again, count);
    assert_int_equal(
        throng_path(self->finder, cost, from, to, &desc, self->again, count, &count_again, NULL),
        wanted);
    assert_memory_equal(self->again, self->cells, (size_t)count * sizeof *self->cells);
}

static throng_cell any_cell(asker *self, const test_ground *ground)
{
    throng_cell cell = {0, 0};
    /* Mostly passable ones: up to four tries. */
    for (int tries = 0; tries < 4; tries++) {
        cell.x = test_random_int(&self->random, 0, ground->width - 1);
        cell.y = test_random_int(&self->random, 0, ground->height - 1);
        if (cost_of(ground, cell) != THRONG_WALL)
            break;
    }
    return cell;
}

static void ask_map(asker *self)
{
    const int32_t width = test_random_int(&self->random, 1, SIDE);
    const int32_t height = test_random_int(&self->random, 1, SIDE);
    test_map_any(&self->random, width, height, self->costs);
    const test_ground ground = {width, height, self->costs};
    throng_cost_field *cost = test_cost_create(self->context, width, height, self->costs);
    const throng_cell to = any_cell(self, &ground);
    const int32_t goal = to.y * width + to.x;

    const int64_t allocation_count_before = allocation_count;
    for (int32_t connectivity = 0; connectivity < 2; connectivity++) {
        if (connectivity == THRONG_CONNECTIVITY_8)
            test_oracle_solve(&ground, &goal, 1, self->distances);
        else
            solve_4_connected(&ground, to, self->distances);
        for (int i = 0; i < 8; i++)
            ask_once(self, &ground, cost, any_cell(self, &ground), to,
                     (throng_connectivity)connectivity);
    }
    assert_int_equal(allocation_count, allocation_count_before);
    assert_int_equal(throng_cost_destroy(cost), THRONG_OK);
}

static void paths_over_random_maps_cost_what_the_oracle_says(void **state)
{
    (void)state;
    asker *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->random.state = test_seed("path", 3);
    self->context = counting_context();
    assert_int_equal(throng_path_finder_create(self->context, SIDE, SIDE, &self->finder),
                     THRONG_OK);
    const int32_t map_count = test_is_full() ? 30000 : 3000;
    for (int32_t i = 0; i < map_count; i++)
        ask_map(self);
    /* A test that never met a result would prove nothing about it. */
    assert_true(self->results[THRONG_OK] > 8 * map_count);
    assert_true(self->results[THRONG_SAME_CELL] > 0);
    assert_true(self->results[THRONG_ERROR_BLOCKED] > 0);
    assert_true(self->results[THRONG_ERROR_GOAL] > 0);
    assert_true(self->results[THRONG_ERROR_NO_PATH] > 0);
    throng_path_finder_destroy(self->finder);
    assert_int_equal(throng_context_destroy(self->context), THRONG_OK);
    free(self);
}

static void paths_cost_what_the_integration_field_says(void **state)
{
    (void)state;
    enum { WIDTH = 150, HEIGHT = 110 };
    test_random random = {test_seed("path and field", 4)};
    uint8_t *costs = malloc(WIDTH * HEIGHT);
    throng_cell *cells = malloc(WIDTH * HEIGHT * sizeof *cells);
    assert_true(costs && cells);
    test_world world = test_world_create(WIDTH, HEIGHT, NULL);
    throng_path_finder *finder = NULL;
    assert_result(throng_path_finder_create(world.context, WIDTH, HEIGHT, &finder), THRONG_OK);
    int32_t compared = 0;
    for (int32_t i = 0; i < (test_is_full() ? 600 : 60); i++) {
        test_map_any(&random, WIDTH, HEIGHT, costs);
        test_world_write(&world, costs);
        const int32_t goal = test_random_int(&random, 0, WIDTH * HEIGHT - 1);
        const throng_cell to = {goal % WIDTH, goal / WIDTH};
        if (costs[goal] == THRONG_WALL)
            continue;
        test_world_solve(&world, &to, 1);
        for (int32_t k = 0; k < 10; k++) {
            const int32_t start = test_random_int(&random, 0, WIDTH * HEIGHT - 1);
            const throng_cell from = {start % WIDTH, start / WIDTH};
            const uint32_t distance = throng_integration_at(world.integration, from);
            if (start == goal || costs[start] == THRONG_WALL)
                continue;
            int32_t count = 0;
            uint32_t total_cost = THRONG_UNREACHABLE;
            assert_result(throng_path(finder, world.cost, from, to, NULL, cells, WIDTH * HEIGHT,
                                      &count, &total_cost),
                          distance == THRONG_UNREACHABLE ? THRONG_ERROR_NO_PATH : THRONG_OK);
            assert_int_equal(total_cost, distance);
            compared++;
        }
    }
    assert_true(compared > 100);
    assert_result(throng_path_finder_destroy(finder), THRONG_OK);
    test_world_destroy(&world);
    free(costs);
    free(cells);
}

static void finder_holds_17_bytes_a_cell(void **state)
{
    (void)state;
    throng_context *context = counting_context();
    const size_t before = held_bytes;
    throng_path_finder *finder = NULL;
    assert_int_equal(throng_path_finder_create(context, 100, 80, &finder), THRONG_OK);
    /* The rest is the object itself. */
    assert_in_range(held_bytes - before, 17 * 100 * 80, 17 * 100 * 80 + 256);
    assert_int_equal(throng_path_finder_destroy(finder), THRONG_OK);
    assert_int_equal(held_bytes, before);
    assert_int_equal(throng_context_destroy(context), THRONG_OK);
}

/* One corridor of cost 254, row 1 to the right, row 3 to the left and so on, entered at (1, 1). The
 * goal (0, 0) is a diagonal step away from (1, 1), so a path costs 14 * cost(1, 1) + 10 * the costs
 * of the corridor's cells. 830 rows of 2048 cells hold more than 4294967294 / 2540 = 1690932.8
 * cells. */
enum { LONG_WIDTH = 2048, LONG_HEIGHT = 1660 };

static const throng_cell long_goal = {0, 0};

static uint8_t *make_long_corridor(void)
{
    uint8_t *costs = malloc(LONG_WIDTH * LONG_HEIGHT);
    assert_non_null(costs);
    memset(costs, 254, LONG_WIDTH * LONG_HEIGHT);
    memset(costs + 2, THRONG_WALL, LONG_WIDTH - 2);
    for (int32_t y = 2; y < LONG_HEIGHT; y += 2) {
        memset(costs + y * LONG_WIDTH, THRONG_WALL, LONG_WIDTH);
        costs[y * LONG_WIDTH + (y % 4 == 2 ? LONG_WIDTH - 1 : 0)] = 254;
    }
    return costs;
}

/* The n-th cell of the corridor; (2, 1) is the first. */
static throng_cell long_cell(int32_t n)
{
    const int32_t place = n + 1; /* counted from (0, 1), with one cell between rows */
    const int32_t row = place / (LONG_WIDTH + 1), column = place % (LONG_WIDTH + 1);
    if (column == LONG_WIDTH)
        return (throng_cell){row % 2 == 0 ? LONG_WIDTH - 1 : 0, 2 * row + 2};
    return (throng_cell){row % 2 == 0 ? column : LONG_WIDTH - 1 - column, 2 * row + 1};
}

typedef struct long_map {
    throng_context *context;
    throng_cost_field *cost;
    throng_path_finder *finder;
    throng_cell *cells;
} long_map;

static long_map make_long_map(void)
{
    long_map map = {.context = test_context_create()};
    uint8_t *costs = make_long_corridor();
    map.cost = test_cost_create(map.context, LONG_WIDTH, LONG_HEIGHT, costs);
    free(costs);
    assert_result(throng_path_finder_create(map.context, LONG_WIDTH, LONG_HEIGHT, &map.finder),
                  THRONG_OK);
    map.cells = malloc(LONG_WIDTH * LONG_HEIGHT * sizeof *map.cells);
    assert_non_null(map.cells);
    return map;
}

static void destroy_long_map(long_map *map)
{
    free(map->cells);
    assert_result(throng_path_finder_destroy(map->finder), THRONG_OK);
    assert_result(throng_cost_destroy(map->cost), THRONG_OK);
    assert_result(throng_context_destroy(map->context), THRONG_OK);
}

static void set_cost(long_map *map, throng_cell cell, uint8_t cost)
{
    assert_result(throng_cost_fill(map->cost, (throng_rect){cell.x, cell.y, 1, 1}, cost),
                  THRONG_OK);
    assert_result(throng_cost_commit(map->cost), THRONG_OK);
}

/* Asks for the way from `from` to the goal; the marked outputs show what was written. */
static throng_result ask_long(const long_map *map, throng_cell from, int32_t *count,
                              uint32_t *total_cost)
{
    *count = -1;
    *total_cost = 77;
    return throng_path(map->finder, map->cost, from, long_goal, NULL, map->cells,
                       LONG_WIDTH * LONG_HEIGHT, count, total_cost);
}

/* 14 + 10 * 254 * 1690932 = 4294967294: the dearest path there is. With 4 at (1, 1) and 250 at the
 * start it is 4294967296; all sums are even, so this is the cheapest that does not fit. */
enum { LAST_CELL = 1690932 };

static void paths_are_exact_up_to_the_last_value(void **state)
{
    (void)state;
    long_map map = make_long_map();
    const throng_cell from = long_cell(LAST_CELL);
    int32_t count;
    uint32_t total_cost;
    set_cost(&map, (throng_cell){1, 1}, 1);
    assert_result(ask_long(&map, from, &count, &total_cost), THRONG_OK);
    assert_int_equal(total_cost, 4294967294u);
    assert_int_equal(count, LAST_CELL + 2);

    set_cost(&map, (throng_cell){1, 1}, 4);
    set_cost(&map, from, 250);
    assert_result(ask_long(&map, from, &count, &total_cost), THRONG_ERROR_RANGE);
    assert_int_equal(total_cost, 77);
    assert_int_equal(count, -1);
    set_cost(&map, from, 249);
    assert_result(ask_long(&map, from, &count, &total_cost), THRONG_OK);
    assert_int_equal(total_cost, 4294967286u);
    destroy_long_map(&map);
}

static void too_dear_and_no_way_are_told_apart(void **state)
{
    (void)state;
    long_map map = make_long_map();
    const throng_cell from = long_cell(LAST_CELL + 2000);
    int32_t count;
    uint32_t total_cost;
    assert_result(ask_long(&map, from, &count, &total_cost), THRONG_ERROR_RANGE);
    /* The start reaches the far end of the corridor at more than 32 bits hold, but not the goal. */
    set_cost(&map, (throng_cell){1, 1}, THRONG_WALL);
    set_cost(&map, (throng_cell){0, 1}, THRONG_WALL);
    assert_result(ask_long(&map, from, &count, &total_cost), THRONG_ERROR_NO_PATH);
    /* A dear way and a short cut between two rows: the cheap one counts. */
    set_cost(&map, (throng_cell){1, 1}, 1);
    set_cost(&map, (throng_cell){0, 1}, 254);
    set_cost(&map, (throng_cell){1000, 2}, 254);
    assert_result(ask_long(&map, from, &count, &total_cost), THRONG_OK);
    assert_int_equal(count, LAST_CELL + 2000 + 2 - 2 * (LONG_WIDTH - 1 - 1000));
    destroy_long_map(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_over_random_maps_cost_what_the_oracle_says),
        cmocka_unit_test(paths_cost_what_the_integration_field_says),
        cmocka_unit_test(finder_holds_17_bytes_a_cell),
        cmocka_unit_test(paths_are_exact_up_to_the_last_value),
        cmocka_unit_test(too_dear_and_no_way_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
