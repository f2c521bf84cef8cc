/* The last part of every sort: rows in which agents are nearly in order get their keys, are put in
 * order, and copied while they are in the cache. Insertion as long as little has to move; where
 * much has, a heap sort bounds the time. */
#include "crowd/neighbours.h"

#include "tasks/tasks.h"

/* Rows per block of parallel work. */
#define BLOCK_ROWS 4

/* Moves per agent of a row that insertion may spend: about what a heap sort costs. */
#define MOVES_PER_AGENT 24

typedef struct item {
    uint64_t key;
    int32_t place;
} item;

/* One row, or what is left of it, as two arrays of equal order. */
typedef struct row {
    uint64_t *key;
    int32_t *place;
    int32_t count;
} row;

/* False if it gave up, which leaves the row a permutation of what it was. */
static bool insertion_sort(row r)
{
    int64_t moves = (int64_t)r.count * MOVES_PER_AGENT;
    for (int32_t i = 1; i < r.count; i++) {
        if (r.key[i - 1] <= r.key[i])
            continue;
        item moving = {r.key[i], r.place[i]};
        int32_t k = i;
        do {
            r.key[k] = r.key[k - 1];
            r.place[k] = r.place[k - 1];
            k--;
        } while (k > 0 && r.key[k - 1] > moving.key);
        r.key[k] = moving.key;
        r.place[k] = moving.place;
        moves -= i - k;
        if (moves < 0)
            return false;
    }
    return true;
}

/* Lets `sinking` sink from `root` to where no child of it is greater. */
static void sift(row r, int32_t root, item sinking)
{
    for (;;) {
        int32_t child = 2 * root + 1;
        if (child >= r.count)
            break;
        if (child + 1 < r.count && r.key[child + 1] > r.key[child])
            child++;
        if (r.key[child] <= sinking.key)
            break;
        r.key[root] = r.key[child];
        r.place[root] = r.place[child];
        root = child;
    }
    r.key[root] = sinking.key;
    r.place[root] = sinking.place;
}

static void heap_sort(row r)
{
    for (int32_t root = r.count / 2 - 1; root >= 0; root--)
        sift(r, root, (item){r.key[root], r.place[root]});
    while (r.count > 1) {
        r.count--;
        item last = {r.key[r.count], r.place[r.count]};
        r.key[r.count] = r.key[0];
        r.place[r.count] = r.place[0];
        sift(r, 0, last);
    }
}

static void make_keys(row r, const throng_sort_input *input)
{
    for (int32_t i = 0; i < r.count; i++)
        r.key[i] = throng_order_key(input->x[r.place[i]], input->id[r.place[i]]);
}

typedef struct sort {
    throng_neighbours *neighbours;
    const throng_sort_input *input;
    bool copies;
} sort;

static void run_rows(int32_t begin, int32_t end, void *data)
{
    const sort *s = data;
    throng_neighbours *n = s->neighbours;
    int32_t last = end * BLOCK_ROWS < n->row_count ? end * BLOCK_ROWS : n->row_count;
    for (int32_t k = begin * BLOCK_ROWS; k < last; k++) {
        int32_t first = n->row_begin[k];
        row r = {n->key + first, n->place + first, n->row_begin[k + 1] - first};
        make_keys(r, s->input);
        if (!insertion_sort(r))
            heap_sort(r);
        if (s->copies)
            throng_neighbours_copy_places(n, s->input->y, first, n->row_begin[k + 1]);
    }
}

void throng_neighbours_sort_rows(const throng_context *context, throng_neighbours *n,
                                 const throng_sort_input *input, bool copies)
{
    sort s = {n, input, copies};
    throng_parallel_for(context, throng_block_count(n->row_count, BLOCK_ROWS), run_rows, &s);
}
