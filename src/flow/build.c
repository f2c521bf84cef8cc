/* A solve or a repair in pieces: everything is written into fields of the builder's own. */
#include "flow/builder.h"

#include <string.h>

/* Rows that nothing has changed in: so many are as dear as a cell of a queue. */
#define ROWS_PASSED 8

static void begin_solve(throng_builder *builder)
{
    builder->own_root = 0;
    builder->phase = THRONG_BUILD_SOLVE;
    throng_solve_begin(builder->solver, builder->cost, &builder->goals, builder->own);
}

void throng_build_begin(throng_builder *builder, bool is_repair)
{
    builder->cursor = 0;
    builder->is_repaired = false;
    builder->phase = THRONG_BUILD_COPY;
    if (builder->own_root != builder->target->changes.root)
        builder->own_root = 0; /* even if no more than a part of it is overwritten */
    if (is_repair)
        throng_reach_all(builder->own);
    else
        begin_solve(builder);
}

/* Cells that are written, for work that is done. */
static void pay_cells(int64_t cells, int64_t *work)
{
    *work -= cells / THRONG_WORK_SHARE_WRITTEN + 1;
}

static void copy_row(throng_builder *builder, int32_t y, int64_t *work)
{
    const int32_t width = builder->grid.width;
    const throng_changes *changes = &builder->target->changes;
    throng_span span = {0, width};
    if (builder->own_root != 0)
        span = throng_changes_since(changes, width, builder->own_edition, y);
    if (span.begin >= span.end) {
        *work -= y % ROWS_PASSED == 0 ? THRONG_WORK_QUEUED : 0;
        return;
    }
    const size_t at = (size_t)y * (size_t)width + (size_t)span.begin;
    memcpy(builder->own->distance + at, builder->target->distance + at,
           (size_t)(span.end - span.begin) * sizeof *builder->own->distance);
    pay_cells(span.end - span.begin, work);
}

static void copy_rows(throng_builder *builder, int64_t *work)
{
    for (; builder->cursor<builder->grid.height && * work> 0; builder->cursor++)
        copy_row(builder, builder->cursor, work);
    if (builder->cursor < builder->grid.height)
        return;
    throng_changes *changes = &builder->own->changes;
    throng_changes_copy(&builder->target->changes, builder->grid.height, changes);
    throng_changes_begin(changes, builder->grid.height, builder->target->serial);
    builder->own_root = 0; /* if the repair does not come to its end */
    const throng_repair_job job = {.solver = builder->solver,
                                   .cost = builder->cost,
                                   .changed = builder->changed,
                                   .changed_count = builder->changed_count,
                                   .goals = builder->goals,
                                   .field = builder->target};
    throng_repair_begin(&builder->repair, &job, builder->own->distance, changes);
    builder->phase = THRONG_BUILD_REPAIR;
}

/* What the directions begin with, once distances are there. */
static void begin_flow(throng_builder *builder)
{
    const throng_flow_field *flow = builder->flow, *own = builder->own_flow;
    const throng_changes *changes = &builder->own->changes;
    builder->cursor = 0;
    builder->phase = flow ? THRONG_BUILD_FLOW : THRONG_BUILD_DONE;
    if (!flow)
        return;
    builder->rows = throng_flow_rows_of(builder->cost, builder->own->distance, own);
    if (builder->is_repaired && own->is_solved && own->root == changes->root) {
        builder->rows.changes = changes;
        builder->rows.edition = own->edition;
    } else if (builder->is_repaired && flow->is_solved && flow->root == changes->root) {
        builder->rows.changes = changes;
        builder->rows.edition = flow->edition;
        builder->phase = THRONG_BUILD_COPY_FLOW;
    }
    builder->own_flow->is_solved = false; /* if the build does not come to its end */
    builder->stale = throng_flow_stale_rows(&builder->rows);
}

static void repair_some(throng_builder *builder, int64_t *work)
{
    if (throng_repair_continue(&builder->repair, work) == THRONG_PROGRESS_MORE)
        return;
    if (builder->repair.has_given_up) {
        begin_solve(builder);
        return;
    }
    builder->is_repaired = true;
    begin_flow(builder);
}

/* False: RANGE. */
static bool solve_some(throng_builder *builder, int64_t *work)
{
    const throng_progress progress = builder->context->kernels.integrate(builder->solver, work);
    if (progress == THRONG_PROGRESS_DONE)
        begin_flow(builder);
    return progress != THRONG_PROGRESS_RANGE;
}

