/*
 * interplay_crowd_test.c: crowds on fields of several headers: destroyed in the wrong order, mixed
 * between contexts, without room, without members. Nothing is read that is gone, and whoever
 * refuses changes nothing.
 */
#include "interplay.h"

/* Whatever another thing stands on can't be destroyed, and can afterwards. */
static void nothing_goes_before_what_stands_on_it(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_layer *second = layer_of(s.terrain, 300);
    throng_congestion *congestion = congestion_of(second);
    assert_result(throng_terrain_destroy(s.terrain), THRONG_ERROR_IN_USE);
    assert_result(throng_layer_destroy(s.layer), THRONG_ERROR_IN_USE); /* by a group */
    assert_result(throng_layer_destroy(second), THRONG_ERROR_IN_USE);  /* by a congestion */
    assert_result(throng_cost_destroy((throng_cost_field *)(uintptr_t)throng_layer_cost(second)),
                  THRONG_ERROR_IN_USE);
    assert_ok(throng_congestion_destroy(congestion));
    throng_group_desc group;
    assert_ok(throng_crowd_get_group(s.crowd, 0, &group));
    group.walls = throng_layer_cost(second);
    assert_ok(throng_crowd_set_group(s.crowd, 0, &group));
    assert_result(throng_layer_destroy(second), THRONG_ERROR_IN_USE);
    group.walls = NULL;
    assert_ok(throng_crowd_set_group(s.crowd, 0, &group));
    assert_ok(throng_layer_destroy(second));
    close_stage(&s);
}

/* The largest mover has no cell on a small map: everybody says so, nobody crashes. */
static void a_mover_without_room(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_layer *huge = layer_of(s.terrain, 16384);
    const throng_cost_field *cost = throng_layer_cost(huge);
    throng_regions *regions = NULL;
    throng_sight_field *sight = NULL;
    throng_danger *danger = NULL;
    throng_cell nearest = {-7, -7};
    assert_ok(throng_regions_create(s.context, &s.grid, &regions));
    assert_ok(throng_regions_build(cost, regions));
    assert_int_equal(throng_regions_count(regions), 0);
    assert_false(throng_regions_nearest(regions, goal, goal, &nearest));
    assert_int_equal(nearest.x, -7);
    assert_ok(throng_sight_create(s.context, &s.grid, &sight));
    assert_result(throng_sight(cost, &goal, 1, 16384, sight), THRONG_ERROR_GOAL);
    assert_ok(throng_danger_create(s.context, &s.grid, &danger));
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &goal;
    desc.goal_count = 1;
    assert_result(throng_danger_solve(danger, s.solver, cost, &desc, 120, s.integration, s.flow),
                  THRONG_ERROR_GOAL);
    throng_group_desc group = throng_group_desc_default();
    group.cost = cost;
    group.walls = throng_layer_cost(s.layer);
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(s.crowd, &group, &number));
    const throng_agent_id id = add(&s, 5.5f, 5.5f);
    throng_agent_desc agent = crowd_get(s.crowd, id);
    agent.group = number;
    throng_agent_id none = 5;
    assert_result(throng_crowd_add(s.crowd, &agent, &none, NULL), THRONG_ERROR_BLOCKED);
    assert_ok(throng_crowd_set(s.crowd, id, &agent)); /* a teleport: into quarantine */
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_true(crowd_flags(s.crowd, id) & THRONG_AGENT_QUARANTINED);
    throng_team_state team;
    assert_ok(throng_crowd_team(s.crowd, number, &team));
    assert_int_equal(team.members, 0);
    assert_ok(throng_crowd_remove(s.crowd, id));
    assert_ok(throng_crowd_destroy(s.crowd));
    s.crowd = NULL;
    assert_ok(throng_layer_destroy(huge));
    assert_ok(throng_danger_destroy(danger));
    assert_ok(throng_sight_destroy(sight));
    assert_ok(throng_regions_destroy(regions));
    close_stage(&s);
}

/* Obstacles rise where agents stand, under a congestion, and sleep under the whole map. */
static void a_map_that_closes_over_a_crowd(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_congestion *congestion = congestion_of(s.layer);
    const throng_congestion_field field = {s.integration, s.flow};
    for (int k = 0; k < 12; k++)
        add(&s, 4.5f + (float)k, 10.5f);
    throng_stamp_id part = 0, all = 0;
    assert_ok(throng_terrain_stamp(s.terrain, (throng_rect){3, 9, 8, 4}, 9, &part));
    assert_ok(congest(&s, congestion, &field, 1));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(throng_terrain_stamp(s.terrain, test_whole(s.grid), 9, &all));
    assert_ok(congest(&s, congestion, &field, 1)); /* goals sleep */
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(s.crowd, &report));
    assert_int_equal(report.quarantined, 12);
    assert_ok(throng_terrain_remove(s.terrain, all));
    assert_ok(throng_terrain_remove(s.terrain, part));
    assert_ok(congest(&s, congestion, &field, 1));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(throng_crowd_inspect(s.crowd, &report));
    assert_int_equal(report.quarantined, 0);
    assert_int_equal(report.in_wall, 0);
    assert_true(throng_integration_at(s.integration, (throng_cell){1, 1}) != THRONG_UNREACHABLE);
    assert_ok(throng_congestion_destroy(congestion));
    close_stage(&s);
}

