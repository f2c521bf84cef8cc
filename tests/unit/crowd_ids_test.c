/*
 * crowd_ids_test.c: names of agents, and room for them.
 */
#include "crowd_world.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

/* Room of the model below; few enough that indices are used again many times over. */
enum { MODEL_CAPACITY = 200 };

/* What the crowd must say: a plain list of the living and one of the dead. */
typedef struct model {
    int32_t alive_count, dead_count;
    throng_agent_id alive[MODEL_CAPACITY];
    uint64_t user[MODEL_CAPACITY];
    throng_agent_id dead[16384];
} model;

static uint32_t index_of(throng_agent_id id)
{
    return (uint32_t)id;
}

static uint32_t generation_of(throng_agent_id id)
{
    return (uint32_t)(id >> 32);
}

static void an_id_is_index_and_generation(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id first = crowd_add(world.crowd, &desc);
    const throng_agent_id second = crowd_add(world.crowd, &desc);
    assert_int_not_equal(index_of(first), index_of(second));
    assert_ok(throng_crowd_remove(world.crowd, first));
    const throng_agent_id third = crowd_add(world.crowd, &desc);
    assert_int_equal(index_of(third), index_of(first));
    assert_int_not_equal(generation_of(third), generation_of(first));
    assert_int_equal(throng_crowd_count(world.crowd), 2);
    crowd_world_close(&world);
}

static void expect_gone(throng_crowd *crowd, throng_agent_id id)
{
    throng_agent_desc desc = crowd_agent_at(1, 1, 0);
    const throng_point place = {1, 1};
    const float one = 1;
    throng_bodies bodies = {0};
    bodies.count = 1;
    bodies.ids = &id;
    bodies.x = &one;
    bodies.y = &one;
    assert_int_equal(throng_crowd_index(crowd, id), -1);
    assert_result(throng_crowd_remove(crowd, id), THRONG_ERROR_GONE);
    assert_result(throng_crowd_get(crowd, id, &desc), THRONG_ERROR_GONE);
    assert_result(throng_crowd_set(crowd, id, &desc), THRONG_ERROR_GONE);
    assert_result(throng_crowd_set_position(crowd, id, place), THRONG_ERROR_GONE);
    assert_result(throng_crowd_set_velocity(crowd, id, 0, 0), THRONG_ERROR_GONE);
    assert_result(throng_crowd_write(crowd, &bodies), THRONG_ERROR_GONE);
}

static void a_removed_agent_is_gone_for_every_call(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id old = crowd_add(world.crowd, &desc);
    const throng_agent_id other = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_remove(world.crowd, old));
    expect_gone(world.crowd, old);
    const throng_agent_id heir = crowd_add(world.crowd, &desc);
    expect_gone(world.crowd, old);
    expect_gone(world.crowd, THRONG_AGENT_NONE);
    expect_gone(world.crowd, heir + 3);
    expect_gone(world.crowd, heir ^ (throng_agent_id)1 << 63);
    expect_gone(world.crowd, UINT64_MAX);
    assert_int_equal(throng_crowd_count(world.crowd), 2);
    assert_true(throng_crowd_index(world.crowd, heir) >= 0);
    assert_true(throng_crowd_index(world.crowd, other) >= 0);
    crowd_world_close(&world);
}

static void compare_with_model(const throng_crowd *crowd, const model *model)
{
    throng_crowd_view view;
    bool seen[MODEL_CAPACITY] = {false};
    assert_ok(throng_crowd_read(crowd, &view));
    assert_int_equal(view.count, model->alive_count);
    assert_int_equal(throng_crowd_count(crowd), model->alive_count);
    for (int32_t i = 0; i < model->alive_count; i++) {
        const int32_t index = throng_crowd_index(crowd, model->alive[i]);
        assert_in_range(index, 0, view.count - 1);
        assert_false(seen[index]);
        seen[index] = true;
        assert_true(view.ids[index] == model->alive[i]);
        assert_true(view.user[index] == model->user[i]);
        assert_true(crowd_get(crowd, model->alive[i]).user == model->user[i]);
    }
}

