#include "path/path.h"

#include <string.h>

static void release(throng_path_finder *finder)
{
    throng_context *context = finder->context;
    throng_give(context, finder->heap, finder->cell_capacity, sizeof *finder->heap);
    throng_give(context, finder->marks, finder->cell_capacity, sizeof *finder->marks);
    throng_give(context, finder->arrivals, finder->cell_capacity, sizeof *finder->arrivals);
    throng_object_give(context, finder, sizeof *finder);
}

throng_result throng_path_finder_create(throng_context *context, int32_t width, int32_t height,
                                        throng_path_finder **out)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_result result = throng_sides_check(context, width, height);
    if (result)
        return result;

    throng_path_finder *finder = throng_object_take(context, sizeof *finder);
    if (!finder)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a path finder.");
    finder->context = context;
    finder->cell_capacity = (uint64_t)width * (uint64_t)height;
    finder->heap = throng_take(context, finder->cell_capacity, sizeof *finder->heap);
    finder->marks = throng_take(context, finder->cell_capacity, sizeof *finder->marks);
    finder->arrivals = throng_take(context, finder->cell_capacity, sizeof *finder->arrivals);
    if (!finder->heap || !finder->marks || !finder->arrivals) {
        release(finder);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a path finder of %d x %d cells.", width,
                             height);
    }
    memset(finder->marks, 0, (size_t)finder->cell_capacity * sizeof *finder->marks);
    *out = finder;
    return THRONG_OK;
}

throng_result throng_path_finder_destroy(throng_path_finder *finder)
{
    if (finder)
        release(finder);
    return THRONG_OK;
}

void throng_path_desc_init(throng_path_desc *desc, size_t struct_size)
{
    const throng_path_desc defaults = {
        .struct_size = sizeof defaults,
        .connectivity = THRONG_CONNECTIVITY_8,
    };
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

static throng_result read_desc(const throng_context *context, const throng_path_desc *from,
                               throng_path_desc *desc)
{
    *desc = throng_path_desc_default();
    if (!from)
        return THRONG_OK;
    if (!throng_desc_read(desc, sizeof *desc, from))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc has no known struct_size; start from throng_path_desc_default.");
    if (desc->connectivity != THRONG_CONNECTIVITY_8 && desc->connectivity != THRONG_CONNECTIVITY_4)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->connectivity is %d; it must be %d or %d.",
                             (int)desc->connectivity, THRONG_CONNECTIVITY_8, THRONG_CONNECTIVITY_4);
    return THRONG_OK;
}

static throng_result check_on_map(const throng_context *context, const throng_grid *grid,
                                  throng_cell cell, const char *name)
{
    if (cell.x >= 0 && cell.y >= 0 && cell.x < grid->width && cell.y < grid->height)
        return THRONG_OK;
    return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                         "%s is (%d, %d); it must be a cell of the map of %d x %d cells.", name,
                         cell.x, cell.y, grid->width, grid->height);
}

static throng_result check_output(const throng_context *context, const throng_cell *cells,
                                  int32_t capacity, const int32_t *count)
{
    if (!count)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "count is NULL.");
    if (capacity < 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "capacity is %d; it must be 0 or more.", capacity);
    if (!cells && capacity > 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "cells is NULL; that is allowed with a capacity of 0 only.");
    return THRONG_OK;
}

