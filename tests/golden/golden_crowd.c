#include "golden_crowd.h"

#include <stdlib.h>
#include <string.h>

/* Beyond the agents of a scene, for those who come during it. */
enum { SPARE = 4096 };

enum { GROUPS = 6 };

static void add_groups(throng_crowd *crowd, const golden_world *w)
{
    for (int32_t g = 0; g < GROUPS; g++) {
        const int32_t field = g % GOLDEN_FIELDS;
        throng_group_desc desc = throng_group_desc_default();
        desc.cost = w->cost[field % GOLDEN_LAYERS];
        if (g != 4) { /* which stands idle */
            desc.integration = w->integration[field];
            desc.flow = w->flow[field];
        }
        desc.wall_rule = g % 3 == 1 ? THRONG_WALL_RULE_REPEL : THRONG_WALL_RULE_DROP;
        desc.separation_range = g == 2 ? 2.5f : 1.5f;
        desc.separation_strength = g == 3 ? 4.0f : 10.0f;
        desc.terrain_speed = g != 2;
        desc.stop_at_goal = g != 5;
        if (w->scene == GOLDEN_HERD) {
            desc.layers = (uint16_t)(1 << g);
            desc.walls = g == 5 ? w->cost[0] : NULL; /* whose ground has a barrier more */
        }
        int32_t number = -1;
        golden_expect_ok(throng_crowd_add_group(crowd, &desc, &number));
        golden_expect(number == g);
    }
}

/* Beside the fields, which group 4 has not. */
static void choose_behaviour(throng_behaviour_desc *d, int32_t g)
{
    switch (g) {
    case 0:
        d->align = 0.25f;
        d->keep_together = 25.0f;
        d->arrives_together = 0.75f;
        break;
    case 1:
        d->follow = 0.75f;
        d->avoid_walls = d->wander = 0.5f;
        d->combine = THRONG_COMBINE_PRIORITY;
        break;
    case 2:
        d->pursue = d->seek = d->arrive = 0.25f;
        break;
    case 3:
        d->flee = d->evade = 1.0f;
        d->avoid_walls = 1.0f;
        d->wall_range = 1.4f;
        break;
    case 4:
        d->wander = d->align = d->cohere = d->avoid_walls = 0.5f;
        d->neighbour_range = 2.5f;
        d->mates = 1 << 0 | 1 << 3;
        d->dead_band = 0.05f;
        break;
    default:
        d->is_direct = true;
        d->stay = 0.25f;
    }
}

static throng_target seen_target(const golden_world *w)
{
    const throng_grid *grid = &w->grid;
    return (throng_target){THRONG_AGENT_NONE,
                           grid->origin_x + ((float)w->seen.x + 0.5f) * grid->cell_size,
                           grid->origin_y + ((float)w->seen.y + 0.5f) * grid->cell_size};
}

/* The target goes where the goal goes. */
static void follow_goal(const golden_crowd *c, const golden_world *w)
{
    throng_behaviour_desc desc = throng_behaviour_desc_default();
    const throng_target target = seen_target(w);
    golden_expect_ok(throng_crowd_get_behaviour(c->crowd, 0, &desc));
    if (desc.target.x == target.x && desc.target.y == target.y)
        return;
    desc.target = target;
    golden_expect_ok(throng_crowd_set_behaviour(c->crowd, 0, &desc));
}

static void set_behaviours(const golden_crowd *c, const golden_world *w)
{
    for (int32_t g = 0; g < GROUPS; g++) {
        throng_behaviour_desc desc = throng_behaviour_desc_default();
        choose_behaviour(&desc, g);
        desc.target.agent = desc.threat.agent = c->alive[0];
        if (g == 0) {
            desc.sight = w->sight;
            desc.target = seen_target(w);
        }
        golden_expect_ok(throng_crowd_set_behaviour(c->crowd, g, &desc));
    }
}

static throng_crowd *make_crowd(const golden_world *w, bool with_groups)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = w->grid;
    desc.agent_capacity = w->size->agents + SPARE;
    desc.hash_stages = true;
    throng_crowd *crowd = NULL;
    golden_expect_ok(throng_crowd_create(w->context, &desc, &crowd));
    if (with_groups)
        add_groups(crowd, w);
    return crowd;
}

static throng_point some_place(const golden_world *w, test_random *random)
{
    const throng_grid *grid = &w->grid;
    throng_point place; /* one draw after the other: initialisers have no order */
    place.x = grid->origin_x + grid->cell_size * test_random_float(random, 0, (float)grid->width);
    place.y = grid->origin_y + grid->cell_size * test_random_float(random, 0, (float)grid->height);
    return place;
}

static throng_agent_desc some_agent(const golden_world *w, test_random *random)
{
    const throng_point place = some_place(w, random);
    throng_agent_desc desc = throng_agent_desc_default();
    desc.x = place.x;
    desc.y = place.y;
    desc.radius = test_random_float(random, 0.15f, 0.4f);
    if (test_random_int(random, 0, 99) == 0)
        desc.radius = 1.1f; /* more than a cell: the wide kernels leave it to the scalar ones */
    desc.max_speed = test_random_float(random, 0.6f, 2.0f);
    if (test_random_int(random, 0, 3) == 0)
        desc.max_acceleration = test_random_float(random, 1.0f, 12.0f);
    desc.mass = test_random_float(random, 20.0f, 200.0f);
    desc.velocity_x = test_random_float(random, -2.0f, 2.0f);
    /* Half walk one way, an eighth stands idle. */
    const int32_t groups[] = {0, 0, 0, 0, 1, 2, 3, 4, 5, 1};
    desc.group = groups[test_random_int(random, 0, 9)];
    desc.user = test_random_next(random);
    return desc;
}

