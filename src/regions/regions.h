/* Regions from inside, in two steps: cells of a block of 32 x 32 are joined into parts, and parts
 * of neighbouring blocks into regions. An edit changes the parts of its block alone; joining the
 * parts of all blocks looks at their borders only, a sixteenth of the cells. */
#ifndef THRONG_REGIONS_REGIONS_H
#define THRONG_REGIONS_REGIONS_H

#include <throng/regions.h>

#include "base/internal.h"
#include "cost/cost.h"

/* Cells a side: a bit per column in a word of 32 bits. */
#define THRONG_REGION_BLOCK 32

/* Most parts of a block: every other cell. */
#define THRONG_REGION_PARTS (THRONG_REGION_BLOCK * THRONG_REGION_BLOCK / 2)

/* Part of a cell that is a wall. */
#define THRONG_NO_PART UINT16_MAX

/* Part p of block b is place b * THRONG_REGION_PARTS + p of the arrays of parts. */
struct throng_regions {
    throng_context *context;
    throng_grid grid;
    int32_t block_columns, block_rows;
    uint16_t *part; /* of each cell, row by row; counted from 0 in each block by first cells */
    uint16_t *part_count; /* per block */
    uint16_t *part_size;  /* cells */
    int32_t *number;      /* of the region, per part */
    int32_t *joined;      /* while joining: a part of the same region with a lower place, or itself;
                           * afterwards: by region, its cells */
    int32_t region_count;
    const throng_context *cost_context; /* with its serial the name of the map */
    uint64_t cost_serial, cost_revision;
    bool is_built;
};

/* Finds the parts of a block. */
void throng_regions_part(throng_regions *regions, const throng_cost_field *cost, int32_t column,
                         int32_t row);

/* Joins the parts of all blocks, and numbers the regions. */
void throng_regions_join(throng_regions *regions);

#endif
