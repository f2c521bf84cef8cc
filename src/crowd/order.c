/* Sorting a crowd, and now and then putting its arrays into the sorted order, so that what is near
 * in space is near in memory. No result depends on when that happens. */
#include "crowd/crowd.h"

#include "crowd/memory.h"

#include <string.h>

/* The agents below which everything is near anyway: their arrays fit the second-level cache. */
#define AGENTS_TO_REARRANGE 4096

/* Puts the elements of an array, `size` bytes each, into the order of `place`. */
static void permute(void *array, void *scratch, size_t size, const int32_t *place, int32_t count)
{
    char *from = array, *to = scratch;
    if (size == 8)
        for (int32_t i = 0; i < count; i++)
            memcpy(to + (size_t)i * 8, from + (size_t)place[i] * 8, 8);
    else if (size == 4)
        for (int32_t i = 0; i < count; i++)
            memcpy(to + (size_t)i * 4, from + (size_t)place[i] * 4, 4);
    else
        for (int32_t i = 0; i < count; i++)
            to[i] = from[place[i]];
    memcpy(from, to, (size_t)count * size);
}

/* Needs everybody in the order: then it is a permutation of the places. */
static void rearrange(throng_crowd *crowd)
{
    throng_neighbours *n = &crowd->neighbours;
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        permute(*arrays[k].pointer, n->key_scratch, arrays[k].size, n->place, n->count);
    for (int32_t i = 0; i < n->count; i++) {
        n->place[i] = i;
        crowd->place_of[(uint32_t)crowd->agents.id[i]] = i;
    }
}

static float find_largest(const float *values, int32_t count)
{
    float largest = 0.0f;
    for (int32_t i = 0; i < count; i++)
        largest = values[i] > largest ? values[i] : largest;
    return largest > 0.0f ? largest : 1.0f; /* an empty crowd still has rows */
}

static bool are_all(const float *values, int32_t count, float value)
{
    bool are_equal = true;
    for (int32_t i = 0; i < count; i++)
        are_equal &= values[i] == value;
    return are_equal;
}

static void find_extremes(throng_crowd *crowd)
{
    const throng_agents *a = &crowd->agents;
    float reach = find_largest(a->reach, crowd->count);
    float room = 0.5f * THRONG_ROW_RADII * find_largest(a->radius, crowd->count);
    crowd->largest_reach = reach > room ? reach : room;
    crowd->largest_mass_root = find_largest(a->mass_root, crowd->count);
    crowd->are_alike = are_all(a->reach, crowd->count, reach) &&
                       are_all(a->mass_root, crowd->count, crowd->largest_mass_root);
}

void throng_crowd_sort(throng_crowd *crowd)
{
    if (crowd->is_sorted)
        return;
    const throng_agents *a = &crowd->agents;
    if (crowd->largest_reach < 0.0f)
        find_extremes(crowd);
    throng_sort_input input = {
        .count = crowd->count,
        .origin_y = crowd->desc.grid.origin_y,
        .largest_reach = crowd->largest_reach,
        .largest_mass_root = crowd->largest_mass_root,
        .are_alike = crowd->are_alike,
        .x = a->x,
        .y = a->y,
        .reach = a->reach,
        .mass_root = a->mass_root,
        .id = a->id,
        .flags = a->flags,
        .skip_flags = THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE,
    };
    throng_neighbours *n = &crowd->neighbours;
    if (crowd->sort_count < THRONG_SORTS_PER_REARRANGEMENT)
        crowd->sort_count++;
    if (crowd->sort_count < THRONG_SORTS_PER_REARRANGEMENT || crowd->count < AGENTS_TO_REARRANGE) {
        throng_neighbours_sort(crowd->context, n, &input);
    } else {
        throng_neighbours_order(crowd->context, n, &input);
        if (n->count == crowd->count) {
            rearrange(crowd);
            crowd->sort_count = 0;
        }
        throng_neighbours_copy(crowd->context, n, &input);
    }
    crowd->is_sorted = true;
}
