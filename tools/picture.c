#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The map's longer side in pixels, at most; with frame and caption a picture stays near 2000. */
#define SIDE_LIMIT 1920
#define SCALE_LIMIT 14

#define FRAME 20
#define CAPTION_HEIGHT 84

/* Both lines of the caption and its legend need this. */
#define WIDTH_LEAST 760

/* From this width on there is room for larger letters in the legend. */
#define WIDE 1300

static const uint32_t backdrop = 0x14161c;
static const uint32_t ink = 0xe9e4d8;

tool_colour tool_picture_ramp(float share)
{
    static const uint32_t stops[] = {0xffe9b0, 0xf9b562, 0xe4715a, 0xa9477a,
                                     0x663b86, 0x35306f, 0x1d2350};
    const int32_t last = (int32_t)(sizeof stops / sizeof stops[0]) - 1;
    const float at = fminf(fmaxf(share, 0.0f), 1.0f) * (float)last;
    const int32_t stop = at >= (float)last ? last - 1 : (int32_t)at;
    return tool_colour_mix(tool_colour_hex(stops[stop]), tool_colour_hex(stops[stop + 1]),
                           at - (float)stop);
}

tool_colour tool_picture_pace(float pace, bool has_arrived)
{
    if (has_arrived)
        return tool_colour_hex(0xfff3c4);
    const tool_colour still = tool_colour_hex(0xff4d4d);
    const tool_colour slow = tool_colour_hex(0xffb03a);
    const tool_colour full = tool_colour_hex(0x8ff5ff);
    return pace < 0.5f ? tool_colour_mix(still, slow, pace * 2.0f)
                       : tool_colour_mix(slow, full, fminf(pace * 2.0f - 1.0f, 1.0f));
}

tool_colour tool_picture_tint(uint32_t rgb, float pace, bool has_arrived)
{
    const tool_colour colour = tool_colour_hex(rgb);
    if (has_arrived)
        return tool_colour_mix(colour, tool_colour_hex(0xffffff), 0.55f);
    return tool_colour_scale(colour, 0.6f + 0.4f * fminf(pace, 1.0f));
}

/* Whole pixels per cell where there is room, so that walls keep straight edges. */
static void lay_out(tool_picture *picture, const tool_picture_desc *desc)
{
    const throng_grid grid = desc->map->grid;
    const int32_t longer = grid.width > grid.height ? grid.width : grid.height;
    const int32_t limit = desc->side_limit > 0 ? desc->side_limit : SIDE_LIMIT;
    const int32_t whole = limit / longer;
    picture->scale = whole >= 1 ? (float)(whole < SCALE_LIMIT ? whole : SCALE_LIMIT)
                                : (float)limit / (float)longer;
    picture->map_width = (int32_t)fmaxf((float)grid.width * picture->scale, 1.0f);
    picture->map_height = (int32_t)fmaxf((float)grid.height * picture->scale, 1.0f);
}

bool tool_picture_open(tool_engine *engine, const tool_picture_desc *desc, tool_picture *out)
{
    memset(out, 0, sizeof *out);
    lay_out(out, desc);
    int32_t width = out->map_width + 2 * FRAME;
    int32_t height = out->map_height + FRAME + CAPTION_HEIGHT;
    width = width < WIDTH_LEAST ? WIDTH_LEAST : width;
    width += desc->is_even && width % 2 != 0;
    height += desc->is_even && height % 2 != 0;
    out->left = (width - out->map_width) / 2;
    out->top = FRAME;
    if (!tool_canvas_open(&out->canvas, width, height))
        return false;
    tool_canvas_fill(&out->canvas, 0, 0, width, height, tool_colour_hex(backdrop), 1.0f);
    if (!tool_picture_paint_ground(out, desc) ||
        !tool_picture_paint_flow(out, engine, desc->fields))
        return false;
    tool_picture_paint_marks(out, desc);
    tool_picture_paint_caption(out, desc);
    return true;
}

void tool_picture_close(tool_picture *picture)
{
    tool_canvas_close(&picture->canvas);
}

bool tool_picture_write(tool_engine *engine, const tool_picture_desc *desc, const char *path)
{
    tool_picture picture;
    const bool is_written =
        tool_picture_open(engine, desc, &picture) && tool_canvas_write_png(&picture.canvas, path);
    tool_picture_close(&picture);
    return is_written;
}

/* More rings than this would hide the map. */
#define MARK_LIMIT 64

/* A soft light round a goal, brightest in its middle. */
static void paint_glow(tool_canvas *canvas, float x, float y, float radius)
{
    const tool_colour gold = tool_colour_hex(0xffe9a8);
    for (int32_t row = (int32_t)(y - radius); row <= (int32_t)(y + radius); row++) {
        for (int32_t column = (int32_t)(x - radius); column <= (int32_t)(x + radius); column++) {
            const float dx = (float)column + 0.5f - x;
            const float dy = (float)row + 0.5f - y;
            const float inside = 1.0f - sqrtf(dx * dx + dy * dy) / radius;
            if (inside > 0.0f)
                tool_canvas_blend(canvas, column, row, gold, 0.75f * inside * inside);
        }
    }
}

