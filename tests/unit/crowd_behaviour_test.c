/*
 * crowd_behaviour_test.c: wishes about places, agents, walls and the field, worked out by hand.
 */
#include "behaviour_scene.h"

static void seekers_head_for_the_target_at_full_speed(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.target = at(8, 9); /* 3, 4: 5 m away */
    s.wants.seek = 1;
    assert_point(wish(&s), 0.6f, 0.8f);
    /* 0.6 and 0.8 of 1.4 m/s: by 14 per second for 1/60 s, but at most 5.6 m/s2. */
    const throng_agent_desc now = crowd_get(s.world.crowd, s.agent);
    assert_true(fabsf(now.velocity_x - 0.6f * 5.6f / 60) < FINE);
    assert_true(fabsf(now.velocity_y - 0.8f * 5.6f / 60) < FINE);
    close_scene(&s);
}

static void who_is_there_seeks_no_more(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.target = at(5, 5);
    s.wants.seek = s.wants.pursue = s.wants.arrive = 1;
    assert_point(wish(&s), 0, 0);
    close_scene(&s);
}

static void arrivals_slow_down_within_their_range(void **state)
{
    (void)state;
    const float ranges[] = {10, 5, 2}, shares[] = {0.5f, 1, 1};
    for (int k = 0; k < 3; k++) {
        scene s = open_scene(5, 5);
        s.wants.target = at(8, 9); /* 5 m */
        s.wants.arrive = 1;
        s.wants.arrive_range = ranges[k];
        assert_point(wish(&s), 0.6f * shares[k], 0.8f * shares[k]);
        close_scene(&s);
    }
}

static void an_arrival_ends_on_the_spot(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.target = at(8, 9);
    s.wants.arrive = 1;
    wish(&s);
    for (int k = 0; k < 600; k++)
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    const throng_agent_desc now = crowd_get(s.world.crowd, s.agent);
    assert_true(fabsf(now.x - 8) < 0.02f && fabsf(now.y - 9) < 0.02f);
    close_scene(&s);
}

static void who_flees_does_so_the_more_the_closer_the_threat(void **state)
{
    (void)state;
    const float ranges[] = {10, 20, 5, 4}, shares[] = {0.5f, 0.75f, 0, 0};
    for (int k = 0; k < 4; k++) {
        scene s = open_scene(5, 5);
        s.wants.threat = at(8, 9); /* 5 m */
        s.wants.flee = 1;
        s.wants.flee_range = ranges[k];
        assert_point(wish(&s), -0.6f * shares[k], -0.8f * shares[k]);
        close_scene(&s);
    }
}

/* An agent of group 1 three metres south of (5, 5), which would be there at 1.5 m/s in two seconds;
 * it walks east at 2 m/s, for half a substep at least. */
static throng_agent_id add_walker(scene *s)
{
    throng_agent_desc desc = throng_agent_desc_default();
    assert_ok(throng_crowd_get(s->world.crowd, s->agent, &desc));
    desc.max_speed = 1.5f;
    assert_ok(throng_crowd_set(s->world.crowd, s->agent, &desc));
    desc = crowd_agent_at(5, 8, 1);
    desc.velocity_x = 2;
    desc.max_speed = 3;
    return crowd_add(s->world.crowd, &desc);
}

static void pursuers_head_for_where_the_target_will_be(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.target.agent = add_walker(&s);
    s.wants.pursue = 1;
    s.wants.foresight = 60; /* in 2 s it is 4 m farther east: 4, 3 */
    assert_point(wish(&s), 0.8f, 0.6f);
    close_scene(&s);

    s = open_scene(5, 5);
    s.wants.target.agent = add_walker(&s);
    s.wants.pursue = 1;
    s.wants.foresight = 1.125f; /* 2.25, 3 */
    assert_point(wish(&s), 0.6f, 0.8f);
    close_scene(&s);

    s = open_scene(5, 5);
    s.wants.target.agent = add_walker(&s);
    s.wants.seek = 1; /* where it is now */
    assert_point(wish(&s), 0, 1);
    close_scene(&s);
}

static void who_evades_flees_from_where_the_threat_will_be(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.threat.agent = add_walker(&s);
    s.wants.evade = 1;
    s.wants.foresight = 60;
    s.wants.flee_range = 6; /* it is 3 m away: half */
    assert_point(wish(&s), -0.4f, -0.3f);
    close_scene(&s);
}

