#include "map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t ending_length = strlen(ending);
    return length > ending_length && strcasecmp(text + length - ending_length, ending) == 0;
}

static bool is_scene(const char *words)
{
    for (const tool_scene *scene = tool_scenes; scene->name != NULL; scene++) {
        if (strcmp(words, scene->name) == 0)
            return true;
    }
    return false;
}

static bool refuse_name(const char *words)
{
    char names[256] = "";
    for (const tool_scene *scene = tool_scenes; scene->name != NULL; scene++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", scene->name);
    }
    return tool_fail(
        "'%s' names no map; expected a .map, .pgm or .png file, random:SIZE[:SEED] or a "
        "built-in scene (%s)",
        words, names);
}

bool tool_map_load(const char *words, tool_map *out)
{
    memset(out, 0, sizeof *out);
    out->name = tool_base_name(words);
    bool is_made = false;
    if (strncmp(words, "random:", 7) == 0)
        is_made = tool_map_make_random(words, out);
    else if (is_scene(words))
        is_made = tool_map_make_scene(words, out);
    else if (ends_with(words, ".map"))
        is_made = tool_map_load_text(words, out);
    else if (ends_with(words, ".pgm"))
        is_made = tool_map_load_pgm(words, out);
    else if (ends_with(words, ".png"))
        is_made = tool_map_load_png(words, out);
    else
        is_made = refuse_name(words);
    if (!is_made)
        tool_map_free(out);
    return is_made;
}

void tool_map_free(tool_map *map)
{
    free(map->terrain);
    map->terrain = NULL;
}

bool tool_map_make(tool_map *map, int32_t width, int32_t height)
{
    map->grid = throng_grid_default(width, height);
    map->terrain = tool_alloc((size_t)width * (size_t)height, 1);
    memset(map->cost, THRONG_WALL, sizeof map->cost);
    memset(map->look, TOOL_LOOK_WALL, sizeof map->look);
    return map->terrain != NULL;
}

void tool_map_define(tool_map *map, uint8_t id, tool_look look, uint8_t land, uint8_t water)
{
    map->look[id] = (uint8_t)look;
    map->cost[TOOL_LAYER_LAND][id] = land;
    map->cost[TOOL_LAYER_WATER][id] = water;
}

uint8_t tool_map_at(const tool_map *map, throng_cell cell)
{
    return map->terrain[(size_t)cell.y * (size_t)map->grid.width + (size_t)cell.x];
}

tool_layer tool_map_layer_at(const tool_map *map, throng_cell cell)
{
    if (cell.x < 0 || cell.y < 0 || cell.x >= map->grid.width || cell.y >= map->grid.height)
        return TOOL_LAYER_LAND;
    const uint8_t id = tool_map_at(map, cell);
    const bool is_water = map->cost[TOOL_LAYER_LAND][id] == THRONG_WALL &&
                          map->cost[TOOL_LAYER_WATER][id] != THRONG_WALL;
    return is_water ? TOOL_LAYER_WATER : TOOL_LAYER_LAND;
}

const char *tool_layer_name(tool_layer layer)
{
    return layer == TOOL_LAYER_WATER ? "water" : "land";
}
