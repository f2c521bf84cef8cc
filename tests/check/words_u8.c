/* Bytes and their masks. Every pair of bytes is tried. */
#include "words_support.h"

#include "simd/wide.h"

typedef wide_u8 word2(wide_u8, wide_u8);
typedef uint8_t meaning2(uint8_t, uint8_t);

enum { PAIRS = 65536 };

/* Byte `which` of pair `pair`: the pairs follow each other along the lanes. */
static uint8_t of_pair(int pair, int which)
{
    return (uint8_t)(which == 0 ? pair >> 8 : pair);
}

static wide_u8 operand(int pair, int which)
{
    uint8_t bytes[WIDE_LANES8];
    for (int i = 0; i < WIDE_LANES8; i++)
        bytes[i] = of_pair(pair + i, which);
    return wide_u8_load(bytes);
}

static void check2(const char *name, word2 *word, meaning2 *meaning)
{
    for (int pair = 0; pair < PAIRS; pair += WIDE_LANES8) {
        uint8_t got[WIDE_LANES8];
        wide_u8_store(got, word(operand(pair, 0), operand(pair, 1)));
        for (int i = 0; i < WIDE_LANES8; i++)
            words_expect(name, pair, i, got[i], meaning(of_pair(pair + i, 0), of_pair(pair + i, 1)),
                         false);
    }
}

static uint8_t add(uint8_t a, uint8_t b)
{
    return (uint8_t)(a + b);
}
static uint8_t sub(uint8_t a, uint8_t b)
{
    return (uint8_t)(a - b);
}
static uint8_t add_full(uint8_t a, uint8_t b)
{
    return (uint8_t)(a + b < 255 ? a + b : 255);
}
static uint8_t sub_full(uint8_t a, uint8_t b)
{
    return (uint8_t)(a > b ? a - b : 0);
}
static uint8_t bit_and(uint8_t a, uint8_t b)
{
    return a & b;
}
static uint8_t bit_or(uint8_t a, uint8_t b)
{
    return a | b;
}
static uint8_t and_not(uint8_t a, uint8_t b)
{
    return (uint8_t)(a & ~b);
}
static uint8_t min(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}
static uint8_t max(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static void byte_words_mean_plain_c(void **state)
{
    (void)state;
    check2("u8_add", wide_u8_add, add);
    check2("u8_sub", wide_u8_sub, sub);
    check2("u8_add_full", wide_u8_add_full, add_full);
    check2("u8_sub_full", wide_u8_sub_full, sub_full);
    check2("u8_and", wide_u8_and, bit_and);
    check2("u8_or", wide_u8_or, bit_or);
    check2("u8_and_not", wide_u8_and_not, and_not);
    check2("u8_min", wide_u8_min, min);
    check2("u8_max", wide_u8_max, max);
    for (int x = 0; x < 256; x++) {
        uint8_t got[WIDE_LANES8];
        wide_u8_store(got, wide_u8_set1((uint8_t)x));
        for (int i = 0; i < WIDE_LANES8; i++)
            words_expect("u8_set1", x, i, got[i], (uint64_t)x, false);
    }
}

/* A random mask and its lanes as bits. */
static wide_mask8 mask(int trial, uint64_t *bits)
{
    uint8_t bytes[WIDE_LANES8];
    words_fill(bytes, sizeof bytes, trial);
    *bits = 0;
    for (int i = 0; i < WIDE_LANES8; i++) {
        bytes[i] &= 1;
        *bits |= (uint64_t)bytes[i] << i;
    }
    return wide_u8_eq(wide_u8_load(bytes), wide_u8_set1(1));
}

static void a_square_of_bytes_is_transposed(void **state)
{
    (void)state;
    enum { SIDE = 16, FROM = SIDE + 3, TO = SIDE + 5 };
    for (int trial = 0; trial < 256; trial++) {
        uint8_t from[SIDE * FROM], to[SIDE * TO], before[SIDE * TO];
        words_fill(from, sizeof from, trial);
        words_fill(to, sizeof to, trial + 1000);
        memcpy(before, to, sizeof to);
        wide_u8_transpose16(from, FROM, to, TO);
        for (int i = 0; i < SIDE * TO; i++)
            words_expect("u8_transpose16", trial, i, to[i],
                         i % TO < SIDE ? from[i % TO * FROM + i / TO] : before[i], false);
    }
}

static void eq_compares_every_pair(void **state)
{
    (void)state;
    for (int pair = 0; pair < PAIRS; pair += WIDE_LANES8) {
        const uint64_t got = wide_mask8_bits(wide_u8_eq(operand(pair, 0), operand(pair, 1)));
        for (int i = 0; i < WIDE_LANES8; i++)
            words_expect("u8_eq", pair, i, got >> i & 1,
                         of_pair(pair + i, 0) == of_pair(pair + i, 1), false);
    }
}

static void byte_masks_combine_and_choose(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint64_t a, b;
        uint8_t first[WIDE_LANES8], second[WIDE_LANES8], got[4][WIDE_LANES8];
        const wide_mask8 p = mask(trial, &a), q = mask(trial + 5000, &b);
        words_fill(first, sizeof first, trial + 10000);
        words_fill(second, sizeof second, trial + 15000);
        words_expect("mask8_and", trial, 0, wide_mask8_bits(wide_mask8_and(p, q)), a & b, false);
        words_expect("mask8_or", trial, 0, wide_mask8_bits(wide_mask8_or(p, q)), a | b, false);
        words_expect("mask8_and_not", trial, 0, wide_mask8_bits(wide_mask8_and_not(p, q)), a & ~b,
                     false);
        wide_u8_store(got[0], wide_u8_select(p, wide_u8_load(first), wide_u8_load(second)));
        wide_u8_store(got[1], wide_u8_keep(p, wide_u8_load(first)));
        wide_u8_store(got[2], wide_u8_from_mask(p));
        wide_u8_store(got[3], wide_u8_add_where(p, wide_u8_load(first), wide_u8_load(second)));
        for (int i = 0; i < WIDE_LANES8; i++) {
            const bool chosen = a >> i & 1;
            words_expect("u8_select", trial, i, got[0][i], chosen ? first[i] : second[i], false);
            words_expect("u8_keep", trial, i, got[1][i], chosen ? first[i] : 0, false);
            words_expect("u8_from_mask", trial, i, got[2][i], chosen ? 0xff : 0, false);
            words_expect("u8_add_where", trial, i, got[3][i],
                         (uint8_t)(first[i] + (chosen ? second[i] : 0)), false);
        }
    }
}

