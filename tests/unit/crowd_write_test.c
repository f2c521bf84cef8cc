/*
 * crowd_write_test.c: bulk writes from the host's arrays, and the quarantine of numbers that are
 * not finite.
 */
#include "crowd_world.h"

#include <math.h>
#include <string.h>

enum { COUNT = 12 };

/* COUNT idle agents two metres apart, so that nobody pushes anybody. */
static void open_scattered(crowd_world *world, throng_agent_id ids[COUNT])
{
    crowd_world_idle(world, 30, 30, COUNT);
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_desc desc =
            crowd_agent_at(2 + 2 * (float)(i % 4), 2 + 2 * (float)(i / 4), 0);
        ids[i] = crowd_add(world->crowd, &desc);
    }
}

static void positions_and_velocities_are_written(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[COUNT];
    open_scattered(&world, ids);
    const throng_agent_id chosen[3] = {ids[5], ids[0], ids[11]};
    const float x[3] = {10, 11, 12}, y[3] = {20, 21, 22};
    const float velocity_x[3] = {0.1f, 0.2f, 0.3f}, velocity_y[3] = {0.4f, 0.5f, 0.6f};
    throng_bodies bodies = {0};
    bodies.count = 3;
    bodies.ids = chosen;
    bodies.x = x;
    bodies.y = y;
    assert_ok(throng_crowd_write(world.crowd, &bodies));
    for (int32_t i = 0; i < 3; i++) {
        const throng_agent_desc got = crowd_get(world.crowd, chosen[i]);
        assert_true(got.x == x[i] && got.y == y[i] && got.velocity_x == 0 && got.velocity_y == 0);
    }
    bodies.x = bodies.y = NULL;
    bodies.velocity_x = velocity_x;
    bodies.velocity_y = velocity_y;
    assert_ok(throng_crowd_write(world.crowd, &bodies));
    for (int32_t i = 0; i < 3; i++) {
        const throng_agent_desc got = crowd_get(world.crowd, chosen[i]);
        assert_true(got.x == x[i] && got.y == y[i]);
        assert_true(got.velocity_x == velocity_x[i] && got.velocity_y == velocity_y[i]);
    }
    const throng_agent_desc other = crowd_get(world.crowd, ids[1]);
    assert_true(other.x == 4 && other.y == 2 && other.velocity_x == 0 && other.velocity_y == 0);
    crowd_world_close(&world);
}

/* Records of 21 bytes: no float of them is aligned. */
enum { RECORD_BYTES = 21, X_AT = 1, Y_AT = 5, VELOCITY_X_AT = 9, VELOCITY_Y_AT = 13 };

static void put_float(unsigned char *record, int32_t at, float value)
{
    memcpy(record + at, &value, sizeof value);
}

static void strides_that_align_nothing_are_accepted(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[COUNT];
    open_scattered(&world, ids);
    unsigned char records[COUNT * RECORD_BYTES];
    memset(records, 0xee, sizeof records);
    for (int32_t i = 0; i < COUNT; i++) {
        unsigned char *record = records + i * RECORD_BYTES;
        put_float(record, X_AT, 3 + (float)i);
        put_float(record, Y_AT, 4 + (float)i);
        put_float(record, VELOCITY_X_AT, 0.01f * (float)i);
        put_float(record, VELOCITY_Y_AT, -0.01f * (float)i);
    }
    throng_bodies bodies = {0};
    bodies.count = COUNT;
    bodies.ids = ids;
    bodies.stride_bytes = RECORD_BYTES;
    bodies.x = (const float *)(const void *)(records + X_AT);
    bodies.y = (const float *)(const void *)(records + Y_AT);
    bodies.velocity_x = (const float *)(const void *)(records + VELOCITY_X_AT);
    bodies.velocity_y = (const float *)(const void *)(records + VELOCITY_Y_AT);
    assert_ok(throng_crowd_write(world.crowd, &bodies));
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_desc got = crowd_get(world.crowd, ids[i]);
        assert_true(got.x == 3 + (float)i && got.y == 4 + (float)i);
        assert_true(got.velocity_x == 0.01f * (float)i && got.velocity_y == -0.01f * (float)i);
    }
    crowd_world_close(&world);
}

