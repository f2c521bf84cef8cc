#include "kernels_agents.h"

#include "cost/place.h"
#include "integration/integration.h"

#include <math.h>

static uint8_t cost_of(test_random *random, int32_t kind, int32_t x, int32_t y)
{
    const int32_t dice = test_random_int(random, 0, 99);
    switch (kind) {
    case GROUND_MIXED:
        return dice < 25 ? THRONG_WALL : (uint8_t)test_random_int(random, 1, 254);
    case GROUND_DEAREST:
        return 254;
    case GROUND_PILLARS:
        return x % 2 && y % 2 && dice < 70 ? THRONG_WALL : 1;
    case GROUND_LANES:
        return y % 2 ? THRONG_WALL : 3;
    case GROUND_ALL_WALLS:
        return THRONG_WALL;
    default:
        return 1;
    }
}

static throng_grid some_grid(test_random *random, int32_t kind)
{
    const float sizes[] = {1.0f, 0.25f, 0.37f, 8.0f, 1000.0f};
    const float origins[] = {0.0f, -7.25f, 0.1f, -100000.0f,
                             100000.0f}; /* in cells: almost the limit */
    throng_grid grid =
        throng_grid_default(test_random_int(random, 2, 40), test_random_int(random, 2, 24));
    if (kind == GROUND_ONE_CELL)
        grid.width = grid.height = 1;
    grid.cell_size = check_pick_of(random, sizes);
    grid.origin_x = check_pick_of(random, origins) * grid.cell_size;
    grid.origin_y = check_pick_of(random, origins) * grid.cell_size;
    grid.origin_x = grid.origin_x > 1e6f || grid.origin_x < -1e6f ? 1e6f : grid.origin_x;
    grid.origin_y = grid.origin_y > 1e6f || grid.origin_y < -1e6f ? -1e6f : grid.origin_y;
    return grid;
}

/* A layer without a passable cell keeps a field that holds no result; no group walks by it. */
static bool open_layer(check_ground *g, throng_solver *solver, test_random *random, int32_t layer,
                       int32_t kind)
{
    const throng_grid *grid = &g->grid;
    assert_int_equal(throng_cost_create(g->context, grid, &g->cost[layer]), THRONG_OK);
    assert_int_equal(throng_integration_create(g->context, grid, &g->integration[layer]),
                     THRONG_OK);
    assert_int_equal(throng_flow_create(g->context, grid, &g->flow[layer]), THRONG_OK);
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++)
            throng_cost_fill(g->cost[layer], (throng_rect){x, y, 1, 1},
                             cost_of(random, kind, x, y));
    assert_int_equal(throng_cost_commit(g->cost[layer]), THRONG_OK);
    throng_cell goals[2];
    uint32_t prices[2];
    for (int32_t i = 0; i < 2; i++) {
        goals[i] = (throng_cell){test_random_int(random, 0, grid->width - 1),
                                 test_random_int(random, 0, grid->height - 1)};
        prices[i] = 2 * (uint32_t)test_random_int(random, 0, 40);
    }
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = goals;
    desc.goal_count = 2;
    desc.prices = layer == 1 ? prices : NULL;
    return throng_solve_with(solver, g->cost[layer], &desc, g->integration[layer],
                             g->flow[layer]) == THRONG_OK;
}

static uint64_t hash_fields(const check_ground *g)
{
    uint64_t hash = 0;
    for (int32_t layer = 0; layer < GROUND_LAYERS; layer++)
        hash = throng_mix(hash + throng_cost_hash(g->cost[layer])) +
               throng_integration_hash(g->integration[layer]) + throng_flow_hash(g->flow[layer]);
    return hash;
}

void check_ground_open(check_ground *g, test_random *random, int32_t kind)
{
    *g = (check_ground){.grid = some_grid(random, kind)};
    throng_solver *solver = NULL;
    assert_int_equal(throng_context_create(NULL, &g->context), THRONG_OK);
    assert_int_equal(throng_solver_create(g->context, g->grid.width, g->grid.height, &solver),
                     THRONG_OK);
    bool has_field[GROUND_LAYERS];
    for (int32_t layer = 0; layer < GROUND_LAYERS; layer++)
        has_field[layer] = open_layer(g, solver, random, layer, kind);
    throng_solver_destroy(solver);
    for (int32_t i = 0; i < GROUND_GROUPS; i++) {
        const int32_t layer = i % GROUND_LAYERS;
        throng_group_desc *desc = &g->groups[i].desc;
        *desc = throng_group_desc_default();
        desc->cost = g->cost[layer];
        /* Group 1 stands idle; the others walk if there is a way. */
        desc->integration = i != 1 && has_field[layer] ? g->integration[layer] : NULL;
        desc->flow = desc->integration ? g->flow[layer] : NULL;
        desc->stop_at_goal = i != 2;
        desc->stands_firm = i != 4;
        desc->terrain_speed = i != 3;
        /* Of another layer, so that some stand in a wall of it. */
        desc->walls = i == 2 ? g->cost[0] : i == 3 ? g->cost[1] : NULL;
        desc->separation_strength = i == 4 ? 64.0f : i == 1 ? 0.0f : 10.0f;
    }
    g->hash = hash_fields(g);
}

