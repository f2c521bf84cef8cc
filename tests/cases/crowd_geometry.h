/*
 * crowd_geometry.h: points, segments and squares, in doubles.
 */
#ifndef TEST_CROWD_GEOMETRY_H
#define TEST_CROWD_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct crowd_segment {
    double x0, y0, x1, y1;
} crowd_segment;

/* Length of the part of a segment within the unit square whose least corner is (x, y) (Liang and
 * Barsky 1984). A border belongs to the square east or south of it. */
double crowd_length_within(crowd_segment segment, double x, double y);

/* Distance of a point from a segment. */
double crowd_distance_to_segment(crowd_segment segment, double x, double y);

/* Distance of a point from a square of `side`; 0 within. */
double crowd_distance_to_square(double px, double py, double x, double y, double side);

/* True if a walk along `way` changes from one side of `line` to the other between its ends. */
bool crowd_crosses(crowd_segment way, crowd_segment line);

#endif
