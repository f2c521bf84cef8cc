/*
 * cost_tiles_test.c: what cost fields keep of a map for the solver by tiles, against its
 * definition, cell by cell, on every instruction set of this processor.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "random.h"

#include "cost/cost.h"

#define SIDE_MAX 230

/* Cells of one short of wide registers, by throng_isa. */
static const uint32_t lanes_of[] = {[THRONG_ISA_SSE41] = 8,
                                    [THRONG_ISA_AVX2] = 16,
                                    [THRONG_ISA_AVX512] = 32,
                                    [THRONG_ISA_NEON] = 8};

static const throng_isa isas[] = {THRONG_ISA_SSE41, THRONG_ISA_AVX2, THRONG_ISA_AVX512,
                                  THRONG_ISA_NEON};
#define ISA_COUNT ((int)(sizeof isas / sizeof *isas))

static throng_context *context_of(throng_isa isa)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    throng_context *context = NULL;
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    return context;
}

static void edit(throng_cost_field *field, throng_rect cells, uint8_t cost)
{
    assert_int_equal(throng_cost_fill(field, cells, cost), THRONG_OK);
    assert_int_equal(throng_cost_commit(field), THRONG_OK);
}

static uint32_t slot_of(uint32_t column, uint32_t lanes)
{
    const uint32_t vectors = THRONG_TILE / lanes;
    return column % vectors * lanes + column / vectors;
}

static uint8_t cost_at(const throng_cost_field *field, int32_t x, int32_t y)
{
    return throng_cost_at(field, (throng_cell){x, y});
}

static int32_t way_count(const throng_cost_field *field, int32_t x, int32_t y)
{
    int32_t count = 0;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++)
            count += (dx != 0 || dy != 0) && cost_at(field, x + dx, y) != THRONG_WALL &&
                     cost_at(field, x, y + dy) != THRONG_WALL &&
                     cost_at(field, x + dx, y + dy) != THRONG_WALL;
    return count;
}

/* The tile as its definition says, cell by cell. */
static void assert_tile_is_the_map(const throng_cost_field *field, int32_t column, int32_t row,
                                   uint32_t lanes)
{
    const int32_t index = row * field->tiles.columns + column;
    const throng_tile_map *map = &field->tiles.map[index];
    const throng_tile_costs *kept = &field->tiles.costs[index];
    int32_t passable = 0, narrow = 0, jumps = 0, least = 255, most = 0;
    for (int32_t r = 0; r < THRONG_TILE; r++)
        for (int32_t c = 0; c < THRONG_TILE; c++) {
            const int32_t x = column * THRONG_TILE + c, y = row * THRONG_TILE + r;
            const int32_t cost = cost_at(field, x, y);
            const uint32_t in_row = slot_of((uint32_t)c, lanes);
            const uint32_t in_column = slot_of((uint32_t)r, lanes);
            assert_int_equal(kept->cost[0][r][in_row], cost);
            assert_int_equal(kept->cost[1][c][in_column], cost);
            assert_int_equal(map->pass[0][r] >> in_row & 1, cost != THRONG_WALL);
            assert_int_equal(map->pass[1][c] >> in_column & 1, cost != THRONG_WALL);
            if (c < THRONG_TILE - 1) {
                const int32_t right = cost_at(field, x + 1, y);
                jumps += cost != right && (cost == THRONG_WALL || right == THRONG_WALL ||
                                           cost > 2 * right || right > 2 * cost);
            }
            if (cost == THRONG_WALL)
                continue;
            passable++;
            narrow += way_count(field, x, y) <= 2;
            least = cost < least ? cost : least;
            most = cost > most ? cost : most;
        }
    assert_int_equal(map->is_empty, passable == 0);
    assert_int_equal(map->is_uniform, passable == 0 || least == most);
    if (map->is_uniform && passable > 0)
        assert_int_equal(map->cost, least);
    assert_int_equal(map->dearest, most);
    assert_int_equal(map->is_winding, passable > 0 && 12 * (passable - narrow) < passable);
    assert_int_equal(map->is_rough, 5 * jumps > passable);
}

