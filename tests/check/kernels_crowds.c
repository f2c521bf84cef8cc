#include "kernels_crowds.h"

#include <math.h>

static float reach_of(test_random *random, int32_t kind)
{
    if (kind != CROWD_MIXED)
        return test_random_float(random, 0.3f, 0.6f);
    const float radii[] = {0.001f, 0.01f, 0.3f, 1.0f, 8.0f, 64.0f};
    return 1.5f * radii[test_random_int(random, 0, 5)];
}

static void place_one(test_places *p, test_random *random, int32_t kind, int32_t i, float side)
{
    float *x = &p->x[i], *y = &p->y[i];
    *x = test_random_float(random, 0, side);
    *y = test_random_float(random, 0, side);
    if (kind == CROWD_ONE_ROW)
        *y = 0.1f;
    if (kind == CROWD_ONE_COLUMN)
        *x = -3.5f;
    if (kind == CROWD_ONE_PLACE) {
        *x = 1234.5f;
        *y = 6.25f;
    }
    if (kind == CROWD_CLUMPS) {
        *x = 10.0f * floorf(*x);
        *y = floorf(*y);
        /* A micrometre and an ulp count as the same place; a millimetre does not. */
        const float beside[] = {0.0f, 1e-6f, 1e-3f, 0.01f};
        *x += beside[test_random_int(random, 0, 3)];
        *y = test_random_int(random, 0, 3) ? *y : nextafterf(*y, 1e9f);
    }
    if (kind == CROWD_STRAGGLER && i == 0) {
        *x = 16000000.0f;
        *y = 16000000.0f;
    }
    if (kind == CROWD_EQUAL_X) {
        const float few[] = {-0.0f, 0.0f, 1.0f, -1.0f, 1e-40f};
        *x = few[test_random_int(random, 0, 4)];
    }
}

/* Ids in a random order, with generations that must not matter. */
static void give_ids(test_places *p, test_random *random)
{
    for (int32_t i = 0; i < p->count; i++)
        p->id[i] = (uint64_t)i * 3;
    for (int32_t i = p->count - 1; i > 0; i--) {
        const int32_t k = test_random_int(random, 0, i);
        const uint64_t id = p->id[i];
        p->id[i] = p->id[k];
        p->id[k] = id;
    }
    for (int32_t i = 0; i < p->count; i++)
        p->id[i] |= (uint64_t)(uint32_t)test_random_int(random, 1, 1000) << 32;
}

void test_places_make(test_places *p, test_random *random, int32_t kind, int32_t count,
                      bool some_left_out)
{
    p->count = count;
    const float side = sqrtf((float)count) * (kind == CROWD_SPARSE ? 3.0f : 0.45f);
    /* One crowd in three is of equals. */
    const bool are_alike = test_random_int(random, 0, 2) == 0;
    float largest = 0, heaviest = 0;
    for (int32_t i = 0; i < count; i++) {
        place_one(p, random, kind, i, side > 1 ? side : 1);
        p->reach[i] = are_alike && i > 0 ? p->reach[0] : reach_of(random, kind);
        p->mass_root[i] =
            are_alike && i > 0 ? p->mass_root[0] : sqrtf(test_random_float(random, 0.001f, 200.0f));
        p->flags[i] = some_left_out && test_random_int(random, 0, 7) == 0 ? 2 : 1;
        if (p->flags[i] == 2 && test_random_int(random, 0, 3) == 0)
            p->x[i] = p->y[i] = -3e38f;
        largest = p->reach[i] > largest ? p->reach[i] : largest;
        heaviest = p->mass_root[i] > heaviest ? p->mass_root[i] : heaviest;
    }
    give_ids(p, random);
    p->input = (throng_sort_input){
        .count = count,
        .origin_y = test_random_int(random, 0, 1) ? 0.0 : -17.3,
        .largest_reach = largest > 0 ? largest : 1.0f,
        .largest_mass_root = heaviest > 0 ? heaviest : 1.0f,
        .are_alike = are_alike,
        .x = p->x,
        .y = p->y,
        .reach = p->reach,
        .mass_root = p->mass_root,
        .id = p->id,
        .flags = p->flags,
        .skip_flags = 2,
    };
}

throng_filter test_filter(void)
{
    static const uint32_t words[] = {0x80050001, 0x80060002, 0x7fff8000};
    static int32_t groups[CROWD_PLACES];
    for (int32_t i = 0; i < CROWD_PLACES; i++)
        groups[i] = i * 5 / 7 % 3;
    return (throng_filter){words, groups};
}

throng_context *crowd_context;

int crowd_open(void **state)
{
    (void)state;
    return throng_context_create(NULL, &crowd_context);
}

int crowd_close(void **state)
{
    (void)state;
    return throng_context_destroy(crowd_context);
}
