/* Steering, WIDE_LANES agents at a time. Every case of the scalar text is computed for all and the
 * right one is chosen lane by lane; what depends on the group is computed once for each group that
 * occurs. */
#include "crowd/steer.h"

#include "crowd/ground_wide.h"
#include "flow/flow.h"
#include "integration/integration.h"

#define RESPONSE 10.0f
#define SETTLING 4.0f
#define CREEPING 0.1f
#define SLOW_SPEED 0.2f
#define SLOW_TIME 0.4f
#define LOOKS_PER_SECOND 5.0f
#define SLEEP_TIME 0.5f
#define STOP_SPEED 0.01f
#define SNUG 0.25f
#define WALKING_ON 0.05f
#define WALK_ON_TIME 3.0f
#define STILL_SQ 1e-16f
#define PRESSED 0.2f

typedef struct vector {
    wide_f32 x, y;
} vector;

/* The agents of a register. */
typedef struct agents {
    wide_mask is_there;                /* not held */
    wide_mask has_arrived, is_at_rest; /* or cannot reach its goal */
    wide_mask stood, came, presses;    /* as their rest says */
    wide_mask returns;
    vector velocity, heading;
    wide_f32 max_speed, max_acceleration;
    wide_f32 speed_sq;
    wide_i32 cell;
    vector to_centre;
    vector direction; /* of the velocity, if it has any */
    wide_i32 ahead;   /* the cell a cell's length in that direction, where `sees_ahead` */
    wide_mask sees_ahead;
} agents;

/* What a group makes of them. */
typedef struct intent {
    vector wanted;
    wide_f32 strength;
    wide_mask notices; /* has a goal to notice */
    wide_mask is_in_goal;
    wide_mask walks_on; /* within the goal */
    wide_mask stands;
} intent;

WIDE_INLINE vector at_most(vector v, wide_f32 most)
{
    wide_f32 length = wide_sqrt(wide_add(wide_mul(v.x, v.x), wide_mul(v.y, v.y)));
    wide_mask is_longer = wide_gt(length, most);
    wide_f32 scale = wide_div(most, length);
    return (vector){wide_select(is_longer, wide_mul(v.x, scale), v.x),
                    wide_select(is_longer, wide_mul(v.y, scale), v.y)};
}

WIDE_INLINE wide_f32 way_to_centre(wide_i32 index, float origin, float cell_size, wide_f32 place)
{
    wide_f32 centre =
        wide_mul(wide_add(wide_from_i32(index), wide_set1(0.5f)), wide_set1(cell_size));
    return wide_sub(wide_add(wide_set1(origin), centre), place);
}

