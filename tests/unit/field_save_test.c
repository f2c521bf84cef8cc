/*
 * field_save_test.c: fields that are saved and loaded are what they were, and repairs go on from
 * them; fields that are none are refused.
 */
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "world.h"

#include "base/save.h"

#define assert_ok(call) assert_result((call), THRONG_OK)

enum { WIDTH = 70, HEIGHT = 41, CELLS = WIDTH * HEIGHT };

typedef struct block {
    uint8_t *bytes;
    size_t size;
} block;

static block room_for(size_t size)
{
    block b = {malloc(size + 1), size};
    assert_non_null(b.bytes);
    return b;
}

static block save_cost(const throng_cost_field *field)
{
    block b = room_for(throng_cost_save_bytes(field));
    assert_ok(throng_cost_save(field, b.bytes, b.size));
    return b;
}

static block save_integration(const throng_integration_field *field)
{
    block b = room_for(throng_integration_save_bytes(field));
    assert_ok(throng_integration_save(field, b.bytes, b.size));
    return b;
}

static block save_flow(const throng_flow_field *field)
{
    block b = room_for(throng_flow_save_bytes(field));
    assert_ok(throng_flow_save(field, b.bytes, b.size));
    return b;
}

static void fill_random(uint8_t *costs, uint64_t seed)
{
    test_random random = {seed};
    for (int32_t i = 0; i < CELLS; i++)
        costs[i] = (uint8_t)(test_random_int(&random, 0, 4) == 0 ? THRONG_WALL
                                                                 : test_random_int(&random, 1, 9));
    costs[0] = costs[CELLS - 1] = 1;
}

static test_world open_random(uint64_t seed)
{
    uint8_t costs[CELLS];
    fill_random(costs, seed);
    return test_world_create(WIDTH, HEIGHT, costs);
}

static const throng_cell goals[] = {{WIDTH - 1, HEIGHT - 1}, {0, 0}, {WIDTH - 1, HEIGHT - 1}};

static void costs_come_back_and_edit_no_more_than_differs(void **state)
{
    (void)state;
    test_world one = open_random(1), two = open_random(2);
    const block b = save_cost(one.cost);
    test_world_solve(&two, goals, 3);
    assert_ok(throng_cost_load(two.cost, b.bytes, b.size));
    assert_true(throng_cost_is_committed(two.cost));
    assert_true(throng_cost_hash(two.cost) == throng_cost_hash(one.cost));
    /* Whatever commits prepare is right too: a solve gives the same as on the first field. */
    test_world_solve(&one, goals, 3);
    test_world_solve(&two, goals, 3);
    assert_true(throng_integration_hash(one.integration) ==
                throng_integration_hash(two.integration));
    const uint64_t revision = throng_cost_revision(two.cost);
    assert_ok(throng_cost_load(two.cost, b.bytes, b.size));
    assert_true(throng_cost_revision(two.cost) == revision);
    assert_ok(throng_integration_repair(two.solver, two.cost, NULL, 0, two.integration));
    const throng_rect cell = {3, 3, 1, 1};
    assert_ok(throng_cost_fill(two.cost, cell, 77)); /* not committed */
    assert_ok(throng_cost_load(two.cost, b.bytes, b.size));
    assert_true(throng_cost_is_committed(two.cost) &&
                throng_cost_hash(two.cost) == throng_cost_hash(one.cost));
    free(b.bytes);
    test_world_destroy(&two);
    test_world_destroy(&one);
}

static void assert_same_result(const test_world *one, const test_world *two)
{
    assert_true(throng_integration_hash(one->integration) ==
                throng_integration_hash(two->integration));
    assert_true(throng_flow_hash(one->flow) == throng_flow_hash(two->flow));
}

/* The same edit and repair on both, and what a solve gives. */
static void repair_both(test_world *one, test_world *two, uint64_t seed)
{
    test_random random = {seed};
    test_world *const worlds[] = {one, two};
    const throng_rect cell = {test_random_int(&random, 1, WIDTH - 2),
                              test_random_int(&random, 1, HEIGHT - 2), 1, 1};
    const uint8_t cost = test_random_int(&random, 0, 1) ? THRONG_WALL : 2;
    for (int w = 0; w < 2; w++) {
        assert_ok(throng_cost_fill(worlds[w]->cost, cell, cost));
        assert_ok(throng_cost_commit(worlds[w]->cost));
        assert_ok(throng_integration_repair(worlds[w]->solver, worlds[w]->cost, &cell, 1,
                                            worlds[w]->integration));
        assert_ok(throng_flow(worlds[w]->cost, worlds[w]->integration, worlds[w]->flow));
    }
    assert_same_result(one, two);
}

