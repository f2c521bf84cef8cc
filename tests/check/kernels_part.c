/* Parting: every range of the order, with sleepers, drifters and those who stand still. */

#include "kernels_sweep.h"

#include "crowd/crowd.h"

#include <math.h>
#include <stdio.h>

/* One case; both sides are built from it. */
typedef struct scene {
    const test_places *places;
    uint64_t seed;
    int32_t begin, count;
    bool any_asleep;
    float window; /* instead of the one that follows from the largest reach, unless it is 0 */
} scene;

/* A job and all that it points to. */
typedef struct side {
    throng_neighbours neighbours;
    throng_agents agents;
    throng_part_job job;
    int32_t *any;
} side;

static void walk(const test_places *p, throng_agents *a, test_random *random)
{
    const float walks[] = {0.0f, 0.0f, 0.01f, -0.1f, 0.5f, -30.0f}; /* in reaches */
    for (int32_t i = 0; i < p->count; i++) {
        a->x[i] = p->x[i] + check_pick_of(random, walks) * p->reach[i];
        a->y[i] = p->y[i] + check_pick_of(random, walks) * p->reach[i];
        if (check_one_in(random, 2)) {
            a->x[i] = p->x[i];
            a->y[i] = p->y[i];
        }
    }
}

static void fill(const test_places *p, throng_agents *a, bool any_asleep, test_random *random)
{
    const float velocities[] = {0.0f, 0.0f, -0.0f, 1e-30f, 0.7f, -1.3f, 40.0f};
    walk(p, a, random);
    for (int32_t i = 0; i < p->count; i++) {
        a->velocity_x[i] = check_pick_of(random, velocities);
        a->velocity_y[i] = check_pick_of(random, velocities);
        a->radius[i] = p->reach[i] / 1.5f;
        a->mass[i] = p->mass_root[i] * p->mass_root[i];
        a->max_speed[i] = 1.3f;
        a->slow_time[i] = 0.3f;
        a->id[i] = (uint64_t)i;
        a->flags[i] = any_asleep && check_one_in(random, 3) ? THRONG_AGENT_ASLEEP : 0;
        a->flags[i] |= (uint8_t)(check_one_in(random, 8) ? THRONG_AGENT_KINEMATIC : 0);
        const uint8_t rests[] = {0, THRONG_REST_STANDS, THRONG_REST_RETURNS};
        a->rest[i] = rests[test_random_int(random, 0, any_asleep ? 2 : 1)];
    }
}

/* Some are held up, and as far from their goals as they are from one another, or much farther. */
static void hold_up(const throng_part_job *job, test_random *random)
{
    const throng_neighbours *n = job->neighbours;
    const float ways[] = {0.0f, 0.05f, 0.1f, 0.4f, 1.3f, 1e9f}; /* in windows */
    for (int32_t i = 0; i < n->count; i++)
        if (check_one_in(random, 2))
            job->contacts.left[i] = check_pick_of(random, ways) * n->window;
    job->survey->any_held_up = 1;
}

static void take_agents(check_arena *arena, const test_places *p, throng_agents *a)
{
    const size_t size = sizeof(float);
    *a = (throng_agents){
        .x = check_take(arena, "x", p->count, size, false),
        .y = check_take(arena, "y", p->count, size, false),
        .velocity_x = check_take(arena, "velocity_x", p->count, size, true),
        .velocity_y = check_take(arena, "velocity_y", p->count, size, true),
        .radius = check_take(arena, "radius", p->count, size, false),
        .max_speed = check_take(arena, "max_speed", p->count, size, false),
        .mass = check_take(arena, "mass", p->count, size, false),
        .slow_time = check_take(arena, "slow_time", p->count, size, true),
        .id = check_take(arena, "id", p->count, sizeof(uint64_t), false),
        .flags = check_take(arena, "flags", p->count, 1, false),
        .rest = check_take(arena, "rest", p->count, 1, true),
    };
}

static void build(check_arena *arena, const scene *s, const throng_kernels *kernels, side *out)
{
    const test_places *const p = s->places;
    const size_t size = sizeof(float);
    test_random random = {s->seed};
    check_take_neighbours(arena, p, &out->neighbours);
    take_agents(arena, p, &out->agents);
    fill(p, &out->agents, s->any_asleep, &random);
    out->any = check_take(arena, "any", 1, sizeof *out->any, true);
    out->job = (throng_part_job){
        .neighbours = &out->neighbours,
        .agents = &out->agents,
        .contacts =
            {
                .x = check_take(arena, "contact x", p->count, size, true),
                .y = check_take(arena, "contact y", p->count, size, true),
                .radius = check_take(arena, "contact radius", p->count, size, true),
                .give = check_take(arena, "give", p->count, size, true),
                .left = check_take(arena, "left", p->count, size, true),
                .shift_x = check_take(arena, "shift_x", p->count, size, true),
                .shift_y = check_take(arena, "shift_y", p->count, size, true),
            },
        .dt = 1.0f / 60.0f,
        .passes = test_random_int(&random, 1, 8),
        .is_first = true,
        .any_asleep = s->any_asleep,
        .any = out->any,
    };
    if (s->seed % 4 == 0)
        out->job.filter = test_filter();
    out->job.survey = check_take(arena, "survey", 1, sizeof *out->job.survey, true);
    *out->job.survey = (throng_part_survey){0};
    kernels->prepare_part(&out->job, 0, out->neighbours.count);
    if (check_one_in(&random, 2))
        hold_up(&out->job, &random);
    if (s->seed % 2 == 0) { /* a later pass: others have drifted too far, and those stay away */
        walk(p, &out->agents, &random);
        out->job.is_first = false;
        const throng_span agents = check_range(s->begin, s->count, out->neighbours.count);
        kernels->prepare_part(&out->job, agents.begin, agents.end);
    }
    throng_part_conclude(&out->job);
    if (s->window > 0.0f)
        out->neighbours.window = s->window;
    check_seal(arena);
}

static void compare(const scene *s)
{
    static check_arena arenas[2];
    static side sides[2];
    for (int32_t k = 0; k < 2; k++) {
        check_open(&arenas[k], k, s->seed);
        build(&arenas[k], s, k == 0 ? &throng_kernels_scalar : check_the.kernels, &sides[k]);
    }
    const int32_t all = sides[0].neighbours.count;
    const throng_span agents = check_range(s->begin, s->count, all);
    /* A narrow window leaves out nobody who touches. */
    sides[0].job.window = sides[0].neighbours.window;
    throng_kernels_scalar.part(&sides[0].job, agents.begin, agents.end);
    check_the.kernels->part(&sides[1].job, agents.begin, agents.end);
    char what[96];
    snprintf(what, sizeof what, "part, agents %d to %d of %d", agents.begin, agents.end, all);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static void compare_usual(const test_places *places, test_random *random, int32_t begin,
                          int32_t count)
{
    const bool any_asleep = check_one_in(random, 2);
    const scene s = {.places = places,
                     .any_asleep = any_asleep,
                     .seed = test_random_next(random),
                     .begin = begin,
                     .count = count};
    compare(&s);
}

static void shifts_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    check_small_crowds("part", compare_usual);
    check_large_crowds("part", compare_usual);
}

int check_part(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shifts_are_those_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests_name("kernels: part", tests, crowd_open, crowd_close);
}
