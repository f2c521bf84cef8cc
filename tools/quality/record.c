#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool quality_record_open(quality_record *record, int32_t agent_count, int32_t frame_capacity,
                         double dt)
{
    const size_t agents = (size_t)agent_count, frames = (size_t)frame_capacity;
    memset(record, 0, sizeof *record);
    record->dt = dt;
    record->agent_count = agent_count;
    record->frame_capacity = frame_capacity;
    record->radius = calloc(agents + 1, sizeof *record->radius);
    record->speed = calloc(agents + 1, sizeof *record->speed);
    record->group = calloc(agents + 1, sizeof *record->group);
    record->x = malloc(agents * frames * sizeof *record->x + 1);
    record->y = malloc(agents * frames * sizeof *record->y + 1);
    record->remaining = malloc(agents * frames * sizeof *record->remaining + 1);
    record->state = malloc(agents * frames + 1);
    return record->radius && record->speed && record->group && record->x && record->y &&
           record->remaining && record->state;
}

void quality_record_close(quality_record *record)
{
    free(record->radius);
    free(record->speed);
    free(record->group);
    free(record->x);
    free(record->y);
    free(record->remaining);
    free(record->state);
    memset(record, 0, sizeof *record);
}

static void copy_frame(const quality_record *record, float *values, int32_t frame)
{
    const size_t agents = (size_t)record->agent_count;
    float *const to = values + quality_at(record, frame, 0);
    if (frame == 0)
        memset(to, 0, agents * sizeof *to);
    else
        memcpy(to, to - agents, agents * sizeof *to);
}

int32_t quality_record_add(quality_record *record)
{
    if (record->frame_count == record->frame_capacity)
        return -1;
    const int32_t frame = record->frame_count++;
    copy_frame(record, record->x, frame);
    copy_frame(record, record->y, frame);
    copy_frame(record, record->remaining, frame);
    memset(record->state + quality_at(record, frame, 0), 0, (size_t)record->agent_count);
    return frame;
}

int32_t quality_frame_at(const quality_record *record, double seconds)
{
    const double frame = ceil(seconds / record->dt - 1e-6);
    const int32_t last = record->frame_count - 1;
    return frame < 0 ? 0 : frame < last ? (int32_t)frame : last;
}

double quality_moved(const quality_record *record, int32_t frame, int32_t agent)
{
    const size_t now = quality_at(record, frame, agent);
    const size_t before = quality_at(record, frame - 1, agent);
    return hypot((double)record->x[now] - (double)record->x[before],
                 (double)record->y[now] - (double)record->y[before]);
}
