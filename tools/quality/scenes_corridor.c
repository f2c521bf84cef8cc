/* Scenes in corridors that turn, and the speed of a crowd at a density. */
#include "score.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static bool is_beyond(const quality_job *job)
{
    return job->trial->is_evacuation && !quality_has_time_gap();
}

/* RiMEA test 6: an L of two corridors 2 m wide, 12 m each along the outside, from the west to the
 * north. */
static void build_corner(quality_scene *scene)
{
    quality_scene_open(scene, 24, 24, 0.5);
    scene->seconds = 90;
    quality_scene_fill(scene, (throng_rect){0, 0, 20, 20}, THRONG_WALL);
    const int32_t group = quality_scene_group(scene);
    quality_scene_goal(scene, group, (throng_rect){20, 0, 4, 2});
    scene->groups[group].is_exit = true;
}

bool quality_run_corner(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    uint64_t random = job->seed;
    build_corner(&scene);
    /* Three fast and large ones in single file, or people three abreast. */
    const bool is_fast = job->trial->number == 3;
    const double spacing = is_fast ? 1.1 : 0.6;
    quality_block people =
        quality_people(0.6, is_fast ? 11 : 10.4, spacing, is_fast ? 3 : 7, job->trial->number, 0);
    people.radius = job->trial->radius;
    people.speed = is_fast ? 5 : QUALITY_SPEED;
    quality_scene_block(&scene, &people, &random);
    return quality_play(job, &scene, 1, NULL, out);
}

/* Of those who cross the diagonal of the bend, the share that does so in its outer half. */
static bool measure_inner_corner(const quality_job *job, const quality_stage *stage,
                                 quality_values *out)
{
    const quality_record *const record = &stage->record;
    double *const times = tool_alloc((size_t)record->agent_count, sizeof *times);
    (void)job;
    if (times == NULL)
        return false;
    const double all = quality_crossings(record, (quality_segment){24, 24, 30, 30}, times);
    const double outer = quality_crossings(record, (quality_segment){27, 27, 30, 30}, times);
    out->value[QUALITY_OUTER_SHARE] = outer / all;
    free(times);
    return true;
}

/* An L 6 m wide, arms of 30 m, 200 people. */
bool quality_run_inner_corner(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    uint64_t random = job->seed;
    quality_scene_open(&scene, 60, 60, 0.5);
    scene.seconds = 150;
    quality_scene_fill(&scene, (throng_rect){0, 0, 48, 48}, THRONG_WALL);
    const int32_t group = quality_scene_group(&scene);
    quality_scene_goal(&scene, group, (throng_rect){48, 0, 12, 4});
    scene.groups[group].is_exit = true;
    const quality_block people = quality_people(0.5, 24.5, 0.7, 25, 200, group);
    quality_scene_block(&scene, &people, &random);
    return quality_play(job, &scene, 1, measure_inner_corner, out);
}

/* RiMEA test 1, turned: a corridor of 40 x 2 m at an angle, drawn in cells of 0.25 m. */
#define TURNED_CELL 0.25
#define TURNED_MARGIN 2.0
#define TURNED_SPEED 1.33

/* Where a place is in the corridor: m along it from its start, and m beside its middle. */
typedef struct turned {
    double x0, y0, cos_angle, sin_angle;
} turned;

static turned turned_frame(const quality_job *job)
{
    const double angle = job->trial->angle * pi / 180;
    const turned frame = {TURNED_MARGIN + 1.0, TURNED_MARGIN + 1.0, cos(angle), sin(angle)};
    return frame;
}

static void build_turned(const quality_job *job, quality_scene *scene)
{
    const turned frame = turned_frame(job);
    const int32_t side = (int32_t)(48 / TURNED_CELL);
    quality_scene_open(scene, side, side, TURNED_CELL);
    scene->seconds = 60;
    const int32_t group = quality_scene_group(scene);
    scene->groups[group].is_exit = true;
    for (int32_t i = 0; i < side * side && !scene->is_bad; i++) {
        const double x = (i % side + 0.5) * TURNED_CELL - frame.x0;
        const double y = (i / side + 0.5) * TURNED_CELL - frame.y0;
        const double along = x * frame.cos_angle + y * frame.sin_angle;
        const double beside = y * frame.cos_angle - x * frame.sin_angle;
        if (along < -1 || along > 42 || fabs(beside) > 1)
            scene->ground.cost[i] = THRONG_WALL;
        else if (along > 41)
            quality_scene_goal(scene, group, (throng_rect){i % side, i / side, 1, 1});
    }
    uint64_t random = job->seed;
    const double off = job->seed > 1 ? quality_jitter(&random, 0.5) : 0;
    const quality_agent walker = {frame.x0 - off * frame.sin_angle,
                                  frame.y0 + off * frame.cos_angle, QUALITY_RADIUS, TURNED_SPEED,
                                  group};
    quality_scene_add_sized(scene, walker);
}

static bool measure_turned(const quality_job *job, const quality_stage *stage, quality_values *out)
{
    const turned frame = turned_frame(job);
    const double x = frame.x0 + 40 * frame.cos_angle, y = frame.y0 + 40 * frame.sin_angle;
    const quality_segment end = {x + 2 * frame.sin_angle, y - 2 * frame.cos_angle,
                                 x - 2 * frame.sin_angle, y + 2 * frame.cos_angle};
    double time = INFINITY;
    if (quality_crossings(&stage->record, end, &time) == 0)
        time = INFINITY;
    out->value[QUALITY_SECONDS] = time;
    out->value[QUALITY_DETOUR] = time / 30.1;
    return true;
}

