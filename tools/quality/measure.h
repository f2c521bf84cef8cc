/*
 * measure.h: what is good about a crowd, in numbers, from a record of positions. Speeds are
 * distances between frames, not what the library says about them.
 *
 * A group of -1 means everybody. Frames are from .. to, both taken in.
 */
#ifndef QUALITY_MEASURE_H
#define QUALITY_MEASURE_H

#include "ground.h"
#include "numbers.h"
#include "record.h"

/* measure_way.c: arrival and progress */

/* When an agent first counts as settled, or has left; infinite if it never does. */
double quality_arrival(const quality_record *record, int32_t agent);

typedef struct quality_completion {
    double arrived;        /* share, 0..1 */
    double t50, t95, t100; /* s at which so many per cent have arrived; infinite if never */
    double ratio95;        /* 95th percentile of time / ideal time, remaining(0) / speed */
} quality_completion;

quality_completion quality_complete(const quality_record *record, int32_t group);

typedef struct quality_stuck {
    double stuck, active; /* agent-steps: sums, so that spans can be added up */
    double longest;       /* s, of anybody's spell without progress */
} quality_stuck;

/* Stuck: on its way, and came less than 0.05 * speed * 3 s nearer to the goal within the last 3 s.
 * Adds to `sum`. */
void quality_add_stuck(const quality_record *record, int32_t from, int32_t to, quality_stuck *sum);

/* Mean over agents that have come at least 1 m nearer: way up to arrival / (remaining at the start
 * - remaining then). NaN if there is none. */
double quality_path_ratio(const quality_record *record, int32_t group);

/* Mean length of the way of those who have come nearer, in m, likewise up to arrival. */
double quality_path_length(const quality_record *record, int32_t group);

/* measure_pairs.c: overlaps */

enum { QUALITY_DEPTH_BINS = 1000 };

typedef struct quality_overlaps {
    double agent_steps, overlapping; /* with an overlap deeper than 0.05 */
    double deepest;     /* (ri + rj - distance) / (ri + rj), from frame `deep_from` on */
    int64_t deep_pairs; /* pair-steps deeper than 0.25, likewise */
    int64_t depths[QUALITY_DEPTH_BINS]; /* of all overlapping pairs, likewise */
} quality_overlaps;

/* Adds to `sum`; false without memory. */
bool quality_add_overlaps(const quality_record *record, int32_t from, int32_t to, int32_t deep_from,
                          quality_overlaps *sum);

/* Share 0..1; NaN if nobody was there. */
double quality_overlap_share(const quality_overlaps *sum);

/* 99th percentile of the depths of overlapping pairs; 0 if there were none. */
double quality_overlap_99(const quality_overlaps *sum);

/* First time at which no pair is deeper than `depth`; infinite if there is none. NaN without
 * memory. */
double quality_parted(const quality_record *record, double depth);

/* measure_walls.c */

typedef struct quality_walls {
    int64_t nonfinite; /* agent-steps */
    int64_t inside;    /* agent-steps with the centre in a wall or off the map */
    int64_t crossings; /* agent-steps whose way runs through walls for more than half a cell */
    double clip;       /* greatest (radius - distance of the nearest wall or edge) / radius */
} quality_walls;

void quality_add_walls(const quality_record *record, const quality_ground *ground, int32_t from,
                       int32_t to, quality_walls *sum);

/* Agents that were ever in a free cell that no way leads to from where they started. -1 without
 * memory. */
int32_t quality_escaped(const quality_record *record, const quality_ground *ground);

/* measure_rest.c: those who have settled */

typedef struct quality_rest {
    double jitter; /* m/s: mean of abs(v(t + dt) - v(t)) */
    double creep;  /* mean of abs(v) / speed */
    double asleep; /* share of agents present in the last frame, 0..1 */
} quality_rest;

/* Over settled agents; NaN if there were none. */
quality_rest quality_at_rest(const quality_record *record, int32_t from, int32_t to);

/* 95th percentile of the distance from the mean position / radius of the densest disc, sqrt(sum of
 * squares of the radii / 0.9069). NaN if nobody is there. */
double quality_packing(const quality_record *record, int32_t frame, int32_t group);

/* First time from which mean abs(v) of everybody is below 0.02 of the speed for 2 s, less the first
 * arrival, in s; infinite if never. */
double quality_settle_time(const quality_record *record);

/* Distance in m of the mean positions in two frames, of those present in both. */
double quality_drift(const quality_record *record, int32_t from, int32_t to, int32_t group);

/* Greatest distance in m of an agent's places in two frames. */
double quality_displaced(const quality_record *record, int32_t from, int32_t to, int32_t group);

/* measure_flow.c: doors and lanes */

/* Sorted times of the first crossings of a line; returns how many. `times` has room for all. */
int32_t quality_crossings(const quality_record *record, quality_segment line, double *times);

/* Longest time between two successive crossings; up to `end` if fewer than `expected` crossed. */
double quality_gap(const double *times, int32_t count, int32_t expected, double end);

/* Order of lanes along x in one frame: agents on their way in the stretch where both groups are, in
 * strips of y of `strip` m: Phi = sum n ((a - b) / n)^2 / sum n, less its value for random places:
 * (Phi - Phi0) / (1 - Phi0). NaN if fewer than 10 of either group are there. */
double quality_lanes(const quality_record *record, int32_t frame, int32_t one, int32_t two,
                     double strip);

/* Mean of quality_lanes over the frames from .. to in which there is a value; NaN if none. */
double quality_mean_lanes(const quality_record *record, int32_t from, int32_t to, int32_t one,
                          int32_t two, double strip);

/* measure_motion.c: smoothness */

typedef struct quality_motion {
    double acceleration, acceleration_99; /* m/s2, of agents on their way */
    double turn; /* rad/s, mean change of heading while faster than 0.1 of the speed */
} quality_motion;

quality_motion quality_smoothness(const quality_record *record, int32_t from, int32_t to);

/* Of all squares of 1 m, counted from the map's corner: the largest share of the frames in which
 * one holds more than `density` people. -1: there is no memory. */
double quality_congested(const quality_record *record, const quality_ground *ground,
                         double density);

/* Mean speed in m/s along x of agents in a box over frames, and mean density in 1/m2. */
typedef struct quality_box {
    double x0, y0, x1, y1;
} quality_box;

void quality_speed_density(const quality_record *record, quality_box box, int32_t from, int32_t to,
                           double *speed, double *density);

#endif
