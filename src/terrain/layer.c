#include "terrain/layer.h"

#include <string.h>

void throng_mover_desc_init(throng_mover_desc *desc, size_t struct_size)
{
    throng_mover_desc defaults = {.struct_size = sizeof defaults, .audience = UINT32_MAX};
    memset(defaults.cost, 1, sizeof defaults.cost);
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

static uint64_t block_count(const throng_terrain *terrain)
{
    return (uint64_t)terrain->block_columns * (uint64_t)terrain->block_rows;
}

static bool take_bits(throng_layer *layer, throng_cell_bits *bits)
{
    const throng_grid *grid = &layer->terrain->grid;
    bits->row_words = (size_t)(grid->width + 63) / 64;
    const uint64_t count = bits->row_words * (uint64_t)grid->height;
    bits->words = throng_take(layer->context, count, sizeof *bits->words);
    if (bits->words)
        memset(bits->words, 0, (size_t)count * sizeof *bits->words);
    return bits->words;
}

static void give_bits(const throng_layer *layer, throng_cell_bits *bits)
{
    throng_give(layer->context, bits->words,
                bits->row_words * (uint64_t)layer->terrain->grid.height, sizeof *bits->words);
}

#define WIDTHS (THRONG_MOVER_RADIUS_MAX / 256 + 1)

static void release(throng_layer *layer)
{
    throng_context *context = layer->context;
    const throng_grid *grid = &layer->terrain->grid;
    throng_cost_destroy(layer->cost);
    give_bits(layer, &layer->walls);
    give_bits(layer, &layer->closed);
    give_bits(layer, &layer->saturated);
    throng_give(context, layer->widths, WIDTHS, sizeof *layer->widths);
    throng_give_padded(context, layer->unpriced, throng_grid_cells(grid), 1);
    throng_give(context, layer->prices, throng_grid_cells(grid), 1);
    throng_give(context, layer->stale, block_count(layer->terrain), 1);
    throng_give(context, layer->rows, (uint64_t)grid->width * THRONG_BLOCK, 1);
    throng_object_give(context, layer, sizeof *layer);
}

static throng_result check_mover(const throng_terrain *terrain, const throng_mover_desc *mover,
                                 throng_mover_desc *own)
{
    const throng_context *context = terrain->context;
    if (!mover || !throng_desc_read(own, sizeof *own, mover))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "mover is NULL or was not made by throng_mover_desc_default.");
    for (int i = 0; i < 256; i++)
        if (own->cost[i] == 0)
            return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                                 "mover->cost[%d] is 0; it must be 1 to 255.", i);
    if (own->radius_256 < 0 || own->radius_256 > THRONG_MOVER_RADIUS_MAX)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "mover->radius_256 is %d; it must be 0 to %d.", own->radius_256,
                             THRONG_MOVER_RADIUS_MAX);
    if (own->audience == 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "mover->audience is 0; it must have a bit.");
    return THRONG_OK;
}

static bool take_arrays(throng_layer *layer)
{
    const throng_context *context = layer->context;
    const throng_grid *grid = &layer->terrain->grid;
    layer->widths = throng_take(context, WIDTHS, sizeof *layer->widths);
    layer->unpriced = throng_take_padded(context, throng_grid_cells(grid), 1);
    layer->prices = throng_take(context, throng_grid_cells(grid), 1);
    layer->stale = throng_take(context, block_count(layer->terrain), 1);
    layer->rows = throng_take(context, (uint64_t)grid->width * THRONG_BLOCK, 1);
    return take_bits(layer, &layer->walls) && take_bits(layer, &layer->closed) &&
           take_bits(layer, &layer->saturated) && layer->widths && layer->unpriced &&
           layer->prices && layer->stale && layer->rows;
}

throng_result throng_layer_create(throng_terrain *terrain, const throng_mover_desc *mover,
                                  throng_layer **out)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    throng_context *context = terrain->context;
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_mover_desc own;
    throng_result result = check_mover(terrain, mover, &own);
    if (result)
        return result;
    throng_layer *layer = throng_object_take(context, sizeof *layer);
    if (!layer)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a layer.");
    layer->context = context;
    layer->terrain = terrain;
    result = throng_cost_create(context, &terrain->grid, &layer->cost);
    if (result == THRONG_OK && !take_arrays(layer))
        result = throng_refuse(context, THRONG_ERROR_MEMORY,
                               "There is no memory for a layer of %d x %d cells.",
                               terrain->grid.width, terrain->grid.height);
    if (result) {
        release(layer);
        return result;
    }
    memcpy(layer->table, own.cost, sizeof layer->table);
    layer->audience = own.audience;
    layer->radius_256 = own.radius_256;
    layer->reach = throng_clearance_widths(own.radius_256, layer->widths);
    layer->cost->ground = layer->unpriced;
    memset(layer->prices, 0, (size_t)throng_grid_cells(&terrain->grid));
    memset(layer->stale, 0, (size_t)block_count(terrain));
    atomic_fetch_add(&terrain->layer_count, 1);
    throng_rect changed;
    int32_t changed_count;
    throng_layer_update(layer, &changed, 1, &changed_count);
    *out = layer;
    return THRONG_OK;
}

throng_result throng_layer_destroy(throng_layer *layer)
{
    if (!layer)
        return THRONG_OK;
    if (atomic_load(&layer->cost->user_count) > 0)
        return throng_refuse(
            layer->context, THRONG_ERROR_IN_USE,
            "layer is one whose cost field a group of a crowd or a congestion uses.");
    atomic_fetch_sub(&layer->terrain->layer_count, 1);
    release(layer);
    return THRONG_OK;
}

const throng_cost_field *throng_layer_cost(const throng_layer *layer)
{
    return layer ? layer->cost : NULL;
}

int64_t throng_layer_saturated_count(const throng_layer *layer)
{
    return layer ? layer->saturated_count : 0;
}

throng_result throng_layer_write_prices(throng_layer *layer, throng_rect cells,
                                        const uint8_t *prices, size_t row_bytes)
{
    if (!layer)
        return THRONG_ERROR_ARGUMENT;
    const throng_terrain *terrain = layer->terrain;
    const throng_result result = throng_terrain_check_rows(layer->context, &terrain->grid, cells,
                                                           prices, "prices", row_bytes);
    if (result)
        return result;
    for (int32_t r = 0; r < cells.height; r++) {
        const int32_t y = cells.y + r;
        uint8_t *to = layer->prices + (size_t)y * (size_t)terrain->grid.width + (size_t)cells.x;
        const uint8_t *from = prices + (size_t)r * row_bytes;
        uint8_t *stale = layer->stale + (size_t)(y / THRONG_BLOCK) * (size_t)terrain->block_columns;
        for (int32_t i = 0; i < cells.width; i++)
            if (to[i] != from[i]) {
                to[i] = from[i];
                stale[(cells.x + i) / THRONG_BLOCK] = 1;
            }
    }
    layer->has_prices = true;
    return THRONG_OK;
}
