/* Motion, WIDE_LANES agents at a time, for those who walk less than half a cell and whose disc is
 * smaller than a cell: then the moves byte of the cell they start from tells where they may walk,
 * and that of the cell where they end which faces and corners are near. Everybody else (and whoever
 * a wall pushes into another cell) is moved by the scalar text.
 *
 * A push that ends in the cell where the walk ended needs no further test: the walk from the start
 * to that cell was free, and so is every walk within a cell. */
#include "crowd/move.h"

#include "crowd/ground_wide.h"

#include <float.h>

#define TURNS 0.25f

typedef struct bodies {
    wide_f32 x, y, velocity_x, velocity_y;
} bodies;

typedef struct cells {
    wide_i32 column, row;
} cells;

/* Bits of the moves byte. */
enum {
    EAST = 1,
    SOUTH = 2,
    WEST = 4,
    NORTH = 8,
    SOUTH_EAST = 16,
    SOUTH_WEST = 32,
    NORTH_WEST = 64,
    NORTH_EAST = 128,
    STAY = 256
};

/* The bit that a walk by (dx, dy) cells needs, at dx + 1 + 3 (dy + 1). Floats as tables hold those.
 */
static const float bit_of_step[16] = {NORTH_WEST, NORTH,      NORTH_EAST, WEST,      STAY,
                                      EAST,       SOUTH_WEST, SOUTH,      SOUTH_EAST};

WIDE_INLINE cells cells_at(const ground *g, wide_f32 x, wide_f32 y)
{
    return (cells){columns_of(g, x), rows_of(g, y)};
}

WIDE_INLINE wide_i32 moves_of(const ground *g, const throng_cost_field *field, wide_i32 cell)
{
    return gather_u8(g, field->moves, cell);
}

/* The moves of the agents' own ground; 0 where nobody is. */
WIDE_INLINE wide_i32 moves_at(const throng_move_job *job, const ground *g, wide_mask is_there,
                              cells c, int32_t i)
{
    const int32_t *group = job->agents->group + i;
    wide_i32 groups = wide_i32_load(group), cell = cells_of(g, is_there, c.column, c.row);
    uint32_t left = wide_mask_bits(wide_mask_first(WIDE_LANES));
    wide_mask mine;
    int32_t number = next_group(group, groups, &left, &mine);
    wide_i32 moves = moves_of(g, job->groups[number].desc.cost, cell);
    while (left) {
        number = next_group(group, groups, &left, &mine);
        moves = wide_i32_select(mine, moves_of(g, job->groups[number].desc.cost, cell), moves);
    }
    return moves;
}

/* The moves of the walls that push the agents' discs: `moves`, or those of walls of a group's own.
 */
WIDE_INLINE wide_i32 walls_at(const throng_move_job *job, const ground *g, wide_i32 moves,
                              wide_mask is_there, cells c, int32_t i)
{
    const int32_t *group = job->agents->group + i;
    wide_i32 groups = wide_i32_load(group), cell = cells_of(g, is_there, c.column, c.row);
    uint32_t left = wide_mask_bits(wide_mask_first(WIDE_LANES));
    while (left) {
        wide_mask mine;
        const int32_t number = next_group(group, groups, &left, &mine);
        const throng_cost_field *walls = job->groups[number].desc.walls;
        if (walls)
            moves = wide_i32_select(mine, moves_of(g, walls, cell), moves);
    }
    return moves;
}

WIDE_INLINE wide_mask has_bits(wide_i32 moves, int32_t bits)
{
    return wide_i32_eq(wide_i32_and(moves, wide_i32_set1(bits)), wide_i32_set1(bits));
}

