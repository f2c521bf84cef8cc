#include "board.h"

#include "../progress.h"

#include <fnmatch.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_named(const quality_board *board, const quality_trial *trial)
{
    if (board->scenario_count == 0)
        return !(board->is_quick && trial->is_left_out);
    for (int32_t i = 0; i < board->scenario_count; i++) {
        if (fnmatch(board->scenarios[i], trial->scenario, 0) == 0)
            return true;
    }
    return false;
}

/* True if every name names something. */
static bool check_names(const quality_board *board)
{
    for (int32_t i = 0; i < board->scenario_count; i++) {
        bool is_known = false;
        for (int32_t t = 0; t < quality_trial_count; t++)
            is_known = is_known || fnmatch(board->scenarios[i], quality_trials[t].scenario, 0) == 0;
        if (!is_known)
            return tool_fail("--scenario '%s' is not known; throng quality --help lists them",
                             board->scenarios[i]);
    }
    return true;
}

bool quality_board_open(quality_board *board)
{
    const size_t trials = (size_t)quality_trial_count;
    if (!check_names(board))
        return false;
    board->is_chosen = tool_alloc(trials, sizeof *board->is_chosen);
    board->values = tool_alloc(trials * (size_t)board->seeds, sizeof *board->values);
    if (board->is_chosen == NULL || board->values == NULL)
        return false;
    for (int32_t t = 0; t < quality_trial_count; t++)
        board->is_chosen[t] = is_named(board, &quality_trials[t]);
    return true;
}

void quality_board_close(quality_board *board)
{
    free(board->is_chosen);
    free(board->values);
    board->is_chosen = NULL;
    board->values = NULL;
}

/* What the threads share. Jobs are taken in order; each writes to a place of its own. */
typedef struct crew {
    quality_board *board;
    int32_t *jobs; /* trial * seeds + seed */
    int32_t job_count;
    atomic_int next, done;
    atomic_bool has_failed;
} crew;

static bool take_job(crew *c, int32_t *out)
{
    const int32_t job = atomic_fetch_add(&c->next, 1);
    if (job >= c->job_count || atomic_load(&c->has_failed))
        return false;
    *out = c->jobs[job];
    return true;
}

static void do_job(crew *c, int32_t number)
{
    const quality_board *const board = c->board;
    const quality_trial *const trial = &quality_trials[number / board->seeds];
    const double time_gap = board->time_gap > 0 ? board->time_gap : trial->time_gap;
    const quality_job job = {.trial = trial,
                             .seed = (uint64_t)(number % board->seeds) + 1,
                             .time_gap = trial->is_evacuation ? time_gap : 0,
                             .is_quick = board->is_quick,
                             .folder = board->folder};
    quality_nothing(&board->values[number]);
    if (!trial->run(&job, &board->values[number])) {
        tool_fail("%s could not be run", trial->scenario);
        atomic_store(&c->has_failed, true);
    }
    atomic_fetch_add(&c->done, 1);
}

static void *work(void *user)
{
    crew *const c = user;
    for (int32_t job = 0; take_job(c, &job);)
        do_job(c, job);
    return NULL;
}

/* The calling thread works too, and shows how far everybody is. */
static void work_with_progress(crew *c)
{
    tool_progress progress = tool_progress_begin("measuring");
    for (int32_t job = 0; take_job(c, &job);) {
        tool_progress_show(&progress, (double)atomic_load(&c->done) / c->job_count,
                           quality_trials[job / c->board->seeds].scenario);
        do_job(c, job);
    }
    tool_progress_end(&progress);
}

static void run_crew(crew *c)
{
    enum { THREADS_MAX = 256 };
    pthread_t threads[THREADS_MAX];
    int32_t started = 0;
    while (started < c->board->threads - 1 && started < c->job_count &&
           pthread_create(&threads[started], NULL, work, c) == 0)
        started++;
    work_with_progress(c);
    for (int32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

bool quality_board_run(quality_board *board)
{
    crew c = {.board = board};
    c.jobs = tool_alloc((size_t)quality_trial_count * (size_t)board->seeds, sizeof *c.jobs);
    if (c.jobs == NULL)
        return false;
    for (int32_t i = 0; i < quality_trial_count * board->seeds; i++) {
        if (board->is_chosen[i / board->seeds])
            c.jobs[c.job_count++] = i;
    }
    run_crew(&c);
    free(c.jobs);
    return !atomic_load(&c.has_failed);
}

static void fill_row(const quality_board *board, quality_row *row)
{
    const quality_values *const seeds = &board->values[row->trial * board->seeds];
    row->value = seeds[0].value[row->metric];
    row->is_passed = true;
    for (int32_t s = 0; s < board->seeds; s++) {
        row->value = quality_worse(row->target, row->value, seeds[s].value[row->metric]);
        row->is_passed = row->is_passed && quality_holds(row->target, seeds[s].value[row->metric]);
    }
}

bool quality_next_row(const quality_board *board, quality_row *row)
{
    if (row->trial < 0) {
        row->trial = 0;
        row->metric = 0;
    } else {
        row->metric++;
    }
    for (; row->trial < quality_trial_count; row->trial++, row->metric = 0) {
        const quality_trial *const trial = &quality_trials[row->trial];
        for (; board->is_chosen[row->trial] && row->metric < QUALITY_METRIC_COUNT; row->metric++) {
            row->target = quality_find_target(trial, row->metric);
            if (row->target == NULL)
                continue;
            fill_row(board, row);
            return true;
        }
    }
    return false;
}

int32_t quality_failed_count(const quality_board *board)
{
    int32_t count = 0;
    for (quality_row row = {.trial = -1}; quality_next_row(board, &row);)
        count += !row.is_passed;
    return count;
}
