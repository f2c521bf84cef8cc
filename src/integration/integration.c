#include "integration/integration.h"

#include "integration/repair.h"

#include <string.h>

static void release_solver(throng_solver *solver)
{
    throng_tiles_give(solver);
    throng_give(solver->context, solver->next, solver->capacity, sizeof *solver->next);
    throng_give(solver->context, solver->previous, solver->capacity, sizeof *solver->previous);
    const uint64_t room = throng_repair_room(solver->capacity);
    throng_give(solver->context, solver->raised, room, sizeof *solver->raised);
    throng_give(solver->context, solver->offers, 4 * room, sizeof *solver->offers);
    throng_object_give(solver->context, solver, sizeof *solver);
}

throng_result throng_solver_create(throng_context *context, int32_t width, int32_t height,
                                   throng_solver **out)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_result result = throng_sides_check(context, width, height);
    if (result)
        return result;
    throng_solver *solver = throng_object_take(context, sizeof *solver);
    if (!solver)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a solver.");
    solver->context = context;
    solver->capacity = (uint64_t)width * (uint64_t)height;
    solver->next = throng_take(context, solver->capacity, sizeof *solver->next);
    solver->previous = throng_take(context, solver->capacity, sizeof *solver->previous);
    const uint64_t room = throng_repair_room(solver->capacity);
    solver->raised = throng_take(context, room, sizeof *solver->raised);
    solver->offers = throng_take(context, 4 * room, sizeof *solver->offers);
    if (!throng_tiles_take(solver, throng_tile_count(width, height)) || !solver->next ||
        !solver->previous || !solver->raised || !solver->offers) {
        release_solver(solver);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a solver of %d x %d cells.", width, height);
    }
    /* Repairs look up cells that nobody has written. */
    memset(solver->next, 0, solver->capacity * sizeof *solver->next);
    *out = solver;
    return THRONG_OK;
}

throng_result throng_solver_destroy(throng_solver *solver)
{
    if (solver)
        release_solver(solver);
    return THRONG_OK;
}

static void release_field(throng_integration_field *field)
{
    throng_context *context = field->context;
    throng_give_padded(context, field->distance, throng_grid_cells(&field->grid),
                       sizeof *field->distance);
    throng_give(context, field->goals, (uint64_t)field->goal_capacity, sizeof *field->goals);
    throng_give(context, field->prices, (uint64_t)field->goal_capacity, sizeof *field->prices);
    throng_give(context, field->changes.rows, (uint64_t)field->grid.height,
                sizeof *field->changes.rows);
    throng_give(context, field->reached, throng_reached_count(&field->grid), 1);
    throng_object_give(context, field, sizeof *field);
}

throng_result throng_integration_create(throng_context *context, const throng_grid *grid,
                                        throng_integration_field **out)
{
    throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;
    throng_integration_field *field = throng_object_take(context, sizeof *field);
    if (field) {
        field->context = context;
        field->grid = *grid;
        field->distance =
            throng_take_padded(context, throng_grid_cells(grid), sizeof *field->distance);
        field->goal_capacity = THRONG_GOALS_KEPT;
        field->goals = throng_take(context, THRONG_GOALS_KEPT, sizeof *field->goals);
        field->prices = throng_take(context, THRONG_GOALS_KEPT, sizeof *field->prices);
        field->changes.rows =
            throng_take(context, (uint64_t)grid->height, sizeof *field->changes.rows);
        field->reached = throng_take(context, throng_reached_count(grid), 1);
    }
    if (!field || !field->distance || !field->goals || !field->prices || !field->changes.rows ||
        !field->reached) {
        if (field)
            release_field(field);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for an integration field of %d x %d cells.",
                             grid->width, grid->height);
    }
    throng_reach_all(field);
    atomic_init(&field->user_count, 0);
    *out = field;
    return THRONG_OK;
}

throng_result throng_integration_destroy(throng_integration_field *field)
{
    if (!field)
        return THRONG_OK;
    if (atomic_load(&field->user_count) > 0)
        return throng_refuse(
            field->context, THRONG_ERROR_IN_USE,
            "field is an integration field that a group of a crowd or a builder uses.");
    release_field(field);
    return THRONG_OK;
}

throng_grid throng_integration_grid(const throng_integration_field *field)
{
    return field ? field->grid : (throng_grid){0};
}

