#include "engine.h"
#include "json.h"
#include "picture.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: throng field MAP --goal X,Y [--goal X,Y ...] [options]\n"
    "\n"
    "Solves the integration and flow fields of a destination.\n"
    "\n"
    "  --goal X,Y       a goal cell, column and row from 0; more than one makes one destination\n"
    "  --layer NAME     land or water; without it, what can be walked on under the first goal\n"
    "  --isa NAME       best (default), scalar, sse41, avx2, avx512 or neon\n"
    "  --hash           FNV-1a of both fields\n"
    "  --png FILE       a picture of the fields\n"
    "  --json           one JSON object instead of a table\n"
    "  --help           this text\n";

typedef struct arguments {
    const char *map_words;
    tool_goals goals;
    tool_layer layer;
    bool has_layer;
    throng_isa isa;
    bool is_hashed, is_json, is_help;
    const char *png_path;
} arguments;

static bool parse_layer(const char *text, arguments *out)
{
    out->has_layer = true;
    out->layer = strcmp(text, "water") == 0 ? TOOL_LAYER_WATER : TOOL_LAYER_LAND;
    if (strcmp(text, tool_layer_name(out->layer)) != 0)
        return tool_fail("--layer is '%s'; expected land or water", text);
    return true;
}

static bool parse(int argc, char **argv, arguments *out)
{
    static const struct option options[] = {
        {"goal", required_argument, NULL, 'g'}, {"layer", required_argument, NULL, 'l'},
        {"isa", required_argument, NULL, 'i'},  {"hash", no_argument, NULL, 'x'},
        {"png", required_argument, NULL, 'p'},  {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},       {NULL, 0, NULL, 0}};
    int option = 0;
    bool is_good = true;
    while (is_good && (option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        switch (option) {
        case 'g':
            is_good = tool_goals_parse(&out->goals, optarg);
            break;
        case 'l':
            is_good = parse_layer(optarg, out);
            break;
        case 'i':
            is_good = tool_parse_isa(optarg, &out->isa);
            break;
        case 'x':
            out->is_hashed = true;
            break;
        case 'p':
            out->png_path = optarg;
            break;
        case 'j':
            out->is_json = true;
            break;
        case 'h':
            out->is_help = true;
            return true;
        default:
            return tool_refuse_option(option, argv, optind);
        }
    }
    if (is_good && optind != argc - 1)
        is_good = tool_fail("field takes one map, got %d; see throng field --help", argc - optind);
    if (is_good && out->goals.count == 0)
        is_good = tool_fail("field needs a --goal X,Y");
    if (is_good)
        out->map_words = argv[optind];
    return is_good;
}

static void print_json(const arguments *asked, const tool_map *map, const tool_engine *engine,
                       const tool_fields *fields)
{
    const tool_reach reach = tool_fields_reach(fields);
    tool_json json = {0, false};
    tool_json_begin(&json, NULL, '{');
    tool_json_string(&json, "map", map->name);
    tool_json_string(&json, "layer", tool_layer_name(asked->layer));
    tool_json_string(&json, "isa", throng_isa_name(throng_context_isa(engine->context)));
    tool_json_int(&json, "width", map->grid.width);
    tool_json_int(&json, "height", map->grid.height);
    tool_json_begin(&json, "goals", '[');
    for (int32_t i = 0; i < asked->goals.count; i++)
        tool_json_cell(&json, NULL, asked->goals.cells[i]);
    tool_json_end(&json, ']');
    tool_json_int(&json, "reached", reach.cell_count);
    tool_json_uint(&json, "max", reach.largest);
    tool_json_uint(&json, "sum", reach.sum);
    if (asked->is_hashed) {
        tool_json_hash(&json, "integration_fnv1a64", throng_integration_hash(fields->integration));
        tool_json_hash(&json, "flow_fnv1a64", throng_flow_hash(fields->flow));
    }
    tool_json_begin(&json, "stage_ms", '{');
    for (throng_stage stage = THRONG_STAGE_COST; stage <= THRONG_STAGE_FLOW; stage++)
        tool_json_number(&json, throng_stage_name(stage), tool_engine_ms(engine, stage));
    tool_json_end(&json, '}');
    tool_json_end(&json, '}');
}

static void print_table(const arguments *asked, const tool_map *map, const tool_engine *engine,
                        const tool_fields *fields)
{
    const tool_reach reach = tool_fields_reach(fields);
    const double cells = (double)map->grid.width * (double)map->grid.height;
    printf("map          %s, %d x %d cells, %s\n", map->name, map->grid.width, map->grid.height,
           tool_layer_name(asked->layer));
    printf("isa          %s\n", throng_isa_name(throng_context_isa(engine->context)));
    printf("goals        %d\n", asked->goals.count);
    printf("reached      %" PRId64 " cells, %.1f %% of the map\n", reach.cell_count,
           100.0 * (double)reach.cell_count / cells);
    printf("max          %" PRIu32 "\n", reach.largest);
    printf("sum          %" PRIu64 "\n", reach.sum);
    if (asked->is_hashed) {
        printf("integration  %016" PRIx64 "\n", throng_integration_hash(fields->integration));
        printf("flow         %016" PRIx64 "\n", throng_flow_hash(fields->flow));
    }
    printf("\n%-12s %10s %12s\n", "stage", "ms", "cells/s");
    for (throng_stage stage = THRONG_STAGE_COST; stage <= THRONG_STAGE_FLOW; stage++) {
        const double ms = tool_engine_ms(engine, stage);
        char rate[16] = "-";
        if (ms > 0.0)
            tool_format_count(cells / ms * 1000.0, rate, sizeof rate);
        printf("%-12s %10.3f %12s\n", throng_stage_name(stage), ms, rate);
    }
}

static bool work(arguments *asked, const tool_map *map, tool_engine *engine, tool_fields *fields)
{
    if (!tool_goals_check(&asked->goals, map))
        return false;
    if (!asked->has_layer)
        asked->layer = tool_map_layer_at(map, asked->goals.cells[0]);
    if (!tool_fields_open(engine, map, asked->layer, fields) ||
        !tool_fields_solve(engine, fields, asked->goals.cells, asked->goals.count))
        return false;
    if (asked->png_path != NULL) {
        const tool_picture_desc desc = {.map = map,
                                        .fields = fields,
                                        .goals = asked->goals.cells,
                                        .goal_count = asked->goals.count};
        if (!tool_picture_write(engine, &desc, asked->png_path))
            return false;
    }
    if (asked->is_json)
        print_json(asked, map, engine, fields);
    else
        print_table(asked, map, engine, fields);
    return true;
}

int tool_command_field(int argc, char **argv)
{
    arguments asked = {.layer = TOOL_LAYER_LAND, .isa = THRONG_ISA_BEST};
    tool_map map = {.terrain = NULL};
    tool_engine engine = {.context = NULL};
    tool_fields fields = {.cost = NULL};
    bool is_good = parse(argc, argv, &asked);
    if (is_good && asked.is_help) {
        fputs(help, stdout);
    } else if (is_good) {
        is_good = tool_map_load(asked.map_words, &map) && tool_engine_open(&engine, asked.isa, 1) &&
                  work(&asked, &map, &engine, &fields);
    }
    tool_fields_close(&fields);
    tool_engine_close(&engine);
    tool_map_free(&map);
    tool_goals_free(&asked.goals);
    return is_good ? TOOL_EXIT_OK : TOOL_EXIT_USAGE;
}
