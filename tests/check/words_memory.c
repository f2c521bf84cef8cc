/* Loads and stores: any address, any count, and not a byte beyond. */
#include "words_support.h"

#include "simd/wide.h"

/* The memory words of one type, as copies so that one test serves all types. */
typedef struct memory_words {
    const char *name;
    int32_t lanes, lane_bytes;
    void (*copy)(void *to, const void *from);
    void (*load_first)(void *to, const void *from, int32_t n);  /* stores a whole vector */
    void (*store_first)(void *to, const void *from, int32_t n); /* loads a whole vector */
} memory_words;

static void f32_copy(void *to, const void *from)
{
    wide_store(to, wide_load(from));
}
static void f32_load_first(void *to, const void *from, int32_t n)
{
    wide_store(to, wide_load_first(from, n));
}
static void f32_store_first(void *to, const void *from, int32_t n)
{
    wide_store_first(to, wide_load(from), n);
}
static void i32_copy(void *to, const void *from)
{
    wide_i32_store(to, wide_i32_load(from));
}
static void i32_load_first(void *to, const void *from, int32_t n)
{
    wide_i32_store(to, wide_i32_load_first(from, n));
}
static void i32_store_first(void *to, const void *from, int32_t n)
{
    wide_i32_store_first(to, wide_i32_load(from), n);
}
static void u16_copy(void *to, const void *from)
{
    wide_u16_store(to, wide_u16_load(from));
}
static void u16_load_first(void *to, const void *from, int32_t n)
{
    wide_u16_store(to, wide_u16_load_first(from, n));
}
static void u16_store_first(void *to, const void *from, int32_t n)
{
    wide_u16_store_first(to, wide_u16_load(from), n);
}
static void u8_copy(void *to, const void *from)
{
    wide_u8_store(to, wide_u8_load(from));
}
static void u8_load_first(void *to, const void *from, int32_t n)
{
    wide_u8_store(to, wide_u8_load_first(from, n));
}
static void u8_store_first(void *to, const void *from, int32_t n)
{
    wide_u8_store_first(to, wide_u8_load(from), n);
}

static const memory_words types[] = {
    {"f32", WIDE_LANES, 4, f32_copy, f32_load_first, f32_store_first},
    {"i32", WIDE_LANES, 4, i32_copy, i32_load_first, i32_store_first},
    {"u16", WIDE_LANES16, 2, u16_copy, u16_load_first, u16_store_first},
    {"u8", WIDE_LANES8, 1, u8_copy, u8_load_first, u8_store_first},
};
enum { TYPES = sizeof types / sizeof types[0], BYTES = WIDE_LANES * 4, GUARD = 0xa5 };

static void expect_bytes(const char *what, const memory_words *type, int32_t n, const uint8_t *got,
                         const uint8_t *expected, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (got[i] != expected[i])
            fail_msg("%s of %s, n = %d, byte %d: got %02x, expected %02x", what, type->name, n,
                     (int)i, got[i], expected[i]);
}

static void whole_vectors_go_to_and_from_any_address(void **state)
{
    (void)state;
    uint8_t *page = words_page();
    for (int t = 0; t < TYPES; t++)
        for (int offset = 0; offset <= 64; offset++) {
            uint8_t expected[WORDS_PAGE], from[BYTES];
            uint8_t *ends[] = {page + offset, page + WORDS_PAGE - BYTES - offset};
            words_fill(from, BYTES, offset);
            for (int end = 0; end < 2; end++) {
                memset(page, GUARD, WORDS_PAGE);
                memset(expected, GUARD, WORDS_PAGE);
                memcpy(expected + (ends[end] - page), from, BYTES);
                types[t].copy(ends[end], from); /* store there */
                expect_bytes("store", &types[t], offset, page, expected, WORDS_PAGE);
                memset(from, 0, BYTES);
                types[t].copy(from, ends[end]); /* load from there */
                expect_bytes("load", &types[t], offset, from, ends[end], BYTES);
            }
        }
}

/* Counts below 0 and above the number of lanes are among them. */
static size_t counted_bytes(const memory_words *type, int32_t n)
{
    const int32_t count = n < 0 ? 0 : n < type->lanes ? n : type->lanes;
    return (size_t)count * (size_t)type->lane_bytes;
}

static const int32_t odd_counts[] = {INT32_MIN, -1, INT32_MAX};
enum { ODD_COUNTS = sizeof odd_counts / sizeof odd_counts[0] };

static void load_first(const memory_words *type, int32_t n)
{
    uint8_t *page = words_page();
    const size_t bytes = counted_bytes(type, n);
    words_fill(page, WORDS_PAGE, n & 1023);
    /* Up to the page's end, then from its beginning: beyond both lies memory that faults. */
    const uint8_t *from[] = {page + WORDS_PAGE - bytes, page};
    if (words_is_emulated() && bytes < BYTES)
        from[0] -= BYTES;
    for (int end = 0; end < 2; end++) {
        uint8_t got[BYTES], expected[BYTES] = {0};
        memset(got, GUARD, BYTES);
        memcpy(expected, from[end], bytes);
        type->load_first(got, from[end], n);
        expect_bytes("load_first", type, n, got, expected, BYTES);
    }
}

static void load_first_reads_n_lanes_and_gives_zeros(void **state)
{
    (void)state;
    for (int t = 0; t < TYPES; t++) {
        for (int32_t n = 0; n <= types[t].lanes + 1; n++)
            load_first(&types[t], n);
        for (int k = 0; k < ODD_COUNTS; k++)
            load_first(&types[t], odd_counts[k]);
    }
}

static void store_first(const memory_words *type, int32_t n, int offset)
{
    uint8_t *page = words_page(), from[BYTES], expected[WORDS_PAGE];
    const size_t bytes = counted_bytes(type, n);
    words_fill(from, BYTES, n & 1023);
    uint8_t *to[] = {page + WORDS_PAGE - bytes, page, page + 128 + offset};
    for (int place = 0; place < 3; place++) {
        memset(page, GUARD, WORDS_PAGE);
        memset(expected, GUARD, WORDS_PAGE);
        memcpy(expected + (to[place] - page), from, bytes);
        type->store_first(to[place], from, n);
        expect_bytes("store_first", type, n, page, expected, WORDS_PAGE);
    }
}

static void store_first_writes_n_lanes_and_no_more(void **state)
{
    (void)state;
    for (int t = 0; t < TYPES; t++) {
        for (int32_t n = 0; n <= types[t].lanes + 1; n++)
            for (int offset = 0; offset < 17; offset++)
                store_first(&types[t], n, offset);
        for (int k = 0; k < ODD_COUNTS; k++)
            store_first(&types[t], odd_counts[k], 0);
    }
}

static void will_store_changes_nothing_and_asks_for_no_memory(void **state)
{
    (void)state;
    uint8_t bytes[4 * WIDE_LINE];
    memset(bytes, 7, sizeof bytes);
    for (size_t ahead = 0; ahead < sizeof bytes; ahead++)
        wide_will_store(bytes, ahead);
    for (size_t i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], 7);
    wide_will_store(NULL, 0);
    wide_will_store(NULL, SIZE_MAX);
    wide_will_store(bytes, SIZE_MAX / 2);
}

int words_memory(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_vectors_go_to_and_from_any_address),
        cmocka_unit_test(load_first_reads_n_lanes_and_gives_zeros),
        cmocka_unit_test(store_first_writes_n_lanes_and_no_more),
        cmocka_unit_test(will_store_changes_nothing_and_asks_for_no_memory),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
