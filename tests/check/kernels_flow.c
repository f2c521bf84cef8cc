/* Directions and quads. */
#include "kernels_support.h"

#include "cost/cost.h"
#include "flow/flow.h"
#include "integration/integration.h"

#include <stdio.h>
#include <string.h>

/* A solved map; arrays of its own objects. */
typedef struct map {
    throng_context *context;
    throng_cost_field *cost;
    throng_integration_field *integration;
    throng_solver *solver;
    int32_t width, height;
    int32_t goal_row; /* the first or the last */
} map;

enum {
    MIXED,
    DEAREST,
    EVEN,
    ALL_WALLS,
    POCKETS,
    DEAR_OR_CHEAP,
    CHEQUERED,
    CHEAP,    /* bytes of distances tell best steps */
    MIDDLING, /* they do not quite */
    HALVABLE, /* bytes of halves do */
    STEEP,    /* they do not quite */
    ONE_DEAR, /* nor with a single dear cell */
    KINDS
};

static uint8_t cost_of(test_random *random, int32_t kind, int32_t x, int32_t y)
{
    const int32_t dice = test_random_int(random, 0, 99);
    switch (kind) {
    case MIXED:
        return dice < 20 ? THRONG_WALL : (uint8_t)test_random_int(random, 1, 254);
    case DEAREST:
        return 254;
    case EVEN:
        return 1;
    case ALL_WALLS:
        return THRONG_WALL;
    case POCKETS:
        return dice < 40 ? THRONG_WALL : (uint8_t)test_random_int(random, 1, 2);
    case CHEAP:
        return dice < 20 ? THRONG_WALL : (uint8_t)test_random_int(random, 1, 9);
    case MIDDLING:
        return dice < 10 ? THRONG_WALL : (uint8_t)test_random_int(random, 1, 10);
    case HALVABLE:
        return dice < 20 ? THRONG_WALL : dice < 60 ? 18 : (uint8_t)test_random_int(random, 1, 18);
    case STEEP:
        return dice < 10 ? THRONG_WALL : (uint8_t)test_random_int(random, 1, 19);
    case ONE_DEAR:
        /* A cell of 26 whose way begins beside n, whose own way begins there too, by a diagonal:
         * it lies 260 - 14 + 10 above its target, which is 0 in a byte. */
        return dice < 1 ? 26 : 1;
    case CHEQUERED: /* diagonals only, many of them equal */
        return (x + y) % 2 ? 254 : 1;
    default:
        return dice < 10 ? THRONG_WALL : dice < 55 ? 1 : 254;
    }
}

