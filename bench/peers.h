/* peers.h: what other people's code makes of the same work, as both languages see it. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Distance fields by Dijkstra's algorithm. */
typedef struct bench_field_peer {
    /* Gets ready for a map, which is not timed. NULL without memory. */
    void *(*open)(int32_t width, int32_t height, const uint8_t *costs);
    void (*solve)(void *peer, int32_t goal, uint32_t *distance);
} bench_field_peer;

/* heap.h with std::priority_queue in place of its own heap. */
extern const bench_field_peer bench_priority_queue;

#ifdef __cplusplus
}
#endif

#endif
