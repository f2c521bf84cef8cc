/* Rows of a tile: 64 distances in a few registers, and the step that offers a row's distances to
 * the row beside it. Columns are rows of the transposed tile.
 *
 * A distance of 65535 is unknown, and sums stop there, so that what is unknown needs no test. A
 * walker may come from the row beside by a straight step and by two diagonal ones. Those are
 * illegal where the cell left or right of the own one is a wall, so the source row is filled with
 * 65535 at the walls of the own row before it is shifted, or where the cell between is a wall,
 * which is known from the source row's own walls. */
#ifndef THRONG_INTEGRATION_TILE_ROWS_WIDE_H
#define THRONG_INTEGRATION_TILE_ROWS_WIDE_H

#include "cost/cost.h"
#include "integration/tiles.h"

#include "simd/wide.h"

#define UNKNOWN UINT16_MAX
#define ROW_VECTORS (THRONG_TILE / WIDE_LANES16)

/* Two chains of rows at once pay where a row is so few registers that a chain waits for itself. */
#define SWEEPS_BOTH_WAYS (ROW_VECTORS <= 2)

#define FIRST_ROW ((uint64_t)1)
#define LAST_ROW ((uint64_t)1 << (THRONG_TILE - 1))

typedef struct row {
    wide_u16 v[ROW_VECTORS];
} row;

/* One orientation of a tile. Where costs differ, a row is expanded when a sweep first comes to it:
 * not every visit comes to all, and what is expanded is then used at once. */
typedef struct ground {
    const uint64_t *pass;
    const uint8_t *cost; /* by row and slot */
    /* 65535 on walls, else 0, by row and slot; masks that are bits come from `pass` */
    uint16_t *wall;
    /* Costs of a step by row and slot where they differ, else of any cell. `extra`: what a diagonal
     * step costs more than a straight one. */
    uint16_t *straight, *diagonal;
    wide_u16 straight_of_all, extra_of_all;
    uint64_t ready; /* rows that are expanded */
} ground;

/* What a sweep over rows is built for: constants, once the functions below are inlined. */
typedef struct sweep_kind {
    bool is_uniform, is_rough, is_downward;
} sweep_kind;

WIDE_INLINE row row_load(const uint16_t *values)
{
    row r;
    for (int v = 0; v < ROW_VECTORS; v++)
        r.v[v] = wide_u16_load(values + v * WIDE_LANES16);
    return r;
}

WIDE_INLINE void row_store(uint16_t *values, row r)
{
    for (int v = 0; v < ROW_VECTORS; v++)
        wide_u16_store(values + v * WIDE_LANES16, r.v[v]);
}

/* From the order of slots to that of columns. */
WIDE_INLINE row row_in_order(row r)
{
    for (int n = ROW_VECTORS; n > 1; n /= 2) {
        row next;
        for (int v = 0; v < ROW_VECTORS / 2; v++) {
            next.v[2 * v] = wide_u16_zip_low(r.v[v], r.v[v + ROW_VECTORS / 2]);
            next.v[2 * v + 1] = wide_u16_zip_high(r.v[v], r.v[v + ROW_VECTORS / 2]);
        }
        r = next;
    }
    return r;
}

/* A bit per column whose value is not 0. */
WIDE_INLINE uint64_t row_columns(row r)
{
    r = row_in_order(r);
    uint64_t zeros = 0;
    for (int v = 0; v < ROW_VECTORS; v++)
        zeros |= (uint64_t)wide_mask16_bits(wide_u16_eq(r.v[v], wide_u16_set1(0)))
                 << (v * WIDE_LANES16);
    return ~zeros;
}

WIDE_INLINE wide_mask16 walls_from_bits(uint64_t pass, int v)
{
    return wide_mask16_from_bits((uint32_t) ~(pass >> (v * WIDE_LANES16)));
}

static void expand_walls(const uint64_t *pass, uint16_t *wall)
{
    for (int32_t n = 0; n < THRONG_TILE; n++)
        for (int v = 0; v < ROW_VECTORS; v++)
            wide_u16_store(wall + n * THRONG_TILE + v * WIDE_LANES16,
                           wide_u16_from_mask(walls_from_bits(pass[n], v)));
}

static void expand_costs(const uint8_t *cost, uint16_t *straight, uint16_t *diagonal,
                         uint16_t *wall)
{
    for (int i = 0; i < THRONG_TILE; i += WIDE_LANES16) {
        const wide_u16 c = wide_u16_load_u8(cost + i), c5 = wide_u16_mul(c, wide_u16_set1(5));
        const wide_u16 c7 = wide_u16_add(c5, wide_u16_add(c, c));
        const wide_mask16 is_wall = wide_u16_eq(c, wide_u16_set1(THRONG_WALL));
        if (!WIDE_MASKS_ARE_BITS)
            wide_u16_store(wall + i, wide_u16_from_mask(is_wall));
        wide_u16_store(straight + i, wide_u16_fill(is_wall, c5));
        wide_u16_store(diagonal + i, wide_u16_fill(is_wall, c7));
    }
}

