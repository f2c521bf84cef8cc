/*
 * wide_avx512.h: the words of wide.h for AVX-512 F, DQ, BW and VL. Sixteen lanes; a mask is a bit
 * per lane in a mask register. -ffp-contract=off keeps the compiler from using this set's FMA.
 */
#ifndef THRONG_SIMD_WIDE_AVX512_H
#define THRONG_SIMD_WIDE_AVX512_H

#include <immintrin.h>
#include "wide_bytes128.h"
#include "wide_transpose_avx512.h"

/* One line a word where it fits. */
/* clang-format off */

#define WIDE_LANES 16
#define WIDE_LANES16 32
#define WIDE_LANES8 64
#define WIDE_MASKS_ARE_BITS 1

typedef __m512 wide_f32;
typedef __m512i wide_i32;
typedef __mmask16 wide_mask;
typedef __m512i wide_u16;
typedef __mmask32 wide_mask16;
typedef __m512i wide_u8;
typedef __mmask64 wide_mask8;
typedef __m512 wide_table;
typedef __m512i wide_table8;
typedef __m512 wide_octet;

/* The first n of 16, 32, 64 lanes. */
WIDE_INLINE __mmask16 wide_first(int32_t n)
{
    return (__mmask16)((1u << wide_first_count(n, 16)) - 1);
}
WIDE_INLINE __mmask32 wide_first16(int32_t n)
{
    return (__mmask32)((1ull << wide_first_count(n, 32)) - 1);
}
WIDE_INLINE __mmask64 wide_first8(int32_t n)
{
    return n <= 0 ? 0 : ~(__mmask64)0 >> (64 - wide_first_count(n, 64));
}
WIDE_INLINE __m128i wide_shift_count(int32_t k) { return _mm_cvtsi32_si128(k); }

/* Floats: memory */
WIDE_INLINE wide_f32 wide_load(const float *p) { return _mm512_loadu_ps(p); }
WIDE_INLINE wide_f32 wide_load_first(const float *p, int32_t n)
{
    return _mm512_maskz_loadu_ps(wide_first(n), p);
}
WIDE_INLINE void wide_store(float *p, wide_f32 v) { _mm512_storeu_ps(p, v); }
WIDE_INLINE void wide_store_first(float *p, wide_f32 v, int32_t n)
{
    _mm512_mask_storeu_ps(p, wide_first(n), v);
}
WIDE_INLINE wide_f32 wide_set1(float x) { return _mm512_set1_ps(x); }
WIDE_INLINE wide_f32 wide_broadcast(const float *p) { return _mm512_set1_ps(*p); }

/* Floats: arithmetic */
WIDE_INLINE wide_f32 wide_add(wide_f32 a, wide_f32 b) { return _mm512_add_ps(a, b); }
WIDE_INLINE wide_f32 wide_sub(wide_f32 a, wide_f32 b) { return _mm512_sub_ps(a, b); }
WIDE_INLINE wide_f32 wide_mul(wide_f32 a, wide_f32 b) { return _mm512_mul_ps(a, b); }
WIDE_INLINE wide_f32 wide_div(wide_f32 a, wide_f32 b) { return _mm512_div_ps(a, b); }
WIDE_INLINE wide_f32 wide_sqrt(wide_f32 a) { return _mm512_sqrt_ps(a); }
WIDE_INLINE wide_f32 wide_floor(wide_f32 a) { return _mm512_floor_ps(a); }
WIDE_INLINE wide_f32 wide_min(wide_f32 a, wide_f32 b) { return _mm512_min_ps(a, b); }
WIDE_INLINE wide_f32 wide_max(wide_f32 a, wide_f32 b) { return _mm512_max_ps(a, b); }
WIDE_INLINE wide_f32 wide_abs(wide_f32 a) { return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), a); }
WIDE_INLINE wide_f32 wide_neg(wide_f32 a) { return _mm512_xor_ps(_mm512_set1_ps(-0.0f), a); }

