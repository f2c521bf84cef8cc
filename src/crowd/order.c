/* Sorting a crowd, and now and then putting its arrays into the sorted order, so that what is near
 * in space is near in memory. No result depends on when that happens. */
#include "crowd/crowd.h"

#include "crowd/memory.h"
#include "tasks/tasks.h"

#include <string.h>

/* The agents below which everything is near anyway: their arrays fit the second-level cache. */
#define AGENTS_TO_REARRANGE 4096

/* Agents per block of rearranging. */
#define BLOCK_AGENTS 4096

typedef struct rearrangement {
    throng_crowd *crowd;
    size_t size; /* bytes of an element of the array that is put into order */
    char *array, *scratch;
} rearrangement;

static throng_span agents_of(const rearrangement *r, int32_t begin, int32_t end)
{
    const int64_t last = (int64_t)end * BLOCK_AGENTS;
    const int32_t count = r->crowd->neighbours.count;
    return (throng_span){begin * BLOCK_AGENTS, last < count ? (int32_t)last : count};
}

static void gather(int32_t begin, int32_t end, void *data)
{
    const rearrangement *r = data;
    const int32_t *place = r->crowd->neighbours.place;
    const throng_span span = agents_of(r, begin, end);
    const char *from = r->array;
    char *to = r->scratch;
    if (r->size == 8)
        for (int32_t i = span.begin; i < span.end; i++)
            memcpy(to + (size_t)i * 8, from + (size_t)place[i] * 8, 8);
    else if (r->size == 4)
        for (int32_t i = span.begin; i < span.end; i++)
            memcpy(to + (size_t)i * 4, from + (size_t)place[i] * 4, 4);
    else
        for (int32_t i = span.begin; i < span.end; i++)
            to[i] = from[place[i]];
}

static void put_back(int32_t begin, int32_t end, void *data)
{
    const rearrangement *r = data;
    const throng_span span = agents_of(r, begin, end);
    memcpy(r->array + (size_t)span.begin * r->size, r->scratch + (size_t)span.begin * r->size,
           (size_t)(span.end - span.begin) * r->size);
}

static void number(int32_t begin, int32_t end, void *data)
{
    const rearrangement *r = data;
    throng_crowd *crowd = r->crowd;
    const throng_span span = agents_of(r, begin, end);
    for (int32_t i = span.begin; i < span.end; i++) {
        crowd->neighbours.place[i] = i;
        crowd->place_of[(uint32_t)crowd->agents.id[i]] = i;
    }
}

/* Needs everybody in the order: then it is a permutation of the places. */
static void rearrange(throng_crowd *crowd)
{
    throng_neighbours *n = &crowd->neighbours;
    rearrangement r = {.crowd = crowd, .scratch = (char *)n->key_scratch};
    const int32_t blocks = throng_block_count(n->count, BLOCK_AGENTS);
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++) {
        r.array = *arrays[k].pointer;
        r.size = arrays[k].size;
        throng_parallel_for(crowd->context, blocks, gather, &r);
        throng_parallel_for(crowd->context, blocks, put_back, &r);
    }
    throng_parallel_for(crowd->context, blocks, number, &r);
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
