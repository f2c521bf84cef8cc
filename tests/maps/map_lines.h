/*
 * map_lines.h: what is published or computed elsewhere about the real maps, line by line.
 */
#ifndef TEST_MAP_LINES_H
#define TEST_MAP_LINES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum map_line_kind {
    MAP_LINE_EXACT,       /* .exact.tsv: D of the start in whole numbers */
    MAP_LINE_SCEN,        /* .scen: the published length of a shortest way */
    MAP_LINE_FIELD,       /* fields.tsv: a whole field in four numbers */
    MAP_LINE_UNREACHABLE, /* unreachable.tsv: there is no way */
    MAP_LINE_KIND_COUNT
} map_line_kind;

/* The spelling in test names: exact, scen, fields, unreachable. */
const char *map_line_kind_name(map_line_kind kind);

typedef struct map_line {
    map_line_kind kind;
    int number;       /* in its file, from 1 */
    bool is_in_water; /* set by the caller from the letter under the start */
    int32_t start_x, start_y, goal_x, goal_y; /* FIELD: the start is the goal */
    double published;                         /* SCEN: cells */
    uint64_t cost;                            /* EXACT */
    uint64_t reached, largest, sum, hash;     /* FIELD */
} map_line;

typedef struct map_lines {
    map_line *lines;
    int count;
} map_lines;

/* Adds the lines of a kind that are about `map` ("family/name.map") in `folder`. False, with a
 * sentence on stderr, if a file is missing or a line is not of its form. */
bool map_lines_read(const char *folder, const char *map, map_line_kind kind, map_lines *lines);
void map_lines_free(map_lines *lines);

/* Lines in fields.tsv or unreachable.tsv, of whatever map; -1 if there is no such file. */
int map_lines_in_table(const char *folder, map_line_kind kind);

/* Sorts by layer and goal, so that lines of one goal stand together; then by kind and number. */
void map_lines_sort(map_lines *lines);

#endif
