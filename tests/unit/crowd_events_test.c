/*
 * crowd_events_test.c: events and time: what a step reports, and which steps it takes.
 */
#include "crowd_world.h"

#include <math.h>

enum { COUNT = 200 };

static uint32_t index_of(throng_agent_id id)
{
    return (uint32_t)id;
}

static void quarantine(throng_crowd *crowd, throng_agent_id id)
{
    const float bad = NAN;
    throng_bodies bodies = {0};
    bodies.count = 1;
    bodies.ids = &id;
    bodies.x = &bad;
    bodies.y = &bad;
    assert_ok(throng_crowd_write(crowd, &bodies));
}

static void events_come_in_the_order_of_id_indices(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 40, 40, COUNT);
    throng_agent_id ids[COUNT];
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(38.5f - 2 * (float)(i % 17), 1.5f + 2 * (float)(i / 17), 0);
        ids[i] = crowd_add(world.crowd, &desc);
    }
    /* Holes and second generations, so that order of storage, of ids and of time differ. */
    for (int32_t i = 0; i < COUNT; i += 3)
        assert_ok(throng_crowd_remove(world.crowd, ids[i]));
    for (int32_t i = 0; i < COUNT; i += 6) {
        const throng_agent_desc desc = crowd_agent_at(1.5f + 0.1f * (float)i, 35, 0);
        ids[i] = crowd_add(world.crowd, &desc);
    }
    int32_t expected = 0;
    for (int32_t i = COUNT - 1; i >= 0; i--) {
        if (throng_crowd_index(world.crowd, ids[i]) < 0 || i % 4 == 0)
            continue;
        const throng_point outside = {-3, 500};
        if (i % 4 == 1)
            quarantine(world.crowd, ids[i]);
        else
            assert_ok(throng_crowd_set_position(world.crowd, ids[i], outside));
        expected++;
    }
    assert_ok(throng_crowd_step(world.crowd, 0.7f));
    throng_event events[COUNT + 1], again[COUNT + 1];
    assert_int_equal(crowd_events(world.crowd, events, COUNT + 1), expected + 1);
    assert_int_equal(crowd_events(world.crowd, again, COUNT + 1), expected + 1);
    int64_t last = -1;
    int32_t cut = 0;
    for (int32_t i = 0; i <= expected; i++) {
        assert_int_equal(events[i].kind, again[i].kind);
        assert_true(events[i].agent == again[i].agent);
        if (events[i].kind == THRONG_EVENT_TIME_CUT) {
            assert_true(events[i].agent == THRONG_AGENT_NONE);
            cut++;
            continue;
        }
        assert_true(throng_crowd_index(world.crowd, events[i].agent) >= 0);
        assert_true((int64_t)index_of(events[i].agent) > last);
        last = index_of(events[i].agent);
    }
    assert_int_equal(cut, 1);
    assert_ok(throng_crowd_step(world.crowd, 0.01f));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    crowd_world_close(&world);
}

static void nobody_has_events_before_the_first_step(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 2);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    quarantine(world.crowd, id);
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    throng_event_cursor cursor = {0};
    throng_event event;
    assert_false(throng_crowd_next_event(NULL, &cursor, &event));
    assert_false(throng_crowd_next_event(world.crowd, NULL, &event));
    crowd_world_close(&world);
}

static void a_removed_agent_leaves_no_event_behind(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 2);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id first = crowd_add(world.crowd, &desc);
    quarantine(world.crowd, first);
    assert_ok(throng_crowd_remove(world.crowd, first));
    const throng_agent_id second = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    assert_int_equal(crowd_flags(world.crowd, second), 0);
    crowd_world_close(&world);
}

static void a_step_of_no_time_moves_nobody(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 14, 4, 2);
    throng_agent_desc desc = crowd_agent_at(4.5f, 4.5f, 0);
    desc.velocity_x = 1;
    crowd_add(world.crowd, &desc);
    desc.x = 4.6f;
    crowd_add(world.crowd, &desc);
    const uint64_t before = throng_crowd_hash(world.crowd, THRONG_STAGE_MOVE);
    assert_ok(throng_crowd_step(world.crowd, 0));
    assert_ok(throng_crowd_step(world.crowd, -0.0f));
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_MOVE) == before);
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    crowd_world_close(&world);
}

static void bad_times_are_refused_and_nothing_changes(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 14, 4, 2);
    const throng_agent_desc desc = crowd_agent_at(4.5f, 4.5f, 0);
    crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, 2));
    const uint64_t before = throng_crowd_hash(world.crowd, THRONG_STAGE_STEP);
    const float bad[] = {-1e-30f, -0.05f, -1e30f, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_result(throng_crowd_step(world.crowd, bad[i]), THRONG_ERROR_ARGUMENT);
        assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_STEP) == before);
        assert_int_equal(crowd_events(world.crowd, NULL, 0), 1);
    }
    assert_int_equal(throng_crowd_step(NULL, 0.05f), THRONG_ERROR_ARGUMENT);
    crowd_world_close(&world);
}

