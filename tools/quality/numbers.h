/*
 * numbers.h: what is worked out from a list of numbers.
 */
#ifndef QUALITY_NUMBERS_H
#define QUALITY_NUMBERS_H

#include <stdint.h>

/* The value at index ceil(q * count), counting from 1, of values that are sorted here; NaN if there
 * are none. */
double quality_percentile(double *values, int32_t count, double q);

/* (n90 - n10) / (width * (t90 - t10)) of the times of crossings, which are sorted here, in 1/(m s);
 * 0 if fewer than two. */
double quality_flow(double *times, int32_t count, double width);

#endif
