/* crowd.h, called wrongly: the crowd itself, its groups, time and questions. Agents:
 * misuse_agent_test.c. */
#include "misuse_crowd.h"

static void assert_crowd_desc_refused(misuse_world *world, const throng_crowd_desc *desc,
                                      const char *word)
{
    throng_crowd *crowd = UNTOUCHED;
    assert_refused(&world->host, throng_crowd_create(world->context, desc, &crowd),
                   THRONG_ERROR_ARGUMENT, word);
    assert_ptr_equal(crowd, UNTOUCHED);
}

static void making_a_crowd_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_crowd *crowd = UNTOUCHED;
    throng_crowd_desc desc = throng_crowd_desc_default();
    assert_crowd_desc_refused(world, &desc, "width"); /* the grid is required */
    desc.grid = world->grid;
    const throng_crowd_desc right = desc;
    assert_refused(host, throng_crowd_create(NULL, &right, &crowd), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_crowd_create(world->context, &right, NULL), THRONG_ERROR_ARGUMENT,
                   "out");
    assert_crowd_desc_refused(world, NULL, "desc");
    static const int32_t agents[] = {-1, THRONG_AGENTS_MAX + 1, INT32_MIN, INT32_MAX};
    static const int32_t groups[] = {0, -1, THRONG_GROUPS_MAX + 1, INT32_MAX};
    static const float substeps[] = {0.0f, -1.0f, 9e-5f, 0.11f, INFINITY, NAN};
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        desc = right;
        desc.agent_capacity = agents[i];
        assert_crowd_desc_refused(world, &desc, "agent_capacity");
    }
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        desc = right;
        desc.group_capacity = groups[i];
        assert_crowd_desc_refused(world, &desc, "group_capacity");
    }
    for (size_t i = 0; i < sizeof substeps / sizeof substeps[0]; i++) {
        desc = right;
        desc.substep = substeps[i];
        assert_crowd_desc_refused(world, &desc, "substep");
    }
    static const int32_t passes[] = {-1, 9, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        desc = right;
        desc.position_passes = passes[i];
        assert_crowd_desc_refused(world, &desc, "position_passes");
    }
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_crowd_create(world->context, &right, &crowd), THRONG_ERROR_MEMORY,
                   "memory");
    assert_ptr_equal(crowd, UNTOUCHED);
    assert_ok(throng_crowd_destroy(NULL));
}

static void forgotten_initialisers_are_caught(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    for (int i = 0; i < MISUSE_WRONG_SIZES; i++) {
        throng_crowd_desc crowd_desc = throng_crowd_desc_default();
        throng_group_desc group = self->group;
        throng_agent_desc agent = self->agent;
        crowd_desc.grid = self->world->grid;
        crowd_desc.struct_size = misuse_wrong_size(sizeof crowd_desc, i);
        group.struct_size = misuse_wrong_size(sizeof group, i);
        agent.struct_size = misuse_wrong_size(sizeof agent, i);
        assert_crowd_desc_refused(self->world, &crowd_desc, "desc");
        int32_t index = 77;
        throng_agent_id id = 77;
        assert_refused(host, throng_crowd_add_group(self->crowd, &group, &index),
                       THRONG_ERROR_ARGUMENT, "desc");
        assert_refused(host, throng_crowd_set_group(self->crowd, 0, &group), THRONG_ERROR_ARGUMENT,
                       "desc");
        assert_refused(host, throng_crowd_add(self->crowd, &agent, &id, NULL),
                       THRONG_ERROR_ARGUMENT, "desc");
        assert_refused(host, throng_crowd_set(self->crowd, self->id, &agent), THRONG_ERROR_ARGUMENT,
                       "desc");
        assert_true(index == 77 && id == 77);
    }
    throng_crowd_desc_init(NULL, sizeof(throng_crowd_desc));
    throng_group_desc_init(NULL, sizeof(throng_group_desc));
    throng_agent_desc_init(NULL, sizeof(throng_agent_desc));
}

/* Refused by add_group and by set_group, and nothing is changed. */
static void assert_group_refused(misuse_crowd *self, const throng_group_desc *desc,
                                 throng_result wanted, const char *word)
{
    host *host = &self->world->host;
    int32_t index = 77;
    assert_refused(host, throng_crowd_add_group(self->crowd, desc, &index), wanted, word);
    assert_int_equal(index, 77);
    assert_refused(host, throng_crowd_set_group(self->crowd, 0, desc), wanted, word);
    throng_group_desc now;
    assert_ok(throng_crowd_get_group(self->crowd, 0, &now));
    assert_true(now.cost == self->group.cost && now.flow == self->group.flow &&
                now.integration == self->group.integration);
    assert_true(now.separation_range == self->group.separation_range);
}

