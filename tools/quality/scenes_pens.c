/* Scenes in closed rooms: overfull pens, a gap for the small, and rooms with doors. */
#include "score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

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

static bool measure_sealed_box(const quality_job *job, const quality_stage *stage,
                               quality_values *out)
{
    (void)job;
    out->value[QUALITY_ESCAPED] = quality_escaped(&stage->record, &stage->scene->ground);
    return true;
}

bool quality_run_sealed_box(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    uint64_t random = job->seed;
    quality_scene_open(&scene, 2 * PEN_APART, 2 * PEN_APART, 0.5);
    scene.dt = job->trial->dt;
    scene.seconds = job->is_quick ? 15 : 60;
    for (int32_t pen = 0; pen < 4; pen++)
        build_pen(&scene, pen, &random);
    return quality_play(job, &scene, 1, measure_sealed_box, out);
}

/* Size mix: a wall in column 40 of 80 x 40 cells of 0.3 m with a gap of 1.2 m, and of 3 m after 45
 * s. Group 0 has a radius of 0.2 m, group 1 of 0.8 m. */
enum { GAP_COLUMN = 40, SMALL_COUNT = 40, BIG_COUNT = 4 };
#define GAP_CELL 0.3
#define WIDENED 45.0

static void build_size_mix(const quality_job *job, quality_scene *scene)
{
    uint64_t random = job->seed;
    quality_scene_open(scene, 80, 40, GAP_CELL);
    scene->seconds = 120;
    quality_scene_fill(scene, (throng_rect){GAP_COLUMN, 0, 1, 40}, THRONG_WALL);
    quality_scene_fill(scene, (throng_rect){GAP_COLUMN, 18, 1, 4}, 1);
    for (int32_t group = 0; group < 2; group++) {
        quality_scene_group(scene);
        quality_scene_goal(scene, group, (throng_rect){66, 6, 12, 28});
    }
    /* The small ones stand nearer to the gap: a big one that comes first would fill it. */
    quality_block small = quality_people(6, 4, 0.5, 5, SMALL_COUNT, 0);
    small.radius = 0.2;
    quality_scene_block(scene, &small, &random);
    quality_block big = quality_people(2, 2, 2.2, 1, BIG_COUNT, 1);
    big.radius = 0.8;
    quality_scene_block(scene, &big, &random);
}

/* Deepest overlap between the big ones; false without memory. */
static bool deepest_of_big(const quality_record *record, double *deepest)
{
    quality_record big = *record;
    static const quality_overlaps nothing;
    quality_overlaps *const sum = tool_alloc(1, sizeof *sum);
    const size_t count = (size_t)record->frame_count * (size_t)record->agent_count;
    big.state = tool_alloc(count, 1);
    bool is_good = sum != NULL && big.state != NULL;
    for (int32_t f = 0; is_good && f < record->frame_count; f++) {
        for (int32_t i = SMALL_COUNT; i < record->agent_count; i++)
            big.state[quality_at(&big, f, i)] = record->state[quality_at(record, f, i)];
    }
    if (is_good) {
        *sum = nothing;
        is_good = quality_add_overlaps(&big, 0, big.frame_count - 1, 0, sum);
        *deepest = fmax(*deepest, sum->deepest);
    }
    free(sum);
    free(big.state);
    return is_good;
}

/* Agent-steps of big ones whose centre is in the gap. */
static double count_in_gap(const quality_record *record)
{
    double count = 0;
    for (int32_t f = 0; f < record->frame_count; f++) {
        for (int32_t i = SMALL_COUNT; i < record->agent_count; i++) {
            const double x = (double)record->x[quality_at(record, f, i)] / GAP_CELL;
            count += x >= GAP_COLUMN && x < GAP_COLUMN + 1;
        }
    }
    return count;
}

