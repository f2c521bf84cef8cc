/* throng compare: every stage on every instruction set, on one thread and on two, against plain C
 * on one thread. Everybody walks the same crowd over the same map; who computes other bits is
 * wrong. */
#include "engine.h"
#include "json.h"
#include "progress.h"
#include "spread.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "Usage: throng compare MAP [options]\n"
    "\n"
    "Runs every stage on every instruction set that this CPU and this build have, on one thread "
    "and\n"
    "(if the build has OpenMP) on two, and says how many times faster than scalar code on one "
    "thread\n"
    "it is, and whether it computes the same bits.\n"
    "\n"
    "  --agents N       how many walk over the map (default 10000)\n"
    "  --json           one JSON object instead of a table\n"
    "  --help           this text\n"
    "\n"
    "Times are minima over repeats in which all take turns: CPU time of the thread where there is "
    "one,\n"
    "time by the clock where there are two. Exit code 1 if any bit differs.\n";

/* Scalar and four instruction sets, on one thread and on two. */
#define SETTINGS_MAX 10

/* Repeats of the fields and of a step: so many that a minimum means something, and then as many as
 * time allows. */
#define REPEATS_LEAST 5
#define REPEATS_MOST 60
#define BUDGET_NS UINT64_C(5000000000)

/* Steps whose bits are compared after every stage: more than the 20 after which a crowd puts its
 * arrays into another order, fewer if scalar code takes long over them. */
#define CHECKS_LEAST 4
#define CHECKS_MOST 30
#define CHECK_BUDGET_NS UINT64_C(2000000000)

#define STEP_SECONDS (1.0f / 60.0f)

/* One way to compute. */
typedef struct setting {
    throng_isa isa;
    int32_t threads;
    tool_engine engine;
    tool_fields fields;
    throng_crowd *crowd;
    uint64_t best_ns[TOOL_STAGE_COUNT];
    bool differs[TOOL_STAGE_COUNT]; /* from the first setting */
} setting;

typedef struct compare {
    const char *map_words;
    int64_t agents;
    bool is_json, is_help;
    tool_map map;
    tool_goals goals;
    setting settings[SETTINGS_MAX]; /* the first is scalar on one thread */
    int32_t setting_count;
    uint64_t hashes[CHECKS_MOST][TOOL_STAGE_COUNT]; /* of the first setting */
    int32_t checks;
    int32_t repeats[2]; /* of the fields, of a step */
} compare;

static uint64_t thread_cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static void list_settings(compare *c)
{
    const int32_t threads_most = throng_has_openmp() ? 2 : 1;
    for (int32_t threads = 1; threads <= threads_most; threads++) {
        for (throng_isa isa = THRONG_ISA_SCALAR; isa <= THRONG_ISA_NEON; isa++) {
            if (!throng_isa_is_usable(isa))
                continue;
            setting *s = &c->settings[c->setting_count++];
            s->isa = isa;
            s->threads = threads;
            memset(s->best_ns, 0xff, sizeof s->best_ns);
        }
    }
}

static bool choose_goals(compare *c)
{
    setting *first = &c->settings[0];
    for (int32_t i = 0; i < c->map.goal_count; i++) {
        if (!tool_goals_add(&c->goals, c->map.goals[i]))
            return false;
    }
    return c->goals.count > 0 || tool_spread_find_goal(&first->engine, &first->fields, &c->goals);
}

static bool open_setting(compare *c, setting *s)
{
    if (!tool_engine_open(&s->engine, s->isa, s->threads))
        return false;
    if (s->threads == 1)
        s->engine.clock = thread_cpu_now;
    return tool_fields_open(&s->engine, &c->map, TOOL_LAYER_LAND, &s->fields) &&
           (c->goals.count > 0 || choose_goals(c)) &&
           tool_fields_solve(&s->engine, &s->fields, c->goals.cells, c->goals.count);
}

static void close_setting(setting *s)
{
    throng_crowd_destroy(s->crowd);
    tool_fields_close(&s->fields);
    tool_engine_close(&s->engine);
}

