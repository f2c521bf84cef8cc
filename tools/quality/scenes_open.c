/* Scenes on open ground: head-on, circles, one goal for many, agents on one point, making way. */
#include "score.h"

#include <math.h>

/* Cells round a place that a scene leaves free, in m. */
#define MARGIN 5

static const double pi = 3.14159265358979323846;

bool quality_run_head_on(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
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
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds) &&
                   quality_measure_common(&stage, 1, out) && quality_draw(job, &stage);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
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
    quality_stage stage;
    build_circle(job, &scene);
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds) &&
                   quality_measure_common(&stage, 1, out) && quality_draw(job, &stage);
    if (is_good)
        quality_measure_motion(&stage, out);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* A block on the left, its goal a cell 30 m to the right of it. */
static void build_one_goal(const quality_job *job, quality_scene *scene)
{
    const int32_t count = job->trial->number;
    const double spacing = 0.9;
    const int32_t columns = (int32_t)ceil(sqrt(count));
    const int32_t rows = (count + columns - 1) / columns;
    const double blob = 1.5 * sqrt(count * QUALITY_RADIUS * QUALITY_RADIUS / 0.9069);
    const double block = columns * spacing;
    const int32_t height = (int32_t)ceil(fmax(rows * spacing, 2 * blob)) + 2 * MARGIN;
    const int32_t goal_x = MARGIN + (int32_t)ceil(block) + 30;
    uint64_t random = job->seed;
    quality_scene_open(scene, goal_x + (int32_t)ceil(blob) + MARGIN, height, 1.0);
    /* The farthest way, three times; and a minute for pushing and shoving. */
    scene->seconds = 3 * (30 + block) / QUALITY_SPEED + 60;
    scene->rest = 22;
    quality_scene_goal(scene, quality_scene_group(scene), (throng_rect){goal_x, height / 2, 1, 1});
    const quality_block people =
        quality_people(MARGIN, 0.5 * (height - rows * spacing), spacing, columns, count, 0);
    quality_scene_block(scene, &people, &random);
}

bool quality_run_one_goal(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    build_one_goal(job, &scene);
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds) &&
                   quality_measure_common(&stage, 1, out) && quality_measure_rest(&stage, out) &&
                   quality_draw(job, &stage);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* Beyond this many agents on one spot they may take longer to part, and some overlap stays until
 * there is room. */
#define STACK_MOST 100
#define LONG_SECONDS 30.0

static void build_coincident(const quality_job *job, quality_scene *scene)
{
    const int32_t count = job->trial->number;
    const bool has_goal = job->trial->width > 0;
    const int32_t side = count > STACK_MOST ? 80 : 40;
    uint64_t random = job->seed;
    const double x = 0.5 * side + (job->seed > 1 ? quality_jitter(&random, 0.5) : 0);
    const double y = 0.5 * side + (job->seed > 1 ? quality_jitter(&random, 0.5) : 0);
    quality_scene_open(scene, side, side, 1.0);
    scene->seconds = count > STACK_MOST ? 40 : 6;
    const int32_t group = quality_scene_group(scene);
    if (has_goal)
        quality_scene_goal(scene, group, (throng_rect){side - 4, side / 2, 1, 1});
    for (int32_t i = 0; i < count; i++) {
        /* Many lie in one cell, on a lattice of 2 cm; few on one point. */
        const double off_x = count > STACK_MOST ? (i % 50 - 25) * 0.02 : 0;
        const double off_y = count > STACK_MOST ? (i / 50 - 20) * 0.02 : 0;
        quality_scene_add(scene, x + off_x, y + off_y, group);
    }
}

bool quality_run_coincident(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    build_coincident(job, &scene);
    const bool is_large = job->trial->number > STACK_MOST;
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds) &&
                   quality_measure_common(&stage, is_large ? LONG_SECONDS : 2, out) &&
                   quality_draw(job, &stage);
    if (is_good) {
        const quality_record *const record = &stage.record;
        const int32_t last = record->frame_count - 1;
        out->value[QUALITY_PARTED] = quality_parted(record, is_large ? 0.3 : 0.05);
        out->value[QUALITY_DRIFT] =
            job->trial->width > 0 ? NAN : quality_drift(record, 0, last, -1);
    }
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* A hall 6 m wide with 100 people who stand in each other's reach from wall to wall, and one who
 * wants to get past them. `is_free`: without the hundred. */
static void build_make_way(const quality_job *job, bool is_free, quality_scene *scene)
{
    enum { COLUMNS = 12, ROWS = 9, STANDING = 100 };
    const double spacing = 2.5 * QUALITY_RADIUS;
    uint64_t random = job->seed;
    quality_scene_open(scene, 80, 12, 0.5);
    scene->seconds = 90;
    const int32_t mover = quality_scene_group(scene), standing = quality_scene_group(scene);
    quality_scene_goal(scene, mover, (throng_rect){76, 4, 2, 4});
    /* They are where they want to be from the start. */
    quality_scene_goal(scene, standing, (throng_rect){36, 0, 16, 12});
    quality_scene_add(scene, 3, 3 + (job->seed > 1 ? quality_jitter(&random, 2) : 0), mover);
    quality_block block = quality_people(18.5, 0.5, spacing, COLUMNS, STANDING, standing);
    block.jitter = 0.02 * spacing;
    if (!is_free)
        quality_scene_block(scene, &block, &random);
}

/* The time at which the mover arrives; infinite if it does not. */
static bool run_make_way(const quality_job *job, bool is_free, double *arrival, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    build_make_way(job, is_free, &scene);
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds);
    if (is_good)
        *arrival = quality_arrival(&stage.record, 0);
    if (is_good && !is_free) {
        const quality_record *const record = &stage.record;
        const int32_t last = record->frame_count - 1;
        is_good = quality_measure_common(&stage, 1, out) && quality_draw(job, &stage);
        /* From before the mover comes: it starts 15 m away. */
        out->value[QUALITY_DISPLACED] =
            quality_displaced(record, quality_frame_at(record, 5), last, 1);
    }
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

bool quality_run_make_way(const quality_job *job, quality_values *out)
{
    double alone = INFINITY, among = INFINITY;
    if (!run_make_way(job, true, &alone, out) || !run_make_way(job, false, &among, out))
        return false;
    out->value[QUALITY_DELAY] = among / alone;
    return true;
}
