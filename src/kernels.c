#include "kernels.h"

#include "crowd/move.h"
#include "crowd/neighbours.h"
#include "crowd/steer.h"
#include "flow/flow.h"
#include "sample/sample.h"

#include <stddef.h>

const throng_kernels throng_kernels_scalar = {
    .isa = THRONG_ISA_SCALAR,
    .flow = throng_flow_scalar,
    .sample = throng_sample_scalar,
    .separate = throng_separate_scalar,
    .steer = throng_steer_scalar,
    .move = throng_move_scalar,
};

const throng_kernels *throng_kernels_for(throng_isa isa)
{
    return isa == THRONG_ISA_BEST || isa == THRONG_ISA_SCALAR ? &throng_kernels_scalar : NULL;
}
