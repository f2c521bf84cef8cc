/* Joining parts across the borders of blocks: union and find, always towards the lower place, so
 * that the result does not depend on the order. */
#include "regions/regions.h"

#include <string.h>

static int32_t first_of(int32_t *joined, int32_t part)
{
    while (joined[part] != part) {
        joined[part] = joined[joined[part]];
        part = joined[part];
    }
    return part;
}

static void join(int32_t *joined, int32_t a, int32_t b)
{
    a = first_of(joined, a);
    b = first_of(joined, b);
    if (a < b)
        joined[b] = a;
    else
        joined[a] = b;
}

/* Joins along a border of `count` cells: those from `a` of one block with those from `b` of the
 * other, `stride` cells apart. */
static void join_border(throng_regions *regions, size_t a, size_t b, size_t stride, int32_t count,
                        int32_t a_block, int32_t b_block)
{
    uint16_t last_a = THRONG_NO_PART, last_b = THRONG_NO_PART;
    for (int32_t i = 0; i < count; i++, a += stride, b += stride) {
        const uint16_t part_a = regions->part[a], part_b = regions->part[b];
        if (part_a == THRONG_NO_PART || part_b == THRONG_NO_PART)
            continue;
        if (part_a == last_a && part_b == last_b)
            continue;
        join(regions->joined, a_block * THRONG_REGION_PARTS + part_a,
             b_block * THRONG_REGION_PARTS + part_b);
        last_a = part_a;
        last_b = part_b;
    }
}

static void join_block(throng_regions *regions, int32_t column, int32_t row)
{
    const int32_t width = regions->grid.width, height = regions->grid.height;
    const int32_t block = row * regions->block_columns + column;
    const int32_t x = column * THRONG_REGION_BLOCK, y = row * THRONG_REGION_BLOCK;
    const size_t corner = (size_t)y * (size_t)width + (size_t)x;
    const int32_t columns = width - x < THRONG_REGION_BLOCK ? width - x : THRONG_REGION_BLOCK;
    const int32_t rows = height - y < THRONG_REGION_BLOCK ? height - y : THRONG_REGION_BLOCK;
    if (column > 0)
        join_border(regions, corner - 1, corner, (size_t)width, rows, block - 1, block);
    if (row > 0)
        join_border(regions, corner - (size_t)width, corner, 1, columns,
                    block - regions->block_columns, block);
}

/* A part is joined with a lower place, whose number is known by then. */
static void number_regions(throng_regions *regions)
{
    const int32_t block_count = regions->block_columns * regions->block_rows;
    regions->region_count = 0;
    for (int32_t block = 0; block < block_count; block++)
        for (int32_t p = 0; p < regions->part_count[block]; p++) {
            const int32_t part = block * THRONG_REGION_PARTS + p;
            const int32_t joined = regions->joined[part];
            regions->number[part] =
                joined == part ? regions->region_count++ : regions->number[joined];
        }
    memset(regions->joined, 0, (size_t)regions->region_count * sizeof *regions->joined);
    for (int32_t block = 0; block < block_count; block++)
        for (int32_t p = 0; p < regions->part_count[block]; p++) {
            const int32_t part = block * THRONG_REGION_PARTS + p;
            regions->joined[regions->number[part]] += regions->part_size[part];
        }
}

void throng_regions_join(throng_regions *regions)
{
    const int32_t block_count = regions->block_columns * regions->block_rows;
    for (int32_t block = 0; block < block_count; block++)
        for (int32_t p = 0; p < regions->part_count[block]; p++)
            regions->joined[block * THRONG_REGION_PARTS + p] = block * THRONG_REGION_PARTS + p;
    for (int32_t row = 0; row < regions->block_rows; row++)
        for (int32_t column = 0; column < regions->block_columns; column++)
            join_block(regions, column, row);
    number_regions(regions);
}
