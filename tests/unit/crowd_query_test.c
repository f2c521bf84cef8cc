/*
 * crowd_query_test.c: radius queries and the report against a look at every agent and every pair.
 */
#include "crowd_world.h"

#include <math.h>
#include <stdlib.h>

#include "random.h"

enum { COUNT = 300 };

typedef struct scattered {
    crowd_world world;
    throng_agent_id ids[COUNT];
    throng_agent_desc agents[COUNT];
    int32_t count;
} scattered;

/* Agents of many sizes in clumps; some share a place or an x. */
static void scatter(scattered *all, test_random *random, float cell_size, float origin)
{
    throng_grid grid = throng_grid_default(24, 20);
    grid.cell_size = cell_size;
    grid.origin_x = origin;
    grid.origin_y = -origin;
    all->world.ground = test_world_on_grid(grid, NULL);
    crowd_world_populate(&all->world, COUNT);
    crowd_world_add_idlers(&all->world);
    all->count = test_random_int(random, 0, COUNT);
    for (int32_t i = 0; i < all->count; i++) {
        const float side = test_random_int(random, 0, 2) == 0 ? 2.0f : 20.0f;
        throng_agent_desc desc = crowd_agent_at(0, 0, 0);
        desc.x = grid.origin_x + cell_size * test_random_float(random, 0, side);
        desc.y = grid.origin_y + cell_size * test_random_float(random, 0, side);
        if (i > 0 && test_random_int(random, 0, 5) == 0)
            desc.x = all->agents[i - 1].x;
        if (i > 0 && test_random_int(random, 0, 5) == 0)
            desc.y = all->agents[i - 1].y;
        desc.radius = cell_size * test_random_float(random, 0.05f, 0.9f);
        all->ids[i] = crowd_add(all->world.crowd, &desc);
        all->agents[i] = desc;
    }
}

static bool is_listed(const throng_agent_id *ids, int32_t count, throng_agent_id id)
{
    for (int32_t i = 0; i < count; i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

static double distance(const throng_agent_desc *agent, throng_point centre)
{
    const double x = (double)agent->x - (double)centre.x, y = (double)agent->y - (double)centre.y;
    return sqrt(x * x + y * y);
}

/* One query. Agents within a millionth of the rim may be in or out: the library computes in float.
 */
static void compare_query(scattered *all, throng_point centre, float radius)
{
    throng_agent_id ids[COUNT];
    int32_t count = -1;
    assert_ok(throng_crowd_query_radius(all->world.crowd, centre, radius, ids, COUNT, &count));
    assert_in_range(count, 0, all->count);
    int32_t listed = 0;
    for (int32_t i = 0; i < all->count; i++) {
        const bool is_in = is_listed(ids, count, all->ids[i]);
        const double away = distance(&all->agents[i], centre);
        listed += is_in;
        if (fabs(away - (double)radius) > 1e-6 * (1 + (double)radius + fabs((double)centre.x)))
            assert_int_equal(is_in, away < (double)radius);
    }
    assert_int_equal(listed, count);
    int32_t again = -1;
    throng_agent_id untouched = 77;
    if (count > 0) {
        assert_result(throng_crowd_query_radius(all->world.crowd, centre, radius, &untouched,
                                                count - 1, &again),
                      THRONG_ERROR_CAPACITY);
        assert_int_equal(again, count);
        assert_true(untouched == 77);
    }
}

static void queries_find_exactly_those_in_reach(void **state)
{
    (void)state;
    test_random random = {test_seed("crowd query", 21)};
    for (int32_t trial = 0; trial < 40; trial++) {
        scattered all;
        const float cell_size = trial % 3 == 0 ? 0.4f : (float)(1 + trial % 4);
        scatter(&all, &random, cell_size, trial % 2 ? 0.0f : 17.5f);
        for (int32_t turn = 0; turn < 30; turn++) {
            throng_point centre = {
                all.world.ground.grid.origin_x + cell_size * test_random_float(&random, -6, 30),
                all.world.ground.grid.origin_y + cell_size * test_random_float(&random, -6, 26)};
            if (all.count > 0 && turn % 5 == 0) {
                centre.x = all.agents[turn % all.count].x;
                centre.y = all.agents[turn % all.count].y;
            }
            const float radius = cell_size * test_random_float(&random, 0, turn % 2 ? 3 : 30);
            compare_query(&all, centre, turn % 7 == 0 ? 0 : radius);
        }
        crowd_world_close(&all.world);
    }
}

static void answers_come_by_x_within_a_row_and_by_id_at_one_place(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 8);
    /* All within the first tenth of a metre of a row of 1 m or more, so that they share one row. */
    const float x[] = {3, 2.5f, 2.5f, 2.75f, 2.5f, 2.25f};
    const float y[] = {0.01f, 0.02f, 0.03f, 0.04f, 0.01f, 0.05f};
    const int32_t order[] = {5, 1, 2, 4, 3, 0};
    throng_agent_id ids[6], found[6];
    for (int32_t i = 0; i < 6; i++) {
        const throng_agent_desc desc = crowd_agent_at(x[i], y[i], 0);
        ids[i] = crowd_add(world.crowd, &desc);
    }
    const throng_point centre = {2.6f, 0};
    int32_t count = 0;
    assert_ok(throng_crowd_query_radius(world.crowd, centre, 5, found, 6, &count));
    assert_int_equal(count, 6);
    for (int32_t i = 0; i < 6; i++)
        assert_true(found[i] == ids[order[i]]);
    crowd_world_close(&world);
}

static void the_rim_belongs_to_the_disc(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 8);
    const throng_agent_desc desc = crowd_agent_at(5, 2, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    throng_agent_id found = 0;
    int32_t count = -1;
    const throng_point at = {5, 2}, beside = {2, 6};
    assert_ok(throng_crowd_query_radius(world.crowd, at, 0, &found, 1, &count));
    assert_true(count == 1 && found == id);
    assert_ok(throng_crowd_query_radius(world.crowd, beside, 5, &found, 1, &count));
    assert_int_equal(count, 1);
    assert_ok(throng_crowd_query_radius(world.crowd, beside, 4.999f, &found, 1, &count));
    assert_int_equal(count, 0);
    assert_ok(throng_crowd_query_radius(world.crowd, at, 1e6f, &found, 1, &count));
    assert_int_equal(count, 1);
    crowd_world_close(&world);
}

static void queries_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 8);
    throng_crowd *const crowd = world.crowd;
    const throng_point good = {5, 2}, bad[] = {{NAN, 1}, {1, NAN}, {INFINITY, 1}, {1, -INFINITY}};
    throng_agent_id id = 77;
    int32_t count = -7;
    for (int32_t i = 0; i < 4; i++)
        assert_result(throng_crowd_query_radius(crowd, bad[i], 1, &id, 1, &count),
                      THRONG_ERROR_ARGUMENT);
    const float radii[] = {-1, -1e-30f, NAN, -INFINITY};
    for (int32_t i = 0; i < 4; i++)
        assert_result(throng_crowd_query_radius(crowd, good, radii[i], &id, 1, &count),
                      THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_query_radius(crowd, good, 1, &id, -1, &count),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_query_radius(crowd, good, 1, NULL, 1, &count),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_crowd_query_radius(crowd, good, 1, &id, 1, NULL), THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_crowd_query_radius(NULL, good, 1, &id, 1, &count),
                     THRONG_ERROR_ARGUMENT);
    assert_true(id == 77 && count == -7);
    crowd_world_close(&world);
}

