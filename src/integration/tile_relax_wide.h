/* Inside a tile: rows are relaxed from each other and along themselves until nothing changes. Where
 * much is to be done, columns are swept over once before, as the rows of the tile's transpose: that
 * takes news across the tile for the price of a few rows. */
#ifndef THRONG_INTEGRATION_TILE_RELAX_WIDE_H
#define THRONG_INTEGRATION_TILE_RELAX_WIDE_H

#include "integration/tile_sweeps_wide.h"
#include "integration/tile_visit_wide.h"

static void transpose(const uint16_t *from, uint16_t *to)
{
    /* Rows and columns of one remainder modulo ROW_VECTORS make a square of their own. */
    const size_t stride = ROW_VECTORS * THRONG_TILE;
    for (int r = 0; r < ROW_VECTORS; r++)
        for (int c = 0; c < ROW_VECTORS; c++)
            wide_u16_transpose(from + r * THRONG_TILE + c * WIDE_LANES16, stride,
                               to + c * THRONG_TILE + r * WIDE_LANES16, stride);
}

/* Prepares both orientations of a tile for sweeps. */
static void prepare_ground(const visit *v, ground both[2])
{
    throng_tile_scratch *scratch = v->scratch;
    const throng_tile_costs *costs = &v->solve->cost->tiles.costs[v->index];
    for (int o = 0; o < 2; o++) {
        both[o] = (ground){.pass = v->map->pass[o],
                           .cost = costs->cost[o][0],
                           .wall = scratch->wall[o][0],
                           .straight = scratch->straight[o][0],
                           .diagonal = scratch->diagonal[o][0],
                           .straight_of_all = wide_u16_set1((uint16_t)(5 * v->map->cost)),
                           .extra_of_all = wide_u16_set1((uint16_t)(2 * v->map->cost))};
        if (v->map->is_uniform && !WIDE_MASKS_ARE_BITS)
            expand_walls(v->map->pass[o], scratch->wall[o][0]);
    }
}

typedef void sweep_function(ground *g, uint16_t *values, uint64_t *down, uint64_t *up,
                            changes *out);

static void sweep_mixed(ground *g, uint16_t *values, uint64_t *down, uint64_t *up, changes *out)
{
    sweep(g, values, down, up, out, false, ALONG_NOT);
}
static void sweep_mixed_rough(ground *g, uint16_t *values, uint64_t *down, uint64_t *up,
                              changes *out)
{
    sweep(g, values, down, up, out, false, ALONG_ONCE);
}
static void sweep_uniform(ground *g, uint16_t *values, uint64_t *down, uint64_t *up, changes *out)
{
    sweep(g, values, down, up, out, true, ALONG_NOT);
}
static void sweep_uniform_rough(ground *g, uint16_t *values, uint64_t *down, uint64_t *up,
                                changes *out)
{
    sweep(g, values, down, up, out, true, ALONG_ONCE);
}
static void settle_mixed(ground *g, uint16_t *values, uint64_t along, uint64_t down, uint64_t up)
{
    settle(g, values, along, down, up, false);
}
static void settle_uniform(ground *g, uint16_t *values, uint64_t along, uint64_t down, uint64_t up)
{
    settle(g, values, along, down, up, true);
}

/* Rows that changed since they were last relaxed from in a direction, or along themselves: a bit
 * that is clear promises that relaxing from there changes nothing. Columns are where sweeps begin,
 * and only promise what sweeps changed themselves: settling the rows finds out the rest. */
typedef struct dirty {
    uint64_t down, up, right, left, along;
} dirty;

/* Cells changed that lie in these rows and these columns. */
static inline dirty dirty_of(uint64_t rows, uint64_t columns)
{
    return (dirty){.down = rows, .up = rows, .right = columns, .left = columns, .along = rows};
}

/* No more rows than these are settled at once: two transpositions cost as much as 50 relaxations,
 * and from 12 to 40 it makes less than 3 % of difference. */
#define FEW_ROWS 28

static int32_t count_dirty_rows(const dirty *d)
{
    return count_rows(d->along | d->down | d->up);
}

static void sweep_rows(visit *v, ground *g, sweep_function *function, dirty *d)
{
    changes out = {.columns = row_of(0)};
    function(g, v->values, &d->down, &d->up, &out);
    const uint64_t columns = row_columns(out.columns);
    d->along |= out.rows;
    d->right |= columns;
    d->left |= columns;
}

