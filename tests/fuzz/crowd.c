/*
 * crowd.c: random calls on a small crowd. Whatever they are, numbers stay finite, centres stay out
 * of walls and in their part of the map, and ids keep naming the same agents.
 */
#include "input.h"

#include <throng/throng.h>

#define SIDE 12
#define CELLS (SIDE * SIDE)
#define AGENTS 40 /* alive at once, at most */
#define IDS 256   /* given in one run, at most */
#define FIELDS 2
#define GROUPS 3 /* the last one stands idle */

/* An id that the library gave, and what the agent of that id must be. */
typedef struct known {
    throng_agent_id id;
    bool is_alive;
    uint64_t user;
    int32_t group;
} known;

typedef struct state {
    fuzz_input in;
    throng_context *context;
    throng_grid grid;
    throng_cost_field *cost;
    throng_solver *solver;
    throng_integration_field *integration[FIELDS];
    throng_flow_field *flow[FIELDS];
    throng_crowd *crowd;
    int32_t capacity;
    known known[IDS];
    int32_t known_count, alive_count;
    int32_t part[CELLS]; /* cells of one number are connected; -1 is a wall */
    uint64_t digest;     /* of the crowd after every call */
} state;

static bool is_finite(float value)
{
    return value - value == 0.0f;
}

static void spread(state *s, int32_t first)
{
    int32_t stack[CELLS], depth = 0;
    stack[depth++] = first;
    s->part[first] = first;
    while (depth > 0) {
        static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
        const int32_t i = stack[--depth];
        for (int k = 0; k < 4; k++) {
            const int32_t x = i % s->grid.width + step_x[k], y = i / s->grid.width + step_y[k];
            const int32_t next = y * s->grid.width + x;
            if (throng_cost_at(s->cost, (throng_cell){x, y}) == THRONG_WALL || s->part[next] >= 0)
                continue;
            s->part[next] = first;
            stack[depth++] = next;
        }
    }
}

/* A diagonal step needs both cells beside it, so parts are connected by straight steps alone. */
static void find_parts(state *s)
{
    memset(s->part, 0xff, sizeof s->part);
    for (int32_t i = 0; i < s->grid.width * s->grid.height; i++) {
        const throng_cell cell = {i % s->grid.width, i / s->grid.width};
        if (s->part[i] < 0 && throng_cost_at(s->cost, cell) != THRONG_WALL)
            spread(s, i);
    }
}

static int32_t part_of(const state *s, float x, float y)
{
    throng_cell cell;
    if (!throng_cost_cell_of(s->cost, (throng_point){x, y}, &cell))
        return -1;
    return s->part[cell.y * s->grid.width + cell.x];
}

static void solve(state *s, int f)
{
    const throng_cell goal = {fuzz_int(&s->in, 0, s->grid.width - 1),
                              fuzz_int(&s->in, 0, s->grid.height - 1)};
    const throng_result result = throng_integrate(s->solver, s->cost, &goal, 1, s->integration[f]);
    fuzz_require(result == THRONG_OK || result == THRONG_ERROR_GOAL ||
                 result == THRONG_ERROR_NOT_COMMITTED);
    (void)throng_flow(s->cost, s->integration[f], s->flow[f]);
}

static void edit(state *s)
{
    const throng_rect rect = {fuzz_int(&s->in, 0, s->grid.width - 1),
                              fuzz_int(&s->in, 0, s->grid.height - 1), 1, 1};
    const uint8_t byte = fuzz_byte(&s->in);
    const uint8_t cost = byte < 120 ? THRONG_WALL : (uint8_t)(byte % 7 + 1);
    fuzz_require(throng_cost_fill(s->cost, rect, cost) == THRONG_OK);
    if (fuzz_byte(&s->in) < 20)
        return;
    fuzz_require(throng_cost_commit(s->cost) == THRONG_OK);
    find_parts(s);
    for (int f = 0; f < FIELDS; f++)
        solve(s, f);
}

/* On the map or up to a cell off it; often close to a corner of cells, where walls are hard to
 * keep. */
static throng_point any_place(state *s)
{
    const bool is_corner = fuzz_byte(&s->in) < 80;
    float x = fuzz_float(&s->in, -1.0f, (float)(s->grid.width + 1));
    float y = fuzz_float(&s->in, -1.0f, (float)(s->grid.height + 1));
    if (is_corner) {
        x = (float)(int32_t)x + fuzz_float(&s->in, -0.06f, 0.06f);
        y = (float)(int32_t)y + fuzz_float(&s->in, -0.06f, 0.06f);
    }
    return (throng_point){s->grid.origin_x + x * s->grid.cell_size,
                          s->grid.origin_y + y * s->grid.cell_size};
}

