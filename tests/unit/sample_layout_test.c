/*
 * sample_layout_test.c: how points come in and headings go out: strides, many fields, one array for
 * both, every count, terrain, and refusals that write nothing.
 */
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "maps.h"

#define SIDE 20
#define FIELD_COUNT 3
#define POINT_COUNT 1500 /* more than one block of any size that fits a first-level cache */

/* Three fields over one ground, and points on and around it with the headings that each gets when
 * it is sampled alone. */
typedef struct stage {
    test_world world;
    throng_flow_field *flows[FIELD_COUNT];
    float x[POINT_COUNT], y[POINT_COUNT];
    int32_t field[POINT_COUNT];
    throng_point wanted[POINT_COUNT];
} stage;

static stage stage_of_tests; /* too large for some stacks */

static void sample(const stage *stage, const throng_sample_desc *desc, const throng_points *points,
                   throng_vectors headings, throng_result wanted)
{
    assert_result(throng_sample(stage->world.context,
                                (const throng_flow_field *const *)stage->flows, FIELD_COUNT, desc,
                                points, headings),
                  wanted);
}

static int set_stage(void **state)
{
    stage *stage = *state = &stage_of_tests;
    test_random random = {test_seed("layout", 1)};
    uint8_t costs[SIDE * SIDE];
    test_map_make(&random, SIDE, SIDE, TEST_WALLS_NOISE, 20, TEST_PRICES_SMALL, costs);
    const throng_cell goals[FIELD_COUNT] = {{0, 0}, {19, 3}, {8, 19}};
    for (int i = 0; i < FIELD_COUNT; i++)
        costs[goals[i].y * SIDE + goals[i].x] = 1;
    stage->world = test_world_create(SIDE, SIDE, costs);
    for (int i = 0; i < FIELD_COUNT; i++) {
        test_world_solve(&stage->world, &goals[i], 1);
        assert_result(
            throng_flow_create(stage->world.context, &stage->world.grid, &stage->flows[i]),
            THRONG_OK);
        assert_result(throng_flow(stage->world.cost, stage->world.integration, stage->flows[i]),
                      THRONG_OK);
    }
    for (int i = 0; i < POINT_COUNT; i++) {
        stage->x[i] = test_random_float(&random, -2, SIDE + 2);
        stage->y[i] = test_random_float(&random, -2, SIDE + 2);
        stage->field[i] = test_random_int(&random, 0, FIELD_COUNT - 1);
        if (i % 97 == 0)
            *(i % 2 ? &stage->x[i] : &stage->y[i]) = i % 3 ? (float)HUGE_VAL : (float)NAN;
    }
    for (int i = 0; i < POINT_COUNT; i++) {
        const throng_points point = {
            .count = 1, .x = &stage->x[i], .y = &stage->y[i], .field = &stage->field[i]};
        sample(stage, NULL, &point, (throng_vectors){&stage->wanted[i].x, &stage->wanted[i].y, 0},
               THRONG_OK);
    }
    return 0;
}

static int clear_stage(void **state)
{
    stage *stage = *state;
    for (int i = 0; i < FIELD_COUNT; i++)
        assert_result(throng_flow_destroy(stage->flows[i]), THRONG_OK);
    test_world_destroy(&stage->world);
    return 0;
}

static void assert_same_bits(const stage *stage, int i, float x, float y)
{
    if (memcmp(&x, &stage->wanted[i].x, sizeof x) != 0 ||
        memcmp(&y, &stage->wanted[i].y, sizeof y) != 0)
        fail_msg("point %d: (%.9g, %.9g), alone (%.9g, %.9g)", i, (double)x, (double)y,
                 (double)stage->wanted[i].x, (double)stage->wanted[i].y);
}

