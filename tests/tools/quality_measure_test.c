/*
 * quality_measure_test.c: the scoreboard's metrics on trajectories worked out by hand. There is no
 * crowd here: a metric is a function of recorded places.
 */
#include "quality_record.h"

static void times_of_arrival_are_sorted_out_by_share(void **state)
{
    (void)state;
    quality_record record = start(3);
    for (int32_t f = 0; f <= 20; f++) {
        add_frame(&record);
        walk(&record, 0, 0, 0, 4);
        if (f >= 10)
            settle(&record, 0, 4, 0); /* at 5 s; 2 s is ideal */
        walk(&record, 1, 0, 0, 5);
        if (f >= 20)
            put(&record, 1, 5, 0, 0); /* leaves at 10 s; 2.5 s is ideal */
        walk(&record, 2, 0, 0, 5);    /* never arrives */
        record.group[2] = 1;
    }
    assert_near(quality_arrival(&record, 0), 5);
    assert_near(quality_arrival(&record, 1), 10);
    assert_true(isinf(quality_arrival(&record, 2)));
    const quality_completion all = quality_complete(&record, -1);
    assert_near(all.arrived, 2.0 / 3);
    assert_near(all.t50, 10);
    assert_true(isinf(all.t95) && isinf(all.t100));
    const quality_completion first = quality_complete(&record, 0);
    assert_near(first.arrived, 1);
    assert_near(first.t50, 5);
    assert_near(first.t95, 10);
    assert_near(first.ratio95, 4);
    assert_true(isnan(quality_complete(&record, 7).arrived));
    quality_record_close(&record);
}

static void whoever_comes_no_nearer_for_three_seconds_is_stuck(void **state)
{
    (void)state;
    quality_record record = start(3);
    /* Agent 0 walks 1 m/s up to frame 10 (5 s), stands to frame 30, walks on to frame 40. Agents 1
     * and 2 creep 0.24 m and 0.36 m within 3 s; 0.05 * 2 m/s * 3 s = 0.3 m are asked for. */
    for (int32_t f = 0; f <= 40; f++) {
        const double way = f <= 10 ? 0.5 * f : (f <= 30 ? 5 : 5 + 0.5 * (f - 30));
        add_frame(&record);
        walk(&record, 0, way, 0, 20 - way);
        walk(&record, 1, 0, 0, 20 - 0.04 * f);
        walk(&record, 2, 0, 0, 20 - 0.06 * f);
    }
    quality_stuck stuck = {0, 0, 0};
    quality_add_stuck(&record, 0, 30, &stuck);
    /* Six frames are 3 s: agent 0 has not moved for as long from frame 16 to 30, agent 1 from frame
     * 6 to 30; everybody is asked from frame 6 on. */
    assert_near(stuck.active, 3 * 25);
    assert_near(stuck.stuck, 15 + 25);
    assert_near(stuck.longest, 15);
    const quality_stuck before = stuck;
    quality_add_stuck(&record, 10, 40, &stuck);
    assert_near(stuck.active - before.active, 3 * 25);
    assert_near(stuck.stuck - before.stuck, 15 + 25);
    quality_record_close(&record);
}

static void settled_agents_and_those_without_a_way_are_not_stuck(void **state)
{
    (void)state;
    quality_record record = start(2);
    for (int32_t f = 0; f <= 40; f++) {
        add_frame(&record);
        settle(&record, 0, 1, 1);
        walk(&record, 1, 2, 2, INFINITY);
    }
    quality_stuck stuck = {0, 0, 0};
    quality_add_stuck(&record, 0, 40, &stuck);
    assert_near(stuck.active, 0);
    assert_near(stuck.longest, 0);
    quality_record_close(&record);
}

