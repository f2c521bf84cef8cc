/* Deriving costs: blocks that may have changed are made anew, in runs along a row of blocks, and
 * written where they differ. */
#include "terrain/layer.h"

#include <string.h>

/* The cells of the blocks begin .. end - 1 of a row of blocks. */
static throng_rect cells_of(const throng_terrain *terrain, int32_t block_row, int32_t begin,
                            int32_t end)
{
    const throng_rect blocks = {begin * THRONG_BLOCK, block_row * THRONG_BLOCK,
                                (end - begin) * THRONG_BLOCK, THRONG_BLOCK};
    return throng_rect_common(blocks,
                              (throng_rect){0, 0, terrain->grid.width, terrain->grid.height});
}

static void set_bit(uint64_t *row, int32_t x, bool is_set)
{
    const uint64_t bit = (uint64_t)1 << (x % 64);
    row[x / 64] = is_set ? row[x / 64] | bit : row[x / 64] & ~bit;
}

/* Notes which cells of the rectangle are walls by their ids. A block is a quarter of a word, so
 * these are gathered 16 by 16. */
static void find_walls(const throng_layer *layer, throng_rect cells)
{
    const int32_t width = layer->terrain->grid.width;
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const uint8_t *ids = layer->terrain->ids + (size_t)y * (size_t)width;
        uint64_t *row = layer->walls.words + (size_t)y * layer->walls.row_words;
        for (int32_t x = cells.x; x < cells.x + cells.width; x += THRONG_BLOCK) {
            const int32_t count = width - x < THRONG_BLOCK ? width - x : THRONG_BLOCK;
            uint64_t bits = 0;
            for (int32_t i = 0; i < count; i++)
                bits |= (uint64_t)(layer->table[ids[x + i]] == THRONG_WALL) << i;
            row[x / 64] = (row[x / 64] & ~((uint64_t)0xffff << (x % 64))) | bits << (x % 64);
        }
    }
}

/* Marks the blocks in which walls of this block can have closed or opened cells. */
static void mark_stale(throng_layer *layer, int32_t column, int32_t row)
{
    const throng_terrain *terrain = layer->terrain;
    const int32_t reach = (layer->reach + THRONG_BLOCK - 1) / THRONG_BLOCK;
    const int32_t left = column > reach ? column - reach : 0;
    const int32_t end =
        column + reach + 1 < terrain->block_columns ? column + reach + 1 : terrain->block_columns;
    for (int32_t r = row > reach ? row - reach : 0; r <= row + reach && r < terrain->block_rows;
         r++)
        memset(layer->stale + (size_t)r * (size_t)terrain->block_columns + (size_t)left, 1,
               (size_t)(end - left));
}

static void find_stale(throng_layer *layer)
{
    const throng_terrain *terrain = layer->terrain;
    for (int32_t row = 0; row < terrain->block_rows; row++)
        for (int32_t column = 0; column < terrain->block_columns; column++) {
            const size_t block = (size_t)row * (size_t)terrain->block_columns + (size_t)column;
            if (terrain->editions[block] <= layer->seen_revision)
                continue;
            find_walls(layer, cells_of(terrain, row, column, column + 1));
            mark_stale(layer, column, row);
        }
    layer->seen_revision = terrain->revision;
}

/* Adds a price to a passable cell. True if it does not fit. */
static bool add_price(uint8_t *cost, uint8_t price)
{
    if (*cost == THRONG_WALL)
        return false;
    const int sum = *cost + price;
    *cost = (uint8_t)(sum < THRONG_WALL ? sum : THRONG_WALL - 1);
    return sum >= THRONG_WALL;
}

/* The row of costs in the making for row y, and the row of saturated bits. */
static uint8_t *row_of(const throng_layer *layer, int32_t y)
{
    return layer->rows + (size_t)(y % THRONG_BLOCK) * (size_t)layer->terrain->grid.width;
}

static uint64_t *saturated_row(const throng_layer *layer, int32_t y)
{
    return layer->saturated.words + (size_t)y * layer->saturated.row_words;
}

