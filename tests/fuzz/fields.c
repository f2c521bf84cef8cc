/*
 * fields.c: random edits, goals, solves, directions, samples and paths on a small map, against a
 * model of the map and a plain oracle.
 */
#include "input.h"

#include <throng/throng.h>

#define SIDE 20
#define CELLS (SIDE * SIDE)

/* What the library should hold, and the objects of the library. */
typedef struct state {
    fuzz_input in;
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_path_finder *finder;

    uint8_t costs[CELLS];
    uint64_t edits; /* that were not refused */
    bool is_committed;
    uint64_t solved_at;        /* `edits` at the last solve that succeeded; UINT64_MAX before */
    uint64_t distances[CELLS]; /* the oracle's, for the goals of the last solve */
    bool is_goal[CELLS];       /* where D is the price */
    uint64_t digest;           /* of everything that was computed */
} state;

static const int32_t step_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int32_t step_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static bool is_on_map(const state *s, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < s->grid.width && y < s->grid.height;
}

static int32_t index_of(const state *s, int32_t x, int32_t y)
{
    return y * s->grid.width + x;
}

static bool is_wall(const state *s, int32_t x, int32_t y)
{
    return !is_on_map(s, x, y) || s->costs[index_of(s, x, y)] == THRONG_WALL;
}

static bool is_legal(const state *s, int32_t x, int32_t y, int code)
{
    return !is_wall(s, x, y) && !is_wall(s, x + step_x[code], y + step_y[code]) &&
           !is_wall(s, x + step_x[code], y) && !is_wall(s, x, y + step_y[code]);
}

/* D of the neighbour + the step there; UINT64_MAX if there is no such way. */
static uint64_t through(const state *s, const uint64_t *distances, int32_t x, int32_t y, int code)
{
    if (!is_legal(s, x, y, code))
        return UINT64_MAX;
    const uint64_t there = distances[index_of(s, x + step_x[code], y + step_y[code])];
    return there == UINT64_MAX
               ? there
               : there + (code <= 4 ? 10u : 14u) * (uint64_t)s->costs[index_of(s, x, y)];
}

/* Sweeps until nothing changes; the goals hold 0 already. */
static void relax(const state *s, uint64_t *distances, int code_count)
{
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int32_t i = 0; i < s->grid.width * s->grid.height; i++) {
            for (int code = 1; code <= code_count; code++) {
                const uint64_t d =
                    through(s, distances, i % s->grid.width, i / s->grid.width, code);
                has_changed = has_changed || d < distances[i];
                distances[i] = d < distances[i] ? d : distances[i];
            }
        }
    }
}

static void forget(uint64_t *distances)
{
    memset(distances, 0xff, CELLS * sizeof *distances);
}

static throng_rect any_rect(state *s)
{
    throng_rect rect = {fuzz_int(&s->in, -1, s->grid.width), fuzz_int(&s->in, -1, s->grid.height),
                        0, 0};
    rect.width = fuzz_int(&s->in, 0, s->grid.width + 1);
    rect.height = fuzz_int(&s->in, 0, s->grid.height + 1);
    return rect;
}

static bool is_legal_rect(const state *s, throng_rect rect)
{
    return rect.x >= 0 && rect.y >= 0 && rect.width > 0 && rect.height > 0 &&
           rect.x + rect.width <= s->grid.width && rect.y + rect.height <= s->grid.height;
}

static uint8_t any_cost(state *s)
{
    const uint8_t byte = fuzz_byte(&s->in);
    return byte < 100 ? THRONG_WALL : byte < 160 ? (uint8_t)(byte % 5) : byte;
}

static void was_edited(state *s)
{
    s->edits++;
    s->is_committed = false;
}

static void fill(state *s)
{
    const throng_rect rect = any_rect(s);
    const uint8_t cost = any_cost(s);
    const bool is_good = is_legal_rect(s, rect) && cost != 0;
    fuzz_require(throng_cost_fill(s->cost, rect, cost) ==
                 (is_good ? THRONG_OK : THRONG_ERROR_ARGUMENT));
    if (!is_good)
        return;
    was_edited(s);
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        memset(&s->costs[index_of(s, rect.x, y)], cost, (size_t)rect.width);
}

