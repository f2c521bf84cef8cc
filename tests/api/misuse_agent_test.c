/* crowd.h, called wrongly: adding, changing and removing agents. */
#include "misuse_crowd.h"

/* Refused by add and by set, and nobody is changed. */
static void assert_agent_refused(misuse_crowd *self, const throng_agent_desc *desc,
                                 const char *word)
{
    host *host = &self->world->host;
    throng_agent_id id = 77;
    throng_point nearest;
    fill_untouched(&nearest);
    const uint64_t hash = throng_crowd_hash(self->crowd, THRONG_STAGE_STEP);
    assert_refused(host, throng_crowd_add(self->crowd, desc, &id, &nearest), THRONG_ERROR_ARGUMENT,
                   word);
    assert_true(id == 77);
    assert_untouched(&nearest);
    assert_refused(host, throng_crowd_set(self->crowd, self->id, desc), THRONG_ERROR_ARGUMENT,
                   word);
    assert_int_equal(throng_crowd_hash(self->crowd, THRONG_STAGE_STEP), hash);
    assert_int_equal(throng_crowd_count(self->crowd), 1);
}

/* Where a number of the desc is, and what it may not be. */
typedef struct bad_number {
    size_t offset;
    const char *word;
    float values[5];
    int count;
} bad_number;

static void numbers_out_of_range_are_refused(void **state)
{
    misuse_crowd *self = *state;
    static const bad_number numbers[] = {
        {offsetof(throng_agent_desc, x), "x", {NAN, INFINITY, -INFINITY}, 3},
        {offsetof(throng_agent_desc, y), "y", {NAN, INFINITY, -INFINITY}, 3},
        {offsetof(throng_agent_desc, velocity_x), "velocity_x", {NAN, INFINITY, -1.1e9f}, 3},
        {offsetof(throng_agent_desc, velocity_y), "velocity_y", {NAN, -INFINITY, 1.1e9f}, 3},
        {offsetof(throng_agent_desc, radius), "radius", {0.0f, -1.0f, 9e-4f, 65.0f, NAN}, 5},
        {offsetof(throng_agent_desc, max_speed), "max_speed", {-0.1f, 1.1e6f, INFINITY, NAN}, 4},
        {offsetof(throng_agent_desc, max_acceleration),
         "max_acceleration",
         {-0.1f, 1.1e8f, INFINITY, NAN},
         4},
        {offsetof(throng_agent_desc, mass), "mass", {0.0f, -1.0f, 9e-4f, 1.1e6f, NAN}, 5},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        for (int k = 0; k < numbers[i].count; k++) {
            throng_agent_desc desc = self->agent;
            memcpy((char *)&desc + numbers[i].offset, &numbers[i].values[k], sizeof(float));
            assert_agent_refused(self, &desc, numbers[i].word);
        }
    }
    /* 10000 radii per second would need endless substeps. */
    throng_agent_desc desc = self->agent;
    desc.max_speed = 10001.0f * desc.radius;
    assert_agent_refused(self, &desc, "max_speed");
}

static void groups_that_are_not_there_are_refused(void **state)
{
    misuse_crowd *self = *state;
    static const int32_t groups[] = {1, -1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        throng_agent_desc desc = self->agent;
        desc.group = groups[i];
        assert_agent_refused(self, &desc, "group");
    }
}

static void null_arguments_are_refused(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    const throng_point here = {1.0f, 1.0f};
    throng_agent_id id = 77;
    throng_agent_desc out;
    fill_untouched(&out);
    assert_agent_refused(self, NULL, "desc");
    assert_refused(host, throng_crowd_add(NULL, &self->agent, &id, NULL), argument, NULL);
    assert_refused(host, throng_crowd_add(self->crowd, &self->agent, NULL, NULL), argument, "out");
    assert_refused(host, throng_crowd_remove(NULL, self->id), argument, NULL);
    assert_refused(host, throng_crowd_get(NULL, self->id, &out), argument, NULL);
    assert_refused(host, throng_crowd_get(self->crowd, self->id, NULL), argument, "out");
    assert_refused(host, throng_crowd_set(NULL, self->id, &self->agent), argument, NULL);
    assert_refused(host, throng_crowd_set_position(NULL, self->id, here), argument, NULL);
    assert_refused(host, throng_crowd_set_velocity(NULL, self->id, 0.0f, 0.0f), argument, NULL);
    assert_refused(host, throng_crowd_write(NULL, NULL), argument, NULL);
    assert_refused(host, throng_crowd_write(self->crowd, NULL), argument, "bodies");
    assert_untouched(&out);
    assert_true(id == 77);
    assert_int_equal(throng_crowd_count(self->crowd), 1);
}

