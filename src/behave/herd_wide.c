/* Neighbours of WIDE_LANES agents that stand one after the other in a row of the order: candidates
 * are those of all the lanes, one at a time, in the order of the rows. */
#include "behave/behave.h"

#include "crowd/ground_wide.h"
#include "crowd/window_wide.h"

/* The agents of a register and their sums. */
typedef struct herd {
    int32_t begin, count;
    int32_t group;
    uint16_t mates; /* layers */
    wide_f32 x, y;
    wide_f32 neighbours, velocity_x, velocity_y, way_x, way_y;
} herd;

/* True if the agent at this place counts for the herd. */
WIDE_INLINE bool is_mate(const throng_herd_job *job, int32_t place, const herd *h)
{
    const int32_t group = job->agents->group[place];
    return group == h->group || (h->mates & job->groups[group].desc.layers) != 0;
}

WIDE_INLINE void add_candidate(const throng_herd_job *job, int32_t k, bool may_be_self,
                               wide_f32 range_sq, herd *h)
{
    const throng_neighbours *n = job->neighbours;
    const float velocity = job->velocity_x[k];
    if (!(velocity == velocity) || (!job->is_one_group && !is_mate(job, n->place[k], h)))
        return;
    wide_f32 dx = wide_sub(wide_broadcast(n->x + k), h->x);
    wide_f32 dy = wide_sub(wide_broadcast(n->y + k), h->y);
    wide_mask counts = wide_le(wide_add(wide_mul(dx, dx), wide_mul(dy, dy)), range_sq);
    if (may_be_self) {
        wide_mask is_self = wide_i32_eq(wide_i32_iota(), wide_i32_set1(k - h->begin));
        counts = wide_mask_and_not(counts, is_self);
    }
    h->neighbours = wide_add_where(counts, h->neighbours, wide_set1(1.0f));
    h->velocity_x = wide_add_where(counts, h->velocity_x, wide_set1(velocity));
    h->velocity_y = wide_add_where(counts, h->velocity_y, wide_broadcast(job->velocity_y + k));
    h->way_x = wide_add_where(counts, h->way_x, dx);
    h->way_y = wide_add_where(counts, h->way_y, dy);
}

/* Where the registers before began in rows, by the last bits of the row's number: mostly a little
 * west of where this one does. They save time and change nothing else. */
enum { HINTS = 16, STEPS_MOST = 64 };

typedef struct hints {
    int32_t at[HINTS];
} hints;

/* throng_neighbours_find_x, from a hint on if that is near and not too far east. */
WIDE_INLINE int32_t find_near(const throng_neighbours *n, int32_t r, float x, int32_t *hint)
{
    const int32_t begin = n->row_begin[r], end = n->row_begin[r + 1];
    int32_t k = *hint, last = k + STEPS_MOST < end ? k + STEPS_MOST : end;
    if (k < begin || k > end || (k > begin && !(n->x[k - 1] < x)))
        k = last = end;
    while (k < last && n->x[k] < x)
        k++;
    bool is_found = k < last && !(n->x[k] < x);
    return *hint = is_found ? k : throng_neighbours_find_x(n, r, x);
}

/* The first row that is not below number `first`, from row r back. */
static int32_t find_first_row(const throng_neighbours *n, int32_t r, int32_t first)
{
    while (r > 0 && n->row[r - 1] >= first)
        r--;
    return r;
}

/* The windows of all lanes together, from row r of theirs on. */
static void add_rows(const throng_herd_job *job, int32_t r, float range, hints *seen, herd *h)
{
    const throng_neighbours *n = job->neighbours;
    const int32_t end = h->begin + h->count;
    float low = n->y[h->begin], high = low, wide = range * 1.001f;
    for (int32_t i = h->begin + 1; i < end; i++) {
        low = n->y[i] < low ? n->y[i] : low;
        high = n->y[i] > high ? n->y[i] : high;
    }
    float west = n->x[h->begin] - wide, east = n->x[end - 1] + wide;
    double reach = wide;
    int32_t first = throng_row_number(low - reach, n->origin_y, n->rows_per_metre);
    int32_t last = throng_row_number(high + reach, n->origin_y, n->rows_per_metre);
    wide_f32 range_sq = wide_set1(range * range);
    herd sum = *h;
    for (r = find_first_row(n, r, first); r < n->row_count && n->row[r] <= last; r++) {
        int32_t k = find_near(n, r, west, &seen->at[(uint32_t)n->row[r] % HINTS]);
        const int32_t row_end = n->row_begin[r + 1];
        for (; k < row_end && n->x[k] <= east; k++)
            add_candidate(job, k, k >= h->begin && k < end, range_sq, &sum);
    }
    *h = sum;
}

