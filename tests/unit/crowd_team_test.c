/*
 * crowd_team_test.c: wishes about neighbours, about the whole group and about what is seen, worked
 * out by hand. A step of one substep leaves the heading that was found; nobody turns aside here.
 */
#include "crowd_world.h"

#include <math.h>

#define SUBSTEP (1.0f / 60.0f)
#define FINE 2e-6f

static void want(throng_crowd *crowd, int32_t group, const throng_behaviour_desc *wants)
{
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(crowd, group, &desc));
    desc.side_bias = 0;
    desc.separation_strength = 0;
    assert_ok(throng_crowd_set_group(crowd, group, &desc));
    assert_ok(throng_crowd_set_behaviour(crowd, group, wants));
}

static throng_agent_id add_moving(throng_crowd *crowd, float x, float y, float velocity_x,
                                  float velocity_y, int32_t group)
{
    throng_agent_desc desc = crowd_agent_at(x, y, group);
    desc.velocity_x = velocity_x;
    desc.velocity_y = velocity_y;
    desc.max_speed = 2;
    return crowd_add(crowd, &desc);
}

static throng_point heading_of(const throng_crowd *crowd, throng_agent_id id)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(crowd, &view));
    const int32_t index = throng_crowd_index(crowd, id);
    assert_in_range(index, 0, view.count - 1);
    return (throng_point){view.heading_x[index], view.heading_y[index]};
}

static void assert_point(throng_point got, float x, float y)
{
    if (fabsf(got.x - x) <= FINE && fabsf(got.y - y) <= FINE)
        return;
    print_error("heading is %.8f, %.8f instead of %.8f, %.8f\n", (double)got.x, (double)got.y,
                (double)x, (double)y);
    fail();
}

/* An agent at (10, 10) of 30 x 30 cells; of its group two within 5 m and one beyond; one of another
 * group, a kinematic one and one in quarantine, who do not count. */
static throng_agent_id open_herd(crowd_world *world)
{
    crowd_world_idle(world, 30, 30, 16);
    assert_int_equal(crowd_world_add_idlers(world), 1);
    const throng_agent_id id = add_moving(world->crowd, 10, 10, 0, 0, 0);
    add_moving(world->crowd, 13, 10, 1, 0, 0);
    add_moving(world->crowd, 10, 14, 0, 1.5f, 0);
    add_moving(world->crowd, 10, 15.5f, -2, -2, 0);
    add_moving(world->crowd, 8, 10, -2, -2, 1);
    throng_agent_desc desc = crowd_agent_at(9, 9, 0);
    desc.is_kinematic = true;
    crowd_add(world->crowd, &desc);
    const throng_agent_id sick = add_moving(world->crowd, 9, 11, -2, -2, 0);
    const float nan = NAN, zero = 0;
    const throng_bodies bodies = {
        .count = 1, .ids = &sick, .velocity_x = &nan, .velocity_y = &zero};
    assert_ok(throng_crowd_write(world->crowd, &bodies));
    return id;
}

static throng_point herd_wish(float align, float cohere, float range)
{
    crowd_world world;
    const throng_agent_id id = open_herd(&world);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.align = align;
    wants.cohere = cohere;
    wants.neighbour_range = range;
    want(world.crowd, 0, &wants);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    const throng_point found = heading_of(world.crowd, id);
    crowd_world_close(&world);
    return found;
}

static void a_herd_goes_as_its_neighbours_do(void **state)
{
    (void)state;
    /* Mean 0.5, 0.75 m/s of 2 m/s. */
    assert_point(herd_wish(1, 0, 5), 0.25f, 0.375f);
    assert_point(herd_wish(0.5f, 0, 5), 0.125f, 0.1875f);
    /* Only the nearer one, at exactly the range; nobody; all three: -1/3, -1/6. */
    assert_point(herd_wish(1, 0, 3), 0.5f, 0);
    assert_point(herd_wish(1, 0, 2.9f), 0, 0);
    assert_point(herd_wish(1, 0, 6), -1.0f / 6, -0.5f / 6);
}

static void a_herd_draws_together(void **state)
{
    (void)state;
    /* Mean way 1.5, 2 m of 5 m; 3, 0 of 3 m. */
    assert_point(herd_wish(0, 1, 5), 0.3f, 0.4f);
    assert_point(herd_wish(0, 1, 3), 1, 0);
    assert_point(herd_wish(0, 1, 2.9f), 0, 0);
    assert_point(herd_wish(0.5f, 0.5f, 5), 0.125f + 0.15f, 0.1875f + 0.2f);
}

