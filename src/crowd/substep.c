/* A substep: sample, neighbours, wishes, steer, move, part, each over blocks of agents. */
#include "crowd/crowd.h"

#include "behave/behave.h"
#include "crowd/gap.h"
#include "crowd/move.h"
#include "crowd/steer.h"
#include "crowd/swerve.h"
#include "tasks/tasks.h"

#include <string.h>

typedef struct substep_job {
    const throng_kernels *kernels;
    throng_crowd *crowd;
    int32_t count;       /* items to cut into blocks */
    bool any_awake;      /* or the crowd is empty, or stages are hashed */
    bool any_asleep;     /* as the substep begins */
    bool skips_sleepers; /* there are some, and no hashes, which are of everybody */
    throng_sample_job sample;
    throng_separation_job separation;
    throng_herd_job herd;
    throng_behave_job behave;
    throng_look_job look;
    throng_gap_job gap;
    throng_steer_job steer;
    throng_part_job part;
    throng_part_survey survey;
    throng_move_job move;
    int any_leaves;
} substep_job;

/* Items of the blocks begin .. end - 1. */
static throng_span items(const substep_job *job, int32_t begin, int32_t end)
{
    int64_t last = (int64_t)end * THRONG_BLOCK_AGENTS;
    return (throng_span){begin * THRONG_BLOCK_AGENTS,
                         last < job->count ? (int32_t)last : job->count};
}

/* Takes the next stretch of agents with somebody to look at out of `*left`; false if there is none.
 * Kernels may be given sleepers: they keep what they have, or steering sets it right. */
static bool next_stretch(const substep_job *job, const uint64_t *awake, throng_span *left,
                         throng_span *stretch)
{
    if (job->skips_sleepers)
        return throng_next_awake(awake, left, stretch);
    *stretch = *left;
    left->begin = left->end;
    return stretch->begin < stretch->end;
}

/* Lanes of the widest kernels. */
#define LANES_MOST 16

static bool next_of_places(const substep_job *job, throng_span *left, throng_span *stretch)
{
    const int32_t block_end = left->end;
    if (!next_stretch(job, job->crowd->awake_places, left, stretch))
        return false;
    /* To whole registers: what is beside them the scalar text does. */
    const int32_t count =
        (stretch->end - stretch->begin + LANES_MOST - 1) / LANES_MOST * LANES_MOST;
    stretch->end = block_end - stretch->begin < count ? block_end : stretch->begin + count;
    return true;
}

static bool next_of_order(const substep_job *job, throng_span *left, throng_span *stretch)
{
    return next_stretch(job, job->crowd->awake_order, left, stretch);
}

static void run_sample(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span)) {
        job->kernels->sample(&job->sample, span.begin, span.end);
        if (job->any_asleep)
            throng_crowd_lay_down(job->crowd, span.begin, span.end);
    }
}

static void run_separate(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_order(job, &left, &span))
        job->kernels->separate(&job->separation, span.begin, span.end);
}

static void run_steer(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span))
        job->kernels->steer(&job->steer, span.begin, span.end);
}

/* A pass may end no farther than a straight way leads from where the substep began. */
static void remember_places(throng_crowd *crowd, throng_span span)
{
    const throng_agents *a = &crowd->agents;
    const throng_contacts *c = &crowd->contacts;
    size_t bytes = (size_t)(span.end - span.begin) * sizeof *a->x;
    memcpy(c->from_x + span.begin, a->x + span.begin, bytes);
    memcpy(c->from_y + span.begin, a->y + span.begin, bytes);
}

static void run_move(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span)) {
        if (!job->move.from_x)
            remember_places(job->crowd, span);
        job->kernels->move(&job->move, span.begin, span.end);
    }
}

static void run_prepare(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span = left;
    if (job->part.is_first)
        job->kernels->prepare_part(&job->part, span.begin, span.end);
    else /* those who sleep are where they were */
        while (next_of_order(job, &left, &span))
            job->kernels->prepare_part(&job->part, span.begin, span.end);
}

static void run_conclude(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    substep_job *job = data;
    throng_part_conclude(&job->part);
}

static void run_part(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_order(job, &left, &span))
        job->kernels->part(&job->part, span.begin, span.end);
}

static void run_part_settle(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span span = items(job, begin, end);
    throng_part_settle(&job->part, span.begin, span.end);
}

static void run_wake(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    substep_job *job = data;
    job->any_awake = throng_crowd_wake(job->crowd);
    job->look.any_arrived =
        throng_any_flag(job->crowd->agents.flags, job->crowd->count, THRONG_AGENT_ARRIVED);
    job->any_asleep =
        throng_any_flag(job->crowd->agents.flags, job->crowd->count, THRONG_AGENT_ASLEEP);
    job->skips_sleepers = job->any_asleep && !job->crowd->desc.hash_stages;
}

