/*
 * map_test.c: the real maps against their published lengths and against values computed elsewhere.
 * Lines are sorted by goal, so that each goal is solved once, and each kind of line of each map is
 * one test.
 */
#include "world.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "map_lines.h"
#include "random.h"
#include "shared.h"
#include "terrain.h"

/* Published lengths are rounded to their last printed digit; the worst of them is 0.005006 off. */
static const double published_tolerance = 0.0051;

/* Whole numbers 10 and 14 rate a diagonal at 1.4 instead of 1.41421: the ways that they prefer are
 * at most this many times as long as the shortest. */
static const double rounded_limit = 1.01;

/* What was found for one kind of line of one map. */
typedef struct verdict {
    int line_count, bad_count, rounded_count;
    double worst; /* SCEN: the most that a way is longer than published, in cells */
    char first_bad[256];
} verdict;

/* One map and everything that is known about it. */
typedef struct survey {
    const char *folder;
    char map[TEST_PATH_BYTES]; /* family/name.map */
    bool is_done;
    int goal_count, solved_count;
    verdict verdicts[MAP_LINE_KIND_COUNT];
    /* While the survey runs: */
    test_terrain terrain;
    test_world layers[2]; /* land, water; made when the first line needs it */
} survey;

typedef struct case_of_map {
    survey *survey;
    map_line_kind kind;
    char name[TEST_PATH_BYTES];
} case_of_map;

/* The checks of a line return NULL, or what is wrong. */
typedef const char *line_check(survey *survey, const test_world *world, const map_line *line);

static const char *check_exact(survey *survey, const test_world *world, const map_line *line)
{
    (void)survey;
    const throng_cell start = {line->start_x, line->start_y};
    const bool is_good = throng_integration_at(world->integration, start) == line->cost;
    return is_good ? NULL : "D of the start is not cost10_14";
}

static const char *check_unreachable(survey *survey, const test_world *world, const map_line *line)
{
    (void)survey;
    const throng_cell start = {line->start_x, line->start_y};
    const bool is_good = throng_integration_at(world->integration, start) == THRONG_UNREACHABLE &&
                         throng_flow_at(world->flow, start) == THRONG_FLOW_NONE;
    return is_good ? NULL : "there is a way";
}

/* Walks the flow. False if the walk is not one from start to goal over free ground. */
static bool walk(const survey *survey, const test_world *world, const map_line *line,
                 int32_t *straight, int32_t *diagonal)
{
    const int32_t step_limit = survey->terrain.width * survey->terrain.height;
    throng_cell cell = {line->start_x, line->start_y};
    *straight = *diagonal = 0;
    while (*straight + *diagonal <= step_limit) {
        if (cell.x == line->goal_x && cell.y == line->goal_y)
            return true;
        const throng_cell step = throng_flow_step(throng_flow_at(world->flow, cell));
        if (step.x == 0 && step.y == 0)
            return false;
        /* For a straight step two of these are the same cell. */
        const throng_cell to = {cell.x + step.x, cell.y + step.y};
        if (throng_cost_at(world->cost, to) == THRONG_WALL ||
            throng_cost_at(world->cost, (throng_cell){cell.x, to.y}) == THRONG_WALL ||
            throng_cost_at(world->cost, (throng_cell){to.x, cell.y}) == THRONG_WALL)
            return false;
        *(step.x != 0 && step.y != 0 ? diagonal : straight) += 1;
        cell = to;
    }
    return false;
}

static const char *check_scen(survey *survey, const test_world *world, const map_line *line)
{
    int32_t straight, diagonal;
    if (!walk(survey, world, line, &straight, &diagonal))
        return "the flow does not lead from start to goal";
    const throng_cell start = {line->start_x, line->start_y};
    if (throng_integration_at(world->integration, start) !=
        10u * (uint32_t)straight + 14u * (uint32_t)diagonal)
        return "the walk does not cost D of its start";

    verdict *verdict = &survey->verdicts[MAP_LINE_SCEN];
    const double length = straight + diagonal * sqrt(2.0);
    const double longer = length - line->published;
    if (longer > verdict->worst)
        verdict->worst = longer;
    if (longer < -published_tolerance)
        return "the walk is shorter than the shortest way";
    if (longer <= published_tolerance)
        return NULL;
    if (length > rounded_limit * line->published)
        return "the walk is longer than published";
    verdict->rounded_count++;
    return NULL;
}

