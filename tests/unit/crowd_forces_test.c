/*
 * crowd_forces_test.c: pushes of neighbours and walls, worked out by hand.
 */
#include "crowd_world.h"

#include <math.h>

/* A pair of idle agents `distance` metres apart along x, around x = 5. */
typedef struct pair {
    crowd_world world;
    throng_agent_id left, right;
} pair;

static void open_pair(pair *two, float distance, float left_mass, float right_mass, float strength)
{
    crowd_world_idle(&two->world, 10, 10, 2);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(two->world.crowd, 0, &group));
    group.separation_strength = strength;
    group.stands_firm = false;
    assert_ok(throng_crowd_set_group(two->world.crowd, 0, &group));
    throng_agent_desc desc = crowd_agent_at(5 - distance / 2, 5, 0);
    desc.max_acceleration = 6;
    desc.mass = left_mass;
    two->left = crowd_add(two->world.crowd, &desc);
    desc.x = 5 + distance / 2;
    desc.mass = right_mass;
    two->right = crowd_add(two->world.crowd, &desc);
    assert_ok(throng_crowd_step(two->world.crowd, 1.0f / 60.0f));
}

/* Pushes are at most a seven-hundredth of the greatest too small, never too large: of the 6 m/s2
 * for 1/60 s, or twice that for the lighter of two. */
#define SHORT (6.0f / 60 / 700)

static bool is_push(float got, float wanted, float greatest)
{
    const float missing = wanted < 0 ? got - wanted : wanted - got;
    return missing > -1e-6f && missing < greatest * SHORT;
}

static void expect_velocity_x(const pair *two, float left, float right)
{
    const throng_agent_desc one = crowd_get(two->world.crowd, two->left);
    const throng_agent_desc other = crowd_get(two->world.crowd, two->right);
    assert_true(is_push(one.velocity_x, left, 2) && one.velocity_y == 0);
    assert_true(is_push(other.velocity_x, right, 2) && other.velocity_y == 0);
}

static void equal_agents_push_each_other_equally(void **state)
{
    (void)state;
    /* R = 1.5 * 0.3 * 2 = 0.9 m; at 0.6 m (0.9 - 0.6) / 0.9 = 1/3 of 6 m/s2 for 1/60 s: 1/30 m/s.
     * That moves each by 1/1800 m. */
    pair two;
    open_pair(&two, 0.6f, 80, 80, 1);
    expect_velocity_x(&two, -1.0f / 30, 1.0f / 30);
    const throng_agent_desc left = crowd_get(two.world.crowd, two.left);
    const throng_agent_desc right = crowd_get(two.world.crowd, two.right);
    assert_true(left.velocity_x == -right.velocity_x);
    assert_true(fabsf(left.x - (4.7f - 1.0f / 1800)) < 4e-6f);
    assert_true(fabsf(right.x - (5.3f + 1.0f / 1800)) < 4e-6f);
    crowd_world_close(&two.world);
}

static void the_heavier_yields_less(void **state)
{
    (void)state;
    /* sqrt(m_j / m_i): twice as much for the light one, half as much for the heavy one. */
    pair two;
    open_pair(&two, 0.6f, 40, 160, 1);
    expect_velocity_x(&two, -1.0f / 15, 1.0f / 60);
    crowd_world_close(&two.world);
}

static void a_push_is_at_most_the_acceleration(void **state)
{
    (void)state;
    /* 10 * 1/3 > 1: 6 m/s2 for 1/60 s. */
    pair two;
    open_pair(&two, 0.6f, 80, 80, 10);
    expect_velocity_x(&two, -0.1f, 0.1f);
    crowd_world_close(&two.world);
}

