/* Time gaps, WIDE_LANES agents at a time: neighbours in the order, all of one row. Everybody who is
 * within reach of some lane is compared with all of them. A minimum does not ask in which order, so
 * lanes may see more than they would by themselves, as long as only those count whom the scalar
 * text would look at, too. */
#include "crowd/gap.h"

#include "crowd/filter_wide.h"
#include "simd/tier.h"

#include <float.h>

/* More than any rounding on the way to a gap. */
#define MARGIN 1.0001f

typedef struct group {
    int32_t begin, count; /* in the order */
    wide_mask walks;      /* who has a gap to keep */
    wide_f32 x, y, heading_x, heading_y, radius, needed;
    wide_f32 free; /* m, way that is free ahead as far as it is known */
    wide_f32 west, east;
    wide_i32 first_row, last_row;
    wide_i32 words; /* of the filter, if there is one */
} group;

/* What is looked at for a group: what any lane looks at. */
typedef struct area {
    float west, east;
    int32_t first_row, last_row;
} area;

/* False if no lane has a gap to keep. */
WIDE_INLINE bool load_group(const throng_gap_job *job, int32_t begin, int32_t count, group *g,
                            area *all)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    float needed[WIDE_LANES] = {0}, heading_x[WIDE_LANES] = {0}, heading_y[WIDE_LANES] = {0};
    float radius[WIDE_LANES] = {0}, west[WIDE_LANES] = {0}, east[WIDE_LANES] = {0};
    int32_t first_row[WIDE_LANES] = {0}, last_row[WIDE_LANES] = {0};
    bool any = false;
    *all = (area){FLT_MAX, -FLT_MAX, INT32_MAX, INT32_MIN};
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = begin + k, place = n->place[i];
        const float most = a->max_speed[place] * job->groups[a->group[place]].desc.time_gap;
        const bool walks = a->heading_x[place] != 0.0f || a->heading_y[place] != 0.0f;
        if (!(most > 0.0f) || !walks || (a->flags[place] & THRONG_AGENT_ASLEEP))
            continue;
        const float reach = most + n->window;
        any = true;
        needed[k] = most;
        heading_x[k] = a->heading_x[place];
        heading_y[k] = a->heading_y[place];
        radius[k] = a->radius[place];
        west[k] = n->x[i] - reach;
        east[k] = n->x[i] + reach;
        first_row[k] = throng_row_number(n->y[i] - reach, n->origin_y, n->rows_per_metre);
        last_row[k] = throng_row_number(n->y[i] + reach, n->origin_y, n->rows_per_metre);
        all->west = west[k] < all->west ? west[k] : all->west;
        all->east = east[k] > all->east ? east[k] : all->east;
        all->first_row = first_row[k] < all->first_row ? first_row[k] : all->first_row;
        all->last_row = last_row[k] > all->last_row ? last_row[k] : all->last_row;
    }
    if (!any)
        return false;
    *g = (group){.begin = begin,
                 .count = count,
                 .x = wide_load_first(n->x + begin, count),
                 .y = wide_load_first(n->y + begin, count),
                 .heading_x = wide_load(heading_x),
                 .heading_y = wide_load(heading_y),
                 .radius = wide_load(radius),
                 .needed = wide_load(needed),
                 .free = wide_load(needed),
                 .west = wide_load(west),
                 .east = wide_load(east),
                 .first_row = wide_i32_load(first_row),
                 .last_row = wide_i32_load(last_row),
                 .words = wide_i32_set1(0)};
    g->walks = wide_gt(g->needed, wide_set1(0.0f));
    if (job->filter.words)
        g->words = filter_words(&job->filter, n->place + begin, count);
    return true;
}

