/* What a group is doing as a whole. Sums are integers, so that they do not depend on the order of
 * the arrays: velocities in units of 2^-16 m/s, distances as they are. */
#include "behave/behave.h"

#include "base/float_state.h"
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
    team->least_distance = distance < team->least_distance ? distance : team->least_distance;
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

static float metres(uint32_t distance, float cell_size)
{
    return (float)distance * (0.1f * cell_size);
}

/* Who was joined is so until somebody is ahead by twice as much, so that nobody is told over and
 * over again. */
static bool is_joined(const throng_behaviour *behaviour, float cell_size)
{
    const throng_team *team = &behaviour->team;
    const bool was_joined = behaviour->team_state & THRONG_TEAM_IS_JOINED;
    const float keep = behaviour->desc.keep_together;
    if (!(keep > 0.0f) || team->reaching == 0)
        return was_joined;
    const float ahead = metres(team->mean_distance - team->least_distance, cell_size);
    return ahead <= (was_joined ? 2.0f * keep : keep);
}

static void note_state(throng_behaviour *behaviour, float cell_size)
{
    const uint32_t before = behaviour->team_state;
    uint32_t now = (is_joined(behaviour, cell_size) ? THRONG_TEAM_IS_JOINED : 0) |
                   (behaviour->team.has_arrived ? THRONG_TEAM_HAS_ARRIVED : 0);
    const uint32_t risen = now & ~before;
    now |= before & (THRONG_TEAM_TOLD_JOINED | THRONG_TEAM_TOLD_ARRIVED);
    now |= risen & THRONG_TEAM_IS_JOINED ? THRONG_TEAM_TOLD_JOINED : 0;
    now |= risen & THRONG_TEAM_HAS_ARRIVED ? THRONG_TEAM_TOLD_ARRIVED : 0;
    behaviour->team_state = now;
}

void throng_team_forget_events(throng_crowd *crowd)
{
    const uint32_t told = THRONG_TEAM_TOLD_JOINED | THRONG_TEAM_TOLD_ARRIVED;
    for (int32_t g = 0; g < crowd->group_count; g++)
        crowd->groups[g].behaviour.team_state &= ~told;
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
        crowd->groups[g].behaviour.team = (throng_team){.least_distance = UINT32_MAX};
        any = any || crowd->groups[g].behaviour.is_team;
    }
    if (!any)
        return;
    count_members(crowd);
    for (int32_t g = 0; g < crowd->group_count; g++) {
        throng_behaviour *behaviour = &crowd->groups[g].behaviour;
        if (behaviour->is_team) {
            find_means(behaviour);
            note_state(behaviour, crowd->desc.grid.cell_size);
        }
        any_arrived = any_arrived || behaviour->team.has_arrived;
    }
    if (any_arrived)
        tell_arrived(crowd);
}

/* The sums of one group as it is now, and who has the longest way. */
typedef struct stock {
    throng_team_state state;
    uint64_t sum;
    uint32_t least, most;
} stock;

static void take_stock(const throng_crowd *crowd, const throng_group_desc *group, int32_t i,
                       stock *all)
{
    const throng_agents *a = &crowd->agents;
    const uint8_t flags = a->flags[i];
    if (flags & THRONG_AGENT_QUARANTINED)
        return;
    all->state.members++;
    all->state.arrived += (flags & THRONG_AGENT_ARRIVED) != 0;
    all->state.stuck += (flags & THRONG_AGENT_STUCK) != 0;
    if (flags & THRONG_AGENT_WISHLESS)
        return;
    all->state.walking++;
    /* Whoever is off the map is in no cell. */
    if (!group->integration || !group->integration->is_solved || (flags & THRONG_AGENT_RELOCATE))
        return;
    const uint32_t distance = throng_group_distance(group, a->x[i], a->y[i]);
    if (distance == THRONG_UNREACHABLE)
        return;
    const bool is_first_found = all->state.reaching++ == 0;
    all->sum += distance;
    all->least = is_first_found || distance < all->least ? distance : all->least;
    if (is_first_found || distance > all->most ||
        (distance == all->most && (uint32_t)a->id[i] < (uint32_t)all->state.slowest)) {
        all->most = distance;
        all->state.slowest = a->id[i];
    }
}

static THRONG_NOINLINE throng_team_state take_all_stock(const throng_crowd *crowd, int32_t group)
{
    stock all = {.state = {.slowest = THRONG_AGENT_NONE}};
    const throng_group *one = &crowd->groups[group];
    for (int32_t i = 0; i < crowd->count; i++)
        if (crowd->agents.group[i] == group)
            take_stock(crowd, &one->desc, i, &all);
    all.state.is_joined = one->behaviour.team_state & THRONG_TEAM_IS_JOINED;
    all.state.has_arrived = one->behaviour.team_state & THRONG_TEAM_HAS_ARRIVED;
    if (all.state.reaching > 0) {
        const uint32_t mean = (uint32_t)(all.sum / (uint64_t)all.state.reaching);
        const float cell_size = crowd->desc.grid.cell_size;
        all.state.mean_way = metres(mean, cell_size);
        all.state.ahead = metres(mean - all.least, cell_size);
        all.state.behind = metres(all.most - mean, cell_size);
    }
    return all.state;
}

throng_result throng_crowd_team(const throng_crowd *crowd, int32_t group, throng_team_state *out)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result = throng_crowd_group_check(crowd, group);
    if (result)
        return result;
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    const throng_float_state host = throng_float_enter();
    *out = take_all_stock(crowd, group);
    throng_float_leave(host);
    return THRONG_OK;
}
