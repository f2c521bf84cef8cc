/* Congestion: counts of agents, levels that follow them, prices.
 *
 *     count = agents * price + slow agents * price_slow
 *     level = level + (count / cells of a square - level) * interval / memory
 *     price = floor(level), at most price_most
 *
 * Levels are in 1/256 of a price, shares of the memory in 1/65536. Steps are rounded away from 0,
 * so that a level gets to where it should be. */
#include <throng/congestion.h>

#include "base/float_state.h"
#include "cost/cost.h"
#include "crowd/crowd.h"
#include "flow/flow.h"
#include "integration/repair.h"
#include "terrain/layer.h"

#include <string.h>

/* An agent that moves at less than this share of its speed is held up: the share below which
 * steering takes it for one that waits. */
#define SLOW_SPEED 0.2f

#define MICROSECONDS 1e6f
#define DT_MOST 10.0f
#define SQUARE_MOST 64
#define PRICE_MOST 253     /* so that a passable cell of cost 1 does not exceed 254 */
#define MEMORY_MOST 100.0f /* intervals: shares of 1/65536 are then exact to a hundredth */

struct throng_congestion {
    throng_context *context;
    throng_layer *layer;
    throng_congestion_desc desc;
    int32_t columns, rows; /* of squares */
    uint32_t *counts;      /* by square; 0 between updates */
    uint32_t *levels;      /* in 1/256 of a price */
    uint8_t *prices;       /* on the layer now */
    uint8_t *row;          /* of prices, one per column of cells */
    int32_t share;         /* interval / memory in 1/65536 */
    uint32_t interval_us, passed_us;
};

void throng_congestion_desc_init(throng_congestion_desc *desc, size_t struct_size)
{
    const throng_congestion_desc defaults = {.struct_size = sizeof defaults,
                                             .interval = 0.1f,
                                             .memory = 2.0f,
                                             .square = 2,
                                             .price = 0,
                                             .price_slow = 5,
                                             .price_most = 100};
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

static const throng_grid *grid_of(const throng_congestion *congestion)
{
    return &congestion->layer->cost->grid;
}

static uint64_t square_count(const throng_congestion *congestion)
{
    return (uint64_t)congestion->columns * (uint64_t)congestion->rows;
}

static void release(throng_congestion *congestion)
{
    throng_context *context = congestion->context;
    const uint64_t squares = square_count(congestion);
    throng_give(context, congestion->counts, squares, sizeof *congestion->counts);
    throng_give(context, congestion->levels, squares, sizeof *congestion->levels);
    throng_give(context, congestion->prices, squares, sizeof *congestion->prices);
    throng_give(context, congestion->row, (uint64_t)grid_of(congestion)->width, 1);
    throng_object_give(context, congestion, sizeof *congestion);
}

static bool take(throng_congestion *congestion)
{
    const throng_context *context = congestion->context;
    const uint64_t squares = square_count(congestion);
    congestion->counts = throng_take(context, squares, sizeof *congestion->counts);
    congestion->levels = throng_take(context, squares, sizeof *congestion->levels);
    congestion->prices = throng_take(context, squares, sizeof *congestion->prices);
    congestion->row = throng_take(context, (uint64_t)grid_of(congestion)->width, 1);
    if (!congestion->counts || !congestion->levels || !congestion->prices || !congestion->row)
        return false;
    memset(congestion->counts, 0, (size_t)squares * sizeof *congestion->counts);
    memset(congestion->levels, 0, (size_t)squares * sizeof *congestion->levels);
    memset(congestion->prices, 0, (size_t)squares * sizeof *congestion->prices);
    return true;
}

static throng_result check_desc(const throng_context *context, const throng_congestion_desc *given,
                                throng_congestion_desc *own)
{
    if (!given || !throng_desc_read(own, sizeof *own, given))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc is NULL or was not made by throng_congestion_desc_default.");
    if (!(own->interval >= 0.01f && own->interval <= DT_MOST))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->interval is %g; it must be 0.01 to 10 s.", own->interval);
    if (!(own->memory >= own->interval && own->memory <= MEMORY_MOST * own->interval))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->memory is %g; it must be the interval of %g s at least, and a "
                             "hundred of it at most.",
                             own->memory, own->interval);
    if (own->square < 1 || own->square > SQUARE_MOST)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->square is %d; it must be 1 to %d.", own->square, SQUARE_MOST);
    if (own->price < 0 || own->price > 1000 || own->price_slow < 0 || own->price_slow > 1000)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->price is %d and price_slow %d; they must be 0 to 1000.",
                             own->price, own->price_slow);
    if (own->price_most < 1 || own->price_most > PRICE_MOST)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "desc->price_most is %d; it must be 1 to %d.", own->price_most,
                             PRICE_MOST);
    return THRONG_OK;
}

