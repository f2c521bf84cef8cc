/* Events are bits of the agents that they happened to, so none can be lost and none needs room. */
#include "crowd/crowd.h"

#include "cost/place.h"
#include "integration/integration.h"

static const struct {
    uint8_t bit;
    throng_event_kind kind;
} kinds[] = {
    {THRONG_TOLD_RELOCATED, THRONG_EVENT_RELOCATED},
    {THRONG_TOLD_QUARANTINED, THRONG_EVENT_QUARANTINED},
    {THRONG_TOLD_CANNOT_REACH, THRONG_EVENT_CANNOT_REACH},
    {THRONG_TOLD_STUCK, THRONG_EVENT_STUCK},
    {THRONG_TOLD_FREED, THRONG_EVENT_FREED},
    {THRONG_TOLD_ARRIVED, THRONG_EVENT_ARRIVED},
};

#define KIND_COUNT ((int32_t)(sizeof kinds / sizeof *kinds))

/* The id of the agent that had this index last. */
static throng_agent_id id_before(const throng_crowd *crowd, int32_t index)
{
    return (uint64_t)(crowd->generation[index] - 1) << 32 | (uint32_t)index;
}

static void add_details(const throng_crowd *crowd, int32_t place, throng_event *event)
{
    const throng_agents *a = &crowd->agents;
    if (event->kind == THRONG_EVENT_QUARANTINED) {
        event->reason = a->flags[place] & THRONG_AGENT_RELOCATE ? THRONG_QUARANTINE_NO_ROOM
                                                                : THRONG_QUARANTINE_NOT_FINITE;
    } else if (event->kind == THRONG_EVENT_CANNOT_REACH) {
        const throng_group_desc *group = &crowd->groups[a->group[place]].desc;
        event->place = (throng_point){a->x[place], a->y[place]};
        if (group->integration) /* the host may have taken it away since */
            throng_place_nearest_reachable(group->cost, group->integration->distance, event->place,
                                           &event->place);
    }
}

static throng_event event_of(throng_event_kind kind, throng_agent_id agent)
{
    return (throng_event){.kind = kind, .agent = agent, .group = -1};
}

/* The next one of the crowd itself, at `bit` 0, or of a group g, at 1 + 2 g and 2 + 2 g. */
static bool next_of_all(const throng_crowd *crowd, int32_t *bit, throng_event *out)
{
    if (*bit == 0) {
        *bit = 1;
        *out = event_of(THRONG_EVENT_TIME_CUT, THRONG_AGENT_NONE);
        if (crowd->time_was_cut)
            return true;
    }
    for (; *bit <= 2 * crowd->group_count; ++*bit) {
        const bool is_arrival = *bit % 2 == 0;
        const int32_t g = (*bit - 1) / 2;
        const uint32_t told = is_arrival ? THRONG_TEAM_TOLD_ARRIVED : THRONG_TEAM_TOLD_JOINED;
        if (!(crowd->groups[g].behaviour.team_state & told))
            continue;
        ++*bit;
        *out = event_of(is_arrival ? THRONG_EVENT_TEAM_ARRIVED : THRONG_EVENT_TEAM_JOINED,
                        THRONG_AGENT_NONE);
        out->group = g;
        return true;
    }
    return false;
}

/* cursor->next is 0 for the crowd itself and its groups, and 1 + id index for an agent, cursor->bit
 * then the place in `kinds`. */
bool throng_crowd_next_event(const throng_crowd *crowd, throng_event_cursor *cursor,
                             throng_event *out)
{
    if (!crowd || !cursor || !out || cursor->next < 0 || cursor->bit < 0)
        return false;
    if (cursor->next == 0) {
        throng_event event;
        if (next_of_all(crowd, &cursor->bit, &event)) {
            *out = event;
            return true;
        }
        cursor->next = 1;
        cursor->bit = 0;
    }
    for (; cursor->next <= crowd->slot_count; cursor->next++, cursor->bit = 0) {
        int32_t place = crowd->place_of[cursor->next - 1];
        if (place == THRONG_PLACE_LEFT && cursor->bit == 0) {
            cursor->bit = 1;
            *out = event_of(THRONG_EVENT_LEFT, id_before(crowd, cursor->next - 1));
            return true;
        }
        if (place < 0 || crowd->agents.events[place] == 0)
            continue;
        while (cursor->bit < KIND_COUNT) {
            int32_t k = cursor->bit++;
            if (crowd->agents.events[place] & kinds[k].bit) {
                *out = event_of(kinds[k].kind, crowd->agents.id[place]);
                add_details(crowd, place, out);
                return true;
            }
        }
    }
    return false;
}
