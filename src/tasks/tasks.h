/* Running a function over the blocks of something, on one thread or on many. */
#ifndef THRONG_TASKS_TASKS_H
#define THRONG_TASKS_TASKS_H

#include "base/internal.h"

/* Calls function(begin, end, data) until 0 .. block_count - 1 are covered, with our floating-point
 * state, and returns when all have run. Blocks are cut by the data, never by the number of threads:
 * then threads change no bit. */
void throng_parallel_for(const throng_context *context, int32_t block_count,
                         throng_task_function *function, void *data);

/* Number of blocks of `size` items that hold `count` items. */
static inline int32_t throng_block_count(int32_t count, int32_t size)
{
    return count / size + (count % size != 0);
}

throng_result throng_tasks_check(const throng_context *log, const throng_tasks *tasks);

/* The OpenMP back end, in the one file that knows of OpenMP. */
void throng_openmp_for(const throng_context *context, int32_t block_count,
                       throng_task_function *function, void *data);

/* A number of the process that calls, so that a fork is noticed; 0 where there are none. */
int64_t throng_process(void);

#endif
