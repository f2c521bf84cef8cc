/*
 * misuse_crowd.h: a crowd of one agent on the ground of misuse.h.
 */
#ifndef TEST_API_MISUSE_CROWD_H
#define TEST_API_MISUSE_CROWD_H

#include "misuse.h"

typedef struct misuse_crowd {
    misuse_world *world;
    throng_crowd *crowd;     /* room for two agents and two groups */
    throng_group_desc group; /* of group 0, the only one */
    throng_agent_desc agent; /* the one agent as it was added, at (1.5, 1.5) */
    throng_agent_id id;
} misuse_crowd;

int misuse_crowd_setup(void **state);
int misuse_crowd_teardown(void **state);

#endif
