/* Behaviours: every wish is a velocity in shares of the agent's max_speed.
 *
 *     heading = sum of weight * wish, at most 1 long, 0 if shorter than the dead band
 *
 * A wish with weight 0 is left out altogether; the order of the sum is that of the list in
 * `wish_all`. */
#include "behave/behave.h"

#include "cost/cost.h"
#include "crowd/goal.h"
#include "crowd/turn.h"
#include "flow/flow.h"
#include "integration/integration.h"

#include <math.h>

#define DIAGONAL 0.70710678f

typedef struct vector {
    float x, y;
} vector;

static const vector nothing = {0.0f, 0.0f};

static float length(vector v)
{
    return sqrtf(v.x * v.x + v.y * v.y);
}

static vector scaled(vector v, float by)
{
    return (vector){v.x * by, v.y * by};
}

static vector at_most(vector v, float most)
{
    float l = length(v);
    if (!(l > most))
        return v;
    return scaled(v, most / l);
}

/* v in unit length, or nothing for what is hardly a way. */
static vector unit(vector v)
{
    float l = length(v);
    if (!(l > THRONG_THERE))
        return nothing;
    return (vector){v.x / l, v.y / l};
}

/* 1 at once, 0 from a range on: the one whose inverse is given. */
static float fading(float distance, float inverse)
{
    float share = 1.0f - distance * inverse;
    return share > 0.0f ? share : 0.0f;
}

/* The sum so far. */
typedef struct blend {
    vector sum;
    bool is_by_priority;
} blend;

static void add(blend *b, float weight, vector wish)
{
    vector v = scaled(wish, weight);
    if (b->is_by_priority) {
        float left = 1.0f - length(b->sum);
        v = at_most(v, left > 0.0f ? left : 0.0f);
    }
    b->sum.x += v.x;
    b->sum.y += v.y;
}

/* Agent i of a job, and what it needs over and over again. */
typedef struct self {
    const throng_behave_job *job;
    const throng_group *group;
    int32_t i;
    float x, y, max_speed;
} self;

static vector way_to(const self *s, const throng_aim *aim)
{
    return (vector){aim->x - s->x, aim->y - s->y};
}

/* The way to where it will be when the agent could be there. */
static vector way_ahead(const self *s, const throng_aim *aim)
{
    vector way = way_to(s, aim);
    float foresight = s->group->behaviour.desc.foresight;
    float time = length(way) / s->max_speed; /* infinite or NaN for who can't walk */
    time = time < foresight ? time : foresight;
    return (vector){way.x + aim->velocity_x * time, way.y + aim->velocity_y * time};
}

static vector away(vector way, float distance, float inverse)
{
    return scaled(unit(way), -fading(distance, inverse));
}

/* The greatest pushes in the four directions, and which cells around the own one are walls, by row
 * and column. */
typedef struct walls {
    float x, y, inverse; /* the place within the own cell, in cells; 1 / range */
    bool is_wall[2 * THRONG_WALL_CELLS_MAX + 1][2 * THRONG_WALL_CELLS_MAX + 1];
    float east, west, south, north;
} walls;

static bool wall_at(const walls *w, int32_t columns, int32_t rows)
{
    return w->is_wall[rows + THRONG_WALL_CELLS_MAX][columns + THRONG_WALL_CELLS_MAX];
}

static float overhang(float within, int32_t cells)
{
    return cells < 0 ? within - (float)(cells + 1) : cells > 0 ? within - (float)cells : 0.0f;
}

static int32_t sign(int32_t cells)
{
    return (cells > 0) - (cells < 0);
}

/* True if the corner of a cell aslant is part of a straight wall: its own push would be one along
 * that wall. */
static bool is_hidden(const walls *w, int32_t columns, int32_t rows)
{
    return columns != 0 && rows != 0 &&
           (wall_at(w, columns - sign(columns), rows) || wall_at(w, columns, rows - sign(rows)));
}

static void add_wall(walls *w, int32_t columns, int32_t rows)
{
    vector way = {overhang(w->x, columns), overhang(w->y, rows)};
    float distance = columns == 0 ? fabsf(way.y) : rows == 0 ? fabsf(way.x) : length(way);
    float share = fading(distance, w->inverse);
    vector push = distance > 0.0f ? (vector){way.x / distance, way.y / distance}
                                  : (vector){(float)-sign(columns), (float)-sign(rows)};
    push = scaled(push, share);
    w->east = push.x > w->east ? push.x : w->east;
    w->west = push.x < w->west ? push.x : w->west;
    w->south = push.y > w->south ? push.y : w->south;
    w->north = push.y < w->north ? push.y : w->north;
}

