/* A step: check, set right what the host has changed, then substeps (substep.c). */
#include "crowd/crowd.h"

#include "behave/behave.h"
#include "cost/place.h"
#include "flow/flow.h"
#include "integration/integration.h"
#include "tasks/tasks.h"

/* s; a longer step is a hiccup of the host, not time that the crowd has lived through. */
#define STEP_MAX 0.5f

/* Share of its radius that an agent may walk in a substep: then nobody passes through anybody. */
#define WALK_MAX 0.3

static throng_result check_group(const throng_crowd *crowd, int32_t g)
{
    const throng_context *context = crowd->context;
    const throng_group_desc *desc = &crowd->groups[g].desc;
    const throng_sight_field *sight = crowd->groups[g].behaviour.desc.sight;
    if (desc->walls && !desc->walls->is_committed)
        return throng_refuse(context, THRONG_ERROR_NOT_COMMITTED,
                             "The walls of group %d have edits that were not committed.", g);
    if (sight && !throng_sight_is_solved(sight))
        return throng_refuse(context, THRONG_ERROR_NOT_SOLVED,
                             "The sight field of group %d holds no result; call throng_sight.", g);
    if (sight && !throng_sight_is_current(sight, desc->cost) &&
        !throng_sight_is_current(sight, desc->walls))
        return throng_refuse(context, THRONG_ERROR_OUT_OF_DATE,
                             "The sight field of group %d is not that of its cost field, or of its "
                             "walls, as they are now; call throng_sight.",
                             g);
    if (!desc->flow)
        return desc->cost->is_committed
                   ? THRONG_OK
                   : throng_refuse(context, THRONG_ERROR_NOT_COMMITTED,
                                   "The cost field of group %d has edits that were not committed.",
                                   g);
    throng_result result = throng_integration_check(context, desc->cost, desc->integration);
    if (result)
        return result;
    if (!desc->flow->is_solved)
        return throng_refuse(context, THRONG_ERROR_NOT_SOLVED,
                             "The flow field of group %d holds no result; call throng_flow.", g);
    if (desc->flow->integration_serial != desc->integration->serial)
        return throng_refuse(context, THRONG_ERROR_OUT_OF_DATE,
                             "The flow field of group %d is older than its integration field; call "
                             "throng_flow.",
                             g);
    return THRONG_OK;
}

static throng_result check(const throng_crowd *crowd, float dt)
{
    if (!(dt >= 0.0f) || !throng_is_finite(dt))
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                             "dt is %g; it must be a finite number of seconds, 0 or more.", dt);
    for (int32_t g = 0; g < crowd->group_count; g++) {
        throng_result result =
            throng_group_is_there(&crowd->groups[g]) ? check_group(crowd, g) : THRONG_OK;
        if (result)
            return result;
    }
    return THRONG_OK;
}

/* Whose goals have moved is on its way again. */
static void wake_for_new_goals(throng_crowd *crowd)
{
    bool any_changed = false;
    for (int32_t g = 0; g < crowd->group_count; g++) {
        const throng_integration_field *field = crowd->groups[g].desc.integration;
        any_changed = any_changed || (field && field->goals_mark != crowd->groups[g].goals_mark);
    }
    if (!any_changed)
        return;
    throng_agents *a = &crowd->agents;
    for (int32_t i = 0; i < crowd->count; i++) {
        const throng_group *group = &crowd->groups[a->group[i]];
        if (group->desc.integration && group->desc.integration->goals_mark != group->goals_mark) {
            a->flags[i] &= (uint8_t) ~(THRONG_AGENT_ARRIVED | THRONG_AGENT_ASLEEP);
            throng_forget_way(a, i);
            a->slow_time[i] = 0.0f;
        }
    }
    for (int32_t g = 0; g < crowd->group_count; g++)
        if (crowd->groups[g].desc.integration)
            crowd->groups[g].goals_mark = crowd->groups[g].desc.integration->goals_mark;
}

/* Whoever stands in a wall or off the map goes to the nearest free place, or into quarantine until
 * the map has one: both flags tell that. */
static void relocate(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    const throng_cost_field *ground = crowd->groups[a->group[i]].desc.cost;
    throng_point place = {a->x[i], a->y[i]};
    bool was_quarantined = a->flags[i] & THRONG_AGENT_QUARANTINED;
    if (a->flags[i] & THRONG_AGENT_RELOCATE)
        crowd->is_sorted = false; /* it was left out */
    a->flags[i] &= (uint8_t) ~(THRONG_AGENT_RELOCATE | THRONG_AGENT_QUARANTINED);
    if (throng_place_is_free(ground, place.x, place.y))
        return;
    if (!throng_cost_nearest_free(ground, place, &place)) {
        a->flags[i] |= THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE;
        if (was_quarantined)
            return;
        a->events[i] |= THRONG_TOLD_QUARANTINED;
        a->push_x[i] = a->push_y[i] = 0.0f; /* nobody pushes it, so nothing sets this any more */
        crowd->has_events = true;
        crowd->is_sorted = false;
        return;
    }
    a->x[i] = place.x;
    a->y[i] = place.y;
    a->flags[i] &= (uint8_t)~THRONG_AGENT_ASLEEP;
    throng_forget_way(a, i);
    a->slow_time[i] = 0.0f;
    a->events[i] |= THRONG_TOLD_RELOCATED;
    crowd->has_events = true;
    crowd->is_sorted = false;
}

