/* Keeping to one side: who sees others coming, or standing in its way, a few paces ahead turns a
 * little to its right, and so do they. Without it crowds that meet head-on lock.
 *
 * Every other substep an agent looks at one place straight ahead, at the distances below by turns,
 * and takes the mean heading of those who are there. How far it turns rises at once and falls off
 * by and by. Headings tell wishes, not motions: whoever stands in a queue of its own kind sees
 * nobody coming; and whoever of its group has arrived is where it wants to be, not in its way. */
#include "crowd/crowd.h"

#include "crowd/filter.h"

#include <math.h>
#include <string.h>

enum { TURNS = 4 };

/* Distances ahead, in heights of a row; a row is three radii of the largest high, so these are 2 to
 * 8 of its diameters. */
static const float distances[TURNS] = {1.3f, 2.5f, 3.9f, 5.3f};

/* Half the width of what is looked at there, in the same measure. */
#define HALF_WIDTH 0.5f

/* Mean share of the own heading that others' must fall short of: 1 is all the same way, 0 stands or
 * crosses, -1 comes. Below COMING the agent turns as far as it ever does. */
#define SAME 0.25f
#define COMING -0.25f

/* Least share of its speed to which a time gap slows an agent down. */
#define SLOWEST 0.1f

/* s, in which a turn falls off to a third. */
#define FORGET 0.5f

typedef struct view {
    int32_t count;
    float along; /* sum of cosines */
} view;

/* The row of the order that has this number, or -1. Near rows are mostly as far off as their
 * numbers say. */
static int32_t row_with(const throng_neighbours *n, int32_t from, int32_t number)
{
    int32_t guess = from + (number - n->row[from]);
    if (guess >= 0 && guess < n->row_count && n->row[guess] == number)
        return guess;
    int32_t r = throng_neighbours_find_row(n, number);
    return r < n->row_count && n->row[r] == number ? r : -1;
}

static bool collide(const throng_crowd *crowd, int32_t place, int32_t other)
{
    const throng_filter filter = {crowd->filters, crowd->agents.group};
    return throng_filter_allows(&filter, place, other);
}

/* Where the last ones found what they looked at, by turn and by the last bits of the row: whoever
 * comes next in the order mostly looks beside that. They save time and change nothing else. */
enum { HINT_ROWS = 16, STEPS_MOST = 16 };

typedef struct hints {
    int32_t at[TURNS][HINT_ROWS];
} hints;

/* throng_neighbours_find_x, from `hint` on if that is in the row and near. */
static int32_t find_near(const throng_neighbours *n, int32_t row, float x, int32_t hint)
{
    const int32_t begin = n->row_begin[row], end = n->row_begin[row + 1];
    if (hint < begin || hint > end)
        return throng_neighbours_find_x(n, row, x);
    int32_t k = hint, steps = 0;
    while (k < end && n->x[k] < x && steps < STEPS_MOST) {
        k++;
        steps++;
    }
    while (steps == 0 && k > begin && !(n->x[k - 1] < x) && hint - k < STEPS_MOST)
        k--;
    bool is_first = (k == end || !(n->x[k] < x)) && (k == begin || n->x[k - 1] < x);
    return is_first ? k : throng_neighbours_find_x(n, row, x);
}

static view look(const throng_crowd *crowd, int32_t i, int32_t r, uint32_t turn, hints *h)
{
    const throng_neighbours *n = &crowd->neighbours;
    const throng_agents *a = &crowd->agents;
    int32_t own = n->place[i];
    float distance = distances[turn] * n->window;
    float heading_x = a->heading_x[own], heading_y = a->heading_y[own];
    float x = n->x[i] + heading_x * distance, y = n->y[i] + heading_y * distance;
    view v = {0, 0.0f};
    int32_t row =
        row_with(n, r, throng_row_number(y, crowd->desc.grid.origin_y, n->rows_per_metre));
    if (row < 0)
        return v;
    float half = n->window * HALF_WIDTH;
    int32_t *hint = &h->at[turn][row % HINT_ROWS];
    int32_t k = *hint = find_near(n, row, x - half, *hint);
    for (; k < n->row_begin[row + 1] && n->x[k] <= x + half; k++) {
        int32_t place = n->place[k];
        bool is_there_already =
            a->group[place] == a->group[own] && (a->flags[place] & THRONG_AGENT_ARRIVED);
        if (k == i || is_there_already || !collide(crowd, own, place))
            continue;
        v.count++;
        v.along += a->heading_x[place] * heading_x + a->heading_y[place] * heading_y;
    }
    return v;
}

/* 0 for nobody or the same way, 1 for who comes. */
static float threat(view v)
{
    if (v.count == 0)
        return 0.0f;
    float mean = v.along / (float)v.count;
    float share = (SAME - mean) * (1.0f / (SAME - COMING));
    return share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share;
}