static void a_detour_shows_in_the_path_ratio(void **state)
{
    (void)state;
    quality_record record = start(3);
    for (int32_t f = 0; f <= 4; f++) {
        static const double x[5] = {0, 0, 4, 4, 40}, y[5] = {0, 3, 3, 0, 0};
        static const double remaining[5] = {4, 5, 3, 0, 0};
        add_frame(&record);
        walk(&record, 0, x[f], y[f], remaining[f]);
        if (f >= 3)
            record.state[quality_at(&record, f, 0)] |= QUALITY_SETTLED; /* 10 m for 4 m */
        walk(&record, 1, 9 * f, 9, f == 0 ? 0.5 : 0); /* too near to say anything */
        walk(&record, 2, 0, f, 9 - f);                /* 4 m for 4 m */
    }
    assert_near(quality_path_ratio(&record, -1), (10.0 / 4 + 1) / 2);
    assert_near(quality_path_length(&record, -1), 7);
    record.group[2] = 1;
    assert_near(quality_path_ratio(&record, 0), 10.0 / 4);
    assert_near(quality_path_length(&record, 1), 4);
    assert_true(isnan(quality_path_ratio(&record, 3)) && isnan(quality_path_length(&record, 3)));
    /* Who was not there at first has not walked to where it begins. */
    record.state[quality_at(&record, 0, 2)] = record.state[quality_at(&record, 1, 2)] = 0;
    assert_near(quality_path_length(&record, 1), 2);
    quality_record_close(&record);
}

static void overlaps_are_shares_of_the_sum_of_radii(void **state)
{
    (void)state;
    quality_record record = start(4);
    record.radius[2] = 0.25f;
    for (int32_t f = 0; f < 2; f++) {
        add_frame(&record);
        walk(&record, 0, 5, 5, 1);
        walk(&record, 1, f == 0 ? 5.6 : 5.96, 5, 1); /* 0.4 deep, then 0.04: not counted */
        walk(&record, 2, 5, 5.675, 1);               /* 0.1 deep with agent 0 */
        put(&record, 3, 5, 5, 0);                    /* not there */
    }
    static quality_overlaps sum;
    memset(&sum, 0, sizeof sum);
    assert_true(quality_add_overlaps(&record, 0, 1, 1, &sum));
    assert_near(sum.agent_steps, 6);
    assert_near(quality_overlap_share(&sum), 5.0 / 6);
    assert_close(sum.deepest, 0.1, 1e-5); /* only frame 1 counts for depth */
    assert_int_equal(sum.deep_pairs, 0);
    memset(&sum, 0, sizeof sum);
    assert_true(quality_add_overlaps(&record, 0, 1, 0, &sum));
    assert_close(sum.deepest, 0.4, 1e-5);
    assert_int_equal(sum.deep_pairs, 1);
    assert_close(quality_overlap_99(&sum), 0.4, 2e-3);
    assert_near(quality_parted(&record, 0.2), 0.5);
    assert_true(isinf(quality_parted(&record, 0.05)));
    quality_record_close(&record);
}

static void pairs_are_found_however_agents_are_numbered(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    quality_record record = start(COUNT);
    uint32_t random = 7;
    for (int32_t f = 0; f < 3; f++) {
        add_frame(&record);
        for (int32_t i = 0; i < COUNT; i++) {
            random = random * 1664525u + 1013904223u;
            const double x = (random >> 8) % 1000 * 0.008;
            random = random * 1664525u + 1013904223u;
            walk(&record, i, x, (random >> 8) % 1000 * 0.008, 1);
            record.radius[i] = 0.1f * (float)(1 + i % 5);
        }
    }
    double deepest = 0;
    int64_t deep = 0;
    for (int32_t f = 0; f < 3; f++) {
        for (int32_t i = 0; i < COUNT; i++) {
            for (int32_t k = i + 1; k < COUNT; k++) {
                const size_t a = quality_at(&record, f, i), b = quality_at(&record, f, k);
                const double reach = (double)record.radius[i] + (double)record.radius[k];
                const double distance = hypot((double)record.x[a] - (double)record.x[b],
                                              (double)record.y[a] - (double)record.y[b]);
                deepest = fmax(deepest, (reach - distance) / reach);
                deep += (reach - distance) / reach > 0.25;
            }
        }
    }
    static quality_overlaps sum;
    memset(&sum, 0, sizeof sum);
    assert_true(quality_add_overlaps(&record, 0, 2, 0, &sum));
    assert_true(deep > 50);
    assert_int_equal(sum.deep_pairs, deep);
    assert_near(sum.deepest, deepest);
    quality_record_close(&record);
}

