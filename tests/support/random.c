#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

uint64_t test_seed(const char *name, uint64_t otherwise)
{
    const char *text = getenv("THRONG_TEST_SEED");
    const uint64_t seed = text && *text ? strtoull(text, NULL, 0) : otherwise;
    fprintf(stderr, "%s: seed %" PRIu64 " (THRONG_TEST_SEED chooses another)\n", name, seed);
    return seed;
}

int test_is_full(void)
{
    const char *text = getenv("THRONG_TEST_FULL");
    return text && *text && !(text[0] == '0' && text[1] == '\0');
}

uint64_t test_random_next(test_random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int32_t test_random_int(test_random *random, int32_t low, int32_t high)
{
    const uint64_t count = (uint64_t)((int64_t)high - low) + 1;
    return (int32_t)(low + (int64_t)(test_random_next(random) % count));
}

float test_random_float(test_random *random, float low, float high)
{
    /* 24 bits are all that a float in [0, 1) can hold. */
    const float unit = (float)(test_random_next(random) >> 40) * (1.0f / 16777216.0f);
    const float value = low + (high - low) * unit;
    return value < high ? value : low;
}
