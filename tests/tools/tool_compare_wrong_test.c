/*
 * tool_compare_wrong_test.c: throng compare with a library whose wide steering is wrong
 * (tool_compare_wrong.c): it says so, and where.
 */
#include "program.h"

#include <stdio.h>
#include <string.h>

static void skip_if_all_is_scalar(void)
{
    const char *list = strstr(PROGRAM_RUN("info", "--json")->output, "\"isas_usable\": [");
    assert_non_null(list);
    if (!memchr(list, ',', strcspn(list, "]"))) {
        print_message("This CPU or this build has scalar code only: nothing to compare.\n");
        skip();
    }
}

static void other_bits_fail_and_the_stage_is_named(void **state)
{
    (void)state;
    skip_if_all_is_scalar();
    const program_result *result = PROGRAM_RUN("compare", "random:24", "--agents", "40", "--json");
    assert_int_equal(result->exit_code, 1);
    assert_string_equal(program_value(result, "all_equal"), "false");
    int wrong = 0;
    for (const char *item = strstr(result->output, "\"stage\":"); item;
         item = strstr(item + 1, "\"stage\":")) {
        const char *equal = strstr(item, "\"equal\": ");
        assert_non_null(equal);
        const char *isa = strstr(item, "\"isa\": ");
        assert_non_null(isa);
        const bool is_scalar = strncmp(isa, "\"isa\": \"scalar\"", 15) == 0;
        if (strncmp(item, "\"stage\": \"steer\"", 16) == 0 && !is_scalar) {
            assert_memory_equal(equal, "\"equal\": false", 14);
            wrong++;
        } else {
            assert_memory_equal(equal, "\"equal\": true", 13);
        }
    }
    assert_true(wrong > 0);
}

static void the_table_marks_other_bits(void **state)
{
    (void)state;
    skip_if_all_is_scalar();
    const program_result *result = PROGRAM_RUN("compare", "random:24", "--agents", "40");
    assert_int_equal(result->exit_code, 1);
    assert_non_null(strstr(result->output, "NOT EQUAL"));
    const char *steer = strstr(result->output, "\n  steer ");
    assert_non_null(steer);
    assert_non_null(memchr(steer, '!', strcspn(steer + 1, "\n")));
    const char *move = strstr(result->output, "\n  move ");
    assert_non_null(move);
    assert_null(memchr(move, '!', strcspn(move + 1, "\n")));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_bits_fail_and_the_stage_is_named),
        cmocka_unit_test(the_table_marks_other_bits),
    };
    if (argc < 2 || !program_open(argv[1]))
        return 99;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    program_close();
    return failed;
}
