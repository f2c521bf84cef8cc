/*
 * sample_test.c: headings by hand, and against the definition written once more in double
 * precision.
 */
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "oracle.h"

#define SIDE_MAX 12
#define POINTS_PER_MAP 400

static throng_point sample_one(const test_world *world, throng_wall_rule rule, float x, float y)
{
    throng_sample_desc desc = throng_sample_desc_default();
    assert_int_equal(desc.wall_rule, THRONG_WALL_RULE_DROP);
    assert_null(desc.terrain);
    desc.wall_rule = rule;
    const throng_flow_field *const fields[] = {world->flow};
    const throng_points points = {.count = 1, .x = &x, .y = &y};
    throng_point heading = {9, 9};
    assert_result(throng_sample(world->context, fields, 1, &desc, &points,
                                (throng_vectors){&heading.x, &heading.y, 0}),
                  THRONG_OK);
    return heading;
}

static void assert_heading(const test_world *world, throng_wall_rule rule, float x, float y,
                           double wanted_x, double wanted_y)
{
    const throng_point heading = sample_one(world, rule, x, y);
    if (!(fabs(heading.x - wanted_x) <= 1e-6 && fabs(heading.y - wanted_y) <= 1e-6))
        fail_msg("rule %d at (%g, %g): the heading is (%.8f, %.8f), not (%.8f, %.8f)", rule,
                 (double)x, (double)y, (double)heading.x, (double)heading.y, wanted_x, wanted_y);
}

static const throng_wall_rule drop = THRONG_WALL_RULE_DROP, repel = THRONG_WALL_RULE_REPEL;

static test_world drawn_world(int32_t width, int32_t height, const char *drawing, throng_cell goal)
{
    uint8_t costs[SIDE_MAX * SIDE_MAX];
    test_draw(drawing, costs);
    test_world world = test_world_create(width, height, costs);
    test_world_solve(&world, &goal, 1);
    return world;
}

static void directions_sit_on_cell_centres(void **state)
{
    (void)state;
    /* Codes: SE S S / E SE S / E E goal. */
    test_world world = drawn_world(3, 3, ".........", (throng_cell){2, 2});
    const double diagonal = sqrt(0.5);
    assert_heading(&world, drop, 0.5f, 0.5f, diagonal, diagonal);
    assert_heading(&world, drop, 1.5f, 0.5f, 0, 1);
    assert_heading(&world, drop, 0.5f, 1.5f, 1, 0);
    /* Half way between SE and S lie 22.5 degrees from S. */
    assert_heading(&world, drop, 1.0f, 0.5f, 0.38268343, 0.92387953);
    assert_heading(&world, drop, 0.5f, 1.0f, 0.92387953, 0.38268343);
    /* A quarter of each of SE, S, E, SE. */
    assert_heading(&world, drop, 1.0f, 1.0f, diagonal, diagonal);
    /* Beside the goal, which is left out: E below, S to the right and SE above left remain. At
     * (1.75, 1.75) the goal and the three others weigh 1, 3, 3 and 9 sixteenths. */
    const double both = (3 + 9 * diagonal) / 16;
    assert_heading(&world, drop, 1.75f, 1.75f, both / hypot(both, both), both / hypot(both, both));
    /* On a line of centres the row below has no weight: SE and S, three to one. */
    const double x = 0.75 * diagonal, y = 0.75 * diagonal + 0.25;
    assert_heading(&world, drop, 1.75f, 1.5f, x / hypot(x, y), y / hypot(x, y));
    test_world_destroy(&world);
}

