/* Straight lines over the grid, by integers.
 *
 * Lengths are in units of 1/65536 of a cell from the map's corner. Coordinates on the map thus stay
 * below 2^30, cross products below 2^62; squares of those take 128 bits. */
#ifndef THRONG_SIGHT_SIGHT_H
#define THRONG_SIGHT_SIGHT_H

#include <throng/sight.h>

#include "base/internal.h"
#include "cost/cost.h"

/* One cell, half a cell and 1/256 of a cell. */
#define THRONG_SIGHT_CELL 65536
#define THRONG_SIGHT_HALF 32768
#define THRONG_SIGHT_256TH 256

/* A disc that moves from (ax, ay) to (bx, by), both less than a map away. */
typedef struct throng_sweep {
    int64_t ax, ay, bx, by, radius;
} throng_sweep;

/* A closed rectangle: left <= x <= right, top <= y <= bottom. */
typedef struct throng_block {
    int64_t left, top, right, bottom;
} throng_block;

/* Counts users of a field, which is the one thing that they change in it. */
void throng_sight_pin(const throng_sight_field *field, int by);

/* True if a target is within the rectangle round the goals of the field's last solve. */
bool throng_sight_is_for(const throng_sight_field *field, throng_cell target);

/* True if the swept disc and the rectangle have a point in common. */
bool throng_sweep_touches(const throng_sweep *sweep, const throng_block *block);

/* True if the swept disc touches no wall of the cells in `window`, which is on the map, and stays
 * off the map's edge. */
bool throng_sweep_is_clear(const throng_cost_field *cost, const throng_sweep *sweep,
                           throng_rect window);

/* The sweep from the centre of one cell to that of another. */
static inline throng_sweep throng_sweep_of_cells(throng_cell from, throng_cell to,
                                                 int32_t radius_256)
{
    return (throng_sweep){(int64_t)from.x * THRONG_SIGHT_CELL + THRONG_SIGHT_HALF,
                          (int64_t)from.y * THRONG_SIGHT_CELL + THRONG_SIGHT_HALF,
                          (int64_t)to.x * THRONG_SIGHT_CELL + THRONG_SIGHT_HALF,
                          (int64_t)to.y * THRONG_SIGHT_CELL + THRONG_SIGHT_HALF,
                          (int64_t)radius_256 * THRONG_SIGHT_256TH};
}

#endif
