#include "base/internal.h"

#include <stdlib.h>
#include <string.h>

/* A cache line, and the widest vector. */
#define ALIGNMENT 64

void *throng_take(const throng_context *context, uint64_t count, size_t size)
{
    if (count > (SIZE_MAX - ALIGNMENT) / size)
        return NULL;
    size_t bytes = (size_t)count * size;
    if (bytes == 0)
        bytes = size;
    if (context->allocator.allocate)
        return context->allocator.allocate(bytes, ALIGNMENT, context->allocator.user);
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return aligned_alloc(ALIGNMENT, rounded);
}

void throng_give(const throng_context *context, void *memory, uint64_t count, size_t size)
{
    if (!memory)
        return;
    size_t bytes = (size_t)count * size;
    if (bytes == 0)
        bytes = size;
    if (context->allocator.release)
        context->allocator.release(memory, bytes, context->allocator.user);
    else
        free(memory);
}

void *throng_take_padded(const throng_context *context, uint64_t count, size_t size)
{
    if (count > (SIZE_MAX - 4 * THRONG_KERNEL_PAD) / size)
        return NULL;
    size_t bytes = (size_t)count * size;
    char *memory = throng_take(context, bytes + 2 * THRONG_KERNEL_PAD, 1);
    if (!memory)
        return NULL;
    memset(memory, 0, THRONG_KERNEL_PAD);
    memset(memory + THRONG_KERNEL_PAD + bytes, 0, THRONG_KERNEL_PAD);
    return memory + THRONG_KERNEL_PAD;
}

void throng_give_padded(const throng_context *context, void *memory, uint64_t count, size_t size)
{
    if (memory)
        throng_give(context, (char *)memory - THRONG_KERNEL_PAD,
                    count * size + 2 * THRONG_KERNEL_PAD, 1);
}

void *throng_object_take(throng_context *context, size_t size)
{
    void *object = throng_take(context, 1, size);
    if (!object)
        return NULL;
    memset(object, 0, size);
    atomic_fetch_add(&context->object_count, 1);
    return object;
}

void throng_object_give(throng_context *context, void *object, size_t size)
{
    throng_give(context, object, 1, size);
    atomic_fetch_sub(&context->object_count, 1);
}

uint64_t throng_next_serial(throng_context *context)
{
    return atomic_fetch_add(&context->last_serial, 1) + 1;
}
