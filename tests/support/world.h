/*
 * world.h: the objects that most tests need, and checks that say what went wrong.
 */
#ifndef TEST_WORLD_H
#define TEST_WORLD_H

#include <throng/throng.h>

/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A context that remembers its last sentence. The environment variable THRONG_TEST_ISA names the
 * instruction set (default: the best). The program exits as skipped if the processor lacks it. */
throng_context *test_context_create(void);

/* The last sentence logged by any such context since test_log_clear; "" if none. */
const char *test_log(void);
void test_log_clear(void);

/* Fails unless `result` is `wanted` and, for a refusal, a sentence was logged. Clears the log. */
#define assert_result(result, wanted) test_assert_result((result), (wanted), __FILE__, __LINE__)
void test_assert_result(throng_result result, throng_result wanted, const char *file, int line);

/* Everything between a map and its directions, on cells of one metre. */
typedef struct test_world {
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
} test_world;

/* `costs` holds width * height bytes, or is NULL for cost 1 everywhere. */
test_world test_world_create(int32_t width, int32_t height, const uint8_t *costs);
test_world test_world_on_grid(throng_grid grid, const uint8_t *costs);
void test_world_destroy(test_world *world);

/* Replaces all costs and commits. */
void test_world_write(test_world *world, const uint8_t *costs);

/* Integration and flow for the goals; fails unless both succeed. */
void test_world_solve(test_world *world, const throng_cell *goals, int32_t goal_count);

/* A committed cost field of its own. */
throng_cost_field *test_cost_create(throng_context *context, int32_t width, int32_t height,
                                    const uint8_t *costs);

/* Costs from a drawing, row by row: '.' is 1, '#' a wall, '1'..'9' themselves. `costs` holds
 * strlen(drawing) bytes. */
void test_draw(const char *drawing, uint8_t *costs);

throng_rect test_whole(throng_grid grid);

#endif
