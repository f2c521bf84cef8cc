/* Return: whoever stood, was pushed aside and is left alone walks back to its place.
 *
 * Its place is where it slept when it was woken; it is kept in the room of its progress, which
 * means nothing for who stands. On the way back it moves nobody, wakes nobody, breaks off where
 * somebody moves against it, and has no more time than the way takes twice: so a return never makes
 * another one necessary, and those that there are come from outside. */
#include "crowd/crowd.h"

#include "crowd/eight.h"
#include "crowd/goal.h"

#include <math.h>

/* A place is kept in this share of the agent's radius, modulo 2^14: 256 radii to every side.
 * Whoever is farther away than half of that forgets it, before another place looks the same. Below
 * it is how often the agent has been pushed off its way. */
#define UNITS_PER_RADIUS 32.0
#define PLACE_BITS 14
#define TRY_BITS 4
#define TRIES_MOST ((1u << TRY_BITS) - 1)

/* s for which nobody has pushed it: less than until it falls asleep. */
#define LEFT_ALONE_TIME 0.3f

/* Radii from its place from which it returns, and within which it is back. A crowd through which
 * somebody has walked is to close again; what is less adds up until it is enough. */
#define AWAY 0.25f
#define BACK 0.05f

/* Share of its speed at which it walks back, and 1/s: the share of the way that is left that it
 * covers in a second. */
#define SPEED 0.5f
#define SETTLING 4.0f

/* Share of its speed below which it stops: as steering does for who stands. */
#define STOP_SPEED 0.01f

/* s that it has beyond twice the time for the way: to get up speed, and round somebody. */
#define ALLOWANCE 2.0f

/* s that it has at most, however slow it is. */
#define LONGEST 600.0f

typedef struct offset {
    float x, y; /* m */
} offset;

static double unit_of(const throng_agents *a, int32_t i)
{
    return (double)a->radius[i] / UNITS_PER_RADIUS;
}

/* The unit that a coordinate is in. Coordinates are at most a million metres and 16384 cells, cells
 * at most 64 radii. */
static int64_t whole_units(double units)
{
    const double most = 0x1p62; /* who is in quarantine may be anywhere */
    const int64_t whole = (int64_t)(units < -most ? -most : units > most ? most : units);
    return whole - ((double)whole > units);
}

static uint32_t mark_of(float coordinate, double unit)
{
    return (uint32_t)whole_units((double)coordinate / unit) & ((1u << PLACE_BITS) - 1);
}

void throng_return_note_place(throng_agents *a, int32_t i)
{
    if (!(a->rest[i] & THRONG_REST_STANDS))
        return;
    a->rest[i] &= (uint8_t)~THRONG_REST_LOOKS;
    if (a->rest[i] & THRONG_REST_PRESSES) {
        a->progress[i] &= ~TRIES_MOST;
        return;
    }
    const double unit = unit_of(a, i);
    a->rest[i] |= THRONG_REST_PRESSES;
    a->progress[i] = (mark_of(a->x[i], unit) << PLACE_BITS | mark_of(a->y[i], unit)) << TRY_BITS;
}

/* From a coordinate to the middle of the unit with a mark (in the highest bits) that is nearest. */
static float way_to(uint32_t mark, float coordinate, double unit)
{
    const double units = (double)coordinate / unit;
    const int64_t whole = whole_units(units);
    const int32_t apart = (int32_t)(mark - ((uint32_t)whole << (32 - PLACE_BITS)));
    return (float)(((double)whole - units + 0.5 + (double)(apart >> (32 - PLACE_BITS))) * unit);
}

static offset way_back(const throng_agents *a, int32_t i)
{
    const double unit = unit_of(a, i);
    const uint32_t place = a->progress[i] & ~TRIES_MOST;
    const uint32_t x = place >> (32 - PLACE_BITS) << (32 - PLACE_BITS);
    return (offset){way_to(x, a->x[i], unit), way_to(place << PLACE_BITS, a->y[i], unit)};
}

static float length(offset o)
{
    return sqrtf(o.x * o.x + o.y * o.y);
}

/* It stands where it is for now. */
static void halt(throng_agents *a, int32_t i)
{
    a->slow_time[i] = 0.0f;
    a->rest[i] -= THRONG_REST_LOOK;
}

