/* Integration fields and solvers from inside. */
#ifndef THRONG_INTEGRATION_INTEGRATION_H
#define THRONG_INTEGRATION_INTEGRATION_H

#include <throng/integration.h>

#include "cost/cost.h"
#include "integration/changes.h"
#include "integration/tiles.h"
#include "integration/waiting.h"

#include <string.h>

/* What a field is solved for, as it has passed the checks: cells on the map. */
typedef struct throng_goals {
    const throng_cell *cells;
    const uint32_t *prices; /* even, one per goal; NULL: all 0 */
    int32_t count;
    uint32_t limit; /* the largest distance that is kept; THRONG_UNREACHABLE: all, or RANGE */
    const uint32_t *values; /* of all cells, and no goals; NULL: goals */
} throng_goals;

static inline uint32_t throng_goal_price(const throng_goals *goals, int32_t i)
{
    return goals->prices ? goals->prices[i] : 0;
}

/* Goals that a field has room for when it is made: half a kilobyte. */
#define THRONG_GOALS_KEPT 64

struct throng_integration_field {
    throng_context *context;
    throng_grid grid;
    uint32_t *distance; /* row by row */
    /* By tile: 0 only if all its cells hold THRONG_UNREACHABLE, so that solves up to a limit need
     * not clear what they do not come to. */
    uint8_t *reached;
    throng_span reached_rows; /* below and above them no cell has a distance */
    bool is_solved;
    bool is_taken; /* by a job of a batch that is being checked or run */
    /* Of the last solve, in the host's order; those on walls too, since they may come free. */
    throng_cell *goals;
    uint32_t *prices; /* of the goals */
    int32_t goal_count, goal_capacity;
    bool keeps_goals; /* false if there were more than there was room for */
    bool is_priced; /* D does not tell what a goal is: some have a price, and are kept; or values */
    uint32_t limit;
    throng_changes changes;
    int64_t visit_count;    /* to tiles by the last whole solve; 0: not known, or done without */
    uint64_t serial;        /* of the last solve, 0 before the first */
    uint64_t cost_serial;   /* the cost field it was solved on, ... */
    uint64_t cost_revision; /* ... and its state then */
    uint64_t goals_mark;    /* equal for equal sets of cells where D is a goal's price */
    atomic_int user_count;
};

/* Distances of one bucket are equal: all are even, and a step costs at most 14 * 254 = 3556, so
 * that the live ones span fewer than 2 * THRONG_BUCKETS. */
#define THRONG_BUCKETS 2048

/* A repair may raise, and as many settle anew, cells / THRONG_REPAIR_SHARE + THRONG_REPAIR_LEAST
 * cells, but not more than THRONG_REPAIR_VISIT for each visit to a tile of the last whole solve;
 * then it gives up and the field is solved as a whole. A visit takes 3 to 6 us and such a cell 0.03
 * to 0.1, so that towers on maps of 128 x 128 to 1024 x 1024 cost 1.4 whole solves at most in 95
 * of 100 cases (bench/repair_times); 6 per visit make that 1.3, and the mean a tenth dearer. */
#define THRONG_REPAIR_SHARE 64
#define THRONG_REPAIR_LEAST 32
#define THRONG_REPAIR_VISIT 12

/* A cell that lost its distance, which was `distance`. */
typedef struct throng_raised {
    uint32_t cell, distance;
} throng_raised;

/* Pieces of work are counted in cells of tiles that are visited: 1 to 1.5 ns each. A cell of a
 * queue takes 60 to 110 ns on open ground, where its neighbours are far away in memory; a cell of a
 * corridor that is walked 7 to 14; a cell that is only written 0.3 to 0.7; one that gets its
 * direction 1 ns by wide kernels and 13 to 24 by scalar ones (bench/piece_times). */
#define THRONG_WORK_QUEUED 24
#define THRONG_WORK_WALKED 8
#define THRONG_WORK_SHARE_WRITTEN 2 /* cells that are only written, for one of work */
#define THRONG_WORK_DIRECTED 1
#define THRONG_WORK_DIRECTED_SCALAR 8

typedef enum throng_job_phase {
    THRONG_JOB_NEW,         /* tiles are put to sleep; `cursor` is the next */
    THRONG_JOB_TILES,       /* tiles are visited */
    THRONG_JOB_TILES_OUT,   /* tiles are written; `cursor` is the next */
    THRONG_JOB_CELLS_NEW,   /* the bucket queue shall do it */
    THRONG_JOB_CELLS_CLEAR, /* distances are forgotten; `cursor` is the next cell */
    THRONG_JOB_CELLS,       /* cells are settled; `cursor` is the bucket */
    THRONG_JOB_CELLS_CHECK  /* cells that were lost are looked for; `cursor` is the next one */
} throng_job_phase;

