/* Rest: who stops stands still, and who found no room anywhere waits until there is some. */
#include "crowd_world.h"

#include <math.h>

/* A dozen seconds: long enough that speeds which only fade would be denormal. */
#define STEPS (12 * 60)

static void whoever_stops_has_no_velocity(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[40];
    crowd_world_idle(&world, 40, 40, 40);
    for (int32_t i = 0; i < 40; i++) { /* full registers, and a rest */
        throng_agent_desc desc =
            crowd_agent_at(4.5f + 4.0f * (float)(i % 8), 4.5f + 4.0f * (float)(i / 8), 0);
        desc.velocity_x = 1.0f - 0.01f * (float)i;
        desc.velocity_y = -0.5f;
        ids[i] = crowd_add(world.crowd, &desc);
    }
    for (int32_t step = 0; step < STEPS; step++)
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
    for (int32_t i = 0; i < 40; i++) {
        const throng_agent_desc now = crowd_get(world.crowd, ids[i]);
        assert_true(now.velocity_x == 0.0f && now.velocity_y == 0.0f);
    }
    crowd_world_close(&world);
}

static void whoever_found_no_room_comes_back_when_there_is_some(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 20, 20, 4);
    const throng_agent_desc desc = crowd_agent_at(10.5f, 10.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    assert_ok(throng_cost_fill(world.ground.cost, (throng_rect){0, 0, 20, 20}, THRONG_WALL));
    assert_ok(throng_cost_commit(world.ground.cost));
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_QUARANTINED, id), 1);
    assert_int_equal(crowd_quarantine_reason(world.crowd, id), THRONG_QUARANTINE_NO_ROOM);
    assert_int_equal(crowd_flags(world.crowd, id),
                     THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE);
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_QUARANTINED, id), 0);

    assert_ok(throng_cost_fill(world.ground.cost, (throng_rect){3, 3, 1, 1}, 1));
    assert_ok(throng_cost_commit(world.ground.cost));
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_RELOCATED, id), 1);
    assert_int_equal(crowd_flags(world.crowd, id), 0);
    const throng_agent_desc now = crowd_get(world.crowd, id);
    assert_true(floorf(now.x) == 3.0f && floorf(now.y) == 3.0f);
    crowd_world_close(&world);
}

static void bad_numbers_are_not_forgiven_for_room(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 20, 20, 4);
    const throng_agent_desc desc = crowd_agent_at(10.5f, 10.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const float nothing = NAN;
    const throng_bodies bodies = {.count = 1, .ids = &id, .x = &nothing, .y = &nothing};
    assert_ok(throng_crowd_write(world.crowd, &bodies));
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_ok(throng_cost_fill(world.ground.cost, (throng_rect){3, 3, 1, 1}, 2));
    assert_ok(throng_cost_commit(world.ground.cost));
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_int_equal(crowd_flags(world.crowd, id), THRONG_AGENT_QUARANTINED);
    crowd_world_close(&world);
}

/* Those who lie against one another must not keep each other awake in turns. */
static void a_heap_that_has_come_apart_falls_asleep_as_a_whole(void **state)
{
    (void)state;
    enum { SIDE = 8 };
    crowd_world world;
    throng_agent_id ids[SIDE * SIDE];
    crowd_world_idle(&world, 20, 20, SIDE * SIDE);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(9.0f + 0.25f * (float)(i % SIDE), 9.0f + 0.25f * (float)(i / SIDE), 0);
        ids[i] = crowd_add(world.crowd, &desc);
    }
    for (int32_t step = 0; step < STEPS; step++)
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        assert_int_equal(crowd_flags(world.crowd, ids[i]), THRONG_AGENT_ASLEEP);
    crowd_world_close(&world);
}

/* How many of the steps of 5 s see somebody awake who is not kinematic. */
static int32_t count_restless(const crowd_world *world)
{
    int32_t restless = 0;
    for (int32_t step = 0; step < 300; step++) {
        throng_crowd_view view;
        assert_ok(throng_crowd_step(world->crowd, 1.0f / 60.0f));
        assert_ok(throng_crowd_read(world->crowd, &view));
        bool all_rest = true;
        for (int32_t i = 0; i < view.count; i++)
            all_rest = all_rest && (view.flags[i] & (THRONG_AGENT_ASLEEP | THRONG_AGENT_KINEMATIC));
        restless += !all_rest;
    }
    return restless;
}

static const char *const cell_of_two[] = {"####", "#..#", "####"};

/* It has no room: the overlap lasts, and that is no reason to look at it for ever. */
static void whoever_a_kinematic_agent_wedges_in_sleeps_until_that_one_moves(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 1.0f, cell_of_two, 3);
    crowd_world_populate(&world, 2);
    crowd_world_add_idlers(&world);
    throng_agent_desc desc = crowd_agent_at(1.3f, 1.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    desc.x = 1.8f;
    desc.is_kinematic = true;
    const throng_agent_id wedge = crowd_add(world.crowd, &desc);
    count_restless(&world);
    assert_true(crowd_flags(world.crowd, id) & THRONG_AGENT_ASLEEP);
    assert_int_equal(count_restless(&world), 0);
    const throng_point nearer = {1.7f, 1.5f};
    assert_ok(throng_crowd_set_position(world.crowd, wedge, nearer));
    assert_true(count_restless(&world) > 0);
    assert_int_equal(count_restless(&world), 0);
    crowd_world_close(&world);
}

/* Parting shifts them into the walls, which push them back, in every pass. */
static void those_whom_walls_press_together_sleep(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 1.0f, cell_of_two, 3);
    crowd_world_populate(&world, 2);
    crowd_world_add_idlers(&world);
    for (int32_t i = 0; i < 2; i++) { /* 2.08 m in 2 */
        throng_agent_desc desc = crowd_agent_at(1.5f + (float)i, 1.5f, 0);
        desc.radius = 0.52f;
        crowd_add(world.crowd, &desc);
    }
    count_restless(&world);
    assert_int_equal(count_restless(&world), 0);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_stops_has_no_velocity),
        cmocka_unit_test(whoever_found_no_room_comes_back_when_there_is_some),
        cmocka_unit_test(a_heap_that_has_come_apart_falls_asleep_as_a_whole),
        cmocka_unit_test(bad_numbers_are_not_forgiven_for_room),
        cmocka_unit_test(whoever_a_kinematic_agent_wedges_in_sleeps_until_that_one_moves),
        cmocka_unit_test(those_whom_walls_press_together_sleep),
    };
    return cmocka_run_group_tests_name("crowd_rest", tests, NULL, NULL);
}