static void groups_of_no_sense_are_refused(void **state)
{
    misuse_crowd *self = *state;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    throng_group_desc desc = self->group;
    assert_group_refused(self, NULL, argument, "desc");
    desc.cost = NULL;
    assert_group_refused(self, &desc, argument, "cost");
    desc = self->group;
    desc.flow = NULL;
    assert_group_refused(self, &desc, argument, "flow");
    desc = self->group;
    desc.integration = NULL;
    assert_group_refused(self, &desc, argument, "integration");
    desc = self->group;
    desc.wall_rule = (throng_wall_rule)2;
    assert_group_refused(self, &desc, argument, "wall_rule");
    static const float ranges[] = {0.99f, 4.01f, -1.0f, INFINITY, NAN};
    static const float strengths[] = {-0.01f, 64.1f, INFINITY, NAN};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        desc = self->group;
        desc.separation_range = ranges[i];
        assert_group_refused(self, &desc, argument, "separation_range");
    }
    for (size_t i = 0; i < sizeof strengths / sizeof strengths[0]; i++) {
        desc = self->group;
        desc.separation_strength = strengths[i];
        assert_group_refused(self, &desc, argument, "separation_strength");
    }
    static const float gaps[] = {-0.01f, 10.1f, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        desc = self->group;
        desc.time_gap = gaps[i];
        assert_group_refused(self, &desc, argument, "time_gap");
    }
    static const float biases[] = {-2.1f, 2.1f, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof biases / sizeof biases[0]; i++) {
        desc = self->group;
        desc.side_bias = biases[i];
        assert_group_refused(self, &desc, argument, "side_bias");
    }
}

static void fields_of_another_shape_are_refused(void **state)
{
    misuse_crowd *self = *state;
    throng_context *context = self->world->context;
    throng_grid grid = self->world->grid;
    grid.width++;
    throng_cost_field *cost;
    throng_integration_field *integration;
    throng_flow_field *flow;
    assert_ok(throng_cost_create(context, &grid, &cost));
    assert_ok(throng_integration_create(context, &grid, &integration));
    assert_ok(throng_flow_create(context, &grid, &flow));
    throng_group_desc desc = self->group;
    desc.cost = cost;
    assert_group_refused(self, &desc, THRONG_ERROR_SHAPE, "desc");
    desc = self->group;
    desc.integration = integration;
    assert_group_refused(self, &desc, THRONG_ERROR_SHAPE, "desc");
    desc = self->group;
    desc.flow = flow;
    assert_group_refused(self, &desc, THRONG_ERROR_SHAPE, "desc");
    /* A refused group holds on to nothing. */
    assert_ok(throng_flow_destroy(flow));
    assert_ok(throng_integration_destroy(integration));
    assert_ok(throng_cost_destroy(cost));
}

static void groups_that_are_not_there(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    static const int32_t indices[] = {1, -1, INT32_MIN, INT32_MAX};
    throng_group_desc out;
    int32_t index = 77;
    fill_untouched(&out);
    for (size_t i = 0; i < sizeof indices / sizeof indices[0]; i++) {
        assert_refused(host, throng_crowd_get_group(self->crowd, indices[i], &out), argument,
                       "group");
        assert_refused(host, throng_crowd_set_group(self->crowd, indices[i], &self->group),
                       argument, "group");
        assert_refused(host, throng_crowd_remove_group(self->crowd, indices[i]), argument, "group");
    }
    assert_refused(host, throng_crowd_remove_group(NULL, 0), argument, NULL);
    assert_refused(host, throng_crowd_remove_group(self->crowd, 0), THRONG_ERROR_IN_USE, "group");
    assert_refused(host, throng_crowd_get_group(NULL, 0, &out), argument, NULL);
    assert_untouched(&out);
    assert_refused(host, throng_crowd_get_group(self->crowd, 0, NULL), argument, "out");
    assert_refused(host, throng_crowd_set_group(NULL, 0, &self->group), argument, NULL);
    assert_refused(host, throng_crowd_add_group(NULL, &self->group, &index), argument, NULL);
    assert_refused(host, throng_crowd_add_group(self->crowd, &self->group, NULL), argument, "out");
    assert_ok(throng_crowd_add_group(self->crowd, &self->group, &index));
    assert_int_equal(index, 1);
    index = 77;
    assert_refused(host, throng_crowd_add_group(self->crowd, &self->group, &index),
                   THRONG_ERROR_CAPACITY, "throng_crowd_reserve");
    assert_int_equal(index, 77);
}

