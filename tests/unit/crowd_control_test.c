/*
 * crowd_control_test.c: what the host keeps for itself: kinematic agents, pauses, and bodies that
 * its own physics moves.
 */
#include "crowd_world.h"

#include <math.h>
#include <string.h>

#include "random.h"

static void assert_at(const throng_crowd *crowd, throng_agent_id id, float x, float y)
{
    const throng_agent_desc desc = crowd_get(crowd, id);
    assert_true(desc.x == x && desc.y == y);
}

static float distance(const throng_agent_desc *a, const throng_agent_desc *b)
{
    return sqrtf((a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y));
}

static void nobody_pushes_a_kinematic_agent(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 30, 9, 28, 4, 64);
    throng_agent_desc pillar = crowd_agent_at(15.3f, 4.4f, 0);
    pillar.is_kinematic = true;
    pillar.mass = 0.01f; /* whatever it weighs */
    pillar.velocity_x = 3;
    const throng_agent_id id = crowd_add(world.crowd, &pillar);
    for (int32_t i = 0; i < 60; i++) {
        throng_agent_desc desc =
            crowd_agent_at(1.0f + (float)(i % 10) * 0.7f, 1.0f + (float)(i / 10), 0);
        desc.mass = 500;
        crowd_add(world.crowd, &desc);
    }
    for (int32_t turn = 0; turn < 400; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        assert_at(world.crowd, id, 15.3f, 4.4f);
        const throng_agent_desc now = crowd_get(world.crowd, id);
        assert_true(now.is_kinematic && now.velocity_x == 0 && now.velocity_y == 0);
        assert_true(crowd_flags(world.crowd, id) & THRONG_AGENT_KINEMATIC);
    }
    throng_crowd_view view;
    assert_ok(throng_crowd_read(world.crowd, &view));
    int32_t past = 0;
    for (int32_t i = 0; i < view.count; i++)
        past += view.x[i] > 17;
    assert_int_equal(past, 60); /* they walked around it */
    crowd_world_close(&world);
}

/* By hand: two discs of radius 0.5 half a metre apart. The free one goes all of the way that is
 * missing to 0.99 of the sum of the radii, the kinematic one none of it. */
static void the_other_one_goes_the_whole_way(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 2);
    throng_agent_desc rock = crowd_agent_at(5, 5, 0), free_one = crowd_agent_at(5.5f, 5, 0);
    rock.is_kinematic = true;
    rock.radius = free_one.radius = 0.5f;
    free_one.mass = 100000;
    const throng_agent_id rock_id = crowd_add(world.crowd, &rock);
    const throng_agent_id free_id = crowd_add(world.crowd, &free_one);
    for (int32_t turn = 0; turn < 60; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_at(world.crowd, rock_id, 5, 5);
    const throng_agent_desc end = crowd_get(world.crowd, free_id);
    assert_float_equal(end.x, 5.99f, 0.005f);
    assert_float_equal(end.y, 5, 0.001f);
    crowd_world_close(&world);
}

/* Also those who sleep. */
static void a_kinematic_agent_that_the_host_moves_ploughs_through(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 24, 9, 64);
    for (int32_t i = 0; i < 30; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(8.0f + (float)(i % 10) * 0.7f, 3.6f + (float)(i / 10) * 0.7f, 0);
        crowd_add(world.crowd, &desc);
    }
    for (int32_t turn = 0; turn < 60; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.1f));
    throng_agent_desc truck = crowd_agent_at(1, 4.45f, 0);
    truck.is_kinematic = true;
    truck.radius = 0.9f;
    const throng_agent_id id = crowd_add(world.crowd, &truck);
    throng_crowd_report report;
    for (int32_t turn = 0; turn < 300; turn++) {
        const float x = 1.0f + (float)turn * 0.05f;
        assert_ok(throng_crowd_set_position(world.crowd, id, (throng_point){x, 4.45f}));
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        assert_at(world.crowd, id, x, 4.45f);
    }
    for (int32_t turn = 0; turn < 40; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_true(report.max_overlap < 0.05f && report.in_wall == 0);
    crowd_world_close(&world);
}

