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

/* True if the rows differ. */
WIDE_INLINE bool differ(const row *a, const row *b)
{
    wide_u16 any = wide_u16_set1(0);
    for (int v = 0; v < ROW_VECTORS; v++)
        any = wide_u16_or(any, wide_u16_xor(a->v[v], b->v[v]));
    return wide_u16_any(any);
}

/* True if some lane of a and b, or of c and d, differs. */
WIDE_INLINE bool either_differs(wide_u16 a, wide_u16 b, wide_u16 c, wide_u16 d)
{
    return wide_u16_any(wide_u16_or(wide_u16_xor(a, b), wide_u16_xor(c, d)));
}

/* Row n after as many steps along itself as change anything. No way along a row turns back, so ways
 * to the right and to the left do not wait for each other.
 *
 * With two registers, a lane is a pair of columns, and the last of each pair hand values on at the
 * price of a pair. Twice at once takes a value five columns far at least; on noise of 20 % walls
 * once is as fast, three times costs 6 % more. */
#if ROW_VECTORS == 2
#define PAIRS_AT_ONCE 2

WIDE_INLINE row settle_along(const ground *g, int32_t n, row now, const wide_mask16 *own,
                             bool is_uniform)
{
    wide_u16 cost[2];
    for (int v = 0; v < 2; v++)
        cost[v] =
            is_uniform ? wide_u16_fill(own[v], g->straight_of_all) : cost_at(g->straight, n, v);
    const wide_u16 pair = wide_u16_add_full(cost[0], cost[1]);
    for (;;) {
        wide_u16 right = wide_u16_min(now.v[1], wide_u16_add_full(now.v[0], cost[1]));
        wide_u16 left = wide_u16_min(now.v[0], wide_u16_add_full(now.v[1], cost[0]));
        for (int k = 0; k < PAIRS_AT_ONCE; k++) {
            right = wide_u16_min(right, wide_u16_add_full(wide_u16_before(right, UNKNOWN), pair));
            left = wide_u16_min(left, wide_u16_add_full(wide_u16_after(left, UNKNOWN), pair));
        }
        const wide_u16 before = wide_u16_before(right, UNKNOWN);
        const wide_u16 after = wide_u16_after(left, UNKNOWN);
        now.v[0] = wide_u16_min(left, wide_u16_add_full(before, cost[0]));
        now.v[1] = wide_u16_min(right, wide_u16_add_full(after, cost[1]));
        if (!either_differs(right, wide_u16_min(right, wide_u16_add_full(before, pair)), left,
                            wide_u16_min(left, wide_u16_add_full(after, pair))))
            return now;
    }
}
#else
/* With more, a turn goes through all registers and takes a value as many columns far. */
#define TURNS_AT_ONCE (8 / ROW_VECTORS)

WIDE_INLINE wide_u16 step_beside(const ground *g, int32_t n, int v, wide_mask16 own, wide_u16 from,
                                 bool is_uniform)
{
    return is_uniform ? wide_u16_fill_or_add(own, from, g->straight_of_all)
                      : wide_u16_add_full(from, cost_at(g->straight, n, v));
}

WIDE_INLINE row settle_along(const ground *g, int32_t n, row now, const wide_mask16 *own,
                             bool is_uniform)
{
    const int last = ROW_VECTORS - 1;
    row right = now, left = now;
    wide_u16 right_end, left_end;
    do {
        for (int turn = 0; turn < TURNS_AT_ONCE; turn++) {
            for (int v = 1, l = last - 1; v <= last; v++, l--) {
                const wide_u16 from_left = right.v[v - 1], from_right = left.v[l + 1];
                right.v[v] =
                    wide_u16_min(right.v[v], step_beside(g, n, v, own[v], from_left, is_uniform));
                left.v[l] =
                    wide_u16_min(left.v[l], step_beside(g, n, l, own[l], from_right, is_uniform));
            }
            const wide_u16 before = wide_u16_before(right.v[last], UNKNOWN);
            const wide_u16 after = wide_u16_after(left.v[0], UNKNOWN);
            right_end = right.v[0];
            left_end = left.v[last];
            right.v[0] = wide_u16_min(right_end, step_beside(g, n, 0, own[0], before, is_uniform));
            left.v[last] =
                wide_u16_min(left_end, step_beside(g, n, last, own[last], after, is_uniform));
        }
    } while (either_differs(right_end, right.v[0], left_end, left.v[last]));
    for (int v = 0; v < ROW_VECTORS; v++)
        now.v[v] = wide_u16_min(right.v[v], left.v[v]);
    return now;
}
#endif

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

#endif