/* A solve, in whatever pieces it is done. */
typedef struct throng_job {
    const throng_context *context; /* for its threads */
    int32_t worker_count;          /* that may share it */
    const throng_cost_field *cost;
    throng_goals goals;
    uint32_t *distance;
    uint8_t *reached; /* of the field that `distance` belongs to */
    throng_job_phase phase;
    uint64_t cursor;
    int64_t visit_count; /* to tiles */
    uint64_t next_price; /* of the goals that still wait, or less; UINT64_MAX: none does */
    uint64_t admitted;   /* cells with initial values below do not wait any more */
    bool has_overflowed; /* some distance did not fit */
} throng_job;

/* The bucket queue: every waiting cell is in the list of its distance's bucket, doubly linked
 * through `next` and `previous`, so that it can move to a lower one and nothing grows during a
 * solve. */
struct throng_solver {
    throng_context *context;
    uint64_t capacity; /* cells */
    throng_job job;
    /* By cell. The tiles chain the goals of each through `next`, with half of their prices in
     * `previous`; repairs find a goal's number in `next`. */
    uint32_t *next, *previous;
    throng_tiles tiles; /* for the wide kernels */
    /* Not NULL: told that rows above `row_end` are written for good, in order and while they are in
     * the cache. Who follows has to finish by itself: not every way to solve tells of its rows. */
    void (*follow)(void *follower, int32_t row_end);
    /* Not NULL: told before that of pieces of all of those rows. Pieces beside each other are told
     * of from left to right, and after those above. */
    void (*follow_row)(void *follower, const throng_halves_rows *halves);
    void *follower;
    uint32_t head[THRONG_BUCKETS];
    uint64_t occupied[THRONG_BUCKETS / 64]; /* a bit per bucket that holds a cell */
    throng_waiting waiting;                 /* cells with initial values, outside the ring */
    throng_raised *raised;                  /* for repairs; see throng_repair_room */
    uint64_t *offers;                       /* for repairs; four times as many */
    bool is_taken;                          /* by a job of a batch that is being checked or run */
};

/* Maps of fewer tiles, 1024 x 1024 cells, are solved on one thread: their fronts are short. Their
 * directions take 5 to 30 % of such a solve while distances are in the cache, and two threads that
 * derive them afterwards lost 2 to 13 % of it on sides of 64 to 512 cells. */
#define THRONG_SHARED_TILES 256

static inline bool throng_tiles_are_shared(const throng_cost_field *cost)
{
    return cost->tiles.columns * cost->tiles.rows >= THRONG_SHARED_TILES;
}

/* Begins to fill the distances of `out`, and nothing else of it, with exact ones from the goals;
 * the kernel `integrate` goes on. */
void throng_solve_begin(throng_solver *solver, const throng_cost_field *cost,
                        const throng_goals *goals, throng_integration_field *out);
throng_progress throng_integrate_scalar(throng_solver *solver, int64_t *work);

/* Solves without a check or a word, keeps the goals and the books. False: RANGE. Serves jobs on any
 * thread; `is_shared`: with the help of the context's others. */
bool throng_integration_solve(throng_solver *solver, const throng_cost_field *cost,
                              const throng_goals *goals, bool is_shared,
                              throng_integration_field *out);

/* How many visits to tiles the solve took that the solver has just finished; 0 without tiles. */
int64_t throng_solve_visits(const throng_solver *solver);

/* Tiles of a field, begun ones too. */
static inline uint64_t throng_reached_count(const throng_grid *grid)
{
    return (((uint64_t)grid->width + THRONG_TILE - 1) / THRONG_TILE) *
           (((uint64_t)grid->height + THRONG_TILE - 1) / THRONG_TILE);
}

/* Any tile may hold a distance. */
static inline void throng_reach_all(throng_integration_field *field)
{
    memset(field->reached, 1, (size_t)throng_reached_count(&field->grid));
}

/* Keeps the goals and the books of distances that are exact now. */
void throng_integration_finish(const throng_cost_field *cost, const throng_goals *goals,
                               throng_integration_field *out);

/* The goals that the field keeps. */
static inline throng_goals throng_integration_goals(const throng_integration_field *field)
{
    return (throng_goals){field->goals, field->is_priced ? field->prices : NULL, field->goal_count,
                          field->limit, NULL};
}

/* Reads a desc; false, and a word to the log, if it is none. */
bool throng_integration_read_desc(const throng_context *context,
                                  const throng_integration_desc *desc, throng_goals *out);

/* The checks of throng_integrate, together and apart. `name` is what the caller calls `out`. */
throng_result throng_integration_check_solve(const throng_solver *solver,
                                             const throng_cost_field *cost,
                                             const throng_goals *goals,
                                             const throng_integration_field *out, const char *name);
throng_result throng_integration_check_objects(const throng_solver *solver,
                                               const throng_cost_field *cost,
                                               const throng_integration_field *out,
                                               const char *name);
throng_result throng_integration_check_goals(const throng_context *context,
                                             const throng_cost_field *cost,
                                             const throng_goals *goals);
throng_result throng_integration_refuse_range(const throng_context *context);

/* Checks that `integration` belongs to the present state of `cost`. */
throng_result throng_integration_check(const throng_context *context, const throng_cost_field *cost,
                                       const throng_integration_field *integration);

#endif
