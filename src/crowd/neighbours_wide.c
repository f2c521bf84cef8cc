/* Separation, WIDE_LANES agents at a time: neighbours in the order, all of one row. One candidate
 * after the other is compared with all of them; or each with one of its own, so many places along a
 * row from it as all others are from theirs; or each with the next in its own window. Whichever is
 * faster: every lane adds its neighbours in the order (row, x, id), as the scalar text does. Who
 * is out of range adds a zero, and so does a lane to itself, which changes no sum: sums begin with
 * +0 and never become -0. A lane that has come closer to anybody than coincidence is done again by
 * the scalar text. */
#include "crowd/neighbours.h"

#include "crowd/filter_wide.h"
#include "crowd/inverse_root_wide.h"
#include "crowd/turn.h"
#include "crowd/window_wide.h"

#define UNIT THRONG_INVERSE_ROOT_UNIT

typedef struct group {
    int32_t begin, count; /* in the order */
    wide_f32 x, y, reach;
    wide_f32 least; /* 1 / d at the end of a range of 1 */
    wide_f32 sum_x, sum_y;
    wide_f32 closest_sq;         /* of all candidates but oneself, if the group is watched */
    const throng_filter *filter; /* with the words of the lanes, if there is one */
    wide_i32 words;
} group;

/* What is the same for all candidates of a group; known to the compiler, which makes a loop for
 * every kind. */
typedef struct kind {
    bool are_alike;   /* all reaches are equal, all yields 1 */
    bool is_watched;  /* somebody may coincide with a lane */
    bool is_filtered; /* not everybody notices everybody */
} kind;

/* Where candidates stand, and what else there is to know of them. */
typedef struct candidates {
    wide_f32 x, y, reach, yield;
} candidates;

/* Adds one candidate to every lane; returns the squares of their distances. */
WIDE_INLINE wide_f32 add_candidates(const candidates *c, kind kind, wide_mask allowed, group *g)
{
    wide_f32 dx = wide_sub(g->x, c->x), dy = wide_sub(g->y, c->y);
    wide_f32 distance_sq = wide_add(wide_mul(dx, dx), wide_mul(dy, dy));
    wide_f32 weight = wide_inverse_root(distance_sq);
    if (!kind.are_alike) /* else their sum is 1 */
        weight = wide_mul(wide_add(g->reach, c->reach), weight);
    weight = wide_max(wide_sub(weight, g->least), wide_set1(0.0f));
    if (!kind.are_alike)
        weight = wide_mul(weight, c->yield);
    if (kind.is_filtered)
        weight = wide_keep(allowed, weight);
    g->sum_x = wide_add(g->sum_x, wide_mul(dx, weight));
    g->sum_y = wide_add(g->sum_y, wide_mul(dy, weight));
    return distance_sq;
}

/* Agent j of the order for all lanes. */
WIDE_INLINE void add_one(const throng_neighbours *n, int32_t j, kind kind, group *g)
{
    const candidates c = {wide_broadcast(n->x + j), wide_broadcast(n->y + j),
                          wide_broadcast(n->reach + j), wide_broadcast(n->yield + j)};
    wide_mask allowed = wide_mask_none();
    if (kind.is_filtered)
        allowed = filter_allows(g->filter, g->words, n->place[j]);
    wide_f32 distance_sq = add_candidates(&c, kind, allowed, g);
    if (kind.is_watched) {
        wide_mask is_self = wide_i32_eq(wide_i32_iota(), wide_i32_set1(j - g->begin));
        distance_sq = wide_select(is_self, wide_set1(VERY_FAR_SQ), distance_sq);
        g->closest_sq = wide_min(g->closest_sq, distance_sq);
    }
}

/* Agent j for the first lane, j + 1 for the second, and so on. */
WIDE_INLINE void add_line(const throng_neighbours *n, int32_t j, kind kind, group *g)
{
    const candidates c = {wide_load(n->x + j), wide_load(n->y + j), wide_load(n->reach + j),
                          wide_load(n->yield + j)};
    add_candidates(&c, kind, wide_mask_none(), g);
}

/* Only who is not between these (m) may coincide with agents of other rows. */
typedef struct band {
    wide_f32 north, south;
} band;

/* Agents on either side of a row's edge coincide only within this distance of it. A float as far
 * from zero as the edge is off by less than the second term. */
static double edge_width(const throng_neighbours *n, double edge)
{
    return 1e-5 * (double)n->window + 0x1p-22 * (edge < 0.0 ? -edge : edge);
}

