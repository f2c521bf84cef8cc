/*
 * crowd_progress_test.c: who comes no nearer is told to be stuck and tries to get on, and who has
 * no way stands and is told that, too.
 */
#include "save_world.h"

#include <math.h>
#include <stdlib.h>

#define DT (1.0f / 60.0f)

/* Steps so many seconds; counts the events of a kind for an agent. */
static int32_t live(throng_crowd *crowd, float seconds, throng_event_kind kind, throng_agent_id id)
{
    int32_t count = 0;
    for (int32_t step = 0; step < (int32_t)(seconds / DT + 0.5f); step++) {
        assert_ok(throng_crowd_step(crowd, DT));
        count += crowd_count_events(crowd, kind, id);
    }
    return count;
}

static throng_crowd_report report_of(throng_crowd *crowd)
{
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(crowd, &report));
    return report;
}

/* A way one cell wide. */
static const char *const lane[] = {"############", "#..........#", "############"};

/* The same to (10, 1), plugged by a kinematic agent, and one that comes from `x`. */
typedef struct plugged {
    crowd_world world;
    throng_agent_id plug, comer;
} plugged;

static void plug_lane(plugged *p, float x)
{
    crowd_world_draw(&p->world, 1.0f, lane, 3);
    crowd_world_solve(&p->world, 10, 1);
    crowd_world_populate(&p->world, 4);
    crowd_world_add_walkers(&p->world);
    throng_agent_desc desc = crowd_agent_at(5.5f, 1.5f, 0);
    desc.is_kinematic = true;
    p->plug = crowd_add(p->world.crowd, &desc);
    desc = crowd_agent_at(x, 1.5f, 0);
    p->comer = crowd_add(p->world.crowd, &desc);
}

static void whoever_is_plugged_up_is_stuck_until_the_plug_is_out(void **state)
{
    (void)state;
    plugged p;
    plug_lane(&p, 3.5f);
    /* It reaches the plug within a second. The turn of index 1 comes a sixteenth of a window after
     * the crowd began, and 3 s later. */
    assert_int_equal(live(p.world.crowd, 3.1f, THRONG_EVENT_STUCK, p.comer), 0);
    assert_int_equal(live(p.world.crowd, 0.2f, THRONG_EVENT_STUCK, p.comer), 0);
    assert_int_equal(live(p.world.crowd, 3.0f, THRONG_EVENT_STUCK, p.comer), 1);
    assert_true(crowd_flags(p.world.crowd, p.comer) & THRONG_AGENT_STUCK);
    assert_int_equal(report_of(p.world.crowd).stuck, 1);
    assert_true(report_of(p.world.crowd).longest_stuck == 3.0f);
    assert_int_equal(live(p.world.crowd, 3.0f, THRONG_EVENT_STUCK, p.comer), 0); /* told once */
    assert_true(report_of(p.world.crowd).longest_stuck == 6.0f);
    assert_ok(throng_crowd_remove(p.world.crowd, p.plug));
    assert_int_equal(live(p.world.crowd, 3.2f, THRONG_EVENT_FREED, p.comer), 1);
    assert_false(crowd_flags(p.world.crowd, p.comer) & THRONG_AGENT_STUCK);
    assert_true(report_of(p.world.crowd).longest_stuck == 0.0f);
    crowd_world_close(&p.world);
}

static void new_orders_end_being_stuck_without_an_event(void **state)
{
    (void)state;
    plugged p;
    plug_lane(&p, 4.5f);
    assert_int_equal(live(p.world.crowd, 6.3f, THRONG_EVENT_STUCK, p.comer), 1);
    crowd_world_solve(&p.world, 1, 1);
    assert_int_equal(live(p.world.crowd, 1.0f, THRONG_EVENT_FREED, p.comer), 0);
    assert_false(crowd_flags(p.world.crowd, p.comer) & THRONG_AGENT_STUCK);
    crowd_world_close(&p.world);
}

/* Also those who need several windows for a few cells, and those behind a braked one. */
static void whoever_walks_is_never_stuck(void **state)
{
    (void)state;
    static const float speeds[] = {0.05f, 0.3f, 0.99f, 1.4f, 5.0f};
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        crowd_world world;
        crowd_world_walk(&world, 200, 5, 198, 2, 4);
        throng_agent_desc desc = crowd_agent_at(2.5f, 2.5f, 0);
        desc.max_speed = speeds[k];
        const throng_agent_id id = crowd_add(world.crowd, &desc);
        assert_int_equal(live(world.crowd, 120.0f, THRONG_EVENT_STUCK, id), 0);
        crowd_world_close(&world);
    }
}

/* The pocket's right side is column 4; the nearest cell outside is (5, 2). */
static const char *const pocket[] = {
    "..............", ".####.........", ".#..#.........", ".####.........", "..............",
};

