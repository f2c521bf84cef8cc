/*
 * Grey images as a person paints them: white is the cheapest ground, darker is dearer, black is
 * wall. cost = 256 - value; the values 0 and 1 would cost 256 and 255, so both are walls. Colour
 * becomes grey by the weights of ITU-R BT.601, in whole numbers so that every machine reads the
 * same map.
 */
#include "lines.h"
#include "map.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values in text need at most 4 bytes each ("255 "); 64 KiB more for the header and comments. */
#define BYTE_LIMIT ((size_t)THRONG_SIDE_MAX * THRONG_SIDE_MAX * 4 + 65536)

/* The terrain id is the grey value. Where the looks change is chosen for the picture alone. */
static void define_values(tool_map *map)
{
    for (int32_t value = 2; value < 256; value++) {
        const uint8_t cost = (uint8_t)(256 - value);
        const tool_look look =
            cost == 1 ? TOOL_LOOK_PLAIN : (cost < 6 ? TOOL_LOOK_ROUGH : TOOL_LOOK_STEEP);
        tool_map_define(map, (uint8_t)value, look, cost, THRONG_WALL);
    }
}

typedef struct pgm {
    const tool_file *file;
    size_t next;
    int32_t line;
} pgm;

static void skip_blanks(pgm *in)
{
    while (in->next < in->file->length) {
        const char c = in->file->bytes[in->next];
        if (c == '#') {
            while (in->next < in->file->length && in->file->bytes[in->next] != '\n')
                in->next++;
        } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
            in->line += c == '\n';
            in->next++;
        } else {
            break;
        }
    }
}

static bool read_number(pgm *in, const char *what, int32_t low, int32_t high, int32_t *out)
{
    skip_blanks(in);
    if (in->next >= in->file->length)
        return tool_fail("%s:%d: the file ends where %s %d..%d was expected", in->file->path,
                         in->line, what, low, high);
    int32_t value = 0;
    int32_t digit_count = 0;
    /* 6 digits hold every number that can be right and none that overflows. */
    while (in->next < in->file->length && in->file->bytes[in->next] >= '0' &&
           in->file->bytes[in->next] <= '9' && digit_count < 7) {
        value = value * 10 + (in->file->bytes[in->next] - '0');
        in->next++;
        digit_count++;
    }
    if (digit_count == 0 || digit_count > 6 || value < low || value > high)
        return tool_fail("%s:%d: expected %s %d..%d", in->file->path, in->line, what, low, high);
    *out = value;
    return true;
}

static bool read_plain_values(pgm *in, uint8_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int32_t value = 0;
        if (!read_number(in, "a grey value", 0, 255, &value))
            return false;
        values[i] = (uint8_t)value;
    }
    return true;
}

static bool read_raw_values(pgm *in, uint8_t *values, size_t count)
{
    /* One blank, no more, stands between the largest value and the first byte. */
    if (in->next < in->file->length) {
        in->line += in->file->bytes[in->next] == '\n';
        in->next++;
    }
    const size_t rest = in->file->length - in->next;
    if (rest < count)
        return tool_fail("%s:%d: %zu bytes of grey values follow; expected %zu", in->file->path,
                         in->line, rest, count);
    memcpy(values, in->file->bytes + in->next, count);
    in->next += count;
    return true;
}

static bool read_pgm(pgm *in, tool_map *out)
{
    const tool_file *file = in->file;
    if (file->length < 2 || file->bytes[0] != 'P' ||
        (file->bytes[1] != '2' && file->bytes[1] != '5'))
        return tool_fail("%s:1: expected P2 or P5, the beginning of a grey image", file->path);
    const bool is_plain = file->bytes[1] == '2';
    in->next = 2;
    int32_t width = 0;
    int32_t height = 0;
    int32_t largest = 0;
    if (!read_number(in, "a width", 1, THRONG_SIDE_MAX, &width) ||
        !read_number(in, "a height", 1, THRONG_SIDE_MAX, &height) ||
        !read_number(in, "a largest value", 255, 255, &largest) ||
        !tool_map_make(out, width, height))
        return false;
    const size_t count = (size_t)width * (size_t)height;
    if (is_plain ? !read_plain_values(in, out->terrain, count)
                 : !read_raw_values(in, out->terrain, count))
        return false;
    skip_blanks(in);
    if (in->next < file->length)
        return tool_fail(
            "%s:%d: there is more behind the last of %zu values; expected the end of the "
            "file",
            file->path, in->line, count);
    define_values(out);
    return true;
}

