/* Keeping to one side from inside: who sees others coming, or standing in its way, a few paces
 * ahead turns a little to its right, and so do they. Without it crowds that meet head-on lock. */
#ifndef THRONG_CROWD_SWERVE_H
#define THRONG_CROWD_SWERVE_H

#include "crowd/crowd.h"
#include "kernels.h"

/* Places straight ahead at which an agent looks by turns, in heights of a row; a row is three radii
 * of the largest high, so these are 2 to 8 of its diameters. */
#define THRONG_LOOK_TURNS 4
#define THRONG_LOOK_DISTANCES                                                                      \
    {                                                                                              \
        1.3f, 2.5f, 3.9f, 5.3f                                                                     \
    }

/* Half the width of what is looked at there, in the same measure. */
#define THRONG_LOOK_HALF_WIDTH 0.5f

/* Mean share of the own heading that others' must fall short of: 1 is all the same way, 0 stands or
 * crosses, -1 comes. Below COMING the agent turns as far as it ever does. */
#define THRONG_LOOK_SAME 0.25f
#define THRONG_LOOK_COMING -0.25f

/* s, in which a turn falls off to a third; and the share of the greatest below which it is none. */
#define THRONG_SWERVE_FORGET 0.5f
#define THRONG_SWERVE_LEAST 0.01f

/* Square of the length below which a heading is meant to be short, by a behaviour, and stays so.
 * Directions of fields are one long but for rounding, and are made that again. */
#define THRONG_SWERVE_SHORT_SQ 0.998f

struct throng_look_job {
    const throng_neighbours *neighbours;
    const throng_agents *agents;
    const throng_group *groups;
    throng_filter filter;
    float dt;         /* s */
    bool any_arrived; /* or perhaps: somebody has arrived */
};

/* Lets the agents at places begin .. end - 1 look ahead, which sets their swerve. */
void throng_look_scalar(const throng_look_job *job, int32_t begin, int32_t end);

/* Turns the headings of the agents at places begin .. end - 1 by what they have seen. */
void throng_swerve_scalar(const throng_look_job *job, int32_t begin, int32_t end);

/* True for who is on its way, and so looks where it goes. */
static inline bool throng_looks_ahead(const throng_agents *a, int32_t i)
{
    return !(a->flags[i] & (THRONG_AGENT_ASLEEP | THRONG_AGENT_ARRIVED)) &&
           (a->heading_x[i] != 0.0f || a->heading_y[i] != 0.0f);
}

/* Moves the counter of an agent on its way on. Every other time (false) it does not look; else
 * `*turn` tells at which distance. Neighbours by id look at different times. */
static inline bool throng_look_turn(throng_agents const *a, int32_t i, uint32_t *turn)
{
    const uint32_t rest = a->rest[i], count = rest / THRONG_REST_LOOK + (uint32_t)a->id[i];
    a->rest[i] = (uint8_t)((rest & ~(uint32_t)THRONG_REST_LOOKS) |
                           ((rest + THRONG_REST_LOOK) & THRONG_REST_LOOKS));
    *turn = count / 2 % THRONG_LOOK_TURNS;
    return (count & 1) == 0;
}

#endif
