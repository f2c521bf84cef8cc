/* Groups: a field and a behaviour each. A group pins its fields. */
#include "crowd/crowd.h"

#include "base/float_state.h"
#include "behave/behave.h"
#include "cost/cost.h"
#include "flow/flow.h"
#include "integration/integration.h"

#include <string.h>

void throng_group_desc_init(throng_group_desc *desc, size_t struct_size)
{
    throng_group_desc defaults;
    memset(&defaults, 0, sizeof defaults);
    defaults.wall_rule = THRONG_WALL_RULE_DROP;
    defaults.separation_range = 1.5f;
    defaults.separation_strength = 10.0f;
    defaults.terrain_speed = true;
    defaults.stop_at_goal = true;
    defaults.layers = UINT16_MAX;
    defaults.collides_with = UINT16_MAX;
    defaults.stands_firm = true;
    defaults.side_bias = 0.6f;
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

/* Fields are const for a group; counting their users is the one thing that it changes in them. */
static void pin(const throng_group_desc *desc, int by)
{
    if (desc->cost)
        atomic_fetch_add(&((throng_cost_field *)(uintptr_t)desc->cost)->user_count, by);
    if (desc->walls)
        atomic_fetch_add(&((throng_cost_field *)(uintptr_t)desc->walls)->user_count, by);
    if (desc->integration)
        atomic_fetch_add(&((throng_integration_field *)(uintptr_t)desc->integration)->user_count,
                         by);
    if (desc->flow)
        atomic_fetch_add(&((throng_flow_field *)(uintptr_t)desc->flow)->user_count, by);
}

void throng_group_let_go(const throng_group_desc *desc)
{
    pin(desc, -1);
}

void throng_crowd_release_groups(throng_crowd *crowd)
{
    for (int32_t g = 0; g < crowd->group_count; g++) {
        throng_group_let_go(&crowd->groups[g].desc); /* of a removed one there is nothing */
        throng_behaviour_let_go(&crowd->groups[g].behaviour);
    }
}

throng_result throng_group_check_desc(const throng_context *context, const throng_group_desc *desc)
{
    if ((int)desc->wall_rule < THRONG_WALL_RULE_DROP ||
        (int)desc->wall_rule > THRONG_WALL_RULE_REPEL)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->wall_rule is %d; it must be 0 or 1.", (int)desc->wall_rule);
    if (!(desc->separation_range >= 1.0f && desc->separation_range <= 4.0f))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->separation_range is %g; it must be 1 to 4.",
                             desc->separation_range);
    if (!(desc->side_bias >= -2.0f && desc->side_bias <= 2.0f))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->side_bias is %g; it must be -2 to 2.", desc->side_bias);
    if (!(desc->time_gap >= 0.0f && desc->time_gap <= 10.0f))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->time_gap is %g; it must be 0 to 10 s.", desc->time_gap);
    if (!(desc->separation_strength >= 0.0f && desc->separation_strength <= 64.0f))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->separation_strength is %g; it must be 0 to 64.",
                             desc->separation_strength);
    return THRONG_OK;
}

throng_result throng_group_check_grids(const throng_crowd *crowd, const throng_group_desc *desc,
                                       const char *name)
{
    const throng_grid *grid = &crowd->desc.grid;
    if (!throng_grid_equal(&desc->cost->grid, grid) ||
        (desc->walls && !throng_grid_equal(&desc->walls->grid, grid)) ||
        (desc->flow && (!throng_grid_equal(&desc->integration->grid, grid) ||
                        !throng_grid_equal(&desc->flow->grid, grid))))
        return throng_refuse(crowd->context, THRONG_ERROR_SHAPE,
                             "A field of %s has another grid than the crowd; they must be equal.",
                             name);
    return THRONG_OK;
}

static throng_result check(const throng_crowd *crowd, const throng_group_desc *given,
                           throng_group_desc *own)
{
    const throng_context *context = crowd->context;
    if (!given || !throng_desc_read(own, sizeof *own, given))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc is NULL or was not made by throng_group_desc_default.");
    if (!own->cost)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "desc->cost is NULL.");
    if (!own->integration != !own->flow)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->integration and desc->flow must both be set or both NULL.");
    throng_result result = throng_group_check_grids(crowd, own, "desc");
    return result ? result : throng_group_check_desc(context, own);
}

void throng_group_look(throng_crowd *crowd, int32_t g)
{
    const throng_group_desc *desc = &crowd->groups[g].desc;
    crowd->views[g] = (throng_sample_view){desc->flow ? desc->flow->codes : NULL,
                                           desc->flow ? desc->flow->quads : NULL, desc->wall_rule};
}

bool throng_group_has_changed(const throng_group *group)
{
    const throng_integration_field *field = group->desc.integration;
    return field && group->field_serial != field->serial;
}

