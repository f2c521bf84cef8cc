/* brush.h: what the built-in scenes are drawn with. Everything is cut at the map's edge. */
#ifndef TOOL_BRUSH_H
#define TOOL_BRUSH_H

#include "map.h"

void tool_brush_fill(tool_map *map, throng_rect cells, uint8_t id);

/* Cells whose distance from (cx, cy) is at most radius + 1/2, which looks round at small radii. */
void tool_brush_disc(tool_map *map, int32_t cx, int32_t cy, int32_t radius, uint8_t id);

/* A regular octagon, to within a cell, `half` cells from its middle to its flat sides. */
void tool_brush_octagon(tool_map *map, int32_t cx, int32_t cy, int32_t half, uint8_t id);

/* Discs from one cell to another. */
void tool_brush_line(tool_map *map, throng_cell from, throng_cell to, int32_t radius, uint8_t id);

/* A line that turns `water` into `bridge` and everything else into `id`. */
void tool_brush_road(tool_map *map, throng_cell from, throng_cell to, int32_t radius, uint8_t id,
                     uint8_t water, uint8_t bridge);

/* Four walls and a floor with a door of 3 cells; the low two bits of `side` choose its wall. */
void tool_brush_house(tool_map *map, throng_rect cells, int32_t side, uint8_t wall, uint8_t floor);

/* 32 bits that depend on the cell and the seed alone. */
uint32_t tool_brush_hash(int32_t x, int32_t y, uint32_t seed);

/* Smooth chance, 0..1, whose hills are about `period` cells wide: three octaves of value noise. */
float tool_brush_noise(int32_t x, int32_t y, int32_t period, uint32_t seed);

#endif
