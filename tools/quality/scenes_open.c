/* Scenes on open ground: head-on, circles, blocks that swap, one goal for many, agents on one
 * point. */
#include "score.h"

#include <math.h>

/* m round a place that a scene leaves free. */
#define MARGIN 5

static const double pi = 3.14159265358979323846;

bool quality_run_head_on(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    uint64_t random = job->seed;
    quality_scene_open(&scene, 24, 13, 1.0);
    scene.seconds = 60;
    for (int32_t i = 0; i < 2; i++) {
        /* The first seed has both on one line, the others not quite. */
        const double off = job->seed > 1 ? quality_jitter(&random, 0.05) : 0;
        const int32_t group = quality_scene_group(&scene);
        const double x = i == 0 ? 3.5 : 20.5;
        quality_scene_goal(&scene, group, (throng_rect){i == 0 ? 20 : 3, 6, 1, 1});
        quality_scene_add_sized(&scene, (quality_agent){x, 6.5 + off, 0.5, QUALITY_SPEED, group});
    }
    return quality_play(job, &scene, 1, NULL, out);
}

static void build_circle(const quality_job *job, quality_scene *scene)
{
    const int32_t count = job->trial->number;
    const double cell = job->trial->cell;
    const double radius = fmax(5.0, 0.8 * count / (2 * pi));
    const int32_t side = (int32_t)ceil(2 * (radius + MARGIN) / cell);
    const double middle = 0.5 * side * cell;
    uint64_t random = job->seed;
    quality_scene_open(scene, side, side, cell);
    /* Three times the way across, and time to get out of a jam. */
    scene->seconds = 3 * 2 * radius / QUALITY_SPEED + 40;
    for (int32_t i = 0; i < count; i++) {
        const double angle = 2 * pi * i / count;
        const double x = radius * cos(angle), y = radius * sin(angle);
        const int32_t group = quality_scene_group(scene);
        const throng_rect goal = {(int32_t)floor((middle - x) / cell),
                                  (int32_t)floor((middle - y) / cell), 1, 1};
        quality_scene_goal(scene, group, goal);
        const double extent = job->seed > 1 ? 0.05 : 0;
        const double off_x = quality_jitter(&random, extent);
        const double off_y = quality_jitter(&random, extent);
        quality_scene_add(scene, middle + x + off_x, middle + y + off_y, group);
    }
}

bool quality_run_circle(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    build_circle(job, &scene);
    return quality_play(job, &scene, 1, quality_measure_motion, out) &&
           (job->trial->number != 64 || quality_measure_changes(job, build_circle, out));
}

/* Two blocks of 100 on 60 x 30 m that go where the other one is. `is_alone`: only the first. */
static void build_group_swap(const quality_job *job, bool is_alone, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 60, 30, 1.0);
    scene->seconds = 150;
    for (int32_t side = 0; side < (is_alone ? 1 : 2); side++) {
        const int32_t group = quality_scene_group(scene);
        quality_scene_goal(scene, group, (throng_rect){side == 0 ? 47 : 5, 11, 8, 8});
        const quality_block people =
            quality_people(side == 0 ? 5.4 : 47.4, 11.4, 0.8, 10, 100, group);
        quality_scene_block(scene, &people, &random);
    }
}

bool quality_run_group_swap(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    double alone = INFINITY;
    build_group_swap(job, true, &scene);
    if (!quality_time(job, &scene, &alone))
        return false;
    build_group_swap(job, false, &scene);
    if (!quality_play(job, &scene, 1, NULL, out))
        return false;
    out->value[QUALITY_SLOWDOWN] = out->value[QUALITY_T95] / alone;
    return true;
}

/* 20 people on 60 x 20 m whose goal, far to the east, changes between two cells every half a second
 * for 10 s, or does not. */
#define ORDERS_SECONDS 10.0
#define ORDER_SECONDS 0.5

static bool follow_orders(quality_stage *stage, bool are_new)
{
    const int32_t count = (int32_t)(ORDERS_SECONDS / ORDER_SECONDS + 0.5);
    for (int32_t i = 1; i <= count; i++) {
        if (!quality_stage_run(stage, i * ORDER_SECONDS))
            return false;
        if (are_new && !quality_stage_set_goal(stage, 0, (throng_rect){58, 9 + i % 2, 1, 1}))
            return false;
    }
    return true;
}