/* Writes costs, or derives them from terrain ids by a table. */
static void copy_in(state *s)
{
    const bool derives = fuzz_int(&s->in, 0, 1) == 1;
    const throng_rect rect = any_rect(s);
    const size_t row_bytes = (size_t)rect.width + fuzz_byte(&s->in) % 3;
    uint8_t bytes[(SIDE + 4) * (SIDE + 4)] = {0}, wanted[sizeof bytes];
    throng_layer_desc layer = throng_layer_desc_default();
    for (int i = 0; derives && i < 4; i++)
        layer.cost[i] = any_cost(s);
    bool is_good = is_legal_rect(s, rect);
    for (int32_t y = 0; y < rect.height; y++) {
        for (int32_t x = 0; x < rect.width; x++) {
            const size_t i = (size_t)y * row_bytes + (size_t)x;
            bytes[i] = derives ? fuzz_byte(&s->in) % 8 : any_cost(s);
            wanted[i] = derives ? layer.cost[bytes[i]] : bytes[i];
            is_good = is_good && wanted[i] != 0;
        }
    }
    const throng_result result = derives
                                     ? throng_cost_derive(s->cost, rect, bytes, row_bytes, &layer)
                                     : throng_cost_write(s->cost, rect, bytes, row_bytes);
    fuzz_require(result == (is_good ? THRONG_OK : THRONG_ERROR_ARGUMENT));
    if (!is_good)
        return;
    was_edited(s);
    for (int32_t y = 0; y < rect.height; y++)
        memcpy(&s->costs[index_of(s, rect.x, rect.y + y)], &wanted[(size_t)y * row_bytes],
               (size_t)rect.width);
}

/* Centres and radii in halves of a cell, so that distances are exact. */
static void stamp(state *s)
{
    const int32_t x2 = fuzz_int(&s->in, -4, 2 * SIDE + 4), y2 = fuzz_int(&s->in, -4, 2 * SIDE + 4);
    const int32_t r2 = fuzz_int(&s->in, 0, 12);
    const uint8_t cost = any_cost(s);
    const throng_point centre = {(float)x2 * 0.5f, (float)y2 * 0.5f};
    fuzz_require(throng_cost_stamp_disc(s->cost, centre, (float)r2 * 0.5f, cost) ==
                 (cost != 0 ? THRONG_OK : THRONG_ERROR_ARGUMENT));
    if (cost == 0)
        return;
    bool hits = false;
    for (int32_t i = 0; i < s->grid.width * s->grid.height; i++) {
        const int32_t dx = 2 * (i % s->grid.width) + 1 - x2, dy = 2 * (i / s->grid.width) + 1 - y2;
        if (dx * dx + dy * dy > r2 * r2)
            continue;
        s->costs[i] = cost;
        hits = true;
    }
    if (hits)
        was_edited(s);
}

static void stamp_anything(state *s)
{
    const throng_point centre = {fuzz_any_float(&s->in), fuzz_any_float(&s->in)};
    const float radius = fuzz_any_float(&s->in);
    const uint64_t revision = throng_cost_revision(s->cost);
    const throng_result result = throng_cost_stamp_disc(s->cost, centre, radius, 3);
    fuzz_require(result == THRONG_OK || result == THRONG_ERROR_ARGUMENT);
    if (result != THRONG_OK)
        return;
    /* Floats decide which cells are in; take the library's word. */
    uint8_t before[CELLS];
    memcpy(before, s->costs, sizeof before);
    fuzz_require(throng_cost_read(s->cost, (throng_rect){0, 0, s->grid.width, s->grid.height},
                                  s->costs, (size_t)s->grid.width) == THRONG_OK);
    const bool hits = throng_cost_revision(s->cost) != revision;
    for (int32_t i = 0; i < s->grid.width * s->grid.height; i++)
        fuzz_require(s->costs[i] == before[i] || (hits && s->costs[i] == 3));
    if (hits)
        was_edited(s);
}

static void check_costs(const state *s)
{
    uint8_t bytes[CELLS];
    fuzz_require(throng_cost_read(s->cost, (throng_rect){0, 0, s->grid.width, s->grid.height},
                                  bytes, (size_t)s->grid.width) == THRONG_OK);
    fuzz_require(memcmp(bytes, s->costs, (size_t)s->grid.width * (size_t)s->grid.height) == 0);
    fuzz_require(throng_cost_is_committed(s->cost) == s->is_committed);
}

