/* Scenes between walls: doors, corridors, pens. */
#include "score.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static int32_t cells(double metres, double cell)
{
    return (int32_t)floor(metres / cell + 0.5);
}

/* A room of 10 x 10 m, a wall one cell thick with a door in its middle, and a yard 16 m deep whose
 * goal begins 10 m behind the door. Returns the door, in the middle of the wall. */
static quality_segment build_door(const quality_job *job, quality_scene *scene)
{
    const quality_trial *const trial = job->trial;
    const double cell = trial->cell;
    const int32_t room = cells(10, cell), yard = cells(16, cell), door = cells(trial->width, cell);
    const int32_t first = (room - door) / 2;
    uint64_t random = job->seed;
    quality_scene_open(scene, room + 1 + yard, room, cell);
    scene->seconds = 200;
    scene->time_gap = trial->time_gap;
    quality_scene_fill(scene, (throng_rect){room, 0, 1, room}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){room, first, 1, door}, 1);
    const int32_t group = quality_scene_group(scene);
    const int32_t goal = room + 1 + cells(10, cell);
    quality_scene_goal(scene, group, (throng_rect){goal, 0, room + 1 + yard - goal, room});
    scene->groups[group].is_exit = true;
    const quality_block people = quality_people(0.5, 0.5, 0.75, 13, 150, group);
    quality_scene_block(scene, &people, &random);
    const double x = (room + 0.5) * cell;
    return (quality_segment){x, first * cell, x, (first + door) * cell};
}

bool quality_run_door(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    if (job->trial->is_evacuation && !quality_has_time_gap())
        return true;
    const quality_segment door = build_door(job, &scene);
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds) &&
                   quality_measure_common(&stage, 1, out) &&
                   quality_measure_door(&stage, door, out) && quality_draw(job, &stage);
    if (is_good)
        quality_measure_motion(&stage, out);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* A corridor of 70 x 4 m, 2 x 80 people, 6 abreast, 26 m apart: they meet in the middle after 10 s
 * and have all met after 20 s. */
static void build_counterflow(const quality_job *job, bool is_alone, quality_scene *scene)
{
    enum { ABREAST = 6, PEOPLE = 80 };
    const double spacing = 0.65;
    uint64_t random = job->seed;
    quality_scene_open(scene, 140, 8, 0.5);
    scene->seconds = 160;
    for (int32_t side = 0; side < (is_alone ? 1 : 2); side++) {
        const int32_t group = quality_scene_group(scene);
        quality_scene_goal(scene, group, (throng_rect){side == 0 ? 128 : 0, 0, 12, 8});
        scene->groups[group].is_exit = true;
        quality_block block = quality_people(0, 0, spacing, ABREAST, PEOPLE, group);
        for (int32_t i = 0; i < PEOPLE; i++) {
            const double back = i / ABREAST * spacing;
            const double x = side == 0 ? 22 - back : 48 + back;
            const double y = 0.375 + i % ABREAST * spacing;
            const double off_x = quality_jitter(&random, block.jitter);
            const double off_y = quality_jitter(&random, block.jitter);
            quality_scene_add(scene, x + off_x, y + off_y, group);
        }
    }
}

/* T95 of the slower group. */
static double slower_t95(const quality_stage *stage)
{
    double slowest = 0;
    for (int32_t g = 0; g < stage->scene->group_count; g++)
        slowest = fmax(slowest, quality_complete(&stage->record, g).t95);
    return slowest;
}

static bool run_counterflow(const quality_job *job, bool is_alone, double *t95, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    build_counterflow(job, is_alone, &scene);
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds);
    if (is_good)
        *t95 = slower_t95(&stage);
    if (is_good && !is_alone) {
        const quality_record *const record = &stage.record;
        is_good = quality_measure_common(&stage, 1, out) && quality_draw(job, &stage);
        out->value[QUALITY_LANES] =
            quality_mean_lanes(record, quality_frame_at(record, 20), record->frame_count - 1, 0, 1,
                               2 * QUALITY_RADIUS);
    }
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

bool quality_run_counterflow(const quality_job *job, quality_values *out)
{
    double alone = INFINITY, both = INFINITY;
    if (!run_counterflow(job, true, &alone, out) || !run_counterflow(job, false, &both, out))
        return false;
    out->value[QUALITY_SLOWDOWN] = both / alone;
    return true;
}

