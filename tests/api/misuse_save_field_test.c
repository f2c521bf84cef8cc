/* save.h, called wrongly: fields. Saves that are forged: tests/unit/field_save_test.c. */
#include "misuse.h"

static const throng_result argument = THRONG_ERROR_ARGUMENT, capacity = THRONG_ERROR_CAPACITY;

static uint8_t *room_for(size_t size)
{
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    misuse_fill(bytes, size);
    return bytes;
}

static void saving_costs_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const size_t size = throng_cost_save_bytes(world->cost);
    uint8_t *const bytes = room_for(size);
    assert_true(throng_cost_save_bytes(NULL) == 0 && size == 64 + 64);
    assert_refused(host, throng_cost_save(NULL, bytes, size), argument, NULL);
    assert_refused(host, throng_cost_save(world->cost, NULL, size), argument, "bytes");
    assert_refused(host, throng_cost_save(world->cost, bytes, size - 1), capacity, "size");
    misuse_assert_untouched(bytes, size, __FILE__, __LINE__);
    host->memory.closed = true;
    assert_ok(throng_cost_save(world->cost, bytes, size));
    assert_ok(throng_cost_load(world->cost, bytes, size));
    host->memory.closed = false;
    const uint64_t hash = throng_cost_hash(world->cost);
    assert_refused(host, throng_cost_load(NULL, bytes, size), argument, NULL);
    assert_refused(host, throng_cost_load(world->cost, NULL, size), argument, "bytes");
    assert_refused(host, throng_cost_load(world->cost, bytes, size - 1), THRONG_ERROR_SAVE, "size");
    bytes[100] = 0;
    assert_refused(host, throng_cost_load(world->cost, bytes, size), THRONG_ERROR_SAVE, "checksum");
    assert_true(throng_cost_hash(world->cost) == hash);
    free(bytes);
}

static void saving_integration_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_integration_field *const field = world->integration;
    const size_t size = throng_integration_save_bytes(field);
    uint8_t *const bytes = room_for(size);
    throng_integration_field *empty = NULL;
    assert_ok(throng_integration_create(world->context, &world->grid, &empty));
    assert_true(throng_integration_save_bytes(NULL) == 0);
    assert_true(throng_integration_save_bytes(empty) == 0 && size == 64 + 8 + 8 + 256);
    assert_refused(host, throng_integration_save(NULL, bytes, size), argument, NULL);
    assert_refused(host, throng_integration_save(field, NULL, size), argument, "bytes");
    assert_refused(host, throng_integration_save(field, bytes, size - 1), capacity, "size");
    assert_refused(host, throng_integration_save(empty, bytes, size), THRONG_ERROR_NOT_SOLVED,
                   "throng_integrate");
    throng_cell many[65] = {{7, 7}};
    assert_ok(throng_integrate(world->solver, world->cost, many, 65, empty));
    assert_true(throng_integration_save_bytes(empty) == 0);
    assert_refused(host, throng_integration_save(empty, bytes, size), capacity,
                   "throng_integration_reserve_goals");
    misuse_assert_untouched(bytes, size, __FILE__, __LINE__);
    assert_ok(throng_integration_save(field, bytes, size));
    free(bytes);
    assert_ok(throng_integration_destroy(empty));
}

