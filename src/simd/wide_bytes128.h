/*
 * wide_bytes128.h: words of wide.h that every dialect speaks in registers of 16 bytes.
 */
#ifndef THRONG_SIMD_WIDE_BYTES128_H
#define THRONG_SIMD_WIDE_BYTES128_H

/* Four rounds of interleaving row i with row i + 8. */
WIDE_INLINE void wide_u8_transpose16(const uint8_t *from, size_t from_stride, uint8_t *to,
                                     size_t to_stride)
{
    __m128i row[16], next[16];
    for (size_t i = 0; i < 16; i++)
        row[i] = _mm_loadu_si128((const __m128i *)(from + i * from_stride));
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 8; i++) {
            next[2 * i] = _mm_unpacklo_epi8(row[i], row[i + 8]);
            next[2 * i + 1] = _mm_unpackhi_epi8(row[i], row[i + 8]);
        }
        memcpy(row, next, sizeof row);
    }
    for (size_t i = 0; i < 16; i++)
        _mm_storeu_si128((__m128i *)(to + i * to_stride), row[i]);
}

#endif