/* True where a walk by (dx, dy) cells, each -1, 0 or 1, is legal. */
WIDE_INLINE wide_mask is_legal(wide_i32 moves, wide_i32 dx, wide_i32 dy)
{
    wide_i32 three_dy = wide_i32_add(dy, wide_i32_shift_left(dy, 1));
    wide_i32 step = wide_i32_add(wide_i32_add(dx, three_dy), wide_i32_set1(4));
    wide_i32 bit = wide_truncate(wide_table_at(wide_table_load(bit_of_step), step));
    wide_i32 allowed = wide_i32_or(moves, wide_i32_set1(STAY));
    return wide_i32_gt(wide_i32_and(allowed, bit), wide_i32_set1(0));
}

/* Walks to `end`, or slides, or stays; `*c` becomes the cell where that ends. */
WIDE_INLINE bodies walk(wide_i32 moves, const bodies *start, const bodies *end, cells from,
                        cells *c)
{
    wide_i32 dx = wide_i32_sub(c->column, from.column), dy = wide_i32_sub(c->row, from.row);
    wide_i32 none = wide_i32_set1(0);
    wide_mask is_free = is_legal(moves, dx, dy);
    wide_mask x_is_free = is_legal(moves, dx, none), y_is_free = is_legal(moves, none, dy);
    wide_mask x_first =
        wide_ge(wide_abs(wide_sub(end->x, start->x)), wide_abs(wide_sub(end->y, start->y)));
    wide_mask along_x = wide_mask_and(x_is_free, wide_mask_or(x_first, wide_mask_not(y_is_free)));
    wide_mask along_y = wide_mask_and_not(y_is_free, along_x);
    along_x = wide_mask_or(is_free, along_x);
    along_y = wide_mask_or(is_free, along_y);
    c->column = wide_i32_select(along_x, c->column, from.column);
    c->row = wide_i32_select(along_y, c->row, from.row);
    return (bodies){wide_select(along_x, end->x, start->x), wide_select(along_y, end->y, start->y),
                    wide_keep(along_x, end->velocity_x), wide_keep(along_y, end->velocity_y)};
}

/* One axis of push_from_faces: keeps `*place` a radius away from walls on the low and the high
 * side. */
WIDE_INLINE void push_along(wide_i32 index, float origin, float cell_size, wide_f32 radius,
                            wide_mask low_wall, wide_mask high_wall, wide_f32 *place,
                            wide_f32 *velocity)
{
    wide_f32 size = wide_set1(cell_size), corner = wide_set1(origin), zero = wide_set1(0.0f);
    wide_i32 next = wide_i32_add(index, wide_i32_set1(1));
    wide_f32 low = wide_add(wide_add(corner, wide_mul(wide_from_i32(index), size)), radius);
    wide_f32 high = wide_sub(wide_add(corner, wide_mul(wide_from_i32(next), size)), radius);
    low = wide_select(low_wall, low, wide_set1(-FLT_MAX));
    high = wide_select(high_wall, high, wide_set1(FLT_MAX));
    wide_f32 middle = wide_add(low, wide_mul(wide_sub(high, low), wide_set1(0.5f)));
    wide_f32 was = *place;
    wide_f32 is = wide_select(wide_lt(was, low), low, wide_select(wide_gt(was, high), high, was));
    is = wide_select(wide_gt(low, high), middle, is);
    wide_mask rises = wide_gt(is, was), goes_down = wide_lt(*velocity, zero);
    wide_mask is_against = wide_mask_or(wide_mask_and(rises, goes_down),
                                        wide_mask_not(wide_mask_or(rises, goes_down)));
    wide_mask is_stopped = wide_mask_and(wide_neq(is, was), is_against);
    *velocity = wide_select(is_stopped, zero, *velocity);
    *place = is;
}

WIDE_INLINE void push_from_faces(const ground *g, wide_i32 moves, cells c, wide_f32 radius,
                                 bodies *b)
{
    push_along(c.column, g->origin_x, g->cell_size, radius, wide_mask_not(has_bits(moves, WEST)),
               wide_mask_not(has_bits(moves, EAST)), &b->x, &b->velocity_x);
    push_along(c.row, g->origin_y, g->cell_size, radius, wide_mask_not(has_bits(moves, NORTH)),
               wide_mask_not(has_bits(moves, SOUTH)), &b->y, &b->velocity_y);
}