static void put(float *to, const int32_t *place, uint32_t lanes, wide_mask is_there, wide_f32 v)
{
    float values[WIDE_LANES];
    wide_store(values, wide_keep(is_there, v));
    for (; lanes; lanes &= lanes - 1)
        to[place[__builtin_ctz(lanes)]] = values[__builtin_ctz(lanes)];
}

static void wish(const throng_herd_job *job, uint32_t lanes, float range, const herd *h)
{
    const int32_t *place = job->neighbours->place + h->begin;
    float speeds[WIDE_LANES] = {0.0f};
    for (uint32_t left = lanes; left; left &= left - 1)
        speeds[__builtin_ctz(left)] = job->agents->max_speed[place[__builtin_ctz(left)]];
    wide_f32 max_speed = wide_load(speeds), zero = wide_set1(0.0f), one = wide_set1(1.0f);
    wide_f32 share = wide_div(one, h->neighbours), range_all = wide_set1(range);
    wide_f32 x = wide_div(wide_mul(h->velocity_x, share), max_speed);
    wide_f32 y = wide_div(wide_mul(h->velocity_y, share), max_speed);
    wide_f32 length = wide_sqrt(wide_add(wide_mul(x, x), wide_mul(y, y)));
    wide_f32 scale = wide_select(wide_gt(length, one), wide_div(one, length), one);
    wide_mask has_any = wide_gt(h->neighbours, zero);
    wide_mask can_walk = wide_mask_and(has_any, wide_gt(max_speed, zero));
    put(job->align_x, place, lanes, can_walk, wide_mul(x, scale));
    put(job->align_y, place, lanes, can_walk, wide_mul(y, scale));
    put(job->cohere_x, place, lanes, has_any, wide_div(wide_mul(h->way_x, share), range_all));
    put(job->cohere_y, place, lanes, has_any, wide_div(wide_mul(h->way_y, share), range_all));
}

/* The lanes that have wishes about their neighbours. */
static uint32_t find_herds(const throng_herd_job *job, int32_t begin, int32_t count)
{
    const int32_t *group = job->agents->group, *place = job->neighbours->place + begin;
    wide_f32 velocity = wide_load_some(job->velocity_x + begin, count);
    wide_mask has_wishes = wide_mask_and(wide_eq(velocity, velocity), wide_mask_first(count));
    uint32_t lanes = wide_mask_bits(has_wishes), herds = 0;
    if (job->is_one_group)
        return job->groups[group[place[0]]].behaviour.is_herd ? lanes : 0;
    for (; lanes; lanes &= lanes - 1)
        if (job->groups[group[place[__builtin_ctz(lanes)]]].behaviour.is_herd)
            herds |= lanes & (0u - lanes);
    return herds;
}

static void find_and_wish(const throng_herd_job *job, int32_t r, int32_t begin, int32_t count,
                          hints *seen)
{
    const throng_neighbours *n = job->neighbours;
    const int32_t *group = job->agents->group, *place = n->place + begin;
    uint32_t left = find_herds(job, begin, count);
    wide_f32 zero = wide_set1(0.0f);
    while (left) {
        int32_t number = group[place[__builtin_ctz(left)]];
        uint32_t lanes = job->is_one_group ? left : 0;
        for (uint32_t rest = left & ~lanes; rest; rest &= rest - 1)
            if (group[place[__builtin_ctz(rest)]] == number)
                lanes |= rest & (0u - rest);
        left &= ~lanes;
        const throng_behaviour_desc *desc = &job->groups[number].behaviour.desc;
        float range = desc->neighbour_range;
        herd h = {begin,
                  count,
                  number,
                  desc->mates,
                  wide_load_some(n->x + begin, count),
                  wide_load_some(n->y + begin, count),
                  zero,
                  zero,
                  zero,
                  zero,
                  zero};
        add_rows(job, r, range, seen, &h);
        wish(job, lanes, range, &h);
    }
}

void throng_in_tier(throng_herd)(const throng_herd_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_herd)(const throng_herd_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t r = throng_neighbours_row_of(n, begin);
    hints seen;
    memset(&seen, 0xff, sizeof seen); /* -1: none */
    for (int32_t i = begin; i < end; r++) {
        int32_t row_end = end < n->row_begin[r + 1] ? end : n->row_begin[r + 1];
        for (; i < row_end; i += WIDE_LANES)
            find_and_wish(job, r, i, row_end - i < WIDE_LANES ? row_end - i : WIDE_LANES, &seen);
        i = row_end;
    }
}
