/* The only file that knows of OpenMP. */
#include "tasks/tasks.h"

#if defined(_OPENMP)

bool throng_has_openmp(void)
{
    return true;
}

void throng_openmp_for(int32_t worker_count, int32_t block_count, throng_task_function *function,
                       void *data)
{
    int threads = worker_count < block_count ? worker_count : block_count;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int32_t block = 0; block < block_count; block++)
        function(block, block + 1, data);
}

#else

bool throng_has_openmp(void)
{
    return false;
}

void throng_openmp_for(int32_t worker_count, int32_t block_count, throng_task_function *function,
                       void *data)
{
    (void)worker_count;
    function(0, block_count, data);
}

#endif