/* Rows of uniform tiles are ready from the start. */
WIDE_INLINE void make_ready(ground *g, int32_t n, bool is_uniform)
{
    if (is_uniform || g->ready >> n & 1)
        return;
    g->ready |= FIRST_ROW << n;
    const int32_t at = n * THRONG_TILE;
    expand_costs(g->cost + at, g->straight + at, g->diagonal + at, g->wall + at);
}

WIDE_INLINE wide_mask16 walls_at(const ground *g, int32_t n, int v)
{
#if WIDE_MASKS_ARE_BITS
    return walls_from_bits(g->pass[n], v);
#else
    return wide_mask16_load(g->wall + n * THRONG_TILE + v * WIDE_LANES16);
#endif
}

WIDE_INLINE wide_u16 cost_at(const uint16_t *costs, int32_t n, int v)
{
    return wide_u16_load(costs + n * THRONG_TILE + v * WIDE_LANES16);
}

/* The lesser of the values left and right of every cell. */
WIDE_INLINE row least_beside(const row *r)
{
    const wide_u16 before = wide_u16_before(r->v[ROW_VECTORS - 1], UNKNOWN);
    const wide_u16 after = wide_u16_after(r->v[0], UNKNOWN);
    row least;
    for (int v = 0; v < ROW_VECTORS; v++)
        least.v[v] =
            wide_u16_min(v > 0 ? r->v[v - 1] : before, v < ROW_VECTORS - 1 ? r->v[v + 1] : after);
    return least;
}

/* Row n after the three steps from `from`, where every cell costs the same. What a diagonal step
 * costs is added to the straight one's result, which knows the own walls. */
WIDE_INLINE row step_uniform(const ground *g, row old, const row *from, const wide_mask16 *beside,
                             const wide_mask16 *own)
{
    row straight, now;
    for (int v = 0; v < ROW_VECTORS; v++)
        straight.v[v] = wide_u16_fill_or_add(own[v], from->v[v], g->straight_of_all);
    const row least = least_beside(&straight);
    for (int v = 0; v < ROW_VECTORS; v++) {
        wide_u16 diagonal =
            wide_u16_fill_or_add(wide_mask16_or(beside[v], own[v]), least.v[v], g->extra_of_all);
        now.v[v] = wide_u16_min(wide_u16_min(old.v[v], straight.v[v]), diagonal);
    }
    return now;
}

/* The same where costs differ; they are 65535 on the own walls. */
WIDE_INLINE row step_mixed(const ground *g, int32_t n, row old, const row *from,
                           const wide_mask16 *beside, const wide_mask16 *own)
{
    row open, now;
    for (int v = 0; v < ROW_VECTORS; v++)
        open.v[v] = wide_u16_fill(own[v], from->v[v]);
    const row least = least_beside(&open);
    for (int v = 0; v < ROW_VECTORS; v++) {
        wide_u16 straight = wide_u16_add_full(from->v[v], cost_at(g->straight, n, v));
        wide_u16 diagonal = wide_u16_fill_or_add(beside[v], least.v[v], cost_at(g->diagonal, n, v));
        now.v[v] = wide_u16_min(wide_u16_min(old.v[v], straight), diagonal);
    }
    return now;
}

/* Row n after one step along itself. */
WIDE_INLINE row step_along(const ground *g, int32_t n, row now, const wide_mask16 *own,
                           bool is_uniform)
{
    const row least = least_beside(&now);
    for (int v = 0; v < ROW_VECTORS; v++) {
        wide_u16 along = is_uniform ? wide_u16_fill_or_add(own[v], least.v[v], g->straight_of_all)
                                    : wide_u16_add_full(least.v[v], cost_at(g->straight, n, v));
        now.v[v] = wide_u16_min(now.v[v], along);
    }
    return now;
}

/* Relaxes row n from the row beside it, which `from` holds and which lies at n - 1 or n + 1, and
 * leaves row n in `from`. On rough ground it then relaxes row n once from itself. True if something
 * changed; what did leaves bits in `changed`. */
WIDE_INLINE bool relax(ground *g, uint16_t *values, int32_t n, row *from, row *changed,
                       sweep_kind kind)
{
    uint16_t *at = values + n * THRONG_TILE;
    make_ready(g, n, kind.is_uniform);
    wide_mask16 own[ROW_VECTORS], beside[ROW_VECTORS];
    for (int v = 0; v < ROW_VECTORS; v++) {
        own[v] = walls_at(g, n, v);
        beside[v] = walls_at(g, kind.is_downward ? n - 1 : n + 1, v);
    }
    const row old = row_load(at);
    row now = kind.is_uniform ? step_uniform(g, old, from, beside, own)
                              : step_mixed(g, n, old, from, beside, own);
    if (kind.is_rough)
        now = step_along(g, n, now, own, kind.is_uniform);
    wide_u16 any = wide_u16_set1(0);
    for (int v = 0; v < ROW_VECTORS; v++) {
        const wide_u16 difference = wide_u16_xor(old.v[v], now.v[v]);
        changed->v[v] = wide_u16_or(changed->v[v], difference);
        any = wide_u16_or(any, difference);
    }
    row_store(at, now);
    *from = now;
    return wide_u16_any(any);
}