/* Mostly something that could be meant, sometimes any bits at all. */
static float or_anything(state *s, float value)
{
    return fuzz_byte(&s->in) < 6 ? fuzz_any_float(&s->in) : value;
}

static throng_agent_desc any_agent(state *s)
{
    throng_agent_desc desc = throng_agent_desc_default();
    const throng_point place = any_place(s);
    desc.x = or_anything(s, place.x);
    desc.y = or_anything(s, place.y);
    desc.velocity_x = or_anything(s, fuzz_float(&s->in, -5.0f, 5.0f));
    desc.velocity_y = or_anything(s, fuzz_float(&s->in, -5.0f, 5.0f));
    desc.radius = or_anything(s, fuzz_float(&s->in, 0.05f, 1.5f) * s->grid.cell_size);
    desc.max_speed = or_anything(s, fuzz_float(&s->in, 0.0f, 20.0f) * desc.radius);
    desc.max_acceleration = or_anything(s, fuzz_float(&s->in, 0.0f, 50.0f));
    desc.mass = or_anything(s, fuzz_float(&s->in, 1.0f, 200.0f));
    desc.group = fuzz_int(&s->in, 0, GROUPS - 1);
    desc.user = fuzz_word(&s->in);
    return desc;
}

static void add(state *s)
{
    const throng_agent_desc desc = any_agent(s);
    throng_agent_id id = THRONG_AGENT_NONE;
    throng_point nearest = {0.0f, 0.0f};
    if (s->known_count == IDS)
        return;
    const throng_result result = throng_crowd_add(s->crowd, &desc, &id, &nearest);
    if (result == THRONG_ERROR_BLOCKED)
        fuzz_require(is_finite(nearest.x) && is_finite(nearest.y));
    if (result != THRONG_OK) {
        fuzz_require(id == THRONG_AGENT_NONE);
        fuzz_require(result == THRONG_ERROR_BLOCKED || result == THRONG_ERROR_ARGUMENT ||
                     result == THRONG_ERROR_NOT_COMMITTED ||
                     (result == THRONG_ERROR_CAPACITY && s->alive_count == s->capacity));
        return;
    }
    for (int32_t i = 0; i < s->known_count; i++)
        fuzz_require(s->known[i].id != id);
    fuzz_require(id != THRONG_AGENT_NONE && part_of(s, desc.x, desc.y) >= 0);
    s->known[s->known_count++] = (known){id, true, desc.user, desc.group};
    s->alive_count++;
}

/* An agent that is or was alive, or one that never was: then NULL, and `id` is any number. */
static known *any_known(state *s, throng_agent_id *id)
{
    const int32_t i = fuzz_byte(&s->in);
    if (i >= s->known_count) {
        *id = (throng_agent_id)i << 32 | (throng_agent_id)(i % 7) | (throng_agent_id)1 << 63;
        return NULL;
    }
    *id = s->known[i].id;
    return &s->known[i];
}

static throng_result wanted(const known *who, throng_result otherwise)
{
    return who && who->is_alive ? otherwise : THRONG_ERROR_GONE;
}

static void remove_one(state *s)
{
    throng_agent_id id;
    known *who = any_known(s, &id);
    fuzz_require(throng_crowd_remove(s->crowd, id) == wanted(who, THRONG_OK));
    if (!who || !who->is_alive)
        return;
    who->is_alive = false;
    s->alive_count--;
}

static void change(state *s)
{
    throng_agent_id id;
    known *who = any_known(s, &id);
    const throng_agent_desc desc = any_agent(s);
    throng_agent_desc old = throng_agent_desc_default();
    throng_result result;
    switch (fuzz_int(&s->in, 0, 3)) {
    case 0:
        result = throng_crowd_set_position(s->crowd, id, (throng_point){desc.x, desc.y});
        fuzz_require(result == wanted(who, is_finite(desc.x) && is_finite(desc.y)
                                               ? THRONG_OK
                                               : THRONG_ERROR_ARGUMENT));
        break;
    case 1:
        result = throng_crowd_set_velocity(s->crowd, id, desc.velocity_x, desc.velocity_y);
        fuzz_require(result == wanted(who, THRONG_OK) ||
                     result == wanted(who, THRONG_ERROR_ARGUMENT));
        break;
    case 2:
        result = throng_crowd_set(s->crowd, id, &desc);
        fuzz_require(result == wanted(who, THRONG_OK) ||
                     result == wanted(who, THRONG_ERROR_ARGUMENT));
        if (result == THRONG_OK) {
            who->user = desc.user;
            who->group = desc.group;
        }
        break;
    default:
        result = throng_crowd_get(s->crowd, id, &old);
        fuzz_require(result == wanted(who, THRONG_OK));
        if (result == THRONG_OK)
            fuzz_require(old.user == who->user && old.group == who->group);
        break;
    }
}

