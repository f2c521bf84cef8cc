/* A cache against solves, and against a list of who was asked for last. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "random.h"

enum { WIDTH = 40, HEIGHT = 30, FIELDS = 3, GOALS = 4, LAYERS = 2, KEYS = 6 };

typedef struct scene {
    throng_context *context;
    throng_grid grid;
    throng_cost_field *costs[LAYERS];
    throng_solver *solver;
    throng_cache *cache;
    throng_integration_field *integration; /* solved anew */
    throng_flow_field *flow;
} scene;

static scene open_scene(test_random *random)
{
    scene s = {.context = test_context_create(), .grid = throng_grid_default(WIDTH, HEIGHT)};
    uint8_t costs[WIDTH * HEIGHT];
    for (int i = 0; i < LAYERS; i++) {
        test_map_make(random, WIDTH, HEIGHT, TEST_WALLS_NOISE, 20, TEST_PRICES_SMALL, costs);
        s.costs[i] = test_cost_create(s.context, WIDTH, HEIGHT, costs);
        assert_result(throng_cost_fill(s.costs[i], (throng_rect){0, 0, WIDTH, 1}, 1), THRONG_OK);
        assert_result(throng_cost_commit(s.costs[i]), THRONG_OK);
    }
    assert_result(throng_solver_create(s.context, WIDTH, HEIGHT, &s.solver), THRONG_OK);
    assert_result(throng_cache_create(s.context, &s.grid, FIELDS, GOALS, &s.cache), THRONG_OK);
    assert_result(throng_integration_create(s.context, &s.grid, &s.integration), THRONG_OK);
    assert_result(throng_flow_create(s.context, &s.grid, &s.flow), THRONG_OK);
    return s;
}

static void close_scene(scene *s)
{
    assert_result(throng_cache_destroy(s->cache), THRONG_OK);
    assert_result(throng_integration_destroy(s->integration), THRONG_OK);
    assert_result(throng_flow_destroy(s->flow), THRONG_OK);
    assert_result(throng_solver_destroy(s->solver), THRONG_OK);
    for (int i = 0; i < LAYERS; i++)
        assert_result(throng_cost_destroy(s->costs[i]), THRONG_OK);
    assert_result(throng_context_destroy(s->context), THRONG_OK);
}

/* Asks, compares with a solve, and returns whether it was a hit. */
static bool get(const scene *s, int layer, const throng_cell *goals, int32_t count,
                throng_cached *out)
{
    throng_cached found;
    const throng_cost_field *cost = s->costs[layer];
    assert_result(throng_cache_get(s->cache, s->solver, cost, goals, count, &found), THRONG_OK);
    assert_result(throng_solve(s->solver, cost, goals, count, s->integration, s->flow), THRONG_OK);
    assert_true(throng_integration_hash(found.integration) ==
                throng_integration_hash(s->integration));
    assert_true(throng_flow_hash(found.flow) == throng_flow_hash(s->flow));
    if (out)
        *out = found;
    return found.is_hit;
}

static void assert_counts(const scene *s, uint64_t hits, uint64_t misses, uint64_t evictions,
                          int32_t fields)
{
    const throng_cache_counts counts = throng_cache_count(s->cache);
    assert_int_equal(counts.hits, hits);
    assert_int_equal(counts.misses, misses);
    assert_int_equal(counts.evictions, evictions);
    assert_int_equal(counts.field_count, fields);
}

