/* congestion.h, called wrongly. */
#include "misuse.h"

static throng_terrain *terrain;
static throng_layer *layer;
static throng_congestion *congestion;
static throng_crowd *crowd;

static int setup(void **state)
{
    misuse_setup(state);
    misuse_world *world = *state;
    const throng_mover_desc mover = throng_mover_desc_default();
    const throng_congestion_desc desc = throng_congestion_desc_default();
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    const throng_cell goal = {7, 7};
    crowd_desc.grid = world->grid;
    assert_ok(throng_terrain_create(world->context, &world->grid, &terrain));
    assert_ok(throng_layer_create(terrain, &mover, &layer));
    assert_ok(throng_congestion_create(layer, &desc, &congestion));
    assert_ok(throng_crowd_create(world->context, &crowd_desc, &crowd));
    assert_ok(throng_solve(world->solver, throng_layer_cost(layer), &goal, 1, world->integration,
                           world->flow));
    return 0;
}

static int teardown(void **state)
{
    assert_ok(throng_congestion_destroy(congestion));
    assert_ok(throng_crowd_destroy(crowd));
    assert_ok(throng_layer_destroy(layer));
    assert_ok(throng_terrain_destroy(terrain));
    return misuse_teardown(state);
}

static void making_a_congestion_wrongly_is_refused(void **state)
{
    misuse_world *world = *state;
    host *host = &world->host;
    throng_congestion *out = UNTOUCHED;
    const throng_congestion_desc right = throng_congestion_desc_default(), none = {0};
    static const struct {
        float interval, memory;
        int32_t square, price, price_slow, price_most;
        const char *word;
    } wrong[] = {
        {0.0f, 1.0f, 2, 0, 5, 100, "interval"},    {NAN, 1.0f, 2, 0, 5, 100, "interval"},
        {10.5f, 20.0f, 2, 0, 5, 100, "interval"},  {INFINITY, 1.0f, 2, 0, 5, 100, "interval"},
        {0.1f, 0.09f, 2, 0, 5, 100, "memory"},     {0.1f, NAN, 2, 0, 5, 100, "memory"},
        {0.1f, 10.1f, 2, 0, 5, 100, "memory"},     {0.1f, INFINITY, 2, 0, 5, 100, "memory"},
        {0.1f, 1.0f, 0, 0, 5, 100, "square"},      {0.1f, 1.0f, 65, 0, 5, 100, "square"},
        {0.1f, 1.0f, 2, -1, 5, 100, "price"},      {0.1f, 1.0f, 2, 1001, 5, 100, "price"},
        {0.1f, 1.0f, 2, 0, -1, 100, "price_slow"}, {0.1f, 1.0f, 2, 0, 1001, 100, "price_slow"},
        {0.1f, 1.0f, 2, 0, 5, 0, "price_most"},    {0.1f, 1.0f, 2, 0, 5, 254, "price_most"},
    };
    assert_refused(host, throng_congestion_create(NULL, &right, &out), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_congestion_create(layer, NULL, &out), THRONG_ERROR_ARGUMENT,
                   "desc");
    assert_refused(host, throng_congestion_create(layer, &none, &out), THRONG_ERROR_ARGUMENT,
                   "desc");
    assert_refused(host, throng_congestion_create(layer, &right, NULL), THRONG_ERROR_ARGUMENT,
                   "out");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        throng_congestion_desc desc = right;
        desc.interval = wrong[i].interval;
        desc.memory = wrong[i].memory;
        desc.square = wrong[i].square;
        desc.price = wrong[i].price;
        desc.price_slow = wrong[i].price_slow;
        desc.price_most = wrong[i].price_most;
        assert_refused(host, throng_congestion_create(layer, &desc, &out), THRONG_ERROR_ARGUMENT,
                       wrong[i].word);
    }
    /* The object, three arrays of squares, a row. */
    for (int64_t n = 1; n <= 5; n++) {
        host->memory.fail_at = host->memory.calls + n;
        assert_refused(host, throng_congestion_create(layer, &right, &out), THRONG_ERROR_MEMORY,
                       "memory");
    }
    host->memory.fail_at = 0;
    assert_ptr_equal(out, UNTOUCHED);
    throng_congestion_desc_init(NULL, sizeof right);
    assert_ok(throng_congestion_destroy(NULL));
    assert_refused(host, throng_layer_destroy(layer), THRONG_ERROR_IN_USE, "congestion");
}

