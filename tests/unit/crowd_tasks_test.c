/*
 * crowd_tasks_test.c: neither threads nor instruction sets change a bit. A crowd of several blocks
 * of work, on one thread, on 2, 3 and 8 host threads, by OpenMP if this build has it, and with
 * every instruction set that this build and this CPU have.
 */
#include "crowd_world.h"

#include "../cases/crowd_workers.h"
#include "random.h"

/* Several thousand agents: a block of work holds a thousand. */
enum { COUNT = 6000, SIDE = 100, STEPS = 12 };

/* Hashes after every step of a crowd that walks through itself. */
static void run(throng_isa isa, const throng_tasks *tasks, uint64_t seed, uint64_t hashes[STEPS])
{
    throng_context_desc context_desc = throng_context_desc_default();
    context_desc.isa = isa;
    if (tasks)
        context_desc.tasks = *tasks;
    throng_context *context = NULL;
    assert_ok(throng_context_create(&context_desc, &context));
    const throng_grid grid = throng_grid_default(SIDE, SIDE);
    test_world ground = test_world_create(SIDE, SIDE, NULL);
    const throng_cell goal = {SIDE / 2, SIDE / 2};
    test_world_solve(&ground, &goal, 1);
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = grid;
    desc.agent_capacity = COUNT;
    desc.hash_stages = true;
    throng_crowd *crowd = NULL;
    assert_ok(throng_crowd_create(context, &desc, &crowd));
    throng_group_desc group = throng_group_desc_default();
    group.cost = ground.cost;
    group.integration = ground.integration;
    group.flow = ground.flow;
    int32_t number = -1;
    assert_ok(throng_crowd_add_group(crowd, &group, &number));
    test_random random = {seed};
    for (int32_t i = 0; i < COUNT; i++) {
        throng_agent_desc agent = crowd_agent_at(0, 0, 0);
        agent.x = test_random_float(&random, 20, 80);
        agent.y = test_random_float(&random, 20, 80);
        crowd_add(crowd, &agent);
    }
    for (int32_t turn = 0; turn < STEPS; turn++) {
        assert_ok(throng_crowd_step(crowd, 0.05f));
        hashes[turn] = throng_crowd_hash(crowd, THRONG_STAGE_STEP);
    }
    assert_ok(throng_crowd_destroy(crowd));
    test_world_destroy(&ground);
    assert_ok(throng_context_destroy(context));
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd tasks", 61);
    uint64_t plain[STEPS], other[STEPS];
    run(THRONG_ISA_BEST, NULL, seed, plain);
    assert_true(plain[0] != plain[STEPS - 1]);
    const int32_t worker_counts[] = {1, 2, 3, 8};
    for (int32_t k = 0; k < 4; k++) {
        const throng_tasks tasks = crowd_tasks(worker_counts[k]);
        run(THRONG_ISA_BEST, &tasks, seed, other);
        for (int32_t turn = 0; turn < STEPS; turn++)
            assert_true(other[turn] == plain[turn]);
    }
}

static void openmp_changes_no_bit(void **state)
{
    (void)state;
    if (!throng_has_openmp())
        skip();
    const uint64_t seed = test_seed("crowd tasks, OpenMP", 62);
    uint64_t plain[STEPS], other[STEPS];
    run(THRONG_ISA_BEST, NULL, seed, plain);
    for (int32_t workers = 2; workers <= 5; workers += 3) {
        throng_tasks tasks = {0};
        tasks.mode = THRONG_TASKS_OPENMP;
        tasks.worker_count = workers;
        run(THRONG_ISA_BEST, &tasks, seed, other);
        for (int32_t turn = 0; turn < STEPS; turn++)
            assert_true(other[turn] == plain[turn]);
    }
}

static void instruction_sets_change_no_bit(void **state)
{
    (void)state;
    const uint64_t seed = test_seed("crowd tasks, instruction sets", 63);
    uint64_t plain[STEPS], other[STEPS];
    run(THRONG_ISA_SCALAR, NULL, seed, plain);
    for (int isa = THRONG_ISA_SSE41; isa <= THRONG_ISA_NEON; isa++) {
        const char *const name = throng_isa_name((throng_isa)isa);
        if (!throng_isa_is_usable((throng_isa)isa)) {
            print_message("%s: not here\n", name);
            continue;
        }
        run((throng_isa)isa, NULL, seed, other);
        for (int32_t turn = 0; turn < STEPS; turn++) {
            if (other[turn] != plain[turn])
                fail_msg("%s: other bits than scalar after step %d", name, turn + 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(openmp_changes_no_bit),
        cmocka_unit_test(instruction_sets_change_no_bit),
    };
    return cmocka_run_group_tests_name("crowd tasks", tests, NULL, NULL);
}