/* One corner at (column, row) of the lattice; `sides` are the moves that must be free and `across`
 * the one that must not for the corner to stand free. */
WIDE_INLINE void push_from_corner(const ground *g, wide_i32 moves, wide_i32 column, wide_i32 row,
                                  int32_t sides, int32_t across, wide_f32 radius, bodies *b)
{
    wide_mask is_corner = wide_mask_and_not(has_bits(moves, sides), has_bits(moves, across));
    if (!wide_mask_any(is_corner))
        return;
    wide_f32 size = wide_set1(g->cell_size);
    wide_f32 cx = wide_add(wide_set1(g->origin_x), wide_mul(wide_from_i32(column), size));
    wide_f32 cy = wide_add(wide_set1(g->origin_y), wide_mul(wide_from_i32(row), size));
    wide_f32 dx = wide_sub(b->x, cx), dy = wide_sub(b->y, cy), zero = wide_set1(0.0f);
    wide_f32 distance_sq = wide_add(wide_mul(dx, dx), wide_mul(dy, dy));
    wide_mask pushes =
        wide_mask_and(wide_lt(distance_sq, wide_mul(radius, radius)), wide_neq(distance_sq, zero));
    pushes = wide_mask_and(pushes, is_corner);
    wide_f32 distance = wide_sqrt(distance_sq), missing = wide_sub(radius, distance);
    wide_f32 normal_x = wide_div(dx, distance), normal_y = wide_div(dy, distance);
    b->x = wide_add_where(pushes, b->x, wide_mul(normal_x, missing));
    b->y = wide_add_where(pushes, b->y, wide_mul(normal_y, missing));
    wide_f32 into = wide_add(wide_mul(b->velocity_x, normal_x), wide_mul(b->velocity_y, normal_y));
    wide_mask is_stopped = wide_mask_and(pushes, wide_lt(into, zero));
    wide_f32 less_x = wide_sub(b->velocity_x, wide_mul(normal_x, into));
    wide_f32 less_y = wide_sub(b->velocity_y, wide_mul(normal_y, into));
    b->velocity_x = wide_select(is_stopped, less_x, b->velocity_x);
    b->velocity_y = wide_select(is_stopped, less_y, b->velocity_y);
}

WIDE_INLINE void push_from_corners(const ground *g, wide_i32 moves, cells c, wide_f32 radius,
                                   bodies *b)
{
    wide_i32 one = wide_i32_set1(1);
    wide_i32 east = wide_i32_add(c.column, one), south = wide_i32_add(c.row, one);
    push_from_corner(g, moves, c.column, c.row, NORTH | WEST, NORTH_WEST, radius, b);
    push_from_corner(g, moves, east, c.row, NORTH | EAST, NORTH_EAST, radius, b);
    push_from_corner(g, moves, c.column, south, SOUTH | WEST, SOUTH_WEST, radius, b);
    push_from_corner(g, moves, east, south, SOUTH | EAST, SOUTH_EAST, radius, b);
}

WIDE_INLINE wide_mask is_same_cell(const ground *g, cells c, const bodies *b)
{
    cells now = cells_at(g, b->x, b->y);
    return wide_mask_and(wide_i32_eq(now.column, c.column), wide_i32_eq(now.row, c.row));
}

/* True where a walk by (dx, dy) metres is shorter than half a cell along both axes. */
WIDE_INLINE wide_mask is_short(const ground *g, wide_f32 dx, wide_f32 dy)
{
    wide_f32 scale = wide_set1(g->cells_per_metre);
    wide_f32 most = wide_max(wide_mul(wide_abs(dx), scale), wide_mul(wide_abs(dy), scale));
    return wide_lt(wide_mul(wide_set1(2.0f), most), wide_set1(1.0f));
}

