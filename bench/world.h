/* world.h: a map with its fields and, for most stages, a crowd that can be put back as it was. */
#ifndef BENCH_WORLD_H
#define BENCH_WORLD_H

#include "ground.h"
#include "heap.h"
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

struct bench_world {
    const bench_scene *scene;
    bench_way way;
    bench_ground ground;
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

    double items; /* if neither agents nor points nor the cells of the map; `unit` of them */
    const char *unit;
    bench_heap *heap; /* of the ways that need one */
    void *peer;       /* whatever another library needs */
    bool is_broken;   /* something could not be done, or came out wrong, and was said */
    void *own;        /* whatever the scene needs beside all this */
};

/* The next number of a sequence that depends on `*state` alone; from 0 to 1. */
uint64_t bench_random(uint64_t *state);
float bench_random_unit(uint64_t *state);

/* Context, map and solved fields, for the instruction set of `way` if the scene wants a world for
 * each. NULL and a sentence on standard error on failure. */
bench_world *bench_world_open(const bench_scene *scene, bench_way way, const char *map);

/* The same on a map that is all goal to its corner (2, 2), where crowds walk to. */
bench_world *bench_world_open_corner(const bench_scene *scene, bench_way way, const char *kind);

/* `open` of scenes that need no more than that, on the map that they name. */
bench_world *bench_map_open(const bench_scene *scene, bench_way way);

/* The instruction set of a way; the scalar one for those that are not ours. */
throng_isa bench_way_isa(bench_way way);

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
bench_world *bench_crowd_scene_open(const bench_scene *scene, bench_way way);

/* The scenes of the stages. */
extern const bench_scene bench_cost_scenes[], bench_integration_scenes[], bench_repair_scenes[],
    bench_many_scenes[], bench_flow_scenes[], bench_sample_scenes[], bench_neighbours_scenes[],
    bench_steer_scenes[], bench_move_scenes[], bench_step_scenes[], bench_frame_scenes[],
    bench_path_scenes[], bench_places_scenes[], bench_detours_scenes[], bench_yardstick_scenes[];

/* FNV-1a over what stands in memory. */
uint64_t bench_hash(uint64_t hash, const void *bytes, size_t count);
#define BENCH_HASH_START THRONG_FNV_OFFSET

#endif