static void a_loaded_integration_field_is_repaired_like_a_solved_one(void **state)
{
    (void)state;
    test_world one = open_random(3), two = open_random(3);
    test_world_solve(&one, goals, 3);
    const throng_cell other = {0, 0};
    test_world_solve(&two, &other, 1);
    const block b = save_integration(one.integration);
    assert_ok(throng_integration_load(two.integration, two.cost, b.bytes, b.size));
    assert_true(throng_integration_hash(two.integration) ==
                throng_integration_hash(one.integration));
    assert_ok(throng_flow(two.cost, two.integration, two.flow));
    assert_same_result(&one, &two);
    for (uint64_t turn = 0; turn < 40; turn++)
        repair_both(&one, &two, turn);
    const block again = save_integration(two.integration), mine = save_integration(one.integration);
    assert_int_equal(again.size, mine.size);
    assert_memory_equal(again.bytes, mine.bytes, mine.size);
    free(mine.bytes);
    free(again.bytes);
    free(b.bytes);
    test_world_destroy(&two);
    test_world_destroy(&one);
}

static void prices_limits_and_sleeping_goals_come_back(void **state)
{
    (void)state;
    test_world one = open_random(4), two = open_random(4);
    static const uint32_t prices[] = {100, 0, 40}; /* the third is the first one, cheaper */
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = goals;
    desc.goal_count = 3;
    desc.prices = prices;
    desc.limit = 900;
    assert_ok(throng_integrate_with(one.solver, one.cost, &desc, one.integration));
    block b = save_integration(one.integration);
    assert_ok(throng_integration_load(two.integration, two.cost, b.bytes, b.size));
    assert_ok(throng_flow(one.cost, one.integration, one.flow));
    assert_ok(throng_flow(two.cost, two.integration, two.flow));
    assert_same_result(&one, &two);
    for (uint64_t turn = 0; turn < 20; turn++)
        repair_both(&one, &two, 100 + turn);
    /* Both goals become walls: no way, and a save of that. */
    const throng_rect ends[] = {{0, 0, 1, 1}, {WIDTH - 1, HEIGHT - 1, 1, 1}};
    test_world *const worlds[] = {&one, &two};
    for (int w = 0; w < 2; w++) {
        for (int k = 0; k < 2; k++)
            assert_ok(throng_cost_fill(worlds[w]->cost, ends[k], THRONG_WALL));
        assert_ok(throng_cost_commit(worlds[w]->cost));
    }
    assert_ok(throng_integration_repair(one.solver, one.cost, ends, 2, one.integration));
    free(b.bytes);
    b = save_integration(one.integration);
    assert_ok(throng_integration_load(two.integration, two.cost, b.bytes, b.size));
    for (int w = 0; w < 2; w++) {
        for (int k = 0; k < 2; k++)
            assert_ok(throng_cost_fill(worlds[w]->cost, ends[k], 1));
        assert_ok(throng_cost_commit(worlds[w]->cost));
        assert_ok(throng_integration_repair(worlds[w]->solver, worlds[w]->cost, ends, 2,
                                            worlds[w]->integration));
    }
    assert_true(throng_integration_hash(one.integration) ==
                throng_integration_hash(two.integration));
    assert_int_equal(throng_integration_at(two.integration, goals[0]), 40);
    free(b.bytes);
    test_world_destroy(&two);
    test_world_destroy(&one);
}

/* Where the distances stand: at the end. */
static uint8_t *distance_in(block b, int32_t x, int32_t y)
{
    return b.bytes + b.size - (size_t)4 * CELLS + (size_t)4 * (size_t)(y * WIDTH + x);
}

