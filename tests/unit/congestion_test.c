/*
 * congestion_test.c: prices of congestion by hand and against a model, fields that follow them, and
 * a crowd before two doors.
 */
#include "crowd_world.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

#include <throng/congestion.h>

/* A terrain with ids as costs, its layer, the fields on it, a crowd with a group that walks. */
typedef struct scene {
    throng_context *context;
    throng_grid grid;
    throng_terrain *terrain;
    throng_layer *layer;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_crowd *crowd;
    throng_congestion *congestion;
    int32_t walkers;
} scene;

enum { WALL = THRONG_WALL };

static scene open_scene(int32_t width, int32_t height)
{
    scene s = {.context = test_context_create(), .grid = throng_grid_default(width, height)};
    throng_mover_desc mover = throng_mover_desc_default();
    for (int i = 1; i < 256; i++)
        mover.cost[i] = (uint8_t)i;
    assert_ok(throng_terrain_create(s.context, &s.grid, &s.terrain));
    assert_ok(throng_terrain_fill(s.terrain, (throng_rect){0, 0, width, height}, 1));
    assert_ok(throng_layer_create(s.terrain, &mover, &s.layer));
    assert_ok(throng_solver_create(s.context, width, height, &s.solver));
    assert_ok(throng_integration_create(s.context, &s.grid, &s.integration));
    assert_ok(throng_integration_reserve_goals(s.integration, width * height));
    assert_ok(throng_flow_create(s.context, &s.grid, &s.flow));
    return s;
}

static void build(scene *s, throng_rect cells, uint8_t cost)
{
    throng_rect changed[4];
    int32_t count;
    assert_ok(throng_terrain_fill(s->terrain, cells, cost));
    assert_ok(throng_layer_update(s->layer, changed, 4, &count));
}

/* Solves for all cells of a rectangle. */
static void aim(scene *s, throng_rect goals)
{
    throng_cell *cells = malloc(sizeof *cells * (size_t)(goals.width * goals.height));
    assert_non_null(cells);
    for (int32_t i = 0; i < goals.width * goals.height; i++)
        cells[i] = (throng_cell){goals.x + i % goals.width, goals.y + i / goals.width};
    assert_ok(throng_solve(s->solver, throng_layer_cost(s->layer), cells,
                           goals.width * goals.height, s->integration, s->flow));
    free(cells);
}

static void populate(scene *s, int32_t capacity, const throng_congestion_desc *desc)
{
    throng_crowd_desc crowd = throng_crowd_desc_default();
    crowd.grid = s->grid;
    crowd.agent_capacity = capacity;
    assert_ok(throng_crowd_create(s->context, &crowd, &s->crowd));
    throng_group_desc group = throng_group_desc_default();
    group.cost = throng_layer_cost(s->layer);
    group.integration = s->integration;
    group.flow = s->flow;
    assert_ok(throng_crowd_add_group(s->crowd, &group, &s->walkers));
    assert_ok(throng_congestion_create(s->layer, desc, &s->congestion));
}

static void close_scene(scene *s)
{
    assert_ok(throng_congestion_destroy(s->congestion));
    assert_ok(throng_crowd_destroy(s->crowd));
    assert_ok(throng_flow_destroy(s->flow));
    assert_ok(throng_integration_destroy(s->integration));
    assert_ok(throng_solver_destroy(s->solver));
    assert_ok(throng_layer_destroy(s->layer));
    assert_ok(throng_terrain_destroy(s->terrain));
    assert_ok(throng_context_destroy(s->context));
}

static throng_agent_id add(scene *s, float x, float y, int32_t group)
{
    const throng_agent_desc desc = crowd_agent_at(x, y, group);
    return crowd_add(s->crowd, &desc);
}

static throng_congestion_changes update(scene *s, float dt)
{
    throng_congestion_changes changes;
    const throng_congestion_field field = {s->integration, s->flow};
    assert_ok(
        throng_congestion_update(s->congestion, s->crowd, dt, s->solver, &field, 1, &changes));
    return changes;
}

