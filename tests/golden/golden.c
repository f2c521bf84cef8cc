/*
 * golden.c: the same bits everywhere. Every scene is computed with each instruction set, with
 * threads of every kind and number, and in a crowd with a past beside one without; each time the
 * hashes of all stages must be those of the record, which other compilers, build types and
 * processors are held to as well.
 *
 *     golden RECORD            compare; pairs of instruction set and thread count (all, in the full
 * form) golden --isas RECORD     each instruction set, on one thread golden --best RECORD     the
 * best instruction set alone, for slow emulators golden --threads RECORD  the best instruction set
 * on all numbers of threads, for ThreadSanitizer golden --write RECORD    write the record of this
 * form (THRONG_TEST_FULL=1: the full one)
 */
#include "golden_crowd.h"
#include "golden_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cases/crowd_workers.h"

/* ---- one run --------------------------------------------------------------------------------- */

static const golden_size *size = &golden_short;
static int32_t form;
static golden_record record;

/* Runs the scene; `hash` gets what became of it. */
static void run(golden_scene scene, const golden_setup *setup, uint64_t hash[GOLDEN_STAGES])
{
    golden_world world;
    golden_crowd crowd;
    golden_world_open(&world, scene, size, setup);
    golden_crowd_open(&crowd, &world);
    for (int32_t turn = 0; turn < size->turns; turn++) {
        golden_world_turn(&world, turn);
        golden_crowd_turn(&crowd, &world, turn);
    }
    memcpy(hash, world.hash, sizeof world.hash);
    for (int32_t s = THRONG_STAGE_SAMPLE; s < GOLDEN_STAGES; s++)
        hash[s] = crowd.hash[s];
    golden_crowd_close(&crowd);
    golden_world_close(&world);
}

static int32_t count_differences(golden_scene scene, const char *how,
                                 const uint64_t hash[GOLDEN_STAGES])
{
    int32_t differences = 0;
    for (int32_t s = 0; s < GOLDEN_STAGES; s++) {
        const char *const stage = throng_stage_name((throng_stage)s);
        if (!record.is_known[form][scene][s])
            print_error("%s %s %s: no hash on record\n", size->name, golden_scene_names[scene],
                        stage);
        else if (hash[s] == record.hash[form][scene][s])
            continue;
        else
            print_error("%s %s %s, %s: %016" PRIx64 " on record, %016" PRIx64 " now\n", size->name,
                        golden_scene_names[scene], stage, how, record.hash[form][scene][s],
                        hash[s]);
        differences++;
    }
    return differences;
}

static const char advice[] =
    "If all rows agree on the new hashes and the change is meant: write the record anew (golden "
    "--write), "
    "raise THRONG_SIMULATION_VERSION, and say why in CHANGELOG.md under Behaviour.";

static void run_and_compare(golden_scene scene, const golden_setup *setup)
{
    static const char *const modes[] = {"serial", "OpenMP", "host tasks"};
    uint64_t hash[GOLDEN_STAGES];
    char how[64];
    run(scene, setup, hash);
    snprintf(how, sizeof how, "%s, %s, %d workers", throng_isa_name(setup->isa),
             modes[setup->tasks.mode], setup->tasks.worker_count);
    if (count_differences(scene, how, hash) > 0)
        fail_msg("%s", advice);
}

/* ---- how it is run --------------------------------------------------------------------------- */

static const int32_t worker_counts[] = {1, 2, 3, 8, 32};
enum { WORKER_COUNTS = sizeof worker_counts / sizeof *worker_counts };

static enum { PAIRS, ISAS, BEST, THREADS } plan = PAIRS;

static throng_tasks tasks_of(throng_tasks_mode mode, int32_t worker_count)
{
    if (mode == THRONG_TASKS_OPENMP && !throng_has_openmp())
        mode = THRONG_TASKS_HOST;
    if (mode == THRONG_TASKS_HOST)
        return crowd_tasks(worker_count);
    return (throng_tasks){.mode = mode, .worker_count = worker_count};
}

/* Serial, and both kinds of threads: all of them in the full form and by the plan of threads;
 * otherwise one kind for each count, so that every instruction set meets every count, and every
 * kind does too. */
static void run_threads(golden_scene scene, throng_isa isa)
{
    golden_setup setup = {isa, tasks_of(THRONG_TASKS_NONE, 1)};
    run_and_compare(scene, &setup);
    if (plan == ISAS || plan == BEST)
        return;
    const bool all = plan == THREADS || size == &golden_full;
    for (int32_t k = 0; k < WORKER_COUNTS; k++)
        for (throng_tasks_mode mode = THRONG_TASKS_OPENMP; mode <= THRONG_TASKS_HOST; mode++) {
            /* One worker leaves the calling thread to nobody; the first instruction set shows it.
             */
            const bool is_chosen =
                worker_counts[k] > 1 ? (k + (int32_t)isa + (int32_t)mode + (int32_t)scene) % 2 == 0
                                     : isa == THRONG_ISA_SCALAR;
            if (!all && !is_chosen)
                continue;
            setup.tasks = tasks_of(mode, worker_counts[k]);
            run_and_compare(scene, &setup);
        }
}

/* What a test is about. */
typedef struct subject {
    char name[48];
    golden_scene scene;
    throng_isa isa;
} subject;

static void hashes_are_those_on_record(void **state)
{
    const subject *const of = *state;
    if (!throng_isa_is_usable(of->isa)) {
        print_message("This processor or this build lacks %s.\n", throng_isa_name(of->isa));
        skip();
    }
    run_threads(of->scene, of->isa);
}