static void whoever_has_no_way_is_told_the_nearest_place_that_has(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 1.0f, pocket, 5);
    crowd_world_solve(&world, 12, 2);
    crowd_world_populate(&world, 4);
    crowd_world_add_walkers(&world);
    throng_agent_desc desc = crowd_agent_at(3.75f, 2.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, DT));
    throng_event events[2];
    assert_int_equal(crowd_events(world.crowd, events, 2), 1);
    assert_int_equal(events[0].kind, THRONG_EVENT_CANNOT_REACH);
    assert_true(events[0].agent == id);
    assert_true(floorf(events[0].place.x) == 5.0f && events[0].place.x < 5.1f);
    assert_true(events[0].place.y == 2.5f);
    assert_int_equal(live(world.crowd, 10.0f, THRONG_EVENT_CANNOT_REACH, id), 0);
    assert_int_equal(crowd_flags(world.crowd, id), THRONG_AGENT_CANNOT_REACH | THRONG_AGENT_ASLEEP);
    assert_int_equal(report_of(world.crowd).cannot_reach, 1);
    /* The same fields solved anew say nothing new; other goals do. */
    crowd_world_solve(&world, 12, 2);
    assert_int_equal(live(world.crowd, 1.0f, THRONG_EVENT_CANNOT_REACH, id), 0);
    crowd_world_solve(&world, 13, 3);
    assert_int_equal(live(world.crowd, 1.0f, THRONG_EVENT_CANNOT_REACH, id), 1);
    /* A way opens. */
    assert_ok(throng_cost_fill(world.ground.cost, (throng_rect){4, 2, 1, 1}, 1));
    assert_ok(throng_cost_commit(world.ground.cost));
    crowd_world_solve(&world, 13, 3);
    assert_int_equal(live(world.crowd, 20.0f, THRONG_EVENT_ARRIVED, id), 1);
    assert_false(crowd_flags(world.crowd, id) & THRONG_AGENT_CANNOT_REACH);
    crowd_world_close(&world);
}

static void where_nothing_has_a_way_the_place_is_the_agents_own(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 10, 10, 5, 5, 4);
    const throng_agent_desc desc = crowd_agent_at(2.25f, 3.5f, 0);
    crowd_add(world.crowd, &desc);
    assert_ok(throng_cost_fill(world.ground.cost, (throng_rect){5, 5, 1, 1}, THRONG_WALL));
    assert_ok(throng_cost_commit(world.ground.cost));
    const throng_rect changed = {5, 5, 1, 1};
    assert_ok(throng_integration_repair(world.ground.solver, world.ground.cost, &changed, 1,
                                        world.ground.integration));
    assert_ok(throng_flow(world.ground.cost, world.ground.integration, world.ground.flow));
    assert_ok(throng_crowd_step(world.crowd, DT));
    throng_event event;
    assert_int_equal(crowd_events(world.crowd, &event, 1), 1);
    assert_int_equal(event.kind, THRONG_EVENT_CANNOT_REACH);
    assert_true(event.place.x == 2.25f && event.place.y == 3.5f);
    crowd_world_close(&world);
}

/* Two stand shoulder to shoulder in a way 2 m wide, so that nobody of 0.3 m fits through. */
static void those_who_stand_make_way(void **state)
{
    (void)state;
    crowd_world world;
    static const char *const way[] = {"##############", "..............", "..............",
                                      "##############"};
    crowd_world_draw(&world, 1.0f, way, 4);
    crowd_world_solve(&world, 12, 1);
    crowd_world_populate(&world, 4);
    crowd_world_add_walkers(&world);
    const int32_t idle = crowd_world_add_idlers(&world);
    throng_agent_desc desc = crowd_agent_at(6.0f, 1.6f, idle);
    const throng_agent_id left = crowd_add(world.crowd, &desc);
    desc.y = 2.4f;
    const throng_agent_id right = crowd_add(world.crowd, &desc);
    assert_int_equal(live(world.crowd, 2.0f, THRONG_EVENT_ARRIVED, left), 0);
    assert_true(crowd_flags(world.crowd, left) & THRONG_AGENT_ASLEEP);
    const throng_agent_desc mover = crowd_agent_at(1.0f, 2.0f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &mover);
    /* 11.5 m at 1.4 m/s are 8.2 s. */
    assert_int_equal(live(world.crowd, 16.0f, THRONG_EVENT_ARRIVED, id), 1);
    for (int k = 0; k < 2; k++) {
        const throng_agent_desc now = crowd_get(world.crowd, k ? right : left);
        assert_true(hypotf(now.x - 6.0f, now.y - (k ? 2.4f : 1.6f)) < 1.0f);
        assert_true(crowd_flags(world.crowd, k ? right : left) & THRONG_AGENT_ASLEEP);
    }
    crowd_world_close(&world);
}

/* The flow leads along the wall and turns into the gap in the last cell, which a disc of three
 * cells does not reach. */
