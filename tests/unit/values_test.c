/*
 * values_test.c: fields that begin with a value for every cell, by hand and against the oracle.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "oracle.h"
#include "random.h"

#if defined(NDEBUG)
#define SHORT_FORM_MAPS 120
#else
#define SHORT_FORM_MAPS 20
#endif

#define SIDE_MAX 200
#define NONE THRONG_UNREACHABLE

static throng_integration_desc desc_of(const uint32_t *values, uint32_t limit)
{
    throng_integration_desc desc = throng_integration_desc_default();
    desc.values = values;
    desc.limit = limit;
    return desc;
}

static throng_result solve(const test_world *world, const uint32_t *values, uint32_t limit)
{
    const throng_integration_desc desc = desc_of(values, limit);
    return throng_solve_with(world->solver, world->cost, &desc, world->integration, world->flow);
}

static void cells_hold_their_value_or_less(void **state)
{
    (void)state;
    enum { E = THRONG_FLOW_E, W = THRONG_FLOW_W };
    static const struct {
        uint32_t values[5], limit, distances[5];
        uint8_t codes[5];
    } cases[] = {
        {{NONE, 20, NONE, NONE, 0}, NONE, {30, 20, 20, 10, 0}, {E, 0, E, E, 0}},
        /* As dear as the way on: a step explains it, so it has that direction. */
        {{NONE, 30, NONE, NONE, 0}, NONE, {40, 30, 20, 10, 0}, {E, E, E, E, 0}},
        {{8, 8, 8, 8, 8}, NONE, {8, 8, 8, 8, 8}, {0, 0, 0, 0, 0}},
        {{NONE, NONE, 4, NONE, NONE}, NONE, {24, 14, 4, 14, 24}, {E, E, 0, W, W}},
        {{100, 12, 100, 0, 100}, NONE, {22, 12, 10, 0, 10}, {E, 0, E, 0, W}},
        {{NONE, 20, NONE, NONE, 0}, 20, {NONE, 20, 20, 10, 0}, {0, 0, E, E, 0}},
        {{NONE, 20, NONE, NONE, 0}, 18, {NONE, NONE, NONE, 10, 0}, {0, 0, 0, E, 0}},
    };
    test_world world = test_world_create(5, 1, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_result(solve(&world, cases[i].values, cases[i].limit), THRONG_OK);
        for (int32_t x = 0; x < 5; x++) {
            const throng_cell cell = {x, 0};
            assert_int_equal(throng_integration_at(world.integration, cell), cases[i].distances[x]);
            assert_int_equal(throng_flow_at(world.flow, cell), cases[i].codes[x]);
        }
    }
    test_world_destroy(&world);
}

static void values_on_walls_count_for_nothing(void **state)
{
    (void)state;
    uint8_t costs[5];
    test_draw("..#..", costs);
    test_world world = test_world_create(5, 1, costs);
    const uint32_t values[5] = {NONE, 6, 0, NONE, 2}, on_the_wall[5] = {NONE, NONE, 0, NONE, NONE};
    static const uint32_t wanted[5] = {16, 6, NONE, 12, 2};
    assert_result(solve(&world, values, NONE), THRONG_OK);
    const uint64_t hash = throng_integration_hash(world.integration);
    for (int32_t x = 0; x < 5; x++)
        assert_int_equal(throng_integration_at(world.integration, (throng_cell){x, 0}), wanted[x]);
    assert_result(solve(&world, on_the_wall, NONE), THRONG_ERROR_GOAL);
    assert_true(throng_integration_hash(world.integration) == hash);
    test_world_destroy(&world);
}

