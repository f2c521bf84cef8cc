#include "cost/cost.h"

#include "base/float_state.h"
#include "tasks/tasks.h"

#include <string.h>

static void release(throng_cost_field *field)
{
    throng_context *context = field->context;
    uint64_t cells = throng_grid_cells(&field->grid);
    throng_tile_maps_give(field);
    throng_give_padded(context, field->cost, cells, 1);
    throng_give_padded(context, field->moves, cells, 1);
    throng_give(context, field->edited, (uint64_t)field->grid.height, sizeof *field->edited);
    throng_object_give(context, field, sizeof *field);
}

static void mark_edited(throng_cost_field *field, int32_t y, int32_t begin, int32_t end)
{
    throng_span *span = &field->edited[y], *rows = &field->edited_rows;
    rows->begin = y < rows->begin ? y : rows->begin;
    rows->end = y >= rows->end ? y + 1 : rows->end;
    if (span->begin >= span->end) {
        *span = (throng_span){begin, end};
        return;
    }
    span->begin = begin < span->begin ? begin : span->begin;
    span->end = end > span->end ? end : span->end;
}

static void finish_edit(throng_cost_field *field, bool has_moved_walls)
{
    field->is_committed = false;
    field->revision++;
    if (has_moved_walls)
        field->walls_revision = field->revision;
}

throng_result throng_cost_create(throng_context *context, const throng_grid *grid,
                                 throng_cost_field **out)
{
    throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;

    uint64_t cells = throng_grid_cells(grid);
    throng_cost_field *field = throng_object_take(context, sizeof *field);
    if (!field)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a cost field.");
    field->context = context;
    field->grid = *grid;
    field->cells_per_metre = throng_cells_per_metre(grid);
    field->cost = throng_take_padded(context, cells, 1);
    field->ground = field->cost;
    field->moves = throng_take_padded(context, cells, 1);
    field->edited = throng_take(context, (uint64_t)grid->height, sizeof *field->edited);
    if (!throng_tile_maps_take(field) || !field->cost || !field->moves || !field->edited) {
        release(field);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a cost field of %d x %d cells.", grid->width,
                             grid->height);
    }
    memset(field->cost, 1, (size_t)cells);
    memset(field->edited, 0, (size_t)grid->height * sizeof *field->edited);
    field->edited_rows = (throng_span){grid->height, 0};
    field->cost_count[1] = (int32_t)cells;
    field->serial = throng_next_serial(context);
    field->revision = field->walls_revision = 1;
    atomic_init(&field->user_count, 0);
    for (int32_t y = 0; y < grid->height; y++)
        mark_edited(field, y, 0, grid->width);
    throng_cost_commit(field);
    *out = field;
    return THRONG_OK;
}

throng_result throng_cost_destroy(throng_cost_field *field)
{
    if (!field)
        return THRONG_OK;
    if (atomic_load(&field->user_count) > 0)
        return throng_refuse(field->context, THRONG_ERROR_IN_USE,
                             "field is a cost field that a group of a crowd or a builder uses.");
    release(field);
    return THRONG_OK;
}

throng_grid throng_cost_grid(const throng_cost_field *field)
{
    return field ? field->grid : (throng_grid){0};
}

static throng_result check_rect(const throng_cost_field *field, throng_rect cells)
{
    const throng_grid *grid = &field->grid;
    if (!throng_cost_holds(field, cells))
        return throng_refuse(
            field->context, THRONG_ERROR_ARGUMENT,
            "cells is %d x %d at (%d, %d); it must be a rectangle on the map of %d x "
            "%d cells.",
            cells.width, cells.height, cells.x, cells.y, grid->width, grid->height);
    return THRONG_OK;
}

