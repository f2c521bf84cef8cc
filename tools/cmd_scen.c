#include "engine.h"
#include "json.h"
#include "progress.h"
#include "scenario.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: throng scen MAP FILE [options]\n"
    "\n"
    "Checks a map against a list of known paths: every start and goal of FILE.\n"
    "\n"
    "A .scen file (MovingAI) holds published lengths: the flow is walked from each start, a "
    "straight\n"
    "step counts 1 and a diagonal one the root of 2. A line agrees exactly within 0.0051, the\n"
    "precision of its print; it agrees by rounding if the walk is at most 1.01 times as long, "
    "where\n"
    "10 and 14 choose another path than 1 and the root of 2 do.\n"
    "An .exact.tsv file holds costs in steps of 10 and 14 (column cost10_14), which must be "
    "equal.\n"
    "A published length of 0 between two different cells means that there is no way.\n"
    "\n"
    "  --isa NAME       best (default), scalar, sse41, avx2, avx512 or neon\n"
    "  --json           one JSON object instead of text\n"
    "  --help           this text\n"
    "\n"
    "Exit code 1 if a line disagrees.\n";

/* Half a unit of the last digit of the coarsest published lists (2 decimals), and a hair. */
#define PRINT_TOLERANCE 0.0051

/* The root of 2 over 14/10 is 1.0102: a path of least 10/14 cost is never longer than that, and
 * would have to be all diagonal beside a straight one to come near. */
#define ROUNDED_RATIO 1.01

#define ROOT_2 1.41421356237309504880

/* Mismatched lines that are named one by one; the rest is counted only. */
#define NAMED_MISMATCHES 10

typedef struct arguments {
    const char *map_words;
    const char *list_path;
    throng_isa isa;
    bool is_json, is_help;
} arguments;

typedef struct verdict {
    int32_t checked, exact, rounded, mismatched, unreachable;
    double worst_difference;    /* over all lines with a way; cells (.scen) or cost (.exact.tsv) */
    double worst_rounded_ratio; /* over the lines that agree by rounding; 1 if there is none */
} verdict;

static bool parse(int argc, char **argv, arguments *out)
{
    static const struct option options[] = {{"isa", required_argument, NULL, 'i'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option = 0;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            out->is_help = true;
            return true;
        }
        if (option == 'j')
            out->is_json = true;
        else if (option != 'i')
            return tool_refuse_option(option, argv, optind);
        else if (!tool_parse_isa(optarg, &out->isa))
            return false;
    }
    if (optind != argc - 2)
        return tool_fail("scen takes a map and a list, got %d; see throng scen --help",
                         argc - optind);
    out->map_words = argv[optind];
    out->list_path = argv[optind + 1];
    return true;
}

/* Length of the walk along the flow; negative if it does not end at a goal. */
static double walk(const tool_fields *fields, throng_cell cell)
{
    const throng_grid grid = throng_flow_grid(fields->flow);
    const int64_t step_limit = (int64_t)grid.width * grid.height;
    int64_t straight = 0;
    int64_t diagonal = 0;
    while (straight + diagonal <= step_limit) {
        const throng_cell step = throng_flow_step(throng_flow_at(fields->flow, cell));
        if (step.x == 0 && step.y == 0)
            break;
        cell.x += step.x;
        cell.y += step.y;
        if (step.x != 0 && step.y != 0)
            diagonal++;
        else
            straight++;
    }
    const bool is_there = throng_integration_at(fields->integration, cell) == 0;
    return is_there ? (double)straight + (double)diagonal * ROOT_2 : -1.0;
}

static bool agrees(const tool_scenario *list, const tool_scenario_line *line,
                   const tool_fields *fields, verdict *out, char *why, size_t why_bytes)
{
    const uint32_t cost = throng_integration_at(fields->integration, line->start);
    const bool is_same = line->start.x == line->goal.x && line->start.y == line->goal.y;
    const bool has_no_way = !list->is_exact && line->length == 0.0 && !is_same;
    if (cost == THRONG_UNREACHABLE) {
        out->unreachable++;
        out->exact += has_no_way;
        snprintf(why, why_bytes, "there is no way");
        return has_no_way;
    }
    if (list->is_exact) {
        const double difference = fabs((double)cost - (double)line->cost);
        out->worst_difference = fmax(out->worst_difference, difference);
        out->exact += cost == line->cost;
        snprintf(why, why_bytes, "the field says %u, the list %u", cost, line->cost);
        return cost == line->cost;
    }
    const double length = walk(fields, line->start);
    const double difference = fabs(length - line->length);
    out->worst_difference = fmax(out->worst_difference, difference);
    snprintf(why, why_bytes, "the walk is %.6f long, the list says %.6f", length, line->length);
    if (length < 0.0 || has_no_way)
        return false;
    if (difference <= PRINT_TOLERANCE) {
        out->exact++;
        return true;
    }
    if (length > line->length && length <= ROUNDED_RATIO * line->length) {
        out->rounded++;
        out->worst_rounded_ratio = fmax(out->worst_rounded_ratio, length / line->length);
        return true;
    }
    return false;
}

