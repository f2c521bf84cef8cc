/* Steering: the agent would like to walk along its heading, slower on dear ground and near the
 * goal; its acceleration towards that and away from its neighbours is limited, and so is its speed.
 *
 *     a = (wanted - v) / RESPONSE + push * strength * max_acceleration,   |a| <= max_acceleration
 *     v = v + a dt,   |v| <= max_speed,   0 if hardly more
 */
#include "crowd/steer.h"

#include "cost/cost.h"
#include "crowd/goal.h"
#include "flow/flow.h"
#include "integration/integration.h"

#include <math.h>

/* 1/s: a tenth of a second to answer. Substeps are at most that long, so no answer overshoots. */
#define RESPONSE 10.0f

/* 1/s: within its goal cell an agent covers this share of the way to the centre per second. */
#define SETTLING 4.0f

/* Share of its speed that an agent keeps until it has reached the goal: the way left is an
 * estimate, and nobody may stop short of the goal because of it. */
#define CREEPING 0.1f

/* An agent that moves at less than SLOW_SPEED of its speed for SLOW_TIME (s) may be waiting in
 * front of those who have arrived: it looks, and looks again every time that another LOOK_AGAIN (s)
 * have passed while it is slow. */
#define SLOW_SPEED 0.2f
#define SLOW_TIME 0.4f
#define LOOKS_PER_SECOND 5.0f

/* Who stands and has neither walked nor been shifted for so long (s) falls asleep. */
#define SLEEP_TIME 0.5f

/* Share of its speed below which who stands stops altogether. */
#define STOP_SPEED 0.01f

/* Share of a cell: whoever is so near the centre of its goal cell has arrived. Whoever is held up
 * before has arrived where it is. */
#define SNUG 0.25f

/* An agent that comes into the goal walks on for at most a while (s) above a share of its speed if
 * a cell ahead is goal, too: otherwise those who stopped at the rim would keep all others out. */
#define WALK_ON_TIME 3.0f
#define WALKING_ON 0.05f

/* Square of the speed (m/s) below which an agent stands still: without it velocities would fade
 * into denormal numbers, which slow everything down. No acceleration that matters adds less in a
 * substep. */
#define STILL_SQ 1e-16f

/* Share of the push of others that moves who presses. */
#define PRESSED 0.2f

typedef struct vector {
    float x, y;
} vector;

static float length(vector v)
{
    return sqrtf(v.x * v.x + v.y * v.y);
}

/* v, or v shortened to `most`. */
static vector at_most(vector v, float most)
{
    float l = length(v);
    if (!(l > most))
        return v;
    float scale = most / l;
    return (vector){v.x * scale, v.y * scale};
}

/* Speed from which a brake at half of the most stops within the way that is left. That way is D of
 * the cell in lengths of straight steps over the ground here, less what has been walked within the
 * cell and what will be walked before the agent answers. */
static float braking_speed(float distance, float cost, float cell_size, vector heading,
                           vector to_centre, float max_acceleration, float speed)
{
    float left = (distance * cell_size) / (10.0f * cost) +
                 (to_centre.x * heading.x + to_centre.y * heading.y);
    left -= speed * (1.0f / RESPONSE);
    return sqrtf(max_acceleration * (left > 0.0f ? left : 0.0f));
}

/* Where an agent stands: its cell, that cell's cost and D, and the way to its centre. */
typedef struct standing {
    float cost;
    uint32_t distance; /* THRONG_UNREACHABLE without a field */
    bool is_goal;
    vector to_centre;
} standing;

static standing stand(const throng_agents *a, const throng_group_desc *group, int32_t i)
{
    const throng_cost_field *ground = group->cost;
    const throng_grid *grid = &ground->grid;
    int32_t column = throng_column_of(ground, a->x[i]), row = throng_row_of(ground, a->y[i]);
    size_t cell = (size_t)row * (size_t)grid->width + (size_t)column;
    standing s = {
        .cost = (float)ground->ground[cell],
        .distance = group->integration ? group->integration->distance[cell] : THRONG_UNREACHABLE,
        .is_goal = group->integration && throng_group_is_goal(group, cell),
        .to_centre = {grid->origin_x + ((float)column + 0.5f) * grid->cell_size - a->x[i],
                      grid->origin_y + ((float)row + 0.5f) * grid->cell_size - a->y[i]},
    };
    return s;
}

