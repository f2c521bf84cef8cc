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

/* A pair of groups in every lane. */
WIDE_INLINE wide_mask filter_allows_each(const throng_filter *f, wide_i32 group, wide_i32 other)
{
    wide_i32 zero = wide_i32_set1(0), theirs = wide_i32_gather(f->words, other);
    wide_i32 turned =
        wide_i32_or(wide_i32_shift_left(theirs, 16), wide_u32_shift_right(theirs, 16));
    wide_i32 both = wide_i32_and(wide_i32_gather(f->words, group), turned);
    wide_mask has_none = wide_i32_eq(wide_i32_and(both, wide_i32_set1(0xffff)), zero);
    has_none = wide_mask_or(has_none, wide_i32_eq(wide_u32_shift_right(both, 16), zero));
    return wide_mask_not(has_none);
}

#endif
