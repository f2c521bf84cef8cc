/* Regions: by hand, and against a flood of legal steps. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "oracle.h"
#include "random.h"

enum { ROOM = 130 };

static uint8_t costs[ROOM * ROOM];

/* Floods every region by the steps of the oracle, diagonals too. Returns how many there are. */
static int32_t flood(const test_ground *ground, int32_t *label)
{
    static int32_t stack[ROOM * ROOM];
    const int32_t cell_count = ground->width * ground->height;
    int32_t count = 0;
    for (int32_t i = 0; i < cell_count; i++)
        label[i] = -1;
    for (int32_t i = 0; i < cell_count; i++) {
        if (ground->costs[i] == THRONG_WALL || label[i] >= 0)
            continue;
        int32_t depth = 0;
        stack[depth++] = i;
        label[i] = count;
        while (depth > 0) {
            const int32_t at = stack[--depth], x = at % ground->width, y = at / ground->width;
            for (int code = 1; code <= 8; code++) {
                if (!test_step_is_legal(ground, x, y, code))
                    continue;
                const int32_t to = (y + test_step_y[code]) * ground->width + x + test_step_x[code];
                if (label[to] < 0) {
                    label[to] = count;
                    stack[depth++] = to;
                }
            }
        }
        count++;
    }
    return count;
}

/* The library's numbers and the flood's name the same sets, of the same sizes. */
static void assert_regions(const throng_regions *regions, const test_ground *ground)
{
    static int32_t label[ROOM * ROOM], ours_of[ROOM * ROOM], theirs_of[ROOM * ROOM];
    static int32_t size[ROOM * ROOM];
    const int32_t count = flood(ground, label), cell_count = ground->width * ground->height;
    assert_int_equal(throng_regions_count(regions), count);
    for (int32_t i = 0; i < count; i++) {
        ours_of[i] = theirs_of[i] = -1;
        size[i] = 0;
    }
    for (int32_t i = 0; i < cell_count; i++) {
        const throng_cell cell = {i % ground->width, i / ground->width};
        const int32_t ours = throng_regions_at(regions, cell), theirs = label[i];
        if (theirs < 0) {
            assert_int_equal(ours, -1);
            continue;
        }
        assert_in_range(ours, 0, count - 1);
        if (ours_of[theirs] < 0 && theirs_of[ours] < 0) {
            ours_of[theirs] = ours;
            theirs_of[ours] = theirs;
        }
        assert_int_equal(ours_of[theirs], ours);
        assert_int_equal(theirs_of[ours], theirs);
        size[ours]++;
    }
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(throng_regions_size(regions, i), size[i]);
    assert_int_equal(throng_regions_size(regions, count), 0);
    assert_int_equal(throng_regions_size(regions, -1), 0);
}

static void assert_equal(const throng_regions *a, const throng_regions *b)
{
    const throng_grid grid = throng_regions_grid(a);
    assert_int_equal(throng_regions_count(a), throng_regions_count(b));
    for (int32_t y = 0; y < grid.height; y++)
        for (int32_t x = 0; x < grid.width; x++)
            assert_int_equal(throng_regions_at(a, (throng_cell){x, y}),
                             throng_regions_at(b, (throng_cell){x, y}));
}

