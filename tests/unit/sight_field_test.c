/* Sight fields: every cell against the line of sight to every goal. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "random.h"
#include "sight_oracle.h"

typedef struct scene {
    throng_context *context;
    throng_cost_field *cost;
    throng_sight_field *sight;
    throng_grid grid;
} scene;

static scene open_scene(throng_context *context, int32_t width, int32_t height,
                        const uint8_t *costs)
{
    scene s = {.context = context, .grid = throng_grid_default(width, height)};
    s.cost = test_cost_create(context, width, height, costs);
    assert_result(throng_sight_create(context, &s.grid, &s.sight), THRONG_OK);
    return s;
}

static void close_scene(scene *s)
{
    assert_result(throng_sight_destroy(s->sight), THRONG_OK);
    assert_result(throng_cost_destroy(s->cost), THRONG_OK);
}

static bool line_says(const scene *s, throng_cell cell, const throng_cell *goals, int32_t count,
                      int32_t radius_256)
{
    for (int32_t g = 0; g < count; g++) {
        bool is_seen = false;
        assert_result(throng_line_of_sight_cells(s->cost, cell, goals[g], radius_256, &is_seen),
                      THRONG_OK);
        if (is_seen)
            return true;
    }
    return false;
}

/* Every cell, and the bits beyond the width. Returns the number of cells that see a goal. */
static int32_t assert_field(const scene *s, const throng_cell *goals, int32_t count,
                            int32_t radius_256, const char *what)
{
    const int32_t width = s->grid.width, word_count = (width + 63) / 64;
    const uint64_t *words = throng_sight_words(s->sight);
    int32_t seen_count = 0;
    assert_non_null(words);
    for (int32_t y = 0; y < s->grid.height; y++)
        for (int32_t x = 0; x < word_count * 64; x++) {
            const throng_cell cell = {x, y};
            const bool wanted = x < width && line_says(s, cell, goals, count, radius_256);
            const bool got = words[y * word_count + x / 64] >> (x % 64) & 1;
            if (got != wanted)
                fail_msg("%s: cell (%d, %d) of %d x %d, goal (%d, %d), radius %d: %d", what, x, y,
                         width, s->grid.height, goals[0].x, goals[0].y, radius_256, got);
            if (x < width)
                assert_int_equal(throng_sight_at(s->sight, cell), got);
            seen_count += got;
        }
    return seen_count;
}

static throng_cell free_cell(test_random *random, const scene *s)
{
    throng_cell cell = {0, 0};
    for (int i = 0; i < 50; i++) {
        cell = (throng_cell){test_random_int(random, 0, s->grid.width - 1),
                             test_random_int(random, 0, s->grid.height - 1)};
        if (throng_cost_at(s->cost, cell) != THRONG_WALL)
            break;
    }
    return cell;
}

static void assert_picture(const scene *s, const char *picture)
{
    for (int32_t y = 0; y < s->grid.height; y++)
        for (int32_t x = 0; x < s->grid.width; x++)
            if (throng_sight_at(s->sight, (throng_cell){x, y}) !=
                (picture[y * s->grid.width + x] == 'o'))
                fail_msg("cell (%d, %d) should be %c", x, y, picture[y * s->grid.width + x]);
}