/* Notices that the goal is reached, slowly enough to stop within half of a cell, or that it may be
 * time to look whether others are in the way. */
static void notice(const throng_steer_job *job, int32_t i, const standing *s, float cell_size,
                   float speed_sq, bool walks_on)
{
    const throng_agents *a = job->agents;
    if (a->flags[i] & THRONG_AGENT_ARRIVED)
        return;
    float slow = a->max_speed[i] * SLOW_SPEED;
    float before = a->slow_time[i];
    bool is_slow = speed_sq <= slow * slow;
    float time = is_slow || s->is_goal ? before + job->dt : 0.0f;
    if (s->is_goal) {
        float snug = cell_size * SNUG;
        float way_sq = s->to_centre.x * s->to_centre.x + s->to_centre.y * s->to_centre.y;
        bool can_stop = speed_sq <= a->max_acceleration[i] * cell_size;
        bool is_snug = way_sq <= snug * snug && !walks_on;
        if (can_stop && (is_snug || time >= WALK_ON_TIME || (is_slow && time >= SLOW_TIME)))
            a->events[i] |= THRONG_TOLD_ARRIVED;
    } else if (time >= SLOW_TIME &&
               throng_floor(time * LOOKS_PER_SECOND) != throng_floor(before * LOOKS_PER_SECOND)) {
        a->events[i] |= THRONG_LOOKS_ROUND;
    }
    /* Seconds count from LATE_TIME to twice that over and over again. */
    bool is_full = !s->is_goal && time >= 2.0f * THRONG_LATE_TIME;
    a->slow_time[i] = is_full ? time - THRONG_LATE_TIME : time;
}

/* True if an agent in the goal that moves by `direction` stays in it for another cell. */
static bool walks_on(const throng_agents *a, const throng_group_desc *group, int32_t i,
                     vector direction, float speed)
{
    const throng_cost_field *ground = group->cost;
    if ((a->flags[i] & THRONG_AGENT_ARRIVED) || !(a->rest[i] & THRONG_REST_COMES) ||
        !(a->slow_time[i] < WALK_ON_TIME) || !(speed > a->max_speed[i] * WALKING_ON))
        return false;
    float cell_size = ground->grid.cell_size;
    int32_t column = throng_column_of(ground, a->x[i] + direction.x * cell_size);
    int32_t row = throng_row_of(ground, a->y[i] + direction.y * cell_size);
    if (throng_cost_is_wall(ground, column, row))
        return false;
    return throng_group_is_goal(group, (size_t)row * (size_t)ground->grid.width + (size_t)column);
}

static vector wanted_velocity(const throng_steer_job *job, int32_t i)
{
    const throng_agents *a = job->agents;
    const throng_group_desc *group = &job->groups[a->group[i]].desc;
    standing s = stand(a, group, i);
    float speed = group->terrain_speed ? a->max_speed[i] / s.cost : a->max_speed[i];
    vector heading = {a->heading_x[i], a->heading_y[i]};
    if (!throng_group_stops(group) || s.distance == THRONG_UNREACHABLE)
        return (vector){heading.x * speed, heading.y * speed};

    float cell_size = group->cost->grid.cell_size;
    float speed_sq = a->velocity_x[i] * a->velocity_x[i] + a->velocity_y[i] * a->velocity_y[i];
    if (s.is_goal) {
        float now = sqrtf(speed_sq);
        vector direction = {a->velocity_x[i] / now, a->velocity_y[i] / now};
        bool is_going_on = walks_on(a, group, i, direction, now);
        notice(job, i, &s, cell_size, speed_sq, is_going_on);
        if (is_going_on)
            return (vector){direction.x * speed, direction.y * speed};
        return at_most((vector){s.to_centre.x * SETTLING, s.to_centre.y * SETTLING}, speed);
    }
    a->rest[i] |= THRONG_REST_COMES;
    notice(job, i, &s, cell_size, speed_sq, false);
    if (a->flags[i] & THRONG_AGENT_ARRIVED)
        return (vector){0.0f, 0.0f};
    /* 2^24 is exact in a float, and no brake acts that far away. */
    float way = (float)(s.distance < 16777216u ? s.distance : 16777216u);
    float brake = braking_speed(way, s.cost, cell_size, heading, s.to_centre,
                                a->max_acceleration[i], sqrtf(speed_sq));
    float least = speed * CREEPING;
    brake = brake > least ? brake : least;
    speed = speed < brake ? speed : brake;
    return (vector){heading.x * speed, heading.y * speed};
}

