#include "golden_crowd.h"

#include <stdlib.h>
#include <string.h>

#include "crowd/crowd.h"
#include "crowd/memory.h"

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
        int32_t number = -1;
        golden_expect_ok(throng_crowd_add_group(crowd, &desc, &number));
        golden_expect(number == g);
    }
}

static throng_crowd *make_crowd(const golden_world *w)
{
    throng_crowd_desc desc = throng_crowd_desc_default();
    desc.grid = w->grid;
    desc.agent_capacity = w->size->agents + SPARE;
    desc.hash_stages = true;
    throng_crowd *crowd = NULL;
    golden_expect_ok(throng_crowd_create(w->context, &desc, &crowd));
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

static void note_added(golden_crowd *c, throng_agent_id id)
{
    const int32_t index = (int32_t)(uint32_t)id;
    c->alive[c->alive_count++] = id;
    c->last[index] = id;
    c->index_count = index >= c->index_count ? index + 1 : c->index_count;
    if (c->freed_count > 0 && c->freed[c->freed_count - 1] == index)
        c->freed_count--;
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
    note_added(c, id);
}

static void remove_one(golden_crowd *c)
{
    const int32_t k = test_random_int(&c->random, 0, c->alive_count - 1);
    const throng_agent_id id = c->alive[k];
    golden_expect_ok(throng_crowd_remove(c->crowd, id));
    c->alive[k] = c->alive[--c->alive_count];
    c->freed[c->freed_count++] = (int32_t)(uint32_t)id;
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
    /* Mostly two substeps; sometimes another number of another length. */
    const float dt = turn % 7 == 6 ? 0.06f : turn % 7 == 3 ? 0.012f : 1.0f / 30.0f;
    golden_expect_ok(throng_crowd_step(c->crowd, dt));
    for (throng_stage stage = THRONG_STAGE_SAMPLE; stage <= THRONG_STAGE_STEP; stage++)
        c->hash[stage] = golden_fold(c->hash[stage], throng_crowd_hash(c->crowd, stage));
}

static void take_lists(golden_crowd *c, const golden_world *w)
{
    const size_t count = (size_t)w->size->agents + SPARE;
    c->alive = calloc(count, sizeof *c->alive);
    c->last = calloc(count, sizeof *c->last);
    c->freed = calloc(count, sizeof *c->freed);
    golden_expect(c->alive && c->last && c->freed);
}

void golden_crowd_open(golden_crowd *c, const golden_world *w)
{
    *c = (golden_crowd){.crowd = make_crowd(w), .random = {(uint64_t)w->scene + 1000}};
    take_lists(c, w);
    for (int32_t i = 0; i < w->size->agents; i++)
        add_one(c, w);
}

void golden_crowd_close(golden_crowd *c)
{
    golden_expect_ok(throng_crowd_destroy(c->crowd));
    free(c->alive);
    free(c->last);
    free(c->freed);
}

static throng_agent_id add_dummy(golden_crowd *c, const throng_agent_desc *desc)
{
    throng_agent_id id = THRONG_AGENT_NONE;
    golden_expect_ok(throng_crowd_add(c->crowd, desc, &id, NULL));
    return id;
}

/* Gives every index as often as the other crowd did, then frees what is free there, in the same
 * order. */
static void make_ids(golden_crowd *copy, const golden_crowd *from, const golden_world *w)
{
    test_random random = {7};
    throng_agent_desc desc = some_agent(w, &random);
    throng_point place = {desc.x, desc.y};
    golden_expect(throng_cost_nearest_free(w->cost[desc.group % GOLDEN_LAYERS], place, &place));
    desc.x = place.x;
    desc.y = place.y;
    for (int32_t index = 0; index < from->index_count; index++)
        golden_expect((int32_t)(uint32_t)add_dummy(copy, &desc) == index);
    for (int32_t index = 0; index < from->index_count; index++) {
        throng_agent_id id = (throng_agent_id)1 << 32 | (uint32_t)index;
        while (id != from->last[index]) {
            golden_expect_ok(throng_crowd_remove(copy->crowd, id));
            id = add_dummy(copy, &desc);
            golden_expect(id <= from->last[index]);
        }
    }
    for (int32_t k = 0; k < from->freed_count; k++)
        golden_expect_ok(throng_crowd_remove(copy->crowd, from->last[from->freed[k]]));
}

static void copy_values(throng_crowd *to, throng_crowd *from)
{
    throng_array ours[THRONG_AGENT_ARRAYS], theirs[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(to, ours);
    throng_crowd_agent_arrays(from, theirs);
    golden_expect(to->count == from->count);
    for (int32_t i = 0; i < to->count; i++) {
        const int32_t place = from->place_of[(uint32_t)to->agents.id[i]];
        golden_expect(from->agents.id[place] == to->agents.id[i]);
        for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
            memcpy((uint8_t *)*ours[k].pointer + (size_t)i * ours[k].size,
                   (const uint8_t *)*theirs[k].pointer + (size_t)place * theirs[k].size,
                   ours[k].size);
    }
    to->is_sorted = false;
    to->fastest = -1.0;
    to->largest_reach = -1.0f;
    to->has_events = true;
}

void golden_crowd_open_copy(golden_crowd *copy, golden_crowd *from, const golden_world *w)
{
    *copy = (golden_crowd){.crowd = make_crowd(w), .random = from->random};
    take_lists(copy, w);
    make_ids(copy, from, w);
    copy_values(copy->crowd, from->crowd);
    memcpy(copy->hash, from->hash, sizeof copy->hash);
    memcpy(copy->alive, from->alive, (size_t)from->alive_count * sizeof *copy->alive);
    memcpy(copy->last, from->last, (size_t)from->index_count * sizeof *copy->last);
    memcpy(copy->freed, from->freed, (size_t)from->freed_count * sizeof *copy->freed);
    copy->alive_count = from->alive_count;
    copy->index_count = from->index_count;
    copy->freed_count = from->freed_count;
}