static throng_result check_rows(const throng_cost_field *field, throng_rect cells, const void *rows,
                                const char *name, size_t row_bytes)
{
    throng_result result = check_rect(field, cells);
    if (result)
        return result;
    if (!rows)
        return throng_refuse(field->context, THRONG_ERROR_ARGUMENT, "%s is NULL.", name);
    if (row_bytes < (size_t)cells.width)
        return throng_refuse(field->context, THRONG_ERROR_ARGUMENT,
                             "row_bytes is %zu; it must be at least the rectangle's width of %d.",
                             row_bytes, cells.width);
    return THRONG_OK;
}

static throng_result refuse_zero(const throng_cost_field *field)
{
    return throng_refuse(field->context, THRONG_ERROR_ARGUMENT, "cost is 0; it must be 1 to 255.");
}

static bool is_wall(uint8_t cost)
{
    return cost == THRONG_WALL;
}

/* Sets count cells of row y from column x on; true if walls came or went. */
static bool set_run(throng_cost_field *field, int32_t x, int32_t y, int32_t count, uint8_t cost)
{
    uint8_t *row = field->cost + (size_t)y * (size_t)field->grid.width + (size_t)x;
    int32_t walls = field->cost_count[THRONG_WALL];
    for (int32_t i = 0; i < count; i++)
        field->cost_count[row[i]]--;
    walls -= field->cost_count[THRONG_WALL];
    memset(row, cost, (size_t)count);
    field->cost_count[cost] += count;
    mark_edited(field, y, x, x + count);
    return is_wall(cost) ? walls < count : walls > 0;
}

throng_result throng_cost_fill(throng_cost_field *field, throng_rect cells, uint8_t cost)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_rect(field, cells);
    if (result)
        return result;
    if (cost == 0)
        return refuse_zero(field);
    bool has_moved_walls = false;
    for (int32_t y = cells.y; y < cells.y + cells.height; y++)
        has_moved_walls |= set_run(field, cells.x, y, cells.width, cost);
    finish_edit(field, has_moved_walls);
    return THRONG_OK;
}

/* Writes table[source] to a row's cells, and counts them. Neighbours are often equal, and a single
 * counter would wait for itself, so that there are four. True if walls came or went. */
static bool write_row(uint8_t *to, const uint8_t *from, int32_t count, const uint8_t table[256],
                      int32_t counts[4][256])
{
    bool has_moved_walls = false;
    for (int32_t i = 0; i < count; i++) {
        const uint8_t cost = table[from[i]];
        has_moved_walls |= is_wall(to[i]) != is_wall(cost);
        counts[i % 4][to[i]]--;
        counts[i % 4][cost]++;
        to[i] = cost;
    }
    return has_moved_walls;
}

/* Writes table[source] for every cell of the rectangle; the table has passed the checks. */
static void write_rows(throng_cost_field *field, throng_rect cells, const uint8_t *source,
                       size_t row_bytes, const uint8_t table[256])
{
    int32_t counts[4][256] = {{0}};
    bool has_moved_walls = false;
    for (int32_t r = 0; r < cells.height; r++) {
        const int32_t y = cells.y + r;
        has_moved_walls |=
            write_row(field->cost + (size_t)y * (size_t)field->grid.width + (size_t)cells.x,
                      source + (size_t)r * row_bytes, cells.width, table, counts);
        mark_edited(field, y, cells.x, cells.x + cells.width);
    }
    for (int cost = 0; cost < 256; cost++)
        field->cost_count[cost] +=
            counts[0][cost] + counts[1][cost] + counts[2][cost] + counts[3][cost];
    finish_edit(field, has_moved_walls);
}

/* The first value of the rectangle that the table maps to 0; -1 if there is none. */
static int find_zero(throng_rect cells, const uint8_t *source, size_t row_bytes,
                     const uint8_t table[256])
{
    for (int32_t r = 0; r < cells.height; r++) {
        const uint8_t *from = source + (size_t)r * row_bytes;
        for (int32_t i = 0; i < cells.width; i++)
            if (table[from[i]] == 0)
                return from[i];
    }
    return -1;
}

