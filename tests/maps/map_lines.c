#include "map_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"

/* The most columns of any of the files. */
#define COLUMNS_MAX 12

const char *map_line_kind_name(map_line_kind kind)
{
    static const char *const names[MAP_LINE_KIND_COUNT] = {"exact", "scen", "fields",
                                                           "unreachable"};
    return names[kind];
}

static void path_of_kind(const char *folder, const char *map, map_line_kind kind,
                         char path[TEST_PATH_BYTES])
{
    char name[TEST_PATH_BYTES];
    if (kind == MAP_LINE_EXACT)
        snprintf(name, sizeof name, "%s.exact.tsv", map);
    else if (kind == MAP_LINE_SCEN)
        snprintf(name, sizeof name, "%s.scen", map);
    else
        snprintf(name, sizeof name, "%s.tsv", map_line_kind_name(kind));
    test_join_path(folder, name, path);
}

static bool read_int(const char *word, int32_t *out)
{
    char *end = NULL;
    const long value = strtol(word, &end, 10);
    *out = (int32_t)value;
    return end != word && *end == '\0' && value >= 0 && value < 16384;
}

static bool read_cells(char *const *words, map_line *line)
{
    return read_int(words[0], &line->start_x) && read_int(words[1], &line->start_y) &&
           read_int(words[2], &line->goal_x) && read_int(words[3], &line->goal_y);
}

static bool read_number(const char *word, int base, uint64_t *out)
{
    char *end = NULL;
    *out = strtoull(word, &end, base);
    return end != word && *end == '\0';
}

/* Columns: sx sy gx gy published straight diagonal octile cost10_14. */
static bool read_exact(char *const *words, int count, map_line *line)
{
    return count == 9 && read_cells(words, line) && read_number(words[8], 10, &line->cost);
}

/* Columns: bucket map width height sx sy gx gy length. */
static bool read_scen(char *const *words, int count, map_line *line)
{
    if (count != 9 || !read_cells(words + 4, line))
        return false;
    char *end = NULL;
    line->published = strtod(words[8], &end);
    return end != words[8] && *end == '\0' && line->published >= 0;
}

/* Columns: map gx gy letter reached max sum hash and four more about other step costs. */
static bool read_field(char *const *words, int count, map_line *line)
{
    if (count != 12 || !read_int(words[1], &line->goal_x) || !read_int(words[2], &line->goal_y))
        return false;
    line->start_x = line->goal_x;
    line->start_y = line->goal_y;
    return read_number(words[4], 10, &line->reached) && read_number(words[5], 10, &line->largest) &&
           read_number(words[6], 10, &line->sum) && read_number(words[7], 16, &line->hash);
}

/* Columns: map sx sy gx gy published. */
static bool read_unreachable(char *const *words, int count, map_line *line)
{
    return count == 6 && read_cells(words + 1, line);
}

static bool is_heading(map_line_kind kind, const char *first_word)
{
    if (kind == MAP_LINE_SCEN)
        return strcmp(first_word, "version") == 0;
    return first_word[0] == '#' || strcmp(first_word, kind == MAP_LINE_EXACT ? "sx" : "map") == 0;
}

static bool read_line(char *const *words, int count, map_line *line)
{
    switch (line->kind) {
    case MAP_LINE_EXACT:
        return read_exact(words, count, line);
    case MAP_LINE_SCEN:
        return read_scen(words, count, line);
    case MAP_LINE_FIELD:
        return read_field(words, count, line);
    default:
        return read_unreachable(words, count, line);
    }
}

static void add_line(map_lines *lines, map_line line)
{
    map_line *grown = realloc(lines->lines, (size_t)(lines->count + 1) * sizeof *grown);
    if (!grown)
        abort();
    lines->lines = grown;
    lines->lines[lines->count++] = line;
}

/* With `map` NULL every line of a table is taken. */
static bool read_file(const char *path, const char *map, map_line_kind kind, map_lines *lines)
{
    char *text = test_read_file(path, NULL);
    if (!text) {
        fprintf(stderr, "%s cannot be read.\n", path);
        return false;
    }
    const bool is_table = kind == MAP_LINE_FIELD || kind == MAP_LINE_UNREACHABLE;
    char *at = text;
    bool is_good = true;
    int number = 0;
    for (char *row; is_good && (row = test_next_line(&at)) != NULL;) {
        char *words[COLUMNS_MAX];
        number++;
        const int count = test_split_words(row, words, COLUMNS_MAX);
        if (count == 0 || is_heading(kind, words[0]) ||
            (is_table && map && strcmp(words[0], map) != 0))
            continue;
        map_line line = {.kind = kind, .number = number};
        is_good = read_line(words, count, &line);
        if (is_good)
            add_line(lines, line);
        else
            fprintf(stderr, "%s: line %d has not the columns it should have.\n", path, number);
    }
    free(text);
    return is_good;
}

bool map_lines_read(const char *folder, const char *map, map_line_kind kind, map_lines *lines)
{
    char path[TEST_PATH_BYTES];
    path_of_kind(folder, map, kind, path);
    return read_file(path, map, kind, lines);
}

int map_lines_in_table(const char *folder, map_line_kind kind)
{
    char path[TEST_PATH_BYTES];
    path_of_kind(folder, "", kind, path);
    map_lines lines = {NULL, 0};
    const int count = read_file(path, NULL, kind, &lines) ? lines.count : -1;
    map_lines_free(&lines);
    return count;
}

void map_lines_free(map_lines *lines)
{
    free(lines->lines);
    *lines = (map_lines){NULL, 0};
}

static int compare_lines(const void *left, const void *right)
{
    const map_line *a = left, *b = right;
    if (a->is_in_water != b->is_in_water)
        return a->is_in_water ? 1 : -1;
    if (a->goal_y != b->goal_y)
        return a->goal_y < b->goal_y ? -1 : 1;
    if (a->goal_x != b->goal_x)
        return a->goal_x < b->goal_x ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void map_lines_sort(map_lines *lines)
{
    if (lines->count > 0)
        qsort(lines->lines, (size_t)lines->count, sizeof *lines->lines, compare_lines);
}
