/* Repairs from inside. */
#ifndef THRONG_INTEGRATION_REPAIR_H
#define THRONG_INTEGRATION_REPAIR_H

#include "integration/integration.h"

typedef struct throng_repair_job {
    throng_solver *solver;
    const throng_cost_field *cost; /* as it is now, committed */
    const throng_rect *changed;    /* on the map, not empty; what else there is has not changed */
    int32_t changed_count;
    throng_goals goals;              /* the field's own if they stay; of the same limit */
    throng_integration_field *field; /* exact before the change; its goals are kept */
} throng_repair_job;

/* A repair, in whatever pieces it is done. */
typedef struct throng_repair {
    throng_repair_job job;
    const uint8_t *cost, *moves;
    uint32_t *distance;
    int32_t width, height;
    int64_t offset[8]; /* from a cell to its neighbour by code - 1 */
    throng_raised *raised;
    uint32_t raised_count;
    uint64_t *offers; /* a binary heap of distance << 32 | cell, the least first */
    uint32_t offer_count;
    uint32_t room;     /* for raised cells and for settled ones; offers have four times that */
    bool has_given_up; /* too much work, or a distance that may not fit */
    throng_changes *changes;
    uint32_t *goal_number; /* by cell; see find_goal */
    int32_t step;          /* what is being done, ... */
    uint32_t at;           /* ... to which raised cell or goal, how many were settled, ... */
    int32_t rect, row;     /* ... to which row of which rectangle */
} throng_repair;

/* Begins to make `distance`, which holds those of the field, exact, and to note what changes. */
void throng_repair_begin(throng_repair *repair, const throng_repair_job *job, uint32_t *distance,
                         throng_changes *changes);

/* Goes on until `*work` is used up. DONE with has_given_up: more cells are affected than a repair
 * is worth, or some distance may not fit; the distances are then none, and only a whole solve
 * helps. */
throng_progress throng_repair_continue(throng_repair *repair, int64_t *work);

/* The checks of throng_integration_repair. */
throng_result throng_repair_check(const throng_solver *solver, const throng_cost_field *cost,
                                  const throng_rect *changed, int32_t count,
                                  const throng_integration_field *field, const char *name);

/* Cells that a repair may raise, and settle anew, on a map or with a solver of `cells`. */
static inline uint32_t throng_repair_room(uint64_t cells)
{
    return (uint32_t)(cells / THRONG_REPAIR_SHARE) + THRONG_REPAIR_LEAST;
}

#endif
