/* Hands every scene, in every way that this CPU can do it, to Google Benchmark:
 * stage/scene/isa[/threads].
 *
 * `ns` is the least time per item that any repetition has seen: CPU time of the thread where there
 * is one, time by the clock where there are two; of two that take turns on one ("2-in-turn"), CPU
 * time of the busier one and of what one does alone. The label is the hash of what was computed;
 * ways that leave other bits than the first one, or than the record, fail, and so does the
 * program. */
#include "peers.h"
#include "scene.h"

#include <benchmark/benchmark.h>
#if defined(BENCH_HAS_BOOST)
#include <boost/version.hpp>
#endif
#if defined(BENCH_HAS_NANOFLANN)
#include <nanoflann.hpp>
#endif

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace
{

double seconds(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/* By scene and, where each way has its own, by way. */
std::map<std::pair<const bench_scene *, int>, bench_world *> worlds;
std::map<const bench_scene *, uint64_t> hashes;
std::map<std::string, std::string> record;
bool has_failed = false;

/* The least times of the parts of one benchmark, over all its repetitions. */
struct least {
    std::vector<double> cpu, wall;

    explicit least(int parts)
        : cpu(static_cast<size_t>(parts), std::numeric_limits<double>::infinity()), wall(cpu)
    {
    }

    static double sum(const std::vector<double> &parts)
    {
        double total = 0.0;
        for (double part : parts)
            total += part;
        return total;
    }
};

/* Does all parts once. */
void work(benchmark::State &state, const bench_scene &scene, bench_world *world, least &best)
{
    if (scene.prepare) {
        state.PauseTiming();
        scene.prepare(world);
        state.ResumeTiming();
    }
    for (int part = 0; part < scene.parts; part++) {
        const size_t k = static_cast<size_t>(part);
        const double cpu_begin = seconds(CLOCK_THREAD_CPUTIME_ID), begin = seconds(CLOCK_MONOTONIC);
        const double spared = bench_look(world).spared;
        scene.work(world, part);
        const double wall = seconds(CLOCK_MONOTONIC) - begin;
        const double cpu =
            seconds(CLOCK_THREAD_CPUTIME_ID) - cpu_begin - (bench_look(world).spared - spared);
        best.cpu[k] = cpu < best.cpu[k] ? cpu : best.cpu[k];
        best.wall[k] = wall < best.wall[k] ? wall : best.wall[k];
    }
}

void fail(benchmark::State &state, const char *why)
{
    has_failed = true;
    state.SkipWithError(why);
}

/* Counters as rates where they tell how fast, as they are where they tell how much. */
void report(benchmark::State &state, const bench_scene &scene, const bench_facts &facts,
            const least &best, bool is_threaded)
{
    const double by_clock = least::sum(best.wall) / static_cast<double>(best.wall.size());
    const double by_cpu = least::sum(best.cpu) / static_cast<double>(best.cpu.size());
    const double time = is_threaded ? by_clock : by_cpu;
    state.counters["ns"] = 1e9 * time / facts.items;
    state.counters["ns_wall"] = 1e9 * by_clock / facts.items;
    state.counters["items"] = facts.items;
    state.counters[std::string(facts.unit) + "/s"] = facts.items / time;
    if (scene.item_bytes > 0.0f)
        state.counters["bytes/s"] = scene.item_bytes * facts.items / time;
    if (facts.neighbours > 0.0)
        state.counters["neighbours"] = facts.neighbours;
    if (facts.bytes_an_item > 0.0) {
        state.counters["bytes"] = facts.bytes_an_item;
        state.counters["allocations"] = facts.allocations;
    }
}

/* True if it is what every other way of the scene has left, and what is on record. */
bool is_expected(benchmark::State &state, const bench_scene *scene, bench_way way, uint64_t hash)
{
    char text[20];
    std::snprintf(text, sizeof text, "%016" PRIx64, hash);
    state.SetLabel(text);
    if (scene->own_bits >> way & 1)
        return true;
    const auto known = record.find(scene->name);
    if (known != record.end() && known->second != text) {
        fail(state,
             "other bits than on record; if that is meant, ./dev bench --hashes writes them anew");
        return false;
    }
    if (hashes.emplace(scene, hash).first->second == hash)
        return true;
    fail(state, "other bits than the way before");
    return false;
}

void run(benchmark::State &state, const bench_scene *scene, bench_way way, int threads, least *best)
{
    bench_world *&world = worlds[{scene, scene->is_world_per_way ? way : 0}];
    if (!world)
        world = scene->open(scene, way);
    if (!world) {
        fail(state, "the world cannot be made");
        return;
    }
    bench_choose(world, way, threads);
    for (auto _ : state)
        work(state, *scene, world, *best);
    if (bench_look(world).is_broken) {
        fail(state, "the work could not be done");
        return;
    }
    if (is_expected(state, scene, way, scene->hash(world)))
        report(state, *scene, bench_look(world), *best, threads > 1);
}

void add(const bench_scene *scene, bench_way way, int threads)
{
    std::string name = std::string(scene->name) + "/" + bench_way_name(way);
    if (threads != 1)
        name += threads == BENCH_TWO_IN_TURN ? "/2-in-turn" : "/" + std::to_string(threads);
    least *best = new least(scene->parts); /* lives as long as the benchmark: until the end */
    benchmark::RegisterBenchmark(name.c_str(), run, scene, way, threads, best)
        ->Unit(benchmark::kMicrosecond);
}

bool can_do(const bench_scene *scene, bench_way way, int threads)
{
    if (!(scene->ways >> way & 1) || !bench_way_is_usable(way))
        return false;
    return threads == 1 || (scene->threads_most > 1 && way < BENCH_HEAP &&
                            (threads == BENCH_TWO_IN_TURN || bench_has_threads()));
}

/* 1, 2, 4 and so on up to what the machine has, at least 2. */
std::vector<int> thread_counts()
{
    std::vector<int> counts = {1, BENCH_TWO_IN_TURN, 2};
    for (unsigned threads = 4; threads <= std::thread::hardware_concurrency(); threads *= 2)
        counts.push_back(static_cast<int>(threads));
    return counts;
}

void add_all(const bench_scene *scenes)
{
    for (const bench_scene *scene = scenes; scene->name; scene++) {
        if (!bench_scene_is_there(scene))
            continue;
        for (int threads : thread_counts())
            for (int way = 0; way < BENCH_WAY_COUNT; way++)
                if (can_do(scene, static_cast<bench_way>(way), threads))
                    add(scene, static_cast<bench_way>(way), threads);
    }
}

/* --hashes=FILE: lines of a scene and its hash; # begins a comment. */
bool read_record(int &argc, char **argv)
{
    const std::string option = "--hashes=";
    for (int i = 1; i < argc; i++) {
        if (option.compare(0, option.size(), argv[i], 0, option.size()) != 0)
            continue;
        std::ifstream file(argv[i] + option.size());
        if (!file) {
            std::fprintf(stderr, "%s cannot be read\n", argv[i] + option.size());
            return false;
        }
        for (std::string line; std::getline(file, line);) {
            const size_t space = line.find(' ');
            if (line.compare(0, 1, "#") != 0 && space != std::string::npos)
                record[line.substr(0, space)] = line.substr(space + 1);
        }
        std::copy(argv + i + 1, argv + argc, argv + i);
        argc--;
        return true;
    }
    return true;
}

void add_peers()
{
    bench_field_peers[BENCH_PRIORITY_QUEUE] = &bench_priority_queue;
#if defined(BENCH_HAS_BOOST)
    bench_field_peers[BENCH_BOOST] = &bench_boost;
#endif
#if defined(BENCH_HAS_NANOFLANN)
    bench_crowd_peers[BENCH_NANOFLANN] = &bench_nanoflann;
#endif
#if defined(BENCH_HAS_DETOUR)
    bench_crowd_peers[BENCH_DETOUR] = &bench_detour;
#endif
}

/* Recast Navigation does not say which version it is. */
std::map<std::string, std::string> peer_versions()
{
    std::map<std::string, std::string> versions;
#if defined(BENCH_HAS_BOOST)
    versions["boost"] = BOOST_LIB_VERSION;
#endif
#if defined(BENCH_HAS_NANOFLANN)
    const int version = NANOFLANN_VERSION;
    versions["nanoflann"] = std::to_string(version >> 8) + "." + std::to_string(version >> 4 & 15) +
                            "." + std::to_string(version & 15);
#endif
    return versions;
}

std::string cpu_model()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.compare(0, 10, "model name") == 0)
            return line.substr(line.find(':') + 2);
    return "unknown";
}

} /* namespace */

int main(int argc, char **argv)
{
    add_peers();
    for (const bench_scene *const *scenes = bench_scenes; *scenes; scenes++)
        add_all(*scenes);
    benchmark::AddCustomContext("cpu_model", cpu_model());
    for (const auto &version : peer_versions())
        benchmark::AddCustomContext(version.first, version.second);
    benchmark::AddCustomContext("throng_compiler", bench_compiler());
    if (!read_record(argc, argv))
        return 2;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return has_failed ? 1 : 0;
}
