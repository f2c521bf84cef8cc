/* The ground of a picture, pixel by pixel: terrain, relief and shadows, field and contour lines. */
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Relief and glow keep two floats per cell; beyond this many cells a cell is less than a pixel, and
 * neither would be seen. */
#define DETAIL_CELLS ((size_t)1920 * 1920)

/* About so many contour lines between the goal and the farthest cell: more run together. */
#define CONTOUR_COUNT 26.0f

/* Steps in which the spread of the integration values is measured: finer than 256 colours show. */
#define BINS 1024

typedef struct look {
    uint32_t rgb;
    float height; /* of the relief; chosen by eye */
    bool is_tall; /* throws a shadow */
} look;

static const look looks[TOOL_LOOK_COUNT] = {
    [TOOL_LOOK_WALL] = {0x6d6a70, 0.0f, true},   [TOOL_LOOK_ROCK] = {0x77716b, 2.6f, true},
    [TOOL_LOOK_TREES] = {0x2c4a36, 1.0f, true},  [TOOL_LOOK_WATER] = {0x2b6583, -0.7f, false},
    [TOOL_LOOK_PLAIN] = {0x86a061, 0.0f, false}, [TOOL_LOOK_SWAMP] = {0x56633f, -0.3f, false},
    [TOOL_LOOK_ROUGH] = {0x9a9160, 0.8f, false}, [TOOL_LOOK_STEEP] = {0xa8906c, 1.7f, false},
    [TOOL_LOOK_ROAD] = {0xb7ab86, 0.0f, false},  [TOOL_LOOK_WOOD] = {0xb98f62, 0.1f, false},
    [TOOL_LOOK_BARE] = {0x2a2d35, 0.0f, true},
};

typedef struct ground {
    const tool_map *map;
    int32_t width, height;
    const uint32_t *values; /* NULL: there is no field */
    float scale;
    float largest;          /* integration value */
    float shares[BINS + 1]; /* place on the ramp at each BINS-th of `largest` */
    float contour;          /* integration values between two contour lines */
    float *relief;          /* per cell; NULL on maps that are too large for it */
    float *glow;            /* per cell, 0..1; NULL likewise */
    tool_colour colours[TOOL_LOOK_COUNT];
} ground;

static int32_t clamp_to(int32_t value, int32_t count)
{
    return value < 0 ? 0 : (value >= count ? count - 1 : value);
}

static size_t index_of(const ground *g, int32_t x, int32_t y)
{
    return (size_t)clamp_to(y, g->height) * (size_t)g->width + (size_t)clamp_to(x, g->width);
}

static tool_look look_at(const ground *g, int32_t x, int32_t y)
{
    return (tool_look)g->map->look[g->map->terrain[index_of(g, x, y)]];
}

/* Mean over three cells, in x and then in y. `other` is as large as `values`. */
static void soften(const ground *g, float *values, float *other)
{
    for (int32_t y = 0; y < g->height; y++) {
        for (int32_t x = 0; x < g->width; x++)
            other[index_of(g, x, y)] = (values[index_of(g, x - 1, y)] + values[index_of(g, x, y)] +
                                        values[index_of(g, x + 1, y)]) /
                                       3.0f;
    }
    for (int32_t y = 0; y < g->height; y++) {
        for (int32_t x = 0; x < g->width; x++)
            values[index_of(g, x, y)] = (other[index_of(g, x, y - 1)] + other[index_of(g, x, y)] +
                                         other[index_of(g, x, y + 1)]) /
                                        3.0f;
    }
}

