/*
 * repair_test.c: what repairs leave is what a whole solve would give, bit for bit: distances,
 * directions and the quads behind them, after every one of many random edits.
 */
#include "world.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_workers.h"
#include "flow/flow.h"
#include "hash.h"
#include "maps.h"
#include "random.h"

#define GOALS_MAX 80 /* more than a field has room for when it is made */

/* One field that is repaired, and one that is solved anew; directions that are redone after every
 * repair, and some that lag behind. */
typedef struct duel {
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver, *other_solver;
    throng_integration_field *repaired, *solved;
    throng_flow_field *flow, *late_flow, *solved_flow;
    throng_cell goals[GOALS_MAX];
    int32_t goal_count;
    test_random *random;
    throng_rect changed[12];
    int32_t changed_count;
    int32_t edit; /* number of the edit at hand */
    int32_t patched, rebuilt, asleep;
    uint64_t digest;
} duel;

static int32_t pick(duel *d, int32_t low, int32_t high)
{
    return test_random_int(d->random, low, high);
}

static throng_cell pick_cell(duel *d)
{
    return (throng_cell){pick(d, 0, d->grid.width - 1), pick(d, 0, d->grid.height - 1)};
}

static void duel_create(duel *d, const throng_context_desc *desc, test_random *random,
                        int32_t width, int32_t height, const uint8_t *costs)
{
    *d = (duel){.random = random, .grid = throng_grid_default(width, height)};
    assert_int_equal(throng_context_create(desc, &d->context), THRONG_OK);
    d->cost = test_cost_create(d->context, width, height, costs);
    throng_solver **solvers[] = {&d->solver, &d->other_solver};
    throng_integration_field **fields[] = {&d->repaired, &d->solved};
    throng_flow_field **flows[] = {&d->flow, &d->late_flow, &d->solved_flow};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(throng_solver_create(d->context, width, height, solvers[i]), THRONG_OK);
        assert_int_equal(throng_integration_create(d->context, &d->grid, fields[i]), THRONG_OK);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(throng_flow_create(d->context, &d->grid, flows[i]), THRONG_OK);
    assert_int_equal(throng_integration_reserve_goals(d->repaired, GOALS_MAX), THRONG_OK);
}

static void duel_destroy(duel *d)
{
    throng_flow_field *const flows[] = {d->flow, d->late_flow, d->solved_flow};
    for (int i = 0; i < 3; i++)
        assert_int_equal(throng_flow_destroy(flows[i]), THRONG_OK);
    assert_int_equal(throng_integration_destroy(d->repaired), THRONG_OK);
    assert_int_equal(throng_integration_destroy(d->solved), THRONG_OK);
    assert_int_equal(throng_solver_destroy(d->solver), THRONG_OK);
    assert_int_equal(throng_solver_destroy(d->other_solver), THRONG_OK);
    assert_int_equal(throng_cost_destroy(d->cost), THRONG_OK);
    assert_int_equal(throng_context_destroy(d->context), THRONG_OK);
}

static uint8_t pick_cost(duel *d)
{
    switch (pick(d, 0, 3)) {
    case 0:
        return 1;
    case 1:
        return (uint8_t)pick(d, 1, 6);
    case 2:
        return (uint8_t)pick(d, 1, 254);
    default:
        return THRONG_WALL;
    }
}

static void edit_rect(duel *d, throng_rect rect, uint8_t cost)
{
    assert_int_equal(throng_cost_fill(d->cost, rect, cost), THRONG_OK);
    d->changed[d->changed_count++] = rect;
}

static void edit_cell(duel *d, throng_cell cell, uint8_t cost)
{
    edit_rect(d, (throng_rect){cell.x, cell.y, 1, 1}, cost);
}

/* A tower comes or goes; a wall gets a hole, a hole a wall; the price of some ground moves. */
static void edit_somewhere(duel *d)
{
    const throng_cell at = pick_cell(d);
    throng_rect rect = {at.x, at.y, pick(d, 1, 3), pick(d, 1, 3)};
    if (pick(d, 0, 30) == 0)
        rect.width = pick(d, 1, 40);
    if (pick(d, 0, 30) == 0)
        rect.height = pick(d, 1, 40);
    rect.width = rect.width < d->grid.width - at.x ? rect.width : d->grid.width - at.x;
    rect.height = rect.height < d->grid.height - at.y ? rect.height : d->grid.height - at.y;
    if (pick(d, 0, 2) == 0)
        edit_rect(d, rect, pick_cost(d));
    else
        edit_cell(d, at, throng_cost_at(d->cost, at) == THRONG_WALL ? pick_cost(d) : THRONG_WALL);
}