void throng_integration_desc_init(throng_integration_desc *desc, size_t struct_size)
{
    const throng_integration_desc defaults = {.struct_size = sizeof defaults,
                                              .limit = THRONG_UNREACHABLE};
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

bool throng_integration_read_desc(const throng_context *context,
                                  const throng_integration_desc *desc, throng_goals *out)
{
    throng_integration_desc own;
    if (!desc || !throng_desc_read(&own, sizeof own, desc)) {
        throng_refuse(context, THRONG_ERROR_ARGUMENT,
                      "desc is NULL or was not made by throng_integration_desc_default.");
        return false;
    }
    *out = (throng_goals){own.goals, own.prices, own.goal_count, own.limit, own.values};
    return true;
}

static throng_result check_values(const throng_context *context, const throng_cost_field *cost,
                                  const throng_goals *goals)
{
    if (goals->cells || goals->count != 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "goal_count is %d, goals is %s and values is set; with values there "
                             "must be no goals.",
                             goals->count, goals->cells ? "set" : "NULL");
    const uint64_t cells = throng_grid_cells(&cost->grid);
    uint32_t any_passable = 0, any_odd = 0;
    for (uint64_t i = 0; i < cells; i++) {
        const uint32_t value = goals->values[i];
        any_odd |= (value % 2 != 0) & (value != THRONG_UNREACHABLE);
        any_passable |= (value != THRONG_UNREACHABLE) & (cost->cost[i] != THRONG_WALL);
    }
    for (uint64_t i = 0; any_odd; i++)
        if (goals->values[i] % 2 != 0 && goals->values[i] != THRONG_UNREACHABLE)
            return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                                 "values[%llu] is %u; it must be even, 0 to 4294967294, or "
                                 "THRONG_UNREACHABLE.",
                                 (unsigned long long)i, goals->values[i]);
    if (!any_passable)
        return throng_refuse(context, THRONG_ERROR_GOAL, "values holds none for a passable cell.");
    return THRONG_OK;
}

throng_result throng_integration_check_goals(const throng_context *context,
                                             const throng_cost_field *cost,
                                             const throng_goals *goals)
{
    if (goals->values)
        return check_values(context, cost, goals);
    if (!goals->cells || goals->count < 1)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "goal_count is %d and goals is %s; there must be at least one goal.",
                             goals->count, goals->cells ? "set" : "NULL");
    bool any_passable = false;
    for (int32_t i = 0; i < goals->count; i++) {
        throng_cell g = goals->cells[i];
        if (g.x < 0 || g.y < 0 || g.x >= cost->grid.width || g.y >= cost->grid.height)
            return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                                 "goals[%d] is (%d, %d); it must be on the map of %d x %d cells.",
                                 i, g.x, g.y, cost->grid.width, cost->grid.height);
        if (throng_goal_price(goals, i) % 2 != 0)
            return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                                 "prices[%d] is %u; it must be even, 0 to 4294967294.", i,
                                 throng_goal_price(goals, i));
        any_passable = any_passable || !throng_cost_is_wall(cost, g.x, g.y);
    }
    if (!any_passable)
        return throng_refuse(context, THRONG_ERROR_GOAL, "Every one of the %d goals is on a wall.",
                             goals->count);
    return THRONG_OK;
}

static bool is_priced(const throng_goals *goals)
{
    for (int32_t i = 0; i < goals->count; i++)
        if (throng_goal_price(goals, i) > 0)
            return true;
    return false;
}

throng_result throng_integration_check_objects(const throng_solver *solver,
                                               const throng_cost_field *cost,
                                               const throng_integration_field *out,
                                               const char *name)
{
    const throng_context *context = solver->context;
    if (!cost || !out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "%s is NULL.", cost ? name : "cost");
    if (!throng_grid_equal(&cost->grid, &out->grid))
        return throng_refuse(
            context, THRONG_ERROR_SHAPE,
            "cost is %d x %d cells and %s %d x %d, or they lie elsewhere; their grids "
            "must be equal.",
            cost->grid.width, cost->grid.height, name, out->grid.width, out->grid.height);
    if (throng_grid_cells(&cost->grid) > solver->capacity)
        return throng_refuse(context, THRONG_ERROR_CAPACITY,
                             "solver has room for %llu cells; the map has %llu.",
                             (unsigned long long)solver->capacity,
                             (unsigned long long)throng_grid_cells(&cost->grid));
    if (!cost->is_committed)
        return throng_refuse(context, THRONG_ERROR_NOT_COMMITTED,
                             "cost has edits that were not committed; call throng_cost_commit.");
    return THRONG_OK;
}

