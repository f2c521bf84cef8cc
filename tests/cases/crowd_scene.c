#include "crowd_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_workers.h"
#include "world.h"

/* s; the case files allow a millionth in all comparisons of times. */
#define TIME_SLACK 1e-6

#define assert_ok(call) assert_int_equal((call), THRONG_OK)

static void solve(crowd_scene *scene, int32_t group)
{
    assert_ok(throng_integrate(scene->solver, scene->cost, scene->goals[group],
                               scene->goal_count[group], scene->integration[group]));
    assert_ok(throng_flow(scene->cost, scene->integration[group], scene->flow[group]));
}

static void open_ground(crowd_scene *scene, crowd_variant variant)
{
    const case_map *const map = &scene->told->map;
    /* The instruction set that other tests take. */
    throng_context *const model = test_context_create();
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = throng_context_isa(model);
    assert_ok(throng_context_destroy(model));
    if (variant.worker_count > 1)
        desc.tasks = crowd_tasks(variant.worker_count);
    assert_ok(throng_context_create(&desc, &scene->context));
    scene->grid = throng_grid_default(map->width, map->height);
    scene->grid.cell_size = (float)scene->told->cell;
    const throng_rect all = {0, 0, map->width, map->height};
    assert_ok(throng_cost_create(scene->context, &scene->grid, &scene->cost));
    assert_ok(throng_cost_write(scene->cost, all, map->costs, (size_t)map->width));
    assert_ok(throng_cost_commit(scene->cost));
    assert_ok(throng_solver_create(scene->context, map->width, map->height, &scene->solver));
}

static void open_fields(crowd_scene *scene)
{
    const crowd_case *const told = scene->told;
    const size_t cells = (size_t)told->map.width * (size_t)told->map.height;
    for (int32_t group = 0; group < told->group_count; group++) {
        scene->goals[group] = malloc(cells * sizeof(throng_cell));
        assert_non_null(scene->goals[group]);
        for (int32_t i = 0; i < told->goal_count; i++) {
            const throng_cell cell = {told->goals[i].x, told->goals[i].y};
            if (told->goals[i].group == group)
                scene->goals[group][scene->goal_count[group]++] = cell;
        }
        assert_ok(
            throng_integration_create(scene->context, &scene->grid, &scene->integration[group]));
        assert_ok(throng_flow_create(scene->context, &scene->grid, &scene->flow[group]));
        solve(scene, group);
    }
}

/* The groups of the file keep their numbers; the one behind them stands idle. */
static void open_crowd(crowd_scene *scene)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = scene->grid;
    desc.agent_capacity = CROWD_AGENTS_MAX;
    assert_ok(throng_crowd_create(scene->context, &desc, &scene->crowd));
    for (int32_t group = 0; group <= scene->told->group_count; group++) {
        throng_group_desc group_desc = throng_group_desc_default();
        group_desc.cost = scene->cost;
        if (group < scene->told->group_count) {
            group_desc.integration = scene->integration[group];
            group_desc.flow = scene->flow[group];
        }
        int32_t number = -1;
        assert_ok(throng_crowd_add_group(scene->crowd, &group_desc, &number));
        assert_int_equal(number, group);
    }
}

/* Adds an agent under a number. Who may start in a wall is added beside it and put there. */
static void add_member(crowd_scene *scene, int32_t number, const crowd_agent *agent)
{
    crowd_member *const member = &scene->members[number];
    memset(member, 0, sizeof *member);
    member->group = agent->group;
    member->radius = agent->radius;
    member->speed = agent->speed;
    throng_agent_desc desc = throng_agent_desc_default();
    desc.x = (float)agent->x;
    desc.y = (float)agent->y;
    desc.radius = (float)agent->radius;
    desc.max_speed = (float)agent->speed;
    desc.group = agent->group < 0 ? scene->told->group_count : agent->group;
    desc.user = (uint64_t)number;
    const throng_point wanted = {desc.x, desc.y};
    throng_point nearest = wanted;
    throng_result result = throng_crowd_add(scene->crowd, &desc, &member->id, &nearest);
    if (result == THRONG_ERROR_BLOCKED && scene->told->starts == CROWD_STARTS_ANY_OR_REFUSED)
        return;
    if (result == THRONG_ERROR_BLOCKED && scene->told->starts == CROWD_STARTS_ANY) {
        desc.x = nearest.x;
        desc.y = nearest.y;
        assert_ok(throng_crowd_add(scene->crowd, &desc, &member->id, NULL));
        result = throng_crowd_set_position(scene->crowd, member->id, wanted);
    }
    if (result != THRONG_OK)
        fail_msg("agent %d was not added: %s", number, throng_result_text(result));
    member->is_alive = true;
    member->is_finite = true;
    member->start_x = member->x = member->last_x = (double)wanted.x;
    member->start_y = member->y = member->last_y = (double)wanted.y;
}