static void jitter_and_creep_are_those_of_settled_agents(void **state)
{
    (void)state;
    quality_record record = start(2);
    for (int32_t f = 0; f < 5; f++) {
        add_frame(&record);
        settle(&record, 0, f % 2 == 0 ? 1 : 1.3, f % 2 == 0 ? 3 : 3.4); /* to and fro, 1 m/s */
        walk(&record, 1, 9 + f, 1, 1);
    }
    record.state[quality_at(&record, 4, 1)] |= QUALITY_ASLEEP;
    const quality_rest rest = quality_at_rest(&record, 0, 4);
    assert_near(rest.jitter, 2);
    assert_near(rest.creep, 0.5);
    assert_near(rest.asleep, 0.5);
    const quality_rest late = quality_at_rest(&record, 4, 4);
    assert_near(late.jitter, 2);
    quality_record_close(&record);
}

static void four_discs_in_a_square_pack_as_worked_out(void **state)
{
    (void)state;
    quality_record record = start(5);
    add_frame(&record);
    for (int32_t i = 0; i < 4; i++)
        walk(&record, i, 10 + i % 2, 20 + 2 * (i / 2), 1);
    record.group[3] = 1;
    put(&record, 4, 90, 90, 0);
    /* All are sqrt(0.25 + 1) from the middle; the densest disc has radius sqrt(4 * 0.25 / 0.9069).
     */
    assert_near(quality_packing(&record, 0, -1), sqrt(1.25) / sqrt(1 / 0.9069));
    assert_near(quality_packing(&record, 0, 1), 0);
    /* Three corners of the rectangle; the farthest from their middle is 1/3, 4/3 away. */
    assert_near(quality_packing(&record, 0, 0), sqrt(1.0 / 9 + 16.0 / 9) / sqrt(0.75 / 0.9069));
    assert_true(isnan(quality_packing(&record, 0, 5)));
    quality_record_close(&record);
}

static void settling_is_the_beginning_of_two_calm_seconds(void **state)
{
    (void)state;
    quality_record record = start(2);
    /* Agent 0 arrives at frame 4, creeps on at 0.1 m/s up to frame 9 (but stands for a second
     * before frame 7) and at 0.03 m/s ever after. Agent 1 stands, so that the means are half of
     * that: 0.025 and 0.0075 of 2 m/s. */
    double x = 0;
    for (int32_t f = 0; f <= 20; f++) {
        add_frame(&record);
        x += f == 0 ? 0 : (f <= 4 ? 0.5 : (f == 6 || f == 7 ? 0 : (f <= 9 ? 0.05 : 0.015)));
        if (f < 4)
            walk(&record, 0, x, 0, 2 - x);
        else
            settle(&record, 0, x, 0);
        walk(&record, 1, 9, 9, 5);
    }
    /* Frames 10 .. 13 are the first two calm seconds; they begin with frame 9 at 4.5 s, 2.5 s after
     * the arrival at 2 s. */
    assert_near(quality_settle_time(&record), 2.5);
    quality_record_close(&record);
}

static void means_and_members_move_as_told(void **state)
{
    (void)state;
    quality_record record = start(4);
    add_frame(&record);
    for (int32_t i = 0; i < 4; i++)
        walk(&record, i, 1, i, 1);
    add_frame(&record);
    walk(&record, 0, 4, 4, 1);
    walk(&record, 1, 2, 1, 1);
    put(&record, 2, 90, 90, 0); /* has gone: does not count */
    walk(&record, 3, 51, 3, 1);
    record.group[3] = 1;
    assert_near(quality_drift(&record, 0, 1, 0), hypot(2, 2));
    assert_near(quality_displaced(&record, 0, 1, 0), 5);
    assert_near(quality_displaced(&record, 0, 1, 1), 50);
    assert_near(quality_displaced(&record, 0, 1, -1), 50);
    assert_true(isnan(quality_drift(&record, 0, 1, 2)));
    quality_record_close(&record);
}

