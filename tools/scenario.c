#include "scenario.h"

#include "lines.h"

#include <stdlib.h>
#include <string.h>

/* The largest published list has 12 thousand lines of 60 bytes; this leaves room for a hundred
 * such. */
#define BYTE_LIMIT ((size_t)64 << 20)

/* Columns of both kinds; a line with more is not one of ours. */
#define WORD_LIMIT 12

typedef struct reader {
    tool_lines lines;
    const tool_map *map;
    tool_scenario *out;
    int32_t capacity;
    int32_t cost_column; /* of an .exact.tsv; -1 until its heading is seen */
    bool has_noted_name;
} reader;

static bool refuse(const reader *in, const char *expected)
{
    return tool_fail("%s:%d: expected %s", in->lines.file->path, in->lines.number, expected);
}

static tool_scenario_line *append(reader *in)
{
    tool_scenario *out = in->out;
    if (out->line_count == in->capacity) {
        in->capacity = in->capacity > 0 ? 2 * in->capacity : 512;
        tool_scenario_line *grown = realloc(out->lines, (size_t)in->capacity * sizeof *grown);
        if (grown == NULL) {
            tool_fail("%s: there is no memory for %d lines", in->lines.file->path, in->capacity);
            return NULL;
        }
        out->lines = grown;
    }
    tool_scenario_line *line = &out->lines[out->line_count++];
    memset(line, 0, sizeof *line);
    line->number = in->lines.number;
    return line;
}

/* Start and goal from four words; both on the map. */
static bool read_ends(const reader *in, const tool_word *words, tool_scenario_line *line)
{
    const int32_t limits[4] = {in->map->grid.width - 1, in->map->grid.height - 1,
                               in->map->grid.width - 1, in->map->grid.height - 1};
    int64_t value[4];
    for (int32_t i = 0; i < 4; i++) {
        if (!tool_word_int(words[i], 0, limits[i], &value[i]))
            return tool_fail("%s:%d: '%.*s' is no %s 0..%d of a cell of the map",
                             in->lines.file->path, in->lines.number, (int)words[i].length,
                             words[i].text, i & 1 ? "row" : "column", limits[i]);
    }
    line->start = (throng_cell){(int32_t)value[0], (int32_t)value[1]};
    line->goal = (throng_cell){(int32_t)value[2], (int32_t)value[3]};
    return true;
}

/* Lists are often kept under other names than the map that they were made for, so this is a note.
 */
static void note_other_map(reader *in, tool_word word)
{
    const char *name = word.text;
    size_t length = word.length;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] == '/') {
            name = word.text + i + 1;
            length = word.length - i - 1;
        }
    }
    if (!in->has_noted_name && !tool_word_is((tool_word){name, length}, in->map->name)) {
        tool_note("%s:%d: the list was made for '%.*s', the map is '%s'", in->lines.file->path,
                  in->lines.number, (int)length, name, in->map->name);
        in->has_noted_name = true;
    }
}

/* bucket map width height sx sy gx gy length */
static bool read_scen_line(reader *in, const tool_word *words, int32_t count)
{
    int64_t width = 0;
    int64_t height = 0;
    if (count != 9)
        return refuse(
            in, "nine words: bucket, map, width, height, start x and y, goal x and y, length");
    if (!tool_word_int(words[2], 1, INT32_MAX, &width) ||
        !tool_word_int(words[3], 1, INT32_MAX, &height) || width != in->map->grid.width ||
        height != in->map->grid.height)
        return tool_fail(
            "%s:%d: the line is for a map of %.*s x %.*s cells; expected %d x %d, the size "
            "of %s",
            in->lines.file->path, in->lines.number, (int)words[2].length, words[2].text,
            (int)words[3].length, words[3].text, in->map->grid.width, in->map->grid.height,
            in->map->name);
    note_other_map(in, words[1]);
    tool_scenario_line *line = append(in);
    if (line == NULL || !read_ends(in, words + 4, line))
        return false;
    return tool_word_number(words[8], &line->length) ||
           refuse(in, "a length, 0 or more, as ninth word");
}

/* sx sy gx gy ... with the column cost10_14 somewhere */
static bool read_exact_line(reader *in, const tool_word *words, int32_t count)
{
    if (in->cost_column < 0) {
        for (int32_t i = 4; i < count && i < WORD_LIMIT; i++) {
            if (tool_word_is(words[i], "cost10_14"))
                in->cost_column = i;
        }
        const bool has_ends = count >= 4 && tool_word_is(words[0], "sx") &&
                              tool_word_is(words[1], "sy") && tool_word_is(words[2], "gx") &&
                              tool_word_is(words[3], "gy");
        return (has_ends && in->cost_column >= 0) ||
               refuse(in, "a heading: sx sy gx gy and a column cost10_14");
    }
    int64_t cost = 0;
    if (count <= in->cost_column || count > WORD_LIMIT)
        return refuse(in, "as many columns as the heading has");
    tool_scenario_line *line = append(in);
    if (line == NULL || !read_ends(in, words, line))
        return false;
    if (!tool_word_int(words[in->cost_column], 0, UINT32_MAX - 1, &cost))
        return refuse(in, "a whole number 0..4294967294 as cost10_14");
    line->cost = (uint32_t)cost;
    return true;
}

static bool read_lines(reader *in)
{
    bool has_kind = false;
    while (tool_lines_next(&in->lines)) {
        tool_word words[WORD_LIMIT];
        const int32_t count = tool_lines_words(&in->lines, words, WORD_LIMIT);
        if (count == 0 || words[0].text[0] == '#')
            continue;
        if (!has_kind && tool_word_is(words[0], "version")) {
            double version = 0.0;
            if (count != 2 || !tool_word_number(words[1], &version) || version != 1.0)
                return refuse(in, "'version 1'");
            has_kind = true;
            continue;
        }
        if (!has_kind) {
            if (!tool_word_is(words[0], "sx"))
                return refuse(in,
                              "'version 1' (a .scen file) or a heading that begins with 'sx' (an "
                              ".exact.tsv file)");
            has_kind = true;
            in->out->is_exact = true;
        }
        if (!(in->out->is_exact ? read_exact_line(in, words, count)
                                : read_scen_line(in, words, count)))
            return false;
    }
    return in->out->line_count > 0 ||
           tool_fail("%s: the file lists no path; expected one per line", in->lines.file->path);
}

bool tool_scenario_load(const char *path, const tool_map *map, tool_scenario *out)
{
    memset(out, 0, sizeof *out);
    tool_file file;
    if (!tool_file_open(path, BYTE_LIMIT, &file))
        return false;
    reader in = {.lines = {&file, 0, 0, NULL, 0}, .map = map, .out = out, .cost_column = -1};
    const bool is_read = read_lines(&in);
    tool_file_close(&file);
    if (!is_read)
        tool_scenario_free(out);
    return is_read;
}

void tool_scenario_free(tool_scenario *scenario)
{
    free(scenario->lines);
    memset(scenario, 0, sizeof *scenario);
}
