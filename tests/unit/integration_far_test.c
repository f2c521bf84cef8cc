/*
 * integration_far_test.c: the solver by tiles where distances are long: windows that slide, the
 * last distances that fit, and a large map.
 */
#include "tile_pair.h"

/* Corridors three cells wide, up and down, of costs `low` to 254. */
static void draw_wide_serpentine(test_random *random, int32_t width, int32_t height, int32_t low,
                                 uint8_t *costs)
{
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const int32_t bend = y / 4 % 2 == 0 ? width - 3 : 0;
            const bool is_wall = y % 4 == 3 && (x < bend || x >= bend + 3);
            costs[y * width + x] =
                is_wall ? THRONG_WALL : (uint8_t)test_random_int(random, low, 254);
        }
}

static void windows_slide_along_a_dear_serpentine(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    test_random random = {test_seed("serpentine", 42)};
    enum { SIDE = 250 };
    uint8_t *costs = malloc(SIDE * SIDE);
    assert_non_null(costs);
    for (int32_t low = 54; low <= 254; low += 100) {
        draw_wide_serpentine(&random, SIDE, SIDE, low, costs);
        pair p = pair_create(isa, SIDE, SIDE, costs);
        const throng_cell goals[] = {{0, 0}, {SIDE / 2, SIDE / 2}, {SIDE - 1, SIDE - 1}};
        for (int g = 0; g < 3; g++) {
            assert_int_equal(solve_both(&p, &goals[g], 1), THRONG_OK);
            const traces t = traces_of(&p);
            assert_int_equal(t.visited_count, 16);
            assert_true(t.slid_count > 10);
        }
        pair_destroy(&p);
    }
    free(costs);
}

/* Makes the cells walls whose distance is above `limit`: no shorter way leads through them. */
static void cut_beyond(pair *p, uint8_t *costs, const uint64_t *distances, uint64_t limit)
{
    for (int32_t i = 0; i < p->width * p->height; i++)
        if (distances[i] > limit)
            costs[i] = THRONG_WALL;
    const throng_rect all = {0, 0, p->width, p->height};
    assert_int_equal(throng_cost_write(p->cost, all, costs, (size_t)p->width), THRONG_OK);
    assert_int_equal(throng_cost_write(p->cost_scalar, all, costs, (size_t)p->width), THRONG_OK);
    commit(p);
}

/* 104 corridors of 16384 cells of cost 254, each three rows and a wall, pass 4294967294. */
enum { FAR_WIDTH = THRONG_SIDE_MAX, FAR_HEIGHT = 4 * 105 };

static void draw_far_map(uint8_t *costs)
{
    test_random random = {1};
    draw_wide_serpentine(&random, FAR_WIDTH, FAR_HEIGHT, 254, costs);
}

/* The distances there from the first cell, found once for all instruction sets. */
static const uint64_t *far_distances(const uint8_t *costs)
{
    static uint64_t *distances;
    if (distances)
        return distances;
    distances = malloc((size_t)FAR_WIDTH * FAR_HEIGHT * sizeof *distances);
    assert_non_null(distances);
    const test_ground ground = {FAR_WIDTH, FAR_HEIGHT, costs};
    const int32_t goal = 0;
    assert_true(test_oracle_solve(&ground, &goal, 1, distances) > 4294967294u + (uint64_t)1000000);
    return distances;
}

static void distances_beyond_32_bits_are_refused(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
#if !defined(NDEBUG)
    if (isa != isas[0]) /* builds for debugging and sanitizers are many times slower */
        skip();
#endif
    const uint64_t most = 4294967294u;
    const size_t cell_count = (size_t)FAR_WIDTH * FAR_HEIGHT;
    uint8_t *costs = malloc(cell_count);
    assert_non_null(costs);
    draw_far_map(costs);
    const uint64_t *distances = far_distances(costs);
    uint64_t beyond = UINT64_MAX;
    for (size_t i = 0; i < cell_count; i++)
        if (distances[i] > most && distances[i] < beyond)
            beyond = distances[i];
    pair p = pair_create(isa, FAR_WIDTH, FAR_HEIGHT, costs);
    const throng_cell goal = {0, 0};
    assert_int_equal(solve_both(&p, &goal, 1), THRONG_ERROR_RANGE);
    cut_beyond(&p, costs, distances, beyond);
    assert_int_equal(solve_both(&p, &goal, 1), THRONG_ERROR_RANGE);
    cut_beyond(&p, costs, distances, most);
    assert_int_equal(solve_both(&p, &goal, 1), THRONG_OK);
    assert_true(traces_of(&p).slid_count > 1000);
    pair_destroy(&p);
    free(costs);
}

/* A map far larger than the caches, in the long form: rough ground, and one corridor of cost 254.
 */
static void a_large_map_is_that_of_the_bucket_queue(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    const int32_t side = test_is_full() ? 4096 : 700;
    test_random random = {test_seed("large", 45)};
    uint8_t *costs = malloc((size_t)side * (size_t)side);
    assert_non_null(costs);
    const throng_cell goal = {0, 0};
    for (int is_corridor = 0; is_corridor < 2; is_corridor++) {
        test_map_make(&random, side, side, is_corridor ? TEST_WALLS_COMB : TEST_WALLS_NOISE, 20,
                      is_corridor ? TEST_PRICES_DEAR : TEST_PRICES_SMALL, costs);
        costs[0] = 1;
        pair p = pair_create(isa, side, side, costs);
        /* A comb of 4096 teeth is longer than 32 bits hold. */
        assert_int_equal(solve_both(&p, &goal, 1),
                         is_corridor && side == 4096 ? THRONG_ERROR_RANGE : THRONG_OK);
        pair_destroy(&p);
    }
    free(costs);
}

int main(void)
{
    static const pair_test each[] = {
        {"windows_slide_along_a_dear_serpentine", windows_slide_along_a_dear_serpentine},
        {"a_large_map_is_that_of_the_bucket_queue", a_large_map_is_that_of_the_bucket_queue},
        {"distances_beyond_32_bits_are_refused", distances_beyond_32_bits_are_refused},
    };
    return pair_run(each, sizeof each / sizeof *each);
}
