/*
 * crowd_reference_test.c: a crowd without walls in its way, step for step and bit for bit against a
 * plain O(n^2) calculation of the documented formulas: neighbours summed in the order (row, x, id),
 * limited acceleration and speed, p + v dt. Only the headings are the library's own (throng_sample,
 * which has its own tests).
 */
#include "crowd_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { COUNT = 90, SIDE = 48 };

/* 1/s, src/crowd/steer_scalar.c. */
#define RESPONSE 10.0f

/* Of the row height, src/crowd/neighbours.c. */
#define MARGIN 1.0001f

typedef struct body {
    throng_agent_id id;
    float x, y, velocity_x, velocity_y, heading_x, heading_y, push_x, push_y;
    float radius, max_speed, max_acceleration, mass;
    int32_t group;
} body;

typedef struct reference {
    crowd_world world;
    test_world second; /* the fields of group 1; group 2 is idle */
    throng_group_desc groups[3];
    float substep;
    bool are_alike; /* of one reach and one mass */
    body bodies[COUNT];
    int32_t count;
} reference;

static void open_reference(reference *all, test_random *random)
{
    uint8_t costs[SIDE * SIDE];
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        costs[i] = (uint8_t)test_random_int(random, 1, 3);
    throng_grid grid = throng_grid_default(SIDE, SIDE);
    grid.cell_size = test_random_int(random, 0, 1) ? 1.0f : 0.7f;
    grid.origin_x = test_random_float(random, -50, 50);
    grid.origin_y = test_random_float(random, -50, 50);
    all->world.ground = test_world_on_grid(grid, costs);
    all->second = test_world_on_grid(grid, costs);
    const throng_cell first = {SIDE / 2 - 6, SIDE / 2}, second = {SIDE / 2 + 6, SIDE / 2 + 3};
    test_world_solve(&all->world.ground, &first, 1);
    test_world_solve(&all->second, &second, 1);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = grid;
    desc.position_passes = 0;
    desc.substep = all->substep = test_random_float(random, 0.005f, 0.02f);
    assert_ok(throng_crowd_create(all->world.ground.context, &desc, &all->world.crowd));
    for (int32_t g = 0; g < 3; g++) {
        throng_group_desc *const group = &all->groups[g];
        *group = throng_group_desc_default();
        group->cost = all->world.ground.cost;
        if (g < 2)
            group->integration = g ? all->second.integration : all->world.ground.integration;
        if (g < 2)
            group->flow = g ? all->second.flow : all->world.ground.flow;
        if (g == 1)
            group->cost = all->second.cost;
        group->wall_rule = g ? THRONG_WALL_RULE_REPEL : THRONG_WALL_RULE_DROP;
        group->separation_range = test_random_float(random, 1, 4);
        if (all->are_alike)
            group->separation_range = all->groups[0].separation_range;
        group->separation_strength = test_random_float(random, 0, 16);
        group->terrain_speed = test_random_int(random, 0, 1);
        group->stop_at_goal = false;
        group->stands_firm = false;
        group->side_bias = 0;
        int32_t number = -1;
        assert_ok(throng_crowd_add_group(all->world.crowd, group, &number));
        assert_int_equal(number, g);
    }
}

static void close_reference(reference *all)
{
    assert_ok(throng_crowd_destroy(all->world.crowd));
    all->world.crowd = NULL;
    test_world_destroy(&all->second);
    crowd_world_close(&all->world);
}

/* Agents in the middle of the map, up to two cells wide, some with an x or a y in common. */
static void populate(reference *all, test_random *random)
{
    const throng_grid grid = all->world.ground.grid;
    all->count = test_random_int(random, 2, COUNT);
    for (int32_t i = 0; i < all->count; i++) {
        throng_agent_desc desc = crowd_agent_at(0, 0, test_random_int(random, 0, 2));
        const float spread = test_random_float(random, 1, 9);
        desc.x = grid.origin_x +
                 grid.cell_size * (SIDE / 2 + test_random_float(random, -spread, spread));
        desc.y = grid.origin_y +
                 grid.cell_size * (SIDE / 2 + test_random_float(random, -spread, spread));
        if (i > 0 && i % 5 == 0)
            desc.x = all->bodies[i - 1].x;
        if (i > 0 && i % 5 == 1)
            desc.y = all->bodies[i - 1].y;
        desc.velocity_x = test_random_float(random, -2, 2);
        desc.velocity_y = test_random_float(random, -2, 2);
        desc.radius = grid.cell_size * test_random_float(random, 0.1f, 1);
        desc.max_speed = test_random_float(random, 0, 2);
        desc.max_acceleration = test_random_int(random, 0, 1) ? 0 : test_random_float(random, 1, 9);
        desc.mass = test_random_float(random, 1, 200);
        if (all->are_alike && i > 0) {
            desc.radius = all->bodies[0].radius;
            desc.mass = all->bodies[0].mass;
        }
        body *const one = &all->bodies[i];
        one->id = crowd_add(all->world.crowd, &desc);
        one->x = desc.x;
        one->y = desc.y;
        one->velocity_x = desc.velocity_x;
        one->velocity_y = desc.velocity_y;
        one->radius = desc.radius;
        one->max_speed = desc.max_speed;
        one->max_acceleration =
            desc.max_acceleration > 0 ? desc.max_acceleration : desc.max_speed * 4;
        one->mass = desc.mass;
        one->group = desc.group;
    }
}

