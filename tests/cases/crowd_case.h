/*
 * crowd_case.h: a crowd case as its file says it. Metres, seconds; agents are numbered in file
 * order.
 */
#ifndef TEST_CROWD_CASE_H
#define TEST_CROWD_CASE_H

#include <stdbool.h>
#include <stdint.h>

#include "case_file.h"

/* Room for the cases that there are; a file that needs more fails with a sentence. */
enum {
    CROWD_GROUPS_MAX = 8,
    CROWD_AGENTS_MAX = 4096,
    CROWD_PLACES_MAX = 8,
    CROWD_ACTIONS_MAX = 64,
    CROWD_CHECKS_MAX = 96,
    CROWD_NAME_BYTES = 32
};

typedef struct crowd_agent {
    double x, y, radius, speed;
    int32_t group; /* -1: none, stands idle */
} crowd_agent;

/* A zone (a rectangle) or a line (a segment), corner to corner. */
typedef struct crowd_place {
    char name[CROWD_NAME_BYTES];
    double x0, y0, x1, y1;
} crowd_place;

typedef enum crowd_verb {
    CROWD_FILL,
    CROWD_GOAL,
    CROWD_REMOVE,
    CROWD_ADD,
    CROWD_MOVE,
    CROWD_RADIUS,
    CROWD_SPIKE,
    CROWD_BADSTEP,
    CROWD_STALE,
    CROWD_SAVE
} crowd_verb;

typedef struct crowd_action {
    double time;
    crowd_verb verb;
    bool is_for_all; /* RADIUS: `radius all R` */
    double number[5];
} crowd_action;

typedef enum crowd_who { CROWD_ALL, CROWD_GROUP, CROWD_ONE } crowd_who;

typedef struct crowd_check {
    char text[128]; /* "metric op value from to who", single blanks */
    char metric[CROWD_NAME_BYTES];
    char argument[CROWD_NAME_BYTES]; /* what stands behind the colon */
    char op;                         /* '<' '>' '=' for <= >= == */
    double value, from, to;
    crowd_who who_kind;
    int32_t who; /* group or number */
} crowd_check;

typedef enum crowd_starts {
    CROWD_STARTS_FREE,
    CROWD_STARTS_ANY,
    CROWD_STARTS_ANY_OR_REFUSED
} crowd_starts;

typedef struct crowd_case {
    char name[128];
    double cell, dt, time;
    crowd_starts starts;
    bool needs_threads, needs_save, needs_order;
    case_map map; /* before the first action */
    int32_t group_count;
    /* Goal cells by group, in file order. */
    int32_t goal_count, goal_capacity;
    struct crowd_goal {
        int32_t group, x, y;
    } * goals;
    int32_t agent_count;
    crowd_agent *agents; /* room for CROWD_AGENTS_MAX */
    int32_t zone_count, line_count;
    crowd_place zones[CROWD_PLACES_MAX], lines[CROWD_PLACES_MAX];
    int32_t action_count;
    crowd_action actions[CROWD_ACTIONS_MAX];
    int32_t check_count;
    crowd_check checks[CROWD_CHECKS_MAX];
} crowd_case;

/* Reads a case. The running cmocka test fails if the file is not one. */
void crowd_case_read(const char *path, crowd_case *out);
void crowd_case_free(crowd_case *scene);

/* The place of a name, or NULL. */
const crowd_place *crowd_case_zone(const crowd_case *scene, const char *name);
const crowd_place *crowd_case_line(const crowd_case *scene, const char *name);

/* Appends a check, as a line of a file would. */
void crowd_case_add_check(crowd_case *scene, const char *metric, const char *op, double value,
                          double from, double to, const char *who);

#endif