void check_ground_close(check_ground *g)
{
    assert_true(hash_fields(g) == g->hash);
    for (int32_t layer = 0; layer < GROUND_LAYERS; layer++) {
        assert_int_equal(throng_integration_destroy(g->integration[layer]), THRONG_OK);
        assert_int_equal(throng_flow_destroy(g->flow[layer]), THRONG_OK);
        assert_int_equal(throng_cost_destroy(g->cost[layer]), THRONG_OK);
    }
    assert_int_equal(throng_context_destroy(g->context), THRONG_OK);
}

/* From the low to the high edge of a cell: on the edge, just inside, and anywhere. */
static float within_cell(test_random *random, float low, float cell_size)
{
    switch (test_random_int(random, 0, 7)) {
    case 0:
        return low;
    case 4:
        return low + cell_size * (63.0f / 64.0f);
    case 5:
        return low + cell_size * 0.75f;
    case 1:
        return nextafterf(low + cell_size, -3e38f);
    case 2:
        return low + cell_size * (1.0f / 64.0f);
    case 3:
        return low + cell_size * 0.5f;
    default:
        return low + cell_size * test_random_float(random, 0, 1);
    }
}

/* Finds a place on passable ground; false if there seems to be none. */
static bool stand(const check_ground *g, const throng_cost_field *cost, test_random *random,
                  float *x, float *y)
{
    for (int32_t trial = 0; trial < 40; trial++) {
        const int32_t column = test_random_int(random, 0, g->grid.width - 1);
        const int32_t row = test_random_int(random, 0, g->grid.height - 1);
        *x = within_cell(random, g->grid.origin_x + (float)column * g->grid.cell_size,
                         g->grid.cell_size);
        *y = within_cell(random, g->grid.origin_y + (float)row * g->grid.cell_size,
                         g->grid.cell_size);
        if (throng_place_is_free(cost, *x, *y))
            return true;
    }
    return false;
}

float check_some_dt(test_random *random)
{
    const float values[] = {1e-45f, 1e-38f, 1e-6f, 0.001f, 1.0f / 60.0f, 1.0f / 60.0f, 0.1f, 0.5f};
    return check_pick_of(random, values);
}

/* A velocity along one axis that leads so many cells far in a substep, or what a host may set. */
static float some_velocity(test_random *random, float cell_size, float dt)
{
    const float cells[] = {0.0f,  -0.0f, 1e-6f, 0.02f, 0.1f, 0.3f, 0.4999999f,
                           0.49f, 0.5f,  0.51f, 1.0f,  3.0f, 60.0f};
    const float wild[] = {1e9f, -1e9f, 1e-30f, 1e-45f};
    float velocity = check_pick_of(random, cells) * cell_size / dt;
    velocity = check_one_in(random, 2) ? velocity : -velocity;
    if (check_one_in(random, 40))
        velocity = check_pick_of(random, wild);
    /* A substep walks a third of a radius at most, so that pieces of a walk can be counted. */
    const float farthest = 1e6f * cell_size / dt, most = farthest < 1e9f ? farthest : 1e9f;
    return velocity > most ? most : velocity < -most ? -most : velocity;
}

static float some_radius(test_random *random, float cell_size)
{
    const float cells[] = {0.01f, 0.1f, 0.3f,      0.3f, 0.3f, 0.45f, 0.499f,
                           0.5f,  0.7f, 0.999999f, 1.0f, 1.5f, 5.0f};
    float radius = cell_size * check_pick_of(random, cells);
    if (check_one_in(random, 20))
        radius = check_one_in(random, 2) ? 0.001f : 64.0f * cell_size;
    return radius < 0.001f ? 0.001f : radius > 1000.0f ? 1000.0f : radius;
}

