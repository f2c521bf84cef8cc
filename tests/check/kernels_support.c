#include "kernels_support.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

#if defined(HAS_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#endif

check_subject check_the;

test_random check_random(const char *name, int32_t number)
{
    test_random random = {check_the.seed};
    for (; *name; name++)
        random.state = test_random_next(&random) ^ (uint8_t)*name;
    random.state = test_random_next(&random) ^ (uint32_t)number;
    test_random_next(&random);
    return random;
}

bool check_one_in(test_random *random, int32_t times)
{
    return test_random_int(random, 1, times) == 1;
}

void check_heading(test_random *random, float *x, float *y)
{
    const int32_t sixteenth = test_random_int(random, 0, 15);
    *x = sixteenth ? (float)(sixteenth - 8) * 0.125f : 0.0f;
    *y = sixteenth ? sqrtf(1.0f - *x * *x) : 0.0f;
}

float check_pick(test_random *random, const float *values, int32_t count)
{
    return values[test_random_int(random, 0, count - 1)];
}

static void fill_guard(check_arena *arena, size_t bytes)
{
    assert_true(arena->used + bytes <= CHECK_BYTES);
    for (size_t i = 0; i < bytes; i++)
        arena->bytes[arena->used + i] = (uint8_t)test_random_next(&arena->guards);
    arena->used += bytes;
}

void check_open(check_arena *arena, int32_t side, uint64_t guard_seed)
{
    static uint8_t *memory[2][2];
    for (int i = 0; i < 2; i++)
        if (!memory[side][i] && !(memory[side][i] = aligned_alloc(64, CHECK_BYTES)))
            abort();
    *arena = (check_arena){.bytes = memory[side][0], .sealed = memory[side][1]};
    arena->guards.state = guard_seed * 2 + (uint64_t)side;
}

/* Pads belong to the array: kernels may read them, whatever they hold. */
void *check_take(check_arena *arena, const char *name, int64_t count, size_t size, bool is_output)
{
    assert_true(arena->span_count < CHECK_SPANS);
    const size_t bytes = (size_t)count * size,
                 shift = (size_t)test_random_int(&arena->guards, 0, 15);
    fill_guard(arena, (64 - arena->used % 64) % 64);
    fill_guard(arena, THRONG_KERNEL_PAD + shift * size);
    const check_span span = {name, arena->used, bytes, is_output};
    assert_true(arena->used + bytes <= CHECK_BYTES);
    test_random contents = {bytes};
    if (is_output)
        for (size_t i = 0; i < bytes; i++)
            arena->bytes[span.begin + i] = (uint8_t)test_random_next(&contents);
    arena->used += bytes;
    fill_guard(arena, THRONG_KERNEL_PAD);
    arena->spans[arena->span_count++] = span;
    return arena->bytes + span.begin;
}

/* What lies beyond the pads of an array is nobody's: sanitizers see who reads it. */
static void poison(const check_arena *arena, bool on)
{
    size_t from = 0;
    for (int32_t i = 0; i <= arena->span_count; i++) {
        const size_t to =
            i < arena->span_count ? arena->spans[i].begin - THRONG_KERNEL_PAD : arena->used;
        if (to > from && on)
            ASAN_POISON_MEMORY_REGION(arena->bytes + from, to - from);
        else if (to > from)
            ASAN_UNPOISON_MEMORY_REGION(arena->bytes + from, to - from);
        if (i < arena->span_count)
            from = arena->spans[i].begin + arena->spans[i].bytes + THRONG_KERNEL_PAD;
    }
}

void check_seal(check_arena *arena)
{
    memcpy(arena->sealed, arena->bytes, arena->used);
    poison(arena, true);
}

void check_close(check_arena *arena)
{
    poison(arena, false);
    arena->used = 0;
}

static void fail_at(const char *what, const char *side, const check_span *span, size_t byte,
                    const uint8_t *got, const uint8_t *wanted)
{
    fail_msg("%s, %s: byte %zd of %s (%zu bytes) is %02x, not %02x", what, side,
             (ptrdiff_t)byte - (ptrdiff_t)span->begin, span->name, span->bytes, got[byte],
             wanted[byte]);
}

/* Everything but outputs. */
static void compare_with_seal(const check_arena *arena, const char *what, const char *side)
{
    size_t from = 0;
    for (int32_t i = 0; i <= arena->span_count; i++) {
        const check_span *span = &arena->spans[i < arena->span_count ? i : arena->span_count - 1];
        const bool is_last = i == arena->span_count;
        const size_t to = is_last ? arena->used : span->begin + (span->is_output ? 0 : span->bytes);
        if (to > from && memcmp(arena->bytes + from, arena->sealed + from, to - from) != 0)
            for (size_t byte = from; byte < to; byte++)
                if (arena->bytes[byte] != arena->sealed[byte])
                    fail_at(what, side, span, byte, arena->bytes, arena->sealed);
        from = span->begin + span->bytes;
    }
}

void check_compare(const check_arena *scalar, const check_arena *wide, const char *what)
{
    poison(scalar, false);
    poison(wide, false);
    compare_with_seal(scalar, what, "scalar");
    compare_with_seal(wide, what, throng_isa_name(check_the.kernels->isa));
    for (int32_t i = 0; i < wide->span_count; i++) {
        const check_span *ours = &wide->spans[i], *theirs = &scalar->spans[i];
        if (!ours->is_output)
            continue;
        const uint8_t *got = wide->bytes + ours->begin, *wanted = scalar->bytes + theirs->begin;
        for (size_t byte = 0; byte < ours->bytes; byte++)
            if (got[byte] != wanted[byte])
                fail_msg("%s: byte %zu of output %s (%zu bytes) is %02x with %s, %02x with scalar",
                         what, byte, ours->name, ours->bytes, got[byte],
                         throng_isa_name(check_the.kernels->isa), wanted[byte]);
    }
}

throng_neighbours *check_neighbours_take(check_arena *arena, int32_t count)
{
    throng_neighbours *n = check_take(arena, "neighbours", 1, sizeof *n, false);
    *n = (throng_neighbours){.capacity = count};
    n->row = check_take(arena, "row", count + 2, sizeof *n->row, false);
    n->row_begin = check_take(arena, "row_begin", count + 2, sizeof *n->row_begin, false);
    n->place = check_take(arena, "place", count, sizeof *n->place, false);
    n->key = check_take(arena, "key", count, sizeof *n->key, false);
    n->key_scratch = check_take(arena, "key_scratch", count, sizeof *n->key_scratch, false);
    n->place_scratch = check_take(arena, "place_scratch", count, sizeof *n->place_scratch, false);
    return n;
}
