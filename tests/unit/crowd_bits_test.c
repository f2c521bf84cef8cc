/*
 * crowd_bits_test.c: a step is a function of the state alone: not of the order in which agents were
 * added or stored, of what was asked in between, of other contexts, or of threads.
 */
#include "crowd_world.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { COUNT = 120, SIDE = 24 };

/* Two groups that walk through each other on a map with walls. The context may be made with tasks.
 */
typedef struct meeting {
    crowd_world world;
    test_world other;
    throng_agent_id ids[COUNT];
} meeting;

/* Two groups on one map, each with a goal of its own. */
static void open_groups(meeting *all, test_world ground, test_world other,
                        const throng_cell goals[2], int32_t agent_capacity, bool hash_stages)
{
    all->world.ground = ground;
    all->other = other;
    test_world_solve(&all->world.ground, &goals[0], 1);
    test_world_solve(&all->other, &goals[1], 1);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = all->world.ground.grid;
    desc.agent_capacity = agent_capacity;
    desc.hash_stages = hash_stages;
    assert_ok(throng_crowd_create(all->world.ground.context, &desc, &all->world.crowd));
    crowd_world_add_walkers(&all->world);
    throng_group_desc group = throng_group_desc_default();
    group.cost = all->other.cost;
    group.integration = all->other.integration;
    group.flow = all->other.flow;
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(all->world.crowd, &group, &number));
    assert_int_equal(number, 1);
}

static void open_meeting(meeting *all, uint64_t seed, bool hash_stages)
{
    test_random random = {seed};
    uint8_t costs[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        costs[i] = (uint8_t)(test_random_int(&random, 0, 9) == 0 ? THRONG_WALL : 1 + i % 2);
    const throng_cell goals[2] = {{2, 12}, {21, 12}};
    costs[12 * SIDE + 2] = costs[12 * SIDE + 21] = 1;
    open_groups(all, test_world_create(SIDE, SIDE, costs), test_world_create(SIDE, SIDE, costs),
                goals, 2 * COUNT, hash_stages);
}

static void close_meeting(meeting *all)
{
    assert_ok(throng_crowd_destroy(all->world.crowd));
    all->world.crowd = NULL;
    test_world_destroy(&all->other);
    crowd_world_close(&all->world);
}

/* Agent i of every meeting made from a seed: a function of both. Its place is free; some share
 * theirs. */
static throng_agent_desc agent_of(const meeting *all, uint64_t seed, int32_t i)
{
    test_random random = {seed * 1000 + (uint64_t)(i % 10 == 9 ? i - 2 : i)};
    throng_agent_desc desc = crowd_agent_at(0, 0, i % 2);
    throng_point wanted = {test_random_float(&random, 0, SIDE),
                           test_random_float(&random, 0, SIDE)};
    if (i % 2) /* many share an x, so that ids break ties */
        wanted.x = (float)test_random_int(&random, 0, SIDE - 1) + 0.5f;
    throng_point place;
    assert_true(throng_cost_nearest_free(all->world.ground.cost, wanted, &place));
    desc.x = place.x;
    desc.y = place.y;
    desc.velocity_x = test_random_float(&random, -1, 1);
    desc.radius = test_random_float(&random, 0.15f, 0.6f);
    desc.max_speed = test_random_float(&random, 0.5f, 3);
    desc.mass = test_random_float(&random, 20, 200);
    desc.user = (uint64_t)i;
    return desc;
}

static void add_all(meeting *all, uint64_t seed)
{
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_desc desc = agent_of(all, seed, i);
        all->ids[i] = crowd_add(all->world.crowd, &desc);
    }
}

