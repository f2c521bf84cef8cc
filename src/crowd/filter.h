/* Who takes notice of whom: a word per group, its layers in the lower half and those that it
 * collides with in the upper. */
#ifndef THRONG_CROWD_FILTER_H
#define THRONG_CROWD_FILTER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct throng_filter {
    const uint32_t *words; /* by group; NULL where everybody notices everybody */
    const int32_t *group;  /* by place */
} throng_filter;

static inline uint32_t throng_filter_word(uint16_t layers, uint16_t collides_with)
{
    return (uint32_t)collides_with << 16 | layers;
}

/* A word whose layers stand above what another one collides with, and the other way round. */
static inline uint32_t throng_filter_turn(uint32_t word)
{
    return word << 16 | word >> 16;
}

/* True if each of the two is on a layer that the other collides with. */
static inline bool throng_filter_allows(const throng_filter *f, int32_t place, int32_t other)
{
    const uint32_t both = f->words[f->group[place]] & throng_filter_turn(f->words[f->group[other]]);
    return (both & 0xffff) && both >> 16;
}

#endif