bool tool_map_load_pgm(const char *path, tool_map *out)
{
    tool_file file;
    if (!tool_file_open(path, BYTE_LIMIT, &file))
        return false;
    pgm in = {&file, 0, 1};
    const bool is_read = read_pgm(&in, out);
    tool_file_close(&file);
    return is_read;
}

/* What libpng's long jump must not lose. */
typedef struct png_in {
    png_structp png;
    png_infop info;
    uint8_t *rgb;
    uint8_t **rows;
    char message[160];
} png_in;

static void keep_message(png_structp png, png_const_charp message)
{
    png_in *in = png_get_error_ptr(png);
    snprintf(in->message, sizeof in->message, "%s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* Whatever the file holds becomes 8-bit RGB without alpha, untouched by gamma. */
static void ask_for_rgb(png_in *in)
{
    png_set_expand(in->png);
    png_set_scale_16(in->png);
    png_set_strip_alpha(in->png);
    png_set_gray_to_rgb(in->png);
    png_set_interlace_handling(in->png);
    png_read_update_info(in->png, in->info);
}

static void turn_grey(const uint8_t *rgb, uint8_t *grey, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = rgb + 3 * i;
        grey[i] = (uint8_t)((299 * p[0] + 587 * p[1] + 114 * p[2] + 500) / 1000);
    }
}

/* Runs under libpng's setjmp: errors leave by longjmp. */
static bool read_png(png_in *in, const char *path, tool_map *out)
{
    png_read_info(in->png, in->info);
    const uint32_t width = png_get_image_width(in->png, in->info);
    const uint32_t height = png_get_image_height(in->png, in->info);
    if (width > THRONG_SIDE_MAX || height > THRONG_SIDE_MAX)
        return tool_fail("%s: the image is %u x %u; expected at most %d a side", path, width,
                         height, THRONG_SIDE_MAX);
    ask_for_rgb(in);
    const size_t row_bytes = png_get_rowbytes(in->png, in->info);
    if (row_bytes != 3 * (size_t)width)
        return tool_fail("%s: libpng gives %zu bytes a row; expected %zu", path, row_bytes,
                         3 * (size_t)width);
    in->rgb = tool_alloc(height, row_bytes);
    in->rows = tool_alloc(height, sizeof *in->rows);
    if (in->rgb == NULL || in->rows == NULL || !tool_map_make(out, (int32_t)width, (int32_t)height))
        return false;
    for (uint32_t y = 0; y < height; y++)
        in->rows[y] = in->rgb + (size_t)y * row_bytes;
    png_read_image(in->png, in->rows);
    png_read_end(in->png, NULL);
    turn_grey(in->rgb, out->terrain, (size_t)width * height);
    define_values(out);
    return true;
}

static bool read_png_safely(png_in *in, FILE *stream, const char *path, tool_map *out)
{
    in->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, in, keep_message, ignore_warning);
    in->info = in->png != NULL ? png_create_info_struct(in->png) : NULL;
    if (in->info == NULL)
        return tool_fail("%s: there is no memory for libpng", path);
    if (setjmp(png_jmpbuf(in->png)))
        return tool_fail("%s: expected a whole PNG image, but libpng says: %s", path, in->message);
    png_init_io(in->png, stream);
    return read_png(in, path, out);
}

bool tool_map_load_png(const char *path, tool_map *out)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return tool_fail("%s: cannot be opened: %s", path, strerror(errno));
    png_in in;
    memset(&in, 0, sizeof in);
    const bool is_read = read_png_safely(&in, stream, path, out);
    png_destroy_read_struct(&in.png, &in.info, NULL);
    free(in.rgb);
    free(in.rows);
    fclose(stream);
    return is_read;
}
