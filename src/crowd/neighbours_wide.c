/* Separation, WIDE_LANES agents at a time: neighbours in the order, all of one row. One candidate
 * after the other is compared with all of them; every lane so adds its neighbours in the order
 * (row, x, id), as the scalar text does. Who is out of range adds a zero, which changes no sum:
 * sums begin with +0 and never become -0. A lane that has come closer to anybody than coincidence
 * is done again by the scalar text. */
#include "crowd/neighbours.h"

#include "simd/tier.h"

#define COINCIDENT_SQ 1e-12f

/* More than the square of any distance on a map. */
#define VERY_FAR_SQ 1e30f

typedef struct group {
    wide_f32 x, y, reach;
    wide_f32 sum_x, sum_y;
    wide_f32 closest_sq; /* of all candidates but oneself */
} group;

WIDE_INLINE wide_f32 load_some(const float *p, int32_t n)
{
    return n >= WIDE_LANES ? wide_load(p) : wide_load_first(p, n);
}

/* `self` is the lane that the candidate is itself, or -1. */
WIDE_INLINE void add_candidate(const throng_neighbours *n, int32_t j, int32_t self, group *g)
{
    wide_f32 one = wide_set1(1.0f);
    wide_f32 range = wide_add(g->reach, wide_broadcast(n->reach + j));
    wide_f32 dx = wide_sub(g->x, wide_broadcast(n->x + j));
    wide_f32 dy = wide_sub(g->y, wide_broadcast(n->y + j));
    wide_f32 distance_sq = wide_add(wide_mul(dx, dx), wide_mul(dy, dy));
    if (self >= 0)
        distance_sq = wide_select(wide_i32_eq(wide_i32_iota(), wide_i32_set1(self)),
                                  wide_set1(VERY_FAR_SQ), distance_sq);
    wide_mask in_range = wide_lt(distance_sq, wide_mul(range, range));
    wide_f32 weight =
        wide_mul(wide_sub(wide_mul(range, wide_div(one, wide_sqrt(distance_sq))), one),
                 wide_broadcast(n->mass_root + j));
    weight = wide_keep(in_range, weight);
    g->sum_x = wide_add(g->sum_x, wide_mul(dx, weight));
    g->sum_y = wide_add(g->sum_y, wide_mul(dy, weight));
    g->closest_sq = wide_min(g->closest_sq, distance_sq);
}

/* Candidates of a group: the row above, the own one, the one below; absent ones are empty. `low` is
 * the first agent that is not too far west, `high` the first that is too far east. Both only move
 * on while groups go east. */
typedef struct rows {
    int32_t low[3], high[3], end[3];
} rows;

/* For groups from agent i of row r on. Blocks of work begin anywhere in a row, which may hold the
 * whole crowd: a little west of the window, whatever that rounds to, the search begins. */
static rows find_rows(const throng_neighbours *n, int32_t r, int32_t i)
{
    bool has_above = r > 0 && n->row[r - 1] == n->row[r] - 1;
    bool has_below = n->row[r + 1] == n->row[r] + 1;
    int32_t begin = n->row_begin[r], end = n->row_begin[r + 1];
    rows s = {{has_above ? n->row_begin[r - 1] : begin, begin, end},
              {0, 0, 0},
              {begin, end, has_below ? n->row_begin[r + 2] : end}};
    if (i > begin) {
        float west = n->x[i] - 1.001f * n->window;
        s.low[0] = has_above ? throng_neighbours_find_x(n, r - 1, west) : begin;
        s.low[1] = throng_neighbours_find_x(n, r, west);
        s.low[2] = has_below ? throng_neighbours_find_x(n, r + 1, west) : end;
    }
    memcpy(s.high, s.low, sizeof s.high);
    return s;
}

/* Which of the next WIDE_LANES agents are to be passed: those too far west of a group that begins
 * at `edge`, or those near enough to one that ends there. */
WIDE_INLINE uint64_t passed(const throng_neighbours *n, int32_t j, int32_t end, wide_f32 edge,
                            bool is_west)
{
    wide_f32 window = wide_set1(n->window), x = load_some(n->x + j, end - j);
    wide_mask is_passed =
        is_west ? wide_gt(wide_sub(edge, x), window) : wide_le(wide_sub(x, edge), window);
    return wide_mask_bits(wide_mask_and(is_passed, wide_mask_first(end - j)));
}

