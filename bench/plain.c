#include "plain.h"

#include "behave/behave.h"
#include "crowd/gap.h"
#include "crowd/move.h"
#include "crowd/neighbours.h"
#include "crowd/part.h"
#include "crowd/steer.h"
#include "crowd/swerve.h"
#include "flow/flow.h"
#include "sample/sample.h"

/* Here throng_flow_scalar and the others have other names: see meson.build. */
const throng_kernels bench_kernels_plain = {
    .isa = THRONG_ISA_SCALAR,
    .flow = throng_flow_scalar,
    .quads = throng_quads_scalar,
    .sample = throng_sample_scalar,
    .separate = throng_separate_scalar,
    .herd = throng_herd_scalar,
    .behave = throng_behave_scalar,
    .look = throng_look_scalar,
    .swerve = throng_swerve_scalar,
    .gap = throng_gap_scalar,
    .steer = throng_steer_scalar,
    .prepare_part = throng_part_prepare_scalar,
    .part = throng_part_scalar,
    .move = throng_move_scalar,
};
