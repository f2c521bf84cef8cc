/* behaviour_scene.h: one agent in the open that wants something. A step of one substep leaves the
 * heading that was found; nobody turns aside here. */
#ifndef TEST_BEHAVIOUR_SCENE_H
#define TEST_BEHAVIOUR_SCENE_H

#include "crowd_world.h"

#include <math.h>

#define SUBSTEP (1.0f / 60.0f)
#define FINE 2e-6f

typedef struct scene {
    crowd_world world;
    throng_behaviour_desc wants; /* of group 0 */
    throng_agent_id agent;
} scene;

/* Agents of `group` never turn aside. */
static inline void look_straight(throng_crowd *crowd, int32_t group)
{
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(crowd, group, &desc));
    desc.side_bias = 0;
    assert_ok(throng_crowd_set_group(crowd, group, &desc));
}

/* 20 x 20 open cells, an agent that wants nothing yet, and an idle group 1. */
static inline scene open_scene(float x, float y)
{
    scene s = {.wants = throng_behaviour_desc_default()};
    crowd_world_idle(&s.world, 20, 20, 64);
    assert_int_equal(crowd_world_add_idlers(&s.world), 1);
    look_straight(s.world.crowd, 0);
    const throng_agent_desc desc = crowd_agent_at(x, y, 0);
    s.agent = crowd_add(s.world.crowd, &desc);
    return s;
}

static inline void close_scene(scene *s)
{
    crowd_world_close(&s->world);
}

static inline throng_point heading_of(const throng_crowd *crowd, throng_agent_id id)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(crowd, &view));
    const int32_t index = throng_crowd_index(crowd, id);
    assert_in_range(index, 0, view.count - 1);
    return (throng_point){view.heading_x[index], view.heading_y[index]};
}

static inline throng_point wish(scene *s)
{
    assert_ok(throng_crowd_set_behaviour(s->world.crowd, 0, &s->wants));
    assert_ok(throng_crowd_step(s->world.crowd, SUBSTEP));
    return heading_of(s->world.crowd, s->agent);
}

static inline void assert_point(throng_point got, float x, float y)
{
    if (fabsf(got.x - x) <= FINE && fabsf(got.y - y) <= FINE)
        return;
    print_error("heading is %.8f, %.8f instead of %.8f, %.8f\n", (double)got.x, (double)got.y,
                (double)x, (double)y);
    fail();
}

static inline throng_target at(float x, float y)
{
    return (throng_target){THRONG_AGENT_NONE, x, y};
}

#endif
