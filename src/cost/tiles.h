/* What the wide solver needs to know of a map, in blocks of 64 x 64 cells, the tiles. Kept with the
 * cost field and redone where cells were edited.
 *
 * A row of a tile is WIDE_LANES16 * k columns. Column c lies in vector c % k, lane c / k, so that
 * left and right neighbours lie in the same lane of the other vectors: slot (c % k) * lanes + c / k
 * of the row. Every array of 64 is in the order of slots. Orientation 0 is the tile, orientation 1
 * its transpose. Slots depend on the instruction set, so a map serves solvers of the same one. */
#ifndef THRONG_COST_TILES_H
#define THRONG_COST_TILES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct throng_cost_field throng_cost_field;

/* Cells a side: a bit per row or column in a word. */
#define THRONG_TILE 64

typedef struct throng_tile_map {
    uint64_t pass[2]
                 [THRONG_TILE]; /* passable cells by orientation and row, in the order of slots */
    uint8_t cost;               /* of every passable cell, if is_uniform */
    bool is_uniform;
    bool is_empty;   /* nothing passable */
    bool is_winding; /* nearly all cells have at most two ways out: corridors with few forks */
    bool is_rough;   /* many walls or steep costs: a step along the row pays */
    uint8_t dearest; /* the largest cost of a passable cell; 0: there is none */
    uint8_t padding[58];
} throng_tile_map;

/* By orientation, row and slot; THRONG_WALL off the map. */
typedef struct throng_tile_costs {
    uint8_t cost[2][THRONG_TILE][THRONG_TILE];
} throng_tile_costs;

typedef struct throng_tile_maps {
    int32_t columns, rows; /* 0 where no tiles are kept */
    int32_t filled_count;  /* tiles that are not empty */
    int32_t winding_count;
    throng_tile_map *map;
    throng_tile_costs *costs;
} throng_tile_maps;

/* How many tiles a map of width x height cells is worth: 0 where they would hold more than eight
 * times the cells, as tiles take 19 KiB of a field and a solver each, however few cells they hold.
 */
uint64_t throng_tile_count(int32_t width, int32_t height);

/* Takes what the field of its context's instruction set needs. False if there is no memory. */
bool throng_tile_maps_take(throng_cost_field *field);
void throng_tile_maps_give(throng_cost_field *field);

/* Prepares the tiles with edits; the cells' moves are up to date. */
void throng_tile_maps_commit(throng_cost_field *field);

#endif
