/*
 * record.h: a run as it was seen from outside: where everybody was after every step. All metrics of
 * a crowd's quality are functions of such a record, so that they can be tested without a crowd.
 */
#ifndef QUALITY_RECORD_H
#define QUALITY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits of an agent's state in a frame; 0 is not there. */
enum {
    QUALITY_PRESENT = 1,
    QUALITY_SETTLED = 2, /* has arrived and stopped, as the library says */
    QUALITY_ASLEEP = 4   /* likewise */
};

typedef struct quality_record {
    double dt; /* s between two frames */
    int32_t agent_count, frame_count, frame_capacity;
    /* By agent: m, m/s, any number. */
    float *radius, *speed;
    int32_t *group;
    /* By frame and agent (quality_at): m; m left to the goal by the integration field, infinite
     * where there is no way or no goal; bits. Who is not there any more keeps its last values. */
    float *x, *y, *remaining;
    uint8_t *state;
} quality_record;

/* Room for so many frames; none is taken yet. False without memory. */
bool quality_record_open(quality_record *record, int32_t agent_count, int32_t frame_capacity,
                         double dt);
void quality_record_close(quality_record *record);

/* Makes room for one more frame, which is filled with the last one's values and state 0, and
 * returns its number; -1 if there is no room left. */
int32_t quality_record_add(quality_record *record);

/* Place of an agent in a frame's arrays. */
static inline size_t quality_at(const quality_record *record, int32_t frame, int32_t agent)
{
    return (size_t)frame * (size_t)record->agent_count + (size_t)agent;
}

/* The frame that lies `seconds` after the first, and no frame before it nor behind the last. */
int32_t quality_frame_at(const quality_record *record, double seconds);

/* True if the agent is there in both of two successive frames. */
static inline bool quality_moves(const quality_record *record, int32_t frame, int32_t agent)
{
    return frame > 0 && (record->state[quality_at(record, frame, agent)] & QUALITY_PRESENT) &&
           (record->state[quality_at(record, frame - 1, agent)] & QUALITY_PRESENT);
}

/* Length in m of the way from the frame before. */
double quality_moved(const quality_record *record, int32_t frame, int32_t agent);

#endif
