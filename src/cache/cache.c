#include <throng/cache.h>

#include "flow/flow.h"
#include "integration/integration.h"

#include <string.h>

/* One field and its key. */
typedef struct slot {
    throng_integration_field *integration;
    throng_flow_field *flow;
    uint32_t *goals;      /* cell indices, rising */
    uint32_t *prices;     /* of the goals */
    int32_t goal_count;   /* 0: the slot holds nothing */
    uint32_t limit;       /* of distances */
    uint64_t goals_hash;  /* with prices and limit, so that most lists need no comparing */
    uint64_t cost_serial; /* 0: of a field of another context, which is never found */
    uint64_t cost_revision;
    uint64_t last_use; /* by the cache's clock */
} slot;

struct throng_cache {
    throng_context *context;
    throng_grid grid;
    int32_t slot_count, goal_capacity;
    slot *slots;
    /* The goals that are asked for: as cells, and in the form of a key. */
    throng_cell *cells;
    uint32_t *goals, *prices;
    uint64_t clock;
    throng_cache_counts counts;
};

static void release(throng_cache *cache)
{
    throng_context *context = cache->context;
    const uint64_t goals = (uint64_t)cache->goal_capacity;
    for (int32_t i = 0; cache->slots && i < cache->slot_count; i++) {
        slot *s = &cache->slots[i];
        throng_integration_destroy(s->integration);
        throng_flow_destroy(s->flow);
        throng_give(context, s->goals, goals, sizeof *s->goals);
        throng_give(context, s->prices, goals, sizeof *s->prices);
    }
    throng_give(context, cache->slots, (uint64_t)cache->slot_count, sizeof *cache->slots);
    throng_give(context, cache->cells, goals, sizeof *cache->cells);
    throng_give(context, cache->goals, goals, sizeof *cache->goals);
    throng_give(context, cache->prices, goals, sizeof *cache->prices);
    throng_object_give(context, cache, sizeof *cache);
}

static throng_result take_slot(const throng_cache *cache, slot *s)
{
    throng_result result = throng_integration_create(cache->context, &cache->grid, &s->integration);
    if (!result)
        result = throng_integration_reserve_goals(s->integration, cache->goal_capacity);
    if (!result)
        result = throng_flow_create(cache->context, &cache->grid, &s->flow);
    if (result)
        return result;
    s->goals = throng_take(cache->context, (uint64_t)cache->goal_capacity, sizeof *s->goals);
    s->prices = throng_take(cache->context, (uint64_t)cache->goal_capacity, sizeof *s->prices);
    return s->goals && s->prices ? THRONG_OK
                                 : throng_refuse(cache->context, THRONG_ERROR_MEMORY,
                                                 "There is no memory for the goals of a cache.");
}

static throng_result take(throng_cache *cache)
{
    const throng_context *context = cache->context;
    const uint64_t goals = (uint64_t)cache->goal_capacity;
    cache->slots = throng_take(context, (uint64_t)cache->slot_count, sizeof *cache->slots);
    cache->cells = throng_take(context, goals, sizeof *cache->cells);
    cache->goals = throng_take(context, goals, sizeof *cache->goals);
    cache->prices = throng_take(context, goals, sizeof *cache->prices);
    if (cache->slots)
        memset(cache->slots, 0, (size_t)cache->slot_count * sizeof *cache->slots);
    if (!cache->slots || !cache->cells || !cache->goals || !cache->prices)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a cache.");
    for (int32_t i = 0; i < cache->slot_count; i++) {
        const throng_result result = take_slot(cache, &cache->slots[i]);
        if (result)
            return result;
    }
    return THRONG_OK;
}

