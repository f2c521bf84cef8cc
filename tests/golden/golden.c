/*
 * golden.c: the same bits everywhere. A scene is computed with each instruction set, with threads
 * of every kind and number, and in a crowd with a past beside one without; each time the hashes of
 * all stages must be those of the record, which other compilers, build types and processors are
 * held to as well.
 *
 *     golden RECORD [SCENE]           pairs of instruction set, thread count and kind of threads
 *     golden --best=ISA RECORD        ISA must be the best here; it alone, on one thread: for
 * emulators golden --isas RECORD            every instruction set on one thread: for slow builds
 *     golden --threads RECORD         the best one on every number of threads: for ThreadSanitizer
 *     golden --write RECORD           write the record of this form, by the scalar kernels
 *
 * The environment variable THRONG_TEST_FULL=1 chooses the full form.
 */
#include "golden_crowd.h"
#include "golden_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cases/crowd_workers.h"

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
        if (setup->reloads && turn == size->turns / 2)
            golden_crowd_reload(&crowd, &world);
        golden_world_turn(&world, turn);
        golden_crowd_turn(&crowd, &world, turn);
    }
    memcpy(hash, world.hash, sizeof world.hash);
    for (int32_t s = THRONG_STAGE_SAMPLE; s < GOLDEN_STAGES; s++)
        hash[s] = crowd.hash[s];
    golden_crowd_close(&crowd);
    golden_world_close(&world);
}

static const char *const modes[] = {"serial", "OpenMP", "host tasks"};

/* Says what differs from the record. */
static int32_t count_differences(golden_scene scene, const golden_setup *setup,
                                 const uint64_t hash[GOLDEN_STAGES])
{
    int32_t differences = 0;
    for (int32_t s = 0; s < GOLDEN_STAGES; s++) {
        const char *const stage = throng_stage_name((throng_stage)s);
        if (!record.is_known[form][scene][s])
            fprintf(stderr, "%s %s %s: no hash on record\n", size->name, golden_scene_names[scene],
                    stage);
        else if (hash[s] == record.hash[form][scene][s])
            continue;
        else
            fprintf(
                stderr,
                "%s %s %s (%s, %s, %d workers%s): %016" PRIx64 " on record, %016" PRIx64 " now\n",
                size->name, golden_scene_names[scene], stage, throng_isa_name(setup->isa),
                modes[setup->tasks.mode], setup->tasks.worker_count,
                setup->reloads ? ", saved and loaded" : "", record.hash[form][scene][s], hash[s]);
        differences++;
    }
    return differences;
}

static int32_t run_and_compare(golden_scene scene, throng_isa isa, throng_tasks tasks, bool reloads)
{
    const golden_setup setup = {isa, tasks, reloads};
    uint64_t hash[GOLDEN_STAGES];
    run(scene, &setup, hash);
    return count_differences(scene, &setup, hash) > 0;
}

static const int32_t worker_counts[] = {1, 2, 3, 8, 32};
enum { WORKER_COUNTS = sizeof worker_counts / sizeof *worker_counts };

static throng_tasks tasks_of(throng_tasks_mode mode, int32_t worker_count)
{
    if (mode == THRONG_TASKS_OPENMP && !throng_has_openmp())
        mode = THRONG_TASKS_HOST;
    if (mode == THRONG_TASKS_HOST)
        return crowd_tasks(worker_count);
    return (throng_tasks){.mode = mode, .worker_count = worker_count};
}

/* Serial, and both kinds of threads with every count; or only one kind for each count, so that
 * every instruction set meets every count, and both kinds do too. Returns how many runs differed.
 */
static int32_t run_threads(golden_scene scene, throng_isa isa, bool all)
{
    int32_t runs = 1, failed = run_and_compare(scene, isa, tasks_of(THRONG_TASKS_NONE, 1), false);
    for (int32_t k = 0; k < WORKER_COUNTS; k++)
        for (throng_tasks_mode mode = THRONG_TASKS_OPENMP; mode <= THRONG_TASKS_HOST; mode++) {
            /* One worker leaves nothing to others: one instruction set is enough to show that. */
            const bool is_chosen =
                worker_counts[k] > 1 ? (k + (int32_t)isa + (int32_t)mode + (int32_t)scene) % 2 == 0
                                     : isa == THRONG_ISA_SCALAR;
            if (!all && !is_chosen)
                continue;
            failed += run_and_compare(scene, isa, tasks_of(mode, worker_counts[k]), k % 2 == 0);
            runs++;
        }
    printf("%s %s, %s: %d of %d runs as on record\n", size->name, golden_scene_names[scene],
           throng_isa_name(isa), runs - failed, runs);
    fflush(stdout);
    return failed;
}

static bool is_equal_now(const golden_crowd *crowd, const golden_crowd *copy, int32_t turn)
{
    for (int32_t s = THRONG_STAGE_SAMPLE; s < GOLDEN_STAGES; s++)
        if (copy->hash[s] != crowd->hash[s]) {
            fprintf(stderr, "turn %d: %s differs in a copy of the crowd\n", turn,
                    throng_stage_name((throng_stage)s));
            return false;
        }
    return true;
}

static int32_t count_elsewhere(const golden_crowd *crowd, const golden_crowd *copy)
{
    throng_crowd_view one, two;
    golden_expect_ok(throng_crowd_read(crowd->crowd, &one));
    golden_expect_ok(throng_crowd_read(copy->crowd, &two));
    golden_expect(one.count == two.count);
    int32_t elsewhere = 0;
    for (int32_t i = 0; i < one.count; i++)
        elsewhere += one.ids[i] != two.ids[i];
    return elsewhere;
}

