#include "integration/changes.h"

#include <string.h>

void throng_changes_restart(throng_changes *changes, int32_t height, uint64_t root)
{
    memset(changes->rows, 0, (size_t)height * sizeof *changes->rows);
    changes->root = root;
    changes->edition = 0;
    changes->first = height;
    changes->last = 0;
}

void throng_changes_begin(throng_changes *changes, int32_t height, uint64_t serial)
{
    /* Editions that run out begin a new history: flow fields are then redone as a whole, once. */
    if (changes->edition == UINT32_MAX)
        throng_changes_restart(changes, height, serial);
    changes->edition++;
    changes->first = height;
    changes->last = 0;
}

/* Columns of one row that changed after `edition`. */
static throng_span changed_span(const throng_row_change *row, int32_t width, uint32_t edition)
{
    if (row->last <= edition)
        return (throng_span){0, 0};
    if (row->previous > edition)
        return (throng_span){0, width};
    return (throng_span){row->begin, row->end};
}

throng_span throng_changes_since(const throng_changes *changes, int32_t width, uint32_t edition,
                                 int32_t y)
{
    return changed_span(&changes->rows[y], width, edition);
}

void throng_changes_copy(const throng_changes *changes, int32_t height, throng_changes *out)
{
    throng_row_change *rows = out->rows;
    memcpy(rows, changes->rows, (size_t)height * sizeof *rows);
    *out = *changes;
    out->rows = rows;
}

throng_span throng_changes_near(const throng_changes *changes, const throng_grid *grid,
                                uint32_t edition, int32_t y)
{
    throng_span near_by = {grid->width, 0};
    for (int32_t r = y > 0 ? y - 1 : 0; r <= y + 1 && r < grid->height; r++) {
        throng_span span = changed_span(&changes->rows[r], grid->width, edition);
        if (span.begin >= span.end)
            continue;
        near_by.begin = span.begin - 1 < near_by.begin ? span.begin - 1 : near_by.begin;
        near_by.end = span.end + 1 > near_by.end ? span.end + 1 : near_by.end;
    }
    near_by.begin = near_by.begin > 0 ? near_by.begin : 0;
    near_by.end = near_by.end < grid->width ? near_by.end : grid->width;
    return near_by;
}
