/* Progress: who comes no nearer to its goal is stuck, and who has no way to it stands.
 *
 *     stuck:  D(then) - D(now) < SHARE * max_speed * time,   in the unit of D:  10 / cell_size
 *
 * Every agent is judged once in a WINDOW of the crowd's time, a sixteenth of them at a time, by
 * their id indices. What it needs to remember is D of the cell where it was judged last. */
#include "crowd/crowd.h"

#include "crowd/eight.h"
#include "crowd/goal.h"

/* s, and how often within it some agents' turn comes. 3 s are a few cells for a person on usual
 * grids; a step, at most 0.5 s long, never passes a turn twice. */
#define WINDOW 3.0
#define TURNS 16

/* Who crosses fewer cells than this in a window is judged after so many windows as it takes. */
#define CELLS_LEAST 3.0f
#define WINDOWS_MOST 100.0f

/* Share of the way that it could have walked below which an agent is stuck, and from which on it
 * has got through whatever it pressed against. */
#define STUCK 0.05f
#define THROUGH 0.5f

/* A rise of D beyond what the agent can have walked comes from the field, and tells nothing. The
 * longest step between two cells is added. */
#define STEP_MOST (14.0f * 254.0f)

/* Stands for the windows of an agent whose turn has not come since it set off. */
#define FRESH (THRONG_WINDOWS_MOST + 1)

/* True if it has somewhere to go, by its field alone. */
static bool follows(const throng_crowd *crowd, int32_t i)
{
    const throng_agents *a = &crowd->agents;
    const throng_group *group = &crowd->groups[a->group[i]];
    return group->desc.integration && !group->behaviour.is_on &&
           !(a->flags[i] & THRONG_AGENT_KINEMATIC);
}

static uint32_t distance_of(const throng_crowd *crowd, int32_t i)
{
    const throng_agents *a = &crowd->agents;
    return throng_group_distance(&crowd->groups[a->group[i]].desc, a->x[i], a->y[i]);
}

/* D modulo 2^24, which tells any way within 800,000 cells, above a count of windows. */
static uint32_t mark_of(uint32_t distance, uint32_t windows)
{
    return distance << THRONG_WINDOW_BITS | windows;
}

/* How far D has fallen since it was marked. */
static int32_t fall_of(uint32_t mark, uint32_t distance)
{
    return (int32_t)(mark - throng_stuck_windows(mark) - mark_of(distance, 0)) /
           (1 << THRONG_WINDOW_BITS);
}

/* Windows after which an agent is judged. */
static int32_t stride_of(const throng_crowd *crowd, int32_t i)
{
    float cells = crowd->agents.max_speed[i] * crowd->cells_per_metre * (float)WINDOW;
    float windows = CELLS_LEAST / cells;
    windows = windows < WINDOWS_MOST ? windows : WINDOWS_MOST;
    return windows > 1.0f ? (int32_t)windows + 1 : 1;
}

float throng_crowd_stuck_seconds(const throng_crowd *crowd, int32_t i)
{
    const throng_agents *a = &crowd->agents;
    if (!(a->flags[i] & THRONG_AGENT_STUCK))
        return 0.0f;
    uint32_t windows = throng_stuck_windows(a->progress[i]);
    return (float)WINDOW * (float)((int32_t)windows * stride_of(crowd, i));
}

void throng_crowd_free(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    if (!throng_is_placed(a->rest[i]))
        a->rest[i] &= (uint8_t)~THRONG_REST_PRESSES;
    if (!(a->flags[i] & THRONG_AGENT_STUCK))
        return;
    a->flags[i] &= (uint8_t)~THRONG_AGENT_STUCK;
    a->events[i] |= THRONG_TOLD_FREED;
    crowd->has_events = true;
}

/* Whether the agent has a way to its goal, so far as it looks for one; from now on it stands, or is
 * on its way again. */
static void look_for_way(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    bool has_way = !follows(crowd, i) || distance_of(crowd, i) != THRONG_UNREACHABLE;
    if (has_way == !(a->flags[i] & THRONG_AGENT_CANNOT_REACH))
        return;
    a->flags[i] ^= THRONG_AGENT_CANNOT_REACH;
    if (has_way) {
        throng_wake(a, i);
        if (throng_is_placed(a->rest[i]))
            throng_forget_place(a, i);
        return;
    }
    throng_crowd_free(crowd, i);
    a->events[i] |= THRONG_TOLD_CANNOT_REACH;
    crowd->has_events = true;
}

/* Begins to watch an agent that has set off. */
static void look_first(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    if (a->flags[i] & (THRONG_AGENT_RELOCATE | THRONG_AGENT_QUARANTINED))
        return; /* it is nowhere yet */
    a->rest[i] |= THRONG_REST_WATCHED;
    look_for_way(crowd, i);
    if (follows(crowd, i) && !throng_is_placed(a->rest[i]))
        a->progress[i] = mark_of(distance_of(crowd, i), FRESH);
}

