/*
 * crowd_behaviour_test.c: wishes of behaviours, worked out by hand. A step of one substep leaves
 * the heading that was found; nobody turns aside here.
 */
#include "crowd_world.h"

#include <math.h>

#define SUBSTEP (1.0f / 60.0f)
#define FINE 2e-6f

typedef struct scene {
    crowd_world world;
    throng_behaviour_desc wants; /* of group 0 */
    throng_agent_id agent;
} scene;

/* Agents of `group` never turn aside. */
static void look_straight(throng_crowd *crowd, int32_t group)
{
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(crowd, group, &desc));
    desc.side_bias = 0;
    assert_ok(throng_crowd_set_group(crowd, group, &desc));
}

/* 20 x 20 open cells, an agent that wants nothing yet, and an idle group 1. */
static scene open_scene(float x, float y)
{
    scene s = {.wants = throng_behaviour_desc_default()};
    crowd_world_idle(&s.world, 20, 20, 64);
    assert_int_equal(crowd_world_add_idlers(&s.world), 1);
    look_straight(s.world.crowd, 0);
    const throng_agent_desc desc = crowd_agent_at(x, y, 0);
    s.agent = crowd_add(s.world.crowd, &desc);
    return s;
}

static void close_scene(scene *s)
{
    crowd_world_close(&s->world);
}

static throng_point heading_of(const throng_crowd *crowd, throng_agent_id id)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(crowd, &view));
    const int32_t index = throng_crowd_index(crowd, id);
    assert_in_range(index, 0, view.count - 1);
    return (throng_point){view.heading_x[index], view.heading_y[index]};
}

static throng_point wish(scene *s)
{
    assert_ok(throng_crowd_set_behaviour(s->world.crowd, 0, &s->wants));
    assert_ok(throng_crowd_step(s->world.crowd, SUBSTEP));
    return heading_of(s->world.crowd, s->agent);
}

static void assert_point(throng_point got, float x, float y)
{
    if (fabsf(got.x - x) <= FINE && fabsf(got.y - y) <= FINE)
        return;
    print_error("heading is %.8f, %.8f instead of %.8f, %.8f\n", (double)got.x, (double)got.y,
                (double)x, (double)y);
    fail();
}

static throng_target at(float x, float y)
{
    return (throng_target){THRONG_AGENT_NONE, x, y};
}

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
        cmocka_unit_test(wanderers_turn_their_nose_by_chance),
        cmocka_unit_test(wanderers_turn_as_fast_as_they_are_asked_to),
        cmocka_unit_test(who_stands_sets_off_in_one_of_sixteen_directions),
        cmocka_unit_test(turning_aside_makes_nobody_faster),
        cmocka_unit_test(behaviours_wake_and_keep_awake),
        cmocka_unit_test(who_has_arrived_wants_nothing),
        cmocka_unit_test(behaviours_belong_to_the_group),
    };
    return cmocka_run_group_tests_name("crowd behaviours", tests, NULL, NULL);
}
