/* world.h: a map with its fields and, for most stages, a crowd that can be put back as it was. */
#ifndef BENCH_WORLD_H
#define BENCH_WORLD_H

#include "scene.h"

#include "crowd/crowd.h"
#include "crowd/memory.h"

/* 1 of so many seconds: a step, and one substep. */
#define BENCH_STEP (1.0f / 60.0f)

/* Where agents stand. */
enum bench_layout {
    BENCH_NOBODY,
    BENCH_DISC,      /* one crowd */
    BENCH_CLUMPS,    /* many crowds of BENCH_CLUMP agents, all over the map */
    BENCH_STRAGGLER, /* one crowd, and one agent in a far corner */
    BENCH_ANYHOW,  /* by chance over a square, so that an agent has so many neighbours on average */
    BENCH_ONE_CELL /* by chance within a cell */
};

#define BENCH_CLUMP 500

/* Walls in a hundred cells; with rough ground 15 more cost 3 and 7 cost 6, as on the maps that the
 * program calls random. */
typedef struct bench_ground {
    int32_t side;
    int32_t walls;
    bool is_rough;
    throng_cell goal; /* is made passable, with the cells around it */
} bench_ground;

struct bench_world {
    const bench_scene *scene;
    throng_context *context;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_cell goal;

    throng_crowd *crowd;
    throng_crowd saved;
    void *saved_arrays[THRONG_AGENT_ARRAYS];
    double neighbours;

    int32_t point_count;
    float *x, *y, *heading_x, *heading_y;

    int64_t allocations, allocations_at_start;
    double spared; /* s, by the second of two threads that took turns */
};

/* The next number of a sequence that depends on `*state` alone; from 0 to 1. */
uint64_t bench_random(uint64_t *state);
float bench_random_unit(uint64_t *state);

/* Context, map and solved fields. NULL and a sentence on standard error on failure. */
bench_world *bench_world_open(const bench_scene *scene, const bench_ground *ground);

/* True if all went well; otherwise says what did not. */
bool bench_check(throng_result result, const char *what);

/* Adds a crowd as the scene wants it. */
bool bench_crowd_open(bench_world *world);

/* Lets the crowd walk so many steps, as fast as this CPU can. */
bool bench_crowd_walk(bench_world *world, int32_t steps);

/* Keeps the crowd as it is now, and counts pairs. */
bool bench_crowd_save(bench_world *world);
void bench_crowd_restore(bench_world *world);

/* `open` of every scene with a crowd that walks: a sparse map, the layout, a second of warming up.
 */
bench_world *bench_crowd_scene_open(const bench_scene *scene);

/* FNV-1a over what stands in memory. */
uint64_t bench_hash(uint64_t hash, const void *bytes, size_t count);
#define BENCH_HASH_START THRONG_FNV_OFFSET

#endif
