/* 32-bit integers, signed and unsigned. */
#include "words_support.h"

#include "simd/wide.h"

typedef wide_i32 word2(wide_i32, wide_i32);
typedef wide_mask compare(wide_i32, wide_i32);
typedef wide_i32 shift(wide_i32, int32_t);
typedef uint32_t meaning2(uint32_t, uint32_t);
typedef bool truth(uint32_t, uint32_t);

static wide_i32 operand(int trial, int which)
{
    uint32_t bits[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; i++)
        bits[i] = words_bits(trial + i, which);
    return wide_i32_load(bits);
}

static void check2(const char *name, word2 *word, meaning2 *meaning)
{
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t got[WIDE_LANES];
        wide_i32_store(got, word(operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < WIDE_LANES; i++)
            words_expect(name, trial, i, got[i],
                         meaning(words_bits(trial + i, 0), words_bits(trial + i, 1)), false);
    }
}

static void check_compare(const char *name, compare *word, truth *meaning)
{
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        const uint32_t got = wide_mask_bits(word(operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < WIDE_LANES; i++)
            words_expect(name, trial, i, got >> i & 1,
                         meaning(words_bits(trial + i, 0), words_bits(trial + i, 1)), false);
    }
}

static uint32_t add(uint32_t a, uint32_t b)
{
    return a + b;
}
static uint32_t sub(uint32_t a, uint32_t b)
{
    return a - b;
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
static uint32_t bit_xor(uint32_t a, uint32_t b)
{
    return a ^ b;
}
static uint32_t and_not(uint32_t a, uint32_t b)
{
    return a & ~b;
}

static void arithmetic_wraps(void **state)
{
    (void)state;
    check2("i32_add", wide_i32_add, add);
    check2("i32_sub", wide_i32_sub, sub);
    check2("i32_mul", wide_i32_mul, mul);
    check2("i32_and", wide_i32_and, bit_and);
    check2("i32_or", wide_i32_or, bit_or);
    check2("i32_xor", wide_i32_xor, bit_xor);
    check2("i32_and_not", wide_i32_and_not, and_not);
}

static uint32_t min(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}
static uint32_t max(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}
static uint32_t unsigned_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}
static uint32_t unsigned_max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}
static bool eq(uint32_t a, uint32_t b)
{
    return a == b;
}
static bool gt(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b;
}
static bool lt(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b;
}
static bool unsigned_lt(uint32_t a, uint32_t b)
{
    return a < b;
}

static void order_is_signed_or_unsigned_as_the_word_says(void **state)
{
    (void)state;
    check2("i32_min", wide_i32_min, min);
    check2("i32_max", wide_i32_max, max);
    check2("u32_min", wide_u32_min, unsigned_min);
    check2("u32_max", wide_u32_max, unsigned_max);
    check_compare("i32_eq", wide_i32_eq, eq);
    check_compare("i32_gt", wide_i32_gt, gt);
    check_compare("i32_lt", wide_i32_lt, lt);
    check_compare("u32_lt", wide_u32_lt, unsigned_lt);
}

static uint32_t shift_left(uint32_t a, uint32_t k)
{
    return a << k;
}
/* Written without >> on a negative number, whose meaning C leaves to the compiler. */
static uint32_t shift_right(uint32_t a, uint32_t k)
{
    return a >> 31 ? ~(~a >> k) : a >> k;
}
static uint32_t unsigned_shift_right(uint32_t a, uint32_t k)
{
    return a >> k;
}

static void check_shift(const char *name, shift *word, meaning2 *meaning)
{
    for (int32_t k = 0; k < 32; k++)
        for (int trial = 0; trial < WORDS_TRIALS; trial += 16 * WIDE_LANES) {
            uint32_t got[WIDE_LANES];
            wide_i32_store(got, word(operand(trial, 1), k));
            for (int i = 0; i < WIDE_LANES; i++)
                words_expect(name, trial, i, got[i], meaning(words_bits(trial + i, 1), (uint32_t)k),
                             false);
        }
}

static void shifts_take_every_count(void **state)
{
    (void)state;
    check_shift("i32_shift_left", wide_i32_shift_left, shift_left);
    check_shift("i32_shift_right", wide_i32_shift_right, shift_right);
    check_shift("u32_shift_right", wide_u32_shift_right, unsigned_shift_right);
}

static void set1_and_iota_fill_every_lane(void **state)
{
    (void)state;
    uint32_t got[WIDE_LANES];
    wide_i32_store(got, wide_i32_iota());
    for (int i = 0; i < WIDE_LANES; i++)
        words_expect("i32_iota", 0, i, got[i], (uint32_t)i, false);
    for (int trial = 0; trial < WORDS_TRIALS; trial++) {
        wide_i32_store(got, wide_i32_set1((int32_t)words_bits(trial, 0)));
        for (int i = 0; i < WIDE_LANES; i++)
            words_expect("i32_set1", trial, i, got[i], words_bits(trial, 0), false);
    }
}

int words_i32(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_wraps),
        cmocka_unit_test(order_is_signed_or_unsigned_as_the_word_says),
        cmocka_unit_test(shifts_take_every_count),
        cmocka_unit_test(set1_and_iota_fill_every_lane),
    };
    return cmocka_run_group_tests_name("integers", tests, NULL, NULL);
}
