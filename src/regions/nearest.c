/* The nearest cell of a region: rings of blocks around the place, as far as they can matter. */
#include "regions/regions.h"

typedef struct search {
    const throng_regions *regions;
    int32_t region;
    throng_cell to;
    throng_cell best;
    uint64_t best_sq; /* cells; UINT64_MAX: none yet */
} search;

static bool holds_region(const search *s, int32_t block)
{
    for (int32_t p = 0; p < s->regions->part_count[block]; p++)
        if (s->regions->number[block * THRONG_REGION_PARTS + p] == s->region)
            return true;
    return false;
}

/* Up to 2^31 + 2^14 each, so that the sum needs 64 bits without a sign. */
static uint64_t squares(int64_t dx, int64_t dy)
{
    return (uint64_t)(dx * dx) + (uint64_t)(dy * dy);
}

static void consider(search *s, throng_cell cell)
{
    const int64_t dx = (int64_t)cell.x - s->to.x, dy = (int64_t)cell.y - s->to.y;
    const uint64_t distance_sq = squares(dx, dy);
    const bool is_earlier = cell.y < s->best.y || (cell.y == s->best.y && cell.x < s->best.x);
    if (distance_sq < s->best_sq || (distance_sq == s->best_sq && is_earlier)) {
        s->best_sq = distance_sq;
        s->best = cell;
    }
}

static void look_in(search *s, int32_t column, int32_t row)
{
    const throng_regions *regions = s->regions;
    if (column < 0 || row < 0 || column >= regions->block_columns || row >= regions->block_rows ||
        !holds_region(s, row * regions->block_columns + column))
        return;
    const int32_t left = column * THRONG_REGION_BLOCK, top = row * THRONG_REGION_BLOCK;
    for (int32_t y = top; y < top + THRONG_REGION_BLOCK; y++)
        for (int32_t x = left; x < left + THRONG_REGION_BLOCK; x++)
            if (throng_regions_at(regions, (throng_cell){x, y}) == s->region)
                consider(s, (throng_cell){x, y});
}

static int32_t within(int32_t v, int32_t count)
{
    return v < 0 ? 0 : v < count ? v : count - 1;
}

/* Ring k around the block of q, the map's cell that is nearest to the place: its cells are at least
 * (k - 1) * 32 + 1 rows or columns from q, and the way there from a place beyond the edge leads
 * round a right angle or more. */
bool throng_regions_nearest(const throng_regions *regions, throng_cell from, throng_cell to,
                            throng_cell *out)
{
    search s = {regions, throng_regions_at(regions, from), to, {0, 0}, UINT64_MAX};
    if (s.region < 0 || !out)
        return false;
    const throng_cell q = {within(to.x, regions->grid.width), within(to.y, regions->grid.height)};
    const uint64_t outside_sq = squares((int64_t)to.x - q.x, (int64_t)to.y - q.y);
    const int32_t column = q.x / THRONG_REGION_BLOCK, row = q.y / THRONG_REGION_BLOCK;
    const int32_t most =
        regions->block_columns > regions->block_rows ? regions->block_columns : regions->block_rows;
    for (int32_t k = 0; k <= most; k++) {
        const int64_t least = k > 0 ? (k - 1) * THRONG_REGION_BLOCK + 1 : 0;
        if (squares(least, 0) + outside_sq > s.best_sq)
            break;
        for (int32_t c = column - k; c <= column + k; c++) {
            look_in(&s, c, row - k);
            if (k > 0)
                look_in(&s, c, row + k);
        }
        for (int32_t r = row - k + 1; r < row + k; r++) {
            look_in(&s, column - k, r);
            look_in(&s, column + k, r);
        }
    }
    *out = s.best;
    return true;
}
