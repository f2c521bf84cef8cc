/* Making, growing and destroying crowds. */
#include "crowd/crowd.h"

#include "crowd/memory.h"

#include <string.h>

void throng_crowd_desc_init(throng_crowd_desc *desc, size_t struct_size)
{
    throng_crowd_desc defaults;
    memset(&defaults, 0, sizeof defaults);
    defaults.agent_capacity = 1024;
    defaults.group_capacity = 16;
    defaults.substep = 1.0f / 60.0f;
    defaults.position_passes = 4;
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

static throng_result check_capacities(const throng_context *context, int32_t agent_capacity,
                                      int32_t group_capacity)
{
    if (agent_capacity < 0 || agent_capacity > THRONG_AGENTS_MAX)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "agent_capacity is %d; it must be 0 to %d.", agent_capacity,
                             THRONG_AGENTS_MAX);
    if (group_capacity < 1 || group_capacity > THRONG_GROUPS_MAX)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "group_capacity is %d; it must be 1 to %d.", group_capacity,
                             THRONG_GROUPS_MAX);
    return THRONG_OK;
}

static void give_arrays(const throng_context *context, throng_array *arrays, int32_t count,
                        int32_t capacity)
{
    for (int32_t i = 0; i < count; i++) {
        throng_give(context, *arrays[i].pointer, throng_array_elements(&arrays[i], capacity),
                    arrays[i].size);
        *arrays[i].pointer = NULL;
    }
}

/* Takes zeroed arrays of `capacity` elements. False, and nothing is taken, without memory. */
static bool take_arrays(const throng_context *context, const throng_array *arrays, int32_t count,
                        int32_t capacity, void **fresh)
{
    for (int32_t i = 0; i < count; i++) {
        uint64_t elements = throng_array_elements(&arrays[i], capacity);
        fresh[i] = throng_take(context, elements, arrays[i].size);
        if (!fresh[i]) {
            while (i-- > 0)
                throng_give(context, fresh[i], throng_array_elements(&arrays[i], capacity),
                            arrays[i].size);
            return false;
        }
        memset(fresh[i], 0, (size_t)elements * arrays[i].size);
    }
    return true;
}

/* Puts fresh arrays in the place of those of `old` elements. */
static void replace_arrays(const throng_context *context, throng_array *arrays, int32_t count,
                           int32_t old, void **fresh)
{
    for (int32_t i = 0; i < count; i++) {
        if (*arrays[i].pointer && arrays[i].is_state)
            memcpy(fresh[i], *arrays[i].pointer, (size_t)old * arrays[i].size);
        throng_give(context, *arrays[i].pointer, throng_array_elements(&arrays[i], old),
                    arrays[i].size);
        *arrays[i].pointer = fresh[i];
    }
}

static throng_result grow(throng_crowd *crowd, int32_t agent_capacity, int32_t group_capacity)
{
    const throng_context *context = crowd->context;
    throng_crowd_desc *desc = &crowd->desc;
    throng_array agents[THRONG_AGENT_ARRAYS], groups[THRONG_GROUP_ARRAYS];
    void *fresh_agents[THRONG_AGENT_ARRAYS], *fresh_groups[THRONG_GROUP_ARRAYS];
    int32_t agent_arrays = throng_crowd_agent_arrays(crowd, agents);
    int32_t group_arrays = throng_crowd_group_arrays(crowd, groups);
    bool more_groups = !crowd->groups || group_capacity > desc->group_capacity;
    bool more_agents = !crowd->agents.x || agent_capacity > desc->agent_capacity;
    if (more_groups && !take_arrays(context, groups, group_arrays, group_capacity, fresh_groups))
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for %d groups.",
                             group_capacity);
    if (more_agents && !take_arrays(context, agents, agent_arrays, agent_capacity, fresh_agents)) {
        for (int32_t i = 0; more_groups && i < group_arrays; i++)
            throng_give(context, fresh_groups[i], throng_array_elements(&groups[i], group_capacity),
                        groups[i].size);
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for %d agents.",
                             agent_capacity);
    }
    if (more_groups) {
        replace_arrays(context, groups, group_arrays, desc->group_capacity, fresh_groups);
        desc->group_capacity = group_capacity;
    }
    if (more_agents) {
        replace_arrays(context, agents, agent_arrays, desc->agent_capacity, fresh_agents);
        desc->agent_capacity = agent_capacity;
        crowd->neighbours.capacity = agent_capacity;
        crowd->is_sorted = false;
    }
    return THRONG_OK;
}

