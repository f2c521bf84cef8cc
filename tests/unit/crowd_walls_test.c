/*
 * crowd_walls_test.c: walls hold. Random maps, speeds, radii, pushes and steps: no centre is ever
 * in a wall, and no substep crosses one or squeezes between two that touch at a corner.
 */
#include "crowd_world.h"

#include <math.h>
#include <stdlib.h>

#include "../../tools/quality/geometry.h"
#include "maps.h"
#include "random.h"

enum { SIDE_MAX = 24, COUNT = 40 };

/* Cells. Grazing a wall by a rounding error is no crossing: a float has steps of 2e-6 at 24. */
#define GRAZE 1e-5

typedef struct maze {
    crowd_world world;
    uint8_t costs[2][SIDE_MAX * SIDE_MAX]; /* of the two groups */
    throng_cost_field *second_cost;
    int32_t width, height;
    double cell_size;
    throng_agent_id ids[COUNT];
    throng_agent_desc before[COUNT];
} maze;

/* One group walks on the first ground, one stands idle on the second, whose walls are others. */
static void open_maze(maze *all, test_random *random)
{
    const float cell_sizes[] = {1, 0.5f, 2, 1};
    const int32_t walls = test_random_int(random, 0, 5) ? TEST_WALLS_NOISE : TEST_WALLS_MAZE;
    all->width = test_random_int(random, 3, SIDE_MAX);
    all->height = test_random_int(random, 3, SIDE_MAX);
    for (int32_t k = 0; k < 2; k++)
        test_map_make(random, all->width, all->height, (test_walls)walls,
                      test_random_int(random, 0, 55), TEST_PRICES_SMALL, all->costs[k]);
    throng_grid grid = throng_grid_default(all->width, all->height);
    grid.cell_size = cell_sizes[test_random_int(random, 0, 3)];
    all->cell_size = (double)grid.cell_size;
    int32_t goal = test_random_int(random, 0, all->width * all->height - 1);
    all->costs[0][goal] = 1;
    all->world.ground = test_world_on_grid(grid, all->costs[0]);
    crowd_world_solve(&all->world, goal % all->width, goal / all->width);
    assert_ok(throng_cost_create(all->world.ground.context, &grid, &all->second_cost));
    assert_ok(
        throng_cost_write(all->second_cost, test_whole(grid), all->costs[1], (size_t)all->width));
    assert_ok(throng_cost_commit(all->second_cost));
}

static void close_maze(maze *all)
{
    assert_ok(throng_crowd_destroy(all->world.crowd));
    all->world.crowd = NULL;
    assert_ok(throng_cost_destroy(all->second_cost));
    crowd_world_close(&all->world);
}

/* COUNT agents of up to `speed_most` radii a second at random free places. */
static void populate(maze *all, test_random *random, float substep, float speed_most)
{
    const float cell = (float)all->cell_size;
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = all->world.ground.grid;
    desc.substep = substep;
    assert_ok(throng_crowd_create(all->world.ground.context, &desc, &all->world.crowd));
    crowd_world_add_walkers(&all->world);
    throng_group_desc idle = throng_group_desc_default();
    idle.cost = all->second_cost;
    idle.separation_strength = 16;
    int32_t group = -1;
    assert_ok(throng_crowd_add_group(all->world.crowd, &idle, &group));
    for (int32_t i = 0; i < COUNT; i++) {
        throng_agent_desc agent = crowd_agent_at(0, 0, test_random_int(random, 0, 1));
        const float radius = test_random_float(random, 0, 1);
        agent.radius = cell * (0.05f + 2.95f * radius * radius);
        agent.max_speed = test_random_float(random, 0, 1) * speed_most * agent.radius;
        agent.max_speed = agent.max_speed < 60 ? agent.max_speed : 60;
        agent.max_acceleration = test_random_int(random, 0, 1) ? 0 : 1e4f;
        const throng_point wanted = {cell * test_random_float(random, 0, (float)all->width),
                                     cell * test_random_float(random, 0, (float)all->height)};
        const throng_cost_field *const ground =
            agent.group == 0 ? all->world.ground.cost : all->second_cost;
        throng_point place;
        if (!throng_cost_nearest_free(ground, wanted, &place)) {
            all->ids[i] = THRONG_AGENT_NONE;
            continue;
        }
        agent.x = place.x;
        agent.y = place.y;
        all->ids[i] = crowd_add(all->world.crowd, &agent);
    }
}

/* True for walls and off the map, in the costs of a group. */
static bool is_wall(const maze *all, int32_t group, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= all->width || y >= all->height)
        return true;
    return all->costs[group][y * all->width + x] == THRONG_WALL;
}

/* True if the segment passes from one free quarter round a corner to the opposite one while the
 * other two are walls. A place on the border belongs to the cell east or south of it. */
