/* A river with two bridges. After a while the near one is closed: the map is edited, the field
 * repaired, and everybody turns to the other. Soldiers walk; boats, who see the same terrain
 * with other eyes, do not mind. Prints the map every ten seconds. */
#include <throng/throng.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 60, HEIGHT = 20, MEADOW = 0, RIVER = 1, BRIDGE = 2 };

/* Everything here is refused only by mistake of the programmer or for want of memory. */
static void need(throng_result result)
{
    if (result != THRONG_OK) {
        fprintf(stderr, "%s\n", throng_result_text(result));
        exit(1);
    }
}

/* One field and what leads to it: a layer of the terrain, distances, directions. */
typedef struct way {
    throng_cost_field *cost;
    throng_integration_field *distance;
    throng_flow_field *flow;
} way;

static way make_way(throng_context *context, throng_grid grid)
{
    way way;
    need(throng_cost_create(context, &grid, &way.cost));
    need(throng_integration_create(context, &grid, &way.distance));
    need(throng_flow_create(context, &grid, &way.flow));
    return way;
}

static void solve(way *way, throng_solver *solver, const uint8_t *terrain,
                  const throng_layer_desc *layer, throng_cell goal)
{
    const throng_rect all = {0, 0, WIDTH, HEIGHT};
    need(throng_cost_derive(way->cost, all, terrain, WIDTH, layer));
    need(throng_cost_commit(way->cost));
    need(throng_solve(solver, way->cost, &goal, 1, way->distance, way->flow));
}

/* After an edit of the terrain: takes over the cells, and touches only what they change. */
static void repair(way *way, throng_solver *solver, const uint8_t *terrain,
                   const throng_layer_desc *layer, throng_rect cells)
{
    const uint8_t *first = terrain + cells.y * WIDTH + cells.x;
    need(throng_cost_derive(way->cost, cells, first, WIDTH, layer));
    need(throng_cost_commit(way->cost));
    need(throng_integration_repair(solver, way->cost, &cells, 1, way->distance));
    need(throng_flow(way->cost, way->distance, way->flow));
}

static void destroy_way(way *way)
{
    need(throng_flow_destroy(way->flow));
    need(throng_integration_destroy(way->distance));
    need(throng_cost_destroy(way->cost));
}

static int32_t add_group(throng_crowd *crowd, const way *way)
{
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = way->cost;
    desc.integration = way->distance;
    desc.flow = way->flow;
    int32_t group;
    need(throng_crowd_add_group(crowd, &desc, &group));
    return group;
}

static void add_agents(throng_crowd *crowd, int32_t group, float x, float y, int columns, int rows)
{
    for (int i = 0; i < columns * rows; i++) {
        throng_agent_desc agent = throng_agent_desc_default();
        agent.group = group;
        agent.x = x + (float)(i % columns);
        agent.y = y + (float)(i / columns);
        throng_agent_id id;
        need(throng_crowd_add(crowd, &agent, &id, NULL));
    }
}

static void print_map(const throng_crowd *crowd, const uint8_t *terrain, int second)
{
    char rows[HEIGHT][WIDTH + 1];
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            rows[y][x] = " ~="[terrain[y * WIDTH + x]];
        rows[y][WIDTH] = '\0';
    }
    throng_crowd_view view;
    need(throng_crowd_read(crowd, &view));
    for (int32_t i = 0; i < view.count; i++)
        rows[(int)view.y[i]][(int)view.x[i]] = view.group[i] == 0 ? 'o' : 'b';
    printf("second %d\n", second);
    for (int y = 0; y < HEIGHT; y++)
        printf("|%s|\n", rows[y]);
}

int main(void)
{
    static uint8_t terrain[WIDTH * HEIGHT]; /* meadow */
    for (int y = 0; y < HEIGHT; y++)
        memset(terrain + y * WIDTH + 28, y == 4 || y == 5 || y == 15 || y == 16 ? BRIDGE : RIVER,
               4);

    throng_context *context;
    throng_solver *solver;
    throng_crowd *crowd;
    const throng_grid grid = throng_grid_default(WIDTH, HEIGHT);
    need(throng_context_create(NULL, &context));
    need(throng_solver_create(context, WIDTH, HEIGHT, &solver));

    throng_layer_desc land = throng_layer_desc_default(), water = throng_layer_desc_default();
    land.cost[RIVER] = THRONG_WALL;
    water.cost[MEADOW] = THRONG_WALL; /* boats pass below the bridges */
    way by_land = make_way(context, grid), by_water = make_way(context, grid);
    solve(&by_land, solver, terrain, &land, (throng_cell){55, 4});
    solve(&by_water, solver, terrain, &water, (throng_cell){30, 0});

    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = grid;
    need(throng_crowd_create(context, &desc, &crowd));
    add_agents(crowd, add_group(crowd, &by_land), 4.5f, 2.5f, 10, 6);
    add_agents(crowd, add_group(crowd, &by_water), 29.5f, 17.5f, 2, 2);

    for (int second = 0; second <= 60; second++) {
        if (second % 10 == 0)
            print_map(crowd, terrain, second);
        if (second == 15) {
            terrain[4 * WIDTH + 30] = terrain[5 * WIDTH + 30] = RIVER; /* a plank is missing */
            repair(&by_land, solver, terrain, &land, (throng_rect){30, 4, 1, 2});
        }
        for (int frame = 0; frame < 60; frame++)
            need(throng_crowd_step(crowd, 1.0f / 60.0f));
    }

    throng_crowd_report report;
    need(throng_crowd_inspect(crowd, &report));
    printf("%d agents, %d in a wall\n", report.agents, report.in_wall);
    need(throng_crowd_destroy(crowd));
    destroy_way(&by_land);
    destroy_way(&by_water);
    need(throng_solver_destroy(solver));
    need(throng_context_destroy(context));
    return report.in_wall;
}
