/*
 * race.c: a race planted into the library's own threads, so that a ThreadSanitizer that sees
 * nothing is seen.
 *
 *     race openmp | host
 */
#include <stdio.h>
#include <string.h>

#include "../cases/crowd_workers.h"
#include "base/internal.h"
#include "tasks/tasks.h"

/* So many, and so much in each, that no thread can take all of them before another begins. */
enum { BLOCKS = 64, ADDITIONS = 100000 };

/* Every block adds to one sum without asking. */
static void add_blocks(int32_t begin, int32_t end, void *data)
{
    volatile int32_t *const sum = data;
    for (int32_t k = 0; k < (end - begin) * ADDITIONS; k++)
        *sum = *sum ^ k;
}

int main(int argc, char **argv)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.tasks = (throng_tasks){.mode = THRONG_TASKS_OPENMP, .worker_count = 4};
    if (argc > 1 && strcmp(argv[1], "host") == 0)
        desc.tasks = crowd_tasks(4);
    throng_context *context = NULL;
    if (throng_context_create(&desc, &context) != THRONG_OK)
        return 0; /* should_fail: no threads, no race */
    int32_t sum = 0;
    throng_parallel_for(context, BLOCKS, add_blocks, &sum);
    printf("%d\n", sum);
    throng_context_destroy(context);
    return 0;
}
