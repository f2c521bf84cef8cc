/* canvas.h: a picture in memory and the few marks that are made on it, all with soft edges. */
#ifndef TOOL_CANVAS_H
#define TOOL_CANVAS_H

#include "tool.h"

/* Light, 0..1 a channel. Values above 1 are cut when they meet the canvas. */
typedef struct tool_colour {
    float r, g, b;
} tool_colour;

typedef struct tool_canvas {
    int32_t width, height;
    uint8_t *rgb; /* 3 bytes a pixel, row by row */
} tool_canvas;

bool tool_canvas_open(tool_canvas *canvas, int32_t width, int32_t height);
void tool_canvas_close(tool_canvas *canvas);

tool_colour tool_colour_hex(uint32_t rgb);
tool_colour tool_colour_mix(tool_colour a, tool_colour b, float share_of_b);
tool_colour tool_colour_scale(tool_colour a, float factor);

/* One pixel; off the canvas nothing happens. `alpha` 0..1. */
void tool_canvas_set(tool_canvas *canvas, int32_t x, int32_t y, tool_colour colour);
void tool_canvas_blend(tool_canvas *canvas, int32_t x, int32_t y, tool_colour colour, float alpha);

/* Lengths are pixels; pixel (0, 0) covers 0..1. */
void tool_canvas_fill(tool_canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                      tool_colour colour, float alpha);
void tool_canvas_disc(tool_canvas *canvas, float x, float y, float radius, tool_colour colour,
                      float alpha);
void tool_canvas_ring(tool_canvas *canvas, float x, float y, float radius, float line,
                      tool_colour colour, float alpha);

/* A line that fades from alpha_from to alpha_to. */
void tool_canvas_line(tool_canvas *canvas, float x0, float y0, float x1, float y1, float line,
                      tool_colour colour, float alpha_from, float alpha_to);

/* Capitals, digits and some signs of 5 x 7 squares of `size` pixels; small letters become capitals.
 * (x, y) is the upper left corner. */
void tool_canvas_text(tool_canvas *canvas, int32_t x, int32_t y, int32_t size, const char *text,
                      tool_colour colour, float alpha);
int32_t tool_canvas_text_width(const char *text, int32_t size);

bool tool_canvas_write_png(const tool_canvas *canvas, const char *path);

#endif
