/*
 * kernels_sweep.h: crowds for kernels that look at neighbours: every count of agents that registers
 * may be left with, in every kind of crowd, and large ones.
 */
#ifndef THRONG_CHECK_KERNELS_SWEEP_H
#define THRONG_CHECK_KERNELS_SWEEP_H

#include "kernels_crowds.h"
#include "kernels_support.h"

#include "cost/cost.h"

/* Compares the kernels on `count` agents from `begin` on; draws whatever else it needs. */
typedef void check_crowd(const test_places *places, test_random *random, int32_t begin,
                         int32_t count);

/* Counts of 0 to three registers and one agent more. */
void check_small_crowds(const char *name, check_crowd *check);

/* One block of a step, and then some. */
void check_large_crowds(const char *name, check_crowd *check);

/* Takes room for neighbours, and sorts and copies them. */
void check_take_neighbours(check_arena *arena, const test_places *places,
                           throng_neighbours *neighbours);

/* A range that reaches beyond the last of `all` agents ends there. */
throng_span check_range(int32_t begin, int32_t count, int32_t all);

#endif
