/*
 * base.h: results, shapes and version. Everything else in throng builds on these.
 *
 * Conventions of all headers: lengths are metres, times are seconds, speeds are metres per second;
 * x grows east, y grows south (downwards, as in an image). A cell (x, y) covers
 * [x, x + 1) x [y, y + 1) in cell units. Outputs come last. A call that fails leaves its outputs as
 * they were and logs one sentence (context.h). Unless a comment says otherwise an object may be
 * read by many threads at once while nobody writes it, and has one writer at a time.
 */
#ifndef THRONG_BASE_H
#define THRONG_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define THRONG_API
#elif defined(__GNUC__)
#define THRONG_API __attribute__((visibility("default")))
#else
#define THRONG_API
#endif

#define THRONG_VERSION_MAJOR 0
#define THRONG_VERSION_MINOR 1
#define THRONG_VERSION_PATCH 0

/* Rises whenever the same input gives other bits than before: any golden hash changed. Peers of a
 * lockstep match compare it before they start. */
#define THRONG_SIMULATION_VERSION 1

/* What a call reports. The numbers are frozen: they may be stored and sent. */
typedef enum throng_result {
    THRONG_OK = 0,
    THRONG_ERROR_ARGUMENT = 1, /* a value is out of its range, NULL where it may not be */
    THRONG_ERROR_SHAPE = 2,    /* grids that must be equal differ */
    THRONG_ERROR_MEMORY = 3,   /* the allocator returned NULL */
    THRONG_ERROR_ISA = 4,      /* the CPU or this build lacks the instruction set asked for */
    THRONG_ERROR_GOAL = 5,     /* no goal is passable, or the goal of a path is in a wall */
    THRONG_ERROR_CAPACITY = 6, /* the reserved room or the caller's buffer is too small */
    THRONG_ERROR_RANGE = 7,    /* a path costs more than 4294967294: the field holds no result */
    THRONG_ERROR_IN_USE = 8,   /* somebody still refers to the object */
    THRONG_ERROR_GONE = 9,     /* the agent of this id has been removed */
    THRONG_ERROR_BLOCKED = 10, /* the place is in a wall or off the map */
    THRONG_ERROR_NO_PATH = 11, /* no way leads from start to goal */
    THRONG_ERROR_NOT_COMMITTED = 12, /* the cost field has edits that were not committed */
    THRONG_ERROR_NOT_SOLVED = 13,    /* the field holds no result yet, or its last solve failed */
    THRONG_ERROR_OUT_OF_DATE = 14,   /* the field was made from an older state of its input */
    THRONG_ERROR_TASKS = 15,         /* this build has no OpenMP */
    THRONG_SAME_CELL = 16,           /* not an error: start and goal of a path are one cell */
    THRONG_ERROR_SAVE = 17           /* the bytes are no save that this version can load */
} throng_result;

/* One short sentence for a result, never NULL. The text is static. */
THRONG_API const char *throng_result_text(throng_result result);

/* The version of the library that is linked, as opposed to the header: major * 10000 + minor * 100
 * + patch. */
THRONG_API int32_t throng_version(void);

/* THRONG_SIMULATION_VERSION of the library that is linked. */
THRONG_API int32_t throng_simulation_version(void);

/* A number of 64 random bits that is a function of its arguments alone: number `counter` of stream
 * `stream` (an agent's id, say) under `seed`. There is no state to save, no order of calls that
 * matters, and the same on every machine: what a lockstep match needs. splitmix64's finaliser
 * (Steele, Lea and Flood 2014) over each argument in turn; not for secrets. */
THRONG_API uint64_t throng_random(uint64_t seed, uint64_t stream, uint64_t counter);

/* Most cells a side. 16384 keeps width * height inside an int32_t. */
#define THRONG_SIDE_MAX 16384

/* Integration value of walls and of cells that no goal can be reached from. */
#define THRONG_UNREACHABLE UINT32_MAX

/* Cost of a cell that nobody may enter. Costs 1..254 are the effort per cell of ground. */
#define THRONG_WALL 255

/* A cell by its column and row. */
typedef struct throng_cell {
    int32_t x, y;
} throng_cell;

/* Cells x .. x + width - 1, y .. y + height - 1. */
typedef struct throng_rect {
    int32_t x, y, width, height;
} throng_rect;

/* A position in metres. */
typedef struct throng_point {
    float x, y;
} throng_point;

/* The map's shape and place in the world. Fields that work together have equal grids. */
typedef struct throng_grid {
    int32_t width, height;    /* cells, 1..THRONG_SIDE_MAX */
    float cell_size;          /* metres a side, 0.001..1000 */
    float origin_x, origin_y; /* metres, corner of cell (0, 0), -1e6..1e6 */
} throng_grid;

/* A grid of cells of one metre with its corner at (0, 0). */
static inline throng_grid throng_grid_default(int32_t width, int32_t height)
{
    throng_grid grid;
    grid.width = width;
    grid.height = height;
    grid.cell_size = 1.0f;
    grid.origin_x = 0.0f;
    grid.origin_y = 0.0f;
    return grid;
}

#ifdef __cplusplus
}
#endif

#endif
