/* The only file that knows of OpenMP. */
#include "tasks/tasks.h"

#if defined(_OPENMP)

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>

int64_t throng_process(void)
{
    return (int64_t)getpid();
}
#else
int64_t throng_process(void)
{
    return 0;
}
#endif

bool throng_has_openmp(void)
{
    return true;
}

void throng_openmp_for(const throng_context *context, int32_t block_count,
                       throng_task_function *function, void *data)
{
    /* The workers stay behind in the process that forked, and a region would wait for them for
     * ever. */
    if (context->process != throng_process()) {
        function(0, block_count, data);
        return;
    }
    int32_t workers = context->tasks.worker_count;
    int threads = workers < block_count ? workers : block_count;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int32_t block = 0; block < block_count; block++)
        function(block, block + 1, data);
}

#else

int64_t throng_process(void)
{
    return 0;
}

bool throng_has_openmp(void)
{
    return false;
}

void throng_openmp_for(const throng_context *context, int32_t block_count,
                       throng_task_function *function, void *data)
{
    (void)context;
    function(0, block_count, data);
}

#endif
