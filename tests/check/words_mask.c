/* Masks, and the words that choose by one. */
#include "words_support.h"

#include "simd/wide.h"

/* Lane i is true where the lowest bit of the operand is set. */
static wide_mask mask(int trial, int which, uint32_t *bits)
{
    uint32_t lanes[WIDE_LANES];
    *bits = 0;
    for (int i = 0; i < WIDE_LANES; i++) {
        lanes[i] = words_bits(trial + i, which) & 1;
        *bits |= lanes[i] << i;
    }
    return wide_i32_gt(wide_i32_load(lanes), wide_i32_set1(0));
}

static wide_i32 operand(int trial, int which)
{
    uint32_t bits[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; i++)
        bits[i] = words_bits(trial + i, which);
    return wide_i32_load(bits);
}

static const uint32_t all = (uint32_t)((1ull << WIDE_LANES) - 1);

static void bits_any_and_all_tell_which_lanes_are_true(void **state)
{
    (void)state;
    const int patterns = 1 << (WIDE_LANES < 8 ? WIDE_LANES : 8);
    for (int pattern = 0; pattern < patterns; pattern++) {
        uint32_t lanes[WIDE_LANES], bits = 0;
        for (int i = 0; i < WIDE_LANES; i++) {
            lanes[i] = pattern >> (i % 8) & 1;
            bits |= lanes[i] << i;
        }
        const wide_mask m = wide_i32_eq(wide_i32_load(lanes), wide_i32_set1(1));
        words_expect("mask_bits", pattern, 0, wide_mask_bits(m), bits, false);
        words_expect("mask_any", pattern, 0, wide_mask_any(m), bits != 0, false);
        words_expect("mask_all", pattern, 0, wide_mask_all(m), bits == all, false);
    }
    for (int lane = 0; lane < WIDE_LANES; lane++) { /* one true lane, one false lane */
        const wide_mask one = wide_i32_eq(wide_i32_iota(), wide_i32_set1(lane));
        words_expect("mask_bits", 0, lane, wide_mask_bits(one), 1u << lane, false);
        words_expect("mask_any", 0, lane, wide_mask_any(one), true, false);
        words_expect("mask_all", 0, lane, wide_mask_all(wide_mask_not(one)), false, false);
    }
    words_expect("mask_none", 0, 0, wide_mask_bits(wide_mask_none()), 0, false);
}

static void first_takes_any_count(void **state)
{
    (void)state;
    const int32_t counts[] = {INT32_MIN, -1, INT32_MAX, WIDE_LANES + 1, 31, 32, 33, 64, 65};
    for (int32_t n = 0; n <= WIDE_LANES; n++)
        words_expect("mask_first", n, 0, wide_mask_bits(wide_mask_first(n)), (1ull << n) - 1,
                     false);
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
        words_expect("mask_first", counts[k], 0, wide_mask_bits(wide_mask_first(counts[k])),
                     counts[k] < 0 ? 0 : all, false);
}

static void masks_combine(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t a_bits, b_bits;
        const wide_mask a = mask(trial, 0, &a_bits), b = mask(trial, 1, &b_bits);
        words_expect("and", trial, 0, wide_mask_bits(wide_mask_and(a, b)), a_bits & b_bits, false);
        words_expect("or", trial, 0, wide_mask_bits(wide_mask_or(a, b)), a_bits | b_bits, false);
        words_expect("not", trial, 0, wide_mask_bits(wide_mask_not(a)), ~a_bits & all, false);
        words_expect("and_not", trial, 0, wide_mask_bits(wide_mask_and_not(a, b)), a_bits & ~b_bits,
                     false);
    }
}