static void run_list_places(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_crowd_list_awake_places(job->crowd, items(job, begin, end));
}

static void run_list_order(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_crowd_list_awake_order(job->crowd, items(job, begin, end));
}

static void run_behave_prepare(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    const substep_job *job = data;
    throng_behave_prepare(job->crowd, job->steer.dt);
}

static void run_herd_prepare(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span span = items(job, begin, end);
    throng_herd_prepare(&job->herd, span.begin, span.end);
}

static void run_herd(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_order(job, &left, &span))
        job->kernels->herd(&job->herd, span.begin, span.end);
}

static void run_behave(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span))
        job->kernels->behave(&job->behave, span.begin, span.end);
}

static void run_look(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span))
        job->kernels->look(&job->look, span.begin, span.end);
}

static void run_recover(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span))
        throng_crowd_recover(job->crowd, span.begin, span.end);
}

static void run_swerve(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span))
        job->kernels->swerve(&job->look, span.begin, span.end);
}

static void run_return(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_places(job, &left, &span))
        throng_crowd_return(job->crowd, span.begin, span.end, job->steer.dt);
}

static void run_gap(int32_t begin, int32_t end, void *data)
{
    const substep_job *job = data;
    throng_span left = items(job, begin, end), span;
    while (next_of_order(job, &left, &span))
        job->kernels->gap(&job->gap, span.begin, span.end);
}

static void run_settle(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    substep_job *job = data;
    throng_crowd_settle(job->crowd);
    job->part.any_asleep =
        throng_any_flag(job->crowd->agents.flags, job->crowd->count, THRONG_AGENT_ASLEEP) ||
        throng_any_flag(job->crowd->agents.rest, job->crowd->count, THRONG_REST_PRESSES);
}

static void run_find_leavers(int32_t begin, int32_t end, void *data)
{
    substep_job *job = data;
    throng_span span = items(job, begin, end);
    throng_crowd_find_leavers(job->crowd, span.begin, span.end, &job->any_leaves);
}

static void run_stage(substep_job *job, throng_stage stage, int32_t count,
                      throng_task_function *function)
{
    job->count = count;
    throng_parallel_for(job->crowd->context, throng_block_count(count, THRONG_BLOCK_AGENTS),
                        function, job);
    if (job->crowd->desc.hash_stages)
        job->crowd->stage_hash[stage] = throng_crowd_stage_hash(job->crowd, stage);
}

static void run_blocks(substep_job *job, int32_t count, throng_task_function *function)
{
    job->count = count;
    throng_parallel_for(job->crowd->context, throng_block_count(count, THRONG_BLOCK_AGENTS),
                        function, job);
}

/* Parts those who overlap. A shift is a walk: no pass takes anybody into a wall. */
static void run_passes(substep_job *job)
{
    throng_crowd *crowd = job->crowd;
    throng_agents shifted = crowd->agents;
    shifted.velocity_x = crowd->contacts.shift_x;
    shifted.velocity_y = crowd->contacts.shift_y;
    /* In the room of copies that nothing reads any more once everybody has been steered. */
    job->part.contacts.radius = crowd->neighbours.reach;
    job->part.contacts.give = crowd->neighbours.yield;
    job->part.contacts.left = (float *)crowd->neighbours.index;
    job->move.agents = &shifted;
    job->move.dt = 1.0f;
    job->move.from_x = crowd->contacts.from_x;
    job->move.from_y = crowd->contacts.from_y;
    job->survey = (throng_part_survey){0};
    job->part.survey = &job->survey;
    int32_t pass = 0;
    for (; pass < crowd->desc.position_passes; pass++) {
        int any = 0;
        job->part.any = &any;
        job->part.is_first = pass == 0;
        job->survey.drift = 0;
        run_blocks(job, crowd->neighbours.count, run_prepare);
        throng_parallel_for(crowd->context, 1, run_conclude, job);
        run_blocks(job, crowd->neighbours.count, run_part);
        if (!any)
            break;
        run_blocks(job, crowd->count, run_move);
    }
    if (pass > 0)
        run_blocks(job, crowd->count, run_part_settle);
}

static bool has_time_gap(const throng_crowd *crowd)
{
    for (int32_t g = 0; g < crowd->group_count; g++)
        if (crowd->groups[g].desc.time_gap > 0.0f)
            return true;
    return false;
}

static bool has_side_bias(const throng_crowd *crowd)
{
    for (int32_t g = 0; g < crowd->group_count; g++)
        if (crowd->groups[g].desc.side_bias != 0.0f)
            return true;
    return false;
}

/* None where every group is on a layer and collides with all. */
static throng_filter filter_of(const throng_crowd *crowd)
{
    bool any = false;
    for (int32_t g = 0; g < crowd->group_count; g++) {
        const throng_group_desc *desc = &crowd->groups[g].desc;
        any = any || (throng_group_is_there(&crowd->groups[g]) &&
                      (desc->layers == 0 || desc->collides_with != UINT16_MAX));
    }
    return any ? (throng_filter){crowd->filters, crowd->agents.group} : (throng_filter){NULL, NULL};
}

