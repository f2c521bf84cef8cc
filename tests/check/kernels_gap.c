/* Time gaps: every range of the order, with sleepers, those who stand, and groups that keep none.
 */

#include "kernels_sweep.h"

#include "crowd/gap.h"

#include <math.h>
#include <stdio.h>

static throng_group groups[4] = {{.desc = {.time_gap = 0.35f}},
                                 {.desc = {.time_gap = 0.0f}},
                                 {.desc = {.time_gap = 1.0f}},
                                 {.desc = {.time_gap = 4.0f}}};

/* One case; both sides are built from it. */
typedef struct scene {
    const test_places *places;
    uint64_t seed;
    int32_t begin, count;
} scene;

/* A job and all that it points to. */
typedef struct side {
    throng_neighbours neighbours;
    throng_agents agents;
    throng_gap_job job;
} side;

static void fill(const test_places *p, throng_agents *a, test_random *random)
{
    const float lengths[] = {1.0f, 1.0f, 0.9995f, 0.25f, 1e-20f}; /* behaviours may shorten them */
    const float speeds[] = {0.0f, 1.0f, 2.0f, 3.0f, 40.0f};       /* reaches per second */
    for (int32_t i = 0; i < p->count; i++) {
        const float length = check_pick_of(random, lengths);
        check_heading(random, &a->heading_x[i], &a->heading_y[i]);
        a->heading_x[i] *= length;
        a->heading_y[i] *= check_one_in(random, 2) ? length : -length;
        a->radius[i] = p->reach[i] / 1.5f;
        a->max_speed[i] = check_pick_of(random, speeds) * p->reach[i];
        a->group[i] = i * 5 / 7 % 4;
        a->flags[i] = check_one_in(random, 6) ? THRONG_AGENT_ASLEEP : 0;
    }
}

static void build(check_arena *arena, const scene *s, side *out)
{
    const test_places *const p = s->places;
    const size_t size = sizeof(float);
    test_random random = {s->seed};
    check_take_neighbours(arena, p, &out->neighbours);
    out->agents = (throng_agents){
        .heading_x = check_take(arena, "heading_x", p->count, size, true),
        .heading_y = check_take(arena, "heading_y", p->count, size, true),
        .radius = check_take(arena, "radius", p->count, size, false),
        .max_speed = check_take(arena, "max_speed", p->count, size, false),
        .group = check_take(arena, "group", p->count, sizeof(int32_t), false),
        .flags = check_take(arena, "flags", p->count, 1, false),
    };
    fill(p, &out->agents, &random);
    out->job =
        (throng_gap_job){.neighbours = &out->neighbours, .agents = &out->agents, .groups = groups};
    if (s->seed % 4 == 0)
        out->job.filter = test_filter();
    check_seal(arena);
}

static void compare(const scene *s)
{
    static check_arena arenas[2];
    static side sides[2];
    for (int32_t k = 0; k < 2; k++) {
        check_open(&arenas[k], k, s->seed);
        build(&arenas[k], s, &sides[k]);
    }
    const throng_span range = check_range(s->begin, s->count, sides[0].neighbours.count);
    char what[96];
    snprintf(what, sizeof what, "gap, agents %d to %d of %d", range.begin, range.end,
             s->places->count);
    throng_kernels_scalar.gap(&sides[0].job, range.begin, range.end);
    check_the.kernels->gap(&sides[1].job, range.begin, range.end);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static void compare_usual(const test_places *places, test_random *random, int32_t begin,
                          int32_t count)
{
    const scene s = {
        .places = places, .seed = test_random_next(random), .begin = begin, .count = count};
    compare(&s);
}

static void gaps_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    check_small_crowds("gap", compare_usual);
    check_large_crowds("gap", compare_usual);
}

int check_gap(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_those_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests_name("kernels: gap", tests, crowd_open, crowd_close);
}
