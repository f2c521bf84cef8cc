/*
 * integration.h: how far is each cell from the nearest goal?
 *
 * D(goal) = 0 (or a price, see below) and D(n) = min over legal neighbours s of D(s) + w * cost(n),
 * w = 10 straight and 14 diagonal: exactly Dijkstra's distances. Walls and cells without a way hold
 * THRONG_UNREACHABLE.
 */
#ifndef THRONG_INTEGRATION_H
#define THRONG_INTEGRATION_H

#include <throng/cost.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_integration_field throng_integration_field;
typedef struct throng_solver throng_solver;

/* Scratch for solving and repairing fields of up to `width` x `height` cells: 8.7 bytes per cell,
 * and in contexts of a wide instruction set 10308 for each tile of 64 x 64 cells, begun ones too,
 * and 68 KiB for each thread of the context, 16 at most; there are no tiles where they would hold
 * more than eight times the map's cells. One solver per thread that solves. It also solves maps of
 * other shapes and maps made in another context, but slower where that needs more tiles or other
 * kernels. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_solver_create(throng_context *context, int32_t width,
                                              int32_t height, throng_solver **out);

/* Destroys a solver. NULL is allowed. */
THRONG_API throng_result throng_solver_destroy(throng_solver *solver);

/* Makes a field without a result. 4 bytes per cell, and room for 64 goals. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_integration_create(throng_context *context, const throng_grid *grid,
                                                   throng_integration_field **out);

/* Destroys a field. NULL is allowed. IN_USE: a group of a crowd or a builder uses it. */
THRONG_API throng_result throng_integration_destroy(throng_integration_field *field);

THRONG_API throng_grid throng_integration_grid(const throng_integration_field *field);

/* Areas as goals: lists the passable cells of a rectangle, or those whose centre is at most
 * `radius` metres from `centre` (both rounded to 1/256 of a cell), row by row, and sets *count to
 * their number. What is off the map is left out, so there may be none. With NULL `goals` they are
 * counted alone, and `capacity` says nothing. CAPACITY: more than `capacity` of them. ARGUMENT: a
 * rectangle without cells, a centre that is not finite, a radius that is negative, NaN or more than
 * 16384 cells, a negative capacity, NULL `count`. */
THRONG_API throng_result throng_goals_in_rect(const throng_cost_field *cost, throng_rect rect,
                                              throng_cell *goals, int32_t capacity, int32_t *count);
THRONG_API throng_result throng_goals_in_disc(const throng_cost_field *cost, throng_point centre,
                                              float radius, throng_cell *goals, int32_t capacity,
                                              int32_t *count);

/* Makes room for the goals that the field keeps for repairs, repeated ones and those on walls
 * counted; never shrinks. 12 bytes per goal. Solves take any number of goals; those of a solve that
 * had more than there was room for are not kept, and reserving afterwards does not bring them back.
 * ARGUMENT: a negative number. MEMORY: the field is as it was. */
THRONG_API throng_result throng_integration_reserve_goals(throng_integration_field *field,
                                                          int32_t goal_capacity);

/* Solves the whole field exactly, by tiles of 64 x 64 cells in whole registers; with scalar
 * kernels, and where most tiles are corridors with few forks, or visits to tiles pass 40 each on
 * average, by Dijkstra's algorithm over a ring of buckets (Dial 1969). The time is thus bounded by
 * that of both; the result is the same. The context's threads share the tiles of maps of 256 of
 * them and more, 1024 x 1024 cells. Allocates nothing. `goals` holds `goal_count` >= 1 cells; goals
 * on walls are skipped, and the same goal twice is one goal. ARGUMENT: a goal off the map, no goal.
 * SHAPE: the grids of `cost` and `out` differ. CAPACITY: the solver is too small. NOT_COMMITTED.
 * GOAL: every goal is on a wall. In all these cases `out` keeps its last result. RANGE: some
 * distance does not fit into 4294967294; `out` then holds no result. */
THRONG_API throng_result throng_integrate(throng_solver *solver, const throng_cost_field *cost,
                                          const throng_cell *goals, int32_t goal_count,
                                          throng_integration_field *out);

/* What a field is solved for. */
typedef struct throng_integration_desc {
    size_t struct_size;       /* set by throng_integration_desc_init */
    const throng_cell *goals; /* goal_count >= 1 cells, as for throng_integrate */
    int32_t goal_count;
    /* A value for each goal to begin with, in the unit of D: even, 0..4294967294; NULL (the
     * default): 0 for all. D of a goal's cell is at most its price, and less where another goal
     * with its price and the way there is nearer; the cell is a goal, without a direction, where D
     * equals the price. Of the same goal twice the lesser price counts. Agents of
     * crowds arrive at such goals as at others, but brake only once they are there: D does not tell
     * them how far it still is. */
    const uint32_t *prices;
    /* The largest D that is asked for: cells that are farther hold THRONG_UNREACHABLE, and the
     * solve takes as long as what lies within, and as clearing what the field held beyond it.
     * THRONG_UNREACHABLE (the default): none; RANGE is only for fields without a limit. */
    uint32_t limit;
    /* NULL (the default), or a value for every cell to begin with, in place of goals, which there
     * must then be none of: width * height of them, row by row, in the unit of D and even, or
     * THRONG_UNREACHABLE for none; those on walls count for nothing. D of a cell is at most its
     * value; it has no direction where no step explains its D, which then is its value. The array
     * is read during the call alone: such fields cannot be repaired, nor built in pieces. GOAL: no
     * passable cell has a value. */
    const uint32_t *values;
} throng_integration_desc;