static void step_both(meeting *left, meeting *right, int32_t turns)
{
    for (int32_t turn = 0; turn < turns; turn++) {
        assert_ok(throng_crowd_step(left->world.crowd, 0.05f));
        assert_ok(throng_crowd_step(right->world.crowd, 0.05f));
        if (throng_crowd_hash(left->world.crowd, THRONG_STAGE_MOVE) !=
            throng_crowd_hash(right->world.crowd, THRONG_STAGE_MOVE))
            fail_msg("bits differ after step %d of %d", turn + 1, turns);
    }
}

/* Fails unless agents of the same id have the same values. */
static void compare_agents(const meeting *left, const meeting *right)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(left->world.crowd, &view));
    assert_int_equal(throng_crowd_count(right->world.crowd), view.count);
    for (int32_t i = 0; i < view.count; i++) {
        const throng_agent_desc one = crowd_get(left->world.crowd, view.ids[i]);
        const throng_agent_desc two = crowd_get(right->world.crowd, view.ids[i]);
        crowd_assert_same(&one, &two);
    }
}

static void two_runs_give_the_same_bits(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd bits, two runs", 31);
    meeting left, right;
    open_meeting(&left, seed, false);
    open_meeting(&right, seed, false);
    add_all(&left, seed);
    add_all(&right, seed);
    const uint64_t start = throng_crowd_hash(left.world.crowd, THRONG_STAGE_MOVE);
    step_both(&left, &right, 200);
    assert_true(throng_crowd_hash(left.world.crowd, THRONG_STAGE_MOVE) != start);
    compare_agents(&left, &right);
    close_meeting(&left);
    close_meeting(&right);
}

/* One crowd is new; the other has walked other agents of the same ids for a while first. */
static void the_history_of_the_arrays_does_not_matter(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd bits, history", 32);
    meeting left, right;
    open_meeting(&left, seed, false);
    open_meeting(&right, seed, false);
    add_all(&left, seed);
    add_all(&right, seed + 1);
    for (int32_t turn = 0; turn < 60; turn++)
        assert_ok(throng_crowd_step(right.world.crowd, 0.05f));
    for (int32_t i = COUNT - 1; i >= 0; i--) {
        assert_true(left.ids[i] == right.ids[i]);
        const throng_agent_desc desc = agent_of(&right, seed, i);
        assert_ok(throng_crowd_set(right.world.crowd, right.ids[i], &desc));
    }
    compare_agents(&left, &right);
    step_both(&left, &right, 100);
    compare_agents(&left, &right);
    close_meeting(&left);
    close_meeting(&right);
}

static void the_order_of_removals_does_not_matter(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd bits, removals", 33);
    meeting left, right;
    open_meeting(&left, seed, false);
    open_meeting(&right, seed, false);
    add_all(&left, seed);
    add_all(&right, seed);
    for (int32_t i = 0; i < COUNT; i++) {
        if (i % 3 == 0)
            assert_ok(throng_crowd_remove(left.world.crowd, left.ids[i]));
        if ((COUNT - 1 - i) % 3 == 0)
            assert_ok(throng_crowd_remove(right.world.crowd, right.ids[COUNT - 1 - i]));
        if (i % 10 == 9) {
            /* Sorts one crowd's arrays, not the other's. */
            int32_t count = 0;
            const throng_point centre = {12, 12};
            throng_agent_id found[COUNT];
            assert_ok(
                throng_crowd_query_radius(right.world.crowd, centre, 3, found, COUNT, &count));
        }
    }
    /* Not the hash of STEP: it also holds the ids to come, which do depend on that order. */
    compare_agents(&left, &right);
    step_both(&left, &right, 100);
    compare_agents(&left, &right);
    close_meeting(&left);
    close_meeting(&right);
}

/* Columns of agents with one x, packed so that everybody has many neighbours in each: only ids tell
 * who comes first. Removals leave the two crowds with their arrays in different orders. */
