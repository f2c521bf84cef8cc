/* Bilinear blend of the directions at the four surrounding cell centres:
 *
 *     corner k = 0 1    weights (1-tx)(1-ty)  tx(1-ty)    sum = ((w0 d0 + w1 d1) + w2 d2) + w3 d3
 *                2 3            (1-tx)ty      tx ty
 *
 * scaled to unit length by sqrt and division. The own cell is one of the corners; if it is corner
 * k, the corners beside it are k ^ 1 and k ^ 2 and the one diagonal to it is k ^ 3. */
#include "sample/sample.h"

#include <math.h>

#define DIAGONAL 0.70710678f

/* Unit vectors by code; 0 and 9..15 have none. */
static const float code_x[16] = {0, 1, 0, -1, 0, DIAGONAL, -DIAGONAL, -DIAGONAL, DIAGONAL};
static const float code_y[16] = {0, 0, 1, 0, -1, DIAGONAL, DIAGONAL, -DIAGONAL, -DIAGONAL};

/* A blend shorter than this share of its weight has no direction of its own. */
#define SHORTEST 1e-4f

typedef struct corner {
    unsigned code;
    float weight, x, y; /* what it contributes: weight * (x, y) */
} corner;

static unsigned code_at(const throng_sample_job *job, const uint8_t *codes, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= job->width || y >= job->height)
        return THRONG_FLOW_WALL;
    return codes[(size_t)y * (size_t)job->width + (size_t)x];
}

/* Leaves out what has no direction. */
static void drop_walls(corner corners[4])
{
    for (unsigned k = 0; k < 4; k++)
        if (corners[k].code < THRONG_FLOW_E || corners[k].code > THRONG_FLOW_NE)
            corners[k].weight = 0.0f;
}

/* True if walls on both sides leave nothing but the own cell: the corner across lies behind them.
 */
static bool is_alone(const corner corners[4], unsigned own)
{
    return corners[own ^ 1].code == THRONG_FLOW_WALL && corners[own ^ 2].code == THRONG_FLOW_WALL;
}

/* Lets walls push: from a side corner straight to the own cell, from the diagonal one diagonally,
 * whatever is there if a wall is beside it. */
static void repel_walls(corner corners[4], unsigned own)
{
    float east = own & 1 ? 1.0f : -1.0f, south = own & 2 ? 1.0f : -1.0f;
    bool beside_x = corners[own ^ 1].code == THRONG_FLOW_WALL;
    bool beside_y = corners[own ^ 2].code == THRONG_FLOW_WALL;
    bool across = corners[own ^ 3].code == THRONG_FLOW_WALL;
    bool pushes_across = across || beside_x || beside_y;
    for (unsigned k = 0; k < 4; k++)
        if (corners[k].code == THRONG_FLOW_NONE && !(k == (own ^ 3) && pushes_across))
            corners[k].weight = 0.0f;
    if (beside_x) {
        corners[own ^ 1].x = east;
        corners[own ^ 1].y = 0.0f;
    }
    if (beside_y) {
        corners[own ^ 2].x = 0.0f;
        corners[own ^ 2].y = south;
    }
    if (pushes_across) {
        corners[own ^ 3].x = east * DIAGONAL;
        corners[own ^ 3].y = south * DIAGONAL;
    }
}

static void blend(const corner c[4], unsigned own, float *heading_x, float *heading_y)
{
    float x = ((c[0].weight * c[0].x + c[1].weight * c[1].x) + c[2].weight * c[2].x) +
              c[3].weight * c[3].x;
    float y = ((c[0].weight * c[0].y + c[1].weight * c[1].y) + c[2].weight * c[2].y) +
              c[3].weight * c[3].y;
    float weight = ((c[0].weight + c[1].weight) + c[2].weight) + c[3].weight;
    float length = sqrtf(x * x + y * y);
    if (length < SHORTEST * weight) {
        *heading_x = code_x[c[own].code];
        *heading_y = code_y[c[own].code];
    } else {
        *heading_x = x / length;
        *heading_y = y / length;
    }
}

/* Moves a coordinate in cells onto the map. */
static float onto_map(float value, int32_t cells)
{
    const float last = throng_sample_last(cells);
    value = value > 0.0f ? value : 0.0f;
    return value < last ? value : last;
}

static void sample_one(const throng_sample_job *job, const throng_sample_view *view, float px,
                       float py, float *heading_x, float *heading_y)
{
    *heading_x = 0.0f;
    *heading_y = 0.0f;
    if (!view->codes || !(px - px == 0.0f) || !(py - py == 0.0f))
        return;
    float gx = onto_map((px - job->origin_x) * job->cells_per_metre, job->width);
    float gy = onto_map((py - job->origin_y) * job->cells_per_metre, job->height);
    int32_t own_x = (int32_t)gx, own_y = (int32_t)gy;
    unsigned own_code = code_at(job, view->codes, own_x, own_y);
    if (own_code < THRONG_FLOW_E || own_code > THRONG_FLOW_NE)
        return;

    float fx = gx - 0.5f, fy = gy - 0.5f;
    int32_t x0 = throng_floor(fx), y0 = throng_floor(fy);
    float tx = fx - (float)x0, ty = fy - (float)y0;
    const float weights[4] = {(1.0f - tx) * (1.0f - ty), tx * (1.0f - ty), (1.0f - tx) * ty,
                              tx * ty};
    unsigned own = (unsigned)(own_x - x0) + 2u * (unsigned)(own_y - y0);
    corner corners[4];
    for (unsigned k = 0; k < 4; k++) {
        unsigned code = code_at(job, view->codes, x0 + (int32_t)(k & 1), y0 + (int32_t)(k >> 1));
        corners[k] = (corner){code, weights[k], code_x[code], code_y[code]};
    }
    if (view->wall_rule == THRONG_WALL_RULE_REPEL) {
        repel_walls(corners, own);
    } else if (is_alone(corners, own)) {
        *heading_x = code_x[own_code];
        *heading_y = code_y[own_code];
        return;
    } else {
        drop_walls(corners);
    }
    blend(corners, own, heading_x, heading_y);
}

void throng_sample_scalar(const throng_sample_job *job, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; i++) {
        const throng_sample_view *view = &job->views[job->view_index ? job->view_index[i] : 0];
        sample_one(job, view, job->x[i], job->y[i], &job->heading_x[i], &job->heading_y[i]);
    }
}
