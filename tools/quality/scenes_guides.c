/* Scenes of guidelines that compare several runs. Their geometry is that of the guideline; no claim
 * is made that the library passes it. */
#include "score.h"

#include <math.h>
#include <stdlib.h>

/* RiMEA tests 12b and 12d: two rooms of 10 x 10 m, a passage between them, 150 people. Cells of
 * 0.2 m draw every width and length. */
#define PASSAGE_CELL 0.2
enum { HALL = 50 };

typedef struct passage {
    int32_t width, length; /* in cells */
} passage;

static void build_passage(const quality_job *job, passage way, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 2 * HALL + way.length, HALL, PASSAGE_CELL);
    scene->seconds = 300;
    scene->time_gap = job->time_gap;
    const int32_t first = (HALL - way.width) / 2;
    quality_scene_fill(scene, (throng_rect){HALL, 0, way.length, HALL}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){HALL, first, way.length, way.width}, 1);
    const int32_t group = quality_scene_group(scene);
    quality_scene_goal(scene, group, (throng_rect){HALL + way.length + 40, 0, 10, HALL});
    scene->groups[group].is_exit = true;
    const quality_block people = quality_people(0.5, 0.5, 0.75, 13, 150, group);
    quality_scene_block(scene, &people, &random);
}

/* Persons/s into the passage. */
static bool measure_passage(const quality_job *job, const quality_stage *stage, quality_values *out)
{
    const double x = (HALL + 0.5) * PASSAGE_CELL;
    (void)job;
    return quality_measure_door(stage, (quality_segment){x, 0, x, HALL * PASSAGE_CELL}, out);
}

/* Runs it; only the first one is drawn. */
static bool flow_into(const quality_job *job, passage way, quality_values *out, double *flow)
{
    quality_scene scene;
    build_passage(job, way, &scene);
    if (!quality_play(job, &scene, 1, measure_passage, out))
        return false;
    *flow = out->value[QUALITY_FLOW] * HALL * PASSAGE_CELL;
    return true;
}

/* 1 m wide: is a passage of 5 m slower than one of 0.2 m? */
bool quality_run_rimea_12b(const quality_job *job, quality_values *out)
{
    double flow_long = 0, flow_short = 0;
    quality_values unused;
    quality_job unseen = *job;
    unseen.folder = NULL;
    quality_nothing(&unused);
    if (!flow_into(job, (passage){5, 25}, out, &flow_long) ||
        !flow_into(&unseen, (passage){5, 1}, &unused, &flow_short))
        return false;
    out->value[QUALITY_LENGTH_COST] = flow_short - flow_long;
    return true;
}

/* RiMEA test 10: a corridor of 27 x 2 m with six rooms of 4 x 3 m on either side, behind doors of
 * 1 m, and 23 people in them: two in every room, one in the last. Those of the rooms 1 to 4 and 7
 * to 10 leave at the corridor's west end, the main exit, the others at its east end. A group knows
 * no exit but its own, so whoever has left has obeyed. Widths of rooms and corridor are ours: the
 * guideline's are not known to us. */
enum { ROOMS = 6, ROOM_CELLS = 9, ROOM_DEPTH = 6, CORRIDOR_CELLS = 4 };

static void build_rimea_10(const quality_job *job, quality_scene *scene)
{
    const int32_t width = ROOMS * ROOM_CELLS, height = 2 * (ROOM_DEPTH + 1) + CORRIDOR_CELLS;
    uint64_t random = job->seed;
    quality_scene_open(scene, width, height, 0.5);
    scene->seconds = 60;
    scene->time_gap = job->time_gap;
    int32_t groups[2];
    for (int32_t i = 0; i < 2; i++) {
        groups[i] = quality_scene_group(scene);
        quality_scene_goal(scene, groups[i],
                           (throng_rect){i ? width - 1 : 0, ROOM_DEPTH + 1, 1, CORRIDOR_CELLS});
        scene->groups[groups[i]].is_exit = true;
    }
    for (int32_t room = 0; room < 2 * ROOMS; room++) {
        const int32_t x = room % ROOMS * ROOM_CELLS, is_south = room / ROOMS;
        const int32_t y = is_south ? ROOM_DEPTH + 2 + CORRIDOR_CELLS : 0;
        const int32_t wall = is_south ? y - 1 : ROOM_DEPTH;
        quality_scene_fill(scene, (throng_rect){x, wall, ROOM_CELLS, 1}, THRONG_WALL);
        quality_scene_fill(scene, (throng_rect){x + 3, wall, 2, 1}, 1);
        quality_scene_fill(scene, (throng_rect){x + ROOM_CELLS - 1, y, 1, ROOM_DEPTH}, THRONG_WALL);
        const quality_block people =
            quality_people(x * 0.5 + 1.0, y * 0.5 + 1.5, 1.2, 2, room < 2 * ROOMS - 1 ? 2 : 1,
                           groups[room % ROOMS >= 4]);
        quality_scene_block(scene, &people, &random);
    }
}

bool quality_run_rimea_10(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    build_rimea_10(job, &scene);
    return quality_play(job, &scene, 1, NULL, out);
}

