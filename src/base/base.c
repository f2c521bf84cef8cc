#include "base/float_state.h"
#include "base/internal.h"

#include <string.h>

const char *throng_result_text(throng_result result)
{
    switch (result) {
    case THRONG_OK:
        return "Success.";
    case THRONG_ERROR_ARGUMENT:
        return "An argument is out of its range.";
    case THRONG_ERROR_SHAPE:
        return "Grids that must be equal differ.";
    case THRONG_ERROR_MEMORY:
        return "The allocator has no memory left.";
    case THRONG_ERROR_ISA:
        return "The instruction set is not available in this build or on this CPU.";
    case THRONG_ERROR_GOAL:
        return "No goal is passable.";
    case THRONG_ERROR_CAPACITY:
        return "The reserved room or the buffer is too small.";
    case THRONG_ERROR_RANGE:
        return "A distance does not fit into 32 bits.";
    case THRONG_ERROR_IN_USE:
        return "The object is still in use.";
    case THRONG_ERROR_GONE:
        return "The agent has been removed.";
    case THRONG_ERROR_BLOCKED:
        return "The place is in a wall or off the map.";
    case THRONG_ERROR_NO_PATH:
        return "No way leads from start to goal.";
    case THRONG_ERROR_NOT_COMMITTED:
        return "The cost field has edits that were not committed.";
    case THRONG_ERROR_NOT_SOLVED:
        return "The field holds no result.";
    case THRONG_ERROR_OUT_OF_DATE:
        return "The field was made from an older state of its input.";
    case THRONG_ERROR_TASKS:
        return "This build has no OpenMP.";
    case THRONG_SAME_CELL:
        return "Start and goal are the same cell.";
    case THRONG_ERROR_SAVE:
        return "The bytes are no save that this version can load.";
    }
    return "This is not a result of throng.";
}

int32_t throng_version(void)
{
    return THRONG_VERSION_MAJOR * 10000 + THRONG_VERSION_MINOR * 100 + THRONG_VERSION_PATCH;
}

int32_t throng_simulation_version(void)
{
    return THRONG_SIMULATION_VERSION;
}

uint64_t throng_random(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return throng_random_end(throng_random_begin(seed), stream, counter);
}

bool throng_desc_read(void *desc, size_t size, const void *from)
{
    size_t given;
    memcpy(&given, from, sizeof given);
    /* Every desc is in its first version, so there is one legal size. */
    if (given != size)
        return false;
    memcpy(desc, from, size);
    return true;
}

void throng_desc_write(void *to, size_t struct_size, const void *desc, size_t size)
{
    if (!to)
        return;
    if (struct_size > size) /* a caller with newer headers: what we do not know stays zero */
        memset(to, 0, struct_size);
    memcpy(to, desc, struct_size < size ? struct_size : size);
    if (struct_size >= sizeof struct_size)
        memcpy(to, &struct_size, sizeof struct_size);
}

static THRONG_NOINLINE float reciprocal(float value)
{
    return 1.0f / value;
}

float throng_cells_per_metre(const throng_grid *grid)
{
    throng_float_state host = throng_float_enter();
    float result = reciprocal(grid->cell_size);
    throng_float_leave(host);
    return result;
}

throng_result throng_sides_check(const throng_context *context, int32_t width, int32_t height)
{
    if (width < 1 || width > THRONG_SIDE_MAX)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "width is %d; it must be 1 to %d cells.", width, THRONG_SIDE_MAX);
    if (height < 1 || height > THRONG_SIDE_MAX)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "height is %d; it must be 1 to %d cells.", height, THRONG_SIDE_MAX);
    return THRONG_OK;
}

/* Largest distance from zero to a corner of the map along one axis. */
static double farthest(float origin, int32_t cells, float cell_size)
{
    double low = origin, high = low + (double)cells * cell_size;
    low = low < 0.0 ? -low : low;
    high = high < 0.0 ? -high : high;
    return low > high ? low : high;
}

throng_result throng_grid_check(const throng_context *context, const throng_grid *grid)
{
    if (!grid)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "grid is NULL.");
    throng_result result = throng_sides_check(context, grid->width, grid->height);
    if (result)
        return result;
    if (!(grid->cell_size >= 0.001f && grid->cell_size <= 1000.0f))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "cell_size is %g; it must be 0.001 to 1000 m.", grid->cell_size);
    if (!(grid->origin_x >= -1e6f && grid->origin_x <= 1e6f))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "origin_x is %g; it must be -1e6 to 1e6 m.", grid->origin_x);
    if (!(grid->origin_y >= -1e6f && grid->origin_y <= 1e6f))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "origin_y is %g; it must be -1e6 to 1e6 m.", grid->origin_y);
    /* A float has 24 bits: 17 for the cell leave 7, so places within a cell are 1/128 apart or
     * less. */
    double limit = 131072.0 * grid->cell_size;
    if (farthest(grid->origin_x, grid->width, grid->cell_size) > limit ||
        farthest(grid->origin_y, grid->height, grid->cell_size) > limit)
        return throng_refuse(
            context, THRONG_ERROR_ARGUMENT,
            "The map reaches more than 131072 cells from zero; floats are too coarse "
            "there, so move the origin or enlarge cell_size (%g m).",
            grid->cell_size);
    return THRONG_OK;
}

throng_result throng_create_check(const throng_context *context, const throng_grid *grid,
                                  const void *out)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    return throng_grid_check(context, grid);
}