/* A wall across the whole map, with or without a gap: cuts regions off or joins them. */
static void edit_line(duel *d)
{
    const bool is_row = pick(d, 0, 1);
    const throng_cell gap = pick_cell(d);
    const throng_rect line = is_row ? (throng_rect){0, gap.y, d->grid.width, 1}
                                    : (throng_rect){gap.x, 0, 1, d->grid.height};
    edit_rect(d, line, pick(d, 0, 1) ? THRONG_WALL : 1);
    if (pick(d, 0, 1))
        edit_cell(d, gap, 1);
}

/* A goal gets a wall, or loses it, or the ground under it another price. */
static void edit_goal(duel *d)
{
    const throng_cell goal = d->goals[pick(d, 0, d->goal_count - 1)];
    edit_cell(d, goal, pick(d, 0, 1) ? THRONG_WALL : pick_cost(d));
}

static void edit_all_goals(duel *d)
{
    const uint8_t cost = pick(d, 0, 1) ? THRONG_WALL : 1;
    for (int32_t i = 0; i < d->goal_count && i < 10; i++)
        edit_cell(d, d->goals[i], cost);
}

static void edit_cost(duel *d)
{
    d->changed_count = 0;
    const int32_t kind = pick(d, 0, 39);
    if (kind == 0)
        edit_line(d);
    else if (kind <= 3)
        edit_goal(d);
    else if (kind == 4)
        edit_all_goals(d);
    else if (kind == 5)
        edit_rect(d, (throng_rect){0, 0, d->grid.width, d->grid.height},
                  throng_cost_at(d->cost, (throng_cell){0, 0}));
    else
        for (int32_t n = kind < 30 ? 1 : pick(d, 1, 8); n > 0; n--)
            edit_somewhere(d);
    assert_int_equal(throng_cost_commit(d->cost), THRONG_OK);
    assert_int_equal(
        throng_integration_repair(d->solver, d->cost, d->changed, d->changed_count, d->repaired),
        THRONG_OK);
}

static bool any_goal_is_awake(const duel *d, const throng_cell *goals, int32_t goal_count)
{
    for (int32_t i = 0; i < goal_count; i++)
        if (throng_cost_at(d->cost, goals[i]) != THRONG_WALL)
            return true;
    return false;
}

/* Goals come, go, are repeated, or are all replaced. */
static void change_goals(duel *d)
{
    throng_cell goals[GOALS_MAX];
    int32_t count = d->goal_count;
    memcpy(goals, d->goals, sizeof goals);
    switch (pick(d, 0, 4)) {
    case 0:
        goals[count > 1 ? --count : 0] = pick_cell(d);
        break;
    case 1:
        count = pick(d, 1, pick(d, 0, 3) ? 3 : GOALS_MAX);
        for (int32_t i = 0; i < count; i++)
            goals[i] = pick_cell(d);
        break;
    case 2:
        goals[pick(d, 0, count - 1)] = goals[pick(d, 0, count - 1)];
        break;
    default:
        if (count < GOALS_MAX)
            goals[count++] = pick_cell(d);
        break;
    }
    const throng_result result =
        throng_integration_set_goals(d->solver, d->cost, goals, count, d->repaired);
    if (!any_goal_is_awake(d, goals, count)) {
        assert_int_equal(result, THRONG_ERROR_GOAL);
        return;
    }
    assert_int_equal(result, THRONG_OK);
    memcpy(d->goals, goals, sizeof goals);
    d->goal_count = count;
}

