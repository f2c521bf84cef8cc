/*
 * path_test.c: single paths, worked out by hand: results, buffers, memory, order of ties.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

/* The epoch and the count of expanded cells are not public. */
#include "path/path.h"

#define CELL_CAPACITY 64

/* One map with a finder and the caller's buffer. */
typedef struct query {
    throng_context *context;
    throng_cost_field *cost;
    throng_path_finder *finder;
    throng_path_desc desc;
    throng_cell cells[CELL_CAPACITY];
    int32_t count;
    uint32_t total_cost;
} query;

static void start(query *self, int32_t width, int32_t height, const char *drawing)
{
    uint8_t costs[256];
    assert_int_equal(strlen(drawing), width * height);
    test_draw(drawing, costs);
    self->context = test_context_create();
    self->cost = test_cost_create(self->context, width, height, costs);
    assert_result(throng_path_finder_create(self->context, width, height, &self->finder),
                  THRONG_OK);
    self->desc = throng_path_desc_default();
}

static void end(query *self)
{
    assert_result(throng_path_finder_destroy(self->finder), THRONG_OK);
    assert_result(throng_cost_destroy(self->cost), THRONG_OK);
    assert_result(throng_context_destroy(self->context), THRONG_OK);
}

/* Marks the outputs, so that a call that should not write them shows. */
static throng_result ask(query *self, throng_cell from, throng_cell to, int32_t capacity)
{
    memset(self->cells, 0x77, sizeof self->cells);
    self->count = -5;
    self->total_cost = 77;
    return throng_path(self->finder, self->cost, from, to, &self->desc, self->cells, capacity,
                       &self->count, &self->total_cost);
}

static throng_cell at(int32_t x, int32_t y)
{
    return (throng_cell){x, y};
}

static void assert_untouched(const throng_cell *cells, int32_t begin)
{
    for (int32_t i = begin; i < CELL_CAPACITY; i++) {
        assert_int_equal(cells[i].x, 0x77777777);
        assert_int_equal(cells[i].y, 0x77777777);
    }
}

/* A refusal that has nothing to say. */
static void assert_refused(query *self, throng_result result, throng_result wanted)
{
    assert_result(result, wanted);
    assert_int_equal(self->count, -5);
    assert_int_equal(self->total_cost, 77);
    assert_untouched(self->cells, 0);
}

static void assert_path(const query *self, const throng_cell *wanted, int32_t count,
                        uint32_t total_cost)
{
    assert_int_equal(self->count, count);
    assert_int_equal(self->total_cost, total_cost);
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(self->cells[i].x, wanted[i].x);
        assert_int_equal(self->cells[i].y, wanted[i].y);
    }
    assert_untouched(self->cells, count);
}

static void path_pays_for_the_ground_it_walks_out_of(void **state)
{
    (void)state;
    query self;
    start(&self, 4, 1, "2319");
    /* 10 * (2 + 3 + 1) one way; 10 * (9 + 1 + 3) the other. */
    assert_result(ask(&self, at(0, 0), at(3, 0), CELL_CAPACITY), THRONG_OK);
    assert_path(&self, (throng_cell[]){{0, 0}, {1, 0}, {2, 0}, {3, 0}}, 4, 60);
    assert_result(ask(&self, at(3, 0), at(0, 0), CELL_CAPACITY), THRONG_OK);
    assert_path(&self, (throng_cell[]){{3, 0}, {2, 0}, {1, 0}, {0, 0}}, 4, 130);
    end(&self);
}

static void path_goes_round_dear_ground(void **state)
{
    (void)state;
    query self;
    start(&self, 5, 3,
          "....."
          ".999."
          ".999.");
    /* Straight on: 10 + 3 * 90. Round the top: 10 + 14 + 10 + 10 + 14 + 10. */
    assert_result(ask(&self, at(0, 2), at(4, 2), CELL_CAPACITY), THRONG_OK);
    assert_path(&self, (throng_cell[]){{0, 2}, {0, 1}, {1, 0}, {2, 0}, {3, 0}, {4, 1}, {4, 2}}, 7,
                68);
    end(&self);
}

