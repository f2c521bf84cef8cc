/*
 * builder_test.c: fields built in pieces. At every piece the old fields must be what they were, at
 * the end what whole calls give, bit for bit.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "random.h"

#include "flow/flow.h"

#include <throng/builder.h>
#include <throng/crowd.h>

#if defined(NDEBUG)
#define SHORT_FORM_MAPS 40
#else
#define SHORT_FORM_MAPS 10
#endif

#define SIDE_MAX 220
#define GOALS_MAX 80

/* The fields that are built, others that whole calls make, and what both are made for. */
typedef struct site {
    test_world built, whole; /* `whole` has its own context, cost and solver */
    throng_builder *builder;
    test_random random;
    int32_t width, height;
    throng_cell goals[GOALS_MAX];
    uint32_t prices[GOALS_MAX];
    throng_integration_desc desc;
    int64_t piece_count;
} site;

static int32_t pick(site *s, int32_t low, int32_t high)
{
    return test_random_int(&s->random, low, high);
}

static void pick_desc(site *s, int32_t goal_count)
{
    s->desc = throng_integration_desc_default();
    s->desc.goals = s->goals;
    s->desc.goal_count = goal_count;
    s->desc.prices = pick(s, 0, 1) ? s->prices : NULL;
    s->desc.limit = pick(s, 0, 3) ? THRONG_UNREACHABLE : (uint32_t)pick(s, 0, 3000);
    for (int32_t i = 0; i < goal_count; i++) {
        s->goals[i] = (throng_cell){pick(s, 0, s->width - 1), pick(s, 0, s->height - 1)};
        s->prices[i] = 2 * (uint32_t)pick(s, 0, 500);
    }
    s->goals[0] = (throng_cell){0, 0}; /* is never a wall */
}

static void site_create(site *s, uint64_t seed)
{
    s->random = (test_random){seed};
    s->width = pick(s, 1, SIDE_MAX);
    s->height = pick(s, 1, SIDE_MAX);
    uint8_t *costs = malloc((size_t)s->width * (size_t)s->height);
    assert_non_null(costs);
    test_map_any(&s->random, s->width, s->height, costs);
    costs[0] = 1;
    s->built = test_world_create(s->width, s->height, costs);
    s->whole = test_world_create(s->width, s->height, costs);
    free(costs);
    assert_int_equal(throng_builder_create(s->built.context, &s->built.grid, &s->builder),
                     THRONG_OK);
    assert_int_equal(throng_builder_reserve_goals(s->builder, GOALS_MAX), THRONG_OK);
    assert_int_equal(throng_integration_reserve_goals(s->built.integration, GOALS_MAX), THRONG_OK);
    assert_int_equal(throng_integration_reserve_goals(s->whole.integration, GOALS_MAX), THRONG_OK);
}

static void site_destroy(site *s)
{
    assert_int_equal(throng_builder_destroy(s->builder), THRONG_OK);
    test_world_destroy(&s->built);
    test_world_destroy(&s->whole);
}

/* Goes on to the end, in pieces of a size that differs from build to build. */
static void build(site *s)
{
    const int64_t work = (int64_t)1 << pick(s, 3, 16);
    const uint64_t integration = throng_integration_hash(s->built.integration);
    const uint64_t flow = throng_flow_hash(s->built.flow);
    for (bool is_done = false; !is_done;) {
        assert_true(throng_builder_is_busy(s->builder));
        if (s->piece_count % 32 == 0) { /* hashes take longer than small pieces */
            assert_true(throng_integration_hash(s->built.integration) == integration);
            assert_true(throng_flow_hash(s->built.flow) == flow);
        }
        assert_int_equal(throng_builder_continue(s->builder, work, &is_done), THRONG_OK);
        s->piece_count++;
    }
    assert_false(throng_builder_is_busy(s->builder));
}