static void zipped_bytes_take_turns(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint8_t a[WIDE_LANES8], b[WIDE_LANES8], got[2 * WIDE_LANES8];
        words_fill(a, sizeof a, trial);
        words_fill(b, sizeof b, trial + 5000);
        wide_u8_store(got, wide_u8_zip_low(wide_u8_load(a), wide_u8_load(b)));
        wide_u8_store(got + WIDE_LANES8, wide_u8_zip_high(wide_u8_load(a), wide_u8_load(b)));
        for (int i = 0; i < 2 * WIDE_LANES8; i++)
            words_expect("u8_zip_low, u8_zip_high", trial, i, got[i], i % 2 ? b[i / 2] : a[i / 2],
                         false);
    }
}

static void any_sees_a_single_byte(void **state)
{
    (void)state;
    for (int lane = -1; lane < WIDE_LANES8; lane++) {
        uint8_t bytes[WIDE_LANES8] = {0};
        if (lane >= 0)
            bytes[lane] = 7;
        const wide_mask8 m = wide_u8_eq(wide_u8_load(bytes), wide_u8_set1(7));
        words_expect("mask8_any", 0, lane, wide_mask8_any(m), lane >= 0, false);
    }
}

int words_u8(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(byte_words_mean_plain_c),
        cmocka_unit_test(a_square_of_bytes_is_transposed),
        cmocka_unit_test(eq_compares_every_pair),
        cmocka_unit_test(byte_masks_combine_and_choose),
        cmocka_unit_test(zipped_bytes_take_turns),
        cmocka_unit_test(any_sees_a_single_byte),
    };
    return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
