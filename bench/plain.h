/* The scalar kernels once more, compiled -O2 and without the compiler's vectoriser (meson.build
 * renames them): the yardstick that does not move with the compiler's skill. */
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "kernels.h"

extern const throng_kernels bench_kernels_plain;

#endif