static void assert_same(const site *s)
{
    const size_t cells = (size_t)s->width * (size_t)s->height;
    assert_memory_equal(throng_integration_values(s->built.integration),
                        throng_integration_values(s->whole.integration), 4 * cells);
    assert_memory_equal(throng_flow_codes(s->built.flow), throng_flow_codes(s->whole.flow), cells);
    assert_memory_equal(s->built.flow->quads, s->whole.flow->quads,
                        2 * (size_t)(s->width + 1) * (size_t)(s->height + 1));
}

static void solve_whole(site *s)
{
    assert_int_equal(throng_solve_with(s->whole.solver, s->whole.cost, &s->desc,
                                       s->whole.integration, s->whole.flow),
                     THRONG_OK);
}

static throng_rect edit(site *s)
{
    throng_rect rect = {pick(s, 0, s->width - 1), pick(s, 0, s->height - 1), 0, 0};
    rect.width = pick(s, 1, s->width - rect.x < 3 ? s->width - rect.x : 3);
    rect.height = pick(s, 1, s->height - rect.y < 3 ? s->height - rect.y : 3);
    const uint8_t cost = pick(s, 0, 2) == 0 ? THRONG_WALL : (uint8_t)pick(s, 1, 9);
    const throng_rect home = {0, 0, 1, 1};
    throng_cost_field *const costs[] = {s->built.cost, s->whole.cost};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(throng_cost_fill(costs[i], rect, cost), THRONG_OK);
        assert_int_equal(throng_cost_fill(costs[i], home, 1), THRONG_OK);
        assert_int_equal(throng_cost_commit(costs[i]), THRONG_OK);
    }
    return rect;
}

static void run(site *s)
{
    const test_world *b = &s->built;
    pick_desc(s, pick(s, 1, 5));
    assert_int_equal(throng_builder_begin(s->builder, b->cost, &s->desc, b->integration, b->flow),
                     THRONG_OK);
    build(s);
    solve_whole(s);
    assert_same(s);
    for (int i = 0; i < 6; i++) {
        throng_rect changed[41] = {{0, 0, 1, 1}};
        const int32_t count = pick(s, 0, 4) ? pick(s, 1, 3) : 41; /* more than are kept */
        for (int32_t e = 1; e < count; e++)
            changed[e] = edit(s);
        const bool aims = pick(s, 0, 2) == 0;
        if (aims)
            pick_desc(s, pick(s, 1, GOALS_MAX));
        assert_int_equal(throng_builder_begin_repair(s->builder, b->cost, changed, count,
                                                     aims ? &s->desc : NULL, b->integration,
                                                     b->flow),
                         THRONG_OK);
        build(s);
        solve_whole(s);
        assert_same(s);
        /* Whole repairs go on from what was built, and directions from both. */
        changed[0] = edit(s);
        assert_int_equal(throng_integration_repair(b->solver, b->cost, changed, 1, b->integration),
                         THRONG_OK);
        assert_int_equal(throng_flow(b->cost, b->integration, b->flow), THRONG_OK);
        solve_whole(s);
        assert_same(s);
    }
}

static void fields_in_pieces_are_those_of_whole_calls(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("builder", 61);
    const int map_count = test_is_full() ? 1000 : SHORT_FORM_MAPS;
    site *s = calloc(1, sizeof *s);
    assert_non_null(s);
    for (int m = 0; m < map_count; m++) {
        site_create(s, seed + (uint64_t)m * 1000003u);
        run(s);
        site_destroy(s);
    }
    print_message("%d maps, %lld pieces\n", map_count, (long long)s->piece_count);
    assert_true(s->piece_count > 100 * map_count);
    free(s);
}

/* One of two fields that a builder serves by turns, and what a whole solve makes of it. */
typedef struct client {
    throng_integration_field *field, *whole;
    throng_flow_field *flow, *whole_flow;
    throng_cell goal;
} client;

static client client_create(const test_world *world, throng_cell goal)
{
    client c = {.goal = goal};
    assert_int_equal(throng_integration_create(world->context, &world->grid, &c.field), THRONG_OK);
    assert_int_equal(throng_integration_create(world->context, &world->grid, &c.whole), THRONG_OK);
    assert_int_equal(throng_flow_create(world->context, &world->grid, &c.flow), THRONG_OK);
    assert_int_equal(throng_flow_create(world->context, &world->grid, &c.whole_flow), THRONG_OK);
    assert_int_equal(throng_solve(world->solver, world->cost, &goal, 1, c.field, c.flow),
                     THRONG_OK);
    return c;
}