static void add_one(golden_crowd *c, const golden_world *w)
{
    throng_agent_desc desc = some_agent(w, &c->random);
    throng_agent_id id = THRONG_AGENT_NONE;
    throng_point nearest = {0, 0};
    throng_result result = throng_crowd_add(c->crowd, &desc, &id, &nearest);
    if (result == THRONG_ERROR_BLOCKED) {
        desc.x = nearest.x;
        desc.y = nearest.y;
        result = throng_crowd_add(c->crowd, &desc, &id, NULL);
    }
    golden_expect(result == THRONG_OK);
    c->alive[c->alive_count++] = id;
}

static void remove_one(golden_crowd *c)
{
    const int32_t k = test_random_int(&c->random, 0, c->alive_count - 1);
    golden_expect_ok(throng_crowd_remove(c->crowd, c->alive[k]));
    c->alive[k] = c->alive[--c->alive_count];
}

static throng_agent_id somebody(golden_crowd *c)
{
    return c->alive[test_random_int(&c->random, 0, c->alive_count - 1)];
}

/* Puts agents exactly into one place, where ids alone tell them apart. */
static void pile_up(golden_crowd *c, const golden_world *w, int32_t count)
{
    const throng_point place = some_place(w, &c->random);
    for (int32_t k = 0; k < count; k++)
        golden_expect_ok(throng_crowd_set_position(c->crowd, somebody(c), place));
}

static void change(golden_crowd *c, const golden_world *w, int32_t turn)
{
    for (int32_t k = 0; k < 12; k++)
        remove_one(c);
    for (int32_t k = 0; k < 12 + turn % 3 - 1; k++)
        add_one(c, w);
    for (int32_t k = 0; k < 3; k++) { /* into walls, too */
        const throng_point place = some_place(w, &c->random);
        golden_expect_ok(throng_crowd_set_position(c->crowd, somebody(c), place));
    }
    pile_up(c, w, 6);
    /* Three times so many that they are not sorted by cells. */
    if (turn % (w->size->turns / 3) == 5)
        pile_up(c, w, w->size->agents / 12);
    for (int32_t k = 0; k < 5; k++) {
        const throng_agent_id id = somebody(c);
        const float east = test_random_float(&c->random, -50, 50);
        golden_expect_ok(throng_crowd_set_velocity(c->crowd, id, east, -3.0f));
    }
}

void golden_crowd_turn(golden_crowd *c, const golden_world *w, int32_t turn)
{
    if (turn > 0)
        change(c, w, turn);
    if (w->scene == GOLDEN_HERD)
        follow_goal(c, w);
    /* Mostly two substeps; sometimes another number of another length. */
    const float dt = turn % 7 == 6 ? 0.06f : turn % 7 == 3 ? 0.012f : 1.0f / 30.0f;
    golden_expect_ok(throng_crowd_step(c->crowd, dt));
    for (throng_stage stage = THRONG_STAGE_SAMPLE; stage <= THRONG_STAGE_STEP; stage++)
        c->hash[stage] = golden_fold(c->hash[stage], throng_crowd_hash(c->crowd, stage));
}

static throng_agent_id *take_list(const golden_world *w)
{
    const size_t count = (size_t)w->size->agents + SPARE;
    throng_agent_id *list = calloc(count, sizeof *list);
    golden_expect(list);
    return list;
}

void golden_crowd_open(golden_crowd *c, const golden_world *w)
{
    *c = (golden_crowd){.crowd = make_crowd(w, true), .random = {(uint64_t)w->scene + 1000}};
    c->alive = take_list(w);
    for (int32_t i = 0; i < w->size->agents; i++)
        add_one(c, w);
    if (w->scene == GOLDEN_HERD)
        set_behaviours(c, w);
}

void golden_crowd_close(golden_crowd *c)
{
    golden_expect_ok(throng_crowd_destroy(c->crowd));
    free(c->alive);
}

/* What a save of the crowd at `from` says. */
static void load_from(throng_crowd *to, const throng_crowd *from, const golden_world *w)
{
    const size_t size = throng_crowd_save_bytes(from);
    uint8_t *bytes = malloc(size);
    golden_expect(bytes);
    golden_expect_ok(throng_crowd_save(from, bytes, size));
    throng_group_fields fields[GROUPS];
    for (int32_t g = 0; g < GROUPS; g++) {
        const int32_t field = g % GOLDEN_FIELDS;
        fields[g] = (throng_group_fields){w->cost[field % GOLDEN_LAYERS], w->integration[field],
                                          w->flow[field], w->sight, w->cost[0]};
    }
    golden_expect_ok(throng_crowd_load(to, bytes, size, fields, GROUPS));
    free(bytes);
}

void golden_crowd_reload(golden_crowd *c, const golden_world *w)
{
    throng_crowd *fresh = make_crowd(w, false);
    load_from(fresh, c->crowd, w);
    golden_expect_ok(throng_crowd_destroy(c->crowd));
    c->crowd = fresh;
}

void golden_crowd_open_copy(golden_crowd *copy, const golden_crowd *from, const golden_world *w)
{
    *copy = (golden_crowd){.crowd = make_crowd(w, false), .random = from->random};
    copy->alive = take_list(w);
    load_from(copy->crowd, from->crowd, w);
    memcpy(copy->hash, from->hash, sizeof copy->hash);
    memcpy(copy->alive, from->alive, (size_t)from->alive_count * sizeof *copy->alive);
    copy->alive_count = from->alive_count;
}