static bool make_detail(ground *g, const tool_picture_desc *desc)
{
    const size_t count = (size_t)g->width * (size_t)g->height;
    if (count > DETAIL_CELLS)
        return true;
    float *other = tool_alloc(count, sizeof *other);
    g->relief = tool_alloc(count, sizeof *g->relief);
    g->glow = tool_alloc(count, sizeof *g->glow);
    if (other == NULL || g->relief == NULL || g->glow == NULL) {
        free(other);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        g->relief[i] = looks[g->map->look[g->map->terrain[i]]].height;
    for (int32_t i = 0; i < desc->goal_count; i++)
        g->glow[index_of(g, desc->goals[i].x, desc->goals[i].y)] = 1.0f;
    for (int32_t i = 0; i < 3; i++)
        soften(g, g->relief, other);
    for (int32_t i = 0; i < 5; i++)
        soften(g, g->glow, other);
    free(other);
    return true;
}

/* 1, 2 or 5 times a power of ten, near `raw`: a number of metres that a person can count with. */
static float round_step(float raw)
{
    const float power = powf(10.0f, floorf(log10f(fmaxf(raw, 1.0f))));
    if (raw < 1.5f * power)
        return power;
    if (raw < 3.5f * power)
        return 2.0f * power;
    return raw < 7.5f * power ? 5.0f * power : 10.0f * power;
}

/* Where on the ramp each integration value stands: half by the value itself and half by how many
 * cells are nearer, so that every colour is used and one long blind alley does not take most of
 * them. */
static void measure_field(ground *g)
{
    if (g->values == NULL)
        return;
    size_t bins[BINS] = {0};
    const size_t count = (size_t)g->width * (size_t)g->height;
    uint32_t largest = 1;
    size_t reached = 0;
    for (size_t i = 0; i < count; i++) {
        if (g->values[i] != THRONG_UNREACHABLE) {
            largest = g->values[i] > largest ? g->values[i] : largest;
            reached++;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (g->values[i] != THRONG_UNREACHABLE)
            bins[(uint64_t)g->values[i] * (BINS - 1) / largest]++;
    }
    size_t below = 0;
    for (int32_t bin = 0; bin < BINS; bin++) {
        g->shares[bin] = 0.5f * (float)bin / (float)BINS + 0.5f * (float)below / (float)reached;
        below += bins[bin];
    }
    g->shares[BINS] = 1.0f;
    g->largest = (float)largest;
    g->contour = round_step((float)largest / CONTOUR_COUNT);
}

static float share_of(const ground *g, float value)
{
    const float at = fminf(value / g->largest, 1.0f) * (float)(BINS - 1);
    const int32_t bin = (int32_t)at;
    return g->shares[bin] + (g->shares[bin + 1] - g->shares[bin]) * (at - (float)bin);
}

static bool value_at(const ground *g, float x, float y, float *out)
{
    if (g->values == NULL)
        return false;
    const uint32_t own = g->values[index_of(g, (int32_t)floorf(x), (int32_t)floorf(y))];
    if (own == THRONG_UNREACHABLE)
        return false;
    const float bx = floorf(x - 0.5f);
    const float by = floorf(y - 0.5f);
    const float tx = x - 0.5f - bx;
    const float ty = y - 0.5f - by;
    float sum = 0.0f;
    for (int32_t k = 0; k < 4; k++) {
        const uint32_t corner =
            g->values[index_of(g, (int32_t)bx + (k & 1), (int32_t)by + (k >> 1))];
        const float weight = (k & 1 ? tx : 1.0f - tx) * (k & 2 ? ty : 1.0f - ty);
        sum += weight * (float)(corner == THRONG_UNREACHABLE ? own : corner);
    }
    *out = sum;
    return true;
}

/* Bilinear, from an array of one float per cell. */
static float smooth_at(const ground *g, const float *values, float x, float y)
{
    const float bx = floorf(x - 0.5f);
    const float by = floorf(y - 0.5f);
    const float tx = x - 0.5f - bx;
    const float ty = y - 0.5f - by;
    const int32_t cx = (int32_t)bx;
    const int32_t cy = (int32_t)by;
    const float top =
        values[index_of(g, cx, cy)] * (1.0f - tx) + values[index_of(g, cx + 1, cy)] * tx;
    const float bottom =
        values[index_of(g, cx, cy + 1)] * (1.0f - tx) + values[index_of(g, cx + 1, cy + 1)] * tx;
    return top * (1.0f - ty) + bottom * ty;
}

/* Things that people built have square edges; everything else is rounded by sharpened weights. */
static tool_colour terrain_at(const ground *g, float x, float y)
{
    const tool_look own = look_at(g, (int32_t)floorf(x), (int32_t)floorf(y));
    if (own == TOOL_LOOK_WALL || own == TOOL_LOOK_BARE)
        return g->colours[own];
    const float bx = floorf(x - 0.5f);
    const float by = floorf(y - 0.5f);
    const float tx = x - 0.5f - bx;
    const float ty = y - 0.5f - by;
    tool_colour sum = {0.0f, 0.0f, 0.0f};
    float total = 0.0f;
    for (int32_t k = 0; k < 4; k++) {
        const tool_look corner = look_at(g, (int32_t)bx + (k & 1), (int32_t)by + (k >> 1));
        if (corner == TOOL_LOOK_WALL || corner == TOOL_LOOK_BARE)
            continue;
        float weight = (k & 1 ? tx : 1.0f - tx) * (k & 2 ? ty : 1.0f - ty);
        weight *= weight;
        weight *= weight;
        const tool_colour colour = g->colours[corner];
        sum = (tool_colour){sum.r + colour.r * weight, sum.g + colour.g * weight,
                            sum.b + colour.b * weight};
        total += weight;
    }
    return total > 0.0f ? tool_colour_scale(sum, 1.0f / total) : g->colours[own];
}

static float grain(int32_t x, int32_t y)
{
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    return (float)((h ^ (h >> 13)) >> 8) * (1.0f / 16777216.0f) - 0.5f;
}

static bool is_tall_at(const ground *g, float x, float y)
{
    return looks[look_at(g, (int32_t)floorf(x), (int32_t)floorf(y))].is_tall;
}

/* Light from the north-west: slopes of the relief, and the shadows of what stands there. */
static float light_at(const ground *g, float x, float y, bool is_tall)
{
    float light = 1.0f;
    if (g->relief != NULL) {
        const float dx =
            smooth_at(g, g->relief, x + 0.6f, y) - smooth_at(g, g->relief, x - 0.6f, y);
        const float dy =
            smooth_at(g, g->relief, x, y + 0.6f) - smooth_at(g, g->relief, x, y - 0.6f);
        light += fminf(fmaxf(-0.55f * (dx + dy), -0.4f), 0.4f);
    }
    if (g->scale < 2.0f)
        return light;
    if (is_tall) {
        /* A bright edge towards the light and a dark one away from it. */
        const float edge = 1.4f / g->scale;
        if (!is_tall_at(g, x - edge, y) || !is_tall_at(g, x, y - edge))
            return light * 1.32f;
        if (!is_tall_at(g, x + edge, y) || !is_tall_at(g, x, y + edge))
            return light * 0.68f;
        return light;
    }
    for (int32_t k = 1; k <= 4; k++) {
        const float reach = 0.22f * (float)k;
        if (is_tall_at(g, x - reach, y - reach))
            light -= 0.09f;
    }
    return light;
}

/* 0..1: how much of a pixel a contour line covers. */
static float contour_at(const ground *g, float x, float y, float value)
{
    const float pixel = 1.0f / g->scale;
    float east = value;
    float south = value;
    if (!value_at(g, x + pixel, y, &east))
        east = value;
    if (!value_at(g, x, y + pixel, &south))
        south = value;
    const float slope = sqrtf((east - value) * (east - value) + (south - value) * (south - value));
    const float nearest = roundf(value / g->contour);
    if (slope <= 0.0f || nearest < 1.0f)
        return 0.0f;
    const float distance = fabsf(value - nearest * g->contour) / slope;
    const bool is_fifth = fmodf(nearest, 5.0f) == 0.0f;
    const float cover = (is_fifth ? 1.15f : 0.95f) - distance;
    return fminf(fmaxf(cover, 0.0f), 1.0f) * (is_fifth ? 0.5f : 0.26f);
}

static tool_colour colour_at(const ground *g, float x, float y, int32_t px, int32_t py)
{
    const tool_look own = look_at(g, (int32_t)floorf(x), (int32_t)floorf(y));
    tool_colour colour = terrain_at(g, x, y);
    const float lightness = 0.35f * colour.r + 0.5f * colour.g + 0.15f * colour.b;
    float value = 0.0f;
    if (value_at(g, x, y, &value)) {
        /* The field gives the hue; the ground keeps its texture through its lightness. */
        const tool_colour field = tool_picture_ramp(share_of(g, value));
        colour = tool_colour_mix(colour, tool_colour_scale(field, 0.55f + 0.8f * lightness), 0.66f);
        colour = tool_colour_mix(colour, tool_colour_hex(0x120d20), contour_at(g, x, y, value));
    } else if (g->values != NULL && !looks[own].is_tall && own != TOOL_LOOK_WATER) {
        const tool_colour grey = {lightness, lightness, lightness};
        colour = tool_colour_scale(tool_colour_mix(colour, grey, 0.6f), 0.62f);
    }
    const float texture = own == TOOL_LOOK_TREES ? 0.22f : (own == TOOL_LOOK_BARE ? 0.03f : 0.05f);
    colour =
        tool_colour_scale(colour, light_at(g, x, y, looks[own].is_tall) + texture * grain(px, py));
    if (g->glow != NULL) {
        const float glow = smooth_at(g, g->glow, x, y);
        colour = tool_colour_mix(colour, tool_colour_hex(0xfff0b8), 0.42f * glow);
    }
    return colour;
}

static void paint(tool_picture *picture, const ground *g)
{
    /* Where a pixel covers many cells it takes the mean of up to 4 x 4 of them. */
    const int32_t grain_count =
        picture->scale >= 1.0f ? 1 : (int32_t)fminf(ceilf(1.0f / picture->scale), 4.0f);
    for (int32_t py = 0; py < picture->map_height; py++) {
        for (int32_t px = 0; px < picture->map_width; px++) {
            tool_colour sum = {0.0f, 0.0f, 0.0f};
            for (int32_t k = 0; k < grain_count * grain_count; k++) {
                const float sx = ((float)(k % grain_count) + 0.5f) / (float)grain_count;
                const float sy = ((float)(k / grain_count) + 0.5f) / (float)grain_count;
                const tool_colour one = colour_at(g, ((float)px + sx) / picture->scale,
                                                  ((float)py + sy) / picture->scale, px, py);
                sum = (tool_colour){sum.r + one.r, sum.g + one.g, sum.b + one.b};
            }
            sum = tool_colour_scale(sum, 1.0f / (float)(grain_count * grain_count));
            tool_canvas_set(&picture->canvas, picture->left + px, picture->top + py, sum);
        }
    }
}

bool tool_picture_paint_ground(tool_picture *picture, const tool_picture_desc *desc)
{
    ground g;
    memset(&g, 0, sizeof g);
    g.map = desc->map;
    g.width = desc->map->grid.width;
    g.height = desc->map->grid.height;
    g.values = throng_integration_values(desc->fields->integration);
    g.scale = picture->scale;
    for (int32_t i = 0; i < TOOL_LOOK_COUNT; i++)
        g.colours[i] = tool_colour_hex(looks[i].rgb);
    measure_field(&g);
    const bool is_made = make_detail(&g, desc);
    if (is_made)
        paint(picture, &g);
    free(g.relief);
    free(g.glow);
    return is_made;
}
