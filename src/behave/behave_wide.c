/* Behaviours of WIDE_LANES agents at a time, group by group: what a group does not want is left out
 * for all of them. */
#include "behave/behave.h"

#include "crowd/ground_wide.h"
#include "crowd/turn.h"
#include "flow/flow.h"
#include "integration/integration.h"

#define DIAGONAL 0.70710678f

typedef struct vector {
    wide_f32 x, y;
} vector;

/* The agents of a register. */
typedef struct self {
    const throng_behave_job *job;
    const ground *ground;
    const throng_group *group;
    int32_t i;
    wide_mask acts;
    wide_f32 x, y, max_speed;
    wide_i32 column, row, cell;
} self;

typedef struct blend {
    vector sum;
    bool is_by_priority;
} blend;

WIDE_INLINE wide_f32 length(vector v)
{
    return wide_sqrt(wide_add(wide_mul(v.x, v.x), wide_mul(v.y, v.y)));
}

WIDE_INLINE vector scaled(vector v, wide_f32 by)
{
    return (vector){wide_mul(v.x, by), wide_mul(v.y, by)};
}

WIDE_INLINE vector choose(wide_mask m, vector a, vector b)
{
    return (vector){wide_select(m, a.x, b.x), wide_select(m, a.y, b.y)};
}

WIDE_INLINE vector keep(wide_mask m, vector v)
{
    return (vector){wide_keep(m, v.x), wide_keep(m, v.y)};
}

WIDE_INLINE vector at_most(vector v, wide_f32 most)
{
    wide_f32 l = length(v);
    return choose(wide_gt(l, most), scaled(v, wide_div(most, l)), v);
}

WIDE_INLINE vector unit(vector v)
{
    wide_f32 l = length(v);
    vector direction = {wide_div(v.x, l), wide_div(v.y, l)};
    return keep(wide_gt(l, wide_set1(THRONG_THERE)), direction);
}

WIDE_INLINE wide_f32 fading(wide_f32 distance, wide_f32 inverse)
{
    wide_f32 share = wide_sub(wide_set1(1.0f), wide_mul(distance, inverse));
    return wide_max(share, wide_set1(0.0f));
}

WIDE_INLINE void add(blend *b, float weight, vector wish)
{
    vector v = scaled(wish, wide_set1(weight));
    if (b->is_by_priority) {
        wide_f32 left = wide_sub(wide_set1(1.0f), length(b->sum));
        v = at_most(v, wide_max(left, wide_set1(0.0f)));
    }
    b->sum.x = wide_add(b->sum.x, v.x);
    b->sum.y = wide_add(b->sum.y, v.y);
}

WIDE_INLINE vector way_to(const self *s, const throng_aim *aim)
{
    return (vector){wide_sub(wide_set1(aim->x), s->x), wide_sub(wide_set1(aim->y), s->y)};
}

WIDE_INLINE vector way_ahead(const self *s, const throng_aim *aim)
{
    vector way = way_to(s, aim);
    wide_f32 foresight = wide_set1(s->group->behaviour.desc.foresight);
    wide_f32 time = wide_min(wide_div(length(way), s->max_speed), foresight);
    return (vector){wide_add(way.x, wide_mul(wide_set1(aim->velocity_x), time)),
                    wide_add(way.y, wide_mul(wide_set1(aim->velocity_y), time))};
}

WIDE_INLINE vector away(vector way, wide_f32 distance, wide_f32 inverse)
{
    return scaled(unit(way), wide_neg(fading(distance, inverse)));
}

/* As in the scalar text; `x, y` is the place within the own cell. */
typedef struct walls {
    wide_f32 x, y, inverse;
    wide_f32 east, west, south, north;
} walls;

WIDE_INLINE wide_f32 overhang(wide_f32 within, int32_t cells)
{
    if (cells == 0)
        return wide_set1(0.0f);
    return wide_sub(within, wide_set1((float)(cells < 0 ? cells + 1 : cells)));
}