static bool squeezes(const maze *all, int32_t group, quality_segment way, int32_t x, int32_t y)
{
    const bool west = is_wall(all, group, x - 1, y - 1), east = is_wall(all, group, x, y - 1);
    const bool south_west = is_wall(all, group, x - 1, y), south_east = is_wall(all, group, x, y);
    const bool falls = east && south_west && !west && !south_east;
    const bool rises = west && south_east && !east && !south_west;
    if (!falls && !rises)
        return false;
    const bool changes_side = (way.x0 < x) != (way.x1 < x);
    const bool changes_height = (way.y0 < y) != (way.y1 < y);
    return changes_side && changes_height && quality_distance_to_segment(way, x, y) < GRAZE;
}

/* Fails if the way leads through a wall, or between two that touch at a corner. */
static void check_way(const maze *all, int32_t group, quality_segment way)
{
    const int32_t left = (int32_t)floor(fmin(way.x0, way.x1));
    const int32_t right = (int32_t)floor(fmax(way.x0, way.x1)) + 1;
    const int32_t top = (int32_t)floor(fmin(way.y0, way.y1));
    const int32_t bottom = (int32_t)floor(fmax(way.y0, way.y1)) + 1;
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            const bool wall = is_wall(all, group, x, y);
            if (wall && quality_length_within(way, x, y) > GRAZE)
                fail_msg("from %.9g, %.9g to %.9g, %.9g through wall %d, %d", way.x0, way.y0,
                         way.x1, way.y1, x, y);
            if (squeezes(all, group, way, x, y))
                fail_msg("from %.9g, %.9g to %.9g, %.9g past corner %d, %d", way.x0, way.y0, way.x1,
                         way.y1, x, y);
        }
    }
}

/* Fails if the agent is in a wall, or, if `is_substep`, if its way since `before` was not free. */
static void check_agent(const maze *all, int32_t i, bool is_substep)
{
    const throng_agent_desc now = crowd_get(all->world.crowd, all->ids[i]);
    const throng_agent_desc *const before = &all->before[i];
    assert_true(isfinite(now.x) && isfinite(now.y));
    assert_true(isfinite(now.velocity_x) && isfinite(now.velocity_y));
    /* Cell sizes are powers of two, so that these divisions are exact. */
    const quality_segment way = {(double)before->x / all->cell_size,
                                 (double)before->y / all->cell_size, (double)now.x / all->cell_size,
                                 (double)now.y / all->cell_size};
    if (is_wall(all, now.group, (int32_t)floor(way.x1), (int32_t)floor(way.y1)))
        fail_msg("agent %d is in a wall at %.9g, %.9g", i, way.x1, way.y1);
    if (is_substep && !crowd_count_events(all->world.crowd, THRONG_EVENT_RELOCATED, all->ids[i]))
        check_way(all, now.group, way);
}

/* The host meddles: pushes of up to 60 m/s, and now and then a teleport, also into walls. */
static void push_some(maze *all, test_random *random)
{
    for (int32_t i = 0; i < COUNT; i++) {
        if (all->ids[i] == THRONG_AGENT_NONE || test_random_int(random, 0, 3))
            continue;
        assert_ok(throng_crowd_set_velocity(all->world.crowd, all->ids[i],
                                            test_random_float(random, -60, 60),
                                            test_random_float(random, -60, 60)));
        if (test_random_int(random, 0, 20))
            continue;
        const throng_point place = {
            (float)all->cell_size * test_random_float(random, -2, (float)all->width + 2),
            (float)all->cell_size * test_random_float(random, -2, (float)all->height + 2)};
        assert_ok(throng_crowd_set_position(all->world.crowd, all->ids[i], place));
    }
}

static void step_and_check(maze *all, float dt, bool is_substep)
{
    throng_crowd_report report;
    for (int32_t i = 0; i < COUNT; i++) {
        if (all->ids[i] != THRONG_AGENT_NONE)
            all->before[i] = crowd_get(all->world.crowd, all->ids[i]);
    }
    assert_ok(throng_crowd_step(all->world.crowd, dt));
    assert_ok(throng_crowd_inspect(all->world.crowd, &report));
    assert_int_equal(report.in_wall, 0);
    if (is_substep)
        assert_int_equal(report.substeps, 1);
    for (int32_t i = 0; i < COUNT; i++) {
        if (all->ids[i] != THRONG_AGENT_NONE)
            check_agent(all, i, is_substep);
    }
}

static void no_substep_crosses_a_wall(void **state)
{
    (void)state;
    test_random random = {test_seed("crowd walls, substeps", 41)};
    const int32_t trials = test_is_full() ? 2000 : 150;
    for (int32_t trial = 0; trial < trials; trial++) {
        static maze all;
        open_maze(&all, &random);
        /* h = 0.3 / most radii a second; the step is a little shorter than that. */
        const float most = test_random_float(&random, 3, 72);
        populate(&all, &random, 0.1f, most);
        for (int32_t turn = 0; turn < 60; turn++) {
            push_some(&all, &random);
            step_and_check(&all, 0.299f / most, true);
        }
        close_maze(&all);
    }
}

