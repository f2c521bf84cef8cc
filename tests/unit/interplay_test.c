/*
 * interplay_test.c: fields of several headers in each other's way: on layers that are gone, solved
 * for one thing and repaired for another. Nothing is read that is gone, and whoever refuses changes
 * nothing.
 */
#include "interplay.h"

#include <string.h>

/* Of a layer that another one has taken the place of, in memory too. */
static void fields_of_a_layer_that_is_gone_are_out_of_date(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_integration_field *old = NULL;
    throng_layer *first = layer_of(s.terrain, 0);
    assert_ok(throng_integration_create(s.context, &s.grid, &old));
    assert_ok(throng_integration_reserve_goals(old, 4));
    assert_ok(throng_integrate(s.solver, throng_layer_cost(first), &goal, 1, old));
    assert_ok(throng_layer_destroy(first));
    throng_layer *second = layer_of(s.terrain, 0);
    throng_congestion *congestion = congestion_of(second);
    const throng_congestion_field field = {old, NULL};
    add(&s, 5.5f, 5.5f);
    assert_result(congest(&s, congestion, &field, 1), THRONG_ERROR_OUT_OF_DATE);
    assert_result(throng_integration_repair(s.solver, throng_layer_cost(second), NULL, 0, old),
                  THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_congestion_destroy(congestion));
    assert_ok(throng_layer_destroy(second));
    assert_ok(throng_integration_destroy(old));
    close_stage(&s);
}

/* The second repair finds nothing left to do. */
static void a_field_may_be_told_to_a_congestion_twice(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_congestion *congestion = congestion_of(s.layer);
    for (int k = 0; k < 20; k++)
        add(&s, 10.0f + 0.1f * (float)k, 12.5f);
    const throng_congestion_field fields[2] = {{s.integration, s.flow}, {s.integration, s.flow}};
    for (int k = 0; k < 4; k++) {
        const throng_result result = congest(&s, congestion, fields, 2);
        assert_true(result == THRONG_OK || result == THRONG_ERROR_OUT_OF_DATE ||
                    result == THRONG_ERROR_ARGUMENT);
        if (result)
            break;
        assert_ok(throng_crowd_step(s.crowd, 0.1f));
        const uint64_t repaired = throng_integration_hash(s.integration);
        solve(&s);
        assert_true(throng_integration_hash(s.integration) == repaired);
    }
    assert_ok(throng_congestion_destroy(congestion));
    close_stage(&s);
}

