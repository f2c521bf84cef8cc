/*
 * wide_sse41.h: the words of wide.h for SSE4.1. Four lanes; a mask is a vector of all-ones or
 * all-zeros lanes. wide_neon.h compiles this text too.
 */
#ifndef THRONG_SIMD_WIDE_SSE41_H
#define THRONG_SIMD_WIDE_SSE41_H

#ifndef THRONG_WIDE_NEON
#include <smmintrin.h>
#endif

#include "wide_bytes128.h"

/* One line a word where it fits. */
/* clang-format off */

#define WIDE_LANES 4
#define WIDE_LANES16 8
#define WIDE_LANES8 16
#define WIDE_MASKS_ARE_BITS 0

typedef __m128 wide_f32;
typedef __m128i wide_i32;
typedef __m128 wide_mask;
typedef __m128i wide_u16;
typedef __m128i wide_mask16;
typedef __m128i wide_u8;
typedef __m128i wide_mask8;
typedef struct wide_table { __m128i row[4]; } wide_table;
typedef __m128i wide_table8;
typedef struct wide_octet { __m128i row[2]; } wide_octet;

/* Integers as a mask and back: the same register under another type. */
WIDE_INLINE wide_mask wide_mask_of(wide_i32 v) { return _mm_castsi128_ps(v); }
WIDE_INLINE wide_i32 wide_i32_of(wide_mask m) { return _mm_castps_si128(m); }
WIDE_INLINE __m128i wide_ones(void) { return _mm_set1_epi32(-1); }
WIDE_INLINE __m128i wide_shift_count(int32_t k) { return _mm_cvtsi32_si128(k); }

/* The first bytes of a vector, the others 0, whatever the lanes are. */
WIDE_INLINE __m128i wide_load_bytes(const void *p, uint32_t bytes)
{
    __m128i v = _mm_setzero_si128();
    wide_copy(&v, p, bytes);
    return v;
}
WIDE_INLINE void wide_store_bytes(void *p, __m128i v, uint32_t bytes) { wide_copy(p, &v, bytes); }

/* Floats: memory */
WIDE_INLINE wide_f32 wide_load(const float *p) { return _mm_loadu_ps(p); }
WIDE_INLINE wide_f32 wide_load_first(const float *p, int32_t n)
{
    return _mm_castsi128_ps(wide_load_bytes(p, 4 * wide_first_count(n, 4)));
}
WIDE_INLINE void wide_store(float *p, wide_f32 v) { _mm_storeu_ps(p, v); }
WIDE_INLINE void wide_store_first(float *p, wide_f32 v, int32_t n)
{
    wide_store_bytes(p, _mm_castps_si128(v), 4 * wide_first_count(n, 4));
}
WIDE_INLINE wide_f32 wide_set1(float x) { return _mm_set1_ps(x); }
WIDE_INLINE wide_f32 wide_broadcast(const float *p) { return _mm_load1_ps(p); }

