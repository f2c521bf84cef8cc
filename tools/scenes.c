/*
 * The built-in scenes. They are drawn by whole numbers, sums and products alone, so every machine
 * draws the same cells.
 */
#include "scenes.h"

#include <string.h>

/* Costs are chosen: hills cost 2 and 4 and a swamp 5, so that a way round is worth a look. */
void tool_scene_define_ids(tool_map *map)
{
    tool_map_define(map, ID_WALL, TOOL_LOOK_WALL, THRONG_WALL, THRONG_WALL);
    tool_map_define(map, ID_ROCK, TOOL_LOOK_ROCK, THRONG_WALL, THRONG_WALL);
    tool_map_define(map, ID_TREES, TOOL_LOOK_TREES, THRONG_WALL, THRONG_WALL);
    tool_map_define(map, ID_WATER, TOOL_LOOK_WATER, THRONG_WALL, 1);
    tool_map_define(map, ID_GRASS, TOOL_LOOK_PLAIN, 1, THRONG_WALL);
    tool_map_define(map, ID_SWAMP, TOOL_LOOK_SWAMP, 5, THRONG_WALL);
    tool_map_define(map, ID_ROUGH, TOOL_LOOK_ROUGH, 2, THRONG_WALL);
    tool_map_define(map, ID_STEEP, TOOL_LOOK_STEEP, 4, THRONG_WALL);
    tool_map_define(map, ID_ROAD, TOOL_LOOK_ROAD, 1, THRONG_WALL);
    tool_map_define(map, ID_WOOD, TOOL_LOOK_WOOD, 1, THRONG_WALL);
    tool_map_define(map, ID_GATE, TOOL_LOOK_WOOD, 1, THRONG_WALL);
}

#define FORTRESS_SIDE 256
#define FORTRESS_HALF 50 /* from the middle of the keep to the outside of its wall */

static void draw_hills_and_woods(tool_map *map)
{
    for (int32_t y = 0; y < map->grid.height; y++) {
        for (int32_t x = 0; x < map->grid.width; x++) {
            const float height = tool_brush_noise(x, y, 44, 11);
            const float woods = tool_brush_noise(x, y, 30, 23);
            uint8_t id = ID_GRASS;
            if (height > 0.76f)
                id = ID_ROCK;
            else if (height > 0.68f)
                id = ID_STEEP;
            else if (height > 0.59f)
                id = ID_ROUGH;
            else if (woods > 0.68f && (tool_brush_hash(x, y, 5) & 3) != 0)
                id = ID_TREES;
            else if (woods > 0.60f && (tool_brush_hash(x, y, 5) & 15) < 3)
                id = ID_TREES;
            map->terrain[y * map->grid.width + x] = id;
        }
    }
}

/* A river from the north to the south-east with swampy banks, by discs along a polyline. */
static void draw_river(tool_map *map)
{
    static const throng_cell course[] = {{70, -8},   {62, 20},   {40, 46},  {46, 84},
                                         {28, 120},  {44, 160},  {70, 190}, {110, 214},
                                         {150, 218}, {190, 236}, {214, 264}};
    const int32_t count = (int32_t)(sizeof course / sizeof course[0]);
    for (int32_t i = 0; i + 1 < count; i++)
        tool_brush_line(map, course[i], course[i + 1], 9, ID_SWAMP);
    for (int32_t i = 0; i + 1 < count; i++)
        tool_brush_line(map, course[i], course[i + 1], 5, ID_WATER);
    tool_brush_disc(map, 206, 66, 15, ID_SWAMP);
    tool_brush_disc(map, 207, 65, 10, ID_WATER);
    tool_brush_disc(map, 214, 72, 8, ID_WATER);
}

/* A road, and a bridge of wood wherever it meets water. */
static void draw_road(tool_map *map, throng_cell from, throng_cell to)
{
    tool_brush_road(map, from, to, 2, ID_ROAD, ID_WATER, ID_WOOD);
}

static void draw_roads(tool_map *map)
{
    const throng_cell middle = {128, 128};
    const throng_cell ends[] = {{128, 2}, {253, 128}, {128, 253}, {2, 128}};
    for (int32_t i = 0; i < 4; i++)
        draw_road(map, middle, ends[i]);
    draw_road(map, (throng_cell){128, 40}, (throng_cell){214, 30});
    draw_road(map, (throng_cell){214, 30}, (throng_cell){226, 128});
    draw_road(map, (throng_cell){128, 228}, (throng_cell){38, 218});
    draw_road(map, (throng_cell){38, 218}, (throng_cell){14, 128});
    draw_road(map, (throng_cell){128, 196}, (throng_cell){222, 206});
    draw_road(map, (throng_cell){222, 206}, (throng_cell){226, 128});
}

