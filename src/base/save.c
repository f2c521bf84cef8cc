#include "base/save.h"

#include "crowd/compare.h"
#include "crowd/save.h"

#include <string.h>

/* A byte that is no text and a line end of each kind: copying a save as if it were text shows. */
static const uint8_t magic[8] = {0x93, 't', 'h', 'r', 'o', 'n', '\r', '\n'};

/* Where the checksum stands: it covers the bytes before and after it. */
#define CHECKSUM_AT 56

uint64_t throng_checksum(const uint8_t *bytes, size_t count)
{
    /* Four chains, since a multiplication takes four cycles. Each step is one to one, so that a
     * change of one word always shows. */
    uint64_t chain[4] = {1, 2, 3, 4};
    size_t i = 0;
    for (; count - i >= 32; i += 32)
        for (int k = 0; k < 4; k++) {
            uint64_t word = (chain[k] ^ throng_read_u64(bytes + i + 8 * k)) * 0x9e3779b97f4a7c15u;
            chain[k] = word << 29 | word >> 35;
        }
    uint64_t sum = throng_fnv1a(THRONG_FNV_OFFSET + count, bytes + i, count - i);
    for (int k = 0; k < 4; k++)
        sum = throng_mix(sum + chain[k]);
    return sum;
}

static uint64_t checksum_of(const uint8_t *bytes, size_t total)
{
    return throng_mix(throng_checksum(bytes, CHECKSUM_AT)) ^
           throng_checksum(bytes + THRONG_HEAD_BYTES, total - THRONG_HEAD_BYTES);
}

uint32_t throng_save_layout(throng_save_kind kind)
{
    /* To be raised whenever the bytes of fields come to mean something else; crowds see to that
     * themselves. */
    return kind == THRONG_SAVE_CROWD ? throng_crowd_save_layout() : 1;
}

static void stream_head(throng_stream *s, throng_save_head *head)
{
    uint32_t kind = (uint32_t)head->kind, unused = 0;
    throng_stream_u32(s, &kind);
    head->kind = (throng_save_kind)kind;
    throng_stream_u32(s, &head->layout);
    throng_stream_i32(s, &head->simulation_version);
    throng_stream_u32(s, &unused);
    throng_stream_u64(s, &head->bytes);
    throng_stream_i32(s, &head->grid.width);
    throng_stream_i32(s, &head->grid.height);
    throng_stream_f32(s, &head->grid.cell_size);
    throng_stream_f32(s, &head->grid.origin_x);
    throng_stream_f32(s, &head->grid.origin_y);
    throng_stream_u32(s, &unused);
    s->is_wrong = s->is_wrong || unused != 0;
}

void throng_save_begin(uint8_t *bytes, throng_save_kind kind, uint64_t total,
                       const throng_grid *grid)
{
    throng_save_head head = {kind, throng_save_layout(kind), THRONG_SIMULATION_VERSION, total,
                             *grid};
    throng_stream s = {.to = bytes, .used = sizeof magic};
    memcpy(bytes, magic, sizeof magic);
    stream_head(&s, &head);
}

void throng_save_finish(uint8_t *bytes, size_t total)
{
    throng_write_u64(bytes + CHECKSUM_AT, checksum_of(bytes, total));
}

throng_result throng_save_check_room(const throng_context *context, const void *bytes, size_t size,
                                     uint64_t total)
{
    if (!bytes)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "bytes is NULL.");
    if (size < total)
        return throng_refuse(context, THRONG_ERROR_CAPACITY, "size is %zu; the save takes %llu.",
                             size, (unsigned long long)total);
    return THRONG_OK;
}

throng_result throng_save_refuse(const throng_context *context, const char *what)
{
    return throng_refuse(context, THRONG_ERROR_SAVE, "bytes is no save of throng: %s.", what);
}

throng_result throng_save_check_total(const throng_context *context, size_t size, uint64_t total)
{
    if (size != total)
        return throng_refuse(context, THRONG_ERROR_SAVE,
                             "size is %zu, but what the save tells of takes %llu bytes.", size,
                             (unsigned long long)total);
    return THRONG_OK;
}

static const char *kind_name(throng_save_kind kind)
{
    static const char *const names[] = {"?", "cost field", "integration field", "flow field",
                                        "crowd"};
    return names[kind >= THRONG_SAVE_COST && kind <= THRONG_SAVE_CROWD ? kind : 0];
}

static throng_result check_head(const throng_context *context, const throng_save_head *head,
                                throng_save_kind kind)
{
    if (head->kind < THRONG_SAVE_COST || head->kind > THRONG_SAVE_CROWD)
        return throng_save_refuse(context, "it is of no kind that this version knows");
    if (kind && head->kind != kind)
        return throng_refuse(context, THRONG_ERROR_SAVE,
                             "bytes is the save of a %s; it must be that of a %s.",
                             kind_name(head->kind), kind_name(kind));
    if (head->layout != throng_save_layout(head->kind))
        return throng_refuse(context, THRONG_ERROR_SAVE,
                             "bytes was saved by another version of throng (layout %08x; this one "
                             "has %08x).",
                             (unsigned)head->layout, (unsigned)throng_save_layout(head->kind));
    return THRONG_OK;
}

