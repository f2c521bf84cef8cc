#include "flow/flow.h"

#include "tasks/tasks.h"

/* Cells per block of rows: distances, costs, moves and codes of a block fill about half of a 512
 * KiB second-level cache. */
#define BLOCK_CELLS 32768

/* Rows per block of a wide map: the kernel reads two more. */
#define BLOCK_ROWS_LEAST 8

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
    throng_result result = throng_create_check(context, grid, out);
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
                             "field is a flow field that a group of a crowd or a builder uses.");
    release(field);
    return THRONG_OK;
}

throng_grid throng_flow_grid(const throng_flow_field *field)
{
    return field ? field->grid : (throng_grid){0};
}

/* One cell in plain C takes as long as 14 in a kernel for SSE4.1, 22 for AVX2 and 34 for AVX-512
 * (flow/256 of the benchmarks), so that longer spans of a row are redone with the whole of it. */
#define CELLS_PER_PLAIN_CELL 16

/* Codes that are not to be redone: looking for a span in three rows takes as long as so many cells
 * of a wide kernel, or one of the scalar one. */
#define CELLS_PER_LOOK 8

/* The same for several threads. */
typedef struct block_job {
    throng_flow_rows rows;
    throng_span span; /* of codes; quads have one more */
} block_job;

throng_flow_rows throng_flow_rows_of(const throng_cost_field *cost, const uint32_t *distance,
                                     const throng_flow_field *out)
{
    const int32_t width = cost->grid.width, rows = BLOCK_CELLS / width;
    const throng_isa isa = out->context->kernels.isa;
    const throng_kernels *kernels = throng_kernels_for_rows(&out->context->kernels, width - 1);
    return (throng_flow_rows){.isa = isa,
                              .codes = kernels->flow,
                              .quads = kernels->quads,
                              .row = kernels->flow_row,
                              .job = {.width = width,
                                      .height = cost->grid.height,
                                      .distance = distance,
                                      .cost = cost->cost,
                                      .moves = cost->moves,
                                      .codes = out->codes,
                                      .quads = out->quads},
                              .block_rows = rows > BLOCK_ROWS_LEAST ? rows : BLOCK_ROWS_LEAST,
                              .grid = &cost->grid};
}

static bool is_plain(const throng_flow_rows *rows, int32_t cells)
{
    return rows->isa == THRONG_ISA_SCALAR || cells * CELLS_PER_PLAIN_CELL < rows->job.width;
}

/* Returns how many cells that was. */
static int32_t redo_codes(const throng_flow_rows *rows, int32_t y)
{
    const throng_span span = throng_changes_near(rows->changes, rows->grid, rows->edition, y);
    if (span.begin >= span.end)
        return 0;
    if (!is_plain(rows, span.end - span.begin)) {
        rows->codes(&rows->job, y, y + 1);
        return rows->job.width;
    }
    throng_flow_columns_scalar(&rows->job, y, span.begin, span.end);
    const int32_t cells = span.end - span.begin;
    return rows->isa == THRONG_ISA_SCALAR ? cells : CELLS_PER_PLAIN_CELL * cells;
}

/* Row y of the quads has the codes of the rows y - 1 and y. */
static void redo_quads(const throng_flow_rows *rows, int32_t y)
{
    throng_span span = {rows->job.width, 0};
    for (int32_t r = y > 0 ? y - 1 : 0; r <= y && r < rows->job.height; r++) {
        const throng_span codes = throng_changes_near(rows->changes, rows->grid, rows->edition, r);
        span.begin = codes.begin < span.begin ? codes.begin : span.begin;
        span.end = codes.end > span.end ? codes.end : span.end;
    }
    if (span.begin >= span.end)
        return;
    if (is_plain(rows, span.end - span.begin))
        throng_quads_columns_scalar(&rows->job, y, span.begin, span.end + 1);
    else
        rows->quads(&rows->job, y, y + 1);
}

static void derive_quads(const throng_flow_rows *rows, int32_t y)
{
    if (rows->changes)
        redo_quads(rows, y);
    else
        rows->quads(&rows->job, y, y + 1);
}

int64_t throng_flow_do_rows(const throng_flow_rows *rows, int32_t first, int32_t last)
{
    int64_t cells = 0;
    if (!rows->changes) {
        rows->codes(&rows->job, first, last);
        rows->quads(&rows->job, first, first + 1);
        cells = (int64_t)(last - first) * rows->job.width;
    }
    for (int32_t y = first; rows->changes && y < last; y++) {
        cells += redo_codes(rows, y) + (rows->isa == THRONG_ISA_SCALAR ? 1 : CELLS_PER_LOOK);
        redo_quads(rows, y);
    }
    if (last == rows->job.height)
        derive_quads(rows, last);
    return cells;
}

