#include "stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool quality_has_time_gap(void)
{
    return true;
}

/* What a scene asks of a group, in the library's words. */
static throng_group_desc describe_group(const quality_stage *stage, int32_t number)
{
    const quality_group *const group = &stage->scene->groups[number];
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = stage->cost;
    desc.integration = group->goal_count > 0 ? stage->integration[number] : NULL;
    desc.flow = group->goal_count > 0 ? stage->flow[number] : NULL;
    desc.stop_at_goal = !group->is_driven;
    desc.leaves_at_goal = group->is_exit;
    desc.time_gap = (float)stage->scene->time_gap;
    return desc;
}

static throng_agent_desc describe_agent(const quality_stage *stage, int32_t number)
{
    const quality_agent *const agent = &stage->scene->agents[number];
    throng_agent_desc desc = throng_agent_desc_default();
    desc.x = (float)(agent->x + stage->scene->shift);
    desc.y = (float)(agent->y + stage->scene->shift);
    desc.radius = (float)agent->radius;
    desc.max_speed = (float)agent->speed;
    if (stage->scene->start > 0)
        desc.max_acceleration = (float)(agent->speed / stage->scene->start);
    /* 80 kg for a person; bodies of one density in the plane. */
    desc.mass = 80.0f * (float)(agent->radius * agent->radius / (QUALITY_RADIUS * QUALITY_RADIUS));
    desc.group = agent->group;
    desc.user = (uint64_t)number;
    return desc;
}

static void keep_sentence(throng_result result, const char *sentence, void *user)
{
    quality_stage *const stage = user;
    (void)result;
    snprintf(stage->sentence, sizeof stage->sentence, "%s", sentence);
}

static bool check(const quality_stage *stage, throng_result result)
{
    if (result == THRONG_OK)
        return true;
    return tool_fail("%s", stage->sentence[0] ? stage->sentence : throng_result_text(result));
}

static void follow_manner(const quality_manner *manner, throng_context_desc *desc)
{
    desc->isa = manner->isa;
    if (manner->workers < 2)
        return;
    desc->tasks.mode = THRONG_TASKS_OPENMP;
    desc->tasks.worker_count = manner->workers;
}

static bool open_ground(quality_stage *stage)
{
    const quality_ground *const ground = &stage->scene->ground;
    const throng_rect all = {0, 0, ground->width, ground->height};
    throng_context_desc desc = throng_context_desc_default();
    if (stage->manner != NULL)
        follow_manner(stage->manner, &desc);
    desc.log = keep_sentence;
    desc.log_user = stage;
    stage->grid = throng_grid_default(ground->width, ground->height);
    stage->grid.cell_size = (float)ground->cell;
    stage->grid.origin_x = stage->grid.origin_y = (float)stage->scene->shift;
    return check(stage, throng_context_create(&desc, &stage->context)) &&
           check(stage, throng_cost_create(stage->context, &stage->grid, &stage->cost)) &&
           check(stage, throng_cost_write(stage->cost, all, ground->cost, (size_t)ground->width)) &&
           check(stage, throng_cost_commit(stage->cost)) &&
           check(stage, throng_solver_create(stage->context, ground->width, ground->height,
                                             &stage->solver));
}

static bool solve(quality_stage *stage, int32_t group, const throng_cell *goals, int32_t count)
{
    return check(stage, throng_solve(stage->solver, stage->cost, goals, count,
                                     stage->integration[group], stage->flow[group]));
}

static bool open_group(quality_stage *stage, int32_t number)
{
    const quality_group *const group = &stage->scene->groups[number];
    int32_t out = 0;
    if (group->goal_count > 0 &&
        !(check(stage, throng_integration_create(stage->context, &stage->grid,
                                                 &stage->integration[number])) &&
          check(stage, throng_flow_create(stage->context, &stage->grid, &stage->flow[number])) &&
          solve(stage, number, group->goals, group->goal_count)))
        return false;
    const throng_group_desc desc = describe_group(stage, number);
    return check(stage, throng_crowd_add_group(stage->crowd, &desc, &out));
}

static bool make_crowd(const quality_stage *stage, throng_crowd **out)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = stage->grid;
    desc.agent_capacity = stage->scene->agent_count;
    desc.group_capacity = stage->scene->group_count;
    return check(stage, throng_crowd_create(stage->context, &desc, out));
}