static void expect_refusal(test_world *world, block b, const char *word)
{
    const uint64_t hash = throng_integration_hash(world->integration);
    throng_save_finish(b.bytes, b.size);
    assert_int_equal(throng_integration_load(world->integration, world->cost, b.bytes, b.size),
                     THRONG_ERROR_SAVE);
    if (!strstr(test_log(), word))
        fail_msg("wanted \"%s\", got: %s", word, test_log());
    test_log_clear();
    assert_true(throng_integration_hash(world->integration) == hash);
}

static void every_wrong_distance_is_noticed(void **state)
{
    (void)state;
    test_world world = open_random(5);
    test_world_solve(&world, goals, 3);
    const block b = save_integration(world.integration);
    for (int32_t i = 0; i < CELLS; i += 7) {
        uint8_t *const at = distance_in(b, i % WIDTH, i / WIDTH);
        const uint32_t right = throng_read_u32(at);
        static const uint32_t by[] = {1, 2, 0xfffffffe, 0x80000000};
        for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
            throng_write_u32(at, right + by[k]);
            expect_refusal(&world, b, "distances");
        }
        throng_write_u32(at, right == 0 ? THRONG_UNREACHABLE : 0);
        expect_refusal(&world, b, "distances");
        throng_write_u32(at, right);
    }
    throng_save_finish(b.bytes, b.size);
    assert_ok(throng_integration_load(world.integration, world.cost, b.bytes, b.size));
    free(b.bytes);
    test_world_destroy(&world);
}

/* A pool of cells that explain each other and no goal: distances must fall to a goal. */
static void a_field_of_another_map_or_other_goals_is_refused(void **state)
{
    (void)state;
    test_world one = open_random(6), two = open_random(7);
    test_world_solve(&one, goals, 3);
    test_world_solve(&two, goals, 3);
    const block b = save_integration(one.integration);
    expect_refusal(&two, b, "distances");
    uint8_t *const keys = b.bytes + THRONG_HEAD_BYTES + 8;
    const uint64_t first = throng_read_u64(keys);
    throng_write_u64(keys, (uint64_t)1 << 32); /* cell (1, 0) */
    expect_refusal(&one, b, "distances");
    throng_write_u64(keys, first + 1); /* prices are even */
    expect_refusal(&one, b, "goals");
    throng_write_u64(keys, (uint64_t)CELLS << 32);
    expect_refusal(&one, b, "goals");
    throng_write_u64(keys, first);
    throng_write_u32(b.bytes + THRONG_HEAD_BYTES + 4, 2); /* one goal less */
    expect_refusal(&one, b, "size");
    throng_write_u32(b.bytes + THRONG_HEAD_BYTES + 4, 0x80000003);
    expect_refusal(&one, b, "goals");
    free(b.bytes);
    test_world_destroy(&two);
    test_world_destroy(&one);
}

static void directions_come_back_for_sampling(void **state)
{
    (void)state;
    test_world one = open_random(8), two = open_random(9);
    test_world_solve(&one, goals, 3);
    test_world_solve(&two, goals, 3);
    const block b = save_flow(one.flow);
    assert_ok(throng_flow_load(two.flow, b.bytes, b.size));
    assert_true(throng_flow_hash(two.flow) == throng_flow_hash(one.flow));
    test_random random = {1};
    enum { POINTS = 500 };
    static float x[POINTS], y[POINTS], ax[POINTS], ay[POINTS], bx[POINTS], by[POINTS];
    for (int32_t i = 0; i < POINTS; i++) {
        x[i] = test_random_float(&random, -1, WIDTH + 1);
        y[i] = test_random_float(&random, -1, HEIGHT + 1);
    }
    const throng_points points = {.count = POINTS, .x = x, .y = y};
    const throng_flow_field *fields[] = {one.flow, two.flow};
    assert_ok(throng_sample(one.context, &fields[0], 1, NULL, &points,
                            (throng_vectors){.x = ax, .y = ay}));
    assert_ok(throng_sample(one.context, &fields[1], 1, NULL, &points,
                            (throng_vectors){.x = bx, .y = by}));
    assert_memory_equal(ax, bx, sizeof ax);
    assert_memory_equal(ay, by, sizeof ay);
    /* It is of no integration field: throng_flow derives all of it again. */
    assert_ok(throng_flow(two.cost, two.integration, two.flow));
    assert_true(throng_flow_hash(two.flow) != throng_flow_hash(one.flow));
    free(b.bytes);
    test_world_destroy(&two);
    test_world_destroy(&one);
}

