/* terrain.h, called wrongly. */
#include "misuse.h"

static throng_terrain *terrain;
static throng_layer *layer;

static const throng_rect all = {0, 0, MISUSE_SIDE, MISUSE_SIDE};

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    const throng_mover_desc mover = throng_mover_desc_default();
    assert_ok(throng_terrain_create(world->context, &world->grid, &terrain));
    assert_ok(throng_layer_create(terrain, &mover, &layer));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_layer_destroy(layer));
    assert_ok(throng_terrain_destroy(terrain));
    return misuse_teardown(state);
}

static void making_a_terrain_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_terrain *out = UNTOUCHED;
    const throng_grid grid = throng_grid_default(4, 0);
    assert_refused(host, throng_terrain_create(NULL, &world->grid, &out), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_terrain_create(world->context, NULL, &out), THRONG_ERROR_ARGUMENT,
                   "grid");
    assert_refused(host, throng_terrain_create(world->context, &grid, &out), THRONG_ERROR_ARGUMENT,
                   "height");
    assert_refused(host, throng_terrain_create(world->context, &world->grid, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    for (int64_t n = 1; n <= 5; n++) {
        host->memory.fail_at = host->memory.calls + n;
        assert_refused(host, throng_terrain_create(world->context, &world->grid, &out),
                       THRONG_ERROR_MEMORY, "memory");
    }
    assert_ptr_equal(out, UNTOUCHED);
    assert_refused(host, throng_terrain_destroy(terrain), THRONG_ERROR_IN_USE, "layer");
    assert_ok(throng_terrain_destroy(NULL));
}

static void making_a_layer_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_layer *out = UNTOUCHED;
    const throng_mover_desc right = throng_mover_desc_default();
    assert_refused(host, throng_layer_create(NULL, &right, &out), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_layer_create(terrain, NULL, &out), THRONG_ERROR_ARGUMENT, "mover");
    assert_refused(host, throng_layer_create(terrain, &right, NULL), THRONG_ERROR_ARGUMENT, "out");
    for (int i = 0; i < MISUSE_WRONG_SIZES; i++) {
        throng_mover_desc mover = right;
        mover.struct_size = misuse_wrong_size(sizeof mover, i);
        assert_refused(host, throng_layer_create(terrain, &mover, &out), THRONG_ERROR_ARGUMENT,
                       "mover");
    }
    throng_mover_desc mover = right;
    mover.cost[77] = 0;
    assert_refused(host, throng_layer_create(terrain, &mover, &out), THRONG_ERROR_ARGUMENT,
                   "cost[77]");
    static const int32_t radii[] = {-1, 16385, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        mover = right;
        mover.radius_256 = radii[i];
        assert_refused(host, throng_layer_create(terrain, &mover, &out), THRONG_ERROR_ARGUMENT,
                       "radius_256");
    }
    mover = right;
    mover.audience = 0;
    assert_refused(host, throng_layer_create(terrain, &mover, &out), THRONG_ERROR_ARGUMENT,
                   "audience");
    throng_mover_desc_init(NULL, sizeof mover);
    int64_t refused = 0;
    for (int64_t n = 1;; n++) {
        host->memory.fail_at = host->memory.calls + n;
        host->log.count = 0;
        if (throng_layer_create(terrain, &right, &out) == THRONG_OK)
            break;
        assert_int_equal(host->log.count, 1);
        assert_int_equal(host->log.result, THRONG_ERROR_MEMORY);
        assert_ptr_equal(out, UNTOUCHED);
        refused++;
    }
    host->memory.fail_at = 0;
    assert_true(refused >= 11);
    assert_ok(throng_layer_destroy(out));
    assert_ok(throng_layer_destroy(NULL));
}

static void layers_in_use_stay(void **state)
{
    misuse_world *world = *state;
    throng_crowd *crowd;
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    crowd_desc.grid = world->grid;
    assert_ok(throng_crowd_create(world->context, &crowd_desc, &crowd));
    throng_group_desc group = throng_group_desc_default();
    group.cost = throng_layer_cost(layer);
    int32_t index;
    assert_ok(throng_crowd_add_group(crowd, &group, &index));
    assert_refused(&world->host, throng_layer_destroy(layer), THRONG_ERROR_IN_USE, "group");
    assert_ok(throng_crowd_destroy(crowd));
}

