#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#define BAR_WIDTH 32

/* Ten pictures a second look alive and cost nothing. */
#define DRAW_EVERY_NS UINT64_C(100000000)

tool_progress tool_progress_begin(const char *what)
{
    const tool_progress progress = {what, isatty(STDERR_FILENO) == 1, 0};
    return progress;
}

void tool_progress_show(tool_progress *progress, double share, const char *remark)
{
    const uint64_t now = progress->is_shown ? tool_now() : 0;
    if (!progress->is_shown || now - progress->drawn_at < DRAW_EVERY_NS)
        return;
    progress->drawn_at = now;
    const double clipped = share < 0.0 ? 0.0 : (share > 1.0 ? 1.0 : share);
    const int filled = (int)(clipped * BAR_WIDTH);
    fprintf(stderr, "\r%s [", progress->what);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%  %-32s", (int)(clipped * 100.0), remark);
    fflush(stderr);
}

void tool_progress_end(tool_progress *progress)
{
    if (progress->is_shown)
        fputs("\r\033[K", stderr); /* ANSI: wipe to the end of the line */
}
