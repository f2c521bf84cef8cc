/* scenes.h: what the built-in scenes share, and those that bring parties with them. */
#ifndef TOOL_SCENES_H
#define TOOL_SCENES_H

#include "brush.h"

enum {
    ID_WALL = 0,
    ID_ROCK,
    ID_TREES,
    ID_WATER,
    ID_GRASS,
    ID_SWAMP,
    ID_ROUGH,
    ID_STEEP,
    ID_ROAD,
    ID_WOOD,
    ID_GATE /* of one side: a wall to the other */
};

/* Looks and costs of all ids. */
void tool_scene_define_ids(tool_map *map);

/* scenes_cast.c */
bool tool_scene_swamp(tool_map *map);
bool tool_scene_u_trap(tool_map *map);
bool tool_scene_giants(tool_map *map);
bool tool_scene_gate(tool_map *map);
bool tool_scene_counterflow(tool_map *map);
bool tool_scene_two_doors(tool_map *map);
bool tool_scene_herd(tool_map *map);
bool tool_scene_danger(tool_map *map);

/* scenes_repertoire.c */
bool tool_scene_repertoire(tool_map *map);

#endif