static void walls_and_cells_without_direction_are_left_out(void **state)
{
    (void)state;
    test_world world = drawn_world(4, 2,
                                   "...."
                                   "####",
                                   (throng_cell){3, 0});
    assert_heading(&world, drop, 1.2f, 0.9f, 1, 0);
    assert_heading(&world, drop, 2.9f, 0.6f, 1, 0);
    /* In the goal, in a wall: nothing. */
    assert_heading(&world, drop, 3.5f, 0.5f, 0, 0);
    assert_heading(&world, drop, 3.1f, 0.9f, 0, 0);
    assert_heading(&world, drop, 1.5f, 1.1f, 0, 0);
    assert_heading(&world, repel, 3.1f, 0.9f, 0, 0);
    assert_heading(&world, repel, 1.5f, 1.1f, 0, 0);
    test_world_destroy(&world);
    /* Without a way: nothing. */
    world = drawn_world(4, 1, "..#.", (throng_cell){3, 0});
    assert_heading(&world, drop, 0.5f, 0.5f, 0, 0);
    assert_heading(&world, repel, 1.9f, 0.5f, 0, 0);
    test_world_destroy(&world);
}

static void what_lies_behind_a_diagonal_wall_is_left_out(void **state)
{
    (void)state;
    /* (1, 1) goes W, its diagonal neighbour (2, 2) across the two walls goes S. */
    test_world world = drawn_world(4, 4,
                                   "...."
                                   "..#."
                                   ".#.."
                                   "....",
                                   (throng_cell){0, 1});
    const throng_cell own = {1, 1}, behind = {2, 2};
    assert_int_equal(throng_flow_at(world.flow, own), THRONG_FLOW_W);
    assert_int_equal(throng_flow_at(world.flow, behind), THRONG_FLOW_S);
    assert_heading(&world, drop, 1.95f, 1.95f, -1, 0);
    /* Just across the corner it is the other way round. */
    assert_heading(&world, drop, 2.05f, 2.05f, 0, 1);
    test_world_destroy(&world);
}

static void walls_repel(void **state)
{
    (void)state;
    /* At (1.2, 1.25) the own cell E weighs 0.7 * 0.75, the cell west of it E 0.3 * 0.75, the wall
     * north of it S 0.7 * 0.25, the wall north-west SE 0.3 * 0.25: (0.803033, 0.228033) before
     * scaling. */
    test_world world = drawn_world(3, 3,
                                   "###"
                                   "..."
                                   "###",
                                   (throng_cell){2, 1});
    assert_heading(&world, repel, 1.2f, 1.25f, 0.96196716, 0.27316475);
    assert_heading(&world, drop, 1.2f, 1.25f, 1, 0);
    /* Mirrored: north of the middle pushed south, south of it north. */
    assert_heading(&world, repel, 1.2f, 1.75f, 0.96196716, -0.27316475);
    assert_heading(&world, repel, 1.2f, 1.5f, 1, 0);
    test_world_destroy(&world);
    /* Off the map counts as a wall. */
    world = drawn_world(3, 1, "...", (throng_cell){2, 0});
    assert_heading(&world, repel, 1.2f, 0.25f, 0.96196716, 0.27316475);
    assert_heading(&world, drop, 1.2f, 0.25f, 1, 0);
    test_world_destroy(&world);
}

static void a_passable_diagonal_with_a_wall_beside_it_repels(void **state)
{
    (void)state;
    /* Own cell (1, 1), side corners (0, 1) free and (1, 0) wall, diagonal corner (0, 0) free, its
     * own direction S; it counts as SE. At (1.25, 1.25): own E 0.5625, W side E 0.1875, wall S
     * 0.1875, SE 0.0625. */
    test_world world = drawn_world(3, 2,
                                   ".##"
                                   "...",
                                   (throng_cell){2, 1});
    assert_int_equal(throng_flow_at(world.flow, (throng_cell){0, 0}), THRONG_FLOW_S);
    const double x = 0.75 + 0.0625 * sqrt(0.5), y = 0.1875 + 0.0625 * sqrt(0.5);
    assert_heading(&world, repel, 1.25f, 1.25f, x / hypot(x, y), y / hypot(x, y));
    test_world_destroy(&world);
}

