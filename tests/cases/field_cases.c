/*
 * field_cases.c: does what the files of cases/fields say, one test per file. Every solve of a map
 * but the first is a repair, and is compared with a rebuild.
 */
#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_file.h"
#include "field_checks.h"
#include "shared.h"

/* Only for the closing line of the program. */
static int repair_count;

static void start_world(field_run *run)
{
    if (run->world.context)
        test_world_destroy(&run->world);
    run->world = test_world_create(run->map.width, run->map.height, run->map.costs);
    assert_result(throng_integration_reserve_goals(run->world.integration, 4096), THRONG_OK);
    run->goal_count = 0;
    run->filled_count = 0;
    run->state = FIELD_UNSOLVED;
}

static void fill_world(field_run *run, const case_line *line)
{
    const throng_rect cells = {case_int(line, 0), case_int(line, 1), case_int(line, 2),
                               case_int(line, 3)};
    assert_result(throng_cost_fill(run->world.cost, cells, (uint8_t)case_int(line, 4)), THRONG_OK);
    throng_rect *filled = realloc(run->filled, (size_t)(run->filled_count + 1) * sizeof *filled);
    if (!filled)
        abort();
    run->filled = filled;
    run->filled[run->filled_count++] = cells;
}

static void add_goal(field_run *run, throng_cell goal)
{
    throng_cell *goals = realloc(run->goals, (size_t)(run->goal_count + 1) * sizeof *goals);
    if (!goals)
        abort();
    run->goals = goals;
    run->goals[run->goal_count++] = goal;
    run->is_goal_changed = true;
}

static void remove_goals(field_run *run)
{
    run->goal_count = 0;
    run->is_goal_changed = true;
}

static void add_area(field_run *run, const case_line *line)
{
    const int32_t left = case_int(line, 0), top = case_int(line, 1);
    const int32_t right = left + case_int(line, 2), bottom = top + case_int(line, 3);
    for (int32_t y = top; y < bottom; y++)
        for (int32_t x = left; x < right; x++)
            add_goal(run, (throng_cell){x, y});
}

static throng_result integrate(const field_run *run, throng_integration_field *out)
{
    return throng_integrate(run->world.solver, run->world.cost, run->goals, run->goal_count, out);
}

/* What the field holds must be what a whole solve gives, which refuses where a repair says that all
 * goals sleep. */
static void compare_with_rebuild(const field_run *run)
{
    throng_integration_field *rebuilt = NULL;
    const throng_grid grid = run->world.grid;
    assert_result(throng_integration_create(run->world.context, &grid, &rebuilt), THRONG_OK);
    const throng_result result = integrate(run, rebuilt);
    if (result == THRONG_OK) {
        assert_true(throng_integration_hash(rebuilt) ==
                    throng_integration_hash(run->world.integration));
        repair_count++;
    } else {
        assert_result(result, THRONG_ERROR_GOAL);
    }
    test_log_clear();
    assert_result(throng_integration_destroy(rebuilt), THRONG_OK);
}

static throng_result repair(field_run *run)
{
    const test_world *world = &run->world;
    throng_result result = throng_integration_repair(world->solver, world->cost, run->filled,
                                                     run->filled_count, world->integration);
    if (result == THRONG_OK) {
        run->filled_count = 0;
        if (run->is_goal_changed)
            result = throng_integration_set_goals(world->solver, world->cost, run->goals,
                                                  run->goal_count, world->integration);
    }
    if (result == THRONG_OK)
        compare_with_rebuild(run);
    return result;
}

static void solve(field_run *run, const case_line *line)
{
    test_world *world = &run->world;
    assert_result(throng_cost_commit(world->cost), THRONG_OK);
    const bool is_first = !throng_integration_is_solved(world->integration);
    const throng_result result = is_first ? integrate(run, world->integration) : repair(run);
    if (result != THRONG_OK && strcmp(line->rest, "any") == 0) {
        assert_result(result, run->goal_count == 0 ? THRONG_ERROR_ARGUMENT : THRONG_ERROR_GOAL);
        run->state = FIELD_REFUSED;
        return;
    }
    assert_result(result, THRONG_OK);
    run->is_goal_changed = false;
    run->filled_count = 0;
    assert_result(throng_flow(world->cost, world->integration, world->flow), THRONG_OK);
    run->state = FIELD_SOLVED;
}