/* Fills `desc` with the defaults: no goal yet. `struct_size` is the caller's
 * sizeof(throng_integration_desc). */
THRONG_API void throng_integration_desc_init(throng_integration_desc *desc, size_t struct_size);

static inline throng_integration_desc throng_integration_desc_default(void)
{
    throng_integration_desc desc;
    throng_integration_desc_init(&desc, sizeof desc);
    return desc;
}

/* throng_integrate for goals with prices, for values, or up to a limit. ARGUMENT: also an
 * uninitialised desc, a price or value that is odd, and goals beside values. CAPACITY: also if
 * there are prices above 0 and more goals than `out` has room for, as directions need them
 * (throng_integration_reserve_goals). */
THRONG_API throng_result throng_integrate_with(throng_solver *solver, const throng_cost_field *cost,
                                               const throng_integration_desc *desc,
                                               throng_integration_field *out);

/* Makes `field` what a whole solve for its goals would give now, bit for bit, touching only what
 * changes (with their prices, up to the field's limit): edit the cost field, commit, repair, then
 * throng_flow, which redoes only what the repairs changed. `changed` holds `count` rectangles that
 * cover every cell edited since the field was last solved or repaired; the library takes the host's
 * word for that. Goals that have become walls sleep, and revive when their cells come free; if all
 * sleep, no cell has a way, and the call succeeds. A change that affects more cells than a 64th of
 * the map and 64, or than is worth it, is solved as a whole; `solver` serves for both. Allocates
 * nothing. ARGUMENT: a rectangle that is empty or not wholly on the map; no rectangle although
 * `cost` was edited. SHAPE, NOT_COMMITTED: as throng_integrate. NOT_SOLVED: there is nothing to
 * repair. OUT_OF_DATE: the field was solved on another cost field. CAPACITY: the solver is too
 * small, or the field does not keep its goals (throng_integration_reserve_goals). In all these
 * cases `field` keeps its last result. RANGE: as throng_integrate. */
THRONG_API throng_result throng_integration_repair(throng_solver *solver,
                                                   const throng_cost_field *cost,
                                                   const throng_rect *changed, int32_t count,
                                                   throng_integration_field *field);

/* The same for goals that come and go: makes `field` what a whole solve for the new `goals` would
 * give with the field's limit, and keeps them. Goals on walls sleep, as in a repair. ARGUMENT,
 * GOAL: as throng_integrate. OUT_OF_DATE: also if `cost` was edited after the field was solved or
 * repaired. CAPACITY: also if the field has room for fewer goals. The rest is as for
 * throng_integration_repair. */
THRONG_API throng_result throng_integration_set_goals(throng_solver *solver,
                                                      const throng_cost_field *cost,
                                                      const throng_cell *goals, int32_t goal_count,
                                                      throng_integration_field *field);

/* The same for goals with prices. A limit that is not that of the field makes it a whole solve.
 * ARGUMENT: also values. */
THRONG_API throng_result throng_integration_set_goals_with(throng_solver *solver,
                                                           const throng_cost_field *cost,
                                                           const throng_integration_desc *desc,
                                                           throng_integration_field *field);

/* One of many fields to solve: the arguments of throng_integrate, and its result. */
typedef struct throng_integrate_job {
    throng_solver *solver; /* for this job alone */
    const throng_cost_field *cost;
    const throng_cell *goals;
    int32_t goal_count;
    throng_integration_field *out; /* for this job alone */
    throng_result result;          /* written by the call */
    /* NULL, or what counts in place of `goals` and `goal_count`: throng_integrate_with. */
    const throng_integration_desc *desc;
} throng_integrate_job;

/* Solves many fields, each by one of the threads of `context`. Every job gets the result that
 * throng_integrate would have given, and one that is refused does not keep the others from being
 * solved; the call returns the first result, in the order of the jobs, that is not THRONG_OK.
 * Allocates nothing. ARGUMENT: a negative count, NULL jobs; two jobs that share a solver or a
 * field: no job is then run, and no result written. */
THRONG_API throng_result throng_integrate_many(throng_context *context, throng_integrate_job *jobs,
                                               int32_t job_count);

/* True if the last solve or repair succeeded. */
THRONG_API bool throng_integration_is_solved(const throng_integration_field *field);

/* D of a cell. THRONG_UNREACHABLE for walls, for cells off the map or without a way, and while the
 * field holds no result. */
THRONG_API uint32_t throng_integration_at(const throng_integration_field *field, throng_cell cell);

/* All values, row by row, width * height of them; NULL while the field holds no result. The pointer
 * lives as long as the field, or until a builder finishes it; its contents change with the next
 * solve. */
THRONG_API const uint32_t *throng_integration_values(const throng_integration_field *field);

/* 64-bit FNV-1a over the values as little-endian uint32, row by row; 0 without a result. */
THRONG_API uint64_t throng_integration_hash(const throng_integration_field *field);

#ifdef __cplusplus
}
#endif

#endif
