/*
 * crowd_part_test.c: discs that overlap part, whoever is at rest sleeps, and a touch wakes it.
 * Worked out by hand where there is one answer.
 */
#include "crowd_world.h"

#include <math.h>

#include "random.h"

#define SUBSTEP (1.0f / 60.0f)

/* Two idle agents around x = 5, `distance` apart, after one substep. */
typedef struct pair {
    throng_agent_desc left, right;
} pair;

static pair part(int32_t passes, float distance, float left_mass, float right_mass)
{
    crowd_world world;
    world.ground = test_world_create(10, 10, NULL);
    throng_crowd_desc crowd = throng_crowd_desc_default();
    crowd.grid = world.ground.grid;
    crowd.position_passes = passes;
    assert_ok(throng_crowd_create(world.ground.context, &crowd, &world.crowd));
    crowd_world_add_idlers(&world);
    throng_agent_desc desc = crowd_agent_at(5 - distance / 2, 5, 0);
    desc.mass = left_mass;
    const throng_agent_id left = crowd_add(world.crowd, &desc);
    desc.x = 5 + distance / 2;
    desc.mass = right_mass;
    const throng_agent_id right = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    const pair two = {crowd_get(world.crowd, left), crowd_get(world.crowd, right)};
    crowd_world_close(&world);
    return two;
}

static void expect_x(const pair *two, float left, float right)
{
    assert_true(fabsf(two->left.x - left) < 2e-6f && fabsf(two->right.x - right) < 2e-6f);
    assert_true(two->left.y == 5 && two->right.y == 5);
    assert_true(two->left.velocity_x == 0 && two->right.velocity_x == 0);
}

static void a_pair_is_apart_after_one_pass(void **state)
{
    (void)state;
    /* Radii 0.3 m: they part to 0.99 * 0.6 = 0.594 m. 0.584 m lacks 0.01 m, half of it each. */
    const pair two = part(1, 0.584f, 80, 80);
    expect_x(&two, 5 - 0.297f, 5 + 0.297f);
    const pair again = part(4, 0.584f, 80, 80);
    expect_x(&again, 5 - 0.297f, 5 + 0.297f);
}

static void the_heavier_of_two_gives_way_less(void **state)
{
    (void)state;
    /* By 1 / mass: the light one takes 4/5 of the 0.01 m. */
    const pair two = part(1, 0.584f, 40, 160);
    expect_x(&two, 5 - 0.292f - 0.008f, 5 + 0.292f + 0.002f);
}

static void a_pass_moves_nobody_farther_than_its_share(void **state)
{
    (void)state;
    /* All passes together 0.1 of the sum of radii, 0.06 m, however deep the overlap is. */
    const pair deep = part(1, 0.1f, 80, 80);
    expect_x(&deep, 5 - 0.05f - 0.06f, 5 + 0.05f + 0.06f);
    const pair four = part(4, 0.1f, 80, 80);
    expect_x(&four, 5 - 0.05f - 0.06f, 5 + 0.05f + 0.06f);
}

static void without_passes_nobody_parts(void **state)
{
    (void)state;
    const pair two = part(0, 0.1f, 80, 80);
    expect_x(&two, 5 - 0.05f, 5 + 0.05f);
}

/* Two who walk east, one right behind the other and `distance` apart, at `speed` as they begin;
 * where they are after a substep with one pass, less what they have walked. */
static pair queue_up(float distance, float speed)
{
    crowd_world world;
    throng_group_desc group;
    world.ground = test_world_create(20, 10, NULL);
    crowd_world_solve(&world, 18, 5);
    throng_crowd_desc crowd = throng_crowd_desc_default();
    crowd.grid = world.ground.grid;
    crowd.position_passes = 1;
    assert_ok(throng_crowd_create(world.ground.context, &crowd, &world.crowd));
    crowd_world_add_walkers(&world);
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.separation_strength = 0;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    throng_agent_desc desc = crowd_agent_at(5 - distance / 2, 5.5f, 0);
    desc.velocity_x = speed;
    const throng_agent_id left = crowd_add(world.crowd, &desc);
    desc.x = 5 + distance / 2;
    const throng_agent_id right = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    pair two = {crowd_get(world.crowd, left), crowd_get(world.crowd, right)};
    /* By default they gain 1.4 m/s in 0.25 s. */
    const float walk = (speed > 0 ? speed : 5.6f * SUBSTEP) * SUBSTEP;
    two.left.x -= walk;
    two.right.x -= walk;
    crowd_world_close(&world);
    return two;
}

static void expect_parted(const pair *two, float left, float right)
{
    assert_true(fabsf(two->left.x - left) < 3e-6f && fabsf(two->right.x - right) < 3e-6f);
    assert_true(two->left.y == 5.5f && two->right.y == 5.5f);
}

