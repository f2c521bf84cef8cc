/* Looking ahead, WIDE_LANES agents at a time: those who look in this substep are gathered first.
 * Every lane finds by a binary search of its own who is at the place that it looks at, and adds
 * them in their order. */
#include "crowd/swerve.h"

#include "crowd/filter_wide.h"
#include "simd/tier.h"

/* Agents whose looking is done together: the list of those who look fits the first-level cache. */
enum { TOGETHER = 256 };

static const float distances[16] = THRONG_LOOK_DISTANCES;

/* Those who look, and what they look at. What is done for all of them, register by register, is
 * done before what comes next: then the CPU need not wait for one search to begin another. */
typedef struct lookers {
    int32_t count;
    int32_t place[TOGETHER + WIDE_LANES], turn[TOGETHER + WIDE_LANES];
    float x[TOGETHER + WIDE_LANES], y[TOGETHER + WIDE_LANES];     /* m, in the middle of it */
    int32_t k[TOGETHER + WIDE_LANES], end[TOGETHER + WIDE_LANES]; /* who is left of its row */
    int32_t longest;                                              /* agents in a row of these */
} lookers;

/* Lets everybody's turn fall off, and lists who looks. */
static void find_lookers(const throng_look_job *job, int32_t begin, int32_t end, lookers *l)
{
    const throng_agents *a = job->agents;
    const float keep = THRONG_SWERVE_FORGET / (THRONG_SWERVE_FORGET + job->dt);
    l->count = 0;
    for (int32_t i = begin; i < end; i++) {
        if (a->flags[i] & THRONG_AGENT_LEFT_OUT)
            continue;
        if (!throng_looks_ahead(a, i)) {
            a->swerve[i] = 0.0f;
            continue;
        }
        uint32_t turn;
        const bool looks = throng_look_turn(a, i, &turn);
        const float swerve = a->swerve[i] * keep;
        a->swerve[i] = swerve > THRONG_SWERVE_LEAST ? swerve : 0.0f;
        l->place[l->count] = i;
        l->turn[l->count] = (int32_t)turn;
        l->count += looks && job->groups[a->group[i]].desc.side_bias != 0.0f;
    }
}

static void aim(const throng_look_job *job, lookers *l)
{
    const throng_agents *a = job->agents;
    const wide_table table = wide_table_load(distances);
    for (int32_t i = 0; i < l->count; i += WIDE_LANES) {
        wide_i32 place = wide_i32_load_first(l->place + i, l->count - i);
        wide_f32 distance = wide_table_at(table, wide_i32_load_first(l->turn + i, l->count - i));
        distance = wide_mul(distance, wide_set1(job->neighbours->window));
        wide_f32 heading_x = wide_gather(a->heading_x, place);
        wide_f32 heading_y = wide_gather(a->heading_y, place);
        wide_store(l->x + i, wide_add(wide_gather(a->x, place), wide_mul(heading_x, distance)));
        wide_store(l->y + i, wide_add(wide_gather(a->y, place), wide_mul(heading_y, distance)));
    }
}

/* The row of the order that has this number, or -1. Rows are mostly as far from one another as
 * their numbers say. */
static int32_t row_with(const throng_neighbours *n, int32_t from, int32_t number)
{
    int32_t guess = from + (number - n->row[from]);
    if (guess >= 0 && guess < n->row_count && n->row[guess] == number)
        return guess;
    int32_t r = throng_neighbours_find_row(n, number);
    return n->row[r] == number ? r : -1;
}

static void find_rows(const throng_neighbours *n, int32_t *hint, lookers *l)
{
    l->longest = 0;
    for (int32_t i = 0; i < l->count; i++) {
        int32_t number = throng_row_number(l->y[i], n->origin_y, n->rows_per_metre);
        int32_t r = row_with(n, *hint, number);
        l->k[i] = l->end[i] = 0;
        if (r < 0)
            continue;
        *hint = r;
        l->k[i] = n->row_begin[r];
        l->end[i] = n->row_begin[r + 1];
        l->longest = l->end[i] - l->k[i] > l->longest ? l->end[i] - l->k[i] : l->longest;
    }
}

