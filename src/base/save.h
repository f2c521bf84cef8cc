/* The head that all saves begin with: what they hold, who wrote them, and a checksum. */
#ifndef THRONG_BASE_SAVE_H
#define THRONG_BASE_SAVE_H

#include <throng/save.h>

#include "base/bytes.h"
#include "base/internal.h"

#define THRONG_HEAD_BYTES 64

typedef struct throng_save_head {
    throng_save_kind kind;
    uint32_t layout; /* of what follows; see throng_save_layout */
    int32_t simulation_version;
    uint64_t bytes; /* head and all */
    throng_grid grid;
} throng_save_head;

/* The layout that this version writes and reads. It differs wherever the same bytes would mean
 * something else. */
uint32_t throng_save_layout(throng_save_kind kind);

/* Writes the head of a save of `total` bytes. */
void throng_save_begin(uint8_t *bytes, throng_save_kind kind, uint64_t total,
                       const throng_grid *grid);

/* Writes the checksum, when all the rest is written. */
void throng_save_finish(uint8_t *bytes, size_t total);

/* Checks the caller's room for a save of `total` bytes. */
throng_result throng_save_check_room(const throng_context *context, const void *bytes, size_t size,
                                     uint64_t total);

/* Checks everything that the head tells. `kind` 0 takes any. */
throng_result throng_save_open(const throng_context *context, const void *bytes, size_t size,
                               throng_save_kind kind, throng_save_head *out);

/* The same for the save of a field with the grid `grid`. */
throng_result throng_save_open_field(const throng_context *context, const void *bytes, size_t size,
                                     throng_save_kind kind, const throng_grid *grid,
                                     throng_save_head *out);

/* SHAPE unless both grids are equal; `name` is what has the second one. */
throng_result throng_save_check_grid(const throng_context *context, const throng_grid *saved,
                                     const throng_grid *grid, const char *name);

/* For bytes whose checksum is right and which are no save all the same. */
throng_result throng_save_refuse(const throng_context *context, const char *what);

/* True if the bytes are as many as a save of this total has; refuses otherwise. */
throng_result throng_save_check_total(const throng_context *context, size_t size, uint64_t total);

#endif
