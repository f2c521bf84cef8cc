/* Integration: one destination on rough ground. */
#include "world.h"

static bench_world *open_rough(const bench_scene *scene)
{
    bench_ground ground = {scene->side, 20, true, {scene->side / 2, scene->side / 2}};
    return bench_world_open(scene, &ground);
}

static void solve(bench_world *w, int part)
{
    (void)part;
    bench_check(throng_integrate(w->solver, w->cost, &w->goal, 1, w->integration), "integrate");
}

static uint64_t hash(const bench_world *w)
{
    return throng_integration_hash(w->integration);
}

#define SCENE(name_, side_)                                                                        \
    {                                                                                              \
        .name = "integration/" name_, .open = open_rough, .work = solve, .hash = hash,             \
        .ways = BENCH_ONLY_SCALAR, .parts = 1, .threads_most = 1, .side = side_                    \
    }

const bench_scene bench_integration_scenes[] = {
    SCENE("64", 64), SCENE("256", 256), SCENE("1024", 1024), {.name = NULL}};
