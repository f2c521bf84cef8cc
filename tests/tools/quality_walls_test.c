/*
 * quality_walls_test.c: what the scoreboard says of walls, on trajectories worked out by hand.
 */
#include "quality_record.h"

/* 8 x 4 cells of 2 m with a wall in column 3. */
static quality_ground make_ground(uint8_t cost[32])
{
    for (int32_t i = 0; i < 32; i++)
        cost[i] = i % 8 == 3 ? 255 : 1;
    const quality_ground ground = {8, 4, 2.0, cost};
    return ground;
}

static void walls_are_seen_by_centres_ways_and_discs(void **state)
{
    (void)state;
    uint8_t cost[32];
    const quality_ground ground = make_ground(cost);
    quality_record record = start(4);
    add_frame(&record);
    walk(&record, 0, 5.6, 4, 1); /* 0.4 from the wall at x = 6 */
    walk(&record, 1, 2, 2, 1);
    walk(&record, 2, 12, 2, 1);
    walk(&record, 3, 12, 4, 1);
    add_frame(&record);
    walk(&record, 0, 5.6, 4, 1);
    walk(&record, 1, 9, 2, 1);   /* across */
    walk(&record, 2, 7, 2, 1);   /* into the wall, for a metre: half a cell and no more */
    walk(&record, 3, NAN, 4, 1); /* nowhere */
    quality_walls sum = {0, 0, 0, 0};
    quality_add_walls(&record, &ground, 0, 0, &sum);
    assert_int_equal(sum.inside, 0);
    assert_close(sum.clip, 0.2, 1e-6);
    quality_add_walls(&record, &ground, 1, 1, &sum);
    assert_int_equal(sum.inside, 1);
    assert_int_equal(sum.crossings, 1);
    assert_int_equal(sum.nonfinite, 1);
    assert_near(sum.clip, 1);
    assert_int_equal(quality_escaped(&record, &ground), 1);
    quality_record_close(&record);
}

static void walls_are_where_they_are_drawn(void **state)
{
    (void)state;
    uint8_t cost[32];
    const quality_ground ground = make_ground(cost);
    cost[1 * 8 + 6] = 255;
    for (int32_t y = 0; y < 4; y++) {
        for (int32_t x = 0; x < 8; x++) {
            const bool is_wall = x == 3 || (x == 6 && y == 1);
            assert_int_equal(quality_is_wall(&ground, x, y), is_wall);
            assert_int_equal(quality_cell_index(&ground, 2 * x + 0.5, 2 * y + 1.5), y * 8 + x);
        }
    }
    assert_true(quality_is_wall(&ground, -1, 1) && quality_is_wall(&ground, 8, 1));
    assert_true(quality_is_wall(&ground, 1, -1) && quality_is_wall(&ground, 1, 4));
    assert_int_equal(quality_cell_index(&ground, -0.1, 1), -1);
    assert_int_equal(quality_cell_index(&ground, 1, 8), -1);
    assert_int_equal(quality_cell_index(&ground, NAN, 1), -1);
}

static void the_edge_of_the_map_is_a_wall(void **state)
{
    (void)state;
    uint8_t cost[32];
    const quality_ground ground = make_ground(cost);
    quality_record record = start(2);
    add_frame(&record);
    walk(&record, 0, 16, 4, 1); /* x = 16 is the first place off the map */
    walk(&record, 1, 12, 0.25, 1);
    quality_walls sum = {0, 0, 0, 0};
    quality_add_walls(&record, &ground, 0, 0, &sum);
    assert_int_equal(sum.inside, 1);
    assert_near(sum.clip, 0.5);
    quality_record_close(&record);
}

static void discs_are_clipped_from_every_side(void **state)
{
    (void)state;
    uint8_t cost[32];
    const quality_ground ground = make_ground(cost);
    /* x, y, clip with radius 0.5: left, right, top, bottom of the map, both sides of the wall. */
    static const double places[6][3] = {{0.4, 4, 0.2}, {15.7, 4, 0.4}, {2, 0.1, 0.8},
                                        {2, 7.8, 0.6}, {5.9, 4, 0.8},  {8.25, 4, 0.5}};
    for (int32_t k = 0; k < 6; k++) {
        quality_record record = start(1);
        quality_walls sum = {0, 0, 0, 0};
        add_frame(&record);
        walk(&record, 0, places[k][0], places[k][1], 1);
        quality_add_walls(&record, &ground, 0, 0, &sum);
        assert_close(sum.clip, places[k][2], 1e-5);
        assert_int_equal(sum.inside, 0);
        quality_record_close(&record);
    }
}

static void who_stays_in_its_region_has_not_escaped(void **state)
{
    (void)state;
    uint8_t cost[32];
    const quality_ground ground = make_ground(cost);
    quality_record record = start(3);
    add_frame(&record);
    walk(&record, 0, 1, 1, 1);
    walk(&record, 1, 9, 7, 1);
    walk(&record, 2, 9, 7, 1);
    add_frame(&record);
    walk(&record, 0, 5, 7, 1);
    walk(&record, 1, 15, 1, 1);
    walk(&record, 2, 7, 7, 1); /* in the wall: that is another metric */
    assert_int_equal(quality_escaped(&record, &ground), 0);
    cost[3] = 1; /* a way round: one region */
    add_frame(&record);
    walk(&record, 0, 15, 7, 1);
    walk(&record, 1, 1, 7, 1);
    walk(&record, 2, 1, 1, 1);
    assert_int_equal(quality_escaped(&record, &ground), 0);
    cost[3] = 255;
    assert_int_equal(quality_escaped(&record, &ground), 3);
    quality_record_close(&record);
}

static void a_diagonal_gap_between_walls_is_no_way_out(void **state)
{
    (void)state;
    /* The free cells (3, 1) and (4, 2) touch by a corner between two walls: another region. */
    uint8_t cost[32];
    const quality_ground ground = make_ground(cost);
    cost[1 * 8 + 3] = 1;
    cost[1 * 8 + 4] = cost[1 * 8 + 2] = 255;
    quality_record record = start(1);
    add_frame(&record);
    walk(&record, 0, 7, 3, 1);
    add_frame(&record);
    walk(&record, 0, 9, 5, 1);
    assert_int_equal(quality_escaped(&record, &ground), 1);
    quality_record_close(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_are_seen_by_centres_ways_and_discs),
        cmocka_unit_test(walls_are_where_they_are_drawn),
        cmocka_unit_test(the_edge_of_the_map_is_a_wall),
        cmocka_unit_test(discs_are_clipped_from_every_side),
        cmocka_unit_test(who_stays_in_its_region_has_not_escaped),
        cmocka_unit_test(a_diagonal_gap_between_walls_is_no_way_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
