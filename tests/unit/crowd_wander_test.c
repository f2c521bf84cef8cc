/*
 * crowd_wander_test.c: wishes of chance, worked out by hand, and what behaviours are to a crowd.
 */
#include "behaviour_scene.h"

/* What chance says to an agent of a crowd with seed 0, as the header has it: by the number of the
 * substep, shifted by the index. */
static uint64_t chance(throng_agent_id id, uint64_t substep, uint32_t substeps)
{
    return throng_random(0, id, (substep + (uint32_t)id) / substeps);
}

static void wanderers_turn_their_nose_by_chance(void **state)
{
    (void)state;
    for (int k = 0; k < 40; k++) {
        scene s = open_scene(10, 10);
        const int32_t substeps = 30;
        assert_ok(throng_crowd_set_velocity(s.world.crowd, s.agent, 0.6f, 0.8f));
        s.wants.wander = 1;
        s.wants.wander_turn = k % 2 ? 20 : 2;
        for (int waits = 0; waits < k * 40; waits++) /* so that chance says many things */
            assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
        assert_ok(throng_crowd_set_velocity(s.world.crowd, s.agent, 0.6f, 0.8f));
        const uint64_t word = chance(s.agent, (uint64_t)k * 40, (uint32_t)substeps);
        const double turn = (double)(word >> 40) / 8388608.0 - 1.0;
        const double angle = 2 * atan(0.05 * turn * (double)s.wants.wander_turn);
        const throng_point got = wish(&s);
        assert_point(got, (float)(0.6 * cos(angle) - 0.8 * sin(angle)),
                     (float)(0.8 * cos(angle) + 0.6 * sin(angle)));
        close_scene(&s);
    }
}

static void wanderers_turn_as_fast_as_they_are_asked_to(void **state)
{
    (void)state;
    scene s = open_scene(10, 10);
    const float turn = 1.5f;
    throng_agent_desc desc = crowd_get(s.world.crowd, s.agent);
    desc.velocity_x = 1;
    desc.max_speed = 1;
    desc.max_acceleration = 1000;
    assert_ok(throng_crowd_set(s.world.crowd, s.agent, &desc));
    s.wants.wander = 1;
    s.wants.wander_turn = turn;
    s.wants.wander_time = 1000; /* the same all the time */
    wish(&s);
    for (int k = 1; k < 30; k++)
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    const double share = (double)(chance(s.agent, 0, 60000) >> 40) / 8388608.0 - 1.0;
    desc = crowd_get(s.world.crowd, s.agent);
    const double angle = atan2((double)desc.velocity_y, (double)desc.velocity_x);
    assert_true(fabs(angle - share * (double)turn * 0.5) < 0.03 * fabs(share));
    assert_true(fabs(share) > 0.05); /* or else this shows little */
    close_scene(&s);
}

static void who_stands_sets_off_in_one_of_sixteen_directions(void **state)
{
    (void)state;
    bool seen[16] = {false};
    scene s = open_scene(10, 10);
    s.wants.wander = 1;
    s.wants.wander_time = 0.001f; /* another word in every substep */
    for (int k = 0; k < 200; k++) {
        const uint64_t word = chance(s.agent, (uint64_t)k, 1);
        assert_ok(throng_crowd_set_velocity(s.world.crowd, s.agent, 0, 0));
        const double angle = (double)(word & 15) * 3.14159265358979 / 8;
        assert_point(wish(&s), (float)cos(angle), (float)sin(angle));
        seen[word & 15] = true;
    }
    for (int k = 0; k < 16; k++)
        assert_true(seen[k]);
    close_scene(&s);
}