/* Few places have what they walk into nearby. */
static void place(const check_ground *g, throng_agents *a, int32_t i, test_random *random)
{
    const float beyond[] = {-3.4e38f, 3.4e38f, -1e9f, 1e9f, -1.0f, 0.0f};
    a->flags[i] = (uint8_t)(check_one_in(random, 5) ? THRONG_AGENT_ARRIVED : 0);
    const throng_cost_field *cost = g->groups[a->group[i]].desc.cost;
    const bool stands = stand(g, cost, random, &a->x[i], &a->y[i]);
    if (stands && !check_one_in(random, 8))
        return;
    a->flags[i] |= THRONG_AGENT_QUARANTINED;
    if (check_one_in(random, 2)) {
        a->x[i] = check_pick_of(random, beyond);
        a->y[i] = check_pick_of(random, beyond);
    }
}

static void fill(const check_ground *g, throng_agents *a, int32_t i, float dt, test_random *random)
{
    const float pushes[] = {0.0f, 0.0f, 0.01f, -0.3f, 2.0f, -1e4f};
    const float speeds[] = {0.0f, 1.4f, 1.4f, 3.0f, 1e6f, 5e-9f};
    const float accelerations[] = {0.0f, 5.6f, 5.6f, 50.0f, 1e8f};
    const float waits[] = {0.0f, 0.19f, 0.3999f, 0.4f, 0.49f, 0.6f, 0.7999f, 1.99f, 2.99f};
    const bool same = i > 0 && !check_one_in(random, 3);
    a->group[i] = same ? a->group[i - 1] : test_random_int(random, 0, GROUND_GROUPS - 1);
    place(g, a, i, random);
    a->velocity_x[i] = some_velocity(random, g->grid.cell_size, dt);
    a->velocity_y[i] = some_velocity(random, g->grid.cell_size, dt);
    if (check_one_in(random, 3)) /* straight at a corner */
        a->velocity_y[i] = check_one_in(random, 2) ? a->velocity_x[i] : -a->velocity_x[i];
    check_heading(random, &a->heading_x[i], &a->heading_y[i]);
    a->push_x[i] = check_pick_of(random, pushes);
    a->push_y[i] = check_pick_of(random, pushes);
    a->radius[i] = some_radius(random, g->grid.cell_size);
    a->max_speed[i] = check_pick_of(random, speeds);
    a->max_acceleration[i] = check_pick_of(random, accelerations);
    a->slow_time[i] = check_pick_of(random, waits);
    a->rest[i] = (uint8_t)test_random_int(random, 0, THRONG_REST_BITS);
    a->flags[i] |= (uint8_t)(check_one_in(random, 8) ? THRONG_AGENT_ASLEEP : 0);
    a->flags[i] |= (uint8_t)(check_one_in(random, 12) ? THRONG_AGENT_KINEMATIC : 0);
    a->flags[i] |= (uint8_t)(check_one_in(random, 12) ? THRONG_AGENT_PAUSED : 0);
    a->events[i] = (uint8_t)(check_one_in(random, 6) ? THRONG_TOLD_RELOCATED : 0);
}

throng_agents check_agents_take(check_arena *arena, const check_ground *ground, int32_t count,
                                float dt, check_written written, test_random random)
{
    const size_t size = sizeof(float);
    throng_agents a = {
        .x = check_take(arena, "x", count, size, written.places),
        .y = check_take(arena, "y", count, size, written.places),
        .velocity_x = check_take(arena, "velocity_x", count, size, written.velocities),
        .velocity_y = check_take(arena, "velocity_y", count, size, written.velocities),
        .heading_x = check_take(arena, "heading_x", count, size, written.notices),
        .heading_y = check_take(arena, "heading_y", count, size, written.notices),
        .push_x = check_take(arena, "push_x", count, size, written.notices),
        .push_y = check_take(arena, "push_y", count, size, written.notices),
        .radius = check_take(arena, "radius", count, size, false),
        .max_speed = check_take(arena, "max_speed", count, size, false),
        .max_acceleration = check_take(arena, "max_acceleration", count, size, false),
        .slow_time = check_take(arena, "slow_time", count, size, written.notices),
        .group = check_take(arena, "group", count, sizeof(int32_t), false),
        .flags = check_take(arena, "flags", count, 1, written.notices),
        .rest = check_take(arena, "rest", count, 1, written.notices),
        .events = check_take(arena, "events", count, 1, written.notices),
    };
    for (int32_t i = 0; i < count; i++)
        fill(ground, &a, i, dt, &random);
    return a;
}