static void a_point_has_its_heading_in_any_company(void **state)
{
    const stage *stage = *state;
    static float x[POINT_COUNT + 1], y[POINT_COUNT + 1];
    for (int32_t count = 0; count <= POINT_COUNT; count += count < 70 ? 1 : 477) {
        for (int first = 0; first < 3 && first + count <= POINT_COUNT; first++) {
            for (int i = 0; i <= POINT_COUNT; i++)
                x[i] = y[i] = 7;
            const throng_points points = {.count = count,
                                          .x = stage->x + first,
                                          .y = stage->y + first,
                                          .field = stage->field + first};
            sample(stage, NULL, &points, (throng_vectors){x, y, 0}, THRONG_OK);
            for (int i = 0; i < count; i++)
                assert_same_bits(stage, first + i, x[i], y[i]);
            /* Nothing is written behind the last. */
            assert_true(x[count] == 7.0f && y[count] == 7.0f);
        }
    }
}

/* Hosts keep points inside their own structs. */
typedef struct body {
    char name[4];
    float x, mass, y;
    int32_t field;
    float heading_y, heading_x;
    char padding[8];
} body;

static void strides_reach_into_structs(void **state)
{
    const stage *stage = *state;
    static body bodies[POINT_COUNT], before[POINT_COUNT];
    for (int i = 0; i < POINT_COUNT; i++)
        bodies[i] = (body){"abc", stage->x[i], 70, stage->y[i], stage->field[i], 5, 6, "padding"};
    memcpy(before, bodies, sizeof before);
    const throng_points points = {POINT_COUNT,  &bodies[0].x,     &bodies[0].y,
                                  sizeof(body), &bodies[0].field, sizeof(body)};
    sample(stage, NULL, &points,
           (throng_vectors){&bodies[0].heading_x, &bodies[0].heading_y, sizeof(body)}, THRONG_OK);
    for (int i = 0; i < POINT_COUNT; i++) {
        assert_same_bits(stage, i, bodies[i].heading_x, bodies[i].heading_y);
        bodies[i].heading_x = before[i].heading_x;
        bodies[i].heading_y = before[i].heading_y;
    }
    assert_memory_equal(bodies, before, sizeof before);
}

static void arrays_need_no_more_than_a_float_needs(void **state)
{
    const stage *stage = *state;
    static float memory[4 * POINT_COUNT + 16];
    for (int shift = 1; shift < 4; shift++) {
        float *x = memory + shift, *y = x + POINT_COUNT + shift;
        float *heading_x = y + POINT_COUNT + 1, *heading_y = heading_x + POINT_COUNT + shift;
        memcpy(x, stage->x, sizeof stage->x);
        memcpy(y, stage->y, sizeof stage->y);
        const throng_points points = {.count = POINT_COUNT, .x = x, .y = y, .field = stage->field};
        sample(stage, NULL, &points, (throng_vectors){heading_x, heading_y, 0}, THRONG_OK);
        for (int i = 0; i < POINT_COUNT; i++)
            assert_same_bits(stage, i, heading_x[i], heading_y[i]);
    }
}

static void points_and_headings_may_be_one_array(void **state)
{
    const stage *stage = *state;
    static float x[POINT_COUNT], y[POINT_COUNT];
    static throng_point pairs[POINT_COUNT];
    memcpy(x, stage->x, sizeof x);
    memcpy(y, stage->y, sizeof y);
    throng_points points = {.count = POINT_COUNT, .x = x, .y = y, .field = stage->field};
    sample(stage, NULL, &points, (throng_vectors){x, y, 0}, THRONG_OK);
    for (int i = 0; i < POINT_COUNT; i++)
        pairs[i] = (throng_point){stage->x[i], stage->y[i]};
    points = (throng_points){POINT_COUNT,          &pairs[0].x,  &pairs[0].y,
                             sizeof(throng_point), stage->field, 0};
    sample(stage, NULL, &points, (throng_vectors){&pairs[0].x, &pairs[0].y, sizeof(throng_point)},
           THRONG_OK);
    for (int i = 0; i < POINT_COUNT; i++) {
        assert_same_bits(stage, i, x[i], y[i]);
        assert_same_bits(stage, i, pairs[i].x, pairs[i].y);
    }
}

