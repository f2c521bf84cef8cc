/* A solve or a repair in pieces: everything is written into fields of the builder's own, whose
 * arrays change places with the host's at the end. */
#include <throng/builder.h>

#include "flow/flow.h"
#include "integration/repair.h"

#include <string.h>

/* Rectangles that a repair keeps; more are kept as one that holds them. */
#define RECTS_KEPT 32

typedef enum build_phase {
    BUILD_IDLE,
    BUILD_COPY, /* the old distances; `cursor` is the next row */
    BUILD_REPAIR,
    BUILD_SOLVE,
    BUILD_CODES, /* `cursor` is the next row */
    BUILD_QUADS  /* `cursor` is the next row */
} build_phase;

struct throng_builder {
    throng_context *context;
    throng_grid grid;
    throng_solver *solver;
    throng_integration_field *own;
    throng_flow_field *own_flow;

    build_phase phase;
    int32_t cursor;
    const throng_cost_field *cost;
    throng_integration_field *target;
    throng_flow_field *flow; /* NULL: none */
    uint64_t cost_revision, target_serial;
    int32_t target_goal_capacity; /* more of it later: the field's goals have moved */
    throng_goals goals;
    throng_rect changed[RECTS_KEPT];
    int32_t changed_count;
    throng_repair repair;
    bool is_repaired; /* else solved as a whole */
};

/* ---- memory -----------------------------------------------------------------------------------
 */

static void release(throng_builder *builder)
{
    throng_solver_destroy(builder->solver);
    throng_integration_destroy(builder->own);
    throng_flow_destroy(builder->own_flow);
    throng_object_give(builder->context, builder, sizeof *builder);
}

throng_result throng_builder_create(throng_context *context, const throng_grid *grid,
                                    throng_builder **out)
{
    throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;
    throng_builder *builder = throng_object_take(context, sizeof *builder);
    if (!builder)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a builder.");
    builder->context = context;
    builder->grid = *grid;
    result = throng_solver_create(context, grid->width, grid->height, &builder->solver);
    if (!result)
        result = throng_integration_create(context, grid, &builder->own);
    if (!result)
        result = throng_flow_create(context, grid, &builder->own_flow);
    if (result) {
        release(builder);
        return result;
    }
    *out = builder;
    return THRONG_OK;
}

/* Fields that are being built cannot be destroyed. */
static void hold(throng_builder *builder, int by)
{
    /* The count is not a part of what const protects. */
    atomic_fetch_add(&((throng_cost_field *)(uintptr_t)builder->cost)->user_count, by);
    atomic_fetch_add(&builder->target->user_count, by);
    if (builder->flow)
        atomic_fetch_add(&builder->flow->user_count, by);
}

static void stop(throng_builder *builder)
{
    if (builder->phase != BUILD_IDLE)
        hold(builder, -1);
    builder->phase = BUILD_IDLE;
}

throng_result throng_builder_destroy(throng_builder *builder)
{
    if (!builder)
        return THRONG_OK;
    stop(builder);
    release(builder);
    return THRONG_OK;
}

throng_result throng_builder_cancel(throng_builder *builder)
{
    if (!builder)
        return THRONG_ERROR_ARGUMENT;
    stop(builder);
    return THRONG_OK;
}

bool throng_builder_is_busy(const throng_builder *builder)
{
    return builder && builder->phase != BUILD_IDLE;
}

static throng_result check_idle(const throng_builder *builder)
{
    if (builder->phase == BUILD_IDLE)
        return THRONG_OK;
    return throng_refuse(builder->context, THRONG_ERROR_IN_USE,
                         "builder is building; go on with throng_builder_continue, or call "
                         "throng_builder_cancel.");
}

throng_result throng_builder_reserve_goals(throng_builder *builder, int32_t goal_capacity)
{
    if (!builder)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_idle(builder);
    return result ? result : throng_integration_reserve_goals(builder->own, goal_capacity);
}