static void rectangles_off_the_map_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    static const throng_rect rects[] = {
        {0, 0, 0, 1},  {0, 0, 1, 0},         {-1, 0, 1, 1},        {0, -1, 1, 1},
        {4, 4, 5, 1},  {4, 4, 1, 5},         {1, 1, INT32_MAX, 1}, {INT32_MAX, 0, 2, 1},
        {0, 0, -1, 1}, {INT32_MIN, 0, 1, 1}, {0, INT32_MAX, 1, 2}, {8, 8, 1, 1},
    };
    uint8_t ids[MISUSE_SIDE * MISUSE_SIDE] = {0};
    throng_stamp_id stamp;
    fill_untouched(&stamp);
    for (size_t i = 0; i < sizeof rects / sizeof *rects; i++) {
        assert_refused(host, throng_terrain_fill(terrain, rects[i], 3), THRONG_ERROR_ARGUMENT,
                       "cells");
        assert_refused(host, throng_terrain_write(terrain, rects[i], ids, SIZE_MAX / 64),
                       THRONG_ERROR_ARGUMENT, "cells");
        assert_refused(host, throng_terrain_stamp(terrain, rects[i], 3, &stamp),
                       THRONG_ERROR_ARGUMENT, "cells");
        assert_refused(host, throng_terrain_price(terrain, rects[i], 3, 1, &stamp),
                       THRONG_ERROR_ARGUMENT, "cells");
        assert_refused(host, throng_layer_write_prices(layer, rects[i], ids, SIZE_MAX / 64),
                       THRONG_ERROR_ARGUMENT, "cells");
    }
    assert_untouched(&stamp);
    assert_int_equal(throng_terrain_stamp_count(terrain), 0);
    for (int32_t i = 0; i < MISUSE_SIDE * MISUSE_SIDE; i++)
        assert_int_equal(
            throng_terrain_at(terrain, (throng_cell){i % MISUSE_SIDE, i / MISUSE_SIDE}), 0);
}

static void null_and_short_arrays_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    uint8_t ids[MISUSE_SIDE * MISUSE_SIDE] = {0};
    assert_refused(host, throng_terrain_write(NULL, all, ids, 8), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_terrain_write(terrain, all, NULL, 8), THRONG_ERROR_ARGUMENT, "ids");
    assert_refused(host, throng_terrain_write(terrain, all, ids, 7), THRONG_ERROR_ARGUMENT,
                   "row_bytes");
    assert_refused(host, throng_layer_write_prices(NULL, all, ids, 8), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_layer_write_prices(layer, all, NULL, 8), THRONG_ERROR_ARGUMENT,
                   "prices");
    assert_refused(host, throng_layer_write_prices(layer, all, ids, 7), THRONG_ERROR_ARGUMENT,
                   "row_bytes");
    throng_rect changed[1];
    int32_t count;
    fill_untouched(&changed);
    fill_untouched(&count);
    assert_refused(host, throng_layer_update(NULL, changed, 1, &count), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_layer_update(layer, NULL, 1, &count), THRONG_ERROR_ARGUMENT,
                   "changed");
    assert_refused(host, throng_layer_update(layer, changed, 1, NULL), THRONG_ERROR_ARGUMENT,
                   "changed_count");
    assert_refused(host, throng_layer_update(layer, changed, 0, &count), THRONG_ERROR_ARGUMENT,
                   "capacity");
    assert_untouched(&changed);
    assert_untouched(&count);
}

static void stamps_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_stamp_id stamp;
    fill_untouched(&stamp);
    assert_refused(host, throng_terrain_stamp(NULL, all, 3, &stamp), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_terrain_stamp(terrain, all, 3, NULL), THRONG_ERROR_ARGUMENT, "out");
    assert_refused(host, throng_terrain_price(NULL, all, 3, 1, &stamp), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_terrain_price(terrain, all, 3, 1, NULL), THRONG_ERROR_ARGUMENT,
                   "out");
    assert_refused(host, throng_terrain_price(terrain, all, 0, 1, &stamp), THRONG_ERROR_ARGUMENT,
                   "price");
    assert_refused(host, throng_terrain_price(terrain, all, 254, 1, &stamp), THRONG_ERROR_ARGUMENT,
                   "price");
    assert_refused(host, throng_terrain_price(terrain, all, 3, 0, &stamp), THRONG_ERROR_ARGUMENT,
                   "audience");
    assert_refused(host, throng_terrain_remove(NULL, 1), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_terrain_remove(terrain, 0), THRONG_ERROR_ARGUMENT, "stamp");
    assert_refused(host, throng_terrain_remove(terrain, 1), THRONG_ERROR_ARGUMENT, "stamp");
    assert_untouched(&stamp);
    assert_ok(throng_terrain_stamp(terrain, all, 3, &stamp));
    assert_ok(throng_terrain_remove(terrain, stamp));
    assert_refused(host, throng_terrain_remove(terrain, stamp), THRONG_ERROR_GONE, "removed");
}

