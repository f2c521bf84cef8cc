/* Layers of a terrain: by hand, and against a model that makes every cell anew. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { STAMPS = 12, SIDE = 90 };

typedef struct model_stamp {
    throng_stamp_id id; /* 0: none */
    bool is_disc;
    throng_rect cells;
    throng_point centre; /* on whole 1/256 of cells of one metre */
    float radius;
    uint32_t audience;
    uint8_t value;
} model_stamp;

/* What a terrain and one of its layers should be. */
typedef struct model {
    int32_t width, height;
    uint8_t ground[SIDE * SIDE], prices[SIDE * SIDE];
    model_stamp stamps[STAMPS]; /* in order */
    int32_t stamp_count;
    throng_mover_desc mover;
} model;

static bool holds(throng_rect rect, int32_t x, int32_t y)
{
    return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

static bool covers(const model_stamp *stamp, int32_t x, int32_t y)
{
    if (!stamp->is_disc)
        return holds(stamp->cells, x, y);
    const double dx = x + 0.5 - (double)stamp->centre.x, dy = y + 0.5 - (double)stamp->centre.y;
    return dx * dx + dy * dy <= (double)stamp->radius * (double)stamp->radius;
}

static uint8_t id_at(const model *m, int32_t x, int32_t y)
{
    uint8_t id = m->ground[y * m->width + x];
    for (int32_t i = 0; i < m->stamp_count; i++)
        if (m->stamps[i].audience == 0 && covers(&m->stamps[i], x, y))
            id = m->stamps[i].value;
    return id;
}

/* Everything off the map is a wall. */
static bool is_wall(const model *m, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= m->width || y >= m->height ||
           m->mover.cost[id_at(m, x, y)] == THRONG_WALL;
}

/* By the definition, in 1/256 of a cell: the disc about the centre overlaps the square. */
static bool overlaps(int32_t dx, int32_t dy, int32_t radius_256)
{
    const int64_t gap_x = dx == 0 ? 0 : abs(dx) * 256 - 128;
    const int64_t gap_y = dy == 0 ? 0 : abs(dy) * 256 - 128;
    return gap_x * gap_x + gap_y * gap_y < (int64_t)radius_256 * radius_256;
}

static bool has_room(const model *m, int32_t x, int32_t y)
{
    const int32_t reach = m->mover.radius_256 / 256 + 1;
    if (is_wall(m, x, y))
        return false;
    for (int32_t dy = -reach; dy <= reach; dy++)
        for (int32_t dx = -reach; dx <= reach; dx++)
            if (overlaps(dx, dy, m->mover.radius_256) && is_wall(m, x + dx, y + dy))
                return false;
    return true;
}

/* The cost of a cell without saturation; THRONG_WALL is a wall, and sums of prices go on from 256.
 */
static int32_t cost_at(const model *m, int32_t x, int32_t y)
{
    if (!has_room(m, x, y))
        return THRONG_WALL;
    int32_t cost = m->mover.cost[id_at(m, x, y)] + m->prices[y * m->width + x];
    for (int32_t i = 0; i < m->stamp_count; i++)
        if ((m->stamps[i].audience & m->mover.audience) && covers(&m->stamps[i], x, y))
            cost += m->stamps[i].value;
    return cost < THRONG_WALL ? cost : 1000;
}

static void assert_layer(const model *m, const throng_terrain *terrain, const throng_layer *layer)
{
    const throng_cost_field *cost = throng_layer_cost(layer);
    int64_t saturated_count = 0;
    assert_true(throng_cost_is_committed(cost));
    for (int32_t y = 0; y < m->height; y++)
        for (int32_t x = 0; x < m->width; x++) {
            const throng_cell cell = {x, y};
            const int32_t wanted = cost_at(m, x, y);
            saturated_count += wanted == 1000;
            assert_int_equal(throng_terrain_at(terrain, cell), id_at(m, x, y));
            const int got = throng_cost_at(cost, cell);
            if (got != (wanted == 1000 ? 254 : wanted))
                fail_msg("cell (%d, %d) of %d x %d, radius %d: %d, not %d", x, y, m->width,
                         m->height, m->mover.radius_256, got, wanted);
        }
    assert_int_equal(throng_layer_saturated_count(layer), saturated_count);
}

static throng_rect any_rect(test_random *random, const model *m)
{
    throng_rect r;
    r.x = test_random_int(random, 0, m->width - 1);
    r.y = test_random_int(random, 0, m->height - 1);
    r.width = test_random_int(random, 1, m->width - r.x);
    r.height = test_random_int(random, 1, m->height - r.y);
    if (test_random_int(random, 0, 2)) {
        r.width = r.width < 5 ? r.width : test_random_int(random, 1, 5);
        r.height = r.height < 5 ? r.height : test_random_int(random, 1, 5);
    }
    return r;
}

/* Ids 0..7 of which some are walls, with few of them most of the time. */
static uint8_t any_id(test_random *random)
{
    return (uint8_t)(test_random_int(random, 0, 12) ? test_random_int(random, 0, 4)
                                                    : test_random_int(random, 5, 7));
}

static void edit_ground(test_random *random, model *m, throng_terrain *terrain)
{
    const throng_rect cells = any_rect(random, m);
    if (test_random_int(random, 0, 1)) {
        const uint8_t id = any_id(random);
        assert_result(throng_terrain_fill(terrain, cells, id), THRONG_OK);
        for (int32_t y = cells.y; y < cells.y + cells.height; y++)
            memset(m->ground + y * m->width + cells.x, id, (size_t)cells.width);
        return;
    }
    for (int32_t y = cells.y; y < cells.y + cells.height; y++)
        for (int32_t x = cells.x; x < cells.x + cells.width; x++)
            m->ground[y * m->width + x] = any_id(random);
    assert_result(throng_terrain_write(terrain, cells, m->ground + cells.y * m->width + cells.x,
                                       (size_t)m->width),
                  THRONG_OK);
}

static float grained(float value)
{
    return (float)(int32_t)(value * 256.0f) / 256.0f;
}

static void put_stamp(test_random *random, model *m, throng_terrain *terrain)
{
    if (m->stamp_count == STAMPS)
        return;
    model_stamp s = {.cells = any_rect(random, m), .is_disc = test_random_int(random, 0, 1)};
    s.centre.x = grained(test_random_float(random, -9, (float)m->width + 9));
    s.centre.y = grained(test_random_float(random, -9, (float)m->height + 9));
    s.radius = test_random_int(random, 0, 3) ? grained(test_random_float(random, 0, 12)) : 0.5f;
    if (test_random_int(random, 0, 1)) {
        s.value = any_id(random);
        assert_result(s.is_disc
                          ? throng_terrain_stamp_disc(terrain, s.centre, s.radius, s.value, &s.id)
                          : throng_terrain_stamp(terrain, s.cells, s.value, &s.id),
                      THRONG_OK);
    } else {
        s.value = (uint8_t)test_random_int(random, 1, test_random_int(random, 0, 3) ? 60 : 253);
        s.audience = (uint32_t)test_random_int(random, 1, 3);
        assert_result(
            s.is_disc
                ? throng_terrain_price_disc(terrain, s.centre, s.radius, s.value, s.audience, &s.id)
                : throng_terrain_price(terrain, s.cells, s.value, s.audience, &s.id),
            THRONG_OK);
    }
    m->stamps[m->stamp_count++] = s;
}

static void remove_stamp(test_random *random, model *m, throng_terrain *terrain)
{
    if (m->stamp_count == 0)
        return;
    const int32_t index = test_random_int(random, 0, m->stamp_count - 1);
    assert_result(throng_terrain_remove(terrain, m->stamps[index].id), THRONG_OK);
    assert_result(throng_terrain_remove(terrain, m->stamps[index].id), THRONG_ERROR_GONE);
    m->stamp_count--;
    memmove(&m->stamps[index], &m->stamps[index + 1],
            (size_t)(m->stamp_count - index) * sizeof *m->stamps);
}

static void write_prices(test_random *random, model *m, throng_layer *layer)
{
    const throng_rect cells = any_rect(random, m);
    for (int32_t y = cells.y; y < cells.y + cells.height; y++)
        for (int32_t x = cells.x; x < cells.x + cells.width; x++)
            m->prices[y * m->width + x] =
                (uint8_t)(test_random_int(random, 0, 3) ? 0 : test_random_int(random, 0, 255));
    assert_result(throng_layer_write_prices(layer, cells, m->prices + cells.y * m->width + cells.x,
                                            (size_t)m->width),
                  THRONG_OK);
}

static void prepare(test_random *random, model *m, throng_context *context,
                    throng_terrain **terrain, throng_layer **layer)
{
    static const int32_t radii[] = {0, 1, 128, 129, 181, 182, 200, 300, 384, 385, 900, 2500, 16384};
    memset(m, 0, sizeof *m);
    m->width = test_random_int(random, 1, SIDE);
    m->height = test_random_int(random, 1, 40);
    m->mover = throng_mover_desc_default();
    m->mover.radius_256 = radii[test_random_int(random, 0, 12)];
    m->mover.audience = (uint32_t)test_random_int(random, 1, 3);
    m->mover.cost[3] = 7;
    m->mover.cost[4] = 200;
    m->mover.cost[5] = m->mover.cost[6] = m->mover.cost[7] = THRONG_WALL;
    const throng_grid grid = throng_grid_default(m->width, m->height);
    assert_result(throng_terrain_create(context, &grid, terrain), THRONG_OK);
    assert_result(throng_layer_create(*terrain, &m->mover, layer), THRONG_OK);
}

/* Every cell that differs from before lies in one of the rectangles. */
static void assert_covered(const throng_cost_field *cost, const uint8_t *before,
                           const throng_rect *changed, int32_t count)
{
    const throng_grid grid = throng_cost_grid(cost);
    for (int32_t y = 0; y < grid.height; y++)
        for (int32_t x = 0; x < grid.width; x++) {
            bool is_covered =
                throng_cost_at(cost, (throng_cell){x, y}) == before[y * grid.width + x];
            for (int32_t i = 0; i < count && !is_covered; i++)
                is_covered = holds(changed[i], x, y);
            if (!is_covered)
                fail_msg("cell (%d, %d) changed in secret", x, y);
        }
}

static void layers_are_as_if_made_anew(void **state)
{
    (void)state;
    test_random random = {test_seed("layers", 31)};
    throng_context *context = test_context_create();
    static model m;
    static uint8_t before[SIDE * SIDE];
    for (int map = 0; map < (test_is_full() ? 1500 : 120); map++) {
        throng_terrain *terrain = NULL;
        throng_layer *layer = NULL, *again = NULL;
        prepare(&random, &m, context, &terrain, &layer);
        const throng_cost_field *cost = throng_layer_cost(layer);
        assert_layer(&m, terrain, layer);
        for (int step = 0; step < 8; step++) {
            for (int edit = test_random_int(&random, 0, 3); edit >= 0; edit--) {
                const int kind = test_random_int(&random, 0, 4);
                if (kind == 0)
                    edit_ground(&random, &m, terrain);
                else if (kind < 3)
                    put_stamp(&random, &m, terrain);
                else if (kind == 3)
                    remove_stamp(&random, &m, terrain);
                else
                    write_prices(&random, &m, layer);
            }
            assert_result(
                throng_cost_read(cost, test_whole(throng_cost_grid(cost)), before, (size_t)m.width),
                THRONG_OK);
            throng_rect changed[4];
            int32_t changed_count = -1;
            const int32_t capacity = test_random_int(&random, 1, 4);
            assert_result(throng_layer_update(layer, changed, capacity, &changed_count), THRONG_OK);
            assert_in_range(changed_count, 0, capacity);
            assert_layer(&m, terrain, layer);
            assert_covered(cost, before, changed, changed_count);
            const uint64_t revision = throng_cost_revision(cost);
            assert_result(throng_layer_update(layer, changed, capacity, &changed_count), THRONG_OK);
            assert_int_equal(changed_count, 0);
            assert_true(throng_cost_revision(cost) == revision);
        }
        assert_int_equal(throng_terrain_stamp_count(terrain), m.stamp_count);
        memset(m.prices, 0, sizeof m.prices);
        assert_result(throng_layer_create(terrain, &m.mover, &again), THRONG_OK);
        assert_layer(&m, terrain, again);
        assert_result(throng_layer_destroy(again), THRONG_OK);
        assert_result(throng_layer_destroy(layer), THRONG_OK);
        assert_result(throng_terrain_destroy(terrain), THRONG_OK);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static throng_layer *layer_of(throng_terrain *terrain, uint8_t water, int32_t radius_256)
{
    throng_layer *layer = NULL;
    throng_mover_desc mover = throng_mover_desc_default();
    mover.cost[1] = water;
    mover.radius_256 = radius_256;
    assert_result(throng_layer_create(terrain, &mover, &layer), THRONG_OK);
    return layer;
}

static void assert_costs(const throng_layer *layer, const char *drawing)
{
    const throng_grid grid = throng_cost_grid(throng_layer_cost(layer));
    uint8_t wanted[256];
    test_draw(drawing, wanted);
    for (int32_t y = 0; y < grid.height; y++)
        for (int32_t x = 0; x < grid.width; x++)
            if (throng_cost_at(throng_layer_cost(layer), (throng_cell){x, y}) !=
                wanted[y * grid.width + x])
                fail_msg("cell (%d, %d) should be %c", x, y, drawing[y * grid.width + x]);
}

static void giants_need_room(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    /* A wall down column 4 with a gap of one cell at row 1 and one of three cells from row 4 on. */
    const throng_grid grid = throng_grid_default(9, 8);
    throng_terrain *terrain = NULL;
    assert_result(throng_terrain_create(context, &grid, &terrain), THRONG_OK);
    assert_result(throng_terrain_fill(terrain, (throng_rect){4, 0, 1, 1}, 1), THRONG_OK);
    assert_result(throng_terrain_fill(terrain, (throng_rect){4, 2, 1, 2}, 1), THRONG_OK);
    assert_result(throng_terrain_fill(terrain, (throng_rect){4, 7, 1, 1}, 1), THRONG_OK);
    throng_layer *dwarf = layer_of(terrain, THRONG_WALL, 128);
    throng_layer *giant = layer_of(terrain, THRONG_WALL, 129);
    throng_layer *titan = layer_of(terrain, THRONG_WALL, 384);
    assert_costs(dwarf, "....#...."
                        "........."
                        "....#...."
                        "....#...."
                        "........."
                        "........."
                        "........."
                        "....#....");
    /* More than half a cell: not beside a wall or the edge, but past a corner, which is 181 away.
     */
    assert_costs(giant, "#########"
                        "#...#...#"
                        "#..###..#"
                        "#..###..#"
                        "#...#...#"
                        "#.......#"
                        "#...#...#"
                        "#########");
    /* 1.5 cells: the edge touches in column 1, and the walls in columns 2 and 6 and in row 5. */
    assert_costs(titan, "#########"
                        "#..###..#"
                        "#..###..#"
                        "#..###..#"
                        "#..###..#"
                        "#.......#"
                        "#..###..#"
                        "#########");
    assert_result(throng_layer_destroy(dwarf), THRONG_OK);
    assert_result(throng_layer_destroy(giant), THRONG_OK);
    assert_result(throng_layer_destroy(titan), THRONG_OK);
    assert_result(throng_terrain_destroy(terrain), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void discs_cover_the_centres_in_their_radius(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_grid grid = throng_grid_default(5, 5);
    grid.cell_size = 0.5f;
    grid.origin_x = -7;
    throng_terrain *terrain = NULL;
    assert_result(throng_terrain_create(context, &grid, &terrain), THRONG_OK);
    throng_layer *layer = layer_of(terrain, THRONG_WALL, 0);
    throng_stamp_id rim, price, none, far;
    throng_rect changed[4];
    int32_t count;
    /* The centre of cell (2, 2) is (-5.75, 1.25); those beside it are half a metre away. */
    const throng_point middle = {-5.75f, 1.25f};
    assert_result(throng_terrain_stamp_disc(terrain, middle, 0.5f, 1, &rim), THRONG_OK);
    assert_result(throng_terrain_price_disc(terrain, middle, 0.75f, 3, 1, &price), THRONG_OK);
    assert_result(throng_terrain_stamp_disc(terrain, (throng_point){-6, 1}, 0.3f, 1, &none),
                  THRONG_OK);
    assert_result(throng_terrain_stamp_disc(terrain, (throng_point){1e30f, -3e38f}, 8192, 1, &far),
                  THRONG_OK);
    assert_result(throng_layer_update(layer, changed, 4, &count), THRONG_OK);
    assert_costs(layer, "....."
                        ".4#4."
                        ".###."
                        ".4#4."
                        ".....");
    assert_result(throng_terrain_remove(terrain, rim), THRONG_OK);
    assert_result(throng_terrain_remove(terrain, none), THRONG_OK);
    assert_result(throng_terrain_remove(terrain, far), THRONG_OK);
    assert_result(throng_layer_update(layer, changed, 4, &count), THRONG_OK);
    assert_costs(layer, "....."
                        ".444."
                        ".444."
                        ".444."
                        ".....");
    assert_result(throng_layer_destroy(layer), THRONG_OK);
    assert_result(throng_terrain_destroy(terrain), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void gates_open_for_their_own(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    const throng_grid grid = throng_grid_default(5, 1);
    throng_terrain *terrain = NULL;
    assert_result(throng_terrain_create(context, &grid, &terrain), THRONG_OK);
    throng_layer *layers[2];
    for (int side = 0; side < 2; side++) {
        throng_mover_desc mover = throng_mover_desc_default();
        mover.cost[10 + side] = 2;           /* the own gate */
        mover.cost[11 - side] = THRONG_WALL; /* theirs */
        mover.audience = 1u << side;
        assert_result(throng_layer_create(terrain, &mover, &layers[side]), THRONG_OK);
    }
    throng_stamp_id red, blue, over, danger;
    throng_rect changed[2];
    int32_t count;
    assert_result(throng_terrain_stamp(terrain, (throng_rect){1, 0, 2, 1}, 10, &red), THRONG_OK);
    assert_result(throng_terrain_stamp(terrain, (throng_rect){3, 0, 1, 1}, 11, &blue), THRONG_OK);
    for (int side = 0; side < 2; side++)
        assert_result(throng_layer_update(layers[side], changed, 2, &count), THRONG_OK);
    assert_int_equal(count, 1);
    assert_true(changed[0].x == 1 && changed[0].y == 0 && changed[0].width == 3 &&
                changed[0].height == 1);
    assert_costs(layers[0], ".22#.");
    assert_costs(layers[1], ".##2.");
    /* An obstacle on top hides what is below, and shows it again; danger is for one side. */
    assert_result(throng_terrain_stamp(terrain, (throng_rect){2, 0, 3, 1}, 11, &over), THRONG_OK);
    assert_result(throng_terrain_price(terrain, (throng_rect){0, 0, 3, 1}, 4, 1, &danger),
                  THRONG_OK);
    for (int side = 0; side < 2; side++)
        assert_result(throng_layer_update(layers[side], changed, 2, &count), THRONG_OK);
    assert_costs(layers[0], "56###");
    assert_costs(layers[1], ".#222");
    assert_result(throng_terrain_remove(terrain, red), THRONG_OK);
    assert_result(throng_terrain_remove(terrain, over), THRONG_OK);
    for (int side = 0; side < 2; side++)
        assert_result(throng_layer_update(layers[side], changed, 2, &count), THRONG_OK);
    assert_costs(layers[0], "555#.");
    assert_costs(layers[1], "...2.");
    for (int side = 0; side < 2; side++)
        assert_result(throng_layer_destroy(layers[side]), THRONG_OK);
    assert_result(throng_terrain_destroy(terrain), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void repair_follows_the_rectangles(void **state)
{
    (void)state;
    test_random random = {test_seed("layers and repair", 32)};
    throng_context *context = test_context_create();
    static model m;
    for (int map = 0; map < 40; map++) {
        throng_terrain *terrain = NULL;
        throng_layer *layer = NULL;
        prepare(&random, &m, context, &terrain, &layer);
        const throng_cost_field *cost = throng_layer_cost(layer);
        const throng_grid grid = throng_cost_grid(cost);
        const throng_cell goal = {m.width / 2, m.height / 2};
        throng_solver *solver = NULL;
        throng_integration_field *kept = NULL, *anew = NULL;
        assert_result(throng_solver_create(context, m.width, m.height, &solver), THRONG_OK);
        assert_result(throng_integration_create(context, &grid, &kept), THRONG_OK);
        assert_result(throng_integration_create(context, &grid, &anew), THRONG_OK);
        const bool is_solved = throng_integrate(solver, cost, &goal, 1, kept) == THRONG_OK;
        for (int step = 0; is_solved && step < 8; step++) {
            throng_rect changed[3];
            int32_t count;
            edit_ground(&random, &m, terrain);
            put_stamp(&random, &m, terrain);
            if (step > 4)
                remove_stamp(&random, &m, terrain);
            assert_result(throng_layer_update(layer, changed, 3, &count), THRONG_OK);
            assert_result(throng_integration_repair(solver, cost, changed, count, kept), THRONG_OK);
            if (throng_integrate(solver, cost, &goal, 1, anew) == THRONG_OK)
                assert_true(throng_integration_hash(kept) == throng_integration_hash(anew));
        }
        assert_result(throng_integration_destroy(kept), THRONG_OK);
        assert_result(throng_integration_destroy(anew), THRONG_OK);
        assert_result(throng_solver_destroy(solver), THRONG_OK);
        assert_result(throng_layer_destroy(layer), THRONG_OK);
        assert_result(throng_terrain_destroy(terrain), THRONG_OK);
    }
    assert_result(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_as_if_made_anew),
        cmocka_unit_test(giants_need_room),
        cmocka_unit_test(discs_cover_the_centres_in_their_radius),
        cmocka_unit_test(gates_open_for_their_own),
        cmocka_unit_test(repair_follows_the_rectangles),
    };
    return cmocka_run_group_tests_name("layers", tests, NULL, NULL);
}