void crowd_scene_open(crowd_scene *scene, const crowd_case *told, crowd_variant variant)
{
    memset(scene, 0, sizeof *scene);
    scene->told = told;
    scene->variant = variant;
    scene->members = calloc(CROWD_AGENTS_MAX, sizeof *scene->members);
    assert_non_null(scene->members);
    open_ground(scene, variant);
    open_fields(scene);
    open_crowd(scene);
    scene->member_count = told->agent_count;
    for (int32_t i = 0; i < told->agent_count; i++) {
        const int32_t number = variant.is_reversed ? told->agent_count - 1 - i : i;
        add_member(scene, number, &told->agents[number]);
    }
}

void crowd_scene_close(crowd_scene *scene)
{
    assert_ok(throng_crowd_destroy(scene->crowd));
    for (int32_t group = 0; group < scene->told->group_count; group++) {
        assert_ok(throng_flow_destroy(scene->flow[group]));
        assert_ok(throng_integration_destroy(scene->integration[group]));
        free(scene->goals[group]);
    }
    assert_ok(throng_solver_destroy(scene->solver));
    assert_ok(throng_cost_destroy(scene->cost));
    assert_ok(throng_context_destroy(scene->context));
    free(scene->members);
    memset(scene, 0, sizeof *scene);
}

static void fill(crowd_scene *scene, const double number[5])
{
    const throng_rect cells = {(int32_t)number[0], (int32_t)number[1], (int32_t)number[2],
                               (int32_t)number[3]};
    assert_ok(throng_cost_fill(scene->cost, cells, (uint8_t)number[4]));
    assert_ok(throng_cost_commit(scene->cost));
    for (int32_t group = 0; group < scene->told->group_count; group++)
        solve(scene, group);
}

static void set_goals(crowd_scene *scene, const double number[5])
{
    const int32_t group = (int32_t)number[0];
    const int32_t left = (int32_t)number[1], top = (int32_t)number[2];
    scene->goal_count[group] = 0;
    for (int32_t y = top; y < top + (int32_t)number[4]; y++) {
        for (int32_t x = left; x < left + (int32_t)number[3]; x++) {
            const throng_cell cell = {x, y};
            scene->goals[group][scene->goal_count[group]++] = cell;
        }
    }
    solve(scene, group);
}

static void set_radius(crowd_scene *scene, const crowd_action *action)
{
    for (int32_t i = 0; i < scene->member_count; i++) {
        crowd_member *const member = &scene->members[i];
        if (!member->is_alive || (!action->is_for_all && i != (int32_t)action->number[0]))
            continue;
        throng_agent_desc desc = throng_agent_desc_default();
        assert_ok(throng_crowd_get(scene->crowd, member->id, &desc));
        desc.radius = (float)action->number[1];
        assert_ok(throng_crowd_set(scene->crowd, member->id, &desc));
        member->radius = action->number[1];
    }
}

static void add_late(crowd_scene *scene, const double number[5])
{
    assert_true(scene->member_count < CROWD_AGENTS_MAX);
    const crowd_agent agent = {number[0], number[1], number[2], number[3], (int32_t)number[4]};
    add_member(scene, scene->member_count++, &agent);
}

static void move(crowd_scene *scene, const double number[5])
{
    crowd_member *const member = &scene->members[(int32_t)number[0]];
    const throng_point place = {(float)number[1], (float)number[2]};
    assert_ok(throng_crowd_set_position(scene->crowd, member->id, place));
    member->x = (double)place.x;
    member->y = (double)place.y;
}

static void remove_member(crowd_scene *scene, const double number[5])
{
    crowd_member *const member = &scene->members[(int32_t)number[0]];
    assert_ok(throng_crowd_remove(scene->crowd, member->id));
    member->is_alive = false;
}

