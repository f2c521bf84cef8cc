/* Ids and places: indices are given, taken back and given again, places are always 0 .. count - 1.
 */
#include "crowd/crowd.h"

#include "crowd/memory.h"

#include <string.h>

int32_t throng_crowd_place(const throng_crowd *crowd, throng_agent_id id)
{
    uint32_t index = (uint32_t)id, generation = (uint32_t)(id >> 32);
    if (index >= (uint32_t)crowd->slot_count || crowd->generation[index] != generation)
        return -1;
    int32_t place = crowd->place_of[index];
    return place < 0 ? -1 : place;
}

/* An agent begins with nothing but zeroes. */
static void clear_place(throng_crowd *crowd, int32_t i)
{
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        memset((char *)*arrays[k].pointer + (size_t)i * arrays[k].size, 0, arrays[k].size);
}

static uint32_t take_index(throng_crowd *crowd)
{
    if (crowd->free_count > 0)
        return (uint32_t)crowd->free_slots[--crowd->free_count];
    return (uint32_t)crowd->slot_count++;
}

int32_t throng_crowd_take_in(throng_crowd *crowd)
{
    uint32_t index = take_index(crowd);
    int32_t i = crowd->count++;
    if (crowd->generation[index] == 0)
        crowd->generation[index] = 1; /* so that 0 is never an id */
    crowd->place_of[index] = i;
    clear_place(crowd, i);
    crowd->agents.id[i] = (uint64_t)crowd->generation[index] << 32 | index;
    return i;
}

/* Fills place `to` with the agent at `from`. */
static void move_place(throng_crowd *crowd, int32_t from, int32_t to)
{
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++) {
        const size_t size = arrays[k].size;
        char *array = *arrays[k].pointer;
        memcpy(array + (size_t)to * size, array + (size_t)from * size, size);
    }
    crowd->place_of[(uint32_t)crowd->agents.id[to]] = to;
}

/* An index whose generations are used up is not given again. */
static void free_index(throng_crowd *crowd, uint32_t index)
{
    crowd->place_of[index] = THRONG_PLACE_NONE;
    if (crowd->generation[index] != 0)
        crowd->free_slots[crowd->free_count++] = (int32_t)index;
}

static uint32_t take_out(throng_crowd *crowd, int32_t place)
{
    uint32_t index = (uint32_t)crowd->agents.id[place];
    crowd->generation[index]++;
    crowd->count--;
    if (place != crowd->count)
        move_place(crowd, crowd->count, place);
    crowd->fastest = -1.0;
    crowd->largest_reach = -1.0f;
    crowd->is_sorted = false;
    return index;
}

void throng_crowd_take_out(throng_crowd *crowd, int32_t place)
{
    free_index(crowd, take_out(crowd, place));
}

void throng_crowd_let_out(throng_crowd *crowd, int32_t place)
{
    crowd->place_of[take_out(crowd, place)] = THRONG_PLACE_LEFT;
    crowd->left_count++;
}

void throng_crowd_forget_left(throng_crowd *crowd)
{
    for (int32_t slot = 0; crowd->left_count > 0 && slot < crowd->slot_count; slot++)
        if (crowd->place_of[slot] == THRONG_PLACE_LEFT) {
            free_index(crowd, (uint32_t)slot);
            crowd->left_count--;
        }
}
