/*
 * crowd_agents_test.c: agents in and out: adding, asking, changing, and what is refused.
 */
#include "crowd_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void what_was_added_can_be_read_back(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    assert_int_equal(crowd_world_add_idlers(&world), 1);
    throng_agent_desc desc = crowd_agent_at(2.25f, 3.5f, 1);
    desc.velocity_x = 0.5f;
    desc.velocity_y = -0.25f;
    desc.radius = 0.4f;
    desc.max_speed = 2;
    desc.max_acceleration = 3;
    desc.mass = 70;
    desc.user = 0x123456789abcdef0u;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const throng_agent_desc got = crowd_get(world.crowd, id);
    crowd_assert_same(&got, &desc);
    throng_crowd_view view;
    assert_ok(throng_crowd_read(world.crowd, &view));
    assert_int_equal(view.count, 1);
    assert_true(view.ids[0] == id && view.user[0] == desc.user);
    assert_true(view.x[0] == desc.x && view.y[0] == desc.y);
    assert_true(view.velocity_x[0] == 0.5f && view.velocity_y[0] == -0.25f);
    assert_true(view.radius[0] == 0.4f);
    assert_int_equal(view.group[0], 1);
    assert_int_equal(view.flags[0], 0);
    crowd_world_close(&world);
}

static void defaults_are_those_of_the_header(void **state)
{
    (void)state;
    const throng_agent_desc agent = throng_agent_desc_default();
    assert_true(agent.radius == 0.3f && agent.max_speed == 1.4f && agent.mass == 80);
    assert_true(agent.max_acceleration == 0 && agent.group == 0 && agent.user == 0);
    assert_true(agent.velocity_x == 0 && agent.velocity_y == 0);
    const throng_group_desc group = throng_group_desc_default();
    assert_true(group.separation_range == 1.5f && group.separation_strength == 10);
    assert_true(group.terrain_speed && group.stop_at_goal);
    assert_int_equal(group.wall_rule, THRONG_WALL_RULE_DROP);
    assert_null(group.cost);
    const throng_crowd_desc crowd = throng_crowd_desc_default();
    assert_int_equal(crowd.agent_capacity, 1024);
    assert_int_equal(crowd.group_capacity, 16);
    assert_true(crowd.substep == 1.0f / 60.0f && !crowd.hash_stages);
}

/* A wall in the middle, one free cell in the corner of a walled-off region. */
static const char *const walled[] = {
    "......", ".####.", ".#..#.", ".####.", "......",
};

static void a_place_in_a_wall_is_refused_and_the_nearest_free_one_offered(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 2, walled, 5);
    crowd_world_populate(&world, 4);
    crowd_world_add_idlers(&world);
    /* x, y in metres; cells are 2 m. Walls, edges, places off the map on every side and corner. */
    const float places[][2] = {{2.1f, 5}, {5, 2.5f}, {6, 7.9f}, {9.9f, 5},  {2, 2},     {-1, 5},
                               {13, 5},   {5, -9},   {5, 99},   {-50, -50}, {500, 500}, {12, 10}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const throng_agent_desc desc = crowd_agent_at(places[i][0], places[i][1], 0);
        const throng_point wanted = {desc.x, desc.y};
        throng_agent_id id = 77;
        throng_point nearest = {-7, -7}, expected = {-8, -8};
        assert_result(throng_crowd_add(world.crowd, &desc, &id, &nearest), THRONG_ERROR_BLOCKED);
        assert_true(id == 77);
        assert_true(throng_cost_nearest_free(world.ground.cost, wanted, &expected));
        assert_true(nearest.x == expected.x && nearest.y == expected.y);
        assert_result(throng_crowd_add(world.crowd, &desc, &id, NULL), THRONG_ERROR_BLOCKED);
        assert_int_equal(throng_crowd_count(world.crowd), 0);
        throng_agent_desc second = desc;
        second.x = nearest.x;
        second.y = nearest.y;
        assert_ok(throng_crowd_remove(world.crowd, crowd_add(world.crowd, &second)));
    }
    /* By hand: 0.1 m east of the free column 0 (x < 2); 1/64 of 2 m inside it is 1.96875. */
    const throng_agent_desc desc = crowd_agent_at(2.1f, 5, 0);
    throng_agent_id id;
    throng_point nearest;
    assert_result(throng_crowd_add(world.crowd, &desc, &id, &nearest), THRONG_ERROR_BLOCKED);
    assert_true(nearest.x == 1.96875f && nearest.y == 5);
    crowd_world_close(&world);
}

