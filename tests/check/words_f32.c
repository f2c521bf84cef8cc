/* Floats: arithmetic, comparisons, and the way to integers and back. */
#include "words_support.h"

#include <math.h>

#include "simd/wide.h"

typedef wide_f32 word1(wide_f32);
typedef wide_f32 word2(wide_f32, wide_f32);
typedef wide_mask compare(wide_f32, wide_f32);
typedef float meaning1(float);
typedef float meaning2(float, float);
typedef bool truth(float, float);

static wide_f32 operand(int trial, int which)
{
    uint32_t bits[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; i++)
        bits[i] = words_bits(trial + i, which);
    return wide_from_bits(wide_i32_load(bits));
}

static void check1(const char *name, word1 *word, meaning1 *meaning, bool any_nan)
{
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t got[WIDE_LANES];
        wide_i32_store(got, wide_bits(word(operand(trial, 0))));
        for (int i = 0; i < WIDE_LANES; i++) {
            const float a = words_float(words_bits(trial + i, 0));
            words_expect(name, trial, i, got[i], words_float_bits(meaning(a)), any_nan);
        }
    }
}

static void check2(const char *name, word2 *word, meaning2 *meaning, bool any_nan)
{
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t got[WIDE_LANES];
        wide_i32_store(got, wide_bits(word(operand(trial, 0), operand(trial, 1))));
        for (int i = 0; i < WIDE_LANES; i++) {
            const float a = words_float(words_bits(trial + i, 0));
            const float b = words_float(words_bits(trial + i, 1));
            words_expect(name, trial, i, got[i], words_float_bits(meaning(a, b)), any_nan);
        }
    }
}

static void check_compare(const char *name, compare *word, truth *meaning)
{
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        const uint32_t got = wide_mask_bits(word(operand(trial, 0), operand(trial, 1)));
        for (int i = 0; i < WIDE_LANES; i++) {
            const float a = words_float(words_bits(trial + i, 0));
            const float b = words_float(words_bits(trial + i, 1));
            words_expect(name, trial, i, got >> i & 1, meaning(a, b), false);
        }
    }
}

static float add(float a, float b)
{
    return a + b;
}
static float sub(float a, float b)
{
    return a - b;
}
static float mul(float a, float b)
{
    return a * b;
}
static float divide(float a, float b)
{
    return a / b;
}

static void arithmetic_rounds_as_plain_c(void **state)
{
    (void)state;
    check2("add", wide_add, add, true);
    check2("sub", wide_sub, sub, true);
    check2("mul", wide_mul, mul, true);
    check2("div", wide_div, divide, true);
    check1("sqrt", wide_sqrt, sqrtf, true);
    check1("floor", wide_floor, floorf, true);
}

static float min(float a, float b)
{
    return a < b ? a : b;
}
static float max(float a, float b)
{
    return a > b ? a : b;
}

static void min_and_max_give_the_second_operand_when_neither_is_less(void **state)
{
    (void)state;
    check2("min", wide_min, min, false);
    check2("max", wide_max, max, false);
}

static void abs_and_neg_touch_the_sign_bit_only(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t cleared[WIDE_LANES], flipped[WIDE_LANES];
        wide_i32_store(cleared, wide_bits(wide_abs(operand(trial, 0))));
        wide_i32_store(flipped, wide_bits(wide_neg(operand(trial, 0))));
        for (int i = 0; i < WIDE_LANES; i++) {
            const uint32_t bits = words_bits(trial + i, 0);
            words_expect("abs", trial, i, cleared[i], bits & 0x7fffffffu, false);
            words_expect("neg", trial, i, flipped[i], bits ^ 0x80000000u, false);
        }
    }
}

static bool lt(float a, float b)
{
    return a < b;
}
static bool le(float a, float b)
{
    return a <= b;
}
static bool gt(float a, float b)
{
    return a > b;
}
static bool ge(float a, float b)
{
    return a >= b;
}
static bool eq(float a, float b)
{
    return a == b;
}
static bool neq(float a, float b)
{
    return a != b;
}

static void comparisons_treat_nan_as_plain_c(void **state)
{
    (void)state;
    check_compare("lt", wide_lt, lt);
    check_compare("le", wide_le, le);
    check_compare("gt", wide_gt, gt);
    check_compare("ge", wide_ge, ge);
    check_compare("eq", wide_eq, eq);
    check_compare("neq", wide_neq, neq);
}

static int32_t truncate_one(float a)
{
    return a >= -2147483648.0f && a < 2147483648.0f ? (int32_t)a : INT32_MIN;
}

static void conversions_truncate_and_round_to_even(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t whole[WIDE_LANES], real[WIDE_LANES], same[WIDE_LANES];
        wide_i32_store(whole, wide_truncate(operand(trial, 0)));
        wide_i32_store(real, wide_bits(wide_from_i32(wide_bits(operand(trial, 0)))));
        wide_i32_store(same, wide_bits(wide_from_bits(wide_bits(operand(trial, 0)))));
        for (int i = 0; i < WIDE_LANES; i++) {
            const uint32_t bits = words_bits(trial + i, 0);
            words_expect("truncate", trial, i, whole[i], (uint32_t)truncate_one(words_float(bits)),
                         false);
            words_expect("from_i32", trial, i, real[i], words_float_bits((float)(int32_t)bits),
                         false);
            words_expect("from_bits", trial, i, same[i], bits, false);
        }
    }
}

static void set1_and_broadcast_fill_every_lane(void **state)
{
    (void)state;
    float *last = (float *)(void *)(words_page() + WORDS_PAGE - sizeof(float));
    for (int trial = 0; trial < WORDS_TRIALS; trial++) {
        const float x = words_float(words_bits(trial, 0));
        uint32_t set[WIDE_LANES], cast[WIDE_LANES];
        memcpy(last, &x, sizeof x);
        wide_i32_store(set, wide_bits(wide_set1(x)));
        wide_i32_store(cast, wide_bits(wide_broadcast(last)));
        for (int i = 0; i < WIDE_LANES; i++) {
            words_expect("set1", trial, i, set[i], words_bits(trial, 0), false);
            words_expect("broadcast", trial, i, cast[i], words_bits(trial, 0), false);
        }
    }
}

int words_f32(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_rounds_as_plain_c),
        cmocka_unit_test(min_and_max_give_the_second_operand_when_neither_is_less),
        cmocka_unit_test(abs_and_neg_touch_the_sign_bit_only),
        cmocka_unit_test(comparisons_treat_nan_as_plain_c),
        cmocka_unit_test(conversions_truncate_and_round_to_even),
        cmocka_unit_test(set1_and_broadcast_fill_every_lane),
    };
    return cmocka_run_group_tests_name("floats", tests, NULL, NULL);
}