static void turning_aside_makes_nobody_faster(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(s.world.crowd, 0, &group));
    group.side_bias = 1;
    assert_ok(throng_crowd_set_group(s.world.crowd, 0, &group));
    const throng_agent_desc standing = crowd_agent_at(6, 5, 1);
    crowd_add(s.world.crowd, &standing);
    s.wants.target = at(9, 5);
    s.wants.seek = 0.25f;
    bool has_turned = false;
    for (int k = 0; k < 32; k++) {
        const throng_point now = wish(&s);
        has_turned = has_turned || now.y > 0.05f;
        assert_true(fabsf(sqrtf(now.x * now.x + now.y * now.y) - 0.25f) < FINE);
    }
    assert_true(has_turned);
    close_scene(&s);
}

static void behaviours_wake_and_keep_awake(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    for (int k = 0; k < 60; k++)
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_true(crowd_flags(s.world.crowd, s.agent) & THRONG_AGENT_ASLEEP);
    s.wants.threat = at(5, 20);
    s.wants.flee = 1; /* not from so far */
    wish(&s);
    for (int k = 0; k < 60; k++)
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_false(crowd_flags(s.world.crowd, s.agent) & THRONG_AGENT_ASLEEP);
    s.wants = throng_behaviour_desc_default();
    wish(&s);
    for (int k = 0; k < 60; k++)
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_true(crowd_flags(s.world.crowd, s.agent) & THRONG_AGENT_ASLEEP);
    close_scene(&s);
}

static void who_has_arrived_wants_nothing(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 12, 5, 5, 4);
    const throng_agent_desc desc = crowd_agent_at(5.5f, 5.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    for (int k = 0; k < 60; k++)
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_true(crowd_flags(world.crowd, id) & THRONG_AGENT_ARRIVED);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.threat = at(5, 6);
    wants.flee = 10;
    assert_ok(throng_crowd_set_behaviour(world.crowd, 0, &wants));
    for (int k = 0; k < 60; k++)
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    const throng_agent_desc now = crowd_get(world.crowd, id);
    assert_true(now.velocity_x == 0 && now.velocity_y == 0);
    assert_true(crowd_flags(world.crowd, id) & THRONG_AGENT_ASLEEP);
    crowd_world_close(&world);
}

static void behaviours_belong_to_the_group(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    throng_behaviour_desc got;
    assert_ok(throng_crowd_get_behaviour(s.world.crowd, 0, &got));
    assert_true(got.follow == 1 && got.seek == 0 && got.struct_size == sizeof got);
    s.wants.target = at(8, 9);
    s.wants.seek = 2;
    assert_ok(throng_crowd_set_behaviour(s.world.crowd, 0, &s.wants));
    assert_ok(throng_crowd_get_behaviour(s.world.crowd, 0, &got));
    assert_true(got.seek == 2 && got.target.x == 8 && got.wall_range == 1);
    look_straight(s.world.crowd, 0);
    assert_ok(throng_crowd_get_behaviour(s.world.crowd, 0, &got));
    assert_true(got.seek == 2);
    assert_ok(throng_crowd_get_behaviour(s.world.crowd, 1, &got));
    assert_true(got.seek == 0);
    /* A number that is given again does not come with what another group wanted. */
    assert_ok(throng_crowd_set_behaviour(s.world.crowd, 1, &s.wants));
    assert_ok(throng_crowd_remove_group(s.world.crowd, 1));
    assert_int_equal(crowd_world_add_idlers(&s.world), 1);
    assert_ok(throng_crowd_get_behaviour(s.world.crowd, 1, &got));
    assert_true(got.seek == 0 && got.follow == 1);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wanderers_turn_their_nose_by_chance),
        cmocka_unit_test(wanderers_turn_as_fast_as_they_are_asked_to),
        cmocka_unit_test(who_stands_sets_off_in_one_of_sixteen_directions),
        cmocka_unit_test(turning_aside_makes_nobody_faster),
        cmocka_unit_test(behaviours_wake_and_keep_awake),
        cmocka_unit_test(who_has_arrived_wants_nothing),
        cmocka_unit_test(behaviours_belong_to_the_group),
    };
    return cmocka_run_group_tests_name("crowd wander", tests, NULL, NULL);
}
