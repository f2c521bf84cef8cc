#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "words_support.h"

#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

static uint64_t seed_of_all;

void words_seed(uint64_t seed)
{
    seed_of_all = seed;
}

/* SplitMix64 (Steele, Lea, Flood, 2014) of a counter: any number of the sequence at once. */
static uint64_t random64(uint64_t counter)
{
    uint64_t z = seed_of_all + (counter + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static const uint32_t extremes[] = {
    0x00000000, 0x80000000, /* 0, -0; as integers 0, INT32_MIN */
    0x00000001, 0x80000001, /* the smallest denormals; 1 */
    0x007fffff, 0x807fffff, /* the largest denormals */
    0x00800000, 0x80800000, /* the smallest normal floats */
    0x3f000000, 0xbf000000, /* 0.5, -0.5 */
    0x3effffff, 0x3f7fffff, /* just below 0.5 and 1 */
    0x3f800000, 0xbf800000, /* 1, -1 */
    0x3fc00000, 0xc0200000, /* 1.5, -2.5: ties of rounding */
    0x4b7fffff, 0x4b800000, /* 2^24 - 1, 2^24: whole numbers from here on */
    0xcb000001, 0x4affffff, /* -2^23 - 1, 2^23 - 0.5 */
    0x4effffff, 0x4f000000, /* the last float below 2^31, 2^31 */
    0xcf000000, 0xcf000001, /* -2^31, the next one below */
    0x4f800000, 0x5f000000, /* 2^32, 2^63 */
    0x7f7fffff, 0xff7fffff, /* the largest floats */
    0x7f800000, 0xff800000, /* infinities */
    0x7fc00000, 0xffc00000, /* quiet NaNs */
    0x7fc12345, 0x7f800001, /* a NaN with payload, a signalling NaN */
    0xffbfffff, 0xffffffff, /* a negative signalling NaN; -1, UINT32_MAX */
    0x7fffffff, 0x7ffffffe, /* INT32_MAX, its neighbour */
    0x80000002, 0xfffffffe, /* INT32_MIN + 2, -2 */
    0x0000ffff, 0x00010000, /* around 16 bits */
    0x00007fff, 0x00008000, /* around 15 bits */
    0x000000ff, 0x00000100, /* around 8 bits */
    0x00ff00ff, 0xff00ff00, /* shorts and bytes at both ends */
    0x80808080, 0x7f7f7f7f, /* signed bytes at both ends */
    0x80008000, 0x7fff7fff, /* signed shorts at both ends */
};
enum { EXTREMES = sizeof extremes / sizeof extremes[0] };
_Static_assert(EXTREMES *EXTREMES < WORDS_TRIALS / 2, "half of the trials are random");

uint32_t words_bits(int trial, int operand)
{
    if (trial < EXTREMES * EXTREMES && operand < 2)
        return extremes[operand == 0 ? trial / EXTREMES : trial % EXTREMES];
    const uint64_t r = random64((uint64_t)trial * 4 + (uint64_t)operand);
    const uint32_t bits = (uint32_t)r;
    switch (r >> 62) {
    case 0: /* any bits */
        return bits;
    case 1: /* a float of -1024 .. 1024, as a crowd has them */
        return words_float_bits((float)(int32_t)bits * (1.0f / 2097152.0f));
    case 2: /* a small integer, so that equal pairs happen */
        return (bits & 15) - (bits >> 31 ? 8u : 0u);
    default:
        return extremes[bits % EXTREMES];
    }
}

void words_fill(void *out, size_t bytes, int trial)
{
    uint8_t *to = out;
    for (size_t i = 0; i < bytes; i++) {
        const uint32_t bits = words_bits(trial, 0);
        const uint64_t r = random64((uint64_t)trial * 1048576 + i + 0x100000000u);
        /* A quarter of the bytes comes from the extremes, the rest from anywhere. */
        to[i] = (uint8_t)(r >> 62 ? r : bits >> (8 * (i & 3)));
    }
}

uint8_t *words_page(void)
{
    static uint8_t *page;
    if (page)
        return page;
    assert_int_equal(sysconf(_SC_PAGESIZE), WORDS_PAGE);
    uint8_t *three = mmap(NULL, 3 * WORDS_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(three != MAP_FAILED);
    page = three + WORDS_PAGE;
    assert_int_equal(mprotect(page, WORDS_PAGE, PROT_READ | PROT_WRITE), 0);
    return page;
}

bool words_is_emulated(void)
{
#if defined(__x86_64__)
    uint32_t a, b, c, d;
    char name[12];
    __cpuid(0x40000000, a, b, c, d); /* the hypervisor's name, if there is one */
    memcpy(name, &b, 4);
    memcpy(name + 4, &c, 4);
    memcpy(name + 8, &d, 4);
    return memcmp(name, "TCGTCGTCGTCG", sizeof name) == 0;
#else
    return false;
#endif
}

void words_expect(const char *word, int trial, int lane, uint64_t got, uint64_t expected,
                  bool any_nan)
{
    if (got == expected)
        return;
    if (any_nan && words_is_nan((uint32_t)got) && words_is_nan((uint32_t)expected))
        return;
    fail_msg("%s, trial %d, lane %d: got %llx, expected %llx (operands %08x %08x %08x)", word,
             trial, lane, (unsigned long long)got, (unsigned long long)expected,
             words_bits(trial + lane, 0), words_bits(trial + lane, 1), words_bits(trial + lane, 2));
}
