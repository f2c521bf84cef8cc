/* Integration fields as bytes: behind the head the limit, the number of goals, the goals, ascending
 * by cell and price, and the distances. */
#include "base/save.h"
#include "integration/integration.h"

#include <string.h>

/* Where the goals begin. */
#define GOALS_AT (THRONG_HEAD_BYTES + 8)

static uint64_t total_of(const throng_grid *grid, int32_t goal_count)
{
    return GOALS_AT + 8 * (uint64_t)goal_count + 4 * throng_grid_cells(grid);
}

/* A goal as one number: its cell above its price, so that goals sort by cell and then by price. */
static uint64_t key_of(const throng_integration_field *field, const throng_goals *goals, int32_t i)
{
    const throng_cell cell = goals->cells[i];
    const uint64_t index = (uint64_t)cell.y * (uint64_t)field->grid.width + (uint64_t)cell.x;
    return index << 32 | throng_goal_price(goals, i);
}

static void sift(uint8_t *keys, int32_t root, int32_t count)
{
    const uint64_t key = throng_read_u64(keys + (size_t)root * 8);
    for (int64_t child = 2 * (int64_t)root + 1; child < count; child = 2 * (int64_t)root + 1) {
        uint64_t larger = throng_read_u64(keys + (size_t)child * 8);
        if (child + 1 < count && throng_read_u64(keys + (size_t)(child + 1) * 8) > larger)
            larger = throng_read_u64(keys + (size_t)++child * 8);
        if (larger <= key)
            break;
        throng_write_u64(keys + (size_t)root * 8, larger);
        root = (int32_t)child;
    }
    throng_write_u64(keys + (size_t)root * 8, key);
}

/* Heap sort, in the room of the save itself: nothing may be allocated here. */
static void sort(uint8_t *keys, int32_t count)
{
    for (int32_t root = count / 2 - 1; root >= 0; root--)
        sift(keys, root, count);
    for (int32_t last = count - 1; last > 0; last--) {
        const uint64_t first = throng_read_u64(keys),
                       key = throng_read_u64(keys + (size_t)last * 8);
        throng_write_u64(keys, key);
        throng_write_u64(keys + (size_t)last * 8, first);
        sift(keys, 0, last);
    }
}

size_t throng_integration_save_bytes(const throng_integration_field *field)
{
    return field && field->is_solved && field->keeps_goals
               ? (size_t)total_of(&field->grid, field->goal_count)
               : 0;
}

static throng_result check_save(const throng_integration_field *field)
{
    if (!field->is_solved)
        return throng_refuse(field->context, THRONG_ERROR_NOT_SOLVED,
                             "field holds no result; call throng_integrate.");
    if (!field->keeps_goals)
        return throng_refuse(field->context, THRONG_ERROR_CAPACITY,
                             "field was solved for more goals than it had room for; call "
                             "throng_integration_reserve_goals, then throng_integrate.");
    return THRONG_OK;
}

throng_result throng_integration_save(const throng_integration_field *field, void *bytes,
                                      size_t size)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_save(field);
    if (result)
        return result;
    const throng_goals goals = throng_integration_goals(field);
    const uint64_t total = total_of(&field->grid, goals.count),
                   cells = throng_grid_cells(&field->grid);
    result = throng_save_check_room(field->context, bytes, size, total);
    if (result)
        return result;
    uint8_t *const to = bytes, *const keys = to + GOALS_AT;
    throng_save_begin(to, THRONG_SAVE_INTEGRATION, total, &field->grid);
    throng_write_u32(to + THRONG_HEAD_BYTES, goals.limit);
    throng_write_u32(to + THRONG_HEAD_BYTES + 4, (uint32_t)goals.count);
    for (int32_t i = 0; i < goals.count; i++)
        throng_write_u64(keys + (size_t)i * 8, key_of(field, &goals, i));
    sort(keys, goals.count);
    uint8_t *const distances = keys + (size_t)goals.count * 8;
    for (uint64_t i = 0; i < cells; i++)
        throng_write_u32(distances + i * 4, field->distance[i]);
    throng_save_finish(to, (size_t)total);
    return THRONG_OK;
}

typedef struct loading {
    const throng_cost_field *cost;
    uint32_t limit;
    int32_t goal_count;
    const uint8_t *keys, *distances;
} loading;

static uint64_t key_at(const loading *l, int32_t i)
{
    return throng_read_u64(l->keys + (size_t)i * 8);
}

static uint32_t distance_at(const loading *l, int64_t cell)
{
    return throng_read_u32(l->distances + (size_t)cell * 4);
}

static bool goals_are_right(const loading *l)
{
    const uint64_t cells = throng_grid_cells(&l->cost->grid);
    for (int32_t i = 0; i < l->goal_count; i++)
        if (key_at(l, i) >> 32 >= cells || (key_at(l, i) & 1) ||
            (i > 0 && key_at(l, i - 1) > key_at(l, i)))
            return false;
    return true;
}