static void model_add(throng_crowd *crowd, test_random *random, model *model)
{
    throng_agent_desc desc = crowd_agent_at(0, 0, 0);
    desc.x = test_random_float(random, 0, 20);
    desc.y = test_random_float(random, 0, 20);
    desc.user = test_random_next(random);
    const throng_agent_id id = crowd_add(crowd, &desc);
    assert_in_range(index_of(id), 0, MODEL_CAPACITY);
    for (int32_t i = 0; i < model->alive_count; i++)
        assert_int_not_equal(index_of(id), index_of(model->alive[i]));
    for (int32_t i = 0; i < model->dead_count; i++)
        assert_true(id != model->dead[i]);
    model->alive[model->alive_count] = id;
    model->user[model->alive_count++] = desc.user;
}

static void model_remove(throng_crowd *crowd, test_random *random, model *model)
{
    const int32_t place = test_random_int(random, 0, model->alive_count - 1);
    assert_ok(throng_crowd_remove(crowd, model->alive[place]));
    assert_int_equal(throng_crowd_index(crowd, model->alive[place]), -1);
    model->dead[model->dead_count++] = model->alive[place];
    model->alive_count--;
    model->alive[place] = model->alive[model->alive_count];
    model->user[place] = model->user[model->alive_count];
}

/* Adds and removes at random, in waves that fill and empty the crowd, with steps in between. */
static void thousands_of_adds_and_removes_agree_with_a_list(void **state)
{
    (void)state;
    static model model;
    memset(&model, 0, sizeof model);
    test_random random = {test_seed("crowd ids", 11)};
    crowd_world world;
    crowd_world_idle(&world, 20, 20, MODEL_CAPACITY);
    for (int32_t turn = 0; turn < 8000; turn++) {
        const int32_t add_percent = turn / 500 % 2 ? 30 : 70;
        const bool adds = test_random_int(&random, 0, 99) < add_percent;
        if (adds && model.alive_count < MODEL_CAPACITY)
            model_add(world.crowd, &random, &model);
        else if (!adds && model.alive_count > 0)
            model_remove(world.crowd, &random, &model);
        if (turn % 97 == 0)
            assert_ok(throng_crowd_step(world.crowd, 1.0f / 60.0f));
        if (turn % 13 == 0)
            compare_with_model(world.crowd, &model);
    }
    assert_true(model.dead_count > 3000);
    for (int32_t i = 0; i < model.dead_count; i += 7)
        expect_gone(world.crowd, model.dead[i]);
    compare_with_model(world.crowd, &model);
    crowd_world_close(&world);
}

static void a_full_crowd_refuses_and_stays_as_it_was(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 3);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    throng_agent_id ids[3];
    for (int32_t i = 0; i < 3; i++)
        ids[i] = crowd_add(world.crowd, &desc);
    throng_agent_id out = 77;
    const uint64_t before = throng_crowd_hash(world.crowd, THRONG_STAGE_STEP);
    assert_result(throng_crowd_add(world.crowd, &desc, &out, NULL), THRONG_ERROR_CAPACITY);
    assert_true(out == 77);
    assert_int_equal(throng_crowd_count(world.crowd), 3);
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_STEP) == before);
    assert_ok(throng_crowd_remove(world.crowd, ids[1]));
    assert_ok(throng_crowd_add(world.crowd, &desc, &out, NULL));
    crowd_world_close(&world);
}

static void a_crowd_without_room_can_be_reserved_later(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 0);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    throng_agent_id id = 77;
    assert_result(throng_crowd_add(world.crowd, &desc, &id, NULL), THRONG_ERROR_CAPACITY);
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_ok(throng_crowd_reserve(world.crowd, 1, 1));
    assert_ok(throng_crowd_add(world.crowd, &desc, &id, NULL));
    crowd_world_close(&world);
}

