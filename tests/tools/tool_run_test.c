/*
 * tool_run_test.c: throng run: what it reports, and that it reports the same twice.
 */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void a_few_agents_all_arrive(void **state)
{
    (void)state;
    /* 96 x 96 open cells: the farthest start is 48 * 1.414 m from the middle, at 1.26 m/s at least
     * 54 s away by the octile way; the rest is room for those who wait. */
    const program_result *result =
        PROGRAM_RUN("run", "open", "--agents", "40", "--seconds", "75", "--json");
    assert_int_equal(result->exit_code, 0);
    assert_string_equal(result->errors, "");
    assert_int_equal(program_number(result, "agents"), 40);
    assert_int_equal(program_number(result, "arrived"), 40);
    assert_int_equal(program_number(result, "steps"), 75 * 60);
    assert_int_equal(program_number(result, "wall_violations"), 0);
    assert_int_equal(program_number(result, "quarantined"), 0);
    assert_int_equal(program_number(result, "seed"), 1);
    assert_true(program_number(result, "max_overlap") >= 0.0);
    assert_true(program_number(result, "max_overlap") < 1.0);
    assert_true(program_number(result, "ms_per_step") > 0.0);
    assert_int_equal(strlen(program_value(result, "state_hash")), 16);
    static const char *const stages[] = {"cost",       "integration", "flow", "sample",
                                         "neighbours", "steer",       "move", "step"};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
        assert_true(program_number(result, stages[i]) > 0.0);
}

static void hash_of(const char *agents, const char *seed, const char *threads, char hash[32])
{
    const program_result *result = PROGRAM_RUN("run", "rooms", "--agents", agents, "--seed", seed,
                                               "--seconds", "3", "--threads", threads, "--json");
    if (result->exit_code != 0)
        fail_msg("%s", result->errors);
    snprintf(hash, 32, "%s", program_value(result, "state_hash"));
}

static bool has_openmp(void)
{
    return strcmp(program_value(PROGRAM_RUN("info", "--json"), "openmp"), "true") == 0;
}

static void the_hash_follows_agents_and_seed_alone(void **state)
{
    (void)state;
    char first[32];
    char again[32];
    char other[32];
    hash_of("500", "1", "1", first);
    hash_of("500", "1", "1", again);
    assert_string_equal(again, first);
    hash_of("500", "2", "1", other);
    assert_string_not_equal(other, first);
    hash_of("501", "1", "1", other);
    assert_string_not_equal(other, first);
    if (has_openmp()) {
        hash_of("500", "1", "3", again);
        assert_string_equal(again, first);
    }
}

static void every_instruction_set_gives_the_same_hash(void **state)
{
    (void)state;
    static const char *const names[] = {"sse41", "avx2", "avx512", "neon"};
    char usable[256];
    char expected[32];
    const char *list = strstr(PROGRAM_RUN("info", "--json")->output, "\"isas_usable\": [");
    assert_non_null(list);
    snprintf(usable, sizeof usable, "%.*s", (int)strcspn(list, "]"), list);
    const program_result *result = PROGRAM_RUN("run", "rooms", "--agents", "700", "--seconds", "3",
                                               "--isa", "scalar", "--json");
    assert_string_equal(program_value(result, "isa"), "scalar");
    snprintf(expected, sizeof expected, "%s", program_value(result, "state_hash"));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        result = PROGRAM_RUN("run", "rooms", "--agents", "700", "--seconds", "3", "--isa", names[i],
                             "--json");
        if (!strstr(usable, names[i])) {
            program_assert_refused(result, "");
            continue;
        }
        assert_string_equal(program_value(result, "isa"), names[i]);
        assert_string_equal(program_value(result, "state_hash"), expected);
    }
}

static void pictures_change_no_bit(void **state)
{
    (void)state;
    char expected[32];
    char hash[32];
    hash_of("200", "7", "1", expected);
    const char *path = program_file("run.png");
    const program_result *result = PROGRAM_RUN("run", "rooms", "--agents", "200", "--seed", "7",
                                               "--seconds", "3", "--png", path, "--json");
    assert_int_equal(result->exit_code, 0);
    snprintf(hash, sizeof hash, "%s", program_value(result, "state_hash"));
    assert_string_equal(hash, expected);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fclose(file);
}

static void agents_start_apart_from_each_other(void **state)
{
    (void)state;
    /* 96 x 96 cells less a goal of a twentieth of the agents: one a cell, and up to two a cell.
     * Nobody has moved yet. */
    static const char *const counts[] = {"8000", "16000"};
    for (int i = 0; i < 2; i++) {
        const program_result *result =
            PROGRAM_RUN("run", "open", "--agents", counts[i], "--seconds", "0", "--json");
        assert_int_equal(result->exit_code, 0);
        assert_int_equal(program_number(result, "agents"), atoi(counts[i]));
        assert_true(program_number(result, "end_overlap") == 0.0);
    }
}

