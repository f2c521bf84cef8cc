/* Parting: of two discs that overlap each gives way along the line between the centres, in
 * proportion to 1 / mass, so that a pair alone is apart after one pass. Of two that are held up who
 * is nearer to its goal gives less (t, see THRONG_PART_TILT_MOST).
 *
 *     shift_i = f_i * sum over j, d < T:  (p_i - p_j) (T - d) / d * s (1 - 2 t (1 - s))
 *     T = (r_i + r_j) * TOUCHING,   g = 1 / mass (less at rest),   f_i = min(1, FULL / contacts)
 *     s = g_i / (g_i + g_j),   t = clamp((left_j - left_i) / d) * fade: another sign for j
 *
 * All see the places that the pass before has left (Jacobi), so nothing depends on who comes first.
 * Who touches many takes a share of the sum: it would overshoot, and in a jam overshoots add up to
 * an explosion. */
#include "crowd/part.h"

#include "base/internal.h"
#include "crowd/crowd.h"
#include "crowd/inverse_root.h"
#include "crowd/turn.h"

#include <math.h>

/* Contacts up to which an agent follows the whole sum. In the densest packing of equal discs (six)
 * it follows 0.4 of it; from 0.67 on such packs begin to ring. */
#define FULL 2.4f

/* A pass moves an agent by at most this share of the largest sum of radii that it is in contact
 * with: the passes' share of THRONG_PART_MAX. */
#define SHIFT_MAX (0.5f * THRONG_PART_MAX)

/* Share of the same sum: who stands still stays where it is for less. */
#define STICK 0.0005f

typedef struct sum {
    float x, y, count, widest;
} sum;

static void touch(const throng_agents *a, int32_t by, int32_t place)
{
    if (!throng_part_is_calm(a, by) && throng_minds_touch(a, place))
        __atomic_fetch_or(&a->rest[place], THRONG_REST_TOUCHED, __ATOMIC_RELAXED);
}

/* How much less than usual i gives to j, as a share; below 0 for more. */
static float tilt_of(const throng_part_job *job, int32_t i, int32_t j, float inverse, float overlap)
{
    const throng_contacts *c = &job->contacts;
    if (!(c->left[i] >= 0.0f) || !(c->left[j] >= 0.0f))
        return 0.0f;
    float tilt = (c->left[j] - c->left[i]) * inverse;
    tilt = tilt < THRONG_PART_TILT_MOST ? tilt : THRONG_PART_TILT_MOST;
    tilt = tilt > -THRONG_PART_TILT_MOST ? tilt : -THRONG_PART_TILT_MOST;
    float fade = 1.0f - overlap * THRONG_PART_TILT_FADE;
    return tilt * (fade > 0.0f ? fade : 0.0f);
}

static void add_contact(const throng_part_job *job, int32_t i, int32_t j, sum *s)
{
    const throng_contacts *c = &job->contacts;
    const throng_neighbours *n = job->neighbours;
    float radii = c->radius[i] + c->radius[j], touching = radii * THRONG_PART_TOUCHING;
    float dx = c->x[i] - c->x[j], dy = c->y[i] - c->y[j];
    float distance_sq = dx * dx + dy * dy;
    if (!(distance_sq < touching * touching))
        return;
    if (job->filter.words && !throng_filter_allows(&job->filter, n->place[i], n->place[j]))
        return;
    touch(job->agents, n->place[i], n->place[j]);
    float own = fabsf(c->give[i]), other = fabsf(c->give[j]);
    s->count += 1.0f;
    s->widest = radii > s->widest ? radii : s->widest;
    if (distance_sq <= n->window * n->window * THRONG_COINCIDENT_SQ) {
        const uint64_t *id = job->agents->id;
        unsigned turn = throng_turn_of((uint32_t)id[n->place[i]], (uint32_t)id[n->place[j]]);
        float give = own / (own + other + THRONG_PART_TINY);
        s->x += throng_turn_x[turn] * (touching * give);
        s->y += throng_turn_y[turn] * (touching * give);
        return;
    }
    float inverse = throng_inverse_root_fine(distance_sq), overlap = touching * inverse - 1.0f;
    float tilt = tilt_of(job, i, j, inverse, overlap);
    float give = own / (own + other + THRONG_PART_TINY);
    float weight = overlap * (give * (1.0f - tilt * (2.0f - (give + give))));
    s->x += dx * weight;
    s->y += dy * weight;
}

