/*
 * crowd_save_test.c: a crowd that is saved and loaded goes on as if nothing had happened.
 */
#include "save_world.h"

#include <stdlib.h>
#include <string.h>

static void assert_hashes_equal(const throng_crowd *left, const throng_crowd *right)
{
    for (throng_stage stage = THRONG_STAGE_SAMPLE; stage <= THRONG_STAGE_STEP; stage++)
        assert_true(throng_crowd_hash(left, stage) == throng_crowd_hash(right, stage));
}

static void a_loaded_crowd_goes_on_bit_for_bit(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        save_world one = save_world_open(seed), two = save_world_open(seed);
        save_world_live(&one, seed, 40);
        const save_block block = save_of(one.world.crowd);
        throng_group_fields fields[SAVE_GROUPS];
        save_world_fields(&two, fields);
        assert_ok(throng_crowd_load(two.world.crowd, block.bytes, block.size, fields, SAVE_GROUPS));
        save_assert_same(one.world.crowd, two.world.crowd);
        for (uint64_t turn = 0; turn < 20; turn++) {
            assert_hashes_equal(one.world.crowd, two.world.crowd);
            save_world_live(&one, 100 * seed + turn, 2);
            save_world_live(&two, 100 * seed + turn, 2);
        }
        save_assert_same(one.world.crowd, two.world.crowd);
        free(block.bytes);
        save_world_close(&two);
        save_world_close(&one);
    }
}

/* The crowds are large enough for their arrays to be rearranged, which a load undoes. */
static void a_large_crowd_goes_on_bit_for_bit(void **state)
{
    (void)state;
    enum { COUNT = 6000 };
    crowd_world one, two;
    crowd_world *const worlds[] = {&one, &two};
    for (int w = 0; w < 2; w++) {
        crowd_world_walk(worlds[w], 100, 100, 50, 50, COUNT);
        for (int32_t i = 0; w == 0 && i < COUNT; i++) {
            const throng_agent_desc desc =
                crowd_agent_at((float)(i * 37 % 200) * 0.5f, (float)(i * 11 % 190) * 0.5f, 0);
            crowd_add(one.crowd, &desc);
        }
    }
    for (int32_t turn = 0; turn < 10; turn++)
        assert_ok(throng_crowd_step(one.crowd, 0.05f));
    const save_block block = save_of(one.crowd);
    save_load(two.crowd, block);
    throng_crowd_view left, right;
    assert_ok(throng_crowd_read(one.crowd, &left));
    assert_ok(throng_crowd_read(two.crowd, &right));
    assert_int_equal(left.count, right.count);
    assert_memory_not_equal(left.ids, right.ids, COUNT * sizeof *left.ids);
    for (int32_t turn = 0; turn < 10; turn++) {
        assert_ok(throng_crowd_step(one.crowd, 0.05f));
        assert_ok(throng_crowd_step(two.crowd, 0.05f));
    }
    save_assert_same(one.crowd, two.crowd);
    free(block.bytes);
    crowd_world_close(&two);
    crowd_world_close(&one);
}

static void a_crowd_can_be_rolled_back_again_and_again(void **state)
{
    (void)state;
    save_world self = save_world_open(5), straight = save_world_open(5);
    throng_crowd *const crowd = self.world.crowd;
    save_world_live(&self, 1, 10);
    save_world_live(&straight, 1, 10);
    const save_block block = save_of(crowd);
    for (uint64_t turn = 0; turn < 5; turn++) {
        save_world_live(&self, 50 + turn, 8); /* which must leave no trace */
        throng_group_desc desc = throng_group_desc_default();
        assert_ok(throng_crowd_get_group(crowd, 1, &desc));
        desc.separation_range = 3;
        assert_ok(throng_crowd_set_group(crowd, 1, &desc));
        int32_t number = -1;
        assert_ok(throng_crowd_add_group(crowd, &desc, &number));
        save_load(crowd, block);
        save_assert_same(crowd, straight.world.crowd);
    }
    save_world_live(&self, 2, 10);
    save_world_live(&straight, 2, 10);
    save_assert_same(crowd, straight.world.crowd);
    free(block.bytes);
    save_world_close(&straight);
    save_world_close(&self);
}