static walls find_walls(const self *s, int32_t cells)
{
    const throng_cost_field *ground = throng_group_walls(&s->group->desc);
    int32_t column = throng_column_of(ground, s->x), row = throng_row_of(ground, s->y);
    walls w = {
        .x = (s->x - ground->grid.origin_x) * ground->cells_per_metre - (float)column,
        .y = (s->y - ground->grid.origin_y) * ground->cells_per_metre - (float)row,
        .inverse = 1.0f / (s->group->behaviour.desc.wall_range * ground->cells_per_metre),
    };
    for (int32_t rows = -cells; rows <= cells; rows++)
        for (int32_t columns = -cells; columns <= cells; columns++)
            w.is_wall[rows + THRONG_WALL_CELLS_MAX][columns + THRONG_WALL_CELLS_MAX] =
                throng_cost_is_wall(ground, column + columns, row + rows);
    return w;
}

static vector avoid_walls(const self *s)
{
    const throng_group *group = s->group;
    bool is_far = group->behaviour.desc.wall_range > group->desc.cost->grid.cell_size;
    int32_t cells = is_far ? THRONG_WALL_CELLS_MAX : 1;
    walls w = find_walls(s, cells);
    if (wall_at(&w, 0, 0)) /* of walls of the group's own, within which there is no way out */
        return nothing;
    for (int32_t rows = -cells; rows <= cells; rows++)
        for (int32_t columns = -cells; columns <= cells; columns++)
            if ((rows != 0 || columns != 0) && wall_at(&w, columns, rows) &&
                !is_hidden(&w, columns, rows))
                add_wall(&w, columns, rows);
    return (vector){w.east + w.west, w.south + w.north};
}

/* The field's direction: what sampling has found, or that of the own cell. */
static vector follow(const self *s)
{
    const throng_agents *a = s->job->agents;
    const throng_flow_field *flow = s->group->desc.flow;
    if (!s->group->behaviour.desc.is_direct || !flow)
        return (vector){a->heading_x[s->i], a->heading_y[s->i]};
    const throng_cost_field *ground = s->group->desc.cost;
    unsigned code = flow->codes[throng_cell_of(ground, s->x, s->y)];
    if (code < THRONG_FLOW_E || code > THRONG_FLOW_NE)
        return nothing;
    float step = code < THRONG_FLOW_SE ? 1.0f : DIAGONAL;
    return (vector){(float)throng_step_x[code - 1] * step, (float)throng_step_y[code - 1] * step};
}

/* Share of the four cell centres around a place, as directions are blended, that see the target. */
static float seen_share(const self *s)
{
    const throng_behaviour *behaviour = &s->group->behaviour;
    const throng_cost_field *ground = s->group->desc.cost;
    const throng_grid *grid = &ground->grid;
    float x = (s->x - grid->origin_x) * ground->cells_per_metre - 0.5f;
    float y = (s->y - grid->origin_y) * ground->cells_per_metre - 0.5f;
    int32_t column = throng_floor(x), row = throng_floor(y);
    float across = x - (float)column, down = y - (float)row;
    const float weights[4] = {(1.0f - across) * (1.0f - down), across * (1.0f - down),
                              (1.0f - across) * down, across * down};
    float share = 0.0f;
    for (int32_t k = 0; k < 4; k++) {
        int32_t cx = column + (k & 1), cy = row + (k >> 1);
        if (cx < 0 || cy < 0 || cx >= grid->width || cy >= grid->height)
            continue;
        uint64_t word = behaviour->seen[(size_t)cy * behaviour->seen_stride + (size_t)cx / 64];
        if (word >> (cx & 63) & 1)
            share += weights[k];
    }
    return share;
}

/* The field's direction, but that of the target as far as it is seen. */
static vector follow_by_sight(const self *s)
{
    const throng_aim *target = &s->group->behaviour.target;
    vector field = follow(s);
    if (!s->group->behaviour.seen || !target->is_there)
        return field;
    float share = seen_share(s);
    if (!(share > 0.0f))
        return field;
    vector straight = scaled(unit(way_to(s, target)), share);
    float rest = 1.0f - share;
    vector blended = unit((vector){field.x * rest + straight.x, field.y * rest + straight.y});
    return blended.x == 0.0f && blended.y == 0.0f ? field : blended;
}

/* A rotation by twice the angle of a tangent, without a sine: (1 - t2, 2t) / (1 + t2). */
static vector turned(vector v, float tangent)
{
    float square = tangent * tangent, scale = 1.0f / (1.0f + square);
    float along = (1.0f - square) * scale, across = (tangent + tangent) * scale;
    return (vector){v.x * along - v.y * across, v.y * along + v.x * across};
}