static void assert_distances(const duel *d, const uint32_t *wanted)
{
    const uint32_t *got = throng_integration_values(d->repaired);
    assert_non_null(got);
    for (int32_t i = 0; i < d->grid.width * d->grid.height; i++)
        if (got[i] != (wanted ? wanted[i] : THRONG_UNREACHABLE))
            fail_msg("edit %d on %d x %d: D(%d, %d) is %" PRIu32 ", not %" PRIu32, d->edit,
                     d->grid.width, d->grid.height, i % d->grid.width, i / d->grid.width, got[i],
                     wanted ? wanted[i] : THRONG_UNREACHABLE);
}

static void assert_directions(const duel *d, const throng_flow_field *got)
{
    const throng_flow_field *wanted = d->solved_flow;
    const size_t cells = (size_t)d->grid.width * (size_t)d->grid.height;
    for (size_t i = 0; i < cells; i++)
        if (got->codes[i] != wanted->codes[i])
            fail_msg("edit %d on %d x %d: the code of cell %zu is %d, not %d", d->edit,
                     d->grid.width, d->grid.height, i, got->codes[i], wanted->codes[i]);
    assert_memory_equal(got->quads, wanted->quads,
                        (size_t)throng_quad_count(&d->grid) * sizeof *got->quads);
}

static void assert_all_asleep(duel *d)
{
    assert_distances(d, NULL);
    for (int32_t y = 0; y < d->grid.height; y++)
        for (int32_t x = 0; x < d->grid.width; x++) {
            const throng_cell cell = {x, y};
            const bool is_wall = throng_cost_at(d->cost, cell) == THRONG_WALL;
            assert_int_equal(throng_flow_at(d->flow, cell),
                             is_wall ? THRONG_FLOW_WALL : THRONG_FLOW_NONE);
        }
    d->asleep++;
}

static void compare(duel *d)
{
    assert_int_equal(throng_flow(d->cost, d->repaired, d->flow), THRONG_OK);
    if (d->repaired->changes.edition == 0)
        d->rebuilt++;
    else
        d->patched++;
    d->digest = d->digest * 31 + throng_integration_hash(d->repaired);
    d->digest = d->digest * 31 + throng_flow_hash(d->flow);
    if (!any_goal_is_awake(d, d->goals, d->goal_count)) {
        assert_all_asleep(d);
        return;
    }
    assert_int_equal(
        throng_solve(d->other_solver, d->cost, d->goals, d->goal_count, d->solved, d->solved_flow),
        THRONG_OK);
    assert_distances(d, d->solved->distance);
    assert_true(d->repaired->goals_mark == d->solved->goals_mark);
    assert_directions(d, d->flow);
    if (pick(d, 0, 4) == 0) {
        assert_int_equal(throng_flow(d->cost, d->repaired, d->late_flow), THRONG_OK);
        assert_directions(d, d->late_flow);
    }
}

/* The first solve, then `edit_count` edits on a map of any kind. */
static void fight(duel *d, int32_t edit_count)
{
    d->goal_count = pick(d, 1, 3);
    for (int32_t i = 0; i < d->goal_count; i++)
        d->goals[i] = pick_cell(d);
    assert_int_equal(
        throng_cost_fill(d->cost, (throng_rect){d->goals[0].x, d->goals[0].y, 1, 1}, 1), THRONG_OK);
    assert_int_equal(throng_cost_commit(d->cost), THRONG_OK);
    assert_int_equal(
        throng_solve(d->solver, d->cost, d->goals, d->goal_count, d->repaired, d->flow), THRONG_OK);
    for (d->edit = 1; d->edit <= edit_count; d->edit++) {
        if (pick(d, 0, 4) == 0)
            change_goals(d);
        else
            edit_cost(d);
        compare(d);
    }
}

static void repairs_equal_rebuilds(void **state)
{
    (void)state;
    test_random random = {test_seed("repair", 11)};
    const int32_t edit_count = test_is_full() ? 10000 : 1000, per_map = 40;
    int32_t patched = 0, rebuilt = 0, asleep = 0;
    throng_context_desc desc = throng_context_desc_default();
    for (int32_t edit = 0; edit < edit_count; edit += per_map) {
        const int32_t side = edit % 400 == 0 ? 250 : 80;
        const int32_t width = test_random_int(&random, 1, side);
        const int32_t height = test_random_int(&random, 1, side);
        uint8_t *costs = malloc((size_t)width * (size_t)height);
        assert_non_null(costs);
        test_map_any(&random, width, height, costs);
        duel d;
        duel_create(&d, &desc, &random, width, height, costs);
        fight(&d, per_map);
        patched += d.patched;
        rebuilt += d.rebuilt;
        asleep += d.asleep;
        duel_destroy(&d);
        free(costs);
    }
    print_message("%d patched, %d rebuilt, %d without a goal awake\n", patched, rebuilt, asleep);
    /* The test is about nothing if one of the ways is hardly taken. */
    assert_true(patched > edit_count / 2 && rebuilt > edit_count / 50 && asleep > 0);
}