static void long_steps_are_cut_to_half_a_second(void **state)
{
    (void)state;
    crowd_world cut, whole;
    crowd_world_walk(&cut, 60, 9, 54, 4, 2);
    crowd_world_walk(&whole, 60, 9, 54, 4, 2);
    const throng_agent_desc desc = crowd_agent_at(4.5f, 4.5f, 0);
    crowd_add(cut.crowd, &desc);
    crowd_add(whole.crowd, &desc);
    const float times[] = {0.50001f, 0.6f, 5, 1e30f};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        assert_ok(throng_crowd_step(cut.crowd, times[i]));
        assert_ok(throng_crowd_step(whole.crowd, 0.5f));
        assert_int_equal(crowd_count_events(cut.crowd, THRONG_EVENT_TIME_CUT, THRONG_AGENT_NONE),
                         1);
        assert_int_equal(crowd_events(cut.crowd, NULL, 0), 1);
        assert_int_equal(crowd_events(whole.crowd, NULL, 0), 0);
        assert_true(throng_crowd_hash(cut.crowd, THRONG_STAGE_MOVE) ==
                    throng_crowd_hash(whole.crowd, THRONG_STAGE_MOVE));
    }
    crowd_world_close(&cut);
    crowd_world_close(&whole);
}

/* Substeps of one step of `dt` in a crowd whose agent has this speed and radius. */
static int32_t substeps(float substep, float max_speed, float radius, float dt)
{
    crowd_world world;
    world.ground = test_world_create(8, 8, NULL);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world.ground.grid;
    desc.substep = substep;
    assert_ok(throng_crowd_create(world.ground.context, &desc, &world.crowd));
    crowd_world_add_idlers(&world);
    throng_agent_desc agent = crowd_agent_at(2, 2, 0);
    crowd_add(world.crowd, &agent);
    agent.x = 6;
    agent.max_speed = max_speed;
    agent.radius = radius;
    crowd_add(world.crowd, &agent);
    throng_crowd_report report;
    for (uint64_t turn = 1; turn <= 3; turn++) {
        assert_ok(throng_crowd_step(world.crowd, dt));
        assert_ok(throng_crowd_inspect(world.crowd, &report));
        assert_true(report.total_substeps == turn * (uint64_t)report.substeps);
    }
    crowd_world_close(&world);
    return report.substeps;
}

static void substeps_follow_the_contract(void **state)
{
    (void)state;
    /* By hand: h = min(substep, 0.3 / max(max_speed / radius)); n = ceil(dt / h). The other agent
     * has 1.4 / 0.3 = 4.67 radii a second, 0.0643 s. */
    assert_int_equal(substeps(1.0f / 60.0f, 1.4f, 0.3f, 0.01f), 1);
    assert_int_equal(substeps(1.0f / 60.0f, 1.4f, 0.3f, 0.024f), 2);
    assert_int_equal(substeps(1.0f / 60.0f, 1.4f, 0.3f, 0.059f), 4);
    assert_int_equal(substeps(1.0f / 60.0f, 10, 0.3f, 0.05f), 6);  /* h = 0.009: 5.6 */
    assert_int_equal(substeps(1.0f / 60.0f, 60, 0.3f, 0.05f), 34); /* h = 0.0015: 33.3 */
    assert_int_equal(substeps(0.1f, 0, 0.3f, 0.32f), 5);           /* h = 0.0643: 4.98 */
    assert_int_equal(substeps(0.001f, 1, 0.3f, 0.0205f), 21);
    assert_int_equal(substeps(1.0f / 60.0f, 1.4f, 0.3f, 7), 30); /* cut to 0.5 s */
}

static int32_t substeps_of_a_step(crowd_world *world)
{
    throng_crowd_report report;
    assert_ok(throng_crowd_step(world->crowd, 0.05f));
    assert_ok(throng_crowd_inspect(world->crowd, &report));
    return report.substeps;
}

static void substeps_follow_every_change_of_agents(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 3);
    throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    crowd_add(world.crowd, &desc);
    assert_int_equal(substeps_of_a_step(&world), 3);
    desc.x = 6;
    desc.max_speed = 10;
    const throng_agent_id fast = crowd_add(world.crowd, &desc);
    assert_int_equal(substeps_of_a_step(&world), 6);
    desc.max_speed = 20;
    assert_ok(throng_crowd_set(world.crowd, fast, &desc));
    assert_int_equal(substeps_of_a_step(&world), 12);
    desc.radius = 0.6f;
    assert_ok(throng_crowd_set(world.crowd, fast, &desc));
    assert_int_equal(substeps_of_a_step(&world), 6);
    assert_ok(throng_crowd_remove(world.crowd, fast));
    assert_int_equal(substeps_of_a_step(&world), 3);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_come_in_the_order_of_id_indices),
        cmocka_unit_test(nobody_has_events_before_the_first_step),
        cmocka_unit_test(a_removed_agent_leaves_no_event_behind),
        cmocka_unit_test(a_step_of_no_time_moves_nobody),
        cmocka_unit_test(bad_times_are_refused_and_nothing_changes),
        cmocka_unit_test(long_steps_are_cut_to_half_a_second),
        cmocka_unit_test(substeps_follow_the_contract),
        cmocka_unit_test(substeps_follow_every_change_of_agents),
    };
    return cmocka_run_group_tests_name("crowd events", tests, NULL, NULL);
}
