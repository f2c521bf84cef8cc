#include "json.h"
#include "tool.h"

#include <getopt.h>
#include <stdio.h>

static const char help[] =
    "Usage: throng info [--json]\n"
    "\n"
    "Says what this build of throng is: version, instruction sets, threads, compiler.\n"
    "\n"
    "  --json      one JSON object instead of text\n"
    "  --help      this text\n";

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#if defined(NDEBUG)
#define ASSERTIONS false
#else
#define ASSERTIONS true
#endif

static void print_json(void)
{
    tool_json json = {0, false};
    char version[32];
    const int32_t number = throng_version();
    snprintf(version, sizeof version, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
    tool_json_begin(&json, NULL, '{');
    tool_json_string(&json, "version", version);
    tool_json_int(&json, "simulation_version", throng_simulation_version());
    for (int32_t usable = 0; usable < 2; usable++) {
        tool_json_begin(&json, usable ? "isas_usable" : "isas_built", '[');
        for (throng_isa isa = THRONG_ISA_SCALAR; isa <= THRONG_ISA_NEON; isa++) {
            if (usable ? throng_isa_is_usable(isa) : throng_isa_is_built(isa))
                tool_json_string(&json, NULL, throng_isa_name(isa));
        }
        tool_json_end(&json, ']');
    }
    tool_json_bool(&json, "openmp", throng_has_openmp());
    tool_json_bool(&json, "sleef", false);
    tool_json_string(&json, "compiler", COMPILER);
    tool_json_bool(&json, "assertions", ASSERTIONS);
    tool_json_end(&json, '}');
}

static void print_text(void)
{
    const int32_t number = throng_version();
    printf("version              %d.%d.%d\n", number / 10000, number / 100 % 100, number % 100);
    printf("simulation version   %d\n", throng_simulation_version());
    printf("instruction sets    ");
    for (throng_isa isa = THRONG_ISA_SCALAR; isa <= THRONG_ISA_NEON; isa++) {
        const char *state = !throng_isa_is_built(isa)   ? "not built"
                            : throng_isa_is_usable(isa) ? "usable"
                                                        : "not on this CPU";
        printf(" %s: %s%s", throng_isa_name(isa), state, isa < THRONG_ISA_NEON ? "," : "\n");
    }
    printf("OpenMP               %s\n", throng_has_openmp() ? "yes" : "no");
    /* No stage of this version needs a transcendental function, so nothing asks for SLEEF. */
    printf("SLEEF                not used\n");
    printf("compiler             %s%s\n", COMPILER, ASSERTIONS ? ", with assertions" : "");
}

int tool_command_info(int argc, char **argv)
{
    static const struct option options[] = {
        {"json", no_argument, NULL, 'j'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    bool is_json = false;
    int option = 0;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return TOOL_EXIT_OK;
        }
        if (option != 'j') {
            tool_refuse_option(option, argv, optind);
            return TOOL_EXIT_USAGE;
        }
        is_json = true;
    }
    if (optind != argc) {
        tool_fail("info takes no '%s'; see throng info --help", argv[optind]);
        return TOOL_EXIT_USAGE;
    }
    if (is_json)
        print_json();
    else
        print_text();
    return TOOL_EXIT_OK;
}
