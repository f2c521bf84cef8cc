/* Exact descent, WIDE_LANES8 cells at a time. In a finished field the best neighbour s of n is one
 * with D(s) = D(n) - w * cost(n), so the answer is the lowest legal code for which that holds:
 * eight comparisons give eight bits per cell, the moves byte strikes out what is not legal (columns
 * beyond the row's ends too), and two table look-ups find the lowest bit.
 *
 * The low bits of a distance are enough to compare. A legal step can be taken both ways, so what a
 * neighbour holds lies above its target by 0 to w * (cost(n) + cost(s)): at most 7112, and at most
 * 252 where no cost is above 9. Sixteen bits tell 0 from the rest, on cheap ground eight.
 *
 * Cells without a way need no test. Where D is 0 a target is w * cost(n) below a power of two, and
 * legal neighbours hold less than that lies above w * cost(s). An unreachable cell's targets are
 * odd, which no distance is, and not that of an unreachable neighbour. */
#include "flow/flow.h"

#include "simd/tier.h"

/* Cells of a row that are done together: the low bits of their distances, in three rows, stay in
 * the first cache. */
#define STRIP 1024

/* The low bits of a row's distances, with the cell before the strip and the one after it. */
typedef struct strip_row {
    union {
        uint16_t shorts[STRIP + 2 * WIDE_LANES16];
        uint8_t bytes[STRIP + 2 * WIDE_LANES16];
    };
} strip_row;

/* The first cell of the strip. */
#define FIRST WIDE_LANES16

/* No cost above this lets bytes do: 14 * (9 + 9) = 252. */
#define CHEAP 9

/* True if nothing passable in these rows and columns is dearer than CHEAP. */
static bool is_cheap(const throng_flow_job *job, int32_t row_begin, int32_t row_end, int32_t begin,
                     int32_t end)
{
    wide_u8 most = wide_u8_set1(0); /* of cost + 1, which turns walls into 0 */
    for (int32_t y = row_begin; y < row_end; y++) {
        const uint8_t *cost = job->cost + (ptrdiff_t)y * job->width;
        for (int32_t x = begin; x < end;) {
            most = wide_u8_max(most, wide_u8_add(wide_u8_load(cost + x), wide_u8_set1(1)));
            const int32_t last = end - WIDE_LANES8;
            x = x < last && x + WIDE_LANES8 > last ? last : x + WIDE_LANES8;
        }
    }
    const wide_u8 excess = wide_u8_sub_full(most, wide_u8_set1(CHEAP + 1));
    return !wide_u16_any(excess);
}

static void narrow_to_shorts(const uint32_t *from, uint16_t *to, int32_t count)
{
    const wide_i32 low = wide_i32_set1(0xffff);
    for (int32_t i = 0; i < count;) {
        wide_u16_store(to + i,
                       wide_u16_pack(wide_i32_and(wide_i32_load(from + i), low),
                                     wide_i32_and(wide_i32_load(from + i + WIDE_LANES), low)));
        /* The last block ends with the strip. */
        const int32_t last = count - WIDE_LANES16;
        i = i < last && i + WIDE_LANES16 > last ? last : i + WIDE_LANES16;
    }
}

static void narrow_to_bytes(const uint32_t *from, uint8_t *to, int32_t count)
{
    const wide_i32 low = wide_i32_set1(0xff);
    for (int32_t i = 0; i < count;) {
        const uint32_t *p = from + i;
        wide_u8_store(to + i, wide_u8_pack(wide_i32_and(wide_i32_load(p), low),
                                           wide_i32_and(wide_i32_load(p + WIDE_LANES), low),
                                           wide_i32_and(wide_i32_load(p + 2 * WIDE_LANES), low),
                                           wide_i32_and(wide_i32_load(p + 3 * WIDE_LANES), low)));
        const int32_t last = count - WIDE_LANES8;
        i = i < last && i + WIDE_LANES8 > last ? last : i + WIDE_LANES8;
    }
}

