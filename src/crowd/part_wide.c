/* Parting, WIDE_LANES agents at a time: neighbours in the order, all of one row. Every lane goes
 * through candidates of its own where masks are bits and rows are no fuller than usual; elsewhere
 * along lines of candidates, or one after the other is compared with all lanes. Every lane adds
 * those that it touches in the order (row, x, id), and zeros for others.
 * A lane that coincides with somebody is done by the scalar text. */
#include "crowd/part.h"

#include "crowd/crowd.h"
#include "crowd/filter_wide.h"
#include "crowd/inverse_root_wide.h"
#include "crowd/turn.h"
#include "crowd/window_wide.h"

#define FULL 2.4f
#define SHIFT_MAX (0.5f * THRONG_PART_MAX)
#define STICK 0.0005f

typedef struct group {
    wide_mask is_awake; /* and there at all */
    wide_mask wakes;    /* whom it touches: has not stood still for a time */
    wide_f32 x, y, radius, give, left;
    wide_f32 sum_x, sum_y, count, widest;
    wide_f32 closest_sq; /* of all candidates but oneself */
    wide_i32 words;      /* of the filter, if there is one */
    bool any_asleep;     /* of lanes and candidates */
    wide_mask are_held_up;
    /* Where all are equal, of any pair: sum of radii, distance of touching, share. */
    wide_f32 radii, touching, touching_sq, share;
} group;

WIDE_INLINE void touch(const throng_part_job *job, int32_t j, wide_mask by)
{
    const throng_agents *a = job->agents;
    int32_t place = job->neighbours->place[j];
    if (wide_mask_any(by) && throng_minds_touch(a, place))
        __atomic_fetch_or(&a->rest[place], THRONG_REST_TOUCHED, __ATOMIC_RELAXED);
}

/* A pair as far as it takes to tell whether it is in contact. */
typedef struct pair {
    wide_f32 dx, dy, distance_sq, radii, touching;
    wide_mask touches;
} pair;

/* Which of the texts for pairs: all are equal, and nobody asks for `radius`; some lanes are held
 * up, else nobody asks for `left`. */
typedef struct kind {
    bool equal, tilts;
} kind;

WIDE_INLINE pair pair_of(const group *g, wide_f32 x, wide_f32 y, wide_f32 radius, kind of)
{
    pair p;
    p.dx = wide_sub(g->x, x);
    p.dy = wide_sub(g->y, y);
    p.distance_sq = wide_add(wide_mul(p.dx, p.dx), wide_mul(p.dy, p.dy));
    p.radii = of.equal ? g->radii : wide_add(g->radius, radius);
    p.touching = of.equal ? g->touching : wide_mul(p.radii, wide_set1(THRONG_PART_TOUCHING));
    p.touches =
        wide_lt(p.distance_sq, of.equal ? g->touching_sq : wide_mul(p.touching, p.touching));
    return p;
}

/* What lanes give of the pair's overlap if they give `give` of it as long as nobody is held up;
 * `left` is the other's. */
WIDE_INLINE wide_f32 tilted(const group *g, wide_f32 give, wide_f32 left, wide_f32 inverse,
                            wide_f32 overlap)
{
    wide_f32 zero = wide_set1(0.0f), one = wide_set1(1.0f), most = wide_set1(THRONG_PART_TILT_MOST);
    wide_f32 tilt = wide_mul(wide_sub(left, g->left), inverse);
    tilt = wide_max(wide_min(tilt, most), wide_neg(most));
    wide_f32 fade = wide_sub(one, wide_mul(overlap, wide_set1(THRONG_PART_TILT_FADE)));
    tilt = wide_mul(tilt, wide_max(fade, zero));
    tilt = wide_keep(wide_mask_and(g->are_held_up, wide_ge(left, zero)), tilt);
    wide_f32 others = wide_sub(wide_set1(2.0f), wide_add(give, give));
    return wide_mul(give, wide_sub(one, wide_mul(tilt, others)));
}

/* Of who is touched: what it gives and how far it has to go. */
typedef struct other {
    wide_f32 give, left;
} other;

