/* Every behaviour in a pen of its own, in one picture. */
#include "scenes.h"

#include <string.h>

/* Cells of a pen; walls of one cell stand between them. */
#define PEN_WIDTH 24
#define PEN_HEIGHT 15
#define COLUMNS 4
#define ROWS 4

/* A place in the pen of this column and row, in m, and a rectangle of cells. */
#define AT_X(column, x) ((column) * (PEN_WIDTH + 1) + 1 + (x))
#define AT_Y(row, y) ((row) * (PEN_HEIGHT + 1) + 1 + (y))
#define CELLS(column, row, x, y, width, height)                                                    \
    {                                                                                              \
        AT_X(column, x), AT_Y(row, y), width, height                                               \
    }

static void seek(throng_behaviour_desc *desc)
{
    desc->seek = 1.0f;
    desc->target = (throng_target){.x = AT_X(0, 16.0f), .y = AT_Y(0, 8.0f)};
}

static void arrive(throng_behaviour_desc *desc)
{
    desc->arrive = 1.0f;
    desc->arrive_range = 6.0f;
    desc->target = (throng_target){.x = AT_X(1, 16.0f), .y = AT_Y(0, 8.0f)};
}

static void flee(throng_behaviour_desc *desc)
{
    desc->flee = 1.0f;
    desc->flee_range = 7.0f;
    desc->threat = (throng_target){.x = AT_X(2, 12.0f), .y = AT_Y(0, 7.5f)};
}

/* Walls push harder than chance, so that nobody walks into them. */
static void roam(throng_behaviour_desc *desc)
{
    desc->wander = 1.0f;
    desc->avoid_walls = 3.0f;
    desc->wall_range = 2.0f;
}

static void pursue(throng_behaviour_desc *desc)
{
    desc->pursue = 1.0f;
}

static void evade(throng_behaviour_desc *desc)
{
    desc->evade = 1.0f;
    desc->flee_range = 6.0f;
    desc->avoid_walls = 0.5f;
}

static void align(throng_behaviour_desc *desc)
{
    roam(desc);
    desc->wander = 0.4f;
    desc->align = 1.5f;
}

static void cohere(throng_behaviour_desc *desc)
{
    roam(desc);
    desc->wander = 0.4f;
    desc->cohere = 1.5f;
}

static void stay(throng_behaviour_desc *desc)
{
    roam(desc);
    desc->wander = 0.4f;
    desc->stay = 1.5f;
}

static void keep_together(throng_behaviour_desc *desc)
{
    desc->keep_together = 4.0f;
    desc->arrives_together = 0.5f;
}

static void follow_cells(throng_behaviour_desc *desc)
{
    desc->is_direct = true;
}

/* Just enough of a wish that separation acts. */
static void separate(throng_behaviour_desc *desc)
{
    desc->wander = 0.05f;
}

static void twitch(throng_behaviour_desc *desc)
{
    roam(desc);
    desc->wander = 0.4f;
}

/* The same, where a wish below half of full speed moves nobody. */
static void stand_still(throng_behaviour_desc *desc)
{
    twitch(desc);
    desc->dead_band = 0.5f;
}

static void arrive_together(throng_behaviour_desc *desc)
{
    desc->arrives_together = 0.2f;
}

/* Walls first, then the target behind them. */
static void seek_last(throng_behaviour_desc *desc)
{
    desc->combine = THRONG_COMBINE_PRIORITY;
    desc->avoid_walls = 1.5f;
    desc->wall_range = 2.0f;
    desc->seek = 1.0f;
    desc->target = (throng_target){.x = AT_X(3, 20.0f), .y = AT_Y(3, 7.5f)};
}

static const uint32_t blue = 0x6fd3ff, red = 0xff7a6b, green = 0x9be870, amber = 0xffd166;

#define PARTY(name_, count_, rgb_, speed_, behave_)                                                \
    .name = (name_), .count = (count_), .rgb = (rgb_), .radius = 0.3f, .speed = (speed_),          \
    .behave = (behave_)