/* The same sizes in another context. What is read is read while it is there. */
static void kinds_of_two_contexts(void **state)
{
    (void)state;
    stage a = open_stage(), b = open_stage();
    const throng_cost_field *cost = throng_layer_cost(b.layer);
    throng_sight_field *sight = NULL;
    throng_regions *regions = NULL;
    throng_danger *danger = NULL;
    throng_cache *cache = NULL;
    throng_cached found;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &goal;
    desc.goal_count = 1;
    assert_ok(throng_sight_create(a.context, &a.grid, &sight));
    assert_ok(throng_regions_create(a.context, &a.grid, &regions));
    assert_ok(throng_danger_create(a.context, &a.grid, &danger));
    assert_ok(throng_cache_create(a.context, &a.grid, 2, 4, &cache));
    assert_ok(throng_sight(cost, &goal, 1, 0, sight));
    assert_false(throng_sight_is_current(sight, cost)); /* that can't be known */
    assert_ok(throng_regions_build(cost, regions));
    assert_ok(throng_danger_solve(danger, a.solver, cost, &desc, 120, a.integration, a.flow));
    assert_ok(throng_danger_solve(danger, b.solver, cost, &desc, 120, b.integration, b.flow));
    const throng_result cached = throng_cache_get(cache, a.solver, cost, &goal, 1, &found);
    assert_true(cached == THRONG_OK || cached == THRONG_ERROR_ARGUMENT);
    /* A congestion of b with a crowd, a solver and a field of a. */
    throng_congestion *congestion = congestion_of(b.layer);
    const throng_congestion_field field = {a.integration, a.flow};
    add(&a, 5.5f, 5.5f);
    const throng_result result =
        throng_congestion_update(congestion, a.crowd, 10, a.solver, &field, 1, NULL);
    assert_true(result != THRONG_OK);
    /* Its sight serves no crowd of its own. */
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.sight = sight;
    assert_ok(throng_crowd_set_behaviour(a.crowd, 0, &wants));
    solve(&a);
    assert_result(throng_crowd_step(a.crowd, 0.1f), THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_sight(throng_layer_cost(a.layer), &goal, 1, 0, sight));
    assert_ok(throng_crowd_step(a.crowd, 0.1f));
    assert_ok(throng_congestion_destroy(congestion));
    close_stage(&b);
    /* What was b's is gone; what was made of it stays. */
    assert_true(throng_regions_count(regions) == 1);
    assert_ok(throng_cache_get(cache, a.solver, throng_layer_cost(a.layer), &goal, 1, &found));
    assert_ok(throng_crowd_step(a.crowd, 0.1f));
    assert_ok(throng_crowd_destroy(a.crowd));
    a.crowd = NULL;
    assert_ok(throng_cache_destroy(cache));
    assert_ok(throng_danger_destroy(danger));
    assert_ok(throng_regions_destroy(regions));
    assert_ok(throng_sight_destroy(sight));
    close_stage(&a);
}

/* Teams whose members, targets and groups go. */
static void behaviours_outlive_whom_they_are_about(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_group_desc idle = throng_group_desc_default();
    idle.cost = throng_layer_cost(s.layer);
    int32_t other = -1, again = -1;
    assert_ok(throng_crowd_add_group(s.crowd, &idle, &other));
    throng_agent_id prey;
    throng_agent_desc desc = crowd_agent_at(9.5f, 9.5f, other);
    prey = crowd_add(s.crowd, &desc);
    const throng_agent_id one = add(&s, 4.5f, 4.5f);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.pursue = wants.evade = wants.stay = wants.align = wants.cohere = 1;
    wants.keep_together = 3;
    wants.arrives_together = 1;
    wants.mates = 0xffff;
    wants.target.agent = prey;
    wants.threat.agent = one; /* itself */
    assert_ok(throng_crowd_set_behaviour(s.crowd, 0, &wants));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(throng_crowd_remove(s.crowd, prey));
    assert_ok(throng_crowd_remove_group(s.crowd, other));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_result(throng_crowd_set_behaviour(s.crowd, other, &wants), THRONG_ERROR_ARGUMENT);
    /* The index of the prey is another's now, who is not pursued. */
    const throng_agent_id next = add(&s, 15.5f, 4.5f);
    assert_int_equal((uint32_t)next, (uint32_t)prey);
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    /* A group of the same number does not inherit what was wanted. */
    assert_ok(throng_crowd_add_group(s.crowd, &idle, &again));
    assert_int_equal(again, other);
    throng_behaviour_desc got;
    assert_ok(throng_crowd_get_behaviour(s.crowd, again, &got));
    assert_true(got.pursue == 0 && got.target.agent == THRONG_AGENT_NONE);
    assert_ok(throng_crowd_remove(s.crowd, next));
    assert_ok(throng_crowd_remove(s.crowd, one));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    close_stage(&s);
}