static void corners_join_nothing(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    test_draw("..#.."
              "..#.."
              "##..."
              "....#"
              "...#.",
              costs);
    throng_cost_field *cost = test_cost_create(context, 5, 5, costs);
    throng_regions *regions = NULL;
    const throng_grid grid = throng_grid_default(5, 5);
    assert_result(throng_regions_create(context, &grid, &regions), THRONG_OK);
    assert_int_equal(throng_regions_count(regions), 0);
    assert_false(throng_is_reachable(regions, (throng_cell){0, 0}, (throng_cell){0, 0}));
    assert_result(throng_regions_build(cost, regions), THRONG_OK);
    assert_int_equal(throng_regions_count(regions), 3);
    assert_true(throng_is_reachable(regions, (throng_cell){0, 0}, (throng_cell){1, 1}));
    assert_true(throng_is_reachable(regions, (throng_cell){0, 4}, (throng_cell){4, 0}));
    assert_true(throng_is_reachable(regions, (throng_cell){3, 0}, (throng_cell){3, 0}));
    /* Between two walls that touch at a corner nobody passes. */
    assert_false(throng_is_reachable(regions, (throng_cell){1, 1}, (throng_cell){2, 2}));
    assert_false(throng_is_reachable(regions, (throng_cell){4, 4}, (throng_cell){3, 3}));
    assert_false(throng_is_reachable(regions, (throng_cell){2, 0}, (throng_cell){2, 0}));
    assert_int_equal(throng_regions_size(regions, 0), 4);
    assert_int_equal(throng_regions_size(regions, 1), 14);
    assert_int_equal(throng_regions_size(regions, 2), 1);
    /* From the first region the cell nearest to (3, 1) is (1, 1); from the second it is (3, 1). */
    throng_cell nearest = {-7, -7};
    assert_true(
        throng_regions_nearest(regions, (throng_cell){0, 0}, (throng_cell){3, 1}, &nearest));
    assert_true(nearest.x == 1 && nearest.y == 1);
    assert_true(
        throng_regions_nearest(regions, (throng_cell){4, 0}, (throng_cell){3, 1}, &nearest));
    assert_true(nearest.x == 3 && nearest.y == 1);
    /* (2, 2) and (1, 3) are one cell from the wall (1, 2): the lower row wins. */
    assert_true(
        throng_regions_nearest(regions, (throng_cell){4, 0}, (throng_cell){1, 2}, &nearest));
    assert_true(nearest.x == 2 && nearest.y == 2);
    assert_true(throng_regions_nearest(regions, (throng_cell){4, 4}, (throng_cell){-100, INT32_MIN},
                                       &nearest));
    assert_true(nearest.x == 4 && nearest.y == 4);
    nearest = (throng_cell){-7, -7};
    assert_false(
        throng_regions_nearest(regions, (throng_cell){2, 0}, (throng_cell){3, 1}, &nearest));
    assert_int_equal(nearest.x, -7);
    assert_result(throng_regions_destroy(regions), THRONG_OK);
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void a_map(test_random *random, int32_t width, int32_t height)
{
    const int kind = test_random_int(random, 0, 4);
    if (kind == 0)
        test_map_any(random, width, height, costs);
    else
        test_map_make(random, width, height, TEST_WALLS_NOISE, 20 + 15 * kind, TEST_PRICES_SMALL,
                      costs);
    if (kind == 1) /* no two passable cells touch but by corners */
        for (int32_t i = 0; i < width * height; i++)
            costs[i] = (i % width + i / width) % 2 ? THRONG_WALL : 1;
}

static throng_rect edit(test_random *random, throng_cost_field *cost)
{
    const throng_grid grid = throng_cost_grid(cost);
    throng_rect r;
    r.x = test_random_int(random, 0, grid.width - 1);
    r.y = test_random_int(random, 0, grid.height - 1);
    r.width = test_random_int(random, 1, grid.width - r.x);
    r.height = test_random_int(random, 1, test_random_int(random, 0, 1) ? 1 : grid.height - r.y);
    const uint8_t value = test_random_int(random, 0, 1) ? THRONG_WALL : 3;
    assert_result(throng_cost_fill(cost, r, value), THRONG_OK);
    for (int32_t y = r.y; y < r.y + r.height; y++)
        memset(costs + y * grid.width + r.x, value, (size_t)r.width);
    return r;
}

static void floods_agree_after_every_edit(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    test_random random = {test_seed("regions", 41)};
    for (int map = 0; map < (test_is_full() ? 600 : 60); map++) {
        const int32_t width = test_random_int(&random, 1, ROOM),
                      height = test_random_int(&random, 1, ROOM);
        const test_ground ground = {width, height, costs};
        const throng_grid grid = throng_grid_default(width, height);
        a_map(&random, width, height);
        throng_cost_field *cost = test_cost_create(context, width, height, costs);
        throng_regions *kept = NULL, *anew = NULL;
        assert_result(throng_regions_create(context, &grid, &kept), THRONG_OK);
        assert_result(throng_regions_create(context, &grid, &anew), THRONG_OK);
        assert_result(throng_regions_build(cost, kept), THRONG_OK);
        assert_regions(kept, &ground);
        for (int step = 0; step < 6; step++) {
            throng_rect changed[3];
            const int32_t count = test_random_int(&random, 1, 3);
            for (int32_t i = 0; i < count; i++)
                changed[i] = edit(&random, cost);
            assert_result(throng_cost_commit(cost), THRONG_OK);
            assert_result(throng_regions_update(cost, changed, count, kept), THRONG_OK);
            assert_regions(kept, &ground);
            assert_result(throng_regions_build(cost, anew), THRONG_OK);
            assert_equal(kept, anew);
            assert_result(throng_regions_update(cost, NULL, 0, kept), THRONG_OK);
        }
        assert_result(throng_regions_destroy(kept), THRONG_OK);
        assert_result(throng_regions_destroy(anew), THRONG_OK);
        assert_result(throng_cost_destroy(cost), THRONG_OK);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* By asking every cell, row by row. */
static bool nearest_of_all(const throng_regions *regions, throng_cell from, throng_cell to,
                           throng_cell *out)
{
    const throng_grid grid = throng_regions_grid(regions);
    int64_t best_sq = -1;
    for (int32_t y = 0; y < grid.height; y++)
        for (int32_t x = 0; x < grid.width; x++) {
            const int64_t dx = x - to.x, dy = y - to.y, distance_sq = dx * dx + dy * dy;
            if (throng_is_reachable(regions, from, (throng_cell){x, y}) &&
                (best_sq < 0 || distance_sq < best_sq)) {
                best_sq = distance_sq;
                *out = (throng_cell){x, y};
            }
        }
    return best_sq >= 0;
}

static void the_nearest_is_nearest(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    test_random random = {test_seed("nearest of a region", 42)};
    for (int map = 0; map < (test_is_full() ? 300 : 40); map++) {
        const int32_t width = test_random_int(&random, 1, ROOM),
                      height = test_random_int(&random, 1, ROOM);
        const throng_grid grid = throng_grid_default(width, height);
        a_map(&random, width, height);
        throng_cost_field *cost = test_cost_create(context, width, height, costs);
        throng_regions *regions = NULL;
        assert_result(throng_regions_create(context, &grid, &regions), THRONG_OK);
        assert_result(throng_regions_build(cost, regions), THRONG_OK);
        for (int i = 0; i < 30; i++) {
            const throng_cell from = {test_random_int(&random, 0, width - 1),
                                      test_random_int(&random, 0, height - 1)};
            const throng_cell to = {test_random_int(&random, -40, width + 40),
                                    test_random_int(&random, -40, height + 40)};
            throng_cell wanted = {-7, -7}, got = {-7, -7};
            assert_int_equal(throng_regions_nearest(regions, from, to, &got),
                             nearest_of_all(regions, from, to, &wanted));
            assert_int_equal(got.x, wanted.x);
            assert_int_equal(got.y, wanted.y);
        }
        assert_result(throng_regions_destroy(regions), THRONG_OK);
        assert_result(throng_cost_destroy(cost), THRONG_OK);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* Reached by integration is reachable, and nothing else. */
static void fields_reach_what_is_reachable(void **state)
{
    (void)state;
    test_random random = {test_seed("regions and fields", 43)};
    for (int map = 0; map < 30; map++) {
        const int32_t width = test_random_int(&random, 1, ROOM),
                      height = test_random_int(&random, 1, ROOM);
        a_map(&random, width, height);
        test_world world = test_world_create(width, height, costs);
        throng_regions *regions = NULL;
        assert_result(throng_regions_create(world.context, &world.grid, &regions), THRONG_OK);
        assert_result(throng_regions_build(world.cost, regions), THRONG_OK);
        const throng_cell goal = {test_random_int(&random, 0, width - 1),
                                  test_random_int(&random, 0, height - 1)};
        if (throng_cost_at(world.cost, goal) != THRONG_WALL) {
            test_world_solve(&world, &goal, 1);
            for (int32_t i = 0; i < width * height; i++) {
                const throng_cell cell = {i % width, i / width};
                assert_int_equal(throng_is_reachable(regions, cell, goal),
                                 throng_integration_at(world.integration, cell) !=
                                     THRONG_UNREACHABLE);
            }
        }
        assert_result(throng_regions_destroy(regions), THRONG_OK);
        test_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_join_nothing),
        cmocka_unit_test(floods_agree_after_every_edit),
        cmocka_unit_test(the_nearest_is_nearest),
        cmocka_unit_test(fields_reach_what_is_reachable),
    };
    return cmocka_run_group_tests_name("regions", tests, NULL, NULL);
}
