/* Exact distances, 64 x 64 cells at a time. A tile is relaxed row by row and column by column until
 * nothing changes; what changed on its borders is offered to the tiles beside it, which wait in a
 * queue, the one with the least new value first. The field is finished when no tile waits.
 *
 * Why it is exact: every value is the length of a real way, since it is made from another one by a
 * legal step, and what is cut off at 65535 or clamped only gets larger. A tile leaves the queue
 * relaxed, and whatever could still improve another tile has been offered to it. So at the end no
 * step improves anything, and values that are at least the distances and that no step improves are
 * the distances.
 *
 * Why 16 bits suffice: a tile's window of 65535 half-units slides. A waiting tile knows that no
 * change anywhere is still to come below its priority less the delay, so what lies below goes to
 * the output for good. What did not fit above, and what may have lost successors because those did
 * not fit, brings the tile back into the queue. */
#include "integration/integration.h"

#include "integration/tile_output_wide.h"
#include "integration/tile_relax_wide.h"
#include "integration/tile_values_wide.h"
#include "integration/tile_window_wide.h"
#include "simd/tier.h"
#include "tasks/tasks.h"

#include <string.h>

/* A window slides when there is something new in its upper three quarters and it gains an eighth.
 * Sliding for less rewrites the output more often; for much more, values pile up at the end. */
#define SLIDE_KEY 16384
#define SLIDE_GAIN 8192

/* Waiting tiles that threads may visit at the same time: as many, and with values that many
 * half-units apart. See visit_round. */
#define ROUND_MOST 64
#define ROUND_SPREAD 200

#define ALL_SIDES 15u
#define ALL_ROWS (~(uint64_t)0)

/* Where a window for values from `least` on begins: the lowest byte of a value is that of half the
 * distance, in all tiles. */
static uint32_t base_at(uint32_t least)
{
    return least & ~(uint32_t)0xff;
}

/* Puts the window where the tile's new values fit. `floor`: no change below it is still to come. */
static void place_window(visit *v, uint32_t floor)
{
    throng_tile *tile = v->tile;
    const uint32_t key = tile->key;
    if (tile->stage == THRONG_TILE_AWAKE) {
        memset(v->values, 0xff, sizeof v->solve->tiles->values[0]);
        tile->base = base_at(key);
    } else if (key < tile->base) {
        raise_values(v->values, tile->base - base_at(key));
        tile->base = base_at(key);
        /* Values on a border may have left the window, but not the offers that they came from. */
        v->news = tile->lost_some ? ALL_SIDES : v->news;
    }
    if (tile->stage == THRONG_TILE_VISITED && floor > tile->base && key - tile->base > SLIDE_KEY &&
        floor - tile->base > SLIDE_GAIN) {
        v->fits = write_tile(v->solve, v->index);
        tile->is_written = true;
        lower_values(v->values, base_at(floor) - tile->base);
        tile->base = base_at(floor);
        v->news = ALL_SIDES;
        v->tells_all = tile->lost_some;
    }
    tile->stage = THRONG_TILE_VISITED;
}

/* Lowers the cells of goals to their prices; what is to be relaxed from is in the result. Done at
 * every visit, since a window that goes back may lose a goal near its end again. */
static dirty merge_goals(visit *v)
{
    const solve *s = v->solve;
    const uint32_t width = (uint32_t)s->cost->grid.width;
    uint64_t rows = 0, columns = 0;
    for (uint32_t goal = v->tile->goal; goal != THRONG_NO_GOAL; goal = s->next_goal[goal]) {
        const uint32_t price = s->goal_price[goal], base = v->tile->base;
        const uint32_t r = goal / width % THRONG_TILE, c = goal % width % THRONG_TILE;
        uint16_t *value = &v->values[r * THRONG_TILE + slot_of(c)];
        /* What lies below a window that slid is in the output. */
        if (price < base || (price - base >= *value && *value != UNKNOWN))
            continue;
        if (price - base >= UNKNOWN) {
            v->far = price < v->far ? price : v->far;
            continue;
        }
        *value = (uint16_t)(price - base);
        rows |= FIRST_ROW << r;
        columns |= FIRST_ROW << c;
    }
    return dirty_of(rows, columns);
}

