#include "sight/sight.h"

#include "sight/bits.h"
#include "sight/fan.h"

#include <string.h>

/* Index 0: lines are rows. Index 1: lines are columns. */
struct throng_sight_field {
    throng_context *context;
    throng_grid grid;
    throng_bits seen[2], walls[2], close[2];
    throng_beam *beams, *others;
    /* What `walls` and `close` were made from. */
    uint64_t cost_serial, walls_revision; /* 0: nothing, or a map of another context */
    int32_t close_radius_256;             /* -1: from nothing */
    bool is_solved;
    throng_rect goals;     /* round those of the last solve */
    atomic_int user_count; /* groups of crowds */
};

void throng_sight_pin(const throng_sight_field *field, int by)
{
    atomic_fetch_add(&((throng_sight_field *)(uintptr_t)field)->user_count, by);
}

static uint64_t word_count(const throng_bits *map)
{
    return (uint64_t)map->line_count * map->stride;
}

static bool take_bits(throng_sight_field *field, throng_bits pair[2])
{
    const int32_t width = field->grid.width, height = field->grid.height;
    pair[0] = (throng_bits){NULL, (size_t)(width + 63) / 64, height, width};
    pair[1] = (throng_bits){NULL, (size_t)(height + 63) / 64, width, height};
    for (int i = 0; i < 2; i++)
        pair[i].bits = throng_take(field->context, word_count(&pair[i]), sizeof(uint64_t));
    return pair[0].bits && pair[1].bits;
}

static void give_bits(throng_sight_field *field, throng_bits pair[2])
{
    for (int i = 0; i < 2; i++)
        throng_give(field->context, pair[i].bits, word_count(&pair[i]), sizeof(uint64_t));
}

static uint64_t beam_capacity(const throng_grid *grid)
{
    return throng_beam_capacity(grid->width > grid->height ? grid->width : grid->height);
}

static void release(throng_sight_field *field)
{
    const uint64_t beams = beam_capacity(&field->grid);
    give_bits(field, field->seen);
    give_bits(field, field->walls);
    give_bits(field, field->close);
    throng_give(field->context, field->beams, beams, sizeof *field->beams);
    throng_give(field->context, field->others, beams, sizeof *field->others);
    throng_object_give(field->context, field, sizeof *field);
}

throng_result throng_sight_create(throng_context *context, const throng_grid *grid,
                                  throng_sight_field **out)
{
    const throng_result result = throng_create_check(context, grid, out);
    if (result)
        return result;
    throng_sight_field *field = throng_object_take(context, sizeof *field);
    if (field) {
        field->context = context;
        field->grid = *grid;
        field->close_radius_256 = -1;
        const uint64_t beams = beam_capacity(grid);
        field->beams = throng_take(context, beams, sizeof *field->beams);
        field->others = throng_take(context, beams, sizeof *field->others);
    }
    if (!field || !take_bits(field, field->seen) || !take_bits(field, field->walls) ||
        !take_bits(field, field->close) || !field->beams || !field->others) {
        if (field)
            release(field);
        return throng_refuse(context, THRONG_ERROR_MEMORY,
                             "There is no memory for a sight field of %d x %d cells.", grid->width,
                             grid->height);
    }
    *out = field;
    return THRONG_OK;
}

throng_result throng_sight_destroy(throng_sight_field *field)
{
    if (!field)
        return THRONG_OK;
    if (atomic_load(&field->user_count) > 0)
        return throng_refuse(field->context, THRONG_ERROR_IN_USE,
                             "The sight field is used by a group of a crowd.");
    release(field);
    return THRONG_OK;
}

throng_grid throng_sight_grid(const throng_sight_field *field)
{
    return field ? field->grid : (throng_grid){0};
}

static throng_result check_goals(const throng_cost_field *cost, const throng_cell *goals,
                                 int32_t goal_count, const throng_sight_field *out)
{
    if (!goals || goal_count < 1)
        return throng_refuse(out->context, THRONG_ERROR_ARGUMENT,
                             "goals is NULL or goal_count is %d; there must be a goal.",
                             goal_count);
    bool is_any_free = false;
    for (int32_t i = 0; i < goal_count; i++) {
        if (!throng_cost_holds(cost, (throng_rect){goals[i].x, goals[i].y, 1, 1}))
            return throng_refuse(out->context, THRONG_ERROR_ARGUMENT,
                                 "goals[%d] is (%d, %d); it must be a cell of the map.", i,
                                 goals[i].x, goals[i].y);
        is_any_free |= !throng_cost_is_wall(cost, goals[i].x, goals[i].y);
    }
    if (!is_any_free)
        return throng_refuse(out->context, THRONG_ERROR_GOAL, "Every goal is on a wall.");
    return THRONG_OK;
}

static void clear(throng_bits *map)
{
    memset(map->bits, 0, (size_t)word_count(map) * sizeof *map->bits);
}

static void set_transposed(const throng_bits *from, throng_bits *out)
{
    clear(out);
    throng_bits_add_transposed(from, out);
}

