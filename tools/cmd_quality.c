/* throng quality: how well the crowd behaves: scenarios, metrics, targets. */
#include "quality/board.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: throng quality [options]\n"
    "\n"
    "Runs crowds through scenarios that crowds are known to fail in, measures them by the places\n"
    "of the agents, and compares the worst of all seeds with targets.\n"
    "\n"
    "  --scenario NAME  only this one; may be a pattern, 'door-*', and be given again\n"
    "  --seeds N        arrangements per scenario (default 10, with --quick 1)\n"
    "  --quick          one seed and shorter runs: under a minute\n"
    "  --time-gap S     of evacuation scenarios, in s, instead of their own\n"
    "  --threads N      scenarios at the same time (default 1); changes no number\n"
    "  --png FOLDER     a picture of the trajectories per scenario, into a folder that exists\n"
    "  --table FILE     writes the numbers as a table for --gate\n"
    "  --gate FILE      compares with such a table; the exit code then says whether a metric got\n"
    "                   worse, not whether all targets are met\n"
    "  --json           one JSON object instead of a table\n"
    "  --hash           instead of measuring: a hash per scenario, of the first steps; with\n"
    "                   --threads N of a step. It is the same whatever else is said here:\n"
    "  --isa NAME       scalar, sse41, avx2, avx512 or neon, for --hash\n"
    "  --reload         half way on, go on from a save, for --hash\n"
    "  --help           this text\n"
    "\n"
    "Exit code 1 if a target is missed.\n"
    "\n"
    "Scenarios:";

/* Largest thread count that the library takes. */
#define THREADS_MAX 256

typedef struct words {
    quality_board board;
    int64_t seeds, threads; /* 0 seeds: not said */
    const char *table_path, *gate_path;
    bool is_json, is_help, is_hash;
    quality_manner manner;
} words;

static bool add_scenario(quality_board *board, const char *name)
{
    if (board->scenario_count == QUALITY_SCENARIOS_MAX)
        return tool_fail("--scenario may be given %d times at most", QUALITY_SCENARIOS_MAX);
    board->scenarios[board->scenario_count++] = name;
    return true;
}

static bool parse_option(int option, words *out)
{
    switch (option) {
    case 's':
        return add_scenario(&out->board, optarg);
    case 'n':
        return tool_parse_int(optarg, "--seeds", 1, QUALITY_SEEDS_MAX, &out->seeds);
    case 't':
        return tool_parse_int(optarg, "--threads", 1, THREADS_MAX, &out->threads);
    case 'T':
        return tool_parse_number(optarg, "--time-gap", 0.01, 10.0, &out->board.time_gap);
    case 'p':
        out->board.folder = optarg;
        return true;
    case 'w':
        out->table_path = optarg;
        return true;
    case 'g':
        out->gate_path = optarg;
        return true;
    case 'q':
        out->board.is_quick = true;
        return true;
    case 'h':
        out->is_help = true;
        return true;
    case 'H':
        out->is_hash = true;
        return true;
    case 'i':
        return tool_parse_isa(optarg, &out->manner.isa);
    case 'r':
        out->manner.is_reloaded = true;
        return true;
    default:
        out->is_json = true;
        return true;
    }
}

/* Refuses options that say nothing together. */
static bool check_hash(const words *asked)
{
    if (!asked->is_hash && (asked->manner.is_reloaded || asked->manner.isa != THRONG_ISA_BEST))
        return tool_fail("--isa and --reload are for --hash");
    if (asked->is_hash &&
        (asked->is_json || asked->seeds > 0 || asked->board.folder != NULL ||
         asked->board.time_gap > 0 || asked->table_path != NULL || asked->gate_path != NULL))
        return tool_fail("--hash measures nothing: it goes with --scenario, --threads, --isa and "
                         "--reload only");
    return true;
}

static bool parse(int argc, char **argv, words *out)
{
    static const struct option options[] = {
        {"scenario", required_argument, NULL, 's'}, {"seeds", required_argument, NULL, 'n'},
        {"threads", required_argument, NULL, 't'},  {"png", required_argument, NULL, 'p'},
        {"table", required_argument, NULL, 'w'},    {"gate", required_argument, NULL, 'g'},
        {"time-gap", required_argument, NULL, 'T'}, {"quick", no_argument, NULL, 'q'},
        {"json", no_argument, NULL, 'j'},           {"hash", no_argument, NULL, 'H'},
        {"isa", required_argument, NULL, 'i'},      {"reload", no_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0}};
    int option = 0;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return tool_refuse_option(option, argv, optind);
        if (!parse_option(option, out))
            return false;
    }
    if (optind != argc && !out->is_help)
        return tool_fail("quality takes no '%s'; see throng quality --help", argv[optind]);
    if (!check_hash(out))
        return false;
    out->board.is_quick = out->board.is_quick || out->is_hash;
    out->board.seeds = out->seeds > 0 ? (int32_t)out->seeds : (out->board.is_quick ? 1 : 10);
    out->board.threads = (int32_t)out->threads;
    return true;
}

static void print_help(void)
{
    fputs(help, stdout);
    size_t column = 80; /* of the line; the first name opens a new one */
    for (int32_t t = 0; t < quality_trial_count; t++) {
        const char *const name = quality_trials[t].scenario;
        bool is_told = false;
        for (int32_t k = 0; k < t; k++)
            is_told = is_told || strcmp(name, quality_trials[k].scenario) == 0;
        if (is_told)
            continue;
        column += strlen(name) + 1;
        if (column > 76) {
            fputs("\n ", stdout);
            column = strlen(name) + 2;
        }
        printf(" %s", name);
    }
    putchar('\n');
}

static int finish(const words *asked)
{
    const quality_board *const board = &asked->board;
    if (asked->is_json)
        quality_print_json(board);
    else
        quality_print_table(board);
    if (asked->table_path != NULL && !quality_write_table(board, asked->table_path))
        return TOOL_EXIT_USAGE;
    int32_t wrong = quality_failed_count(board);
    if (asked->gate_path != NULL && !quality_compare_table(board, asked->gate_path, &wrong))
        return TOOL_EXIT_USAGE;
    return wrong == 0 ? TOOL_EXIT_OK : TOOL_EXIT_WRONG;
}

static int print_hashes(words *asked)
{
    asked->manner.workers = asked->board.threads;
    asked->board.manner = &asked->manner;
    return quality_print_hashes(&asked->board) ? TOOL_EXIT_OK : TOOL_EXIT_WRONG;
}

int tool_command_quality(int argc, char **argv)
{
    words asked = {.threads = 1};
    int code = TOOL_EXIT_USAGE;
    if (!parse(argc, argv, &asked))
        return code;
    if (asked.is_help) {
        print_help();
        return TOOL_EXIT_OK;
    }
    if (quality_board_open(&asked.board)) {
        if (asked.is_hash)
            code = print_hashes(&asked);
        else if (quality_board_run(&asked.board))
            code = finish(&asked);
    }
    quality_board_close(&asked.board);
    return code;
}