void throng_flow_end_rows(const throng_flow_rows *rows, int32_t last)
{
    if (last > 0 && last < rows->job.height)
        derive_quads(rows, last);
}

static throng_span block_of(const block_job *job, int32_t block)
{
    const int32_t first = job->span.begin + block * job->rows.block_rows;
    const int32_t last = first + job->rows.block_rows;
    return (throng_span){first, last < job->span.end ? last : job->span.end};
}

/* Codes of each block and the quads within it. */
static void run_blocks(int32_t begin, int32_t end, void *data)
{
    const block_job *job = data;
    const throng_flow_rows *rows = &job->rows;
    for (int32_t i = begin; i < end; i++) {
        const throng_span block = block_of(job, i);
        if (!rows->changes)
            rows->codes(&rows->job, block.begin, block.end);
        for (int32_t y = block.begin; rows->changes && y < block.end; y++)
            redo_codes(rows, y);
        for (int32_t y = block.begin + 1; rows->changes && y < block.end; y++)
            redo_quads(rows, y);
    }
}

/* Quads between each block and the one before it, and below the last one. */
static void run_seams(int32_t begin, int32_t end, void *data)
{
    const block_job *job = data;
    for (int32_t i = begin; i < end; i++) {
        const throng_span block = block_of(job, i);
        derive_quads(&job->rows, block.begin);
        if (block.end == job->span.end)
            derive_quads(&job->rows, block.end);
    }
}

/* Goals with a price: where D is the price there is no direction, though a neighbour may explain D
 * as well. */
static void still_goals(const throng_integration_field *integration, throng_flow_field *out)
{
    const throng_flow_job job = {.width = out->grid.width,
                                 .height = out->grid.height,
                                 .codes = out->codes,
                                 .quads = out->quads};
    for (int32_t i = 0; i < integration->goal_count; i++) {
        const throng_cell g = integration->goals[i];
        const size_t cell = (size_t)g.y * (size_t)job.width + (size_t)g.x;
        if (integration->distance[cell] != integration->prices[i])
            continue;
        out->codes[cell] = THRONG_FLOW_NONE;
        for (int32_t row = g.y; row < g.y + 2; row++)
            throng_quads_columns_scalar(&job, row, g.x, g.x + 2);
    }
}

static void finish(const throng_integration_field *integration, throng_flow_field *out)
{
    out->cost_serial = integration->cost_serial;
    out->cost_revision = integration->cost_revision;
    out->reached_rows = integration->reached_rows;
    if (integration->is_priced)
        still_goals(integration, out);
    out->is_solved = true;
    out->integration_serial = integration->serial;
    out->root = integration->changes.root;
    out->edition = integration->changes.edition;
}

void throng_flow_exchange(const throng_integration_field *integration, throng_flow_field *out,
                          throng_flow_field *own)
{
    const throng_flow_field old = *out;
    out->codes = own->codes;
    out->quads = own->quads;
    own->codes = old.codes;
    own->quads = old.quads;
    own->is_solved = old.is_solved;
    own->integration_serial = old.integration_serial;
    own->root = old.root;
    own->edition = old.edition;
    own->cost_serial = old.cost_serial;
    own->cost_revision = old.cost_revision;
    own->reached_rows = old.reached_rows;
    finish(integration, out);
}

/* A flow field that is derived while the rows of its integration field are written. */
typedef struct follower {
    throng_flow_rows rows;
    int32_t row_count; /* of codes that are done, and of quads */
} follower;

static void follow_row(void *data, const throng_halves_rows *halves)
{
    follower *f = data;
    f->rows.row(&f->rows.job, halves);
    if (halves->x + halves->count == f->rows.job.width)
        f->row_count = halves->y + 1;
}

/* Directions down to the last row that has one below it, unless they are there. */
static void follow(void *data, int32_t row_end)
{
    follower *f = data;
    const int32_t height = f->rows.job.height, end = row_end < height ? row_end - 1 : height;
    while (f->row_count < end) {
        const int32_t first = f->row_count, left = end - first;
        f->row_count += left < f->rows.block_rows ? left : f->rows.block_rows;
        throng_flow_do_rows(&f->rows, first, f->row_count);
    }
}

/* Rows in which a direction may differ from those of `out`, if that was derived on this very map:
 * those that were reached then, or are now. All of them otherwise. */
