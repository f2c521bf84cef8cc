/* Exact descent, WIDE_LANES8 cells at a time. In a finished field the best neighbour s of n is one
 * with D(s) = D(n) - w * cost(n), so the answer is the lowest legal code for which that holds:
 * eight comparisons give eight bits per cell, the moves byte strikes out what is not legal (columns
 * beyond the row's ends too), and two table look-ups find the lowest bit.
 *
 * Sixteen bits of a distance are enough to compare. A legal step can be taken both ways, so the
 * distances of its two ends differ by at most 14 * 254 = 3556, and what differs in the upper bits
 * alone is no legal neighbour.
 *
 * Cells without a way need no test. Where D is 0 the targets wrap to values above 65536 - 3557, and
 * legal neighbours hold at most 3556. An unreachable cell's targets are odd, which no distance is,
 * and not that of an unreachable neighbour. */
#include "flow/flow.h"

#include "simd/tier.h"

/* Cells of a row that are done together: the lower halves of their distances, in three rows, stay
 * in the first cache. */
#define STRIP 1024

/* The lower halves of a row's distances, with the cell before the strip and the one after it. */
typedef struct strip_row {
    uint16_t halves[STRIP + 2 * WIDE_LANES16];
} strip_row;

/* The first cell of the strip. */
#define FIRST WIDE_LANES16

