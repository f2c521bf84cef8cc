/*
 * tool.h: what the parts of the command-line program share: exit codes, errors and numbers.
 *
 * Names of the program start with tool_, so that every throng_ in these files is a call of the
 * library: the program is also an example of how to use it.
 */
#ifndef TOOL_TOOL_H
#define TOOL_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <throng/throng.h>

/* Exit codes of every command. */
enum {
    TOOL_EXIT_OK = 0,    /* all is well */
    TOOL_EXIT_WRONG = 1, /* the work was done and found something wrong */
    TOOL_EXIT_USAGE = 2  /* the arguments, an input file or an output file are not usable */
};

/* Prints "throng: " and one sentence on standard error. Always false, so that a caller can return
 * it. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
bool tool_fail(const char *format, ...);

/* Prints "throng: note: " and one sentence on standard error: work goes on. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void tool_note(const char *format, ...);

/* malloc that says so when there is no memory; NULL then. `count` * `bytes` may not wrap. */
void *tool_alloc(size_t count, size_t bytes);

/* Reads a whole number `low` .. `high`; the sentence of the failure names `what`. */
bool tool_parse_int(const char *text, const char *what, int64_t low, int64_t high, int64_t *out);

/* Reads 0 .. 2^64 - 1. */
bool tool_parse_uint64(const char *text, const char *what, uint64_t *out);

/* Reads a finite number low .. high. */
bool tool_parse_number(const char *text, const char *what, double low, double high, double *out);

/* Reads "X,Y". */
bool tool_parse_cell(const char *text, const char *what, throng_cell *out);

/* Reads one of "best scalar sse41 avx2 avx512 neon". */
bool tool_parse_isa(const char *text, throng_isa *out);

/* Says what is wrong with the option that getopt_long has just refused: `option` is what it
 * returned,
 * ':' for a missing value (the option string begins with ':'). Always false. */
bool tool_refuse_option(int option, char **argv, int next_index);

/* The part of a path behind its last slash. */
const char *tool_base_name(const char *path);

/* The next number of splitmix64 (Steele, Lea and Flood 2014): the program's only source of chance.
 */
uint64_t tool_random(uint64_t *state);

/* 0 <= r < 1 with 24 random bits, all that a float holds. */
float tool_random_unit(uint64_t *state);

/* Monotonic time in nanoseconds. */
uint64_t tool_now(void);

/* "12.3 M" and the like, 4 characters of number: for tables that people read. */
void tool_format_count(double value, char *text, size_t text_bytes);

/* The commands; argv[0] is the command's name. Each returns an exit code. */
int tool_command_run(int argc, char **argv);
int tool_command_field(int argc, char **argv);
int tool_command_scen(int argc, char **argv);
int tool_command_compare(int argc, char **argv);
int tool_command_quality(int argc, char **argv);
int tool_command_info(int argc, char **argv);

#endif