throng_result throng_cache_create(throng_context *context, const throng_grid *grid,
                                  int32_t field_capacity, int32_t goal_capacity, throng_cache **out)
{
    throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;
    if (field_capacity < 1 || field_capacity > THRONG_CACHE_FIELDS_MAX)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "field_capacity is %d; it must be 1 to %d.", field_capacity,
                             THRONG_CACHE_FIELDS_MAX);
    if (goal_capacity < 1)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "goal_capacity is %d; it must be 1 or more.", goal_capacity);
    throng_cache *cache = throng_object_take(context, sizeof *cache);
    if (!cache)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a cache.");
    cache->context = context;
    cache->grid = *grid;
    cache->slot_count = field_capacity;
    cache->goal_capacity = goal_capacity;
    result = take(cache);
    if (result) {
        release(cache);
        return result;
    }
    *out = cache;
    return THRONG_OK;
}

static bool is_in_use(slot *s)
{
    return atomic_load(&s->integration->user_count) > 0 || atomic_load(&s->flow->user_count) > 0;
}

throng_result throng_cache_destroy(throng_cache *cache)
{
    if (!cache)
        return THRONG_OK;
    for (int32_t i = 0; i < cache->slot_count; i++)
        if (is_in_use(&cache->slots[i]))
            return throng_refuse(cache->context, THRONG_ERROR_IN_USE,
                                 "cache holds a field that a group of a crowd uses.");
    release(cache);
    return THRONG_OK;
}

throng_grid throng_cache_grid(const throng_cache *cache)
{
    return cache ? cache->grid : (throng_grid){0};
}

/* Places `goal` among the `count` rising ones before it; of the same goal twice the lesser price
 * counts. Returns the new count, the same if it is there already; -1 if there is no room. */
static int32_t add_goal(throng_cache *cache, int32_t count, uint32_t goal, uint32_t price)
{
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (cache->goals[middle] < goal)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < count && cache->goals[low] == goal) {
        cache->prices[low] = price < cache->prices[low] ? price : cache->prices[low];
        return count;
    }
    if (count == cache->goal_capacity)
        return -1;
    const size_t moved = (size_t)(count - low) * sizeof *cache->goals;
    memmove(&cache->goals[low + 1], &cache->goals[low], moved);
    memmove(&cache->prices[low + 1], &cache->prices[low], moved);
    cache->goals[low] = goal;
    cache->prices[low] = price;
    return count + 1;
}

/* Brings what is asked for into the form of a key; `key` then says the same in the cache's memory.
 */
static throng_result read_goals(throng_cache *cache, const throng_goals *asked, throng_goals *key)
{
    if (!asked->cells || asked->count < 1)
        return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT,
                             "goals is NULL or goal_count is %d; there must be a goal.",
                             asked->count);
    int32_t kept = 0;
    for (int32_t i = 0; i < asked->count; i++) {
        const throng_cell goal = asked->cells[i];
        const uint32_t price = throng_goal_price(asked, i);
        if (goal.x < 0 || goal.y < 0 || goal.x >= cache->grid.width || goal.y >= cache->grid.height)
            return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT,
                                 "goals[%d] is (%d, %d); it must be a cell of the map.", i, goal.x,
                                 goal.y);
        if (price % 2 != 0)
            return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT,
                                 "prices[%d] is %u; it must be even, 0 to 4294967294.", i, price);
        kept = add_goal(cache, kept, (uint32_t)(goal.y * cache->grid.width + goal.x), price);
        if (kept < 0)
            return throng_refuse(cache->context, THRONG_ERROR_CAPACITY,
                                 "goals holds more than %d different cells, for which the cache "
                                 "has no room.",
                                 cache->goal_capacity);
    }
    for (int32_t i = 0; i < kept; i++)
        cache->cells[i] = (throng_cell){(int32_t)cache->goals[i] % cache->grid.width,
                                        (int32_t)cache->goals[i] / cache->grid.width};
    *key = (throng_goals){cache->cells, cache->prices, kept, asked->limit, NULL};
    return THRONG_OK;
}