/* Halfway through a scene, its crowd is copied; from then on both live through the same. */
static void the_past_of_a_crowd_does_not_matter(void **state)
{
    const subject *const of = *state;
    const golden_setup setup = {of->isa, tasks_of(THRONG_TASKS_HOST, 3)};
    golden_world world;
    golden_crowd crowd, copy;
    golden_world_open(&world, of->scene, &golden_short, &setup);
    golden_crowd_open(&crowd, &world);
    const int32_t turns = golden_short.turns;
    for (int32_t turn = 0; turn < turns; turn++) {
        golden_world_turn(&world, turn);
        golden_crowd_turn(&crowd, &world, turn);
        if (turn > turns / 2)
            golden_crowd_turn(&copy, &world, turn);
        if (turn == turns / 2)
            golden_crowd_open_copy(&copy, &crowd, &world);
        for (int32_t s = THRONG_STAGE_SAMPLE; turn > turns / 2 && s < GOLDEN_STAGES; s++)
            if (copy.hash[s] != crowd.hash[s])
                fail_msg("turn %d of %s: %s differs in a copy of the crowd", turn,
                         golden_scene_names[of->scene], throng_stage_name((throng_stage)s));
    }
    throng_crowd_view one, two;
    assert_ok(throng_crowd_read(crowd.crowd, &one));
    assert_ok(throng_crowd_read(copy.crowd, &two));
    int32_t elsewhere = 0;
    for (int32_t i = 0; i < one.count; i++)
        elsewhere += one.ids[i] != two.ids[i];
    print_message("%d of %d agents are stored elsewhere\n", elsewhere, one.count);
    golden_crowd_close(&copy);
    golden_crowd_close(&crowd);
    golden_world_close(&world);
}

/* ---- the program ----------------------------------------------------------------------------- */

static void print_record(void)
{
    for (int32_t scene = 0; scene < GOLDEN_SCENES; scene++)
        for (int32_t s = 0; s < GOLDEN_STAGES; s++)
            printf("%s %s %s %016" PRIx64 "\n", size->name, golden_scene_names[scene],
                   throng_stage_name((throng_stage)s), record.hash[form][scene][s]);
}

static int write_record(const char *path)
{
    if (!golden_record_read(path, &record))
        return 1;
    for (int32_t scene = 0; scene < GOLDEN_SCENES; scene++) {
        const golden_setup setup = {THRONG_ISA_SCALAR, tasks_of(THRONG_TASKS_NONE, 1)};
        run((golden_scene)scene, &setup, record.hash[form][scene]);
        for (int32_t s = 0; s < GOLDEN_STAGES; s++)
            record.is_known[form][scene][s] = true;
    }
    print_record();
    return golden_record_write(path, &record) ? 0 : 1;
}

enum { MOST_TESTS = GOLDEN_SCENES * (THRONG_ISA_NEON + 2) };

static struct CMUnitTest test_of(subject *of, CMUnitTestFunction function, golden_scene scene,
                                 throng_isa isa, const char *what)
{
    snprintf(of->name, sizeof of->name, "%s %s, %s", size->name, golden_scene_names[scene], what);
    of->scene = scene;
    of->isa = isa;
    return (struct CMUnitTest){of->name, function, NULL, NULL, of};
}

static int run_plan(void)
{
    static subject subjects[MOST_TESTS];
    static struct CMUnitTest tests[MOST_TESTS];
    size_t count = 0;
    for (golden_scene scene = 0; scene < GOLDEN_SCENES; scene++) {
        for (throng_isa isa = THRONG_ISA_BEST; isa <= THRONG_ISA_NEON; isa++) {
            const bool is_best = isa == THRONG_ISA_BEST;
            if (!throng_isa_is_built(isa) || ((plan == BEST || plan == THREADS) && !is_best))
                continue;
            tests[count] = test_of(&subjects[count], hashes_are_those_on_record, scene, isa,
                                   throng_isa_name(isa));
            count++;
        }
        if (plan != PAIRS)
            continue;
        tests[count] = test_of(&subjects[count], the_past_of_a_crowd_does_not_matter, scene,
                               THRONG_ISA_BEST, "copied halfway");
        count++;
    }
    return _cmocka_run_group_tests("golden", tests, count, NULL, NULL);
}

int main(int argc, char **argv)
{
    if (test_is_full()) {
        size = &golden_full;
        form = 1;
    }
    const char *const option = argc == 3 ? argv[1] : "", *const path =
                                                             argv[argc > 1 ? argc - 1 : 0];
    const bool writes = strcmp(option, "--write") == 0;
    if (strcmp(option, "--isas") == 0)
        plan = ISAS;
    else if (strcmp(option, "--best") == 0)
        plan = BEST;
    else if (strcmp(option, "--threads") == 0)
        plan = THREADS;
    else if (argc < 2 || argc > 3 || (argc == 3 && !writes)) {
        fprintf(stderr, "usage: golden [--isas | --best | --threads | --write] RECORD\n");
        return 2;
    }
    throng_context *context = NULL;
    if (throng_context_create(NULL, &context) != THRONG_OK)
        return 1;
    printf("best instruction set: %s\n", throng_isa_name(throng_context_isa(context)));
    throng_context_destroy(context);
    if (writes)
        return write_record(path);
    if (!golden_record_read(path, &record))
        return 1;
    print_record();
    fflush(stdout);
    return run_plan() != 0;
}
