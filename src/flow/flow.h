/* Flow fields from inside. */
#ifndef THRONG_FLOW_FLOW_H
#define THRONG_FLOW_FLOW_H

#include <throng/flow.h>

#include "cost/cost.h"
#include "kernels.h"

struct throng_flow_field {
    throng_context *context;
    throng_grid grid;
    uint8_t *codes; /* row by row */
    bool is_solved;
    uint64_t integration_serial; /* the solve that it was made from */
    atomic_int user_count;
};

/* All arrays are width * height, row by row. */
struct throng_flow_job {
    int32_t width, height;
    const uint32_t *distance;
    const uint8_t *cost;
    const uint8_t *moves;
    uint8_t *codes;
};

void throng_flow_scalar(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

#endif