WIDE_INLINE wide_f32 speed_sq(const bodies *b)
{
    return wide_add(wide_mul(b->velocity_x, b->velocity_x), wide_mul(b->velocity_y, b->velocity_y));
}

/* See the scalar text. */
WIDE_INLINE void turn_along(wide_mask is_alone, const bodies *end, bodies *pushed)
{
    wide_f32 before = speed_sq(end), after = speed_sq(pushed);
    wide_mask turns =
        wide_mask_and(wide_lt(after, before), wide_gt(after, wide_mul(before, wide_set1(TURNS))));
    turns = wide_mask_and(turns, is_alone);
    wide_f32 scale = wide_sqrt(wide_div(before, after));
    pushed->velocity_x =
        wide_select(turns, wide_mul(pushed->velocity_x, scale), pushed->velocity_x);
    pushed->velocity_y =
        wide_select(turns, wide_mul(pushed->velocity_y, scale), pushed->velocity_y);
}

/* Pushes where there is a wall beside the body; returns where that is not for the scalar text to
 * do. */
WIDE_INLINE wide_mask push_from_walls(const ground *g, wide_i32 moves, wide_mask is_ours, cells c,
                                      wide_f32 radius, const bodies *start, wide_mask is_alone,
                                      bodies *b)
{
    wide_mask is_near = wide_mask_and_not(is_ours, has_bits(moves, 255));
    if (!wide_mask_any(is_near))
        return is_ours;
    bodies pushed = *b;
    push_from_faces(g, moves, c, radius, &pushed);
    wide_mask is_inside = is_same_cell(g, c, &pushed);
    push_from_corners(g, moves, c, radius, &pushed);
    is_inside = wide_mask_and(is_inside, is_same_cell(g, c, &pushed));
    push_from_faces(g, moves, c, radius, &pushed);
    is_inside = wide_mask_and(is_inside, is_same_cell(g, c, &pushed));
    is_inside = wide_mask_and(
        is_inside, is_short(g, wide_sub(pushed.x, start->x), wide_sub(pushed.y, start->y)));
    if (wide_mask_any(is_alone))
        turn_along(is_alone, b, &pushed);
    b->x = wide_select(is_near, pushed.x, b->x);
    b->y = wide_select(is_near, pushed.y, b->y);
    b->velocity_x = wide_select(is_near, pushed.velocity_x, b->velocity_x);
    b->velocity_y = wide_select(is_near, pushed.velocity_y, b->velocity_y);
    return wide_mask_and_not(is_ours, wide_mask_and_not(is_near, is_inside));
}

/* True where the straight way from where the substep began to `end`, in cell `c` with these moves,
 * is short and free; others are for the scalar text. */
WIDE_INLINE wide_mask is_in_sight(const throng_move_job *job, const ground *g, wide_i32 moves,
                                  wide_mask is_ours, cells c, const bodies *end, int32_t i)
{
    wide_f32 from_x = wide_load(job->from_x + i), from_y = wide_load(job->from_y + i);
    wide_mask is_near = is_short(g, wide_sub(end->x, from_x), wide_sub(end->y, from_y));
    wide_mask is_open = has_bits(moves, 255); /* whatever way led here */
    is_ours = wide_mask_and(is_ours, is_near);
    if (!wide_mask_any(wide_mask_and_not(is_ours, is_open)))
        return is_ours;
    cells from = cells_at(g, from_x, from_y);
    wide_i32 dx = wide_i32_sub(c.column, from.column), dy = wide_i32_sub(c.row, from.row);
    wide_mask is_free = is_legal(moves_at(job, g, is_ours, from, i), dx, dy);
    return wide_mask_and(is_ours, wide_mask_or(is_open, is_free));
}