/* ---- beginning --------------------------------------------------------------------------------
 */

static throng_result check_fields(const throng_builder *builder, const throng_cost_field *cost,
                                  const throng_integration_field *integration,
                                  const throng_flow_field *flow)
{
    const throng_context *context = builder->context;
    throng_result result = check_idle(builder);
    if (result)
        return result;
    if (!cost || !integration)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "%s is NULL.",
                             cost ? "integration" : "cost");
    if (integration->context != context || (flow && flow->context != context))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "%s was made from another context than builder.",
                             integration->context != context ? "integration" : "flow");
    if (!throng_grid_equal(&cost->grid, &builder->grid))
        return throng_refuse(context, THRONG_ERROR_SHAPE,
                             "cost is %d x %d cells and builder is for %d x %d, or they lie "
                             "elsewhere; their grids must be equal.",
                             cost->grid.width, cost->grid.height, builder->grid.width,
                             builder->grid.height);
    return flow ? throng_flow_check(context, cost, integration, flow, "flow") : THRONG_OK;
}

static throng_result check_room(const throng_builder *builder, const throng_goals *goals)
{
    if (goals->values)
        return throng_refuse(builder->context, THRONG_ERROR_ARGUMENT,
                             "desc->values is set; a builder builds fields for goals alone.");
    if (goals->count <= builder->own->goal_capacity)
        return THRONG_OK;
    return throng_refuse(builder->context, THRONG_ERROR_CAPACITY,
                         "goal_count is %d and builder has room for %d; call "
                         "throng_builder_reserve_goals.",
                         goals->count, builder->own->goal_capacity);
}

/* The desc's goals, in memory of the builder's own. */
static void keep_goals(throng_builder *builder, const throng_goals *goals)
{
    throng_integration_field *own = builder->own;
    memcpy(own->goals, goals->cells, (size_t)goals->count * sizeof *own->goals);
    for (int32_t i = 0; i < goals->count; i++)
        own->prices[i] = throng_goal_price(goals, i);
    builder->goals = (throng_goals){own->goals, own->prices, goals->count, goals->limit, NULL};
}

static void start(throng_builder *builder, const throng_cost_field *cost,
                  throng_integration_field *integration, throng_flow_field *flow)
{
    builder->cost = cost;
    builder->target = integration;
    builder->flow = flow;
    builder->cost_revision = cost->revision;
    builder->target_serial = integration->serial;
    builder->target_goal_capacity = integration->goal_capacity;
    builder->cursor = 0;
    builder->is_repaired = false;
    hold(builder, 1);
}

static void begin_solve(throng_builder *builder)
{
    builder->phase = BUILD_SOLVE;
    throng_solve_begin(builder->solver, builder->cost, &builder->goals, builder->own->distance);
}

throng_result throng_builder_begin(throng_builder *builder, const throng_cost_field *cost,
                                   const throng_integration_desc *desc,
                                   throng_integration_field *integration, throng_flow_field *flow)
{
    if (!builder)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_fields(builder, cost, integration, flow);
    if (result)
        return result;
    throng_goals goals;
    if (!throng_integration_read_desc(builder->context, desc, &goals))
        return THRONG_ERROR_ARGUMENT;
    result =
        throng_integration_check_solve(builder->solver, cost, &goals, integration, "integration");
    if (!result)
        result = check_room(builder, &goals);
    if (result)
        return result;
    keep_goals(builder, &goals);
    start(builder, cost, integration, flow);
    begin_solve(builder);
    return THRONG_OK;
}

/* The smallest rectangle that holds both. */
static throng_rect both_of(throng_rect a, throng_rect b)
{
    const int32_t left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
    const int32_t right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    const int32_t bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (throng_rect){left, top, right - left, bottom - top};
}

static void keep_changed(throng_builder *builder, const throng_rect *changed, int32_t count)
{
    builder->changed_count = count < RECTS_KEPT ? count : RECTS_KEPT;
    for (int32_t i = 0; i < count; i++)
        if (i < RECTS_KEPT)
            builder->changed[i] = changed[i];
        else
            builder->changed[RECTS_KEPT - 1] =
                both_of(builder->changed[RECTS_KEPT - 1], changed[i]);
}

