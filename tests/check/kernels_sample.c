/* Sampling, at points that a crowd has and at points that nobody should have. */
#include "kernels_support.h"

#include "sample/sample.h"
#include "simd/cpu.h"

#include <math.h>
#include <stdio.h>

enum { VIEWS = 6 };

/* One case; both sides are built from it. */
typedef struct scene {
    uint64_t seed;
    throng_grid grid;
    int32_t points, begin, end;
    bool one_view, in_place;
    uint32_t quirks;
} scene;

static float some_coordinate(test_random *random, float origin, float cell_size, int32_t cells)
{
    const float huge[] = {-3.4e38f, 3.4e38f, -1e30f, 1e30f, 2147483648.0f, -2147483648.0f,
                          1e-40f,   -0.0f,   NAN,    -NAN,  INFINITY,      -INFINITY};
    const float whole = (float)test_random_int(random, 0, cells);
    const float little[] = {1e-6f, 3e-5f, 5e-5f, 1e-4f, 1e-3f, -1e-6f, -4e-5f, -3e-3f};
    switch (test_random_int(random, 0, 10)) {
    case 0: /* anything */
        return check_pick_of(random, huge);
    case 1: /* off the map */
        return origin + cell_size * test_random_float(random, -3, (float)cells + 3);
    case 2: /* between two cells */
        return origin + cell_size * whole;
    case 10: /* almost so: opposite directions almost cancel out */
        return origin + cell_size * (whole + check_pick_of(random, little));
    case 3: /* in the middle of one */
        return origin + cell_size * (whole + 0.5f);
    case 4: /* just beside that */
        return nextafterf(origin + cell_size * (whole + 0.5f * (float)(whole < 3)),
                          whole < 5 ? -1e9f : 1e9f);
    default:
        return origin + cell_size * test_random_float(random, 0, (float)cells);
    }
}

/* Codes of one field: some hold everything, some nothing but walls or nothing but goals. */
static uint8_t some_code(test_random *random, int32_t view)
{
    if (view == 3)
        return THRONG_FLOW_WALL;
    if (view == 4)
        return THRONG_FLOW_NONE;
    if (view == 5)
        return check_one_in(random, 2) ? THRONG_FLOW_E : THRONG_FLOW_W;
    const int32_t dice = test_random_int(random, 0, 9);
    if (dice == 0)
        return THRONG_FLOW_NONE;
    return (uint8_t)(dice <= 3 ? THRONG_FLOW_WALL : test_random_int(random, 1, 8));
}

static void take_views(check_arena *arena, const scene *s, test_random *random,
                       throng_sample_view views[VIEWS])
{
    const int64_t cells = (int64_t)s->grid.width * s->grid.height;
    for (int32_t v = 0; v < VIEWS; v++) {
        uint8_t *codes = check_take(arena, "codes", cells, 1, false);
        for (int64_t i = 0; i < cells; i++)
            codes[i] = some_code(random, v);
        uint16_t *quads =
            check_take(arena, "quads", (int64_t)throng_quad_count(&s->grid), sizeof *quads, false);
        const throng_flow_job job = {
            .width = s->grid.width, .height = s->grid.height, .codes = codes, .quads = quads};
        throng_quads_scalar(&job, 0, s->grid.height + 1);
        views[v] = (throng_sample_view){
            codes, quads, check_one_in(random, 2) ? THRONG_WALL_RULE_REPEL : THRONG_WALL_RULE_DROP};
    }
    views[2] = (throng_sample_view){NULL, NULL, THRONG_WALL_RULE_DROP};
}

static throng_sample_job build(check_arena *arena, const scene *s)
{
    test_random random = {s->seed};
    throng_sample_view *views = check_take(arena, "views", VIEWS, sizeof *views, false);
    take_views(arena, s, &random, views);
    /* With one view, the one that all points follow is a random one. */
    const int32_t first = test_random_int(&random, 0, VIEWS - 1);
    int32_t *index = check_take(arena, "view_index", s->points, sizeof *index, false);
    float *x = check_take(arena, "x", s->points, sizeof *x, s->in_place);
    float *y = check_take(arena, "y", s->points, sizeof *y, s->in_place);
    float *heading_x = check_take(arena, "heading_x", s->points, sizeof *heading_x, true);
    float *heading_y = check_take(arena, "heading_y", s->points, sizeof *heading_y, true);
    for (int32_t i = 0; i < s->points; i++) {
        const bool same = i > 0 && !check_one_in(&random, 3);
        index[i] = same ? index[i - 1] : test_random_int(&random, 0, VIEWS - 1);
        x[i] = some_coordinate(&random, s->grid.origin_x, s->grid.cell_size, s->grid.width);
        y[i] = some_coordinate(&random, s->grid.origin_y, s->grid.cell_size, s->grid.height);
    }
    check_seal(arena);
    return (throng_sample_job){.width = s->grid.width,
                               .height = s->grid.height,
                               .origin_x = s->grid.origin_x,
                               .origin_y = s->grid.origin_y,
                               .cells_per_metre = 1.0f / s->grid.cell_size,
                               .views = s->one_view ? views + first : views,
                               .view_index = s->one_view ? NULL : index,
                               .x = x,
                               .y = y,
                               .heading_x = s->in_place ? x : heading_x,
                               .heading_y = s->in_place ? y : heading_y,
                               .cpu_quirks = s->quirks};
}

static void compare(const scene *s)
{
    check_arena arenas[2];
    throng_sample_job jobs[2];
    for (int32_t side = 0; side < 2; side++) {
        check_open(&arenas[side], side, s->seed);
        jobs[side] = build(&arenas[side], s);
    }
    throng_kernels_scalar.sample(&jobs[0], s->begin, s->end);
    check_the.kernels->sample(&jobs[1], s->begin, s->end);
    char what[128];
    snprintf(what, sizeof what, "sample, %d x %d cells of %g m, points %d to %d of %d",
             s->grid.width, s->grid.height, (double)s->grid.cell_size, s->begin, s->end, s->points);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static throng_grid some_grid(test_random *random)
{
    const float sizes[] = {1.0f, 0.5f, 0.001f, 1000.0f, 0.37f};
    const float origins[] = {0.0f, -7.25f, 1e6f, -1e6f, 0.1f};
    throng_grid grid =
        throng_grid_default(test_random_int(random, 1, 40), test_random_int(random, 1, 12));
    if (check_one_in(random, 8))
        grid.width = grid.height = 1;
    if (check_one_in(random, 16))
        grid = throng_grid_default(16384, 1);
    grid.cell_size = check_pick_of(random, sizes);
    grid.origin_x = check_pick_of(random, origins);
    grid.origin_y = check_pick_of(random, origins);
    return grid;
}

static void headings_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    const int32_t most = 3 * check_the.lanes + 1;
    for (int32_t count = 0; count <= most; count++)
        for (int32_t trial = 0; trial < 24; trial++) {
            test_random random = check_random("sample", count * 64 + trial);
            scene s = {.grid = some_grid(&random)};
            s.begin = test_random_int(&random, 0, check_the.lanes);
            s.end = s.begin + count;
            s.points = s.end + test_random_int(&random, 0, 3);
            s.one_view = check_one_in(&random, 2);
            s.in_place = check_one_in(&random, 4);
            s.quirks = check_one_in(&random, 2) ? THRONG_CPU_SLOW_GATHER : 0;
            s.seed = test_random_next(&random);
            compare(&s);
        }
}

int check_sample(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_are_those_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests_name("kernels: sample", tests, NULL, NULL);
}
