/*
 * words_support.h: what the tests of the wide words share: numbers to try, memory with an end, and
 * the comparison. Every word is tried on the same numbers in every dialect.
 */
#ifndef THRONG_CHECK_WORDS_SUPPORT_H
#define THRONG_CHECK_WORDS_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

/* Trials of each word: all pairs of the extreme values, then random ones. A multiple of every
 * number of lanes. */
enum { WORDS_TRIALS = 16384 };

/* Sets the seed of everything below. */
void words_seed(uint64_t seed);

/* The bits to try as operand `operand` (0, 1, 2) in trial `trial`. The first trials pair every
 * extreme float and integer with every other one. */
uint32_t words_bits(int trial, int operand);

/* Fills `bytes` bytes at random from `trial`. */
void words_fill(void *out, size_t bytes, int trial);

/* A page between two that may not be touched. */
enum { WORDS_PAGE = 4096 };
uint8_t *words_page(void);

/* True under QEMU's translator, whose AVX2 masked loads touch the lanes that are masked off, too.
 */
bool words_is_emulated(void);

static inline float words_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t words_float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline bool words_is_nan(uint32_t bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

/* Fails unless got == expected, or both are NaN and `any_nan`. */
void words_expect(const char *word, int trial, int lane, uint64_t got, uint64_t expected,
                  bool any_nan);

/* The groups; each returns the number of failed tests. */
int words_f32(void);
int words_mask(void);
int words_i32(void);
int words_memory(void);
int words_lookup(void);
int words_u8(void);
int words_u16(void);
int words_width(void);

#endif
