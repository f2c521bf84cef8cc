/* Ways to compute: the library's tables of kernels and one of our own. */
#define _POSIX_C_SOURCE 200809L

#include "peers.h"
#include "plain.h"
#include "scene.h"
#include "world.h"

#include "simd/cpu.h"

#include <time.h>

static const throng_isa isas[BENCH_WAY_COUNT] = {
    [BENCH_PLAIN] = THRONG_ISA_SCALAR,  [BENCH_SCALAR] = THRONG_ISA_SCALAR,
    [BENCH_SSE41] = THRONG_ISA_SSE41,   [BENCH_AVX2] = THRONG_ISA_AVX2,
    [BENCH_AVX512] = THRONG_ISA_AVX512, [BENCH_NEON] = THRONG_ISA_NEON,
    [BENCH_HEAP] = THRONG_ISA_SCALAR,   [BENCH_PRIORITY_QUEUE] = THRONG_ISA_SCALAR,
    [BENCH_BOOST] = THRONG_ISA_SCALAR,  [BENCH_NANOFLANN] = THRONG_ISA_SCALAR,
    [BENCH_DETOUR] = THRONG_ISA_SCALAR,
};

/* Of the ways that are no instruction set. */
static const char *const names[BENCH_WAY_COUNT] = {
    [BENCH_PLAIN] = "plain",
    [BENCH_HEAP] = "heap",
    [BENCH_PRIORITY_QUEUE] = "priority_queue",
    [BENCH_BOOST] = "boost",
    [BENCH_NANOFLANN] = "nanoflann",
    [BENCH_DETOUR] = "detour",
};

const bench_field_peer *bench_field_peers[BENCH_WAY_COUNT];
const bench_crowd_peer *bench_crowd_peers[BENCH_WAY_COUNT];

const char *bench_way_name(bench_way way)
{
    return names[way] ? names[way] : throng_isa_name(isas[way]);
}

throng_isa bench_way_isa(bench_way way)
{
    return isas[way];
}

bool bench_way_is_usable(bench_way way)
{
    if (way > BENCH_HEAP)
        return bench_field_peers[way] || bench_crowd_peers[way];
    return throng_isa_is_usable(isas[way]);
}

bool bench_has_threads(void)
{
    return throng_has_openmp();
}

const bench_scene *const bench_scenes[] = {
    bench_yardstick_scenes, bench_cost_scenes,   bench_integration_scenes, bench_repair_scenes,
    bench_many_scenes,      bench_flow_scenes,   bench_sample_scenes,      bench_neighbours_scenes,
    bench_steer_scenes,     bench_move_scenes,   bench_step_scenes,        bench_frame_scenes,
    bench_path_scenes,      bench_places_scenes, bench_detours_scenes,     NULL};

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Two threads take every other slice of the blocks, one thread after the other: on two cores, only
 * the busier of them would take time. Slices are equal, of one block as long as there are few. */
static void *work_in_turn(throng_task_function *function, int32_t block_count, void *data,
                          void *user)
{
    bench_world *world = user;
    double spent[2];
    const int32_t slice = block_count / 64 + 1;
    for (int32_t thread = 0; thread < 2; thread++) {
        double begin = cpu_seconds();
        for (int32_t first = thread * slice; first < block_count; first += 2 * slice)
            function(first, first + slice < block_count ? first + slice : block_count, data);
        spent[thread] = cpu_seconds() - begin;
    }
    world->spared += spent[0] < spent[1] ? spent[0] : spent[1];
    return NULL;
}

static void finish_in_turn(void *handle, void *user)
{
    (void)handle;
    (void)user;
}

void bench_choose(bench_world *world, bench_way way, int32_t threads)
{
    throng_context *context = world->context;
    world->way = way;
    if (way == BENCH_PLAIN)
        context->kernels = bench_kernels_plain;
    else
        context->kernels = *throng_kernels_for(isas[way]);
    context->tasks = (throng_tasks){.mode = THRONG_TASKS_NONE, .worker_count = 1};
    if (threads > 1)
        context->tasks = (throng_tasks){.mode = THRONG_TASKS_OPENMP, .worker_count = threads};
    if (threads == BENCH_TWO_IN_TURN)
        context->tasks = (throng_tasks){.mode = THRONG_TASKS_HOST,
                                        .worker_count = 2,
                                        .enqueue = work_in_turn,
                                        .finish = finish_in_turn,
                                        .user = world};
    world->spared = 0.0;
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
