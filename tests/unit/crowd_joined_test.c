/*
 * crowd_joined_test.c: what a team as a whole has come to: joined up, arrived, how far it still is.
 */
#include "crowd_world.h"

#include <math.h>

#define SUBSTEP (1.0f / 60.0f)

enum { LENGTH = 60, MEMBERS = 3 };

/* A corridor that leads east to cell (58, 1), and a team of three in it; nobody turns aside. */
typedef struct scene {
    crowd_world world;
    throng_agent_id ids[MEMBERS];
} scene;

static void follow(throng_crowd *crowd, int32_t group, float keep_together, float arrives_together)
{
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(crowd, group, &desc));
    desc.side_bias = 0;
    assert_ok(throng_crowd_set_group(crowd, group, &desc));
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.keep_together = keep_together;
    wants.arrives_together = arrives_together;
    assert_ok(throng_crowd_set_behaviour(crowd, group, &wants));
}

static void open_scene(scene *s, const float x[MEMBERS], float keep_together,
                       float arrives_together)
{
    s->world.ground = test_world_create(LENGTH, 3, NULL);
    crowd_world_solve(&s->world, 58, 1);
    crowd_world_populate(&s->world, 16);
    assert_int_equal(crowd_world_add_walkers(&s->world), 0);
    follow(s->world.crowd, 0, keep_together, arrives_together);
    for (int32_t i = 0; i < MEMBERS; i++) {
        const throng_agent_desc desc = crowd_agent_at(x[i], 1.5f, 0);
        s->ids[i] = crowd_add(s->world.crowd, &desc);
    }
}

static throng_team_state team_of(const scene *s)
{
    throng_team_state state;
    assert_ok(throng_crowd_team(s->world.crowd, 0, &state));
    return state;
}

/* Events of this kind of the last step; all are of group `group`, and of nobody. */
static int32_t count_told(const throng_crowd *crowd, throng_event_kind kind, int32_t group)
{
    throng_event event;
    throng_event_cursor cursor = {0};
    int32_t count = 0;
    while (throng_crowd_next_event(crowd, &cursor, &event)) {
        const bool is_teams =
            event.kind == THRONG_EVENT_TEAM_JOINED || event.kind == THRONG_EVENT_TEAM_ARRIVED;
        assert_int_equal(event.agent == THRONG_AGENT_NONE, is_teams);
        if (!is_teams)
            assert_int_equal(event.group, -1);
        count += event.kind == kind && event.group == group;
    }
    return count;
}

/* Steps, at most 40 s of them, until a kind of event is told for group 0; how many of them. */
static int32_t step_until(scene *s, throng_event_kind kind)
{
    for (int32_t k = 1; k <= 40 * 60; k++) {
        assert_ok(throng_crowd_step(s->world.crowd, SUBSTEP));
        const int32_t told = count_told(s->world.crowd, kind, 0);
        assert_in_range(told, 0, 1);
        if (told == 1)
            return k;
    }
    fail_msg("no event %d in 40 s", (int)kind);
    return 0;
}

static void a_team_is_told_once_that_it_has_joined_up(void **state)
{
    (void)state;
    const float x[MEMBERS] = {2.5f, 8.5f, 14.5f};
    scene s;
    open_scene(&s, x, 4, 0);
    const throng_team_state first = team_of(&s);
    /* 560, 500 and 440 to go, in tenths of a metre. */
    assert_int_equal(first.members, 3);
    assert_int_equal(first.walking, 3);
    assert_int_equal(first.reaching, 3);
    assert_int_equal(first.arrived + first.stuck, 0);
    assert_false(first.is_joined || first.has_arrived);
    assert_true(fabsf(first.mean_way - 50) < 1e-4f);
    assert_true(fabsf(first.ahead - 6) < 1e-4f && fabsf(first.behind - 6) < 1e-4f);
    assert_true(first.slowest == s.ids[0]);
    assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_int_equal(count_told(s.world.crowd, THRONG_EVENT_TEAM_JOINED, 0), 0);
    assert_true(step_until(&s, THRONG_EVENT_TEAM_JOINED) > 60);
    assert_true(team_of(&s).is_joined && team_of(&s).ahead < 5); /* cells are a metre long */
    for (int32_t k = 0; k < 120; k++) {
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
        assert_int_equal(count_told(s.world.crowd, THRONG_EVENT_TEAM_JOINED, 0), 0);
        assert_true(team_of(&s).is_joined);
    }
    /* 7 m ahead of the mean it still counts as joined, 9 m not. */
    throng_agent_desc one = crowd_get(s.world.crowd, s.ids[0]);
    const float last = one.x;
    for (int far = 0; far < 2; far++) {
        const float ahead = far ? 9 : 7;
        for (int32_t i = 0; i < MEMBERS; i++) {
            one.x = i == 2 ? last + 1.5f * ahead : last;
            one.y = 0.5f + (float)i;
            assert_ok(throng_crowd_set(s.world.crowd, s.ids[i], &one));
        }
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
        assert_int_equal(team_of(&s).is_joined, !far);
        assert_int_equal(count_told(s.world.crowd, THRONG_EVENT_TEAM_JOINED, 0), 0);
    }
    step_until(&s, THRONG_EVENT_TEAM_JOINED);
    crowd_world_close(&s.world);
}

