#include "measure.h"

#include <math.h>
#include <stdlib.h>

/* Settled means: mean speed below this share for this long. */
#define SETTLED_SHARE 0.02
#define SETTLED_SECONDS 2.0

static bool is_meant(const quality_record *record, int32_t group, int32_t agent)
{
    return group < 0 || record->group[agent] == group;
}

static bool is_present(const quality_record *record, int32_t frame, int32_t agent)
{
    return record->state[quality_at(record, frame, agent)] & QUALITY_PRESENT;
}

static bool is_settled(const quality_record *record, int32_t frame, int32_t agent)
{
    return record->state[quality_at(record, frame, agent)] & QUALITY_SETTLED;
}

/* abs(v(t + dt) - v(t)) in m/s, from three frames, the last of which is `frame`. */
static double velocity_change(const quality_record *record, int32_t frame, int32_t agent)
{
    const size_t a = quality_at(record, frame - 2, agent);
    const size_t b = quality_at(record, frame - 1, agent);
    const size_t c = quality_at(record, frame, agent);
    const double ax = (double)record->x[c] - 2 * (double)record->x[b] + (double)record->x[a];
    const double ay = (double)record->y[c] - 2 * (double)record->y[b] + (double)record->y[a];
    return hypot(ax, ay) / record->dt;
}

quality_rest quality_at_rest(const quality_record *record, int32_t from, int32_t to)
{
    double jitter = 0, creep = 0, count = 0, asleep = 0, present = 0;
    for (int32_t i = 0; i < record->agent_count; i++) {
        for (int32_t f = from > 2 ? from : 2; f <= to; f++) {
            if (!is_settled(record, f, i) || !is_settled(record, f - 2, i))
                continue;
            jitter += velocity_change(record, f, i);
            creep += quality_moved(record, f, i) / record->dt / (double)record->speed[i];
            count++;
        }
        present += is_present(record, to, i);
        asleep += (record->state[quality_at(record, to, i)] & QUALITY_ASLEEP) != 0;
    }
    const quality_rest rest = {count > 0 ? jitter / count : NAN, count > 0 ? creep / count : NAN,
                               present > 0 ? asleep / present : NAN};
    return rest;
}

double quality_packing(const quality_record *record, int32_t frame, int32_t group)
{
    double x = 0, y = 0, radius_sq = 0;
    int32_t count = 0;
    double *const distances = malloc(((size_t)record->agent_count + 1) * sizeof *distances);
    for (int32_t i = 0; distances && i < record->agent_count; i++) {
        if (!is_meant(record, group, i) || !is_present(record, frame, i))
            continue;
        x += (double)record->x[quality_at(record, frame, i)];
        y += (double)record->y[quality_at(record, frame, i)];
        radius_sq += (double)record->radius[i] * (double)record->radius[i];
        count++;
    }
    const double middle_x = x / count, middle_y = y / count;
    int32_t known = 0;
    for (int32_t i = 0; known < count; i++) {
        if (!is_meant(record, group, i) || !is_present(record, frame, i))
            continue;
        distances[known++] = hypot((double)record->x[quality_at(record, frame, i)] - middle_x,
                                   (double)record->y[quality_at(record, frame, i)] - middle_y);
    }
    /* Discs cannot be packed denser than pi / sqrt(12) = 0.9069 of the area. */
    const double packing = quality_percentile(distances, count, 0.95) / sqrt(radius_sq / 0.9069);
    free(distances);
    return packing;
}

/* Mean speed of everybody present as a share of its own; NaN if nobody is there. */
static double mean_pace(const quality_record *record, int32_t frame)
{
    double sum = 0, count = 0;
    for (int32_t i = 0; i < record->agent_count; i++) {
        if (!quality_moves(record, frame, i))
            continue;
        sum += quality_moved(record, frame, i) / record->dt / (double)record->speed[i];
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

double quality_settle_time(const quality_record *record)
{
    double first = INFINITY;
    for (int32_t i = 0; i < record->agent_count; i++)
        first = fmin(first, quality_arrival(record, i));
    const int32_t needed = (int32_t)(SETTLED_SECONDS / record->dt + 0.5);
    int32_t calm = 0;
    /* Everybody stands before the first step too, so calm counts from the first arrival on. */
    for (int32_t f = isfinite(first) ? quality_frame_at(record, first) + 1 : record->frame_count;
         f < record->frame_count; f++) {
        calm = mean_pace(record, f) < SETTLED_SHARE ? calm + 1 : 0;
        if (calm == needed)
            return (f - calm) * record->dt - first;
    }
    return INFINITY;
}

double quality_drift(const quality_record *record, int32_t from, int32_t to, int32_t group)
{
    double x = 0, y = 0, count = 0;
    for (int32_t i = 0; i < record->agent_count; i++) {
        if (!is_meant(record, group, i) || !is_present(record, from, i) ||
            !is_present(record, to, i))
            continue;
        const size_t a = quality_at(record, from, i), b = quality_at(record, to, i);
        x += (double)record->x[b] - (double)record->x[a];
        y += (double)record->y[b] - (double)record->y[a];
        count++;
    }
    return count > 0 ? hypot(x / count, y / count) : NAN;
}

double quality_displaced(const quality_record *record, int32_t from, int32_t to, int32_t group)
{
    double greatest = NAN;
    for (int32_t i = 0; i < record->agent_count; i++) {
        if (!is_meant(record, group, i) || !is_present(record, from, i) ||
            !is_present(record, to, i))
            continue;
        const size_t a = quality_at(record, from, i), b = quality_at(record, to, i);
        greatest = fmax(greatest, hypot((double)record->x[b] - (double)record->x[a],
                                        (double)record->y[b] - (double)record->y[a]));
    }
    return greatest;
}
