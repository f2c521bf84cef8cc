/* throng_inverse_root, WIDE_LANES at a time. */
#ifndef THRONG_CROWD_INVERSE_ROOT_WIDE_H
#define THRONG_CROWD_INVERSE_ROOT_WIDE_H

#include "crowd/inverse_root.h"
#include "simd/wide.h"

WIDE_INLINE wide_f32 wide_inverse_root(wide_f32 v)
{
    /* No bit pattern of a square has its sign set, so that either shift will do. */
    wide_i32 half = wide_u32_shift_right(wide_bits(v), 1);
    wide_f32 seed = wide_from_bits(wide_i32_sub(wide_i32_set1(THRONG_INVERSE_ROOT_SEED), half));
    wide_f32 square = wide_mul(wide_mul(v, seed), seed);
    return wide_mul(seed, wide_sub(wide_set1(THRONG_INVERSE_ROOT_STEP), square));
}

/* throng_inverse_root_fine. */
WIDE_INLINE wide_f32 wide_inverse_root_fine(wide_f32 v)
{
    wide_f32 near = wide_mul(wide_inverse_root(v), wide_set1(THRONG_INVERSE_ROOT_MIDDLE));
    wide_f32 half = wide_mul(wide_mul(v, near), wide_mul(near, wide_set1(0.5f)));
    return wide_mul(near, wide_sub(wide_set1(1.5f), half));
}

#endif
