/* Legal moves: the corner rule, written once. A straight step needs both ends passable; a diagonal
 * step also both cells that it squeezes between. */
#include "cost/cost.h"

const int8_t throng_step_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
const int8_t throng_step_y[8] = {0, 1, 0, -1, 1, 1, -1, -1};

enum { E = 1, S = 2, W = 4, N = 8, SE = 16, SW = 32, NW = 64, NE = 128 };

/* Bits of the three passable columns x - 1, x, x + 1 of a row; NULL is a row off the map. */
static unsigned passable(const uint8_t *row, int32_t width, int32_t x)
{
    if (!row)
        return 0;
    unsigned bits = (unsigned)(row[x] != THRONG_WALL) << 1;
    if (x > 0)
        bits |= row[x - 1] != THRONG_WALL;
    if (x + 1 < width)
        bits |= (unsigned)(row[x + 1] != THRONG_WALL) << 2;
    return bits;
}

static uint8_t moves_of(unsigned above, unsigned here, unsigned below)
{
    if (!(here & 2))
        return 0;
    unsigned moves =
        (here & 4 ? E : 0) | (below & 2 ? S : 0) | (here & 1 ? W : 0) | (above & 2 ? N : 0);
    if ((moves & S) && (moves & E) && (below & 4))
        moves |= SE;
    if ((moves & S) && (moves & W) && (below & 1))
        moves |= SW;
    if ((moves & N) && (moves & W) && (above & 1))
        moves |= NW;
    if ((moves & N) && (moves & E) && (above & 4))
        moves |= NE;
    return (uint8_t)moves;
}

void throng_cost_moves_scalar(const uint8_t *cost, int32_t width, int32_t height, int32_t y,
                              int32_t begin, int32_t end, uint8_t *moves)
{
    const uint8_t *row = cost + (size_t)y * (size_t)width;
    const uint8_t *above = y > 0 ? row - width : NULL;
    const uint8_t *below = y + 1 < height ? row + width : NULL;
    uint8_t *out = moves + (size_t)y * (size_t)width;
    for (int32_t x = begin; x < end; x++)
        out[x] =
            moves_of(passable(above, width, x), passable(row, width, x), passable(below, width, x));
}
