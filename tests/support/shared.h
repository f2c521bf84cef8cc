/*
 * shared.h: where the real maps and the case files are. They are not part of the repository: the
 * environment variable THRONG_SHARED names a folder with maps/ and cases/, THRONG_MAPS one with the
 * maps alone; otherwise ../shared beside the sources is tried.
 */
#ifndef TEST_SHARED_H
#define TEST_SHARED_H

#include <stdbool.h>
#include <stddef.h>

#define TEST_PATH_BYTES 1024

/* What Meson takes for "skipped". */
#define TEST_EXIT_SKIP 77

/* Writes the folder of `part` ("maps", "cases/fields", "cases/crowds"). False, with a plain
 * sentence on stderr, if there is none; the test program then returns TEST_EXIT_SKIP. */
bool test_shared_folder(const char *part, char path[TEST_PATH_BYTES]);

/* Names of files, relative to a folder, in the order of strcmp. */
typedef struct test_names {
    char **names;
    int count;
} test_names;

/* The files of `folder` and, if `deep`, of its direct subfolders whose names end in `suffix`. */
test_names test_list_files(const char *folder, const char *suffix, bool deep);
void test_names_free(test_names *names);

/* A whole file with a terminating zero; NULL if it cannot be read. The caller frees it. */
char *test_read_file(const char *path, size_t *size);

/* folder/name, cut off if it does not fit (then no such file exists). */
void test_join_path(const char *folder, const char *name, char path[TEST_PATH_BYTES]);

/* The next line of a text, without its LF or CRLF, or NULL at the end. Changes the text. */
char *test_next_line(char **text);

/* Cuts `line` at blanks and tabs into at most `capacity` words; returns how many there are (more
 * than `capacity` if they did not fit). Changes the line. */
int test_split_words(char *line, char **words, int capacity);

#endif
