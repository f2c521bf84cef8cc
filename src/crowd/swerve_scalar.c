/* Looking ahead: every other substep an agent looks at one place straight ahead and takes the mean
 * heading of those who are there. How far it turns rises at once and falls off by and by.
 *
 *     seen = clamp((SAME - mean) / (SAME - COMING), 0, 1),   mean = sum of cosines / count
 *     swerve = max(seen, swerve * FORGET / (FORGET + dt))
 *
 * Headings tell wishes, not motions: whoever stands in a queue of its own kind sees nobody coming;
 * and whoever of its group has arrived is where it wants to be, not in its way. */
#include "crowd/swerve.h"

#include <math.h>

static const float distances[THRONG_LOOK_TURNS] = THRONG_LOOK_DISTANCES;

typedef struct view {
    int32_t count;
    float along; /* sum of cosines */
} view;

static bool is_seen(const throng_look_job *job, int32_t own, int32_t other)
{
    const throng_agents *a = job->agents;
    bool is_there_already =
        a->group[other] == a->group[own] && (a->flags[other] & THRONG_AGENT_ARRIVED);
    return other != own && !is_there_already &&
           (!job->filter.words || throng_filter_allows(&job->filter, own, other));
}

static view look(const throng_look_job *job, int32_t own, uint32_t turn)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    float distance = distances[turn] * n->window;
    float heading_x = a->heading_x[own], heading_y = a->heading_y[own];
    float x = a->x[own] + heading_x * distance, y = a->y[own] + heading_y * distance;
    float half = n->window * THRONG_LOOK_HALF_WIDTH, west = x - half, east = x + half;
    int32_t number = throng_row_number(y, n->origin_y, n->rows_per_metre);
    int32_t r = throng_neighbours_find_row(n, number);
    view v = {0, 0.0f};
    if (n->row[r] != number)
        return v;
    int32_t k = throng_neighbours_find_x(n, r, west);
    for (; k < n->row_begin[r + 1] && n->x[k] <= east; k++) {
        int32_t other = n->place[k];
        if (!is_seen(job, own, other))
            continue;
        v.count++;
        v.along += a->heading_x[other] * heading_x + a->heading_y[other] * heading_y;
    }
    return v;
}

/* 0 for nobody or the same way, 1 for who comes. */
static float threat(view v)
{
    if (v.count == 0)
        return 0.0f;
    float mean = v.along / (float)v.count;
    float share = (THRONG_LOOK_SAME - mean) * (1.0f / (THRONG_LOOK_SAME - THRONG_LOOK_COMING));
    return share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share;
}

static void look_one(const throng_look_job *job, int32_t i, float keep)
{
    const throng_agents *a = job->agents;
    if (!throng_looks_ahead(a, i)) {
        a->swerve[i] = 0.0f;
        return;
    }
    float swerve = a->swerve[i] * keep;
    uint32_t turn;
    if (throng_look_turn(a, i, &turn) && job->groups[a->group[i]].desc.side_bias != 0.0f) {
        float seen = threat(look(job, i, turn));
        swerve = seen > swerve ? seen : swerve;
    }
    a->swerve[i] = swerve > THRONG_SWERVE_LEAST ? swerve : 0.0f;
}

void throng_look_scalar(const throng_look_job *job, int32_t begin, int32_t end)
{
    float keep = THRONG_SWERVE_FORGET / (THRONG_SWERVE_FORGET + job->dt);
    for (int32_t i = begin; i < end; i++)
        if (!(job->agents->flags[i] & THRONG_AGENT_LEFT_OUT))
            look_one(job, i, keep);
}

void throng_swerve_scalar(const throng_look_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    for (int32_t i = begin; i < end; i++) {
        if (a->swerve[i] == 0.0f)
            continue;
        /* y grows to the south, so the right hand is a quarter turn from x towards y. */
        float side = a->swerve[i] * job->groups[a->group[i]].desc.side_bias;
        float x = a->heading_x[i] - a->heading_y[i] * side;
        float y = a->heading_y[i] + a->heading_x[i] * side;
        float length = sqrtf(x * x + y * y);
        if (!(length > 0.0f))
            continue;
        float own_sq = a->heading_x[i] * a->heading_x[i] + a->heading_y[i] * a->heading_y[i];
        float own = own_sq < THRONG_SWERVE_SHORT_SQ ? sqrtf(own_sq) : 1.0f;
        a->heading_x[i] = x / length * own;
        a->heading_y[i] = y / length * own;
    }
}
