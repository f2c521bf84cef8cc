/* Flow fields from inside. */
#ifndef THRONG_FLOW_FLOW_H
#define THRONG_FLOW_FLOW_H

#include <throng/flow.h>

#include "integration/integration.h"
#include "kernels.h"

struct throng_flow_field {
    throng_context *context;
    throng_grid grid;
    uint8_t *codes; /* row by row */
    /* (width + 1) * (height + 1) words: the codes of cells (x, y), (x + 1, y), (x, y + 1), (x + 1,
     * y + 1), four bits each from the lowest, are at (y + 1) * (width + 1) + x + 1 for x, y from -1
     * on; cells off the map are walls. One look-up gives wide sampling its four corners. */
    uint16_t *quads;
    bool is_solved;
    bool is_taken;                       /* by a job of a batch that is being checked or run */
    uint64_t integration_serial;         /* the solve or repair that it was made from, ... */
    uint64_t root;                       /* ... the whole solve before that, ... */
    uint32_t edition;                    /* ... and the repairs between the two */
    uint64_t cost_serial, cost_revision; /* of the map then; 0: not known */
    throng_span reached_rows;            /* outside of them no cell has a direction */
    atomic_int user_count;
};

/* All arrays but the quads are width * height, row by row. */
struct throng_flow_job {
    int32_t width, height;
    const uint32_t *distance;
    const uint8_t *cost;
    const uint8_t *moves;
    uint8_t *codes;
    uint16_t *quads; /* NULL: codes alone */
};

typedef void throng_rows_kernel(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

/* Codes of rows row_begin .. row_end - 1, and the quads between them: rows row_begin + 1 .. row_end
 * - 1 of the quads. */
void throng_flow_scalar(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

/* Codes of columns begin .. end - 1 of row y. */
void throng_flow_columns_scalar(const throng_flow_job *job, int32_t y, int32_t begin, int32_t end);

/* Checks the grids alone; `name` is what the caller calls `out`. */
throng_result throng_flow_check(const throng_context *context, const throng_cost_field *cost,
                                const throng_integration_field *integration,
                                const throng_flow_field *out, const char *name);

/* How directions are derived, for whoever does it in pieces. */
typedef struct throng_flow_rows {
    throng_isa isa;
    throng_rows_kernel *codes, *quads;
    void (*row)(const throng_flow_job *job, const throng_halves_rows *halves); /* or NULL */
    throng_flow_job job;
    int32_t block_rows; /* of codes, that a kernel does best in one go */
    /* What is redone: the cells that changed after `edition`, or all if `changes` is NULL. */
    const throng_changes *changes;
    const throng_grid *grid;
    uint32_t edition;
} throng_flow_rows;

/* All rows of `out`. */
throng_flow_rows throng_flow_rows_of(const throng_cost_field *cost, const uint32_t *distance,
                                     const throng_flow_field *out);

/* Rows that may hold a changed direction. */
throng_span throng_flow_stale_rows(const throng_flow_rows *rows);

/* Codes of rows first .. last - 1 and the quads above each of them, from top to bottom; and those
 * below the last row of the map. Returns the time of it in cells that the kernel derives. */
int64_t throng_flow_do_rows(const throng_flow_rows *rows, int32_t first, int32_t last);

/* The quads below row last - 1, where the rows below that stay as they are. */
void throng_flow_end_rows(const throng_flow_rows *rows, int32_t last);

/* Gives `out` the arrays of `own`, which holds the directions of `integration`, in exchange; `own`
 * then holds what `out` did. */
void throng_flow_exchange(const throng_integration_field *integration, throng_flow_field *out,
                          throng_flow_field *own);

/* Solves both fields on the calling thread, without a check or a word; directions are found while
 * distances are in the cache. False: RANGE, and `out` is as it was. */
bool throng_flow_solve(throng_solver *solver, const throng_cost_field *cost,
                       const throng_goals *goals, throng_integration_field *integration,
                       throng_flow_field *out);

/* Quads of rows row_begin .. row_end - 1 of height + 1, from codes that are there. */
void throng_quads_scalar(const throng_flow_job *job, int32_t row_begin, int32_t row_end);

/* Quads begin .. end - 1 of row `row`, counted as in the array. */
void throng_quads_columns_scalar(const throng_flow_job *job, int32_t row, int32_t begin,
                                 int32_t end);

static inline uint64_t throng_quad_count(const throng_grid *grid)
{
    return ((uint64_t)grid->width + 1) * ((uint64_t)grid->height + 1);
}

#endif
