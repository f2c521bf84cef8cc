/*
 * oracle.h: what the fields must be. Dijkstra's algorithm on a binary heap and the definition of a
 * direction, as plain as they can be written; nothing is shared with the library.
 */
#ifndef TEST_ORACLE_H
#define TEST_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#define TEST_UNREACHABLE UINT64_MAX

/* A map as the oracle sees it: width * height costs, row by row, 255 = wall. */
typedef struct test_ground {
    int32_t width, height;
    const uint8_t *costs;
} test_ground;

/* Steps of the codes 1..8: E S W N SE SW NW NE. Index 0 is no step. */
extern const int32_t test_step_x[9];
extern const int32_t test_step_y[9];

/* True if a walker may step from passable cell (x, y) by `code` (1..8). */
bool test_step_is_legal(const test_ground *ground, int32_t x, int32_t y, int code);

/* What the step out of cell (x, y) by `code` costs. */
uint64_t test_step_cost(const test_ground *ground, int32_t x, int32_t y, int code);

/* Distances of all cells to the nearest of the goals (cell indices y * width + x), 64 bits wide so
 * that they cannot wrap; TEST_UNREACHABLE for walls and cells without a way. Goals on walls are
 * skipped. Returns the largest finite distance. */
uint64_t test_oracle_solve(const test_ground *ground, const int32_t *goals, int32_t goal_count,
                           uint64_t *distances);

/* The same for goals that begin with a price each; NULL: 0. */
uint64_t test_oracle_solve_priced(const test_ground *ground, const int32_t *goals,
                                  const uint32_t *prices, int32_t goal_count, uint64_t *distances);

/* The code of a cell by the definition: 15 on walls, 0 at goals and where there is no way, else the
 * lowest code among the legal steps that minimise D(s) + step cost. */
uint8_t test_oracle_code(const test_ground *ground, const uint64_t *distances, int32_t x,
                         int32_t y);

#endif
