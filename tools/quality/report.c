#include "board.h"

#include "../json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_number(double value)
{
    if (isnan(value))
        printf(" %10s", "-");
    else if (isinf(value))
        printf(" %10s", "never");
    else
        printf(" %10.5g", value);
}

static void print_target(const quality_target *target)
{
    switch (target->relation) {
    case QUALITY_AT_MOST:
        printf(" <= %9.4g", target->most);
        break;
    case QUALITY_AT_LEAST:
        printf(" >= %9.4g", target->least);
        break;
    case QUALITY_WITHIN:
        printf(" %5.4g..%-5.4g", target->least, target->most);
        break;
    default:
        printf(" %12s", "");
    }
}

/* Completion and times against one group alone are all or nothing, seed by seed. */
static bool is_told_by_seed(quality_metric metric)
{
    return metric <= QUALITY_TIME_RATIO || metric == QUALITY_SLOWDOWN;
}

static void print_seeds(const quality_board *board, const quality_row *row)
{
    printf("    %-20s", "every seed");
    for (int32_t s = 0; s < board->seeds; s++) {
        const double value = board->values[row->trial * board->seeds + s].value[row->metric];
        if (isfinite(value))
            printf(" %.4g", value);
        else
            printf(" %s", isnan(value) ? "-" : "never");
    }
    putchar('\n');
}

static void print_row(const quality_board *board, const quality_row *row)
{
    const char *const others = quality_published(&quality_trials[row->trial], row->metric);
    printf("  %-22s", quality_metric_name(row->metric));
    print_target(row->target);
    print_number(row->value);
    printf("  %-6s %s\n",
           row->target->relation == QUALITY_REPORT ? "" : (row->is_passed ? "ok" : "FAILS"),
           others != NULL ? others : "");
    if (board->seeds > 1 && is_told_by_seed(row->metric))
        print_seeds(board, row);
}

void quality_print_table(const quality_board *board)
{
    int32_t trial = -1, asked = 0, failed = 0, unknown = 0;
    printf("%-24s %12s %10s  %-6s %s\n", "scenario, metric", "target", "ours", "",
           "others, where measured");
    for (quality_row row = {.trial = -1}; quality_next_row(board, &row);) {
        if (row.trial != trial) {
            char label[QUALITY_LABEL_BYTES];
            quality_trial_label(&quality_trials[row.trial], label);
            printf("\n%s\n", label);
            trial = row.trial;
        }
        print_row(board, &row);
        asked += row.target->relation != QUALITY_REPORT;
        failed += !row.is_passed;
        unknown += !row.is_passed && isnan(row.value);
    }
    printf("\n%d of %d targets met, %d not measured; the worst of %d seed%s counts%s\n",
           asked - failed, asked, unknown, board->seeds, board->seeds > 1 ? "s" : "",
           board->is_quick ? " (quick form)" : "");
}

/* A bound, two of them, or null where nothing is asked. */
static void print_json_target(tool_json *json, const quality_target *target)
{
    static const char *const relations[] = {[QUALITY_AT_MOST] = "<=",
                                            [QUALITY_AT_LEAST] = ">=",
                                            [QUALITY_WITHIN] = "within",
                                            [QUALITY_REPORT] = ""};
    tool_json_string(json, "relation", relations[target->relation]);
    if (target->relation == QUALITY_WITHIN) {
        tool_json_begin(json, "target", '[');
        tool_json_number(json, NULL, target->least);
        tool_json_number(json, NULL, target->most);
        tool_json_end(json, ']');
        return;
    }
    const double bound = target->relation == QUALITY_AT_MOST ? target->most : target->least;
    tool_json_number(json, "target", target->relation == QUALITY_REPORT ? NAN : bound);
}

static void print_json_row(const quality_board *board, tool_json *json, const quality_row *row)
{
    const quality_trial *const trial = &quality_trials[row->trial];
    tool_json_begin(json, NULL, '{');
    tool_json_string(json, "metric", quality_metric_name(row->metric));
    tool_json_string(json, "scenario", trial->scenario);
    tool_json_string(json, "variant", trial->variant);
    print_json_target(json, row->target);
    tool_json_number(json, "value", row->value);
    tool_json_bool(json, "pass", row->is_passed);
    const char *const others = quality_published(trial, row->metric);
    if (others != NULL)
        tool_json_string(json, "others", others);
    if (is_told_by_seed(row->metric)) {
        tool_json_begin(json, "seeds", '[');
        for (int32_t s = 0; s < board->seeds; s++)
            tool_json_number(json, NULL,
                             board->values[row->trial * board->seeds + s].value[row->metric]);
        tool_json_end(json, ']');
    }
    tool_json_end(json, '}');
}

void quality_print_json(const quality_board *board)
{
    int32_t asked = 0, failed = 0;
    tool_json json = {0, false};
    tool_json_begin(&json, NULL, '{');
    tool_json_int(&json, "seed_count", board->seeds);
    tool_json_bool(&json, "quick", board->is_quick);
    tool_json_begin(&json, "metrics", '[');
    for (quality_row row = {.trial = -1}; quality_next_row(board, &row);) {
        print_json_row(board, &json, &row);
        asked += row.target->relation != QUALITY_REPORT;
        failed += !row.is_passed;
    }
    tool_json_end(&json, ']');
    tool_json_int(&json, "asked", asked);
    tool_json_int(&json, "failed", failed);
    tool_json_end(&json, '}');
}
