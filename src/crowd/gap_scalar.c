/* Time gaps: who walks behind others, or up to them, goes no faster than takes it to where they are
 * now in its group's time gap T.
 *
 *     share of speed = max(free way ahead / (T * max_speed), SLOWEST),   at most 1
 *
 * Ahead is who the agent's own disc would hit if it walked straight on. */
#include "crowd/gap.h"

#include <math.h>

static float shorter_way(const throng_gap_job *job, int32_t i, int32_t k, float free)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    int32_t own = n->place[i], other = n->place[k];
    float dx = n->x[k] - n->x[i], dy = n->y[k] - n->y[i];
    float ahead = dx * a->heading_x[own] + dy * a->heading_y[own];
    float aside = dx * a->heading_y[own] - dy * a->heading_x[own];
    float radii = a->radius[own] + a->radius[other];
    if (k == i || !(ahead > 0.0f) || aside > radii || -aside > radii ||
        (job->filter.words && !throng_filter_allows(&job->filter, own, other)))
        return free;
    float gap = sqrtf(dx * dx + dy * dy) - radii;
    return gap < free ? gap : free;
}

/* Way (m) that is free ahead of agent i of the order, up to `most`: to the nearest disc in its way.
 * A minimum does not depend on the order. */
static float free_way(const throng_gap_job *job, int32_t i, float most)
{
    const throng_neighbours *n = job->neighbours;
    float free = most, reach = most + n->window; /* more than two radii */
    int32_t first = throng_row_number(n->y[i] - reach, n->origin_y, n->rows_per_metre);
    int32_t last = throng_row_number(n->y[i] + reach, n->origin_y, n->rows_per_metre);
    int32_t r = throng_neighbours_find_row(n, first);
    for (; r < n->row_count && n->row[r] <= last; r++) {
        int32_t k = throng_neighbours_find_x(n, r, n->x[i] - reach);
        for (; k < n->row_begin[r + 1] && n->x[k] <= n->x[i] + reach; k++)
            free = shorter_way(job, i, k, free);
    }
    return free > 0.0f ? free : 0.0f;
}

void throng_gap_scalar(const throng_gap_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    for (int32_t i = begin; i < end; i++) {
        int32_t place = job->neighbours->place[i];
        float needed = a->max_speed[place] * job->groups[a->group[place]].desc.time_gap;
        bool walks = a->heading_x[place] != 0.0f || a->heading_y[place] != 0.0f;
        if (!(needed > 0.0f) || !walks || (a->flags[place] & THRONG_AGENT_ASLEEP))
            continue;
        float share = free_way(job, i, needed) / needed;
        share = share > THRONG_GAP_SLOWEST ? share : THRONG_GAP_SLOWEST;
        a->heading_x[place] *= share;
        a->heading_y[place] *= share;
    }
}