static void narrow(strip_row *row, const throng_flow_job *job, int32_t y, int32_t begin,
                   int32_t count)
{
    const uint32_t *from = job->distance + (ptrdiff_t)y * job->width + begin;
    const wide_i32 lower = wide_i32_set1(0xffff);
    uint16_t *to = row->halves + FIRST;
    for (int32_t i = 0; i < count;) {
        wide_u16_store(to + i,
                       wide_u16_pack(wide_i32_and(wide_i32_load(from + i), lower),
                                     wide_i32_and(wide_i32_load(from + i + WIDE_LANES), lower)));
        /* The last block ends with the strip. */
        const int32_t last = count - WIDE_LANES16;
        i = i < last && i + WIDE_LANES16 > last ? last : i + WIDE_LANES16;
    }
    to[-1] = begin > 0 ? (uint16_t)from[-1] : 0;
    to[count] = begin + count < job->width ? (uint16_t)from[count] : 0;
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

/* `bit` more where the neighbours from `p` on hold their targets. */
WIDE_INLINE wide_u16 bit_where(const uint16_t *p, wide_u16 target, uint16_t bit, wide_u16 bits)
{
    return wide_u16_add_where(wide_u16_eq(wide_u16_load(p), target), bits, wide_u16_set1(bit));
}

/* For WIDE_LANES16 cells, a bit for each neighbour that holds what the best one must hold. */
WIDE_INLINE wide_u16 best_steps(const uint16_t *own, const uint16_t *north, const uint16_t *south,
                                const uint8_t *cost)
{
    const wide_u16 c = wide_u16_load_u8(cost);
    const wide_u16 a = wide_u16_sub(wide_u16_load(own), wide_u16_mul(c, wide_u16_set1(10)));
    const wide_u16 b = wide_u16_sub(a, wide_u16_shift_left(c, 2));
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

/* Codes of WIDE_LANES8 cells. */
WIDE_INLINE void block(const uint16_t *own, const uint16_t *north, const uint16_t *south,
                       const uint8_t *cost, const uint8_t *moves, uint8_t *codes)
{
    const int32_t half = WIDE_LANES16;
    const wide_u8 steps =
        wide_u8_pack_u16(best_steps(own, north, south, cost),
                         best_steps(own + half, north + half, south + half, cost + half));
    const wide_u8 bits = wide_u8_and(steps, wide_u8_load(moves));
    const wide_mask8 is_wall = wide_u8_eq(wide_u8_load(cost), wide_u8_set1(THRONG_WALL));
    wide_u8_store(codes, wide_u8_select(is_wall, wide_u8_set1(THRONG_FLOW_WALL), lowest_bit(bits)));
}

/* Codes of row y in columns begin .. begin + count - 1; a row off the map is given as the own one,
 * since no move leads there. */
static void strip_codes(const throng_flow_job *job, const strip_row *own, const strip_row *north,
                        const strip_row *south, int32_t y, int32_t begin, int32_t count)
{
    const ptrdiff_t at = (ptrdiff_t)y * job->width + begin;
    for (int32_t i = 0; i < count;) {
        block(own->halves + FIRST + i, north->halves + FIRST + i, south->halves + FIRST + i,
              job->cost + at + i, job->moves + at + i, job->codes + at + i);
        const int32_t last = count - WIDE_LANES8;
        i = i < last && i + WIDE_LANES8 > last ? last : i + WIDE_LANES8;
    }
}

static void strip(const throng_flow_job *job, int32_t row_begin, int32_t row_end, int32_t begin,
                  int32_t count)
{
    strip_row rows[3];
    strip_row *north = &rows[0], *own = &rows[1], *south = &rows[2];
    if (row_begin > 0)
        narrow(north, job, row_begin - 1, begin, count);
    narrow(own, job, row_begin, begin, count);
    for (int32_t y = row_begin; y < row_end; y++) {
        if (y + 1 < job->height)
            narrow(south, job, y + 1, begin, count);
        strip_codes(job, own, y > 0 ? north : own, y + 1 < job->height ? south : own, y, begin,
                    count);
        strip_row *const done = north;
        north = own;
        own = south;
        south = done;
    }
}

void throng_in_tier(throng_flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

void throng_in_tier(throng_flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    const int32_t width = job->width;
    if (width < WIDE_LANES8 || row_begin >= row_end) { /* rows of a map narrower than a register */
        throng_flow_scalar(job, row_begin, row_end);
        return;
    }
    for (int32_t x = 0; x < width; x += STRIP) {
        /* A strip is at least a register wide. */
        const int32_t begin = x < width - WIDE_LANES8 ? x : width - WIDE_LANES8;
        strip(job, row_begin, row_end, begin, width - begin < STRIP ? width - begin : STRIP);
    }
}

void throng_in_tier(throng_quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

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

/* The quads between two rows, of which one may be NULL for walls off the map. */
static void quads_between(const uint8_t *upper, const uint8_t *lower, int32_t width,
                          uint16_t *quads)
{
    const unsigned wall = THRONG_FLOW_WALL;
    quads[0] = (uint16_t)(wall | code_at(upper, 0) << 4 | wall << 8 | code_at(lower, 0) << 12);
    quads[width] = (uint16_t)(code_at(upper, width - 1) | wall << 4 |
                              code_at(lower, width - 1) << 8 | wall << 12);
    for (int32_t x = 0; x < width - 1;) {
        const wide_u8 above = pairs(upper ? upper + x : NULL);
        const wide_u8 below = pairs(lower ? lower + x : NULL);
        uint16_t *out = quads + 1 + x;
        wide_u16_store(out, wide_u8_zip_low(above, below));
        wide_u16_store(out + WIDE_LANES16, wide_u8_zip_high(above, below));
        /* The last block ends at the last quad that has all its cells. */
        const int32_t last = width - 1 - WIDE_LANES8;
        x = x < last && x + WIDE_LANES8 > last ? last : x + WIDE_LANES8;
    }
}

void throng_in_tier(throng_quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    const int32_t width = job->width;
    if (width <= WIDE_LANES8) {
        throng_quads_scalar(job, row_begin, row_end);
        return;
    }
    for (int32_t row = row_begin; row < row_end; row++) {
        const uint8_t *lower = job->codes + (size_t)row * (size_t)width, *upper = lower - width;
        quads_between(row > 0 ? upper : NULL, row < job->height ? lower : NULL, width,
                      job->quads + (size_t)row * ((size_t)width + 1));
    }
}
