/* Areas as goals: lists of their passable cells. */
#include "terrain/terrain.h"

#include <throng/integration.h>

/* Lists the cells of an area that are passable, as far as there is room, and gives their number. */
static int64_t list(const throng_cost_field *cost, const throng_stamp *area, throng_cell *goals,
                    int64_t capacity)
{
    const throng_grid *grid = &cost->grid;
    const throng_rect cells = area->cells;
    int64_t count = 0;
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const throng_span span = throng_stamp_span(area, cells, y);
        const uint8_t *row = cost->cost + (size_t)y * (size_t)grid->width;
        for (int32_t x = span.begin; x < span.end; x++) {
            if (row[x] == THRONG_WALL)
                continue;
            if (count < capacity)
                goals[count] = (throng_cell){x, y};
            count++;
        }
    }
    return count;
}

/* Nothing is written unless everything has room. */
static throng_result fill(const throng_cost_field *cost, const throng_stamp *area,
                          throng_cell *goals, int32_t capacity, int32_t *count)
{
    const throng_context *log = cost->context;
    if (!count)
        return throng_refuse(log, THRONG_ERROR_ARGUMENT, "count is NULL.");
    if (goals && capacity < 0)
        return throng_refuse(log, THRONG_ERROR_ARGUMENT, "capacity is %d; it must be 0 or more.",
                             capacity);
    const int64_t all = list(cost, area, NULL, 0);
    if (goals && all > capacity)
        return throng_refuse(log, THRONG_ERROR_CAPACITY,
                             "there are %lld goals in the area; capacity is %d.", (long long)all,
                             capacity);
    if (goals)
        list(cost, area, goals, capacity);
    *count = (int32_t)all;
    return THRONG_OK;
}

throng_result throng_goals_in_rect(const throng_cost_field *cost, throng_rect rect,
                                   throng_cell *goals, int32_t capacity, int32_t *count)
{
    if (!cost)
        return THRONG_ERROR_ARGUMENT;
    if (rect.width < 1 || rect.height < 1)
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT,
                             "rect has %d x %d cells; it must have some.", rect.width, rect.height);
    const throng_rect map = {0, 0, cost->grid.width, cost->grid.height};
    const throng_stamp area = {.cells = throng_rect_common(rect, map), .radius_256 = -1};
    return fill(cost, &area, goals, capacity, count);
}

throng_result throng_goals_in_disc(const throng_cost_field *cost, throng_point centre, float radius,
                                   throng_cell *goals, int32_t capacity, int32_t *count)
{
    if (!cost)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result = throng_disc_check(cost->context, &cost->grid, centre, radius);
    if (result)
        return result;
    const throng_stamp area = throng_stamp_of_disc(&cost->grid, centre, radius);
    return fill(cost, &area, goals, capacity, count);
}
