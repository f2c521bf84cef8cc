/*
 * tool_compare_test.c: throng compare: what it reports for a library that computes the same bits
 * everywhere. tool_compare_wrong_test.c has one that does not.
 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stages[] = {"integration", "flow", "sample", "neighbours",
                                     "steer",       "move", "step"};
static const char *const isas[] = {"scalar", "sse41", "avx2", "avx512", "neon"};

#define STAGES ((int)(sizeof stages / sizeof stages[0]))
#define ISAS ((int)(sizeof isas / sizeof isas[0]))

/* True if `info` lists `isa` as usable. */
static bool is_usable(const char *isa)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\"", isa);
    const char *list = strstr(PROGRAM_RUN("info", "--json")->output, "\"isas_usable\": [");
    assert_non_null(list);
    const char *found = strstr(list, quoted);
    return found && found < list + strcspn(list, "]");
}

static bool has_openmp(void)
{
    return strcmp(program_value(PROGRAM_RUN("info", "--json"), "openmp"), "true") == 0;
}

/* The item of a stage, an instruction set and a thread count; NULL if there is none. */
static const char *find_item(const char *output, const char *stage, const char *isa, int threads)
{
    char head[160];
    snprintf(head, sizeof head,
             "\"stage\": \"%s\",\n      \"isa\": \"%s\",\n      \"threads\": %d,", stage, isa,
             threads);
    return strstr(output, head);
}

static double number_of(const char *item, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *value = strstr(item, quoted);
    assert_non_null(value);
    return strtod(value + strlen(quoted), NULL);
}

static void every_stage_has_a_ratio_for_every_way_to_compute(void **state)
{
    (void)state;
    bool usable[ISAS];
    for (int k = 0; k < ISAS; k++)
        usable[k] = is_usable(isas[k]);
    const int threads_most = has_openmp() ? 2 : 1;
    const program_result *result = PROGRAM_RUN("compare", "rooms", "--agents", "3000", "--json");
    assert_int_equal(result->exit_code, 0);
    assert_string_equal(result->errors, "");
    assert_string_equal(program_value(result, "all_equal"), "true");
    assert_int_equal(program_number(result, "agents"), 3000);
    assert_true(program_number(result, "steps_checked") >= 4);
    for (int s = 0; s < STAGES; s++) {
        const char *scalar = find_item(result->output, stages[s], "scalar", 1);
        assert_non_null(scalar);
        assert_true(number_of(scalar, "ratio") == 1.0);
        const double scalar_ns = number_of(scalar, "ns");
        for (int k = 0; k < ISAS; k++) {
            for (int threads = 1; threads <= 2; threads++) {
                const char *item = find_item(result->output, stages[s], isas[k], threads);
                assert_int_equal(item != NULL, usable[k] && threads <= threads_most);
                if (!item)
                    continue;
                const double ns = number_of(item, "ns");
                assert_true(ns > 0.0 && ns < 1e6);
                /* Both are printed with six digits. */
                assert_float_equal(number_of(item, "ratio") * ns / scalar_ns, 1.0, 1e-4);
                assert_memory_equal(strstr(item, "\"equal\": "), "\"equal\": true", 13);
            }
        }
    }
}

static void the_table_says_that_all_is_equal(void **state)
{
    (void)state;
    const program_result *result = PROGRAM_RUN("compare", "random:32:7", "--agents", "100");
    assert_int_equal(result->exit_code, 0);
    assert_string_equal(result->errors, ""); /* standard error is no terminal here */
    assert_non_null(strstr(result->output, "all equal"));
    assert_null(strchr(strstr(result->output, "\none thread"), '!'));
    for (int s = 0; s < STAGES; s++) {
        char line[32];
        snprintf(line, sizeof line, "\n  %s ", stages[s]);
        assert_non_null(strstr(result->output, line));
    }
}

static void unusable_words_are_refused(void **state)
{
    (void)state;
    program_assert_refused(PROGRAM_RUN("compare"), "one map");
    program_assert_refused(PROGRAM_RUN("compare", "open", "extra"), "one map");
    program_assert_refused(PROGRAM_RUN("compare", "open", "--agents", "0"), "--agents");
    program_assert_refused(PROGRAM_RUN("compare", "open", "--isa", "avx2"), "--isa");
    program_assert_refused(PROGRAM_RUN("compare", "open", "--agents"), "--agents");
    program_assert_refused(PROGRAM_RUN("compare", "open", "--agents", "37000"), "--agents");
    program_assert_refused(PROGRAM_RUN("compare", "nothing.map"), "nothing.map");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stage_has_a_ratio_for_every_way_to_compute),
        cmocka_unit_test(the_table_says_that_all_is_equal),
        cmocka_unit_test(unusable_words_are_refused),
    };
    if (argc < 2 || !program_open(argv[1]))
        return 99;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    program_close();
    return failed;
}
