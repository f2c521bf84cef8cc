#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Overlaps: this deep they are counted, and this deep a pair is deep. */
#define COUNTED 0.05
#define DEEP 0.25

/* Everybody present in one frame, by x. The order is kept from frame to frame: it hardly changes,
 * so that sorting by insertion is nearly linear. */
typedef struct line_up {
    const quality_record *record;
    int32_t *order;
    bool *is_counted; /* by agent */
    int32_t frame;
    int32_t present_count; /* the first so many of `order` */
    double largest;        /* radius */
} line_up;

static bool open_line(line_up *line, const quality_record *record)
{
    const size_t count = (size_t)record->agent_count + 1;
    memset(line, 0, sizeof *line);
    line->record = record;
    line->order = malloc(count * sizeof *line->order);
    line->is_counted = malloc(count * sizeof *line->is_counted);
    for (int32_t i = 0; line->order && i < record->agent_count; i++) {
        line->order[i] = i;
        line->largest = fmax(line->largest, (double)record->radius[i]);
    }
    return line->order && line->is_counted;
}

static void close_line(line_up *line)
{
    free(line->order);
    free(line->is_counted);
}

/* Who is not there, or nowhere, goes to the end. */
static double key_of(const line_up *line, int32_t agent)
{
    const size_t at = quality_at(line->record, line->frame, agent);
    const bool is_there = (line->record->state[at] & QUALITY_PRESENT) &&
                          isfinite(line->record->x[at]) && isfinite(line->record->y[at]);
    return is_there ? (double)line->record->x[at] : INFINITY;
}

static void sort_line(line_up *line, int32_t frame)
{
    line->frame = frame;
    line->present_count = 0;
    for (int32_t i = 0; i < line->record->agent_count; i++) {
        const int32_t agent = line->order[i];
        const double key = key_of(line, agent);
        line->present_count += isfinite(key);
        int32_t k = i;
        for (; k > 0 && key_of(line, line->order[k - 1]) > key; k--)
            line->order[k] = line->order[k - 1];
        line->order[k] = agent;
    }
}

static double depth_of(const line_up *line, int32_t one, int32_t two)
{
    const quality_record *const record = line->record;
    const size_t a = quality_at(record, line->frame, one), b = quality_at(record, line->frame, two);
    const double reach = (double)record->radius[one] + (double)record->radius[two];
    const double dx = (double)record->x[a] - (double)record->x[b];
    const double dy = (double)record->y[a] - (double)record->y[b];
    const double distance_sq = dx * dx + dy * dy;
    return distance_sq < reach * reach ? (reach - sqrt(distance_sq)) / reach : 0;
}

/* Calls `see` with every overlapping pair of a frame. */
static void look_at_pairs(line_up *line, int32_t frame,
                          void (*see)(void *sum, int32_t one, int32_t two, double depth), void *sum)
{
    sort_line(line, frame);
    for (int32_t i = 0; i < line->present_count; i++) {
        const int32_t one = line->order[i];
        const double reach = (double)line->record->radius[one] + line->largest;
        const double limit = key_of(line, one) + reach;
        for (int32_t k = i + 1; k < line->present_count; k++) {
            const int32_t two = line->order[k];
            if ((double)line->record->x[quality_at(line->record, frame, two)] > limit)
                break;
            const double depth = depth_of(line, one, two);
            if (depth > 0)
                see(sum, one, two, depth);
        }
    }
}

typedef struct overlap_sum {
    quality_overlaps *out;
    bool *is_counted;
    bool is_deep_time;
} overlap_sum;

static void see_overlap(void *user, int32_t one, int32_t two, double depth)
{
    const overlap_sum *const sum = user;
    if (depth > COUNTED)
        sum->is_counted[one] = sum->is_counted[two] = true;
    if (!sum->is_deep_time)
        return;
    const int32_t bin = (int32_t)(depth * QUALITY_DEPTH_BINS);
    sum->out->deepest = fmax(sum->out->deepest, depth);
    sum->out->deep_pairs += depth > DEEP;
    sum->out->depths[bin < QUALITY_DEPTH_BINS ? bin : QUALITY_DEPTH_BINS - 1]++;
}

bool quality_add_overlaps(const quality_record *record, int32_t from, int32_t to, int32_t deep_from,
                          quality_overlaps *sum)
{
    line_up line;
    const bool is_good = open_line(&line, record);
    for (int32_t f = from; is_good && f <= to; f++) {
        overlap_sum user = {sum, line.is_counted, f >= deep_from};
        memset(line.is_counted, 0, (size_t)record->agent_count * sizeof *line.is_counted);
        look_at_pairs(&line, f, see_overlap, &user);
        sum->agent_steps += line.present_count;
        for (int32_t i = 0; i < record->agent_count; i++)
            sum->overlapping += line.is_counted[i];
    }
    close_line(&line);
    return is_good;
}

double quality_overlap_share(const quality_overlaps *sum)
{
    return sum->agent_steps > 0 ? sum->overlapping / sum->agent_steps : NAN;
}

double quality_overlap_99(const quality_overlaps *sum)
{
    int64_t all = 0, below = 0;
    for (int32_t i = 0; i < QUALITY_DEPTH_BINS; i++)
        all += sum->depths[i];
    for (int32_t i = 0; i < QUALITY_DEPTH_BINS; i++) {
        below += sum->depths[i];
        if (all > 0 && (double)below >= 0.99 * (double)all)
            return (i + 1.0) / QUALITY_DEPTH_BINS;
    }
    return 0;
}

static void see_deepest(void *user, int32_t one, int32_t two, double depth)
{
    double *const deepest = user;
    (void)one;
    (void)two;
    *deepest = fmax(*deepest, depth);
}

double quality_parted(const quality_record *record, double depth)
{
    line_up line;
    double first = NAN;
    if (open_line(&line, record)) {
        first = INFINITY;
        for (int32_t f = 0; f < record->frame_count && isinf(first); f++) {
            double deepest = 0;
            look_at_pairs(&line, f, see_deepest, &deepest);
            if (deepest <= depth)
                first = f * record->dt;
        }
    }
    close_line(&line);
    return first;
}
