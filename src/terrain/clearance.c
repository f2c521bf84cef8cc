/* Room for discs, 64 cells at a time. A wall k rows away closes the columns at most widths[k] to
 * either side of its own; the further the row, the fewer. Each row of walls is therefore widened
 * step by step, from the farthest row that it closes to its own. */
#include "terrain/layer.h"

#include <string.h>

/* From the centre of a cell to the square of one that is `cells` further along an axis. */
static int64_t gap_256(int32_t cells)
{
    return cells == 0 ? 0 : (int64_t)cells * 256 - 128;
}

/* A disc overlaps a square if it is less than a radius away: squares of at most 2^28 each. */
int32_t throng_clearance_widths(int32_t radius_256, int32_t *widths)
{
    const int64_t radius_sq = (int64_t)radius_256 * radius_256;
    int32_t rows = 0;
    while (gap_256(rows + 1) < radius_256)
        rows++;
    for (int32_t row = 0; widths && row <= rows; row++) {
        const int64_t rest = radius_sq - gap_256(row) * gap_256(row);
        int32_t width = 0;
        while (gap_256(width + 1) * gap_256(width + 1) < rest)
            width++;
        widths[row] = width;
    }
    return rows;
}

/* ORs every place with those `shift` (1..63) places before and after, over words 1 .. count; the
 * words 0 and count + 1 are neighbours, as wide as anything reaches. */
static void widen(uint64_t *words, size_t count, int32_t shift)
{
    uint64_t before = words[0];
    for (size_t i = 0; i < count + 2; i++) {
        const uint64_t here = words[i], after = i < count + 1 ? words[i + 1] : 0;
        uint64_t wide = here | here << shift | here >> shift | after << (64 - shift);
        if (i > 0)
            wide |= before >> (64 - shift);
        before = here;
        words[i] = wide;
    }
}

/* The row's walls in the words begin - 1 .. end, nothing off the map. False if there are none. */
static bool copy_walls(const throng_cell_bits *walls, int32_t y, size_t begin, size_t end,
                       uint64_t *out)
{
    const uint64_t *row = walls->words + (size_t)y * walls->row_words;
    out[0] = begin > 0 ? row[begin - 1] : 0;
    memcpy(out + 1, row + begin, (end - begin) * sizeof *out);
    out[end - begin + 1] = end < walls->row_words ? row[end] : 0;
    uint64_t any = 0;
    for (size_t i = 0; i < end - begin + 2; i++)
        any |= out[i];
    return any;
}

static void add_row(const throng_layer *layer, int32_t y, size_t begin, size_t end,
                    const uint64_t *words)
{
    uint64_t *row = layer->closed.words + (size_t)y * layer->closed.row_words;
    for (size_t i = begin; i < end; i++)
        row[i] |= words[i - begin + 1];
}

/* Closes what the walls of row y close, in the words begin .. end - 1 of the rows top .. bottom
 * - 1.
 */
static void close_around(const throng_layer *layer, int32_t y, size_t begin, size_t end,
                         int32_t top, int32_t bottom)
{
    uint64_t words[THRONG_SIDE_MAX / 64 + 2];
    if (!copy_walls(&layer->walls, y, begin, end, words))
        return;
    int32_t width = 0;
    for (int32_t row = layer->reach; row >= 0; row--) {
        while (width < layer->widths[row]) {
            /* Beside the map's edge a shift of more than width + 1 would leave gaps. */
            int32_t shift = layer->widths[row] - width;
            shift = shift < width + 1 ? shift : width + 1;
            shift = shift < 63 ? shift : 63;
            widen(words, end - begin, shift);
            width += shift;
        }
        if (y - row >= top && y - row < bottom)
            add_row(layer, y - row, begin, end, words);
        if (row > 0 && y + row >= top && y + row < bottom)
            add_row(layer, y + row, begin, end, words);
    }
}

/* Closes the cells whose disc hangs over the edge, and clears the bits beyond the width. */
static void close_edge(const throng_layer *layer, int32_t y)
{
    const throng_grid *grid = &layer->terrain->grid;
    uint64_t *row = layer->closed.words + (size_t)y * layer->closed.row_words;
    const int32_t margin = layer->reach;
    const bool is_whole = y < margin || y >= grid->height - margin;
    for (int32_t x = 0; x < grid->width; x++) {
        if (!is_whole && x == margin && x < grid->width - margin)
            x = grid->width - margin;
        if (x < grid->width)
            row[x / 64] |= (uint64_t)1 << (x % 64);
    }
    if (grid->width % 64)
        row[layer->closed.row_words - 1] &= UINT64_MAX >> (64 - grid->width % 64);
}

void throng_clearance_close(throng_layer *layer, throng_rect cells)
{
    const size_t begin = (size_t)cells.x / 64, end = (size_t)(cells.x + cells.width + 63) / 64;
    const int32_t top = cells.y, bottom = cells.y + cells.height, reach = layer->reach;
    const int32_t height = layer->terrain->grid.height;
    for (int32_t y = top; y < bottom; y++)
        memset(layer->closed.words + (size_t)y * layer->closed.row_words + begin, 0,
               (end - begin) * sizeof(uint64_t));
    for (int32_t y = top > reach ? top - reach : 0; y < bottom + reach && y < height; y++)
        close_around(layer, y, begin, end, top, bottom);
    for (int32_t y = top; y < bottom; y++)
        close_edge(layer, y);
}
