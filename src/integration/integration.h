/* Integration fields and solvers from inside. */
#ifndef THRONG_INTEGRATION_INTEGRATION_H
#define THRONG_INTEGRATION_INTEGRATION_H

#include <throng/integration.h>

#include "cost/cost.h"
#include "integration/changes.h"
#include "integration/tiles.h"

/* Goals that a field has room for when it is made: half a kilobyte. */
#define THRONG_GOALS_KEPT 64

struct throng_integration_field {
    throng_context *context;
    throng_grid grid;
    uint32_t *distance; /* row by row */
    bool is_solved;
    bool is_taken; /* by a job of a batch that is being checked or run */
    /* Of the last solve, in the host's order; those on walls too, since they may come free. */
    throng_cell *goals;
    int32_t goal_count, goal_capacity;
    bool keeps_goals; /* false if there were more than there was room for */
    throng_changes changes;
    uint64_t serial;        /* of the last solve, 0 before the first */
    uint64_t cost_serial;   /* the cost field it was solved on, ... */
    uint64_t cost_revision; /* ... and its state then */
    uint64_t goals_mark;    /* equal for equal sets of passable goals */
    atomic_int user_count;
};

/* Distances of one bucket are equal: all are even, and a step costs at most 14 * 254 = 3556, so
 * that the live ones span fewer than 2 * THRONG_BUCKETS. */
#define THRONG_BUCKETS 2048

/* A repair may raise, and settle anew, cells / THRONG_REPAIR_SHARE + THRONG_REPAIR_LEAST cells,
 * then it gives up and the field is solved as a whole. */
#define THRONG_REPAIR_SHARE 128
#define THRONG_REPAIR_LEAST 64

/* A cell that lost its distance, which was `distance`. */
typedef struct throng_raised {
    uint32_t cell, distance;
} throng_raised;

/* The bucket queue: every waiting cell is in the list of its distance's bucket, doubly linked
 * through `next` and `previous`, so that it can move to a lower one and nothing grows during a
 * solve. */
struct throng_solver {
    throng_context *context;
    uint64_t capacity; /* cells */
    uint32_t *next, *previous;
    throng_tiles tiles; /* for the wide kernels */
    uint32_t head[THRONG_BUCKETS];
    uint64_t occupied[THRONG_BUCKETS / 64]; /* a bit per bucket that holds a cell */
    throng_raised *raised;                  /* for repairs; see throng_repair_room */
    uint64_t *offers;                       /* for repairs; four times as many */
    bool is_taken;                          /* by a job of a batch that is being checked or run */
};

/* Fills `distance` with exact distances from the goals (all on the map, at least one passable).
 * False if some cell that has a way would need more than 4294967294. */
bool throng_integrate_scalar(throng_solver *solver, const throng_cost_field *cost,
                             const throng_cell *goals, int32_t goal_count, uint32_t *distance);

/* Solves without a check or a word, keeps the goals and the books. False: RANGE. Serves jobs on any
 * thread. */
bool throng_integration_solve(throng_solver *solver, const throng_cost_field *cost,
                              const throng_cell *goals, int32_t goal_count,
                              throng_integration_field *out);

/* Keeps the goals and the books of distances that are exact now. */
void throng_integration_finish(const throng_cost_field *cost, const throng_cell *goals,
                               int32_t goal_count, throng_integration_field *out);

/* The checks of throng_integrate, together and apart. `name` is what the caller calls `out`. */
throng_result throng_integration_check_solve(const throng_solver *solver,
                                             const throng_cost_field *cost,
                                             const throng_cell *goals, int32_t goal_count,
                                             const throng_integration_field *out, const char *name);
throng_result throng_integration_check_objects(const throng_solver *solver,
                                               const throng_cost_field *cost,
                                               const throng_integration_field *out,
                                               const char *name);
throng_result throng_integration_check_goals(const throng_context *context,
                                             const throng_cost_field *cost,
                                             const throng_cell *goals, int32_t goal_count);
throng_result throng_integration_refuse_range(const throng_context *context);

/* Checks that `integration` belongs to the present state of `cost`. */
throng_result throng_integration_check(const throng_context *context, const throng_cost_field *cost,
                                       const throng_integration_field *integration);

#endif