static void compare_packed(uint64_t seed, int32_t columns, float height)
{
    enum { PACKED = 300 };
    crowd_world worlds[2];
    for (int32_t k = 0; k < 2; k++) {
        test_random random = {seed};
        crowd_world_idle(&worlds[k], 12, 12, PACKED);
        throng_agent_id ids[PACKED];
        for (int32_t i = 0; i < PACKED; i++) {
            throng_agent_desc desc = crowd_agent_at(2 + 0.3f * (float)(i % columns), 0, 0);
            desc.y = 5 + test_random_float(&random, 0, 1) * height;
            desc.mass = test_random_float(&random, 20, 200);
            ids[i] = crowd_add(worlds[k].crowd, &desc);
        }
        for (int32_t i = 0; i < PACKED; i += 4)
            assert_ok(throng_crowd_remove(worlds[k].crowd, ids[k ? PACKED - 4 - i : i]));
    }
    for (int32_t turn = 0; turn < 3; turn++) {
        assert_ok(throng_crowd_step(worlds[0].crowd, 0.01f));
        assert_ok(throng_crowd_step(worlds[1].crowd, 0.01f));
        assert_true(throng_crowd_hash(worlds[0].crowd, THRONG_STAGE_MOVE) ==
                    throng_crowd_hash(worlds[1].crowd, THRONG_STAGE_MOVE));
    }
    crowd_world_close(&worlds[0]);
    crowd_world_close(&worlds[1]);
}

static void equal_places_in_the_order_are_told_apart_by_id(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd bits, ties", 38);
    compare_packed(seed, 15, 4);
    compare_packed(seed, 2, 4);
    compare_packed(seed, 15, 0); /* 20 agents a point */
    compare_packed(seed, 2, 0);  /* 150 agents a point */
}

static void questions_in_between_change_nothing(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd bits, questions", 34);
    meeting left, right;
    open_meeting(&left, seed, false);
    open_meeting(&right, seed, true);
    add_all(&left, seed);
    add_all(&right, seed);
    for (int32_t turn = 0; turn < 80; turn++) {
        throng_crowd_report report;
        throng_agent_id found[COUNT];
        int32_t count = 0;
        const throng_point centre = {(float)(turn % SIDE), 12};
        throng_crowd *const crowd = right.world.crowd;
        assert_ok(throng_crowd_query_radius(crowd, centre, 4, found, COUNT, &count));
        assert_ok(throng_crowd_inspect(crowd, &report));
        assert_ok(throng_crowd_step(crowd, 0));
        crowd_events(crowd, NULL, 0);
        step_both(&left, &right, 1);
    }
    compare_agents(&left, &right);
    close_meeting(&left);
    close_meeting(&right);
}

/* So many agents that the crowd now and then puts its arrays into the order of space; one crowd is
 * made to sort more often than the other. */
