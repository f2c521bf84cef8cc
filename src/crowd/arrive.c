/* Arrival: who has reached the goal, who stands right behind those who have, and who is held up by
 * those who stand elsewhere. */
#include "crowd/crowd.h"

#include "crowd/eight.h"
#include "crowd/filter.h"
#include "crowd/goal.h"

/* Sums of two radii within which the way is blocked by the other: separation holds those who walk
 * up to each other a tenth to a third apart. Who has waited for long asks for no more than that
 * separation acts. */
#define CONTACT 1.35f

/* Sums of two radii within which who stands is in the way: where separation begins to act. */
#define IN_WAY 1.5f

/* s for which they have not been moved, so that there may be room behind them: hardly less than
 * until they sleep. Where they are being pushed about anyway (a heap of sizes 1:8,
 * tests/unit/crowd_part_test.c) whoever presses deepens overlaps from 0.1 to 0.3 of the sum of
 * radii and more; with this 76 of 78 heaps stay below 0.3, and two reach 0.312. */
#define CALM 0.45f

/* True if agents `i` and `j` are of one group and in contact, and `j` had arrived and is not
 * farther from the goal. Where it is farther, `i` stands among those who have arrived: that is
 * enough for who has waited for long, once most of the group are there. */
static bool stands_behind(const throng_agents *a, const throng_group *own, int32_t i, int32_t j)
{
    const throng_group_desc *group = &own->desc;
    if (j == i || a->group[j] != a->group[i] || !(a->flags[j] & THRONG_AGENT_ARRIVED))
        return false;
    bool is_late = a->slow_time[i] >= THRONG_LATE_TIME;
    float range = (a->radius[i] + a->radius[j]) * (is_late ? group->separation_range : CONTACT);
    float dx = a->x[i] - a->x[j], dy = a->y[i] - a->y[j];
    if (!(dx * dx + dy * dy < range * range))
        return false;
    if (is_late && own->arrived > own->members / 2)
        return true;
    return throng_group_distance(group, a->x[j], a->y[j]) <=
           throng_group_distance(group, a->x[i], a->y[i]);
}

/* True if agent `j` stands right before agent `i`, which may push it aside. */
static bool stands_in_way(const throng_crowd *crowd, int32_t i, int32_t j)
{
    const throng_agents *a = &crowd->agents;
    const throng_filter filter = {crowd->filters, a->group};
    if (j == i || !(a->rest[j] & THRONG_REST_STANDS) || (a->flags[j] & THRONG_AGENT_UNYIELDING) ||
        throng_returns(a->rest[j]) || a->group[j] == a->group[i])
        return false;
    float range = (a->radius[i] + a->radius[j]) * IN_WAY;
    float dx = a->x[j] - a->x[i], dy = a->y[j] - a->y[i];
    return dx * dx + dy * dy < range * range &&
           dx * a->heading_x[i] + dy * a->heading_y[i] > 0.0f &&
           throng_filter_allows(&filter, i, j);
}

typedef struct view {
    bool is_there;  /* right behind those who have arrived */
    bool is_barred; /* by some who stand */
    bool can_press; /* some of these have not been moved for a while */
} view;

static view look_round(const throng_crowd *crowd, int32_t i)
{
    const throng_agents *a = &crowd->agents;
    const throng_neighbours *n = &crowd->neighbours;
    const throng_group *group = &crowd->groups[a->group[i]];
    bool stops = throng_group_stops(&group->desc);
    view v = {false, false, false};
    int32_t row = throng_row_number(a->y[i], crowd->desc.grid.origin_y, n->rows_per_metre);
    for (int32_t r = throng_neighbours_find_row(n, row - 1); n->row[r] <= row + 1; r++) {
        int32_t k = throng_neighbours_find_x(n, r, a->x[i] - n->window);
        for (; k < n->row_begin[r + 1] && n->x[k] <= a->x[i] + n->window; k++) {
            v.is_there = v.is_there || (stops && stands_behind(a, group, i, n->place[k]));
            bool bars = stands_in_way(crowd, i, n->place[k]);
            v.is_barred = v.is_barred || bars;
            v.can_press = v.can_press || (bars && a->slow_time[n->place[k]] > CALM);
        }
    }
    return v;
}

static void count_groups(throng_crowd *crowd)
{
    const throng_agents *a = &crowd->agents;
    for (int32_t g = 0; g < crowd->group_count; g++)
        crowd->groups[g].members = crowd->groups[g].arrived = 0;
    for (int32_t i = 0; i < crowd->count; i++) {
        throng_group *group = &crowd->groups[a->group[i]];
        group->members++;
        group->arrived += (a->flags[i] & THRONG_AGENT_ARRIVED) != 0;
    }
}

static void arrive(throng_crowd *crowd, int32_t i)
{
    crowd->agents.flags[i] |= THRONG_AGENT_ARRIVED;
    crowd->agents.slow_time[i] = 0.0f;
    throng_crowd_free(crowd, i);
}

/* Has an agent look round if it wants to; `*is_counted` is whether the groups were counted in this
 * substep. */
static void heed(throng_crowd *crowd, int32_t i, bool *is_counted)
{
    throng_agents *a = &crowd->agents;
    if (!(a->events[i] & THRONG_LOOKS_ROUND))
        return;
    /* Only who has waited for long asks how many are there. */
    if (!*is_counted && a->slow_time[i] >= THRONG_LATE_TIME) {
        count_groups(crowd);
        *is_counted = true;
    }
    a->events[i] &= (uint8_t)~THRONG_LOOKS_ROUND;
    view v = look_round(crowd, i);
    a->events[i] |= v.is_there ? THRONG_TOLD_ARRIVED : 0;
    a->rest[i] &= v.is_barred ? 0xff : (uint8_t)~THRONG_REST_PRESSES;
    a->rest[i] |= v.can_press ? THRONG_REST_PRESSES : 0;
}

/* Of an agent's events. */
#define ANY 0xff

/* In two rounds, so that nobody sees who arrives in this very substep. */
void throng_crowd_settle(throng_crowd *crowd)
{
    throng_agents *a = &crowd->agents;
    bool any = false, is_counted = false;
    for (int32_t begin = 0; begin < crowd->count; begin += 8) {
        if (throng_have_none(a->events, begin, crowd->count, ANY))
            continue;
        any = true;
        for (int32_t i = begin; i < crowd->count && i < begin + 8; i++)
            heed(crowd, i, &is_counted);
    }
    if (!any)
        return;
    crowd->has_events = true;
    for (int32_t begin = 0; begin < crowd->count; begin += 8) {
        if (throng_have_none(a->events, begin, crowd->count, ANY))
            continue;
        for (int32_t i = begin; i < crowd->count && i < begin + 8; i++)
            if ((a->events[i] & THRONG_TOLD_ARRIVED) && !(a->flags[i] & THRONG_AGENT_ARRIVED))
                arrive(crowd, i);
    }
}
