/* Which cells a stamp covers. Discs become whole numbers when they are put, so that whoever looks
 * at them later needs no floating-point state. */
#include "terrain/terrain.h"

#include "base/float_state.h"

/* Cells from the map's corner beyond which a centre may be taken to be there: twice as far from the
 * map as the largest disc reaches. */
#define FAR (3.0 * THRONG_SIDE_MAX)

/* A length in 1/256 of a cell, rounded to the nearest. */
static int32_t in_256ths(double metres, float cell_size)
{
    const double cells = metres / (double)cell_size;
    const double near_by = cells < -FAR ? -FAR : cells > FAR ? FAR : cells;
    const double scaled = near_by * 256.0;
    return (int32_t)(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
}

static THRONG_NOINLINE throng_stamp disc(const throng_grid *grid, throng_point centre, float radius)
{
    return (throng_stamp){
        .x = in_256ths((double)centre.x - (double)grid->origin_x, grid->cell_size),
        .y = in_256ths((double)centre.y - (double)grid->origin_y, grid->cell_size),
        .radius_256 = in_256ths((double)radius, grid->cell_size)};
}

/* The largest whole number whose square is at most v, v < 2^62. */
static int64_t root(int64_t v)
{
    int64_t result = 0;
    for (int64_t bit = (int64_t)1 << 30; bit > 0; bit /= 2)
        if ((result + bit) * (result + bit) <= v)
            result += bit;
    return result;
}

/* Cells whose centres, 256 i + 128, are from low to high. */
static throng_span centres_between(int64_t low, int64_t high, int32_t count)
{
    const int64_t begin = low <= 128 ? 0 : (low - 128 + 255) / 256;
    const int64_t end = high < 128 ? 0 : (high - 128) / 256 + 1;
    return (throng_span){(int32_t)begin, (int32_t)(end < count ? end : count)};
}

throng_result throng_disc_check(const throng_context *log, const throng_grid *grid,
                                throng_point centre, float radius)
{
    if (!throng_is_finite(centre.x) || !throng_is_finite(centre.y))
        return throng_refuse(log, THRONG_ERROR_ARGUMENT, "centre is (%g, %g); it must be finite.",
                             centre.x, centre.y);
    if (!(radius >= 0.0f && (double)radius <= (double)THRONG_SIDE_MAX * (double)grid->cell_size))
        return throng_refuse(log, THRONG_ERROR_ARGUMENT,
                             "radius is %g; it must be 0 to %d cells of %g m.", radius,
                             THRONG_SIDE_MAX, grid->cell_size);
    return THRONG_OK;
}

throng_stamp throng_stamp_of_disc(const throng_grid *grid, throng_point centre, float radius)
{
    const throng_float_state host = throng_float_enter();
    throng_stamp stamp = disc(grid, centre, radius);
    throng_float_leave(host);
    const int64_t x = stamp.x, y = stamp.y, reach = stamp.radius_256;
    const throng_span columns = centres_between(x - reach, x + reach, grid->width);
    const throng_span rows = centres_between(y - reach, y + reach, grid->height);
    if (columns.begin < columns.end && rows.begin < rows.end)
        stamp.cells = (throng_rect){columns.begin, rows.begin, columns.end - columns.begin,
                                    rows.end - rows.begin};
    return stamp;
}

throng_span throng_stamp_span(const throng_stamp *stamp, throng_rect cells, int32_t y)
{
    const throng_rect common = throng_rect_common(stamp->cells, cells);
    if (throng_rect_is_empty(common) || y < common.y || y >= common.y + common.height)
        return (throng_span){0, 0};
    throng_span span = {common.x, common.x + common.width};
    if (stamp->radius_256 < 0)
        return span;
    const int64_t reach = stamp->radius_256, dy = (int64_t)y * 256 + 128 - stamp->y;
    const int64_t rest = reach * reach - dy * dy;
    if (rest < 0)
        return (throng_span){0, 0};
    const int64_t half = root(rest);
    const throng_span disc = centres_between(stamp->x - half, stamp->x + half, span.end);
    span.begin = disc.begin > span.begin ? disc.begin : span.begin;
    span.end = disc.end;
    return span;
}
