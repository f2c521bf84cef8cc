/* Names of the tier that is being built: the build gives THRONG_TIER as sse41, avx2, avx512 or
 * neon, and throng_in_tier(throng_flow) is then throng_flow_avx2. */
#ifndef THRONG_SIMD_TIER_H
#define THRONG_SIMD_TIER_H

#include "simd/wide.h"

#define THRONG_TIER_PASTE(name, tier) name##_##tier
#define THRONG_TIER_JOIN(name, tier) THRONG_TIER_PASTE(name, tier)
#define throng_in_tier(name) THRONG_TIER_JOIN(name, THRONG_TIER)

#endif