static void discs_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    static const float radii[] = {-1.0f, -1e-30f, 16384.5f, INFINITY, NAN};
    static const float places[] = {INFINITY, -INFINITY, NAN};
    const throng_point in = {4, 4};
    throng_stamp_id stamp;
    fill_untouched(&stamp);
    assert_refused(host, throng_terrain_stamp_disc(NULL, in, 1, 3, &stamp), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_terrain_price_disc(NULL, in, 1, 3, 1, &stamp),
                   THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_terrain_stamp_disc(terrain, in, 1, 3, NULL), THRONG_ERROR_ARGUMENT,
                   "out");
    assert_refused(host, throng_terrain_price_disc(terrain, in, 1, 0, 1, &stamp),
                   THRONG_ERROR_ARGUMENT, "price");
    assert_refused(host, throng_terrain_price_disc(terrain, in, 1, 254, 1, &stamp),
                   THRONG_ERROR_ARGUMENT, "price");
    assert_refused(host, throng_terrain_price_disc(terrain, in, 1, 3, 0, &stamp),
                   THRONG_ERROR_ARGUMENT, "audience");
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        assert_refused(host, throng_terrain_stamp_disc(terrain, in, radii[i], 3, &stamp),
                       THRONG_ERROR_ARGUMENT, "radius");
        assert_refused(host, throng_terrain_price_disc(terrain, in, radii[i], 3, 1, &stamp),
                       THRONG_ERROR_ARGUMENT, "radius");
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const throng_point wide = {places[i], 4}, high = {4, places[i]};
        assert_refused(host, throng_terrain_stamp_disc(terrain, wide, 1, 3, &stamp),
                       THRONG_ERROR_ARGUMENT, "centre");
        assert_refused(host, throng_terrain_price_disc(terrain, high, 1, 3, 1, &stamp),
                       THRONG_ERROR_ARGUMENT, "centre");
    }
    assert_untouched(&stamp);
    assert_int_equal(throng_terrain_stamp_count(terrain), 0);
    assert_ok(throng_terrain_stamp_disc(terrain, in, 16384, 3, &stamp));
    assert_int_equal(throng_terrain_at(terrain, (throng_cell){7, 7}), 3);
}

static void stamps_beyond_the_room_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_stamp_id stamp, last;
    for (int i = 0; i < 64; i++)
        assert_ok(throng_terrain_stamp(terrain, all, 3, &last));
    fill_untouched(&stamp);
    assert_refused(host, throng_terrain_stamp(terrain, all, 3, &stamp), THRONG_ERROR_CAPACITY,
                   "room");
    assert_refused(host, throng_terrain_price(terrain, all, 3, 1, &stamp), THRONG_ERROR_CAPACITY,
                   "room");
    assert_untouched(&stamp);
    assert_refused(host, throng_terrain_reserve(NULL, 65), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_terrain_reserve(terrain, -1), THRONG_ERROR_ARGUMENT,
                   "stamp_capacity");
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_terrain_reserve(terrain, 65), THRONG_ERROR_MEMORY, "memory");
    host->memory.fail_at = 0;
    assert_ok(throng_terrain_reserve(terrain, 65));
    assert_ok(throng_terrain_reserve(terrain, 10));
    host->memory.closed = true;
    assert_ok(throng_terrain_price(terrain, all, 3, 1, &stamp));
    assert_ok(throng_terrain_remove(terrain, last));
    throng_rect changed[1];
    int32_t count;
    assert_ok(throng_layer_update(layer, changed, 1, &count));
    host->memory.closed = false;
    assert_int_equal(throng_terrain_stamp_count(terrain), 64);
}

static void questions_about_nothing_have_answers(void **state)
{
    (void)state;
    static const throng_cell off[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MIN, INT32_MAX}};
    assert_ok(throng_terrain_fill(terrain, all, 9));
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        assert_int_equal(throng_terrain_at(terrain, off[i]), 0);
    assert_int_equal(throng_terrain_at(NULL, off[0]), 0);
    assert_int_equal(throng_terrain_grid(NULL).width, 0);
    assert_int_equal(throng_terrain_stamp_count(NULL), 0);
    assert_null(throng_layer_cost(NULL));
    assert_int_equal(throng_layer_saturated_count(NULL), 0);
    assert_int_equal(throng_terrain_fill(NULL, all, 9), THRONG_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(making_a_terrain_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(making_a_layer_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(layers_in_use_stay, setup, teardown),
        cmocka_unit_test_setup_teardown(rectangles_off_the_map_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(null_and_short_arrays_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(stamps_of_no_sense_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(discs_of_no_sense_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(stamps_beyond_the_room_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(questions_about_nothing_have_answers, setup, teardown),
    };
    return cmocka_run_group_tests_name("misuse of terrain.h", tests, NULL, NULL);
}
