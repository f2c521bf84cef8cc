/* Crowds: where they stand, and how they are put back after every measurement. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* m. The map of a crowd that walks then has 3.1 agents of this size beside each other in a cell. */
#define RADIUS 0.16f

/* Separation acts up to 1.5 times the sum of two radii: the group's default. */
#define RANGE (3.0f * RADIUS)

/* Agents in a square metre of a crowd: discs cover three quarters of the ground, so that an agent
 * has about six in range: 9 * 0.75 - 1. */
#define DENSITY (0.75f / (3.14159265f * RADIUS * RADIUS))

typedef struct places {
    throng_point *at;
    int32_t count, capacity;
} places;

static void put(const bench_world *world, places *p, float x, float y)
{
    throng_cell cell;
    if (p->count < p->capacity && throng_cost_cell_of(world->cost, (throng_point){x, y}, &cell) &&
        throng_cost_at(world->cost, cell) != THRONG_WALL)
        p->at[p->count++] = (throng_point){x, y};
}

/* Fills a disc with `count` agents in rows, a little out of line. */
static void put_disc(const bench_world *world, places *p, throng_point centre, int32_t count,
                     uint64_t *chance)
{
    int32_t wanted = p->count + count;
    float spacing = 1.0f / (float)__builtin_sqrt(DENSITY);
    /* A tenth more than they need: walls take some of it. */
    float radius = (float)__builtin_sqrt(1.1 * count / (3.14159265 * (double)DENSITY)) + spacing;
    for (float dy = -radius; dy < radius; dy += spacing)
        for (float dx = -radius; dx < radius && p->count < wanted; dx += spacing)
            if (dx * dx + dy * dy < radius * radius)
                put(world, p, centre.x + dx + 0.05f * bench_random_unit(chance),
                    centre.y + dy + 0.05f * bench_random_unit(chance));
}

static void put_clumps(const bench_world *world, places *p, uint64_t *chance)
{
    int32_t clumps = world->scene->count / BENCH_CLUMP, columns = 1;
    while (columns * columns < clumps)
        columns++;
    float apart = (float)world->scene->side / (float)columns;
    for (int32_t k = 0; k < clumps; k++) {
        throng_point centre = {((float)(k % columns) + 0.5f) * apart,
                               ((float)(k / columns) + 0.5f) * apart};
        put_disc(world, p, centre, BENCH_CLUMP, chance);
    }
}

static void put_anyhow(const bench_world *world, places *p, float side, uint64_t *chance)
{
    while (p->count < p->capacity) {
        float x = 1.0f + side * bench_random_unit(chance);
        float y = 1.0f + side * bench_random_unit(chance);
        put(world, p, x, y);
    }
}

static void find_places(const bench_world *world, places *p)
{
    const bench_scene *scene = world->scene;
    uint64_t chance = 2;
    throng_point middle = {0.5f * (float)scene->side, 0.5f * (float)scene->side};
    switch (scene->layout) {
    case BENCH_DISC:
        put_disc(world, p, middle, scene->count, &chance);
        break;
    case BENCH_CLUMPS:
        put_clumps(world, p, &chance);
        break;
    case BENCH_STRAGGLER:
        put_disc(world, p, middle, scene->count - 1, &chance);
        for (float back = 1.5f; p->count < scene->count && back < 32.0f; back += 1.0f)
            put(world, p, (float)scene->side - back, (float)scene->side - back);
        break;
    case BENCH_ANYHOW: {
        /* So many agents a square metre, all of whom in a circle of RANGE are neighbours. */
        float density = scene->neighbours / (3.14159265f * RANGE * RANGE);
        put_anyhow(world, p, (float)__builtin_sqrt((float)scene->count / density), &chance);
        break;
    }
    default:
        put_anyhow(world, p, 1.0f, &chance);
    }
    /* Ids know nothing of places (Fisher and Yates 1938). */
    for (int32_t i = p->count - 1; i > 0; i--) {
        int32_t k = (int32_t)(bench_random(&chance) % (uint64_t)(i + 1));
        throng_point kept = p->at[i];
        p->at[i] = p->at[k];
        p->at[k] = kept;
    }
}

static bool add_all(bench_world *world, const places *p)
{
    for (int32_t i = 0; i < p->count; i++) {
        throng_agent_desc desc = throng_agent_desc_default();
        throng_agent_id id;
        desc.x = p->at[i].x;
        desc.y = p->at[i].y;
        desc.radius = RADIUS;
        if (!bench_check(throng_crowd_add(world->crowd, &desc, &id, NULL), "agent"))
            return false;
    }
    return true;
}

/* Everything at once, with neighbours as far away as separation acts. */
static throng_behaviour_desc wants_all(throng_agent_id somebody)
{
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.avoid_walls = wants.flee = wants.evade = 0.25f;
    wants.pursue = wants.seek = wants.arrive = 0.125f;
    wants.stay = wants.align = wants.cohere = wants.wander = 0.125f;
    wants.neighbour_range = RANGE;
    wants.threat.agent = wants.target.agent = somebody;
    wants.keep_together = 100.0f;
    wants.dead_band = 0.01f;
    return wants;
}

