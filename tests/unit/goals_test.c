/*
 * goals_test.c: goals with prices and fields up to a limit, by hand and against the oracle: solved,
 * repaired, aimed anew, with their directions.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "oracle.h"
#include "random.h"

#if defined(NDEBUG)
#define SHORT_FORM_MAPS 150
#else
#define SHORT_FORM_MAPS 20
#endif

#define SIDE_MAX 200
#define GOALS_MAX 60
#define NO_LIMIT THRONG_UNREACHABLE

static throng_integration_desc desc_of(const throng_cell *goals, const uint32_t *prices,
                                       int32_t goal_count, uint32_t limit)
{
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = goals;
    desc.prices = prices;
    desc.goal_count = goal_count;
    desc.limit = limit;
    return desc;
}

static void assert_row(const test_world *world, const uint32_t *distances, const uint8_t *codes)
{
    for (int32_t x = 0; x < world->grid.width; x++) {
        assert_int_equal(throng_integration_at(world->integration, (throng_cell){x, 0}),
                         distances[x]);
        assert_int_equal(throng_flow_at(world->flow, (throng_cell){x, 0}), codes[x]);
    }
}

static void a_price_moves_the_watershed(void **state)
{
    (void)state;
    enum { E = THRONG_FLOW_E, W = THRONG_FLOW_W };
    static const struct {
        uint32_t price, distances[5];
        uint8_t codes[5];
        int32_t goal_count;
    } cases[] = {
        {0, {0, 10, 20, 10, 0}, {0, W, E, E, 0}, 2},   /* two equal goals: a tie goes to E */
        {20, {0, 10, 20, 30, 20}, {0, W, W, E, 0}, 2}, /* 20 + 10 and 20 + 10 */
        {38, {0, 10, 20, 30, 38}, {0, W, W, W, 0}, 2},
        {40, {0, 10, 20, 30, 40}, {0, W, W, W, 0}, 2}, /* as dear as the way: still a goal */
        {42, {0, 10, 20, 30, 40}, {0, W, W, W, W}, 2}, /* dearer: no goal */
        {0, {0, 10, 20, 30, 40}, {0, W, W, W, W}, 1},
    };
    test_world world = test_world_create(5, 1, NULL);
    const throng_cell goals[] = {{0, 0}, {4, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t prices[] = {0, cases[i].price};
        const throng_integration_desc desc = desc_of(goals, prices, cases[i].goal_count, NO_LIMIT);
        assert_int_equal(
            throng_solve_with(world.solver, world.cost, &desc, world.integration, world.flow),
            THRONG_OK);
        assert_row(&world, cases[i].distances, cases[i].codes);
    }
    /* The same by changing the goals of the field from any case to any other. */
    const size_t count = sizeof cases / sizeof *cases;
    for (size_t i = 0; i < 2 * count * count; i++) {
        const size_t c = i % 2 ? i / 2 / count : i / 2 % count;
        const uint32_t prices[] = {0, cases[c].price};
        const throng_integration_desc desc = desc_of(goals, prices, cases[c].goal_count, NO_LIMIT);
        assert_int_equal(
            throng_integration_set_goals_with(world.solver, world.cost, &desc, world.integration),
            THRONG_OK);
        assert_int_equal(throng_flow(world.cost, world.integration, world.flow), THRONG_OK);
        assert_row(&world, cases[c].distances, cases[c].codes);
    }
    test_world_destroy(&world);
}

static void only_a_price_leaves_nothing_at_zero(void **state)
{
    (void)state;
    test_world world = test_world_create(5, 1, NULL);
    const throng_cell goals[] = {{2, 0}, {2, 0}};
    const uint32_t prices[] = {100, 70};
    const throng_integration_desc desc = desc_of(goals, prices, 2, NO_LIMIT);
    assert_int_equal(
        throng_solve_with(world.solver, world.cost, &desc, world.integration, world.flow),
        THRONG_OK);
    assert_row(&world, (const uint32_t[]){90, 80, 70, 80, 90}, (const uint8_t[]){1, 1, 0, 3, 3});
    test_world_destroy(&world);
}