WIDE_INLINE void add_contacts(const pair *p, other o, kind of, group *g)
{
    wide_f32 one = wide_set1(1.0f), give = g->share;
    if (!of.equal)
        give = wide_div(g->give, wide_add(wide_add(g->give, o.give), wide_set1(THRONG_PART_TINY)));
    wide_f32 inverse = wide_inverse_root_fine(p->distance_sq);
    wide_f32 overlap = wide_sub(wide_mul(p->touching, inverse), one);
    if (of.tilts)
        give = tilted(g, give, o.left, inverse, overlap);
    wide_f32 weight = wide_keep(p->touches, wide_mul(overlap, give));
    g->sum_x = wide_add(g->sum_x, wide_mul(p->dx, weight));
    g->sum_y = wide_add(g->sum_y, wide_mul(p->dy, weight));
    g->count = wide_add_where(p->touches, g->count, one);
    if (!of.equal)
        g->widest = wide_max(wide_keep(p->touches, p->radii), g->widest);
    wide_f32 distance_sq = wide_select(p->touches, p->distance_sq, wide_set1(VERY_FAR_SQ));
    g->closest_sq = wide_min(distance_sq, g->closest_sq);
}

/* `self` is the lane that the candidate is itself, or -1. */
WIDE_INLINE void add_candidate(const throng_part_job *job, int32_t j, int32_t self, kind of,
                               group *g)
{
    const throng_contacts *c = &job->contacts;
    pair p = pair_of(g, wide_broadcast(c->x + j), wide_broadcast(c->y + j),
                     of.equal ? g->radius : wide_broadcast(c->radius + j), of);
    if (self >= 0)
        p.touches = wide_mask_and_not(p.touches, wide_i32_eq(wide_i32_iota(), wide_i32_set1(self)));
    if (job->filter.words)
        p.touches = wide_mask_and(p.touches,
                                  filter_allows(&job->filter, g->words, job->neighbours->place[j]));
    if (g->any_asleep)
        touch(job, j, wide_mask_and(p.touches, g->wakes));
    other o = {of.equal ? g->give : wide_abs(wide_broadcast(c->give + j)),
               of.tilts ? wide_broadcast(c->left + j) : g->left};
    add_contacts(&p, o, of, g);
}

/* Agent j for the first lane, j + 1 for the second, and so on. */
WIDE_INLINE void add_line(const throng_part_job *job, int32_t j, kind of, group *g)
{
    const throng_contacts *c = &job->contacts;
    pair p = pair_of(g, wide_load(c->x + j), wide_load(c->y + j),
                     of.equal ? g->radius : wide_load(c->radius + j), of);
    other o = {of.equal ? g->give : wide_load(c->give + j),
               of.tilts ? wide_load(c->left + j) : g->left};
    add_contacts(&p, o, of, g);
}

/* The candidates of a row beside that of the agents i .. i + count - 1, or of their own. */
WIDE_INLINE void add_span(const throng_part_job *job, throng_span_of_row s, int32_t i,
                          int32_t count, bool is_own, kind of, group *g)
{
    for (int32_t j = s.low; s.is_of_lines && j < s.high; j++)
        if (!is_own || j != i)
            add_line(job, j, of, g);
    for (int32_t j = s.low; !s.is_of_lines && j < s.high; j++)
        add_candidate(job, j, is_own && j >= i && j < i + count ? j - i : -1, of, g);
}

WIDE_INLINE void add_spans(const throng_part_job *job, const throng_rows *s, int32_t i,
                           int32_t count, kind of, group *g)
{
    throng_span_of_row spans[3];
    const bool are_alone = count < WIDE_LANES || job->filter.words || g->any_asleep;
    /* All searches before the first loop: they depend on nothing that loops do. */
    for (int32_t k = 0; k < 3; k++)
        spans[k] = are_alone
                       ? (throng_span_of_row){s->low[k], s->high[k], false}
                       : throng_rows_span(job->neighbours, s, k, wide_load(job->neighbours->x + i));
    for (int32_t k = 0; k < 3; k++)
        add_span(job, spans[k], i, count, k == 1, of, g);
}

/* The candidates of one row, every lane its own: those within its window alone, instead of those
 * within the window of any. */
typedef struct own_row {
    int32_t low, left; /* first agent, agents from it on */
    stretch x;
    wide_i32 k, end, self; /* in the stretch */
} own_row;

WIDE_INLINE own_row find_own(const throng_part_job *job, int32_t low, int32_t high, int32_t i,
                             int32_t count)
{
    const throng_neighbours *n = job->neighbours;
    const int32_t left = n->count - low;
    wide_f32 own = wide_load_some(n->x + i, count), window = wide_set1(job->window);
    stretch x = stretch_load_row(n->x + low, left, high - low);
    return (own_row){low,
                     left,
                     stretch_load_row(job->contacts.x + low, left, high - low),
                     stretch_find(x, own, window, true),
                     stretch_find(x, own, window, false),
                     wide_i32_add(wide_i32_iota(), wide_i32_set1(i - low))};
}

