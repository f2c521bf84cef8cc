#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Meson's word for a program that could not try. */
enum { SKIPPED = 77 };

static char last_sentence[512];

static void remember(throng_result result, const char *sentence, void *user)
{
    (void)result;
    (void)user;
    snprintf(last_sentence, sizeof last_sentence, "%s", sentence);
}

const char *test_log(void)
{
    return last_sentence;
}

void test_log_clear(void)
{
    last_sentence[0] = '\0';
}

static throng_isa isa_of_this_run(void)
{
    const char *name = getenv("THRONG_TEST_ISA");
    if (!name || !*name)
        return THRONG_ISA_BEST;
    for (int isa = THRONG_ISA_BEST; isa <= THRONG_ISA_NEON; isa++)
        if (strcmp(name, throng_isa_name((throng_isa)isa)) == 0)
            return (throng_isa)isa;
    fail_msg("THRONG_TEST_ISA is %s, which is no instruction set", name);
    return THRONG_ISA_BEST;
}

throng_context *test_context_create(void)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa_of_this_run();
    if (!throng_isa_is_usable(desc.isa)) {
        fprintf(stderr, "This processor or this build lacks %s.\n", throng_isa_name(desc.isa));
        exit(SKIPPED);
    }
    desc.log = remember;
    throng_context *context = NULL;
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    assert_non_null(context);
    test_log_clear();
    return context;
}

void test_assert_result(throng_result result, throng_result wanted, const char *file, int line)
{
    if (result != wanted) {
        print_error("wanted \"%s\", got \"%s\" (%s)\n", throng_result_text(wanted),
                    throng_result_text(result), last_sentence);
        _fail(file, line);
    }
    if (result != THRONG_OK && result != THRONG_SAME_CELL && last_sentence[0] == '\0') {
        print_error("\"%s\" was reported without a sentence\n", throng_result_text(result));
        _fail(file, line);
    }
    test_log_clear();
}

throng_rect test_whole(throng_grid grid)
{
    return (throng_rect){0, 0, grid.width, grid.height};
}

static void write_costs(throng_cost_field *cost, const uint8_t *costs)
{
    const throng_grid grid = throng_cost_grid(cost);
    assert_result(throng_cost_write(cost, test_whole(grid), costs, (size_t)grid.width), THRONG_OK);
    assert_result(throng_cost_commit(cost), THRONG_OK);
}

throng_cost_field *test_cost_create(throng_context *context, int32_t width, int32_t height,
                                    const uint8_t *costs)
{
    const throng_grid grid = throng_grid_default(width, height);
    throng_cost_field *cost = NULL;
    assert_result(throng_cost_create(context, &grid, &cost), THRONG_OK);
    if (costs)
        write_costs(cost, costs);
    return cost;
}

test_world test_world_on_grid(throng_grid grid, const uint8_t *costs)
{
    test_world world = {0};
    world.context = test_context_create();
    world.grid = grid;
    assert_result(throng_cost_create(world.context, &grid, &world.cost), THRONG_OK);
    assert_result(throng_solver_create(world.context, grid.width, grid.height, &world.solver),
                  THRONG_OK);
    assert_result(throng_integration_create(world.context, &grid, &world.integration), THRONG_OK);
    assert_result(throng_flow_create(world.context, &grid, &world.flow), THRONG_OK);
    if (costs)
        write_costs(world.cost, costs);
    return world;
}

test_world test_world_create(int32_t width, int32_t height, const uint8_t *costs)
{
    return test_world_on_grid(throng_grid_default(width, height), costs);
}

void test_world_destroy(test_world *world)
{
    assert_result(throng_flow_destroy(world->flow), THRONG_OK);
    assert_result(throng_integration_destroy(world->integration), THRONG_OK);
    assert_result(throng_solver_destroy(world->solver), THRONG_OK);
    assert_result(throng_cost_destroy(world->cost), THRONG_OK);
    assert_result(throng_context_destroy(world->context), THRONG_OK);
    *world = (test_world){0};
}

void test_world_write(test_world *world, const uint8_t *costs)
{
    write_costs(world->cost, costs);
}

void test_world_solve(test_world *world, const throng_cell *goals, int32_t goal_count)
{
    assert_result(
        throng_integrate(world->solver, world->cost, goals, goal_count, world->integration),
        THRONG_OK);
    assert_result(throng_flow(world->cost, world->integration, world->flow), THRONG_OK);
}

void test_draw(const char *drawing, uint8_t *costs)
{
    for (; *drawing; drawing++) {
        const char mark = *drawing;
        *costs++ = (uint8_t)(mark == '.' ? 1 : mark == '#' ? 255 : mark - '0');
    }
}
