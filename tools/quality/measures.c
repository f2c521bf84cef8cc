/* What is measured in the same way in many scenarios. */
#include "score.h"

#include <math.h>
#include <stdlib.h>

/* The time at the end of a run over which settled agents are watched, in s. */
#define REST_SECONDS 20.0

/* People in a square metre that IMO's guideline calls congested, if it lasts for a tenth of the
 * run. */
#define CONGESTED 4

void quality_nothing(quality_values *out)
{
    for (int32_t m = 0; m < QUALITY_METRIC_COUNT; m++)
        out->value[m] = NAN;
}

static bool no_memory(void)
{
    return tool_fail("there is no memory to measure with");
}

bool quality_measure_common(const quality_stage *stage, double deep_from, quality_values *out)
{
    const quality_record *const record = &stage->record;
    const int32_t last = record->frame_count - 1;
    const quality_completion complete = quality_complete(record, -1);
    quality_stuck stuck = {0, 0, 0};
    quality_walls walls = {0, 0, 0, 0};
    quality_overlaps *const overlaps = tool_alloc(1, sizeof *overlaps);
    if (overlaps == NULL ||
        !quality_add_overlaps(record, 0, last, quality_frame_at(record, deep_from), overlaps)) {
        free(overlaps);
        return no_memory();
    }
    quality_add_stuck(record, 0, last, &stuck);
    quality_add_walls(record, &stage->scene->ground, 0, last, &walls);
    out->value[QUALITY_ARRIVED] = complete.arrived;
    out->value[QUALITY_T50] = complete.t50;
    out->value[QUALITY_T95] = complete.t95;
    out->value[QUALITY_T100] = complete.t100;
    out->value[QUALITY_TIME_RATIO] = complete.ratio95;
    out->value[QUALITY_STUCK] = stuck.active > 0 ? stuck.stuck / stuck.active : 0;
    out->value[QUALITY_STUCK_LONGEST] = stuck.longest;
    out->value[QUALITY_PATH_RATIO] = quality_path_ratio(record, -1);
    out->value[QUALITY_OVERLAP_SHARE] = quality_overlap_share(overlaps);
    out->value[QUALITY_OVERLAP_DEEPEST] = overlaps->deepest;
    out->value[QUALITY_OVERLAP_99] = quality_overlap_99(overlaps);
    out->value[QUALITY_DEEP_PAIRS] = (double)overlaps->deep_pairs;
    out->value[QUALITY_IN_WALL] = (double)walls.inside;
    out->value[QUALITY_CROSSINGS] = (double)walls.crossings;
    out->value[QUALITY_CLIP] = walls.clip;
    out->value[QUALITY_NONFINITE] = (double)walls.nonfinite;
    free(overlaps);
    out->value[QUALITY_CONGESTED] = quality_congested(record, &stage->scene->ground, CONGESTED);
    return out->value[QUALITY_CONGESTED] >= 0 || no_memory();
}

bool quality_measure_motion(const quality_job *job, const quality_stage *stage, quality_values *out)
{
    (void)job;
    const quality_motion motion =
        quality_smoothness(&stage->record, 0, stage->record.frame_count - 1);
    out->value[QUALITY_ACCELERATION] = motion.acceleration;
    out->value[QUALITY_ACCELERATION_99] = motion.acceleration_99;
    out->value[QUALITY_TURN] = motion.turn;
    return true;
}

/* The time in which a disc of all agents fills at best: from the first ideal arrival to the last,
 * and the walk across the disc. */
static double fill_seconds(const quality_record *record)
{
    double first = INFINITY, last = 0, radius_sq = 0, speed = INFINITY;
    for (int32_t i = 0; i < record->agent_count; i++) {
        const double ideal = (double)record->remaining[i] / (double)record->speed[i];
        first = fmin(first, ideal);
        last = fmax(last, ideal);
        radius_sq += (double)record->radius[i] * (double)record->radius[i];
        speed = fmin(speed, (double)record->speed[i]);
    }
    return last - first + 2 * sqrt(radius_sq / 0.9069) / speed;
}

