/*
 * crowd_measure.h: one function per metric of cases/README.md.
 */
#ifndef TEST_CROWD_MEASURE_H
#define TEST_CROWD_MEASURE_H

#include "crowd_metric.h"

/* What a measurement looks at. */
typedef struct crowd_probe {
    const crowd_scene *scene;
    const crowd_check *check;
    crowd_score *score;
    const crowd_history *histories;
} crowd_probe;

/* The value now, after the step that has just been made; NaN if there is nobody to measure. */
typedef double crowd_measure(const crowd_probe *probe);

/* True if the check speaks of agent `number` and it is alive. */
bool crowd_is_meant(const crowd_probe *probe, int32_t number);

/* True if an agent is in a zone. */
bool crowd_is_inside(const crowd_member *member, const crowd_place *zone);

/* True if an agent's last step has led over a line. */
bool crowd_has_crossed(const crowd_member *member, const crowd_place *line);

crowd_measure crowd_measure_nonfinite, crowd_measure_inwall, crowd_measure_crossings;
crowd_measure crowd_measure_clip, crowd_measure_overlap, crowd_measure_overlap_share;
crowd_measure crowd_measure_deep, crowd_measure_speed_mean, crowd_measure_speed_max;
crowd_measure crowd_measure_arrived, crowd_measure_ingoal, crowd_measure_t_all;
crowd_measure crowd_measure_zone, crowd_measure_visited, crowd_measure_t_zone;
crowd_measure crowd_measure_passed, crowd_measure_flow, crowd_measure_gap;
crowd_measure crowd_measure_reach, crowd_measure_moved_max, crowd_measure_moved_min;
crowd_measure crowd_measure_centroid, crowd_measure_r95, crowd_measure_length;
crowd_measure crowd_measure_rise, crowd_measure_alive, crowd_measure_refused;

#endif
