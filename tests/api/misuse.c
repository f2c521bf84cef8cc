#include "misuse.h"

misuse_world *misuse_create(void)
{
    misuse_world *self = calloc(1, sizeof *self);
    assert_non_null(self);
    host_init(&self->host);
    self->grid = throng_grid_default(MISUSE_SIDE, MISUSE_SIDE);
    const throng_rect wall = {3, 3, 1, 1};
    const throng_cell goal = {7, 7};
    assert_ok(throng_context_create(&self->host.desc, &self->context));
    assert_ok(throng_cost_create(self->context, &self->grid, &self->cost));
    assert_ok(throng_cost_fill(self->cost, wall, THRONG_WALL));
    assert_ok(throng_cost_commit(self->cost));
    assert_ok(throng_solver_create(self->context, MISUSE_SIDE, MISUSE_SIDE, &self->solver));
    assert_ok(throng_integration_create(self->context, &self->grid, &self->integration));
    assert_ok(throng_flow_create(self->context, &self->grid, &self->flow));
    assert_ok(throng_integrate(self->solver, self->cost, &goal, 1, self->integration));
    assert_ok(throng_flow(self->cost, self->integration, self->flow));
    assert_int_equal(self->host.log.count, 0);
    return self;
}

void misuse_destroy(misuse_world *self)
{
    assert_ok(throng_flow_destroy(self->flow));
    assert_ok(throng_integration_destroy(self->integration));
    assert_ok(throng_solver_destroy(self->solver));
    assert_ok(throng_cost_destroy(self->cost));
    assert_ok(throng_context_destroy(self->context));
    host_assert_clean(&self->host);
    free(self);
}

/* 4294967295 / 2540 = 1690932 steps out of cells of cost 254 exceed 32 bits; every other of the
 * 1801 rows is corridor, 901 * 1999 = 1801099 cells. */
throng_grid misuse_endless_grid(void)
{
    return throng_grid_default(1999, 1801);
}

void misuse_write_endless(throng_cost_field *field)
{
    const throng_grid grid = throng_cost_grid(field);
    const throng_rect whole = {0, 0, grid.width, grid.height};
    assert_ok(throng_cost_fill(field, whole, 254));
    for (int32_t y = 1; y < grid.height; y += 2) {
        const throng_rect wall = {(y / 2) % 2 == 0 ? 0 : 1, y, grid.width - 1, 1};
        assert_ok(throng_cost_fill(field, wall, THRONG_WALL));
    }
    assert_ok(throng_cost_commit(field));
}

int misuse_setup(void **state)
{
    *state = misuse_create();
    return 0;
}

int misuse_teardown(void **state)
{
    misuse_destroy(*state);
    return 0;
}

size_t misuse_wrong_size(size_t right, int index)
{
    const size_t sizes[MISUSE_WRONG_SIZES] = {0, 1, right - 1, right + 1, SIZE_MAX};
    return sizes[index];
}

void misuse_fill(void *bytes, size_t count)
{
    memset(bytes, 0x6B, count);
}

void misuse_assert_untouched(const void *bytes, size_t count, const char *file, int line)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        if (byte[i] != 0x6B) {
            print_error("byte %zu of an output was written by a call that failed\n", i);
            _fail(file, line);
        }
    }
}
