/* base.h and context.h, called wrongly. */
#include "misuse.h"

static void every_result_has_a_sentence(void **state)
{
    (void)state;
    for (int result = -1; result <= THRONG_ERROR_SAVE + 1; result++) {
        const char *text = throng_result_text((throng_result)result);
        assert_non_null(text);
        assert_true(strlen(text) >= 8);
        assert_int_equal(text[strlen(text) - 1], '.');
        for (int other = THRONG_OK; other < result && result <= THRONG_ERROR_SAVE; other++)
            assert_string_not_equal(text, throng_result_text((throng_result)other));
    }
}

static void the_linked_version_is_the_headers(void **state)
{
    (void)state;
    assert_int_equal(throng_version(), THRONG_VERSION_MAJOR * 10000 + THRONG_VERSION_MINOR * 100 +
                                           THRONG_VERSION_PATCH);
    assert_int_equal(throng_simulation_version(), THRONG_SIMULATION_VERSION);
}

static void the_numbers_of_results_are_frozen(void **state)
{
    (void)state;
    assert_int_equal(THRONG_ERROR_ARGUMENT, 1);
    assert_int_equal(THRONG_ERROR_MEMORY, 3);
    assert_int_equal(THRONG_ERROR_RANGE, 7);
    assert_int_equal(THRONG_ERROR_BLOCKED, 10);
    assert_int_equal(THRONG_ERROR_TASKS, 15);
    assert_int_equal(THRONG_SAME_CELL, 16);
    assert_int_equal(THRONG_ERROR_SAVE, 17);
}

static void a_context_needs_somewhere_to_go(void **state)
{
    misuse_world *world = *state;
    assert_refused(&world->host, throng_context_create(&world->host.desc, NULL),
                   THRONG_ERROR_ARGUMENT, "out");
    assert_refused(&world->host, throng_context_create(NULL, NULL), THRONG_ERROR_ARGUMENT, NULL);
}

static void a_forgotten_initialiser_is_caught(void **state)
{
    (void)state;
    const size_t right = sizeof(throng_context_desc);
    for (int i = 0; i < MISUSE_WRONG_SIZES; i++) {
        throng_context_desc desc = throng_context_desc_default();
        desc.struct_size = misuse_wrong_size(right, i);
        throng_context *context = UNTOUCHED;
        assert_int_equal(throng_context_create(&desc, &context), THRONG_ERROR_ARGUMENT);
        assert_ptr_equal(context, UNTOUCHED);
    }
    throng_context_desc_init(NULL, right);
}

/* A host that was built with shorter headers gets its own bytes written and no more. */
static void an_initialiser_writes_no_more_than_it_is_told(void **state)
{
    (void)state;
    const size_t size = offsetof(throng_context_desc, allocator);
    throng_context_desc desc;
    fill_untouched(&desc);
    throng_context_desc_init(&desc, size);
    assert_int_equal(desc.struct_size, size);
    assert_int_equal(desc.isa, THRONG_ISA_BEST);
    misuse_assert_untouched((const uint8_t *)&desc + size, sizeof desc - size, __FILE__, __LINE__);
}

static void assert_desc_refused(misuse_world *world, const throng_context_desc *desc,
                                throng_result wanted, const char *word)
{
    throng_context *context = UNTOUCHED;
    const int64_t calls = world->host.memory.calls;
    assert_refused(&world->host, throng_context_create(desc, &context), wanted, word);
    assert_ptr_equal(context, UNTOUCHED);
    assert_int_equal(world->host.memory.calls, calls);
}

static void an_inconsistent_desc_is_refused(void **state)
{
    misuse_world *world = *state;
    host_tasks tasks = {.worker_count = 2};
    throng_context_desc desc = world->host.desc;
    desc.allocator.allocate = NULL;
    assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "allocator");
    desc = world->host.desc;
    desc.allocator.release = NULL;
    assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "allocator");
    desc = world->host.desc;
    desc.isa = (throng_isa)6;
    assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "isa");
    desc.isa = (throng_isa)-1;
    assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "isa");
    desc = world->host.desc;
    desc.tasks.mode = (throng_tasks_mode)3;
    assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "tasks.mode");
    desc = world->host.desc;
    host_use_tasks(&desc, &tasks);
    desc.tasks.enqueue = NULL;
    assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "enqueue");
    host_use_tasks(&desc, &tasks);
    desc.tasks.finish = NULL;
    assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "finish");
    static const int32_t counts[] = {0, -1, 257, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        host_use_tasks(&desc, &tasks);
        desc.tasks.worker_count = counts[i];
        assert_desc_refused(world, &desc, THRONG_ERROR_ARGUMENT, "worker_count");
    }
}

