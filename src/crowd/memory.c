#include "crowd/memory.h"

#include <float.h>

#define ARRAY(field) .pointer = (void **)&(field), .size = sizeof *(field)

/* Of an agent: worked out by stage STEP (by the host) or another, with the values it may hold. */
#define FLOATS(field, lowest, highest, by)                                                         \
    {                                                                                              \
        ARRAY(a->field), .is_state = true, .rule = THRONG_ARRAY_FLOAT, .name = #field,             \
                         .low = (lowest), .high = (highest), .stage = THRONG_STAGE_##by            \
    }
#define FLAGS(field, mask, by)                                                                     \
    {                                                                                              \
        ARRAY(a->field), .is_state = true, .rule = THRONG_ARRAY_BITS, .name = #field,              \
                         .bits = (mask), .stage = THRONG_STAGE_##by                                \
    }
#define NUMBERS(field, values, by)                                                                 \
    {                                                                                              \
        ARRAY(a->field), .is_state = true, .rule = THRONG_ARRAY_##values, .name = #field,          \
                         .stage = THRONG_STAGE_##by                                                \
    }
/* Of an agent, and no more than others say: throng_crowd_derive works it out. */
#define DERIVED(field)                                                                             \
    {                                                                                              \
        ARRAY(a->field), .is_state = true, .name = #field                                          \
    }

#define STATE(field)                                                                               \
    {                                                                                              \
        ARRAY(field), .is_state = true                                                             \
    }
#define SCRATCH(field, more)                                                                       \
    {                                                                                              \
        ARRAY(field), .extra = (more)                                                              \
    }

int32_t throng_crowd_agent_arrays(throng_crowd *crowd, throng_array arrays[THRONG_AGENT_ARRAYS])
{
    throng_agents *a = &crowd->agents;
    throng_neighbours *n = &crowd->neighbours;
    throng_contacts *c = &crowd->contacts;
    const throng_array list[] = {
        FLOATS(x, -FLT_MAX, FLT_MAX, MOVE),
        FLOATS(y, -FLT_MAX, FLT_MAX, MOVE),
        FLOATS(velocity_x, -THRONG_SPEED_MAX, THRONG_SPEED_MAX, STEER),
        FLOATS(velocity_y, -THRONG_SPEED_MAX, THRONG_SPEED_MAX, STEER),
        FLOATS(heading_x, -2.0f, 2.0f, SAMPLE), /* unit vectors, give or take a rounding */
        FLOATS(heading_y, -2.0f, 2.0f, SAMPLE),
        FLOATS(push_x, -FLT_MAX, FLT_MAX, NEIGHBOURS),
        FLOATS(push_y, -FLT_MAX, FLT_MAX, NEIGHBOURS),
        FLOATS(radius, 0.001f, 1000.0f, STEP),
        FLOATS(max_speed, 0.0f, 1e6f, STEP),
        FLOATS(max_acceleration, 0.0f, 1e8f, STEP),
        FLOATS(mass, 0.001f, 1e6f, STEP),
        DERIVED(reach),
        DERIVED(mass_root),
        FLOATS(swerve, 0.0f, 1.0f, MOVE),
        FLOATS(slow_time, 0.0f, FLT_MAX, STEER),
        NUMBERS(progress, ANY, MOVE),
        NUMBERS(group, GROUP, STEP),
        NUMBERS(id, NOT_SAVED, STEP), /* the save begins with them */
        NUMBERS(user, ANY, STEP),
        FLAGS(flags, THRONG_AGENT_FLAGS, MOVE),
        FLAGS(events, THRONG_EVENTS_KEPT, MOVE),
        FLAGS(rest, THRONG_REST_BITS, MOVE),
        STATE(crowd->place_of),
        STATE(crowd->generation),
        STATE(crowd->free_slots),
        SCRATCH(n->row, 2),
        SCRATCH(n->row_begin, 2),
        SCRATCH(n->place, 0),
        SCRATCH(n->key, 1), /* an extent takes the room of two */
        SCRATCH(n->key_scratch, 0),
        SCRATCH(n->place_scratch, 0),
        SCRATCH(c->x, 0),
        SCRATCH(c->y, 0),
        SCRATCH(c->shift_x, 0),
        SCRATCH(c->shift_y, 0),
        SCRATCH(c->from_x, 0),
        SCRATCH(c->from_y, 0),
        {ARRAY(crowd->awake_places), .agents = 64},
        {ARRAY(crowd->awake_order), .agents = 64},
    };
    int32_t count = (int32_t)(sizeof list / sizeof *list);
    for (int32_t i = 0; i < count; i++)
        arrays[i] = list[i];
    return count;
}

int32_t throng_crowd_group_arrays(throng_crowd *crowd, throng_array arrays[THRONG_GROUP_ARRAYS])
{
    const throng_array list[] = {STATE(crowd->groups), STATE(crowd->views), STATE(crowd->filters)};
    for (int32_t i = 0; i < THRONG_GROUP_ARRAYS; i++)
        arrays[i] = list[i];
    return THRONG_GROUP_ARRAYS;
}
