/* The table of a scoreboard that is kept, and what became worse since: tab-separated lines of
 * scenario, variant, metric, value, pass. */
#include "board.h"

#include "../lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A value may be worse by a twentieth of what the table says, and by what rounding to the table's
 * digits may add. Runs repeat to the bit, so this is room for changes that mean no harm, not for
 * noise: a new seed moves times by about so much. */
#define TOLERANCE 0.05
#define ROUNDING 1e-4

#define FILE_BYTES_MAX 1000000

/* "-" is not measured; "inf" never. */
static void print_value(FILE *file, double value)
{
    if (isnan(value))
        fputs("-", file);
    else
        fprintf(file, "%.6g", value);
}

static void print_target(FILE *file, const quality_target *target)
{
    switch (target->relation) {
    case QUALITY_AT_MOST:
        fprintf(file, "<= %g", target->most);
        break;
    case QUALITY_AT_LEAST:
        fprintf(file, ">= %g", target->least);
        break;
    case QUALITY_WITHIN:
        fprintf(file, "%g..%g", target->least, target->most);
        break;
    default:
        fputs("-", file);
    }
}

bool quality_write_table(const quality_board *board, const char *path)
{
    FILE *const file = fopen(path, "w");
    if (file == NULL)
        return tool_fail("%s: the table cannot be written", path);
    fprintf(file, "# throng quality%s --seeds %d\n", board->is_quick ? " --quick" : "",
            board->seeds);
    fputs("scenario\tvariant\tmetric\ttarget\tvalue\tpass\n", file);
    for (quality_row row = {.trial = -1}; quality_next_row(board, &row);) {
        const quality_trial *const trial = &quality_trials[row.trial];
        fprintf(file, "%s\t%s\t%s\t", trial->scenario, trial->variant[0] ? trial->variant : "-",
                quality_metric_name(row.metric));
        print_target(file, row.target);
        fputc('\t', file);
        print_value(file, row.value);
        fprintf(file, "\t%s\n", row.is_passed ? "yes" : "no");
    }
    const bool is_good = !ferror(file);
    return fclose(file) == 0 && is_good ? true : tool_fail("%s: the table cannot be written", path);
}

/* One line of a table. */
typedef struct kept {
    char *fields[6]; /* scenario, variant, metric, target, value, pass */
} kept;

/* Cuts a line at its tabs, in place; false unless it has six fields. */
static bool cut(char *line, kept *out)
{
    int32_t count = 0;
    out->fields[count++] = line;
    for (char *c = line; *c != '\0'; c++) {
        if (*c != '\t')
            continue;
        *c = '\0';
        if (count == 6)
            return false;
        out->fields[count++] = c + 1;
    }
    return count == 6;
}

static bool is_worse(const quality_row *row, const kept *old)
{
    if (row->target->relation == QUALITY_REPORT)
        return false;
    if (!row->is_passed && strcmp(old->fields[5], "yes") == 0)
        return true;
    /* A ratio of times: that it keeps its target is all that can be asked twice. */
    if (strcmp(old->fields[4], "-") == 0 || row->metric == QUALITY_ASLEEP_COST)
        return false;
    if (isnan(row->value))
        return true;
    const double before = strtod(old->fields[4], NULL);
    const double room = TOLERANCE * fabs(before) + ROUNDING;
    if (isinf(before) || row->target->relation == QUALITY_WITHIN)
        return quality_miss(row->target, row->value) > quality_miss(row->target, before) + room;
    return row->target->relation == QUALITY_AT_MOST ? row->value > before + room
                                                    : row->value < before - room;
}

static bool is_row_of(const quality_row *row, const kept *old)
{
    const quality_trial *const trial = &quality_trials[row->trial];
    const char *const variant = trial->variant[0] ? trial->variant : "-";
    return strcmp(old->fields[0], trial->scenario) == 0 && strcmp(old->fields[1], variant) == 0 &&
           strcmp(old->fields[2], quality_metric_name(row->metric)) == 0;
}

/* Finds what a line speaks of; says so if it became worse. */
static bool compare_line(const quality_board *board, const kept *old, int32_t *worse_count)
{
    for (quality_row row = {.trial = -1}; quality_next_row(board, &row);) {
        if (!is_row_of(&row, old))
            continue;
        if (is_worse(&row, old)) {
            fprintf(stderr, "throng: worse: %s, %s, %s was %s, is %.6g\n", old->fields[0],
                    old->fields[1], old->fields[2], old->fields[4], row.value);
            ++*worse_count;
        }
        return true;
    }
    return false;
}

bool quality_compare_table(const quality_board *board, const char *path, int32_t *worse_count)
{
    tool_file file;
    int32_t found = 0;
    bool is_good = tool_file_open(path, FILE_BYTES_MAX, &file);
    if (!is_good)
        return false;
    *worse_count = 0;
    tool_lines lines = {&file, 0, 0, NULL, 0};
    while (is_good && tool_lines_next(&lines)) {
        char line[512];
        kept old;
        if (lines.length == 0 || lines.text[0] == '#')
            continue;
        snprintf(line, sizeof line, "%.*s", (int)lines.length, lines.text);
        if (!cut(line, &old))
            is_good =
                tool_fail("%s:%d: expected six words with tabs between them", path, lines.number);
        else
            found += compare_line(board, &old, worse_count);
    }
    tool_file_close(&file);
    if (is_good && found == 0)
        return tool_fail("%s holds none of the metrics that were measured", path);
    return is_good;
}