WIDE_INLINE agents load_agents(const throng_agents *a, const ground *g, int32_t i)
{
    agents s;
    wide_i32 flags = wide_i32_load_u8(a->flags + i), zero = wide_i32_set1(0);
    s.is_there = wide_i32_eq(wide_i32_and(flags, wide_i32_set1(THRONG_AGENT_HELD)), zero);
    s.has_arrived = wide_i32_gt(wide_i32_and(flags, wide_i32_set1(THRONG_AGENT_ARRIVED)), zero);
    s.is_at_rest = wide_i32_gt(wide_i32_and(flags, wide_i32_set1(THRONG_AGENT_AT_REST)), zero);
    wide_i32 rest = wide_i32_load_u8(a->rest + i);
    s.stood = wide_i32_gt(wide_i32_and(rest, wide_i32_set1(THRONG_REST_STANDS)), zero);
    s.came = wide_i32_gt(wide_i32_and(rest, wide_i32_set1(THRONG_REST_COMES)), zero);
    s.presses = wide_i32_gt(wide_i32_and(rest, wide_i32_set1(THRONG_REST_PRESSES)), zero);
    wide_i32 returns = wide_i32_set1(THRONG_REST_RETURNS);
    s.returns = wide_i32_eq(wide_i32_and(rest, returns), returns);
    s.velocity = (vector){wide_load(a->velocity_x + i), wide_load(a->velocity_y + i)};
    s.heading = (vector){wide_load(a->heading_x + i), wide_load(a->heading_y + i)};
    s.max_speed = wide_load(a->max_speed + i);
    s.max_acceleration = wide_load(a->max_acceleration + i);
    s.speed_sq =
        wide_add(wide_mul(s.velocity.x, s.velocity.x), wide_mul(s.velocity.y, s.velocity.y));
    wide_f32 x = wide_load(a->x + i), y = wide_load(a->y + i);
    wide_i32 column = columns_of(g, x), row = rows_of(g, y);
    s.cell = cells_of(g, s.is_there, column, row);
    s.to_centre = (vector){way_to_centre(column, g->origin_x, g->cell_size, x),
                           way_to_centre(row, g->origin_y, g->cell_size, y)};
    wide_f32 speed = wide_sqrt(s.speed_sq);
    s.direction = (vector){wide_div(s.velocity.x, speed), wide_div(s.velocity.y, speed)};
    wide_i32 next_column =
        columns_of(g, wide_add(x, wide_mul(s.direction.x, wide_set1(g->cell_size))));
    wide_i32 next_row = rows_of(g, wide_add(y, wide_mul(s.direction.y, wide_set1(g->cell_size))));
    wide_mask moves = wide_gt(speed, wide_mul(s.max_speed, wide_set1(WALKING_ON)));
    moves = wide_mask_and(moves, wide_lt(wide_load(a->slow_time + i), wide_set1(WALK_ON_TIME)));
    s.sees_ahead = wide_mask_and_not(wide_mask_and(s.came, moves), s.has_arrived);
    s.sees_ahead = wide_mask_and(s.sees_ahead, s.is_there);
    s.sees_ahead = wide_mask_and(s.sees_ahead, wide_u32_lt(next_column, wide_i32_set1(g->width)));
    s.sees_ahead = wide_mask_and(s.sees_ahead, wide_u32_lt(next_row, wide_i32_set1(g->height)));
    s.ahead = cells_of(g, s.sees_ahead, next_column, next_row);
    return s;
}

WIDE_INLINE wide_f32 braking_speed(const agents *s, const ground *g, wide_i32 distance,
                                   wide_f32 cost)
{
    wide_i32 far = wide_i32_set1(16777216);
    wide_f32 way = wide_from_i32(wide_i32_select(wide_u32_lt(distance, far), distance, far));
    wide_f32 left =
        wide_div(wide_mul(way, wide_set1(g->cell_size)), wide_mul(wide_set1(10.0f), cost));
    left = wide_add(left, wide_add(wide_mul(s->to_centre.x, s->heading.x),
                                   wide_mul(s->to_centre.y, s->heading.y)));
    left = wide_sub(left, wide_mul(wide_sqrt(s->speed_sq), wide_set1(1.0f / RESPONSE)));
    return wide_sqrt(wide_mul(s->max_acceleration, wide_max(left, wide_set1(0.0f))));
}

/* Which of the cells, with distances to go, are goals; see the scalar text. */
WIDE_INLINE wide_mask find_goals(const throng_group_desc *group, const ground *g, wide_i32 cell,
                                 wide_i32 distance)
{
    if (!group->integration->is_priced)
        return wide_i32_eq(distance, wide_i32_set1(0));
    wide_i32 code = gather_u8(g, group->flow->codes, cell);
    return wide_mask_and_not(wide_i32_eq(code, wide_i32_set1(THRONG_FLOW_NONE)),
                             wide_i32_eq(distance, wide_i32_set1(-1)));
}

