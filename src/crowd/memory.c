#include "crowd/memory.h"

#define STATE(field, more)                                                                         \
    {                                                                                              \
        (void **)&(field), sizeof *(field), more, true                                             \
    }
#define SCRATCH(field, more)                                                                       \
    {                                                                                              \
        (void **)&(field), sizeof *(field), more, false                                            \
    }

int32_t throng_crowd_agent_arrays(throng_crowd *crowd, throng_array arrays[THRONG_AGENT_ARRAYS])
{
    throng_agents *a = &crowd->agents;
    throng_neighbours *n = &crowd->neighbours;
    const throng_array list[] = {
        STATE(a->x, 0),
        STATE(a->y, 0),
        STATE(a->velocity_x, 0),
        STATE(a->velocity_y, 0),
        STATE(a->heading_x, 0),
        STATE(a->heading_y, 0),
        STATE(a->push_x, 0),
        STATE(a->push_y, 0),
        STATE(a->radius, 0),
        STATE(a->max_speed, 0),
        STATE(a->max_acceleration, 0),
        STATE(a->mass, 0),
        STATE(a->reach, 0),
        STATE(a->mass_root, 0),
        STATE(a->slow_time, 0),
        STATE(a->group, 0),
        STATE(a->id, 0),
        STATE(a->user, 0),
        STATE(a->flags, 0),
        STATE(a->events, 0),
        STATE(crowd->place_of, 0),
        STATE(crowd->generation, 0),
        STATE(crowd->free_slots, 0),
        SCRATCH(n->row, 2),
        SCRATCH(n->row_begin, 2),
        SCRATCH(n->place, 0),
        SCRATCH(n->key, 0),
        SCRATCH(n->key_scratch, 0),
        SCRATCH(n->place_scratch, 0),
    };
    int32_t count = (int32_t)(sizeof list / sizeof *list);
    for (int32_t i = 0; i < count; i++)
        arrays[i] = list[i];
    return count;
}

int32_t throng_crowd_group_arrays(throng_crowd *crowd, throng_array arrays[THRONG_GROUP_ARRAYS])
{
    const throng_array list[] = {STATE(crowd->groups, 0), STATE(crowd->views, 0)};
    for (int32_t i = 0; i < THRONG_GROUP_ARRAYS; i++)
        arrays[i] = list[i];
    return THRONG_GROUP_ARRAYS;
}
