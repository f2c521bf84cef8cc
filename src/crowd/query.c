/* Questions about who is where. */
#include "crowd/crowd.h"

#include "base/float_state.h"
#include "cost/place.h"

#include <math.h>

typedef struct circle {
    throng_point centre;
    double radius_sq;
} circle;

static bool holds(const circle *c, float x, float y)
{
    double dx = (double)x - c->centre.x, dy = (double)y - c->centre.y;
    return dx * dx + dy * dy <= c->radius_sq;
}

/* Clamped to where agents can be: doubles above 2^31 rows do not fit an int32_t. */
static int32_t row_at(const throng_crowd *crowd, double y)
{
    double low = crowd->desc.grid.origin_y;
    double high = low + (double)crowd->desc.grid.height * crowd->desc.grid.cell_size;
    y = y < low ? low : y > high ? high : y;
    return throng_row_number(y, low, crowd->neighbours.rows_per_metre);
}

/* Visits everybody in the circle in the neighbour order; writes up to `capacity` ids. */
static int32_t visit(const throng_crowd *crowd, throng_point centre, float radius,
                     throng_agent_id *ids, int32_t capacity)
{
    const throng_neighbours *n = &crowd->neighbours;
    circle c = {centre, (double)radius * radius};
    int32_t last = row_at(crowd, (double)centre.y + radius);
    int32_t found = 0;
    /* One unit of the last place more than the radius, as x is compared in floats. */
    float reach = radius * 1.000001f;
    for (int32_t r = throng_neighbours_find_row(n, row_at(crowd, (double)centre.y - radius));
         n->row[r] <= last && r < n->row_count; r++) {
        int32_t k = throng_neighbours_find_x(n, r, centre.x - reach);
        for (; k < n->row_begin[r + 1] && n->x[k] <= centre.x + reach; k++) {
            if (!holds(&c, n->x[k], n->y[k]))
                continue;
            if (found < capacity)
                ids[found] = crowd->agents.id[n->place[k]];
            found++;
        }
    }
    return found;
}

static THRONG_NOINLINE throng_result query_radius(throng_crowd *crowd, throng_point centre,
                                                  float radius, throng_agent_id *ids,
                                                  int32_t capacity, int32_t *count)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    const throng_context *context = crowd->context;
    if (!throng_is_finite(centre.x) || !throng_is_finite(centre.y))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "centre is (%g, %g); it must be finite.", centre.x, centre.y);
    if (!(radius >= 0.0f) || !throng_is_finite(radius))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "radius is %g; it must be finite and 0 or more.", radius);
    if (!count || capacity < 0 || (capacity > 0 && !ids))
        return throng_refuse(
            context, THRONG_ERROR_ARGUMENT,
            "count is NULL, capacity is negative, or ids is NULL with a capacity.");
    throng_crowd_sort(crowd);
    int32_t found = visit(crowd, centre, radius, NULL, 0);
    *count = found;
    if (found > capacity)
        return throng_refuse(context, THRONG_ERROR_CAPACITY,
                             "ids has room for %d agents; %d are in the circle.", capacity, found);
    visit(crowd, centre, radius, ids, capacity);
    return THRONG_OK;
}

throng_result throng_crowd_query_radius(throng_crowd *crowd, throng_point centre, float radius,
                                        throng_agent_id *ids, int32_t capacity, int32_t *count)
{
    throng_float_state host = throng_float_enter();
    throng_result result = query_radius(crowd, centre, radius, ids, capacity, count);
    throng_float_leave(host);
    return result;
}

/* Adds the pairs of agent `k` of the order with those after it. */
static void inspect_pairs(const throng_crowd *crowd, int32_t r, int32_t k,
                          throng_crowd_report *report)
{
    const throng_neighbours *n = &crowd->neighbours;
    const throng_agents *a = &crowd->agents;
    const throng_filter filter = {crowd->filters, a->group};
    for (int32_t s = r; s < n->row_count && n->row[s] <= n->row[r] + 1; s++) {
        int32_t j = s == r ? k + 1 : throng_neighbours_find_x(n, s, n->x[k] - n->window);
        for (; j < n->row_begin[s + 1] && n->x[j] <= n->x[k] + n->window; j++) {
            float sum = a->radius[n->place[k]] + a->radius[n->place[j]];
            float dx = n->x[k] - n->x[j], dy = n->y[k] - n->y[j];
            float distance = sqrtf(dx * dx + dy * dy);
            if (distance >= sum || !throng_filter_allows(&filter, n->place[k], n->place[j]))
                continue;
            float overlap = (sum - distance) / sum;
            report->overlapping++;
            report->max_overlap = overlap > report->max_overlap ? overlap : report->max_overlap;
        }
    }
}

static THRONG_NOINLINE throng_result inspect(throng_crowd *crowd, throng_crowd_report *out)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_crowd_report report = {
        .agents = crowd->count,
        .substeps = crowd->substeps,
        .total_substeps = crowd->total_substeps,
    };
    const throng_agents *a = &crowd->agents;
    for (int32_t i = 0; i < crowd->count; i++) {
        report.arrived += (a->flags[i] & THRONG_AGENT_ARRIVED) != 0;
        report.quarantined += (a->flags[i] & THRONG_AGENT_QUARANTINED) != 0;
        report.stuck += (a->flags[i] & THRONG_AGENT_STUCK) != 0;
        report.cannot_reach += (a->flags[i] & THRONG_AGENT_CANNOT_REACH) != 0;
        float seconds = throng_crowd_stuck_seconds(crowd, i);
        report.longest_stuck = seconds > report.longest_stuck ? seconds : report.longest_stuck;
        report.in_wall +=
            !throng_place_is_free(crowd->groups[a->group[i]].desc.cost, a->x[i], a->y[i]);
    }
    throng_crowd_sort(crowd);
    const throng_neighbours *n = &crowd->neighbours;
    for (int32_t r = 0; r < n->row_count; r++)
        for (int32_t k = n->row_begin[r]; k < n->row_begin[r + 1]; k++)
            inspect_pairs(crowd, r, k, &report);
    *out = report;
    return THRONG_OK;
}

throng_result throng_crowd_inspect(throng_crowd *crowd, throng_crowd_report *out)
{
    throng_float_state host = throng_float_enter();
    throng_result result = inspect(crowd, out);
    throng_float_leave(host);
    return result;
}
