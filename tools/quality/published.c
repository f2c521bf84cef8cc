/* What other libraries reached in the same scenes, measured by us: RVO2 (commit 1c25b27, range 5 m,
 * 10 neighbours, horizon 2 s), DetourCrowd (recastnavigation 9f4ce644, avoidance profile 3,
 * separation weight 2) and libpedsim (0d8ff5c, forces scaled for the step), one to six seeds each,
 * not tuned to the scenes. They do other work than following fields, so this is a yardstick and no
 * race. */
#include "score.h"

#include <fnmatch.h>
#include <stddef.h>

typedef struct published {
    const char *scenarios;
    quality_metric metric;
    const char *text;
} published;

static const published table[] = {
    {"head-on", QUALITY_T100, "RVO2 12.0, Detour 14.5, pedsim never (ideal 11.9)"},
    {"circle-16", QUALITY_ARRIVED, "RVO2 0, Detour 1, pedsim 1"},
    {"circle-16", QUALITY_T95, "Detour 18.9, pedsim 9.4 (ideal 6.9)"},
    {"circle-64", QUALITY_T95, "RVO2 22.7, Detour 28.0, pedsim 18.1 (ideal 11.8)"},
    {"circle-64", QUALITY_TIME_RATIO, "RVO2 1.92, Detour 2.37, pedsim 1.53"},
    {"circle-64", QUALITY_PATH_RATIO, "RVO2 1.16, Detour 1.18, pedsim 1.10"},
    {"circle-64", QUALITY_ACCELERATION, "RVO2 0.51, Detour 1.7, pedsim 5.8"},
    {"circle-64", QUALITY_OVERLAP_SHARE, "RVO2 0.011, Detour 0.079, pedsim 0.027"},
    {"circle-64", QUALITY_OVERLAP_DEEPEST, "RVO2 0.18, Detour 1, pedsim 0.52"},
    {"circle-250", QUALITY_T95, "RVO2 87.8, Detour 74.2 (ideal 48.2)"},
    {"door-0.8", QUALITY_FLOW, "RVO2 0.56, Detour 0.69"},
    {"door-1.0", QUALITY_FLOW, "RVO2 1.00..1.22, Detour 1.14..1.17, pedsim 2.96"},
    {"door-1.0", QUALITY_GAP, "RVO2 5.8..10.8, Detour 3.3..4.4, pedsim 2.4"},
    {"door-1.0", QUALITY_OVERLAP_SHARE, "RVO2 0.005..0.008, Detour 0.44..0.46, pedsim 0.39"},
    {"door-1.0", QUALITY_OVERLAP_DEEPEST, "RVO2 0.12, Detour 1, pedsim 1"},
    {"door-1.0", QUALITY_IN_WALL, "RVO2 0, Detour 0, pedsim 3799"},
    {"door-1.2", QUALITY_FLOW, "RVO2 2.01, Detour 1.48"},
    {"door-2.0", QUALITY_FLOW, "RVO2 2.88, Detour 1.63, pedsim 2.39"},
    {"counterflow", QUALITY_ARRIVED, "at 120 s RVO2 0.39..0.84, Detour 0.39..0.70, pedsim 1"},
    {"counterflow", QUALITY_LANES, "RVO2 0.19..0.45, Detour 0.22..0.29, pedsim 0.10..0.18"},
    {"one-goal-200", QUALITY_CREEP, "RVO2 0.22, Detour 0.15..0.22, pedsim 0.34 (100 agents)"},
    {"one-goal-200", QUALITY_PACKING, "RVO2 1.2..1.7, Detour 1.0..1.3, pedsim 2.9"},
    {"one-goal-200", QUALITY_OVERLAP_AT_REST, "Detour 0.77"},
    {"coincident-2", QUALITY_NONFINITE, "RVO2 0, Detour 0, pedsim NaN"},
    {"coincident-100", QUALITY_NONFINITE, "RVO2 0, Detour 0, pedsim crashes"},
    {"sealed-box", QUALITY_ESCAPED, "RVO2 0, pedsim 57..61 of 100"},
};

const char *quality_published(const quality_trial *trial, quality_metric metric)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].metric == metric && fnmatch(table[i].scenarios, trial->scenario, 0) == 0)
            return table[i].text;
    }
    return NULL;
}
