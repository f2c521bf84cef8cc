/* Sampling: points all over a map with rough ground, none of them in a wall. */
#include "sample/sample.h"

#include "world.h"

#include <stdlib.h>

static bool take_points(bench_world *w)
{
    size_t bytes = (size_t)w->scene->count * sizeof(float);
    w->x = malloc(bytes);
    w->y = malloc(bytes);
    w->heading_x = malloc(bytes);
    w->heading_y = malloc(bytes);
    return w->x && w->y && w->heading_x && w->heading_y;
}

/* Row by row, from west to east. */
static void put_points(bench_world *w)
{
    uint64_t chance = 3;
    int32_t side = w->ground.width, a_row = (w->scene->count + side - 1) / side;
    /* A fifth of the map is walls, where nobody stands. */
    float apart = 0.8f * (float)side / (float)a_row;
    for (int32_t row = 0; row < side; row++)
        for (float x = 0.0f; x < (float)side - apart; x += apart) {
            throng_point at = {x + apart * bench_random_unit(&chance),
                               (float)row + bench_random_unit(&chance)};
            throng_cell cell;
            if (w->point_count == w->scene->count || !throng_cost_cell_of(w->cost, at, &cell) ||
                throng_cost_at(w->cost, cell) == THRONG_WALL)
                continue;
            w->x[w->point_count] = at.x;
            w->y[w->point_count] = at.y;
            w->point_count++;
        }
}

static void shuffle_points(bench_world *w)
{
    uint64_t chance = 4;
    for (int32_t i = w->point_count - 1; i > 0; i--) {
        int32_t k = (int32_t)(bench_random(&chance) % (uint64_t)(i + 1));
        float x = w->x[i], y = w->y[i];
        w->x[i] = w->x[k];
        w->y[i] = w->y[k];
        w->x[k] = x;
        w->y[k] = y;
    }
}

static bench_world *open_points(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_world_open(scene, way, scene->map);
    if (!world)
        return NULL;
    if (!take_points(world)) {
        bench_check(THRONG_ERROR_MEMORY, scene->name);
        return NULL;
    }
    put_points(world);
    if (scene->is_shuffled)
        shuffle_points(world);
    return world;
}

static void sample(bench_world *w, int part)
{
    (void)part;
    const throng_grid *grid = &w->flow->grid;
    const throng_sample_view view = {w->flow->codes, w->flow->quads, THRONG_WALL_RULE_DROP};
    throng_sample_job job = {.width = grid->width,
                             .height = grid->height,
                             .cells_per_metre = 1.0f,
                             .views = &view,
                             .x = w->x,
                             .y = w->y,
                             .heading_x = w->heading_x,
                             .heading_y = w->heading_y,
                             .cpu_quirks = w->context->cpu_quirks};
    w->context->kernels.sample(&job, 0, w->point_count);
}

static uint64_t hash(const bench_world *w)
{
    size_t bytes = (size_t)w->point_count * sizeof(float);
    return bench_hash(bench_hash(BENCH_HASH_START, w->heading_x, bytes), w->heading_y, bytes);
}

/* Bytes an agent: place and heading are four floats, and a quad of two bytes is looked up. */
#define SCENE(name_, map_, count_, is_shuffled_)                                                   \
    {                                                                                              \
        .name = "sample/" name_, .open = open_points, .work = sample, .hash = hash,                \
        .ways = BENCH_EACH_ISA, .parts = 1, .threads_most = 1, .map = map_, .count = count_,       \
        .is_shuffled = is_shuffled_, .item_bytes = 18.0f                                           \
    }

const bench_scene bench_sample_scenes[] = {SCENE("sorted-1m", "random:1024", 1000000, false),
                                           SCENE("shuffled-1m", "random:1024", 1000000, true),
                                           SCENE("sorted-10k", "random:256", 10000, false),
                                           SCENE("sorted-1k", "random:64", 1000, false),
                                           {.name = NULL}};
