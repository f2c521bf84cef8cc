/*
 * crowd_groups_test.c: groups: what they hold on to, what they refuse, how they walk.
 */
#include "crowd_world.h"

#include <math.h>
#include <string.h>

static void fields_of_a_group_cannot_be_destroyed(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 8, 9, 4, 4);
    assert_int_equal(crowd_world_add_walkers(&world), 1);
    assert_result(throng_cost_destroy(world.ground.cost), THRONG_ERROR_IN_USE);
    assert_result(throng_integration_destroy(world.ground.integration), THRONG_ERROR_IN_USE);
    assert_result(throng_flow_destroy(world.ground.flow), THRONG_ERROR_IN_USE);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    crowd_world_close(&world);
}

static void set_group_lets_go_of_the_old_fields(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 8, 9, 4, 4);
    assert_int_equal(crowd_world_add_walkers(&world), 1);
    test_world other = test_world_create(12, 8, NULL);
    const throng_cell goal = {1, 1};
    test_world_solve(&other, &goal, 1);
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &desc));
    const throng_group_desc first = desc;
    desc.cost = other.cost;
    desc.integration = other.integration;
    desc.flow = other.flow;
    for (int32_t group = 0; group < 2; group++) {
        assert_result(throng_flow_destroy(world.ground.flow), THRONG_ERROR_IN_USE);
        assert_ok(throng_crowd_set_group(world.crowd, group, &desc));
        assert_result(throng_flow_destroy(other.flow), THRONG_ERROR_IN_USE);
    }
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_ok(throng_crowd_set_group(world.crowd, 0, &first));
    assert_ok(throng_crowd_set_group(world.crowd, 1, &first));
    test_world_destroy(&other);
    crowd_world_close(&world);
}

static void a_removed_group_lets_go_and_its_number_is_given_again(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 8, 9, 4, 4);
    test_world other = test_world_create(12, 8, NULL);
    const throng_cell goal = {1, 1};
    test_world_solve(&other, &goal, 1);
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = other.cost;
    desc.integration = other.integration;
    desc.flow = other.flow;
    int32_t group = -1;
    assert_ok(throng_crowd_add_group(world.crowd, &desc, &group));
    assert_int_equal(group, 1);
    throng_agent_desc agent = crowd_agent_at(5, 5, 1);
    const throng_agent_id id = crowd_add(world.crowd, &agent);
    assert_result(throng_crowd_remove_group(world.crowd, 1), THRONG_ERROR_IN_USE);
    assert_result(throng_flow_destroy(other.flow), THRONG_ERROR_IN_USE);
    agent.group = 0;
    assert_ok(throng_crowd_set(world.crowd, id, &agent));
    assert_ok(throng_crowd_remove_group(world.crowd, 1));
    assert_result(throng_crowd_remove_group(world.crowd, 1), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_get_group(world.crowd, 1, &desc), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_set_group(world.crowd, 1, &desc), THRONG_ERROR_ARGUMENT);
    agent.group = 1;
    assert_result(throng_crowd_set(world.crowd, id, &agent), THRONG_ERROR_ARGUMENT);
    test_world_destroy(&other); /* would fail if the group still held on to a field */
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_int_equal(crowd_world_add_walkers(&world), 1);
    assert_int_equal(crowd_world_add_walkers(&world), 2);
    assert_ok(throng_crowd_set(world.crowd, id, &agent));
    assert_ok(throng_crowd_remove_group(world.crowd, 0));
    assert_int_equal(crowd_world_add_walkers(&world), 0);
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    crowd_world_close(&world);
}

/* More agents than a register holds, so that wide kernels have them. */
static void any_group_can_be_removed(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 8, 9, 4, 40);
    assert_int_equal(crowd_world_add_walkers(&world), 1);
    assert_ok(throng_crowd_remove_group(world.crowd, 0));
    throng_agent_id id = THRONG_AGENT_NONE;
    for (int32_t k = 0; k < 40; k++) {
        const throng_agent_desc desc =
            crowd_agent_at(0.5f + 0.25f * (float)(k % 8), 1.5f + (float)(k / 8), 1);
        id = crowd_add(world.crowd, &desc);
    }
    for (int32_t k = 0; k < 30; k++)
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
    assert_true(crowd_get(world.crowd, id).velocity_x > 0.5f);
    crowd_world_close(&world);
}

