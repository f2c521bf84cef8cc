/* Neighbours of herds: every range of the order, however rows fall into registers. */
#include "behave/behave.h"
#include "kernels_sweep.h"

#include <stdio.h>

enum { GROUPS = 3 };

/* Agents and groups, filled from one seed for both sides. */
static throng_herd_job build(check_arena *arena, const test_places *p, test_random random)
{
    const size_t size = sizeof(float);
    throng_agents *a = check_take(arena, "agents", 1, sizeof *a, false);
    throng_group *groups = check_take(arena, "groups", GROUPS, sizeof *groups, false);
    *a = (throng_agents){
        .velocity_x = check_take(arena, "velocity_x", p->count, size, false),
        .velocity_y = check_take(arena, "velocity_y", p->count, size, false),
        .max_speed = check_take(arena, "max_speed", p->count, size, false),
        .group = check_take(arena, "group", p->count, sizeof(int32_t), false),
        .flags = check_take(arena, "flags", p->count, 1, false),
    };
    const float velocities[] = {0.0f, -0.0f, 1.4f, -1.0f, 1e9f, -1e9f, 1e-40f};
    const float speeds[] = {1.4f, 1.4f, 3.0f, 0.0f, 1e6f};
    const float ranges[] = {0.001f, 0.5f, 1.0f, 3.0f, 3.0f, 1000.0f};
    const bool is_one_group = check_one_in(&random, 2);
    for (int32_t i = 0; i < p->count; i++) {
        a->velocity_x[i] = check_pick_of(&random, velocities);
        a->velocity_y[i] = test_random_float(&random, -3, 3);
        a->max_speed[i] = check_pick_of(&random, speeds);
        const int32_t group = check_one_in(&random, 4) ? test_random_int(&random, 0, 2) : 1;
        a->group[i] = is_one_group ? 0 : group;
        a->flags[i] = (uint8_t)(check_one_in(&random, 6) ? THRONG_AGENT_ARRIVED : 0);
    }
    memset(groups, 0, GROUPS * sizeof *groups);
    for (int32_t g = 0; g < GROUPS; g++) {
        groups[g].behaviour.is_herd = !check_one_in(&random, 5);
        groups[g].behaviour.desc.mates = (uint16_t)test_random_int(&random, 0, 7);
        groups[g].desc.layers = (uint16_t)test_random_int(&random, 0, 7);
        groups[g].behaviour.desc.neighbour_range = check_pick_of(&random, ranges);
    }
    throng_neighbours *n = check_neighbours_take(arena, p->count);
    throng_neighbours_order(crowd_context, n, &p->input);
    throng_neighbours_copy(crowd_context, n, &p->input);
    throng_herd_job job = {.neighbours = n, .agents = a, .groups = groups};
    job.is_one_group = is_one_group;
    job.velocity_x = check_take(arena, "sorted velocity_x", p->count, size, false);
    job.velocity_y = check_take(arena, "sorted velocity_y", p->count, size, false);
    throng_herd_prepare(&job, 0, n->count);
    job.align_x = check_take(arena, "align_x", p->count, size, true);
    job.align_y = check_take(arena, "align_y", p->count, size, true);
    job.cohere_x = check_take(arena, "cohere_x", p->count, size, true);
    job.cohere_y = check_take(arena, "cohere_y", p->count, size, true);
    check_seal(arena);
    return job;
}

static void compare(const test_places *p, test_random *random, int32_t begin, int32_t count)
{
    check_arena arenas[2];
    throng_herd_job jobs[2];
    const uint64_t seed = test_random_next(random);
    for (int32_t side = 0; side < 2; side++) {
        check_open(&arenas[side], side, seed);
        jobs[side] = build(&arenas[side], p, (test_random){seed});
    }
    const int32_t all = jobs[0].neighbours->count;
    const throng_span agents = check_range(begin, count, all);
    throng_kernels_scalar.herd(&jobs[0], agents.begin, agents.end);
    check_the.kernels->herd(&jobs[1], agents.begin, agents.end);
    char what[96];
    snprintf(what, sizeof what, "herd, agents %d to %d of %d", agents.begin, agents.end, all);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static void wishes_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    check_small_crowds("herd", compare);
    check_large_crowds("herd", compare);
}

int check_herd(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wishes_are_those_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests_name("kernels: herd", tests, crowd_open, crowd_close);
}
