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

    throng_agent_id *alive; /* what a host would know */
    int32_t alive_count;
} golden_crowd;

void golden_crowd_open(golden_crowd *crowd, const golden_world *world);
void golden_crowd_close(golden_crowd *crowd);

/* Agents come, go, jump and stumble; then a step; then the hashes of all stages go on. */
void golden_crowd_turn(golden_crowd *crowd, const golden_world *world, int32_t turn);

/* The crowd goes on as a new one, made of nothing but a save: same ids, same values, other places
 * in the arrays. */
void golden_crowd_reload(golden_crowd *crowd, const golden_world *world);

/* Another crowd that is made of a save of `from`. */
void golden_crowd_open_copy(golden_crowd *copy, const golden_crowd *from,
                            const golden_world *world);

#endif