static void look_at_new(throng_crowd *crowd)
{
    const throng_agents *a = &crowd->agents;
    for (int32_t begin = 0; begin < crowd->count; begin += 8) {
        if (throng_have_all(a->rest, begin, crowd->count, THRONG_REST_WATCHED))
            continue;
        for (int32_t i = begin; i < crowd->count && i < begin + 8; i++)
            if (!(a->rest[i] & THRONG_REST_WATCHED))
                look_first(crowd, i);
    }
}

/* Looks at everybody whose field has changed. */
static void look_at_changes(throng_crowd *crowd)
{
    const throng_agents *a = &crowd->agents;
    bool any_changed = false;
    for (int32_t g = 0; g < crowd->group_count; g++)
        any_changed = any_changed || throng_group_has_changed(&crowd->groups[g]);
    if (!any_changed)
        return;
    for (int32_t i = 0; i < crowd->count; i++)
        if (throng_group_has_changed(&crowd->groups[a->group[i]]) &&
            (a->rest[i] & THRONG_REST_WATCHED))
            look_for_way(crowd, i);
    for (int32_t g = 0; g < crowd->group_count; g++)
        if (crowd->groups[g].desc.integration)
            crowd->groups[g].field_serial = crowd->groups[g].desc.integration->serial;
}

/* Stuck, or not, by how far D has fallen; `way` is how far it could have. */
static void decide(throng_crowd *crowd, int32_t i, uint32_t distance, float way)
{
    throng_agents *a = &crowd->agents;
    float fall = (float)fall_of(a->progress[i], distance);
    uint32_t windows = throng_stuck_windows(a->progress[i]);
    bool is_fresh = windows == FRESH;
    windows = is_fresh ? 0 : windows;
    a->progress[i] = mark_of(distance, windows);
    if (is_fresh || fall < -(2.0f * way + STEP_MOST))
        return;
    if (fall >= STUCK * way) {
        a->progress[i] = mark_of(distance, 0);
        bool presses = (a->rest[i] & THRONG_REST_PRESSES) && fall < THROUGH * way;
        throng_crowd_free(crowd, i);
        a->rest[i] |= presses ? THRONG_REST_PRESSES : 0;
        return;
    }
    /* Beyond what can be counted it goes on trying in turns. */
    windows = windows < THRONG_WINDOWS_MOST ? windows + 1 : windows + 1 - THRONG_RECOVERY_TRIES;
    a->progress[i] = mark_of(distance, windows);
    if (a->flags[i] & THRONG_AGENT_STUCK)
        return;
    a->flags[i] |= THRONG_AGENT_STUCK;
    a->events[i] |= THRONG_TOLD_STUCK;
    crowd->has_events = true;
}

/* True if it could come nearer to its goal by itself. */
static bool is_on_its_way(const throng_crowd *crowd, int32_t i)
{
    const throng_agents *a = &crowd->agents;
    const throng_group_desc *group = &crowd->groups[a->group[i]].desc;
    return !(a->flags[i] & (THRONG_AGENT_HELD | THRONG_AGENT_ARRIVED)) && follows(crowd, i) &&
           a->max_speed[i] > 0.0f &&
           !throng_group_is_goal(group, throng_cell_of(group->cost, a->x[i], a->y[i]));
}

static void judge(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    if (!is_on_its_way(crowd, i)) {
        a->progress[i] |= throng_is_placed(a->rest[i]) ? 0 : FRESH;
        throng_crowd_free(crowd, i);
        return;
    }
    look_for_way(crowd, i);
    uint32_t distance = distance_of(crowd, i);
    if (distance == THRONG_UNREACHABLE || !(a->rest[i] & THRONG_REST_WATCHED))
        return;
    float time = (float)WINDOW * (float)stride_of(crowd, i);
    decide(crowd, i, distance, a->max_speed[i] * time * (10.0f * crowd->cells_per_metre));
}

/* Judges those whose turn comes at `tick`, counted from the crowd's beginning. */
static void judge_some(throng_crowd *crowd, int64_t tick)
{
    const throng_agents *a = &crowd->agents;
    const uint32_t turn = (uint32_t)(tick % TURNS);
    const int64_t window = tick / TURNS;
    for (int32_t i = 0; i < crowd->count; i++)
        if ((uint32_t)a->id[i] % TURNS == turn && (a->rest[i] & THRONG_REST_WATCHED) &&
            window % stride_of(crowd, i) == 0)
            judge(crowd, i);
}

void throng_crowd_watch(throng_crowd *crowd, double seconds)
{
    look_at_changes(crowd);
    look_at_new(crowd);
    int64_t tick = (int64_t)(crowd->clock * (TURNS / WINDOW));
    crowd->clock += seconds;
    while (tick < (int64_t)(crowd->clock * (TURNS / WINDOW)))
        judge_some(crowd, ++tick);
}
