/*
 * golden_crowd.h: a crowd in a golden world: who comes, who goes, and what becomes of it.
 */
#ifndef TEST_GOLDEN_CROWD_H
#define TEST_GOLDEN_CROWD_H

#include "golden_world.h"

#include "random.h"

typedef struct golden_crowd {
    throng_crowd *crowd;
    test_random random; /* of arrivals and departures */
    uint64_t hash[GOLDEN_STAGES];

    /* What a host would know, from the ids that it was given. */
    throng_agent_id *alive;
    int32_t alive_count;
    throng_agent_id *last; /* given, by index */
    int32_t index_count;
    int32_t *freed; /* indices to be given again, the next one last */
    int32_t freed_count;
} golden_crowd;

void golden_crowd_open(golden_crowd *crowd, const golden_world *world);
void golden_crowd_close(golden_crowd *crowd);

/* Agents come, go, jump and stumble; then a step; then the hashes of all stages go on. */
void golden_crowd_turn(golden_crowd *crowd, const golden_world *world, int32_t turn);

/* A new crowd that never did anything but come to hold the state of `from`: same ids, same free
 * ids, same values, but other places in the arrays. */
void golden_crowd_open_copy(golden_crowd *copy, golden_crowd *from, const golden_world *world);

#endif