static void who_can_not_walk_foresees_as_far_as_it_may(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.target.agent = add_walker(&s);
    throng_agent_desc desc = crowd_get(s.world.crowd, s.agent);
    desc.max_speed = 0;
    assert_ok(throng_crowd_set(s.world.crowd, s.agent, &desc));
    s.wants.pursue = 1;
    s.wants.foresight = 2; /* 4, 3 */
    assert_point(wish(&s), 0.8f, 0.6f);
    close_scene(&s);
}

static void nobody_wishes_anything_about_the_removed_or_itself(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    const throng_agent_id other = add_walker(&s);
    assert_ok(throng_crowd_remove(s.world.crowd, other));
    s.wants.target.agent = s.wants.threat.agent = other;
    s.wants.seek = s.wants.arrive = s.wants.pursue = s.wants.flee = s.wants.evade = 1;
    assert_point(wish(&s), 0, 0);
    s.wants.target.agent = s.wants.threat.agent = s.agent;
    assert_point(wish(&s), 0, 0);
    /* Its index names another one then, who is none of their business. */
    const throng_agent_desc again = crowd_agent_at(5, 8, 1);
    assert_true((uint32_t)crowd_add(s.world.crowd, &again) == (uint32_t)other);
    s.wants.target.agent = s.wants.threat.agent = other;
    assert_point(wish(&s), 0, 0);
    close_scene(&s);
}

static void a_sum_is_shortened_to_one(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.target = at(8, 9);
    s.wants.seek = 0.5f;
    assert_point(wish(&s), 0.3f, 0.4f);
    s.wants.seek = 64;
    assert_point(wish(&s), 0.6f, 0.8f);
    close_scene(&s);

    /* 0.5 north from the threat and 1 east to the target. */
    s = open_scene(5, 5);
    s.wants.target = at(9, 5);
    s.wants.threat = at(5, 10);
    s.wants.flee = s.wants.seek = 1;
    const float length = sqrtf(1.25f);
    assert_point(wish(&s), 1 / length, -0.5f / length);
    close_scene(&s);
}

static void by_priority_the_later_get_what_is_left(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.combine = THRONG_COMBINE_PRIORITY;
    s.wants.target = at(9, 5);
    s.wants.threat = at(5, 10);
    s.wants.flee = s.wants.seek = 1;
    assert_point(wish(&s), 0.5f, -0.5f); /* 1 - 0.5 is left of the 1 east */
    close_scene(&s);

    s = open_scene(5, 5);
    s.wants.combine = THRONG_COMBINE_PRIORITY;
    s.wants.target = at(9, 5);
    s.wants.threat = at(5, 10);
    s.wants.flee = 2; /* 1 */
    s.wants.seek = 1;
    assert_point(wish(&s), 0, -1);
    close_scene(&s);
}

static void a_dead_band_moves_nobody_for_less(void **state)
{
    (void)state;
    scene s = open_scene(5, 5);
    s.wants.target = at(8, 9);
    s.wants.seek = 0.2f;
    s.wants.dead_band = 0.25f;
    assert_point(wish(&s), 0, 0);
    const throng_agent_desc now = crowd_get(s.world.crowd, s.agent);
    assert_true(now.velocity_x == 0 && now.velocity_y == 0);
    s.wants.dead_band = 0.19f;
    assert_point(wish(&s), 0.12f, 0.16f);
    close_scene(&s);
}

static void walls_push_the_more_the_closer_they_are(void **state)
{
    (void)state;
    const struct {
        float x, y, range, push_x, push_y;
    } cases[] = {
        {0.25f, 10.5f, 1, 0.75f, 0},       /* the map's edge */
        {0.25f, 10.5f, 0.5f, 0.5f, 0},     /* 0.25 of 0.5 m */
        {0.75f, 10.5f, 0.5f, 0, 0},        /* beyond */
        {1.5f, 10.5f, 2, 0.25f, 0},        /* in the next cell but one, too */
        {19.75f, 19.5f, 1, -0.75f, -0.5f}, /* two edges */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scene s = open_scene(cases[k].x, cases[k].y);
        s.wants.avoid_walls = 1;
        s.wants.wall_range = cases[k].range;
        assert_point(wish(&s), cases[k].push_x, cases[k].push_y);
        close_scene(&s);
    }
}

