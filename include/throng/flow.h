/*
 * flow.h: which way is downhill?
 *
 * One direction per cell by exact descent: the legal neighbour s that minimises D(s) + w * cost(n);
 * ties go to the lowest code. The walk that follows the codes costs exactly D of its start. (The
 * common choice, the neighbour with the smallest D, walks dearer paths than its field promises.)
 */
#ifndef THRONG_FLOW_H
#define THRONG_FLOW_H

#include <throng/integration.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_flow_field throng_flow_field;

/* What a cell's byte says. 9..14 do not occur. */
enum {
    THRONG_FLOW_NONE = 0, /* a goal (where D is its price), or no way to one */
    THRONG_FLOW_E = 1,
    THRONG_FLOW_S = 2,
    THRONG_FLOW_W = 3,
    THRONG_FLOW_N = 4,
    THRONG_FLOW_SE = 5,
    THRONG_FLOW_SW = 6,
    THRONG_FLOW_NW = 7,
    THRONG_FLOW_NE = 8,
    THRONG_FLOW_WALL = 15
};

/* Makes a field without a result. 3 bytes per cell. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_flow_create(throng_context *context, const throng_grid *grid,
                                            throng_flow_field **out);

/* Destroys a field. NULL is allowed. IN_USE: a group of a crowd or a builder uses it. */
THRONG_API throng_result throng_flow_destroy(throng_flow_field *field);

THRONG_API throng_grid throng_flow_grid(const throng_flow_field *field);

/* Derives the directions of all cells; if `out` was derived from `integration` before, and that was
 * only repaired since, redoes none but those that the repairs changed. SHAPE: the grids differ.
 * NOT_COMMITTED. NOT_SOLVED: the integration field holds no result. OUT_OF_DATE: `cost` was edited
 * after `integration` was solved, or is not the field that it was solved on. `out` keeps its last
 * result when the call fails. */
THRONG_API throng_result throng_flow(const throng_cost_field *cost,
                                     const throng_integration_field *integration,
                                     throng_flow_field *out);

/* throng_integrate and throng_flow in one call, with the results of both. On one thread, and on
 * maps too small for several, directions are found while distances are still in the cache, and a
 * profiler is told of both as INTEGRATION. Both fields keep their last results when the call is
 * refused; with RANGE, `integration` holds none and `flow` keeps its own. */
THRONG_API throng_result throng_solve(throng_solver *solver, const throng_cost_field *cost,
                                      const throng_cell *goals, int32_t goal_count,
                                      throng_integration_field *integration,
                                      throng_flow_field *flow);

/* The same by throng_integrate_with. */
THRONG_API throng_result throng_solve_with(throng_solver *solver, const throng_cost_field *cost,
                                           const throng_integration_desc *desc,
                                           throng_integration_field *integration,
                                           throng_flow_field *flow);

/* One of many fields to solve with its directions: the arguments of throng_solve, and its result.
 */
typedef struct throng_solve_job {
    throng_solver *solver; /* for this job alone */
    const throng_cost_field *cost;
    const throng_cell *goals;
    int32_t goal_count;
    throng_integration_field *integration; /* for this job alone */
    throng_flow_field *flow;               /* for this job alone */
    throng_result result;                  /* written by the call */
    /* NULL, or what counts in place of `goals` and `goal_count`: throng_solve_with. */
    const throng_integration_desc *desc;
} throng_solve_job;

/* As throng_integrate_many, by throng_solve, each on one thread. */
THRONG_API throng_result throng_solve_many(throng_context *context, throng_solve_job *jobs,
                                           int32_t job_count);

/* True once throng_flow has succeeded. */
THRONG_API bool throng_flow_is_solved(const throng_flow_field *field);

/* Code of a cell; THRONG_FLOW_WALL off the map, THRONG_FLOW_NONE while there is no result. */
THRONG_API uint8_t throng_flow_at(const throng_flow_field *field, throng_cell cell);

/* All codes, row by row, width * height bytes; NULL while there is no result. The pointer lives as
 * long as the field, or until a builder finishes it. */
THRONG_API const uint8_t *throng_flow_codes(const throng_flow_field *field);

/* The step of a code: E is (1, 0), S is (0, 1). (0, 0) for NONE, WALL and codes that do not occur.
 */
THRONG_API throng_cell throng_flow_step(uint8_t code);

/* 64-bit FNV-1a over the codes, row by row; 0 without a result. */
THRONG_API uint64_t throng_flow_hash(const throng_flow_field *field);

#ifdef __cplusplus
}
#endif

#endif
