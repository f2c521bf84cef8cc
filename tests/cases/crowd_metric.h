/*
 * crowd_metric.h: what the checks of a crowd case measure.
 */
#ifndef TEST_CROWD_METRIC_H
#define TEST_CROWD_METRIC_H

#include "crowd_scene.h"

/* What has happened to an agent so far; times are infinite until it has. */
typedef struct crowd_history {
    double arrival_time;
    double length; /* m walked up to the first arrival */
    double zone_time[CROWD_PLACES_MAX], line_time[CROWD_PLACES_MAX];
} crowd_history;

/* What a check has seen in its window. */
typedef struct crowd_score {
    bool has_value;
    double least, greatest; /* of the metric, over the window */
    double total, count;    /* of metrics that are sums or means */
    /* By agent number, for metrics that compare with the start of the window or with another run;
     * NULL for others. `is_known` says who was there. */
    bool *is_known;
    double *x, *y, *sum;
} crowd_score;

typedef struct crowd_scores {
    const crowd_case *told;
    crowd_history *histories; /* by agent number */
    crowd_score scores[CROWD_CHECKS_MAX];
} crowd_scores;

void crowd_scores_open(crowd_scores *scores, const crowd_case *told);
void crowd_scores_close(crowd_scores *scores);

/* Takes in the step that the scene has just made. */
void crowd_scores_step(crowd_scores *scores, const crowd_scene *scene);

/* Computes what is known at the end of the run only. */
void crowd_scores_finish(crowd_scores *scores, const crowd_scene *scene);

/* Puts the greatest difference of positions between two runs into the score of check `k` of
 * `plain`; an agent that is in one run only makes it infinite. */
void crowd_scores_compare(crowd_scores *plain, const crowd_scores *other, int32_t k);

/* True if what was measured is what the check asks for. A check that has measured nothing fails. */
bool crowd_check_holds(const crowd_check *check, const crowd_score *score);

/* The metric of a comparison with other runs: "rerun_delta" and its like. */
bool crowd_is_delta(const char *metric);

/* Every metric that there is, in the order of cases/README.md, and what its argument names: 'z' a
 * zone, 'l' a line, 'g' a group, ' ' nothing. False behind the last. */
bool crowd_metric_at(int32_t index, const char **name, char *argument);

#endif