static void write_many(state *s)
{
    enum { COUNT = 4 };
    throng_agent_id ids[COUNT];
    float x[COUNT], y[COUNT], velocity_x[COUNT], velocity_y[COUNT];
    bool all_alive = true;
    for (int i = 0; i < COUNT; i++) {
        const known *who = any_known(s, &ids[i]);
        all_alive = all_alive && who && who->is_alive;
        const throng_point place = any_place(s);
        x[i] = or_anything(s, place.x);
        y[i] = or_anything(s, place.y);
        velocity_x[i] = or_anything(s, fuzz_float(&s->in, -3.0f, 3.0f));
        velocity_y[i] = or_anything(s, fuzz_float(&s->in, -3.0f, 3.0f));
    }
    const int which = fuzz_int(&s->in, 1, 3);
    const throng_bodies bodies = {
        .count = COUNT,
        .ids = ids,
        .x = which & 1 ? x : NULL,
        .y = which & 1 ? y : NULL,
        .velocity_x = which & 2 ? velocity_x : NULL,
        .velocity_y = which & 2 ? velocity_y : NULL,
    };
    fuzz_require(throng_crowd_write(s->crowd, &bodies) ==
                 (all_alive ? THRONG_OK : THRONG_ERROR_GONE));
}

static throng_group_desc any_group(state *s, int32_t group)
{
    throng_group_desc desc = throng_group_desc_default();
    desc.cost = s->cost;
    if (group < FIELDS) {
        const int f = fuzz_int(&s->in, 0, FIELDS - 1);
        desc.integration = s->integration[f];
        desc.flow = s->flow[f];
    }
    desc.wall_rule = fuzz_byte(&s->in) & 1 ? THRONG_WALL_RULE_REPEL : THRONG_WALL_RULE_DROP;
    desc.separation_range = or_anything(s, fuzz_float(&s->in, 1.0f, 4.0f));
    desc.separation_strength = or_anything(s, fuzz_float(&s->in, 0.0f, 16.0f));
    desc.terrain_speed = fuzz_byte(&s->in) & 1;
    desc.stop_at_goal = fuzz_byte(&s->in) & 1;
    return desc;
}

static void set_group(state *s)
{
    const int32_t group = fuzz_int(&s->in, 0, GROUPS);
    const throng_group_desc desc = any_group(s, group);
    const throng_result result = throng_crowd_set_group(s->crowd, group, &desc);
    fuzz_require(result == THRONG_ERROR_ARGUMENT || (result == THRONG_OK && group < GROUPS));
}

static void ask(state *s)
{
    const throng_point centre = any_place(s);
    const float radius = or_anything(s, fuzz_float(&s->in, 0.0f, 5.0f));
    const int32_t capacity = fuzz_int(&s->in, 0, AGENTS);
    throng_agent_id ids[AGENTS];
    int32_t count = -1;
    const throng_result result =
        throng_crowd_query_radius(s->crowd, centre, radius, ids, capacity, &count);
    if (result == THRONG_ERROR_ARGUMENT)
        return;
    fuzz_require(count >= 0 && count <= s->alive_count);
    fuzz_require(result == (count > capacity ? THRONG_ERROR_CAPACITY : THRONG_OK));
    for (int32_t k = 0; result == THRONG_OK && k < count; k++) {
        throng_agent_desc desc = throng_agent_desc_default();
        fuzz_require(throng_crowd_get(s->crowd, ids[k], &desc) == THRONG_OK);
        const double dx = (double)desc.x - centre.x, dy = (double)desc.y - centre.y;
        fuzz_require(dx * dx + dy * dy <= (double)radius * radius);
    }
    throng_crowd_report report;
    fuzz_require(throng_crowd_inspect(s->crowd, &report) == THRONG_OK);
    fuzz_require(report.agents == s->alive_count);
    fuzz_require(report.max_overlap >= 0.0f && report.max_overlap <= 1.0f);
}