static vector wander(const self *s)
{
    const throng_agents *a = s->job->agents;
    const throng_behaviour *behaviour = &s->group->behaviour;
    uint64_t word = throng_wander_word(s->job, a->id[s->i], behaviour->wander_substeps);
    vector velocity = {a->velocity_x[s->i], a->velocity_y[s->i]};
    float speed = length(velocity);
    if (!(speed > s->max_speed * THRONG_NOSE_SPEED))
        return (vector){throng_turn_x[word & 15], throng_turn_y[word & 15]};
    vector nose = {velocity.x / speed, velocity.y / speed};
    float most = behaviour->desc.wander_turn * THRONG_TURN_TANGENT;
    return turned(nose, throng_wander_turn(word) * most);
}

static void flee_all(const self *s, blend *b)
{
    const throng_behaviour *behaviour = &s->group->behaviour;
    const throng_behaviour_desc *desc = &behaviour->desc;
    const throng_aim *threat = &behaviour->threat;
    if (!threat->is_there)
        return;
    vector way = way_to(s, threat);
    float distance = length(way), inverse = 1.0f / desc->flee_range;
    if (desc->flee > 0.0f)
        add(b, desc->flee, away(way, distance, inverse));
    if (desc->evade > 0.0f)
        add(b, desc->evade, away(way_ahead(s, threat), distance, inverse));
}

static void approach_all(const self *s, blend *b)
{
    const throng_behaviour *behaviour = &s->group->behaviour;
    const throng_behaviour_desc *desc = &behaviour->desc;
    const throng_aim *target = &behaviour->target;
    if (!target->is_there)
        return;
    vector way = way_to(s, target);
    if (desc->pursue > 0.0f)
        add(b, desc->pursue, unit(way_ahead(s, target)));
    if (desc->seek > 0.0f)
        add(b, desc->seek, unit(way));
    if (desc->arrive > 0.0f) {
        float distance = length(way);
        float slowing = distance > desc->arrive_range ? distance : desc->arrive_range;
        add(b, desc->arrive, (vector){way.x / slowing, way.y / slowing});
    }
}

static vector stay(const self *s)
{
    const throng_team *team = &s->group->behaviour.team;
    if (!(s->max_speed > 0.0f))
        return nothing;
    return at_most((vector){team->mean_x / s->max_speed, team->mean_y / s->max_speed}, 1.0f);
}

static void join_all(const self *s, blend *b)
{
    const throng_behave_job *job = s->job;
    const throng_behaviour_desc *desc = &s->group->behaviour.desc;
    if (desc->stay > 0.0f)
        add(b, desc->stay, stay(s));
    if (desc->align > 0.0f)
        add(b, desc->align, (vector){job->align_x[s->i], job->align_y[s->i]});
    if (desc->cohere > 0.0f)
        add(b, desc->cohere, (vector){job->cohere_x[s->i], job->cohere_y[s->i]});
}

/* Share of its speed that an agent's team leaves it. */
static float waiting_share(const self *s)
{
    const throng_group *group = s->group;
    const throng_cost_field *ground = group->desc.cost;
    float keep = group->behaviour.desc.keep_together;
    if (!(keep > 0.0f) || !group->desc.integration)
        return 1.0f;
    uint32_t distance = throng_group_distance(&group->desc, s->x, s->y);
    uint32_t mean = group->behaviour.team.mean_distance;
    uint32_t ahead = mean > distance ? mean - distance : 0;
    float way = (float)(ahead < THRONG_AHEAD_MAX ? ahead : THRONG_AHEAD_MAX);
    float share = 1.0f - (way * (0.1f * ground->grid.cell_size)) / keep;
    return share > THRONG_WAITING ? share : THRONG_WAITING;
}

static vector wish_all(const self *s)
{
    const throng_behaviour_desc *desc = &s->group->behaviour.desc;
    blend b = {nothing, desc->combine == THRONG_COMBINE_PRIORITY};
    if (desc->avoid_walls > 0.0f)
        add(&b, desc->avoid_walls, avoid_walls(s));
    flee_all(s, &b);
    if (desc->follow > 0.0f)
        add(&b, desc->follow, follow_by_sight(s));
    approach_all(s, &b);
    join_all(s, &b);
    if (desc->wander > 0.0f)
        add(&b, desc->wander, wander(s));
    vector heading = at_most(b.sum, 1.0f);
    if (length(heading) < desc->dead_band)
        return nothing;
    return scaled(heading, waiting_share(s));
}

void throng_behave_scalar(const throng_behave_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    for (int32_t i = begin; i < end; i++) {
        const throng_group *group = &job->groups[a->group[i]];
        if (!group->behaviour.is_on || (a->flags[i] & THRONG_AGENT_WISHLESS))
            continue;
        self s = {job, group, i, a->x[i], a->y[i], a->max_speed[i]};
        vector heading = wish_all(&s);
        a->heading_x[i] = heading.x;
        a->heading_y[i] = heading.y;
    }
}