bool bench_crowd_open(bench_world *world)
{
    const bench_scene *scene = world->scene;
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = world->cost->grid;
    desc.agent_capacity = scene->count;
    desc.group_capacity = 1;
    desc.position_passes = scene->passes;
    throng_group_desc group = throng_group_desc_default();
    group.stands_firm = false;
    if (scene->passes == 0) /* the step that only separates */
        group.side_bias = 0.0f;
    group.cost = world->cost;
    group.integration = world->integration;
    group.flow = world->flow;
    int32_t number = 0;
    places p = {malloc((size_t)scene->count * sizeof(throng_point)), 0, scene->count};
    if (!p.at)
        return bench_check(THRONG_ERROR_MEMORY, "places");
    find_places(world, &p);
    bool is_good =
        bench_check(throng_crowd_create(world->context, &desc, &world->crowd), "crowd") &&
        bench_check(throng_crowd_add_group(world->crowd, &group, &number), "group") &&
        add_all(world, &p);
    if (is_good && p.count != scene->count) {
        fprintf(stderr, "%s: room for %d agents only\n", scene->name, p.count);
        is_good = false;
    }
    free(p.at);
    if (is_good && scene->behaves) {
        const throng_behaviour_desc wants = wants_all(world->crowd->agents.id[0]);
        is_good =
            bench_check(throng_crowd_set_behaviour(world->crowd, number, &wants), "behaviour");
    }
    return is_good;
}

bool bench_crowd_walk(bench_world *world, int32_t steps)
{
    for (int32_t i = 0; i < steps; i++)
        if (!bench_check(throng_crowd_step(world->crowd, BENCH_STEP), "step"))
            return false;
    return true;
}

/* Pairs in range, each counted for both, in the present order. */
static int64_t count_pairs(const throng_neighbours *n)
{
    int64_t count = 0;
    for (int32_t r = 0; r < n->row_count; r++) {
        for (int32_t i = n->row_begin[r]; i < n->row_begin[r + 1]; i++)
            for (int32_t k = r > 0 ? -1 : 0; k <= 1 && r + k < n->row_count; k++) {
                int32_t end = n->row_begin[r + k + 1];
                for (int32_t j = throng_neighbours_find_x(n, r + k, n->x[i] - n->window);
                     j < end && n->x[j] - n->x[i] <= n->window; j++) {
                    float dx = n->x[i] - n->x[j], dy = n->y[i] - n->y[j];
                    float range = (n->reach[i] + n->reach[j]) * n->unit;
                    count += j != i && dx * dx + dy * dy < range * range;
                }
            }
    }
    return count;
}

bool bench_crowd_save(bench_world *world)
{
    throng_crowd *crowd = world->crowd;
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_sort(crowd);
    world->neighbours = (double)count_pairs(&crowd->neighbours) / (double)crowd->count;
    crowd->is_sorted = false; /* the order is scratch, which is not saved */
    int32_t count = throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < count; k++) {
        if (!arrays[k].is_state)
            continue;
        size_t bytes = (size_t)crowd->desc.agent_capacity * arrays[k].size;
        world->saved_arrays[k] = malloc(bytes);
        if (!world->saved_arrays[k])
            return bench_check(THRONG_ERROR_MEMORY, "saved crowd");
        memcpy(world->saved_arrays[k], *arrays[k].pointer, bytes);
    }
    world->saved = *crowd;
    world->allocations_at_start = world->allocations;
    return true;
}

void bench_crowd_restore(bench_world *world)
{
    throng_crowd *crowd = world->crowd;
    throng_array arrays[THRONG_AGENT_ARRAYS];
    *crowd = world->saved;
    int32_t count = throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < count; k++)
        if (arrays[k].is_state)
            memcpy(*arrays[k].pointer, world->saved_arrays[k],
                   (size_t)crowd->desc.agent_capacity * arrays[k].size);
}

/* Lets so many per cent of the agents, from the west on, sleep where they stand. */
static void lay_down(throng_crowd *crowd, int32_t per_cent)
{
    throng_agents *a = &crowd->agents;
    float west = a->x[0], east = a->x[0];
    for (int32_t i = 0; i < crowd->count; i++) {
        west = a->x[i] < west ? a->x[i] : west;
        east = a->x[i] > east ? a->x[i] : east;
    }
    /* Where the line is that divides them: by halving. */
    for (int32_t round = 0; round < 24; round++) {
        float middle = 0.5f * (west + east);
        int64_t beyond = 0;
        for (int32_t i = 0; i < crowd->count; i++)
            beyond += a->x[i] <= middle;
        if (beyond * 100 < (int64_t)per_cent * crowd->count)
            west = middle;
        else
            east = middle;
    }
    for (int32_t i = 0; i < crowd->count; i++) {
        if (a->x[i] > east)
            continue;
        a->flags[i] |= THRONG_AGENT_ARRIVED | THRONG_AGENT_ASLEEP;
        a->rest[i] |= THRONG_REST_STANDS;
        a->velocity_x[i] = a->velocity_y[i] = 0.0f;
        a->heading_x[i] = a->heading_y[i] = a->push_x[i] = a->push_y[i] = a->swerve[i] = 0.0f;
    }
}

bench_world *bench_crowd_scene_open(const bench_scene *scene, bench_way way)
{
    bench_world *world = bench_world_open_corner(scene, way, "sparse");
    if (!world || !bench_crowd_open(world) || !bench_crowd_walk(world, 60))
        return NULL;
    if (scene->asleep > 0)
        lay_down(world->crowd, scene->asleep);
    return bench_crowd_save(world) ? world : NULL;
}