static void wake(throng_tile *tile)
{
    if (tile->stage != THRONG_TILE_ASLEEP)
        return;
    memset(tile->best, 0xff, sizeof tile->best);
    memset(tile->told, 0xff, sizeof tile->told);
    tile->stage = THRONG_TILE_AWAKE;
}

/* Beyond the limit there is nothing to wait for. */
static void let_tile_wait(solve *s, int32_t tile, uint32_t key)
{
    if (key <= s->limit)
        throng_tiles_push(s->tiles, tile, key);
}

static void bring_news(solve *s, int32_t tile, int side, uint32_t key)
{
    s->tiles->tile[tile].news |= (uint8_t)(1 << side);
    let_tile_wait(s, tile, key);
}

/* Tells the tile across `side` about the border row `from`. */
static void tell(const visit *v, int side, row from)
{
    solve *s = v->solve;
    const throng_tile_maps *maps = &s->cost->tiles;
    const bool exists = side == THRONG_SIDE_TOP      ? v->y > 0
                        : side == THRONG_SIDE_BOTTOM ? v->y < maps->rows - 1
                        : side == THRONG_SIDE_LEFT   ? v->x > 0
                                                     : v->x < maps->columns - 1;
    if (!exists)
        return;
    const int32_t step[4] = {-maps->columns, maps->columns, -1, 1};
    const int32_t neighbour = v->index + step[side];
    const throng_tile_map *map = &maps->map[neighbour];
    if (map->is_empty)
        return;
    wake(&s->tiles->tile[neighbour]);
    const int orientation = side / 2, opposite = side ^ 1;
    const int own_row = side % 2 ? THRONG_TILE - 1 : 0, far_row_index = THRONG_TILE - 1 - own_row;
    const far_row to = {map, maps->costs[neighbour].cost[orientation][far_row_index],
                        map->pass[orientation][far_row_index]};
    const row offer = offer_across(from, v->map->pass[orientation][own_row], &to);
    const uint32_t key =
        accept(s->tiles->tile[neighbour].best[opposite], border_of(offer, v->tile->base));
    if (key != UINT32_MAX)
        bring_news(s, neighbour, opposite, key);
}

/* Offers the value of a corner cell to the one cell of the tile diagonally across. `right` and
 * `below` are 0 or 1: which corner. */
static void tell_corner(const visit *v, int right, int below, uint32_t value)
{
    solve *s = v->solve;
    const throng_cost_field *cost = s->cost;
    const int32_t x = v->x * THRONG_TILE + (right ? THRONG_TILE - 1 : 0), x2 = x + 2 * right - 1;
    const int32_t y = v->y * THRONG_TILE + (below ? THRONG_TILE - 1 : 0), y2 = y + 2 * below - 1;
    if (throng_cost_is_wall(cost, x2, y) || throng_cost_is_wall(cost, x, y2) ||
        throng_cost_is_wall(cost, x2, y2))
        return;
    const uint32_t offer =
        value + 7u * cost->cost[(size_t)y2 * (size_t)cost->grid.width + (size_t)x2];
    const int32_t neighbour = v->index + (2 * below - 1) * cost->tiles.columns + 2 * right - 1;
    const int side = below ? THRONG_SIDE_TOP : THRONG_SIDE_BOTTOM;
    throng_tile *tile = &s->tiles->tile[neighbour];
    wake(tile);
    uint32_t *best = &tile->best[side][slot_of(right ? 0 : THRONG_TILE - 1)];
    if (offer >= *best)
        return;
    *best = offer;
    bring_news(s, neighbour, side, offer);
}

