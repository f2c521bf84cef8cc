/* Return: who was pushed from where it stood goes back once it is left alone. */
#include "crowd_pushed.h"
#include "save_world.h"

#include <math.h>
#include <stdlib.h>

/* A metre at half of 1.4 m/s, and the last of it by and by: e^(-4 t) of 0.175 m is 0.015 m after
 * 0.6 s; 2.5 s with 0.3 s of waiting. Half a second later it sleeps. */
static void whoever_was_pushed_aside_goes_back_and_sleeps(void **state)
{
    (void)state;
    pushed p = open_pushed();
    push(&p.world, p.pusher, 1.0f);
    assert_true(apart(&p.world, p.sleeper, 10.5f, 10.5f) > 0.9f);
    take_away(&p);
    pass(&p.world, 3.2f);
    assert_true(apart(&p.world, p.sleeper, 10.5f, 10.5f) <= IS_BACK);
    assert_true(sleeps(&p.world, p.sleeper));
    const throng_agent_desc then = crowd_get(p.world.crowd, p.sleeper);
    pass(&p.world, 60.0f);
    const throng_agent_desc now = crowd_get(p.world.crowd, p.sleeper);
    crowd_assert_same(&then, &now);
    crowd_world_close(&p.world);
}

/* On its way it is as fast as is said, and no faster. */
static void it_walks_back_at_half_of_its_speed(void **state)
{
    (void)state;
    pushed p = open_pushed();
    float fastest = 0.0f;
    push(&p.world, p.pusher, 2.0f);
    take_away(&p);
    for (int32_t step = 0; step < 240; step++) {
        pass(&p.world, DT);
        const float speed = fabsf(crowd_get(p.world.crowd, p.sleeper).velocity_x);
        fastest = speed > fastest ? speed : fastest;
    }
    assert_true(fastest > 0.69f && fastest < 0.7001f);
    crowd_world_close(&p.world);
}

/* Less than a quarter of its radius is let be, but adds up: the place is the first one. */
static void small_pushes_add_up_to_a_return(void **state)
{
    (void)state;
    pushed p = open_pushed();
    for (int32_t k = 1; k <= 3; k++) {
        push(&p.world, p.pusher, 0.1f * RADIUS);
        const throng_agent_desc body = crowd_get(p.world.crowd, p.pusher);
        const throng_point aside = {1.0f, 1.0f}, there = {body.x, body.y};
        assert_ok(throng_crowd_set_position(p.world.crowd, p.pusher, aside));
        pass(&p.world, 4.0f);
        assert_true(sleeps(&p.world, p.sleeper));
        assert_ok(throng_crowd_set_position(p.world.crowd, p.pusher, there));
        const float away = apart(&p.world, p.sleeper, 10.5f, 10.5f);
        assert_true(k == 3 ? away <= IS_BACK : away > 0.05f * RADIUS && away <= IS_AWAY);
    }
    crowd_world_close(&p.world);
}

static void whoever_finds_its_place_taken_gives_up_for_good(void **state)
{
    (void)state;
    pushed p = open_pushed();
    push(&p.world, p.pusher, 1.0f);
    pass(&p.world, 12.0f);
    assert_true(sleeps(&p.world, p.sleeper));
    const throng_agent_desc then = crowd_get(p.world.crowd, p.sleeper);
    take_away(&p);
    pass(&p.world, 60.0f);
    const throng_agent_desc now = crowd_get(p.world.crowd, p.sleeper);
    crowd_assert_same(&then, &now);
    crowd_world_close(&p.world);
}

/* It presses against whoever sleeps there without moving or waking it, however much heavier it is.
 */
