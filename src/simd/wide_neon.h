/*
 * wide_neon.h: the words of wide.h for aarch64. SIMDe turns every intrinsic of the SSE4.1 dialect
 * into NEON with the same result, so there is no second text to keep in step.
 */
#ifndef THRONG_SIMD_WIDE_NEON_H
#define THRONG_SIMD_WIDE_NEON_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse4.1.h>

#include "wide_sse41.h"

#endif