/* Floats: comparisons */
WIDE_INLINE wide_mask wide_lt(wide_f32 a, wide_f32 b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
WIDE_INLINE wide_mask wide_le(wide_f32 a, wide_f32 b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}
WIDE_INLINE wide_mask wide_gt(wide_f32 a, wide_f32 b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}
WIDE_INLINE wide_mask wide_ge(wide_f32 a, wide_f32 b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ);
}
WIDE_INLINE wide_mask wide_eq(wide_f32 a, wide_f32 b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}
WIDE_INLINE wide_mask wide_neq(wide_f32 a, wide_f32 b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_NEQ_UQ);
}

/* Masks */
WIDE_INLINE wide_mask wide_mask_none(void) { return 0; }
WIDE_INLINE wide_mask wide_mask_first(int32_t n) { return wide_first(n); }
WIDE_INLINE wide_mask wide_mask_and(wide_mask a, wide_mask b) { return (__mmask16)(a & b); }
WIDE_INLINE wide_mask wide_mask_or(wide_mask a, wide_mask b) { return (__mmask16)(a | b); }
WIDE_INLINE wide_mask wide_mask_not(wide_mask a) { return (__mmask16)~a; }
WIDE_INLINE wide_mask wide_mask_and_not(wide_mask a, wide_mask b) { return (__mmask16)(a & ~b); }
WIDE_INLINE bool wide_mask_any(wide_mask m) { return m != 0; }
WIDE_INLINE bool wide_mask_all(wide_mask m) { return m == 0xffff; }
WIDE_INLINE uint32_t wide_mask_bits(wide_mask m) { return m; }
WIDE_INLINE wide_f32 wide_select(wide_mask m, wide_f32 a, wide_f32 b)
{
    return _mm512_mask_blend_ps(m, b, a);
}
WIDE_INLINE wide_f32 wide_keep(wide_mask m, wide_f32 a) { return _mm512_maskz_mov_ps(m, a); }
WIDE_INLINE wide_f32 wide_add_where(wide_mask m, wide_f32 a, wide_f32 b)
{
    return _mm512_mask_add_ps(a, m, a, b);
}
WIDE_INLINE wide_i32 wide_i32_select(wide_mask m, wide_i32 a, wide_i32 b)
{
    return _mm512_mask_blend_epi32(m, b, a);
}
WIDE_INLINE wide_i32 wide_i32_keep(wide_mask m, wide_i32 a)
{
    return _mm512_maskz_mov_epi32(m, a);
}
WIDE_INLINE wide_i32 wide_i32_or_where(wide_mask m, wide_i32 a, wide_i32 b)
{
    return _mm512_mask_or_epi32(a, m, a, b);
}

