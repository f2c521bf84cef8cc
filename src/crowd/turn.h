/* Directions for pairs that have none of their own. */
#ifndef THRONG_CROWD_TURN_H
#define THRONG_CROWD_TURN_H

#include "base/internal.h"

/* Centres coincide if the square of their distance is at most this share of the square of the
 * window: they are a millionth of the largest range apart. */
#define THRONG_COINCIDENT_SQ 1e-12f

/* Sixteen directions, multiples of 22.5 degrees; k and k + 8 are opposite. */
extern const float throng_turn_x[16], throng_turn_y[16];

/* The direction in which `own` leaves `other`: the same in every run, and opposite for the two. */
static inline unsigned throng_turn_of(uint32_t own, uint32_t other)
{
    uint64_t low = own < other ? own : other, high = own < other ? other : own;
    unsigned turn = (unsigned)throng_mix(low << 32 | high) & 7;
    return own < other ? turn : turn + 8;
}

#endif