/* Columns begin .. begin + count - 1 of some rows. */
typedef struct strip {
    const throng_flow_job *job;
    int32_t begin, count;
    bool are_bytes; /* bytes of distances, not shorts, are compared */
} strip;

static void narrow(const strip *s, int32_t y, strip_row *row)
{
    const uint32_t *from = s->job->distance + (ptrdiff_t)y * s->job->width + s->begin;
    const int32_t after_last = FIRST + s->count;
    const uint32_t before = s->begin > 0 ? from[-1] : 0;
    const uint32_t after = s->begin + s->count < s->job->width ? from[s->count] : 0;
    if (s->are_bytes) {
        narrow_to_bytes(from, row->bytes + FIRST, s->count);
        row->bytes[FIRST - 1] = (uint8_t)before;
        row->bytes[after_last] = (uint8_t)after;
    } else {
        narrow_to_shorts(from, row->shorts + FIRST, s->count);
        row->shorts[FIRST - 1] = (uint16_t)before;
        row->shorts[after_last] = (uint16_t)after;
    }
}

/* The number of the lowest bit, counted from 1, of bytes with any of the low (high) four bits set.
 */
static const uint8_t lowest_of_low[16] = {0, 1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1};
static const uint8_t lowest_of_high[16] = {0, 5, 6, 5, 7, 5, 6, 5, 8, 5, 6, 5, 7, 5, 6, 5};

WIDE_INLINE wide_u8 lowest_bit(wide_u8 bits)
{
    wide_u8 low = wide_u8_and(bits, wide_u8_set1(15));
    wide_u8 high = wide_u8_and(wide_u16_shift_right(bits, 4), wide_u8_set1(15));
    return wide_u8_select(wide_u8_eq(low, wide_u8_set1(0)),
                          wide_table8_at(wide_table8_load(lowest_of_high), high),
                          wide_table8_at(wide_table8_load(lowest_of_low), low));
}

WIDE_INLINE wide_u8 codes_of(wide_u8 steps, wide_u8 cost)
{
    const wide_mask8 is_wall = wide_u8_eq(cost, wide_u8_set1(THRONG_WALL));
    return wide_u8_select(is_wall, wide_u8_set1(THRONG_FLOW_WALL), lowest_bit(steps));
}

/* `bit` more where the neighbours from `p` on hold their targets. */
WIDE_INLINE wide_u16 bit_where(const uint16_t *p, wide_u16 target, uint16_t bit, wide_u16 bits)
{
    return wide_u16_add_where(wide_u16_eq(wide_u16_load(p), target), bits, wide_u16_set1(bit));
}

/* For WIDE_LANES16 cells, a bit for each neighbour that holds what the best one must hold. */
WIDE_INLINE wide_u16 best_steps(const uint16_t *own, const uint16_t *north, const uint16_t *south,
                                const uint8_t *cost, bool are_halves)
{
    const wide_u16 c = wide_u16_load_u8(cost);
    const wide_u16 straight_cost = wide_u16_mul(c, wide_u16_set1(are_halves ? 5 : 10));
    const wide_u16 a = wide_u16_sub(wide_u16_load(own), straight_cost);
    const wide_u16 b = wide_u16_sub(a, wide_u16_shift_left(c, are_halves ? 1 : 2));
    wide_u16 straight = wide_u16_keep(wide_u16_eq(wide_u16_load(own + 1), a), wide_u16_set1(1));
    wide_u16 diagonal = wide_u16_keep(wide_u16_eq(wide_u16_load(south + 1), b), wide_u16_set1(16));
    straight = bit_where(south, a, 2, straight);
    diagonal = bit_where(south - 1, b, 32, diagonal);
    straight = bit_where(own - 1, a, 4, straight);
    diagonal = bit_where(north - 1, b, 64, diagonal);
    straight = bit_where(north, a, 8, straight);
    diagonal = bit_where(north + 1, b, 128, diagonal);
    return wide_u16_or(straight, diagonal);
}