/* How many small ones stand behind the wall at the end. */
static double count_passed(const quality_record *record)
{
    double count = 0;
    for (int32_t i = 0; i < SMALL_COUNT; i++) {
        const size_t at = quality_at(record, record->frame_count - 1, i);
        count += (double)record->x[at] / GAP_CELL > GAP_COLUMN + 1;
    }
    return count;
}

static bool play_size_mix(const quality_job *job, quality_scene *scene, quality_stage *stage,
                          quality_values *out)
{
    double deepest = 0;
    const throng_rect gap = {GAP_COLUMN, 15, 1, 10};
    if (!quality_stage_open(stage, scene, job->manner) || !quality_stage_run(stage, WIDENED))
        return false;
    out->value[QUALITY_IN_GAP] = count_in_gap(&stage->record);
    out->value[QUALITY_PASSED] = count_passed(&stage->record);
    quality_walls walls = {0, 0, 0, 0};
    quality_add_walls(&stage->record, &scene->ground, 0, stage->record.frame_count - 1, &walls);
    if (!deepest_of_big(&stage->record, &deepest))
        return false;
    if (!quality_stage_fill(stage, gap, 1) || !quality_stage_restart(stage) ||
        !quality_stage_run(stage, scene->seconds) || !deepest_of_big(&stage->record, &deepest) ||
        !quality_measure_common(stage, 1, out))
        return false;
    out->value[QUALITY_BIG_DEEPEST] = deepest;
    out->value[QUALITY_IN_WALL] += (double)walls.inside;
    out->value[QUALITY_CROSSINGS] += (double)walls.crossings;
    out->value[QUALITY_CLIP] = fmax(out->value[QUALITY_CLIP], walls.clip);
    return quality_draw(job, stage);
}

bool quality_run_size_mix(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    build_size_mix(job, &scene);
    const bool is_good = play_size_mix(job, &scene, &stage, out);
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    return is_good;
}

/* Rooms: 5 x 4 of 8 x 8 m, walls of one cell of 0.5 m, a door of 1 m between neighbours. Every
 * minute each of ten groups gets another room to go to, no two the same. */
enum { ROOM_COLUMNS = 5, ROOM_ROWS = 4, ROOM_COUNT = 20, ROOM_SIDE = 16, ROOM_GROUPS = 10 };
#define ROOM_SECONDS 60.0

/* After the last orders there is time for everybody to come to rest. */
#define LAST_SECONDS 180.0

static throng_rect room_at(int32_t number)
{
    const throng_rect room = {1 + number % ROOM_COLUMNS * (ROOM_SIDE + 1),
                              1 + number / ROOM_COLUMNS * (ROOM_SIDE + 1), ROOM_SIDE, ROOM_SIDE};
    return room;
}

static void build_rooms(quality_scene *scene, uint64_t *random)
{
    const int32_t width = ROOM_COLUMNS * (ROOM_SIDE + 1) + 1;
    const int32_t height = ROOM_ROWS * (ROOM_SIDE + 1) + 1;
    quality_scene_open(scene, width, height, 0.5);
    scene->seconds = LAST_SECONDS;
    scene->rest = 1;
    quality_scene_fill(scene, (throng_rect){0, 0, width, height}, THRONG_WALL);
    for (int32_t i = 0; i < ROOM_COUNT; i++) {
        const throng_rect room = room_at(i);
        quality_scene_fill(scene, room, 1);
        if (i % ROOM_COLUMNS + 1 < ROOM_COLUMNS)
            quality_scene_fill(scene, (throng_rect){room.x + ROOM_SIDE, room.y + 7, 1, 2}, 1);
        if (i / ROOM_COLUMNS + 1 < ROOM_ROWS)
            quality_scene_fill(scene, (throng_rect){room.x + 7, room.y + ROOM_SIDE, 2, 1}, 1);
    }
    for (int32_t g = 0; g < ROOM_GROUPS; g++)
        quality_scene_goal(scene, quality_scene_group(scene), room_at(g));
    for (int32_t i = 0; i < ROOM_COUNT; i++) {
        const throng_rect room = room_at(i);
        const quality_block people =
            quality_people(room.x * 0.5 + 0.6, room.y * 0.5 + 0.6, 0.95, 8, 50, i % ROOM_GROUPS);
        quality_scene_block(scene, &people, random);
    }
}

