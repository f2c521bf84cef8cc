/* Behaviours of groups: what the host asks for, and what follows from that for a substep. */
#include "behave/behave.h"

#include "base/float_state.h"
#include "cost/cost.h"
#include "sight/sight.h"

#include <string.h>

static const throng_behaviour_desc defaults = {
    .struct_size = sizeof(throng_behaviour_desc),
    .flee_range = 10.0f,
    .follow = 1.0f,
    .arrive_range = 2.0f,
    .foresight = 2.0f,
    .neighbour_range = 3.0f,
    .wander_turn = 1.0f,
    .wander_time = 0.5f,
};

void throng_behaviour_desc_init(throng_behaviour_desc *desc, size_t struct_size)
{
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

typedef struct range {
    const char *name, *unit;
    float value, low, high;
} range;

static throng_result check_ranges(const throng_context *context, const range *ranges, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const range *r = &ranges[k];
        if (!(r->value >= r->low && r->value <= r->high))
            return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                                 "desc->%s is %g; it must be %g to %g%s.", r->name, r->value,
                                 r->low, r->high, r->unit);
    }
    return THRONG_OK;
}

/* m and s; below them is 0 for all that a range is good for. */
#define RANGE_LEAST 1e-3f

/* m; no map is larger than a thousandth of it, and its square fits a float. */
#define PLACE_MAX 1e9f

throng_result throng_behaviour_check(const throng_context *context,
                                     const throng_behaviour_desc *desc, float cell_size)
{
    const float weight = THRONG_WEIGHT_MAX, cells = THRONG_WALL_CELLS_MAX * cell_size;
    const range ranges[] = {
        {"avoid_walls", "", desc->avoid_walls, 0.0f, weight},
        {"wall_range", " m, two cells", desc->wall_range, 0.0f, cells},
        {"flee", "", desc->flee, 0.0f, weight},
        {"evade", "", desc->evade, 0.0f, weight},
        {"threat.x", " m", desc->threat.x, -PLACE_MAX, PLACE_MAX},
        {"threat.y", " m", desc->threat.y, -PLACE_MAX, PLACE_MAX},
        {"flee_range", " m", desc->flee_range, RANGE_LEAST, 1e6f},
        {"follow", "", desc->follow, 0.0f, weight},
        {"pursue", "", desc->pursue, 0.0f, weight},
        {"seek", "", desc->seek, 0.0f, weight},
        {"arrive", "", desc->arrive, 0.0f, weight},
        {"target.x", " m", desc->target.x, -PLACE_MAX, PLACE_MAX},
        {"target.y", " m", desc->target.y, -PLACE_MAX, PLACE_MAX},
        {"arrive_range", " m", desc->arrive_range, RANGE_LEAST, 1e6f},
        {"foresight", " s", desc->foresight, 0.0f, 60.0f},
        {"stay", "", desc->stay, 0.0f, weight},
        {"align", "", desc->align, 0.0f, weight},
        {"cohere", "", desc->cohere, 0.0f, weight},
        {"neighbour_range", " m", desc->neighbour_range, RANGE_LEAST, 1e3f},
        {"wander", "", desc->wander, 0.0f, weight},
        {"wander_turn", " rad/s", desc->wander_turn, 0.0f, 20.0f},
        {"wander_time", " s", desc->wander_time, RANGE_LEAST, 3600.0f},
        {"keep_together", " m", desc->keep_together, 0.0f, 1e6f},
        {"arrives_together", "", desc->arrives_together, 0.0f, 1.0f},
        {"dead_band", "", desc->dead_band, 0.0f, 1.0f},
    };
    if ((int)desc->combine < THRONG_COMBINE_SUM || (int)desc->combine > THRONG_COMBINE_PRIORITY)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->combine is %d; it must be 0 or 1.", (int)desc->combine);
    return check_ranges(context, ranges, sizeof ranges / sizeof *ranges);
}

static bool has_wishes(const throng_behaviour_desc *d)
{
    return d->avoid_walls > 0.0f || d->flee > 0.0f || d->evade > 0.0f || d->pursue > 0.0f ||
           d->seek > 0.0f || d->arrive > 0.0f || d->stay > 0.0f || d->align > 0.0f ||
           d->cohere > 0.0f || d->wander > 0.0f;
}

void throng_behaviour_take_up(throng_behaviour *behaviour, const throng_behaviour_desc *desc,
                              float cell_size)
{
    if (desc->sight)
        throng_sight_pin(desc->sight, 1);
    throng_behaviour_let_go(behaviour);
    behaviour->desc = *desc;
    if (desc->wall_range == 0.0f)
        behaviour->desc.wall_range = cell_size;
    behaviour->is_herd = desc->align > 0.0f || desc->cohere > 0.0f;
    behaviour->is_team =
        desc->stay > 0.0f || desc->keep_together > 0.0f || desc->arrives_together > 0.0f;
    behaviour->is_on = has_wishes(desc) || behaviour->is_team || desc->follow != 1.0f ||
                       desc->is_direct || desc->sight || desc->dead_band > 0.0f;
}