/* The first agent from j on that is not passed. They stand from west to east, so those that are
 * come first. Two registers at a time are enough as a rule: a branch that is hard to foresee costs
 * more. */
WIDE_INLINE int32_t pass(const throng_neighbours *n, int32_t j, int32_t end, wide_f32 edge,
                         bool is_west)
{
    for (;;) {
        int32_t next = j + WIDE_LANES < end ? j + WIDE_LANES : end;
        uint64_t bits = passed(n, j, end, edge, is_west) | passed(n, next, end, edge, is_west)
                                                               << WIDE_LANES;
        int32_t count = __builtin_ctzll(~bits);
        j += count;
        if (count < 2 * WIDE_LANES)
            return j;
    }
}

WIDE_INLINE void move_on(const throng_neighbours *n, float west, float east, rows *s)
{
    for (int32_t k = 0; k < 3; k++) {
        s->low[k] = pass(n, s->low[k], s->end[k], wide_set1(west), true);
        int32_t high = s->high[k] > s->low[k] ? s->high[k] : s->low[k];
        s->high[k] = pass(n, high, s->end[k], wide_set1(east), false);
    }
}

/* The candidates a .. a_end - 1 and b .. b_end - 1 in one loop, whose end is foreseen more often
 * than that of two. */
WIDE_INLINE void add_ranges(const throng_neighbours *n, int32_t a, int32_t a_end, int32_t b,
                            int32_t b_end, group *g)
{
    int32_t left = a_end - a + b_end - b, j = a < a_end ? a : b;
    for (; left > 0; left--) {
        add_candidate(n, j, -1, g);
        j++;
        j = j == a_end ? b : j;
    }
}

/* Agents i .. i + count - 1 of the own row, themselves among their candidates. */
WIDE_INLINE void add_rows(const throng_neighbours *n, int32_t i, int32_t count, rows *s, group *g)
{
    move_on(n, n->x[i], n->x[i + count - 1], s);
    add_ranges(n, s->low[0], s->high[0], s->low[1], i, g);
    for (int32_t k = 0; k < count; k++)
        add_candidate(n, i + k, k, g);
    add_ranges(n, i + count, s->high[1], s->low[2], s->high[2], g);
}

static void finish(const throng_separation_job *job, const group *g, int32_t i, int32_t count)
{
    const throng_neighbours *n = job->neighbours;
    wide_f32 scale = wide_div(wide_set1(1.0f), wide_mul(wide_mul(wide_set1(2.0f), g->reach),
                                                        load_some(n->mass_root + i, count)));
    float push_x[WIDE_LANES], push_y[WIDE_LANES];
    wide_store(push_x, wide_mul(g->sum_x, scale));
    wide_store(push_y, wide_mul(g->sum_y, scale));
    for (int32_t k = 0; k < count; k++) {
        job->push_x[n->place[i + k]] = push_x[k];
        job->push_y[n->place[i + k]] = push_y[k];
    }
    wide_f32 coincident_sq = wide_set1(n->window * n->window * COINCIDENT_SQ);
    uint32_t again = wide_mask_bits(
        wide_mask_and(wide_le(g->closest_sq, coincident_sq), wide_mask_first(count)));
    for (; again; again &= again - 1) {
        int32_t k = i + __builtin_ctz(again);
        throng_separate_scalar(job, k, k + 1);
    }
}

void throng_in_tier(throng_separate)(const throng_separation_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_separate)(const throng_separation_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t r = throng_neighbours_row_of(n, begin);
    for (int32_t i = begin; i < end; r++) {
        rows s = find_rows(n, r, i);
        int32_t row_end = end < n->row_begin[r + 1] ? end : n->row_begin[r + 1];
        for (; i < row_end; i += WIDE_LANES) {
            int32_t count = row_end - i < WIDE_LANES ? row_end - i : WIDE_LANES;
            wide_f32 zero = wide_set1(0.0f);
            group g = {load_some(n->x + i, count),
                       load_some(n->y + i, count),
                       load_some(n->reach + i, count),
                       zero,
                       zero,
                       wide_set1(VERY_FAR_SQ)};
            add_rows(n, i, count, &s, &g);
            finish(job, &g, i, count);
        }
        i = row_end;
    }
}