static void without_a_field_array_all_follow_field_0(void **state)
{
    const stage *stage = *state;
    static float x[POINT_COUNT], y[POINT_COUNT];
    const throng_points points = {.count = POINT_COUNT, .x = stage->x, .y = stage->y};
    sample(stage, NULL, &points, (throng_vectors){x, y, 0}, THRONG_OK);
    int compared = 0;
    for (int i = 0; i < POINT_COUNT; i++)
        if (stage->field[i] == 0) {
            assert_same_bits(stage, i, x[i], y[i]);
            compared++;
        }
    assert_true(compared > POINT_COUNT / 6);
}

static void terrain_divides_by_the_cost_of_the_own_cell(void **state)
{
    const stage *stage = *state;
    static float x[POINT_COUNT], y[POINT_COUNT];
    throng_sample_desc desc = throng_sample_desc_default();
    desc.terrain = stage->world.cost;
    const throng_points points = {
        .count = POINT_COUNT, .x = stage->x, .y = stage->y, .field = stage->field};
    sample(stage, &desc, &points, (throng_vectors){x, y, 0}, THRONG_OK);
    int dear_count = 0;
    for (int i = 0; i < POINT_COUNT; i++) {
        const throng_point unit = stage->wanted[i];
        if (unit.x == 0.0f && unit.y == 0.0f) {
            assert_true(x[i] == 0.0f && y[i] == 0.0f);
            continue;
        }
        /* Off the map the edge's cell counts, as it does for the direction. */
        const throng_cell cell = {(int32_t)fminf(fmaxf(stage->x[i], 0), SIDE - 1),
                                  (int32_t)fminf(fmaxf(stage->y[i], 0), SIDE - 1)};
        const double cost = throng_cost_at(stage->world.cost, cell);
        dear_count += cost > 1;
        assert_true(fabs(x[i] - unit.x / cost) <= 1e-6 && fabs(y[i] - unit.y / cost) <= 1e-6);
    }
    assert_true(dear_count > 100);
}

/* A price makes a way dearer, not the ground heavier: crowds walk it as fast, and so says this. */
static void prices_do_not_slow_down(void **state)
{
    const stage *stage = *state;
    throng_terrain *terrain;
    throng_layer *layer;
    throng_stamp_id stamp;
    throng_context *context = stage->world.context;
    throng_mover_desc mover = throng_mover_desc_default();
    mover.cost[7] = 4;
    const throng_rect all = {0, 0, SIDE, SIDE};
    assert_result(throng_terrain_create(context, &stage->world.grid, &terrain), THRONG_OK);
    assert_result(throng_terrain_fill(terrain, all, 7), THRONG_OK);
    assert_result(throng_terrain_price(terrain, all, 5, 1, &stamp), THRONG_OK);
    assert_result(throng_layer_create(terrain, &mover, &layer), THRONG_OK);
    const throng_cost_field *priced = throng_layer_cost(layer);
    assert_int_equal(throng_cost_at(priced, (throng_cell){3, 3}), 9);
    static float x[POINT_COUNT], y[POINT_COUNT];
    throng_sample_desc desc = throng_sample_desc_default();
    desc.terrain = priced;
    const throng_points points = {
        .count = POINT_COUNT, .x = stage->x, .y = stage->y, .field = stage->field};
    sample(stage, &desc, &points, (throng_vectors){x, y, 0}, THRONG_OK);
    for (int i = 0; i < POINT_COUNT; i++)
        assert_true(x[i] == stage->wanted[i].x / 4.0f && y[i] == stage->wanted[i].y / 4.0f);
    assert_result(throng_layer_destroy(layer), THRONG_OK);
    assert_result(throng_terrain_destroy(terrain), THRONG_OK);
}

static void headings_have_unit_length_or_none(void **state)
{
    const stage *stage = *state;
    for (int i = 0; i < POINT_COUNT; i++) {
        const double length = hypot(stage->wanted[i].x, stage->wanted[i].y);
        assert_true(length == 0 || fabs(length - 1) <= 1e-6);
    }
}

