#include "ground.h"

#include <math.h>

bool quality_is_wall(const quality_ground *ground, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= ground->width || y >= ground->height ||
           ground->cost[(int64_t)y * ground->width + x] == 255;
}

int32_t quality_cell_index(const quality_ground *ground, double x, double y)
{
    const double column = floor(x / ground->cell), row = floor(y / ground->cell);
    if (!(column >= 0 && row >= 0 && column < ground->width && row < ground->height))
        return -1;
    return (int32_t)row * ground->width + (int32_t)column;
}