static void more_agents_than_room_are_refused(void **state)
{
    (void)state;
    program_assert_refused(PROGRAM_RUN("run", "open", "--agents", "37000", "--seconds", "0"),
                           "--agents");
    program_assert_refused(PROGRAM_RUN("run", "open", "--agents", "0"), "--agents");
    program_assert_refused(PROGRAM_RUN("run", "open", "--seconds", "-1"), "--seconds");
    program_assert_refused(PROGRAM_RUN("run", "open", "--seconds", "nan"), "--seconds");
    program_assert_refused(PROGRAM_RUN("run", "open", "--threads", "0"), "--threads");
    program_assert_refused(PROGRAM_RUN("run", "open", "--seed", "-1"), "--seed");
    program_assert_refused(PROGRAM_RUN("run", "open", "extra"), "one map");
    program_assert_refused(PROGRAM_RUN("run", "open", "--seconds", "0", "--video", "film.avi"),
                           "film.avi");
}

/* Each scene's own seconds are enough for everybody: a crossing of the map and the wait for a few
 * others. */
static void every_party_of_a_scene_arrives(void **state)
{
    (void)state;
    static const char *const scenes[] = {"swamp",  "u-trap", "two-doors",
                                         "giants", "gate",   "counterflow"};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        const program_result *result = PROGRAM_RUN("run", scenes[i], "--agents", "60", "--json");
        if (result->exit_code != 0)
            fail_msg("%s: %s", scenes[i], result->errors);
        assert_int_equal(program_number(result, "wall_violations"), 0);
        assert_non_null(strstr(result->output, "\"parties\""));
        if (program_number(result, "arrived") != program_number(result, "agents"))
            fail_msg("%s: not everybody has arrived: %s", scenes[i], result->output);
    }
}

/* Nobody arrives who has no goal; walls hold all the same, and chance is the same twice. */
static void herds_and_flights_end_outside_walls(void **state)
{
    (void)state;
    static const char *const scenes[] = {"herd", "danger", "repertoire"};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        char first[32] = "";
        for (int time = 0; time < 2; time++) {
            const program_result *result =
                PROGRAM_RUN("run", scenes[i], "--agents", "80", "--seconds", "20", "--json");
            assert_int_equal(result->exit_code, 0);
            assert_int_equal(program_number(result, "wall_violations"), 0);
            const char *hash = program_value(result, "state_hash");
            if (time == 1)
                assert_string_equal(hash, first);
            snprintf(first, sizeof first, "%s", hash);
        }
    }
}

static void a_scene_with_parties_keeps_its_goals(void **state)
{
    (void)state;
    program_assert_refused(PROGRAM_RUN("run", "gate", "--goal", "3,3"), "--goal");
    program_assert_refused(PROGRAM_RUN("run", "gate", "--agents", "100000"), "--agents");
}

static void a_goal_may_be_named(void **state)
{
    (void)state;
    const program_result *result = PROGRAM_RUN("run", "open", "--goal", "10,20", "--goal", "80,70",
                                               "--agents", "5", "--seconds", "0", "--json");
    assert_int_equal(result->exit_code, 0);
    assert_non_null(strstr(result->output, "[10, 20]"));
    assert_non_null(strstr(result->output, "[80, 70]"));
    program_assert_refused(PROGRAM_RUN("run", "open", "--goal", "96,0"), "off the map");
    program_assert_refused(PROGRAM_RUN("run", "rooms", "--goal", "0,0"), "goal");
}

static void the_table_names_every_stage_and_no_bar_is_drawn(void **state)
{
    (void)state;
    static const char *const words[] = {"integration", "neighbours", "arrived", "wall violations",
                                        "overlap",     "state hash", "cells/s", "agents/s"};
    const program_result *result = PROGRAM_RUN("run", "open", "--agents", "50", "--seconds", "1");
    assert_int_equal(result->exit_code, 0);
    assert_string_equal(result->errors, ""); /* standard error is no terminal here */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(strstr(result->output, words[i]));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_agents_all_arrive),
        cmocka_unit_test(the_hash_follows_agents_and_seed_alone),
        cmocka_unit_test(every_instruction_set_gives_the_same_hash),
        cmocka_unit_test(pictures_change_no_bit),
        cmocka_unit_test(agents_start_apart_from_each_other),
        cmocka_unit_test(more_agents_than_room_are_refused),
        cmocka_unit_test(every_party_of_a_scene_arrives),
        cmocka_unit_test(herds_and_flights_end_outside_walls),
        cmocka_unit_test(a_scene_with_parties_keeps_its_goals),
        cmocka_unit_test(a_goal_may_be_named),
        cmocka_unit_test(the_table_names_every_stage_and_no_bar_is_drawn),
    };
    if (argc < 2 || !program_open(argv[1]))
        return 99;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    program_close();
    return failed;
}
