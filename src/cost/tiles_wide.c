/* Prepares a tile for the wide solver, a row of cells at a time. */
#include "cost/cost.h"

#include "simd/tier.h"

#include <string.h>

#define ROW_VECTORS (THRONG_TILE / WIDE_LANES16) /* of shorts, which slots are counted by */
#define ROW_VECTORS8 (THRONG_TILE / WIDE_LANES8)

/* A tile is rough where more than a fifth of its cells, counted with their right neighbours, make a
 * jump: one of the two is a wall or costs more than twice the other. Measured: 15, 20 and 25 % are
 * equal within 2 %. */
#define ROUGH_SHARE 5

/* A tile is winding where fewer than one cell in 12 has more than two ways out. Measured: mazes of
 * 512 x 512, whose walls are opened here and there, are solved as fast by tiles as by the bucket
 * queue with one fork in 12 cells by AVX-512, in 11 by AVX2 and in 9 by SSE4.1. A maze without
 * loops has one in 20, a spiral none. */
#define FORK_SHARE 12

/* One row of a tile, a byte per cell. */
typedef struct cells {
    wide_u8 v[ROW_VECTORS8];
} cells;

/* A tile as it lies on the map, walls off it, with room for the cells right of the last. */
typedef struct natural {
    uint8_t cost[THRONG_TILE * THRONG_TILE + THRONG_TILE];
} natural;

/* Counts in every lane, at most one a row. */
typedef struct census {
    cells walls, narrow, smooth; /* smooth: pairs of neighbours that are no jump */
    cells least, most;           /* costs; `most` without walls */
} census;

WIDE_INLINE cells cells_load(const uint8_t *p)
{
    cells c;
    for (int i = 0; i < ROW_VECTORS8; i++)
        c.v[i] = wide_u8_load(p + i * WIDE_LANES8);
    return c;
}

WIDE_INLINE wide_u16 even_bytes(wide_u8 v)
{
    return wide_u16_and(v, wide_u16_set1(0x00ff));
}

WIDE_INLINE wide_u16 odd_bytes(wide_u8 v)
{
    return wide_u16_shift_right(v, 8);
}

/* Even columns to the front, odd ones behind. */
WIDE_INLINE cells unzip(cells c)
{
#if ROW_VECTORS8 == 1
    c.v[0] = wide_u8_pack_u16(even_bytes(c.v[0]), odd_bytes(c.v[0]));
    return c;
#else
    cells out;
    for (int i = 0; i < ROW_VECTORS8 / 2; i++) {
        const wide_u8 a = c.v[2 * i], b = c.v[2 * i + 1];
        out.v[i] = wide_u8_pack_u16(even_bytes(a), even_bytes(b));
        out.v[ROW_VECTORS8 / 2 + i] = wide_u8_pack_u16(odd_bytes(a), odd_bytes(b));
    }
    return out;
#endif
}

/* Puts a row into the order of slots: each unzip turns the bits of a column's number by one. */
WIDE_INLINE cells in_slots(cells c)
{
    for (int n = ROW_VECTORS; n > 1; n /= 2)
        c = unzip(c);
    return c;
}

/* Stores one row by slots and tells which slots are passable. */
WIDE_INLINE uint64_t store_slots(cells c, uint8_t *cost)
{
    uint64_t walls = 0;
    c = in_slots(c);
    for (int i = 0; i < ROW_VECTORS8; i++) {
        wide_u8_store(cost + i * WIDE_LANES8, c.v[i]);
        walls |= wide_mask8_bits(wide_u8_eq(c.v[i], wide_u8_set1(THRONG_WALL)))
                 << (i * WIDE_LANES8);
    }
    return ~walls;
}

static void copy_in(const throng_cost_field *field, int32_t x, int32_t y, natural *tile)
{
    const size_t width = (size_t)field->grid.width;
    const int32_t columns = field->grid.width - x, rows = field->grid.height - y;
    const uint8_t *from = field->cost + (size_t)y * width + (size_t)x;
    if (columns < THRONG_TILE || rows < THRONG_TILE)
        memset(tile->cost, THRONG_WALL, sizeof tile->cost);
    for (int32_t r = 0; r < THRONG_TILE && r < rows; r++, from += width) {
        uint8_t *to = tile->cost + r * THRONG_TILE;
        if (columns >= THRONG_TILE)
            memcpy(to, from, THRONG_TILE);
        else
            memcpy(to, from, (size_t)columns);
    }
}

WIDE_INLINE void count_where(wide_u8 *count, wide_mask8 m)
{
    *count = wide_u8_sub(*count, wide_u8_from_mask(m));
}

