/* Loading a crowd: everything is checked before anything is changed. */
#include "crowd/save.h"

#include "base/float_state.h"
#include "behave/behave.h"
#include "integration/integration.h"

#include <string.h>

typedef struct loading {
    throng_crowd *crowd;
    const uint8_t *bytes;
    const throng_group_fields *fields;
    throng_crowd_record record;
    throng_crowd_parts parts;
} loading;

static throng_result check_room(const loading *l, int32_t field_count)
{
    const throng_context *context = l->crowd->context;
    const throng_crowd_desc *desc = &l->crowd->desc;
    if (l->record.slot_count > desc->agent_capacity || l->record.group_count > desc->group_capacity)
        return throng_refuse(
            context, THRONG_ERROR_CAPACITY,
            "The save needs room for %d agents and %d groups; the crowd has it for "
            "%d and %d: call throng_crowd_reserve.",
            l->record.slot_count, l->record.group_count, desc->agent_capacity,
            desc->group_capacity);
    if (l->fields ? field_count != l->record.group_count : field_count != 0)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "field_count is %d and fields is %s; the save has %d groups.",
                             field_count, l->fields ? "set" : "NULL", l->record.group_count);
    if (!(l->record.substep >= THRONG_SUBSTEP_LEAST && l->record.substep <= THRONG_SUBSTEP_MOST))
        return throng_save_refuse(context, "its substep is out of range");
    if (l->record.position_passes < 0 || l->record.position_passes > THRONG_PASSES_MOST)
        return throng_save_refuse(context, "its position passes are out of range");
    if (!(l->record.clock >= 0.0 && l->record.clock <= THRONG_CLOCK_MAX))
        return throng_save_refuse(context, "its clock is out of range");
    return THRONG_OK;
}

/* The first field that a group had and does not have now; NULL if there is none. */
static const char *find_missing(const throng_group_record *record)
{
    const throng_group_desc *desc = &record->desc;
    if (!desc->cost)
        return "cost field";
    if (record->follows && !desc->integration)
        return "integration field";
    if (record->follows && !desc->flow)
        return "flow field";
    if (record->sees && !record->behaviour.sight)
        return "sight field";
    if (record->has_walls && !desc->walls)
        return "walls";
    return NULL;
}

/* The desc of group g with its fields. */
static throng_result complete_group(const loading *l, int32_t g, throng_group_record *out)
{
    const throng_crowd *crowd = l->crowd;
    throng_result result = throng_crowd_read_group(crowd->context, l->bytes, &l->parts,
                                                   crowd->desc.grid.cell_size, g, out);
    if (result)
        return result;
    throng_group_desc *desc = &out->desc;
    if (!out->is_there)
        return THRONG_OK;
    if (l->fields) {
        desc->cost = l->fields[g].cost;
        desc->integration = l->fields[g].integration;
        desc->flow = l->fields[g].flow;
        desc->walls = l->fields[g].walls;
        out->behaviour.sight = l->fields[g].sight;
    } else if (g < crowd->group_count) {
        desc->cost = crowd->groups[g].desc.cost;
        desc->integration = crowd->groups[g].desc.integration;
        desc->flow = crowd->groups[g].desc.flow;
        desc->walls = crowd->groups[g].desc.walls;
        out->behaviour.sight = crowd->groups[g].behaviour.desc.sight;
    }
    if (!out->follows) {
        desc->integration = NULL;
        desc->flow = NULL;
    }
    if (!out->sees)
        out->behaviour.sight = NULL;
    if (!out->has_walls)
        desc->walls = NULL;
    const char *missing = find_missing(out);
    if (missing)
        return throng_refuse(crowd->context, THRONG_ERROR_ARGUMENT,
                             "fields names no %s for group %d of the save.", missing, g);
    result = throng_behaviour_check_sight(crowd, out->behaviour.sight);
    return result ? result : throng_group_check_grids(crowd, desc, "fields");
}

