#include "sample/sample.h"

#include "tasks/tasks.h"

#include <string.h>

/* Points per block: large enough that threads are worth it, small enough that the four buffers of a
 * block (16 KiB) stay in the first-level cache. */
#define BLOCK_POINTS 1024

/* Fields per call: their table is on the stack. */
#define FIELDS_MAX 256

void throng_sample_desc_init(throng_sample_desc *desc, size_t struct_size)
{
    throng_sample_desc defaults = {.struct_size = sizeof defaults};
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

typedef struct block_job {
    const throng_kernels *kernels;
    throng_sample_job sample; /* everything but the arrays */
    const throng_cost_field *terrain;
    throng_points points;
    throng_vectors headings;
} block_job;

static float load(const float *base, size_t stride, int32_t i)
{
    float value;
    memcpy(&value, (const char *)base + (size_t)i * stride, sizeof value);
    return value;
}

static void store(float *base, size_t stride, int32_t i, float value)
{
    memcpy((char *)base + (size_t)i * stride, &value, sizeof value);
}

static int32_t field_of(const throng_points *points, int32_t i)
{
    int32_t field = 0;
    if (points->field)
        memcpy(&field, (const char *)points->field + (size_t)i * points->field_stride_bytes,
               sizeof field);
    return field;
}

/* 1 / cost without prices of the cell under a point, which is moved onto the map first. */
static float terrain_speed(const throng_cost_field *terrain, float x, float y)
{
    int32_t column = throng_column_of(terrain, x), row = throng_row_of(terrain, y);
    column = column > 0 ? column < terrain->grid.width ? column : terrain->grid.width - 1 : 0;
    row = row > 0 ? row < terrain->grid.height ? row : terrain->grid.height - 1 : 0;
    return 1.0f /
           (float)terrain->ground[(size_t)row * (size_t)terrain->grid.width + (size_t)column];
}

static void run_block(const block_job *job, int32_t first, int32_t count)
{
    float x[BLOCK_POINTS], y[BLOCK_POINTS], heading_x[BLOCK_POINTS], heading_y[BLOCK_POINTS];
    int32_t view_index[BLOCK_POINTS];
    const throng_points *points = &job->points;
    for (int32_t i = 0; i < count; i++) {
        x[i] = load(points->x, points->stride_bytes, first + i);
        y[i] = load(points->y, points->stride_bytes, first + i);
        view_index[i] = field_of(points, first + i);
    }
    throng_sample_job sample = job->sample;
    sample.x = x;
    sample.y = y;
    sample.view_index = view_index;
    sample.heading_x = heading_x;
    sample.heading_y = heading_y;
    job->kernels->sample(&sample, 0, count);
    for (int32_t i = 0; i < count; i++) {
        if (job->terrain && (heading_x[i] != 0.0f || heading_y[i] != 0.0f)) {
            float speed = terrain_speed(job->terrain, x[i], y[i]);
            heading_x[i] *= speed;
            heading_y[i] *= speed;
        }
        store(job->headings.x, job->headings.stride_bytes, first + i, heading_x[i]);
        store(job->headings.y, job->headings.stride_bytes, first + i, heading_y[i]);
    }
}

static void run_blocks(int32_t begin, int32_t end, void *data)
{
    const block_job *job = data;
    for (int32_t block = begin; block < end; block++) {
        int32_t first = block * BLOCK_POINTS, left = job->points.count - first;
        run_block(job, first, left < BLOCK_POINTS ? left : BLOCK_POINTS);
    }
}

static throng_result check_fields(const throng_context *context,
                                  const throng_flow_field *const *fields, int32_t field_count,
                                  const throng_cost_field *terrain)
{
    if (!fields || field_count < 1 || field_count > FIELDS_MAX)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "field_count is %d and fields is %s; there must be 1 to %d fields.",
                             field_count, fields ? "set" : "NULL", FIELDS_MAX);
    for (int32_t i = 0; i < field_count; i++) {
        if (!fields[i])
            return throng_refuse(context, THRONG_ERROR_ARGUMENT, "fields[%d] is NULL.", i);
        if (!throng_grid_equal(&fields[i]->grid, &fields[0]->grid))
            return throng_refuse(context, THRONG_ERROR_SHAPE,
                                 "fields[%d] has another grid than fields[0]; they must be equal.",
                                 i);
        if (!fields[i]->is_solved)
            return throng_refuse(context, THRONG_ERROR_NOT_SOLVED,
                                 "fields[%d] holds no result; call throng_flow.", i);
    }
    if (terrain && !throng_grid_equal(&terrain->grid, &fields[0]->grid))
        return throng_refuse(context, THRONG_ERROR_SHAPE,
                             "desc->terrain has another grid than the fields; they must be equal.");
    return THRONG_OK;
}