/* A lane that is done before others goes on east of its window, where nobody touches it, and where
 * the stretch ends begins again west of it. */
WIDE_INLINE void add_own(const throng_part_job *job, const own_row *row, bool has_self, kind of,
                         group *g)
{
    const throng_contacts *c = &job->contacts;
    stretch y = stretch_load(c->y + row->low, row->left), radius = y, give = y, left = y;
    if (!of.equal) {
        radius = stretch_load(c->radius + row->low, row->left);
        give = stretch_load(c->give + row->low, row->left);
    }
    if (of.tilts)
        left = stretch_load(c->left + row->low, row->left);
    for (wide_i32 k = row->k;; k = wide_i32_add(k, wide_i32_set1(1))) {
        if (!wide_mask_any(wide_i32_lt(k, row->end)))
            break;
        pair p = pair_of(g, stretch_at(row->x, k), stretch_at(y, k),
                         of.equal ? g->radius : stretch_at(radius, k), of);
        if (has_self)
            p.touches = wide_mask_and_not(p.touches, wide_i32_eq(k, row->self));
        other o = {of.equal ? g->give : stretch_at(give, k),
                   of.tilts ? stretch_at(left, k) : g->left};
        add_contacts(&p, o, of, g);
    }
}

/* False, and nothing is done, where that is not faster or contacts must be told apart. */
WIDE_INLINE bool add_by_lanes(const throng_part_job *job, const throng_rows *s, int32_t i,
                              int32_t count, kind of, group *g)
{
    if (!WIDE_MASKS_ARE_BITS || job->filter.words || g->any_asleep)
        return false;
    for (int32_t r = 0; r < 3; r++)
        if (s->high[r] - s->low[r] >= 2 * WIDE_LANES)
            return false;
    /* All searches before the first loop: they depend on nothing that loops do. */
    own_row above = find_own(job, s->low[0], s->high[0], i, count);
    own_row own = find_own(job, s->low[1], s->high[1], i, count);
    own_row below = find_own(job, s->low[2], s->high[2], i, count);
    add_own(job, &above, false, of, g);
    add_own(job, &own, true, of, g);
    add_own(job, &below, false, of, g);
    return true;
}

typedef struct shift {
    wide_f32 x, y, length_sq;
} shift;

WIDE_INLINE shift shift_of(const throng_part_job *job, const group *g, wide_mask is_still)
{
    wide_f32 full = wide_set1(FULL);
    wide_f32 share =
        wide_select(wide_gt(g->count, full), wide_div(full, g->count), wide_set1(1.0f));
    wide_f32 x = wide_mul(g->sum_x, share), y = wide_mul(g->sum_y, share);
    wide_f32 length_sq = wide_add(wide_mul(x, x), wide_mul(y, y));
    wide_f32 most = wide_mul(g->widest, wide_set1(SHIFT_MAX / (float)job->passes));
    wide_f32 least = wide_mul(g->widest, wide_set1(STICK));
    wide_mask sticks = wide_mask_and(is_still, wide_le(length_sq, wide_mul(least, least)));
    wide_mask moves = wide_mask_and_not(wide_neq(length_sq, wide_set1(0.0f)), sticks);
    wide_mask is_long = wide_gt(length_sq, wide_mul(most, most));
    wide_f32 scale = wide_div(most, wide_sqrt(length_sq));
    x = wide_select(is_long, wide_mul(x, scale), x);
    y = wide_select(is_long, wide_mul(y, scale), y);
    x = wide_keep(moves, x);
    y = wide_keep(moves, y);
    return (shift){x, y, wide_add(wide_mul(x, x), wide_mul(y, y))};
}

/* The lanes' results, to be written one by one. */
typedef struct lanes {
    float shift_x[WIDE_LANES], shift_y[WIDE_LANES];
    float velocity_x[WIDE_LANES], velocity_y[WIDE_LANES];
    uint32_t shifts, presses; /* who has a shift, whose velocity presses against it */
} lanes;

