/*
 * crowd_spoilt_test.c: saves that were cut, damaged or forged are refused, whole, with a sentence.
 * From inside, since a forger knows the layout and the checksum.
 */
#include "save_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd/save.h"

/* A crowd, its save, and where the parts of that are. */
typedef struct forgery {
    save_world self;
    save_block block;
    throng_crowd_record record;
    throng_crowd_parts parts;
} forgery;

static void take_save(forgery *f)
{
    free(f->block.bytes);
    f->block = save_of(f->self.world.crowd);
    throng_save_head head;
    assert_ok(throng_crowd_open(f->self.other.context, f->block.bytes, f->block.size, &head,
                                &f->record, &f->parts));
}

static void open_forgery(forgery *f)
{
    f->self = save_world_open(2);
    f->block.bytes = NULL;
    save_world_live(&f->self, 2, 4);
    take_save(f);
    assert_true(f->record.free_count >= 2 && f->record.count > 10);
    save_world_live(&f->self, 3, 2); /* so that a load would show */
}

static void close_forgery(forgery *f)
{
    free(f->block.bytes);
    save_world_close(&f->self);
}

static void expect_refusal(forgery *f, const uint8_t *bytes, size_t size, const char *word)
{
    throng_crowd *const crowd = f->self.world.crowd;
    const save_block before = save_of(crowd);
    const throng_result result = throng_crowd_load(crowd, bytes, size, NULL, 0);
    if (result != THRONG_ERROR_SAVE || !strstr(test_log(), word))
        fail_msg("wanted a refusal with \"%s\", got %d: %s", word, (int)result, test_log());
    test_log_clear();
    const save_block after = save_of(crowd);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.bytes, after.bytes, after.size);
    free(before.bytes);
    free(after.bytes);
}

/* Writes `size` bytes of `value`, lowest first, and a checksum that fits; then puts all back. */
static void forge(forgery *f, uint64_t at, uint64_t value, size_t size, const char *word)
{
    uint8_t *const copy = malloc(f->block.size), number[8];
    assert_non_null(copy);
    memcpy(copy, f->block.bytes, f->block.size);
    throng_write_u64(number, value);
    memcpy(copy + at, number, size);
    throng_save_finish(copy, f->block.size);
    expect_refusal(f, copy, f->block.size, word);
    free(copy);
}

static void every_cut_is_refused(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    for (size_t size = 0; size < f.block.size; size += size < 200 ? 1 : 97)
        expect_refusal(&f, f.block.bytes, size, size < 64 ? "shorter" : "size is");
    uint8_t *const longer = calloc(1, f.block.size + 1);
    assert_non_null(longer);
    memcpy(longer, f.block.bytes, f.block.size);
    expect_refusal(&f, longer, f.block.size + 1, "size is");
    free(longer);
    close_forgery(&f);
}

static void every_damaged_byte_is_noticed(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    for (size_t i = 0; i < f.block.size; i++) {
        const uint8_t bit = (uint8_t)(1u << i % 8);
        f.block.bytes[i] ^= bit;
        expect_refusal(&f, f.block.bytes, f.block.size, "bytes");
        f.block.bytes[i] ^= bit;
    }
    save_load(f.self.world.crowd, f.block); /* all is as it was */
    close_forgery(&f);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void values_that_no_agent_can_have_are_refused(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_list_arrays(arrays);
    int32_t floats = 0;
    const int32_t last = f.record.count - 1;
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++) {
        const throng_array *const array = &arrays[k];
        const uint64_t at = f.parts.columns[k] + (uint64_t)last * array->size;
        if (array->rule == THRONG_ARRAY_FLOAT) {
            const float wrong[] = {(float)NAN, (float)INFINITY, -(float)INFINITY,
                                   nextafterf(array->low, -(float)INFINITY),
                                   nextafterf(array->high, (float)INFINITY)};
            for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
                forge(&f, at, bits_of(wrong[w]), 4, array->name);
            floats++;
        } else if (array->rule == THRONG_ARRAY_BITS) {
            for (int bit = 0; bit < 8; bit++)
                if (!(array->bits >> bit & 1))
                    forge(&f, at, (uint64_t)1 << bit, 1, array->name);
        } else if (array->rule == THRONG_ARRAY_GROUP) {
            forge(&f, at, SAVE_GROUPS, 4, array->name);
            forge(&f, at, UINT32_MAX, 4, array->name);
        }
    }
    assert_true(floats >= 13);
    close_forgery(&f);
}