static void a_large_disc_gets_round_a_corner(void **state)
{
    (void)state;
    crowd_world world;
    enum { SIDE = 40 };
    static uint8_t costs[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        costs[i] = i % SIDE == 20 && i / SIDE >= 20 ? THRONG_WALL : 1;
    throng_grid grid = throng_grid_default(SIDE, SIDE);
    grid.cell_size = 0.3f;
    world.ground = test_world_on_grid(grid, costs);
    world.crowd = NULL;
    crowd_world_solve(&world, 36, 15);
    crowd_world_populate(&world, 4);
    crowd_world_add_walkers(&world);
    throng_agent_desc desc = crowd_agent_at(3.0f, 6.3f, 0);
    desc.radius = 0.8f;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    assert_int_equal(live(world.crowd, 40.0f, THRONG_EVENT_ARRIVED, id), 1);
    crowd_world_close(&world);
}

/* Clock, marks and counts are part of the state. */
static void being_stuck_survives_a_save(void **state)
{
    (void)state;
    enum { COUNT = 30 };
    crowd_world one, two;
    crowd_world *const worlds[] = {&one, &two};
    for (int w = 0; w < 2; w++) {
        crowd_world_draw(worlds[w], 1.0f, lane, 3);
        crowd_world_solve(worlds[w], 10, 1);
        crowd_world_populate(worlds[w], COUNT);
        crowd_world_add_walkers(worlds[w]);
    }
    for (int32_t i = 0; i < COUNT; i++) {
        throng_agent_desc desc = crowd_agent_at(1.2f + 0.28f * (float)i, 1.5f, 0);
        desc.radius = 0.2f;
        desc.is_kinematic = i == COUNT - 1;
        crowd_add(one.crowd, &desc);
    }
    for (int32_t step = 0; step < 600; step++) {
        assert_ok(throng_crowd_step(one.crowd, DT));
        if (step % 50 == 49) {
            const save_block block = save_of(one.crowd);
            save_load(two.crowd, block);
            free(block.bytes);
        } else if (step >= 50) {
            assert_ok(throng_crowd_step(two.crowd, DT));
            save_assert_same(one.crowd, two.crowd);
        }
    }
    assert_true(report_of(one.crowd).stuck > COUNT / 2);
    crowd_world_close(&two);
    crowd_world_close(&one);
}

/* A crowd within a U whose open side is away from the goal, and around it: by the field all know
 * the way out, so nobody is told to be stuck at any time, and all arrive. */
static void a_trap_holds_nobody(void **state)
{
    (void)state;
    enum { WIDTH = 80, HEIGHT = 40, CROWD = 300 };
    uint8_t costs[WIDTH * HEIGHT];
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        const int32_t x = i % WIDTH, y = i / WIDTH;
        const bool is_arm = x >= 10 && x < 46 && (y == 8 || y == 31);
        costs[i] = is_arm || (x == 45 && y >= 8 && y <= 31) ? 255 : 1;
    }
    crowd_world world = {.ground = test_world_create(WIDTH, HEIGHT, costs)};
    throng_cell goals[HEIGHT];
    for (int32_t y = 0; y < HEIGHT; y++)
        goals[y] = (throng_cell){WIDTH - 1, y};
    test_world_solve(&world.ground, goals, HEIGHT);
    crowd_world_populate(&world, CROWD);
    assert_int_equal(crowd_world_add_walkers(&world), 0);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.leaves_at_goal = true;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    for (int32_t i = 0; i < CROWD; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(16.0f + (float)(i % 30) * 0.95f, 12.0f + (float)(i / 30) * 1.7f, 0);
        crowd_add(world.crowd, &desc);
    }
    int32_t turns = 0;
    float longest = 0;
    throng_crowd_report report = {0};
    for (; turns < 60 * 180 && throng_crowd_count(world.crowd) > 0; turns++) {
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
        if (turns % 30 == 0)
            assert_ok(throng_crowd_inspect(world.crowd, &report));
        longest = report.longest_stuck > longest ? report.longest_stuck : longest;
    }
    print_message("all have left after %.1f s, nobody was stuck for more than %.0f s\n",
                  turns / 60.0, (double)longest);
    assert_int_equal(throng_crowd_count(world.crowd), 0);
    assert_true(longest <= 20.0f);
    assert_in_range(turns, 1, 60 * 120); /* alone the longest way takes 75 s */
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_is_plugged_up_is_stuck_until_the_plug_is_out),
        cmocka_unit_test(new_orders_end_being_stuck_without_an_event),
        cmocka_unit_test(whoever_walks_is_never_stuck),
        cmocka_unit_test(whoever_has_no_way_is_told_the_nearest_place_that_has),
        cmocka_unit_test(where_nothing_has_a_way_the_place_is_the_agents_own),
        cmocka_unit_test(those_who_stand_make_way),
        cmocka_unit_test(a_large_disc_gets_round_a_corner),
        cmocka_unit_test(being_stuck_survives_a_save),
        cmocka_unit_test(a_trap_holds_nobody),
    };
    return cmocka_run_group_tests_name("crowd_progress", tests, NULL, NULL);
}