static THRONG_NOINLINE throng_result create(throng_layer *layer, const throng_congestion_desc *desc,
                                            throng_congestion **out)
{
    throng_context *context = layer->context;
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_congestion_desc own;
    const throng_result result = check_desc(context, desc, &own);
    if (result)
        return result;
    throng_congestion *congestion = throng_object_take(context, sizeof *congestion);
    if (!congestion)
        return throng_refuse(context, THRONG_ERROR_MEMORY, "There is no memory for a congestion.");
    congestion->context = context;
    congestion->layer = layer;
    congestion->desc = own;
    const int32_t columns = (layer->cost->grid.width + own.square - 1) / own.square;
    const int32_t rows = (layer->cost->grid.height + own.square - 1) / own.square;
    congestion->columns = columns;
    congestion->rows = rows;
    congestion->share = (int32_t)(65536.0f * own.interval / own.memory);
    congestion->interval_us = (uint32_t)(own.interval * MICROSECONDS);
    if (!take(congestion)) {
        release(congestion);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a congestion of %d x %d squares.", columns,
                             rows);
    }
    atomic_fetch_add(&layer->cost->user_count, 1);
    *out = congestion;
    return THRONG_OK;
}

throng_result throng_congestion_create(throng_layer *layer, const throng_congestion_desc *desc,
                                       throng_congestion **out)
{
    if (!layer)
        return THRONG_ERROR_ARGUMENT;
    const throng_float_state host = throng_float_enter();
    const throng_result result = create(layer, desc, out);
    throng_float_leave(host);
    return result;
}

throng_result throng_congestion_destroy(throng_congestion *congestion)
{
    if (!congestion)
        return THRONG_OK;
    atomic_fetch_sub(&congestion->layer->cost->user_count, 1);
    release(congestion);
    return THRONG_OK;
}

size_t throng_congestion_bytes(const throng_congestion *congestion)
{
    if (!congestion)
        return 0;
    const size_t per_square = sizeof *congestion->counts + sizeof *congestion->levels + 1;
    return sizeof *congestion + (size_t)square_count(congestion) * per_square +
           (size_t)grid_of(congestion)->width;
}

int32_t throng_congestion_at(const throng_congestion *congestion, throng_cell cell)
{
    if (!congestion || cell.x < 0 || cell.y < 0 || cell.x >= grid_of(congestion)->width ||
        cell.y >= grid_of(congestion)->height)
        return 0;
    const int32_t square = congestion->desc.square;
    return congestion->prices[(size_t)(cell.y / square) * (size_t)congestion->columns +
                              (size_t)(cell.x / square)];
}

static bool is_slow(const throng_agents *a, int32_t i)
{
    const float slow = a->max_speed[i] * SLOW_SPEED;
    return a->velocity_x[i] * a->velocity_x[i] + a->velocity_y[i] * a->velocity_y[i] < slow * slow;
}