static void a_map_without_a_free_place_offers_the_place_asked_for(void **state)
{
    (void)state;
    static const char *const rows[] = {"###", "###"};
    crowd_world world;
    crowd_world_draw(&world, 1, rows, 2);
    crowd_world_populate(&world, 4);
    crowd_world_add_idlers(&world);
    const throng_agent_desc desc = crowd_agent_at(1.25f, 0.75f, 0);
    throng_agent_id id = 77;
    throng_point nearest = {-7, -7};
    assert_result(throng_crowd_add(world.crowd, &desc, &id, &nearest), THRONG_ERROR_BLOCKED);
    assert_true(nearest.x == desc.x && nearest.y == desc.y && id == 77);
    crowd_world_close(&world);
}

static void adding_on_uncommitted_ground_is_refused(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    const throng_rect cells = {0, 0, 1, 1};
    assert_ok(throng_cost_fill(world.ground.cost, cells, THRONG_WALL));
    const throng_agent_desc desc = crowd_agent_at(4, 4, 0);
    throng_agent_id id = 77;
    assert_result(throng_crowd_add(world.crowd, &desc, &id, NULL), THRONG_ERROR_NOT_COMMITTED);
    assert_true(id == 77);
    assert_ok(throng_cost_commit(world.ground.cost));
    assert_ok(throng_crowd_add(world.crowd, &desc, &id, NULL));
    crowd_world_close(&world);
}

/* One value out of its range. `offset` is that of a float in throng_agent_desc. */
typedef struct bad_value {
    const char *name;
    size_t offset;
    float value;
} bad_value;

static const bad_value bad_values[] = {
    {"x NaN", offsetof(throng_agent_desc, x), NAN},
    {"x infinite", offsetof(throng_agent_desc, x), INFINITY},
    {"y NaN", offsetof(throng_agent_desc, y), NAN},
    {"y infinite", offsetof(throng_agent_desc, y), -INFINITY},
    {"velocity_x NaN", offsetof(throng_agent_desc, velocity_x), NAN},
    {"velocity_y infinite", offsetof(throng_agent_desc, velocity_y), INFINITY},
    {"velocity_y huge", offsetof(throng_agent_desc, velocity_y), 1.1e9f},
    {"radius 0", offsetof(throng_agent_desc, radius), 0},
    {"radius negative", offsetof(throng_agent_desc, radius), -0.3f},
    {"radius tiny", offsetof(throng_agent_desc, radius), 0.0009f},
    {"radius huge", offsetof(throng_agent_desc, radius), 1000.5f},
    {"radius NaN", offsetof(throng_agent_desc, radius), NAN},
    {"max_speed negative", offsetof(throng_agent_desc, max_speed), -0.1f},
    {"max_speed huge", offsetof(throng_agent_desc, max_speed), 1.1e6f},
    {"max_speed NaN", offsetof(throng_agent_desc, max_speed), NAN},
    {"more than 10000 radii a second", offsetof(throng_agent_desc, max_speed), 3001},
    {"max_acceleration negative", offsetof(throng_agent_desc, max_acceleration), -1},
    {"max_acceleration huge", offsetof(throng_agent_desc, max_acceleration), 1.1e8f},
    {"max_acceleration NaN", offsetof(throng_agent_desc, max_acceleration), NAN},
    {"mass 0", offsetof(throng_agent_desc, mass), 0},
    {"mass negative", offsetof(throng_agent_desc, mass), -80},
    {"mass huge", offsetof(throng_agent_desc, mass), 1.1e6f},
    {"mass NaN", offsetof(throng_agent_desc, mass), NAN},
};