static throng_result check_groups(const loading *l)
{
    throng_group_record record;
    for (int32_t g = 0; g < l->record.group_count; g++) {
        throng_result result = complete_group(l, g, &record);
        if (result)
            return result;
    }
    return THRONG_OK;
}

static uint32_t word_at(const loading *l, uint64_t part, int32_t i)
{
    return throng_read_u32(l->bytes + part + (uint64_t)i * 4);
}

static uint64_t id_at(const loading *l, int32_t i)
{
    return throng_read_u64(l->bytes + l->parts.ids + (uint64_t)i * 8);
}

/* Marks those of agents that have left, which ascend; one that is used up counts as that. */
static bool mark_left(const loading *l, int32_t *mark)
{
    int64_t before = -1;
    for (int32_t k = 0; k < l->record.left_count; k++) {
        const uint32_t index = word_at(l, l->parts.left_slots, k);
        if ((int64_t)index <= before || index >= (uint32_t)l->record.slot_count || mark[index])
            return false;
        before = index;
        const uint32_t generation = word_at(l, l->parts.generations, (int32_t)index);
        if (generation == 1) /* nobody has had it before */
            return false;
        mark[index] = generation != 0;
    }
    return true;
}

/* Every index is alive, free, left or used up, and only one of these. `mark` has room for all. */
static bool ids_are_right(const loading *l, int32_t *mark)
{
    const int32_t slots = l->record.slot_count;
    memset(mark, 0, (size_t)slots * sizeof *mark);
    int64_t before = -1;
    for (int32_t i = 0; i < l->record.count; i++) {
        const uint64_t id = id_at(l, i);
        const uint32_t index = (uint32_t)id, generation = (uint32_t)(id >> 32);
        if ((int64_t)index <= before || index >= (uint32_t)slots || generation == 0 ||
            word_at(l, l->parts.generations, (int32_t)index) != generation)
            return false;
        before = index;
        mark[index] = 1;
    }
    for (int32_t k = 0; k < l->record.free_count; k++) {
        const uint32_t index = word_at(l, l->parts.free_slots, k);
        if (index >= (uint32_t)slots || mark[index])
            return false;
        mark[index] = 1;
    }
    if (!mark_left(l, mark))
        return false;
    for (int32_t slot = 0; slot < slots; slot++)
        if (!mark[slot] != (word_at(l, l->parts.generations, slot) == 0))
            return false;
    return true;
}

/* One that is there, as the first byte of its record says. */
static bool is_group(const loading *l, uint32_t group)
{
    return group < (uint32_t)l->record.group_count &&
           l->bytes[l->parts.groups + group * l->parts.group_bytes] != 0;
}

static bool column_is_right(const loading *l, const throng_array *array, const uint8_t *column)
{
    const int32_t count = l->record.count;
    switch (array->rule) {
    case THRONG_ARRAY_FLOAT:
        for (int32_t i = 0; i < count; i++) {
            const uint32_t bits = throng_read_u32(column + (size_t)i * 4);
            float value;
            memcpy(&value, &bits, sizeof value);
            if (!(value >= array->low && value <= array->high))
                return false;
        }
        return true;
    case THRONG_ARRAY_BITS:
        for (int32_t i = 0; i < count; i++)
            if (column[i] & ~array->bits)
                return false;
        return true;
    case THRONG_ARRAY_GROUP:
        for (int32_t i = 0; i < count; i++)
            if (!is_group(l, throng_read_u32(column + (size_t)i * 4)))
                return false;
        return true;
    default:
        return true;
    }
}