static void release(throng_crowd *crowd)
{
    throng_array arrays[THRONG_AGENT_ARRAYS], group_arrays[THRONG_GROUP_ARRAYS];
    int32_t count = throng_crowd_agent_arrays(crowd, arrays);
    give_arrays(crowd->context, arrays, count, crowd->desc.agent_capacity);
    count = throng_crowd_group_arrays(crowd, group_arrays);
    give_arrays(crowd->context, group_arrays, count, crowd->desc.group_capacity);
    throng_object_give(crowd->context, crowd, sizeof *crowd);
}

throng_result throng_crowd_create(throng_context *context, const throng_crowd_desc *desc,
                                  throng_crowd **out)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    throng_crowd_desc own;
    if (!desc || !throng_desc_read(&own, sizeof own, desc))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc is NULL or was not made by throng_crowd_desc_default.");
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_result result = throng_grid_check(context, &own.grid);
    if (result)
        return result;
    result = check_capacities(context, own.agent_capacity, own.group_capacity);
    if (result)
        return result;
    if (!(own.substep >= THRONG_SUBSTEP_LEAST && own.substep <= THRONG_SUBSTEP_MOST))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->substep is %g; it must be 1e-4 to 0.1 s.", own.substep);

    if (own.position_passes < 0 || own.position_passes > THRONG_PASSES_MOST)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->position_passes is %d; it must be 0 to %d.",
                             own.position_passes, THRONG_PASSES_MOST);

    throng_crowd *crowd = throng_object_take(context, sizeof *crowd);
    if (!crowd)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a crowd.");
    crowd->context = context;
    crowd->desc = own;
    crowd->sort_count = THRONG_SORTS_PER_REARRANGEMENT; /* hosts add agents in any order */
    crowd->cells_per_metre = throng_cells_per_metre(&own.grid);
    result = grow(crowd, own.agent_capacity, own.group_capacity);
    if (result) {
        release(crowd);
        return result;
    }
    *out = crowd;
    return THRONG_OK;
}

throng_result throng_crowd_destroy(throng_crowd *crowd)
{
    if (crowd) {
        throng_crowd_release_groups(crowd);
        release(crowd);
    }
    return THRONG_OK;
}

throng_result throng_crowd_reserve(throng_crowd *crowd, int32_t agent_capacity,
                                   int32_t group_capacity)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_capacities(crowd->context, agent_capacity, group_capacity);
    return result ? result : grow(crowd, agent_capacity, group_capacity);
}

size_t throng_crowd_bytes(const throng_crowd *crowd)
{
    if (!crowd)
        return 0;
    /* The list only takes addresses. */
    throng_array arrays[THRONG_AGENT_ARRAYS], group_arrays[THRONG_GROUP_ARRAYS];
    size_t bytes = sizeof *crowd;
    int32_t count = throng_crowd_agent_arrays((throng_crowd *)(uintptr_t)crowd, arrays);
    for (int32_t i = 0; i < count; i++)
        bytes +=
            (size_t)throng_array_elements(&arrays[i], crowd->desc.agent_capacity) * arrays[i].size;
    count = throng_crowd_group_arrays((throng_crowd *)(uintptr_t)crowd, group_arrays);
    for (int32_t i = 0; i < count; i++)
        bytes += (size_t)crowd->desc.group_capacity * group_arrays[i].size;
    return bytes;
}
