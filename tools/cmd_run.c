#include "run.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: throng run MAP [options]\n"
    "       throng run SCENE [options]\n"
    "\n"
    "Moves a crowd over a map and says how long every stage took and whether all was well. The\n"
    "built-in scenes are listed by throng --help; some have parties that start and go where the\n"
    "scene says. On all other maps each goal\n"
    "is a small disc of cells round the one that is named; whoever finds it full settles round "
    "it.\n"
    "Agents of 0.3 m radius that walk 1.4 m/s start all over the ground that leads to a goal.\n"
    "\n"
    "  --agents N       how many (default: what the scene says, or 10000)\n"
    "  --goal X,Y       a goal cell, column and row from 0; may be given again. Without it the "
    "scene's\n"
    "                   own goals, or the passable cell nearest the middle of the map\n"
    "  --seconds S      simulated time, in steps of 1/60 s (default: the scene's, or 60)\n"
    "  --threads N      1 (default) or more, by OpenMP\n"
    "  --isa NAME       best (default), scalar, sse41, avx2, avx512 or neon\n"
    "  --seed N         where agents start and how fast they are (default 1)\n"
    "  --png FILE       a picture of the end\n"
    "  --video FILE     a video by ffmpeg; .mp4, .webm or .gif\n"
    "  --json           one JSON object instead of a table\n"
    "  --help           this text\n"
    "\n"
    "Exit code 1 if an agent was in a wall or lost after any step.\n";

/* Points of a tail in a picture: with four a second, two seconds. */
#define TRAIL_RATE (TOOL_RUN_RATE / TOOL_RUN_TRAIL_STEPS)
#define TRAIL_LENGTH (2 * TRAIL_RATE)

/* A day; steps then still fit an int32_t: 86400 * 60 = 5,184,000. */
#define SECONDS_MAX 86400.0

/* Largest thread count that the library takes. */
#define THREADS_MAX 256

static bool parse_option(int option, tool_run_options *out)
{
    int64_t value = 0;
    switch (option) {
    case 'a':
        return tool_parse_int(optarg, "--agents", 1, THRONG_AGENTS_MAX, &out->agents);
    case 'g':
        return tool_goals_parse(&out->points, optarg);
    case 's':
        return tool_parse_number(optarg, "--seconds", 0.0, SECONDS_MAX, &out->seconds);
    case 't':
        if (!tool_parse_int(optarg, "--threads", 1, THREADS_MAX, &value))
            return false;
        out->threads = value;
        return true;
    case 'i':
        return tool_parse_isa(optarg, &out->isa);
    case 'r':
        return tool_parse_uint64(optarg, "--seed", &out->seed);
    case 'p':
        out->png_path = optarg;
        return true;
    case 'v':
        out->video_path = optarg;
        return true;
    default:
        out->is_json = true;
        return true;
    }
}

static bool parse(int argc, char **argv, tool_run_options *out)
{
    static const struct option options[] = {{"agents", required_argument, NULL, 'a'},
                                            {"goal", required_argument, NULL, 'g'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"isa", required_argument, NULL, 'i'},
                                            {"seed", required_argument, NULL, 'r'},
                                            {"png", required_argument, NULL, 'p'},
                                            {"video", required_argument, NULL, 'v'},
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
        if (!parse_option(option, out))
            return false;
    }
    if (optind != argc - 1)
        return tool_fail("run takes one map, got %d; see throng run --help", argc - optind);
    out->map_words = argv[optind];
    return true;
}

static bool work(tool_run *run)
{
    tool_track track = {.count = 0};
    const bool is_drawn = run->options.png_path != NULL || run->options.video_path != NULL;
    bool is_good = tool_run_prepare(run);
    const int32_t trail = (int32_t)(run->map.trail_seconds * TRAIL_RATE);
    is_good = is_good &&
              (!is_drawn || tool_track_open(&track, run->map.cast, (int32_t)run->options.agents,
                                            trail > 0 ? trail : TRAIL_LENGTH)) &&
              tool_run_steps(run, &track) && tool_run_draw(run, &track);
    tool_track_close(&track);
    if (is_good && run->options.is_json)
        tool_run_print_json(run);
    else if (is_good)
        tool_run_print_table(run);
    return is_good;
}

int tool_command_run(int argc, char **argv)
{
    static const tool_run_options defaults = {
        .threads = 1, .seconds = -1.0, .isa = THRONG_ISA_BEST, .seed = 1};
    tool_run run;
    memset(&run, 0, sizeof run);
    run.options = defaults;
    bool is_good = parse(argc, argv, &run.options);
    if (is_good && run.options.is_help)
        fputs(help, stdout);
    else
        is_good = is_good && work(&run);
    throng_crowd_destroy(run.crowd);
    for (int32_t p = 0; p < TOOL_PARTIES_MAX; p++) {
        throng_congestion_destroy(run.congestion[p]);
        tool_fields_close(&run.fields[p]);
        tool_goals_free(&run.area[p]);
    }
    throng_terrain_destroy(run.terrain);
    throng_danger_destroy(run.danger);
    tool_engine_close(&run.engine);
    tool_map_free(&run.map);
    tool_goals_free(&run.options.points);
    if (!is_good)
        return TOOL_EXIT_USAGE;
    const bool is_well = run.result.wall_violations == 0 && run.result.end.quarantined == 0;
    return is_well ? TOOL_EXIT_OK : TOOL_EXIT_WRONG;
}
