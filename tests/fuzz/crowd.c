/*
 * crowd.c: random calls on a small crowd. Whatever they are, numbers stay finite, centres stay out
 * of walls and in their part of the map, and ids keep naming the same agents.
 */
#include "crowd_state.h"

static void edit(fuzz_crowd *s)
{
    const throng_rect rect = {fuzz_int(&s->in, 0, s->grid.width - 1),
                              fuzz_int(&s->in, 0, s->grid.height - 1), 1, 1};
    const uint8_t byte = fuzz_byte(&s->in);
    const uint8_t cost = byte < 120 ? THRONG_WALL : (uint8_t)(byte % 7 + 1);
    fuzz_require(throng_cost_fill(s->cost, rect, cost) == THRONG_OK);
    if (fuzz_byte(&s->in) < 20)
        return;
    fuzz_require(throng_cost_commit(s->cost) == THRONG_OK);
    fuzz_find_parts(s);
    for (int f = 0; f < FIELDS; f++)
        fuzz_solve(s, f);
}

/* On the map or up to a cell off it; often close to a corner of cells, where walls are hard to
 * keep. */
static throng_point any_place(fuzz_crowd *s)
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
static float or_anything(fuzz_crowd *s, float value)
{
    return fuzz_byte(&s->in) < 6 ? fuzz_any_float(&s->in) : value;
}

static throng_agent_desc any_agent(fuzz_crowd *s)
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
    desc.is_kinematic = fuzz_byte(&s->in) < 25;
    return desc;
}

static void add(fuzz_crowd *s)
{
    const throng_agent_desc desc = any_agent(s);
    throng_agent_id id = THRONG_AGENT_NONE;
    throng_point nearest = {0.0f, 0.0f};
    if (s->known_count == IDS)
        return;
    const throng_result result = throng_crowd_add(s->crowd, &desc, &id, &nearest);
    if (result == THRONG_ERROR_BLOCKED)
        fuzz_require(fuzz_is_finite(nearest.x) && fuzz_is_finite(nearest.y));
    if (result != THRONG_OK) {
        fuzz_require(id == THRONG_AGENT_NONE);
        fuzz_require(
            result == THRONG_ERROR_BLOCKED || result == THRONG_ERROR_ARGUMENT ||
            result == THRONG_ERROR_NOT_COMMITTED ||
            (result == THRONG_ERROR_CAPACITY && s->alive_count + s->left_count == s->capacity));
        return;
    }
    for (int32_t i = 0; i < s->known_count; i++)
        fuzz_require(s->known[i].id != id);
    fuzz_require(id != THRONG_AGENT_NONE && fuzz_part_of(s, desc.x, desc.y) >= 0);
    s->known[s->known_count++] = (fuzz_known){id, true, desc.user, desc.group};
    s->alive_count++;
}

/* An agent that is or was alive, or one that never was: then NULL, and `id` is any number. */
static fuzz_known *any_known(fuzz_crowd *s, throng_agent_id *id)
{
    const int32_t i = fuzz_byte(&s->in);
    if (i >= s->known_count) {
        *id = (throng_agent_id)i << 32 | (throng_agent_id)(i % 7) | (throng_agent_id)1 << 63;
        return NULL;
    }
    *id = s->known[i].id;
    return &s->known[i];
}

static throng_result wanted(const fuzz_known *who, throng_result otherwise)
{
    return who && who->is_alive ? otherwise : THRONG_ERROR_GONE;
}

static void remove_one(fuzz_crowd *s)
{
    throng_agent_id id;
    fuzz_known *who = any_known(s, &id);
    fuzz_require(throng_crowd_remove(s->crowd, id) == wanted(who, THRONG_OK));
    if (!who || !who->is_alive)
        return;
    who->is_alive = false;
    s->alive_count--;
}