/* Brings walls, and what is close to them, up to date with the map. */
static void read_map(const throng_cost_field *cost, int32_t radius_256, throng_sight_field *out)
{
    /* Serials are names within one context, and only our own surely lives as long as we do. */
    if (cost->context != out->context || out->cost_serial != cost->serial ||
        out->walls_revision != cost->walls_revision) {
        throng_bits_of_walls(cost->cost, &out->walls[0]);
        set_transposed(&out->walls[0], &out->walls[1]);
        out->cost_serial = cost->context == out->context ? cost->serial : 0;
        out->walls_revision = cost->walls_revision;
        out->close_radius_256 = -1;
    }
    if (radius_256 > 0 && out->close_radius_256 != radius_256) {
        memcpy(out->close[0].bits, out->walls[0].bits,
               (size_t)word_count(&out->walls[0]) * sizeof(uint64_t));
        throng_bits_widen(&out->close[0], throng_fan_reach(radius_256));
        set_transposed(&out->close[0], &out->close[1]);
        out->close_radius_256 = radius_256;
    }
}

static throng_rect rect_round(const throng_cell *cells, int32_t count)
{
    int32_t left = cells[0].x, right = left, top = cells[0].y, bottom = top;
    for (int32_t i = 1; i < count; i++) {
        left = cells[i].x < left ? cells[i].x : left;
        right = cells[i].x > right ? cells[i].x : right;
        top = cells[i].y < top ? cells[i].y : top;
        bottom = cells[i].y > bottom ? cells[i].y : bottom;
    }
    return (throng_rect){left, top, right - left + 1, bottom - top + 1};
}

static void look_from(const throng_cost_field *cost, throng_cell goal, int32_t radius_256,
                      throng_sight_field *out)
{
    const throng_sweep still = throng_sweep_of_cells(goal, goal, radius_256);
    if (!throng_sweep_is_clear(cost, &still,
                               (throng_rect){0, 0, cost->grid.width, cost->grid.height}))
        return;
    out->seen[0].bits[(size_t)goal.y * out->seen[0].stride + (size_t)goal.x / 64] |=
        (uint64_t)1 << (goal.x % 64);
    for (int quarter = 0; quarter < 4; quarter++) {
        const int across = quarter / 2;
        throng_fan fan = {.cost = cost,
                          .goal = goal,
                          .radius_256 = radius_256,
                          .is_across = across,
                          .direction = quarter % 2 ? -1 : 1,
                          .walls = out->walls[across],
                          .close = out->close[across],
                          .seen = out->seen[across],
                          .beams = out->beams,
                          .others = out->others};
        throng_fan_start(&fan);
        throng_fan_sweep(&fan);
    }
}

throng_result throng_sight(const throng_cost_field *cost, const throng_cell *goals,
                           int32_t goal_count, int32_t radius_256, throng_sight_field *out)
{
    if (!out)
        return THRONG_ERROR_ARGUMENT;
    if (!cost)
        return throng_refuse(out->context, THRONG_ERROR_ARGUMENT, "cost is NULL.");
    if (!throng_grid_equal(&cost->grid, &out->grid))
        return throng_refuse(out->context, THRONG_ERROR_SHAPE, "The grids of cost and out differ.");
    if (!cost->is_committed)
        return throng_refuse(out->context, THRONG_ERROR_NOT_COMMITTED,
                             "cost has edits that were not committed.");
    if (radius_256 < 0 || radius_256 > THRONG_SIGHT_RADIUS_MAX)
        return throng_refuse(out->context, THRONG_ERROR_ARGUMENT,
                             "radius_256 is %d; it must be 0 to %d.", radius_256,
                             THRONG_SIGHT_RADIUS_MAX);
    const throng_result result = check_goals(cost, goals, goal_count, out);
    if (result)
        return result;
    read_map(cost, radius_256, out);
    clear(&out->seen[0]);
    clear(&out->seen[1]);
    for (int32_t i = 0; i < goal_count; i++)
        if (!throng_cost_is_wall(cost, goals[i].x, goals[i].y))
            look_from(cost, goals[i], radius_256, out);
    throng_bits_add_transposed(&out->seen[1], &out->seen[0]);
    out->is_solved = true;
    out->goals = rect_round(goals, goal_count);
    return THRONG_OK;
}

bool throng_sight_is_current(const throng_sight_field *field, const throng_cost_field *cost)
{
    return throng_sight_is_solved(field) && cost && field->context == cost->context &&
           field->cost_serial == cost->serial && field->walls_revision == cost->walls_revision;
}

bool throng_sight_is_for(const throng_sight_field *field, throng_cell target)
{
    const throng_rect *goals = &field->goals;
    return field->is_solved && target.x >= goals->x && target.x < goals->x + goals->width &&
           target.y >= goals->y && target.y < goals->y + goals->height;
}

bool throng_sight_is_solved(const throng_sight_field *field)
{
    return field && field->is_solved;
}

bool throng_sight_at(const throng_sight_field *field, throng_cell cell)
{
    if (!throng_sight_is_solved(field) || cell.x < 0 || cell.y < 0 || cell.x >= field->grid.width ||
        cell.y >= field->grid.height)
        return false;
    const uint64_t *row = field->seen[0].bits + (size_t)cell.y * field->seen[0].stride;
    return row[cell.x / 64] >> (cell.x % 64) & 1;
}

const uint64_t *throng_sight_words(const throng_sight_field *field)
{
    return throng_sight_is_solved(field) ? field->seen[0].bits : NULL;
}

uint64_t throng_sight_hash(const throng_sight_field *field)
{
    if (!throng_sight_is_solved(field))
        return 0;
    return throng_fnv1a(THRONG_FNV_OFFSET, field->seen[0].bits,
                        (size_t)word_count(&field->seen[0]) * sizeof(uint64_t));
}
