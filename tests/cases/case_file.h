/*
 * case_file.h: a reader of the common form of case files: lines `key = words`, of which `grid`,
 * `costs`, `dmap` and `fmap` are followed by a block of as many raw lines as the last map has rows.
 */
#ifndef TEST_CASE_FILE_H
#define TEST_CASE_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* More than the 2000 characters of a line can hold in numbers of one digit and a blank. */
#define CASE_WORDS_MAX 1024

typedef struct case_line {
    int number; /* in the file, from 1 */
    const char *key;
    const char *rest; /* everything behind the `=`, without blanks at its ends */
    char **words;     /* `rest` cut at blanks */
    int word_count;
    char **block; /* block_count raw lines; NULL for most keys */
    int block_count;
} case_line;

typedef struct case_file {
    char name[128]; /* file name without folder and .txt */
    case_line *lines;
    int line_count;
    char *text; /* holds the characters of all words and blocks */
    char *word_text;
} case_file;

/* Reads a file. False, with a sentence on stderr that names file and line, if it is not of the
 * form. */
bool case_file_read(const char *path, case_file *out);
void case_file_free(case_file *file);

/* The first line with the key, or NULL. */
const case_line *case_file_find(const case_file *file, const char *key);

bool case_line_is(const case_line *line, const char *key);

/* Word `index` as a number; the running cmocka test fails, naming the line, if it is none. */
double case_number(const case_line *line, int index);
int32_t case_int(const case_line *line, int index);

/* The map that the lines `legend`, `grid`, `costs`, `open` and `fill` build up. */
typedef struct case_map {
    int32_t width, height; /* 0 before the first map */
    uint8_t *costs;
    uint8_t legend[256]; /* 0 = no meaning */
} case_map;

void case_map_start(case_map *map);
void case_map_free(case_map *map);

typedef enum case_map_change {
    CASE_MAP_OTHER,  /* the line is about something else */
    CASE_MAP_LEGEND, /* a letter got its meaning */
    CASE_MAP_NEW,    /* a new map of perhaps another size */
    CASE_MAP_FILLED  /* a rectangle changed; words 0..4 of the line are x y width height cost */
} case_map_change;

/* Does what a line says to the map. The running cmocka test fails if the line makes no sense. */
case_map_change case_map_apply(case_map *map, const case_line *line);

#endif