static void look_up(throng_layer *layer, throng_rect cells)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const uint8_t *ids = layer->terrain->ids + (size_t)y * (size_t)layer->terrain->grid.width;
        uint8_t *unpriced = layer->unpriced + (ids - layer->terrain->ids);
        for (int32_t x = cells.x; x < cells.x + cells.width; x++)
            unpriced[x] = layer->table[ids[x]];
        memcpy(row_of(layer, y) + cells.x, unpriced + cells.x, (size_t)cells.width);
    }
}

static void add_stamp(throng_layer *layer, const throng_stamp *stamp, throng_rect cells)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const throng_span span = throng_stamp_span(stamp, cells, y);
        uint8_t *row = row_of(layer, y);
        uint64_t *saturated = saturated_row(layer, y);
        for (int32_t x = span.begin; x < span.end; x++)
            if (add_price(&row[x], stamp->value))
                set_bit(saturated, x, true);
    }
}

static void add_own_prices(throng_layer *layer, throng_rect cells)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const uint8_t *prices = layer->prices + (size_t)y * (size_t)layer->terrain->grid.width;
        uint8_t *row = row_of(layer, y);
        uint64_t *saturated = saturated_row(layer, y);
        for (int32_t x = cells.x; x < cells.x + cells.width; x++)
            if (prices[x] > 0 && add_price(&row[x], prices[x]))
                set_bit(saturated, x, true);
    }
}

/* Saturated cells of the rectangle; all bits of words that it touches belong to cells. */
static int64_t count_saturated(const throng_layer *layer, throng_rect cells)
{
    int64_t count = 0;
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const uint64_t *row = saturated_row(layer, y);
        for (int32_t x = cells.x; x < cells.x + cells.width; x += THRONG_BLOCK)
            for (uint64_t bits = row[x / 64] >> (x % 64) & 0xffff; bits; bits &= bits - 1)
                count++;
    }
    return count;
}

static void clear_saturated(const throng_layer *layer, throng_rect cells)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++)
        for (int32_t x = cells.x; x < cells.x + cells.width; x += THRONG_BLOCK)
            saturated_row(layer, y)[x / 64] &= ~((uint64_t)0xffff << (x % 64));
}

static void add_prices(throng_layer *layer, throng_rect cells)
{
    const throng_terrain *terrain = layer->terrain;
    if (layer->saturated_count > 0) {
        layer->saturated_count -= count_saturated(layer, cells);
        clear_saturated(layer, cells);
    }
    for (int32_t i = 0; i < terrain->stamp_count; i++) {
        const throng_stamp *stamp = &terrain->stamps[i];
        const throng_rect common = throng_rect_common(stamp->cells, cells);
        if ((stamp->audience & layer->audience) && !throng_rect_is_empty(common))
            add_stamp(layer, stamp, common);
    }
    if (layer->has_prices)
        add_own_prices(layer, cells);
}

/* Makes walls of the cells in which there is no room. */
static void close_cells(throng_layer *layer, throng_rect cells)
{
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const uint64_t *closed = layer->closed.words + (size_t)y * layer->closed.row_words;
        uint8_t *row = row_of(layer, y);
        for (int32_t x = cells.x; x < cells.x + cells.width; x += THRONG_BLOCK) {
            uint64_t bits = closed[x / 64] >> (x % 64) & 0xffff;
            for (; bits; bits &= bits - 1)
                row[x + __builtin_ctzll(bits)] = THRONG_WALL;
            saturated_row(layer, y)[x / 64] &= ~((closed[x / 64] >> (x % 64) & 0xffff) << (x % 64));
        }
    }
}

static throng_rect joined(throng_rect a, throng_rect b)
{
    if (throng_rect_is_empty(a))
        return b;
    const int32_t left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
    const int32_t a_right = a.x + a.width, b_right = b.x + b.width;
    const int32_t a_bottom = a.y + a.height, b_bottom = b.y + b.height;
    return (throng_rect){left, top, (a_right > b_right ? a_right : b_right) - left,
                         (a_bottom > b_bottom ? a_bottom : b_bottom) - top};
}