/* As above, with the one of the other group, (-2, 0) m away at (-1, -1) of its speed, on layer 8.
 */
static void mates_of_other_groups_count_by_their_layers(void **state)
{
    (void)state;
    const uint16_t mates[] = {0, 7, 8, 0xffff};
    for (int k = 0; k < 4; k++) {
        crowd_world world;
        const throng_agent_id id = open_herd(&world);
        throng_group_desc desc;
        assert_ok(throng_crowd_get_group(world.crowd, 1, &desc));
        desc.layers = 8;
        assert_ok(throng_crowd_set_group(world.crowd, 1, &desc));
        throng_behaviour_desc wants = throng_behaviour_desc_default();
        wants.cohere = 1;
        wants.neighbour_range = 5;
        wants.mates = mates[k];
        want(world.crowd, 0, &wants);
        /* Saves hold it. */
        static uint8_t bytes[8192];
        const size_t size = throng_crowd_save_bytes(world.crowd);
        assert_in_range(size, 1, sizeof bytes);
        assert_ok(throng_crowd_save(world.crowd, bytes, size));
        wants.mates = 3;
        want(world.crowd, 0, &wants);
        assert_ok(throng_crowd_load(world.crowd, bytes, size, NULL, 0));
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        if (mates[k] & 8)
            assert_point(heading_of(world.crowd, id), (3 + 0 - 2) / 3.0f / 5, 4 / 3.0f / 5);
        else
            assert_point(heading_of(world.crowd, id), (3 + 0) / 2.0f / 5, 4 / 2.0f / 5);
        wants.cohere = 0;
        wants.align = 1;
        wants.mates = mates[k];
        want(world.crowd, 0, &wants);
        assert_ok(throng_crowd_load(world.crowd, bytes, size, NULL, 0));
        want(world.crowd, 0, &wants);
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        if (mates[k] & 8)
            assert_point(heading_of(world.crowd, id), (1 + 0 - 2) / 3.0f / 2,
                         (0 + 1.5f - 2) / 3.0f / 2);
        else
            assert_point(heading_of(world.crowd, id), (1 + 0) / 2.0f / 2, 1.5f / 2.0f / 2);
        crowd_world_close(&world);
    }
}

static void neighbours_may_be_many_rows_away(void **state)
{
    (void)state;
    /* Rows are 0.9 m high; the two stand 20 m apart. */
    crowd_world world;
    crowd_world_idle(&world, 30, 30, 4);
    const throng_agent_id one = add_moving(world.crowd, 4, 4, 0, 0, 0);
    const throng_agent_id other = add_moving(world.crowd, 16, 20, 2, 0, 0);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.cohere = 1;
    wants.neighbour_range = 25;
    want(world.crowd, 0, &wants);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, one), 12.0f / 25, 16.0f / 25);
    assert_point(heading_of(world.crowd, other), -12.0f / 25, -16.0f / 25);
    crowd_world_close(&world);
}

static void a_group_keeps_its_mean_velocity(void **state)
{
    (void)state;
    crowd_world world;
    const throng_agent_id id = open_herd(&world);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.stay = 1;
    want(world.crowd, 0, &wants);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    /* Of the four who walk: (0 + 1 + 0 - 2) / 4, (0 + 0 + 1.5 - 2) / 4 of 2 m/s. */
    assert_point(heading_of(world.crowd, id), -0.125f, -0.0625f);
    crowd_world_close(&world);
}

/* Three members in an alley of 40 cells whose goal is its last one. */
static void open_team(crowd_world *world, throng_agent_id ids[3], const float x[3], float keep)
{
    crowd_world_walk(world, 40, 1, 39, 0, 8);
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world->crowd, 0, &desc));
    for (int k = 0; k < 3; k++) {
        throng_agent_desc agent = crowd_agent_at(x[k], 0.5f, 0);
        ids[k] = crowd_add(world->crowd, &agent);
    }
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.keep_together = keep;
    want(world->crowd, 0, &wants);
}

static void members_ahead_wait_for_those_behind(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[3];
    /* Cells 2, 5 and 14: the mean is 7 cells from the start; the first is 7 m ahead. */
    const float x[3] = {2.5f, 5.5f, 14.5f};
    open_team(&world, ids, x, 10);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, ids[0]), 1, 0);
    assert_point(heading_of(world.crowd, ids[1]), 1, 0);
    assert_point(heading_of(world.crowd, ids[2]), 0.3f, 0);
    crowd_world_close(&world);
    /* Never less than a tenth. */
    open_team(&world, ids, x, 5);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, ids[2]), 0.1f, 0);
    crowd_world_close(&world);
}

