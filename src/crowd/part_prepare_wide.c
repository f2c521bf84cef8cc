/* What a pass reads, WIDE_LANES agents at a time: places are gathered. Who takes no part, which is
 * hardly ever the case, is put far off lane by lane. */
#include "crowd/part.h"

#include "crowd/crowd.h"
#include "simd/tier.h"

/* Ways of those who are slow are told one by one. */
WIDE_INLINE void prepare_left(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_agents *a = job->agents;
    float *left = job->contacts.left;
    bool any_held_up = false;
    int32_t i = begin;
    for (; i <= end - WIDE_LANES; i += WIDE_LANES) {
        const wide_i32 place = wide_i32_load(job->neighbours->place + i);
        const wide_f32 x = wide_gather(a->velocity_x, place);
        const wide_f32 y = wide_gather(a->velocity_y, place);
        const wide_f32 speed = wide_gather(a->max_speed, place);
        const wide_f32 most = wide_mul(speed, wide_set1(THRONG_PART_HELD_UP));
        const wide_f32 speed_sq = wide_add(wide_mul(x, x), wide_mul(y, y));
        wide_store(left + i, wide_set1(-1.0f));
        uint32_t slow = wide_mask_bits(wide_lt(speed_sq, wide_mul(most, most)));
        for (; slow; slow &= slow - 1) {
            const int32_t k = i + __builtin_ctz(slow);
            left[k] = throng_part_left(job, job->neighbours->place[k]);
            any_held_up |= left[k] >= 0.0f;
        }
    }
    if (any_held_up)
        throng_part_note_held_up(job);
    throng_part_prepare_left(job, i, end);
}

void throng_in_tier(throng_part_prepare)(const throng_part_job *job, int32_t begin, int32_t end);

void throng_in_tier(throng_part_prepare)(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    const throng_contacts *c = &job->contacts;
    const wide_f32 most = wide_set1(throng_part_drift_most(n));
    const wide_f32 far = wide_set1(-THRONG_PART_FAR);
    wide_f32 farthest = wide_set1(0.0f);
    int32_t i = begin;
    if (job->is_first && begin < end)
        throng_part_prepare_kinds(job, begin, end);
    if (job->is_first)
        prepare_left(job, begin, end);
    for (; i <= end - WIDE_LANES; i += WIDE_LANES) {
        const wide_i32 place = wide_i32_load(n->place + i);
        const wide_f32 x = wide_gather(a->x, place), y = wide_gather(a->y, place);
        const wide_f32 dx = wide_abs(wide_sub(x, wide_load(n->x + i)));
        const wide_f32 dy = wide_abs(wide_sub(y, wide_load(n->y + i)));
        wide_mask takes_part = wide_mask_and(wide_le(dx, most), wide_le(dy, most));
        if (!job->is_first)
            takes_part = wide_mask_and(takes_part, wide_gt(wide_load(c->x + i), far));
        wide_store(c->x + i, x);
        wide_store(c->y + i, y);
        farthest = wide_max(wide_keep(takes_part, dx), farthest);
        uint32_t others = wide_mask_bits(wide_mask_not(takes_part));
        for (; others; others &= others - 1)
            throng_part_put_far_off(c, i + __builtin_ctz(others));
    }
    float lanes[WIDE_LANES], longest = 0.0f;
    wide_store(lanes, farthest);
    for (int32_t k = 0; k < WIDE_LANES; k++)
        longest = lanes[k] > longest ? lanes[k] : longest;
    throng_part_note_drift(job, longest);
    throng_part_prepare_places(job, i, end);
}