/* They know no goals to repair from. */
static void values_and_safety_are_not_repaired(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_danger *danger = NULL;
    throng_congestion *congestion = congestion_of(s.layer);
    const throng_cost_field *cost = throng_layer_cost(s.layer);
    const throng_congestion_field field = {s.integration, s.flow};
    uint32_t values[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        values[i] = i % 7 ? THRONG_UNREACHABLE : 40;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.values = values;
    assert_ok(throng_solve_with(s.solver, cost, &desc, s.integration, s.flow));
    memset(values, 0xcc, sizeof values); /* is not looked at any more */
    add(&s, 5.5f, 5.5f);
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_result(congest(&s, congestion, &field, 1), THRONG_ERROR_CAPACITY);
    assert_result(throng_integration_set_goals(s.solver, cost, &goal, 1, s.integration),
                  THRONG_ERROR_CAPACITY);
    throng_integration_desc place = throng_integration_desc_default();
    place.goals = &goal;
    place.goal_count = 1;
    assert_ok(throng_danger_create(s.context, &s.grid, &danger));
    assert_ok(throng_danger_solve(danger, s.solver, cost, &place, 120, s.integration, s.flow));
    assert_ok(throng_danger_destroy(danger)); /* its fields stay */
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_result(congest(&s, congestion, &field, 1), THRONG_ERROR_CAPACITY);
    solve(&s);
    assert_ok(congest(&s, congestion, &field, 1));
    assert_ok(throng_congestion_destroy(congestion));
    close_stage(&s);
}

/* Neither builders nor caches take them, and both go on with what they had. */
static void values_are_for_no_builder_and_no_cache(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_builder *builder = NULL;
    throng_cache *cache = NULL;
    const throng_cost_field *cost = throng_layer_cost(s.layer);
    static uint32_t values[SIDE * SIDE];
    throng_integration_desc desc = throng_integration_desc_default(), right = desc;
    desc.values = values;
    right.goals = &goal;
    right.goal_count = 1;
    bool is_done = false;
    throng_cached found;
    assert_ok(throng_builder_create(s.context, &s.grid, &builder));
    assert_ok(throng_cache_create(s.context, &s.grid, 1, 4, &cache));
    assert_result(throng_builder_begin(builder, cost, &desc, s.integration, s.flow),
                  THRONG_ERROR_ARGUMENT);
    assert_false(throng_builder_is_busy(builder));
    assert_result(throng_cache_get_with(cache, s.solver, cost, &desc, &found),
                  THRONG_ERROR_ARGUMENT);
    assert_ok(throng_builder_begin(builder, cost, &right, s.integration, s.flow));
    assert_result(throng_builder_begin(builder, cost, &desc, s.integration, s.flow),
                  THRONG_ERROR_IN_USE);
    while (!is_done)
        assert_ok(throng_builder_continue(builder, 100, &is_done));
    assert_ok(throng_cache_get_with(cache, s.solver, cost, &right, &found));
    assert_false(found.is_hit);
    assert_true(throng_integration_hash(found.integration) ==
                throng_integration_hash(s.integration));
    assert_ok(throng_builder_destroy(builder));
    assert_ok(throng_cache_destroy(cache));
    close_stage(&s);
}

/* A congestion repairs the field that there is; what was begun beside it is void. */
static void a_congestion_makes_a_building_void(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_builder *builder = NULL;
    throng_congestion *congestion = congestion_of(s.layer);
    const throng_congestion_field field = {s.integration, s.flow};
    throng_integration_desc desc = throng_integration_desc_default();
    const throng_cell other = {3, 3};
    desc.goals = &other;
    desc.goal_count = 1;
    for (int k = 0; k < 12; k++)
        add(&s, 10.0f + 0.1f * (float)k, 12.5f);
    assert_ok(throng_builder_create(s.context, &s.grid, &builder));
    assert_ok(
        throng_builder_begin(builder, throng_layer_cost(s.layer), &desc, s.integration, s.flow));
    bool is_done = false;
    assert_ok(throng_builder_continue(builder, 50, &is_done));
    assert_false(is_done);
    assert_ok(congest(&s, congestion, &field, 1));
    assert_true(throng_congestion_at(congestion, (throng_cell){10, 12}) > 0);
    /* The map is another now, so that the builder can't go on. */
    assert_result(throng_builder_continue(builder, 50, &is_done), THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_builder_cancel(builder));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    const uint64_t repaired = throng_integration_hash(s.integration);
    assert_ok(throng_builder_destroy(builder));
    assert_ok(throng_congestion_destroy(congestion));
    solve(&s);
    assert_true(throng_integration_hash(s.integration) == repaired);
    close_stage(&s);
}

/* A pocket without a way out, the danger within it or outside. */
static void danger_and_pockets(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_danger *danger = NULL;
    assert_ok(throng_danger_create(s.context, &s.grid, &danger));
    assert_ok(throng_terrain_fill(s.terrain, (throng_rect){2, 2, 7, 7}, 9));
    assert_ok(throng_terrain_fill(s.terrain, (throng_rect){3, 3, 5, 5}, 1));
    update(&s);
    const throng_cost_field *cost = throng_layer_cost(s.layer);
    const throng_cell places[] = {{4, 4}, {15, 15}, {2, 2}};
    for (int k = 0; k < 3; k++) {
        throng_integration_desc desc = throng_integration_desc_default();
        desc.goals = &places[k];
        desc.goal_count = 1;
        const throng_result result =
            throng_danger_solve(danger, s.solver, cost, &desc, 120, s.integration, s.flow);
        assert_result(result, k == 2 ? THRONG_ERROR_GOAL : THRONG_OK);
        if (k == 2)
            continue;
        /* Where danger has no way to is safe. */
        const throng_cell safe = places[1 - k];
        assert_int_equal(throng_integration_at(s.integration, safe), 0);
        assert_true(throng_integration_at(s.integration, places[k]) != THRONG_UNREACHABLE);
        assert_int_equal(throng_integration_at(s.integration, places[2]), THRONG_UNREACHABLE);
        add(&s, 5.5f, 5.5f);
        add(&s, 15.5f, 15.5f);
        for (int turn = 0; turn < 60; turn++)
            assert_ok(throng_crowd_step(s.crowd, 0.1f));
    }
    assert_ok(throng_danger_destroy(danger));
    close_stage(&s);
}

/* Removed in any order, once; what shows is the last of those that stand. */
static void stamps_that_overlap_go_once(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_stamp_id ids[4], price = 0, elsewhere = 0;
    const throng_cell cell = {5, 5};
    for (uint8_t k = 0; k < 4; k++)
        assert_ok(throng_terrain_stamp(s.terrain, (throng_rect){2 + k, 2 + k, 6, 6},
                                       (uint8_t)(20 + k), &ids[k]));
    assert_ok(throng_terrain_price(s.terrain, (throng_rect){5, 5, 1, 1}, 9, 1, &price));
    const int order[4] = {2, 0, 3, 1};
    const uint8_t shows[4] = {23, 23, 21, 0};
    for (int k = 0; k < 4; k++) {
        assert_ok(throng_terrain_remove(s.terrain, ids[order[k]]));
        assert_result(throng_terrain_remove(s.terrain, ids[order[k]]), THRONG_ERROR_GONE);
        assert_int_equal(throng_terrain_at(s.terrain, cell), shows[k]);
    }
    update(&s);
    assert_int_equal(throng_cost_at(throng_layer_cost(s.layer), cell), 10);
    assert_ok(throng_terrain_remove(s.terrain, price));
    assert_result(throng_terrain_remove(s.terrain, price), THRONG_ERROR_GONE);
    assert_result(throng_terrain_remove(s.terrain, 0), THRONG_ERROR_ARGUMENT);
    assert_result(throng_terrain_remove(s.terrain, UINT64_MAX), THRONG_ERROR_ARGUMENT);
    throng_terrain *other = NULL;
    assert_ok(throng_terrain_create(s.context, &s.grid, &other));
    for (int k = 0; k < 8; k++)
        assert_ok(throng_terrain_stamp(other, (throng_rect){1, 1, 1, 1}, 1, &elsewhere));
    assert_result(throng_terrain_remove(s.terrain, elsewhere), THRONG_ERROR_ARGUMENT);
    assert_ok(throng_terrain_destroy(other));
    assert_int_equal(throng_terrain_stamp_count(s.terrain), 0);
    close_stage(&s);
}

/* Regions that were not told of edits answer for the map that was, whatever they are asked. */
static void regions_are_asked_anything(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_regions *regions = NULL;
    const int32_t wild[] = {INT32_MIN, -1, 0, 5, SIDE - 1, SIDE, INT32_MAX};
    assert_ok(throng_regions_create(s.context, &s.grid, &regions));
    for (int built = 0; built < 2; built++) {
        for (int i = 0; i < 7; i++)
            for (int k = 0; k < 7; k++) {
                const throng_cell cell = {wild[i], wild[k]}, back = {wild[k], wild[i]};
                throng_cell out = {-3, -3};
                const bool is_on = cell.x >= 0 && cell.x < SIDE && cell.y >= 0 && cell.y < SIDE;
                assert_int_equal(throng_regions_at(regions, cell), built && is_on ? 0 : -1);
                assert_int_equal(throng_is_reachable(regions, cell, back), built && is_on);
                assert_int_equal(throng_regions_nearest(regions, cell, back, &out), built && is_on);
                throng_regions_size(regions, wild[i]);
            }
        assert_ok(throng_regions_build(throng_layer_cost(s.layer), regions));
        assert_ok(throng_terrain_fill(s.terrain, (throng_rect){0, 0, SIDE, 2}, 1));
        update(&s);
    }
    const throng_rect off = {SIDE - 1, 0, 2, 1};
    assert_result(throng_regions_update(throng_layer_cost(s.layer), &off, 1, regions),
                  THRONG_ERROR_ARGUMENT);
    assert_ok(throng_regions_destroy(regions));
    close_stage(&s);
}

/* A crowd on another map, and one that is loaded between two counts. */
static void a_congestion_counts_whatever_crowd_it_is_given(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_congestion *congestion = congestion_of(s.layer);
    const throng_congestion_field field = {s.integration, s.flow};
    throng_crowd *other = NULL;
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = throng_grid_default(SIDE, SIDE + 1);
    assert_ok(throng_crowd_create(s.context, &desc, &other));
    assert_result(throng_congestion_update(congestion, other, 1, s.solver, &field, 1, NULL),
                  THRONG_ERROR_SHAPE);
    static uint8_t bytes[16384];
    for (int k = 0; k < 8; k++)
        add(&s, 5.2f + 0.2f * (float)k, 5.5f);
    assert_ok(throng_crowd_set_position(s.crowd, add(&s, 1, 1), (throng_point){-1e6f, 1e8f}));
    const size_t size = throng_crowd_save_bytes(s.crowd);
    assert_in_range(size, 1, sizeof bytes);
    assert_ok(throng_crowd_save(s.crowd, bytes, size));
    assert_ok(congest(&s, congestion, &field, 1));
    assert_true(throng_congestion_at(congestion, (throng_cell){5, 5}) > 0);
    assert_ok(throng_crowd_load(s.crowd, bytes, size, NULL, 0));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(congest(&s, congestion, &field, 1));
    assert_ok(throng_congestion_clear(congestion));
    assert_ok(throng_congestion_clear(congestion));
    update(&s);
    assert_result(congest(&s, congestion, &field, 1), THRONG_ERROR_OUT_OF_DATE);
    solve(&s);
    assert_ok(congest(&s, congestion, &field, 1));
    assert_ok(throng_crowd_destroy(other));
    assert_ok(throng_congestion_destroy(congestion));
    close_stage(&s);
}

/* Made anew without directions, by danger or by a solve, a group's field stops the step. */
static void directions_are_made_with_their_field(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_danger *danger = NULL;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &goal;
    desc.goal_count = 1;
    add(&s, 5.5f, 5.5f);
    assert_ok(throng_danger_create(s.context, &s.grid, &danger));
    assert_ok(throng_danger_solve(danger, s.solver, throng_layer_cost(s.layer), &desc, 101,
                                  s.integration, NULL));
    assert_result(throng_crowd_step(s.crowd, 0.1f), THRONG_ERROR_OUT_OF_DATE);
    throng_team_state team;
    assert_ok(throng_crowd_team(s.crowd, 0, &team)); /* by the field alone */
    assert_int_equal(team.reaching, 1);
    assert_ok(throng_flow(throng_layer_cost(s.layer), s.integration, s.flow));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(throng_danger_destroy(danger));
    close_stage(&s);
}

/* Prices of stamps, of the host and of a congestion on one layer: the last two share a place. */
static void prices_of_three_kinds(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_stamp_id ids[3];
    const throng_cell cell = {5, 5};
    const throng_rect one = {5, 5, 1, 1};
    const uint8_t own = 100;
    for (int k = 0; k < 3; k++)
        assert_ok(throng_terrain_price(s.terrain, one, 253, 1u << k, &ids[k]));
    assert_ok(throng_layer_write_prices(s.layer, one, &own, 1));
    update(&s);
    const throng_cost_field *cost = throng_layer_cost(s.layer);
    assert_int_equal(throng_cost_at(cost, cell), 254);
    assert_int_equal(throng_layer_saturated_count(s.layer), 1);
    for (int k = 0; k < 3; k++)
        assert_ok(throng_terrain_remove(s.terrain, ids[k]));
    update(&s);
    assert_int_equal(throng_cost_at(cost, cell), 101);
    assert_int_equal(throng_layer_saturated_count(s.layer), 0);
    throng_congestion *congestion = congestion_of(s.layer);
    assert_ok(congest(&s, congestion, NULL, 0));
    assert_ok(throng_congestion_clear(congestion));
    update(&s);
    assert_int_equal(throng_cost_at(cost, cell), 1);
    assert_ok(throng_congestion_destroy(congestion));
    close_stage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_a_layer_that_is_gone_are_out_of_date),
        cmocka_unit_test(a_field_may_be_told_to_a_congestion_twice),
        cmocka_unit_test(values_and_safety_are_not_repaired),
        cmocka_unit_test(values_are_for_no_builder_and_no_cache),
        cmocka_unit_test(a_congestion_makes_a_building_void),
        cmocka_unit_test(danger_and_pockets),
        cmocka_unit_test(stamps_that_overlap_go_once),
        cmocka_unit_test(regions_are_asked_anything),
        cmocka_unit_test(a_congestion_counts_whatever_crowd_it_is_given),
        cmocka_unit_test(directions_are_made_with_their_field),
        cmocka_unit_test(prices_of_three_kinds),
    };
    return cmocka_run_group_tests_name("interplay", tests, NULL, NULL);
}
