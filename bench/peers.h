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

/* Discs of one radius, as they stand when the peer is opened. */
typedef struct bench_discs {
    int32_t count;
    const float *x, *y;
    float radius;
    float range; /* m from centre to centre; separation ends there */
    float side;  /* m; of the square map */
    float dt;    /* s */
    float goal_x, goal_y, max_speed, max_acceleration;
} bench_discs;

/* Neighbour search with sums, or steps of a crowd. */
typedef struct bench_crowd_peer {
    void *(*open)(const bench_discs *discs);
    void (*prepare)(void *peer); /* not timed: everybody back to where he stood; may be NULL */
    void (*work)(void *peer);
    /* What there is in the end, count of each: the pushes or the places. */
    const float *(*x)(const void *peer), *(*y)(const void *peer);
} bench_crowd_peer;

/* By bench_way; NULL where a program is built without that library. Whoever has it fills it in
 * before anything else; there is one table a program, since ways are numbers. */
extern const bench_field_peer *bench_field_peers[];
extern const bench_crowd_peer *bench_crowd_peers[];

/* heap.h with std::priority_queue in place of its own heap. */
extern const bench_field_peer bench_priority_queue;

/* In programs that are built with these libraries. */
extern const bench_field_peer bench_boost;
extern const bench_crowd_peer bench_nanoflann, bench_detour;

#ifdef __cplusplus
}
#endif

#endif