static void the_same_question_is_answered_from_memory(void **state)
{
    (void)state;
    test_random random = {test_seed("cache", 51)};
    scene s = open_scene(&random);
    const throng_cell a[3] = {{1, 0}, {5, 0}, {1, 0}}, b[2] = {{5, 0}, {1, 0}}, c[1] = {{5, 0}};
    assert_counts(&s, 0, 0, 0, 0);
    assert_false(get(&s, 0, a, 3, NULL));
    assert_true(get(&s, 0, a, 3, NULL));
    assert_true(get(&s, 0, b, 2, NULL)); /* the same set */
    assert_false(get(&s, 0, c, 1, NULL));
    assert_false(get(&s, 1, b, 2, NULL)); /* another layer */
    assert_counts(&s, 2, 3, 0, 3);
    /* Full: c is the oldest but for a, which was asked for again. */
    assert_true(get(&s, 0, a, 2, NULL));
    const throng_cell d[1] = {{9, 0}};
    assert_false(get(&s, 0, d, 1, NULL));
    assert_counts(&s, 3, 4, 1, 3);
    assert_true(get(&s, 0, a, 2, NULL));
    assert_true(get(&s, 1, a, 2, NULL));
    assert_false(get(&s, 0, c, 1, NULL));
    /* d was asked for longest ago by then. */
    assert_true(get(&s, 0, a, 2, NULL));
    assert_true(get(&s, 1, a, 2, NULL));
    assert_counts(&s, 7, 5, 2, 3);
    close_scene(&s);
}

/* As `get`, for prices and a limit. */
static bool get_with(const scene *s, const throng_cell *goals, const uint32_t *prices,
                     int32_t count, uint32_t limit)
{
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = goals;
    desc.prices = prices;
    desc.goal_count = count;
    desc.limit = limit;
    throng_cached found;
    assert_result(throng_cache_get_with(s->cache, s->solver, s->costs[0], &desc, &found),
                  THRONG_OK);
    assert_result(throng_solve_with(s->solver, s->costs[0], &desc, s->integration, s->flow),
                  THRONG_OK);
    assert_true(throng_integration_hash(found.integration) ==
                throng_integration_hash(s->integration));
    assert_true(throng_flow_hash(found.flow) == throng_flow_hash(s->flow));
    return found.is_hit;
}

static void prices_and_limits_are_a_part_of_the_question(void **state)
{
    (void)state;
    test_random random = {test_seed("cache and prices", 57)};
    scene s = open_scene(&random);
    const throng_cell goals[3] = {{1, 0}, {9, 0}, {1, 0}}, turned[2] = {{9, 0}, {1, 0}};
    const uint32_t free[3] = {0, 0, 0}, prices[3] = {20, 0, 30}, other[2] = {0, 20};
    const uint32_t limit = 200, no_limit = THRONG_UNREACHABLE;
    assert_false(get(&s, 0, goals, 2, NULL));
    assert_true(get_with(&s, goals, free, 2, no_limit)); /* no price is the price 0 */
    assert_true(get_with(&s, goals, NULL, 3, no_limit));
    assert_false(get_with(&s, goals, prices, 2, no_limit));
    assert_true(get_with(&s, goals, prices, 3, no_limit)); /* the lesser price of (1, 0) */
    assert_true(get_with(&s, turned, other, 2, no_limit));
    assert_false(get_with(&s, turned, prices, 2, no_limit)); /* at the other goal */
    assert_counts(&s, 4, 3, 0, 3);
    assert_false(get_with(&s, goals, prices, 2, limit));
    assert_true(get_with(&s, goals, prices, 2, limit));
    assert_false(get_with(&s, goals, prices, 2, limit + 2));
    assert_true(get_with(&s, goals, prices, 2, limit));
    assert_false(get_with(&s, goals, NULL, 2, limit));
    assert_false(get(&s, 0, goals, 2, NULL)); /* has made room since */
    close_scene(&s);
}

