/*
 * crowd_scene.h: a crowd case, running: the library's objects, and what the test knows about every
 * agent.
 */
#ifndef TEST_CROWD_SCENE_H
#define TEST_CROWD_SCENE_H

#include <throng/throng.h>

#include "crowd_case.h"

/* How a run differs from the plain one. */
typedef struct crowd_variant {
    int32_t worker_count; /* 1: nothing leaves the calling thread */
    bool is_reversed;     /* agents are added last first */
    bool is_unbroken;     /* no action `save` is taken */
} crowd_variant;

/* An agent by its number. Positions are those after the last step, or the start's. */
typedef struct crowd_member {
    throng_agent_id id;
    bool is_alive;
    int32_t group; /* -1: none */
    double radius, speed;
    double start_x, start_y;
    double x, y, last_x, last_y; /* now, and before the last step */
    bool is_finite;              /* position and velocity are */
    bool has_arrived;            /* at present */
} crowd_member;

typedef struct crowd_scene {
    const crowd_case *told;
    crowd_variant variant;
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration[CROWD_GROUPS_MAX];
    throng_flow_field *flow[CROWD_GROUPS_MAX];
    throng_cell *goals[CROWD_GROUPS_MAX]; /* present goals */
    int32_t goal_count[CROWD_GROUPS_MAX];
    throng_crowd *crowd;
    int32_t member_count;
    crowd_member *members; /* room for CROWD_AGENTS_MAX */
    double clock;          /* s, end of the last step */
    double step_length;    /* s, of the last step */
    int32_t refused_count; /* badstep actions refused so far */
    bool is_done[CROWD_ACTIONS_MAX];
} crowd_scene;

void crowd_scene_open(crowd_scene *scene, const crowd_case *told, crowd_variant variant);
void crowd_scene_close(crowd_scene *scene);

/* Does what is to be done before the next step, takes it, and looks at everybody. False at the end
 * of the run. The running cmocka test fails if the library refuses what it may not. */
bool crowd_scene_step(crowd_scene *scene);

/* True for walls and off the map, now. */
bool crowd_scene_is_wall(const crowd_scene *scene, int32_t x, int32_t y);

/* The cell of a place; false off the map. */
bool crowd_scene_cell_of(const crowd_scene *scene, double x, double y, throng_cell *out);

#endif
