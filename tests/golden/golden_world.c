#include "golden_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

/* The short form holds more agents than a crowd must have to rearrange its arrays, and fills five
 * blocks. */
const golden_size golden_short = {"short", 1, 4800, 24};
const golden_size golden_full = {"full", 2, 20000, 600};

const char *const golden_scene_names[GOLDEN_SCENES] = {"door", "maze", "field", "herd"};

void golden_expect_that(bool holds, const char *claim, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: it does not hold that %s\n", file, line, claim);
    exit(1);
}

uint64_t golden_fold(uint64_t hash, uint64_t value)
{
    test_random next = {hash ^ value};
    return test_random_next(&next);
}

static void fill(golden_world *w, int32_t layer, throng_rect cells, uint8_t cost)
{
    golden_expect_ok(throng_cost_fill(w->cost[layer], cells, cost));
}

/* A rectangle of up to `most` cells a side. Its numbers are drawn one after the other: compilers
 * may evaluate the members of an initialiser in any order. */
static throng_rect some_rect(const golden_world *w, test_random *random, int32_t least,
                             int32_t most)
{
    throng_rect cells;
    cells.x = test_random_int(random, 0, w->grid.width - most - 1);
    cells.y = test_random_int(random, 0, w->grid.height - most - 1);
    cells.width = test_random_int(random, least, most);
    cells.height = test_random_int(random, least, most);
    return cells;
}

static void fill_all(golden_world *w, throng_rect cells, uint8_t cost)
{
    for (int32_t layer = 0; layer < GOLDEN_LAYERS; layer++)
        fill(w, layer, cells, cost);
}

static void draw_door(golden_world *w)
{
    const int32_t width = w->grid.width, height = w->grid.height, half = width / 2;
    fill_all(w, (throng_rect){half, 0, 2, height}, THRONG_WALL);
    fill_all(w, (throng_rect){half, height / 2 - 4, 2, 8}, 1);
    fill_all(w, (throng_rect){half + 8, 4, 12, height / 3}, 3); /* mud */
    fill(w, 1, (throng_rect){half / 2, height / 3, 1, height / 3}, THRONG_WALL);
}

enum { CORRIDOR = 3, PITCH = CORRIDOR + 1 };

/* Carves a spanning tree of rooms by a random walk that goes back where it is stuck. */
static void carve(golden_world *w, test_random *random)
{
    const int32_t columns = w->grid.width / PITCH, rows = w->grid.height / PITCH;
    const size_t count = (size_t)columns * (size_t)rows;
    int32_t *way = malloc(count * sizeof *way);
    uint8_t *seen = calloc(count, 1);
    golden_expect(way && seen);
    int32_t length = 1;
    way[0] = 0;
    seen[0] = 1;
    while (length > 0) {
        const int32_t room = way[length - 1], x = room % columns, y = room / columns;
        fill_all(w, (throng_rect){x * PITCH, y * PITCH, CORRIDOR, CORRIDOR},
                 (uint8_t)test_random_int(random, 1, 3));
        int32_t next = -1;
        const int32_t turn = test_random_int(random, 0, 3);
        for (int32_t k = 0; k < 4 && next < 0; k++) {
            const throng_cell step = throng_flow_step((uint8_t)(1 + (turn + k) % 4));
            const int32_t nx = x + step.x, ny = y + step.y;
            if (nx < 0 || ny < 0 || nx >= columns || ny >= rows || seen[ny * columns + nx])
                continue;
            next = ny * columns + nx;
            /* The wall between the two rooms. */
            const int32_t wall_x = x * PITCH + (step.x > 0 ? CORRIDOR : step.x < 0 ? -1 : 0);
            const int32_t wall_y = y * PITCH + (step.y > 0 ? CORRIDOR : step.y < 0 ? -1 : 0);
            fill_all(w, (throng_rect){wall_x, wall_y, step.x ? 1 : CORRIDOR, step.y ? 1 : CORRIDOR},
                     1);
        }
        if (next < 0) {
            length--;
            continue;
        }
        seen[next] = 1;
        way[length++] = next;
    }
    free(way);
    free(seen);
}

static void draw_maze(golden_world *w)
{
    test_random random = {20};
    fill_all(w, (throng_rect){0, 0, w->grid.width, w->grid.height}, THRONG_WALL);
    carve(w, &random);
    /* Some walls are missing, so that there is more than one way. */
    for (int32_t k = 0; k < w->grid.width; k++) {
        const throng_rect cells = some_rect(w, &random, 4, 4);
        fill_all(w, cells, (uint8_t)test_random_int(&random, 1, 9));
    }
    fill(w, 1, (throng_rect){w->grid.width / 2, 0, 2, w->grid.height / 2}, THRONG_WALL);
}