static void a_goal_diagonal_with_a_wall_beside_it_repels(void **state)
{
    (void)state;
    /* As above with the goal in (0, 0): own W 0.5625, (0, 1) N 0.1875, wall S 0.1875, SE 0.0625.
     * The contract: a diagonal corner that has a wall beside it contributes the direction away from
     * it. */
    test_world world = drawn_world(3, 2,
                                   ".##"
                                   "...",
                                   (throng_cell){0, 0});
    assert_int_equal(throng_flow_at(world.flow, (throng_cell){1, 1}), THRONG_FLOW_W);
    assert_int_equal(throng_flow_at(world.flow, (throng_cell){0, 1}), THRONG_FLOW_N);
    const double x = -0.5625 + 0.0625 * sqrt(0.5), y = 0.0625 * sqrt(0.5);
    assert_heading(&world, repel, 1.25f, 1.25f, x / hypot(x, y), y / hypot(x, y));
    test_world_destroy(&world);
}

static void opposed_directions_leave_the_own_one(void **state)
{
    (void)state;
    test_world world = test_world_create(7, 1, NULL);
    const throng_cell goals[] = {{0, 0}, {6, 0}};
    test_world_solve(&world, goals, 2);
    /* W on cells 1 and 2, E from 3 on; x = 3 belongs to cell 3. */
    assert_heading(&world, drop, 3.0f, 0.5f, 1, 0);
    /* Half the share of 1e-4 on either side still falls back; far more does not. */
    assert_heading(&world, drop, 3.00002f, 0.5f, 1, 0);
    assert_heading(&world, drop, 2.99998f, 0.5f, -1, 0);
    assert_heading(&world, drop, 2.9f, 0.5f, -1, 0);
    assert_heading(&world, drop, 3.1f, 0.5f, 1, 0);
    test_world_destroy(&world);
}

static void a_point_off_the_map_is_moved_to_its_edge(void **state)
{
    (void)state;
    /* Directions: SE S / E goal. */
    test_world world = drawn_world(2, 2, "....", (throng_cell){1, 1});
    const double diagonal = sqrt(0.5);
    assert_heading(&world, drop, -5.0f, -5.0f, diagonal, diagonal);
    assert_heading(&world, drop, 2.0f, 0.5f, 0, 1);
    assert_heading(&world, drop, 1e30f, 0.0f, 0, 1);
    assert_heading(&world, drop, 0.5f, 3.0f, 1, 0);
    assert_heading(&world, drop, -3e38f, 3e38f, 1, 0);
    assert_heading(&world, drop, 9.0f, 9.0f, 0, 0);
    test_world_destroy(&world);
}

static void numbers_that_are_not_finite_give_nothing(void **state)
{
    (void)state;
    test_world world = drawn_world(3, 3, ".........", (throng_cell){2, 2});
    const float huge = (float)HUGE_VAL, bad[] = {huge, -huge, huge - huge, -(huge - huge)};
    for (int i = 0; i < 4; i++)
        for (int rule = 0; rule < 2; rule++) {
            assert_heading(&world, (throng_wall_rule)rule, bad[i], 0.5f, 0, 0);
            assert_heading(&world, (throng_wall_rule)rule, 0.5f, bad[i], 0, 0);
            assert_heading(&world, (throng_wall_rule)rule, bad[i], bad[3 - i], 0, 0);
        }
    test_world_destroy(&world);
}

typedef struct scene {
    const test_world *world;
    throng_wall_rule rule;
} scene;

static int code_at(const scene *scene, int32_t x, int32_t y)
{
    return throng_flow_at(scene->world->flow, (throng_cell){x, y});
}

/* What the cell (x, y) contributes to a point whose own cell is (own_x, own_y); false if nothing.
 */
