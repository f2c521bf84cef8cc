#include "terrain/terrain.h"

#include <string.h>

/* Room for stamps of a new terrain. */
#define FIRST_STAMPS 64

static uint64_t block_count(const throng_terrain *terrain)
{
    return (uint64_t)terrain->block_columns * (uint64_t)terrain->block_rows;
}

static void release(throng_terrain *terrain)
{
    throng_context *context = terrain->context;
    const uint64_t cells = throng_grid_cells(&terrain->grid);
    throng_give(context, terrain->ground, cells, 1);
    throng_give(context, terrain->ids, cells, 1);
    throng_give(context, terrain->stamps, (uint64_t)terrain->stamp_capacity,
                sizeof *terrain->stamps);
    throng_give(context, terrain->editions, block_count(terrain), sizeof *terrain->editions);
    throng_object_give(context, terrain, sizeof *terrain);
}

/* Notes an edit of the rectangle. */
static void touch(throng_terrain *terrain, throng_rect cells)
{
    if (throng_rect_is_empty(cells))
        return;
    terrain->revision++;
    for (int32_t row = cells.y / THRONG_BLOCK; row <= (cells.y + cells.height - 1) / THRONG_BLOCK;
         row++)
        for (int32_t column = cells.x / THRONG_BLOCK;
             column <= (cells.x + cells.width - 1) / THRONG_BLOCK; column++)
            terrain->editions[(size_t)row * (size_t)terrain->block_columns + (size_t)column] =
                terrain->revision;
}

throng_result throng_terrain_create(throng_context *context, const throng_grid *grid,
                                    throng_terrain **out)
{
    const throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;
    throng_terrain *terrain = throng_object_take(context, sizeof *terrain);
    if (!terrain)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a terrain.");
    const uint64_t cells = throng_grid_cells(grid);
    terrain->context = context;
    terrain->grid = *grid;
    terrain->stamp_capacity = FIRST_STAMPS;
    terrain->block_columns = (grid->width + THRONG_BLOCK - 1) / THRONG_BLOCK;
    terrain->block_rows = (grid->height + THRONG_BLOCK - 1) / THRONG_BLOCK;
    terrain->ground = throng_take(context, cells, 1);
    terrain->ids = throng_take(context, cells, 1);
    terrain->stamps = throng_take(context, FIRST_STAMPS, sizeof *terrain->stamps);
    terrain->editions = throng_take(context, block_count(terrain), sizeof *terrain->editions);
    if (!terrain->ground || !terrain->ids || !terrain->stamps || !terrain->editions) {
        release(terrain);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a terrain of %d x %d cells.", grid->width,
                             grid->height);
    }
    memset(terrain->ground, 0, (size_t)cells);
    memset(terrain->ids, 0, (size_t)cells);
    atomic_init(&terrain->layer_count, 0);
    touch(terrain, (throng_rect){0, 0, grid->width, grid->height});
    *out = terrain;
    return THRONG_OK;
}

throng_result throng_terrain_destroy(throng_terrain *terrain)
{
    if (!terrain)
        return THRONG_OK;
    if (atomic_load(&terrain->layer_count) > 0)
        return throng_refuse(terrain->context, THRONG_ERROR_IN_USE,
                             "terrain is one that a layer is made from.");
    release(terrain);
    return THRONG_OK;
}

throng_grid throng_terrain_grid(const throng_terrain *terrain)
{
    return terrain ? terrain->grid : (throng_grid){0};
}

throng_result throng_terrain_reserve(throng_terrain *terrain, int32_t stamp_capacity)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    if (stamp_capacity < 0)
        return throng_refuse(terrain->context, THRONG_ERROR_ARGUMENT,
                             "stamp_capacity is %d; it must be 0 or more.", stamp_capacity);
    if (stamp_capacity <= terrain->stamp_capacity)
        return THRONG_OK;
    throng_stamp *stamps =
        throng_take(terrain->context, (uint64_t)stamp_capacity, sizeof *terrain->stamps);
    if (!stamps)
        return throng_refuse(terrain->context, THRONG_ERROR_MEMORY,
                             "There is no memory for %d stamps.", stamp_capacity);
    memcpy(stamps, terrain->stamps, (size_t)terrain->stamp_count * sizeof *stamps);
    throng_give(terrain->context, terrain->stamps, (uint64_t)terrain->stamp_capacity,
                sizeof *stamps);
    terrain->stamps = stamps;
    terrain->stamp_capacity = stamp_capacity;
    return THRONG_OK;
}

