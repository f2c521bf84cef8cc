#include "integration/tiles.h"

#include "integration/integration.h"

#include <string.h>

bool throng_tiles_take(throng_solver *solver, uint64_t count)
{
    throng_tiles *tiles = &solver->tiles;
    throng_context *context = solver->context;
    if (!context->kernels.prepare || count == 0)
        return true;
    tiles->capacity = count;
    tiles->visits_per_tile = THRONG_VISITS_PER_TILE;
    tiles->tile = throng_take(context, count, sizeof *tiles->tile);
    tiles->values = throng_take(context, count, sizeof *tiles->values);
    tiles->queue = throng_take(context, count, sizeof *tiles->queue);
    const throng_tasks *tasks = &context->tasks;
    const int32_t workers = tasks->mode == THRONG_TASKS_NONE ? 1 : tasks->worker_count;
    tiles->scratch_count = workers < THRONG_TILE_WORKERS ? workers : THRONG_TILE_WORKERS;
    tiles->scratch = throng_take(context, (uint64_t)tiles->scratch_count, sizeof *tiles->scratch);
    if (!tiles->tile || !tiles->values || !tiles->queue || !tiles->scratch)
        return false;
    throng_tiles_clear(tiles, 0, (int32_t)count);
    return true;
}

void throng_tiles_give(throng_solver *solver)
{
    const throng_tiles *tiles = &solver->tiles;
    throng_give(solver->context, tiles->tile, tiles->capacity, sizeof *tiles->tile);
    throng_give(solver->context, tiles->values, tiles->capacity, sizeof *tiles->values);
    throng_give(solver->context, tiles->queue, tiles->capacity, sizeof *tiles->queue);
    throng_give(solver->context, tiles->scratch, (uint64_t)tiles->scratch_count,
                sizeof *tiles->scratch);
}

void throng_tiles_clear(throng_tiles *tiles, int32_t begin, int32_t end)
{
    tiles->queue_count = 0;
    for (int32_t t = begin; t < end; t++) {
        throng_tile *tile = &tiles->tile[t];
        tile->queue_index = -1;
        tile->stage = THRONG_TILE_ASLEEP;
        tile->news = 0;
        tile->lost_some = false;
        tile->is_written = false;
        tile->goal = THRONG_NO_GOAL;
    }
}

static void put(throng_tiles *tiles, int32_t index, int32_t tile)
{
    tiles->queue[index] = tile;
    tiles->tile[tile].queue_index = index;
}

static void rise(throng_tiles *tiles, int32_t index)
{
    int32_t tile = tiles->queue[index];
    while (index > 0) {
        int32_t parent = (index - 1) / 2;
        if (tiles->tile[tiles->queue[parent]].priority <= tiles->tile[tile].priority)
            break;
        put(tiles, index, tiles->queue[parent]);
        index = parent;
    }
    put(tiles, index, tile);
}

static void sink(throng_tiles *tiles, int32_t index)
{
    int32_t tile = tiles->queue[index];
    for (;;) {
        int32_t child = 2 * index + 1;
        if (child >= tiles->queue_count)
            break;
        if (child + 1 < tiles->queue_count && tiles->tile[tiles->queue[child + 1]].priority <
                                                  tiles->tile[tiles->queue[child]].priority)
            child++;
        if (tiles->tile[tiles->queue[child]].priority >= tiles->tile[tile].priority)
            break;
        put(tiles, index, tiles->queue[child]);
        index = child;
    }
    put(tiles, index, tile);
}

void throng_tiles_push(throng_tiles *tiles, int32_t tile, uint32_t key)
{
    throng_tile *t = &tiles->tile[tile];
    uint32_t priority = key + (t->stage == THRONG_TILE_VISITED ? THRONG_TILE_DELAY : 0);
    if (t->queue_index < 0) {
        t->key = key;
        t->priority = priority;
        t->queue_index = tiles->queue_count++;
        tiles->queue[t->queue_index] = tile;
        rise(tiles, t->queue_index);
        return;
    }
    t->key = key < t->key ? key : t->key;
    if (priority < t->priority) {
        t->priority = priority;
        rise(tiles, t->queue_index);
    }
}

int32_t throng_tiles_pop(throng_tiles *tiles)
{
    int32_t first = tiles->queue[0], last = tiles->queue[--tiles->queue_count];
    tiles->tile[first].queue_index = -1;
    if (tiles->queue_count > 0) {
        tiles->queue[0] = last;
        sink(tiles, 0);
    }
    return first;
}