/* An open map of 3 x 3 whose middle may be a wall; the codes by hand. */
static void directions_past_a_wall_are_refused(void **state)
{
    (void)state;
    test_world world = test_world_create(3, 3, NULL);
    const throng_cell goal = {0, 0};
    test_world_solve(&world, &goal, 1);
    const block b = save_flow(world.flow);
    uint8_t *const codes = b.bytes + THRONG_HEAD_BYTES;
    static const struct {
        uint8_t cell, code, other, other_code;
    } wrong[] = {
        {0, THRONG_FLOW_W, 1, 0},
        {0, THRONG_FLOW_N, 1, 0},
        {2, THRONG_FLOW_E, 1, 0},
        {8, THRONG_FLOW_S, 1, 0},
        {8, THRONG_FLOW_SE, 1, 0},
        {0, 9, 1, 0},
        {0, 14, 1, 0},
        {0, 16, 1, 0},
        {3, THRONG_FLOW_E, 4, THRONG_FLOW_WALL},  /* into it */
        {0, THRONG_FLOW_SE, 1, THRONG_FLOW_WALL}, /* past it */
        {8, THRONG_FLOW_NW, 7, THRONG_FLOW_WALL},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        memset(codes, 0, 9);
        throng_save_finish(b.bytes, b.size);
        assert_ok(throng_flow_load(world.flow, b.bytes, b.size));
        codes[wrong[k].other] = wrong[k].other_code;
        codes[wrong[k].cell] = wrong[k].code;
        throng_save_finish(b.bytes, b.size);
        const uint64_t hash = throng_flow_hash(world.flow);
        assert_result(throng_flow_load(world.flow, b.bytes, b.size), THRONG_ERROR_SAVE);
        assert_true(throng_flow_hash(world.flow) == hash);
    }
    free(b.bytes);
    test_world_destroy(&world);
}

static void the_first_cell_that_differs_is_named(void **state)
{
    (void)state;
    test_world one = open_random(10), two = open_random(10);
    test_world_solve(&one, goals, 3);
    const throng_rect cell = {33, 20, 1, 1};
    assert_ok(throng_cost_fill(two.cost, cell, 200));
    assert_ok(throng_cost_commit(two.cost));
    test_world_solve(&two, goals, 2); /* the third says no more */
    const block a = save_cost(one.cost), b = save_cost(two.cost);
    throng_save_difference d;
    assert_ok(throng_save_compare(one.context, a.bytes, a.size, b.bytes, b.size, &d));
    assert_true(d.differs && d.stage == THRONG_STAGE_COST && d.agent == THRONG_AGENT_NONE);
    assert_true(d.cell.x == 33 && d.cell.y == 20);
    assert_ok(throng_save_compare(one.context, a.bytes, a.size, a.bytes, a.size, &d));
    assert_false(d.differs);
    assert_ok(throng_cost_load(two.cost, a.bytes, a.size));
    test_world_solve(&two, goals, 2);
    const block c = save_integration(one.integration), e = save_integration(two.integration);
    assert_ok(throng_save_compare(one.context, c.bytes, c.size, e.bytes, e.size, &d));
    assert_true(d.differs && d.stage == THRONG_STAGE_INTEGRATION);
    assert_string_equal(d.what, "goals");
    assert_result(throng_save_compare(one.context, a.bytes, a.size, c.bytes, c.size, &d),
                  THRONG_ERROR_ARGUMENT);
    free(e.bytes);
    free(c.bytes);
    free(b.bytes);
    free(a.bytes);
    test_world_destroy(&two);
    test_world_destroy(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_come_back_and_edit_no_more_than_differs),
        cmocka_unit_test(a_loaded_integration_field_is_repaired_like_a_solved_one),
        cmocka_unit_test(prices_limits_and_sleeping_goals_come_back),
        cmocka_unit_test(every_wrong_distance_is_noticed),
        cmocka_unit_test(a_field_of_another_map_or_other_goals_is_refused),
        cmocka_unit_test(directions_come_back_for_sampling),
        cmocka_unit_test(directions_past_a_wall_are_refused),
        cmocka_unit_test(the_first_cell_that_differs_is_named),
    };
    return cmocka_run_group_tests_name("saves of fields", tests, NULL, NULL);
}
