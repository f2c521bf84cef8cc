/* Parts of a block: runs of passable cells of a row, joined where they touch those of the row
 * above.
 */
#include "regions/regions.h"

/* A block has at most 16 runs a row. */
typedef struct run {
    int32_t y, begin, end; /* in the block */
    int32_t joined;        /* a run of the same part that comes before, or itself */
} run;

typedef struct block_runs {
    run runs[THRONG_REGION_PARTS];
    int32_t count;
} block_runs;

static int32_t first_of(const block_runs *all, int32_t i)
{
    while (all->runs[i].joined != i)
        i = all->runs[i].joined;
    return i;
}

static void join(block_runs *all, int32_t a, int32_t b)
{
    a = first_of(all, a);
    b = first_of(all, b);
    if (a < b)
        all->runs[b].joined = a;
    else
        all->runs[a].joined = b;
}

static uint32_t passable(const uint8_t *cost, int32_t count)
{
    uint32_t bits = 0;
    for (int32_t i = 0; i < count; i++)
        bits |= (uint32_t)(cost[i] != THRONG_WALL) << i;
    return bits;
}

/* Appends the runs of a row, and joins them with those of the row above, above .. above_end - 1,
 * which are in order as these are. */
static void add_row(block_runs *all, int32_t y, uint32_t bits, int32_t above, int32_t above_end)
{
    for (int32_t x = 0; bits >> x;) {
        x += __builtin_ctz(bits >> x);
        const uint32_t rest = ~(bits >> x);
        const int32_t end = rest ? x + __builtin_ctz(rest) : THRONG_REGION_BLOCK;
        const int32_t self = all->count++;
        all->runs[self] = (run){y, x, end, self};
        while (above < above_end && all->runs[above].end <= x)
            above++;
        for (int32_t i = above; i < above_end && all->runs[i].begin < end; i++)
            join(all, i, self);
        if (end == THRONG_REGION_BLOCK)
            return;
        x = end;
    }
}

/* Numbers the parts in the order of their first runs, and writes them. */
static void write_parts(throng_regions *regions, const block_runs *all, int32_t column, int32_t row)
{
    const size_t block = (size_t)row * (size_t)regions->block_columns + (size_t)column;
    uint16_t *sizes = regions->part_size + block * THRONG_REGION_PARTS;
    uint16_t parts[THRONG_REGION_PARTS];
    uint16_t count = 0;
    for (int32_t i = 0; i < all->count; i++) {
        const run *run = &all->runs[i];
        const bool is_first = run->joined == i;
        if (is_first)
            sizes[count] = 0;
        parts[i] = is_first ? count++ : parts[run->joined];
        sizes[parts[i]] = (uint16_t)(sizes[parts[i]] + run->end - run->begin);
        uint16_t *cells =
            regions->part +
            (size_t)(row * THRONG_REGION_BLOCK + run->y) * (size_t)regions->grid.width +
            (size_t)column * THRONG_REGION_BLOCK;
        for (int32_t x = run->begin; x < run->end; x++)
            cells[x] = parts[i];
    }
    regions->part_count[block] = count;
}

void throng_regions_part(throng_regions *regions, const throng_cost_field *cost, int32_t column,
                         int32_t row)
{
    const int32_t left = column * THRONG_REGION_BLOCK, top = row * THRONG_REGION_BLOCK;
    const int32_t width = regions->grid.width, height = regions->grid.height;
    const int32_t columns = width - left < THRONG_REGION_BLOCK ? width - left : THRONG_REGION_BLOCK;
    const int32_t rows = height - top < THRONG_REGION_BLOCK ? height - top : THRONG_REGION_BLOCK;
    block_runs all;
    all.count = 0;
    int32_t above = 0;
    for (int32_t y = 0; y < rows; y++) {
        const size_t at = (size_t)(top + y) * (size_t)width + (size_t)left;
        for (int32_t x = 0; x < columns; x++)
            regions->part[at + (size_t)x] = THRONG_NO_PART;
        const int32_t here = all.count;
        add_row(&all, y, passable(cost->cost + at, columns), above, here);
        above = here;
    }
    write_parts(regions, &all, column, row);
}