static void a_group_can_be_told_what_it_already_does(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 8, 9, 4, 4);
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &desc));
    for (int32_t turn = 0; turn < 5; turn++)
        assert_ok(throng_crowd_set_group(world.crowd, 0, &desc));
    assert_result(throng_cost_destroy(world.ground.cost), THRONG_ERROR_IN_USE);
    crowd_world_close(&world);
}

static void get_group_gives_back_the_desc(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 12, 8, 4);
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = world.ground.cost;
    desc.wall_rule = THRONG_WALL_RULE_REPEL;
    desc.separation_range = 2.5f;
    desc.separation_strength = 0.25f;
    desc.terrain_speed = false;
    desc.stop_at_goal = false;
    int32_t group = -1;
    assert_ok(throng_crowd_add_group(world.crowd, &desc, &group));
    assert_int_equal(group, 1);
    throng_group_desc got = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 1, &got));
    assert_ptr_equal(got.cost, desc.cost);
    assert_null(got.integration);
    assert_null(got.flow);
    assert_int_equal(got.wall_rule, THRONG_WALL_RULE_REPEL);
    assert_true(got.separation_range == 2.5f && got.separation_strength == 0.25f);
    assert_true(!got.terrain_speed && !got.stop_at_goal);
    assert_int_equal(got.struct_size, sizeof got);
    assert_result(throng_crowd_get_group(world.crowd, 2, &got), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_get_group(world.crowd, -1, &got), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_get_group(world.crowd, 0, NULL), THRONG_ERROR_ARGUMENT);
    crowd_world_close(&world);
}

/* Fails unless neither add_group nor set_group takes the desc. */
static void expect_refused(crowd_world *world, const throng_group_desc *desc, throng_result wanted)
{
    int32_t group = -77;
    assert_result(throng_crowd_add_group(world->crowd, desc, &group), wanted);
    assert_int_equal(group, -77);
    assert_result(throng_crowd_set_group(world->crowd, 0, desc), wanted);
}

static void groups_out_of_range_are_refused(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 8, 9, 4, 4);
    throng_group_desc good = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &good));
    const float ranges[] = {0.99f, 4.01f, -1, NAN, INFINITY};
    const float strengths[] = {-0.01f, 64.1f, NAN, INFINITY};
    throng_group_desc desc = good;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        desc.separation_range = ranges[i];
        expect_refused(&world, &desc, THRONG_ERROR_ARGUMENT);
    }
    desc = good;
    for (size_t i = 0; i < sizeof strengths / sizeof strengths[0]; i++) {
        desc.separation_strength = strengths[i];
        expect_refused(&world, &desc, THRONG_ERROR_ARGUMENT);
    }
    desc = good;
    desc.wall_rule = (throng_wall_rule)2;
    expect_refused(&world, &desc, THRONG_ERROR_ARGUMENT);
    desc = good;
    desc.cost = NULL;
    expect_refused(&world, &desc, THRONG_ERROR_ARGUMENT);
    desc = good;
    desc.flow = NULL;
    expect_refused(&world, &desc, THRONG_ERROR_ARGUMENT);
    desc = good;
    desc.integration = NULL;
    expect_refused(&world, &desc, THRONG_ERROR_ARGUMENT);
    desc = good;
    desc.struct_size = 0;
    expect_refused(&world, &desc, THRONG_ERROR_ARGUMENT);
    expect_refused(&world, NULL, THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_set_group(world.crowd, 1, &good), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_set_group(world.crowd, -1, &good), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_add_group(world.crowd, &good, NULL), THRONG_ERROR_ARGUMENT);
    crowd_world_close(&world);
}

static void fields_of_another_shape_are_refused_and_not_held(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 12, 8, 4);
    throng_grid grids[3];
    for (int32_t i = 0; i < 3; i++)
        grids[i] = world.ground.grid;
    grids[0].width = 13;
    grids[1].cell_size = 2;
    grids[2].origin_x = 1;
    for (int32_t i = 0; i < 3; i++) {
        test_world other = test_world_on_grid(grids[i], NULL);
        throng_group_desc desc = throng_group_desc_default();
        desc.cost = other.cost;
        expect_refused(&world, &desc, THRONG_ERROR_SHAPE);
        desc.cost = world.ground.cost;
        desc.integration = other.integration;
        desc.flow = other.flow;
        expect_refused(&world, &desc, THRONG_ERROR_SHAPE);
        test_world_destroy(&other);
    }
    crowd_world_close(&world);
}

