/* The word that transposes shorts, for AVX2. A part of wide_avx2.h. */
#ifndef THRONG_SIMD_WIDE_TRANSPOSE_AVX2_H
#define THRONG_SIMD_WIDE_TRANSPOSE_AVX2_H

/* clang-format off */

/* 8 x 8 shorts in every 128 bits: row i of a block becomes its column i. */
WIDE_INLINE void wide_transpose_blocks(__m256i *row)
{
    __m256i a[8], b[8];
    for (int i = 0; i < 4; i++) {
        a[2 * i] = _mm256_unpacklo_epi16(row[2 * i], row[2 * i + 1]);
        a[2 * i + 1] = _mm256_unpackhi_epi16(row[2 * i], row[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        b[4 * i] = _mm256_unpacklo_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 1] = _mm256_unpackhi_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 2] = _mm256_unpacklo_epi32(a[4 * i + 1], a[4 * i + 3]);
        b[4 * i + 3] = _mm256_unpackhi_epi32(a[4 * i + 1], a[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        row[2 * i] = _mm256_unpacklo_epi64(b[i], b[4 + i]);
        row[2 * i + 1] = _mm256_unpackhi_epi64(b[i], b[4 + i]);
    }
}
/* Eight columns of all 16 rows at a time: rows i and i + 8 share a register. */
WIDE_INLINE void wide_u16_transpose(const uint16_t *from, size_t from_stride, uint16_t *to,
                                    size_t to_stride)
{
    for (size_t j = 0; j < 16; j += 8) {
        __m256i row[8];
        for (size_t i = 0; i < 8; i++) {
            const uint16_t *p = from + i * from_stride + j;
            row[i] = _mm256_loadu2_m128i((const __m128i *)(p + 8 * from_stride),
                                         (const __m128i *)p);
        }
        wide_transpose_blocks(row);
        for (size_t i = 0; i < 8; i++)
            _mm256_storeu_si256((__m256i *)(to + (j + i) * to_stride), row[i]);
    }
}

/* clang-format on */

#endif