static void who_is_held_up_gives_way_to_those_ahead(void **state)
{
    (void)state;
    /* 0.01 m is lacking. They overlap by 0.594 / 0.584 - 1 = 0.017123, so that 1 - 9 * 0.017123 =
     * 0.84589 is left of a tilt of 0.5: the one in front moves by 0.01 * (1 - 0.42295) / 2. */
    const pair two = queue_up(0.584f, 0);
    expect_parted(&two, 5 - 0.292f - 0.0071147f, 5 + 0.292f + 0.0028853f);
    /* Deeper than a ninth it is as among all others: 0.064 m are lacking. */
    const pair deep = queue_up(0.53f, 0);
    expect_parted(&deep, 5 - 0.297f, 5 + 0.297f);
}

static void who_walks_on_parts_evenly(void **state)
{
    (void)state;
    const pair two = queue_up(0.584f, 1.4f);
    expect_parted(&two, 5 - 0.297f, 5 + 0.297f);
}

/* Everybody within a few radii; sizes 1:8; some walk, some stand. */
static void open_heap(crowd_world *world, int32_t count, uint64_t seed)
{
    test_random random = {seed};
    crowd_world_walk(world, 40, 40, 20, 20, count);
    crowd_world_add_idlers(world);
    for (int32_t i = 0; i < count; i++) {
        throng_agent_desc desc = crowd_agent_at(0, 0, i % 3 == 0);
        desc.radius = i % 20 == 0 ? 0.8f : test_random_float(&random, 0.1f, 0.3f);
        desc.mass = 800 * desc.radius * desc.radius;
        desc.x = 15 + test_random_float(&random, -3, 3);
        desc.y = 15 + test_random_float(&random, -3, 3);
        crowd_add(world->crowd, &desc);
    }
}

/* The stated bound: less than 0.3 of the sum of radii after a second. */
static void overlaps_are_shallow_after_a_second(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        crowd_world world;
        open_heap(&world, 150, test_seed("crowd part", 61) + seed);
        for (int32_t turn = 0; turn < 60; turn++)
            assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        for (int32_t turn = 0; turn < 300; turn++) {
            throng_crowd_report report;
            assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
            assert_ok(throng_crowd_inspect(world.crowd, &report));
            if (!(report.max_overlap < 0.3f))
                fail_msg("seed %d, substep %d: overlap %g", (int)seed, (int)turn,
                         (double)report.max_overlap);
        }
        crowd_world_close(&world);
    }
}

static void whoever_stands_sleeps_until_touched(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 20, 20, 2);
    const throng_agent_desc desc = crowd_agent_at(10, 10, 0);
    const throng_agent_id sleeper = crowd_add(world.crowd, &desc);
    for (int32_t turn = 0; turn < 29; turn++)
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_int_equal(crowd_flags(world.crowd, sleeper), 0);
    for (int32_t turn = 0; turn < 2; turn++) /* half a second, give or take the sum's rounding */
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_int_equal(crowd_flags(world.crowd, sleeper), THRONG_AGENT_ASLEEP);

    throng_agent_desc other = crowd_agent_at(10.3f, 10, 0);
    const throng_agent_id intruder = crowd_add(world.crowd, &other);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_true(crowd_get(world.crowd, sleeper).x == 10); /* it has been touched, and wakes next */
    assert_true(crowd_get(world.crowd, intruder).x > 10.3f);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_int_equal(crowd_flags(world.crowd, sleeper), 0);
    assert_true(crowd_get(world.crowd, sleeper).x < 10);
    for (int32_t turn = 0; turn < 240; turn++) /* it tries to get back for 2.4 s */
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_int_equal(crowd_flags(world.crowd, sleeper), THRONG_AGENT_ASLEEP);
    assert_int_equal(crowd_flags(world.crowd, intruder), THRONG_AGENT_ASLEEP);
    crowd_world_close(&world);
}

static void the_host_wakes_sleepers(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 20, 20, 1);
    throng_agent_desc desc = crowd_agent_at(10, 10, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    for (int32_t turn = 0; turn < 4; turn++) {
        for (int32_t k = 0; k < 80; k++)
            assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        assert_int_equal(crowd_flags(world.crowd, id), THRONG_AGENT_ASLEEP);
        if (turn == 0)
            assert_ok(throng_crowd_set_velocity(world.crowd, id, 0.5f, 0));
        else if (turn == 1)
            assert_ok(throng_crowd_set_position(world.crowd, id, (throng_point){5, 5}));
        else if (turn == 2)
            assert_ok(throng_crowd_set(world.crowd, id, &desc));
        assert_int_equal(crowd_flags(world.crowd, id), turn < 3 ? 0 : THRONG_AGENT_ASLEEP);
    }
    crowd_world_close(&world);
}