/* 5 m long: does flow rise with width? */
bool quality_run_rimea_12d(const quality_job *job, quality_values *out)
{
    double flow[3] = {0, 0, 0};
    quality_values unused;
    quality_job unseen = *job;
    unseen.folder = NULL;
    quality_nothing(&unused);
    if (!flow_into(job, (passage){4, 25}, out, &flow[0]) ||
        !flow_into(&unseen, (passage){5, 25}, &unused, &flow[1]) ||
        !flow_into(&unseen, (passage){6, 25}, &unused, &flow[2]))
        return false;
    out->value[QUALITY_FLOW_RISE] = fmin(flow[1] - flow[0], flow[2] - flow[1]);
    return true;
}

/* RiMEA test 16: a file of people, one behind the other; mean speeds in the middle stretch must lie
 * between the 10th and the 90th percentile of laboratory runs. */
typedef struct file_speed {
    double density; /* 1/m */
    double least, most;
} file_speed;

static const file_speed file_speeds[] = {
    {0.3, 0.840, 1.473}, {0.5, 0.708, 1.389}, {0.9, 0.448, 1.101},
    {1.1, 0.316, 0.840}, {1.5, 0.112, 0.485}, {1.9, 0.048, 0.314},
    {2.3, 0.027, 0.239}, {2.7, 0.019, 0.208}, {3.1, 0.016, 0.186},
};

enum { FILE_SPEEDS = sizeof file_speeds / sizeof file_speeds[0] };

static void build_file(const quality_job *job, double density, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 120, 1, 0.5);
    scene->seconds = 18;
    scene->time_gap = job->time_gap;
    const int32_t group = quality_scene_group(scene);
    quality_scene_goal(scene, group, (throng_rect){118, 0, 2, 1});
    scene->groups[group].is_exit = true;
    for (int32_t i = 0; i < (int32_t)(58 * density); i++) {
        const double x = (i + 0.5) / density + quality_jitter(&random, 0.01 / density);
        quality_scene_add_sized(scene, (quality_agent){x, 0.25, 0.15, 1.34, group});
    }
}

static bool measure_file(const quality_job *job, const quality_stage *stage, quality_values *out)
{
    const quality_record *const record = &stage->record;
    const quality_box middle = {25, 0, 35, 0.5};
    double density = 0;
    (void)job;
    /* The first 5 s are for getting under way; the thinning that starts at the front, and the end
     * of the file, are not there before 18 s. */
    quality_speed_density(record, middle, quality_frame_at(record, 5), record->frame_count - 1,
                          &out->value[QUALITY_SECONDS], &density);
    return true;
}

bool quality_run_rimea_16(const quality_job *job, quality_values *out)
{
    double inside = 0;
    for (int32_t i = 0; i < FILE_SPEEDS; i++) {
        quality_scene scene;
        quality_job unseen = *job;
        unseen.folder = i == 0 ? job->folder : NULL;
        build_file(job, file_speeds[i].density, &scene);
        if (!quality_play(&unseen, &scene, 1, measure_file, out))
            return false;
        const double speed = out->value[QUALITY_SECONDS];
        inside += speed >= file_speeds[i].least && speed <= file_speeds[i].most;
    }
    out->value[QUALITY_SECONDS] = NAN;
    out->value[QUALITY_IN_BAND] = inside / FILE_SPEEDS;
    return true;
}

/* IMO test 8: two rooms of 10 x 10 m, a corridor of 10 x 2 m; 100 people go one way, `against` the
 * other. */
static void build_imo_8(const quality_job *job, int32_t against, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 60, 20, 0.5);
    scene->seconds = 450;
    scene->time_gap = job->time_gap;
    quality_scene_fill(scene, (throng_rect){20, 0, 20, 20}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){20, 8, 20, 4}, 1);
    for (int32_t side = 0; side < 2; side++) {
        const int32_t group = quality_scene_group(scene);
        quality_scene_goal(scene, group, (throng_rect){side == 0 ? 56 : 0, 0, 4, 20});
        scene->groups[group].is_exit = true;
        const quality_block people =
            quality_people(side == 0 ? 0.5 : 22.3, 0.7, 0.75, 10, side == 0 ? 100 : against, group);
        quality_scene_block(scene, &people, &random);
    }
}

static bool measure_imo_8(const quality_job *job, const quality_stage *stage, quality_values *out)
{
    (void)job;
    out->value[QUALITY_SECONDS] = quality_complete(&stage->record, 0).t100;
    return true;
}

/* Does the last of the hundred come later, the more there are who come against them? */
bool quality_run_imo_8(const quality_job *job, quality_values *out)
{
    static const int32_t against[] = {0, 10, 50, 100};
    double last = 0, rise = INFINITY;
    for (int32_t i = 0; i < 4; i++) {
        quality_scene scene;
        quality_job unseen = *job;
        unseen.folder = i == 3 ? job->folder : NULL;
        build_imo_8(job, against[i], &scene);
        if (!quality_play(&unseen, &scene, 1, measure_imo_8, out))
            return false;
        if (i > 0)
            rise = fmin(rise, out->value[QUALITY_SECONDS] - last);
        last = out->value[QUALITY_SECONDS];
    }
    out->value[QUALITY_LATER] = rise;
    return true;
}
