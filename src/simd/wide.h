/*
 * wide.h: the words that wide kernels are written in, one dialect per instruction set.
 *
 * A kernel's text is built once for each instruction set and speaks these words only; the build
 * names the dialect by THRONG_WIDE_SSE41, _AVX2, _AVX512 or _NEON. Every word gives the same bits
 * in every dialect, and the bits of the plain C in its line below, lane by lane. Lane 0 is the one
 * at the lowest address. No word needs more alignment than its elements have, and none touches a
 * byte that its line does not name. Counts `n` may be any int32_t: below 0 is 0, above the number
 * of lanes is all of them.
 *
 * NaN: where arithmetic gives a NaN the result is a NaN, but its sign and payload are free, since
 * compilers swap operands. Words that only move or choose (load, select, keep, min, max, abs, neg,
 * table, gather, casts) keep every bit, also of a signalling NaN. Denormals are kept: the host's
 * flush-to-zero is off while kernels run.
 *
 * Types
 *   wide_f32     WIDE_LANES floats
 *   wide_i32     WIDE_LANES 32-bit integers; words with `u32` in the name read them as unsigned
 *   wide_mask    a truth per 32-bit lane
 *   wide_u16     WIDE_LANES16 = 2 WIDE_LANES shorts        wide_mask16   a truth per short
 *   wide_u8      WIDE_LANES8 = 4 WIDE_LANES bytes          wide_mask8    a truth per byte
 *   wide_table   16 floats to look up by number            wide_table8   16 bytes, likewise
 *   wide_octet   8 floats, likewise
 *
 * Floats: memory
 *   wide_f32 wide_load(const float *p)                   p[i]
 *   wide_f32 wide_load_first(const float *p, int32_t n)  i < n ? p[i] : +0; reads n floats
 *   void wide_store(float *p, wide_f32 v)                p[i] = v
 *   void wide_store_first(float *p, wide_f32 v, n)       if (i < n) p[i] = v; writes n floats
 *   wide_f32 wide_set1(float x)                          x
 *   wide_f32 wide_broadcast(const float *p)              *p
 * Floats: arithmetic, each rounded once
 *   wide_add(a, b)   a + b      wide_sub(a, b)   a - b
 *   wide_mul(a, b)   a * b      wide_div(a, b)   a / b
 *   wide_sqrt(a)     sqrtf(a)   wide_floor(a)    floorf(a); -0 stays -0
 *   wide_min(a, b)   a < b ? a : b, so b if one is NaN and b of two zeros
 *   wide_max(a, b)   a > b ? a : b, likewise
 *   wide_abs(a)      sign bit cleared      wide_neg(a)   sign bit flipped; both of NaN too
 * Floats: comparisons, -> wide_mask, as C has them: with a NaN all are false, only neq is true
 *   wide_lt wide_le wide_gt wide_ge wide_eq wide_neq (a, b)
 *
 * Masks
 *   wide_mask_none()   false      wide_mask_first(n)   i < n
 *   wide_mask_and(a, b)   a && b      wide_mask_or(a, b)        a || b
 *   wide_mask_not(a)      !a          wide_mask_and_not(a, b)   a && !b
 *   bool wide_mask_any(m)        some lane is true
 *   bool wide_mask_all(m)        every lane is true
 *   uint32_t wide_mask_bits(m)   bit i is lane i, higher bits are 0
 *   wide_f32 wide_select(m, a, b)     m ? a : b
 *   wide_f32 wide_keep(m, a)          m ? a : +0
 *   wide_f32 wide_add_where(m, a, b)  m ? a + b : a
 *   wide_i32 wide_i32_select(m, a, b) m ? a : b
 *   wide_i32 wide_i32_keep(m, a)      m ? a : 0
 *   wide_i32 wide_i32_or_where(m, a, b)   m ? a | b : a
 *   wide_i32 wide_u32_shift_right_where(m, a, k)   m ? a >> k : a   for k in 0..31, zeros come in
 *   wide_f32 wide_keep_nonzero(k, a)  k ? a : +0, for the wide_i32 k from 0 on, else anything
 *   WIDE_MASKS_ARE_BITS   1 if a mask is a bit per lane in a register of its own (AVX-512): words
 *       that choose are then free and packs of masks dear; 0 if it is a vector: the other way round
 *
 * Integers; sums, differences and products wrap
 *   wide_i32_load wide_i32_load_first wide_i32_store wide_i32_store_first
 *       as for floats; p is a void pointer
 *   wide_i32_set1(x)   x      wide_i32_iota()   i
 *   wide_i32_add(a, b)   a + b   wide_i32_sub(a, b)   a - b   wide_i32_mul(a, b)   a * b, low half
 *   wide_i32_and(a, b)   a & b   wide_i32_or(a, b)    a | b   wide_i32_xor(a, b)   a ^ b
 *   wide_i32_and_not(a, b)   a & ~b
 *   wide_i32_shift_left(a, k)    a << k      for k in 0..31
 *   wide_i32_shift_right(a, k)   a >> k      for k in 0..31, copies of the sign come in
 *   wide_u32_shift_right(a, k)   a >> k      for k in 0..31, zeros come in
 *   wide_i32_eq wide_i32_gt wide_i32_lt wide_u32_lt (a, b)          -> wide_mask
 *   wide_i32_min wide_i32_max wide_u32_min wide_u32_max (a, b)
 * Integers and floats
 *   wide_i32 wide_truncate(a)     (int32_t)a; INT32_MIN for NaN and whatever does not fit
 *   wide_f32 wide_from_i32(a)     (float)a, rounded to nearest even
 *   wide_i32 wide_bits(a)         the bits of the float
 *   wide_f32 wide_from_bits(a)    the float of the bits
 *
 * Look-ups; an index may be negative if the array goes on before p
 *   wide_f32 wide_gather(const float *p, index)         p[index]
 *   wide_i32 wide_i32_gather(const void *p, index)      ((const uint32_t *)p)[index]
 *   wide_i32 wide_u16_gather(const uint16_t *p, index)  p[index]; may read 2 bytes past it
 *   wide_i32 wide_u8_gather(const uint8_t *p, index)    p[index]; may read 3 bytes past it
 *   wide_i32_gather_loads wide_u16_gather_loads wide_u8_gather_loads   the same by single loads:
 *       for CPUs with slow gathers (cpu.h); reads nothing past the element
 *   wide_table wide_table_load(const float *p)       16 floats
 *   wide_f32 wide_table_at(wide_table, wide_i32 k)   table[k] for k in 0..15, else anything
 *   wide_octet wide_octet_load(const float *p)       8 floats
 *   wide_f32 wide_octet_at(wide_octet, wide_i32 k)   octet[k & 7]; cheaper than a table
 *   wide_f32 wide_pair_at(a, b, wide_i32 k)          lane k & (2 WIDE_LANES - 1) of a, then b; cheap
 *       only where WIDE_MASKS_ARE_BITS
 *   wide_table8 wide_table8_load(const uint8_t *p)   16 bytes
 *   wide_u8 wide_table8_at(wide_table8, wide_u8 k)   table[k] for k in 0..15, else anything
 *   void wide_transpose4(wide_f32 *a, *b, *c, *d)    4 x 4 in every group of four lanes
 *
 * Bytes
 *   wide_u8_load wide_u8_load_first wide_u8_store wide_u8_store_first   as for floats
 *   wide_u8_set1(x)
 *   wide_u8_add(a, b)   a + b, wraps      wide_u8_sub(a, b)        a - b, wraps
 *   wide_u8_add_full(a, b)   a + b, at most 255   wide_u8_sub_full(a, b)   a - b, at least 0
 *   wide_u8_and wide_u8_or wide_u8_and_not wide_u8_min wide_u8_max (a, b)
 *   wide_u8_eq(a, b)                                  -> wide_mask8
 *   wide_u8_select(m, a, b)   m ? a : b      wide_u8_keep(m, a)   m ? a : 0
 *   wide_u8_add_where(m, a, b)   m ? a + b : a, wraps
 *   wide_u8_from_mask(m)      m ? 0xff : 0
 *   wide_mask8_and wide_mask8_or wide_mask8_and_not (a, b)
 *   bool wide_mask8_any(m)    uint64_t wide_mask8_bits(m)
 *   wide_u8 wide_u8_zip_low(a, b)    wide_u8_zip_high(a, b)   the lanes of a and b by turns, a
 *       first: the lower, the upper WIDE_LANES8 of them
 *   void wide_u8_transpose16(const uint8_t *from, size_t from_stride, uint8_t *to, to_stride)
 *       to[j * to_stride + i] = from[i * from_stride + j] for i and j in 0..15
 *
 * Shorts
 *   wide_u16_load wide_u16_load_first wide_u16_store wide_u16_store_first   as for floats
 *   wide_u16_set1(x)
 *   wide_u16_add(a, b)   a + b, wraps      wide_u16_add_full(a, b)   a + b, at most 65535
 *   wide_u16_sub(a, b)   a - b, wraps      wide_u16_sub_full(a, b)   a - b, at least 0
 *   wide_u16_mul(a, b)   a * b, low half
 *   wide_u16_xor(a, b)   a ^ b            bool wide_u16_any(a)   some lane is not 0
 *   wide_u16_and wide_u16_or wide_u16_and_not wide_u16_min wide_u16_max (a, b)
 *   wide_u16_shift_left(a, k)    wide_u16_shift_right(a, k)   for k in 0..15, zeros come in
 *   wide_u16_eq wide_u16_le (a, b)                    -> wide_mask16
 *   wide_u16_select(m, a, b)    m ? a : b      wide_u16_keep(m, a)   m ? a : 0
 *   wide_mask16_and wide_mask16_or wide_mask16_and_not (a, b)
 *   bool wide_mask16_any(m)     uint32_t wide_mask16_bits(m)
 *   wide_mask16 wide_mask16_from_bits(uint32_t bits)   bit i is lane i; higher bits do not matter
 *   wide_mask16 wide_mask16_load(const uint16_t *p)    p[i] != 0; each 0 or 65535, else anything
 *   wide_u16 wide_u16_from_mask(m)     m ? 65535 : 0
 *   wide_u16 wide_u16_add_where(m, a, b)   m ? a + b : a, wraps
 *   wide_u16 wide_u16_fill(m, a)       m ? 65535 : a
 *   wide_u16 wide_u16_fill_or_add(m, a, b)   m ? 65535 : a + b, at most 65535
 *   wide_u16 wide_u16_before(a, x)     i > 0 ? a[i - 1] : x
 *   wide_u16 wide_u16_after(a, x)      i + 1 < WIDE_LANES16 ? a[i + 1] : x
 *   wide_u16 wide_u16_zip_low(a, b)    wide_u16_zip_high(a, b)   the lanes of a and b by turns,
 *       a first: the lower, the upper WIDE_LANES16 of them
 *   void wide_u16_transpose(const uint16_t *from, size_t from_stride, uint16_t *to, to_stride)
 *       to[j * to_stride + i] = from[i * from_stride + j] for i and j below WIDE_LANES16
 *
 * From width to width, in memory order
 *   wide_i32 wide_i32_load_u8(const uint8_t *p)         p[i], WIDE_LANES bytes
 *   wide_i32 wide_i32_load_u16(const uint16_t *p)       p[i], WIDE_LANES shorts
 *   wide_u16 wide_u16_load_u8(const uint8_t *p)         p[i], WIDE_LANES16 bytes
 *   wide_i32 wide_i32_low_u16(v)   wide_i32_high_u16(v) the lower, the upper half of the shorts
 *   wide_u16 wide_u16_pack(a, b)         the lanes of a, then of b; each 0..65535, else anything
 *   wide_u8 wide_u8_pack(a, b, c, d)     the lanes of a, b, c, d; each 0..255, else anything
 *   wide_u8 wide_u8_pack_u16(a, b)       the lanes of a, then of b; each 0..255, else anything
 *   wide_mask16 wide_mask16_pack(a, b)   wide_mask8 wide_mask8_pack(a, b, c, d)   likewise
 *
 * For time alone
 *   void wide_will_store(const void *p, size_t ahead)   nothing: fetches the cache line that lies
 *       `ahead` bytes behind p, wherever that is; a line holds WIDE_LINE bytes
 */