throng_result throng_cost_write(throng_cost_field *field, throng_rect cells, const uint8_t *costs,
                                size_t row_bytes)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_rows(field, cells, costs, "costs", row_bytes);
    if (result)
        return result;
    uint8_t same[256];
    for (int i = 0; i < 256; i++)
        same[i] = (uint8_t)i;
    if (find_zero(cells, costs, row_bytes, same) >= 0)
        return throng_refuse(field->context, THRONG_ERROR_ARGUMENT,
                             "costs holds a 0; every cost must be 1 to 255.");
    write_rows(field, cells, costs, row_bytes, same);
    return THRONG_OK;
}

throng_result throng_cost_read(const throng_cost_field *field, throng_rect cells, uint8_t *costs,
                               size_t row_bytes)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_rows(field, cells, costs, "costs", row_bytes);
    if (result)
        return result;
    for (int32_t r = 0; r < cells.height; r++)
        memcpy(costs + (size_t)r * row_bytes,
               field->cost + (size_t)(cells.y + r) * (size_t)field->grid.width + (size_t)cells.x,
               (size_t)cells.width);
    return THRONG_OK;
}

void throng_layer_desc_init(throng_layer_desc *desc, size_t struct_size)
{
    throng_layer_desc defaults = {.struct_size = sizeof defaults};
    memset(defaults.cost, 1, sizeof defaults.cost);
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

throng_result throng_cost_derive(throng_cost_field *layer, throng_rect cells,
                                 const uint8_t *terrain, size_t row_bytes,
                                 const throng_layer_desc *desc)
{
    if (!layer)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_rows(layer, cells, terrain, "terrain", row_bytes);
    if (result)
        return result;
    throng_layer_desc own;
    if (!desc || !throng_desc_read(&own, sizeof own, desc))
        return throng_refuse(layer->context, THRONG_ERROR_ARGUMENT,
                             "desc is NULL or was not made by throng_layer_desc_default.");
    int zero = find_zero(cells, terrain, row_bytes, own.cost);
    if (zero >= 0)
        return throng_refuse(layer->context, THRONG_ERROR_ARGUMENT,
                             "desc->cost[%d] is 0 and the terrain uses it; it must be 1 to 255.",
                             zero);
    write_rows(layer, cells, terrain, row_bytes, own.cost);
    return THRONG_OK;
}

/* Columns of row y whose centres lie in the disc, in cell units; doubles keep the test exact enough
 * for the largest map. */
static throng_span disc_span(const throng_grid *grid, double cx, double cy, double radius,
                             int32_t y)
{
    double dy = (double)y + 0.5 - cy;
    throng_span span = {0, 0};
    double low = cx - radius - 1.0, high = cx + radius + 1.0;
    int32_t x = low > 0.0 ? (low < grid->width ? (int32_t)low : grid->width) : 0;
    int32_t end = high < grid->width ? (high > 0.0 ? (int32_t)high + 1 : 0) : grid->width;
    for (; x < end; x++) {
        double dx = (double)x + 0.5 - cx;
        if (dx * dx + dy * dy > radius * radius)
            continue;
        if (span.end == 0)
            span.begin = x;
        span.end = x + 1;
    }
    return span;
}

static THRONG_NOINLINE throng_result stamp_disc(throng_cost_field *field, throng_point centre,
                                                float radius, uint8_t cost)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    if (!throng_is_finite(centre.x) || !throng_is_finite(centre.y))
        return throng_refuse(field->context, THRONG_ERROR_ARGUMENT,
                             "centre is (%g, %g); it must be finite.", centre.x, centre.y);
    if (!(radius >= 0.0f && radius <= 1e7f))
        return throng_refuse(field->context, THRONG_ERROR_ARGUMENT,
                             "radius is %g; it must be 0 to 1e7 m.", radius);
    if (cost == 0)
        return refuse_zero(field);

    const throng_grid *grid = &field->grid;
    double cx = ((double)centre.x - grid->origin_x) / grid->cell_size;
    double cy = ((double)centre.y - grid->origin_y) / grid->cell_size;
    double reach = (double)radius / grid->cell_size;
    double low = cy - reach - 1.0, high = cy + reach + 1.0;
    int32_t y = low > 0.0 ? (low < grid->height ? (int32_t)low : grid->height) : 0;
    int32_t end = high < grid->height ? (high > 0.0 ? (int32_t)high + 1 : 0) : grid->height;
    bool any_cell = false, has_moved_walls = false;
    for (; y < end; y++) {
        throng_span span = disc_span(grid, cx, cy, reach, y);
        if (span.end <= span.begin)
            continue;
        has_moved_walls |= set_run(field, span.begin, y, span.end - span.begin, cost);
        any_cell = true;
    }
    if (any_cell)
        finish_edit(field, has_moved_walls);
    return THRONG_OK;
}

