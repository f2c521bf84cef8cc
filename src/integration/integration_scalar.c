/* Dijkstra's algorithm over a ring of buckets (Dial 1969).
 *
 *     D(goal) = 0,  D(n) = min over legal neighbours s of D(s) + w * cost(n),  w = 10 or 14
 *
 * Cells are settled in order of distance. All distances are even, so bucket D / 2 modulo the ring's
 * size holds cells of one distance only. Goals with a price above 0, and cells with initial values,
 * wait outside until the ring comes round to them.
 *
 * A corridor is walked to its next fork at once, whatever else waits: its cells get their distances
 * from one of its two ends, and where the other is the nearer one it overwrites them later. So
 * every cell that is not in the ring has offered its neighbours what they need, which is all that
 * Dijkstra's argument asks for. */
#include "integration/integration.h"

#include <string.h>

#define NOBODY UINT32_MAX

/* In `previous` of a cell with a distance that is in no list. */
#define OUTSIDE (UINT32_MAX - 1)

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
    int64_t walked;         /* cells of corridors */
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
    solver->previous[cell] = OUTSIDE;
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
    if (distance >= s->admitted && s->values[cell] == distance) {
        throng_waiting_remove(s->solver, cell, distance);
        s->solver->previous[cell] = OUTSIDE;
    } else if (s->solver->previous[cell] != OUTSIDE) {
        take_out(s->solver, cell, distance);
    }
}

/* What a step in direction k, or rather back from there, makes of a distance. */
static uint64_t here_after(const search *s, uint32_t k, uint64_t here, uint32_t neighbour)
{
    return here + (k < 4 ? 10u : 14u) * (uint64_t)s->cost[neighbour];
}

/* What does not fit is not taken as an offer; find_lost looks for cells that needed it. */
static void note_overflow(search *s, uint64_t distance)
{
    if (distance > THRONG_UNREACHABLE - 14u * 254u)
        s->has_overflowed = true;
}

/* Fetches what a walk may come to that winds: the cells two rows above and below. Nothing is read,
 * so that those may lie off the map. */
static void fetch_around(const search *s, uint32_t cell)
{
#if defined(__GNUC__)
    const uintptr_t above = (uintptr_t)((int64_t)cell + 2 * s->offset[3]);
    const uintptr_t below = (uintptr_t)((int64_t)cell + 2 * s->offset[1]);
    const uintptr_t distance = (uintptr_t)s->distance, moves = (uintptr_t)s->moves;
    const uintptr_t cost = (uintptr_t)s->cost;
    __builtin_prefetch((const void *)(distance + above * sizeof *s->distance));
    __builtin_prefetch((const void *)(distance + below * sizeof *s->distance));
    __builtin_prefetch((const void *)(moves + above));
    __builtin_prefetch((const void *)(moves + below));
    __builtin_prefetch((const void *)(cost + above));
    __builtin_prefetch((const void *)(cost + below));
#else
    (void)s, (void)cell;
#endif
}

/* Fetches the cell that is probably settled after this one. */
static void fetch_next(const search *s, uint32_t bucket)
{
#if defined(__GNUC__)
    const uint32_t next = find_bucket(s->solver, bucket);
    if (next == THRONG_BUCKETS)
        return;
    const uint32_t cell = s->solver->head[next];
    __builtin_prefetch(&s->distance[cell]);
    __builtin_prefetch(&s->moves[cell]);
    __builtin_prefetch(&s->cost[cell]);
    __builtin_prefetch(&s->solver->previous[cell]);
    __builtin_prefetch(&s->solver->next[cell]);
#else
    (void)s, (void)bucket;
#endif
}

/* Walks on from a cell with a new distance, which lies in direction k of the one that offered it,
 * as long as there is one way ahead and the distances, counted from `here`, fit into the ring. What
 * the last cell has to offer waits there. */
static void walk(search *s, uint32_t cell, uint32_t k, uint64_t offer, uint64_t here)
{
    for (;;) {
        const unsigned ahead = s->moves[cell] & ~(1u << (k ^ 2)); /* k ^ 2: where it came from */
        if (ahead == 0)
            break;
        /* A branch, since a look-up would make every cell wait for the moves of the last. */
        if (ahead != 1u << k)
            k = lowest_bit(ahead);
        const uint32_t next = (uint32_t)((int64_t)cell + s->offset[k]);
        const uint64_t next_offer = here_after(s, k, offer, next);
        fetch_around(s, next);
        const uint32_t held = s->distance[next];
        if (ahead & (ahead - 1) || next_offer - here >= RING_SPAN) {
            insert(s->solver, cell, (uint32_t)offer);
            break;
        }
        if (next_offer >= held || next_offer > s->most)
            break;
        if (held != THRONG_UNREACHABLE)
            leave(s, next, held);
        s->distance[next] = (uint32_t)next_offer;
        cell = next;
        offer = next_offer;
        s->walked++;
    }
    note_overflow(s, offer);
}

/* True if at most one way leads on from a cell that was reached by another. */
static bool is_corridor(unsigned moves)
{
    moves &= moves - 1;
    return (moves & (moves - 1)) == 0;
}

/* Offers the neighbours of a settled cell their way through it. */
static void settle(search *s, uint32_t cell)
{
    const uint64_t here = s->distance[cell];
    unsigned moves = s->moves[cell];
    while (moves) {
        const uint32_t k = lowest_bit(moves);
        moves &= moves - 1;
        const uint32_t neighbour = (uint32_t)((int64_t)cell + s->offset[k]);
        const uint64_t offer = here_after(s, k, here, neighbour);
        const uint32_t held = s->distance[neighbour];
        if (offer >= held || offer > s->most)
            continue;
        /* `held` may be THRONG_UNREACHABLE, which an offer of 2^32 - 2 (all are even) still beats.
         */
        if (held != THRONG_UNREACHABLE)
            leave(s, neighbour, held);
        s->distance[neighbour] = (uint32_t)offer;
        if (is_corridor(s->moves[neighbour]))
            walk(s, neighbour, k, offer, here);
        else
            insert(s->solver, neighbour, (uint32_t)offer);
    }
    note_overflow(s, here);
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
            leave(s, cell, held);
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
        s->walked = 0;
        fetch_next(s, bucket);
        settle(s, cell);
        *work -= s->walked * THRONG_WORK_WALKED;
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
        const size_t count = (size_t)(end - job->cursor);
        memset(s.distance + job->cursor, 0xFF, count * sizeof *s.distance);
        for (uint64_t cell = job->cursor; cell < end; cell++)
            solver->previous[cell] = OUTSIDE;
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
