#include "field_checks.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "shared.h"

static uint32_t value_of_word(const char *word)
{
    return strcmp(word, "-") == 0 ? THRONG_UNREACHABLE : (uint32_t)strtoul(word, NULL, 10);
}

static throng_cell cell_of_line(const case_line *line, int index)
{
    return (throng_cell){case_int(line, index), case_int(line, index + 1)};
}

static uint32_t value_at(const field_run *run, throng_cell cell)
{
    return throng_integration_at(run->world.integration, cell);
}

static void check_value(const field_run *run, const case_line *line)
{
    const throng_cell cell = cell_of_line(line, 0);
    const uint32_t wanted = value_of_word(line->words[2]), got = value_at(run, cell);
    const bool is_good = case_line_is(line, "dmin") ? got >= wanted : got == wanted;
    if (!is_good)
        fail_msg("line %d: value at (%d, %d) is %" PRIu32, line->number, cell.x, cell.y, got);
}

static void check_code(const field_run *run, const case_line *line)
{
    const throng_cell cell = cell_of_line(line, 0);
    const int got = throng_flow_at(run->world.flow, cell);
    if (got != case_int(line, 2))
        fail_msg("line %d: code at (%d, %d) is %d", line->number, cell.x, cell.y, got);
}

/* A block of all values or all codes. */
static void check_block(const field_run *run, const case_line *line)
{
    const bool is_values = case_line_is(line, "dmap");
    const int32_t width = run->map.width;
    assert_int_equal(line->block_count, run->map.height);
    char **words = malloc((size_t)width * sizeof *words);
    assert_non_null(words);
    for (int32_t y = 0; y < line->block_count; y++) {
        if (test_split_words(line->block[y], words, width) != width)
            fail_msg("line %d: row %d is not %d words", line->number, y, width);
        for (int32_t x = 0; x < width; x++) {
            const throng_cell cell = {x, y};
            const uint32_t got =
                is_values ? value_at(run, cell) : throng_flow_at(run->world.flow, cell);
            if (got != value_of_word(words[x]))
                fail_msg("line %d: %s at (%d, %d) is %" PRIu32 ", not %s", line->number,
                         is_values ? "value" : "code", x, y, got, words[x]);
        }
    }
    free(words);
}

static void check_reached(const field_run *run, const case_line *line)
{
    const uint32_t *values = throng_integration_values(run->world.integration);
    const int32_t cell_count = run->map.width * run->map.height;
    int32_t reached = 0;
    for (int32_t i = 0; i < cell_count; i++)
        reached += values[i] != THRONG_UNREACHABLE;
    if (reached != case_int(line, 0))
        fail_msg("line %d: %d cells are reached", line->number, reached);
}

/* The library's own hash and the tests' must both be what the line says. */
static void check_hash(const field_run *run, const case_line *line)
{
    const size_t cell_count = (size_t)run->map.width * (size_t)run->map.height;
    const uint64_t wanted = strtoull(line->words[0], NULL, 16);
    uint64_t ours, theirs;
    if (case_line_is(line, "dhash")) {
        ours = test_hash_values(throng_integration_values(run->world.integration), cell_count);
        theirs = throng_integration_hash(run->world.integration);
    } else {
        ours = test_hash_bytes(throng_flow_codes(run->world.flow), cell_count);
        theirs = throng_flow_hash(run->world.flow);
    }
    if (ours != wanted || theirs != wanted)
        fail_msg("line %d: the hash is %016" PRIx64 ", and %016" PRIx64 " by the library",
                 line->number, ours, theirs);
}

static void check_walk(const field_run *run, const case_line *line)
{
    throng_cell cell = cell_of_line(line, 0);
    const double wanted_cost = case_number(line, 2);
    const int32_t wanted_steps = case_int(line, 3);
    if ((double)value_at(run, cell) != wanted_cost)
        fail_msg("line %d: the value is %" PRIu32, line->number, value_at(run, cell));
    double cost = 0;
    int32_t steps = 0;
    while (value_at(run, cell) != 0 && steps <= wanted_steps) {
        const uint8_t code = throng_flow_at(run->world.flow, cell);
        const throng_cell step = throng_flow_step(code);
        if (step.x == 0 && step.y == 0)
            break;
        cost += (code <= THRONG_FLOW_N ? 10.0 : 14.0) * throng_cost_at(run->world.cost, cell);
        cell.x += step.x;
        cell.y += step.y;
        steps++;
    }
    if (value_at(run, cell) != 0 || cost != wanted_cost || steps != wanted_steps)
        fail_msg("line %d: the walk ends at (%d, %d), costs %.0f and takes %d steps", line->number,
                 cell.x, cell.y, cost, steps);
}