WIDE_INLINE void yield(const throng_part_job *job, const shift *s, wide_f32 velocity_x,
                       wide_f32 velocity_y, lanes *out)
{
    wide_f32 pressing = wide_neg(wide_add(wide_mul(velocity_x, s->x), wide_mul(velocity_y, s->y)));
    wide_mask presses = wide_gt(pressing, wide_set1(0.0f));
    wide_f32 share = wide_div(pressing, s->length_sq), most = wide_set1(1.0f / job->dt);
    share = wide_select(wide_lt(share, most), share, most);
    wide_store(out->velocity_x, wide_add(velocity_x, wide_mul(s->x, share)));
    wide_store(out->velocity_y, wide_add(velocity_y, wide_mul(s->y, share)));
    out->presses = wide_mask_bits(presses);
}

/* One loop for each kind of writing: branches in one would be hard to foresee. */
static void write_lanes(const throng_part_job *job, const lanes *l, uint32_t who, int32_t i)
{
    const throng_agents *a = job->agents;
    const int32_t *places = job->neighbours->place + i;
    float *shift_x = job->contacts.shift_x, *shift_y = job->contacts.shift_y;
    uint32_t shifts = l->shifts & who, presses = shifts & l->presses;
    for (; who; who &= who - 1) {
        int32_t k = __builtin_ctz(who), place = places[k];
        shift_x[place] = l->shift_x[k];
        shift_y[place] = l->shift_y[k];
    }
    if (shifts)
        __atomic_store_n(job->any, 1, __ATOMIC_RELAXED);
    for (; shifts; shifts &= shifts - 1) {
        throng_part_note_shift(a, places[__builtin_ctz(shifts)]);
    }
    for (; presses; presses &= presses - 1) {
        int32_t k = __builtin_ctz(presses), place = places[k];
        a->velocity_x[place] = l->velocity_x[k];
        a->velocity_y[place] = l->velocity_y[k];
    }
}

WIDE_INLINE void finish(const throng_part_job *job, const group *g, int32_t i, int32_t count)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    wide_f32 zero = wide_set1(0.0f);
    wide_f32 coincident_sq = wide_set1(n->window * n->window * THRONG_COINCIDENT_SQ);
    uint32_t again =
        wide_mask_bits(wide_mask_and(wide_le(g->closest_sq, coincident_sq), g->is_awake));
    lanes l;
    wide_mask moves = wide_mask_and(wide_gt(g->count, zero), g->is_awake);
    l.shifts = l.presses = 0;
    wide_store(l.shift_x, zero);
    wide_store(l.shift_y, zero);
    if (wide_mask_any(moves)) {
        wide_i32 place = wide_i32_load_first(n->place + i, count);
        wide_f32 velocity_x = wide_gather(a->velocity_x, place);
        wide_f32 velocity_y = wide_gather(a->velocity_y, place);
        wide_mask is_still = wide_mask_and(wide_eq(velocity_x, zero), wide_eq(velocity_y, zero));
        shift s = shift_of(job, g, is_still);
        s.x = wide_keep(moves, s.x);
        s.y = wide_keep(moves, s.y);
        wide_store(l.shift_x, s.x);
        wide_store(l.shift_y, s.y);
        l.shifts = wide_mask_bits(wide_mask_or(wide_neq(s.x, zero), wide_neq(s.y, zero)));
        yield(job, &s, velocity_x, velocity_y, &l);
    }
    write_lanes(job, &l, wide_mask_bits(g->is_awake) & ~again, i);
    for (; again; again &= again - 1) {
        int32_t k = i + __builtin_ctz(again);
        throng_part_scalar(job, k, k + 1);
    }
}

/* Who of the agents i .. i + count - 1 wakes whom it touches; asked for only where somebody sleeps.
 */
static wide_mask wakers(const throng_part_job *job, int32_t i, int32_t count, wide_mask is_awake)
{
    const throng_agents *a = job->agents;
    float wakes[WIDE_LANES] = {0};
    for (int32_t k = 0; k < count; k++) {
        int32_t place = job->neighbours->place[i + k];
        wakes[k] = throng_part_is_calm(a, place) ? 0.0f : 1.0f;
    }
    return wide_mask_and(is_awake, wide_gt(wide_load(wakes), wide_set1(0.0f)));
}

/* Who sleeps or returns, whose sign is set; and of these who sleeps: among negative floats the bits
 * of smaller ones are smaller. */
WIDE_INLINE wide_mask minds(wide_f32 give)
{
    return wide_i32_lt(wide_bits(give), wide_i32_set1(0));
}

