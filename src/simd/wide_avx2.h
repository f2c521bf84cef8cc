/*
 * wide_avx2.h: the words of wide.h for AVX2, without FMA. Eight lanes; a mask is a vector of
 * all-ones or all-zeros lanes. Packing instructions work on each half of a register, so words that
 * pack bring the parts into memory order afterwards.
 */
#ifndef THRONG_SIMD_WIDE_AVX2_H
#define THRONG_SIMD_WIDE_AVX2_H

#include <immintrin.h>

#include "wide_bytes128.h"
#include "wide_transpose_avx2.h"

/* One line a word where it fits. */
/* clang-format off */

#define WIDE_LANES 8
#define WIDE_LANES16 16
#define WIDE_LANES8 32
#define WIDE_MASKS_ARE_BITS 0

typedef __m256 wide_f32;
typedef __m256i wide_i32;
typedef __m256 wide_mask;
typedef __m256i wide_u16;
typedef __m256i wide_mask16;
typedef __m256i wide_u8;
typedef __m256i wide_mask8;
typedef struct wide_table { __m256 row[2]; } wide_table;
typedef __m256i wide_table8;
typedef __m256 wide_octet;

/* Integers as a mask and back: the same register under another type. */
WIDE_INLINE wide_mask wide_mask_of(wide_i32 v) { return _mm256_castsi256_ps(v); }
WIDE_INLINE wide_i32 wide_i32_of(wide_mask m) { return _mm256_castps_si256(m); }
WIDE_INLINE __m256i wide_ones(void) { return _mm256_set1_epi32(-1); }
WIDE_INLINE __m128i wide_shift_count(int32_t k) { return _mm_cvtsi32_si128(k); }

/* All ones in the first n lanes. */
WIDE_INLINE __m256i wide_first(int32_t n)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* Brings what a pack of four registers gives, a run of lanes from each lower half and then one from
 * each upper half, into memory order; and the same for a pack of two. */
WIDE_INLINE __m256i wide_order_4(__m256i v)
{
    return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}
WIDE_INLINE __m256i wide_order_2(__m256i v)
{
    return _mm256_permute4x64_epi64(v, _MM_SHUFFLE(3, 1, 2, 0));
}

/* The first bytes of a vector, the others 0, whatever the lanes are. */
WIDE_INLINE __m256i wide_load_bytes(const void *p, uint32_t bytes)
{
    __m256i v = _mm256_setzero_si256();
    wide_copy(&v, p, bytes);
    return v;
}
WIDE_INLINE void wide_store_bytes(void *p, __m256i v, uint32_t bytes) { wide_copy(p, &v, bytes); }

/* Floats: memory */
WIDE_INLINE wide_f32 wide_load(const float *p) { return _mm256_loadu_ps(p); }
WIDE_INLINE wide_f32 wide_load_first(const float *p, int32_t n)
{
    return _mm256_maskload_ps(p, wide_first(n));
}
WIDE_INLINE void wide_store(float *p, wide_f32 v) { _mm256_storeu_ps(p, v); }
WIDE_INLINE void wide_store_first(float *p, wide_f32 v, int32_t n)
{
    _mm256_maskstore_ps(p, wide_first(n), v);
}
WIDE_INLINE wide_f32 wide_set1(float x) { return _mm256_set1_ps(x); }
WIDE_INLINE wide_f32 wide_broadcast(const float *p) { return _mm256_broadcast_ss(p); }

