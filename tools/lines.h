/* lines.h: whole files, and their lines with numbers for error messages. */
#ifndef TOOL_LINES_H
#define TOOL_LINES_H

#include "tool.h"

typedef struct tool_file {
    const char *path; /* the caller's */
    char *bytes;      /* `length` bytes and a NUL behind them */
    size_t length;
} tool_file;

/* Reads a file of 1 .. `byte_limit` bytes. Free with tool_file_close. */
bool tool_file_open(const char *path, size_t byte_limit, tool_file *out);

void tool_file_close(tool_file *file);

/* A place in a file's text; start from {file, 0, 0, NULL, 0}. */
typedef struct tool_lines {
    const tool_file *file;
    size_t next;      /* offset of the line behind this one */
    int32_t number;   /* of the line in `text`, from 1 */
    const char *text; /* not terminated; spaces, tabs and CR at its end are not part of it */
    size_t length;
} tool_lines;

/* The next line; false at the end. Lines end in LF or CR LF, the last one may lack it. */
bool tool_lines_next(tool_lines *lines);

/* One word of a line, cut at spaces and tabs. */
typedef struct tool_word {
    const char *text;
    size_t length;
} tool_word;

/* Cuts the present line into at most `capacity` words and returns how many it holds. */
int32_t tool_lines_words(const tool_lines *lines, tool_word *words, int32_t capacity);

bool tool_word_is(tool_word word, const char *text);

/* Reads a word as a whole number low .. high; false, without a message, if it is none. */
bool tool_word_int(tool_word word, int64_t low, int64_t high, int64_t *out);

/* Reads a word as a number that is finite and not negative. */
bool tool_word_number(tool_word word, double *out);

#endif