static void a_kinematic_agent_can_be_set_free(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 12, 5, 10, 2, 4);
    throng_agent_desc desc = crowd_agent_at(2.5f, 2.5f, 0);
    desc.is_kinematic = true;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    for (int32_t turn = 0; turn < 20; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_at(world.crowd, id, 2.5f, 2.5f);
    desc.is_kinematic = false;
    assert_ok(throng_crowd_set(world.crowd, id, &desc));
    for (int32_t turn = 0; turn < 20; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_true(crowd_get(world.crowd, id).x > 4);
    crowd_world_close(&world);
}

static void kinematic_agents_are_taken_out_of_walls(void **state)
{
    (void)state;
    static const char *const rows[] = {"......", "..##..", "..##..", "......"};
    crowd_world world;
    crowd_world_draw(&world, 1, rows, 4);
    crowd_world_populate(&world, 2);
    crowd_world_add_idlers(&world);
    throng_agent_desc desc = crowd_agent_at(1, 1, 0);
    desc.is_kinematic = true;
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_set_position(world.crowd, id, (throng_point){2.25f, 1.5f}));
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_RELOCATED, id), 1);
    assert_at(world.crowd, id, 2.0f - 1.0f / 64.0f, 1.5f);
    crowd_world_close(&world);
}

static void a_paused_group_holds_still_and_goes_on(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_walk(&world, 30, 9, 28, 4, 64);
    assert_int_equal(crowd_world_add_walkers(&world), 1);
    throng_agent_id ids[40];
    for (int32_t i = 0; i < 40; i++) {
        const throng_agent_desc desc = crowd_agent_at((i % 2 ? 2.0f : 9.0f) + (float)(i % 8) * 0.7f,
                                                      1.5f + (float)(i / 8) * 1.2f, i % 2 ? 1 : 0);
        ids[i] = crowd_add(world.crowd, &desc);
    }
    for (int32_t turn = 0; turn < 20; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &desc));
    desc.is_paused = true;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &desc));
    throng_agent_desc before[40];
    for (int32_t i = 0; i < 40; i++)
        before[i] = crowd_get(world.crowd, ids[i]);
    for (int32_t turn = 0; turn < 100; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    for (int32_t i = 0; i < 40; i += 2) {
        assert_at(world.crowd, ids[i], before[i].x, before[i].y);
        assert_true(crowd_flags(world.crowd, ids[i]) & THRONG_AGENT_PAUSED);
        assert_false(crowd_get(world.crowd, ids[i]).is_kinematic);
        assert_true(crowd_get(world.crowd, ids[i + 1]).x > before[i + 1].x + 1);
    }
    desc.is_paused = false;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &desc));
    for (int32_t turn = 0; turn < 40; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    for (int32_t i = 0; i < 40; i += 2)
        assert_true(crowd_get(world.crowd, ids[i]).x > before[i].x + 0.5f);
    crowd_world_close(&world);
}

typedef struct bodies {
    throng_agent_id ids[20];
    float x[20], y[20];
} bodies;

static void open_velocity_only(crowd_world *world, bodies *all)
{
    world->ground = test_world_create(30, 9, NULL);
    crowd_world_solve(world, 27, 4);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world->ground.grid;
    desc.velocity_only = true;
    assert_ok(throng_crowd_create(world->ground.context, &desc, &world->crowd));
    crowd_world_add_walkers(world);
    for (int32_t i = 0; i < 20; i++) {
        const throng_agent_desc agent =
            crowd_agent_at(2.0f + (float)(i % 5) * 0.8f, 2.0f + (float)(i / 5) * 0.9f, 0);
        all->ids[i] = crowd_add(world->crowd, &agent);
        all->x[i] = agent.x;
        all->y[i] = agent.y;
    }
}

static void a_step_moves_no_body_where_the_host_does(void **state)
{
    (void)state;
    crowd_world world;
    bodies all;
    open_velocity_only(&world, &all);
    for (int32_t turn = 0; turn < 10; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.1f));
    for (int32_t i = 0; i < 20; i++) {
        assert_at(world.crowd, all.ids[i], all.x[i], all.y[i]);
        const throng_agent_desc now = crowd_get(world.crowd, all.ids[i]);
        assert_true(now.velocity_x > 0.5f); /* it wants to go east */
    }
    crowd_world_close(&world);
}

