/* What an agent's neighbours of its own group, and of its mates', do: the mean of their velocities,
 * and the way to the middle of their places.
 *
 *     align = mean v_j / max_speed, at most 1 long     cohere = mean (p_j - p_i) / range
 *
 * over all j in range, in the order (row, x, id). */
#include "behave/behave.h"

#include <math.h>

typedef struct herd {
    int32_t count;
    float velocity_x, velocity_y, way_x, way_y; /* sums */
} herd;

static bool is_mate(const throng_herd_job *job, int32_t own, int32_t other)
{
    const int32_t group = job->agents->group[own], others = job->agents->group[other];
    return group == others ||
           (job->groups[group].behaviour.desc.mates & job->groups[others].desc.layers) != 0;
}

static void add_neighbour(const throng_herd_job *job, int32_t i, int32_t k, float range_sq, herd *h)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    float dx = n->x[k] - n->x[i], dy = n->y[k] - n->y[i];
    int32_t own = n->place[i], other = n->place[k];
    if (k == i || !(dx * dx + dy * dy <= range_sq) || !is_mate(job, own, other) ||
        (a->flags[other] & THRONG_AGENT_WISHLESS))
        return;
    h->count++;
    h->velocity_x += a->velocity_x[other];
    h->velocity_y += a->velocity_y[other];
    h->way_x += dx;
    h->way_y += dy;
}

/* Rounding is monotonic and neighbours in range are at most a few 2^-24 of it farther away, so
 * nobody is missed. */
static herd find_herd(const throng_herd_job *job, int32_t i, float range)
{
    const throng_neighbours *n = job->neighbours;
    float wide = range * 1.001f, west = n->x[i] - wide, east = n->x[i] + wide;
    double y = n->y[i], reach = wide;
    int32_t first = throng_row_number(y - reach, n->origin_y, n->rows_per_metre);
    int32_t last = throng_row_number(y + reach, n->origin_y, n->rows_per_metre);
    herd h = {0, 0.0f, 0.0f, 0.0f, 0.0f};
    int32_t r = throng_neighbours_find_row(n, first);
    for (; r < n->row_count && n->row[r] <= last; r++) {
        int32_t k = throng_neighbours_find_x(n, r, west);
        for (; k < n->row_begin[r + 1] && n->x[k] <= east; k++)
            add_neighbour(job, i, k, range * range, &h);
    }
    return h;
}

static void wish(const throng_herd_job *job, int32_t place, float range, const herd *h)
{
    float share = 1.0f / (float)h->count, max_speed = job->agents->max_speed[place];
    float x = (h->velocity_x * share) / max_speed, y = (h->velocity_y * share) / max_speed;
    float length = sqrtf(x * x + y * y);
    float scale = length > 1.0f ? 1.0f / length : 1.0f;
    bool can_walk = max_speed > 0.0f;
    job->align_x[place] = can_walk ? x * scale : 0.0f;
    job->align_y[place] = can_walk ? y * scale : 0.0f;
    job->cohere_x[place] = (h->way_x * share) / range;
    job->cohere_y[place] = (h->way_y * share) / range;
}

void throng_herd_scalar(const throng_herd_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    for (int32_t i = begin; i < end; i++) {
        int32_t place = job->neighbours->place[i];
        const throng_behaviour *behaviour = &job->groups[a->group[place]].behaviour;
        if (!behaviour->is_herd || (a->flags[place] & THRONG_AGENT_WISHLESS))
            continue;
        float range = behaviour->desc.neighbour_range;
        herd h = find_herd(job, i, range);
        if (h.count > 0)
            wish(job, place, range, &h);
        else
            job->align_x[place] = job->align_y[place] = job->cohere_x[place] =
                job->cohere_y[place] = 0.0f;
    }
}

void throng_herd_prepare(const throng_herd_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    for (int32_t i = begin; i < end; i++) {
        int32_t place = job->neighbours->place[i];
        bool counts = !(a->flags[place] & THRONG_AGENT_WISHLESS);
        job->velocity_x[i] = counts ? a->velocity_x[place] : NAN;
        job->velocity_y[i] = a->velocity_y[place];
    }
}
