/*
 * quality_target_test.c: what the scoreboard asks for, and how it judges what it gets.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../tools/quality/score.h"

static const quality_target at_most = {"*", QUALITY_CLIP, QUALITY_AT_MOST, 0, 2};
static const quality_target at_least = {"*", QUALITY_CLIP, QUALITY_AT_LEAST, 3, 0};
static const quality_target within = {"*", QUALITY_CLIP, QUALITY_WITHIN, 1, 2};
static const quality_target report = {"*", QUALITY_CLIP, QUALITY_REPORT, 0, 0};

static void bounds_belong_to_what_holds(void **state)
{
    (void)state;
    assert_true(quality_holds(&at_most, 2) && !quality_holds(&at_most, 2.5));
    assert_true(quality_holds(&at_least, 3) && !quality_holds(&at_least, 2.5));
    assert_true(quality_holds(&within, 1) && quality_holds(&within, 2));
    assert_false(quality_holds(&within, 0.5) || quality_holds(&within, 2.5));
    assert_true(quality_holds(&report, 1e9) && quality_holds(&report, NAN));
    assert_true(quality_miss(&within, 0.5) == 0.5 && quality_miss(&within, 4) == 2);
    assert_true(quality_miss(&at_least, 1) == 2 && quality_miss(&at_least, 9) == 0);
}

static void what_was_not_measured_or_never_came_holds_nothing(void **state)
{
    (void)state;
    assert_false(quality_holds(&at_most, NAN) || quality_holds(&at_least, NAN) ||
                 quality_holds(&within, NAN));
    assert_false(quality_holds(&at_most, INFINITY) || quality_holds(&within, INFINITY));
    assert_true(isnan(quality_worse(&at_most, NAN, 1)) && isnan(quality_worse(&at_least, 1, NAN)));
}

static void the_worse_of_two_is_that_in_the_eyes_of_the_target(void **state)
{
    (void)state;
    assert_true(quality_worse(&at_most, 1, 9) == 9 && quality_worse(&at_most, 9, 1) == 9);
    assert_true(quality_worse(&at_least, 1, 9) == 1 && quality_worse(&at_least, 9, 1) == 1);
    assert_true(quality_worse(&within, 0.9, 1.5) == 0.9 && quality_worse(&within, 1.5, 0.9) == 0.9);
    assert_true(quality_worse(&within, 0.9, 2.3) == 2.3);
}

/* The bound that the table has for a metric of a trial with this label. */
static const quality_target *find(const char *scenario, const char *variant, quality_metric metric)
{
    const quality_trial trial = {.scenario = scenario, .variant = variant};
    return quality_find_target(&trial, metric);
}

static void particular_rows_come_before_general_ones(void **state)
{
    (void)state;
    assert_true(find("circle-64", "", QUALITY_TIME_RATIO)->most == 1.6);
    assert_int_equal(find("circle-16", "", QUALITY_TIME_RATIO)->relation, QUALITY_REPORT);
    assert_true(find("coincident-12", "idle", QUALITY_PARTED)->most == 2);
    assert_true(find("coincident-2000", "idle", QUALITY_PARTED)->most == 30);
    assert_int_equal(find("door-1.0", "game, cell 0.25", QUALITY_FLOW)->relation, QUALITY_AT_LEAST);
    const quality_target *const flow = find("door-1.0", "evacuation, cell 0.25", QUALITY_FLOW);
    assert_int_equal(flow->relation, QUALITY_WITHIN);
    assert_true(flow->least == 1.2 && flow->most == 2.0);
    assert_int_equal(find("door-1.0", "game, cell 0.5", QUALITY_GAP)->relation, QUALITY_REPORT);
    assert_true(find("door-1.2", "game", QUALITY_GAP)->most == 3);
    assert_null(find("head-on", "", QUALITY_FLOW));
}

static void walls_are_asked_for_everywhere(void **state)
{
    (void)state;
    for (int32_t metric = QUALITY_IN_WALL; metric <= QUALITY_CLIP; metric++) {
        const quality_target *const target = find("anything", "at all", (quality_metric)metric);
        assert_non_null(target);
        assert_int_equal(target->relation, QUALITY_AT_MOST);
        assert_true(target->most <= 0.05);
    }
}

static void every_metric_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int32_t m = 0; m < QUALITY_METRIC_COUNT; m++) {
        const char *const name = quality_metric_name((quality_metric)m);
        assert_non_null(name);
        for (int32_t k = 0; k < m; k++)
            assert_string_not_equal(name, quality_metric_name((quality_metric)k));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_belong_to_what_holds),
        cmocka_unit_test(what_was_not_measured_or_never_came_holds_nothing),
        cmocka_unit_test(the_worse_of_two_is_that_in_the_eyes_of_the_target),
        cmocka_unit_test(particular_rows_come_before_general_ones),
        cmocka_unit_test(walls_are_asked_for_everywhere),
        cmocka_unit_test(every_metric_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
