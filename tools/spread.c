#include "spread.h"

#include <stdlib.h>
#include <string.h>

/* Pockets that may lie nearer to the middle than the ground that everybody else is on. */
#define POCKETS_MAX 16

/* The passable cell nearest the middle that no earlier try has reached; ties: lower row and column.
 */
static bool find_nearest(const throng_cost_field *cost, const uint8_t *is_tried, throng_cell *out)
{
    const throng_grid grid = throng_cost_grid(cost);
    int64_t best = INT64_MAX;
    for (int32_t y = 0; y < grid.height; y++) {
        for (int32_t x = 0; x < grid.width; x++) {
            /* Twice the distance from the middle, which may lie between two cells. */
            const int64_t dx = 2 * (int64_t)x + 1 - grid.width;
            const int64_t dy = 2 * (int64_t)y + 1 - grid.height;
            const int64_t distance_sq = dx * dx + dy * dy;
            const size_t index = (size_t)y * (size_t)grid.width + (size_t)x;
            if (distance_sq < best && !is_tried[index] &&
                throng_cost_at(cost, (throng_cell){x, y}) != THRONG_WALL) {
                best = distance_sq;
                *out = (throng_cell){x, y};
            }
        }
    }
    return best < INT64_MAX;
}

static int64_t count_passable(const throng_cost_field *cost)
{
    const throng_grid grid = throng_cost_grid(cost);
    int64_t count = 0;
    for (int32_t y = 0; y < grid.height; y++) {
        for (int32_t x = 0; x < grid.width; x++)
            count += throng_cost_at(cost, (throng_cell){x, y}) != THRONG_WALL;
    }
    return count;
}

static void mark_tried(const tool_fields *fields, uint8_t *is_tried, size_t count)
{
    const uint32_t *values = throng_integration_values(fields->integration);
    for (size_t i = 0; i < count; i++)
        is_tried[i] |= values[i] != THRONG_UNREACHABLE;
}

bool tool_spread_find_goal(tool_engine *engine, tool_fields *fields, tool_goals *out)
{
    const throng_grid grid = throng_cost_grid(fields->cost);
    const size_t count = (size_t)grid.width * (size_t)grid.height;
    const int64_t passable = count_passable(fields->cost);
    uint8_t *is_tried = tool_alloc(count, 1);
    bool is_good = is_tried != NULL;
    throng_cell best = {0, 0};
    int64_t best_reach = 0;
    for (int32_t i = 0; is_good && i < POCKETS_MAX && 2 * best_reach < passable; i++) {
        throng_cell cell;
        if (!find_nearest(fields->cost, is_tried, &cell))
            break;
        is_good = tool_fields_solve(engine, fields, &cell, 1);
        if (!is_good)
            break;
        const int64_t reach = tool_fields_reach(fields).cell_count;
        if (reach > best_reach) {
            best = cell;
            best_reach = reach;
        }
        mark_tried(fields, is_tried, count);
    }
    free(is_tried);
    if (is_good && best_reach == 0)
        return tool_fail("the map holds no passable cell; expected ground to walk on");
    return is_good && tool_goals_add(out, best);
}

typedef struct flood {
    const throng_cost_field *cost;
    throng_grid grid;
    uint32_t *seen; /* per cell: the last flood that found it */
    uint32_t round;
    throng_cell *queue;
} flood;

/* Fills the disc from its middle over the four sides of cells and returns how many cells it found;
 * they are in the queue. */