throng_result throng_builder_begin_repair(throng_builder *builder, const throng_cost_field *cost,
                                          const throng_rect *changed, int32_t count,
                                          const throng_integration_desc *desc,
                                          throng_integration_field *integration,
                                          throng_flow_field *flow)
{
    if (!builder)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_fields(builder, cost, integration, flow);
    if (!result)
        result =
            throng_repair_check(builder->solver, cost, changed, count, integration, "integration");
    if (result)
        return result;
    throng_goals goals = throng_integration_goals(integration);
    if (desc && !throng_integration_read_desc(builder->context, desc, &goals))
        return THRONG_ERROR_ARGUMENT;
    if (desc)
        result = throng_integration_check_solve(builder->solver, cost, &goals, integration,
                                                "integration");
    if (!result && desc)
        result = check_room(builder, &goals);
    if (result)
        return result;
    builder->goals = goals;
    if (desc)
        keep_goals(builder, &goals);
    keep_changed(builder, changed, count);
    start(builder, cost, integration, flow);
    if (builder->goals.limit == integration->limit)
        builder->phase = BUILD_COPY;
    else
        begin_solve(builder);
    return THRONG_OK;
}

/* ---- pieces -----------------------------------------------------------------------------------
 */

/* A row is copied, or gets its directions, in one go. */
static void pay_row(const throng_builder *builder, int64_t *work)
{
    *work -= builder->grid.width / THRONG_WORK_SHARE_WRITTEN + 1;
}

static void copy_rows(throng_builder *builder, int64_t *work)
{
    const size_t width = (size_t)builder->grid.width;
    for (; builder->cursor<builder->grid.height && * work> 0; builder->cursor++) {
        const size_t at = (size_t)builder->cursor * width;
        memcpy(builder->own->distance + at, builder->target->distance + at,
               width * sizeof *builder->own->distance);
        pay_row(builder, work);
    }
    if (builder->cursor < builder->grid.height)
        return;
    throng_changes *changes = &builder->own->changes;
    throng_changes_restart(changes, builder->grid.height, 0);
    throng_changes_begin(changes, builder->grid.height, 0);
    const throng_repair_job job = {.solver = builder->solver,
                                   .cost = builder->cost,
                                   .changed = builder->changed,
                                   .changed_count = builder->changed_count,
                                   .goals = builder->goals,
                                   .field = builder->target};
    throng_repair_begin(&builder->repair, &job, builder->own->distance, changes);
    builder->phase = BUILD_REPAIR;
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
    builder->phase = BUILD_CODES;
    builder->cursor = 0;
}

/* False: RANGE. */
static bool solve_some(throng_builder *builder, int64_t *work)
{
    const throng_progress progress = builder->context->kernels.integrate(builder->solver, work);
    if (progress == THRONG_PROGRESS_DONE) {
        builder->phase = BUILD_CODES;
        builder->cursor = 0;
    }
    return progress != THRONG_PROGRESS_RANGE;
}

/* False: RANGE. */
static bool integrate_some(throng_builder *builder, int64_t *work)
{
    bool fits = true;
    throng_profile(builder->context, THRONG_STAGE_INTEGRATION, true);
    if (builder->phase == BUILD_COPY)
        copy_rows(builder, work);
    if (builder->phase == BUILD_REPAIR)
        repair_some(builder, work);
    if (builder->phase == BUILD_SOLVE)
        fits = solve_some(builder, work);
    throng_profile(builder->context, THRONG_STAGE_INTEGRATION, false);
    return fits;
}