static void count_agents(throng_congestion *congestion, const throng_crowd *crowd)
{
    const throng_agents *a = &crowd->agents;
    const throng_cost_field *ground = congestion->layer->cost;
    const throng_congestion_desc *desc = &congestion->desc;
    const unsigned left_out =
        THRONG_AGENT_ARRIVED | THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE;
    const unsigned held = THRONG_AGENT_KINEMATIC | THRONG_AGENT_PAUSED;
    for (int32_t i = 0; i < crowd->count; i++) {
        const int32_t column = throng_column_of(ground, a->x[i]);
        const int32_t row = throng_row_of(ground, a->y[i]);
        if ((a->flags[i] & left_out) || column < 0 || row < 0 || column >= ground->grid.width ||
            row >= ground->grid.height)
            continue;
        const bool is_on_its_way =
            !(a->flags[i] & held) && crowd->groups[a->group[i]].desc.integration;
        /* Two million agents in a square would be too many for its count. */
        congestion->counts[(size_t)(row / desc->square) * (size_t)congestion->columns +
                           (size_t)(column / desc->square)] +=
            (uint32_t)(desc->price + (is_on_its_way && is_slow(a, i) ? desc->price_slow : 0));
    }
}

/* The next level of a square, whose count is used up. */
static uint32_t follow_count(const throng_congestion *congestion, size_t square)
{
    const uint32_t cells = (uint32_t)(congestion->desc.square * congestion->desc.square);
    const uint32_t most = (uint32_t)congestion->desc.price_most << 8;
    const uint64_t exact = ((uint64_t)congestion->counts[square] << 8) / cells;
    const int64_t wanted = exact < most ? (int64_t)exact : (int64_t)most;
    const int64_t way = (wanted - (int64_t)congestion->levels[square]) * congestion->share;
    congestion->counts[square] = 0;
    const int64_t step = way >= 0 ? (way + 65535) / 65536 : -((65535 - way) / 65536);
    return (uint32_t)((int64_t)congestion->levels[square] + step);
}

/* Puts the prices of squares begin .. end - 1 of a row of squares on the layer. */
static void write_prices(throng_congestion *congestion, int32_t row, int32_t begin, int32_t end)
{
    const throng_grid *grid = grid_of(congestion);
    const int32_t square = congestion->desc.square;
    const uint8_t *prices = congestion->prices + (size_t)row * (size_t)congestion->columns;
    const int32_t left = begin * square;
    const int32_t right = end * square < grid->width ? end * square : grid->width;
    const int32_t top = row * square;
    const int32_t bottom = top + square < grid->height ? top + square : grid->height;
    for (int32_t x = left; x < right; x++)
        congestion->row[x] = prices[x / square];
    for (int32_t y = top; y < bottom; y++)
        throng_layer_write_prices(congestion->layer, (throng_rect){left, y, right - left, 1},
                                  congestion->row + left, (size_t)grid->width);
}

static void set_prices(throng_congestion *congestion)
{
    for (int32_t row = 0; row < congestion->rows; row++) {
        const size_t first = (size_t)row * (size_t)congestion->columns;
        int32_t begin = congestion->columns, end = 0;
        for (int32_t column = 0; column < congestion->columns; column++) {
            const size_t square = first + (size_t)column;
            if (!(congestion->counts[square] | congestion->levels[square]))
                continue;
            congestion->levels[square] = follow_count(congestion, square);
            const uint8_t price = (uint8_t)(congestion->levels[square] >> 8);
            if (price == congestion->prices[square])
                continue;
            congestion->prices[square] = price;
            begin = column < begin ? column : begin;
            end = column + 1;
        }
        if (begin < end)
            write_prices(congestion, row, begin, end);
    }
}

throng_result throng_congestion_clear(throng_congestion *congestion)
{
    if (!congestion)
        return THRONG_ERROR_ARGUMENT;
    const size_t squares = (size_t)square_count(congestion);
    memset(congestion->levels, 0, squares * sizeof *congestion->levels);
    memset(congestion->prices, 0, squares * sizeof *congestion->prices);
    for (int32_t row = 0; row < congestion->rows; row++)
        write_prices(congestion, row, 0, congestion->columns);
    return THRONG_OK;
}

