/* Numbers as bytes, lowest byte first on every machine. One text tells what a record holds, whether
 * it is to be counted, written or read. */
#ifndef THRONG_BASE_BYTES_H
#define THRONG_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Writes to `to`, or reads from `from`, or only counts if both are NULL. Whoever reads has made
 * sure that there are enough bytes. */
typedef struct throng_stream {
    uint8_t *to;
    const uint8_t *from;
    uint64_t used; /* bytes so far */
    bool is_wrong; /* a byte was read that no writer writes */
} throng_stream;

/* Compilers turn these into one instruction where the machine has the same order. */
static inline void throng_write_u32(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    to[2] = (uint8_t)(value >> 16);
    to[3] = (uint8_t)(value >> 24);
}

static inline void throng_write_u64(uint8_t *to, uint64_t value)
{
    throng_write_u32(to, (uint32_t)value);
    throng_write_u32(to + 4, (uint32_t)(value >> 32));
}

static inline uint32_t throng_read_u32(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
}

static inline uint64_t throng_read_u64(const uint8_t *from)
{
    return (uint64_t)throng_read_u32(from + 4) << 32 | throng_read_u32(from);
}

static inline void throng_stream_u32(throng_stream *s, uint32_t *value)
{
    if (s->to)
        throng_write_u32(s->to + s->used, *value);
    else if (s->from)
        *value = throng_read_u32(s->from + s->used);
    s->used += 4;
}

static inline void throng_stream_u64(throng_stream *s, uint64_t *value)
{
    if (s->to)
        throng_write_u64(s->to + s->used, *value);
    else if (s->from)
        *value = throng_read_u64(s->from + s->used);
    s->used += 8;
}

static inline void throng_stream_i32(throng_stream *s, int32_t *value)
{
    uint32_t bits = (uint32_t)*value;
    throng_stream_u32(s, &bits);
    memcpy(value, &bits, sizeof bits);
}

static inline void throng_stream_f32(throng_stream *s, float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    throng_stream_u32(s, &bits);
    memcpy(value, &bits, sizeof bits);
}

static inline void throng_stream_bool(throng_stream *s, bool *value)
{
    if (s->to)
        s->to[s->used] = *value;
    else if (s->from) {
        s->is_wrong = s->is_wrong || s->from[s->used] > 1;
        *value = s->from[s->used] != 0;
    }
    s->used++;
}

/* 64 bits that tell accidents, not forgers: the readers of saves stand any bytes. */
uint64_t throng_checksum(const uint8_t *bytes, size_t count);

#endif