static void check_ids(const state *s)
{
    throng_crowd_view view;
    fuzz_require(throng_crowd_read(s->crowd, &view) == THRONG_OK);
    fuzz_require(view.count == s->alive_count && throng_crowd_count(s->crowd) == view.count);
    for (int32_t i = 0; i < s->known_count; i++) {
        const known *who = &s->known[i];
        const int32_t k = throng_crowd_index(s->crowd, who->id);
        fuzz_require(who->is_alive == (k >= 0) && k < view.count);
        if (k >= 0)
            fuzz_require(view.ids[k] == who->id && view.user[k] == who->user &&
                         view.group[k] == who->group);
    }
}

/* Where everybody was before a step, by place in `known`. */
typedef struct before {
    float x[IDS], y[IDS];
    int32_t part[IDS];
} before;

static void remember(const state *s, before *old)
{
    throng_crowd_view view;
    fuzz_require(throng_crowd_read(s->crowd, &view) == THRONG_OK);
    for (int32_t i = 0; i < s->known_count; i++) {
        const int32_t k = throng_crowd_index(s->crowd, s->known[i].id);
        if (k < 0)
            continue;
        old->x[i] = view.x[k];
        old->y[i] = view.y[k];
        old->part[i] = part_of(s, view.x[k], view.y[k]);
    }
}

static void check_agents(const state *s, const before *old, bool has_moved)
{
    throng_crowd_view view;
    fuzz_require(throng_crowd_read(s->crowd, &view) == THRONG_OK);
    for (int32_t i = 0; i < s->known_count; i++) {
        const int32_t k = throng_crowd_index(s->crowd, s->known[i].id);
        if (k < 0)
            continue;
        const float sum = view.x[k] + view.y[k] + view.velocity_x[k] + view.velocity_y[k] +
                          view.heading_x[k] + view.heading_y[k];
        if (has_moved && !(view.flags[k] & THRONG_AGENT_QUARANTINED)) {
            const int32_t part = part_of(s, view.x[k], view.y[k]);
            fuzz_require(is_finite(sum));
            fuzz_require(part >= 0);
            fuzz_require(old->part[i] < 0 || part == old->part[i]);
            fuzz_require(!(view.flags[k] & THRONG_AGENT_RELOCATE));
        } else {
            fuzz_require(view.x[k] == old->x[i] && view.y[k] == old->y[i]);
        }
    }
}

static void check_events(const state *s)
{
    throng_event_cursor cursor = {0};
    throng_event event;
    uint32_t last_index = 0;
    for (int count = 0; throng_crowd_next_event(s->crowd, &cursor, &event); count++) {
        fuzz_require(count <= 3 * AGENTS);
        fuzz_require(event.kind >= THRONG_EVENT_ARRIVED && event.kind <= THRONG_EVENT_TIME_CUT);
        fuzz_require((event.agent == THRONG_AGENT_NONE) == (event.kind == THRONG_EVENT_TIME_CUT));
        if (event.agent == THRONG_AGENT_NONE)
            continue;
        fuzz_require(throng_crowd_index(s->crowd, event.agent) >= 0);
        fuzz_require((uint32_t)event.agent >= last_index);
        last_index = (uint32_t)event.agent;
    }
}

static void step(state *s)
{
    static const float menu[] = {0.0f, 0.001f, 1.0f / 60.0f, 0.05f, 0.05f, 0.1f, 0.5f, 3.0f};
    float dt = menu[fuzz_int(&s->in, 0, 7)];
    dt = or_anything(s, dt);
    before old;
    remember(s, &old);
    const throng_result result = throng_crowd_step(s->crowd, dt);
    if (!(dt >= 0.0f) || !is_finite(dt))
        fuzz_require(result == THRONG_ERROR_ARGUMENT);
    fuzz_require(result == THRONG_OK || result == THRONG_ERROR_ARGUMENT ||
                 result == THRONG_ERROR_NOT_COMMITTED || result == THRONG_ERROR_NOT_SOLVED ||
                 result == THRONG_ERROR_OUT_OF_DATE);
    check_agents(s, &old, result == THRONG_OK && dt > 0.0f);
    if (result == THRONG_OK)
        check_events(s);
}

static void reserve(state *s)
{
    const int32_t room = fuzz_int(&s->in, 0, AGENTS);
    fuzz_require(throng_crowd_reserve(s->crowd, room, GROUPS) == THRONG_OK);
    s->capacity = room > s->capacity ? room : s->capacity;
}