/* The way that all together have come to the east, in m. */
static bool go_east(const quality_job *job, bool are_new, quality_values *out, double *way)
{
    quality_scene scene;
    quality_stage stage;
    uint64_t random = job->seed;
    quality_scene_open(&scene, 60, 20, 1.0);
    scene.seconds = ORDERS_SECONDS;
    quality_scene_goal(&scene, quality_scene_group(&scene), (throng_rect){58, 9, 1, 1});
    const quality_block people = quality_people(3, 8, 0.8, 5, 20, 0);
    quality_scene_block(&scene, &people, &random);
    const bool is_good = quality_stage_open(&stage, &scene, job->manner) &&
                         follow_orders(&stage, are_new) && quality_measure_common(&stage, 1, out) &&
                         quality_draw(job, &stage);
    *way = 0;
    for (int32_t i = 0; is_good && i < stage.record.agent_count; i++) {
        const size_t last = quality_at(&stage.record, stage.record.frame_count - 1, i);
        *way += (double)stage.record.x[last] - (double)stage.record.x[i];
    }
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

bool quality_run_new_goals(const quality_job *job, quality_values *out)
{
    double way = 0, undisturbed = 0;
    if (!go_east(job, false, out, &undisturbed) || !go_east(job, true, out, &way))
        return false;
    out->value[QUALITY_SPEED_LOSS] = 1 - way / undisturbed;
    return true;
}

/* Steps at the beginning and at the end of a run that are compared with each other, in s: all
 * walk, all have long stood. */
#define COST_SECONDS 5.0

static bool measure_one_goal(const quality_job *job, const quality_stage *stage,
                             quality_values *out)
{
    (void)job;
    out->value[QUALITY_ASLEEP_COST] = quality_cost_ratio(stage, COST_SECONDS);
    return quality_measure_rest(stage, out);
}

/* A block on the left, its goal a cell 30 m to the right of it; with an angle, in the corner of two
 * walls. */
bool quality_run_one_goal(const quality_job *job, quality_values *out)
{
    const int32_t count = job->trial->number;
    const bool is_in_corner = job->trial->angle > 0;
    const double spacing = 0.9;
    const int32_t columns = (int32_t)ceil(sqrt(count));
    const int32_t rows = (count + columns - 1) / columns;
    const double blob = 1.5 * sqrt(count * QUALITY_RADIUS * QUALITY_RADIUS / 0.9069);
    const double block = columns * spacing;
    const int32_t height = (int32_t)ceil(fmax(rows * spacing, 2 * blob)) + 2 * MARGIN;
    const int32_t goal_x = MARGIN + (int32_t)ceil(block) + 30;
    const int32_t room = is_in_corner ? 0 : (int32_t)ceil(blob) + MARGIN;
    uint64_t random = job->seed;
    quality_scene scene;
    quality_scene_open(&scene, goal_x + 1 + room, height, 1.0);
    /* The farthest way, three times; and a minute for pushing and shoving. */
    scene.seconds = 3 * (30 + block) / QUALITY_SPEED + 60;
    scene.rest = 22;
    quality_scene_goal(&scene, quality_scene_group(&scene),
                       (throng_rect){goal_x, is_in_corner ? 0 : height / 2, 1, 1});
    const quality_block people =
        quality_people(MARGIN, 0.5 * (height - rows * spacing), spacing, columns, count, 0);
    quality_scene_block(&scene, &people, &random);
    return quality_play(job, &scene, 1, measure_one_goal, out);
}

/* Beyond this many agents on one spot they may take longer to part, and some overlap stays until
 * there is room. */
#define STACK_MOST 100
#define LONG_SECONDS 30.0

static bool measure_coincident(const quality_job *job, const quality_stage *stage,
                               quality_values *out)
{
    const quality_record *const record = &stage->record;
    const bool is_large = job->trial->number > STACK_MOST;
    out->value[QUALITY_PARTED] = quality_parted(record, is_large ? 0.3 : 0.05);
    out->value[QUALITY_DRIFT] = quality_drift(record, 0, record->frame_count - 1, -1);
    return true;
}

bool quality_run_coincident(const quality_job *job, quality_values *out)
{
    const int32_t count = job->trial->number;
    const bool is_large = count > STACK_MOST;
    const int32_t side = is_large ? 80 : 40;
    uint64_t random = job->seed;
    const double x = 0.5 * side + (job->seed > 1 ? quality_jitter(&random, 0.5) : 0);
    const double y = 0.5 * side + (job->seed > 1 ? quality_jitter(&random, 0.5) : 0);
    quality_scene scene;
    quality_scene_open(&scene, side, side, 1.0);
    scene.seconds = is_large ? 40 : 6;
    const int32_t group = quality_scene_group(&scene);
    if (job->trial->has_goal)
        quality_scene_goal(&scene, group, (throng_rect){side - 4, side / 2, 1, 1});
    for (int32_t i = 0; i < count; i++) {
        /* Many lie in one cell, on a lattice of 2 cm; few on one point. */
        const double off_x = is_large ? (i % 50 - 25) * 0.02 : 0;
        const double off_y = is_large ? (i / 50 - 20) * 0.02 : 0;
        quality_scene_add(&scene, x + off_x, y + off_y, group);
    }
    return quality_play(job, &scene, is_large ? LONG_SECONDS : 2, measure_coincident, out);
}
