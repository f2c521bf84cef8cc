/* What a repair costs against solving the same field anew: medians and 95th percentiles, which
 * Google Benchmark's means would hide, since one change in many affects half the map.
 *
 *     repair_times [SIDE ...]      (256 and 1024 unless named)
 *
 * Maps are rough ground (20 % walls, 15 % cost 3, 7 % cost 6) and open ground (2 % walls), the goal
 * in the middle. `cell` makes a random cell a wall, or a wall ground; `tower` puts 3 x 3 walls on
 * ground that has a way, and takes them away again. Times are of the thread, less the 0.1 to 0.8 us
 * that reading its clock takes. */
#define _POSIX_C_SOURCE 200809L

#include <throng/throng.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define EDITS 2000
#define EDITS_PER_REBUILD 20 /* so that both meet the same caches and the same load */

typedef struct bench {
    int32_t side;
    throng_context *context;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *field, *other;
    throng_flow_field *flow, *other_flow;
    throng_cell goal;
    uint64_t random;
    double clock;                                     /* us that a reading takes */
    double commit[EDITS], repair[EDITS], redo[EDITS]; /* us */
    double rebuild[EDITS / EDITS_PER_REBUILD], whole_flow[EDITS / EDITS_PER_REBUILD];
} bench;

static void check(throng_result result)
{
    if (result == THRONG_OK)
        return;
    fprintf(stderr, "%s\n", throng_result_text(result));
    exit(EXIT_FAILURE);
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* us between two readings with nothing in between: half of many, as interruptions are no part of
 * it. */
static double measure_clock(void)
{
    static double times[1001];
    const int count = sizeof times / sizeof *times;
    for (int i = 0; i < count; i++) {
        const double start = now_us();
        times[i] = now_us() - start;
    }
    qsort(times, (size_t)count, sizeof *times, compare_times);
    return times[count / 2];
}

static double since(const bench *b, double start, double end)
{
    const double time = end - start - b->clock;
    return time > 0.01 ? time : 0.01;
}

/* 0 .. below - 1 (the high bits of a linear congruential generator; Knuth's MMIX constants). */
static int32_t pick(bench *b, int32_t below)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (int32_t)((b->random >> 33) % (uint64_t)below);
}

static void make_map(bench *b, bool is_open)
{
    for (int32_t y = 0; y < b->side; y++)
        for (int32_t x = 0; x < b->side; x++) {
            const int32_t r = pick(b, 100);
            const int32_t rough = r < 20 ? THRONG_WALL : r < 35 ? 3 : r < 42 ? 6 : 1;
            const int32_t cost = is_open ? (r < 2 ? THRONG_WALL : 1) : rough;
            check(throng_cost_fill(b->cost, (throng_rect){x, y, 1, 1}, (uint8_t)cost));
        }
    check(throng_cost_fill(b->cost, (throng_rect){b->goal.x, b->goal.y, 1, 1}, 1));
    check(throng_cost_commit(b->cost));
}

static void measure_rebuild(bench *b, int index)
{
    const double start = now_us();
    check(throng_integrate(b->solver, b->cost, &b->goal, 1, b->other));
    const double middle = now_us();
    check(throng_flow(b->cost, b->other, b->other_flow));
    b->whole_flow[index] = since(b, middle, now_us());
    b->rebuild[index] = since(b, start, middle);
    if (throng_integration_hash(b->field) == throng_integration_hash(b->other) &&
        throng_flow_hash(b->flow) == throng_flow_hash(b->other_flow))
        return;
    fprintf(stderr, "A repaired field differs from a rebuild.\n");
    exit(EXIT_FAILURE);
}

static bool holds_goal(const bench *b, throng_rect rect)
{
    return b->goal.x >= rect.x && b->goal.x < rect.x + rect.width && b->goal.y >= rect.y &&
           b->goal.y < rect.y + rect.height;
}

static throng_rect toggle_cell(bench *b)
{
    throng_rect rect = {0, 0, 1, 1};
    do {
        rect.x = pick(b, b->side);
        rect.y = pick(b, b->side);
    } while (holds_goal(b, rect));
    const bool is_wall = throng_cost_at(b->cost, (throng_cell){rect.x, rect.y}) == THRONG_WALL;
    check(throng_cost_fill(b->cost, rect, is_wall ? 1 : THRONG_WALL));
    return rect;
}

