/*
 * repair.c: random edits of costs and goals on a small map, repaired, against a whole solve after
 * every one. A repair is told of one edit, of many, or of none, and some are done in pieces.
 */
#include "input.h"

#include <throng/throng.h>

#define SIDE 40 /* so that some changes are more than a repair is worth: 1600 / 128 + 64 cells */
#define GOALS_MAX 6
#define RECTS_MAX 5

typedef struct state {
    fuzz_input in;
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver, *other_solver;
    throng_builder *builder;
    throng_integration_field *repaired, *solved;
    throng_flow_field *flow, *late_flow, *solved_flow;
    throng_cell goals[GOALS_MAX];
    uint32_t prices[GOALS_MAX];
    int32_t goal_count;
    uint32_t limit;
    throng_rect changed[RECTS_MAX];
    int32_t changed_count;
    uint64_t digest;
} state;

static throng_cell any_cell(state *s)
{
    const int32_t x = fuzz_int(&s->in, 0, s->grid.width - 1);
    return (throng_cell){x, fuzz_int(&s->in, 0, s->grid.height - 1)};
}

static uint8_t any_cost(state *s)
{
    const uint8_t byte = fuzz_byte(&s->in);
    return byte < 100 ? THRONG_WALL : byte < 200 ? 1 + byte % 5 : byte;
}

static throng_rect any_rect(state *s)
{
    const throng_cell at = any_cell(s);
    const bool is_long = fuzz_byte(&s->in) < 10;
    throng_rect rect = {at.x, at.y, fuzz_int(&s->in, 1, is_long ? SIDE : 3),
                        fuzz_int(&s->in, 1, is_long ? SIDE : 3)};
    rect.width = rect.width < s->grid.width - at.x ? rect.width : s->grid.width - at.x;
    rect.height = rect.height < s->grid.height - at.y ? rect.height : s->grid.height - at.y;
    return rect;
}

static bool any_awake(const state *s, const throng_cell *goals, int32_t goal_count)
{
    for (int32_t i = 0; i < goal_count; i++)
        if (throng_cost_at(s->cost, goals[i]) != THRONG_WALL)
            return true;
    return false;
}

static void repair(state *s)
{
    fuzz_require(throng_cost_commit(s->cost) == THRONG_OK);
    const uint8_t choice = fuzz_byte(&s->in);
    if (choice < 170) {
        fuzz_require(throng_integration_repair(s->solver, s->cost, s->changed, s->changed_count,
                                               s->repaired) == THRONG_OK);
    } else {
        fuzz_require(throng_builder_begin_repair(s->builder, s->cost, s->changed, s->changed_count,
                                                 NULL, s->repaired,
                                                 choice < 200 ? NULL : s->flow) == THRONG_OK);
        /* How many pieces it takes differs between instruction sets. */
        const int64_t work = 1 + 40 * fuzz_byte(&s->in);
        for (bool is_done = false; !is_done;)
            fuzz_require(throng_builder_continue(s->builder, work, &is_done) == THRONG_OK);
    }
    s->changed_count = 0;
}

static void edit(state *s)
{
    const throng_rect rect = any_rect(s);
    fuzz_require(throng_cost_fill(s->cost, rect, any_cost(s)) == THRONG_OK);
    s->changed[s->changed_count++] = rect;
    if (s->changed_count == RECTS_MAX)
        repair(s);
}

static void edit_goal(state *s)
{
    const throng_cell goal = s->goals[fuzz_int(&s->in, 0, s->goal_count - 1)];
    const throng_rect rect = {goal.x, goal.y, 1, 1};
    fuzz_require(throng_cost_fill(s->cost, rect, any_cost(s)) == THRONG_OK);
    s->changed[s->changed_count++] = rect;
    repair(s);
}

static void change_goals(state *s)
{
    repair(s);
    throng_cell goals[GOALS_MAX];
    uint32_t prices[GOALS_MAX];
    memcpy(goals, s->goals, sizeof goals);
    memcpy(prices, s->prices, sizeof prices);
    const bool is_priced = fuzz_byte(&s->in) & 1;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = goals;
    desc.goal_count = fuzz_int(&s->in, 1, GOALS_MAX);
    desc.prices = prices;
    desc.limit = s->limit;
    for (int32_t i = 0; i < desc.goal_count; i++) {
        if (i >= s->goal_count || fuzz_byte(&s->in) < 80)
            goals[i] = any_cell(s);
        if (i >= s->goal_count || fuzz_byte(&s->in) < 80 || !is_priced)
            prices[i] = is_priced ? 2 * (uint32_t)fuzz_byte(&s->in) : 0;
    }
    if (is_priced && fuzz_byte(&s->in) < 20)
        desc.limit = fuzz_byte(&s->in) & 1 ? THRONG_UNREACHABLE : 4 * (uint32_t)fuzz_byte(&s->in);
    const throng_result result =
        is_priced
            ? throng_integration_set_goals_with(s->solver, s->cost, &desc, s->repaired)
            : throng_integration_set_goals(s->solver, s->cost, goals, desc.goal_count, s->repaired);
    fuzz_require(result == (any_awake(s, goals, desc.goal_count) ? THRONG_OK : THRONG_ERROR_GOAL));
    if (result != THRONG_OK)
        return;
    memcpy(s->goals, goals, sizeof goals);
    memcpy(s->prices, prices, sizeof prices);
    s->goal_count = desc.goal_count;
    s->limit = desc.limit;
}

