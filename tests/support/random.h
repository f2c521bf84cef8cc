/*
 * random.h: the tests' own generator (SplitMix64; Steele, Lea and Flood 2014). The same seed gives
 * the same tests on every machine.
 */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stdint.h>

typedef struct test_random {
    uint64_t state;
} test_random;

/* The seed of this run: the environment variable THRONG_TEST_SEED, or `otherwise`. Prints it to
 * stderr under `name`, so that the log of a failed test says how to repeat it. */
uint64_t test_seed(const char *name, uint64_t otherwise);

/* True for the long form of a test: THRONG_TEST_FULL is set and is neither empty nor "0". */
int test_is_full(void);

uint64_t test_random_next(test_random *random);

/* A whole number low .. high, both included; low <= high. */
int32_t test_random_int(test_random *random, int32_t low, int32_t high);

/* A float in [low, high). */
float test_random_float(test_random *random, float low, float high);

#endif
