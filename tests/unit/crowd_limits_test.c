/*
 * crowd_limits_test.c: crowds at the ends of what numbers can say: the largest maps, the smallest
 * agents, the tiniest distances, far from the origin.
 */
#include "crowd_world.h"

#include <math.h>

static void step_some(crowd_world *world)
{
    throng_crowd_report report;
    for (int32_t turn = 0; turn < 3; turn++) {
        assert_ok(throng_crowd_step(world->crowd, 1.0f / 60.0f));
        assert_ok(throng_crowd_inspect(world->crowd, &report));
        assert_int_equal(report.in_wall, 0);
    }
}

/* Distances that divide to infinity. */
static void agents_a_denormal_apart_are_sorted(void **state)
{
    (void)state;
    const float apart[] = {1e-30f, 1e-36f, 1e-38f, 1e-40f, 1.4e-45f};
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++) {
        crowd_world world;
        crowd_world_idle(&world, 8, 8, 8);
        throng_agent_desc desc = crowd_agent_at(0, 4, 0);
        crowd_add(world.crowd, &desc);
        desc.x = apart[i];
        crowd_add(world.crowd, &desc);
        desc.y = 1;
        crowd_add(world.crowd, &desc);
        desc.x = 0;
        desc.y = 0;
        crowd_add(world.crowd, &desc);
        desc.y = apart[i];
        crowd_add(world.crowd, &desc);
        step_some(&world);
        crowd_world_close(&world);
    }
}

/* A map of the greatest length with the smallest agents: 16384 km in rows of 2 mm. */
static void the_smallest_agents_on_the_longest_map(void **state)
{
    (void)state;
    for (int32_t trial = 0; trial < 2; trial++) {
        throng_grid grid = throng_grid_default(trial ? 1 : 16384, trial ? 16384 : 1);
        grid.cell_size = 1000;
        grid.origin_x = grid.origin_y = trial ? -1e6f : 1e6f;
        crowd_world world;
        world.ground = test_world_on_grid(grid, NULL);
        crowd_world_populate(&world, 64);
        crowd_world_add_idlers(&world);
        throng_agent_desc desc = crowd_agent_at(0, 0, 0);
        desc.radius = 0.001f;
        desc.max_speed = 1;
        for (int32_t i = 0; i < 32; i++) {
            const float along = 1000 * (0.5f + 16383 * (float)i / 31), across = 500;
            desc.x = grid.origin_x + (trial ? across : along);
            desc.y = grid.origin_y + (trial ? along : across);
            crowd_add(world.crowd, &desc);
            crowd_add(world.crowd, &desc);
        }
        step_some(&world);
        throng_agent_id found[64];
        int32_t count = 0;
        const throng_point last = {desc.x, desc.y};
        assert_ok(throng_crowd_query_radius(world.crowd, last, 10, found, 64, &count));
        assert_int_equal(count, 2);
        assert_ok(throng_crowd_query_radius(world.crowd, last, 3e7f, found, 64, &count));
        assert_int_equal(count, 64);
        crowd_world_close(&world);
    }
}

static void the_largest_agents_see_the_whole_map(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 40, 40, 8);
    throng_agent_desc desc = crowd_agent_at(20, 20, 0);
    desc.radius = 64;
    desc.max_speed = 100;
    crowd_add(world.crowd, &desc);
    desc.x = 20.5f;
    crowd_add(world.crowd, &desc);
    desc.x = desc.y = 3;
    desc.radius = 0.2f;
    crowd_add(world.crowd, &desc);
    step_some(&world);
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.overlapping, 3);
    crowd_world_close(&world);
}

static void velocities_of_1e9_are_cut_and_harmless(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 40, 40, 8);
    throng_agent_desc desc = crowd_agent_at(20, 20, 0);
    desc.velocity_x = 1e9f;
    desc.velocity_y = -1e9f;
    desc.max_acceleration = 1e8f;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    desc.x = 20.1f;
    desc.velocity_x = -1e9f;
    crowd_add(world.crowd, &desc);
    step_some(&world);
    const throng_agent_desc now = crowd_get(world.crowd, id);
    assert_true(isfinite(now.velocity_x) && isfinite(now.velocity_y));
    assert_true(hypotf(now.x - 20, now.y - 20) < 0.4f); /* it makes room for the other */
    crowd_world_close(&world);
}

static void crowds_out_of_range_are_refused(void **state)
{
    (void)state;
    test_world ground = test_world_create(8, 8, NULL);
    const throng_crowd_desc good = {.struct_size = sizeof good,
                                    .grid = ground.grid,
                                    .agent_capacity = 1,
                                    .group_capacity = 1,
                                    .substep = 0.01f};
    throng_crowd *crowd = NULL;
    const struct {
        int32_t agents, groups;
        float substep, cell_size;
    } bad[] = {
        {-1, 1, 0.01f, 1},   {THRONG_AGENTS_MAX + 1, 1, 0.01f, 1},
        {1, 0, 0.01f, 1},    {1, THRONG_GROUPS_MAX + 1, 0.01f, 1},
        {1, -1, 0.01f, 1},   {1, 1, 0.9e-4f, 1},
        {1, 1, 0.11f, 1},    {1, 1, NAN, 1},
        {1, 1, 0.01f, 0},    {1, 1, 0.01f, NAN},
        {1, 1, 0.01f, 1001},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        throng_crowd_desc desc = good;
        desc.agent_capacity = bad[i].agents;
        desc.group_capacity = bad[i].groups;
        desc.substep = bad[i].substep;
        desc.grid.cell_size = bad[i].cell_size;
        assert_result(throng_crowd_create(ground.context, &desc, &crowd), THRONG_ERROR_ARGUMENT);
        assert_null(crowd);
    }
    throng_crowd_desc without_grid = throng_crowd_desc_default();
    assert_result(throng_crowd_create(ground.context, &without_grid, &crowd),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_create(ground.context, NULL, &crowd), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_create(ground.context, &good, NULL), THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_crowd_create(NULL, &good, &crowd), THRONG_ERROR_ARGUMENT);
    assert_ok(throng_crowd_destroy(NULL));
    assert_ok(throng_crowd_create(ground.context, &good, &crowd));
    assert_result(throng_context_destroy(ground.context), THRONG_ERROR_IN_USE);
    assert_ok(throng_crowd_destroy(crowd));
    test_world_destroy(&ground);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_a_denormal_apart_are_sorted),
        cmocka_unit_test(the_smallest_agents_on_the_longest_map),
        cmocka_unit_test(the_largest_agents_see_the_whole_map),
        cmocka_unit_test(velocities_of_1e9_are_cut_and_harmless),
        cmocka_unit_test(crowds_out_of_range_are_refused),
    };
    return cmocka_run_group_tests_name("crowd limits", tests, NULL, NULL);
}
