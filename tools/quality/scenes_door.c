/* Scenes of rooms that empty through doors, some of them from published guidelines. Their geometry
 * is that of the guideline; no claim is made that the library passes it. */
#include "score.h"

#include <math.h>
#include <stdlib.h>

static int32_t cells(double metres, double cell)
{
    return (int32_t)floor(metres / cell + 0.5);
}

/* True if the trial needs what the library does not have: nothing is measured then. */
static bool is_beyond(const quality_job *job)
{
    return job->trial->is_evacuation && !quality_has_time_gap();
}

/* A room of 10 x 10 m behind a wall one cell thick. */
static int32_t door_first(double width, double cell)
{
    return (cells(10, cell) - cells(width, cell)) / 2;
}

/* The door, in the middle of the wall. */
static quality_segment door_line(double width, double cell)
{
    const double x = (cells(10, cell) + 0.5) * cell;
    const int32_t first = door_first(width, cell);
    return (quality_segment){x, first * cell, x, (first + cells(width, cell)) * cell};
}

/* A yard 16 m deep behind the door, whose exit begins 10 m behind it. */
static void build_door(const quality_job *job, double width, double cell, quality_scene *scene)
{
    const int32_t room = cells(10, cell), yard = cells(16, cell);
    uint64_t random = job->seed;
    quality_scene_open(scene, room + 1 + yard, room, cell);
    scene->seconds = 200;
    scene->time_gap = job->time_gap;
    quality_scene_fill(scene, (throng_rect){room, 0, 1, room}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){room, door_first(width, cell), 1, cells(width, cell)},
                       1);
    const int32_t group = quality_scene_group(scene);
    const int32_t goal = room + 1 + cells(10, cell);
    quality_scene_goal(scene, group, (throng_rect){goal, 0, room + 1 + yard - goal, room});
    scene->groups[group].is_exit = true;
    const quality_block people = quality_people(0.5, 0.5, 0.75, 13, 150, group);
    quality_scene_block(scene, &people, &random);
}

static bool measure_door(const quality_job *job, const quality_stage *stage, quality_values *out)
{
    return quality_measure_motion(job, stage, out) &&
           quality_measure_door(stage, door_line(job->trial->width, job->trial->cell), out);
}

/* Flow in persons/s through another door in the same room. */
static bool flow_through(const quality_job *job, double width, double cell, double *flow)
{
    quality_scene scene;
    quality_stage stage;
    quality_values values;
    build_door(job, width, cell, &scene);
    const bool is_good = quality_stage_open(&stage, &scene, job->manner) &&
                         quality_stage_run(&stage, scene.seconds) &&
                         quality_measure_door(&stage, door_line(width, cell), &values);
    if (is_good)
        *flow = values.value[QUALITY_FLOW] * width;
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* The next narrower door of the scoreboard, by its width and cell in m; false for the narrowest. */
static bool narrower(double width, double *less, double *cell)
{
    if (width < 0.9)
        return false;
    *less = width > 1.5 ? 1.2 : (width > 1.1 ? 1.0 : 0.8);
    *cell = width > 1.1 && width < 1.5 ? 0.5 : 0.4;
    return true;
}

static void build_own_door(const quality_job *job, quality_scene *scene)
{
    build_door(job, job->trial->width, job->trial->cell, scene);
}

bool quality_run_door(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    double less = 0, cell = 0, before = 0;
    if (is_beyond(job))
        return true;
    build_own_door(job, &scene);
    if (!quality_play(job, &scene, 1, measure_door, out) ||
        !quality_measure_changes(job, build_own_door, out))
        return false;
    if (!job->trial->is_evacuation || !narrower(job->trial->width, &less, &cell))
        return true;
    if (!flow_through(job, less, cell, &before))
        return false;
    out->value[QUALITY_FLOW_RISE] = out->value[QUALITY_FLOW] * job->trial->width - before;
    return true;
}

static bool measure_mean_flow(const quality_job *job, const quality_stage *stage,
                              quality_values *out)
{
    (void)job;
    out->value[QUALITY_MEAN_FLOW] = stage->record.agent_count / out->value[QUALITY_T100];
    return true;
}

/* IMO test 4: a room of 8 x 5 m, a 1 m exit in the middle of the short wall, 100 persons. */
bool quality_run_imo_4(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    uint64_t random = job->seed;
    if (is_beyond(job))
        return true;
    quality_scene_open(&scene, 32 + 1 + 4, 20, 0.25);
    scene.seconds = 400;
    scene.time_gap = job->time_gap;
    scene.start = job->time_gap;
    quality_scene_fill(&scene, (throng_rect){32, 0, 1, 20}, THRONG_WALL);
    quality_scene_fill(&scene, (throng_rect){32, 8, 1, 4}, 1);
    const int32_t group = quality_scene_group(&scene);
    quality_scene_goal(&scene, group, (throng_rect){33, 0, 4, 20});
    scene.groups[group].is_exit = true;
    quality_block people = quality_people(0.4, 0.4, 0.58, 13, 100, group);
    people.radius = 0.2;
    people.speed = 1.2;
    quality_scene_block(&scene, &people, &random);
    return quality_play(job, &scene, 1, measure_mean_flow, out);
}

/* RiMEA test 9: a room of 30 x 20 m, 1 m exits at 4..5 and 25..26 m of both long walls, 1000
 * agents; `is_shut`: those of the south wall are walls. */
static void build_rimea_9(const quality_job *job, bool is_shut, quality_scene *scene)
{
    const int32_t doors[2] = {8, 50};
    uint64_t random = job->seed;
    quality_scene_open(scene, 60, 4 + 1 + 40 + 1 + 4, 0.5);
    scene->seconds = 900;
    scene->time_gap = job->time_gap;
    quality_scene_fill(scene, (throng_rect){0, 4, 60, 1}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){0, 45, 60, 1}, THRONG_WALL);
    const int32_t group = quality_scene_group(scene);
    scene->groups[group].is_exit = true;
    for (int32_t i = 0; i < 2; i++) {
        quality_scene_fill(scene, (throng_rect){doors[i], 4, 2, 1}, 1);
        if (!is_shut)
            quality_scene_fill(scene, (throng_rect){doors[i], 45, 2, 1}, 1);
    }
    quality_scene_goal(scene, group, (throng_rect){0, 0, 60, 2});
    quality_scene_goal(scene, group, (throng_rect){0, 48, 60, 2});
    const quality_block people = quality_people(0.6, 3.0, 0.74, 39, 1000, group);
    quality_scene_block(scene, &people, &random);
}