static void refusals_write_nothing(void **state)
{
    const stage *stage = *state;
    float x[4] = {7, 7, 7, 7}, y[4] = {7, 7, 7, 7};
    const int32_t high[4] = {0, 1, 2, FIELD_COUNT}, low[4] = {0, -1, 1, 0};
    const throng_vectors out = {x, y, 0}, no_x = {NULL, y, 0}, no_y = {x, NULL, 0};
    const throng_points good = {.count = 4, .x = stage->x, .y = stage->y};
    throng_points bad[5] = {good, good, good, good, good};
    bad[0].x = NULL;
    bad[1].y = NULL;
    bad[2].count = -1;
    bad[3].field = high;
    bad[4].field = low;
    for (int i = 0; i < 5; i++)
        sample(stage, NULL, &bad[i], out, THRONG_ERROR_ARGUMENT);
    sample(stage, NULL, NULL, out, THRONG_ERROR_ARGUMENT);
    sample(stage, NULL, &good, no_x, THRONG_ERROR_ARGUMENT);
    sample(stage, NULL, &good, no_y, THRONG_ERROR_ARGUMENT);

    throng_sample_desc desc = throng_sample_desc_default();
    desc.wall_rule = (throng_wall_rule)2;
    sample(stage, &desc, &good, out, THRONG_ERROR_ARGUMENT);
    memset(&desc, 0, sizeof desc);
    sample(stage, &desc, &good, out, THRONG_ERROR_ARGUMENT);

    throng_context *context = stage->world.context;
    const throng_flow_field *fields[2] = {stage->flows[0], NULL};
    assert_result(throng_sample(context, fields, 0, NULL, &good, out), THRONG_ERROR_ARGUMENT);
    assert_result(throng_sample(context, fields, 2, NULL, &good, out), THRONG_ERROR_ARGUMENT);
    assert_result(throng_sample(context, NULL, 1, NULL, &good, out), THRONG_ERROR_ARGUMENT);
    const throng_grid other_grid = throng_grid_default(SIDE, SIDE - 1);
    throng_flow_field *other = NULL, *unsolved = NULL;
    assert_result(throng_flow_create(context, &other_grid, &other), THRONG_OK);
    assert_result(throng_flow_create(context, &stage->world.grid, &unsolved), THRONG_OK);
    fields[1] = other;
    assert_result(throng_sample(context, fields, 2, NULL, &good, out), THRONG_ERROR_SHAPE);
    fields[1] = unsolved;
    assert_result(throng_sample(context, fields, 2, NULL, &good, out), THRONG_ERROR_NOT_SOLVED);
    throng_cost_field *terrain = test_cost_create(context, SIDE, SIDE - 1, NULL);
    desc = throng_sample_desc_default();
    desc.terrain = terrain;
    sample(stage, &desc, &good, out, THRONG_ERROR_SHAPE);
    for (int i = 0; i < 4; i++)
        assert_true(x[i] == 7.0f && y[i] == 7.0f);
    assert_result(throng_cost_destroy(terrain), THRONG_OK);
    assert_result(throng_flow_destroy(unsolved), THRONG_OK);
    assert_result(throng_flow_destroy(other), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_has_its_heading_in_any_company),
        cmocka_unit_test(strides_reach_into_structs),
        cmocka_unit_test(arrays_need_no_more_than_a_float_needs),
        cmocka_unit_test(points_and_headings_may_be_one_array),
        cmocka_unit_test(without_a_field_array_all_follow_field_0),
        cmocka_unit_test(terrain_divides_by_the_cost_of_the_own_cell),
        cmocka_unit_test(prices_do_not_slow_down),
        cmocka_unit_test(headings_have_unit_length_or_none),
        cmocka_unit_test(refusals_write_nothing),
    };
    return cmocka_run_group_tests_name("sample layout", tests, set_stage, clear_stage);
}
