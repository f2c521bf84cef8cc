#include "crowd_expected.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { FAILURES_MAX = 8 };

static const struct {
    const char *case_name;
    const char *checks[FAILURES_MAX];
} failures[] = {
    {"", {NULL}}, /* none: C has no empty arrays */
};

enum { CASE_COUNT = sizeof failures / sizeof failures[0] };

bool crowd_is_expected_to_fail(const char *case_name, const char *check_text)
{
    for (int i = 0; i < CASE_COUNT; i++) {
        for (int k = 0; k < FAILURES_MAX && failures[i].checks[k]; k++) {
            if (strcmp(failures[i].case_name, case_name) == 0 &&
                strcmp(failures[i].checks[k], check_text) == 0)
                return true;
        }
    }
    return false;
}

/* Finite numbers, walls, ids, refusals and repeatability hold today and always. */
static bool must_hold(const char *metric)
{
    static const char *const safety[] = {
        "nonfinite", "inwall",      "crossings",     "alive",       "refused",
        "reach",     "rerun_delta", "threads_delta", "order_delta", "restore_delta"};
    for (size_t i = 0; i < sizeof safety / sizeof safety[0]; i++) {
        if (strcmp(safety[i], metric) == 0)
            return true;
    }
    return false;
}

static const crowd_check *find_check(const crowd_case *scene, const char *text)
{
    for (int32_t k = 0; k < scene->check_count; k++) {
        if (strcmp(scene->checks[k].text, text) == 0)
            return &scene->checks[k];
    }
    return NULL;
}

void crowd_check_expectations(const crowd_case *scene)
{
    for (int i = 0; i < CASE_COUNT; i++) {
        if (strcmp(failures[i].case_name, scene->name) != 0)
            continue;
        for (int k = 0; k < FAILURES_MAX && failures[i].checks[k]; k++) {
            const crowd_check *const check = find_check(scene, failures[i].checks[k]);
            if (!check)
                fail_msg("%s has no check `%s`", scene->name, failures[i].checks[k]);
            else if (must_hold(check->metric))
                fail_msg("%s: `%s` may never fail", scene->name, check->text);
        }
    }
}