static void groups_come_back_with_their_behaviour_and_hold_on_to_their_fields(void **state)
{
    (void)state;
    save_world one = save_world_open(1), two = save_world_open(1);
    throng_group_desc odd = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(one.world.crowd, 1, &odd));
    odd.wall_rule = THRONG_WALL_RULE_REPEL;
    odd.separation_range = 3.25f;
    odd.separation_strength = 7.5f;
    odd.terrain_speed = false;
    odd.stop_at_goal = false;
    odd.is_paused = true;
    odd.layers = 0x1234;
    odd.collides_with = 0xfedc;
    odd.stands_firm = false;
    odd.side_bias = -0.25f;
    odd.time_gap = 0.5f;
    odd.user = 0x123456789abcdef0u;
    assert_ok(throng_crowd_set_group(one.world.crowd, 1, &odd));
    const save_block block = save_of(one.world.crowd);
    /* The second crowd has groups of other numbers, of which one too many. */
    throng_group_desc extra = throng_group_desc_default();
    extra.cost = two.other.cost;
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(two.world.crowd, &extra, &number));
    assert_int_equal(number, 3);
    throng_group_fields fields[SAVE_GROUPS];
    save_world_fields(&two, fields);
    assert_ok(throng_crowd_load(two.world.crowd, block.bytes, block.size, fields, SAVE_GROUPS));
    throng_group_desc got = throng_group_desc_default(), want = odd;
    assert_ok(throng_crowd_get_group(two.world.crowd, 1, &got));
    want.cost = two.other.cost;
    want.integration = two.other.integration;
    want.flow = two.other.flow;
    assert_memory_equal(&got, &want, sizeof got);
    assert_result(throng_crowd_get_group(two.world.crowd, 3, &got), THRONG_ERROR_ARGUMENT);
    assert_result(throng_flow_destroy(two.other.flow), THRONG_ERROR_IN_USE);
    assert_result(throng_cost_destroy(two.world.ground.cost), THRONG_ERROR_IN_USE);
    bool follows = false;
    assert_ok(throng_save_group(two.other.context, block.bytes, block.size, 1, &got, &follows));
    assert_true(follows && got.user == odd.user && !got.cost && !got.flow);
    assert_ok(throng_save_group(two.other.context, block.bytes, block.size, 2, &got, &follows));
    assert_false(follows);
    free(block.bytes);
    save_world_close(&two); /* would fail if a group still held on to a field */
    save_world_close(&one);
}

static void removed_groups_stay_removed(void **state)
{
    (void)state;
    save_world one = save_world_open(1), two = save_world_open(1);
    assert_ok(throng_crowd_remove_group(one.world.crowd, 1));
    save_block block = save_of(one.world.crowd);
    save_load(two.world.crowd, block);
    save_assert_same(one.world.crowd, two.world.crowd);
    throng_group_desc desc = throng_group_desc_default();
    bool follows = false;
    assert_result(throng_crowd_get_group(two.world.crowd, 1, &desc), THRONG_ERROR_ARGUMENT);
    assert_result(throng_save_group(one.other.context, block.bytes, block.size, 1, &desc, &follows),
                  THRONG_ERROR_ARGUMENT);
    int32_t number = -1;
    assert_ok(throng_crowd_get_group(two.world.crowd, 0, &desc));
    assert_ok(throng_crowd_add_group(two.world.crowd, &desc, &number));
    assert_int_equal(number, 1);
    free(block.bytes);
    /* A group that there is comes back in the place of one that was removed, with named fields. */
    block = save_of(two.world.crowd);
    throng_group_fields fields[SAVE_GROUPS];
    save_world_fields(&one, fields);
    assert_result(throng_crowd_load(one.world.crowd, block.bytes, block.size, NULL, 0),
                  THRONG_ERROR_ARGUMENT);
    assert_ok(throng_crowd_load(one.world.crowd, block.bytes, block.size, fields, SAVE_GROUPS));
    assert_ok(throng_crowd_get_group(one.world.crowd, 1, &desc));
    assert_ptr_equal(desc.flow, one.other.flow);
    free(block.bytes);
    save_world_close(&two);
    save_world_close(&one);
}

static void events_of_the_last_step_and_those_to_come_are_saved(void **state)
{
    (void)state;
    crowd_world one, two;
    crowd_world_walk(&one, 8, 8, 6, 6, 8);
    crowd_world_walk(&two, 8, 8, 6, 6, 8);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id lost = crowd_add(one.crowd, &desc), bad = crowd_add(one.crowd, &desc);
    assert_ok(throng_crowd_set_position(one.crowd, lost, (throng_point){-3, 2}));
    assert_ok(throng_crowd_step(one.crowd, 1.0f));
    const float nan = 0.0f / 0.0f;
    const throng_bodies bodies = {.count = 1, .ids = &bad, .x = &nan, .y = &nan};
    assert_ok(throng_crowd_write(one.crowd, &bodies));
    const save_block block = save_of(one.crowd);
    save_load(two.crowd, block);
    assert_int_equal(crowd_count_events(two.crowd, THRONG_EVENT_TIME_CUT, THRONG_AGENT_NONE), 1);
    assert_int_equal(crowd_count_events(two.crowd, THRONG_EVENT_RELOCATED, lost), 1);
    assert_int_equal(crowd_count_events(two.crowd, THRONG_EVENT_QUARANTINED, bad), 0);
    assert_ok(throng_crowd_step(two.crowd, 0.1f));
    assert_int_equal(crowd_count_events(two.crowd, THRONG_EVENT_TIME_CUT, THRONG_AGENT_NONE), 0);
    assert_int_equal(crowd_count_events(two.crowd, THRONG_EVENT_RELOCATED, lost), 0);
    assert_int_equal(crowd_count_events(two.crowd, THRONG_EVENT_QUARANTINED, bad), 1);
    free(block.bytes);
    crowd_world_close(&two);
    crowd_world_close(&one);
}

