#include "terrain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"

static bool read_header(char **text, test_terrain *terrain)
{
    bool is_octile = false;
    for (char *line; (line = test_next_line(text)) != NULL;) {
        char *words[2];
        const int count = test_split_words(line, words, 2);
        if (count == 1 && strcmp(words[0], "map") == 0)
            return is_octile && terrain->width > 0 && terrain->height > 0 &&
                   terrain->width <= 16384 && terrain->height <= 16384;
        if (count != 2)
            return false;
        if (strcmp(words[0], "type") == 0)
            is_octile = strcmp(words[1], "octile") == 0;
        else if (strcmp(words[0], "width") == 0)
            terrain->width = atoi(words[1]);
        else if (strcmp(words[0], "height") == 0)
            terrain->height = atoi(words[1]);
        else
            return false;
    }
    return false;
}

static bool read_rows(char **text, test_terrain *terrain)
{
    const size_t width = (size_t)terrain->width;
    terrain->letters = malloc(width * (size_t)terrain->height);
    if (!terrain->letters)
        abort();
    for (int32_t y = 0; y < terrain->height; y++) {
        const char *line = test_next_line(text);
        if (!line)
            return false;
        /* The last line may lack its line feed, and then keeps its carriage return. */
        if (strcspn(line, "\r") != width)
            return false;
        memcpy(terrain->letters + (size_t)y * width, line, width);
    }
    return true;
}

bool test_terrain_read(const char *path, test_terrain *out)
{
    char *text = test_read_file(path, NULL);
    if (!text) {
        fprintf(stderr, "%s cannot be read.\n", path);
        return false;
    }
    *out = (test_terrain){0, 0, NULL};
    char *at = text;
    const bool is_good = read_header(&at, out) && read_rows(&at, out);
    free(text);
    if (!is_good) {
        fprintf(stderr, "%s is not a whole map of type octile.\n", path);
        test_terrain_free(out);
    }
    return is_good;
}

void test_terrain_free(test_terrain *terrain)
{
    free(terrain->letters);
    *terrain = (test_terrain){0, 0, NULL};
}

void test_terrain_costs(const test_terrain *terrain, bool in_water, uint8_t *costs)
{
    const char *const passable = in_water ? "W" : ".GS";
    const size_t cell_count = (size_t)terrain->width * (size_t)terrain->height;
    for (size_t i = 0; i < cell_count; i++) {
        const char letter = terrain->letters[i];
        costs[i] = letter != '\0' && strchr(passable, letter) ? 1 : 255;
    }
}

char test_terrain_at(const test_terrain *terrain, int32_t x, int32_t y)
{
    return terrain->letters[(size_t)y * (size_t)terrain->width + (size_t)x];
}
