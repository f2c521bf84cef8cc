/* Scenes in corridors and halls: counterflow, crossing, making way, a trap. */
#include "score.h"

#include <math.h>

enum { ABREAST = 6 };

/* Six abreast 0.65 m apart, as many rows as there are people; the first row at `front` of an axis
 * along which they walk (`forward` 1 or -1), across it from 0.375 m on. */
static void add_column(quality_scene *scene, int32_t people, double front, int32_t forward,
                       bool is_vertical, double across, int32_t group, uint64_t *random)
{
    const double spacing = 0.65, jitter = 0.02 * spacing;
    for (int32_t i = 0; i < people; i++) {
        const double along =
            front - forward * (i / ABREAST * spacing) + quality_jitter(random, jitter);
        const double beside =
            across + 0.375 + i % ABREAST * spacing + quality_jitter(random, jitter);
        quality_scene_add(scene, is_vertical ? beside : along, is_vertical ? along : beside, group);
    }
}

/* A corridor of 70 x 4 m, 2 x 80 people 26 m apart: they meet in the middle after 10 s and have all
 * met after 20 s. */
static void build_counterflow(const quality_job *job, bool is_alone, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 140, 8, 0.5);
    scene->seconds = 160;
    for (int32_t side = 0; side < (is_alone ? 1 : 2); side++) {
        const int32_t group = quality_scene_group(scene);
        quality_scene_goal(scene, group, (throng_rect){side == 0 ? 128 : 0, 0, 12, 8});
        scene->groups[group].is_exit = true;
        add_column(scene, 80, side == 0 ? 22 : 48, side == 0 ? 1 : -1, false, 0, group, &random);
    }
}

static bool measure_counterflow(const quality_job *job, const quality_stage *stage,
                                quality_values *out)
{
    const quality_record *const record = &stage->record;
    (void)job;
    out->value[QUALITY_SLOWDOWN] = quality_slower_t95(record, 2);
    out->value[QUALITY_LANES] = quality_mean_lanes(
        record, quality_frame_at(record, 20), record->frame_count - 1, 0, 1, 2 * QUALITY_RADIUS);
    return true;
}

bool quality_run_counterflow(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    double alone = INFINITY;
    build_counterflow(job, true, &scene);
    if (!quality_time(job, &scene, &alone))
        return false;
    build_counterflow(job, false, &scene);
    if (!quality_play(job, &scene, 1, measure_counterflow, out))
        return false;
    out->value[QUALITY_SLOWDOWN] /= alone;
    return true;
}

/* Two corridors of 40 x 4 m across each other, 60 people in each, the first rows 8 m away. */
static void build_crossing(const quality_job *job, bool is_alone, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 80, 80, 0.5);
    scene->seconds = 120;
    quality_scene_fill(scene, (throng_rect){0, 0, 80, 80}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){0, 36, 80, 8}, 1);
    quality_scene_fill(scene, (throng_rect){36, 0, 8, 80}, 1);
    for (int32_t side = 0; side < (is_alone ? 1 : 2); side++) {
        const int32_t group = quality_scene_group(scene);
        const throng_rect east = {72, 36, 8, 8}, south = {36, 72, 8, 8};
        quality_scene_goal(scene, group, side == 0 ? east : south);
        scene->groups[group].is_exit = true;
        add_column(scene, 60, 10, 1, side == 1, 18, group, &random);
    }
}

static bool measure_crossing(const quality_job *job, const quality_stage *stage,
                             quality_values *out)
{
    (void)job;
    out->value[QUALITY_SLOWDOWN] = quality_slower_t95(&stage->record, 2);
    return true;
}

bool quality_run_crossing(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    double alone = INFINITY;
    build_crossing(job, true, &scene);
    if (!quality_time(job, &scene, &alone))
        return false;
    build_crossing(job, false, &scene);
    if (!quality_play(job, &scene, 1, measure_crossing, out))
        return false;
    out->value[QUALITY_SLOWDOWN] /= alone;
    return true;
}

