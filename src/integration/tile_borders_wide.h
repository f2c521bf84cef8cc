/* What tiles tell each other: 64 absolute distances of 32 bits along each side, and what leaves for
 * the output. */
#ifndef THRONG_INTEGRATION_TILE_BORDERS_WIDE_H
#define THRONG_INTEGRATION_TILE_BORDERS_WIDE_H

#include "cost/cost.h"
#include "integration/tile_rows_wide.h"

/* A border in full: lanes of 32 bits, the lower half of row vector v in 2 v, the upper in 2 v + 1.
 */
#define BORDER_VECTORS (2 * ROW_VECTORS)

typedef struct border {
    wide_i32 v[BORDER_VECTORS];
} border;

WIDE_INLINE border border_load(const uint32_t *values)
{
    border b;
    for (int i = 0; i < BORDER_VECTORS; i++)
        b.v[i] = wide_i32_load(values + i * WIDE_LANES);
    return b;
}

WIDE_INLINE wide_i32 absolute_of(wide_i32 value, wide_i32 base)
{
    wide_mask is_unknown = wide_i32_eq(value, wide_i32_set1(UNKNOWN));
    return wide_i32_select(is_unknown, wide_i32_set1(-1), wide_i32_add(value, base));
}

WIDE_INLINE border border_of(row r, uint32_t base)
{
    border b;
    const wide_i32 wide_base = wide_i32_set1((int32_t)base);
    for (int v = 0; v < ROW_VECTORS; v++) {
        b.v[2 * v] = absolute_of(wide_i32_low_u16(r.v[v]), wide_base);
        b.v[2 * v + 1] = absolute_of(wide_i32_high_u16(r.v[v]), wide_base);
    }
    return b;
}

WIDE_INLINE uint32_t least_lane(wide_i32 v)
{
    uint32_t lanes[WIDE_LANES], least = UINT32_MAX;
    wide_i32_store(lanes, v);
    for (int i = 0; i < WIDE_LANES; i++)
        least = lanes[i] < least ? lanes[i] : least;
    return least;
}

/* Lowers a row to what neighbours offer. Returns the columns that changed; lowers *far to the least
 * offer that does not fit into the window, which stays an offer. */
WIDE_INLINE uint64_t merge(uint16_t *values, const uint32_t *best, uint32_t base, uint32_t *far)
{
    const wide_i32 wide_base = wide_i32_set1((int32_t)base);
    const wide_i32 last = wide_i32_set1(UNKNOWN - 1), unknown = wide_i32_set1(UNKNOWN);
    wide_i32 least_far = wide_i32_set1(-1);
    row old = row_load(values), now, changed;
    for (int v = 0; v < ROW_VECTORS; v++) {
        wide_i32 half[2];
        for (int h = 0; h < 2; h++) {
            wide_i32 offer = wide_i32_load(best + v * WIDE_LANES16 + h * WIDE_LANES);
            wide_i32 value = wide_i32_sub(wide_u32_max(offer, wide_base), wide_base);
            wide_i32 too_far = wide_i32_select(wide_u32_lt(last, value), offer, wide_i32_set1(-1));
            least_far = wide_u32_min(least_far, too_far);
            half[h] = wide_u32_min(value, unknown);
        }
        now.v[v] = wide_u16_min(old.v[v], wide_u16_pack(half[0], half[1]));
        changed.v[v] = wide_u16_xor(old.v[v], now.v[v]);
    }
    row_store(values, now);
    const uint32_t f = least_lane(least_far);
    *far = f < *far ? f : *far;
    return row_columns(changed);
}

/* Takes what got less into `told` and `best`. True if there is such a value. */
WIDE_INLINE bool keep_less(const border *now, uint32_t *told, uint32_t *best)
{
    wide_mask is_less = wide_mask_none();
    for (int i = 0; i < BORDER_VECTORS; i++)
        is_less =
            wide_mask_or(is_less, wide_u32_lt(now->v[i], wide_i32_load(told + i * WIDE_LANES)));
    if (!wide_mask_any(is_less))
        return false;
    for (int i = 0; i < BORDER_VECTORS; i++) {
        uint32_t *t = told + i * WIDE_LANES, *b = best + i * WIDE_LANES;
        wide_i32_store(t, wide_u32_min(now->v[i], wide_i32_load(t)));
        wide_i32_store(b, wide_u32_min(now->v[i], wide_i32_load(b)));
    }
    return true;
}

