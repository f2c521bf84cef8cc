#include "flow/flow.h"

#include "integration/integration.h"
#include "tasks/tasks.h"

/* Cells per block of rows: distances, costs, moves and codes of a block fill about half of a 512
 * KiB second-level cache. */
#define BLOCK_CELLS 32768

static void release(throng_flow_field *field)
{
    throng_context *context = field->context;
    throng_give_padded(context, field->codes, throng_grid_cells(&field->grid), 1);
    throng_give_padded(context, field->quads, throng_quad_count(&field->grid),
                       sizeof *field->quads);
    throng_object_give(context, field, sizeof *field);
}

throng_result throng_flow_create(throng_context *context, const throng_grid *grid,
                                 throng_flow_field **out)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_result result = throng_grid_check(context, grid);
    if (result)
        return result;
    throng_flow_field *field = throng_object_take(context, sizeof *field);
    if (field) {
        field->context = context;
        field->grid = *grid;
        field->codes = throng_take_padded(context, throng_grid_cells(grid), 1);
        field->quads = throng_take_padded(context, throng_quad_count(grid), sizeof *field->quads);
    }
    if (!field || !field->codes || !field->quads) {
        if (field)
            release(field);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a flow field of %d x %d cells.", grid->width,
                             grid->height);
    }
    atomic_init(&field->user_count, 0);
    *out = field;
    return THRONG_OK;
}

throng_result throng_flow_destroy(throng_flow_field *field)
{
    if (!field)
        return THRONG_OK;
    throng_context *context = field->context;
    if (atomic_load(&field->user_count) > 0)
        return throng_refuse(context, THRONG_ERROR_IN_USE,
                             "field is a flow field that a group of a crowd uses.");
    release(field);
    return THRONG_OK;
}

throng_grid throng_flow_grid(const throng_flow_field *field)
{
    return field ? field->grid : (throng_grid){0};
}

typedef struct block_job {
    const throng_kernels *kernels;
    throng_flow_job flow;
    int32_t rows; /* per block */
} block_job;

static void run_codes(int32_t begin, int32_t end, void *data)
{
    const block_job *job = data;
    for (int32_t block = begin; block < end; block++) {
        int32_t first = block * job->rows, last = first + job->rows, rows = job->flow.height;
        job->kernels->flow(&job->flow, first, last < rows ? last : rows);
    }
}

static void run_quads(int32_t begin, int32_t end, void *data)
{
    const block_job *job = data;
    for (int32_t block = begin; block < end; block++) {
        int32_t first = block * job->rows, last = first + job->rows, rows = job->flow.height + 1;
        job->kernels->quads(&job->flow, first, last < rows ? last : rows);
    }
}

throng_result throng_flow(const throng_cost_field *cost,
                          const throng_integration_field *integration, throng_flow_field *out)
{
    if (!out)
        return THRONG_ERROR_ARGUMENT;
    throng_context *context = out->context;
    if (!cost || !integration)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "%s is NULL.",
                             cost ? "integration" : "cost");
    if (!throng_grid_equal(&cost->grid, &out->grid) ||
        !throng_grid_equal(&integration->grid, &out->grid))
        return throng_refuse(
            context, THRONG_ERROR_SHAPE,
            "cost is %d x %d cells, integration %d x %d and out %d x %d, or they lie "
            "elsewhere; their grids must be equal.",
            cost->grid.width, cost->grid.height, integration->grid.width, integration->grid.height,
            out->grid.width, out->grid.height);
    throng_result result = throng_integration_check(context, cost, integration);
    if (result)
        return result;

    throng_profile(context, THRONG_STAGE_FLOW, true);
    int32_t rows = BLOCK_CELLS / cost->grid.width;
    block_job job = {
        .kernels = &context->kernels,
        .flow = {cost->grid.width, cost->grid.height, integration->distance, cost->cost,
                 cost->moves, out->codes, out->quads},
        .rows = rows > 0 ? rows : 1,
    };
    throng_parallel_for(context, throng_block_count(cost->grid.height, job.rows), run_codes, &job);
    throng_parallel_for(context, throng_block_count(cost->grid.height + 1, job.rows), run_quads,
                        &job);
    out->is_solved = true;
    out->integration_serial = integration->serial;
    throng_profile(context, THRONG_STAGE_FLOW, false);
    return THRONG_OK;
}

bool throng_flow_is_solved(const throng_flow_field *field)
{
    return field && field->is_solved;
}

uint8_t throng_flow_at(const throng_flow_field *field, throng_cell cell)
{
    if (!field)
        return THRONG_FLOW_NONE;
    if (cell.x < 0 || cell.y < 0 || cell.x >= field->grid.width || cell.y >= field->grid.height)
        return THRONG_FLOW_WALL;
    if (!field->is_solved)
        return THRONG_FLOW_NONE;
    return field->codes[(size_t)cell.y * (size_t)field->grid.width + (size_t)cell.x];
}

const uint8_t *throng_flow_codes(const throng_flow_field *field)
{
    return field && field->is_solved ? field->codes : NULL;
}

throng_cell throng_flow_step(uint8_t code)
{
    if (code < THRONG_FLOW_E || code > THRONG_FLOW_NE)
        return (throng_cell){0, 0};
    return (throng_cell){throng_step_x[code - 1], throng_step_y[code - 1]};
}

uint64_t throng_flow_hash(const throng_flow_field *field)
{
    if (!field || !field->is_solved)
        return 0;
    return throng_fnv1a(THRONG_FNV_OFFSET, field->codes, (size_t)throng_grid_cells(&field->grid));
}
