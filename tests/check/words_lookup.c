/* Gathers, tables, and the transpose. */
#include "words_support.h"

#include "simd/wide.h"

typedef wide_i32 gather(const uint8_t *p, wide_i32 index);

/* One gather word: what it reads and how many bytes it may read past an element. */
typedef struct gather_word {
    const char *name;
    int32_t element_bytes, spare_bytes;
    gather *word;
} gather_word;

static wide_i32 gather_f32(const uint8_t *p, wide_i32 index)
{
    return wide_bits(wide_gather((const float *)(const void *)p, index));
}
static wide_i32 gather_i32(const uint8_t *p, wide_i32 index)
{
    return wide_i32_gather(p, index);
}
static wide_i32 gather_i32_loads(const uint8_t *p, wide_i32 index)
{
    return wide_i32_gather_loads(p, index);
}
static wide_i32 gather_u16(const uint8_t *p, wide_i32 index)
{
    return wide_u16_gather((const uint16_t *)(const void *)p, index);
}
static wide_i32 gather_u16_loads(const uint8_t *p, wide_i32 index)
{
    return wide_u16_gather_loads((const uint16_t *)(const void *)p, index);
}

static const gather_word gathers[] = {
    {"gather", 4, 0, gather_f32},
    {"i32_gather", 4, 0, gather_i32},
    {"i32_gather_loads", 4, 0, gather_i32_loads},
    {"u16_gather", 2, 2, gather_u16},
    {"u16_gather_loads", 2, 0, gather_u16_loads},
    {"u8_gather", 1, 3, wide_u8_gather},
    {"u8_gather_loads", 1, 0, wide_u8_gather_loads},
};

/* The array fills the page up to the spare bytes, and the base is its first element, its middle or
 * the element after its last, so indices have both signs. Beyond the page lies memory that faults.
 */
static void check_gather(const gather_word *g, int32_t base)
{
    const uint8_t *page = words_page();
    const int32_t count = (WORDS_PAGE - g->spare_bytes) / g->element_bytes;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        int32_t index[WIDE_LANES];
        uint32_t got[WIDE_LANES];
        for (int i = 0; i < WIDE_LANES; i++) {
            const uint32_t at = words_bits(trial + i, 2) % (uint32_t)count;
            /* The first and the last element in every trial. */
            index[i] = (i == 0 ? 0 : i == 1 ? count - 1 : (int32_t)at) - base;
        }
        wide_i32_store(got, g->word(page + base * g->element_bytes, wide_i32_load(index)));
        for (int i = 0; i < WIDE_LANES; i++) {
            uint32_t expected = 0; /* little-endian, as every machine this is built for */
            memcpy(&expected, page + (index[i] + base) * g->element_bytes,
                   (size_t)g->element_bytes);
            words_expect(g->name, trial, i, got[i], expected, false);
        }
    }
}

static void gathers_read_the_elements_and_no_further_than_said(void **state)
{
    (void)state;
    words_fill(words_page(), WORDS_PAGE, 1);
    for (size_t k = 0; k < sizeof gathers / sizeof gathers[0]; k++) {
        const int32_t count = (WORDS_PAGE - gathers[k].spare_bytes) / gathers[k].element_bytes;
        check_gather(&gathers[k], 0);
        check_gather(&gathers[k], count / 2);
        check_gather(&gathers[k], count);
    }
}

static void a_table_gives_its_sixteen_floats_bit_by_bit(void **state)
{
    (void)state;
    float *last = (float *)(void *)(words_page() + WORDS_PAGE - 16 * sizeof(float));
    for (int trial = 0; trial < WORDS_TRIALS; trial += 16) {
        uint32_t bits[16];
        for (int i = 0; i < 16; i++)
            bits[i] = words_bits(trial + i, trial & 16 ? 0 : 2);
        memcpy(last, bits, sizeof bits);
        const wide_table table = wide_table_load(last);
        for (int first = 0; first < 16; first++) {
            uint32_t got[WIDE_LANES];
            const wide_i32 k = wide_i32_and(
                wide_i32_add(wide_i32_mul(wide_i32_iota(), wide_i32_set1(7)), wide_i32_set1(first)),
                wide_i32_set1(15));
            wide_i32_store(got, wide_bits(wide_table_at(table, k)));
            for (int i = 0; i < WIDE_LANES; i++)
                words_expect("table_at", trial, i, got[i], bits[(7 * i + first) & 15], false);
        }
    }
}