static void pillars_throw_shadows(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    uint8_t costs[35];
    test_draw("......."
              "......."
              "...#..."
              "......."
              ".......",
              costs);
    scene s = open_scene(context, 7, 5, costs);
    const throng_cell above = {3, 0};
    assert_result(throng_sight(s.cost, &above, 1, 0, s.sight), THRONG_OK);
    /* From (3.5, 0.5) the wall's corners (3, 2) and (4, 2) stand at slopes -1/3 and 1/3. Cells of
     * row 3 lie at i / 3: those at 1/3 touch the corner. Row 4: 1/4 is hidden, 2/4 free. */
    assert_picture(&s, "ooooooo"
                       "ooooooo"
                       "ooo-ooo"
                       "oo---oo"
                       "oo---oo");
    const throng_cell both[2] = {{3, 0}, {0, 4}};
    assert_result(throng_sight(s.cost, both, 2, 0, s.sight), THRONG_OK);
    assert_field(&s, both, 2, 0, "two goals");
    assert_true(throng_sight_at(s.sight, (throng_cell){3, 4}));
    /* A disc of 127 / 256 sees no cell whose own disc touches: all here are half a cell away. */
    assert_result(throng_sight(s.cost, &above, 1, 127, s.sight), THRONG_OK);
    assert_true(throng_sight_at(s.sight, (throng_cell){0, 0}));
    assert_false(throng_sight_at(s.sight, (throng_cell){2, 3}));
    assert_field(&s, &above, 1, 127, "disc");
    /* Of one cell: the goal's own disc is over the edge. */
    assert_result(throng_sight(s.cost, &above, 1, 256, s.sight), THRONG_OK);
    assert_picture(&s, "-----------------------------------");
    close_scene(&s);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void oracle_and_field_agree(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    test_random random = {test_seed("sight fields by the oracle", 21)};
    static const int32_t radii[] = {0, 0, 1, 100, 127, 128, 181, 200, 256, 400, 800};
    uint8_t costs[33 * 33];
    for (int map = 0; map < 60; map++) {
        const int32_t width = test_random_int(&random, 1, 33),
                      height = test_random_int(&random, 1, 33);
        test_map_make(&random, width, height, TEST_WALLS_NOISE, test_random_int(&random, 0, 12),
                      TEST_PRICES_SMALL, costs);
        scene s = open_scene(context, width, height, costs);
        const test_ground ground = {width, height, costs};
        const throng_cell goal = free_cell(&random, &s);
        const int32_t radius_256 = radii[test_random_int(&random, 0, 10)];
        if (throng_cost_at(s.cost, goal) != THRONG_WALL) {
            assert_result(throng_sight(s.cost, &goal, 1, radius_256, s.sight), THRONG_OK);
            for (int32_t y = 0; y < height; y++)
                for (int32_t x = 0; x < width; x++)
                    assert_int_equal(throng_sight_at(s.sight, (throng_cell){x, y}),
                                     test_cells_see(&ground, x, y, goal.x, goal.y, radius_256));
        }
        close_scene(&s);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* Every radius, and walls, goals and edges that are close to each other. */
static void small_maps_with_few_walls(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    test_random random = {test_seed("small sight fields", 23)};
    for (int map = 0; map < (test_is_full() ? 200000 : 5000); map++) {
        uint8_t costs[100];
        const int32_t width = test_random_int(&random, 3, 10);
        const int32_t height = test_random_int(&random, 3, 10);
        memset(costs, 1, sizeof costs);
        for (int i = test_random_int(&random, 1, 3); i > 0; i--)
            costs[test_random_int(&random, 0, width * height - 1)] = THRONG_WALL;
        scene s = open_scene(context, width, height, costs);
        const throng_cell goal = free_cell(&random, &s);
        const int32_t radius_256 = test_random_int(&random, 0, 700);
        if (throng_sight(s.cost, &goal, 1, radius_256, s.sight) == THRONG_OK)
            assert_field(&s, &goal, 1, radius_256, "small map");
        close_scene(&s);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void random_map(test_random *random, int32_t width, int32_t height, uint8_t *costs)
{
    switch (test_random_int(random, 0, 3)) {
    case 0:
        test_map_any(random, width, height, costs);
        break;
    case 1: /* long shadows */
        memset(costs, 1, (size_t)width * (size_t)height);
        for (int i = test_random_int(random, 0, 12); i > 0; i--)
            costs[test_random_int(random, 0, width * height - 1)] = THRONG_WALL;
        break;
    default:
        test_map_make(random, width, height, TEST_WALLS_NOISE, test_random_int(random, 0, 10),
                      TEST_PRICES_SMALL, costs);
    }
}

static void every_cell_is_as_its_line(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    test_random random = {test_seed("sight fields", 22)};
    static const int32_t radii[] = {0,   0,   0,   1,   30,  127, 128,  129,  181,
                                    182, 200, 255, 256, 257, 640, 1500, 16384};
    const int32_t room = 200;
    uint8_t *costs = malloc((size_t)(room * room));
    assert_non_null(costs);
    int32_t seen_count = 0;
    for (int map = 0; map < (test_is_full() ? 4000 : 300); map++) {
        const int32_t most = map % 10 ? 40 : room;
        const int32_t width = test_random_int(&random, 1, most),
                      height = test_random_int(&random, 1, most);
        random_map(&random, width, height, costs);
        scene s = open_scene(context, width, height, costs);
        for (int i = 0; i < 4; i++) {
            const int32_t radius_256 = radii[test_random_int(&random, 0, 16)];
            const int32_t goal_count = i == 3 ? test_random_int(&random, 1, 4) : 1;
            throng_cell goals[4];
            bool is_any_free = false;
            for (int32_t g = 0; g < goal_count; g++) {
                goals[g] = free_cell(&random, &s);
                is_any_free |= throng_cost_at(s.cost, goals[g]) != THRONG_WALL;
            }
            const throng_result result =
                throng_sight(s.cost, goals, goal_count, radius_256, s.sight);
            assert_result(result, is_any_free ? THRONG_OK : THRONG_ERROR_GOAL);
            if (is_any_free) {
                char what[64];
                snprintf(what, sizeof what, "map %d, look %d", map, i);
                seen_count += assert_field(&s, goals, goal_count, radius_256, what);
            }
            /* The next look is over an edited map. */
            const throng_cell place = free_cell(&random, &s);
            if (i % 2) {
                assert_result(
                    throng_cost_fill(s.cost, (throng_rect){place.x, place.y, 1, 1}, THRONG_WALL),
                    THRONG_OK);
                assert_result(throng_cost_commit(s.cost), THRONG_OK);
            }
        }
        close_scene(&s);
    }
    assert_true(seen_count > 10000);
    free(costs);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* Some places along the strip, and those around the wall in its middle. */
static void assert_strip(const scene *s, bool is_tall, throng_cell goal, int32_t radius_256)
{
    int32_t seen_count = 0, count = 0;
    for (int32_t i = 0; i<THRONG_SIDE_MAX; i += i> 8980 && i < 9020 ? 1 : 61)
        for (int32_t k = 0; k < 3; k++, count++) {
            const throng_cell cell = {is_tall ? k : i, is_tall ? i : k};
            const bool is_seen = throng_sight_at(s->sight, cell);
            assert_int_equal(is_seen, line_says(s, cell, &goal, 1, radius_256));
            seen_count += is_seen;
        }
    assert_in_range(seen_count, count / 3, count - 2);
}

/* Slopes with the largest denominators, and directions that leave a strip at once. */
static void strips_are_seen_from_end_to_end(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    for (int is_tall = 0; is_tall < 2; is_tall++) {
        const int32_t width = is_tall ? 3 : THRONG_SIDE_MAX, height = is_tall ? THRONG_SIDE_MAX : 3;
        scene s = open_scene(context, width, height, NULL);
        const throng_cell wall = is_tall ? (throng_cell){1, 9000} : (throng_cell){9000, 1};
        assert_result(throng_cost_fill(s.cost, (throng_rect){wall.x, wall.y, 1, 1}, THRONG_WALL),
                      THRONG_OK);
        assert_result(throng_cost_commit(s.cost), THRONG_OK);
        const throng_cell goal = {0, 0};
        for (int32_t radius_256 = 0; radius_256 < 128; radius_256 += 127) {
            assert_result(throng_sight(s.cost, &goal, 1, radius_256, s.sight), THRONG_OK);
            assert_strip(&s, is_tall, goal, radius_256);
        }
        close_scene(&s);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void maps_of_another_context_are_read_anew(void **state)
{
    (void)state;
    throng_context *mine = test_context_create();
    throng_sight_field *sight = NULL;
    const throng_grid grid = throng_grid_default(3, 1);
    assert_result(throng_sight_create(mine, &grid, &sight), THRONG_OK);
    const throng_cell goal = {0, 0}, end = {2, 0};
    uint8_t costs[3];
    for (int i = 0; i < 4; i++) {
        throng_context *theirs = test_context_create();
        test_draw(i % 2 ? ".#." : "...", costs);
        throng_cost_field *cost = test_cost_create(theirs, 3, 1, costs);
        assert_result(throng_sight(cost, &goal, 1, 0, sight), THRONG_OK);
        assert_int_equal(throng_sight_at(sight, end), i % 2 == 0);
        assert_result(throng_cost_destroy(cost), THRONG_OK);
        assert_result(throng_context_destroy(theirs), THRONG_OK);
    }
    assert_result(throng_sight_destroy(sight), THRONG_OK);
    assert_result(throng_context_destroy(mine), THRONG_OK);
}

static void a_field_says_what_it_holds(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    scene s = open_scene(context, 70, 2, NULL);
    assert_false(throng_sight_is_solved(s.sight));
    assert_null(throng_sight_words(s.sight));
    assert_true(throng_sight_hash(s.sight) == 0);
    assert_false(throng_sight_at(s.sight, (throng_cell){0, 0}));
    assert_int_equal(throng_sight_grid(s.sight).width, 70);
    const throng_cell goals[2] = {{69, 1}, {69, 1}};
    assert_result(throng_sight(s.cost, goals, 2, 0, s.sight), THRONG_OK);
    assert_true(throng_sight_is_solved(s.sight));
    const uint64_t *words = throng_sight_words(s.sight);
    for (int i = 0; i < 4; i++)
        assert_true(words[i] == (i % 2 ? 63 : UINT64_MAX));
    const uint64_t hash = throng_sight_hash(s.sight);
    assert_true(hash != 0);
    assert_result(throng_sight(s.cost, goals, 1, 0, s.sight), THRONG_OK);
    assert_true(throng_sight_hash(s.sight) == hash);
    close_scene(&s);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* Until a wall comes or goes, by whatever call; prices do not count. */
static void a_field_is_current_as_long_as_walls_stay(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    scene s = open_scene(context, 20, 10, NULL);
    const throng_cell goal = {5, 5};
    const throng_rect some = {2, 2, 3, 3}, one = {3, 3, 1, 1};
    assert_false(throng_sight_is_current(s.sight, s.cost)); /* without a result */
    assert_result(throng_sight(s.cost, &goal, 1, 0, s.sight), THRONG_OK);
    assert_true(throng_sight_is_current(s.sight, s.cost));
    assert_false(throng_sight_is_current(s.sight, NULL));
    assert_false(throng_sight_is_current(NULL, s.cost));
    throng_cost_field *other = test_cost_create(context, 20, 10, NULL);
    assert_false(throng_sight_is_current(s.sight, other));
    assert_result(throng_cost_destroy(other), THRONG_OK);

    const uint8_t dear[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, wall = 255;
    assert_result(throng_cost_write(s.cost, some, dear, 3), THRONG_OK);
    assert_result(throng_cost_fill(s.cost, some, 254), THRONG_OK);
    assert_result(throng_cost_commit(s.cost), THRONG_OK);
    assert_true(throng_sight_is_current(s.sight, s.cost));
    for (int way = 0; way < 4; way++) {
        throng_layer_desc table = throng_layer_desc_default();
        table.cost[7] = 255;
        const uint8_t id = 7;
        const throng_point centre = {3.5f, 3.5f};
        assert_result(way == 0   ? throng_cost_fill(s.cost, one, wall)
                      : way == 1 ? throng_cost_write(s.cost, one, &wall, 1)
                      : way == 2 ? throng_cost_stamp_disc(s.cost, centre, 0.2f, wall)
                                 : throng_cost_derive(s.cost, one, &id, 1, &table),
                      THRONG_OK);
        assert_false(throng_sight_is_current(s.sight, s.cost));
        assert_result(throng_cost_commit(s.cost), THRONG_OK);
        assert_result(throng_sight(s.cost, &goal, 1, 0, s.sight), THRONG_OK);
        assert_false(throng_sight_at(s.sight, (throng_cell){1, 1}));
        assert_true(throng_sight_is_current(s.sight, s.cost));
        assert_result(throng_cost_fill(s.cost, one, 1), THRONG_OK);
        assert_false(throng_sight_is_current(s.sight, s.cost));
        assert_result(throng_cost_commit(s.cost), THRONG_OK);
        assert_result(throng_sight(s.cost, &goal, 1, 0, s.sight), THRONG_OK);
        assert_true(throng_sight_at(s.sight, (throng_cell){1, 1}));
    }
    close_scene(&s);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pillars_throw_shadows),
        cmocka_unit_test(oracle_and_field_agree),
        cmocka_unit_test(small_maps_with_few_walls),
        cmocka_unit_test(every_cell_is_as_its_line),
        cmocka_unit_test(strips_are_seen_from_end_to_end),
        cmocka_unit_test(maps_of_another_context_are_read_anew),
        cmocka_unit_test(a_field_says_what_it_holds),
        cmocka_unit_test(a_field_is_current_as_long_as_walls_stay),
    };
    return cmocka_run_group_tests_name("sight fields", tests, NULL, NULL);
}