/* A refused step must not change a bit. */
static void bad_step(crowd_scene *scene, double dt)
{
    const uint64_t before = throng_crowd_hash(scene->crowd, THRONG_STAGE_STEP);
    const throng_result result = throng_crowd_step(scene->crowd, (float)dt);
    const bool is_unchanged = throng_crowd_hash(scene->crowd, THRONG_STAGE_STEP) == before;
    scene->refused_count += result != THRONG_OK && is_unchanged;
}

static void expect_stale(crowd_scene *scene, int32_t number)
{
    throng_agent_desc desc = throng_agent_desc_default();
    const throng_agent_id id = scene->members[number].id;
    assert_int_equal(throng_crowd_get(scene->crowd, id, &desc), THRONG_ERROR_GONE);
    assert_int_equal(throng_crowd_remove(scene->crowd, id), THRONG_ERROR_GONE);
    assert_int_equal(throng_crowd_index(scene->crowd, id), -1);
}

/* The crowd goes on as another object, made of nothing but the bytes of a save. */
static void save_and_load(crowd_scene *scene)
{
    const size_t size = throng_crowd_save_bytes(scene->crowd);
    uint8_t *const bytes = malloc(size);
    assert_non_null(bytes);
    assert_ok(throng_crowd_save(scene->crowd, bytes, size));
    assert_ok(throng_crowd_destroy(scene->crowd));
    open_crowd(scene);
    assert_ok(throng_crowd_load(scene->crowd, bytes, size, NULL, 0));
    free(bytes);
}

/* `*dt` becomes the spike's length if the action is one. */
static void act(crowd_scene *scene, const crowd_action *action, double *dt)
{
    const double *const number = action->number;
    if (action->verb == CROWD_FILL)
        fill(scene, number);
    else if (action->verb == CROWD_GOAL)
        set_goals(scene, number);
    else if (action->verb == CROWD_REMOVE)
        remove_member(scene, number);
    else if (action->verb == CROWD_ADD)
        add_late(scene, number);
    else if (action->verb == CROWD_MOVE)
        move(scene, number);
    else if (action->verb == CROWD_RADIUS)
        set_radius(scene, action);
    else if (action->verb == CROWD_SPIKE)
        *dt = number[0];
    else if (action->verb == CROWD_BADSTEP)
        bad_step(scene, number[0]);
    else if (action->verb == CROWD_STALE)
        expect_stale(scene, (int32_t)number[0]);
    else if (action->verb == CROWD_SAVE && !scene->variant.is_unbroken)
        save_and_load(scene);
}

static void look(crowd_scene *scene)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(scene->crowd, &view));
    for (int32_t i = 0; i < scene->member_count; i++) {
        crowd_member *const member = &scene->members[i];
        if (!member->is_alive)
            continue;
        const int32_t at = throng_crowd_index(scene->crowd, member->id);
        assert_in_range(at, 0, view.count - 1);
        member->last_x = member->x;
        member->last_y = member->y;
        member->x = (double)view.x[at];
        member->y = (double)view.y[at];
        member->is_finite = isfinite(view.x[at]) && isfinite(view.y[at]) &&
                            isfinite(view.velocity_x[at]) && isfinite(view.velocity_y[at]);
        member->has_arrived = view.flags[at] & THRONG_AGENT_ARRIVED;
    }
}

bool crowd_scene_step(crowd_scene *scene)
{
    const crowd_case *const told = scene->told;
    if (scene->clock > told->time - told->dt / 2)
        return false;
    double dt = told->dt;
    for (int32_t i = 0; i < told->action_count; i++) {
        const bool is_due = scene->clock + told->dt / 2 >= told->actions[i].time - TIME_SLACK;
        if (is_due && !scene->is_done[i]) {
            scene->is_done[i] = true;
            act(scene, &told->actions[i], &dt);
        }
    }
    const throng_result result = throng_crowd_step(scene->crowd, (float)dt);
    if (result != THRONG_OK)
        fail_msg("the step at %g s was refused: %s", scene->clock, throng_result_text(result));
    scene->clock += dt;
    scene->step_length = dt;
    look(scene);
    return true;
}

bool crowd_scene_is_wall(const crowd_scene *scene, int32_t x, int32_t y)
{
    const throng_cell cell = {x, y};
    return throng_cost_at(scene->cost, cell) == THRONG_WALL;
}

bool crowd_scene_cell_of(const crowd_scene *scene, double x, double y, throng_cell *out)
{
    /* The library's own question, because borders fall where its floats put them. */
    const throng_point place = {(float)x, (float)y};
    return throng_cost_cell_of(scene->cost, place, out);
}