static void an_octet_gives_its_eight_floats_by_the_low_bits_of_any_number(void **state)
{
    (void)state;
    float *last = (float *)(void *)(words_page() + WORDS_PAGE - 8 * sizeof(float));
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t bits[8], k[WIDE_LANES], got[WIDE_LANES];
        for (int i = 0; i < 8; i++)
            bits[i] = words_bits(trial + i, trial & 16 ? 0 : 2);
        memcpy(last, bits, sizeof bits);
        words_fill(k, sizeof k, trial);
        wide_i32_store(got, wide_bits(wide_octet_at(wide_octet_load(last), wide_i32_load(k))));
        for (int i = 0; i < WIDE_LANES; i++)
            words_expect("octet_at", trial, i, got[i], bits[k[i] & 7], false);
    }
}

static void a_pair_gives_its_lanes_by_the_low_bits_of_any_number(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t bits[2 * WIDE_LANES], k[WIDE_LANES], got[WIDE_LANES];
        for (int i = 0; i < 2 * WIDE_LANES; i++)
            bits[i] = words_bits(trial + i, trial & 16 ? 0 : 2);
        words_fill(k, sizeof k, trial);
        const wide_f32 a = wide_from_bits(wide_i32_load(bits));
        const wide_f32 b = wide_from_bits(wide_i32_load(bits + WIDE_LANES));
        wide_i32_store(got, wide_bits(wide_pair_at(a, b, wide_i32_load(k))));
        for (int i = 0; i < WIDE_LANES; i++)
            words_expect("pair_at", trial, i, got[i], bits[k[i] & (2 * WIDE_LANES - 1)], false);
    }
}

static void a_byte_table_gives_its_sixteen_bytes(void **state)
{
    (void)state;
    uint8_t *last = words_page() + WORDS_PAGE - 16;
    for (int trial = 0; trial < 256; trial++) {
        uint8_t k[WIDE_LANES8], got[WIDE_LANES8];
        words_fill(last, 16, trial);
        words_fill(k, sizeof k, trial + 1000);
        for (int i = 0; i < WIDE_LANES8; i++)
            k[i] &= 15;
        wide_u8_store(got, wide_table8_at(wide_table8_load(last), wide_u8_load(k)));
        for (int i = 0; i < WIDE_LANES8; i++)
            words_expect("table8_at", trial, i, got[i], last[k[i]], false);
    }
}

static void transpose_swaps_rows_and_columns_in_each_group_of_four(void **state)
{
    (void)state;
    for (int trial = 0; trial < WORDS_TRIALS; trial += WIDE_LANES) {
        uint32_t in[4][WIDE_LANES], out[4][WIDE_LANES];
        wide_f32 rows[4];
        for (int r = 0; r < 4; r++) {
            for (int i = 0; i < WIDE_LANES; i++)
                in[r][i] = words_bits(trial + i, r);
            rows[r] = wide_from_bits(wide_i32_load(in[r]));
        }
        wide_transpose4(&rows[0], &rows[1], &rows[2], &rows[3]);
        for (int r = 0; r < 4; r++) {
            wide_i32_store(out[r], wide_bits(rows[r]));
            for (int i = 0; i < WIDE_LANES; i++)
                words_expect("transpose4", trial, i, out[r][i], in[i % 4][i / 4 * 4 + r], false);
        }
    }
}

int words_lookup(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathers_read_the_elements_and_no_further_than_said),
        cmocka_unit_test(a_table_gives_its_sixteen_floats_bit_by_bit),
        cmocka_unit_test(an_octet_gives_its_eight_floats_by_the_low_bits_of_any_number),
        cmocka_unit_test(a_pair_gives_its_lanes_by_the_low_bits_of_any_number),
        cmocka_unit_test(a_byte_table_gives_its_sixteen_bytes),
        cmocka_unit_test(transpose_swaps_rows_and_columns_in_each_group_of_four),
    };
    return cmocka_run_group_tests_name("look-ups", tests, NULL, NULL);
}
