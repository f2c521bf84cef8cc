/* Motion: walk p + v dt, slide along what is in the way, then let walls push the agent's disc out.
 *
 * Three rules keep every centre out of walls, whatever the numbers: a walk is accepted only if it
 * is free (walk_is_free), a push by walls only if the straight line from the start to the pushed
 * place is free too, and if nothing else is free the agent stays where it is, which is free.
 *
 * A walk is free if it changes cells only by legal moves. Walks longer than half a cell are checked
 * in equal pieces of at most that, so that a piece enters no cell but the eight around it; a piece
 * between cells that touch at a corner needs all four cells, exactly like a diagonal step. */
#include "crowd/move.h"

#include "cost/place.h"

#include <float.h>
#include <math.h>

/* Share of the square of its speed that walls must leave an agent for it to turn along them: it met
 * them at no more than 60 degrees. Without this the steps of a wall that is not along an axis take
 * a fifth of the speed of whoever follows it (scene rimea-1). Nobody turns who has others in reach
 * of separation: whoever is pressed against a wall would be shot out sideways (crossing flows then
 * take a fifth longer). */
#define TURNS 0.25f

typedef struct body {
    float x, y, velocity_x, velocity_y;
} body;

static bool piece_is_free(const throng_cost_field *ground, int32_t x0, int32_t y0, int32_t x1,
                          int32_t y1)
{
    if (throng_cost_is_wall(ground, x1, y1))
        return false;
    if (x0 == x1 || y0 == y1)
        return true;
    return !throng_cost_is_wall(ground, x1, y0) && !throng_cost_is_wall(ground, x0, y1);
}

static bool walk_is_free(const throng_cost_field *ground, float x0, float y0, float x1, float y1)
{
    int32_t column = throng_column_of(ground, x0), row = throng_row_of(ground, y0);
    float dx = x1 - x0, dy = y1 - y0;
    float across = (dx < 0.0f ? -dx : dx) * ground->cells_per_metre;
    float down = (dy < 0.0f ? -dy : dy) * ground->cells_per_metre;
    float most = across > down ? across : down;
    int32_t pieces = 1 + (int32_t)(2.0f * most);
    for (int32_t k = 1; k <= pieces; k++) {
        /* The last piece ends at the very place that will be stored. */
        float share = (float)k / (float)pieces;
        float x = k < pieces ? x0 + dx * share : x1, y = k < pieces ? y0 + dy * share : y1;
        int32_t next_column = throng_column_of(ground, x), next_row = throng_row_of(ground, y);
        if (!piece_is_free(ground, column, row, next_column, next_row))
            return false;
        column = next_column;
        row = next_row;
    }
    return true;
}

/* Where the walk to p + v dt ends: there, or slid along the axis that leads farther, or along the
 * other, or at the start. What was stopped loses its velocity. */
static body walk(const throng_cost_field *ground, body start, float dt)
{
    body end = start;
    end.x = start.x + start.velocity_x * dt;
    end.y = start.y + start.velocity_y * dt;
    if (walk_is_free(ground, start.x, start.y, end.x, end.y))
        return end;
    body along_x = end, along_y = end;
    along_x.y = start.y;
    along_x.velocity_y = 0.0f;
    along_y.x = start.x;
    along_y.velocity_x = 0.0f;
    float dx = end.x - start.x, dy = end.y - start.y;
    bool x_first = (dx < 0.0f ? -dx : dx) >= (dy < 0.0f ? -dy : dy);
    body first = x_first ? along_x : along_y, second = x_first ? along_y : along_x;
    if (walk_is_free(ground, start.x, start.y, first.x, first.y))
        return first;
    if (walk_is_free(ground, start.x, start.y, second.x, second.y))
        return second;
    start.velocity_x = 0.0f;
    start.velocity_y = 0.0f;
    return start;
}

/* Cells from `index` to the first wall in direction (step_x, step_y), at most `most`; `most` if
 * there is none. */
static int32_t cells_to_wall(const throng_cost_field *ground, int32_t column, int32_t row,
                             int32_t step_x, int32_t step_y, int32_t most)
{
    for (int32_t k = 1; k < most; k++)
        if (throng_cost_is_wall(ground, column + k * step_x, row + k * step_y))
            return k;
    return most;
}

/* Keeps `value` in [low, high]; midway if the way is narrower than the disc. */
static float between(float value, float low, float high)
{
    if (low > high)
        return low + (high - low) * 0.5f;
    return value < low ? low : value > high ? high : value;
}

/* Walls straight ahead, in the own row and the own column, keep the centre a radius away. */
static void push_from_faces(const throng_cost_field *ground, float radius, int32_t reach, body *b)
{
    const throng_grid *grid = &ground->grid;
    int32_t column = throng_column_of(ground, b->x), row = throng_row_of(ground, b->y);
    int32_t east = cells_to_wall(ground, column, row, 1, 0, reach + 1);
    int32_t west = cells_to_wall(ground, column, row, -1, 0, reach + 1);
    int32_t south = cells_to_wall(ground, column, row, 0, 1, reach + 1);
    int32_t north = cells_to_wall(ground, column, row, 0, -1, reach + 1);
    float low_x = grid->origin_x + (float)(column - west + 1) * grid->cell_size + radius;
    float high_x = grid->origin_x + (float)(column + east) * grid->cell_size - radius;
    float low_y = grid->origin_y + (float)(row - north + 1) * grid->cell_size + radius;
    float high_y = grid->origin_y + (float)(row + south) * grid->cell_size - radius;
    /* A direction without a wall within reach does not bind: reach cells are more than a radius. */
    float x = between(b->x, west <= reach ? low_x : -FLT_MAX, east <= reach ? high_x : FLT_MAX);
    float y = between(b->y, north <= reach ? low_y : -FLT_MAX, south <= reach ? high_y : FLT_MAX);
    if (x != b->x && (x > b->x) == (b->velocity_x < 0.0f))
        b->velocity_x = 0.0f;
    if (y != b->y && (y > b->y) == (b->velocity_y < 0.0f))
        b->velocity_y = 0.0f;
    b->x = x;
    b->y = y;
}

