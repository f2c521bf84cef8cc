/*
 * crowd_sizes_test.c: agents of several sizes on one ground. Who is larger than a cell follows the
 * field of a layer with its clearance, and the walls of the ground push its disc: it passes the
 * gaps that it fits and enters none that it does not.
 */
#include "crowd_world.h"

#include <math.h>
#include <stdlib.h>

#include "random.h"

enum { WALL = 255 };

/* One mover: a layer with its clearance, the fields on that, and the walls without clearance. */
typedef struct mover {
    throng_layer *layer, *walls;
    throng_integration_field *integration;
    throng_flow_field *flow;
} mover;

typedef struct scene {
    throng_context *context;
    throng_grid grid;
    throng_terrain *terrain;
    throng_solver *solver;
    throng_crowd *crowd;
} scene;

static scene open_scene(int32_t width, int32_t height, float cell_size)
{
    scene s = {.context = test_context_create(), .grid = throng_grid_default(width, height)};
    s.grid.cell_size = cell_size;
    assert_ok(throng_terrain_create(s.context, &s.grid, &s.terrain));
    assert_ok(throng_terrain_fill(s.terrain, test_whole(s.grid), 1));
    assert_ok(throng_solver_create(s.context, width, height, &s.solver));
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = s.grid;
    assert_ok(throng_crowd_create(s.context, &desc, &s.crowd));
    return s;
}

static void close_scene(scene *s, mover *movers, int count)
{
    assert_ok(throng_crowd_destroy(s->crowd));
    for (int i = 0; i < count; i++) {
        assert_ok(throng_layer_destroy(movers[i].layer));
        assert_ok(throng_layer_destroy(movers[i].walls));
        assert_ok(throng_integration_destroy(movers[i].integration));
        assert_ok(throng_flow_destroy(movers[i].flow));
    }
    assert_ok(throng_solver_destroy(s->solver));
    assert_ok(throng_terrain_destroy(s->terrain));
    assert_ok(throng_context_destroy(s->context));
}

static throng_layer *layer_of(scene *s, int32_t radius_256)
{
    throng_mover_desc desc = throng_mover_desc_default();
    for (int id = 1; id < 256; id++)
        desc.cost[id] = (uint8_t)id;
    desc.radius_256 = radius_256;
    throng_layer *layer = NULL;
    assert_ok(throng_layer_create(s->terrain, &desc, &layer));
    return layer;
}

static void build(scene *s, throng_rect cells, uint8_t id)
{
    assert_ok(throng_terrain_fill(s->terrain, cells, id));
}

/* A group of the next number for movers of this radius (m) who go to a rectangle. */
static mover add_mover(scene *s, float radius, throng_rect to)
{
    const int32_t radius_256 = (int32_t)ceilf(radius * 256.0f / s->grid.cell_size);
    mover m = {.layer = layer_of(s, radius_256 > 128 ? radius_256 : 0), .walls = layer_of(s, 0)};
    assert_ok(throng_integration_create(s->context, &s->grid, &m.integration));
    assert_ok(throng_flow_create(s->context, &s->grid, &m.flow));
    throng_cell goals[64];
    const int32_t count = to.width * to.height;
    assert_in_range(count, 1, 64);
    for (int32_t i = 0; i < count; i++)
        goals[i] = (throng_cell){to.x + i % to.width, to.y + i / to.width};
    const throng_cost_field *cost = throng_layer_cost(m.layer);
    assert_ok(throng_integrate(s->solver, cost, goals, count, m.integration));
    assert_ok(throng_flow(cost, m.integration, m.flow));
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = cost;
    desc.integration = m.integration;
    desc.flow = m.flow;
    desc.walls = throng_layer_cost(m.walls);
    int32_t group = -1;
    assert_ok(throng_crowd_add_group(s->crowd, &desc, &group));
    return m;
}

static throng_agent_id add(scene *s, float x, float y, float radius, int32_t group)
{
    throng_agent_desc desc = crowd_agent_at(x, y, group);
    desc.radius = radius;
    desc.mass *= radius * radius / 0.09f; /* by the area of the disc */
    throng_agent_id id = THRONG_AGENT_NONE;
    assert_ok(throng_crowd_add(s->crowd, &desc, &id, NULL));
    return id;
}