WIDE_INLINE int32_t sign(int32_t cells)
{
    return (cells > 0) - (cells < 0);
}

/* A cell straight away in the direction `step`: -1 or 1 along one axis. */
WIDE_INLINE wide_f32 side_push(wide_mask is_wall, wide_f32 way, wide_f32 inverse)
{
    return wide_keep(is_wall, fading(wide_abs(way), inverse));
}

WIDE_INLINE void add_side(walls *w, wide_mask is_wall, int32_t columns, int32_t rows)
{
    if (rows == 0) {
        wide_f32 push = side_push(is_wall, overhang(w->x, columns), w->inverse);
        if (columns < 0)
            w->east = wide_max(push, w->east);
        else
            w->west = wide_min(wide_neg(push), w->west);
    } else {
        wide_f32 push = side_push(is_wall, overhang(w->y, rows), w->inverse);
        if (rows < 0)
            w->south = wide_max(push, w->south);
        else
            w->north = wide_min(wide_neg(push), w->north);
    }
}

WIDE_INLINE void add_corner(walls *w, wide_mask is_wall, int32_t columns, int32_t rows)
{
    if (!wide_mask_any(is_wall))
        return;
    vector way = {overhang(w->x, columns), overhang(w->y, rows)};
    wide_f32 distance = length(way), share = fading(distance, w->inverse);
    vector direction = {wide_div(way.x, distance), wide_div(way.y, distance)};
    vector aslant = {wide_set1((float)-sign(columns)), wide_set1((float)-sign(rows))};
    wide_mask is_off = wide_gt(distance, wide_set1(0.0f));
    vector push = keep(is_wall, scaled(choose(is_off, direction, aslant), share));
    w->east = wide_max(push.x, w->east);
    w->west = wide_min(push.x, w->west);
    w->south = wide_max(push.y, w->south);
    w->north = wide_min(push.y, w->north);
}

/* True where a step with this bit of `moves` is not legal. */
WIDE_INLINE wide_mask is_barred(wide_i32 moves, int32_t code)
{
    wide_i32 bit = wide_i32_and(moves, wide_i32_set1(1 << (code - 1)));
    return wide_i32_eq(bit, wide_i32_set1(0));
}

/* Within a cell the legal steps tell all: a straight one is barred by a wall there, one aslant with
 * both cells beside it free by a corner. */
WIDE_INLINE void add_next_walls(const self *s, walls *w)
{
    wide_i32 moves = gather_u8(s->ground, throng_group_walls(&s->group->desc)->moves, s->cell);
    wide_mask is_open = wide_i32_eq(moves, wide_i32_set1(0xff));
    if (!wide_mask_any(wide_mask_and_not(s->acts, is_open)))
        return;
    wide_mask east = is_barred(moves, THRONG_FLOW_E), west = is_barred(moves, THRONG_FLOW_W);
    wide_mask south = is_barred(moves, THRONG_FLOW_S), north = is_barred(moves, THRONG_FLOW_N);
    add_side(w, east, 1, 0);
    add_side(w, west, -1, 0);
    add_side(w, south, 0, 1);
    add_side(w, north, 0, -1);
    wide_mask south_east = wide_mask_and_not(is_barred(moves, THRONG_FLOW_SE), east);
    wide_mask south_west = wide_mask_and_not(is_barred(moves, THRONG_FLOW_SW), west);
    wide_mask north_west = wide_mask_and_not(is_barred(moves, THRONG_FLOW_NW), west);
    wide_mask north_east = wide_mask_and_not(is_barred(moves, THRONG_FLOW_NE), east);
    add_corner(w, wide_mask_and_not(south_east, south), 1, 1);
    add_corner(w, wide_mask_and_not(south_west, south), -1, 1);
    add_corner(w, wide_mask_and_not(north_west, north), -1, -1);
    add_corner(w, wide_mask_and_not(north_east, north), 1, -1);
}

enum { FAR = THRONG_WALL_CELLS_MAX, SQUARE = 2 * FAR + 1 };