static void check_distances(const state *s)
{
    for (int32_t i = 0; i < s->grid.width * s->grid.height; i++) {
        const throng_cell cell = {i % s->grid.width, i / s->grid.width};
        const uint64_t d = throng_integration_at(s->integration, cell);
        fuzz_require(d == (s->distances[i] == UINT64_MAX ? THRONG_UNREACHABLE : s->distances[i]));
    }
}

static uint32_t any_price(state *s)
{
    const uint32_t order = fuzz_byte(&s->in) % 20;
    return 2 * (uint32_t)fuzz_byte(&s->in) << (order < 16 ? order : 0);
}

static void solve(state *s)
{
    throng_cell goals[5];
    uint32_t prices[5];
    const bool is_priced = fuzz_byte(&s->in) & 1, is_limited = fuzz_byte(&s->in) & 1;
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = goals;
    desc.prices = is_priced ? prices : NULL;
    desc.limit = is_limited ? 2 * any_price(s) : THRONG_UNREACHABLE;
    const int32_t goal_count = fuzz_int(&s->in, 0, 4);
    bool is_off = goal_count == 0, any_passable = false;
    for (int32_t i = 0; i < goal_count; i++) {
        goals[i].x = fuzz_int(&s->in, 0, s->grid.width - 1);
        goals[i].y = fuzz_int(&s->in, 0, s->grid.height - 1);
        if (fuzz_byte(&s->in) == 255)
            goals[i].x = (int32_t)fuzz_word(&s->in);
        prices[i] = is_priced ? any_price(s) : 0;
        is_off = is_off || !is_on_map(s, goals[i].x, goals[i].y);
        any_passable = any_passable || !is_wall(s, goals[i].x, goals[i].y);
    }
    desc.goal_count = goal_count;
    const throng_result result =
        is_priced || is_limited
            ? throng_integrate_with(s->solver, s->cost, &desc, s->integration)
            : throng_integrate(s->solver, s->cost, goals, goal_count, s->integration);
    if (is_off || !s->is_committed || !any_passable) {
        fuzz_require((is_off && result == THRONG_ERROR_ARGUMENT) ||
                     (!s->is_committed && result == THRONG_ERROR_NOT_COMMITTED) ||
                     (!any_passable && result == THRONG_ERROR_GOAL));
        return;
    }
    fuzz_require(result == THRONG_OK);
    s->solved_at = s->edits;
    forget(s->distances);
    for (int32_t i = 0; i < goal_count; i++) {
        uint64_t *d = &s->distances[index_of(s, goals[i].x, goals[i].y)];
        if (!is_wall(s, goals[i].x, goals[i].y) && prices[i] < *d)
            *d = prices[i];
    }
    uint64_t offered[CELLS];
    memcpy(offered, s->distances, sizeof offered);
    relax(s, s->distances, 8);
    for (int32_t i = 0; i < CELLS; i++) {
        if (is_limited && s->distances[i] > desc.limit)
            s->distances[i] = UINT64_MAX;
        s->is_goal[i] = s->distances[i] != UINT64_MAX && offered[i] == s->distances[i];
    }
    check_distances(s);
    fuzz_digest(&s->digest, throng_integration_hash(s->integration));
}

static uint8_t wanted_code(const state *s, int32_t x, int32_t y)
{
    if (is_wall(s, x, y))
        return THRONG_FLOW_WALL;
    uint8_t best = THRONG_FLOW_NONE;
    uint64_t least = UINT64_MAX;
    const int32_t own = index_of(s, x, y);
    if (s->is_goal[own] || s->distances[own] == UINT64_MAX)
        return best;
    for (uint8_t code = 1; code <= 8; code++) {
        const uint64_t d = through(s, s->distances, x, y, code);
        best = d < least ? code : best;
        least = d < least ? d : least;
    }
    return best;
}

static void flow(state *s)
{
    const throng_result result = throng_flow(s->cost, s->integration, s->flow);
    if (!s->is_committed || s->solved_at == UINT64_MAX || s->solved_at != s->edits) {
        fuzz_require((!s->is_committed && result == THRONG_ERROR_NOT_COMMITTED) ||
                     (s->solved_at == UINT64_MAX && result == THRONG_ERROR_NOT_SOLVED) ||
                     (s->solved_at != s->edits && result == THRONG_ERROR_OUT_OF_DATE));
        return;
    }
    fuzz_require(result == THRONG_OK);
    for (int32_t i = 0; i < s->grid.width * s->grid.height; i++) {
        const throng_cell cell = {i % s->grid.width, i / s->grid.width};
        fuzz_require(throng_flow_at(s->flow, cell) == wanted_code(s, cell.x, cell.y));
    }
    fuzz_digest(&s->digest, throng_flow_hash(s->flow));
}