static void refuse_fill(field_run *run, const case_line *line)
{
    throng_cost_field *cost = run->world.cost;
    const throng_rect cells = {case_int(line, 0), case_int(line, 1), case_int(line, 2),
                               case_int(line, 3)};
    const uint64_t hash = throng_cost_hash(cost), revision = throng_cost_revision(cost);
    assert_result(throng_cost_fill(cost, cells, (uint8_t)case_int(line, 4)), THRONG_ERROR_ARGUMENT);
    if (throng_cost_hash(cost) != hash || throng_cost_revision(cost) != revision)
        fail_msg("line %d: the refused fill changed the field", line->number);
}

static void refuse_goal(field_run *run, const case_line *line)
{
    throng_integration_field *field = run->world.integration;
    const bool was_solved = throng_integration_is_solved(field);
    const uint64_t hash = throng_integration_hash(field);
    assert_result(throng_cost_commit(run->world.cost), THRONG_OK);
    add_goal(run, (throng_cell){case_int(line, 0), case_int(line, 1)});
    assert_result(integrate(run, field), THRONG_ERROR_ARGUMENT);
    run->goal_count--;
    if (throng_integration_is_solved(field) != was_solved || throng_integration_hash(field) != hash)
        fail_msg("line %d: the refused goal changed the field", line->number);
}

/* Lines that tell about the file and ask for nothing. */
static bool is_remark(const case_line *line)
{
    static const char *const keys[] = {"kind", "case", "source", "report", "right", "note"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (case_line_is(line, keys[i]))
            return true;
    return false;
}

/* False if the line is no action. */
static bool act(field_run *run, const case_line *line)
{
    if (case_line_is(line, "goal"))
        add_goal(run, (throng_cell){case_int(line, 0), case_int(line, 1)});
    else if (case_line_is(line, "area"))
        add_area(run, line);
    else if (case_line_is(line, "goals") && strcmp(line->rest, "none") == 0)
        remove_goals(run);
    else if (case_line_is(line, "badfill"))
        refuse_fill(run, line);
    else if (case_line_is(line, "badgoal"))
        refuse_goal(run, line);
    else if (case_line_is(line, "solve"))
        solve(run, line);
    else
        return false;
    return true;
}

static void do_line(field_run *run, const case_line *line)
{
    switch (case_map_apply(&run->map, line)) {
    case CASE_MAP_NEW:
        start_world(run);
        return;
    case CASE_MAP_FILLED:
        fill_world(run, line);
        return;
    case CASE_MAP_LEGEND:
        return;
    case CASE_MAP_OTHER:
        break;
    }
    if (is_remark(line) || act(run, line))
        return;
    if (run->state == FIELD_UNSOLVED)
        fail_msg("line %d: `%s` before the first solve", line->number, line->key);
    if (run->state == FIELD_REFUSED)
        return;
    run->check_count++;
    field_check(run, line);
}

static void run_file(void **state)
{
    const char *path = *state;
    case_file file;
    assert_true(case_file_read(path, &file));
    assert_string_equal(case_file_find(&file, "kind")->rest, "field");
    assert_string_equal(case_file_find(&file, "case")->rest, file.name);
    field_run run = {0};
    case_map_start(&run.map);
    for (int i = 0; i < file.line_count; i++)
        do_line(&run, &file.lines[i]);
    assert_true(run.check_count > 0);
    free(run.goals);
    free(run.filled);
    test_world_destroy(&run.world);
    case_map_free(&run.map);
    case_file_free(&file);
}

int main(void)
{
    char folder[TEST_PATH_BYTES];
    if (!test_shared_folder("cases/fields", folder))
        return TEST_EXIT_SKIP;
    test_names names = test_list_files(folder, ".txt", false);
    struct CMUnitTest *tests = calloc((size_t)names.count + 1, sizeof *tests);
    char(*paths)[TEST_PATH_BYTES] = calloc((size_t)names.count + 1, sizeof *paths);
    if (!tests || !paths || names.count == 0) {
        fprintf(stderr, "%s holds no case.\n", folder);
        return EXIT_FAILURE;
    }
    for (int i = 0; i < names.count; i++) {
        test_join_path(folder, names.names[i], paths[i]);
        tests[i] = (struct CMUnitTest){names.names[i], run_file, NULL, NULL, paths[i]};
    }
    const int failed =
        _cmocka_run_group_tests("field cases", tests, (size_t)names.count, NULL, NULL);
    printf("%d solves by repair\n", repair_count);
    free(tests);
    free(paths);
    test_names_free(&names);
    return failed;
}
