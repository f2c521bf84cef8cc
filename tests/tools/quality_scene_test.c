/*
 * quality_scene_test.c: how the scoreboard's scenes place people.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../tools/quality/scene.h"

enum { PEOPLE = 600 };

/* 3 people to a square metre in a corridor of 100 x 2 m. */
static void spread(quality_scene *scene, uint64_t seed)
{
    const double low[2] = {5, 1}, high[2] = {105, 3};
    quality_scene_open(scene, 110, 4, 1);
    quality_scene_spread(scene, low, high, PEOPLE, (quality_agent){0, 0, 0.2, 1.34, 7}, &seed);
    assert_false(scene->is_bad);
    assert_int_equal(scene->agent_count, PEOPLE);
}

static void everybody_is_in_the_rectangle_and_like_the_model(void **state)
{
    quality_scene scene;
    (void)state;
    spread(&scene, 1);
    for (int32_t i = 0; i < PEOPLE; i++) {
        const quality_agent *const agent = &scene.agents[i];
        assert_true(agent->x >= 5 && agent->x <= 105 && agent->y >= 1 && agent->y <= 3);
        assert_true(agent->radius == 0.2 && agent->speed == 1.34 && agent->group == 7);
    }
    quality_scene_close(&scene);
}

/* By chance alone one in 60 stretches of 10 m would be off by a third, and some pair of 600 would
 * be nearer than 2 cm. */
static void people_are_spread_evenly(void **state)
{
    quality_scene scene;
    (void)state;
    spread(&scene, 1);
    int32_t stretch[10] = {0};
    double nearest = INFINITY;
    for (int32_t i = 0; i < PEOPLE; i++) {
        stretch[(int32_t)fmin(9, (scene.agents[i].x - 5) / 10)]++;
        for (int32_t k = 0; k < i; k++)
            nearest = fmin(nearest, hypot(scene.agents[i].x - scene.agents[k].x,
                                          scene.agents[i].y - scene.agents[k].y));
    }
    for (int32_t k = 0; k < 10; k++)
        assert_true(stretch[k] >= 52 && stretch[k] <= 68);
    /* A lattice would have 0.58 m. */
    assert_true(nearest > 0.2);
    quality_scene_close(&scene);
}

static void another_seed_is_another_crowd(void **state)
{
    quality_scene one, two;
    (void)state;
    spread(&one, 1);
    spread(&two, 2);
    int32_t same = 0;
    for (int32_t i = 0; i < PEOPLE; i++)
        same += one.agents[i].x == two.agents[i].x;
    assert_true(same < PEOPLE / 10);
    quality_scene_close(&one);
    quality_scene_close(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_in_the_rectangle_and_like_the_model),
        cmocka_unit_test(people_are_spread_evenly),
        cmocka_unit_test(another_seed_is_another_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
