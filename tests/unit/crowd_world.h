/*
 * crowd_world.h: a map, its fields and a crowd on it, for the tests of crowds. Whatever a test does
 * not mean to fail fails the test here, on the spot.
 */
#ifndef TEST_CROWD_WORLD_H
#define TEST_CROWD_WORLD_H

#include "world.h"

typedef struct crowd_world {
    test_world ground;
    throng_crowd *crowd;
} crowd_world;

/* A map from a drawing (rows of equal length): '#' is a wall, '1'..'9' a cost, '.' costs 1. No
 * crowd yet. */
void crowd_world_draw(crowd_world *world, float cell_size, const char *const *rows, int32_t height);

/* Solves the fields for one goal. */
void crowd_world_solve(crowd_world *world, int32_t x, int32_t y);

/* An empty crowd on the map. */
void crowd_world_populate(crowd_world *world, int32_t agent_capacity);

/* A group that follows the fields, and one that stands idle. */
int32_t crowd_world_add_walkers(crowd_world *world);
int32_t crowd_world_add_idlers(crowd_world *world);

/* A map of width x height cells of 1 m without walls, a crowd with one idle group (number 0). */
void crowd_world_idle(crowd_world *world, int32_t width, int32_t height, int32_t agent_capacity);

/* The same with one group (number 0) that walks to the cell (goal_x, goal_y). */
void crowd_world_walk(crowd_world *world, int32_t width, int32_t height, int32_t goal_x,
                      int32_t goal_y, int32_t agent_capacity);

void crowd_world_close(crowd_world *world);

/* A default agent of a group at a place. */
throng_agent_desc crowd_agent_at(float x, float y, int32_t group);

throng_agent_id crowd_add(throng_crowd *crowd, const throng_agent_desc *desc);

/* An agent's present values; the agent must be alive. */
throng_agent_desc crowd_get(const throng_crowd *crowd, throng_agent_id id);

/* Fails unless every value of two agents is the same, bit for bit. */
void crowd_assert_same(const throng_agent_desc *left, const throng_agent_desc *right);

/* An agent's flags; the agent must be alive. */
uint8_t crowd_flags(const throng_crowd *crowd, throng_agent_id id);

/* The events of the last step, `capacity` at most; returns how many there are. */
int32_t crowd_events(const throng_crowd *crowd, throng_event *out, int32_t capacity);

/* How many events of a kind the last step left for an agent (THRONG_AGENT_NONE: for nobody). */
int32_t crowd_count_events(const throng_crowd *crowd, throng_event_kind kind, throng_agent_id id);

/* Why the last step's event says that an agent is in quarantine; NONE without such an event. */
throng_quarantine_reason crowd_quarantine_reason(const throng_crowd *crowd, throng_agent_id id);

#define assert_ok(call) assert_result((call), THRONG_OK)

#endif
