/* Behaviours of every kind and of several groups at once, on every kind of ground. */
#include "kernels_agents.h"

#include "behave/behave.h"
#include "flow/flow.h"
#include "integration/integration.h"
#include "simd/cpu.h"

#include <stdio.h>
#include <stdlib.h>

/* One case; both sides are built from it. */
typedef struct scene {
    check_ground *ground;
    uint64_t seed;
    int32_t count, begin, end;
    uint32_t quirks;
} scene;

/* Mostly off. */
static float some_weight(test_random *random)
{
    const float weights[] = {0.0f, 0.0f, 0.0f, 0.0f, 0.25f, 1.0f, 64.0f};
    return check_pick_of(random, weights);
}

/* Somewhere on the map or off it, exactly where an agent stands, or nowhere. */
static throng_aim some_aim(test_random *random, const throng_grid *grid)
{
    const float velocities[] = {0.0f, 1.4f, -3.0f, 1e9f};
    const float far[] = {0.0f, 0.5f, 0.5f, 1.5f, 1e6f};
    const float across = check_pick_of(random, far), down = check_pick_of(random, far);
    return (throng_aim){!check_one_in(random, 6),
                        grid->origin_x + across * (float)grid->width * grid->cell_size,
                        grid->origin_y + down * (float)grid->height * grid->cell_size,
                        check_pick_of(random, velocities), check_pick_of(random, velocities)};
}

static void choose_values(throng_behaviour_desc *d, test_random *random, float cell_size)
{
    const float ranges[] = {1e-3f, 1.0f, 10.0f, 1e6f}, shares[] = {0.0f, 0.0f, 0.01f, 0.5f, 1.0f};
    const float walls[] = {0.01f, 0.5f, 1.0f, 1.0f, 1.3f, 2.0f};
    const float turns[] = {0.0f, 1.0f, 20.0f};
    float *const weights[] = {&d->avoid_walls, &d->flee, &d->evade, &d->pursue, &d->seek,
                              &d->arrive,      &d->stay, &d->align, &d->cohere, &d->wander};
    for (size_t k = 0; k < sizeof weights / sizeof *weights; k++)
        *weights[k] = some_weight(random);
    d->combine = check_one_in(random, 2) ? THRONG_COMBINE_PRIORITY : THRONG_COMBINE_SUM;
    d->follow = check_one_in(random, 2) ? 1.0f : some_weight(random);
    d->is_direct = check_one_in(random, 3);
    d->wall_range = check_pick_of(random, walls) * cell_size;
    d->flee_range = check_pick_of(random, ranges);
    d->arrive_range = check_pick_of(random, ranges);
    d->foresight = check_pick_of(random, turns);
    d->wander_turn = check_pick_of(random, turns);
    d->keep_together = check_one_in(random, 2) ? check_pick_of(random, ranges) : 0.0f;
    d->dead_band = check_pick_of(random, shares);
}

/* Groups on: all but the last, which has no behaviour. */
static void choose_behaviours(scene *s, test_random *random, throng_flow_field *flows,
                              const uint64_t *seen)
{
    const throng_grid *grid = &s->ground->grid;
    for (int32_t g = 0; g < GROUND_GROUPS; g++) {
        throng_group *group = &s->ground->groups[g];
        throng_behaviour *b = &group->behaviour;
        *b = (throng_behaviour){.is_on = g != GROUND_GROUPS - 1};
        choose_values(&b->desc, random, grid->cell_size);
        b->target = some_aim(random, grid);
        b->threat = some_aim(random, grid);
        b->wander_substeps = check_one_in(random, 3) ? 1 : 30;
        b->team.mean_x = test_random_float(random, -2, 2);
        b->team.mean_y = test_random_float(random, -2, 2);
        b->team.mean_distance = check_one_in(random, 8) ? UINT32_MAX - 1 : 10u << g;
        b->seen = check_one_in(random, 2) ? seen : NULL;
        b->seen_stride = ((size_t)grid->width + 63) / 64;
        group->desc.flow = check_one_in(random, 4) ? NULL : &flows[g % GROUND_LAYERS];
    }
}