static void where_agents_are_stored_does_not_matter(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    test_random random = {test_seed("crowd bits, storage", 37)};
    crowd_world often, seldom;
    crowd_world_walk(&often, 70, 70, 35, 35, MANY);
    crowd_world_walk(&seldom, 70, 70, 35, 35, MANY);
    static throng_agent_id ids[MANY];
    for (int32_t i = 0; i < MANY; i++) {
        throng_agent_desc desc = crowd_agent_at(0, 0, 0);
        desc.x = test_random_float(&random, 0, 70);
        desc.y = test_random_float(&random, 0, 70);
        desc.mass = test_random_float(&random, 20, 200);
        desc.user = (uint64_t)i;
        ids[i] = crowd_add(often.crowd, &desc);
        assert_true(crowd_add(seldom.crowd, &desc) == ids[i]);
    }
    for (int32_t turn = 0; turn < 40; turn++) {
        int32_t count = 0;
        const throng_point nowhere = {-9, -9};
        const throng_agent_id moved = ids[test_random_int(&random, 0, MANY - 1)];
        const throng_point place = {test_random_float(&random, 0, 70),
                                    test_random_float(&random, 0, 70)};
        assert_ok(throng_crowd_query_radius(often.crowd, nowhere, 1, NULL, 0, &count));
        assert_ok(throng_crowd_set_position(often.crowd, moved, place));
        assert_ok(throng_crowd_set_position(seldom.crowd, moved, place));
        assert_ok(throng_crowd_step(often.crowd, 0.02f));
        assert_ok(throng_crowd_step(seldom.crowd, 0.02f));
        assert_true(throng_crowd_hash(often.crowd, THRONG_STAGE_STEP) ==
                    throng_crowd_hash(seldom.crowd, THRONG_STAGE_STEP));
    }
    throng_crowd_view view;
    assert_ok(throng_crowd_read(often.crowd, &view));
    int32_t moved_count = 0;
    for (int32_t i = 0; i < MANY; i++) {
        const int32_t index = throng_crowd_index(often.crowd, ids[i]);
        assert_true(view.ids[index] == ids[i] && view.user[index] == (uint64_t)i);
        moved_count += index != i;
        const throng_agent_desc one = crowd_get(often.crowd, ids[i]);
        const throng_agent_desc two = crowd_get(seldom.crowd, ids[i]);
        crowd_assert_same(&one, &two);
    }
    print_message("%d of %d agents are stored elsewhere than at first\n", moved_count, MANY);
    crowd_world_close(&often);
    crowd_world_close(&seldom);
}

/* A group that rests round its goal, and another that has to get through it. */
enum { RESTING = 300, WALKING = 40, WIDTH = 48, HEIGHT = 24 };

static void open_camp(meeting *all, bool hash_stages)
{
    uint8_t costs[WIDTH * HEIGHT];
    memset(costs, 1, sizeof costs);
    const throng_cell goals[2] = {{20, 12}, {44, 12}};
    open_groups(all, test_world_create(WIDTH, HEIGHT, costs),
                test_world_create(WIDTH, HEIGHT, costs), goals, RESTING + WALKING, hash_stages);
    for (int32_t i = 0; i < RESTING; i++) {
        const throng_agent_desc agent =
            crowd_agent_at(15.5f + 0.6f * (float)(i % 15), 6.5f + 0.6f * (float)(i / 15), 0);
        crowd_add(all->world.crowd, &agent);
    }
    for (int32_t i = 0; i < WALKING; i++) {
        const throng_agent_desc agent =
            crowd_agent_at(1.5f + 0.8f * (float)(i % 4), 8.5f + 0.8f * (float)(i / 4), 1);
        crowd_add(all->world.crowd, &agent);
    }
}

static int32_t count_asleep(const meeting *all)
{
    throng_crowd_view view;
    int32_t count = 0;
    assert_ok(throng_crowd_read(all->world.crowd, &view));
    for (int32_t i = 0; i < view.count; i++)
        count += (view.flags[i] & THRONG_AGENT_ASLEEP) != 0;
    return count;
}

/* Sleepers are passed over, but not by a crowd that hashes its stages. */
static void passing_sleepers_over_changes_nothing(void **state)
{
    (void)state;
    meeting left, right;
    open_camp(&left, false);
    open_camp(&right, true);
    int32_t most_asleep = 0;
    for (int32_t turn = 0; turn < 500; turn++) {
        step_both(&left, &right, 1);
        const int32_t asleep = count_asleep(&left);
        most_asleep = asleep > most_asleep ? asleep : most_asleep;
        if (turn % 50 == 0)
            compare_agents(&left, &right);
    }
    print_message("%d of %d asleep at most, %d in the end\n", most_asleep, RESTING + WALKING,
                  count_asleep(&left));
    assert_true(most_asleep > RESTING / 2);
    close_meeting(&left);
    close_meeting(&right);
}