WIDE_INLINE wide_u8 byte_where(const uint8_t *p, wide_u8 target, uint8_t bit, wide_u8 bits)
{
    return wide_u8_add_where(wide_u8_eq(wide_u8_load(p), target), bits, wide_u8_set1(bit));
}

/* The same for WIDE_LANES8 cells on cheap ground. */
WIDE_INLINE wide_u8 best_cheap_steps(const uint8_t *own, const uint8_t *north, const uint8_t *south,
                                     const uint8_t *cost, bool are_halves)
{
    const wide_u8 c = wide_u8_load(cost), c2 = wide_u8_add(c, c), c4 = wide_u8_add(c2, c2);
    const wide_u8 c5 = wide_u8_add(c4, c);
    const wide_u8 a = wide_u8_sub(wide_u8_load(own), are_halves ? c5 : wide_u8_add(c5, c5));
    const wide_u8 b = wide_u8_sub(a, are_halves ? c2 : c4);
    wide_u8 straight = wide_u8_keep(wide_u8_eq(wide_u8_load(own + 1), a), wide_u8_set1(1));
    wide_u8 diagonal = wide_u8_keep(wide_u8_eq(wide_u8_load(south + 1), b), wide_u8_set1(16));
    straight = byte_where(south, a, 2, straight);
    diagonal = byte_where(south - 1, b, 32, diagonal);
    straight = byte_where(own - 1, a, 4, straight);
    diagonal = byte_where(north - 1, b, 64, diagonal);
    straight = byte_where(north, a, 8, straight);
    diagonal = byte_where(north + 1, b, 128, diagonal);
    return wide_u8_or(straight, diagonal);
}

/* The three rows around a row of the strip; a row off the map is the own one, since no move leads
 * there. */
typedef struct strip_rows {
    const strip_row *own, *north, *south;
} strip_rows;

/* Codes of WIDE_LANES8 cells: `i` counts from the begin of the strip, `at` is the first cell. */
WIDE_INLINE void block(const throng_flow_job *job, const strip_rows *rows, int32_t i, ptrdiff_t at,
                       bool are_bytes)
{
    const int32_t first = FIRST + i, second = first + WIDE_LANES16;
    const uint8_t *cost = job->cost + at;
    wide_u8 steps;
    if (are_bytes)
        steps = best_cheap_steps(rows->own->bytes + first, rows->north->bytes + first,
                                 rows->south->bytes + first, cost, false);
    else
        steps =
            wide_u8_pack_u16(best_steps(rows->own->shorts + first, rows->north->shorts + first,
                                        rows->south->shorts + first, cost, false),
                             best_steps(rows->own->shorts + second, rows->north->shorts + second,
                                        rows->south->shorts + second, cost + WIDE_LANES16, false));
    const wide_u8 bits = wide_u8_and(steps, wide_u8_load(job->moves + at));
    wide_u8_store(job->codes + at, codes_of(bits, wide_u8_load(cost)));
}

WIDE_INLINE void row_codes(const strip *s, int32_t y, const strip_rows *rows, bool are_bytes)
{
    const ptrdiff_t at = (ptrdiff_t)y * s->job->width + s->begin;
    for (int32_t i = 0; i < s->count;) {
        block(s->job, rows, i, at + i, are_bytes);
        const int32_t last = s->count - WIDE_LANES8;
        i = i < last && i + WIDE_LANES8 > last ? last : i + WIDE_LANES8;
    }
}

/* Codes of cells p[0], p[1], ... in the lower half of each byte, of the cells behind them in the
 * upper half; walls off the map. */
WIDE_INLINE wide_u8 pairs(const uint8_t *p)
{
    if (!p)
        return wide_u8_set1(THRONG_FLOW_WALL << 4 | THRONG_FLOW_WALL);
    /* No code has more than four bits, so shifted bytes do not meet. */
    return wide_u8_or(wide_u8_load(p), wide_u16_shift_left(wide_u8_load(p + 1), 4));
}

static unsigned code_at(const uint8_t *row, int32_t x)
{
    return row ? row[x] : THRONG_FLOW_WALL;
}

