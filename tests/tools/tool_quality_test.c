/*
 * tool_quality_test.c: throng quality: its JSON, its table and gate, its pictures, what it refuses.
 * Whether the crowd is good is not asked here: the scoreboard says that.
 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often `piece` stands in `text`. */
static int count_of(const char *text, const char *piece)
{
    int count = 0;
    for (const char *at = strstr(text, piece); at; at = strstr(at + 1, piece))
        count++;
    return count;
}

static void json_has_a_row_per_metric(void **state)
{
    (void)state;
    const program_result *result =
        PROGRAM_RUN("quality", "--scenario", "coincident-2", "--seeds", "3", "--json");
    assert_true(result->exit_code == 0 || result->exit_code == 1);
    assert_string_equal(result->errors, "");
    const int rows = count_of(result->output, "\"metric\": ");
    assert_true(rows >= 10);
    assert_int_equal(count_of(result->output, "\"scenario\": \"coincident-2\""), rows);
    assert_int_equal(count_of(result->output, "\"variant\": \"idle\""), rows / 2 + rows % 2);
    assert_int_equal(count_of(result->output, "\"target\": "), rows);
    assert_int_equal(count_of(result->output, "\"value\": "), rows);
    assert_int_equal(count_of(result->output, "\"pass\": true") +
                         count_of(result->output, "\"pass\": false"),
                     rows);
    assert_int_equal(program_number(result, "seed_count"), 3);
    const int failed = (int)program_number(result, "failed");
    assert_int_equal(failed, count_of(result->output, "\"pass\": false"));
    assert_int_equal(result->exit_code, failed > 0 ? 1 : 0);
}

static void threads_change_no_number(void **state)
{
    (void)state;
    static char alone[PROGRAM_TEXT_BYTES];
    const char *const scenario = "circle-16";
    strcpy(alone, PROGRAM_RUN("quality", "--scenario", scenario, "--seeds", "4", "--json")->output);
    const program_result *result =
        PROGRAM_RUN("quality", "--scenario", scenario, "--seeds", "4", "--threads", "3", "--json");
    assert_true(strlen(alone) > 1000);
    assert_string_equal(result->output, alone);
}

static void seeds_are_told_one_by_one(void **state)
{
    (void)state;
    const program_result *result =
        PROGRAM_RUN("quality", "--scenario", "head-on", "--seeds", "5", "--json");
    const char *seeds = strstr(result->output, "\"seeds\": [");
    assert_non_null(seeds);
    int count = 1;
    for (const char *c = seeds; *c != ']'; c++)
        count += *c == ',';
    assert_int_equal(count, 5);
    result = PROGRAM_RUN("quality", "--scenario", "head-on", "--seeds", "5");
    assert_non_null(strstr(result->output, "every seed"));
    assert_non_null(strstr(result->output, "RVO2 12.0"));
    assert_non_null(strstr(result->output, "targets met"));
}

/* Writes the table of head-on with the value of one metric replaced. */
static const char *write_changed(const char *table, const char *metric, const char *value)
{
    static char changed[PROGRAM_TEXT_BYTES];
    const char *line = strstr(table, metric);
    assert_non_null(line);
    const char *field = strchr(strchr(line, '\t') + 1, '\t') + 1;
    const char *end = strchr(field, '\t');
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(field - table), table, value, end);
    return program_write_text("changed.tsv", changed);
}

static void read_text(const char *path, char *out, size_t bytes)
{
    FILE *const file = fopen(path, "r");
    assert_non_null(file);
    out[fread(out, 1, bytes - 1, file)] = '\0';
    fclose(file);
}

static void the_gate_names_what_got_worse(void **state)
{
    (void)state;
    static char table[PROGRAM_TEXT_BYTES];
    const char *const path = program_file("table.tsv");
    PROGRAM_RUN("quality", "--scenario", "head-on", "--quick", "--table", path);
    read_text(path, table, sizeof table);
    assert_non_null(strstr(table, "head-on\t-\tQ3 path ratio\t<= 1.15\t"));
    const program_result *result =
        PROGRAM_RUN("quality", "--scenario", "head-on", "--quick", "--gate", path);
    assert_int_equal(result->exit_code, 0); /* whatever it misses, it missed before */
    assert_string_equal(result->errors, "");
    result = PROGRAM_RUN("quality", "--scenario", "head-on", "--quick", "--gate",
                         write_changed(table, "Q3 path ratio", "0.5"));
    assert_int_equal(result->exit_code, 1);
    assert_non_null(strstr(result->errors, "worse: head-on, -, Q3 path ratio was 0.5, is "));
    assert_int_equal(count_of(result->errors, "worse"), 1);
    /* Better than before is not worse, and a twentieth is let go. */
    result = PROGRAM_RUN("quality", "--scenario", "head-on", "--quick", "--gate",
                         write_changed(table, "Q3 path ratio", "1.9"));
    assert_int_equal(result->exit_code, 0);
}

