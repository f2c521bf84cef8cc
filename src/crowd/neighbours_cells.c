/* Agents into rows by a counting sort over cells, each row of cells being a row of the order.
 * Within a row they are in order but for those who share a cell. */
#include "crowd/neighbours.h"

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

/* A sort on its way. */
typedef struct sort {
    throng_neighbours *neighbours;
    const throng_sort_input *input;
    cells cells;
    uint32_t *start; /* by cell: agents in it, then its first free slot */
    uint32_t *cell;  /* by place */
    bool is_possible;
} sort;

/* Agents per block of parallel work. */
#define BLOCK_AGENTS 4096

static void choose_cells(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    sort *s = data;
    throng_extent e = throng_find_extent(s->input->x, s->input->y, s->input->count);
    s->is_possible = lay_out(&s->cells, s->neighbours, s->input, &e);
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

static void run_find_cells(int32_t begin, int32_t end, void *data)
{
    const sort *s = data;
    const int64_t all = (int64_t)end * BLOCK_AGENTS;
    const int32_t first = begin * BLOCK_AGENTS;
    const int32_t last = all < s->input->count ? (int32_t)all : s->input->count;
    find_cells(s, first, last);
    leave_out(s, first, last);
}

static void count_cells(const sort *s)
{
    uint32_t *restrict start = s->start;
    const uint32_t *restrict cell = s->cell;
    const int32_t agents = s->input->count;
    memset(start, 0, ((size_t)outside(&s->cells) + 1) * sizeof *start);
    for (int32_t i = 0; i < agents; i++)
        start[cell[i]]++;
}

/* Turns counts into the cells' first slots and lists the rows that hold somebody. False if they are
 * piled too high, and then what is listed counts for nothing. */
static bool find_starts(const cells *c, throng_neighbours *n, uint32_t *start)
{
    const int32_t column_count = c->column_count;
    uint32_t sum = 0;
    uint64_t pile = 0;
    n->row_count = 0;
    for (int32_t row = 0; row < c->row_count; row++) {
        uint32_t begin = sum;
        uint32_t *of_row = start + (size_t)row * (size_t)column_count;
        for (int32_t k = 0; k < column_count; k++) {
            uint32_t here = of_row[k];
            of_row[k] = sum;
            sum += here;
            pile += (uint64_t)here * here;
        }
        if (sum == begin)
            continue;
        n->row[n->row_count] = c->first_row + row;
        n->row_begin[n->row_count] = (int32_t)begin;
        n->row_count++;
    }
    start[outside(c)] = sum;
    n->count = (int32_t)sum;
    n->row[n->row_count] = INT32_MAX;
    n->row_begin[n->row_count] = n->count;
    return pile <= PILE_MAX * (uint64_t)sum;
}

static void scatter(const sort *s)
{
    const uint32_t *restrict cell = s->cell;
    uint32_t *restrict start = s->start;
    int32_t *restrict place = s->neighbours->place;
    const int32_t agents = s->input->count;
    for (int32_t i = 0; i < agents; i++)
        place[start[cell[i]]++] = i;
}

static void drop_into_cells(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    sort *s = data;
    count_cells(s);
    s->is_possible = find_starts(&s->cells, s->neighbours, s->start);
    if (s->is_possible)
        scatter(s);
}

bool throng_neighbours_order_by_cells(const throng_context *context, throng_neighbours *n,
                                      const throng_sort_input *input)
{
    if (input->count == 0)
        return false;
    sort s = {.neighbours = n,
              .input = input,
              .start = (uint32_t *)n->key_scratch,
              .cell = (uint32_t *)n->place_scratch};
    throng_parallel_for(context, 1, choose_cells, &s);
    if (!s.is_possible)
        return false;
    throng_parallel_for(context, throng_block_count(input->count, BLOCK_AGENTS), run_find_cells,
                        &s);
    throng_parallel_for(context, 1, drop_into_cells, &s);
    return s.is_possible;
}
