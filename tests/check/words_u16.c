/* Shorts and their masks. */
#include "words_support.h"

#include "simd/wide.h"

typedef wide_u16 word2(wide_u16, wide_u16);
typedef wide_u16 shift(wide_u16, int32_t);
typedef wide_mask16 compare(wide_u16, wide_u16);
typedef uint32_t meaning2(uint32_t, uint32_t);

/* The lower half of the bits to try, in every other trial the upper half. */
static uint16_t half(int trial, int which)
{
    return (uint16_t)(words_bits(trial, which) >> (trial & 1 ? 16 : 0));
}

static wide_u16 operand(int trial, int which)
{
    uint16_t shorts[WIDE_LANES16];
    for (int i = 0; i < WIDE_LANES16; i++)
        shorts[i] = half(trial + i, which);
    return wide_u16_load(shorts);
}

static void check2(const char *name, word2 *word, meaning2 *meaning)
{
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES16) {
        uint16_t got[WIDE_LANES16];
        wide_u16_store(got, word(operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < WIDE_LANES16; i++)
            words_expect(name, trial, i, got[i],
                         meaning(half(trial + i, 0), half(trial + i, 1)) & 0xffff, false);
    }
}

static uint32_t add(uint32_t a, uint32_t b)
{
    return a + b;
}
static uint32_t add_full(uint32_t a, uint32_t b)
{
    return a + b < 65535 ? a + b : 65535;
}
static uint32_t sub(uint32_t a, uint32_t b)
{
    return a - b;
}
static uint32_t sub_full(uint32_t a, uint32_t b)
{
    return a > b ? a - b : 0;
}
static uint32_t mul(uint32_t a, uint32_t b)
{
    return a * b;
}
static uint32_t bit_and(uint32_t a, uint32_t b)
{
    return a & b;
}
static uint32_t bit_or(uint32_t a, uint32_t b)
{
    return a | b;
}
static uint32_t and_not(uint32_t a, uint32_t b)
{
    return a & ~b;
}
static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}
static uint32_t max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t bit_xor(uint32_t a, uint32_t b)
{
    return a ^ b;
}

static void short_words_mean_plain_c(void **state)
{
    (void)state;
    check2("u16_add", wide_u16_add, add);
    check2("u16_add_full", wide_u16_add_full, add_full);
    check2("u16_sub", wide_u16_sub, sub);
    check2("u16_sub_full", wide_u16_sub_full, sub_full);
    check2("u16_mul", wide_u16_mul, mul);
    check2("u16_and", wide_u16_and, bit_and);
    check2("u16_or", wide_u16_or, bit_or);
    check2("u16_and_not", wide_u16_and_not, and_not);
    check2("u16_xor", wide_u16_xor, bit_xor);
    check2("u16_min", wide_u16_min, min);
    check2("u16_max", wide_u16_max, max);
    for (int trial = 0; trial < 2048; trial++) {
        uint16_t got[WIDE_LANES16];
        wide_u16_store(got, wide_u16_set1(half(trial, 1)));
        for (int i = 0; i < WIDE_LANES16; i++)
            words_expect("u16_set1", trial, i, got[i], half(trial, 1), false);
    }
}

static uint32_t shift_left(uint32_t a, uint32_t k)
{
    return a << k;
}
static uint32_t shift_right(uint32_t a, uint32_t k)
{
    return a >> k;
}

static void check_shift(const char *name, shift *word, meaning2 *meaning)
{
    for (int32_t k = 0; k < 16; k++)
        for (int trial = 0; trial < WORDS_TRIALS; trial += 8 * WIDE_LANES16) {
            uint16_t got[WIDE_LANES16];
            wide_u16_store(got, word(operand(trial, 1), k));
            for (int i = 0; i < WIDE_LANES16; i++)
                words_expect(name, trial, i, got[i],
                             meaning(half(trial + i, 1), (uint32_t)k) & 0xffff, false);
        }
}

static void short_shifts_take_every_count(void **state)
{
    (void)state;
    check_shift("u16_shift_left", wide_u16_shift_left, shift_left);
    check_shift("u16_shift_right", wide_u16_shift_right, shift_right);
}

static uint32_t eq(uint32_t a, uint32_t b)
{
    return a == b;
}
static uint32_t le(uint32_t a, uint32_t b)
{
    return a <= b;
}

static void check_compare(const char *name, compare *word, meaning2 *meaning)
{
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES16) {
        const uint32_t got = wide_mask16_bits(word(operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < WIDE_LANES16; i++)
            words_expect(name, trial, i, got >> i & 1,
                         meaning(half(trial + i, 0), half(trial + i, 1)), false);
    }
}

static void short_comparisons_are_unsigned(void **state)
{
    (void)state;
    check_compare("u16_eq", wide_u16_eq, eq);
    check_compare("u16_le", wide_u16_le, le);
}

static wide_mask16 mask(int trial, uint32_t *bits)
{
    uint16_t shorts[WIDE_LANES16];
    words_fill(shorts, sizeof shorts, trial);
    *bits = 0;
    for (int i = 0; i < WIDE_LANES16; i++) {
        shorts[i] &= 1;
        *bits |= (uint32_t)shorts[i] << i;
    }
    return wide_u16_eq(wide_u16_load(shorts), wide_u16_set1(1));
}

