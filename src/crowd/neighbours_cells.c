/* Agents into rows by a counting sort over cells, each row of cells being a row of the order.
 * Within a row they are in order but for those who share a cell. */
#include "crowd/neighbours.h"

#include "cost/cost.h"
#include "tasks/tasks.h"

/* Agents in a cell squared, summed over the cells, at most so many times the agents. Who shares a
 * cell stands there in the order of the arrays, which is seldom far from sorted, so piles of dozens
 * cost little; hundreds would. */
#define PILE_MAX 256

typedef struct cells {
    int32_t first_row, row_count;
    int32_t column_count;
    float x0, per_metre; /* column = (x - x0) * per_metre */
} cells;

/* Those who are left out share a cell behind all others. */
static uint32_t outside(const cells *c)
{
    return (uint32_t)(c->row_count * c->column_count);
}

/* Agents whose extents are found side by side. */
#define LANES 8

/* Written for the compiler to do several at a time. */
throng_extent throng_find_extent(const float *x, const float *y, int32_t count)
{
    float low_x[LANES], high_x[LANES], low_y[LANES], high_y[LANES];
    for (int k = 0; k < LANES; k++) {
        low_x[k] = high_x[k] = x[0];
        low_y[k] = high_y[k] = y[0];
    }
    for (int32_t i = 0; i < count; i += LANES) {
        int32_t from = i + LANES <= count ? i : count > LANES ? count - LANES : 0;
        int32_t lanes = count < LANES ? count : LANES;
        for (int k = 0; k < lanes; k++) {
            low_x[k] = x[from + k] < low_x[k] ? x[from + k] : low_x[k];
            high_x[k] = x[from + k] > high_x[k] ? x[from + k] : high_x[k];
            low_y[k] = y[from + k] < low_y[k] ? y[from + k] : low_y[k];
            high_y[k] = y[from + k] > high_y[k] ? y[from + k] : high_y[k];
        }
    }
    for (int k = 1; k < LANES; k++) {
        low_x[0] = low_x[k] < low_x[0] ? low_x[k] : low_x[0];
        high_x[0] = high_x[k] > high_x[0] ? high_x[k] : high_x[0];
        low_y[0] = low_y[k] < low_y[0] ? low_y[k] : low_y[0];
        high_y[0] = high_y[k] > high_y[0] ? high_y[k] : high_y[0];
    }
    return (throng_extent){low_x[0], high_x[0], low_y[0], high_y[0]};
}

/* Cells for this extent: one for every agent, as the scratch has room for two; with two, a sort of
 * a million takes an eighth longer, for their counters leave the second-level cache. False if the
 * rows alone are too many. */
static bool lay_out(cells *c, const throng_neighbours *n, const throng_sort_input *input,
                    const throng_extent *e)
{
    c->first_row = throng_row_number(e->low_y, input->origin_y, n->rows_per_metre);
    int64_t rows = (int64_t)throng_row_number(e->high_y, input->origin_y, n->rows_per_metre) -
                   c->first_row + 1;
    int32_t most = 2 * n->capacity - 2; /* one is for those who are left out */
    int64_t wanted = (int64_t)input->count + 64;
    most = wanted < most ? (int32_t)wanted : most;
    if (rows > most)
        return false;
    c->row_count = (int32_t)rows;
    c->column_count = most / c->row_count;
    c->x0 = e->low_x;
    float width = e->high_x - e->low_x;
    /* A crowd that is narrower than anything real is one column. */
    c->per_metre = width > 1e-30f && width < 1e30f ? (float)c->column_count / width : 0.0f;
    return true;
}

/* Bands of rows, one for each worker, so that several can count and fill cells. */
#define BANDS_MAX 16

typedef struct band {
    int32_t first_row, end_row;    /* of the rows of cells */
    uint32_t first_cell, end_cell; /* the last band has those who are left out, too */
    uint32_t begin;                /* agents in the bands before it */
    uint32_t count;                /* agents in it who take part */
    uint64_t pile;                 /* squares of agents in a cell, summed over its cells */
    int32_t filled_rows;           /* its rows that hold somebody, listed from `begin` on */
} band;