/* x of these agents of the order; where `is_there` is false, of any. */
WIDE_INLINE wide_f32 x_at(const throng_neighbours *n, wide_mask is_there, wide_i32 k)
{
    return wide_gather(n->x, wide_i32_keep(is_there, k));
}

/* throng_neighbours_find_x. */
static void find_x(const throng_neighbours *n, lookers *l)
{
    const wide_f32 half = wide_set1(n->window * THRONG_LOOK_HALF_WIDTH);
    int32_t first = 1; /* step: the greatest power of two that fits the longest row */
    while (first <= l->longest / 2)
        first *= 2;
    for (int32_t i = 0; i < l->count; i += WIDE_LANES) {
        wide_f32 west = wide_sub(wide_load(l->x + i), half);
        wide_i32 k = wide_i32_load_first(l->k + i, l->count - i);
        wide_i32 end = wide_i32_load_first(l->end + i, l->count - i);
        for (int32_t step = first; step > 0; step /= 2) {
            wide_i32 next = wide_i32_add(k, wide_i32_set1(step));
            wide_i32 last = wide_i32_sub(next, wide_i32_set1(1));
            wide_mask is_passed = wide_i32_lt(last, end);
            is_passed = wide_mask_and(is_passed, wide_lt(x_at(n, is_passed, last), west));
            k = wide_i32_select(is_passed, next, k);
        }
        wide_i32_store(l->k + i, k);
    }
}

/* A register of those who look. */
typedef struct group {
    wide_i32 place;
    wide_f32 heading_x, heading_y;
    wide_f32 east; /* m, where what is looked at ends */
    wide_i32 k, end;
    wide_f32 seen, along;
} group;

/* Which of the `other` places are seen; see is_seen of the scalar text. */
WIDE_INLINE wide_mask is_seen(const throng_look_job *job, const group *g, wide_i32 other)
{
    const throng_agents *a = job->agents;
    wide_mask is_other = wide_mask_not(wide_i32_eq(other, g->place));
    if (!job->any_arrived && !job->filter.words)
        return is_other;
    wide_i32 own_group = wide_i32_gather(a->group, g->place);
    wide_i32 groups = wide_i32_gather(a->group, other);
    wide_i32 arrived =
        wide_i32_and(wide_u8_gather_loads(a->flags, other), wide_i32_set1(THRONG_AGENT_ARRIVED));
    wide_mask is_there_already =
        wide_mask_and_not(wide_i32_eq(groups, own_group), wide_i32_eq(arrived, wide_i32_set1(0)));
    is_other = wide_mask_and_not(is_other, is_there_already);
    if (!job->filter.words)
        return is_other;
    return wide_mask_and(is_other, filter_allows_each(&job->filter, own_group, groups));
}

WIDE_INLINE void look(const throng_look_job *job, group *g)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    for (;; g->k = wide_i32_add(g->k, wide_i32_set1(1))) {
        wide_mask is_there = wide_i32_lt(g->k, g->end);
        is_there = wide_mask_and(is_there, wide_le(x_at(n, is_there, g->k), g->east));
        if (!wide_mask_any(is_there))
            return;
        wide_i32 other = wide_i32_gather(n->place, wide_i32_keep(is_there, g->k));
        wide_mask counts = wide_mask_and(is_there, is_seen(job, g, other));
        wide_f32 along = wide_add(wide_mul(wide_gather(a->heading_x, other), g->heading_x),
                                  wide_mul(wide_gather(a->heading_y, other), g->heading_y));
        g->seen = wide_add_where(counts, g->seen, wide_set1(1.0f));
        g->along = wide_add_where(counts, g->along, along);
    }
}

WIDE_INLINE wide_f32 threat(const group *g)
{
    wide_f32 zero = wide_set1(0.0f), one = wide_set1(1.0f);
    wide_f32 mean = wide_div(g->along, g->seen);
    wide_f32 share = wide_mul(wide_sub(wide_set1(THRONG_LOOK_SAME), mean),
                              wide_set1(1.0f / (THRONG_LOOK_SAME - THRONG_LOOK_COMING)));
    share = wide_select(wide_gt(share, one), one, share);
    share = wide_select(wide_lt(share, zero), zero, share);
    return wide_keep(wide_gt(g->seen, zero), share);
}