static const char *check_field(survey *survey, const test_world *world, const map_line *line)
{
    const size_t cell_count = (size_t)survey->terrain.width * (size_t)survey->terrain.height;
    const uint32_t *values = throng_integration_values(world->integration);
    uint64_t reached = 0, largest = 0, sum = 0;
    for (size_t i = 0; i < cell_count; i++) {
        if (values[i] == THRONG_UNREACHABLE)
            continue;
        reached++;
        sum += values[i];
        if (values[i] > largest)
            largest = values[i];
    }
    if (reached != line->reached || largest != line->largest || sum != line->sum)
        return "reached, max or sum differ";
    if (test_hash_values(values, cell_count) != line->hash ||
        throng_integration_hash(world->integration) != line->hash)
        return "the hash differs";
    return NULL;
}

static void check_line(survey *survey, const test_world *world, const map_line *line)
{
    static line_check *const checks[MAP_LINE_KIND_COUNT] = {check_exact, check_scen, check_field,
                                                            check_unreachable};
    verdict *verdict = &survey->verdicts[line->kind];
    verdict->line_count++;
    const char *wrong = checks[line->kind](survey, world, line);
    if (wrong && verdict->bad_count++ == 0)
        snprintf(verdict->first_bad, sizeof verdict->first_bad, "line %d: %s", line->number, wrong);
}

static test_world *layer_of_line(survey *survey, const map_line *line)
{
    test_world *world = &survey->layers[line->is_in_water];
    if (world->context)
        return world;
    const int32_t width = survey->terrain.width, height = survey->terrain.height;
    uint8_t *costs = malloc((size_t)width * (size_t)height);
    assert_non_null(costs);
    test_terrain_costs(&survey->terrain, line->is_in_water, costs);
    *world = test_world_create(width, height, costs);
    free(costs);
    return world;
}

static map_lines read_lines(survey *survey)
{
    map_lines lines = {NULL, 0};
    for (int kind = 0; kind < MAP_LINE_KIND_COUNT; kind++)
        assert_true(map_lines_read(survey->folder, survey->map, (map_line_kind)kind, &lines));
    for (int i = 0; i < lines.count; i++) {
        map_line *line = &lines.lines[i];
        if (line->start_x >= survey->terrain.width || line->goal_x >= survey->terrain.width ||
            line->start_y >= survey->terrain.height || line->goal_y >= survey->terrain.height)
            fail_msg("%s line %d is not on the map", map_line_kind_name(line->kind), line->number);
        line->is_in_water = test_terrain_at(&survey->terrain, line->start_x, line->start_y) == 'W';
    }
    map_lines_sort(&lines);
    return lines;
}

static bool have_same_goal(const map_line *a, const map_line *b)
{
    return a->is_in_water == b->is_in_water && a->goal_x == b->goal_x && a->goal_y == b->goal_y;
}

/* True for the goals that this run takes: all of them, or each goal_stride-th and, always, those of
 * whole fields and of lines without a way. */
static bool is_taken(const map_lines *lines, int first, int end, int goal_index, int goal_stride)
{
    for (int i = first; i < end; i++)
        if (lines->lines[i].kind == MAP_LINE_FIELD || lines->lines[i].kind == MAP_LINE_UNREACHABLE)
            return true;
    return goal_index % goal_stride == 0;
}

/* The short form solves at most about this many cells a map, so that 19 maps take less than a
 * minute in a release build: all goals of maps up to 512 x 512, each second to fourth of the larger
 * ones. THRONG_TEST_MAP_CELLS names another number (slow builds), THRONG_TEST_FULL lifts the limit.
 */
static const double cells_of_short_form = 100e6;

static int goal_stride_of_run(const survey *survey, const map_lines *lines)
{
    if (test_is_full())
        return 1;
    const char *text = getenv("THRONG_TEST_MAP_CELLS");
    const double limit = text && *text ? strtod(text, NULL) : cells_of_short_form;
    int goal_count = 0;
    for (int i = 0; i < lines->count; i++)
        goal_count += i == 0 || !have_same_goal(&lines->lines[i - 1], &lines->lines[i]);
    const double cells =
        (double)goal_count * survey->terrain.width * (double)survey->terrain.height;
    /* Any limit below one cell means one goal. */
    return limit >= 1 && cells / limit < goal_count ? (int)ceil(cells / limit) : goal_count;
}

/* Solves every goal once and checks all lines about it. */
static void run_survey(survey *survey)
{
    if (survey->is_done)
        return;
    survey->is_done = true;
    char path[TEST_PATH_BYTES];
    test_join_path(survey->folder, survey->map, path);
    assert_true(test_terrain_read(path, &survey->terrain));
    map_lines lines = read_lines(survey);
    const int goal_stride = goal_stride_of_run(survey, &lines);
    for (int first = 0, end; first < lines.count; first = end) {
        const map_line *line = &lines.lines[first];
        for (end = first + 1; end < lines.count; end++)
            if (!have_same_goal(line, &lines.lines[end]))
                break;
        if (!is_taken(&lines, first, end, survey->goal_count++, goal_stride))
            continue;
        test_world *world = layer_of_line(survey, line);
        const throng_cell goal = {line->goal_x, line->goal_y};
        test_world_solve(world, &goal, 1);
        survey->solved_count++;
        for (int i = first; i < end; i++)
            check_line(survey, world, &lines.lines[i]);
    }
    print_message("%s: solved %d of %d goals\n", survey->map, survey->solved_count,
                  survey->goal_count);
    map_lines_free(&lines);
    test_terrain_free(&survey->terrain);
    for (int i = 0; i < 2; i++)
        if (survey->layers[i].context)
            test_world_destroy(&survey->layers[i]);
}

