/*
 * terrain.h: one ground, many layers.
 *
 * A terrain says what the ground is: an id 0..255 per cell, of the host's choosing (grass, water,
 * road, gate of the red side). On it stand stamps, which can be taken away again: obstacles (a
 * building, a barricade) and prices (danger, a queue). A layer is the ground as one kind of mover
 * sees it: what each id costs it, how much room it needs, which prices concern it. Its cost field
 * is what solvers and crowds take.
 *
 *     terrain ids + obstacles -> table of the mover -> prices -> room for its disc -> cost field
 *
 * Land, water and air are three tables. Factions are too: the own gate's id costs 1 and the enemy's
 * 255, or a price. After edits throng_layer_update derives what changed, and says where, so that
 * throng_integration_repair can follow.
 */
#ifndef THRONG_TERRAIN_H
#define THRONG_TERRAIN_H

#include <throng/cost.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_terrain throng_terrain;
typedef struct throng_layer throng_layer;

/* Names a stamp; never given twice by a terrain, never 0. */
typedef uint64_t throng_stamp_id;

/* Makes a terrain of id 0 everywhere, without stamps, with room for 64 of them. 2 bytes per cell.
 * ARGUMENT, MEMORY. */
THRONG_API throng_result throng_terrain_create(throng_context *context, const throng_grid *grid,
                                               throng_terrain **out);

/* Destroys a terrain. NULL is allowed. IN_USE: a layer is made from it. */
THRONG_API throng_result throng_terrain_destroy(throng_terrain *terrain);

THRONG_API throng_grid throng_terrain_grid(const throng_terrain *terrain);

/* Makes room for stamps that stand at the same time; never shrinks. 48 bytes each. ARGUMENT: a
 * negative number. MEMORY: the terrain is as it was. */
THRONG_API throng_result throng_terrain_reserve(throng_terrain *terrain, int32_t stamp_capacity);

/* Sets the ground of a rectangle; obstacles stay on top of it. ARGUMENT: a rectangle that is empty
 * or not wholly on the map. */
THRONG_API throng_result throng_terrain_fill(throng_terrain *terrain, throng_rect cells,
                                             uint8_t id);

/* Copies the ground from the host: row r of the rectangle starts at ids + r * row_bytes.
 * ARGUMENT: also NULL `ids`, `row_bytes` below the rectangle's width. */
THRONG_API throng_result throng_terrain_write(throng_terrain *terrain, throng_rect cells,
                                              const uint8_t *ids, size_t row_bytes);

/* Puts an obstacle on a rectangle: its cells have `id` until it is removed. Where obstacles overlap
 * the one stamped last shows. The time of a removal grows with the number of stamps. ARGUMENT: as
 * throng_terrain_fill. CAPACITY: no room for another stamp. */
THRONG_API throng_result throng_terrain_stamp(throng_terrain *terrain, throng_rect cells,
                                              uint8_t id, throng_stamp_id *out);

/* Puts a price on a rectangle: its passable cells cost `price` (1..253) more, for the layers whose
 * audience has a bit of `audience`. Prices that overlap add up. ARGUMENT: also a price out of
 * range, an audience of 0. CAPACITY. */
THRONG_API throng_result throng_terrain_price(throng_terrain *terrain, throng_rect cells,
                                              uint8_t price, uint32_t audience,
                                              throng_stamp_id *out);

/* The same on every cell whose centre is at most `radius` metres from `centre`, both rounded to
 * 1/256 of a cell. The disc may hang over the map's edge or lie off the map; one that touches no
 * cell centre is a stamp too. ARGUMENT: a centre that is not finite, a radius that is negative, NaN
 * or more than 16384 cells. */
THRONG_API throng_result throng_terrain_stamp_disc(throng_terrain *terrain, throng_point centre,
                                                   float radius, uint8_t id, throng_stamp_id *out);
THRONG_API throng_result throng_terrain_price_disc(throng_terrain *terrain, throng_point centre,
                                                   float radius, uint8_t price, uint32_t audience,
                                                   throng_stamp_id *out);

/* Takes a stamp away, obstacle or price. ARGUMENT: an id that was never given. GONE: it has been
 * removed already. */
THRONG_API throng_result throng_terrain_remove(throng_terrain *terrain, throng_stamp_id stamp);

/* Stamps that stand now. */
THRONG_API int32_t throng_terrain_stamp_count(const throng_terrain *terrain);

/* The id of a cell as it stands, obstacles included; 0 off the map. */
THRONG_API uint8_t throng_terrain_at(const throng_terrain *terrain, throng_cell cell);

/* A kind of mover. */
typedef struct throng_mover_desc {
    size_t struct_size;
    uint8_t cost[256]; /* by id; 1..254, 255 = wall; default 1 for every id */
    /* Half of the room that it needs, in 1/256 of a cell, 0 to 16384; default 0. A cell is passable
     * if a disc of this radius about its centre overlaps no cell whose id is a wall, and nothing
     * off the map; it may touch them. So 128 fits into a gap of one cell and 129 does not. (Crowds
     * push discs off walls themselves: see `walls` of throng_group_desc.) */
    int32_t radius_256;
    uint32_t audience; /* prices that share a bit with it concern the mover; default all bits */
} throng_mover_desc;

THRONG_API void throng_mover_desc_init(throng_mover_desc *desc, size_t struct_size);

static inline throng_mover_desc throng_mover_desc_default(void)
{
    throng_mover_desc desc;
    throng_mover_desc_init(&desc, sizeof desc);
    return desc;
}

/* Makes the layer of a mover and derives all of it. The terrain must live longer. 2.4 bytes per
 * cell, and a cost field. ARGUMENT: a cost of 0, a radius out of range, an audience of 0. MEMORY.
 */
THRONG_API throng_result throng_layer_create(throng_terrain *terrain,
                                             const throng_mover_desc *mover, throng_layer **out);

/* Destroys a layer. NULL is allowed. IN_USE: a group of a crowd or a congestion uses it. */
THRONG_API throng_result throng_layer_destroy(throng_layer *layer);

/* The layer's costs, committed. The field lives as long as the layer and changes with its updates
 * alone: it is not the host's to edit or to destroy. */
THRONG_API const throng_cost_field *throng_layer_cost(const throng_layer *layer);

/* Sets prices of the layer's own, one per cell, which add to those of stamps (0 = none): a map of
 * danger or of congestion (congestion.h), say. Prices are for finding ways: how fast agents walk on
 * a cell is up to the costs of the mover alone. They take effect with the next update. ARGUMENT: as
 * throng_terrain_write. */
THRONG_API throng_result throng_layer_write_prices(throng_layer *layer, throng_rect cells,
                                                   const uint8_t *prices, size_t row_bytes);

/* Derives what the terrain's edits and new prices since the last update can have changed, and
 * commits. `changed` gets `*changed_count` rectangles that cover every cell whose cost is another
 * than before, at most `capacity` >= 1 of them; where there would be more, the last covers the
 * rest. Costs with prices stay below 255: what exceeds 254 is 254. Allocates nothing. ARGUMENT:
 * NULL `changed` or `changed_count`, a capacity below 1. */
THRONG_API throng_result throng_layer_update(throng_layer *layer, throng_rect *changed,
                                             int32_t capacity, int32_t *changed_count);

/* Passable cells whose cost with prices would exceed 254, as of the last update. */
THRONG_API int64_t throng_layer_saturated_count(const throng_layer *layer);

#ifdef __cplusplus
}
#endif

#endif
