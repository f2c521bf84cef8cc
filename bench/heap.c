#include "heap.h"

#include <throng/throng.h>

#include <stdlib.h>

typedef struct entry {
    uint32_t distance;
    int32_t cell;
} entry;

struct bench_heap {
    entry *entries;
    int32_t count;
};

bench_heap *bench_heap_create(int32_t cells)
{
    bench_heap *heap = calloc(1, sizeof *heap);
    if (!heap)
        return NULL;
    /* Every cell is bettered at most once by each neighbour. */
    heap->entries = malloc(((size_t)cells * 8 + 1) * sizeof *heap->entries);
    if (heap->entries)
        return heap;
    free(heap);
    return NULL;
}

static void push(bench_heap *heap, uint32_t distance, int32_t cell)
{
    entry *e = heap->entries;
    int32_t k = heap->count++;
    for (; k > 0 && e[(k - 1) / 2].distance > distance; k = (k - 1) / 2)
        e[k] = e[(k - 1) / 2];
    e[k] = (entry){distance, cell};
}

static entry pop(bench_heap *heap)
{
    entry *e = heap->entries;
    const entry top = e[0], last = e[--heap->count];
    int32_t k = 0;
    for (int32_t child = 1; child < heap->count; child = 2 * k + 1) {
        if (child + 1 < heap->count && e[child + 1].distance < e[child].distance)
            child++;
        if (e[child].distance >= last.distance)
            break;
        e[k] = e[child];
        k = child;
    }
    e[k] = last;
    return top;
}

void bench_heap_solve(bench_heap *heap, int32_t width, int32_t height, const uint8_t *costs,
                      int32_t goal, int32_t neighbours, uint32_t *distance)
{
    static const int32_t step_x[8] = {1, -1, 0, 0, 1, 1, -1, -1};
    static const int32_t step_y[8] = {0, 0, 1, -1, 1, -1, 1, -1};
    for (int32_t i = 0; i < width * height; i++)
        distance[i] = THRONG_UNREACHABLE;
    distance[goal] = 0;
    heap->count = 0;
    push(heap, 0, goal);
    while (heap->count > 0) {
        const entry own = pop(heap);
        if (own.distance > distance[own.cell])
            continue;
        const int32_t x = own.cell % width, y = own.cell / width;
        for (int32_t k = 0; k < neighbours; k++) {
            const int32_t to_x = x + step_x[k], to_y = y + step_y[k], to = to_y * width + to_x;
            if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height || costs[to] == THRONG_WALL)
                continue;
            if (k >= 4 &&
                (costs[y * width + to_x] == THRONG_WALL || costs[to_y * width + x] == THRONG_WALL))
                continue;
            /* One pays for the ground that one walks out of, towards the goal. */
            const uint32_t sum = own.distance + (k < 4 ? 10u : 14u) * costs[to];
            if (sum < distance[to]) {
                distance[to] = sum;
                push(heap, sum, to);
            }
        }
    }
}
