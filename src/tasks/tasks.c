#include "tasks/tasks.h"

#include "base/float_state.h"

typedef struct guarded_task {
    throng_task_function *function;
    void *data;
} guarded_task;

/* What every thread runs: the host's floating-point state is put back afterwards. */
static void run_guarded(int32_t begin, int32_t end, void *data)
{
    const guarded_task *task = data;
    throng_float_state host = throng_float_enter();
    task->function(begin, end, task->data);
    throng_float_leave(host);
}

void throng_parallel_for(const throng_context *context, int32_t block_count,
                         throng_task_function *function, void *data)
{
    if (block_count <= 0)
        return;
    guarded_task task = {function, data};
    const throng_tasks *tasks = &context->tasks;
    /* One block is not worth waking anybody for. */
    if (tasks->mode == THRONG_TASKS_NONE || tasks->worker_count == 1 || block_count == 1) {
        run_guarded(0, block_count, &task);
    } else if (tasks->mode == THRONG_TASKS_OPENMP) {
        throng_openmp_for(context, block_count, run_guarded, &task);
    } else {
        void *handle = tasks->enqueue(run_guarded, block_count, &task, tasks->user);
        if (handle)
            tasks->finish(handle, tasks->user);
    }
}

throng_result throng_tasks_check(const throng_context *log, const throng_tasks *tasks)
{
    if ((int)tasks->mode < THRONG_TASKS_NONE || (int)tasks->mode > THRONG_TASKS_HOST)
        return throng_refuse(log, THRONG_ERROR_ARGUMENT, "tasks.mode is %d; it must be 0 to 2.",
                             (int)tasks->mode);
    if (tasks->worker_count < 1 || tasks->worker_count > 256)
        return throng_refuse(log, THRONG_ERROR_ARGUMENT,
                             "tasks.worker_count is %d; it must be 1 to 256.", tasks->worker_count);
    if (tasks->mode == THRONG_TASKS_HOST && (!tasks->enqueue || !tasks->finish))
        return throng_refuse(log, THRONG_ERROR_ARGUMENT,
                             "tasks.enqueue and tasks.finish must be set for host tasks.");
    if (tasks->mode == THRONG_TASKS_OPENMP && !throng_has_openmp())
        return throng_refuse(log, THRONG_ERROR_TASKS,
                             "tasks.mode asks for OpenMP, which this build does not have.");
    return THRONG_OK;
}