static void draw_field(golden_world *w)
{
    test_random random = {30};
    for (int32_t k = 0; k < w->grid.width / 4; k++) {
        const int32_t x = test_random_int(&random, 4, w->grid.width - 8);
        const int32_t y = test_random_int(&random, 4, w->grid.height - 8);
        fill_all(w, (throng_rect){x, y, 1 + k % 2, 1 + k / 2 % 2}, THRONG_WALL);
        fill_all(w, (throng_rect){y, x, 4, 4}, (uint8_t)(2 + k % 60));
    }
    fill(w, 1, (throng_rect){w->grid.width / 4, w->grid.height / 2, w->grid.width / 2, 1},
         THRONG_WALL);
}

/* A value for one cell of fifty. */
static void solve_values(golden_world *w, int32_t f, int32_t turn)
{
    const size_t count = (size_t)w->grid.width * (size_t)w->grid.height;
    test_random random = {(uint64_t)(60 + turn)};
    uint32_t *values = malloc(count * sizeof *values);
    golden_expect(values);
    for (size_t i = 0; i < count; i++)
        values[i] = test_random_int(&random, 0, 49)
                        ? THRONG_UNREACHABLE
                        : 2 * (uint32_t)test_random_int(&random, 0, 400);
    throng_integration_desc desc = throng_integration_desc_default();
    desc.values = values;
    golden_expect_ok(throng_solve_with(w->solver, w->cost[f % GOLDEN_LAYERS], &desc,
                                       w->integration[f], w->flow[f]));
    free(values);
}

static void solve_safety(golden_world *w, int32_t f, throng_cell feared)
{
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = &feared;
    desc.goal_count = 1;
    desc.limit = 500;
    golden_expect_ok(throng_danger_solve(w->danger, w->solver, w->cost[f % GOLDEN_LAYERS], &desc,
                                         THRONG_DANGER_PERCENT, w->integration[f], w->flow[f]));
}

static void solve_goals(golden_world *w, int32_t f, throng_cell corner)
{
    throng_cost_field *cost = w->cost[f % GOLDEN_LAYERS];
    throng_cell goals[9];
    for (int32_t k = 0; k < 9; k++)
        goals[k] = (throng_cell){corner.x + k % 3, corner.y + k / 3};
    golden_expect_ok(throng_integrate(w->solver, cost, goals, f == 3 ? 1 : 9, w->integration[f]));
    golden_expect_ok(throng_flow(cost, w->integration[f], w->flow[f]));
    if (f > 0)
        return;
    w->seen = goals[4];
    golden_expect_ok(throng_sight(cost, &w->seen, 1, 77, w->sight));
}

/* Goals move with the turn that they are solved in. */
static void solve(golden_world *w, int32_t turn)
{
    const int32_t right = w->grid.width - 6, bottom = w->grid.height - 6, shift = turn % 5;
    const throng_cell corners[GOLDEN_FIELDS] = {{right - shift, bottom / 2 + 3},
                                                {5, bottom / 2},
                                                {right / 2 + 9, 5 + shift},
                                                {5, bottom - shift}};
    for (int32_t f = 0; f < GOLDEN_FIELDS; f++) {
        if (w->scene == GOLDEN_HERD && f == 1)
            solve_values(w, f, turn);
        else if (w->scene == GOLDEN_HERD && f == 3)
            solve_safety(w, f, corners[f]);
        else
            solve_goals(w, f, corners[f]);
        w->hash[THRONG_STAGE_INTEGRATION] = golden_fold(w->hash[THRONG_STAGE_INTEGRATION],
                                                        throng_integration_hash(w->integration[f]));
        w->hash[THRONG_STAGE_FLOW] =
            golden_fold(w->hash[THRONG_STAGE_FLOW], throng_flow_hash(w->flow[f]));
    }
}

