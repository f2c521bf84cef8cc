/*
 * program.h: runs the command-line program and keeps what it says. Files of a test lie in a folder
 * of its own, made by program_open and removed by program_close.
 */
#ifndef TEST_PROGRAM_H
#define TEST_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define PROGRAM_TEXT_BYTES 65536

/* What one run of the program left behind. */
typedef struct program_result {
    int exit_code; /* -1 if it did not exit by itself */
    char output[PROGRAM_TEXT_BYTES], errors[PROGRAM_TEXT_BYTES];
} program_result;

/* `path` is the program, from the test's first argument. */
bool program_open(const char *path);
void program_close(void);

/* Path of a file in the test's folder; the text is overwritten by the fourth call after this one.
 */
const char *program_file(const char *name);

/* Writes a file of `length` bytes and returns its path. */
const char *program_write(const char *name, const void *bytes, size_t length);
const char *program_write_text(const char *name, const char *text);

/* Runs it with these words (NULL behind the last) and returns what it said, until the next call. */
const program_result *program_run(const char *const *words);

#define PROGRAM_RUN(...) program_run((const char *const[]){__VA_ARGS__, NULL})

/* The value of a key of the JSON on standard output, without quotes, until the fourth next call.
 * Fails the test if the key is missing or stands there twice. */
const char *program_value(const program_result *result, const char *key);
double program_number(const program_result *result, const char *key);

/* Fails the test unless the program exited with 2, said nothing on standard output and one sentence
 * on standard error that holds `piece`. */
void program_assert_refused(const program_result *result, const char *piece);

#endif