/* Floats: arithmetic */
WIDE_INLINE wide_f32 wide_add(wide_f32 a, wide_f32 b) { return _mm_add_ps(a, b); }
WIDE_INLINE wide_f32 wide_sub(wide_f32 a, wide_f32 b) { return _mm_sub_ps(a, b); }
WIDE_INLINE wide_f32 wide_mul(wide_f32 a, wide_f32 b) { return _mm_mul_ps(a, b); }
WIDE_INLINE wide_f32 wide_div(wide_f32 a, wide_f32 b) { return _mm_div_ps(a, b); }
WIDE_INLINE wide_f32 wide_sqrt(wide_f32 a) { return _mm_sqrt_ps(a); }
WIDE_INLINE wide_f32 wide_floor(wide_f32 a) { return _mm_floor_ps(a); }
WIDE_INLINE wide_f32 wide_min(wide_f32 a, wide_f32 b) { return _mm_min_ps(a, b); }
WIDE_INLINE wide_f32 wide_max(wide_f32 a, wide_f32 b) { return _mm_max_ps(a, b); }
WIDE_INLINE wide_f32 wide_abs(wide_f32 a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
WIDE_INLINE wide_f32 wide_neg(wide_f32 a) { return _mm_xor_ps(_mm_set1_ps(-0.0f), a); }

/* Floats: comparisons */
WIDE_INLINE wide_mask wide_lt(wide_f32 a, wide_f32 b) { return _mm_cmplt_ps(a, b); }
WIDE_INLINE wide_mask wide_le(wide_f32 a, wide_f32 b) { return _mm_cmple_ps(a, b); }
WIDE_INLINE wide_mask wide_gt(wide_f32 a, wide_f32 b) { return _mm_cmplt_ps(b, a); }
WIDE_INLINE wide_mask wide_ge(wide_f32 a, wide_f32 b) { return _mm_cmple_ps(b, a); }
WIDE_INLINE wide_mask wide_eq(wide_f32 a, wide_f32 b) { return _mm_cmpeq_ps(a, b); }
WIDE_INLINE wide_mask wide_neq(wide_f32 a, wide_f32 b) { return _mm_cmpneq_ps(a, b); }

/* Masks */
WIDE_INLINE wide_mask wide_mask_none(void) { return _mm_setzero_ps(); }
WIDE_INLINE wide_mask wide_mask_first(int32_t n)
{
    return wide_mask_of(_mm_cmpgt_epi32(_mm_set1_epi32(n), _mm_setr_epi32(0, 1, 2, 3)));
}
WIDE_INLINE wide_mask wide_mask_and(wide_mask a, wide_mask b) { return _mm_and_ps(a, b); }
WIDE_INLINE wide_mask wide_mask_or(wide_mask a, wide_mask b) { return _mm_or_ps(a, b); }
WIDE_INLINE wide_mask wide_mask_not(wide_mask a)
{
    return _mm_xor_ps(a, wide_mask_of(wide_ones()));
}
WIDE_INLINE wide_mask wide_mask_and_not(wide_mask a, wide_mask b) { return _mm_andnot_ps(b, a); }
WIDE_INLINE bool wide_mask_any(wide_mask m) { return _mm_movemask_ps(m) != 0; }
WIDE_INLINE bool wide_mask_all(wide_mask m) { return _mm_movemask_ps(m) == 0xf; }
WIDE_INLINE uint32_t wide_mask_bits(wide_mask m) { return (uint32_t)_mm_movemask_ps(m); }
WIDE_INLINE wide_f32 wide_select(wide_mask m, wide_f32 a, wide_f32 b)
{
    return _mm_blendv_ps(b, a, m);
}
WIDE_INLINE wide_f32 wide_keep(wide_mask m, wide_f32 a) { return _mm_and_ps(m, a); }
/* a + -0 is a for every a, the zeros too; a + +0 is not. */
WIDE_INLINE wide_f32 wide_add_where(wide_mask m, wide_f32 a, wide_f32 b)
{
    return _mm_add_ps(a, _mm_blendv_ps(_mm_set1_ps(-0.0f), b, m));
}
WIDE_INLINE wide_i32 wide_i32_select(wide_mask m, wide_i32 a, wide_i32 b)
{
    return _mm_blendv_epi8(b, a, wide_i32_of(m));
}
WIDE_INLINE wide_i32 wide_i32_keep(wide_mask m, wide_i32 a)
{
    return _mm_and_si128(wide_i32_of(m), a);
}
WIDE_INLINE wide_i32 wide_i32_or_where(wide_mask m, wide_i32 a, wide_i32 b)
{
    return _mm_or_si128(a, wide_i32_keep(m, b));
}

/* Integers */
WIDE_INLINE wide_i32 wide_i32_load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
WIDE_INLINE wide_i32 wide_i32_load_first(const void *p, int32_t n)
{
    return wide_load_bytes(p, 4 * wide_first_count(n, 4));
}
WIDE_INLINE void wide_i32_store(void *p, wide_i32 v) { _mm_storeu_si128((__m128i *)p, v); }
WIDE_INLINE void wide_i32_store_first(void *p, wide_i32 v, int32_t n)
{
    wide_store_bytes(p, v, 4 * wide_first_count(n, 4));
}
WIDE_INLINE wide_i32 wide_i32_set1(int32_t x) { return _mm_set1_epi32(x); }
WIDE_INLINE wide_i32 wide_i32_iota(void) { return _mm_setr_epi32(0, 1, 2, 3); }
WIDE_INLINE wide_i32 wide_i32_add(wide_i32 a, wide_i32 b) { return _mm_add_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_sub(wide_i32 a, wide_i32 b) { return _mm_sub_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_mul(wide_i32 a, wide_i32 b) { return _mm_mullo_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_and(wide_i32 a, wide_i32 b) { return _mm_and_si128(a, b); }
WIDE_INLINE wide_i32 wide_i32_or(wide_i32 a, wide_i32 b) { return _mm_or_si128(a, b); }
WIDE_INLINE wide_i32 wide_i32_xor(wide_i32 a, wide_i32 b) { return _mm_xor_si128(a, b); }
WIDE_INLINE wide_i32 wide_i32_and_not(wide_i32 a, wide_i32 b) { return _mm_andnot_si128(b, a); }
WIDE_INLINE wide_i32 wide_i32_shift_left(wide_i32 a, int32_t k)
{
    return _mm_sll_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_i32_shift_right(wide_i32 a, int32_t k)
{
    return _mm_sra_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_u32_shift_right(wide_i32 a, int32_t k)
{
    return _mm_srl_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_u32_shift_right_where(wide_mask m, wide_i32 a, int32_t k)
{
    return wide_i32_select(m, wide_u32_shift_right(a, k), a);
}
WIDE_INLINE wide_f32 wide_keep_nonzero(wide_i32 k, wide_f32 a)
{
    return _mm_castsi128_ps(_mm_sign_epi32(_mm_castps_si128(a), k));
}
WIDE_INLINE wide_mask wide_i32_eq(wide_i32 a, wide_i32 b)
{
    return wide_mask_of(_mm_cmpeq_epi32(a, b));
}
WIDE_INLINE wide_mask wide_i32_gt(wide_i32 a, wide_i32 b)
{
    return wide_mask_of(_mm_cmpgt_epi32(a, b));
}
WIDE_INLINE wide_mask wide_i32_lt(wide_i32 a, wide_i32 b)
{
    return wide_mask_of(_mm_cmpgt_epi32(b, a));
}
WIDE_INLINE wide_mask wide_u32_lt(wide_i32 a, wide_i32 b)
{
    const __m128i sign = _mm_set1_epi32(INT32_MIN);
    return wide_mask_of(_mm_cmpgt_epi32(_mm_xor_si128(b, sign), _mm_xor_si128(a, sign)));
}
WIDE_INLINE wide_i32 wide_i32_min(wide_i32 a, wide_i32 b) { return _mm_min_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_max(wide_i32 a, wide_i32 b) { return _mm_max_epi32(a, b); }
WIDE_INLINE wide_i32 wide_u32_min(wide_i32 a, wide_i32 b) { return _mm_min_epu32(a, b); }
WIDE_INLINE wide_i32 wide_u32_max(wide_i32 a, wide_i32 b) { return _mm_max_epu32(a, b); }

/* Integers and floats */
WIDE_INLINE wide_i32 wide_truncate(wide_f32 a) { return _mm_cvttps_epi32(a); }
WIDE_INLINE wide_f32 wide_from_i32(wide_i32 a) { return _mm_cvtepi32_ps(a); }
WIDE_INLINE wide_i32 wide_bits(wide_f32 a) { return _mm_castps_si128(a); }
WIDE_INLINE wide_f32 wide_from_bits(wide_i32 a) { return _mm_castsi128_ps(a); }

/* Look-ups */
WIDE_INLINE ptrdiff_t wide_lane(wide_i32 v, int i)
{
    int32_t lanes[WIDE_LANES];
    _mm_storeu_si128((__m128i *)lanes, v);
    return lanes[i];
}
WIDE_INLINE int32_t wide_load_i32(const void *p, ptrdiff_t index)
{
    int32_t v;
    memcpy(&v, (const uint8_t *)p + 4 * index, 4);
    return v;
}
WIDE_INLINE wide_i32 wide_i32_gather_loads(const void *p, wide_i32 k)
{
    return _mm_setr_epi32(wide_load_i32(p, wide_lane(k, 0)), wide_load_i32(p, wide_lane(k, 1)),
                          wide_load_i32(p, wide_lane(k, 2)), wide_load_i32(p, wide_lane(k, 3)));
}
WIDE_INLINE wide_i32 wide_u16_gather_loads(const uint16_t *p, wide_i32 k)
{
    return _mm_setr_epi32(p[wide_lane(k, 0)], p[wide_lane(k, 1)], p[wide_lane(k, 2)],
                          p[wide_lane(k, 3)]);
}
WIDE_INLINE wide_i32 wide_u8_gather_loads(const uint8_t *p, wide_i32 k)
{
    return _mm_setr_epi32(p[wide_lane(k, 0)], p[wide_lane(k, 1)], p[wide_lane(k, 2)],
                          p[wide_lane(k, 3)]);
}
WIDE_INLINE wide_f32 wide_gather(const float *p, wide_i32 index)
{
    return _mm_castsi128_ps(wide_i32_gather_loads(p, index));
}
WIDE_INLINE wide_i32 wide_i32_gather(const void *p, wide_i32 index)
{
    return wide_i32_gather_loads(p, index);
}
WIDE_INLINE wide_i32 wide_u16_gather(const uint16_t *p, wide_i32 index)
{
    return wide_u16_gather_loads(p, index);
}
WIDE_INLINE wide_i32 wide_u8_gather(const uint8_t *p, wide_i32 index)
{
    return wide_u8_gather_loads(p, index);
}
WIDE_INLINE wide_table wide_table_load(const float *p)
{
    return (wide_table){{wide_i32_load(p), wide_i32_load(p + 4), wide_i32_load(p + 8),
                         wide_i32_load(p + 12)}};
}
/* Byte numbers 4k..4k+3 of the table's 64 bytes; a row answers those whose upper nibble is its own,
 * and 0 to all others, because the saturating add sets their top bit. */
WIDE_INLINE wide_f32 wide_table_at(wide_table t, wide_i32 k)
{
    const __m128i spread = _mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
    const __m128i k4 = _mm_shuffle_epi8(_mm_slli_epi32(k, 2), spread);
    const __m128i byte = _mm_or_si128(k4, _mm_set1_epi32(0x03020100));
    const __m128i outside = _mm_set1_epi8(0x70);
    __m128i v = _mm_shuffle_epi8(t.row[0], _mm_adds_epu8(byte, outside));
    for (int row = 1; row < 4; row++) {
        const __m128i own = _mm_xor_si128(byte, _mm_set1_epi8((char)(16 * row)));
        v = _mm_or_si128(v, _mm_shuffle_epi8(t.row[row], _mm_adds_epu8(own, outside)));
    }
    return _mm_castsi128_ps(v);
}
WIDE_INLINE wide_octet wide_octet_load(const float *p)
{
    return (wide_octet){{wide_i32_load(p), wide_i32_load(p + 4)}};
}
WIDE_INLINE wide_f32 wide_octet_at(wide_octet t, wide_i32 k)
{
    const __m128i spread = _mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
    const __m128i k4 = _mm_shuffle_epi8(_mm_slli_epi32(k, 2), spread);
    const __m128i byte = _mm_and_si128(k4, _mm_set1_epi8(28));
    const __m128i at = _mm_or_si128(byte, _mm_set1_epi32(0x03020100));
    const __m128i outside = _mm_set1_epi8(0x70), upper = _mm_set1_epi8(16);
    const __m128i low = _mm_shuffle_epi8(t.row[0], _mm_adds_epu8(at, outside));
    const __m128i high = _mm_shuffle_epi8(t.row[1], _mm_adds_epu8(_mm_xor_si128(at, upper), outside));
    return _mm_castsi128_ps(_mm_or_si128(low, high));
}
WIDE_INLINE wide_f32 wide_pair_at(wide_f32 a, wide_f32 b, wide_i32 k)
{
    return wide_octet_at((wide_octet){{_mm_castps_si128(a), _mm_castps_si128(b)}}, k);
}
WIDE_INLINE wide_table8 wide_table8_load(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}
WIDE_INLINE wide_u8 wide_table8_at(wide_table8 t, wide_u8 k) { return _mm_shuffle_epi8(t, k); }
WIDE_INLINE void wide_transpose4(wide_f32 *a, wide_f32 *b, wide_f32 *c, wide_f32 *d)
{
    const __m128 ab_low = _mm_unpacklo_ps(*a, *b), ab_high = _mm_unpackhi_ps(*a, *b);
    const __m128 cd_low = _mm_unpacklo_ps(*c, *d), cd_high = _mm_unpackhi_ps(*c, *d);
    *a = _mm_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
}

/* Bytes */
WIDE_INLINE wide_u8 wide_u8_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
WIDE_INLINE wide_u8 wide_u8_load_first(const uint8_t *p, int32_t n)
{
    return wide_load_bytes(p, wide_first_count(n, 16));
}
WIDE_INLINE void wide_u8_store(uint8_t *p, wide_u8 v) { _mm_storeu_si128((__m128i *)p, v); }
WIDE_INLINE void wide_u8_store_first(uint8_t *p, wide_u8 v, int32_t n)
{
    wide_store_bytes(p, v, wide_first_count(n, 16));
}
WIDE_INLINE wide_u8 wide_u8_set1(uint8_t x) { return _mm_set1_epi8((char)x); }
WIDE_INLINE wide_u8 wide_u8_add(wide_u8 a, wide_u8 b) { return _mm_add_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_sub(wide_u8 a, wide_u8 b) { return _mm_sub_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_add_full(wide_u8 a, wide_u8 b) { return _mm_adds_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_sub_full(wide_u8 a, wide_u8 b) { return _mm_subs_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_and(wide_u8 a, wide_u8 b) { return _mm_and_si128(a, b); }
WIDE_INLINE wide_u8 wide_u8_or(wide_u8 a, wide_u8 b) { return _mm_or_si128(a, b); }
WIDE_INLINE wide_u8 wide_u8_and_not(wide_u8 a, wide_u8 b) { return _mm_andnot_si128(b, a); }
WIDE_INLINE wide_u8 wide_u8_min(wide_u8 a, wide_u8 b) { return _mm_min_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_max(wide_u8 a, wide_u8 b) { return _mm_max_epu8(a, b); }
WIDE_INLINE wide_mask8 wide_u8_eq(wide_u8 a, wide_u8 b) { return _mm_cmpeq_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_select(wide_mask8 m, wide_u8 a, wide_u8 b)
{
    return _mm_blendv_epi8(b, a, m);
}
WIDE_INLINE wide_u8 wide_u8_keep(wide_mask8 m, wide_u8 a) { return _mm_and_si128(m, a); }
WIDE_INLINE wide_u8 wide_u8_add_where(wide_mask8 m, wide_u8 a, wide_u8 b)
{
    return _mm_add_epi8(a, _mm_and_si128(m, b));
}
WIDE_INLINE wide_u8 wide_u8_from_mask(wide_mask8 m) { return m; }
WIDE_INLINE wide_mask8 wide_mask8_and(wide_mask8 a, wide_mask8 b) { return _mm_and_si128(a, b); }
WIDE_INLINE wide_mask8 wide_mask8_or(wide_mask8 a, wide_mask8 b) { return _mm_or_si128(a, b); }
WIDE_INLINE wide_mask8 wide_mask8_and_not(wide_mask8 a, wide_mask8 b)
{
    return _mm_andnot_si128(b, a);
}
WIDE_INLINE bool wide_mask8_any(wide_mask8 m) { return _mm_movemask_epi8(m) != 0; }
WIDE_INLINE uint64_t wide_mask8_bits(wide_mask8 m) { return (uint32_t)_mm_movemask_epi8(m); }
WIDE_INLINE wide_u8 wide_u8_zip_low(wide_u8 a, wide_u8 b) { return _mm_unpacklo_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_zip_high(wide_u8 a, wide_u8 b) { return _mm_unpackhi_epi8(a, b); }

/* Shorts */
WIDE_INLINE wide_u16 wide_u16_load(const uint16_t *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}
WIDE_INLINE wide_u16 wide_u16_load_first(const uint16_t *p, int32_t n)
{
    return wide_load_bytes(p, 2 * wide_first_count(n, 8));
}
WIDE_INLINE void wide_u16_store(uint16_t *p, wide_u16 v) { _mm_storeu_si128((__m128i *)p, v); }
WIDE_INLINE void wide_u16_store_first(uint16_t *p, wide_u16 v, int32_t n)
{
    wide_store_bytes(p, v, 2 * wide_first_count(n, 8));
}
WIDE_INLINE wide_u16 wide_u16_set1(uint16_t x) { return _mm_set1_epi16((short)x); }
WIDE_INLINE wide_u16 wide_u16_add(wide_u16 a, wide_u16 b) { return _mm_add_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_add_full(wide_u16 a, wide_u16 b) { return _mm_adds_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_sub(wide_u16 a, wide_u16 b) { return _mm_sub_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_sub_full(wide_u16 a, wide_u16 b) { return _mm_subs_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_mul(wide_u16 a, wide_u16 b) { return _mm_mullo_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_xor(wide_u16 a, wide_u16 b) { return _mm_xor_si128(a, b); }
WIDE_INLINE wide_u16 wide_u16_and(wide_u16 a, wide_u16 b) { return _mm_and_si128(a, b); }
WIDE_INLINE wide_u16 wide_u16_or(wide_u16 a, wide_u16 b) { return _mm_or_si128(a, b); }
WIDE_INLINE wide_u16 wide_u16_and_not(wide_u16 a, wide_u16 b) { return _mm_andnot_si128(b, a); }
WIDE_INLINE wide_u16 wide_u16_min(wide_u16 a, wide_u16 b) { return _mm_min_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_max(wide_u16 a, wide_u16 b) { return _mm_max_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_shift_left(wide_u16 a, int32_t k)
{
    return _mm_sll_epi16(a, wide_shift_count(k));
}
WIDE_INLINE wide_u16 wide_u16_shift_right(wide_u16 a, int32_t k)
{
    return _mm_srl_epi16(a, wide_shift_count(k));
}
WIDE_INLINE wide_mask16 wide_u16_eq(wide_u16 a, wide_u16 b) { return _mm_cmpeq_epi16(a, b); }
WIDE_INLINE wide_mask16 wide_u16_le(wide_u16 a, wide_u16 b)
{
    return _mm_cmpeq_epi16(_mm_min_epu16(a, b), a);
}
WIDE_INLINE wide_u16 wide_u16_select(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm_blendv_epi8(b, a, m);
}
WIDE_INLINE wide_u16 wide_u16_keep(wide_mask16 m, wide_u16 a) { return _mm_and_si128(m, a); }
WIDE_INLINE wide_mask16 wide_mask16_and(wide_mask16 a, wide_mask16 b)
{
    return _mm_and_si128(a, b);
}
WIDE_INLINE wide_mask16 wide_mask16_or(wide_mask16 a, wide_mask16 b)
{
    return _mm_or_si128(a, b);
}
WIDE_INLINE wide_mask16 wide_mask16_and_not(wide_mask16 a, wide_mask16 b)
{
    return _mm_andnot_si128(b, a);
}
WIDE_INLINE bool wide_mask16_any(wide_mask16 m) { return _mm_movemask_epi8(m) != 0; }
WIDE_INLINE uint32_t wide_mask16_bits(wide_mask16 m)
{
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(m, _mm_setzero_si128()));
}
WIDE_INLINE bool wide_u16_any(wide_u16 a) { return !_mm_testz_si128(a, a); }
WIDE_INLINE wide_mask16 wide_mask16_from_bits(uint32_t bits)
{
    const __m128i own = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((short)bits), own), own);
}
WIDE_INLINE wide_mask16 wide_mask16_load(const uint16_t *p) { return wide_u16_load(p); }
WIDE_INLINE wide_u16 wide_u16_from_mask(wide_mask16 m) { return m; }
WIDE_INLINE wide_u16 wide_u16_add_where(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm_add_epi16(a, _mm_and_si128(m, b));
}
WIDE_INLINE wide_u16 wide_u16_fill(wide_mask16 m, wide_u16 a) { return _mm_or_si128(m, a); }
WIDE_INLINE wide_u16 wide_u16_fill_or_add(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm_or_si128(m, _mm_adds_epu16(a, b));
}
WIDE_INLINE wide_u16 wide_u16_before(wide_u16 a, uint16_t x)
{
    return _mm_alignr_epi8(a, _mm_set1_epi16((short)x), 14);
}
WIDE_INLINE wide_u16 wide_u16_after(wide_u16 a, uint16_t x)
{
    return _mm_alignr_epi8(_mm_set1_epi16((short)x), a, 2);
}
WIDE_INLINE wide_u16 wide_u16_zip_low(wide_u16 a, wide_u16 b) { return _mm_unpacklo_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_zip_high(wide_u16 a, wide_u16 b) { return _mm_unpackhi_epi16(a, b); }
/* 8 x 8 shorts in every 128 bits: row i of a block becomes its column i. */
WIDE_INLINE void wide_transpose_blocks(__m128i *row)
{
    __m128i a[8], b[8];
    for (int i = 0; i < 4; i++) {
        a[2 * i] = _mm_unpacklo_epi16(row[2 * i], row[2 * i + 1]);
        a[2 * i + 1] = _mm_unpackhi_epi16(row[2 * i], row[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        b[4 * i] = _mm_unpacklo_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 1] = _mm_unpackhi_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 2] = _mm_unpacklo_epi32(a[4 * i + 1], a[4 * i + 3]);
        b[4 * i + 3] = _mm_unpackhi_epi32(a[4 * i + 1], a[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        row[2 * i] = _mm_unpacklo_epi64(b[i], b[4 + i]);
        row[2 * i + 1] = _mm_unpackhi_epi64(b[i], b[4 + i]);
    }
}
WIDE_INLINE void wide_u16_transpose(const uint16_t *from, size_t from_stride, uint16_t *to,
                                    size_t to_stride)
{
    __m128i row[8];
    for (size_t i = 0; i < 8; i++)
        row[i] = _mm_loadu_si128((const __m128i *)(from + i * from_stride));
    wide_transpose_blocks(row);
    for (size_t i = 0; i < 8; i++)
        _mm_storeu_si128((__m128i *)(to + i * to_stride), row[i]);
}

/* From width to width */
WIDE_INLINE wide_i32 wide_i32_load_u8(const uint8_t *p)
{
    int32_t four;
    memcpy(&four, p, 4);
    return _mm_cvtepu8_epi32(_mm_cvtsi32_si128(four));
}
WIDE_INLINE wide_i32 wide_i32_load_u16(const uint16_t *p)
{
    return _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)p));
}
WIDE_INLINE wide_u16 wide_u16_load_u8(const uint8_t *p)
{
    return _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)p));
}
WIDE_INLINE wide_i32 wide_i32_low_u16(wide_u16 v) { return _mm_cvtepu16_epi32(v); }
WIDE_INLINE wide_i32 wide_i32_high_u16(wide_u16 v)
{
    return _mm_unpackhi_epi16(v, _mm_setzero_si128());
}
WIDE_INLINE wide_u16 wide_u16_pack(wide_i32 a, wide_i32 b) { return _mm_packus_epi32(a, b); }
WIDE_INLINE wide_u8 wide_u8_pack_u16(wide_u16 a, wide_u16 b) { return _mm_packus_epi16(a, b); }
WIDE_INLINE wide_u8 wide_u8_pack(wide_i32 a, wide_i32 b, wide_i32 c, wide_i32 d)
{
    return _mm_packus_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
}
WIDE_INLINE wide_mask16 wide_mask16_pack(wide_mask a, wide_mask b)
{
    return _mm_packs_epi32(wide_i32_of(a), wide_i32_of(b));
}
WIDE_INLINE wide_mask8 wide_mask8_pack(wide_mask a, wide_mask b, wide_mask c, wide_mask d)
{
    return _mm_packs_epi16(wide_mask16_pack(a, b), wide_mask16_pack(c, d));
}

/* clang-format on */

#endif
