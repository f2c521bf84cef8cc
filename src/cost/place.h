/* Places on the ground: which cell is under a point, and where the nearest free place is. */
#ifndef THRONG_COST_PLACE_H
#define THRONG_COST_PLACE_H

#include "cost/cost.h"

/* True if a finite point lies in a passable cell. */
static inline bool throng_place_is_free(const throng_cost_field *field, float x, float y)
{
    return !throng_cost_is_wall(field, throng_column_of(field, x), throng_row_of(field, y));
}

/* The place nearest to a finite point in a cell from which there is a way, by the distances of an
 * integration field of the same grid. False, and `out` untouched, if there is none. */
bool throng_place_nearest_reachable(const throng_cost_field *field, const uint32_t *distance,
                                    throng_point point, throng_point *out);

#endif