/* A corridor of 40 diameters, 2 or 3 diameters wide, between two rooms of 12 x 12 m; 20 a side. */
bool quality_run_narrow(const quality_job *job, quality_values *out)
{
    const double cell = 2 * QUALITY_RADIUS;
    const int32_t room = 24, corridor = 40, width = job->trial->number;
    const int32_t all = 2 * room + corridor;
    uint64_t random = job->seed;
    quality_scene scene;
    quality_scene_open(&scene, all, room, cell);
    scene.seconds = 240;
    quality_scene_fill(&scene, (throng_rect){room, 0, corridor, room}, THRONG_WALL);
    quality_scene_fill(&scene, (throng_rect){room, (room - width) / 2, corridor, width}, 1);
    for (int32_t side = 0; side < 2; side++) {
        const int32_t group = quality_scene_group(&scene);
        quality_scene_goal(&scene, group, (throng_rect){side == 0 ? all - 4 : 0, 0, 4, room});
        scene.groups[group].is_exit = true;
        const double x = side == 0 ? 6 : all * cell - 6 - 3 * 0.75;
        const quality_block block = quality_people(x, 4.1, 0.75, 4, 20, group);
        quality_scene_block(&scene, &block, &random);
    }
    return quality_play(job, &scene, 1, NULL, out);
}

/* A hall 6 m wide with 100 people who stand within each other's reach from wall to wall, and one
 * who wants to get past them. `is_free`: without the hundred. */
static void build_make_way(const quality_job *job, bool is_free, quality_scene *scene)
{
    const double spacing = 2.5 * QUALITY_RADIUS;
    uint64_t random = job->seed;
    quality_scene_open(scene, 80, 12, 0.5);
    scene->seconds = 90;
    const int32_t mover = quality_scene_group(scene), standing = quality_scene_group(scene);
    quality_scene_goal(scene, mover, (throng_rect){76, 4, 2, 4});
    /* They are where they want to be from the start. */
    quality_scene_goal(scene, standing, (throng_rect){36, 0, 16, 12});
    quality_scene_add(scene, 3, 3 + (job->seed > 1 ? quality_jitter(&random, 2) : 0), mover);
    /* Nine rows reach from wall to wall. */
    for (int32_t i = 0; i < (is_free ? 0 : 100); i++) {
        const double x = 18.5 + i / 9 * spacing + quality_jitter(&random, 0.02 * spacing);
        const double y = 0.5 + i % 9 * spacing + quality_jitter(&random, 0.02 * spacing);
        quality_scene_add(scene, x, y, standing);
    }
}

/* The mover starts 15 m away: after so many s it has not come yet, and all have settled. */
#define STANDING_SECONDS 5.0

static bool measure_make_way(const quality_job *job, const quality_stage *stage,
                             quality_values *out)
{
    const quality_record *const record = &stage->record;
    (void)job;
    out->value[QUALITY_DELAY] = quality_arrival(record, 0);
    out->value[QUALITY_DISPLACED] = quality_displaced(
        record, quality_frame_at(record, STANDING_SECONDS), record->frame_count - 1, 1);
    return true;
}

bool quality_run_make_way(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    double alone = INFINITY;
    build_make_way(job, true, &scene);
    if (!quality_time(job, &scene, &alone))
        return false;
    build_make_way(job, false, &scene);
    if (!quality_play(job, &scene, 1, measure_make_way, out))
        return false;
    out->value[QUALITY_DELAY] /= alone;
    return true;
}

/* A pocket 10 m deep and 6 m wide, open to the west; the goal lies behind its floor, and 50 people
 * begin half in it and half before it. */
bool quality_run_u_trap(const quality_job *job, quality_values *out)
{
    uint64_t random = job->seed;
    quality_scene scene;
    quality_scene_open(&scene, 64, 40, 0.5);
    scene.seconds = 120;
    quality_scene_fill(&scene, (throng_rect){24, 13, 21, 14}, THRONG_WALL);
    quality_scene_fill(&scene, (throng_rect){24, 14, 20, 12}, 1);
    const int32_t group = quality_scene_group(&scene);
    quality_scene_goal(&scene, group, (throng_rect){54, 18, 4, 4});
    const quality_block people = quality_people(8, 8.4, 0.8, 10, 50, group);
    quality_scene_block(&scene, &people, &random);
    return quality_play(job, &scene, 1, NULL, out);
}
