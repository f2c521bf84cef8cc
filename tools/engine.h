/* engine.h: a context of the library as the commands use it: with a clock per stage and with the
 * library's own sentence when it refuses something. */
#ifndef TOOL_ENGINE_H
#define TOOL_ENGINE_H

#include "map.h"

#define TOOL_STAGE_COUNT (THRONG_STAGE_STEP + 1)

typedef struct tool_engine {
    throng_context *context;
    char sentence[256];      /* what the library said last */
    uint64_t (*clock)(void); /* ns; tool_now unless a command sets another */
    uint64_t stage_ns[TOOL_STAGE_COUNT];
    uint64_t stage_calls[TOOL_STAGE_COUNT];
    uint64_t stage_began[TOOL_STAGE_COUNT];
} tool_engine;

/* `thread_count` above 1 asks for OpenMP. The engine must not move while it is open: the context
 * points at it. */
bool tool_engine_open(tool_engine *engine, throng_isa isa, int32_t thread_count);

/* Everything made from the context must be gone. */
void tool_engine_close(tool_engine *engine);

/* True if `result` is OK; otherwise prints what the library said. */
bool tool_engine_check(const tool_engine *engine, throng_result result);

double tool_engine_ms(const tool_engine *engine, throng_stage stage);

/* One layer of a map with the fields that a destination on it needs. */
typedef struct tool_fields {
    const throng_cost_field *cost; /* `own`, or that of `layer` */
    throng_cost_field *own;
    throng_layer *layer;
    throng_layer *walls; /* the same layer without clearance, or NULL if it has none */
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
} tool_fields;

/* Derives the layer and makes room for its fields. Call tool_fields_close also after a failure. */
bool tool_fields_open(tool_engine *engine, const tool_map *map, tool_layer layer, tool_fields *out);

/* The same for a kind of mover on a terrain, which must live longer. */
bool tool_fields_open_layer(tool_engine *engine, throng_terrain *terrain,
                            const throng_mover_desc *mover, tool_fields *out);

void tool_fields_close(tool_fields *fields);

/* Solves both fields for these goals. */
bool tool_fields_solve(tool_engine *engine, tool_fields *fields, const throng_cell *goals,
                       int32_t goal_count);

/* Cells that can reach a goal, and the largest and the sum of their integration values. */
typedef struct tool_reach {
    int64_t cell_count;
    uint32_t largest;
    uint64_t sum;
} tool_reach;

tool_reach tool_fields_reach(const tool_fields *fields);

/* Goals that a person names, in a list that grows. */
typedef struct tool_goals {
    throng_cell *cells;
    int32_t count, capacity;
} tool_goals;

bool tool_goals_add(tool_goals *goals, throng_cell cell);
bool tool_goals_parse(tool_goals *goals, const char *text);
void tool_goals_free(tool_goals *goals);

/* Refuses goals off the map, each by its numbers. */
bool tool_goals_check(const tool_goals *goals, const tool_map *map);

#endif
