/* Recovery: who is stuck for long tries one thing after the other, a window each: the second best
 * direction, which leads large discs round the corners of walls; back, which opens jams and lets
 * others pass; and the best direction again. */
#include "crowd/crowd.h"

#include "cost/cost.h"
#include "flow/flow.h"
#include "integration/integration.h"

#include <string.h>

/* Windows (of progress.c, 3 s for most) for which an agent is stuck before it tries anything. With
 * one or two, lanes in counterflows and crowds at wide doors fall apart that would have gone on
 * (scenes counterflow, door-2.0); with five, jams last longer and open less often (rooms). */
#define PATIENCE 3

/* The same for those who walk by a time gap: they stand in orderly queues for as long, but a door
 * may be blocked by an arch that nobody gets out of (door-0.8 at 10 km). With 8 a door that is not
 * blocked passes 7 % fewer. */
#define PATIENCE_IN_QUEUES 12

enum { ASIDE, BACK, AHEAD };

/* Share of its speed at which an agent goes back: in a window that is about two diameters. Twice as
 * fast, those who go back from a door leave it empty for 4.5 s. */
#define BACK_SPEED 0.25f

#define DIAGONAL 0.70710678f

/* Steps by code of a direction, in cells and as unit vectors. */
static const int8_t step_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int8_t step_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float length_of[2] = {1.0f, DIAGONAL};

typedef struct cell {
    int32_t x, y;
} cell;

static bool is_legal(const throng_cost_field *ground, cell from, unsigned code)
{
    int32_t x = from.x + step_x[code], y = from.y + step_y[code];
    if (throng_cost_is_wall(ground, x, y))
        return false;
    return code < THRONG_FLOW_SE ||
           (!throng_cost_is_wall(ground, x, from.y) && !throng_cost_is_wall(ground, from.x, y));
}

/* The legal direction but `best` on which the goal is nearest; `best` if there is no other. Ties go
 * to the lowest code. */
static unsigned second_best(const throng_group_desc *group, cell from, unsigned best)
{
    const throng_cost_field *ground = group->cost;
    const size_t width = (size_t)ground->grid.width;
    const uint64_t cost = ground->cost[(size_t)from.y * width + (size_t)from.x];
    uint64_t least = UINT64_MAX;
    unsigned found = best;
    for (unsigned code = THRONG_FLOW_E; code <= THRONG_FLOW_NE; code++) {
        if (code == best || !is_legal(ground, from, code))
            continue;
        size_t to = (size_t)(from.y + step_y[code]) * width + (size_t)(from.x + step_x[code]);
        uint64_t way =
            group->integration->distance[to] + cost * (code < THRONG_FLOW_SE ? 10u : 14u);
        if (way < least) {
            least = way;
            found = code;
        }
    }
    return found;
}

static void recover(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    const throng_group_desc *group = &crowd->groups[a->group[i]].desc;
    uint32_t windows = a->progress[i] & ((1u << THRONG_WINDOW_BITS) - 1);
    uint32_t patience = group->time_gap > 0.0f ? PATIENCE_IN_QUEUES : PATIENCE;
    if (windows < patience || (a->flags[i] & THRONG_AGENT_HELD))
        return;
    const cell at = {throng_column_of(group->cost, a->x[i]), throng_row_of(group->cost, a->y[i])};
    unsigned code =
        group->flow->codes[(size_t)at.y * (size_t)group->cost->grid.width + (size_t)at.x];
    if (code < THRONG_FLOW_E || code > THRONG_FLOW_NE)
        return;
    uint32_t try = (windows - patience) % THRONG_RECOVERY_TRIES;
    if (try == ASIDE)
        code = second_best(group, at, code);
    float length = length_of[code >= THRONG_FLOW_SE] * (try == BACK ? -BACK_SPEED : 1.0f);
    a->heading_x[i] = (float)step_x[code] * length;
    a->heading_y[i] = (float)step_y[code] * length;
}

void throng_crowd_recover(throng_crowd *crowd, int32_t begin, int32_t end)
{
    const uint8_t *flags = crowd->agents.flags;
    for (int32_t i = begin; i < end; i++) {
        uint64_t eight;
        if (end - i >= 8) {
            memcpy(&eight, flags + i, sizeof eight);
            if (!(eight & THRONG_AGENT_STUCK * UINT64_C(0x0101010101010101))) {
                i += 7;
                continue;
            }
        }
        if (flags[i] & THRONG_AGENT_STUCK)
            recover(crowd, i);
    }
}
