/* Inside a tile: rows and columns are relaxed until nothing changes. Columns are the rows of the
 * tile's transpose. */
#ifndef THRONG_INTEGRATION_TILE_RELAX_WIDE_H
#define THRONG_INTEGRATION_TILE_RELAX_WIDE_H

#include "integration/tile_visit_wide.h"

#include <string.h>

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

typedef uint64_t sweep_function(ground *g, uint16_t *values, uint64_t *down, uint64_t *up);

static uint64_t sweep_mixed(ground *g, uint16_t *values, uint64_t *down, uint64_t *up)
{
    return sweep(g, values, down, up, false, false);
}
static uint64_t sweep_mixed_rough(ground *g, uint16_t *values, uint64_t *down, uint64_t *up)
{
    return sweep(g, values, down, up, false, true);
}
static uint64_t sweep_uniform(ground *g, uint16_t *values, uint64_t *down, uint64_t *up)
{
    return sweep(g, values, down, up, true, false);
}
static uint64_t sweep_uniform_rough(ground *g, uint16_t *values, uint64_t *down, uint64_t *up)
{
    return sweep(g, values, down, up, true, true);
}

/* Rows and columns that changed since they were last relaxed from in a direction. A bit that is
 * clear promises that relaxing from there changes nothing. */
typedef struct dirty {
    uint64_t down, up, right, left;
} dirty;

/* Relaxes the tile, which lies transposed in `transposed` if `is_transposed`, until nothing
 * changes. True if it lies transposed at the end. */
static bool settle_rows(visit *v, dirty d, bool is_vertical, bool is_transposed)
{
    static sweep_function *const functions[2][2] = {{sweep_mixed, sweep_mixed_rough},
                                                    {sweep_uniform, sweep_uniform_rough}};
    sweep_function *const function = functions[v->map->is_uniform][v->map->is_rough];
    uint16_t *transposed = v->scratch->transposed;
    ground both[2];
    prepare_ground(v, both);
    for (;; is_vertical = !is_vertical) {
        /* What leaves the tile is the borders' business. */
        d.down &= ~LAST_ROW;
        d.up &= ~FIRST_ROW;
        d.right &= ~LAST_ROW;
        d.left &= ~FIRST_ROW;
        if (!(d.down | d.up | d.right | d.left))
            return is_transposed;
        if (!(is_vertical ? d.down | d.up : d.right | d.left))
            continue;
        if (is_vertical == is_transposed) {
            transpose(is_transposed ? transposed : v->values,
                      is_transposed ? v->values : transposed);
            is_transposed = !is_transposed;
        }
        if (is_vertical) {
            const uint64_t columns = function(&both[0], v->values, &d.down, &d.up);
            d.right |= columns;
            d.left |= columns;
        } else {
            const uint64_t rows = function(&both[1], transposed, &d.right, &d.left);
            d.down |= rows;
            d.up |= rows;
        }
    }
}

/* Merges the sides with news and relaxes. */
static void relax_tile(visit *v, dirty d)
{
    throng_tile *tile = v->tile;
    uint16_t *transposed = v->scratch->transposed;
    const size_t last = (THRONG_TILE - 1) * THRONG_TILE;
    uint64_t changed;
    if (v->news & 1 << THRONG_SIDE_TOP &&
        (changed = merge(v->values, tile->best[THRONG_SIDE_TOP], tile->base, &v->far))) {
        d.down |= FIRST_ROW;
        d.right |= changed;
        d.left |= changed;
    }
    if (v->news & 1 << THRONG_SIDE_BOTTOM &&
        (changed = merge(v->values + last, tile->best[THRONG_SIDE_BOTTOM], tile->base, &v->far))) {
        d.up |= LAST_ROW;
        d.right |= changed;
        d.left |= changed;
    }
    const unsigned beside = 1u << THRONG_SIDE_LEFT | 1u << THRONG_SIDE_RIGHT;
    const bool is_transposed = v->news & beside;
    const bool is_vertical = !is_transposed && (d.down | d.up);
    if (is_transposed)
        transpose(v->values, transposed);
    if (v->news & 1 << THRONG_SIDE_LEFT &&
        (changed = merge(transposed, tile->best[THRONG_SIDE_LEFT], tile->base, &v->far))) {
        d.right |= FIRST_ROW;
        d.down |= changed;
        d.up |= changed;
    }
    if (v->news & 1 << THRONG_SIDE_RIGHT &&
        (changed = merge(transposed + last, tile->best[THRONG_SIDE_RIGHT], tile->base, &v->far))) {
        d.left |= LAST_ROW;
        d.down |= changed;
        d.up |= changed;
    }
    if (settle_rows(v, d, is_vertical, is_transposed)) {
        memcpy(v->columns[0], transposed, sizeof v->columns[0]);
        memcpy(v->columns[1], transposed + last, sizeof v->columns[1]);
        transpose(transposed, v->values);
    } else {
        for (uint32_t r = 0; r < THRONG_TILE; r++) {
            v->columns[0][slot_of(r)] = v->values[r * THRONG_TILE + slot_of(0)];
            v->columns[1][slot_of(r)] = v->values[r * THRONG_TILE + slot_of(THRONG_TILE - 1)];
        }
    }
}

#endif
