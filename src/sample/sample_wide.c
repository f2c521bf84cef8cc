/* Bilinear blend, WIDE_LANES points at a time. The four corners of a point are one word of the
 * quads; what the scalar text decides by branches is chosen here lane by lane, from the same sums
 * in the same order. */
#include "sample/sample.h"

#include "simd/cpu.h"
#include "simd/tier.h"

#define DIAGONAL 0.70710678f
#define SHORTEST 1e-4f

/* By code & 7, for codes that are directions: 8 comes first. */
static const float octet_x[8] = {DIAGONAL, 1, 0, -1, 0, DIAGONAL, -DIAGONAL, -DIAGONAL};
static const float octet_y[8] = {-DIAGONAL, 0, 1, 0, -1, DIAGONAL, DIAGONAL, -DIAGONAL};

/* Points and the corner of their blocks, in cells. */
typedef struct points {
    wide_mask is_finite;
    wide_i32 quad_index;
    wide_f32 tx, ty;
    wide_mask own_is_east, own_is_south; /* where the own cell is among the corners */
} points;

typedef struct corner {
    wide_f32 weight, x, y;
} corner;

typedef struct headings {
    wide_f32 x, y;
} headings;

WIDE_INLINE wide_f32 onto_map(wide_f32 value, int32_t cells)
{
    return wide_min(wide_max(value, wide_set1(0.0f)), wide_set1(throng_sample_last(cells)));
}

WIDE_INLINE points locate(const throng_sample_job *job, int32_t i)
{
    wide_f32 px = wide_load(job->x + i), py = wide_load(job->y + i);
    points p;
    /* What is not finite gives a NaN, which equals nothing. */
    p.is_finite = wide_eq(wide_sub(px, px), wide_sub(py, py));
    wide_f32 scale = wide_set1(job->cells_per_metre), half = wide_set1(0.5f);
    wide_f32 gx = onto_map(wide_mul(wide_sub(px, wide_set1(job->origin_x)), scale), job->width);
    wide_f32 gy = onto_map(wide_mul(wide_sub(py, wide_set1(job->origin_y)), scale), job->height);
    wide_f32 fx = wide_sub(gx, half), fy = wide_sub(gy, half);
    wide_f32 x0 = wide_floor(fx), y0 = wide_floor(fy);
    p.tx = wide_sub(fx, x0);
    p.ty = wide_sub(fy, y0);
    /* g - 0.5 is exact for g >= 0.25, and below that its floor is -1 and the rest at least 0.5. */
    p.own_is_east = wide_ge(p.tx, half);
    p.own_is_south = wide_ge(p.ty, half);
    /* The quad of x = y = -1 is the first one. */
    p.quad_index = wide_i32_add(wide_i32_mul(wide_truncate(y0), wide_i32_set1(job->width + 1)),
                                wide_i32_add(wide_truncate(x0), wide_i32_set1(job->width + 2)));
    return p;
}

/* The code of corner k, with those of the corners behind it above. */
WIDE_INLINE wide_i32 codes_from(wide_i32 quads, int32_t k)
{
    return wide_u32_shift_right(quads, 4 * k);
}

/* Of the codes at the corners, the one of the corner that lies at (east, south), likewise. */
WIDE_INLINE wide_i32 codes_at(wide_i32 quads, wide_mask east, wide_mask south)
{
    return wide_u32_shift_right_where(east, wide_u32_shift_right_where(south, quads, 8), 4);
}

/* True where corner k is the one at (east, south). */
WIDE_INLINE wide_mask is_corner(int32_t k, wide_mask east, wide_mask south)
{
    return wide_mask_and(k & 1 ? east : wide_mask_not(east), k & 2 ? south : wide_mask_not(south));
}

/* True where the bits of `pattern` are set. */
WIDE_INLINE wide_mask has_bits(wide_i32 codes, int32_t pattern)
{
    wide_i32 bits = wide_i32_set1(pattern);
    return wide_i32_eq(wide_i32_and(codes, bits), bits);
}

/* 0 and 15 have no direction; one more than a code is 1, 16 or a number from 2 to 9. */
WIDE_INLINE wide_mask is_undirected(wide_i32 codes)
{
    wide_i32 rest = wide_i32_and(wide_i32_add(codes, wide_i32_set1(1)), wide_i32_set1(14));
    return wide_i32_eq(rest, wide_i32_set1(0));
}

