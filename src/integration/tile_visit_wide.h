/* A visit to a tile, as the parts of the solver pass it on. */
#ifndef THRONG_INTEGRATION_TILE_VISIT_WIDE_H
#define THRONG_INTEGRATION_TILE_VISIT_WIDE_H

#include "integration/integration.h"
#include "integration/tile_borders_wide.h"

typedef struct solve {
    throng_tiles *tiles;
    const throng_cost_field *cost;
    uint32_t *distance;
    uint8_t *reached; /* by tile: 0 if nothing is to be cleared in the output */
    /* By cell: the next goal in the same tile, and half of the price. */
    uint32_t *next_goal, *goal_price;
    const uint32_t *values; /* initial ones of all cells, or NULL */
    uint32_t limit; /* half of the largest distance that is kept; UINT32_MAX: all that fit */
    bool fits;      /* false once a distance did not */
} solve;

typedef struct visit {
    solve *solve;
    throng_tile_scratch *scratch;
    int32_t index, x, y; /* the tile and where it lies among the tiles */
    throng_tile *tile;
    const throng_tile_map *map;
    uint16_t *values;
    uint32_t floor;                   /* no change below it is still to come */
    unsigned news;                    /* sides to merge, a bit each */
    bool tells_all;                   /* borders are told even if they did not change */
    uint32_t far;                     /* the least offer that does not fit into the window */
    bool fits;                        /* false if a distance that was written did not */
    uint16_t columns[2][THRONG_TILE]; /* the first and the last one, afterwards */
} visit;

/* Of a column in its row, or of a row in its column. */
static inline uint32_t slot_of(uint32_t column)
{
    return column % ROW_VECTORS * WIDE_LANES16 + column / ROW_VECTORS;
}

#endif
