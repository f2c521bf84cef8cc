/* The ground from inside. It is cut into blocks of 16 x 16 cells, each of which knows when it was
 * edited last; so every layer finds what is new to it. */
#ifndef THRONG_TERRAIN_TERRAIN_H
#define THRONG_TERRAIN_TERRAIN_H

#include <throng/terrain.h>

#include "base/internal.h"
#include "cost/cost.h"

/* Cells a side. Larger ones derive more cells than were edited, smaller ones take longer to scan:
 * 4096 words for 1024 x 1024 cells, about a microsecond. */
#define THRONG_BLOCK 16

/* What mover and terrain agree on, so that sights and rooms have one limit: 64 cells. */
#define THRONG_MOVER_RADIUS_MAX 16384

/* A rectangle or a disc. */
typedef struct throng_stamp {
    throng_stamp_id id;
    throng_rect cells;  /* around it, on the map; of no width if it covers nothing */
    int32_t x, y;       /* of a disc's centre, in 1/256 of a cell from the map's corner */
    int32_t radius_256; /* -1: a rectangle */
    uint32_t audience;  /* 0: an obstacle */
    uint8_t value;      /* its id, or the price */
} throng_stamp;

/* Checks a disc by the rules of throng_terrain_stamp_disc. */
throng_result throng_disc_check(const throng_context *log, const throng_grid *grid,
                                throng_point centre, float radius);

/* The stamp of a disc that has been checked. */
throng_stamp throng_stamp_of_disc(const throng_grid *grid, throng_point centre, float radius);

/* What a stamp covers of row y of a rectangle; empty if begin >= end. */
throng_span throng_stamp_span(const throng_stamp *stamp, throng_rect cells, int32_t y);

struct throng_terrain {
    throng_context *context;
    throng_grid grid;
    uint8_t *ground, *ids; /* without and with obstacles */
    throng_stamp *stamps;  /* in the order in which they were put */
    int32_t stamp_count, stamp_capacity;
    throng_stamp_id last_id;
    int32_t block_columns, block_rows;
    uint64_t *editions; /* per block: the revision of its last edit */
    uint64_t revision;
    atomic_int layer_count;
};

/* The rows of rectangles that hosts hand in. */
throng_result throng_terrain_check_rect(const throng_context *context, const throng_grid *grid,
                                        throng_rect cells);
throng_result throng_terrain_check_rows(const throng_context *context, const throng_grid *grid,
                                        throng_rect cells, const void *rows, const char *name,
                                        size_t row_bytes);

/* The common part of two rectangles, one of them on a map; empty if width or height is below 1. */
static inline throng_rect throng_rect_common(throng_rect a, throng_rect b)
{
    const int32_t left = a.x > b.x ? a.x : b.x, top = a.y > b.y ? a.y : b.y;
    const int64_t a_right = (int64_t)a.x + a.width, b_right = (int64_t)b.x + b.width;
    const int64_t a_bottom = (int64_t)a.y + a.height, b_bottom = (int64_t)b.y + b.height;
    return (throng_rect){left, top, (int32_t)((a_right < b_right ? a_right : b_right) - left),
                         (int32_t)((a_bottom < b_bottom ? a_bottom : b_bottom) - top)};
}

static inline bool throng_rect_is_empty(throng_rect rect)
{
    return rect.width < 1 || rect.height < 1;
}

#endif
