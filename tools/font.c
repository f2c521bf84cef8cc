/* Letters of 5 x 7 squares, row by row: '#' is ink. */
#include "canvas.h"

typedef struct glyph {
    char letter;
    const char *rows;
} glyph;

static const glyph glyphs[] = {
    {'A', " ### #   ##   #######   ##   ##   #"}, {'B', "#### #   ##   ##### #   ##   ##### "},
    {'C', " ### #   ##    #    #    #   # ### "}, {'D', "#### #   ##   ##   ##   ##   ##### "},
    {'E', "######    #    #### #    #    #####"}, {'F', "######    #    #### #    #    #    "},
    {'G', " ### #   ##    # ####   ##   # ####"}, {'H', "#   ##   ##   #######   ##   ##   #"},
    {'I', " ###   #    #    #    #    #   ### "}, {'J', "  ###   #    #    #    # #  #  ##  "},
    {'K', "#   ##  # # #  ##   # #  #  # #   #"}, {'L', "#    #    #    #    #    #    #####"},
    {'M', "#   ### ### # ## # ##   ##   ##   #"}, {'N', "#   ###  ## # ##  ###   ##   ##   #"},
    {'O', " ### #   ##   ##   ##   ##   # ### "}, {'P', "#### #   ##   ##### #    #    #    "},
    {'Q', " ### #   ##   ##   ## # ##  #  ## #"}, {'R', "#### #   ##   ##### # #  #  # #   #"},
    {'S', " #####    #     ###     #    ##### "}, {'T', "#####  #    #    #    #    #    #  "},
    {'U', "#   ##   ##   ##   ##   ##   # ### "}, {'V', "#   ##   ##   ##   ##   # # #   #  "},
    {'W', "#   ##   ##   ## # ## # ### ###   #"}, {'X', "#   ##   # # #   #   # # #   ##   #"},
    {'Y', "#   ##   # # #   #    #    #    #  "}, {'Z', "#####    #   #   #   #   #    #####"},
    {'0', " ### #   ##  ### # ###  ##   # ### "}, {'1', "  #   ##    #    #    #    #   ### "},
    {'2', " ### #   #    #   #   #   #   #####"}, {'3', "#####   #   #     #     ##   # ### "},
    {'4', "   #   ##  # # #  # #####   #    # "}, {'5', "######    ####     #    ##   # ### "},
    {'6', "  ##  #   #    #### #   ##   # ### "}, {'7', "#####    #   #   #   #    #    #   "},
    {'8', " ### #   ##   # ### #   ##   # ### "}, {'9', " ### #   ##   # ####    #   #  ##  "},
    {'.', "                          ##   ##  "}, {',', "                     ##    #   #   "},
    {':', "      ##   ##         ##   ##      "}, {'-', "               #####               "},
    {'+', "       #    #  #####  #    #       "}, {'/', "         #   #   #   #   #         "},
    {'%', "##   ##  #   #   #   #   #  ##   ##"}, {'(', "   #   #   #    #    #     #     # "},
    {')', " #     #     #    #    #   #   #   "}, {'_', "                              #####"},
    {'=', "          #####     #####          "}, {'\'', "  #    #   #                       "},
};

#define GLYPH_COUNT (sizeof glyphs / sizeof glyphs[0])

/* Five squares of a letter and one between two. */
#define ADVANCE 6

static const char *find_rows(char letter)
{
    const char capital = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    for (size_t i = 0; i < GLYPH_COUNT; i++) {
        if (glyphs[i].letter == capital)
            return glyphs[i].rows;
    }
    return NULL;
}

void tool_canvas_text(tool_canvas *canvas, int32_t x, int32_t y, int32_t size, const char *text,
                      tool_colour colour, float alpha)
{
    for (const char *letter = text; *letter != '\0'; letter++, x += ADVANCE * size) {
        const char *rows = find_rows(*letter);
        for (int32_t i = 0; rows != NULL && i < 35; i++) {
            if (rows[i] == '#')
                tool_canvas_fill(canvas, x + i % 5 * size, y + i / 5 * size, size, size, colour,
                                 alpha);
        }
    }
}

int32_t tool_canvas_text_width(const char *text, int32_t size)
{
    int32_t count = 0;
    while (text[count] != '\0')
        count++;
    return count > 0 ? (count * ADVANCE - 1) * size : 0;
}
