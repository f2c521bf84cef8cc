#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* Guard bytes on both sides of a block; as wide as the largest alignment, so that the front guard
 * can hold the block's own record. */
enum { GUARD_BYTES = 64, GUARD = 0xC3 };

typedef struct record {
    size_t bytes;
    void *start; /* for free */
} record;

static void break_promise(host_memory *memory, const char *fault)
{
    if (memory->broken++ == 0)
        snprintf(memory->fault, sizeof memory->fault, "%s", fault);
}

static void *allocate(size_t bytes, size_t alignment, void *user)
{
    host_memory *memory = user;
    memory->calls++;
    if (memory->closed)
        break_promise(memory, "allocate was called while nothing may be allocated");
    if (!pthread_equal(pthread_self(), memory->owner))
        break_promise(memory, "allocate was called on another thread");
    if (bytes == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > 64) {
        break_promise(memory, "allocate got no bytes or a wrong alignment");
        return NULL;
    }
    if (memory->calls == memory->fail_at)
        return NULL;
    uint8_t *start = malloc(bytes + 3 * GUARD_BYTES);
    assert_non_null(start);
    /* Aligned to `alignment` and to no more, so that code which relies on more fails. */
    uintptr_t address = ((uintptr_t)start + GUARD_BYTES + 63) & ~(uintptr_t)63;
    if (alignment < 64)
        address += alignment;
    uint8_t *block = start + (address - (uintptr_t)start);
    const record kept = {bytes, start};
    memset(block - sizeof kept - 8, GUARD, 8);
    memcpy(block - sizeof kept, &kept, sizeof kept);
    memset(block, memory->fill, bytes);
    memset(block + bytes, GUARD, 8);
    memory->live_blocks++;
    memory->live_bytes += (int64_t)bytes;
    return block;
}

static void release(void *given, size_t bytes, void *user)
{
    host_memory *memory = user;
    if (memory->closed)
        break_promise(memory, "release was called while nothing may be released");
    if (!pthread_equal(pthread_self(), memory->owner))
        break_promise(memory, "release was called on another thread");
    if (given == NULL) {
        break_promise(memory, "release got NULL");
        return;
    }
    uint8_t *block = given;
    record kept;
    memcpy(&kept, block - sizeof kept, sizeof kept);
    if (kept.bytes != bytes)
        break_promise(memory, "release got another size than allocate");
    for (int i = 0; i < 8; i++) {
        if (block[kept.bytes + i] != GUARD || (block - sizeof kept - 8)[i] != GUARD)
            break_promise(memory, "bytes beside a block were written");
    }
    memory->live_blocks--;
    memory->live_bytes -= (int64_t)bytes;
    memset(block, 0xDD, kept.bytes);
    free(kept.start);
}

static void write_log(throng_result result, const char *sentence, void *user)
{
    host_log *log = user;
    log->count++;
    log->result = result;
    snprintf(log->sentence, sizeof log->sentence, "%s", sentence ? sentence : "(NULL)");
}

void host_init(host *self)
{
    memset(self, 0, sizeof *self);
    self->memory.fill = 0xA5;
    self->memory.owner = pthread_self();
    self->desc = throng_context_desc_default();
    self->desc.allocator.allocate = allocate;
    self->desc.allocator.release = release;
    self->desc.allocator.user = &self->memory;
    self->desc.log = write_log;
    self->desc.log_user = &self->log;
}

void host_assert_clean(const host *self)
{
    if (self->memory.broken != 0)
        fail_msg("%s (%lld times)", self->memory.fault, (long long)self->memory.broken);
    assert_int_equal(self->memory.live_blocks, 0);
    assert_int_equal(self->memory.live_bytes, 0);
}

void host_check_refusal(const host *self, throng_result result, throng_result wanted,
                        const char *word, const char *call, const char *file, int line)
{
    const host_log *log = &self->log;
    const size_t length = strlen(log->sentence);
    const char *fault = NULL;
    if (result != wanted)
        fault = "another result";
    else if (word == NULL)
        return;
    else if (log->count != 1)
        fault = "not exactly one sentence";
    else if (log->result != wanted)
        fault = "another result in the log";
    else if (strstr(log->sentence, word) == NULL)
        fault = "the sentence does not name the argument";
    else if (length < 12 || log->sentence[length - 1] != '.')
        fault = "not a sentence";
    if (fault == NULL)
        return;
    print_error(
        "%s\n  %s: result %d, wanted %d; %d sentences, the last \"%s\", wanted word \"%s\"\n", call,
        fault, (int)result, (int)wanted, log->count, log->sentence, word ? word : "");
    _fail(file, line);
}

/* One call of enqueue. */
typedef struct batch {
    host_tasks *tasks;
    throng_task_function *function;
    void *data;
    int32_t block_count;
    int32_t next; /* under the lock */
    pthread_mutex_t lock;
    int32_t thread_count;
    pthread_t threads[256];
} batch;

static void *work(void *user)
{
    batch *self = user;
#if defined(__x86_64__)
    if (self->tasks->worker_fp_state != 0)
        _mm_setcsr(self->tasks->worker_fp_state);
#endif
    for (;;) {
        pthread_mutex_lock(&self->lock);
        const int32_t begin = self->next;
        const int32_t rest = self->block_count - begin;
        const int32_t end = begin + (rest < 3 ? rest : 3);
        self->next = end;
        pthread_mutex_unlock(&self->lock);
        if (begin == end)
            return NULL;
        self->function(begin, end, self->data);
    }
}

static void *enqueue(throng_task_function *function, int32_t block_count, void *data, void *user)
{
    host_tasks *tasks = user;
    tasks->enqueued++;
    tasks->blocks += block_count;
    assert_true(block_count >= 1);
    if (tasks->kind == HOST_TASKS_IN_PLACE) {
        function(0, block_count, data);
        return NULL;
    }
    batch *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->tasks = tasks;
    self->function = function;
    self->data = data;
    self->block_count = block_count;
    pthread_mutex_init(&self->lock, NULL);
    if (tasks->kind == HOST_TASKS_PTHREADS) {
        for (int32_t i = 0; i < tasks->worker_count; i++) {
            if (pthread_create(&self->threads[i], NULL, work, self) != 0)
                break;
            self->thread_count++;
        }
        assert_true(self->thread_count > 0);
    }
    return self;
}

static void finish(void *handle, void *user)
{
    (void)user;
    batch *self = handle;
    assert_non_null(self);
    for (int32_t i = 0; i < self->thread_count; i++)
        pthread_join(self->threads[i], NULL);
    for (int32_t block = self->thread_count > 0 ? 0 : self->block_count; block > 0; block--)
        self->function(block - 1, block, self->data);
    pthread_mutex_destroy(&self->lock);
    free(self);
}

void host_use_tasks(throng_context_desc *desc, host_tasks *tasks)
{
    desc->tasks.mode = THRONG_TASKS_HOST;
    desc->tasks.worker_count = tasks->worker_count;
    desc->tasks.enqueue = enqueue;
    desc->tasks.finish = finish;
    desc->tasks.user = tasks;
}