/* The lowest and the highest cell of a block of agents. */
typedef struct cell_range {
    uint32_t low, high;
} cell_range;

/* A sort on its way. */
typedef struct sort {
    throng_neighbours *neighbours;
    const throng_sort_input *input;
    cells cells;
    uint32_t *start;        /* by cell: agents in it, then its first free slot */
    uint32_t *cell;         /* by place */
    throng_extent *extents; /* by block, in the room of keys; then */
    cell_range *ranges;     /* by block, likewise */
    bool is_possible;
    int32_t worker_count, band_count;
    band bands[BANDS_MAX];
} sort;

/* Agents per block of parallel work. */
#define BLOCK_AGENTS 4096

static throng_span agents_of(const sort *s, int32_t block)
{
    const int32_t first = block * BLOCK_AGENTS, left = s->input->count - first;
    return (throng_span){first, first + (left < BLOCK_AGENTS ? left : BLOCK_AGENTS)};
}

static void run_find_extents(int32_t begin, int32_t end, void *data)
{
    const sort *s = data;
    for (int32_t block = begin; block < end; block++) {
        const throng_span span = agents_of(s, block);
        s->extents[block] = throng_find_extent(s->input->x + span.begin, s->input->y + span.begin,
                                               span.end - span.begin);
    }
}

static throng_extent join_extents(const throng_extent *extents, int32_t count)
{
    throng_extent all = extents[0];
    for (int32_t k = 1; k < count; k++) {
        const throng_extent *e = &extents[k];
        all.low_x = e->low_x < all.low_x ? e->low_x : all.low_x;
        all.high_x = e->high_x > all.high_x ? e->high_x : all.high_x;
        all.low_y = e->low_y < all.low_y ? e->low_y : all.low_y;
        all.high_y = e->high_y > all.high_y ? e->high_y : all.high_y;
    }
    return all;
}

static void cut_bands(sort *s)
{
    const cells *c = &s->cells;
    const int32_t count = s->worker_count < c->row_count ? s->worker_count : c->row_count;
    s->band_count = count < BANDS_MAX ? count : BANDS_MAX;
    for (int32_t k = 0; k < s->band_count; k++) {
        band *b = &s->bands[k];
        b->first_row = (int32_t)((int64_t)c->row_count * k / s->band_count);
        b->end_row = (int32_t)((int64_t)c->row_count * (k + 1) / s->band_count);
        b->first_cell = (uint32_t)(b->first_row * c->column_count);
        b->end_cell = (uint32_t)(b->end_row * c->column_count) + (k == s->band_count - 1);
    }
}

static void choose_cells(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    sort *s = data;
    const throng_extent extent =
        join_extents(s->extents, throng_block_count(s->input->count, BLOCK_AGENTS));
    s->is_possible = lay_out(&s->cells, s->neighbours, s->input, &extent);
    if (s->is_possible)
        cut_bands(s);
}

/* Finds everybody's cell. Written for the compiler to do several at a time: everybody is between
 * the first row and the last, so these stand for the limits of throng_row_number. */
static void find_cells(const sort *s, int32_t begin, int32_t end)
{
    const cells *c = &s->cells;
    const float *restrict x = s->input->x, *restrict y = s->input->y;
    uint32_t *restrict cell = s->cell;
    const double origin = s->input->origin_y, rows_per_metre = s->neighbours->rows_per_metre;
    const double first_row = c->first_row, last_row = first_row + c->row_count - 1;
    const float x0 = c->x0, columns_per_metre = c->per_metre, last = (float)(c->column_count - 1);
    const uint32_t before = (uint32_t)c->first_row, column_count = (uint32_t)c->column_count;
    for (int32_t i = begin; i < end; i++) {
        double row = (y[i] - origin) * rows_per_metre;
        row = row > first_row ? row : first_row;
        row = row < last_row ? row : last_row;
        float column = (x[i] - x0) * columns_per_metre;
        column = column > 0.0f ? column : 0.0f;
        column = column < last ? column : last;
        cell[i] = ((uint32_t)(int32_t)row - before) * column_count + (uint32_t)(int32_t)column;
    }
}