static void select_and_keep_move_bits_unchanged(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t bits, got[5][WIDE_LANES];
        const wide_mask m = mask(trial, 2, &bits);
        const wide_i32 a = operand(trial, 0), b = operand(trial, 1);
        wide_i32_store(got[0], wide_bits(wide_select(m, wide_from_bits(a), wide_from_bits(b))));
        wide_i32_store(got[1], wide_bits(wide_keep(m, wide_from_bits(a))));
        wide_i32_store(got[2], wide_i32_select(m, a, b));
        wide_i32_store(got[3], wide_i32_keep(m, a));
        wide_i32_store(got[4], wide_i32_or_where(m, a, b));
        for (int i = 0; i < WIDE_LANES; i++) {
            const bool chosen = bits >> i & 1;
            const uint32_t first = words_bits(trial + i, 0), second = words_bits(trial + i, 1);
            words_expect("select", trial, i, got[0][i], chosen ? first : second, false);
            words_expect("keep", trial, i, got[1][i], chosen ? first : 0, false);
            words_expect("i32_select", trial, i, got[2][i], chosen ? first : second, false);
            words_expect("i32_keep", trial, i, got[3][i], chosen ? first : 0, false);
            words_expect("i32_or_where", trial, i, got[4][i], chosen ? first | second : first,
                         false);
        }
    }
}

static void shift_right_where_takes_every_count(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES)
        for (int32_t k = 0; k < 32; k++) {
            uint32_t bits, got[WIDE_LANES];
            const wide_mask m = mask(trial, 2, &bits);
            wide_i32_store(got, wide_u32_shift_right_where(m, operand(trial, 0), k));
            for (int i = 0; i < WIDE_LANES; i++) {
                const uint32_t a = words_bits(trial + i, 0);
                words_expect("u32_shift_right_where", trial, i, got[i], bits >> i & 1 ? a >> k : a,
                             false);
            }
        }
}

static void keep_nonzero_looks_at_every_bit_but_the_sign(void **state)
{
    (void)state;
    for (int trial = 0; trial < 31 * WIDE_LANES; trial++) {
        uint32_t k[WIDE_LANES], got[WIDE_LANES];
        for (int i = 0; i < WIDE_LANES; i++) { /* nothing, one bit, anything */
            const int dice = (trial + i) % 4;
            k[i] = dice < 2 ? 0 : dice == 2 ? 1u << trial % 31 : words_bits(trial + i, 1) >> 1;
        }
        wide_i32_store(
            got, wide_bits(wide_keep_nonzero(wide_i32_load(k), wide_from_bits(operand(trial, 0)))));
        for (int i = 0; i < WIDE_LANES; i++)
            words_expect("keep_nonzero", trial, i, got[i], k[i] ? words_bits(trial + i, 0) : 0,
                         false);
    }
}

/* Minus zero stays minus zero where nothing is added. */
static void add_where_leaves_other_lanes_alone(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t bits, got[WIDE_LANES];
        const wide_mask m = mask(trial, 2, &bits);
        const wide_f32 a = wide_from_bits(operand(trial, 0)), b = wide_from_bits(operand(trial, 1));
        wide_i32_store(got, wide_bits(wide_add_where(m, a, b)));
        for (int i = 0; i < WIDE_LANES; i++) {
            const float x = words_float(words_bits(trial + i, 0));
            const float y = words_float(words_bits(trial + i, 1));
            const float expected = bits >> i & 1 ? x + y : x;
            words_expect("add_where", trial, i, got[i], words_float_bits(expected), true);
        }
    }
}

int words_mask(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_any_and_all_tell_which_lanes_are_true),
        cmocka_unit_test(first_takes_any_count),
        cmocka_unit_test(masks_combine),
        cmocka_unit_test(select_and_keep_move_bits_unchanged),
        cmocka_unit_test(shift_right_where_takes_every_count),
        cmocka_unit_test(keep_nonzero_looks_at_every_bit_but_the_sign),
        cmocka_unit_test(add_where_leaves_other_lanes_alone),
    };
    return cmocka_run_group_tests_name("masks", tests, NULL, NULL);
}