static void open_map(map *m, test_random *random, int32_t width, int32_t height, int32_t kind)
{
    *m = (map){.width = width, .height = height};
    m->goal_row = check_one_in(random, 2) ? 0 : height - 1;
    const throng_grid grid = throng_grid_default(width, height);
    assert_int_equal(throng_context_create(NULL, &m->context), THRONG_OK);
    assert_int_equal(throng_cost_create(m->context, &grid, &m->cost), THRONG_OK);
    assert_int_equal(throng_integration_create(m->context, &grid, &m->integration), THRONG_OK);
    assert_int_equal(throng_solver_create(m->context, width, height, &m->solver), THRONG_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            throng_cost_fill(m->cost, (throng_rect){x, y, 1, 1}, cost_of(random, kind, x, y));
    throng_cell goals[3];
    const int32_t goal_count = test_random_int(random, 1, 3);
    for (int32_t g = 0; g < goal_count; g++) {
        goals[g].x = test_random_int(random, 0, width - 1);
        goals[g].y = m->goal_row;
        throng_cost_fill(m->cost, (throng_rect){goals[g].x, goals[g].y, 1, 1}, 1);
    }
    assert_int_equal(throng_cost_commit(m->cost), THRONG_OK);
    assert_int_equal(throng_integrate(m->solver, m->cost, goals, goal_count, m->integration),
                     THRONG_OK);
}

static void close_map(map *m)
{
    throng_solver_destroy(m->solver);
    throng_integration_destroy(m->integration);
    throng_cost_destroy(m->cost);
    assert_int_equal(throng_context_destroy(m->context), THRONG_OK);
}

/* What distances are raised by so that the farthest is the last one that fits. A raised field is
 * wrong at its goals alone, and those are in one row. */
static uint32_t room_above(const map *m)
{
    uint32_t most = 0;
    for (int32_t i = 0; i < m->width * m->height; i++) {
        const uint32_t d = m->integration->distance[i];
        most = d != THRONG_UNREACHABLE && d > most ? d : most;
    }
    return THRONG_UNREACHABLE - 1 - most;
}

static throng_flow_job flow_job(check_arena *arena, const map *m, uint32_t raise, bool has_quads)
{
    const int64_t cells = (int64_t)m->width * m->height;
    uint32_t *distance = check_take(arena, "distance", cells, sizeof *distance, false);
    uint8_t *cost = check_take(arena, "cost", cells, 1, false);
    uint8_t *moves = check_take(arena, "moves", cells, 1, false);
    for (int64_t i = 0; i < cells; i++) {
        distance[i] = m->integration->distance[i];
        distance[i] += distance[i] == THRONG_UNREACHABLE ? 0 : raise;
    }
    memcpy(cost, m->cost->cost, (size_t)cells);
    memcpy(moves, m->cost->moves, (size_t)cells);
    uint8_t *codes = check_take(arena, "codes", cells, 1, true);
    uint16_t *quads =
        check_take(arena, "quads", (int64_t)(m->width + 1) * (m->height + 1), sizeof *quads, true);
    check_seal(arena);
    return (throng_flow_job){
        m->width, m->height, distance, cost, moves, codes, has_quads ? quads : NULL};
}

static void compare_codes(const map *m, uint64_t guards, uint32_t raise, int32_t begin, int32_t end)
{
    check_arena arenas[2];
    throng_flow_job jobs[2];
    const bool has_quads = guards & 1;
    for (int32_t side = 0; side < 2; side++) {
        check_open(&arenas[side], side, guards);
        jobs[side] = flow_job(&arenas[side], m, raise, has_quads);
    }
    throng_kernels_scalar.flow(&jobs[0], begin, end);
    check_the.kernels->flow(&jobs[1], begin, end);
    char what[128];
    snprintf(what, sizeof what, "flow%s, %d x %d cells, rows %d to %d, raised by %u",
             has_quads ? " with quads" : "", m->width, m->height, begin, end, raise);
    check_compare(&arenas[0], &arenas[1], what);
    check_close(&arenas[0]);
    check_close(&arenas[1]);
}

static void directions_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    const int32_t widest = 3 * 4 * check_the.lanes + 1; /* a block holds a register of bytes */
    for (int32_t number = 0; number < widest * KINDS; number++) {
        test_random random = check_random("flow", number);
        map m;
        open_map(&m, &random, 1 + number / KINDS, test_random_int(&random, 1, 5), number % KINDS);
        const int32_t begin = test_random_int(&random, 0, m.height);
        const int32_t end = test_random_int(&random, begin, m.height);
        compare_codes(&m, random.state, 0, 0, m.height);
        compare_codes(&m, random.state, 0, begin, end);
        const int32_t first = m.goal_row == 0, last = m.goal_row == 0 ? m.height : m.goal_row;
        compare_codes(&m, random.state, room_above(&m), first, last);
        close_map(&m);
    }
}

/* Kernels cut wide rows into pieces, for one of 1024 cells. */
static void directions_of_wide_rows_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    const int32_t widths[] = {1000, 1023, 1024, 1025, 1026, 1055, 1056, 1057,
                              1087, 1088, 1089, 1151, 2047, 2048, 2049, 2113};
    const int32_t count = (int32_t)(sizeof widths / sizeof widths[0]);
    for (int32_t number = 0; number < count * KINDS; number++) {
        test_random random = check_random("wide flow", number);
        map m;
        open_map(&m, &random, widths[number / KINDS], test_random_int(&random, 1, 5),
                 number % KINDS);
        const int32_t begin = test_random_int(&random, 0, m.height);
        compare_codes(&m, random.state, 0, begin, test_random_int(&random, begin, m.height));
        compare_codes(&m, random.state, 0, 0, m.height);
        close_map(&m);
    }
}

