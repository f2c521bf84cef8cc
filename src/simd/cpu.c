#include "cpu.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

/* Register bits that XCR0 must show: XMM and YMM; those, opmask and both parts of ZMM. */
#define STATE_AVX 0x06u
#define STATE_AVX512 0xe6u

/* The parts of XCR0: what the operating system saves when it switches threads. */
static uint32_t saved_state(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

bool throng_cpu_has(throng_isa isa)
{
    uint32_t a, b, c, d, features = 0;
    if (isa == THRONG_ISA_SCALAR)
        return true;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return false;
    if (isa == THRONG_ISA_SSE41)
        return (c & bit_SSE4_1) != 0;
    if (isa != THRONG_ISA_AVX2 && isa != THRONG_ISA_AVX512)
        return false;
    if (!(c & bit_OSXSAVE) || !(c & bit_AVX) || !__get_cpuid_count(7, 0, &a, &features, &c, &d))
        return false;
    const bool wide = isa == THRONG_ISA_AVX512;
    const uint32_t state = wide ? STATE_AVX512 : STATE_AVX;
    const uint32_t needed =
        wide ? bit_AVX2 | bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL : bit_AVX2;
    return (features & needed) == needed && (saved_state() & state) == state;
}

throng_cpu_model throng_cpu_identify(void)
{
    throng_cpu_model cpu = {{0}, 0, 0};
    uint32_t a, b, c, d;
    if (!__get_cpuid(0, &a, &b, &c, &d))
        return cpu;
    memcpy(cpu.vendor, &b, 4);
    memcpy(cpu.vendor + 4, &d, 4);
    memcpy(cpu.vendor + 8, &c, 4);
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return cpu;
    cpu.family = (int32_t)(a >> 8 & 15);
    cpu.model = (int32_t)(a >> 4 & 15);
    if (cpu.family == 6 || cpu.family == 15)
        cpu.model += (int32_t)(a >> 16 & 15) << 4;
    if (cpu.family == 15)
        cpu.family += (int32_t)(a >> 20 & 255);
    return cpu;
}

#else

bool throng_cpu_has(throng_isa isa)
{
#if defined(__aarch64__)
    if (isa == THRONG_ISA_NEON)
        return true; /* part of the base architecture */
#endif
    return isa == THRONG_ISA_SCALAR;
}

throng_cpu_model throng_cpu_identify(void)
{
    const throng_cpu_model none = {{0}, 0, 0};
    return none;
}

#endif

/* Intel's cores of family 6 whose gathers are slow: those before Ice Lake by design; Skylake to
 * Rocket Lake by the microcode against gather data sampling (CVE-2022-40982), which a program
 * cannot see. Model numbers as in Linux' intel-family.h. */
static bool intel_gathers_slowly(int32_t model)
{
    static const uint8_t models[] = {
        0x3c, 0x3f, 0x45, 0x46, /* Haswell */
        0x3d, 0x47, 0x4f, 0x56, /* Broadwell */
        0x4e, 0x55, 0x5e,       /* Skylake; 0x55 is Cascade Lake and Cooper Lake too */
        0x66, 0x8e, 0x9e,       /* Cannon Lake, Kaby Lake and Coffee Lake */
        0xa5, 0xa6,             /* Comet Lake */
        0x6a, 0x6c, 0x7d, 0x7e, /* Ice Lake */
        0x8a, 0x8c, 0x8d, 0x9d, /* Lakefield, Tiger Lake, NNP-I */
        0xa7,                   /* Rocket Lake */
    };
    return model > 0 && model < 256 && memchr(models, model, sizeof models) != NULL;
}

/* Family 0x19 holds Zen 3 and Zen 4; these are the ranges of Zen 4. */
static bool amd_is_zen4(int32_t model)
{
    return (model >= 0x10 && model <= 0x1f) || (model >= 0x60 && model <= 0x7f) ||
           (model >= 0xa0 && model <= 0xaf);
}

uint32_t throng_cpu_quirks(const throng_cpu_model *cpu)
{
    if (cpu->vendor[0] == '\0')
        return 0;
    if (strcmp(cpu->vendor, "GenuineIntel") == 0) {
        const bool core = cpu->family == 6;
        return (core && intel_gathers_slowly(cpu->model) ? THRONG_CPU_SLOW_GATHER : 0u) |
               (core && cpu->model == 0x55 ? THRONG_CPU_SLOW_512 : 0u);
    }
    if (strcmp(cpu->vendor, "AuthenticAMD") == 0 &&
        (cpu->family > 0x19 || (cpu->family == 0x19 && amd_is_zen4(cpu->model))))
        return 0;
    /* Older AMD, and makes of which nothing is known: single loads are never far behind. */
    return THRONG_CPU_SLOW_GATHER;
}
