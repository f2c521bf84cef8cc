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

/* A row of a tile: costs and values of 64 cells, those off the map walls. */
typedef struct value_row {
    const uint32_t *value;
    const uint8_t *cost;
    uint32_t values[THRONG_TILE]; /* of tiles that hang over the map's edge */
    uint8_t costs[THRONG_TILE];
} value_row;

static inline void look_at_row(const solve *s, const throng_rect *cells, int32_t y, value_row *out)
{
    const size_t first = (size_t)y * (size_t)s->cost->grid.width + (size_t)cells->x;
    out->value = s->values + first;
    out->cost = s->cost->cost + first;
    if (cells->width == THRONG_TILE)
        return;
    memset(out->costs, THRONG_WALL, sizeof out->costs);
    memcpy(out->costs, out->cost, (size_t)cells->width);
    memcpy(out->values, out->value, (size_t)cells->width * sizeof *out->values);
    memset(out->values + cells->width, 0xff,
           (size_t)(THRONG_TILE - cells->width) * sizeof *out->values);
    out->value = out->values;
    out->cost = out->costs;
}

/* The values of a register of cells, THRONG_UNREACHABLE on walls. */
WIDE_INLINE wide_i32 passable_values(const value_row *row, int32_t c)
{
    const wide_mask is_wall =
        wide_i32_eq(wide_i32_load_u8(row->cost + c), wide_i32_set1(THRONG_WALL));
    return wide_i32_select(is_wall, wide_i32_set1(-1), wide_i32_load(row->value + c));
}

/* Half of the least value of a passable cell; UINT32_MAX if none has one. */
static inline uint32_t least_value(const solve *s, int32_t index)
{
    const throng_rect cells = tile_cells(s, index);
    wide_i32 least = wide_i32_set1(-1);
    value_row row;
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        look_at_row(s, &cells, y, &row);
        for (int32_t c = 0; c < THRONG_TILE; c += WIDE_LANES)
            least = wide_u32_min(least, passable_values(&row, c));
    }
    const uint32_t value = least_lane(least);
    return value == UINT32_MAX ? value : value / 2;
}

/* The values of a register of cells as the window has them; UNKNOWN where a cell has none, or none
 * that fits. `far` becomes the least beyond the window, in half-units. */
WIDE_INLINE wide_i32 window_values(const value_row *row, int32_t c, uint32_t base, wide_i32 *far)
{
    const wide_i32 value = passable_values(row, c), none = wide_i32_set1(-1);
    const wide_i32 half = wide_u32_shift_right(value, 1);
    const wide_i32 above = wide_i32_sub(half, wide_i32_set1((int32_t)base));
    const wide_mask is_out =
        wide_mask_or(wide_i32_eq(value, none), wide_u32_lt(half, wide_i32_set1((int32_t)base)));
    const wide_mask fits = wide_u32_lt(above, wide_i32_set1(UNKNOWN));
    *far = wide_u32_min(*far, wide_i32_select(wide_mask_or(is_out, fits), none, half));
    return wide_i32_select(wide_mask_and_not(fits, is_out), above, wide_i32_set1(UNKNOWN));
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
        wide_i32 far = wide_i32_set1(-1);
        value_row row;
        for (int32_t r = 0; r < cells.height; r++) {
            look_at_row(s, &cells, cells.y + r, &row);
            for (int32_t c = 0; c < THRONG_TILE; c += WIDE_LANES16)
                wide_u16_store(values + c, wide_u16_pack(window_values(&row, c, tile->base, &far),
                                                         window_values(&row, c + WIDE_LANES,
                                                                       tile->base, &far)));
            if (lower_row(&v->values[r * THRONG_TILE], values, lowered))
                rows |= FIRST_ROW << r;
        }
        tile->far = least_lane(far);
        for (uint32_t c = 0; c < THRONG_TILE; c++)
            columns |= lowered[slot_of(c)] ? FIRST_ROW << c : 0;
    }
    v->far = tile->far;
    return dirty_of(rows, columns);
}

#endif
