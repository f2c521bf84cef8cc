/* What repairs changed, row by row, so that flow fields redo no more than that. */
#ifndef THRONG_INTEGRATION_CHANGES_H
#define THRONG_INTEGRATION_CHANGES_H

#include <throng/base.h>

#include "cost/cost.h"

/* Columns begin .. end - 1 hold what edition `last` changed; edition `previous` is the one before
 * that changed the row, whose columns are forgotten. Sides are at most 16384, so columns fit. */
typedef struct throng_row_change {
    uint32_t last, previous;
    uint16_t begin, end;
} throng_row_change;

/* The history of a field since its last whole solve. */
typedef struct throng_changes {
    throng_row_change *rows; /* one per row */
    uint64_t root;           /* serial of the whole solve that it starts from */
    uint32_t edition;        /* repairs since */
    int32_t first, last;     /* rows first .. last - 1 hold what the last repair changed */
} throng_changes;

/* Forgets everything: what was made before `root` is wholly out of date. */
void throng_changes_restart(throng_changes *changes, int32_t height, uint64_t root);

/* Begins an edition. */
void throng_changes_begin(throng_changes *changes, int32_t height, uint64_t serial);

/* Notes columns begin .. end - 1 of row y as changed by the edition at hand. */
static inline void throng_changes_note(throng_changes *changes, int32_t y, int32_t begin,
                                       int32_t end)
{
    throng_row_change *row = &changes->rows[y];
    if (row->last != changes->edition) {
        *row = (throng_row_change){changes->edition, row->last, (uint16_t)begin, (uint16_t)end};
        changes->first = y < changes->first ? y : changes->first;
        changes->last = y >= changes->last ? y + 1 : changes->last;
        return;
    }
    row->begin = begin < row->begin ? (uint16_t)begin : row->begin;
    row->end = end > row->end ? (uint16_t)end : row->end;
}

/* The columns of row y whose distance may differ from that of `edition`. Empty if begin >= end. */
throng_span throng_changes_since(const throng_changes *changes, int32_t width, uint32_t edition,
                                 int32_t y);

/* Makes `out`, with as many rows, the same history. */
void throng_changes_copy(const throng_changes *changes, int32_t height, throng_changes *out);

/* The columns of row y whose direction may differ from that of `edition`: changed ones and their
 * neighbours. Empty if begin >= end. */
throng_span throng_changes_near(const throng_changes *changes, const throng_grid *grid,
                                uint32_t edition, int32_t y);

#endif
