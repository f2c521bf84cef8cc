/* path.h, called wrongly. */
#include "misuse.h"

enum { CAPACITY = 64 };

/* A call that is right until somebody spoils it. */
typedef struct path_call {
    throng_path_finder *finder;
    const throng_cost_field *cost;
    throng_cell from, to;
    throng_path_desc desc;
    throng_cell *cells;
    int32_t capacity;
    int32_t *count;
    throng_cell buffer[CAPACITY];
    int32_t length;
    uint32_t total;
} path_call;

static throng_path_finder *finder;

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    assert_ok(throng_path_finder_create(world->context, MISUSE_SIDE, MISUSE_SIDE, &finder));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_path_finder_destroy(finder));
    return misuse_teardown(state);
}

static void make_call(const misuse_world *world, path_call *call)
{
    call->finder = finder;
    call->cost = world->cost;
    call->from = (throng_cell){1, 1};
    call->to = (throng_cell){6, 6};
    call->desc = throng_path_desc_default();
    call->cells = call->buffer;
    call->capacity = CAPACITY;
    call->count = &call->length;
    fill_untouched(&call->buffer);
    fill_untouched(&call->length);
    fill_untouched(&call->total);
}

static throng_result do_call(const path_call *call)
{
    return throng_path(call->finder, call->cost, call->from, call->to, &call->desc, call->cells,
                       call->capacity, call->count, (uint32_t *)&call->total);
}

#define assert_call_refused(world, call, wanted, word)                                             \
    do {                                                                                           \
        assert_refused(&(world)->host, do_call(call), (wanted), (word));                           \
        assert_untouched(&(call)->buffer);                                                         \
        assert_untouched(&(call)->length);                                                         \
        assert_untouched(&(call)->total);                                                          \
        make_call((world), (call));                                                                \
    } while (0)

static void making_a_finder_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    throng_path_finder *made = UNTOUCHED;
    assert_refused(host, throng_path_finder_create(NULL, 8, 8, &made), argument, NULL);
    assert_refused(host, throng_path_finder_create(world->context, 8, 8, NULL), argument, "out");
    static const int32_t sides[] = {0, -1, THRONG_SIDE_MAX + 1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        assert_refused(host, throng_path_finder_create(world->context, sides[i], 8, &made),
                       argument, "width");
        assert_refused(host, throng_path_finder_create(world->context, 8, sides[i], &made),
                       argument, "height");
    }
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_path_finder_create(world->context, 8, 8, &made),
                   THRONG_ERROR_MEMORY, "memory");
    assert_ptr_equal(made, UNTOUCHED);
    assert_ok(throng_path_finder_destroy(NULL));
}

static void null_and_nonsense_are_refused(void **state)
{
    misuse_world *world = *state;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    path_call call;
    make_call(world, &call);
    call.finder = NULL;
    assert_call_refused(world, &call, argument, NULL);
    call.cost = NULL;
    assert_call_refused(world, &call, argument, "cost");
    call.cells = NULL;
    assert_call_refused(world, &call, argument, "cells");
    call.count = NULL;
    assert_call_refused(world, &call, argument, "count");
    call.capacity = -1;
    assert_call_refused(world, &call, argument, "capacity");
    call.desc.connectivity = (throng_connectivity)2;
    assert_call_refused(world, &call, argument, "connectivity");
    call.desc.connectivity = (throng_connectivity)-1;
    assert_call_refused(world, &call, argument, "connectivity");
    static const throng_cell off[] = {{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MAX, INT32_MIN}};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        call.from = off[i];
        assert_call_refused(world, &call, argument, "from");
        call.to = off[i];
        assert_call_refused(world, &call, argument, "to");
    }
}

static void a_forgotten_desc_is_caught(void **state)
{
    misuse_world *world = *state;
    const size_t right = sizeof(throng_path_desc);
    path_call call;
    make_call(world, &call);
    for (int i = 0; i < MISUSE_WRONG_SIZES; i++) {
        call.desc.struct_size = misuse_wrong_size(right, i);
        assert_call_refused(world, &call, THRONG_ERROR_ARGUMENT, "desc");
    }
    throng_path_desc_init(NULL, right);
}