static void queries_see_every_edit(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 8);
    const throng_agent_desc desc = crowd_agent_at(5, 2, 0);
    const throng_agent_id id = crowd_add(world.crowd, &desc);
    throng_agent_id found[2];
    int32_t count = -1;
    const throng_point at = {5, 2}, there = {8, 8};
    assert_ok(throng_crowd_query_radius(world.crowd, at, 1, found, 2, &count));
    assert_int_equal(count, 1);
    assert_ok(throng_crowd_set_position(world.crowd, id, there));
    assert_ok(throng_crowd_query_radius(world.crowd, at, 1, found, 2, &count));
    assert_int_equal(count, 0);
    const throng_agent_id second = crowd_add(world.crowd, &desc);
    assert_ok(throng_crowd_query_radius(world.crowd, at, 1, found, 2, &count));
    assert_true(count == 1 && found[0] == second);
    assert_ok(throng_crowd_remove(world.crowd, id));
    assert_ok(throng_crowd_query_radius(world.crowd, there, 1, found, 2, &count));
    assert_int_equal(count, 0);
    crowd_world_close(&world);
}

/* Overlaps of all pairs, in double. A pair within 1e-5 of touching may count or not. */
static void compare_report(scattered *all)
{
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(all->world.crowd, &report));
    int32_t least = 0, most = 0;
    double deepest = 0;
    for (int32_t i = 0; i < all->count; i++) {
        for (int32_t k = 0; k < i; k++) {
            const throng_point place = {all->agents[k].x, all->agents[k].y};
            const double reach = (double)all->agents[i].radius + (double)all->agents[k].radius;
            const double overlap = (reach - distance(&all->agents[i], place)) / reach;
            least += overlap > 1e-5;
            most += overlap > -1e-5;
            deepest = overlap > deepest ? overlap : deepest;
        }
    }
    assert_int_equal(report.agents, all->count);
    assert_in_range(report.overlapping, least, most);
    assert_true(fabs((double)report.max_overlap - deepest) < 1e-5);
    assert_int_equal(report.arrived, 0);
    assert_int_equal(report.quarantined, 0);
    assert_int_equal(report.in_wall, 0);
}

static void the_report_counts_every_overlapping_pair(void **state)
{
    (void)state;
    test_random random = {test_seed("crowd report", 22)};
    for (int32_t trial = 0; trial < 60; trial++) {
        scattered all;
        scatter(&all, &random, trial % 2 ? 0.5f : 2.0f, trial % 3 ? 0.0f : -9.25f);
        compare_report(&all);
        crowd_world_close(&all.world);
    }
}

static void the_report_of_nobody_is_empty(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 10, 10, 8);
    throng_crowd_report report;
    assert_ok(throng_crowd_inspect(world.crowd, &report));
    assert_int_equal(report.agents, 0);
    assert_int_equal(report.overlapping, 0);
    assert_true(report.max_overlap == 0 && report.total_substeps == 0);
    assert_result(throng_crowd_inspect(world.crowd, NULL), THRONG_ERROR_ARGUMENT);
    assert_int_equal(throng_crowd_inspect(NULL, &report), THRONG_ERROR_ARGUMENT);
    crowd_world_close(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_find_exactly_those_in_reach),
        cmocka_unit_test(answers_come_by_x_within_a_row_and_by_id_at_one_place),
        cmocka_unit_test(the_rim_belongs_to_the_disc),
        cmocka_unit_test(queries_that_make_no_sense_are_refused),
        cmocka_unit_test(queries_see_every_edit),
        cmocka_unit_test(the_report_counts_every_overlapping_pair),
        cmocka_unit_test(the_report_of_nobody_is_empty),
    };
    return cmocka_run_group_tests_name("crowd query", tests, NULL, NULL);
}