static void look_one(throng_crowd *crowd, int32_t i, int32_t r, float keep, hints *h)
{
    throng_agents *a = &crowd->agents;
    int32_t place = crowd->neighbours.place[i];
    if ((a->flags[place] & (THRONG_AGENT_ASLEEP | THRONG_AGENT_ARRIVED)) ||
        (a->heading_x[place] == 0.0f && a->heading_y[place] == 0.0f)) {
        a->swerve[place] = 0.0f;
        return;
    }
    float swerve = a->swerve[place] * keep;
    uint32_t turn = a->rest[place] / THRONG_REST_LOOK + (uint32_t)a->id[place];
    uint8_t looks = (uint8_t)((a->rest[place] + THRONG_REST_LOOK) & THRONG_REST_LOOKS);
    a->rest[place] = (uint8_t)((a->rest[place] & ~THRONG_REST_LOOKS) | looks);
    if ((turn & 1) == 0 && crowd->groups[a->group[place]].desc.side_bias != 0.0f) {
        float seen = threat(look(crowd, i, r, turn / 2 % TURNS, h));
        swerve = seen > swerve ? seen : swerve;
    }
    a->swerve[place] = swerve > 0.01f ? swerve : 0.0f;
}

/* Way (m) that is free ahead of agent i of the order, up to `most`: to the nearest disc that the
 * agent's own would hit if it walked straight on. A minimum does not depend on the order. */
static float free_way(const throng_crowd *crowd, int32_t i, float most)
{
    const throng_neighbours *n = &crowd->neighbours;
    const throng_agents *a = &crowd->agents;
    int32_t own = n->place[i];
    float heading_x = a->heading_x[own], heading_y = a->heading_y[own], free = most;
    float reach = most + n->window; /* more than two radii */
    double origin = crowd->desc.grid.origin_y;
    int32_t last = throng_row_number(n->y[i] + reach, origin, n->rows_per_metre);
    int32_t r = throng_neighbours_find_row(
        n, throng_row_number(n->y[i] - reach, origin, n->rows_per_metre));
    for (; r < n->row_count && n->row[r] <= last; r++) {
        int32_t k = throng_neighbours_find_x(n, r, n->x[i] - reach);
        for (; k < n->row_begin[r + 1] && n->x[k] <= n->x[i] + reach; k++) {
            float dx = n->x[k] - n->x[i], dy = n->y[k] - n->y[i];
            float ahead = dx * heading_x + dy * heading_y;
            float aside = dx * heading_y - dy * heading_x;
            float radii = a->radius[own] + a->radius[n->place[k]];
            if (k == i || !(ahead > 0.0f) || aside > radii || -aside > radii ||
                !collide(crowd, own, n->place[k]))
                continue;
            float gap = sqrtf(dx * dx + dy * dy) - radii;
            free = gap < free ? gap : free;
        }
    }
    return free > 0.0f ? free : 0.0f;
}

/* Share of its speed that the time gap leaves an agent. */
static float share_of_speed(const throng_crowd *crowd, int32_t i, float time_gap)
{
    float speed = crowd->agents.max_speed[crowd->neighbours.place[i]];
    float needed = speed * time_gap;
    if (!(needed > 0.0f))
        return 1.0f;
    float share = free_way(crowd, i, needed) / needed;
    return share > SLOWEST ? share : SLOWEST;
}

void throng_crowd_keep_gaps(throng_crowd *crowd, int32_t begin, int32_t end)
{
    throng_agents *a = &crowd->agents;
    for (int32_t i = begin; i < end; i++) {
        int32_t place = crowd->neighbours.place[i];
        float time_gap = crowd->groups[a->group[place]].desc.time_gap;
        bool walks = a->heading_x[place] != 0.0f || a->heading_y[place] != 0.0f;
        if (!(time_gap > 0.0f) || !walks || (a->flags[place] & THRONG_AGENT_ASLEEP))
            continue;
        float share = share_of_speed(crowd, i, time_gap);
        a->heading_x[place] *= share;
        a->heading_y[place] *= share;
    }
}

void throng_crowd_look_ahead(throng_crowd *crowd, float dt, int32_t begin, int32_t end)
{
    const throng_neighbours *n = &crowd->neighbours;
    float keep = FORGET / (FORGET + dt);
    int32_t r = throng_neighbours_row_of(n, begin);
    hints h;
    memset(&h, 0xff, sizeof h); /* -1: none */
    for (int32_t i = begin; i < end; i++) {
        while (i >= n->row_begin[r + 1])
            r++;
        look_one(crowd, i, r, keep, &h);
    }
}

void throng_crowd_swerve(throng_crowd *crowd, int32_t begin, int32_t end)
{
    throng_agents *a = &crowd->agents;
    for (int32_t i = begin; i < end; i++) {
        if (a->swerve[i] == 0.0f)
            continue;
        /* y grows to the south, so the right hand is a quarter turn from x towards y. */
        float side = a->swerve[i] * crowd->groups[a->group[i]].desc.side_bias;
        float x = a->heading_x[i] - a->heading_y[i] * side;
        float y = a->heading_y[i] + a->heading_x[i] * side;
        float length = sqrtf(x * x + y * y);
        if (!(length > 0.0f))
            continue;
        a->heading_x[i] = x / length;
        a->heading_y[i] = y / length;
    }
}
