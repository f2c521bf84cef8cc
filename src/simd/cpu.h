/*
 * cpu.h: which instruction sets this processor and its operating system run, and what to mind.
 *
 * Nothing is remembered: every call asks the processor, which a hypervisor makes slow, so a context
 * asks once, when it is created. The compiler's __builtin_cpu_supports would answer the first
 * question, but it links two writable globals and a constructor into the library.
 */
#ifndef THRONG_SIMD_CPU_H
#define THRONG_SIMD_CPU_H

#include <throng/context.h>

/* Gathers take longer than single loads: kernels use the wide_*_gather_loads words. */
#define THRONG_CPU_SLOW_GATHER 1u
/* 512-bit arithmetic lowers the clock of the whole core for a while after it. */
#define THRONG_CPU_SLOW_512 2u

/* Who made the processor and which one it is, as CPUID tells it. */
typedef struct throng_cpu_model {
    char vendor[13]; /* "GenuineIntel", "AuthenticAMD"; empty where there is no CPUID */
    int32_t family;  /* with the extended family added */
    int32_t model;   /* with the extended model in front */
} throng_cpu_model;

/* True if the processor has every instruction that kernels of `isa` are built with, and the
 * operating system saves their registers. SCALAR is true everywhere, BEST nowhere. */
bool throng_cpu_has(throng_isa isa);

throng_cpu_model throng_cpu_identify(void);

/* The THRONG_CPU_SLOW_* of a processor, by what is known of its kind. */
uint32_t throng_cpu_quirks(const throng_cpu_model *cpu);

#endif
