/* builder.h, called wrongly. */
#include "misuse.h"

static const throng_cell goal = {7, 7};
static const throng_rect one = {1, 1, 1, 1};

static throng_builder *builder;

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    assert_ok(throng_builder_create(world->context, &world->grid, &builder));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_builder_destroy(builder));
    return misuse_teardown(state);
}

static throng_integration_desc good_desc(void)
{
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &goal;
    desc.goal_count = 1;
    return desc;
}

static throng_result begin(misuse_world *world, const throng_integration_desc *desc)
{
    return throng_builder_begin(builder, world->cost, desc, world->integration, world->flow);
}

static throng_result begin_repair(misuse_world *world, const throng_rect *changed, int32_t count,
                                  const throng_integration_desc *desc)
{
    return throng_builder_begin_repair(builder, world->cost, changed, count, desc,
                                       world->integration, world->flow);
}

static void creations_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_builder *made = UNTOUCHED;
    throng_grid wrong = world->grid;
    wrong.width = 0;
    assert_refused(host, throng_builder_create(NULL, &world->grid, &made), THRONG_ERROR_ARGUMENT,
                   NULL);
    assert_refused(host, throng_builder_create(world->context, &world->grid, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    assert_refused(host, throng_builder_create(world->context, NULL, &made), THRONG_ERROR_ARGUMENT,
                   "grid");
    assert_refused(host, throng_builder_create(world->context, &wrong, &made),
                   THRONG_ERROR_ARGUMENT, "width");
    assert_ptr_equal(made, UNTOUCHED);
    assert_ok(throng_builder_destroy(NULL));
}

static void beginnings_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_integration_desc good = good_desc();
    throng_integration_desc desc = {0};
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    throng_integration_field *field = world->integration;
    throng_flow_field *flow = world->flow;
    const throng_cell wall = {3, 3}, off = {8, 0};
    throng_cell many[65];
    for (int32_t i = 0; i < 65; i++)
        many[i] = goal;
    assert_refused(host, throng_builder_begin(NULL, world->cost, &good, field, flow), argument,
                   NULL);
    assert_refused(host, throng_builder_begin(builder, NULL, &good, field, flow), argument, "cost");
    assert_refused(host, throng_builder_begin(builder, world->cost, &good, NULL, flow), argument,
                   "integration");
    assert_refused(host, begin(world, NULL), argument, "desc");
    assert_refused(host, begin(world, &desc), argument, "desc");
    assert_refused(host, throng_builder_begin_repair(NULL, world->cost, &one, 1, NULL, field, flow),
                   argument, NULL);
    assert_refused(host, throng_builder_begin_repair(builder, NULL, &one, 1, NULL, field, flow),
                   argument, "cost");
    assert_refused(host, begin_repair(world, &one, 1, &desc), argument, "desc");
    assert_refused(host, begin_repair(world, NULL, 1, NULL), argument, "changed");
    assert_refused(host, begin_repair(world, &(throng_rect){8, 0, 1, 1}, 1, NULL), argument,
                   "changed[0]");
    for (int repairs = 0; repairs < 2; repairs++) {
        desc = good;
        desc.goals = &off;
        assert_refused(host, repairs ? begin_repair(world, &one, 1, &desc) : begin(world, &desc),
                       argument, "goals[0]");
        desc.goals = &wall;
        assert_refused(host, repairs ? begin_repair(world, &one, 1, &desc) : begin(world, &desc),
                       THRONG_ERROR_GOAL, "wall");
        desc.goals = many;
        desc.goal_count = 65;
        assert_refused(host, repairs ? begin_repair(world, &one, 1, &desc) : begin(world, &desc),
                       THRONG_ERROR_CAPACITY, "throng_builder_reserve_goals");
    }
    assert_false(throng_builder_is_busy(builder));
    assert_false(throng_builder_is_busy(NULL));
    assert_ok(throng_builder_reserve_goals(builder, 65));
    assert_ok(begin(world, &desc));
}