static void derive_some(throng_builder *builder, int64_t *work)
{
    const throng_kernels *kernels = &builder->context->kernels;
    const throng_flow_job job = {.width = builder->grid.width,
                                 .height = builder->grid.height,
                                 .distance = builder->own->distance,
                                 .cost = builder->cost->cost,
                                 .moves = builder->cost->moves,
                                 .codes = builder->own_flow->codes,
                                 .quads = builder->own_flow->quads};
    for (; builder->phase == BUILD_CODES && *work > 0; builder->cursor++) {
        if (builder->cursor == job.height) {
            builder->phase = BUILD_QUADS;
            builder->cursor = 0;
            break;
        }
        kernels->flow(&job, builder->cursor, builder->cursor + 1);
        pay_row(builder, work);
    }
    for (; builder->phase == BUILD_QUADS && builder->cursor <= job.height && *work > 0;
         builder->cursor++) {
        kernels->quads(&job, builder->cursor, builder->cursor + 1);
        pay_row(builder, work);
    }
}

static bool is_derived(const throng_builder *builder)
{
    return builder->flow ? builder->phase == BUILD_QUADS && builder->cursor > builder->grid.height
                         : builder->phase == BUILD_CODES;
}

static void record_solve(throng_builder *builder)
{
    throng_integration_field *target = builder->target;
    throng_changes_restart(&target->changes, builder->grid.height, target->serial);
    target->visit_count = throng_solve_visits(builder->solver);
}

/* Hands the new arrays over, and takes the old ones for the next build. */
static void finish(throng_builder *builder)
{
    throng_integration_field *target = builder->target, *own = builder->own;
    const int32_t height = builder->grid.height;
    uint32_t *distance = target->distance;
    target->distance = own->distance;
    own->distance = distance;
    if (builder->is_repaired) {
        throng_changes_begin(&target->changes, height, target->serial);
        for (int32_t y = own->changes.first; y < own->changes.last; y++)
            if (own->changes.rows[y].last > 0)
                throng_changes_note(&target->changes, y, own->changes.rows[y].begin,
                                    own->changes.rows[y].end);
    }
    throng_integration_finish(builder->cost, &builder->goals, target);
    if (!builder->is_repaired)
        record_solve(builder);
    if (builder->flow)
        throng_flow_exchange(target, builder->flow, builder->own_flow);
    stop(builder);
}

static throng_result check_still(throng_builder *builder)
{
    const bool is_edited = builder->cost->revision != builder->cost_revision;
    const bool is_moved = builder->goals.cells != builder->own->goals &&
                          builder->target->goal_capacity != builder->target_goal_capacity;
    if (!is_edited && !is_moved && builder->target->serial == builder->target_serial)
        return THRONG_OK;
    stop(builder);
    return throng_refuse(builder->context, THRONG_ERROR_OUT_OF_DATE,
                         "%s was changed after the build began; begin again.",
                         is_edited ? "cost" : "integration");
}

throng_result throng_builder_continue(throng_builder *builder, int64_t max_work, bool *is_done)
{
    if (!builder)
        return THRONG_ERROR_ARGUMENT;
    const throng_context *context = builder->context;
    if (!is_done || max_work < 1)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "max_work is %lld and is_done is %s; there must be at least 1.",
                             (long long)max_work, is_done ? "set" : "NULL");
    if (builder->phase == BUILD_IDLE)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "builder has nothing to go on with; call throng_builder_begin.");
    throng_result result = check_still(builder);
    if (result)
        return result;
    int64_t work = max_work;
    if (builder->phase < BUILD_CODES && !integrate_some(builder, &work)) {
        stop(builder);
        return throng_refuse(context, THRONG_ERROR_RANGE,
                             "Some cell is farther from the goals than 4294967294; integration "
                             "keeps its last result.");
    }
    if (builder->flow && builder->phase >= BUILD_CODES) {
        throng_profile(context, THRONG_STAGE_FLOW, true);
        derive_some(builder, &work);
        throng_profile(context, THRONG_STAGE_FLOW, false);
    }
    *is_done = is_derived(builder);
    if (*is_done)
        finish(builder);
    return THRONG_OK;
}