static int32_t price_at(const scene *s, int32_t x, int32_t y)
{
    return throng_congestion_at(s->congestion, (throng_cell){x, y});
}

static int32_t cost_at(const scene *s, int32_t x, int32_t y)
{
    return throng_cost_at(throng_layer_cost(s->layer), (throng_cell){x, y});
}

static void prices_rise_and_fade(void **state)
{
    (void)state;
    scene s = open_scene(9, 5);
    build(&s, (throng_rect){3, 2, 1, 1}, WALL);
    aim(&s, (throng_rect){8, 4, 1, 1});
    throng_congestion_desc desc = throng_congestion_desc_default();
    desc.interval = 0.125f;
    desc.memory = 0.25f;
    desc.price = 8;
    desc.price_slow = 92;
    desc.price_most = 99;
    populate(&s, 8, &desc);
    /* Three who stand in the square of the cells 2..3, 2..3: 300 over 4 cells. */
    const throng_agent_id ids[3] = {add(&s, 2.5f, 2.5f, 0), add(&s, 2.5f, 3.5f, 0),
                                    add(&s, 3.5f, 3.5f, 0)};
    assert_false(update(&s, 0.0625f).is_updated);
    assert_int_equal(price_at(&s, 2, 2), 0);
    const throng_congestion_changes changes = update(&s, 0.0625f);
    assert_true(changes.is_updated);
    assert_int_equal(changes.rect_count, 1);
    assert_true(changes.rects[0].x == 2 && changes.rects[0].y == 2);
    assert_true(changes.rects[0].width == 2 && changes.rects[0].height == 2);
    /* Half of the way to 75 each time: 37.5, 56.25, 65.625. */
    assert_int_equal(price_at(&s, 2, 2), 37);
    assert_int_equal(cost_at(&s, 2, 2), 38);
    assert_int_equal(cost_at(&s, 3, 2), WALL);
    assert_int_equal(cost_at(&s, 3, 3), 38);
    assert_int_equal(cost_at(&s, 4, 2), 1);
    assert_int_equal(price_at(&s, 4, 2), 0);
    assert_int_equal(price_at(&s, -1, 2), 0);
    assert_true(update(&s, 0.125f).is_updated);
    assert_int_equal(price_at(&s, 3, 3), 56);
    /* However long the time: one count. */
    assert_true(update(&s, 5.0f).is_updated);
    assert_int_equal(cost_at(&s, 2, 3), 66);
    /* One stays: 25. 65.625, 45.3125, 35.15625. */
    assert_ok(throng_crowd_remove(s.crowd, ids[0]));
    assert_ok(throng_crowd_remove(s.crowd, ids[1]));
    update(&s, 0.125f);
    update(&s, 0.125f);
    assert_int_equal(price_at(&s, 2, 2), 35);
    /* It walks: 2. */
    assert_ok(throng_crowd_set_velocity(s.crowd, ids[2], 0.0f, 1.0f));
    int32_t last = 35;
    for (int i = 0; i < 12; i++) {
        update(&s, 0.125f);
        assert_true(price_at(&s, 2, 2) <= last);
        last = price_at(&s, 2, 2);
    }
    assert_int_equal(last, 2);
    assert_ok(throng_crowd_remove(s.crowd, ids[2]));
    for (int i = 0; i < 12; i++)
        update(&s, 0.125f);
    assert_int_equal(price_at(&s, 2, 2), 0);
    assert_int_equal(cost_at(&s, 2, 2), 1);
    close_scene(&s);
}

