/* unload LIBRARY: a host that loads the library, works with threads, and unloads it, three times
 * over. Its threads must not run into code that is gone. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */

#include <throng/throng.h>

#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

/* ISO C has no conversion from void * to a function; POSIX promises that this one works. */
static void find(void *library, const char *name, void *function)
{
    *(void **)function = dlsym(library, name);
    if (*(void **)function == NULL)
        fprintf(stderr, "the library has no %s\n", name);
}

typedef struct functions {
    void (*desc_init)(throng_context_desc *, size_t);
    throng_result (*create)(const throng_context_desc *, throng_context **);
    throng_result (*destroy)(throng_context *);
    bool (*has_openmp)(void);
    throng_result (*cost_create)(throng_context *, const throng_grid *, throng_cost_field **);
    throng_result (*cost_destroy)(throng_cost_field *);
    void (*crowd_desc_init)(throng_crowd_desc *, size_t);
    void (*group_desc_init)(throng_group_desc *, size_t);
    void (*agent_desc_init)(throng_agent_desc *, size_t);
    throng_result (*crowd_create)(throng_context *, const throng_crowd_desc *, throng_crowd **);
    throng_result (*crowd_destroy)(throng_crowd *);
    throng_result (*add_group)(throng_crowd *, const throng_group_desc *, int32_t *);
    throng_result (*add)(throng_crowd *, const throng_agent_desc *, throng_agent_id *,
                         throng_point *);
    throng_result (*step)(throng_crowd *, float);
    uint64_t (*hash)(const throng_crowd *, throng_stage);
} functions;

static functions find_all(void *library)
{
    functions f;
    find(library, "throng_context_desc_init", &f.desc_init);
    find(library, "throng_context_create", &f.create);
    find(library, "throng_context_destroy", &f.destroy);
    find(library, "throng_has_openmp", &f.has_openmp);
    find(library, "throng_cost_create", &f.cost_create);
    find(library, "throng_cost_destroy", &f.cost_destroy);
    find(library, "throng_crowd_desc_init", &f.crowd_desc_init);
    find(library, "throng_group_desc_init", &f.group_desc_init);
    find(library, "throng_agent_desc_init", &f.agent_desc_init);
    find(library, "throng_crowd_create", &f.crowd_create);
    find(library, "throng_crowd_destroy", &f.crowd_destroy);
    find(library, "throng_crowd_add_group", &f.add_group);
    find(library, "throng_crowd_add", &f.add);
    find(library, "throng_crowd_step", &f.step);
    find(library, "throng_crowd_hash", &f.hash);
    return f;
}

/* 4000 agents are enough for several blocks. Returns false if anything is refused. */
static bool work(const functions *f, uint64_t *hash)
{
    const throng_grid grid = throng_grid_default(100, 100);
    throng_context_desc desc;
    throng_crowd_desc crowd_desc;
    throng_group_desc group_desc;
    throng_agent_desc agent_desc;
    throng_context *context;
    throng_cost_field *cost;
    throng_crowd *crowd;
    throng_agent_id id;
    int32_t group;
    f->desc_init(&desc, sizeof desc);
    f->crowd_desc_init(&crowd_desc, sizeof crowd_desc);
    f->group_desc_init(&group_desc, sizeof group_desc);
    f->agent_desc_init(&agent_desc, sizeof agent_desc);
    desc.tasks.mode = f->has_openmp() ? THRONG_TASKS_OPENMP : THRONG_TASKS_NONE;
    desc.tasks.worker_count = 4;
    if (f->create(&desc, &context) || f->cost_create(context, &grid, &cost))
        return false;
    crowd_desc.grid = grid;
    crowd_desc.agent_capacity = 4000;
    group_desc.cost = cost;
    if (f->crowd_create(context, &crowd_desc, &crowd) || f->add_group(crowd, &group_desc, &group))
        return false;
    for (int i = 0; i < 4000; i++) {
        agent_desc.x = 20.0f + 0.5f * (float)(i % 80);
        agent_desc.y = 20.0f + 0.5f * (float)(i / 80);
        if (f->add(crowd, &agent_desc, &id, NULL))
            return false;
    }
    for (int i = 0; i < 10; i++) {
        if (f->step(crowd, 1.0f / 30.0f))
            return false;
    }
    *hash = f->hash(crowd, THRONG_STAGE_STEP);
    return !f->crowd_destroy(crowd) && !f->cost_destroy(cost) && !f->destroy(context);
}

int main(int argc, char **argv)
{
    const struct timespec pause = {0, 50 * 1000 * 1000}; /* time for a thread to run into nothing */
    uint64_t first = 0;
    for (int round = 0; round < 3; round++) {
        void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
        if (library == NULL) {
            fprintf(stderr, "cannot load %s\n", argc == 2 ? argv[1] : "nothing");
            return 1;
        }
        const functions f = find_all(library);
        uint64_t hash = 0;
        if (!work(&f, &hash) || (round > 0 && hash != first)) {
            fprintf(stderr, "round %d failed or gave other bits\n", round);
            return 1;
        }
        first = hash;
        dlclose(library);
        nanosleep(&pause, NULL);
    }
    printf("%016llx, three times\n", (unsigned long long)first);
    return 0;
}
