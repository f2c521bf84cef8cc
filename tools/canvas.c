#include "canvas.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

bool tool_canvas_open(tool_canvas *canvas, int32_t width, int32_t height)
{
    canvas->width = width;
    canvas->height = height;
    canvas->rgb = tool_alloc((size_t)width * (size_t)height, 3);
    return canvas->rgb != NULL;
}

void tool_canvas_close(tool_canvas *canvas)
{
    free(canvas->rgb);
    canvas->rgb = NULL;
}

tool_colour tool_colour_hex(uint32_t rgb)
{
    const tool_colour colour = {(float)(rgb >> 16 & 255) / 255.0f, (float)(rgb >> 8 & 255) / 255.0f,
                                (float)(rgb & 255) / 255.0f};
    return colour;
}

tool_colour tool_colour_mix(tool_colour a, tool_colour b, float share_of_b)
{
    const float s = share_of_b;
    const tool_colour mixed = {a.r + (b.r - a.r) * s, a.g + (b.g - a.g) * s, a.b + (b.b - a.b) * s};
    return mixed;
}

tool_colour tool_colour_scale(tool_colour a, float factor)
{
    const tool_colour scaled = {a.r * factor, a.g * factor, a.b * factor};
    return scaled;
}

static uint8_t byte_of(float light)
{
    const float cut = light < 0.0f ? 0.0f : (light > 1.0f ? 1.0f : light);
    return (uint8_t)(cut * 255.0f + 0.5f);
}

static uint8_t *pixel(const tool_canvas *canvas, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return NULL;
    return canvas->rgb + 3 * ((size_t)y * (size_t)canvas->width + (size_t)x);
}

void tool_canvas_set(tool_canvas *canvas, int32_t x, int32_t y, tool_colour colour)
{
    uint8_t *p = pixel(canvas, x, y);
    if (p == NULL)
        return;
    p[0] = byte_of(colour.r);
    p[1] = byte_of(colour.g);
    p[2] = byte_of(colour.b);
}

void tool_canvas_blend(tool_canvas *canvas, int32_t x, int32_t y, tool_colour colour, float alpha)
{
    uint8_t *p = pixel(canvas, x, y);
    if (p == NULL || alpha <= 0.0f)
        return;
    const float rest = 1.0f - alpha;
    p[0] = byte_of((float)p[0] / 255.0f * rest + colour.r * alpha);
    p[1] = byte_of((float)p[1] / 255.0f * rest + colour.g * alpha);
    p[2] = byte_of((float)p[2] / 255.0f * rest + colour.b * alpha);
}

void tool_canvas_fill(tool_canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                      tool_colour colour, float alpha)
{
    for (int32_t row = y; row < y + height; row++) {
        for (int32_t column = x; column < x + width; column++)
            tool_canvas_blend(canvas, column, row, colour, alpha);
    }
}

/* How much of a pixel lies inside an edge that is `depth` pixels from its middle. */
static float coverage(float depth)
{
    const float share = depth + 0.5f;
    return share < 0.0f ? 0.0f : (share > 1.0f ? 1.0f : share);
}

void tool_canvas_disc(tool_canvas *canvas, float x, float y, float radius, tool_colour colour,
                      float alpha)
{
    const int32_t reach = (int32_t)radius + 2;
    const int32_t cx = (int32_t)floorf(x);
    const int32_t cy = (int32_t)floorf(y);
    for (int32_t row = cy - reach; row <= cy + reach; row++) {
        for (int32_t column = cx - reach; column <= cx + reach; column++) {
            const float dx = (float)column + 0.5f - x;
            const float dy = (float)row + 0.5f - y;
            const float depth = radius - sqrtf(dx * dx + dy * dy);
            tool_canvas_blend(canvas, column, row, colour, alpha * coverage(depth));
        }
    }
}

void tool_canvas_ring(tool_canvas *canvas, float x, float y, float radius, float line,
                      tool_colour colour, float alpha)
{
    const int32_t reach = (int32_t)(radius + line) + 2;
    const int32_t cx = (int32_t)floorf(x);
    const int32_t cy = (int32_t)floorf(y);
    for (int32_t row = cy - reach; row <= cy + reach; row++) {
        for (int32_t column = cx - reach; column <= cx + reach; column++) {
            const float dx = (float)column + 0.5f - x;
            const float dy = (float)row + 0.5f - y;
            const float off = fabsf(sqrtf(dx * dx + dy * dy) - radius);
            tool_canvas_blend(canvas, column, row, colour, alpha * coverage(0.5f * line - off));
        }
    }
}

void tool_canvas_line(tool_canvas *canvas, float x0, float y0, float x1, float y1, float line,
                      tool_colour colour, float alpha_from, float alpha_to)
{
    const float dx = x1 - x0;
    const float dy = y1 - y0;
    const float length_sq = dx * dx + dy * dy;
    const float reach = 0.5f * line + 1.0f;
    const int32_t left = (int32_t)floorf(fminf(x0, x1) - reach);
    const int32_t right = (int32_t)floorf(fmaxf(x0, x1) + reach);
    const int32_t top = (int32_t)floorf(fminf(y0, y1) - reach);
    const int32_t bottom = (int32_t)floorf(fmaxf(y0, y1) + reach);
    for (int32_t row = top; row <= bottom; row++) {
        for (int32_t column = left; column <= right; column++) {
            const float px = (float)column + 0.5f - x0;
            const float py = (float)row + 0.5f - y0;
            float along = length_sq > 0.0f ? (px * dx + py * dy) / length_sq : 0.0f;
            /* Half open, so that the joint of two pieces of one line is not painted twice. */
            if (along < 0.0f || along >= 1.0f)
                continue;
            const float ox = px - along * dx;
            const float oy = py - along * dy;
            const float depth = 0.5f * line - sqrtf(ox * ox + oy * oy);
            const float alpha = alpha_from + (alpha_to - alpha_from) * along;
            tool_canvas_blend(canvas, column, row, colour, alpha * coverage(depth));
        }
    }
}

bool tool_canvas_write_png(const tool_canvas *canvas, const char *path)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)canvas->width;
    image.height = (png_uint_32)canvas->height;
    image.format = PNG_FORMAT_RGB;
    /* A picture of the fortress takes 1.3 s instead of 2.4 s, and 6.0 MB instead of 4.6 MB. */
    image.flags = PNG_IMAGE_FLAG_FAST;
    if (!png_image_write_to_file(&image, path, 0, canvas->rgb, 0, NULL))
        return tool_fail("%s: the picture cannot be written: %s", path, image.message);
    return true;
}
