/* throng_save_compare for crowds. */
#ifndef THRONG_CROWD_COMPARE_H
#define THRONG_CROWD_COMPARE_H

#include <throng/save.h>

throng_result throng_crowd_compare(const throng_context *context, const void *left,
                                   size_t left_size, const void *right, size_t right_size,
                                   throng_save_difference *out);

#endif
