/* What leaves the tiles: distances, and the lower bits of them for whoever derives directions while
 * they are in the first cache. */
#ifndef THRONG_INTEGRATION_TILE_OUTPUT_WIDE_H
#define THRONG_INTEGRATION_TILE_OUTPUT_WIDE_H

#include "integration/tile_visit_wide.h"

#include <string.h>

/* False if a distance does not fit. */
static bool write_tile(const solve *s, int32_t index)
{
    bool fits = true;
    const throng_tile *tile = &s->tiles->tile[index];
    if (tile->stage != THRONG_TILE_VISITED && !s->reached[index])
        return true;
    s->reached[index] = tile->stage == THRONG_TILE_VISITED;
    const int32_t columns = s->cost->tiles.columns;
    const int32_t x = index % columns * THRONG_TILE, y = index / columns * THRONG_TILE;
    const int32_t width = s->cost->grid.width, height = s->cost->grid.height;
    const int32_t count = width - x < THRONG_TILE ? width - x : THRONG_TILE;
    const int32_t end = height - y < THRONG_TILE ? height - y : THRONG_TILE;
    const bool is_visited = tile->stage == THRONG_TILE_VISITED; /* the others have no base */
    const bool may_overflow =
        is_visited && tile->base > THRONG_HALF_MAX - UNKNOWN && s->limit > THRONG_HALF_MAX;
    const uint32_t limit = s->limit < THRONG_HALF_MAX ? s->limit : THRONG_HALF_MAX;
    for (int32_t r = 0; r < end; r++) {
        uint32_t *out = s->distance + (size_t)(y + r) * (size_t)width + (size_t)x;
        const uint16_t *values = s->tiles->values[index] + r * THRONG_TILE;
        if (!is_visited)
            memset(out, 0xff, (size_t)count * sizeof *out);
        else if (may_overflow)
            fits = write_row_checked(values, tile->base, out, count, tile->is_written) && fits;
        else
            write_row(values, tile->base, limit, out, count, tile->is_written);
    }
    return fits;
}

#define WRITTEN_TILE_WORK (THRONG_TILE_CELLS / THRONG_WORK_SHARE_WRITTEN)

/* How many tiles from `index` on are written together: as many as the work suffices for, or one. */
static int32_t group_count(const solve *s, int32_t index, int64_t work)
{
    const int32_t columns = s->cost->tiles.columns, in_row = columns - index % columns;
    const int32_t most = in_row < THRONG_GROUP ? in_row : THRONG_GROUP;
    const int64_t affordable = work / WRITTEN_TILE_WORK;
    return affordable < 1 ? 1 : affordable < most ? (int32_t)affordable : most;
}

/* A tile seen by whoever reads its values. */
typedef struct source {
    const throng_tile *tile;
    const uint16_t *values;
    uint32_t *distance; /* of its first cell */
    int32_t columns;    /* that are on the map */
    bool is_known;      /* it is on the map, and some cell in it has a distance */
    bool is_blank;      /* nothing is to be written */
} source;

static source source_at(const solve *s, int32_t x, int32_t y)
{
    const throng_tile_maps *maps = &s->cost->tiles;
    if (x < 0 || y < 0 || x >= maps->columns || y >= maps->rows)
        return (source){0};
    const int32_t index = y * maps->columns + x, width = s->cost->grid.width;
    const int32_t columns = width - x * THRONG_TILE;
    const throng_tile *tile = &s->tiles->tile[index];
    const bool is_known = tile->stage == THRONG_TILE_VISITED;
    return (source){.tile = tile,
                    .values = s->tiles->values[index],
                    .distance = s->distance + (size_t)y * THRONG_TILE * (size_t)width +
                                (size_t)x * THRONG_TILE,
                    .columns = columns < THRONG_TILE ? columns : THRONG_TILE,
                    .is_known = is_known,
                    .is_blank = !is_known && !s->reached[index]};
}

static uint32_t *distances_of(const solve *s, const source *from, int32_t r)
{
    return from->distance + (size_t)r * (size_t)s->cost->grid.width;
}

