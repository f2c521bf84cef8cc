#include "geometry.h"

#include <math.h>

double quality_length_within(quality_segment segment, double x, double y)
{
    const double start[2] = {segment.x0, segment.y0}, low[2] = {x, y};
    const double way[2] = {segment.x1 - segment.x0, segment.y1 - segment.y0};
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 2; axis++) {
        const double to_low = low[axis] - start[axis], to_high = to_low + 1;
        if (way[axis] == 0) {
            if (to_low > 0 || to_high <= 0)
                return 0;
            continue;
        }
        const double first = to_low / way[axis], second = to_high / way[axis];
        enter = fmax(enter, fmin(first, second));
        leave = fmin(leave, fmax(first, second));
    }
    return leave > enter ? (leave - enter) * hypot(way[0], way[1]) : 0;
}

double quality_distance_to_segment(quality_segment segment, double x, double y)
{
    const double way_x = segment.x1 - segment.x0, way_y = segment.y1 - segment.y0;
    const double length_sq = way_x * way_x + way_y * way_y;
    double share = 0;
    if (length_sq > 0)
        share = ((x - segment.x0) * way_x + (y - segment.y0) * way_y) / length_sq;
    share = fmin(1, fmax(0, share));
    return hypot(x - (segment.x0 + share * way_x), y - (segment.y0 + share * way_y));
}

double quality_distance_to_square(double px, double py, double x, double y, double side)
{
    const double nearest_x = fmin(fmax(px, x), x + side);
    const double nearest_y = fmin(fmax(py, y), y + side);
    return hypot(px - nearest_x, py - nearest_y);
}

/* Twice the area of the triangle line, point: its sign is the side of the line that the point is
 * on. */
static double side_of(quality_segment line, double x, double y)
{
    return (line.x1 - line.x0) * (y - line.y0) - (line.y1 - line.y0) * (x - line.x0);
}

bool quality_crosses(quality_segment way, quality_segment line)
{
    const bool starts_left = side_of(line, way.x0, way.y0) >= 0;
    const bool ends_left = side_of(line, way.x1, way.y1) >= 0;
    const bool begins_left = side_of(way, line.x0, line.y0) >= 0;
    const bool stops_left = side_of(way, line.x1, line.y1) >= 0;
    return starts_left != ends_left && begins_left != stops_left;
}
