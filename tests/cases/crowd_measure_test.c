/*
 * crowd_measure_test.c: the instruments themselves: every metric of the crowd cases on scenes
 * worked out by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../tools/quality/geometry.h"
#include "crowd_metric.h"

/* A scene of 12 x 10 cells of 1 m with a wall in column 6 but for row 9, whose agents the test
 * moves by hand. Group 0 has the goal cell (10, 0); zone `east` is x >= 7; line `door` is x = 7 in
 * row 9. */
typedef struct bench {
    crowd_case told;
    crowd_scene scene;
    crowd_scores scores;
} bench;

static void add_agent(bench *all, double x, double y, double radius, int32_t group)
{
    const crowd_agent agent = {x, y, radius, 1, group};
    all->told.agents[all->told.agent_count++] = agent;
}

static void ask(bench *all, const char *metric)
{
    crowd_case_add_check(&all->told, metric, "<=", 1, 0, 100, "all");
}

/* Call after agents and checks have been added. */
static void start(bench *all)
{
    const crowd_variant plain = {1, false, false};
    crowd_scene_open(&all->scene, &all->told, plain);
    crowd_scores_open(&all->scores, &all->told);
}

static void prepare(bench *all)
{
    static struct crowd_goal goal = {0, 10, 0};
    static const crowd_place east = {"east", 7, 0, 12, 10}, door = {"door", 7, 9, 7, 10};
    memset(all, 0, sizeof *all);
    strcpy(all->told.name, "bench");
    all->told.cell = 1;
    all->told.dt = 0.5;
    all->told.time = 100;
    case_map_start(&all->told.map);
    all->told.map.width = 12;
    all->told.map.height = 10;
    all->told.map.costs = malloc(120);
    all->told.agents = calloc(CROWD_AGENTS_MAX, sizeof *all->told.agents);
    assert_true(all->told.map.costs && all->told.agents);
    for (int32_t i = 0; i < 120; i++)
        all->told.map.costs[i] = i % 12 == 6 && i < 108 ? 255 : 1;
    all->told.group_count = all->told.goal_count = 1;
    all->told.goals = &goal;
    all->told.zones[all->told.zone_count++] = east;
    all->told.lines[all->told.line_count++] = door;
}

static void finish(bench *all)
{
    crowd_scores_close(&all->scores);
    crowd_scene_close(&all->scene);
    all->told.goals = NULL;
    crowd_case_free(&all->told);
}

/* Moves an agent in the step to come. */
static void move(bench *all, int32_t number, double x, double y)
{
    all->scene.members[number].x = x;
    all->scene.members[number].y = y;
}

/* Ends a step of half a second; who has not been moved stood still. */
static void tick(bench *all)
{
    all->scene.step_length = 0.5;
    all->scene.clock += 0.5;
    crowd_scores_step(&all->scores, &all->scene);
    for (int32_t i = 0; i < all->scene.member_count; i++) {
        all->scene.members[i].last_x = all->scene.members[i].x;
        all->scene.members[i].last_y = all->scene.members[i].y;
    }
}

static void expect(const bench *all, int32_t check, double least, double greatest)
{
    const crowd_score *const score = &all->scores.scores[check];
    assert_true(score->has_value);
    const bool is_least = score->least == least || fabs(score->least - least) < 1e-9;
    const bool is_greatest = score->greatest == greatest || fabs(score->greatest - greatest) < 1e-9;
    if (!is_least || !is_greatest)
        fail_msg("%s: %.12g .. %.12g; it should be %.12g .. %.12g", all->told.checks[check].text,
                 score->least, score->greatest, least, greatest);
}

static void overlaps_are_shares_of_the_sum_of_radii(void **state)
{
    (void)state;
    static bench all;
    prepare(&all);
    add_agent(&all, 2, 5, 0.5, -1);
    add_agent(&all, 3, 5, 0.5, -1);
    add_agent(&all, 2, 8, 0.25, -1);
    ask(&all, "overlap");
    ask(&all, "overlap_share");
    ask(&all, "deep");
    start(&all);
    tick(&all); /* they touch */
    move(&all, 1, 2.8, 5);
    tick(&all); /* 0.2 of 1 */
    move(&all, 1, 2, 5.7);
    tick(&all); /* 0.3 of 1: deep */
    move(&all, 1, 2, 7.5);
    tick(&all); /* 0.5 apart, radii 0.5 and 0.25: a third of 0.75, deep */
    expect(&all, 0, 0, 1.0 / 3);
    expect(&all, 1, 100.0 * 6 / 12, 100.0 * 6 / 12);
    expect(&all, 2, 2, 2);
    finish(&all);
}