static void whoever_returns_moves_nobody(void **state)
{
    (void)state;
    pushed p = open_pushed();
    throng_agent_desc heavy = crowd_get(p.world.crowd, p.sleeper);
    heavy.mass = 1e6f;
    assert_ok(throng_crowd_set(p.world.crowd, p.sleeper, &heavy));
    push(&p.world, p.pusher, 2.0f);
    take_away(&p);
    throng_agent_desc desc = crowd_agent_at(10.5f, 10.4f, 0);
    desc.mass = 0.001f;
    const throng_agent_id other = crowd_add(p.world.crowd, &desc);
    int32_t walking = 0, woken = 0;
    for (int32_t step = 0; step < 600; step++) {
        pass(&p.world, DT);
        walking += crowd_get(p.world.crowd, p.sleeper).velocity_x < -0.5f;
        woken += step > 60 && !sleeps(&p.world, other);
        assert_true(apart(&p.world, other, 10.5f, 10.4f) == 0.0f);
    }
    assert_true(walking > 60);
    assert_int_equal(woken, 0);
    assert_true(sleeps(&p.world, p.sleeper) && sleeps(&p.world, other));
    assert_true(apart(&p.world, p.sleeper, 10.5f, 10.4f) >= 1.97f * RADIUS);
    crowd_world_close(&p.world);
}

/* The pusher comes again and again; each time the sleeper sets off it is pushed away once more. */
static void whoever_is_pushed_off_its_way_tries_again(void **state)
{
    (void)state;
    pushed p = open_pushed();
    for (int32_t k = 0; k < 2; k++) {
        push(&p.world, p.pusher, 0.5f);
        const throng_point back = {10.5f - 2.0f * RADIUS, 10.5f};
        pass(&p.world, 0.4f);
        assert_ok(throng_crowd_set_position(p.world.crowd, p.pusher, back));
    }
    take_away(&p);
    pass(&p.world, 4.0f);
    assert_true(apart(&p.world, p.sleeper, 10.5f, 10.5f) <= IS_BACK);
    assert_true(sleeps(&p.world, p.sleeper));
    crowd_world_close(&p.world);
}

/* Forty-two who stand within each other's reach from wall to wall of a corridor 5 m wide, and one
 * who wants to get past them. */
enum { ROWS = 7, PACKED = ROWS * 6 };

static const float packed_spacing = 0.72f;

static float packed_x(int32_t i)
{
    return 10.0f + packed_spacing * (float)(i / ROWS);
}

static float packed_y(int32_t i)
{
    return 0.34f + packed_spacing * (float)(i % ROWS);
}

static throng_agent_id open_packed(crowd_world *world, throng_agent_id ids[PACKED], float walker_y)
{
    crowd_world_walk(world, 26, 5, 24, 2, PACKED + 1);
    const int32_t idlers = crowd_world_add_idlers(world);
    for (int32_t i = 0; i < PACKED; i++) {
        const throng_agent_desc desc = crowd_agent_at(packed_x(i), packed_y(i), idlers);
        ids[i] = crowd_add(world->crowd, &desc);
    }
    pass(world, 2.0f);
    const throng_agent_desc walker = crowd_agent_at(6.5f, walker_y, 0);
    return crowd_add(world->crowd, &walker);
}

static void a_crowd_that_somebody_walked_through_closes_again(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[PACKED];
    open_packed(&world, ids, 1.0f);
    float pushed_most = 0.0f;
    for (int32_t turn = 0; turn < 100; turn++) {
        pass(&world, 0.5f);
        for (int32_t i = 0; i < PACKED; i++) {
            const float away = apart(&world, ids[i], packed_x(i), packed_y(i));
            pushed_most = away > pushed_most ? away : pushed_most;
        }
    }
    assert_true(pushed_most > RADIUS);
    for (int32_t i = 0; i < PACKED; i++) {
        assert_true(apart(&world, ids[i], packed_x(i), packed_y(i)) <= IS_AWAY);
        assert_true(sleeps(&world, ids[i]));
    }
    /* And that is all: a minute later nobody is anywhere else. */
    throng_agent_desc then[PACKED];
    for (int32_t i = 0; i < PACKED; i++)
        then[i] = crowd_get(world.crowd, ids[i]);
    for (int32_t turn = 0; turn < 60; turn++) {
        pass(&world, 1.0f);
        for (int32_t i = 0; i < PACKED; i++) {
            const throng_agent_desc now = crowd_get(world.crowd, ids[i]);
            crowd_assert_same(&then[i], &now);
            assert_true(sleeps(&world, ids[i]));
        }
    }
    crowd_world_close(&world);
}