static void the_flow_through_a_door_is_that_of_the_middle_eighty_per_cent(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    quality_record record = start(COUNT);
    /* Agent i crosses x = 5 in the step to frame i + 1, at (i + 1) / 2 s; the last one goes past
     * the door's end. */
    for (int32_t f = 0; f <= COUNT; f++) {
        add_frame(&record);
        for (int32_t i = 0; i < COUNT; i++)
            walk(&record, i, f > i ? 5.4 : 4.6, i == COUNT - 1 ? 9 : 1, 1);
    }
    double times[COUNT];
    const quality_segment door = {5, 0, 5, 2};
    const int32_t count = quality_crossings(&record, door, times);
    assert_int_equal(count, COUNT - 1);
    assert_near(times[0], 0.5);
    assert_near(times[COUNT - 2], 9.5);
    /* Of 19: the 2nd at 1 s and the 18th at 9 s; 16 in 8 s through 2 m. */
    assert_near(quality_flow(times, count, 2), 1);
    assert_near(quality_gap(times, count, count, 10), 0.5);
    assert_near(quality_gap(times, count, COUNT, 14), 4.5);
    assert_near(quality_flow(times, 1, 2), 0);
    quality_record_close(&record);
}

static void who_has_not_come_yet_crosses_nothing(void **state)
{
    (void)state;
    quality_record record = start(1);
    add_frame(&record);
    put(&record, 0, 0, 1, 0);
    add_frame(&record);
    walk(&record, 0, 9, 1, 1);
    double times[1];
    const quality_segment door = {5, 0, 5, 2};
    assert_int_equal(quality_crossings(&record, door, times), 0);
    quality_record_close(&record);
}

static void lanes_are_one_when_apart_and_nothing_when_mixed(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    quality_record record = start(COUNT);
    for (int32_t f = 0; f < 4; f++) {
        add_frame(&record);
        for (int32_t i = 0; i < COUNT; i++) {
            const int32_t group = i % 2, column = i / 4;
            record.group[i] = group;
            /* Frame 0: a strip for each group. Frame 1: both groups in both strips, as many of one
             * as of the other. Frame 2: they have not met. Frame 3: they are apart in the seven
             * columns in which they have met, and mixed where they have not. */
            const bool is_apart = f == 0 || (f == 3 && (group == 0 ? column >= 3 : column < 7));
            const int32_t row = is_apart ? group : i / 2 % 2;
            walk(&record, i, column + (f == 2 ? 20 : (f == 3 ? 3 : 0)) * group, row + 0.5, 1);
        }
    }
    assert_near(quality_lanes(&record, 0, 0, 1, 1), 1);
    /* Phi is 0, and for random places 2 strips / 40 agents = 0.05. */
    assert_near(quality_lanes(&record, 1, 0, 1, 1), -0.05 / 0.95);
    assert_true(isnan(quality_lanes(&record, 2, 0, 1, 1)));
    assert_near(quality_lanes(&record, 3, 0, 1, 1), 1);
    assert_near(quality_mean_lanes(&record, 0, 3, 0, 1, 1), (2 - 0.05 / 0.95) / 3);
    assert_near(quality_mean_lanes(&record, 0, 2, 0, 1, 1), (1 - 0.05 / 0.95) / 2);
    quality_record_close(&record);
}

static void lanes_of_unequal_groups_are_compared_with_chance(void **state)
{
    (void)state;
    /* 30 of one group and 10 of the other, 10 to each of four strips, the small one's apart. */
    enum { COUNT = 40 };
    quality_record record = start(COUNT);
    add_frame(&record);
    for (int32_t i = 0; i < COUNT; i++) {
        record.group[i] = i < 10;
        walk(&record, i, i % 10, 2 * (i / 10) + 1, 1);
    }
    assert_near(quality_lanes(&record, 0, 0, 1, 2), 1);
    /* In strips of 4 m 10 and 10 share one, 20 have the other: Phi = 1/2. Chance, with p = 3/4: 2 *
     * 4 * 3/16 / 40 + 1/4 = 0.2875. */
    assert_near(quality_lanes(&record, 0, 0, 1, 4), (0.5 - 0.2875) / 0.7125);
    record.group[9] = 0; /* nine are too few */
    assert_true(isnan(quality_lanes(&record, 0, 0, 1, 4)));
    quality_record_close(&record);
}