/* Tells the tiles around about everything on the borders that got less. */
static void tell_neighbours(const visit *v)
{
    throng_tile *tile = v->tile;
    const uint16_t *edge[4] = {v->values, v->values + (THRONG_TILE - 1) * THRONG_TILE,
                               v->columns[0], v->columns[1]};
    const uint32_t first = slot_of(0), last = slot_of(THRONG_TILE - 1);
    const uint32_t corner[4] = {
        tile->told[THRONG_SIDE_TOP][first], tile->told[THRONG_SIDE_TOP][last],
        tile->told[THRONG_SIDE_BOTTOM][first], tile->told[THRONG_SIDE_BOTTOM][last]};
    for (int side = 0; side < 4; side++) {
        const row from = row_load(edge[side]);
        const border now = border_of(from, tile->base);
        if (keep_less(&now, tile->told[side], tile->best[side]) || v->tells_all)
            tell(v, side, from);
    }
    for (int c = 0; c < 4; c++) {
        const uint32_t now = tile->told[c / 2][c % 2 ? last : first];
        if (now < corner[c])
            tell_corner(v, c % 2, c / 2, now);
    }
}

/* `floor`: no change below it is still to come, anywhere. */
static visit begin_visit(solve *s, int32_t index, uint32_t floor)
{
    const int32_t columns = s->cost->tiles.columns;
    throng_tile *tile = &s->tiles->tile[index];
    const visit v = {.solve = s,
                     .scratch = s->tiles->scratch,
                     .index = index,
                     .x = index % columns,
                     .y = index / columns,
                     .tile = tile,
                     .map = &s->cost->tiles.map[index],
                     .values = s->tiles->values[index],
                     .floor = floor,
                     .news = tile->news,
                     .far = UINT32_MAX,
                     .fits = true};
    tile->news = 0;
    return v;
}

/* What a visit does to its own tile, and to nothing else. */
static void settle_tile(visit *v)
{
    throng_tile *tile = v->tile;
    const bool is_new = tile->stage == THRONG_TILE_AWAKE;
    const uint32_t base = tile->base;
    place_window(v, v->floor);
    dirty d = v->solve->values ? merge_values(v, is_new || tile->base != base) : merge_goals(v);
    if (v->tells_all)
        d = dirty_of(ALL_ROWS, ALL_ROWS);
    relax_tile(v, d);
    tile->lost_some = is_window_full(v->values);
}

/* What a visit does to the other tiles and to the queue. */
static void end_visit(const visit *v)
{
    solve *s = v->solve;
    throng_tile *tile = v->tile;
    s->fits = s->fits && v->fits;
    tell_neighbours(v);
    if (tile->lost_some)
        let_tile_wait(s, v->index, tile->base + WINDOW_FULL);
    if (v->far != UINT32_MAX) {
        tile->news = ALL_SIDES;
        let_tile_wait(s, v->index, v->far);
    }
}

/* Tiles that threads visit at the same time: they are settled in any order, on any thread, and then
 * tell the others one after the other. Nothing that any of them tells is below the floor of the
 * first, which is that of all. */
typedef struct visit_batch {
    visit visits[ROUND_MOST];
    int32_t count;
    atomic_int next;
} visit_batch;

static void settle_tiles(int32_t begin, int32_t end, void *data)
{
    visit_batch *r = data;
    for (int32_t block = begin; block < end; block++) {
        int32_t i;
        while ((i = atomic_fetch_add(&r->next, 1)) < r->count) {
            r->visits[i].scratch += block;
            settle_tile(&r->visits[i]);
        }
    }
}

/* Visits the tile at hand and those that wait for about the same value. */
static void visit_round(solve *s, throng_job *job, int32_t index, uint32_t floor, int64_t *work)
{
    visit_batch r;
    const uint32_t first = s->tiles->tile[index].priority;
    r.visits[0] = begin_visit(s, index, floor);
    for (r.count = 1; r.count < ROUND_MOST && s->tiles->queue_count > 0; r.count++) {
        if (s->tiles->tile[s->tiles->queue[0]].priority - first > ROUND_SPREAD)
            break;
        r.visits[r.count] = begin_visit(s, throng_tiles_pop(s->tiles), floor);
    }
    atomic_init(&r.next, 0);
    const int32_t blocks = job->worker_count < r.count ? job->worker_count : r.count;
    throng_parallel_for(job->context, blocks, settle_tiles, &r);
    for (int32_t i = 0; i < r.count; i++)
        end_visit(&r.visits[i]);
    job->visit_count += r.count - 1;
    *work -= (int64_t)(r.count - 1) * THRONG_TILE_CELLS;
}