/* Whether the map is ready, fits into the finder and has both ends on passable ground. */
static throng_result check_map(const throng_path_finder *finder, const throng_cost_field *cost,
                               throng_cell from, throng_cell to)
{
    const throng_context *context = finder->context;
    const throng_grid *grid = &cost->grid;
    throng_result result = check_on_map(context, grid, from, "from");
    if (!result)
        result = check_on_map(context, grid, to, "to");
    if (result)
        return result;
    if (!cost->is_committed)
        return throng_refuse(context, THRONG_ERROR_NOT_COMMITTED,
                             "cost has edits that were not committed.");
    if (throng_grid_cells(grid) > finder->cell_capacity)
        return throng_refuse(context, THRONG_ERROR_CAPACITY,
                             "finder has room for %llu cells; the map has %d x %d.",
                             (unsigned long long)finder->cell_capacity, grid->width, grid->height);
    if (throng_cost_is_wall(cost, from.x, from.y))
        return throng_refuse(context, THRONG_ERROR_BLOCKED, "from is (%d, %d), which is a wall.",
                             from.x, from.y);
    if (throng_cost_is_wall(cost, to.x, to.y))
        return throng_refuse(context, THRONG_ERROR_GOAL, "to is (%d, %d), which is a wall.", to.x,
                             to.y);
    return THRONG_OK;
}

/* Epochs make clearing the marks needless until their number runs out. */
static void begin_epoch(throng_path_finder *finder)
{
    if (++finder->epoch != 0)
        return;
    memset(finder->marks, 0, (size_t)finder->cell_capacity * sizeof *finder->marks);
    finder->epoch = 1;
}

/* The cell that the cheapest way comes through before `cell`. */
static throng_cell previous(const throng_path_finder *finder, int32_t width, throng_cell cell)
{
    const size_t index = (size_t)cell.y * (size_t)width + (size_t)cell.x;
    const uint8_t step = finder->arrivals[index] - 1;
    return (throng_cell){cell.x - throng_step_x[step], cell.y - throng_step_y[step]};
}

static bool is_same(throng_cell a, throng_cell b)
{
    return a.x == b.x && a.y == b.y;
}

/* Writes the path that a search has found, or says how long it is. */
static throng_result write_path(const throng_path_finder *finder, int32_t width, throng_cell from,
                                throng_cell to, throng_cell *cells, int32_t capacity,
                                int32_t *count)
{
    int32_t length = 1;
    for (throng_cell cell = to; !is_same(cell, from); cell = previous(finder, width, cell))
        length++;
    *count = length;
    if (length > capacity)
        return throng_refuse(finder->context, THRONG_ERROR_CAPACITY,
                             "capacity is %d; this path needs %d cells.", capacity, length);
    throng_cell cell = to;
    for (int32_t i = length - 1; i > 0; i--) {
        cells[i] = cell;
        cell = previous(finder, width, cell);
    }
    cells[0] = from;
    return THRONG_OK;
}

throng_result throng_path(throng_path_finder *finder, const throng_cost_field *cost,
                          throng_cell from, throng_cell to, const throng_path_desc *desc,
                          throng_cell *cells, int32_t capacity, int32_t *count,
                          uint32_t *total_cost)
{
    if (!finder)
        return throng_refuse(cost ? cost->context : NULL, THRONG_ERROR_ARGUMENT, "finder is NULL.");
    const throng_context *context = finder->context;
    if (!cost)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "cost is NULL.");
    throng_path_desc wish;
    throng_result result = read_desc(context, desc, &wish);
    if (!result)
        result = check_output(context, cells, capacity, count);
    if (!result)
        result = check_map(finder, cost, from, to);
    if (result)
        return result;

    uint32_t sum = 0;
    const bool is_there = is_same(from, to);
    if (!is_there) {
        begin_epoch(finder);
        result = throng_path_search_scalar(finder, cost, from, to, wish.connectivity, &sum);
    }
    if (result == THRONG_ERROR_NO_PATH)
        return throng_refuse(context, result, "No way leads from (%d, %d) to (%d, %d).", from.x,
                             from.y, to.x, to.y);
    if (result)
        return throng_refuse(context, result,
                             "The path from (%d, %d) to (%d, %d) costs more than 4294967294.",
                             from.x, from.y, to.x, to.y);
    if (total_cost)
        *total_cost = sum;
    result = write_path(finder, cost->grid.width, from, to, cells, capacity, count);
    return is_there && !result ? THRONG_SAME_CELL : result;
}