WIDE_INLINE wide_mask sleeps(wide_f32 give)
{
    return wide_i32_lt(wide_bits(give), wide_bits(wide_set1(-THRONG_PART_RETURNS)));
}

/* True if all candidates give as much as the first lane; tells whether any of them minds. */
WIDE_INLINE bool give_alike(const throng_part_job *job, const throng_rows *s, float give,
                            bool *any_asleep)
{
    wide_mask differ = wide_mask_none(), asleep = differ;
    for (int32_t k = 0; k < 3; k++)
        for (int32_t j = s->low[k]; j < s->high[k]; j += WIDE_LANES) {
            wide_f32 gives = wide_load_some(job->contacts.give + j, s->high[k] - j);
            wide_mask other = wide_neq(gives, wide_set1(give));
            other = wide_mask_and(other, wide_mask_first(s->high[k] - j));
            differ = wide_mask_or(differ, other);
            asleep = wide_mask_or(asleep, minds(gives));
        }
    *any_asleep = wide_mask_any(asleep);
    return !wide_mask_any(differ);
}

WIDE_INLINE void add_all(const throng_part_job *job, const throng_rows *s, int32_t i, int32_t count,
                         kind of, group *g)
{
    if (!add_by_lanes(job, s, i, count, of, g))
        add_spans(job, s, i, count, of, g);
    if (of.equal)
        g->widest = wide_keep(wide_gt(g->count, wide_set1(0.0f)), g->radii);
}

WIDE_INLINE void part(const throng_part_job *job, int32_t i, int32_t count, throng_rows *s)
{
    const throng_neighbours *n = job->neighbours;
    const throng_contacts *c = &job->contacts;
    const float radii = job->radius + job->radius, touching = radii * THRONG_PART_TOUCHING;
    const float give = c->give[i];
    wide_f32 zero = wide_set1(0.0f), gives = wide_load_some(c->give + i, count);
    wide_mask is_awake = wide_mask_and_not(wide_mask_first(count), sleeps(gives));
    if (!wide_mask_any(is_awake))
        return;
    group g = {.is_awake = is_awake,
               .wakes = is_awake,
               .x = wide_load_some(c->x + i, count),
               .y = wide_load_some(c->y + i, count),
               .radius = wide_load_some(c->radius + i, count),
               .give = wide_abs(gives),
               .left = zero,
               .are_held_up = wide_mask_none(),
               .sum_x = zero,
               .sum_y = zero,
               .count = zero,
               .widest = zero,
               .closest_sq = wide_set1(VERY_FAR_SQ),
               .words = wide_i32_set1(0),
               .radii = wide_set1(radii),
               .touching = wide_set1(touching),
               .touching_sq = wide_set1(touching * touching),
               .share = wide_set1(give / (give + give + THRONG_PART_TINY))};
    if (job->filter.words)
        g.words = filter_words(&job->filter, n->place + i, count);
    bool tilts = false;
    if (job->survey->any_held_up) {
        g.left = wide_load_some(c->left + i, count);
        g.are_held_up = wide_mask_and(wide_ge(g.left, zero), is_awake);
        tilts = wide_mask_any(g.are_held_up);
    }
    throng_rows_move_on(n, n->x[i], n->x[i + count - 1], s);
    bool are_equal = job->are_equal;
    if (!are_equal && (job->any_asleep || job->same_radii))
        are_equal = give_alike(job, s, give, &g.any_asleep) && job->same_radii;
    if (g.any_asleep)
        g.wakes = wakers(job, i, count, is_awake);
    if (are_equal && tilts)
        add_all(job, s, i, count, (kind){true, true}, &g);
    else if (are_equal)
        add_all(job, s, i, count, (kind){true, false}, &g);
    else
        add_all(job, s, i, count, (kind){false, true}, &g);
    finish(job, &g, i, count);
}

void throng_in_tier(throng_part)(const throng_part_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_part)(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t r = throng_neighbours_row_of(n, begin);
    for (int32_t i = begin; i < end; r++) {
        throng_rows s = throng_rows_find(n, r, i, job->window);
        int32_t row_end = end < n->row_begin[r + 1] ? end : n->row_begin[r + 1];
        for (; i < row_end; i += WIDE_LANES)
            part(job, i, row_end - i < WIDE_LANES ? row_end - i : WIDE_LANES, &s);
        i = row_end;
    }
}
