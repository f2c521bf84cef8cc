#include "cost/place.h"

#include "base/float_state.h"
/* How far inside the cell a place is put, in cells. Smaller than any radius matters for, and larger
 * than the coarsest float on a legal grid (1/128 of a cell). */
#define INSIDE (1.0f / 64.0f)

/* Cells beyond the map at which one place is as far as another: farther points are taken as being
 * there, so that squares of distances keep their differences. */
#define FAR 1e6

typedef struct candidate {
    double distance_sq; /* cells */
    int32_t x, y;
} candidate;

static THRONG_NOINLINE bool cell_of(const throng_cost_field *field, throng_point point,
                                    throng_cell *out)
{
    if (!field || !out || !throng_is_finite(point.x) || !throng_is_finite(point.y))
        return false;
    int32_t x = throng_column_of(field, point.x), y = throng_row_of(field, point.y);
    if (x < 0 || y < 0 || x >= field->grid.width || y >= field->grid.height)
        return false;
    *out = (throng_cell){x, y};
    return true;
}

bool throng_cost_cell_of(const throng_cost_field *field, throng_point point, throng_cell *out)
{
    throng_float_state host = throng_float_enter();
    bool result = cell_of(field, point, out);
    throng_float_leave(host);
    return result;
}

static double within(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

/* Distance from v to [low, low + 1]. */
static double gap(double v, double low)
{
    return v < low ? low - v : v > low + 1.0 ? v - low - 1.0 : 0.0;
}

/* Where to look. */
typedef struct ground {
    const throng_cost_field *field;
    const uint32_t *distance; /* leaves out cells from which there is no way; NULL: none */
} ground;

static void consider(const ground *where, double px, double py, int32_t x, int32_t y,
                     candidate *best)
{
    if (throng_cost_is_wall(where->field, x, y))
        return;
    if (where->distance &&
        where->distance[(size_t)y * (size_t)where->field->grid.width + (size_t)x] ==
            THRONG_UNREACHABLE)
        return;
    double dx = gap(px, x), dy = gap(py, y), distance_sq = dx * dx + dy * dy;
    bool is_nearer = distance_sq < best->distance_sq;
    bool is_earlier =
        distance_sq == best->distance_sq && (y < best->y || (y == best->y && x < best->x));
    if (is_nearer || is_earlier)
        *best = (candidate){distance_sq, x, y};
}

/* Squares of cells around (cx, cy), which holds the point of the map that is nearest to (px, py).
 * Ring k is at least k - 1 cells from that point, and the way there from outside leads round a
 * right angle or more, so the search ends once both together exceed the best distance. */
static candidate search(const ground *where, double px, double py, double outside_sq, int32_t cx,
                        int32_t cy)
{
    candidate best = {1e300, 0, 0};
    const throng_grid *grid = &where->field->grid;
    int32_t most = grid->width > grid->height ? grid->width : grid->height;
    for (int32_t k = 0; k <= most; k++) {
        double least = k - 1;
        if (k > 0 && least * least + outside_sq > best.distance_sq)
            break;
        for (int32_t x = cx - k; x <= cx + k; x++) {
            consider(where, px, py, x, cy - k, &best);
            consider(where, px, py, x, cy + k, &best);
        }
        for (int32_t y = cy - k + 1; y < cy + k; y++) {
            consider(where, px, py, cx - k, y, &best);
            consider(where, px, py, cx + k, y, &best);
        }
    }
    return best;
}

/* The coordinate nearest to `value` that is inside cell `index`, by the margin. */
static float inside(float value, float origin, int32_t index, float cell_size)
{
    float low = origin + ((float)index + INSIDE) * cell_size;
    float high = origin + ((float)index + 1.0f - INSIDE) * cell_size;
    return value < low ? low : value > high ? high : value;
}

static bool nearest(const ground *where, throng_point point, throng_point *out)
{
    const throng_cost_field *field = where->field;
    const throng_grid *grid = &field->grid;
    double px = within(((double)point.x - grid->origin_x) * field->cells_per_metre, -FAR,
                       grid->width + FAR);
    double py = within(((double)point.y - grid->origin_y) * field->cells_per_metre, -FAR,
                       grid->height + FAR);
    double qx = within(px, 0.0, grid->width), qy = within(py, 0.0, grid->height);
    double outside_sq = (px - qx) * (px - qx) + (py - qy) * (py - qy);
    int32_t cx = qx < grid->width ? (int32_t)qx : grid->width - 1;
    int32_t cy = qy < grid->height ? (int32_t)qy : grid->height - 1;
    candidate best = search(where, px, py, outside_sq, cx, cy);
    if (best.distance_sq == 1e300)
        return false;
    out->x = inside(point.x, grid->origin_x, best.x, grid->cell_size);
    out->y = inside(point.y, grid->origin_y, best.y, grid->cell_size);
    return true;
}

static THRONG_NOINLINE bool nearest_free(const throng_cost_field *field, throng_point point,
                                         throng_point *out)
{
    if (!field || !out || !throng_is_finite(point.x) || !throng_is_finite(point.y))
        return false;
    if (throng_place_is_free(field, point.x, point.y)) {
        *out = point;
        return true;
    }
    return nearest(&(ground){field, NULL}, point, out);
}

static THRONG_NOINLINE bool nearest_reachable(const throng_cost_field *field,
                                              const uint32_t *distance, throng_point point,
                                              throng_point *out)
{
    return nearest(&(ground){field, distance}, point, out);
}

bool throng_place_nearest_reachable(const throng_cost_field *field, const uint32_t *distance,
                                    throng_point point, throng_point *out)
{
    throng_float_state host = throng_float_enter();
    bool result = nearest_reachable(field, distance, point, out);
    throng_float_leave(host);
    return result;
}

bool throng_cost_nearest_free(const throng_cost_field *field, throng_point point, throng_point *out)
{
    throng_float_state host = throng_float_enter();
    bool result = nearest_free(field, point, out);
    throng_float_leave(host);
    return result;
}