WIDE_INLINE wide_mask wall_at(const self *s, int32_t columns, int32_t rows)
{
    const ground *g = s->ground;
    wide_i32 column = wide_i32_add(s->column, wide_i32_set1(columns));
    wide_i32 row = wide_i32_add(s->row, wide_i32_set1(rows));
    wide_mask is_on_map = wide_mask_and(wide_u32_lt(column, wide_i32_set1(g->width)),
                                        wide_u32_lt(row, wide_i32_set1(g->height)));
    const throng_cost_field *field = throng_group_walls(&s->group->desc);
    wide_i32 cost = gather_u8(g, field->cost, cells_of(g, is_on_map, column, row));
    wide_mask is_wall = wide_i32_eq(cost, wide_i32_set1(THRONG_WALL));
    return wide_mask_or(is_wall, wide_mask_not(is_on_map));
}

static void add_far_walls(const self *s, walls *w)
{
    wide_mask is_wall[SQUARE][SQUARE];
    for (int32_t r = -FAR; r <= FAR; r++)
        for (int32_t c = -FAR; c <= FAR; c++)
            is_wall[r + FAR][c + FAR] = wall_at(s, c, r);
    for (int32_t r = -FAR; r <= FAR; r++)
        for (int32_t c = -FAR; c <= FAR; c++) {
            wide_mask here = is_wall[r + FAR][c + FAR];
            if (r == 0 && c == 0)
                continue;
            if (r == 0 || c == 0) {
                add_side(w, here, c, r);
                continue;
            }
            here = wide_mask_and_not(here, is_wall[r + FAR][c - sign(c) + FAR]);
            here = wide_mask_and_not(here, is_wall[r - sign(r) + FAR][c + FAR]);
            add_corner(w, here, c, r);
        }
}

WIDE_INLINE wide_f32 within(wide_f32 place, float origin, const ground *g, wide_i32 index)
{
    wide_f32 cells = wide_mul(wide_sub(place, wide_set1(origin)), wide_set1(g->cells_per_metre));
    return wide_sub(cells, wide_from_i32(index));
}

WIDE_INLINE vector avoid_walls(const self *s)
{
    const ground *g = s->ground;
    const float range = s->group->behaviour.desc.wall_range;
    wide_f32 zero = wide_set1(0.0f);
    walls w = {within(s->x, g->origin_x, g, s->column),
               within(s->y, g->origin_y, g, s->row),
               wide_set1(1.0f / (range * g->cells_per_metre)),
               zero,
               zero,
               zero,
               zero};
    if (range > g->cell_size)
        add_far_walls(s, &w);
    else
        add_next_walls(s, &w);
    vector push = {wide_add(w.east, w.west), wide_add(w.south, w.north)};
    if (s->group->desc.walls)
        push = keep(wide_mask_not(wall_at(s, 0, 0)), push);
    return push;
}

/* Unit vectors by code, as in sampling. */
static const float code_x[16] = {0, 1, 0, -1, 0, DIAGONAL, -DIAGONAL, -DIAGONAL, DIAGONAL};
static const float code_y[16] = {0, 0, 1, 0, -1, DIAGONAL, DIAGONAL, -DIAGONAL, -DIAGONAL};

WIDE_INLINE vector follow(const self *s)
{
    const throng_agents *a = s->job->agents;
    const throng_flow_field *flow = s->group->desc.flow;
    if (!s->group->behaviour.desc.is_direct || !flow)
        return (vector){wide_load(a->heading_x + s->i), wide_load(a->heading_y + s->i)};
    wide_i32 code = gather_u8(s->ground, flow->codes, s->cell);
    return (vector){wide_table_at(wide_table_load(code_x), code),
                    wide_table_at(wide_table_load(code_y), code)};
}

