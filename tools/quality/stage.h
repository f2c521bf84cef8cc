/*
 * stage.h: a scene on the library, and the record of what happens. The only file of the scoreboard
 * that calls the library.
 */
#ifndef QUALITY_STAGE_H
#define QUALITY_STAGE_H

#include "record.h"
#include "scene.h"

/* How a run is done. None of it may change a bit of what comes out. */
typedef struct quality_manner {
    throng_isa isa;
    int32_t workers;  /* threads of a step */
    bool is_reloaded; /* half way on, the crowd goes on as one that is made of its save alone */
    double seconds;   /* longest run; 0: as long as the scene asks for */
    uint64_t hash;    /* out: of the crowd after every step of all runs */
} quality_manner;

typedef struct quality_stage {
    quality_manner *manner; /* NULL: one thread, the best instruction set, no hash */
    quality_scene *scene;   /* the caller's; changes with goals and ground */
    throng_context *context;
    char sentence[256]; /* what the library said last */
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field **integration; /* by group */
    throng_flow_field **flow;
    throng_crowd *crowd;
    quality_record record;
    double *step_ns; /* by step: CPU time of the thread per agent */
    int32_t step;    /* steps taken */
    int32_t step_capacity;
} quality_stage;

/* Sets the scene up and takes the record's first frame. Close it also after a failure. */
bool quality_stage_open(quality_stage *stage, quality_scene *scene, quality_manner *manner);
void quality_stage_close(quality_stage *stage);

/* Steps until `seconds` have passed in all or everybody has arrived; in the latter case for
 * scene->rest seconds more. */
bool quality_stage_run(quality_stage *stage, double seconds);

/* Replaces a group's goals by the cells of a rectangle. */
bool quality_stage_set_goal(quality_stage *stage, int32_t number, throng_rect cells);

/* Changes the ground, and all groups' fields with it. */
bool quality_stage_fill(quality_stage *stage, throng_rect cells, uint8_t cost);

/* Begins the record anew, with the present places as its first frame and nobody settled: after new
 * orders. */
bool quality_stage_restart(quality_stage *stage);

/* CPU time of an agent's step while all are asleep at the end of the run, over that of its
 * beginning; means over `seconds` each. NaN for shorter runs. */
double quality_cost_ratio(const quality_stage *stage, double seconds);

/* Whether the library can do what evacuation mode needs. */
bool quality_has_time_gap(void);

#endif
