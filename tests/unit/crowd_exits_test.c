/*
 * crowd_exits_test.c: whoever reaches an exit is gone, and the host is told who it was.
 */
#include "save_world.h"

#include <stdlib.h>

#define DT (1.0f / 60.0f)

/* A hall of 12 x 5 m with the exit in its last column but one, one group. */
static void open_hall_of(crowd_world *world, int32_t capacity, bool velocity_only)
{
    world->ground = test_world_create(12, 5, NULL);
    crowd_world_solve(world, 10, 2);
    throng_crowd_desc crowd = throng_crowd_desc_default();
    crowd.grid = world->ground.grid;
    crowd.agent_capacity = capacity;
    crowd.velocity_only = velocity_only;
    assert_ok(throng_crowd_create(world->ground.context, &crowd, &world->crowd));
    const int32_t group = crowd_world_add_walkers(world);
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(world->crowd, group, &desc));
    assert_false(desc.leaves_at_goal);
    desc.leaves_at_goal = true;
    assert_ok(throng_crowd_set_group(world->crowd, group, &desc));
}

static void open_hall(crowd_world *world, int32_t capacity)
{
    open_hall_of(world, capacity, false);
}

/* Steps until somebody leaves, at most `steps` times; returns how often. */
static int32_t step_until_left(throng_crowd *crowd, int32_t steps, throng_agent_id *out)
{
    for (int32_t step = 1; step <= steps; step++) {
        throng_event_cursor cursor = {0};
        throng_event event;
        assert_ok(throng_crowd_step(crowd, DT));
        while (throng_crowd_next_event(crowd, &cursor, &event))
            if (event.kind == THRONG_EVENT_LEFT) {
                *out = event.agent;
                return step;
            }
    }
    return 0;
}

static void whoever_reaches_an_exit_leaves_at_full_speed(void **state)
{
    (void)state;
    crowd_world world;
    open_hall(&world, 4);
    throng_agent_desc desc = crowd_agent_at(2.0f, 2.5f, 0);
    desc.velocity_x = desc.max_speed;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    throng_agent_id left = THRONG_AGENT_NONE;
    /* 8 m to the cell's west side at 1.4 m/s are 5.714 s, that is 342.9 substeps. */
    const int32_t steps = step_until_left(world.crowd, 600, &left);
    assert_in_range(steps, 343, 344);
    assert_true(left == id);
    assert_int_equal(throng_crowd_count(world.crowd), 0);
    assert_int_equal(throng_crowd_index(world.crowd, id), -1);
    assert_int_equal(throng_crowd_index(world.crowd, id + ((throng_agent_id)1 << 32)), -1);
    assert_int_equal(throng_crowd_get(world.crowd, id, &desc), THRONG_ERROR_GONE);
    assert_int_equal(throng_crowd_remove(world.crowd, id), THRONG_ERROR_GONE);
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 1);
    assert_ok(throng_crowd_step(world.crowd, 0.0f));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    crowd_world_close(&world);
}

static void events_of_those_who_left_stand_between_the_others(void **state)
{
    (void)state;
    crowd_world world;
    open_hall(&world, 8);
    throng_agent_id ids[5];
    for (int32_t i = 0; i < 5; i++) { /* 1 and 3 are in the exit, the others far away */
        const throng_agent_desc desc =
            crowd_agent_at(i % 2 ? 10.5f : 2.0f, i % 2 ? 2.2f + 0.2f * (float)i : (float)i, 0);
        ids[i] = crowd_add(world.crowd, &desc);
    }
    const throng_point outside = {-5.0f, 2.0f};
    assert_ok(throng_crowd_set_position(world.crowd, ids[2], outside));
    assert_ok(throng_crowd_step(world.crowd, DT));
    throng_event events[4];
    assert_int_equal(crowd_events(world.crowd, events, 4), 3);
    assert_true(events[0].kind == THRONG_EVENT_LEFT && events[0].agent == ids[1]);
    assert_true(events[1].kind == THRONG_EVENT_RELOCATED && events[1].agent == ids[2]);
    assert_true(events[2].kind == THRONG_EVENT_LEFT && events[2].agent == ids[3]);
    assert_int_equal(throng_crowd_count(world.crowd), 3);
    for (int32_t i = 0; i < 5; i += 2)
        assert_true(throng_crowd_index(world.crowd, ids[i]) >= 0);
    crowd_world_close(&world);
}

