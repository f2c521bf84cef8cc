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

/* Neighbours and crowds: so many discs of one radius, from where they stand. */
typedef struct bench_crowd_peer {
    /* `range` is where separation ends, from centre to centre; the map is `side` metres a side. */
    void *(*open)(int32_t count, const float *x, const float *y, float radius, float range,
                  float side);
    void (*work)(void *peer, float *push_x, float *push_y);
} bench_crowd_peer;

/* By bench_way; NULL where a program is built without that library. Whoever has it fills it in
 * before anything else; there is one table a program, since ways are numbers. */
extern const bench_field_peer *bench_field_peers[];
extern const bench_crowd_peer *bench_crowd_peers[];

/* heap.h with std::priority_queue in place of its own heap. */
extern const bench_field_peer bench_priority_queue;

#ifdef __cplusplus
}
#endif

#endif
