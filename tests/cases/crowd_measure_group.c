/*
 * crowd_measure_group.c: metrics of pairs and of whole groups.
 */
#include "crowd_measure.h"

#include <math.h>
#include <stdlib.h>

#include "../../tools/quality/numbers.h"

/* Overlaps: this deep they are counted, and this deep a pair is deep (cases/README.md). */
#define COUNTED 0.05
#define DEEP 0.25

static int compare_x(const void *left, const void *right)
{
    const crowd_member *const one = *(const crowd_member *const *)left;
    const crowd_member *const two = *(const crowd_member *const *)right;
    return (one->x > two->x) - (one->x < two->x);
}

/* Everybody meant, by x. */
static int32_t list_by_x(const crowd_probe *probe, const crowd_member *out[CROWD_AGENTS_MAX])
{
    int32_t count = 0;
    for (int32_t i = 0; i < probe->scene->member_count; i++) {
        if (crowd_is_meant(probe, i) && probe->scene->members[i].is_finite)
            out[count++] = &probe->scene->members[i];
    }
    qsort(out, (size_t)count, sizeof out[0], compare_x);
    return count;
}

typedef struct overlaps {
    double deepest;
    int32_t agent_count, counted_agents, deep_pairs;
} overlaps;

static double overlap_of(const crowd_member *one, const crowd_member *two)
{
    const double reach = one->radius + two->radius;
    return (reach - hypot(one->x - two->x, one->y - two->y)) / reach;
}

static overlaps look_at_pairs(const crowd_probe *probe)
{
    static const crowd_member *list[CROWD_AGENTS_MAX];
    static bool is_counted[CROWD_AGENTS_MAX];
    overlaps all = {0, list_by_x(probe, list), 0, 0};
    double largest = 0;
    for (int32_t i = 0; i < all.agent_count; i++) {
        is_counted[i] = false;
        largest = fmax(largest, list[i]->radius);
    }
    for (int32_t i = 0; i < all.agent_count; i++) {
        for (int32_t k = i + 1; k < all.agent_count; k++) {
            if (list[k]->x - list[i]->x > list[i]->radius + largest)
                break;
            const double overlap = overlap_of(list[i], list[k]);
            all.deepest = fmax(all.deepest, overlap);
            all.deep_pairs += overlap > DEEP;
            is_counted[i] |= overlap > COUNTED;
            is_counted[k] |= overlap > COUNTED;
        }
    }
    for (int32_t i = 0; i < all.agent_count; i++)
        all.counted_agents += is_counted[i];
    return all;
}

double crowd_measure_overlap(const crowd_probe *probe)
{
    return look_at_pairs(probe).deepest;
}

double crowd_measure_overlap_share(const crowd_probe *probe)
{
    const overlaps all = look_at_pairs(probe);
    probe->score->total += all.counted_agents;
    probe->score->count += all.agent_count;
    return probe->score->count > 0 ? 100 * probe->score->total / probe->score->count : NAN;
}

double crowd_measure_deep(const crowd_probe *probe)
{
    return look_at_pairs(probe).deep_pairs;
}

/* Sorted times of the first crossings of the check's line. */
static int32_t crossing_times(const crowd_probe *probe, double out[CROWD_AGENTS_MAX])
{
    const crowd_case *const told = probe->scene->told;
    const crowd_place *const line = crowd_case_line(told, probe->check->argument);
    int32_t count = 0;
    for (int32_t i = 0; i < probe->scene->member_count; i++) {
        const double time = probe->histories[i].line_time[line - told->lines];
        if (crowd_is_meant(probe, i) && isfinite(time))
            out[count++] = time;
    }
    quality_percentile(out, count, 1); /* sorts */
    return count;
}

double crowd_measure_flow(const crowd_probe *probe)
{
    static double times[CROWD_AGENTS_MAX];
    const crowd_place *const line = crowd_case_line(probe->scene->told, probe->check->argument);
    const int32_t count = crossing_times(probe, times);
    return quality_flow(times, count, hypot(line->x1 - line->x0, line->y1 - line->y0));
}

double crowd_measure_gap(const crowd_probe *probe)
{
    static double times[CROWD_AGENTS_MAX];
    const int32_t count = crossing_times(probe, times);
    double longest = count < 2 ? INFINITY : 0;
    for (int32_t i = 1; i < count; i++)
        longest = fmax(longest, times[i] - times[i - 1]);
    return longest;
}

/* Distance of the mean positions, of those who were there when the window began. */
double crowd_measure_centroid(const crowd_probe *probe)
{
    double x = 0, y = 0, count = 0;
    for (int32_t i = 0; i < probe->scene->member_count; i++) {
        if (!crowd_is_meant(probe, i) || !probe->score->is_known[i])
            continue;
        x += probe->scene->members[i].x - probe->score->x[i];
        y += probe->scene->members[i].y - probe->score->y[i];
        count++;
    }
    return count > 0 ? hypot(x / count, y / count) : NAN;
}

/* 1 is a disc as dense as discs can be packed, pi / sqrt(12) = 0.9069 of the area. */
double crowd_measure_r95(const crowd_probe *probe)
{
    static const crowd_member *list[CROWD_AGENTS_MAX];
    static double distances[CROWD_AGENTS_MAX];
    const int32_t count = list_by_x(probe, list);
    double x = 0, y = 0, radius_sq = 0;
    for (int32_t i = 0; i < count; i++) {
        x += list[i]->x / count;
        y += list[i]->y / count;
        radius_sq += list[i]->radius * list[i]->radius;
    }
    for (int32_t i = 0; i < count; i++)
        distances[i] = hypot(list[i]->x - x, list[i]->y - y);
    return quality_percentile(distances, count, 0.95) / sqrt(radius_sq / 0.9069);
}
