/*
 * map.h: the maps that a person can name: files, random maps and the built-in scenes.
 *
 * A map is one terrain id per cell and two tables that say what each id costs on land and on water;
 * the library derives its cost fields from them.
 */
#ifndef TOOL_MAP_H
#define TOOL_MAP_H

#include "tool.h"

typedef enum tool_layer { TOOL_LAYER_LAND = 0, TOOL_LAYER_WATER = 1 } tool_layer;

/* How a picture paints a terrain. It has no say in what the terrain costs. */
typedef enum tool_look {
    TOOL_LOOK_WALL = 0,
    TOOL_LOOK_ROCK,
    TOOL_LOOK_TREES,
    TOOL_LOOK_WATER,
    TOOL_LOOK_PLAIN,
    TOOL_LOOK_SWAMP,
    TOOL_LOOK_ROUGH, /* cost 3 and the like; hills */
    TOOL_LOOK_STEEP, /* cost 6 and the like */
    TOOL_LOOK_ROAD,
    TOOL_LOOK_WOOD, /* floors and bridges */
    TOOL_LOOK_BARE, /* nobody built or grew anything here: outside of the map proper */
    TOOL_LOOK_COUNT
} tool_look;

#define TOOL_MAP_GOALS_MAX 8

/* Part of a scene's cast: agents of one kind that go from one place to another. */
typedef struct tool_party {
    const char *name;
    int32_t count;
    throng_rect from, to; /* where they start, and the cells of their goal; none of no width */
    float radius, speed;  /* m, m/s */
    int32_t closed_id;    /* terrain that is a wall to them alone; 0: none */
    uint32_t rgb;         /* of their dots */
    int32_t flees;        /* the party that they flee from, in place of a goal, plus 1; 0: none */
    int32_t quarry;    /* the party whose first agent is its target and threat, plus 1; 0: none */
    bool minds_crowds; /* its ways are dearer where many are held up */
    void (*behave)(throng_behaviour_desc *desc); /* what else they want; NULL: nothing */
} tool_party;

#define TOOL_PARTIES_MAX 24

/* Words in a picture, from the corner of a cell on. */
typedef struct tool_label {
    throng_cell cell;
    const char *text;
} tool_label;

typedef struct tool_map {
    const char *name;     /* base name of the file, or the words that named the map */
    throng_grid grid;     /* cells of one metre */
    uint8_t *terrain;     /* width * height ids, row by row */
    uint8_t cost[2][256]; /* by tool_layer and id; THRONG_WALL where there is no way */
    uint8_t look[256];    /* tool_look by id */
    throng_cell goals[TOOL_MAP_GOALS_MAX]; /* what a scene suggests */
    int32_t goal_count;                    /* 0 for maps that suggest none */
    const tool_party *cast;                /* of scenes with parties; NULL for others */
    int32_t party_count;
    double seconds;       /* that the cast needs */
    double trail_seconds; /* of the tails behind the dots; 0: as usual */
    const tool_label *labels;
    int32_t label_count;
} tool_map;

/* Reads the map that `words` name: a .map, .pgm or .png file, random:SIZE[:SEED], or a scene. On
 * failure one sentence is printed. `words` must outlive the map. Free with tool_map_free. */
bool tool_map_load(const char *words, tool_map *out);

void tool_map_free(tool_map *map);

/* What each way of naming a map does. `out` is empty but for its name. */
bool tool_map_load_text(const char *path, tool_map *out);
bool tool_map_load_pgm(const char *path, tool_map *out);
bool tool_map_load_png(const char *path, tool_map *out);
bool tool_map_make_random(const char *words, tool_map *out);
bool tool_map_make_scene(const char *words, tool_map *out);

/* Names of the built-in scenes with a line about each; NULL name behind the last. */
typedef struct tool_scene {
    const char *name;
    const char *about;
    bool (*draw)(tool_map *map);
} tool_scene;

extern const tool_scene tool_scenes[];

/* Room for the terrain of a map of this size, all id 0, and tables that are all walls. */
bool tool_map_make(tool_map *map, int32_t width, int32_t height);

/* What one id means. */
void tool_map_define(tool_map *map, uint8_t id, tool_look look, uint8_t land, uint8_t water);

uint8_t tool_map_at(const tool_map *map, throng_cell cell);

/* Water if the ground under the cell can be passed on water only, land otherwise. */
tool_layer tool_map_layer_at(const tool_map *map, throng_cell cell);

const char *tool_layer_name(tool_layer layer);

#endif
