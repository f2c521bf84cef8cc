/* A host that forks while OpenMP workers live: the child's steps end, with the parent's bits. */
#include <throng/throng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define AGENTS 5000

static throng_crowd *make_crowd(throng_context *context, throng_cost_field **cost)
{
    const throng_grid grid = throng_grid_default(128, 128);
    throng_crowd_desc desc = throng_crowd_desc_default();
    throng_group_desc group = throng_group_desc_default();
    throng_crowd *crowd = NULL;
    int32_t number = 0;
    desc.grid = grid;
    desc.agent_capacity = AGENTS;
    assert_int_equal(throng_cost_create(context, &grid, cost), THRONG_OK);
    assert_int_equal(throng_crowd_create(context, &desc, &crowd), THRONG_OK);
    group.cost = *cost;
    assert_int_equal(throng_crowd_add_group(crowd, &group, &number), THRONG_OK);
    for (int i = 0; i < AGENTS; i++) {
        throng_agent_desc agent = throng_agent_desc_default();
        throng_agent_id id;
        agent.x = 20.0f + 0.4f * (float)(i % 80);
        agent.y = 20.0f + 0.4f * (float)(i / 80);
        assert_int_equal(throng_crowd_add(crowd, &agent, &id, NULL), THRONG_OK);
    }
    return crowd;
}

static void a_forked_child_steps_on(void **state)
{
    (void)state;
    throng_context_desc desc = throng_context_desc_default();
    throng_context *context = NULL;
    throng_cost_field *cost = NULL;
    desc.tasks.mode = THRONG_TASKS_OPENMP;
    desc.tasks.worker_count = 4;
    assert_int_equal(throng_context_create(&desc, &context), THRONG_OK);
    throng_crowd *crowd = make_crowd(context, &cost);
    assert_int_equal(throng_crowd_step(crowd, 0.05f),
                     THRONG_OK); /* the workers live from here on */

    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        uint64_t hash = 0;
        alarm(20); /* a child that hangs is killed, and then the parent reads nothing */
        if (throng_crowd_step(crowd, 0.05f) == THRONG_OK)
            hash = throng_crowd_hash(crowd, THRONG_STAGE_MOVE);
        _exit(write(ends[1], &hash, sizeof hash) == (ssize_t)sizeof hash ? 0 : 1);
    }
    close(ends[1]);
    uint64_t of_child = 0;
    ssize_t got = read(ends[0], &of_child, sizeof of_child);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(got, sizeof of_child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(throng_crowd_step(crowd, 0.05f), THRONG_OK);
    assert_true(of_child == throng_crowd_hash(crowd, THRONG_STAGE_MOVE));
    close(ends[0]);
    throng_crowd_destroy(crowd);
    throng_cost_destroy(cost);
    assert_int_equal(throng_context_destroy(context), THRONG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_forked_child_steps_on)};
    if (!throng_has_openmp())
        return 77;
    return cmocka_run_group_tests_name("fork", tests, NULL, NULL);
}