/* Otherwise a host that adds agents while it reads would lose events. */
static void an_index_waits_until_its_event_is_forgotten(void **state)
{
    (void)state;
    crowd_world world;
    open_hall(&world, 2);
    const throng_agent_desc at_exit = crowd_agent_at(10.5f, 2.5f, 0);
    const throng_agent_desc away = crowd_agent_at(2.0f, 2.5f, 0);
    const throng_agent_id first = crowd_add(world.crowd, &at_exit);
    crowd_add(world.crowd, &away);
    assert_ok(throng_crowd_step(world.crowd, DT));
    assert_int_equal(throng_crowd_count(world.crowd), 1);
    throng_agent_id id = THRONG_AGENT_NONE;
    assert_int_equal(throng_crowd_add(world.crowd, &away, &id, NULL), THRONG_ERROR_CAPACITY);
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_LEFT, first), 1);
    assert_ok(throng_crowd_step(world.crowd, 0.0f));
    id = crowd_add(world.crowd, &away);
    assert_true(id == first + ((throng_agent_id)1 << 32));
    crowd_world_close(&world);
}

static void whom_the_host_holds_stays(void **state)
{
    (void)state;
    crowd_world world;
    open_hall(&world, 4);
    throng_agent_desc desc = crowd_agent_at(10.5f, 2.5f, 0);
    desc.is_kinematic = true;
    crowd_add(world.crowd, &desc);
    desc.is_kinematic = false;
    crowd_add(world.crowd, &desc);
    throng_group_desc group;
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.is_paused = true;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    assert_ok(throng_crowd_step(world.crowd, DT));
    assert_int_equal(throng_crowd_count(world.crowd), 2);
    group.is_paused = false;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    assert_ok(throng_crowd_step(world.crowd, DT));
    assert_int_equal(throng_crowd_count(world.crowd), 1);
    crowd_world_close(&world);
}

static void whoever_had_arrived_leaves_when_the_goal_becomes_an_exit(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 5, 10, 2, 8);
    for (int32_t i = 0; i < 6; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(6.0f + (float)(i / 3), 1.5f + (float)(i % 3), 0);
        crowd_add(world.crowd, &desc);
    }
    for (int32_t step = 0; step < 1200; step++)
        assert_ok(throng_crowd_step(world.crowd, DT));
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.arrived, 6);
    throng_group_desc group;
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.leaves_at_goal = true;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    for (int32_t step = 0; step < 300; step++)
        assert_ok(throng_crowd_step(world.crowd, DT));
    assert_int_equal(throng_crowd_count(world.crowd), 0);
    crowd_world_close(&world);
}

/* In every step, the last one's events and waiting indices with it. */
static void a_crowd_that_leaves_can_be_saved_at_any_time(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    crowd_world one, two;
    open_hall(&one, COUNT);
    open_hall(&two, COUNT);
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(1.0f + 0.6f * (float)(i / 5), 0.6f + 0.9f * (float)(i % 5), 0);
        crowd_add(one.crowd, &desc);
    }
    int32_t leaves = 0;
    for (int32_t step = 0; step < 200 && throng_crowd_count(one.crowd) > 0; step++) {
        assert_ok(throng_crowd_step(one.crowd, 0.1f));
        const save_block block = save_of(one.crowd);
        if (step % 2 == 0)
            save_load(two.crowd, block);
        else
            assert_ok(throng_crowd_step(two.crowd, 0.1f));
        save_assert_same(one.crowd, two.crowd);
        throng_event events[COUNT], again[COUNT];
        const int32_t count = crowd_events(one.crowd, events, COUNT);
        assert_int_equal(crowd_events(two.crowd, again, COUNT), count);
        for (int32_t k = 0; k < count; k++) {
            assert_int_equal(events[k].kind, again[k].kind);
            assert_true(events[k].agent == again[k].agent);
            leaves += events[k].kind == THRONG_EVENT_LEFT;
        }
        assert_true(throng_crowd_hash(one.crowd, THRONG_STAGE_STEP) ==
                    throng_crowd_hash(two.crowd, THRONG_STAGE_STEP));
        free(block.bytes);
    }
    assert_int_equal(leaves, COUNT);
    crowd_world_close(&two);
    crowd_world_close(&one);
}