/* Who pursues or evades stands behind whom it looks at. */
static const tool_party cast[] = {
    {PARTY("seek", 6, blue, 1.4f, seek), .from = CELLS(0, 0, 1, 3, 6, 10)},
    {PARTY("arrive", 6, blue, 1.4f, arrive), .from = CELLS(1, 0, 1, 3, 6, 10)},
    {PARTY("flee", 30, blue, 1.4f, flee), .from = CELLS(2, 0, 7, 3, 10, 9)},
    {PARTY("prey", 1, red, 1.4f, roam), .from = CELLS(3, 0, 17, 10, 3, 3)},
    {PARTY("pursue", 3, blue, 1.2f, pursue), .from = CELLS(3, 0, 2, 1, 4, 12), .quarry = 4},
    {PARTY("wolf", 1, red, 1.3f, roam), .from = CELLS(0, 1, 2, 6, 3, 3)},
    {PARTY("evade", 20, blue, 1.4f, evade), .from = CELLS(0, 1, 8, 3, 12, 9), .quarry = 6},
    {PARTY("wander", 8, green, 1.0f, roam), .from = CELLS(1, 1, 3, 3, 18, 9)},
    {PARTY("align", 26, amber, 1.0f, align), .from = CELLS(2, 1, 4, 3, 16, 9)},
    {PARTY("cohere", 26, amber, 1.0f, cohere), .from = CELLS(3, 1, 4, 3, 16, 9)},
    {PARTY("avoid walls", 14, green, 1.0f, roam), .from = CELLS(0, 2, 3, 2, 18, 11)},
    {PARTY("stay", 26, amber, 1.0f, stay), .from = CELLS(1, 2, 4, 3, 16, 9)},
    {PARTY("team", 14, amber, 1.4f, keep_together), .from = CELLS(2, 2, 1, 5, 14, 5),
     .to = CELLS(2, 2, 22, 6, 2, 3)},
    {PARTY("smooth", 5, blue, 1.2f, NULL), .from = CELLS(3, 2, 1, 1, 3, 5),
     .to = CELLS(3, 2, 23, 10, 1, 2)},
    {PARTY("direct", 5, red, 1.2f, follow_cells), .from = CELLS(3, 2, 1, 8, 3, 5),
     .to = CELLS(3, 2, 23, 3, 1, 2)},
    {PARTY("separate", 30, blue, 1.0f, separate), .from = CELLS(0, 3, 10, 5, 4, 5)},
    {PARTY("no dead band", 8, red, 1.0f, twitch), .from = CELLS(1, 3, 2, 3, 9, 9)},
    {PARTY("dead band", 8, blue, 1.0f, stand_still), .from = CELLS(1, 3, 13, 3, 9, 9)},
    {PARTY("arrive together", 20, amber, 1.4f, arrive_together), .from = CELLS(2, 3, 1, 3, 9, 9),
     .to = CELLS(2, 3, 15, 6, 2, 3)},
    {PARTY("by priority", 8, green, 1.4f, seek_last), .from = CELLS(3, 3, 1, 3, 4, 9)},
};

static const tool_label labels[] = {
    {{AT_X(0, 0), AT_Y(0, 0)}, "seek"},
    {{AT_X(1, 0), AT_Y(0, 0)}, "arrive"},
    {{AT_X(2, 0), AT_Y(0, 0)}, "flee from a place"},
    {{AT_X(3, 0), AT_Y(0, 0)}, "pursue"},
    {{AT_X(0, 0), AT_Y(1, 0)}, "evade"},
    {{AT_X(1, 0), AT_Y(1, 0)}, "wander"},
    {{AT_X(2, 0), AT_Y(1, 0)}, "align"},
    {{AT_X(3, 0), AT_Y(1, 0)}, "cohere"},
    {{AT_X(0, 0), AT_Y(2, 0)}, "avoid walls"},
    {{AT_X(1, 0), AT_Y(2, 0)}, "stay with the group"},
    {{AT_X(2, 0), AT_Y(2, 0)}, "keep together"},
    {{AT_X(3, 0), AT_Y(2, 0)}, "follow: smooth, by cell"},
    {{AT_X(0, 0), AT_Y(3, 0)}, "separate"},
    {{AT_X(1, 0), AT_Y(3, 0)}, "without, with a dead band"},
    {{AT_X(2, 0), AT_Y(3, 0)}, "arrive together"},
    {{AT_X(3, 0), AT_Y(3, 0)}, "walls before seeking"},
};

bool tool_scene_repertoire(tool_map *map)
{
    const int32_t width = AT_X(COLUMNS, 0), height = AT_Y(ROWS, 0);
    if (!tool_map_make(map, width, height))
        return false;
    tool_scene_define_ids(map);
    memset(map->terrain, ID_WALL, (size_t)width * (size_t)height);
    for (int32_t pen = 0; pen < COLUMNS * ROWS; pen++) {
        const throng_rect inside = CELLS(pen % COLUMNS, pen / COLUMNS, 0, 0, PEN_WIDTH, PEN_HEIGHT);
        tool_brush_fill(map, inside, ID_GRASS);
    }
    for (int32_t k = 0; k < 5; k++)
        tool_brush_disc(map, AT_X(0, 4 + 4 * k), AT_Y(2, k % 2 ? 4 : 10), 1, ID_ROCK);
    tool_brush_fill(map, (throng_rect)CELLS(3, 2, 9, 4, 2, 7), ID_ROCK);
    tool_brush_fill(map, (throng_rect)CELLS(3, 2, 15, 0, 2, 6), ID_ROCK);
    tool_brush_disc(map, AT_X(3, 12), AT_Y(3, 7), 2, ID_ROCK);
    map->cast = cast;
    map->party_count = (int32_t)(sizeof cast / sizeof *cast);
    map->labels = labels;
    map->label_count = (int32_t)(sizeof labels / sizeof *labels);
    map->seconds = 11;
    map->trail_seconds = 11;
    return true;
}
