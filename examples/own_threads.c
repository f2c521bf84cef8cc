/* A host that lends the library its own threads, its own memory and its own log, and finds that the
 * number of threads changes no bit. The pool is as small as a pool can be; a real host has a
 * better. */
#include <throng/throng.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 4, AGENTS = 5000 };

static void *allocate(size_t bytes, size_t alignment, void *user)
{
    *(size_t *)user += bytes;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void release(void *memory, size_t bytes, void *user)
{
    *(size_t *)user -= bytes;
    free(memory);
}

typedef struct work {
    throng_task_function *function;
    void *data;
    int32_t block_count, first;
    pthread_t thread;
} work;

static void *run(void *user)
{
    const work *self = user;
    for (int32_t block = self->first; block < self->block_count; block += WORKERS)
        self->function(block, block + 1, self->data);
    return NULL;
}

static void *enqueue(throng_task_function *function, int32_t block_count, void *data, void *user)
{
    work *works = user; /* one crowd steps at a time, so one set is enough */
    for (int32_t i = 0; i < WORKERS; i++) {
        works[i] = (work){function, data, block_count, i, 0};
        if (pthread_create(&works[i].thread, NULL, run, &works[i]) != 0)
            abort();
    }
    return works;
}

static void finish(void *handle, void *user)
{
    (void)user;
    work *works = handle;
    for (int32_t i = 0; i < WORKERS; i++)
        pthread_join(works[i].thread, NULL);
}

static void complain(throng_result result, const char *sentence, void *user)
{
    (void)user;
    fprintf(stderr, "throng refused (%d): %s\n", (int)result, sentence);
}

/* Runs a crowd that stands too close together for three seconds and returns its hash. */
static uint64_t play(const throng_context_desc *desc)
{
    throng_context *context;
    throng_cost_field *ground;
    throng_crowd *crowd;
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    throng_group_desc group_desc = throng_group_desc_default();
    throng_agent_desc agent = throng_agent_desc_default();
    int32_t group;
    crowd_desc.grid = throng_grid_default(100, 100);
    crowd_desc.agent_capacity = AGENTS;
    if (throng_context_create(desc, &context) != THRONG_OK)
        exit(1);
    throng_cost_create(context, &crowd_desc.grid, &ground);
    throng_crowd_create(context, &crowd_desc, &crowd);
    group_desc.cost = ground; /* no field: they only keep apart */
    throng_crowd_add_group(crowd, &group_desc, &group);
    for (int i = 0; i < AGENTS; i++) {
        throng_agent_id id;
        agent.x = 40.0f + 0.25f * (float)(i % 80);
        agent.y = 40.0f + 0.25f * (float)(i / 80);
        throng_crowd_add(crowd, &agent, &id, NULL);
    }
    for (int frame = 0; frame < 30; frame++)
        throng_crowd_step(crowd, 0.1f);
    const uint64_t hash = throng_crowd_hash(crowd, THRONG_STAGE_STEP);
    throng_crowd_destroy(crowd);
    throng_cost_destroy(ground);
    throng_context_destroy(context);
    return hash;
}

int main(void)
{
    size_t held = 0;
    work works[WORKERS];
    throng_context_desc desc = throng_context_desc_default();
    desc.allocator = (throng_allocator){allocate, release, &held};
    desc.log = complain;
    const uint64_t alone = play(&desc);
    desc.tasks = (throng_tasks){THRONG_TASKS_HOST, WORKERS, enqueue, finish, works};
    const uint64_t together = play(&desc);
    printf("one thread  %016llx\n%d threads   %016llx\n", (unsigned long long)alone, WORKERS,
           (unsigned long long)together);
    printf("%zu bytes still held\n", held);
    return alone == together && held == 0 ? 0 : 1;
}
