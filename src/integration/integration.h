/* Integration fields and solvers from inside. */
#ifndef THRONG_INTEGRATION_INTEGRATION_H
#define THRONG_INTEGRATION_INTEGRATION_H

#include <throng/integration.h>

#include "cost/cost.h"

struct throng_integration_field {
    throng_context *context;
    throng_grid grid;
    uint32_t *distance; /* row by row */
    bool is_solved;
    uint64_t serial;        /* of the last solve, 0 before the first */
    uint64_t cost_serial;   /* the cost field it was solved on, ... */
    uint64_t cost_revision; /* ... and its state then */
    uint64_t goals_mark;    /* equal for equal sets of passable goals */
    atomic_int user_count;
};

/* Distances of one bucket are equal: all are even, and a step costs at most 14 * 254 = 3556, so
 * that the live ones span fewer than 2 * THRONG_BUCKETS. */
#define THRONG_BUCKETS 2048

/* The bucket queue: every waiting cell is in the list of its distance's bucket, doubly linked
 * through `next` and `previous`, so that it can move to a lower one and nothing grows during a
 * solve. */
struct throng_solver {
    throng_context *context;
    uint64_t capacity; /* cells */
    uint32_t *next, *previous;
    uint32_t head[THRONG_BUCKETS];
    uint64_t occupied[THRONG_BUCKETS / 64]; /* a bit per bucket that holds a cell */
};

/* Fills `distance` with exact distances from the goals (all on the map, at least one passable).
 * False if some cell that has a way would need more than 4294967294. */
bool throng_integrate_scalar(throng_solver *solver, const throng_cost_field *cost,
                             const throng_cell *goals, int32_t goal_count, uint32_t *distance);

/* Checks that `integration` belongs to the present state of `cost`. */
throng_result throng_integration_check(const throng_context *context, const throng_cost_field *cost,
                                       const throng_integration_field *integration);

#endif