static void a_scattered_team_joins_up_and_goes_at_the_pace_of_its_slowest(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[3];
    const float x[3] = {0.5f, 6.5f, 12.5f};
    open_team(&world, ids, x, 4);
    throng_agent_desc slow = crowd_get(world.crowd, ids[0]);
    slow.max_speed = 0.7f;
    assert_ok(throng_crowd_set(world.crowd, ids[0], &slow));
    float apart = 12;
    for (int k = 0; k < 900; k++) {
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        apart = crowd_get(world.crowd, ids[2]).x - crowd_get(world.crowd, ids[0]).x;
    }
    const throng_agent_desc now = crowd_get(world.crowd, ids[2]);
    /* Half speed is for who is 2 m ahead of the mean, which leaves the slow one 4 m behind it;
     * cells are a metre long. Without a team they would be 22 m apart. */
    assert_true(apart > 5 && apart < 7 && now.x < 20);
    assert_true(now.velocity_x > 0.4f && now.velocity_x < 0.9f);
    crowd_world_close(&world);
}

static void a_team_has_arrived_when_enough_of_it_have(void **state)
{
    (void)state;
    for (int enough = 0; enough < 2; enough++) {
        crowd_world world;
        throng_agent_id ids[3];
        const float x[3] = {2.5f, 38.5f, 39.5f};
        open_team(&world, ids, x, 0);
        throng_behaviour_desc wants = throng_behaviour_desc_default();
        wants.arrives_together = enough ? 0.66f : 0.67f;
        want(world.crowd, 0, &wants);
        int32_t told = 0;
        for (int k = 0; k < 300; k++) {
            assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
            told += crowd_count_events(world.crowd, THRONG_EVENT_ARRIVED, ids[0]);
        }
        assert_true(crowd_flags(world.crowd, ids[1]) & THRONG_AGENT_ARRIVED);
        assert_true(crowd_flags(world.crowd, ids[2]) & THRONG_AGENT_ARRIVED);
        assert_int_equal((crowd_flags(world.crowd, ids[0]) & THRONG_AGENT_ARRIVED) != 0, enough);
        assert_int_equal(told, enough);
        crowd_world_close(&world);
    }
}

/* A map whose goal (9, 3) stands behind a wall for whoever is far west of it in the north. */
static void open_view(crowd_world *world, throng_sight_field **sight)
{
    static const char *const rows[] = {"............", "............", "....####....",
                                       "............", "............"};
    crowd_world_draw(world, 1, rows, 5);
    crowd_world_solve(world, 9, 3);
    crowd_world_populate(world, 8);
    assert_int_equal(crowd_world_add_walkers(world), 0);
    const throng_cell goal = {9, 3};
    assert_ok(throng_sight_create(world->ground.context, &world->ground.grid, sight));
    assert_ok(throng_sight(world->ground.cost, &goal, 1, 0, *sight));
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.sight = *sight;
    wants.target = (throng_target){THRONG_AGENT_NONE, 9.5f, 3.5f};
    want(world->crowd, 0, &wants);
}

/* The context outlives the field, and the field the group. */
static void close_view(crowd_world *world, throng_sight_field *sight)
{
    assert_ok(throng_crowd_destroy(world->crowd));
    world->crowd = NULL;
    assert_ok(throng_sight_destroy(sight));
    crowd_world_close(world);
}

static void who_sees_the_goal_heads_straight_for_it(void **state)
{
    (void)state;
    crowd_world world;
    throng_sight_field *sight = NULL;
    open_view(&world, &sight);
    /* All four cells around it see the goal: 6.5, 0.5 m. */
    const throng_agent_desc seeing = crowd_agent_at(3, 4, 0), blind = crowd_agent_at(3.5f, 0.5f, 0);
    const throng_agent_id one = crowd_add(world.crowd, &seeing);
    const throng_agent_id other = crowd_add(world.crowd, &blind);
    const float length = sqrtf(6.5f * 6.5f + 0.25f);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_point(heading_of(world.crowd, one), 6.5f / length, -0.5f / length);
    /* That is not what the field says; who sees nothing does as that says. */
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    const throng_point seen = heading_of(world.crowd, one);
    const throng_point unseen = heading_of(world.crowd, other);
    want(world.crowd, 0, &wants);
    assert_ok(throng_crowd_set(world.crowd, one, &seeing));
    assert_ok(throng_crowd_set(world.crowd, other, &blind));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    assert_true(fabsf(heading_of(world.crowd, one).y - seen.y) > 0.05f);
    assert_point(heading_of(world.crowd, other), unseen.x, unseen.y);
    close_view(&world, sight);
}