static void a_limit_leaves_out_what_is_farther(void **state)
{
    (void)state;
    const uint32_t none = THRONG_UNREACHABLE;
    test_world world = test_world_create(5, 1, NULL);
    const throng_cell goal = {0, 0};
    static const uint32_t limits[] = {0, 9, 10, 29, 30, 40, 41};
    static const int32_t reached[] = {1, 1, 2, 3, 4, 5, 5};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const throng_integration_desc desc = desc_of(&goal, NULL, 1, limits[i]);
        assert_int_equal(
            throng_solve_with(world.solver, world.cost, &desc, world.integration, world.flow),
            THRONG_OK);
        uint32_t distances[5];
        uint8_t codes[5];
        for (int32_t x = 0; x < 5; x++) {
            distances[x] = x < reached[i] ? 10 * (uint32_t)x : none;
            codes[x] = x > 0 && x < reached[i] ? THRONG_FLOW_W : THRONG_FLOW_NONE;
        }
        assert_row(&world, distances, codes);
    }
    /* A goal whose price is above the limit is none. */
    const uint32_t price = 50;
    const throng_integration_desc desc = desc_of(&goal, &price, 1, 40);
    assert_int_equal(
        throng_solve_with(world.solver, world.cost, &desc, world.integration, world.flow),
        THRONG_OK);
    assert_row(&world, (const uint32_t[]){none, none, none, none, none},
               (const uint8_t[]){0, 0, 0, 0, 0});
    test_world_destroy(&world);
}

static void sums_of_prices_and_ways_must_fit(void **state)
{
    (void)state;
    test_world world = test_world_create(70, 70, NULL);
    const throng_rect rest = {1, 0, 69, 70}, below = {0, 1, 1, 69};
    const throng_cell goal = {0, 0};
    const uint32_t most = 4294967294u, less = most - 690;
    throng_integration_desc desc = desc_of(&goal, &less, 1, NO_LIMIT);
    throng_integration_field *field = world.integration;
    /* The farthest cells of one cost are 69 diagonal steps away. */
    assert_int_equal(throng_integrate_with(world.solver, world.cost, &desc, field),
                     THRONG_ERROR_RANGE);
    assert_false(throng_integration_is_solved(field));
    const uint32_t fits = most - 14 * 69, odd_one = fits + 2;
    desc.prices = &odd_one;
    assert_int_equal(throng_integrate_with(world.solver, world.cost, &desc, field),
                     THRONG_ERROR_RANGE);
    desc.prices = &fits;
    assert_int_equal(throng_integrate_with(world.solver, world.cost, &desc, field), THRONG_OK);
    assert_true(throng_integration_at(field, (throng_cell){69, 69}) == most);
    desc.prices = &most;
    assert_int_equal(throng_integrate_with(world.solver, world.cost, &desc, field),
                     THRONG_ERROR_RANGE);
    desc.limit = most; /* what does not fit is beyond it */
    assert_int_equal(throng_integrate_with(world.solver, world.cost, &desc, field), THRONG_OK);
    assert_true(throng_integration_at(field, goal) == most);
    assert_true(throng_integration_at(field, (throng_cell){1, 1}) == THRONG_UNREACHABLE);
    desc.limit = NO_LIMIT;
    assert_int_equal(throng_cost_fill(world.cost, rest, THRONG_WALL), THRONG_OK);
    assert_int_equal(throng_cost_fill(world.cost, below, THRONG_WALL), THRONG_OK);
    assert_int_equal(throng_cost_commit(world.cost), THRONG_OK);
    assert_int_equal(throng_integrate_with(world.solver, world.cost, &desc, field), THRONG_OK);
    assert_true(throng_integration_at(field, goal) == most);
    test_world_destroy(&world);
}

typedef struct trial {
    test_world world;
    test_random random;
    int32_t width, height;
    uint8_t costs[SIDE_MAX * SIDE_MAX];
    uint64_t distances[SIDE_MAX * SIDE_MAX];
    throng_cell goals[GOALS_MAX];
    uint32_t prices[GOALS_MAX];
    int32_t goal_count;
    uint32_t limit;
    int64_t stilled, left_out; /* goals that were dear, cells beyond the limit */
} trial;