throng_result throng_terrain_check_rect(const throng_context *context, const throng_grid *grid,
                                        throng_rect cells)
{
    if (cells.x < 0 || cells.y < 0 || cells.width < 1 || cells.height < 1 ||
        cells.x > grid->width - cells.width || cells.y > grid->height - cells.height)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "cells is %d x %d at (%d, %d); it must be a rectangle on the map of "
                             "%d x %d cells.",
                             cells.width, cells.height, cells.x, cells.y, grid->width,
                             grid->height);
    return THRONG_OK;
}

throng_result throng_terrain_check_rows(const throng_context *context, const throng_grid *grid,
                                        throng_rect cells, const void *rows, const char *name,
                                        size_t row_bytes)
{
    const throng_result result = throng_terrain_check_rect(context, grid, cells);
    if (result)
        return result;
    if (!rows)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "%s is NULL.", name);
    if (row_bytes < (size_t)cells.width)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "row_bytes is %zu; it must be at least the rectangle's width of %d.",
                             row_bytes, cells.width);
    return THRONG_OK;
}

static void fill(const throng_terrain *terrain, uint8_t *map, throng_rect cells, uint8_t id)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++)
        memset(map + (size_t)y * (size_t)terrain->grid.width + (size_t)cells.x, id,
               (size_t)cells.width);
}

/* Lays an obstacle on top of what shows in a rectangle. */
static void lay(const throng_terrain *terrain, const throng_stamp *stamp, throng_rect cells)
{
    const throng_rect common = throng_rect_common(stamp->cells, cells);
    for (int32_t y = common.y; y < common.y + common.height; y++) {
        const throng_span span = throng_stamp_span(stamp, common, y);
        if (span.begin < span.end)
            memset(terrain->ids + (size_t)y * (size_t)terrain->grid.width + (size_t)span.begin,
                   stamp->value, (size_t)(span.end - span.begin));
    }
}

/* Lets the ground and the obstacles show in a rectangle. */
static void show(throng_terrain *terrain, throng_rect cells)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const size_t at = (size_t)y * (size_t)terrain->grid.width + (size_t)cells.x;
        memcpy(terrain->ids + at, terrain->ground + at, (size_t)cells.width);
    }
    for (int32_t i = 0; i < terrain->stamp_count; i++) {
        if (terrain->stamps[i].audience == 0)
            lay(terrain, &terrain->stamps[i], cells);
    }
    touch(terrain, cells);
}

throng_result throng_terrain_fill(throng_terrain *terrain, throng_rect cells, uint8_t id)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result = throng_terrain_check_rect(terrain->context, &terrain->grid, cells);
    if (result)
        return result;
    fill(terrain, terrain->ground, cells, id);
    show(terrain, cells);
    return THRONG_OK;
}

throng_result throng_terrain_write(throng_terrain *terrain, throng_rect cells, const uint8_t *ids,
                                   size_t row_bytes)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result =
        throng_terrain_check_rows(terrain->context, &terrain->grid, cells, ids, "ids", row_bytes);
    if (result)
        return result;
    for (int32_t r = 0; r < cells.height; r++)
        memcpy(terrain->ground + (size_t)(cells.y + r) * (size_t)terrain->grid.width +
                   (size_t)cells.x,
               ids + (size_t)r * row_bytes, (size_t)cells.width);
    show(terrain, cells);
    return THRONG_OK;
}