/* Half of the distance of one cell of a tile, which may not be written yet: what was written before
 * the window slid is right where it is less. */
static uint16_t half_of(const solve *s, const source *from, int32_t r, int32_t c)
{
    if (!from->is_known)
        return UNKNOWN;
    const uint16_t value = from->values[r * THRONG_TILE + (int32_t)slot_of((uint32_t)c)];
    uint32_t half = value == UNKNOWN ? THRONG_HALF_MAX : value + from->tile->base;
    if (from->tile->is_written) {
        const uint32_t written = distances_of(s, from, r)[c] / 2;
        half = written < half ? written : half;
    }
    return half == THRONG_HALF_MAX ? UNKNOWN : (uint16_t)half;
}

/* Bytes of a row in the order of columns. Even columns are made to lie in the first half of the
 * registers, odd ones in the second. */
WIDE_INLINE void store_bytes(row r, uint8_t *bytes)
{
    for (int n = ROW_VECTORS; n > 2; n /= 2) {
        row next;
        for (int v = 0; v < ROW_VECTORS / 2; v++) {
            next.v[2 * v] = wide_u16_zip_low(r.v[v], r.v[v + ROW_VECTORS / 2]);
            next.v[2 * v + 1] = wide_u16_zip_high(r.v[v], r.v[v + ROW_VECTORS / 2]);
        }
        r = next;
    }
    for (int v = 0; v < ROW_VECTORS / 2; v++)
        wide_u8_store(bytes + v * WIDE_LANES8,
                      wide_u16_or(wide_u16_and(r.v[v], wide_u16_set1(0xff)),
                                  wide_u16_shift_left(r.v[v + ROW_VECTORS / 2], 8)));
}

/* Halves of row r of a tile from the values of its window, which hold all of them. */
WIDE_INLINE void halve_values(const source *from, int32_t r, bool is_cheap, throng_halves *out,
                              int32_t at)
{
    row values = row_load(from->values + r * THRONG_TILE);
    if (is_cheap) {
        store_bytes(values, out->bytes + at); /* the base has no lowest byte */
        return;
    }
    const wide_u16 base = wide_u16_set1((uint16_t)from->tile->base);
    for (int v = 0; v < ROW_VECTORS; v++)
        values.v[v] = wide_u16_fill(wide_u16_eq(values.v[v], wide_u16_set1(UNKNOWN)),
                                    wide_u16_add(values.v[v], base));
    row_store(out->shorts + at, row_in_order(values));
}

/* Halves of WIDE_LANES16 distances, of which the first `count` are there. */
WIDE_INLINE wide_u16 halves_of(const uint32_t *from, int32_t count)
{
    const wide_i32 a = wide_i32_load_first(from, count);
    const wide_i32 b = wide_i32_load_first(from + WIDE_LANES, count - WIDE_LANES);
    const wide_i32 low = wide_i32_set1(0xffff);
    return wide_u16_pack(wide_i32_and(wide_u32_shift_right(a, 1), low),
                         wide_i32_and(wide_u32_shift_right(b, 1), low));
}

/* Halves of a row of a tile whose distances are written. */
WIDE_INLINE void halve_distances(const uint32_t *from, int32_t count, bool is_cheap,
                                 throng_halves *out, int32_t at)
{
    const wide_u16 low = wide_u16_set1(0xff);
    for (int32_t i = 0; i < THRONG_TILE; i += WIDE_LANES8) {
        const wide_u16 a = halves_of(from + i, count - i);
        const wide_u16 b = halves_of(from + i + WIDE_LANES16, count - i - WIDE_LANES16);
        if (is_cheap) {
            wide_u8_store(out->bytes + at + i,
                          wide_u8_pack_u16(wide_u16_and(a, low), wide_u16_and(b, low)));
        } else {
            wide_u16_store(out->shorts + at + i, a);
            wide_u16_store(out->shorts + at + i + WIDE_LANES16, b);
        }
    }
}