static void sample(reference *all)
{
    for (int32_t i = 0; i < all->count; i++) {
        body *const one = &all->bodies[i];
        const throng_group_desc *const group = &all->groups[one->group];
        one->heading_x = one->heading_y = 0;
        if (!group->flow)
            continue;
        throng_sample_desc desc = throng_sample_desc_default();
        desc.wall_rule = group->wall_rule;
        throng_points point = {0};
        point.count = 1;
        point.x = &one->x;
        point.y = &one->y;
        const throng_vectors heading = {&one->heading_x, &one->heading_y, 0};
        assert_ok(
            throng_sample(all->world.ground.context, &group->flow, 1, &desc, &point, heading));
    }
}

static float reach_of(const reference *all, const body *one)
{
    return one->radius * all->groups[one->group].separation_range;
}

/* A neighbour and where it stands in the order. */
typedef struct neighbour {
    double row;
    const body *who;
} neighbour;

static int compare_neighbours(const void *left, const void *right)
{
    const neighbour *const one = left, *const two = right;
    if (one->row != two->row)
        return one->row < two->row ? -1 : 1;
    if (one->who->x != two->who->x)
        return one->who->x < two->who->x ? -1 : 1;
    return (uint32_t)one->who->id < (uint32_t)two->who->id ? -1 : 1;
}

static void list_neighbours(const reference *all, neighbour *list)
{
    float largest = 0;
    for (int32_t i = 0; i < all->count; i++) {
        largest = fmaxf(largest, reach_of(all, &all->bodies[i]));
        largest = fmaxf(largest, 1.5f * all->bodies[i].radius);
    }
    const float height = 2.0f * largest * MARGIN;
    for (int32_t i = 0; i < all->count; i++) {
        const double y = (double)all->bodies[i].y - (double)all->world.ground.grid.origin_y;
        list[i].row = floor(y / (double)height);
        list[i].who = &all->bodies[i];
    }
    qsort(list, (size_t)all->count, sizeof list[0], compare_neighbours);
}

/* UNIT / sqrt(v), nearly: src/crowd/inverse_root.h. */
#define UNIT 1.421476f

static float inverse_root(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits = 0x5f1ffff9 - bits / 2;
    float seed;
    memcpy(&seed, &bits, sizeof seed);
    return seed * (2.38924456f - v * seed * seed);
}

static void separate(reference *all)
{
    neighbour list[COUNT];
    list_neighbours(all, list);
    float heaviest = 0;
    for (int32_t i = 0; i < all->count; i++)
        heaviest = fmaxf(heaviest, sqrtf(all->bodies[i].mass));
    /* Of lengths that are added up to ranges. */
    const float unit = all->are_alike ? 2 * reach_of(all, &all->bodies[0]) : 1;
    for (int32_t i = 0; i < all->count; i++) {
        body *const one = &all->bodies[i];
        one->push_x = one->push_y = 0;
        for (int32_t k = 0; k < all->count; k++) {
            const body *const other = list[k].who;
            const float range = reach_of(all, one) + reach_of(all, other);
            const float dx = one->x - other->x, dy = one->y - other->y;
            const float distance_sq = dx * dx + dy * dy;
            if (other == one || !(distance_sq < range * range))
                continue;
            const float near = range / unit * inverse_root(distance_sq);
            const float weight = fmaxf(near - UNIT / unit, 0);
            const float yield = sqrtf(other->mass) / heaviest;
            one->push_x += dx * (weight * yield);
            one->push_y += dy * (weight * yield);
        }
        const float yield = sqrtf(one->mass) / heaviest;
        const float scale = 1.0f / (2.0f * UNIT * (reach_of(all, one) / unit) * yield);
        one->push_x *= scale;
        one->push_y *= scale;
    }
}

