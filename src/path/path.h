/* Scratch and kernel of the A* search. */
#ifndef THRONG_PATH_PATH_H
#define THRONG_PATH_PATH_H

#include <throng/path.h>

#include "base/internal.h"
#include "cost/cost.h"

/* A place packs a cell as y << 14 | x, since THRONG_SIDE_MAX is 1 << 14. Places are ordered as cell
 * indices are (row by row), and give x and y back without a division. */
#define THRONG_PATH_COLUMN_BITS 14
#define THRONG_PATH_COLUMN_MASK ((1u << THRONG_PATH_COLUMN_BITS) - 1u)

/* Estimate of a path that costs more than 4294967294, whatever the excess. */
#define THRONG_PATH_TOO_DEAR UINT32_MAX

/* Slot of a cell that has left the heap. A heap holds at most 1 << 28 cells, so no slot is this. */
#define THRONG_PATH_EXPANDED UINT32_MAX

/* A cell in the heap. The cost so far is not stored: it is `estimate` less the heuristic, and once
 * a cell has been expanded nobody asks for it again. */
struct throng_path_entry {
    uint32_t estimate; /* cost so far + heuristic, or THRONG_PATH_TOO_DEAR */
    uint32_t place;
};

/* Where a cell stands in the query of this epoch; for any other query it is untouched. */
struct throng_path_mark {
    uint32_t epoch;
    uint32_t slot; /* index in the heap, or THRONG_PATH_EXPANDED */
};

/* 17 bytes per cell: 8 of heap, 8 of mark and 1 of arrival. */
struct throng_path_finder {
    throng_context *context;
    uint64_t cell_capacity;
    struct throng_path_entry *heap;
    struct throng_path_mark *marks;
    uint8_t *arrivals;      /* flow code of the last step of the cheapest way into a cell */
    uint32_t epoch;         /* of the last query; no query has epoch 0 */
    int32_t expanded_count; /* cells that the last query expanded: for tests and benchmarks */
};

/* The place of a cell; also of a step, as what must be added (modulo 2^32) to go there. */
static inline uint32_t throng_path_place(throng_cell cell)
{
    return ((uint32_t)cell.y << THRONG_PATH_COLUMN_BITS) + (uint32_t)cell.x;
}

/* Searches from `from` to `to`, two different passable cells, under a fresh epoch. OK: the arrivals
 * lead back from `to` and `*total_cost` is what the path costs. Otherwise NO_PATH or RANGE. */
throng_result throng_path_search_scalar(struct throng_path_finder *finder,
                                        const throng_cost_field *cost, throng_cell from,
                                        throng_cell to, throng_connectivity connectivity,
                                        uint32_t *total_cost);

#endif
