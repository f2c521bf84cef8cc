/* Dijkstra's algorithm over a ring of buckets (Dial 1969).
 *
 *     D(goal) = 0,  D(n) = min over legal neighbours s of D(s) + w * cost(n),  w = 10 or 14
 *
 * Cells are settled in order of distance. All distances are even, so bucket D / 2 modulo the ring's
 * size holds cells of one distance only. */
#include "integration/integration.h"

#include <string.h>

#define NOBODY UINT32_MAX

typedef struct search {
    throng_solver *solver;
    const uint8_t *cost;
    const uint8_t *moves;
    uint32_t *distance;
    int64_t offset[8]; /* from a cell to its neighbour by code - 1 */
    bool overflowed;
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
        if (offer >= held)
            continue;
        /* `held` may be THRONG_UNREACHABLE, which an offer of 2^32 - 2 (all are even) still beats.
         */
        if (held != THRONG_UNREACHABLE)
            take_out(s->solver, neighbour, held);
        s->distance[neighbour] = (uint32_t)offer;
        insert(s->solver, neighbour, (uint32_t)offer);
    }
    /* What does not fit is not taken as an offer; find_lost looks for cells that needed it. */
    if (here > THRONG_UNREACHABLE - 14u * 254u)
        s->overflowed = true;
}

/* True if some passable cell beside a reached one was not reached: its distance did not fit. */
static bool find_lost(const search *s, uint64_t cells)
{
    for (uint64_t cell = 0; cell < cells; cell++) {
        if (s->distance[cell] == THRONG_UNREACHABLE)
            continue;
        for (uint32_t k = 0; k < 8; k++)
            if (s->moves[cell] >> k & 1 &&
                s->distance[(int64_t)cell + s->offset[k]] == THRONG_UNREACHABLE)
                return true;
    }
    return false;
}

bool throng_integrate_scalar(throng_solver *solver, const throng_cost_field *cost,
                             const throng_cell *goals, int32_t goal_count, uint32_t *distance)
{
    int64_t width = cost->grid.width;
    uint64_t cells = throng_grid_cells(&cost->grid);
    search s = {.solver = solver, .cost = cost->cost, .moves = cost->moves, .distance = distance};
    for (int k = 0; k < 8; k++)
        s.offset[k] = throng_step_y[k] * width + throng_step_x[k];
    memset(distance, 0xFF, (size_t)cells * sizeof *distance);
    memset(solver->head, 0xFF, sizeof solver->head);
    memset(solver->occupied, 0, sizeof solver->occupied);

    for (int32_t i = 0; i < goal_count; i++) {
        uint32_t cell = (uint32_t)(goals[i].y * width + goals[i].x);
        if (cost->cost[cell] == THRONG_WALL || distance[cell] == 0)
            continue;
        distance[cell] = 0;
        insert(solver, cell, 0);
    }
    for (uint32_t bucket = find_bucket(solver, 0); bucket < THRONG_BUCKETS;
         bucket = find_bucket(solver, bucket)) {
        uint32_t cell = solver->head[bucket];
        take_out(solver, cell, s.distance[cell]);
        settle(&s, cell);
    }
    return !(s.overflowed && find_lost(&s, cells));
}
