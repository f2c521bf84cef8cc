/*
 * integration.h: how far is each cell from the nearest goal?
 *
 * D(goal) = 0 and D(n) = min over legal neighbours s of D(s) + w * cost(n), w = 10 straight and 14
 * diagonal: exactly Dijkstra's distances. Walls and cells without a way hold THRONG_UNREACHABLE.
 */
#ifndef THRONG_INTEGRATION_H
#define THRONG_INTEGRATION_H

#include <throng/cost.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_integration_field throng_integration_field;
typedef struct throng_solver throng_solver;

/* Scratch for solving fields of up to `width` x `height` cells: 8 bytes per cell. One solver per
 * thread that solves. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_solver_create(throng_context *context, int32_t width,
                                              int32_t height, throng_solver **out);

/* Destroys a solver. NULL is allowed. */
THRONG_API throng_result throng_solver_destroy(throng_solver *solver);

/* Makes a field without a result. 4 bytes per cell. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_integration_create(throng_context *context, const throng_grid *grid,
                                                   throng_integration_field **out);

/* Destroys a field. NULL is allowed. IN_USE: a group of a crowd uses it. */
THRONG_API throng_result throng_integration_destroy(throng_integration_field *field);

THRONG_API throng_grid throng_integration_grid(const throng_integration_field *field);

/* Solves the whole field exactly (Dial 1969: Dijkstra's algorithm over a ring of buckets).
 * Allocates nothing. `goals` holds `goal_count` >= 1 cells; goals on walls are skipped, and the
 * same goal twice is one goal. ARGUMENT: a goal off the map, no goal. SHAPE: the grids of `cost`
 * and `out` differ. CAPACITY: the solver is too small. NOT_COMMITTED. GOAL: every goal is on a
 * wall. In all these cases `out` keeps its last result. RANGE: some distance does not fit into
 * 4294967294; `out` then holds no result. */
THRONG_API throng_result throng_integrate(throng_solver *solver, const throng_cost_field *cost,
                                          const throng_cell *goals, int32_t goal_count,
                                          throng_integration_field *out);

/* True if the last solve succeeded. */
THRONG_API bool throng_integration_is_solved(const throng_integration_field *field);

/* D of a cell. THRONG_UNREACHABLE for walls, for cells off the map or without a way, and while the
 * field holds no result. */
THRONG_API uint32_t throng_integration_at(const throng_integration_field *field, throng_cell cell);

/* All values, row by row, width * height of them; NULL while the field holds no result. The pointer
 * lives as long as the field; its contents change with the next solve. */
THRONG_API const uint32_t *throng_integration_values(const throng_integration_field *field);

/* 64-bit FNV-1a over the values as little-endian uint32, row by row; 0 without a result. */
THRONG_API uint64_t throng_integration_hash(const throng_integration_field *field);

#ifdef __cplusplus
}
#endif

#endif
