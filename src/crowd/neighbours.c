/* The order of neighbours. */
#include "crowd/neighbours.h"

#include "tasks/tasks.h"

/* Slightly more than the largest range: the distance that a float calculation calls in range may be
 * a few units of the last place longer. */
#define MARGIN 1.0001f

/* The sorted copies take the room of the keys: that is 20 bytes per agent saved. */
static void lay_out_copies(throng_neighbours *n)
{
    n->x = (float *)n->key_scratch;
    n->y = n->x + n->capacity;
    n->yield = (float *)n->key;
    n->index = (uint32_t *)n->key + n->capacity;
    n->reach = (float *)n->place_scratch;
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
    s->neighbours->are_alike = s->input->are_alike;
}

void throng_neighbours_order(const throng_context *context, throng_neighbours *n,
                             const throng_sort_input *input)
{
    sort s = {n, input};
    throng_parallel_for(context, 1, measure_window, &s);
    if (!throng_neighbours_order_by_cells(context, n, input))
        throng_neighbours_order_by_keys(context, n, input);
    throng_neighbours_sort_rows(context, n);
}

/* Agents per block of copying. */
#define BLOCK_AGENTS 4096

static void run_copy(int32_t begin, int32_t end, void *data)
{
    const sort *s = data;
    const throng_sort_input *input = s->input;
    throng_neighbours *n = s->neighbours;
    int64_t last = (int64_t)end * BLOCK_AGENTS;
    for (int32_t i = begin * BLOCK_AGENTS; i < n->count && i < last; i++) {
        int32_t place = n->place[i];
        n->x[i] = input->x[place];
        n->y[i] = input->y[place];
        n->reach[i] = input->reach[place];
        n->yield[i] = input->mass_root[place] / input->largest_mass_root;
        n->index[i] = (uint32_t)input->id[place];
    }
}

void throng_neighbours_copy(const throng_context *context, throng_neighbours *n,
                            const throng_sort_input *input)
{
    sort s = {n, input};
    lay_out_copies(n);
    throng_parallel_for(context, throng_block_count(n->count, BLOCK_AGENTS), run_copy, &s);
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
