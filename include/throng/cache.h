/*
 * cache.h: fields that are asked for again.
 *
 * A cache holds a bounded number of integration and flow fields with the key of each: the cost
 * field, its revision, the set of goals with their prices, and the limit. Whoever asks for a field
 * that is there gets it for the price of a comparison; whoever asks for another one has it solved
 * in the place of the one that nobody asked for longest. All memory is taken when the cache is
 * made. One thread at a time.
 */
#ifndef THRONG_CACHE_H
#define THRONG_CACHE_H

#include <throng/flow.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_cache throng_cache;

/* Most fields of a cache: they are compared one by one. */
#define THRONG_CACHE_FIELDS_MAX 4096

/* What was found or solved. The fields are the cache's: not to be written or destroyed. They stay
 * as they are until a later throng_cache_get needs their place; those that a group of a crowd uses
 * stay. */
typedef struct throng_cached {
    const throng_integration_field *integration;
    const throng_flow_field *flow;
    bool is_hit; /* nothing had to be solved */
} throng_cached;

typedef struct throng_cache_counts {
    uint64_t hits, misses;
    uint64_t evictions;  /* misses that took the place of another field */
    int32_t field_count; /* fields that are held now, outdated ones too */
} throng_cache_counts;

/* Makes a cache of `field_capacity` fields (1..THRONG_CACHE_FIELDS_MAX) for up to `goal_capacity`
 * (>= 1) different goals each: 7 bytes per cell and field, 20 per goal and field. ARGUMENT, MEMORY.
 */
THRONG_API throng_result throng_cache_create(throng_context *context, const throng_grid *grid,
                                             int32_t field_capacity, int32_t goal_capacity,
                                             throng_cache **out);

/* Destroys a cache with its fields. NULL is allowed. IN_USE: a group of a crowd uses one. */
THRONG_API throng_result throng_cache_destroy(throng_cache *cache);

THRONG_API throng_grid throng_cache_grid(const throng_cache *cache);

/* Fields for the goals on `cost` as it is now, found or solved: what throng_solve gives. The order
 * of the goals does not matter, nor a goal that is there twice. If the cache holds the same goals
 * on an older state of `cost`, they are solved anew in the same fields, so that groups which use
 * them go on with them. Allocates nothing. A cost field of another context is solved and never
 * found. ARGUMENT, SHAPE, NOT_COMMITTED, GOAL, RANGE: as throng_solve; with RANGE the field that
 * was replaced is gone. CAPACITY: also more different goals than the cache has room for, or every
 * field is in use by a group. */
THRONG_API throng_result throng_cache_get(throng_cache *cache, throng_solver *solver,
                                          const throng_cost_field *cost, const throng_cell *goals,
                                          int32_t goal_count, throng_cached *out);

/* The same for goals with prices and up to a limit: what throng_solve_with gives. Of a goal that is
 * there twice the lesser price counts. ARGUMENT: also values. */
THRONG_API throng_result throng_cache_get_with(throng_cache *cache, throng_solver *solver,
                                               const throng_cost_field *cost,
                                               const throng_integration_desc *desc,
                                               throng_cached *out);

/* Repairs the fields on `cost` that were up to date at its revision `since`, or later, after edits
 * that `changed` covers (throng_integration_repair), and their directions, so that they are found
 * again. Fields that are older stay outdated. Allocates nothing. The first result other than OK
 * comes back; a field whose repair is refused stays outdated, and with RANGE it is dropped.
 * ARGUMENT, SHAPE, NOT_COMMITTED, CAPACITY, RANGE: as throng_integration_repair. */
THRONG_API throng_result throng_cache_repair(throng_cache *cache, throng_solver *solver,
                                             const throng_cost_field *cost, uint64_t since,
                                             const throng_rect *changed, int32_t count);

/* What happened since the cache was made. */
THRONG_API throng_cache_counts throng_cache_count(const throng_cache *cache);

#ifdef __cplusplus
}
#endif

#endif
