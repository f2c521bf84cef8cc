/*
 * crowd_walk_test.c: agents that walk: speed, arrival, and when they set out again.
 */
#include "crowd_world.h"

#include <math.h>

/* Steps of 1/20 s until the agent has arrived, 40 s at most; returns how many it took. */
static int32_t walk_until_arrived(crowd_world *world, throng_agent_id id)
{
    for (int32_t turn = 1; turn <= 800; turn++) {
        assert_ok(throng_crowd_step(world->crowd, 0.05f));
        if (crowd_flags(world->crowd, id) & THRONG_AGENT_ARRIVED) {
            assert_int_equal(crowd_count_events(world->crowd, THRONG_EVENT_ARRIVED, id), 1);
            return turn;
        }
        assert_int_equal(crowd_count_events(world->crowd, THRONG_EVENT_ARRIVED, id), 0);
    }
    fail_msg("not there after 40 s");
    return 0;
}

static void expect_cell(const crowd_world *world, throng_agent_id id, int32_t x, int32_t y)
{
    const throng_agent_desc now = crowd_get(world->crowd, id);
    throng_cell cell = {-1, -1};
    const throng_point place = {now.x, now.y};
    assert_true(throng_cost_cell_of(world->ground.cost, place, &cell));
    assert_int_equal(cell.x, x);
    assert_int_equal(cell.y, y);
}

static void an_agent_walks_to_its_goal_and_stays(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 14, 4, 4);
    const throng_agent_desc desc = crowd_agent_at(4.5f, 4.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const int32_t turns = walk_until_arrived(&world, id);
    /* 9.5 to 10.5 m at 1.4 m/s: 6.8 to 7.5 s; a second more for starting and stopping. */
    assert_in_range(turns, 135, 172);
    expect_cell(&world, id, 14, 4);
    for (int32_t turn = 0; turn < 40; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    const throng_agent_desc rested = crowd_get(world.crowd, id);
    for (int32_t turn = 0; turn < 40; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    }
    const throng_agent_desc later = crowd_get(world.crowd, id);
    /* A millimetre: it comes to rest without end. */
    assert_true(fabsf(later.x - rested.x) < 1e-3f && fabsf(later.y - rested.y) < 1e-3f);
    assert_true(fabsf(later.velocity_x) < 1e-3f && fabsf(later.velocity_y) < 1e-3f);
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.arrived, 1);
    crowd_world_close(&world);
}

static void it_arrives_at_goals_that_have_a_price(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 14, 4, 4);
    /* 4.5 m to the dear goal, 9.5 m to the cheap one: 40 + 60 is more than 90, 40 + 40 is less. A
     * third goal lies on the way, but its price is more than the way past it costs. */
    static const struct {
        uint32_t price;
        int32_t x;
    } cases[] = {{60, 14}, {40, 1}};
    const throng_cell goals[] = {{1, 4}, {14, 4}, {9, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t prices[] = {cases[i].price, 2, 500};
        throng_integration_desc desc = throng_integration_desc_default();
        desc.goals = goals;
        desc.goal_count = 3;
        desc.prices = prices;
        assert_ok(throng_solve_with(world.ground.solver, world.ground.cost, &desc,
                                    world.ground.integration, world.ground.flow));
        const throng_agent_desc agent = crowd_agent_at(5.5f, 4.5f, 0);
        const throng_agent_id id = crowd_add(world.crowd, &agent);
        walk_until_arrived(&world, id);
        expect_cell(&world, id, cases[i].x, 4);
    }
    crowd_world_close(&world);
}

static void the_same_field_solved_anew_sends_it_off_again(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 8, 4, 4);
    const throng_agent_desc desc = crowd_agent_at(4.5f, 4.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    walk_until_arrived(&world, id);
    crowd_world_solve(&world, 12, 7);
    assert_true(walk_until_arrived(&world, id) > 40);
    expect_cell(&world, id, 12, 7);
    crowd_world_close(&world);
}

static void other_fields_send_it_off_again(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 8, 4, 4);
    const throng_agent_desc desc = crowd_agent_at(4.5f, 4.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    walk_until_arrived(&world, id);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    assert_true(crowd_flags(world.crowd, id) & THRONG_AGENT_ARRIVED);
    test_world other = test_world_create(20, 9, NULL);
    const throng_cell goal = {12, 1};
    test_world_solve(&other, &goal, 1);
    const throng_group_desc first = group;
    group.cost = other.cost;
    group.integration = other.integration;
    group.flow = other.flow;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    assert_int_equal(crowd_flags(world.crowd, id) & THRONG_AGENT_ARRIVED, 0);
    assert_true(walk_until_arrived(&world, id) > 40);
    expect_cell(&world, id, 12, 1);
    assert_ok(throng_crowd_set_group(world.crowd, 0, &first));
    test_world_destroy(&other);
    crowd_world_close(&world);
}

static void another_group_or_a_teleport_ends_an_arrival(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 8, 4, 4);
    assert_int_equal(crowd_world_add_walkers(&world), 1);
    const throng_agent_desc desc = crowd_agent_at(6.5f, 4.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    walk_until_arrived(&world, id);
    throng_agent_desc now = crowd_get(world.crowd, id);
    now.group = 1;
    assert_ok(throng_crowd_set(world.crowd, id, &now));
    assert_int_equal(crowd_flags(world.crowd, id) & THRONG_AGENT_ARRIVED, 0);
    walk_until_arrived(&world, id);
    const throng_point place = {3, 3};
    assert_ok(throng_crowd_set_position(world.crowd, id, place));
    assert_int_equal(crowd_flags(world.crowd, id) & THRONG_AGENT_ARRIVED, 0);
    assert_true(walk_until_arrived(&world, id) > 40);
    crowd_world_close(&world);
}

