/* What a pass reads: places as the last one left them, in the order of the sort. */
#include "crowd/part.h"

#include "crowd/crowd.h"
#include "crowd/goal.h"
#include "crowd/turn.h"

#include <math.h>
#include <string.h>

#define C1 0.92387953f
#define C2 0.70710678f
#define C3 0.38268343f
const float throng_turn_x[16] = {1, C1, C2, C3, 0, -C3, -C2, -C1, -1, -C1, -C2, -C3, 0, C3, C2, C1};
const float throng_turn_y[16] = {0, C3, C2, C1, 1, C1, C2, C3, 0, -C3, -C2, -C1, -1, -C1, -C2, -C3};

/* Who is at rest gives way at this share of what one on its way does: at a quarter walkers stay
 * stuck among those who have settled (one in 120 in trials), and at 1 they plough them aside. */
#define GIVE_AT_REST 0.4f

/* Who presses against those who stand moves them more than they move it. The worst of ten walks
 * through a hundred of them takes 1.8 times the free one with this, 2.4 times with a quarter. */
#define GIVE_PRESSING 0.15f

/* Who returns to its place moves nobody who stands: what others give is at most a 1e9th of that. */
#define GIVE_RETURNING 1e18f

/* Who takes no part is put far off the map, and as far from all others who do not. Its distance
 * from anybody is a number or infinite, as kernels need it. */
#define FAR_COLUMNS 4096

static float give_of(const throng_agents *a, int32_t place)
{
    bool returns = throng_returns(a->rest[place]) && !(a->flags[place] & THRONG_AGENT_ASLEEP);
    float share = returns                                ? GIVE_RETURNING
                  : a->rest[place] & THRONG_REST_STANDS  ? GIVE_AT_REST
                  : a->rest[place] & THRONG_REST_PRESSES ? GIVE_PRESSING
                                                         : 1.0f;
    share = a->flags[place] & THRONG_AGENT_UNYIELDING ? 0.0f : share;
    float give = share / a->mass[place];
    return throng_minds_touch(a, place) ? -give : give;
}

/* True for who would walk to a goal, so far as it can. */
static bool is_on_its_way(const throng_agents *a, int32_t i)
{
    return (a->heading_x[i] != 0.0f || a->heading_y[i] != 0.0f) &&
           !(a->rest[i] & (THRONG_REST_STANDS | THRONG_REST_PRESSES)) &&
           !(a->flags[i] & (THRONG_AGENT_ASLEEP | THRONG_AGENT_UNYIELDING));
}

/* D tells the way to a cell, and the way to the cell's centre tells the rest. */
float throng_part_left(const throng_part_job *job, int32_t i)
{
    const throng_agents *a = job->agents;
    if (!job->groups || !is_on_its_way(a, i))
        return -1.0f;
    const throng_group *group = &job->groups[a->group[i]];
    const throng_cost_field *ground = group->desc.cost;
    if (!group->desc.integration || group->behaviour.is_on)
        return -1.0f;
    const int32_t column = throng_column_of(ground, a->x[i]), row = throng_row_of(ground, a->y[i]);
    const size_t cell = (size_t)row * (size_t)ground->grid.width + (size_t)column;
    const uint32_t distance = group->desc.integration->distance[cell];
    if (distance == THRONG_UNREACHABLE)
        return -1.0f;
    const float size = ground->grid.cell_size;
    const float x = ground->grid.origin_x + ((float)column + 0.5f) * size - a->x[i];
    const float y = ground->grid.origin_y + ((float)row + 0.5f) * size - a->y[i];
    const float within = (x * a->heading_x[i] + y * a->heading_y[i]) * (float)ground->ground[cell];
    const float left = (float)distance * (0.1f * size) + within;
    return left > 0.0f ? left : 0.0f;
}

