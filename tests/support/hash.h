/*
 * hash.h: FNV-1a, 64 bits, written apart from the library's.
 */
#ifndef TEST_HASH_H
#define TEST_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t test_hash_bytes(const uint8_t *bytes, size_t count);

/* The values as little-endian bytes, on every machine. */
uint64_t test_hash_values(const uint32_t *values, size_t count);

#endif