/* Ten different rooms (Fisher and Yates 1938). */
static bool give_orders(quality_stage *stage, uint64_t *random)
{
    int32_t rooms[ROOM_COUNT];
    for (int32_t i = 0; i < ROOM_COUNT; i++)
        rooms[i] = i;
    for (int32_t g = 0; g < ROOM_GROUPS; g++) {
        const int32_t k = g + (int32_t)(tool_random(random) % (uint64_t)(ROOM_COUNT - g));
        const int32_t room = rooms[k];
        rooms[k] = rooms[g];
        rooms[g] = room;
        if (!quality_stage_set_goal(stage, g, room_at(room)))
            return false;
    }
    return true;
}

/* Sums over all minutes. */
typedef struct rooms_sum {
    quality_overlaps overlaps;
    quality_stuck stuck;
    quality_walls walls;
} rooms_sum;

static bool add_minute(const quality_stage *stage, bool is_first, rooms_sum *sum)
{
    const quality_record *const record = &stage->record;
    const int32_t last = record->frame_count - 1;
    quality_add_stuck(record, 0, last, &sum->stuck);
    quality_add_walls(record, &stage->scene->ground, 0, last, &sum->walls);
    return quality_add_overlaps(record, 0, last, quality_frame_at(record, is_first ? 1 : 0),
                                &sum->overlaps);
}

static bool play_rooms(const quality_job *job, quality_scene *scene, quality_stage *stage,
                       uint64_t *random, rooms_sum *sum)
{
    const int32_t minutes = job->is_quick ? 2 : 60;
    if (!quality_stage_open(stage, scene, job->manner))
        return false;
    for (int32_t minute = 0; minute < minutes; minute++) {
        const double now = stage->step * scene->dt;
        const double length = minute + 1 < minutes ? ROOM_SECONDS : LAST_SECONDS;
        if (!give_orders(stage, random) || !quality_stage_restart(stage) ||
            !quality_stage_run(stage, now + length) || !add_minute(stage, minute == 0, sum))
            return false;
    }
    return quality_draw(job, stage);
}

bool quality_run_rooms(const quality_job *job, quality_values *out)
{
    quality_scene scene;
    quality_stage stage;
    uint64_t random = job->seed;
    rooms_sum *const sum = tool_alloc(1, sizeof *sum);
    if (sum == NULL)
        return false;
    build_rooms(&scene, &random);
    const bool is_good = play_rooms(job, &scene, &stage, &random, sum);
    if (is_good) {
        out->value[QUALITY_ARRIVED] = quality_complete(&stage.record, -1).arrived;
        out->value[QUALITY_STUCK] = sum->stuck.stuck / sum->stuck.active;
        out->value[QUALITY_STUCK_LONGEST] = sum->stuck.longest;
        out->value[QUALITY_OVERLAP_SHARE] = quality_overlap_share(&sum->overlaps);
        out->value[QUALITY_OVERLAP_DEEPEST] = sum->overlaps.deepest;
        out->value[QUALITY_DEEP_PAIRS] = (double)sum->overlaps.deep_pairs;
        out->value[QUALITY_NONFINITE] = (double)sum->walls.nonfinite;
        out->value[QUALITY_IN_WALL] = (double)sum->walls.inside;
        out->value[QUALITY_CROSSINGS] = (double)sum->walls.crossings;
        out->value[QUALITY_CLIP] = sum->walls.clip;
    }
    quality_stage_close(&stage);
    quality_scene_close(&scene);
    free(sum);
    return is_good;
}
