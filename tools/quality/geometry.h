/*
 * geometry.h: points, segments and squares, in doubles.
 */
#ifndef QUALITY_GEOMETRY_H
#define QUALITY_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct quality_segment {
    double x0, y0, x1, y1;
} quality_segment;

/* Length of the part of a segment within the unit square whose least corner is (x, y) (Liang and
 * Barsky 1984). A border belongs to the square east or south of it. */
double quality_length_within(quality_segment segment, double x, double y);

/* Distance of a point from a segment. */
double quality_distance_to_segment(quality_segment segment, double x, double y);

/* Distance of a point from a square of `side`; 0 within. */
double quality_distance_to_square(double px, double py, double x, double y, double side);

/* True if a walk along `way` changes from one side of `line` to the other between its ends. */
bool quality_crosses(quality_segment way, quality_segment line);

#endif
