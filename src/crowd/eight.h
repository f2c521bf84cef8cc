/* Flags of eight agents at a time: what most agents do not have is passed over quickly. */
#ifndef THRONG_CROWD_EIGHT_H
#define THRONG_CROWD_EIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define THRONG_EIGHT(flags) ((flags)*UINT64_C(0x0101010101010101))

static inline uint64_t throng_eight(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* True if the eight bytes from `i` on have all of these flags, or none of them; false where fewer
 * than eight are left of `count`. */
static inline bool throng_have_all(const uint8_t *bytes, int32_t i, int32_t count, uint8_t flags)
{
    return count - i >= 8 && (throng_eight(bytes + i) & THRONG_EIGHT(flags)) == THRONG_EIGHT(flags);
}

static inline bool throng_have_none(const uint8_t *bytes, int32_t i, int32_t count, uint8_t flags)
{
    return count - i >= 8 && !(throng_eight(bytes + i) & THRONG_EIGHT(flags));
}

#endif
