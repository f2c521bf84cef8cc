/*
 * path.h: for few units, one path by A* instead of a field for everybody. Same costs, same corner
 * rule: the path found from `from` to `to` costs what an integration field with the goal `to` says.
 */
#ifndef THRONG_PATH_H
#define THRONG_PATH_H

#include <throng/cost.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_path_finder throng_path_finder;

/* Scratch for maps of up to `width` x `height` cells: 17 bytes per cell. One path finder per thread
 * that searches; queries allocate nothing and do not clear it. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_path_finder_create(throng_context *context, int32_t width,
                                                   int32_t height, throng_path_finder **out);

/* Destroys a path finder. NULL is allowed. */
THRONG_API throng_result throng_path_finder_destroy(throng_path_finder *finder);

typedef enum throng_connectivity {
    THRONG_CONNECTIVITY_8 = 0, /* octile heuristic */
    THRONG_CONNECTIVITY_4 = 1  /* Manhattan heuristic */
} throng_connectivity;

typedef struct throng_path_desc {
    size_t struct_size;
    throng_connectivity connectivity; /* default THRONG_CONNECTIVITY_8 */
} throng_path_desc;

THRONG_API void throng_path_desc_init(throng_path_desc *desc, size_t struct_size);

static inline throng_path_desc throng_path_desc_default(void)
{
    throng_path_desc desc;
    throng_path_desc_init(&desc, sizeof desc);
    return desc;
}

/* The cheapest path, both ends included, into the caller's buffer `cells` of `capacity` cells
 * (Hart, Nilsson and Raphael 1968). `desc` may be NULL for the defaults; `total_cost` may be NULL.
 * OK: `*count` >= 2 cells. SAME_CELL: `from` is `to`; one cell, cost 0. ARGUMENT: a cell off the
 * map. CAPACITY: the buffer is too small, or the finder is (then `*count` is left alone); for the
 * buffer `*count` and `*total_cost` are set and `cells` is untouched: call again with room for that.
 * BLOCKED: `from` is a wall. GOAL: `to` is a wall. NO_PATH. RANGE: the path costs more than
 * 4294967294. NOT_COMMITTED. */
THRONG_API throng_result throng_path(throng_path_finder *finder, const throng_cost_field *cost,
                                     throng_cell from, throng_cell to, const throng_path_desc *desc,
                                     throng_cell *cells, int32_t capacity, int32_t *count,
                                     uint32_t *total_cost);

#ifdef __cplusplus
}
#endif

#endif
