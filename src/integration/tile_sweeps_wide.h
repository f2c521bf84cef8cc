/* Sweeps over the rows of a tile: relaxing each from the one above or below it, and the rows that
 * still have to be relaxed from. */
#ifndef THRONG_INTEGRATION_TILE_SWEEPS_WIDE_H
#define THRONG_INTEGRATION_TILE_SWEEPS_WIDE_H

#include "integration/tile_rows_wide.h"

/* Two chains of rows at once pay where a row is so few registers that a chain waits for itself. */
#define SWEEPS_BOTH_WAYS (ROW_VECTORS <= 2)

/* How far a row is relaxed along itself after it was relaxed from another one. */
typedef enum steps_along { ALONG_NOT, ALONG_ONCE, ALONG_FULLY } steps_along;

/* What a sweep over rows is built for: constants, once the functions below are inlined. */
typedef struct sweep_kind {
    bool is_uniform;
    steps_along along;
    bool is_downward;
} sweep_kind;

/* What a sweep has changed. */
typedef struct changes {
    row columns; /* not 0 where; not noted where rows are relaxed fully along */
    uint64_t rows;
} changes;

/* Relaxes row n from the row beside it, which `from` holds and which lies at n - 1 or n + 1, and
 * leaves row n in `from`. True if something changed. */
WIDE_INLINE bool relax(ground *g, uint16_t *values, int32_t n, row *from, changes *out,
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
    if (kind.along == ALONG_FULLY) {
        const bool is_less = differ(&old, &now);
        if (is_less) {
            now = settle_along(g, n, now, own, kind.is_uniform);
            row_store(at, now);
        }
        *from = now;
        return is_less;
    }
    if (kind.along == ALONG_ONCE)
        now = step_along(g, n, now, own, kind.is_uniform);
    wide_u16 any = wide_u16_set1(0);
    for (int v = 0; v < ROW_VECTORS; v++) {
        const wide_u16 difference = wide_u16_xor(old.v[v], now.v[v]);
        out->columns.v[v] = wide_u16_or(out->columns.v[v], difference);
        any = wide_u16_or(any, difference);
    }
    row_store(at, now);
    *from = now;
    return wide_u16_any(any);
}

/* Relaxes downwards or upwards from each of `waiting`, on as long as rows change. Returns the rows
 * that did. */
WIDE_INLINE uint64_t skip(ground *g, uint16_t *values, uint64_t waiting, changes *out,
                          sweep_kind kind)
{
    uint64_t rows = 0;
    while (waiting) {
        int32_t n = kind.is_downward ? lowest_row(waiting) : highest_row(waiting);
        row from = row_load(values + n * THRONG_TILE);
        make_ready(g, n, kind.is_uniform);
        for (;;) {
            waiting &= ~(FIRST_ROW << n);
            n += kind.is_downward ? 1 : -1;
            if (n < 0 || n >= THRONG_TILE)
                break;
            if (relax(g, values, n, &from, out, kind))
                rows |= FIRST_ROW << n;
            else if (!(waiting >> n & 1))
                break;
        }
    }
    out->rows |= rows;
    return rows;
}

/* One chain of rows downwards from the first of `down` and one upwards from the last of `up`, by
 * turns, so that two chains of dependent operations overlap. Both are not empty. */