/* Chains the goals of each tile, the cheapest of those that share a cell. */
static void set_goals(solve *s, const throng_goals *goals)
{
    const uint32_t width = (uint32_t)s->cost->grid.width;
    const uint32_t columns = (uint32_t)s->cost->tiles.columns;
    for (int32_t i = 0; i < goals->count; i++)
        s->goal_price[(uint32_t)goals->cells[i].y * width + (uint32_t)goals->cells[i].x] =
            UINT32_MAX; /* in no chain */
    for (int32_t i = 0; i < goals->count; i++) {
        const uint32_t x = (uint32_t)goals->cells[i].x, y = (uint32_t)goals->cells[i].y;
        const uint32_t cell = y * width + x, price = throng_goal_price(goals, i) / 2;
        if (s->cost->cost[cell] == THRONG_WALL || price >= s->goal_price[cell])
            continue;
        const int32_t index = (int32_t)(y / THRONG_TILE * columns + x / THRONG_TILE);
        throng_tile *tile = &s->tiles->tile[index];
        wake(tile);
        if (s->goal_price[cell] == UINT32_MAX) {
            s->next_goal[cell] = tile->goal;
            tile->goal = cell;
        }
        s->goal_price[cell] = price;
        let_tile_wait(s, index, price);
    }
}

/* Lets all tiles wait in which a cell has an initial value. */
static void set_values(solve *s)
{
    const int32_t count = s->cost->tiles.columns * s->cost->tiles.rows;
    for (int32_t index = 0; index < count; index++) {
        const uint32_t least = least_value(s, index);
        if (least == UINT32_MAX)
            continue;
        wake(&s->tiles->tile[index]);
        let_tile_wait(s, index, least);
    }
}

/* False where the bucket queue is the better choice: most tiles hold corridors with few forks,
 * which it walks, while a tile is visited once for each of its corridors, or the solver or the map
 * is not made for tiles of this instruction set. */
static bool suits_tiles(const throng_solver *solver, const throng_cost_field *cost)
{
    const throng_tile_maps *maps = &cost->tiles;
    const uint64_t count = (uint64_t)maps->columns * (uint64_t)maps->rows;
    return count > 0 && count <= solver->tiles.capacity &&
           cost->context->kernels.isa == solver->context->kernels.isa &&
           2 * maps->winding_count <= maps->filled_count;
}

/* True if no distance can be too large, so that what is written is the result. */
static bool is_certain(const solve *s, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (s->tiles->tile[i].stage == THRONG_TILE_VISITED &&
            s->tiles->tile[i].base > THRONG_HALF_MAX - UNKNOWN)
            return false;
    return s->fits;
}

/* Visits tiles until none waits. */
static throng_progress visit_all(solve *s, throng_job *job, int64_t *work)
{
    const int64_t most = (int64_t)s->tiles->visits_per_tile * s->cost->tiles.filled_count;
    while (s->tiles->queue_count > 0) {
        if (*work <= 0)
            return THRONG_PROGRESS_MORE;
        *work -= THRONG_TILE_CELLS;
        if (job->visit_count >= most) {
            job->phase = THRONG_JOB_CELLS_NEW;
            return THRONG_PROGRESS_MORE;
        }
        job->visit_count++;
        const int32_t index = throng_tiles_pop(s->tiles);
        const uint32_t priority = s->tiles->tile[index].priority;
        const uint32_t floor = priority > THRONG_TILE_DELAY ? priority - THRONG_TILE_DELAY : 0;
        /* Some cell's last value is at least the floor. */
        if (floor > THRONG_HALF_MAX)
            return THRONG_PROGRESS_RANGE;
        if (job->worker_count > 1) {
            visit_round(s, job, index, floor, work);
            continue;
        }
        visit v = begin_visit(s, index, floor);
        settle_tile(&v);
        end_visit(&v);
    }
    return THRONG_PROGRESS_DONE;
}

