/* Flow: the direction pass alone, and the pass that packs directions for sampling. */
#include "flow/flow.h"

#include "integration/integration.h"
#include "world.h"

#include <string.h>

static throng_flow_job job_of(const bench_world *w)
{
    const throng_grid *grid = &w->cost->grid;
    return (throng_flow_job){grid->width,   grid->height,   w->integration->distance,
                             w->cost->cost, w->cost->moves, w->flow->codes,
                             w->flow->quads};
}

static void wipe(bench_world *w)
{
    memset(w->flow->codes, 0xEE, (size_t)throng_grid_cells(&w->flow->grid));
}

static void find_codes(bench_world *w, int part)
{
    (void)part;
    throng_flow_job job = job_of(w);
    job.quads = NULL;
    w->context->kernels.flow(&job, 0, job.height);
}

static void pack(bench_world *w, int part)
{
    (void)part;
    throng_flow_job job = job_of(w);
    w->context->kernels.quads(&job, 0, job.height + 1);
}

static uint64_t hash(const bench_world *w)
{
    return throng_flow_hash(w->flow);
}

static uint64_t hash_quads(const bench_world *w)
{
    return bench_hash(BENCH_HASH_START, w->flow->quads,
                      (size_t)throng_quad_count(&w->flow->grid) * sizeof *w->flow->quads);
}

/* Bytes a cell: distance, cost and moves are read, a code is written; or codes are read and quads
 * written. */
#define SCENE(name_, map_, prepare_, work_, hash_, bytes_)                                         \
    {                                                                                              \
        .name = "flow/" name_, .open = bench_map_open, .prepare = prepare_, .work = work_,         \
        .hash = hash_, .ways = BENCH_EACH_ISA, .parts = 1, .item_bytes = bytes_,                   \
        .threads_most = 1, .map = map_                                                             \
    }

const bench_scene bench_flow_scenes[] = {
    SCENE("64", "random:64", wipe, find_codes, hash, 7.0f),
    SCENE("256", "random:256", wipe, find_codes, hash, 7.0f),
    SCENE("1024", "random:1024", wipe, find_codes, hash, 7.0f),
    SCENE("4096", "random:4096", wipe, find_codes, hash, 7.0f),
    SCENE("64-quads", "random:64", NULL, pack, hash_quads, 3.0f),
    SCENE("256-quads", "random:256", NULL, pack, hash_quads, 3.0f),
    {.name = NULL}};
