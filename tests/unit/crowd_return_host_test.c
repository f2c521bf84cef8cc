/* Return under the hands of the host: agents that are changed, moved or held on their way back, and
 * places at the limits of what can be kept. */
#include "crowd_pushed.h"

/* The unit of a place is a share of the radius: with another radius it would be elsewhere. */
static void whoever_changes_its_size_stays_where_it_is(void **state)
{
    (void)state;
    pushed p = open_pushed();
    push(&p.world, p.pusher, 1.0f);
    take_away(&p);
    throng_agent_desc desc = crowd_get(p.world.crowd, p.sleeper);
    desc.radius = 0.4f;
    assert_ok(throng_crowd_set(p.world.crowd, p.sleeper, &desc));
    pass(&p.world, 10.0f);
    assert_true(apart(&p.world, p.sleeper, desc.x, desc.y) < 0.01f);
    assert_true(sleeps(&p.world, p.sleeper));
    crowd_world_close(&p.world);
}

/* Nor does a speed of next to nothing keep it awake for ever. */
static void whoever_loses_its_speed_on_its_way_back_stops(void **state)
{
    (void)state;
    static const float speeds[] = {0.0f, 1e-45f, 1e-39f};
    for (int32_t k = 0; k < 3; k++) {
        pushed p = open_pushed();
        push(&p.world, p.pusher, 1.0f);
        take_away(&p);
        pass(&p.world, 0.8f);
        throng_agent_desc desc = crowd_get(p.world.crowd, p.sleeper);
        assert_true(desc.velocity_x < 0.0f);
        desc.max_speed = speeds[k];
        assert_ok(throng_crowd_set(p.world.crowd, p.sleeper, &desc));
        pass(&p.world, 10.0f);
        assert_true(apart(&p.world, p.sleeper, desc.x, desc.y) < 0.05f);
        assert_true(sleeps(&p.world, p.sleeper));
        crowd_world_close(&p.world);
    }
}

/* 140 radii: at 256 its place would be as near on the other side. */
static void whoever_is_pushed_very_far_stays_there(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 20, 20, 4);
    throng_agent_desc desc = crowd_agent_at(2.5f, 10.5f, 0);
    desc.radius = 0.05f;
    const throng_agent_id sleeper = crowd_add(world.crowd, &desc);
    const throng_agent_id pusher = add_pusher(&world, 2.5f - 0.05f - RADIUS, 10.5f);
    pass(&world, 2.0f);
    push(&world, pusher, 140.0f * 0.05f);
    assert_ok(throng_crowd_remove(world.crowd, pusher));
    pass(&world, 10.0f);
    assert_true(apart(&world, sleeper, 9.5f, 10.5f) < 0.1f);
    assert_true(sleeps(&world, sleeper));
    crowd_world_close(&world);
}

/* The time for the way does not run, and none is added to it. */
static void a_pause_puts_a_return_off(void **state)
{
    (void)state;
    pushed p = open_pushed();
    push(&p.world, p.pusher, 1.0f);
    take_away(&p);
    pass(&p.world, 0.8f);
    throng_agent_desc desc = crowd_get(p.world.crowd, p.sleeper);
    desc.is_kinematic = true;
    assert_ok(throng_crowd_set(p.world.crowd, p.sleeper, &desc));
    pass(&p.world, 60.0f);
    assert_true(apart(&p.world, p.sleeper, desc.x, desc.y) == 0.0f);
    desc.is_kinematic = false;
    assert_ok(throng_crowd_set(p.world.crowd, p.sleeper, &desc));
    pass(&p.world, 6.0f);
    assert_true(apart(&p.world, p.sleeper, 10.5f, 10.5f) <= IS_BACK);
    assert_true(sleeps(&p.world, p.sleeper));
    crowd_world_close(&p.world);
}

static void a_teleport_makes_a_new_place(void **state)
{
    (void)state;
    pushed p = open_pushed();
    push(&p.world, p.pusher, 1.0f);
    const throng_point elsewhere = {5.5f, 5.5f};
    assert_ok(throng_crowd_set_position(p.world.crowd, p.sleeper, elsewhere));
    pass(&p.world, 10.0f);
    assert_true(apart(&p.world, p.sleeper, 5.5f, 5.5f) == 0.0f);
    assert_true(sleeps(&p.world, p.sleeper));
    crowd_world_close(&p.world);
}

/* Where a coordinate has a sign, and floats tell no less than a hundredth of a unit. */
static void places_are_kept_west_of_zero(void **state)
{
    (void)state;
    throng_grid grid = throng_grid_default(20, 20);
    grid.origin_x = -110.0f;
    grid.origin_y = -10.0f;
    pushed p = {.world.ground = test_world_on_grid(grid, NULL)};
    crowd_world_populate(&p.world, 2);
    crowd_world_add_idlers(&p.world);
    const throng_agent_desc desc = crowd_agent_at(-100.25f, -0.1f, 0);
    p.sleeper = crowd_add(p.world.crowd, &desc);
    p.pusher = add_pusher(&p.world, -100.25f - 2.0f * RADIUS, -0.1f);
    pass(&p.world, 2.0f);
    push(&p.world, p.pusher, 0.6f);
    take_away(&p);
    pass(&p.world, 4.0f);
    assert_true(apart(&p.world, p.sleeper, -100.25f, -0.1f) <= IS_BACK);
    crowd_world_close(&p.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_changes_its_size_stays_where_it_is),
        cmocka_unit_test(whoever_loses_its_speed_on_its_way_back_stops),
        cmocka_unit_test(whoever_is_pushed_very_far_stays_there),
        cmocka_unit_test(a_pause_puts_a_return_off),
        cmocka_unit_test(a_teleport_makes_a_new_place),
        cmocka_unit_test(places_are_kept_west_of_zero),
    };
    return cmocka_run_group_tests_name("crowd_return_host", tests, NULL, NULL);
}
