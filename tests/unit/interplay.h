/*
 * interplay.h: a terrain, a layer of it, fields over that and a crowd that follows them.
 */
#ifndef TEST_INTERPLAY_H
#define TEST_INTERPLAY_H

#include "crowd_world.h"

enum { SIDE = 24, WALL = 255 };

typedef struct stage {
    throng_context *context;
    throng_grid grid;
    throng_terrain *terrain;
    throng_layer *layer;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_crowd *crowd; /* group 0 follows the fields */
} stage;

static const throng_cell goal = {20, 12};

static inline throng_layer *layer_of(throng_terrain *terrain, int32_t radius_256)
{
    throng_mover_desc desc = throng_mover_desc_default();
    desc.cost[9] = WALL;
    desc.radius_256 = radius_256;
    throng_layer *layer = NULL;
    assert_ok(throng_layer_create(terrain, &desc, &layer));
    return layer;
}

static inline void solve_for(stage *s, throng_cell cell)
{
    const throng_cost_field *cost = throng_layer_cost(s->layer);
    assert_ok(throng_integrate(s->solver, cost, &cell, 1, s->integration));
    assert_ok(throng_flow(cost, s->integration, s->flow));
}

static inline void solve(stage *s)
{
    solve_for(s, goal);
}

static inline void update(stage *s)
{
    throng_rect changed;
    int32_t count;
    assert_ok(throng_layer_update(s->layer, &changed, 1, &count));
}

static inline stage open_stage_of(int32_t side, throng_cell aim)
{
    stage s = {.context = test_context_create(), .grid = throng_grid_default(side, side)};
    assert_ok(throng_terrain_create(s.context, &s.grid, &s.terrain));
    s.layer = layer_of(s.terrain, 0);
    assert_ok(throng_solver_create(s.context, side, side, &s.solver));
    assert_ok(throng_integration_create(s.context, &s.grid, &s.integration));
    assert_ok(throng_integration_reserve_goals(s.integration, 16));
    assert_ok(throng_flow_create(s.context, &s.grid, &s.flow));
    solve_for(&s, aim);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = s.grid;
    desc.agent_capacity = 64;
    assert_ok(throng_crowd_create(s.context, &desc, &s.crowd));
    throng_group_desc group = throng_group_desc_default();
    group.cost = throng_layer_cost(s.layer);
    group.integration = s.integration;
    group.flow = s.flow;
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(s.crowd, &group, &number));
    return s;
}

static inline stage open_stage(void)
{
    return open_stage_of(SIDE, goal);
}

static inline void close_stage(stage *s)
{
    assert_ok(throng_crowd_destroy(s->crowd));
    assert_ok(throng_flow_destroy(s->flow));
    assert_ok(throng_integration_destroy(s->integration));
    assert_ok(throng_solver_destroy(s->solver));
    assert_ok(throng_layer_destroy(s->layer));
    assert_ok(throng_terrain_destroy(s->terrain));
    assert_ok(throng_context_destroy(s->context));
}

static inline throng_agent_id add(stage *s, float x, float y)
{
    const throng_agent_desc desc = crowd_agent_at(x, y, 0);
    return crowd_add(s->crowd, &desc);
}

static inline throng_congestion *congestion_of(throng_layer *layer)
{
    throng_congestion_desc desc = throng_congestion_desc_default();
    desc.price = 40;
    throng_congestion *congestion = NULL;
    assert_ok(throng_congestion_create(layer, &desc, &congestion));
    return congestion;
}

static inline throng_result congest(stage *s, throng_congestion *congestion,
                                    const throng_congestion_field *fields, int32_t count)
{
    throng_congestion_changes changes;
    return throng_congestion_update(congestion, s->crowd, 10, s->solver, fields, count, &changes);
}

#endif
