#include "base/internal.h"
#include "simd/cpu.h"
#include "tasks/tasks.h"

#include <string.h>

void throng_context_desc_init(throng_context_desc *desc, size_t struct_size)
{
    throng_context_desc defaults;
    memset(&defaults, 0, sizeof defaults);
    defaults.isa = THRONG_ISA_BEST;
    defaults.tasks.worker_count = 1;
    throng_desc_write(desc, struct_size, &defaults, sizeof defaults);
}

/* Before there is a context, the desc's own log is the one to complain to. */
static throng_context listener(const throng_context_desc *desc)
{
    throng_context context;
    memset(&context, 0, sizeof context);
    context.log = desc->log;
    context.log_user = desc->log_user;
    return context;
}

static throng_result check(const throng_context *log, const throng_context_desc *desc)
{
    if ((desc->allocator.allocate == NULL) != (desc->allocator.release == NULL))
        return throng_refuse(
            log, THRONG_ERROR_ARGUMENT,
            "allocator.allocate and allocator.release must both be set or both NULL.");
    if ((int)desc->isa < THRONG_ISA_BEST || (int)desc->isa > THRONG_ISA_NEON)
        return throng_refuse(log, THRONG_ERROR_ARGUMENT, "isa is %d; it must be 0 to 5.",
                             (int)desc->isa);
    if (!throng_isa_is_usable(desc->isa))
        return throng_refuse(log, THRONG_ERROR_ISA, "isa %s is not available %s.",
                             throng_isa_name(desc->isa),
                             throng_isa_is_built(desc->isa) ? "on this CPU" : "in this build");
    return throng_tasks_check(log, &desc->tasks);
}

throng_result throng_context_create(const throng_context_desc *desc, throng_context **out)
{
    throng_context_desc own = throng_context_desc_default();
    if (desc && !throng_desc_read(&own, sizeof own, desc))
        return THRONG_ERROR_ARGUMENT; /* its log cannot be trusted either */
    throng_context log = listener(&own);
    if (!out)
        return throng_refuse(&log, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_result result = check(&log, &own);
    if (result)
        return result;

    log.allocator = own.allocator;
    throng_context *context = throng_take(&log, 1, sizeof *context);
    if (!context)
        return throng_refuse(&log, THRONG_ERROR_MEMORY, "There is no memory for a context.");
    memset(context, 0, sizeof *context);
    context->allocator = own.allocator;
    context->tasks = own.tasks;
    context->log = own.log;
    context->log_user = own.log_user;
    context->profile = own.profile;
    context->profile_user = own.profile_user;
    throng_cpu_model cpu = throng_cpu_identify();
    context->cpu_quirks = throng_cpu_quirks(&cpu);
    context->process = throng_process();
    context->kernels = *throng_kernels_for(own.isa);
    atomic_init(&context->object_count, 0);
    /* Numbers that other living contexts are far from: their fields may be used together. */
    atomic_init(&context->last_serial, throng_mix((uint64_t)(uintptr_t)context));
    *out = context;
    return THRONG_OK;
}

throng_result throng_context_destroy(throng_context *context)
{
    if (!context)
        return THRONG_OK;
    int alive = atomic_load(&context->object_count);
    if (alive > 0)
        return throng_refuse(context, THRONG_ERROR_IN_USE,
                             "context still has %d objects; destroy them first.", alive);
    throng_context copy = {.allocator = context->allocator};
    throng_give(&copy, context, 1, sizeof *context);
    return THRONG_OK;
}

throng_isa throng_context_isa(const throng_context *context)
{
    return context ? context->kernels.isa : THRONG_ISA_BEST;
}

const char *throng_isa_name(throng_isa isa)
{
    static const char *const names[] = {"best", "scalar", "sse41", "avx2", "avx512", "neon"};
    return (int)isa >= 0 && (int)isa <= THRONG_ISA_NEON ? names[isa] : "?";
}

const char *throng_stage_name(throng_stage stage)
{
    static const char *const names[] = {"cost",       "integration", "flow", "sample",
                                        "neighbours", "steer",       "move", "step"};
    return (int)stage >= 0 && (int)stage <= THRONG_STAGE_STEP ? names[stage] : "?";
}