#ifndef THRONG_SIMD_WIDE_H
#define THRONG_SIMD_WIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* For words and for the helpers of a kernel. A call would pass vectors through memory, which costs
 * more than the work: gcc -O3 leaves larger helpers out of line, and the flow pass loses a tenth.
 */
#define WIDE_INLINE static inline __attribute__((always_inline))

/* How many of `lanes` lanes the first `n` are. */
WIDE_INLINE uint32_t wide_first_count(int32_t n, int32_t lanes)
{
    return (uint32_t)(n < 0 ? 0 : n < lanes ? n : lanes);
}

/* Copies fewer than 64 bytes by moves of fixed size, so that no function is called. */
WIDE_INLINE void wide_copy(void *to, const void *from, uint32_t bytes)
{
    uint8_t *out = to;
    const uint8_t *in = from;
    uint32_t done = 0;
    for (; bytes - done >= 16; done += 16)
        memcpy(out + done, in + done, 16);
    if (bytes & 8) {
        memcpy(out + done, in + done, 8);
        done += 8;
    }
    if (bytes & 4) {
        memcpy(out + done, in + done, 4);
        done += 4;
    }
    if (bytes & 2) {
        memcpy(out + done, in + done, 2);
        done += 2;
    }
    if (bytes & 1)
        out[done] = in[done];
}

/* Where lines are longer, some are fetched twice. */
#define WIDE_LINE 64

WIDE_INLINE void wide_will_store(const void *p, size_t ahead)
{
    __builtin_prefetch((const void *)((uintptr_t)p + ahead), 1);
}

#if defined(THRONG_WIDE_AVX512)
#include "wide_avx512.h"
#elif defined(THRONG_WIDE_AVX2)
#include "wide_avx2.h"
#elif defined(THRONG_WIDE_SSE41)
#include "wide_sse41.h"
#elif defined(THRONG_WIDE_NEON)
#include "wide_neon.h"
#else
#error "the build names no dialect: THRONG_WIDE_SSE41, _AVX2, _AVX512 or _NEON"
#endif

#endif
