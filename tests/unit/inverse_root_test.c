/* inverse_root_test.c: the bounds of inverse_root.h, for every mantissa. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "crowd/inverse_root.h"

#include <float.h>
#include <math.h>

/* In shares of what is exact. */
static double share_of(float v)
{
    return (double)throng_inverse_root(v) * sqrt((double)v) / (double)THRONG_INVERSE_ROOT_UNIT;
}

/* Two octaves hold every mantissa with an even and an odd exponent: all others are these, with
 * exponents that halve without remainder. */
static void two_octaves_are_within_the_bounds(void **state)
{
    (void)state;
    double least = 2, greatest = 0;
    for (float v = 1; v < 4; v = nextafterf(v, 4)) {
        const double share = share_of(v);
        least = share < least ? share : least;
        greatest = share > greatest ? share : greatest;
    }
    print_message("from %.9f to %.9f\n", least, greatest);
    assert_true(least > 0.9986 && greatest < 0.999999);
}

static void octaves_repeat_themselves(void **state)
{
    (void)state;
    for (float v = 1; v < 4; v += 1.0f / 4096)
        for (int exponent = -126; exponent <= 124; exponent += 2)
            assert_true(throng_inverse_root(ldexpf(v, exponent)) ==
                        ldexpf(throng_inverse_root(v), -exponent / 2));
}

static void another_step_leaves_a_millionth(void **state)
{
    (void)state;
    double most = 0;
    for (float v = 1; v < 4; v = nextafterf(v, 4)) {
        const double off = fabs((double)throng_inverse_root_fine(v) * sqrt((double)v) - 1);
        most = off > most ? off : most;
    }
    print_message("up to %.3g\n", most);
    assert_true(most < 1e-6);
    assert_true(isfinite(throng_inverse_root_fine(0)));
}

static void nothing_and_the_least_floats_are_finite(void **state)
{
    (void)state;
    for (float v = 0; v < FLT_MIN / 4; v = v * 2 + 1e-45f) {
        assert_true(throng_inverse_root(v) > 1e18f);
        assert_true(isfinite(throng_inverse_root(v)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_octaves_are_within_the_bounds),
        cmocka_unit_test(octaves_repeat_themselves),
        cmocka_unit_test(another_step_leaves_a_millionth),
        cmocka_unit_test(nothing_and_the_least_floats_are_finite),
    };
    return cmocka_run_group_tests_name("inverse root", tests, NULL, NULL);
}