bool quality_measure_rest(const quality_stage *stage, quality_values *out)
{
    const quality_record *const record = &stage->record;
    const int32_t last = record->frame_count - 1;
    const int32_t from = quality_frame_at(record, last * record->dt - REST_SECONDS);
    const quality_rest rest = quality_at_rest(record, from, last);
    quality_overlaps *const overlaps = tool_alloc(1, sizeof *overlaps);
    if (overlaps == NULL || !quality_add_overlaps(record, from, last, from, overlaps)) {
        free(overlaps);
        return no_memory();
    }
    out->value[QUALITY_JITTER] = rest.jitter;
    out->value[QUALITY_CREEP] = rest.creep;
    out->value[QUALITY_ASLEEP_SHARE] = rest.asleep;
    out->value[QUALITY_PACKING] = quality_packing(record, last, -1);
    out->value[QUALITY_OVERLAP_AT_REST] = quality_overlap_share(overlaps);
    out->value[QUALITY_SETTLE_RATIO] = quality_settle_time(record) / fill_seconds(record);
    out->value[QUALITY_DRIFT] = quality_drift(record, from, last, -1);
    free(overlaps);
    return true;
}

bool quality_measure_door(const quality_stage *stage, quality_segment door, quality_values *out)
{
    const quality_record *const record = &stage->record;
    double *const times = tool_alloc((size_t)record->agent_count, sizeof *times);
    if (times == NULL)
        return false;
    const int32_t count = quality_crossings(record, door, times);
    const double width = hypot(door.x1 - door.x0, door.y1 - door.y0);
    out->value[QUALITY_PASSED] = count;
    out->value[QUALITY_FLOW] = quality_flow(times, count, width);
    out->value[QUALITY_GAP] =
        quality_gap(times, count, record->agent_count, (record->frame_count - 1) * record->dt);
    free(times);
    return true;
}

bool quality_play(const quality_job *job, quality_scene *scene, double deep_from,
                  quality_measure *measure, quality_values *out)
{
    quality_stage stage;
    const bool is_good = quality_stage_open(&stage, scene, job->manner) &&
                         quality_stage_run(&stage, scene->seconds) &&
                         quality_measure_common(&stage, deep_from, out) &&
                         (measure == NULL || measure(job, &stage, out)) &&
                         quality_draw(job, &stage);
    quality_stage_close(&stage);
    quality_scene_close(scene);
    return is_good;
}

double quality_slower_t95(const quality_record *record, int32_t group_count)
{
    double slowest = 0;
    for (int32_t g = 0; g < group_count; g++)
        slowest = fmax(slowest, quality_complete(record, g).t95);
    return slowest;
}

bool quality_time(const quality_job *job, quality_scene *scene, double *t95)
{
    quality_stage stage;
    const bool is_good =
        quality_stage_open(&stage, scene, job->manner) && quality_stage_run(&stage, scene->seconds);
    if (is_good)
        *t95 = quality_slower_t95(&stage.record, scene->group_count);
    quality_stage_close(&stage);
    quality_scene_close(scene);
    return is_good;
}

/* T95 of everybody in a scene that is built anew and then changed. */
static bool time_changed(const quality_job *job, quality_build *build, double shift, double dt,
                         double *t95)
{
    quality_scene scene;
    quality_stage stage;
    build(job, &scene);
    scene.shift = shift;
    scene.dt = dt;
    const bool is_good =
        quality_stage_open(&stage, &scene, job->manner) && quality_stage_run(&stage, scene.seconds);
    if (is_good)
        *t95 = quality_complete(&stage.record, -1).t95;
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* Whole cells of every size that scenes have, in m. */
#define FAR_AWAY 10000.0

bool quality_measure_changes(const quality_job *job, quality_build *build, quality_values *out)
{
    const double usual = out->value[QUALITY_T95];
    double far = INFINITY, fine = INFINITY, coarse = INFINITY;
    if (!time_changed(job, build, FAR_AWAY, QUALITY_DT, &far) ||
        !time_changed(job, build, 0, 1.0 / 120, &fine) ||
        !time_changed(job, build, 0, 1.0 / 10, &coarse))
        return false;
    out->value[QUALITY_SHIFT_CHANGE] = fabs(far / usual - 1);
    out->value[QUALITY_DT_CHANGE] = fmax(fabs(fine / usual - 1), fabs(coarse / usual - 1));
    return true;
}
