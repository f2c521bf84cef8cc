/* The table of kernels: one slot per kernel in pipeline order, filled once per instruction set. A
 * kernel takes whole blocks, so one indirect call costs nothing. Tables are const; a context points
 * at the one it uses. */
#ifndef THRONG_KERNELS_H
#define THRONG_KERNELS_H

#include <throng/context.h>

typedef struct throng_cost_field throng_cost_field;
typedef struct throng_solver throng_solver;
typedef struct throng_flow_job throng_flow_job;
typedef struct throng_halves_rows throng_halves_rows;
typedef struct throng_sample_job throng_sample_job;
typedef struct throng_separation_job throng_separation_job;
typedef struct throng_part_job throng_part_job;
typedef struct throng_herd_job throng_herd_job;
typedef struct throng_behave_job throng_behave_job;
typedef struct throng_look_job throng_look_job;
typedef struct throng_gap_job throng_gap_job;
typedef struct throng_steer_job throng_steer_job;
typedef struct throng_move_job throng_move_job;

/* How far a solve is that is done in pieces. */
typedef enum throng_progress {
    THRONG_PROGRESS_MORE,
    THRONG_PROGRESS_DONE,
    THRONG_PROGRESS_RANGE /* some distance does not fit */
} throng_progress;

typedef struct throng_kernels {
    throng_isa isa;
    void (*moves)(const uint8_t *cost, int32_t width, int32_t height, int32_t y, int32_t begin,
                  int32_t end, uint8_t *moves);
    /* Prepares one tile of a map for `integrate`; NULL where that needs nothing. */
    void (*prepare)(throng_cost_field *field, int32_t tile_column, int32_t tile_row);
    /* Goes on with the solve that throng_solve_begin began, until `*work` is used up. */
    throng_progress (*integrate)(throng_solver *solver, int64_t *work);
    void (*flow)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);
    void (*quads)(const throng_flow_job *job, int32_t row_begin, int32_t row_end);
    /* Codes of cells of a row from the halves of their distances, and the quads above that they
     * complete; below too in the last row. NULL where nobody makes halves. */
    void (*flow_row)(const throng_flow_job *job, const throng_halves_rows *halves);
    void (*sample)(const throng_sample_job *job, int32_t begin, int32_t end);
    void (*separate)(const throng_separation_job *job, int32_t begin, int32_t end);
    void (*herd)(const throng_herd_job *job, int32_t begin, int32_t end);
    void (*behave)(const throng_behave_job *job, int32_t begin, int32_t end);
    void (*look)(const throng_look_job *job, int32_t begin, int32_t end);
    void (*swerve)(const throng_look_job *job, int32_t begin, int32_t end);
    void (*gap)(const throng_gap_job *job, int32_t begin, int32_t end);
    void (*steer)(const throng_steer_job *job, int32_t begin, int32_t end);
    void (*prepare_part)(const throng_part_job *job, int32_t begin, int32_t end);
    void (*part)(const throng_part_job *job, int32_t begin, int32_t end);
    void (*move)(const throng_move_job *job, int32_t begin, int32_t end);
} throng_kernels;

/* Kernels read whole registers around what they are about: arrays that they look up in have so many
 * bytes before the first and after the last element. A cache line, so that alignment stays. */
#define THRONG_KERNEL_PAD 64

extern const throng_kernels throng_kernels_scalar;

/* The table for `isa`, or NULL if this build or this CPU cannot run it. BEST is the widest, unless
 * the CPU slows down for it. */
const throng_kernels *throng_kernels_for(throng_isa isa);

/* The table whose kernels for flow and quads suit rows of so many cells: they do whole registers of
 * bytes, so a narrow map is faster with a narrower set. */
const throng_kernels *throng_kernels_for_rows(const throng_kernels *kernels, int32_t cells);

#endif
