/* All arrays of a crowd in one list, so that making, growing, counting, saving and freeing them are
 * one loop each. An array that is to be part of an agent is a member of throng_agents and a line of
 * the list. */
#ifndef THRONG_CROWD_MEMORY_H
#define THRONG_CROWD_MEMORY_H

#include "crowd/crowd.h"

/* Which elements of an array a save may hold. */
typedef enum throng_array_rule {
    THRONG_ARRAY_NOT_SAVED, /* scratch, or worked out from others, or saved in a way of its own */
    THRONG_ARRAY_ANY,       /* saved; any bits */
    THRONG_ARRAY_FLOAT,     /* low .. high */
    THRONG_ARRAY_BITS,      /* bytes with no other bits than those of `bits` */
    THRONG_ARRAY_GROUP      /* numbers of groups */
} throng_array_rule;

typedef struct throng_array {
    void **pointer;
    size_t size;    /* of an element: 1, 4 or 8 where it is saved */
    int32_t extra;  /* elements beyond the capacity */
    int32_t agents; /* that share an element, where it is more than one */
    bool is_state;  /* keeps its contents when the crowd grows; the others are scratch */
    throng_array_rule rule;
    const char *name;   /* of an agent's arrays */
    float low, high;    /* FLOAT */
    uint8_t bits;       /* BITS */
    throng_stage stage; /* that works it out; STEP: the host sets it */
} throng_array;

#define THRONG_AGENT_ARRAYS 40
#define THRONG_GROUP_ARRAYS 3

/* The first ones are indexed by place: the members of throng_agents, each once. */
#define THRONG_PLACE_ARRAYS 23
_Static_assert(THRONG_PLACE_ARRAYS * sizeof(void *) == sizeof(throng_agents),
               "an array of throng_agents is missing in the list of memory.c");

/* Elements of an array for so many agents. */
static inline uint64_t throng_array_elements(const throng_array *array, int32_t capacity)
{
    const int32_t agents = array->agents > 1 ? array->agents : 1;
    return (uint64_t)((capacity + agents - 1) / agents + array->extra);
}

/* Lists the arrays that hold one element per agent (and per group) of capacity; returns how many.
 */
int32_t throng_crowd_agent_arrays(throng_crowd *crowd, throng_array arrays[THRONG_AGENT_ARRAYS]);
int32_t throng_crowd_group_arrays(throng_crowd *crowd, throng_array arrays[THRONG_GROUP_ARRAYS]);

#endif