/* With costs of 10, (2, 2) lies 256 above the target of (1, 1), so bytes of them are equal; the
 * best step leads to the goal at (0, 0), a code further on. */
static void costs_of_ten_are_too_dear_for_bytes(void **state)
{
    (void)state;
    test_random random = {1};
    map m;
    open_map(&m, &random, 200, 5, EVEN);
    const throng_cell goal = {0, 0};
    throng_cost_fill(m.cost, (throng_rect){0, 0, m.width, m.height}, 10);
    throng_cost_fill(m.cost, (throng_rect){2, 1, 1, 1}, 4);
    assert_int_equal(throng_cost_commit(m.cost), THRONG_OK);
    assert_int_equal(throng_integrate(m.solver, m.cost, &goal, 1, m.integration), THRONG_OK);
    assert_int_equal(throng_integration_at(m.integration, (throng_cell){1, 1}), 140);
    assert_int_equal(throng_integration_at(m.integration, (throng_cell){2, 2}), 256);
    compare_codes(&m, random.state, 0, 0, m.height);
    close_map(&m);
}

/* The same beyond the end of a strip: (1024, 2) lies 274 - 28 + 10 = 256 above the target of
 * (1023, 2), whose best step leads to (1024, 3). */
static void a_dear_cell_beside_a_strip_is_too_dear_for_bytes(void **state)
{
    (void)state;
    test_random random = {1};
    map m;
    open_map(&m, &random, 1500, 5, EVEN);
    const throng_cell goal = {1025, 4};
    throng_cost_fill(m.cost, (throng_rect){1024, 2, 1, 1}, 26);
    assert_int_equal(throng_cost_commit(m.cost), THRONG_OK);
    assert_int_equal(throng_integrate(m.solver, m.cost, &goal, 1, m.integration), THRONG_OK);
    assert_int_equal(throng_integration_at(m.integration, (throng_cell){1023, 2}), 28);
    assert_int_equal(throng_integration_at(m.integration, (throng_cell){1024, 2}), 274);
    compare_codes(&m, random.state, 0, 0, m.height);
    close_map(&m);
}

/* Halves of row y from the cell before x on, as the solver makes them: bytes if no cell of the map
 * is too dear. */
static void fill_halves(const map *m, int32_t x, int32_t y, int32_t count, bool is_cheap,
                        throng_halves *out)
{
    for (int32_t i = -1; i <= count; i++) {
        const bool is_on = x + i >= 0 && x + i < m->width && y >= 0 && y < m->height;
        const uint32_t half = is_on ? m->integration->distance[y * m->width + x + i] / 2 : 77;
        if (is_cheap)
            out->bytes[THRONG_HALVES_FIRST + i] = (uint8_t)half;
        else
            out->shorts[THRONG_HALVES_FIRST + i] = (uint16_t)half;
    }
}

/* Directions by pieces of rows from left to right and from top to bottom. */
static void derive_by_pieces(const map *m, const throng_flow_job *job, int32_t piece)
{
    uint8_t dearest = 0;
    for (int32_t i = 0; i < m->width * m->height; i++) {
        const uint8_t cost = job->cost[i];
        dearest = cost != THRONG_WALL && cost > dearest ? cost : dearest;
    }
    throng_halves north, own, south;
    throng_halves_rows rows = {.north = &north, .own = &own, .south = &south};
    rows.is_cheap = dearest <= THRONG_CHEAP;
    for (int32_t x = 0; x < m->width; x += piece)
        for (int32_t y = 0; y < m->height; y++) {
            rows.x = x;
            rows.y = y;
            rows.count = m->width - x < piece ? m->width - x : piece;
            memset(&own, 0x55, sizeof own);
            memset(&north, 0x55, sizeof north);
            memset(&south, 0x55, sizeof south);
            fill_halves(m, x, y - 1, rows.count, rows.is_cheap, &north);
            fill_halves(m, x, y, rows.count, rows.is_cheap, &own);
            fill_halves(m, x, y + 1, rows.count, rows.is_cheap, &south);
            check_the.kernels->flow_row(job, &rows);
        }
}

