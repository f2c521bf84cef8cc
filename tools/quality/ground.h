/*
 * ground.h: walls and plain geometry, in doubles, by formulas of their own: what the library
 * computes is measured with it.
 */
#ifndef QUALITY_GROUND_H
#define QUALITY_GROUND_H

#include <stdbool.h>
#include <stdint.h>

typedef struct quality_ground {
    int32_t width, height; /* cells */
    double cell;           /* m a side; cell (0, 0) begins at (0, 0) */
    uint8_t *cost;         /* width * height; 255 = wall */
} quality_ground;

typedef struct quality_segment {
    double x0, y0, x1, y1;
} quality_segment;

/* True for walls and off the map. */
bool quality_is_wall(const quality_ground *ground, int32_t x, int32_t y);

/* Index of the cell of a place; -1 off the map or if it is not finite. */
int32_t quality_cell_index(const quality_ground *ground, double x, double y);

/* Length of the part of a segment within the unit square whose least corner is (x, y) (Liang and
 * Barsky 1984). A border belongs to the square east or south of it. */
double quality_length_within(quality_segment segment, double x, double y);

/* Distance of a point from a square of `side`; 0 within. */
double quality_distance_to_square(double px, double py, double x, double y, double side);

/* True if a walk along `way` changes from one side of `line` to the other between its ends. */
bool quality_crosses(quality_segment way, quality_segment line);

#endif