/* Arrived agents are woken by other goals, not by other fields with the same ones. */
static void arrivals_last_where_the_goals_are_the_same(void **state)
{
    (void)state;
    crowd_world one, two;
    crowd_world_walk(&one, 8, 8, 6, 6, 2);
    crowd_world_walk(&two, 8, 8, 6, 6, 2);
    const throng_agent_desc desc = crowd_agent_at(6.2f, 6.2f, 0);
    const throng_agent_id id = crowd_add(one.crowd, &desc);
    for (int32_t turn = 0; turn < 40; turn++)
        assert_ok(throng_crowd_step(one.crowd, 0.1f));
    assert_true(crowd_flags(one.crowd, id) & THRONG_AGENT_ARRIVED);
    const save_block block = save_of(one.crowd);
    crowd_world_solve(&two, 6, 6);
    save_load(two.crowd, block);
    assert_ok(throng_crowd_step(two.crowd, 0.1f));
    assert_true(crowd_flags(two.crowd, id) & THRONG_AGENT_ARRIVED);
    crowd_world_solve(&two, 1, 1);
    save_load(two.crowd, block);
    assert_true(crowd_flags(two.crowd, id) & THRONG_AGENT_ARRIVED);
    assert_ok(throng_crowd_step(two.crowd, 0.1f));
    assert_false(crowd_flags(two.crowd, id) & THRONG_AGENT_ARRIVED);
    free(block.bytes);
    crowd_world_close(&two);
    crowd_world_close(&one);
}

static void a_save_tells_what_it_needs(void **state)
{
    (void)state;
    save_world self = save_world_open(3);
    save_world_live(&self, 3, 6);
    const save_block block = save_of(self.world.crowd);
    throng_save_info info;
    assert_ok(throng_save_inspect(self.world.ground.context, block.bytes, block.size, &info));
    assert_int_equal(info.kind, THRONG_SAVE_CROWD);
    assert_int_equal(info.simulation_version, throng_simulation_version());
    assert_int_equal(info.grid.width, SAVE_SIDE);
    assert_int_equal(info.agents, throng_crowd_count(self.world.crowd));
    assert_true(info.agent_capacity >= info.agents && info.agent_capacity <= SAVE_AGENTS + 2);
    assert_int_equal(info.groups, SAVE_GROUPS);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = self.world.ground.grid;
    desc.agent_capacity = info.agent_capacity;
    desc.group_capacity = info.groups;
    desc.seed = 1;
    throng_crowd *exact = NULL;
    throng_group_fields fields[SAVE_GROUPS];
    save_world_fields(&self, fields);
    assert_ok(throng_crowd_create(self.world.ground.context, &desc, &exact));
    assert_ok(throng_crowd_load(exact, block.bytes, block.size, fields, SAVE_GROUPS));
    /* Stage hashes are what this crowd does not keep. */
    for (throng_stage stage = THRONG_STAGE_SAMPLE; stage <= THRONG_STAGE_STEER; stage++)
        assert_true(throng_crowd_hash(exact, stage) == 0);
    assert_true(throng_crowd_hash(exact, THRONG_STAGE_MOVE) ==
                throng_crowd_hash(self.world.crowd, THRONG_STAGE_MOVE));
    assert_ok(throng_crowd_destroy(exact));
    free(block.bytes);
    save_world_close(&self);
}

static void an_empty_crowd_can_be_saved(void **state)
{
    (void)state;
    save_world one = save_world_open(1), two = save_world_open(1);
    const save_block block = save_of(one.world.crowd);
    save_world_live(&two, 1, 5);
    save_load(two.world.crowd, block);
    assert_int_equal(throng_crowd_count(two.world.crowd), 0);
    save_world_live(&one, 9, 5);
    save_world_live(&two, 9, 5); /* which gives the same ids */
    save_assert_same(one.world.crowd, two.world.crowd);
    free(block.bytes);
    save_world_close(&two);
    save_world_close(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_crowd_goes_on_bit_for_bit),
        cmocka_unit_test(a_large_crowd_goes_on_bit_for_bit),
        cmocka_unit_test(a_crowd_can_be_rolled_back_again_and_again),
        cmocka_unit_test(groups_come_back_with_their_behaviour_and_hold_on_to_their_fields),
        cmocka_unit_test(removed_groups_stay_removed),
        cmocka_unit_test(events_of_the_last_step_and_those_to_come_are_saved),
        cmocka_unit_test(arrivals_last_where_the_goals_are_the_same),
        cmocka_unit_test(a_save_tells_what_it_needs),
        cmocka_unit_test(an_empty_crowd_can_be_saved),
    };
    return cmocka_run_group_tests_name("saves of crowds", tests, NULL, NULL);
}