static bool make_crowd(const compare *c, setting *s, bool has_hashes)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = c->map.grid;
    desc.agent_capacity = (int32_t)c->agents;
    desc.group_capacity = 1;
    desc.hash_stages = has_hashes;
    throng_group_desc group = throng_group_desc_default();
    group.cost = s->fields.cost;
    group.integration = s->fields.integration;
    group.flow = s->fields.flow;
    int32_t number = 0;
    return tool_engine_check(&s->engine,
                             throng_crowd_create(s->engine.context, &desc, &s->crowd)) &&
           tool_engine_check(&s->engine, throng_crowd_add_group(s->crowd, &group, &number)) &&
           tool_spread_agents(&s->engine, &s->fields, s->crowd, (int32_t)c->agents, 1);
}

/* Compares what `s` has after step number `check` with what the first setting had then. False if a
 * stage differs: later steps would blame every stage. */
static bool is_equal_after(const compare *c, setting *s, int32_t check)
{
    bool is_equal = true;
    for (throng_stage stage = THRONG_STAGE_SAMPLE; stage <= THRONG_STAGE_STEP; stage++) {
        s->differs[stage] = throng_crowd_hash(s->crowd, stage) != c->hashes[check][stage];
        is_equal = is_equal && !s->differs[stage];
    }
    return is_equal;
}

/* The first setting decides how many steps are compared. */
static bool record_steps(compare *c, setting *s)
{
    const uint64_t begin = tool_now();
    for (int32_t check = 0; check < CHECKS_MOST; check++) {
        if (check >= CHECKS_LEAST && tool_now() - begin > CHECK_BUDGET_NS)
            break;
        if (!tool_engine_check(&s->engine, throng_crowd_step(s->crowd, STEP_SECONDS)))
            return false;
        for (throng_stage stage = THRONG_STAGE_SAMPLE; stage <= THRONG_STAGE_STEP; stage++)
            c->hashes[check][stage] = throng_crowd_hash(s->crowd, stage);
        c->checks = check + 1;
    }
    return true;
}

static bool compare_steps(compare *c, setting *s)
{
    for (int32_t check = 0; check < c->checks; check++) {
        if (!tool_engine_check(&s->engine, throng_crowd_step(s->crowd, STEP_SECONDS)))
            return false;
        if (!is_equal_after(c, s, check))
            break;
    }
    return true;
}

static bool check_bits(compare *c, setting *s)
{
    const tool_fields *own = &s->fields;
    const tool_fields *first = &c->settings[0].fields;
    s->differs[THRONG_STAGE_INTEGRATION] =
        throng_integration_hash(own->integration) != throng_integration_hash(first->integration);
    s->differs[THRONG_STAGE_FLOW] = throng_flow_hash(own->flow) != throng_flow_hash(first->flow);
    const bool is_first = s == &c->settings[0];
    if (!make_crowd(c, s, true) || !(is_first ? record_steps(c, s) : compare_steps(c, s)))
        return false;
    throng_crowd_destroy(s->crowd);
    s->crowd = NULL;
    return true;
}

/* After the steps that were timed, which nobody looked into. */
static void check_ends(compare *c)
{
    const throng_crowd *first = c->settings[0].crowd;
    for (int32_t i = 1; i < c->setting_count; i++) {
        setting *s = &c->settings[i];
        for (throng_stage stage = THRONG_STAGE_MOVE; stage <= THRONG_STAGE_STEP; stage++)
            s->differs[stage] = s->differs[stage] || throng_crowd_hash(s->crowd, stage) !=
                                                         throng_crowd_hash(first, stage);
    }
}

static bool solve(const compare *c, setting *s)
{
    return tool_fields_solve(&s->engine, &s->fields, c->goals.cells, c->goals.count);
}

static bool step(const compare *c, setting *s)
{
    (void)c;
    return tool_engine_check(&s->engine, throng_crowd_step(s->crowd, STEP_SECONDS));
}

