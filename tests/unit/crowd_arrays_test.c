/*
 * crowd_arrays_test.c: the list of a crowd's arrays, from inside: none is missing, and agents come
 * and go by it. Also ids that are used up, which takes too long from outside.
 */
#include "crowd_world.h"

#include <string.h>

#include "crowd/crowd.h"
#include "crowd/memory.h"

static void the_list_names_every_array_of_an_agent_once(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    throng_array arrays[THRONG_AGENT_ARRAYS];
    assert_int_equal(throng_crowd_agent_arrays(world.crowd, arrays), THRONG_AGENT_ARRAYS);
    void **const members = (void **)(void *)&world.crowd->agents;
    for (int32_t m = 0; m < THRONG_PLACE_ARRAYS; m++) {
        int32_t times = 0;
        for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
            times += arrays[k].pointer == &members[m];
        assert_int_equal(times, 1);
    }
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++) {
        assert_non_null(arrays[k].name);
        assert_true(arrays[k].size == 1 || arrays[k].size == 4 || arrays[k].size == 8);
        assert_true(arrays[k].is_state && arrays[k].extra == 0);
    }
    crowd_world_close(&world);
}

/* Fills everything that place `i` holds, but what else depends on, with one byte. */
static void scribble(throng_crowd *crowd, int32_t i, int byte)
{
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (strcmp(arrays[k].name, "id") != 0 && strcmp(arrays[k].name, "group") != 0)
            memset((char *)*arrays[k].pointer + (size_t)i * arrays[k].size, byte, arrays[k].size);
}

static void a_removal_carries_every_value_of_the_agent_that_fills_the_place(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 4);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id first = crowd_add(world.crowd, &desc);
    const throng_agent_id last = crowd_add(world.crowd, &desc);
    scribble(world.crowd, 1, 0x11);
    assert_ok(throng_crowd_remove(world.crowd, first));
    assert_int_equal(throng_crowd_index(world.crowd, last), 0);
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(world.crowd, arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        assert_memory_equal(*arrays[k].pointer, (char *)*arrays[k].pointer + arrays[k].size,
                            arrays[k].size);
    crowd_world_close(&world);
}

static void an_agent_inherits_nothing_from_who_had_its_place(void **state)
{
    (void)state;
    crowd_world world, fresh;
    crowd_world_idle(&world, 8, 8, 4);
    crowd_world_idle(&fresh, 8, 8, 4);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    scribble(world.crowd, 0, 0x55);
    assert_ok(throng_crowd_remove(world.crowd, id));
    crowd_add(world.crowd, &desc);
    crowd_add(fresh.crowd, &desc);
    throng_array ours[THRONG_AGENT_ARRAYS], theirs[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(world.crowd, ours);
    throng_crowd_agent_arrays(fresh.crowd, theirs);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (strcmp(ours[k].name, "id") != 0)
            assert_memory_equal(*ours[k].pointer, *theirs[k].pointer, ours[k].size);
    crowd_world_close(&fresh);
    crowd_world_close(&world);
}

static void an_index_whose_generations_are_used_up_takes_no_room_of_others(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 2);
    const throng_agent_desc desc = crowd_agent_at(2, 2, 0);
    throng_agent_id id = crowd_add(world.crowd, &desc);
    /* As after 2^32 - 2 removals. */
    world.crowd->generation[0] = UINT32_MAX;
    world.crowd->agents.id[0] = id = (uint64_t)UINT32_MAX << 32;
    assert_ok(throng_crowd_remove(world.crowd, id));
    assert_int_equal(crowd_add(world.crowd, &desc), (uint64_t)1 << 32 | 1);
    throng_agent_id none = THRONG_AGENT_NONE;
    assert_result(throng_crowd_add(world.crowd, &desc, &none, NULL), THRONG_ERROR_CAPACITY);
    assert_true(none == THRONG_AGENT_NONE);
    assert_ok(throng_crowd_reserve(world.crowd, 3, 1));
    assert_int_equal(crowd_add(world.crowd, &desc), (uint64_t)1 << 32 | 2);
    assert_result(throng_crowd_remove(world.crowd, id), THRONG_ERROR_GONE);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_names_every_array_of_an_agent_once),
        cmocka_unit_test(a_removal_carries_every_value_of_the_agent_that_fills_the_place),
        cmocka_unit_test(an_agent_inherits_nothing_from_who_had_its_place),
        cmocka_unit_test(an_index_whose_generations_are_used_up_takes_no_room_of_others),
    };
    return cmocka_run_group_tests_name("arrays of a crowd", tests, NULL, NULL);
}
