/* Bilinear blend, WIDE_LANES points at a time. The four corners of a point are one word of the
 * quads; what the scalar text decides by branches is chosen here lane by lane, from the same sums
 * in the same order. */
#include "sample/sample.h"

#include "simd/cpu.h"
#include "simd/tier.h"

#define DIAGONAL 0.70710678f
#define SHORTEST 1e-4f

/* By code; 0 and 9..15 have none. */
static const float code_x[16] = {0, 1, 0, -1, 0, DIAGONAL, -DIAGONAL, -DIAGONAL, DIAGONAL};
static const float code_y[16] = {0, 0, 1, 0, -1, DIAGONAL, DIAGONAL, -DIAGONAL, -DIAGONAL};

/* Points and the corner of their blocks, in cells. */
typedef struct points {
    wide_mask is_finite;
    wide_i32 quad_index;
    wide_f32 tx, ty;
    wide_mask own_is_east, own_is_south; /* where the own cell is among the corners */
} points;

typedef struct corner {
    wide_i32 code;
    wide_f32 weight, x, y;
} corner;

WIDE_INLINE wide_f32 onto_map(wide_f32 value, int32_t cells)
{
    return wide_min(wide_max(value, wide_set1(0.0f)), wide_set1((float)cells));
}

WIDE_INLINE wide_i32 own_cell(wide_f32 g, int32_t cells)
{
    return wide_i32_min(wide_truncate(g), wide_i32_set1(cells - 1));
}

WIDE_INLINE points locate(const throng_sample_job *job, int32_t i)
{
    wide_f32 px = wide_load(job->x + i), py = wide_load(job->y + i), zero = wide_set1(0.0f);
    points p;
    p.is_finite = wide_mask_and(wide_eq(wide_sub(px, px), zero), wide_eq(wide_sub(py, py), zero));
    wide_f32 scale = wide_set1(job->cells_per_metre), half = wide_set1(0.5f);
    wide_f32 gx = onto_map(wide_mul(wide_sub(px, wide_set1(job->origin_x)), scale), job->width);
    wide_f32 gy = onto_map(wide_mul(wide_sub(py, wide_set1(job->origin_y)), scale), job->height);
    wide_f32 fx = wide_sub(gx, half), fy = wide_sub(gy, half);
    wide_f32 x0 = wide_floor(fx), y0 = wide_floor(fy);
    p.tx = wide_sub(fx, x0);
    p.ty = wide_sub(fy, y0);
    wide_i32 column = wide_truncate(x0), row = wide_truncate(y0), one = wide_i32_set1(1);
    p.own_is_east = wide_i32_gt(own_cell(gx, job->width), column);
    p.own_is_south = wide_i32_gt(own_cell(gy, job->height), row);
    p.quad_index = wide_i32_add(wide_i32_mul(wide_i32_add(row, one), wide_i32_set1(job->width + 1)),
                                wide_i32_add(column, one));
    return p;
}

WIDE_INLINE wide_i32 nibble(wide_i32 quads, int32_t k)
{
    return wide_i32_and(wide_u32_shift_right(quads, 4 * k), wide_i32_set1(15));
}

/* Of the values at the corners, the one of the corner that lies at (east, south). */
WIDE_INLINE wide_i32 pick(const corner c[4], wide_mask east, wide_mask south)
{
    return wide_i32_select(south, wide_i32_select(east, c[3].code, c[2].code),
                           wide_i32_select(east, c[1].code, c[0].code));
}

/* True where corner k is the one at (east, south). */
WIDE_INLINE wide_mask is_corner(int32_t k, wide_mask east, wide_mask south)
{
    return wide_mask_and(k & 1 ? east : wide_mask_not(east), k & 2 ? south : wide_mask_not(south));
}

WIDE_INLINE wide_mask is_code(wide_i32 code, int32_t value)
{
    return wide_i32_eq(code, wide_i32_set1(value));
}

WIDE_INLINE wide_mask is_direction(wide_i32 code)
{
    return wide_u32_lt(wide_i32_sub(code, wide_i32_set1(1)), wide_i32_set1(THRONG_FLOW_NE));
}

WIDE_INLINE void drop_walls(corner c[4], const points *p, wide_mask x_is_wall, wide_mask y_is_wall)
{
    for (int32_t k = 0; k < 4; k++)
        c[k].weight = wide_keep(is_direction(c[k].code), c[k].weight);
    wide_mask is_behind = wide_mask_and(x_is_wall, y_is_wall);
    if (!wide_mask_any(is_behind))
        return;
    wide_mask west = wide_mask_not(p->own_is_east), north = wide_mask_not(p->own_is_south);
    for (int32_t k = 0; k < 4; k++) {
        wide_mask goes = wide_mask_and(is_behind, is_corner(k, west, north));
        c[k].weight = wide_keep(wide_mask_not(goes), c[k].weight);
    }
}

