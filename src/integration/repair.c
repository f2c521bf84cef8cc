#include "integration/repair.h"

#include <string.h>

static throng_result check_objects(const throng_solver *solver, const throng_cost_field *cost,
                                   const throng_integration_field *field, const char *name)
{
    const throng_context *context = solver->context;
    throng_result result = throng_integration_check_objects(solver, cost, field, name);
    if (result)
        return result;
    if (!field->is_solved)
        return throng_refuse(context, THRONG_ERROR_NOT_SOLVED,
                             "%s holds no result; call throng_integrate.", name);
    if (field->cost_serial != cost->serial)
        return throng_refuse(context, THRONG_ERROR_OUT_OF_DATE,
                             "%s was solved on another cost field; call throng_integrate.", name);
    if (!field->keeps_goals)
        return throng_refuse(context, THRONG_ERROR_CAPACITY,
                             "%s was solved for values, or for more goals than it had room for; "
                             "call throng_integration_reserve_goals, then throng_integrate.",
                             name);
    return THRONG_OK;
}

static throng_result check_changed(const throng_context *context, const throng_cost_field *cost,
                                   const throng_rect *changed, int32_t count,
                                   const throng_integration_field *field, const char *name)
{
    if (count < 0 || (count > 0 && !changed))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "count is %d and changed is %s; there must be 0 or more rectangles.",
                             count, changed ? "set" : "NULL");
    if (count == 0 && field->cost_revision != cost->revision)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "count is 0, but cost was edited after %s was solved.", name);
    for (int32_t i = 0; i < count; i++)
        if (!throng_cost_holds(cost, changed[i]))
            return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                                 "changed[%d] is %d x %d at (%d, %d); it must be a rectangle on "
                                 "the map of %d x %d cells.",
                                 i, changed[i].width, changed[i].height, changed[i].x, changed[i].y,
                                 cost->grid.width, cost->grid.height);
    return THRONG_OK;
}

throng_result throng_repair_check(const throng_solver *solver, const throng_cost_field *cost,
                                  const throng_rect *changed, int32_t count,
                                  const throng_integration_field *field, const char *name)
{
    throng_result result = check_objects(solver, cost, field, name);
    return result ? result : check_changed(solver->context, cost, changed, count, field, name);
}

/* Repairs in place; false if only a whole solve helps. */
static bool patch(const throng_repair_job *job)
{
    throng_integration_field *field = job->field;
    throng_repair whole;
    int64_t work = INT64_MAX;
    throng_reach_all(field);
    throng_repair_begin(&whole, job, field->distance, &field->changes);
    throng_repair_continue(&whole, &work);
    return !whole.has_given_up;
}

static throng_result repair(const throng_repair_job *job)
{
    throng_integration_field *field = job->field;
    throng_context *context = job->solver->context;
    throng_profile(context, THRONG_STAGE_INTEGRATION, true);
    throng_changes_begin(&field->changes, field->grid.height, field->serial);
    bool fits = true;
    if (job->goals.limit == field->limit && patch(job))
        throng_integration_finish(job->cost, &job->goals, field);
    else
        fits = throng_integration_solve(job->solver, job->cost, &job->goals, true, field);
    throng_profile(context, THRONG_STAGE_INTEGRATION, false);
    return fits ? THRONG_OK : throng_integration_refuse_range(context);
}

throng_result throng_integration_repair(throng_solver *solver, const throng_cost_field *cost,
                                        const throng_rect *changed, int32_t count,
                                        throng_integration_field *field)
{
    if (!solver)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = throng_repair_check(solver, cost, changed, count, field, "field");
    if (result)
        return result;
    return repair(&(throng_repair_job){.solver = solver,
                                       .cost = cost,
                                       .changed = changed,
                                       .changed_count = count,
                                       .goals = throng_integration_goals(field),
                                       .field = field});
}

static throng_result set_goals(throng_solver *solver, const throng_cost_field *cost,
                               throng_goals goals, bool keeps_limit,
                               throng_integration_field *field)
{
    const throng_context *context = solver->context;
    throng_result result = check_objects(solver, cost, field, "field");
    if (!result && goals.values)
        result = throng_refuse(context, THRONG_ERROR_ARGUMENT,
                               "desc->values is set; goals are set one by one.");
    if (!result)
        result = throng_integration_check_goals(context, cost, &goals);
    if (result)
        return result;
    if (field->cost_revision != cost->revision)
        return throng_refuse(context, THRONG_ERROR_OUT_OF_DATE,
                             "cost was edited after field was solved; call "
                             "throng_integration_repair or throng_integrate.");
    if (goals.count > field->goal_capacity)
        return throng_refuse(context, THRONG_ERROR_CAPACITY,
                             "goal_count is %d and field has room for %d; call "
                             "throng_integration_reserve_goals.",
                             goals.count, field->goal_capacity);
    if (keeps_limit)
        goals.limit = field->limit;
    return repair(
        &(throng_repair_job){.solver = solver, .cost = cost, .goals = goals, .field = field});
}

throng_result throng_integration_set_goals(throng_solver *solver, const throng_cost_field *cost,
                                           const throng_cell *goals, int32_t goal_count,
                                           throng_integration_field *field)
{
    if (!solver)
        return THRONG_ERROR_ARGUMENT;
    return set_goals(solver, cost, (throng_goals){.cells = goals, .count = goal_count}, true,
                     field);
}

throng_result throng_integration_set_goals_with(throng_solver *solver,
                                                const throng_cost_field *cost,
                                                const throng_integration_desc *desc,
                                                throng_integration_field *field)
{
    if (!solver)
        return THRONG_ERROR_ARGUMENT;
    throng_goals goals;
    if (!throng_integration_read_desc(solver->context, desc, &goals))
        return THRONG_ERROR_ARGUMENT;
    return set_goals(solver, cost, goals, false, field);
}

throng_result throng_integration_reserve_goals(throng_integration_field *field,
                                               int32_t goal_capacity)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    const throng_context *context = field->context;
    if (goal_capacity < 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "goal_capacity is %d; it must be 0 or more.", goal_capacity);
    if (goal_capacity <= field->goal_capacity)
        return THRONG_OK;
    const uint64_t room = (uint64_t)goal_capacity, held = (uint64_t)field->goal_capacity;
    throng_cell *goals = throng_take(context, room, sizeof *goals);
    uint32_t *prices = throng_take(context, room, sizeof *prices);
    if (!goals || !prices) {
        throng_give(context, goals, room, sizeof *goals);
        throng_give(context, prices, room, sizeof *prices);
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for %d goals.",
                             goal_capacity);
    }
    memcpy(goals, field->goals, (size_t)field->goal_count * sizeof *goals);
    memcpy(prices, field->prices, (size_t)field->goal_count * sizeof *prices);
    throng_give(context, field->goals, held, sizeof *goals);
    throng_give(context, field->prices, held, sizeof *prices);
    field->goals = goals;
    field->prices = prices;
    field->goal_capacity = goal_capacity;
    return THRONG_OK;
}