throng_result throng_cost_stamp_disc(throng_cost_field *field, throng_point centre, float radius,
                                     uint8_t cost)
{
    throng_float_state host = throng_float_enter();
    throng_result result = stamp_disc(field, centre, radius, cost);
    throng_float_leave(host);
    return result;
}

/* A cell's moves depend on its eight neighbours, so a row is redone where it or the rows beside it
 * were edited, one column wider. */
static throng_span stale_span(const throng_cost_field *field, int32_t y)
{
    throng_span span = {field->grid.width, 0};
    for (int32_t r = y - 1; r <= y + 1; r++) {
        if (r < 0 || r >= field->grid.height || field->edited[r].begin >= field->edited[r].end)
            continue;
        int32_t begin = field->edited[r].begin - 1, end = field->edited[r].end + 1;
        span.begin = begin < span.begin ? begin : span.begin;
        span.end = end > span.end ? end : span.end;
    }
    span.begin = span.begin > 0 ? span.begin : 0;
    span.end = span.end < field->grid.width ? span.end : field->grid.width;
    return span;
}

throng_result throng_cost_commit(throng_cost_field *field)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    if (field->is_committed)
        return THRONG_OK;
    throng_profile(field->context, THRONG_STAGE_COST, true);
    const throng_span rows = field->edited_rows;
    const int32_t height = field->grid.height;
    for (int32_t y = rows.begin > 0 ? rows.begin - 1 : 0; y <= rows.end && y < height; y++) {
        throng_span span = stale_span(field, y);
        if (span.begin < span.end)
            field->context->kernels.moves(field->cost, field->grid.width, field->grid.height, y,
                                          span.begin, span.end, field->moves);
    }
    throng_tile_maps_commit(field);
    if (rows.begin < rows.end)
        memset(field->edited + rows.begin, 0,
               (size_t)(rows.end - rows.begin) * sizeof *field->edited);
    field->edited_rows = (throng_span){height, 0};
    field->is_committed = true;
    throng_profile(field->context, THRONG_STAGE_COST, false);
    return THRONG_OK;
}

bool throng_cost_is_committed(const throng_cost_field *field)
{
    return field && field->is_committed;
}

uint64_t throng_cost_revision(const throng_cost_field *field)
{
    return field ? field->revision : 0;
}

uint8_t throng_cost_at(const throng_cost_field *field, throng_cell cell)
{
    if (!field || throng_cost_is_wall(field, cell.x, cell.y))
        return THRONG_WALL;
    return field->cost[(size_t)cell.y * (size_t)field->grid.width + (size_t)cell.x];
}

uint8_t throng_cost_lowest(const throng_cost_field *field)
{
    for (int cost = 1; cost < THRONG_WALL; cost++)
        if (field->cost_count[cost] > 0)
            return (uint8_t)cost;
    return 1;
}

uint64_t throng_cost_hash(const throng_cost_field *field)
{
    if (!field)
        return 0;
    return throng_fnv1a(THRONG_FNV_OFFSET, field->cost, (size_t)throng_grid_cells(&field->grid));
}