WIDE_INLINE intent intend(const throng_group *own, const ground *g, const agents *s)
{
    const throng_group_desc *group = &own->desc;
    wide_f32 cost = wide_from_i32(gather_u8(g, group->cost->ground, s->cell));
    wide_f32 speed = group->terrain_speed ? wide_div(s->max_speed, cost) : s->max_speed;
    intent n = {
        .wanted = {wide_mul(s->heading.x, speed), wide_mul(s->heading.y, speed)},
        .strength = wide_mul(wide_set1(group->separation_strength), s->max_acceleration),
        .notices = wide_mask_none(),
        .is_in_goal = wide_mask_none(),
        .walks_on = wide_mask_none(),
        .stands = wide_mask_none(),
    };
    if (group->stands_firm)
        n.stands = group->integration || own->behaviour.is_on ? s->is_at_rest
                                                              : wide_mask_first(WIDE_LANES);
    if (!group->integration || !throng_group_stops(group))
        return n;
    wide_i32 distance = gather_u32(g, group->integration->distance, s->cell);
    wide_i32 unreachable = wide_i32_set1(-1);
    n.notices = wide_mask_not(wide_i32_eq(distance, unreachable));
    n.is_in_goal = find_goals(group, g, s->cell, distance);
    vector settling = at_most((vector){wide_mul(s->to_centre.x, wide_set1(SETTLING)),
                                       wide_mul(s->to_centre.y, wide_set1(SETTLING))},
                              speed);
    wide_f32 brake =
        wide_max(braking_speed(s, g, distance, cost), wide_mul(speed, wide_set1(CREEPING)));
    wide_f32 slower = wide_min(speed, brake), zero = wide_set1(0.0f);
    vector walking = {wide_mul(s->heading.x, slower), wide_mul(s->heading.y, slower)};
    wide_f32 x = wide_select(s->has_arrived, zero, walking.x);
    wide_f32 y = wide_select(s->has_arrived, zero, walking.y);
    if (wide_mask_any(wide_mask_and(n.is_in_goal, s->sees_ahead))) {
        /* No wall is a goal. */
        wide_i32 next = gather_u32(g, group->integration->distance, s->ahead);
        n.walks_on = wide_mask_and(wide_mask_and(n.is_in_goal, s->sees_ahead),
                                   find_goals(group, g, s->ahead, next));
        settling.x = wide_select(n.walks_on, wide_mul(s->direction.x, speed), settling.x);
        settling.y = wide_select(n.walks_on, wide_mul(s->direction.y, speed), settling.y);
    }
    x = wide_select(n.is_in_goal, settling.x, x);
    y = wide_select(n.is_in_goal, settling.y, y);
    n.wanted.x = wide_select(n.notices, x, n.wanted.x);
    n.wanted.y = wide_select(n.notices, y, n.wanted.y);
    return n;
}

/* Chooses lane by lane what the agent's own group makes of it. */
WIDE_INLINE intent intend_all(const throng_steer_job *job, const ground *g, const agents *s,
                              int32_t i)
{
    const int32_t *group = job->agents->group + i;
    wide_i32 groups = wide_i32_load(group);
    uint32_t left = wide_mask_bits(wide_mask_first(WIDE_LANES));
    wide_mask mine;
    intent n = intend(&job->groups[next_group(group, groups, &left, &mine)], g, s);
    while (left) {
        intent other = intend(&job->groups[next_group(group, groups, &left, &mine)], g, s);
        n.wanted.x = wide_select(mine, other.wanted.x, n.wanted.x);
        n.wanted.y = wide_select(mine, other.wanted.y, n.wanted.y);
        n.strength = wide_select(mine, other.strength, n.strength);
        n.notices =
            wide_mask_or(wide_mask_and_not(n.notices, mine), wide_mask_and(mine, other.notices));
        n.is_in_goal = wide_mask_or(wide_mask_and_not(n.is_in_goal, mine),
                                    wide_mask_and(mine, other.is_in_goal));
        n.walks_on =
            wide_mask_or(wide_mask_and_not(n.walks_on, mine), wide_mask_and(mine, other.walks_on));
        n.stands =
            wide_mask_or(wide_mask_and_not(n.stands, mine), wide_mask_and(mine, other.stands));
    }
    return n;
}

static void add_bits(uint8_t *bytes, uint32_t lanes, uint8_t bits)
{
    for (; lanes; lanes &= lanes - 1)
        bytes[__builtin_ctz(lanes)] |= bits;
}

static void flip_bits(uint8_t *bytes, uint32_t lanes, uint8_t bits)
{
    for (; lanes; lanes &= lanes - 1)
        bytes[__builtin_ctz(lanes)] ^= bits;
}

