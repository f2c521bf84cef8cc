/*
 * sight_oracle.h: who sees whom, by the definition. Whole numbers of 128 bits, another cut of the
 * geometry than the library's, and every wall asked.
 */
#ifndef TEST_SIGHT_ORACLE_H
#define TEST_SIGHT_ORACLE_H

#include "oracle.h"

/* A disc that moves straight from (ax, ay) to (bx, by), in units of which a cell has `cell`. All
 * numbers below 2^40. */
typedef struct test_sweep {
    int64_t ax, ay, bx, by, radius, cell;
} test_sweep;

/* True if the swept disc touches no wall and nothing off the map. */
bool test_sees(const test_ground *ground, const test_sweep *sweep);

/* From centre to centre, the radius in 1/256 of a cell. */
bool test_cells_see(const test_ground *ground, int32_t ax, int32_t ay, int32_t bx, int32_t by,
                    int32_t radius_256);

#endif