static void the_larger_yields_less(void **state)
{
    (void)state;
    /* Reaches 0.45 and 0.9 m, R = 1.35 m, d = 0.9 m: the small one is pushed (R - d) / (2 * 0.45) =
     * 1/2 of 6 m/s2 for 1/60 s, the large one half as much. */
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 2);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.separation_strength = 1;
    group.stands_firm = false;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    throng_agent_desc desc = crowd_agent_at(5, 4, 0);
    desc.max_acceleration = 6;
    const throng_agent_id small = crowd_add(world.crowd, &desc);
    desc.y = 4.9f;
    desc.radius = 0.6f;
    const throng_agent_id large = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
    assert_true(is_push(crowd_get(world.crowd, small).velocity_y, -0.05f, 2));
    assert_true(is_push(crowd_get(world.crowd, large).velocity_y, 0.025f, 1));
    crowd_world_close(&world);
}

static void ranges_shorter_than_a_row_is_high_are_kept_to(void **state)
{
    (void)state;
    /* Rows are at least as high as 1.5 * 0.3 * 2 = 0.9 m; R = 1.1 * 0.3 * 2 = 0.66 m: nothing at
     * 0.7 m, and at 0.495 m (0.66 - 0.495) / 0.66 = 1/4 of 6 m/s2 for 1/60 s. */
    for (int is_in_range = 0; is_in_range < 2; is_in_range++) {
        crowd_world world;
        crowd_world_idle(&world, 10, 10, 2);
        throng_group_desc group = throng_group_desc_default();
        assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
        group.separation_strength = 1;
        group.separation_range = 1.1f;
        group.stands_firm = false;
        assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
        throng_agent_desc desc = crowd_agent_at(5, 4, 0);
        desc.max_acceleration = 6;
        crowd_add(world.crowd, &desc);
        desc.x = is_in_range ? 5.495f : 5.7f;
        const throng_agent_id east = crowd_add(world.crowd, &desc);
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
        assert_true(is_push(crowd_get(world.crowd, east).velocity_x, is_in_range * 0.025f, 1));
        crowd_world_close(&world);
    }
}

static void beyond_the_range_nobody_pushes(void **state)
{
    (void)state;
    pair two;
    open_pair(&two, 0.901f, 80, 80, 10);
    expect_velocity_x(&two, 0, 0);
    crowd_world_close(&two.world);
}

static void a_velocity_without_a_wish_dies_away(void **state)
{
    (void)state;
    /* Idle: a = -10 v, so 1/60 s takes a sixth of 0.3 m/s: 0.25 m/s. */
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 1);
    throng_agent_desc desc = crowd_agent_at(5, 5, 0);
    desc.velocity_y = 0.3f;
    desc.max_acceleration = 100;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
    assert_true(fabsf(crowd_get(world.crowd, id).velocity_y - 0.25f) < 1e-6f);
    assert_true(fabsf(crowd_get(world.crowd, id).y - (5 + 0.25f / 60)) < 1e-6f);
    crowd_world_close(&world);
}

/* Two of equal mass on one point leave it on opposite sides, at the same speed. */
static void coincident_agents_part_in_opposite_directions(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 30, 10, 20);
    for (int32_t i = 0; i < 10; i++) {
        const throng_agent_desc desc = crowd_agent_at(1.0f + 3 * (float)i, 5, 0);
        const throng_agent_id one = crowd_add(world.crowd, &desc);
        const throng_agent_id other = crowd_add(world.crowd, &desc);
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
        const throng_agent_desc left = crowd_get(world.crowd, one);
        const throng_agent_desc right = crowd_get(world.crowd, other);
        assert_true(left.velocity_x == -right.velocity_x && left.velocity_y == -right.velocity_y);
        assert_true(left.x != right.x || left.y != right.y);
    }
    crowd_world_close(&world);
}

/* Many on one point, and pairs at every tiny distance: finite, apart after two seconds, and no
 * faster than their speed allows. */