static uint64_t column_of(const forgery *f, const char *name)
{
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_list_arrays(arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (strcmp(arrays[k].name, name) == 0)
            return f->parts.columns[k];
    fail_msg("no column %s", name);
    return 0;
}

static void bodies_that_are_too_large_or_too_fast_are_refused(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    forge(&f, column_of(&f, "radius"), bits_of(64.5f), 4, "too large or too fast");
    forge(&f, column_of(&f, "max_speed"), bits_of(9e5f), 4, "too large or too fast");
    close_forgery(&f);
}

/* Where there is a cell, sorting and questions look; who is elsewhere is flagged. */
static void agents_off_the_map_are_refused_unless_they_say_so(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    assert_ok(throng_crowd_step(f.self.world.crowd, 0.01f)); /* nobody waits to be moved */
    take_save(&f);
    forge(&f, column_of(&f, "x"), bits_of(-0.001f), 4, "off the map");
    forge(&f, column_of(&f, "x"), bits_of((float)SAVE_SIDE), 4, "off the map");
    forge(&f, column_of(&f, "y"), bits_of(1e30f), 4, "off the map");
    close_forgery(&f);
}

static void ids_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    const char *const word = "contradict";
    const uint8_t *const b = f.block.bytes;
    const uint64_t ids = f.parts.ids, slots = f.parts.free_slots;
    const uint64_t first = throng_read_u64(b + ids), second = throng_read_u64(b + ids + 8);
    const uint32_t index = (uint32_t)first;
    forge(&f, ids, second, 8, word);                           /* twice */
    forge(&f, ids + 8, first, 8, word);                        /* not ascending */
    forge(&f, ids, first + ((uint64_t)1 << 32), 8, word);      /* another generation */
    forge(&f, ids, index, 8, word);                            /* none */
    forge(&f, ids, first + (uint64_t)1000000, 8, word);        /* never given */
    forge(&f, slots, index, 4, word);                          /* free though alive */
    forge(&f, slots, throng_read_u32(b + slots + 4), 4, word); /* free twice */
    forge(&f, slots, (uint64_t)f.record.slot_count, 4, word);  /* never given */
    forge(&f, slots, UINT32_MAX, 4, word);
    forge(&f, f.parts.generations + 4 * (uint64_t)throng_read_u32(b + slots), 0, 4, word);
    forge(&f, f.parts.generations + 4 * (uint64_t)index, 0, 4, word);
    close_forgery(&f);
}

/* The record follows the head: counts of agents, indices, free ones and groups; substep; seed. */
static void counts_and_groups_that_cannot_be_are_refused(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    static const uint32_t counts[] = {0x7fffffff, 0x80000000, 0xffffffff, 20000000};
    for (uint64_t field = 0; field < 5; field++)
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
            forge(&f, THRONG_HEAD_BYTES + 4 * field, counts[k], 4, "counts");
    forge(&f, THRONG_HEAD_BYTES, (uint64_t)f.record.count - 1, 4, "size is");
    forge(&f, THRONG_HEAD_BYTES + 16, SAVE_GROUPS - 1, 4, "size is");
    forge(&f, THRONG_HEAD_BYTES + 20, bits_of(0), 4, "substep");
    forge(&f, THRONG_HEAD_BYTES + 20, bits_of((float)NAN), 4, "substep");
    forge(&f, THRONG_HEAD_BYTES + 32, 2, 1, "counts"); /* neither true nor false */
    const uint64_t clock = THRONG_HEAD_BYTES + 46;
    forge(&f, clock, UINT64_C(0xbff0000000000000), 8, "clock"); /* -1 */
    forge(&f, clock, UINT64_C(0x7ff8000000000000), 8, "clock"); /* NaN */
    forge(&f, clock, UINT64_C(0x4330000000000000), 8, "clock"); /* 2^52 */
    const uint64_t group = f.parts.groups + f.parts.group_bytes;
    forge(&f, group, 0, 1, "group");     /* removed, but it has agents */
    forge(&f, group, 2, 1, "group");     /* neither true nor false */
    forge(&f, group + 1, 2, 4, "group"); /* a wall rule that there is not */
    forge(&f, group + 5, bits_of(0.5f), 4, "group");
    forge(&f, group + 5, bits_of((float)NAN), 4, "group");
    forge(&f, group + 9, bits_of(65.0f), 4, "group");
    forge(&f, group + 13, 7, 1, "group");
    close_forgery(&f);
}