static void short_masks_combine_and_choose(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint32_t a, b;
        uint16_t got[3][WIDE_LANES16];
        const wide_mask16 p = mask(trial, &a), q = mask(trial + 5000, &b);
        words_expect("mask16_and", trial, 0, wide_mask16_bits(wide_mask16_and(p, q)), a & b, false);
        words_expect("mask16_or", trial, 0, wide_mask16_bits(wide_mask16_or(p, q)), a | b, false);
        words_expect("mask16_and_not", trial, 0, wide_mask16_bits(wide_mask16_and_not(p, q)),
                     a & ~b, false);
        wide_u16_store(got[0], wide_u16_select(p, operand(trial, 0), operand(trial, 1)));
        wide_u16_store(got[1], wide_u16_keep(p, operand(trial, 0)));
        wide_u16_store(got[2], wide_u16_add_where(p, operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < WIDE_LANES16; i++) {
            const bool chosen = a >> i & 1;
            const uint16_t first = half(trial + i, 0), second = half(trial + i, 1);
            words_expect("u16_select", trial, i, got[0][i], chosen ? first : second, false);
            words_expect("u16_keep", trial, i, got[1][i], chosen ? first : 0, false);
            words_expect("u16_add_where", trial, i, got[2][i],
                         chosen ? (uint16_t)(first + second) : first, false);
        }
    }
}

static void masks_of_shorts_come_from_bits_and_memory(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint32_t bits;
        uint16_t full[WIDE_LANES16];
        const wide_mask16 m = mask(trial, &bits);
        /* Bits beyond the lanes do not matter. */
        const uint32_t beyond = WIDE_LANES16 < 32 ? 0xffffffffu << (WIDE_LANES16 & 31) : 0;
        words_expect("mask16_from_bits", trial, 0,
                     wide_mask16_bits(wide_mask16_from_bits(bits | beyond)), bits, false);
        wide_u16_store(full, wide_u16_from_mask(m));
        for (int i = 0; i < WIDE_LANES16; i++)
            words_expect("u16_from_mask", trial, i, full[i], bits >> i & 1 ? 65535 : 0, false);
        words_expect("mask16_load", trial, 0, wide_mask16_bits(wide_mask16_load(full)), bits,
                     false);
    }
}

static void filled_shorts_are_all_ones(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES16) {
        uint32_t bits;
        uint16_t got[2][WIDE_LANES16];
        const wide_mask16 m = mask(trial, &bits);
        wide_u16_store(got[0], wide_u16_fill(m, operand(trial, 0)));
        wide_u16_store(got[1], wide_u16_fill_or_add(m, operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < WIDE_LANES16; i++) {
            const bool is_filled = bits >> i & 1;
            const uint16_t a = half(trial + i, 0), b = half(trial + i, 1);
            words_expect("u16_fill", trial, i, got[0][i], is_filled ? 65535 : a, false);
            words_expect("u16_fill_or_add", trial, i, got[1][i], is_filled ? 65535 : add_full(a, b),
                         false);
        }
    }
}

static void shorts_move_by_a_lane(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint16_t got[2][WIDE_LANES16];
        const wide_u16 a = operand(trial, 0);
        const uint16_t x = half(trial, 1);
        wide_u16_store(got[0], wide_u16_before(a, x));
        wide_u16_store(got[1], wide_u16_after(a, x));
        for (int i = 0; i < WIDE_LANES16; i++) {
            words_expect("u16_before", trial, i, got[0][i], i > 0 ? half(trial + i - 1, 0) : x,
                         false);
            words_expect("u16_after", trial, i, got[1][i],
                         i + 1 < WIDE_LANES16 ? half(trial + i + 1, 0) : x, false);
        }
    }
}

static void zipped_shorts_take_turns(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint16_t got[2 * WIDE_LANES16];
        wide_u16_store(got, wide_u16_zip_low(operand(trial, 0), operand(trial, 1)));
        wide_u16_store(got + WIDE_LANES16, wide_u16_zip_high(operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < 2 * WIDE_LANES16; i++)
            words_expect("u16_zip", trial, i, got[i], half(trial + i / 2, i % 2), false);
    }
}

static void a_square_of_shorts_is_transposed(void **state)
{
    (void)state;
    enum { SIDE = WIDE_LANES16, FROM = SIDE + 3, TO = SIDE + 5 };
    for (int trial = 0; trial < 256; trial++) {
        uint16_t from[SIDE * FROM], to[SIDE * TO], before[SIDE * TO];
        words_fill(from, sizeof from, trial);
        words_fill(to, sizeof to, trial + 1000);
        memcpy(before, to, sizeof to);
        wide_u16_transpose(from, FROM, to, TO);
        for (int i = 0; i < SIDE * TO; i++)
            words_expect("u16_transpose", trial, i, to[i],
                         i % TO < SIDE ? from[i % TO * FROM + i / TO] : before[i], false);
    }
}

static void any_sees_a_single_short(void **state)
{
    (void)state;
    for (int lane = -1; lane < WIDE_LANES16; lane++) {
        uint16_t shorts[WIDE_LANES16] = {0};
        if (lane >= 0)
            shorts[lane] = 7;
        const wide_mask16 m = wide_u16_eq(wide_u16_load(shorts), wide_u16_set1(7));
        words_expect("mask16_any", 0, lane, wide_mask16_any(m), lane >= 0, false);
        words_expect("u16_any", 0, lane, wide_u16_any(wide_u16_load(shorts)), lane >= 0, false);
    }
}

int words_u16(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_words_mean_plain_c),
        cmocka_unit_test(short_shifts_take_every_count),
        cmocka_unit_test(short_comparisons_are_unsigned),
        cmocka_unit_test(short_masks_combine_and_choose),
        cmocka_unit_test(masks_of_shorts_come_from_bits_and_memory),
        cmocka_unit_test(filled_shorts_are_all_ones),
        cmocka_unit_test(shorts_move_by_a_lane),
        cmocka_unit_test(zipped_shorts_take_turns),
        cmocka_unit_test(a_square_of_shorts_is_transposed),
        cmocka_unit_test(any_sees_a_single_short),
    };
    return cmocka_run_group_tests_name("shorts", tests, NULL, NULL);
}
