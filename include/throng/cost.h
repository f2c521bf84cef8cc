/*
 * cost.h: what does the ground cost?
 *
 * A cost field holds one byte per cell: 1..254 is the effort of crossing the cell, 255
 * (THRONG_WALL) is a wall, 0 is refused. A step from cell n to a neighbour costs 10 * cost(n)
 * straight and 14 * cost(n) diagonally: one pays for the ground one walks out of. A diagonal step
 * is legal only if both cells beside it are passable; the map's edge is closed.
 *
 * Edits are cheap. After a batch of them throng_cost_commit prepares what solvers need; solvers,
 * paths and crowds refuse a field with uncommitted edits, so that they can take it as const.
 */
#ifndef THRONG_COST_H
#define THRONG_COST_H

#include <throng/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_cost_field throng_cost_field;

/* Makes a field of `grid`'s shape, every cell cost 1, committed. 2 bytes per cell, and in contexts
 * of a wide instruction set 9280 more for each tile of 64 x 64 cells, begun ones too, which solvers
 * work by; there are no tiles where they would hold more than eight times the map's cells.
 * ARGUMENT: a side, cell size or origin out of range. MEMORY. */
THRONG_API throng_result throng_cost_create(throng_context *context, const throng_grid *grid,
                                            throng_cost_field **out);

/* Destroys a field. NULL is allowed. IN_USE: a group of a crowd or a builder uses it. */
THRONG_API throng_result throng_cost_destroy(throng_cost_field *field);

/* The grid that the field was made with. NULL gives an all-zero grid. */
THRONG_API throng_grid throng_cost_grid(const throng_cost_field *field);

/* Sets the rectangle `cells` to `cost` (1..255). ARGUMENT: cost 0, or a rectangle that is empty or
 * not wholly on the map; nothing is changed then. */
THRONG_API throng_result throng_cost_fill(throng_cost_field *field, throng_rect cells,
                                          uint8_t cost);

/* Copies costs from the host: row r of the rectangle starts at costs + r * row_bytes.
 * `row_bytes` >= cells.width. ARGUMENT: as throng_cost_fill, or a cost of 0 anywhere in the input;
 * nothing is changed then. */
THRONG_API throng_result throng_cost_write(throng_cost_field *field, throng_rect cells,
                                           const uint8_t *costs, size_t row_bytes);

/* Copies costs to the host, laid out as for throng_cost_write. */
THRONG_API throng_result throng_cost_read(const throng_cost_field *field, throng_rect cells,
                                          uint8_t *costs, size_t row_bytes);

/* Sets every cell whose centre is at most `radius` metres from `centre` to `cost` (1..255). The
 * disc may hang over the map's edge; one that touches no cell centre succeeds and is no edit.
 * ARGUMENT: cost 0, a radius that is negative or above 1e7, NaN or infinity. */
THRONG_API throng_result throng_cost_stamp_disc(throng_cost_field *field, throng_point centre,
                                                float radius, uint8_t cost);

/* How a layer sees the terrain: one cost per terrain id. */
typedef struct throng_layer_desc {
    size_t struct_size;
    uint8_t cost[256]; /* by terrain id; 1..255, default 1 for every id */
} throng_layer_desc;

THRONG_API void throng_layer_desc_init(throng_layer_desc *desc, size_t struct_size);

static inline throng_layer_desc throng_layer_desc_default(void)
{
    throng_layer_desc desc;
    throng_layer_desc_init(&desc, sizeof desc);
    return desc;
}

/* Derives costs from the host's terrain map: cell = desc->cost[terrain id]. Many layers (land,
 * water, air, a faction that may pass its own gates) are derived from one array of terrain ids
 * (0..255), which stays the host's. Layout as for throng_cost_write. ARGUMENT: also a table entry
 * of 0 that the terrain uses; nothing is changed then. */
THRONG_API throng_result throng_cost_derive(throng_cost_field *layer, throng_rect cells,
                                            const uint8_t *terrain, size_t row_bytes,
                                            const throng_layer_desc *desc);

/* Makes edits visible to solvers, paths and crowds. Touches only the rows that were edited. */
THRONG_API throng_result throng_cost_commit(throng_cost_field *field);

/* False from an edit to the next commit. */
THRONG_API bool throng_cost_is_committed(const throng_cost_field *field);

/* Starts at 1 and rises with every edit that is not refused; equal revisions mean equal costs. */
THRONG_API uint64_t throng_cost_revision(const throng_cost_field *field);

/* Cost of a cell; THRONG_WALL for cells off the map. */
THRONG_API uint8_t throng_cost_at(const throng_cost_field *field, throng_cell cell);

/* The cell under a point. False, and `out` untouched, if the point is off the map or not finite. */
THRONG_API bool throng_cost_cell_of(const throng_cost_field *field, throng_point point,
                                    throng_cell *out);

/* The free place nearest to `point`: `point` itself if it is in a passable cell, otherwise the
 * nearest point of the nearest passable cell, 1/64 of a cell inside it (ties: lower row, then lower
 * column). False if the map holds no passable cell or the point is not finite. */
THRONG_API bool throng_cost_nearest_free(const throng_cost_field *field, throng_point point,
                                         throng_point *out);

/* 64-bit FNV-1a over the cost bytes, row by row. */
THRONG_API uint64_t throng_cost_hash(const throng_cost_field *field);

#ifdef __cplusplus
}
#endif

#endif
