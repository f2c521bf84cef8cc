/* The command-line program: finds the command and hands it the rest of the line. */
#include "map.h"

#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
} command;

static const command commands[] = {
    {"run", tool_command_run, "move a crowd over a map: a table, a picture, a video"},
    {"field", tool_command_field, "solve the fields of a destination: numbers, hashes, a picture"},
    {"scen", tool_command_scen, "check a map against published path lengths"},
    {"compare", tool_command_compare,
     "every stage on every instruction set: same bits, how much faster"},
    {"quality", tool_command_quality, "how well the crowd behaves: scenarios, metrics, targets"},
    {"info", tool_command_info, "what this build is"},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_help(FILE *stream)
{
    fputs("Usage: throng COMMAND ...\n\nCrowds through grid worlds with flow fields.\n\n", stream);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(stream, "  %-10s %s\n", commands[i].name, commands[i].about);
    fputs("\n  --help     this text; each command has its own\n"
          "  --version  the version of the library\n"
          "\nA MAP is a .map file (MovingAI), a .pgm or .png grey image (white = cost 1, darker =\n"
          "dearer, black = wall), random:SIZE[:SEED], or one of the built-in scenes:\n\n",
          stream);
    for (const tool_scene *scene = tool_scenes; scene->name != NULL; scene++)
        fprintf(stream, "  %-10s %s\n", scene->name, scene->about);
    fputs("\nExit codes: 0 all is well, 1 something was found wrong, 2 unusable arguments or "
          "files.\n",
          stream);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return TOOL_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help(stdout);
        return TOOL_EXIT_OK;
    }
    if (strcmp(name, "--version") == 0) {
        const int32_t version = throng_version();
        printf("throng %d.%d.%d\n", version / 10000, version / 100 % 100, version % 100);
        return TOOL_EXIT_OK;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            const int code = commands[i].run(argc - 1, argv + 1);
            if (fflush(stdout) != 0) {
                tool_fail("standard output cannot be written");
                return TOOL_EXIT_USAGE;
            }
            return code;
        }
    }
    tool_fail("'%s' is no command; expected run, field, scen, compare, quality or info", name);
    return TOOL_EXIT_USAGE;
}
