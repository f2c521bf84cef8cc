/* Hands every scene, in every way that this CPU can do it, to Google Benchmark:
 * stage/scene/isa[/threads].
 *
 * `ns` is the least time per item that any repetition has seen: CPU time of the thread where there
 * is one, time by the clock where there are two; of two that take turns on one ("2-in-turn"), CPU
 * time of the busier one and of what one does alone. The label is the hash of what was computed;
 * ways that leave other bits than the first one fail, and so does the program. */
#include "scene.h"

#include <benchmark/benchmark.h>

#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace
{

double seconds(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/* A world and what all ways must leave in it. */
struct opened {
    bench_world *world = nullptr;
    bool has_hash = false;
    uint64_t hash = 0;
};

std::map<const bench_scene *, opened> worlds;
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

void report(benchmark::State &state, const opened &o, const least &best, bool is_threaded)
{
    const bench_facts facts = bench_look(o.world);
    const double by_clock = least::sum(best.wall) / static_cast<double>(best.wall.size());
    const double by_cpu = least::sum(best.cpu) / static_cast<double>(best.cpu.size());
    const double time = is_threaded ? by_clock : by_cpu;
    state.counters["ns"] = 1e9 * time / facts.items;
    state.counters["ns_wall"] = 1e9 * by_clock / facts.items;
    state.counters["items"] = facts.items;
    state.counters[facts.is_of_agents ? "agents/s" : "cells/s"] = facts.items / time;
    if (facts.neighbours > 0.0)
        state.counters["neighbours"] = facts.neighbours;
    if (facts.bytes_an_item > 0.0) {
        state.counters["bytes"] = facts.bytes_an_item;
        state.counters["allocations"] = facts.allocations;
    }
    char text[20];
    std::snprintf(text, sizeof text, "%016" PRIx64, o.hash);
    state.SetLabel(text);
}

void run(benchmark::State &state, const bench_scene *scene, bench_way way, int threads, least *best)
{
    opened &o = worlds[scene];
    if (!o.world)
        o.world = scene->open(scene);
    if (!o.world) {
        fail(state, "the world cannot be made");
        return;
    }
    bench_choose(o.world, way, threads);
    for (auto _ : state)
        work(state, *scene, o.world, *best);
    const uint64_t hash = scene->hash(o.world);
    if (o.has_hash && hash != o.hash) {
        fail(state, "other bits than the way before");
        return;
    }
    o.has_hash = true;
    o.hash = hash;
    report(state, o, *best, threads > 1);
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
    return threads == 1 || (scene->threads_most > 1 && (threads != 2 || bench_has_threads()));
}

void add_all(const bench_scene *scenes)
{
    for (const bench_scene *scene = scenes; scene->name; scene++)
        for (int threads : {1, 2, BENCH_TWO_IN_TURN})
            for (int way = 0; way < BENCH_WAY_COUNT; way++)
                if (can_do(scene, static_cast<bench_way>(way), threads))
                    add(scene, static_cast<bench_way>(way), threads);
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
    const bench_scene *const stages[] = {
        bench_integration_scenes, bench_flow_scenes, bench_sample_scenes, bench_neighbours_scenes,
        bench_steer_scenes,       bench_move_scenes, bench_step_scenes};
    for (const bench_scene *scenes : stages)
        add_all(scenes);
    benchmark::AddCustomContext("cpu_model", cpu_model());
    benchmark::AddCustomContext("throng_compiler", bench_compiler());
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return has_failed ? 1 : 0;
}