WIDE_INLINE void dual(ground *g, uint16_t *values, uint64_t *down, uint64_t *up, changes *out,
                      sweep_kind kind)
{
    const sweep_kind downward = {kind.is_uniform, kind.along, true};
    const sweep_kind upward = {kind.is_uniform, kind.along, false};
    const int32_t top = lowest_row(*down), bottom = highest_row(*up);
    row above = row_load(values + top * THRONG_TILE),
        below = row_load(values + bottom * THRONG_TILE);
    make_ready(g, top, kind.is_uniform);
    make_ready(g, bottom, kind.is_uniform);
    uint64_t went_down = 0, went_up = 0;
    int32_t d = top + 1, u = bottom - 1;
    while (d < THRONG_TILE && u >= 0) {
        went_down |= (uint64_t)relax(g, values, d, &above, out, downward) << d;
        went_up |= (uint64_t)relax(g, values, u, &below, out, upward) << u;
        d++;
        u--;
    }
    for (; d < THRONG_TILE; d++)
        went_down |= (uint64_t)relax(g, values, d, &above, out, downward) << d;
    for (; u >= 0; u--)
        went_up |= (uint64_t)relax(g, values, u, &below, out, upward) << u;
    /* The chain downwards takes row r in turn r - top - 1, the other one in turn bottom - 1 - r,
     * and the first goes first. So what the second changed after the first had passed, and is still
     * to be relaxed from downwards, lies at r <= (top + bottom) / 2; and the other way round. */
    const int32_t half = (top + bottom) / 2, other_half = (top + bottom + 1) / 2;
    *down = went_up & (half >= 63 ? ~(uint64_t)0 : (FIRST_ROW << (half + 1)) - 1);
    *up = went_down & ~((FIRST_ROW << other_half) - 1);
    out->rows |= went_down | went_up;
}

/* Relaxes from the rows of *down and *up, which then hold those that are to be relaxed from next.
 * If only one of them holds any, there is but one sweep: news that comes from one side seldom turns
 * back, and whoever settles the rows afterwards finds out. */
WIDE_INLINE void sweep(ground *g, uint16_t *values, uint64_t *down, uint64_t *up, changes *out,
                       bool is_uniform, steps_along along)
{
    const sweep_kind downward = {is_uniform, along, true}, upward = {is_uniform, along, false};
    /* What leaves the tile is the borders' business. */
    *down &= ~LAST_ROW;
    *up &= ~FIRST_ROW;
    if (*down && *up && SWEEPS_BOTH_WAYS && along != ALONG_FULLY) {
        const int32_t length = THRONG_TILE - 1 - lowest_row(*down) + highest_row(*up);
        const int32_t dirty = count_rows(*down) + count_rows(*up);
        /* From a fifth to two thirds of the rows the threshold makes less than 2 % of difference.
         */
        if (2 * dirty >= length) {
            dual(g, values, down, up, out, downward);
            return;
        }
    }
    const bool is_one_way = along != ALONG_FULLY && !*up;
    if (*down)
        *up |= skip(g, values, *down, out, downward);
    if (is_one_way) {
        *down = 0;
        return;
    }
    *up &= ~FIRST_ROW;
    *down = *up ? skip(g, values, *up, out, upward) : 0;
    *up = 0;
}

/* Relaxes a row along itself until nothing changes. True if something did. */
WIDE_INLINE bool relax_along(ground *g, uint16_t *values, int32_t n, bool is_uniform)
{
    uint16_t *at = values + n * THRONG_TILE;
    make_ready(g, n, is_uniform);
    wide_mask16 own[ROW_VECTORS];
    for (int v = 0; v < ROW_VECTORS; v++)
        own[v] = walls_at(g, n, v);
    /* One step is enough to see that there is nothing to do, as there mostly is on open ground. */
    const row old = row_load(at), now = step_along(g, n, old, own, is_uniform);
    if (!differ(&old, &now))
        return false;
    row_store(at, settle_along(g, n, now, own, is_uniform));
    return true;
}

/* Relaxes from the rows of `along` along themselves, from those of `down` and `up` to the rows
 * beside them, and from all that change in all directions until nothing does. */
WIDE_INLINE void settle(ground *g, uint16_t *values, uint64_t along, uint64_t down, uint64_t up,
                        bool is_uniform)
{
    for (; along; along &= along - 1) {
        const int32_t n = lowest_row(along);
        if (relax_along(g, values, n, is_uniform)) {
            down |= FIRST_ROW << n;
            up |= FIRST_ROW << n;
        }
    }
    changes out = {.rows = 0};
    while (down | up)
        sweep(g, values, &down, &up, &out, is_uniform, ALONG_FULLY);
}

#endif