/* Leaves out the corners without a direction: those whose four bits are all equal. */
WIDE_INLINE void drop_walls(corner c[4], wide_i32 quads)
{
    wide_i32 differences = wide_i32_xor(quads, wide_u32_shift_right(quads, 1));
    for (int32_t k = 0; k < 4; k++)
        c[k].weight =
            wide_keep_nonzero(wide_i32_and(differences, wide_i32_set1(7 << 4 * k)), c[k].weight);
}

/* Of the codes only 15 has bits 1 and 8. */
#define WALL_BITS 9

WIDE_INLINE void repel_walls(corner c[4], const points *p, wide_i32 quads)
{
    wide_mask east = p->own_is_east, south = p->own_is_south;
    wide_mask west = wide_mask_not(east), north = wide_mask_not(south);
    wide_mask x_is_wall = has_bits(codes_at(quads, west, south), WALL_BITS);
    wide_mask y_is_wall = has_bits(codes_at(quads, east, north), WALL_BITS);
    wide_mask pushes_across = wide_mask_or(has_bits(codes_at(quads, west, north), WALL_BITS),
                                           wide_mask_or(x_is_wall, y_is_wall));
    wide_f32 one = wide_set1(1.0f), zero = wide_set1(0.0f), diagonal = wide_set1(DIAGONAL);
    wide_f32 to_east = wide_select(east, one, wide_neg(one));
    wide_f32 to_south = wide_select(south, one, wide_neg(one));
    for (int32_t k = 0; k < 4; k++) {
        wide_mask beside_x = wide_mask_and(x_is_wall, is_corner(k, west, south));
        wide_mask beside_y = wide_mask_and(y_is_wall, is_corner(k, east, north));
        wide_mask across = wide_mask_and(pushes_across, is_corner(k, west, north));
        wide_i32 code = wide_i32_and(quads, wide_i32_set1(15 << 4 * k));
        wide_mask is_none = wide_i32_eq(code, wide_i32_set1(0));
        c[k].weight = wide_keep(wide_mask_not(wide_mask_and_not(is_none, across)), c[k].weight);
        c[k].x = wide_select(beside_x, to_east, wide_select(beside_y, zero, c[k].x));
        c[k].y = wide_select(beside_x, zero, wide_select(beside_y, to_south, c[k].y));
        c[k].x = wide_select(across, wide_mul(to_east, diagonal), c[k].x);
        c[k].y = wide_select(across, wide_mul(to_south, diagonal), c[k].y);
    }
}

WIDE_INLINE wide_f32 weighted_sum(const corner c[4], bool of_y)
{
    wide_f32 t[4];
    for (int32_t k = 0; k < 4; k++)
        t[k] = wide_mul(c[k].weight, of_y ? c[k].y : c[k].x);
    return wide_add(wide_add(wide_add(t[0], t[1]), t[2]), t[3]);
}

/* Of unit length; where `is_own` says so or the blend is too short, that of the code `own`. */
WIDE_INLINE headings blend(const corner c[4], wide_i32 own, wide_mask is_own)
{
    wide_f32 x = weighted_sum(c, false), y = weighted_sum(c, true);
    wide_f32 length = wide_sqrt(wide_add(wide_mul(x, x), wide_mul(y, y)));
    headings h = {wide_div(x, length), wide_div(y, length)};
    /* Weights add up to at most 1, give or take their rounding. */
    if (wide_mask_any(wide_lt(length, wide_set1(1.001f * SHORTEST)))) {
        wide_f32 weight =
            wide_add(wide_add(wide_add(c[0].weight, c[1].weight), c[2].weight), c[3].weight);
        is_own = wide_mask_or(is_own, wide_lt(length, wide_mul(wide_set1(SHORTEST), weight)));
    }
    h.x = wide_select(is_own, wide_octet_at(wide_octet_load(octet_x), own), h.x);
    h.y = wide_select(is_own, wide_octet_at(wide_octet_load(octet_y), own), h.y);
    return h;
}