/* Cells whose output is fetched that long before it is written: maps that do not fit into the
 * second cache wait for the third at every line otherwise. 512 and 2048 are better than 8192; on
 * maps that do fit it costs less than 1 %. */
#define AHEAD 512

/* How many quads lie between `p` and the last place before it where a register of them would be
 * aligned. */
static int32_t beyond_register(const uint16_t *p)
{
    return (int32_t)((uintptr_t)p / sizeof *p % WIDE_LANES16);
}

/* Quads of a row whose left cells are in columns begin .. end - 1, the first and last one of the
 * row included where they are next to that. */
static void row_quads(const throng_flow_job *job, int32_t row, int32_t begin, int32_t end)
{
    const int32_t width = job->width;
    const uint8_t *own = job->codes + (ptrdiff_t)row * width;
    const uint8_t *lower = row < job->height ? own : NULL, *upper = row > 0 ? own - width : NULL;
    uint16_t *quads = job->quads + (size_t)row * ((size_t)width + 1);
    const unsigned wall = THRONG_FLOW_WALL;
    if (begin == 0)
        quads[0] = (uint16_t)(wall | code_at(upper, 0) << 4 | wall << 8 | code_at(lower, 0) << 12);
    if (end == width - 1)
        quads[width] = (uint16_t)(code_at(upper, width - 1) | wall << 4 |
                                  code_at(lower, width - 1) << 8 | wall << 12);
    for (int32_t x = begin; x < end;) {
        const wide_u8 above = pairs(upper ? upper + x : NULL);
        const wide_u8 below = pairs(lower ? lower + x : NULL);
        uint16_t *out = quads + 1 + x;
        wide_will_store(out, AHEAD * sizeof *out);
        wide_will_store(out + WIDE_LANES16, AHEAD * sizeof *out);
        wide_u16_store(out, wide_u8_zip_low(above, below));
        wide_u16_store(out + WIDE_LANES16, wide_u8_zip_high(above, below));
        /* Behind the first block, stores keep to cache lines, though a row of quads begins
         * anywhere. The last block ends at the last quad that has all its cells. */
        const int32_t last = end - WIDE_LANES8;
        const int32_t next = x > begin ? x + WIDE_LANES8 : x + WIDE_LANES8 - beyond_register(out);
        x = x >= last ? end : next < last ? next : last;
    }
}

static void strip_codes(const strip *s, int32_t row_begin, int32_t row_end)
{
    const int32_t height = s->job->height;
    strip_row rows[3];
    strip_row *north = &rows[0], *own = &rows[1], *south = &rows[2];
    if (row_begin > 0)
        narrow(s, row_begin - 1, north);
    narrow(s, row_begin, own);
    for (int32_t y = row_begin; y < row_end; y++) {
        if (y + 1 < height)
            narrow(s, y + 1, south);
        const strip_rows around = {own, y > 0 ? north : own, y + 1 < height ? south : own};
        if (s->are_bytes)
            row_codes(s, y, &around, true);
        else
            row_codes(s, y, &around, false);
        /* The last cell of the strip belongs to a quad of the next one. */
        if (s->job->quads && y > row_begin)
            row_quads(s->job, y, s->begin > 0 ? s->begin - 1 : 0, s->begin + s->count - 1);
        strip_row *const done = north;
        north = own;
        own = south;
        south = done;
    }
}

/* Codes of WIDE_LANES8 cells of which some halves and all that a map has are at these places. */
WIDE_INLINE wide_u8 codes_of_bytes(const uint8_t *own, const uint8_t *north, const uint8_t *south,
                                   const uint8_t *cost, const uint8_t *moves)
{
    const wide_u8 steps = best_cheap_steps(own, north, south, cost, true);
    return codes_of(wide_u8_and(steps, wide_u8_load(moves)), wide_u8_load(cost));
}