void tool_picture_paint_marks(tool_picture *picture, const tool_picture_desc *desc)
{
    const throng_cell *marks = desc->marks != NULL ? desc->marks : desc->goals;
    const int32_t all = desc->marks != NULL ? desc->mark_count : desc->goal_count;
    const int32_t count = all < MARK_LIMIT ? all : MARK_LIMIT;
    const tool_colour gold = tool_colour_hex(0xfff6d6);
    const tool_colour dark = tool_colour_hex(0x2a1a08);
    tool_canvas *canvas = &picture->canvas;
    for (int32_t i = 0; i < count; i++) {
        const float x = (float)picture->left + ((float)marks[i].x + 0.5f) * picture->scale;
        const float y = (float)picture->top + ((float)marks[i].y + 0.5f) * picture->scale;
        paint_glow(canvas, x, y, 90.0f);
        for (int32_t ring = 0; ring < 3; ring++) {
            const float radius = 16.0f + 12.0f * (float)ring;
            const float alpha = 0.9f - 0.28f * (float)ring;
            tool_canvas_ring(canvas, x, y, radius, 4.4f, dark, 0.25f * alpha);
            tool_canvas_ring(canvas, x, y, radius, 2.2f, gold, alpha);
        }
        tool_canvas_disc(canvas, x, y, 8.0f, dark, 0.45f);
        tool_canvas_disc(canvas, x, y, 6.0f, gold, 1.0f);
    }
}

static void paint_labels(tool_picture *picture, const tool_map *map)
{
    for (int32_t i = 0; i < map->label_count; i++) {
        const tool_label *label = &map->labels[i];
        const int32_t x = picture->left + (int32_t)((float)label->cell.x * picture->scale) + 6;
        const int32_t y = picture->top + (int32_t)((float)label->cell.y * picture->scale) + 6;
        tool_canvas_text(&picture->canvas, x, y, 2, label->text, tool_colour_hex(backdrop), 0.85f);
    }
}

static void paint_ramp(tool_canvas *canvas, int32_t x, int32_t y, int32_t length, int32_t size)
{
    const tool_colour light = tool_colour_hex(ink);
    for (int32_t i = 0; i < length; i++) {
        const float share = (float)i / (float)(length - 1);
        tool_canvas_fill(canvas, x + i, y, 1, 6 * size, tool_picture_ramp(share), 1.0f);
    }
    tool_canvas_text(canvas, x, y + 9 * size, size, "goal", light, 0.7f);
    tool_canvas_text(canvas, x + length - tool_canvas_text_width("far", size), y + 9 * size, size,
                     "far", light, 0.7f);
}

/* A dot and what it means, ending at `right`; returns where the next one to the left may end. */
static int32_t paint_dot(tool_canvas *canvas, int32_t right, int32_t y, int32_t size,
                         tool_colour colour, const char *text)
{
    const int32_t x = right - tool_canvas_text_width(text, size);
    const float radius = 3.0f * (float)size;
    tool_canvas_text(canvas, x, y, size, text, tool_colour_hex(ink), 0.7f);
    tool_canvas_disc(canvas, (float)x - 2.0f * radius, (float)y + 3.5f * (float)size, radius,
                     colour, 1.0f);
    return x - 6 * (int32_t)radius;
}

void tool_picture_paint_caption(tool_picture *picture, const tool_picture_desc *desc)
{
    tool_canvas *canvas = &picture->canvas;
    const int32_t y = picture->top + picture->map_height + 18;
    const tool_colour light = tool_colour_hex(ink);
    char numbers[64];
    snprintf(numbers, sizeof numbers, "%d x %d cells", desc->map->grid.width,
             desc->map->grid.height);
    const char *title = desc->title != NULL ? desc->title : desc->map->name;
    tool_canvas_text(canvas, FRAME, y, 3, title, light, 1.0f);
    tool_canvas_text(canvas, FRAME, y + 32, 2, desc->remark != NULL ? desc->remark : numbers, light,
                     0.6f);
    const int32_t size = canvas->width >= WIDE ? 2 : 1;
    const int32_t length = 120 * size;
    const int32_t right = canvas->width - FRAME;
    paint_labels(picture, desc->map);
    if (throng_integration_is_solved(desc->fields->integration))
        paint_ramp(canvas, right - length, y, length, size);
    if (!desc->has_people)
        return;
    int32_t end = size == 2 ? right - length - 50 : right;
    const int32_t row = size == 2 ? y : y + 34;
    /* Where words stand on the map itself the caption needs none. */
    for (int32_t p = desc->party_count - 1; p >= 0 && desc->map->label_count == 0; p--)
        end = paint_dot(canvas, end, row, size, tool_colour_hex(desc->cast[p].rgb),
                        desc->cast[p].name);
    if (desc->cast != NULL)
        return;
    end = paint_dot(canvas, end, row, size, tool_picture_pace(0.0f, true), "is there");
    end = paint_dot(canvas, end, row, size, tool_picture_pace(0.0f, false), "stands");
    end = paint_dot(canvas, end, row, size, tool_picture_pace(0.45f, false), "slow");
    paint_dot(canvas, end, row, size, tool_picture_pace(1.0f, false), "walks");
}