/* Halfway through the scene its crowd is saved and another loaded; from then on both live through
 * the same. */
static int32_t run_copy(golden_scene scene)
{
    const golden_setup setup = {THRONG_ISA_BEST, tasks_of(THRONG_TASKS_HOST, 3), false};
    const int32_t turns = size->turns, half = turns / 2;
    golden_world world;
    golden_crowd crowd, copy;
    golden_world_open(&world, scene, size, &setup);
    golden_crowd_open(&crowd, &world);
    bool is_equal = true;
    for (int32_t turn = 0; turn < turns && is_equal; turn++) {
        golden_world_turn(&world, turn);
        golden_crowd_turn(&crowd, &world, turn);
        if (turn > half)
            golden_crowd_turn(&copy, &world, turn);
        if (turn == half)
            golden_crowd_open_copy(&copy, &crowd, &world);
        is_equal = turn <= half || is_equal_now(&crowd, &copy, turn);
    }
    printf("%s %s, copied halfway: %s; %d agents are stored elsewhere\n", size->name,
           golden_scene_names[scene], is_equal ? "the same" : "not the same",
           count_elsewhere(&crowd, &copy));
    golden_crowd_close(&copy);
    golden_crowd_close(&crowd);
    golden_world_close(&world);
    return !is_equal;
}

static int32_t run_once(golden_scene scene, throng_isa isa)
{
    const int32_t failed = run_and_compare(scene, isa, tasks_of(THRONG_TASKS_NONE, 1), false);
    printf("%s %s, %s: %s\n", size->name, golden_scene_names[scene], throng_isa_name(isa),
           failed ? "differs" : "as on record");
    return failed;
}

static int32_t run_pairs(golden_scene scene)
{
    int32_t failed = run_copy(scene) + run_once(scene, THRONG_ISA_BEST);
    for (throng_isa isa = THRONG_ISA_SCALAR; isa <= THRONG_ISA_NEON; isa++)
        if (throng_isa_is_usable(isa))
            failed += run_threads(scene, isa, false);
        else if (throng_isa_is_built(isa))
            printf("This processor lacks %s.\n", throng_isa_name(isa));
    return failed;
}

static int write_record(const char *path)
{
    const golden_setup setup = {THRONG_ISA_SCALAR, tasks_of(THRONG_TASKS_NONE, 1), false};
    for (int32_t scene = 0; scene < GOLDEN_SCENES; scene++) {
        run((golden_scene)scene, &setup, record.hash[form][scene]);
        for (int32_t s = 0; s < GOLDEN_STAGES; s++)
            record.is_known[form][scene][s] = true;
    }
    return golden_record_write(path, &record) ? 0 : 1;
}

static throng_isa best_isa(void)
{
    throng_context *context = NULL;
    golden_expect_ok(throng_context_create(NULL, &context));
    const throng_isa isa = throng_context_isa(context);
    golden_expect_ok(throng_context_destroy(context));
    printf("best instruction set: %s\n", throng_isa_name(isa));
    return isa;
}

/* Runs what the option asks for; returns how many runs differed. */
static int32_t run_scene(golden_scene scene, const char *option)
{
    if (!option)
        return run_pairs(scene);
    if (strcmp(option, "--threads") == 0)
        return run_threads(scene, THRONG_ISA_BEST, true);
    if (strncmp(option, "--best", 6) == 0)
        return run_once(scene, THRONG_ISA_BEST);
    int32_t failed = 0;
    for (throng_isa isa = THRONG_ISA_SCALAR; isa <= THRONG_ISA_NEON; isa++)
        failed += throng_isa_is_usable(isa) ? run_once(scene, isa) : 0;
    return failed;
}

/* False, with a sentence, if the option names another instruction set as the best than it is. */
static bool is_best(const char *option, throng_isa best)
{
    if (strcmp(option + strlen("--best="), throng_isa_name(best)) == 0)
        return true;
    fprintf(stderr, "The best instruction set is %s.\n", throng_isa_name(best));
    return false;
}

static int usage(void)
{
    fprintf(stderr, "usage: golden [--best=ISA | --isas | --threads | --write] RECORD [SCENE]\n");
    return 2;
}

int main(int argc, char **argv)
{
    const char *const option = argc > 1 && argv[1][0] == '-' ? argv[1] : NULL;
    const int first = option ? 2 : 1;
    if (argc <= first || argc > first + 2)
        return usage();
    const char *const path = argv[first], *const only = argc > first + 1 ? argv[first + 1] : NULL;
    form = test_is_full() ? 1 : 0;
    size = golden_forms[form];
    if (!golden_record_read(path, &record))
        return 1;
    const throng_isa best = best_isa();
    if (option && strcmp(option, "--write") == 0)
        return write_record(path);
    if (option && strncmp(option, "--best=", 7) == 0) {
        if (!is_best(option, best))
            return 1;
    } else if (option && strcmp(option, "--threads") != 0 && strcmp(option, "--isas") != 0) {
        return usage();
    }
    int32_t failed = 0, scenes = 0;
    for (golden_scene scene = 0; scene < GOLDEN_SCENES; scene++) {
        if (only && strcmp(only, golden_scene_names[scene]) != 0)
            continue;
        failed += run_scene(scene, option);
        scenes++;
    }
    if (scenes == 0)
        return usage();
    if (failed)
        fprintf(stderr,
                "If all compilers and instruction sets agree on the new hashes and the change is "
                "meant: write "
                "the record anew (golden --write), raise THRONG_SIMULATION_VERSION, and say why in "
                "CHANGELOG.md under Behaviour.\n");
    return failed != 0;
}