throng_result throng_integration_check_solve(const throng_solver *solver,
                                             const throng_cost_field *cost,
                                             const throng_goals *goals,
                                             const throng_integration_field *out, const char *name)
{
    const throng_context *context = solver->context;
    throng_result result = throng_integration_check_objects(solver, cost, out, name);
    if (!result)
        result = throng_integration_check_goals(context, cost, goals);
    if (!result && goals->count > out->goal_capacity && is_priced(goals))
        return throng_refuse(context, THRONG_ERROR_CAPACITY,
                             "goal_count is %d, with prices, and %s has room for %d; call "
                             "throng_integration_reserve_goals.",
                             goals->count, name, out->goal_capacity);
    return result;
}

throng_result throng_integration_refuse_range(const throng_context *context)
{
    return throng_refuse(context, THRONG_ERROR_RANGE,
                         "Some cell is farther from the goals than 4294967294; the field holds no "
                         "result.");
}

/* Does not depend on the order of the goals; repeated goals and goals on walls count for nothing,
 * nor do those with a way to a nearer one, whose D is less than their price. */
static uint64_t mark_goals(const throng_cost_field *cost, const throng_goals *goals,
                           uint32_t *distance)
{
    const size_t width = (size_t)cost->grid.width;
    uint64_t mark = 0;
    for (int32_t i = 0; i < goals->count; i++) {
        const size_t cell = (size_t)goals->cells[i].y * width + (size_t)goals->cells[i].x;
        if (distance[cell] != throng_goal_price(goals, i))
            continue;
        mark += throng_mix(cell + 1);
        distance[cell]++; /* odd: seen; put back below */
    }
    for (int32_t i = 0; i < goals->count; i++) {
        const size_t cell = (size_t)goals->cells[i].y * width + (size_t)goals->cells[i].x;
        if (cost->cost[cell] != THRONG_WALL && throng_goal_price(goals, i) <= goals->limit)
            distance[cell] &= ~(uint32_t)1;
    }
    return mark;
}

/* The same for values: of the cells that hold them. */
static uint64_t mark_values(const throng_cost_field *cost, const throng_goals *goals,
                            const uint32_t *distance)
{
    const uint64_t cells = throng_grid_cells(&cost->grid);
    uint64_t mark = 0;
    for (uint64_t begin = 0; begin < cells; begin += 64) {
        const uint64_t end = cells - begin < 64 ? cells : begin + 64;
        uint32_t any = 0;
        for (uint64_t i = begin; i < end; i++)
            any |= goals->values[i] == distance[i];
        uint64_t held = 0;
        for (uint64_t i = begin; any && i < end; i++)
            held |= (uint64_t)(goals->values[i] == distance[i] && cost->cost[i] != THRONG_WALL &&
                               distance[i] != THRONG_UNREACHABLE)
                    << (i - begin);
        if (held)
            mark += throng_mix(throng_mix(begin + 1) + held);
    }
    return mark;
}

/* Rows of tiles that may hold a distance, in cells. */
static throng_span find_reached_rows(const throng_integration_field *field)
{
    const int32_t columns = (field->grid.width + THRONG_TILE - 1) / THRONG_TILE;
    const int32_t rows = (field->grid.height + THRONG_TILE - 1) / THRONG_TILE;
    throng_span span = {0, rows};
    const uint8_t *reached = field->reached;
    while (span.begin < span.end &&
           !memchr(reached + (size_t)span.begin * (size_t)columns, 1, (size_t)columns))
        span.begin++;
    while (span.end > span.begin &&
           !memchr(reached + (size_t)(span.end - 1) * (size_t)columns, 1, (size_t)columns))
        span.end--;
    const int32_t end = span.end * THRONG_TILE;
    return (throng_span){span.begin * THRONG_TILE,
                         end < field->grid.height ? end : field->grid.height};
}

void throng_integration_finish(const throng_cost_field *cost, const throng_goals *goals,
                               throng_integration_field *out)
{
    out->is_solved = true;
    out->serial = throng_next_serial(out->context);
    out->cost_serial = cost->serial;
    out->cost_revision = cost->revision;
    out->goals_mark = goals->values ? mark_values(cost, goals, out->distance)
                                    : mark_goals(cost, goals, out->distance);
    out->keeps_goals = goals->count <= out->goal_capacity && !goals->values;
    out->goal_count = out->keeps_goals ? goals->count : 0;
    out->is_priced = goals->values || is_priced(goals);
    out->limit = goals->limit;
    out->reached_rows = find_reached_rows(out);
    if (goals->cells == out->goals || !out->keeps_goals)
        return;
    memcpy(out->goals, goals->cells, (size_t)goals->count * sizeof *out->goals);
    for (int32_t i = 0; i < goals->count; i++)
        out->prices[i] = throng_goal_price(goals, i);
}

