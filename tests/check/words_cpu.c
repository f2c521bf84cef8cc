/* Which instruction sets are usable, and which processors have which quirk. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "simd/cpu.h"

static void detection_agrees_with_the_compiler(void **state)
{
    (void)state;
    assert_true(throng_cpu_has(THRONG_ISA_SCALAR));
    assert_false(throng_cpu_has(THRONG_ISA_BEST));
    assert_false(throng_cpu_has((throng_isa)99));
#if defined(__x86_64__)
    const bool sse41 = __builtin_cpu_supports("sse4.1"), avx2 = __builtin_cpu_supports("avx2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vl");
    assert_int_equal(throng_cpu_has(THRONG_ISA_SSE41), sse41);
    assert_int_equal(throng_cpu_has(THRONG_ISA_AVX2), avx2);
    assert_int_equal(throng_cpu_has(THRONG_ISA_AVX512), avx512);
    assert_false(throng_cpu_has(THRONG_ISA_NEON));
#elif defined(__aarch64__)
    assert_true(throng_cpu_has(THRONG_ISA_NEON));
    assert_false(throng_cpu_has(THRONG_ISA_SSE41));
#endif
}

static void this_processor_says_who_made_it(void **state)
{
    (void)state;
    const throng_cpu_model cpu = throng_cpu_identify();
    printf("vendor '%s', family %d, model 0x%02x, quirks %u\n", cpu.vendor, cpu.family,
           (unsigned)cpu.model, (unsigned)throng_cpu_quirks(&cpu));
#if defined(__x86_64__)
    assert_int_equal(strlen(cpu.vendor), 12);
    assert_in_range(cpu.family, 1, 15 + 255);
    assert_in_range(cpu.model, 0, 255);
#else
    assert_int_equal(strlen(cpu.vendor), 0);
#endif
}

static void quirks_follow_the_kind_of_processor(void **state)
{
    (void)state;
    const uint32_t gather = THRONG_CPU_SLOW_GATHER, clock_512 = THRONG_CPU_SLOW_512;
    const struct {
        throng_cpu_model cpu;
        uint32_t quirks;
    } known[] = {
        {{"GenuineIntel", 6, 0x1a}, 0},      /* Nehalem: has neither gathers nor 512 bits at all */
        {{"GenuineIntel", 6, 0x3c}, gather}, /* Haswell */
        {{"GenuineIntel", 6, 0x9e}, gather}, /* Coffee Lake */
        {{"GenuineIntel", 6, 0x55}, gather | clock_512},        /* Skylake-SP */
        {{"GenuineIntel", 6, 0x6a}, gather},                    /* Ice Lake server, by microcode */
        {{"GenuineIntel", 6, 0x8f}, 0},                         /* Sapphire Rapids */
        {{"GenuineIntel", 6, 0xcf}, 0},                         /* Emerald Rapids */
        {{"GenuineIntel", 6, 0x97}, 0},                         /* Alder Lake */
        {{"GenuineIntel", 15, 0x55}, 0},                        /* another family, same number */
        {{"AuthenticAMD", 0x17, 0x31}, THRONG_CPU_SLOW_GATHER}, /* Zen 2 */
        {{"AuthenticAMD", 0x19, 0x21}, THRONG_CPU_SLOW_GATHER}, /* Zen 3 */
        {{"AuthenticAMD", 0x19, 0x50}, THRONG_CPU_SLOW_GATHER}, /* Zen 3, mobile */
        {{"AuthenticAMD", 0x19, 0x11}, 0},                      /* Zen 4 server */
        {{"AuthenticAMD", 0x19, 0x61}, 0},                      /* Zen 4 desktop */
        {{"AuthenticAMD", 0x19, 0xa0}, 0},                      /* Zen 4c */
        {{"AuthenticAMD", 0x1a, 0x44}, 0},                      /* Zen 5 */
        {{"HygonGenuine", 0x18, 0x01}, THRONG_CPU_SLOW_GATHER}, /* not known to be fast */
        {{"", 0, 0}, 0},                                        /* not an x86 */
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (throng_cpu_quirks(&known[i].cpu) != known[i].quirks)
            fail_msg("%s family 0x%02x model 0x%02x", known[i].cpu.vendor,
                     (unsigned)known[i].cpu.family, (unsigned)known[i].cpu.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(detection_agrees_with_the_compiler),
        cmocka_unit_test(this_processor_says_who_made_it),
        cmocka_unit_test(quirks_follow_the_kind_of_processor),
    };
    return cmocka_run_group_tests_name("processors", tests, NULL, NULL);
}
