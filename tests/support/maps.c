#include "maps.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t wall = 255;

static void make_noise(test_random *random, int32_t cell_count, int32_t percent, uint8_t *costs)
{
    for (int32_t i = 0; i < cell_count; i++)
        if (test_random_int(random, 0, 99) < percent)
            costs[i] = wall;
}

/* Depth-first: rooms at even cells, the cell between two rooms is opened once. */
static void make_maze(test_random *random, int32_t width, int32_t height, uint8_t *costs)
{
    static const int32_t step_x[4] = {2, 0, -2, 0}, step_y[4] = {0, 2, 0, -2};
    const int32_t room_count = ((width + 1) / 2) * ((height + 1) / 2);
    int32_t *stack = malloc((size_t)room_count * sizeof *stack);
    if (!stack)
        abort();
    memset(costs, wall, (size_t)width * (size_t)height);
    costs[0] = 1;
    int32_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const int32_t x = stack[depth - 1] % width, y = stack[depth - 1] / width;
        const int32_t first = test_random_int(random, 0, 3);
        bool has_moved = false;
        for (int32_t turn = 0; turn < 4 && !has_moved; turn++) {
            const int32_t k = (first + turn) % 4, to_x = x + step_x[k], to_y = y + step_y[k];
            if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height ||
                costs[to_y * width + to_x] != wall)
                continue;
            costs[(y + step_y[k] / 2) * width + x + step_x[k] / 2] = 1;
            costs[to_y * width + to_x] = 1;
            stack[depth++] = to_y * width + to_x;
            has_moved = true;
        }
        if (!has_moved)
            depth--;
    }
    free(stack);
}

static bool is_open(int32_t width, int32_t height, const uint8_t *costs, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < width && y < height && costs[y * width + x] != wall;
}

static void make_spiral(int32_t width, int32_t height, uint8_t *costs)
{
    static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
    memset(costs, wall, (size_t)width * (size_t)height);
    costs[0] = 1;
    int32_t x = 0, y = 0, k = 0;
    for (int32_t turns = 0; turns < 2;) {
        const int32_t to_x = x + step_x[k], to_y = y + step_y[k];
        const bool is_on_map = to_x >= 0 && to_y >= 0 && to_x < width && to_y < height;
        if (!is_on_map || is_open(width, height, costs, to_x, to_y) ||
            is_open(width, height, costs, to_x + step_x[k], to_y + step_y[k])) {
            k = (k + 1) % 4;
            turns++;
            continue;
        }
        x = to_x;
        y = to_y;
        costs[y * width + x] = 1;
        turns = 0;
    }
}

static void make_comb(int32_t width, int32_t height, uint8_t *costs)
{
    for (int32_t x = 1; x < width; x += 2) {
        const int32_t gap = x % 4 == 1 ? height - 1 : 0;
        for (int32_t y = 0; y < height; y++)
            if (y != gap)
                costs[y * width + x] = wall;
    }
}

static void make_rooms(test_random *random, int32_t width, int32_t height, uint8_t *costs)
{
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            if (x % 8 == 7 || y % 8 == 7)
                costs[y * width + x] = wall;
    /* One door in most of the walls: some rooms stay closed. */
    for (int32_t y = 0; y < height; y += 8) {
        for (int32_t x = 0; x < width; x += 8) {
            const int32_t door_x = x + test_random_int(random, 0, 6);
            const int32_t door_y = y + test_random_int(random, 0, 6);
            if (x + 7 < width && door_y < height && test_random_int(random, 0, 9) > 0)
                costs[door_y * width + x + 7] = 1;
            if (y + 7 < height && door_x < width && test_random_int(random, 0, 9) > 0)
                costs[(y + 7) * width + door_x] = 1;
        }
    }
}

static uint8_t price_of(test_random *random, test_prices prices, int32_t dear)
{
    switch (prices) {
    case TEST_PRICES_UNIFORM:
        return (uint8_t)test_random_int(random, 1, 254);
    case TEST_PRICES_SMALL:
        return (uint8_t)test_random_int(random, 1, 4);
    case TEST_PRICES_TWO:
        return (uint8_t)(test_random_int(random, 0, 2) == 0 ? dear : 1);
    case TEST_PRICES_DEAR:
        return 254;
    default:
        return 1;
    }
}

static void make_clusters(test_random *random, int32_t width, int32_t height, uint8_t *costs)
{
    for (int32_t n = test_random_int(random, 1, 12); n > 0; n--) {
        const int32_t left = test_random_int(random, 0, width - 1);
        const int32_t right = test_random_int(random, left, width - 1);
        const int32_t top = test_random_int(random, 0, height - 1);
        const int32_t bottom = test_random_int(random, top, height - 1);
        const uint8_t price = (uint8_t)test_random_int(random, 1, 254);
        for (int32_t y = top; y <= bottom; y++)
            for (int32_t x = left; x <= right; x++)
                if (costs[y * width + x] != wall)
                    costs[y * width + x] = price;
    }
}

void test_map_make(test_random *random, int32_t width, int32_t height, test_walls walls,
                   int32_t wall_percent, test_prices prices, uint8_t *costs)
{
    const int32_t cell_count = width * height;
    memset(costs, 1, (size_t)cell_count);
    if (walls == TEST_WALLS_NOISE)
        make_noise(random, cell_count, wall_percent, costs);
    else if (walls == TEST_WALLS_MAZE)
        make_maze(random, width, height, costs);
    else if (walls == TEST_WALLS_SPIRAL)
        make_spiral(width, height, costs);
    else if (walls == TEST_WALLS_COMB)
        make_comb(width, height, costs);
    else if (walls == TEST_WALLS_ROOMS)
        make_rooms(random, width, height, costs);

    const int32_t dear = test_random_int(random, 2, 254);
    for (int32_t i = 0; i < cell_count; i++)
        if (costs[i] != wall)
            costs[i] = price_of(random, prices, dear);
    if (prices == TEST_PRICES_CLUSTERED)
        make_clusters(random, width, height, costs);
}

void test_map_any(test_random *random, int32_t width, int32_t height, uint8_t *costs)
{
    const test_walls walls = (test_walls)test_random_int(random, 0, TEST_WALLS_COUNT - 1);
    const int32_t wall_percent = test_random_int(random, 0, 60);
    const test_prices prices = (test_prices)test_random_int(random, 0, TEST_PRICES_COUNT - 1);
    test_map_make(random, width, height, walls, wall_percent, prices, costs);
}
