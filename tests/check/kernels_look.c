/* Looking ahead and turning aside: every range of places, with those who have arrived, sleep, stand
 * or are left out. */

#include "kernels_sweep.h"

#include "crowd/swerve.h"

#include <math.h>
#include <stdio.h>

/* The third one does not keep to a side. */
static throng_group groups[3] = {
    {.desc = {.side_bias = 0.4f}}, {.desc = {.side_bias = -1.0f}}, {.desc = {.side_bias = 0.0f}}};

/* One case; both sides are built from it. */
typedef struct scene {
    const test_places *places;
    uint64_t seed;
    int32_t begin, end; /* places */
    bool any_arrived;
} scene;

/* A job and all that it points to. */
typedef struct side {
    throng_neighbours neighbours;
    throng_agents agents;
    throng_look_job job;
} side;

static uint8_t some_flags(test_random *random, bool is_left_out, bool any_arrived)
{
    uint8_t flags = check_one_in(random, 6) ? THRONG_AGENT_ASLEEP : 0;
    if (any_arrived && check_one_in(random, 3))
        flags |= THRONG_AGENT_ARRIVED;
    if (is_left_out)
        flags |= THRONG_AGENT_QUARANTINED;
    return flags;
}

static void fill(const test_places *p, throng_agents *a, bool any_arrived, test_random *random)
{
    const float lengths[] = {1.0f, 1.0f, 0.9995f, 0.25f, 1e-20f}; /* behaviours may shorten them */
    for (int32_t i = 0; i < p->count; i++) {
        a->x[i] = p->x[i];
        a->y[i] = p->y[i];
        check_heading(random, &a->heading_x[i], &a->heading_y[i]);
        const float length = check_pick_of(random, lengths);
        a->heading_x[i] *= length;
        a->heading_y[i] *= length;
        a->swerve[i] = check_one_in(random, 3) ? test_random_float(random, 0, 1) : 0.0f;
        a->group[i] = i * 5 / 7 % 3;
        a->id[i] = p->id[i];
        a->flags[i] = some_flags(random, p->flags[i] & p->input.skip_flags, any_arrived);
        a->rest[i] = (uint8_t)test_random_int(random, 0, THRONG_REST_BITS);
    }
}

static void build(check_arena *arena, const scene *s, side *out)
{
    const test_places *const p = s->places;
    const size_t size = sizeof(float);
    test_random random = {s->seed};
    check_take_neighbours(arena, p, &out->neighbours);
    out->agents = (throng_agents){
        .x = check_take(arena, "x", p->count, size, false),
        .y = check_take(arena, "y", p->count, size, false),
        .heading_x = check_take(arena, "heading_x", p->count, size, true),
        .heading_y = check_take(arena, "heading_y", p->count, size, true),
        .swerve = check_take(arena, "swerve", p->count, size, true),
        .group = check_take(arena, "group", p->count, sizeof(int32_t), false),
        .id = check_take(arena, "id", p->count, sizeof(uint64_t), false),
        .flags = check_take(arena, "flags", p->count, 1, false),
        .rest = check_take(arena, "rest", p->count, 1, true),
    };
    fill(p, &out->agents, s->any_arrived, &random);
    out->job =
        (throng_look_job){.neighbours = &out->neighbours,
                          .agents = &out->agents,
                          .groups = groups,
                          .dt = check_pick_of(&random, ((float[]){1.0f / 60.0f, 1e-6f, 0.1f})),
                          .any_arrived = s->any_arrived};
    if (s->seed % 4 == 0)
        out->job.filter = test_filter();
    check_seal(arena);
}

/* Both kernels, one after the other: what agents have seen is not what the second was sealed with.
 */
static void compare(const scene *s)
{
    static check_arena arenas[2];
    static side sides[2];
    for (int32_t k = 0; k < 2; k++) {
        check_open(&arenas[k], k, s->seed);
        build(&arenas[k], s, &sides[k]);
    }
    char what[96];
    snprintf(what, sizeof what, "look, places %d to %d of %d", s->begin, s->end, s->places->count);
    throng_kernels_scalar.look(&sides[0].job, s->begin, s->end);
    check_the.kernels->look(&sides[1].job, s->begin, s->end);
    check_compare(&arenas[0], &arenas[1], what);
    throng_kernels_scalar.swerve(&sides[0].job, s->begin, s->end);
    check_the.kernels->swerve(&sides[1].job, s->begin, s->end);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static void compare_usual(const test_places *places, test_random *random, int32_t begin,
                          int32_t count)
{
    const bool any_arrived = check_one_in(random, 2);
    const scene s = {.places = places,
                     .any_arrived = any_arrived,
                     .seed = test_random_next(random),
                     .begin = begin,
                     .end = begin + count};
    compare(&s);
}

/* The large ones take more than one round of the list of those who look. */
static void agents_see_what_the_scalar_kernel_sees(void **state)
{
    (void)state;
    check_small_crowds("look", compare_usual);
    check_large_crowds("look", compare_usual);
}

int check_look(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_see_what_the_scalar_kernel_sees),
    };
    return cmocka_run_group_tests_name("kernels: look", tests, crowd_open, crowd_close);
}
