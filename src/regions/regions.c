#include "regions/regions.h"

#include <string.h>

static uint64_t block_count(const throng_regions *regions)
{
    return (uint64_t)regions->block_columns * (uint64_t)regions->block_rows;
}

static void release(throng_regions *regions)
{
    throng_context *context = regions->context;
    const uint64_t blocks = block_count(regions), parts = blocks * THRONG_REGION_PARTS;
    throng_give(context, regions->part, throng_grid_cells(&regions->grid), sizeof *regions->part);
    throng_give(context, regions->part_count, blocks, sizeof *regions->part_count);
    throng_give(context, regions->part_size, parts, sizeof *regions->part_size);
    throng_give(context, regions->number, parts, sizeof *regions->number);
    throng_give(context, regions->joined, parts, sizeof *regions->joined);
    throng_object_give(context, regions, sizeof *regions);
}

static bool take(throng_regions *regions)
{
    const throng_context *context = regions->context;
    const uint64_t blocks = block_count(regions), parts = blocks * THRONG_REGION_PARTS;
    regions->part = throng_take(context, throng_grid_cells(&regions->grid), sizeof *regions->part);
    regions->part_count = throng_take(context, blocks, sizeof *regions->part_count);
    regions->part_size = throng_take(context, parts, sizeof *regions->part_size);
    regions->number = throng_take(context, parts, sizeof *regions->number);
    regions->joined = throng_take(context, parts, sizeof *regions->joined);
    return regions->part && regions->part_count && regions->part_size && regions->number &&
           regions->joined;
}

throng_result throng_regions_create(throng_context *context, const throng_grid *grid,
                                    throng_regions **out)
{
    const throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;
    throng_regions *regions = throng_object_take(context, sizeof *regions);
    if (regions) {
        regions->context = context;
        regions->grid = *grid;
        /* At most 512 x 512 blocks, so that parts have places below 2^27. */
        regions->block_columns = (grid->width + THRONG_REGION_BLOCK - 1) / THRONG_REGION_BLOCK;
        regions->block_rows = (grid->height + THRONG_REGION_BLOCK - 1) / THRONG_REGION_BLOCK;
    }
    if (!regions || !take(regions)) {
        if (regions)
            release(regions);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for regions of %d x %d cells.", grid->width,
                             grid->height);
    }
    *out = regions;
    return THRONG_OK;
}

throng_result throng_regions_destroy(throng_regions *regions)
{
    if (regions)
        release(regions);
    return THRONG_OK;
}

throng_grid throng_regions_grid(const throng_regions *regions)
{
    return regions ? regions->grid : (throng_grid){0};
}

static throng_result check_cost(const throng_cost_field *cost, const throng_regions *regions)
{
    if (!cost)
        return throng_refuse(regions->context, THRONG_ERROR_ARGUMENT, "cost is NULL.");
    if (!throng_grid_equal(&cost->grid, &regions->grid))
        return throng_refuse(regions->context, THRONG_ERROR_SHAPE,
                             "The grids of cost and of the regions differ.");
    if (!cost->is_committed)
        return throng_refuse(regions->context, THRONG_ERROR_NOT_COMMITTED,
                             "cost has edits that were not committed.");
    return THRONG_OK;
}

static void note_map(const throng_cost_field *cost, throng_regions *regions)
{
    regions->cost_context = cost->context;
    regions->cost_serial = cost->serial;
    regions->cost_revision = cost->revision;
}

throng_result throng_regions_build(const throng_cost_field *cost, throng_regions *out)
{
    if (!out)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result = check_cost(cost, out);
    if (result)
        return result;
    for (int32_t row = 0; row < out->block_rows; row++)
        for (int32_t column = 0; column < out->block_columns; column++)
            throng_regions_part(out, cost, column, row);
    throng_regions_join(out);
    note_map(cost, out);
    out->is_built = true;
    return THRONG_OK;
}

static throng_result check_changes(const throng_cost_field *cost, const throng_rect *changed,
                                   int32_t count, const throng_regions *regions)
{
    if (!regions->is_built)
        return throng_refuse(regions->context, THRONG_ERROR_NOT_SOLVED,
                             "regions were not built: there is nothing to update.");
    if (regions->cost_context != cost->context || regions->cost_serial != cost->serial)
        return throng_refuse(regions->context, THRONG_ERROR_OUT_OF_DATE,
                             "regions were built on another cost field.");
    if (count < 0 || (count > 0 && !changed))
        return throng_refuse(regions->context, THRONG_ERROR_ARGUMENT,
                             "count is %d, or changed is NULL; there must be so many rectangles.",
                             count);
    if (count == 0 && regions->cost_revision != cost->revision)
        return throng_refuse(regions->context, THRONG_ERROR_ARGUMENT,
                             "count is 0 although cost was edited.");
    for (int32_t i = 0; i < count; i++)
        if (!throng_cost_holds(cost, changed[i]))
            return throng_refuse(regions->context, THRONG_ERROR_ARGUMENT,
                                 "changed[%d] is %d x %d at (%d, %d); it must be a rectangle on "
                                 "the map of %d x %d cells.",
                                 i, changed[i].width, changed[i].height, changed[i].x, changed[i].y,
                                 cost->grid.width, cost->grid.height);
    return THRONG_OK;
}

throng_result throng_regions_update(const throng_cost_field *cost, const throng_rect *changed,
                                    int32_t count, throng_regions *regions)
{
    if (!regions)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_cost(cost, regions);
    if (!result)
        result = check_changes(cost, changed, count, regions);
    if (result)
        return result;
    for (int32_t i = 0; i < count; i++) {
        const throng_rect r = changed[i];
        const int32_t right = (r.x + r.width - 1) / THRONG_REGION_BLOCK;
        const int32_t bottom = (r.y + r.height - 1) / THRONG_REGION_BLOCK;
        for (int32_t row = r.y / THRONG_REGION_BLOCK; row <= bottom; row++)
            for (int32_t column = r.x / THRONG_REGION_BLOCK; column <= right; column++)
                throng_regions_part(regions, cost, column, row);
    }
    if (count > 0)
        throng_regions_join(regions);
    note_map(cost, regions);
    return THRONG_OK;
}

int32_t throng_regions_count(const throng_regions *regions)
{
    return regions && regions->is_built ? regions->region_count : 0;
}

int32_t throng_regions_at(const throng_regions *regions, throng_cell cell)
{
    if (!regions || !regions->is_built || cell.x < 0 || cell.y < 0 ||
        cell.x >= regions->grid.width || cell.y >= regions->grid.height)
        return -1;
    const uint16_t part =
        regions->part[(size_t)cell.y * (size_t)regions->grid.width + (size_t)cell.x];
    if (part == THRONG_NO_PART)
        return -1;
    const int32_t block =
        cell.y / THRONG_REGION_BLOCK * regions->block_columns + cell.x / THRONG_REGION_BLOCK;
    return regions->number[block * THRONG_REGION_PARTS + part];
}

bool throng_is_reachable(const throng_regions *regions, throng_cell from, throng_cell to)
{
    const int32_t region = throng_regions_at(regions, from);
    return region >= 0 && region == throng_regions_at(regions, to);
}

int32_t throng_regions_size(const throng_regions *regions, int32_t region)
{
    if (region < 0 || region >= throng_regions_count(regions))
        return 0;
    return regions->joined[region];
}