static void updates_of_no_sense_are_refused(void **state)
{
    misuse_world *w = *state;
    host *host = &w->host;
    throng_congestion_changes changes;
    throng_congestion_field field = {w->integration, w->flow};
    const uint64_t revision = throng_cost_revision(throng_layer_cost(layer));
    fill_untouched(&changes);
#define update(c, crowd_, dt, solver_, fields, count)                                              \
    throng_congestion_update((c), (crowd_), (dt), (solver_), (fields), (count), &changes)
    assert_refused(host, update(NULL, crowd, 1, w->solver, &field, 1), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, update(congestion, NULL, 1, w->solver, &field, 1), THRONG_ERROR_ARGUMENT,
                   "crowd");
    static const float times[] = {-0.1f, 10.1f, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        assert_refused(host, update(congestion, crowd, times[i], w->solver, &field, 1),
                       THRONG_ERROR_ARGUMENT, "dt");
    assert_refused(host, update(congestion, crowd, 1, NULL, &field, 1), THRONG_ERROR_ARGUMENT,
                   "solver");
    assert_refused(host, update(congestion, crowd, 1, w->solver, NULL, 1), THRONG_ERROR_ARGUMENT,
                   "fields");
    assert_refused(host, update(congestion, crowd, 1, w->solver, &field, -1), THRONG_ERROR_ARGUMENT,
                   "field_count");
    field.integration = NULL;
    assert_refused(host, update(congestion, crowd, 1, w->solver, &field, 1), THRONG_ERROR_ARGUMENT,
                   "fields[0]");
    assert_untouched(&changes);
    assert_int_equal(throng_cost_revision(throng_layer_cost(layer)), revision);
    host->memory.closed = true;
    field.integration = w->integration;
    assert_ok(update(congestion, crowd, 1, w->solver, &field, 1));
    assert_true(changes.is_updated);
    field.flow = NULL;
    assert_ok(update(congestion, crowd, 1, w->solver, &field, 1));
    assert_ok(update(congestion, crowd, 0, NULL, NULL, 0));
    assert_false(changes.is_updated);
    assert_ok(throng_congestion_update(congestion, crowd, 1, NULL, NULL, 0, NULL));
    host->memory.closed = false;
}

static void fields_of_others_are_refused(void **state)
{
    misuse_world *w = *state;
    host *host = &w->host;
    throng_congestion_changes changes;
    throng_congestion_field field = {w->integration, w->flow};
    const throng_grid grid = throng_grid_default(MISUSE_SIDE, MISUSE_SIDE + 1);
    throng_crowd_desc desc = throng_crowd_desc_default();
    throng_crowd *other;
    throng_flow_field *flow;
    throng_integration_field *large, *unsolved;
    fill_untouched(&changes);
    desc.grid = grid;
    assert_ok(throng_crowd_create(w->context, &desc, &other));
    assert_ok(throng_flow_create(w->context, &grid, &flow));
    assert_ok(throng_integration_create(w->context, &grid, &large));
    assert_ok(throng_integration_create(w->context, &w->grid, &unsolved));
    assert_refused(host, update(congestion, other, 1, w->solver, &field, 1), THRONG_ERROR_SHAPE,
                   "crowd");
    field.flow = flow;
    assert_refused(host, update(congestion, crowd, 1, w->solver, &field, 1), THRONG_ERROR_SHAPE,
                   "flow");
    field = (throng_congestion_field){large, NULL};
    assert_refused(host, update(congestion, crowd, 1, w->solver, &field, 1), THRONG_ERROR_SHAPE,
                   "integration");
    field.integration = unsolved;
    assert_refused(host, update(congestion, crowd, 1, w->solver, &field, 1),
                   THRONG_ERROR_NOT_SOLVED, "integration");
    const throng_cell goal = {0, 0};
    assert_ok(throng_integrate(w->solver, w->cost, &goal, 1, unsolved));
    assert_refused(host, update(congestion, crowd, 1, w->solver, &field, 1),
                   THRONG_ERROR_OUT_OF_DATE, "fields[0]");
    field.integration = w->integration;
    throng_rect rects[2];
    int32_t count;
    const uint8_t prices[MISUSE_SIDE] = {3, 4, 5};
    assert_ok(throng_layer_write_prices(layer, (throng_rect){0, 0, MISUSE_SIDE, 1}, prices,
                                        sizeof prices));
    assert_ok(throng_layer_update(layer, rects, 2, &count));
    assert_refused(host, update(congestion, crowd, 1, w->solver, &field, 1),
                   THRONG_ERROR_OUT_OF_DATE, "fields[0]");
    assert_untouched(&changes);
    assert_ok(throng_crowd_destroy(other));
    assert_ok(throng_flow_destroy(flow));
    assert_ok(throng_integration_destroy(large));
    assert_ok(throng_integration_destroy(unsolved));
}

static void questions_about_nothing_have_answers(void **state)
{
    misuse_world *world = *state;
    const throng_cell cells[] = {{0, 0}, {-1, 0}, {0, -1}, {8, 0}, {0, 8}, {INT32_MAX, INT32_MIN}};
    assert_refused(&world->host, throng_congestion_clear(NULL), THRONG_ERROR_ARGUMENT, NULL);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        assert_int_equal(throng_congestion_at(NULL, cells[i]), 0);
        assert_int_equal(throng_congestion_at(congestion, cells[i]), 0);
    }
    assert_int_equal(throng_congestion_bytes(NULL), 0);
    assert_true(throng_congestion_bytes(congestion) > 9 * 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(making_a_congestion_wrongly_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(updates_of_no_sense_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(fields_of_others_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(questions_about_nothing_have_answers, setup, teardown),
    };
    return cmocka_run_group_tests_name("misuse of congestion.h", tests, NULL, NULL);
}
