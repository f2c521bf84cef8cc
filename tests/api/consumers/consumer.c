/* A host that found the library by its build system: the whole pipeline, one hash, as C and as C++.
 */
#include <throng/throng.h>

#include <stdio.h>

static int fail(const char *what)
{
    fprintf(stderr, "%s failed\n", what);
    return 1;
}

int main(void)
{
    const throng_grid grid = throng_grid_default(40, 30);
    const throng_rect wall = {20, 0, 1, 25};
    const throng_cell goal = {35, 5};
    throng_context *context = NULL;
    throng_cost_field *cost = NULL;
    throng_solver *solver = NULL;
    throng_integration_field *distance = NULL;
    throng_flow_field *flow = NULL;
    throng_crowd *crowd = NULL;
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    throng_group_desc group_desc = throng_group_desc_default();
    throng_agent_desc agent_desc = throng_agent_desc_default();
    throng_agent_id id = 0;
    int32_t group = 0;
    int i;

    if (throng_version() / 100 != THRONG_VERSION_MAJOR * 100 + THRONG_VERSION_MINOR)
        return fail("linking the headers' version");
    if (throng_context_create(NULL, &context) || throng_cost_create(context, &grid, &cost) ||
        throng_cost_fill(cost, wall, THRONG_WALL) || throng_cost_commit(cost))
        return fail("the map");
    if (throng_solver_create(context, grid.width, grid.height, &solver) ||
        throng_integration_create(context, &grid, &distance) ||
        throng_flow_create(context, &grid, &flow) ||
        throng_integrate(solver, cost, &goal, 1, distance) || throng_flow(cost, distance, flow))
        return fail("the fields");
    crowd_desc.grid = grid;
    group_desc.cost = cost;
    group_desc.integration = distance;
    group_desc.flow = flow;
    if (throng_crowd_create(context, &crowd_desc, &crowd) ||
        throng_crowd_add_group(crowd, &group_desc, &group))
        return fail("the crowd");
    for (i = 0; i < 50; i++) {
        agent_desc.x = 2.5f + (float)(i % 10);
        agent_desc.y = 3.5f + (float)(i / 10);
        if (throng_crowd_add(crowd, &agent_desc, &id, NULL))
            return fail("an agent");
    }
    for (i = 0; i < 120; i++) {
        if (throng_crowd_step(crowd, 1.0f / 30.0f))
            return fail("a step");
    }
    printf("%016llx\n", (unsigned long long)throng_crowd_hash(crowd, THRONG_STAGE_STEP));
    if (throng_crowd_destroy(crowd) || throng_flow_destroy(flow) ||
        throng_integration_destroy(distance) || throng_solver_destroy(solver) ||
        throng_cost_destroy(cost) || throng_context_destroy(context))
        return fail("tidying up");
    return 0;
}