static void lines_of_the_map_agree(void **state)
{
    const case_of_map *self = *state;
    run_survey(self->survey);
    const verdict *verdict = &self->survey->verdicts[self->kind];
    if (self->kind == MAP_LINE_SCEN)
        print_message("%s: %d lines, %d exact, %d rounded, worst %.6f\n", self->name,
                      verdict->line_count,
                      verdict->line_count - verdict->rounded_count - verdict->bad_count,
                      verdict->rounded_count, verdict->worst);
    else
        print_message("%s: %d lines\n", self->name, verdict->line_count);
    if (verdict->bad_count > 0)
        fail_msg("%d do not agree; %s", verdict->bad_count, verdict->first_bad);
    assert_true(verdict->line_count > 0);
}

/* A table may name a map that nobody looks at. */
static void every_line_of_the_tables_is_about_a_map_here(void **state)
{
    const test_names *maps = *state;
    char folder[TEST_PATH_BYTES];
    assert_true(test_shared_folder("maps", folder));
    const map_line_kind tables[] = {MAP_LINE_FIELD, MAP_LINE_UNREACHABLE};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        map_lines lines = {NULL, 0};
        for (int i = 0; i < maps->count; i++)
            assert_true(map_lines_read(folder, maps->names[i], tables[t], &lines));
        assert_int_equal(lines.count, map_lines_in_table(folder, tables[t]));
        assert_true(lines.count > 0);
        map_lines_free(&lines);
    }
}

/* The maps are those with an .exact.tsv: the odd ones are for loaders. */
static test_names list_maps(const char *folder)
{
    static const char ending[] = ".exact.tsv";
    test_names names = test_list_files(folder, ending, true);
    for (int i = 0; i < names.count; i++)
        names.names[i][strlen(names.names[i]) - strlen(ending)] = '\0';
    return names;
}

static bool has_lines(const survey *survey, map_line_kind kind)
{
    map_lines lines = {NULL, 0};
    const bool is_read = map_lines_read(survey->folder, survey->map, kind, &lines);
    const bool is_known =
        !is_read || lines.count > 0; /* an unreadable file is for the test to tell */
    map_lines_free(&lines);
    return is_known;
}

/* One test per kind of line of each map, into `tests`; returns how many. */
static size_t make_tests(const char *folder, const test_names *maps, survey *surveys,
                         case_of_map *cases, struct CMUnitTest *tests)
{
    size_t count = 0;
    for (int i = 0; i < maps->count; i++) {
        surveys[i].folder = folder;
        snprintf(surveys[i].map, sizeof surveys[i].map, "%s", maps->names[i]);
        for (int kind = 0; kind < MAP_LINE_KIND_COUNT; kind++) {
            if (!has_lines(&surveys[i], (map_line_kind)kind))
                continue;
            case_of_map *self = &cases[count];
            self->survey = &surveys[i];
            self->kind = (map_line_kind)kind;
            snprintf(self->name, sizeof self->name, "%.900s %s", maps->names[i],
                     map_line_kind_name(self->kind));
            tests[count++] =
                (struct CMUnitTest){self->name, lines_of_the_map_agree, NULL, NULL, self};
        }
    }
    return count;
}

int main(void)
{
    char folder[TEST_PATH_BYTES];
    if (!test_shared_folder("maps", folder))
        return TEST_EXIT_SKIP;
    test_names maps = list_maps(folder);
    const size_t capacity = (size_t)maps.count * MAP_LINE_KIND_COUNT + 1;
    survey *surveys = calloc((size_t)maps.count + 1, sizeof *surveys);
    case_of_map *cases = calloc(capacity, sizeof *cases);
    struct CMUnitTest *tests = calloc(capacity, sizeof *tests);
    if (!surveys || !cases || !tests || maps.count == 0) {
        fprintf(stderr, "%s holds no map.\n", folder);
        return EXIT_FAILURE;
    }
    size_t count = make_tests(folder, &maps, surveys, cases, tests);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test_prestate(
        every_line_of_the_tables_is_about_a_map_here, &maps);
    const int failed = _cmocka_run_group_tests("real maps", tests, count, NULL, NULL);
    free(tests);
    free(cases);
    free(surveys);
    test_names_free(&maps);
    return failed;
}