static void hold(const throng_agents *a, int32_t i)
{
    a->velocity_x[i] = a->velocity_y[i] = 0.0f;
    a->heading_x[i] = a->heading_y[i] = 0.0f;
    a->push_x[i] = a->push_y[i] = 0.0f;
}

/* Brakes, and falls asleep after a while. */
static void stand_still(const throng_steer_job *job, int32_t i)
{
    const throng_agents *a = job->agents;
    vector velocity = {a->velocity_x[i], a->velocity_y[i]};
    vector brake = {-velocity.x * RESPONSE, -velocity.y * RESPONSE};
    brake = at_most(brake, a->max_acceleration[i]);
    velocity.x += brake.x * job->dt;
    velocity.y += brake.y * job->dt;
    velocity = at_most(velocity, a->max_speed[i]);
    float least = a->max_speed[i] * STOP_SPEED;
    bool is_still = velocity.x * velocity.x + velocity.y * velocity.y <= least * least;
    a->velocity_x[i] = is_still ? 0.0f : velocity.x;
    a->velocity_y[i] = is_still ? 0.0f : velocity.y;
    float time = is_still ? a->slow_time[i] + job->dt : 0.0f;
    a->slow_time[i] = time;
    if (time < SLEEP_TIME)
        return;
    a->flags[i] |= THRONG_AGENT_ASLEEP;
    hold(a, i);
}

/* Turns the velocity towards a wish, pushed with a strength (m/s2). */
static void accelerate(const throng_steer_job *job, int32_t i, vector wanted, float strength)
{
    const throng_agents *a = job->agents;
    vector velocity = {a->velocity_x[i], a->velocity_y[i]};
    vector acceleration = {
        (wanted.x - velocity.x) * RESPONSE + a->push_x[i] * strength,
        (wanted.y - velocity.y) * RESPONSE + a->push_y[i] * strength,
    };
    acceleration = at_most(acceleration, a->max_acceleration[i]);
    velocity.x += acceleration.x * job->dt;
    velocity.y += acceleration.y * job->dt;
    velocity = at_most(velocity, a->max_speed[i]);
    if (velocity.x * velocity.x + velocity.y * velocity.y < STILL_SQ)
        velocity = (vector){0.0f, 0.0f};
    a->velocity_x[i] = velocity.x;
    a->velocity_y[i] = velocity.y;
}

/* Of who stands, or walks back to where it stood: separation does not push it. */
static void rest(const throng_steer_job *job, int32_t i)
{
    const throng_agents *a = job->agents;
    const bool returns = throng_returns(a->rest[i]);
    a->rest[i] |= THRONG_REST_STANDS;
    a->rest[i] &= (uint8_t)~THRONG_REST_COMES;
    if (!returns) {
        stand_still(job, i);
        return;
    }
    const vector wanted = {a->heading_x[i] * a->max_speed[i], a->heading_y[i] * a->max_speed[i]};
    accelerate(job, i, wanted, 0.0f);
}

static void steer_one(const throng_steer_job *job, int32_t i)
{
    const throng_agents *a = job->agents;
    if (a->flags[i] & THRONG_AGENT_HELD) {
        a->slow_time[i] += a->flags[i] & THRONG_AGENT_UNYIELDING ? job->dt : 0.0f;
        hold(a, i);
        return;
    }
    if (throng_group_stands(&job->groups[a->group[i]], a->flags[i])) {
        rest(job, i);
        return;
    }
    a->rest[i] &= (uint8_t)~THRONG_REST_STANDS;
    vector wanted = wanted_velocity(job, i);
    /* Who presses is kept off by contact rather than by distance. */
    float strength = job->groups[a->group[i]].desc.separation_strength * a->max_acceleration[i];
    strength *= a->rest[i] & THRONG_REST_PRESSES ? PRESSED : 1.0f;
    accelerate(job, i, wanted, strength);
}

void throng_steer_scalar(const throng_steer_job *job, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; i++)
        steer_one(job, i);
}
