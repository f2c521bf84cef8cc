/* Adding, removing and changing agents between steps. */
#include "crowd/crowd.h"

#include "base/float_state.h"
#include "cost/place.h"

#include <math.h>
#include <string.h>

void throng_agent_desc_init(throng_agent_desc *desc, size_t struct_size)
{
    throng_agent_desc defaults;
    memset(&defaults, 0, sizeof defaults);
    defaults.radius = 0.3f;
    defaults.max_speed = 1.4f;
    defaults.mass = 80.0f;
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

static bool is_speed(float value)
{
    return value >= -THRONG_SPEED_MAX && value <= THRONG_SPEED_MAX;
}

typedef struct bound {
    const char *name;
    float value, low, high;
    const char *unit;
} bound;

static throng_result check_body(const throng_crowd *crowd, const throng_agent_desc *desc)
{
    const float infinite = 3.4e38f; /* just below: refuses infinities and NaN */
    const bound bounds[] = {
        {"x", desc->x, -infinite, infinite, "m"},
        {"y", desc->y, -infinite, infinite, "m"},
        {"velocity_x", desc->velocity_x, -THRONG_SPEED_MAX, THRONG_SPEED_MAX, "m/s"},
        {"velocity_y", desc->velocity_y, -THRONG_SPEED_MAX, THRONG_SPEED_MAX, "m/s"},
        {"radius", desc->radius, 0.001f, 1000.0f, "m"},
        {"max_speed", desc->max_speed, 0.0f, 1e6f, "m/s"},
        {"max_acceleration", desc->max_acceleration, 0.0f, 1e8f, "m/s2"},
        {"mass", desc->mass, 0.001f, 1e6f, "kg"},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const bound *b = &bounds[i];
        if (!(b->value >= b->low && b->value <= b->high))
            return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                                 "desc->%s is %g; it must be %g to %g %s.", b->name, b->value,
                                 b->low, b->high, b->unit);
    }
    if (throng_crowd_body_is_right(crowd, desc->radius, desc->max_speed))
        return THRONG_OK;
    return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                         "desc->radius is %g m and desc->max_speed %g m/s; they must be at most %d "
                         "cells of %g m and %g radii per second.",
                         desc->radius, desc->max_speed, THRONG_RADIUS_CELLS_MAX,
                         crowd->desc.grid.cell_size, THRONG_RADII_PER_SECOND_MAX);
}

static throng_result check_desc(const throng_crowd *crowd, const throng_agent_desc *given,
                                throng_agent_desc *own)
{
    if (!given || !throng_desc_read(own, sizeof *own, given))
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                             "desc is NULL or was not made by throng_agent_desc_default.");
    throng_result result = check_body(crowd, own);
    return result ? result : throng_crowd_group_check(crowd, own->group);
}

static throng_result refuse_gone(const throng_crowd *crowd, throng_agent_id id)
{
    return throng_refuse(crowd->context, THRONG_ERROR_GONE, "No living agent has the id %llu.",
                         (unsigned long long)id);
}

/* Whoever is on its way again has neither arrived nor waited. */
static void set_off(throng_agents *a, int32_t i)
{
    a->flags[i] &= (uint8_t) ~(THRONG_AGENT_ARRIVED | THRONG_AGENT_ASLEEP);
    throng_forget_way(a, i);
    a->rest[i] = 0;
    a->swerve[i] = 0.0f;
    a->slow_time[i] = 0.0f;
}

static void locate(throng_crowd *crowd, int32_t i, float x, float y)
{
    throng_agents *a = &crowd->agents;
    a->x[i] = x;
    a->y[i] = y;
    a->flags[i] &= (uint8_t) ~(THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE);
    a->events[i] &= (uint8_t)~THRONG_TELLS_QUARANTINED;
    if (!throng_place_is_free(crowd->groups[a->group[i]].desc.cost, x, y)) {
        a->flags[i] |= THRONG_AGENT_RELOCATE;
        crowd->may_be_blocked = true;
    }
    crowd->is_sorted = false;
}

/* A teleport, after which the agent is on its way anew. */
static void put(throng_crowd *crowd, int32_t i, float x, float y)
{
    locate(crowd, i, x, y);
    set_off(&crowd->agents, i);
}