static throng_rect toggle_tower(bench *b, int edit)
{
    static throng_rect rect; /* of the tower that stands, and the ground below it */
    static uint8_t below[9];
    if (edit % 2 == 1) {
        check(throng_cost_write(b->cost, rect, below, 3));
        return rect;
    }
    throng_cell middle;
    do {
        middle = (throng_cell){1 + pick(b, b->side - 2), 1 + pick(b, b->side - 2)};
        rect = (throng_rect){middle.x - 1, middle.y - 1, 3, 3};
    } while (holds_goal(b, rect) || throng_integration_at(b->field, middle) == THRONG_UNREACHABLE);
    check(throng_cost_read(b->cost, rect, below, 3));
    check(throng_cost_fill(b->cost, rect, THRONG_WALL));
    return rect;
}

static void measure_edits(bench *b, bool is_tower)
{
    for (int i = 0; i < EDITS; i++) {
        const throng_rect rect = is_tower ? toggle_tower(b, i) : toggle_cell(b);
        const double start = now_us();
        check(throng_cost_commit(b->cost));
        const double committed = now_us();
        check(throng_integration_repair(b->solver, b->cost, &rect, 1, b->field));
        const double repaired = now_us();
        check(throng_flow(b->cost, b->field, b->flow));
        b->redo[i] = since(b, repaired, now_us());
        b->repair[i] = since(b, committed, repaired);
        b->commit[i] = since(b, start, committed);
        if (i % EDITS_PER_REBUILD == EDITS_PER_REBUILD - 1)
            measure_rebuild(b, i / EDITS_PER_REBUILD);
    }
}

static double percentile(double *times, int count, int percent)
{
    qsort(times, (size_t)count, sizeof *times, compare_times);
    return times[count * percent / 100];
}

static void run(int32_t side, bool is_open)
{
    static bench b;
    b = (bench){.side = side, .goal = {side / 2, side / 2}, .random = 1, .clock = measure_clock()};
    const throng_grid grid = throng_grid_default(side, side);
    check(throng_context_create(NULL, &b.context));
    check(throng_cost_create(b.context, &grid, &b.cost));
    check(throng_solver_create(b.context, side, side, &b.solver));
    check(throng_integration_create(b.context, &grid, &b.field));
    check(throng_integration_create(b.context, &grid, &b.other));
    check(throng_flow_create(b.context, &grid, &b.flow));
    check(throng_flow_create(b.context, &grid, &b.other_flow));
    make_map(&b, is_open);
    check(throng_solve(b.solver, b.cost, &b.goal, 1, b.field, b.flow));
    for (int is_tower = 0; is_tower < 2; is_tower++) {
        measure_edits(&b, is_tower);
        const int rebuilds = EDITS / EDITS_PER_REBUILD;
        const double median = percentile(b.repair, EDITS, 50);
        const double late = percentile(b.repair, EDITS, 95);
        const double rebuild = percentile(b.rebuild, rebuilds, 50);
        printf("%-5s %5" PRId32 "  %-5s %9.1f %8.1f %8.2f %8.2f %9.1f %8.2f %8.1f %9.0f %8.2f\n",
               is_open ? "open" : "rough", side, is_tower ? "tower" : "cell", rebuild,
               percentile(b.whole_flow, rebuilds, 50), percentile(b.commit, EDITS, 50), median,
               late, percentile(b.redo, EDITS, 50), percentile(b.redo, EDITS, 95), rebuild / median,
               late / rebuild);
        fflush(stdout);
    }
    check(throng_flow_destroy(b.flow));
    check(throng_flow_destroy(b.other_flow));
    check(throng_integration_destroy(b.field));
    check(throng_integration_destroy(b.other));
    check(throng_solver_destroy(b.solver));
    check(throng_cost_destroy(b.cost));
    check(throng_context_destroy(b.context));
}

int main(int argc, char **argv)
{
    printf("us            edit    rebuild     flow   commit   repair       p95     flow      p95"
           "     ratio p95/rebuild\n");
    for (int i = 1; i < (argc > 1 ? argc : 3); i++) {
        const int32_t side = argc > 1 ? atoi(argv[i]) : i == 1 ? 256 : 1024;
        if (side < 8 || side > 8192) {
            fprintf(stderr, "repair_times: %s is no side of 8 to 8192 cells\n", argv[i]);
            return 2;
        }
        run(side, false);
        run(side, true);
    }
    return 0;
}