static void an_instruction_set_that_is_not_there_is_refused(void **state)
{
    misuse_world *world = *state;
    int refused = 0;
    for (int isa = THRONG_ISA_BEST; isa <= THRONG_ISA_NEON; isa++) {
        throng_context_desc desc = world->host.desc;
        desc.isa = (throng_isa)isa;
        if (!throng_isa_is_usable(desc.isa)) {
            assert_desc_refused(world, &desc, THRONG_ERROR_ISA, throng_isa_name(desc.isa));
            refused++;
            continue;
        }
        assert_true(throng_isa_is_built(desc.isa));
        throng_context *context = NULL;
        assert_ok(throng_context_create(&desc, &context));
        if (desc.isa == THRONG_ISA_BEST)
            assert_int_not_equal(throng_context_isa(context), THRONG_ISA_BEST);
        else
            assert_int_equal(throng_context_isa(context), desc.isa);
        assert_ok(throng_context_destroy(context));
    }
    /* No machine has both NEON and the instruction sets of x86. */
    assert_true(refused >= 1);
    assert_true(throng_isa_is_usable(THRONG_ISA_BEST) && throng_isa_is_usable(THRONG_ISA_SCALAR));
    assert_true(throng_isa_is_built(THRONG_ISA_BEST) && throng_isa_is_built(THRONG_ISA_SCALAR));
    assert_false(throng_isa_is_usable((throng_isa)6) || throng_isa_is_usable((throng_isa)-1));
    assert_false(throng_isa_is_built((throng_isa)6) || throng_isa_is_built((throng_isa)-1));
}

static void a_context_in_use_stays(void **state)
{
    misuse_world *world = *state;
    assert_refused(&world->host, throng_context_destroy(world->context), THRONG_ERROR_IN_USE,
                   "context");
    assert_ok(throng_context_destroy(NULL));
    (void)throng_context_isa(NULL);
}

static void no_memory_for_a_context(void **state)
{
    misuse_world *world = *state;
    throng_context *context = UNTOUCHED;
    world->host.memory.fail_at = world->host.memory.calls + 1;
    assert_refused(&world->host, throng_context_create(&world->host.desc, &context),
                   THRONG_ERROR_MEMORY, "context");
    assert_ptr_equal(context, UNTOUCHED);
}

static void names_are_spelt_as_the_headers_say(void **state)
{
    (void)state;
    static const char *const isas[] = {"best", "scalar", "sse41", "avx2", "avx512", "neon"};
    static const char *const stages[] = {"cost",       "integration", "flow", "sample",
                                         "neighbours", "steer",       "move", "step"};
    for (int i = 0; i < 6; i++)
        assert_string_equal(throng_isa_name((throng_isa)i), isas[i]);
    for (int i = 0; i < 8; i++)
        assert_string_equal(throng_stage_name((throng_stage)i), stages[i]);
    assert_string_equal(throng_isa_name((throng_isa)6), "?");
    assert_string_equal(throng_isa_name((throng_isa)-1), "?");
    assert_string_equal(throng_stage_name((throng_stage)8), "?");
    assert_string_equal(throng_stage_name((throng_stage)-1), "?");
}

static void openmp_is_there_or_refused(void **state)
{
    misuse_world *world = *state;
    throng_context_desc desc = world->host.desc;
    desc.tasks.mode = THRONG_TASKS_OPENMP;
    if (throng_has_openmp()) {
        throng_context *context = NULL;
        assert_ok(throng_context_create(&desc, &context));
        assert_ok(throng_context_destroy(context));
    } else {
        assert_desc_refused(world, &desc, THRONG_ERROR_TASKS, "tasks.mode");
    }
}

static void a_log_is_not_needed(void **state)
{
    (void)state;
    throng_context *context = NULL;
    throng_cost_field *field = UNTOUCHED;
    const throng_grid grid = throng_grid_default(0, 1);
    assert_ok(throng_context_create(NULL, &context));
    assert_int_equal(throng_cost_create(context, &grid, &field), THRONG_ERROR_ARGUMENT);
    assert_ptr_equal(field, UNTOUCHED);
    assert_ok(throng_context_destroy(context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_has_a_sentence),
        cmocka_unit_test(the_linked_version_is_the_headers),
        cmocka_unit_test(the_numbers_of_results_are_frozen),
        cmocka_unit_test_setup_teardown(a_context_needs_somewhere_to_go, misuse_setup,
                                        misuse_teardown),
        cmocka_unit_test(a_forgotten_initialiser_is_caught),
        cmocka_unit_test(an_initialiser_writes_no_more_than_it_is_told),
        cmocka_unit_test_setup_teardown(an_inconsistent_desc_is_refused, misuse_setup,
                                        misuse_teardown),
        cmocka_unit_test_setup_teardown(an_instruction_set_that_is_not_there_is_refused,
                                        misuse_setup, misuse_teardown),
        cmocka_unit_test_setup_teardown(a_context_in_use_stays, misuse_setup, misuse_teardown),
        cmocka_unit_test_setup_teardown(no_memory_for_a_context, misuse_setup, misuse_teardown),
        cmocka_unit_test(names_are_spelt_as_the_headers_say),
        cmocka_unit_test_setup_teardown(openmp_is_there_or_refused, misuse_setup, misuse_teardown),
        cmocka_unit_test(a_log_is_not_needed),
    };
    return cmocka_run_group_tests_name("misuse_context", tests, NULL, NULL);
}