static void make_map(state *s)
{
    static const float cell_sizes[] = {1.0f, 0.5f, 2.0f, 0.1f};
    static const float origins[] = {0.0f, -5.0f, 1000.0f, -0.3f};
    s->grid = throng_grid_default(fuzz_int(&s->in, 1, SIDE), fuzz_int(&s->in, 1, SIDE));
    s->grid.cell_size = cell_sizes[fuzz_int(&s->in, 0, 3)];
    s->grid.origin_x = origins[fuzz_int(&s->in, 0, 3)];
    s->grid.origin_y = origins[fuzz_int(&s->in, 0, 3)];
    fuzz_require(throng_cost_create(s->context, &s->grid, &s->cost) == THRONG_OK);
    for (int32_t n = fuzz_int(&s->in, 0, 40); n > 0; n--) {
        const throng_rect rect = {fuzz_int(&s->in, 0, s->grid.width - 1),
                                  fuzz_int(&s->in, 0, s->grid.height - 1), 1, 1};
        const uint8_t cost = n % 3 == 0 ? (uint8_t)fuzz_int(&s->in, 1, 9) : THRONG_WALL;
        fuzz_require(throng_cost_fill(s->cost, rect, cost) == THRONG_OK);
    }
    fuzz_require(throng_cost_commit(s->cost) == THRONG_OK);
    find_parts(s);
}

static void start(state *s, throng_isa isa)
{
    throng_context_desc desc = throng_context_desc_default();
    desc.isa = isa;
    fuzz_require(throng_context_create(&desc, &s->context) == THRONG_OK);
    make_map(s);
    fuzz_require(throng_solver_create(s->context, SIDE, SIDE, &s->solver) == THRONG_OK);
    for (int f = 0; f < FIELDS; f++) {
        fuzz_require(throng_integration_create(s->context, &s->grid, &s->integration[f]) ==
                     THRONG_OK);
        fuzz_require(throng_flow_create(s->context, &s->grid, &s->flow[f]) == THRONG_OK);
        solve(s, f);
    }
    throng_crowd_desc crowd_desc = throng_crowd_desc_default();
    crowd_desc.grid = s->grid;
    crowd_desc.agent_capacity = s->capacity = fuzz_int(&s->in, 0, AGENTS);
    crowd_desc.group_capacity = GROUPS;
    crowd_desc.hash_stages = fuzz_byte(&s->in) & 1;
    fuzz_require(throng_crowd_create(s->context, &crowd_desc, &s->crowd) == THRONG_OK);
    for (int32_t g = 0; g < GROUPS; g++) {
        throng_group_desc group = throng_group_desc_default();
        group.cost = s->cost;
        group.integration = g < FIELDS ? s->integration[g] : NULL;
        group.flow = g < FIELDS ? s->flow[g] : NULL;
        int32_t number = -1;
        fuzz_require(throng_crowd_add_group(s->crowd, &group, &number) == THRONG_OK && number == g);
    }
}

static void end(state *s)
{
    fuzz_require(throng_cost_destroy(s->cost) == THRONG_ERROR_IN_USE);
    fuzz_require(throng_crowd_destroy(s->crowd) == THRONG_OK);
    for (int f = 0; f < FIELDS; f++) {
        fuzz_require(throng_flow_destroy(s->flow[f]) == THRONG_OK);
        fuzz_require(throng_integration_destroy(s->integration[f]) == THRONG_OK);
    }
    fuzz_require(throng_solver_destroy(s->solver) == THRONG_OK);
    fuzz_require(throng_cost_destroy(s->cost) == THRONG_OK);
    fuzz_require(throng_context_destroy(s->context) == THRONG_OK);
}

static void do_one(state *s)
{
    static void (*const calls[])(state *) = {
        add,       add, add,  remove_one, change, change, step, write_many,
        set_group, ask, edit, reserve,    step,   step,   add,  step};
    calls[fuzz_byte(&s->in) % (sizeof calls / sizeof *calls)](s);
}

static uint64_t run(fuzz_input in, throng_isa isa)
{
    static state s;
    memset(&s, 0, sizeof s);
    s.in = in;
    start(&s, isa);
    for (int i = 0; i < 120 && s.in.size > 0; i++) {
        do_one(&s);
        check_ids(&s);
        fuzz_digest(&s.digest, throng_crowd_hash(s.crowd, THRONG_STAGE_STEP));
    }
    end(&s);
    return s.digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size};
    const throng_isa isa = fuzz_isa(&in);
    const uint64_t digest = run(in, isa);
    fuzz_require(isa == THRONG_ISA_SCALAR || digest == run(in, THRONG_ISA_SCALAR));
    return 0;
}