/* Among sleepers in one corner walkers go their way as they do without anybody asleep. */
static void sleepers_change_nothing_far_away(void **state)
{
    (void)state;
    throng_agent_desc ends[2];
    for (int32_t side = 0; side < 2; side++) {
        crowd_world world;
        crowd_world_walk(&world, 60, 60, 50, 50, 300);
        crowd_world_add_idlers(&world);
        const throng_agent_desc walker = crowd_agent_at(30.5f, 30.5f, 0);
        const throng_agent_id id = crowd_add(world.crowd, &walker);
        for (int32_t i = 0; side == 1 && i < 200; i++) {
            const throng_agent_desc idler =
                crowd_agent_at(2 + (float)(i % 20), 2 + (float)(i / 20), 1);
            crowd_add(world.crowd, &idler);
        }
        for (int32_t turn = 0; turn < 300; turn++)
            assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        ends[side] = crowd_get(world.crowd, id);
        crowd_world_close(&world);
    }
    crowd_assert_same(&ends[0], &ends[1]);
}

/* Two walk towards each other on one line; how far each gets off it, to its right. */
static void meet(float side_bias, float *east, float *west)
{
    crowd_world world;
    test_world other = test_world_create(30, 20, NULL);
    crowd_world_walk(&world, 30, 20, 28, 10, 2);
    const throng_cell goal = {1, 10};
    test_world_solve(&other, &goal, 1);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.side_bias = side_bias;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    group.cost = other.cost;
    group.integration = other.integration;
    group.flow = other.flow;
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(world.crowd, &group, &number));
    throng_agent_desc desc = crowd_agent_at(8.5f, 10.5f, 0);
    const throng_agent_id one = crowd_add(world.crowd, &desc);
    desc = crowd_agent_at(21.5f, 10.5f, number);
    const throng_agent_id two = crowd_add(world.crowd, &desc);
    *east = *west = 0.0f;
    for (int32_t turn = 0; turn < 600; turn++) {
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        const float south = crowd_get(world.crowd, one).y - 10.5f;
        const float north = 10.5f - crowd_get(world.crowd, two).y;
        *east = fabsf(south) > fabsf(*east) ? south : *east;
        *west = fabsf(north) > fabsf(*west) ? north : *west;
    }
    crowd_world_close(&world);
    test_world_destroy(&other);
}

static void who_meets_another_keeps_to_its_side(void **state)
{
    (void)state;
    float east, west;
    meet(0.6f, &east, &west); /* their right hands: south for one, north for the other */
    assert_true(east > 0.2f && west > 0.2f);
    meet(-0.6f, &east, &west);
    assert_true(east < -0.2f && west < -0.2f);
    meet(0, &east, &west);
    assert_true(fabsf(east) < 0.1f && fabsf(west) < 0.1f);
}

/* Length of the heading of one who walks east at 1.4 m/s and keeps a gap of 1 s, where another disc
 * stands `ahead` and `aside` of it. */
static float haste(float ahead, float aside)
{
    crowd_world world;
    crowd_world_walk(&world, 30, 20, 28, 10, 2);
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &group));
    group.side_bias = 0;
    group.time_gap = 1;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &group));
    crowd_world_add_idlers(&world);
    throng_agent_desc desc = crowd_agent_at(8.5f, 10.5f, 0);
    const throng_agent_id walker = crowd_add(world.crowd, &desc);
    desc = crowd_agent_at(8.5f + ahead, 10.5f + aside, 1);
    crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    throng_crowd_view view;
    assert_ok(throng_crowd_read(world.crowd, &view));
    const float length = view.heading_x[throng_crowd_index(world.crowd, walker)];
    crowd_world_close(&world);
    return length;
}

static void a_time_gap_slows_down_behind_others(void **state)
{
    (void)state;
    /* Radii 0.3 m: 1.3 m between centres are 0.7 m of way, half of what 1 s at 1.4 m/s needs. */
    assert_true(fabsf(haste(1.3f, 0) - 0.5f) < 1e-5f);
    assert_true(fabsf(haste(1.3f, 0.5f) - (sqrtf(1.94f) - 0.6f) / 1.4f) < 1e-5f);
    assert_true(haste(2.1f, 0) == 1);                   /* far enough */
    assert_true(haste(1.3f, 0.7f) == 1);                /* beside the way */
    assert_true(haste(-0.7f, 0) == 1);                  /* behind */
    assert_true(fabsf(haste(0.62f, 0) - 0.1f) < 1e-5f); /* never less than a tenth */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_is_apart_after_one_pass),
        cmocka_unit_test(the_heavier_of_two_gives_way_less),
        cmocka_unit_test(a_pass_moves_nobody_farther_than_its_share),
        cmocka_unit_test(without_passes_nobody_parts),
        cmocka_unit_test(who_is_held_up_gives_way_to_those_ahead),
        cmocka_unit_test(who_walks_on_parts_evenly),
        cmocka_unit_test(overlaps_are_shallow_after_a_second),
        cmocka_unit_test(whoever_stands_sleeps_until_touched),
        cmocka_unit_test(the_host_wakes_sleepers),
        cmocka_unit_test(who_meets_another_keeps_to_its_side),
        cmocka_unit_test(a_time_gap_slows_down_behind_others),
        cmocka_unit_test(sleepers_change_nothing_far_away),
    };
    return cmocka_run_group_tests_name("crowd part", tests, NULL, NULL);
}