/* Of those who are on their way. */
WIDE_INLINE void notice(const throng_steer_job *job, const ground *g, const agents *s,
                        const intent *n, int32_t i)
{
    const throng_agents *a = job->agents;
    wide_mask looks = wide_mask_and(n->notices, s->is_there);
    looks = wide_mask_and_not(wide_mask_and_not(looks, s->has_arrived), n->stands);
    if (!wide_mask_any(looks))
        return;
    wide_f32 slow = wide_mul(s->max_speed, wide_set1(SLOW_SPEED)),
             before = wide_load(a->slow_time + i);
    wide_mask is_slow = wide_le(s->speed_sq, wide_mul(slow, slow));
    wide_f32 time =
        wide_keep(wide_mask_or(is_slow, n->is_in_goal), wide_add(before, wide_set1(job->dt)));
    is_slow = wide_mask_and(is_slow, wide_ge(time, wide_set1(SLOW_TIME)));

    float snug = g->cell_size * SNUG;
    wide_f32 way_sq = wide_add(wide_mul(s->to_centre.x, s->to_centre.x),
                               wide_mul(s->to_centre.y, s->to_centre.y));
    wide_mask can_stop =
        wide_le(s->speed_sq, wide_mul(s->max_acceleration, wide_set1(g->cell_size)));
    wide_mask is_snug = wide_mask_and_not(wide_le(way_sq, wide_set1(snug * snug)), n->walks_on);
    wide_mask is_long = wide_ge(time, wide_set1(WALK_ON_TIME));
    wide_mask is_there = wide_mask_or(wide_mask_or(is_snug, is_slow), is_long);
    wide_mask arrives = wide_mask_and(wide_mask_and(looks, n->is_in_goal), can_stop);
    arrives = wide_mask_and(arrives, is_there);
    add_bits(a->events + i, wide_mask_bits(arrives), THRONG_TOLD_ARRIVED);

    wide_f32 looks_per_second = wide_set1(LOOKS_PER_SECOND);
    wide_mask is_time = wide_neq(wide_floor(wide_mul(time, looks_per_second)),
                                 wide_floor(wide_mul(before, looks_per_second)));
    wide_mask is_late =
        wide_mask_and(wide_mask_and_not(looks, n->is_in_goal), wide_mask_and(is_slow, is_time));
    add_bits(a->events + i, wide_mask_bits(is_late), THRONG_LOOKS_ROUND);
    wide_f32 late = wide_set1(THRONG_LATE_TIME);
    time = wide_select(
        wide_mask_and_not(wide_ge(time, wide_set1(2.0f * THRONG_LATE_TIME)), n->is_in_goal),
        wide_sub(time, late), time);
    wide_store(a->slow_time + i, wide_select(looks, time, before));
}

/* Of those who stand: falls asleep after a while, but for who walks back; returns who still walks
 * on. */
WIDE_INLINE wide_mask stand(const throng_steer_job *job, const agents *s, wide_mask stands,
                            wide_mask on_way, wide_f32 speed_sq, int32_t i)
{
    const throng_agents *a = job->agents;
    uint32_t wanted = wide_mask_bits(stands), there = wide_mask_bits(s->is_there);
    flip_bits(a->rest + i, (wanted ^ wide_mask_bits(s->stood)) & there, THRONG_REST_STANDS);
    uint32_t came = wide_mask_bits(s->came), comes = wide_mask_bits(on_way) & ~wanted;
    flip_bits(a->rest + i, ((comes & ~came) | (wanted & came)) & there, THRONG_REST_COMES);
    if (!wanted)
        return s->is_there;
    wide_f32 least = wide_mul(s->max_speed, wide_set1(STOP_SPEED)),
             before = wide_load(a->slow_time + i);
    wide_mask is_still = wide_le(speed_sq, wide_mul(least, least));
    wide_f32 time = wide_keep(is_still, wide_add(before, wide_set1(job->dt)));
    stands = wide_mask_and_not(wide_mask_and(stands, s->is_there), s->returns);
    wide_store(a->slow_time + i, wide_select(stands, time, before));
    wide_mask sleeps = wide_mask_and(stands, wide_ge(time, wide_set1(SLEEP_TIME)));
    add_bits(a->flags + i, wide_mask_bits(sleeps), THRONG_AGENT_ASLEEP);
    return wide_mask_and_not(s->is_there, wide_mask_and(stands, is_still));
}

