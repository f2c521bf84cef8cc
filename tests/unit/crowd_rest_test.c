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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_stops_has_no_velocity),
        cmocka_unit_test(whoever_found_no_room_comes_back_when_there_is_some),
        cmocka_unit_test(a_heap_that_has_come_apart_falls_asleep_as_a_whole),
        cmocka_unit_test(bad_numbers_are_not_forgiven_for_room),
    };
    return cmocka_run_group_tests_name("crowd_rest", tests, NULL, NULL);
}
