/* What steering and motion share: cells under agents, and look-ups in the fields of their groups.
 */
#ifndef THRONG_CROWD_GROUND_WIDE_H
#define THRONG_CROWD_GROUND_WIDE_H

#include "cost/cost.h"
#include "crowd/crowd.h"
#include "simd/cpu.h"
#include "simd/tier.h"

/* The crowd's map: all groups' fields have this grid. */
typedef struct ground {
    float origin_x, origin_y, cell_size, cells_per_metre;
    int32_t width, height;
    bool slow_gather;
} ground;

/* `group` is that of some agent: others may have been removed. */
static inline ground ground_of(const throng_group *group, uint32_t cpu_quirks)
{
    const throng_cost_field *field = group->desc.cost;
    const throng_grid *grid = &field->grid;
    return (ground){grid->origin_x,
                    grid->origin_y,
                    grid->cell_size,
                    field->cells_per_metre,
                    grid->width,
                    grid->height,
                    (cpu_quirks & THRONG_CPU_SLOW_GATHER) != 0};
}

/* throng_column_of and throng_row_of: along x with the width, along y with the height. */
WIDE_INLINE wide_i32 index_along(wide_f32 value, float origin, float cells_per_metre, int32_t cells)
{
    wide_f32 index = wide_mul(wide_sub(value, wide_set1(origin)), wide_set1(cells_per_metre));
    index = wide_min(wide_max(index, wide_set1(-1.0f)), wide_set1((float)cells));
    return wide_truncate(wide_floor(index));
}

WIDE_INLINE wide_i32 columns_of(const ground *g, wide_f32 x)
{
    return index_along(x, g->origin_x, g->cells_per_metre, g->width);
}

WIDE_INLINE wide_i32 rows_of(const ground *g, wide_f32 y)
{
    return index_along(y, g->origin_y, g->cells_per_metre, g->height);
}

/* Cell numbers where `is_there`, 0 elsewhere. */
WIDE_INLINE wide_i32 cells_of(const ground *g, wide_mask is_there, wide_i32 column, wide_i32 row)
{
    return wide_i32_keep(is_there,
                         wide_i32_add(wide_i32_mul(row, wide_i32_set1(g->width)), column));
}

WIDE_INLINE wide_i32 gather_u8(const ground *g, const uint8_t *p, wide_i32 index)
{
    return g->slow_gather ? wide_u8_gather_loads(p, index) : wide_u8_gather(p, index);
}

WIDE_INLINE wide_i32 gather_u32(const ground *g, const uint32_t *p, wide_i32 index)
{
    return g->slow_gather ? wide_i32_gather_loads(p, index) : wide_i32_gather(p, index);
}

/* Takes one group out of `*left`: its number, and which lanes belong to it. */
WIDE_INLINE int32_t next_group(const int32_t *group, wide_i32 groups, uint32_t *left,
                               wide_mask *mine)
{
    int32_t number = group[__builtin_ctz(*left)];
    *mine = wide_i32_eq(groups, wide_i32_set1(number));
    *left &= ~wide_mask_bits(*mine);
    return number;
}

#endif
