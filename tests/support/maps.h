/*
 * maps.h: maps made from a seed.
 */
#ifndef TEST_MAPS_H
#define TEST_MAPS_H

#include <stdint.h>

#include "random.h"

typedef enum test_walls {
    TEST_WALLS_NONE,
    TEST_WALLS_NOISE,  /* each cell alone, wall_percent of them */
    TEST_WALLS_MAZE,   /* corridors of one cell, no loops */
    TEST_WALLS_SPIRAL, /* one corridor that winds inwards */
    TEST_WALLS_COMB,   /* one corridor up and down */
    TEST_WALLS_ROOMS,  /* rooms of 7 x 7 with doors */
    TEST_WALLS_COUNT
} test_walls;

typedef enum test_prices {
    TEST_PRICES_ONE,       /* 1 everywhere */
    TEST_PRICES_UNIFORM,   /* 1..254, each cell alone */
    TEST_PRICES_SMALL,     /* 1..4: many ties */
    TEST_PRICES_TWO,       /* two values */
    TEST_PRICES_CLUSTERED, /* rectangles of one value */
    TEST_PRICES_DEAR,      /* 254 everywhere */
    TEST_PRICES_COUNT
} test_prices;

/* Fills width * height costs. `wall_percent` (0..100) is for TEST_WALLS_NOISE alone. */
void test_map_make(test_random *random, int32_t width, int32_t height, test_walls walls,
                   int32_t wall_percent, test_prices prices, uint8_t *costs);

/* Any of the kinds above, noise of 0..60 % walls. */
void test_map_any(test_random *random, int32_t width, int32_t height, uint8_t *costs);

#endif
