/* counted.h: the faults that the gate's self-test plants into the program that it counts. */
#ifndef PERF_COUNTED_H
#define PERF_COUNTED_H

#include "world.h"

/* Puts slower kernels into the world's context, or does nothing: no_plant.c, plant.c. */
void perf_plant(bench_world *world);

#endif
