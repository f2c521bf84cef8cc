#include "integration/waiting.h"

#include "integration/integration.h"

#include <string.h>

#define NOBODY UINT32_MAX

_Static_assert(1 << THRONG_SPAN_SHIFT == 2 * THRONG_BUCKETS, "the ring holds a span");
_Static_assert(THRONG_TURN_SPANS << THRONG_SPAN_SHIFT == 1 << THRONG_TURN_SHIFT, "so many spans");

static uint32_t *list_of(throng_waiting *waiting, uint32_t value)
{
    const uint32_t turn = value >> THRONG_TURN_SHIFT;
    return turn == waiting->turn ? &waiting->spans[(value >> THRONG_SPAN_SHIFT) % THRONG_TURN_SPANS]
                                 : &waiting->turns[turn];
}

void throng_waiting_clear(throng_solver *solver)
{
    throng_waiting *waiting = &solver->waiting;
    memset(waiting->spans, 0xff, sizeof waiting->spans);
    memset(waiting->turns, 0xff, sizeof waiting->turns);
    waiting->span = waiting->turn = 0;
}

void throng_waiting_add(throng_solver *solver, uint32_t cell, uint32_t value)
{
    uint32_t *list = list_of(&solver->waiting, value);
    solver->next[cell] = *list;
    solver->previous[cell] = NOBODY;
    if (*list != NOBODY)
        solver->previous[*list] = cell;
    *list = cell;
}

void throng_waiting_remove(throng_solver *solver, uint32_t cell, uint32_t value)
{
    const uint32_t next = solver->next[cell], previous = solver->previous[cell];
    if (next != NOBODY)
        solver->previous[next] = previous;
    if (previous != NOBODY)
        solver->next[previous] = next;
    else
        *list_of(&solver->waiting, value) = next;
}

uint64_t throng_waiting_next(throng_solver *solver)
{
    throng_waiting *waiting = &solver->waiting;
    while (waiting->span < THRONG_TURN_SPANS && waiting->spans[waiting->span] == NOBODY)
        waiting->span++;
    if (waiting->span < THRONG_TURN_SPANS)
        return ((uint64_t)waiting->turn << THRONG_TURN_SHIFT) +
               ((uint64_t)waiting->span << THRONG_SPAN_SHIFT);
    uint32_t turn = waiting->turn;
    while (turn < THRONG_TURN_SPANS && waiting->turns[turn] == NOBODY)
        turn++;
    return turn < THRONG_TURN_SPANS ? (uint64_t)turn << THRONG_TURN_SHIFT : UINT64_MAX;
}

uint32_t throng_waiting_take(throng_solver *solver, uint64_t *admitted)
{
    throng_waiting *waiting = &solver->waiting;
    const uint64_t next = throng_waiting_next(solver);
    if (next == UINT64_MAX)
        return NOBODY;
    if (waiting->span < THRONG_TURN_SPANS) {
        const uint32_t first = waiting->spans[waiting->span];
        waiting->spans[waiting->span++] = NOBODY;
        *admitted = next + (1u << THRONG_SPAN_SHIFT);
        return first;
    }
    waiting->turn = (uint32_t)(next >> THRONG_TURN_SHIFT);
    waiting->span = 0;
    uint32_t cell = waiting->turns[waiting->turn];
    waiting->turns[waiting->turn] = NOBODY;
    while (cell != NOBODY) {
        const uint32_t after = solver->next[cell];
        throng_waiting_add(solver, cell, solver->job.goals.values[cell]);
        cell = after;
    }
    return NOBODY;
}
