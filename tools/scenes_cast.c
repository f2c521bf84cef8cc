/* Scenes with a cast, each of which shows one thing. */
#include "scenes.h"

#include <string.h>

/* m and m/s: a person, unless said. */
#define RADIUS 0.3f
#define SPEED 1.4f

static const uint32_t blue = 0x6fd3ff, red = 0xff7a6b, green = 0x9be870, amber = 0xffd166;

/* Ground of one id without a border: the edge of the map is a wall. */
static bool make(tool_map *map, int32_t width, int32_t height, uint8_t id, const tool_party *cast,
                 int32_t party_count, double seconds)
{
    if (!tool_map_make(map, width, height))
        return false;
    tool_scene_define_ids(map);
    memset(map->terrain, id, (size_t)width * (size_t)height);
    map->cast = cast;
    map->party_count = party_count;
    map->seconds = seconds;
    return true;
}

/* Weights chosen by eye: the herd holds together, and its edges fray. */
static void graze(throng_behaviour_desc *desc)
{
    desc->wander = 0.35f;
    desc->align = 0.9f;
    desc->cohere = 0.5f;
    desc->avoid_walls = 2.0f;
    desc->wall_range = 2.0f;
    desc->neighbour_range = 4.0f;
}

bool tool_scene_herd(tool_map *map)
{
    static const tool_party cast[] = {{.name = "herd",
                                       .count = 220,
                                       .from = {36, 18, 30, 24},
                                       .radius = 0.4f,
                                       .speed = 1.2f,
                                       .rgb = amber,
                                       .behave = graze}};
    if (!make(map, 104, 60, ID_GRASS, cast, 1, 60))
        return false;
    for (int32_t y = 0; y < 60; y++)
        for (int32_t x = 0; x < 104; x++)
            if (tool_brush_noise(x, y, 16, 37) > 0.66f)
                map->terrain[y * 104 + x] = ID_TREES;
    tool_brush_disc(map, 78, 40, 7, ID_WATER);
    tool_brush_disc(map, 84, 44, 5, ID_WATER);
    tool_brush_fill(map, (throng_rect){36, 18, 30, 24}, ID_GRASS);
    return true;
}

/* Houses with one door each are dead ends: nobody who flees should enter one. */
bool tool_scene_danger(tool_map *map)
{
    static const tool_party cast[] = {{.name = "dragon",
                                       .count = 1,
                                       .from = {2, 28, 6, 6},
                                       .to = {86, 26, 6, 6},
                                       .radius = 1.4f,
                                       .speed = 1.1f,
                                       .rgb = red},
                                      {.name = "people",
                                       .count = 260,
                                       .from = {14, 6, 70, 48},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .rgb = blue,
                                       .flees = 1}};
    if (!make(map, 96, 60, ID_GRASS, cast, 2, 90))
        return false;
    for (int32_t i = 0; i < 8; i++)
        tool_brush_house(map, (throng_rect){18 + i % 4 * 18, 7 + i / 4 * 34, 11, 11}, i < 4 ? 1 : 3,
                         ID_WALL, ID_WOOD);
    return true;
}

bool tool_scene_swamp(tool_map *map)
{
    static const tool_party cast[] = {{.name = "walkers",
                                       .count = 400,
                                       .from = {3, 18, 18, 28},
                                       .to = {112, 28, 4, 8},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .rgb = blue}};
    if (!make(map, 120, 64, ID_GRASS, cast, 1, 150))
        return false;
    for (int32_t y = 0; y < 64; y++)
        for (int32_t x = 0; x < 120; x++)
            if (tool_brush_noise(x, y, 22, 91) > 0.62f)
                map->terrain[y * 120 + x] = ID_TREES;
    tool_brush_fill(map, (throng_rect){0, 12, 24, 40}, ID_GRASS);
    tool_brush_fill(map, (throng_rect){104, 20, 16, 24}, ID_GRASS);
    tool_brush_line(map, (throng_cell){48, 6}, (throng_cell){62, 40}, 12, ID_SWAMP);
    tool_brush_disc(map, 70, 34, 14, ID_SWAMP);
    tool_brush_disc(map, 66, 30, 5, ID_WATER);
    tool_brush_road(map, (throng_cell){22, 36}, (throng_cell){46, 57}, 2, ID_ROAD, ID_WATER,
                    ID_WOOD);
    tool_brush_road(map, (throng_cell){46, 57}, (throng_cell){92, 54}, 2, ID_ROAD, ID_WATER,
                    ID_WOOD);
    tool_brush_road(map, (throng_cell){92, 54}, (throng_cell){112, 34}, 2, ID_ROAD, ID_WATER,
                    ID_WOOD);
    return true;
}

