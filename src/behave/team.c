/* What a group is doing as a whole. Sums are integers, so that they do not depend on the order of
 * the arrays: velocities in units of 2^-16 m/s, distances as they are. */
#include "behave/behave.h"

#include "crowd/goal.h"

/* m/s: no agent is to go faster than 1e6; 2^24 of them then sum up to 2^60. */
#define FASTEST 1e6f
#define UNITS 65536.0f

typedef struct member {
    int64_t velocity_x, velocity_y; /* in UNITS */
    uint32_t distance;
} member;

static int64_t units_of(float velocity)
{
    float v = velocity > -FASTEST ? velocity : -FASTEST;
    v = v < FASTEST ? v : FASTEST;
    return (int64_t)(v * UNITS);
}

/* Adds what agent i is to the sums of its group, which are kept apart from it: what is written in
 * one turn and read in the next takes long. */
static void count_member(const throng_agents *a, int32_t i, const throng_group *group,
                         throng_team *team)
{
    const uint8_t flags = a->flags[i];
    if (flags & THRONG_AGENT_QUARANTINED)
        return;
    team->members++;
    team->arrived += (flags & THRONG_AGENT_ARRIVED) != 0;
    if (flags & THRONG_AGENT_WISHLESS)
        return;
    team->walking++;
    if (group->behaviour.desc.stay > 0.0f) {
        team->velocity_x += units_of(a->velocity_x[i]);
        team->velocity_y += units_of(a->velocity_y[i]);
    }
    if (!(group->behaviour.desc.keep_together > 0.0f))
        return;
    if (!group->desc.integration)
        return;
    const uint32_t distance = throng_group_distance(&group->desc, a->x[i], a->y[i]);
    const bool reaches = distance != THRONG_UNREACHABLE;
    team->reaching += reaches;
    team->distance += reaches ? distance : 0;
}

static void count_members(throng_crowd *crowd)
{
    const throng_agents *a = &crowd->agents;
    for (int32_t i = 0; i < crowd->count;) {
        const int32_t number = a->group[i];
        throng_group *group = &crowd->groups[number];
        throng_team team = group->behaviour.team;
        if (!group->behaviour.is_team)
            while (i < crowd->count && a->group[i] == number)
                i++;
        for (; i < crowd->count && a->group[i] == number; i++)
            count_member(a, i, group, &team);
        group->behaviour.team = team;
    }
}

static void find_means(throng_behaviour *behaviour)
{
    throng_team *team = &behaviour->team;
    double share = team->walking > 0 ? 1.0 / ((double)UNITS * team->walking) : 0.0;
    team->mean_x = (float)((double)team->velocity_x * share);
    team->mean_y = (float)((double)team->velocity_y * share);
    team->mean_distance =
        team->reaching > 0 ? (uint32_t)(team->distance / (uint64_t)team->reaching) : 0;
    double needed = (double)behaviour->desc.arrives_together * team->members;
    team->has_arrived =
        behaviour->desc.arrives_together > 0.0f && team->arrived > 0 && team->arrived >= needed;
}

/* Settling then does with them as with whoever has noticed the goal. */
static void tell_arrived(throng_crowd *crowd)
{
    throng_agents *a = &crowd->agents;
    for (int32_t i = 0; i < crowd->count; i++)
        if (crowd->groups[a->group[i]].behaviour.team.has_arrived &&
            !(a->flags[i] & (THRONG_AGENT_WISHLESS | THRONG_AGENT_RELOCATE)))
            a->events[i] |= THRONG_TOLD_ARRIVED;
}

void throng_team_count(throng_crowd *crowd)
{
    bool any = false, any_arrived = false;
    for (int32_t g = 0; g < crowd->group_count; g++) {
        crowd->groups[g].behaviour.team = (throng_team){0};
        any = any || crowd->groups[g].behaviour.is_team;
    }
    if (!any)
        return;
    count_members(crowd);
    for (int32_t g = 0; g < crowd->group_count; g++) {
        throng_behaviour *behaviour = &crowd->groups[g].behaviour;
        if (behaviour->is_team)
            find_means(behaviour);
        any_arrived = any_arrived || behaviour->team.has_arrived;
    }
    if (any_arrived)
        tell_arrived(crowd);
}
