/* Initial values of the cells of a tile, for solves that have them in place of goals. */
#ifndef THRONG_INTEGRATION_TILE_VALUES_WIDE_H
#define THRONG_INTEGRATION_TILE_VALUES_WIDE_H

#include "integration/tile_relax_wide.h"
#include "integration/tile_visit_wide.h"

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
        for (int32_t i = 0; i < cells.width; i++) {
            const uint32_t value = s->cost->cost[row + (size_t)i] == THRONG_WALL
                                       ? UINT32_MAX
                                       : s->values[row + (size_t)i];
            least = value < least ? value : least;
        }
    }
    return least == UINT32_MAX ? least : least / 2;
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
        const uint32_t base = tile->base;
        tile->far = UINT32_MAX;
        for (int32_t r = 0; r < cells.height; r++) {
            const size_t row =
                (size_t)(cells.y + r) * (size_t)s->cost->grid.width + (size_t)cells.x;
            uint16_t *values = &v->values[r * THRONG_TILE];
            for (int32_t c = 0; c < cells.width; c++) {
                const uint32_t value = s->values[row + (size_t)c] / 2;
                if (s->values[row + (size_t)c] == THRONG_UNREACHABLE || value < base ||
                    s->cost->cost[row + (size_t)c] == THRONG_WALL)
                    continue;
                uint16_t *held = &values[slot_of((uint32_t)c)];
                if (value - base >= UNKNOWN) {
                    tile->far = value < tile->far ? value : tile->far;
                } else if (value - base < *held) {
                    *held = (uint16_t)(value - base);
                    rows |= FIRST_ROW << r;
                    columns |= FIRST_ROW << c;
                }
            }
        }
    }
    v->far = tile->far;
    return dirty_of(rows, columns);
}

#endif
