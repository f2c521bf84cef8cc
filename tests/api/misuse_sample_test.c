/* sample.h, called wrongly. */
#include "misuse.h"

enum { COUNT = 3 };

/* A call that is right until somebody spoils it. */
typedef struct sample_call {
    throng_context *context;
    const throng_flow_field *fields[2];
    const throng_flow_field *const *field_list;
    int32_t field_count;
    throng_sample_desc desc;
    throng_points points;
    throng_vectors headings;
    float x[COUNT], y[COUNT], heading_x[COUNT], heading_y[COUNT];
    int32_t field[COUNT];
} sample_call;

static void make_call(const misuse_world *world, sample_call *call)
{
    memset(call, 0, sizeof *call);
    call->context = world->context;
    call->fields[0] = call->fields[1] = world->flow;
    call->field_list = call->fields;
    call->field_count = 2;
    call->desc = throng_sample_desc_default();
    for (int i = 0; i < COUNT; i++) {
        call->x[i] = call->y[i] = 1.5f + (float)i;
        call->field[i] = i % 2;
    }
    call->points.count = COUNT;
    call->points.x = call->x;
    call->points.y = call->y;
    call->points.field = call->field;
    call->headings.x = call->heading_x;
    call->headings.y = call->heading_y;
    fill_untouched(&call->heading_x);
    fill_untouched(&call->heading_y);
}

static throng_result do_call(const sample_call *call)
{
    return throng_sample(call->context, call->field_list, call->field_count, &call->desc,
                         &call->points, call->headings);
}

/* Refused, and no heading written. */
#define assert_call_refused(world, call, wanted, word)                                             \
    do {                                                                                           \
        assert_refused(&(world)->host, do_call(call), (wanted), (word));                           \
        assert_untouched(&(call)->heading_x);                                                      \
        assert_untouched(&(call)->heading_y);                                                      \
        make_call((world), (call));                                                                \
    } while (0)

static void null_arguments_are_refused(void **state)
{
    misuse_world *world = *state;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    sample_call call;
    make_call(world, &call);
    call.context = NULL;
    assert_call_refused(world, &call, argument, NULL);
    call.field_list = NULL;
    assert_call_refused(world, &call, argument, "fields");
    call.fields[1] = NULL;
    assert_call_refused(world, &call, argument, "fields");
    call.points.x = NULL;
    assert_call_refused(world, &call, argument, "points");
    call.points.y = NULL;
    assert_call_refused(world, &call, argument, "points");
    call.headings.x = NULL;
    assert_call_refused(world, &call, argument, "headings");
    call.headings.y = NULL;
    assert_call_refused(world, &call, argument, "headings");
    assert_refused(&world->host,
                   throng_sample(world->context, call.field_list, 2, NULL, NULL, call.headings),
                   argument, "points");
}

static void counts_and_indices_out_of_range_are_refused(void **state)
{
    misuse_world *world = *state;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    sample_call call;
    make_call(world, &call);
    call.field_count = 0;
    assert_call_refused(world, &call, argument, "field_count");
    call.field_count = -1;
    assert_call_refused(world, &call, argument, "field_count");
    call.points.count = -1;
    assert_call_refused(world, &call, argument, "count");
    static const int32_t indices[] = {2, -1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof indices / sizeof indices[0]; i++) {
        call.field[COUNT - 1] = indices[i];
        assert_call_refused(world, &call, argument, "field");
    }
    call.desc.wall_rule = (throng_wall_rule)2;
    assert_call_refused(world, &call, argument, "wall_rule");
    call.desc.wall_rule = (throng_wall_rule)-1;
    assert_call_refused(world, &call, argument, "wall_rule");
}

static void a_forgotten_desc_is_caught(void **state)
{
    misuse_world *world = *state;
    const size_t right = sizeof(throng_sample_desc);
    sample_call call;
    make_call(world, &call);
    for (int i = 0; i < MISUSE_WRONG_SIZES; i++) {
        call.desc.struct_size = misuse_wrong_size(right, i);
        assert_call_refused(world, &call, THRONG_ERROR_ARGUMENT, "desc");
    }
    throng_sample_desc_init(NULL, right);
}

static void fields_that_do_not_fit_are_refused(void **state)
{
    misuse_world *world = *state;
    throng_flow_field *empty, *other;
    throng_cost_field *terrain;
    throng_grid grid = world->grid;
    grid.height++;
    assert_ok(throng_flow_create(world->context, &world->grid, &empty));
    assert_ok(throng_flow_create(world->context, &grid, &other));
    assert_ok(throng_cost_create(world->context, &grid, &terrain));
    sample_call call;
    make_call(world, &call);
    call.fields[1] = empty;
    assert_call_refused(world, &call, THRONG_ERROR_NOT_SOLVED, "fields");
    call.fields[1] = other;
    assert_call_refused(world, &call, THRONG_ERROR_SHAPE, "fields");
    call.desc.terrain = terrain;
    assert_call_refused(world, &call, THRONG_ERROR_SHAPE, "terrain");
    assert_ok(throng_cost_destroy(terrain));
    assert_ok(throng_flow_destroy(other));
    assert_ok(throng_flow_destroy(empty));
}

static void what_is_right_is_done(void **state)
{
    misuse_world *world = *state;
    sample_call call;
    make_call(world, &call);
    call.x[1] = NAN;
    call.y[2] = INFINITY;
    assert_ok(do_call(&call));
    assert_true(call.heading_x[0] >= 0.0f && call.heading_y[0] >= 0.0f);
    assert_true(call.heading_x[0] + call.heading_y[0] > 0.99f);
    for (int i = 1; i < COUNT; i++)
        assert_true(call.heading_x[i] == 0.0f && call.heading_y[i] == 0.0f);
    /* No points are no work, and no arrays are needed for them. */
    make_call(world, &call);
    const throng_points none = {0};
    const throng_vectors nowhere = {0};
    call.points = none;
    call.headings = nowhere;
    assert_ok(do_call(&call));
    assert_untouched(&call.heading_x);
}

int main(void)
{
#define with_world(test) cmocka_unit_test_setup_teardown(test, misuse_setup, misuse_teardown)
    const struct CMUnitTest tests[] = {
        with_world(null_arguments_are_refused),
        with_world(counts_and_indices_out_of_range_are_refused),
        with_world(a_forgotten_desc_is_caught),
        with_world(fields_that_do_not_fit_are_refused),
        with_world(what_is_right_is_done),
    };
    return cmocka_run_group_tests_name("misuse_sample", tests, NULL, NULL);
}
