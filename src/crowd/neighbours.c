/* The order of neighbours. */
#include "crowd/neighbours.h"

#include "tasks/tasks.h"

#include <string.h>

/* Slightly more than the largest range: the distance that a float calculation calls in range may be
 * a few units of the last place longer. */
#define MARGIN 1.0001f

/* Writes key and place of everybody who takes part; returns how many do. */
static int32_t make_keys(throng_neighbours *n, const throng_sort_input *input)
{
    int32_t count = 0;
    for (int32_t place = 0; place < input->count; place++) {
        if (input->flags[place] & input->skip_flags)
            continue;
        int32_t row = throng_row_number(input->y[place], input->origin_y, n->rows_per_metre);
        n->key[count] = (uint64_t)row << 32 | throng_sortable(input->x[place]);
        n->place[count] = place;
        count++;
    }
    return count;
}

/* One pass of the radix sort: by the byte at `shift`, stable, from (key, place) to the scratch
 * pair. */
static void scatter(throng_neighbours *n, int32_t count, int shift, const uint32_t histogram[256])
{
    uint32_t next[256], sum = 0;
    for (int i = 0; i < 256; i++) {
        next[i] = sum;
        sum += histogram[i];
    }
    for (int32_t i = 0; i < count; i++) {
        uint32_t to = next[n->key[i] >> shift & 255]++;
        n->key_scratch[to] = n->key[i];
        n->place_scratch[to] = n->place[i];
    }
    uint64_t *key = n->key;
    n->key = n->key_scratch;
    n->key_scratch = key;
    int32_t *place = n->place;
    n->place = n->place_scratch;
    n->place_scratch = place;
}

/* Least significant byte first; bytes that all keys share are passed over. */
static void radix_sort(throng_neighbours *n, int32_t count)
{
    uint32_t histogram[8][256];
    memset(histogram, 0, sizeof histogram);
    for (int32_t i = 0; i < count; i++)
        for (int b = 0; b < 8; b++)
            histogram[b][n->key[i] >> (8 * b) & 255]++;
    for (int b = 0; b < 8; b++)
        if (count > 0 && histogram[b][n->key[0] >> (8 * b) & 255] != (uint32_t)count)
            scatter(n, count, 8 * b, histogram[b]);
}

static uint32_t index_at(const throng_neighbours *n, const throng_sort_input *input, int32_t i)
{
    return (uint32_t)input->id[n->place[i]];
}

/* Restores the heap property below `root` of the `count` places from `begin` on. */
static void sift(throng_neighbours *n, const throng_sort_input *input, int32_t begin, int32_t root,
                 int32_t count)
{
    int32_t place = n->place[begin + root];
    uint32_t index = (uint32_t)input->id[place];
    for (;;) {
        int32_t child = 2 * root + 1;
        if (child >= count)
            break;
        if (child + 1 < count &&
            index_at(n, input, begin + child + 1) > index_at(n, input, begin + child))
            child++;
        if (index_at(n, input, begin + child) <= index)
            break;
        n->place[begin + root] = n->place[begin + child];
        root = child;
    }
    n->place[begin + root] = place;
}

/* Sorts a run of agents in one place by id index. Heap sort: runs may hold the whole crowd. */
static void sort_run(throng_neighbours *n, const throng_sort_input *input, int32_t begin,
                     int32_t end)
{
    int32_t count = end - begin;
    for (int32_t root = count / 2 - 1; root >= 0; root--)
        sift(n, input, begin, root, count);
    for (int32_t last = count - 1; last > 0; last--) {
        int32_t place = n->place[begin];
        n->place[begin] = n->place[begin + last];
        n->place[begin + last] = place;
        sift(n, input, begin, 0, last);
    }
}

static void break_ties(throng_neighbours *n, const throng_sort_input *input, int32_t count)
{
    for (int32_t begin = 0; begin < count;) {
        int32_t end = begin + 1;
        while (end < count && n->key[end] == n->key[begin])
            end++;
        if (end - begin > 1)
            sort_run(n, input, begin, end);
        begin = end;
    }
}

static void make_rows(throng_neighbours *n)
{
    n->row_count = 0;
    for (int32_t i = 0; i < n->count; i++) {
        int32_t row = (int32_t)(n->key[i] >> 32);
        if (n->row_count > 0 && n->row[n->row_count - 1] == row)
            continue;
        n->row[n->row_count] = row;
        n->row_begin[n->row_count] = i;
        n->row_count++;
    }
    n->row[n->row_count] = INT32_MAX;
    n->row_begin[n->row_count] = n->count;
}

/* The sorted copies take the room of the keys: that is 20 bytes per agent saved. */
static void lay_out_copies(throng_neighbours *n)
{
    n->x = (float *)n->key_scratch;
    n->y = n->x + n->capacity;
    n->mass_root = (float *)n->key;
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
}

static void order_by_keys(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    const sort *s = data;
    throng_neighbours *n = s->neighbours;
    n->count = make_keys(n, s->input);
    radix_sort(n, n->count);
    break_ties(n, s->input, n->count);
    make_rows(n);
}

void throng_neighbours_order(const throng_context *context, throng_neighbours *n,
                             const throng_sort_input *input)
{
    sort s = {n, input};
    throng_parallel_for(context, 1, measure_window, &s);
    if (!throng_neighbours_order_by_cells(context, n, input))
        throng_parallel_for(context, 1, order_by_keys, &s);
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
        n->mass_root[i] = input->mass_root[place];
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
