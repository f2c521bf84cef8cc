/* Agents into rows by a radix sort, least significant digit first, of keys of row and x: for crowds
 * that are scattered too widely or piled up too high for cells. A key's x is a 65536th of the
 * crowd's extent, so those who share one are next to each other. */
#include "crowd/neighbours.h"

#include "tasks/tasks.h"

#define X_BITS 16
#define DIGIT_BITS 11
#define DIGITS (1 << DIGIT_BITS)

/* Keys have a row below 2^31 above their x. */
#define PASSES_MAX ((31 + X_BITS + DIGIT_BITS - 1) / DIGIT_BITS)

typedef struct sort {
    throng_neighbours *neighbours;
    const throng_sort_input *input;
} sort;

/* Writes key and place of everybody who takes part. */
static void make_keys(throng_neighbours *n, const throng_sort_input *input)
{
    throng_extent e = throng_find_extent(input->x, input->y, input->count);
    float width = e.high_x - e.low_x, last = (float)((1 << X_BITS) - 1);
    float per_metre = width > 1e-30f && width < 1e30f ? last / width : 0.0f;
    int32_t count = 0;
    for (int32_t place = 0; place < input->count; place++) {
        if (input->flags[place] & input->skip_flags)
            continue;
        int32_t row = throng_row_number(input->y[place], input->origin_y, n->rows_per_metre);
        float x = (input->x[place] - e.low_x) * per_metre;
        x = x > 0.0f ? x : 0.0f;
        x = x < last ? x : last;
        n->key[count] = (uint64_t)row << X_BITS | (uint64_t)x;
        n->place[count] = place;
        count++;
    }
    n->count = count;
}

/* One pass: by the digit at `shift`, stable, from (key, place) to the scratch pair. */
static void scatter(throng_neighbours *n, int shift)
{
    uint32_t next[DIGITS], sum = 0;
    memset(next, 0, sizeof next);
    for (int32_t i = 0; i < n->count; i++)
        next[n->key[i] >> shift & (DIGITS - 1)]++;
    for (int i = 0; i < DIGITS; i++) {
        uint32_t here = next[i];
        next[i] = sum;
        sum += here;
    }
    for (int32_t i = 0; i < n->count; i++) {
        uint32_t to = next[n->key[i] >> shift & (DIGITS - 1)]++;
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

/* Digits that all keys share are passed over. */
static void radix_sort(throng_neighbours *n)
{
    uint64_t differ = 0;
    for (int32_t i = 1; i < n->count; i++)
        differ |= n->key[i] ^ n->key[0];
    for (int pass = 0; pass < PASSES_MAX; pass++)
        if (differ >> (pass * DIGIT_BITS) & (DIGITS - 1))
            scatter(n, pass * DIGIT_BITS);
}

static void make_rows(throng_neighbours *n)
{
    n->row_count = 0;
    for (int32_t i = 0; i < n->count; i++) {
        int32_t row = (int32_t)(n->key[i] >> X_BITS);
        if (n->row_count > 0 && n->row[n->row_count - 1] == row)
            continue;
        n->row[n->row_count] = row;
        n->row_begin[n->row_count] = i;
        n->row_count++;
    }
    n->row[n->row_count] = INT32_MAX;
    n->row_begin[n->row_count] = n->count;
}

static void run_sort(int32_t begin, int32_t end, void *data)
{
    (void)begin;
    (void)end;
    const sort *s = data;
    throng_neighbours *n = s->neighbours;
    const throng_sort_input *input = s->input;
    n->count = 0;
    if (input->count > 0)
        make_keys(n, input);
    radix_sort(n);
    make_rows(n);
}

void throng_neighbours_order_by_keys(const throng_context *context, throng_neighbours *n,
                                     const throng_sort_input *input)
{
    sort s = {n, input};
    throng_parallel_for(context, 1, run_sort, &s);
}
