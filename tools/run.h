/* run.h: the parts of throng run. */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "engine.h"
#include "film.h"

/* Steps per simulated second: one step per frame of a game, and one substep per step. */
#define TOOL_RUN_RATE 60

/* Steps between two points of a trail: a quarter of a second, 35 cm, more than a radius. */
#define TOOL_RUN_TRAIL_STEPS 15

typedef struct tool_run_options {
    const char *map_words;
    tool_goals points; /* --goal; the scene's own or the map's middle if there is none */
    int64_t agents;    /* 0: the scene's own number, or 10000 */
    int64_t threads;
    double seconds; /* below 0: the scene's own number, or 60 */
    throng_isa isa;
    uint64_t seed;
    const char *png_path, *video_path;
    bool is_json, is_help;
} tool_run_options;

/* What became of a party. */
typedef struct tool_run_party {
    int32_t agents, arrived;
    double last_arrival; /* s; 0 if nobody has arrived */
} tool_run_party;

/* What a run found out. */
typedef struct tool_run_result {
    int32_t steps;
    uint64_t wall_ns;        /* spent in steps */
    int64_t wall_violations; /* agents times steps in a wall, off the map or nowhere (NaN) */
    float max_overlap;       /* the deepest that the looks, one per simulated second, have seen */
    throng_crowd_report end; /* after the last step */
    uint64_t state_hash;
    tool_run_party parties[TOOL_PARTIES_MAX];
} tool_run_result;

typedef struct tool_run {
    tool_run_options options;
    tool_map map;
    tool_engine engine;
    throng_terrain *terrain;                         /* of scenes with parties */
    throng_danger *danger;                           /* of those where somebody flees */
    throng_congestion *congestion[TOOL_PARTIES_MAX]; /* of parties that mind crowds */
    /* By party, which is also the group's number; maps without parties have one. */
    tool_fields fields[TOOL_PARTIES_MAX];
    tool_goals area[TOOL_PARTIES_MAX]; /* all cells of the destination */
    int32_t party_count;
    throng_agent_id first_agent[TOOL_PARTIES_MAX];
    throng_crowd *crowd;
    tool_run_result result;
} tool_run;

/* run_setup.c: everything up to the first step. */
bool tool_run_prepare(tool_run *run);

/* run_cast.c: the same for scenes with parties: fields, crowd and agents of each. */
bool tool_run_prepare_cast(tool_run *run);

/* What parties do between steps: who flees looks where the danger is now. */
bool tool_run_turn_cast(tool_run *run, int32_t step);

/* A crowd without groups, and a group that goes where a party's fields lead. */
bool tool_run_open_crowd(tool_run *run);
bool tool_run_add_group(tool_run *run, int32_t party);

/* run_loop.c: all steps, with bar, checks and video. `track` has no agents if no picture is wanted.
 */
bool tool_run_steps(tool_run *run, tool_track *track);

/* Writes the picture of the end, if one was asked for. */
bool tool_run_draw(tool_run *run, const tool_track *track);

/* What the picture shows, for tool_picture_open; `remark` has room for the second line. */
tool_picture_desc tool_run_picture(const tool_run *run, char *remark, size_t remark_bytes);

/* run_report.c */
void tool_run_print_json(const tool_run *run);
void tool_run_print_table(const tool_run *run);

#endif
