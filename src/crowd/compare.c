/* Where two saves of crowds part. */
#include "crowd/compare.h"

#include "crowd/save.h"

#include <string.h>

typedef struct side {
    const uint8_t *bytes;
    throng_save_head head;
    throng_crowd_record record;
    throng_crowd_parts parts;
} side;

static uint64_t id_at(const side *s, int32_t i)
{
    return throng_read_u64(s->bytes + s->parts.ids + (uint64_t)i * 8);
}

static throng_save_difference found(const char *what, throng_stage stage, throng_agent_id agent)
{
    return (throng_save_difference){.differs = true, .stage = stage, .agent = agent, .what = what};
}

/* The first agent that is only in one of them, or has another generation there. */
static bool find_in_ids(const side *l, const side *r, throng_save_difference *out)
{
    const int32_t count = l->record.count < r->record.count ? l->record.count : r->record.count;
    for (int32_t i = 0; i < count; i++) {
        const uint64_t left = id_at(l, i), right = id_at(r, i);
        if (left != right) {
            *out = found("id", THRONG_STAGE_STEP, (uint32_t)left <= (uint32_t)right ? left : right);
            return true;
        }
    }
    if (l->record.count == r->record.count)
        return false;
    *out = found("id", THRONG_STAGE_STEP, id_at(l->record.count > count ? l : r, count));
    return true;
}

/* The lowest agent for whom some value that `stage` makes differs. All ids are equal. */
static bool find_in_stage(const side *l, const side *r, throng_stage stage,
                          throng_save_difference *out)
{
    throng_array arrays[THRONG_AGENT_ARRAYS];
    throng_crowd_list_arrays(arrays);
    int32_t first = l->record.count;
    for (int32_t k = 0; k < THRONG_PLACE_ARRAYS; k++) {
        const uint64_t column = l->parts.columns[k];
        const size_t size = arrays[k].size;
        if (!column || arrays[k].stage != stage)
            continue;
        const uint8_t *left = l->bytes + column, *right = r->bytes + r->parts.columns[k];
        for (int32_t i = 0; i < first; i++)
            if (memcmp(left + (size_t)i * size, right + (size_t)i * size, size) != 0) {
                first = i;
                *out = found(arrays[k].name, stage, id_at(l, i));
            }
    }
    return first < l->record.count;
}

/* What is about no agent, with the parts whose sizes are equal by now. */
static bool find_in_rest(const side *l, const side *r, throng_save_difference *out)
{
    const throng_crowd_record *a = &l->record, *b = &r->record;
    const char *what = NULL;
    if (memcmp(&l->head.grid, &r->head.grid, sizeof l->head.grid) != 0)
        what = "grid";
    else if (memcmp(&a->substep, &b->substep, sizeof a->substep) != 0)
        what = "substep";
    else if (a->position_passes != b->position_passes)
        what = "position passes";
    else if (a->velocity_only != b->velocity_only)
        what = "velocity_only";
    else if (a->seed != b->seed)
        what = "seed";
    else if (a->group_count != b->group_count ||
             memcmp(l->bytes + l->parts.groups, r->bytes + r->parts.groups,
                    (size_t)(l->parts.generations - l->parts.groups)) != 0)
        what = "groups";
    else if (a->slot_count != b->slot_count || a->free_count != b->free_count ||
             a->left_count != b->left_count ||
             memcmp(l->bytes + l->parts.generations, r->bytes + r->parts.generations,
                    (size_t)(l->parts.ids - l->parts.generations)) != 0)
        what = "free ids";
    if (!what)
        return false;
    *out = found(what, THRONG_STAGE_STEP, THRONG_AGENT_NONE);
    return true;
}

/* Of how the last step was cut into substeps, and hashes that one of the two did not keep. */
static bool find_in_counters(const side *l, const side *r, throng_save_difference *out)
{
    const throng_crowd_record *a = &l->record, *b = &r->record;
    const char *what = NULL;
    if (a->total_substeps != b->total_substeps || a->substeps != b->substeps ||
        memcmp(&a->clock, &b->clock, sizeof a->clock) != 0 || a->time_was_cut != b->time_was_cut)
        what = "substeps";
    else if (memcmp(a->stage_hash, b->stage_hash, sizeof a->stage_hash) != 0)
        what = "stage hashes";
    if (!what)
        return false;
    *out = found(what, THRONG_STAGE_STEP, THRONG_AGENT_NONE);
    return true;
}

throng_result throng_crowd_compare(const throng_context *context, const void *left,
                                   size_t left_size, const void *right, size_t right_size,
                                   throng_save_difference *out)
{
    side l = {.bytes = left}, r = {.bytes = right};
    throng_result result =
        throng_crowd_open(context, left, left_size, &l.head, &l.record, &l.parts);
    if (!result)
        result = throng_crowd_open(context, right, right_size, &r.head, &r.record, &r.parts);
    if (result)
        return result;
    *out = (throng_save_difference){.what = ""};
    const throng_stage order[] = {THRONG_STAGE_STEP, THRONG_STAGE_SAMPLE, THRONG_STAGE_NEIGHBOURS,
                                  THRONG_STAGE_STEER, THRONG_STAGE_MOVE};
    if (find_in_ids(&l, &r, out) || find_in_rest(&l, &r, out))
        return THRONG_OK;
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        if (find_in_stage(&l, &r, order[k], out))
            return THRONG_OK;
    find_in_counters(&l, &r, out);
    return THRONG_OK;
}
