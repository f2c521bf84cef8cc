/*
 * crowd_place_test.c: whom the host puts into a wall or off the map, or builds a wall on, the next
 * step moves to the nearest free place, with an event.
 */
#include "crowd_world.h"

/* Cells of 2 m. */
static const char *const court[] = {
    "##########", "#...##...#", "#...##...#", "#...##...#", "##########",
};

static void expect_relocation(crowd_world *world, throng_agent_id id, throng_point from)
{
    throng_point expected = {0, 0};
    assert_true(throng_cost_nearest_free(world->ground.cost, from, &expected));
    assert_ok(throng_crowd_step(world->crowd, 0.05f));
    assert_int_equal(crowd_count_events(world->crowd, THRONG_EVENT_RELOCATED, id), 1);
    const throng_agent_desc now = crowd_get(world->crowd, id);
    assert_true(now.x == expected.x && now.y == expected.y);
    assert_int_equal(crowd_flags(world->crowd, id), 0);
    assert_ok(throng_crowd_step(world->crowd, 0.05f));
    assert_int_equal(crowd_events(world->crowd, NULL, 0), 0);
}

/* So small that walls do not push it away from where a relocation puts it: 1/64 of a cell inside.
 */
static throng_agent_desc small_agent_at(float x, float y)
{
    throng_agent_desc desc = crowd_agent_at(x, y, 0);
    desc.radius = 0.01f;
    return desc;
}

static void a_teleport_into_a_wall_ends_at_the_nearest_free_place(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 2, court, 5);
    crowd_world_populate(&world, 1);
    crowd_world_add_idlers(&world);
    const throng_agent_desc desc = small_agent_at(5, 5);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const throng_point places[] = {{8.5f, 5},  {11.5f, 5}, {-40, 5},   {1e6f, -1e6f},
                                   {5, 9.99f}, {0, 0},     {20, 10},   {10, 5},
                                   {12, 2},    {8, 8},     {3e38f, 1}, {-3e38f, 3e38f}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        assert_ok(throng_crowd_set_position(world.crowd, id, places[i]));
        const throng_agent_desc now = crowd_get(world.crowd, id);
        assert_true(now.x == places[i].x && now.y == places[i].y);
        throng_cell cell = {-1, -1};
        const bool is_on_map = throng_cost_cell_of(world.ground.cost, places[i], &cell);
        if (is_on_map && throng_cost_at(world.ground.cost, cell) != THRONG_WALL)
            continue;
        assert_true(crowd_flags(world.crowd, id) & THRONG_AGENT_RELOCATE);
        expect_relocation(&world, id, places[i]);
    }
    crowd_world_close(&world);
}

static void a_wall_built_on_an_agent_moves_it_aside(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 2, court, 5);
    crowd_world_populate(&world, 1);
    crowd_world_add_idlers(&world);
    const throng_agent_desc desc = small_agent_at(5.5f, 4.5f);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const throng_rect cell = {2, 2, 1, 1};
    const throng_point place = {5.5f, 4.5f};
    assert_ok(throng_cost_fill(world.ground.cost, cell, THRONG_WALL));
    assert_ok(throng_cost_commit(world.ground.cost));
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.in_wall, 1);
    expect_relocation(&world, id, place);
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.in_wall, 0);
    crowd_world_close(&world);
}

static void without_a_free_cell_an_agent_is_quarantined(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 6, 6, 2);
    const throng_agent_desc desc = small_agent_at(3.5f, 2.5f);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const throng_rect all = {0, 0, 6, 6}, corner = {0, 0, 1, 1};
    assert_ok(throng_cost_fill(world.ground.cost, all, THRONG_WALL));
    assert_ok(throng_cost_commit(world.ground.cost));
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_QUARANTINED, id), 1);
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 1);
    assert_true(crowd_flags(world.crowd, id) & THRONG_AGENT_QUARANTINED);
    assert_ok(throng_cost_fill(world.ground.cost, corner, 1));
    assert_ok(throng_cost_commit(world.ground.cost));
    const throng_point place = {3.5f, 2.5f};
    assert_ok(throng_crowd_set_position(world.crowd, id, place));
    expect_relocation(&world, id, place);
    crowd_world_close(&world);
}

static const throng_rect cell_2_2 = {2, 2, 1, 1};

/* An idle agent at (5.5, 4.5) in the court, which is in cell (2, 2). */
static throng_agent_id open_court(crowd_world *world)
{
    crowd_world_draw(world, 2, court, 5);
    crowd_world_populate(world, 4);
    crowd_world_add_idlers(world);
    const throng_agent_desc desc = small_agent_at(5.5f, 4.5f);
    return crowd_add(world->crowd, &desc);
}

static void build(throng_cost_field *cost, throng_rect cells, uint8_t price)
{
    assert_ok(throng_cost_fill(cost, cells, price));
    assert_ok(throng_cost_commit(cost));
}