static void set_half(throng_halves *out, int32_t at, bool is_cheap, uint16_t half)
{
    if (is_cheap)
        out->bytes[at] = (uint8_t)half;
    else
        out->shorts[at] = half;
}

/* Halves of row r of tile `from`. `is_final`: what is to be written of it is. */
WIDE_INLINE void halve_row(const solve *s, const source *from, int32_t r, bool is_final,
                           bool is_cheap, throng_halves *out, int32_t at)
{
    if (!from->is_known)
        memset(is_cheap ? out->bytes + at : (void *)(out->shorts + at), 0xff,
               THRONG_TILE * (is_cheap ? sizeof *out->bytes : sizeof *out->shorts));
    else if (!from->tile->is_written)
        halve_values(from, r, is_cheap, out, at);
    else if (is_final)
        halve_distances(distances_of(s, from, r), from->columns, is_cheap, out, at);
    else
        for (int32_t c = 0; c < THRONG_TILE; c++)
            set_half(out, at + c, is_cheap,
                     c < from->columns ? half_of(s, from, r, c) : (uint16_t)UNKNOWN);
}

/* A group of tiles that are written, with its neighbours left and right. */
typedef struct group {
    const solve *solve;
    int32_t x, y, count; /* of tiles */
    bool is_cheap;
    uint32_t limit;
    source tiles[THRONG_GROUP + 2];
} group;

/* The dearest passable cell in the tiles and around them, or more. */
static bool is_cheap_around(const group *g)
{
    const throng_tile_maps *maps = &g->solve->cost->tiles;
    uint8_t most = 0;
    for (int32_t y = g->y > 0 ? g->y - 1 : 0; y <= g->y + 1 && y < maps->rows; y++)
        for (int32_t x = g->x > 0 ? g->x - 1 : 0; x <= g->x + g->count && x < maps->columns; x++) {
            const uint8_t dearest = maps->map[y * maps->columns + x].dearest;
            most = dearest > most ? dearest : most;
        }
    return most <= THRONG_CHEAP;
}

static group group_at(const solve *s, int32_t index, int32_t count)
{
    const int32_t columns = s->cost->tiles.columns;
    group g = {.solve = s, .x = index % columns, .y = index / columns, .count = count};
    g.limit = s->limit < THRONG_HALF_MAX ? s->limit : THRONG_HALF_MAX;
    g.is_cheap = is_cheap_around(&g);
    for (int32_t t = 0; t < count + 2; t++)
        g.tiles[t] = source_at(s, g.x + t - 1, g.y);
    return g;
}

/* Distances of row r of the tiles. What the row after the next will be written to is fetched
 * meanwhile: that takes 5 % off a solve of 1024 x 1024 cells. */
static void write_group_row(const group *g, int32_t r)
{
    const size_t two_rows = 2 * (size_t)g->solve->cost->grid.width * sizeof *g->solve->distance;
    for (int32_t t = 1; t <= g->count; t++) {
        const source *to = &g->tiles[t];
        uint32_t *out = distances_of(g->solve, to, r);
        for (size_t i = 0; !to->is_blank && i < THRONG_TILE * sizeof *out; i += WIDE_LINE)
            wide_will_store(out, two_rows + i);
        if (to->is_known)
            write_row(to->values + r * THRONG_TILE, to->tile->base, g->limit, out, to->columns,
                      to->tile->is_written);
        else if (!to->is_blank)
            memset(out, 0xff, (size_t)to->columns * sizeof *out);
    }
}

/* Halves of row r of the tiles, which is written, and of the cells beside it. */
WIDE_INLINE void halve_group_row(const group *g, int32_t r, bool is_cheap, throng_halves *out)
{
    const int32_t first = THRONG_HALVES_FIRST, after = first + g->count * THRONG_TILE;
    for (int32_t t = 1; t <= g->count; t++)
        halve_row(g->solve, &g->tiles[t], r, true, is_cheap, out, first + (t - 1) * THRONG_TILE);
    set_half(out, first - 1, is_cheap, half_of(g->solve, &g->tiles[0], r, THRONG_TILE - 1));
    set_half(out, after, is_cheap, half_of(g->solve, &g->tiles[g->count + 1], r, 0));
}

