/* From width to width: everything stays in memory order. */
#include "words_support.h"

#include "simd/wide.h"

static void narrow_loads_widen_with_zeros(void **state)
{
    (void)state;
    uint8_t *end = words_page() + WORDS_PAGE;
    for (int trial = 0; trial < 4096; trial++) {
        uint32_t from_u8[WIDE_LANES], from_u16[WIDE_LANES];
        uint16_t shorts[WIDE_LANES16];
        words_fill(end - 256, 256, trial);
        /* Up to the page's end, beyond which lies memory that faults. */
        const uint8_t *bytes = end - WIDE_LANES, *longer = end - WIDE_LANES16;
        const uint16_t *halves = (const uint16_t *)(const void *)(end - 2 * WIDE_LANES);
        wide_i32_store(from_u8, wide_i32_load_u8(bytes));
        wide_i32_store(from_u16, wide_i32_load_u16(halves));
        wide_u16_store(shorts, wide_u16_load_u8(longer));
        for (int i = 0; i < WIDE_LANES; i++) {
            words_expect("i32_load_u8", trial, i, from_u8[i], bytes[i], false);
            words_expect("i32_load_u16", trial, i, from_u16[i], halves[i], false);
        }
        for (int i = 0; i < WIDE_LANES16; i++)
            words_expect("u16_load_u8", trial, i, shorts[i], longer[i], false);
    }
}

static void halves_of_shorts_widen_in_order(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint16_t shorts[WIDE_LANES16];
        uint32_t got[WIDE_LANES16];
        words_fill(shorts, sizeof shorts, trial);
        wide_i32_store(got, wide_i32_low_u16(wide_u16_load(shorts)));
        wide_i32_store(got + WIDE_LANES, wide_i32_high_u16(wide_u16_load(shorts)));
        for (int i = 0; i < WIDE_LANES16; i++)
            words_expect("i32_low_u16, i32_high_u16", trial, i, got[i], shorts[i], false);
    }
}

static void packs_keep_memory_order(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint16_t shorts[WIDE_LANES16], got16[WIDE_LANES16], small[2][WIDE_LANES16];
        uint8_t bytes[WIDE_LANES8], got8[WIDE_LANES8];
        wide_i32 part16[2], part8[4];
        words_fill(shorts, sizeof shorts, trial);
        words_fill(bytes, sizeof bytes, trial + 5000);
        for (int part = 0; part < 2; part++)
            part16[part] = wide_i32_load_u16(shorts + part * WIDE_LANES);
        for (int part = 0; part < 4; part++)
            part8[part] = wide_i32_load_u8(bytes + part * WIDE_LANES);
        wide_u16_store(got16, wide_u16_pack(part16[0], part16[1]));
        for (int i = 0; i < WIDE_LANES16; i++)
            words_expect("u16_pack", trial, i, got16[i], shorts[i], false);
        wide_u8_store(got8, wide_u8_pack(part8[0], part8[1], part8[2], part8[3]));
        for (int i = 0; i < WIDE_LANES8; i++)
            words_expect("u8_pack", trial, i, got8[i], bytes[i], false);
        for (int i = 0; i < WIDE_LANES8; i++)
            small[i / WIDE_LANES16][i % WIDE_LANES16] = bytes[i];
        wide_u8_store(got8, wide_u8_pack_u16(wide_u16_load(small[0]), wide_u16_load(small[1])));
        for (int i = 0; i < WIDE_LANES8; i++)
            words_expect("u8_pack_u16", trial, i, got8[i], bytes[i], false);
    }
}

static void mask_packs_keep_memory_order(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4096; trial++) {
        uint8_t bytes[WIDE_LANES8];
        uint64_t expected = 0;
        wide_mask part[4];
        words_fill(bytes, sizeof bytes, trial);
        for (int i = 0; i < WIDE_LANES8; i++) {
            bytes[i] &= 1;
            expected |= (uint64_t)bytes[i] << i;
        }
        for (int k = 0; k < 4; k++)
            part[k] = wide_i32_eq(wide_i32_load_u8(bytes + k * WIDE_LANES), wide_i32_set1(1));
        words_expect("mask8_pack", trial, 0,
                     wide_mask8_bits(wide_mask8_pack(part[0], part[1], part[2], part[3])), expected,
                     false);
        words_expect("mask16_pack", trial, 0, wide_mask16_bits(wide_mask16_pack(part[0], part[1])),
                     expected & (((uint64_t)1 << WIDE_LANES16) - 1), false);
    }
}

int words_width(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_loads_widen_with_zeros),
        cmocka_unit_test(halves_of_shorts_widen_in_order),
        cmocka_unit_test(packs_keep_memory_order),
        cmocka_unit_test(mask_packs_keep_memory_order),
    };
    return cmocka_run_group_tests_name("widths", tests, NULL, NULL);
}