void throng_return_break_off(throng_agents *a, int32_t i)
{
    halt(a, i);
    if ((a->progress[i] & TRIES_MOST) == TRIES_MOST)
        throng_forget_place(a, i);
    else
        a->progress[i]++;
}

/* Stops, and stands from now on as if it had for a while: who has just been shifted wakes others.
 */
static void stop(throng_agents *a, int32_t i, float dt, bool is_back)
{
    const float least = a->max_speed[i] * STOP_SPEED;
    a->heading_x[i] = a->heading_y[i] = 0.0f;
    if (a->velocity_x[i] * a->velocity_x[i] + a->velocity_y[i] * a->velocity_y[i] > least * least)
        return;
    a->velocity_x[i] = a->velocity_y[i] = 0.0f;
    if (is_back)
        a->rest[i] -= THRONG_REST_LOOK;
    else
        throng_forget_place(a, i);
    a->slow_time[i] = dt;
}

/* True if the agent was pushed nearer to its goal than its place is: then it has a better one. */
static bool is_nearer(const throng_crowd *crowd, int32_t i, offset way)
{
    const throng_agents *a = &crowd->agents;
    const throng_group_desc *group = &crowd->groups[a->group[i]].desc;
    const float x = a->x[i] + way.x, y = a->y[i] + way.y;
    if (!throng_crowd_is_on_map(crowd, x, y))
        return true;
    return group->integration &&
           throng_group_distance(group, x, y) > throng_group_distance(group, a->x[i], a->y[i]);
}

/* Whoever may go back sets off. */
static void set_off(throng_crowd *crowd, int32_t i, offset way, float speed)
{
    throng_agents *a = &crowd->agents;
    const float left = length(way);
    if (!(left > a->radius[i] * AWAY) || a->slow_time[i] < LEFT_ALONE_TIME || !(speed > 0.0f))
        return;
    if (is_nearer(crowd, i, way)) {
        throng_forget_place(a, i);
        return;
    }
    const float time = ALLOWANCE + 2.0f * left / speed;
    a->rest[i] |= THRONG_REST_LOOK;
    a->slow_time[i] = time < LONGEST ? time : LONGEST;
}

static void walk_back(throng_crowd *crowd, int32_t i, float dt)
{
    throng_agents *a = &crowd->agents;
    const offset way = way_back(a, i);
    const float left = length(way), speed = a->max_speed[i] * SPEED;
    if (left > a->radius[i] * THRONG_RETURN_RADII) {
        throng_forget_place(a, i);
        return;
    }
    if (!throng_returns(a->rest[i]))
        set_off(crowd, i, way, speed);
    if (!throng_returns(a->rest[i]))
        return;
    a->slow_time[i] = a->slow_time[i] > dt ? a->slow_time[i] - dt : 0.0f;
    const bool is_back = left <= a->radius[i] * BACK;
    const float scale = a->max_speed[i] * left;
    if (is_back || a->slow_time[i] == 0.0f || !(scale > 0.0f)) {
        stop(a, i, dt, is_back);
        return;
    }
    const float wanted = left * SETTLING < speed ? left * SETTLING : speed;
    const float share = wanted / scale;
    a->heading_x[i] = way.x * share;
    a->heading_y[i] = way.y * share;
}

static void heed(throng_crowd *crowd, int32_t i, float dt)
{
    throng_agents *a = &crowd->agents;
    if (a->flags[i] & THRONG_AGENT_HELD) {
        if (throng_returns(a->rest[i]))
            halt(a, i);
        return;
    }
    const bool stood = a->rest[i] & THRONG_REST_STANDS;
    const bool stands = throng_group_stands(&crowd->groups[a->group[i]], a->flags[i]);
    if (stood != stands)
        throng_forget_place(a, i); /* or whom it pressed */
    else if (stands)
        walk_back(crowd, i, dt);
    else
        throng_crowd_press(crowd, i);
}

void throng_crowd_return(throng_crowd *crowd, int32_t begin, int32_t end, float dt)
{
    const uint8_t *rest = crowd->agents.rest;
    for (int32_t first = begin; first < end; first += 8) {
        if (throng_have_none(rest, first, end, THRONG_REST_PRESSES))
            continue;
        for (int32_t i = first; i < end && i < first + 8; i++)
            if (rest[i] & THRONG_REST_PRESSES)
                heed(crowd, i, dt);
    }
}