static void diagonal_steps_do_not_cut_corners(void **state)
{
    (void)state;
    query self;
    start(&self, 3, 3,
          "..."
          ".#."
          "...");
    assert_result(ask(&self, at(1, 0), at(2, 1), CELL_CAPACITY), THRONG_OK);
    assert_path(&self, (throng_cell[]){{1, 0}, {2, 0}, {2, 1}}, 3, 20);
    end(&self);
    start(&self, 2, 2,
          ".#"
          "#.");
    assert_refused(&self, ask(&self, at(0, 0), at(1, 1), CELL_CAPACITY), THRONG_ERROR_NO_PATH);
    end(&self);
}

static void four_connected_paths_have_no_diagonal_steps(void **state)
{
    (void)state;
    query self;
    start(&self, 3, 3,
          ".5."
          "..."
          "5..");
    self.desc.connectivity = THRONG_CONNECTIVITY_4;
    assert_result(ask(&self, at(0, 0), at(2, 2), CELL_CAPACITY), THRONG_OK);
    assert_int_equal(self.total_cost, 40);
    assert_int_equal(self.count, 5);
    for (int32_t i = 1; i < self.count; i++)
        assert_int_equal(abs(self.cells[i].x - self.cells[i - 1].x) +
                             abs(self.cells[i].y - self.cells[i - 1].y),
                         1);
    self.desc.connectivity = THRONG_CONNECTIVITY_8;
    assert_result(ask(&self, at(0, 0), at(2, 2), CELL_CAPACITY), THRONG_OK);
    assert_path(&self, (throng_cell[]){{0, 0}, {1, 1}, {2, 2}}, 3, 28);
    end(&self);
}

static void same_cell_is_a_path_of_one_cell(void **state)
{
    (void)state;
    query self;
    start(&self, 2, 1, "..");
    assert_result(ask(&self, at(1, 0), at(1, 0), CELL_CAPACITY), THRONG_SAME_CELL);
    assert_path(&self, (throng_cell[]){{1, 0}}, 1, 0);
    assert_result(ask(&self, at(1, 0), at(1, 0), 0), THRONG_ERROR_CAPACITY);
    assert_int_equal(self.count, 1);
    assert_int_equal(self.total_cost, 0);
    assert_untouched(self.cells, 0);
    end(&self);
}

static void walls_at_the_ends_are_told_apart(void **state)
{
    (void)state;
    query self;
    start(&self, 4, 1, ".#.#");
    assert_refused(&self, ask(&self, at(1, 0), at(0, 0), 9), THRONG_ERROR_BLOCKED);
    assert_refused(&self, ask(&self, at(1, 0), at(1, 0), 9), THRONG_ERROR_BLOCKED);
    assert_refused(&self, ask(&self, at(1, 0), at(3, 0), 9), THRONG_ERROR_BLOCKED);
    assert_refused(&self, ask(&self, at(0, 0), at(1, 0), 9), THRONG_ERROR_GOAL);
    assert_refused(&self, ask(&self, at(0, 0), at(2, 0), 9), THRONG_ERROR_NO_PATH);
    end(&self);
}

static void cells_off_the_map_are_refused(void **state)
{
    (void)state;
    query self;
    start(&self, 3, 2, "......");
    const throng_cell off[] = {{-1, 0}, {3, 0}, {0, -1}, {0, 2}, {INT32_MIN, 0}, {0, INT32_MAX}};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        assert_refused(&self, ask(&self, off[i], at(0, 0), 9), THRONG_ERROR_ARGUMENT);
        assert_refused(&self, ask(&self, at(0, 0), off[i], 9), THRONG_ERROR_ARGUMENT);
    }
    end(&self);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    query self;
    start(&self, 3, 2, "......");
    const throng_cell a = {0, 0}, b = {2, 0};
    assert_refused(&self, ask(&self, a, b, -1), THRONG_ERROR_ARGUMENT);
    assert_result(throng_path(NULL, self.cost, a, b, NULL, self.cells, 9, &self.count, NULL),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_path(self.finder, NULL, a, b, NULL, self.cells, 9, &self.count, NULL),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_path(self.finder, self.cost, a, b, NULL, self.cells, 9, NULL, NULL),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_path(self.finder, self.cost, a, b, NULL, NULL, 9, &self.count, NULL),
                  THRONG_ERROR_ARGUMENT);
    self.desc.connectivity = (throng_connectivity)2;
    assert_refused(&self, ask(&self, a, b, 9), THRONG_ERROR_ARGUMENT);
    self.desc = (throng_path_desc){0};
    assert_refused(&self, ask(&self, a, b, 9), THRONG_ERROR_ARGUMENT);
    /* Nothing of this has hurt the finder, and both optional pointers are optional. */
    assert_result(throng_path(self.finder, self.cost, a, b, NULL, self.cells, 9, &self.count, NULL),
                  THRONG_OK);
    assert_int_equal(self.count, 3);
    end(&self);
}