static float clamp(float value, int32_t side)
{
    return value < 0.0f ? 0.0f : value > (float)side ? (float)side : value;
}

/* Headings are nothing or of unit length, and nothing exactly where the own cell has no direction.
 */
static void sample(state *s)
{
    enum { COUNT = 9 };
    float x[COUNT], y[COUNT], heading_x[COUNT], heading_y[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const bool is_wild = fuzz_byte(&s->in) < 30;
        x[i] = is_wild ? fuzz_any_float(&s->in)
                       : fuzz_float(&s->in, -1.0f, (float)s->grid.width + 1.0f);
        y[i] = is_wild ? fuzz_any_float(&s->in)
                       : fuzz_float(&s->in, -1.0f, (float)s->grid.height + 1.0f);
    }
    throng_sample_desc desc = throng_sample_desc_default();
    desc.wall_rule = fuzz_byte(&s->in) & 1 ? THRONG_WALL_RULE_REPEL : THRONG_WALL_RULE_DROP;
    const throng_flow_field *const fields[] = {s->flow};
    const throng_points points = {.count = COUNT, .x = x, .y = y};
    const throng_vectors headings = {.x = heading_x, .y = heading_y};
    const throng_result result = throng_sample(s->context, fields, 1, &desc, &points, headings);
    if (!throng_flow_is_solved(s->flow)) {
        fuzz_require(result == THRONG_ERROR_NOT_SOLVED);
        return;
    }
    fuzz_require(result == THRONG_OK);
    for (int i = 0; i < COUNT; i++) {
        uint32_t bits[2];
        memcpy(&bits[0], &heading_x[i], sizeof bits[0]);
        memcpy(&bits[1], &heading_y[i], sizeof bits[1]);
        fuzz_digest(&s->digest, (uint64_t)bits[0] << 32 | bits[1]);
        const float length_sq = heading_x[i] * heading_x[i] + heading_y[i] * heading_y[i];
        bool has_direction = x[i] - x[i] == 0.0f && y[i] - y[i] == 0.0f;
        if (has_direction) {
            int32_t column = (int32_t)clamp(x[i], s->grid.width);
            int32_t row = (int32_t)clamp(y[i], s->grid.height);
            column -= column == s->grid.width;
            row -= row == s->grid.height;
            const uint8_t code = throng_flow_at(s->flow, (throng_cell){column, row});
            has_direction = code != THRONG_FLOW_NONE && code != THRONG_FLOW_WALL;
        }
        if (has_direction)
            fuzz_require(length_sq > 0.9999f && length_sq < 1.0001f);
        else
            fuzz_require(heading_x[i] == 0.0f && heading_y[i] == 0.0f);
    }
}

static void check_path(const state *s, const throng_cell *cells, int32_t count, int code_count,
                       uint32_t total_cost)
{
    uint64_t sum = 0;
    for (int32_t i = 1; i < count; i++) {
        const throng_cell a = cells[i - 1], b = cells[i];
        int code = 1;
        while (code <= code_count && (b.x != a.x + step_x[code] || b.y != a.y + step_y[code]))
            code++;
        fuzz_require(code <= code_count && is_legal(s, a.x, a.y, code));
        sum += (code <= 4 ? 10u : 14u) * (uint64_t)s->costs[index_of(s, a.x, a.y)];
    }
    fuzz_require(sum == total_cost);
}

