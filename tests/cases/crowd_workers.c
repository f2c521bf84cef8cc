#include "crowd_workers.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct work work;

typedef struct share {
    work *of;
    int32_t first; /* takes the blocks first, first - worker_count, ... down to 0 */
} share;

struct work {
    throng_task_function *function;
    void *data;
    int32_t worker_count;
    int32_t thread_count;
    pthread_t threads[CROWD_WORKERS_MAX];
    share shares[CROWD_WORKERS_MAX];
};

static void *run_share(void *data)
{
    const share *const own = data;
    for (int32_t block = own->first; block >= 0; block -= own->of->worker_count)
        own->of->function(block, block + 1, own->of->data);
    return NULL;
}

/* `user` points at the number of workers. */
static void *enqueue(throng_task_function *function, int32_t block_count, void *data, void *user)
{
    work *const all = calloc(1, sizeof *all);
    if (!all)
        abort();
    all->function = function;
    all->data = data;
    all->worker_count = *(const int32_t *)user;
    for (int32_t i = 0; i < all->worker_count && i < block_count; i++) {
        all->shares[i].of = all;
        all->shares[i].first = block_count - 1 - i;
        if (pthread_create(&all->threads[all->thread_count], NULL, run_share, &all->shares[i]) == 0)
            all->thread_count++;
        else
            run_share(&all->shares[i]);
    }
    return all;
}

static void finish(void *handle, void *user)
{
    (void)user;
    work *const all = handle;
    for (int32_t i = 0; i < all->thread_count; i++)
        pthread_join(all->threads[i], NULL);
    free(all);
}

throng_tasks crowd_tasks(int32_t worker_count)
{
    static int32_t counts[CROWD_WORKERS_MAX + 1];
    counts[worker_count] = worker_count;
    throng_tasks tasks = {0};
    tasks.mode = THRONG_TASKS_HOST;
    tasks.worker_count = worker_count;
    tasks.enqueue = enqueue;
    tasks.finish = finish;
    tasks.user = &counts[worker_count];
    return tasks;
}