static uint64_t digest_of(const throng_context_desc *desc, uint64_t seed, int32_t side)
{
    test_random random = {seed};
    uint8_t *costs = malloc((size_t)side * (size_t)side);
    assert_non_null(costs);
    test_map_any(&random, side, side, costs);
    duel d;
    duel_create(&d, desc, &random, side, side, costs);
    fight(&d, test_is_full() ? 300 : 40);
    const uint64_t digest = d.digest;
    duel_destroy(&d);
    free(costs);
    return digest;
}

static void every_instruction_set_repairs_alike(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("repair isa", 12);
    for (int32_t side = 70; side <= 230; side += 80) {
        throng_context_desc desc = throng_context_desc_default();
        desc.isa = THRONG_ISA_SCALAR;
        const uint64_t wanted = digest_of(&desc, seed, side);
        for (int isa = THRONG_ISA_SSE41; isa <= THRONG_ISA_NEON; isa++) {
            desc.isa = (throng_isa)isa;
            if (throng_isa_is_usable(desc.isa))
                assert_true(digest_of(&desc, seed, side) == wanted);
        }
    }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("repair tasks", 13);
    throng_context_desc desc = throng_context_desc_default();
    const uint64_t wanted = digest_of(&desc, seed, 300); /* three blocks of rows */
    static const int32_t counts[] = {2, 3, 8};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        desc.tasks = crowd_tasks(counts[i]);
        assert_true(digest_of(&desc, seed, 300) == wanted);
    }
}

static void repair_cell(test_world *world, throng_cell cell, uint8_t cost)
{
    const throng_rect rect = {cell.x, cell.y, 1, 1};
    assert_result(throng_cost_fill(world->cost, rect, cost), THRONG_OK);
    assert_result(throng_cost_commit(world->cost), THRONG_OK);
    assert_result(
        throng_integration_repair(world->solver, world->cost, &rect, 1, world->integration),
        THRONG_OK);
    assert_result(throng_flow(world->cost, world->integration, world->flow), THRONG_OK);
}

static void goals_in_walls_sleep_and_revive(void **state)
{
    (void)state;
    test_world world = test_world_create(4, 1, NULL);
    const throng_cell goals[] = {{0, 0}, {3, 0}}, middle = {1, 0};
    test_world_solve(&world, goals, 2);
    assert_int_equal(throng_integration_at(world.integration, middle), 10);
    repair_cell(&world, goals[0], THRONG_WALL);
    assert_int_equal(throng_integration_at(world.integration, middle), 20);
    assert_int_equal(throng_flow_at(world.flow, middle), THRONG_FLOW_E);
    repair_cell(&world, goals[1], THRONG_WALL);
    assert_true(throng_integration_is_solved(world.integration));
    assert_int_equal(throng_integration_at(world.integration, middle), THRONG_UNREACHABLE);
    assert_int_equal(throng_flow_at(world.flow, middle), THRONG_FLOW_NONE);
    repair_cell(&world, goals[1], 9);
    assert_int_equal(throng_integration_at(world.integration, middle), 20);
    repair_cell(&world, goals[0], 9);
    assert_int_equal(throng_integration_at(world.integration, middle), 10);
    assert_int_equal(throng_integration_at(world.integration, goals[0]), 0);
    test_world_destroy(&world);
}

static void a_repair_touches_only_what_changes(void **state)
{
    (void)state;
    test_world world = test_world_create(200, 200, NULL);
    const throng_cell goal = {100, 100}, cell = {20, 30};
    test_world_solve(&world, &goal, 1);
    repair_cell(&world, cell, 7);
    const throng_changes *changes = &world.integration->changes;
    assert_int_equal(changes->edition, 1);
    assert_int_equal(changes->first, 30);
    assert_int_equal(changes->last, 31);
    assert_int_equal(changes->rows[30].begin, 20);
    assert_int_equal(changes->rows[30].end, 21);
    /* Directions of other cells are not even written. */
    world.flow->codes[0] = 9;
    repair_cell(&world, cell, 8);
    assert_int_equal(world.flow->codes[0], 9);
    test_world_destroy(&world);
}