static int32_t pick(trial *t, int32_t low, int32_t high)
{
    return test_random_int(&t->random, low, high);
}

/* Prices of one order: beside each other, a window of a tile apart, far beyond the map. */
static void pick_goals(trial *t)
{
    static const int32_t spreads[] = {0, 8, 500, 100000, 5000000};
    const int32_t spread = spreads[pick(t, 0, 4)];
    t->goal_count = pick(t, 1, pick(t, 0, 1) ? 4 : GOALS_MAX);
    for (int32_t i = 0; i < t->goal_count; i++) {
        t->goals[i] = (throng_cell){pick(t, 0, t->width - 1), pick(t, 0, t->height - 1)};
        if (i > 0 && pick(t, 0, 9) == 0)
            t->goals[i] = t->goals[i - 1];
        t->prices[i] = 2 * (uint32_t)pick(t, 0, spread);
    }
}

static throng_integration_desc trial_desc(const trial *t)
{
    return desc_of(t->goals, t->prices, t->goal_count, t->limit);
}

static bool any_awake(const trial *t)
{
    for (int32_t i = 0; i < t->goal_count; i++)
        if (t->costs[t->goals[i].y * t->width + t->goals[i].x] != THRONG_WALL)
            return true;
    return false;
}

/* True if a goal of the price that the oracle's distance has lies in the cell. */
static bool is_goal(const trial *t, int32_t cell)
{
    for (int32_t i = 0; i < t->goal_count; i++)
        if (t->goals[i].y * t->width + t->goals[i].x == cell && t->distances[cell] == t->prices[i])
            return true;
    return false;
}

static void check(trial *t, const char *what)
{
    const test_ground ground = {t->width, t->height, t->costs};
    int32_t goals[GOALS_MAX];
    for (int32_t i = 0; i < t->goal_count; i++)
        goals[i] = t->goals[i].y * t->width + t->goals[i].x;
    test_oracle_solve_priced(&ground, goals, t->prices, t->goal_count, t->distances);
    const int32_t cell_count = t->width * t->height;
    for (int32_t i = 0; i < cell_count; i++)
        if (t->distances[i] != TEST_UNREACHABLE && t->distances[i] > t->limit) {
            t->distances[i] = TEST_UNREACHABLE;
            t->left_out++;
        }
    const uint32_t *values = throng_integration_values(t->world.integration);
    const uint8_t *codes = throng_flow_codes(t->world.flow);
    for (int32_t i = 0; i < cell_count; i++) {
        const uint64_t d = t->distances[i];
        const uint32_t wanted = d == TEST_UNREACHABLE ? THRONG_UNREACHABLE : (uint32_t)d;
        if (values[i] != wanted)
            fail_msg("%s, %d x %d: D(%d, %d) is %u, not %u", what, t->width, t->height,
                     i % t->width, i / t->width, values[i], wanted);
        uint8_t code = test_oracle_code(&ground, t->distances, i % t->width, i / t->width);
        const bool is_dear = d > 0 && d != TEST_UNREACHABLE && is_goal(t, i);
        const bool is_beyond = d == TEST_UNREACHABLE && t->costs[i] != THRONG_WALL;
        if (is_dear || is_beyond)
            code = THRONG_FLOW_NONE;
        t->stilled += is_dear;
        if (codes[i] != code)
            fail_msg("%s, %d x %d: the code of (%d, %d) is %d, not %d", what, t->width, t->height,
                     i % t->width, i / t->width, codes[i], code);
    }
}

