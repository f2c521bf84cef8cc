/* Exact descent: the direction of n is the legal neighbour s that minimises D(s) + w * cost(n), w =
 * 10 or 14; ties go to the lowest code. One key holds total and code, so that the least key settles
 * both; a step that is not legal has the key of an unreachable one. */
#include "flow/flow.h"

static uint64_t key_of(const uint32_t *here, int64_t offset, unsigned is_legal, uint64_t step,
                       unsigned code)
{
    /* An illegal step reads the cell itself, which is always there, and is then raised out of
     * reach. */
    uint64_t total = here[is_legal ? offset : 0] + step;
    total |= is_legal ? 0 : (uint64_t)1 << 40;
    return total << 4 | code;
}

static uint8_t code_of(const throng_flow_job *job, int64_t cell)
{
    const uint32_t *here = job->distance + cell;
    unsigned moves = job->moves[cell];
    uint64_t straight = 10u * (uint64_t)job->cost[cell], diagonal = 14u * (uint64_t)job->cost[cell];
    uint64_t best = UINT64_MAX;
    for (unsigned k = 0; k < 8; k++) {
        int64_t offset = (int64_t)throng_step_y[k] * job->width + throng_step_x[k];
        uint64_t key = key_of(here, offset, moves >> k & 1, k < 4 ? straight : diagonal, k + 1);
        best = key < best ? key : best;
    }
    unsigned code = (unsigned)best & 15;
    code = *here == 0 || *here == THRONG_UNREACHABLE ? THRONG_FLOW_NONE : code;
    return (uint8_t)(job->cost[cell] == THRONG_WALL ? THRONG_FLOW_WALL : code);
}

void throng_flow_columns_scalar(const throng_flow_job *job, int32_t y, int32_t begin, int32_t end)
{
    const int64_t row = (int64_t)y * job->width;
    for (int64_t cell = row + begin; cell < row + end; cell++)
        job->codes[cell] = code_of(job, cell);
}

void throng_flow_scalar(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    for (int32_t y = row_begin; y < row_end; y++)
        throng_flow_columns_scalar(job, y, 0, job->width);
}

static unsigned code_at(const throng_flow_job *job, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= job->width || y >= job->height)
        return THRONG_FLOW_WALL;
    return job->codes[(size_t)y * (size_t)job->width + (size_t)x];
}

void throng_quads_columns_scalar(const throng_flow_job *job, int32_t row, int32_t begin,
                                 int32_t end)
{
    uint16_t *quads = job->quads + (size_t)row * ((size_t)job->width + 1);
    for (int32_t i = begin; i < end; i++)
        quads[i] = (uint16_t)(code_at(job, i - 1, row - 1) | code_at(job, i, row - 1) << 4 |
                              code_at(job, i - 1, row) << 8 | code_at(job, i, row) << 12);
}

void throng_quads_scalar(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    for (int32_t row = row_begin; row < row_end; row++)
        throng_quads_columns_scalar(job, row, 0, job->width + 1);
}