/* One row of a tile across the border, as the neighbour prepared it. */
typedef struct far_row {
    const throng_tile_map *map;
    const uint8_t *cost; /* by slot */
    uint64_t pass;
} far_row;

/* What the border row `from`, whose own passable cells are `pass`, offers the row across. */
WIDE_INLINE row offer_across(row from, uint64_t pass, const far_row *to)
{
    row open, offer;
    for (int v = 0; v < ROW_VECTORS; v++)
        open.v[v] = wide_u16_fill(walls_from_bits(to->pass, v), from.v[v]);
    const row least = least_beside(&open);
    for (int v = 0; v < ROW_VECTORS; v++) {
        wide_u16 cost = to->map->is_uniform ? wide_u16_set1(to->map->cost)
                                            : wide_u16_load_u8(to->cost + v * WIDE_LANES16);
        wide_u16 straight = wide_u16_mul(cost, wide_u16_set1(5));
        wide_u16 diagonal = wide_u16_mul(cost, wide_u16_set1(7));
        straight = wide_u16_add_full(open.v[v], straight);
        diagonal = wide_u16_fill_or_add(walls_from_bits(pass & to->pass, v), least.v[v], diagonal);
        offer.v[v] = wide_u16_min(straight, diagonal);
    }
    return offer;
}

/* Lowers `best` to an offer; returns the least value that it lowered to, UINT32_MAX if none. */
WIDE_INLINE uint32_t accept(uint32_t *best, border offer)
{
    wide_i32 least = wide_i32_set1(-1);
    for (int i = 0; i < BORDER_VECTORS; i++) {
        uint32_t *p = best + i * WIDE_LANES;
        const wide_i32 held = wide_i32_load(p);
        const wide_mask is_less = wide_u32_lt(offer.v[i], held);
        least = wide_u32_min(least, wide_i32_select(is_less, offer.v[i], wide_i32_set1(-1)));
        wide_i32_store(p, wide_u32_min(offer.v[i], held));
    }
    return least_lane(least);
}

/* Writes `count` columns of a row as distances: twice the half-units, up to a limit of at most
 * THRONG_HALF_MAX of them. `is_written`: what was written before the window slid is right where it
 * is less. */
WIDE_INLINE void write_row(const uint16_t *values, uint32_t base, uint32_t limit, uint32_t *out,
                           int32_t count, bool is_written)
{
    const wide_i32 most = wide_i32_set1((int32_t)limit);
    const border halves = border_of(row_in_order(row_load(values)), base);
    for (int i = 0; i < BORDER_VECTORS && count > 0; i++, count -= WIDE_LANES, out += WIDE_LANES) {
        const wide_mask is_left_out = wide_u32_lt(most, halves.v[i]); /* unknown ones too */
        wide_i32 value =
            wide_i32_select(is_left_out, wide_i32_set1(-1), wide_i32_add(halves.v[i], halves.v[i]));
        if (count >= WIDE_LANES) {
            if (is_written)
                value = wide_u32_min(value, wide_i32_load(out));
            wide_i32_store(out, value);
        } else {
            if (is_written)
                value = wide_u32_min(value, wide_i32_load_first(out, count));
            wide_i32_store_first(out, value, count);
        }
    }
}

/* The same where distances may not fit. False if one does not that is not written yet. */
static bool write_row_checked(const uint16_t *values, uint32_t base, uint32_t *out, int32_t count,
                              bool is_written)
{
    uint16_t ordered[THRONG_TILE];
    row_store(ordered, row_in_order(row_load(values)));
    bool fits = true;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t half = ordered[i] + base;
        const bool is_known = ordered[i] != UNKNOWN;
        const uint32_t value = is_known && half <= THRONG_HALF_MAX ? 2 * half : THRONG_UNREACHABLE;
        if (!is_written || value < out[i])
            out[i] = value;
        fits = fits && (!is_known || out[i] != THRONG_UNREACHABLE);
    }
    return fits;
}

#endif
