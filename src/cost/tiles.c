#include "cost/tiles.h"

#include "cost/cost.h"

static int32_t tiles_along(int32_t side)
{
    return (side + THRONG_TILE - 1) / THRONG_TILE;
}

uint64_t throng_tile_count(int32_t width, int32_t height)
{
    uint64_t count = (uint64_t)tiles_along(width) * (uint64_t)tiles_along(height);
    uint64_t cells = (uint64_t)width * (uint64_t)height;
    return count * THRONG_TILE * THRONG_TILE > 8 * cells ? 0 : count;
}

bool throng_tile_maps_take(throng_cost_field *field)
{
    throng_tile_maps *tiles = &field->tiles;
    uint64_t count = throng_tile_count(field->grid.width, field->grid.height);
    if (!field->context->kernels.prepare || count == 0)
        return true;
    tiles->columns = tiles_along(field->grid.width);
    tiles->rows = tiles_along(field->grid.height);
    tiles->map = throng_take(field->context, count, sizeof *tiles->map);
    tiles->costs = throng_take(field->context, count, sizeof *tiles->costs);
    if (!tiles->map || !tiles->costs)
        return false;
    for (uint64_t t = 0; t < count; t++)
        tiles->map[t] = (throng_tile_map){.is_empty = true};
    return true;
}

void throng_tile_maps_give(throng_cost_field *field)
{
    throng_tile_maps *tiles = &field->tiles;
    uint64_t count = (uint64_t)tiles->columns * (uint64_t)tiles->rows;
    throng_give(field->context, tiles->map, count, sizeof *tiles->map);
    throng_give(field->context, tiles->costs, count, sizeof *tiles->costs);
}

static void prepare(throng_cost_field *field, int32_t column, int32_t row)
{
    throng_tile_maps *tiles = &field->tiles;
    throng_tile_map *map = &tiles->map[row * tiles->columns + column];
    tiles->filled_count -= !map->is_empty;
    tiles->winding_count -= map->is_winding;
    field->context->kernels.prepare(field, column, row);
    tiles->filled_count += !map->is_empty;
    tiles->winding_count += map->is_winding;
}

void throng_tile_maps_commit(throng_cost_field *field)
{
    const throng_tile_maps *tiles = &field->tiles;
    const throng_span rows = field->edited_rows;
    /* The tiles of the row above the first edit to those of the row below the last one. */
    const int32_t first_row = (rows.begin > 0 ? rows.begin - 1 : 0) / THRONG_TILE;
    for (int32_t row = first_row; row < tiles->rows && row * THRONG_TILE <= rows.end; row++) {
        bool is_edited[THRONG_SIDE_MAX / THRONG_TILE] = {false};
        /* Whether a cell lies in a corridor depends on the cells around it, one row further too. */
        int32_t begin = row * THRONG_TILE - 1, end = (row + 1) * THRONG_TILE + 1;
        begin = begin > rows.begin ? begin : rows.begin;
        end = end < rows.end ? end : rows.end;
        for (int32_t y = begin; y < end; y++) {
            throng_span span = field->edited[y];
            if (span.begin >= span.end)
                continue;
            int32_t first = (span.begin > 0 ? span.begin - 1 : 0) / THRONG_TILE;
            int32_t last = span.end / THRONG_TILE;
            last = last < tiles->columns ? last : tiles->columns - 1;
            for (int32_t column = first; column <= last; column++)
                is_edited[column] = true;
        }
        for (int32_t column = 0; column < tiles->columns; column++)
            if (is_edited[column])
                prepare(field, column, row);
    }
}