static throng_span reached_rows(const throng_cost_field *cost,
                                const throng_integration_field *integration,
                                const throng_flow_field *out)
{
    throng_span rows = integration->reached_rows;
    if (!out->is_solved || out->cost_serial != cost->serial || out->cost_revision != cost->revision)
        return (throng_span){0, cost->grid.height};
    if (out->reached_rows.begin >= out->reached_rows.end)
        return rows;
    if (rows.begin >= rows.end)
        return out->reached_rows;
    rows.begin = out->reached_rows.begin < rows.begin ? out->reached_rows.begin : rows.begin;
    rows.end = out->reached_rows.end > rows.end ? out->reached_rows.end : rows.end;
    return rows;
}

/* Up to a limit: rows that nobody reaches are known only after the solve. */
static bool solve_near(throng_solver *solver, const throng_cost_field *cost,
                       const throng_goals *goals, throng_integration_field *integration,
                       throng_flow_field *out)
{
    if (!throng_integration_solve(solver, cost, goals, false, integration))
        return false;
    const throng_span span = reached_rows(cost, integration, out);
    const throng_flow_rows rows = throng_flow_rows_of(cost, integration->distance, out);
    for (int32_t first = span.begin, last; first < span.end; first = last) {
        last = span.end - first < rows.block_rows ? span.end : first + rows.block_rows;
        throng_flow_do_rows(&rows, first, last);
    }
    throng_flow_end_rows(&rows, span.end);
    finish(integration, out);
    return true;
}

bool throng_flow_solve(throng_solver *solver, const throng_cost_field *cost,
                       const throng_goals *goals, throng_integration_field *integration,
                       throng_flow_field *out)
{
    if (goals->limit < THRONG_UNREACHABLE)
        return solve_near(solver, cost, goals, integration, out);
    follower f = {.rows = throng_flow_rows_of(cost, integration->distance, out)};
    solver->follow = follow;
    solver->follow_row = f.rows.row ? follow_row : NULL;
    solver->follower = &f;
    const bool fits = throng_integration_solve(solver, cost, goals, false, integration);
    solver->follow = NULL;
    solver->follow_row = NULL;
    solver->follower = NULL;
    if (!fits)
        return false;
    follow(&f, cost->grid.height);
    finish(integration, out);
    return true;
}

throng_result throng_flow_check(const throng_context *context, const throng_cost_field *cost,
                                const throng_integration_field *integration,
                                const throng_flow_field *out, const char *name)
{
    if (throng_grid_equal(&cost->grid, &out->grid) &&
        throng_grid_equal(&integration->grid, &out->grid))
        return THRONG_OK;
    return throng_refuse(context, THRONG_ERROR_SHAPE,
                         "cost is %d x %d cells, integration %d x %d and %s %d x %d, or they lie "
                         "elsewhere; their grids must be equal.",
                         cost->grid.width, cost->grid.height, integration->grid.width,
                         integration->grid.height, name, out->grid.width, out->grid.height);
}

throng_span throng_flow_stale_rows(const throng_flow_rows *rows)
{
    const throng_changes *changes = rows->changes;
    const int32_t height = rows->job.height;
    if (!changes || changes->edition > rows->edition + 1)
        return (throng_span){0, height};
    if (changes->edition == rows->edition || changes->first >= changes->last)
        return (throng_span){0, 0};
    /* The rows beside the changed ones too. */
    return (throng_span){changes->first > 0 ? changes->first - 1 : 0,
                         changes->last < height ? changes->last + 1 : height};
}

/* Derives all directions, or those that changed since `out` was derived from the same field. */
static void derive(const throng_cost_field *cost, const throng_integration_field *integration,
                   throng_flow_field *out)
{
    block_job job = {.rows = throng_flow_rows_of(cost, integration->distance, out)};
    if (out->is_solved && out->root == integration->changes.root) {
        job.rows.changes = &integration->changes;
        job.rows.edition = out->edition;
    }
    job.span =
        job.rows.changes ? throng_flow_stale_rows(&job.rows) : reached_rows(cost, integration, out);
    const int32_t count = job.span.end - job.span.begin;
    if (count > 0) {
        const int32_t block_count = throng_block_count(count, job.rows.block_rows);
        throng_parallel_for(out->context, block_count, run_blocks, &job);
        throng_parallel_for(out->context, block_count, run_seams, &job);
    }
    finish(integration, out);
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
    throng_result result = throng_flow_check(context, cost, integration, out, "out");
    if (!result)
        result = throng_integration_check(context, cost, integration);
    if (result)
        return result;

    throng_profile(context, THRONG_STAGE_FLOW, true);
    derive(cost, integration, out);
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