/* The lookers from `first` on, as many as fit a register. */
static void look_together(const throng_look_job *job, const lookers *l, int32_t first)
{
    const throng_agents *a = job->agents;
    const int32_t count = l->count - first < WIDE_LANES ? l->count - first : WIDE_LANES;
    wide_f32 half = wide_set1(job->neighbours->window * THRONG_LOOK_HALF_WIDTH);
    wide_f32 zero = wide_set1(0.0f);
    wide_i32 place = wide_i32_load_first(l->place + first, count);
    group g = {place,
               wide_gather(a->heading_x, place),
               wide_gather(a->heading_y, place),
               wide_add(wide_load(l->x + first), half),
               wide_i32_load_first(l->k + first, count),
               wide_i32_load_first(l->end + first, count),
               zero,
               zero};
    look(job, &g);
    float seen[WIDE_LANES];
    wide_store(seen, threat(&g));
    for (int32_t k = 0; k < count; k++) {
        float *swerve = a->swerve + l->place[first + k];
        if (seen[k] > *swerve)
            *swerve = seen[k] > THRONG_SWERVE_LEAST ? seen[k] : 0.0f;
    }
}

void throng_in_tier(throng_look)(const throng_look_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_look)(const throng_look_job *job, int32_t begin, int32_t end)
{
    lookers l;
    int32_t hint = 0;
    for (; begin < end; begin += TOGETHER) {
        find_lookers(job, begin, end - begin < TOGETHER ? end : begin + TOGETHER, &l);
        aim(job, &l);
        find_rows(job->neighbours, &hint, &l);
        find_x(job->neighbours, &l);
        for (int32_t i = 0; i < l.count; i += WIDE_LANES)
            look_together(job, &l, i);
    }
}

/* Turns the headings of a register of agents, of whom some turn. */
WIDE_INLINE void swerve(const throng_look_job *job, int32_t i, wide_f32 share)
{
    const throng_agents *a = job->agents;
    float bias[WIDE_LANES];
    for (int32_t k = 0; k < WIDE_LANES; k++)
        bias[k] = job->groups[a->group[i + k]].desc.side_bias;
    wide_f32 side = wide_mul(share, wide_load(bias)), zero = wide_set1(0.0f);
    wide_f32 heading_x = wide_load(a->heading_x + i), heading_y = wide_load(a->heading_y + i);
    wide_f32 x = wide_sub(heading_x, wide_mul(heading_y, side));
    wide_f32 y = wide_add(heading_y, wide_mul(heading_x, side));
    wide_f32 length = wide_sqrt(wide_add(wide_mul(x, x), wide_mul(y, y)));
    wide_mask turns = wide_mask_and(wide_neq(share, zero), wide_gt(length, zero));
    x = wide_div(x, length);
    y = wide_div(y, length);
    wide_f32 own_sq = wide_add(wide_mul(heading_x, heading_x), wide_mul(heading_y, heading_y));
    wide_mask is_short = wide_lt(own_sq, wide_set1(THRONG_SWERVE_SHORT_SQ));
    if (wide_mask_any(is_short)) {
        wide_f32 own = wide_select(is_short, wide_sqrt(own_sq), wide_set1(1.0f));
        x = wide_mul(x, own);
        y = wide_mul(y, own);
    }
    wide_store(a->heading_x + i, wide_select(turns, x, heading_x));
    wide_store(a->heading_y + i, wide_select(turns, y, heading_y));
}

void throng_in_tier(throng_swerve)(const throng_look_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_swerve)(const throng_look_job *job, int32_t begin, int32_t end)
{
    int32_t i = begin;
    for (; i <= end - WIDE_LANES; i += WIDE_LANES) {
        wide_f32 share = wide_load(job->agents->swerve + i);
        if (wide_mask_any(wide_neq(share, wide_set1(0.0f))))
            swerve(job, i, share);
    }
    throng_swerve_scalar(job, i, end);
}
