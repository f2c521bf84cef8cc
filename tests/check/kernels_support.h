/*
 * kernels_support.h: what the tests of the kernels share. A case is built twice from one seed, into
 * two arenas that differ in where arrays begin and in what lies between them. The scalar kernel
 * works on the one, the wide kernel on the other; afterwards outputs must be equal, and every other
 * byte as it was.
 */
#ifndef THRONG_CHECK_KERNELS_SUPPORT_H
#define THRONG_CHECK_KERNELS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "crowd/neighbours.h"
#include "kernels.h"
#include "random.h"

typedef struct check_subject {
    const throng_kernels *kernels; /* against throng_kernels_scalar */
    int32_t lanes;                 /* of 32 bits in a register */
    uint64_t seed;                 /* printed when the program starts */
} check_subject;

extern check_subject check_the;

/* A generator for case `number` of the test `name`; the same in every run with the same seed. */
test_random check_random(const char *name, int32_t number);

/* True once in `times`. */
bool check_one_in(test_random *random, int32_t times);

/* One of fifteen unit vectors, or none. */
void check_heading(test_random *random, float *x, float *y);

/* One of the values, all equally often. */
float check_pick(test_random *random, const float *values, int32_t count);
#define check_pick_of(random, values)                                                              \
    check_pick((random), (values), (int32_t)(sizeof(values) / sizeof *(values)))

typedef struct check_span {
    const char *name;
    size_t begin, bytes;
    bool is_output;
} check_span;

enum { CHECK_SPANS = 40, CHECK_BYTES = 1 << 20 };

typedef struct check_arena {
    uint8_t *bytes, *sealed;
    size_t used;
    test_random guards;
    int32_t span_count;
    check_span spans[CHECK_SPANS];
} check_arena;

/* `side` is 0 for the scalar kernel and 1 for the wide one. */
void check_open(check_arena *arena, int32_t side, uint64_t guard_seed);
void check_close(check_arena *arena);

/* Room for `count` elements that begin at any multiple of `size`, between guards of at least
 * THRONG_KERNEL_PAD random bytes. An output begins with random contents too, equal on both sides.
 */
void *check_take(check_arena *arena, const char *name, int64_t count, size_t size, bool is_output);

/* Remembers all bytes. Call when every input has been filled in. */
void check_seal(check_arena *arena);

/* Fails unless outputs are equal and everything else is as it was when sealed. `what` names the
 * case. */
void check_compare(const check_arena *scalar, const check_arena *wide, const char *what);

/* Neighbours with room for `count` agents, none of which a kernel may write to. */
throng_neighbours *check_neighbours_take(check_arena *arena, int32_t count);

/* The groups of tests; each returns the number of failed ones. */
int check_flow(void);
int check_sample(void);
int check_separate(void);
int check_part(void);
int check_gap(void);
int check_herd(void);
int check_behave(void);
int check_look(void);
int check_steer(void);
int check_move(void);

#endif
