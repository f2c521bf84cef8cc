/* Integration and flow in one call, and many fields in one call. */
#include "flow/flow.h"

#include "tasks/tasks.h"

/* Several threads are better off with all rows at once, on maps that they share, and with scalar
 * kernels, whose directions take as long as the distances. */
static bool has_threads_for(const throng_context *context, const throng_cost_field *cost)
{
    return context->tasks.mode != THRONG_TASKS_NONE && context->tasks.worker_count > 1 &&
           (context->kernels.isa == THRONG_ISA_SCALAR || throng_tiles_are_shared(cost));
}

throng_result throng_solve_with(throng_solver *solver, const throng_cost_field *cost,
                                const throng_integration_desc *desc,
                                throng_integration_field *integration, throng_flow_field *flow)
{
    if (!solver)
        return THRONG_ERROR_ARGUMENT;
    const throng_context *context = solver->context;
    if (!flow)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "flow is NULL.");
    throng_goals goals;
    if (!throng_integration_read_desc(context, desc, &goals))
        return THRONG_ERROR_ARGUMENT;
    throng_result result =
        throng_integration_check_solve(solver, cost, &goals, integration, "integration");
    if (!result)
        result = throng_flow_check(context, cost, integration, flow, "flow");
    if (result)
        return result;
    if (has_threads_for(context, cost)) {
        result = throng_integrate_with(solver, cost, desc, integration);
        return result ? result : throng_flow(cost, integration, flow);
    }
    throng_profile(context, THRONG_STAGE_INTEGRATION, true);
    const bool fits = throng_flow_solve(solver, cost, &goals, integration, flow);
    throng_profile(context, THRONG_STAGE_INTEGRATION, false);
    return fits ? THRONG_OK : throng_integration_refuse_range(context);
}

throng_result throng_solve(throng_solver *solver, const throng_cost_field *cost,
                           const throng_cell *goals, int32_t goal_count,
                           throng_integration_field *integration, throng_flow_field *flow)
{
    throng_integration_desc desc = throng_integration_desc_default();
    desc.goals = goals;
    desc.goal_count = goal_count;
    return throng_solve_with(solver, cost, &desc, integration, flow);
}

/* The jobs of either kind. */
typedef struct batch {
    throng_context *context;
    throng_integrate_job *integrate; /* one of the two is NULL */
    throng_solve_job *solve;
    int32_t count;
} batch;

/* Job i, seen as one of the kind that has all there is; its result is not looked at. */
static throng_solve_job job_at(const batch *b, int32_t i)
{
    if (b->solve)
        return b->solve[i];
    const throng_integrate_job *job = &b->integrate[i];
    return (throng_solve_job){.solver = job->solver,
                              .cost = job->cost,
                              .goals = job->goals,
                              .goal_count = job->goal_count,
                              .integration = job->out,
                              .desc = job->desc};
}

/* False if the job has a desc that is none. */
static bool goals_of(const batch *b, const throng_solve_job *job, throng_goals *out)
{
    *out = (throng_goals){job->goals, NULL, job->goal_count, THRONG_UNREACHABLE, NULL};
    return !job->desc || throng_integration_read_desc(b->context, job->desc, out);
}

static throng_result *result_at(const batch *b, int32_t i)
{
    return b->solve ? &b->solve[i].result : &b->integrate[i].result;
}

static void give_back(const batch *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const throng_solve_job job = job_at(b, i);
        if (job.solver)
            job.solver->is_taken = false;
        if (job.integration)
            job.integration->is_taken = false;
        if (job.flow)
            job.flow->is_taken = false;
    }
}

/* Takes what jobs may not share; refuses, and takes nothing, if they do. */
static throng_result take(const batch *b)
{
    for (int32_t i = 0; i < b->count; i++) {
        const throng_solve_job job = job_at(b, i);
        const char *shared = NULL;
        if (job.solver && job.solver->is_taken)
            shared = "solver";
        else if (job.integration && job.integration->is_taken)
            shared = b->solve ? "integration" : "out";
        else if (job.flow && job.flow->is_taken)
            shared = "flow";
        if (shared) {
            give_back(b, i);
            return throng_refuse(b->context, THRONG_ERROR_ARGUMENT,
                                 "jobs[%d].%s is that of another job too; each needs its own.", i,
                                 shared);
        }
        if (job.solver)
            job.solver->is_taken = true;
        if (job.integration)
            job.integration->is_taken = true;
        if (job.flow)
            job.flow->is_taken = true;
    }
    return THRONG_OK;
}

static throng_result check_job(const batch *b, int32_t i)
{
    const throng_solve_job job = job_at(b, i);
    if (!job.solver || (b->solve && !job.flow))
        return throng_refuse(b->context, THRONG_ERROR_ARGUMENT, "jobs[%d].%s is NULL.", i,
                             job.solver ? "flow" : "solver");
    throng_goals goals;
    if (!goals_of(b, &job, &goals))
        return THRONG_ERROR_ARGUMENT;
    throng_result result = throng_integration_check_solve(
        job.solver, job.cost, &goals, job.integration, b->solve ? "integration" : "out");
    if (!result && b->solve)
        result = throng_flow_check(b->context, job.cost, job.integration, job.flow, "flow");
    return result;
}

static void run_jobs(int32_t begin, int32_t end, void *data)
{
    const batch *b = data;
    for (int32_t i = begin; i < end; i++) {
        const throng_solve_job job = job_at(b, i);
        throng_goals goals;
        if (*result_at(b, i) || !goals_of(b, &job, &goals))
            continue;
        const bool fits =
            b->solve
                ? throng_flow_solve(job.solver, job.cost, &goals, job.integration, job.flow)
                : throng_integration_solve(job.solver, job.cost, &goals, false, job.integration);
        if (!fits)
            *result_at(b, i) = THRONG_ERROR_RANGE;
    }
}

/* The log and the profiler are called on the calling thread alone, so whatever they are told is
 * told before and after the jobs run. */
static throng_result run(batch *b)
{
    throng_result result = take(b);
    if (result)
        return result;
    for (int32_t i = 0; i < b->count; i++)
        *result_at(b, i) = check_job(b, i);
    throng_profile(b->context, THRONG_STAGE_INTEGRATION, true);
    throng_parallel_for(b->context, b->count, run_jobs, b);
    throng_profile(b->context, THRONG_STAGE_INTEGRATION, false);
    for (int32_t i = 0; i < b->count; i++) {
        if (*result_at(b, i) == THRONG_ERROR_RANGE)
            throng_integration_refuse_range(b->context);
        result = result ? result : *result_at(b, i);
    }
    give_back(b, b->count);
    return result;
}

static throng_result check_jobs(const throng_context *context, const void *jobs, int32_t job_count)
{
    if (job_count < 0 || (job_count > 0 && !jobs))
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "job_count is %d and jobs is %s; there must be 0 or more jobs.",
                             job_count, jobs ? "set" : "NULL");
    return THRONG_OK;
}

throng_result throng_integrate_many(throng_context *context, throng_integrate_job *jobs,
                                    int32_t job_count)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_jobs(context, jobs, job_count);
    return result || job_count == 0
               ? result
               : run(&(batch){.context = context, .integrate = jobs, .count = job_count});
}

throng_result throng_solve_many(throng_context *context, throng_solve_job *jobs, int32_t job_count)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    throng_result result = check_jobs(context, jobs, job_count);
    return result || job_count == 0
               ? result
               : run(&(batch){.context = context, .solve = jobs, .count = job_count});
}