/* A corner at (cx, cy) keeps the centre a radius away, along the line between them. */
static void push_from_corner(float cx, float cy, float radius, body *b)
{
    float dx = b->x - cx, dy = b->y - cy;
    float distance_sq = dx * dx + dy * dy;
    if (!(distance_sq < radius * radius) || distance_sq == 0.0f)
        return;
    float distance = sqrtf(distance_sq);
    float normal_x = dx / distance, normal_y = dy / distance;
    b->x += normal_x * (radius - distance);
    b->y += normal_y * (radius - distance);
    float into = b->velocity_x * normal_x + b->velocity_y * normal_y;
    if (into < 0.0f) {
        b->velocity_x -= normal_x * into;
        b->velocity_y -= normal_y * into;
    }
}

/* True if cell (x, y) is a wall whose corner towards (column, row) stands free. If a cell beside
 * that corner is a wall too, the corner lies in a longer face, and what is nearest on that face is
 * not the corner. */
static bool is_free_corner(const throng_cost_field *ground, int32_t x, int32_t y, int32_t column,
                           int32_t row)
{
    int32_t towards_x = x < column ? x + 1 : x - 1, towards_y = y < row ? y + 1 : y - 1;
    return throng_cost_is_wall(ground, x, y) && !throng_cost_is_wall(ground, towards_x, y) &&
           !throng_cost_is_wall(ground, x, towards_y);
}

/* Walls in other rows and columns meet the disc with their nearest corner; in row-major order. */
static void push_from_corners(const throng_cost_field *ground, float radius, int32_t reach, body *b)
{
    const throng_grid *grid = &ground->grid;
    int32_t column = throng_column_of(ground, b->x), row = throng_row_of(ground, b->y);
    for (int32_t y = row - reach; y <= row + reach; y++)
        for (int32_t x = column - reach; x <= column + reach; x++) {
            if (x == column || y == row || !is_free_corner(ground, x, y, column, row))
                continue;
            float cx = grid->origin_x + (float)(x < column ? x + 1 : x) * grid->cell_size;
            float cy = grid->origin_y + (float)(y < row ? y + 1 : y) * grid->cell_size;
            push_from_corner(cx, cy, radius, b);
        }
}

/* True if no cell beside the body's own is a wall. */
static bool is_in_the_open(const throng_cost_field *ground, const body *b)
{
    return ground->moves[throng_cell_of(ground, b->x, b->y)] == 0xFF;
}

/* Gives what walls have left of a velocity its former speed, if that is enough of it. */
static void turn_along(const body *end, body *pushed)
{
    float before = end->velocity_x * end->velocity_x + end->velocity_y * end->velocity_y;
    float after = pushed->velocity_x * pushed->velocity_x + pushed->velocity_y * pushed->velocity_y;
    if (!(after < before && after > before * TURNS))
        return;
    float scale = sqrtf(before / after);
    pushed->velocity_x *= scale;
    pushed->velocity_y *= scale;
}

/* `ground` holds the centre, `walls` the disc. */
static body push_from_walls(const throng_cost_field *ground, const throng_cost_field *walls,
                            float radius, body start, body end)
{
    /* `reach` cells around the own one are all that the disc can touch. */
    int32_t reach = 1 + (int32_t)(radius * ground->cells_per_metre);
    if (reach == 1 && is_in_the_open(walls, &end))
        return end;
    body pushed = end;
    push_from_faces(walls, radius, reach, &pushed);
    push_from_corners(walls, radius, reach, &pushed);
    push_from_faces(walls, radius, reach, &pushed);
    bool is_free = walk_is_free(ground, start.x, start.y, pushed.x, pushed.y) &&
                   walk_is_free(ground, end.x, end.y, pushed.x, pushed.y);
    return is_free ? pushed : end;
}

static void move_one(const throng_move_job *job, int32_t i)
{
    const throng_agents *a = job->agents;
    const throng_group_desc *group = &job->groups[a->group[i]].desc;
    const throng_cost_field *ground = group->cost;
    body start = {a->x[i], a->y[i], a->velocity_x[i], a->velocity_y[i]};
    body end = walk(ground, start, job->dt);

    body pushed = push_from_walls(ground, throng_group_walls(group), a->radius[i], start, end);
    /* A shift does not turn. */
    if (!job->from_x && a->push_x[i] == 0.0f && a->push_y[i] == 0.0f)
        turn_along(&end, &pushed);
    end = pushed;
    if (job->from_x && !walk_is_free(ground, job->from_x[i], job->from_y[i], end.x, end.y))
        return;
    a->x[i] = end.x;
    a->y[i] = end.y;
    a->velocity_x[i] = end.velocity_x;
    a->velocity_y[i] = end.velocity_y;
}

void throng_move_scalar(const throng_move_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    for (int32_t i = begin; i < end; i++) {
        bool has_way = a->velocity_x[i] != 0.0f || a->velocity_y[i] != 0.0f;
        if (!(a->flags[i] & THRONG_AGENT_HELD) && (has_way || !job->from_x))
            move_one(job, i);
    }
}
