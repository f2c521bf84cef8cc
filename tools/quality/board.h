/*
 * board.h: the scoreboard: all trials with all seeds, what they gave, and how that is told.
 */
#ifndef QUALITY_BOARD_H
#define QUALITY_BOARD_H

#include "score.h"

enum { QUALITY_SCENARIOS_MAX = 64, QUALITY_SEEDS_MAX = 100 };

typedef struct quality_board {
    const char *scenarios[QUALITY_SCENARIOS_MAX]; /* names or patterns; none: all */
    int32_t scenario_count;
    int32_t seeds, threads;
    bool is_quick;
    double time_gap;        /* s, instead of the trials' own; 0: their own */
    const char *folder;     /* of the pictures, or NULL */
    quality_manner *manner; /* of quality_print_hashes */
    bool *is_chosen;        /* by trial */
    quality_values *values; /* trial * seeds + seed */
} quality_board;

/* Chooses the trials and makes room. Close it also after a failure. */
bool quality_board_open(quality_board *board);
void quality_board_close(quality_board *board);

/* Runs everything, by `threads` threads; the result is the same for any number of them. */
bool quality_board_run(quality_board *board);

/* One row: a metric of a trial. */
typedef struct quality_row {
    int32_t trial;
    quality_metric metric;
    const quality_target *target;
    double value; /* the worst of all seeds; NaN: not measured */
    bool is_passed;
} quality_row;

/* The row behind `row`, which starts from {-1}; false behind the last. */
bool quality_next_row(const quality_board *board, quality_row *row);

/* Rows that ask for something and do not get it. */
int32_t quality_failed_count(const quality_board *board);

/* bits.c: prints a hash per trial, of the first steps of all its runs. */
bool quality_print_hashes(const quality_board *board);

/* report.c */
void quality_print_table(const quality_board *board);
void quality_print_json(const quality_board *board);

/* gate.c: the committed table. Reading it compares, and counts the metrics that got worse. */
bool quality_write_table(const quality_board *board, const char *path);
bool quality_compare_table(const quality_board *board, const char *path, int32_t *worse_count);

#endif