static void groups_beyond_the_capacity_are_refused(void **state)
{
    (void)state;
    crowd_world world;
    world.ground = test_world_create(8, 8, NULL);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world.ground.grid;
    desc.group_capacity = 2;
    assert_ok(throng_crowd_create(world.ground.context, &desc, &world.crowd));
    throng_group_desc idle = throng_group_desc_default();
    idle.cost = world.ground.cost;
    int32_t group = -77;
    assert_ok(throng_crowd_add_group(world.crowd, &idle, &group));
    assert_ok(throng_crowd_add_group(world.crowd, &idle, &group));
    assert_result(throng_crowd_add_group(world.crowd, &idle, &group), THRONG_ERROR_CAPACITY);
    assert_int_equal(group, 1);
    assert_ok(throng_crowd_reserve(world.crowd, 1, 3));
    assert_ok(throng_crowd_add_group(world.crowd, &idle, &group));
    assert_int_equal(group, 2);
    crowd_world_close(&world);
}

/* Fails unless a step is refused with `wanted` and leaves the crowd as it was. */
static void expect_no_step(crowd_world *world, throng_result wanted)
{
    const uint64_t before = throng_crowd_hash(world->crowd, THRONG_STAGE_STEP);
    assert_result(throng_crowd_step(world->crowd, 0.05f), wanted);
    assert_true(throng_crowd_hash(world->crowd, THRONG_STAGE_STEP) == before);
}

static void a_step_refuses_fields_that_are_not_current(void **state)
{
    (void)state;
    crowd_world world;
    world.ground = test_world_create(12, 8, NULL);
    crowd_world_populate(&world, 4);
    crowd_world_add_walkers(&world);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    crowd_add(world.crowd, &desc);
    expect_no_step(&world, THRONG_ERROR_NOT_SOLVED);
    const throng_cell goal = {9, 4}, other = {1, 1};
    throng_solver *const solver = world.ground.solver;
    throng_cost_field *const cost = world.ground.cost;
    throng_integration_field *const integration = world.ground.integration;
    assert_ok(throng_integrate(solver, cost, &goal, 1, integration));
    expect_no_step(&world, THRONG_ERROR_NOT_SOLVED);
    assert_ok(throng_flow(cost, integration, world.ground.flow));
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_ok(throng_integrate(solver, cost, &other, 1, integration));
    expect_no_step(&world, THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_flow(cost, integration, world.ground.flow));
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    const throng_rect cells = {5, 5, 1, 1};
    assert_ok(throng_cost_fill(cost, cells, 7));
    expect_no_step(&world, THRONG_ERROR_NOT_COMMITTED);
    assert_ok(throng_cost_commit(cost));
    expect_no_step(&world, THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_integrate(solver, cost, &other, 1, integration));
    expect_no_step(&world, THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_flow(cost, integration, world.ground.flow));
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    crowd_world_close(&world);
}

static void an_idle_group_needs_committed_ground_only(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 12, 8, 4);
    const throng_agent_desc desc = crowd_agent_at(2.25f, 2.75f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    const throng_rect cells = {5, 5, 1, 1};
    assert_ok(throng_cost_fill(world.ground.cost, cells, 7));
    expect_no_step(&world, THRONG_ERROR_NOT_COMMITTED);
    assert_ok(throng_cost_commit(world.ground.cost));
    for (int32_t turn = 0; turn < 20; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    const throng_agent_desc got = crowd_get(world.crowd, id);
    assert_true(got.x == 2.25f && got.y == 2.75f);
    assert_true(got.velocity_x == 0 && got.velocity_y == 0);
    assert_int_equal(crowd_flags(world.crowd, id), THRONG_AGENT_ASLEEP);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_a_group_cannot_be_destroyed),
        cmocka_unit_test(set_group_lets_go_of_the_old_fields),
        cmocka_unit_test(a_removed_group_lets_go_and_its_number_is_given_again),
        cmocka_unit_test(any_group_can_be_removed),
        cmocka_unit_test(a_group_can_be_told_what_it_already_does),
        cmocka_unit_test(get_group_gives_back_the_desc),
        cmocka_unit_test(groups_out_of_range_are_refused),
        cmocka_unit_test(fields_of_another_shape_are_refused_and_not_held),
        cmocka_unit_test(groups_beyond_the_capacity_are_refused),
        cmocka_unit_test(a_step_refuses_fields_that_are_not_current),
        cmocka_unit_test(an_idle_group_needs_committed_ground_only),
    };
    return cmocka_run_group_tests_name("crowd groups", tests, NULL, NULL);
}
