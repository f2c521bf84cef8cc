/* Motion of agents beside walls, along them, into them and around them, by a little and by very
 * much. */
#include "kernels_agents.h"

#include "cost/place.h"
#include "crowd/move.h"
#include "simd/cpu.h"

#include <stdio.h>

/* One case; both sides are built from it. */
typedef struct scene {
    const check_ground *ground;
    uint64_t seed;
    int32_t count, begin, end;
    float dt;
    uint32_t quirks;
    bool is_shift;
} scene;

/* Where the substep began: there, or somewhat off where that is free. */
static void take_starts(check_arena *arena, const scene *s, throng_move_job *job)
{
    test_random random = {s->seed + 1};
    const throng_grid *const grid = &s->ground->grid;
    const float cells[] = {0.0f, 0.0f, 0.01f, -0.3f, 0.4f, -0.6f, 3.0f};
    float *const x = check_take(arena, "from_x", s->count, sizeof *x, false);
    float *const y = check_take(arena, "from_y", s->count, sizeof *y, false);
    for (int32_t i = 0; i < s->count; i++) {
        const throng_agents *const a = job->agents;
        x[i] = a->x[i] + check_pick_of(&random, cells) * grid->cell_size;
        y[i] = a->y[i] + check_pick_of(&random, cells) * grid->cell_size;
        if (throng_place_is_free(s->ground->groups[a->group[i]].desc.cost, x[i], y[i]))
            continue;
        x[i] = a->x[i];
        y[i] = a->y[i];
    }
    job->from_x = x;
    job->from_y = y;
}

static void compare(const scene *s)
{
    const check_written written = {.places = true, .velocities = true};
    check_arena arenas[2];
    throng_agents agents[2];
    throng_move_job jobs[2];
    for (int32_t side = 0; side < 2; side++) {
        check_open(&arenas[side], side, s->seed);
        agents[side] = check_agents_take(&arenas[side], s->ground, s->count, s->dt, written,
                                         (test_random){s->seed});
        jobs[side] =
            (throng_move_job){&agents[side], s->ground->groups, s->dt, s->quirks, NULL, NULL};
        if (s->is_shift)
            take_starts(&arenas[side], s, &jobs[side]);
        check_seal(&arenas[side]);
    }
    throng_kernels_scalar.move(&jobs[0], s->begin, s->end);
    check_the.kernels->move(&jobs[1], s->begin, s->end);
    char what[128];
    snprintf(what, sizeof what, "move, %d x %d cells of %g m, dt %g, agents %d to %d of %d",
             s->ground->grid.width, s->ground->grid.height, (double)s->ground->grid.cell_size,
             (double)s->dt, s->begin, s->end, s->count);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static void places_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    const int32_t most = 3 * check_the.lanes + 1;
    for (int32_t trial = 0; trial < 8 * GROUND_KINDS; trial++) {
        test_random random = check_random("move", trial);
        check_ground ground;
        check_ground_open(&ground, &random, trial % GROUND_KINDS);
        for (int32_t count = 0; count <= most; count++) {
            scene s = {.ground = &ground};
            s.begin = test_random_int(&random, 0, check_the.lanes);
            s.end = s.begin + count;
            s.count = s.end + test_random_int(&random, 0, 3);
            s.dt = check_some_dt(&random);
            s.quirks = check_one_in(&random, 2) ? THRONG_CPU_SLOW_GATHER : 0;
            s.seed = test_random_next(&random);
            s.is_shift = check_one_in(&random, 2);
            compare(&s);
        }
        check_ground_close(&ground);
    }
}

int check_move(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_those_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests_name("kernels: move", tests, NULL, NULL);
}
