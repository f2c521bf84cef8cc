/* Separation: every range of the order, however rows fall into registers. */

#include "kernels_sweep.h"

#include <math.h>
#include <stdio.h>

/* `window` replaces the one that follows from the largest reach, unless it is 0. */
static throng_separation_job build(check_arena *arena, const test_places *p, float window,
                                   bool is_filtered)
{
    throng_neighbours *n = check_neighbours_take(arena, p->count);
    throng_neighbours_order(crowd_context, n, &p->input);
    throng_neighbours_copy(crowd_context, n, &p->input);
    n->window = window > 0 ? window : n->window;
    throng_separation_job job = {.neighbours = n};
    if (is_filtered)
        job.filter = test_filter();
    job.push_x = check_take(arena, "push_x", p->count, sizeof *job.push_x, true);
    job.push_y = check_take(arena, "push_y", p->count, sizeof *job.push_y, true);
    check_seal(arena);
    return job;
}

static void compare(const test_places *p, uint64_t guards, float window, int32_t begin,
                    int32_t count)
{
    check_arena arenas[2];
    throng_separation_job jobs[2];
    for (int32_t side = 0; side < 2; side++) {
        check_open(&arenas[side], side, guards);
        jobs[side] = build(&arenas[side], p, window, guards % 4 == 0);
    }
    const int32_t all = jobs[0].neighbours->count;
    const throng_span agents = check_range(begin, count, all);
    throng_kernels_scalar.separate(&jobs[0], agents.begin, agents.end);
    check_the.kernels->separate(&jobs[1], agents.begin, agents.end);
    char what[96];
    snprintf(what, sizeof what, "separate, agents %d to %d of %d", agents.begin, agents.end, all);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static void compare_usual(const test_places *places, test_random *random, int32_t begin,
                          int32_t count)
{
    compare(places, test_random_next(random), 0, begin, count);
}

static void pushes_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    check_small_crowds("separate", compare_usual);
    check_large_crowds("separate", compare_usual);
}

/* Two agents as far apart as is still coincident, to the last bit; others are near and far. */
static void the_last_distance_that_coincides(void **state)
{
    (void)state;
    static test_places places;
    const float apart = 1.0f / 1048576.0f;
    float window = 0.9f;
    while (window < 1.0f && window * window * 1e-12f != apart * apart)
        window += 1.0f / 16777216.0f;
    assert_true(window < 1.0f);
    for (int32_t trial = 0; trial < 64; trial++) {
        test_random random = check_random("separate coincident", trial);
        test_places_make(&places, &random, CROWD_ONE_ROW, 2 + trial % 5, false);
        for (int32_t i = 0; i < places.count; i++) {
            places.x[i] = (float)i * 0.25f;
            places.reach[i] = 0.4f; /* ranges end within the window */
        }
        places.x[1] = places.x[0] + apart;
        places.input.are_alike = false;
        compare(&places, test_random_next(&random), window, 0, places.count);
    }
}

/* Full registers of agents that are apart, but for two neighbours in the order: wherever registers
 * begin. */
static void coincidence_of_any_two_in_a_row(void **state)
{
    (void)state;
    static test_places places;
    const int32_t all = 4 * check_the.lanes;
    for (int32_t k = 1; k < all; k++) {
        test_random random = check_random("separate two in a row", k);
        test_places_make(&places, &random, CROWD_ONE_ROW, all, false);
        for (int32_t i = 0; i < all; i++)
            places.x[i] = (float)(i < k ? i : i - 1) * 0.25f;
        compare(&places, test_random_next(&random), 0, 0, all);
    }
}

/* The last float of a row and the first of the next; the edge between them is nearly at 0, where
 * they coincide. */
static void find_edge(throng_sort_input *input, test_random *random, float *north, float *south)
{
    const double rows_per_metre = 1.0 / (double)(2.0f * input->largest_reach * 1.0001f);
    const int32_t row = test_random_int(random, 1, 1000);
    input->origin_y = (double)test_random_float(random, -2, 2) - row / rows_per_metre;
    *south = (float)(input->origin_y + row / rows_per_metre);
    while (throng_row_number(*south, input->origin_y, rows_per_metre) < row)
        *south = nextafterf(*south, 3);
    *north = nextafterf(*south, -3);
    while (throng_row_number(*north, input->origin_y, rows_per_metre) == row)
        *north = nextafterf(*south = *north, -3);
}

/* Full registers of agents that are apart, and at the place of some of them, but for an ulp, others
 * in the row beside. */
static void coincidence_across_the_edge_of_a_row(void **state)
{
    (void)state;
    static test_places places;
    for (int32_t trial = 0; trial < 64; trial++) {
        test_random random = check_random("separate across an edge", trial);
        const int32_t many = 3 * check_the.lanes, all = many + 1 + trial % 4;
        test_places_make(&places, &random, CROWD_DENSE, all, false);
        float north, south;
        find_edge(&places.input, &random, &north, &south);
        const bool are_many_north = trial % 2;
        for (int32_t i = 0; i < all; i++) {
            places.x[i] = (float)(i < many ? i : test_random_int(&random, 0, many - 1)) * 0.25f;
            places.y[i] = (i < many) == are_many_north ? north : south;
        }
        compare(&places, test_random_next(&random), 0, 0, all);
    }
}

int check_separate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_are_those_of_the_scalar_kernel),
        cmocka_unit_test(the_last_distance_that_coincides),
        cmocka_unit_test(coincidence_of_any_two_in_a_row),
        cmocka_unit_test(coincidence_across_the_edge_of_a_row),
    };
    return cmocka_run_group_tests_name("kernels: separate", tests, crowd_open, crowd_close);
}