static float float_of(const loading *l, uint64_t column, int32_t i)
{
    const uint32_t bits = throng_read_u32(l->bytes + column + (uint64_t)i * 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Where the columns are that depend on each other. */
typedef struct places {
    uint64_t x, y, flags, radius, max_speed;
} places;

static uint64_t column_of(const loading *l, const throng_array *arrays, const char *name)
{
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (strcmp(arrays[k].name, name) == 0)
            return l->parts.columns[k];
    return 0;
}

/* Whoever is off the map is out of everybody's way, as sorting counts on. */
static bool is_on_its_map(const loading *l, const places *at, int32_t i)
{
    const uint8_t flags = l->bytes[at->flags + (uint64_t)i];
    const float x = float_of(l, at->x, i), y = float_of(l, at->y, i);
    return (flags & (THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE)) ||
           throng_crowd_is_on_map(l->crowd, x, y);
}

static throng_result check_bodies(const loading *l, const throng_array *arrays)
{
    const places at = {column_of(l, arrays, "x"), column_of(l, arrays, "y"),
                       column_of(l, arrays, "flags"), column_of(l, arrays, "radius"),
                       column_of(l, arrays, "max_speed")};
    for (int32_t i = 0; i < l->record.count; i++) {
        if (!throng_crowd_body_is_right(l->crowd, float_of(l, at.radius, i),
                                        float_of(l, at.max_speed, i)))
            return throng_save_refuse(l->crowd->context, "an agent is too large or too fast");
        if (!is_on_its_map(l, &at, i))
            return throng_save_refuse(l->crowd->context, "an agent is off the map");
    }
    return THRONG_OK;
}

static throng_result check_agents(const loading *l)
{
    const throng_context *context = l->crowd->context;
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_list_arrays(arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (l->parts.columns[k] && !column_is_right(l, &arrays[k], l->bytes + l->parts.columns[k]))
            return throng_refuse(context, THRONG_ERROR_SAVE,
                                 "bytes is no save of throng: %s of an agent is out of range.",
                                 arrays[k].name);
    const throng_result result = check_bodies(l, arrays);
    if (result)
        return result;
    /* The scratch of sorting serves for marks; what was sorted is lost then. */
    l->crowd->is_sorted = false;
    if (!ids_are_right(l, l->crowd->neighbours.place_scratch))
        return throng_save_refuse(context, "its ids contradict each other");
    return THRONG_OK;
}

static void load_column(const uint8_t *from, void *array, size_t size, int32_t count)
{
    uint8_t *const to = array;
    if (size == 4)
        for (int32_t i = 0; i < count; i++) {
            const uint32_t word = throng_read_u32(from + (size_t)i * 4);
            memcpy(to + (size_t)i * 4, &word, 4);
        }
    else if (size == 8)
        for (int32_t i = 0; i < count; i++) {
            const uint64_t word = throng_read_u64(from + (size_t)i * 8);
            memcpy(to + (size_t)i * 8, &word, 8);
        }
    else
        memcpy(to, from, (size_t)count);
}

static void load_groups(const loading *l)
{
    throng_crowd *crowd = l->crowd;
    throng_group_record record;
    for (int32_t g = 0; g < l->record.group_count; g++) {
        (void)complete_group(l, g, &record); /* has passed already */
        const throng_group_desc old = crowd->groups[g].desc;
        if (!record.is_there) {
            throng_group_clear(crowd, g);
            continue;
        }
        throng_group_take_up(crowd, g, &record.desc);
        throng_behaviour_take_up(&crowd->groups[g].behaviour, &record.behaviour,
                                 crowd->desc.grid.cell_size);
        crowd->groups[g].behaviour.team_state = record.team_state;
        crowd->groups[g].goals_mark = record.goals_mark;
        const throng_integration_field *const field = record.desc.integration;
        const uint64_t serial = field ? field->serial : 0;
        crowd->groups[g].field_serial = record.is_seen ? serial : UINT64_MAX; /* never a serial */
        throng_group_let_go(&old);
    }
    for (int32_t g = l->record.group_count; g < crowd->group_count; g++)
        throng_group_clear(crowd, g);
    crowd->group_count = l->record.group_count;
}

static void load_ids(const loading *l)
{
    throng_crowd *crowd = l->crowd;
    const int32_t slots = l->record.slot_count;
    for (int32_t slot = 0; slot < slots; slot++) {
        crowd->place_of[slot] = THRONG_PLACE_NONE;
        crowd->generation[slot] = word_at(l, l->parts.generations, slot);
    }
    /* Indices that had not been given yet begin anew. */
    memset(crowd->generation + slots, 0,
           (size_t)(crowd->desc.agent_capacity - slots) * sizeof *crowd->generation);
    for (int32_t k = 0; k < l->record.free_count; k++)
        crowd->free_slots[k] = (int32_t)word_at(l, l->parts.free_slots, k);
    for (int32_t k = 0; k < l->record.left_count; k++)
        crowd->place_of[word_at(l, l->parts.left_slots, k)] = THRONG_PLACE_LEFT;
    for (int32_t i = 0; i < l->record.count; i++) {
        crowd->agents.id[i] = id_at(l, i);
        crowd->place_of[(uint32_t)crowd->agents.id[i]] = i;
    }
}

static THRONG_NOINLINE void load_agents(const loading *l)
{
    throng_crowd *crowd = l->crowd;
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays(crowd, arrays);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (l->parts.columns[k])
            load_column(l->bytes + l->parts.columns[k], *arrays[k].pointer, arrays[k].size,
                        l->record.count);
    for (int32_t i = 0; i < l->record.count; i++)
        throng_crowd_derive(crowd, i);
}

/* What the crowd knew about its former agents it does not know about these. */
static void load_rest(const loading *l)
{
    throng_crowd *crowd = l->crowd;
    const throng_crowd_record *record = &l->record;
    crowd->count = record->count;
    crowd->slot_count = record->slot_count;
    crowd->free_count = record->free_count;
    crowd->left_count = record->left_count;
    crowd->desc.substep = record->substep;
    crowd->desc.position_passes = record->position_passes;
    crowd->desc.seed = record->seed;
    crowd->desc.velocity_only = record->velocity_only;
    crowd->time_was_cut = record->time_was_cut;
    crowd->substeps = record->substeps;
    crowd->total_substeps = record->total_substeps;
    crowd->clock = record->clock;
    memset(crowd->stage_hash, 0, sizeof crowd->stage_hash);
    if (crowd->desc.hash_stages)
        memcpy(crowd->stage_hash, record->stage_hash, sizeof crowd->stage_hash);
    crowd->is_sorted = false;
    crowd->sort_count = THRONG_SORTS_PER_REARRANGEMENT; /* they are in the order of ids */
    crowd->may_be_blocked = true;
    crowd->has_events = true;
    crowd->fastest = -1.0;
    crowd->largest_reach = -1.0f;
}

static THRONG_NOINLINE throng_result load(loading *l, size_t size, int32_t field_count)
{
    throng_crowd *crowd = l->crowd;
    throng_save_head head = {0};
    throng_result result =
        throng_crowd_open(crowd->context, l->bytes, size, &head, &l->record, &l->parts);
    if (!result)
        result = throng_save_check_grid(crowd->context, &head.grid, &crowd->desc.grid, "crowd");
    if (!result)
        result = check_room(l, field_count);
    if (!result)
        result = check_groups(l);
    if (!result)
        result = check_agents(l);
    if (result)
        return result;
    load_groups(l);
    load_ids(l);
    load_agents(l);
    load_rest(l);
    return THRONG_OK;
}

throng_result throng_crowd_load(throng_crowd *crowd, const void *bytes, size_t size,
                                const throng_group_fields *fields, int32_t field_count)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    loading all = {.crowd = crowd, .bytes = bytes, .fields = fields};
    throng_float_state host = throng_float_enter();
    throng_result result = load(&all, size, field_count);
    throng_float_leave(host);
    return result;
}