/* Floats: arithmetic */
WIDE_INLINE wide_f32 wide_add(wide_f32 a, wide_f32 b) { return _mm256_add_ps(a, b); }
WIDE_INLINE wide_f32 wide_sub(wide_f32 a, wide_f32 b) { return _mm256_sub_ps(a, b); }
WIDE_INLINE wide_f32 wide_mul(wide_f32 a, wide_f32 b) { return _mm256_mul_ps(a, b); }
WIDE_INLINE wide_f32 wide_div(wide_f32 a, wide_f32 b) { return _mm256_div_ps(a, b); }
WIDE_INLINE wide_f32 wide_sqrt(wide_f32 a) { return _mm256_sqrt_ps(a); }
WIDE_INLINE wide_f32 wide_floor(wide_f32 a) { return _mm256_floor_ps(a); }
WIDE_INLINE wide_f32 wide_min(wide_f32 a, wide_f32 b) { return _mm256_min_ps(a, b); }
WIDE_INLINE wide_f32 wide_max(wide_f32 a, wide_f32 b) { return _mm256_max_ps(a, b); }
WIDE_INLINE wide_f32 wide_abs(wide_f32 a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
WIDE_INLINE wide_f32 wide_neg(wide_f32 a) { return _mm256_xor_ps(_mm256_set1_ps(-0.0f), a); }

/* Floats: comparisons */
WIDE_INLINE wide_mask wide_lt(wide_f32 a, wide_f32 b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
WIDE_INLINE wide_mask wide_le(wide_f32 a, wide_f32 b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
WIDE_INLINE wide_mask wide_gt(wide_f32 a, wide_f32 b) { return _mm256_cmp_ps(a, b, _CMP_GT_OQ); }
WIDE_INLINE wide_mask wide_ge(wide_f32 a, wide_f32 b) { return _mm256_cmp_ps(a, b, _CMP_GE_OQ); }
WIDE_INLINE wide_mask wide_eq(wide_f32 a, wide_f32 b) { return _mm256_cmp_ps(a, b, _CMP_EQ_OQ); }
WIDE_INLINE wide_mask wide_neq(wide_f32 a, wide_f32 b)
{
    return _mm256_cmp_ps(a, b, _CMP_NEQ_UQ);
}

/* Masks */
WIDE_INLINE wide_mask wide_mask_none(void) { return _mm256_setzero_ps(); }
WIDE_INLINE wide_mask wide_mask_first(int32_t n) { return wide_mask_of(wide_first(n)); }
WIDE_INLINE wide_mask wide_mask_and(wide_mask a, wide_mask b) { return _mm256_and_ps(a, b); }
WIDE_INLINE wide_mask wide_mask_or(wide_mask a, wide_mask b) { return _mm256_or_ps(a, b); }
WIDE_INLINE wide_mask wide_mask_not(wide_mask a)
{
    return _mm256_xor_ps(a, wide_mask_of(wide_ones()));
}
WIDE_INLINE wide_mask wide_mask_and_not(wide_mask a, wide_mask b)
{
    return _mm256_andnot_ps(b, a);
}
WIDE_INLINE bool wide_mask_any(wide_mask m) { return _mm256_movemask_ps(m) != 0; }
WIDE_INLINE bool wide_mask_all(wide_mask m) { return _mm256_movemask_ps(m) == 0xff; }
WIDE_INLINE uint32_t wide_mask_bits(wide_mask m) { return (uint32_t)_mm256_movemask_ps(m); }
WIDE_INLINE wide_f32 wide_select(wide_mask m, wide_f32 a, wide_f32 b)
{
    return _mm256_blendv_ps(b, a, m);
}
WIDE_INLINE wide_f32 wide_keep(wide_mask m, wide_f32 a) { return _mm256_and_ps(m, a); }
/* a + -0 is a for every a, the zeros too; a + +0 is not. */
WIDE_INLINE wide_f32 wide_add_where(wide_mask m, wide_f32 a, wide_f32 b)
{
    return _mm256_add_ps(a, _mm256_blendv_ps(_mm256_set1_ps(-0.0f), b, m));
}
WIDE_INLINE wide_i32 wide_i32_select(wide_mask m, wide_i32 a, wide_i32 b)
{
    return _mm256_blendv_epi8(b, a, wide_i32_of(m));
}
WIDE_INLINE wide_i32 wide_i32_keep(wide_mask m, wide_i32 a)
{
    return _mm256_and_si256(wide_i32_of(m), a);
}
WIDE_INLINE wide_i32 wide_i32_or_where(wide_mask m, wide_i32 a, wide_i32 b)
{
    return _mm256_or_si256(a, wide_i32_keep(m, b));
}

/* Integers */
WIDE_INLINE wide_i32 wide_i32_load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}
WIDE_INLINE wide_i32 wide_i32_load_first(const void *p, int32_t n)
{
    return _mm256_maskload_epi32((const int *)p, wide_first(n));
}
WIDE_INLINE void wide_i32_store(void *p, wide_i32 v) { _mm256_storeu_si256((__m256i *)p, v); }
WIDE_INLINE void wide_i32_store_first(void *p, wide_i32 v, int32_t n)
{
    _mm256_maskstore_epi32((int *)p, wide_first(n), v);
}
WIDE_INLINE wide_i32 wide_i32_set1(int32_t x) { return _mm256_set1_epi32(x); }
WIDE_INLINE wide_i32 wide_i32_iota(void) { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }
WIDE_INLINE wide_i32 wide_i32_add(wide_i32 a, wide_i32 b) { return _mm256_add_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_sub(wide_i32 a, wide_i32 b) { return _mm256_sub_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_mul(wide_i32 a, wide_i32 b) { return _mm256_mullo_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_and(wide_i32 a, wide_i32 b) { return _mm256_and_si256(a, b); }
WIDE_INLINE wide_i32 wide_i32_or(wide_i32 a, wide_i32 b) { return _mm256_or_si256(a, b); }
WIDE_INLINE wide_i32 wide_i32_xor(wide_i32 a, wide_i32 b) { return _mm256_xor_si256(a, b); }
WIDE_INLINE wide_i32 wide_i32_and_not(wide_i32 a, wide_i32 b)
{
    return _mm256_andnot_si256(b, a);
}
WIDE_INLINE wide_i32 wide_i32_shift_left(wide_i32 a, int32_t k)
{
    return _mm256_sll_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_i32_shift_right(wide_i32 a, int32_t k)
{
    return _mm256_sra_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_u32_shift_right(wide_i32 a, int32_t k)
{
    return _mm256_srl_epi32(a, wide_shift_count(k));
}
WIDE_INLINE wide_i32 wide_u32_shift_right_where(wide_mask m, wide_i32 a, int32_t k)
{
    return _mm256_srlv_epi32(a, _mm256_and_si256(wide_i32_of(m), _mm256_set1_epi32(k)));
}
WIDE_INLINE wide_f32 wide_keep_nonzero(wide_i32 k, wide_f32 a)
{
    return _mm256_castsi256_ps(_mm256_sign_epi32(_mm256_castps_si256(a), k));
}
WIDE_INLINE wide_mask wide_i32_eq(wide_i32 a, wide_i32 b)
{
    return wide_mask_of(_mm256_cmpeq_epi32(a, b));
}
WIDE_INLINE wide_mask wide_i32_gt(wide_i32 a, wide_i32 b)
{
    return wide_mask_of(_mm256_cmpgt_epi32(a, b));
}
WIDE_INLINE wide_mask wide_i32_lt(wide_i32 a, wide_i32 b)
{
    return wide_mask_of(_mm256_cmpgt_epi32(b, a));
}
WIDE_INLINE wide_mask wide_u32_lt(wide_i32 a, wide_i32 b)
{
    const __m256i sign = _mm256_set1_epi32(INT32_MIN);
    return wide_mask_of(_mm256_cmpgt_epi32(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign)));
}
WIDE_INLINE wide_i32 wide_i32_min(wide_i32 a, wide_i32 b) { return _mm256_min_epi32(a, b); }
WIDE_INLINE wide_i32 wide_i32_max(wide_i32 a, wide_i32 b) { return _mm256_max_epi32(a, b); }
WIDE_INLINE wide_i32 wide_u32_min(wide_i32 a, wide_i32 b) { return _mm256_min_epu32(a, b); }
WIDE_INLINE wide_i32 wide_u32_max(wide_i32 a, wide_i32 b) { return _mm256_max_epu32(a, b); }

/* Integers and floats */
WIDE_INLINE wide_i32 wide_truncate(wide_f32 a) { return _mm256_cvttps_epi32(a); }
WIDE_INLINE wide_f32 wide_from_i32(wide_i32 a) { return _mm256_cvtepi32_ps(a); }
WIDE_INLINE wide_i32 wide_bits(wide_f32 a) { return _mm256_castps_si256(a); }
WIDE_INLINE wide_f32 wide_from_bits(wide_i32 a) { return _mm256_castsi256_ps(a); }

/* Look-ups */
WIDE_INLINE wide_i32 wide_i32_gather_loads(const void *p, wide_i32 index)
{
    int32_t k[WIDE_LANES], v[WIDE_LANES];
    wide_i32_store(k, index);
    for (int i = 0; i < WIDE_LANES; i++)
        memcpy(&v[i], (const uint8_t *)p + (ptrdiff_t)k[i] * 4, 4);
    return wide_i32_load(v);
}
WIDE_INLINE wide_i32 wide_u16_gather_loads(const uint16_t *p, wide_i32 index)
{
    int32_t k[WIDE_LANES], v[WIDE_LANES];
    wide_i32_store(k, index);
    for (int i = 0; i < WIDE_LANES; i++)
        v[i] = p[k[i]];
    return wide_i32_load(v);
}
WIDE_INLINE wide_i32 wide_u8_gather_loads(const uint8_t *p, wide_i32 index)
{
    int32_t k[WIDE_LANES], v[WIDE_LANES];
    wide_i32_store(k, index);
    for (int i = 0; i < WIDE_LANES; i++)
        v[i] = p[k[i]];
    return wide_i32_load(v);
}
WIDE_INLINE wide_f32 wide_gather(const float *p, wide_i32 index)
{
    return _mm256_i32gather_ps(p, index, 4);
}
WIDE_INLINE wide_i32 wide_i32_gather(const void *p, wide_i32 index)
{
    return _mm256_i32gather_epi32((const int *)p, index, 4);
}
WIDE_INLINE wide_i32 wide_u16_gather(const uint16_t *p, wide_i32 index)
{
    const __m256i v = _mm256_i32gather_epi32((const int *)(const void *)p, index, 2);
    return _mm256_and_si256(v, _mm256_set1_epi32(0xffff));
}
WIDE_INLINE wide_i32 wide_u8_gather(const uint8_t *p, wide_i32 index)
{
    const __m256i v = _mm256_i32gather_epi32((const int *)(const void *)p, index, 1);
    return _mm256_and_si256(v, _mm256_set1_epi32(0xff));
}
WIDE_INLINE wide_table wide_table_load(const float *p)
{
    return (wide_table){{wide_load(p), wide_load(p + 8)}};
}
/* A permutation reads the low three bits; bit 3 moved to the sign picks the row. */
WIDE_INLINE wide_f32 wide_table_at(wide_table t, wide_i32 k)
{
    const __m256 low = _mm256_permutevar8x32_ps(t.row[0], k);
    const __m256 high = _mm256_permutevar8x32_ps(t.row[1], k);
    return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(k, 28)));
}
WIDE_INLINE wide_octet wide_octet_load(const float *p) { return wide_load(p); }
WIDE_INLINE wide_f32 wide_octet_at(wide_octet t, wide_i32 k)
{
    return _mm256_permutevar8x32_ps(t, k);
}
WIDE_INLINE wide_f32 wide_pair_at(wide_f32 a, wide_f32 b, wide_i32 k)
{
    return wide_table_at((wide_table){{a, b}}, k);
}
WIDE_INLINE wide_table8 wide_table8_load(const uint8_t *p)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}
WIDE_INLINE wide_u8 wide_table8_at(wide_table8 t, wide_u8 k) { return _mm256_shuffle_epi8(t, k); }
WIDE_INLINE void wide_transpose4(wide_f32 *a, wide_f32 *b, wide_f32 *c, wide_f32 *d)
{
    const __m256 ab_low = _mm256_unpacklo_ps(*a, *b), ab_high = _mm256_unpackhi_ps(*a, *b);
    const __m256 cd_low = _mm256_unpacklo_ps(*c, *d), cd_high = _mm256_unpackhi_ps(*c, *d);
    *a = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
}

/* Bytes */
WIDE_INLINE wide_u8 wide_u8_load(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}
WIDE_INLINE wide_u8 wide_u8_load_first(const uint8_t *p, int32_t n)
{
    return wide_load_bytes(p, wide_first_count(n, 32));
}
WIDE_INLINE void wide_u8_store(uint8_t *p, wide_u8 v) { _mm256_storeu_si256((__m256i *)p, v); }
WIDE_INLINE void wide_u8_store_first(uint8_t *p, wide_u8 v, int32_t n)
{
    wide_store_bytes(p, v, wide_first_count(n, 32));
}
WIDE_INLINE wide_u8 wide_u8_set1(uint8_t x) { return _mm256_set1_epi8((char)x); }
WIDE_INLINE wide_u8 wide_u8_add(wide_u8 a, wide_u8 b) { return _mm256_add_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_sub(wide_u8 a, wide_u8 b) { return _mm256_sub_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_add_full(wide_u8 a, wide_u8 b) { return _mm256_adds_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_sub_full(wide_u8 a, wide_u8 b) { return _mm256_subs_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_and(wide_u8 a, wide_u8 b) { return _mm256_and_si256(a, b); }
WIDE_INLINE wide_u8 wide_u8_or(wide_u8 a, wide_u8 b) { return _mm256_or_si256(a, b); }
WIDE_INLINE wide_u8 wide_u8_and_not(wide_u8 a, wide_u8 b) { return _mm256_andnot_si256(b, a); }
WIDE_INLINE wide_u8 wide_u8_min(wide_u8 a, wide_u8 b) { return _mm256_min_epu8(a, b); }
WIDE_INLINE wide_u8 wide_u8_max(wide_u8 a, wide_u8 b) { return _mm256_max_epu8(a, b); }
WIDE_INLINE wide_mask8 wide_u8_eq(wide_u8 a, wide_u8 b) { return _mm256_cmpeq_epi8(a, b); }
WIDE_INLINE wide_u8 wide_u8_select(wide_mask8 m, wide_u8 a, wide_u8 b)
{
    return _mm256_blendv_epi8(b, a, m);
}
WIDE_INLINE wide_u8 wide_u8_keep(wide_mask8 m, wide_u8 a) { return _mm256_and_si256(m, a); }
WIDE_INLINE wide_u8 wide_u8_add_where(wide_mask8 m, wide_u8 a, wide_u8 b)
{
    return _mm256_add_epi8(a, _mm256_and_si256(m, b));
}
WIDE_INLINE wide_u8 wide_u8_from_mask(wide_mask8 m) { return m; }
WIDE_INLINE wide_mask8 wide_mask8_and(wide_mask8 a, wide_mask8 b)
{
    return _mm256_and_si256(a, b);
}
WIDE_INLINE wide_mask8 wide_mask8_or(wide_mask8 a, wide_mask8 b) { return _mm256_or_si256(a, b); }
WIDE_INLINE wide_mask8 wide_mask8_and_not(wide_mask8 a, wide_mask8 b)
{
    return _mm256_andnot_si256(b, a);
}
WIDE_INLINE bool wide_mask8_any(wide_mask8 m) { return _mm256_movemask_epi8(m) != 0; }
WIDE_INLINE uint64_t wide_mask8_bits(wide_mask8 m) { return (uint32_t)_mm256_movemask_epi8(m); }
WIDE_INLINE wide_u8 wide_u8_zip_low(wide_u8 a, wide_u8 b)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b), 0x20);
}
WIDE_INLINE wide_u8 wide_u8_zip_high(wide_u8 a, wide_u8 b)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b), 0x31);
}

/* Shorts */
WIDE_INLINE wide_u16 wide_u16_load(const uint16_t *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}
WIDE_INLINE wide_u16 wide_u16_load_first(const uint16_t *p, int32_t n)
{
    return wide_load_bytes(p, 2 * wide_first_count(n, 16));
}
WIDE_INLINE void wide_u16_store(uint16_t *p, wide_u16 v) { _mm256_storeu_si256((__m256i *)p, v); }
WIDE_INLINE void wide_u16_store_first(uint16_t *p, wide_u16 v, int32_t n)
{
    wide_store_bytes(p, v, 2 * wide_first_count(n, 16));
}
WIDE_INLINE wide_u16 wide_u16_set1(uint16_t x) { return _mm256_set1_epi16((short)x); }
WIDE_INLINE wide_u16 wide_u16_add(wide_u16 a, wide_u16 b) { return _mm256_add_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_add_full(wide_u16 a, wide_u16 b) { return _mm256_adds_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_sub(wide_u16 a, wide_u16 b) { return _mm256_sub_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_sub_full(wide_u16 a, wide_u16 b) { return _mm256_subs_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_mul(wide_u16 a, wide_u16 b) { return _mm256_mullo_epi16(a, b); }
WIDE_INLINE wide_u16 wide_u16_xor(wide_u16 a, wide_u16 b) { return _mm256_xor_si256(a, b); }
WIDE_INLINE wide_u16 wide_u16_and(wide_u16 a, wide_u16 b) { return _mm256_and_si256(a, b); }
WIDE_INLINE wide_u16 wide_u16_or(wide_u16 a, wide_u16 b) { return _mm256_or_si256(a, b); }
WIDE_INLINE wide_u16 wide_u16_and_not(wide_u16 a, wide_u16 b)
{
    return _mm256_andnot_si256(b, a);
}
WIDE_INLINE wide_u16 wide_u16_min(wide_u16 a, wide_u16 b) { return _mm256_min_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_max(wide_u16 a, wide_u16 b) { return _mm256_max_epu16(a, b); }
WIDE_INLINE wide_u16 wide_u16_shift_left(wide_u16 a, int32_t k)
{
    return _mm256_sll_epi16(a, wide_shift_count(k));
}
WIDE_INLINE wide_u16 wide_u16_shift_right(wide_u16 a, int32_t k)
{
    return _mm256_srl_epi16(a, wide_shift_count(k));
}
WIDE_INLINE wide_mask16 wide_u16_eq(wide_u16 a, wide_u16 b) { return _mm256_cmpeq_epi16(a, b); }
WIDE_INLINE wide_mask16 wide_u16_le(wide_u16 a, wide_u16 b)
{
    return _mm256_cmpeq_epi16(_mm256_min_epu16(a, b), a);
}
WIDE_INLINE wide_u16 wide_u16_select(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm256_blendv_epi8(b, a, m);
}
WIDE_INLINE wide_u16 wide_u16_keep(wide_mask16 m, wide_u16 a) { return _mm256_and_si256(m, a); }
WIDE_INLINE wide_mask16 wide_mask16_and(wide_mask16 a, wide_mask16 b)
{
    return _mm256_and_si256(a, b);
}
WIDE_INLINE wide_mask16 wide_mask16_or(wide_mask16 a, wide_mask16 b)
{
    return _mm256_or_si256(a, b);
}
WIDE_INLINE wide_mask16 wide_mask16_and_not(wide_mask16 a, wide_mask16 b)
{
    return _mm256_andnot_si256(b, a);
}
WIDE_INLINE bool wide_mask16_any(wide_mask16 m) { return _mm256_movemask_epi8(m) != 0; }
WIDE_INLINE uint32_t wide_mask16_bits(wide_mask16 m)
{
    const __m256i bytes = wide_order_2(_mm256_packs_epi16(m, m));
    return (uint32_t)_mm_movemask_epi8(_mm256_castsi256_si128(bytes));
}
WIDE_INLINE bool wide_u16_any(wide_u16 a) { return !_mm256_testz_si256(a, a); }
WIDE_INLINE wide_mask16 wide_mask16_from_bits(uint32_t bits)
{
    const __m256i own = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096,
                                          8192, 16384, (short)32768);
    return _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16((short)bits), own), own);
}
WIDE_INLINE wide_mask16 wide_mask16_load(const uint16_t *p) { return wide_u16_load(p); }
WIDE_INLINE wide_u16 wide_u16_from_mask(wide_mask16 m) { return m; }
WIDE_INLINE wide_u16 wide_u16_add_where(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm256_add_epi16(a, _mm256_and_si256(m, b));
}
WIDE_INLINE wide_u16 wide_u16_fill(wide_mask16 m, wide_u16 a) { return _mm256_or_si256(m, a); }
WIDE_INLINE wide_u16 wide_u16_fill_or_add(wide_mask16 m, wide_u16 a, wide_u16 b)
{
    return _mm256_or_si256(m, _mm256_adds_epu16(a, b));
}
/* A byte shift works on each half, so the half before it, or x, is put beside it first. */
WIDE_INLINE wide_u16 wide_u16_before(wide_u16 a, uint16_t x)
{
    const __m256i fill = _mm256_set1_epi16((short)x);
    return _mm256_alignr_epi8(a, _mm256_permute2x128_si256(fill, a, 0x20), 14);
}
WIDE_INLINE wide_u16 wide_u16_after(wide_u16 a, uint16_t x)
{
    const __m256i fill = _mm256_set1_epi16((short)x);
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(a, fill, 0x21), a, 2);
}
WIDE_INLINE wide_u16 wide_u16_zip_low(wide_u16 a, wide_u16 b)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b),
                                     0x20);
}
WIDE_INLINE wide_u16 wide_u16_zip_high(wide_u16 a, wide_u16 b)
{
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b),
                                     0x31);
}

