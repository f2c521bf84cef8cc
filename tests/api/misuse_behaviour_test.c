/* behaviour.h, called wrongly. */
#include "misuse_crowd.h"

static misuse_crowd *self_of(void **state)
{
    return *state;
}

static void expect_refused(misuse_crowd *self, const throng_behaviour_desc *desc, const char *word)
{
    host *host = &self->world->host;
    throng_behaviour_desc before, after;
    assert_ok(throng_crowd_get_behaviour(self->crowd, 0, &before));
    assert_refused(host, throng_crowd_set_behaviour(self->crowd, 0, desc), THRONG_ERROR_ARGUMENT,
                   word);
    assert_ok(throng_crowd_get_behaviour(self->crowd, 0, &after));
    assert_memory_equal(&before, &after, sizeof before);
}

static void groups_that_there_are_not_have_no_behaviour(void **state)
{
    misuse_crowd *self = self_of(state);
    host *host = &self->world->host;
    throng_behaviour_desc desc = throng_behaviour_desc_default(), out;
    fill_untouched(&out);
    static const int32_t groups[] = {-1, 1, INT32_MAX, INT32_MIN};
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
        assert_refused(host, throng_crowd_set_behaviour(self->crowd, groups[k], &desc),
                       THRONG_ERROR_ARGUMENT, "group");
        assert_refused(host, throng_crowd_get_behaviour(self->crowd, groups[k], &out),
                       THRONG_ERROR_ARGUMENT, "group");
    }
    assert_refused(host, throng_crowd_set_behaviour(NULL, 0, &desc), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_crowd_get_behaviour(NULL, 0, &out), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_crowd_get_behaviour(self->crowd, 0, NULL), THRONG_ERROR_ARGUMENT,
                   "out");
    assert_untouched(&out);
    throng_team_state team, kept_team;
    fill_untouched(&team);
    kept_team = team;
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
        assert_refused(host, throng_crowd_team(self->crowd, groups[k], &team),
                       THRONG_ERROR_ARGUMENT, "group");
    assert_refused(host, throng_crowd_team(NULL, 0, &team), THRONG_ERROR_ARGUMENT, NULL);
    assert_refused(host, throng_crowd_team(self->crowd, 0, NULL), THRONG_ERROR_ARGUMENT, "out");
    assert_memory_equal(&team, &kept_team, sizeof team);
    expect_refused(self, NULL, "desc");
    throng_behaviour_desc_init(NULL, sizeof desc);
    for (int k = 0; k < MISUSE_WRONG_SIZES; k++) {
        desc.struct_size = misuse_wrong_size(sizeof desc, k);
        expect_refused(self, &desc, "desc");
    }
}

/* A float of the desc by its place, with its legal range. */
typedef struct value {
    size_t offset;
    const char *name;
    float low, high;
} value;

#define VALUE(member, low, high)                                                                   \
    {                                                                                              \
        offsetof(throng_behaviour_desc, member), #member, low, high                                \
    }

static void set(throng_behaviour_desc *desc, const value *v, float to)
{
    memcpy((char *)desc + v->offset, &to, sizeof to);
}

static void values_out_of_range_are_refused(void **state)
{
    misuse_crowd *self = self_of(state);
    static const value values[] = {
        VALUE(avoid_walls, 0, 64),
        VALUE(wall_range, 0, 2),
        VALUE(flee, 0, 64),
        VALUE(evade, 0, 64),
        VALUE(threat.x, -1e9f, 1e9f),
        VALUE(threat.y, -1e9f, 1e9f),
        VALUE(flee_range, 1e-3f, 1e6f),
        VALUE(follow, 0, 64),
        VALUE(pursue, 0, 64),
        VALUE(seek, 0, 64),
        VALUE(arrive, 0, 64),
        VALUE(target.x, -1e9f, 1e9f),
        VALUE(target.y, -1e9f, 1e9f),
        VALUE(arrive_range, 1e-3f, 1e6f),
        VALUE(foresight, 0, 60),
        VALUE(wander, 0, 64),
        VALUE(stay, 0, 64),
        VALUE(align, 0, 64),
        VALUE(cohere, 0, 64),
        VALUE(neighbour_range, 1e-3f, 1000),
        VALUE(keep_together, 0, 1e6f),
        VALUE(arrives_together, 0, 1),
        VALUE(wander_turn, 0, 20),
        VALUE(wander_time, 1e-3f, 3600),
        VALUE(dead_band, 0, 1),
    };
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        const value *v = &values[k];
        const float below = v->low > 0 ? v->low * 0.999f : v->low * 1.001f - 1e-6f;
        const float wrong[] = {below, v->high * 1.001f, INFINITY, -INFINITY, NAN};
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            throng_behaviour_desc desc = throng_behaviour_desc_default();
            set(&desc, v, wrong[w]);
            expect_refused(self, &desc, v->name);
        }
        const float right[] = {v->low, v->high};
        for (size_t r = 0; r < 2; r++) {
            throng_behaviour_desc desc = throng_behaviour_desc_default();
            set(&desc, v, right[r]);
            assert_ok(throng_crowd_set_behaviour(self->crowd, 0, &desc));
            assert_ok(throng_crowd_step(self->crowd, 0.05f));
        }
    }
    throng_sight_field *sight = NULL;
    const throng_grid grid = throng_grid_default(MISUSE_SIDE, MISUSE_SIDE + 1);
    assert_ok(throng_sight_create(self->world->context, &grid, &sight));
    throng_behaviour_desc desc = throng_behaviour_desc_default();
    desc.sight = sight;
    assert_refused(&self->world->host, throng_crowd_set_behaviour(self->crowd, 0, &desc),
                   THRONG_ERROR_SHAPE, "grid");
    assert_ok(throng_sight_destroy(sight));
    desc.sight = NULL;
    desc.combine = (throng_combine)2;
    expect_refused(self, &desc, "combine");
    desc.combine = (throng_combine)-1;
    expect_refused(self, &desc, "combine");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(groups_that_there_are_not_have_no_behaviour,
                                        misuse_crowd_setup, misuse_crowd_teardown),
        cmocka_unit_test_setup_teardown(values_out_of_range_are_refused, misuse_crowd_setup,
                                        misuse_crowd_teardown),
    };
    return cmocka_run_group_tests_name("misuse: behaviour", tests, NULL, NULL);
}