/* The fields may have no result yet; a step looks again. */
void throng_group_take_up(throng_crowd *crowd, int32_t g, const throng_group_desc *desc)
{
    throng_group *group = &crowd->groups[g];
    pin(desc, 1);
    if (group->desc.integration != desc->integration)
        group->field_serial = desc->integration ? desc->integration->serial : 0;
    group->desc = *desc;
    group->goals_mark = desc->integration ? desc->integration->goals_mark : 0;
    throng_group_look(crowd, g);
    crowd->filters[g] = throng_filter_word(desc->layers, desc->collides_with);
    group->cost_revision = 0; /* never a revision: its agents are looked at by the next step */
    crowd->is_sorted = false; /* ranges may differ */
    crowd->largest_reach = -1.0f;
}

throng_result throng_crowd_add_group(throng_crowd *crowd, const throng_group_desc *desc,
                                     int32_t *out)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_group_desc own;
    throng_result result = check(crowd, desc, &own);
    if (result)
        return result;
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    int32_t g = 0; /* the first that was removed, or a new one */
    while (g < crowd->group_count && throng_group_is_there(&crowd->groups[g]))
        g++;
    if (g == crowd->desc.group_capacity)
        return throng_refuse(crowd->context, THRONG_ERROR_CAPACITY,
                             "The crowd has room for %d groups; call throng_crowd_reserve.",
                             crowd->desc.group_capacity);
    throng_behaviour_clear(&crowd->groups[g].behaviour, crowd->desc.grid.cell_size);
    throng_group_take_up(crowd, g, &own);
    crowd->group_count += g == crowd->group_count;
    *out = g;
    return THRONG_OK;
}

static int32_t count_agents(const throng_crowd *crowd, int32_t group)
{
    int32_t count = 0;
    for (int32_t i = 0; i < crowd->count; i++)
        count += crowd->agents.group[i] == group;
    return count;
}

void throng_group_clear(throng_crowd *crowd, int32_t g)
{
    throng_behaviour_let_go(&crowd->groups[g].behaviour);
    throng_group_let_go(&crowd->groups[g].desc);
    memset(&crowd->groups[g], 0, sizeof crowd->groups[g]);
    memset(&crowd->views[g], 0, sizeof crowd->views[g]);
    crowd->filters[g] = 0;
}

throng_result throng_crowd_remove_group(throng_crowd *crowd, int32_t group)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = throng_crowd_group_check(crowd, group);
    if (result)
        return result;
    const int32_t count = count_agents(crowd, group);
    if (count > 0)
        return throng_refuse(crowd->context, THRONG_ERROR_IN_USE,
                             "group %d still has %d agents; remove them or give them another "
                             "group.",
                             group, count);
    throng_group_clear(crowd, group);
    return THRONG_OK;
}

throng_result throng_crowd_group_check(const throng_crowd *crowd, int32_t group)
{
    if (group < 0 || group >= crowd->group_count)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                             "group is %d; the crowd has %d of them, counted from 0.", group,
                             crowd->group_count);
    if (!throng_group_is_there(&crowd->groups[group]))
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "group %d has been removed.",
                             group);
    return THRONG_OK;
}

static THRONG_NOINLINE throng_result set_group(throng_crowd *crowd, int32_t group,
                                               const throng_group_desc *desc)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = throng_crowd_group_check(crowd, group);
    if (result)
        return result;
    throng_group_desc own;
    result = check(crowd, desc, &own);
    if (result)
        return result;
    throng_group_desc old = crowd->groups[group].desc;
    throng_group_take_up(crowd, group, &own);
    throng_group_let_go(&old);
    throng_agents *a = &crowd->agents;
    bool has_new_goal = old.flow != own.flow || old.integration != own.integration ||
                        old.leaves_at_goal != own.leaves_at_goal;
    for (int32_t i = 0; i < crowd->count; i++) {
        if (a->group[i] != group)
            continue;
        throng_crowd_derive(crowd, i);
        if (has_new_goal) {
            a->flags[i] &= (uint8_t)~THRONG_AGENT_ARRIVED;
            throng_forget_way(a, i);
        }
        throng_wake(a, i);
    }
    return THRONG_OK;
}

throng_result throng_crowd_set_group(throng_crowd *crowd, int32_t group,
                                     const throng_group_desc *desc)
{
    throng_float_state host = throng_float_enter();
    throng_result result = set_group(crowd, group, desc);
    throng_float_leave(host);
    return result;
}

throng_result throng_crowd_get_group(const throng_crowd *crowd, int32_t group,
                                     throng_group_desc *out)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = throng_crowd_group_check(crowd, group);
    if (result)
        return result;
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    *out = crowd->groups[group].desc;
    return THRONG_OK;
}
