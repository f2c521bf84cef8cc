/*
 * misuse.h: a small world for tests that call everything wrongly.
 */
#ifndef TEST_API_MISUSE_H
#define TEST_API_MISUSE_H

#include "host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MISUSE_SIDE = 8 };

/* 8 x 8 cells of one metre, cost 1, a wall at (3, 3); solved for the goal (7, 7). */
typedef struct misuse_world {
    host host;
    throng_grid grid;
    throng_context *context;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
} misuse_world;

misuse_world *misuse_create(void);

/* Also fails if the library broke a promise about memory. */
void misuse_destroy(misuse_world *self);

/* cmocka set-up and tear-down with a misuse_world as state. */
int misuse_setup(void **state);
int misuse_teardown(void **state);

/* A map whose way from the first row to the last is one corridor that costs more than 32 bits hold.
 */
throng_grid misuse_endless_grid(void);
void misuse_write_endless(throng_cost_field *field);

/* Values that no initialiser puts into struct_size, for a desc of `right` bytes. */
enum { MISUSE_WRONG_SIZES = 5 };
size_t misuse_wrong_size(size_t right, int index);

/* Outputs start as this pattern and must still be it after a refusal. */
#define UNTOUCHED ((void *)(uintptr_t)0x5ca1ab1e)

void misuse_fill(void *bytes, size_t count);
void misuse_assert_untouched(const void *bytes, size_t count, const char *file, int line);
#define fill_untouched(object) misuse_fill((object), sizeof *(object))
#define assert_untouched(object)                                                                   \
    misuse_assert_untouched((object), sizeof *(object), __FILE__, __LINE__)

#endif
