/*
 * tool_maps_test.c: what the program takes for a map, and how it refuses the rest.
 */
#include "program.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"

/* A map of 4 x 3 cells: a wall across two thirds of it, water and swamp. */
#define ROWS "..@S\nG.@.\n.W..\n"

/* Numbers that tell two maps of one goal apart. */
static void describe(const char *path, char text[256])
{
    const program_result *result = PROGRAM_RUN("field", path, "--goal", "3,0", "--hash", "--json");
    if (result->exit_code != 0)
        fail_msg("%s: %s", path, result->errors);
    snprintf(text, 256, "%s x %s, %s, %s, %s", program_value(result, "width"),
             program_value(result, "height"), program_value(result, "reached"),
             program_value(result, "integration_fnv1a64"), program_value(result, "max"));
}

static void text_map_may_be_laid_out_in_many_ways(void **state)
{
    (void)state;
    static const char *const variants[] = {
        "type octile\nheight 3\nwidth 4\nmap\n" ROWS,
        "width 4\ntype octile\nheight 3\nmap\n" ROWS,
        "type octile\r\nheight 3\r\nwidth 4\r\nmap\r\n..@S\r\nG.@.\r\n.W..\r\n",
        "type\toctile\nheight\t3\nwidth \t 4\nmap\n" ROWS,
        "type octile\nheight 3\nwidth 4\nmap\n..@S\nG.@.\n.W..",
        "type octile\nheight 3\nwidth 4\nmap\n" ROWS "\n \n",
        "type octile\nheight 3\nwidth 4\nmap\n..@s\ng.@.\n.w..\n",
        "type octile\nheight 3\nwidth 4\nmap\n..Os\nG.T.\n.W..\n",
    };
    char expected[256];
    char found[256];
    describe(program_write_text("plain.map", variants[0]), expected);
    for (size_t i = 1; i < sizeof variants / sizeof variants[0]; i++) {
        describe(program_write_text("variant.map", variants[i]), found);
        assert_string_equal(found, expected);
    }
}

static void text_map_has_the_letters_costs(void **state)
{
    (void)state;
    /* From the goal (3,0): south 10, and (2,2) another 10 + 10 round no corner; then W blocks the
     * row. */
    const char *path =
        program_write_text("costs.map", "type octile\nheight 3\nwidth 4\nmap\n" ROWS);
    const program_result *result = PROGRAM_RUN("field", path, "--goal", "3,0", "--json");
    assert_int_equal(result->exit_code, 0);
    assert_string_equal(program_value(result, "layer"), "land");
    assert_int_equal(program_number(result, "reached"), 4);
    assert_int_equal(program_number(result, "max"), 30);
    assert_int_equal(program_number(result, "sum"), 0 + 10 + 20 + 30);
    result = PROGRAM_RUN("field", path, "--goal", "1,2", "--json");
    assert_string_equal(program_value(result, "layer"), "water");
    assert_int_equal(program_number(result, "reached"), 1);
}

typedef struct bad_file {
    const char *name, *text, *piece;
} bad_file;

static void damaged_text_maps_are_refused_by_line(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {"corner.map", "type octile-corner\nheight 1\nwidth 1\nmap\n.\n", "corner.map:1: "},
        {"type.map", "type square\nheight 1\nwidth 1\nmap\n.\n", "type.map:1: "},
        {"notype.map", "height 1\nwidth 1\nmap\n.\n", "notype.map:3: "},
        {"nowidth.map", "type octile\nheight 1\nmap\n.\n", "nowidth.map:3: "},
        {"twice.map", "type octile\nheight 1\nheight 1\nwidth 1\nmap\n.\n", "twice.map:3: "},
        {"zero.map", "type octile\nheight 0\nwidth 1\nmap\n", "zero.map:2: "},
        {"big.map", "type octile\nheight 16385\nwidth 1\nmap\n.\n", "big.map:2: "},
        {"word.map", "type octile\nheight two\nwidth 1\nmap\n.\n", "word.map:2: "},
        {"header.map", "type octile\nheight 1\nwidth 1\n", "header.map:3: "},
        {"short.map", "type octile\nheight 2\nwidth 2\nmap\n..\n", "short.map:5: "},
        {"cut.map", "type octile\nheight 2\nwidth 2\nmap\n..\n.", "cut.map:6: "},
        {"wide.map", "type octile\nheight 1\nwidth 2\nmap\n...\n", "wide.map:5: "},
        {"more.map", "type octile\nheight 1\nwidth 2\nmap\n..\n..\n", "more.map:6: "},
        {"letter.map", "type octile\nheight 1\nwidth 3\nmap\n.x.\n", "column 2 holds byte 0x78"},
        {"other.map", "P5 1 1 255 .", "other.map:1: "},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = program_write_text(files[i].name, files[i].text);
        program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), files[i].piece);
    }
}