void throng_solve_begin(throng_solver *solver, const throng_cost_field *cost,
                        const throng_goals *goals, throng_integration_field *out)
{
    solver->job = (throng_job){.context = solver->context,
                               .worker_count = 1,
                               .cost = cost,
                               .goals = *goals,
                               .distance = out->distance,
                               .reached = out->reached};
}

int64_t throng_solve_visits(const throng_solver *solver)
{
    const throng_job *job = &solver->job;
    return job->phase == THRONG_JOB_TILES_OUT ? job->visit_count : 0;
}

bool throng_integration_solve(throng_solver *solver, const throng_cost_field *cost,
                              const throng_goals *goals, bool is_shared,
                              throng_integration_field *out)
{
    int64_t work = INT64_MAX;
    throng_solve_begin(solver, cost, goals, out);
    if (is_shared && throng_tiles_are_shared(cost))
        solver->job.worker_count = solver->tiles.scratch_count;
    const bool fits = solver->context->kernels.integrate(solver, &work) == THRONG_PROGRESS_DONE;
    throng_integration_finish(cost, goals, out);
    throng_changes_restart(&out->changes, out->grid.height, out->serial);
    out->visit_count = throng_solve_visits(solver);
    out->is_solved = fits;
    return fits;
}

static throng_result integrate(throng_solver *solver, const throng_cost_field *cost,
                               const throng_goals *goals, throng_integration_field *out)
{
    throng_context *context = solver->context;
    throng_result result = throng_integration_check_solve(solver, cost, goals, out, "out");
    if (result)
        return result;
    throng_profile(context, THRONG_STAGE_INTEGRATION, true);
    bool fits = throng_integration_solve(solver, cost, goals, true, out);
    throng_profile(context, THRONG_STAGE_INTEGRATION, false);
    return fits ? THRONG_OK : throng_integration_refuse_range(context);
}

throng_result throng_integrate(throng_solver *solver, const throng_cost_field *cost,
                               const throng_cell *goals, int32_t goal_count,
                               throng_integration_field *out)
{
    if (!solver)
        return THRONG_ERROR_ARGUMENT;
    return integrate(solver, cost,
                     &(throng_goals){goals, NULL, goal_count, THRONG_UNREACHABLE, NULL}, out);
}

throng_result throng_integrate_with(throng_solver *solver, const throng_cost_field *cost,
                                    const throng_integration_desc *desc,
                                    throng_integration_field *out)
{
    if (!solver)
        return THRONG_ERROR_ARGUMENT;
    throng_goals goals;
    if (!throng_integration_read_desc(solver->context, desc, &goals))
        return THRONG_ERROR_ARGUMENT;
    return integrate(solver, cost, &goals, out);
}

throng_result throng_integration_check(const throng_context *context, const throng_cost_field *cost,
                                       const throng_integration_field *integration)
{
    if (!cost->is_committed)
        return throng_refuse(context, THRONG_ERROR_NOT_COMMITTED,
                             "cost has edits that were not committed; call throng_cost_commit.");
    if (!integration->is_solved)
        return throng_refuse(context, THRONG_ERROR_NOT_SOLVED,
                             "integration holds no result; call throng_integrate.");
    if (integration->cost_serial != cost->serial)
        return throng_refuse(context, THRONG_ERROR_OUT_OF_DATE,
                             "integration was solved on another cost field.");
    if (integration->cost_revision != cost->revision)
        return throng_refuse(
            context, THRONG_ERROR_OUT_OF_DATE,
            "cost was edited after integration was solved; call throng_integrate.");
    return THRONG_OK;
}

bool throng_integration_is_solved(const throng_integration_field *field)
{
    return field && field->is_solved;
}

uint32_t throng_integration_at(const throng_integration_field *field, throng_cell cell)
{
    if (!field || !field->is_solved || cell.x < 0 || cell.y < 0 || cell.x >= field->grid.width ||
        cell.y >= field->grid.height)
        return THRONG_UNREACHABLE;
    return field->distance[(size_t)cell.y * (size_t)field->grid.width + (size_t)cell.x];
}

const uint32_t *throng_integration_values(const throng_integration_field *field)
{
    return field && field->is_solved ? field->distance : NULL;
}

uint64_t throng_integration_hash(const throng_integration_field *field)
{
    if (!field || !field->is_solved)
        return 0;
    uint64_t hash = THRONG_FNV_OFFSET, cells = throng_grid_cells(&field->grid);
    for (uint64_t i = 0; i < cells; i++) {
        uint32_t d = field->distance[i];
        uint8_t bytes[4] = {(uint8_t)d, (uint8_t)(d >> 8), (uint8_t)(d >> 16), (uint8_t)(d >> 24)};
        hash = throng_fnv1a(hash, bytes, sizeof bytes);
    }
    return hash;
}
