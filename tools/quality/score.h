/*
 * score.h: the scoreboard's numbers: which metrics there are, which trials are run, what is asked
 * of them, and what other libraries reached.
 */
#ifndef QUALITY_SCORE_H
#define QUALITY_SCORE_H

#include "measure.h"
#include "stage.h"

typedef enum quality_metric {
    QUALITY_ARRIVED,
    QUALITY_T50,
    QUALITY_T95,
    QUALITY_T100,
    QUALITY_TIME_RATIO,
    QUALITY_STUCK,
    QUALITY_STUCK_LONGEST,
    QUALITY_PATH_RATIO,
    QUALITY_OVERLAP_SHARE,
    QUALITY_OVERLAP_DEEPEST,
    QUALITY_OVERLAP_99,
    QUALITY_DEEP_PAIRS,
    QUALITY_IN_WALL,
    QUALITY_CROSSINGS,
    QUALITY_CLIP,
    QUALITY_ESCAPED,
    QUALITY_JITTER,
    QUALITY_CREEP,
    QUALITY_ASLEEP_SHARE,
    QUALITY_PACKING,
    QUALITY_OVERLAP_AT_REST,
    QUALITY_SETTLE_RATIO,
    QUALITY_FLOW,
    QUALITY_GAP,
    QUALITY_PASSED,
    QUALITY_FLOW_RISE,
    QUALITY_SPEED_ERROR,
    QUALITY_SPEED_RISE,
    QUALITY_LANES,
    QUALITY_SLOWDOWN,
    QUALITY_ACCELERATION,
    QUALITY_ACCELERATION_99,
    QUALITY_TURN,
    QUALITY_DRIFT,
    QUALITY_NONFINITE,
    QUALITY_PARTED,
    QUALITY_DELAY,
    QUALITY_DISPLACED,
    QUALITY_IN_GAP,
    QUALITY_BIG_DEEPEST,
    QUALITY_ASLEEP_COST,
    QUALITY_OUTER_SHARE,
    QUALITY_MEAN_FLOW,
    QUALITY_FLOW_SURPLUS,
    QUALITY_SECONDS,
    QUALITY_DETOUR,
    QUALITY_SHUT_RATIO,
    QUALITY_CORNER_RATIO,
    QUALITY_LONG_RATIO,
    QUALITY_SHIFT_CHANGE,
    QUALITY_DT_CHANGE,
    QUALITY_LENGTH_COST,
    QUALITY_IN_BAND,
    QUALITY_LATER,
    QUALITY_FLOW_FALL,
    QUALITY_SPEED_LOSS,
    QUALITY_CONGESTED,
    QUALITY_METRIC_COUNT
} quality_metric;

/* "Q1 arrived" and the like; never NULL. */
const char *quality_metric_name(quality_metric metric);

/* NaN: not measured. */
typedef struct quality_values {
    double value[QUALITY_METRIC_COUNT];
} quality_values;

struct quality_trial;

/* What one job is to do. */
typedef struct quality_job {
    const struct quality_trial *trial;
    uint64_t seed;      /* from 1; the first one is the arrangement without jitter where that is the
                           hardest */
    double time_gap;    /* s; of evacuation trials, 0 in game mode */
    bool is_quick;      /* a shorter run or a smaller crowd, where the trial has one */
    const char *folder; /* where to draw trajectories, or NULL */
    quality_manner *manner; /* how to step, or NULL; then the measures are not what matters */
} quality_job;

/* Runs it; false after a failure that has been reported. */
typedef bool quality_run(const quality_job *job, quality_values *out);

typedef struct quality_trial {
    const char *scenario; /* "door-1.0" */
    const char *variant;  /* "game, cell 0.25"; "" where there is but one */
    bool is_evacuation;
    quality_run *run;
    int32_t number;     /* what sets the scenarios of one family apart */
    double width, cell; /* m, likewise */
    double angle;       /* degrees, likewise */
    double radius;      /* m, of agents, likewise */
    bool has_goal;      /* likewise */
    double dt;          /* s, likewise */
    double time_gap;    /* s, of evacuation mode */
    bool is_left_out;   /* of the quick form: too long */
} quality_trial;