void throng_behaviour_let_go(throng_behaviour *behaviour)
{
    if (behaviour->desc.sight)
        throng_sight_pin(behaviour->desc.sight, -1);
    memset(behaviour, 0, sizeof *behaviour);
}

void throng_behaviour_clear(throng_behaviour *behaviour, float cell_size)
{
    throng_behaviour_take_up(behaviour, &defaults, cell_size);
}

throng_result throng_behaviour_check_sight(const throng_crowd *crowd,
                                           const throng_sight_field *sight)
{
    const throng_grid grid = throng_sight_grid(sight);
    if (sight && !throng_grid_equal(&grid, &crowd->desc.grid))
        return throng_refuse(
            crowd->context, THRONG_ERROR_SHAPE,
            "The sight field has another grid than the crowd; they must be equal.");
    return THRONG_OK;
}

static THRONG_NOINLINE throng_result set_behaviour(throng_crowd *crowd, int32_t group,
                                                   const throng_behaviour_desc *desc)
{
    throng_result result = throng_crowd_group_check(crowd, group);
    if (result)
        return result;
    throng_behaviour_desc own;
    if (!desc || !throng_desc_read(&own, sizeof own, desc))
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                             "desc is NULL or was not made by throng_behaviour_desc_default.");
    const float cell_size = crowd->desc.grid.cell_size;
    result = throng_behaviour_check(crowd->context, &own, cell_size);
    if (!result)
        result = throng_behaviour_check_sight(crowd, own.sight);
    if (result)
        return result;
    throng_behaviour_take_up(&crowd->groups[group].behaviour, &own, cell_size);
    for (int32_t i = 0; i < crowd->count; i++)
        if (crowd->agents.group[i] == group) {
            throng_forget_way(&crowd->agents, i);
            throng_wake(&crowd->agents, i);
        }
    return THRONG_OK;
}

throng_result throng_crowd_set_behaviour(throng_crowd *crowd, int32_t group,
                                         const throng_behaviour_desc *desc)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_float_state host = throng_float_enter();
    throng_result result = set_behaviour(crowd, group, desc);
    throng_float_leave(host);
    return result;
}

throng_result throng_crowd_get_behaviour(const throng_crowd *crowd, int32_t group,
                                         throng_behaviour_desc *out)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = throng_crowd_group_check(crowd, group);
    if (result)
        return result;
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    *out = crowd->groups[group].behaviour.desc;
    return THRONG_OK;
}

bool throng_crowd_behaves(const throng_crowd *crowd)
{
    for (int32_t g = 0; g < crowd->group_count; g++)
        if (crowd->groups[g].behaviour.is_on)
            return true;
    return false;
}

bool throng_crowd_has_herds(const throng_crowd *crowd)
{
    for (int32_t g = 0; g < crowd->group_count; g++)
        if (crowd->groups[g].behaviour.is_herd)
            return true;
    return false;
}

static throng_aim find_aim(const throng_crowd *crowd, const throng_target *target)
{
    const throng_agents *a = &crowd->agents;
    if (target->agent == THRONG_AGENT_NONE)
        return (throng_aim){true, target->x, target->y, 0.0f, 0.0f};
    const int32_t i = throng_crowd_place(crowd, target->agent);
    if (i < 0 || (a->flags[i] & THRONG_AGENT_QUARANTINED))
        return (throng_aim){false, 0.0f, 0.0f, 0.0f, 0.0f};
    return (throng_aim){true, a->x[i], a->y[i], a->velocity_x[i], a->velocity_y[i]};
}

/* Substeps of `dt` in the time for which chance says the same: the nearest number, 1 at least. */
static uint32_t count_wander(float time, float dt)
{
    float count = time / dt + 0.5f;
    return !(count < 1e9f) ? 1000000000u : count > 1.0f ? (uint32_t)count : 1;
}

/* What sees the target; NULL for a target that is not where the sight field's goals are. */
static const uint64_t *find_seen(const throng_group *group)
{
    const throng_sight_field *sight = group->behaviour.desc.sight;
    const throng_aim *target = &group->behaviour.target;
    const throng_cost_field *ground = group->desc.cost;
    if (!sight || !target->is_there)
        return NULL;
    const throng_cell cell = {throng_column_of(ground, target->x),
                              throng_row_of(ground, target->y)};
    return throng_sight_is_for(sight, cell) ? throng_sight_words(sight) : NULL;
}

void throng_behave_prepare(throng_crowd *crowd, float dt)
{
    for (int32_t g = 0; g < crowd->group_count; g++) {
        throng_behaviour *behaviour = &crowd->groups[g].behaviour;
        if (!behaviour->is_on)
            continue;
        behaviour->target = find_aim(crowd, &behaviour->desc.target);
        behaviour->threat = find_aim(crowd, &behaviour->desc.threat);
        behaviour->wander_substeps = count_wander(behaviour->desc.wander_time, dt);
        behaviour->seen = find_seen(&crowd->groups[g]);
        behaviour->seen_stride = ((size_t)crowd->desc.grid.width + 63) / 64;
    }
    throng_team_count(crowd);
}
