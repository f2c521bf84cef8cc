/* What is asked of the metrics, scenario by scenario, and what others reached. */
#include "score.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>

/* The first row that matches a metric counts, so the particular ones come first. */
static const quality_target targets[] = {
    {"coincident-2000*", QUALITY_PARTED, QUALITY_AT_MOST, 0, 30},
    {"coincident-2000*", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"coincident-*", QUALITY_PARTED, QUALITY_AT_MOST, 0, 2},
    {"coincident-*", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"coincident-* (idle)", QUALITY_DRIFT, QUALITY_AT_MOST, 0, 0.2},

    {"sealed-box*", QUALITY_ESCAPED, QUALITY_AT_MOST, 0, 0},
    {"sealed-box*", QUALITY_OVERLAP_DEEPEST, QUALITY_REPORT, 0, 0},

    {"make-way", QUALITY_DELAY, QUALITY_AT_MOST, 0, 2},
    {"make-way", QUALITY_DISPLACED, QUALITY_AT_MOST, 0, 1.5},
    {"make-way", QUALITY_STUCK_LONGEST, QUALITY_AT_MOST, 0, 10},

    {"size-mix", QUALITY_PASSED, QUALITY_AT_LEAST, 40, 0},
    {"size-mix", QUALITY_IN_GAP, QUALITY_AT_MOST, 0, 0},
    {"size-mix", QUALITY_BIG_DEEPEST, QUALITY_AT_MOST, 0, 0.12},
    {"size-mix", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},

    {"rooms", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"rooms", QUALITY_STUCK, QUALITY_REPORT, 0, 0},
    {"rooms", QUALITY_STUCK_LONGEST, QUALITY_AT_MOST, 0, 10},
    {"rooms", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.1},
    {"rooms", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"rooms", QUALITY_DEEP_PAIRS, QUALITY_AT_MOST, 0, 0},

    {"u-trap", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"u-trap", QUALITY_STUCK, QUALITY_AT_MOST, 0, 0.02},
    {"u-trap", QUALITY_STUCK_LONGEST, QUALITY_AT_MOST, 0, 10},
    {"u-trap", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},

    {"corner*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"corner*", QUALITY_PATH_RATIO, QUALITY_AT_MOST, 0, 1.15},
    {"rimea-6", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"rimea-6", QUALITY_PATH_RATIO, QUALITY_AT_MOST, 0, 1.15},
    {"inner-corner", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"inner-corner", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"inner-corner", QUALITY_OUTER_SHARE, QUALITY_REPORT, 0, 0},
    {"inner-corner", QUALITY_OVERLAP_SHARE, QUALITY_REPORT, 0, 0},

    {"crossing", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"crossing", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"crossing", QUALITY_SLOWDOWN, QUALITY_AT_MOST, 0, 1.8},
    {"crossing", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.1},
    {"crossing", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"group-swap", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"group-swap", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"group-swap", QUALITY_SLOWDOWN, QUALITY_AT_MOST, 0, 2.5},
    {"group-swap", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.1},
    {"group-swap", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},

    {"rimea-1 *", QUALITY_SECONDS, QUALITY_WITHIN, 26, 34},
    {"rimea-1 *", QUALITY_DETOUR, QUALITY_AT_MOST, 0, 1.03},
    {"rimea-9*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"rimea-9*", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"rimea-9*", QUALITY_SHUT_RATIO, QUALITY_WITHIN, 1.6, 2.4},
    {"rimea-10*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"rimea-10*", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"rimea-12*", QUALITY_PASSED, QUALITY_AT_LEAST, 150, 0},
    {"rimea-12*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"rimea-12 *", QUALITY_FLOW, QUALITY_REPORT, 0, 0},
    {"rimea-12 *", QUALITY_FLOW_SURPLUS, QUALITY_AT_LEAST, -0.05, 0},
    {"rimea-15*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"rimea-15*", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"rimea-15*", QUALITY_CORNER_RATIO, QUALITY_AT_LEAST, 1, 0},
    {"rimea-15*", QUALITY_LONG_RATIO, QUALITY_AT_LEAST, 1, 0},
    {"rimea-12b*", QUALITY_LENGTH_COST, QUALITY_AT_LEAST, 0, 0},
    {"rimea-12d*", QUALITY_FLOW_RISE, QUALITY_AT_LEAST, 0, 0},
    {"rimea-16*", QUALITY_IN_BAND, QUALITY_AT_LEAST, 1, 0},
    {"imo-8*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"imo-8*", QUALITY_SECONDS, QUALITY_REPORT, 0, 0},
    {"imo-8*", QUALITY_LATER, QUALITY_AT_LEAST, 0, 0},
    {"new-goals", QUALITY_SPEED_LOSS, QUALITY_AT_MOST, 0, 0.2},
    /* IMO test 12: less gets through a dense crowd than through one of moderate density. */
    {"fundamental-diagram*", QUALITY_FLOW_FALL, QUALITY_AT_MOST, 0, 1},
    {"door-*", QUALITY_CONGESTED, QUALITY_REPORT, 0, 0},
    {"rimea-9*", QUALITY_CONGESTED, QUALITY_REPORT, 0, 0},
    {"imo-4*", QUALITY_CONGESTED, QUALITY_REPORT, 0, 0},
    {"imo-4*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"imo-4*", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"imo-4*", QUALITY_MEAN_FLOW, QUALITY_AT_MOST, 0, 1.33},
    {"fundamental-diagram*", QUALITY_SPEED_ERROR, QUALITY_AT_MOST, 0, 0.2},
    /* A hundredth of a m/s is what the mean of three squares can tell. */
    {"fundamental-diagram*", QUALITY_SPEED_RISE, QUALITY_AT_MOST, 0, 0.01},

    {"head-on", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"circle-*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"door-*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"counterflow", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"narrow-*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"one-goal-*", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},
    {"make-way", QUALITY_ARRIVED, QUALITY_AT_LEAST, 1, 0},

    {"circle-64", QUALITY_TIME_RATIO, QUALITY_AT_MOST, 0, 1.6},
    {"head-on", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"circle-*", QUALITY_T95, QUALITY_REPORT, 0, 0},
    {"circle-*", QUALITY_TIME_RATIO, QUALITY_REPORT, 0, 0},
    {"head-on", QUALITY_PATH_RATIO, QUALITY_AT_MOST, 0, 1.15},
    {"circle-*", QUALITY_PATH_RATIO, QUALITY_AT_MOST, 0, 1.15},
    {"head-on", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"circle-*", QUALITY_STUCK, QUALITY_AT_MOST, 0, 0.02},
    {"circle-*", QUALITY_STUCK_LONGEST, QUALITY_REPORT, 0, 0},
    {"circle-*", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.01},
    {"circle-*", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"circle-*", QUALITY_DEEP_PAIRS, QUALITY_AT_MOST, 0, 0},
    {"circle-*", QUALITY_ACCELERATION, QUALITY_AT_MOST, 0, 1},
    {"circle-*", QUALITY_ACCELERATION_99, QUALITY_REPORT, 0, 0},
    {"circle-*", QUALITY_TURN, QUALITY_REPORT, 0, 0},

    {"door-*", QUALITY_PASSED, QUALITY_AT_LEAST, 150, 0},
    {"door-* (game*", QUALITY_FLOW, QUALITY_AT_LEAST, 1.3, 0},
    {"door-* (evacuation*", QUALITY_FLOW, QUALITY_WITHIN, 1.2, 2.0},
    {"door-0.8 (evacuation*", QUALITY_FLOW_RISE, QUALITY_REPORT, 0, 0},
    {"door-* (evacuation*", QUALITY_FLOW_RISE, QUALITY_AT_LEAST, 0, 0},
    {"door-* (evacuation*", QUALITY_GAP, QUALITY_REPORT, 0, 0},
    {"door-0.8 (game*", QUALITY_GAP, QUALITY_REPORT, 0, 0},
    {"door-1.0 (game*", QUALITY_GAP, QUALITY_REPORT, 0, 0},
    {"door-* (game*", QUALITY_GAP, QUALITY_AT_MOST, 0, 3},
    {"door-*", QUALITY_STUCK_LONGEST, QUALITY_AT_MOST, 0, 10},
    {"door-* (game*", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.1},
    {"door-* (evacuation*", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.01},
    {"door-* (game*", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"door-* (evacuation*", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.1},
    {"door-*", QUALITY_DEEP_PAIRS, QUALITY_AT_MOST, 0, 0},
    {"door-*", QUALITY_ACCELERATION, QUALITY_AT_MOST, 0, 1},
    {"door-*", QUALITY_T95, QUALITY_REPORT, 0, 0},

    {"counterflow", QUALITY_SLOWDOWN, QUALITY_AT_MOST, 0, 2.5},
    {"counterflow", QUALITY_LANES, QUALITY_AT_LEAST, 0.5, 0},
    {"counterflow", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"counterflow", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.1},
    {"counterflow", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"counterflow", QUALITY_DEEP_PAIRS, QUALITY_AT_MOST, 0, 0},
    {"narrow-*", QUALITY_T100, QUALITY_REPORT, 0, 0},
    {"narrow-*", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},

    {"one-goal-*", QUALITY_OVERLAP_SHARE, QUALITY_AT_MOST, 0, 0.1},
    {"one-goal-*", QUALITY_OVERLAP_DEEPEST, QUALITY_AT_MOST, 0, 0.3},
    {"one-goal-*", QUALITY_DEEP_PAIRS, QUALITY_AT_MOST, 0, 0},
    {"one-goal-*", QUALITY_JITTER, QUALITY_AT_MOST, 0, 0.001},
    {"one-goal-*", QUALITY_CREEP, QUALITY_AT_MOST, 0, 0.01},
    {"one-goal-*", QUALITY_ASLEEP_SHARE, QUALITY_AT_LEAST, 0.95, 0},
    /* A quarter of a disc is no disc. */
    {"one-goal-* (corner)", QUALITY_PACKING, QUALITY_REPORT, 0, 0},
    {"one-goal-5000*", QUALITY_ASLEEP_COST, QUALITY_AT_MOST, 0, 0.1},
    /* A thousandth of a radius. */
    {"one-goal-*", QUALITY_DRIFT, QUALITY_AT_MOST, 0, 0.00025},
    {"one-goal-*", QUALITY_PACKING, QUALITY_AT_MOST, 0, 1.5},
    {"one-goal-*", QUALITY_OVERLAP_AT_REST, QUALITY_AT_MOST, 0, 0.01},
    {"one-goal-*", QUALITY_SETTLE_RATIO, QUALITY_AT_MOST, 0, 2},
    {"one-goal-*", QUALITY_T100, QUALITY_REPORT, 0, 0},

    {"circle-64", QUALITY_SHIFT_CHANGE, QUALITY_AT_MOST, 0, 0.05},
    {"door-*", QUALITY_SHIFT_CHANGE, QUALITY_AT_MOST, 0, 0.05},
    {"circle-64", QUALITY_DT_CHANGE, QUALITY_AT_MOST, 0, 0.1},
    {"door-*", QUALITY_DT_CHANGE, QUALITY_AT_MOST, 0, 0.1},

    {"*", QUALITY_NONFINITE, QUALITY_AT_MOST, 0, 0},
    {"*", QUALITY_IN_WALL, QUALITY_AT_MOST, 0, 0},
    {"*", QUALITY_CROSSINGS, QUALITY_AT_MOST, 0, 0},
    {"*", QUALITY_CLIP, QUALITY_AT_MOST, 0, 0.05},
};

#define TARGET_COUNT (sizeof targets / sizeof targets[0])

const quality_target *quality_find_target(const quality_trial *trial, quality_metric metric)
{
    char label[QUALITY_LABEL_BYTES];
    quality_trial_label(trial, label);
    for (size_t i = 0; i < TARGET_COUNT; i++) {
        if (targets[i].metric == metric && fnmatch(targets[i].trials, label, 0) == 0)
            return &targets[i];
    }
    return NULL;
}

void quality_trial_label(const quality_trial *trial, char label[QUALITY_LABEL_BYTES])
{
    if (trial->variant[0] == '\0')
        snprintf(label, QUALITY_LABEL_BYTES, "%s", trial->scenario);
    else
        snprintf(label, QUALITY_LABEL_BYTES, "%s (%s)", trial->scenario, trial->variant);
}

double quality_miss(const quality_target *target, double value)
{
    double miss = 0;
    if (target->relation == QUALITY_REPORT)
        return 0;
    if (isnan(value))
        return NAN;
    if (target->relation != QUALITY_AT_LEAST)
        miss = fmax(miss, value - target->most);
    if (target->relation != QUALITY_AT_MOST)
        miss = fmax(miss, target->least - value);
    return miss;
}

bool quality_holds(const quality_target *target, double value)
{
    return quality_miss(target, value) <= 0;
}

double quality_worse(const quality_target *target, double one, double two)
{
    if (isnan(one) || isnan(two))
        return NAN;
    if (target->relation == QUALITY_WITHIN)
        return quality_miss(target, one) >= quality_miss(target, two) ? one : two;
    return target->relation == QUALITY_AT_LEAST ? fmin(one, two) : fmax(one, two);
}

static const char *const names[QUALITY_METRIC_COUNT] = {
    [QUALITY_ARRIVED] = "Q1 arrived",
    [QUALITY_T50] = "Q1 T50",
    [QUALITY_T95] = "Q1 T95",
    [QUALITY_T100] = "Q1 T100",
    [QUALITY_TIME_RATIO] = "Q1 T95/ideal",
    [QUALITY_STUCK] = "Q2 stuck",
    [QUALITY_STUCK_LONGEST] = "Q2 longest",
    [QUALITY_PATH_RATIO] = "Q3 path ratio",
    [QUALITY_OVERLAP_SHARE] = "Q4 overlap share",
    [QUALITY_OVERLAP_DEEPEST] = "Q5 deepest",
    [QUALITY_OVERLAP_99] = "Q5 99 %",
    [QUALITY_DEEP_PAIRS] = "Q5 deep pairs",
    [QUALITY_IN_WALL] = "Q6 in wall",
    [QUALITY_CROSSINGS] = "Q6 crossings",
    [QUALITY_CLIP] = "Q6 clip",
    [QUALITY_ESCAPED] = "Q7 escaped",
    [QUALITY_JITTER] = "Q8 jitter",
    [QUALITY_CREEP] = "Q8 creep",
    [QUALITY_ASLEEP_SHARE] = "Q8 asleep",
    [QUALITY_PACKING] = "Q9 packing",
    [QUALITY_OVERLAP_AT_REST] = "Q9 overlap",
    [QUALITY_SETTLE_RATIO] = "Q10 settle/fill",
    [QUALITY_FLOW] = "Q11 flow",
    [QUALITY_GAP] = "Q11 longest gap",
    [QUALITY_PASSED] = "Q11 passed",
    [QUALITY_FLOW_RISE] = "Q11 rise with width",
    [QUALITY_SPEED_ERROR] = "Q12 speed error",
    [QUALITY_SPEED_RISE] = "Q12 rise of speed",
    [QUALITY_LANES] = "Q13 lanes",
    [QUALITY_SLOWDOWN] = "Q14 T95/alone",
    [QUALITY_ACCELERATION] = "Q16 acceleration",
    [QUALITY_ACCELERATION_99] = "Q16 acceleration 99 %",
    [QUALITY_TURN] = "Q16 turning",
    [QUALITY_DRIFT] = "Q17 drift",
    [QUALITY_NONFINITE] = "Q20 not finite",
    [QUALITY_PARTED] = "Q20 parted",
    [QUALITY_DELAY] = "Q23 delay",
    [QUALITY_DISPLACED] = "Q23 displaced",
    [QUALITY_IN_GAP] = "Q24 big in gap",
    [QUALITY_BIG_DEEPEST] = "Q24 big deepest",
    [QUALITY_ASLEEP_COST] = "Q21 asleep/moving",
    [QUALITY_OUTER_SHARE] = "outer half",
    [QUALITY_MEAN_FLOW] = "mean flow",
    [QUALITY_FLOW_SURPLUS] = "corridor - exit",
    [QUALITY_SECONDS] = "seconds",
    [QUALITY_DETOUR] = "time/30.1 s",
    [QUALITY_SHUT_RATIO] = "two/four exits",
    [QUALITY_CORNER_RATIO] = "corner/short",
    [QUALITY_SHIFT_CHANGE] = "Q17 change at 10 km",
    [QUALITY_DT_CHANGE] = "Q18 change with dt",
    [QUALITY_LONG_RATIO] = "long/corner",
    [QUALITY_LENGTH_COST] = "short - long gap",
    [QUALITY_IN_BAND] = "in the band",
    [QUALITY_LATER] = "later with each",
    [QUALITY_FLOW_FALL] = "flow at 4/m2 over most",
    [QUALITY_SPEED_LOSS] = "Q26 speed loss",
    [QUALITY_CONGESTED] = "Q27 congested",
};

const char *quality_metric_name(quality_metric metric)
{
    return names[metric];
}
