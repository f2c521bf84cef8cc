/*
 * field_checks.h: the expectations of field files.
 */
#ifndef TEST_FIELD_CHECKS_H
#define TEST_FIELD_CHECKS_H

#include "world.h"

#include "case_file.h"

typedef enum field_state {
    FIELD_UNSOLVED, /* no solve since the map was made */
    FIELD_SOLVED,
    FIELD_REFUSED /* a `solve = any` was refused: nothing to expect until the next */
} field_state;

/* What a field file has done so far. */
typedef struct field_run {
    case_map map;
    test_world world;
    throng_cell *goals;
    int32_t goal_count;
    bool is_goal_changed; /* since the last solve, ... */
    throng_rect *filled;  /* ... as are these */
    int32_t filled_count;
    field_state state;
    int check_count;
} field_run;

/* Checks one line against the solved world; the running test fails, naming the line, if it is not
 * so, or if the key is unknown. */
void field_check(const field_run *run, const case_line *line);

#endif
