#include "measure.h"

#include <math.h>
#include <stdlib.h>

/* Accelerations are sorted into bins of 0.02 m/s2 for their percentile; whatever is above 200 m/s2
 * is in the last one. */
#define BIN 0.02
#define BINS 10000

/* Headings count above this share of the speed. */
#define TURN_SHARE 0.1

static bool is_walking(const quality_record *record, int32_t frame, int32_t agent)
{
    const uint8_t state = record->state[quality_at(record, frame, agent)];
    return (state & (QUALITY_PRESENT | QUALITY_SETTLED)) == QUALITY_PRESENT;
}

/* Velocity in m/s from a frame and the one before. */
typedef struct velocity {
    double x, y;
} velocity;

static velocity velocity_at(const quality_record *record, int32_t frame, int32_t agent)
{
    const size_t now = quality_at(record, frame, agent);
    const size_t before = quality_at(record, frame - 1, agent);
    const velocity v = {((double)record->x[now] - (double)record->x[before]) / record->dt,
                        ((double)record->y[now] - (double)record->y[before]) / record->dt};
    return v;
}

typedef struct motion_sum {
    double acceleration, steps, turn, turns;
    int64_t *bins;
} motion_sum;

static void add_step(const quality_record *record, int32_t frame, int32_t agent, motion_sum *sum)
{
    const velocity before = velocity_at(record, frame - 1, agent);
    const velocity now = velocity_at(record, frame, agent);
    const double change = hypot(now.x - before.x, now.y - before.y) / record->dt;
    const double slow = TURN_SHARE * (double)record->speed[agent];
    if (!isfinite(change))
        return;
    sum->acceleration += change;
    sum->steps++;
    sum->bins[change < BIN * (BINS - 1) ? (int32_t)(change / BIN) : BINS - 1]++;
    if (hypot(before.x, before.y) > slow && hypot(now.x, now.y) > slow) {
        const double angle =
            fabs(atan2(before.x * now.y - before.y * now.x, before.x * now.x + before.y * now.y));
        sum->turn += angle / record->dt;
        sum->turns++;
    }
}

static double percentile_99(const motion_sum *sum)
{
    double below = 0;
    for (int32_t i = 0; i < BINS; i++) {
        below += (double)sum->bins[i];
        if (below >= 0.99 * sum->steps)
            return (i + 1) * BIN;
    }
    return INFINITY;
}

quality_motion quality_smoothness(const quality_record *record, int32_t from, int32_t to)
{
    const quality_motion nothing = {NAN, NAN, NAN};
    motion_sum sum = {0, 0, 0, 0, calloc(BINS, sizeof *sum.bins)};
    if (sum.bins == NULL)
        return nothing;
    for (int32_t i = 0; i < record->agent_count; i++) {
        for (int32_t f = from > 2 ? from : 2; f <= to; f++) {
            if (is_walking(record, f, i) && is_walking(record, f - 1, i) &&
                is_walking(record, f - 2, i))
                add_step(record, f, i, &sum);
        }
    }
    const quality_motion motion = {sum.acceleration / sum.steps, percentile_99(&sum),
                                   sum.turns > 0 ? sum.turn / sum.turns : NAN};
    free(sum.bins);
    return sum.steps > 0 ? motion : nothing;
}

void quality_speed_density(const quality_record *record, quality_box box, int32_t from, int32_t to,
                           double *speed, double *density)
{
    double sum = 0, count = 0;
    for (int32_t f = from > 1 ? from : 1; f <= to; f++) {
        for (int32_t i = 0; i < record->agent_count; i++) {
            const size_t at = quality_at(record, f, i);
            const double x = (double)record->x[at], y = (double)record->y[at];
            if (!quality_moves(record, f, i) ||
                !(x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1))
                continue;
            sum += fabs(velocity_at(record, f, i).x);
            count++;
        }
    }
    const double area = (box.x1 - box.x0) * (box.y1 - box.y0);
    *speed = count > 0 ? sum / count : NAN;
    *density = count / (area * (to - (from > 1 ? from : 1) + 1));
}