static void agents_that_are_gone_are_refused(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    const throng_point here = {1.0f, 1.0f};
    assert_ok(throng_crowd_remove(self->crowd, self->id));
    throng_agent_id heir = 0;
    assert_ok(throng_crowd_add(self->crowd, &self->agent, &heir, NULL));
    assert_true(heir != self->id);
    const throng_agent_id gone[] = {
        self->id, THRONG_AGENT_NONE,          UINT64_MAX,
        heir + 1, heir ^ ((uint64_t)1 << 40), heir ^ ((uint64_t)1 << 63)};
    const uint64_t hash = throng_crowd_hash(self->crowd, THRONG_STAGE_STEP);
    throng_agent_desc out;
    fill_untouched(&out);
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++) {
        const throng_result wanted = THRONG_ERROR_GONE;
        assert_refused(host, throng_crowd_remove(self->crowd, gone[i]), wanted, "id");
        assert_refused(host, throng_crowd_get(self->crowd, gone[i], &out), wanted, "id");
        assert_refused(host, throng_crowd_set(self->crowd, gone[i], &self->agent), wanted, "id");
        assert_refused(host, throng_crowd_set_position(self->crowd, gone[i], here), wanted, "id");
        assert_refused(host, throng_crowd_set_velocity(self->crowd, gone[i], 1.0f, 0.0f), wanted,
                       "id");
        assert_int_equal(throng_crowd_index(self->crowd, gone[i]), -1);
    }
    assert_untouched(&out);
    assert_int_equal(throng_crowd_hash(self->crowd, THRONG_STAGE_STEP), hash);
    assert_int_equal(throng_crowd_index(self->crowd, heir), 0);
}

static void walls_refuse_newcomers_and_offer_a_place(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    static const throng_point places[] = {
        {3.5f, 3.5f}, {-0.5f, 2.0f}, {2.0f, 8.0f}, {1e30f, -1e30f}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        throng_agent_desc desc = self->agent;
        desc.x = places[i].x;
        desc.y = places[i].y;
        throng_agent_id id = 77;
        throng_point nearest;
        fill_untouched(&nearest);
        assert_refused(host, throng_crowd_add(self->crowd, &desc, &id, &nearest),
                       THRONG_ERROR_BLOCKED, "wall");
        assert_true(id == 77);
        throng_cell cell;
        assert_true(throng_cost_cell_of(self->world->cost, nearest, &cell));
        assert_int_not_equal(throng_cost_at(self->world->cost, cell), THRONG_WALL);
        assert_refused(host, throng_crowd_add(self->crowd, &desc, &id, NULL), THRONG_ERROR_BLOCKED,
                       "wall");
        desc.x = nearest.x;
        desc.y = nearest.y;
        assert_ok(throng_crowd_add(self->crowd, &desc, &id, NULL));
        assert_ok(throng_crowd_remove(self->crowd, id));
    }
}

static void a_map_of_walls_offers_the_place_that_was_asked_for(void **state)
{
    misuse_crowd *self = *state;
    const throng_rect all = {0, 0, MISUSE_SIDE, MISUSE_SIDE};
    assert_ok(throng_cost_fill(self->world->cost, all, THRONG_WALL));
    throng_agent_id id = 77;
    throng_point nearest;
    fill_untouched(&nearest);
    assert_refused(&self->world->host, throng_crowd_add(self->crowd, &self->agent, &id, &nearest),
                   THRONG_ERROR_NOT_COMMITTED, "cost");
    assert_untouched(&nearest);
    assert_ok(throng_cost_commit(self->world->cost));
    assert_refused(&self->world->host, throng_crowd_add(self->crowd, &self->agent, &id, &nearest),
                   THRONG_ERROR_BLOCKED, "wall");
    assert_true(nearest.x == self->agent.x && nearest.y == self->agent.y);
    assert_true(id == 77);
}

static void a_full_crowd_refuses_newcomers(void **state)
{
    misuse_crowd *self = *state;
    throng_agent_id id = 77;
    assert_ok(throng_crowd_add(self->crowd, &self->agent, &id, NULL));
    id = 77;
    assert_refused(&self->world->host, throng_crowd_add(self->crowd, &self->agent, &id, NULL),
                   THRONG_ERROR_CAPACITY, "throng_crowd_reserve");
    assert_true(id == 77);
    assert_ok(throng_crowd_reserve(self->crowd, 3, 2));
    assert_ok(throng_crowd_add(self->crowd, &self->agent, &id, NULL));
}

