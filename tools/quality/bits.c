/* Hashes of how every scenario begins: for comparing bits between instruction sets, numbers of
 * threads, builds and machines. */
#include "board.h"

#include <inttypes.h>
#include <stdio.h>

/* s of every run: blocks and jams are in contact from the start. Of two thousand on one spot each
 * meets all others at once: fewer tell as much, and cost as much. */
#define SECONDS 2.0
#define CROWDED 2000
#define SECONDS_CROWDED 0.2

static bool print_hash(const quality_board *board, const quality_trial *trial)
{
    quality_manner manner = *board->manner;
    const quality_job job = {.trial = trial,
                             .seed = 1,
                             .time_gap = trial->is_evacuation ? trial->time_gap : 0,
                             .is_quick = true,
                             .manner = &manner};
    char label[QUALITY_LABEL_BYTES];
    quality_values values;
    manner.seconds = trial->number >= CROWDED ? SECONDS_CROWDED : SECONDS;
    quality_nothing(&values);
    quality_trial_label(trial, label);
    if (!trial->run(&job, &values))
        return tool_fail("%s could not be run", label);
    printf("%016" PRIx64 " %s\n", manner.hash, label);
    return true;
}

bool quality_print_hashes(const quality_board *board)
{
    for (int32_t t = 0; t < quality_trial_count; t++) {
        if (board->is_chosen[t] && !print_hash(board, &quality_trials[t]))
            return false;
    }
    return true;
}