/* Moves those who are left out to their cell; as a rule there are none. */
static void leave_out(const sort *s, int32_t begin, int32_t end)
{
    const uint8_t *restrict flags = s->input->flags, skip_flags = s->input->skip_flags;
    uint8_t any = 0;
    for (int32_t i = begin; i < end; i++)
        any |= flags[i];
    if (!(any & skip_flags))
        return;
    for (int32_t i = begin; i < end; i++)
        if (flags[i] & skip_flags)
            s->cell[i] = outside(&s->cells);
}

static cell_range find_range(const uint32_t *cell, throng_span span)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (int32_t i = span.begin; i < span.end; i++) {
        low = cell[i] < low ? cell[i] : low;
        high = cell[i] > high ? cell[i] : high;
    }
    return (cell_range){low, high};
}

static void run_find_cells(int32_t begin, int32_t end, void *data)
{
    const sort *s = data;
    for (int32_t block = begin; block < end; block++) {
        const throng_span span = agents_of(s, block);
        find_cells(s, span.begin, span.end);
        leave_out(s, span.begin, span.end);
        if (s->band_count > 1)
            s->ranges[block] = find_range(s->cell, span);
    }
}

/* What of a block is in a band. Where neighbours lie side by side in memory, few blocks are in
 * more than one. */
typedef enum share { SHARE_NONE, SHARE_SOME, SHARE_ALL } share;

static share share_of(const sort *s, const band *b, int32_t block)
{
    if (s->band_count == 1)
        return SHARE_ALL;
    const cell_range r = s->ranges[block];
    if (r.high < b->first_cell || r.low >= b->end_cell)
        return SHARE_NONE;
    return r.low >= b->first_cell && r.high < b->end_cell ? SHARE_ALL : SHARE_SOME;
}

static bool is_in(const band *b, uint32_t cell)
{
    return cell - b->first_cell < b->end_cell - b->first_cell;
}

static void count_block(const sort *s, const band *b, throng_span span, share part)
{
    uint32_t *restrict start = s->start;
    const uint32_t *restrict cell = s->cell;
    if (part == SHARE_ALL)
        for (int32_t i = span.begin; i < span.end; i++)
            start[cell[i]]++;
    else if (part == SHARE_SOME)
        for (int32_t i = span.begin; i < span.end; i++)
            if (is_in(b, cell[i]))
                start[cell[i]]++;
}

static void run_count(int32_t begin, int32_t end, void *data)
{
    sort *s = data;
    const int32_t blocks = throng_block_count(s->input->count, BLOCK_AGENTS);
    for (int32_t k = begin; k < end; k++) {
        band *b = &s->bands[k];
        const uint32_t last = (uint32_t)(b->end_row * s->cells.column_count);
        memset(s->start + b->first_cell, 0, (b->end_cell - b->first_cell) * sizeof *s->start);
        for (int32_t block = 0; block < blocks; block++)
            count_block(s, b, agents_of(s, block), share_of(s, b, block));
        uint32_t sum = 0;
        for (uint32_t cell = b->first_cell; s->band_count > 1 && cell < last; cell++)
            sum += s->start[cell];
        b->count = sum;
    }
}

/* Turns counts into the cells' first slots and lists the rows that hold somebody. There are no more
 * of them than agents before and in the band, so bands do not meet. */