static void walls_that_are_gone_before_the_step_move_nobody(void **state)
{
    (void)state;
    crowd_world world;
    const throng_agent_id id = open_court(&world);
    build(world.ground.cost, cell_2_2, THRONG_WALL);
    build(world.ground.cost, cell_2_2, 1);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    assert_true(crowd_get(world.crowd, id).x == 5.5f && crowd_get(world.crowd, id).y == 4.5f);
    const throng_point wall = {10, 5}, free = {5.5f, 4.5f};
    assert_ok(throng_crowd_set_position(world.crowd, id, wall));
    assert_ok(throng_crowd_set_position(world.crowd, id, free));
    assert_int_equal(crowd_flags(world.crowd, id), 0);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    crowd_world_close(&world);
}

static void a_step_of_no_time_puts_it_off(void **state)
{
    (void)state;
    crowd_world world;
    const throng_agent_id id = open_court(&world);
    const throng_point place = {5.5f, 4.5f};
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    build(world.ground.cost, cell_2_2, THRONG_WALL);
    for (int32_t turn = 0; turn < 3; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 0));
        assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
        assert_true(crowd_get(world.crowd, id).x == 5.5f);
    }
    expect_relocation(&world, id, place);
    crowd_world_close(&world);
}

static void every_edit_is_noticed(void **state)
{
    (void)state;
    crowd_world world;
    const throng_agent_id id = open_court(&world);
    for (int32_t turn = 0; turn < 6; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        const throng_agent_desc now = crowd_get(world.crowd, id);
        const throng_point place = {now.x, now.y};
        throng_cell cell;
        assert_true(throng_cost_cell_of(world.ground.cost, place, &cell));
        build(world.ground.cost, (throng_rect){cell.x, cell.y, 1, 1}, THRONG_WALL);
        expect_relocation(&world, id, place);
    }
    crowd_world_close(&world);
}

static void two_crowds_on_one_ground_both_notice(void **state)
{
    (void)state;
    crowd_world first;
    const throng_agent_id one = open_court(&first);
    crowd_world second = {first.ground, NULL};
    crowd_world_populate(&second, 4);
    crowd_world_add_idlers(&second);
    const throng_agent_desc desc = small_agent_at(5, 5);
    const throng_agent_id two = crowd_add(second.crowd, &desc);
    const throng_point places[2] = {{5.5f, 4.5f}, {5, 5}};
    assert_ok(throng_crowd_step(first.crowd, 0.05f));
    assert_ok(throng_crowd_step(second.crowd, 0.05f));
    build(first.ground.cost, cell_2_2, THRONG_WALL);
    expect_relocation(&first, one, places[0]);
    expect_relocation(&second, two, places[1]);
    assert_ok(throng_crowd_destroy(second.crowd));
    crowd_world_close(&first);
}

/* Another ground for the group, another group for the agent: the walls of the new one hold. */
static void other_ground_under_the_feet_is_noticed(void **state)
{
    (void)state;
    crowd_world world;
    const throng_agent_id id = open_court(&world);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    throng_cost_field *other = NULL;
    assert_ok(throng_cost_create(world.ground.context, &world.ground.grid, &other));
    build(other, cell_2_2, THRONG_WALL);
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = other;
    int32_t group = -1;
    assert_ok(throng_crowd_add_group(world.crowd, &desc, &group));
    throng_agent_desc agent = crowd_get(world.crowd, id);
    agent.group = group;
    assert_ok(throng_crowd_set(world.crowd, id, &agent));
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_RELOCATED, id), 1);
    agent.group = 0; /* and back where it was */
    assert_ok(throng_crowd_set(world.crowd, id, &agent));
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
    assert_ok(throng_crowd_set_group(world.crowd, 0, &desc));
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_RELOCATED, id), 1);
    assert_ok(throng_crowd_destroy(world.crowd));
    world.crowd = NULL;
    assert_ok(throng_cost_destroy(other));
    crowd_world_close(&world);
}

static void whole_crowds_are_relocated(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 40, 40, 1600);
    for (int32_t i = 0; i < 1600; i++) {
        throng_agent_desc desc = small_agent_at(0.5f + (float)(i % 40), 0.5f + (float)(i / 40));
        crowd_add(world.crowd, &desc);
    }
    const throng_rect most = {1, 0, 39, 40};
    build(world.ground.cost, most, THRONG_WALL);
    assert_ok(throng_crowd_step(world.crowd, 0.01f));
    assert_int_equal(crowd_events(world.crowd, NULL, 0), 1560);
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.in_wall, 0);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_teleport_into_a_wall_ends_at_the_nearest_free_place),
        cmocka_unit_test(a_wall_built_on_an_agent_moves_it_aside),
        cmocka_unit_test(without_a_free_cell_an_agent_is_quarantined),
        cmocka_unit_test(walls_that_are_gone_before_the_step_move_nobody),
        cmocka_unit_test(a_step_of_no_time_puts_it_off),
        cmocka_unit_test(every_edit_is_noticed),
        cmocka_unit_test(two_crowds_on_one_ground_both_notice),
        cmocka_unit_test(other_ground_under_the_feet_is_noticed),
        cmocka_unit_test(whole_crowds_are_relocated),
    };
    return cmocka_run_group_tests_name("crowd place", tests, NULL, NULL);
}