static void agents_out_of_range_are_refused_and_nothing_changes(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    const throng_agent_desc good = crowd_agent_at(4, 4, 0);
    const throng_agent_id old = crowd_add(world.crowd, &good);
    const throng_agent_desc before = crowd_get(world.crowd, old);
    const size_t count = sizeof bad_values / sizeof bad_values[0];
    for (size_t i = 0; i < count; i++) {
        throng_agent_desc desc = good;
        throng_agent_id id = 77;
        memcpy((char *)&desc + bad_values[i].offset, &bad_values[i].value, sizeof(float));
        const throng_result added = throng_crowd_add(world.crowd, &desc, &id, NULL);
        const throng_result set = throng_crowd_set(world.crowd, old, &desc);
        if (added != THRONG_ERROR_ARGUMENT || set != THRONG_ERROR_ARGUMENT)
            fail_msg("%s: add gave %d, set gave %d", bad_values[i].name, added, set);
        assert_true(id == 77);
        const throng_agent_desc after = crowd_get(world.crowd, old);
        crowd_assert_same(&after, &before);
    }
    assert_int_equal(throng_crowd_count(world.crowd), 1);
    crowd_world_close(&world);
}

static void wrong_arguments_of_add_and_set_are_refused(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    throng_agent_desc desc = crowd_agent_at(4, 4, 0);
    throng_agent_id id = 77;
    assert_int_equal(throng_crowd_add(NULL, &desc, &id, NULL), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_add(world.crowd, NULL, &id, NULL), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_add(world.crowd, &desc, NULL, NULL), THRONG_ERROR_ARGUMENT);
    const throng_agent_id old = crowd_add(world.crowd, &desc);
    const int32_t groups[] = {-1, 1, 16, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        desc.group = groups[i];
        assert_result(throng_crowd_add(world.crowd, &desc, &id, NULL), THRONG_ERROR_ARGUMENT);
        assert_result(throng_crowd_set(world.crowd, old, &desc), THRONG_ERROR_ARGUMENT);
    }
    desc.group = 0;
    desc.struct_size = 0;
    assert_result(throng_crowd_add(world.crowd, &desc, &id, NULL), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_set(world.crowd, old, &desc), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_set(world.crowd, old, NULL), THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_crowd_set(NULL, old, &desc), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_get(world.crowd, old, NULL), THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_crowd_get(NULL, old, &desc), THRONG_ERROR_ARGUMENT);
    assert_true(id == 77);
    assert_int_equal(throng_crowd_count(world.crowd), 1);
    assert_int_equal(throng_crowd_count(NULL), 0);
    crowd_world_close(&world);
}

static void the_ends_of_every_range_are_accepted(void **state)
{
    (void)state;
    crowd_world world;
    throng_grid grid = throng_grid_default(8, 8);
    grid.cell_size = 1000;
    world.ground = test_world_on_grid(grid, NULL);
    crowd_world_populate(&world, 16);
    crowd_world_add_idlers(&world);
    throng_agent_desc desc = crowd_agent_at(4, 4, 0);
    desc.radius = 0.001f;
    desc.max_speed = 10;
    crowd_add(world.crowd, &desc);
    desc.radius = 1000;
    desc.max_speed = 1e6f;
    crowd_add(world.crowd, &desc);
    desc.max_speed = 0;
    desc.max_acceleration = 1e8f;
    crowd_add(world.crowd, &desc);
    desc.mass = 0.001f;
    crowd_add(world.crowd, &desc);
    desc.mass = 1e6f;
    crowd_add(world.crowd, &desc);
    desc.velocity_x = 1e9f;
    desc.velocity_y = -1e9f;
    crowd_add(world.crowd, &desc);
    assert_int_equal(throng_crowd_count(world.crowd), 6);
    crowd_world_close(&world);
}

static void a_radius_is_at_most_64_cells(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    throng_agent_desc desc = crowd_agent_at(4, 4, 0);
    desc.radius = 64;
    crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    desc.radius = 64.01f;
    throng_agent_id id = 77;
    assert_result(throng_crowd_add(world.crowd, &desc, &id, NULL), THRONG_ERROR_ARGUMENT);
    crowd_world_close(&world);
}

