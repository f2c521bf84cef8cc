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

/* Rows of candidates: the one above, the own one, the one below; absent ones are empty. `low` is
 * the first agent that is not too far west, and only moves on while groups go east. */
typedef struct rows {
    int32_t low[3], end[3];
} rows;

static rows find_rows(const throng_neighbours *n, int32_t r)
{
    bool has_above = r > 0 && n->row[r - 1] == n->row[r] - 1;
    bool has_below = n->row[r + 1] == n->row[r] + 1;
    int32_t begin = n->row_begin[r], end = n->row_begin[r + 1];
    return (rows){{has_above ? n->row_begin[r - 1] : begin, begin, end},
                  {begin, end, has_below ? n->row_begin[r + 2] : end}};
}

/* The first candidate of row k that is not too far west of the group. */
WIDE_INLINE int32_t first_of(const throng_neighbours *n, float west, rows *s, int32_t k)
{
    int32_t j = s->low[k];
    while (j < s->end[k] && west - n->x[j] > n->window)
        j++;
    s->low[k] = j;
    return j;
}

WIDE_INLINE bool is_near(const throng_neighbours *n, float east, int32_t j)
{
    return n->x[j] - east <= n->window;
}

/* Agents i .. i + count - 1 of the own row, themselves among their candidates. */
WIDE_INLINE void add_rows(const throng_neighbours *n, int32_t i, int32_t count, rows *s, group *g)
{
    float west = n->x[i], east = n->x[i + count - 1];
    int32_t j = first_of(n, west, s, 0);
    for (; j < s->end[0] && is_near(n, east, j); j++)
        add_candidate(n, j, -1, g);
    for (j = first_of(n, west, s, 1); j < i; j++)
        add_candidate(n, j, -1, g);
    for (; j < i + count; j++)
        add_candidate(n, j, j - i, g);
    for (; j < s->end[1] && is_near(n, east, j); j++)
        add_candidate(n, j, -1, g);
    j = first_of(n, west, s, 2);
    for (; j < s->end[2] && is_near(n, east, j); j++)
        add_candidate(n, j, -1, g);
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
        rows s = find_rows(n, r);
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
