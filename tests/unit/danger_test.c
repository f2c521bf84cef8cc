/*
 * danger_test.c: fields of safety by hand and against two runs of the oracle, and agents that flee.
 */
#include "crowd_world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "oracle.h"
#include "random.h"

#include <throng/danger.h>

#if defined(NDEBUG)
#define SHORT_FORM_MAPS 100
#else
#define SHORT_FORM_MAPS 20
#endif

#define SIDE_MAX 150
#define DANGERS_MAX 8
#define NONE THRONG_UNREACHABLE

static throng_result flee(const test_world *world, const throng_cell *from, int32_t count,
                          uint32_t limit, int32_t percent)
{
    throng_danger *danger;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = from;
    desc.goal_count = count;
    desc.limit = limit;
    assert_ok(throng_danger_create(world->context, &world->grid, &danger));
    const throng_result result = throng_danger_solve(danger, world->solver, world->cost, &desc,
                                                     percent, world->integration, world->flow);
    assert_ok(throng_danger_destroy(danger));
    return result;
}

static void safety_lies_at_the_ends_of_a_corridor(void **state)
{
    (void)state;
    enum { E = THRONG_FLOW_E, W = THRONG_FLOW_W, WALL = THRONG_FLOW_WALL };
    /* Distances from danger 20 10 0 10 20 30 40, times 1.2: 24 12 0 12 24 36 48, from 48: 24 36 48
     * 36 24 12 0. The danger's own cell may go either way for 24 + 20 = 44 and 0 + 40 = 40. */
    static const struct {
        const char *map;
        int32_t danger, percent;
        uint32_t limit, distances[9];
        uint8_t codes[9];
    } cases[] = {
        {".......##",
         2,
         120,
         NONE,
         {24, 34, 40, 30, 20, 10, 0, NONE, NONE},
         {0, W, E, E, E, E, 0, WALL, WALL}},
        /* Twice as afraid: 40 60 80 60 40 20 0. */
        {".......##",
         2,
         200,
         NONE,
         {40, 50, 40, 30, 20, 10, 0, NONE, NONE},
         {0, E, E, E, E, E, 0, WALL, WALL}},
        /* Safe from 30 on: 36, less 24 12 0 12 24. What is behind the wall is safe, too. */
        {".......#.",
         2,
         120,
         20,
         {0, 10, 20, 10, 0, 0, 0, NONE, 0},
         {0, W, E, E, 0, 0, 0, WALL, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t costs[9];
        test_draw(cases[i].map, costs);
        test_world world = test_world_create(9, 1, costs);
        const throng_cell danger = {cases[i].danger, 0};
        assert_result(flee(&world, &danger, 1, cases[i].limit, cases[i].percent), THRONG_OK);
        for (int32_t x = 0; x < 9; x++) {
            const throng_cell cell = {x, 0};
            assert_int_equal(throng_integration_at(world.integration, cell), cases[i].distances[x]);
            assert_int_equal(throng_flow_at(world.flow, cell), cases[i].codes[x]);
        }
        test_world_destroy(&world);
    }
}

static void values_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    test_world world = test_world_create(2, 1, NULL);
    throng_danger *danger;
    const throng_cell from = {0, 0};
    uint32_t price = 4294967294u / 120 * 100;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &from;
    desc.goal_count = 1;
    desc.prices = &price;
    assert_ok(throng_danger_create(world.context, &world.grid, &danger));
    price = (price - 10) & ~1u;
    assert_ok(
        throng_danger_solve(danger, world.solver, world.cost, &desc, 120, world.integration, NULL));
    assert_int_equal(throng_integration_at(world.integration, from), 10); /* 12 or 0 + 10 */
    price += 100;
    assert_result(
        throng_danger_solve(danger, world.solver, world.cost, &desc, 120, world.integration, NULL),
        THRONG_ERROR_RANGE);
    assert_false(throng_integration_is_solved(world.integration));
    assert_ok(throng_danger_destroy(danger));
    test_world_destroy(&world);
}

/* Danger at the left end of a corridor of 11 cells, which is closed on the right; a long one leads
 * away from its fifth cell. */
enum { DEAD_END = 10, BRANCH = 4, WIDTH = DEAD_END + 1 };

static void draw_dead_end(crowd_world *world, int32_t length)
{
    uint8_t *costs = malloc((size_t)WIDTH * (size_t)(length + 1));
    assert_non_null(costs);
    memset(costs, THRONG_WALL, (size_t)WIDTH * (size_t)(length + 1));
    memset(costs, 1, WIDTH);
    for (int32_t y = 0; y <= length; y++)
        costs[y * WIDTH + BRANCH] = 1;
    world->ground = test_world_create(WIDTH, length + 1, costs);
    world->crowd = NULL;
    free(costs);
    const throng_cell danger = {0, 0};
    assert_result(flee(&world->ground, &danger, 1, NONE, 120), THRONG_OK);
}

static void a_dead_end_is_worth_its_way_or_not(void **state)
{
    (void)state;
    /* The tip of the dead end is 100 away, the end of the branch 40 + 10 n. The tip begins with 1.2
     * (10 n - 60); a cell x has 10 (10 - x) more on the way there, and 10 (x - 4) + 10 n by the
     * branch. With n = 20, 268 - 10 x meets 160 + 10 x between 5 and 6; with n = 66 the tip has
     * 720 either way, and goes where a step leads; with n = 70 it has 768 in the dead end, and 760
     * by way of the branch. */
    static const struct {
        int32_t length, last_west;
        uint32_t at_tip;
    } cases[] = {{20, 5, 168}, {66, DEAD_END, 720}, {70, DEAD_END, 760}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crowd_world world;
        draw_dead_end(&world, cases[i].length);
        assert_int_equal(
            throng_integration_at(world.ground.integration, (throng_cell){DEAD_END, 0}),
            cases[i].at_tip);
        for (int32_t x = BRANCH + 1; x <= DEAD_END; x++) {
            const uint8_t code = throng_flow_at(world.ground.flow, (throng_cell){x, 0});
            const uint8_t away = x == DEAD_END ? THRONG_FLOW_NONE : THRONG_FLOW_E;
            assert_int_equal(code, x <= cases[i].last_west ? THRONG_FLOW_W : away);
        }
        test_world_destroy(&world.ground);
    }
}

static void agents_do_not_flee_into_the_dead_end(void **state)
{
    (void)state;
    enum { LENGTH = 70, AGENTS = 4 };
    crowd_world world;
    draw_dead_end(&world, LENGTH);
    crowd_world_populate(&world, AGENTS);
    assert_int_equal(crowd_world_add_walkers(&world), 0);
    throng_agent_id ids[AGENTS];
    for (int32_t i = 0; i < AGENTS; i++) {
        const throng_agent_desc desc = crowd_agent_at(5.5f + (float)i, 0.5f, 0);
        ids[i] = crowd_add(world.crowd, &desc);
    }
    for (int32_t turn = 0; turn < 20 * 70; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        for (int32_t i = 0; i < AGENTS; i++)
            assert_true(crowd_get(world.crowd, ids[i]).x < 9.0f + 0.5f);
    }
    int32_t arrived = 0;
    for (int32_t i = 0; i < AGENTS; i++) {
        assert_true(crowd_get(world.crowd, ids[i]).y > (float)LENGTH - 4.0f);
        arrived += (crowd_flags(world.crowd, ids[i]) & THRONG_AGENT_ARRIVED) != 0;
    }
    assert_int_equal(arrived, AGENTS);
    /* The danger is among them: whoever has arrived sets out again. */
    const throng_cell danger = {BRANCH, LENGTH};
    assert_result(flee(&world.ground, &danger, 1, NONE, 120), THRONG_OK);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    for (int32_t i = 0; i < AGENTS; i++)
        assert_int_equal(crowd_flags(world.crowd, ids[i]) & THRONG_AGENT_ARRIVED, 0);
    crowd_world_close(&world);
}

typedef struct trial {
    test_random random;
    int32_t width, height;
    uint8_t costs[SIDE_MAX * SIDE_MAX];
    uint64_t distances[SIDE_MAX * SIDE_MAX];
    int32_t cells[SIDE_MAX * SIDE_MAX];
    uint32_t values[SIDE_MAX * SIDE_MAX];
} trial;

static int32_t pick(trial *t, int32_t low, int32_t high)
{
    return test_random_int(&t->random, low, high);
}

static void check(trial *t, const test_world *world, const throng_cell *from, int32_t count,
                  uint32_t limit, int32_t percent)
{
    const test_ground ground = {t->width, t->height, t->costs};
    const int32_t cell_count = t->width * t->height;
    for (int32_t i = 0; i < count; i++)
        t->cells[i] = from[i].y * t->width + from[i].x;
    test_oracle_solve(&ground, t->cells, count, t->distances);
    uint64_t largest = 0;
    for (int32_t i = 0; i < cell_count; i++) {
        if (t->distances[i] > limit)
            t->distances[i] = TEST_UNREACHABLE;
        else if (t->distances[i] > largest)
            largest = t->distances[i];
    }
    for (int32_t i = 0; i < cell_count; i++) {
        const uint64_t d = t->distances[i] == TEST_UNREACHABLE ? largest : t->distances[i];
        t->cells[i] = i;
        t->values[i] = (uint32_t)(2 * (largest / 2 * (uint64_t)percent / 100 -
                                       d / 2 * (uint64_t)percent / 100));
    }
    test_oracle_solve_priced(&ground, t->cells, t->values, cell_count, t->distances);
    for (int32_t i = 0; i < cell_count; i++) {
        const uint32_t wanted =
            t->distances[i] == TEST_UNREACHABLE ? NONE : (uint32_t)t->distances[i];
        const throng_cell cell = {i % t->width, i / t->width};
        if (throng_integration_at(world->integration, cell) != wanted)
            fail_msg("%d x %d, %d %%: D(%d, %d) is %u, not %u", t->width, t->height, percent,
                     cell.x, cell.y, throng_integration_at(world->integration, cell), wanted);
    }
}

static void safety_is_that_of_the_oracle(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("danger", 59);
    const int map_count = test_is_full() ? 2000 : SHORT_FORM_MAPS;
    trial *t = malloc(sizeof *t);
    assert_non_null(t);
    for (int m = 0; m < map_count; m++) {
        t->random = (test_random){seed + (uint64_t)m * 1000003u};
        t->width = pick(t, 1, SIDE_MAX);
        t->height = pick(t, 1, SIDE_MAX);
        test_map_any(&t->random, t->width, t->height, t->costs);
        t->costs[0] = 1;
        test_world world = test_world_create(t->width, t->height, t->costs);
        throng_cell from[DANGERS_MAX] = {{0, 0}}; /* which is no wall */
        const int32_t count = pick(t, 1, DANGERS_MAX);
        for (int32_t i = 1; i < count; i++)
            from[i] = (throng_cell){pick(t, 0, t->width - 1), pick(t, 0, t->height - 1)};
        const uint32_t limit = pick(t, 0, 1) ? NONE : (uint32_t)pick(t, 0, 3000);
        const int32_t percent = pick(t, 0, 1) ? 120 : pick(t, 101, 1000);
        assert_result(flee(&world, from, count, limit, percent), THRONG_OK);
        check(t, &world, from, count, limit, percent);
        test_world_destroy(&world);
    }
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(safety_lies_at_the_ends_of_a_corridor),
        cmocka_unit_test(values_that_do_not_fit_are_refused),
        cmocka_unit_test(a_dead_end_is_worth_its_way_or_not),
        cmocka_unit_test(agents_do_not_flee_into_the_dead_end),
        cmocka_unit_test(safety_is_that_of_the_oracle),
    };
    return cmocka_run_group_tests_name("danger", tests, NULL, NULL);
}