/* 1 where the cell sees the target; a word and a bit for each lane. */
WIDE_INLINE wide_mask sees(const self *s, wide_i32 columns, wide_i32 rows)
{
    const throng_behaviour *behaviour = &s->group->behaviour;
    int32_t column[WIDE_LANES], row[WIDE_LANES], bit[WIDE_LANES];
    wide_i32_store(column, columns);
    wide_i32_store(row, rows);
    for (int32_t k = 0; k < WIDE_LANES; k++) {
        bool is_on_map = (uint32_t)column[k] < (uint32_t)s->ground->width &&
                         (uint32_t)row[k] < (uint32_t)s->ground->height;
        size_t at =
            is_on_map ? (size_t)row[k] * behaviour->seen_stride + (size_t)column[k] / 64 : 0;
        bit[k] = is_on_map && (behaviour->seen[at] >> (column[k] & 63) & 1);
    }
    return wide_i32_gt(wide_i32_load(bit), wide_i32_set1(0));
}

WIDE_INLINE wide_f32 seen_share(const self *s)
{
    const ground *g = s->ground;
    wide_f32 half = wide_set1(0.5f), one = wide_set1(1.0f), scale = wide_set1(g->cells_per_metre);
    wide_f32 x = wide_sub(wide_mul(wide_sub(s->x, wide_set1(g->origin_x)), scale), half);
    wide_f32 y = wide_sub(wide_mul(wide_sub(s->y, wide_set1(g->origin_y)), scale), half);
    wide_f32 left = wide_floor(x), top = wide_floor(y);
    wide_f32 across = wide_sub(x, left), down = wide_sub(y, top);
    wide_f32 back = wide_sub(one, across), up = wide_sub(one, down);
    wide_i32 column = wide_i32_keep(s->acts, wide_truncate(left));
    wide_i32 row = wide_i32_keep(s->acts, wide_truncate(top));
    wide_i32 next_column = wide_i32_add(column, wide_i32_set1(1));
    wide_i32 next_row = wide_i32_add(row, wide_i32_set1(1));
    wide_f32 share = wide_set1(0.0f);
    share = wide_add_where(sees(s, column, row), share, wide_mul(back, up));
    share = wide_add_where(sees(s, next_column, row), share, wide_mul(across, up));
    share = wide_add_where(sees(s, column, next_row), share, wide_mul(back, down));
    return wide_add_where(sees(s, next_column, next_row), share, wide_mul(across, down));
}

WIDE_INLINE vector follow_by_sight(const self *s)
{
    const throng_aim *target = &s->group->behaviour.target;
    vector field = follow(s);
    if (!s->group->behaviour.seen || !target->is_there)
        return field;
    wide_f32 share = seen_share(s), zero = wide_set1(0.0f);
    wide_mask is_seen = wide_gt(share, zero);
    if (!wide_mask_any(wide_mask_and(is_seen, s->acts)))
        return field;
    vector straight = scaled(unit(way_to(s, target)), share);
    vector rest = scaled(field, wide_sub(wide_set1(1.0f), share));
    vector blended = unit((vector){wide_add(rest.x, straight.x), wide_add(rest.y, straight.y)});
    wide_mask is_way = wide_mask_or(wide_neq(blended.x, zero), wide_neq(blended.y, zero));
    return choose(wide_mask_and(is_seen, is_way), blended, field);
}

WIDE_INLINE vector turned(vector v, wide_f32 tangent)
{
    wide_f32 one = wide_set1(1.0f), square = wide_mul(tangent, tangent);
    wide_f32 scale = wide_div(one, wide_add(one, square));
    wide_f32 along = wide_mul(wide_sub(one, square), scale);
    wide_f32 across = wide_mul(wide_add(tangent, tangent), scale);
    return (vector){wide_sub(wide_mul(v.x, along), wide_mul(v.y, across)),
                    wide_add(wide_mul(v.y, along), wide_mul(v.x, across))};
}