static void set_replaces_all_values(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    crowd_world_add_idlers(&world);
    const throng_agent_desc first = crowd_agent_at(4, 4, 0);
    const throng_agent_id id = crowd_add(world.crowd, &first);
    throng_agent_desc second = crowd_agent_at(1, 2, 1);
    second.velocity_x = 1;
    second.radius = 0.5f;
    second.max_speed = 3;
    second.max_acceleration = 9;
    second.mass = 10;
    second.user = 5;
    assert_ok(throng_crowd_set(world.crowd, id, &second));
    const throng_agent_desc got = crowd_get(world.crowd, id);
    crowd_assert_same(&got, &second);
    const throng_point place = {6, 7};
    assert_ok(throng_crowd_set_position(world.crowd, id, place));
    assert_ok(throng_crowd_set_velocity(world.crowd, id, -1, 0.5f));
    second.x = 6;
    second.y = 7;
    second.velocity_x = -1;
    second.velocity_y = 0.5f;
    const throng_agent_desc moved = crowd_get(world.crowd, id);
    crowd_assert_same(&moved, &second);
    crowd_world_close(&world);
}

static void single_setters_refuse_numbers_that_are_not_finite(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    const throng_agent_desc desc = crowd_agent_at(4, 4, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const float bad[] = {NAN, INFINITY, -INFINITY};
    const throng_agent_desc before = crowd_get(world.crowd, id);
    assert_result(throng_crowd_set_velocity(world.crowd, id, 1.1e9f, 0), THRONG_ERROR_ARGUMENT);
    for (int32_t i = 0; i < 3; i++) {
        const throng_point left = {bad[i], 1}, right = {1, bad[i]};
        throng_crowd *const crowd = world.crowd;
        assert_result(throng_crowd_set_position(crowd, id, left), THRONG_ERROR_ARGUMENT);
        assert_result(throng_crowd_set_position(crowd, id, right), THRONG_ERROR_ARGUMENT);
        assert_result(throng_crowd_set_velocity(crowd, id, bad[i], 0), THRONG_ERROR_ARGUMENT);
        assert_result(throng_crowd_set_velocity(crowd, id, 0, bad[i]), THRONG_ERROR_ARGUMENT);
    }
    const throng_agent_desc after = crowd_get(world.crowd, id);
    crowd_assert_same(&after, &before);
    assert_int_equal(crowd_flags(world.crowd, id), 0);
    crowd_world_close(&world);
}

static void a_velocity_above_max_speed_is_cut_by_the_step(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 40, 8, 4);
    throng_agent_desc desc = crowd_agent_at(4, 4, 0);
    desc.velocity_x = 500;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    assert_true(crowd_get(world.crowd, id).velocity_x == 500);
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    const throng_agent_desc after = crowd_get(world.crowd, id);
    const float speed_sq =
        after.velocity_x * after.velocity_x + after.velocity_y * after.velocity_y;
    assert_true(speed_sq <= 1.4f * 1.4f * 1.0001f);
    assert_true(after.x <= 4 + 1.4f * 0.1f * 1.001f);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_added_can_be_read_back),
        cmocka_unit_test(defaults_are_those_of_the_header),
        cmocka_unit_test(a_place_in_a_wall_is_refused_and_the_nearest_free_one_offered),
        cmocka_unit_test(a_map_without_a_free_place_offers_the_place_asked_for),
        cmocka_unit_test(adding_on_uncommitted_ground_is_refused),
        cmocka_unit_test(agents_out_of_range_are_refused_and_nothing_changes),
        cmocka_unit_test(wrong_arguments_of_add_and_set_are_refused),
        cmocka_unit_test(the_ends_of_every_range_are_accepted),
        cmocka_unit_test(a_radius_is_at_most_64_cells),
        cmocka_unit_test(set_replaces_all_values),
        cmocka_unit_test(single_setters_refuse_numbers_that_are_not_finite),
        cmocka_unit_test(a_velocity_above_max_speed_is_cut_by_the_step),
    };
    return cmocka_run_group_tests_name("crowd agents", tests, NULL, NULL);
}
