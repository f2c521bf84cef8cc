/*
 * detours.c: crowds, congestion, danger, values and limits on a small terrain in random order,
 * against whole solves in other fields, on one instruction set and again in plain C.
 */
#include "input.h"

#include <throng/throng.h>

#define SIDE_MAX 130 /* three tiles */
#define AGENTS 30

typedef struct state {
    fuzz_input in;
    throng_context *context;
    throng_grid grid;
    throng_terrain *terrain;
    throng_layer *layer;
    throng_solver *solver;
    throng_danger *danger;
    throng_congestion *congestion;
    throng_crowd *crowd;
    throng_integration_field *field, *other, *near_field;
    throng_flow_field *flow, *other_flow, *near_flow;
    throng_cell goal;
    uint32_t values[SIDE_MAX * SIDE_MAX];
    uint64_t digest;
} state;

#define REQUIRE_OK(call) fuzz_require((call) == THRONG_OK)

static throng_cell any_cell(state *s)
{
    const int32_t x = fuzz_int(&s->in, 0, s->grid.width - 1);
    return (throng_cell){x, fuzz_int(&s->in, 0, s->grid.height - 1)};
}

static const throng_cost_field *cost_of(const state *s)
{
    return throng_layer_cost(s->layer);
}

static void digest(state *s, const throng_integration_field *field, const throng_flow_field *flow)
{
    fuzz_digest(&s->digest, throng_integration_hash(field));
    fuzz_digest(&s->digest, throng_flow_hash(flow));
}

static void solve_other(state *s)
{
    REQUIRE_OK(throng_solve(s->solver, cost_of(s), &s->goal, 1, s->other, s->other_flow));
    fuzz_require(throng_integration_hash(s->field) == throng_integration_hash(s->other));
    fuzz_require(throng_flow_hash(s->flow) == throng_flow_hash(s->other_flow));
    digest(s, s->field, s->flow);
}

/* The next update sees to it; the goal stays passable. */
static void edit(state *s)
{
    const throng_cell at = any_cell(s);
    throng_rect rect = {at.x, at.y, fuzz_int(&s->in, 1, 20), fuzz_int(&s->in, 1, 20)};
    const uint8_t id = fuzz_byte(&s->in);
    rect.width = rect.width < s->grid.width - at.x ? rect.width : s->grid.width - at.x;
    rect.height = rect.height < s->grid.height - at.y ? rect.height : s->grid.height - at.y;
    REQUIRE_OK(throng_terrain_fill(s->terrain, rect, id < 80 ? THRONG_WALL : 1 + id % 9));
    REQUIRE_OK(throng_terrain_fill(s->terrain, (throng_rect){s->goal.x, s->goal.y, 1, 1}, 1));
}

static void update(state *s)
{
    const throng_congestion_field field = {s->field, s->flow};
    throng_congestion_changes changes;
    if (fuzz_byte(&s->in) < 20)
        REQUIRE_OK(throng_congestion_clear(s->congestion));
    REQUIRE_OK(throng_congestion_update(s->congestion, s->crowd, fuzz_float(&s->in, 0, 0.3f),
                                        s->solver, &field, 1, &changes));
    fuzz_digest(&s->digest, throng_cost_hash(cost_of(s)));
    solve_other(s);
}

static void step(state *s)
{
    throng_agent_desc desc = throng_agent_desc_default();
    throng_agent_id id;
    desc.x = fuzz_float(&s->in, 0, (float)s->grid.width);
    desc.y = fuzz_float(&s->in, 0, (float)s->grid.height);
    throng_crowd_add(s->crowd, &desc, &id, NULL); /* or is refused */
    REQUIRE_OK(throng_crowd_step(s->crowd, fuzz_float(&s->in, 0, 0.2f)));
    fuzz_digest(&s->digest, throng_crowd_hash(s->crowd, THRONG_STAGE_MOVE));
}

