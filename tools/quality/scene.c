#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more element; the new array, or NULL. */
static void *grow(quality_scene *scene, void *array, int32_t count, int32_t *capacity, size_t bytes)
{
    if (count < *capacity)
        return array;
    const int32_t wanted = *capacity > 0 ? 2 * *capacity : 64;
    void *const grown = realloc(array, (size_t)wanted * bytes);
    if (grown == NULL) {
        tool_fail("there is no memory for %d elements of a scene", wanted);
        scene->is_bad = true;
        return NULL;
    }
    *capacity = wanted;
    return grown;
}

void quality_scene_open(quality_scene *scene, int32_t width, int32_t height, double cell)
{
    memset(scene, 0, sizeof *scene);
    scene->dt = QUALITY_DT;
    scene->ground.width = width;
    scene->ground.height = height;
    scene->ground.cell = cell;
    const size_t count = (size_t)width * (size_t)height;
    scene->ground.cost = tool_alloc(count, 1);
    scene->is_bad = scene->ground.cost == NULL;
    if (!scene->is_bad)
        memset(scene->ground.cost, 1, count);
}

void quality_scene_close(quality_scene *scene)
{
    for (int32_t g = 0; g < scene->group_count; g++)
        free(scene->groups[g].goals);
    free(scene->groups);
    free(scene->agents);
    free(scene->ground.cost);
    memset(scene, 0, sizeof *scene);
}

void quality_scene_fill(quality_scene *scene, throng_rect cells, uint8_t cost)
{
    for (int32_t y = cells.y; !scene->is_bad && y < cells.y + cells.height; y++) {
        for (int32_t x = cells.x; x < cells.x + cells.width; x++) {
            if (x >= 0 && y >= 0 && x < scene->ground.width && y < scene->ground.height)
                scene->ground.cost[y * scene->ground.width + x] = cost;
        }
    }
}

int32_t quality_scene_group(quality_scene *scene)
{
    quality_group *const groups = grow(scene, scene->groups, scene->group_count,
                                       &scene->group_capacity, sizeof *scene->groups);
    if (groups == NULL)
        return 0;
    scene->groups = groups;
    memset(&groups[scene->group_count], 0, sizeof groups[0]);
    return scene->group_count++;
}

void quality_scene_goal(quality_scene *scene, int32_t group, throng_rect cells)
{
    for (int32_t i = 0; !scene->is_bad && i < cells.width * cells.height; i++) {
        quality_group *const to = &scene->groups[group];
        throng_cell *const goals =
            grow(scene, to->goals, to->goal_count, &to->goal_capacity, sizeof *to->goals);
        if (goals == NULL)
            return;
        to->goals = goals;
        goals[to->goal_count++] =
            (throng_cell){cells.x + i % cells.width, cells.y + i / cells.width};
    }
}

void quality_scene_add_sized(quality_scene *scene, quality_agent agent)
{
    quality_agent *const agents = grow(scene, scene->agents, scene->agent_count,
                                       &scene->agent_capacity, sizeof *scene->agents);
    if (agents == NULL)
        return;
    scene->agents = agents;
    agents[scene->agent_count++] = agent;
}

void quality_scene_add(quality_scene *scene, double x, double y, int32_t group)
{
    quality_scene_add_sized(scene, (quality_agent){x, y, QUALITY_RADIUS, QUALITY_SPEED, group});
}

void quality_scene_block(quality_scene *scene, const quality_block *block, uint64_t *random)
{
    for (int32_t i = 0; i < block->count; i++) {
        const double x = block->x + i % block->columns * block->spacing;
        const double y = block->y + i / block->columns * block->spacing;
        const double at_x = x + quality_jitter(random, block->jitter);
        const double at_y = y + quality_jitter(random, block->jitter);
        quality_scene_add_sized(
            scene, (quality_agent){at_x, at_y, block->radius, block->speed, block->group});
    }
}

quality_block quality_people(double x, double y, double spacing, int32_t columns, int32_t count,
                             int32_t group)
{
    /* Two per cent of the spacing: enough to break the lattice, too little to let discs touch. */
    return (quality_block){.x = x,
                           .y = y,
                           .spacing = spacing,
                           .jitter = 0.02 * spacing,
                           .columns = columns,
                           .count = count,
                           .radius = QUALITY_RADIUS,
                           .speed = QUALITY_SPEED,
                           .group = group};
}

/* Square of the way from a place to the nearest agent. */
static double nearest_sq(const quality_scene *scene, double x, double y)
{
    double nearest = INFINITY;
    for (int32_t i = 0; i < scene->agent_count; i++) {
        const double dx = scene->agents[i].x - x, dy = scene->agents[i].y - y;
        nearest = fmin(nearest, dx * dx + dy * dy);
    }
    return nearest;
}

void quality_scene_spread(quality_scene *scene, const double low[2], const double high[2],
                          int32_t count, quality_agent agent, uint64_t *random)
{
    enum { CANDIDATES = 12 };
    for (int32_t i = 0; i < count; i++) {
        double farthest = -1;
        for (int32_t k = 0; k < CANDIDATES; k++) {
            const double x = low[0] + (high[0] - low[0]) * (double)tool_random_unit(random);
            const double y = low[1] + (high[1] - low[1]) * (double)tool_random_unit(random);
            const double way = nearest_sq(scene, x, y);
            if (way <= farthest)
                continue;
            farthest = way;
            agent.x = x;
            agent.y = y;
        }
        quality_scene_add_sized(scene, agent);
    }
}

double quality_jitter(uint64_t *random, double extent)
{
    return extent * (2.0 * (double)tool_random_unit(random) - 1.0);
}