/* Where the agent wishes to go from (x, y) because of walls within a cell of 2 m. */
static throng_point wish_in(const char *const *rows, int32_t height, float x, float y)
{
    scene s = {.wants = throng_behaviour_desc_default()};
    crowd_world_draw(&s.world, 2, rows, height);
    crowd_world_populate(&s.world, 4);
    assert_int_equal(crowd_world_add_idlers(&s.world), 0);
    look_straight(s.world.crowd, 0);
    const throng_agent_desc desc = crowd_agent_at(x, y, 0);
    s.agent = crowd_add(s.world.crowd, &desc);
    s.wants.avoid_walls = 1;
    const throng_point found = wish(&s);
    close_scene(&s);
    return found;
}

static void corridors_cancel_out_and_corners_push_aslant(void **state)
{
    (void)state;
    static const char *const corridor[] = {"#####", ".....", "#####"};
    assert_point(wish_in(corridor, 3, 5, 3), 0, 0);
    /* 0.5 m = 1/4 cell from the northern wall, 3/4 from the southern: 3/4 - 1/4. */
    assert_point(wish_in(corridor, 3, 5, 2.5f), 0, 0.5f);
    /* At the very wall. */
    assert_point(wish_in(corridor, 3, 5, 2), 0, 1);
    /* Along a straight wall nothing pushes one way or the other. */
    assert_point(wish_in(corridor, 3, 5.9f, 2.5f), 0, 0.5f);
    static const char *const pillar[] = {".....", ".....", "..#..", ".....", "....."};
    /* (6, 6) is the corner; 0.6, 0.8 m away: 1/2 of the direction. */
    assert_point(wish_in(pillar, 5, 6.6f, 6.8f), 0.3f, 0.4f);
    assert_point(wish_in(pillar, 5, 6, 6), 0.70710678f, 0.70710678f);
}

static void direct_followers_take_the_direction_of_their_cell(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 12, 9, 2, 4);
    look_straight(world.crowd, 0);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    /* Three columns and two rows from the goal: straight first, by the order of codes. */
    const throng_agent_desc desc = crowd_agent_at(6.9f, 4.4f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    const throng_point smooth = heading_of(world.crowd, id);
    assert_ok(throng_crowd_set(world.crowd, id, &desc));
    const int32_t code = throng_flow_at(world.ground.flow, (throng_cell){6, 4});
    assert_int_equal(code, THRONG_FLOW_E);
    assert_true(fabsf(smooth.y) > 0.01f);
    wants.is_direct = true;
    assert_ok(throng_crowd_set_behaviour(world.crowd, 0, &wants));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, id), 1, 0);
    /* In the row of the diagonal it is that. */
    const throng_agent_desc aslant = crowd_agent_at(7.2f, 4.4f, 0);
    assert_int_equal(throng_flow_at(world.ground.flow, (throng_cell){7, 4}), THRONG_FLOW_NE);
    assert_ok(throng_crowd_set(world.crowd, id, &aslant));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, id), 0.70710678f, -0.70710678f);
    crowd_world_close(&world);
}

static void the_weight_of_the_field_counts(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 12, 10, 5, 4);
    look_straight(world.crowd, 0);
    const throng_agent_desc desc = crowd_agent_at(2.5f, 5.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.follow = 0.75f;
    assert_ok(throng_crowd_set_behaviour(world.crowd, 0, &wants));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, id), 0.75f, 0);
    wants.follow = 0;
    assert_ok(throng_crowd_set_behaviour(world.crowd, 0, &wants));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, id), 0, 0);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seekers_head_for_the_target_at_full_speed),
        cmocka_unit_test(who_is_there_seeks_no_more),
        cmocka_unit_test(arrivals_slow_down_within_their_range),
        cmocka_unit_test(an_arrival_ends_on_the_spot),
        cmocka_unit_test(who_flees_does_so_the_more_the_closer_the_threat),
        cmocka_unit_test(pursuers_head_for_where_the_target_will_be),
        cmocka_unit_test(who_evades_flees_from_where_the_threat_will_be),
        cmocka_unit_test(who_can_not_walk_foresees_as_far_as_it_may),
        cmocka_unit_test(nobody_wishes_anything_about_the_removed_or_itself),
        cmocka_unit_test(a_sum_is_shortened_to_one),
        cmocka_unit_test(by_priority_the_later_get_what_is_left),
        cmocka_unit_test(a_dead_band_moves_nobody_for_less),
        cmocka_unit_test(walls_push_the_more_the_closer_they_are),
        cmocka_unit_test(corridors_cancel_out_and_corners_push_aslant),
        cmocka_unit_test(direct_followers_take_the_direction_of_their_cell),
        cmocka_unit_test(the_weight_of_the_field_counts),
    };
    return cmocka_run_group_tests_name("crowd behaviours", tests, NULL, NULL);
}