/* Goals and ways of somebody else: up to a limit, from danger, or from values. */
static void aim(state *s)
{
    throng_integration_desc desc = throng_integration_desc_default();
    const throng_cell cells[2] = {any_cell(s), any_cell(s)};
    const int32_t kind = fuzz_int(&s->in, 0, 2);
    const int32_t percent = fuzz_int(&s->in, 101, 250);
    if (fuzz_byte(&s->in) < 150)
        desc.limit = (uint32_t)fuzz_int(&s->in, 0, 250) * 4;
    desc.goals = cells;
    desc.goal_count = 2;
    throng_result result = THRONG_OK;
    if (kind == 0) {
        result = throng_danger_solve(s->danger, s->solver, cost_of(s), &desc, percent,
                                     s->near_field, s->near_flow);
    } else {
        for (int32_t i = 0; kind == 2 && i < s->grid.width * s->grid.height; i++)
            s->values[i] =
                i % 7 == percent % 7 ? 2 * (uint32_t)(i * percent % 4099) : THRONG_UNREACHABLE;
        if (kind == 2)
            desc = (throng_integration_desc){
                .struct_size = desc.struct_size, .limit = desc.limit, .values = s->values};
        result = throng_solve_with(s->solver, cost_of(s), &desc, s->near_field, s->near_flow);
    }
    fuzz_require(result == THRONG_OK || result == THRONG_ERROR_GOAL);
    digest(s, s->near_field, s->near_flow);
}

static void start(state *s, throng_isa isa)
{
    throng_context_desc context = throng_context_desc_default();
    context.isa = isa;
    s->grid = throng_grid_default(fuzz_int(&s->in, 1, SIDE_MAX), fuzz_int(&s->in, 1, SIDE_MAX));
    s->goal = any_cell(s);
    throng_mover_desc mover = throng_mover_desc_default();
    for (int i = 1; i < 256; i++)
        mover.cost[i] = (uint8_t)i;
    throng_congestion_desc congestion = throng_congestion_desc_default();
    congestion.square = fuzz_int(&s->in, 1, 4);
    congestion.price = fuzz_int(&s->in, 0, 200);
    congestion.price_slow = fuzz_int(&s->in, 0, 200);
    throng_crowd_desc crowd = throng_crowd_desc_default();
    crowd.grid = s->grid;
    crowd.agent_capacity = AGENTS;
    REQUIRE_OK(throng_context_create(&context, &s->context));
    REQUIRE_OK(throng_terrain_create(s->context, &s->grid, &s->terrain));
    REQUIRE_OK(throng_layer_create(s->terrain, &mover, &s->layer));
    REQUIRE_OK(throng_solver_create(s->context, s->grid.width, s->grid.height, &s->solver));
    REQUIRE_OK(throng_danger_create(s->context, &s->grid, &s->danger));
    REQUIRE_OK(throng_congestion_create(s->layer, &congestion, &s->congestion));
    throng_integration_field **const fields[] = {&s->field, &s->other, &s->near_field};
    throng_flow_field **const flows[] = {&s->flow, &s->other_flow, &s->near_flow};
    for (int i = 0; i < 3; i++) {
        REQUIRE_OK(throng_integration_create(s->context, &s->grid, fields[i]));
        REQUIRE_OK(throng_flow_create(s->context, &s->grid, flows[i]));
    }
    REQUIRE_OK(throng_solve(s->solver, cost_of(s), &s->goal, 1, s->field, s->flow));
    REQUIRE_OK(throng_crowd_create(s->context, &crowd, &s->crowd));
    throng_group_desc group = throng_group_desc_default();
    group.cost = cost_of(s);
    group.integration = s->field;
    group.flow = s->flow;
    int32_t number;
    REQUIRE_OK(throng_crowd_add_group(s->crowd, &group, &number));
}

static void end(state *s)
{
    REQUIRE_OK(throng_crowd_destroy(s->crowd));
    REQUIRE_OK(throng_congestion_destroy(s->congestion));
    REQUIRE_OK(throng_danger_destroy(s->danger));
    throng_integration_field *const fields[] = {s->field, s->other, s->near_field};
    throng_flow_field *const flows[] = {s->flow, s->other_flow, s->near_flow};
    for (int i = 0; i < 3; i++) {
        REQUIRE_OK(throng_integration_destroy(fields[i]));
        REQUIRE_OK(throng_flow_destroy(flows[i]));
    }
    REQUIRE_OK(throng_solver_destroy(s->solver));
    REQUIRE_OK(throng_layer_destroy(s->layer));
    REQUIRE_OK(throng_terrain_destroy(s->terrain));
    REQUIRE_OK(throng_context_destroy(s->context));
}

static uint64_t run(fuzz_input in, throng_isa isa)
{
    static state s;
    memset(&s, 0, sizeof s);
    s.in = in;
    start(&s, isa);
    for (int i = 0; i < 40 && s.in.size > 0; i++) {
        const uint8_t choice = fuzz_byte(&s.in);
        if (choice < 60)
            edit(&s);
        else if (choice < 130)
            update(&s);
        else if (choice < 190)
            step(&s);
        else
            aim(&s);
    }
    end(&s);
    return s.digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_compare(data, size, run);
}
