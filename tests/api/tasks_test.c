/* Threads change no bit: the host's, OpenMP's, and those of two contexts at once. */
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 10 };

static scenario_hashes alone; /* what one thread computes */

static int compute_alone(void **state)
{
    (void)state;
    scenario_run(NULL, STEPS, &alone);
    return 0;
}

static void run_with(host_tasks_kind kind, int32_t worker_count, const char *who)
{
    host host;
    host_init(&host);
    host_tasks tasks = {.kind = kind, .worker_count = worker_count};
    host_use_tasks(&host.desc, &tasks);
    scenario_hashes hashes;
    scenario_run(&host.desc, STEPS, &hashes);
    scenario_assert_equal(&alone, &hashes, who);
    host_assert_clean(&host);
    if (worker_count == 1)
        assert_int_equal(tasks.enqueued, 0);
    else
        assert_true(tasks.enqueued > 0 && tasks.blocks > tasks.enqueued);
}

static void the_host_in_place(void **state)
{
    (void)state;
    run_with(HOST_TASKS_IN_PLACE, 4, "in place");
}

static void the_host_late_and_backwards(void **state)
{
    (void)state;
    run_with(HOST_TASKS_LATE, 4, "late");
}

static void the_host_with_threads(void **state)
{
    (void)state;
    static const int32_t counts[] = {2, 3, 8, 32};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char who[32];
        snprintf(who, sizeof who, "%d threads", (int)counts[i]);
        run_with(HOST_TASKS_PTHREADS, counts[i], who);
    }
}

static void one_worker_stays_on_the_calling_thread(void **state)
{
    (void)state;
    run_with(HOST_TASKS_PTHREADS, 1, "one worker");
}

static void openmp_like_one_thread(void **state)
{
    (void)state;
    host host;
    host_init(&host);
    host.desc.tasks.mode = THRONG_TASKS_OPENMP;
    if (!throng_has_openmp())
        skip();
    static const int32_t counts[] = {1, 2, 3, 8};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        host.desc.tasks.worker_count = counts[i];
        char who[32];
        snprintf(who, sizeof who, "OpenMP, %d threads", (int)counts[i]);
        scenario_hashes hashes;
        scenario_run(&host.desc, STEPS, &hashes);
        scenario_assert_equal(&alone, &hashes, who);
    }
    host_assert_clean(&host);
}

static void every_instruction_set_like_scalar(void **state)
{
    (void)state;
    for (int isa = THRONG_ISA_SCALAR; isa <= THRONG_ISA_NEON; isa++) {
        if (!throng_isa_is_usable((throng_isa)isa))
            continue;
        host host;
        host_init(&host);
        host.desc.isa = (throng_isa)isa;
        scenario_hashes hashes;
        scenario_run(&host.desc, STEPS, &hashes);
        scenario_assert_equal(&alone, &hashes, throng_isa_name((throng_isa)isa));
    }
}

static void two_contexts_take_turns(void **state)
{
    (void)state;
    scenario *worlds[2];
    scenario_hashes hashes[2], again;
    host hosts[2];
    for (int i = 0; i < 2; i++) {
        host_init(&hosts[i]);
        worlds[i] = malloc(sizeof *worlds[i]);
        assert_non_null(worlds[i]);
        scenario_prepare(worlds[i]);
        assert_ok(scenario_create(worlds[i], &hosts[i].desc));
    }
    /* The second runs ahead by half, so that a shared scratch would show. */
    scenario_work(worlds[1], STEPS, &hashes[1]);
    scenario_work(worlds[0], STEPS, &hashes[0]);
    scenario_assert_equal(&alone, &hashes[0], "first context");
    scenario_assert_equal(&alone, &hashes[1], "second context");
    scenario_work(worlds[1], STEPS, &hashes[1]);
    scenario_work(worlds[0], STEPS, &again);
    scenario_assert_equal(&hashes[1], &again, "both once more");
    for (int i = 0; i < 2; i++) {
        scenario_destroy(worlds[i]);
        host_assert_clean(&hosts[i]);
        free(worlds[i]);
    }
}

/* An assertion that fails on such a thread ends the program, which Meson reports as a failure too.
 */
typedef struct helper {
    pthread_t thread;
    scenario *world;
    scenario_hashes hashes;
} helper;

static void *help(void *user)
{
    helper *self = user;
    scenario_work(self->world, STEPS, &self->hashes);
    return NULL;
}

static void two_contexts_on_two_threads(void **state)
{
    (void)state;
    helper helpers[2];
    for (int i = 0; i < 2; i++) {
        helpers[i].world = malloc(sizeof *helpers[i].world);
        assert_non_null(helpers[i].world);
        scenario_prepare(helpers[i].world);
        assert_ok(scenario_create(helpers[i].world, NULL));
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&helpers[i].thread, NULL, help, &helpers[i]), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(helpers[i].thread, NULL);
        scenario_assert_equal(&alone, &helpers[i].hashes, "a context on its own thread");
        scenario_destroy(helpers[i].world);
        free(helpers[i].world);
    }
}

/* The profiler's hook sees every stage begin and end on the calling thread, properly nested. */
typedef struct profile {
    int depth;
    throng_stage open[8];
    int begun[8];
    bool is_broken;
    pthread_t owner;
} profile;

static void note_stage(throng_stage stage, bool begins, void *user)
{
    profile *self = user;
    if ((int)stage < 0 || (int)stage > 7 || !pthread_equal(self->owner, pthread_self())) {
        self->is_broken = true;
    } else if (begins && self->depth < 8) {
        self->open[self->depth++] = stage;
        self->begun[stage]++;
    } else if (!begins && self->depth > 0 && self->open[self->depth - 1] == stage) {
        self->depth--;
    } else {
        self->is_broken = true;
    }
}

static void the_profile_hook_sees_every_stage(void **state)
{
    (void)state;
    profile seen = {.owner = pthread_self()};
    host host;
    host_init(&host);
    host_tasks tasks = {.kind = HOST_TASKS_PTHREADS, .worker_count = 2};
    host_use_tasks(&host.desc, &tasks);
    host.desc.profile = note_stage;
    host.desc.profile_user = &seen;
    scenario_hashes hashes;
    scenario_run(&host.desc, STEPS, &hashes);
    scenario_assert_equal(&alone, &hashes, "with a profiler");
    assert_false(seen.is_broken);
    assert_int_equal(seen.depth, 0);
    for (int i = 0; i < 8; i++) {
        if (seen.begun[i] == 0)
            fail_msg("the stage %s never began", throng_stage_name((throng_stage)i));
    }
    assert_int_equal(seen.begun[THRONG_STAGE_STEP], STEPS + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_in_place),
        cmocka_unit_test(the_host_late_and_backwards),
        cmocka_unit_test(the_host_with_threads),
        cmocka_unit_test(one_worker_stays_on_the_calling_thread),
        cmocka_unit_test(openmp_like_one_thread),
        cmocka_unit_test(every_instruction_set_like_scalar),
        cmocka_unit_test(two_contexts_take_turns),
        cmocka_unit_test(two_contexts_on_two_threads),
        cmocka_unit_test(the_profile_hook_sees_every_stage),
    };
    return cmocka_run_group_tests_name("tasks", tests, compute_alone, NULL);
}