static void forget_events(throng_crowd *crowd)
{
    throng_crowd_forget_left(crowd);
    throng_team_forget_events(crowd);
    if (!crowd->has_events)
        return;
    /* In locals, which no byte that is written can be part of: compilers then do sixteen at a time.
     */
    uint8_t *events = crowd->agents.events, tells = 0;
    const int32_t count = crowd->count;
    for (int32_t i = 0; i < count; i++) {
        events[i] = events[i] & THRONG_TELLS_QUARANTINED ? THRONG_TOLD_QUARANTINED : 0;
        tells |= events[i];
    }
    crowd->has_events = tells != 0;
}

/* True if somebody may stand in a wall: the host has put an agent there, or has edited the ground.
 */
static bool must_look(throng_crowd *crowd)
{
    bool must = crowd->may_be_blocked;
    for (int32_t g = 0; g < crowd->group_count; g++) {
        throng_group *group = &crowd->groups[g];
        if (!throng_group_is_there(group))
            continue;
        must = must || group->cost_revision != group->desc.cost->revision;
        group->cost_revision = group->desc.cost->revision;
    }
    crowd->may_be_blocked = false;
    return must;
}

/* Sets right what the host has changed. A step of no time moves nobody, so it leaves that to the
 * next. */
static void set_right(throng_crowd *crowd, bool may_move)
{
    throng_agents *a = &crowd->agents;
    for (int32_t g = 0; g < crowd->group_count; g++)
        throng_group_look(crowd, g);
    wake_for_new_goals(crowd);
    forget_events(crowd);
    if (!may_move || !must_look(crowd))
        return;
    for (int32_t i = 0; i < crowd->count; i++)
        if (!(a->flags[i] & THRONG_AGENT_QUARANTINED) || (a->flags[i] & THRONG_AGENT_RELOCATE))
            relocate(crowd, i);
}

static double find_fastest(const throng_agents *a, int32_t count)
{
    double fastest = 0.0; /* radii per second */
    for (int32_t i = 0; i < count; i++) {
        double radii = (double)a->max_speed[i] / (double)a->radius[i];
        fastest = radii > fastest ? radii : fastest;
    }
    return fastest;
}

static int32_t count_substeps(throng_crowd *crowd, float dt)
{
    if (crowd->fastest < 0.0)
        crowd->fastest = find_fastest(&crowd->agents, crowd->count);
    double longest = crowd->desc.substep;
    if (longest * crowd->fastest > WALK_MAX)
        longest = WALK_MAX / crowd->fastest;
    double exact = (double)dt / longest;
    int32_t whole = (int32_t)exact; /* at most 0.5 s * 10000 / 0.3, by the limits on agents */
    return whole + (exact > (double)whole);
}

/* The part of a step that computes, as a task of one block: it then has our floating-point state.
 */
typedef struct step_task {
    throng_crowd *crowd;
    float dt;
} step_task;

static void prepare_step(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    step_task *task = data;
    set_right(task->crowd, task->dt > 0.0f);
    task->crowd->substeps = count_substeps(task->crowd, task->dt);
    if (task->crowd->substeps > 0)
        task->dt = (float)((double)task->dt / (double)task->crowd->substeps);
}

static void watch(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    step_task *task = data;
    throng_crowd_watch(task->crowd, (double)task->dt * task->crowd->substeps);
}

throng_result throng_crowd_step(throng_crowd *crowd, float dt)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check(crowd, dt);
    if (result)
        return result;
    throng_profile(crowd->context, THRONG_STAGE_STEP, true);
    crowd->time_was_cut = dt > STEP_MAX;
    step_task task = {crowd, dt > STEP_MAX ? STEP_MAX : dt};
    throng_parallel_for(crowd->context, 1, prepare_step, &task);
    for (int32_t k = 0; k < crowd->substeps; k++, crowd->total_substeps++)
        throng_crowd_substep(crowd, task.dt);
    throng_parallel_for(crowd->context, 1, watch, &task);
    throng_profile(crowd->context, THRONG_STAGE_STEP, false);
    return THRONG_OK;
}