/* Raises `*most`, the bits of a float that is not negative, to `value`. */
static void raise(uint32_t *most, float value)
{
    uint32_t bits, was = __atomic_load_n(most, __ATOMIC_RELAXED);
    memcpy(&bits, &value, sizeof bits);
    while (was < bits &&
           !__atomic_compare_exchange_n(most, &was, bits, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* What does not change from pass to pass. */
void throng_part_prepare_kinds(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    const throng_contacts *c = &job->contacts;
    const int32_t *places = job->neighbours->place;
    const float radius = a->radius[places[0]], give = give_of(a, places[0]);
    float widest = 0.0f;
    bool radii_differ = false, gives_differ = false;
    for (int32_t i = begin; i < end; i++) {
        c->radius[i] = a->radius[places[i]];
        c->give[i] = give_of(a, places[i]);
        radii_differ |= c->radius[i] != radius;
        gives_differ |= c->give[i] != give;
        widest = c->radius[i] > widest ? c->radius[i] : widest;
    }
    raise(&job->survey->radius, widest);
    if (radii_differ)
        __atomic_store_n(&job->survey->radii_differ, 1, __ATOMIC_RELAXED);
    if (gives_differ)
        __atomic_store_n(&job->survey->gives_differ, 1, __ATOMIC_RELAXED);
}

void throng_part_note_held_up(const throng_part_job *job)
{
    __atomic_store_n(&job->survey->any_held_up, 1, __ATOMIC_RELAXED);
}

void throng_part_prepare_left(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    bool any_held_up = false;
    for (int32_t i = begin; i < end; i++) {
        const int32_t place = job->neighbours->place[i];
        const float x = a->velocity_x[place], y = a->velocity_y[place];
        const float most = a->max_speed[place] * THRONG_PART_HELD_UP;
        const bool is_slow = x * x + y * y < most * most;
        job->contacts.left[i] = is_slow ? throng_part_left(job, place) : -1.0f;
        any_held_up |= job->contacts.left[i] >= 0.0f;
    }
    if (any_held_up)
        throng_part_note_held_up(job);
}

/* Share of its radius by which a substep moves an agent that does not stand still: twice what
 * shifts nobody who does. Who lies between a wall and others is shifted to and fro and stays where
 * it is. */
#define MOVED 0.001f

float throng_part_drift_most(const throng_neighbours *n)
{
    return n->window * (THRONG_DRIFT_MAX / THRONG_ROW_RADII);
}

void throng_part_put_far_off(const throng_contacts *c, int32_t i)
{
    c->x[i] = -THRONG_PART_FAR * (float)(1 + i / FAR_COLUMNS);
    c->y[i] = THRONG_PART_FAR * (float)(i % FAR_COLUMNS);
}

void throng_part_note_drift(const throng_part_job *job, float drift)
{
    raise(&job->survey->drift, drift);
}

void throng_part_prepare_places(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    const throng_contacts *c = &job->contacts;
    const float most = throng_part_drift_most(n);
    float farthest = 0.0f;
    for (int32_t i = begin; i < end; i++) {
        int32_t place = n->place[i];
        float x = a->x[place], y = a->y[place];
        float dx = fabsf(x - n->x[i]), dy = fabsf(y - n->y[i]);
        if (dx <= most && dy <= most && (job->is_first || c->x[i] > -THRONG_PART_FAR)) {
            c->x[i] = x;
            c->y[i] = y;
            farthest = dx > farthest ? dx : farthest;
        } else {
            throng_part_put_far_off(c, i); /* hardly ever */
        }
    }
    throng_part_note_drift(job, farthest);
}

void throng_part_prepare_scalar(const throng_part_job *job, int32_t begin, int32_t end)
{
    if (job->is_first && begin < end)
        throng_part_prepare_kinds(job, begin, end);
    if (job->is_first)
        throng_part_prepare_left(job, begin, end);
    throng_part_prepare_places(job, begin, end);
}

/* More than any rounding on the way to a window. */
#define MARGIN 1.0001f

void throng_part_conclude(throng_part_job *job)
{
    const throng_neighbours *n = job->neighbours;
    const float radius = float_of(job->survey->radius), drift = float_of(job->survey->drift);
    const float window = (2.0f * radius * THRONG_PART_TOUCHING + 2.0f * drift) * MARGIN;
    job->window = window < n->window ? window : n->window;
    job->same_radii = !job->survey->radii_differ;
    job->are_equal = job->same_radii && !job->survey->gives_differ && !job->any_asleep;
    job->radius = radius;
}

void throng_part_settle(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    for (int32_t i = begin; i < end; i++) {
        if (!(a->slow_time[i] < 0.0f))
            continue;
        float dx = a->x[i] - job->contacts.from_x[i], dy = a->y[i] - job->contacts.from_y[i];
        float least = a->radius[i] * MOVED;
        a->slow_time[i] = dx * dx + dy * dy > least * least ? 0.0f : -a->slow_time[i];
    }
}
