#include "numbers.h"

#include <math.h>
#include <stdlib.h>

static int compare_double(const void *left, const void *right)
{
    const double one = *(const double *)left, two = *(const double *)right;
    return (one > two) - (one < two);
}

double quality_percentile(double *values, int32_t count, double q)
{
    if (count == 0)
        return NAN;
    qsort(values, (size_t)count, sizeof values[0], compare_double);
    /* A hair less, so that 0.9 * 150 is 135 and not 136. */
    const int32_t index = (int32_t)ceil(q * count - 1e-9);
    return values[index < 1 ? 0 : index - 1];
}

double quality_flow(double *times, int32_t count, double width)
{
    const int32_t n10 = (int32_t)ceil(0.1 * count - 1e-9), n90 = (int32_t)ceil(0.9 * count - 1e-9);
    const double seconds =
        quality_percentile(times, count, 0.9) - quality_percentile(times, count, 0.1);
    return seconds > 0 ? (n90 - (n10 < 1 ? 1 : n10)) / (width * seconds) : 0;
}