static throng_result check_field(const throng_congestion *congestion, const throng_solver *solver,
                                 const throng_congestion_field *field, int32_t i)
{
    const throng_context *context = congestion->context;
    const throng_cost_field *cost = congestion->layer->cost;
    if (!field->integration)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "fields[%d].integration is NULL.", i);
    if (field->integration->is_solved && (field->integration->cost_serial != cost->serial ||
                                          field->integration->cost_revision != cost->revision))
        return throng_refuse(context, THRONG_ERROR_OUT_OF_DATE,
                             "fields[%d].integration was solved on another cost field than the "
                             "layer's, or before that was updated.",
                             i);
    throng_result result =
        throng_repair_check(solver, cost, NULL, 0, field->integration, "fields[].integration");
    if (!result && field->flow)
        result = throng_flow_check(context, cost, field->integration, field->flow, "fields[].flow");
    return result;
}

static throng_result check_update(const throng_congestion *congestion, const throng_crowd *crowd,
                                  float dt, const throng_solver *solver,
                                  const throng_congestion_field *fields, int32_t field_count)
{
    const throng_context *context = congestion->context;
    if (!crowd)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "crowd is NULL.");
    if (!(dt >= 0.0f && dt <= DT_MOST))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "dt is %g; it must be 0 to 10 s.", dt);
    if (field_count < 0 || (field_count > 0 && (!fields || !solver)))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "field_count is %d, fields is %s and solver is %s; there must be 0 or "
                             "more fields, and a solver for them.",
                             field_count, fields ? "set" : "NULL", solver ? "set" : "NULL");
    if (!throng_grid_equal(&crowd->desc.grid, grid_of(congestion)))
        return throng_refuse(context, THRONG_ERROR_SHAPE,
                             "The grids of crowd and of the layer differ; they must be equal.");
    for (int32_t i = 0; i < field_count; i++) {
        const throng_result result = check_field(congestion, solver, &fields[i], i);
        if (result)
            return result;
    }
    return THRONG_OK;
}

static throng_result repair(const throng_congestion *congestion, throng_solver *solver,
                            const throng_congestion_field *field,
                            const throng_congestion_changes *changes)
{
    const throng_cost_field *cost = congestion->layer->cost;
    throng_result result = throng_integration_repair(solver, cost, changes->rects,
                                                     changes->rect_count, field->integration);
    if (!result && field->flow)
        result = throng_flow(cost, field->integration, field->flow);
    return result;
}

static THRONG_NOINLINE throng_result update(throng_congestion *congestion,
                                            const throng_crowd *crowd, float dt,
                                            throng_solver *solver,
                                            const throng_congestion_field *fields,
                                            int32_t field_count, throng_congestion_changes *changes)
{
    throng_result result = check_update(congestion, crowd, dt, solver, fields, field_count);
    if (result)
        return result;
    throng_congestion_changes own = {.is_updated = false};
    congestion->passed_us += (uint32_t)(dt * MICROSECONDS + 0.5f);
    if (congestion->passed_us >= congestion->interval_us) {
        congestion->passed_us %= congestion->interval_us;
        own.is_updated = true;
        count_agents(congestion, crowd);
        set_prices(congestion);
        throng_layer_update(congestion->layer, own.rects, THRONG_CONGESTION_RECTS, &own.rect_count);
        for (int32_t i = 0; !result && own.rect_count > 0 && i < field_count; i++)
            result = repair(congestion, solver, &fields[i], &own);
    }
    if (changes)
        *changes = own;
    return result;
}

throng_result throng_congestion_update(throng_congestion *congestion, const throng_crowd *crowd,
                                       float dt, throng_solver *solver,
                                       const throng_congestion_field *fields, int32_t field_count,
                                       throng_congestion_changes *changes)
{
    if (!congestion)
        return THRONG_ERROR_ARGUMENT;
    const throng_float_state host = throng_float_enter();
    const throng_result result =
        update(congestion, crowd, dt, solver, fields, field_count, changes);
    throng_float_leave(host);
    return result;
}