static void client_check(const test_world *world, client *c)
{
    const size_t width = (size_t)world->grid.width, height = (size_t)world->grid.height;
    assert_int_equal(throng_flow(world->cost, c->field, c->flow), THRONG_OK);
    assert_int_equal(throng_solve(world->solver, world->cost, &c->goal, 1, c->whole, c->whole_flow),
                     THRONG_OK);
    assert_memory_equal(throng_integration_values(c->field), throng_integration_values(c->whole),
                        4 * width * height);
    assert_memory_equal(throng_flow_codes(c->flow), throng_flow_codes(c->whole_flow),
                        width * height);
    assert_memory_equal(c->flow->quads, c->whole_flow->quads, 2 * (width + 1) * (height + 1));
}

static void client_destroy(client *c)
{
    assert_int_equal(throng_integration_destroy(c->field), THRONG_OK);
    assert_int_equal(throng_integration_destroy(c->whole), THRONG_OK);
    assert_int_equal(throng_flow_destroy(c->flow), THRONG_OK);
    assert_int_equal(throng_flow_destroy(c->whole_flow), THRONG_OK);
}

/* Repairs of a field, whole or in pieces, with directions or without, some of them given up. */
static void repair_any_how(const test_world *world, throng_builder *builder, client *c,
                           throng_rect rect, test_random *random)
{
    for (int trial = 0; trial < 3; trial++) {
        const bool is_last = trial == 2 || test_random_int(random, 0, 1);
        if (is_last && test_random_int(random, 0, 3) == 0) {
            assert_int_equal(
                throng_integration_repair(world->solver, world->cost, &rect, 1, c->field),
                THRONG_OK);
            return;
        }
        bool is_done = false;
        assert_int_equal(
            throng_builder_begin_repair(builder, world->cost, &rect, 1, NULL, c->field,
                                        test_random_int(random, 0, 3) ? c->flow : NULL),
            THRONG_OK);
        int32_t left = is_last ? INT32_MAX : test_random_int(random, 1, 60);
        while (!is_done && left-- > 0)
            assert_int_equal(
                throng_builder_continue(builder, test_random_int(random, 1, 400), &is_done),
                THRONG_OK);
        if (is_done)
            return;
        assert_int_equal(throng_builder_cancel(builder), THRONG_OK);
    }
}

static void a_builder_serves_several_fields_by_turns(void **state)
{
    (void)state;
    test_random random = {test_seed("builder by turns", 63)};
    for (int m = 0; m < (test_is_full() ? 200 : 10); m++) {
        enum { SIDE = 100 };
        uint8_t costs[SIDE * SIDE];
        test_map_make(&random, SIDE, SIDE, TEST_WALLS_NOISE, 10, TEST_PRICES_SMALL, costs);
        costs[0] = costs[SIDE * SIDE - 1] = 1;
        test_world world = test_world_create(SIDE, SIDE, costs);
        throng_builder *builder;
        assert_int_equal(throng_builder_create(world.context, &world.grid, &builder), THRONG_OK);
        client clients[2] = {client_create(&world, (throng_cell){0, 0}),
                             client_create(&world, (throng_cell){SIDE - 1, SIDE - 1})};
        for (int i = 0; i < 30; i++) {
            const throng_rect rect = {test_random_int(&random, 1, SIDE - 4),
                                      test_random_int(&random, 1, SIDE - 4), 2, 2};
            const uint8_t cost = test_random_int(&random, 0, 1) ? THRONG_WALL : 2;
            assert_int_equal(throng_cost_fill(world.cost, rect, cost), THRONG_OK);
            assert_int_equal(throng_cost_commit(world.cost), THRONG_OK);
            for (int k = 0; k < 2; k++)
                repair_any_how(&world, builder, &clients[k], rect, &random);
            for (int k = 0; k < 2 && i % 3 == 0; k++)
                client_check(&world, &clients[k]);
        }
        client_destroy(&clients[0]);
        client_destroy(&clients[1]);
        assert_int_equal(throng_builder_destroy(builder), THRONG_OK);
        test_world_destroy(&world);
    }
}

