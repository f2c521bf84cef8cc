/*
 * stage.h: a scene on the library, and the record of what happens. The only file of the scoreboard
 * that calls the library.
 */
#ifndef QUALITY_STAGE_H
#define QUALITY_STAGE_H

#include "record.h"
#include "scene.h"

typedef struct quality_stage {
    const quality_scene *scene;
    throng_context *context;
    char sentence[256]; /* what the library said last */
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field **integration; /* by group */
    throng_flow_field **flow;
    throng_crowd *crowd;
    throng_agent_id *ids; /* by agent; THRONG_AGENT_NONE once it has left */
    int32_t *still;       /* by agent: successive frames without any movement */
    quality_record record;
    int32_t step; /* steps taken */
} quality_stage;

/* Sets the scene up and takes the record's first frame. Close it also after a failure. */
bool quality_stage_open(quality_stage *stage, const quality_scene *scene);
void quality_stage_close(quality_stage *stage);

/* Steps until `seconds` have passed in all or everybody has arrived; in the latter case for
 * scene->rest seconds more. */
bool quality_stage_run(quality_stage *stage, double seconds);

/* Replaces a group's goals by the cells of a rectangle. */
bool quality_stage_set_goal(quality_stage *stage, int32_t group, throng_rect cells);

/* Forgets all frames but the last one, which becomes the first. */
void quality_stage_forget(quality_stage *stage);

/* Whether the library can do what evacuation mode needs. */
bool quality_has_time_gap(void);

#endif