static void name_mismatch(const arguments *asked, const tool_scenario_line *line,
                          const verdict *so_far, const char *why)
{
    if (so_far->mismatched <= NAMED_MISMATCHES)
        tool_fail("%s:%d: from %d,%d to %d,%d %s", asked->list_path, line->number, line->start.x,
                  line->start.y, line->goal.x, line->goal.y, why);
}

/* Solves for the line's goal unless the fields already hold it. A goal in a wall leaves them alone;
 * `*is_solved` is false then. */
static bool solve(tool_engine *engine, tool_fields *fields, throng_cell goal, bool *is_solved)
{
    *is_solved = throng_cost_at(fields->cost, goal) != THRONG_WALL;
    if (*is_solved && throng_integration_at(fields->integration, goal) == 0)
        return true;
    return !*is_solved || tool_fields_solve(engine, fields, &goal, 1);
}

static bool check_lines(const arguments *asked, const tool_map *map, const tool_scenario *list,
                        tool_engine *engine, tool_fields fields[2], verdict *out)
{
    tool_progress progress = tool_progress_begin("checking");
    bool is_good = true;
    for (int32_t i = 0; i < list->line_count && is_good; i++) {
        const tool_scenario_line *line = &list->lines[i];
        const tool_layer layer = tool_map_layer_at(map, line->start);
        bool is_solved = false;
        char why[96] = "the goal is in a wall";
        is_good =
            (fields[layer].cost != NULL || tool_fields_open(engine, map, layer, &fields[layer])) &&
            solve(engine, &fields[layer], line->goal, &is_solved);
        if (!is_good)
            break;
        out->checked++;
        /* A wall as goal is right where the list says that there is no way. */
        const bool is_listed_none = !list->is_exact && line->length == 0.0;
        if (!is_solved)
            out->unreachable++;
        const bool is_right =
            is_solved ? agrees(list, line, &fields[layer], out, why, sizeof why) : is_listed_none;
        if (!is_solved && is_right)
            out->exact++;
        if (!is_right) {
            out->mismatched++;
            name_mismatch(asked, line, out, why);
        }
        tool_progress_show(&progress, (double)i / list->line_count, "");
    }
    tool_progress_end(&progress);
    return is_good;
}

static void print_json(const arguments *asked, const tool_map *map, const tool_scenario *list,
                       const tool_engine *engine, const verdict *found)
{
    tool_json json = {0, false};
    tool_json_begin(&json, NULL, '{');
    tool_json_string(&json, "map", map->name);
    tool_json_string(&json, "list", tool_base_name(asked->list_path));
    tool_json_string(&json, "kind", list->is_exact ? "exact" : "scen");
    tool_json_string(&json, "isa", throng_isa_name(throng_context_isa(engine->context)));
    tool_json_int(&json, "checked", found->checked);
    tool_json_int(&json, "exact", found->exact);
    tool_json_int(&json, "rounded", found->rounded);
    tool_json_int(&json, "mismatched", found->mismatched);
    tool_json_number(&json, "worst_difference", found->worst_difference);
    tool_json_number(&json, "worst_rounded_ratio", found->worst_rounded_ratio);
    tool_json_int(&json, "unreachable", found->unreachable);
    tool_json_end(&json, '}');
}

static void print_text(const arguments *asked, const tool_map *map, const tool_scenario *list,
                       const tool_engine *engine, const verdict *found)
{
    printf("map               %s\n", map->name);
    printf("list              %s\n", tool_base_name(asked->list_path));
    printf("isa               %s\n", throng_isa_name(throng_context_isa(engine->context)));
    printf("checked           %d\n", found->checked);
    printf("  exact           %d\n", found->exact);
    if (!list->is_exact)
        printf("  by rounding     %d, at most %.5f times as long\n", found->rounded,
               found->worst_rounded_ratio);
    printf("  mismatched      %d\n", found->mismatched);
    printf("unreachable       %d\n", found->unreachable);
    printf("worst difference  %.6f\n", found->worst_difference);
}

int tool_command_scen(int argc, char **argv)
{
    arguments asked = {.isa = THRONG_ISA_BEST};
    tool_map map = {.terrain = NULL};
    tool_scenario list = {.lines = NULL};
    tool_engine engine = {.context = NULL};
    tool_fields fields[2] = {{.cost = NULL}, {.cost = NULL}};
    verdict found = {.worst_rounded_ratio = 1.0};
    bool is_good = parse(argc, argv, &asked);
    if (is_good && asked.is_help) {
        fputs(help, stdout);
        return TOOL_EXIT_OK;
    }
    is_good = is_good && tool_map_load(asked.map_words, &map) &&
              tool_scenario_load(asked.list_path, &map, &list) &&
              tool_engine_open(&engine, asked.isa, 1) &&
              check_lines(&asked, &map, &list, &engine, fields, &found);
    if (is_good && asked.is_json)
        print_json(&asked, &map, &list, &engine, &found);
    else if (is_good)
        print_text(&asked, &map, &list, &engine, &found);
    tool_fields_close(&fields[0]);
    tool_fields_close(&fields[1]);
    tool_engine_close(&engine);
    tool_scenario_free(&list);
    tool_map_free(&map);
    if (!is_good)
        return TOOL_EXIT_USAGE;
    return found.mismatched == 0 ? TOOL_EXIT_OK : TOOL_EXIT_WRONG;
}