/* Puts up or takes away a wall of one cell; returns the work that following it takes. */
static int64_t work_of_a_wall(const test_world *world, throng_builder *builder, uint8_t cost)
{
    const throng_rect rect = {300, 310, 1, 1};
    enum { PIECE = 512 }; /* more than a row at a time takes */
    int64_t work = 0;
    assert_int_equal(throng_cost_fill(world->cost, rect, cost), THRONG_OK);
    assert_int_equal(throng_cost_commit(world->cost), THRONG_OK);
    assert_int_equal(throng_builder_begin_repair(builder, world->cost, &rect, 1, NULL,
                                                 world->integration, world->flow),
                     THRONG_OK);
    for (bool is_done = false; !is_done; work += PIECE)
        assert_int_equal(throng_builder_continue(builder, PIECE, &is_done), THRONG_OK);
    return work;
}

static void a_second_repair_touches_only_what_changes(void **state)
{
    (void)state;
    test_world world = test_world_create(512, 512, NULL);
    test_world_solve(&world, &(throng_cell){0, 0}, 1);
    throng_builder *builder;
    assert_int_equal(throng_builder_create(world.context, &world.grid, &builder), THRONG_OK);
    const int64_t first = work_of_a_wall(&world, builder, THRONG_WALL);
    const int64_t second = work_of_a_wall(&world, builder, 1);
    const int64_t third = work_of_a_wall(&world, builder, 9);
    print_message("work: %lld, then %lld and %lld\n", (long long)first, (long long)second,
                  (long long)third);
    assert_true(first > 512 * 512 - 512 * 64);
    assert_true(10 * second < first && 10 * third < first);
    assert_int_equal(throng_builder_destroy(builder), THRONG_OK);
    test_world_destroy(&world);
}

/* Directions of another field that was left behind follow a repair in pieces as well. */
static void directions_elsewhere_follow_a_repair_in_pieces(void **state)
{
    (void)state;
    test_world world = test_world_create(90, 70, NULL);
    throng_builder *builder;
    throng_flow_field *late;
    bool is_done = false;
    const throng_cell goal = {3, 3};
    const throng_rect rect = {40, 30, 2, 9};
    assert_int_equal(throng_builder_create(world.context, &world.grid, &builder), THRONG_OK);
    assert_int_equal(throng_flow_create(world.context, &world.grid, &late), THRONG_OK);
    test_world_solve(&world, &goal, 1);
    assert_int_equal(throng_flow(world.cost, world.integration, late), THRONG_OK);
    assert_int_equal(throng_cost_fill(world.cost, rect, THRONG_WALL), THRONG_OK);
    assert_int_equal(throng_cost_commit(world.cost), THRONG_OK);
    assert_int_equal(throng_builder_begin_repair(builder, world.cost, &rect, 1, NULL,
                                                 world.integration, world.flow),
                     THRONG_OK);
    assert_int_equal(throng_builder_continue(builder, INT64_MAX, &is_done), THRONG_OK);
    assert_true(is_done);
    const uint64_t before = throng_flow_hash(late);
    assert_int_equal(throng_flow(world.cost, world.integration, late), THRONG_OK);
    assert_true(throng_flow_hash(late) == throng_flow_hash(world.flow));
    assert_false(throng_flow_hash(late) == before);
    assert_int_equal(throng_flow_destroy(late), THRONG_OK);
    assert_int_equal(throng_builder_destroy(builder), THRONG_OK);
    test_world_destroy(&world);
}