static bool contribution(const scene *scene, int32_t own_x, int32_t own_y, int32_t x, int32_t y,
                         double *direction_x, double *direction_y)
{
    const int code = code_at(scene, x, y);
    const bool is_wall = code == THRONG_FLOW_WALL;
    const bool is_diagonal = x != own_x && y != own_y;
    const bool has_wall_x = is_diagonal && code_at(scene, x, own_y) == THRONG_FLOW_WALL;
    const bool has_wall_y = is_diagonal && code_at(scene, own_x, y) == THRONG_FLOW_WALL;
    int32_t dx = test_step_x[code <= 8 ? code : 0], dy = test_step_y[code <= 8 ? code : 0];
    if (scene->rule == THRONG_WALL_RULE_REPEL && (is_wall || has_wall_x || has_wall_y)) {
        dx = own_x - x;
        dy = own_y - y;
    } else if (is_wall || (has_wall_x && has_wall_y)) {
        return false;
    }
    const double length = hypot(dx, dy);
    if (length == 0)
        return false;
    *direction_x = dx / length;
    *direction_y = dy / length;
    return true;
}

static int32_t cell_of_coordinate(double coordinate, int32_t cells)
{
    const double cell = floor(coordinate);
    return cell >= cells ? cells - 1 : (int32_t)cell;
}

/* The heading at (x, y) in cells. Returns the length of the blend per weight, or 0 without a
 * heading. */
static double sample_in_double(const scene *scene, double x, double y, double *heading_x,
                               double *heading_y)
{
    const throng_grid *grid = &scene->world->grid;
    x = fmin(fmax(x, 0), grid->width);
    y = fmin(fmax(y, 0), grid->height);
    const int32_t own_x = cell_of_coordinate(x, grid->width);
    const int32_t own_y = cell_of_coordinate(y, grid->height);
    *heading_x = *heading_y = 0;
    if (code_at(scene, own_x, own_y) < 1 || code_at(scene, own_x, own_y) > 8)
        return 0;
    double weight_sum = 0;
    for (int32_t cell_y = own_y - 1; cell_y <= own_y + 1; cell_y++)
        for (int32_t cell_x = own_x - 1; cell_x <= own_x + 1; cell_x++) {
            /* Bilinear: a tent of one cell each way around every centre. */
            const double weight =
                fmax(0, 1 - fabs(x - cell_x - 0.5)) * fmax(0, 1 - fabs(y - cell_y - 0.5));
            double direction_x, direction_y;
            if (weight == 0 ||
                !contribution(scene, own_x, own_y, cell_x, cell_y, &direction_x, &direction_y))
                continue;
            weight_sum += weight;
            *heading_x += weight * direction_x;
            *heading_y += weight * direction_y;
        }
    const double length = hypot(*heading_x, *heading_y);
    *heading_x /= length;
    *heading_y /= length;
    return length / weight_sum;
}

static bool is_on_a_border(double x, double y)
{
    return fabs(x - round(x)) < 1e-3 || fabs(y - round(y)) < 1e-3;
}

static void assert_as_defined(const scene *scene, double cell_x, double cell_y,
                              throng_point heading, int *compared)
{
    if (is_on_a_border(cell_x, cell_y))
        return;
    double wanted_x, wanted_y;
    const double share = sample_in_double(scene, cell_x, cell_y, &wanted_x, &wanted_y);
    if (share > 0 && share < 0.02)
        return;
    /* A blend that nearly cancels turns faster than the point moves. */
    const double tolerance = share > 0 ? 1e-5 / fmin(1, share) : 0;
    if (!(fabs(heading.x - wanted_x) <= tolerance && fabs(heading.y - wanted_y) <= tolerance))
        fail_msg("rule %d, %d x %d, at (%.6f, %.6f) in cells: (%.8f, %.8f), not (%.8f, %.8f)",
                 scene->rule, scene->world->grid.width, scene->world->grid.height, cell_x, cell_y,
                 (double)heading.x, (double)heading.y, wanted_x, wanted_y);
    ++*compared;
}