/* How deep, in m, the disc is in a wall of the ground or hangs over the edge; below 0: not. */
static float depth_in_walls(const scene *s, const throng_cost_field *walls,
                            const throng_agent_desc *agent)
{
    const float size = s->grid.cell_size;
    float nearest = 1e9f;
    for (int32_t y = -1; y <= s->grid.height; y++)
        for (int32_t x = -1; x <= s->grid.width; x++) {
            if (throng_cost_at(walls, (throng_cell){x, y}) != WALL)
                continue;
            const float left = (float)x * size, top = (float)y * size;
            const float dx = fmaxf(fmaxf(left - agent->x, agent->x - left - size), 0);
            const float dy = fmaxf(fmaxf(top - agent->y, agent->y - top - size), 0);
            nearest = fminf(nearest, sqrtf(dx * dx + dy * dy));
        }
    return agent->radius - nearest;
}

/* A wall with one gap of `gap` cells, a mover on either side of which one wants to the other. */
static void walk_to_a_gap(float radius, int32_t gap, float cell_size, bool fits, bool is_across)
{
    enum { LONG = 36, BROAD = 20, AT = 16 };
    const int32_t width = is_across ? BROAD : LONG, height = is_across ? LONG : BROAD;
    scene s = open_scene(width, height, cell_size);
    const int32_t begin = (BROAD - gap) / 2;
    build(&s, is_across ? (throng_rect){0, AT, BROAD, 3} : (throng_rect){AT, 0, 3, BROAD}, WALL);
    build(&s, is_across ? (throng_rect){begin, AT, gap, 3} : (throng_rect){AT, begin, 3, gap}, 1);
    const throng_rect to = is_across ? (throng_rect){BROAD / 2 + 2, LONG - 6, 1, 1}
                                     : (throng_rect){LONG - 6, BROAD / 2 + 2, 1, 1};
    mover m = add_mover(&s, radius * cell_size, to);
    /* Beside the gap, so that it has to find into it. */
    const throng_point from = is_across ? (throng_point){13.5f, 5.5f} : (throng_point){5.5f, 13.5f};
    const throng_agent_id id =
        add(&s, from.x * cell_size, from.y * cell_size, radius * cell_size, 0);
    bool has_passed = false, has_arrived = false;
    float deepest = 0;
    for (int32_t turn = 0; turn < 60 * 60 && !has_arrived; turn++) {
        assert_ok(throng_crowd_step(s.crowd, 1.0f / 60.0f));
        const throng_agent_desc agent = crowd_get(s.crowd, id);
        const float along = (is_across ? agent.y : agent.x) / cell_size;
        if (turn % 4 == 0)
            deepest = fmaxf(deepest, depth_in_walls(&s, throng_layer_cost(m.walls), &agent));
        has_passed = has_passed || along >= (float)AT;
        has_arrived = crowd_flags(s.crowd, id) & THRONG_AGENT_ARRIVED;
    }
    if (has_passed != fits || has_arrived != fits || deepest > 1e-4f * cell_size)
        fail_msg("radius %g, gap %d, cells of %g m: passes %d, arrives %d, deep %g", (double)radius,
                 gap, (double)cell_size, has_passed, has_arrived, (double)deepest);
    close_scene(&s, &m, 1);
}

/* The disc goes along the middle of a row of cells, so it fits an odd gap of at least its width,
 * and an even one of at least its width and a cell. */
static void a_giant_passes_the_gaps_that_it_fits_and_no_other(void **state)
{
    (void)state;
    static const float radii[] = {0.3f, 0.5f, 0.75f, 1.0f, 1.25f, 1.5f, 2.2f, 2.5f};
    const float cell_sizes[] = {1.0f, 0.5f, 2.0f};
    for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
        for (int32_t gap = 1; gap <= 7; gap++) {
            const float room = gap % 2 ? (float)gap : (float)gap - 1.0f;
            /* Who fits into a cell needs no clearance. */
            const bool fits = radii[r] <= 0.5f || 2 * radii[r] <= room;
            walk_to_a_gap(radii[r], gap, cell_sizes[(size_t)gap % 3], fits, r % 2);
        }
}

enum { DWARFS = 120, GIANTS = 12, MOST = 60 * 120, WIDE_GAP = 16 };

/* When each dwarf has left, in steps, and how many giants have. */
typedef struct exits {
    int32_t at[DWARFS];
    int32_t giants;
} exits;

/* Agents leave at their goals, so that nobody stands in the way of others. */
static void let_leave(scene *s, int32_t group)
{
    throng_group_desc desc = throng_group_desc_default();
    assert_ok(throng_crowd_get_group(s->crowd, group, &desc));
    desc.leaves_at_goal = true;
    assert_ok(throng_crowd_set_group(s->crowd, group, &desc));
}

