/*
 * golden_world.h: the maps of the golden scenes and the fields on them. Everything is a function of
 * the scene and of its size; edits come at fixed turns.
 */
#ifndef TEST_GOLDEN_WORLD_H
#define TEST_GOLDEN_WORLD_H

#include <throng/throng.h>

/* The program needs no library but throng, so that it can be built for any processor. Ends it with
 * a sentence unless the claim holds. */
#define golden_expect(claim) golden_expect_that((claim), #claim, __FILE__, __LINE__)
#define golden_expect_ok(call) golden_expect((call) == THRONG_OK)
void golden_expect_that(bool holds, const char *claim, const char *file, int line);

enum { GOLDEN_LAYERS = 2, GOLDEN_FIELDS = 4, GOLDEN_STAGES = THRONG_STAGE_STEP + 1 };

typedef enum golden_scene {
    GOLDEN_DOOR,  /* two crowds through one door that narrows and widens */
    GOLDEN_MAZE,  /* corridors of three cells over mixed ground; walls fall and rise */
    GOLDEN_FIELD, /* groups that cross in the open, some repelled by a few pillars */
    GOLDEN_HERD,  /* likewise, with every behaviour in some group, a field of values and one of
                     safety, and walls of another layer */
    GOLDEN_SCENES
} golden_scene;

/* The long form is four times the map, four times the agents, and 600 steps. */
typedef struct golden_size {
    const char *name; /* "short" or "full" */
    int32_t scale;    /* of the map's sides */
    int32_t agents;
    int32_t turns;
} golden_size;

extern const golden_size golden_short, golden_full;

extern const char *const golden_scene_names[GOLDEN_SCENES];

/* How to compute; must not matter. */
typedef struct golden_setup {
    throng_isa isa;
    throng_tasks tasks;
    bool reloads; /* halfway the crowd is saved, and another one loaded */
} golden_setup;

typedef struct golden_world {
    golden_scene scene;
    const golden_size *size;
    throng_context *context;
    throng_grid grid;
    throng_solver *solver;
    throng_cost_field *cost[GOLDEN_LAYERS]; /* one for everybody, and one with a barrier more */
    throng_integration_field *integration[GOLDEN_FIELDS];
    throng_flow_field *flow[GOLDEN_FIELDS]; /* field f lies on layer f % GOLDEN_LAYERS */
    throng_sight_field *sight;              /* of field 0, for the cell `seen` */
    throng_cell seen;
    throng_danger *danger;
    uint64_t hash[GOLDEN_STAGES]; /* of the stages before the crowd, over all edits */
} golden_world;

void golden_world_open(golden_world *world, golden_scene scene, const golden_size *size,
                       const golden_setup *setup);
void golden_world_close(golden_world *world);

/* Edits the map and solves the fields anew if the turn asks for it. */
void golden_world_turn(golden_world *world, int32_t turn);

/* A hash that goes on. */
uint64_t golden_fold(uint64_t hash, uint64_t value);

#endif
