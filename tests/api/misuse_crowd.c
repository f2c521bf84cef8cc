#include "misuse_crowd.h"

int misuse_crowd_setup(void **state)
{
    misuse_crowd *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->world = misuse_create();
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = self->world->grid;
    desc.agent_capacity = 2;
    desc.group_capacity = 2;
    assert_ok(throng_crowd_create(self->world->context, &desc, &self->crowd));
    self->group = throng_group_desc_default();
    self->group.cost = self->world->cost;
    self->group.integration = self->world->integration;
    self->group.flow = self->world->flow;
    int32_t index = -1;
    assert_ok(throng_crowd_add_group(self->crowd, &self->group, &index));
    assert_int_equal(index, 0);
    self->agent = throng_agent_desc_default();
    self->agent.x = 1.5f;
    self->agent.y = 1.5f;
    assert_ok(throng_crowd_add(self->crowd, &self->agent, &self->id, NULL));
    assert_true(self->id != THRONG_AGENT_NONE);
    *state = self;
    return 0;
}

int misuse_crowd_teardown(void **state)
{
    misuse_crowd *self = *state;
    assert_ok(throng_crowd_destroy(self->crowd));
    misuse_destroy(self->world);
    free(self);
    return 0;
}
