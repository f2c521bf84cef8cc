#include "crowd_state.h"

static void spread(fuzz_crowd *s, int32_t first)
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
void fuzz_find_parts(fuzz_crowd *s)
{
    memset(s->part, 0xff, sizeof s->part);
    for (int32_t i = 0; i < s->grid.width * s->grid.height; i++) {
        const throng_cell cell = {i % s->grid.width, i / s->grid.width};
        if (s->part[i] < 0 && throng_cost_at(s->cost, cell) != THRONG_WALL)
            spread(s, i);
    }
}

int32_t fuzz_part_of(const fuzz_crowd *s, float x, float y)
{
    throng_cell cell;
    if (!throng_cost_cell_of(s->cost, (throng_point){x, y}, &cell))
        return -1;
    return s->part[cell.y * s->grid.width + cell.x];
}

void fuzz_solve(fuzz_crowd *s, int f)
{
    const throng_cell goal = {fuzz_int(&s->in, 0, s->grid.width - 1),
                              fuzz_int(&s->in, 0, s->grid.height - 1)};
    const throng_result result = throng_integrate(s->solver, s->cost, &goal, 1, s->integration[f]);
    fuzz_require(result == THRONG_OK || result == THRONG_ERROR_GOAL ||
                 result == THRONG_ERROR_NOT_COMMITTED);
    (void)throng_flow(s->cost, s->integration[f], s->flow[f]);
}

void fuzz_check_ids(const fuzz_crowd *s)
{
    throng_crowd_view view;
    fuzz_require(throng_crowd_read(s->crowd, &view) == THRONG_OK);
    fuzz_require(view.count == s->alive_count && throng_crowd_count(s->crowd) == view.count);
    for (int32_t i = 0; i < s->known_count; i++) {
        const fuzz_known *who = &s->known[i];
        const int32_t k = throng_crowd_index(s->crowd, who->id);
        fuzz_require(who->is_alive == (k >= 0) && k < view.count);
        if (k >= 0)
            fuzz_require(view.ids[k] == who->id && view.user[k] == who->user &&
                         view.group[k] == who->group);
    }
}

void fuzz_remember(const fuzz_crowd *s, fuzz_before *old)
{
    throng_crowd_view view;
    fuzz_require(throng_crowd_read(s->crowd, &view) == THRONG_OK);
    for (int32_t i = 0; i < s->known_count; i++) {
        const int32_t k = throng_crowd_index(s->crowd, s->known[i].id);
        if (k < 0)
            continue;
        old->x[i] = view.x[k];
        old->y[i] = view.y[k];
        old->part[i] = fuzz_part_of(s, view.x[k], view.y[k]);
    }
}

void fuzz_check_agents(const fuzz_crowd *s, const fuzz_before *old, bool has_moved)
{
    throng_crowd_view view;
    fuzz_require(throng_crowd_read(s->crowd, &view) == THRONG_OK);
    for (int32_t i = 0; i < s->known_count; i++) {
        const int32_t k = throng_crowd_index(s->crowd, s->known[i].id);
        if (k < 0)
            continue;
        const float sum = view.x[k] + view.y[k] + view.velocity_x[k] + view.velocity_y[k] +
                          view.heading_x[k] + view.heading_y[k];
        const bool was_free = old->part[i] >= 0;
        if (was_free &&
            (s->velocity_only || (view.flags[k] & (THRONG_AGENT_KINEMATIC | THRONG_AGENT_PAUSED))))
            fuzz_require(view.x[k] == old->x[i] && view.y[k] == old->y[i]);
        if (has_moved && !(view.flags[k] & THRONG_AGENT_QUARANTINED)) {
            const int32_t part = fuzz_part_of(s, view.x[k], view.y[k]);
            fuzz_require(fuzz_is_finite(sum));
            fuzz_require(part >= 0);
            fuzz_require(old->part[i] < 0 || part == old->part[i]);
            fuzz_require(!(view.flags[k] & THRONG_AGENT_RELOCATE));
        } else {
            fuzz_require(view.x[k] == old->x[i] && view.y[k] == old->y[i]);
        }
    }
}

/* Those who have left are gone. */
static void forget(fuzz_crowd *s, throng_agent_id id)
{
    int32_t i = 0;
    while (i < s->known_count && !(s->known[i].is_alive && s->known[i].id == id))
        i++;
    fuzz_require(i < s->known_count && throng_crowd_index(s->crowd, id) < 0);
    s->known[i].is_alive = false;
    s->alive_count--;
    s->left_count++;
}

void fuzz_check_events(fuzz_crowd *s)
{
    throng_event_cursor cursor = {0};
    throng_event event;
    uint32_t last_index = 0;
    s->left_count = 0;
    for (int count = 0; throng_crowd_next_event(s->crowd, &cursor, &event); count++) {
        fuzz_require(count <= 3 * AGENTS + 2 * GROUPS);
        const bool is_teams =
            event.kind == THRONG_EVENT_TEAM_JOINED || event.kind == THRONG_EVENT_TEAM_ARRIVED;
        fuzz_require(event.kind >= THRONG_EVENT_ARRIVED && event.kind <= THRONG_EVENT_TEAM_ARRIVED);
        fuzz_require(is_teams ? event.group >= 0 && event.group < GROUPS : event.group == -1);
        fuzz_require(fuzz_is_finite(event.place.x) && fuzz_is_finite(event.place.y));
        fuzz_require((event.agent == THRONG_AGENT_NONE) ==
                     (is_teams || event.kind == THRONG_EVENT_TIME_CUT));
        if (event.agent == THRONG_AGENT_NONE)
            continue;
        if (event.kind == THRONG_EVENT_LEFT)
            forget(s, event.agent);
        else
            fuzz_require(throng_crowd_index(s->crowd, event.agent) >= 0);
        fuzz_require((uint32_t)event.agent >= last_index);
        last_index = (uint32_t)event.agent;
    }
}

static void make_map(fuzz_crowd *s)
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
    fuzz_find_parts(s);
}

throng_crowd *fuzz_make_crowd(fuzz_crowd *s)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = s->grid;
    desc.agent_capacity = s->capacity;
    desc.group_capacity = GROUPS;
    desc.hash_stages = s->hash_stages;
    desc.velocity_only = s->velocity_only;
    throng_crowd *crowd = NULL;
    fuzz_require(throng_crowd_create(s->context, &desc, &crowd) == THRONG_OK);
    for (int32_t g = 0; g < GROUPS; g++) {
        throng_group_desc group = throng_group_desc_default();
        group.cost = s->cost;
        group.integration = g < FIELDS ? s->integration[g] : NULL;
        group.flow = g < FIELDS ? s->flow[g] : NULL;
        int32_t number = -1;
        fuzz_require(throng_crowd_add_group(crowd, &group, &number) == THRONG_OK && number == g);
    }
    return crowd;
}

void fuzz_start(fuzz_crowd *s, throng_isa isa)
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
        fuzz_solve(s, f);
    }
    s->capacity = fuzz_int(&s->in, 0, AGENTS);
    s->hash_stages = fuzz_byte(&s->in) & 1;
    s->velocity_only = fuzz_byte(&s->in) < 30;
    s->crowd = fuzz_make_crowd(s);
}

void fuzz_end(fuzz_crowd *s)
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
    free(s->saved);
}