static band find_band(const throng_neighbours *n, int32_t r)
{
    double north = n->origin_y + n->row[r] / n->rows_per_metre;
    double south = n->origin_y + (n->row[r] + 1.0) / n->rows_per_metre;
    return (band){wide_set1((float)(north + edge_width(n, north))),
                  wide_set1((float)(south - edge_width(n, south)))};
}

/* Nobody can be told from himself on a line. */
WIDE_INLINE throng_span_of_row choose_span(const throng_neighbours *n, const throng_rows *s,
                                           int32_t k, kind kind, const group *g)
{
    if (kind.is_watched)
        return (throng_span_of_row){s->low[k], s->high[k], false};
    return throng_rows_span(n, s, k, g->x);
}

WIDE_INLINE void add_span(const throng_neighbours *n, throng_span_of_row s, kind kind, group *g)
{
    if (s.is_of_lines)
        for (int32_t j = s.low; j < s.high; j++)
            add_line(n, j, kind, g);
    else
        for (int32_t j = s.low; j < s.high; j++)
            add_one(n, j, kind, g);
}

WIDE_INLINE void add_rows(const throng_neighbours *n, const throng_rows *s, kind kind, group *g)
{
    /* All searches before the first loop: they depend on nothing that loops do. */
    throng_span_of_row above = choose_span(n, s, 0, kind, g);
    throng_span_of_row own = choose_span(n, s, 1, kind, g);
    throng_span_of_row below = choose_span(n, s, 2, kind, g);
    add_span(n, above, kind, g);
    add_span(n, own, kind, g);
    add_span(n, below, kind, g);
}

/* The candidates of one row, every lane its own: those within its window alone, instead of those
 * within the window of any. */
typedef struct own_row {
    int32_t left; /* agents from the first on */
    const float *y, *reach, *yield;
    stretch x;
    wide_i32 k, end; /* in the stretch */
} own_row;

WIDE_INLINE own_row find_own(const throng_neighbours *n, int32_t low, int32_t high, const group *g)
{
    const int32_t count = high - low, left = n->count - low;
    const stretch x = stretch_load_row(n->x + low, left, count);
    const wide_f32 window = wide_set1(n->window);
    return (own_row){left,
                     n->y + low,
                     n->reach + low,
                     n->yield + low,
                     x,
                     stretch_find(x, g->x, window, true),
                     stretch_find(x, g->x, window, false)};
}

/* A lane that is done before others goes on east of its window, and where the stretch ends begins
 * again west of it: a row has fewer candidates than a stretch has places. That adds zeros. */
WIDE_INLINE void add_own(const own_row *row, kind kind, group *g)
{
    stretch x = row->x, y = stretch_load(row->y, row->left), reach = y, yield = y;
    if (!kind.are_alike) {
        reach = stretch_load(row->reach, row->left);
        yield = stretch_load(row->yield, row->left);
    }
    for (wide_i32 k = row->k;; k = wide_i32_add(k, wide_i32_set1(1))) {
        if (!wide_mask_any(wide_i32_lt(k, row->end)))
            break;
        const candidates c = {stretch_at(x, k), stretch_at(y, k), stretch_at(reach, k),
                              stretch_at(yield, k)};
        add_candidates(&c, kind, wide_mask_none(), g);
    }
}

/* Candidates of a group of 16 lanes up to which every lane is better off with its own; with fewer
 * than a stretch in every row. Lines take as long for some 75: on a Xeon of the Sapphire Rapids
 * kind 12.3 ns an agent against 13.1 at 57 candidates, 20.9 against 20.2 at 84. */
#define OWN_MAX 75

/* False, and nothing is done, where that is not so. */
WIDE_INLINE bool add_by_lanes(const throng_neighbours *n, const throng_rows *s, kind kind, group *g)
{
    int32_t all = 0, most = 0;
    for (int32_t r = 0; r < 3; r++) {
        int32_t count = s->high[r] - s->low[r];
        all += count;
        most = count > most ? count : most;
    }
    if (all > OWN_MAX || most >= 2 * WIDE_LANES)
        return false;
    /* All searches before the first loop: they depend on nothing that loops do. */
    own_row above = find_own(n, s->low[0], s->high[0], g);
    own_row own = find_own(n, s->low[1], s->high[1], g);
    own_row below = find_own(n, s->low[2], s->high[2], g);
    add_own(&above, kind, g);
    add_own(&own, kind, g);
    add_own(&below, kind, g);
    return true;
}