static bool open_crowd(quality_stage *stage)
{
    const quality_scene *const scene = stage->scene;
    if (!make_crowd(stage, &stage->crowd))
        return false;
    for (int32_t g = 0; g < scene->group_count; g++) {
        if (!open_group(stage, g))
            return false;
    }
    for (int32_t i = 0; i < scene->agent_count; i++) {
        const throng_agent_desc agent = describe_agent(stage, i);
        throng_agent_id id;
        if (!check(stage, throng_crowd_add(stage->crowd, &agent, &id, NULL)))
            return false;
        stage->record.radius[i] = agent.radius;
        stage->record.speed[i] = agent.max_speed;
        stage->record.group[i] = agent.group;
    }
    return true;
}

/* Metres left by the integration field: straight steps cost 10 on ground of cost 1. */
static float remaining_at(const quality_stage *stage, int32_t group, throng_point place)
{
    throng_cell cell;
    if (stage->integration[group] == NULL || !throng_cost_cell_of(stage->cost, place, &cell))
        return INFINITY;
    const uint32_t distance = throng_integration_at(stage->integration[group], cell);
    return distance == THRONG_UNREACHABLE ? INFINITY
                                          : (float)distance / 10.0f * stage->grid.cell_size;
}

static uint8_t state_of(uint8_t flags)
{
    return (uint8_t)(QUALITY_PRESENT | (flags & THRONG_AGENT_ARRIVED ? QUALITY_SETTLED : 0) |
                     (flags & THRONG_AGENT_ASLEEP ? QUALITY_ASLEEP : 0));
}

/* Whoever has left keeps the last frame's values. */
static bool take_frame(quality_stage *stage)
{
    quality_record *const record = &stage->record;
    throng_crowd_view view;
    const int32_t frame = quality_record_add(record);
    if (frame < 0)
        return tool_fail("a run is longer than its record");
    if (!check(stage, throng_crowd_read(stage->crowd, &view)))
        return false;
    for (int32_t i = 0; i < view.count; i++) {
        const int32_t agent = (int32_t)view.user[i];
        const size_t at = quality_at(record, frame, agent);
        const throng_point place = {view.x[i], view.y[i]};
        record->x[at] = (float)((double)place.x - stage->scene->shift);
        record->y[at] = (float)((double)place.y - stage->scene->shift);
        record->remaining[at] = remaining_at(stage, view.group[i], place);
        record->state[at] = state_of(view.flags[i]);
    }
    return true;
}

bool quality_stage_open(quality_stage *stage, quality_scene *scene, quality_manner *manner)
{
    memset(stage, 0, sizeof *stage);
    stage->scene = scene;
    stage->manner = manner;
    if (scene->is_bad)
        return false;
    const int32_t frames = (int32_t)ceil(scene->seconds / scene->dt - 1e-6) + 1;
    const size_t groups = (size_t)scene->group_count;
    stage->integration = tool_alloc(groups, sizeof(throng_integration_field *));
    stage->flow = tool_alloc(groups, sizeof(throng_flow_field *));
    stage->step_ns = tool_alloc((size_t)frames, sizeof *stage->step_ns);
    stage->step_capacity = frames;
    if (!stage->integration || !stage->flow || !stage->step_ns)
        return false;
    if (!quality_record_open(&stage->record, scene->agent_count, frames, scene->dt))
        return tool_fail("there is no memory for %d frames of %d agents", frames,
                         scene->agent_count);
    return open_ground(stage) && open_crowd(stage) && take_frame(stage);
}

void quality_stage_close(quality_stage *stage)
{
    throng_crowd_destroy(stage->crowd);
    for (int32_t g = 0; stage->integration && stage->flow && g < stage->scene->group_count; g++) {
        throng_flow_destroy(stage->flow[g]);
        throng_integration_destroy(stage->integration[g]);
    }
    throng_solver_destroy(stage->solver);
    throng_cost_destroy(stage->cost);
    throng_context_destroy(stage->context);
    free(stage->integration);
    free(stage->flow);
    free(stage->step_ns);
    quality_record_close(&stage->record);
    memset(stage, 0, sizeof *stage);
}

/* True if nobody with a goal is on its way. */
static bool is_over(const quality_stage *stage)
{
    const quality_record *const record = &stage->record;
    bool has_goals = false;
    for (int32_t i = 0; i < record->agent_count; i++) {
        const bool has_goal = stage->scene->groups[record->group[i]].goal_count > 0;
        const uint8_t state = record->state[quality_at(record, record->frame_count - 1, i)];
        if (has_goal && (state & (QUALITY_PRESENT | QUALITY_SETTLED)) == QUALITY_PRESENT)
            return false;
        has_goals = has_goals || has_goal;
    }
    return has_goals;
}

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static uint64_t mix(uint64_t hash, uint64_t next)
{
    /* Knuth's multiplier: every step counts, and so does their order. */
    return (hash ^ next) * 6364136223846793005u + 1442695040888963407u;
}

