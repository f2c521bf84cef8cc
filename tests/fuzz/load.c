/*
 * load.c: saves that were damaged, and forged ones whose checksum is right. Whatever the bytes, a
 * refused load changes nothing, and what is accepted is a crowd that can walk and fields that keep
 * their promises.
 */
#include "input.h"

#include <throng/throng.h>

#include "base/save.h"

#define SIDE 8
#define AGENTS 6

typedef struct world {
    throng_context *context;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration;
    throng_flow_field *flow;
    throng_crowd *crowd;
} world;

static void add_groups(world *w)
{
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = w->cost;
    int32_t number;
    fuzz_require(throng_crowd_add_group(w->crowd, &desc, &number) == THRONG_OK);
    desc.integration = w->integration;
    desc.flow = w->flow;
    fuzz_require(throng_crowd_add_group(w->crowd, &desc, &number) == THRONG_OK);
}

static void open_world(world *w, throng_isa isa)
{
    const throng_grid grid = throng_grid_default(SIDE, SIDE);
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    fuzz_require(throng_context_create(&desc, &w->context) == THRONG_OK);
    fuzz_require(throng_cost_create(w->context, &grid, &w->cost) == THRONG_OK);
    fuzz_require(throng_solver_create(w->context, SIDE, SIDE, &w->solver) == THRONG_OK);
    fuzz_require(throng_integration_create(w->context, &grid, &w->integration) == THRONG_OK);
    fuzz_require(throng_flow_create(w->context, &grid, &w->flow) == THRONG_OK);
    throng_crowd_desc crowd = throng_crowd_desc_default();
    crowd.grid = grid;
    crowd.agent_capacity = AGENTS;
    crowd.group_capacity = 4;
    fuzz_require(throng_crowd_create(w->context, &crowd, &w->crowd) == THRONG_OK);
    add_groups(w);
}

static void close_world(world *w)
{
    fuzz_require(throng_crowd_destroy(w->crowd) == THRONG_OK);
    fuzz_require(throng_flow_destroy(w->flow) == THRONG_OK);
    fuzz_require(throng_integration_destroy(w->integration) == THRONG_OK);
    fuzz_require(throng_solver_destroy(w->solver) == THRONG_OK);
    fuzz_require(throng_cost_destroy(w->cost) == THRONG_OK);
    fuzz_require(throng_context_destroy(w->context) == THRONG_OK);
}

static void solve(world *w)
{
    const throng_cell goals[2] = {{1, 1}, {6, 5}};
    fuzz_require(throng_cost_commit(w->cost) == THRONG_OK);
    fuzz_require(throng_integrate(w->solver, w->cost, goals, 2, w->integration) == THRONG_OK);
    fuzz_require(throng_flow(w->cost, w->integration, w->flow) == THRONG_OK);
}

/* A map, fields and a crowd as they may be in the middle of something. */
static void live(world *w, fuzz_input *in)
{
    for (int n = fuzz_int(in, 0, 12); n > 0; n--) {
        const throng_rect cell = {fuzz_int(in, 2, SIDE - 1), fuzz_int(in, 0, 4), 1, 1};
        fuzz_require(throng_cost_fill(w->cost, cell, n % 2 ? THRONG_WALL : 3) == THRONG_OK);
    }
    solve(w);
    for (int n = fuzz_int(in, 0, 10); n > 0; n--) {
        throng_agent_desc desc = throng_agent_desc_default();
        throng_agent_id id;
        desc.x = fuzz_float(in, 0.0f, SIDE);
        desc.y = fuzz_float(in, 0.0f, SIDE);
        desc.radius = fuzz_float(in, 0.1f, 0.8f);
        desc.group = n % 2;
        if (throng_crowd_add(w->crowd, &desc, &id, NULL) == THRONG_OK && n % 3 == 0)
            fuzz_require(throng_crowd_remove(w->crowd, id) == THRONG_OK);
    }
    fuzz_require(throng_crowd_step(w->crowd, 0.1f) == THRONG_OK);
}

static size_t size_of(const world *w, throng_save_kind kind)
{
    return kind == THRONG_SAVE_COST          ? throng_cost_save_bytes(w->cost)
           : kind == THRONG_SAVE_INTEGRATION ? throng_integration_save_bytes(w->integration)
           : kind == THRONG_SAVE_FLOW        ? throng_flow_save_bytes(w->flow)
                                             : throng_crowd_save_bytes(w->crowd);
}

static throng_result save(const world *w, throng_save_kind kind, uint8_t *bytes, size_t size)
{
    return kind == THRONG_SAVE_COST          ? throng_cost_save(w->cost, bytes, size)
           : kind == THRONG_SAVE_INTEGRATION ? throng_integration_save(w->integration, bytes, size)
           : kind == THRONG_SAVE_FLOW        ? throng_flow_save(w->flow, bytes, size)
                                             : throng_crowd_save(w->crowd, bytes, size);
}