static void an_edit_makes_fields_outdated(void **state)
{
    (void)state;
    test_random random = {test_seed("cache and edits", 52)};
    scene s = open_scene(&random);
    const throng_cell goal = {3, 0};
    throng_cached first, second;
    assert_false(get(&s, 0, &goal, 1, &first));
    assert_false(get(&s, 1, &goal, 1, NULL));
    const throng_rect cells = {10, 0, 1, 3};
    const uint64_t since = throng_cost_revision(s.costs[0]);
    assert_result(throng_cost_fill(s.costs[0], cells, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(s.costs[0]), THRONG_OK);
    /* Solved anew in the same place; the other layer is as it was. */
    assert_false(get(&s, 0, &goal, 1, &second));
    assert_ptr_equal(first.integration, second.integration);
    assert_ptr_equal(first.flow, second.flow);
    assert_true(get(&s, 1, &goal, 1, NULL));
    assert_counts(&s, 1, 3, 0, 2);
    /* With a repair there is nothing to solve. */
    const uint64_t now = throng_cost_revision(s.costs[0]);
    assert_true(now > since);
    assert_result(throng_cost_fill(s.costs[0], cells, 2), THRONG_OK);
    assert_result(throng_cost_commit(s.costs[0]), THRONG_OK);
    assert_result(throng_cache_repair(s.cache, s.solver, s.costs[0], now, &cells, 1), THRONG_OK);
    assert_true(get(&s, 0, &goal, 1, NULL));
    /* What was outdated before the edits that the rectangles tell of stays so. */
    assert_result(throng_cost_fill(s.costs[0], (throng_rect){20, 0, 1, 1}, 9), THRONG_OK);
    const uint64_t later = throng_cost_revision(s.costs[0]);
    assert_result(throng_cost_fill(s.costs[0], cells, 3), THRONG_OK);
    assert_result(throng_cost_commit(s.costs[0]), THRONG_OK);
    assert_result(throng_cache_repair(s.cache, s.solver, s.costs[0], later, &cells, 1), THRONG_OK);
    assert_false(get(&s, 0, &goal, 1, NULL));
    close_scene(&s);
}

static void failures_keep_what_is_there(void **state)
{
    (void)state;
    test_random random = {test_seed("cache and failures", 53)};
    scene s = open_scene(&random);
    const throng_rect wall = {30, 20, 1, 1};
    assert_result(throng_cost_fill(s.costs[0], wall, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(s.costs[0]), THRONG_OK);
    const throng_cell goals[FIELDS] = {{1, 0}, {2, 0}, {3, 0}}, blocked = {30, 20};
    for (int i = 0; i < FIELDS; i++)
        assert_false(get(&s, 0, &goals[i], 1, NULL));
    throng_cached none;
    assert_result(throng_cache_get(s.cache, s.solver, s.costs[0], &blocked, 1, &none),
                  THRONG_ERROR_GOAL);
    for (int i = 0; i < FIELDS; i++)
        assert_true(get(&s, 0, &goals[i], 1, NULL));
    assert_counts(&s, FIELDS, FIELDS, 0, FIELDS);
    close_scene(&s);
}

static void fields_in_use_stay(void **state)
{
    (void)state;
    test_random random = {test_seed("cache and groups", 54)};
    scene s = open_scene(&random);
    throng_crowd *crowd = NULL;
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    crowd_desc.grid = s.grid;
    assert_result(throng_crowd_create(s.context, &crowd_desc, &crowd), THRONG_OK);
    throng_cell goal = {0, 0};
    throng_cached used[FIELDS];
    for (int i = 0; i < FIELDS; i++, goal.x++) {
        assert_false(get(&s, 0, &goal, 1, &used[i]));
        if (i == FIELDS - 1)
            break;
        throng_group_desc group = throng_group_desc_default();
        int32_t index;
        group.cost = s.costs[0];
        group.integration = used[i].integration;
        group.flow = used[i].flow;
        assert_result(throng_crowd_add_group(crowd, &group, &index), THRONG_OK);
    }
    assert_result(throng_cache_destroy(s.cache), THRONG_ERROR_IN_USE);
    /* One place is left, whoever asks. */
    for (goal.x = 10; goal.x < 15; goal.x++) {
        throng_cached got;
        assert_false(get(&s, 0, &goal, 1, &got));
        assert_ptr_equal(got.flow, used[FIELDS - 1].flow);
    }
    throng_group_desc group = throng_group_desc_default();
    int32_t index;
    group.cost = s.costs[0];
    group.integration = used[FIELDS - 1].integration;
    group.flow = used[FIELDS - 1].flow;
    assert_result(throng_crowd_add_group(crowd, &group, &index), THRONG_OK);
    throng_cached none;
    assert_result(throng_cache_get(s.cache, s.solver, s.costs[0], &goal, 1, &none),
                  THRONG_ERROR_CAPACITY);
    goal.x = 0;
    assert_true(get(&s, 0, &goal, 1, NULL));
    assert_result(throng_crowd_destroy(crowd), THRONG_OK);
    close_scene(&s);
}

/* Random questions and edits against a list of keys in the order of their last use. */
typedef struct entry {
    int layer, key;
    uint64_t revision;
} entry;

static void a_list_agrees(void **state)
{
    (void)state;
    test_random random = {test_seed("cache and a list", 55)};
    for (int round = 0; round < (test_is_full() ? 60 : 6); round++) {
        scene s = open_scene(&random);
        throng_cell goals[KEYS][GOALS];
        int32_t counts[KEYS];
        for (int k = 0; k < KEYS; k++) {
            counts[k] = test_random_int(&random, 1, GOALS);
            for (int i = 0; i < GOALS; i++)
                goals[k][i] = (throng_cell){GOALS * k + i, 0};
        }
        entry list[FIELDS]; /* the last used first */
        int used = 0;
        for (int step = 0; step < 120; step++) {
            const int layer = test_random_int(&random, 0, LAYERS - 1);
            throng_cost_field *cost = s.costs[layer];
            if (test_random_int(&random, 0, 5) == 0) {
                const uint64_t since = throng_cost_revision(cost);
                const throng_rect cells = {test_random_int(&random, 0, WIDTH - 4),
                                           test_random_int(&random, 1, HEIGHT - 4), 3, 2};
                assert_result(throng_cost_fill(cost, cells, step % 2 ? THRONG_WALL : 2), THRONG_OK);
                assert_result(throng_cost_commit(cost), THRONG_OK);
                if (test_random_int(&random, 0, 1)) {
                    assert_result(throng_cache_repair(s.cache, s.solver, cost, since, &cells, 1),
                                  THRONG_OK);
                    for (int i = 0; i < used; i++)
                        if (list[i].layer == layer && list[i].revision == since)
                            list[i].revision = throng_cost_revision(cost);
                }
            }
            const int key = test_random_int(&random, 0, KEYS - 1);
            int at = 0;
            while (at < used && !(list[at].layer == layer && list[at].key == key))
                at++;
            const bool is_hit = at < used && list[at].revision == throng_cost_revision(cost);
            assert_int_equal(get(&s, layer, goals[key], counts[key], NULL), is_hit);
            if (at == used && used < FIELDS)
                used++;
            at = at < used ? at : used - 1;
            memmove(&list[1], &list[0], (size_t)at * sizeof *list);
            list[0] = (entry){layer, key, throng_cost_revision(cost)};
        }
        assert_int_equal(throng_cache_count(s.cache).field_count, used);
        close_scene(&s);
    }
}

static void maps_of_another_context_are_never_found(void **state)
{
    (void)state;
    test_random random = {test_seed("cache and contexts", 56)};
    scene s = open_scene(&random);
    throng_context *theirs = test_context_create();
    throng_cost_field *cost = test_cost_create(theirs, WIDTH, HEIGHT, NULL);
    const throng_cell goal = {1, 0};
    throng_cached got;
    for (int i = 0; i < 3; i++) {
        assert_result(throng_cache_get(s.cache, s.solver, cost, &goal, 1, &got), THRONG_OK);
        assert_false(got.is_hit);
        assert_int_equal(throng_integration_at(got.integration, (throng_cell){3, 0}), 20);
    }
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(theirs), THRONG_OK);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_question_is_answered_from_memory),
        cmocka_unit_test(prices_and_limits_are_a_part_of_the_question),
        cmocka_unit_test(an_edit_makes_fields_outdated),
        cmocka_unit_test(failures_keep_what_is_there),
        cmocka_unit_test(fields_in_use_stay),
        cmocka_unit_test(a_list_agrees),
        cmocka_unit_test(maps_of_another_context_are_never_found),
    };
    return cmocka_run_group_tests_name("cache", tests, NULL, NULL);
}