static void a_corner_is_a_change_of_velocity_and_of_heading(void **state)
{
    (void)state;
    quality_record record = start(2);
    static const double x[4] = {0, 0.5, 1, 1}, y[4] = {0, 0, 0.5, 1};
    for (int32_t f = 0; f < 4; f++) {
        add_frame(&record);
        /* East at 1 m/s, south-east at sqrt(2), south at 1: two changes of 1 m/s within half a
         * second, and of 45 degrees each. */
        walk(&record, 0, x[f], y[f], 3 - f);
        /* Creeps north and then east at 0.1 m/s, slower than a tenth of its speed. */
        walk(&record, 1, f < 2 ? 5 : 5 + 0.05 * (f - 1), f < 2 ? 5 - 0.05 * f : 4.95, 3);
    }
    const quality_motion motion = quality_smoothness(&record, 0, 3);
    assert_close(motion.acceleration, (2 + 2 + sqrt(0.02) / 0.5 + 0) / 4, 1e-5);
    assert_close(motion.acceleration_99, 2, 0.021);
    assert_near(motion.turn, 3.14159265358979 / 4 / 0.5);
    const quality_motion late = quality_smoothness(&record, 3, 3);
    assert_near(late.acceleration, 1);
    record.state[quality_at(&record, 1, 0)] |= QUALITY_SETTLED; /* no longer on its way */
    assert_close(quality_smoothness(&record, 0, 3).acceleration, sqrt(0.02) / 0.5 / 2, 1e-5);
    assert_true(isnan(quality_smoothness(&record, 0, 3).turn));
    assert_true(isnan(quality_smoothness(&record, 0, 1).acceleration));
    quality_record_close(&record);
}

static void speed_and_density_are_those_of_a_box(void **state)
{
    (void)state;
    quality_record record = start(2);
    for (int32_t f = 0; f < 5; f++) {
        add_frame(&record);
        walk(&record, 0, 1 + 0.25 * f, 1,
             1);                     /* 0.5 m/s; in the box at x = 1.5 .. 2: frames 2 and 3 */
        walk(&record, 1, 1.6, 5, 1); /* beside the box */
    }
    double speed = 0, density = 0;
    quality_speed_density(&record, (quality_box){1.5, 0.5, 2, 2.5}, 1, 4, &speed, &density);
    assert_near(speed, 0.5);
    assert_near(density, 2.0 / (1.0 * 4));
    quality_record_close(&record);
}

static void frames_are_found_by_time(void **state)
{
    (void)state;
    quality_record record = start(1);
    for (int32_t f = 0; f < 10; f++)
        add_frame(&record);
    assert_int_equal(quality_frame_at(&record, -3), 0);
    assert_int_equal(quality_frame_at(&record, 0), 0);
    assert_int_equal(quality_frame_at(&record, 1), 2);
    assert_int_equal(quality_frame_at(&record, 1.2), 3);
    assert_int_equal(quality_frame_at(&record, 99), 9);
    quality_record_close(&record);
    quality_record tiny;
    assert_true(quality_record_open(&tiny, 1, 1, 0.5));
    assert_int_equal(quality_record_add(&tiny), 0);
    assert_int_equal(quality_record_add(&tiny), -1);
    quality_record_close(&tiny);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_arrival_are_sorted_out_by_share),
        cmocka_unit_test(whoever_comes_no_nearer_for_three_seconds_is_stuck),
        cmocka_unit_test(settled_agents_and_those_without_a_way_are_not_stuck),
        cmocka_unit_test(a_detour_shows_in_the_path_ratio),
        cmocka_unit_test(overlaps_are_shares_of_the_sum_of_radii),
        cmocka_unit_test(pairs_are_found_however_agents_are_numbered),
        cmocka_unit_test(jitter_and_creep_are_those_of_settled_agents),
        cmocka_unit_test(four_discs_in_a_square_pack_as_worked_out),
        cmocka_unit_test(settling_is_the_beginning_of_two_calm_seconds),
        cmocka_unit_test(means_and_members_move_as_told),
        cmocka_unit_test(the_flow_through_a_door_is_that_of_the_middle_eighty_per_cent),
        cmocka_unit_test(who_has_not_come_yet_crosses_nothing),
        cmocka_unit_test(lanes_are_one_when_apart_and_nothing_when_mixed),
        cmocka_unit_test(lanes_of_unequal_groups_are_compared_with_chance),
        cmocka_unit_test(a_corner_is_a_change_of_velocity_and_of_heading),
        cmocka_unit_test(speed_and_density_are_those_of_a_box),
        cmocka_unit_test(frames_are_found_by_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