/* Zero for who is held. */
WIDE_INLINE void keep_free(float *values, wide_mask is_held)
{
    wide_store(values, wide_keep(wide_mask_not(is_held), wide_load(values)));
}

WIDE_INLINE void hold(const throng_steer_job *job, int32_t i)
{
    const throng_agents *a = job->agents;
    wide_i32 flags = wide_i32_load_u8(a->flags + i), zero = wide_i32_set1(0);
    wide_mask is_held = wide_i32_gt(wide_i32_and(flags, wide_i32_set1(THRONG_AGENT_HELD)), zero);
    if (!wide_mask_any(is_held))
        return;
    wide_i32 waits = wide_i32_and(flags, wide_i32_set1(THRONG_AGENT_UNYIELDING));
    wide_f32 waited = wide_keep(wide_i32_gt(waits, zero), wide_set1(job->dt));
    wide_store(a->slow_time + i, wide_add(wide_load(a->slow_time + i), waited));
    keep_free(a->velocity_x + i, is_held);
    keep_free(a->velocity_y + i, is_held);
    keep_free(a->heading_x + i, is_held);
    keep_free(a->heading_y + i, is_held);
    keep_free(a->push_x + i, is_held);
    keep_free(a->push_y + i, is_held);
}

WIDE_INLINE void steer(const throng_steer_job *job, const ground *g, int32_t i)
{
    const throng_agents *a = job->agents;
    agents s = load_agents(a, g, i);
    if (!wide_mask_any(s.is_there)) {
        hold(job, i);
        return;
    }
    intent n = intend_all(job, g, &s, i);
    notice(job, g, &s, &n, i);
    wide_f32 response = wide_set1(RESPONSE), dt = wide_set1(job->dt), zero = wide_set1(0.0f);
    wide_f32 push_x = wide_load(a->push_x + i), push_y = wide_load(a->push_y + i);
    n.strength = wide_select(n.stands, zero, n.strength);
    n.strength = wide_select(s.presses, wide_mul(n.strength, wide_set1(PRESSED)), n.strength);
    wide_f32 back = wide_keep(s.returns, s.max_speed);
    n.wanted.x = wide_select(n.stands, wide_mul(s.heading.x, back), n.wanted.x);
    n.wanted.y = wide_select(n.stands, wide_mul(s.heading.y, back), n.wanted.y);
    vector acceleration = {
        wide_add(wide_mul(wide_sub(n.wanted.x, s.velocity.x), response),
                 wide_mul(push_x, n.strength)),
        wide_add(wide_mul(wide_sub(n.wanted.y, s.velocity.y), response),
                 wide_mul(push_y, n.strength)),
    };
    acceleration = at_most(acceleration, s.max_acceleration);
    vector velocity = {wide_add(s.velocity.x, wide_mul(acceleration.x, dt)),
                       wide_add(s.velocity.y, wide_mul(acceleration.y, dt))};
    velocity = at_most(velocity, s.max_speed);
    wide_f32 speed_sq =
        wide_add(wide_mul(velocity.x, velocity.x), wide_mul(velocity.y, velocity.y));
    wide_mask moves =
        stand(job, &s, n.stands, wide_mask_and_not(n.notices, n.is_in_goal), speed_sq, i);
    wide_mask is_still = wide_mask_and_not(wide_lt(speed_sq, wide_set1(STILL_SQ)),
                                           wide_mask_and_not(n.stands, s.returns));
    moves = wide_mask_and_not(moves, is_still);
    wide_store(a->velocity_x + i, wide_keep(moves, velocity.x));
    wide_store(a->velocity_y + i, wide_keep(moves, velocity.y));
    hold(job, i);
}

void throng_in_tier(throng_steer)(const throng_steer_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_steer)(const throng_steer_job *job, int32_t begin, int32_t end)
{
    int32_t i = begin;
    if (i <= end - WIDE_LANES) {
        ground g = ground_of(&job->groups[job->agents->group[i]], job->cpu_quirks);
        for (; i <= end - WIDE_LANES; i += WIDE_LANES)
            steer(job, &g, i);
    }
    throng_steer_scalar(job, i, end);
}
