/* spread.h: where a crowd goes and where it starts. */
#ifndef TOOL_SPREAD_H
#define TOOL_SPREAD_H

#include "engine.h"

/* Adds the passable cell nearest the map's middle, on ground that hangs together with most of the
 * map, to `out`. */
bool tool_spread_find_goal(tool_engine *engine, tool_fields *fields, tool_goals *out);

/* Adds to `out`, for each of `points`, the passable cells round it that can be walked to without
 * leaving a disc, the smallest disc that holds `cells_each` of them (fewer if the ground ends). */
bool tool_spread_grow(const throng_cost_field *cost, const tool_goals *points, int32_t cells_each,
                      tool_goals *out);

/* Adds `count` agents of radius 0.3 m to group 0 of the crowd, over all cells that can reach the
 * goal and are no part of it. Up to two a cell start apart from each other; four a cell is the
 * most. The agents' `user` values count from 0. */
bool tool_spread_agents(tool_engine *engine, const tool_fields *fields, throng_crowd *crowd,
                        int32_t count, uint64_t seed);

#define TOOL_AGENT_RADIUS 0.3f /* m, half the width of a person's shoulders with a little room */
#define TOOL_AGENT_SPEED 1.4f  /* m/s, a person who walks; each agent differs by up to a tenth */

#endif