static void reserve_keeps_everything(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    crowd_world world;
    crowd_world_walk(&world, 20, 20, 15, 10, COUNT);
    throng_agent_id ids[COUNT];
    throng_agent_desc before[COUNT];
    for (int32_t i = 0; i < COUNT; i++) {
        throng_agent_desc desc = crowd_agent_at(1.0f + (float)(i % 8), 2.0f + (float)(i / 8), 0);
        desc.user = (uint64_t)i * 1000;
        ids[i] = crowd_add(world.crowd, &desc);
    }
    assert_ok(throng_crowd_step(world.crowd, 0.1f));
    assert_ok(throng_crowd_remove(world.crowd, ids[7]));
    for (int32_t i = 0; i < COUNT; i++) {
        if (i != 7)
            before[i] = crowd_get(world.crowd, ids[i]);
    }
    const uint64_t hash = throng_crowd_hash(world.crowd, THRONG_STAGE_STEP);
    const size_t bytes = throng_crowd_bytes(world.crowd);
    assert_ok(throng_crowd_reserve(world.crowd, 5000, 100));
    assert_true(throng_crowd_bytes(world.crowd) > bytes);
    assert_true(throng_crowd_hash(world.crowd, THRONG_STAGE_STEP) == hash);
    expect_gone(world.crowd, ids[7]);
    for (int32_t i = 0; i < COUNT; i++) {
        if (i == 7)
            continue;
        const throng_agent_desc after = crowd_get(world.crowd, ids[i]);
        crowd_assert_same(&after, &before[i]);
    }
    assert_ok(throng_crowd_reserve(world.crowd, 10, 1));
    const throng_agent_desc desc = crowd_agent_at(10, 10, 0);
    for (int32_t i = 0; i < 4961; i++)
        crowd_add(world.crowd, &desc);
    throng_agent_id id = 0;
    assert_result(throng_crowd_add(world.crowd, &desc, &id, NULL), THRONG_ERROR_CAPACITY);
    crowd_world_close(&world);
}

static void a_reserved_crowd_walks_like_one_made_large(void **state)
{
    (void)state;
    crowd_world small, large;
    crowd_world_walk(&small, 20, 20, 15, 10, 5);
    crowd_world_walk(&large, 20, 20, 15, 10, 500);
    for (int32_t turn = 0; turn < 60; turn++) {
        const throng_agent_desc desc = crowd_agent_at(2.0f + (float)(turn % 5), 5.5f, 0);
        if (turn == 5)
            assert_ok(throng_crowd_reserve(small.crowd, 30, 1));
        if (turn == 30)
            assert_ok(throng_crowd_reserve(small.crowd, 60, 40));
        assert_true(crowd_add(small.crowd, &desc) == crowd_add(large.crowd, &desc));
        assert_ok(throng_crowd_step(small.crowd, 0.05f));
        assert_ok(throng_crowd_step(large.crowd, 0.05f));
        assert_true(throng_crowd_hash(small.crowd, THRONG_STAGE_STEP) ==
                    throng_crowd_hash(large.crowd, THRONG_STAGE_STEP));
    }
    crowd_world_close(&small);
    crowd_world_close(&large);
}

static void capacities_out_of_range_are_refused(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 3);
    throng_crowd *const crowd = world.crowd;
    assert_result(throng_crowd_reserve(crowd, -1, 1), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_reserve(crowd, 1, -1), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_reserve(crowd, THRONG_AGENTS_MAX + 1, 1), THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_reserve(crowd, 1, THRONG_GROUPS_MAX + 1), THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_crowd_reserve(NULL, 1, 1), THRONG_ERROR_ARGUMENT);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_index_and_generation),
        cmocka_unit_test(a_removed_agent_is_gone_for_every_call),
        cmocka_unit_test(thousands_of_adds_and_removes_agree_with_a_list),
        cmocka_unit_test(a_full_crowd_refuses_and_stays_as_it_was),
        cmocka_unit_test(a_crowd_without_room_can_be_reserved_later),
        cmocka_unit_test(reserve_keeps_everything),
        cmocka_unit_test(a_reserved_crowd_walks_like_one_made_large),
        cmocka_unit_test(capacities_out_of_range_are_refused),
    };
    return cmocka_run_group_tests_name("crowd ids", tests, NULL, NULL);
}