static void stacks_and_tiny_distances_stay_finite(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 20, 20, 64);
    throng_agent_id ids[64];
    int32_t count = 0;
    for (int32_t i = 0; i < 24; i++) {
        const throng_agent_desc desc = crowd_agent_at(5, 5, 0);
        ids[count++] = crowd_add(world.crowd, &desc);
    }
    for (float tiny = 1e-1f; tiny > 1e-9f; tiny *= 0.1f) {
        throng_agent_desc desc = crowd_agent_at(15, 1.0f + 0.9f * (float)(count % 20), 0);
        ids[count++] = crowd_add(world.crowd, &desc);
        desc.x += tiny;
        ids[count++] = crowd_add(world.crowd, &desc);
    }
    for (int32_t turn = 0; turn < 120; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
        for (int32_t i = 0; i < count; i++) {
            const throng_agent_desc now = crowd_get(world.crowd, ids[i]);
            assert_true(isfinite(now.x) && isfinite(now.y));
            assert_true(hypotf(now.velocity_x, now.velocity_y) <= 1.4f * 1.0001f);
        }
    }
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_true(report.max_overlap < 0.5f);
    crowd_world_close(&world);
}

static const char *const corridor[] = {
    "##########",
    "#........#",
    "#........#",
    "##########",
};

static void walls_keep_a_disc_a_radius_away(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 1, corridor, 4);
    crowd_world_populate(&world, 4);
    crowd_world_add_idlers(&world);
    /* Too near the north wall (y = 1), in the south-east corner (9, 3), and clear of all walls. */
    const float starts[3][2] = {{4, 1.1f}, {8.95f, 2.9f}, {6, 2}};
    const float ends[3][2] = {{4, 1.3f}, {8.7f, 2.7f}, {6, 2}};
    for (int32_t i = 0; i < 3; i++) {
        const throng_agent_desc desc = crowd_agent_at(starts[i][0], starts[i][1], 0);
        const throng_agent_id id = crowd_add(world.crowd, &desc);
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
        const throng_agent_desc now = crowd_get(world.crowd, id);
        assert_true(fabsf(now.x - ends[i][0]) < 1e-5f && fabsf(now.y - ends[i][1]) < 1e-5f);
        assert_ok(throng_crowd_remove(world.crowd, id));
    }
    crowd_world_close(&world);
}

static void who_walks_into_a_wall_slides_along_it(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_draw(&world, 1, corridor, 4);
    crowd_world_populate(&world, 1);
    crowd_world_add_idlers(&world);
    throng_agent_desc desc = crowd_agent_at(3, 1.3f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    for (int32_t turn = 0; turn < 30; turn++) {
        assert_ok(throng_crowd_set_velocity(world.crowd, id, 0.9f, -0.9f));
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
        const throng_agent_desc now = crowd_get(world.crowd, id);
        assert_true(fabsf(now.y - 1.3f) < 1e-5f);
        assert_true(now.velocity_x > 0.5f && now.velocity_y >= -1e-6f);
    }
    /* It brakes by 5.6 m/s2 against its velocity: 5.6 / sqrt(2) / 60 = 0.066 of 0.9 m/s along x
     * each substep, which leaves 0.834 m/s for half a second. */
    assert_true(fabsf(crowd_get(world.crowd, id).x - 3.417f) < 0.001f);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_agents_push_each_other_equally),
        cmocka_unit_test(the_heavier_yields_less),
        cmocka_unit_test(the_larger_yields_less),
        cmocka_unit_test(a_push_is_at_most_the_acceleration),
        cmocka_unit_test(ranges_shorter_than_a_row_is_high_are_kept_to),
        cmocka_unit_test(beyond_the_range_nobody_pushes),
        cmocka_unit_test(a_velocity_without_a_wish_dies_away),
        cmocka_unit_test(coincident_agents_part_in_opposite_directions),
        cmocka_unit_test(stacks_and_tiny_distances_stay_finite),
        cmocka_unit_test(walls_keep_a_disc_a_radius_away),
        cmocka_unit_test(who_walks_into_a_wall_slides_along_it),
    };
    return cmocka_run_group_tests_name("crowd forces", tests, NULL, NULL);
}
