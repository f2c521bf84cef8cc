/*
 * sight.h: who sees whom in a straight line?
 *
 * A place sees another if a disc that is moved from the one straight to the other touches no wall.
 * Walls are closed squares, and so is everything off the map; a disc that touches a wall in one
 * point does not pass. With radius 0 the disc is a point: a line along the side of a wall is
 * blocked, and a line through a corner needs all four cells, as a diagonal step does. A disc of
 * half a cell (128 / 256) touches both sides of a corridor of one cell and sees nothing in it; one
 * of 127 / 256 does. Sight is the same both ways.
 *
 * Between centres of cells the answer is exact, by integers: the radius is then given in units of
 * 1/256 of a cell. All calls read a committed cost field; any number of threads may ask at once.
 */
#ifndef THRONG_SIGHT_H
#define THRONG_SIGHT_H

#include <throng/cost.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most radius of a disc, in 1/256 of a cell: 64 cells. */
#define THRONG_SIGHT_RADIUS_MAX 16384

/* Whether a disc of `radius` metres passes straight from `from` to `to`. Never true where the exact
 * answer is false. It is exact where the cell size is a power of two and the points and the radius,
 * in cells from the map's corner, are multiples of 1/65536; elsewhere the disc is taken to be up to
 * 1/32768 of a cell larger. A point off the map sees nothing and is not seen. Time grows with the
 * number of rows between the points. ARGUMENT: a point that is not finite, a radius that is
 * negative, NaN or more than 64 cells. NOT_COMMITTED. */
THRONG_API throng_result throng_line_of_sight(const throng_cost_field *cost, throng_point from,
                                              throng_point to, float radius, bool *out);

/* The same from cell centre to cell centre, exactly. `radius_256` is in 1/256 of a cell, 0 to
 * THRONG_SIGHT_RADIUS_MAX. ARGUMENT: also a cell off the map. */
THRONG_API throng_result throng_line_of_sight_cells(const throng_cost_field *cost, throng_cell from,
                                                    throng_cell to, int32_t radius_256, bool *out);

/* Which cells see a goal: one bit per cell. */
typedef struct throng_sight_field throng_sight_field;

/* Makes a field without a result, with the scratch that it is solved by: 6 bits per cell, and 192
 * bytes for each column or row of the longer side. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_sight_create(throng_context *context, const throng_grid *grid,
                                             throng_sight_field **out);

/* Destroys a field. NULL is allowed. IN_USE: a group of a crowd looks by it. */
THRONG_API throng_result throng_sight_destroy(throng_sight_field *field);

THRONG_API throng_grid throng_sight_grid(const throng_sight_field *field);

/* Marks every cell from whose centre a disc of `radius_256` / 256 cells passes straight to the
 * centre of a goal: exactly those for which throng_line_of_sight_cells says so for some goal. A
 * goal sees itself if the disc fits there. The time is proportional to what is seen, not to the
 * number of rays: each goal sweeps the rows of the map outwards and keeps the fans of directions
 * that are still free. The time grows with the number of goals; give the rim of a wide one. `goals`
 * holds `goal_count` >= 1 cells; goals on walls are skipped. Allocates nothing. ARGUMENT: a goal
 * off the map, no goal, a radius out of range. SHAPE: the grids of `cost` and `out` differ.
 * NOT_COMMITTED. GOAL: every goal is on a wall. In all these cases `out` keeps its last result. */
THRONG_API throng_result throng_sight(const throng_cost_field *cost, const throng_cell *goals,
                                      int32_t goal_count, int32_t radius_256,
                                      throng_sight_field *out);

/* True once a solve has succeeded. */
THRONG_API bool throng_sight_is_solved(const throng_sight_field *field);

/* True if the field's result is that of `cost` as it is now: no wall has come or gone since it was
 * solved. (Other edits change nothing that is seen.) False for NULL, for a cost field of another
 * context than the field's, and without a result. */
THRONG_API bool throng_sight_is_current(const throng_sight_field *field,
                                        const throng_cost_field *cost);

/* Whether a cell sees a goal. False for walls, for cells off the map and without a result. */
THRONG_API bool throng_sight_at(const throng_sight_field *field, throng_cell cell);

/* All bits: row y is the words y * n .. y * n + n - 1 with n = (width + 63) / 64, and cell x is bit
 * x % 64 of word x / 64 of its row; bits beyond the width are 0. NULL without a result. The pointer
 * lives as long as the field; its contents change with the next solve. */
THRONG_API const uint64_t *throng_sight_words(const throng_sight_field *field);

/* 64-bit FNV-1a over the words as little-endian uint64, row by row; 0 without a result. */
THRONG_API uint64_t throng_sight_hash(const throng_sight_field *field);

#ifdef __cplusplus
}
#endif

#endif
