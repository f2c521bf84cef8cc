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
