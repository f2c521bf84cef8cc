/*
 * input.h: how the fuzz targets turn bytes into calls, and how they complain.
 *
 * A target is LLVMFuzzerTestOneInput (libFuzzer); replay.c calls it with random bytes instead, so
 * that the ordinary tests run it too.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <throng/context.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input;

/* Stops the run: this is what the fuzzer looks for. */
#define fuzz_require(claim)                                                                        \
    do {                                                                                           \
        if (!(claim)) {                                                                            \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #claim);                  \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Zeroes follow the last byte. */
static inline uint8_t fuzz_byte(fuzz_input *input)
{
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->data++;
}

static inline uint32_t fuzz_word(fuzz_input *input)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word = word << 8 | fuzz_byte(input);
    return word;
}

/* low .. high, at most 256 values apart. */
static inline int32_t fuzz_int(fuzz_input *input, int32_t low, int32_t high)
{
    return low + fuzz_byte(input) % (high - low + 1);
}

/* Any bits: NaN, infinities and denormals too. */
static inline float fuzz_any_float(fuzz_input *input)
{
    const uint32_t word = fuzz_word(input);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* [low, high] in 65536 steps. */
static inline float fuzz_float(fuzz_input *input, float low, float high)
{
    const int32_t step = fuzz_byte(input) << 8 | fuzz_byte(input);
    return low + (high - low) * ((float)step / 65535.0f);
}

/* One that this CPU and this build have. Both targets run on it and again in plain C. */
static inline throng_isa fuzz_isa(fuzz_input *input)
{
    const throng_isa isa = (throng_isa)fuzz_int(input, THRONG_ISA_BEST, THRONG_ISA_NEON);
    return throng_isa_is_usable(isa) ? isa : THRONG_ISA_SCALAR;
}

/* A digest of what was computed, FNV-1a over whole words. */
static inline void fuzz_digest(uint64_t *digest, uint64_t word)
{
    *digest = (*digest ^ word) * 1099511628211u;
}

/* A target: the same input gives the same digest on any instruction set and in plain C. */
static inline int fuzz_compare(const uint8_t *data, size_t size,
                               uint64_t (*run)(fuzz_input in, throng_isa isa))
{
    fuzz_input in = {data, size};
    const throng_isa isa = fuzz_isa(&in);
    const uint64_t digest = run(in, isa);
    fuzz_require(isa == THRONG_ISA_SCALAR || digest == run(in, THRONG_ISA_SCALAR));
    return 0;
}

#endif