WIDE_INLINE void move(const throng_move_job *job, const ground *g, int32_t i)
{
    const throng_agents *a = job->agents;
    wide_i32 flags = wide_i32_load_u8(a->flags + i);
    wide_mask is_there =
        wide_i32_eq(wide_i32_and(flags, wide_i32_set1(THRONG_AGENT_HELD)), wide_i32_set1(0));
    if (!wide_mask_any(is_there))
        return;
    bodies start = {wide_load(a->x + i), wide_load(a->y + i), wide_load(a->velocity_x + i),
                    wide_load(a->velocity_y + i)};
    if (job->from_x) {
        wide_f32 zero = wide_set1(0.0f);
        is_there = wide_mask_and(is_there, wide_mask_or(wide_neq(start.velocity_x, zero),
                                                        wide_neq(start.velocity_y, zero)));
        if (!wide_mask_any(is_there))
            return;
    }
    wide_f32 dt = wide_set1(job->dt), radius = wide_load(a->radius + i);
    bodies end = start;
    end.x = wide_add(start.x, wide_mul(start.velocity_x, dt));
    end.y = wide_add(start.y, wide_mul(start.velocity_y, dt));
    wide_mask is_ours =
        wide_mask_and(is_there, is_short(g, wide_sub(end.x, start.x), wide_sub(end.y, start.y)));
    is_ours = wide_mask_and(
        is_ours, wide_lt(wide_mul(radius, wide_set1(g->cells_per_metre)), wide_set1(1.0f)));
    cells from = cells_at(g, start.x, start.y), c = cells_at(g, end.x, end.y);
    wide_i32 moves = moves_at(job, g, is_there, from, i);
    bodies b = end;
    /* Where nothing is near, which is the rule, all walks are legal. */
    if (wide_mask_any(wide_mask_and_not(is_ours, has_bits(moves, 255))))
        b = walk(moves, &start, &end, from, &c);
    wide_mask stays =
        wide_mask_and(wide_i32_eq(c.column, from.column), wide_i32_eq(c.row, from.row));
    if (wide_mask_any(wide_mask_and_not(is_ours, stays)))
        moves = moves_at(job, g, is_ours, c, i);
    wide_i32 walls = walls_at(job, g, moves, is_ours, c, i);
    /* In a wall of a group's own the moves tell nothing about the cells around. */
    is_ours = wide_mask_and_not(is_ours, wide_i32_eq(walls, wide_i32_set1(0)));
    wide_mask is_alone = wide_mask_none();
    if (!job->from_x)
        is_alone = wide_mask_and(wide_eq(wide_load(a->push_x + i), wide_set1(0.0f)),
                                 wide_eq(wide_load(a->push_y + i), wide_set1(0.0f)));
    is_ours = push_from_walls(g, walls, is_ours, c, radius, &start, is_alone, &b);
    wide_mask is_done = job->from_x ? is_in_sight(job, g, moves, is_ours, c, &b, i) : is_ours;

    wide_store(a->x + i, wide_select(is_done, b.x, start.x));
    wide_store(a->y + i, wide_select(is_done, b.y, start.y));
    wide_store(a->velocity_x + i, wide_select(is_done, b.velocity_x, start.velocity_x));
    wide_store(a->velocity_y + i, wide_select(is_done, b.velocity_y, start.velocity_y));
    uint32_t others = wide_mask_bits(wide_mask_and_not(is_there, is_done));
    for (; others; others &= others - 1) {
        int32_t k = i + __builtin_ctz(others);
        throng_move_scalar(job, k, k + 1);
    }
}

void throng_in_tier(throng_move)(const throng_move_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_move)(const throng_move_job *job, int32_t begin, int32_t end)
{
    int32_t i = begin;
    if (i <= end - WIDE_LANES) {
        ground g = ground_of(&job->groups[job->agents->group[i]], job->cpu_quirks);
        for (; i <= end - WIDE_LANES; i += WIDE_LANES)
            move(job, &g, i);
    }
    throng_move_scalar(job, i, end);
}