/* Which lanes would look at a candidate of this row by themselves. */
WIDE_INLINE wide_mask looks_at(const throng_gap_job *job, const group *g, int32_t row, int32_t k)
{
    const wide_i32 rows = wide_i32_set1(row);
    const wide_f32 x = wide_broadcast(job->neighbours->x + k);
    wide_mask is_outside =
        wide_mask_or(wide_i32_gt(g->first_row, rows), wide_i32_lt(g->last_row, rows));
    wide_mask looks = wide_mask_and_not(g->walks, is_outside);
    looks = wide_mask_and(looks, wide_mask_and(wide_ge(x, g->west), wide_le(x, g->east)));
    if (job->filter.words)
        looks =
            wide_mask_and(looks, filter_allows(&job->filter, g->words, job->neighbours->place[k]));
    return looks;
}

WIDE_INLINE void add_candidate(const throng_gap_job *job, int32_t row, int32_t k, group *g)
{
    const throng_neighbours *n = job->neighbours;
    wide_f32 dx = wide_sub(wide_broadcast(n->x + k), g->x);
    wide_f32 dy = wide_sub(wide_broadcast(n->y + k), g->y);
    wide_f32 ahead = wide_add(wide_mul(dx, g->heading_x), wide_mul(dy, g->heading_y));
    wide_f32 aside = wide_sub(wide_mul(dx, g->heading_y), wide_mul(dy, g->heading_x));
    wide_f32 radii = wide_add(g->radius, wide_broadcast(job->agents->radius + n->place[k]));
    wide_f32 distance_sq = wide_add(wide_mul(dx, dx), wide_mul(dy, dy));
    wide_mask hits = wide_gt(ahead, wide_set1(0.0f)); /* never oneself */
    hits = wide_mask_and_not(hits, wide_gt(wide_abs(aside), radii));
    /* Roots are dear, and most of those ahead are farther away than somebody before them. */
    wide_f32 nearest = wide_mul(wide_add(g->free, radii), wide_set1(MARGIN));
    hits = wide_mask_and(hits, wide_lt(distance_sq, wide_mul(nearest, nearest)));
    if (!wide_mask_any(hits))
        return;
    hits = wide_mask_and(hits, looks_at(job, g, row, k));
    wide_f32 gap = wide_sub(wide_sqrt(distance_sq), radii);
    hits = wide_mask_and(hits, wide_lt(gap, g->free));
    g->free = wide_select(hits, gap, g->free);
}

WIDE_INLINE void slow_down(const throng_gap_job *job, const group *g)
{
    const throng_agents *a = job->agents;
    const int32_t *place = job->neighbours->place + g->begin;
    wide_f32 zero = wide_set1(0.0f), slowest = wide_set1(THRONG_GAP_SLOWEST);
    wide_f32 free = wide_select(wide_gt(g->free, zero), g->free, zero);
    wide_f32 share = wide_div(free, g->needed);
    share = wide_select(wide_gt(share, slowest), share, slowest);
    float x[WIDE_LANES], y[WIDE_LANES];
    wide_store(x, wide_mul(g->heading_x, share));
    wide_store(y, wide_mul(g->heading_y, share));
    uint32_t who = wide_mask_bits(g->walks);
    for (; who; who &= who - 1) {
        const int32_t k = __builtin_ctz(who);
        a->heading_x[place[k]] = x[k];
        a->heading_y[place[k]] = y[k];
    }
}

void throng_in_tier(throng_gap)(const throng_gap_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_gap)(const throng_gap_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t own_row = throng_neighbours_row_of(n, begin);
    for (int32_t i = begin; i < end; own_row++) {
        const int32_t row_end = end < n->row_begin[own_row + 1] ? end : n->row_begin[own_row + 1];
        for (; i < row_end; i += WIDE_LANES) {
            group g;
            area all;
            if (!load_group(job, i, row_end - i < WIDE_LANES ? row_end - i : WIDE_LANES, &g, &all))
                continue;
            int32_t r = throng_neighbours_find_row(n, all.first_row);
            for (; r < n->row_count && n->row[r] <= all.last_row; r++) {
                int32_t k = throng_neighbours_find_x(n, r, all.west);
                for (; k < n->row_begin[r + 1] && n->x[k] <= all.east; k++)
                    add_candidate(job, n->row[r], k, &g);
            }
            slow_down(job, &g);
        }
        i = row_end;
    }
}