extern const quality_trial quality_trials[];
extern const int32_t quality_trial_count;

typedef enum quality_relation {
    QUALITY_AT_MOST,
    QUALITY_AT_LEAST,
    QUALITY_WITHIN, /* both bounds */
    QUALITY_REPORT  /* nothing is asked */
} quality_relation;

/* What is asked of a metric. */
typedef struct quality_target {
    const char *trials; /* labels, as for fnmatch */
    quality_metric metric;
    quality_relation relation;
    double least, most;
} quality_target;

enum { QUALITY_LABEL_BYTES = 64 };

/* "circle-64" or "door-1.0 (game, cell 0.25)". */
void quality_trial_label(const quality_trial *trial, char label[QUALITY_LABEL_BYTES]);

/* The first one in the table that speaks of the metric in this trial; NULL if none does. */
const quality_target *quality_find_target(const quality_trial *trial, quality_metric metric);

/* What others reached in a scenario, as text; NULL if that is not known. */
const char *quality_published(const quality_trial *trial, quality_metric metric);

/* True if a value is what a target asks for; NaN never is. */
bool quality_holds(const quality_target *target, double value);

/* By how much a value misses the target; 0 if it holds, NaN for NaN. */
double quality_miss(const quality_target *target, double value);

/* The worse of two values, in a target's eyes; NaN is the worst. */
double quality_worse(const quality_target *target, double one, double two);

/* measures.c: what is measured in the same way in many scenarios. */
void quality_nothing(quality_values *out);
bool quality_measure_common(const quality_stage *stage, double deep_from, quality_values *out);
bool quality_measure_motion(const quality_job *job, const quality_stage *stage,
                            quality_values *out);
bool quality_measure_rest(const quality_stage *stage, quality_values *out);
bool quality_measure_door(const quality_stage *stage, quality_segment door, quality_values *out);

/* What a scenario measures beyond that; false after a failure that has been reported. */
typedef bool quality_measure(const quality_job *job, const quality_stage *stage,
                             quality_values *out);

/* Runs a scene to its end, measures what is common, and what `measure` (may be NULL) adds, draws,
 * and closes the scene. Depths of overlaps count from `deep_from` s on. */
bool quality_play(const quality_job *job, quality_scene *scene, double deep_from,
                  quality_measure *measure, quality_values *out);

/* Runs a scene for its times alone, and closes it: the time at which 95 % of the slower group have
 * arrived. */
bool quality_time(const quality_job *job, quality_scene *scene, double *t95);

/* The same of a record. */
double quality_slower_t95(const quality_record *record, int32_t group_count);

/* Makes a scene. */
typedef void quality_build(const quality_job *job, quality_scene *scene);

/* By how much T95 changes, as a share of what it is, when the scene lies 10 km from the origin, and
 * when the host's step is 1/120 s or 1/10 s (the greater change of the two). */
bool quality_measure_changes(const quality_job *job, quality_build *build, quality_values *out);

/* draw.c: a picture of a record's trajectories, as FOLDER/scenario[-variant].png; nothing without a
 * folder. */
bool quality_draw(const quality_job *job, const quality_stage *stage);

/* scenes_open.c */
quality_run quality_run_head_on, quality_run_circle, quality_run_one_goal, quality_run_coincident;
quality_run quality_run_group_swap, quality_run_new_goals;
/* scenes_walls.c */
quality_run quality_run_counterflow, quality_run_crossing, quality_run_narrow;
quality_run quality_run_make_way, quality_run_u_trap;
/* scenes_door.c */
quality_run quality_run_door, quality_run_imo_4, quality_run_rimea_9, quality_run_rimea_12;
/* scenes_pens.c */
quality_run quality_run_sealed_box, quality_run_size_mix, quality_run_rooms;
/* scenes_corridor.c */
quality_run quality_run_corner, quality_run_inner_corner, quality_run_rimea_1, quality_run_rimea_15;
quality_run quality_run_fundamental_diagram;
/* scenes_guides.c */
quality_run quality_run_rimea_10, quality_run_rimea_12b, quality_run_rimea_12d;
quality_run quality_run_rimea_16, quality_run_imo_8;

#endif