bool quality_run_rimea_1(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    build_turned(job, &scene);
    return quality_play(job, &scene, 1, measure_turned, out);
}

/* RiMEA test 15: 500 people who begin on 12 m before a route 20 m wide: 50 m straight on, round a
 * corner whose inside is 50 m long, or 81 m straight on. */
static void build_route(const quality_job *job, double length, bool has_corner,
                        quality_scene *scene)
{
    const double before = 12, arm = has_corner ? 25 : length;
    const int32_t wide = 40, first = (int32_t)((before + arm) / 0.5);
    uint64_t random = job->seed;
    quality_scene_open(scene, has_corner ? first + wide : first + 6, has_corner ? 56 + wide : wide,
                       0.5);
    scene->seconds = 240;
    scene->time_gap = job->time_gap;
    const int32_t group = quality_scene_group(scene);
    scene->groups[group].is_exit = true;
    if (has_corner) {
        /* East along the south edge, then north; the exit begins 25 m behind the corner. */
        quality_scene_fill(scene, (throng_rect){0, 0, first, 56}, THRONG_WALL);
        quality_scene_goal(scene, group, (throng_rect){first, 0, wide, 6});
    } else {
        quality_scene_goal(scene, group, (throng_rect){first, 0, 6, wide});
    }
    const quality_block people =
        quality_people(0.6, (has_corner ? 28 : 0) + 0.6, 0.63, 17, 500, group);
    quality_scene_block(scene, &people, &random);
}

static bool time_route(const quality_job *job, double length, double *t100)
{
    quality_scene scene;
    quality_values values;
    quality_job unseen = *job;
    unseen.folder = NULL;
    quality_nothing(&values);
    build_route(job, length, false, &scene);
    if (!quality_play(&unseen, &scene, 1, NULL, &values))
        return false;
    *t100 = values.value[QUALITY_T100];
    return true;
}

bool quality_run_rimea_15(const quality_job *job, quality_values *out)
{
    double t_short = INFINITY, t_long = INFINITY;
    quality_scene scene;
    if (is_beyond(job))
        return true;
    build_route(job, 50, true, &scene);
    if (!quality_play(job, &scene, 1, NULL, out) || !time_route(job, 50, &t_short) ||
        !time_route(job, 81, &t_long))
        return false;
    out->value[QUALITY_CORNER_RATIO] = out->value[QUALITY_T100] / t_short;
    out->value[QUALITY_LONG_RATIO] = t_long / out->value[QUALITY_T100];
    return true;
}

/* The fundamental diagram: a corridor of 200 x 2 m filled evenly; three squares of 2 x 2 m, means
 * over 10..40 s: the thinning that starts at the front does not get there. */
static void build_corridor(const quality_job *job, double density, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 800, 8, 0.25);
    scene->seconds = 40;
    scene->time_gap = job->time_gap;
    const int32_t group = quality_scene_group(scene);
    quality_scene_goal(scene, group, (throng_rect){796, 0, 4, 8});
    scene->groups[group].is_exit = true;
    /* Rows would let everybody see only those of the own one: at 2 in a square metre, in three
     * rows, there is more room ahead than at 1.5, in two. */
    const double low[2] = {0.2, 0.2}, high[2] = {199, 1.8};
    const quality_agent person = {0, 0, 0.2, 1.34, group};
    quality_scene_spread(scene, low, high, (int32_t)(2 * 199 * density), person, &random);
}

/* Weidmann's curve (1993), in the form of Kladek, in m/s for 1/m2. */
static double weidmann(double density)
{
    return density < 5.4 ? 1.34 * (1 - exp(-1.913 * (1 / density - 1 / 5.4))) : 0;
}

static void mean_of_squares(const quality_record *record, double *speed, double *density)
{
    *speed = 0;
    *density = 0;
    for (int32_t i = 0; i < 3; i++) {
        const double x = 60 + 20 * i;
        double v = 0, rho = 0;
        quality_speed_density(record, (quality_box){x, 0, x + 2, 2}, quality_frame_at(record, 10),
                              quality_frame_at(record, 40), &v, &rho);
        *speed += v / 3;
        *density += rho / 3;
    }
}

static bool add_density(const quality_job *job, double wanted, double *speed, double *density,
                        quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    build_corridor(job, wanted, &scene);
    const bool is_good = quality_stage_open(&stage, &scene, job->manner) &&
                         quality_stage_run(&stage, scene.seconds) &&
                         quality_measure_common(&stage, 1, out) && quality_draw(job, &stage);
    if (is_good)
        mean_of_squares(&stage.record, speed, density);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

bool quality_run_fundamental_diagram(const quality_job *job, quality_values *out)
{
    enum { DENSITIES = 8 };
    double last = INFINITY, error_sq = 0, rise = -INFINITY, most_flow = 0, flow = 0;
    if (is_beyond(job))
        return true;
    for (int32_t i = 1; i <= DENSITIES; i++) {
        double speed = 0, density = 0;
        if (!add_density(job, 0.5 * i, &speed, &density, out))
            return false;
        const double error = speed - weidmann(density);
        error_sq += error * error;
        flow = speed * density;
        most_flow = fmax(most_flow, flow);
        if (i > 1)
            rise = fmax(rise, speed - last);
        last = speed;
    }
    out->value[QUALITY_SPEED_ERROR] = sqrt(error_sq / DENSITIES);
    out->value[QUALITY_SPEED_RISE] = rise;
    out->value[QUALITY_FLOW_FALL] = flow / most_flow;
    return true;
}
