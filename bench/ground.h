/* ground.h: the maps that benchmarks run on, by name.
 *
 *     random:SIDE   20 % walls, 15 % of cost 3, 7 % of cost 6, the very map of `throng ...
 * random:SIDE` open:SIDE     2 % walls, all the rest of cost 1 sparse:SIDE   6 % walls empty:SIDE
 * no wall terrain:SIDE  smooth hills of cost 1..254, walls on the highest 8 % rooms:SIDE    rooms
 * of 15 x 15 cells with doors of one cell in three of four walls maze:SIDE     corridors of one
 * cell without loops spiral:SIDE   one corridor of one cell, wound up FAMILY/NAME   a real map:
 * FAMILY/NAME.map in the folder of real maps
 */
#ifndef BENCH_GROUND_H
#define BENCH_GROUND_H

#include <throng/base.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_ground {
    int32_t width, height;
    uint8_t *costs;   /* width * height, row by row */
    throng_cell goal; /* of the largest region, its cell nearest to the centre */
} bench_ground;

/* False, with a sentence on standard error, if the name is none of these or memory is short. */
bool bench_ground_make(const char *name, bench_ground *out);
void bench_ground_free(bench_ground *ground);

/* False, without a word, for real maps that are not there. */
bool bench_ground_is_there(const char *name);

#endif
