/* Exits: whoever has come into a goal cell of a group that leaves there is taken out of the crowd
 * as soon as its substep ends, so that nobody has to walk round it. */
#include "crowd/crowd.h"

#include "crowd/goal.h"

/* Whom the host alone moves, it also removes. */
#define STAYS (THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE | THRONG_AGENT_UNYIELDING)

bool throng_crowd_has_exits(const throng_crowd *crowd)
{
    for (int32_t g = 0; g < crowd->group_count; g++)
        if (crowd->groups[g].desc.leaves_at_goal && crowd->groups[g].desc.integration)
            return true;
    return false;
}

void throng_crowd_find_leavers(throng_crowd *crowd, int32_t begin, int32_t end, int *any)
{
    throng_agents *a = &crowd->agents;
    for (int32_t i = begin; i < end; i++) {
        const throng_group_desc *group = &crowd->groups[a->group[i]].desc;
        if (!group->leaves_at_goal || !group->integration || (a->flags[i] & STAYS))
            continue;
        if (!throng_group_is_goal(group, throng_cell_of(group->cost, a->x[i], a->y[i])))
            continue;
        a->events[i] |= THRONG_LEAVES;
        __atomic_store_n(any, 1, __ATOMIC_RELAXED);
    }
}

void throng_crowd_let_leavers_out(throng_crowd *crowd)
{
    /* The last agent fills the place, so that one is looked at next. */
    for (int32_t i = 0; i < crowd->count;)
        if (crowd->agents.events[i] & THRONG_LEAVES)
            throng_crowd_let_out(crowd, i);
        else
            i++;
}
