#include "kernels_sweep.h"

void check_small_crowds(const char *name, check_crowd *check)
{
    static test_places places;
    const int32_t most = 3 * check_the.lanes + 1;
    for (int32_t count = 0; count <= most; count++)
        for (int32_t kind = 0; kind < CROWD_KINDS; kind++) {
            test_random random = check_random(name, count * CROWD_KINDS + kind);
            const int32_t all = count + test_random_int(&random, 0, 2 * most);
            test_places_make(&places, &random, kind, all, check_one_in(&random, 2));
            const int32_t begin = test_random_int(&random, 0, all - count);
            check(&places, &random, begin, count);
            check(&places, &random, 0, all);
        }
}

void check_large_crowds(const char *name, check_crowd *check)
{
    static test_places places;
    for (int32_t trial = 0; trial < 2 * CROWD_KINDS; trial++) {
        test_random random = check_random(name, -1 - trial);
        test_places_make(&places, &random, trial % CROWD_KINDS, CROWD_PLACES, trial % 4 == 0);
        check(&places, &random, 0, CROWD_PLACES);
        check(&places, &random, 3, CROWD_PLACES - 5);
    }
}

throng_span check_range(int32_t begin, int32_t count, int32_t all)
{
    const int32_t first = begin < all ? begin : all;
    return (throng_span){first, count < all - first ? first + count : all};
}

void check_take_neighbours(check_arena *arena, const test_places *p, throng_neighbours *n)
{
    *n = (throng_neighbours){.capacity = p->count};
    n->row = check_take(arena, "row", p->count + 2, sizeof *n->row, false);
    n->row_begin = check_take(arena, "row_begin", p->count + 2, sizeof *n->row_begin, false);
    n->place = check_take(arena, "place", p->count, sizeof *n->place, false);
    n->key = check_take(arena, "key", p->count, sizeof *n->key, false);
    n->key_scratch = check_take(arena, "key_scratch", p->count, sizeof *n->key_scratch, false);
    n->place_scratch =
        check_take(arena, "place_scratch", p->count, sizeof *n->place_scratch, false);
    throng_neighbours_order(crowd_context, n, &p->input);
    throng_neighbours_copy(crowd_context, n, &p->input);
}