static void unusable_words_are_refused(void **state)
{
    (void)state;
    program_assert_refused(PROGRAM_RUN("quality", "extra"), "extra");
    program_assert_refused(PROGRAM_RUN("quality", "--scenario", "nowhere"), "nowhere");
    program_assert_refused(PROGRAM_RUN("quality", "--scenario"), "--scenario");
    program_assert_refused(PROGRAM_RUN("quality", "--seeds", "0"), "--seeds");
    program_assert_refused(PROGRAM_RUN("quality", "--seeds", "101"), "--seeds");
    program_assert_refused(PROGRAM_RUN("quality", "--threads", "0"), "--threads");
    program_assert_refused(PROGRAM_RUN("quality", "--time-gap", "0"), "--time-gap");
    program_assert_refused(PROGRAM_RUN("quality", "--speed", "0"), "--speed");
    program_assert_refused(PROGRAM_RUN("quality", "--isa", "scalar"), "--hash");
    program_assert_refused(PROGRAM_RUN("quality", "--reload"), "--hash");
    program_assert_refused(PROGRAM_RUN("quality", "--hash", "--json"), "--hash");
    program_assert_refused(PROGRAM_RUN("quality", "--hash", "--seeds", "2"), "--hash");
    program_assert_refused(PROGRAM_RUN("quality", "--hash", "--isa", "fast"), "fast");
}

static void unusable_files_are_named(void **state)
{
    (void)state;
    const program_result *result =
        PROGRAM_RUN("quality", "--scenario", "head-on", "--quick", "--gate", "nothing.tsv");
    assert_int_equal(result->exit_code, 2);
    assert_non_null(strstr(result->errors, "nothing.tsv"));
    const char *const path = program_write_text("bad.tsv", "# a table\nhead-on\t-\n");
    result = PROGRAM_RUN("quality", "--scenario", "head-on", "--quick", "--gate", path);
    assert_int_equal(result->exit_code, 2);
    assert_non_null(strstr(result->errors, "bad.tsv:2"));
    result = PROGRAM_RUN("quality", "--scenario", "head-on", "--quick", "--png", "no/such/folder");
    assert_int_equal(result->exit_code, 2);
    assert_non_null(strstr(result->errors, "no/such/folder"));
}

static void hashes_have_a_line_per_trial(void **state)
{
    (void)state;
    static char alone[PROGRAM_TEXT_BYTES];
    const program_result *result =
        PROGRAM_RUN("quality", "--hash", "--scenario", "coincident-12", "--scenario", "head-on");
    assert_int_equal(result->exit_code, 0);
    assert_int_equal(count_of(result->output, "\n"), 3);
    assert_non_null(strstr(result->output, " head-on\n"));
    assert_non_null(strstr(result->output, " coincident-12 (idle)\n"));
    strcpy(alone, result->output);
    assert_int_not_equal(strncmp(strstr(alone, "\n") + 1, alone, 16), 0);
    result = PROGRAM_RUN("quality", "--hash", "--scenario", "coincident-12", "--scenario",
                         "head-on", "--isa", "scalar", "--reload", "--threads", "2");
    assert_string_equal(result->output, alone);
}

static void help_lists_the_scenarios(void **state)
{
    (void)state;
    const program_result *result = PROGRAM_RUN("quality", "--help");
    assert_int_equal(result->exit_code, 0);
    assert_non_null(strstr(result->output, " head-on"));
    assert_non_null(strstr(result->output, " door-1.0"));
    assert_int_equal(count_of(result->output, "door-1.0"), 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_has_a_row_per_metric),
        cmocka_unit_test(threads_change_no_number),
        cmocka_unit_test(seeds_are_told_one_by_one),
        cmocka_unit_test(the_gate_names_what_got_worse),
        cmocka_unit_test(unusable_words_are_refused),
        cmocka_unit_test(unusable_files_are_named),
        cmocka_unit_test(hashes_have_a_line_per_trial),
        cmocka_unit_test(help_lists_the_scenarios),
    };
    if (argc < 2 || !program_open(argv[1]))
        return 99;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    program_close();
    return failed;
}