static void commit(golden_world *w, int32_t turn)
{
    /* Goals keep their ground, whatever the scene draws. */
    const int32_t right = w->grid.width - 12, bottom = w->grid.height - 12;
    fill_all(w, (throng_rect){right, bottom / 2, 12, 12}, 1);
    fill_all(w, (throng_rect){2, bottom / 2, 8, 10}, 1);
    fill_all(w, (throng_rect){right / 2 + 4, 2, 20, 12}, 1);
    fill_all(w, (throng_rect){2, bottom, 8, 10}, 1);
    for (int32_t layer = 0; layer < GOLDEN_LAYERS; layer++) {
        golden_expect_ok(throng_cost_commit(w->cost[layer]));
        w->hash[THRONG_STAGE_COST] =
            golden_fold(w->hash[THRONG_STAGE_COST], throng_cost_hash(w->cost[layer]));
    }
    solve(w, turn);
}

static void edit_door(golden_world *w, int32_t phase)
{
    const int32_t half = w->grid.width / 2, middle = w->grid.height / 2;
    if (phase == 1) /* narrower */
        fill_all(w, (throng_rect){half, middle - 4, 2, 5}, THRONG_WALL);
    else if (phase == 2) /* and a second one */
        fill_all(w, (throng_rect){half, 6, 2, 3}, 2);
    else
        fill_all(w, (throng_rect){half, middle - 4, 2, 5}, 1);
}

/* Walls rise where agents stand, and fall elsewhere. */
static void edit_blocks(golden_world *w, int32_t phase)
{
    test_random random = {(uint64_t)(40 + phase)};
    for (int32_t k = 0; k < w->grid.width / 4; k++) {
        const throng_rect cells = some_rect(w, &random, 1, 3);
        const bool rises = w->scene == GOLDEN_FIELD || k % 3 == 0;
        fill_all(w, cells, rises && phase != 2 ? THRONG_WALL : (uint8_t)(1 + k % 4));
    }
}

void golden_world_turn(golden_world *w, int32_t turn)
{
    const int32_t every = w->size->turns / 4, phase = turn / every;
    if (turn == 0 || turn % every != 0)
        return;
    if (w->scene == GOLDEN_DOOR)
        edit_door(w, phase);
    else
        edit_blocks(w, phase);
    commit(w, turn);
}

static throng_grid grid_of(golden_scene scene, int32_t scale)
{
    throng_grid grid = throng_grid_default(96 * scale, 96 * scale);
    if (scene == GOLDEN_DOOR)
        grid = throng_grid_default(128 * scale, 64 * scale);
    if (scene == GOLDEN_FIELD) {
        grid = throng_grid_default(160 * scale, 160 * scale);
        grid.cell_size = 0.75f;
        grid.origin_x = -61.3f;
        grid.origin_y = 1017.7f;
    }
    return grid;
}

void golden_world_open(golden_world *w, golden_scene scene, const golden_size *size,
                       const golden_setup *setup)
{
    *w = (golden_world){.scene = scene, .size = size, .grid = grid_of(scene, size->scale)};
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = setup->isa;
    desc.tasks = setup->tasks;
    golden_expect_ok(throng_context_create(&desc, &w->context));
    golden_expect_ok(throng_solver_create(w->context, w->grid.width, w->grid.height, &w->solver));
    golden_expect_ok(throng_sight_create(w->context, &w->grid, &w->sight));
    golden_expect_ok(throng_danger_create(w->context, &w->grid, &w->danger));
    for (int32_t layer = 0; layer < GOLDEN_LAYERS; layer++)
        golden_expect_ok(throng_cost_create(w->context, &w->grid, &w->cost[layer]));
    for (int32_t f = 0; f < GOLDEN_FIELDS; f++) {
        golden_expect_ok(throng_integration_create(w->context, &w->grid, &w->integration[f]));
        golden_expect_ok(throng_flow_create(w->context, &w->grid, &w->flow[f]));
    }
    static void (*const draw[GOLDEN_SCENES])(golden_world *) = {draw_door, draw_maze, draw_field,
                                                                draw_field};
    draw[scene](w);
    commit(w, 0);
}

void golden_world_close(golden_world *w)
{
    for (int32_t f = 0; f < GOLDEN_FIELDS; f++) {
        golden_expect_ok(throng_flow_destroy(w->flow[f]));
        golden_expect_ok(throng_integration_destroy(w->integration[f]));
    }
    for (int32_t layer = 0; layer < GOLDEN_LAYERS; layer++)
        golden_expect_ok(throng_cost_destroy(w->cost[layer]));
    golden_expect_ok(throng_sight_destroy(w->sight));
    golden_expect_ok(throng_danger_destroy(w->danger));
    golden_expect_ok(throng_solver_destroy(w->solver));
    golden_expect_ok(throng_context_destroy(w->context));
}