static void one_dead_id_refuses_the_whole_write(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[COUNT];
    open_scattered(&world, ids);
    assert_ok(throng_crowd_remove(world.crowd, ids[COUNT - 1]));
    float values[COUNT];
    for (int32_t i = 0; i < COUNT; i++)
        values[i] = i == 3 ? NAN : 9;
    throng_bodies bodies = {0};
    bodies.count = COUNT;
    bodies.ids = ids;
    bodies.x = bodies.y = bodies.velocity_x = bodies.velocity_y = values;
    const uint64_t before = throng_crowd_hash(world.crowd, THRONG_STAGE_STEP);
    assert_result(throng_crowd_write(world.crowd, &bodies), THRONG_ERROR_GONE);
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_STEP) == before);
    assert_int_equal(crowd_flags(world.crowd, ids[3]), 0);
    crowd_world_close(&world);
}

static void writes_of_nothing_and_of_half_a_pair(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[COUNT];
    open_scattered(&world, ids);
    const float values[COUNT] = {0};
    const uint64_t before = throng_crowd_hash(world.crowd, THRONG_STAGE_STEP);
    throng_bodies bodies = {0};
    assert_ok(throng_crowd_write(world.crowd, &bodies));
    bodies.count = COUNT;
    bodies.ids = ids;
    assert_ok(throng_crowd_write(world.crowd, &bodies));
    bodies.x = values;
    assert_result(throng_crowd_write(world.crowd, &bodies), THRONG_ERROR_ARGUMENT);
    bodies.x = NULL;
    bodies.velocity_y = values;
    assert_result(throng_crowd_write(world.crowd, &bodies), THRONG_ERROR_ARGUMENT);
    bodies.velocity_x = values;
    bodies.ids = NULL;
    assert_result(throng_crowd_write(world.crowd, &bodies), THRONG_ERROR_ARGUMENT);
    bodies.ids = ids;
    bodies.count = -1;
    assert_result(throng_crowd_write(world.crowd, &bodies), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_write(world.crowd, NULL), THRONG_ERROR_ARGUMENT);
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_STEP) == before);
    crowd_world_close(&world);
}

/* Writes `value` into number `which` (0 x, 1 y, 2 velocity_x, 3 velocity_y) of one agent. */
static void write_one(throng_crowd *crowd, throng_agent_id id, int32_t which, float value)
{
    const throng_agent_desc now = crowd_get(crowd, id);
    float numbers[4] = {now.x, now.y, now.velocity_x, now.velocity_y};
    numbers[which] = value;
    throng_bodies bodies = {0};
    bodies.count = 1;
    bodies.ids = &id;
    bodies.x = &numbers[0];
    bodies.y = &numbers[1];
    bodies.velocity_x = &numbers[2];
    bodies.velocity_y = &numbers[3];
    assert_ok(throng_crowd_write(crowd, &bodies));
}

static void numbers_that_are_not_finite_quarantine_their_agent(void **state)
{
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int32_t trial = 0; trial < 12; trial++) {
        crowd_world world;
        throng_agent_id ids[COUNT];
        open_scattered(&world, ids);
        const throng_agent_desc before = crowd_get(world.crowd, ids[4]);
        write_one(world.crowd, ids[4], trial % 4, bad[trial / 4]);
        const throng_agent_desc after = crowd_get(world.crowd, ids[4]);
        crowd_assert_same(&after, &before);
        assert_true(crowd_flags(world.crowd, ids[4]) & THRONG_AGENT_QUARANTINED);
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
        assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_QUARANTINED, ids[4]), 1);
        assert_int_equal(crowd_quarantine_reason(world.crowd, ids[4]),
                         THRONG_QUARANTINE_NOT_FINITE);
        assert_int_equal(crowd_events(world.crowd, NULL, 0), 1);
        for (int32_t turn = 0; turn < 10; turn++)
            assert_ok(throng_crowd_step(world.crowd, 0.05f));
        assert_int_equal(crowd_events(world.crowd, NULL, 0), 0);
        const throng_agent_desc later = crowd_get(world.crowd, ids[4]);
        assert_true(later.x == before.x && later.y == before.y);
        assert_true(crowd_flags(world.crowd, ids[4]) & THRONG_AGENT_QUARANTINED);
        crowd_world_close(&world);
    }
}

