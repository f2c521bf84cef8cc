/* Tries every word of one dialect. Built without that dialect's flags, so that a processor that
 * lacks it gets as far as saying so. */
#include "words_support.h"

#include <stdio.h>
#include <stdlib.h>

#include "simd/cpu.h"

enum { SKIPPED = 77 };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    if (!throng_cpu_has(WORDS_ISA)) {
        printf("this processor lacks the instruction set: nothing tried\n");
        return SKIPPED;
    }
    printf("seed %llu\n", (unsigned long long)seed);
    words_seed(seed);
    const int failed = words_f32() + words_mask() + words_i32() + words_memory() + words_lookup() +
                       words_u8() + words_u16() + words_width();
    return failed != 0;
}
