/* The word that transposes shorts, for AVX-512. A part of wide_avx512.h. */
#ifndef THRONG_SIMD_WIDE_TRANSPOSE_AVX512_H
#define THRONG_SIMD_WIDE_TRANSPOSE_AVX512_H

/* clang-format off */

/* 8 x 8 shorts in every 128 bits: row i of a block becomes its column i. */
WIDE_INLINE void wide_transpose_blocks(__m512i *row)
{
    __m512i a[8], b[8];
    for (int i = 0; i < 4; i++) {
        a[2 * i] = _mm512_unpacklo_epi16(row[2 * i], row[2 * i + 1]);
        a[2 * i + 1] = _mm512_unpackhi_epi16(row[2 * i], row[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        b[4 * i] = _mm512_unpacklo_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 1] = _mm512_unpackhi_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 2] = _mm512_unpacklo_epi32(a[4 * i + 1], a[4 * i + 3]);
        b[4 * i + 3] = _mm512_unpackhi_epi32(a[4 * i + 1], a[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        row[2 * i] = _mm512_unpacklo_epi64(b[i], b[4 + i]);
        row[2 * i + 1] = _mm512_unpackhi_epi64(b[i], b[4 + i]);
    }
}
/* Eight columns of all 32 rows at a time: rows i, i + 8, i + 16 and i + 24 share a register. */
WIDE_INLINE void wide_u16_transpose(const uint16_t *from, size_t from_stride, uint16_t *to,
                                    size_t to_stride)
{
    for (size_t j = 0; j < 32; j += 8) {
        __m512i row[8];
        const size_t next = 8 * from_stride;
        for (size_t i = 0; i < 8; i++) {
            const uint16_t *p = from + i * from_stride + j;
            const __m512i a = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)p));
            const __m512i b = _mm512_mask_broadcast_i64x2(
                a, 0x0c, _mm_loadu_si128((const __m128i *)(p + next)));
            const __m512i c = _mm512_mask_broadcast_i64x2(
                b, 0x30, _mm_loadu_si128((const __m128i *)(p + 2 * next)));
            row[i] = _mm512_mask_broadcast_i64x2(
                c, 0xc0, _mm_loadu_si128((const __m128i *)(p + 3 * next)));
        }
        wide_transpose_blocks(row);
        for (size_t i = 0; i < 8; i++)
            _mm512_storeu_si512(to + (j + i) * to_stride, row[i]);
    }
}

/* clang-format on */

#endif