/* The greatest values of a crowd may be others now. */
static void forget_extremes(throng_crowd *crowd)
{
    crowd->fastest = -1.0;
    crowd->largest_reach = -1.0f;
    crowd->is_sorted = false;
}

void throng_crowd_derive(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    const throng_group_desc *group = &crowd->groups[a->group[i]].desc;
    a->reach[i] = a->radius[i] * group->separation_range;
    a->flags[i] &= (uint8_t)~THRONG_AGENT_PAUSED;
    a->flags[i] |= group->is_paused ? THRONG_AGENT_PAUSED : 0;
    /* Who does not yield pushes for two. */
    a->mass_root[i] = sqrtf(a->mass[i]) * (a->flags[i] & THRONG_AGENT_UNYIELDING ? 2.0f : 1.0f);
}

static void write_parameters(throng_crowd *crowd, int32_t i, const throng_agent_desc *desc)
{
    throng_agents *a = &crowd->agents;
    if (a->radius[i] != desc->radius && throng_is_placed(a->rest[i]))
        throng_forget_place(a, i); /* it is kept in shares of the radius */
    a->radius[i] = desc->radius;
    a->max_speed[i] = desc->max_speed;
    a->max_acceleration[i] =
        desc->max_acceleration > 0.0f ? desc->max_acceleration : desc->max_speed * 4.0f;
    a->mass[i] = desc->mass;
    a->group[i] = desc->group;
    a->user[i] = desc->user;
    a->flags[i] &= (uint8_t)~THRONG_AGENT_KINEMATIC;
    a->flags[i] |= desc->is_kinematic ? THRONG_AGENT_KINEMATIC : 0;
    throng_crowd_derive(crowd, i);
    throng_wake(a, i);
    forget_extremes(crowd);
}

static throng_result refuse_place(const throng_crowd *crowd, const throng_agent_desc *desc,
                                  throng_point *nearest)
{
    throng_point place = {desc->x, desc->y};
    bool has_room = throng_cost_nearest_free(crowd->groups[desc->group].desc.cost, place, &place);
    if (nearest)
        *nearest = place;
    if (!has_room)
        return throng_refuse(crowd->context, THRONG_ERROR_BLOCKED,
                             "desc->x, desc->y is (%g, %g), in a wall or off the map, which has no "
                             "free place at all.",
                             desc->x, desc->y);
    return throng_refuse(crowd->context, THRONG_ERROR_BLOCKED,
                         "desc->x, desc->y is (%g, %g), in a wall or off the map; the nearest free "
                         "place is (%g, %g).",
                         desc->x, desc->y, place.x, place.y);
}

static THRONG_NOINLINE throng_result add(throng_crowd *crowd, const throng_agent_desc *desc,
                                         throng_agent_id *out, throng_point *nearest)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_agent_desc own;
    throng_result result = check_desc(crowd, desc, &own);
    if (result)
        return result;
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    const throng_cost_field *ground = crowd->groups[own.group].desc.cost;
    if (!ground->is_committed)
        return throng_refuse(crowd->context, THRONG_ERROR_NOT_COMMITTED,
                             "The cost field of group %d has edits that were not committed.",
                             own.group);
    if (crowd->count == crowd->desc.agent_capacity)
        return throng_refuse(crowd->context, THRONG_ERROR_CAPACITY,
                             "The crowd has room for %d agents; call throng_crowd_reserve.",
                             crowd->desc.agent_capacity);
    if (crowd->free_count == 0 && crowd->slot_count == crowd->desc.agent_capacity)
        return throng_refuse(crowd->context, THRONG_ERROR_CAPACITY,
                             "The crowd has room for %d agents, but some of its ids are used up or "
                             "wait for the next step; call throng_crowd_reserve.",
                             crowd->desc.agent_capacity);
    if (!throng_place_is_free(ground, own.x, own.y))
        return refuse_place(crowd, &own, nearest);

    int32_t i = throng_crowd_take_in(crowd);
    throng_agents *a = &crowd->agents;
    write_parameters(crowd, i, &own);
    put(crowd, i, own.x, own.y);
    a->velocity_x[i] = own.velocity_x;
    a->velocity_y[i] = own.velocity_y;
    *out = a->id[i];
    return THRONG_OK;
}