static void no_price_exceeds_the_most_and_all_are_forgotten_at_once(void **state)
{
    (void)state;
    scene s = open_scene(9, 5);
    aim(&s, (throng_rect){8, 4, 1, 1});
    throng_congestion_desc desc = throng_congestion_desc_default();
    desc.interval = 0.125f;
    desc.memory = 0.25f;
    desc.price_slow = 100; /* by four in a square of four cells: 100 each */
    desc.price_most = 99;
    populate(&s, 8, &desc);
    for (int i = 0; i < 8; i++)
        add(&s, 6.25f + 0.2f * (float)i, 1.5f, 0);
    for (int i = 0; i < 40; i++)
        update(&s, 0.125f);
    assert_int_equal(price_at(&s, 7, 1), 99);
    assert_ok(throng_congestion_clear(s.congestion));
    assert_int_equal(price_at(&s, 7, 1), 0);
    throng_rect rects[4];
    int32_t count;
    assert_ok(throng_layer_update(s.layer, rects, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(cost_at(&s, 7, 1), 1);
    close_scene(&s);
}

static void who_counts(void **state)
{
    (void)state;
    scene s = open_scene(24, 4);
    aim(&s, (throng_rect){21, 0, 3, 2});
    throng_congestion_desc desc = throng_congestion_desc_default();
    desc.memory = desc.interval;
    desc.square = 2;
    desc.price = 4;
    desc.price_slow = 40;
    populate(&s, 8, &desc);
    throng_group_desc idlers = throng_group_desc_default();
    idlers.cost = throng_layer_cost(s.layer);
    int32_t idle;
    assert_ok(throng_crowd_add_group(s.crowd, &idlers, &idle));
    add(&s, 0.5f, 0.5f, 0);    /* on its way, and stands */
    add(&s, 4.5f, 0.5f, idle); /* has nowhere to go */
    throng_agent_desc kinematic = crowd_agent_at(8.5f, 0.5f, 0);
    kinematic.is_kinematic = true;
    crowd_add(s.crowd, &kinematic);
    const throng_agent_id lost = add(&s, 12.5f, 0.5f, 0);
    assert_ok(throng_crowd_set_position(s.crowd, lost, (throng_point){-5.0f, 0.5f}));
    const throng_agent_id fast = add(&s, 16.5f, 0.5f, 0), slow = add(&s, 16.5f, 3.5f, 0);
    assert_ok(throng_crowd_set_velocity(s.crowd, fast, 0.29f, 0.0f)); /* of 1.4 */
    assert_ok(throng_crowd_set_velocity(s.crowd, slow, 0.0f, -0.27f));
    update(&s, 0.1f);
    assert_int_equal(price_at(&s, 0, 0), 11);
    assert_int_equal(price_at(&s, 4, 0), 1);
    assert_int_equal(price_at(&s, 8, 0), 1);
    assert_int_equal(price_at(&s, 12, 0), 0);
    assert_int_equal(price_at(&s, 0, 1), 11);
    assert_int_equal(price_at(&s, 16, 0), 1);
    assert_int_equal(price_at(&s, 16, 2), 11);
    /* Whoever has arrived is in nobody's way. */
    const throng_agent_id there = add(&s, 22.5f, 0.5f, 0);
    for (int i = 0; i < 40; i++)
        assert_ok(throng_crowd_step(s.crowd, 0.025f));
    assert_true(crowd_flags(s.crowd, there) & THRONG_AGENT_ARRIVED);
    update(&s, 0.1f);
    assert_int_equal(price_at(&s, 22, 0), 0);
    close_scene(&s);
}

static void a_price_slows_nobody_down(void **state)
{
    (void)state;
    float x[2];
    for (int has_price = 0; has_price < 2; has_price++) {
        scene s = open_scene(40, 1);
        const throng_congestion_desc desc = throng_congestion_desc_default();
        aim(&s, (throng_rect){39, 0, 1, 1});
        populate(&s, 1, &desc);
        uint8_t prices[40];
        memset(prices, has_price ? 20 : 0, sizeof prices);
        throng_rect rects[4];
        int32_t count;
        assert_ok(throng_layer_write_prices(s.layer, (throng_rect){0, 0, 40, 1}, prices, 40));
        assert_ok(throng_layer_update(s.layer, rects, 4, &count));
        assert_int_equal(cost_at(&s, 5, 0), has_price ? 21 : 1);
        aim(&s, (throng_rect){39, 0, 1, 1});
        const throng_agent_id id = add(&s, 2.5f, 0.5f, 0);
        for (int i = 0; i < 200; i++)
            assert_ok(throng_crowd_step(s.crowd, 0.05f));
        x[has_price] = crowd_get(s.crowd, id).x;
        close_scene(&s);
    }
    assert_true(x[0] > 16.0f && x[1] == x[0]);
}

enum { SIDE = 50, AGENTS = 300 };

/* The prices of the next count, from positions and velocities that anybody can read. */
static void model_count(const scene *s, const throng_congestion_desc *desc, int32_t share,
                        uint32_t *levels)
{
    uint32_t counts[SIDE * SIDE] = {0};
    const int32_t columns = (SIDE + desc->square - 1) / desc->square;
    throng_crowd_view view;
    assert_ok(throng_crowd_read(s->crowd, &view));
    for (int32_t i = 0; i < view.count; i++) {
        const float slow = 1.4f * 0.2f, vx = view.velocity_x[i], vy = view.velocity_y[i];
        if (view.flags[i] & (THRONG_AGENT_ARRIVED | THRONG_AGENT_RELOCATE))
            continue;
        counts[(int)view.y[i] / desc->square * columns + (int)view.x[i] / desc->square] +=
            (uint32_t)(desc->price + (vx * vx + vy * vy < slow * slow ? desc->price_slow : 0));
    }
    for (int32_t i = 0; i < columns * columns; i++) {
        int64_t wanted = (int64_t)counts[i] * 256 / (desc->square * desc->square);
        wanted = wanted > desc->price_most * 256 ? desc->price_most * 256 : wanted;
        int64_t step = (wanted - levels[i]) * share;
        step = step >= 0 ? (step + 65535) / 65536 : -((65535 - step) / 65536);
        levels[i] = (uint32_t)(levels[i] + step);
    }
}

static void random_crowds_agree_with_a_model(void **state)
{
    (void)state;
    test_random random = {test_seed("congestion", 60)};
    for (int round = 0; round < (test_is_full() ? 60 : 6); round++) {
        scene s = open_scene(SIDE, SIDE);
        aim(&s, (throng_rect){SIDE / 2, SIDE / 2, 2, 2});
        throng_congestion_desc desc = throng_congestion_desc_default();
        desc.interval = 0.125f;
        desc.memory = 0.125f * (float)(1 << (round % 4));
        desc.square = test_random_int(&random, 1, 5);
        desc.price = test_random_int(&random, 0, 40);
        desc.price_slow = test_random_int(&random, 0, 200);
        desc.price_most = test_random_int(&random, 1, 253);
        populate(&s, AGENTS, &desc);
        for (int i = 0; i < AGENTS; i++)
            add(&s, test_random_float(&random, 0, SIDE), test_random_float(&random, 0, SIDE), 0);
        test_world twin = test_world_create(SIDE, SIDE, NULL);
        const throng_cell goals[4] = {{SIDE / 2, SIDE / 2},
                                      {SIDE / 2 + 1, SIDE / 2},
                                      {SIDE / 2, SIDE / 2 + 1},
                                      {SIDE / 2 + 1, SIDE / 2 + 1}};
        uint32_t levels[SIDE * SIDE] = {0};
        const int32_t columns = (SIDE + desc.square - 1) / desc.square;
        for (int turn = 0; turn < 24; turn++) {
            assert_ok(throng_crowd_step(s.crowd, 0.125f));
            model_count(&s, &desc, 65536 >> (round % 4), levels);
            if (turn % 6 == 2) /* the update sees to it, too */
                assert_ok(throng_terrain_fill(s.terrain, (throng_rect){3 + turn, 7, 1, 9},
                                              turn % 4 ? 4 : WALL));
            assert_true(update(&s, 0.125f).is_updated);
            uint8_t costs[SIDE * SIDE];
            for (int32_t i = 0; i < SIDE * SIDE; i++) {
                const throng_cell cell = {i % SIDE, i / SIDE};
                const uint32_t price =
                    levels[cell.y / desc.square * columns + cell.x / desc.square] / 256;
                assert_int_equal(price_at(&s, cell.x, cell.y), price);
                const uint8_t id = throng_terrain_at(s.terrain, cell);
                costs[i] = (uint8_t)(id == WALL ? WALL : id + price > 254 ? 254 : id + price);
            }
            test_world_write(&twin, costs);
            test_world_solve(&twin, goals, 4);
            assert_true(throng_cost_hash(twin.cost) ==
                        throng_cost_hash(throng_layer_cost(s.layer)));
            assert_true(throng_integration_hash(twin.integration) ==
                        throng_integration_hash(s.integration));
            assert_true(throng_flow_hash(twin.flow) == throng_flow_hash(s.flow));
        }
        test_world_destroy(&twin);
        close_scene(&s);
    }
}

enum { WIDTH = 70, HEIGHT = 33, WALL_X = 30, CROWD = 400 };

typedef struct outcome {
    int32_t by_second_door, arrived;
    float last; /* s */
    uint64_t hash;
} outcome;

/* A crowd before a wall with two doors of two cells, the second of them 20 m from the first, and a
 * wide goal behind it. */
static outcome walk_through(bool has_congestion)
{
    scene s = open_scene(WIDTH, HEIGHT);
    build(&s, (throng_rect){WALL_X, 0, 1, HEIGHT}, WALL);
    build(&s, (throng_rect){WALL_X, 5, 1, 2}, 1);
    build(&s, (throng_rect){WALL_X, 25, 1, 2}, 1);
    aim(&s, (throng_rect){WALL_X + 25, 0, WIDTH - WALL_X - 25, HEIGHT});
    const throng_congestion_desc desc = throng_congestion_desc_default();
    populate(&s, CROWD, &desc);
    for (int32_t i = 0; i < CROWD; i++)
        add(&s, 27.0f - (float)(i / 15) * 0.8f, 0.8f + (float)(i % 15) * 0.75f, 0);
    bool has_passed[CROWD] = {false};
    outcome o = {0};
    for (int32_t turn = 0; turn < 20 * 180 && o.arrived < CROWD; turn++) {
        assert_ok(throng_crowd_step(s.crowd, 0.05f));
        if (has_congestion)
            update(&s, 0.05f);
        throng_crowd_view view;
        assert_ok(throng_crowd_read(s.crowd, &view));
        o.arrived = 0;
        for (int32_t i = 0; i < view.count; i++) {
            o.arrived += (view.flags[i] & THRONG_AGENT_ARRIVED) != 0;
            if (view.x[i] > WALL_X && view.x[i] < WALL_X + 1 && view.y[i] > 15.0f)
                has_passed[(uint32_t)view.ids[i]] = true;
        }
        o.last = 0.05f * (float)(turn + 1);
        if (turn == 20 * 20)
            o.hash = throng_cost_hash(throng_layer_cost(s.layer));
    }
    for (int32_t i = 0; i < CROWD; i++)
        o.by_second_door += has_passed[i];
    close_scene(&s);
    return o;
}

static void a_part_of_the_crowd_takes_the_second_door(void **state)
{
    (void)state;
    const outcome without = walk_through(false), with = walk_through(true);
    print_message("without: %.1f s, %d by the second door; with: %.1f s, %d\n", without.last,
                  without.by_second_door, with.last, with.by_second_door);
    assert_int_equal(without.arrived, CROWD);
    assert_int_equal(with.arrived, CROWD);
    /* Hardly anybody is pushed so far aside that the second is nearer. */
    assert_true(50 * without.by_second_door <= CROWD);
    assert_true(4 * with.by_second_door >= CROWD);
    assert_true(with.last <= 0.8f * without.last);
    /* The same again, bit for bit. */
    assert_true(with.hash == walk_through(true).hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices_rise_and_fade),
        cmocka_unit_test(no_price_exceeds_the_most_and_all_are_forgotten_at_once),
        cmocka_unit_test(who_counts),
        cmocka_unit_test(a_price_slows_nobody_down),
        cmocka_unit_test(random_crowds_agree_with_a_model),
        cmocka_unit_test(a_part_of_the_crowd_takes_the_second_door),
    };
    return cmocka_run_group_tests_name("congestion", tests, NULL, NULL);
}
