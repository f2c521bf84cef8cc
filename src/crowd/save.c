#include "crowd/save.h"

#include "behave/behave.h"

#include <string.h>

/* To be raised whenever equal names and sizes come to mean something else. */
#define MEANING 1

void throng_stream_crowd(throng_stream *s, throng_crowd_record *record)
{
    throng_stream_i32(s, &record->count);
    throng_stream_i32(s, &record->slot_count);
    throng_stream_i32(s, &record->free_count);
    throng_stream_i32(s, &record->left_count);
    throng_stream_i32(s, &record->group_count);
    throng_stream_f32(s, &record->substep);
    throng_stream_u64(s, &record->seed);
    throng_stream_bool(s, &record->time_was_cut);
    throng_stream_bool(s, &record->velocity_only);
    throng_stream_i32(s, &record->substeps);
    throng_stream_u64(s, &record->total_substeps);
    uint64_t clock;
    memcpy(&clock, &record->clock, sizeof clock);
    throng_stream_u64(s, &clock);
    memcpy(&record->clock, &clock, sizeof clock);
    throng_stream_i32(s, &record->position_passes);
    for (int stage = 0; stage < THRONG_STAGE_STEP; stage++)
        throng_stream_u64(s, &record->stage_hash[stage]);
}

static void stream_target(throng_stream *s, throng_target *target)
{
    throng_stream_u64(s, &target->agent);
    throng_stream_f32(s, &target->x);
    throng_stream_f32(s, &target->y);
}

static void stream_behaviour(throng_stream *s, throng_behaviour_desc *desc)
{
    int32_t combine = (int32_t)desc->combine;
    throng_stream_i32(s, &combine);
    desc->combine = (throng_combine)combine;
    throng_stream_bool(s, &desc->is_direct);
    stream_target(s, &desc->threat);
    stream_target(s, &desc->target);
    float *const values[] = {&desc->avoid_walls,
                             &desc->wall_range,
                             &desc->flee,
                             &desc->evade,
                             &desc->flee_range,
                             &desc->follow,
                             &desc->pursue,
                             &desc->seek,
                             &desc->arrive,
                             &desc->arrive_range,
                             &desc->foresight,
                             &desc->stay,
                             &desc->align,
                             &desc->cohere,
                             &desc->neighbour_range,
                             &desc->wander,
                             &desc->wander_turn,
                             &desc->wander_time,
                             &desc->keep_together,
                             &desc->arrives_together,
                             &desc->dead_band};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
        throng_stream_f32(s, values[k]);
    uint32_t mates = desc->mates;
    throng_stream_u32(s, &mates);
    desc->mates = (uint16_t)mates;
}

void throng_stream_group(throng_stream *s, throng_group_record *record)
{
    throng_group_desc *desc = &record->desc;
    throng_stream_bool(s, &record->is_there);
    int32_t wall_rule = (int32_t)desc->wall_rule;
    throng_stream_i32(s, &wall_rule);
    desc->wall_rule = (throng_wall_rule)wall_rule;
    throng_stream_f32(s, &desc->separation_range);
    throng_stream_f32(s, &desc->separation_strength);
    throng_stream_bool(s, &desc->terrain_speed);
    throng_stream_bool(s, &desc->stop_at_goal);
    throng_stream_bool(s, &desc->stands_firm);
    throng_stream_f32(s, &desc->side_bias);
    throng_stream_f32(s, &desc->time_gap);
    throng_stream_u64(s, &desc->user);
    throng_stream_bool(s, &desc->is_paused);
    throng_stream_bool(s, &desc->leaves_at_goal);
    uint32_t filter = throng_filter_word(desc->layers, desc->collides_with);
    throng_stream_u32(s, &filter);
    desc->layers = (uint16_t)filter;
    desc->collides_with = (uint16_t)(filter >> 16);
    stream_behaviour(s, &record->behaviour);
    throng_stream_bool(s, &record->follows);
    throng_stream_bool(s, &record->sees);
    throng_stream_bool(s, &record->has_walls);
    throng_stream_u64(s, &record->goals_mark);
    throng_stream_u32(s, &record->team_state);
    throng_stream_bool(s, &record->is_seen);
}

void throng_crowd_list_arrays(throng_array arrays[THRONG_AGENT_ARRAYS])
{
    throng_crowd nobody; /* the list only takes addresses */
    throng_crowd_agent_arrays(&nobody, arrays);
}

uint32_t throng_crowd_save_layout(void)
{
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_list_arrays(arrays);
    throng_stream s = {0};
    throng_crowd_record crowd = {0};
    throng_group_record group = {0};
    throng_stream_crowd(&s, &crowd);
    throng_stream_group(&s, &group);
    uint8_t number[8];
    throng_write_u64(number, s.used);
    uint64_t hash = throng_fnv1a(THRONG_FNV_OFFSET + MEANING, number, sizeof number);
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++) {
        if (arrays[k].rule == THRONG_ARRAY_NOT_SAVED)
            continue;
        const uint8_t size = (uint8_t)arrays[k].size;
        hash = throng_fnv1a(hash, arrays[k].name, strlen(arrays[k].name));
        hash = throng_fnv1a(hash, &size, 1);
    }
    return (uint32_t)throng_mix(hash);
}

