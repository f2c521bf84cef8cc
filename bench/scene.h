/* scene.h: what the benchmarks run, as both languages see it: C makes worlds and works on them, C++
 * hands them to Google Benchmark.
 *
 * A scene is one piece of work on one world. It is done in several ways, which must leave the same
 * bits. */
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bench_way {
    BENCH_PLAIN,  /* the scalar kernels at -O2 without the compiler's vectoriser: what floors are
                     against */
    BENCH_SCALAR, /* the scalar kernels as the library ships them */
    BENCH_SSE41,
    BENCH_AVX2,
    BENCH_AVX512,
    BENCH_NEON,
    /* Not ours, or not this library's way of doing it. */
    BENCH_HEAP,           /* a plain binary heap: heap.h */
    BENCH_PRIORITY_QUEUE, /* the same with std::priority_queue */
    BENCH_BOOST,          /* Boost.Graph's dijkstra */
    BENCH_NANOFLANN,
    BENCH_DETOUR, /* DetourCrowd of Recast Navigation */
    BENCH_WAY_COUNT
} bench_way;

/* Sets of ways. */
#define BENCH_ONLY_SCALAR (1u << BENCH_SCALAR)
#define BENCH_EACH_ISA ((1u << BENCH_HEAP) - 1)
#define BENCH_ONLY_WIDE (BENCH_EACH_ISA & ~(1u << BENCH_PLAIN | 1u << BENCH_SCALAR))
#define BENCH_SHIPPED (BENCH_EACH_ISA & ~(1u << BENCH_PLAIN))

/* Two threads in turn on one: what two free cores would share, whatever else the machine does. */
#define BENCH_TWO_IN_TURN (-2)

/* Most pieces that work may be cut into. */
#define BENCH_PARTS_MAX 20

typedef struct bench_world bench_world;
typedef struct bench_scene bench_scene;

struct bench_scene {
    const char *name; /* stage/scene */
    /* Makes the world, for `way` if each has its own; NULL and a sentence on standard error if it
     * can't be made. */
    bench_world *(*open)(const bench_scene *scene, bench_way way);
    void (*prepare)(bench_world *world);        /* before all parts, not timed; may be NULL */
    void (*work)(bench_world *world, int part); /* timed */
    uint64_t (*hash)(const bench_world *world); /* of what all parts have computed */
    unsigned ways;                              /* a bit for each that it is done in */
    unsigned own_bits; /* those of them that compute something else: their hash is not compared */
    bool is_world_per_way; /* what a map is prepared for depends on the instruction set */
    int parts;             /* each is timed apart, and the sum of their minima reported */
    int threads_most;      /* 1, or more: the scene is done on several threads too */
    float item_bytes;      /* of arrays that are read or written, an item; 0 if nobody counted */
    /* What `open` needs to know. */
    const char *map;  /* a name that ground.h knows */
    int32_t side;     /* cells */
    int32_t count;    /* agents, points, fields or units */
    float neighbours; /* wanted on average, where agents stand anyhow */
    int layout;       /* bench_layout of world.h */
    bool is_shuffled;
    int32_t passes; /* that part overlaps; floors are of steps that have none */
    bool behaves;   /* with all behaviours on */
    int32_t asleep; /* per cent of the agents, from the west on, that have arrived and sleep */
};

/* What a world has to say about itself. */
typedef struct bench_facts {
    double items;
    const char *unit;     /* what an item is: "cells", "agents" and the like */
    double neighbours;    /* in range of an agent, on average; 0 if there are none */
    double bytes_an_item; /* of the crowd */
    double allocations;   /* since the world was made */
    bool is_broken;       /* something could not be done, and was said on standard error */
    double spared;        /* s: what the idler of BENCH_TWO_IN_TURN has done since bench_choose */
} bench_facts;

const char *bench_way_name(bench_way way);
bool bench_way_is_usable(bench_way way);
bool bench_has_threads(void);

/* False if the scene needs a real map that is not there. */
bool bench_scene_is_there(const bench_scene *scene);

/* What the work is done with from now on. `threads` is 1 or more, or BENCH_TWO_IN_TURN. */
void bench_choose(bench_world *world, bench_way way, int32_t threads);

bench_facts bench_look(const bench_world *world);

/* "gcc 12.2.0" */
const char *bench_compiler(void);

/* Lists of scenes, each with a NULL name behind the last; NULL behind the last list. */
extern const bench_scene *const bench_scenes[];

#ifdef __cplusplus
}
#endif

#endif