bool tool_scene_u_trap(tool_map *map)
{
    static const tool_party cast[] = {{.name = "walkers",
                                       .count = 300,
                                       .from = {18, 15, 30, 18},
                                       .to = {84, 20, 6, 8},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .rgb = blue}};
    if (!make(map, 96, 48, ID_WOOD, cast, 1, 120))
        return false;
    tool_brush_fill(map, (throng_rect){16, 12, 38, 2}, ID_WALL);
    tool_brush_fill(map, (throng_rect){16, 34, 38, 2}, ID_WALL);
    tool_brush_fill(map, (throng_rect){52, 12, 2, 24}, ID_WALL);
    return true;
}

bool tool_scene_giants(tool_map *map)
{
    static const tool_party cast[] = {{.name = "dwarfs",
                                       .count = 240,
                                       .from = {3, 6, 26, 40},
                                       .to = {88, 14, 5, 8},
                                       .radius = 0.25f,
                                       .speed = SPEED,
                                       .rgb = blue},
                                      {.name = "giants",
                                       .count = 12,
                                       .from = {6, 20, 20, 14},
                                       .to = {88, 32, 5, 8},
                                       .radius = 0.9f,
                                       .speed = SPEED,
                                       .rgb = red}};
    if (!make(map, 96, 52, ID_GRASS, cast, 2, 120))
        return false;
    tool_brush_fill(map, (throng_rect){46, 0, 2, 52}, ID_WALL);
    for (int32_t y = 8; y < 44; y += 6)
        tool_brush_fill(map, (throng_rect){46, y, 2, 1}, ID_GRASS);
    tool_brush_fill(map, (throng_rect){46, 46, 2, 5}, ID_GRASS);
    return true;
}

bool tool_scene_gate(tool_map *map)
{
    static const tool_party cast[] = {{.name = "reds",
                                       .count = 160,
                                       .from = {4, 6, 22, 20},
                                       .to = {84, 16, 5, 8},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .rgb = red},
                                      {.name = "blues",
                                       .count = 160,
                                       .from = {4, 30, 22, 20},
                                       .to = {84, 30, 5, 8},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .closed_id = ID_GATE,
                                       .rgb = blue}};
    if (!make(map, 96, 56, ID_GRASS, cast, 2, 150))
        return false;
    tool_brush_fill(map, (throng_rect){44, 6, 3, 50}, ID_WALL);
    tool_brush_fill(map, (throng_rect){44, 26, 3, 5}, ID_GATE);
    for (int32_t y = 24; y <= 31; y += 7)
        tool_brush_disc(map, 45, y, 3, ID_WALL);
    tool_brush_fill(map, (throng_rect){40, 25, 11, 6}, ID_ROAD);
    tool_brush_fill(map, (throng_rect){44, 25, 3, 6}, ID_GATE);
    return true;
}

bool tool_scene_two_doors(tool_map *map)
{
    static const tool_party cast[] = {{.name = "walkers",
                                       .count = 400,
                                       .from = {4, 4, 22, 24},
                                       .to = {72, 8, 6, 12},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .rgb = blue,
                                       .minds_crowds = true}};
    if (!make(map, 84, 48, ID_WOOD, cast, 1, 120))
        return false;
    tool_brush_fill(map, (throng_rect){34, 0, 2, 48}, ID_WALL);
    tool_brush_fill(map, (throng_rect){34, 13, 2, 2}, ID_WOOD);
    tool_brush_fill(map, (throng_rect){34, 35, 2, 2}, ID_WOOD);
    return true;
}

bool tool_scene_counterflow(tool_map *map)
{
    static const tool_party cast[] = {{.name = "eastward",
                                       .count = 160,
                                       .from = {3, 8, 22, 16},
                                       .to = {101, 6, 4, 20},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .rgb = blue},
                                      {.name = "westward",
                                       .count = 160,
                                       .from = {81, 8, 22, 16},
                                       .to = {1, 6, 4, 20},
                                       .radius = RADIUS,
                                       .speed = SPEED,
                                       .rgb = green}};
    if (!make(map, 106, 32, ID_WOOD, cast, 2, 120))
        return false;
    tool_brush_fill(map, (throng_rect){28, 0, 50, 12}, ID_WALL);
    tool_brush_fill(map, (throng_rect){28, 20, 50, 12}, ID_WALL);
    return true;
}