static void heads_that_tell_of_something_else_are_refused(void **state)
{
    (void)state;
    forgery f;
    open_forgery(&f);
    forge(&f, 0, 0x74, 1, "begin");
    forge(&f, 8, THRONG_SAVE_FLOW, 4, "flow field");
    forge(&f, 8, 0, 4, "kind");
    forge(&f, 8, 77, 4, "kind");
    forge(&f, 12, throng_save_layout(THRONG_SAVE_CROWD) + 1, 4, "another version");
    forge(&f, 24, 1, 4, "size is");
    forge(&f, 32, 0, 4, "grid");
    forge(&f, 40, bits_of((float)NAN), 4, "grid");
    close_forgery(&f);
}

/* The way the numbers lie, by hand: position and id of one agent, as any machine must write. */
static void bytes_are_in_one_order_everywhere(void **state)
{
    (void)state;
    crowd_world world;
    crowd_world_idle(&world, 8, 8, 2);
    throng_agent_desc desc = crowd_agent_at(1.5f, 2.75f, 0);
    desc.user = 0x0102030405060708u;
    crowd_add(world.crowd, &desc);
    const save_block block = save_of(world.crowd);
    throng_save_head head;
    throng_crowd_record record;
    throng_crowd_parts parts;
    assert_ok(
        throng_crowd_open(world.ground.context, block.bytes, block.size, &head, &record, &parts));
    static const uint8_t start[] = {0x93, 't', 'h', 'r', 'o', 'n', '\r', '\n', 4, 0, 0, 0};
    static const uint8_t width[] = {8, 0, 0, 0}, x[] = {0, 0, 0xc0, 0x3f};
    static const uint8_t id[] = {0, 0, 0, 0, 1, 0, 0, 0}, user[] = {8, 7, 6, 5, 4, 3, 2, 1};
    const forgery f = {.parts = parts};
    assert_memory_equal(block.bytes, start, sizeof start);
    assert_memory_equal(block.bytes + 32, width, sizeof width);
    assert_memory_equal(block.bytes + parts.ids, id, sizeof id);
    assert_memory_equal(block.bytes + column_of(&f, "x"), x, sizeof x);
    assert_memory_equal(block.bytes + column_of(&f, "user"), user, sizeof user);
    free(block.bytes);
    crowd_world_close(&world);
}

/* Every array is saved, or nothing is lost by leaving it out. */
static void a_save_keeps_every_array(void **state)
{
    (void)state;
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_list_arrays(arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++) {
        if (arrays[k].rule != THRONG_ARRAY_NOT_SAVED)
            continue;
        const char *const name = arrays[k].name;
        assert_true(strcmp(name, "id") == 0 || strcmp(name, "reach") == 0 ||
                    strcmp(name, "mass_root") == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(every_damaged_byte_is_noticed),
        cmocka_unit_test(values_that_no_agent_can_have_are_refused),
        cmocka_unit_test(bodies_that_are_too_large_or_too_fast_are_refused),
        cmocka_unit_test(agents_off_the_map_are_refused_unless_they_say_so),
        cmocka_unit_test(ids_that_contradict_each_other_are_refused),
        cmocka_unit_test(counts_and_groups_that_cannot_be_are_refused),
        cmocka_unit_test(heads_that_tell_of_something_else_are_refused),
        cmocka_unit_test(bytes_are_in_one_order_everywhere),
        cmocka_unit_test(a_save_keeps_every_array),
    };
    return cmocka_run_group_tests_name("spoilt saves of crowds", tests, NULL, NULL);
}
