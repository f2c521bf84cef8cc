/* The order of neighbours: by cells, by keys, and by qsort with the rule itself, (row, x, id
 * index). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../cases/crowd_workers.h"
#include "base/internal.h"
#include "kernels_crowds.h"

#include <stdlib.h>
#include <string.h>

/* Arrays for so many agents. */
#define INTS(room) (4 * (room) + 4)
#define KEYS(room) (2 * (room))

static throng_neighbours wire(int32_t *ints, uint64_t *keys, int32_t room)
{
    memset(ints, 0x5a, INTS((size_t)room) * sizeof *ints);
    memset(keys, 0x5a, KEYS((size_t)room) * sizeof *keys);
    return (throng_neighbours){.row = ints,
                               .row_begin = ints + room + 2,
                               .place = ints + 2 * room + 4,
                               .place_scratch = ints + 3 * room + 4,
                               .key = keys,
                               .key_scratch = keys + room};
}

typedef struct order {
    throng_neighbours n;
    int32_t ints[INTS(CROWD_PLACES)];
    uint64_t keys[KEYS(CROWD_PLACES)];
} order;

static void prepare(order *o, int32_t capacity, float window)
{
    o->n = wire(o->ints, o->keys, CROWD_PLACES);
    o->n.capacity = capacity;
    o->n.window = window;
    o->n.rows_per_metre = 1.0 / window;
}

typedef struct member {
    int32_t row;
    float x;
    uint32_t index;
    int32_t place;
} member;

static int compare_members(const void *a, const void *b)
{
    const member *one = a, *two = b;
    if (one->row != two->row)
        return one->row < two->row ? -1 : 1;
    if (one->x != two->x)
        return one->x < two->x ? -1 : 1;
    return one->index < two->index ? -1 : one->index > two->index;
}

static int32_t sort_members(const test_places *p, double rows_per_metre,
                            member members[CROWD_PLACES])
{
    int32_t count = 0;
    for (int32_t i = 0; i < p->count; i++)
        if (!(p->flags[i] & p->input.skip_flags))
            members[count++] =
                (member){throng_row_number(p->y[i], p->input.origin_y, rows_per_metre), p->x[i],
                         (uint32_t)p->id[i], i};
    qsort(members, (size_t)count, sizeof *members, compare_members);
    return count;
}

static void expect_order(const throng_neighbours *n, const member *members, int32_t count)
{
    int32_t rows = 0;
    assert_int_equal(n->count, count);
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(n->place[i], members[i].place);
        if (i > 0 && members[i].row == members[i - 1].row)
            continue;
        assert_int_equal(n->row[rows], members[i].row);
        assert_int_equal(n->row_begin[rows], i);
        rows++;
    }
    assert_int_equal(n->row_count, rows);
    assert_int_equal(n->row[rows], INT32_MAX);
    assert_int_equal(n->row_begin[rows], count);
}

static int32_t by_cells;

/* A capacity of nothing leaves no room for cells, so that keys must do. */
static void compare_all(const test_places *p)
{
    static order keys, cells, either;
    static member members[CROWD_PLACES];
    prepare(&keys, 0, 1.0f);
    throng_neighbours_order(crowd_context, &keys.n, &p->input);
    const float window = keys.n.window;
    const int32_t count = sort_members(p, 1.0 / window, members);
    expect_order(&keys.n, members, count);

    prepare(&either, p->count, 1.0f);
    throng_neighbours_order(crowd_context, &either.n, &p->input);
    expect_order(&either.n, members, count);

    prepare(&cells, p->count, window);
    if (throng_neighbours_order_by_cells(crowd_context, &cells.n, &p->input)) {
        throng_neighbours_sort_rows(crowd_context, &cells.n, &p->input, false);
        expect_order(&cells.n, members, count);
        by_cells++;
    }
}

static void both_sorts_keep_the_rule(void **state)
{
    (void)state;
    static test_places places;
    test_random random = {test_seed("order", 1)};
    int32_t tried = 0;
    for (int32_t kind = 0; kind < CROWD_KINDS; kind++) {
        by_cells = 0;
        for (int32_t count = 0; count <= CROWD_PLACES; count += count < 20 ? 1 : 19) {
            for (int32_t left_out = 0; left_out < 2; left_out++) {
                test_places_make(&places, &random, kind, count, left_out != 0);
                compare_all(&places);
                tried++;
            }
        }
        print_message("crowds of kind %d: %d of %d by cells\n", kind, by_cells, tried);
        /* Where crowds are spread out, cells must be what sorts them; they are few at least
         * elsewhere. */
        if (kind == CROWD_DENSE)
            assert_true(by_cells > tried / 2);
        tried = 0;
    }
}