static void add_row(const throng_part_job *job, int32_t i, int32_t end, int32_t *low, sum *s)
{
    const throng_neighbours *n = job->neighbours;
    float x = n->x[i];
    while (*low < end && x - n->x[*low] > job->window)
        ++*low;
    for (int32_t j = *low; j < end && n->x[j] - x <= job->window; j++)
        if (j != i)
            add_contact(job, i, j, s);
}

/* Takes what presses against the shift out of the velocity, as far as the shift tells. */
static void yield(const throng_part_job *job, int32_t place, float shift_x, float shift_y,
                  float length_sq)
{
    const throng_agents *a = job->agents;
    float pressing = -(a->velocity_x[place] * shift_x + a->velocity_y[place] * shift_y);
    if (!(pressing > 0.0f))
        return;
    float share = pressing / length_sq, most = 1.0f / job->dt;
    share = share < most ? share : most;
    a->velocity_x[place] += shift_x * share;
    a->velocity_y[place] += shift_y * share;
}

static void finish(const throng_part_job *job, int32_t i, const sum *s)
{
    const throng_agents *a = job->agents;
    int32_t place = job->neighbours->place[i];
    float share = s->count > FULL ? FULL / s->count : 1.0f;
    float x = s->x * share, y = s->y * share;
    float length_sq = x * x + y * y;
    float most = s->widest * (SHIFT_MAX / (float)job->passes), least = s->widest * STICK;
    bool is_still = a->velocity_x[place] == 0.0f && a->velocity_y[place] == 0.0f;
    if ((is_still && length_sq <= least * least) || length_sq == 0.0f) {
        job->contacts.shift_x[place] = job->contacts.shift_y[place] = 0.0f;
        return;
    }
    if (length_sq > most * most) {
        float scale = most / sqrtf(length_sq);
        x *= scale;
        y *= scale;
        length_sq = x * x + y * y;
    }
    job->contacts.shift_x[place] = x;
    job->contacts.shift_y[place] = y;
    __atomic_store_n(job->any, 1, __ATOMIC_RELAXED);
    throng_part_note_shift(a, place);
    yield(job, place, x, y, length_sq);
}

static void part_one(const throng_part_job *job, int32_t i, const int32_t ends[3], int32_t lows[3])
{
    if (job->agents->flags[job->neighbours->place[i]] & THRONG_AGENT_ASLEEP)
        return;
    sum s = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int32_t k = 0; k < 3; k++)
        add_row(job, i, ends[k], &lows[k], &s);
    finish(job, i, &s);
}

void throng_part_scalar(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t r = throng_neighbours_row_of(n, begin);
    for (int32_t i = begin; i < end; r++) {
        bool has_above = r > 0 && n->row[r - 1] == n->row[r] - 1;
        bool has_below = n->row[r + 1] == n->row[r] + 1;
        float west = n->x[i] - 1.001f * job->window;
        int32_t ends[3] = {n->row_begin[r], n->row_begin[r + 1],
                           has_below ? n->row_begin[r + 2] : n->row_begin[r + 1]};
        int32_t lows[3] = {has_above ? throng_neighbours_find_x(n, r - 1, west) : ends[0],
                           throng_neighbours_find_x(n, r, west),
                           has_below ? throng_neighbours_find_x(n, r + 1, west) : ends[1]};
        int32_t row_end = end < ends[1] ? end : ends[1];
        for (; i < row_end; i++)
            part_one(job, i, ends, lows);
    }
}