/* A crowd follows what a builder has made, also when the builder is gone with the old arrays. */
static void crowds_follow_what_was_built(void **state)
{
    (void)state;
    test_world world = test_world_create(60, 20, NULL);
    const throng_cell west = {2, 10}, east = {57, 10};
    test_world_solve(&world, &west, 1);
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    crowd_desc.grid = world.grid;
    throng_crowd *crowd;
    assert_int_equal(throng_crowd_create(world.context, &crowd_desc, &crowd), THRONG_OK);
    throng_group_desc group = throng_group_desc_default();
    group.cost = world.cost;
    group.integration = world.integration;
    group.flow = world.flow;
    throng_agent_desc agent = throng_agent_desc_default();
    agent.x = 30.5f;
    agent.y = 10.5f;
    throng_agent_id id;
    assert_int_equal(throng_crowd_add_group(crowd, &group, &agent.group), THRONG_OK);
    assert_int_equal(throng_crowd_add(crowd, &agent, &id, NULL), THRONG_OK);
    for (int i = 0; i < 60; i++)
        assert_int_equal(throng_crowd_step(crowd, 1.0f / 60.0f), THRONG_OK);
    assert_int_equal(throng_crowd_get(crowd, id, &agent), THRONG_OK);
    assert_true(agent.velocity_x < -1.0f);

    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &east;
    desc.goal_count = 1;
    throng_builder *builder;
    bool is_done = false;
    assert_int_equal(throng_builder_create(world.context, &world.grid, &builder), THRONG_OK);
    assert_int_equal(
        throng_builder_begin(builder, world.cost, &desc, world.integration, world.flow), THRONG_OK);
    assert_int_equal(throng_builder_continue(builder, INT64_MAX, &is_done), THRONG_OK);
    assert_true(is_done);
    assert_int_equal(throng_builder_destroy(builder), THRONG_OK);
    for (int i = 0; i < 60; i++)
        assert_int_equal(throng_crowd_step(crowd, 1.0f / 60.0f), THRONG_OK);
    assert_int_equal(throng_crowd_get(crowd, id, &agent), THRONG_OK);
    assert_true(agent.velocity_x > 1.0f);
    assert_int_equal(throng_crowd_destroy(crowd), THRONG_OK);
    test_world_destroy(&world);
}

/* The work of one call is bounded: with the least budget a call visits one tile at most. */
static void a_small_piece_is_small(void **state)
{
    (void)state;
    enum { SIDE = 512 };
    test_random random = {test_seed("pieces", 62)};
    uint8_t *costs = malloc(SIDE * SIDE);
    assert_non_null(costs);
    test_map_make(&random, SIDE, SIDE, TEST_WALLS_NOISE, 20, TEST_PRICES_SMALL, costs);
    costs[0] = 1;
    test_world world = test_world_create(SIDE, SIDE, costs);
    test_world_solve(&world, &(throng_cell){0, 0}, 1);
    const int64_t visits = world.solver->job.visit_count;
    throng_builder *builder;
    assert_int_equal(throng_builder_create(world.context, &world.grid, &builder), THRONG_OK);
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &(throng_cell){0, 0};
    desc.goal_count = 1;
    assert_int_equal(
        throng_builder_begin(builder, world.cost, &desc, world.integration, world.flow), THRONG_OK);
    int64_t calls = 0;
    for (bool is_done = false; !is_done; calls++)
        assert_int_equal(throng_builder_continue(builder, 1, &is_done), THRONG_OK);
    print_message("%lld calls\n", (long long)calls);
    if (throng_context_isa(world.context) == THRONG_ISA_SCALAR)
        assert_true(calls > SIDE * SIDE / 2); /* a cell each */
    else
        assert_true(visits > 64 && calls >= visits + 2 * 64 + SIDE);
    assert_int_equal(throng_builder_destroy(builder), THRONG_OK);
    test_world_destroy(&world);
    free(costs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_in_pieces_are_those_of_whole_calls),
        cmocka_unit_test(a_builder_serves_several_fields_by_turns),
        cmocka_unit_test(a_second_repair_touches_only_what_changes),
        cmocka_unit_test(directions_elsewhere_follow_a_repair_in_pieces),
        cmocka_unit_test(crowds_follow_what_was_built),
        cmocka_unit_test(a_small_piece_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
