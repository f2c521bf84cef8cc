/*
 * tool_scen_test.c: throng scen on lists that agree, that disagree, and that are damaged.
 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"

/* Row 1 has a wall at (2,1), so the way from (1,1) to (3,1) goes round it; (5,0) is shut in. */
#define MAP                                                                                        \
    "type octile\nheight 3\nwidth 6\nmap\n"                                                        \
    "....@.\n"                                                                                     \
    "..@.@@\n"                                                                                     \
    "....WW\n"

#define LINE(ends) "0\tsmall.map\t6\t3\t" ends "\n"

static const char *write_map(void)
{
    return program_write_text("small.map", MAP);
}

static const program_result *check_list(const char *text)
{
    const char *list = program_write_text("list.scen", text);
    return PROGRAM_RUN("scen", write_map(), list, "--json");
}

static void right_lengths_agree(void **state)
{
    (void)state;
    /* No corner may be cut, so (1,1) to (3,1) takes four straight steps. Water has its own layer.
     */
    const program_result *result = check_list("version 1\n" LINE("0\t0\t2\t2\t3.41421") LINE(
        "1\t1\t3\t1\t4") LINE("4\t2\t5\t2\t1.0") LINE("0\t0\t0\t0\t0") LINE("0\t0\t5\t0\t0"));
    assert_int_equal(result->exit_code, 0);
    assert_string_equal(result->errors, "");
    assert_int_equal(program_number(result, "checked"), 5);
    assert_int_equal(program_number(result, "exact"), 5);
    assert_int_equal(program_number(result, "rounded"), 0);
    assert_int_equal(program_number(result, "mismatched"), 0);
    assert_int_equal(program_number(result, "unreachable"), 1);
    assert_true(program_number(result, "worst_difference") < 0.00001);
}

static void wrong_lengths_are_found(void **state)
{
    (void)state;
    const program_result *result = check_list("version 1\n" LINE("0\t0\t2\t2\t3.40") LINE(
        "1\t1\t3\t1\t4.02") LINE("0\t0\t3\t0\t3") LINE("0\t0\t3\t0\t0") LINE("0\t0\t5\t0\t7"));
    assert_int_equal(result->exit_code, 1);
    assert_int_equal(program_number(result, "checked"), 5);
    /* 3.41421 / 3.40 = 1.0042: too long by more than the print, but by less than rounding may do.
     */
    assert_int_equal(program_number(result, "rounded"), 1);
    assert_int_equal(program_number(result, "exact"), 1);
    /* Shorter than published, a way where none should be, and none where one should be. */
    assert_int_equal(program_number(result, "mismatched"), 3);
    assert_non_null(strstr(result->errors, "list.scen:3: "));
    assert_non_null(strstr(result->errors, "list.scen:5: "));
    assert_non_null(strstr(result->errors, "list.scen:6: "));
}

static void exact_lists_compare_costs(void **state)
{
    (void)state;
    const char *heading = "# made for this test\nsx\tsy\tgx\tgy\tcost10_14\n";
    char text[256];
    snprintf(text, sizeof text, "%s0\t0\t2\t2\t34\n1\t1\t3\t1\t40\n", heading);
    const program_result *result = check_list(text);
    assert_int_equal(result->exit_code, 0);
    assert_string_equal(program_value(result, "kind"), "exact");
    assert_int_equal(program_number(result, "checked"), 2);
    snprintf(text, sizeof text, "%s0\t0\t2\t2\t35\n1\t1\t3\t1\t40\n", heading);
    result = check_list(text);
    assert_int_equal(result->exit_code, 1);
    assert_int_equal(program_number(result, "mismatched"), 1);
    assert_int_equal(program_number(result, "worst_difference"), 1);
    assert_non_null(strstr(result->errors, "list.scen:3: "));
}

static void damaged_lists_are_refused_by_line(void **state)
{
    (void)state;
    static const char *const lists[][2] = {
        {"", "empty"},
        {"version 1\n", "lists no path"},
        {"version 2\n" LINE("0\t0\t2\t2\t3"), "list.scen:1: "},
        {"hello\n", "list.scen:1: "},
        {"version 1\n0\tsmall.map\t6\t3\t0\t0\t2\t2\n", "list.scen:2: "},
        {"version 1\n0\tsmall.map\t7\t3\t0\t0\t2\t2\t3\n", "list.scen:2: "},
        {"version 1\n" LINE("0\t0\t2\t2\t3.4142") LINE("0\t0\t6\t2\t3"), "list.scen:3: "},
        {"version 1\n" LINE("0\t-1\t2\t2\t3"), "list.scen:2: "},
        {"version 1\n" LINE("0\t0\t2\t2\tnan"), "list.scen:2: "},
        {"sx\tsy\tgx\tgy\tlength\n0\t0\t1\t1\t14\n", "cost10_14"},
        {"sx\tsy\tgx\tgy\tcost10_14\n0\t0\t1\t1\n", "list.scen:2: "},
        {"sx\tsy\tgx\tgy\tcost10_14\n0\t0\t1\t1\t1.5\n", "list.scen:2: "},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        program_assert_refused(check_list(lists[i][0]), lists[i][1]);
    program_assert_refused(PROGRAM_RUN("scen", write_map()), "a map and a list");
}

static void published_lists_agree(void **state)
{
    (void)state;
    /* One of each kind: spaces and water, carriage returns, and a list that rounds. */
    static const char *const names[] = {"dao/arena", "cities/Berlin_1_256", "mapf/room-64-64-8"};
    char maps[TEST_PATH_BYTES];
    char map[TEST_PATH_BYTES + 64];
    char list[TEST_PATH_BYTES + 96];
    if (!test_shared_folder("maps", maps))
        skip();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (int is_exact = 0; is_exact < 2; is_exact++) {
            snprintf(map, sizeof map, "%s/%s.map", maps, names[i]);
            snprintf(list, sizeof list, "%s%s", map, is_exact ? ".exact.tsv" : ".scen");
            const program_result *result = PROGRAM_RUN("scen", map, list, "--json");
            if (result->exit_code != 0)
                fail_msg("%s", result->errors);
            assert_true(program_number(result, "checked") >= 160);
            assert_int_equal(program_number(result, "mismatched"), 0);
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_lengths_agree),
        cmocka_unit_test(wrong_lengths_are_found),
        cmocka_unit_test(exact_lists_compare_costs),
        cmocka_unit_test(damaged_lists_are_refused_by_line),
        cmocka_unit_test(published_lists_agree),
    };
    if (argc < 2 || !program_open(argv[1]))
        return 99;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    program_close();
    return failed;
}