static void sums_of_values_and_ways_must_fit(void **state)
{
    (void)state;
    enum { SIDE = 70 };
    test_world world = test_world_create(SIDE, SIDE, NULL);
    uint32_t *values = malloc(sizeof *values * SIDE * SIDE);
    assert_non_null(values);
    memset(values, 0xff, sizeof *values * SIDE * SIDE);
    const uint32_t most = 4294967294u, fits = most - 14 * (SIDE - 1);
    values[0] = fits;
    assert_result(solve(&world, values, NONE), THRONG_OK);
    assert_true(throng_integration_at(world.integration, (throng_cell){SIDE - 1, SIDE - 1}) ==
                most);
    values[0] = fits + 2;
    assert_result(solve(&world, values, NONE), THRONG_ERROR_RANGE);
    assert_false(throng_integration_is_solved(world.integration));
    values[SIDE * SIDE - 1] = most; /* what does not fit may have a value of its own */
    assert_result(solve(&world, values, NONE), THRONG_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        values[i] = most;
    assert_result(solve(&world, values, NONE), THRONG_OK);
    assert_true(throng_integration_at(world.integration, (throng_cell){3, 60}) == most);
    free(values);
    test_world_destroy(&world);
}

typedef struct trial {
    test_world world;
    test_random random;
    int32_t width, height;
    uint32_t limit;
    uint8_t costs[SIDE_MAX * SIDE_MAX];
    uint32_t values[SIDE_MAX * SIDE_MAX];
    int32_t cells[SIDE_MAX * SIDE_MAX];
    uint64_t distances[SIDE_MAX * SIDE_MAX];
    int64_t held, free_cells; /* cells that are goals, passable ones */
} trial;

static int32_t pick(trial *t, int32_t low, int32_t high)
{
    return test_random_int(&t->random, low, high);
}

/* A slope that falls in some direction, with or without noise, or values far from each other. */
static void pick_values(trial *t)
{
    static const int32_t noises[] = {1, 10, 500, 100000, 2000000, 1000000000};
    const int32_t noise = noises[pick(t, 0, 5)], share = pick(t, 0, 1) ? 100 : pick(t, 0, 5);
    const uint32_t across = (uint32_t)pick(t, 0, 60), down = (uint32_t)pick(t, 0, 60);
    for (int32_t i = 0; i < t->width * t->height; i++) {
        const uint32_t slope = across * (uint32_t)(i % t->width) + down * (uint32_t)(i / t->width);
        t->values[i] = pick(t, 0, 99) < share ? 2 * (slope + (uint32_t)pick(t, 0, noise)) : NONE;
    }
    t->values[pick(t, 0, t->width * t->height - 1)] = 2 * (uint32_t)pick(t, 0, noise);
}

static bool any_awake(const trial *t)
{
    for (int32_t i = 0; i < t->width * t->height; i++)
        if (t->costs[i] != THRONG_WALL && t->values[i] != NONE)
            return true;
    return false;
}

/* The lowest code of a step that explains the cell's distance, 0 if none does. */
static uint8_t code_of(const trial *t, const test_ground *ground, int32_t x, int32_t y)
{
    const uint64_t here = t->distances[y * t->width + x];
    if (t->costs[y * t->width + x] == THRONG_WALL)
        return THRONG_FLOW_WALL;
    for (int code = 1; code <= 8 && here != TEST_UNREACHABLE; code++) {
        if (!test_step_is_legal(ground, x, y, code))
            continue;
        const uint64_t to =
            t->distances[(y + test_step_y[code]) * t->width + x + test_step_x[code]];
        if (to != TEST_UNREACHABLE && to + test_step_cost(ground, x, y, code) == here)
            return (uint8_t)code;
    }
    return 0;
}

static void check(trial *t)
{
    const test_ground ground = {t->width, t->height, t->costs};
    const int32_t count = t->width * t->height;
    int32_t goal_count = 0;
    uint32_t *prices = malloc(sizeof *prices * (size_t)count);
    assert_non_null(prices);
    for (int32_t i = 0; i < count; i++)
        if (t->values[i] != NONE) {
            prices[goal_count] = t->values[i];
            t->cells[goal_count++] = i;
        }
    test_oracle_solve_priced(&ground, t->cells, prices, goal_count, t->distances);
    free(prices);
    for (int32_t i = 0; i < count; i++)
        if (t->distances[i] > t->limit)
            t->distances[i] = TEST_UNREACHABLE;
    const uint32_t *values = throng_integration_values(t->world.integration);
    const uint8_t *codes = throng_flow_codes(t->world.flow);
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = i % t->width, y = i / t->width;
        const uint64_t d = t->distances[i];
        const uint32_t wanted = d == TEST_UNREACHABLE ? NONE : (uint32_t)d;
        if (values[i] != wanted)
            fail_msg("%d x %d: D(%d, %d) is %u, not %u", t->width, t->height, x, y, values[i],
                     wanted);
        const uint8_t code = code_of(t, &ground, x, y);
        if (codes[i] != code)
            fail_msg("%d x %d: the code of (%d, %d) is %d, not %d", t->width, t->height, x, y,
                     codes[i], code);
        t->held += wanted != NONE && code == 0;
        t->free_cells += code != THRONG_FLOW_WALL;
    }
}

static void values_are_solved_like_the_oracle(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("values", 58);
    const int map_count = test_is_full() ? 3000 : SHORT_FORM_MAPS;
    trial *t = malloc(sizeof *t);
    assert_non_null(t);
    t->held = t->free_cells = 0;
    for (int m = 0; m < map_count; m++) {
        t->random = (test_random){seed + (uint64_t)m * 1000003u};
        t->width = pick(t, 1, SIDE_MAX);
        t->height = pick(t, 1, SIDE_MAX);
        test_map_any(&t->random, t->width, t->height, t->costs);
        t->world = test_world_create(t->width, t->height, t->costs);
        for (int i = 0; i < 3; i++) {
            pick_values(t);
            t->limit = pick(t, 0, 2) ? NONE : (uint32_t)pick(t, 0, 200000);
            const throng_result wanted = any_awake(t) ? THRONG_OK : THRONG_ERROR_GOAL;
            assert_result(solve(&t->world, t->values, t->limit), wanted);
            if (wanted == THRONG_OK)
                check(t);
        }
        test_world_destroy(&t->world);
    }
    print_message("%lld of %lld free cells hold their values\n", (long long)t->held,
                  (long long)t->free_cells);
    assert_true(t->held > 100 * (int64_t)map_count && t->held < t->free_cells / 2);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_hold_their_value_or_less),
        cmocka_unit_test(values_on_walls_count_for_nothing),
        cmocka_unit_test(sums_of_values_and_ways_must_fit),
        cmocka_unit_test(values_are_solved_like_the_oracle),
    };
    return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
