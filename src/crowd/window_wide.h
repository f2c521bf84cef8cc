/* Which neighbours a register of agents has: what separation and parting share. */
#ifndef THRONG_CROWD_WINDOW_WIDE_H
#define THRONG_CROWD_WINDOW_WIDE_H

#include "crowd/neighbours.h"
#include "simd/tier.h"

/* m; more than any distance on a map, and its square. */
#define VERY_FAR 1e15f
#define VERY_FAR_SQ 1e30f

WIDE_INLINE wide_f32 wide_load_some(const float *p, int32_t n)
{
    return n >= WIDE_LANES ? wide_load(p) : wide_load_first(p, n);
}

/* Candidates of a group: the row above, the own one, the one below; absent ones are empty. `low` is
 * the first agent that is not too far west, `high` the first that is too far east. Both only move
 * on while groups go east. */
typedef struct throng_rows {
    int32_t low[3], high[3], begin[3], end[3];
    float window; /* m; those farther away in x are no candidates */
} throng_rows;

/* For groups from agent i of row r on. Blocks of work begin anywhere in a row, which may hold the
 * whole crowd: a little west of the window, whatever that rounds to, the search begins. */
static inline throng_rows throng_rows_find(const throng_neighbours *n, int32_t r, int32_t i,
                                           float window)
{
    bool has_above = r > 0 && n->row[r - 1] == n->row[r] - 1;
    bool has_below = n->row[r + 1] == n->row[r] + 1;
    int32_t begin = n->row_begin[r], end = n->row_begin[r + 1];
    throng_rows s = {{has_above ? n->row_begin[r - 1] : begin, begin, end},
                     {0, 0, 0},
                     {has_above ? n->row_begin[r - 1] : begin, begin, end},
                     {begin, end, has_below ? n->row_begin[r + 2] : end},
                     window};
    if (i > begin) {
        float west = n->x[i] - 1.001f * window;
        s.low[0] = has_above ? throng_neighbours_find_x(n, r - 1, west) : begin;
        s.low[1] = throng_neighbours_find_x(n, r, west);
        s.low[2] = has_below ? throng_neighbours_find_x(n, r + 1, west) : end;
    }
    memcpy(s.high, s.low, sizeof s.high);
    return s;
}

/* Which of the next WIDE_LANES agents are to be passed: those too far west of a group that begins
 * at `edge`, or those near enough to one that ends there. Agents of the next row too, perhaps. */
WIDE_INLINE uint64_t throng_rows_passed(const throng_neighbours *n, int32_t j, float most,
                                        wide_f32 edge, bool is_west)
{
    wide_f32 window = wide_set1(most), x = wide_load_some(n->x + j, n->count - j);
    wide_mask is_passed =
        is_west ? wide_gt(wide_sub(edge, x), window) : wide_le(wide_sub(x, edge), window);
    return wide_mask_bits(is_passed);
}

/* The first agent from j on that is not passed. They stand from west to east, so those that are
 * come first. Two registers at a time are enough as a rule: a branch that is hard to foresee costs
 * more. */
WIDE_INLINE int32_t throng_rows_pass(const throng_neighbours *n, int32_t j, int32_t end,
                                     float window, wide_f32 edge, bool is_west)
{
    while (j < end) {
        uint64_t bits = throng_rows_passed(n, j, window, edge, is_west) |
                        throng_rows_passed(n, j + WIDE_LANES, window, edge, is_west) << WIDE_LANES;
        int32_t count = __builtin_ctzll(~bits);
        j += count;
        if (count < 2 * WIDE_LANES)
            break;
    }
    return j < end ? j : end;
}

WIDE_INLINE void throng_rows_move_on(const throng_neighbours *n, float west, float east,
                                     throng_rows *s)
{
    for (int32_t k = 0; k < 3; k++) {
        s->low[k] = throng_rows_pass(n, s->low[k], s->end[k], s->window, wide_set1(west), true);
        int32_t high = s->high[k] > s->low[k] ? s->high[k] : s->low[k];
        s->high[k] = throng_rows_pass(n, high, s->end[k], s->window, wide_set1(east), false);
    }
}

/* Agents low .. high - 1 of a row for all lanes, or of lines: for the first lane, and those that
 * lie as many places along the row from them for the others. */
typedef struct throng_span_of_row {
    int32_t low, high;
    bool is_of_lines;
} throng_span_of_row;

/* The candidates of a full register of agents at `x` in the k-th of the rows. Lines are those of
 * which some lane has its agent in the window: not more than there are agents in the window of any,
 * and fewer if the row is as dense as their own. Both ends are found by binary search. A line must
 * not leave the row. */
WIDE_INLINE throng_span_of_row throng_rows_span(const throng_neighbours *n, const throng_rows *s,
                                                int32_t k, wide_f32 x)
{
    const wide_f32 window = wide_set1(s->window);
    int32_t low = s->low[k], high = s->high[k];
    if (low - WIDE_LANES < s->begin[k] || high + WIDE_LANES > s->end[k])
        return (throng_span_of_row){low, high, false};
    for (int32_t step = WIDE_LANES / 2; step > 0; step /= 2) {
        wide_mask west = wide_le(wide_sub(x, wide_load(n->x + low - step)), window);
        wide_mask east = wide_le(wide_sub(wide_load(n->x + high - step), x), window);
        low -= step & -(int32_t)wide_mask_any(west);
        high -= step & -(int32_t)!wide_mask_any(east);
    }
    return (throng_span_of_row){low, high, true};
}

/* 2 WIDE_LANES elements of an array, as far as it goes. */
typedef struct stretch {
    wide_f32 low, high;
} stretch;

WIDE_INLINE stretch stretch_load(const float *p, int32_t n)
{
    return (stretch){wide_load_some(p, n), wide_load_some(p + WIDE_LANES, n - WIDE_LANES)};
}

/* Places of the first `count` agents of a row; beyond them is nobody. */
WIDE_INLINE stretch stretch_load_row(const float *x, int32_t n, int32_t count)
{
    wide_f32 far = wide_set1(VERY_FAR);
    stretch s = stretch_load(x, n);
    s.low = wide_select(wide_mask_first(count), s.low, far);
    s.high = wide_select(wide_mask_first(count - WIDE_LANES), s.high, far);
    return s;
}

WIDE_INLINE wide_f32 stretch_at(stretch s, wide_i32 k)
{
    return wide_pair_at(s.low, s.high, k);
}

/* For every lane the first of the stretch that is not to be passed, by binary search: too far west
 * of the lane, or near enough. The last of the stretch is not looked at. */
WIDE_INLINE wide_i32 stretch_find(stretch x, wide_f32 own, wide_f32 window, bool is_west)
{
    wide_i32 k = wide_i32_set1(0);
    for (int32_t step = WIDE_LANES; step > 0; step /= 2) {
        wide_f32 there = stretch_at(x, wide_i32_add(k, wide_i32_set1(step - 1)));
        wide_mask is_passed =
            is_west ? wide_gt(wide_sub(own, there), window) : wide_le(wide_sub(there, own), window);
        k = wide_i32_or_where(is_passed, k, wide_i32_set1(step));
    }
    return k;
}

#endif
