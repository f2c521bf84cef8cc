/*
 * crowd_cases.c: runs the crowd cases. Without arguments every file is one test. With names of
 * cases (no .txt) it prints what every check and every metric measures there, for tuning.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crowd_expected.h"
#include "crowd_metric.h"
#include "shared.h"

static const crowd_variant plain_run = {1, false, false};

static void run(const crowd_case *told, crowd_variant variant, crowd_scores *scores)
{
    static crowd_scene scene;
    crowd_scene_open(&scene, told, variant);
    crowd_scores_open(scores, told);
    while (crowd_scene_step(&scene))
        crowd_scores_step(scores, &scene);
    crowd_scores_finish(scores, &scene);
    crowd_scene_close(&scene);
}

/* Compares the plain run with a variant, for all checks of a metric. */
static void compare(const crowd_case *told, const char *metric, crowd_variant variant,
                    crowd_scores *scores)
{
    static crowd_scores other;
    bool is_asked = false;
    for (int32_t k = 0; k < told->check_count; k++)
        is_asked |= strcmp(told->checks[k].metric, metric) == 0;
    if (!is_asked)
        return;
    run(told, variant, &other);
    for (int32_t k = 0; k < told->check_count; k++) {
        if (strcmp(told->checks[k].metric, metric) == 0)
            crowd_scores_compare(scores, &other, k);
    }
    crowd_scores_close(&other);
}

static void run_all_variants(const crowd_case *told, crowd_scores *scores)
{
    const crowd_variant two_threads = {2, false, false}, eight_threads = {8, false, false};
    const crowd_variant reversed = {1, true, false}, unbroken = {1, false, true};
    run(told, plain_run, scores);
    compare(told, "rerun_delta", plain_run, scores);
    compare(told, "threads_delta", two_threads, scores);
    compare(told, "threads_delta", eight_threads, scores);
    compare(told, "order_delta", reversed, scores);
    compare(told, "restore_delta", unbroken, scores);
}

static void print_score(const crowd_check *check, const crowd_score *score)
{
    if (!score->has_value)
        print_message("    %-36s nothing measured\n", check->text);
    else if (score->least == score->greatest)
        print_message("    %-36s %.6g\n", check->text, score->greatest);
    else
        print_message("    %-36s %.6g .. %.6g\n", check->text, score->least, score->greatest);
}

/* Counts and prints what the checks say; returns how many of them are not as expected. */
static int judge(const crowd_case *told, const crowd_scores *scores)
{
    int passed = 0, expected = 0, wrong = 0;
    for (int32_t k = 0; k < told->check_count; k++) {
        const crowd_check *const check = &told->checks[k];
        const bool holds = crowd_check_holds(check, &scores->scores[k]);
        const bool may_fail = crowd_is_expected_to_fail(told->name, check->text);
        passed += holds && !may_fail;
        expected += !holds && may_fail;
        if (holds == !may_fail)
            continue;
        wrong++;
        print_score(check, &scores->scores[k]);
        print_message(holds ? "        now passes: take it off the list\n" : "        fails\n");
    }
    print_message("%s: %d checks passed, %d fail as expected, %d unexpected\n", told->name, passed,
                  expected, wrong);
    return wrong;
}

static void run_case(void **state)
{
    crowd_case told;
    crowd_scores scores;
    crowd_case_read(*state, &told);
    crowd_check_expectations(&told);
    run_all_variants(&told, &scores);
    const int wrong = judge(&told, &scores);
    crowd_scores_close(&scores);
    crowd_case_free(&told);
    if (wrong > 0)
        fail_msg("%d checks are not as expected", wrong);
}

static int test_all_files(const char *folder)
{
    test_names names = test_list_files(folder, ".txt", false);
    struct CMUnitTest *const tests = calloc((size_t)names.count + 1, sizeof *tests);
    char(*const paths)[TEST_PATH_BYTES] = calloc((size_t)names.count + 1, sizeof *paths);
    if (!tests || !paths)
        abort();
    for (int i = 0; i < names.count; i++) {
        test_join_path(folder, names.names[i], paths[i]);
        tests[i].name = names.names[i];
        tests[i].test_func = run_case;
        tests[i].initial_state = paths[i];
    }
    const int failed =
        _cmocka_run_group_tests("crowd cases", tests, (size_t)names.count, NULL, NULL);
    free(tests);
    free(paths);
    test_names_free(&names);
    return failed;
}

/* Appends a check of one metric over the whole run and everybody, that nothing can fail. */
static void add_question(crowd_case *told, const char *metric, const char *argument)
{
    char name[2 * CROWD_NAME_BYTES];
    snprintf(name, sizeof name, "%s%s%s", metric, *argument ? ":" : "", argument);
    crowd_case_add_check(told, name, "<=", INFINITY, 0, told->time, "all");
}

static void add_all_questions(crowd_case *told)
{
    const char *metric;
    char argument;
    for (int32_t i = 0; crowd_metric_at(i, &metric, &argument); i++) {
        if (argument == ' ' && !crowd_is_delta(metric))
            add_question(told, metric, "");
        for (int32_t k = 0; argument == 'z' && k < told->zone_count; k++)
            add_question(told, metric, told->zones[k].name);
        for (int32_t k = 0; argument == 'l' && k < told->line_count; k++)
            add_question(told, metric, told->lines[k].name);
        for (int32_t k = 0; argument == 'g' && k < told->group_count; k++) {
            char group[CROWD_NAME_BYTES];
            snprintf(group, sizeof group, "%d", (int)k);
            add_question(told, metric, group);
        }
    }
}

static void print_case(void **state)
{
    crowd_case told;
    crowd_scores scores;
    crowd_case_read(*state, &told);
    const int32_t own_count = told.check_count;
    add_all_questions(&told);
    run_all_variants(&told, &scores);
    print_message("%s\n  checks\n", told.name);
    for (int32_t k = 0; k < told.check_count; k++) {
        if (k == own_count)
            print_message("  metrics, whole run, everybody\n");
        print_score(&told.checks[k], &scores.scores[k]);
        if (k < own_count && !crowd_check_holds(&told.checks[k], &scores.scores[k]))
            print_message("        fails\n");
    }
    crowd_scores_close(&scores);
    crowd_case_free(&told);
}

int main(int argc, char **argv)
{
    char folder[TEST_PATH_BYTES];
    if (!test_shared_folder("cases/crowds", folder))
        return TEST_EXIT_SKIP;
    if (argc < 2)
        return test_all_files(folder);
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        char name[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
        snprintf(name, sizeof name, "%.200s.txt", argv[i]);
        test_join_path(folder, name, path);
        const struct CMUnitTest test = {argv[i], print_case, NULL, NULL, path};
        failed += _cmocka_run_group_tests("crowd case", &test, 1, NULL, NULL);
    }
    return failed;
}