WIDE_INLINE wide_u8 codes_of_shorts(const uint16_t *own, const uint16_t *north,
                                    const uint16_t *south, const uint8_t *cost,
                                    const uint8_t *moves)
{
    const int32_t half = WIDE_LANES16;
    const wide_u8 steps =
        wide_u8_pack_u16(best_steps(own, north, south, cost, true),
                         best_steps(own + half, north + half, south + half, cost + half, true));
    return codes_of(wide_u8_and(steps, wide_u8_load(moves)), wide_u8_load(cost));
}

/* The arrays are looked up once: as bytes, what is stored may be anything, also where they are. */
WIDE_INLINE void halves_codes(const throng_flow_job *job, const throng_halves_rows *h,
                              bool is_cheap)
{
    const ptrdiff_t at = (ptrdiff_t)h->y * job->width + h->x;
    const uint8_t *cost = job->cost + at, *moves = job->moves + at;
    const throng_halves *own = h->own, *north = h->north, *south = h->south;
    uint8_t *codes = job->codes + at;
    const int32_t count = h->count;
    for (int32_t i = 0; i < count; i += WIDE_LANES8) {
        const int32_t k = THRONG_HALVES_FIRST + i;
        const wide_u8 c = is_cheap ? codes_of_bytes(own->bytes + k, north->bytes + k,
                                                    south->bytes + k, cost + i, moves + i)
                                   : codes_of_shorts(own->shorts + k, north->shorts + k,
                                                     south->shorts + k, cost + i, moves + i);
        wide_will_store(codes + i, AHEAD);
        if (count - i >= WIDE_LANES8)
            wide_u8_store(codes + i, c);
        else
            wide_u8_store_first(codes + i, c, count - i);
    }
}

void throng_in_tier(throng_flow_row)(const throng_flow_job *job, const throng_halves_rows *halves);

void throng_in_tier(throng_flow_row)(const throng_flow_job *job, const throng_halves_rows *h)
{
    if (h->is_cheap)
        halves_codes(job, h, true);
    else
        halves_codes(job, h, false);
    if (!job->quads)
        return;
    const int32_t before = h->x > 0 ? h->x - 1 : 0, end = h->x + h->count - 1;
    /* A register of quads fits between begin and end, if need be with some that are there already.
     */
    const int32_t begin = before < end - WIDE_LANES8 ? before : end - WIDE_LANES8;
    const int32_t last = h->y + 1 < job->height ? h->y : h->y + 1;
    for (int32_t row = h->y; row <= last; row++) {
        if (begin < 0)
            throng_quads_columns_scalar(job, row, h->x > 0 ? h->x : 0,
                                        end + (end == job->width - 1 ? 2 : 1));
        else
            row_quads(job, row, begin, end);
    }
}

void throng_in_tier(throng_flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

void throng_in_tier(throng_flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    const int32_t width = job->width;
    /* Rows of a map narrower than a register, or than one of quads. */
    if (width < WIDE_LANES8 + (job->quads ? 1 : 0) || row_begin >= row_end) {
        throng_flow_scalar(job, row_begin, row_end);
        return;
    }
    for (int32_t x = 0; x < width; x += STRIP) {
        /* A strip is at least a register wide, and so are its quads. */
        const int32_t last = width - WIDE_LANES8 - 1;
        const int32_t begin = x < last || last < 0 ? x : last;
        const int32_t end = width - begin < STRIP ? width : begin + STRIP;
        const bool are_bytes = is_cheap(job, row_begin > 0 ? row_begin - 1 : 0,
                                        row_end < job->height ? row_end + 1 : row_end,
                                        begin > 0 ? begin - 1 : 0, end < width ? end + 1 : end);
        strip_codes(&(strip){job, begin, end - begin, are_bytes}, row_begin, row_end);
    }
}

void throng_in_tier(throng_quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

void throng_in_tier(throng_quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    if (job->width <= WIDE_LANES8) {
        throng_quads_scalar(job, row_begin, row_end);
        return;
    }
    for (int32_t row = row_begin; row < row_end; row++)
        row_quads(job, row, 0, job->width - 1);
}
