/* The flow of a picture: strokes that follow it and grow brighter the way it goes (after the evenly
 * spaced streamlines of Jobard and Lefer 1997), and people with their tails. */
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels a side of the squares that keep strokes apart: one stroke to 3 x 3 squares. */
#define SQUARE 8.0f

/* Steps of a stroke, each half a square long: 26 * 4 = 104 pixels at most, 28 at least. */
#define STEP_LIMIT 26
#define STEP_LEAST 7

typedef struct strokes {
    tool_picture *picture;
    tool_engine *engine;
    const tool_fields *fields;
    uint8_t *is_taken; /* per square */
    int32_t columns, rows;
} strokes;

static bool is_free(const strokes *s, float x, float y)
{
    const int32_t column = (int32_t)(x / SQUARE);
    const int32_t row = (int32_t)(y / SQUARE);
    for (int32_t r = row - 1; r <= row + 1; r++) {
        for (int32_t c = column - 1; c <= column + 1; c++) {
            if (r >= 0 && c >= 0 && r < s->rows && c < s->columns &&
                s->is_taken[r * s->columns + c])
                return false;
        }
    }
    return true;
}

/* The heading at a pixel of the map; false where there is none. */
static bool heading_at(const strokes *s, float x, float y, throng_point *out)
{
    const throng_flow_field *fields[1] = {s->fields->flow};
    const float at_x = x / s->picture->scale;
    const float at_y = y / s->picture->scale;
    const throng_points points = {.count = 1, .x = &at_x, .y = &at_y};
    const throng_vectors headings = {.x = &out->x, .y = &out->y, .stride_bytes = 0};
    const bool is_on_map = x >= 0.0f && y >= 0.0f && x < (float)s->picture->map_width &&
                           y < (float)s->picture->map_height;
    return is_on_map &&
           throng_sample(s->engine->context, fields, 1, NULL, &points, headings) == THRONG_OK &&
           (out->x != 0.0f || out->y != 0.0f);
}

static void draw_stroke(const strokes *s, const throng_point *points, int32_t count)
{
    const tool_colour white = tool_colour_hex(0xfff8ee);
    tool_canvas *canvas = &s->picture->canvas;
    const float left = (float)s->picture->left;
    const float top = (float)s->picture->top;
    for (int32_t i = 0; i + 1 < count; i++) {
        const float from = 0.34f * (float)i / (float)(count - 1);
        const float to = 0.34f * (float)(i + 1) / (float)(count - 1);
        tool_canvas_line(canvas, left + points[i].x, top + points[i].y, left + points[i + 1].x,
                         top + points[i + 1].y, 1.2f, white, from, to);
    }
    tool_canvas_disc(canvas, left + points[count - 1].x, top + points[count - 1].y, 1.3f, white,
                     0.5f);
}

static void try_stroke(const strokes *s, float x, float y)
{
    throng_point points[STEP_LIMIT];
    int32_t count = 0;
    while (count < STEP_LIMIT && is_free(s, x, y)) {
        throng_point heading;
        points[count++] = (throng_point){x, y};
        if (!heading_at(s, x, y, &heading))
            break;
        x += heading.x * 0.5f * SQUARE;
        y += heading.y * 0.5f * SQUARE;
    }
    if (count < STEP_LEAST)
        return;
    for (int32_t i = 0; i < count; i++) {
        const int32_t column = (int32_t)(points[i].x / SQUARE);
        const int32_t row = (int32_t)(points[i].y / SQUARE);
        if (row < s->rows && column < s->columns)
            s->is_taken[row * s->columns + column] = 1;
    }
    draw_stroke(s, points, count);
}

/* A stride that visits every one of `count` squares once, far from the last: no common divisor. */
static int32_t stride_for(int32_t count)
{
    for (int32_t stride = 7919;; stride += 2) {
        int32_t a = count;
        int32_t b = stride;
        while (b != 0) {
            const int32_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return stride;
    }
}

bool tool_picture_paint_flow(tool_picture *picture, tool_engine *engine, const tool_fields *fields)
{
    strokes s = {.picture = picture, .engine = engine, .fields = fields};
    if (!throng_integration_is_solved(fields->integration))
        return true;
    s.columns = (int32_t)((float)picture->map_width / SQUARE) + 1;
    s.rows = (int32_t)((float)picture->map_height / SQUARE) + 1;
    const int32_t count = s.columns * s.rows;
    s.is_taken = tool_alloc((size_t)count, 1);
    if (s.is_taken == NULL)
        return false;
    /* Seeds in a scattered order, or the strokes would line up in rows. */
    const int32_t stride = stride_for(count);
    for (int32_t i = 0; i < count; i++) {
        const int32_t k = (int32_t)((int64_t)i * stride % count);
        try_stroke(&s, ((float)(k % s.columns) + 0.5f) * SQUARE,
                   ((float)(k / s.columns) + 0.5f) * SQUARE);
    }
    free(s.is_taken);
    return true;
}

static void draw_tail(tool_picture *picture, const tool_people *people, int32_t i,
                      tool_colour colour, float line)
{
    throng_point from = people->places[i];
    const float left = (float)picture->left;
    const float top = (float)picture->top;
    for (int32_t k = 0; k < people->trail_length; k++) {
        const throng_point to = people->trail[(size_t)k * (size_t)people->count + (size_t)i];
        const float near_alpha = 0.7f * (1.0f - (float)k / (float)people->trail_length);
        const float far_alpha = 0.5f * (1.0f - (float)(k + 1) / (float)people->trail_length);
        tool_canvas_line(&picture->canvas, left + from.x * picture->scale,
                         top + from.y * picture->scale, left + to.x * picture->scale,
                         top + to.y * picture->scale, line, colour, near_alpha, far_alpha);
        from = to;
    }
}

static tool_colour colour_of(const tool_people *people, int32_t i)
{
    const bool has_arrived = people->has_arrived[i] != 0;
    if (people->tints == NULL)
        return tool_picture_pace(people->paces[i], has_arrived);
    return tool_picture_tint(people->tints[i], people->paces[i], has_arrived);
}

/* Below 1.1 pixels a dot is no dot any more. */
static float pixels_of(const tool_picture *picture, const tool_people *people, int32_t i)
{
    return fmaxf(people->radii[i] * picture->scale, 1.1f);
}

void tool_picture_add_people(tool_picture *picture, const tool_people *people)
{
    const tool_colour dark = tool_colour_hex(0x100c18);
    for (int32_t i = 0; i < people->count; i++)
        draw_tail(picture, people, i, colour_of(people, i), 0.9f * pixels_of(picture, people, i));
    for (int32_t i = 0; i < people->count; i++) {
        const float radius = pixels_of(picture, people, i);
        const float x = (float)picture->left + people->places[i].x * picture->scale;
        const float y = (float)picture->top + people->places[i].y * picture->scale;
        tool_canvas_disc(&picture->canvas, x, y, radius + 0.7f, dark, 0.55f);
        tool_canvas_disc(&picture->canvas, x, y, radius, colour_of(people, i), 1.0f);
    }
}
