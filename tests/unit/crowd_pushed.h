/* crowd_pushed.h: somebody asleep and somebody who pushes, for the tests of returns. */
#ifndef TEST_CROWD_PUSHED_H
#define TEST_CROWD_PUSHED_H

#include "crowd_world.h"

#include <math.h>

#define RADIUS 0.3f

/* What src/crowd/return.c calls back, and half of the unit in which it keeps a place. */
#define IS_BACK (RADIUS * (0.05f + 0.01f))
#define IS_AWAY (RADIUS * 0.25f)

#define DT (1.0f / 60.0f)

static inline void pass(crowd_world *world, float seconds)
{
    for (int32_t step = 0; step < (int32_t)(seconds / DT); step++)
        assert_ok(throng_crowd_step(world->crowd, DT));
}

static inline float apart(const crowd_world *world, throng_agent_id id, float x, float y)
{
    const throng_agent_desc now = crowd_get(world->crowd, id);
    return sqrtf((now.x - x) * (now.x - x) + (now.y - y) * (now.y - y));
}

static inline bool sleeps(const crowd_world *world, throng_agent_id id)
{
    return crowd_flags(world->crowd, id) & THRONG_AGENT_ASLEEP;
}

static inline throng_agent_id add_pusher(crowd_world *world, float x, float y)
{
    throng_agent_desc desc = crowd_agent_at(x, y, 0);
    desc.is_kinematic = true;
    return crowd_add(world->crowd, &desc);
}

/* Moves the pusher, as a host does, by `way` m to the east at half a metre a second. */
static inline void push(crowd_world *world, throng_agent_id pusher, float way)
{
    throng_agent_desc desc = crowd_get(world->crowd, pusher);
    const throng_point from = {desc.x, desc.y};
    const int32_t steps = (int32_t)(way / 0.5f / DT + 0.5f);
    for (int32_t step = 1; step <= steps; step++) {
        const throng_point place = {from.x + way * (float)step / (float)steps, from.y};
        assert_ok(throng_crowd_set_position(world->crowd, pusher, place));
        assert_ok(throng_crowd_step(world->crowd, DT));
    }
}

/* An idle agent that sleeps at (10.5, 10.5), on a map of 20 x 20 cells of 1 m, and a pusher whose
 * disc ends where its disc begins. */
typedef struct pushed {
    crowd_world world;
    throng_agent_id sleeper, pusher;
} pushed;

static inline pushed open_pushed(void)
{
    pushed p;
    crowd_world_idle(&p.world, 20, 20, 4);
    const throng_agent_desc desc = crowd_agent_at(10.5f, 10.5f, 0);
    p.sleeper = crowd_add(p.world.crowd, &desc);
    p.pusher = add_pusher(&p.world, 10.5f - 2.0f * RADIUS, 10.5f);
    pass(&p.world, 2.0f);
    assert_true(sleeps(&p.world, p.sleeper));
    assert_true(apart(&p.world, p.sleeper, 10.5f, 10.5f) == 0.0f);
    return p;
}

static inline void take_away(pushed *p)
{
    assert_ok(throng_crowd_remove(p->world.crowd, p->pusher));
}

#endif