throng_result throng_save_open(const throng_context *context, const void *bytes, size_t size,
                               throng_save_kind kind, throng_save_head *out)
{
    if (!bytes)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "bytes is NULL.");
    if (size < THRONG_HEAD_BYTES)
        return throng_save_refuse(context, "it is shorter than 64 bytes");
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return throng_save_refuse(context, "it does not begin like one");
    throng_stream s = {.from = bytes, .used = sizeof magic};
    throng_save_head head = {0};
    memset(&head, 0, sizeof head);
    stream_head(&s, &head);
    throng_result result = check_head(context, &head, kind);
    if (!result)
        result = throng_save_check_total(context, size, head.bytes);
    if (result)
        return result;
    if (throng_read_u64((const uint8_t *)bytes + CHECKSUM_AT) != checksum_of(bytes, size))
        return throng_save_refuse(context, "its checksum is wrong, so it was damaged on its way");
    if (s.is_wrong || throng_grid_check(NULL, &head.grid) != THRONG_OK)
        return throng_save_refuse(context, "its grid is not one");
    *out = head;
    return THRONG_OK;
}

throng_result throng_save_check_grid(const throng_context *context, const throng_grid *saved,
                                     const throng_grid *grid, const char *name)
{
    if (throng_grid_equal(saved, grid))
        return THRONG_OK;
    return throng_refuse(context, THRONG_ERROR_SHAPE,
                         "The save is of %d x %d cells and %s of %d x %d, or they lie elsewhere; "
                         "their grids must be equal.",
                         saved->width, saved->height, name, grid->width, grid->height);
}

throng_result throng_save_open_field(const throng_context *context, const void *bytes, size_t size,
                                     throng_save_kind kind, const throng_grid *grid,
                                     throng_save_head *out)
{
    throng_result result = throng_save_open(context, bytes, size, kind, out);
    return result ? result : throng_save_check_grid(context, &out->grid, grid, "field");
}

throng_result throng_save_inspect(const throng_context *context, const void *bytes, size_t size,
                                  throng_save_info *out)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    throng_save_head head = {0};
    throng_result result = throng_save_open(context, bytes, size, (throng_save_kind)0, &head);
    if (result)
        return result;
    if (!out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "out is NULL.");
    throng_save_info info = {
        .kind = head.kind, .simulation_version = head.simulation_version, .grid = head.grid};
    if (head.kind == THRONG_SAVE_CROWD)
        result = throng_crowd_save_inspect(context, bytes, size, &info);
    if (!result)
        *out = info;
    return result;
}

/* Fields hold one element per cell at their end; what stands before it, if anything, is about no
 * cell. */
static throng_result compare_fields(const throng_context *context, const throng_save_head *l,
                                    const uint8_t *left, const throng_save_head *r,
                                    const uint8_t *right, throng_save_difference *out)
{
    static const throng_stage stages[] = {
        [THRONG_SAVE_COST] = THRONG_STAGE_COST,
        [THRONG_SAVE_INTEGRATION] = THRONG_STAGE_INTEGRATION,
        [THRONG_SAVE_FLOW] = THRONG_STAGE_FLOW,
    };
    const size_t size = l->kind == THRONG_SAVE_INTEGRATION ? 4 : 1;
    const uint64_t cells = throng_grid_cells(&l->grid);
    if (l->bytes < THRONG_HEAD_BYTES + cells * size || r->bytes < THRONG_HEAD_BYTES + cells * size)
        return throng_save_refuse(context, "it is shorter than its map");
    *out = (throng_save_difference){.what = ""};
    if (!throng_grid_equal(&l->grid, &r->grid)) {
        *out = (throng_save_difference){.differs = true, .stage = stages[l->kind], .what = "grid"};
        return THRONG_OK;
    }
    const uint8_t *a = left + l->bytes - cells * size, *b = right + r->bytes - cells * size;
    for (uint64_t i = 0; i < cells; i++)
        if (memcmp(a + i * size, b + i * size, size) != 0) {
            *out = (throng_save_difference){.differs = true,
                                            .stage = stages[l->kind],
                                            .cell = {(int32_t)(i % (uint64_t)l->grid.width),
                                                     (int32_t)(i / (uint64_t)l->grid.width)},
                                            .what = "cells"};
            return THRONG_OK;
        }
    /* Not the heads: two versions of the library may have written the same. */
    if (l->bytes != r->bytes || memcmp(left + THRONG_HEAD_BYTES, right + THRONG_HEAD_BYTES,
                                       (size_t)l->bytes - THRONG_HEAD_BYTES) != 0)
        *out = (throng_save_difference){.differs = true, .stage = stages[l->kind], .what = "goals"};
    return THRONG_OK;
}

throng_result throng_save_compare(const throng_context *context, const void *left, size_t left_size,
                                  const void *right, size_t right_size, throng_save_difference *out)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    if (!left || !right || !out)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "%s is NULL.",
                             !left    ? "left"
                             : !right ? "right"
                                      : "out");
    throng_save_head l = {0}, r = {0};
    throng_result result = throng_save_open(context, left, left_size, (throng_save_kind)0, &l);
    if (!result)
        result = throng_save_open(context, right, right_size, (throng_save_kind)0, &r);
    if (result)
        return result;
    if (l.kind != r.kind)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "left is the save of a %s and right that of a %s.", kind_name(l.kind),
                             kind_name(r.kind));
    if (l.kind == THRONG_SAVE_CROWD)
        return throng_crowd_compare(context, left, left_size, right, right_size, out);
    return compare_fields(context, &l, left, &r, right, out);
}