static void check_copies(const test_places *p, bool in_one_pass)
{
    static order o;
    prepare(&o, p->count, 1.0f);
    if (in_one_pass) {
        throng_neighbours_sort(crowd_context, &o.n, &p->input);
    } else {
        throng_neighbours_order(crowd_context, &o.n, &p->input);
        throng_neighbours_copy(crowd_context, &o.n, &p->input);
    }
    for (int32_t i = 0; i < o.n.count; i++) {
        const int32_t place = o.n.place[i];
        assert_true(o.n.x[i] == p->x[place] && o.n.y[i] == p->y[place]);
        assert_true(o.n.reach[i] * o.n.unit == p->reach[place]);
        assert_true(o.n.yield[i] == p->mass_root[place] / p->input.largest_mass_root);
        assert_int_equal(o.n.index[i], (uint32_t)p->id[place]);
    }
}

static void copies_follow_the_order(void **state)
{
    (void)state;
    static test_places p;
    test_random random = {test_seed("order, copies", 2)};
    for (int32_t trial = 0; trial < 8; trial++) {
        test_places_make(&p, &random, trial / 4 ? CROWD_DENSE : CROWD_MIXED, CROWD_PLACES,
                         trial % 2 != 0);
        check_copies(&p, trial / 2 % 2 != 0);
    }
}

/* Enough for several blocks of agents, the last of them not full. */
enum { MANY = 20000 };

typedef struct many {
    throng_neighbours n;
    int32_t ints[INTS(MANY)];
    uint64_t keys[KEYS(MANY)];
} many;

static float many_x[MANY], many_y[MANY], many_reach[MANY], many_mass_root[MANY];
static uint64_t many_id[MANY];
static uint8_t many_flags[MANY];

/* How they lie in memory and on the ground. */
enum { MANY_IN_ORDER, MANY_ANYHOW, MANY_IN_ONE_ROW, MANY_IN_TWO_CLUMPS, MANY_LAYOUTS };

static void place_many(test_random *random, int layout, bool some_left_out)
{
    for (int32_t i = 0; i < MANY; i++) {
        const float along = (float)i / MANY;
        many_x[i] = test_random_float(random, 0.0f, 80.0f);
        many_y[i] = layout == MANY_IN_ORDER     ? 80.0f * along
                    : layout == MANY_IN_ONE_ROW ? 3.0f
                                                : test_random_float(random, 0.0f, 80.0f);
        if (layout == MANY_IN_TWO_CLUMPS)
            many_y[i] = 0.1f * many_y[i] + (i % 2 ? 200.0f : 0.0f);
        many_reach[i] = 0.4f;
        many_mass_root[i] = 1.0f;
        many_id[i] = (uint64_t)(MANY - i);
        many_flags[i] = some_left_out && test_random_int(random, 0, 19) == 0 ? 1 : 0;
    }
}

static bool sort_many(many *m, throng_context *context, int32_t workers)
{
    throng_sort_input input = {.count = MANY,
                               .largest_reach = 0.4f,
                               .largest_mass_root = 1.0f,
                               .are_alike = true,
                               .x = many_x,
                               .y = many_y,
                               .reach = many_reach,
                               .mass_root = many_mass_root,
                               .id = many_id,
                               .flags = many_flags,
                               .skip_flags = 1};
    m->n = wire(m->ints, m->keys, MANY);
    m->n.capacity = MANY;
    m->n.window = 0.8f;
    m->n.rows_per_metre = 1.25;
    context->tasks = crowd_tasks(workers);
    const bool is_done = throng_neighbours_order_by_cells(context, &m->n, &input);
    if (is_done)
        throng_neighbours_sort_rows(context, &m->n, &input, false);
    context->tasks = (throng_tasks){.mode = THRONG_TASKS_NONE, .worker_count = 1};
    return is_done;
}

static void expect_same_order(const throng_neighbours *one, const throng_neighbours *two)
{
    assert_int_equal(one->count, two->count);
    assert_int_equal(one->row_count, two->row_count);
    const size_t rows = (size_t)one->row_count + 1;
    assert_memory_equal(one->row, two->row, rows * sizeof *one->row);
    assert_memory_equal(one->row_begin, two->row_begin, rows * sizeof *one->row_begin);
    assert_memory_equal(one->place, two->place, (size_t)one->count * sizeof *one->place);
}

static void workers_give_one_order(void **state)
{
    (void)state;
    static many one, several;
    static const int32_t workers[] = {2, 3, 8, 32};
    test_random random = {test_seed("order, workers", 3)};
    for (int layout = 0; layout < 2 * MANY_LAYOUTS; layout++) {
        place_many(&random, layout / 2, layout % 2 != 0);
        assert_true(sort_many(&one, crowd_context, 1));
        assert_int_equal(one.n.count < MANY, layout % 2);
        for (size_t k = 0; k < sizeof workers / sizeof *workers; k++) {
            assert_true(sort_many(&several, crowd_context, workers[k]));
            expect_same_order(&one.n, &several.n);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sorts_keep_the_rule),
        cmocka_unit_test(workers_give_one_order),
        cmocka_unit_test(copies_follow_the_order),
    };
    return cmocka_run_group_tests_name("order of neighbours", tests, crowd_open, crowd_close);
}
