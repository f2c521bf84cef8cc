/* Legal moves of whole registers of cells: all eight, less those that a wall blocks. */
#include "cost/cost.h"

#include "simd/tier.h"

/* All ones where there is a wall. */
WIDE_INLINE wide_u8 walls(const uint8_t *cost)
{
    return wide_u8_from_mask(wide_u8_eq(wide_u8_load(cost), wide_u8_set1(THRONG_WALL)));
}

WIDE_INLINE wide_u8 bit_of(wide_u8 walls, uint8_t bit)
{
    return wide_u8_and(walls, wide_u8_set1(bit));
}

WIDE_INLINE wide_u8 any_of(wide_u8 a, wide_u8 b, wide_u8 c)
{
    return wide_u8_or(a, wide_u8_or(b, c));
}

/* The moves of WIDE_LANES8 cells from `cost` on, which all have eight neighbours on the map. */
WIDE_INLINE void block(const uint8_t *cost, size_t width, uint8_t *moves)
{
    const uint8_t *above = cost - width, *below = cost + width;
    const wide_u8 north = walls(above), south = walls(below);
    const wide_u8 west = walls(cost - 1), east = walls(cost + 1);
    const wide_u8 south_east = any_of(south, east, walls(below + 1));
    const wide_u8 south_west = any_of(south, west, walls(below - 1));
    const wide_u8 north_west = any_of(north, west, walls(above - 1));
    const wide_u8 north_east = any_of(north, east, walls(above + 1));
    /* In the order of throng_step_x. */
    wide_u8 blocked = walls(cost);
    blocked = any_of(blocked, bit_of(east, 1), bit_of(south, 2));
    blocked = any_of(blocked, bit_of(west, 4), bit_of(north, 8));
    blocked = any_of(blocked, bit_of(south_east, 16), bit_of(south_west, 32));
    blocked = any_of(blocked, bit_of(north_west, 64), bit_of(north_east, 128));
    wide_u8_store(moves, wide_u8_and_not(wide_u8_set1(0xff), blocked));
}

void throng_in_tier(throng_cost_moves)(const uint8_t *cost, int32_t width, int32_t height,
                                       int32_t y, int32_t begin, int32_t end, uint8_t *moves);

void throng_in_tier(throng_cost_moves)(const uint8_t *cost, int32_t width, int32_t height,
                                       int32_t y, int32_t begin, int32_t end, uint8_t *moves)
{
    const int32_t first = begin > 1 ? begin : 1, last = end < width - 1 ? end : width - 1;
    if (y == 0 || y + 1 == height || last - first < WIDE_LANES8) {
        throng_cost_moves_scalar(cost, width, height, y, begin, end, moves);
        return;
    }
    if (begin == 0)
        throng_cost_moves_scalar(cost, width, height, y, 0, 1, moves);
    if (end == width)
        throng_cost_moves_scalar(cost, width, height, y, width - 1, width, moves);
    const size_t row = (size_t)y * (size_t)width;
    for (int32_t x = first; x < last; x += WIDE_LANES8) {
        /* The last block ends at the last column and may overlap the one before. */
        const int32_t at = x <= last - WIDE_LANES8 ? x : last - WIDE_LANES8;
        block(cost + row + at, (size_t)width, moves + row + at);
    }
}
