/*
 * quality_density_test.c: where it is too dense, and for how long, on places worked out by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../tools/quality/measure.h"

enum { PEOPLE = 6, FRAMES = 4 };

/* Six people in the square metre whose corner is (2, 1) in frame 0, of whom one leaves it in every
 * later frame, on ground of 5 x 3 m in cells of 0.5 m. */
static quality_record thinning(void)
{
    quality_record record;
    assert_true(quality_record_open(&record, PEOPLE, FRAMES, 0.5));
    for (int32_t f = 0; f < FRAMES; f++) {
        assert_int_equal(quality_record_add(&record), f);
        for (int32_t i = 0; i < PEOPLE; i++) {
            const size_t at = quality_at(&record, f, i);
            record.x[at] = i < f ? 0.1f + (float)i : 2.1f + 0.1f * (float)i;
            record.y[at] = i < f ? 0.1f : 1.9f;
            record.state[at] = QUALITY_PRESENT;
        }
    }
    return record;
}

static void frames_with_too_many_in_a_square_count(void **state)
{
    const quality_ground ground = {.width = 10, .height = 6, .cell = 0.5};
    quality_record record = thinning();
    (void)state;
    /* 6, 5, 4, 3 people. */
    assert_true(quality_congested(&record, &ground, 6) == 0);
    assert_true(quality_congested(&record, &ground, 5) == 0.25);
    assert_true(quality_congested(&record, &ground, 4) == 0.5);
    assert_true(quality_congested(&record, &ground, 3) == 0.75);
    quality_record_close(&record);
}

static void the_absent_and_the_lost_do_not_count(void **state)
{
    const quality_ground ground = {.width = 10, .height = 6, .cell = 0.5};
    quality_record record = thinning();
    (void)state;
    record.state[quality_at(&record, 0, 5)] = 0;
    record.x[quality_at(&record, 1, 5)] = NAN;
    assert_true(quality_congested(&record, &ground, 4) == 0.25);
    record.y[quality_at(&record, 0, 4)] = -0.5f;
    assert_true(quality_congested(&record, &ground, 4) == 0);
    quality_record_close(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_with_too_many_in_a_square_count),
        cmocka_unit_test(the_absent_and_the_lost_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
