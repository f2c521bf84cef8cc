/* progress.h: a bar on standard error while long work goes on; nothing if that is no terminal. */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include "tool.h"

typedef struct tool_progress {
    const char *what; /* the caller's: what is being done */
    bool is_shown;
    uint64_t drawn_at; /* ns */
} tool_progress;

tool_progress tool_progress_begin(const char *what);

/* Draws the bar, at most ten times a second. `remark` stands behind it and may be "". */
void tool_progress_show(tool_progress *progress, double share, const char *remark);

/* Wipes the bar. */
void tool_progress_end(tool_progress *progress);

#endif