static void two_contexts_do_not_meet(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd bits, contexts", 35);
    meeting alone, one, two;
    open_meeting(&alone, seed, false);
    add_all(&alone, seed);
    for (int32_t turn = 0; turn < 60; turn++)
        assert_ok(throng_crowd_step(alone.world.crowd, 0.05f));
    open_meeting(&one, seed, false);
    open_meeting(&two, seed + 7, false);
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_desc first = agent_of(&one, seed, i);
        const throng_agent_desc second = agent_of(&two, seed + 7, i);
        crowd_add(one.world.crowd, &first);
        crowd_add(two.world.crowd, &second);
    }
    for (int32_t turn = 0; turn < 60; turn++) {
        assert_ok(throng_crowd_step(one.world.crowd, 0.05f));
        assert_ok(throng_crowd_step(two.world.crowd, 0.03f));
    }
    assert_true(throng_crowd_hash(alone.world.crowd, THRONG_STAGE_STEP) ==
                throng_crowd_hash(one.world.crowd, THRONG_STAGE_STEP));
    compare_agents(&alone, &one);
    close_meeting(&two);
    close_meeting(&one);
    close_meeting(&alone);
}

static void stages_have_hashes_if_they_were_asked_for(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd bits, stages", 36);
    meeting with, without;
    open_meeting(&with, seed, true);
    open_meeting(&without, seed, false);
    add_all(&with, seed);
    add_all(&without, seed);
    step_both(&with, &without, 20);
    const throng_stage kept[] = {THRONG_STAGE_SAMPLE, THRONG_STAGE_NEIGHBOURS, THRONG_STAGE_STEER};
    for (int32_t i = 0; i < 3; i++) {
        const uint64_t before = throng_crowd_hash(with.world.crowd, kept[i]);
        assert_true(before != 0);
        assert_true(throng_crowd_hash(without.world.crowd, kept[i]) == 0);
        for (int32_t k = 0; k < i; k++)
            assert_true(before != throng_crowd_hash(with.world.crowd, kept[k]));
    }
    const throng_stage none[] = {THRONG_STAGE_COST, THRONG_STAGE_INTEGRATION, THRONG_STAGE_FLOW};
    for (int32_t i = 0; i < 3; i++)
        assert_true(throng_crowd_hash(with.world.crowd, none[i]) == 0);
    assert_true(throng_crowd_hash(NULL, THRONG_STAGE_MOVE) == 0);
    close_meeting(&with);
    close_meeting(&without);
}

static void a_hash_feels_the_last_bit(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 2);
    throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    desc.x = 5;
    crowd_add(world.crowd, &desc);
    throng_agent_desc now = crowd_get(world.crowd, id);
    const uint64_t before = throng_crowd_hash(world.crowd, THRONG_STAGE_MOVE);
    const uint64_t all_before = throng_crowd_hash(world.crowd, THRONG_STAGE_STEP);
    now.velocity_y = 1e-38f;
    assert_ok(throng_crowd_set(world.crowd, id, &now));
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_MOVE) != before);
    now.velocity_y = 0;
    assert_ok(throng_crowd_set(world.crowd, id, &now));
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_MOVE) == before);
    now.radius = 0.31f;
    assert_ok(throng_crowd_set(world.crowd, id, &now));
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_MOVE) == before);
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_STEP) != all_before);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_runs_give_the_same_bits),
        cmocka_unit_test(the_history_of_the_arrays_does_not_matter),
        cmocka_unit_test(the_order_of_removals_does_not_matter),
        cmocka_unit_test(equal_places_in_the_order_are_told_apart_by_id),
        cmocka_unit_test(questions_in_between_change_nothing),
        cmocka_unit_test(where_agents_are_stored_does_not_matter),
        cmocka_unit_test(passing_sleepers_over_changes_nothing),
        cmocka_unit_test(two_contexts_do_not_meet),
        cmocka_unit_test(stages_have_hashes_if_they_were_asked_for),
        cmocka_unit_test(a_hash_feels_the_last_bit),
    };
    return cmocka_run_group_tests_name("crowd bits", tests, NULL, NULL);
}
