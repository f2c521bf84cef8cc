#include <throng/danger.h>

#include "flow/flow.h"
#include "integration/integration.h"

#define PERCENT_LEAST 101
#define PERCENT_MOST 1000

struct throng_danger {
    throng_context *context;
    throng_grid grid;
    uint32_t *values; /* what each cell begins with */
};

static void release(throng_danger *danger)
{
    throng_give(danger->context, danger->values, throng_grid_cells(&danger->grid),
                sizeof *danger->values);
    throng_object_give(danger->context, danger, sizeof *danger);
}

throng_result throng_danger_create(throng_context *context, const throng_grid *grid,
                                   throng_danger **out)
{
    const throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;
    throng_danger *danger = throng_object_take(context, sizeof *danger);
    if (danger) {
        danger->context = context;
        danger->grid = *grid;
        danger->values = throng_take(context, throng_grid_cells(grid), sizeof *danger->values);
    }
    if (!danger || !danger->values) {
        if (danger)
            release(danger);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a danger of %d x %d cells.", grid->width,
                             grid->height);
    }
    *out = danger;
    return THRONG_OK;
}

throng_result throng_danger_destroy(throng_danger *danger)
{
    if (danger)
        release(danger);
    return THRONG_OK;
}

static throng_result check(const throng_danger *danger, const throng_solver *solver,
                           const throng_cost_field *cost, const throng_goals *goals,
                           int32_t percent, const throng_integration_field *integration,
                           const throng_flow_field *flow)
{
    const throng_context *context = danger->context;
    if (goals->values)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->values is set; danger begins at goals alone.");
    if (percent < PERCENT_LEAST || percent > PERCENT_MOST)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "percent is %d; it must be %d to %d.",
                             percent, PERCENT_LEAST, PERCENT_MOST);
    throng_result result =
        throng_integration_check_objects(solver, cost, integration, "integration");
    if (!result)
        result = throng_integration_check_goals(context, cost, goals);
    if (!result && !throng_grid_equal(&cost->grid, &danger->grid))
        result = throng_refuse(context, THRONG_ERROR_SHAPE,
                               "cost is %d x %d cells and danger is for %d x %d, or they lie "
                               "elsewhere; their grids must be equal.",
                               cost->grid.width, cost->grid.height, danger->grid.width,
                               danger->grid.height);
    if (!result && flow)
        result = throng_flow_check(context, cost, integration, flow, "flow");
    return result;
}

/* F of a distance, in half-units: floor(half * percent / 100) without leaving 32 bits where the
 * result fits. */
static inline uint32_t feared(uint32_t distance, uint32_t percent)
{
    const uint32_t half = distance / 2, hundreds = half / 100;
    return hundreds * percent + (half - 100 * hundreds) * percent / 100;
}

/* What each cell begins with, from its distance from danger; false if some value does not fit. */
static bool find_values(throng_danger *danger, const uint32_t *distance, uint32_t percent)
{
    const uint64_t cells = throng_grid_cells(&danger->grid);
    uint32_t *values = danger->values;
    uint32_t most = 0; /* a distance and 1, which turns THRONG_UNREACHABLE into 0 */
    for (uint64_t i = 0; i < cells; i++)
        most = distance[i] + 1u > most ? distance[i] + 1u : most;
    const uint32_t largest = most - 1; /* danger itself has one */
    if ((uint64_t)(largest / 2) * percent / 100 > THRONG_HALF_MAX)
        return false;
    for (uint64_t i = 0; i < cells; i++) {
        const uint32_t safe = distance[i] == THRONG_UNREACHABLE ? largest : distance[i];
        values[i] = 2 * (feared(largest, percent) - feared(safe, percent));
    }
    return true;
}

throng_result throng_danger_solve(throng_danger *danger, throng_solver *solver,
                                  const throng_cost_field *cost,
                                  const throng_integration_desc *desc, int32_t percent,
                                  throng_integration_field *integration, throng_flow_field *flow)
{
    if (!danger)
        return THRONG_ERROR_ARGUMENT;
    throng_context *context = danger->context;
    if (!solver)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "solver is NULL.");
    throng_goals goals;
    if (!throng_integration_read_desc(context, desc, &goals))
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check(danger, solver, cost, &goals, percent, integration, flow);
    if (result)
        return result;
    throng_profile(context, THRONG_STAGE_INTEGRATION, true);
    const bool fits = throng_integration_solve(solver, cost, &goals, true, integration) &&
                      find_values(danger, integration->distance, (uint32_t)percent);
    const throng_goals safety = {.values = danger->values, .limit = THRONG_UNREACHABLE};
    if (fits) /* no D is above the value that the cell begins with */
        throng_integration_solve(solver, cost, &safety, true, integration);
    throng_profile(context, THRONG_STAGE_INTEGRATION, false);
    if (!fits) {
        integration->is_solved = false;
        return throng_refuse(context, THRONG_ERROR_RANGE,
                             "Some cell is farther from danger than 4294967294, or is so times %d "
                             "hundredths; integration holds no result.",
                             percent);
    }
    return flow ? throng_flow(cost, integration, flow) : THRONG_OK;
}
