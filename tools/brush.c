#include "brush.h"

static void put(tool_map *map, int32_t x, int32_t y, uint8_t id)
{
    if (x >= 0 && y >= 0 && x < map->grid.width && y < map->grid.height)
        map->terrain[y * map->grid.width + x] = id;
}

void tool_brush_fill(tool_map *map, throng_rect cells, uint8_t id)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        for (int32_t x = cells.x; x < cells.x + cells.width; x++)
            put(map, x, y, id);
    }
}

void tool_brush_disc(tool_map *map, int32_t cx, int32_t cy, int32_t radius, uint8_t id)
{
    for (int32_t dy = -radius; dy <= radius; dy++) {
        for (int32_t dx = -radius; dx <= radius; dx++) {
            /* (radius + 1/2)^2 in whole numbers. */
            if (dx * dx + dy * dy <= radius * radius + radius)
                put(map, cx + dx, cy + dy, id);
        }
    }
}

void tool_brush_octagon(tool_map *map, int32_t cx, int32_t cy, int32_t half, uint8_t id)
{
    /* The slanted sides begin 5/12 of `half` from the axes: tan(22.5 degrees) = 0.414. */
    const int32_t reach = half + half * 5 / 12;
    for (int32_t dy = -half; dy <= half; dy++) {
        for (int32_t dx = -half; dx <= half; dx++) {
            if ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy) <= reach)
                put(map, cx + dx, cy + dy, id);
        }
    }
}

static int32_t longer_side(throng_cell from, throng_cell to)
{
    const int32_t dx = to.x > from.x ? to.x - from.x : from.x - to.x;
    const int32_t dy = to.y > from.y ? to.y - from.y : from.y - to.y;
    return dx > dy ? dx : dy;
}

void tool_brush_line(tool_map *map, throng_cell from, throng_cell to, int32_t radius, uint8_t id)
{
    const int32_t steps = longer_side(from, to);
    for (int32_t i = 0; i <= steps; i++) {
        const int32_t divisor = steps > 0 ? steps : 1;
        tool_brush_disc(map, from.x + (to.x - from.x) * i / divisor,
                        from.y + (to.y - from.y) * i / divisor, radius, id);
    }
}

void tool_brush_road(tool_map *map, throng_cell from, throng_cell to, int32_t radius, uint8_t id,
                     uint8_t water, uint8_t bridge)
{
    const int32_t steps = longer_side(from, to);
    for (int32_t i = 0; i <= steps; i++) {
        const int32_t divisor = steps > 0 ? steps : 1;
        const int32_t cx = from.x + (to.x - from.x) * i / divisor;
        const int32_t cy = from.y + (to.y - from.y) * i / divisor;
        for (int32_t dy = -radius; dy <= radius; dy++) {
            for (int32_t dx = -radius; dx <= radius; dx++) {
                const throng_cell cell = {cx + dx, cy + dy};
                if (dx * dx + dy * dy > radius * radius + radius || cell.x < 0 || cell.y < 0 ||
                    cell.x >= map->grid.width || cell.y >= map->grid.height)
                    continue;
                const uint8_t under = tool_map_at(map, cell);
                put(map, cell.x, cell.y, under == water || under == bridge ? bridge : id);
            }
        }
    }
}

void tool_brush_house(tool_map *map, throng_rect cells, int32_t side, uint8_t wall, uint8_t floor)
{
    tool_brush_fill(map, cells, wall);
    tool_brush_fill(map, (throng_rect){cells.x + 1, cells.y + 1, cells.width - 2, cells.height - 2},
                    floor);
    const int32_t door_x = cells.x + cells.width / 2 - 1;
    const int32_t door_y = cells.y + cells.height / 2 - 1;
    const throng_rect doors[4] = {{door_x, cells.y, 3, 1},
                                  {cells.x + cells.width - 1, door_y, 1, 3},
                                  {door_x, cells.y + cells.height - 1, 3, 1},
                                  {cells.x, door_y, 1, 3}};
    tool_brush_fill(map, doors[side & 3], floor);
}

uint32_t tool_brush_hash(int32_t x, int32_t y, uint32_t seed)
{
    uint64_t state = ((uint64_t)(uint32_t)x << 32 | (uint32_t)y) ^ ((uint64_t)seed << 17);
    return (uint32_t)(tool_random(&state) >> 32);
}

static float lattice(int32_t x, int32_t y, uint32_t seed)
{
    return (float)(tool_brush_hash(x, y, seed) >> 8) * (1.0f / 16777216.0f);
}

static float octave(int32_t x, int32_t y, int32_t period, uint32_t seed)
{
    const int32_t cx = x / period;
    const int32_t cy = y / period;
    const float fx = (float)(x % period) / (float)period;
    const float fy = (float)(y % period) / (float)period;
    const float sx = fx * fx * (3.0f - 2.0f * fx);
    const float sy = fy * fy * (3.0f - 2.0f * fy);
    const float top = lattice(cx, cy, seed) * (1.0f - sx) + lattice(cx + 1, cy, seed) * sx;
    const float bottom =
        lattice(cx, cy + 1, seed) * (1.0f - sx) + lattice(cx + 1, cy + 1, seed) * sx;
    return top * (1.0f - sy) + bottom * sy;
}

float tool_brush_noise(int32_t x, int32_t y, int32_t period, uint32_t seed)
{
    /* Each octave is half as wide and half as high; 1 + 1/2 + 1/4 = 7/4. */
    const float sum = octave(x, y, period, seed) + 0.5f * octave(x, y, period / 2, seed + 1) +
                      0.25f * octave(x, y, period / 4, seed + 2);
    return sum * (4.0f / 7.0f);
}
