/*
 * scenario.h: the whole pipeline once, on a map with everything in it. Its hashes must be the same
 * whatever the memory, the threads and the floating-point state of the host.
 */
#ifndef TEST_API_SCENARIO_H
#define TEST_API_SCENARIO_H

#include "host.h"

enum {
    SCENARIO_WIDTH = 90,
    SCENARIO_HEIGHT = 70,
    SCENARIO_CELLS = SCENARIO_WIDTH * SCENARIO_HEIGHT,
    SCENARIO_AGENTS = 1500,
    SCENARIO_POINTS = 997,
    SCENARIO_QUERIES = 40,
    SCENARIO_STAMPS = 8
};

/* What the host brings along: computed before the library is called, so that the host's arithmetic
 * and the library's can run under different floating-point states. */
typedef struct scenario_input {
    throng_grid grid;
    uint8_t costs[SCENARIO_CELLS];
    throng_agent_desc agents[SCENARIO_AGENTS];
    float points_x[SCENARIO_POINTS], points_y[SCENARIO_POINTS];
    throng_point query_centres[SCENARIO_QUERIES];
    float query_radii[SCENARIO_QUERIES];
    throng_point stamps[SCENARIO_STAMPS];
} scenario_input;

typedef struct scenario {
    scenario_input input;
    throng_context *context;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_builder *builder;
    throng_path_finder *finder;
    throng_crowd *crowd;
    float headings_x[SCENARIO_POINTS], headings_y[SCENARIO_POINTS];
    throng_cell path[SCENARIO_CELLS];
    throng_agent_id found[SCENARIO_AGENTS];
} scenario;

typedef struct scenario_hashes {
    uint64_t cost, integration, flow, sample, path, query, places, report;
    uint64_t stages[8]; /* of throng_crowd_hash after the last step */
} scenario_hashes;

/* Zeroes everything and computes the input, always the same. */
void scenario_prepare(scenario *self);

/* Makes every object there is and adds the agents, with one throng_crowd_reserve on the way. The
 * first result that is not THRONG_OK comes back; what was made before it is destroyed again. */
throng_result scenario_create(scenario *self, const throng_context_desc *desc);

/* Solves, samples, steps `steps` times, edits the map in between, searches and asks. */
void scenario_work(scenario *self, int steps, scenario_hashes *out);

void scenario_destroy(scenario *self);

/* All four; fails the test if anything is refused. */
void scenario_run(const throng_context_desc *desc, int steps, scenario_hashes *out);

/* Fails, naming the stage, unless both are equal. */
void scenario_assert_equal(const scenario_hashes *a, const scenario_hashes *b, const char *who);

#endif