/* The wall to the right of a walker leaves it no room to keep to its side. */
static void nobody_is_stuck_between_a_wall_and_those_who_stand(void **state)
{
    (void)state;
    for (int32_t k = 0; k < 8; k++) {
        crowd_world world;
        throng_agent_id ids[PACKED];
        const throng_agent_id walker = open_packed(&world, ids, 0.5f + 0.5f * (float)k);
        pass(&world, 60.0f);
        assert_true(crowd_flags(world.crowd, walker) & THRONG_AGENT_ARRIVED);
        crowd_world_close(&world);
    }
}

/* Between two walls a metre apart there is one way only: along them. */
static void whoever_was_pushed_along_a_wall_goes_back_along_it(void **state)
{
    (void)state;
    static const char *const rows[] = {"####################", "#..................#",
                                       "####################"};
    crowd_world world;
    crowd_world_draw(&world, 1.0f, rows, 3);
    crowd_world_populate(&world, 2);
    crowd_world_add_idlers(&world);
    const throng_agent_desc desc = crowd_agent_at(10.5f, 1.3f, 0); /* it touches the wall */
    const throng_agent_id sleeper = crowd_add(world.crowd, &desc);
    const throng_agent_id pusher = add_pusher(&world, 10.5f - 2.0f * RADIUS, 1.3f);
    pass(&world, 2.0f);
    push(&world, pusher, 7.4f); /* to the end, where the wall leaves it no room */
    assert_true(apart(&world, sleeper, 10.5f, 1.3f) > 7.0f);
    assert_ok(throng_crowd_remove(world.crowd, pusher));
    pass(&world, 14.0f);
    assert_true(apart(&world, sleeper, 10.5f, 1.3f) <= IS_BACK);
    assert_true(sleeps(&world, sleeper));
    crowd_world_close(&world);
}

/* A wall that the host builds on the way back is not walked through, nor walked at for ever. */
static void nobody_returns_through_a_wall(void **state)
{
    (void)state;
    pushed p = open_pushed();
    push(&p.world, p.pusher, 2.0f);
    take_away(&p);
    assert_ok(throng_cost_fill(p.world.ground.cost, (throng_rect){11, 0, 1, 20}, THRONG_WALL));
    assert_ok(throng_cost_commit(p.world.ground.cost));
    pass(&p.world, 20.0f);
    assert_true(sleeps(&p.world, p.sleeper));
    assert_true(crowd_get(p.world.crowd, p.sleeper).x >= 12.0f + 0.95f * RADIUS);
    crowd_world_close(&p.world);
}

/* One that has arrived, been pushed away and is about to come back; the goal cell is (10, 10). */
static pushed open_arrived(void)
{
    pushed p;
    crowd_world_walk(&p.world, 20, 20, 10, 10, 4);
    const throng_agent_desc desc = crowd_agent_at(10.5f, 10.5f, 0);
    p.sleeper = crowd_add(p.world.crowd, &desc);
    p.pusher = add_pusher(&p.world, 10.5f - 2.0f * RADIUS, 10.5f);
    pass(&p.world, 2.0f);
    assert_true(sleeps(&p.world, p.sleeper));
    push(&p.world, p.pusher, 1.5f);
    take_away(&p);
    return p;
}

static void whoever_has_arrived_goes_back_without_arriving_again(void **state)
{
    (void)state;
    pushed p = open_arrived();
    int32_t events = 0;
    for (int32_t step = 0; step < 300; step++) {
        pass(&p.world, DT);
        events += crowd_events(p.world.crowd, NULL, 0);
        assert_true(crowd_flags(p.world.crowd, p.sleeper) & THRONG_AGENT_ARRIVED);
    }
    assert_int_equal(events, 0);
    assert_true(apart(&p.world, p.sleeper, 10.5f, 10.5f) <= IS_BACK);
    assert_true(sleeps(&p.world, p.sleeper));
    crowd_world_close(&p.world);
}

