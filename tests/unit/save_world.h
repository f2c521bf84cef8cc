/*
 * save_world.h: crowds to be saved, and saves to be spoilt.
 */
#ifndef TEST_SAVE_WORLD_H
#define TEST_SAVE_WORLD_H

#include "crowd_world.h"

/* Two groups of walkers that meet in a map with walls, and idlers in between. Everything is a
 * function of the seed, so that two of one seed have fields of equal contents. */
typedef struct save_world {
    crowd_world world; /* group 0 walks west and group 2 stands idle here, ... */
    test_world other;  /* ... and group 1 walks east here */
} save_world;

enum { SAVE_SIDE = 20, SAVE_GROUPS = 3, SAVE_AGENTS = 90 };

/* With the groups, and nobody in them. */
save_world save_world_open(uint64_t seed);
void save_world_close(save_world *self);

/* Agents that come, go and are disturbed, and `steps` steps, a function of the seed. */
void save_world_live(save_world *self, uint64_t seed, int32_t steps);

/* A block of bytes from malloc. */
typedef struct save_block {
    uint8_t *bytes;
    size_t size;
} save_block;

save_block save_of(const throng_crowd *crowd);

/* The fields of a world's groups, by number. */
void save_world_fields(const save_world *self, throng_group_fields fields[SAVE_GROUPS]);

/* Loads with the fields that the crowd has. */
void save_load(throng_crowd *crowd, save_block block);

/* Fails unless both crowds would write the same save. */
void save_assert_same(const throng_crowd *left, const throng_crowd *right);

#endif
