/* Ways to compute: the library's tables of kernels and one of our own. */
#include "plain.h"
#include "scene.h"
#include "world.h"

#include "simd/cpu.h"

static const throng_isa isas[BENCH_WAY_COUNT] = {
    [BENCH_PLAIN] = THRONG_ISA_SCALAR,  [BENCH_SCALAR] = THRONG_ISA_SCALAR,
    [BENCH_SSE41] = THRONG_ISA_SSE41,   [BENCH_AVX2] = THRONG_ISA_AVX2,
    [BENCH_AVX512] = THRONG_ISA_AVX512, [BENCH_AVX512_ALL] = THRONG_ISA_AVX512,
    [BENCH_NEON] = THRONG_ISA_NEON,
};

const char *bench_way_name(bench_way way)
{
    if (way == BENCH_PLAIN)
        return "plain";
    return way == BENCH_AVX512_ALL ? "avx512-all" : throng_isa_name(isas[way]);
}

bool bench_way_is_usable(bench_way way)
{
    return throng_isa_is_usable(isas[way]);
}

bool bench_has_threads(void)
{
    return throng_has_openmp();
}

void bench_choose(bench_world *world, bench_way way, int32_t threads)
{
    throng_context *context = world->context;
    if (way == BENCH_PLAIN)
        context->kernels = bench_kernels_plain;
    else
        context->kernels =
            throng_kernels_tuned(isas[way], way == BENCH_AVX512_ALL ? 0 : context->cpu_quirks);
    context->tasks.mode = threads > 1 ? THRONG_TASKS_OPENMP : THRONG_TASKS_NONE;
    context->tasks.worker_count = threads;
}

const char *bench_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}
