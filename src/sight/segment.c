/* One line of sight. The rows between the ends are cut into the columns that the swept disc may
 * touch, a little too many; each wall found there is then asked exactly. */
#include "sight/sight.h"

#include "base/float_state.h"

#include <string.h>

/* a * b in two words. */
static void multiply(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low)
{
    const uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    *low = a * b;
}

/* a * b <= c * d. */
static bool product_is_at_most(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t left_high, left_low, right_high, right_low;
    multiply(a, b, &left_high, &left_low);
    multiply(c, d, &right_high, &right_low);
    return left_high < right_high || (left_high == right_high && left_low <= right_low);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Distance from v to [low, high]. */
static int64_t gap(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low - v : v > high ? v - high : 0;
}

static bool disc_touches(int64_t x, int64_t y, int64_t radius, const throng_block *block)
{
    const int64_t dx = gap(x, block->left, block->right), dy = gap(y, block->top, block->bottom);
    return dx * dx + dy * dy <= radius * radius;
}

/* Two convex shapes that do not meet are nearest at a corner of the one: an end of the segment, or
 * a corner of the rectangle. They meet if neither axis nor the segment's line separates them. */
bool throng_sweep_touches(const throng_sweep *sweep, const throng_block *block)
{
    if (disc_touches(sweep->ax, sweep->ay, sweep->radius, block) ||
        disc_touches(sweep->bx, sweep->by, sweep->radius, block))
        return true;
    const int64_t dx = sweep->bx - sweep->ax, dy = sweep->by - sweep->ay;
    if (dx == 0 && dy == 0)
        return false;
    const uint64_t length_sq = (uint64_t)(dx * dx + dy * dy);
    const uint64_t radius_sq = (uint64_t)(sweep->radius * sweep->radius);
    bool is_left = false, is_right = false;
    for (int i = 0; i < 4; i++) {
        const int64_t x = (i & 1 ? block->right : block->left) - sweep->ax;
        const int64_t y = (i & 2 ? block->bottom : block->top) - sweep->ay;
        const int64_t cross = dx * y - dy * x, along = dx * x + dy * y;
        const uint64_t off = (uint64_t)(cross < 0 ? -cross : cross);
        if (along >= 0 && (uint64_t)along <= length_sq &&
            product_is_at_most(off, off, radius_sq, length_sq))
            return true;
        is_left |= cross <= 0;
        is_right |= cross >= 0;
    }
    return is_left && is_right && most(sweep->ax, sweep->bx) >= block->left &&
           least(sweep->ax, sweep->bx) <= block->right &&
           most(sweep->ay, sweep->by) >= block->top && least(sweep->ay, sweep->by) <= block->bottom;
}

/* Whole cells below v, v >= 0; the cells that a closed interval touches run from the last one that
 * ends at or after its lower end. */
static int32_t first_cell(int64_t low)
{
    return low <= 0 ? 0 : (int32_t)((low + THRONG_SIGHT_CELL - 1) / THRONG_SIGHT_CELL - 1);
}

static int32_t last_cell(int64_t high)
{
    return high < 0 ? -1 : (int32_t)(high / THRONG_SIGHT_CELL);
}

/* Columns of row y that the disc may touch: where its centre is at most a radius above or below the
 * row. The quotients are cut towards zero, which one unit more makes up for. */
static throng_span touched_columns(const throng_sweep *sweep, int32_t y)
{
    const int64_t top = (int64_t)y * THRONG_SIGHT_CELL - sweep->radius;
    const int64_t bottom = (int64_t)(y + 1) * THRONG_SIGHT_CELL + sweep->radius;
    const int64_t dx = sweep->bx - sweep->ax, dy = sweep->by - sweep->ay;
    int64_t from = sweep->ax, to = sweep->bx;
    if (dy != 0) {
        const int64_t low = least(sweep->ay, sweep->by), high = most(sweep->ay, sweep->by);
        const int64_t begin = most(low, least(high, top)), end = least(high, most(low, bottom));
        from = sweep->ax + dx * (begin - sweep->ay) / dy;
        to = sweep->ax + dx * (end - sweep->ay) / dy;
    }
    return (throng_span){first_cell(least(from, to) - sweep->radius - 1),
                         last_cell(most(from, to) + sweep->radius + 1) + 1};
}

static bool stays_on_the_map(const throng_grid *grid, const throng_sweep *sweep)
{
    const int64_t width = (int64_t)grid->width * THRONG_SIGHT_CELL;
    const int64_t height = (int64_t)grid->height * THRONG_SIGHT_CELL;
    return least(sweep->ax, sweep->bx) > sweep->radius &&
           least(sweep->ay, sweep->by) > sweep->radius &&
           most(sweep->ax, sweep->bx) + sweep->radius < width &&
           most(sweep->ay, sweep->by) + sweep->radius < height;
}

static bool row_is_clear(const throng_cost_field *cost, const throng_sweep *sweep, int32_t y,
                         throng_span columns)
{
    const uint8_t *row = cost->cost + (size_t)y * (size_t)cost->grid.width;
    for (int32_t x = columns.begin; x < columns.end; x++) {
        const uint8_t *wall = memchr(row + x, THRONG_WALL, (size_t)(columns.end - x));
        if (!wall)
            return true;
        x = (int32_t)(wall - row);
        const throng_block block = {(int64_t)x * THRONG_SIGHT_CELL, (int64_t)y * THRONG_SIGHT_CELL,
                                    (int64_t)(x + 1) * THRONG_SIGHT_CELL,
                                    (int64_t)(y + 1) * THRONG_SIGHT_CELL};
        if (throng_sweep_touches(sweep, &block))
            return false;
    }
    return true;
}

/* Columns in which looking for a wall takes less time than two divisions. */
#define NARROW 64

static bool has_wall(const throng_cost_field *cost, int32_t y, int32_t begin, int32_t end)
{
    const uint8_t *row = cost->cost + (size_t)y * (size_t)cost->grid.width;
    return memchr(row + begin, THRONG_WALL, (size_t)(end - begin));
}

bool throng_sweep_is_clear(const throng_cost_field *cost, const throng_sweep *sweep,
                           throng_rect window)
{
    if (!stays_on_the_map(&cost->grid, sweep))
        return false;
    const int32_t top = first_cell(least(sweep->ay, sweep->by) - sweep->radius);
    const int32_t bottom = last_cell(most(sweep->ay, sweep->by) + sweep->radius);
    const int32_t end = window.y + window.height, right = window.x + window.width;
    for (int32_t y = top > window.y ? top : window.y; y <= bottom && y < end; y++) {
        if (window.width <= NARROW && !has_wall(cost, y, window.x, right))
            continue;
        throng_span columns = touched_columns(sweep, y);
        columns.begin = columns.begin > window.x ? columns.begin : window.x;
        columns.end = columns.end < right ? columns.end : right;
        if (!row_is_clear(cost, sweep, y, columns))
            return false;
    }
    return true;
}

static throng_result check_query(const throng_cost_field *cost, const bool *out)
{
    if (!out)
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    if (!cost->is_committed)
        return throng_refuse(cost->context, THRONG_ERROR_NOT_COMMITTED,
                             "cost has edits that were not committed.");
    return THRONG_OK;
}

static throng_rect whole(const throng_cost_field *cost)
{
    return (throng_rect){0, 0, cost->grid.width, cost->grid.height};
}

throng_result throng_line_of_sight_cells(const throng_cost_field *cost, throng_cell from,
                                         throng_cell to, int32_t radius_256, bool *out)
{
    if (!cost)
        return THRONG_ERROR_ARGUMENT;
    const throng_result result = check_query(cost, out);
    if (result)
        return result;
    if (!throng_cost_holds(cost, (throng_rect){from.x, from.y, 1, 1}))
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT,
                             "from is (%d, %d); it must be a cell of the map.", from.x, from.y);
    if (!throng_cost_holds(cost, (throng_rect){to.x, to.y, 1, 1}))
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT,
                             "to is (%d, %d); it must be a cell of the map.", to.x, to.y);
    if (radius_256 < 0 || radius_256 > THRONG_SIGHT_RADIUS_MAX)
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT,
                             "radius_256 is %d; it must be 0 to %d.", radius_256,
                             THRONG_SIGHT_RADIUS_MAX);
    const throng_sweep sweep = throng_sweep_of_cells(from, to, radius_256);
    *out = throng_sweep_is_clear(cost, &sweep, whole(cost));
    return THRONG_OK;
}

