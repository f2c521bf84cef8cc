/* Flow fields as bytes: a code per cell behind the head. */
#include "base/save.h"
#include "flow/flow.h"

#include <string.h>

static uint64_t total_of(const throng_flow_field *field)
{
    return THRONG_HEAD_BYTES + throng_grid_cells(&field->grid);
}

size_t throng_flow_save_bytes(const throng_flow_field *field)
{
    return field ? (size_t)total_of(field) : 0;
}

throng_result throng_flow_save(const throng_flow_field *field, void *bytes, size_t size)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    if (!field->is_solved)
        return throng_refuse(field->context, THRONG_ERROR_NOT_SOLVED,
                             "field holds no result; call throng_flow.");
    const uint64_t total = total_of(field);
    throng_result result = throng_save_check_room(field->context, bytes, size, total);
    if (result)
        return result;
    throng_save_begin(bytes, THRONG_SAVE_FLOW, total, &field->grid);
    memcpy((uint8_t *)bytes + THRONG_HEAD_BYTES, field->codes, (size_t)(total - THRONG_HEAD_BYTES));
    throng_save_finish(bytes, (size_t)total);
    return THRONG_OK;
}

static bool is_wall(const uint8_t *codes, const throng_grid *grid, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= grid->width || y >= grid->height ||
           codes[(size_t)y * (size_t)grid->width + (size_t)x] == THRONG_FLOW_WALL;
}

/* True if the code is none, or a wall, or a legal step: on the map, and not past a wall. */
static bool is_legal(const uint8_t *codes, const throng_grid *grid, int32_t x, int32_t y)
{
    const uint8_t code = codes[(size_t)y * (size_t)grid->width + (size_t)x];
    if (code == THRONG_FLOW_NONE || code == THRONG_FLOW_WALL)
        return true;
    if (code > THRONG_FLOW_NE)
        return false;
    const int32_t dx = throng_step_x[code - 1], dy = throng_step_y[code - 1];
    return !is_wall(codes, grid, x + dx, y + dy) && !(dx && is_wall(codes, grid, x + dx, y)) &&
           !(dy && is_wall(codes, grid, x, y + dy));
}

throng_result throng_flow_load(throng_flow_field *field, const void *bytes, size_t size)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    throng_context *context = field->context;
    const throng_grid *grid = &field->grid;
    throng_save_head head = {0};
    throng_result result =
        throng_save_open_field(context, bytes, size, THRONG_SAVE_FLOW, grid, &head);
    if (!result)
        result = throng_save_check_total(context, size, total_of(field));
    if (result)
        return result;
    const uint8_t *const codes = (const uint8_t *)bytes + THRONG_HEAD_BYTES;
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++)
            if (!is_legal(codes, grid, x, y))
                return throng_save_refuse(context, "a direction leads off the map or past a wall");
    memcpy(field->codes, codes, (size_t)throng_grid_cells(grid));
    const throng_flow_job job = {
        .width = grid->width, .height = grid->height, .codes = field->codes, .quads = field->quads};
    context->kernels.quads(&job, 0, grid->height + 1);
    /* Of no solve that this context knows: a crowd asks for throng_flow first. */
    field->integration_serial = 0;
    field->root = 0;
    field->edition = 0;
    field->cost_serial = field->cost_revision = 0;
    field->is_solved = true;
    return THRONG_OK;
}