/* Integers */
WIDE_INLINE wide_i32 wide_i32_load(const void *p) { return _mm512_loadu_si512(p); }
WIDE_INLINE wide_i32 wide_i32_load_first(const void *p, int32_t n)
{
    return _mm512_maskz_loadu_epi32(wide_first(n), p);
}
WIDE_INLINE void wide_i32_store(void *p, wide_i32 v) { _mm512_storeu_si512(p, v); }
WIDE_INLINE void wide_i32_store_first(void *p, wide_i32 v, int32_t n)
{
    _mm512_mask_storeu_epi32(p, wide_first(n), v);
}
WIDE_INLINE wide_i32 wide_i32_set1(int32_t x) { return _mm512_set1_epi32(x); }
WIDE_INLINE wide_i32 wide_i32_iota(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
WIDE_INLINE wide_i32 wide_i32_add(wide_i32 a, wide_i32 b) { return _mm512_add_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_sub(wide_i32 a, wide_i32 b) { return _mm512_sub_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_mul(wide_i32 a, wide_i32 b) { return _mm512_mullo_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_and(wide_i32 a, wide_i32 b) { return _mm512_and_si512(a, b); }
WIDE_INLINE wide_i32 wide_i32_or(wide_i32 a, wide_i32 b) { return _mm512_or_si512(a, b); }
WIDE_INLINE wide_i32 wide_i32_xor(wide_i32 a, wide_i32 b) { return _mm512_xor_si512(a, b); }
WIDE_INLINE wide_i32 wide_i32_and_not(wide_i32 a, wide_i32 b)
{
    return _mm512_andnot_si512(b, a);
}
WIDE_INLINE wide_i32 wide_i32_shift_left(wide_i32 a, int32_t k)
{
    return _mm512_sll_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_i32_shift_right(wide_i32 a, int32_t k)
{
    return _mm512_sra_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_u32_shift_right(wide_i32 a, int32_t k)
{
    return _mm512_srl_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_u32_shift_right_where(wide_mask m, wide_i32 a, int32_t k)
{
    return _mm512_mask_srl_epi32(a, m, a, wide_shift_count(k));
}
WIDE_INLINE wide_f32 wide_keep_nonzero(wide_i32 k, wide_f32 a)
{
    return _mm512_maskz_mov_ps(_mm512_test_epi32_mask(k, k), a);
}
WIDE_INLINE wide_mask wide_i32_eq(wide_i32 a, wide_i32 b)
{
    return _mm512_cmpeq_epi32_mask(a, b);
}
WIDE_INLINE wide_mask wide_i32_gt(wide_i32 a, wide_i32 b)
{
    return _mm512_cmpgt_epi32_mask(a, b);
}
WIDE_INLINE wide_mask wide_i32_lt(wide_i32 a, wide_i32 b)
{
    return _mm512_cmplt_epi32_mask(a, b);
}
WIDE_INLINE wide_mask wide_u32_lt(wide_i32 a, wide_i32 b)
{
    return _mm512_cmplt_epu32_mask(a, b);
}
WIDE_INLINE wide_i32 wide_i32_min(wide_i32 a, wide_i32 b) { return _mm512_min_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_max(wide_i32 a, wide_i32 b) { return _mm512_max_epi32(a, b); }
WIDE_INLINE wide_i32 wide_u32_min(wide_i32 a, wide_i32 b) { return _mm512_min_epu32(a, b); }
WIDE_INLINE wide_i32 wide_u32_max(wide_i32 a, wide_i32 b) { return _mm512_max_epu32(a, b); }

/* Integers and floats */
WIDE_INLINE wide_i32 wide_truncate(wide_f32 a) { return _mm512_cvttps_epi32(a); }
WIDE_INLINE wide_f32 wide_from_i32(wide_i32 a) { return _mm512_cvtepi32_ps(a); }
WIDE_INLINE wide_i32 wide_bits(wide_f32 a) { return _mm512_castps_si512(a); }
WIDE_INLINE wide_f32 wide_from_bits(wide_i32 a) { return _mm512_castsi512_ps(a); }

/* Look-ups */
/* Four lanes at a time: sixteen scalar stores would not forward to one load of 64 bytes. */
WIDE_INLINE __m512i wide_join_4(__m128i a, __m128i b, __m128i c, __m128i d)
{
    const __m512i ab = _mm512_inserti32x4(_mm512_castsi128_si512(a), b, 1);
    return _mm512_inserti32x4(_mm512_inserti32x4(ab, c, 2), d, 3);
}
WIDE_INLINE int32_t wide_load_i32(const void *p, ptrdiff_t index)
{
    int32_t v;
    memcpy(&v, (const uint8_t *)p + 4 * index, 4);
    return v;
}
WIDE_INLINE __m128i wide_four_i32(const void *p, const int32_t *k)
{
    return _mm_setr_epi32(wide_load_i32(p, k[0]), wide_load_i32(p, k[1]), wide_load_i32(p, k[2]),
                          wide_load_i32(p, k[3]));
}
WIDE_INLINE __m128i wide_four_u16(const uint16_t *p, const int32_t *k)
{
    return _mm_setr_epi32(p[k[0]], p[k[1]], p[k[2]], p[k[3]]);
}
WIDE_INLINE __m128i wide_four_u8(const uint8_t *p, const int32_t *k)
{
    return _mm_setr_epi32(p[k[0]], p[k[1]], p[k[2]], p[k[3]]);
}
WIDE_INLINE wide_i32 wide_i32_gather_loads(const void *p, wide_i32 index)
{
    int32_t k[WIDE_LANES];
    wide_i32_store(k, index);
    return wide_join_4(wide_four_i32(p, k), wide_four_i32(p, k + 4), wide_four_i32(p, k + 8),
                       wide_four_i32(p, k + 12));
}
WIDE_INLINE wide_i32 wide_u16_gather_loads(const uint16_t *p, wide_i32 index)
{
    int32_t k[WIDE_LANES];
    wide_i32_store(k, index);
    return wide_join_4(wide_four_u16(p, k), wide_four_u16(p, k + 4), wide_four_u16(p, k + 8),
                       wide_four_u16(p, k + 12));
}
WIDE_INLINE wide_i32 wide_u8_gather_loads(const uint8_t *p, wide_i32 index)
{
    int32_t k[WIDE_LANES];
    wide_i32_store(k, index);
    return wide_join_4(wide_four_u8(p, k), wide_four_u8(p, k + 4), wide_four_u8(p, k + 8),
                       wide_four_u8(p, k + 12));
}
WIDE_INLINE wide_f32 wide_gather(const float *p, wide_i32 index)
{
    return _mm512_i32gather_ps(index, p, 4);
}
WIDE_INLINE wide_i32 wide_i32_gather(const void *p, wide_i32 index)
{
    return _mm512_i32gather_epi32(index, p, 4);
}
WIDE_INLINE wide_i32 wide_u16_gather(const uint16_t *p, wide_i32 index)
{
    return _mm512_and_si512(_mm512_i32gather_epi32(index, p, 2), _mm512_set1_epi32(0xffff));
}
WIDE_INLINE wide_i32 wide_u8_gather(const uint8_t *p, wide_i32 index)
{
    return _mm512_and_si512(_mm512_i32gather_epi32(index, p, 1), _mm512_set1_epi32(0xff));
}
WIDE_INLINE wide_table wide_table_load(const float *p) { return wide_load(p); }
WIDE_INLINE wide_f32 wide_table_at(wide_table t, wide_i32 k)
{
    return _mm512_permutexvar_ps(k, t);
}
WIDE_INLINE wide_octet wide_octet_load(const float *p)
{
    return _mm512_broadcast_f32x8(_mm256_loadu_ps(p));
}
WIDE_INLINE wide_f32 wide_octet_at(wide_octet t, wide_i32 k) { return wide_table_at(t, k); }
WIDE_INLINE wide_f32 wide_pair_at(wide_f32 a, wide_f32 b, wide_i32 k)
{
    return _mm512_permutex2var_ps(a, k, b);
}
WIDE_INLINE wide_table8 wide_table8_load(const uint8_t *p)
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)p));
}
WIDE_INLINE wide_u8 wide_table8_at(wide_table8 t, wide_u8 k) { return _mm512_shuffle_epi8(t, k); }
WIDE_INLINE void wide_transpose4(wide_f32 *a, wide_f32 *b, wide_f32 *c, wide_f32 *d)
{
    const __m512 ab_low = _mm512_unpacklo_ps(*a, *b), ab_high = _mm512_unpackhi_ps(*a, *b);
    const __m512 cd_low = _mm512_unpacklo_ps(*c, *d), cd_high = _mm512_unpackhi_ps(*c, *d);
    *a = _mm512_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm512_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm512_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm512_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
}

/* Bytes */
WIDE_INLINE wide_u8 wide_u8_load(const uint8_t *p) { return _mm512_loadu_si512(p); }
WIDE_INLINE wide_u8 wide_u8_load_first(const uint8_t *p, int32_t n)
{
    return _mm512_maskz_loadu_epi8(wide_first8(n), p);
}
WIDE_INLINE void wide_u8_store(uint8_t *p, wide_u8 v) { _mm512_storeu_si512(p, v); }
WIDE_INLINE void wide_u8_store_first(uint8_t *p, wide_u8 v, int32_t n)
{
    _mm512_mask_storeu_epi8(p, wide_first8(n), v);
}
WIDE_INLINE wide_u8 wide_u8_set1(uint8_t x) { return _mm512_set1_epi8((char)x); }
WIDE_INLINE wide_u8 wide_u8_add(wide_u8 a, wide_u8 b) { return _mm512_add_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_sub(wide_u8 a, wide_u8 b) { return _mm512_sub_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_add_full(wide_u8 a, wide_u8 b) { return _mm512_adds_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_sub_full(wide_u8 a, wide_u8 b) { return _mm512_subs_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_and(wide_u8 a, wide_u8 b) { return _mm512_and_si512(a, b); }
WIDE_INLINE wide_u8 wide_u8_or(wide_u8 a, wide_u8 b) { return _mm512_or_si512(a, b); }
WIDE_INLINE wide_u8 wide_u8_and_not(wide_u8 a, wide_u8 b) { return _mm512_andnot_si512(b, a); }
WIDE_INLINE wide_u8 wide_u8_min(wide_u8 a, wide_u8 b) { return _mm512_min_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_max(wide_u8 a, wide_u8 b) { return _mm512_max_epu8(a, b); }
WIDE_INLINE wide_mask8 wide_u8_eq(wide_u8 a, wide_u8 b) { return _mm512_cmpeq_epi8_mask(a, b); }
WIDE_INLINE wide_u8 wide_u8_select(wide_mask8 m, wide_u8 a, wide_u8 b)
{
    return _mm512_mask_blend_epi8(m, b, a);
}
WIDE_INLINE wide_u8 wide_u8_keep(wide_mask8 m, wide_u8 a) { return _mm512_maskz_mov_epi8(m, a); }
WIDE_INLINE wide_u8 wide_u8_add_where(wide_mask8 m, wide_u8 a, wide_u8 b)
{
    return _mm512_mask_add_epi8(a, m, a, b);
}
WIDE_INLINE wide_u8 wide_u8_from_mask(wide_mask8 m) { return _mm512_movm_epi8(m); }
WIDE_INLINE wide_mask8 wide_mask8_and(wide_mask8 a, wide_mask8 b) { return a & b; }
WIDE_INLINE wide_mask8 wide_mask8_or(wide_mask8 a, wide_mask8 b) { return a | b; }
WIDE_INLINE wide_mask8 wide_mask8_and_not(wide_mask8 a, wide_mask8 b) { return a & ~b; }
WIDE_INLINE bool wide_mask8_any(wide_mask8 m) { return m != 0; }
WIDE_INLINE uint64_t wide_mask8_bits(wide_mask8 m) { return m; }
WIDE_INLINE wide_u8 wide_u8_zip_low(wide_u8 a, wide_u8 b)
{
    const __m512i order = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    return _mm512_permutex2var_epi64(_mm512_unpacklo_epi8(a, b), order,
                                     _mm512_unpackhi_epi8(a, b));
}
WIDE_INLINE wide_u8 wide_u8_zip_high(wide_u8 a, wide_u8 b)
{
    const __m512i order = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    return _mm512_permutex2var_epi64(_mm512_unpacklo_epi8(a, b), order,
                                     _mm512_unpackhi_epi8(a, b));
}

/* Shorts */
WIDE_INLINE wide_u16 wide_u16_load(const uint16_t *p) { return _mm512_loadu_si512(p); }
WIDE_INLINE wide_u16 wide_u16_load_first(const uint16_t *p, int32_t n)
{
    return _mm512_maskz_loadu_epi16(wide_first16(n), p);
}
WIDE_INLINE void wide_u16_store(uint16_t *p, wide_u16 v) { _mm512_storeu_si512(p, v); }
WIDE_INLINE void wide_u16_store_first(uint16_t *p, wide_u16 v, int32_t n)
{
    _mm512_mask_storeu_epi16(p, wide_first16(n), v);
}
WIDE_INLINE wide_u16 wide_u16_set1(uint16_t x) { return _mm512_set1_epi16((short)x); }
WIDE_INLINE wide_u16 wide_u16_add(wide_u16 a, wide_u16 b) { return _mm512_add_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_add_full(wide_u16 a, wide_u16 b) { return _mm512_adds_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_sub(wide_u16 a, wide_u16 b) { return _mm512_sub_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_sub_full(wide_u16 a, wide_u16 b) { return _mm512_subs_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_mul(wide_u16 a, wide_u16 b) { return _mm512_mullo_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_xor(wide_u16 a, wide_u16 b) { return _mm512_xor_si512(a, b); }
WIDE_INLINE wide_u16 wide_u16_and(wide_u16 a, wide_u16 b) { return _mm512_and_si512(a, b); }
WIDE_INLINE wide_u16 wide_u16_or(wide_u16 a, wide_u16 b) { return _mm512_or_si512(a, b); }
WIDE_INLINE wide_u16 wide_u16_and_not(wide_u16 a, wide_u16 b)
{
    return _mm512_andnot_si512(b, a);
}
WIDE_INLINE wide_u16 wide_u16_min(wide_u16 a, wide_u16 b) { return _mm512_min_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_max(wide_u16 a, wide_u16 b) { return _mm512_max_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_shift_left(wide_u16 a, int32_t k)
{
    return _mm512_sll_epi16(a, wide_shift_count(k));
}
WIDE_INLINE wide_u16 wide_u16_shift_right(wide_u16 a, int32_t k)
{
    return _mm512_srl_epi16(a, wide_shift_count(k));
}
WIDE_INLINE wide_mask16 wide_u16_eq(wide_u16 a, wide_u16 b)
{
    return _mm512_cmpeq_epi16_mask(a, b);
}
WIDE_INLINE wide_mask16 wide_u16_le(wide_u16 a, wide_u16 b)
{
    return _mm512_cmple_epu16_mask(a, b);
}
WIDE_INLINE wide_u16 wide_u16_select(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm512_mask_blend_epi16(m, b, a);
}
WIDE_INLINE wide_u16 wide_u16_keep(wide_mask16 m, wide_u16 a)
{
    return _mm512_maskz_mov_epi16(m, a);
}
WIDE_INLINE wide_mask16 wide_mask16_and(wide_mask16 a, wide_mask16 b) { return a & b; }
WIDE_INLINE wide_mask16 wide_mask16_or(wide_mask16 a, wide_mask16 b) { return a | b; }
WIDE_INLINE wide_mask16 wide_mask16_and_not(wide_mask16 a, wide_mask16 b) { return a & ~b; }
WIDE_INLINE bool wide_mask16_any(wide_mask16 m) { return m != 0; }
WIDE_INLINE uint32_t wide_mask16_bits(wide_mask16 m) { return m; }
WIDE_INLINE bool wide_u16_any(wide_u16 a) { return _mm512_test_epi32_mask(a, a) != 0; }
WIDE_INLINE wide_mask16 wide_mask16_from_bits(uint32_t bits) { return bits; }
WIDE_INLINE wide_mask16 wide_mask16_load(const uint16_t *p)
{
    return _mm512_movepi16_mask(_mm512_loadu_si512(p));
}
WIDE_INLINE wide_u16 wide_u16_from_mask(wide_mask16 m) { return _mm512_movm_epi16(m); }
WIDE_INLINE wide_u16 wide_u16_add_where(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm512_mask_add_epi16(a, m, a, b);
}
WIDE_INLINE wide_u16 wide_u16_fill(wide_mask16 m, wide_u16 a)
{
    return _mm512_mask_mov_epi16(a, m, _mm512_set1_epi16(-1));
}
WIDE_INLINE wide_u16 wide_u16_fill_or_add(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm512_mask_adds_epu16(_mm512_set1_epi16(-1), ~m, a, b);
}
WIDE_INLINE wide_u16 wide_u16_before(wide_u16 a, uint16_t x)
{
    const __m512i order = _mm512_set_epi16(
        30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8,
        7, 6, 5, 4, 3, 2, 1, 0, 31);
    return _mm512_mask_permutexvar_epi16(_mm512_set1_epi16((short)x), 0xfffffffeu, order, a);
}
WIDE_INLINE wide_u16 wide_u16_after(wide_u16 a, uint16_t x)
{
    const __m512i order = _mm512_set_epi16(
        0, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
        9, 8, 7, 6, 5, 4, 3, 2, 1);
    return _mm512_mask_permutexvar_epi16(_mm512_set1_epi16((short)x), 0x7fffffffu, order, a);
}
WIDE_INLINE wide_u16 wide_u16_zip_low(wide_u16 a, wide_u16 b)
{
    const __m512i order = _mm512_set_epi16(
        47, 15, 46, 14, 45, 13, 44, 12, 43, 11, 42, 10, 41, 9, 40, 8, 39, 7, 38, 6, 37, 5, 36, 4,
        35, 3, 34, 2, 33, 1, 32, 0);
    return _mm512_permutex2var_epi16(a, order, b);
}
WIDE_INLINE wide_u16 wide_u16_zip_high(wide_u16 a, wide_u16 b)
{
    const __m512i order = _mm512_set_epi16(
        63, 31, 62, 30, 61, 29, 60, 28, 59, 27, 58, 26, 57, 25, 56, 24, 55, 23, 54, 22, 53, 21, 52,
        20, 51, 19, 50, 18, 49, 17, 48, 16);
    return _mm512_permutex2var_epi16(a, order, b);
}

/* From width to width */
WIDE_INLINE wide_i32 wide_i32_load_u8(const uint8_t *p)
{
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)p));
}
WIDE_INLINE wide_i32 wide_i32_load_u16(const uint16_t *p)
{
    return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p));
}
WIDE_INLINE wide_u16 wide_u16_load_u8(const uint8_t *p)
{
    return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)p));
}
WIDE_INLINE wide_i32 wide_i32_low_u16(wide_u16 v)
{
    return _mm512_cvtepu16_epi32(_mm512_castsi512_si256(v));
}
WIDE_INLINE wide_i32 wide_i32_high_u16(wide_u16 v)
{
    return _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(v, 1));
}
WIDE_INLINE wide_u16 wide_u16_pack(wide_i32 a, wide_i32 b)
{
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    return _mm512_permutexvar_epi64(order, _mm512_packus_epi32(a, b));
}
WIDE_INLINE wide_u8 wide_u8_pack_u16(wide_u16 a, wide_u16 b)
{
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    return _mm512_permutexvar_epi64(order, _mm512_packus_epi16(a, b));
}
WIDE_INLINE wide_u8 wide_u8_pack(wide_i32 a, wide_i32 b, wide_i32 c, wide_i32 d)
{
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m512i v = _mm512_packus_epi16(_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d));
    return _mm512_permutexvar_epi32(order, v);
}
WIDE_INLINE wide_mask16 wide_mask16_pack(wide_mask a, wide_mask b)
{
    return _mm512_kunpackw(b, a);
}
WIDE_INLINE wide_mask8 wide_mask8_pack(wide_mask a, wide_mask b, wide_mask c, wide_mask d)
{
    return _mm512_kunpackd(wide_mask16_pack(c, d), wide_mask16_pack(a, b));
}

/* clang-format on */

#endif