/* Halves of the row above (`side` is -1) or below (1) the tiles, in others. */
static void halve_row_beside(const group *g, int32_t side, throng_halves *out)
{
    const int32_t r = side < 0 ? THRONG_TILE - 1 : 0, first = THRONG_HALVES_FIRST;
    for (int32_t t = 1; t <= g->count; t++) {
        const source from = source_at(g->solve, g->x + t - 1, g->y + side);
        halve_row(g->solve, &from, r, side < 0, g->is_cheap, out, first + (t - 1) * THRONG_TILE);
    }
    const source left = source_at(g->solve, g->x - 1, g->y + side);
    const source right = source_at(g->solve, g->x + g->count, g->y + side);
    set_half(out, first - 1, g->is_cheap, half_of(g->solve, &left, r, THRONG_TILE - 1));
    set_half(out, first + g->count * THRONG_TILE, g->is_cheap, half_of(g->solve, &right, r, 0));
}

/* Writes the tiles row by row, and tells whoever follows of each row two rows later: bytes that
 * have just been stored are slow to load at other places. */
static void write_and_tell(const group *g, int32_t row_count, throng_solver *solver)
{
    throng_halves *halves = solver->tiles.scratch->halves + 1; /* of row r in the r % 4-th */
    const int32_t x = g->x * THRONG_TILE, left = g->solve->cost->grid.width - x;
    throng_halves_rows rows = {.x = x, .is_cheap = g->is_cheap};
    rows.count = left < g->count * THRONG_TILE ? left : g->count * THRONG_TILE;
    halve_row_beside(g, -1, &halves[-1]);
    for (int32_t r = 0; r < row_count + 2; r++) {
        throng_halves *const made = &halves[r % 4];
        if (r < row_count) {
            write_group_row(g, r);
            if (g->is_cheap)
                halve_group_row(g, r, true, made);
            else
                halve_group_row(g, r, false, made);
        } else if (r == row_count) {
            halve_row_beside(g, 1, made);
        }
        if (r < 2)
            continue;
        rows.y = g->y * THRONG_TILE + r - 2;
        rows.north = r > 2 ? &halves[(r - 3) % 4] : &halves[-1];
        rows.own = &halves[(r - 2) % 4];
        rows.south = &halves[(r - 1) % 4];
        solver->follow_row(solver->follower, &rows);
    }
}

/* Writes tiles index .. index + count - 1, which lie beside each other. `solver`: not NULL if
 * someone follows. False if a distance does not fit. */
static bool write_group(const solve *s, int32_t index, int32_t count, throng_solver *solver)
{
    bool fits = true, may_overflow = false;
    const group g = group_at(s, index, count);
    const int32_t below = s->cost->grid.height - g.y * THRONG_TILE;
    const int32_t row_count = below < THRONG_TILE ? below : THRONG_TILE;
    for (int32_t t = 1; t <= count; t++)
        may_overflow = may_overflow ||
                       (g.tiles[t].is_known && g.tiles[t].tile->base > THRONG_HALF_MAX - UNKNOWN);
    if (may_overflow) { /* nobody follows */
        for (int32_t t = 0; t < count; t++)
            fits = write_tile(s, index + t) && fits;
        return fits;
    }
    for (int32_t t = 1; t <= count; t++)
        s->reached[index + t - 1] = g.tiles[t].is_known;
    if (solver && solver->follow_row)
        write_and_tell(&g, row_count, solver);
    for (int32_t r = 0; !(solver && solver->follow_row) && r < row_count; r++)
        write_group_row(&g, r);
    const int32_t end = g.y * THRONG_TILE + row_count;
    if (solver && g.x + count == s->cost->tiles.columns)
        solver->follow(solver->follower, end);
    return true;
}

#endif
