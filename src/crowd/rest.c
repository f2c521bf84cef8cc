/* Sleep: whoever stands and is left alone is not looked at. */
#include "crowd/crowd.h"

#include <string.h>

/* Eight flags at once. */
#define ASLEEP_8 (THRONG_AGENT_ASLEEP * UINT64_C(0x0101010101010101))

static uint64_t eight(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

bool throng_all_asleep(const uint8_t *flags, const int32_t *place, int32_t i, int32_t end)
{
    int32_t last = end - i < THRONG_SLEEPERS ? end : i + THRONG_SLEEPERS;
    for (; !place && last - i >= 8; i += 8)
        if ((eight(flags + i) & ASLEEP_8) != ASLEEP_8)
            return false;
    for (; i < last; i++)
        if (!(flags[place ? place[i] : i] & THRONG_AGENT_ASLEEP))
            return false;
    return true;
}

static void wake_touched(throng_agents *a, int32_t i)
{
    if (!(a->rest[i] & THRONG_REST_TOUCHED))
        return;
    a->rest[i] &= (uint8_t)~THRONG_REST_TOUCHED;
    throng_wake(a, i);
}

bool throng_crowd_wake(throng_crowd *crowd)
{
    throng_agents *a = &crowd->agents;
    bool any_awake = crowd->desc.hash_stages;
    int32_t i = 0;
    for (; crowd->count - i >= 8; i += 8) {
        uint64_t asleep = eight(a->flags + i) & ASLEEP_8;
        any_awake = any_awake || asleep != ASLEEP_8;
        if (!(eight(a->rest + i) & THRONG_REST_TOUCHED * UINT64_C(0x0101010101010101)))
            continue;
        any_awake = true;
        for (int32_t k = i; k < i + 8; k++)
            wake_touched(a, k);
    }
    for (; i < crowd->count; i++) {
        wake_touched(a, i);
        any_awake = any_awake || !(a->flags[i] & THRONG_AGENT_ASLEEP);
    }
    return any_awake;
}

bool throng_any_flag(const uint8_t *flags, int32_t count, uint8_t flag)
{
    uint64_t any = 0;
    int32_t i = 0;
    for (; count - i >= 8; i += 8)
        any |= eight(flags + i) & flag * UINT64_C(0x0101010101010101);
    for (; i < count; i++)
        any |= flags[i] & flag;
    return any != 0;
}
