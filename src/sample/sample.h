/* Sampling from inside: contiguous points, a small table of the fields that they follow. */
#ifndef THRONG_SAMPLE_SAMPLE_H
#define THRONG_SAMPLE_SAMPLE_H

#include <throng/sample.h>

#include "flow/flow.h"
#include "kernels.h"

/* One field to follow. */
typedef struct throng_sample_view {
    const uint8_t *codes;  /* NULL: headings are (0, 0) */
    const uint16_t *quads; /* the same codes, see flow.h */
    throng_wall_rule wall_rule;
} throng_sample_view;

struct throng_sample_job {
    int32_t width, height;
    float origin_x, origin_y, cells_per_metre;
    const throng_sample_view *views;
    const int32_t *view_index; /* per point; NULL: all follow views[0] */
    const float *x, *y;
    float *heading_x, *heading_y; /* may be x and y themselves */
    uint32_t cpu_quirks;          /* THRONG_CPU_SLOW_* */
};

/* The last coordinate on a map of so many cells, in cells: the float below the count. It keeps the
 * own cell of whoever stands on the far edge, or is moved there, on the map. */
static inline float throng_sample_last(int32_t cells)
{
    return (float)cells - (float)cells * 0x1p-24f;
}

void throng_sample_scalar(const throng_sample_job *job, int32_t begin, int32_t end);

#endif