/* In the first step; and one alone is a team, too. */
static void who_stands_together_has_joined_up_at_once(void **state)
{
    (void)state;
    const float x[MEMBERS] = {2.5f, 3.5f, 4.5f};
    scene s;
    open_scene(&s, x, 4, 0);
    assert_int_equal(step_until(&s, THRONG_EVENT_TEAM_JOINED), 1);
    /* Another behaviour begins anew. */
    follow(s.world.crowd, 0, 4, 0);
    assert_false(team_of(&s).is_joined);
    assert_ok(throng_crowd_remove(s.world.crowd, s.ids[0]));
    assert_ok(throng_crowd_remove(s.world.crowd, s.ids[2]));
    assert_int_equal(step_until(&s, THRONG_EVENT_TEAM_JOINED), 1);
    assert_int_equal(team_of(&s).members, 1);
    assert_true(team_of(&s).ahead == 0 && team_of(&s).behind == 0);
    /* Nobody is none. */
    follow(s.world.crowd, 0, 4, 0);
    assert_ok(throng_crowd_remove(s.world.crowd, s.ids[1]));
    assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    const throng_team_state nobody = team_of(&s);
    assert_int_equal(nobody.members, 0);
    assert_false(nobody.is_joined || nobody.has_arrived);
    assert_true(nobody.slowest == THRONG_AGENT_NONE && nobody.mean_way == 0);
    crowd_world_close(&s.world);
}

static void a_team_is_told_that_it_has_arrived_once_for_each_goal(void **state)
{
    (void)state;
    const float x[MEMBERS] = {40.5f, 55.5f, 56.5f};
    scene s;
    open_scene(&s, x, 0, 0.5f);
    step_until(&s, THRONG_EVENT_TEAM_ARRIVED);
    const throng_team_state there = team_of(&s);
    assert_true(there.has_arrived && !there.is_joined);
    for (int32_t k = 0; k < 120; k++) {
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
        assert_int_equal(count_told(s.world.crowd, THRONG_EVENT_TEAM_ARRIVED, 0), 0);
    }
    assert_int_equal(team_of(&s).arrived, 3);
    assert_int_equal(team_of(&s).walking, 0);
    crowd_world_solve(&s.world, 50, 1);
    assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_false(team_of(&s).has_arrived);
    step_until(&s, THRONG_EVENT_TEAM_ARRIVED);
    crowd_world_close(&s.world);
}

/* The cut of the time first, then groups by their numbers, joined before arrived, then agents. */
static void groups_are_told_before_agents(void **state)
{
    (void)state;
    const float x[MEMBERS] = {40.5f, 57.9f, 58.5f};
    scene s;
    open_scene(&s, x, 30, 0.3f);
    assert_int_equal(crowd_world_add_walkers(&s.world), 1);
    assert_int_equal(crowd_world_add_idlers(&s.world), 2);
    assert_int_equal(crowd_world_add_walkers(&s.world), 3);
    follow(s.world.crowd, 3, 5, 0.5f);
    const throng_agent_desc other = crowd_agent_at(58.5f, 0.5f, 3);
    crowd_add(s.world.crowd, &other);
    const throng_event_kind wanted[] = {THRONG_EVENT_TIME_CUT, THRONG_EVENT_TEAM_JOINED,
                                        THRONG_EVENT_TEAM_ARRIVED, THRONG_EVENT_TEAM_JOINED};
    const int32_t groups[] = {-1, 0, 0, 3};
    throng_event events[16];
    assert_ok(throng_crowd_step(s.world.crowd, 0.7f));
    const int32_t count = crowd_events(s.world.crowd, events, 16);
    assert_in_range(count, 5, 16);
    for (int32_t k = 0; k < count; k++) {
        assert_int_equal(events[k].kind, k < 4 ? wanted[k] : THRONG_EVENT_ARRIVED);
        assert_int_equal(events[k].group, k < 4 ? groups[k] : -1);
    }
    assert_ok(throng_crowd_step(s.world.crowd, 0));
    assert_int_equal(crowd_events(s.world.crowd, events, 16), 0);
    crowd_world_close(&s.world);
}