static throng_result put(throng_terrain *terrain, throng_stamp stamp, throng_stamp_id *out)
{
    if (!out)
        return throng_refuse(terrain->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    if (terrain->stamp_count == terrain->stamp_capacity)
        return throng_refuse(terrain->context, THRONG_ERROR_CAPACITY,
                             "terrain has room for %d stamps, and all are standing.",
                             terrain->stamp_capacity);
    stamp.id = ++terrain->last_id;
    terrain->stamps[terrain->stamp_count++] = stamp;
    if (stamp.audience == 0)
        lay(terrain, &stamp, stamp.cells);
    touch(terrain, stamp.cells);
    *out = stamp.id;
    return THRONG_OK;
}

static throng_result put_rect(throng_terrain *terrain, throng_rect cells, throng_stamp stamp,
                              throng_stamp_id *out)
{
    const throng_result result = throng_terrain_check_rect(terrain->context, &terrain->grid, cells);
    stamp.cells = cells;
    stamp.radius_256 = -1;
    return result ? result : put(terrain, stamp, out);
}

static throng_result put_disc(throng_terrain *terrain, throng_point centre, float radius,
                              throng_stamp stamp, throng_stamp_id *out)
{
    const throng_grid *grid = &terrain->grid;
    const throng_result result = throng_disc_check(terrain->context, grid, centre, radius);
    if (result)
        return result;
    throng_stamp disc = throng_stamp_of_disc(grid, centre, radius);
    disc.audience = stamp.audience;
    disc.value = stamp.value;
    return put(terrain, disc, out);
}

throng_result throng_terrain_stamp(throng_terrain *terrain, throng_rect cells, uint8_t id,
                                   throng_stamp_id *out)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    return put_rect(terrain, cells, (throng_stamp){.value = id}, out);
}

throng_result throng_terrain_stamp_disc(throng_terrain *terrain, throng_point centre, float radius,
                                        uint8_t id, throng_stamp_id *out)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    return put_disc(terrain, centre, radius, (throng_stamp){.value = id}, out);
}

static throng_result check_price(const throng_terrain *terrain, uint8_t price, uint32_t audience)
{
    if (price < 1 || price > 253)
        return throng_refuse(terrain->context, THRONG_ERROR_ARGUMENT,
                             "price is %d; it must be 1 to 253.", price);
    if (audience == 0)
        return throng_refuse(terrain->context, THRONG_ERROR_ARGUMENT,
                             "audience is 0; it must have a bit.");
    return THRONG_OK;
}

throng_result throng_terrain_price(throng_terrain *terrain, throng_rect cells, uint8_t price,
                                   uint32_t audience, throng_stamp_id *out)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result = check_price(terrain, price, audience);
    const throng_stamp stamp = {.audience = audience, .value = price};
    return result ? result : put_rect(terrain, cells, stamp, out);
}

throng_result throng_terrain_price_disc(throng_terrain *terrain, throng_point centre, float radius,
                                        uint8_t price, uint32_t audience, throng_stamp_id *out)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result = check_price(terrain, price, audience);
    const throng_stamp stamp = {.audience = audience, .value = price};
    return result ? result : put_disc(terrain, centre, radius, stamp, out);
}

/* The stamps are in the order of their ids. */
static int32_t index_of(const throng_terrain *terrain, throng_stamp_id id)
{
    int32_t low = 0, high = terrain->stamp_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (terrain->stamps[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < terrain->stamp_count && terrain->stamps[low].id == id ? low : -1;
}

throng_result throng_terrain_remove(throng_terrain *terrain, throng_stamp_id stamp)
{
    if (!terrain)
        return THRONG_ERROR_ARGUMENT;
    if (stamp == 0 || stamp > terrain->last_id)
        return throng_refuse(terrain->context, THRONG_ERROR_ARGUMENT,
                             "stamp is %llu, which this terrain has given to nobody.",
                             (unsigned long long)stamp);
    const int32_t index = index_of(terrain, stamp);
    if (index < 0)
        return throng_refuse(terrain->context, THRONG_ERROR_GONE, "stamp %llu has been removed.",
                             (unsigned long long)stamp);
    const throng_stamp old = terrain->stamps[index];
    terrain->stamp_count--;
    memmove(&terrain->stamps[index], &terrain->stamps[index + 1],
            (size_t)(terrain->stamp_count - index) * sizeof old);
    if (old.audience == 0)
        show(terrain, old.cells);
    else
        touch(terrain, old.cells);
    return THRONG_OK;
}

int32_t throng_terrain_stamp_count(const throng_terrain *terrain)
{
    return terrain ? terrain->stamp_count : 0;
}

uint8_t throng_terrain_at(const throng_terrain *terrain, throng_cell cell)
{
    if (!terrain || cell.x < 0 || cell.y < 0 || cell.x >= terrain->grid.width ||
        cell.y >= terrain->grid.height)
        return 0;
    return terrain->ids[(size_t)cell.y * (size_t)terrain->grid.width + (size_t)cell.x];
}
