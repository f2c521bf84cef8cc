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

/* Makes the distances exact and notes what changed. False if it gave up: more cells are affected
 * than a repair is worth, or some distance may not fit. The distances are then none, and only a
 * whole solve helps. */
bool throng_repair_scalar(const throng_repair_job *job);

/* Cells that a repair may raise, and settle anew, on a map or with a solver of `cells`. */
static inline uint32_t throng_repair_room(uint64_t cells)
{
    return (uint32_t)(cells / THRONG_REPAIR_SHARE) + THRONG_REPAIR_LEAST;
}

#endif
