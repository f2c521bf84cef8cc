/* Maps of one bit per cell. */
#ifndef THRONG_SIGHT_BITS_H
#define THRONG_SIGHT_BITS_H

#include "sight/fan.h"

/* Sets the bits of walls; lines are rows. */
void throng_bits_of_walls(const uint8_t *cost, throng_bits *out);

/* ORs the bits of `from` into `out`, lines into columns; `out` has the sides of `from` exchanged.
 */
void throng_bits_add_transposed(const throng_bits *from, throng_bits *out);

/* Sets every bit that has a set one at most `reach` lines and places away. */
void throng_bits_widen(throng_bits *map, int32_t reach);

#endif
