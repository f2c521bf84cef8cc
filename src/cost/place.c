#include "cost/place.h"

/* How far inside the cell a place is put, in cells. Smaller than any radius matters for, and larger than
 * the coarsest float on a legal grid (1/128 of a cell). */
#define INSIDE (1.0f / 64.0f)

typedef struct candidate {
    double distance_sq; /* cells */
    int32_t x, y;
} candidate;

bool throng_cost_cell_of(const throng_cost_field *field, throng_point point, throng_cell *out)
{
    if (!field || !out || !throng_is_finite(point.x) || !throng_is_finite(point.y))
        return false;
    int32_t x = throng_column_of(field, point.x), y = throng_row_of(field, point.y);
    if (x < 0 || y < 0 || x >= field->grid.width || y >= field->grid.height)
        return false;
    *out = (throng_cell){x, y};
    return true;
}

/* Distance from v to [low, low + 1]. */
static double gap(double v, double low)
{
    return v < low ? low - v : v > low + 1.0 ? v - low - 1.0 : 0.0;
}

static void consider(const throng_cost_field *field, double px, double py, int32_t x, int32_t y,
                     candidate *best)
{
    if (throng_cost_is_wall(field, x, y))
        return;
    double dx = gap(px, x), dy = gap(py, y), distance_sq = dx * dx + dy * dy;
    bool is_nearer = distance_sq < best->distance_sq;
    bool is_earlier = distance_sq == best->distance_sq &&
                      (y < best->y || (y == best->y && x < best->x));
    if (is_nearer || is_earlier)
        *best = (candidate){distance_sq, x, y};
}

/* Squares of cells around (cx, cy), which holds the point: ring k is at least k - 1 cells away, so the
 * search ends once that exceeds the best distance. */
static candidate search(const throng_cost_field *field, double px, double py, int32_t cx, int32_t cy)
{
    candidate best = {1e300, 0, 0};
    int32_t most = field->grid.width > field->grid.height ? field->grid.width : field->grid.height;
    for (int32_t k = 0; k <= most; k++) {
        double least = k - 1;
        if (k > 0 && least * least > best.distance_sq)
            break;
        for (int32_t x = cx - k; x <= cx + k; x++) {
            consider(field, px, py, x, cy - k, &best);
            consider(field, px, py, x, cy + k, &best);
        }
        for (int32_t y = cy - k + 1; y < cy + k; y++) {
            consider(field, px, py, cx - k, y, &best);
            consider(field, px, py, cx + k, y, &best);
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

bool throng_cost_nearest_free(const throng_cost_field *field, throng_point point, throng_point *out)
{
    if (!field || !out || !throng_is_finite(point.x) || !throng_is_finite(point.y))
        return false;
    if (throng_place_is_free(field, point.x, point.y)) {
        *out = point;
        return true;
    }
    const throng_grid *grid = &field->grid;
    double px = ((double)point.x - grid->origin_x) * field->cells_per_metre;
    double py = ((double)point.y - grid->origin_y) * field->cells_per_metre;
    px = px < 0.0 ? 0.0 : px > grid->width ? grid->width : px;
    py = py < 0.0 ? 0.0 : py > grid->height ? grid->height : py;
    int32_t cx = px < grid->width ? (int32_t)px : grid->width - 1;
    int32_t cy = py < grid->height ? (int32_t)py : grid->height - 1;
    candidate best = search(field, px, py, cx, cy);
    if (best.distance_sq == 1e300)
        return false;
    out->x = inside(point.x, grid->origin_x, best.x, grid->cell_size);
    out->y = inside(point.y, grid->origin_y, best.y, grid->cell_size);
    return true;
}