static void empty_binary_and_missing_files_are_refused(void **state)
{
    (void)state;
    static const char noise[] = "\x7f"
                                "ELF\0\1\2\3\n\xff\xfe\0\0";
    const char *path = program_write("empty.map", "", 0);
    program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), "empty");
    path = program_write("noise.map", noise, sizeof noise);
    program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), "noise.map:1: ");
    path = program_write("noise.pgm", noise, sizeof noise);
    program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), "P2 or P5");
    path = program_write("noise.png", noise, sizeof noise);
    program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), "noise.png: ");
    program_assert_refused(PROGRAM_RUN("field", program_file("none.map"), "--goal", "0,0"),
                           "none.map");
    program_assert_refused(PROGRAM_RUN("field", "somewhere", "--goal", "0,0"), "fortress");
    /* A zero byte in a row is a letter like any other wrong one. */
    static const char nul[] = "type octile\nheight 1\nwidth 3\nmap\n.\0.\n";
    path = program_write("nul.map", nul, sizeof nul - 1);
    program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), "byte 0x00");
}

/* 4 x 3 grey values: cost 1, 2 and 254, walls by 0 and by 1. */
static const uint8_t greys[12] = {255, 254, 0, 255, 255, 2, 1, 255, 255, 255, 254, 255};

static const char *write_png(const char *name, uint32_t format, const uint8_t *pixels)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = 4;
    image.height = 3;
    image.format = format;
    const char *path = program_file(name);
    assert_true(png_image_write_to_file(&image, path, 0, pixels, 0, NULL));
    return path;
}

static void images_cost_256_less_their_value(void **state)
{
    (void)state;
    /* To (3,0) from (1,0): the walls at (2,0) and (2,1) force a way by row 2. Worked out by hand:
     * (3,1) 10, (3,2) 20, (2,2) costs 2: 20 + 20 = 40, (1,2) 50, (0,2) 60, (0,1) 70, (0,0) 80,
     * (1,1) costs 254: 50 + 2540 = 2590, (1,0) costs 2: from (0,0) 80 + 20 = 100. Diagonals: (0,1)
     * from (1,2) would squeeze past (1,1) and (0,2), both passable: 50 + 14 = 64; (0,0) from (0,1):
     * 74; (1,0) from (0,1) diagonally: 64 + 28 = 92; from (0,0): 94. (1,1) by (2,2) is shut by
     * (2,1).
     */
    static const char p5[] = "P5\n# a comment\n4 3\n255\n";
    uint8_t bytes[sizeof p5 - 1 + 12];
    memcpy(bytes, p5, sizeof p5 - 1);
    memcpy(bytes + sizeof p5 - 1, greys, 12);
    const program_result *result = PROGRAM_RUN(
        "field", program_write("grey.pgm", bytes, sizeof bytes), "--goal", "3,0", "--json");
    assert_int_equal(result->exit_code, 0);
    assert_int_equal(program_number(result, "reached"), 10);
    assert_int_equal(program_number(result, "max"), 2590);
    assert_int_equal(program_number(result, "sum"),
                     0 + 10 + 20 + 40 + 50 + 60 + 64 + 74 + 92 + 2590);
}

static void images_of_every_kind_give_the_same_map(void **state)
{
    (void)state;
    char expected[256];
    char found[256];
    uint8_t rgb[36];
    uint8_t rgba[48];
    for (int i = 0; i < 12; i++) {
        memset(rgb + 3 * i, greys[i], 3);
        memset(rgba + 4 * i, greys[i], 3);
        rgba[4 * i + 3] = (uint8_t)(20 * i); /* must not matter */
    }
    describe(program_write_text("plain.pgm", "P2 4 3 255\n255 254 0 255 # first\n255 2 1 255\n"
                                             "255 255 254 255"),
             expected);
    describe(write_png("grey.png", PNG_FORMAT_GRAY, greys), found);
    assert_string_equal(found, expected);
    describe(write_png("colour.png", PNG_FORMAT_RGB, rgb), found);
    assert_string_equal(found, expected);
    describe(write_png("alpha.png", PNG_FORMAT_RGBA, rgba), found);
    assert_string_equal(found, expected);
}