/* Lets `s` work once and keeps the stages' times if they are its best. */
static bool time_once(const compare *c, setting *s, bool (*work)(const compare *, setting *))
{
    memset(s->engine.stage_ns, 0, sizeof s->engine.stage_ns);
    memset(s->engine.stage_calls, 0, sizeof s->engine.stage_calls);
    if (!work(c, s))
        return false;
    for (int32_t stage = 0; stage < TOOL_STAGE_COUNT; stage++) {
        const uint64_t ns = s->engine.stage_ns[stage];
        if (s->engine.stage_calls[stage] > 0 && ns < s->best_ns[stage])
            s->best_ns[stage] = ns;
    }
    return true;
}

/* All settings take turns, so that what else the machine does hits all alike. */
static bool take_turns(compare *c, const char *what, bool (*work)(const compare *, setting *),
                       int32_t *repeats)
{
    tool_progress progress = tool_progress_begin(what);
    const uint64_t begin = tool_now();
    bool is_good = true;
    for (int32_t i = 0; i < REPEATS_MOST && is_good; i++) {
        const uint64_t spent = tool_now() - begin;
        if (i >= REPEATS_LEAST && spent > BUDGET_NS)
            break;
        for (int32_t k = 0; k < c->setting_count && is_good; k++)
            is_good = time_once(c, &c->settings[k], work);
        *repeats = i + 1;
        const double by_time = (double)spent / (double)BUDGET_NS;
        const double by_count = (double)(i + 1) / REPEATS_MOST;
        tool_progress_show(&progress, by_time > by_count ? by_time : by_count, "");
    }
    tool_progress_end(&progress);
    return is_good;
}

static bool is_of_cells(throng_stage stage)
{
    return stage <= THRONG_STAGE_FLOW;
}

static double ns_per_item(const compare *c, const setting *s, throng_stage stage)
{
    const double items = is_of_cells(stage) ? (double)c->map.grid.width * (double)c->map.grid.height
                                            : (double)c->agents;
    return (double)s->best_ns[stage] / items;
}

static double ratio(const compare *c, const setting *s, throng_stage stage)
{
    const double own = (double)s->best_ns[stage];
    return own > 0.0 ? (double)c->settings[0].best_ns[stage] / own : 0.0;
}

static int32_t count_differing(const compare *c)
{
    int32_t count = 0;
    for (int32_t i = 0; i < c->setting_count; i++) {
        for (int32_t stage = 0; stage < TOOL_STAGE_COUNT; stage++)
            count += c->settings[i].differs[stage];
    }
    return count;
}

static void print_json(const compare *c)
{
    tool_json json = {0, false};
    tool_json_begin(&json, NULL, '{');
    tool_json_string(&json, "map", c->map.name);
    tool_json_int(&json, "width", c->map.grid.width);
    tool_json_int(&json, "height", c->map.grid.height);
    tool_json_int(&json, "agents", c->agents);
    tool_json_int(&json, "steps_checked", c->checks);
    tool_json_int(&json, "repeats_fields", c->repeats[0]);
    tool_json_int(&json, "repeats_steps", c->repeats[1]);
    tool_json_begin(&json, "stages", '[');
    for (throng_stage stage = THRONG_STAGE_INTEGRATION; stage <= THRONG_STAGE_STEP; stage++) {
        for (int32_t i = 0; i < c->setting_count; i++) {
            const setting *s = &c->settings[i];
            tool_json_begin(&json, NULL, '{');
            tool_json_string(&json, "stage", throng_stage_name(stage));
            tool_json_string(&json, "isa", throng_isa_name(s->isa));
            tool_json_int(&json, "threads", s->threads);
            tool_json_number(&json, "ratio", ratio(c, s, stage));
            tool_json_number(&json, "ns", ns_per_item(c, s, stage));
            tool_json_string(&json, "per", is_of_cells(stage) ? "cell" : "agent");
            tool_json_bool(&json, "equal", !s->differs[stage]);
            tool_json_end(&json, '}');
        }
    }
    tool_json_end(&json, ']');
    tool_json_bool(&json, "all_equal", count_differing(c) == 0);
    tool_json_end(&json, '}');
}

