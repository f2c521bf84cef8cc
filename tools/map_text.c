/*
 * The .map files of the MovingAI benchmarks (Sturtevant 2012): a header of three lines in any
 * order, the line "map", then one line of letters per row.
 *
 * '.', 'G' and 'S' are land, all of cost 1; 'W' is passable from 'W' only and so makes a layer of
 * its own; 'T', '@' and 'O' are blocked. Small letters count as capitals. Other letters are
 * refused: some readers take them for ground, and then a damaged file becomes a map with holes in
 * its walls.
 */
#include "lines.h"
#include "map.h"

#include <string.h>

/* Rows of THRONG_SIDE_MAX letters with CR LF, and 4 KiB for the header and trailing blank lines. */
#define BYTE_LIMIT ((size_t)THRONG_SIDE_MAX * (THRONG_SIDE_MAX + 2) + 4096)

typedef struct header {
    bool has_type;
    int32_t width, height; /* 0 until seen */
} header;

static void define_letters(tool_map *map)
{
    tool_map_define(map, '.', TOOL_LOOK_PLAIN, 1, THRONG_WALL);
    tool_map_define(map, 'G', TOOL_LOOK_PLAIN, 1, THRONG_WALL);
    tool_map_define(map, 'S', TOOL_LOOK_SWAMP, 1, THRONG_WALL);
    tool_map_define(map, 'W', TOOL_LOOK_WATER, THRONG_WALL, 1);
    tool_map_define(map, 'T', TOOL_LOOK_TREES, THRONG_WALL, THRONG_WALL);
    tool_map_define(map, '@', TOOL_LOOK_BARE, THRONG_WALL, THRONG_WALL);
    tool_map_define(map, 'O', TOOL_LOOK_BARE, THRONG_WALL, THRONG_WALL);
}

static bool read_side(const tool_lines *lines, const tool_word *words, int32_t count, int32_t *side)
{
    int64_t value = 0;
    if (*side != 0)
        return tool_fail("%s:%d: '%.*s' is given twice", lines->file->path, lines->number,
                         (int)words[0].length, words[0].text);
    if (count != 2 || !tool_word_int(words[1], 1, THRONG_SIDE_MAX, &value))
        return tool_fail("%s:%d: expected '%.*s' and one whole number 1..%d", lines->file->path,
                         lines->number, (int)words[0].length, words[0].text, THRONG_SIDE_MAX);
    *side = (int32_t)value;
    return true;
}

static bool read_type(const tool_lines *lines, const tool_word *words, int32_t count, header *out)
{
    if (count == 2 && tool_word_is(words[1], "octile-corner"))
        return tool_fail(
            "%s:%d: 'type octile-corner' is another format (two letters and heights per "
            "tile); expected 'type octile'",
            lines->file->path, lines->number);
    if (count != 2 || !tool_word_is(words[1], "octile") || out->has_type)
        return tool_fail("%s:%d: expected 'type octile', once", lines->file->path, lines->number);
    out->has_type = true;
    return true;
}

/* Reads up to and with the line "map". */
static bool read_header(tool_lines *lines, header *out)
{
    while (tool_lines_next(lines)) {
        tool_word words[3];
        const int32_t count = tool_lines_words(lines, words, 3);
        if (count == 0)
            continue;
        if (count == 1 && tool_word_is(words[0], "map")) {
            if (!out->has_type || out->width == 0 || out->height == 0)
                return tool_fail("%s:%d: the header ends without %s; expected 'type octile', "
                                 "'height N' and 'width N' before 'map'",
                                 lines->file->path, lines->number,
                                 !out->has_type ? "a type"
                                                : (out->width == 0 ? "a width" : "a height"));
            return true;
        }
        bool is_read = false;
        if (tool_word_is(words[0], "type"))
            is_read = read_type(lines, words, count, out);
        else if (tool_word_is(words[0], "width"))
            is_read = read_side(lines, words, count, &out->width);
        else if (tool_word_is(words[0], "height"))
            is_read = read_side(lines, words, count, &out->height);
        else
            tool_fail("%s:%d: expected 'type octile', 'height N', 'width N' or 'map'",
                      lines->file->path, lines->number);
        if (!is_read)
            return false;
    }
    return tool_fail("%s:%d: the file ends inside the header; expected the line 'map'",
                     lines->file->path, lines->number);
}

static bool read_row(const tool_lines *lines, uint8_t *row, int32_t width)
{
    if (lines->length != (size_t)width)
        return tool_fail("%s:%d: the row holds %zu letters; expected %d", lines->file->path,
                         lines->number, lines->length, width);
    for (int32_t x = 0; x < width; x++) {
        char letter = lines->text[x];
        if (letter >= 'a' && letter <= 'z')
            letter = (char)(letter - 'a' + 'A');
        if (letter == '\0' || strchr(".GSWT@O", letter) == NULL)
            return tool_fail("%s:%d: column %d holds byte 0x%02x; expected one of . G S W T @ O",
                             lines->file->path, lines->number, x + 1,
                             (unsigned)(unsigned char)lines->text[x]);
        row[x] = (uint8_t)letter;
    }
    return true;
}

static bool read_rows(tool_lines *lines, tool_map *map)
{
    const int32_t width = map->grid.width;
    const int32_t height = map->grid.height;
    for (int32_t y = 0; y < height; y++) {
        if (!tool_lines_next(lines))
            return tool_fail("%s:%d: the file ends after %d rows; expected %d", lines->file->path,
                             lines->number, y, height);
        if (!read_row(lines, map->terrain + (size_t)y * (size_t)width, width))
            return false;
    }
    while (tool_lines_next(lines)) {
        if (lines->length > 0)
            return tool_fail("%s:%d: there is more behind the last of %d rows; expected the end of "
                             "the file",
                             lines->file->path, lines->number, height);
    }
    return true;
}

bool tool_map_load_text(const char *path, tool_map *out)
{
    tool_file file;
    if (!tool_file_open(path, BYTE_LIMIT, &file))
        return false;
    tool_lines lines = {&file, 0, 0, NULL, 0};
    header seen = {false, 0, 0};
    bool is_read = read_header(&lines, &seen) && tool_map_make(out, seen.width, seen.height);
    if (is_read) {
        define_letters(out);
        is_read = read_rows(&lines, out);
    }
    tool_file_close(&file);
    return is_read;
}