/* Returns how many points were compared; the others are near a threshold. */
static int compare_points(test_random *random, const scene *scene)
{
    const throng_grid *grid = &scene->world->grid;
    float x[POINTS_PER_MAP], y[POINTS_PER_MAP];
    throng_point headings[POINTS_PER_MAP];
    for (int i = 0; i < POINTS_PER_MAP; i++) {
        const float cell_x = test_random_float(random, -1.5f, (float)grid->width + 1.5f);
        const float cell_y = test_random_float(random, -1.5f, (float)grid->height + 1.5f);
        x[i] = grid->origin_x + grid->cell_size * cell_x;
        y[i] = grid->origin_y + grid->cell_size * cell_y;
    }
    throng_sample_desc desc = throng_sample_desc_default();
    desc.wall_rule = scene->rule;
    const throng_flow_field *const fields[] = {scene->world->flow};
    const throng_points points = {.count = POINTS_PER_MAP, .x = x, .y = y};
    assert_result(throng_sample(scene->world->context, fields, 1, &desc, &points,
                                (throng_vectors){&headings[0].x, &headings[0].y, sizeof *headings}),
                  THRONG_OK);
    int compared = 0;
    for (int i = 0; i < POINTS_PER_MAP; i++)
        assert_as_defined(scene, ((double)x[i] - grid->origin_x) / grid->cell_size,
                          ((double)y[i] - grid->origin_y) / grid->cell_size, headings[i],
                          &compared);
    return compared;
}

static void headings_equal_the_definition_in_double(void **state)
{
    (void)state;
    test_random random = {test_seed("headings", 1)};
    const int rounds = test_is_full() ? 1500 : 150;
    int compared = 0;
    for (int round = 0; round < rounds; round++) {
        throng_grid grid = throng_grid_default(test_random_int(&random, 1, SIDE_MAX),
                                               test_random_int(&random, 1, SIDE_MAX));
        grid.cell_size = test_random_float(&random, 0.5f, 4);
        grid.origin_x = test_random_float(&random, -20, 20);
        grid.origin_y = test_random_float(&random, -20, 20);
        uint8_t costs[SIDE_MAX * SIDE_MAX];
        test_map_any(&random, grid.width, grid.height, costs);
        throng_cell goals[3];
        const int32_t goal_count = test_random_int(&random, 1, 3);
        for (int32_t i = 0; i < goal_count; i++)
            goals[i] = (throng_cell){test_random_int(&random, 0, grid.width - 1),
                                     test_random_int(&random, 0, grid.height - 1)};
        costs[goals[0].y * grid.width + goals[0].x] = 1;
        test_world world = test_world_on_grid(grid, costs);
        test_world_solve(&world, goals, goal_count);
        for (int rule = 0; rule < 2; rule++)
            compared += compare_points(&random, &(scene){&world, (throng_wall_rule)rule});
        test_world_destroy(&world);
    }
    print_message("%d of %d points compared\n", compared, rounds * 2 * POINTS_PER_MAP);
    assert_true(compared > rounds * 2 * POINTS_PER_MAP * 8 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_sit_on_cell_centres),
        cmocka_unit_test(walls_and_cells_without_direction_are_left_out),
        cmocka_unit_test(what_lies_behind_a_diagonal_wall_is_left_out),
        cmocka_unit_test(walls_repel),
        cmocka_unit_test(a_passable_diagonal_with_a_wall_beside_it_repels),
        cmocka_unit_test(a_goal_diagonal_with_a_wall_beside_it_repels),
        cmocka_unit_test(opposed_directions_leave_the_own_one),
        cmocka_unit_test(a_point_off_the_map_is_moved_to_its_edge),
        cmocka_unit_test(numbers_that_are_not_finite_give_nothing),
        cmocka_unit_test(headings_equal_the_definition_in_double),
    };
    return cmocka_run_group_tests_name("sample", tests, NULL, NULL);
}