static void draw_village(tool_map *map, throng_cell middle)
{
    tool_brush_disc(map, middle.x, middle.y, 25, ID_GRASS);
    tool_brush_disc(map, middle.x, middle.y, 13, ID_ROAD);
    for (int32_t i = 0; i < 8; i++) {
        static const int8_t place[8][2] = {{-22, -12}, {-6, -23}, {11, -21}, {15, -3},
                                           {12, 11},   {-4, 15},  {-21, 8},  {-23, -1}};
        const throng_rect house = {middle.x + place[i][0], middle.y + place[i][1], i & 1 ? 9 : 8,
                                   i & 1 ? 7 : 8};
        tool_brush_house(map, house, i, ID_WALL, ID_WOOD);
    }
}

static void draw_moat_and_wall(tool_map *map, int32_t cx, int32_t cy)
{
    const int32_t half = FORTRESS_HALF;
    tool_brush_octagon(map, cx, cy, half + 9, ID_GRASS);
    tool_brush_octagon(map, cx, cy, half + 7, ID_WATER);
    tool_brush_octagon(map, cx, cy, half + 2, ID_GRASS);
    tool_brush_octagon(map, cx, cy, half, ID_WALL);
    tool_brush_octagon(map, cx, cy, half - 3, ID_GRASS);
    /* Towers stand where the octagon turns: 5/12 of the side from each axis, as tool_brush_octagon
     * cuts. */
    const int32_t turn = half * 5 / 12;
    for (int32_t i = 0; i < 4; i++) {
        const int32_t sx = i & 1 ? 1 : -1;
        const int32_t sy = i & 2 ? 1 : -1;
        tool_brush_disc(map, cx + sx * (half - 1), cy + sy * turn, 5, ID_WALL);
        tool_brush_disc(map, cx + sx * turn, cy + sy * (half - 1), 5, ID_WALL);
    }
    /* Four gates, 8 cells wide, with a bridge before each. */
    tool_brush_fill(map, (throng_rect){cx - 4, cy - half - 8, 8, 2 * half + 16}, ID_WOOD);
    tool_brush_fill(map, (throng_rect){cx - half - 8, cy - 4, 2 * half + 16, 8}, ID_WOOD);
    tool_brush_fill(map, (throng_rect){cx - 3, cy - half + 3, 6, 2 * half - 6}, ID_ROAD);
    tool_brush_fill(map, (throng_rect){cx - half + 3, cy - 3, 2 * half - 6, 6}, ID_ROAD);
}

static void draw_fortress_town(tool_map *map, int32_t cx, int32_t cy)
{
    static const int8_t place[12][4] = {{8, 33, 12, 9},   {22, 30, 10, 8},  {31, 8, 9, 12},
                                        {31, 22, 8, 7},   {-20, 33, 12, 9}, {-32, 30, 10, 8},
                                        {-40, 8, 9, 12},  {-39, 22, 8, 7},  {8, -42, 12, 9},
                                        {22, -38, 10, 8}, {31, -20, 9, 12}, {-20, -42, 12, 9}};
    for (int32_t i = 0; i < 12; i++) {
        const throng_rect house = {cx + place[i][0], cy + place[i][1], place[i][2], place[i][3]};
        tool_brush_house(map, house, i, ID_WALL, ID_WOOD);
    }
    tool_brush_house(map, (throng_rect){cx - 40, cy - 20, 9, 12}, 1, ID_WALL, ID_WOOD);
    tool_brush_house(map, (throng_rect){cx - 32, cy - 38, 10, 8}, 2, ID_WALL, ID_WOOD);
    tool_brush_disc(map, cx, cy, 27, ID_ROAD);
}

static bool draw_fortress(tool_map *map)
{
    if (!tool_map_make(map, FORTRESS_SIDE, FORTRESS_SIDE))
        return false;
    tool_scene_define_ids(map);
    draw_hills_and_woods(map);
    draw_river(map);
    draw_roads(map);
    const throng_cell villages[] = {{214, 32}, {38, 218}, {222, 206}};
    for (int32_t i = 0; i < 3; i++)
        draw_village(map, villages[i]);
    draw_moat_and_wall(map, 128, 128);
    draw_fortress_town(map, 128, 128);
    map->goals[0] = (throng_cell){128, 128};
    for (int32_t i = 0; i < 3; i++)
        map->goals[1 + i] = villages[i];
    map->goal_count = 4;
    return true;
}