static void path(state *s)
{
    const throng_cell from = {fuzz_int(&s->in, 0, s->grid.width),
                              fuzz_int(&s->in, 0, s->grid.height)};
    const throng_cell to = {fuzz_int(&s->in, 0, s->grid.width - 1),
                            fuzz_int(&s->in, 0, s->grid.height - 1)};
    throng_path_desc desc = throng_path_desc_default();
    desc.connectivity = fuzz_byte(&s->in) & 1 ? THRONG_CONNECTIVITY_4 : THRONG_CONNECTIVITY_8;
    const int32_t capacity = fuzz_byte(&s->in) & 1 ? CELLS : fuzz_int(&s->in, 0, 20);
    throng_cell cells[CELLS];
    int32_t count = -1;
    uint32_t total_cost = 0;
    const throng_result result =
        throng_path(s->finder, s->cost, from, to, &desc, cells, capacity, &count, &total_cost);
    uint64_t distances[CELLS];
    forget(distances);
    distances[index_of(s, to.x, to.y)] = 0;
    const int code_count = desc.connectivity == THRONG_CONNECTIVITY_4 ? 4 : 8;
    if (!is_wall(s, to.x, to.y))
        relax(s, distances, code_count);
    if (!is_on_map(s, from.x, from.y)) {
        fuzz_require(result == THRONG_ERROR_ARGUMENT);
    } else if (!s->is_committed) {
        fuzz_require(result == THRONG_ERROR_NOT_COMMITTED);
    } else if (is_wall(s, from.x, from.y)) {
        fuzz_require(result == THRONG_ERROR_BLOCKED);
    } else if (is_wall(s, to.x, to.y)) {
        fuzz_require(result == THRONG_ERROR_GOAL);
    } else if (distances[index_of(s, from.x, from.y)] == UINT64_MAX) {
        fuzz_require(result == THRONG_ERROR_NO_PATH);
    } else {
        const bool is_there = from.x == to.x && from.y == to.y;
        fuzz_require(total_cost == distances[index_of(s, from.x, from.y)]);
        fuzz_require(count >= 1 && (count == 1) == is_there);
        fuzz_require(result == (count > capacity ? THRONG_ERROR_CAPACITY
                                : is_there       ? THRONG_SAME_CELL
                                                 : THRONG_OK));
        if (count > capacity)
            return;
        fuzz_require(cells[0].x == from.x && cells[0].y == from.y);
        fuzz_require(cells[count - 1].x == to.x && cells[count - 1].y == to.y);
        check_path(s, cells, count, code_count, total_cost);
    }
}

static void start(state *s, throng_isa isa)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    fuzz_require(throng_context_create(&desc, &s->context) == THRONG_OK);
    s->grid = throng_grid_default(fuzz_int(&s->in, 1, SIDE), fuzz_int(&s->in, 1, SIDE));
    const int32_t width = s->grid.width, height = s->grid.height;
    fuzz_require(throng_cost_create(s->context, &s->grid, &s->cost) == THRONG_OK);
    fuzz_require(throng_solver_create(s->context, width, height, &s->solver) == THRONG_OK);
    fuzz_require(throng_integration_create(s->context, &s->grid, &s->integration) == THRONG_OK);
    fuzz_require(throng_flow_create(s->context, &s->grid, &s->flow) == THRONG_OK);
    fuzz_require(throng_path_finder_create(s->context, width, height, &s->finder) == THRONG_OK);
    memset(s->costs, 1, sizeof s->costs);
    s->is_committed = true;
    s->solved_at = UINT64_MAX;
}

static void end(state *s)
{
    fuzz_require(throng_context_destroy(s->context) == THRONG_ERROR_IN_USE);
    fuzz_require(throng_path_finder_destroy(s->finder) == THRONG_OK);
    fuzz_require(throng_flow_destroy(s->flow) == THRONG_OK);
    fuzz_require(throng_integration_destroy(s->integration) == THRONG_OK);
    fuzz_require(throng_solver_destroy(s->solver) == THRONG_OK);
    fuzz_require(throng_cost_destroy(s->cost) == THRONG_OK);
    fuzz_require(throng_context_destroy(s->context) == THRONG_OK);
}

static void commit(state *s)
{
    fuzz_require(throng_cost_commit(s->cost) == THRONG_OK);
    s->is_committed = true;
}

static void do_one(state *s)
{
    static void (*const calls[])(state *) = {fill,           copy_in, copy_in, stamp,
                                             stamp_anything, commit,  commit,  solve,
                                             solve,          flow,    sample,  path};
    calls[fuzz_byte(&s->in) % (sizeof calls / sizeof *calls)](s);
}

static uint64_t run(fuzz_input in, throng_isa isa)
{
    static state s;
    memset(&s, 0, sizeof s);
    s.in = in;
    start(&s, isa);
    for (int i = 0; i < 60 && s.in.size > 0; i++) {
        do_one(&s);
        check_costs(&s);
    }
    end(&s);
    return s.digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_compare(data, size, run);
}
