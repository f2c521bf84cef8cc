/* filter.h for WIDE_LANES agents and one candidate. */
#ifndef THRONG_CROWD_FILTER_WIDE_H
#define THRONG_CROWD_FILTER_WIDE_H

#include "crowd/filter.h"
#include "simd/tier.h"

/* The words of agents that stand at these places; 0 in the other lanes. */
WIDE_INLINE wide_i32 filter_words(const throng_filter *f, const int32_t *place, int32_t count)
{
    int32_t words[WIDE_LANES] = {0};
    for (int32_t k = 0; k < count; k++)
        words[k] = (int32_t)f->words[f->group[place[k]]];
    return wide_i32_load(words);
}

WIDE_INLINE wide_mask filter_allows(const throng_filter *f, wide_i32 words, int32_t other)
{
    const uint32_t turned = throng_filter_turn(f->words[f->group[other]]);
    wide_i32 zero = wide_i32_set1(0);
    wide_i32 layers = wide_i32_and(words, wide_i32_set1((int32_t)(turned & 0xffff)));
    wide_i32 collides = wide_i32_and(words, wide_i32_set1((int32_t)(turned & 0xffff0000)));
    return wide_mask_and_not(wide_mask_not(wide_i32_eq(layers, zero)), wide_i32_eq(collides, zero));
}

#endif