/* Held members neither wait for others nor are waited for; the group arrives without its door. */
static void teams_of_one_and_of_the_held(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_agent_desc door = crowd_agent_at(2.5f, 2.5f, 0);
    door.is_kinematic = true;
    const throng_agent_id held = crowd_add(s.crowd, &door);
    const throng_agent_id one = add(&s, 17.5f, 12.5f);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.keep_together = 2;
    wants.arrives_together = 0.5f;
    assert_ok(throng_crowd_set_behaviour(s.crowd, 0, &wants));
    int32_t arrived = 0, joined = 0;
    for (int turn = 0; turn < 600; turn++) {
        assert_ok(throng_crowd_step(s.crowd, 1.0f / 60));
        arrived += crowd_count_events(s.crowd, THRONG_EVENT_TEAM_ARRIVED, THRONG_AGENT_NONE);
        joined += crowd_count_events(s.crowd, THRONG_EVENT_TEAM_JOINED, THRONG_AGENT_NONE);
    }
    assert_true(crowd_flags(s.crowd, one) & THRONG_AGENT_ARRIVED);
    assert_false(crowd_flags(s.crowd, held) & THRONG_AGENT_ARRIVED);
    assert_int_equal(arrived, 1);
    assert_int_equal(joined, 1);
    /* Paused, all are held: no mean, no event. */
    throng_group_desc group;
    assert_ok(throng_crowd_get_group(s.crowd, 0, &group));
    group.is_paused = true;
    assert_ok(throng_crowd_set_group(s.crowd, 0, &group));
    assert_ok(throng_crowd_set_behaviour(s.crowd, 0, &wants));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    throng_team_state team;
    assert_ok(throng_crowd_team(s.crowd, 0, &team));
    assert_int_equal(team.members, 2);
    assert_int_equal(team.walking, 0);
    assert_false(team.is_joined);
    close_stage(&s);
}

/* A group holds on to a cached field: its place is not given to another. */
static void a_cache_keeps_what_a_group_follows(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_cache *cache = NULL;
    throng_cached found, more;
    const throng_cost_field *cost = throng_layer_cost(s.layer);
    const throng_cell other = {2, 2};
    assert_ok(throng_cache_create(s.context, &s.grid, 1, 4, &cache));
    assert_ok(throng_cache_get(cache, s.solver, cost, &goal, 1, &found));
    throng_group_desc group;
    assert_ok(throng_crowd_get_group(s.crowd, 0, &group));
    const throng_group_desc before = group;
    group.integration = found.integration;
    group.flow = found.flow;
    assert_ok(throng_crowd_set_group(s.crowd, 0, &group));
    assert_result(throng_cache_destroy(cache), THRONG_ERROR_IN_USE);
    assert_result(throng_cache_get(cache, s.solver, cost, &other, 1, &more), THRONG_ERROR_CAPACITY);
    add(&s, 5.5f, 5.5f);
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(throng_terrain_fill(s.terrain, (throng_rect){9, 9, 2, 2}, 9));
    update(&s);
    assert_result(throng_crowd_step(s.crowd, 0.1f), THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_cache_get(cache, s.solver, cost, &goal, 1, &found)); /* in its place */
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    solve(&s);
    assert_ok(throng_crowd_set_group(s.crowd, 0, &before));
    assert_ok(throng_cache_get(cache, s.solver, cost, &other, 1, &more));
    assert_ok(throng_cache_destroy(cache));
    close_stage(&s);
}

