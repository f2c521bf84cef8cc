/*
 * terrain.h: a reader of MovingAI .map files for the tests, written apart from the tools' loader.
 */
#ifndef TEST_TERRAIN_H
#define TEST_TERRAIN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct test_terrain {
    int32_t width, height;
    char *letters; /* width * height, row by row */
} test_terrain;

/* False, with a sentence on stderr, if the file is not a whole map of `type octile`. */
bool test_terrain_read(const char *path, test_terrain *out);
void test_terrain_free(test_terrain *terrain);

/* Costs for walkers on land (. G S) or in water (W): 1 where they may go, 255 elsewhere. */
void test_terrain_costs(const test_terrain *terrain, bool in_water, uint8_t *costs);

/* The letter at a cell. */
char test_terrain_at(const test_terrain *terrain, int32_t x, int32_t y);

#endif
