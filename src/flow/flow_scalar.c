/* Exact descent: the direction of n is the legal neighbour s that minimises D(s) + w * cost(n), w =
 * 10 or 14; ties go to the lowest code. One key holds distance and code, so that the least key
 * settles both; all straight steps cost the same, and so do all diagonal ones. Nothing branches on
 * what the map holds. */
#include "flow/flow.h"

/* The step to the cell at `offset`, in `moves` bit code - 1. One that is not legal reads the cell
 * itself, which is always there, and gets a key above all others, with room for what is added. */
static inline uint64_t key_of(const uint32_t *here, int64_t offset, unsigned moves, unsigned code)
{
    const uint64_t is_legal = -(uint64_t)(moves >> (code - 1) & 1); /* all ones or 0 */
    return ((uint64_t)here[offset & (int64_t)is_legal] << 4 | code) | (~is_legal >> 1);
}

static inline uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint8_t code_of(const throng_flow_job *job, int64_t cell)
{
    const uint32_t *here = job->distance + cell;
    const unsigned moves = job->moves[cell];
    const int64_t south = job->width;
    const uint64_t straight = least(
        least(key_of(here, 1, moves, THRONG_FLOW_E), key_of(here, south, moves, THRONG_FLOW_S)),
        least(key_of(here, -1, moves, THRONG_FLOW_W), key_of(here, -south, moves, THRONG_FLOW_N)));
    const uint64_t diagonal = least(least(key_of(here, south + 1, moves, THRONG_FLOW_SE),
                                          key_of(here, south - 1, moves, THRONG_FLOW_SW)),
                                    least(key_of(here, -south - 1, moves, THRONG_FLOW_NW),
                                          key_of(here, -south + 1, moves, THRONG_FLOW_NE)));
    /* 14 - 10 times the cost, four bits up. */
    const uint64_t dearer = (uint64_t)(4u * job->cost[cell]) << 4;
    const uint64_t best = least(straight, diagonal + dearer);
    const unsigned code = (unsigned)best & 15;
    /* A cell that no step explains is a goal. */
    const bool has_none =
        (*here == THRONG_UNREACHABLE) | ((best >> 4) + 10u * job->cost[cell] != *here);
    const bool is_wall = job->cost[cell] == THRONG_WALL;
    return (uint8_t)((code & ((unsigned)has_none - 1)) | ((unsigned)is_wall * THRONG_FLOW_WALL));
}

void throng_flow_columns_scalar(const throng_flow_job *job, int32_t y, int32_t begin, int32_t end)
{
    const int64_t row = (int64_t)y * job->width;
    for (int64_t cell = row + begin; cell < row + end; cell++)
        job->codes[cell] = code_of(job, cell);
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

void throng_flow_scalar(const throng_flow_job *job, int32_t row_begin, int32_t row_end)
{
    for (int32_t y = row_begin; y < row_end; y++)
        throng_flow_columns_scalar(job, y, 0, job->width);
    if (job->quads)
        throng_quads_scalar(job, row_begin + 1, row_end);
}
