/* Sleep: whoever stands and is left alone is not looked at. */
#include "crowd/crowd.h"

#include "crowd/eight.h"

bool throng_all_asleep(const uint8_t *flags, const int32_t *place, int32_t i, int32_t end)
{
    int32_t last = end - i < THRONG_SLEEPERS ? end : i + THRONG_SLEEPERS;
    for (; !place && last - i >= 8; i += 8)
        if (!throng_have_all(flags, i, last, THRONG_AGENT_ASLEEP))
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
        any_awake = any_awake || !throng_have_all(a->flags, i, crowd->count, THRONG_AGENT_ASLEEP);
        if (throng_have_none(a->rest, i, crowd->count, THRONG_REST_TOUCHED))
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
        any |= throng_eight(flags + i) & THRONG_EIGHT(flag);
    for (; i < count; i++)
        any |= flags[i] & flag;
    return any != 0;
}
