/* Initial values of the cells of a tile, for solves that have them in place of goals. */
#ifndef THRONG_INTEGRATION_TILE_VALUES_WIDE_H
#define THRONG_INTEGRATION_TILE_VALUES_WIDE_H

#include "integration/tile_relax_wide.h"
#include "integration/tile_visit_wide.h"

#include <string.h>

/* The cells of a tile that are on the map. */
static inline throng_rect tile_cells(const solve *s, int32_t index)
{
    const throng_grid *grid = &s->cost->grid;
    const int32_t columns = s->cost->tiles.columns;
    const int32_t x = index % columns * THRONG_TILE, y = index / columns * THRONG_TILE;
    return (throng_rect){x, y, grid->width - x < THRONG_TILE ? grid->width - x : THRONG_TILE,
                         grid->height - y < THRONG_TILE ? grid->height - y : THRONG_TILE};
}

/* Half of the least value of a passable cell; UINT32_MAX if none has one. */
static inline uint32_t least_value(const solve *s, int32_t index)
{
    const throng_rect cells = tile_cells(s, index);
    uint32_t least = UINT32_MAX;
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const size_t row = (size_t)y * (size_t)s->cost->grid.width + (size_t)cells.x;
        const uint32_t *value = s->values + row;
        const uint8_t *cost = s->cost->cost + row;
        for (int32_t i = 0; i < cells.width; i++) {
            const uint32_t here = cost[i] == THRONG_WALL ? UINT32_MAX : value[i];
            least = here < least ? here : least;
        }
    }
    return least == UINT32_MAX ? least : least / 2;
}

/* The values of a row as the window has them, in the order of columns; UNKNOWN where a cell has
 * none, or none that fits. Returns the least one beyond the window, in half-units. Nothing branches
 * on the cells, so that compilers do several at a time. */
static inline uint32_t window_values(const uint32_t *value, const uint8_t *cost, int32_t count,
                                     uint32_t base, uint16_t *out)
{
    uint32_t far = UINT32_MAX;
    for (int32_t c = 0; c < count; c++) {
        const uint32_t half = value[c] / 2;
        const bool has_none = (value[c] == THRONG_UNREACHABLE) | (cost[c] == THRONG_WALL);
        const uint32_t above = half - base;
        const bool is_beyond = (half >= base) & (above >= UNKNOWN) & !has_none;
        const uint32_t beyond = is_beyond ? half : UINT32_MAX;
        far = beyond < far ? beyond : far;
        out[c] = (half < base) | (above >= UNKNOWN) | has_none ? UNKNOWN : (uint16_t)above;
    }
    return far;
}

/* Lowers a row of the tile to `values`, which are in the order of columns, and notes in `lowered`,
 * which is in that of slots, what got less. True if anything did. */
static inline bool lower_row(uint16_t *held, const uint16_t *values, uint16_t *lowered)
{
    uint16_t slots[THRONG_TILE];
    for (int32_t v = 0; v < ROW_VECTORS; v++)
        for (int32_t lane = 0; lane < WIDE_LANES16; lane++)
            slots[v * WIDE_LANES16 + lane] = values[lane * ROW_VECTORS + v];
    wide_u16 any = wide_u16_set1(0);
    for (int32_t i = 0; i < THRONG_TILE; i += WIDE_LANES16) {
        const wide_u16 now = wide_u16_load(held + i);
        const wide_u16 less = wide_u16_min(now, wide_u16_load(slots + i));
        const wide_u16 change = wide_u16_xor(now, less);
        wide_u16_store(held + i, less);
        wide_u16_store(lowered + i, wide_u16_or(wide_u16_load(lowered + i), change));
        any = wide_u16_or(any, change);
    }
    return wide_u16_any(any);
}

/* Lowers the cells to their values where those fit into the window, and notes the least that does
 * not; what is to be relaxed from is in the result. What lies below a window that slid is in the
 * output. */
static inline dirty merge_values(visit *v, bool has_moved)
{
    const solve *s = v->solve;
    throng_tile *tile = v->tile;
    uint64_t rows = 0, columns = 0;
    if (has_moved) {
        const throng_rect cells = tile_cells(s, v->index);
        uint16_t values[THRONG_TILE], lowered[THRONG_TILE] = {0};
        memset(values, 0xff, sizeof values);
        tile->far = UINT32_MAX;
        for (int32_t r = 0; r < cells.height; r++) {
            const size_t row =
                (size_t)(cells.y + r) * (size_t)s->cost->grid.width + (size_t)cells.x;
            const uint32_t far = window_values(s->values + row, s->cost->cost + row, cells.width,
                                               tile->base, values);
            tile->far = far < tile->far ? far : tile->far;
            if (lower_row(&v->values[r * THRONG_TILE], values, lowered))
                rows |= FIRST_ROW << r;
        }
        for (uint32_t c = 0; c < THRONG_TILE; c++)
            columns |= lowered[slot_of(c)] ? FIRST_ROW << c : 0;
    }
    v->far = tile->far;
    return dirty_of(rows, columns);
}

#endif