/* A length in units, and whether that is what it is. */
typedef struct rounded {
    int64_t units;
    bool is_exact;
} rounded;

static bool is_power_of_two(float size)
{
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    return (bits & 0x7fffffu) == 0;
}

/* From the map's corner to a coordinate, in units; farther than a map from it is as far as that.
 * The difference of two floats may need more than the 53 bits of a double; what it then lacks
 * (Knuth 1969, the error of a sum) shows. */
static rounded units_of(float value, float origin, float cell_size)
{
    const double v = value, o = origin, offset = v - o;
    const double back = v - offset, lacks = (v - (offset + back)) + (back - o);
    double cells = offset / (double)cell_size;
    cells = cells < -2.0 * THRONG_SIDE_MAX  ? -2.0 * THRONG_SIDE_MAX
            : cells > 2.0 * THRONG_SIDE_MAX ? 2.0 * THRONG_SIDE_MAX
                                            : cells;
    const double units = cells * THRONG_SIGHT_CELL;
    const int64_t whole = (int64_t)(units < 0.0 ? units - 0.5 : units + 0.5);
    return (rounded){whole, lacks == 0.0 && is_power_of_two(cell_size) && (double)whole == units};
}

/* Rounding moves an end by at most half a unit along each axis and 2^-18 units more, as a double is
 * 2^-35 of a cell exact or better over 131072 cells: less than one unit in all. */