static void find_starts(const sort *s, band *b)
{
    const cells *c = &s->cells;
    const int32_t column_count = c->column_count;
    int32_t *row_number = s->neighbours->row + b->begin, filled = 0;
    int32_t *row_begin = s->neighbours->row_begin + b->begin;
    uint32_t sum = b->begin;
    uint64_t pile = 0;
    for (int32_t row = b->first_row; row < b->end_row; row++) {
        const uint32_t begin = sum;
        uint32_t *of_row = s->start + (size_t)row * (size_t)column_count;
        for (int32_t k = 0; k < column_count; k++) {
            uint32_t here = of_row[k];
            of_row[k] = sum;
            sum += here;
            pile += (uint64_t)here * here;
        }
        if (sum == begin)
            continue;
        row_number[filled] = c->first_row + row;
        row_begin[filled] = (int32_t)begin;
        filled++;
    }
    if (b == &s->bands[s->band_count - 1])
        s->start[outside(c)] = sum;
    b->count = sum - b->begin;
    b->pile = pile;
    b->filled_rows = filled;
}

static void scatter(const sort *s, const band *b, throng_span span, share part)
{
    const uint32_t *restrict cell = s->cell;
    uint32_t *restrict start = s->start;
    int32_t *restrict place = s->neighbours->place;
    if (part == SHARE_ALL)
        for (int32_t i = span.begin; i < span.end; i++)
            place[start[cell[i]]++] = i;
    else if (part == SHARE_SOME)
        for (int32_t i = span.begin; i < span.end; i++)
            if (is_in(b, cell[i]))
                place[start[cell[i]]++] = i;
}

static void run_fill(int32_t begin, int32_t end, void *data)
{
    sort *s = data;
    const int32_t blocks = throng_block_count(s->input->count, BLOCK_AGENTS);
    for (int32_t k = begin; k < end; k++) {
        band *b = &s->bands[k];
        find_starts(s, b);
        for (int32_t block = 0; block < blocks; block++)
            scatter(s, b, agents_of(s, block), share_of(s, b, block));
    }
}

/* Lists the rows of all bands without gaps. */
static void join_rows(sort *s)
{
    throng_neighbours *n = s->neighbours;
    int32_t filled = 0;
    for (int32_t k = 0; k < s->band_count; k++) {
        const band *b = &s->bands[k];
        const size_t size = (size_t)b->filled_rows * sizeof *n->row;
        memmove(n->row + filled, n->row + b->begin, size);
        memmove(n->row_begin + filled, n->row_begin + b->begin, size);
        filled += b->filled_rows;
        n->count = (int32_t)(b->begin + b->count);
    }
    n->row_count = filled;
    n->row[filled] = INT32_MAX;
    n->row_begin[filled] = n->count;
}

static void run_finish(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    sort *s = data;
    uint64_t pile = 0, agents = 0;
    for (int32_t k = 0; k < s->band_count; k++) {
        pile += s->bands[k].pile;
        agents += s->bands[k].count;
    }
    join_rows(s);
    s->is_possible = pile <= PILE_MAX * agents;
}

bool throng_neighbours_order_by_cells(const throng_context *context, throng_neighbours *n,
                                      const throng_sort_input *input)
{
    if (input->count == 0)
        return false;
    const throng_tasks *tasks = &context->tasks;
    sort s = {.neighbours = n,
              .input = input,
              .start = (uint32_t *)n->key_scratch,
              .cell = (uint32_t *)n->place_scratch,
              .extents = (throng_extent *)n->key,
              .ranges = (cell_range *)n->key,
              .worker_count = tasks->mode == THRONG_TASKS_NONE ? 1 : tasks->worker_count};
    const int32_t blocks = throng_block_count(input->count, BLOCK_AGENTS);
    throng_parallel_for(context, blocks, run_find_extents, &s);
    throng_parallel_for(context, 1, choose_cells, &s);
    if (!s.is_possible)
        return false;
    throng_parallel_for(context, blocks, run_find_cells, &s);
    throng_parallel_for(context, s.band_count, run_count, &s);
    for (int32_t k = 1; k < s.band_count; k++)
        s.bands[k].begin = s.bands[k - 1].begin + s.bands[k - 1].count;
    throng_parallel_for(context, s.band_count, run_fill, &s);
    throng_parallel_for(context, 1, run_finish, &s);
    return s.is_possible;
}