static void walls_and_closed_ways_have_their_own_results(void **state)
{
    misuse_world *world = *state;
    const throng_rect bar = {0, 4, 8, 1};
    path_call call;
    make_call(world, &call);
    call.from = (throng_cell){3, 3};
    assert_call_refused(world, &call, THRONG_ERROR_BLOCKED, "from");
    call.to = (throng_cell){3, 3};
    assert_call_refused(world, &call, THRONG_ERROR_GOAL, "to");
    assert_ok(throng_cost_fill(world->cost, bar, THRONG_WALL));
    assert_call_refused(world, &call, THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_ok(throng_cost_commit(world->cost));
    assert_call_refused(world, &call, THRONG_ERROR_NO_PATH, "to");
}

static void one_cell_is_a_path_of_its_own(void **state)
{
    misuse_world *world = *state;
    path_call call;
    make_call(world, &call);
    call.to = call.from;
    world->host.log.count = 0;
    assert_int_equal(do_call(&call), THRONG_SAME_CELL);
    assert_int_equal(world->host.log.count, 0); /* not an error */
    assert_int_equal(call.length, 1);
    assert_int_equal(call.total, 0);
    assert_true(call.buffer[0].x == 1 && call.buffer[0].y == 1);
    misuse_assert_untouched(&call.buffer[1], sizeof call.buffer[1], __FILE__, __LINE__);
}

static void a_buffer_too_small_learns_the_length(void **state)
{
    misuse_world *world = *state;
    path_call call;
    make_call(world, &call);
    assert_ok(do_call(&call));
    const int32_t length = call.length;
    const uint32_t total = call.total;
    assert_true(length >= 6 && total > 0);
    for (int32_t capacity = 0; capacity < length; capacity++) {
        make_call(world, &call);
        call.capacity = capacity;
        assert_refused(&world->host, do_call(&call), THRONG_ERROR_CAPACITY, "capacity");
        assert_int_equal(call.length, length);
        assert_int_equal(call.total, total);
        assert_untouched(&call.buffer);
    }
    make_call(world, &call);
    call.capacity = length;
    assert_ok(do_call(&call));
    misuse_assert_untouched(&call.buffer[length], sizeof call.buffer[0], __FILE__, __LINE__);
    /* total_cost may be NULL. */
    assert_ok(throng_path(finder, world->cost, call.from, call.to, NULL, call.buffer, CAPACITY,
                          &call.length, NULL));
}

static void a_finder_too_small_is_refused(void **state)
{
    misuse_world *world = *state;
    const int32_t sides[][2] = {{7, 8}, {8, 7}, {1, 1}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        throng_path_finder *own;
        assert_ok(throng_path_finder_create(world->context, sides[i][0], sides[i][1], &own));
        path_call call;
        make_call(world, &call);
        call.finder = own;
        assert_call_refused(world, &call, THRONG_ERROR_CAPACITY, "finder");
        assert_ok(throng_path_finder_destroy(own));
    }
}

static void a_path_beyond_32_bits_is_refused(void **state)
{
    misuse_world *world = *state;
    const throng_grid grid = misuse_endless_grid();
    throng_path_finder *own;
    throng_cost_field *cost;
    assert_ok(throng_cost_create(world->context, &grid, &cost));
    assert_ok(throng_path_finder_create(world->context, grid.width, grid.height, &own));
    misuse_write_endless(cost);
    path_call call;
    make_call(world, &call);
    call.finder = own;
    call.cost = cost;
    call.from = (throng_cell){0, 0};
    call.to = (throng_cell){0, grid.height - 1};
    assert_call_refused(world, &call, THRONG_ERROR_RANGE, "4294967294");
    assert_ok(throng_path_finder_destroy(own));
    assert_ok(throng_cost_destroy(cost));
}

int main(void)
{
#define with_world(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        with_world(making_a_finder_wrongly_is_refused),
        with_world(null_and_nonsense_are_refused),
        with_world(a_forgotten_desc_is_caught),
        with_world(walls_and_closed_ways_have_their_own_results),
        with_world(one_cell_is_a_path_of_its_own),
        with_world(a_buffer_too_small_learns_the_length),
        with_world(a_finder_too_small_is_refused),
        with_world(a_path_beyond_32_bits_is_refused),
    };
    return cmocka_run_group_tests_name("misuse_path", tests, NULL, NULL);
}