throng_crowd_parts throng_crowd_parts_of(const throng_crowd_record *record)
{
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_list_arrays(arrays);
    throng_stream s = {.used = THRONG_HEAD_BYTES}, group = {0};
    throng_crowd_record crowd = *record;
    throng_group_record some_group = {0};
    throng_stream_crowd(&s, &crowd);
    throng_stream_group(&group, &some_group);
    /* Counts are at most 2^24 and 2^16, so nothing here passes 2^33. */
    throng_crowd_parts parts = {.groups = s.used, .group_bytes = group.used};
    parts.generations = parts.groups + parts.group_bytes * (uint64_t)record->group_count;
    parts.free_slots = parts.generations + 4 * (uint64_t)record->slot_count;
    parts.left_slots = parts.free_slots + 4 * (uint64_t)record->free_count;
    parts.ids = parts.left_slots + 4 * (uint64_t)record->left_count;
    parts.total = parts.ids + 8 * (uint64_t)record->count;
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (arrays[k].rule != THRONG_ARRAY_NOT_SAVED) {
            parts.columns[k] = parts.total;
            parts.total += arrays[k].size * (uint64_t)record->count;
        }
    return parts;
}

static throng_crowd_record record_of(const throng_crowd *crowd)
{
    throng_crowd_record record = {
        .count = crowd->count,
        .slot_count = crowd->slot_count,
        .free_count = crowd->free_count,
        .left_count = crowd->left_count,
        .group_count = crowd->group_count,
        .substep = crowd->desc.substep,
        .position_passes = crowd->desc.position_passes,
        .seed = crowd->desc.seed,
        .time_was_cut = crowd->time_was_cut,
        .velocity_only = crowd->desc.velocity_only,
        .substeps = crowd->substeps,
        .total_substeps = crowd->total_substeps,
        .clock = crowd->clock,
    };
    memcpy(record.stage_hash, crowd->stage_hash, sizeof record.stage_hash);
    return record;
}

size_t throng_crowd_save_bytes(const throng_crowd *crowd)
{
    if (!crowd)
        return 0;
    const throng_crowd_record record = record_of(crowd);
    return (size_t)throng_crowd_parts_of(&record).total;
}

/* Writes the elements of the living, ascending by id index. */
static void save_column(const throng_crowd *crowd, const void *array, size_t size, uint8_t *to)
{
    const uint8_t *const from = array;
    const int32_t *const place_of = crowd->place_of;
    const int32_t slots = crowd->slot_count;
    if (size == 4)
        for (int32_t slot = 0; slot < slots; slot++) {
            uint32_t word;
            if (place_of[slot] < 0)
                continue;
            memcpy(&word, from + (size_t)place_of[slot] * 4, 4);
            throng_write_u32(to, word);
            to += 4;
        }
    else if (size == 8)
        for (int32_t slot = 0; slot < slots; slot++) {
            uint64_t word;
            if (place_of[slot] < 0)
                continue;
            memcpy(&word, from + (size_t)place_of[slot] * 8, 8);
            throng_write_u64(to, word);
            to += 8;
        }
    else
        for (int32_t slot = 0; slot < slots; slot++)
            if (place_of[slot] >= 0)
                *to++ = from[place_of[slot]];
}

static void save_groups(const throng_crowd *crowd, uint8_t *to)
{
    throng_stream s = {.to = to};
    for (int32_t g = 0; g < crowd->group_count; g++) {
        const throng_group *group = &crowd->groups[g];
        throng_group_record record = {throng_group_is_there(group),
                                      group->desc,
                                      group->behaviour.desc,
                                      group->desc.flow != NULL,
                                      group->behaviour.desc.sight != NULL,
                                      group->desc.walls != NULL,
                                      group->goals_mark,
                                      group->behaviour.team_state,
                                      !throng_group_has_changed(group)};
        throng_stream_group(&s, &record);
    }
}

static void save_left(const throng_crowd *crowd, uint8_t *to)
{
    for (int32_t slot = 0; crowd->left_count > 0 && slot < crowd->slot_count; slot++)
        if (crowd->place_of[slot] == THRONG_PLACE_LEFT) {
            throng_write_u32(to, (uint32_t)slot);
            to += 4;
        }
}