static void loading_integration_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_integration_field *const field = world->integration;
    throng_cell many[65] = {{7, 7}};
    throng_integration_field *large = NULL;
    assert_ok(throng_integration_create(world->context, &world->grid, &large));
    assert_ok(throng_integration_reserve_goals(large, 65));
    assert_ok(throng_integrate(world->solver, world->cost, many, 65, large));
    const size_t size = throng_integration_save_bytes(field);
    const size_t large_size = throng_integration_save_bytes(large);
    uint8_t *const bytes = room_for(size), *const large_bytes = room_for(large_size);
    assert_ok(throng_integration_save(field, bytes, size));
    assert_ok(throng_integration_save(large, large_bytes, large_size));
    const uint64_t hash = throng_integration_hash(field);
    const throng_grid grid = throng_grid_default(8, 9);
    throng_cost_field *other = NULL;
    assert_ok(throng_cost_create(world->context, &grid, &other));
    assert_refused(host, throng_integration_load(NULL, world->cost, bytes, size), argument, NULL);
    assert_refused(host, throng_integration_load(field, NULL, bytes, size), argument, "cost");
    assert_refused(host, throng_integration_load(field, world->cost, NULL, size), argument,
                   "bytes");
    assert_refused(host, throng_integration_load(field, other, bytes, size), THRONG_ERROR_SHAPE,
                   "cost");
    assert_refused(host, throng_integration_load(field, world->cost, large_bytes, large_size),
                   capacity, "throng_integration_reserve_goals");
    const throng_rect cell = {1, 1, 1, 1};
    assert_ok(throng_cost_fill(world->cost, cell, 9));
    assert_refused(host, throng_integration_load(field, world->cost, bytes, size),
                   THRONG_ERROR_NOT_COMMITTED, "throng_cost_commit");
    assert_ok(throng_cost_commit(world->cost));
    assert_refused(host, throng_integration_load(field, world->cost, bytes, size),
                   THRONG_ERROR_SAVE, "cost");
    assert_true(throng_integration_hash(field) == hash);
    assert_ok(throng_cost_fill(world->cost, cell, 1));
    assert_ok(throng_cost_commit(world->cost));
    host->memory.closed = true;
    assert_ok(throng_integration_load(field, world->cost, bytes, size));
    host->memory.closed = false;
    assert_ok(throng_flow(world->cost, field, world->flow));
    free(large_bytes);
    free(bytes);
    assert_ok(throng_cost_destroy(other));
    assert_ok(throng_integration_destroy(large));
}

static void saving_directions_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const size_t size = throng_flow_save_bytes(world->flow);
    uint8_t *const bytes = room_for(size);
    throng_flow_field *empty = NULL, *other = NULL;
    throng_grid grid = world->grid;
    assert_ok(throng_flow_create(world->context, &grid, &empty));
    grid.cell_size = 2;
    assert_ok(throng_flow_create(world->context, &grid, &other));
    assert_true(throng_flow_save_bytes(NULL) == 0 && size == 64 + 64);
    assert_refused(host, throng_flow_save(NULL, bytes, size), argument, NULL);
    assert_refused(host, throng_flow_save(world->flow, NULL, size), argument, "bytes");
    assert_refused(host, throng_flow_save(world->flow, bytes, 1), capacity, "size");
    assert_refused(host, throng_flow_save(empty, bytes, size), THRONG_ERROR_NOT_SOLVED,
                   "throng_flow");
    misuse_assert_untouched(bytes, size, __FILE__, __LINE__);
    host->memory.closed = true;
    assert_ok(throng_flow_save(world->flow, bytes, size));
    assert_refused(host, throng_flow_load(NULL, bytes, size), argument, NULL);
    assert_refused(host, throng_flow_load(empty, NULL, size), argument, "bytes");
    assert_refused(host, throng_flow_load(empty, bytes, 0), THRONG_ERROR_SAVE, "bytes");
    assert_refused(host, throng_flow_load(other, bytes, size), THRONG_ERROR_SHAPE, "grid");
    assert_false(throng_flow_is_solved(empty));
    assert_refused(host, throng_cost_load(world->cost, bytes, size), THRONG_ERROR_SAVE,
                   "flow field");
    assert_ok(throng_flow_load(empty, bytes, size));
    host->memory.closed = false;
    assert_true(throng_flow_hash(empty) == throng_flow_hash(world->flow));
    free(bytes);
    assert_ok(throng_flow_destroy(other));
    assert_ok(throng_flow_destroy(empty));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(saving_costs_wrongly_is_refused, misuse_setup,
                                        misuse_teardown),
        cmocka_unit_test_setup_teardown(saving_integration_wrongly_is_refused, misuse_setup,
                                        misuse_teardown),
        cmocka_unit_test_setup_teardown(loading_integration_wrongly_is_refused, misuse_setup,
                                        misuse_teardown),
        cmocka_unit_test_setup_teardown(saving_directions_wrongly_is_refused, misuse_setup,
                                        misuse_teardown),
    };
    return cmocka_run_group_tests_name("saves of fields called wrongly", tests, NULL, NULL);
}