static void shorten(float *x, float *y, float most)
{
    const float length = sqrtf(*x * *x + *y * *y);
    if (!(length > most))
        return;
    const float scale = most / length;
    *x *= scale;
    *y *= scale;
}

static void steer_and_move(reference *all, float dt)
{
    for (int32_t i = 0; i < all->count; i++) {
        body *const one = &all->bodies[i];
        const throng_group_desc *const group = &all->groups[one->group];
        float speed = one->max_speed;
        throng_cell cell;
        const throng_point place = {one->x, one->y};
        assert_true(throng_cost_cell_of(group->cost, place, &cell));
        if (group->terrain_speed)
            speed = one->max_speed / (float)throng_cost_at(group->cost, cell);
        const float strength = group->separation_strength * one->max_acceleration;
        float x = (one->heading_x * speed - one->velocity_x) * RESPONSE + one->push_x * strength;
        float y = (one->heading_y * speed - one->velocity_y) * RESPONSE + one->push_y * strength;
        shorten(&x, &y, one->max_acceleration);
        one->velocity_x += x * dt;
        one->velocity_y += y * dt;
        shorten(&one->velocity_x, &one->velocity_y, one->max_speed);
    }
    for (int32_t i = 0; i < all->count; i++) {
        body *const one = &all->bodies[i];
        one->x += one->velocity_x * dt;
        one->y += one->velocity_y * dt;
    }
}

static void step_reference(reference *all, float dt)
{
    double fastest = 0;
    for (int32_t i = 0; i < all->count; i++) {
        const body *const one = &all->bodies[i];
        fastest = fmax(fastest, (double)one->max_speed / (double)one->radius);
    }
    double longest = (double)all->substep;
    if (longest * fastest > 0.3)
        longest = 0.3 / fastest;
    const int32_t count = (int32_t)ceil((double)dt / longest);
    const float length = (float)((double)dt / count);
    for (int32_t k = 0; k < count; k++) {
        sample(all);
        separate(all);
        steer_and_move(all, length);
    }
}

static void compare_float(const char *name, int32_t i, float got, float wanted)
{
    if (memcmp(&got, &wanted, sizeof got) != 0)
        fail_msg("%s of agent %d is %.9g; it should be %.9g", name, i, got, wanted);
}

static void compare(const reference *all)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(all->world.crowd, &view));
    for (int32_t i = 0; i < all->count; i++) {
        const body *const one = &all->bodies[i];
        const int32_t at = throng_crowd_index(all->world.crowd, one->id);
        assert_in_range(at, 0, view.count - 1);
        compare_float("heading_x", i, view.heading_x[at], one->heading_x);
        compare_float("heading_y", i, view.heading_y[at], one->heading_y);
        compare_float("velocity_x", i, view.velocity_x[at], one->velocity_x);
        compare_float("velocity_y", i, view.velocity_y[at], one->velocity_y);
        compare_float("x", i, view.x[at], one->x);
        compare_float("y", i, view.y[at], one->y);
    }
}

/* True while the edge of the map, which is a wall, is out of everybody's reach. */
static bool is_open(const reference *all)
{
    const throng_grid grid = all->world.ground.grid;
    for (int32_t i = 0; i < all->count; i++) {
        const body *const one = &all->bodies[i];
        const float side = (float)SIDE * grid.cell_size;
        const float x = one->x - grid.origin_x, y = one->y - grid.origin_y;
        const float margin = one->radius + grid.cell_size;
        if (!(x > margin && y > margin && x < side - margin && y < side - margin))
            return false;
    }
    return true;
}

static void a_step_is_what_its_formulas_say(void **state)
{
    (void)state;
    test_random random = {test_seed("crowd reference", 51)};
    const int32_t trials = test_is_full() ? 1000 : 60;
    int32_t compared = 0;
    for (int32_t trial = 0; trial < trials; trial++) {
        static reference all;
        memset(&all, 0, sizeof all);
        all.are_alike = test_random_int(&random, 0, 2) == 0;
        open_reference(&all, &random);
        populate(&all, &random);
        for (int32_t turn = 0; turn < 25; turn++) {
            const float dt = test_random_float(&random, 0.001f, 0.05f);
            step_reference(&all, dt);
            if (!is_open(&all))
                break;
            assert_ok(throng_crowd_step(all.world.crowd, dt));
            compare(&all);
            compared++;
        }
        close_reference(&all);
    }
    print_message("%d steps compared\n", compared);
    assert_true(compared > 20 * trials);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_what_its_formulas_say),
    };
    return cmocka_run_group_tests_name("crowd reference", tests, NULL, NULL);
}