#define ROOM_SIDE 16
#define ROOMS_A_SIDE 8

/* Rooms of 15 x 15 cells; a door of 3 cells to the east and south of each, here and there none. */
static bool draw_rooms(tool_map *map)
{
    const int32_t side = ROOM_SIDE * ROOMS_A_SIDE + 1;
    if (!tool_map_make(map, side, side))
        return false;
    tool_scene_define_ids(map);
    memset(map->terrain, ID_WOOD, (size_t)side * (size_t)side);
    for (int32_t k = 0; k <= ROOMS_A_SIDE; k++) {
        tool_brush_fill(map, (throng_rect){0, k * ROOM_SIDE, side, 1}, ID_WALL);
        tool_brush_fill(map, (throng_rect){k * ROOM_SIDE, 0, 1, side}, ID_WALL);
    }
    for (int32_t row = 0; row < ROOMS_A_SIDE; row++) {
        for (int32_t column = 0; column < ROOMS_A_SIDE; column++) {
            const uint32_t chance = tool_brush_hash(column, row, 7);
            const int32_t x = column * ROOM_SIDE;
            const int32_t y = row * ROOM_SIDE;
            const int32_t place = 2 + (int32_t)(chance >> 8) % (ROOM_SIDE - 6);
            /* Every room keeps one of its two doors, so all rooms hang together. */
            if (column + 1 < ROOMS_A_SIDE && (chance % 5 != 0 || row + 1 == ROOMS_A_SIDE))
                tool_brush_fill(map, (throng_rect){x + ROOM_SIDE, y + place, 1, 3}, ID_WOOD);
            if (row + 1 < ROOMS_A_SIDE && (chance % 5 != 1 || column + 1 == ROOMS_A_SIDE))
                tool_brush_fill(map, (throng_rect){x + place, y + ROOM_SIDE, 3, 1}, ID_WOOD);
            if (chance % 4 == 2)
                tool_brush_fill(map, (throng_rect){x + 7, y + 7, 3, 3}, ID_WALL);
        }
    }
    map->goals[0] = (throng_cell){3 * ROOM_SIDE + 4, 4 * ROOM_SIDE + 4};
    map->goal_count = 1;
    return true;
}

static bool draw_open(tool_map *map)
{
    if (!tool_map_make(map, 96, 96))
        return false;
    tool_scene_define_ids(map);
    memset(map->terrain, ID_GRASS, 96 * 96);
    map->goals[0] = (throng_cell){48, 48};
    map->goal_count = 1;
    return true;
}

const tool_scene tool_scenes[] = {
    {"fortress", "256 x 256: a walled town with a moat, three villages, a river and hills",
     draw_fortress},
    {"rooms", "129 x 129: eight by eight rooms with narrow doors", draw_rooms},
    {"open", "96 x 96: grass and nothing else", draw_open},
    {"swamp", "a crowd that walks round a swamp rather than through it", tool_scene_swamp},
    {"u-trap", "a crowd that starts in a blind alley with its goal behind the wall",
     tool_scene_u_trap},
    {"two-doors", "a crowd of which a part takes the second door, as the first is full",
     tool_scene_two_doors},
    {"giants", "giants and dwarfs; only dwarfs fit through the narrow gaps", tool_scene_giants},
    {"gate", "two sides; one has the key of the gate, the other walks round", tool_scene_gate},
    {"danger", "people who flee from a dragon, and not into houses with one door",
     tool_scene_danger},
    {"herd", "a herd that wanders, without a goal", tool_scene_herd},
    {"repertoire", "every steering behaviour in a pen of its own", tool_scene_repertoire},
    {"counterflow", "two crowds that meet in a corridor", tool_scene_counterflow},
    {NULL, NULL, NULL},
};

bool tool_map_make_scene(const char *words, tool_map *out)
{
    for (const tool_scene *scene = tool_scenes; scene->name != NULL; scene++) {
        if (strcmp(words, scene->name) == 0)
            return scene->draw(out);
    }
    return tool_fail("'%s' is no built-in scene", words);
}
