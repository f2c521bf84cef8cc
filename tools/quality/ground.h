/*
 * ground.h: walls, in doubles, by formulas of their own: what the library computes is measured with
 * them.
 */
#ifndef QUALITY_GROUND_H
#define QUALITY_GROUND_H

#include "geometry.h"

typedef struct quality_ground {
    int32_t width, height; /* cells */
    double cell;           /* m a side; cell (0, 0) begins at (0, 0) */
    uint8_t *cost;         /* width * height; 255 = wall */
} quality_ground;

/* True for walls and off the map. */
bool quality_is_wall(const quality_ground *ground, int32_t x, int32_t y);

/* Index of the cell of a place; -1 off the map or if it is not finite. */
int32_t quality_cell_index(const quality_ground *ground, double x, double y);

#endif
