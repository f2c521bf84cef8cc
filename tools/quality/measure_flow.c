#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer than this many of a group make no lanes. */
#define LANE_LEAST 10

static double first_crossing(const quality_record *record, quality_segment line, int32_t agent)
{
    for (int32_t f = 1; f < record->frame_count; f++) {
        const size_t before = quality_at(record, f - 1, agent), now = quality_at(record, f, agent);
        if (!(record->state[before] & QUALITY_PRESENT))
            continue;
        const quality_segment way = {(double)record->x[before], (double)record->y[before],
                                     (double)record->x[now], (double)record->y[now]};
        if (quality_crosses(way, line))
            return f * record->dt;
    }
    return INFINITY;
}

int32_t quality_crossings(const quality_record *record, quality_segment line, double *times)
{
    int32_t count = 0;
    for (int32_t i = 0; i < record->agent_count; i++) {
        const double time = first_crossing(record, line, i);
        if (isfinite(time))
            times[count++] = time;
    }
    quality_percentile(times, count, 1); /* sorts */
    return count;
}

double quality_gap(const double *times, int32_t count, int32_t expected, double end)
{
    double longest = 0;
    for (int32_t i = 1; i < count; i++)
        longest = fmax(longest, times[i] - times[i - 1]);
    if (count < expected)
        longest = fmax(longest, end - (count > 0 ? times[count - 1] : 0));
    return longest;
}

/* The stretch of x in which agents of both groups are on their way. */
typedef struct stretch {
    double low, high;
} stretch;

static bool is_walking(const quality_record *record, int32_t frame, int32_t agent)
{
    const uint8_t state = record->state[quality_at(record, frame, agent)];
    return (state & (QUALITY_PRESENT | QUALITY_SETTLED)) == QUALITY_PRESENT;
}

static stretch stretch_of(const quality_record *record, int32_t frame, int32_t group)
{
    stretch all = {INFINITY, -INFINITY};
    for (int32_t i = 0; i < record->agent_count; i++) {
        if (record->group[i] != group || !is_walking(record, frame, i))
            continue;
        const double x = (double)record->x[quality_at(record, frame, i)];
        all.low = fmin(all.low, x);
        all.high = fmax(all.high, x);
    }
    return all;
}

/* Counts both groups in the strips; false if there are too few or there is no memory. */
static bool count_strips(const quality_record *record, int32_t frame, const int32_t group[2],
                         double strip, int32_t (*strips)[2], int32_t strip_count)
{
    const stretch one = stretch_of(record, frame, group[0]);
    const stretch two = stretch_of(record, frame, group[1]);
    const double low = fmax(one.low, two.low), high = fmin(one.high, two.high);
    int32_t counts[2] = {0, 0};
    for (int32_t i = 0; i < record->agent_count; i++) {
        const size_t at = quality_at(record, frame, i);
        const int32_t side = record->group[i] == group[1];
        if (record->group[i] != group[side] || !is_walking(record, frame, i) ||
            !((double)record->x[at] >= low && (double)record->x[at] <= high))
            continue;
        const double row = floor((double)record->y[at] / strip);
        if (!(row >= 0 && row < strip_count))
            continue;
        strips[(int32_t)row][side]++;
        counts[side]++;
    }
    return counts[0] >= LANE_LEAST && counts[1] >= LANE_LEAST;
}

double quality_lanes(const quality_record *record, int32_t frame, int32_t one, int32_t two,
                     double strip)
{
    enum { STRIPS_MAX = 256 };
    int32_t strips[STRIPS_MAX][2] = {{0, 0}};
    const int32_t group[2] = {one, two};
    if (!count_strips(record, frame, group, strip, strips, STRIPS_MAX))
        return NAN;
    double order = 0, all = 0, used = 0, a = 0;
    for (int32_t k = 0; k < STRIPS_MAX; k++) {
        const double n = strips[k][0] + strips[k][1], difference = strips[k][0] - strips[k][1];
        if (n == 0)
            continue;
        order += difference * difference / n;
        all += n;
        a += strips[k][0];
        used++;
    }
    /* Each of n agents is of the first group with chance p: the square of a - b is 4 n p (1 - p)
     * + n^2 (2 p - 1)^2 on average. */
    const double p = a / all;
    const double chance = used * 4 * p * (1 - p) / all + (2 * p - 1) * (2 * p - 1);
    return (order / all - chance) / (1 - chance);
}

double quality_mean_lanes(const quality_record *record, int32_t from, int32_t to, int32_t one,
                          int32_t two, double strip)
{
    double sum = 0, count = 0;
    for (int32_t f = from; f <= to; f++) {
        const double order = quality_lanes(record, f, one, two, strip);
        if (isnan(order))
            continue;
        sum += order;
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

double quality_congested(const quality_record *record, const quality_ground *ground, double density)
{
    const int32_t columns = (int32_t)ceil(ground->width * ground->cell);
    const int32_t rows = (int32_t)ceil(ground->height * ground->cell);
    const size_t count = (size_t)columns * (size_t)rows;
    int32_t *const people = calloc(2 * count, sizeof *people);
    int32_t *const frames = people + count;
    int32_t most = 0;
    if (people == NULL)
        return -1;
    for (int32_t f = 0; f < record->frame_count; f++) {
        memset(people, 0, count * sizeof *people);
        for (int32_t i = 0; i < record->agent_count; i++) {
            const size_t at = quality_at(record, f, i);
            const double x = floor((double)record->x[at]), y = floor((double)record->y[at]);
            if (!(record->state[at] & QUALITY_PRESENT) ||
                !(x >= 0 && x < columns && y >= 0 && y < rows))
                continue;
            const size_t square = (size_t)y * (size_t)columns + (size_t)x;
            /* Counts once a frame: when the square becomes too full. */
            people[square]++;
            if (people[square] > density && people[square] - 1 <= density)
                most = (int32_t)fmax(most, ++frames[square]);
        }
    }
    free(people);
    return (double)most / record->frame_count;
}