static throng_result check_points(const throng_context *context, const throng_points *points,
                                  const throng_vectors *headings, int32_t field_count)
{
    if (!points)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "points is NULL.");
    if (points->count < 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "points->count is %d; it must be >= 0.", points->count);
    if (points->stride_bytes < sizeof(float) || headings->stride_bytes < sizeof(float) ||
        points->field_stride_bytes < sizeof(int32_t))
        return throng_refuse(
            context, THRONG_ERROR_ARGUMENT,
            "stride_bytes of points is %zu, of their fields %zu and of headings %zu; "
            "each must be 0 or at least 4.",
            points->stride_bytes, points->field_stride_bytes, headings->stride_bytes);
    if (points->count == 0)
        return THRONG_OK;
    if (!points->x || !points->y || !headings->x || !headings->y)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "points->x, points->y, headings.x and headings.y must not be NULL.");
    for (int32_t i = 0; i < points->count; i++) {
        int32_t field = field_of(points, i);
        if (field < 0 || field >= field_count)
            return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                                 "points->field[%d] is %d; it must be 0 to %d.", i, field,
                                 field_count - 1);
    }
    return THRONG_OK;
}

throng_result throng_sample(throng_context *context, const throng_flow_field *const *fields,
                            int32_t field_count, const throng_sample_desc *desc,
                            const throng_points *points, throng_vectors headings)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    throng_sample_desc own = throng_sample_desc_default();
    if (desc && !throng_desc_read(&own, sizeof own, desc))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc was not made by throng_sample_desc_default.");
    if ((int)own.wall_rule < THRONG_WALL_RULE_DROP || (int)own.wall_rule > THRONG_WALL_RULE_REPEL)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->wall_rule is %d; it must be 0 or 1.", (int)own.wall_rule);
    throng_result result = check_fields(context, fields, field_count, own.terrain);
    if (result)
        return result;
    throng_points given = points ? *points : (throng_points){0};
    if (given.stride_bytes == 0)
        given.stride_bytes = sizeof(float);
    if (given.field_stride_bytes == 0)
        given.field_stride_bytes = sizeof(int32_t);
    if (headings.stride_bytes == 0)
        headings.stride_bytes = sizeof(float);
    result = check_points(context, points ? &given : NULL, &headings, field_count);
    if (result)
        return result;

    throng_profile(context, THRONG_STAGE_SAMPLE, true);
    const throng_grid *grid = &fields[0]->grid;
    throng_sample_view views[FIELDS_MAX];
    for (int32_t i = 0; i < field_count; i++)
        views[i] = (throng_sample_view){fields[i]->codes, fields[i]->quads, own.wall_rule};
    block_job job = {
        .kernels = &context->kernels,
        .sample = {.width = grid->width,
                   .height = grid->height,
                   .origin_x = grid->origin_x,
                   .origin_y = grid->origin_y,
                   .cells_per_metre = throng_cells_per_metre(grid),
                   .views = views,
                   .cpu_quirks = context->cpu_quirks},
        .terrain = own.terrain,
        .points = given,
        .headings = headings,
    };
    throng_parallel_for(context, throng_block_count(given.count, BLOCK_POINTS), run_blocks, &job);
    throng_profile(context, THRONG_STAGE_SAMPLE, false);
    return THRONG_OK;
}