throng_result throng_crowd_add(throng_crowd *crowd, const throng_agent_desc *desc,
                               throng_agent_id *out, throng_point *nearest)
{
    throng_float_state host = throng_float_enter();
    throng_result result = add(crowd, desc, out, nearest);
    throng_float_leave(host);
    return result;
}

throng_result throng_crowd_remove(throng_crowd *crowd, throng_agent_id id)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    int32_t place = throng_crowd_place(crowd, id);
    if (place < 0)
        return refuse_gone(crowd, id);
    throng_crowd_take_out(crowd, place);
    return THRONG_OK;
}

throng_result throng_crowd_get(const throng_crowd *crowd, throng_agent_id id,
                               throng_agent_desc *out)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    int32_t i = throng_crowd_place(crowd, id);
    if (i < 0)
        return refuse_gone(crowd, id);
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    const throng_agents *a = &crowd->agents;
    *out = throng_agent_desc_default();
    out->x = a->x[i];
    out->y = a->y[i];
    out->velocity_x = a->velocity_x[i];
    out->velocity_y = a->velocity_y[i];
    out->radius = a->radius[i];
    out->max_speed = a->max_speed[i];
    out->max_acceleration = a->max_acceleration[i];
    out->mass = a->mass[i];
    out->group = a->group[i];
    out->user = a->user[i];
    out->is_kinematic = a->flags[i] & THRONG_AGENT_KINEMATIC;
    return THRONG_OK;
}

static THRONG_NOINLINE throng_result set(throng_crowd *crowd, throng_agent_id id,
                                         const throng_agent_desc *desc)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    int32_t i = throng_crowd_place(crowd, id);
    if (i < 0)
        return refuse_gone(crowd, id);
    throng_agent_desc own;
    throng_result result = check_desc(crowd, desc, &own);
    if (result)
        return result;
    throng_agents *a = &crowd->agents;
    bool has_moved = a->x[i] != own.x || a->y[i] != own.y || a->group[i] != own.group;
    write_parameters(crowd, i, &own);
    if (has_moved)
        put(crowd, i, own.x, own.y);
    a->velocity_x[i] = own.velocity_x;
    a->velocity_y[i] = own.velocity_y;
    return THRONG_OK;
}

throng_result throng_crowd_set(throng_crowd *crowd, throng_agent_id id,
                               const throng_agent_desc *desc)
{
    throng_float_state host = throng_float_enter();
    throng_result result = set(crowd, id, desc);
    throng_float_leave(host);
    return result;
}

static THRONG_NOINLINE throng_result set_position(throng_crowd *crowd, throng_agent_id id,
                                                  throng_point position)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    int32_t i = throng_crowd_place(crowd, id);
    if (i < 0)
        return refuse_gone(crowd, id);
    if (!throng_is_finite(position.x) || !throng_is_finite(position.y))
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                             "position is (%g, %g); it must be finite.", position.x, position.y);
    put(crowd, i, position.x, position.y);
    return THRONG_OK;
}

throng_result throng_crowd_set_position(throng_crowd *crowd, throng_agent_id id,
                                        throng_point position)
{
    throng_float_state host = throng_float_enter();
    throng_result result = set_position(crowd, id, position);
    throng_float_leave(host);
    return result;
}

throng_result throng_crowd_set_velocity(throng_crowd *crowd, throng_agent_id id, float velocity_x,
                                        float velocity_y)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    int32_t i = throng_crowd_place(crowd, id);
    if (i < 0)
        return refuse_gone(crowd, id);
    if (!is_speed(velocity_x) || !is_speed(velocity_y))
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                             "velocity is (%g, %g); it must be -1e9 to 1e9 m/s.", velocity_x,
                             velocity_y);
    crowd->agents.velocity_x[i] = velocity_x;
    crowd->agents.velocity_y[i] = velocity_y;
    throng_wake(&crowd->agents, i);
    return THRONG_OK;
}

static float load(const float *base, size_t stride, int32_t i)
{
    float value;
    memcpy(&value, (const char *)base + (size_t)i * stride, sizeof value);
    return value;
}

