#include "measure.h"

#include <math.h>
#include <stdlib.h>

/* Length in cells of the part of a step that leads through walls. */
static double length_in_walls(const quality_ground *ground, quality_segment way)
{
    const quality_segment cells = {way.x0 / ground->cell, way.y0 / ground->cell,
                                   way.x1 / ground->cell, way.y1 / ground->cell};
    const int32_t left = (int32_t)floor(fmin(cells.x0, cells.x1));
    const int32_t right = (int32_t)floor(fmax(cells.x0, cells.x1));
    const int32_t top = (int32_t)floor(fmin(cells.y0, cells.y1));
    const int32_t bottom = (int32_t)floor(fmax(cells.y0, cells.y1));
    double length = 0;
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            if (quality_is_wall(ground, x, y))
                length += quality_length_within(cells, x, y);
        }
    }
    return length;
}

/* How deep the nearest wall or edge is in the disc, as a share of its radius. */
static double clip_of(const quality_ground *ground, double x, double y, double radius)
{
    const int32_t left = (int32_t)floor((x - radius) / ground->cell);
    const int32_t right = (int32_t)floor((x + radius) / ground->cell);
    const int32_t top = (int32_t)floor((y - radius) / ground->cell);
    const int32_t bottom = (int32_t)floor((y + radius) / ground->cell);
    double nearest = radius;
    for (int32_t row = top; row <= bottom; row++) {
        for (int32_t column = left; column <= right; column++) {
            /* Off the map counts as wall, so the edge is among these. */
            if (quality_is_wall(ground, column, row))
                nearest =
                    fmin(nearest, quality_distance_to_square(x, y, column * ground->cell,
                                                             row * ground->cell, ground->cell));
        }
    }
    return (radius - nearest) / radius;
}

static void add_walls_of(const quality_record *record, const quality_ground *ground, int32_t frame,
                         int32_t agent, quality_walls *sum)
{
    const size_t at = quality_at(record, frame, agent);
    const double x = (double)record->x[at], y = (double)record->y[at];
    if (!(record->state[at] & QUALITY_PRESENT))
        return;
    if (!isfinite(x) || !isfinite(y)) {
        sum->nonfinite++;
        return;
    }
    const int32_t cell = quality_cell_index(ground, x, y);
    if (cell < 0 || ground->cost[cell] == 255)
        sum->inside++;
    if (cell >= 0)
        sum->clip = fmax(sum->clip, clip_of(ground, x, y, (double)record->radius[agent]));
    if (!quality_moves(record, frame, agent) || cell < 0)
        return;
    const size_t before = quality_at(record, frame - 1, agent);
    const quality_segment way = {(double)record->x[before], (double)record->y[before], x, y};
    if (quality_cell_index(ground, way.x0, way.y0) >= 0)
        sum->crossings += length_in_walls(ground, way) > 0.5;
}

void quality_add_walls(const quality_record *record, const quality_ground *ground, int32_t from,
                       int32_t to, quality_walls *sum)
{
    for (int32_t f = from; f <= to; f++) {
        for (int32_t i = 0; i < record->agent_count; i++)
            add_walls_of(record, ground, f, i, sum);
    }
}

/* Gives every free cell the number of its region, from 1; walls keep 0. Four neighbours are enough:
 * a diagonal step needs both cells beside it. `stack` has room for all cells. */
static void label_regions(const quality_ground *ground, int32_t *region, int32_t *stack)
{
    const int32_t count = ground->width * ground->height;
    int32_t last = 0;
    for (int32_t start = 0; start < count; start++) {
        if (region[start] != 0 || ground->cost[start] == 255)
            continue;
        int32_t depth = 1;
        stack[0] = start;
        region[start] = ++last;
        while (depth > 0) {
            const int32_t cell = stack[--depth];
            for (int32_t side = 0; side < 4; side++) {
                const int32_t x = cell % ground->width + (side == 0) - (side == 1);
                const int32_t y = cell / ground->width + (side == 2) - (side == 3);
                if (quality_is_wall(ground, x, y) || region[y * ground->width + x] != 0)
                    continue;
                region[y * ground->width + x] = last;
                stack[depth++] = y * ground->width + x;
            }
        }
    }
}

static int32_t region_in(const quality_record *record, const quality_ground *ground,
                         const int32_t *region, int32_t frame, int32_t agent)
{
    const size_t at = quality_at(record, frame, agent);
    const int32_t cell = quality_cell_index(ground, (double)record->x[at], (double)record->y[at]);
    return cell < 0 ? 0 : region[cell];
}

int32_t quality_escaped(const quality_record *record, const quality_ground *ground)
{
    const size_t count = (size_t)ground->width * (size_t)ground->height;
    int32_t *const region = calloc(count, sizeof *region);
    int32_t *const stack = malloc(count * sizeof *stack);
    int32_t escaped = region && stack ? 0 : -1;
    if (escaped == 0)
        label_regions(ground, region, stack);
    for (int32_t i = 0; escaped >= 0 && i < record->agent_count; i++) {
        const int32_t home = region_in(record, ground, region, 0, i);
        bool is_out = false;
        for (int32_t f = 1; f < record->frame_count && !is_out; f++) {
            const int32_t now = region_in(record, ground, region, f, i);
            is_out = now != 0 && now != home;
        }
        escaped += is_out;
    }
    free(region);
    free(stack);
    return escaped;
}