/* From width to width */
WIDE_INLINE wide_i32 wide_i32_load_u8(const uint8_t *p)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p));
}
WIDE_INLINE wide_i32 wide_i32_load_u16(const uint16_t *p)
{
    return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)p));
}
WIDE_INLINE wide_u16 wide_u16_load_u8(const uint8_t *p)
{
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p));
}
WIDE_INLINE wide_i32 wide_i32_low_u16(wide_u16 v)
{
    return _mm256_cvtepu16_epi32(_mm256_castsi256_si128(v));
}
WIDE_INLINE wide_i32 wide_i32_high_u16(wide_u16 v)
{
    return _mm256_cvtepu16_epi32(_mm256_extracti128_si256(v, 1));
}
WIDE_INLINE wide_u16 wide_u16_pack(wide_i32 a, wide_i32 b)
{
    return wide_order_2(_mm256_packus_epi32(a, b));
}
WIDE_INLINE wide_u8 wide_u8_pack_u16(wide_u16 a, wide_u16 b)
{
    return wide_order_2(_mm256_packus_epi16(a, b));
}
WIDE_INLINE wide_u8 wide_u8_pack(wide_i32 a, wide_i32 b, wide_i32 c, wide_i32 d)
{
    return wide_order_4(_mm256_packus_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d)));
}
WIDE_INLINE wide_mask16 wide_mask16_pack(wide_mask a, wide_mask b)
{
    return wide_order_2(_mm256_packs_epi32(wide_i32_of(a), wide_i32_of(b)));
}
WIDE_INLINE wide_mask8 wide_mask8_pack(wide_mask a, wide_mask b, wide_mask c, wide_mask d)
{
    const __m256i ab = _mm256_packs_epi32(wide_i32_of(a), wide_i32_of(b));
    const __m256i cd = _mm256_packs_epi32(wide_i32_of(c), wide_i32_of(d));
    return wide_order_4(_mm256_packs_epi16(ab, cd));
}

/* clang-format on */

#endif
