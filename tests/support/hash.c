#include "hash.h"

static const uint64_t hash_offset = 14695981039346656037u;
static const uint64_t hash_prime = 1099511628211u;

uint64_t test_hash_bytes(const uint8_t *bytes, size_t count)
{
    uint64_t hash = hash_offset;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * hash_prime;
    return hash;
}

uint64_t test_hash_values(const uint32_t *values, size_t count)
{
    uint64_t hash = hash_offset;
    for (size_t i = 0; i < count; i++)
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ ((values[i] >> shift) & 255u)) * hash_prime;
    return hash;
}
