#include "crowd_world.h"

#include <stdlib.h>
#include <string.h>

void crowd_world_draw(crowd_world *world, float cell_size, const char *const *rows, int32_t height)
{
    const size_t width = strlen(rows[0]);
    char *drawing = calloc(width * (size_t)height + 1, 1);
    uint8_t *costs = malloc(width * (size_t)height);
    assert_true(drawing && costs);
    for (int32_t y = 0; y < height; y++) {
        assert_int_equal(strlen(rows[y]), width);
        memcpy(drawing + width * (size_t)y, rows[y], width);
    }
    test_draw(drawing, costs);
    throng_grid grid = throng_grid_default((int32_t)width, height);
    grid.cell_size = cell_size;
    world->ground = test_world_on_grid(grid, costs);
    world->crowd = NULL;
    free(costs);
    free(drawing);
}

void crowd_world_solve(crowd_world *world, int32_t x, int32_t y)
{
    const throng_cell goal = {x, y};
    test_world_solve(&world->ground, &goal, 1);
}

void crowd_world_populate(crowd_world *world, int32_t agent_capacity)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world->ground.grid;
    desc.agent_capacity = agent_capacity;
    assert_ok(throng_crowd_create(world->ground.context, &desc, &world->crowd));
}

int32_t crowd_world_add_walkers(crowd_world *world)
{
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = world->ground.cost;
    desc.integration = world->ground.integration;
    desc.flow = world->ground.flow;
    int32_t group = -1;
    assert_ok(throng_crowd_add_group(world->crowd, &desc, &group));
    return group;
}

int32_t crowd_world_add_idlers(crowd_world *world)
{
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = world->ground.cost;
    int32_t group = -1;
    assert_ok(throng_crowd_add_group(world->crowd, &desc, &group));
    return group;
}

void crowd_world_idle(crowd_world *world, int32_t width, int32_t height, int32_t agent_capacity)
{
    world->ground = test_world_create(width, height, NULL);
    crowd_world_populate(world, agent_capacity);
    assert_int_equal(crowd_world_add_idlers(world), 0);
}

void crowd_world_walk(crowd_world *world, int32_t width, int32_t height, int32_t goal_x,
                      int32_t goal_y, int32_t agent_capacity)
{
    world->ground = test_world_create(width, height, NULL);
    crowd_world_solve(world, goal_x, goal_y);
    crowd_world_populate(world, agent_capacity);
    assert_int_equal(crowd_world_add_walkers(world), 0);
}

void crowd_world_close(crowd_world *world)
{
    assert_ok(throng_crowd_destroy(world->crowd));
    test_world_destroy(&world->ground);
    world->crowd = NULL;
}

throng_agent_desc crowd_agent_at(float x, float y, int32_t group)
{
    throng_agent_desc desc = throng_agent_desc_default();
    desc.x = x;
    desc.y = y;
    desc.group = group;
    return desc;
}

throng_agent_id crowd_add(throng_crowd *crowd, const throng_agent_desc *desc)
{
    throng_agent_id id = THRONG_AGENT_NONE;
    assert_ok(throng_crowd_add(crowd, desc, &id, NULL));
    assert_true(id != THRONG_AGENT_NONE);
    return id;
}

throng_agent_desc crowd_get(const throng_crowd *crowd, throng_agent_id id)
{
    throng_agent_desc desc = throng_agent_desc_default();
    assert_ok(throng_crowd_get(crowd, id, &desc));
    return desc;
}

void crowd_assert_same(const throng_agent_desc *left, const throng_agent_desc *right)
{
    assert_memory_equal(&left->x, &right->x, sizeof left->x);
    assert_memory_equal(&left->y, &right->y, sizeof left->y);
    assert_memory_equal(&left->velocity_x, &right->velocity_x, sizeof left->velocity_x);
    assert_memory_equal(&left->velocity_y, &right->velocity_y, sizeof left->velocity_y);
    assert_memory_equal(&left->radius, &right->radius, sizeof left->radius);
    assert_memory_equal(&left->max_speed, &right->max_speed, sizeof left->max_speed);
    assert_memory_equal(&left->max_acceleration, &right->max_acceleration,
                        sizeof left->max_acceleration);
    assert_memory_equal(&left->mass, &right->mass, sizeof left->mass);
    assert_int_equal(left->group, right->group);
    assert_true(left->user == right->user);
}

uint8_t crowd_flags(const throng_crowd *crowd, throng_agent_id id)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(crowd, &view));
    const int32_t index = throng_crowd_index(crowd, id);
    assert_in_range(index, 0, view.count - 1);
    return view.flags[index];
}

int32_t crowd_events(const throng_crowd *crowd, throng_event *out, int32_t capacity)
{
    throng_event_cursor cursor = {0};
    throng_event event;
    int32_t count = 0;
    while (throng_crowd_next_event(crowd, &cursor, &event)) {
        if (count < capacity)
            out[count] = event;
        count++;
    }
    return count;
}

int32_t crowd_count_events(const throng_crowd *crowd, throng_event_kind kind, throng_agent_id id)
{
    throng_event_cursor cursor = {0};
    throng_event event;
    int32_t count = 0;
    while (throng_crowd_next_event(crowd, &cursor, &event))
        count += event.kind == kind && event.agent == id;
    return count;
}

throng_quarantine_reason crowd_quarantine_reason(const throng_crowd *crowd, throng_agent_id id)
{
    throng_event_cursor cursor = {0};
    throng_event event;
    throng_quarantine_reason reason = THRONG_QUARANTINE_NONE;
    while (throng_crowd_next_event(crowd, &cursor, &event)) {
        assert_true((event.kind == THRONG_EVENT_QUARANTINED) ==
                    (event.reason != THRONG_QUARANTINE_NONE));
        if (event.agent == id && event.reason != THRONG_QUARANTINE_NONE)
            reason = event.reason;
    }
    return reason;
}