/* A corridor of 40 diameters, 2 or 3 diameters wide, between two rooms of 12 x 12 m; 20 a side. */
static void build_narrow(const quality_job *job, quality_scene *scene)
{
    const double cell = 0.5;
    const int32_t room = 24, corridor = 40, width = job->trial->number;
    const int32_t first = (room - width) / 2;
    uint64_t random = job->seed;
    quality_scene_open(scene, 2 * room + corridor, room, cell);
    scene->seconds = 240;
    quality_scene_fill(scene, (throng_rect){room, 0, corridor, room}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){room, first, corridor, width}, 1);
    for (int32_t side = 0; side < 2; side++) {
        const int32_t group = quality_scene_group(scene);
        quality_scene_goal(scene, group,
                           (throng_rect){side == 0 ? 2 * room + corridor - 4 : 0, 0, 4, room});
        scene->groups[group].is_exit = true;
        const double x = side == 0 ? 6 : (2 * room + corridor) * cell - 6 - 3 * 0.75;
        const quality_block block = quality_people(x, 4.1, 0.75, 4, 20, group);
        quality_scene_block(scene, &block, &random);
    }
}

bool quality_run_narrow(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    build_narrow(job, &scene);
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds) &&
                   quality_measure_common(&stage, 1, out) && quality_draw(job, &stage);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* Cells from one pen's middle to the next one's; from the middle to the first cell of the wall,
 * along the axes: of a square, and of a diamond whose walls are staircases. */
enum { PEN_APART = 26, PEN_SQUARE = 7, PEN_DIAMOND = 10 };

/* Distance of cells from the middle, in the pen's own measure. */
static double pen_distance(double dx, double dy, bool is_diamond)
{
    return is_diamond ? fabs(dx) + fabs(dy) : fmax(fabs(dx), fabs(dy));
}

static void build_pen_walls(quality_scene *scene, throng_cell middle, bool is_diamond,
                            int32_t thickness)
{
    const int32_t first = is_diamond ? PEN_DIAMOND : PEN_SQUARE;
    for (int32_t dy = -PEN_APART / 2; dy < PEN_APART / 2; dy++) {
        for (int32_t dx = -PEN_APART / 2; dx < PEN_APART / 2; dx++) {
            const double distance = pen_distance(dx, dy, is_diamond);
            if (distance >= first && distance < first + thickness)
                quality_scene_fill(scene, (throng_rect){middle.x + dx, middle.y + dy, 1, 1},
                                   THRONG_WALL);
        }
    }
}

/* So many discs that they would cover 95 % of the pen's ground, closer than they fit, but clear of
 * the walls. */
static void fill_pen(quality_scene *scene, throng_cell middle, bool is_diamond, int32_t group,
                     uint64_t *random)
{
    const double cell = scene->ground.cell, radius = QUALITY_RADIUS / cell;
    /* The inner corners of a staircase are one cell nearer than its cells' middles; a disc's radius
     * counts sqrt(2) times across a diamond. */
    const double half = is_diamond ? PEN_DIAMOND - 1 : PEN_SQUARE - 0.5;
    const double clear = half - radius * (is_diamond ? sqrt(2) : 1);
    const double spacing = clear / half * radius * sqrt(pi / 0.95);
    const int32_t reach = (int32_t)(PEN_APART / spacing), side = 2 * reach + 1;
    for (int32_t i = 0; i < side * side; i++) {
        const double dx = (i % side - reach) * spacing, dy = (i / side - reach) * spacing;
        if (pen_distance(dx, dy, is_diamond) > clear)
            continue;
        const double x = (middle.x + 0.5 + dx) * cell, y = (middle.y + 0.5 + dy) * cell;
        const double off_x = quality_jitter(random, 0.01), off_y = quality_jitter(random, 0.01);
        quality_scene_add(scene, x + off_x, y + off_y, group);
    }
}

/* All press into one corner of their pen. */
static void build_pen(quality_scene *scene, int32_t number, uint64_t *random)
{
    const bool is_diamond = number >= 2;
    const throng_cell middle = {PEN_APART / 2 + number % 2 * PEN_APART,
                                PEN_APART / 2 + number / 2 * PEN_APART};
    const int32_t group = quality_scene_group(scene);
    const int32_t corner = is_diamond ? PEN_DIAMOND - 1 : PEN_SQUARE - 1;
    build_pen_walls(scene, middle, is_diamond, 1 + number % 2);
    quality_scene_goal(
        scene, group, (throng_rect){middle.x + corner, middle.y + (is_diamond ? 0 : corner), 1, 1});
    scene->groups[group].is_driven = true;
    fill_pen(scene, middle, is_diamond, group, random);
}

bool quality_run_sealed_box(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    uint64_t random = job->seed;
    quality_scene_open(&scene, 2 * PEN_APART, 2 * PEN_APART, 0.5);
    scene.dt = job->trial->width;
    scene.seconds = job->is_quick ? 15 : 60;
    for (int32_t pen = 0; pen < 4; pen++)
        build_pen(&scene, pen, &random);
    bool is_good = quality_stage_open(&stage, &scene) && quality_stage_run(&stage, scene.seconds) &&
                   quality_measure_common(&stage, 1, out) && quality_draw(job, &stage);
    if (is_good)
        out->value[QUALITY_ESCAPED] = quality_escaped(&stage.record, &scene.ground);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}
