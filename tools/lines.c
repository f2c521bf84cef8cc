#include "lines.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads on until the end of the file, doubling the room, so that pipes work as well as files. */
static bool read_all(FILE *stream, size_t byte_limit, tool_file *out)
{
    size_t capacity = 1 << 16; /* 64 KiB: most maps in one or two reads */
    out->bytes = malloc(capacity + 1);
    out->length = 0;
    while (out->bytes != NULL) {
        out->length += fread(out->bytes + out->length, 1, capacity - out->length, stream);
        if (ferror(stream))
            return tool_fail("%s: cannot be read: %s", out->path, strerror(errno));
        if (out->length < capacity)
            break;
        if (capacity > byte_limit)
            return tool_fail(
                "%s: the file is larger than %zu bytes, the most that a map or list of "
                "this kind can need",
                out->path, byte_limit);
        capacity *= 2;
        char *grown = realloc(out->bytes, capacity + 1);
        if (grown == NULL)
            break;
        out->bytes = grown;
    }
    if (out->bytes == NULL || out->length >= capacity)
        return tool_fail("%s: there is no memory for the file", out->path);
    out->bytes[out->length] = '\0';
    return true;
}

bool tool_file_open(const char *path, size_t byte_limit, tool_file *out)
{
    memset(out, 0, sizeof *out);
    out->path = path;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return tool_fail("%s: cannot be opened: %s", path, strerror(errno));
    bool is_read = read_all(stream, byte_limit, out);
    fclose(stream);
    if (is_read && out->length == 0)
        is_read = tool_fail("%s: the file is empty", path);
    if (is_read && out->length > byte_limit)
        is_read = tool_fail("%s: the file is larger than %zu bytes, the most that a map or list of "
                            "this kind can need",
                            path, byte_limit);
    if (!is_read)
        tool_file_close(out);
    return is_read;
}

void tool_file_close(tool_file *file)
{
    free(file->bytes);
    file->bytes = NULL;
    file->length = 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool tool_lines_next(tool_lines *lines)
{
    const tool_file *file = lines->file;
    if (lines->next >= file->length)
        return false;
    const char *begin = file->bytes + lines->next;
    const char *newline = memchr(begin, '\n', file->length - lines->next);
    const char *end = newline != NULL ? newline : file->bytes + file->length;
    lines->next = (size_t)(end - file->bytes) + 1;
    lines->number++;
    while (end > begin && is_blank(end[-1]))
        end--;
    lines->text = begin;
    lines->length = (size_t)(end - begin);
    return true;
}

int32_t tool_lines_words(const tool_lines *lines, tool_word *words, int32_t capacity)
{
    int32_t count = 0;
    size_t i = 0;
    while (i < lines->length) {
        while (i < lines->length && is_blank(lines->text[i]))
            i++;
        const size_t begin = i;
        while (i < lines->length && !is_blank(lines->text[i]))
            i++;
        if (i > begin) {
            if (count < capacity)
                words[count] = (tool_word){lines->text + begin, i - begin};
            count++;
        }
    }
    return count;
}

bool tool_word_is(tool_word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

/* A terminated copy for strtoll and strtod; false if the word is too long to be a number. */
static bool copy_word(tool_word word, char *room, size_t room_bytes)
{
    if (word.length == 0 || word.length >= room_bytes)
        return false;
    memcpy(room, word.text, word.length);
    room[word.length] = '\0';
    return true;
}

bool tool_word_int(tool_word word, int64_t low, int64_t high, int64_t *out)
{
    char text[32];
    if (!copy_word(word, text, sizeof text))
        return false;
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (*end != '\0' || errno != 0 || value < low || value > high)
        return false;
    *out = value;
    return true;
}

bool tool_word_number(tool_word word, double *out)
{
    char text[64];
    if (!copy_word(word, text, sizeof text))
        return false;
    char *end = NULL;
    const double value = strtod(text, &end);
    if (*end != '\0' || !isfinite(value) || value < 0.0)
        return false;
    *out = value;
    return true;
}