static void note_exits(const scene *s, const throng_agent_id *dwarfs, int32_t turn, exits *all)
{
    throng_event event;
    throng_event_cursor cursor = {0};
    while (throng_crowd_next_event(s->crowd, &cursor, &event)) {
        if (event.kind != THRONG_EVENT_LEFT)
            continue;
        int32_t i = 0;
        while (i < DWARFS && dwarfs[i] != event.agent)
            i++;
        if (i < DWARFS)
            all->at[i] = turn;
        else
            all->giants++;
    }
}

/* No giant is in a gap but the wide one. */
static void assert_in_no_narrow_gap(const scene *s)
{
    throng_crowd_view view;
    assert_ok(throng_crowd_read(s->crowd, &view));
    for (int32_t i = 0; i < view.count; i++)
        if (view.group[i] == 1 && view.x[i] > 36 && view.x[i] < 38)
            assert_true(view.y[i] > WIDE_GAP + 0.899f && view.y[i] < WIDE_GAP + 7 - 0.899f);
}

/* Dwarfs before a wall with gaps of one cell and one of five, and giants among them who fit the
 * wide one alone. */
static exits walk_together(bool has_giants)
{
    scene s = open_scene(72, 40, 1);
    build(&s, (throng_rect){36, 0, 2, 40}, WALL);
    for (int32_t k = 0; k < 4; k++) {
        build(&s, (throng_rect){36, WIDE_GAP - 3 - 4 * k, 2, 1}, 1);
        build(&s, (throng_rect){36, WIDE_GAP + 9 + 4 * k, 2, 1}, 1);
    }
    build(&s, (throng_rect){36, WIDE_GAP, 2, 7}, 1);
    mover movers[2] = {add_mover(&s, 0.25f, (throng_rect){66, 5, 2, 30}),
                       add_mover(&s, 0.9f, (throng_rect){66, 5, 2, 30})};
    let_leave(&s, 0);
    let_leave(&s, 1);
    throng_agent_id dwarfs[DWARFS];
    for (int32_t i = 0; i < DWARFS; i++)
        dwarfs[i] = add(&s, 3.5f + (float)(i / 12), 3.5f + 3 * (float)(i % 12), 0.25f, 0);
    for (int32_t i = 0; has_giants && i < GIANTS; i++)
        add(&s, 5.0f + 3 * (float)(i / 3), 17.0f + 3 * (float)(i % 3), 0.9f, 1);
    exits all = {.giants = 0};
    for (int32_t turn = 1; turn <= MOST && throng_crowd_count(s.crowd) > 0; turn++) {
        assert_ok(throng_crowd_step(s.crowd, 1.0f / 60.0f));
        note_exits(&s, dwarfs, turn, &all);
        assert_in_no_narrow_gap(&s);
    }
    assert_int_equal(throng_crowd_count(s.crowd), 0);
    close_scene(&s, movers, 2);
    return all;
}

/* Each dwarf against itself without giants, and the whole of them. */
static void giants_delay_no_dwarf_by_more_than_a_fifth(void **state)
{
    (void)state;
    const exits with = walk_together(true), without = walk_together(false);
    assert_int_equal(with.giants, GIANTS);
    int64_t sums[2] = {0, 0};
    double worst = 0;
    for (int32_t i = 0; i < DWARFS; i++) {
        assert_in_range(without.at[i], 1, MOST);
        const double delay = (double)with.at[i] / (double)without.at[i] - 1;
        worst = delay > worst ? delay : worst;
        sums[0] += with.at[i];
        sums[1] += without.at[i];
    }
    print_message("mean %.1f s with giants, %.1f s without; the most delayed dwarf %.1f %%\n",
                  (double)sums[0] / DWARFS / 60, (double)sums[1] / DWARFS / 60, 100 * worst);
    assert_true(worst <= 0.2);
}

