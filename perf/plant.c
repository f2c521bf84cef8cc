/* Two faults for the gate to find: AVX2 sampling takes 5 % more instructions, as it does some of
 * its work twice, and AVX2 steering asks for memory once. */
#include "counted.h"

#include <stdlib.h>

/* Agents that are sampled twice, five registers: 5 % of the instructions of 945. */
#define TWICE 40

static void (*real_sample)(const throng_sample_job *job, int32_t begin, int32_t end);
static void (*real_steer)(const throng_steer_job *job, int32_t begin, int32_t end);

static void sample(const throng_sample_job *job, int32_t begin, int32_t end)
{
    real_sample(job, begin, end);
    real_sample(job, begin, begin + TWICE < end ? begin + TWICE : end);
}

static void steer(const throng_steer_job *job, int32_t begin, int32_t end)
{
    void *volatile memory = malloc(64); /* volatile, or the compiler leaves both calls out */
    free(memory);
    real_steer(job, begin, end);
}

void perf_plant(bench_world *world)
{
    throng_kernels *kernels = &world->context->kernels;
    if (kernels->isa != THRONG_ISA_AVX2)
        return;
    real_sample = kernels->sample;
    real_steer = kernels->steer;
    kernels->sample = sample;
    kernels->steer = steer;
}