static void draw(const self *s, float turn[WIDE_LANES], int32_t start[WIDE_LANES])
{
    const uint64_t *id = s->job->agents->id + s->i, begun = throng_random_begin(s->job->seed);
    const uint32_t substeps = s->group->behaviour.wander_substeps;
    const uint64_t periods = s->job->substep / substeps;
    const uint32_t rest = (uint32_t)(s->job->substep % substeps); /* at most 1e9 */
    for (int32_t k = 0; k < WIDE_LANES; k++) {
        /* A division of 32 bits, which is a good deal faster than one of 64. */
        uint64_t counter = periods + (rest + (uint32_t)id[k]) / substeps;
        uint64_t word = throng_random_end(begun, id[k], counter);
        turn[k] = throng_wander_turn(word);
        start[k] = (int32_t)(word & 15);
    }
}

WIDE_INLINE vector wander(const self *s)
{
    const throng_agents *a = s->job->agents;
    const throng_behaviour *behaviour = &s->group->behaviour;
    float turn[WIDE_LANES];
    int32_t start[WIDE_LANES];
    draw(s, turn, start);
    vector velocity = {wide_load(a->velocity_x + s->i), wide_load(a->velocity_y + s->i)};
    wide_f32 speed = length(velocity);
    wide_mask has_nose = wide_gt(speed, wide_mul(s->max_speed, wide_set1(THRONG_NOSE_SPEED)));
    vector nose = {wide_div(velocity.x, speed), wide_div(velocity.y, speed)};
    float most = behaviour->desc.wander_turn * THRONG_TURN_TANGENT;
    vector wish = turned(nose, wide_mul(wide_load(turn), wide_set1(most)));
    if (wide_mask_all(has_nose))
        return wish;
    wide_i32 which = wide_i32_load(start);
    vector setting_off = {wide_table_at(wide_table_load(throng_turn_x), which),
                          wide_table_at(wide_table_load(throng_turn_y), which)};
    return choose(has_nose, wish, setting_off);
}

WIDE_INLINE void flee_all(const self *s, blend *b)
{
    const throng_behaviour_desc *desc = &s->group->behaviour.desc;
    const throng_aim *threat = &s->group->behaviour.threat;
    if (!threat->is_there || !(desc->flee > 0.0f || desc->evade > 0.0f))
        return;
    vector way = way_to(s, threat);
    wide_f32 distance = length(way), inverse = wide_set1(1.0f / desc->flee_range);
    if (desc->flee > 0.0f)
        add(b, desc->flee, away(way, distance, inverse));
    if (desc->evade > 0.0f)
        add(b, desc->evade, away(way_ahead(s, threat), distance, inverse));
}

WIDE_INLINE void approach_all(const self *s, blend *b)
{
    const throng_behaviour_desc *desc = &s->group->behaviour.desc;
    const throng_aim *target = &s->group->behaviour.target;
    if (!target->is_there)
        return;
    vector way = way_to(s, target);
    if (desc->pursue > 0.0f)
        add(b, desc->pursue, unit(way_ahead(s, target)));
    if (desc->seek > 0.0f)
        add(b, desc->seek, unit(way));
    if (desc->arrive > 0.0f) {
        wide_f32 slowing = wide_max(length(way), wide_set1(desc->arrive_range));
        add(b, desc->arrive, (vector){wide_div(way.x, slowing), wide_div(way.y, slowing)});
    }
}

WIDE_INLINE vector stay(const self *s)
{
    const throng_team *team = &s->group->behaviour.team;
    vector mean = {wide_div(wide_set1(team->mean_x), s->max_speed),
                   wide_div(wide_set1(team->mean_y), s->max_speed)};
    return keep(wide_gt(s->max_speed, wide_set1(0.0f)), at_most(mean, wide_set1(1.0f)));
}

WIDE_INLINE void join_all(const self *s, blend *b)
{
    const throng_behave_job *job = s->job;
    const throng_behaviour_desc *desc = &s->group->behaviour.desc;
    const int32_t i = s->i;
    if (desc->stay > 0.0f)
        add(b, desc->stay, stay(s));
    if (desc->align > 0.0f)
        add(b, desc->align, (vector){wide_load(job->align_x + i), wide_load(job->align_y + i)});
    if (desc->cohere > 0.0f)
        add(b, desc->cohere, (vector){wide_load(job->cohere_x + i), wide_load(job->cohere_y + i)});
}