WIDE_INLINE headings sample_view(const uint16_t *quad_base, const points *p, bool repels,
                                 bool gathers)
{
    wide_i32 quads = gathers ? wide_u16_gather(quad_base, p->quad_index)
                             : wide_u16_gather_loads(quad_base, p->quad_index);
    wide_f32 one = wide_set1(1.0f), rx = wide_sub(one, p->tx), ry = wide_sub(one, p->ty);
    const wide_f32 weights[4] = {wide_mul(rx, ry), wide_mul(p->tx, ry), wide_mul(rx, p->ty),
                                 wide_mul(p->tx, p->ty)};
    corner c[4];
    for (int32_t k = 0; k < 4; k++) {
        wide_i32 code = codes_from(quads, k);
        c[k] = (corner){weights[k], wide_octet_at(wide_octet_load(octet_x), code),
                        wide_octet_at(wide_octet_load(octet_y), code)};
    }
    wide_mask is_own = wide_mask_none();
    if (repels) {
        repel_walls(c, p, quads);
    } else {
        drop_walls(c, quads);
        /* Walls at two opposite corners: if the own cell is not one of them, it is alone. */
        is_own = wide_mask_or(has_bits(quads, WALL_BITS << 4 | WALL_BITS << 8),
                              has_bits(quads, WALL_BITS | WALL_BITS << 12));
    }
    wide_i32 own = codes_at(quads, p->own_is_east, p->own_is_south);
    headings h = blend(c, own, is_own);
    wide_mask has_heading = wide_mask_and_not(p->is_finite, is_undirected(own));
    return (headings){wide_keep(has_heading, h.x), wide_keep(has_heading, h.y)};
}

/* Points of one register follow one field as a rule; each field that occurs is sampled for all of
 * them. */
WIDE_INLINE headings sample_views(const throng_sample_job *job, const points *p, int32_t i)
{
    headings sum = {wide_set1(0.0f), wide_set1(0.0f)};
    wide_i32 indices = wide_i32_load(job->view_index + i);
    const bool gathers = !(job->cpu_quirks & THRONG_CPU_SLOW_GATHER);
    uint32_t left = wide_mask_bits(wide_mask_first(WIDE_LANES));
    while (left) {
        int32_t v = job->view_index[i + __builtin_ctz(left)];
        wide_mask mine = wide_i32_eq(indices, wide_i32_set1(v));
        left &= ~wide_mask_bits(mine);
        if (!job->views[v].codes)
            continue;
        const bool repels = job->views[v].wall_rule == THRONG_WALL_RULE_REPEL;
        headings h = sample_view(job->views[v].quads, p, repels, gathers);
        sum.x = wide_select(mine, h.x, sum.x);
        sum.y = wide_select(mine, h.y, sum.y);
    }
    return sum;
}

/* All of one field: its own loop for each case, so that its constants stay in registers. */
WIDE_INLINE int32_t sample_field(const throng_sample_job *given, int32_t i, int32_t end,
                                 bool repels, bool gathers)
{
    const throng_sample_job job = *given; /* which stores cannot change */
    const uint16_t *quads = job.views[0].quads;
    for (; i <= end - WIDE_LANES; i += WIDE_LANES) {
        points p = locate(&job, i);
        headings h = sample_view(quads, &p, repels, gathers);
        wide_store(job.heading_x + i, h.x);
        wide_store(job.heading_y + i, h.y);
    }
    return i;
}

static int32_t sample_fields(const throng_sample_job *job, int32_t i, int32_t end)
{
    for (; i <= end - WIDE_LANES; i += WIDE_LANES) {
        points p = locate(job, i);
        headings h = sample_views(job, &p, i);
        wide_store(job->heading_x + i, h.x);
        wide_store(job->heading_y + i, h.y);
    }
    return i;
}

static int32_t sample_nothing(const throng_sample_job *job, int32_t i, int32_t end)
{
    for (; i <= end - WIDE_LANES; i += WIDE_LANES) {
        wide_store(job->heading_x + i, wide_set1(0.0f));
        wide_store(job->heading_y + i, wide_set1(0.0f));
    }
    return i;
}

void throng_in_tier(throng_sample)(const throng_sample_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_sample)(const throng_sample_job *job, int32_t begin, int32_t end)
{
    const bool gathers = !(job->cpu_quirks & THRONG_CPU_SLOW_GATHER);
    int32_t i = begin;
    if (job->view_index)
        i = sample_fields(job, i, end);
    else if (!job->views[0].codes)
        i = sample_nothing(job, i, end);
    else if (job->views[0].wall_rule == THRONG_WALL_RULE_REPEL)
        i = gathers ? sample_field(job, i, end, true, true)
                    : sample_field(job, i, end, true, false);
    else
        i = gathers ? sample_field(job, i, end, false, true)
                    : sample_field(job, i, end, false, false);
    throng_sample_scalar(job, i, end);
}
