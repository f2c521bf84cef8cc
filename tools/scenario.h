/* scenario.h: lists of paths with their lengths: .scen as published, .exact.tsv recomputed. */
#ifndef TOOL_SCENARIO_H
#define TOOL_SCENARIO_H

#include "map.h"

typedef struct tool_scenario_line {
    int32_t number; /* of the line in its file */
    throng_cell start, goal;
    double length; /* .scen: published octile length */
    uint32_t cost; /* .exact.tsv: least cost in steps of 10 and 14 */
} tool_scenario_line;

typedef struct tool_scenario {
    bool is_exact; /* an .exact.tsv */
    tool_scenario_line *lines;
    int32_t line_count;
} tool_scenario;

/* Reads a list that belongs to `map`; which kind it is follows from its first line. Free with
 * tool_scenario_free. */
bool tool_scenario_load(const char *path, const tool_map *map, tool_scenario *out);

void tool_scenario_free(tool_scenario *scenario);

#endif