static uint64_t hash_of(const throng_cache *cache, const throng_goals *key)
{
    const size_t bytes = (size_t)key->count * sizeof *cache->goals;
    const uint64_t hash = throng_fnv1a(THRONG_FNV_OFFSET, cache->goals, bytes);
    return throng_fnv1a(throng_fnv1a(hash, cache->prices, bytes), &key->limit, sizeof key->limit);
}

/* The slot with the goals on the cost field, in whatever state of it; NULL if there is none. */
static slot *find(const throng_cache *cache, const throng_cost_field *cost, const throng_goals *key)
{
    if (cost->context != cache->context)
        return NULL;
    const uint64_t hash = hash_of(cache, key);
    const size_t bytes = (size_t)key->count * sizeof *cache->goals;
    for (int32_t i = 0; i < cache->slot_count; i++) {
        slot *s = &cache->slots[i];
        if (s->goal_count == key->count && s->goals_hash == hash && s->limit == key->limit &&
            s->cost_serial == cost->serial && memcmp(s->goals, cache->goals, bytes) == 0 &&
            memcmp(s->prices, cache->prices, bytes) == 0)
            return s;
    }
    return NULL;
}

/* An empty slot, else the one whose last use was first; never one that a group uses. */
static slot *find_room(const throng_cache *cache)
{
    slot *room = NULL;
    for (int32_t i = 0; i < cache->slot_count; i++) {
        slot *s = &cache->slots[i];
        if (!is_in_use(s) && (!room || s->last_use < room->last_use))
            room = s;
    }
    return room;
}

static void empty(slot *s)
{
    s->goal_count = 0;
    s->last_use = 0;
}

/* Solves into a slot. A solve that is refused leaves it as it was. */
static throng_result fill(throng_cache *cache, slot *s, throng_solver *solver,
                          const throng_cost_field *cost, const throng_goals *key)
{
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = key->cells;
    desc.prices = key->prices;
    desc.goal_count = key->count;
    desc.limit = key->limit;
    const throng_result result = throng_solve_with(solver, cost, &desc, s->integration, s->flow);
    if (result) {
        if (!throng_integration_is_solved(s->integration))
            empty(s);
        return result;
    }
    memcpy(s->goals, cache->goals, (size_t)key->count * sizeof *s->goals);
    memcpy(s->prices, cache->prices, (size_t)key->count * sizeof *s->prices);
    s->goal_count = key->count;
    s->limit = key->limit;
    s->goals_hash = hash_of(cache, key);
    s->cost_serial = cost->context == cache->context ? cost->serial : 0;
    s->cost_revision = cost->revision;
    return THRONG_OK;
}

static throng_result check_cost(const throng_cache *cache, const throng_solver *solver,
                                const throng_cost_field *cost)
{
    if (!solver)
        return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT, "solver is NULL.");
    if (!cost)
        return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT, "cost is NULL.");
    if (!throng_grid_equal(&cost->grid, &cache->grid))
        return throng_refuse(cache->context, THRONG_ERROR_SHAPE,
                             "The grids of cost and of the cache differ.");
    if (!cost->is_committed)
        return throng_refuse(cache->context, THRONG_ERROR_NOT_COMMITTED,
                             "cost has edits that were not committed.");
    return THRONG_OK;
}

static throng_result get(throng_cache *cache, throng_solver *solver, const throng_cost_field *cost,
                         const throng_goals *asked, throng_cached *out)
{
    throng_goals key;
    throng_result result = check_cost(cache, solver, cost);
    if (!result)
        result = read_goals(cache, asked, &key);
    if (result)
        return result;
    slot *s = find(cache, cost, &key);
    const bool is_hit = s && s->cost_revision == cost->revision;
    if (!is_hit) {
        const bool is_outdated = s != NULL;
        s = s ? s : find_room(cache);
        if (!s)
            return throng_refuse(cache->context, THRONG_ERROR_CAPACITY,
                                 "cache has %d fields, and groups use all of them.",
                                 cache->slot_count);
        const bool is_eviction = !is_outdated && s->goal_count > 0;
        result = fill(cache, s, solver, cost, &key);
        if (result)
            return result;
        cache->counts.evictions += is_eviction;
    }
    cache->counts.hits += is_hit;
    cache->counts.misses += !is_hit;
    s->last_use = ++cache->clock;
    *out = (throng_cached){s->integration, s->flow, is_hit};
    return THRONG_OK;
}