static void sample_points(const field_run *run, int32_t count, const float *x, const float *y,
                          float *heading_x, float *heading_y)
{
    const throng_flow_field *const fields[] = {run->world.flow};
    const throng_points points = {.count = count, .x = x, .y = y};
    const throng_vectors headings = {heading_x, heading_y, 0};
    assert_result(throng_sample(run->world.context, fields, 1, NULL, &points, headings), THRONG_OK);
}

static void check_sample(const field_run *run, const case_line *line)
{
    const float x = (float)case_number(line, 0), y = (float)case_number(line, 1);
    const double tolerance = case_number(line, 4);
    float heading_x = 9, heading_y = 9;
    sample_points(run, 1, &x, &y, &heading_x, &heading_y);
    if (!(fabs(heading_x - case_number(line, 2)) <= tolerance &&
          fabs(heading_y - case_number(line, 3)) <= tolerance))
        fail_msg("line %d: the sample is (%.7f, %.7f)", line->number, (double)heading_x,
                 (double)heading_y);
}

/* One walker of `follow`; both arrays of points hold one entry each. */
static bool follow_from(const field_run *run, throng_cell start, float stride, int32_t step_limit)
{
    float x = (float)start.x + 0.5f, y = (float)start.y + 0.5f;
    for (int32_t step = 0; step <= step_limit; step++) {
        const throng_cell cell = {(int32_t)x, (int32_t)y};
        if (value_at(run, cell) == 0)
            return true;
        float heading_x, heading_y;
        sample_points(run, 1, &x, &y, &heading_x, &heading_y);
        const float to_x = x + stride * heading_x, to_y = y + stride * heading_y;
        const struct {
            float x, y;
        } tries[3] = {{to_x, to_y}, {to_x, y}, {x, to_y}};
        for (int i = 0; i < 3; i++) {
            throng_cell to;
            const throng_point point = {tries[i].x, tries[i].y};
            if (!throng_cost_cell_of(run->world.cost, point, &to) ||
                throng_cost_at(run->world.cost, to) == THRONG_WALL)
                continue;
            x = tries[i].x;
            y = tries[i].y;
            break;
        }
    }
    return false;
}

static void check_follow(const field_run *run, const case_line *line)
{
    const float stride = (float)case_number(line, 0);
    for (int32_t y = 0; y < run->map.height; y++)
        for (int32_t x = 0; x < run->map.width; x++) {
            const throng_cell start = {x, y};
            if (value_at(run, start) != THRONG_UNREACHABLE &&
                !follow_from(run, start, stride, case_int(line, 1)))
                fail_msg("line %d: from (%d, %d) the goal is not reached", line->number, x, y);
        }
}

/* The same both ways, and from point to point as from cell to cell. */
static void check_sight(const field_run *run, const case_line *line)
{
    const throng_cell a = cell_of_line(line, 0), b = cell_of_line(line, 2);
    const throng_point p = {(float)a.x + 0.5f, (float)a.y + 0.5f};
    const throng_point q = {(float)b.x + 0.5f, (float)b.y + 0.5f};
    const throng_cost_field *cost = run->world.cost;
    const bool wanted = case_int(line, 4) != 0;
    bool is_seen[4] = {!wanted, !wanted, !wanted, !wanted};
    assert_result(throng_line_of_sight_cells(cost, a, b, 0, &is_seen[0]), THRONG_OK);
    assert_result(throng_line_of_sight_cells(cost, b, a, 0, &is_seen[1]), THRONG_OK);
    assert_result(throng_line_of_sight(cost, p, q, 0, &is_seen[2]), THRONG_OK);
    assert_result(throng_line_of_sight(cost, q, p, 0, &is_seen[3]), THRONG_OK);
    for (int i = 0; i < 4; i++)
        if (is_seen[i] != wanted)
            fail_msg("line %d: the cells %s each other", line->number,
                     wanted ? "do not see" : "see");
}

void field_check(const field_run *run, const case_line *line)
{
    static const struct {
        const char *key;
        int word_count;
        void (*check)(const field_run *run, const case_line *line);
    } checks[] = {
        {"d", 3, check_value},       {"dmin", 3, check_value},    {"code", 3, check_code},
        {"dmap", 1, check_block},    {"fmap", 1, check_block},    {"reached", 1, check_reached},
        {"dhash", 1, check_hash},    {"fhash", 1, check_hash},    {"walk", 4, check_walk},
        {"sample", 5, check_sample}, {"follow", 2, check_follow}, {"los", 5, check_sight},
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (!case_line_is(line, checks[i].key))
            continue;
        if (line->word_count != checks[i].word_count)
            fail_msg("line %d: `%s` takes %d words", line->number, line->key, checks[i].word_count);
        checks[i].check(run, line);
        return;
    }
    fail_msg("line %d: nobody knows the key `%s`", line->number, line->key);
}