static void a_save_knows_what_a_team_has_been_told(void **state)
{
    (void)state;
    const float x[MEMBERS] = {40.5f, 57.9f, 58.5f};
    static uint8_t bytes[8192], again[8192];
    scene s;
    open_scene(&s, x, 30, 0.3f);
    assert_ok(throng_crowd_step(s.world.crowd, 0.4f));
    assert_int_equal(count_told(s.world.crowd, THRONG_EVENT_TEAM_JOINED, 0), 1);
    const size_t size = throng_crowd_save_bytes(s.world.crowd);
    assert_in_range(size, 1, sizeof bytes);
    assert_ok(throng_crowd_save(s.world.crowd, bytes, size));
    for (int32_t k = 0; k < 30; k++)
        assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_ok(throng_crowd_load(s.world.crowd, bytes, size, NULL, 0));
    assert_int_equal(count_told(s.world.crowd, THRONG_EVENT_TEAM_JOINED, 0), 1);
    assert_true(team_of(&s).is_joined);
    assert_ok(throng_crowd_save(s.world.crowd, again, size));
    assert_memory_equal(bytes, again, size);
    assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_int_equal(count_told(s.world.crowd, THRONG_EVENT_TEAM_JOINED, 0), 0);
    crowd_world_close(&s.world);
}

/* In quarantine, off the map and not moved yet, beyond a wall; without a field, and with one that
 * holds no result. */
static void who_has_no_way_counts_for_no_mean(void **state)
{
    (void)state;
    const float x[MEMBERS] = {2.5f, 3.5f, 4.5f};
    scene s;
    open_scene(&s, x, 4, 0);
    assert_ok(throng_crowd_set_position(s.world.crowd, s.ids[0], (throng_point){-1e6f, 5e8f}));
    assert_int_equal(team_of(&s).members, 3);
    assert_int_equal(team_of(&s).reaching, 2);
    assert_true(team_of(&s).slowest == s.ids[1]);
    const float nan = NAN, zero = 0;
    const throng_bodies bodies = {
        .count = 1, .ids = &s.ids[1], .velocity_x = &nan, .velocity_y = &zero};
    assert_ok(throng_crowd_write(s.world.crowd, &bodies));
    assert_int_equal(team_of(&s).members, 2);
    assert_int_equal(team_of(&s).reaching, 1);
    assert_true(team_of(&s).slowest == s.ids[2]);
    throng_integration_field *empty = NULL;
    assert_ok(throng_integration_create(s.world.ground.context, &s.world.ground.grid, &empty));
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(s.world.crowd, 0, &desc));
    const throng_group_desc before = desc;
    desc.integration = empty;
    assert_ok(throng_crowd_set_group(s.world.crowd, 0, &desc));
    assert_int_equal(team_of(&s).walking, 2);
    assert_int_equal(team_of(&s).reaching, 0);
    desc.integration = NULL;
    desc.flow = NULL;
    assert_ok(throng_crowd_set_group(s.world.crowd, 0, &desc));
    assert_int_equal(team_of(&s).reaching, 0);
    assert_ok(throng_crowd_step(s.world.crowd, SUBSTEP));
    assert_ok(throng_crowd_set_group(s.world.crowd, 0, &before));
    assert_ok(throng_integration_destroy(empty));
    crowd_world_close(&s.world);
}

static void a_query_of_no_group_is_refused(void **state)
{
    (void)state;
    const float x[MEMBERS] = {2.5f, 3.5f, 4.5f};
    scene s;
    open_scene(&s, x, 4, 0);
    assert_int_equal(crowd_world_add_idlers(&s.world), 1);
    assert_ok(throng_crowd_remove_group(s.world.crowd, 1));
    throng_team_state out = {.members = 77};
    const int32_t wrong[] = {-1, 1, 2, INT32_MAX, INT32_MIN};
    for (int k = 0; k < 5; k++)
        assert_result(throng_crowd_team(s.world.crowd, wrong[k], &out), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_team(s.world.crowd, 0, NULL), THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_crowd_team(NULL, 0, &out), THRONG_ERROR_ARGUMENT);
    assert_int_equal(out.members, 77);
    crowd_world_close(&s.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_team_is_told_once_that_it_has_joined_up),
        cmocka_unit_test(who_stands_together_has_joined_up_at_once),
        cmocka_unit_test(a_team_is_told_that_it_has_arrived_once_for_each_goal),
        cmocka_unit_test(groups_are_told_before_agents),
        cmocka_unit_test(a_save_knows_what_a_team_has_been_told),
        cmocka_unit_test(who_has_no_way_counts_for_no_mean),
        cmocka_unit_test(a_query_of_no_group_is_refused),
    };
    return cmocka_run_group_tests_name("crowd joined", tests, NULL, NULL);
}