static void colour_becomes_grey(void **state)
{
    (void)state;
    /* 0.299 * 200 + 0.587 * 100 + 0.114 * 50 = 124.2: cost 132. */
    uint8_t rgb[36];
    memset(rgb, 255, sizeof rgb);
    rgb[0] = 200;
    rgb[1] = 100;
    rgb[2] = 50;
    const char *path = write_png("colour.png", PNG_FORMAT_RGB, rgb);
    const program_result *result = PROGRAM_RUN("field", path, "--goal", "3,0", "--json");
    /* From (0,0) one step of 1320 to (1,0), which is 20 from the goal. */
    assert_int_equal(program_number(result, "max"), 1320 + 20);
}

static void damaged_images_are_refused(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {"kind.pgm", "P6 1 1 255 ...", "kind.pgm:1: "},
        {"deep.pgm", "P2\n1 1\n65535\n7\n", "deep.pgm:3: "},
        {"large.pgm", "P2\n16385 1\n255\n", "large.pgm:2: "},
        {"short.pgm", "P2\n2 2\n255\n1 2\n3\n", "short.pgm:6: "},
        {"value.pgm", "P2\n2 1\n255\n1 256\n", "value.pgm:4: "},
        {"more.pgm", "P2\n1 1\n255\n1\n1\n", "more.pgm:5: "},
        {"cut.pgm", "P5\n3 1\n255\nab", "expected 3"},
        {"word.pgm", "P2\nx 1\n255\n1\n", "word.pgm:2: "},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = program_write_text(files[i].name, files[i].text);
        program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), files[i].piece);
    }
    /* Half a PNG. */
    const char *path = write_png("whole.png", PNG_FORMAT_GRAY, greys);
    uint8_t bytes[4096];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    path = program_write("half.png", bytes, length - 20);
    program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), "half.png: ");
}

static void random_maps_follow_size_and_seed(void **state)
{
    (void)state;
    char first[32];
    char again[32];
    const program_result *result =
        PROGRAM_RUN("run", "random:64", "--agents", "1", "--seconds", "0", "--json");
    assert_int_equal(result->exit_code, 0);
    assert_int_equal(program_number(result, "width"), 64);
    strcpy(first, program_value(result, "integration_fnv1a64"));
    result = PROGRAM_RUN("run", "random:64:1", "--agents", "1", "--seconds", "0", "--json");
    strcpy(again, program_value(result, "integration_fnv1a64"));
    assert_string_equal(again, first);
    result = PROGRAM_RUN("run", "random:64:2", "--agents", "1", "--seconds", "0", "--json");
    assert_string_not_equal(program_value(result, "integration_fnv1a64"), first);
    program_assert_refused(PROGRAM_RUN("run", "random:15"), "16..16384");
    program_assert_refused(PROGRAM_RUN("run", "random:16385"), "16..16384");
    program_assert_refused(PROGRAM_RUN("run", "random:64:x"), "seed");
    program_assert_refused(PROGRAM_RUN("run", "random:"), "size");
}

static void odd_published_files_are_known(void **state)
{
    (void)state;
    char maps[TEST_PATH_BYTES];
    char path[TEST_PATH_BYTES + 64];
    if (!test_shared_folder("maps", maps))
        skip();
    snprintf(path, sizeof path, "%s/odd/adrenaline.octile-corner.map", maps);
    program_assert_refused(PROGRAM_RUN("field", path, "--goal", "0,0"), "octile-corner");
    snprintf(path, sizeof path, "%s/odd/level8.lowercase.map", maps);
    const program_result *result = PROGRAM_RUN("field", path, "--goal", "6,10", "--json");
    assert_int_equal(result->exit_code, 2); /* a wall */
    result = PROGRAM_RUN("field", path, "--goal", "6,9", "--json");
    assert_int_equal(result->exit_code, 0);
    /* Counted by hand: rows 4 to 9 hold 6, 3, 5, 2, 2 and 5 cells that hang together with the goal;
     * the cell (8,7) would need a diagonal past a wall. */
    assert_int_equal(program_number(result, "reached"), 23);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_map_may_be_laid_out_in_many_ways),
        cmocka_unit_test(text_map_has_the_letters_costs),
        cmocka_unit_test(damaged_text_maps_are_refused_by_line),
        cmocka_unit_test(empty_binary_and_missing_files_are_refused),
        cmocka_unit_test(images_cost_256_less_their_value),
        cmocka_unit_test(images_of_every_kind_give_the_same_map),
        cmocka_unit_test(colour_becomes_grey),
        cmocka_unit_test(damaged_images_are_refused),
        cmocka_unit_test(random_maps_follow_size_and_seed),
        cmocka_unit_test(odd_published_files_are_known),
    };
    if (argc < 2 || !program_open(argv[1]))
        return 99;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    program_close();
    return failed;
}