static substep_job describe(throng_crowd *crowd, float dt)
{
    const throng_context *context = crowd->context;
    throng_agents *a = &crowd->agents;
    const throng_grid *grid = &crowd->desc.grid;
    return (substep_job){
        .kernels = &context->kernels,
        .crowd = crowd,
        .sample = {grid->width, grid->height, grid->origin_x, grid->origin_y,
                   crowd->cells_per_metre, crowd->views, a->group, a->x, a->y, a->heading_x,
                   a->heading_y, context->cpu_quirks},
        .separation = {&crowd->neighbours, a->push_x, a->push_y, filter_of(crowd)},
        /* In the room of what passes need later on. */
        .herd = {&crowd->neighbours, a, crowd->groups, crowd->contacts.shift_x,
                 crowd->contacts.shift_y, crowd->contacts.from_x, crowd->contacts.from_y,
                 crowd->contacts.x, crowd->contacts.y, crowd->group_count == 1},
        .behave = {a, crowd->groups, crowd->contacts.shift_x, crowd->contacts.shift_y,
                   crowd->contacts.from_x, crowd->contacts.from_y, crowd->desc.seed,
                   crowd->total_substeps, context->cpu_quirks},
        .look = {&crowd->neighbours, a, crowd->groups, filter_of(crowd), dt, true},
        .gap = {&crowd->neighbours, a, crowd->groups, filter_of(crowd)},
        .steer = {a, crowd->groups, dt, context->cpu_quirks},
        .part = {.neighbours = &crowd->neighbours,
                 .agents = a,
                 .groups = crowd->groups,
                 .contacts = crowd->contacts,
                 .dt = dt,
                 .passes = crowd->desc.position_passes,
                 .filter = filter_of(crowd)},
        .move = {a, crowd->groups, dt, context->cpu_quirks, NULL, NULL},
    };
}

/* From the directions of the fields to where agents want to go. */
static void run_wishes(substep_job *job)
{
    throng_crowd *crowd = job->crowd;
    run_blocks(job, crowd->count, run_recover);
    if (throng_crowd_behaves(crowd)) {
        throng_parallel_for(crowd->context, 1, run_behave_prepare, job);
        if (throng_crowd_has_herds(crowd)) {
            run_blocks(job, crowd->neighbours.count, run_herd_prepare);
            run_blocks(job, crowd->neighbours.count, run_herd);
        }
        run_blocks(job, crowd->count, run_behave);
    }
    if (has_side_bias(crowd)) {
        run_blocks(job, crowd->count, run_look);
        run_blocks(job, crowd->count, run_swerve);
    }
    if (has_time_gap(crowd))
        run_blocks(job, crowd->neighbours.count, run_gap);
    run_blocks(job, crowd->count, run_return);
}

void throng_crowd_substep(throng_crowd *crowd, float dt)
{
    const throng_context *context = crowd->context;
    substep_job job = describe(crowd, dt);
    throng_parallel_for(context, 1, run_wake, &job);
    if (!job.any_awake)
        return;
    throng_profile(context, THRONG_STAGE_SAMPLE, true);
    if (job.skips_sleepers)
        run_blocks(&job, crowd->count, run_list_places);
    run_stage(&job, THRONG_STAGE_SAMPLE, crowd->count, run_sample);
    throng_profile(context, THRONG_STAGE_SAMPLE, false);

    throng_profile(context, THRONG_STAGE_NEIGHBOURS, true);
    throng_crowd_sort(crowd);
    if (job.skips_sleepers) {
        run_blocks(&job, crowd->count, run_list_places); /* the sort may have moved them */
        run_blocks(&job, crowd->neighbours.count, run_list_order);
    }
    run_stage(&job, THRONG_STAGE_NEIGHBOURS, crowd->neighbours.count, run_separate);
    throng_profile(context, THRONG_STAGE_NEIGHBOURS, false);

    throng_profile(context, THRONG_STAGE_STEER, true);
    run_wishes(&job);
    run_stage(&job, THRONG_STAGE_STEER, crowd->count, run_steer);
    throng_parallel_for(context, 1, run_settle, &job);
    throng_profile(context, THRONG_STAGE_STEER, false);

    throng_profile(context, THRONG_STAGE_MOVE, true);
    if (!crowd->desc.velocity_only) {
        run_blocks(&job, crowd->count, run_move);
        run_passes(&job);
        crowd->is_sorted = false;
    }
    if (throng_crowd_has_exits(crowd)) {
        run_blocks(&job, crowd->count, run_find_leavers);
        if (job.any_leaves)
            throng_crowd_let_leavers_out(crowd);
    }
    throng_profile(context, THRONG_STAGE_MOVE, false);
}