WIDE_INLINE vector wait_for_team(const self *s, vector heading)
{
    const throng_group *group = s->group;
    float keep_together = group->behaviour.desc.keep_together;
    if (!(keep_together > 0.0f) || !group->desc.integration)
        return heading;
    wide_i32 distance = gather_u32(s->ground, group->desc.integration->distance, s->cell);
    wide_i32 mean = wide_i32_set1((int32_t)group->behaviour.team.mean_distance);
    wide_i32 ahead = wide_i32_sub(wide_u32_max(mean, distance), distance);
    ahead = wide_u32_min(ahead, wide_i32_set1((int32_t)THRONG_AHEAD_MAX));
    wide_f32 way = wide_mul(wide_from_i32(ahead), wide_set1(0.1f * s->ground->cell_size));
    wide_f32 share = wide_sub(wide_set1(1.0f), wide_div(way, wide_set1(keep_together)));
    return scaled(heading, wide_max(share, wide_set1(THRONG_WAITING)));
}

WIDE_INLINE vector wish_all(const self *s)
{
    const throng_behaviour_desc *desc = &s->group->behaviour.desc;
    blend b = {{wide_set1(0.0f), wide_set1(0.0f)}, desc->combine == THRONG_COMBINE_PRIORITY};
    if (desc->avoid_walls > 0.0f)
        add(&b, desc->avoid_walls, avoid_walls(s));
    flee_all(s, &b);
    if (desc->follow > 0.0f)
        add(&b, desc->follow, follow_by_sight(s));
    approach_all(s, &b);
    join_all(s, &b);
    if (desc->wander > 0.0f)
        add(&b, desc->wander, wander(s));
    vector heading = at_most(b.sum, wide_set1(1.0f));
    wide_mask is_too_short = wide_lt(length(heading), wide_set1(desc->dead_band));
    return wait_for_team(s, keep(wide_mask_not(is_too_short), heading));
}

static void behave(const throng_behave_job *job, const ground *g, int32_t i)
{
    const throng_agents *a = job->agents;
    const int32_t *group = a->group + i;
    wide_i32 groups = wide_i32_load(group), flags = wide_i32_load_u8(a->flags + i);
    self s = {.job = job, .ground = g, .i = i};
    s.acts =
        wide_i32_eq(wide_i32_and(flags, wide_i32_set1(THRONG_AGENT_WISHLESS)), wide_i32_set1(0));
    s.x = wide_load(a->x + i);
    s.y = wide_load(a->y + i);
    s.max_speed = wide_load(a->max_speed + i);
    s.column = columns_of(g, s.x);
    s.row = rows_of(g, s.y);
    s.cell = cells_of(g, s.acts, s.column, s.row);
    uint32_t left = wide_mask_bits(s.acts);
    while (left) {
        wide_mask mine;
        s.group = &job->groups[next_group(group, groups, &left, &mine)];
        if (!s.group->behaviour.is_on)
            continue;
        vector heading = wish_all(&s),
               old = {wide_load(a->heading_x + i), wide_load(a->heading_y + i)};
        heading = choose(wide_mask_and(mine, s.acts), heading, old);
        wide_store(a->heading_x + i, heading.x);
        wide_store(a->heading_y + i, heading.y);
    }
}

void throng_in_tier(throng_behave)(const throng_behave_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_behave)(const throng_behave_job *job, int32_t begin, int32_t end)
{
    int32_t i = begin;
    if (i <= end - WIDE_LANES) {
        ground g = ground_of(&job->groups[job->agents->group[i]], job->cpu_quirks);
        for (; i <= end - WIDE_LANES; i += WIDE_LANES)
            behave(job, &g, i);
    }
    throng_behave_scalar(job, i, end);
}
