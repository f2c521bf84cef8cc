#include "case_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shared.h"

static const char blanks[] = " \t\r";

static void *grow(void *memory, size_t bytes)
{
    void *grown = realloc(memory, bytes);
    if (!grown)
        abort();
    return grown;
}

static char *trim(char *text)
{
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool has_block(const char *key)
{
    return strcmp(key, "grid") == 0 || strcmp(key, "costs") == 0 || strcmp(key, "dmap") == 0 ||
           strcmp(key, "fmap") == 0;
}

static bool makes_map(const char *key)
{
    return strcmp(key, "grid") == 0 || strcmp(key, "costs") == 0 || strcmp(key, "open") == 0;
}

/* Cuts a line into key and words. `spare` is room for the words and moves behind them. */
static bool parse_line(char *text, char **spare, case_line *line)
{
    char *equals = strchr(text, '=');
    if (!equals)
        return false;
    *equals = '\0';
    line->key = trim(text);
    line->rest = trim(equals + 1);
    char *words[CASE_WORDS_MAX];
    strcpy(*spare, line->rest);
    line->word_count = test_split_words(*spare, words, CASE_WORDS_MAX);
    *spare += strlen(line->rest) + 1;
    if (line->word_count > CASE_WORDS_MAX)
        return false;
    line->words = grow(NULL, (size_t)(line->word_count + 1) * sizeof *line->words);
    memcpy(line->words, words, (size_t)line->word_count * sizeof *words);
    return line->key[0] != '\0';
}

static bool parse_block(char **text, int *number, int height, case_line *line)
{
    if (height < 1)
        return false;
    line->block = grow(NULL, (size_t)height * sizeof *line->block);
    for (; line->block_count < height; line->block_count++) {
        char *row = test_next_line(text);
        if (!row)
            return false;
        ++*number;
        line->block[line->block_count] = row;
    }
    return true;
}

static bool parse(char *text, case_file *file)
{
    char *spare = file->word_text;
    int number = 0, height = 0;
    for (char *row; (row = test_next_line(&text)) != NULL;) {
        number++;
        if (row[0] == '#' || row[strspn(row, blanks)] == '\0')
            continue;
        file->lines = grow(file->lines, (size_t)(file->line_count + 1) * sizeof *file->lines);
        case_line *line = &file->lines[file->line_count++];
        *line = (case_line){0};
        line->number = number;
        bool is_good = parse_line(row, &spare, line);
        if (is_good && makes_map(line->key))
            height = line->word_count == 2 ? atoi(line->words[1]) : 0;
        if (is_good && has_block(line->key))
            is_good = parse_block(&text, &number, height, line);
        if (!is_good) {
            fprintf(stderr, "%s: line %d is not `key = words` with its whole block.\n", file->name,
                    line->number);
            return false;
        }
    }
    return true;
}

bool case_file_read(const char *path, case_file *out)
{
    *out = (case_file){0};
    const char *slash = strrchr(path, '/');
    snprintf(out->name, sizeof out->name, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out->name, '.');
    if (dot)
        *dot = '\0';
    out->text = test_read_file(path, NULL);
    if (!out->text) {
        fprintf(stderr, "%s cannot be read.\n", path);
        return false;
    }
    /* The words of a line and their zero are never longer than the line with its line feed. */
    out->word_text = grow(NULL, strlen(out->text) + 2);
    if (parse(out->text, out))
        return true;
    case_file_free(out);
    return false;
}

void case_file_free(case_file *file)
{
    for (int i = 0; i < file->line_count; i++) {
        free(file->lines[i].words);
        free(file->lines[i].block);
    }
    free(file->lines);
    free(file->text);
    free(file->word_text);
    file->lines = NULL;
    file->text = file->word_text = NULL;
    file->line_count = 0;
}

bool case_line_is(const case_line *line, const char *key)
{
    return strcmp(line->key, key) == 0;
}

const case_line *case_file_find(const case_file *file, const char *key)
{
    for (int i = 0; i < file->line_count; i++)
        if (case_line_is(&file->lines[i], key))
            return &file->lines[i];
    return NULL;
}

double case_number(const case_line *line, int index)
{
    if (index >= line->word_count)
        fail_msg("line %d: `%s` has only %d words", line->number, line->key, line->word_count);
    char *end = NULL;
    const double number = strtod(line->words[index], &end);
    if (end == line->words[index] || *end)
        fail_msg("line %d: `%s` is no number", line->number, line->words[index]);
    return number;
}

int32_t case_int(const case_line *line, int index)
{
    const double number = case_number(line, index);
    if (!(number >= INT32_MIN && number <= INT32_MAX) || (double)(int32_t)number != number)
        fail_msg("line %d: `%s` is no whole number of 32 bits", line->number, line->words[index]);
    return (int32_t)number;
}

void case_map_start(case_map *map)
{
    *map = (case_map){0};
    map->legend['.'] = 1;
    map->legend['#'] = 255;
    for (int digit = 1; digit <= 9; digit++)
        map->legend['0' + digit] = (uint8_t)digit;
}

void case_map_free(case_map *map)
{
    free(map->costs);
    *map = (case_map){0};
}

static uint8_t cost_of(const case_line *line, double number)
{
    if (!(number >= 1 && number <= 255) || number != (double)(uint8_t)number)
        fail_msg("line %d: a cost is 1..255", line->number);
    return (uint8_t)number;
}

static void read_grid_row(case_map *map, const case_line *line, int32_t y)
{
    const char *row = line->block[y];
    if (strcspn(row, blanks) != (size_t)map->width)
        fail_msg("line %d: row %d of the grid is not %d characters", line->number, y, map->width);
    for (int32_t x = 0; x < map->width; x++) {
        const uint8_t cost = map->legend[(unsigned char)row[x]];
        if (cost == 0)
            fail_msg("line %d: `%c` in row %d means nothing", line->number, row[x], y);
        map->costs[y * map->width + x] = cost;
    }
}

static void read_costs_row(case_map *map, const case_line *line, int32_t y)
{
    char *at = line->block[y];
    for (int32_t x = 0; x < map->width; x++) {
        char *end = NULL;
        map->costs[y * map->width + x] = cost_of(line, strtod(at, &end));
        at = end;
    }
}

static void start_map(case_map *map, const case_line *line)
{
    const int32_t width = case_int(line, 0), height = case_int(line, 1);
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        fail_msg("line %d: a side is 1..16384 cells", line->number);
    map->width = width;
    map->height = height;
    map->costs = grow(map->costs, (size_t)width * (size_t)height);
    memset(map->costs, 1, (size_t)width * (size_t)height);
    for (int32_t y = 0; y < line->block_count; y++) {
        if (case_line_is(line, "grid"))
            read_grid_row(map, line, y);
        else
            read_costs_row(map, line, y);
    }
}

static void fill_map(case_map *map, const case_line *line)
{
    const int32_t left = case_int(line, 0), top = case_int(line, 1);
    const int32_t width = case_int(line, 2), height = case_int(line, 3);
    const uint8_t cost = cost_of(line, case_number(line, 4));
    if (left < 0 || top < 0 || width < 1 || height < 1 || width > map->width - left ||
        height > map->height - top)
        fail_msg("line %d: the rectangle is not on the map", line->number);
    for (int32_t y = top; y < top + height; y++)
        memset(map->costs + (size_t)y * (size_t)map->width + left, cost, (size_t)width);
}

case_map_change case_map_apply(case_map *map, const case_line *line)
{
    if (case_line_is(line, "legend")) {
        if (line->word_count != 2 || strlen(line->words[0]) != 1)
            fail_msg("line %d: a legend is a character and a cost", line->number);
        map->legend[(unsigned char)line->words[0][0]] = cost_of(line, case_number(line, 1));
        return CASE_MAP_LEGEND;
    }
    if (makes_map(line->key)) {
        start_map(map, line);
        return CASE_MAP_NEW;
    }
    if (case_line_is(line, "fill")) {
        fill_map(map, line);
        return CASE_MAP_FILLED;
    }
    return CASE_MAP_OTHER;
}