static void fields_of_others_are_refused(void **state)
{
    misuse_world *world = *state, *other = misuse_create();
    host *host = &world->host;
    const throng_integration_desc good = good_desc();
    throng_grid grid = world->grid;
    grid.width = 9;
    throng_cost_field *wide;
    throng_integration_field *empty;
    assert_ok(throng_cost_create(world->context, &grid, &wide));
    assert_ok(throng_integration_create(world->context, &world->grid, &empty));
    assert_refused(host,
                   throng_builder_begin(builder, world->cost, &good, other->integration, NULL),
                   THRONG_ERROR_ARGUMENT, "integration");
    assert_refused(
        host, throng_builder_begin(builder, world->cost, &good, world->integration, other->flow),
        THRONG_ERROR_ARGUMENT, "flow");
    assert_refused(host, throng_builder_begin(builder, wide, &good, world->integration, NULL),
                   THRONG_ERROR_SHAPE, "cost");
    assert_refused(host,
                   throng_builder_begin_repair(builder, world->cost, NULL, 0, NULL, empty, NULL),
                   THRONG_ERROR_NOT_SOLVED, "integration");
    assert_ok(throng_cost_fill(world->cost, one, 3));
    assert_refused(host, begin(world, &good), THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_refused(host, begin_repair(world, &one, 1, NULL), THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_ok(throng_cost_commit(world->cost));
    assert_refused(host, begin_repair(world, NULL, 0, NULL), THRONG_ERROR_ARGUMENT, "count");
    assert_false(throng_builder_is_busy(builder));
    assert_ok(throng_integration_destroy(empty));
    assert_ok(throng_cost_destroy(wide));
    misuse_destroy(other);
}

static void pieces_of_no_sense_are_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_integration_desc good = good_desc();
    bool is_done = false;
    assert_refused(host, throng_builder_continue(NULL, 1, &is_done), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_builder_continue(builder, 1, &is_done), THRONG_ERROR_ARGUMENT,
                   "throng_builder_begin");
    assert_refused(host, throng_builder_cancel(NULL), THRONG_ERROR_ARGUMENT, NULL);
    assert_ok(throng_builder_cancel(builder));
    assert_ok(begin(world, &good));
    assert_refused(host, throng_builder_continue(builder, 0, &is_done), THRONG_ERROR_ARGUMENT,
                   "max_work");
    assert_refused(host, throng_builder_continue(builder, 1, NULL), THRONG_ERROR_ARGUMENT,
                   "is_done");
    assert_refused(host, begin(world, &good), THRONG_ERROR_IN_USE, "builder");
    assert_refused(host, begin_repair(world, &one, 1, NULL), THRONG_ERROR_IN_USE, "builder");
    assert_refused(host, throng_builder_reserve_goals(builder, 100), THRONG_ERROR_IN_USE,
                   "builder");
    assert_refused(host, throng_builder_reserve_goals(NULL, 100), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_cost_destroy(world->cost), THRONG_ERROR_IN_USE, "builder");
    assert_refused(host, throng_integration_destroy(world->integration), THRONG_ERROR_IN_USE,
                   "builder");
    assert_refused(host, throng_flow_destroy(world->flow), THRONG_ERROR_IN_USE, "builder");
    host->memory.closed = true;
    while (!is_done)
        assert_ok(throng_builder_continue(builder, 1, &is_done));
    host->memory.closed = false;
}

static void what_changes_meanwhile_ends_a_build(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    const throng_integration_desc good = good_desc();
    bool is_done = false;
    assert_ok(begin(world, &good));
    assert_ok(throng_builder_continue(builder, 1, &is_done));
    assert_ok(throng_cost_fill(world->cost, one, 9));
    assert_ok(throng_cost_commit(world->cost));
    const uint64_t before = throng_integration_hash(world->integration);
    assert_refused(host, throng_builder_continue(builder, 1, &is_done), THRONG_ERROR_OUT_OF_DATE,
                   "cost");
    assert_false(is_done);
    assert_false(throng_builder_is_busy(builder));
    assert_true(throng_integration_hash(world->integration) == before);
    assert_ok(begin_repair(world, &one, 1, NULL));
    assert_ok(throng_builder_continue(builder, 1, &is_done));
    assert_ok(throng_integration_repair(world->solver, world->cost, &one, 1, world->integration));
    assert_refused(host, throng_builder_continue(builder, 1, &is_done), THRONG_ERROR_OUT_OF_DATE,
                   "integration");
    assert_false(throng_builder_is_busy(builder));
    assert_ok(begin_repair(world, &one, 1, NULL)); /* reads the field's own goals */
    assert_ok(throng_integration_reserve_goals(world->integration, 100));
    assert_refused(host, throng_builder_continue(builder, 1, &is_done), THRONG_ERROR_OUT_OF_DATE,
                   "integration");
    assert_false(throng_builder_is_busy(builder));
}

static void values_are_refused(void **state)
{
    misuse_world *world = *state;
    const uint32_t values[MISUSE_SIDE * MISUSE_SIDE] = {0};
    throng_integration_desc desc = throng_integration_desc_default();
    desc.values = values;
    assert_refused(&world->host, begin(world, &desc), THRONG_ERROR_ARGUMENT, "values");
    assert_refused(&world->host, begin_repair(world, NULL, 0, &desc), THRONG_ERROR_ARGUMENT,
                   "values");
    assert_false(throng_builder_is_busy(builder));
}

static void distances_that_do_not_fit_leave_the_old_field(void **state)
{
    misuse_world *world = *state;
    throng_integration_desc desc = good_desc();
    const uint64_t before = throng_integration_hash(world->integration);
    const uint32_t price = 4294967294u;
    bool is_done = false;
    desc.prices = &price;
    assert_ok(begin(world, &desc));
    assert_refused(&world->host, throng_builder_continue(builder, INT64_MAX, &is_done),
                   THRONG_ERROR_RANGE, "4294967294");
    assert_false(throng_builder_is_busy(builder));
    assert_true(throng_integration_is_solved(world->integration));
    assert_true(throng_integration_hash(world->integration) == before);
}

int main(void)
{
#define with_builder(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
    const struct CMUnitTest tests[] = {
        with_builder(creations_of_no_sense_are_refused),
        with_builder(beginnings_of_no_sense_are_refused),
        with_builder(fields_of_others_are_refused),
        with_builder(pieces_of_no_sense_are_refused),
        with_builder(what_changes_meanwhile_ends_a_build),
        with_builder(values_are_refused),
        with_builder(distances_that_do_not_fit_leave_the_old_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