bool quality_run_rimea_9(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_values shut;
    quality_nothing(&shut);
    if (is_beyond(job))
        return true;
    build_rimea_9(job, false, &scene);
    if (!quality_play(job, &scene, 1, NULL, out))
        return false;
    build_rimea_9(job, true, &scene);
    quality_job unseen = *job;
    unseen.folder = NULL;
    if (!quality_play(&unseen, &scene, 1, NULL, &shut))
        return false;
    out->value[QUALITY_SHUT_RATIO] = shut.value[QUALITY_T100] / out->value[QUALITY_T100];
    return true;
}

/* RiMEA test 12 (edition 3): a room of 10 x 10 m, a corridor of 5 x 1 m, a room of 10 x 10 m with
 * a 1 m exit. */
static bool measure_rimea_12(const quality_job *job, const quality_stage *stage,
                             quality_values *out)
{
    quality_values exit;
    (void)job;
    const quality_segment corridor_end = {15, 4.5, 15, 5.5}, outside = {25.25, 4.5, 25.25, 5.5};
    if (!quality_measure_door(stage, outside, &exit) ||
        !quality_measure_door(stage, corridor_end, out))
        return false;
    out->value[QUALITY_FLOW_SURPLUS] = out->value[QUALITY_FLOW] - exit.value[QUALITY_FLOW];
    return true;
}

bool quality_run_rimea_12(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    uint64_t random = job->seed;
    if (is_beyond(job))
        return true;
    quality_scene_open(&scene, 20 + 10 + 20 + 1 + 4, 20, 0.5);
    scene.seconds = 400;
    scene.time_gap = job->time_gap;
    quality_scene_fill(&scene, (throng_rect){20, 0, 10, 20}, THRONG_WALL);
    quality_scene_fill(&scene, (throng_rect){20, 9, 10, 2}, 1);
    quality_scene_fill(&scene, (throng_rect){50, 0, 1, 20}, THRONG_WALL);
    quality_scene_fill(&scene, (throng_rect){50, 9, 1, 2}, 1);
    const int32_t group = quality_scene_group(&scene);
    quality_scene_goal(&scene, group, (throng_rect){53, 0, 2, 20});
    scene.groups[group].is_exit = true;
    const quality_block people = quality_people(0.5, 0.5, 0.75, 13, 150, group);
    quality_scene_block(&scene, &people, &random);
    return quality_play(job, &scene, 1, measure_rimea_12, out);
}
