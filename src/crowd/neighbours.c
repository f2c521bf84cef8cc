/* The order of neighbours. */
#include "crowd/neighbours.h"

#include "tasks/tasks.h"

/* Slightly more than the largest range: the distance that a float calculation calls in range may be
 * a few units of the last place longer. */
#define MARGIN 1.0001f

/* The sorted copies take the room of the keys: that is 20 bytes per agent saved. What a key tells
 * lies elsewhere, for blocks of agents are copied in any order. */
static void lay_out_copies(throng_neighbours *n)
{
    n->x = (float *)n->key_scratch;
    n->y = n->x + n->capacity;
    n->index = (uint32_t *)n->place_scratch;
    n->reach = (float *)n->key;
    n->yield = n->reach + n->capacity;
}

typedef struct sort {
    throng_neighbours *neighbours;
    const throng_sort_input *input;
} sort;

static void measure_window(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    const sort *s = data;
    s->neighbours->window = 2.0f * s->input->largest_reach * MARGIN;
    s->neighbours->rows_per_metre = 1.0 / s->neighbours->window;
    s->neighbours->origin_y = s->input->origin_y;
    s->neighbours->are_alike = s->input->are_alike && s->input->count > 0;
    s->neighbours->unit = s->neighbours->are_alike ? 2.0f * s->input->reach[0] : 1.0f;
}

/* Everybody into rows, nearly in order. */
static void fill_rows(const throng_context *context, sort *s)
{
    throng_parallel_for(context, 1, measure_window, s);
    if (!throng_neighbours_order_by_cells(context, s->neighbours, s->input))
        throng_neighbours_order_by_keys(context, s->neighbours, s->input);
}

void throng_neighbours_order(const throng_context *context, throng_neighbours *n,
                             const throng_sort_input *input)
{
    sort s = {n, input};
    fill_rows(context, &s);
    throng_neighbours_sort_rows(context, n, input, false);
}

/* Agents per block of copying. */
#define BLOCK_AGENTS 4096

static int32_t block_end(const throng_neighbours *n, int32_t end)
{
    int64_t last = (int64_t)end * BLOCK_AGENTS;
    return last < n->count ? (int32_t)last : n->count;
}

void throng_neighbours_copy_places(throng_neighbours *n, const float *y, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; i++)
        n->x[i] = throng_order_x(n->key[i]);
    for (int32_t i = begin; i < end; i++)
        n->index[i] = (uint32_t)n->key[i];
    for (int32_t i = begin; i < end; i++)
        n->y[i] = y[n->place[i]];
}

static void run_copy_places(int32_t begin, int32_t end, void *data)
{
    const sort *s = data;
    throng_neighbours *n = s->neighbours;
    throng_neighbours_copy_places(n, s->input->y, begin * BLOCK_AGENTS, block_end(n, end));
}

/* When all places are there: this takes the room of the keys. */
static void run_copy_kinds(int32_t begin, int32_t end, void *data)
{
    const sort *s = data;
    const throng_sort_input *input = s->input;
    throng_neighbours *n = s->neighbours;
    const int32_t first = begin * BLOCK_AGENTS, last = block_end(n, end);
    for (int32_t i = first; n->are_alike && i < last; i++) {
        n->reach[i] = 0.5f;
        n->yield[i] = 1.0f;
    }
    for (int32_t i = first; !n->are_alike && i < last; i++) {
        int32_t place = n->place[i];
        n->reach[i] = input->reach[place];
        n->yield[i] = input->mass_root[place] / input->largest_mass_root;
    }
}

void throng_neighbours_copy(const throng_context *context, throng_neighbours *n,
                            const throng_sort_input *input)
{
    sort s = {n, input};
    lay_out_copies(n);
    const int32_t blocks = throng_block_count(n->count, BLOCK_AGENTS);
    throng_parallel_for(context, blocks, run_copy_places, &s);
    throng_parallel_for(context, blocks, run_copy_kinds, &s);
}

void throng_neighbours_sort(const throng_context *context, throng_neighbours *n,
                            const throng_sort_input *input)
{
    sort s = {n, input};
    fill_rows(context, &s);
    lay_out_copies(n);
    throng_neighbours_sort_rows(context, n, input, true);
    throng_parallel_for(context, throng_block_count(n->count, BLOCK_AGENTS), run_copy_kinds, &s);
}

int32_t throng_neighbours_find_row(const throng_neighbours *n, int32_t row)
{
    int32_t low = 0, high = n->row_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (n->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t throng_neighbours_row_of(const throng_neighbours *n, int32_t i)
{
    int32_t low = 0, high = n->row_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (n->row_begin[middle + 1] <= i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t throng_neighbours_find_x(const throng_neighbours *n, int32_t r, float x)
{
    int32_t low = n->row_begin[r], high = n->row_begin[r + 1];
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (n->x[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