static void edit_and_repair(trial *t)
{
    throng_rect rect = {pick(t, 0, t->width - 1), pick(t, 0, t->height - 1), 0, 0};
    if (pick(t, 0, 3) == 0) { /* a goal falls asleep or wakes */
        const throng_cell goal = t->goals[pick(t, 0, t->goal_count - 1)];
        rect = (throng_rect){goal.x, goal.y, 0, 0};
    }
    rect.width = pick(t, 1, t->width - rect.x < 4 ? t->width - rect.x : 4);
    rect.height = pick(t, 1, t->height - rect.y < 4 ? t->height - rect.y : 4);
    const uint8_t cost = pick(t, 0, 2) == 0 ? THRONG_WALL : (uint8_t)pick(t, 1, 20);
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        memset(&t->costs[y * t->width + rect.x], cost, (size_t)rect.width);
    assert_int_equal(throng_cost_fill(t->world.cost, rect, cost), THRONG_OK);
    assert_int_equal(throng_cost_commit(t->world.cost), THRONG_OK);
    assert_int_equal(
        throng_integration_repair(t->world.solver, t->world.cost, &rect, 1, t->world.integration),
        THRONG_OK);
}

/* New goals, or new prices for the old ones, or another limit. */
static void aim_anew(trial *t)
{
    const int32_t kind = pick(t, 0, 3);
    if (kind == 0)
        pick_goals(t);
    else if (kind == 1)
        t->prices[pick(t, 0, t->goal_count - 1)] = 2 * (uint32_t)pick(t, 0, 400);
    else if (kind == 2 && t->goal_count > 1)
        t->goal_count--;
    else
        t->limit = pick(t, 0, 1) ? NO_LIMIT : (uint32_t)pick(t, 0, 3000);
    const throng_integration_desc desc = trial_desc(t);
    assert_int_equal(throng_integration_set_goals_with(t->world.solver, t->world.cost, &desc,
                                                       t->world.integration),
                     any_awake(t) ? THRONG_OK : THRONG_ERROR_GOAL);
}

static void run(trial *t)
{
    throng_integration_desc desc = trial_desc(t);
    const throng_result wanted = any_awake(t) ? THRONG_OK : THRONG_ERROR_GOAL;
    test_world *w = &t->world;
    if (pick(t, 0, 1)) {
        assert_int_equal(throng_solve_with(w->solver, w->cost, &desc, w->integration, w->flow),
                         wanted);
    } else {
        throng_solve_job job = {.solver = w->solver,
                                .cost = w->cost,
                                .integration = w->integration,
                                .flow = w->flow,
                                .desc = &desc};
        assert_int_equal(throng_solve_many(w->context, &job, 1), wanted);
    }
    if (wanted != THRONG_OK)
        return;
    check(t, "solve");
    for (int i = 0; i < 8 && any_awake(t); i++) {
        edit_and_repair(t);
        assert_int_equal(throng_flow(w->cost, w->integration, w->flow), THRONG_OK);
        check(t, "repair");
        if (!any_awake(t))
            return;
        aim_anew(t);
        if (!any_awake(t)) /* was refused */
            return;
        assert_int_equal(throng_flow(w->cost, w->integration, w->flow), THRONG_OK);
        check(t, "goals");
    }
}

static void priced_and_limited_fields_are_those_of_the_oracle(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("goals", 51);
    const int map_count = test_is_full() ? 3000 : SHORT_FORM_MAPS;
    trial *t = malloc(sizeof *t);
    assert_non_null(t);
    int64_t stilled = 0, left_out = 0;
    for (int m = 0; m < map_count; m++) {
        t->random = (test_random){seed + (uint64_t)m * 1000003u};
        t->width = pick(t, 1, SIDE_MAX);
        t->height = pick(t, 1, SIDE_MAX);
        test_map_any(&t->random, t->width, t->height, t->costs);
        t->limit = pick(t, 0, 1) ? NO_LIMIT : (uint32_t)pick(t, 0, pick(t, 0, 1) ? 2000 : 200000);
        t->stilled = t->left_out = 0;
        t->world = test_world_create(t->width, t->height, t->costs);
        pick_goals(t);
        run(t);
        test_world_destroy(&t->world);
        stilled += t->stilled;
        left_out += t->left_out;
    }
    print_message("%d maps: %lld dear goals, %lld cells left out\n", map_count, (long long)stilled,
                  (long long)left_out);
    assert_true(stilled > 10 * map_count && left_out > 1000 * (int64_t)map_count);
    free(t);
}

