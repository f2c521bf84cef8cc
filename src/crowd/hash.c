/* Hashes of a crowd: sums over the agents of a spread of (id, values), so that the order of the
 * arrays does not matter. */
#include "crowd/crowd.h"

#include <string.h>

static uint64_t bits_of(float a, float b)
{
    uint32_t low, high;
    memcpy(&low, &a, sizeof low);
    memcpy(&high, &b, sizeof high);
    return (uint64_t)high << 32 | low;
}

static uint64_t pair_hash(uint64_t seed, const throng_agents *a, const float *x, const float *y,
                          int32_t i)
{
    return throng_mix(throng_mix(a->id[i] + seed) ^ bits_of(x[i], y[i]));
}

static uint64_t move_hash(const throng_agents *a, int32_t i)
{
    uint64_t hash =
        throng_mix(pair_hash(4, a, a->x, a->y, i) ^ bits_of(a->velocity_x[i], a->velocity_y[i]));
    return throng_mix(hash ^ a->flags[i]);
}

static uint64_t parameter_hash(const throng_agents *a, int32_t i)
{
    uint64_t hash = pair_hash(5, a, a->radius, a->max_speed, i);
    hash = throng_mix(hash ^ bits_of(a->max_acceleration[i], a->mass[i]));
    hash = throng_mix(hash ^ a->user[i]);
    hash = throng_mix(hash ^ a->rest[i] ^ bits_of(0.0f, a->swerve[i]));
    hash = throng_mix(hash ^ a->progress[i]);
    return throng_mix(hash ^ bits_of(a->slow_time[i], 0.0f) ^
                      (uint64_t)(uint32_t)a->group[i] << 32);
}

uint64_t throng_crowd_stage_hash(const throng_crowd *crowd, throng_stage stage)
{
    const throng_agents *a = &crowd->agents;
    uint64_t sum = 0;
    for (int32_t i = 0; i < crowd->count; i++) {
        if (stage == THRONG_STAGE_SAMPLE)
            sum += pair_hash(1, a, a->heading_x, a->heading_y, i);
        else if (stage == THRONG_STAGE_NEIGHBOURS)
            sum += pair_hash(2, a, a->push_x, a->push_y, i);
        else if (stage == THRONG_STAGE_STEER)
            sum += pair_hash(3, a, a->velocity_x, a->velocity_y, i);
        else if (stage == THRONG_STAGE_MOVE)
            sum += move_hash(a, i);
        else if (stage == THRONG_STAGE_STEP)
            sum += move_hash(a, i) + parameter_hash(a, i);
    }
    return sum;
}

uint64_t throng_crowd_hash(const throng_crowd *crowd, throng_stage stage)
{
    if (!crowd)
        return 0;
    switch (stage) {
    case THRONG_STAGE_SAMPLE:
    case THRONG_STAGE_NEIGHBOURS:
    case THRONG_STAGE_STEER:
        return crowd->stage_hash[stage];
    case THRONG_STAGE_MOVE:
        return throng_crowd_stage_hash(crowd, stage);
    case THRONG_STAGE_STEP: {
        /* Also what decides about the agents to come. */
        uint64_t sum = throng_crowd_stage_hash(crowd, stage);
        for (int32_t s = THRONG_STAGE_SAMPLE; s < THRONG_STAGE_MOVE; s++)
            sum = throng_mix(sum + crowd->stage_hash[s]);
        uint64_t clock;
        memcpy(&clock, &crowd->clock, sizeof clock);
        sum = throng_mix(sum ^ clock);
        for (int32_t k = 0; k < crowd->free_count; k++)
            sum = throng_mix(sum + (uint64_t)crowd->free_slots[k]);
        for (int32_t slot = 0; crowd->left_count > 0 && slot < crowd->slot_count; slot++)
            if (crowd->place_of[slot] == THRONG_PLACE_LEFT)
                sum = throng_mix(sum + (uint64_t)slot);
        return sum;
    }
    default:
        return 0;
    }
}
