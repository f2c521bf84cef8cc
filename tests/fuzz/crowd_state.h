/*
 * crowd_state.h: the small crowd that crowd.c calls at random, and what must be true of it at any
 * time.
 */
#ifndef FUZZ_CROWD_STATE_H
#define FUZZ_CROWD_STATE_H

#include "input.h"

#include <throng/throng.h>

#define SIDE 12
#define CELLS (SIDE * SIDE)
#define AGENTS 40 /* alive at once, at most */
#define IDS 256   /* given in one run, at most */
#define FIELDS 2
#define GROUPS 3 /* the last one stands idle */

/* An id that the library gave, and what the agent of that id must be. */
typedef struct fuzz_known {
    throng_agent_id id;
    bool is_alive;
    uint64_t user;
    int32_t group;
} fuzz_known;

typedef struct fuzz_crowd {
    fuzz_input in;
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration[FIELDS];
    throng_flow_field *flow[FIELDS];
    throng_crowd *crowd;
    int32_t capacity;
    fuzz_known known[IDS];
    int32_t known_count, alive_count;
    int32_t left_count;  /* in the last step: their indices are not free yet */
    int32_t part[CELLS]; /* cells of one number are connected; -1 is a wall */
    uint64_t digest;     /* of the crowd after every call */
    bool hash_stages, velocity_only;

    /* The last save, and what was known then. */
    uint8_t *saved;
    size_t saved_size;
    fuzz_known saved_known[IDS];
    int32_t saved_known_count, saved_alive_count, saved_left_count;
} fuzz_crowd;

static inline bool fuzz_is_finite(float value)
{
    return value - value == 0.0f;
}

void fuzz_start(fuzz_crowd *s, throng_isa isa);
void fuzz_end(fuzz_crowd *s);

/* A crowd with the groups, and nobody in it. */
throng_crowd *fuzz_make_crowd(fuzz_crowd *s);

/* Which cells are connected, after the map has changed. */
void fuzz_find_parts(fuzz_crowd *s);
int32_t fuzz_part_of(const fuzz_crowd *s, float x, float y);

/* Field f leads to some other goal. */
void fuzz_solve(fuzz_crowd *s, int f);

/* Ids name whom they did, and nobody else. */
void fuzz_check_ids(const fuzz_crowd *s);

/* Where everybody was before a step, by place in `known`. */
typedef struct fuzz_before {
    float x[IDS], y[IDS];
    int32_t part[IDS];
} fuzz_before;

void fuzz_remember(const fuzz_crowd *s, fuzz_before *old);

/* What a step may not do to anybody, and what events it may tell of. */
void fuzz_check_agents(const fuzz_crowd *s, const fuzz_before *old, bool has_moved);
/* Events of the last step; to be called once after each. */
void fuzz_check_events(fuzz_crowd *s);

#endif
