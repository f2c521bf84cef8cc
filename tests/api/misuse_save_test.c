/* save.h, called wrongly: crowds. Fields: misuse_save_field_test.c. */
#include "misuse_crowd.h"

typedef struct block {
    uint8_t *bytes;
    size_t size;
} block;

static block save(const throng_crowd *crowd)
{
    block b = {.size = throng_crowd_save_bytes(crowd)};
    b.bytes = malloc(b.size);
    assert_non_null(b.bytes);
    assert_ok(throng_crowd_save(crowd, b.bytes, b.size));
    return b;
}

/* Fails unless the crowd is still what the block says. */
static void assert_same(const throng_crowd *crowd, block before)
{
    const block now = save(crowd);
    assert_int_equal(now.size, before.size);
    assert_memory_equal(now.bytes, before.bytes, before.size);
    free(now.bytes);
}

static void saving_asks_for_room(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    const size_t size = throng_crowd_save_bytes(self->crowd);
    uint8_t *bytes = malloc(size + 1);
    assert_non_null(bytes);
    misuse_fill(bytes, size + 1);
    assert_true(throng_crowd_save_bytes(NULL) == 0 && size > 64);
    assert_refused(host, throng_crowd_save(NULL, bytes, size), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_crowd_save(self->crowd, NULL, size), THRONG_ERROR_ARGUMENT,
                   "bytes");
    assert_refused(host, throng_crowd_save(self->crowd, bytes, size - 1), THRONG_ERROR_CAPACITY,
                   "size");
    assert_refused(host, throng_crowd_save(self->crowd, bytes, 0), THRONG_ERROR_CAPACITY, "size");
    misuse_assert_untouched(bytes, size + 1, __FILE__, __LINE__);
    const uint8_t last = bytes[size];
    assert_ok(throng_crowd_save(self->crowd, bytes, size + 1)); /* more room than it takes */
    assert_int_equal(bytes[size], last);
    free(bytes);
}

static void saving_and_loading_allocate_nothing(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    throng_save_info info;
    host->memory.closed = true;
    const block b = save(self->crowd);
    assert_ok(throng_crowd_remove(self->crowd, self->id));
    assert_ok(throng_crowd_load(self->crowd, b.bytes, b.size, NULL, 0));
    assert_ok(throng_save_inspect(self->world->context, b.bytes, b.size, &info));
    host->memory.closed = false;
    assert_same(self->crowd, b);
    free(b.bytes);
}

static void loading_null_is_refused(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    const block b = save(self->crowd);
    assert_refused(host, throng_crowd_load(NULL, b.bytes, b.size, NULL, 0), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_crowd_load(self->crowd, NULL, b.size, NULL, 0),
                   THRONG_ERROR_ARGUMENT, "bytes");
    assert_refused(host, throng_crowd_load(self->crowd, b.bytes, 0, NULL, 0), THRONG_ERROR_SAVE,
                   "bytes");
    assert_same(self->crowd, b);
    free(b.bytes);
}

static void fields_that_are_missing_are_named(void **state)
{
    misuse_crowd *self = *state;
    const misuse_world *world = self->world;
    host *host = &self->world->host;
    const block b = save(self->crowd);
    throng_group_fields fields[2] = {{world->cost, world->integration, world->flow, NULL, NULL}};
    const throng_group_fields right = fields[0];
    throng_crowd *const crowd = self->crowd;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    assert_refused(host, throng_crowd_load(crowd, b.bytes, b.size, fields, 0), argument,
                   "field_count");
    assert_refused(host, throng_crowd_load(crowd, b.bytes, b.size, fields, 2), argument,
                   "field_count");
    assert_refused(host, throng_crowd_load(crowd, b.bytes, b.size, NULL, 1), argument,
                   "field_count");
    fields[0].cost = NULL;
    assert_refused(host, throng_crowd_load(crowd, b.bytes, b.size, fields, 1), argument, "cost");
    fields[0] = right;
    fields[0].integration = NULL;
    assert_refused(host, throng_crowd_load(crowd, b.bytes, b.size, fields, 1), argument,
                   "integration");
    fields[0] = right;
    fields[0].flow = NULL;
    assert_refused(host, throng_crowd_load(crowd, b.bytes, b.size, fields, 1), argument, "flow");
    assert_same(crowd, b);
    /* A crowd without groups has no fields to keep. */
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world->grid;
    desc.agent_capacity = 4;
    throng_crowd *empty = NULL;
    assert_ok(throng_crowd_create(world->context, &desc, &empty));
    assert_refused(host, throng_crowd_load(empty, b.bytes, b.size, NULL, 0), argument, "cost");
    assert_ok(throng_crowd_load(empty, b.bytes, b.size, &right, 1));
    assert_same(empty, b);
    assert_ok(throng_crowd_destroy(empty));
    free(b.bytes);
}