/* A host that does what the velocities say brings everybody to the goal. */
static void bodies_that_follow_their_velocities_arrive(void **state)
{
    (void)state;
    crowd_world world;
    bodies all;
    open_velocity_only(&world, &all);
    const throng_bodies told = {.count = 20, .ids = all.ids, .x = all.x, .y = all.y};
    for (int32_t turn = 0; turn < 1200; turn++) {
        assert_ok(throng_crowd_step(world.crowd, 1.0f / 30.0f));
        for (int32_t i = 0; i < 20; i++) {
            const throng_agent_desc now = crowd_get(world.crowd, all.ids[i]);
            all.x[i] += now.velocity_x / 30.0f;
            all.y[i] += now.velocity_y / 30.0f;
        }
        assert_ok(throng_crowd_write(world.crowd, &told));
    }
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.arrived, 20); /* writing places did not send them off again */
    const throng_agent_desc one = crowd_get(world.crowd, all.ids[0]);
    const throng_agent_desc two = crowd_get(world.crowd, all.ids[1]);
    assert_true(distance(&one, &two) > 0.1f);
    crowd_world_close(&world);
}

/* Two agents in one place; whether they part tells whether they notice each other. */
static bool notice_each_other(uint16_t layers, uint16_t collides, uint16_t other_layers,
                              uint16_t other_collides, bool share_a_group)
{
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 2);
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(world.crowd, 0, &desc));
    throng_group_desc other = desc;
    desc.layers = layers;
    desc.collides_with = collides;
    other.layers = other_layers;
    other.collides_with = other_collides;
    int32_t number = -1;
    assert_ok(throng_crowd_set_group(world.crowd, 0, &desc));
    assert_ok(throng_crowd_add_group(world.crowd, &other, &number));
    throng_agent_desc agent = crowd_agent_at(5, 5, 0);
    const throng_agent_id one = crowd_add(world.crowd, &agent);
    agent.group = share_a_group ? 0 : number;
    agent.x = 5.1f;
    const throng_agent_id two = crowd_add(world.crowd, &agent);
    for (int32_t turn = 0; turn < 40; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    const throng_agent_desc a = crowd_get(world.crowd, one), b = crowd_get(world.crowd, two);
    const float apart = distance(&a, &b);
    assert_true(apart > 0.55f || (a.x == 5 && a.y == 5 && b.x == 5.1f && b.y == 5));
    crowd_world_close(&world);
    return apart > 0.55f;
}

static void groups_collide_where_both_say_so(void **state)
{
    (void)state;
    const uint16_t all = UINT16_MAX;
    assert_true(notice_each_other(all, all, all, all, false));
    assert_true(notice_each_other(1, 2, 2, 1, false));
    assert_true(notice_each_other(0x8001, 0x8000, 0x8000, 1, false));
    assert_false(notice_each_other(1, 2, 2, 2, false)); /* only one of them says so */
    assert_false(notice_each_other(2, 2, 1, 2, false));
    assert_false(notice_each_other(1, 1, 2, 2, false));
    assert_false(notice_each_other(0, all, all, all, false));
    assert_false(notice_each_other(all, 0, all, all, false));
    assert_true(notice_each_other(1, 1, 2, 2, true)); /* within a group */
    assert_false(notice_each_other(1, 2, 2, 2, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_pushes_a_kinematic_agent),
        cmocka_unit_test(the_other_one_goes_the_whole_way),
        cmocka_unit_test(a_kinematic_agent_that_the_host_moves_ploughs_through),
        cmocka_unit_test(a_kinematic_agent_can_be_set_free),
        cmocka_unit_test(kinematic_agents_are_taken_out_of_walls),
        cmocka_unit_test(a_paused_group_holds_still_and_goes_on),
        cmocka_unit_test(a_step_moves_no_body_where_the_host_does),
        cmocka_unit_test(groups_collide_where_both_say_so),
        cmocka_unit_test(bodies_that_follow_their_velocities_arrive),
    };
    return cmocka_run_group_tests_name("control by the host", tests, NULL, NULL);
}
