/* What a goal sees, swept row by row.
 *
 * Around a goal lie four quarters: up and down, where rows are lines, and left and right, where
 * columns are. In a quarter a direction is a slope, minor / major, from -1 to 1, and cells lie in
 * line j = 1, 2, ... at place i, -j <= i <= j, both counted from the goal. What is still free is a
 * list of beams, closed ranges of slopes; walls cut them as the sweep passes. Only slopes of whole
 * cells count, fractions with a denominator of at most the number of lines: so a beam ends at such
 * fractions although the tangents of discs are irrational, and everything is exact. */
#ifndef THRONG_SIGHT_FAN_H
#define THRONG_SIGHT_FAN_H

#include "sight/sight.h"

/* major > 0. */
typedef struct throng_slope {
    int32_t minor, major;
} throng_slope;

/* The slopes from `first` to `last`, which are free, and the places begin .. end of the present
 * line j whose centres lie in it: begin = ceil(first * j), end = floor(last * j). They are carried
 * from line to line in units of 2^-40 of a cell, rounded down: after at most 2^14 lines that is
 * 2^-26 short, while a product with a denominator of at most 2^14 that is no whole number is 2^-14
 * away from the next. So begin_at is 2^-15 less than a cell ahead, end_at is 2^-15 ahead, and their
 * whole parts are exact. */
typedef struct throng_beam {
    int64_t begin_at, end_at, begin_step, end_step;
    throng_slope first, last;
} throng_beam;

#define THRONG_BEAM_BITS 40

static inline int32_t throng_beam_begin(const throng_beam *beam)
{
    return (int32_t)(beam->begin_at >> THRONG_BEAM_BITS);
}

static inline int32_t throng_beam_end(const throng_beam *beam)
{
    return (int32_t)(beam->end_at >> THRONG_BEAM_BITS);
}

/* A bit per cell; line y begins at bits + y * stride. Bits beyond a line's cells are 0. */
typedef struct throng_bits {
    uint64_t *bits;
    size_t stride;
    int32_t line_count, place_count;
} throng_bits;

/* One quarter. */
typedef struct throng_fan {
    const throng_cost_field *cost;
    throng_cell goal;
    int32_t radius_256;
    bool is_across;    /* lines are columns */
    int32_t direction; /* of growing j: 1 or -1 */
    throng_bits walls;
    throng_bits close; /* walls within `reach` lines and places; unused if the radius is 0 */
    throng_bits seen;  /* gets what is seen, besides what it holds */
    /* Room for throng_beam_capacity beams each. */
    throng_beam *beams, *others;
    /* Derived by throng_fan_start. */
    int32_t line, place; /* of the goal */
    int32_t lag;         /* walls of line j - lag are surely passed in line j */
    int32_t reach;
    int32_t margin;    /* places so near the map's edge that the disc touches it */
    int32_t near_line; /* a wall in a line beyond it lies wholly ahead, its disc's width included */
    int32_t last_line;
    int64_t radius_sq;
} throng_fan;

/* Beams that a quarter of `line_count` lines can hold at once. A wall in line k > 0 hides a range
 * of slopes of more than 1 / k, and every gap between beams holds such a range; all are in [-1, 1].
 */
static inline uint64_t throng_beam_capacity(int32_t line_count)
{
    return 2 * (uint64_t)line_count + 3;
}

/* Cells from a wall within which a cell is asked singly. */
int32_t throng_fan_reach(int32_t radius_256);

/* Works out what is derived; the goal's disc touches no wall. */
void throng_fan_start(throng_fan *fan);

/* Marks what the quarter sees. */
void throng_fan_sweep(throng_fan *fan);

/* The beam from one slope to another, with the places of a line. */
throng_beam throng_beam_between(throng_slope first, throng_slope last, int32_t line);

/* What is left of a beam behind walls that fill the places m0 .. m1 of line k, counted from the
 * goal; `line` is the line that the result's places are for. Returns the number of beams, 0 to 2.
 */
int32_t throng_beam_cut(const throng_fan *fan, throng_beam beam, int32_t k, int32_t m0, int32_t m1,
                        int32_t line, throng_beam out[2]);

#endif
