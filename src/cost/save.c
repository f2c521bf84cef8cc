/* Cost fields as bytes: one per cell behind the head. */
#include "base/save.h"
#include "cost/cost.h"

#include <string.h>

static uint64_t total_of(const throng_cost_field *field)
{
    return THRONG_HEAD_BYTES + throng_grid_cells(&field->grid);
}

size_t throng_cost_save_bytes(const throng_cost_field *field)
{
    return field ? (size_t)total_of(field) : 0;
}

throng_result throng_cost_save(const throng_cost_field *field, void *bytes, size_t size)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    const uint64_t total = total_of(field);
    throng_result result = throng_save_check_room(field->context, bytes, size, total);
    if (result)
        return result;
    throng_save_begin(bytes, THRONG_SAVE_COST, total, &field->grid);
    memcpy((uint8_t *)bytes + THRONG_HEAD_BYTES, field->cost, (size_t)(total - THRONG_HEAD_BYTES));
    throng_save_finish(bytes, (size_t)total);
    return THRONG_OK;
}

/* Edits no more than what differs, so that what was made from the rest stays in date. */
static void load_row(throng_cost_field *field, int32_t y, const uint8_t *from)
{
    const int32_t width = field->grid.width;
    const uint8_t *const row = field->cost + (size_t)y * (size_t)width;
    int32_t begin = 0, end = width;
    while (begin < end && from[begin] == row[begin])
        begin++;
    while (end > begin && from[end - 1] == row[end - 1])
        end--;
    if (begin < end)
        throng_cost_write(field, (throng_rect){begin, y, end - begin, 1}, from + begin,
                          (size_t)(end - begin));
}

throng_result throng_cost_load(throng_cost_field *field, const void *bytes, size_t size)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    throng_save_head head = {0};
    throng_result result =
        throng_save_open_field(field->context, bytes, size, THRONG_SAVE_COST, &field->grid, &head);
    if (!result)
        result = throng_save_check_total(field->context, size, total_of(field));
    if (result)
        return result;
    const uint8_t *const from = (const uint8_t *)bytes + THRONG_HEAD_BYTES;
    if (memchr(from, 0, (size_t)throng_grid_cells(&field->grid)))
        return throng_save_refuse(field->context, "a cell costs 0");
    for (int32_t y = 0; y < field->grid.height; y++)
        load_row(field, y, from + (size_t)y * (size_t)field->grid.width);
    return throng_cost_commit(field);
}
