/* Who is near whom. Agents are sorted into rows as high as the largest range in the crowd, and
 * within a row by (x, id index): an order that is a function of positions and ids alone. All
 * neighbours of an agent are in its own row and the two beside it, within a window of x. Memory and
 * time do not depend on the size of the map. */
#ifndef THRONG_CROWD_NEIGHBOURS_H
#define THRONG_CROWD_NEIGHBOURS_H

#include "crowd/filter.h"
#include "kernels.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct throng_neighbours {
    int32_t count; /* agents in the order below */
    float window;  /* m; pairs farther apart in x are out of range. Also the height of a row. */
    double rows_per_metre; /* 1 / window */
    double origin_y;       /* m, where row 0 begins */
    bool are_alike;        /* all have the same reach and the same mass */
    float unit;            /* m, of reach: the range where all are alike, which makes every sum of
                              two reaches 1; else 1 m */
    int32_t row_count;     /* rows that hold somebody, ascending */
    int32_t *row;          /* their numbers; [row_count] is INT32_MAX */
    int32_t *row_begin;    /* first agent of each, [row_count] is count */

    int32_t *place;               /* of the agent, by order */
    float *x, *y, *reach, *yield; /* likewise; they lie in what sorting has done with, see below */
    uint32_t *index;              /* id index */

    int32_t capacity;
    uint64_t *key, *key_scratch; /* x and id index; afterwards reach and yield, x and y */
    int32_t *place_scratch;      /* afterwards index */
} throng_neighbours;

/* What a sort reads: one element per place. */
typedef struct throng_sort_input {
    int32_t count; /* places */
    double origin_y;
    float largest_reach;     /* m */
    float largest_mass_root; /* of all, who take part or not */
    bool are_alike;          /* all reaches and all masses are equal, likewise */
    const float *x, *y, *reach, *mass_root;
    const uint64_t *id;
    const uint8_t *flags;
    uint8_t skip_flags; /* agents with any of these are left out */
} throng_sort_input;

/* Finds the order: fills place, row and row_begin. Until throng_neighbours_copy the scratch is
 * free. */
void throng_neighbours_order(const throng_context *context, throng_neighbours *neighbours,
                             const throng_sort_input *input);

/* Fills the sorted copies, which ends the keys. */
void throng_neighbours_copy(const throng_context *context, throng_neighbours *neighbours,
                            const throng_sort_input *input);

/* Both, in one pass less over memory: rows are copied as soon as they are in order. */
void throng_neighbours_sort(const throng_context *context, throng_neighbours *neighbours,
                            const throng_sort_input *input);

/* First row at or after number `row`, by binary search. */
int32_t throng_neighbours_find_row(const throng_neighbours *neighbours, int32_t row);

/* Which of the rows holds agent `i` of the order, by binary search. */
int32_t throng_neighbours_row_of(const throng_neighbours *neighbours, int32_t i);

/* First agent of the r-th row whose x is not below `x`, by binary search. */
int32_t throng_neighbours_find_x(const throng_neighbours *neighbours, int32_t r, float x);

/* The row of a y on the map (what lies above it counts as the first), in doubles: a float could put
 * two neighbours more than one row apart far from zero. Only the smallest agents on the longest map
 * have more rows than 2^30; the last then holds all the rest, which costs time but loses nobody. */
static inline int32_t throng_row_number(double y, double origin_y, double rows_per_metre)
{
    double row = (y - origin_y) * rows_per_metre;
    row = row > 0.0 ? row : 0.0;
    row = row < 1073741824.0 ? row : 1073741824.0;
    return (int32_t)row;
}

/* The smallest rectangle that holds all of `count` >= 1 points. */
typedef struct throng_extent {
    float low_x, high_x, low_y, high_y;
} throng_extent;

throng_extent throng_find_extent(const float *x, const float *y, int32_t count);

/* The steps of throng_neighbours_order. First everybody goes into rows, nearly in order: by cells,
 * which is faster where the crowd is not scattered too widely nor piled up too high for it (false,
 * and nothing has been done, where it is), or by keys. Then rows get their keys and are put in
 * order. */
bool throng_neighbours_order_by_cells(const throng_context *context, throng_neighbours *neighbours,
                                      const throng_sort_input *input);
void throng_neighbours_order_by_keys(const throng_context *context, throng_neighbours *neighbours,
                                     const throng_sort_input *input);

/* Where places are copied too, there is room for the copies. */
void throng_neighbours_sort_rows(const throng_context *context, throng_neighbours *neighbours,
                                 const throng_sort_input *input, bool copies);

/* Copies x, y and index of agents begin .. end - 1 of the order, whose keys are in order. */
void throng_neighbours_copy_places(throng_neighbours *neighbours, const float *y, int32_t begin,
                                   int32_t end);

/* The bits of a float as an integer that sorts the same way. */
static inline uint32_t throng_sortable(float value)
{
    uint32_t bits;
    value += 0.0f; /* -0 becomes 0 */
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/* What rows are sorted by: x, then id index. */
static inline uint64_t throng_order_key(float x, uint64_t id)
{
    return (uint64_t)throng_sortable(x) << 32 | (uint32_t)id;
}

/* The x of a key; -0 has become 0. */
static inline float throng_order_x(uint64_t key)
{
    uint32_t sortable = (uint32_t)(key >> 32);
    uint32_t bits = sortable ^ (((sortable >> 31) - 1) | 0x80000000u);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

struct throng_separation_job {
    const throng_neighbours *neighbours;
    float *push_x, *push_y; /* by place */
    throng_filter filter;
};

/* Pushes for the agents begin .. end - 1 of the order. */
void throng_separate_scalar(const throng_separation_job *job, int32_t begin, int32_t end);

#endif
