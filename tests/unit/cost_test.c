/*
 * cost_test.c: edits against a plain array, refusals that leave everything untouched, and the
 * questions that one may ask of the ground.
 */
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "maps.h"

#define SIDE_MAX 40

static void a_new_field_costs_one_everywhere(void **state)
{
    (void)state;
    const int32_t shapes[][2] = {{1, 1}, {7, 3}, {16384, 1}, {1, 16384}};
    throng_context *context = test_context_create();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        throng_cost_field *cost = test_cost_create(context, shapes[i][0], shapes[i][1], NULL);
        assert_true(throng_cost_is_committed(cost));
        assert_int_equal(throng_cost_revision(cost), 1);
        assert_int_equal(throng_cost_grid(cost).width, shapes[i][0]);
        assert_int_equal(throng_cost_grid(cost).height, shapes[i][1]);
        for (int32_t y = 0; y < shapes[i][1]; y++)
            for (int32_t x = 0; x < shapes[i][0]; x++)
                assert_int_equal(throng_cost_at(cost, (throng_cell){x, y}), 1);
        assert_result(throng_cost_destroy(cost), THRONG_OK);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void create_refuses_grids_out_of_range(void **state)
{
    (void)state;
    const float huge = (float)HUGE_VAL, nothing = huge - huge;
    const throng_grid grids[] = {
        {0, 5, 1, 0, 0},          {5, 0, 1, 0, 0},       {-1, 5, 1, 0, 0},
        {16385, 1, 1, 0, 0},      {1, 16385, 1, 0, 0},   {INT32_MAX, INT32_MAX, 1, 0, 0},
        {5, 5, 0, 0, 0},          {5, 5, -1, 0, 0},      {5, 5, 0.0009f, 0, 0},
        {5, 5, 1000.1f, 0, 0},    {5, 5, huge, 0, 0},    {5, 5, nothing, 0, 0},
        {5, 5, 1, 1000001.0f, 0}, {5, 5, 1, 0, -1.1e6f}, {5, 5, 1, nothing, 0},
        {5, 5, 1, 0, nothing},    {5, 5, 1, 0, -huge},
    };
    throng_context *context = test_context_create();
    throng_cost_field *const untouched = (throng_cost_field *)context;
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        throng_cost_field *cost = untouched;
        assert_result(throng_cost_create(context, &grids[i], &cost), THRONG_ERROR_ARGUMENT);
        assert_ptr_equal(cost, untouched);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

/* The field, and what it must hold. */
typedef struct twin {
    throng_cost_field *cost;
    throng_grid grid;
    uint8_t costs[SIDE_MAX * SIDE_MAX];
} twin;

static throng_rect random_rect(test_random *random, throng_grid grid)
{
    throng_rect rect;
    rect.x = test_random_int(random, 0, grid.width - 1);
    rect.y = test_random_int(random, 0, grid.height - 1);
    rect.width = test_random_int(random, 1, grid.width - rect.x);
    rect.height = test_random_int(random, 1, grid.height - rect.y);
    return rect;
}

static void assert_twins_are_equal(const twin *twin)
{
    const size_t cell_count = (size_t)twin->grid.width * (size_t)twin->grid.height;
    uint8_t copy[SIDE_MAX * SIDE_MAX];
    assert_result(
        throng_cost_read(twin->cost, test_whole(twin->grid), copy, (size_t)twin->grid.width),
        THRONG_OK);
    assert_memory_equal(copy, twin->costs, cell_count);
    assert_true(throng_cost_hash(twin->cost) == test_hash_bytes(twin->costs, cell_count));
    for (int32_t y = -1; y <= twin->grid.height; y++)
        for (int32_t x = -1; x <= twin->grid.width; x++) {
            const bool is_on_map =
                x >= 0 && y >= 0 && x < twin->grid.width && y < twin->grid.height;
            assert_int_equal(throng_cost_at(twin->cost, (throng_cell){x, y}),
                             is_on_map ? twin->costs[y * twin->grid.width + x] : THRONG_WALL);
        }
}

static void fill(test_random *random, twin *twin)
{
    const throng_rect rect = random_rect(random, twin->grid);
    const uint8_t price = (uint8_t)test_random_int(random, 1, 255);
    assert_result(throng_cost_fill(twin->cost, rect, price), THRONG_OK);
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        memset(twin->costs + y * twin->grid.width + rect.x, price, (size_t)rect.width);
}

/* Writes costs, or derives them by a table, from rows with a gap between them. */
static void write_or_derive(test_random *random, twin *twin)
{
    const throng_rect rect = random_rect(random, twin->grid);
    const size_t row_bytes = (size_t)(rect.width + test_random_int(random, 0, 5));
    const bool is_write = test_random_int(random, 0, 1) == 0;
    uint8_t rows[SIDE_MAX * (SIDE_MAX + 5)];
    throng_layer_desc desc = throng_layer_desc_default();
    for (size_t i = 0; i < sizeof rows; i++)
        rows[i] = (uint8_t)test_random_int(random, is_write ? 1 : 0, 255);
    for (int32_t id = 0; id < 256; id++) {
        assert_int_equal(desc.cost[id], 1);
        desc.cost[id] = (uint8_t)test_random_int(random, 1, 255);
    }
    if (is_write)
        assert_result(throng_cost_write(twin->cost, rect, rows, row_bytes), THRONG_OK);
    else
        assert_result(throng_cost_derive(twin->cost, rect, rows, row_bytes, &desc), THRONG_OK);
    for (int32_t y = 0; y < rect.height; y++)
        for (int32_t x = 0; x < rect.width; x++) {
            const uint8_t byte = rows[(size_t)y * row_bytes + (size_t)x];
            twin->costs[(rect.y + y) * twin->grid.width + rect.x + x] =
                is_write ? byte : desc.cost[byte];
        }
}

/* Cells whose centre is nearer to the rim than the rounding of floats may fall on either side: the
 * field's own answer is taken for them. */
static void stamp(test_random *random, twin *twin)
{
    const throng_grid *grid = &twin->grid;
    const float size = grid->cell_size;
    const throng_point centre = {
        grid->origin_x + size * test_random_float(random, -5, (float)grid->width + 5),
        grid->origin_y + size * test_random_float(random, -5, (float)grid->height + 5)};
    const float radius = size * test_random_float(random, 0, 9);
    const uint8_t price = (uint8_t)test_random_int(random, 1, 255);
    assert_result(throng_cost_stamp_disc(twin->cost, centre, radius, price), THRONG_OK);
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++) {
            const double dx = grid->origin_x + (x + 0.5) * (double)size - centre.x;
            const double dy = grid->origin_y + (y + 0.5) * (double)size - centre.y;
            const double inside = radius - sqrt(dx * dx + dy * dy);
            uint8_t *cost = &twin->costs[y * grid->width + x];
            if (inside > 1e-4 * size)
                *cost = price;
            else if (inside > -1e-4 * size &&
                     throng_cost_at(twin->cost, (throng_cell){x, y}) == price)
                *cost = price;
        }
}

static void refused_edits(test_random *random, twin *twin)
{
    const throng_rect whole = test_whole(twin->grid);
    const float huge = (float)HUGE_VAL, nothing = huge - huge;
    const int32_t width = whole.width, height = whole.height;
    const throng_rect bad_rects[] = {
        {-1, 0, 1, 1},        {0, -1, 1, 1},        {0, 0, 0, 1},          {0, 0, 1, 0},
        {0, 0, -1, 1},        {0, 0, width + 1, 1}, {0, 0, 1, height + 1}, {width, 0, 1, 1},
        {0, height, 1, 1},    {1, 0, width, 1},     {INT32_MAX, 0, 1, 1},  {1, 0, INT32_MAX, 1},
        {0, 1, 1, INT32_MAX},
    };
    uint8_t rows[SIDE_MAX * SIDE_MAX];
    memset(rows, 1, sizeof rows);
    const size_t row_bytes = (size_t)width;
    throng_layer_desc desc = throng_layer_desc_default();
    throng_cost_field *cost = twin->cost;
    for (size_t i = 0; i < sizeof bad_rects / sizeof *bad_rects; i++) {
        const throng_rect bad = bad_rects[i];
        assert_result(throng_cost_fill(cost, bad, 3), THRONG_ERROR_ARGUMENT);
        assert_result(throng_cost_write(cost, bad, rows, SIZE_MAX / 2), THRONG_ERROR_ARGUMENT);
        assert_result(throng_cost_read(cost, bad, rows, SIZE_MAX / 2), THRONG_ERROR_ARGUMENT);
        assert_result(throng_cost_derive(cost, bad, rows, SIZE_MAX / 2, &desc),
                      THRONG_ERROR_ARGUMENT);
    }
    assert_result(throng_cost_fill(cost, whole, 0), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_write(cost, whole, NULL, row_bytes), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_read(cost, whole, NULL, row_bytes), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_write(cost, whole, rows, row_bytes - 1), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_derive(cost, whole, rows, row_bytes - 1, &desc),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_derive(cost, whole, rows, row_bytes, NULL), THRONG_ERROR_ARGUMENT);

    /* One 0 anywhere refuses the whole input. */
    rows[test_random_int(random, 0, width * height - 1)] = 0;
    assert_result(throng_cost_write(cost, whole, rows, row_bytes), THRONG_ERROR_ARGUMENT);
    desc.cost[0] = 0;
    assert_result(throng_cost_derive(cost, whole, rows, row_bytes, &desc), THRONG_ERROR_ARGUMENT);
    throng_layer_desc forgotten;
    memset(&forgotten, 0, sizeof forgotten);
    assert_result(throng_cost_derive(cost, whole, rows, row_bytes, &forgotten),
                  THRONG_ERROR_ARGUMENT);

    const throng_point middle = {twin->grid.origin_x, twin->grid.origin_y};
    assert_result(throng_cost_stamp_disc(cost, middle, 1, 0), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_stamp_disc(cost, middle, -1, 2), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_stamp_disc(cost, middle, 1.1e7f, 2), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_stamp_disc(cost, middle, nothing, 2), THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_stamp_disc(cost, (throng_point){nothing, 0}, 1, 2),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_cost_stamp_disc(cost, (throng_point){0, huge}, 1, 2),
                  THRONG_ERROR_ARGUMENT);
}

static void edits_do_what_an_array_does(void **state)
{
    (void)state;
    test_random random = {test_seed("edits", 1)};
    throng_context *context = test_context_create();
    const int rounds = test_is_full() ? 400 : 60;
    for (int round = 0; round < rounds; round++) {
        twin twin = {0};
        twin.grid = throng_grid_default(test_random_int(&random, 1, SIDE_MAX),
                                        test_random_int(&random, 1, SIDE_MAX));
        twin.grid.cell_size = test_random_float(&random, 0.1f, 4);
        twin.grid.origin_x = test_random_float(&random, -100, 100);
        twin.grid.origin_y = test_random_float(&random, -100, 100);
        memset(twin.costs, 1, sizeof twin.costs);
        assert_result(throng_cost_create(context, &twin.grid, &twin.cost), THRONG_OK);
        static void (*const edits[])(test_random *, struct twin *) = {fill, write_or_derive, stamp};
        for (int edit = 0; edit < 12; edit++) {
            const uint64_t revision = throng_cost_revision(twin.cost);
            const uint64_t hash = throng_cost_hash(twin.cost);
            edits[test_random_int(&random, 0, 2)](&random, &twin);
            assert_twins_are_equal(&twin);
            const uint64_t after = throng_cost_revision(twin.cost);
            assert_true(after >= revision);
            if (throng_cost_hash(twin.cost) != hash) {
                assert_true(after > revision);
                assert_false(throng_cost_is_committed(twin.cost));
            }
            const bool was_committed = throng_cost_is_committed(twin.cost);
            refused_edits(&random, &twin);
            assert_twins_are_equal(&twin);
            assert_int_equal(throng_cost_revision(twin.cost), after);
            assert_int_equal(throng_cost_is_committed(twin.cost), was_committed);
            if (test_random_int(&random, 0, 2) == 0) {
                assert_result(throng_cost_commit(twin.cost), THRONG_OK);
                assert_true(throng_cost_is_committed(twin.cost));
                assert_int_equal(throng_cost_revision(twin.cost), after);
            }
        }
        assert_result(throng_cost_destroy(twin.cost), THRONG_OK);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void assert_drawing(const throng_cost_field *cost, const char *drawing)
{
    const throng_grid grid = throng_cost_grid(cost);
    uint8_t wanted[256];
    test_draw(drawing, wanted);
    for (int32_t y = 0; y < grid.height; y++)
        for (int32_t x = 0; x < grid.width; x++)
            assert_int_equal(throng_cost_at(cost, (throng_cell){x, y}), wanted[y * grid.width + x]);
}

static void a_disc_covers_the_centres_in_its_radius(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 5, 5, NULL);
    /* Exactly on the rim counts: centres one metre away from the centre of cell (2, 2). */
    assert_result(throng_cost_stamp_disc(cost, (throng_point){2.5f, 2.5f}, 1.0f, 7), THRONG_OK);
    assert_drawing(cost, "....."
                         "..7.."
                         ".777."
                         "..7.."
                         ".....");
    /* Radius 0 on a centre is that cell; off the centres it is nothing. */
    assert_result(throng_cost_stamp_disc(cost, (throng_point){0.5f, 4.5f}, 0.0f, 255), THRONG_OK);
    assert_result(throng_cost_stamp_disc(cost, (throng_point){4.0f, 4.0f}, 0.0f, 9), THRONG_OK);
    assert_result(throng_cost_stamp_disc(cost, (throng_point){4.0f, 4.0f}, 0.7f, 9), THRONG_OK);
    /* Over the map's corner: sqrt(0.5) = 0.7071 to the centre of cell (0, 0), 1.58 to the next. */
    assert_result(throng_cost_stamp_disc(cost, (throng_point){0.0f, 0.0f}, 0.71f, 3), THRONG_OK);
    assert_drawing(cost, "3...."
                         "..7.."
                         ".777."
                         "..7.."
                         "#....");
    /* Far off, and as large as may be. */
    assert_result(throng_cost_stamp_disc(cost, (throng_point){-1e6f, 1e6f}, 5.0f, 2), THRONG_OK);
    assert_int_equal(throng_cost_at(cost, (throng_cell){4, 4}), 1);
    assert_result(throng_cost_stamp_disc(cost, (throng_point){-1e6f, 1e6f}, 1e7f, 2), THRONG_OK);
    assert_drawing(cost, "2222222222222222222222222");
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void layers_see_one_terrain_in_their_own_way(void **state)
{
    (void)state;
    /* 0 grass, 1 water, 2 mountain, 3 our gate. */
    const uint8_t terrain[] = {0, 1, 2, 3, 0, 1, 2, 3};
    throng_layer_desc land = throng_layer_desc_default();
    land.cost[1] = land.cost[2] = THRONG_WALL;
    land.cost[3] = 4;
    land.cost[200] = 0; /* no such terrain here, so the 0 harms nobody */
    throng_layer_desc water = throng_layer_desc_default();
    memset(water.cost, THRONG_WALL, sizeof water.cost);
    water.cost[1] = 1;
    throng_context *context = test_context_create();
    throng_cost_field *cost = test_cost_create(context, 4, 2, NULL);
    assert_result(throng_cost_derive(cost, (throng_rect){0, 0, 4, 2}, terrain, 4, &land),
                  THRONG_OK);
    assert_drawing(cost, ".##4.##4");
    assert_result(throng_cost_derive(cost, (throng_rect){0, 0, 4, 2}, terrain, 4, &water),
                  THRONG_OK);
    assert_drawing(cost, "#.###.##");
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void a_cell_owns_its_lower_borders(void **state)
{
    (void)state;
    throng_grid grid = throng_grid_default(4, 3);
    grid.cell_size = 0.5f;
    grid.origin_x = -1;
    grid.origin_y = 10;
    throng_context *context = test_context_create();
    throng_cost_field *cost = NULL;
    assert_result(throng_cost_create(context, &grid, &cost), THRONG_OK);
    const float huge = (float)HUGE_VAL, nothing = huge - huge;
    const struct {
        float x, y;
        int32_t cell_x, cell_y; /* -1: off the map */
    } points[] = {
        {-1, 10, 0, 0},        {-0.75f, 10.25f, 0, 0}, {-0.5f, 10.5f, 1, 1}, {0.99f, 11.49f, 3, 2},
        {1, 11, -1, -1},       {0, 11.5f, -1, -1},     {-1.01f, 11, -1, -1}, {0, 9.99f, -1, -1},
        {nothing, 11, -1, -1}, {0, nothing, -1, -1},   {huge, 11, -1, -1},   {0, -huge, -1, -1},
        {3e38f, 11, -1, -1},   {0, -3e38f, -1, -1},
    };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        throng_cell cell = {-7, -7};
        const bool is_on_map =
            throng_cost_cell_of(cost, (throng_point){points[i].x, points[i].y}, &cell);
        assert_int_equal(is_on_map, points[i].cell_x >= 0);
        assert_int_equal(cell.x, is_on_map ? points[i].cell_x : -7);
        assert_int_equal(cell.y, is_on_map ? points[i].cell_y : -7);
    }
    assert_result(throng_cost_destroy(cost), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_field_costs_one_everywhere),
        cmocka_unit_test(create_refuses_grids_out_of_range),
        cmocka_unit_test(edits_do_what_an_array_does),
        cmocka_unit_test(a_disc_covers_the_centres_in_its_radius),
        cmocka_unit_test(layers_see_one_terrain_in_their_own_way),
        cmocka_unit_test(a_cell_owns_its_lower_borders),
    };
    return cmocka_run_group_tests_name("cost", tests, NULL, NULL);
}