static void assert_tiles_are_the_map(const throng_cost_field *field, uint32_t lanes)
{
    const throng_tile_maps *maps = &field->tiles;
    int32_t filled = 0, winding = 0;
    for (int32_t row = 0; row < maps->rows; row++)
        for (int32_t column = 0; column < maps->columns; column++) {
            assert_tile_is_the_map(field, column, row, lanes);
            filled += !maps->map[row * maps->columns + column].is_empty;
            winding += maps->map[row * maps->columns + column].is_winding;
        }
    assert_int_equal(maps->filled_count, filled);
    assert_int_equal(maps->winding_count, winding);
}

static void a_commit_keeps_every_tile_up_to_date(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    test_random random = {test_seed("edits", 44)};
    throng_context *context = context_of(isa);
    uint8_t *costs = malloc(SIDE_MAX * SIDE_MAX);
    assert_non_null(costs);
    for (int m = 0; m < 12; m++) {
        const int32_t width = test_random_int(&random, 40, SIDE_MAX);
        const int32_t height = test_random_int(&random, 40, SIDE_MAX);
        test_map_any(&random, width, height, costs);
        throng_cost_field *field = test_cost_create(context, width, height, costs);
        assert_tiles_are_the_map(field, lanes_of[isa]);
        for (int e = 0; e < 6; e++) {
            const int32_t x = test_random_int(&random, 0, width - 1);
            const int32_t y = test_random_int(&random, 0, height - 1);
            const int32_t w = test_random_int(&random, 1, e < 3 ? 2 : width - x);
            const int32_t h = test_random_int(&random, 1, e < 3 ? 2 : height - y);
            const throng_rect cells = {x, y, w < width - x ? w : width - x,
                                       h < height - y ? h : height - y};
            edit(
                field, cells,
                (uint8_t)(test_random_int(&random, 0, 1) ? 255 : test_random_int(&random, 1, 254)));
            assert_tiles_are_the_map(field, lanes_of[isa]);
        }
        throng_cost_destroy(field);
    }
    free(costs);
    assert_int_equal(throng_context_destroy(context), THRONG_OK);
}

/* Three cells on the edge of a tile are a corridor until the cells across are opened. */
static void an_edit_beside_a_tile_reaches_it(void **state)
{
    const throng_isa isa = *(const throng_isa *)*state;
    enum { SIDE = 2 * THRONG_TILE, LAST = THRONG_TILE - 1 };
    static const throng_rect own[] = {
        {LAST, 9, 1, 3}, {LAST + 1, 9, 1, 3}, {9, LAST, 3, 1}, {9, LAST + 1, 3, 1}};
    static const throng_rect across[] = {
        {LAST + 1, 9, 1, 3}, {LAST, 9, 1, 3}, {9, LAST + 1, 3, 1}, {9, LAST, 3, 1}};
    throng_context *context = context_of(isa);
    uint8_t *costs = malloc(SIDE * SIDE);
    assert_non_null(costs);
    memset(costs, THRONG_WALL, SIDE * SIDE);
    for (int i = 0; i < 4; i++) {
        throng_cost_field *field = test_cost_create(context, SIDE, SIDE, costs);
        const throng_tile_map *map =
            &field->tiles.map[own[i].y / THRONG_TILE * 2 + own[i].x / THRONG_TILE];
        edit(field, own[i], 1);
        assert_true(map->is_winding);
        edit(field, across[i], 1);
        assert_false(map->is_winding);
        assert_tiles_are_the_map(field, lanes_of[isa]);
        throng_cost_destroy(field);
    }
    free(costs);
    assert_int_equal(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    static const struct {
        const char *name;
        CMUnitTestFunction function;
    } each[] = {
        {"a_commit_keeps_every_tile_up_to_date", a_commit_keeps_every_tile_up_to_date},
        {"an_edit_beside_a_tile_reaches_it", an_edit_beside_a_tile_reaches_it},
    };
    int failed = 0;
    for (int i = 0; i < ISA_COUNT; i++) {
        struct CMUnitTest tests[sizeof each / sizeof *each];
        size_t count = 0;
        if (!throng_isa_is_usable(isas[i])) {
            print_message("%s is not to be had here.\n", throng_isa_name(isas[i]));
            continue;
        }
        for (size_t t = 0; t < sizeof each / sizeof *each; t++)
            tests[count++] = (struct CMUnitTest){each[t].name, each[t].function, NULL, NULL,
                                                 (void *)(uintptr_t)&isas[i]};
        failed += _cmocka_run_group_tests(throng_isa_name(isas[i]), tests, count, NULL, NULL);
    }
    return failed;
}
