/* Lines of sight: by hand, and against an oracle that asks every wall. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "random.h"
#include "sight_oracle.h"

static bool sees(const throng_cost_field *cost, int32_t ax, int32_t ay, int32_t bx, int32_t by,
                 int32_t radius_256)
{
    bool there = false, back = false;
    const throng_cell a = {ax, ay}, b = {bx, by};
    assert_result(throng_line_of_sight_cells(cost, a, b, radius_256, &there), THRONG_OK);
    assert_result(throng_line_of_sight_cells(cost, b, a, radius_256, &back), THRONG_OK);
    assert_int_equal(there, back);
    return there;
}

static throng_cost_field *draw(throng_context *context, int32_t width, int32_t height,
                               const char *drawing)
{
    uint8_t costs[256];
    assert_int_equal(strlen(drawing), width * height);
    test_draw(drawing, costs);
    return test_cost_create(context, width, height, costs);
}

static void a_line_through_a_corner_needs_all_four_cells(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_cost_field *cost = draw(context, 4, 3,
                                   "...."
                                   ".#.."
                                   "....");
    assert_true(sees(cost, 0, 0, 3, 0, 0));
    assert_true(sees(cost, 0, 0, 0, 2, 0));
    assert_false(sees(cost, 0, 1, 2, 1, 0)); /* through the wall */
    assert_false(sees(cost, 1, 0, 0, 1, 0)); /* a diagonal step beside it */
    assert_false(sees(cost, 0, 0, 2, 2, 0)); /* its diagonal */
    /* From (2.5, 0.5) to (0.5, 2.5): through (2, 1) and (1, 2), two of the wall's corners. */
    assert_false(sees(cost, 2, 0, 0, 2, 0));
    /* From (3.5, 0.5) to (0.5, 2.5): at x = 2, y = 1.5. */
    assert_false(sees(cost, 3, 0, 0, 2, 0));
    /* From (0.5, 0.5) to (3.5, 1.5): at x = 2, y = 1. */
    assert_false(sees(cost, 0, 0, 3, 1, 0));
    /* From (0.5, 0.5) to (2.5, 1.5): at x = 2, y = 1.25; at x = 1.5, y = 1. */
    assert_false(sees(cost, 0, 0, 2, 1, 0));
    /* From (1.5, 0.5) to (3.5, 1.5): at x = 2, y = 0.75. */
    assert_true(sees(cost, 1, 0, 3, 1, 0));
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void a_disc_touches_with_its_rim(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_cost_field *corridor = draw(context, 4, 3,
                                       "####"
                                       "...."
                                       "####");
    assert_true(sees(corridor, 1, 1, 2, 1, 127));
    assert_false(sees(corridor, 1, 1, 2, 1, 128));
    assert_true(sees(corridor, 1, 1, 1, 1, 127));
    assert_false(sees(corridor, 1, 1, 1, 1, 128));
    /* The map's edge is a wall. */
    assert_true(sees(corridor, 0, 1, 3, 1, 127));
    assert_result(throng_cost_destroy(corridor), THRONG_OK);

    throng_cost_field *open = draw(context, 5, 5,
                                   "....."
                                   "....."
                                   "..#.."
                                   "....."
                                   ".....");
    /* From (0.5, 2.5) to (2.5, 0.5) the line x + y = 3 passes the corner (2, 2) at 1 / sqrt(2)
     * cells: 181.02 / 256. */
    assert_false(sees(open, 0, 2, 2, 0, 128)); /* the ends are half a cell from the edge */
    assert_true(sees(open, 0, 2, 2, 0, 127));
    assert_false(sees(open, 1, 3, 3, 1, 0));
    /* From (1.5, 1.5) to (3.5, 1.5): half a cell above the wall. */
    assert_true(sees(open, 1, 1, 3, 1, 127));
    assert_false(sees(open, 1, 1, 3, 1, 128));
    /* The ends too: (1.5, 1.5) is 1 / sqrt(2) cells from the corner (2, 2). */
    assert_true(sees(open, 1, 1, 1, 1, 181));
    assert_false(sees(open, 1, 1, 1, 1, 182));
    assert_result(throng_cost_destroy(open), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void prices_hide_nobody(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_cost_field *cost = draw(context, 4, 1, ".97.");
    assert_true(sees(cost, 0, 0, 3, 0, 127));
    const throng_rect middle = {1, 0, 1, 1};
    assert_result(throng_cost_fill(cost, middle, 254), THRONG_OK);
    assert_result(throng_cost_commit(cost), THRONG_OK);
    assert_true(sees(cost, 0, 0, 3, 0, 0));
    assert_result(throng_cost_fill(cost, middle, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(cost), THRONG_OK);
    assert_false(sees(cost, 0, 0, 3, 0, 0));
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static int32_t any_radius(test_random *random)
{
    static const int32_t radii[] = {0, 0, 1, 64, 127, 128, 129, 181, 182, 256, 300, 700, 2000};
    return radii[test_random_int(random, 0, (int32_t)(sizeof radii / sizeof *radii) - 1)];
}

static void a_map(test_random *random, int32_t width, int32_t height, uint8_t *costs)
{
    if (test_random_int(random, 0, 2) == 0)
        test_map_any(random, width, height, costs);
    else
        test_map_make(random, width, height, TEST_WALLS_NOISE, test_random_int(random, 0, 15),
                      TEST_PRICES_SMALL, costs);
}

static void centres_see_each_other_as_the_oracle_says(void **state)
{
    (void)state;
    test_random random = {test_seed("sight", 11)};
    throng_context *context = test_context_create();
    uint8_t costs[64 * 64];
    int seen_count = 0, count = 0;
    for (int map = 0; map < (test_is_full() ? 2000 : 200); map++) {
        const int32_t width = test_random_int(&random, 1, map % 4 ? 20 : 64);
        const int32_t height = test_random_int(&random, 1, map % 4 ? 20 : 64);
        a_map(&random, width, height, costs);
        const test_ground ground = {width, height, costs};
        throng_cost_field *cost = test_cost_create(context, width, height, costs);
        for (int i = 0; i < 60; i++, count++) {
            const int32_t ax = test_random_int(&random, 0, width - 1);
            const int32_t ay = test_random_int(&random, 0, height - 1);
            const int32_t bx = test_random_int(&random, 0, width - 1);
            const int32_t by = test_random_int(&random, 0, height - 1);
            const int32_t radius_256 = any_radius(&random);
            const bool wanted = test_cells_see(&ground, ax, ay, bx, by, radius_256);
            if (sees(cost, ax, ay, bx, by, radius_256) != wanted)
                fail_msg("map %d: (%d, %d) to (%d, %d), radius %d", map, ax, ay, bx, by,
                         radius_256);
            seen_count += wanted;
        }
        assert_result(throng_cost_destroy(cost), THRONG_OK);
    }
    assert_in_range(seen_count, count / 20, count / 2);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* A grid whose cells and points are whole numbers of `unit` metres. */
typedef struct ruler {
    throng_grid grid;
    double unit;
    int64_t cell, origin_x, origin_y; /* in units */
    bool is_binary;                   /* a cell is 2^n units */
} ruler;

static ruler make_ruler(int which, int32_t width, int32_t height)
{
    ruler r = {.grid = throng_grid_default(width, height), .unit = 1.0 / (1 << 20)};
    r.is_binary = which < 2;
    if (which == 1) {
        r.grid.cell_size = 0.25f;
        r.grid.origin_x = -3.5f;
        r.grid.origin_y = 17.0f;
    } else if (which == 2) {
        r.grid.cell_size = 0.3f; /* 10066330 / 2^25 */
        r.grid.origin_x = -1.25f;
        r.grid.origin_y = 2.75f;
        r.unit = 1.0 / (1 << 25);
    }
    r.cell = (int64_t)((double)r.grid.cell_size / r.unit);
    assert_true((double)r.cell * r.unit == (double)r.grid.cell_size);
    r.origin_x = (int64_t)((double)r.grid.origin_x / r.unit);
    r.origin_y = (int64_t)((double)r.grid.origin_y / r.unit);
    return r;
}

/* The nearest whole number of units, as far as a float tells. */
static float on_ruler(const ruler *r, float value)
{
    const double units = (double)value / r->unit;
    return (float)((double)(int64_t)units * r->unit);
}

/* A point on the map or a little off it, on a whole number of units; on 1/65536 of a cell if
 * `is_fine` is false. */
static throng_point any_point(test_random *random, const ruler *r, bool is_fine)
{
    const float w = (float)r->grid.width, h = (float)r->grid.height;
    float x = test_random_float(random, -0.1f, w + 0.1f);
    float y = test_random_float(random, -0.1f, h + 0.1f);
    if (test_random_int(random, 0, 3) == 0) {
        x = (float)test_random_int(random, 0, r->grid.width - 1) + 0.5f;
        y = (float)test_random_int(random, 0, r->grid.height - 1) + 0.5f;
    }
    /* Coarse enough that a float holds the sum: 10 bits of 1/1024. */
    const float grain = is_fine ? 65536.0f : 1024.0f;
    x = (float)((int32_t)(x * grain)) / grain;
    y = (float)((int32_t)(y * grain)) / grain;
    throng_point point = {on_ruler(r, r->grid.origin_x + x * r->grid.cell_size),
                          on_ruler(r, r->grid.origin_y + y * r->grid.cell_size)};
    return point;
}

static int64_t units_of(const ruler *r, float value, int64_t origin)
{
    const double units = (double)value / r->unit;
    assert_true((double)(int64_t)units == units);
    return (int64_t)units - origin;
}

static void points_never_see_what_the_oracle_does_not(void **state)
{
    (void)state;
    test_random random = {test_seed("sight of points", 12)};
    throng_context *context = test_context_create();
    uint8_t costs[24 * 24];
    int seen_count = 0, missed_count = 0, count = 0;
    for (int map = 0; map < (test_is_full() ? 1500 : 150); map++) {
        const int32_t width = test_random_int(&random, 1, 24),
                      height = test_random_int(&random, 1, 24);
        const ruler r = make_ruler(map % 3, width, height);
        a_map(&random, width, height, costs);
        const test_ground ground = {width, height, costs};
        throng_cost_field *cost = NULL;
        assert_result(throng_cost_create(context, &r.grid, &cost), THRONG_OK);
        assert_result(throng_cost_write(cost, test_whole(r.grid), costs, (size_t)width), THRONG_OK);
        assert_result(throng_cost_commit(cost), THRONG_OK);
        for (int i = 0; i < 60; i++, count++) {
            const bool is_fine = i % 2;
            const throng_point a = any_point(&random, &r, is_fine),
                               b = any_point(&random, &r, is_fine);
            const int32_t radius_256 = any_radius(&random);
            const float radius = on_ruler(&r, (float)radius_256 / 256.0f * r.grid.cell_size);
            const test_sweep sweep = {units_of(&r, a.x, r.origin_x), units_of(&r, a.y, r.origin_y),
                                      units_of(&r, b.x, r.origin_x), units_of(&r, b.y, r.origin_y),
                                      units_of(&r, radius, 0),       r.cell};
            const bool wanted = test_sees(&ground, &sweep);
            bool there = false, back = false;
            assert_result(throng_line_of_sight(cost, a, b, radius, &there), THRONG_OK);
            assert_result(throng_line_of_sight(cost, b, a, radius, &back), THRONG_OK);
            assert_int_equal(there, back);
            if (there && !wanted)
                fail_msg("map %d: a wall between (%g, %g) and (%g, %g), radius %g", map,
                         (double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)radius);
            if (!is_fine && r.is_binary && there != wanted)
                fail_msg("map %d: nothing between (%g, %g) and (%g, %g), radius %g", map,
                         (double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)radius);
            /* What is refused in doubt is within 1/32768 of a cell of a wall. */
            test_sweep wider = sweep;
            wider.radius += r.cell / 32768 + 1;
            if (!there && test_sees(&ground, &wider))
                fail_msg("map %d: too careful between (%g, %g) and (%g, %g), radius %g", map,
                         (double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)radius);
            seen_count += there;
            missed_count += wanted && !there;
        }
        assert_result(throng_cost_destroy(cost), THRONG_OK);
    }
    assert_in_range(seen_count, count / 20, count / 2);
    print_message("%d lines, %d free, %d of them refused in doubt\n", count,
                  seen_count + missed_count, missed_count);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* Past the corner (8, 8) of the wall (7, 7) from above right to below left or back, off it by
 * exactly the radius, in units of 2^-20 that rounding to 2^-16 would lose: with 3 : 4 : 5 for
 * discs, along any slope for points. */
static void lines_that_just_touch_are_blocked(void **state)
{
    (void)state;
    test_random random = {test_seed("sight that just touches", 13)};
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 16, 16, NULL);
    assert_result(throng_cost_fill(cost, (throng_rect){7, 7, 1, 1}, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(cost), THRONG_OK);
    const float unit = 1.0f / (1 << 20);
    const int32_t corner = 8 << 20;
    for (int i = 0; i < 20000; i++) {
        const int32_t fifth = i % 2 ? test_random_int(&random, 1, 1 << 17) : 0;
        const int32_t a = fifth ? 3 : test_random_int(&random, 1, 1000);
        const int32_t b = fifth ? 4 : test_random_int(&random, 1, 1000);
        const int32_t k = test_random_int(&random, 1, (6 << 20) / (a > b ? a : b));
        const int32_t l = test_random_int(&random, 1, (6 << 20) / (a > b ? a : b));
        const int32_t x = corner + 4 * fifth, y = corner + 3 * fifth;
        const throng_point from = {(float)(x + a * k) * unit, (float)(y - b * k) * unit};
        const throng_point to = {(float)(x - a * l) * unit, (float)(y + b * l) * unit};
        const float radius = (float)(5 * fifth) * unit;
        bool is_seen = true;
        assert_result(throng_line_of_sight(cost, from, to, radius, &is_seen), THRONG_OK);
        assert_false(is_seen);
        /* 1/8192 of a cell farther out it is free, unless the map's edge is in the way. */
        const float off = 1.0f / 8192;
        const throng_point p = {from.x + off, from.y + off}, q = {to.x + off, to.y + off};
        assert_result(throng_line_of_sight(cost, p, q, radius, &is_seen), THRONG_OK);
        assert_int_equal(is_seen,
                         p.y > radius && q.x > radius && p.x < 16 - radius && q.y < 16 - radius);
    }
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* Whole units of 2^-16 whose line, of slope 3 : 4, is n + 1/5 units off the corner: a disc of
 * n + 1/4 touches, although it is nearer to n than to the next unit. */
static void radii_are_never_rounded_down(void **state)
{
    (void)state;
    test_random random = {test_seed("sight with odd radii", 14)};
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 16, 16, NULL);
    assert_result(throng_cost_fill(cost, (throng_rect){7, 7, 1, 1}, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(cost), THRONG_OK);
    const float unit = 1.0f / 65536;
    for (int i = 0; i < 1000; i++) {
        int32_t x = test_random_int(&random, 100, 30000);
        const int32_t y = test_random_int(&random, 100, 30000), k = 60000;
        while ((4 * x + 3 * y) % 5 != 1)
            x++;
        const int32_t n = (4 * x + 3 * y) / 5, corner = 8 << 16;
        const throng_point from = {(float)(corner + x + 3 * k) * unit,
                                   (float)(corner + y - 4 * k) * unit};
        const throng_point to = {(float)(corner + x - 3 * k) * unit,
                                 (float)(corner + y + 4 * k) * unit};
        bool is_seen = true;
        assert_result(throng_line_of_sight(cost, from, to, ((float)n + 0.25f) * unit, &is_seen),
                      THRONG_OK);
        assert_false(is_seen);
        assert_result(throng_line_of_sight(cost, from, to, (float)n * unit, &is_seen), THRONG_OK);
        assert_true(is_seen);
    }
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void points_off_the_map_see_nothing(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 6, 4, NULL);
    const float far[] = {-0.001f, 0.0f, 6.0f, 6.5f, 1e30f, -3e38f};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        bool there = true, back = true;
        const throng_point in = {3, 2}, off = {far[i], 2};
        assert_result(throng_line_of_sight(cost, in, off, 0, &there), THRONG_OK);
        assert_result(throng_line_of_sight(cost, off, in, 0, &back), THRONG_OK);
        assert_false(there || back);
    }
    bool is_seen = false;
    assert_result(throng_line_of_sight(cost, (throng_point){0.25f, 0.25f},
                                       (throng_point){5.75f, 3.75f}, 0.2421875f, &is_seen),
                  THRONG_OK);
    assert_true(is_seen);
    assert_result(throng_line_of_sight(cost, (throng_point){0.25f, 0.25f},
                                       (throng_point){5.75f, 3.75f}, 0.25f, &is_seen),
                  THRONG_OK);
    assert_false(is_seen);
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* The longest lines there are, where 64 bits would not do. */
static void the_largest_maps_are_exact(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, THRONG_SIDE_MAX, 3, NULL);
    const int32_t last = THRONG_SIDE_MAX - 1;
    assert_true(sees(cost, 0, 0, last, 2, 0));
    assert_true(sees(cost, 0, 1, last, 1, 127));
    /* From (0.5, 0.5) to (16383.5, 2.5), 16383 to 2: at x = 8192, y = 1.5 - 1/16383... the wall
     * (8192, 2) begins at y = 2, a half less (8191.5 * 2 / 16383 - 1 = 0) below: 127 / 256 passes,
     * half a cell does not quite, as the line is slanted. */
    assert_result(throng_cost_fill(cost, (throng_rect){8191, 2, 1, 1}, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(cost), THRONG_OK);
    assert_true(sees(cost, 0, 0, last, 2, 127));
    assert_result(throng_cost_fill(cost, (throng_rect){last - 1, 1, 1, 1}, THRONG_WALL), THRONG_OK);
    assert_result(throng_cost_commit(cost), THRONG_OK);
    /* At x = 16382, 1.5 before the end, y = 2.5 - 3 / 16383: clear of y = 2 by 0.4998. */
    assert_true(sees(cost, 0, 0, last, 2, 0));
    assert_true(sees(cost, 0, 0, last, 2, 127));
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_through_a_corner_needs_all_four_cells),
        cmocka_unit_test(a_disc_touches_with_its_rim),
        cmocka_unit_test(prices_hide_nobody),
        cmocka_unit_test(centres_see_each_other_as_the_oracle_says),
        cmocka_unit_test(points_never_see_what_the_oracle_does_not),
        cmocka_unit_test(lines_that_just_touch_are_blocked),
        cmocka_unit_test(radii_are_never_rounded_down),
        cmocka_unit_test(points_off_the_map_see_nothing),
        cmocka_unit_test(the_largest_maps_are_exact),
    };
    return cmocka_run_group_tests_name("sight", tests, NULL, NULL);
}
