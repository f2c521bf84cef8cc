/* Cells that wait for their initial values outside the ring of buckets.
 *
 * A span is what the ring holds at a time, 4096 units of distance; a turn is 1024 spans. Cells of
 * the turn at hand are in a list for each span, all others in a list for each turn, so that every
 * cell is moved twice at most. The lists go through `next` and `previous` of the solver, as those
 * of the ring do. */
#ifndef THRONG_INTEGRATION_WAITING_H
#define THRONG_INTEGRATION_WAITING_H

#include <stdint.h>

#define THRONG_SPAN_SHIFT 12 /* 2 * THRONG_BUCKETS */
#define THRONG_TURN_SHIFT 22
#define THRONG_TURN_SPANS 1024

typedef struct throng_waiting {
    uint32_t spans[THRONG_TURN_SPANS]; /* first cells of the lists; UINT32_MAX: empty */
    uint32_t turns[THRONG_TURN_SPANS];
    uint32_t span, turn; /* the first ones that may hold a cell */
} throng_waiting;

typedef struct throng_solver throng_solver;

void throng_waiting_clear(throng_solver *solver);

/* A cell waits for `value`, which is in no span that has been taken. */
void throng_waiting_add(throng_solver *solver, uint32_t cell, uint32_t value);
void throng_waiting_remove(throng_solver *solver, uint32_t cell, uint32_t value);

/* No cell waits for less; UINT64_MAX: none waits. */
uint64_t throng_waiting_next(throng_solver *solver);

/* Takes the next list. Its first cell, the others after it, if it was that of a span; `*admitted`
 * is then the end of the span. UINT32_MAX if it was that of a turn, whose cells are in the lists of
 * their spans now. */
uint32_t throng_waiting_take(throng_solver *solver, uint64_t *admitted);

#endif