static int32_t fill_disc(flood *f, throng_cell middle, int32_t radius)
{
    static const throng_cell sides[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int32_t count = 0;
    f->round++;
    f->queue[count++] = middle;
    f->seen[(size_t)middle.y * (size_t)f->grid.width + (size_t)middle.x] = f->round;
    for (int32_t next = 0; next < count; next++) {
        for (int32_t k = 0; k < 4; k++) {
            const throng_cell cell = {f->queue[next].x + sides[k].x, f->queue[next].y + sides[k].y};
            const int64_t dx = cell.x - middle.x;
            const int64_t dy = cell.y - middle.y;
            if (dx * dx + dy * dy > (int64_t)radius * radius + radius ||
                throng_cost_at(f->cost, cell) == THRONG_WALL)
                continue;
            uint32_t *seen = &f->seen[(size_t)cell.y * (size_t)f->grid.width + (size_t)cell.x];
            if (*seen == f->round)
                continue;
            *seen = f->round;
            f->queue[count++] = cell;
        }
    }
    return count;
}

static bool grow_one(flood *f, throng_cell middle, int32_t cells_each, tool_goals *out)
{
    /* A goal on a wall is left to the library, which skips it or refuses the whole destination. */
    if (throng_cost_at(f->cost, middle) == THRONG_WALL)
        return tool_goals_add(out, middle);
    const int32_t largest = f->grid.width + f->grid.height;
    int32_t radius = 0;
    int32_t count = fill_disc(f, middle, radius);
    while (count < cells_each && radius < largest) {
        radius += 1 + radius / 8; /* a ninth too large at most */
        count = fill_disc(f, middle, radius);
    }
    bool is_good = true;
    for (int32_t i = 0; i < count && is_good; i++)
        is_good = tool_goals_add(out, f->queue[i]);
    return is_good;
}

bool tool_spread_grow(const throng_cost_field *cost, const tool_goals *points, int32_t cells_each,
                      tool_goals *out)
{
    flood f = {.cost = cost, .grid = throng_cost_grid(cost)};
    const size_t count = (size_t)f.grid.width * (size_t)f.grid.height;
    f.seen = tool_alloc(count, sizeof *f.seen);
    f.queue = tool_alloc(count, sizeof *f.queue);
    bool is_good = f.seen != NULL && f.queue != NULL;
    for (int32_t i = 0; i < points->count && is_good; i++)
        is_good = grow_one(&f, points->cells[i], cells_each, out);
    free(f.seen);
    free(f.queue);
    return is_good;
}

/* Indices of the cells where agents may start; `*count` of them. */
static int32_t *list_starts(const tool_fields *fields, int32_t *count)
{
    const throng_grid grid = throng_integration_grid(fields->integration);
    const uint32_t *values = throng_integration_values(fields->integration);
    const int32_t cells = grid.width * grid.height;
    int32_t found = 0;
    for (int32_t i = 0; i < cells; i++)
        found += values[i] != THRONG_UNREACHABLE && values[i] != 0;
    int32_t *list = tool_alloc((size_t)found, sizeof *list);
    *count = 0;
    for (int32_t i = 0; list != NULL && i < cells; i++) {
        if (values[i] != THRONG_UNREACHABLE && values[i] != 0)
            list[(*count)++] = i;
    }
    return list;
}

/* Shuffles so that the first `wanted` are a fair choice (Fisher and Yates 1938). */
static void shuffle(int32_t *list, int32_t count, int32_t wanted, uint64_t *chance)
{
    for (int32_t i = 0; i < wanted && i + 1 < count; i++) {
        const int32_t k = i + (int32_t)(tool_random(chance) % (uint64_t)(count - i));
        const int32_t kept = list[i];
        list[i] = list[k];
        list[k] = kept;
    }
}

/* Place number `slot` of `total` within a cell, in cells. One: the middle. Two: on a diagonal, so
 * that all neighbours are 0.707 apart, more than the 0.6 of two radii. Three and four: quarters,
 * 0.5 apart. */
static throng_point place_in_cell(int32_t slot, int32_t total)
{
    static const throng_point quarters[4] = {
        {0.25f, 0.25f}, {0.75f, 0.75f}, {0.75f, 0.25f}, {0.25f, 0.75f}};
    return total == 1 ? (throng_point){0.5f, 0.5f} : quarters[slot];
}

static bool add_agents(tool_engine *engine, throng_crowd *crowd, throng_grid grid,
                       const int32_t *starts, int32_t start_count, int32_t count, uint64_t *chance)
{
    /* Alone in their cells, agents up to 0.19 off the middle are at least 0.62 apart: just not
     * touching. Less room remains beside cells with two. */
    const float jitter = count <= start_count ? 0.19f : 0.03f;
    for (int32_t i = 0; i < count; i++) {
        const int32_t cell = starts[i % start_count];
        const int32_t total = count / start_count + (i % start_count < count % start_count);
        const throng_point place = place_in_cell(i / start_count, total);
        throng_agent_desc desc = throng_agent_desc_default();
        throng_agent_id id;
        desc.x = (float)(cell % grid.width) + place.x +
                 jitter * (2.0f * tool_random_unit(chance) - 1.0f);
        desc.y = (float)(cell / grid.width) + place.y +
                 jitter * (2.0f * tool_random_unit(chance) - 1.0f);
        desc.radius = TOOL_AGENT_RADIUS;
        desc.max_speed = TOOL_AGENT_SPEED * (0.9f + 0.2f * tool_random_unit(chance));
        desc.user = (uint64_t)i;
        if (!tool_engine_check(engine, throng_crowd_add(crowd, &desc, &id, NULL)))
            return false;
    }
    return true;
}

bool tool_spread_agents(tool_engine *engine, const tool_fields *fields, throng_crowd *crowd,
                        int32_t count, uint64_t seed)
{
    const throng_grid grid = throng_integration_grid(fields->integration);
    int32_t start_count = 0;
    int32_t *starts = list_starts(fields, &start_count);
    if (starts == NULL)
        return false;
    bool is_good = (int64_t)count <= 4 * (int64_t)start_count;
    if (!is_good) {
        tool_fail(
            "--agents is %d, but only %d cells can reach the goal and four agents fit into one; "
            "expected at most %lld",
            count, start_count, 4 * (long long)start_count);
    } else {
        uint64_t chance = seed;
        shuffle(starts, start_count, count, &chance);
        is_good = add_agents(engine, crowd, grid, starts, start_count, count, &chance);
    }
    free(starts);
    return is_good;
}