static void places_that_are_no_numbers_are_refused(void **state)
{
    misuse_crowd *self = *state;
    host *host = &self->world->host;
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    const uint64_t hash = throng_crowd_hash(self->crowd, THRONG_STAGE_STEP);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const throng_point wide = {bad[i], 1.0f}, high = {1.0f, bad[i]};
        const throng_result argument = THRONG_ERROR_ARGUMENT;
        assert_refused(host, throng_crowd_set_position(self->crowd, self->id, wide), argument,
                       "position");
        assert_refused(host, throng_crowd_set_position(self->crowd, self->id, high), argument,
                       "position");
        assert_refused(host, throng_crowd_set_velocity(self->crowd, self->id, bad[i], 0.0f),
                       argument, "velocity");
        assert_refused(host, throng_crowd_set_velocity(self->crowd, self->id, 0.0f, bad[i]),
                       argument, "velocity");
    }
    assert_int_equal(throng_crowd_hash(self->crowd, THRONG_STAGE_STEP), hash);
}

static void assert_bodies_refused(misuse_crowd *self, const throng_bodies *bodies,
                                  throng_result wanted, const char *word)
{
    const uint64_t hash = throng_crowd_hash(self->crowd, THRONG_STAGE_STEP);
    assert_refused(&self->world->host, throng_crowd_write(self->crowd, bodies), wanted, word);
    assert_int_equal(throng_crowd_hash(self->crowd, THRONG_STAGE_STEP), hash);
}

static void bodies_of_no_sense_change_nothing(void **state)
{
    misuse_crowd *self = *state;
    const throng_result argument = THRONG_ERROR_ARGUMENT;
    const throng_agent_id ids[] = {self->id, self->id + 1};
    const float numbers[] = {2.5f, 2.5f};
    const throng_bodies right = {.count = 1,
                                 .ids = ids,
                                 .x = numbers,
                                 .y = numbers,
                                 .velocity_x = numbers,
                                 .velocity_y = numbers};
    throng_bodies bodies = right;
    bodies.count = -1;
    assert_bodies_refused(self, &bodies, argument, "count");
    bodies = right;
    bodies.ids = NULL;
    assert_bodies_refused(self, &bodies, argument, "ids");
    bodies = right;
    bodies.x = NULL;
    assert_bodies_refused(self, &bodies, argument, "bodies");
    bodies = right;
    bodies.y = NULL;
    assert_bodies_refused(self, &bodies, argument, "bodies");
    bodies = right;
    bodies.velocity_x = NULL;
    assert_bodies_refused(self, &bodies, argument, "bodies");
    bodies = right;
    bodies.velocity_y = NULL;
    assert_bodies_refused(self, &bodies, argument, "bodies");
    bodies = right;
    bodies.count = 2; /* the second is nobody: not even the first is written */
    assert_bodies_refused(self, &bodies, THRONG_ERROR_GONE, "id");
    assert_ok(throng_crowd_write(self->crowd, &right));
    throng_agent_desc now;
    assert_ok(throng_crowd_get(self->crowd, self->id, &now));
    assert_true(now.x == 2.5f && now.velocity_y == 2.5f);
    /* Nothing to write is nothing to do. */
    const throng_bodies none = {0};
    assert_ok(throng_crowd_write(self->crowd, &none));
}

int main(void)
{
#define with_crowd(test)                                                                           \
    cmocka_unit_test_setup_teardown(test, misuse_crowd_setup, misuse_crowd_teardown)
    const struct CMUnitTest tests[] = {
        with_crowd(numbers_out_of_range_are_refused),
        with_crowd(groups_that_are_not_there_are_refused),
        with_crowd(null_arguments_are_refused),
        with_crowd(agents_that_are_gone_are_refused),
        with_crowd(walls_refuse_newcomers_and_offer_a_place),
        with_crowd(a_map_of_walls_offers_the_place_that_was_asked_for),
        with_crowd(a_full_crowd_refuses_newcomers),
        with_crowd(places_that_are_no_numbers_are_refused),
        with_crowd(bodies_of_no_sense_change_nothing),
    };
    return cmocka_run_group_tests_name("misuse_agent", tests, NULL, NULL);
}
