/* Builders from inside. */
#ifndef THRONG_FLOW_BUILDER_H
#define THRONG_FLOW_BUILDER_H

#include <throng/builder.h>

#include "flow/flow.h"
#include "integration/repair.h"

/* Rectangles that a repair keeps; more are kept as one that holds them. */
#define THRONG_BUILD_RECTS 32

typedef enum throng_build_phase {
    THRONG_BUILD_IDLE,
    THRONG_BUILD_COPY, /* the old distances; `cursor` is the next row */
    THRONG_BUILD_REPAIR,
    THRONG_BUILD_SOLVE,
    THRONG_BUILD_COPY_FLOW, /* the old directions; `cursor` is the next row */
    THRONG_BUILD_FLOW,      /* `cursor` is the next row */
    THRONG_BUILD_DONE
} throng_build_phase;

/* The own fields change places with the host's at the end of a build. So after a repair they hold
 * what the host's did before it, and the next one need not copy more than what that changed. */
struct throng_builder {
    throng_context *context;
    throng_grid grid;
    throng_solver *solver;
    throng_integration_field *own;
    throng_flow_field *own_flow;
    /* Of the history of a field: `own` holds its distances as of that edition; 0: it does not. */
    uint64_t own_root;
    uint32_t own_edition;

    throng_build_phase phase;
    int32_t cursor;
    const throng_cost_field *cost;
    throng_integration_field *target;
    throng_flow_field *flow; /* NULL: none */
    uint64_t cost_revision, target_serial;
    int32_t target_goal_capacity; /* more of it later: the field's goals have moved */
    throng_goals goals;
    throng_rect changed[THRONG_BUILD_RECTS];
    int32_t changed_count;
    throng_repair repair;
    bool is_repaired; /* else solved as a whole */
    throng_flow_rows rows;
    throng_span stale; /* rows that get new directions */
};

/* Begins with a repair, or with a whole solve, after all else has been set. */
void throng_build_begin(throng_builder *builder, bool is_repair);

/* Goes on until `*work` is used up. False: RANGE. */
bool throng_build_continue(throng_builder *builder, int64_t *work);

/* Hands the new arrays over, and takes the old ones for the next build. */
void throng_build_finish(throng_builder *builder);

#endif
