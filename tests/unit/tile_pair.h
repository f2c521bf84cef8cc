/* tile_pair.h: a map on an instruction set, and the same in plain C: what tests of the solver by
 * tiles share. */
#ifndef TEST_TILE_PAIR_H
#define TEST_TILE_PAIR_H

#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "oracle.h"
#include "random.h"

#include "flow/flow.h"
#include "integration/integration.h"

static const throng_isa isas[] = {THRONG_ISA_SSE41, THRONG_ISA_AVX2, THRONG_ISA_AVX512,
                                  THRONG_ISA_NEON};
#define ISA_COUNT ((int)(sizeof isas / sizeof *isas))

/* A map on the instruction set that is tested, and the bucket queue on the same. `solved` and
 * `flow` are what throng_solve makes, `flow_scalar` what throng_flow makes of the bucket queue's
 * field. */
typedef struct pair {
    throng_context *wide, *scalar;
    throng_cost_field *cost, *cost_scalar;
    throng_solver *solver, *solver_scalar;
    throng_integration_field *field, *field_scalar, *solved;
    throng_flow_field *flow, *flow_scalar;
    int32_t width, height;
} pair;

static inline throng_context *context_of(throng_isa isa)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    throng_context *context = NULL;
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    return context;
}

static inline void make(throng_context *context, int32_t width, int32_t height,
                        const uint8_t *costs, throng_cost_field **cost, throng_solver **solver,
                        throng_integration_field **field)
{
    const throng_grid grid = throng_grid_default(width, height);
    *cost = test_cost_create(context, width, height, costs);
    assert_int_equal(throng_solver_create(context, width, height, solver), THRONG_OK);
    assert_int_equal(throng_integration_create(context, &grid, field), THRONG_OK);
}

static inline pair pair_create(throng_isa isa, int32_t width, int32_t height, const uint8_t *costs)
{
    pair p = {.wide = context_of(isa), .scalar = context_of(THRONG_ISA_SCALAR)};
    p.width = width;
    p.height = height;
    make(p.wide, width, height, costs, &p.cost, &p.solver, &p.field);
    make(p.scalar, width, height, costs, &p.cost_scalar, &p.solver_scalar, &p.field_scalar);
    const throng_grid grid = throng_grid_default(width, height);
    assert_int_equal(throng_integration_create(p.wide, &grid, &p.solved), THRONG_OK);
    assert_int_equal(throng_flow_create(p.wide, &grid, &p.flow), THRONG_OK);
    assert_int_equal(throng_flow_create(p.scalar, &grid, &p.flow_scalar), THRONG_OK);
    return p;
}

static inline void pair_destroy(pair *p)
{
    throng_integration_destroy(p->field);
    throng_integration_destroy(p->field_scalar);
    throng_integration_destroy(p->solved);
    throng_flow_destroy(p->flow);
    throng_flow_destroy(p->flow_scalar);
    throng_solver_destroy(p->solver);
    throng_solver_destroy(p->solver_scalar);
    throng_cost_destroy(p->cost);
    throng_cost_destroy(p->cost_scalar);
    assert_int_equal(throng_context_destroy(p->wide), THRONG_OK);
    assert_int_equal(throng_context_destroy(p->scalar), THRONG_OK);
}

static inline void edit(pair *p, throng_rect cells, uint8_t cost)
{
    assert_int_equal(throng_cost_fill(p->cost, cells, cost), THRONG_OK);
    assert_int_equal(throng_cost_fill(p->cost_scalar, cells, cost), THRONG_OK);
}

static inline void commit(pair *p)
{
    assert_int_equal(throng_cost_commit(p->cost), THRONG_OK);
    assert_int_equal(throng_cost_commit(p->cost_scalar), THRONG_OK);
}

/* Fails unless throng_solve gives what the bucket queue and throng_flow give, or refuses as they do
 * and leaves the directions as they were. Returns what the bucket queue said; its field is solved
 * if that is OK. */
static inline throng_result solve_in_one_call(pair *p, const throng_cell *goals, int32_t goal_count)
{
    const size_t cells = (size_t)p->width * (size_t)p->height;
    const uint64_t before = throng_fnv1a(THRONG_FNV_OFFSET, p->flow->codes, cells);
    const throng_result result =
        throng_solve(p->solver, p->cost, goals, goal_count, p->solved, p->flow);
    assert_int_equal(result, throng_integrate(p->solver_scalar, p->cost_scalar, goals, goal_count,
                                              p->field_scalar));
    if (result != THRONG_OK) {
        assert_true(throng_fnv1a(THRONG_FNV_OFFSET, p->flow->codes, cells) == before);
        return result;
    }
    assert_int_equal(throng_flow(p->cost_scalar, p->field_scalar, p->flow_scalar), THRONG_OK);
    assert_memory_equal(p->solved->distance, p->field_scalar->distance, cells * sizeof(uint32_t));
    assert_memory_equal(p->flow->codes, p->flow_scalar->codes, cells);
    assert_memory_equal(p->flow->quads, p->flow_scalar->quads,
                        (size_t)throng_quad_count(&p->flow->grid) * sizeof(uint16_t));
    return result;
}

/* Solves both; fails unless result and values are equal. */
static inline throng_result solve_both(pair *p, const throng_cell *goals, int32_t goal_count)
{
    const throng_result result = solve_in_one_call(p, goals, goal_count);
    assert_int_equal(throng_integrate(p->solver, p->cost, goals, goal_count, p->field), result);
    if (result != THRONG_OK)
        return result;
    const uint32_t *got = throng_integration_values(p->field);
    const uint32_t *wanted = throng_integration_values(p->field_scalar);
    for (int32_t i = 0; i < p->width * p->height; i++)
        if (got[i] != wanted[i])
            fail_msg("%d x %d: D(%d, %d) is %u, not %u", p->width, p->height, i % p->width,
                     i / p->width, got[i], wanted[i]);
    return result;
}

/* What the last solve of the wide solver did. */
typedef struct traces {
    int32_t visited_count, slid_count, winding_count;
} traces;

static inline traces traces_of(const pair *p)
{
    traces t = {0, 0, 0};
    const throng_tile_maps *maps = &p->cost->tiles;
    for (int32_t i = 0; i < maps->columns * maps->rows; i++) {
        const throng_tile *tile = &p->solver->tiles.tile[i];
        const bool is_visited = tile->stage == THRONG_TILE_VISITED;
        t.visited_count += is_visited;
        t.slid_count += is_visited && tile->is_written;
        t.winding_count += is_visited && maps->map[i].is_winding;
    }
    return t;
}

typedef struct pair_test {
    const char *name;
    CMUnitTestFunction function; /* `*state` points at the instruction set */
} pair_test;

enum { PAIR_TESTS_MAX = 8 };

/* Runs the tests on every instruction set that is to be had; returns how many failed. */
static inline int pair_run(const pair_test *each, size_t test_count)
{
    int failed = 0;
    assert_true(test_count <= PAIR_TESTS_MAX);
    for (int i = 0; i < ISA_COUNT; i++) {
        struct CMUnitTest tests[PAIR_TESTS_MAX];
        if (!throng_isa_is_usable(isas[i])) {
            print_message("%s is not to be had here.\n", throng_isa_name(isas[i]));
            continue;
        }
        for (size_t t = 0; t < test_count; t++)
            tests[t] = (struct CMUnitTest){each[t].name, each[t].function, NULL, NULL,
                                           (void *)(uintptr_t)&isas[i]};
        failed += _cmocka_run_group_tests(throng_isa_name(isas[i]), tests, test_count, NULL, NULL);
    }
    return failed;
}

#endif
