/* Tiles of corridors. A front in a corridor is one or two cells, which a row would spend 64 lanes
 * on, so here cells that got less wait in a queue, one by one. Of the neighbours that a cell
 * improves the first is followed at once; only further ones are queued. */
#ifndef THRONG_INTEGRATION_TILE_CORRIDOR_WIDE_H
#define THRONG_INTEGRATION_TILE_CORRIDOR_WIDE_H

#include "integration/tile_visit_wide.h"

typedef struct corridor {
    throng_tile_scratch *scratch;
    uint16_t *values;
    const uint8_t *cost, *moves; /* of the tile's first cell, in the map's rows */
    size_t width;                /* of the map */
    uint32_t first, end;         /* of the queue, modulo its length */
    uint32_t most;               /* the largest value that was relaxed from */
} corridor;

/* Moves that leave the tile, from the cells of its edge; the bits are as throng_step_x has them. */
static inline unsigned moves_out(uint32_t cell)
{
    const uint32_t x = cell % THRONG_TILE, y = cell / THRONG_TILE, last = THRONG_TILE - 1;
    if (x - 1 < last - 1 && y - 1 < last - 1)
        return 0;
    const unsigned beside = x == 0 ? 4 | 32 | 64 : x == last ? 1 | 16 | 128 : 0;
    return beside | (y == 0 ? 8 | 64 | 128 : y == last ? 2 | 16 | 32 : 0);
}

static inline uint16_t *value_at(const corridor *c, uint32_t cell)
{
    return c->values + (cell & ~(uint32_t)(THRONG_TILE - 1)) + slot_of(cell % THRONG_TILE);
}

static inline size_t map_offset(const corridor *c, uint32_t cell)
{
    return cell / THRONG_TILE * c->width + cell % THRONG_TILE;
}

static inline void let_wait(corridor *c, uint32_t cell)
{
    if (c->scratch->is_queued[cell])
        return;
    c->scratch->is_queued[cell] = 1;
    c->scratch->queue[c->end++ % THRONG_TILE_CELLS] = (uint16_t)cell;
}

/* Takes what the neighbours offer along one side. */
static void merge_cells(corridor *c, const visit *v, int side, uint32_t *far)
{
    const uint32_t *best = v->tile->best[side];
    const uint32_t last = THRONG_TILE - 1;
    for (uint32_t i = 0; i < THRONG_TILE; i++) {
        const uint32_t offer = best[slot_of(i)];
        const uint32_t value = offer < v->tile->base ? 0 : offer - v->tile->base;
        if (offer == UINT32_MAX)
            continue;
        if (value >= UNKNOWN) {
            *far = offer < *far ? offer : *far;
            continue;
        }
        const uint32_t cell = side == THRONG_SIDE_TOP      ? i
                              : side == THRONG_SIDE_BOTTOM ? last * THRONG_TILE + i
                              : side == THRONG_SIDE_LEFT   ? i * THRONG_TILE
                                                           : i * THRONG_TILE + last;
        uint16_t *held = value_at(c, cell);
        if (value >= *held)
            continue;
        *held = (uint16_t)value;
        let_wait(c, cell);
    }
}

/* Offers a cell's neighbours their way through it, then those of the first that takes it, and so
 * on.
 */
static void follow(corridor *c, uint32_t cell)
{
    const int32_t row = THRONG_TILE;
    const int32_t step[8] = {1, row, -1, -row, row + 1, row - 1, -row - 1, -row + 1};
    uint32_t here = *value_at(c, cell), next = cell;
    do {
        cell = next;
        next = THRONG_TILE_CELLS;
        uint32_t next_value = 0;
        for (unsigned moves = c->moves[map_offset(c, cell)] & ~moves_out(cell); moves;
             moves &= moves - 1) {
            const int k = __builtin_ctz(moves);
            const uint32_t neighbour = (uint32_t)((int32_t)cell + step[k]);
            /* Offers beyond the window are never less than a value. */
            const uint32_t offer =
                here + (k < 4 ? 5u : 7u) * (uint32_t)c->cost[map_offset(c, neighbour)];
            uint16_t *held = value_at(c, neighbour);
            if (offer >= *held)
                continue;
            *held = (uint16_t)offer;
            if (next == THRONG_TILE_CELLS) {
                next = neighbour;
                next_value = offer;
            } else {
                let_wait(c, neighbour);
            }
        }
        c->most = here > c->most ? here : c->most;
        here = next_value;
    } while (next != THRONG_TILE_CELLS);
}

/* Relaxes the tile until nothing changes. `rows`: those whose cells are to be relaxed from. Returns
 * the largest value that was relaxed from. */
static uint32_t settle_cells(visit *v, uint64_t rows)
{
    corridor c = {
        .scratch = v->scratch, .values = v->values, .width = (size_t)v->solve->cost->grid.width};
    const size_t at = (size_t)v->y * THRONG_TILE * c.width + (size_t)v->x * THRONG_TILE;
    c.cost = v->solve->cost->cost + at;
    c.moves = v->solve->cost->moves + at;
    for (int side = 0; side < 4; side++)
        if (v->news >> side & 1)
            merge_cells(&c, v, side, &v->far);
    for (; rows; rows &= rows - 1) {
        const uint32_t first = (uint32_t)lowest_row(rows) * THRONG_TILE;
        for (uint32_t cell = first; cell < first + THRONG_TILE; cell++)
            if (*value_at(&c, cell) != UNKNOWN)
                let_wait(&c, cell);
    }
    while (c.first != c.end) {
        const uint32_t cell = c.scratch->queue[c.first++ % THRONG_TILE_CELLS];
        c.scratch->is_queued[cell] = 0;
        follow(&c, cell);
    }
    return c.most;
}

#endif
