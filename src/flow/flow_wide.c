/* Exact descent, WIDE_LANES8 cells at a time. In a finished field the best neighbour s of n is one
 * with D(s) = D(n) - w * cost(n), so the answer is the lowest legal code for which that holds:
 * eight comparisons give eight bits per cell, the moves byte strikes out what is not legal (columns
 * beyond the row's ends too), and two table look-ups find the lowest bit.
 *
 * Cells without a way need no test. A goal's targets wrap to values above 2^32 - 3557; its legal
 * neighbours hold at most 3556. An unreachable cell's targets are odd, which no distance is, and not
 * that of an unreachable neighbour. */
#include "flow/flow.h"

#include "simd/tier.h"

typedef struct row {
    const uint32_t *own, *north, *south;
    const uint8_t *cost, *moves;
    uint8_t *codes;
} row;

/* What a neighbour must hold for the step to it to be the best one, for WIDE_LANES8 cells. */
typedef struct target {
    wide_i32 a, b, c, d;
} target;

WIDE_INLINE wide_i32 straight(const uint32_t *own, const uint8_t *cost)
{
    wide_i32 c = wide_i32_load_u8(cost), c5 = wide_i32_add(c, wide_i32_shift_left(c, 2));
    return wide_i32_sub(wide_i32_load(own), wide_i32_shift_left(c5, 1));
}

WIDE_INLINE wide_i32 diagonal(wide_i32 straight, const uint8_t *cost)
{
    return wide_i32_sub(straight, wide_i32_shift_left(wide_i32_load_u8(cost), 2));
}

/* `bit` where the neighbours from `p` on hold their targets. */
WIDE_INLINE wide_u8 bit_where(const uint32_t *p, const target *t, uint8_t bit)
{
    wide_mask8 is_hit = wide_mask8_pack(wide_i32_eq(wide_i32_load(p), t->a),
                                        wide_i32_eq(wide_i32_load(p + WIDE_LANES), t->b),
                                        wide_i32_eq(wide_i32_load(p + 2 * WIDE_LANES), t->c),
                                        wide_i32_eq(wide_i32_load(p + 3 * WIDE_LANES), t->d));
    return wide_u8_keep(is_hit, wide_u8_set1(bit));
}

/* The number of the lowest bit, counted from 1, of bytes with any of the low (high) four bits set.
 */
static const uint8_t lowest_of_low[16] = {0, 1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1};
static const uint8_t lowest_of_high[16] = {0, 5, 6, 5, 7, 5, 6, 5, 8, 5, 6, 5, 7, 5, 6, 5};

WIDE_INLINE wide_u8 lowest_bit(wide_u8 bits)
{
    wide_u8 low = wide_u8_and(bits, wide_u8_set1(15));
    wide_u8 high = wide_u8_and(wide_u16_shift_right(bits, 4), wide_u8_set1(15));
    return wide_u8_select(wide_u8_eq(low, wide_u8_set1(0)),
                          wide_table8_at(wide_table8_load(lowest_of_high), high),
                          wide_table8_at(wide_table8_load(lowest_of_low), low));
}

WIDE_INLINE void block(const row *r, int32_t x)
{
    const uint32_t *own = r->own + x, *north = r->north + x, *south = r->south + x;
    const uint8_t *cost = r->cost + x;
    target t = {straight(own, cost), straight(own + WIDE_LANES, cost + WIDE_LANES),
                straight(own + 2 * WIDE_LANES, cost + 2 * WIDE_LANES),
                straight(own + 3 * WIDE_LANES, cost + 3 * WIDE_LANES)};
    wide_u8 straights = wide_u8_or(wide_u8_or(bit_where(own + 1, &t, 1), bit_where(south, &t, 2)),
                                   wide_u8_or(bit_where(own - 1, &t, 4), bit_where(north, &t, 8)));
    t = (target){diagonal(t.a, cost), diagonal(t.b, cost + WIDE_LANES),
                 diagonal(t.c, cost + 2 * WIDE_LANES), diagonal(t.d, cost + 3 * WIDE_LANES)};
    wide_u8 diagonals =
        wide_u8_or(wide_u8_or(bit_where(south + 1, &t, 16), bit_where(south - 1, &t, 32)),
                   wide_u8_or(bit_where(north - 1, &t, 64), bit_where(north + 1, &t, 128)));
    wide_u8 bits = wide_u8_and(wide_u8_or(straights, diagonals), wide_u8_load(r->moves + x));
    wide_mask8 is_wall = wide_u8_eq(wide_u8_load(cost), wide_u8_set1(THRONG_WALL));
    wide_u8_store(r->codes + x,
                  wide_u8_select(is_wall, wide_u8_set1(THRONG_FLOW_WALL), lowest_bit(bits)));
}

void throng_in_tier(throng_flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

void throng_in_tier(throng_flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    int32_t width = job->width;
    if (width < WIDE_LANES8) { /* rows of a map narrower than a register */
        throng_flow_scalar(job, row_begin, row_end);
        return;
    }
    for (int32_t y = row_begin; y < row_end; y++) {
        ptrdiff_t at = (ptrdiff_t)y * width;
        /* A row off the map is read as the own one: no move leads there. */
        row r = {job->distance + at,
                 job->distance + at - (y > 0 ? width : 0),
                 job->distance + at + (y + 1 < job->height ? width : 0),
                 job->cost + at,
                 job->moves + at,
                 job->codes + at};
        int32_t x = 0;
        for (; x <= width - WIDE_LANES8; x += WIDE_LANES8)
            block(&r, x);
        if (x < width)
            block(&r, width - WIDE_LANES8);
    }
}

void throng_in_tier(throng_quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

/* One quad by hand: for the first column and row, the last ones and narrow maps. */
static void quads_by_hand(const throng_flow_job *job, int32_t y)
{
    throng_quads_scalar(job, y + 1, y + 2);
}

void throng_in_tier(throng_quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    int32_t width = job->width;
    for (int32_t y = row_begin - 1; y < row_end - 1; y++) {
        if (y < 0 || y + 1 >= job->height || width <= WIDE_LANES16) {
            quads_by_hand(job, y);
            continue;
        }
        const uint8_t *upper = job->codes + (size_t)y * (size_t)width, *lower = upper + width;
        uint16_t *quads = job->quads + (size_t)(y + 1) * ((size_t)width + 1) + 1;
        const unsigned wall = THRONG_FLOW_WALL;
        quads[-1] =
            (uint16_t)(wall | (unsigned)upper[0] << 4 | wall << 8 | (unsigned)lower[0] << 12);
        quads[width - 1] =
            (uint16_t)(upper[width - 1] | wall << 4 | (unsigned)lower[width - 1] << 8 | wall << 12);
        for (int32_t x = 0; x < width - 1;) {
            wide_u16 quad =
                wide_u16_or(wide_u16_or(wide_u16_load_u8(upper + x),
                                        wide_u16_shift_left(wide_u16_load_u8(upper + x + 1), 4)),
                            wide_u16_or(wide_u16_shift_left(wide_u16_load_u8(lower + x), 8),
                                        wide_u16_shift_left(wide_u16_load_u8(lower + x + 1), 12)));
            wide_u16_store(quads + x, quad);
            /* The last block ends at the last quad that has all its cells. */
            int32_t last = width - 1 - WIDE_LANES16;
            x = x < last && x + WIDE_LANES16 > last ? last : x + WIDE_LANES16;
        }
    }
}