/* Tiles of a row of them write their own cells. */
typedef struct output {
    const solve *solve;
    atomic_bool fits;
} output;

static void write_rows(int32_t begin, int32_t end, void *data)
{
    output *o = data;
    const int32_t columns = o->solve->cost->tiles.columns;
    for (int32_t index = begin * columns; index < end * columns; index++)
        if (!write_tile(o->solve, index))
            atomic_store(&o->fits, false);
}

static void write_in_rows(solve *s, throng_job *job)
{
    output o = {.solve = s};
    atomic_init(&o.fits, s->fits);
    throng_parallel_for(job->context, s->cost->tiles.rows, write_rows, &o);
    s->fits = atomic_load(&o.fits);
    job->cursor = (uint64_t)(s->cost->tiles.columns * s->cost->tiles.rows);
}

throng_progress throng_in_tier(throng_integrate)(throng_solver *solver, int64_t *work);

throng_progress throng_in_tier(throng_integrate)(throng_solver *solver, int64_t *work)
{
    throng_job *job = &solver->job;
    const throng_cost_field *cost = job->cost;
    const int32_t count = cost->tiles.columns * cost->tiles.rows;
    solve s = {.tiles = &solver->tiles,
               .cost = cost,
               .distance = job->distance,
               .reached = job->reached,
               .next_goal = solver->next,
               .goal_price = solver->previous,
               .values = job->goals.values,
               .limit = job->goals.limit < THRONG_UNREACHABLE ? job->goals.limit / 2 : UINT32_MAX,
               .fits = !job->has_overflowed};
    if (job->phase == THRONG_JOB_NEW && !suits_tiles(solver, cost))
        job->phase = THRONG_JOB_CELLS_NEW;
    for (; job->phase == THRONG_JOB_NEW && job->cursor < (uint64_t)count; job->cursor++) {
        if (*work <= 0)
            return THRONG_PROGRESS_MORE;
        *work -= THRONG_TILE; /* a cache line or two that are far apart */
        throng_tiles_clear(s.tiles, (int32_t)job->cursor, (int32_t)job->cursor + 1);
    }
    if (job->phase == THRONG_JOB_NEW) {
        if (s.values)
            set_values(&s);
        else
            set_goals(&s, &job->goals);
        job->cursor = 0;
        job->phase = THRONG_JOB_TILES;
    }
    if (job->phase == THRONG_JOB_TILES) {
        const throng_progress progress = visit_all(&s, job, work);
        job->has_overflowed = !s.fits;
        if (progress == THRONG_PROGRESS_DONE)
            job->phase = THRONG_JOB_TILES_OUT;
        else if (job->phase == THRONG_JOB_TILES)
            return progress;
    }
    if (job->phase == THRONG_JOB_TILES_OUT && job->worker_count > 1)
        write_in_rows(&s, job);
    const bool is_followed =
        solver->follow && job->phase == THRONG_JOB_TILES_OUT && is_certain(&s, count);
    while (job->phase == THRONG_JOB_TILES_OUT) {
        job->has_overflowed = !s.fits;
        if (job->cursor == (uint64_t)count)
            return s.fits ? THRONG_PROGRESS_DONE : THRONG_PROGRESS_RANGE;
        if (*work <= 0)
            return THRONG_PROGRESS_MORE;
        const int32_t group = group_count(&s, (int32_t)job->cursor, *work);
        *work -= group * WRITTEN_TILE_WORK;
        s.fits =
            write_group(&s, (int32_t)job->cursor, group, is_followed ? solver : NULL) && s.fits;
        job->cursor += (uint64_t)group;
    }
    return throng_integrate_scalar(solver, work);
}