WIDE_INLINE void repel_walls(corner c[4], const points *p, wide_mask x_is_wall, wide_mask y_is_wall,
                             wide_mask across_is_wall)
{
    wide_mask west = wide_mask_not(p->own_is_east), north = wide_mask_not(p->own_is_south);
    wide_f32 one = wide_set1(1.0f), zero = wide_set1(0.0f), diagonal = wide_set1(DIAGONAL);
    wide_f32 to_east = wide_select(p->own_is_east, one, wide_neg(one));
    wide_f32 to_south = wide_select(p->own_is_south, one, wide_neg(one));
    wide_mask any = wide_mask_or(across_is_wall, wide_mask_or(x_is_wall, y_is_wall));
    for (int32_t k = 0; k < 4; k++) {
        wide_mask beside_x = wide_mask_and(x_is_wall, is_corner(k, west, p->own_is_south));
        wide_mask beside_y = wide_mask_and(y_is_wall, is_corner(k, p->own_is_east, north));
        wide_mask across = wide_mask_and(any, is_corner(k, west, north));
        wide_mask is_left_out = wide_mask_and_not(is_code(c[k].code, THRONG_FLOW_NONE), across);
        c[k].weight = wide_keep(wide_mask_not(is_left_out), c[k].weight);
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

typedef struct headings {
    wide_f32 x, y;
} headings;

WIDE_INLINE headings blend(const corner c[4], wide_i32 own)
{
    wide_f32 x = weighted_sum(c, false), y = weighted_sum(c, true);
    wide_f32 weight =
        wide_add(wide_add(wide_add(c[0].weight, c[1].weight), c[2].weight), c[3].weight);
    wide_f32 length = wide_sqrt(wide_add(wide_mul(x, x), wide_mul(y, y)));
    wide_mask is_short = wide_lt(length, wide_mul(wide_set1(SHORTEST), weight));
    headings h = {wide_div(x, length), wide_div(y, length)};
    if (wide_mask_any(is_short)) {
        h.x = wide_select(is_short, wide_table_at(wide_table_load(code_x), own), h.x);
        h.y = wide_select(is_short, wide_table_at(wide_table_load(code_y), own), h.y);
    }
    return h;
}

WIDE_INLINE headings sample_view(const throng_sample_job *job, const throng_sample_view *view,
                                 const points *p)
{
    wide_i32 quads = job->cpu_quirks & THRONG_CPU_SLOW_GATHER
                         ? wide_u16_gather_loads(view->quads, p->quad_index)
                         : wide_u16_gather(view->quads, p->quad_index);
    wide_f32 one = wide_set1(1.0f), rx = wide_sub(one, p->tx), ry = wide_sub(one, p->ty);
    const wide_f32 weights[4] = {wide_mul(rx, ry), wide_mul(p->tx, ry), wide_mul(rx, p->ty),
                                 wide_mul(p->tx, p->ty)};
    wide_table table_x = wide_table_load(code_x), table_y = wide_table_load(code_y);
    corner c[4];
    for (int32_t k = 0; k < 4; k++) {
        wide_i32 code = nibble(quads, k);
        c[k] =
            (corner){code, weights[k], wide_table_at(table_x, code), wide_table_at(table_y, code)};
    }
    wide_mask east = p->own_is_east, south = p->own_is_south;
    wide_mask west = wide_mask_not(east), north = wide_mask_not(south);
    wide_i32 own = pick(c, east, south);
    wide_mask x_is_wall = is_code(pick(c, west, south), THRONG_FLOW_WALL);
    wide_mask y_is_wall = is_code(pick(c, east, north), THRONG_FLOW_WALL);
    if (view->wall_rule == THRONG_WALL_RULE_REPEL)
        repel_walls(c, p, x_is_wall, y_is_wall, is_code(pick(c, west, north), THRONG_FLOW_WALL));
    else
        drop_walls(c, p, x_is_wall, y_is_wall);
    headings h = blend(c, own);
    wide_mask has_direction = wide_mask_and(p->is_finite, is_direction(own));
    return (headings){wide_keep(has_direction, h.x), wide_keep(has_direction, h.y)};
}

/* Points of one register follow one field as a rule; each field that occurs is sampled for all of
 * them. */
WIDE_INLINE headings sample_views(const throng_sample_job *job, const points *p, int32_t i)
{
    headings sum = {wide_set1(0.0f), wide_set1(0.0f)};
    wide_i32 indices = wide_i32_load(job->view_index + i);
    uint32_t left = wide_mask_bits(wide_mask_first(WIDE_LANES));
    while (left) {
        int32_t v = job->view_index[i + __builtin_ctz(left)];
        wide_mask mine = wide_i32_eq(indices, wide_i32_set1(v));
        left &= ~wide_mask_bits(mine);
        if (!job->views[v].codes)
            continue;
        headings h = sample_view(job, &job->views[v], p);
        sum.x = wide_select(mine, h.x, sum.x);
        sum.y = wide_select(mine, h.y, sum.y);
    }
    return sum;
}

void throng_in_tier(throng_sample)(const throng_sample_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_sample)(const throng_sample_job *job, int32_t begin, int32_t end)
{
    int32_t i = begin;
    bool has_one_view = !job->view_index && job->views[0].codes;
    for (; i <= end - WIDE_LANES; i += WIDE_LANES) {
        points p = locate(job, i);
        headings h = has_one_view      ? sample_view(job, &job->views[0], &p)
                     : job->view_index ? sample_views(job, &p, i)
                                       : (headings){wide_set1(0.0f), wide_set1(0.0f)};
        wide_store(job->heading_x + i, h.x);
        wide_store(job->heading_y + i, h.y);
    }
    throng_sample_scalar(job, i, end);
}
