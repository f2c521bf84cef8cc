/* Sleep: whoever stands and is left alone is not looked at. */
#include "crowd/crowd.h"

#include "crowd/eight.h"

static void wake_touched(throng_agents *a, int32_t i)
{
    if (!(a->rest[i] & THRONG_REST_TOUCHED))
        return;
    a->rest[i] &= (uint8_t)~THRONG_REST_TOUCHED;
    if (throng_returns(a->rest[i]))
        throng_return_break_off(a, i);
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

void throng_crowd_lay_down(throng_crowd *crowd, int32_t begin, int32_t end)
{
    throng_agents *a = &crowd->agents;
    int32_t i = begin;
    while (i < end) {
        if (throng_have_none(a->flags, i, end, THRONG_AGENT_ASLEEP)) {
            i += 8;
            continue;
        }
        if (a->flags[i] & THRONG_AGENT_ASLEEP)
            a->heading_x[i] = a->heading_y[i] = 0.0f;
        i++;
    }
}

/* The highest bits of eight bytes, side by side. */
static uint64_t highest_bits(uint64_t eight)
{
    return ((eight >> 7 & THRONG_EIGHT(1)) * UINT64_C(0x0102040810204080)) >> 56;
}

_Static_assert(THRONG_AGENT_ASLEEP == 0x80, "the highest bit of the flags");

static uint64_t awake_from(const uint8_t *flags, int32_t count)
{
    uint64_t word = 0;
    int32_t k = 0;
    for (; count - k >= 8 && k < 64; k += 8)
        word |= highest_bits(~throng_eight(flags + k)) << k;
    for (; k < count && k < 64; k++)
        word |= (uint64_t)(flags[k] < THRONG_AGENT_ASLEEP) << k;
    return word;
}

void throng_crowd_list_awake_places(throng_crowd *crowd, throng_span places)
{
    const uint8_t *flags = crowd->agents.flags;
    for (int32_t i = places.begin; i < places.end; i += 64)
        crowd->awake_places[i / 64] = awake_from(flags + i, places.end - i);
}

void throng_crowd_list_awake_order(throng_crowd *crowd, throng_span order)
{
    const uint8_t *flags = crowd->agents.flags;
    const int32_t *place = crowd->neighbours.place;
    for (int32_t i = order.begin; i < order.end; i += 64) {
        const int32_t last = order.end - i < 64 ? order.end : i + 64;
        uint64_t word = 0;
        for (int32_t k = last - 1; k >= i; k--)
            word = word << 1 | (flags[place[k]] < THRONG_AGENT_ASLEEP);
        crowd->awake_order[i / 64] = word;
    }
}

/* The first from `i` on whose bit is set, or `end`. */
static int32_t first_set(const uint64_t *bits, int32_t i, int32_t end)
{
    while (i < end) {
        const uint64_t word = bits[i / 64] >> i % 64;
        if (word) {
            i += __builtin_ctzll(word);
            break;
        }
        i += 64 - i % 64;
    }
    return i < end ? i : end;
}

/* One more than the last before `i` whose bit is set; there must be one. */
static int32_t last_set(const uint64_t *bits, int32_t i)
{
    while (!(bits[(i - 1) / 64] << (63 - (i - 1) % 64)))
        i -= 1 + (i - 1) % 64;
    return i - __builtin_clzll(bits[(i - 1) / 64] << (63 - (i - 1) % 64));
}

/* Sleepers in a row for which it pays to end a stretch: to begin another costs some searches. */
#define GAP 64

bool throng_next_awake(const uint64_t *bits, throng_span *left, throng_span *stretch)
{
    const int32_t begin = first_set(bits, left->begin, left->end);
    int32_t end = begin;
    while (end < left->end) {
        const int32_t gap_end = left->end - end < GAP ? left->end : end + GAP;
        if (first_set(bits, end, gap_end) == gap_end)
            break;
        end = gap_end;
    }
    left->begin = end;
    *stretch = (throng_span){begin, begin < end ? last_set(bits, end) : end};
    return begin < end;
}