static void no_step_ends_in_a_wall(void **state)
{
    (void)state;
    test_random random = {test_seed("crowd walls, steps", 42)};
    const int32_t trials = test_is_full() ? 400 : 40;
    const float times[] = {1.0f / 240, 1.0f / 60, 0.05f, 0.2f, 0.5f, 3};
    for (int32_t trial = 0; trial < trials; trial++) {
        static maze all;
        open_maze(&all, &random);
        populate(&all, &random, 1.0f / 60.0f, trial % 4 ? 20 : 300);
        for (int32_t turn = 0; turn < 12; turn++) {
            push_some(&all, &random);
            step_and_check(&all, times[test_random_int(&random, 0, 5)], false);
        }
        close_maze(&all);
    }
}

/* A closed pen of 6 x 6 m for 300 agents, of whom 127 would fit: nobody gets out. */
static void a_pen_that_is_too_small_leaks_nobody(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "............", "............", "..########..", "..#......#..",
        "..#......#..", "..#......#..", "..#......#..", "..#......#..",
        "..#......#..", "..########..", "............", "............",
    };
    const float times[] = {1.0f / 60, 0.1f, 0.5f};
    for (int32_t trial = 0; trial < 3; trial++) {
        test_random random = {test_seed("crowd walls, pen", 43)};
        crowd_world world;
        crowd_world_draw(&world, 1, rows, 12);
        crowd_world_populate(&world, 300);
        crowd_world_add_idlers(&world);
        throng_agent_id ids[300];
        for (int32_t i = 0; i < 300; i++) {
            throng_agent_desc desc = crowd_agent_at(0, 0, 0);
            desc.x = test_random_float(&random, 3, 9);
            desc.y = test_random_float(&random, 3, 9);
            ids[i] = crowd_add(world.crowd, &desc);
        }
        for (int32_t turn = 0; turn < 60; turn++) {
            assert_ok(throng_crowd_step(world.crowd, times[trial]));
            for (int32_t i = 0; i < 300; i++) {
                const throng_agent_desc now = crowd_get(world.crowd, ids[i]);
                assert_true(now.x >= 3 && now.x < 9 && now.y >= 3 && now.y < 9);
            }
        }
        crowd_world_close(&world);
    }
}

/* The gap between two walls that touch at a corner is no door, from either side, at any aim, also
 * for agents whose substep is long enough to jump over the corner. */
static void nobody_squeezes_through_a_diagonal_gap(void **state)
{
    (void)state;
    static const char *const rows[] = {"..##", "..##", "##..", "##.."};
    test_random random = {test_seed("crowd walls, gap", 44)};
    for (int32_t trial = 0; trial < 1500; trial++) {
        crowd_world world;
        crowd_world_draw(&world, 1, rows, 4);
        crowd_world_populate(&world, 1);
        crowd_world_add_idlers(&world);
        const bool is_north_west = trial % 2;
        const float sign = is_north_west ? -1 : 1;
        throng_agent_desc desc = crowd_agent_at(2, 2, 0);
        desc.x += sign * test_random_float(&random, 1e-4f, 0.3f);
        desc.y += sign * test_random_float(&random, 1e-4f, 0.3f);
        desc.radius = test_random_float(&random, 0.05f, 1);
        desc.max_speed = 60;
        /* Towards the corner or a little beside it. */
        const float aim = trial % 3 ? test_random_float(&random, -0.02f, 0.02f) : 0.0f;
        const float to_x = 2 + aim - desc.x, to_y = 2 - desc.y;
        const float speed = 59 / sqrtf(to_x * to_x + to_y * to_y);
        desc.velocity_x = to_x * speed;
        desc.velocity_y = to_y * speed;
        const throng_agent_id id = crowd_add(world.crowd, &desc);
        for (int32_t turn = 0; turn < 20; turn++) {
            assert_ok(throng_crowd_set_velocity(world.crowd, id, desc.velocity_x, desc.velocity_y));
            assert_ok(throng_crowd_step(world.crowd, 0.299f * desc.radius / 60));
            const throng_agent_desc now = crowd_get(world.crowd, id);
            assert_true((now.x < 2) == is_north_west && (now.y < 2) == is_north_west);
        }
        crowd_world_close(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_substep_crosses_a_wall),
        cmocka_unit_test(no_step_ends_in_a_wall),
        cmocka_unit_test(a_pen_that_is_too_small_leaks_nobody),
        cmocka_unit_test(nobody_squeezes_through_a_diagonal_gap),
    };
    return cmocka_run_group_tests_name("crowd walls", tests, NULL, NULL);
}