static throng_result check_bodies(const throng_crowd *crowd, const throng_bodies *bodies)
{
    const throng_context *context = crowd->context;
    if (!bodies || bodies->count < 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "bodies is NULL or its count is negative.");
    if (bodies->count > 0 && !bodies->ids)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "bodies->ids is NULL.");
    if (!bodies->x != !bodies->y || !bodies->velocity_x != !bodies->velocity_y)
        return throng_refuse(
            context, THRONG_ERROR_ARGUMENT,
            "bodies holds one of x and y, or one of the velocities, without the other.");
    if (bodies->stride_bytes > 0 && bodies->stride_bytes < sizeof(float))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "bodies->stride_bytes is %zu; it must be 0 or at least 4.",
                             bodies->stride_bytes);
    for (int32_t k = 0; k < bodies->count; k++)
        if (throng_crowd_place(crowd, bodies->ids[k]) < 0)
            return refuse_gone(crowd, bodies->ids[k]);
    return THRONG_OK;
}

static void quarantine(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    crowd->has_events = true;
    a->flags[i] |= THRONG_AGENT_QUARANTINED;
    a->flags[i] &= (uint8_t)~THRONG_AGENT_RELOCATE; /* room alone does not end this one */
    a->events[i] |= THRONG_TELLS_QUARANTINED;
    a->push_x[i] = a->push_y[i] = 0.0f; /* nobody pushes it, so nothing sets this any more */
    set_off(a, i);
}

/* Takes over where the host's own physics has moved a body; a sleeper that was moved wakes. */
static void follow(throng_crowd *crowd, int32_t i, float x, float y)
{
    throng_agents *a = &crowd->agents;
    if (x != a->x[i] || y != a->y[i])
        throng_wake(a, i);
    const float dx = x - a->x[i], dy = y - a->y[i], most = a->radius[i] * THRONG_RETURN_RADII;
    if (throng_is_placed(a->rest[i]) && !(dx * dx + dy * dy <= most * most))
        throng_forget_place(a, i);
    locate(crowd, i, x, y);
}

static THRONG_NOINLINE throng_result write(throng_crowd *crowd, const throng_bodies *bodies)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_bodies(crowd, bodies);
    if (result)
        return result;
    throng_agents *a = &crowd->agents;
    size_t stride = bodies->stride_bytes ? bodies->stride_bytes : sizeof(float);
    for (int32_t k = 0; k < bodies->count; k++) {
        int32_t i = throng_crowd_place(crowd, bodies->ids[k]);
        float x = bodies->x ? load(bodies->x, stride, k) : a->x[i];
        float y = bodies->x ? load(bodies->y, stride, k) : a->y[i];
        float velocity_x =
            bodies->velocity_x ? load(bodies->velocity_x, stride, k) : a->velocity_x[i];
        float velocity_y =
            bodies->velocity_x ? load(bodies->velocity_y, stride, k) : a->velocity_y[i];
        if (!throng_is_finite(x) || !throng_is_finite(y) || !is_speed(velocity_x) ||
            !is_speed(velocity_y)) {
            quarantine(crowd, i);
            continue;
        }
        /* Where the host moves the bodies, that is how they walk and no teleport. */
        if (crowd->desc.velocity_only) {
            follow(crowd, i, x, y);
        } else {
            if (bodies->x)
                put(crowd, i, x, y);
            throng_wake(a, i);
        }
        a->velocity_x[i] = velocity_x;
        a->velocity_y[i] = velocity_y;
    }
    crowd->is_sorted = false;
    return THRONG_OK;
}

throng_result throng_crowd_write(throng_crowd *crowd, const throng_bodies *bodies)
{
    throng_float_state host = throng_float_enter();
    throng_result result = write(crowd, bodies);
    throng_float_leave(host);
    return result;
}

throng_result throng_crowd_read(const throng_crowd *crowd, throng_crowd_view *out)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    const throng_agents *a = &crowd->agents;
    *out = (throng_crowd_view){
        .count = crowd->count,
        .ids = a->id,
        .x = a->x,
        .y = a->y,
        .velocity_x = a->velocity_x,
        .velocity_y = a->velocity_y,
        .heading_x = a->heading_x,
        .heading_y = a->heading_y,
        .radius = a->radius,
        .group = a->group,
        .flags = a->flags,
        .user = a->user,
    };
    return THRONG_OK;
}

int32_t throng_crowd_count(const throng_crowd *crowd)
{
    return crowd ? crowd->count : 0;
}

int32_t throng_crowd_index(const throng_crowd *crowd, throng_agent_id id)
{
    return crowd ? throng_crowd_place(crowd, id) : -1;
}
