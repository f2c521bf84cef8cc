#include "kernels.h"

#include "behave/behave.h"
#include "crowd/gap.h"
#include "crowd/move.h"
#include "crowd/neighbours.h"
#include "crowd/part.h"
#include "crowd/steer.h"
#include "crowd/swerve.h"
#include "flow/flow.h"
#include "integration/integration.h"
#include "sample/sample.h"
#include "simd/cpu.h"

#include <stddef.h>

const throng_kernels throng_kernels_scalar = {
    .isa = THRONG_ISA_SCALAR,
    .moves = throng_cost_moves_scalar,
    .integrate = throng_integrate_scalar,
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

extern const throng_kernels throng_kernels_sse41, throng_kernels_avx2, throng_kernels_avx512,
    throng_kernels_neon;

/* What this build holds, by throng_isa. */
static const throng_kernels *const built[] = {
    [THRONG_ISA_SCALAR] = &throng_kernels_scalar,
#if defined(THRONG_HAVE_SSE41)
    [THRONG_ISA_SSE41] = &throng_kernels_sse41,
#endif
#if defined(THRONG_HAVE_AVX2)
    [THRONG_ISA_AVX2] = &throng_kernels_avx2,
#endif
#if defined(THRONG_HAVE_AVX512)
    [THRONG_ISA_AVX512] = &throng_kernels_avx512,
#endif
#if defined(THRONG_HAVE_NEON)
    [THRONG_ISA_NEON] = &throng_kernels_neon,
#endif
};

#define BUILT_COUNT ((int32_t)(sizeof built / sizeof *built))

static const throng_kernels *usable(throng_isa isa)
{
    if ((int32_t)isa < THRONG_ISA_SCALAR || (int32_t)isa >= BUILT_COUNT || !built[isa])
        return NULL;
    return throng_cpu_has(isa) ? built[isa] : NULL;
}

/* The widest, unless this CPU slows down for it. */
static const throng_kernels *best(void)
{
    throng_cpu_model cpu = throng_cpu_identify();
    bool shuns_512 = throng_cpu_quirks(&cpu) & THRONG_CPU_SLOW_512;
    for (int32_t isa = BUILT_COUNT - 1; isa > THRONG_ISA_SCALAR; isa--)
        if (usable((throng_isa)isa) &&
            !(isa == THRONG_ISA_AVX512 && shuns_512 && usable(THRONG_ISA_AVX2)))
            return built[isa];
    return &throng_kernels_scalar;
}

const throng_kernels *throng_kernels_for(throng_isa isa)
{
    return isa == THRONG_ISA_BEST ? best() : usable(isa);
}

/* Whoever has a set of this list has those before it. */
const throng_kernels *throng_kernels_for_rows(const throng_kernels *kernels, int32_t cells)
{
    const bool has_avx512 = kernels->isa == THRONG_ISA_AVX512;
    const bool has_avx2 = has_avx512 || kernels->isa == THRONG_ISA_AVX2;
    const throng_kernels *suited = kernels;
    if (has_avx512 && cells < 64 && built[THRONG_ISA_AVX2])
        suited = built[THRONG_ISA_AVX2];
    if (has_avx2 && cells < 32 && built[THRONG_ISA_SSE41])
        suited = built[THRONG_ISA_SSE41];
    return suited;
}

bool throng_isa_is_usable(throng_isa isa)
{
    return throng_kernels_for(isa) != NULL;
}

bool throng_isa_is_built(throng_isa isa)
{
    return isa == THRONG_ISA_BEST ||
           ((int32_t)isa >= THRONG_ISA_SCALAR && (int32_t)isa < BUILT_COUNT && built[isa]);
}