static void compare(const scene *s)
{
    const check_written written = {.notices = true};
    const size_t size = sizeof(float);
    check_arena arenas[2];
    throng_agents agents[2];
    throng_behave_job jobs[2];
    for (int32_t side = 0; side < 2; side++) {
        check_arena *arena = &arenas[side];
        check_open(arena, side, s->seed);
        agents[side] = check_agents_take(arena, s->ground, s->count, 1.0f / 60.0f, written,
                                         (test_random){s->seed});
        agents[side].id = check_take(arena, "id", s->count, sizeof(uint64_t), false);
        float *wishes[4];
        test_random random = {s->seed + 1};
        for (int32_t i = 0; i < s->count; i++)
            agents[side].id[i] = (1ull + (test_random_next(&random) & 7)) << 32 | (uint32_t)i;
        for (int32_t k = 0; k < 4; k++) {
            wishes[k] = check_take(arena, "wish", s->count, size, false);
            for (int32_t i = 0; i < s->count; i++)
                wishes[k][i] = test_random_float(&random, -0.7f, 0.7f);
        }
        check_seal(arena);
        jobs[side] = (throng_behave_job){
            &agents[side],      s->ground->groups, wishes[0], wishes[1], wishes[2], wishes[3], 7,
            s->seed & 0xffffff, s->quirks};
    }
    throng_kernels_scalar.behave(&jobs[0], s->begin, s->end);
    check_the.kernels->behave(&jobs[1], s->begin, s->end);
    char what[128];
    snprintf(what, sizeof what, "behave, %d x %d cells of %g m, agents %d to %d of %d",
             s->ground->grid.width, s->ground->grid.height, (double)s->ground->grid.cell_size,
             s->begin, s->end, s->count);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

/* The kernel looks at the codes of a flow field alone. */
static void open_flows(const check_ground *ground, throng_flow_field flows[GROUND_LAYERS])
{
    const size_t cells = (size_t)ground->grid.width * (size_t)ground->grid.height;
    for (int32_t layer = 0; layer < GROUND_LAYERS; layer++) {
        /* Wide look-ups read up to three bytes more. */
        flows[layer] = (throng_flow_field){.codes = calloc(cells + 4, 1)};
        assert_non_null(flows[layer].codes);
        throng_flow_job job = {ground->grid.width,
                               ground->grid.height,
                               ground->integration[layer]->distance,
                               ground->cost[layer]->cost,
                               ground->cost[layer]->moves,
                               flows[layer].codes,
                               NULL};
        const bool has_codes = throng_integration_is_solved(ground->integration[layer]);
        for (int32_t y = 0; has_codes && y < ground->grid.height; y++)
            throng_flow_columns_scalar(&job, y, 0, ground->grid.width);
    }
}

static void headings_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    const int32_t most = 3 * check_the.lanes + 1;
    for (int32_t trial = 0; trial < 10 * GROUND_KINDS; trial++) {
        test_random random = check_random("behave", trial);
        check_ground ground;
        throng_flow_field flows[GROUND_LAYERS];
        uint64_t seen[24]; /* rows of at most 64 cells */
        check_ground_open(&ground, &random, trial % GROUND_KINDS);
        open_flows(&ground, flows);
        for (int32_t count = 0; count <= most; count++) {
            scene s = {.ground = &ground};
            for (int32_t row = 0; row < 24; row++)
                seen[row] = test_random_next(&random) | test_random_next(&random);
            choose_behaviours(&s, &random, flows, seen);
            s.begin = test_random_int(&random, 0, check_the.lanes);
            s.end = s.begin + count;
            s.count = s.end + test_random_int(&random, 0, 3);
            s.quirks = check_one_in(&random, 2) ? THRONG_CPU_SLOW_GATHER : 0;
            s.seed = test_random_next(&random);
            compare(&s);
        }
        for (int32_t layer = 0; layer < GROUND_LAYERS; layer++)
            free(flows[layer].codes);
        check_ground_close(&ground);
    }
}

int check_behave(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_are_those_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests_name("kernels: behave", tests, NULL, NULL);
}