static throng_result load(world *w, throng_save_kind kind, const uint8_t *bytes, size_t size)
{
    const throng_group_fields both[4] = {{w->cost, NULL, NULL, NULL, NULL},
                                         {w->cost, w->integration, w->flow, NULL, NULL},
                                         {w->cost, w->integration, w->flow, NULL, NULL},
                                         {w->cost, w->integration, w->flow, NULL, NULL}};
    throng_save_info info;
    if (kind != THRONG_SAVE_CROWD)
        return kind == THRONG_SAVE_COST ? throng_cost_load(w->cost, bytes, size)
               : kind == THRONG_SAVE_INTEGRATION
                   ? throng_integration_load(w->integration, w->cost, bytes, size)
                   : throng_flow_load(w->flow, bytes, size);
    if (throng_save_inspect(w->context, bytes, size, &info) == THRONG_OK && info.groups <= 4)
        return throng_crowd_load(w->crowd, bytes, size, both, info.groups);
    return throng_crowd_load(w->crowd, bytes, size, NULL, 0);
}

typedef struct block {
    uint8_t *bytes;
    size_t size;
} block;

static block block_of(const world *w, throng_save_kind kind)
{
    block b = {.size = size_of(w, kind)};
    b.bytes = malloc(b.size);
    fuzz_require(b.bytes && save(w, kind, b.bytes, b.size) == THRONG_OK);
    return b;
}

/* Bytes here and there get other values, and the block is cut or grows; mostly the checksum is then
 * made right. */
static void spoil(block *b, fuzz_input *in)
{
    if (fuzz_byte(in) < 40) {
        const size_t size = b->size / 2 + (size_t)fuzz_byte(in) * b->size / 256;
        uint8_t *const other = calloc(1, size);
        fuzz_require(other);
        memcpy(other, b->bytes, size < b->size ? size : b->size);
        free(b->bytes);
        *b = (block){other, size};
        if (size >= THRONG_HEAD_BYTES && fuzz_byte(in) < 200)
            throng_write_u64(b->bytes + 24, size); /* the head tells the length */
    }
    for (int n = fuzz_int(in, 0, 12); n > 0; n--) {
        const size_t at = (size_t)fuzz_word(in) % b->size;
        const uint32_t value = fuzz_word(in);
        const size_t width = (size_t)1 << fuzz_int(in, 0, 2);
        for (size_t k = 0; k < width && at + k < b->size; k++)
            b->bytes[at + k] = (uint8_t)(value >> 8 * k);
    }
    if (b->size >= THRONG_HEAD_BYTES && fuzz_byte(in) < 240)
        throng_save_finish(b->bytes, b->size);
}

static bool is_equal(block a, block b)
{
    return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

/* An accepted field is what a solve makes of its goals: repairs without an edit change nothing. */
static void check_integration(world *w)
{
    const block before = block_of(w, THRONG_SAVE_INTEGRATION);
    fuzz_require(throng_integration_repair(w->solver, w->cost, NULL, 0, w->integration) ==
                 THRONG_OK);
    const block after = block_of(w, THRONG_SAVE_INTEGRATION);
    fuzz_require(is_equal(before, after));
    free(before.bytes);
    free(after.bytes);
}

static void walk(world *w)
{
    const throng_rect goal = {1, 1, 1, 1}; /* may have become a wall */
    fuzz_require(throng_cost_fill(w->cost, goal, 1) == THRONG_OK);
    solve(w);
    for (int n = 0; n < 3; n++)
        fuzz_require(throng_crowd_step(w->crowd, 0.05f) == THRONG_OK);
    throng_crowd_view view;
    throng_crowd_report report;
    fuzz_require(throng_crowd_read(w->crowd, &view) == THRONG_OK);
    fuzz_require(throng_crowd_inspect(w->crowd, &report) == THRONG_OK);
    fuzz_require(report.in_wall == 0 || report.quarantined > 0);
    for (int32_t i = 0; i < view.count; i++) {
        fuzz_require(view.x[i] - view.x[i] == 0.0f && view.y[i] - view.y[i] == 0.0f);
        fuzz_require(throng_crowd_index(w->crowd, view.ids[i]) == i);
    }
    throng_agent_desc desc = throng_agent_desc_default();
    throng_agent_id id;
    desc.x = desc.y = 1.5f;
    for (int n = 0; n < AGENTS + 2; n++)
        (void)throng_crowd_add(w->crowd, &desc, &id, NULL);
    fuzz_require(throng_crowd_count(w->crowd) <= AGENTS);
}

static void run(fuzz_input *in, throng_isa isa)
{
    world w = {0};
    open_world(&w, isa);
    live(&w, in);
    const throng_save_kind kind = (throng_save_kind)fuzz_int(in, THRONG_SAVE_COST, 6);
    const throng_save_kind kinds = kind > THRONG_SAVE_CROWD ? THRONG_SAVE_CROWD : kind;
    block b = block_of(&w, kinds);
    spoil(&b, in);
    const block before = block_of(&w, kinds);
    const throng_result result = load(&w, kinds, b.bytes, b.size);
    const block after = block_of(&w, kinds);
    throng_save_difference difference;
    (void)throng_save_compare(w.context, b.bytes, b.size, before.bytes, before.size, &difference);
    if (result != THRONG_OK)
        fuzz_require(is_equal(before, after));
    else if (kinds != THRONG_SAVE_CROWD)
        fuzz_require(memcmp(after.bytes + THRONG_HEAD_BYTES, b.bytes + THRONG_HEAD_BYTES,
                            b.size - THRONG_HEAD_BYTES) == 0);
    if (result == THRONG_OK && kinds == THRONG_SAVE_INTEGRATION)
        check_integration(&w);
    walk(&w);
    free(after.bytes);
    free(before.bytes);
    free(b.bytes);
    close_world(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size};
    run(&in, fuzz_isa(&in));
    return 0;
}
