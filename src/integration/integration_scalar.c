/* Dijkstra's algorithm over a ring of buckets (Dial 1969).
 *
 *     D(goal) = 0,  D(n) = min over legal neighbours s of D(s) + w * cost(n),  w = 10 or 14
 *
 * Cells are settled in order of distance. All distances are even, so bucket D / 2 modulo the ring's
 * size holds cells of one distance only. Goals with a price above 0, and cells with initial values,
 * wait outside until the ring comes round to them. */
#include "integration/integration.h"

#include <string.h>

#define NOBODY UINT32_MAX

/* The least distance and those up to less than so much more lie in buckets of their own. */
#define RING_SPAN (2 * THRONG_BUCKETS)

typedef struct search {
    throng_solver *solver;
    const uint8_t *cost;
    const uint8_t *moves;
    uint32_t *distance;
    const uint32_t *values; /* of the cells that may wait for theirs, ... */
    uint64_t admitted;      /* ... from here on */
    uint32_t most;          /* no larger offer is taken */
    int64_t offset[8];      /* from a cell to its neighbour by code - 1 */
    bool has_overflowed;
} search;

static uint32_t bucket_of(uint32_t distance)
{
    return (distance >> 1) & (THRONG_BUCKETS - 1);
}

static void insert(throng_solver *solver, uint32_t cell, uint32_t distance)
{
    uint32_t bucket = bucket_of(distance), first = solver->head[bucket];
    solver->next[cell] = first;
    solver->previous[cell] = NOBODY;
    if (first != NOBODY)
        solver->previous[first] = cell;
    solver->head[bucket] = cell;
    solver->occupied[bucket / 64] |= (uint64_t)1 << (bucket % 64);
}

static void take_out(throng_solver *solver, uint32_t cell, uint32_t distance)
{
    uint32_t next = solver->next[cell], previous = solver->previous[cell];
    if (next != NOBODY)
        solver->previous[next] = previous;
    if (previous != NOBODY) {
        solver->next[previous] = next;
        return;
    }
    uint32_t bucket = bucket_of(distance);
    solver->head[bucket] = next;
    if (next == NOBODY)
        solver->occupied[bucket / 64] &= ~((uint64_t)1 << (bucket % 64));
}

/* Index of the lowest set bit; `word` is not 0. */
static uint32_t lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(word);
#else
    uint32_t bit = 0;
    while (!(word >> bit & 1))
        bit++;
    return bit;
#endif
}

/* The first bucket that holds a cell, from `bucket` on round the ring; THRONG_BUCKETS if all are
 * empty. */
static uint32_t find_bucket(const throng_solver *solver, uint32_t bucket)
{
    const uint32_t words = THRONG_BUCKETS / 64;
    uint64_t word = solver->occupied[bucket / 64] >> (bucket % 64) << (bucket % 64);
    for (uint32_t i = bucket / 64, n = 0; n <= words; n++) {
        if (word)
            return i * 64 + lowest_bit(word);
        i = (i + 1) % words;
        word = solver->occupied[i];
    }
    return THRONG_BUCKETS;
}

/* Takes a cell that has got a better offer out of where it waits. */
static void leave(search *s, uint32_t cell, uint32_t distance)
{
    if (distance >= s->admitted && s->values[cell] == distance)
        throng_waiting_remove(s->solver, cell, distance);
    else
        take_out(s->solver, cell, distance);
}

/* Offers the neighbours of a settled cell their way through it. */
static void settle(search *s, uint32_t cell)
{
    uint64_t here = s->distance[cell];
    unsigned moves = s->moves[cell];
    while (moves) {
        uint32_t k = lowest_bit(moves);
        moves &= moves - 1;
        uint32_t neighbour = (uint32_t)((int64_t)cell + s->offset[k]);
        uint64_t offer = here + (k < 4 ? 10u : 14u) * (uint64_t)s->cost[neighbour];
        uint32_t held = s->distance[neighbour];
        if (offer >= held || offer > s->most)
            continue;
        /* `held` may be THRONG_UNREACHABLE, which an offer of 2^32 - 2 (all are even) still beats.
         */
        if (held != THRONG_UNREACHABLE)
            leave(s, neighbour, held);
        s->distance[neighbour] = (uint32_t)offer;
        insert(s->solver, neighbour, (uint32_t)offer);
    }
    /* What does not fit is not taken as an offer; find_lost looks for cells that needed it. */
    if (here > THRONG_UNREACHABLE - 14u * 254u)
        s->has_overflowed = true;
}

/* Takes the goals of the least price that waits and of up to a ring more into the ring. */
static void admit_goals(search *s, throng_job *job)
{
    const uint64_t from = job->next_price;
    job->next_price = UINT64_MAX;
    for (int32_t i = 0; i < job->goals.count; i++) {
        const uint32_t price = throng_goal_price(&job->goals, i);
        const uint32_t cell =
            (uint32_t)(job->goals.cells[i].y * job->cost->grid.width + job->goals.cells[i].x);
        if (price < from || price > s->most || s->cost[cell] == THRONG_WALL)
            continue;
        if (price - from >= RING_SPAN) {
            job->next_price = price < job->next_price ? price : job->next_price;
            continue;
        }
        const uint32_t held = s->distance[cell];
        if (price >= held)
            continue;
        if (held != THRONG_UNREACHABLE)
            take_out(s->solver, cell, held);
        s->distance[cell] = price;
        insert(s->solver, cell, price);
    }
}