/* Finds what differs, and writes the rectangle around it. The rows in the making lie one after the
 * other, as the cells are of one row of blocks. */
static throng_rect write_changes(throng_layer *layer, throng_rect cells)
{
    throng_rect changed = {0, 0, 0, 0};
    for (int32_t y = cells.y; y < cells.y + cells.height; y++) {
        const uint8_t *row = row_of(layer, y);
        const uint8_t *old = layer->cost->cost + (size_t)y * (size_t)layer->terrain->grid.width;
        int32_t begin = cells.x, end = cells.x + cells.width;
        if (memcmp(row + begin, old + begin, (size_t)cells.width) == 0)
            continue;
        while (row[begin] == old[begin])
            begin++;
        while (row[end - 1] == old[end - 1])
            end--;
        changed = joined(changed, (throng_rect){begin, y, end - begin, 1});
    }
    if (!throng_rect_is_empty(changed))
        throng_cost_write(layer->cost, changed, row_of(layer, changed.y) + changed.x,
                          (size_t)layer->terrain->grid.width);
    return changed;
}

static throng_rect derive(throng_layer *layer, throng_rect cells)
{
    look_up(layer, cells);
    add_prices(layer, cells);
    if (layer->reach > 0)
        close_cells(layer, cells);
    layer->saturated_count += count_saturated(layer, cells);
    return write_changes(layer, cells);
}

/* The first and last stale block of a row of blocks; empty if there is none. */
static throng_span stale_span(const throng_layer *layer, int32_t row)
{
    const int32_t columns = layer->terrain->block_columns;
    const uint8_t *stale = layer->stale + (size_t)row * (size_t)columns;
    throng_span span = {0, columns};
    while (span.begin < span.end && !stale[span.begin])
        span.begin++;
    while (span.end > span.begin && !stale[span.end - 1])
        span.end--;
    return span;
}

/* Finds where there is no room, in strips of rows of blocks: a large disc takes in the walls of
 * many rows around, which a strip reads once. */
static void close_strips(throng_layer *layer)
{
    const throng_terrain *terrain = layer->terrain;
    for (int32_t row = 0; row < terrain->block_rows; row++) {
        throng_rect strip = {0, 0, 0, 0};
        for (; row < terrain->block_rows; row++) {
            const throng_span span = stale_span(layer, row);
            if (span.begin >= span.end)
                break;
            strip = joined(strip, cells_of(terrain, row, span.begin, span.end));
        }
        if (!throng_rect_is_empty(strip))
            throng_clearance_close(layer, strip);
    }
}

throng_result throng_layer_update(throng_layer *layer, throng_rect *changed, int32_t capacity,
                                  int32_t *changed_count)
{
    if (!layer)
        return THRONG_ERROR_ARGUMENT;
    if (!changed || !changed_count || capacity < 1)
        return throng_refuse(layer->context, THRONG_ERROR_ARGUMENT,
                             "changed or changed_count is NULL, or capacity is %d; there must be "
                             "room for a rectangle.",
                             capacity);
    find_stale(layer);
    if (layer->reach > 0)
        close_strips(layer);
    const throng_terrain *terrain = layer->terrain;
    int32_t count = 0;
    for (int32_t row = 0; row < terrain->block_rows; row++) {
        uint8_t *stale = layer->stale + (size_t)row * (size_t)terrain->block_columns;
        for (int32_t begin = 0, end; begin < terrain->block_columns; begin = end) {
            for (end = begin; end < terrain->block_columns && stale[end] == stale[begin];)
                end++;
            if (!stale[begin])
                continue;
            const throng_rect part = derive(layer, cells_of(terrain, row, begin, end));
            if (throng_rect_is_empty(part))
                continue;
            if (count == capacity)
                changed[capacity - 1] = joined(changed[capacity - 1], part);
            else
                changed[count++] = part;
        }
        memset(stale, 0, (size_t)terrain->block_columns);
    }
    *changed_count = count;
    return throng_cost_commit(layer->cost);
}