static void directions_by_halves_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    if (!check_the.kernels->flow_row) /* only tiles have halves, and they are wide */
        return;
    const int32_t pieces[] = {64, 128, 256, 1024};
    for (int32_t number = 0; number < 40 * KINDS; number++) {
        test_random random = check_random("halves", number);
        map m;
        const int32_t width = test_random_int(&random, 1, number % 8 ? 300 : 1500);
        open_map(&m, &random, width, test_random_int(&random, 1, 5), number % KINDS);
        const uint64_t guards = random.state;
        check_arena arenas[2];
        throng_flow_job jobs[2];
        for (int32_t side = 0; side < 2; side++) {
            check_open(&arenas[side], side, guards);
            jobs[side] = flow_job(&arenas[side], &m, 0, guards & 1);
        }
        throng_kernels_scalar.flow(&jobs[0], 0, m.height);
        if (jobs[0].quads) {
            throng_kernels_scalar.quads(&jobs[0], 0, 1);
            throng_kernels_scalar.quads(&jobs[0], m.height, m.height + 1);
        }
        derive_by_pieces(&m, &jobs[1], pieces[test_random_int(&random, 0, 3)]);
        char what[96];
        snprintf(what, sizeof what, "directions by halves, %d x %d cells", m.width, m.height);
        check_compare(&arenas[0], &arenas[1], what);
        check_close(&arenas[0]);
        check_close(&arenas[1]);
        close_map(&m);
    }
}

static throng_flow_job quads_job(check_arena *arena, int32_t width, int32_t height, uint64_t seed)
{
    test_random random = {seed};
    const int64_t cells = (int64_t)width * height, quads = ((int64_t)width + 1) * (height + 1);
    uint8_t *codes = check_take(arena, "codes", cells, 1, false);
    for (int64_t i = 0; i < cells; i++)
        codes[i] = (uint8_t)test_random_int(&random, 0, 15);
    throng_flow_job job = {.width = width, .height = height, .codes = codes};
    job.quads = check_take(arena, "quads", quads, sizeof *job.quads, true);
    check_seal(arena);
    return job;
}

static void quads_are_those_of_the_scalar_kernel(void **state)
{
    (void)state;
    const int32_t widest = 3 * 4 * check_the.lanes + 2;
    for (int32_t width = 1; width <= widest; width++)
        for (int32_t height = 1; height <= 5; height++) {
            test_random random = check_random("quads", width * 8 + height);
            const uint64_t seed = test_random_next(&random);
            const int32_t begin = height > 2 ? test_random_int(&random, 0, height + 1) : 0;
            const int32_t end =
                height > 2 ? test_random_int(&random, begin, height + 1) : height + 1;
            check_arena arenas[2];
            throng_flow_job jobs[2];
            for (int32_t side = 0; side < 2; side++) {
                check_open(&arenas[side], side, seed);
                jobs[side] = quads_job(&arenas[side], width, height, seed);
            }
            throng_kernels_scalar.quads(&jobs[0], begin, end);
            check_the.kernels->quads(&jobs[1], begin, end);
            char what[96];
            snprintf(what, sizeof what, "quads, %d x %d cells, rows %d to %d", width, height, begin,
                     end);
            check_compare(&arenas[0], &arenas[1], what);
            check_close(&arenas[0]);
            check_close(&arenas[1]);
        }
}

int check_flow(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_are_those_of_the_scalar_kernel),
        cmocka_unit_test(directions_of_wide_rows_are_those_of_the_scalar_kernel),
        cmocka_unit_test(costs_of_ten_are_too_dear_for_bytes),
        cmocka_unit_test(a_dear_cell_beside_a_strip_is_too_dear_for_bytes),
        cmocka_unit_test(directions_by_halves_are_those_of_the_scalar_kernel),
        cmocka_unit_test(quads_are_those_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests_name("kernels: flow", tests, NULL, NULL);
}
