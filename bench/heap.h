/* heap.h: Dijkstra's algorithm as anybody would write it, the yardstick of integration fields: a
 * plain binary heap of (distance, cell), bounds checked at every neighbour, and entries that were
 * bettered meanwhile left in the heap until they come up (lazy deletion). */
#ifndef BENCH_HEAP_H
#define BENCH_HEAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_heap bench_heap;

/* For maps of so many cells. NULL without memory. */
bench_heap *bench_heap_create(int32_t cells);

/* Distances of all cells from `goal`, by 8 or 4 neighbours, under the library's rules. */
void bench_heap_solve(bench_heap *heap, int32_t width, int32_t height, const uint8_t *costs,
                      int32_t goal, int32_t neighbours, uint32_t *distance);

#endif