/* Counts one row, whose moves start at `moves`; off the map those may be anything. */
WIDE_INLINE void count_row(census *n, const uint8_t *cost, const uint8_t *moves)
{
    const wide_u8 wall = wide_u8_set1(THRONG_WALL), zero = wide_u8_set1(0), one = wide_u8_set1(1);
    const cells own = cells_load(cost), right = cells_load(cost + 1), ways = cells_load(moves);
    for (int i = 0; i < ROW_VECTORS8; i++) {
        const wide_u8 a = own.v[i], b = right.v[i];
        const wide_mask8 is_wall = wide_u8_eq(a, wall);
        count_where(&n->walls.v[i], is_wall);
        n->least.v[i] = wide_u8_min(n->least.v[i], a);
        n->most.v[i] = wide_u8_max(n->most.v[i], wide_u8_and_not(a, wide_u8_from_mask(is_wall)));
        /* Nothing is left after the lowest two bits are taken away. */
        wide_u8 rest = wide_u8_and(ways.v[i], wide_u8_sub(ways.v[i], one));
        rest = wide_u8_and(rest, wide_u8_sub(rest, one));
        count_where(&n->narrow.v[i], wide_mask8_and_not(wide_u8_eq(rest, zero), is_wall));
        const wide_u8 steep = wide_u8_or(wide_u8_sub_full(a, wide_u8_add_full(b, b)),
                                         wide_u8_sub_full(b, wide_u8_add_full(a, a)));
        const wide_mask8 is_at_wall = wide_mask8_and_not(wide_u8_eq(wide_u8_max(a, b), wall),
                                                         wide_u8_eq(wide_u8_min(a, b), wall));
        count_where(&n->smooth.v[i], wide_mask8_and_not(wide_u8_eq(steep, zero), is_at_wall));
    }
}

static int32_t sum_of(const cells *c, int32_t lanes)
{
    uint8_t bytes[THRONG_TILE];
    int32_t sum = 0;
    for (int i = 0; i < ROW_VECTORS8; i++)
        wide_u8_store(bytes + i * WIDE_LANES8, c->v[i]);
    for (int32_t i = 0; i < lanes; i++)
        sum += bytes[i];
    return sum;
}

static void judge(throng_tile_map *map, const census *n)
{
    uint8_t least[THRONG_TILE], most[THRONG_TILE];
    for (int i = 0; i < ROW_VECTORS8; i++) {
        wide_u8_store(least + i * WIDE_LANES8, n->least.v[i]);
        wide_u8_store(most + i * WIDE_LANES8, n->most.v[i]);
    }
    for (int i = 1; i < THRONG_TILE; i++) {
        least[0] = least[i] < least[0] ? least[i] : least[0];
        most[0] = most[i] > most[0] ? most[i] : most[0];
    }
    const int32_t passable = THRONG_TILE * THRONG_TILE - sum_of(&n->walls, THRONG_TILE);
    /* The last column has no right neighbour in the tile. */
    const int32_t jumps = (THRONG_TILE - 1) * THRONG_TILE - sum_of(&n->smooth, THRONG_TILE - 1);
    const int32_t narrow = sum_of(&n->narrow, THRONG_TILE);
    map->is_empty = passable == 0;
    map->is_uniform = map->is_empty || least[0] == most[0];
    map->cost = map->is_empty ? 1 : least[0];
    map->dearest = most[0];
    map->is_winding = passable > 0 && FORK_SHARE * (passable - narrow) < passable;
    map->is_rough = ROUGH_SHARE * jumps > passable;
}

void throng_in_tier(throng_prepare)(throng_cost_field *field, int32_t tile_column,
                                    int32_t tile_row);

void throng_in_tier(throng_prepare)(throng_cost_field *field, int32_t tile_column, int32_t tile_row)
{
    const int32_t index = tile_row * field->tiles.columns + tile_column;
    const int32_t x = tile_column * THRONG_TILE, y = tile_row * THRONG_TILE;
    throng_tile_map *map = &field->tiles.map[index];
    throng_tile_costs *costs = &field->tiles.costs[index];
    natural tile, transposed;
    tile.cost[THRONG_TILE * THRONG_TILE] = 0; /* is read, and does not matter */
    copy_in(field, x, y, &tile);
    for (int r = 0; r < THRONG_TILE; r += 16)
        for (int c = 0; c < THRONG_TILE; c += 16)
            wide_u8_transpose16(tile.cost + r * THRONG_TILE + c, THRONG_TILE,
                                transposed.cost + c * THRONG_TILE + r, THRONG_TILE);
    census n;
    memset(&n, 0, sizeof n);
    memset(&n.least, 0xff, sizeof n.least);
    for (int32_t r = 0; r < THRONG_TILE; r++) {
        const uint8_t *row = tile.cost + r * THRONG_TILE;
        /* A row off the map holds walls, whose moves do not count; any row will do for them. */
        const int32_t row_y = y + r < field->grid.height ? y + r : y;
        count_row(&n, row, field->moves + (size_t)row_y * (size_t)field->grid.width + (size_t)x);
        map->pass[0][r] = store_slots(cells_load(row), costs->cost[0][r]);
        map->pass[1][r] =
            store_slots(cells_load(transposed.cost + r * THRONG_TILE), costs->cost[1][r]);
    }
    judge(map, &n);
}
