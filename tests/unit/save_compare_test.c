/*
 * save_compare_test.c: the first difference of two saves has the right name.
 */
#include "save_world.h"

#include <stdlib.h>
#include <string.h>

static throng_save_difference difference_of(const throng_crowd *left, const throng_crowd *right,
                                            throng_context *context)
{
    const save_block a = save_of(left), b = save_of(right);
    throng_save_difference d, back;
    assert_ok(throng_save_compare(context, a.bytes, a.size, b.bytes, b.size, &d));
    assert_ok(throng_save_compare(context, b.bytes, b.size, a.bytes, a.size, &back));
    assert_true(d.differs == back.differs && d.stage == back.stage && d.agent == back.agent);
    assert_string_equal(d.what, back.what);
    free(a.bytes);
    free(b.bytes);
    return d;
}

typedef struct peers {
    save_world one, two;
} peers;

static peers open_peers(void)
{
    peers p = {save_world_open(4), save_world_open(4)};
    save_world_live(&p.one, 4, 5);
    save_world_live(&p.two, 4, 5);
    return p;
}

static void close_peers(peers *p)
{
    save_world_close(&p->two);
    save_world_close(&p->one);
}

static void expect(const peers *p, throng_stage stage, throng_agent_id agent, const char *what)
{
    const throng_save_difference d =
        difference_of(p->one.world.crowd, p->two.world.crowd, p->one.other.context);
    assert_true(d.differs);
    assert_string_equal(d.what, what);
    assert_int_equal(d.stage, stage);
    assert_true(d.agent == agent);
}

/* Some agent of the crowds that is not the first. */
static throng_agent_id third(const peers *p)
{
    int32_t seen = 0;
    for (uint64_t index = 0;; index++)
        for (uint64_t generation = 1; generation < 20; generation++)
            if (throng_crowd_index(p->one.world.crowd, generation << 32 | index) >= 0 &&
                ++seen == 3)
                return generation << 32 | index;
}

static void equal_crowds_do_not_differ(void **state)
{
    (void)state;
    peers p = open_peers();
    const throng_save_difference d =
        difference_of(p.one.world.crowd, p.two.world.crowd, p.one.other.context);
    assert_false(d.differs);
    assert_string_equal(d.what, "");
    close_peers(&p);
}

static void what_the_host_did_is_named(void **state)
{
    (void)state;
    peers p = open_peers();
    throng_crowd *const two = p.two.world.crowd;
    const throng_agent_id who = third(&p);
    throng_agent_desc desc = crowd_get(two, who);
    desc.mass += 1;
    assert_ok(throng_crowd_set(two, who, &desc));
    assert_ok(throng_crowd_set_velocity(two, who, 3, 3));
    expect(&p, THRONG_STAGE_STEP, who, "mass");
    assert_ok(throng_crowd_remove(two, who));
    expect(&p, THRONG_STAGE_STEP, who, "id");
    close_peers(&p);
}

static void the_stage_and_the_agent_are_named(void **state)
{
    (void)state;
    peers p = open_peers();
    throng_crowd *const two = p.two.world.crowd;
    const throng_agent_id who = third(&p);
    const throng_agent_desc desc = crowd_get(two, who);
    assert_ok(throng_crowd_set_position(two, who, (throng_point){desc.x + 0.001f, desc.y}));
    expect(&p, THRONG_STAGE_MOVE, who, "x");
    assert_ok(throng_crowd_set_velocity(two, who, desc.velocity_x, desc.velocity_y + 0.5f));
    expect(&p, THRONG_STAGE_STEER, who, "velocity_y");
    close_peers(&p);
}

static void groups_and_free_ids_and_seeds_are_named(void **state)
{
    (void)state;
    peers p = open_peers();
    throng_crowd *const two = p.two.world.crowd;
    throng_group_desc group = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(two, 1, &group));
    group.user = 1;
    assert_ok(throng_crowd_set_group(two, 1, &group));
    expect(&p, THRONG_STAGE_STEP, THRONG_AGENT_NONE, "groups");
    group.user = 0;
    assert_ok(throng_crowd_set_group(two, 1, &group));
    const throng_agent_desc desc = crowd_get(two, third(&p));
    assert_ok(throng_crowd_remove(two, crowd_add(two, &desc)));
    expect(&p, THRONG_STAGE_STEP, THRONG_AGENT_NONE, "free ids");
    close_peers(&p);
}

/* One peer's map has a wall less: the first stage that sees it is the one that reads the fields. */
static void a_wrong_field_shows_in_the_sample(void **state)
{
    (void)state;
    peers p = open_peers();
    uint8_t open_ground[SAVE_SIDE * SAVE_SIDE];
    memset(open_ground, 1, sizeof open_ground);
    test_world_write(&p.two.other, open_ground);
    const throng_cell goal = {18, 10};
    test_world_solve(&p.two.other, &goal, 1);
    assert_ok(throng_crowd_step(p.one.world.crowd, 0.01f));
    assert_ok(throng_crowd_step(p.two.world.crowd, 0.01f));
    const throng_save_difference d =
        difference_of(p.one.world.crowd, p.two.world.crowd, p.one.other.context);
    assert_true(d.differs);
    assert_int_equal(d.stage, THRONG_STAGE_SAMPLE);
    const throng_agent_desc desc = crowd_get(p.one.world.crowd, d.agent);
    assert_int_equal(desc.group, 1);
    close_peers(&p);
}

static void random_numbers_are_a_function_of_their_arguments(void **state)
{
    (void)state;
    /* By another program, in integers without end, from the published finaliser. */
    assert_true(throng_random(0, 0, 0) == 0x568a9b0b1a2c05ecu);
    assert_true(throng_random(1, 2, 3) == 0x1320f0d53f0e7150u);
    assert_true(throng_random(UINT64_MAX, UINT64_MAX, UINT64_MAX) == 0x57eac315d74f5f3du);
    uint64_t seen[3 * 3 * 64];
    size_t count = 0;
    for (uint64_t seed = 0; seed < 3; seed++)
        for (uint64_t stream = 0; stream < 3; stream++)
            for (uint64_t counter = 0; counter < 64; counter++)
                seen[count++] = throng_random(seed, stream, counter);
    int64_t ones = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
        for (uint64_t word = seen[i]; word; word &= word - 1)
            ones++;
    }
    /* 36864 fair coins: the standard deviation is 96. */
    assert_in_range(ones, 18432 - 480, 18432 + 480);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_crowds_do_not_differ),
        cmocka_unit_test(what_the_host_did_is_named),
        cmocka_unit_test(the_stage_and_the_agent_are_named),
        cmocka_unit_test(groups_and_free_ids_and_seeds_are_named),
        cmocka_unit_test(a_wrong_field_shows_in_the_sample),
        cmocka_unit_test(random_numbers_are_a_function_of_their_arguments),
    };
    return cmocka_run_group_tests_name("comparing saves", tests, NULL, NULL);
}
