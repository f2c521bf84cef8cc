/* Recovery: who is stuck for long tries one thing after the other, a window each: the second best
 * direction, which leads large discs round the corners of walls; back, which opens jams and lets
 * others pass; and the best direction again. */
#include "crowd/crowd.h"

#include "cost/cost.h"
#include "crowd/eight.h"
#include "flow/flow.h"
#include "integration/integration.h"

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

/* The legal direction but `best` on which the goal is nearest; `best` if there is no other. Ties go
 * to the lowest code. */
static unsigned second_best(const throng_group_desc *group, size_t from, unsigned best)
{
    const throng_cost_field *ground = group->cost;
    const uint64_t cost = ground->cost[from];
    uint64_t least = UINT64_MAX;
    unsigned found = best;
    for (unsigned code = THRONG_FLOW_E; code <= THRONG_FLOW_NE; code++) {
        if (code == best || !(ground->moves[from] >> (code - 1) & 1))
            continue;
        ptrdiff_t step =
            (ptrdiff_t)throng_step_y[code - 1] * ground->grid.width + throng_step_x[code - 1];
        uint64_t way = group->integration->distance[(ptrdiff_t)from + step] +
                       cost * (code < THRONG_FLOW_SE ? 10u : 14u);
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
    uint32_t windows = throng_stuck_windows(a->progress[i]);
    uint32_t patience = group->time_gap > 0.0f ? PATIENCE_IN_QUEUES : PATIENCE;
    if (windows < patience || (a->flags[i] & THRONG_AGENT_HELD) || !group->flow)
        return;
    const size_t at = throng_cell_of(group->cost, a->x[i], a->y[i]);
    unsigned code = group->flow->codes[at];
    if (code < THRONG_FLOW_E || code > THRONG_FLOW_NE)
        return;
    uint32_t try = (windows - patience) % THRONG_RECOVERY_TRIES;
    if (try == ASIDE)
        code = second_best(group, at, code);
    float length = (code < THRONG_FLOW_SE ? 1.0f : DIAGONAL) * (try == BACK ? -BACK_SPEED : 1.0f);
    a->heading_x[i] = (float)throng_step_x[code - 1] * length;
    a->heading_y[i] = (float)throng_step_y[code - 1] * length;
}

void throng_crowd_recover(throng_crowd *crowd, int32_t begin, int32_t end)
{
    const uint8_t *flags = crowd->agents.flags;
    for (int32_t first = begin; first < end; first += 8) {
        if (throng_have_none(flags, first, end, THRONG_AGENT_STUCK))
            continue;
        for (int32_t i = first; i < end && i < first + 8; i++)
            if (flags[i] & THRONG_AGENT_STUCK)
                recover(crowd, i);
    }
}