static void a_quarantined_agent_pushes_nobody(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 2);
    throng_agent_desc desc = crowd_agent_at(5, 5, 0);
    const throng_agent_id ill = crowd_add(world.crowd, &desc);
    desc.x = 5.2f;
    const throng_agent_id well = crowd_add(world.crowd, &desc);
    write_one(world.crowd, ill, 0, NAN);
    for (int32_t turn = 0; turn < 20; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_true(crowd_get(world.crowd, well).x == 5.2f);
    assert_true(crowd_get(world.crowd, ill).x == 5);
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.quarantined, 1);
    const throng_point place = {5, 5};
    assert_ok(throng_crowd_set_position(world.crowd, ill, place));
    assert_int_equal(crowd_flags(world.crowd, ill) & THRONG_AGENT_QUARANTINED, 0);
    for (int32_t turn = 0; turn < 20; turn++)
        assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_true(crowd_get(world.crowd, well).x > 5.2f);
    assert_true(crowd_get(world.crowd, ill).x < 5);
    crowd_world_close(&world);
}

static void a_good_write_ends_the_quarantine(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[COUNT];
    open_scattered(&world, ids);
    write_one(world.crowd, ids[2], 1, NAN);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    write_one(world.crowd, ids[2], 0, 15);
    assert_int_equal(crowd_flags(world.crowd, ids[2]), 0);
    assert_true(crowd_get(world.crowd, ids[2]).x == 15);
    write_one(world.crowd, ids[2], 2, INFINITY);
    assert_ok(throng_crowd_step(world.crowd, 0.05f));
    assert_int_equal(crowd_count_events(world.crowd, THRONG_EVENT_QUARANTINED, ids[2]), 1);
    crowd_world_close(&world);
}

static void the_rest_of_a_bad_write_is_carried_out(void **state)
{
    (void)state;
    crowd_world world;
    throng_agent_id ids[COUNT];
    open_scattered(&world, ids);
    float x[COUNT], y[COUNT];
    for (int32_t i = 0; i < COUNT; i++) {
        x[i] = 10 + (float)i;
        y[i] = i % 3 == 1 ? NAN : 20;
    }
    throng_bodies bodies = {0};
    bodies.count = COUNT;
    bodies.ids = ids;
    bodies.x = x;
    bodies.y = y;
    assert_ok(throng_crowd_write(world.crowd, &bodies));
    for (int32_t i = 0; i < COUNT; i++) {
        const throng_agent_desc got = crowd_get(world.crowd, ids[i]);
        if (i % 3 == 1) {
            assert_true(got.x == 2 + 2 * (float)(i % 4) && got.y == 2 + 2 * (float)(i / 4));
            assert_int_equal(crowd_flags(world.crowd, ids[i]), THRONG_AGENT_QUARANTINED);
        } else {
            assert_true(got.x == x[i] && got.y == 20);
            assert_int_equal(crowd_flags(world.crowd, ids[i]), 0);
        }
    }
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_and_velocities_are_written),
        cmocka_unit_test(strides_that_align_nothing_are_accepted),
        cmocka_unit_test(one_dead_id_refuses_the_whole_write),
        cmocka_unit_test(writes_of_nothing_and_of_half_a_pair),
        cmocka_unit_test(numbers_that_are_not_finite_quarantine_their_agent),
        cmocka_unit_test(a_quarantined_agent_pushes_nobody),
        cmocka_unit_test(a_good_write_ends_the_quarantine),
        cmocka_unit_test(the_rest_of_a_bad_write_is_carried_out),
    };
    return cmocka_run_group_tests_name("crowd write", tests, NULL, NULL);
}