/* The least that a neighbour, or being a goal of this price, offers a cell. */
static uint64_t best_offer(const loading *l, int64_t cell, uint64_t price)
{
    const uint64_t cost = l->cost->cost[cell];
    const unsigned moves = l->cost->moves[cell];
    uint64_t best = price;
    for (int k = 0; k < 8; k++) {
        if (!(moves >> k & 1))
            continue;
        const int64_t next =
            cell + (int64_t)throng_step_y[k] * l->cost->grid.width + throng_step_x[k];
        const uint64_t distance = distance_at(l, next);
        if (distance == THRONG_UNREACHABLE)
            continue;
        const uint64_t offer = distance + (k < 4 ? 10 : 14) * cost;
        best = offer < best ? offer : best;
    }
    return best;
}

/* True if every cell holds the least that it is offered. Since every step costs something, whoever
 * follows the offers comes to a goal, so that no distance can be too small; and the nearest cell to
 * a goal whose distance is too large would have been offered less. */
static bool distances_are_exact(const loading *l)
{
    const int64_t cells = (int64_t)throng_grid_cells(&l->cost->grid);
    const uint64_t none = UINT64_MAX;
    const uint64_t most = l->limit < THRONG_UNREACHABLE ? l->limit : THRONG_UNREACHABLE - 1;
    int32_t goal = 0;
    for (int64_t cell = 0; cell < cells; cell++) {
        uint64_t price = none;
        while (goal < l->goal_count && (int64_t)(key_at(l, goal) >> 32) <= cell) {
            if (price == none && (int64_t)(key_at(l, goal) >> 32) == cell)
                price = (uint32_t)key_at(l, goal);
            goal++;
        }
        const bool is_wall = l->cost->cost[cell] == THRONG_WALL;
        const uint64_t best = is_wall ? none : best_offer(l, cell, price);
        if (best != none && best > most && l->limit == THRONG_UNREACHABLE)
            return false; /* out of range, so it is no result */
        if (distance_at(l, cell) != (best > most ? THRONG_UNREACHABLE : (uint32_t)best))
            return false;
    }
    return true;
}

static throng_result open(const throng_integration_field *field, const void *bytes, size_t size,
                          loading *l)
{
    const throng_context *context = field->context;
    throng_save_head head = {0};
    throng_result result =
        throng_save_open_field(context, bytes, size, THRONG_SAVE_INTEGRATION, &field->grid, &head);
    if (!result && size < GOALS_AT)
        result = throng_save_refuse(context, "it is shorter than its goals");
    if (result)
        return result;
    const uint8_t *const from = bytes;
    const uint32_t goal_count = throng_read_u32(from + THRONG_HEAD_BYTES + 4);
    if (goal_count > INT32_MAX)
        return throng_save_refuse(context, "its goals are too many");
    l->limit = throng_read_u32(from + THRONG_HEAD_BYTES);
    l->goal_count = (int32_t)goal_count;
    l->keys = from + GOALS_AT;
    l->distances = l->keys + (size_t)goal_count * 8;
    return throng_save_check_total(context, size, total_of(&field->grid, l->goal_count));
}

static throng_result check_load(const throng_integration_field *field,
                                const throng_cost_field *cost, const void *bytes, size_t size,
                                loading *l)
{
    const throng_context *context = field->context;
    if (!cost)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "cost is NULL.");
    throng_result result = throng_save_check_grid(context, &field->grid, &cost->grid, "cost");
    if (!result && !cost->is_committed)
        result = throng_refuse(context, THRONG_ERROR_NOT_COMMITTED,
                               "cost has edits that were not committed; call throng_cost_commit.");
    if (!result)
        result = open(field, bytes, size, l);
    if (result)
        return result;
    if (l->goal_count > field->goal_capacity)
        return throng_refuse(context, THRONG_ERROR_CAPACITY,
                             "The save has %d goals and field has room for %d; call "
                             "throng_integration_reserve_goals.",
                             l->goal_count, field->goal_capacity);
    if (!goals_are_right(l))
        return throng_save_refuse(context, "its goals are out of range");
    if (!distances_are_exact(l))
        return throng_save_refuse(context, "its distances are not those of cost and its goals");
    return THRONG_OK;
}

throng_result throng_integration_load(throng_integration_field *field,
                                      const throng_cost_field *cost, const void *bytes, size_t size)
{
    if (!field)
        return THRONG_ERROR_ARGUMENT;
    loading l = {.cost = cost};
    throng_result result = check_load(field, cost, bytes, size, &l);
    if (result)
        return result;
    const uint64_t cells = throng_grid_cells(&field->grid);
    throng_reach_all(field);
    for (uint64_t i = 0; i < cells; i++)
        field->distance[i] = distance_at(&l, (int64_t)i);
    bool is_priced = false;
    for (int32_t i = 0; i < l.goal_count; i++) {
        const uint64_t key = key_at(&l, i), cell = key >> 32;
        field->goals[i] = (throng_cell){(int32_t)(cell % (uint64_t)field->grid.width),
                                        (int32_t)(cell / (uint64_t)field->grid.width)};
        field->prices[i] = (uint32_t)key;
        is_priced = is_priced || (uint32_t)key > 0;
    }
    const throng_goals goals = {field->goals, is_priced ? field->prices : NULL, l.goal_count,
                                l.limit, NULL};
    throng_integration_finish(cost, &goals, field);
    throng_changes_restart(&field->changes, field->grid.height, field->serial);
    return THRONG_OK;
}
