#include "save_world.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

static void add_group(save_world *self, const test_world *fields, bool follows, float range)
{
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = fields->cost;
    desc.integration = follows ? fields->integration : NULL;
    desc.flow = follows ? fields->flow : NULL;
    desc.separation_range = range;
    desc.layers = follows ? 1 : 3;
    desc.collides_with = follows ? 3 : 1; /* idlers pass through each other */
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(self->world.crowd, &desc, &number));
}

save_world save_world_open(uint64_t seed)
{
    test_random random = {seed};
    uint8_t costs[SAVE_SIDE * SAVE_SIDE];
    for (int32_t i = 0; i < SAVE_SIDE * SAVE_SIDE; i++)
        costs[i] = (uint8_t)(test_random_int(&random, 0, 9) == 0 ? THRONG_WALL : 1 + i % 2);
    const throng_cell goals[2] = {{1, 10}, {18, 10}};
    costs[10 * SAVE_SIDE + 1] = costs[10 * SAVE_SIDE + 18] = 1;
    save_world self = {.other = test_world_create(SAVE_SIDE, SAVE_SIDE, costs)};
    self.world.ground = test_world_create(SAVE_SIDE, SAVE_SIDE, costs);
    test_world_solve(&self.world.ground, &goals[0], 1);
    test_world_solve(&self.other, &goals[1], 1);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = self.world.ground.grid;
    desc.agent_capacity = 2 * SAVE_AGENTS;
    desc.hash_stages = true;
    desc.seed = 77;
    assert_ok(throng_crowd_create(self.world.ground.context, &desc, &self.world.crowd));
    add_group(&self, &self.world.ground, true, 1.5f);
    add_group(&self, &self.other, true, 2.0f);
    throng_behaviour_desc wants = throng_behaviour_desc_default();
    wants.avoid_walls = 0.5f;
    wants.wander = 0.75f;
    wants.align = wants.cohere = wants.stay = 0.25f;
    wants.keep_together = 6;
    wants.dead_band = 0.01f;
    assert_ok(throng_crowd_set_behaviour(self.world.crowd, 1, &wants));
    add_group(&self, &self.world.ground, false, 1.25f);
    return self;
}

void save_world_close(save_world *self)
{
    assert_ok(throng_crowd_destroy(self->world.crowd));
    self->world.crowd = NULL;
    test_world_destroy(&self->other);
    crowd_world_close(&self->world);
}

static throng_agent_id somebody(const throng_crowd *crowd, test_random *random)
{
    /* By index, since the order of the arrays is no part of the state. */
    for (;;) {
        const uint32_t index = (uint32_t)test_random_int(random, 0, SAVE_AGENTS - 1);
        for (uint64_t generation = 1; generation < 20; generation++)
            if (throng_crowd_index(crowd, generation << 32 | index) >= 0)
                return generation << 32 | index;
    }
}

static void add_somebody(save_world *self, test_random *random)
{
    throng_agent_desc desc = throng_agent_desc_default();
    throng_point place;
    place.x = test_random_float(random, 0, SAVE_SIDE);
    place.y = test_random_float(random, 0, SAVE_SIDE);
    assert_true(throng_cost_nearest_free(self->world.ground.cost, place, &place));
    desc.x = place.x;
    desc.y = place.y;
    desc.radius = test_random_float(random, 0.15f, 0.6f);
    desc.max_speed = test_random_float(random, 0.5f, 3);
    desc.mass = test_random_float(random, 20, 200);
    desc.group = test_random_int(random, 0, SAVE_GROUPS - 1);
    desc.user = test_random_next(random);
    desc.is_kinematic = test_random_int(random, 0, 8) == 0;
    crowd_add(self->world.crowd, &desc);
}

void save_world_live(save_world *self, uint64_t seed, int32_t steps)
{
    test_random random = {seed};
    throng_crowd *const crowd = self->world.crowd;
    while (throng_crowd_count(crowd) < SAVE_AGENTS)
        add_somebody(self, &random);
    for (int32_t turn = 0; turn < steps; turn++) {
        for (int32_t k = 0; k < 3; k++)
            assert_ok(throng_crowd_remove(crowd, somebody(crowd, &random)));
        for (int32_t k = 0; k < 2 + turn % 2; k++)
            add_somebody(self, &random);
        throng_point place; /* into walls and off the map, too */
        place.x = test_random_float(&random, -2, SAVE_SIDE + 2);
        place.y = test_random_float(&random, -2, SAVE_SIDE + 2);
        assert_ok(throng_crowd_set_position(crowd, somebody(crowd, &random), place));
        assert_ok(throng_crowd_step(crowd, turn % 5 == 4 ? 0.6f : 0.05f));
    }
}

save_block save_of(const throng_crowd *crowd)
{
    save_block block = {.size = throng_crowd_save_bytes(crowd)};
    block.bytes = malloc(block.size);
    assert_non_null(block.bytes);
    assert_ok(throng_crowd_save(crowd, block.bytes, block.size));
    return block;
}

void save_world_fields(const save_world *self, throng_group_fields fields[SAVE_GROUPS])
{
    const test_world *const west = &self->world.ground, *const east = &self->other;
    fields[0] = (throng_group_fields){west->cost, west->integration, west->flow, NULL, NULL};
    fields[1] = (throng_group_fields){east->cost, east->integration, east->flow, NULL, NULL};
    fields[2] = (throng_group_fields){west->cost, NULL, NULL, NULL, NULL};
}

void save_load(throng_crowd *crowd, save_block block)
{
    assert_ok(throng_crowd_load(crowd, block.bytes, block.size, NULL, 0));
}

void save_assert_same(const throng_crowd *left, const throng_crowd *right)
{
    const save_block a = save_of(left), b = save_of(right);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    free(a.bytes);
    free(b.bytes);
}