static void change(fuzz_crowd *s)
{
    throng_agent_id id;
    fuzz_known *who = any_known(s, &id);
    const throng_agent_desc desc = any_agent(s);
    throng_agent_desc old = throng_agent_desc_default();
    throng_result result;
    switch (fuzz_int(&s->in, 0, 3)) {
    case 0:
        result = throng_crowd_set_position(s->crowd, id, (throng_point){desc.x, desc.y});
        fuzz_require(result == wanted(who, fuzz_is_finite(desc.x) && fuzz_is_finite(desc.y)
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

static void write_many(fuzz_crowd *s)
{
    enum { COUNT = 4 };
    throng_agent_id ids[COUNT];
    float x[COUNT], y[COUNT], velocity_x[COUNT], velocity_y[COUNT];
    bool all_alive = true;
    for (int i = 0; i < COUNT; i++) {
        const fuzz_known *who = any_known(s, &ids[i]);
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

static throng_group_desc any_group(fuzz_crowd *s, int32_t group)
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
    desc.leaves_at_goal = fuzz_byte(&s->in) < 40;
    desc.is_paused = fuzz_byte(&s->in) < 25;
    if (fuzz_byte(&s->in) < 50) {
        desc.layers = fuzz_byte(&s->in) & 3;
        desc.collides_with = fuzz_byte(&s->in) & 3;
    }
    return desc;
}

static void set_group(fuzz_crowd *s)
{
    const int32_t group = fuzz_int(&s->in, 0, GROUPS);
    const throng_group_desc desc = any_group(s, group);
    const throng_result result = throng_crowd_set_group(s->crowd, group, &desc);
    fuzz_require(result == THRONG_ERROR_ARGUMENT || (result == THRONG_OK && group < GROUPS));
}

/* Mostly off, else anything up to a little more than is allowed. */
static float any_weight(fuzz_crowd *s)
{
    return fuzz_byte(&s->in) < 160 ? 0.0f : or_anything(s, fuzz_float(&s->in, 0.0f, 4.0f));
}

static throng_target any_target(fuzz_crowd *s)
{
    const throng_point place = any_place(s);
    throng_target target = {THRONG_AGENT_NONE, place.x, place.y};
    if (s->known_count > 0 && (fuzz_byte(&s->in) & 1))
        target.agent = s->known[fuzz_byte(&s->in) % s->known_count].id;
    return target;
}

static void set_behaviour(fuzz_crowd *s)
{
    const int32_t group = fuzz_int(&s->in, 0, GROUPS);
    throng_behaviour_desc desc = throng_behaviour_desc_default();
    desc.combine = fuzz_byte(&s->in) & 1 ? THRONG_COMBINE_PRIORITY : THRONG_COMBINE_SUM;
    float *const weights[] = {
        &desc.avoid_walls, &desc.flee,          &desc.evade,           &desc.pursue, &desc.seek,
        &desc.arrive,      &desc.stay,          &desc.align,           &desc.cohere, &desc.wander,
        &desc.dead_band,   &desc.keep_together, &desc.arrives_together};
    for (size_t k = 0; k < sizeof weights / sizeof *weights; k++)
        *weights[k] = any_weight(s);
    desc.follow = fuzz_byte(&s->in) & 1 ? 1.0f : any_weight(s);
    desc.is_direct = fuzz_byte(&s->in) & 1;
    desc.target = any_target(s);
    desc.threat = any_target(s);
    desc.wall_range = or_anything(s, fuzz_float(&s->in, 0.0f, 2.0f));
    desc.flee_range = or_anything(s, fuzz_float(&s->in, 0.01f, 20.0f));
    desc.arrive_range = or_anything(s, fuzz_float(&s->in, 0.01f, 5.0f));
    desc.foresight = or_anything(s, fuzz_float(&s->in, 0.0f, 5.0f));
    desc.neighbour_range = or_anything(s, fuzz_float(&s->in, 0.01f, 10.0f));
    desc.wander_turn = or_anything(s, fuzz_float(&s->in, 0.0f, 20.0f));
    desc.wander_time = or_anything(s, fuzz_float(&s->in, 0.001f, 2.0f));
    desc.mates = fuzz_byte(&s->in);
    const throng_result result = throng_crowd_set_behaviour(s->crowd, group, &desc);
    fuzz_require(result == THRONG_ERROR_ARGUMENT || (result == THRONG_OK && group < GROUPS));
}

static void ask_teams(fuzz_crowd *s)
{
    throng_team_state team;
    int32_t members = 0;
    for (int32_t g = 0; g < GROUPS; g++) {
        fuzz_require(throng_crowd_team(s->crowd, g, &team) == THRONG_OK);
        fuzz_require(team.reaching <= team.walking && team.arrived + team.walking <= team.members);
        fuzz_require(team.ahead >= 0.0f && team.behind >= 0.0f && team.mean_way >= team.ahead);
        fuzz_require((team.slowest == THRONG_AGENT_NONE) == (team.reaching == 0));
        members += team.members;
    }
    fuzz_require(members <= s->alive_count);
}

static void ask(fuzz_crowd *s)
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
    ask_teams(s);
}

static void step(fuzz_crowd *s)
{
    static const float menu[] = {0.0f, 0.001f, 1.0f / 60.0f, 0.05f, 0.05f, 0.1f, 0.5f, 3.0f};
    float dt = menu[fuzz_int(&s->in, 0, 7)];
    dt = or_anything(s, dt);
    fuzz_before old;
    fuzz_remember(s, &old);
    const throng_result result = throng_crowd_step(s->crowd, dt);
    if (!(dt >= 0.0f) || !fuzz_is_finite(dt))
        fuzz_require(result == THRONG_ERROR_ARGUMENT);
    fuzz_require(result == THRONG_OK || result == THRONG_ERROR_ARGUMENT ||
                 result == THRONG_ERROR_NOT_COMMITTED || result == THRONG_ERROR_NOT_SOLVED ||
                 result == THRONG_ERROR_OUT_OF_DATE);
    fuzz_check_agents(s, &old, result == THRONG_OK && dt > 0.0f);
    if (result == THRONG_OK)
        fuzz_check_events(s);
}

static void reserve(fuzz_crowd *s)
{
    const int32_t room = fuzz_int(&s->in, 0, AGENTS);
    fuzz_require(throng_crowd_reserve(s->crowd, room, GROUPS) == THRONG_OK);
    s->capacity = room > s->capacity ? room : s->capacity;
}

static void save(fuzz_crowd *s)
{
    free(s->saved);
    s->saved_size = throng_crowd_save_bytes(s->crowd);
    s->saved = malloc(s->saved_size);
    fuzz_require(s->saved != NULL);
    fuzz_require(throng_crowd_save(s->crowd, s->saved, s->saved_size) == THRONG_OK);
    memcpy(s->saved_known, s->known, sizeof s->known);
    s->saved_known_count = s->known_count;
    s->saved_alive_count = s->alive_count;
    s->saved_left_count = s->left_count;
}

/* What the crowd would write now is the last save. */
static void check_save(const fuzz_crowd *s)
{
    uint8_t *const bytes = malloc(s->saved_size);
    fuzz_require(bytes && throng_crowd_save_bytes(s->crowd) == s->saved_size);
    fuzz_require(throng_crowd_save(s->crowd, bytes, s->saved_size) == THRONG_OK);
    fuzz_require(memcmp(bytes, s->saved, s->saved_size) == 0);
    free(bytes);
}

/* Back to the last save, in the same crowd or in another. */
static void load(fuzz_crowd *s)
{
    if (!s->saved)
        return;
    if (fuzz_byte(&s->in) & 1) {
        fuzz_require(throng_crowd_destroy(s->crowd) == THRONG_OK);
        s->crowd = fuzz_make_crowd(s);
    }
    fuzz_require(throng_crowd_load(s->crowd, s->saved, s->saved_size, NULL, 0) == THRONG_OK);
    check_save(s);
    memcpy(s->known, s->saved_known, sizeof s->known);
    s->known_count = s->saved_known_count;
    s->alive_count = s->saved_alive_count;
    s->left_count = s->saved_left_count;
}

static void do_one(fuzz_crowd *s)
{
    static void (*const calls[])(fuzz_crowd *) = {
        add,  add,     add,  remove_one, change, change, step, write_many, set_group,    ask,
        edit, reserve, step, step,       add,    step,   save, load,       set_behaviour};
    calls[fuzz_byte(&s->in) % (sizeof calls / sizeof *calls)](s);
}

static uint64_t run(fuzz_input in, throng_isa isa)
{
    static fuzz_crowd s;
    memset(&s, 0, sizeof s);
    s.in = in;
    fuzz_start(&s, isa);
    for (int i = 0; i < 120 && s.in.size > 0; i++) {
        do_one(&s);
        fuzz_check_ids(&s);
        fuzz_digest(&s.digest, throng_crowd_hash(s.crowd, THRONG_STAGE_STEP));
    }
    fuzz_end(&s);
    return s.digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_compare(data, size, run);
}