static throng_sweep sweep_of_points(const throng_grid *grid, throng_point from, throng_point to,
                                    float radius)
{
    const rounded ax = units_of(from.x, grid->origin_x, grid->cell_size);
    const rounded ay = units_of(from.y, grid->origin_y, grid->cell_size);
    const rounded bx = units_of(to.x, grid->origin_x, grid->cell_size);
    const rounded by = units_of(to.y, grid->origin_y, grid->cell_size);
    const rounded reach = units_of(radius, 0.0f, grid->cell_size);
    const bool is_exact = ax.is_exact && ay.is_exact && bx.is_exact && by.is_exact;
    const int64_t more = (is_exact ? 0 : 1) + (reach.is_exact ? 0 : 1);
    return (throng_sweep){ax.units, ay.units, bx.units, by.units, reach.units + more};
}

static THRONG_NOINLINE throng_result line_of_sight(const throng_cost_field *cost, throng_point from,
                                                   throng_point to, float radius, bool *out)
{
    const throng_result result = check_query(cost, out);
    if (result)
        return result;
    if (!throng_is_finite(from.x) || !throng_is_finite(from.y))
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT,
                             "from is (%g, %g); it must be finite.", from.x, from.y);
    if (!throng_is_finite(to.x) || !throng_is_finite(to.y))
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT,
                             "to is (%g, %g); it must be finite.", to.x, to.y);
    const double limit = (double)cost->grid.cell_size * THRONG_SIGHT_RADIUS_MAX / 256.0;
    if (!(radius >= 0.0f && (double)radius <= limit))
        return throng_refuse(cost->context, THRONG_ERROR_ARGUMENT,
                             "radius is %g; it must be 0 to 64 cells of %g m.", radius,
                             cost->grid.cell_size);
    const throng_sweep sweep = sweep_of_points(&cost->grid, from, to, radius);
    *out = throng_sweep_is_clear(cost, &sweep, whole(cost));
    return THRONG_OK;
}

throng_result throng_line_of_sight(const throng_cost_field *cost, throng_point from,
                                   throng_point to, float radius, bool *out)
{
    if (!cost)
        return THRONG_ERROR_ARGUMENT;
    const throng_float_state host = throng_float_enter();
    const throng_result result = line_of_sight(cost, from, to, radius, out);
    throng_float_leave(host);
    return result;
}
