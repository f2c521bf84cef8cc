/* What questions about the ground cost against one integration of the same map, in one process and
 * by turns: the least of many times, of the thread.
 *
 *     ground_times [MAP ...]      (names as in ground.h)
 *
 * `sight` marks what the goal sees, for a point and for a disc of 100 / 256 cells, on a map that
 * has just been edited and on the same map again. `layer` derives all cells for movers of a radius
 * in 1/256 of a cell, of which none differs from before; `written` stands for cells that nearly all
 * do, with the commit. `regions` are built anew, and brought up to date after an edit of a cell. */
#define _POSIX_C_SOURCE 200809L

#include <throng/throng.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ground.h"

#define TURNS 15

enum {
    INTEGRATE,
    POINT,
    POINT_AGAIN,
    DISC,
    DISC_AGAIN,
    LAYER_0,
    LAYER_200,
    LAYER_1000,
    LAYER_16384,
    LAYER_NEW,
    BUILD,
    UPDATE,
    COUNT
};

static const char *const names[COUNT] = {
    "integration",
    "sight",
    "sight again",
    "sight of a disc",
    "sight of a disc again",
    "layer",
    "layer, 200",
    "layer, 1000",
    "layer, 16384",
    "layer, 200, written",
    "regions",
    "regions, one cell",
};

typedef struct bench {
    bench_ground ground;
    uint8_t *other; /* ids to write by turns */
    throng_context *context;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *field;
    throng_sight_field *sight;
    throng_regions *regions;
    throng_terrain *terrain;
    throng_layer *layers[4];
    double began;
    double least[COUNT]; /* ms */
} bench;

static void check(throng_result result)
{
    if (result == THRONG_OK)
        return;
    fprintf(stderr, "%s\n", throng_result_text(result));
    exit(EXIT_FAILURE);
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void begin(bench *b)
{
    b->began = now_ms();
}

static void end(bench *b, int what)
{
    const double took = now_ms() - b->began;
    if (b->least[what] == 0.0 || took < b->least[what])
        b->least[what] = took;
}

static throng_rect whole(const bench *b)
{
    return (throng_rect){0, 0, b->ground.width, b->ground.height};
}

static void open_bench(bench *b, const char *map)
{
    static const int32_t radii[4] = {0, 200, 1000, 16384};
    *b = (bench){0};
    if (!bench_ground_make(map, &b->ground))
        exit(EXIT_FAILURE);
    const throng_grid grid = throng_grid_default(b->ground.width, b->ground.height);
    const size_t row_bytes = (size_t)grid.width;
    check(throng_context_create(NULL, &b->context));
    check(throng_cost_create(b->context, &grid, &b->cost));
    check(throng_cost_write(b->cost, whole(b), b->ground.costs, row_bytes));
    check(throng_cost_commit(b->cost));
    check(throng_solver_create(b->context, grid.width, grid.height, &b->solver));
    check(throng_integration_create(b->context, &grid, &b->field));
    check(throng_sight_create(b->context, &grid, &b->sight));
    check(throng_regions_create(b->context, &grid, &b->regions));
    check(throng_terrain_create(b->context, &grid, &b->terrain));
    throng_mover_desc mover = throng_mover_desc_default();
    for (int i = 1; i < 256; i++)
        mover.cost[i] = (uint8_t)i; /* ids are costs */
    for (int i = 0; i < 4; i++) {
        mover.radius_256 = radii[i];
        check(throng_layer_create(b->terrain, &mover, &b->layers[i]));
    }
    check(throng_terrain_write(b->terrain, whole(b), b->ground.costs, row_bytes));
    b->other = malloc((size_t)grid.width * (size_t)grid.height);
    if (!b->other)
        exit(EXIT_FAILURE);
    memcpy(b->other, b->ground.costs, (size_t)grid.width * (size_t)grid.height);
}

static void close_bench(bench *b)
{
    for (int i = 0; i < 4; i++)
        check(throng_layer_destroy(b->layers[i]));
    check(throng_terrain_destroy(b->terrain));
    check(throng_regions_destroy(b->regions));
    check(throng_sight_destroy(b->sight));
    check(throng_integration_destroy(b->field));
    check(throng_solver_destroy(b->solver));
    check(throng_cost_destroy(b->cost));
    check(throng_context_destroy(b->context));
    free(b->other);
    bench_ground_free(&b->ground);
}

/* Makes every other cell's cost another than it was the last time, so that nearly all must be
 * written and the whole map prepared. */
static void write_layer(bench *b, int turn)
{
    throng_rect changed[16];
    int32_t count;
    const int32_t cell_count = b->ground.width * b->ground.height;
    for (int32_t i = 0; i < cell_count; i++)
        if (b->ground.costs[i] != THRONG_WALL)
            b->other[i] = (uint8_t)(1 + (i + turn) % 2);
    check(throng_terrain_write(b->terrain, whole(b), b->other, (size_t)b->ground.width));
    begin(b);
    check(throng_layer_update(b->layers[1], changed, 16, &count));
    end(b, LAYER_NEW);
    check(throng_terrain_write(b->terrain, whole(b), b->ground.costs, (size_t)b->ground.width));
    check(throng_layer_update(b->layers[1], changed, 16, &count));
}

/* Makes the goal's cell a wall and passable again, so that the map is another one to whoever looks
 * for edits of walls. */
static throng_rect edit(bench *b)
{
    const throng_rect cells = {b->ground.goal.x, b->ground.goal.y, 1, 1};
    check(throng_cost_fill(b->cost, cells, THRONG_WALL));
    check(throng_cost_fill(b->cost, cells, 1));
    check(throng_cost_commit(b->cost));
    return cells;
}

static void look(bench *b, int32_t radius_256, int what)
{
    edit(b);
    for (int again = 0; again < 2; again++) {
        begin(b);
        check(throng_sight(b->cost, &b->ground.goal, 1, radius_256, b->sight));
        end(b, what + again);
    }
}

static void take_turn(bench *b, int turn)
{
    throng_rect changed[16];
    int32_t count;
    begin(b);
    check(throng_integrate(b->solver, b->cost, &b->ground.goal, 1, b->field));
    end(b, INTEGRATE);
    look(b, 0, POINT);
    look(b, 100, DISC);
    check(throng_terrain_write(b->terrain, whole(b), b->ground.costs, (size_t)b->ground.width));
    for (int i = 0; i < 4; i++) {
        begin(b);
        check(throng_layer_update(b->layers[i], changed, 16, &count));
        end(b, LAYER_0 + i);
    }
    write_layer(b, turn);
    begin(b);
    check(throng_regions_build(b->cost, b->regions));
    end(b, BUILD);
    const throng_rect cells = edit(b);
    begin(b);
    check(throng_regions_update(b->cost, &cells, 1, b->regions));
    end(b, UPDATE);
}

int main(int argc, char **argv)
{
    static char *standard[] = {"empty:1024", "open:1024", "random:1024", "terrain:1024",
                               "rooms:1024"};
    char **maps = argc > 1 ? argv + 1 : standard;
    const int map_count = argc > 1 ? argc - 1 : (int)(sizeof standard / sizeof *standard);
    for (int i = 0; i < map_count; i++) {
        static bench b;
        open_bench(&b, maps[i]);
        for (int turn = 0; turn < TURNS; turn++)
            take_turn(&b, turn);
        printf("%s\n", maps[i]);
        for (int what = 0; what < COUNT; what++)
            printf("    %-22s %8.3f ms   %6.2f integrations\n", names[what], b.least[what],
                   b.least[what] / b.least[INTEGRATE]);
        close_bench(&b);
    }
    return EXIT_SUCCESS;
}
