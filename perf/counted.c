/* What can be counted rather than timed: instructions of every kernel, calls of malloc in a step,
 * bytes an agent and a cell take. The gate compares this with a record.
 *
 *     counted [NAME]      scenes whose name (stage/scene/isa) is NAME, or all
 *     counted bytes       memory by object
 *     counted --compiler  what this program was built with, as one word
 *
 * Lines of kind, name and value, cut by tabs. Under callgrind it dumps the instructions of each
 * scene's work, and nothing else, under the scene's name: see count.sh. Scenes and their hashes are
 * those of the benchmarks; ways that leave other bits than scalar code fail. */
#include "world.h"

#include "counted.h"

#include <throng/throng.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(PERF_HAS_CALLGRIND)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS_AT(name)
#endif

/* Small scenes: callgrind takes fifty times as long. */
static const char *const scenes[] = {
    "cost/random:64",   "integration/random:64", "integration/open:64",
    "solve/random:64",  "repair/random:64-cell", "flow/64",
    "flow/64-quads",    "sample/sorted-1k",      "neighbours/sort-1k",
    "neighbours/6-1k",  "steer/crowd-1k",        "move/crowd-1k",
    "step/crowd-1k",    "step/parting-1k",       "frame/crowd-1k",
    "path/random:64-10"};

/* Valgrind knows no AVX-512 and hides it from programs. */
static const bench_way ways[] = {BENCH_SCALAR, BENCH_SSE41, BENCH_AVX2, BENCH_AVX512, BENCH_NEON};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* The linker puts these in front of every allocation of this program and of the library (--wrap).
 */
static int64_t calls;
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
    calls++;
    return __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    calls++;
    return __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    calls++;
    return __real_realloc(memory, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    calls++;
    return __real_aligned_alloc(alignment, bytes);
}

static const bench_scene *find_scene(const char *name)
{
    for (const bench_scene *const *list = bench_scenes; *list; list++)
        for (const bench_scene *scene = *list; scene->name; scene++)
            if (strcmp(scene->name, name) == 0)
                return scene;
    return NULL;
}

/* Does the work of one scene in one way. False if that leaves other bits than the first way. */
static bool count(const bench_scene *scene, bench_way way, bench_world *world, uint64_t *hash)
{
    char name[80];
    snprintf(name, sizeof name, "%s/%s", scene->name, bench_way_name(way));
    bench_choose(world, way, 1);
    perf_plant(world);
    if (scene->prepare)
        scene->prepare(world);
    const int64_t calls_before = calls;
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    for (int part = 0; part < scene->parts; part++)
        scene->work(world, part);
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(name);
    printf("allocations\t%s\t%" PRId64 "\n", name, calls - calls_before);
    const uint64_t own = scene->hash(world);
    if (*hash == 0)
        *hash = own;
    if (own == *hash)
        return true;
    fprintf(stderr, "%s leaves other bits than another way\n", name);
    return false;
}

/* `wanted` is a name or NULL. */
static bool count_scene(const char *scene_name, const char *wanted)
{
    const bench_scene *scene = find_scene(scene_name);
    bench_world *world = NULL;
    uint64_t hash = 0;
    bool is_good = true;
    if (!scene) {
        fprintf(stderr, "there is no scene %s\n", scene_name);
        return false;
    }
    for (size_t i = 0; i < COUNT_OF(ways) && is_good; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s/%s", scene_name, bench_way_name(ways[i]));
        if (!(scene->ways >> ways[i] & 1) || !bench_way_is_usable(ways[i]) ||
            (wanted && strcmp(name, wanted) != 0))
            continue;
        if (!world || scene->is_world_per_way)
            world = scene->open(scene, ways[i]);
        is_good = world && count(scene, ways[i], world, &hash);
    }
    return is_good;
}

/* Bytes that the host was asked for and has not got back. */
static void *allocate(size_t bytes, size_t alignment, void *user)
{
    *(size_t *)user += bytes;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void release(void *memory, size_t bytes, void *user)
{
    *(size_t *)user -= bytes;
    free(memory);
}

static void print_bytes(const char *what, const char *isa, size_t bytes, double items)
{
    printf("bytes\t%s/%s\t%.3f\n", what, isa, (double)bytes / items);
}

/* Objects for maps of 1024 x 1024 cells and a crowd of 100,000. */
static bool print_memory(throng_isa isa)
{
    const int32_t side = 1024, agents = 100000;
    const double cells = (double)side * (double)side;
    const throng_grid grid = throng_grid_default(side, side);
    const char *name = throng_isa_name(isa);
    size_t bytes = 0, before = 0;
    throng_context *context;
    throng_cost_field *cost;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_solver *solver;
    throng_path_finder *finder;
    throng_crowd *crowd;
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    desc.allocator.allocate = allocate;
    desc.allocator.release = release;
    desc.allocator.user = &bytes;
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    crowd_desc.grid = grid;
    crowd_desc.agent_capacity = agents;
    if (!bench_check(throng_context_create(&desc, &context), "context"))
        return false;
#define MEASURE(what_, items_, create_)                                                            \
    before = bytes;                                                                                \
    if (!bench_check(create_, what_))                                                              \
        return false;                                                                              \
    print_bytes(what_, name, bytes - before, items_)
    MEASURE("cost", cells, throng_cost_create(context, &grid, &cost));
    MEASURE("integration", cells, throng_integration_create(context, &grid, &integration));
    MEASURE("flow", cells, throng_flow_create(context, &grid, &flow));
    MEASURE("solver", cells, throng_solver_create(context, side, side, &solver));
    MEASURE("path-finder", cells, throng_path_finder_create(context, side, side, &finder));
    MEASURE("agent", agents, throng_crowd_create(context, &crowd_desc, &crowd));
#undef MEASURE
    return true;
}

/* "gcc 12.2.0" as "gcc-12.2.0". */
static void print_compiler(void)
{
    for (const char *c = bench_compiler(); *c; c++)
        putchar(*c == ' ' ? '-' : *c);
    putchar('\n');
}

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : NULL;
    bool is_good = true;
    if (wanted && strcmp(wanted, "--compiler") == 0) {
        print_compiler();
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < COUNT_OF(scenes) && is_good; i++)
        if (!wanted || strncmp(wanted, scenes[i], strlen(scenes[i])) == 0)
            is_good = count_scene(scenes[i], wanted);
    if (is_good && (!wanted || strcmp(wanted, "bytes") == 0))
        is_good = print_memory(THRONG_ISA_SCALAR) &&
                  (!throng_isa_is_usable(THRONG_ISA_AVX2) || print_memory(THRONG_ISA_AVX2));
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