/* A refused solve leaves a sight field what it was, and the crowd steps on. */
static void a_refused_sight_keeps_its_result(void **state)
{
    (void)state;
    stage s = open_stage();
    throng_sight_field *sight = NULL;
    const throng_cost_field *cost = throng_layer_cost(s.layer);
    const throng_cell off = {SIDE, 0};
    assert_ok(throng_sight_create(s.context, &s.grid, &sight));
    assert_ok(throng_sight(cost, &goal, 1, 40, sight));
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.sight = sight;
    wants.target = (throng_target){THRONG_AGENT_NONE, 20.5f, 12.5f};
    assert_ok(throng_crowd_set_behaviour(s.crowd, 0, &wants));
    add(&s, 5.5f, 5.5f);
    const uint64_t hash = throng_sight_hash(sight);
    assert_result(throng_sight(cost, &off, 1, 40, sight), THRONG_ERROR_ARGUMENT);
    assert_result(throng_sight(cost, &goal, 0, 40, sight), THRONG_ERROR_ARGUMENT);
    assert_result(throng_sight(cost, &goal, 1, -1, sight), THRONG_ERROR_ARGUMENT);
    assert_true(throng_sight_hash(sight) == hash && throng_sight_is_current(sight, cost));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    /* A target at the ends of the world, and one off the map beside a goal. */
    wants.target = (throng_target){THRONG_AGENT_NONE, 1e9f, -1e9f};
    assert_ok(throng_crowd_set_behaviour(s.crowd, 0, &wants));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(throng_crowd_destroy(s.crowd));
    s.crowd = NULL;
    assert_ok(throng_sight_destroy(sight));
    close_stage(&s);
}

/* Everything at once where there is no place to go. */
/* Everything that a group can want, in a group that has walls of its own. */
static int32_t add_group_that_wants_all(stage *s, const throng_layer *clear,
                                        const throng_sight_field *sight)
{
    throng_group_desc group = throng_group_desc_default();
    group.cost = throng_layer_cost(s->layer);
    group.walls = throng_layer_cost(clear);
    group.integration = s->integration;
    group.flow = s->flow;
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(s->crowd, &group, &number));
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.avoid_walls = wants.wander = wants.cohere = wants.stay = 1;
    wants.wall_range = 2;
    wants.sight = sight;
    wants.target = (throng_target){THRONG_AGENT_NONE, 0.5f, 0.5f};
    wants.keep_together = 1;
    wants.arrives_together = 1;
    assert_ok(throng_crowd_set_behaviour(s->crowd, number, &wants));
    return number;
}

static void a_map_of_one_cell(void **state)
{
    (void)state;
    const throng_cell here = {0, 0};
    stage s = open_stage_of(1, here);
    throng_layer *clear = layer_of(s.terrain, 128);
    const throng_cost_field *cost = throng_layer_cost(s.layer);
    throng_congestion *congestion = NULL;
    throng_danger *danger = NULL;
    throng_sight_field *sight = NULL;
    throng_congestion_desc wide = throng_congestion_desc_default();
    wide.square = 64;
    wide.price = 1000;
    wide.price_most = 253;
    assert_ok(throng_congestion_create(s.layer, &wide, &congestion));
    assert_ok(throng_danger_create(s.context, &s.grid, &danger));
    assert_ok(throng_sight_create(s.context, &s.grid, &sight));
    assert_ok(throng_sight(cost, &here, 1, 127, sight));
    assert_true(throng_sight_at(sight, here));
    const int32_t number = add_group_that_wants_all(&s, clear, sight);
    for (int k = 0; k < 5; k++) {
        const throng_agent_desc agent = crowd_agent_at(0.1f + 0.2f * (float)k, 0.5f, number);
        crowd_add(s.crowd, &agent);
    }
    const throng_congestion_field field = {s.integration, s.flow};
    for (int turn = 0; turn < 40; turn++) {
        assert_ok(throng_crowd_step(s.crowd, 0.1f));
        assert_ok(throng_congestion_update(congestion, s.crowd, 0.1f, s.solver, &field, 1, NULL));
    }
    throng_team_state team;
    assert_ok(throng_crowd_team(s.crowd, number, &team));
    assert_int_equal(team.members, 5);
    throng_integration_desc feared = throng_integration_desc_default();
    feared.goals = &here;
    feared.goal_count = 1;
    assert_ok(throng_danger_solve(danger, s.solver, cost, &feared, 1000, s.integration, s.flow));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_ok(throng_crowd_destroy(s.crowd));
    s.crowd = NULL;
    assert_ok(throng_sight_destroy(sight));
    assert_ok(throng_danger_destroy(danger));
    assert_ok(throng_congestion_destroy(congestion));
    assert_ok(throng_layer_destroy(clear));
    close_stage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_goes_before_what_stands_on_it),
        cmocka_unit_test(a_mover_without_room),
        cmocka_unit_test(a_map_that_closes_over_a_crowd),
        cmocka_unit_test(kinds_of_two_contexts),
        cmocka_unit_test(behaviours_outlive_whom_they_are_about),
        cmocka_unit_test(teams_of_one_and_of_the_held),
        cmocka_unit_test(a_cache_keeps_what_a_group_follows),
        cmocka_unit_test(a_refused_sight_keeps_its_result),
        cmocka_unit_test(a_map_of_one_cell),
    };
    return cmocka_run_group_tests_name("interplay of crowds", tests, NULL, NULL);
}