throng_result throng_cache_get(throng_cache *cache, throng_solver *solver,
                               const throng_cost_field *cost, const throng_cell *goals,
                               int32_t goal_count, throng_cached *out)
{
    if (!cache)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    return get(cache, solver, cost,
               &(throng_goals){goals, NULL, goal_count, THRONG_UNREACHABLE, NULL}, out);
}

throng_result throng_cache_get_with(throng_cache *cache, throng_solver *solver,
                                    const throng_cost_field *cost,
                                    const throng_integration_desc *desc, throng_cached *out)
{
    if (!cache)
        return THRONG_ERROR_ARGUMENT;
    if (!out)
        return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_goals asked;
    if (!throng_integration_read_desc(cache->context, desc, &asked))
        return THRONG_ERROR_ARGUMENT;
    if (asked.values)
        return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT,
                             "desc->values is set; a cache looks for goals alone.");
    return get(cache, solver, cost, &asked, out);
}

static throng_result check_changes(const throng_cost_field *cost, const throng_cache *cache,
                                   const throng_rect *changed, int32_t count)
{
    if (count < 0 || (count > 0 && !changed))
        return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT,
                             "count is %d, or changed is NULL; there must be so many rectangles.",
                             count);
    for (int32_t i = 0; i < count; i++)
        if (!throng_cost_holds(cost, changed[i]))
            return throng_refuse(cache->context, THRONG_ERROR_ARGUMENT,
                                 "changed[%d] is %d x %d at (%d, %d); it must be a rectangle on "
                                 "the map of %d x %d cells.",
                                 i, changed[i].width, changed[i].height, changed[i].x, changed[i].y,
                                 cost->grid.width, cost->grid.height);
    return THRONG_OK;
}

/* A repair that is refused leaves the slot outdated, as it was; one that fails empties it. */
static throng_result repair(slot *s, throng_solver *solver, const throng_cost_field *cost,
                            const throng_rect *changed, int32_t count)
{
    throng_result result = throng_integration_repair(solver, cost, changed, count, s->integration);
    if (!result)
        result = throng_flow(cost, s->integration, s->flow);
    if (!result)
        s->cost_revision = cost->revision;
    else if (!throng_integration_is_solved(s->integration))
        empty(s);
    return result;
}

throng_result throng_cache_repair(throng_cache *cache, throng_solver *solver,
                                  const throng_cost_field *cost, uint64_t since,
                                  const throng_rect *changed, int32_t count)
{
    if (!cache)
        return THRONG_ERROR_ARGUMENT;
    throng_result first = check_cost(cache, solver, cost);
    if (!first)
        first = check_changes(cost, cache, changed, count);
    if (first)
        return first;
    for (int32_t i = 0; i < cache->slot_count; i++) {
        slot *s = &cache->slots[i];
        if (s->goal_count == 0 || cost->context != cache->context ||
            s->cost_serial != cost->serial || s->cost_revision < since ||
            s->cost_revision == cost->revision)
            continue;
        const throng_result result = repair(s, solver, cost, changed, count);
        first = first ? first : result;
    }
    return first;
}

throng_cache_counts throng_cache_count(const throng_cache *cache)
{
    throng_cache_counts counts = {0};
    if (!cache)
        return counts;
    counts = cache->counts;
    for (int32_t i = 0; i < cache->slot_count; i++)
        counts.field_count += cache->slots[i].goal_count > 0;
    return counts;
}