static void reserving_wrongly_is_refused(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    assert_refused(host, throng_crowd_reserve(NULL, 10, 10), argument, NULL);
    assert_refused(host, throng_crowd_reserve(self->crowd, -1, 10), argument, "agent_capacity");
    assert_refused(host, throng_crowd_reserve(self->crowd, THRONG_AGENTS_MAX + 1, 10), argument,
                   "agent_capacity");
    assert_refused(host, throng_crowd_reserve(self->crowd, 10, -1), argument, "group_capacity");
    assert_refused(host, throng_crowd_reserve(self->crowd, 10, THRONG_GROUPS_MAX + 1), argument,
                   "group_capacity");
    host->memory.fail_at = host->memory.calls + 1;
    assert_refused(host, throng_crowd_reserve(self->crowd, 5000, 10), THRONG_ERROR_MEMORY,
                   "memory");
    /* Never shrinks. */
    const size_t bytes = throng_crowd_bytes(self->crowd);
    assert_ok(throng_crowd_reserve(self->crowd, 0, 1));
    assert_int_equal(throng_crowd_bytes(self->crowd), bytes);
}

static void assert_step_refused(misuse_crowd *self, float dt, throng_result wanted,
                                const char *word)
{
    const uint64_t hash = throng_crowd_hash(self->crowd, THRONG_STAGE_STEP);
    assert_refused(&self->world->host, throng_crowd_step(self->crowd, dt), wanted, word);
    assert_int_equal(throng_crowd_hash(self->crowd, THRONG_STAGE_STEP), hash);
}

static void times_of_no_sense_are_refused(void **state)
{
    misuse_crowd *self = *state;
    static const float times[] = {-1e-30f, -1.0f, -INFINITY, INFINITY, NAN};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        assert_step_refused(self, times[i], THRONG_ERROR_ARGUMENT, "dt");
    assert_refused(&self->world->host, throng_crowd_step(NULL, 0.1f), THRONG_ERROR_ARGUMENT, NULL);
    assert_ok(throng_crowd_step(self->crowd, 0.0f));
    assert_ok(throng_crowd_step(self->crowd, 3e38f)); /* cut to half a second, with an event */
    throng_event_cursor cursor = {0};
    throng_event event;
    assert_true(throng_crowd_next_event(self->crowd, &cursor, &event));
    assert_int_equal(event.kind, THRONG_EVENT_TIME_CUT);
    assert_true(event.agent == THRONG_AGENT_NONE);
}

static void stale_fields_stop_the_step(void **state)
{
    misuse_crowd *self = *state;
    misuse_world *world = self->world;
    const throng_rect one = {1, 1, 1, 1};
    const throng_cell goal = {0, 0};
    assert_ok(throng_cost_fill(world->cost, one, 7));
    assert_step_refused(self, 0.1f, THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_ok(throng_cost_commit(world->cost));
    assert_step_refused(self, 0.1f, THRONG_ERROR_OUT_OF_DATE, "integration");
    assert_ok(throng_integrate(world->solver, world->cost, &goal, 1, world->integration));
    assert_step_refused(self, 0.1f, THRONG_ERROR_OUT_OF_DATE, "flow");
    assert_ok(throng_flow(world->cost, world->integration, world->flow));
    assert_ok(throng_crowd_step(self->crowd, 0.1f));
    throng_integration_field *integration;
    throng_flow_field *flow;
    assert_ok(throng_integration_create(world->context, &world->grid, &integration));
    assert_ok(throng_flow_create(world->context, &world->grid, &flow));
    throng_group_desc group = self->group;
    group.flow = flow;
    assert_ok(throng_crowd_set_group(self->crowd, 0, &group));
    assert_step_refused(self, 0.1f, THRONG_ERROR_NOT_SOLVED, "flow");
    group = self->group;
    group.integration = integration;
    assert_ok(throng_crowd_set_group(self->crowd, 0, &group));
    assert_step_refused(self, 0.1f, THRONG_ERROR_NOT_SOLVED, "integration");
    assert_ok(throng_crowd_set_group(self->crowd, 0, &self->group));
    assert_ok(throng_crowd_step(self->crowd, 0.1f));
    assert_ok(throng_flow_destroy(flow));
    assert_ok(throng_integration_destroy(integration));
}

static void queries_of_no_sense_are_refused(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    const throng_point here = {1.5f, 1.5f}, nowhere = {NAN, 1.0f}, endless = {1.0f, INFINITY};
    throng_agent_id ids[4];
    int32_t count;
    fill_untouched(&ids);
    fill_untouched(&count);
    throng_crowd *crowd = self->crowd;
    assert_refused(host, throng_crowd_query_radius(NULL, here, 1.0f, ids, 4, &count), argument,
                   NULL);
    assert_refused(host, throng_crowd_query_radius(crowd, here, 1.0f, NULL, 4, &count), argument,
                   "ids");
    assert_refused(host, throng_crowd_query_radius(crowd, here, 1.0f, ids, -1, &count), argument,
                   "capacity");
    assert_refused(host, throng_crowd_query_radius(crowd, nowhere, 1.0f, ids, 4, &count), argument,
                   "centre");
    assert_refused(host, throng_crowd_query_radius(crowd, endless, 1.0f, ids, 4, &count), argument,
                   "centre");
    static const float radii[] = {-1.0f, -1e-30f, INFINITY, NAN};
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++)
        assert_refused(host, throng_crowd_query_radius(crowd, here, radii[i], ids, 4, &count),
                       argument, "radius");
    assert_untouched(&count);
    assert_refused(host, throng_crowd_query_radius(crowd, here, 1.0f, ids, 4, NULL), argument,
                   "count");
    assert_refused(host, throng_crowd_query_radius(crowd, here, 1.0f, ids, 0, &count),
                   THRONG_ERROR_CAPACITY, "ids");
    assert_int_equal(count, 1);
    assert_untouched(&ids);
    assert_ok(throng_crowd_query_radius(crowd, here, 1.0f, ids, 1, &count));
    assert_true(ids[0] == self->id);
}

