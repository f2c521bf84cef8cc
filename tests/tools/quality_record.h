/* quality_record.h: recorded trajectories for tests of metrics, written frame by frame. */
#ifndef TEST_QUALITY_RECORD_H
#define TEST_QUALITY_RECORD_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../tools/quality/measure.h"

#define FRAMES 400

/* Agents of radius 0.5 m and speed 2 m/s, a frame every half a second. */
static inline quality_record start(int32_t agent_count)
{
    quality_record record;
    assert_true(quality_record_open(&record, agent_count, FRAMES, 0.5));
    for (int32_t i = 0; i < agent_count; i++) {
        record.radius[i] = 0.5f;
        record.speed[i] = 2.0f;
    }
    return record;
}

static inline int32_t add_frame(quality_record *record)
{
    const int32_t frame = quality_record_add(record);
    assert_true(frame >= 0);
    return frame;
}

static inline void put(quality_record *record, int32_t agent, double x, double y, uint8_t state)
{
    const size_t at = quality_at(record, record->frame_count - 1, agent);
    record->x[at] = (float)x;
    record->y[at] = (float)y;
    record->state[at] = state;
}

/* On its way, with so many metres left. */
static inline void walk(quality_record *record, int32_t agent, double x, double y, double remaining)
{
    put(record, agent, x, y, QUALITY_PRESENT);
    record->remaining[quality_at(record, record->frame_count - 1, agent)] = (float)remaining;
}

static inline void settle(quality_record *record, int32_t agent, double x, double y)
{
    put(record, agent, x, y, QUALITY_PRESENT | QUALITY_SETTLED);
}

/* cmocka's own comparison takes NaN for anything. */
static inline void check_near(double value, double expected, double tolerance, int line)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("line %d: %.9g; it should be %.9g", line, value, expected);
}

#define assert_close(value, expected, tolerance) check_near(value, expected, tolerance, __LINE__)
#define assert_near(value, expected) check_near(value, expected, 1e-6, __LINE__)

#endif