/* False: RANGE. */
static bool integrate_some(throng_builder *builder, int64_t *work)
{
    bool fits = true;
    throng_profile(builder->context, THRONG_STAGE_INTEGRATION, true);
    if (builder->phase == THRONG_BUILD_COPY)
        copy_rows(builder, work);
    if (builder->phase == THRONG_BUILD_REPAIR)
        repair_some(builder, work);
    if (builder->phase == THRONG_BUILD_SOLVE)
        fits = solve_some(builder, work);
    throng_profile(builder->context, THRONG_STAGE_INTEGRATION, false);
    return fits;
}

/* Codes, and quads with the last ones below them. */
static void copy_flow(throng_builder *builder, int64_t *work)
{
    const size_t width = (size_t)builder->grid.width;
    const int32_t height = builder->grid.height;
    const throng_flow_field *from = builder->flow;
    throng_flow_field *to = builder->own_flow;
    for (; builder->cursor <= height && *work > 0; builder->cursor++) {
        const size_t row = (size_t)builder->cursor;
        if (builder->cursor < height)
            memcpy(to->codes + row * width, from->codes + row * width, width);
        memcpy(to->quads + row * (width + 1), from->quads + row * (width + 1),
               (width + 1) * sizeof *to->quads);
        pay_cells(builder->grid.width, work);
    }
    if (builder->cursor <= height)
        return;
    builder->cursor = 0;
    builder->phase = THRONG_BUILD_FLOW;
}

static int32_t work_of_direction(const throng_builder *builder)
{
    return builder->rows.isa == THRONG_ISA_SCALAR ? THRONG_WORK_DIRECTED_SCALAR
                                                  : THRONG_WORK_DIRECTED;
}

/* How many rows there is work for, at least one and at most a block. */
static int32_t rows_for(const throng_builder *builder, int64_t work)
{
    const int64_t most = work / work_of_direction(builder) / builder->grid.width;
    const int32_t left = builder->stale.end - builder->cursor;
    const int32_t block = builder->rows.changes ? ROWS_PASSED : builder->rows.block_rows;
    const int32_t count = left < block ? left : block;
    return most < 1 ? 1 : most < count ? (int32_t)most : count;
}

static void derive_some(throng_builder *builder, int64_t *work)
{
    if (builder->cursor < builder->stale.begin)
        builder->cursor = builder->stale.begin;
    while (builder->cursor<builder->stale.end && * work> 0) {
        const int32_t first = builder->cursor;
        builder->cursor += rows_for(builder, *work);
        *work -= throng_flow_do_rows(&builder->rows, first, builder->cursor) *
                 work_of_direction(builder);
    }
    if (builder->cursor < builder->stale.end)
        return;
    throng_flow_end_rows(&builder->rows, builder->stale.end);
    builder->phase = THRONG_BUILD_DONE;
}

bool throng_build_continue(throng_builder *builder, int64_t *work)
{
    if (builder->phase <= THRONG_BUILD_SOLVE && !integrate_some(builder, work))
        return false;
    if (builder->phase != THRONG_BUILD_COPY_FLOW && builder->phase != THRONG_BUILD_FLOW)
        return true;
    throng_profile(builder->context, THRONG_STAGE_FLOW, true);
    if (builder->phase == THRONG_BUILD_COPY_FLOW)
        copy_flow(builder, work);
    if (builder->phase == THRONG_BUILD_FLOW)
        derive_some(builder, work);
    throng_profile(builder->context, THRONG_STAGE_FLOW, false);
    return true;
}

void throng_build_finish(throng_builder *builder)
{
    throng_integration_field *target = builder->target, *own = builder->own;
    uint32_t *distance = target->distance;
    uint8_t *reached = target->reached;
    target->distance = own->distance;
    target->reached = own->reached;
    own->distance = distance;
    own->reached = reached;
    if (builder->is_repaired) {
        const throng_changes changes = target->changes;
        target->changes = own->changes;
        own->changes = changes;
        builder->own_root = target->changes.root;
        builder->own_edition = target->changes.edition - 1;
    }
    throng_integration_finish(builder->cost, &builder->goals, target);
    if (!builder->is_repaired) {
        throng_changes_restart(&target->changes, builder->grid.height, target->serial);
        target->visit_count = throng_solve_visits(builder->solver);
    }
    if (builder->flow)
        throng_flow_exchange(target, builder->flow, builder->own_flow);
}