/* Along a line from the unseen into the seen no heading is far from the one before. */
static void headings_do_not_jump_where_the_goal_comes_into_sight(void **state)
{
    (void)state;
    crowd_world world;
    throng_sight_field *sight = NULL;
    open_view(&world, &sight);
    throng_agent_desc desc = crowd_agent_at(2.6f, 0.6f, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    throng_point before = {0, 0};
    bool was_unseen = false, was_seen = false;
    for (int k = 0; k <= 380; k++) {
        desc.y = 0.6f + 0.01f * (float)k;
        assert_ok(throng_crowd_set(world.crowd, id, &desc));
        assert_ok(throng_crowd_step(world.crowd, 1e-4f));
        const throng_point now = heading_of(world.crowd, id);
        if (k > 0)
            assert_true(fabsf(now.x - before.x) < 0.04f && fabsf(now.y - before.y) < 0.04f);
        before = now;
        const bool sees = throng_sight_at(sight, (throng_cell){2, (int32_t)desc.y});
        was_seen = was_seen || sees;
        was_unseen = was_unseen || !sees;
    }
    assert_true(was_seen && was_unseen);
    close_view(&world, sight);
}

static void a_group_holds_on_to_its_sight_field(void **state)
{
    (void)state;
    crowd_world world;
    throng_sight_field *sight = NULL, *empty = NULL, *other = NULL;
    open_view(&world, &sight);
    assert_result(throng_sight_destroy(sight), THRONG_ERROR_IN_USE);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    assert_ok(throng_crowd_get_behaviour(world.crowd, 0, &wants));
    assert_ok(throng_crowd_set_behaviour(world.crowd, 0, &wants)); /* the same again */
    assert_result(throng_sight_destroy(sight), THRONG_ERROR_IN_USE);
    assert_ok(throng_sight_create(world.ground.context, &world.ground.grid, &empty));
    wants.sight = empty;
    assert_ok(throng_crowd_set_behaviour(world.crowd, 0, &wants));
    assert_result(throng_crowd_step(world.crowd, SUBSTEP), THRONG_ERROR_NOT_SOLVED);
    assert_ok(throng_sight_destroy(sight));
    const throng_grid grid = throng_grid_default(12, 6);
    assert_ok(throng_sight_create(world.ground.context, &grid, &other));
    wants.sight = other;
    assert_result(throng_crowd_set_behaviour(world.crowd, 0, &wants), THRONG_ERROR_SHAPE);
    assert_result(throng_sight_destroy(empty), THRONG_ERROR_IN_USE);
    assert_ok(throng_sight_destroy(other));
    assert_ok(throng_crowd_remove_group(world.crowd, 0));
    assert_ok(throng_sight_destroy(empty));
    crowd_world_close(&world);
}

static void edit_and_solve(crowd_world *world, throng_rect cells, uint8_t cost)
{
    assert_ok(throng_cost_fill(world->ground.cost, cells, cost));
    assert_ok(throng_cost_commit(world->ground.cost));
    crowd_world_solve(world, 9, 3);
}

/* Prices change nothing that is seen; walls do, and so do other maps. */
static void a_step_takes_no_sight_field_of_other_walls(void **state)
{
    (void)state;
    crowd_world world;
    throng_sight_field *sight = NULL;
    open_view(&world, &sight);
    const throng_cell goal = {9, 3};
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    edit_and_solve(&world, (throng_rect){0, 3, 12, 1}, 7);
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    edit_and_solve(&world, (throng_rect){6, 3, 1, 1}, 255);
    assert_result(throng_crowd_step(world.crowd, SUBSTEP), THRONG_ERROR_OUT_OF_DATE);
    assert_ok(throng_sight(world.ground.cost, &goal, 1, 0, sight));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    throng_cost_field *other = test_cost_create(world.ground.context, 12, 5, NULL);
    assert_ok(throng_sight(other, &goal, 1, 0, sight));
    assert_result(throng_crowd_step(world.crowd, SUBSTEP), THRONG_ERROR_OUT_OF_DATE);
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(world.crowd, 0, &desc));
    desc.walls = other;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &desc));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    desc.walls = NULL;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &desc));
    assert_ok(throng_cost_destroy(other));
    assert_result(throng_crowd_step(world.crowd, SUBSTEP), THRONG_ERROR_OUT_OF_DATE);
    close_view(&world, sight);
}