static void who_may_not_stop_never_arrives(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 8, 4, 4);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.stop_at_goal = false;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    const throng_agent_desc desc = crowd_agent_at(6.5f, 4.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    for (int32_t turn = 0; turn < 200; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
        assert_int_equal(crowd_flags(world.crowd, id), 0);
    }
    crowd_world_close(&world);
}

/* Metres walked from x = 2.5 in `seconds` on ground of one cost. */
static float metres_walked(uint8_t cost, bool terrain_speed, float seconds)
{
    crowd_world world;
    uint8_t costs[60 * 5];
    for (int32_t i = 0; i < 60 * 5; i++)
        costs[i] = cost;
    world.ground = test_world_create(60, 5, costs);
    crowd_world_solve(&world, 58, 2);
    crowd_world_populate(&world, 1);
    crowd_world_add_walkers(&world);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.terrain_speed = terrain_speed;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    const throng_agent_desc desc = crowd_agent_at(2.5f, 2.5f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    for (float time = 0; time < seconds - 0.01f; time += 0.05f)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    const float walked = crowd_get(world.crowd, id).x - 2.5f;
    crowd_world_close(&world);
    return walked;
}

static void ground_slows_down_unless_told_otherwise(void **state)
{
    (void)state;
    /* 10 s at 1.4 m/s, less at most a quarter of a second for the start. */
    assert_true(fabsf(metres_walked(1, true, 10) - 14) < 0.35f);
    assert_true(fabsf(metres_walked(2, true, 10) - 7) < 0.35f);
    assert_true(fabsf(metres_walked(7, true, 10) - 2) < 0.35f);
    assert_true(fabsf(metres_walked(7, false, 10) - 14) < 0.35f);
}

static void acceleration_is_limited(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 60, 5, 58, 2, 2);
    throng_agent_desc desc = crowd_agent_at(2.5f, 2.5f, 0);
    desc.max_acceleration = 0.5f;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    throng_agent_desc before = crowd_get(world.crowd, id);
    for (int32_t turn = 0; turn < 100; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        const throng_agent_desc now = crowd_get(world.crowd, id);
        const float change_x = now.velocity_x - before.velocity_x;
        const float change_y = now.velocity_y - before.velocity_y;
        assert_true(sqrtf(change_x * change_x + change_y * change_y) <= 0.5f * 0.05f * 1.001f);
        /* 1.4 m/s at 0.5 m/s2 take 2.8 s: 56 steps. */
        if (turn < 54)
            assert_true(fabsf(now.velocity_x - 0.025f * (float)(turn + 1)) < 0.002f);
        before = now;
    }
    assert_true(fabsf(before.velocity_x - 1.4f) < 1e-3f);
    crowd_world_close(&world);
}

static void headings_are_those_of_the_flow(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 20, 9, 14, 4, 4);
    throng_agent_desc desc = crowd_agent_at(4.5f, 4.5f, 0);
    crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, 0.01f));
    throng_crowd_view view;
    assert_ok(throng_crowd_read(world.crowd, &view));
    assert_int_equal(view.count, 1);
    assert_true(view.heading_x[0] == 1 && view.heading_y[0] == 0);
    crowd_world_close(&world);
}

/* Velocity along x, a substep after an idle agent beside the south edge of the map had the velocity
 * (east, south). It brakes by a sixth in that time. */
static float along_edge(float east, float south, bool has_company)
{
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 2);
    throng_agent_desc desc = crowd_agent_at(5.0f, 9.7f, 0); /* radius 0.3 m: it touches */
    desc.velocity_x = east;
    desc.velocity_y = south;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    if (has_company) { /* 0.8 m away: in reach, not in contact */
        const throng_agent_desc other = crowd_agent_at(5.0f, 8.9f, 0);
        crowd_add(world.crowd, &other);
    }
    assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
    const throng_agent_desc now = crowd_get(world.crowd, id);
    assert_true(now.velocity_y == 0.0f);
    crowd_world_close(&world);
    return now.velocity_x;
}

static void whoever_brushes_along_a_wall_keeps_its_speed(void **state)
{
    (void)state;
    const float left = 5.0f / 6.0f;
    assert_true(fabsf(along_edge(0.4f, 0.3f, false) - 0.5f * left) < 1e-6f);
    assert_true(fabsf(along_edge(-0.4f, 0.3f, false) + 0.5f * left) < 1e-6f);
    /* At 63 degrees it is stopped, but for what leads along the wall. */
    assert_true(fabsf(along_edge(0.2f, 0.4f, false) - 0.2f * left) < 1e-6f);
    assert_true(along_edge(0.0f, 0.4f, false) == 0.0f);
    /* In a crowd others would be pushed about. */
    assert_true(fabsf(along_edge(0.4f, 0.3f, true) - 0.4f * left) < 1e-6f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_agent_walks_to_its_goal_and_stays),
        cmocka_unit_test(it_arrives_at_goals_that_have_a_price),
        cmocka_unit_test(the_same_field_solved_anew_sends_it_off_again),
        cmocka_unit_test(other_fields_send_it_off_again),
        cmocka_unit_test(another_group_or_a_teleport_ends_an_arrival),
        cmocka_unit_test(who_may_not_stop_never_arrives),
        cmocka_unit_test(ground_slows_down_unless_told_otherwise),
        cmocka_unit_test(acceleration_is_limited),
        cmocka_unit_test(headings_are_those_of_the_flow),
        cmocka_unit_test(whoever_brushes_along_a_wall_keeps_its_speed),
    };
    return cmocka_run_group_tests_name("crowd walk", tests, NULL, NULL);
}