static void finder_of_no_shape_is_refused(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_path_finder *finder = NULL;
    assert_int_equal(throng_path_finder_create(NULL, 4, 4, &finder), THRONG_ERROR_ARGUMENT);
    assert_result(throng_path_finder_create(context, 4, 4, NULL), THRONG_ERROR_ARGUMENT);
    assert_result(throng_path_finder_create(context, 0, 4, &finder), THRONG_ERROR_ARGUMENT);
    assert_result(throng_path_finder_create(context, 4, -1, &finder), THRONG_ERROR_ARGUMENT);
    assert_result(throng_path_finder_create(context, THRONG_SIDE_MAX + 1, 1, &finder),
                  THRONG_ERROR_ARGUMENT);
    assert_result(throng_path_finder_create(context, 1, THRONG_SIDE_MAX + 1, &finder),
                  THRONG_ERROR_ARGUMENT);
    assert_null(finder);
    assert_result(throng_path_finder_destroy(NULL), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void uncommitted_edits_are_refused(void **state)
{
    (void)state;
    query self;
    start(&self, 3, 1, "...");
    assert_result(throng_cost_fill(self.cost, (throng_rect){1, 0, 1, 1}, 7), THRONG_OK);
    assert_refused(&self, ask(&self, at(0, 0), at(2, 0), 9), THRONG_ERROR_NOT_COMMITTED);
    assert_refused(&self, ask(&self, at(0, 0), at(0, 0), 9), THRONG_ERROR_NOT_COMMITTED);
    assert_result(throng_cost_commit(self.cost), THRONG_OK);
    assert_result(ask(&self, at(0, 0), at(2, 0), 9), THRONG_OK);
    assert_int_equal(self.total_cost, 80);
    end(&self);
}

static void short_buffer_learns_the_length_and_works_the_next_time(void **state)
{
    (void)state;
    query self;
    start(&self, 5, 1, "12345");
    for (int32_t capacity = 0; capacity < 5; capacity++) {
        assert_result(ask(&self, at(0, 0), at(4, 0), capacity), THRONG_ERROR_CAPACITY);
        assert_int_equal(self.count, 5);
        assert_int_equal(self.total_cost, 100);
        assert_untouched(self.cells, 0);
    }
    int32_t count = 0;
    assert_result(
        throng_path(self.finder, self.cost, at(0, 0), at(4, 0), NULL, NULL, 0, &count, NULL),
        THRONG_ERROR_CAPACITY);
    assert_int_equal(count, 5);
    assert_result(ask(&self, at(0, 0), at(4, 0), self.count), THRONG_OK);
    assert_path(&self, (throng_cell[]){{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}, 5, 100);
    end(&self);
}

static void finder_that_is_too_small_is_refused(void **state)
{
    (void)state;
    query self;
    start(&self, 4, 3, "............");
    assert_result(throng_path_finder_destroy(self.finder), THRONG_OK);
    assert_result(throng_path_finder_create(self.context, 3, 3, &self.finder), THRONG_OK);
    assert_refused(&self, ask(&self, at(0, 0), at(2, 2), 9), THRONG_ERROR_CAPACITY);
    end(&self);
}

static void longest_maps_work_in_both_directions(void **state)
{
    (void)state;
    throng_context *context = test_context_create();
    throng_path_finder *finder = NULL;
    assert_result(throng_path_finder_create(context, THRONG_SIDE_MAX, 1, &finder), THRONG_OK);
    throng_cell *cells = malloc(THRONG_SIDE_MAX * sizeof *cells);
    assert_non_null(cells);
    for (int turned = 0; turned < 2; turned++) {
        const int32_t last = THRONG_SIDE_MAX - 1;
        const throng_cell start_cell = turned ? at(0, last) : at(last, 0);
        throng_cost_field *cost =
            test_cost_create(context, start_cell.x + 1, start_cell.y + 1, NULL);
        int32_t count = 0;
        uint32_t total = 0;
        assert_result(throng_path(finder, cost, start_cell, at(0, 0), NULL, cells, THRONG_SIDE_MAX,
                                  &count, &total),
                      THRONG_OK);
        assert_int_equal(count, THRONG_SIDE_MAX);
        assert_int_equal(total, 10 * last);
        for (int32_t i = 0; i < count; i++)
            assert_int_equal(cells[i].x + cells[i].y, last - i);
        assert_result(throng_cost_destroy(cost), THRONG_OK);
    }
    free(cells);
    assert_result(throng_path_finder_destroy(finder), THRONG_OK);
    assert_result(throng_context_destroy(context), THRONG_OK);
}

static void open_ground_expands_the_path_and_nothing_else(void **state)
{
    (void)state;
    query self;
    start(&self, 16, 9,
          "333333333333333333333333333333333333333333333333333333333333333333333333"
          "333333333333333333333333333333333333333333333333333333333333333333333333");
    for (int32_t connectivity = 0; connectivity < 2; connectivity++) {
        self.desc.connectivity = (throng_connectivity)connectivity;
        for (int32_t x = 0; x < 16; x += 3) {
            for (int32_t y = 0; y < 9; y += 2) {
                const throng_result result = ask(&self, at(7, 4), at(x, y), CELL_CAPACITY);
                if (x == 7 && y == 4)
                    continue;
                assert_result(result, THRONG_OK);
                assert_int_equal(self.finder->expanded_count, self.count);
            }
        }
    }
    end(&self);
}

static void epoch_that_runs_out_starts_afresh(void **state)
{
    (void)state;
    query self;
    start(&self, 5, 4,
          "41.23"
          ".##5."
          "2.#.3"
          ".9...");
    uint32_t wanted[20];
    for (int32_t i = 0; i < 20; i++)
        wanted[i] = ask(&self, at(0, 0), at(i % 5, i / 5), CELL_CAPACITY) ? 0 : self.total_cost;
    /* Every query gets epoch 1 anew, with the marks of the one before at hand. */
    for (int32_t i = 0; i < 20; i++) {
        self.finder->epoch = UINT32_MAX;
        const throng_result result = ask(&self, at(0, 0), at(i % 5, i / 5), CELL_CAPACITY);
        if (wanted[i] == 0)
            continue; /* a wall, or the start */
        assert_result(result, THRONG_OK);
        assert_int_equal(self.total_cost, wanted[i]);
        assert_int_equal(self.finder->epoch, 1);
    }
    end(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_pays_for_the_ground_it_walks_out_of),
        cmocka_unit_test(path_goes_round_dear_ground),
        cmocka_unit_test(diagonal_steps_do_not_cut_corners),
        cmocka_unit_test(four_connected_paths_have_no_diagonal_steps),
        cmocka_unit_test(same_cell_is_a_path_of_one_cell),
        cmocka_unit_test(walls_at_the_ends_are_told_apart),
        cmocka_unit_test(cells_off_the_map_are_refused),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(finder_of_no_shape_is_refused),
        cmocka_unit_test(uncommitted_edits_are_refused),
        cmocka_unit_test(short_buffer_learns_the_length_and_works_the_next_time),
        cmocka_unit_test(finder_that_is_too_small_is_refused),
        cmocka_unit_test(longest_maps_work_in_both_directions),
        cmocka_unit_test(open_ground_expands_the_path_and_nothing_else),
        cmocka_unit_test(epoch_that_runs_out_starts_afresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
