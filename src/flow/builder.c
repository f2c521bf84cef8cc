/* Builders: memory, checks, and when pieces are done. */
#include "flow/builder.h"

#include <string.h>

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
    if (builder->phase != THRONG_BUILD_IDLE)
        hold(builder, -1);
    builder->phase = THRONG_BUILD_IDLE;
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
    return builder && builder->phase != THRONG_BUILD_IDLE;
}

static throng_result check_idle(const throng_builder *builder)
{
    if (builder->phase == THRONG_BUILD_IDLE)
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
    hold(builder, 1);
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
    throng_build_begin(builder, false);
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
    builder->changed_count = count < THRONG_BUILD_RECTS ? count : THRONG_BUILD_RECTS;
    for (int32_t i = 0; i < count; i++)
        if (i < THRONG_BUILD_RECTS)
            builder->changed[i] = changed[i];
        else
            builder->changed[THRONG_BUILD_RECTS - 1] =
                both_of(builder->changed[THRONG_BUILD_RECTS - 1], changed[i]);
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
    throng_build_begin(builder, builder->goals.limit == integration->limit);
    return THRONG_OK;
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
    if (builder->phase == THRONG_BUILD_IDLE)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "builder has nothing to go on with; call throng_builder_begin.");
    throng_result result = check_still(builder);
    if (result)
        return result;
    int64_t work = max_work;
    if (!throng_build_continue(builder, &work)) {
        stop(builder);
        return throng_refuse(context, THRONG_ERROR_RANGE,
                             "Some cell is farther from the goals than 4294967294; integration "
                             "keeps its last result.");
    }
    *is_done = builder->phase == THRONG_BUILD_DONE;
    if (!*is_done)
        return THRONG_OK;
    throng_build_finish(builder);
    stop(builder);
    return THRONG_OK;
}