static void crowds_that_do_not_fit_are_refused(void **state)
{
    misuse_crowd *self = *state;
    const misuse_world *world = self->world;
    host *host = &self->world->host;
    const block b = save(self->crowd);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world->grid;
    desc.agent_capacity = 0;
    throng_crowd *small = NULL, *other = NULL;
    assert_ok(throng_crowd_create(world->context, &desc, &small));
    const throng_group_fields fields = {world->cost, world->integration, world->flow, NULL, NULL};
    assert_refused(host, throng_crowd_load(small, b.bytes, b.size, &fields, 1),
                   THRONG_ERROR_CAPACITY, "throng_crowd_reserve");
    assert_ok(throng_crowd_reserve(small, 1, 1));
    assert_ok(throng_crowd_load(small, b.bytes, b.size, &fields, 1));
    assert_same(small, b);
    desc.grid.origin_x = 1;
    assert_ok(throng_crowd_create(world->context, &desc, &other));
    assert_refused(host, throng_crowd_load(other, b.bytes, b.size, &fields, 1), THRONG_ERROR_SHAPE,
                   "grid");
    throng_cost_field *elsewhere = NULL;
    assert_ok(throng_cost_create(world->context, &desc.grid, &elsewhere));
    const throng_group_fields wrong = {elsewhere, world->integration, world->flow, NULL, NULL};
    assert_refused(host, throng_crowd_load(small, b.bytes, b.size, &wrong, 1), THRONG_ERROR_SHAPE,
                   "grid");
    assert_same(small, b);
    assert_ok(throng_cost_destroy(elsewhere));
    assert_ok(throng_crowd_destroy(other));
    assert_ok(throng_crowd_destroy(small));
    free(b.bytes);
}

static void questions_about_saves_are_checked(void **state)
{
    misuse_crowd *self = *state;
    const throng_context *context = self->world->context;
    host *host = &self->world->host;
    const block b = save(self->crowd);
    throng_save_info info;
    throng_group_desc desc;
    bool follows = true;
    fill_untouched(&info);
    fill_untouched(&desc);
    const throng_result argument = THRONG_ERROR_ARGUMENT, wrong = THRONG_ERROR_SAVE;
    assert_refused(host, throng_save_inspect(NULL, b.bytes, b.size, &info), argument, NULL);
    assert_refused(host, throng_save_inspect(context, NULL, b.size, &info), argument, "bytes");
    assert_refused(host, throng_save_inspect(context, b.bytes, b.size, NULL), argument, "out");
    assert_refused(host, throng_save_inspect(context, b.bytes, b.size - 1, &info), wrong, "size");
    assert_refused(host, throng_save_group(NULL, b.bytes, b.size, 0, &desc, &follows), argument,
                   NULL);
    assert_refused(host, throng_save_group(context, NULL, b.size, 0, &desc, &follows), argument,
                   "bytes");
    assert_refused(host, throng_save_group(context, b.bytes, b.size, 0, NULL, &follows), argument,
                   "out");
    assert_refused(host, throng_save_group(context, b.bytes, b.size, 0, &desc, NULL), argument,
                   "follows");
    assert_refused(host, throng_save_group(context, b.bytes, b.size, 1, &desc, &follows), argument,
                   "group");
    assert_refused(host, throng_save_group(context, b.bytes, b.size, -1, &desc, &follows), argument,
                   "group");
    assert_refused(host, throng_save_group(context, b.bytes, 63, 0, &desc, &follows), wrong,
                   "bytes");
    assert_untouched(&info);
    assert_untouched(&desc);
    assert_true(follows);
    free(b.bytes);
}

static void comparing_wrongly_is_refused(void **state)
{
    misuse_crowd *self = *state;
    const throng_context *context = self->world->context;
    host *host = &self->world->host;
    const block b = save(self->crowd);
    throng_save_difference d;
    fill_untouched(&d);
    const throng_result argument = THRONG_ERROR_ARGUMENT, wrong = THRONG_ERROR_SAVE;
    assert_refused(host, throng_save_compare(NULL, b.bytes, b.size, b.bytes, b.size, &d), argument,
                   NULL);
    assert_refused(host, throng_save_compare(context, NULL, b.size, b.bytes, b.size, &d), argument,
                   "left");
    assert_refused(host, throng_save_compare(context, b.bytes, b.size, NULL, b.size, &d), argument,
                   "right");
    assert_refused(host, throng_save_compare(context, b.bytes, b.size, b.bytes, b.size, NULL),
                   argument, "out");
    assert_refused(host, throng_save_compare(context, b.bytes, b.size, b.bytes, 5, &d), wrong,
                   "bytes");
    assert_refused(host, throng_save_compare(context, b.bytes, 70, b.bytes, b.size, &d), wrong,
                   "size");
    assert_untouched(&d);
    assert_true(throng_random(0, 0, 0) != 0); /* takes any arguments */
    free(b.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(saving_asks_for_room, misuse_crowd_setup,
                                        misuse_crowd_teardown),
        cmocka_unit_test_setup_teardown(saving_and_loading_allocate_nothing, misuse_crowd_setup,
                                        misuse_crowd_teardown),
        cmocka_unit_test_setup_teardown(loading_null_is_refused, misuse_crowd_setup,
                                        misuse_crowd_teardown),
        cmocka_unit_test_setup_teardown(fields_that_are_missing_are_named, misuse_crowd_setup,
                                        misuse_crowd_teardown),
        cmocka_unit_test_setup_teardown(crowds_that_do_not_fit_are_refused, misuse_crowd_setup,
                                        misuse_crowd_teardown),
        cmocka_unit_test_setup_teardown(questions_about_saves_are_checked, misuse_crowd_setup,
                                        misuse_crowd_teardown),
        cmocka_unit_test_setup_teardown(comparing_wrongly_is_refused, misuse_crowd_setup,
                                        misuse_crowd_teardown),
    };
    return cmocka_run_group_tests_name("saves called wrongly", tests, NULL, NULL);
}
