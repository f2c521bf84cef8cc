/* A layer from inside. */
#ifndef THRONG_TERRAIN_LAYER_H
#define THRONG_TERRAIN_LAYER_H

#include "terrain/terrain.h"

/* A bit per cell, row by row, 64 cells a word; bits beyond the width are 0. */
typedef struct throng_cell_bits {
    uint64_t *words;
    size_t row_words;
} throng_cell_bits;

struct throng_layer {
    throng_context *context;
    throng_terrain *terrain;
    throng_cost_field *cost;
    uint8_t table[256];
    uint32_t audience;
    int32_t radius_256;
    int32_t reach; /* rows and columns over which a wall closes other cells */
    /* By distance in rows, 0..reach: the columns to either side that a wall closes; -1 for none. */
    int32_t *widths;
    throng_cell_bits walls;     /* ids that are walls */
    throng_cell_bits closed;    /* cells in which the mover has no room, walls among them */
    throng_cell_bits saturated; /* passable cells whose prices exceed what a cost can be */
    int64_t saturated_count;
    uint8_t *unpriced;      /* costs by the table alone, per cell */
    uint8_t *prices;        /* the layer's own, per cell */
    bool has_prices;        /* of its own */
    uint8_t *stale;         /* per block: costs may have changed */
    uint8_t *rows;          /* THRONG_BLOCK rows of costs in the making */
    uint64_t seen_revision; /* of the terrain */
};

/* Half-widths of what a wall closes for a disc, in columns, by distance in rows; returns the
 * largest distance, at most 64. `widths` holds 65, or is NULL if only the distance is asked for. */
int32_t throng_clearance_widths(int32_t radius_256, int32_t *widths);

/* Sets `closed` in the rows of `cells`, in whole words: where walls or the map's edge leave the
 * mover no room. */
void throng_clearance_close(struct throng_layer *layer, throng_rect cells);

#endif
