/*
 * picture.h: a map from above. Ground with relief, the integration field as colour with contour
 * lines, the flow as fine strokes, goals that glow, and agents as dots with tails.
 */
#ifndef TOOL_PICTURE_H
#define TOOL_PICTURE_H

#include "canvas.h"
#include "engine.h"

typedef struct tool_picture_desc {
    const tool_map *map;
    const tool_fields *fields; /* solved */
    const throng_cell *goals;  /* the cells of the destination; all of them glow */
    int32_t goal_count;
    const throng_cell *marks; /* where rings are drawn; NULL: at the goals themselves */
    int32_t mark_count;
    const char *title, *remark; /* two lines of the caption; NULL: the map's name and size */
    bool has_people;            /* the caption explains the dots */
    const tool_party *cast;     /* whose dots they are; NULL: their colours are paces */
    int32_t party_count;
    bool is_even;       /* both sides even, as video coders want it */
    int32_t side_limit; /* pixels of the map's longer side, at most; 0: 1920 */
} tool_picture_desc;

typedef struct tool_picture {
    tool_canvas canvas;
    float scale;                   /* pixels per cell */
    int32_t left, top;             /* pixel where the map begins */
    int32_t map_width, map_height; /* pixels */
} tool_picture;

/* Agents, in the order of their `user` values, and where they were: trail[k * count + i] is where
 * agent i was k + 1 samples ago. */
typedef struct tool_people {
    int32_t count;
    const throng_point *places;
    const float *paces;    /* speed as a share of max_speed, 0..1 */
    const float *radii;    /* m */
    const uint32_t *tints; /* colours of their parties; NULL: colours of their paces */
    const uint8_t *has_arrived;
    const throng_point *trail;
    int32_t trail_length;
} tool_people;

/* Draws everything but the people. Close it, also after a failure. */
bool tool_picture_open(tool_engine *engine, const tool_picture_desc *desc, tool_picture *out);
void tool_picture_close(tool_picture *picture);

void tool_picture_add_people(tool_picture *picture, const tool_people *people);

/* The picture without people, straight into a PNG file. */
bool tool_picture_write(tool_engine *engine, const tool_picture_desc *desc, const char *path);

/* The parts, in the order in which they are painted. */
bool tool_picture_paint_ground(tool_picture *picture, const tool_picture_desc *desc);
bool tool_picture_paint_flow(tool_picture *picture, tool_engine *engine, const tool_fields *fields);
void tool_picture_paint_marks(tool_picture *picture, const tool_picture_desc *desc);
void tool_picture_paint_caption(tool_picture *picture, const tool_picture_desc *desc);

/* Colour of a distance, 0 at the goal .. 1 far away, and of a pace, 0 stands .. 1 full speed. */
tool_colour tool_picture_ramp(float share);
tool_colour tool_picture_pace(float pace, bool has_arrived);

/* Colour of an agent of a party: darker where it stands, lighter where it has arrived. */
tool_colour tool_picture_tint(uint32_t rgb, float pace, bool has_arrived);

#endif