static void walls_and_the_edge_are_seen(void **state)
{
    (void)state;
    static bench all;
    prepare(&all);
    add_agent(&all, 5.5, 5, 0.5, -1);
    ask(&all, "clip");
    ask(&all, "inwall");
    ask(&all, "crossings");
    start(&all);
    tick(&all); /* 0.5 from the wall */
    expect(&all, 0, 0, 0);
    move(&all, 0, 0.4, 5);
    tick(&all); /* 0.4 from the edge: (0.5 - 0.4) / 0.5 */
    expect(&all, 0, 0, 0.2);
    move(&all, 0, 5.75, 5);
    tick(&all); /* 0.25 from the wall */
    expect(&all, 0, 0, 0.5);
    move(&all, 0, 5.7, 9.3);
    tick(&all); /* the corner (6, 9) is hypot(0.3, 0.3) away */
    expect(&all, 0, 0, 0.5);
    expect(&all, 1, 0, 0);
    expect(&all, 2, 0, 0);
    move(&all, 0, 6.2, 8.8);
    tick(&all); /* in the wall, 0.28 of it: no crossing */
    expect(&all, 0, 0, 1);
    expect(&all, 1, 1, 1);
    expect(&all, 2, 0, 0);
    move(&all, 0, 7.5, 5);
    tick(&all); /* out again, more than half a cell of it */
    expect(&all, 1, 1, 1);
    expect(&all, 2, 1, 1);
    move(&all, 0, 13, 5);
    tick(&all); /* off the map by a cell */
    expect(&all, 1, 2, 2);
    expect(&all, 2, 2, 2);
    finish(&all);
}

static void ways_and_times_are_measured(void **state)
{
    (void)state;
    static bench all;
    prepare(&all);
    add_agent(&all, 8, 0.5, 0.3, 0);
    add_agent(&all, 10.5, 3.5, 0.3, 0);
    static const char *const metrics[] = {"speed_mean", "speed_max", "arrived",   "ingoal",
                                          "t_all",      "zone:east", "moved_max", "moved_min",
                                          "centroid",   "length",    "rise",      "alive"};
    for (int32_t i = 0; i < 12; i++)
        ask(&all, metrics[i]);
    start(&all);
    move(&all, 0, 9, 0.5);
    tick(&all); /* 1 m in 0.5 s at 1 m/s: twice the speed; the other stands */
    expect(&all, 0, 1, 1);
    expect(&all, 1, 2, 2);
    expect(&all, 2, 0, 0);
    move(&all, 0, 8.5, 0.5);
    tick(&all); /* half a metre back: the distance to (10.5, 0.5) rises */
    expect(&all, 0, 0.75, 0.75);
    expect(&all, 1, 1, 2);
    expect(&all, 10, 0.5, 0.5);
    move(&all, 0, 10.1, 0.9);
    all.scene.members[0].has_arrived = true;
    tick(&all);
    expect(&all, 2, 0, 0.5);
    expect(&all, 3, 0, 0.5);
    move(&all, 1, 10.5, 0.1);
    all.scene.members[1].has_arrived = true;
    tick(&all);
    crowd_scores_finish(&all.scores, &all.scene);
    expect(&all, 2, 0, 1);
    expect(&all, 4, 2, 2);
    expect(&all, 5, 2, 2);
    expect(&all, 6, 3.4, 3.4);
    expect(&all, 7, hypot(2.1, 0.4), hypot(2.1, 0.4));
    expect(&all, 8, hypot(2.1, 0.4 - 3.4) / 2, hypot(2.1, 0.4 - 3.4) / 2);
    expect(&all, 9, (1.5 + hypot(1.6, 0.4) + 3.4) / 2, (1.5 + hypot(1.6, 0.4) + 3.4) / 2);
    expect(&all, 11, 2, 2);
    finish(&all);
}

static void an_arrival_that_never_comes_is_infinite(void **state)
{
    (void)state;
    static bench all;
    prepare(&all);
    add_agent(&all, 3, 3, 0.3, 0);
    ask(&all, "t_all");
    ask(&all, "t_zone:east");
    ask(&all, "gap:door");
    start(&all);
    tick(&all);
    crowd_scores_finish(&all.scores, &all.scene);
    for (int32_t k = 0; k < 3; k++) {
        expect(&all, k, INFINITY, INFINITY);
        assert_false(crowd_check_holds(&all.told.checks[k], &all.scores.scores[k]));
    }
    finish(&all);
}