static void check_distances(const state *s, bool is_awake)
{
    const uint32_t *got = throng_integration_values(s->repaired);
    const uint32_t *wanted = throng_integration_values(s->solved);
    fuzz_require(got && (wanted || !is_awake));
    for (int32_t i = 0; i < s->grid.width * s->grid.height; i++)
        fuzz_require(got[i] == (is_awake ? wanted[i] : THRONG_UNREACHABLE));
}

static void check_directions(const state *s, const throng_flow_field *flow)
{
    fuzz_require(memcmp(throng_flow_codes(flow), throng_flow_codes(s->solved_flow),
                        (size_t)s->grid.width * (size_t)s->grid.height) == 0);
}

static void check(state *s)
{
    if (!throng_cost_is_committed(s->cost))
        return;
    const bool is_awake = any_awake(s, s->goals, s->goal_count);
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = s->goals;
    desc.goal_count = s->goal_count;
    desc.prices = s->prices;
    desc.limit = s->limit;
    if (is_awake)
        fuzz_require(throng_solve_with(s->other_solver, s->cost, &desc, s->solved,
                                       s->solved_flow) == THRONG_OK);
    check_distances(s, is_awake);
    fuzz_require(throng_flow(s->cost, s->repaired, s->flow) == THRONG_OK);
    if (is_awake)
        check_directions(s, s->flow);
    if (is_awake && fuzz_byte(&s->in) < 50) {
        fuzz_require(throng_flow(s->cost, s->repaired, s->late_flow) == THRONG_OK);
        check_directions(s, s->late_flow);
    }
    fuzz_digest(&s->digest, throng_integration_hash(s->repaired));
    fuzz_digest(&s->digest, throng_flow_hash(s->flow));
}

static void start(state *s, throng_isa isa)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    fuzz_require(throng_context_create(&desc, &s->context) == THRONG_OK);
    s->grid = throng_grid_default(fuzz_int(&s->in, 1, SIDE), fuzz_int(&s->in, 1, SIDE));
    const int32_t width = s->grid.width, height = s->grid.height;
    fuzz_require(throng_cost_create(s->context, &s->grid, &s->cost) == THRONG_OK);
    throng_solver **solvers[] = {&s->solver, &s->other_solver};
    fuzz_require(throng_builder_create(s->context, &s->grid, &s->builder) == THRONG_OK);
    throng_integration_field **fields[] = {&s->repaired, &s->solved};
    throng_flow_field **flows[] = {&s->flow, &s->late_flow, &s->solved_flow};
    for (int i = 0; i < 2; i++) {
        fuzz_require(throng_solver_create(s->context, width, height, solvers[i]) == THRONG_OK);
        fuzz_require(throng_integration_create(s->context, &s->grid, fields[i]) == THRONG_OK);
    }
    for (int i = 0; i < 3; i++)
        fuzz_require(throng_flow_create(s->context, &s->grid, flows[i]) == THRONG_OK);
    /* As many walls as the bytes say. */
    const uint8_t walls = fuzz_byte(&s->in) % 120, seed = fuzz_byte(&s->in);
    uint32_t random = seed;
    for (int32_t i = 0; i < width * height; i++) {
        random = random * 1664525u + 1013904223u;
        if (random >> 24 < walls)
            fuzz_require(throng_cost_fill(s->cost, (throng_rect){i % width, i / width, 1, 1},
                                          THRONG_WALL) == THRONG_OK);
    }
    s->goals[0] = any_cell(s);
    s->goal_count = 1;
    s->limit = THRONG_UNREACHABLE;
    fuzz_require(throng_cost_fill(s->cost, (throng_rect){s->goals[0].x, s->goals[0].y, 1, 1}, 1) ==
                 THRONG_OK);
    fuzz_require(throng_cost_commit(s->cost) == THRONG_OK);
    fuzz_require(throng_solve(s->solver, s->cost, s->goals, 1, s->repaired, s->flow) == THRONG_OK);
}

static void end(state *s)
{
    fuzz_require(throng_builder_destroy(s->builder) == THRONG_OK);
    throng_flow_field *const flows[] = {s->flow, s->late_flow, s->solved_flow};
    for (int i = 0; i < 3; i++)
        fuzz_require(throng_flow_destroy(flows[i]) == THRONG_OK);
    fuzz_require(throng_integration_destroy(s->repaired) == THRONG_OK);
    fuzz_require(throng_integration_destroy(s->solved) == THRONG_OK);
    fuzz_require(throng_solver_destroy(s->solver) == THRONG_OK);
    fuzz_require(throng_solver_destroy(s->other_solver) == THRONG_OK);
    fuzz_require(throng_cost_destroy(s->cost) == THRONG_OK);
    fuzz_require(throng_context_destroy(s->context) == THRONG_OK);
}

static void do_one(state *s)
{
    const uint8_t choice = fuzz_byte(&s->in);
    if (choice < 150)
        edit(s);
    else if (choice < 210)
        repair(s);
    else if (choice < 235)
        change_goals(s);
    else
        edit_goal(s);
}

static uint64_t run(fuzz_input in, throng_isa isa)
{
    static state s;
    memset(&s, 0, sizeof s);
    s.in = in;
    start(&s, isa);
    for (int i = 0; i < 40 && s.in.size > 0; i++) {
        do_one(&s);
        check(&s);
    }
    end(&s);
    return s.digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_compare(data, size, run);
}
