/*
 * congestion.h: ways around crowds.
 *
 * A field of ways knows the ground, not who stands on it: everybody takes the nearest door, however
 * many wait there. A congestion counts agents, and those of them that are held up, in squares of
 * cells, several times a second; makes prices of what it has counted, which rise and fade within
 * seconds; puts them on a layer (terrain.h); and repairs the fields that lead over it. So a part of
 * a crowd takes the second door, once the wait at the first is worth the way. Prices are for
 * finding ways alone: nobody walks slower because of one.
 *
 * All numbers are whole ones, and neither the order of the agents nor threads matter: the same
 * crowd gives the same prices, bit for bit, on every machine. What a congestion remembers is no
 * part of a save of the crowd.
 */
#ifndef THRONG_CONGESTION_H
#define THRONG_CONGESTION_H

#include <throng/crowd.h>
#include <throng/terrain.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_congestion throng_congestion;

typedef struct throng_congestion_desc {
    size_t struct_size;
    /* s from one count to the next, 0.01..10, default 0.1. */
    float interval;
    /* s in which prices come to two thirds of what is counted, or fade by as much; at least the
     * interval and at most a hundred of it, default 2. Shorter: people change their minds at every
     * push. Longer: they queue up behind a door for longer before the first looks for another. */
    float memory;
    /* Cells a side of the squares that agents are counted in, 1..64, default 2. Small squares tell
     * apart what a step to the side would not change, and their prices change all the time. */
    int32_t square;
    /* What each agent adds to the price of a square of one cell, 0..1000; it is spread over the
     * cells of larger squares. Those who have arrived and those in quarantine add nothing. Default
     * 0: dense is not slow. */
    int32_t price;
    /* What an agent adds to that which is on its way at less than a fifth of its speed; 0..1000,
     * default 5: of 2 to 12 the least that sends enough people to the second of two doors; with
     * more they come back halfway, as those who went there before make that one dear. */
    int32_t price_slow;
    /* No cell gets a larger price; 1..253, default 100. */
    int32_t price_most;
} throng_congestion_desc;

THRONG_API void throng_congestion_desc_init(throng_congestion_desc *desc, size_t struct_size);

static inline throng_congestion_desc throng_congestion_desc_default(void)
{
    throng_congestion_desc desc;
    throng_congestion_desc_init(&desc, sizeof desc);
    return desc;
}

/* Makes a congestion for a layer, which must live longer, and whose own prices
 * (throng_layer_write_prices) are the congestion's from now on. 9 bytes per square. It does nothing
 * before it is updated. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_congestion_create(throng_layer *layer,
                                                  const throng_congestion_desc *desc,
                                                  throng_congestion **out);

/* Destroys a congestion. Its prices stay on the layer: throng_congestion_clear before takes them
 * away. NULL is allowed. */
THRONG_API throng_result throng_congestion_destroy(throng_congestion *congestion);

/* Fields that lead over the layer. */
typedef struct throng_congestion_field {
    throng_integration_field *integration; /* solved on the layer's costs as they are now */
    throng_flow_field *flow;               /* NULL: none */
} throng_congestion_field;

/* Most rectangles of throng_congestion_changes. */
#define THRONG_CONGESTION_RECTS 32

/* What an update did to the layer. */
typedef struct throng_congestion_changes {
    bool is_updated; /* the time for a count had come */
    int32_t rect_count;
    throng_rect rects[THRONG_CONGESTION_RECTS]; /* cover every cell whose cost changed */
} throng_congestion_changes;

/* Lets `dt` seconds pass, 0..10, those of a step of the crowd; call it after each. When an interval
 * is over: counts the agents of `crowd`, sets the layer's prices, updates and commits the layer
 * (edits of the terrain that it has not seen yet are seen to as well), repairs the `field_count`
 * fields, as throng_integration_repair and throng_flow do, and says in `changes` what was changed
 * (may be NULL; for fields that the host repairs by itself, those of a cache or a builder, say).
 * However long `dt` is, there is one count. Allocates nothing.
 *
 * ARGUMENT: NULL, a `dt` out of range, NULL fields. SHAPE: the grids of the layer and of the crowd,
 * or of a field, differ. CAPACITY, NOT_SOLVED: as throng_integration_repair. OUT_OF_DATE: a field
 * was solved on another cost field, or before the layer was updated last. In all these cases
 * nothing has happened. RANGE: as throng_integration_repair; the fields before it are repaired, and
 * those after it are out of date. */
THRONG_API throng_result throng_congestion_update(
    throng_congestion *congestion, const throng_crowd *crowd, float dt, throng_solver *solver,
    const throng_congestion_field *fields, int32_t field_count, throng_congestion_changes *changes);

/* Forgets what was counted and takes all prices away; the layer's costs change with its next
 * update, by throng_layer_update or by the congestion. ARGUMENT: NULL. */
THRONG_API throng_result throng_congestion_clear(throng_congestion *congestion);

/* The price of a cell, as of the last count; 0 off the map. */
THRONG_API int32_t throng_congestion_at(const throng_congestion *congestion, throng_cell cell);

/* Bytes that the congestion holds. */
THRONG_API size_t throng_congestion_bytes(const throng_congestion *congestion);

#ifdef __cplusplus
}
#endif

#endif