static bool take_step(quality_stage *stage)
{
    const int32_t count = throng_crowd_count(stage->crowd);
    const double begin = cpu_now();
    const throng_result result = throng_crowd_step(stage->crowd, (float)stage->scene->dt);
    if (stage->manner != NULL)
        stage->manner->hash =
            mix(stage->manner->hash, throng_crowd_hash(stage->crowd, THRONG_STAGE_STEP));
    if (stage->step < stage->step_capacity && count > 0)
        stage->step_ns[stage->step] = (cpu_now() - begin) / count;
    stage->step++;
    return check(stage, result);
}

/* The fields of all groups, for a crowd that is loaded. */
static throng_group_fields *list_fields(const quality_stage *stage)
{
    const int32_t count = stage->scene->group_count;
    throng_group_fields *const fields = tool_alloc((size_t)count, sizeof *fields);
    for (int32_t g = 0; fields != NULL && g < count; g++)
        fields[g] = (throng_group_fields){
            .cost = stage->cost, .integration = stage->integration[g], .flow = stage->flow[g]};
    return fields;
}

/* Puts a crowd that is made of nothing but a save in the place of the present one. */
static bool reload(quality_stage *stage)
{
    const size_t bytes = throng_crowd_save_bytes(stage->crowd);
    throng_crowd *fresh = NULL;
    throng_group_fields *const fields = list_fields(stage);
    unsigned char *const save = tool_alloc(bytes, 1);
    const bool is_good =
        fields != NULL && save != NULL && make_crowd(stage, &fresh) &&
        check(stage, throng_crowd_save(stage->crowd, save, bytes)) &&
        check(stage, throng_crowd_load(fresh, save, bytes, fields, stage->scene->group_count));
    if (is_good) {
        throng_crowd_destroy(stage->crowd);
        stage->crowd = fresh;
    } else {
        throng_crowd_destroy(fresh);
    }
    free(fields);
    free(save);
    return is_good;
}

/* The step after which a run ends at the latest. */
static int32_t last_step(const quality_stage *stage, double seconds)
{
    const quality_manner *const manner = stage->manner;
    if (manner != NULL && manner->seconds > 0)
        seconds = fmin(seconds, manner->seconds);
    return (int32_t)ceil(seconds / stage->scene->dt - 1e-6);
}

bool quality_stage_run(quality_stage *stage, double seconds)
{
    const quality_scene *const scene = stage->scene;
    const int32_t last = last_step(stage, seconds);
    const bool is_reloaded = stage->manner != NULL && stage->manner->is_reloaded;
    int32_t left = (int32_t)ceil(scene->rest / scene->dt - 1e-6);
    while (stage->step < last) {
        if (is_over(stage) && left-- <= 0)
            break;
        if (is_reloaded && stage->step == last / 2 && !reload(stage))
            return false;
        if (!take_step(stage) || !take_frame(stage))
            return false;
    }
    return true;
}

bool quality_stage_set_goal(quality_stage *stage, int32_t number, throng_rect cells)
{
    quality_group *const group = &stage->scene->groups[number];
    group->goal_count = 0;
    quality_scene_goal(stage->scene, number, cells);
    return !stage->scene->is_bad && solve(stage, number, group->goals, group->goal_count);
}

bool quality_stage_fill(quality_stage *stage, throng_rect cells, uint8_t cost)
{
    quality_scene_fill(stage->scene, cells, cost);
    if (!check(stage, throng_cost_fill(stage->cost, cells, cost)) ||
        !check(stage, throng_cost_commit(stage->cost)))
        return false;
    for (int32_t g = 0; g < stage->scene->group_count; g++) {
        const quality_group *const group = &stage->scene->groups[g];
        if (group->goal_count > 0 && !solve(stage, g, group->goals, group->goal_count))
            return false;
    }
    return true;
}

bool quality_stage_restart(quality_stage *stage)
{
    quality_record *const record = &stage->record;
    record->frame_count = 0;
    if (!take_frame(stage))
        return false;
    for (int32_t i = 0; i < record->agent_count; i++)
        record->state[i] &= (uint8_t)~QUALITY_SETTLED;
    return true;
}

double quality_cost_ratio(const quality_stage *stage, double seconds)
{
    const int32_t count = (int32_t)(seconds / stage->scene->dt + 0.5);
    double first = 0, last = 0;
    if (stage->step < 2 * count || stage->step > stage->step_capacity)
        return NAN;
    for (int32_t i = 0; i < count; i++) {
        first += stage->step_ns[i];
        last += stage->step_ns[stage->step - 1 - i];
    }
    return last / first;
}