static void questions_about_nothing_have_harmless_answers(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    throng_event_cursor cursor = {0};
    throng_event event;
    throng_crowd_report report;
    throng_crowd_view view;
    fill_untouched(&event);
    fill_untouched(&report);
    fill_untouched(&view);
    assert_int_equal(throng_crowd_count(NULL), 0);
    assert_int_equal(throng_crowd_index(NULL, self->id), -1);
    assert_int_equal(throng_crowd_index(self->crowd, THRONG_AGENT_NONE), -1);
    assert_int_equal(throng_crowd_index(self->crowd, UINT64_MAX), -1);
    assert_int_equal(throng_crowd_bytes(NULL), 0);
    assert_int_equal(throng_crowd_hash(NULL, THRONG_STAGE_STEP), 0);
    assert_int_equal(throng_crowd_hash(self->crowd, THRONG_STAGE_COST), 0);
    assert_int_equal(throng_crowd_hash(self->crowd, (throng_stage)99), 0);
    assert_false(throng_crowd_next_event(NULL, &cursor, &event));
    assert_false(throng_crowd_next_event(self->crowd, NULL, &event));
    assert_false(throng_crowd_next_event(self->crowd, &cursor, NULL));
    assert_false(throng_crowd_next_event(self->crowd, &cursor, &event));
    assert_refused(host, throng_crowd_read(NULL, &view), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_crowd_read(self->crowd, NULL), THRONG_ERROR_ARGUMENT, "out");
    assert_refused(host, throng_crowd_inspect(NULL, &report), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_crowd_inspect(self->crowd, NULL), THRONG_ERROR_ARGUMENT, "out");
    assert_untouched(&event);
    assert_untouched(&report);
    assert_untouched(&view);
}

/* A cursor that nobody started from zero, or that outlived its step, reads nothing out of bounds.
 */
static void cursors_of_no_sense_end_at_once(void **state)
{
    misuse_crowd *self = *state;
    static const throng_event_cursor cursors[] = {{INT32_MAX, 0}, {INT32_MIN, 0}, {-1, 0}, {0, -1},
                                                  {0, INT32_MAX}, {0, INT32_MIN}, {99, 99}};
    assert_ok(throng_crowd_step(self->crowd, 1.0f)); /* too long: one event */
    for (size_t i = 0; i < sizeof cursors / sizeof cursors[0]; i++) {
        throng_event_cursor cursor = cursors[i];
        throng_event event;
        int read = 0;
        while (read < 100 && throng_crowd_next_event(self->crowd, &cursor, &event))
            read++;
        assert_true(read < 100);
    }
}

int main(void)
{
#define with_world(test) cmocka_unit_test_setup_teardown(test, misuse_setup, misuse_teardown)
#define with_crowd(test)                                                                           \
    cmocka_unit_test_setup_teardown(test, misuse_crowd_setup, misuse_crowd_teardown)
    const struct CMUnitTest tests[] = {
        with_world(making_a_crowd_wrongly_is_refused),
        with_crowd(forgotten_initialisers_are_caught),
        with_crowd(groups_of_no_sense_are_refused),
        with_crowd(fields_of_another_shape_are_refused),
        with_crowd(groups_that_are_not_there),
        with_crowd(reserving_wrongly_is_refused),
        with_crowd(times_of_no_sense_are_refused),
        with_crowd(stale_fields_stop_the_step),
        with_crowd(queries_of_no_sense_are_refused),
        with_crowd(questions_about_nothing_have_harmless_answers),
        with_crowd(cursors_of_no_sense_end_at_once),
    };
    return cmocka_run_group_tests_name("misuse_crowd", tests, NULL, NULL);
}