/* True if somebody may coincide with a lane: one of the agents beside it in the order does so
 * nearly in x, or it stands at the edge of the row. Registers that are not full are watched, too.
 */
WIDE_INLINE bool must_watch(const throng_neighbours *n, const group *g, const band *b)
{
    if (g->count < WIDE_LANES || g->begin == 0 || g->begin + WIDE_LANES >= n->count)
        return true;
    wide_f32 least = wide_set1(2e-6f * n->window);
    wide_f32 west = wide_abs(wide_sub(g->x, wide_load(n->x + g->begin - 1)));
    wide_f32 east = wide_abs(wide_sub(g->x, wide_load(n->x + g->begin + 1)));
    wide_mask is_alone = wide_gt(wide_min(west, east), least);
    is_alone = wide_mask_and(is_alone, wide_gt(g->y, b->north));
    is_alone = wide_mask_and(is_alone, wide_lt(g->y, b->south));
    return !wide_mask_all(is_alone);
}

static void finish(const throng_separation_job *job, const group *g)
{
    const throng_neighbours *n = job->neighbours;
    wide_f32 scale =
        wide_div(wide_set1(1.0f), wide_mul(wide_mul(wide_set1(2.0f * UNIT), g->reach),
                                           wide_load_some(n->yield + g->begin, g->count)));
    float push_x[WIDE_LANES], push_y[WIDE_LANES];
    wide_store(push_x, wide_mul(g->sum_x, scale));
    wide_store(push_y, wide_mul(g->sum_y, scale));
    const int32_t *place = n->place + g->begin;
    for (int32_t k = 0; k < g->count; k++) {
        job->push_x[place[k]] = push_x[k];
        job->push_y[place[k]] = push_y[k];
    }
}

/* Does again who has come too close to anybody. */
static void do_again(const throng_separation_job *job, const group *g)
{
    float window = job->neighbours->window;
    wide_f32 coincident_sq = wide_set1(window * window * THRONG_COINCIDENT_SQ);
    uint32_t again = wide_mask_bits(
        wide_mask_and(wide_le(g->closest_sq, coincident_sq), wide_mask_first(g->count)));
    for (; again; again &= again - 1) {
        int32_t k = g->begin + __builtin_ctz(again);
        throng_separate_scalar(job, k, k + 1);
    }
}

WIDE_INLINE void separate(const throng_separation_job *job, throng_rows *s, const band *b,
                          bool are_alike, group *g)
{
    const throng_neighbours *n = job->neighbours;
    throng_rows_move_on(n, n->x[g->begin], n->x[g->begin + g->count - 1], s);
    if (job->filter.words) {
        g->filter = &job->filter;
        g->words = filter_words(&job->filter, n->place + g->begin, g->count);
        add_rows(n, s, (kind){false, true, true}, g);
        finish(job, g);
        do_again(job, g);
    } else if (must_watch(n, g, b)) {
        add_rows(n, s, (kind){are_alike, true, false}, g);
        finish(job, g);
        do_again(job, g);
    } else {
        kind kind = {are_alike, false, false};
        if (!WIDE_MASKS_ARE_BITS || !add_by_lanes(n, s, kind, g))
            add_rows(n, s, kind, g);
        finish(job, g);
    }
}

void throng_in_tier(throng_separate)(const throng_separation_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_separate)(const throng_separation_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t r = throng_neighbours_row_of(n, begin);
    for (int32_t i = begin; i < end; r++) {
        throng_rows s = throng_rows_find(n, r, i, n->window);
        const band b = find_band(n, r);
        int32_t row_end = end < n->row_begin[r + 1] ? end : n->row_begin[r + 1];
        for (; i < row_end; i += WIDE_LANES) {
            int32_t count = row_end - i < WIDE_LANES ? row_end - i : WIDE_LANES;
            wide_f32 zero = wide_set1(0.0f);
            group g = {i,
                       count,
                       wide_load_some(n->x + i, count),
                       wide_load_some(n->y + i, count),
                       wide_load_some(n->reach + i, count),
                       wide_set1(UNIT / n->unit),
                       zero,
                       zero,
                       wide_set1(VERY_FAR_SQ),
                       NULL,
                       wide_i32_set1(0)};
            if (n->are_alike)
                separate(job, &s, &b, true, &g);
            else
                separate(job, &s, &b, false, &g);
        }
        i = row_end;
    }
}