static void sweep_columns(visit *v, ground *g, sweep_function *function, dirty *d)
{
    uint16_t *transposed = v->scratch->transposed;
    changes out = {.columns = row_of(0)};
    transpose(v->values, transposed);
    function(g, transposed, &d->right, &d->left, &out);
    transpose(transposed, v->values);
    const uint64_t rows = row_columns(out.columns);
    d->down |= rows;
    d->up |= rows;
    /* Columns that are still to be relaxed from have changed in this sweep, and so in these rows.
     * What came in from above and from below was in no column that the sweep began with. */
    d->along = (d->right | d->left ? rows : 0) | (d->along & (FIRST_ROW | LAST_ROW));
}

/* Relaxes the tile until nothing changes. Rough ground is crossed once, if news came from the left
 * or the right, and open ground once in each direction: measured, one crossing more or less costs 2
 * to 10 %. */
static void relax_all(visit *v, dirty d, bool is_vertical)
{
    static sweep_function *const functions[2][2] = {{sweep_mixed, sweep_mixed_rough},
                                                    {sweep_uniform, sweep_uniform_rough}};
    sweep_function *const function = functions[v->map->is_uniform][v->map->is_rough];
    ground both[2];
    prepare_ground(v, both);
    for (int crossings = v->map->is_rough ? !is_vertical : 2;
         crossings > 0 && count_dirty_rows(&d) > FEW_ROWS; crossings--) {
        if (is_vertical)
            sweep_rows(v, &both[0], function, &d);
        else
            sweep_columns(v, &both[1], function, &d);
        is_vertical = !is_vertical;
    }
    if (v->map->is_uniform)
        settle_uniform(&both[0], v->values, d.along, d.down, d.up);
    else
        settle_mixed(&both[0], v->values, d.along, d.down, d.up);
}

/* Takes a column of the tile into a row of its own. */
static void take_column(const uint16_t *values, uint32_t column, uint16_t *out)
{
    values += slot_of(column);
    for (uint32_t r = 0; r < THRONG_TILE; r++)
        out[slot_of(r)] = values[r * THRONG_TILE];
}

/* Lowers a column to what neighbours offer; returns the rows that changed. */
static uint64_t merge_column(visit *v, int side, uint32_t column)
{
    uint16_t lowered[THRONG_TILE];
    take_column(v->values, column, lowered);
    const uint64_t changed = merge(lowered, v->tile->best[side], v->tile->base, &v->far);
    for (uint64_t rows = changed; rows; rows &= rows - 1) {
        const uint32_t r = (uint32_t)lowest_row(rows);
        v->values[r * THRONG_TILE + slot_of(column)] = lowered[slot_of(r)];
    }
    return changed;
}

/* Merges the sides with news and relaxes. */
static void relax_tile(visit *v, dirty d)
{
    throng_tile *tile = v->tile;
    const uint32_t last = THRONG_TILE - 1;
    uint64_t top = 0, bottom = 0, left = 0, right = 0;
    if (v->news & 1 << THRONG_SIDE_TOP)
        top = merge(v->values, tile->best[THRONG_SIDE_TOP], tile->base, &v->far);
    if (v->news & 1 << THRONG_SIDE_BOTTOM)
        bottom = merge(v->values + last * THRONG_TILE, tile->best[THRONG_SIDE_BOTTOM], tile->base,
                       &v->far);
    if (v->news & 1 << THRONG_SIDE_LEFT)
        left = merge_column(v, THRONG_SIDE_LEFT, 0);
    if (v->news & 1 << THRONG_SIDE_RIGHT)
        right = merge_column(v, THRONG_SIDE_RIGHT, last);
    const uint64_t rows = left | right | (top ? FIRST_ROW : 0) | (bottom ? LAST_ROW : 0);
    d.down |= rows;
    d.up |= rows;
    d.along |= rows;
    d.right |= left ? FIRST_ROW : 0;
    d.left |= right ? LAST_ROW : 0;
    relax_all(v, d, !(left | right));
    take_column(v->values, 0, v->columns[0]);
    take_column(v->values, last, v->columns[1]);
}

#endif
