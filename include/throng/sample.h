/*
 * sample.h: which way should a point head?
 *
 * A position off the map is moved to the map's edge first. If its cell has no direction (goal,
 * unreachable, wall) the heading is (0, 0). Otherwise it is the bilinear blend of the directions at
 * the four surrounding cell centres, scaled to unit length; a blend shorter than 1e-4 (after
 * dividing by the weight) gives the own cell's direction. A blend may lean towards a wall: keeping
 * agents out of walls is the crowd step's business.
 */
#ifndef THRONG_SAMPLE_H
#define THRONG_SAMPLE_H

#include <throng/flow.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What walls among the four corners do. */
typedef enum throng_wall_rule {
    /* Walls, cells without direction and cells off the map are left out, and so is the corner
     * diagonal to the own cell if both cells beside it are walls; the rest is renormalised. */
    THRONG_WALL_RULE_DROP = 0,
    /* A side corner that is a wall (off the map counts as one) contributes the direction from it to
     * the own cell, a diagonal corner that is a wall or has a wall beside it the direction away
     * from it: units keep to the middle. */
    THRONG_WALL_RULE_REPEL = 1
} throng_wall_rule;

/* Where to sample: `count` >= 0 points. Host arrays need no alignment beyond a float's. */
typedef struct throng_points {
    int32_t count;
    const float *x, *y;        /* metres */
    size_t stride_bytes;       /* from one x (or y) to the next; 0 means sizeof(float) */
    const int32_t *field;      /* which field each point follows, or NULL: all follow field 0 */
    size_t field_stride_bytes; /* 0 means sizeof(int32_t) */
} throng_points;

/* Where headings go, one per point. */
typedef struct throng_vectors {
    float *x, *y;
    size_t stride_bytes; /* 0 means sizeof(float) */
} throng_vectors;

typedef struct throng_sample_desc {
    size_t struct_size;
    throng_wall_rule wall_rule; /* default DROP */
    /* Not NULL: headings are multiplied by 1 / cost of the own cell, prices of a layer left out, so
     * that times max_speed they are the speed on that terrain. Default NULL: unit length. */
    const throng_cost_field *terrain;
} throng_sample_desc;

THRONG_API void throng_sample_desc_init(throng_sample_desc *desc, size_t struct_size);

static inline throng_sample_desc throng_sample_desc_default(void)
{
    throng_sample_desc desc;
    throng_sample_desc_init(&desc, sizeof desc);
    return desc;
}

/* Headings for points[i] in fields[points->field[i]] (1..256 fields of equal grids).
 * `desc` may be NULL for the defaults. A point that is NaN or infinite gets (0, 0).
 * ARGUMENT: a NULL array, a field index out of range. SHAPE. NOT_SOLVED. Nothing is written when
 * the call fails. Points and headings may be the same arrays. */
THRONG_API throng_result throng_sample(throng_context *context,
                                       const throng_flow_field *const *fields, int32_t field_count,
                                       const throng_sample_desc *desc, const throng_points *points,
                                       throng_vectors headings);

#ifdef __cplusplus
}
#endif

#endif