/* The stages of all settings with so many threads, side by side. */
static void print_block(const compare *c, int32_t threads)
{
    printf("\n%-18s", threads == 1 ? "one thread" : "two threads");
    for (int32_t i = 0; i < c->setting_count; i++) {
        if (c->settings[i].threads == threads)
            printf(" %19s", throng_isa_name(c->settings[i].isa));
    }
    putchar('\n');
    for (throng_stage stage = THRONG_STAGE_INTEGRATION; stage <= THRONG_STAGE_STEP; stage++) {
        printf("  %-16s", throng_stage_name(stage));
        for (int32_t i = 0; i < c->setting_count; i++) {
            const setting *s = &c->settings[i];
            if (s->threads == threads)
                printf(" %8.2f ns  x%-5.2f %c", ns_per_item(c, s, stage), ratio(c, s, stage),
                       s->differs[stage] ? '!' : '=');
        }
        putchar('\n');
    }
}

static void print_table(const compare *c)
{
    const int32_t differing = count_differing(c);
    printf("map              %s, %d x %d cells\n", c->map.name, c->map.grid.width,
           c->map.grid.height);
    printf("agents           %lld\n", (long long)c->agents);
    printf("bits             compared after every stage of %d steps, and after %d more\n",
           c->checks, c->repeats[1]);
    printf("times            the least of %d solves and of %d steps, per cell (integration, flow) "
           "or agent;\n                 x = times faster than scalar on one thread; = same bits, ! "
           "other bits\n",
           c->repeats[0], c->repeats[1]);
    print_block(c, 1);
    if (throng_has_openmp())
        print_block(c, 2);
    if (differing == 0)
        printf("\nall equal        %d ways to compute, the same bits\n", c->setting_count);
    else
        printf("\nNOT EQUAL        %d stages, marked with !, compute other bits than scalar\n",
               differing);
}

static bool parse(int argc, char **argv, compare *out)
{
    static const struct option options[] = {{"agents", required_argument, NULL, 'a'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option = 0;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            out->is_help = true;
            return true;
        }
        if (option == '?' || option == ':')
            return tool_refuse_option(option, argv, optind);
        if (option == 'j')
            out->is_json = true;
        else if (!tool_parse_int(optarg, "--agents", 1, THRONG_AGENTS_MAX, &out->agents))
            return false;
    }
    if (optind != argc - 1)
        return tool_fail("compare takes one map, got %d; see throng compare --help", argc - optind);
    out->map_words = argv[optind];
    return true;
}

static bool work(compare *c)
{
    list_settings(c);
    bool is_good = tool_map_load(c->map_words, &c->map);
    tool_progress progress = tool_progress_begin("comparing bits");
    for (int32_t i = 0; i < c->setting_count && is_good; i++) {
        tool_progress_show(&progress, (double)i / c->setting_count, "");
        is_good = open_setting(c, &c->settings[i]) && check_bits(c, &c->settings[i]);
    }
    tool_progress_end(&progress);
    for (int32_t i = 0; i < c->setting_count && is_good; i++)
        is_good = make_crowd(c, &c->settings[i], false);
    is_good = is_good && take_turns(c, "timing steps", step, &c->repeats[1]);
    if (is_good)
        check_ends(c);
    is_good = is_good && take_turns(c, "timing fields", solve, &c->repeats[0]);
    if (is_good && c->is_json)
        print_json(c);
    else if (is_good)
        print_table(c);
    return is_good;
}

int tool_command_compare(int argc, char **argv)
{
    compare *c = tool_alloc(1, sizeof *c);
    if (c == NULL)
        return TOOL_EXIT_USAGE;
    c->agents = 10000;
    bool is_good = parse(argc, argv, c);
    if (is_good && c->is_help)
        fputs(help, stdout);
    else
        is_good = is_good && work(c);
    int code = TOOL_EXIT_USAGE;
    if (is_good)
        code = count_differing(c) == 0 ? TOOL_EXIT_OK : TOOL_EXIT_WRONG;
    for (int32_t i = 0; i < c->setting_count; i++)
        close_setting(&c->settings[i]);
    tool_goals_free(&c->goals);
    tool_map_free(&c->map);
    free(c);
    return code;
}