/* The exit works at the end of a substep, not of a step: long steps let as many out. */
static void the_length_of_a_step_does_not_hold_anybody_up(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    int32_t left[2];
    for (int w = 0; w < 2; w++) {
        crowd_world world;
        open_hall(&world, COUNT);
        for (int32_t i = 0; i < COUNT; i++) {
            const throng_agent_desc desc =
                crowd_agent_at(0.6f + 0.65f * (float)(i / 6), 0.6f + 0.75f * (float)(i % 6), 0);
            crowd_add(world.crowd, &desc);
        }
        const int32_t steps = w == 0 ? 12 : 360; /* 6 s */
        for (int32_t step = 0; step < steps; step++)
            assert_ok(throng_crowd_step(world.crowd, 6.0f / (float)steps));
        left[w] = COUNT - throng_crowd_count(world.crowd);
        crowd_world_close(&world);
    }
    assert_true(left[0] > 20);
    assert_true(abs(left[0] - left[1]) <= 2);
}

/* The host moves the bodies: an agent leaves in the step after its body was put into the exit. */
enum { BODIES = 6 };

typedef struct bodies {
    int32_t count;
    throng_agent_id ids[BODIES];
    float x[BODIES], y[BODIES];
} bodies;

/* Does what the velocities say. */
static void follow_velocities(throng_crowd *crowd, bodies *all)
{
    for (int32_t i = 0; i < all->count; i++) {
        const throng_agent_desc now = crowd_get(crowd, all->ids[i]);
        assert_true(now.x == all->x[i] && now.y == all->y[i]); /* a step moves no body */
        all->x[i] += now.velocity_x * DT;
        all->y[i] += now.velocity_y * DT;
    }
    const throng_bodies told = {.count = all->count, .ids = all->ids, .x = all->x, .y = all->y};
    assert_ok(throng_crowd_write(crowd, &told));
}

static bool is_in_exit(float x, float y)
{
    return x >= 10.0f && x < 11.0f && y >= 2.0f && y < 3.0f;
}

/* Steps once; whoever stands in the exit must leave, and nobody else. */
static void step_and_strike_off(throng_crowd *crowd, bodies *all)
{
    bodies left = {0};
    assert_ok(throng_crowd_step(crowd, DT));
    for (int32_t i = 0; i < all->count; i++) {
        const bool leaves = is_in_exit(all->x[i], all->y[i]);
        assert_int_equal(crowd_count_events(crowd, THRONG_EVENT_LEFT, all->ids[i]), leaves);
        assert_int_equal(throng_crowd_index(crowd, all->ids[i]) < 0, leaves);
        if (leaves)
            continue;
        left.ids[left.count] = all->ids[i];
        left.x[left.count] = all->x[i];
        left.y[left.count++] = all->y[i];
    }
    *all = left;
    assert_int_equal(throng_crowd_count(crowd), all->count);
}

static void bodies_that_the_host_moves_leave_where_it_puts_them(void **state)
{
    (void)state;
    crowd_world world;
    open_hall_of(&world, BODIES, true);
    bodies all = {.count = BODIES};
    for (int32_t i = 0; i < BODIES; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(2.0f + 0.8f * (float)(i / 3), 1.5f + (float)(i % 3), 0);
        all.ids[i] = crowd_add(world.crowd, &desc);
        all.x[i] = desc.x;
        all.y[i] = desc.y;
    }
    const throng_agent_id first = all.ids[0];
    for (int32_t step = 0; step < 400; step++) /* who is not moved does not leave */
        step_and_strike_off(world.crowd, &all);
    assert_int_equal(all.count, BODIES);
    for (int32_t step = 0; step < 1200 && all.count > 0; step++) {
        follow_velocities(world.crowd, &all);
        step_and_strike_off(world.crowd, &all);
    }
    assert_int_equal(all.count, 0);
    const float x = 3.0f, y = 2.0f;
    const throng_bodies told = {.count = 1, .ids = &first, .x = &x, .y = &y};
    assert_int_equal(throng_crowd_write(world.crowd, &told), THRONG_ERROR_GONE);
    assert_ok(throng_crowd_step(world.crowd, DT));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_reaches_an_exit_leaves_at_full_speed),
        cmocka_unit_test(events_of_those_who_left_stand_between_the_others),
        cmocka_unit_test(an_index_waits_until_its_event_is_forgotten),
        cmocka_unit_test(whom_the_host_holds_stays),
        cmocka_unit_test(whoever_had_arrived_leaves_when_the_goal_becomes_an_exit),
        cmocka_unit_test(a_crowd_that_leaves_can_be_saved_at_any_time),
        cmocka_unit_test(the_length_of_a_step_does_not_hold_anybody_up),
        cmocka_unit_test(bodies_that_the_host_moves_leave_where_it_puts_them),
    };
    return cmocka_run_group_tests_name("crowd_exits", tests, NULL, NULL);
}
