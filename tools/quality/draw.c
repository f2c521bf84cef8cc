/* Trajectories: everybody's way as a thin line in the colour of the group that grows darker with
 * time, the last place as a disc, walls dark, goals tinted. */
#include "../canvas.h"
#include "score.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Pixels of the longer side, and of the margin. */
#define SIDE 1200.0
#define MARGIN 12

/* s between two points of a line. */
#define SAMPLE 0.25

typedef struct drawing {
    tool_canvas canvas;
    const quality_stage *stage;
    float scale; /* pixels per metre */
} drawing;

/* Colours round a circle, so that neighbours in a ring of groups are alike. */
static tool_colour colour_of(const drawing *d, int32_t group)
{
    static const uint32_t few[] = {0x1f6fb4, 0xd9542b, 0x3a9a4b, 0x8a55b5};
    const int32_t count = d->stage->scene->group_count;
    if (count <= 4)
        return tool_colour_hex(few[group]);
    const float angle = 6.2831853f * (float)group / (float)count;
    const tool_colour round = {0.5f + 0.4f * sinf(angle), 0.45f + 0.3f * sinf(angle + 2.1f),
                               0.5f + 0.4f * sinf(angle + 4.2f)};
    return round;
}

static void draw_cell(drawing *d, int32_t x, int32_t y, tool_colour colour, float alpha)
{
    const float side = (float)d->stage->scene->ground.cell * d->scale;
    const int32_t left = MARGIN + (int32_t)((float)x * side);
    const int32_t top = MARGIN + (int32_t)((float)y * side);
    const int32_t right = MARGIN + (int32_t)((float)(x + 1) * side);
    const int32_t bottom = MARGIN + (int32_t)((float)(y + 1) * side);
    tool_canvas_fill(&d->canvas, left, top, right - left, bottom - top, colour, alpha);
}

static void draw_ground(drawing *d)
{
    const quality_scene *const scene = d->stage->scene;
    const tool_colour paper = tool_colour_hex(0xf7f5f0), wall = tool_colour_hex(0x3c3a40);
    const quality_ground *const ground = &scene->ground;
    tool_canvas_fill(&d->canvas, 0, 0, d->canvas.width, d->canvas.height, wall, 1);
    for (int32_t i = 0; i < ground->width * ground->height; i++) {
        if (ground->cost[i] != THRONG_WALL)
            draw_cell(d, i % ground->width, i / ground->width, paper, 1);
    }
    for (int32_t g = 0; g < scene->group_count; g++) {
        for (int32_t k = 0; k < scene->groups[g].goal_count; k++) {
            const throng_cell goal = scene->groups[g].goals[k];
            draw_cell(d, goal.x, goal.y, colour_of(d, g), 0.22f);
        }
    }
}

static void draw_way(drawing *d, int32_t agent)
{
    const quality_record *const record = &d->stage->record;
    const tool_colour colour = colour_of(d, record->group[agent]);
    const int32_t stride = (int32_t)fmax(1.0, SAMPLE / record->dt + 0.5);
    size_t from = quality_at(record, 0, agent);
    for (int32_t f = stride; f < record->frame_count; f += stride) {
        const size_t to = quality_at(record, f, agent);
        if (!(record->state[from] & QUALITY_PRESENT) || !isfinite(record->x[to]))
            break;
        const float alpha = 0.12f + 0.5f * (float)f / (float)record->frame_count;
        tool_canvas_line(&d->canvas, MARGIN + record->x[from] * d->scale,
                         MARGIN + record->y[from] * d->scale, MARGIN + record->x[to] * d->scale,
                         MARGIN + record->y[to] * d->scale, 1.3f, colour, alpha, alpha);
        from = to;
    }
}

static void draw_end(drawing *d, int32_t agent)
{
    const quality_record *const record = &d->stage->record;
    const size_t at = quality_at(record, record->frame_count - 1, agent);
    if (!(record->state[at] & QUALITY_PRESENT) || !isfinite(record->x[at]))
        return;
    const float x = MARGIN + record->x[at] * d->scale, y = MARGIN + record->y[at] * d->scale;
    const float radius = fmaxf(1.5f, record->radius[agent] * d->scale);
    const tool_colour colour = colour_of(d, record->group[agent]);
    const bool is_settled = record->state[at] & QUALITY_SETTLED;
    tool_canvas_disc(&d->canvas, x, y, radius, colour, is_settled ? 0.85f : 0.35f);
    tool_canvas_ring(&d->canvas, x, y, radius, 1.0f, tool_colour_scale(colour, 0.5f), 0.9f);
}

/* FOLDER/scenario-variant.png, what is no letter, digit or point in the variant as a dash. */
static void name_file(const quality_job *job, char *path, size_t path_bytes)
{
    const bool has_variant = job->trial->variant[0] != '\0';
    snprintf(path, path_bytes, "%s/%s%s%s.png", job->folder, job->trial->scenario,
             has_variant ? "-" : "", job->trial->variant);
    for (char *c = path + strlen(job->folder) + 1; *c != '\0'; c++) {
        if (*c == ' ' || *c == ',' || *c == '/')
            *c = '-';
    }
}

bool quality_draw(const quality_job *job, const quality_stage *stage)
{
    /* One arrangement is enough to look at. */
    if (job->folder == NULL || job->seed != 1)
        return true;
    const quality_ground *const ground = &stage->scene->ground;
    const double longer = ground->width > ground->height ? ground->width : ground->height;
    drawing d = {.stage = stage, .scale = (float)(SIDE / (longer * ground->cell))};
    const double pixels = SIDE / longer;
    if (!tool_canvas_open(&d.canvas, 2 * MARGIN + (int32_t)(ground->width * pixels),
                          2 * MARGIN + (int32_t)(ground->height * pixels)))
        return false;
    draw_ground(&d);
    for (int32_t i = 0; i < stage->record.agent_count; i++)
        draw_way(&d, i);
    for (int32_t i = 0; i < stage->record.agent_count; i++)
        draw_end(&d, i);
    char path[1024];
    name_file(job, path, sizeof path);
    const bool is_good = tool_canvas_write_png(&d.canvas, path);
    tool_canvas_close(&d.canvas);
    return is_good;
}
