/* All arrays of a crowd in one list, so that making, growing, counting and freeing them are one
 * loop. */
#ifndef THRONG_CROWD_MEMORY_H
#define THRONG_CROWD_MEMORY_H

#include "crowd/crowd.h"

typedef struct throng_array {
    void **pointer;
    size_t size;   /* of an element */
    int32_t extra; /* elements beyond the capacity */
    bool is_state; /* keeps its contents when the crowd grows; the others are scratch */
} throng_array;

#define THRONG_AGENT_ARRAYS 29
#define THRONG_GROUP_ARRAYS 2

/* The first ones are indexed by place. */
#define THRONG_PLACE_ARRAYS 20

/* Lists the arrays that hold one element per agent (and per group) of capacity; returns how many.
 */
int32_t throng_crowd_agent_arrays(throng_crowd *crowd, throng_array arrays[THRONG_AGENT_ARRAYS]);
int32_t throng_crowd_group_arrays(throng_crowd *crowd, throng_array arrays[THRONG_GROUP_ARRAYS]);

#endif
