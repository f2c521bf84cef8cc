/* Kernels of one instruction set against the scalar ones: kernels ISA [SEED]. */
#include "kernels_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77 };

static throng_isa isa_named(const char *name)
{
    for (throng_isa isa = THRONG_ISA_SCALAR; isa <= THRONG_ISA_NEON; isa++)
        if (strcmp(name, throng_isa_name(isa)) == 0)
            return isa;
    return THRONG_ISA_BEST;
}

static int32_t lanes_of(throng_isa isa)
{
    return isa == THRONG_ISA_AVX512 ? 16 : isa == THRONG_ISA_AVX2 ? 8 : 4;
}

int main(int argc, char **argv)
{
    const throng_isa isa = argc > 1 ? isa_named(argv[1]) : THRONG_ISA_BEST;
    if (isa == THRONG_ISA_BEST) {
        fprintf(stderr, "usage: kernels ISA [SEED]\n");
        return 2;
    }
    const throng_kernels *const kernels = throng_kernels_for(isa);
    if (!kernels) {
        printf("This processor or this build lacks %s: nothing tried.\n", throng_isa_name(isa));
        return SKIPPED;
    }
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : test_seed("kernels", 1);
    check_the = (check_subject){kernels, lanes_of(isa), seed};
    const int failed = check_flow() + check_sample() + check_separate() + check_part() +
                       check_herd() + check_behave() + check_look() + check_gap() + check_steer() +
                       check_move();
    return failed != 0;
}