/* The group holds on to its walls as to its ground, and a save knows that there were some. */
static void a_group_holds_on_to_its_walls(void **state)
{
    (void)state;
    scene s = open_scene(20, 12, 1);
    mover m = add_mover(&s, 0.9f, (throng_rect){15, 6, 1, 1});
    add(&s, 3, 6, 0.9f, 0);
    assert_result(throng_layer_destroy(m.walls), THRONG_ERROR_IN_USE);
    static uint8_t bytes[8192];
    const size_t size = throng_crowd_save_bytes(s.crowd);
    assert_in_range(size, 1, sizeof bytes);
    assert_ok(throng_crowd_save(s.crowd, bytes, size));
    throng_group_fields fields = {
        .cost = throng_layer_cost(m.layer), .integration = m.integration, .flow = m.flow};
    assert_result(throng_crowd_load(s.crowd, bytes, size, &fields, 1), THRONG_ERROR_ARGUMENT);
    fields.walls = throng_layer_cost(m.walls);
    assert_ok(throng_crowd_load(s.crowd, bytes, size, &fields, 1));
    assert_ok(throng_crowd_load(s.crowd, bytes, size, NULL, 0));
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(s.crowd, 0, &desc));
    assert_ptr_equal(desc.walls, throng_layer_cost(m.walls));
    desc.walls = NULL;
    assert_ok(throng_crowd_set_group(s.crowd, 0, &desc));
    assert_ok(throng_crowd_save(s.crowd, bytes, size)); /* as long as before */
    assert_ok(throng_crowd_load(s.crowd, bytes, size, &fields, 1));
    assert_ok(throng_crowd_get_group(s.crowd, 0, &desc));
    assert_null(desc.walls); /* those of `fields` are not for it */
    assert_ok(throng_layer_destroy(m.walls));
    m.walls = NULL;
    close_scene(&s, &m, 1);
}

/* Not the same map, and not committed. */
static void walls_must_fit_and_be_committed(void **state)
{
    (void)state;
    scene s = open_scene(20, 12, 1);
    mover m = add_mover(&s, 0.9f, (throng_rect){15, 6, 1, 1});
    throng_cost_field *other = test_cost_create(s.context, 20, 13, NULL);
    throng_cost_field *walls = test_cost_create(s.context, 20, 12, NULL);
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(s.crowd, 0, &desc));
    const throng_group_desc before = desc;
    desc.walls = other;
    assert_result(throng_crowd_set_group(s.crowd, 0, &desc), THRONG_ERROR_SHAPE);
    desc.walls = walls;
    assert_ok(throng_crowd_set_group(s.crowd, 0, &desc));
    assert_ok(throng_cost_fill(walls, (throng_rect){0, 0, 1, 1}, 3));
    assert_result(throng_crowd_step(s.crowd, 0.1f), THRONG_ERROR_NOT_COMMITTED);
    assert_ok(throng_cost_commit(walls));
    assert_ok(throng_crowd_step(s.crowd, 0.1f));
    assert_result(throng_cost_destroy(walls), THRONG_ERROR_IN_USE);
    assert_ok(throng_crowd_set_group(s.crowd, 0, &before));
    assert_ok(throng_cost_destroy(walls));
    assert_ok(throng_cost_destroy(other));
    close_scene(&s, &m, 1);
}

/* Walls where the ground is passable: the disc is pushed by those around its cell, its centre may
 * stand in one, and nothing happens that differs between instruction sets. */
static void walls_beside_the_ground_push_and_hold_no_centre(void **state)
{
    (void)state;
    scene s = open_scene(20, 12, 1);
    mover m = add_mover(&s, 0.3f, (throng_rect){15, 6, 1, 1});
    throng_cost_field *walls = test_cost_create(s.context, 20, 12, NULL);
    assert_ok(throng_cost_fill(walls, (throng_rect){8, 0, 2, 12}, WALL));
    assert_ok(throng_cost_commit(walls));
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(s.crowd, 0, &desc));
    desc.walls = walls;
    assert_ok(throng_crowd_set_group(s.crowd, 0, &desc));
    const throng_agent_id outside = add(&s, 3.5f, 6.5f, 0.3f, 0);
    const throng_agent_id inside = add(&s, 9.5f, 2.5f, 0.3f, 0);
    for (int32_t turn = 0; turn < 60 * 20; turn++)
        assert_ok(throng_crowd_step(s.crowd, 1.0f / 60.0f));
    assert_true(crowd_get(s.crowd, outside).x <= 8 - 0.3f + 1e-5f);
    assert_true(crowd_flags(s.crowd, inside) & THRONG_AGENT_ARRIVED);
    assert_ok(throng_crowd_remove(s.crowd, outside));
    assert_ok(throng_crowd_remove(s.crowd, inside));
    assert_ok(throng_crowd_remove_group(s.crowd, 0));
    assert_ok(throng_cost_destroy(walls));
    close_scene(&s, &m, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_giant_passes_the_gaps_that_it_fits_and_no_other),
        cmocka_unit_test(a_group_holds_on_to_its_walls),
        cmocka_unit_test(walls_must_fit_and_be_committed),
        cmocka_unit_test(walls_beside_the_ground_push_and_hold_no_centre),
        cmocka_unit_test(giants_delay_no_dwarf_by_more_than_a_fifth),
    };
    return cmocka_run_group_tests_name("crowd sizes", tests, NULL, NULL);
}