/* One solve after the other in the same fields, here and there, near and far, with edits between.
 */
static void solve_again(trial *t)
{
    test_world *w = &t->world;
    pick_goals(t);
    t->goals[0] = (throng_cell){0, 0}; /* never a wall */
    t->limit = pick(t, 0, 5) ? (uint32_t)pick(t, 0, pick(t, 0, 1) ? 300 : 3000) : NO_LIMIT;
    if (pick(t, 0, 3) == 0) {
        const throng_rect rect = {pick(t, 1, t->width - 3), pick(t, 1, t->height - 3), 2, 2};
        const uint8_t cost = pick(t, 0, 1) ? THRONG_WALL : 3;
        for (int32_t y = rect.y; y < rect.y + rect.height; y++)
            memset(&t->costs[y * t->width + rect.x], cost, (size_t)rect.width);
        assert_int_equal(throng_cost_fill(w->cost, rect, cost), THRONG_OK);
        assert_int_equal(throng_cost_commit(w->cost), THRONG_OK);
    }
    const throng_integration_desc desc = trial_desc(t);
    if (pick(t, 0, 1)) {
        assert_int_equal(throng_solve_with(w->solver, w->cost, &desc, w->integration, w->flow),
                         THRONG_OK);
    } else {
        assert_int_equal(throng_integrate_with(w->solver, w->cost, &desc, w->integration),
                         THRONG_OK);
        assert_int_equal(throng_flow(w->cost, w->integration, w->flow), THRONG_OK);
    }
    check(t, "again");
}

static void limited_fields_leave_nothing_behind(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("limits", 64);
    const int map_count = test_is_full() ? 500 : SHORT_FORM_MAPS / 5;
    trial *t = malloc(sizeof *t);
    assert_non_null(t);
    for (int m = 0; m < map_count; m++) {
        t->random = (test_random){seed + (uint64_t)m * 1000003u};
        t->width = pick(t, 70, SIDE_MAX);
        t->height = pick(t, 70, SIDE_MAX);
        test_map_any(&t->random, t->width, t->height, t->costs);
        t->costs[0] = 1;
        t->world = test_world_create(t->width, t->height, t->costs);
        for (int i = 0; i < 16; i++) {
            solve_again(t);
            if (pick(t, 0, 1)) { /* a repair may take the field to where it has not been */
                t->limit = (uint32_t)pick(t, 20, 120);
                t->goal_count = 1;
                for (int k = 0; k < 3; k++) {
                    const throng_integration_desc desc = trial_desc(t);
                    assert_int_equal(throng_integration_set_goals_with(t->world.solver,
                                                                       t->world.cost, &desc,
                                                                       t->world.integration),
                                     any_awake(t) ? THRONG_OK : THRONG_ERROR_GOAL);
                    pick_goals(t);
                    t->prices[0] = 0;
                    t->goal_count = 1;
                }
                t->goals[0] = (throng_cell){0, 0};
            }
            if (pick(t, 0, 4) == 0) {
                edit_and_repair(t);
                t->costs[0] = 1;
                assert_int_equal(throng_cost_fill(t->world.cost, (throng_rect){0, 0, 1, 1}, 1),
                                 THRONG_OK);
                assert_int_equal(throng_cost_commit(t->world.cost), THRONG_OK);
                assert_int_equal(throng_integration_repair(t->world.solver, t->world.cost,
                                                           &(throng_rect){0, 0, 1, 1}, 1,
                                                           t->world.integration),
                                 THRONG_OK);
                assert_int_equal(throng_flow(t->world.cost, t->world.integration, t->world.flow),
                                 THRONG_OK);
            }
        }
        test_world_destroy(&t->world);
    }
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_price_moves_the_watershed),
        cmocka_unit_test(only_a_price_leaves_nothing_at_zero),
        cmocka_unit_test(a_limit_leaves_out_what_is_farther),
        cmocka_unit_test(sums_of_prices_and_ways_must_fit),
        cmocka_unit_test(priced_and_limited_fields_are_those_of_the_oracle),
        cmocka_unit_test(limited_fields_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
