/* The table of one tier. */
#include "kernels.h"

#include "behave/behave.h"
#include "crowd/move.h"
#include "crowd/neighbours.h"
#include "crowd/part.h"
#include "crowd/steer.h"
#include "crowd/swerve.h"
#include "flow/flow.h"
#include "integration/integration.h"
#include "sample/sample.h"
#include "simd/tier.h"

#if defined(THRONG_WIDE_AVX512)
#define TIER_ISA THRONG_ISA_AVX512
#elif defined(THRONG_WIDE_AVX2)
#define TIER_ISA THRONG_ISA_AVX2
#elif defined(THRONG_WIDE_SSE41)
#define TIER_ISA THRONG_ISA_SSE41
#else
#define TIER_ISA THRONG_ISA_NEON
#endif

void throng_in_tier(throng_cost_moves)(const uint8_t *cost, int32_t width, int32_t height,
                                       int32_t y, int32_t begin, int32_t end, uint8_t *moves);
void throng_in_tier(throng_prepare)(throng_cost_field *field, int32_t tile_column,
                                    int32_t tile_row);
throng_progress throng_in_tier(throng_integrate)(throng_solver *solver, int64_t *work);
void throng_in_tier(throng_flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);
void throng_in_tier(throng_quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);
void throng_in_tier(throng_flow_row)(const throng_flow_job *job, const throng_halves_rows *halves);
void throng_in_tier(throng_sample)(const throng_sample_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_separate)(const throng_separation_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_look)(const throng_look_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_swerve)(const throng_look_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_herd)(const throng_herd_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_behave)(const throng_behave_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_gap)(const throng_gap_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_steer)(const throng_steer_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_part_prepare)(const throng_part_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_part)(const throng_part_job *job, int32_t begin, int32_t end);
void throng_in_tier(throng_move)(const throng_move_job *job, int32_t begin, int32_t end);

extern const throng_kernels throng_in_tier(throng_kernels);

const throng_kernels throng_in_tier(throng_kernels) = {
    .isa = TIER_ISA,
    .moves = throng_in_tier(throng_cost_moves),
    .prepare = throng_in_tier(throng_prepare),
    .integrate = throng_in_tier(throng_integrate),
    .flow = throng_in_tier(throng_flow),
    .quads = throng_in_tier(throng_quads),
    .flow_row = throng_in_tier(throng_flow_row),
    .sample = throng_in_tier(throng_sample),
    .separate = throng_in_tier(throng_separate),
    .look = throng_in_tier(throng_look),
    .swerve = throng_in_tier(throng_swerve),
    .herd = throng_in_tier(throng_herd),
    .behave = throng_in_tier(throng_behave),
    .gap = throng_in_tier(throng_gap),
    .steer = throng_in_tier(throng_steer),
    .prepare_part = throng_in_tier(throng_part_prepare),
    .part = throng_in_tier(throng_part),
    .move = throng_in_tier(throng_move),
};
