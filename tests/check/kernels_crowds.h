/*
 * kernels_crowds.h: positions for separation and for the order of neighbours, as bad as they may
 * be.
 */
#ifndef THRONG_CHECK_KERNELS_CROWDS_H
#define THRONG_CHECK_KERNELS_CROWDS_H

#include "crowd/neighbours.h"
#include "random.h"

enum { CROWD_PLACES = 400 };

enum {
    CROWD_DENSE, /* about 10 neighbours */
    CROWD_SPARSE,
    CROWD_ONE_ROW,
    CROWD_ONE_COLUMN,
    CROWD_ONE_PLACE, /* everybody at one point */
    CROWD_CLUMPS,    /* several points, some of them an ulp apart */
    CROWD_STRAGGLER, /* one is very far away */
    CROWD_MIXED,     /* radii from a millimetre to 64 m */
    CROWD_EQUAL_X,   /* ties everywhere, and both zeros */
    CROWD_KINDS
};

typedef struct test_places {
    int32_t count;
    float x[CROWD_PLACES], y[CROWD_PLACES], reach[CROWD_PLACES], mass_root[CROWD_PLACES];
    uint64_t id[CROWD_PLACES];
    uint8_t flags[CROWD_PLACES];
    throng_sort_input input;
} test_places;

/* `count` agents, of whom a few are left out if `some_left_out`. */
void test_places_make(test_places *p, test_random *random, int32_t kind, int32_t count,
                      bool some_left_out);

/* A context for sorting them: what a group of tests opens and closes. */
extern throng_context *crowd_context;
int crowd_open(void **state);
int crowd_close(void **state);

/* Three groups for the places: of 0 and 1 neither notices the other, 2 not even itself. */
throng_filter test_filter(void);

#endif