/* It has arrived behind another one, 0.8 m before the middle of the goal. */
static void whoever_was_pushed_nearer_to_the_goal_has_a_better_place(void **state)
{
    (void)state;
    pushed p;
    crowd_world_walk(&p.world, 20, 20, 10, 10, 4);
    throng_agent_desc desc = crowd_agent_at(10.5f, 10.5f, 0);
    const throng_agent_id first = crowd_add(p.world.crowd, &desc);
    desc.x = 7.5f;
    p.sleeper = crowd_add(p.world.crowd, &desc);
    pass(&p.world, 8.0f);
    assert_true(sleeps(&p.world, p.sleeper));
    const float x = crowd_get(p.world.crowd, p.sleeper).x;
    assert_true(x < 10.0f);
    assert_ok(throng_crowd_remove(p.world.crowd, first));
    p.pusher = add_pusher(&p.world, x - 2.0f * RADIUS, 10.5f);
    push(&p.world, p.pusher, 0.5f);
    take_away(&p);
    pass(&p.world, 5.0f);
    assert_true(sleeps(&p.world, p.sleeper));
    assert_true(crowd_get(p.world.crowd, p.sleeper).x > x + 0.45f);
    crowd_world_close(&p.world);
}

static void nobody_returns_once_the_goal_has_moved(void **state)
{
    (void)state;
    for (int32_t wait = 0; wait < 2; wait++) { /* before it sets off, and on its way back */
        pushed p = open_arrived();
        pass(&p.world, wait ? 0.6f : 0.1f);
        const float then = crowd_get(p.world.crowd, p.sleeper).x;
        crowd_world_solve(&p.world, 17, 10);
        for (int32_t step = 0; step < 600; step++) {
            pass(&p.world, DT);
            assert_true(crowd_get(p.world.crowd, p.sleeper).x > then - 0.1f);
        }
        assert_true(apart(&p.world, p.sleeper, 17.5f, 10.5f) < 0.3f);
        assert_true(sleeps(&p.world, p.sleeper));
        assert_int_equal(crowd_flags(p.world.crowd, p.sleeper) & THRONG_AGENT_STUCK, 0);
        crowd_world_close(&p.world);
    }
}

static void a_save_keeps_places_and_ways_back(void **state)
{
    (void)state;
    for (int32_t k = 0; k < 3; k++) { /* about to set off, on its way, soon back */
        pushed one = open_pushed();
        push(&one.world, one.pusher, 1.0f);
        take_away(&one);
        pass(&one.world, 0.1f + 0.7f * (float)k);
        const save_block block = save_of(one.world.crowd);
        crowd_world two;
        crowd_world_idle(&two, 20, 20, 4);
        save_load(two.crowd, block);
        for (int32_t step = 0; step < 240; step++) {
            pass(&one.world, DT);
            pass(&two, DT);
            save_assert_same(one.world.crowd, two.crowd);
        }
        assert_true(apart(&two, one.sleeper, 10.5f, 10.5f) <= IS_BACK);
        free(block.bytes);
        crowd_world_close(&two);
        crowd_world_close(&one.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_was_pushed_aside_goes_back_and_sleeps),
        cmocka_unit_test(it_walks_back_at_half_of_its_speed),
        cmocka_unit_test(small_pushes_add_up_to_a_return),
        cmocka_unit_test(whoever_finds_its_place_taken_gives_up_for_good),
        cmocka_unit_test(whoever_returns_moves_nobody),
        cmocka_unit_test(whoever_is_pushed_off_its_way_tries_again),
        cmocka_unit_test(a_crowd_that_somebody_walked_through_closes_again),
        cmocka_unit_test(nobody_is_stuck_between_a_wall_and_those_who_stand),
        cmocka_unit_test(whoever_was_pushed_along_a_wall_goes_back_along_it),
        cmocka_unit_test(nobody_returns_through_a_wall),
        cmocka_unit_test(whoever_has_arrived_goes_back_without_arriving_again),
        cmocka_unit_test(whoever_was_pushed_nearer_to_the_goal_has_a_better_place),
        cmocka_unit_test(nobody_returns_once_the_goal_has_moved),
        cmocka_unit_test(a_save_keeps_places_and_ways_back),
    };
    return cmocka_run_group_tests_name("crowd_return", tests, NULL, NULL);
}