throng_result throng_crowd_save(const throng_crowd *crowd, void *bytes, size_t size)
{
    if (!crowd)
        return THRONG_ERROR_ARGUMENT;
    throng_crowd_record record = record_of(crowd);
    const throng_crowd_parts parts = throng_crowd_parts_of(&record);
    throng_result result = throng_save_check_room(crowd->context, bytes, size, parts.total);
    if (result)
        return result;
    uint8_t *const to = bytes;
    throng_save_begin(to, THRONG_SAVE_CROWD, parts.total, &crowd->desc.grid);
    throng_stream s = {.to = to, .used = THRONG_HEAD_BYTES};
    throng_stream_crowd(&s, &record);
    save_groups(crowd, to + parts.groups);
    for (int32_t slot = 0; slot < crowd->slot_count; slot++)
        throng_write_u32(to + parts.generations + (size_t)slot * 4, crowd->generation[slot]);
    for (int32_t k = 0; k < crowd->free_count; k++)
        throng_write_u32(to + parts.free_slots + (size_t)k * 4, (uint32_t)crowd->free_slots[k]);
    save_left(crowd, to + parts.left_slots);
    save_column(crowd, crowd->agents.id, 8, to + parts.ids);
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_agent_arrays((throng_crowd *)(uintptr_t)crowd, arrays); /* only takes addresses */
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++)
        if (parts.columns[k])
            save_column(crowd, *arrays[k].pointer, arrays[k].size, to + parts.columns[k]);
    throng_save_finish(to, (size_t)parts.total);
    return THRONG_OK;
}

static throng_result check_counts(const throng_context *context, const throng_stream *s,
                                  const throng_crowd_record *record)
{
    const bool is_right =
        !s->is_wrong && record->slot_count >= 0 && record->slot_count <= THRONG_AGENTS_MAX &&
        record->count >= 0 && record->free_count >= 0 && record->left_count >= 0 &&
        (int64_t)record->count + record->free_count + record->left_count <= record->slot_count &&
        record->group_count >= 0 && record->group_count <= THRONG_GROUPS_MAX &&
        record->substeps >= 0;
    return is_right ? THRONG_OK : throng_save_refuse(context, "its counts are out of range");
}

throng_result throng_crowd_open(const throng_context *context, const void *bytes, size_t size,
                                throng_save_head *head, throng_crowd_record *record,
                                throng_crowd_parts *parts)
{
    throng_result result = throng_save_open(context, bytes, size, THRONG_SAVE_CROWD, head);
    if (result)
        return result;
    throng_stream s = {.used = THRONG_HEAD_BYTES};
    throng_stream_crowd(&s, record);
    if (size < s.used)
        return throng_save_check_total(context, size, s.used);
    s = (throng_stream){.from = bytes, .used = THRONG_HEAD_BYTES};
    throng_stream_crowd(&s, record);
    result = check_counts(context, &s, record);
    if (result)
        return result;
    *parts = throng_crowd_parts_of(record);
    return throng_save_check_total(context, size, parts->total);
}

throng_result throng_crowd_read_group(const throng_context *context, const uint8_t *bytes,
                                      const throng_crowd_parts *parts, float cell_size,
                                      int32_t group, throng_group_record *out)
{
    throng_stream s = {.from = bytes + parts->groups + parts->group_bytes * (uint64_t)group};
    memset(out, 0, sizeof *out);
    out->desc.struct_size = sizeof out->desc;
    out->behaviour.struct_size = sizeof out->behaviour;
    throng_stream_group(&s, out);
    if (s.is_wrong || out->team_state > THRONG_TEAM_BITS ||
        (out->is_there && (throng_group_check_desc(NULL, &out->desc) != THRONG_OK ||
                           throng_behaviour_check(NULL, &out->behaviour, cell_size) != THRONG_OK)))
        return throng_save_refuse(context, "a value of a group is out of range");
    return THRONG_OK;
}

throng_result throng_crowd_save_inspect(const throng_context *context, const void *bytes,
                                        size_t size, throng_save_info *info)
{
    throng_save_head head = {0};
    throng_crowd_record record = {0};
    throng_crowd_parts parts;
    throng_result result = throng_crowd_open(context, bytes, size, &head, &record, &parts);
    info->agents = record.count;
    info->agent_capacity = record.slot_count;
    info->groups = record.group_count;
    return result;
}

throng_result throng_save_group(const throng_context *context, const void *bytes, size_t size,
                                int32_t group, throng_group_desc *out, bool *follows)
{
    if (!context)
        return THRONG_ERROR_ARGUMENT;
    throng_save_head head = {0};
    throng_crowd_record record = {0};
    throng_crowd_parts parts;
    throng_group_record told;
    throng_result result = throng_crowd_open(context, bytes, size, &head, &record, &parts);
    if (result)
        return result;
    if (group < 0 || group >= record.group_count)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT,
                             "group is %d; the save has %d of them, counted from 0.", group,
                             record.group_count);
    if (!out || !follows)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "%s is NULL.",
                             out ? "follows" : "out");
    result = throng_crowd_read_group(context, bytes, &parts, head.grid.cell_size, group, &told);
    if (result)
        return result;
    if (!told.is_there)
        return throng_refuse(context, THRONG_ERROR_ARGUMENT, "group %d of the save was removed.",
                             group);
    *out = told.desc;
    *follows = told.follows;
    return THRONG_OK;
}
