#include "measure.h"

#include <math.h>
#include <stdlib.h>

/* Progress is asked for over this time, and this share of what a free walk would bring. */
#define STUCK_SECONDS 3.0
#define STUCK_SHARE 0.05

/* Ways shorter than this say nothing: distances are known to a cell only. */
#define LEAST_WAY 1.0

static bool is_meant(const quality_record *record, int32_t group, int32_t agent)
{
    return group < 0 || record->group[agent] == group;
}

/* The frame of the arrival; -1 if there was none. */
static int32_t arrival_frame(const quality_record *record, int32_t agent)
{
    bool was_there = false;
    for (int32_t f = 0; f < record->frame_count; f++) {
        const uint8_t state = record->state[quality_at(record, f, agent)];
        if ((state & QUALITY_SETTLED) || (was_there && !(state & QUALITY_PRESENT)))
            return f;
        was_there = was_there || (state & QUALITY_PRESENT);
    }
    return -1;
}

double quality_arrival(const quality_record *record, int32_t agent)
{
    const int32_t frame = arrival_frame(record, agent);
    return frame < 0 ? INFINITY : frame * record->dt;
}

quality_completion quality_complete(const quality_record *record, int32_t group)
{
    const size_t room = (size_t)record->agent_count + 1;
    double *const times = malloc(room * sizeof *times);
    double *const ratios = malloc(room * sizeof *ratios);
    int32_t count = 0, arrived = 0;
    for (int32_t i = 0; times && ratios && i < record->agent_count; i++) {
        if (!is_meant(record, group, i))
            continue;
        const double ideal = (double)record->remaining[i] / (double)record->speed[i];
        times[count] = quality_arrival(record, i);
        arrived += isfinite(times[count]);
        ratios[count] = ideal > 0 ? times[count] / ideal : (times[count] > 0 ? INFINITY : 1);
        count++;
    }
    const quality_completion all = {
        count > 0 ? (double)arrived / count : NAN, quality_percentile(times, count, 0.5),
        quality_percentile(times, count, 0.95), quality_percentile(times, count, 1),
        quality_percentile(ratios, count, 0.95)};
    free(times);
    free(ratios);
    return all;
}

/* True if the agent was on its way in all of the frames, and came hardly nearer. */
static bool is_stuck(const quality_record *record, int32_t before, int32_t now, int32_t agent)
{
    const double seconds = (now - before) * record->dt;
    const double gain = (double)record->remaining[quality_at(record, before, agent)] -
                        (double)record->remaining[quality_at(record, now, agent)];
    return gain < STUCK_SHARE * (double)record->speed[agent] * seconds;
}

static bool is_on_its_way(const quality_record *record, int32_t frame, int32_t agent)
{
    const size_t at = quality_at(record, frame, agent);
    return (record->state[at] & (QUALITY_PRESENT | QUALITY_SETTLED)) == QUALITY_PRESENT &&
           isfinite(record->remaining[at]);
}

static void add_stuck_of(const quality_record *record, int32_t from, int32_t to, int32_t agent,
                         quality_stuck *sum)
{
    const int32_t window = (int32_t)(STUCK_SECONDS / record->dt + 0.5);
    int32_t walked = 0, spell = 0;
    for (int32_t f = from; f <= to; f++) {
        walked = is_on_its_way(record, f, agent) ? walked + 1 : 0;
        if (walked == 0) {
            spell = 0;
            continue;
        }
        if (walked <= window)
            continue;
        const bool stuck = is_stuck(record, f - window, f, agent);
        sum->active++;
        sum->stuck += stuck;
        spell = stuck ? spell + 1 : 0;
        /* It has been without progress since the window before the spell began. */
        if (spell > 0)
            sum->longest = fmax(sum->longest, (window + spell - 1) * record->dt);
    }
}

void quality_add_stuck(const quality_record *record, int32_t from, int32_t to, quality_stuck *sum)
{
    for (int32_t i = 0; i < record->agent_count; i++)
        add_stuck_of(record, from, to, i, sum);
}

/* Way and gain up to the arrival; false for those who have hardly come nearer. */
static bool walk_of(const quality_record *record, int32_t agent, double *way, double *gain)
{
    const int32_t arrival = arrival_frame(record, agent);
    const int32_t last = arrival < 0 ? record->frame_count - 1 : arrival;
    *way = 0;
    for (int32_t f = 1; f <= last; f++) {
        if (record->state[quality_at(record, f - 1, agent)] & QUALITY_PRESENT)
            *way += quality_moved(record, f, agent);
    }
    *gain = (double)record->remaining[agent] -
            (double)record->remaining[quality_at(record, last, agent)];
    return *gain >= LEAST_WAY && isfinite(*gain);
}

double quality_path_ratio(const quality_record *record, int32_t group)
{
    double sum = 0, count = 0;
    for (int32_t i = 0; i < record->agent_count; i++) {
        double way = 0, gain = 0;
        if (!is_meant(record, group, i) || !walk_of(record, i, &way, &gain))
            continue;
        sum += way / gain;
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

double quality_path_length(const quality_record *record, int32_t group)
{
    double sum = 0, count = 0;
    for (int32_t i = 0; i < record->agent_count; i++) {
        double way = 0, gain = 0;
        if (!is_meant(record, group, i) || !walk_of(record, i, &way, &gain))
            continue;
        sum += way;
        count++;
    }
    return count > 0 ? sum / count : NAN;
}
