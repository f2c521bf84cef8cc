/* What a unit of work takes (builder.h), by instruction set and kind of map: a host that gives a
 * frame so many units wants it to be about the same everywhere, and in each piece of a build.
 *
 *     piece_times [MAP ...]      (random:1024 open:1024 maze:1023 terrain:1024 unless named)
 *
 * Times are of the thread; the first build, which meets fresh memory, is left out. */
#define _POSIX_C_SOURCE 200809L

#include "ground.h"

#include <throng/throng.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PIECE 20000
#define BUILDS 3
#define PIECES_MOST 100000

static void check(throng_result result)
{
    if (result == THRONG_OK)
        return;
    fprintf(stderr, "%s\n", throng_result_text(result));
    exit(EXIT_FAILURE);
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct site {
    throng_cost_field *cost;
    throng_builder *builder;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_integration_desc desc;
} site;

/* Times of the pieces in ns per unit; returns how many there are. */
static int build(const site *s, double *times)
{
    int count = 0;
    check(throng_builder_begin(s->builder, s->cost, &s->desc, s->integration, s->flow));
    for (bool is_done = false; !is_done;) {
        const double start = now_ns();
        check(throng_builder_continue(s->builder, PIECE, &is_done));
        if (count < PIECES_MOST)
            times[count++] = (now_ns() - start) / PIECE;
    }
    return count;
}

static void run(const char *name, const bench_ground *ground, throng_isa isa)
{
    static double times[PIECES_MOST];
    throng_context_desc context_desc = throng_context_desc_default();
    context_desc.isa = isa;
    throng_context *context;
    if (throng_context_create(&context_desc, &context))
        return; /* not on this processor */
    const throng_grid grid = throng_grid_default(ground->width, ground->height);
    const throng_rect whole = {0, 0, ground->width, ground->height};
    site s = {.desc = throng_integration_desc_default()};
    s.desc.goals = &ground->goal;
    s.desc.goal_count = 1;
    check(throng_cost_create(context, &grid, &s.cost));
    check(throng_cost_write(s.cost, whole, ground->costs, (size_t)ground->width));
    check(throng_cost_commit(s.cost));
    check(throng_builder_create(context, &grid, &s.builder));
    check(throng_integration_create(context, &grid, &s.integration));
    check(throng_flow_create(context, &grid, &s.flow));
    int count = 0;
    for (int i = 0; i < BUILDS; i++)
        count = build(&s, times);
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += times[i];
    qsort(times, (size_t)count, sizeof *times, compare_times);
    printf("%-13s %-7s %6d %8.2f %8.2f %8.2f %8.2f\n", name, throng_isa_name(isa), count,
           sum / count, times[count / 2], times[count * 95 / 100], times[count - 1]);
    check(throng_builder_destroy(s.builder));
    check(throng_flow_destroy(s.flow));
    check(throng_integration_destroy(s.integration));
    check(throng_cost_destroy(s.cost));
    check(throng_context_destroy(context));
}

int main(int argc, char **argv)
{
    static const throng_isa isas[] = {THRONG_ISA_SCALAR, THRONG_ISA_SSE41, THRONG_ISA_AVX2,
                                      THRONG_ISA_AVX512, THRONG_ISA_NEON};
    static const char *const usual[] = {"random:1024", "open:1024", "maze:1023", "terrain:1024"};
    printf("ns a unit             pieces     mean   median      p95     most\n");
    for (int i = 0; i < (argc > 1 ? argc - 1 : 4); i++) {
        const char *name = argc > 1 ? argv[i + 1] : usual[i];
        bench_ground ground;
        if (!bench_ground_make(name, &ground))
            return 2;
        for (size_t k = 0; k < sizeof isas / sizeof *isas; k++)
            run(name, &ground, isas[k]);
        bench_ground_free(&ground);
    }
    return 0;
}