/* Whoever stands north of the wall sees the goal that was, (9, 0), and not the target, which is
 * behind the wall: it does not head for that. */
static void nobody_heads_straight_for_a_target_that_has_moved_on(void **state)
{
    (void)state;
    crowd_world world;
    throng_sight_field *sight = NULL;
    open_view(&world, &sight);
    const throng_cell goals[2] = {{9, 0}, {11, 1}};
    assert_ok(throng_sight(world.ground.cost, goals, 2, 0, sight));
    const throng_agent_desc desc = crowd_agent_at(6, 1, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    const throng_behaviour_desc plain = wants;
    wants.sight = sight;
    const throng_point targets[] = {{6.5f, 3.5f}, {8.99f, 0.5f}, {9.0f, 2.0f},
                                    {12, 1},      {-1e9f, 0.5f}, {10.5f, 1.5f}};
    for (int k = 0; k < 6; k++) {
        wants.target = (throng_target){THRONG_AGENT_NONE, targets[k].x, targets[k].y};
        assert_ok(throng_crowd_set(world.crowd, id, &desc));
        want(world.crowd, 0, &wants);
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        const throng_point found = heading_of(world.crowd, id);
        assert_ok(throng_crowd_set(world.crowd, id, &desc));
        want(world.crowd, 0, &plain);
        assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
        const throng_point field = heading_of(world.crowd, id);
        if (k < 5) {
            assert_point(found, field.x, field.y);
            continue;
        }
        /* Between the goals: that is where the field's goals are. 4.5, 0.5 m. */
        const float length = sqrtf(4.5f * 4.5f + 0.25f);
        assert_point(found, 4.5f / length, 0.5f / length);
    }
    close_view(&world, sight);
}

static void a_save_knows_that_there_was_a_sight_field(void **state)
{
    (void)state;
    crowd_world world;
    throng_sight_field *sight = NULL;
    open_view(&world, &sight);
    const throng_agent_desc desc = crowd_agent_at(3, 4, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    static uint8_t bytes[4096];
    const size_t size = throng_crowd_save_bytes(world.crowd);
    assert_in_range(size, 1, sizeof bytes);
    assert_ok(throng_crowd_save(world.crowd, bytes, size));
    throng_group_fields fields = {world.ground.cost, world.ground.integration, world.ground.flow,
                                  NULL, NULL};
    assert_result(throng_crowd_load(world.crowd, bytes, size, &fields, 1), THRONG_ERROR_ARGUMENT);
    fields.sight = sight;
    assert_ok(throng_crowd_load(world.crowd, bytes, size, &fields, 1));
    assert_ok(throng_crowd_load(world.crowd, bytes, size, NULL, 0));
    assert_ok(throng_crowd_step(world.crowd, SUBSTEP));
    const float length = sqrtf(6.5f * 6.5f + 0.25f);
    assert_point(heading_of(world.crowd, id), 6.5f / length, -0.5f / length);
    throng_behaviour_desc got;
    assert_ok(throng_crowd_get_behaviour(world.crowd, 0, &got));
    assert_ptr_equal(got.sight, sight);
    close_view(&world, sight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_herd_goes_as_its_neighbours_do),
        cmocka_unit_test(a_herd_draws_together),
        cmocka_unit_test(mates_of_other_groups_count_by_their_layers),
        cmocka_unit_test(neighbours_may_be_many_rows_away),
        cmocka_unit_test(a_group_keeps_its_mean_velocity),
        cmocka_unit_test(members_ahead_wait_for_those_behind),
        cmocka_unit_test(a_scattered_team_joins_up_and_goes_at_the_pace_of_its_slowest),
        cmocka_unit_test(a_team_has_arrived_when_enough_of_it_have),
        cmocka_unit_test(who_sees_the_goal_heads_straight_for_it),
        cmocka_unit_test(headings_do_not_jump_where_the_goal_comes_into_sight),
        cmocka_unit_test(a_group_holds_on_to_its_sight_field),
        cmocka_unit_test(a_step_takes_no_sight_field_of_other_walls),
        cmocka_unit_test(nobody_heads_straight_for_a_target_that_has_moved_on),
        cmocka_unit_test(a_save_knows_that_there_was_a_sight_field),
    };
    return cmocka_run_group_tests_name("crowd teams", tests, NULL, NULL);
}