/* Lets cells whose initial values come next into the ring, or closer to it. */
static void admit_values(search *s, throng_job *job)
{
    throng_solver *solver = s->solver;
    const uint64_t next_value = throng_waiting_next(solver);
    if (next_value > job->next_price) { /* those that waited for less have got better offers */
        job->next_price = next_value;
        return;
    }
    for (uint32_t cell = throng_waiting_take(solver, &job->admitted); cell != NOBODY;) {
        const uint32_t next = solver->next[cell]; /* both lists go through it */
        insert(solver, cell, s->distance[cell]);
        cell = next;
    }
    s->admitted = job->admitted;
    job->next_price = throng_waiting_next(solver);
}

/* All cells with initial values wait for them. */
static void set_values(search *s, throng_job *job)
{
    const uint64_t cells = throng_grid_cells(&job->cost->grid);
    throng_waiting_clear(s->solver);
    for (uint64_t cell = 0; cell < cells; cell++) {
        const uint32_t value = job->goals.values[cell];
        if (value > s->most || s->cost[cell] == THRONG_WALL)
            continue;
        s->distance[cell] = value;
        throng_waiting_add(s->solver, (uint32_t)cell, value);
    }
    s->admitted = job->admitted = 0;
    job->next_price = throng_waiting_next(s->solver);
}

/* Settles cells until none waits; false if the work is used up before. */
static bool settle_all(search *s, throng_job *job, int64_t *work)
{
    throng_solver *solver = s->solver;
    for (;;) {
        uint32_t bucket = find_bucket(solver, (uint32_t)job->cursor);
        const bool is_empty = bucket == THRONG_BUCKETS;
        if (is_empty ? job->next_price != UINT64_MAX
                     : s->distance[solver->head[bucket]] >= job->next_price) {
            job->cursor = bucket_of((uint32_t)job->next_price);
            if (s->values)
                admit_values(s, job);
            else
                admit_goals(s, job);
            continue;
        }
        if (is_empty)
            return true;
        if (*work <= 0)
            return false;
        *work -= THRONG_WORK_QUEUED;
        job->cursor = bucket;
        const uint32_t cell = solver->head[bucket];
        take_out(solver, cell, s->distance[cell]);
        settle(s, cell);
    }
}

/* True if some passable cell beside a reached one was not reached: its distance did not fit. */
static bool find_lost(const search *s, uint64_t begin, uint64_t end)
{
    for (uint64_t cell = begin; cell < end; cell++) {
        if (s->distance[cell] == THRONG_UNREACHABLE)
            continue;
        for (uint32_t k = 0; k < 8; k++)
            if (s->moves[cell] >> k & 1 &&
                s->distance[(int64_t)cell + s->offset[k]] == THRONG_UNREACHABLE)
                return true;
    }
    return false;
}

/* The end of as many cells from the job's cursor on as there is work for, at least one. */
static uint64_t end_of_piece(const throng_job *job, int64_t *work)
{
    const uint64_t left = throng_grid_cells(&job->cost->grid) - job->cursor;
    const uint64_t room = *work > 0 ? (uint64_t)*work : 1, count = left < room ? left : room;
    *work -= (int64_t)count;
    return job->cursor + count;
}

static void start(throng_solver *solver)
{
    throng_job *job = &solver->job;
    job->has_overflowed = false;
    memset(solver->head, 0xFF, sizeof solver->head);
    memset(solver->occupied, 0, sizeof solver->occupied);
    memset(job->reached, 1, (size_t)throng_reached_count(&job->cost->grid));
    job->phase = THRONG_JOB_CELLS_CLEAR;
    job->cursor = 0;
    job->admitted = job->next_price = UINT64_MAX;
    for (int32_t i = 0; i < job->goals.count; i++) {
        const uint32_t price = throng_goal_price(&job->goals, i);
        job->next_price = price < job->next_price ? price : job->next_price;
    }
}

throng_progress throng_integrate_scalar(throng_solver *solver, int64_t *work)
{
    throng_job *job = &solver->job;
    const uint64_t cells = throng_grid_cells(&job->cost->grid);
    search s = {.solver = solver,
                .cost = job->cost->cost,
                .moves = job->cost->moves,
                .distance = job->distance,
                .values = job->goals.values,
                .most = job->goals.limit < THRONG_UNREACHABLE ? job->goals.limit
                                                              : THRONG_UNREACHABLE - 1,
                .has_overflowed = job->has_overflowed};
    for (int k = 0; k < 8; k++)
        s.offset[k] = throng_step_y[k] * (int64_t)job->cost->grid.width + throng_step_x[k];
    if (job->phase <= THRONG_JOB_CELLS_NEW)
        start(solver);
    s.admitted = job->admitted;
    while (job->phase == THRONG_JOB_CELLS_CLEAR) {
        if (*work <= 0)
            return THRONG_PROGRESS_MORE;
        const uint64_t end = end_of_piece(job, work);
        memset(s.distance + job->cursor, 0xFF, (size_t)(end - job->cursor) * sizeof *s.distance);
        job->cursor = end;
        if (end < cells)
            continue;
        job->phase = THRONG_JOB_CELLS;
        job->cursor = 0;
        if (s.values)
            set_values(&s, job);
    }
    if (job->phase == THRONG_JOB_CELLS) {
        const bool is_done = settle_all(&s, job, work);
        job->has_overflowed = s.has_overflowed && job->goals.limit == THRONG_UNREACHABLE;
        if (!is_done)
            return THRONG_PROGRESS_MORE;
        job->phase = THRONG_JOB_CELLS_CHECK;
        job->cursor = 0;
    }
    while (job->has_overflowed && job->cursor < cells) {
        if (*work <= 0)
            return THRONG_PROGRESS_MORE;
        const uint64_t end = end_of_piece(job, work);
        if (find_lost(&s, job->cursor, end))
            return THRONG_PROGRESS_RANGE;
        job->cursor = end;
    }
    return THRONG_PROGRESS_DONE;
}
