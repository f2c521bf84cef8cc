/*
 * kernels_agents.h: grounds, groups and agents for the kernels of steering and motion.
 */
#ifndef THRONG_CHECK_KERNELS_AGENTS_H
#define THRONG_CHECK_KERNELS_AGENTS_H

#include "kernels_support.h"

#include "crowd/crowd.h"

enum { GROUND_LAYERS = 3, GROUND_GROUPS = 5 };

enum {
    GROUND_OPEN,
    GROUND_MIXED,
    GROUND_DEAREST,
    GROUND_PILLARS,
    GROUND_LANES,
    GROUND_ALL_WALLS,
    GROUND_ONE_CELL,
    GROUND_KINDS
};

/* Three layers of one map, each with fields, one of them for goals with prices, and groups that use
 * them in every way. */
typedef struct check_ground {
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost[GROUND_LAYERS];
    throng_integration_field *integration[GROUND_LAYERS];
    throng_flow_field *flow[GROUND_LAYERS];
    throng_group groups[GROUND_GROUPS];
    uint64_t hash;
} check_ground;

void check_ground_open(check_ground *ground, test_random *random, int32_t kind);
/* Also fails if a kernel has changed a field. */
void check_ground_close(check_ground *ground);

/* Which arrays of the agents a kernel writes. */
typedef struct check_written {
    bool places, velocities, notices;
} check_written;

/* Room for `count` agents, filled with what a substep of `dt` seconds may meet. */
throng_agents check_agents_take(check_arena *arena, const check_ground *ground, int32_t count,
                                float dt, check_written written, test_random random);

/* A substep's length: from the shortest float to more than a crowd takes. */
float check_some_dt(test_random *random);

#endif