/* Ten agents pass the door, one every second but for a gap of 3 s before the last. */
static void a_door_is_counted(void **state)
{
    (void)state;
    static bench all;
    prepare(&all);
    for (int32_t i = 0; i < 10; i++)
        add_agent(&all, 5, 9.05 + 0.1 * i, 0.04, 0);
    ask(&all, "passed:door");
    ask(&all, "flow:door");
    ask(&all, "gap:door");
    ask(&all, "visited:east");
    ask(&all, "t_zone:east");
    start(&all);
    for (int32_t i = 0; i < 10; i++) {
        for (int32_t pause = 0; i == 9 && pause < 4; pause++)
            tick(&all);
        tick(&all);
        move(&all, i, 8, 9.05 + 0.1 * i);
        tick(&all);
        move(&all, i, 5, 9.05 + 0.1 * i); /* comes back: only the first crossing counts */
    }
    tick(&all);
    crowd_scores_finish(&all.scores, &all.scene);
    expect(&all, 0, 0, 10);
    /* n10 = 1 at 1 s, n90 = 9 at 9 s, a line of 1 m. */
    expect(&all, 1, 1, 1);
    expect(&all, 2, 3, 3);
    expect(&all, 3, 0, 10);
    expect(&all, 4, 12, 12);
    finish(&all);
}

static void packing_is_measured_in_dense_discs(void **state)
{
    (void)state;
    static bench all;
    prepare(&all);
    /* 20 agents of radius 0.1 in ten pairs around (3, 5), at 0.1, 0.2 ... 1 m: the 19th distance
     * is 1. */
    for (int32_t i = 1; i <= 10; i++) {
        add_agent(&all, 3 - 0.1 * i, 5, 0.1, -1);
        add_agent(&all, 3 + 0.1 * i, 5, 0.1, -1);
    }
    ask(&all, "r95");
    start(&all);
    tick(&all);
    /* Starts are floats, so the answer is good to a millionth. */
    assert_true(fabs(all.scores.scores[0].greatest - 1 / sqrt(20 * 0.01 / 0.9069)) < 1e-6);
    finish(&all);
}

static void windows_and_operators_are_kept(void **state)
{
    (void)state;
    static bench all;
    prepare(&all);
    add_agent(&all, 8, 5, 0.3, 0);
    add_agent(&all, 3, 5, 0.3, -1);
    crowd_case_add_check(&all.told, "zone:east", "==", 1, 0, 1, "all");
    crowd_case_add_check(&all.told, "zone:east", "==", 1, 0, 1.5, "all");
    crowd_case_add_check(&all.told, "zone:east", ">=", 1, 0, 9, "all");
    crowd_case_add_check(&all.told, "zone:east", "<=", 2, 0, 9, "all");
    crowd_case_add_check(&all.told, "zone:east", "==", 0, 1.5, 9, "#0");
    crowd_case_add_check(&all.told, "zone:east", "<=", 9, 50, 60, "all");
    crowd_case_add_check(&all.told, "alive", "==", 1, 0, 9, "0");
    const bool holds[] = {true, false, true, true, false, false, true};
    start(&all);
    tick(&all);
    tick(&all);
    move(&all, 1, 9, 5);
    tick(&all);
    for (int32_t k = 0; k < 7; k++)
        assert_int_equal(crowd_check_holds(&all.told.checks[k], &all.scores.scores[k]), holds[k]);
    finish(&all);
}

static void segments_and_squares_meet_as_drawn(void **state)
{
    (void)state;
    const quality_segment flat = {0, 0.5, 3, 0.5}, falling = {0, 0, 2, 2},
                          still = {1.5, 0.5, 1.5, 0.5};
    const quality_segment border = {0, 1, 3, 1};
    assert_true(quality_length_within(flat, 1, 0) == 1);
    assert_true(fabs(quality_length_within(falling, 1, 1) - sqrt(2)) < 1e-12);
    assert_true(quality_length_within(falling, 1, 0) == 0);
    assert_true(quality_length_within(still, 1, 0) == 0);
    assert_true(quality_length_within(border, 1, 0) == 0 &&
                quality_length_within(border, 1, 1) == 1);
    assert_true(quality_distance_to_segment(flat, 1, 2.5) == 2);
    assert_true(quality_distance_to_segment(flat, 6, 4.5) == 5);
    assert_true(quality_distance_to_square(1, 1, 3, 0, 2) == 2);
    assert_true(quality_distance_to_square(4, 1, 3, 0, 2) == 0);
    const quality_segment rising = {1, 2, 1, -1}, beside = {4, 2, 4, -1};
    assert_true(quality_crosses(rising, flat) && quality_crosses(flat, rising));
    assert_false(quality_crosses(beside, flat) || quality_crosses(flat, beside));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlaps_are_shares_of_the_sum_of_radii),
        cmocka_unit_test(walls_and_the_edge_are_seen),
        cmocka_unit_test(ways_and_times_are_measured),
        cmocka_unit_test(an_arrival_that_never_comes_is_infinite),
        cmocka_unit_test(a_door_is_counted),
        cmocka_unit_test(packing_is_measured_in_dense_discs),
        cmocka_unit_test(windows_and_operators_are_kept),
        cmocka_unit_test(segments_and_squares_meet_as_drawn),
    };
    return cmocka_run_group_tests_name("crowd measures", tests, NULL, NULL);
}
