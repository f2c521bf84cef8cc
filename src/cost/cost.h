/* The cost field from inside: cost bytes, and per cell the legal moves, which hold the one corner
 * rule of the library. */
#ifndef THRONG_COST_COST_H
#define THRONG_COST_COST_H

#include <throng/cost.h>

#include "base/internal.h"
#include "cost/tiles.h"

/* Columns begin .. end - 1 of a row that were edited since the last commit; empty if begin >= end.
 */
typedef struct throng_span {
    int32_t begin, end;
} throng_span;

struct throng_cost_field {
    throng_context *context;
    throng_grid grid;
    float cells_per_metre; /* 1 / cell_size */
    uint8_t *cost;         /* row by row, no border */
    /* The same without prices: what slows agents down. The array of a layer, or `cost`; padded. */
    const uint8_t *ground;
    /* Bit code - 1 is set if the step with that flow code is legal: both ends are passable and, for
     * a diagonal, both cells beside it. 0xFF thus says that the 3 x 3 block holds no wall. */
    uint8_t *moves;
    throng_span *edited;     /* one per row */
    throng_span edited_rows; /* rows that hold an edit, and some between them that do not */
    throng_tile_maps tiles;  /* for the wide solver */
    int32_t cost_count[256]; /* cells of each cost */
    uint64_t serial;         /* name of this field in its context */
    uint64_t revision;
    uint64_t walls_revision; /* that at which a wall came or went last */
    bool is_committed;
    atomic_int user_count; /* groups of crowds */
};

/* The steps of flow codes 1..8, at index code - 1: E S W N SE SW NW NE. */
extern const int8_t throng_step_x[8], throng_step_y[8];

/* Recomputes the moves of columns begin .. end - 1 of row y. */
void throng_cost_moves_scalar(const uint8_t *cost, int32_t width, int32_t height, int32_t y,
                              int32_t begin, int32_t end, uint8_t *moves);

/* Lowest cost of a passable cell; 1 if there is none. */
uint8_t throng_cost_lowest(const throng_cost_field *field);

/* Truncates towards minus infinity; |value| < 2^31. */
static inline int32_t throng_floor(float value)
{
    int32_t whole = (int32_t)value;
    return whole - (value < (float)whole);
}

/* Where a finite point lies: column and row, possibly off the map by as much as an int32_t holds.
 */
static inline int32_t throng_column_of(const throng_cost_field *field, float x)
{
    float column = (x - field->grid.origin_x) * field->cells_per_metre;
    column = column > -1.0f ? column : -1.0f;
    column = column < (float)field->grid.width ? column : (float)field->grid.width;
    return throng_floor(column);
}

static inline int32_t throng_row_of(const throng_cost_field *field, float y)
{
    float row = (y - field->grid.origin_y) * field->cells_per_metre;
    row = row > -1.0f ? row : -1.0f;
    row = row < (float)field->grid.height ? row : (float)field->grid.height;
    return throng_floor(row);
}

/* Index of the cell in which a place on the map lies. */
static inline size_t throng_cell_of(const throng_cost_field *field, float x, float y)
{
    return (size_t)throng_row_of(field, y) * (size_t)field->grid.width +
           (size_t)throng_column_of(field, x);
}

/* True off the map too. */
static inline bool throng_cost_is_wall(const throng_cost_field *field, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= field->grid.width || y >= field->grid.height)
        return true;
    return field->cost[(size_t)y * (size_t)field->grid.width + (size_t)x] == THRONG_WALL;
}

/* True if the rectangle is on the map and not empty. */
static inline bool throng_cost_holds(const throng_cost_field *field, throng_rect cells)
{
    const throng_grid *grid = &field->grid;
    return cells.x >= 0 && cells.y >= 0 && cells.width >= 1 && cells.height >= 1 &&
           cells.x <= grid->width - cells.width && cells.y <= grid->height - cells.height;
}

#endif
