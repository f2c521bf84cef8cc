/*
 * regions.h: can one get there at all?
 *
 * A region is a set of passable cells that legal steps join. As a diagonal step needs both cells
 * beside it, regions are those of straight steps alone, and the way is never one way only: prices
 * do not matter. Ask before sending somebody, and send him to the nearest place that he can reach.
 */
#ifndef THRONG_REGIONS_H
#define THRONG_REGIONS_H

#include <throng/cost.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_regions throng_regions;

/* Makes regions of nothing. 7 bytes per cell, of whole blocks of 32 x 32. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_regions_create(throng_context *context, const throng_grid *grid,
                                               throng_regions **out);

/* Destroys them. NULL is allowed. */
THRONG_API throng_result throng_regions_destroy(throng_regions *regions);

THRONG_API throng_grid throng_regions_grid(const throng_regions *regions);

/* Finds the regions of a map. Allocates nothing. SHAPE: the grids differ. NOT_COMMITTED. In these
 * cases `out` is as it was. */
THRONG_API throng_result throng_regions_build(const throng_cost_field *cost, throng_regions *out);

/* Makes `regions` what building them anew would give, number for number, after edits of the map:
 * `changed` holds `count` rectangles that cover every cell edited since; the library takes the
 * host's word for that. The blocks that they touch are redone, and blocks are joined anew, so that
 * an edit takes a small part of a build. Allocates nothing. ARGUMENT: a rectangle that is empty or
 * not wholly on the map; no rectangle although `cost` was edited. NOT_SOLVED: nothing was built.
 * OUT_OF_DATE: they were built on another cost field. SHAPE, NOT_COMMITTED. In all these cases
 * `regions` is as it was. */
THRONG_API throng_result throng_regions_update(const throng_cost_field *cost,
                                               const throng_rect *changed, int32_t count,
                                               throng_regions *regions);

/* True if legal steps lead from the one cell to the other (and back), or if both are the same
 * passable cell. False for walls, cells off the map and before a build. Takes the same few loads
 * whatever the map. */
THRONG_API bool throng_is_reachable(const throng_regions *regions, throng_cell from,
                                    throng_cell to);

/* Number of regions, and the number of a cell's region, 0 .. count - 1; -1 for walls, cells off the
 * map and before a build. The numbers are a function of the map alone. */
THRONG_API int32_t throng_regions_count(const throng_regions *regions);
THRONG_API int32_t throng_regions_at(const throng_regions *regions, throng_cell cell);

/* Cells of a region; 0 for a number that none has. */
THRONG_API int32_t throng_regions_size(const throng_regions *regions, int32_t region);

/* Of the region in which `from` is, the cell whose centre is nearest to that of `to` (ties: lower
 * row, then lower column): `to` itself if it can be reached; `to` may be a wall or off the map.
 * False, and `out` untouched, if `from` is in no region. */
THRONG_API bool throng_regions_nearest(const throng_regions *regions, throng_cell from,
                                       throng_cell to, throng_cell *out);

#ifdef __cplusplus
}
#endif

#endif