static void goals_that_are_not_kept_are_said_to_be_so(void **state)
{
    (void)state;
    test_world world = test_world_create(70, 2, NULL);
    throng_cell goals[70];
    for (int32_t i = 0; i < 70; i++)
        goals[i] = (throng_cell){i, 0};
    const throng_rect rect = {0, 1, 1, 1};
    test_world_solve(&world, goals, 65);
    const uint64_t hash = throng_integration_hash(world.integration);
    assert_result(throng_integration_repair(world.solver, world.cost, &rect, 1, world.integration),
                  THRONG_ERROR_CAPACITY);
    assert_result(
        throng_integration_set_goals(world.solver, world.cost, goals, 1, world.integration),
        THRONG_ERROR_CAPACITY);
    assert_result(throng_integration_reserve_goals(world.integration, 65), THRONG_OK);
    assert_result(throng_integration_repair(world.solver, world.cost, &rect, 1, world.integration),
                  THRONG_ERROR_CAPACITY);
    assert_true(throng_integration_hash(world.integration) == hash);
    test_world_solve(&world, goals, 65);
    assert_result(throng_integration_repair(world.solver, world.cost, &rect, 1, world.integration),
                  THRONG_OK);
    assert_result(
        throng_integration_set_goals(world.solver, world.cost, goals, 66, world.integration),
        THRONG_ERROR_CAPACITY);
    assert_true(throng_integration_hash(world.integration) == hash);
    test_world_destroy(&world);
}

/* One corridor winds through every second row of a map of dear ground. Its first 1690932 cells are
 * near enough for 32 bits (4294967294 / 2540); a wall keeps the rest apart. */
static void a_repair_that_does_not_fit_is_a_range_error(void **state)
{
    (void)state;
    const int32_t width = 1999, height = 1801;
    uint8_t *costs = malloc((size_t)width * (size_t)height);
    assert_non_null(costs);
    memset(costs, 254, (size_t)width * (size_t)height);
    for (int32_t y = 1; y < height; y += 2)
        for (int32_t x = 0; x < width; x++)
            if (x != ((y / 2) % 2 == 0 ? width - 1 : 0))
                costs[y * width + x] = THRONG_WALL;
    /* Its row 845 begins with cell 1690000 (2000 to a row and the way down) and goes to the left.
     */
    const throng_cell goal = {0, 0}, door = {1500, 2 * 845};
    costs[door.y * width + door.x] = THRONG_WALL;
    test_world world = test_world_create(width, height, costs);
    test_world_solve(&world, &goal, 1);
    const throng_cell cell = {1501, 2 * 845};
    assert_int_equal(throng_integration_at(world.integration, cell), 2540u * (845u * 2000u + 497u));
    const throng_rect edited = {door.x, door.y, 1, 1};
    assert_result(throng_cost_fill(world.cost, edited, 254), THRONG_OK);
    assert_result(throng_cost_commit(world.cost), THRONG_OK);
    assert_result(
        throng_integration_repair(world.solver, world.cost, &edited, 1, world.integration),
        THRONG_ERROR_RANGE);
    assert_false(throng_integration_is_solved(world.integration));
    assert_result(
        throng_integration_repair(world.solver, world.cost, &edited, 1, world.integration),
        THRONG_ERROR_NOT_SOLVED);
    test_world_destroy(&world);
    free(costs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repairs_equal_rebuilds),
        cmocka_unit_test(every_instruction_set_repairs_alike),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(goals_in_walls_sleep_and_revive),
        cmocka_unit_test(a_repair_touches_only_what_changes),
        cmocka_unit_test(goals_that_are_not_kept_are_said_to_be_so),
        cmocka_unit_test(a_repair_that_does_not_fit_is_a_range_error),
    };
    return cmocka_run_group_tests_name("repair", tests, NULL, NULL);
}