WIDE_INLINE row row_of(uint16_t value)
{
    row r;
    for (int v = 0; v < ROW_VECTORS; v++)
        r.v[v] = wide_u16_set1(value);
    return r;
}

WIDE_INLINE int32_t lowest_row(uint64_t rows)
{
    return __builtin_ctzll(rows);
}

WIDE_INLINE int32_t highest_row(uint64_t rows)
{
    return 63 - __builtin_clzll(rows);
}

/* How many bits are set, by sums of ever longer fields: the instruction is not part of any tier. */
WIDE_INLINE int32_t count_rows(uint64_t rows)
{
    rows -= rows >> 1 & 0x5555555555555555u;
    rows = (rows & 0x3333333333333333u) + (rows >> 2 & 0x3333333333333333u);
    rows = (rows + (rows >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int32_t)(rows * 0x0101010101010101u >> 56);
}

/* Relaxes downwards or upwards from each of `waiting`, on as long as rows change. Adds the rows
 * that changed to *rows; returns the columns that did. */
WIDE_INLINE uint64_t skip(ground *g, uint16_t *values, uint64_t waiting, uint64_t *rows,
                          sweep_kind kind)
{
    row changed = row_of(0);
    while (waiting) {
        int32_t n = kind.is_downward ? lowest_row(waiting) : highest_row(waiting);
        row from = row_load(values + n * THRONG_TILE);
        make_ready(g, n, kind.is_uniform);
        for (;;) {
            waiting &= ~(FIRST_ROW << n);
            n += kind.is_downward ? 1 : -1;
            if (n < 0 || n >= THRONG_TILE)
                break;
            if (relax(g, values, n, &from, &changed, kind))
                *rows |= FIRST_ROW << n;
            else if (!(waiting >> n & 1))
                break;
        }
    }
    return row_columns(changed);
}

/* One chain of rows downwards from the first of `down` and one upwards from the last of `up`, by
 * turns, so that two chains of dependent operations overlap. Both are not empty. */
WIDE_INLINE uint64_t dual(ground *g, uint16_t *values, uint64_t *down, uint64_t *up,
                          sweep_kind kind)
{
    const sweep_kind downward = {kind.is_uniform, kind.is_rough, true};
    const sweep_kind upward = {kind.is_uniform, kind.is_rough, false};
    const int32_t top = lowest_row(*down), bottom = highest_row(*up);
    row above = row_load(values + top * THRONG_TILE),
        below = row_load(values + bottom * THRONG_TILE);
    make_ready(g, top, kind.is_uniform);
    make_ready(g, bottom, kind.is_uniform);
    row changed = row_of(0);
    uint64_t went_down = 0, went_up = 0;
    int32_t d = top + 1, u = bottom - 1;
    while (d < THRONG_TILE && u >= 0) {
        went_down |= (uint64_t)relax(g, values, d, &above, &changed, downward) << d;
        went_up |= (uint64_t)relax(g, values, u, &below, &changed, upward) << u;
        d++;
        u--;
    }
    for (; d < THRONG_TILE; d++)
        went_down |= (uint64_t)relax(g, values, d, &above, &changed, downward) << d;
    for (; u >= 0; u--)
        went_up |= (uint64_t)relax(g, values, u, &below, &changed, upward) << u;
    /* The chain downwards takes row r in turn r - top - 1, the other one in turn bottom - 1 - r,
     * and the first goes first. So what the second changed after the first had passed, and is still
     * to be relaxed from downwards, lies at r <= (top + bottom) / 2; and the other way round. */
    const int32_t half = (top + bottom) / 2, other_half = (top + bottom + 1) / 2;
    *down = went_up & (half >= 63 ? ~(uint64_t)0 : (FIRST_ROW << (half + 1)) - 1);
    *up = went_down & ~((FIRST_ROW << other_half) - 1);
    return row_columns(changed);
}

/* Relaxes from the rows of *down and *up, which then hold those that are to be relaxed from next.
 * Returns the columns that changed. */
WIDE_INLINE uint64_t sweep(ground *g, uint16_t *values, uint64_t *down, uint64_t *up,
                           bool is_uniform, bool is_rough)
{
    const sweep_kind downward = {is_uniform, is_rough, true};
    const sweep_kind upward = {is_uniform, is_rough, false};
    if (*down && *up && SWEEPS_BOTH_WAYS) {
        const int32_t length = THRONG_TILE - 1 - lowest_row(*down) + highest_row(*up);
        const int32_t dirty = count_rows(*down) + count_rows(*up);
        /* From a fifth to two thirds of the rows the threshold makes less than 2 % of difference.
         */
        if (2 * dirty >= length)
            return dual(g, values, down, up, downward);
    }
    uint64_t columns = 0, went_down = 0, went_up = 0;
    if (*down)
        columns |= skip(g, values, *down, &went_down, downward);
    *up = (*up | went_down) & ~FIRST_ROW;
    if (*up)
        columns |= skip(g, values, *up, &went_up, upward);
    *down = went_up;
    *up = 0;
    return columns;
}

#endif
