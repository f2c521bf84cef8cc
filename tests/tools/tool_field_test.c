/*
 * tool_field_test.c: throng field, throng info and the program's manners.
 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "shared.h"

/* One line of fields.tsv: map, goal, letter, reached, max, sum, hash. */
static void check_line(const char *maps, const char *line)
{
    char map[64];
    char goal[32];
    char letter = 0;
    char hash[32];
    int x = 0;
    int y = 0;
    double reached = 0;
    double largest = 0;
    double sum = 0;
    char path[TEST_PATH_BYTES + 64];
    const int count = sscanf(line, "%63s %d %d %c %lf %lf %lf %31s", map, &x, &y, &letter, &reached,
                             &largest, &sum, hash);
    assert_int_equal(count, 8);
    snprintf(path, sizeof path, "%s/%s", maps, map);
    snprintf(goal, sizeof goal, "%d,%d", x, y);
    const program_result *result =
        letter == 'W'
            ? PROGRAM_RUN("field", path, "--goal", goal, "--layer", "water", "--hash", "--json")
            : PROGRAM_RUN("field", path, "--goal", goal, "--hash", "--json");
    if (result->exit_code != 0)
        fail_msg("%s", result->errors);
    assert_string_equal(program_value(result, "integration_fnv1a64"), hash);
    assert_true(program_number(result, "reached") == reached);
    assert_true(program_number(result, "max") == largest);
    char expected[32];
    snprintf(expected, sizeof expected, "%.0f", sum);
    assert_string_equal(program_value(result, "sum"), expected);
    assert_int_equal(strlen(program_value(result, "flow_fnv1a64")), 16);
}

static void published_maps_have_the_known_fields(void **state)
{
    (void)state;
    char maps[TEST_PATH_BYTES];
    char path[TEST_PATH_BYTES + 64];
    char line[512];
    int checked = 0;
    int number = 0;
    if (!test_shared_folder("maps", maps))
        skip();
    snprintf(path, sizeof path, "%s/fields.tsv", maps);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || strncmp(line, "map\t", 4) == 0)
            continue;
        /* The short form takes every third line; the library's own tests take all. */
        if (number++ % 3 == 0 || test_is_full()) {
            check_line(maps, line);
            checked++;
        }
    }
    fclose(file);
    assert_true(checked >= 16);
}

static void hashes_come_only_when_asked_for(void **state)
{
    (void)state;
    const program_result *result = PROGRAM_RUN("field", "open", "--goal", "1,1", "--json");
    assert_int_equal(result->exit_code, 0);
    assert_null(strstr(result->output, "fnv1a64"));
    result = PROGRAM_RUN("field", "open", "--goal", "1,1", "--hash");
    assert_non_null(strstr(result->output, "integration  "));
    assert_string_equal(result->errors, "");
}

static void more_goals_make_one_destination(void **state)
{
    (void)state;
    /* The far corner of 96 x 96 open cells is 95 diagonal steps away; with a goal there, none. The
     * farthest cells are then the two other corners, 95 straight steps from either. */
    const program_result *result = PROGRAM_RUN("field", "open", "--goal", "0,0", "--json");
    assert_int_equal(program_number(result, "max"), 95 * 14);
    result = PROGRAM_RUN("field", "open", "--goal", "0,0", "--goal", "95,95", "--json");
    assert_int_equal(program_number(result, "max"), 95 * 10);
}

static void bad_goals_are_refused(void **state)
{
    (void)state;
    program_assert_refused(PROGRAM_RUN("field", "open"), "--goal");
    program_assert_refused(PROGRAM_RUN("field", "open", "--goal", "96,0"), "0,0..95,95");
    program_assert_refused(PROGRAM_RUN("field", "open", "--goal", "-1,0"), "off the map");
    program_assert_refused(PROGRAM_RUN("field", "open", "--goal", "1;2"), "X,Y");
    program_assert_refused(PROGRAM_RUN("field", "open", "--goal", "1,2,3"), "X,Y");
    program_assert_refused(PROGRAM_RUN("field", "rooms", "--goal", "0,0"), "goal");
    program_assert_refused(PROGRAM_RUN("field", "open", "--goal", "1,1", "--layer", "air"),
                           "land or water");
}

static void every_command_explains_itself(void **state)
{
    (void)state;
    static const char *const commands[] = {"run", "field", "scen", "info"};
    for (size_t i = 0; i < 4; i++) {
        char usage[64];
        snprintf(usage, sizeof usage, "Usage: throng %s", commands[i]);
        const program_result *result = PROGRAM_RUN(commands[i], "--help");
        assert_int_equal(result->exit_code, 0);
        assert_non_null(strstr(result->output, usage));
        program_assert_refused(PROGRAM_RUN(commands[i], "--nonsense"), "--nonsense");
    }
    const program_result *result = PROGRAM_RUN("--help");
    assert_int_equal(result->exit_code, 0);
    assert_non_null(strstr(result->output, "fortress"));
    program_assert_refused(PROGRAM_RUN("walk"), "no command");
    program_assert_refused(PROGRAM_RUN("run", "open", "--agents"), "needs a value");
    program_assert_refused(PROGRAM_RUN("field", "open", "--goal", "1,1", "--isa", "mmx"), "--isa");
}

static void info_and_version_agree(void **state)
{
    (void)state;
    char version[32];
    const program_result *result = PROGRAM_RUN("info", "--json");
    assert_int_equal(result->exit_code, 0);
    snprintf(version, sizeof version, "throng %s\n", program_value(result, "version"));
    assert_non_null(strstr(result->output, "\"scalar\""));
    assert_true(program_number(result, "simulation_version") >= 1);
    result = PROGRAM_RUN("--version");
    assert_string_equal(result->output, version);
}

static void pictures_are_png_files(void **state)
{
    (void)state;
    static const unsigned char magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char head[24];
    const char *path = program_file("field.png");
    const program_result *result = PROGRAM_RUN("field", "rooms", "--goal", "20,20", "--png", path);
    assert_int_equal(result->exit_code, 0);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    assert_memory_equal(head, magic, sizeof magic);
    /* 129 cells of 14 pixels and a frame of 20 on both sides. */
    assert_int_equal(head[18] << 8 | head[19], 129 * 14 + 40);
    path = program_file("no/such/folder.png");
    program_assert_refused(PROGRAM_RUN("field", "open", "--goal", "1,1", "--png", path),
                           "folder.png");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_maps_have_the_known_fields),
        cmocka_unit_test(hashes_come_only_when_asked_for),
        cmocka_unit_test(more_goals_make_one_destination),
        cmocka_unit_test(bad_goals_are_refused),
        cmocka_unit_test(every_command_explains_itself),
        cmocka_unit_test(info_and_version_agree),
        cmocka_unit_test(pictures_are_png_files),
    };
    if (argc < 2 || !program_open(argv[1]))
        return 99;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    program_close();
    return failed;
}
