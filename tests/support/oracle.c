#include "oracle.h"

#include <stdlib.h>

const int32_t test_step_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
const int32_t test_step_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static bool is_passable(const test_ground *ground, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < ground->width && y < ground->height &&
           ground->costs[(int64_t)y * ground->width + x] != 255;
}

bool test_step_is_legal(const test_ground *ground, int32_t x, int32_t y, int code)
{
    const int32_t to_x = x + test_step_x[code], to_y = y + test_step_y[code];
    /* For a straight step two of the three cells are the same, or the walker's own. */
    return is_passable(ground, to_x, to_y) && is_passable(ground, to_x, y) &&
           is_passable(ground, x, to_y);
}

uint64_t test_step_cost(const test_ground *ground, int32_t x, int32_t y, int code)
{
    return (code <= 4 ? 10u : 14u) * (uint64_t)ground->costs[(int64_t)y * ground->width + x];
}

typedef struct heap_item {
    uint64_t distance;
    int32_t cell;
} heap_item;

typedef struct heap {
    heap_item *items;
    size_t count;
} heap;

static void heap_push(heap *heap, heap_item item)
{
    size_t i = heap->count++;
    while (i > 0 && heap->items[(i - 1) / 2].distance > item.distance) {
        heap->items[i] = heap->items[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->items[i] = item;
}

static heap_item heap_pop(heap *heap)
{
    const heap_item top = heap->items[0];
    const heap_item last = heap->items[--heap->count];
    size_t i = 0;
    for (size_t child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count &&
            heap->items[child + 1].distance < heap->items[child].distance)
            child++;
        if (heap->items[child].distance >= last.distance)
            break;
        heap->items[i] = heap->items[child];
        i = child;
    }
    heap->items[i] = last;
    return top;
}

/* Offers the way over cell `from` to each cell that may step onto it. */
static void relax(const test_ground *ground, heap_item from, uint64_t *distances, heap *heap)
{
    const int32_t from_x = from.cell % ground->width, from_y = from.cell / ground->width;
    for (int code = 1; code <= 8; code++) {
        const int32_t x = from_x - test_step_x[code], y = from_y - test_step_y[code];
        if (!is_passable(ground, x, y) || !test_step_is_legal(ground, x, y, code))
            continue;
        const int32_t cell = y * ground->width + x;
        const uint64_t distance = from.distance + test_step_cost(ground, x, y, code);
        if (distance < distances[cell]) {
            distances[cell] = distance;
            heap_push(heap, (heap_item){distance, cell});
        }
    }
}

uint64_t test_oracle_solve(const test_ground *ground, const int32_t *goals, int32_t goal_count,
                           uint64_t *distances)
{
    return test_oracle_solve_priced(ground, goals, NULL, goal_count, distances);
}

uint64_t test_oracle_solve_priced(const test_ground *ground, const int32_t *goals,
                                  const uint32_t *prices, int32_t goal_count, uint64_t *distances)
{
    const size_t cell_count = (size_t)ground->width * (size_t)ground->height;
    for (size_t i = 0; i < cell_count; i++)
        distances[i] = TEST_UNREACHABLE;

    /* A cell is pushed at most once per neighbour, and each goal once. */
    heap heap = {malloc((8 * cell_count + (size_t)goal_count) * sizeof(heap_item)), 0};
    if (!heap.items)
        abort();
    for (int32_t i = 0; i < goal_count; i++) {
        const uint64_t price = prices ? prices[i] : 0;
        if (ground->costs[goals[i]] == 255 || price >= distances[goals[i]])
            continue;
        distances[goals[i]] = price;
        heap_push(&heap, (heap_item){price, goals[i]});
    }

    uint64_t largest = 0;
    while (heap.count > 0) {
        const heap_item item = heap_pop(&heap);
        if (item.distance > distances[item.cell])
            continue;
        largest = item.distance;
        relax(ground, item, distances, &heap);
    }
    free(heap.items);
    return largest;
}

uint8_t test_oracle_code(const test_ground *ground, const uint64_t *distances, int32_t x, int32_t y)
{
    const int64_t cell = (int64_t)y * ground->width + x;
    if (ground->costs[cell] == 255)
        return 15;
    if (distances[cell] == 0)
        return 0;
    uint8_t best_code = 0;
    uint64_t best = TEST_UNREACHABLE;
    for (int code = 1; code <= 8; code++) {
        if (!test_step_is_legal(ground, x, y, code))
            continue;
        const uint64_t to =
            distances[cell + (int64_t)test_step_y[code] * ground->width + test_step_x[code]];
        if (to == TEST_UNREACHABLE)
            continue;
        const uint64_t through = to + test_step_cost(ground, x, y, code);
        if (through < best) {
            best = through;
            best_code = (uint8_t)code;
        }
    }
    return best_code;
}
